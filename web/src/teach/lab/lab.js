// The type lab: a type, how it is to be converted, and everything about the result.
import { clipped, element } from "../../base/dom.js";
import { becamePart, declarationCode, memoryPart, memoryTable, passingTable, rulesTable, signatureTable } from "./explained.js";
import { LAYOUTS, TYPES } from "./layouts.js";
import { link } from "./link.js";
import { hasMemory, places } from "./memory.js";
import { stridesView } from "./strides-view.js";
import { standalone, uniqueId } from "./svg.js";
import { row, table, typeCode } from "./tables.js";
import { markTerms } from "../term.js";

/** What is typed is asked about after a pause of so long. */
const WAIT_MS = 120;
const DEFAULTS = { type: "memref<?x4xf32>", barePointers: false, indexBits: 0, dataLayout: "", cInterface: true, given: {} };
/** Types that are offered at once. */
const FIRST_TYPES = 5;
const WIDTHS = [[0, "64 bits"], [32, "32 bits"], [16, "16 bits"]];
/** Descriptors of arguments that are drawn. */
const MOST_DESCRIPTORS = 2;
const PLAIN = { type: "text", spellcheck: false, autocomplete: "off", autocapitalize: "off" };

export class Lab {
  #root;
  #ask;
  #picked;
  #changed;
  #state = { ...DEFAULTS };
  #controls;
  #body;
  #answer = null; // what is shown
  #asked = 0;
  #timer = 0;
  #width = 0;

  /** Fills `root`. `ask(type, options)`: the promise of what Session.explainType() says, null when there is no answer;
   *  `picked()`: the type at the cursor of the editor, or null, or a promise of it; `changed()`: the user changed the state. */
  constructor({ root, ask, picked = null, changed = () => {} }) {
    this.#root = root;
    this.#ask = ask;
    this.#picked = picked;
    this.#changed = changed;
    this.#controls = this.#makeControls();
    this.#body = element("div.lab-body", {});
    root.classList.add("lab");
    root.replaceChildren(this.#controls.node, this.#body);
    link(this.#body);
    this.#fill();
    new ResizeObserver(() => {
      if (this.#answer && Math.abs(this.#room() - this.#width) > 8) this.#draw();
    }).observe(root);
  }

  /** Plain JSON for a link: { type, barePointers, indexBits, dataLayout, cInterface, given }. */
  get state() {
    return structuredClone(this.#state);
  }

  set state(state) {
    this.#state = checked(state);
    this.#fill();
    this.#request();
  }

  /** Show a type; the rest of the state stays. */
  pick(type) {
    this.state = { ...this.#state, type, given: {} };
  }

  /** Ask again. */
  refresh() {
    this.#request();
  }

  // --- Controls

  #makeControls() {
    const message = element("p.lab-error", { id: uniqueId("lab-error"), role: "alert", hidden: true });
    const type = element("input.lab-type", { ...PLAIN, id: uniqueId("lab-type"), "aria-describedby": message.id });
    type.addEventListener("input", () => this.#set({ type: type.value, given: {} }, WAIT_MS));
    const pick = this.#picked && element("button", { type: "button", onclick: () => this.#pickAtCursor() }, "Type at the cursor");
    const bare = choice([["fields", "descriptors, field by field"], ["bare", "bare pointers"]],
      () => this.#set({ barePointers: bare.value === "bare" }), "lab-functions");
    const index = choice(WIDTHS, () => this.#set({ indexBits: Number(index.value) }), "lab-index");
    const layout = choice([...LAYOUTS.map(({ name, text }) => [text, name]), ["own", "other …"]], () => this.#chooseLayout());
    const own = element("input.own", { ...PLAIN, hidden: true, placeholder: "p:32:32-i64:64", "aria-label": "Data layout of LLVM" });
    own.setAttribute("aria-describedby", message.id);
    own.addEventListener("input", () => this.#set({ dataLayout: own.value.trim() }, WAIT_MS));
    const c = element("input", { type: "checkbox", onchange: () => this.#set({ cInterface: c.checked }) });
    const node = element("div.lab-controls", {},
      element("div.lab-line", {}, element("label", { htmlFor: type.id }, "Type"), ...(pick ? [pick] : []), type),
      message, this.#makeChips(),
      element("div.lab-switches", {}, named("Functions take", bare), named("index", index), named("Data layout", layout), own,
        element("label.check", {}, c, element("span", {}, "C interface"))));
    return { node, message, type, bare, index, layout, own, c };
  }

  #makeChips() {
    const chips = TYPES.map(([text, title]) =>
      element("button.chip", { type: "button", title, onclick: () => this.#byUser(() => this.pick(text)) }, element("code", {}, text)));
    const more = element("button.chip.more", { type: "button", onclick: () => show(more.getAttribute("aria-expanded") === "false") });
    const show = (all) => {
      chips.slice(FIRST_TYPES).forEach((chip) => { chip.hidden = !all; });
      more.setAttribute("aria-expanded", String(all));
      more.textContent = all ? "Fewer" : "More …";
    };
    show(false);
    return element("div.chips", { role: "group", "aria-label": "Types to begin with" }, ...chips, more);
  }

  // The controls as the state says.
  #fill() {
    const { type, bare, index, layout, own, c } = this.#controls;
    const { type: now, barePointers, indexBits, dataLayout, cInterface } = this.#state;
    if (type.value !== now) type.value = now;
    bare.value = barePointers ? "bare" : "fields";
    if (![...index.options].some(({ value }) => Number(value) === indexBits)) index.append(new Option(`${indexBits} bits`, String(indexBits)));
    index.value = String(indexBits);
    const isKnown = LAYOUTS.some(({ text }) => text === dataLayout);
    layout.value = isKnown ? dataLayout : "own";
    own.hidden = isKnown;
    if (own.value.trim() !== dataLayout) own.value = dataLayout;
    c.checked = cInterface;
  }

  #chooseLayout() {
    const { layout, own } = this.#controls;
    if (layout.value === "own") {
      own.hidden = false;
      own.focus();
    } else {
      this.#set({ dataLayout: layout.value });
      this.#fill();
    }
  }

  async #pickAtCursor() {
    const found = await this.#picked();
    if (found) this.#byUser(() => this.pick(found));
    else this.#say("There is no type at the cursor.", false);
  }

  #set(part, wait = 0) {
    this.#state = { ...this.#state, ...part };
    this.#request(wait);
    this.#changed();
  }

  #byUser(act) {
    act();
    this.#changed();
  }

  // --- Answers

  #request(wait = 0) {
    clearTimeout(this.#timer);
    this.#root.dataset.pending = "true";
    this.#timer = setTimeout(() => this.#send(), wait);
  }

  async #send() {
    const asked = ++this.#asked;
    const { type, given, ...options } = this.#state;
    const answer = type.trim() === "" ? { facts: [], diagnostics: [] }
      : await this.#ask(type, { ...options, spellings: true }).catch(() => null);
    if (asked !== this.#asked) return;
    delete this.#root.dataset.pending;
    if (!answer) {
      this.#say("The core has no answer about this type.", true);
      return;
    }
    const [fact] = answer.facts;
    this.#say(fact ? "" : answer.diagnostics[0]?.message ?? "Type in a type of MLIR.", !fact && answer.diagnostics.length > 0);
    if (!fact) return;
    this.#answer = fact;
    this.#draw();
  }

  // A message in place; what is shown is of the last type that could be read, if the present one cannot.
  #say(problem, isError) {
    const { message, type, own } = this.#controls;
    message.hidden = !problem;
    message.textContent = problem;
    message.classList.toggle("hint", !isError);
    const isOwnLayout = isError && !own.hidden && own.value.trim() !== "" && problem.startsWith("invalid data layout");
    type.setAttribute("aria-invalid", String(isError && !isOwnLayout));
    own.setAttribute("aria-invalid", String(isOwnLayout));
    this.#body.classList.toggle("stale", isError && this.#answer !== null);
    this.#root.dataset.state = isError ? "error" : problem ? "empty" : "ready";
  }

  #room() {
    return Math.max(240, (this.#body.clientWidth || 640) - 28);
  }

  #draw() {
    const fact = this.#answer;
    const width = this.#room();
    this.#width = width;
    const open = (type) => this.#byUser(() => this.pick(type));
    const isDrawn = Boolean(fact.to) && hasMemory(fact);
    const cards = [element("div.card", {}, becamePart(fact, { open, isDrawn }))];
    const add = (title, ...contents) => cards.push(element("section.card", {}, element("h3", {}, title), ...contents));
    const addDrawn = (...given) => {
      add(...given);
      cards.at(-1).classList.add("drawn");
    };
    let drewArguments = false;
    if (isDrawn) {
      const { node, drawn, columns } = memoryPart(fact, width);
      drewArguments = columns.arguments;
      addDrawn("In memory", taken(() => drawn, fact.from), node, ...(places(fact).length ? [memoryTable(fact)] : []));
    } else if (fact.role === "signature") {
      add("Arguments and results", signatureTable(fact, open), ...descriptors(fact, width));
      const code = declarationCode(fact);
      if (code) add("Declared in C", code);
    }
    const passed = passingTable(fact, !drewArguments);
    if (passed) add("What a function takes", passed);
    const view = stridesView(fact, this.#state.given, (given) => {
      this.#state = { ...this.#state, given };
      this.#changed();
    }, width);
    if (view) addDrawn("Where each element is", taken(() => view.querySelector("svg"), `${fact.from} elements`), view);
    if (fact.role === "rule" || fact.children.length) add("Why: the rules", rulesTable(fact, open));
    const spellings = fact.children.filter(({ role }) => role === "spelling");
    if (spellings.length) add("How editions write it", spellingTable(spellings));
    this.#body.replaceChildren(...cards);
    markTerms(this.#body);
  }
}

const choice = (options, onchange, className = "") => element("select", { onchange, className }, ...options.map(([value, name]) => new Option(name, String(value))));
const named = (name, control) => element("label", {}, element("span", {}, name), control);

// The first descriptors of a function's arguments.
function descriptors(fact, width) {
  const all = fact.children.flatMap(({ children }) => children).filter((it) => it.to && places(it).length);
  return all.slice(0, MOST_DESCRIPTORS).map((it) => {
    const { node, drawn } = memoryPart(it, width);
    return element("figure", {}, element("figcaption", {}, typeCode(it.from)), taken(() => drawn, it.from), node);
  });
}

function spellingTable(spellings) {
  const spelled = ({ to, text }, i) => (!to ? text : to === spellings[i - 1]?.to ? "the same" : element("code", {}, clipped(to, 1200)));
  return table("spellings", "How editions write the result", spellings.map((fact, i) => row(fact.rule, spelled(fact, i))));
}

// Buttons that take a drawing along; `drawn()` gives it, or null.
function taken(drawn, name) {
  const text = () => drawn() && standalone(drawn());
  const copy = element("button", { type: "button", onclick: async () => {
    const source = text();
    if (!source) return;
    copy.textContent = await navigator.clipboard.writeText(source).then(() => "Copied", () => "Not copied");
    setTimeout(() => { copy.textContent = "Copy SVG"; }, 1500);
  } }, "Copy SVG");
  const save = element("button", { type: "button", onclick: () => {
    const source = text();
    if (source) download(source, `${name.replace(/\W+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "type"}.svg`);
  } }, "Save SVG");
  return element("div.take", {}, copy, save);
}

function download(source, file) {
  const url = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  element("a", { href: url, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const isGiven = ([name, value]) =>
  /^(?:(?:sizes|strides)\[\d{1,3}\]|offset)$/.test(name) && Number.isInteger(value) && Math.abs(value) <= 64;

// A state that may come from a link: what is not as it must be is left out.
function checked(state) {
  const { type, barePointers, indexBits, dataLayout, cInterface, given } = Object(state);
  return {
    type: typeof type === "string" ? type : DEFAULTS.type,
    barePointers: barePointers === true,
    indexBits: Number.isInteger(indexBits) && indexBits >= 0 && indexBits < 2 ** 24 ? indexBits : 0,
    dataLayout: typeof dataLayout === "string" ? dataLayout : "",
    cInterface: cInterface !== false,
    given: Object.fromEntries(Object.entries(Object(given)).filter(isGiven)),
  };
}
