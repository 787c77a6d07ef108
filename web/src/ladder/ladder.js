// The ladder: a rung for the text and one for each pass that changed something, a line each, with the shares of dialects in what it
// made; the chosen one says more. Those that had no effect are folded below, each with its reason; a pass that failed is the last,
// with its own.
import { hueOf } from "../base/dialects.js";
import { count, element, whenIdle } from "../base/dom.js";
import { loadTerms, withTerms } from "../teach/term.js";
import { changes, sharesOf } from "./shares.js";

/** Dialects of a rung that are named; the others are counted. */
const NAMED = 4;

export class Ladder {
  #root;
  #choose;
  #why;
  #summaries = new Map();
  #rungs = []; // { index, name, pass, changed, failed, runs, operations, before }
  #chosen = 0; // index: 0 is the text, n what n passes made of it
  #reasons = null; // of passes, by index; null: not asked for
  #list;
  #idle = null; // the <details> of passes that did nothing
  #seen = new Set(); // terms that are marked already
  #isLog = false; // the rungs are dumps in the text
  #problem = []; // nodes that say why the last one failed
  /** Of the text; null: not known yet. */
  operations = null;
  #left = { words: "", pass: "" }; // what the last one leaves unconverted, and the pass that would help
  #listeners = [];
  #repair;
  #insert;
  #translate;
  #beyond = element("div.beyond", { hidden: true });
  #isTranslated = false; // the result on show is LLVM IR

  /** `choose(index)` is called when a rung is; `why()` promises the reasons of passes, in their order: [text]; `repair(pass)` adds a
   *  pass that would help, `insert(index)` is called to add one below a rung: without them nothing is changed here. `translate()`: LLVM IR is wanted. */
  constructor({ root, choose, why, repair = null, insert = null, translate = null }) {
    this.#root = root;
    this.#choose = choose;
    this.#why = why;
    this.#repair = repair;
    this.#insert = insert;
    this.#translate = translate;
    if (translate) root.append(this.#beyond);
    this.#list = root.querySelector(".rungs") ?? element("ol.rungs", { "aria-label": "Rungs" }); // the page has some of the first text
    this.#list.addEventListener("keydown", (event) => this.#moveByKey(event));
    if (!this.#list.isConnected) root.prepend(this.#list);
    whenIdle(() => loadTerms().then(() => { if (this.operations) this.#draw(); })); // without them the words stay plain
  }

  /** What passes do, in a few words. */
  set passes(passes) {
    this.#summaries = new Map(passes.map(({ name, summary }) => [name, summary]));
    if (this.operations) this.#draw();
  }

  /** The rungs that can be gone to, from the text down: their indices. */
  get steps() {
    return [0, ...this.#rungs.filter(({ changed, failed }) => changed || failed).map(({ index }) => index)];
  }

  get chosen() {
    return this.#chosen;
  }

  choose(index) {
    this.#choose(index);
  }

  // --- For the rows of the pipeline, which are rungs, too

  /** The rung after so many passes; null when the last run had another pass there, or none. */
  at(index, name) {
    const rung = this.#rungs[index - 1];
    return rung?.name === name ? rung : null;
  }

  /** What stands at the end of a rung's line: the shares of dialects, or that nothing changed. */
  mark({ changed, failed, operations }) {
    if (failed) return [];
    return changed ? [barOf(operations ?? {})] : [element("span.no-effect", {}, "no effect")];
  }

  /** What the chosen rung says below its line. */
  about(rung) {
    return this.#about(rung);
  }

  /** The rung of the text, once more. */
  textRung = element("div.text-rung");

  /** `listener()` is called when rungs are others, or another is chosen. */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  #tell() {
    this.textRung.replaceChildren(this.#textRow());
    for (const listener of this.#listeners) listener();
  }

  /** { name, summary, counts } of a rung, for the guide. */
  rung(index) {
    const found = this.#rungs[index - 1];
    return found && { ...found, summary: this.#summaries.get(found.name) ?? "", counts: changes(found.before, found.operations) };
  }

  /** The answers under way belong to another text or pipeline. */
  pending() {
    this.#root.dataset.pending = "true";
  }

  /** The ladder on show is that of the last valid text. */
  stale() {
    delete this.#root.dataset.pending;
    this.#root.dataset.stale = "true";
  }

  /** `operations` of the text, `stages` of the run, the index on show; `problem`: nodes that say why the last pass failed; `isLog`:
   *  the stages are those of dumpStages(); `isLlvm`: what the last one made can be LLVM IR, and `isTranslated`: it is on show. */
  show({ operations = {}, stages = [], index = 0, problem = [], isLog = false, isLlvm = false, isTranslated = false }) {
    delete this.#root.dataset.pending;
    delete this.#root.dataset.stale;
    this.operations = operations;
    this.#isLog = isLog;
    this.#rungs = stages.map((stage, i) => ({ ...stage, index: i + 1, before: stages[(stage.previous ?? i) - 1]?.operations ?? operations }));
    this.#chosen = index;
    this.#isTranslated = isTranslated;
    this.#problem = problem;
    this.#reasons = null;
    this.#drawBeyond(isLlvm);
    this.#draw();
    if (this.#idle?.open) this.#tellWhy();
  }

  /** What the last rung leaves unconverted: { words, pass }, the pass that would convert it; "": nothing, none. */
  set left({ words, pass }) {
    if (words === this.#left.words && pass === this.#left.pass) return;
    this.#left = { words, pass };
    if (this.operations) this.#draw();
  }

  select(index) {
    this.#chosen = index;
    if (this.#isTranslated) {
      this.#isTranslated = false;
      this.#drawBeyond(true);
    }
    for (const button of this.#list.querySelectorAll(".rung > button")) {
      const isChosen = Number(button.dataset.index) === index;
      button.setAttribute("aria-current", String(isChosen));
      button.parentElement.classList.toggle("current", isChosen);
      if (isChosen) button.parentElement.scrollIntoView({ block: "nearest" });
    }
    this.#roving();
    this.#tell();
  }

  /** The rung `step` further down (1) or up (-1). */
  go(step) {
    const { steps } = this;
    const at = steps.findIndex((index) => index >= this.#chosen);
    const to = steps[Math.min(steps.length - 1, Math.max(0, (at < 0 ? steps.length - 1 : at) + step))];
    this.#choose(to);
  }

  // Rungs that look the same stay, so that nothing flickers during typing, and the focus stays, too.
  #draw() {
    const active = this.#root.contains(document.activeElement) ? document.activeElement.dataset.index : undefined;
    const wasOpen = this.#idle?.open;
    this.#seen = new Set();
    const idle = this.#rungs.filter(({ changed, failed }) => !changed && !failed);
    const items = [this.#textItem(), ...this.#rungs.filter(({ changed, failed }) => changed || failed).map((rung) => this.#item(rung))];
    this.#idle = idle.length ? this.#idlePart(idle, wasOpen) : null;
    if (this.#idle) items.push(element("li.idle-group", {}, this.#idle));
    const { scrollTop } = this.#root;
    items.forEach((item, i) => {
      const old = this.#list.children[i];
      if (!old) this.#list.append(item);
      else if (!old.isEqualNode(item) || item.contains(this.#idle)) old.replaceWith(item);
    });
    while (this.#list.children.length > items.length) this.#list.lastChild.remove();
    this.#root.scrollTop = scrollTop;
    this.#roving();
    if (active !== undefined && !this.#root.contains(document.activeElement)) this.#list.querySelector(`[data-index="${active}"]`)?.focus();
    this.#tell();
  }

  // Tab goes to one rung, arrows go from there.
  #roving() {
    const buttons = [...this.#list.querySelectorAll(".rung > button.name")];
    const stop = buttons.find((button) => button.getAttribute("aria-current") === "true" && !button.closest("details:not([open])")) ?? buttons[0];
    for (const button of buttons) if ((button === stop) !== (button.tabIndex === 0)) button.tabIndex = button === stop ? 0 : -1;
  }

  // The button is as large as the rung; terms stand above it.
  #rung(index, classes, name, ...children) {
    const isChosen = index === this.#chosen && !this.#isTranslated;
    const button = element("button.name", { type: "button", "aria-current": String(isChosen), tabIndex: isChosen ? 0 : -1, onclick: () => this.#choose(index) }, name);
    button.dataset.index = index;
    return element(`div.rung${classes}${isChosen ? ".current" : ""}`, {}, button, ...children);
  }

  // Below the last rung the text leaves MLIR.
  #drawBeyond(isLlvm) {
    this.#beyond.hidden = !isLlvm;
    if (!isLlvm) return this.#beyond.replaceChildren();
    const had = this.#beyond.contains(document.activeElement);
    const button = element("button.name", { type: "button", "aria-current": String(this.#isTranslated), onclick: () => this.#translate() }, "LLVM IR");
    const about = this.#isTranslated ? [element("span.summary", {}, "what LLVM compiles: the module as mlir-translate writes it")] : [];
    this.#beyond.replaceChildren(element(`div.rung${this.#isTranslated ? ".current" : ""}`, {}, button, ...about));
    if (had) button.focus();
    return undefined;
  }

  #summary(text) {
    return element("span.summary", {}, ...withTerms(text, this.#seen));
  }

  #textRow() {
    const numbers = sharesOf(this.operations ?? {});
    const unknown = this.#isLog ? "what is in it" : "as it was read";
    return this.#rung(0, "", this.#isLog ? "The log" : "Your text", barOf(this.operations ?? {}),
      element("span.numbers", {}, numbers.length ? listed(numbers.map(([dialect, n]) => `${dialect} ${n}`)) : unknown));
  }

  #textItem() {
    return element("li", {}, this.#textRow(), ...this.#insertButton(0, "your text"));
  }

  #item(rung) {
    const { index, name, label = name, failed, operations } = rung;
    const marks = failed ? [] : [barOf(operations ?? {})];
    return element("li", {}, this.#rung(index, failed ? ".is-failed" : "", label, ...marks, ...this.#about(rung)), ...this.#insertButton(index, name));
  }

  #about({ index, name, changed, failed, before, operations }) {
    const summary = this.#summary(this.#summaries.get(name) ?? "");
    if (failed) return [summary, element("span.failed", {}, "failed"), ...this.#problem.length ? [element("div.reason", {}, ...this.#problem.map((node) => node.cloneNode(true)))] : []];
    if (!changed && index === this.#chosen) this.#tellWhy();
    if (!changed) return [summary, ...this.#reasons?.[index - 1] ? [element("span.numbers", {}, this.#reasons[index - 1])] : []];
    const numbers = changes(before, operations).map(({ dialect, from, to }) => `${dialect} ${from} → ${to}`);
    const nodes = [summary, element("span.numbers", {}, numbers.length ? listed(numbers) : "the same operations, changed")];
    if (this.#left.words && index === this.steps.at(-1)) nodes.push(this.#leftHere());
    return nodes;
  }

  // What is left stands on the last rung, with its repair.
  #leftHere() {
    const { words, pass } = this.#left;
    const repair = pass && this.#repair ? [" ", element("button.repair", { type: "button", onclick: () => this.#repair(pass) }, `Add ${pass}`)] : [];
    return element("span.left", {}, words, ...repair);
  }

  // Between two rungs: a pointer finds it there, keys find it on the rows of the pipeline.
  #insertButton(index, name) {
    if (!this.#insert || this.#isLog) return [];
    return [element("button.insert", { type: "button", tabIndex: -1, "aria-hidden": "true", title: `Add a pass after ${name}`, onclick: () => this.#insert(index) }, "+")];
  }

  #idlePart(idle, open) {
    const part = element("details", {},
      element("summary", {}, `${count(idle.length, "pass", "passes")} had no effect`),
      element("ul", {}, ...idle.map(({ index, name, label = name }) => element("li", {},
        this.#rung(index, ".is-idle", label, this.#summary(this.#isLog ? "the same as before" : this.#reasons?.[index - 1] ?? "…"))))));
    part.open = open ?? false;
    part.addEventListener("toggle", () => { if (part.open) this.#tellWhy(); });
    return part;
  }

  async #tellWhy() {
    if (this.#reasons) return;
    const rungs = this.#rungs;
    const reasons = await this.#why();
    if (rungs !== this.#rungs || !reasons) return;
    this.#reasons = reasons;
    this.#draw();
  }

  #moveByKey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...this.#list.querySelectorAll(".rung > button")].filter((button) => button.checkVisibility());
    const at = buttons.indexOf(document.activeElement);
    const to = step ? at + step : { Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || at < 0 || !buttons[to]) return;
    event.preventDefault();
    buttons[to].focus();
    buttons[to].click();
  }
}

// A bar: how much of the text each dialect is. The numbers say the same in words.
function barOf(operations) {
  const counts = sharesOf(operations);
  const bar = element("span.shares", { "aria-hidden": "true", title: counts.map(([dialect, n]) => `${dialect} ${n}`).join(" · ") });
  for (const [dialect, n] of counts) {
    const share = element(`span.${hueOf(dialect)}`);
    share.style.flexGrow = n;
    bar.append(share);
  }
  return bar;
}

function listed(words) {
  return words.length > NAMED + 1 ? `${words.slice(0, NAMED).join(" · ")} · ${count(words.length - NAMED, "more dialect")}` : words.join(" · ");
}
