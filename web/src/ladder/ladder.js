// The ladder: a rung for the text and one for each pass that changed something, a line each, with the shares of dialects in what it
// made; the chosen one says more. Those that had no effect are folded below, each with its reason; a pass that failed is the last,
// with its own.
import { CAST, hueOf } from "../base/dialects.js";
import { count, element } from "../base/dom.js";
import { loadTerms, withTerms } from "../teach/term.js";

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
  #problem = []; // nodes that say why the last one failed
  #left = ""; // what the last one leaves unconverted, in words

  /** `choose(index)` is called when a rung is; `why()` promises the reasons of passes, in their order: [text]. */
  constructor({ root, choose, why }) {
    this.#root = root;
    this.#choose = choose;
    this.#why = why;
    this.#list = element("ol", { "aria-label": "Rungs" });
    root.append(this.#list);
    root.addEventListener("keydown", (event) => this.#moveByKey(event));
    loadTerms().then(() => this.#draw(), () => {}); // without them the words stay plain
  }

  /** What passes do, in a few words. */
  set passes(passes) {
    this.#summaries = new Map(passes.map(({ name, summary }) => [name, summary]));
    this.#draw();
  }

  /** The rungs that can be gone to, from the text down: their indices. */
  get steps() {
    return [0, ...this.#rungs.filter(({ changed, failed }) => changed || failed).map(({ index }) => index)];
  }

  get chosen() {
    return this.#chosen;
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

  /** `operations` of the text, `stages` of the run, the index on show; `problem`: nodes that say why the last pass failed. */
  show({ operations = {}, stages = [], index = 0, problem = [] }) {
    delete this.#root.dataset.pending;
    delete this.#root.dataset.stale;
    this.operations = operations;
    this.#rungs = stages.map((stage, i) => ({ ...stage, index: i + 1, before: i ? stages[i - 1].operations : operations }));
    this.#chosen = index;
    this.#problem = problem;
    this.#reasons = null;
    this.#draw();
    if (this.#idle?.open) this.#tellWhy();
  }

  /** What the last rung leaves unconverted, in words; "": nothing. */
  set left(words) {
    if (words === this.#left) return;
    this.#left = words;
    this.#draw();
  }

  select(index) {
    this.#chosen = index;
    for (const button of this.#list.querySelectorAll(".rung > button")) {
      const isChosen = Number(button.dataset.index) === index;
      button.setAttribute("aria-current", String(isChosen));
      button.parentElement.classList.toggle("current", isChosen);
      if (isChosen) button.parentElement.scrollIntoView({ block: "nearest" });
    }
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
    if (this.#idle) items.push(element("li.idle", {}, this.#idle));
    const { scrollTop } = this.#root;
    items.forEach((item, i) => {
      const old = this.#list.children[i];
      if (!old) this.#list.append(item);
      else if (!old.isEqualNode(item) || item.contains(this.#idle)) old.replaceWith(item);
    });
    while (this.#list.children.length > items.length) this.#list.lastChild.remove();
    this.#root.scrollTop = scrollTop;
    if (active !== undefined && !this.#root.contains(document.activeElement)) this.#list.querySelector(`[data-index="${active}"]`)?.focus();
  }

  // The button is as large as the rung; terms stand above it.
  #rung(index, classes, name, ...children) {
    const isChosen = index === this.#chosen;
    const button = element("button.name", { type: "button", "aria-current": String(isChosen), onclick: () => this.#choose(index) }, name);
    button.dataset.index = index;
    return element(`div.rung${classes}${isChosen ? ".current" : ""}`, {}, button, ...children);
  }

  #summary(text) {
    return element("span.summary", {}, ...withTerms(text, this.#seen));
  }

  #textItem() {
    const numbers = Object.entries(byDialect(this.operations ?? {})).sort((a, b) => b[1] - a[1]);
    return element("li", {}, this.#rung(0, "", "Your text", sharesOf(this.operations ?? {}),
      element("span.numbers", {}, numbers.length ? listed(numbers.map(([dialect, n]) => `${dialect} ${n}`)) : "as it was read")));
  }

  #item(rung) {
    const { index, name, failed, before, operations } = rung;
    const numbers = changes(before, operations).map(({ dialect, from, to }) => `${dialect} ${from} → ${to}`);
    const words = failed ? [element("span.failed", {}, "failed")] : [element("span.numbers", {}, numbers.length ? listed(numbers) : "the same operations, changed")];
    if (!failed && this.#left && index === this.steps.at(-1)) words.push(element("span.left", {}, this.#left));
    const item = element("li", {}, this.#rung(index, failed ? ".is-failed" : "", name, ...failed ? [] : [sharesOf(operations ?? {})], this.#summary(this.#summaries.get(name) ?? ""), ...words));
    if (failed && this.#problem.length) item.append(element("div.reason", {}, ...this.#problem.map((node) => node.cloneNode(true))));
    return item;
  }

  #idlePart(idle, open) {
    const part = element("details", {},
      element("summary", {}, `${count(idle.length, "pass", "passes")} had no effect`),
      element("ul", {}, ...idle.map(({ index, name }) => element("li", {},
        this.#rung(index, ".is-idle", name, this.#summary(this.#reasons?.[index - 1] ?? "…"))))));
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

/** Operations by dialect: { arith: 4 }; casts that conversions leave between them are of none. */
function byDialect(operations) {
  const counts = {};
  for (const [name, n] of Object.entries(operations)) {
    const dialect = name === CAST ? "casts" : name.includes(".") ? name.slice(0, name.indexOf(".")) : "no dialect";
    counts[dialect] = (counts[dialect] ?? 0) + n;
  }
  return counts;
}

/** How the counts of operations changed by dialect: [{ dialect, from, to }], decreases first. */
export function changes(before, after) {
  const old = byDialect(before);
  const made = byDialect(after);
  return [...new Set([...Object.keys(old), ...Object.keys(made)])]
    .map((dialect) => ({ dialect, from: old[dialect] ?? 0, to: made[dialect] ?? 0 }))
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => (a.to - a.from) - (b.to - b.from));
}

// A bar: how much of the text each dialect is. The numbers say the same in words.
function sharesOf(operations) {
  const counts = Object.entries(byDialect(operations)).sort((a, b) => b[1] - a[1]);
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
