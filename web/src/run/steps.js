// A run gone through step by step, forwards and backwards: each value stands beside the line that computes it, as it is at the step, with
// how often the line has computed one; the calls that have not returned yet; and what is watched of memory. The editor shows that as long as
// its text is the one that ran.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";
import { count, element } from "../base/dom.js";
import { Watch } from "./memory.js";
import { WAYS, stepsOf } from "./trace.js";
import { address, written } from "./types.js";

/** Values that a line shows. */
const SHOWN = 4;
/** Calls that are shown; there may be more between the first and the last ones. */
const CALLS = 12;

const setMarks = StateEffect.define();
const marks = StateField.define({
  create: () => Decoration.none,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value;
    return transaction.docChanged ? Decoration.none : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

class Values extends WidgetType {
  constructor(text, times, share) {
    super();
    Object.assign(this, { text, times, share });
  }

  eq(other) {
    return other.text === this.text && other.times === this.times;
  }

  toDOM() {
    const node = element("span.run-values", { title: `computed ${count(this.times, "time")} up to here` }, this.text, this.times > 1 ? ` ×${this.times.toLocaleString("en")}` : "");
    node.style.setProperty("--heat", `${Math.round(this.share * 30)}%`);
    return node;
  }
}

// A value as it stands beside its name.
function valueWords(kind, value) {
  if (kind === "memref") return `at ${address(value.aligned)}`;
  return `= ${kind === "pointer" ? address(value) : written(value)}`;
}

function stepWords(kind, site, value) {
  if (kind === "call") return `a call of ${value}`;
  if (kind === "leave") return `${value} returns`;
  if (kind === "effect") return `${site.operation || "done"}${value ? `, at ${address(value)}` : ""}`;
  return `${site.name} ${valueWords(kind, value)}`;
}

export class Steps {
  #editor;
  #goTo;
  #steps = null;
  #isFault = false;
  #doc = null;
  #slider = element("input", { type: "range", min: 0, "aria-label": "Step of the run", oninput: () => this.#go(Number(this.#slider.value)) });
  #words = element("output.step-words");
  #way = element("select", { "aria-label": "A step is" }, ...Object.keys(WAYS).map((name) => element("option", {}, name)));
  #stack = element("ol.stack", { hidden: true, "aria-label": "Calls" });
  #watch;
  root;
  #at = 0;
  #wanted = null; // a step that a link names

  /** `goTo(from)` shows a place of the text; `typeAt(offset)`: a promise of the type of the value there; `memory(until, parts)`: see Runner. */
  constructor({ editor, goTo, typeAt, memory }) {
    this.#editor = editor;
    this.#goTo = goTo;
    this.#watch = new Watch({ typeAt, memory });
    const button = (label, sign, by) => element("button", { type: "button", "aria-label": label, onclick: () => this.#go(WAYS[this.#way.value](this.#steps, this.#at, by)) }, sign);
    this.root = element("div.stepping", { hidden: true },
      element("div.steps", {}, button("A step back", "◂", -1), this.#slider, button("A step on", "▸", 1), this.#way),
      this.#words, this.#stack, this.#watch.root);
    editor.dispatch({ effects: StateEffect.appendConfig.of(marks) });
  }

  /** What a link says of it. */
  get kept() {
    return this.#steps ? { at: this.#at < this.#steps.kinds.length ? this.#at : null, way: this.#way.value, watch: this.#watch.kept } : undefined;
  }

  restore(kept) {
    if (typeof kept !== "object" || !kept) return;
    if (kept.way in WAYS) this.#way.value = kept.way;
    if (Number.isInteger(kept.at)) this.#wanted = kept.at;
    this.#watch.restore(kept.watch);
  }

  hide() {
    this.root.hidden = true;
    if (this.#doc) this.#editor.dispatch({ effects: setMarks.of(Decoration.none) });
    this.#doc = this.#steps = null;
  }

  /** `trace`: what a TraceLog kept; `doc`: the text that ran; `isFault`: it ended by one; `what`: as it was run. */
  show(trace, doc, { isFault, what }) {
    const steps = stepsOf(trace, doc), { length } = steps.kinds;
    this.#steps = steps;
    this.#isFault = isFault;
    this.#doc = doc;
    this.root.hidden = length === 0;
    this.#slider.max = length;
    this.#watch.show(steps, what);
    if (length) this.#go(this.#wanted ?? length, true);
    this.#wanted = null;
  }

  #go(step, isQuiet = false) {
    const doc = this.#doc;
    if (!doc || this.#editor.state.doc !== doc) return this.hide();
    const { kinds, sites, values, frames } = this.#steps, { length } = kinds;
    const at = (this.#at = Math.max(0, Math.min(length, step))), now = at - 1, isEnd = at === length;
    this.#slider.value = at;
    this.#words.textContent = isEnd ? `${this.#steps.isCut ? "the first " : ""}${count(length, "step")}`
      : at === 0 ? "before the first" : `step ${at.toLocaleString("en")}, line ${sites[now].line}: ${stepWords(kinds[now], sites[now], values[now])}`;
    this.#showCalls(isEnd && !this.#isFault ? null : frames[now], sites[now]);
    const effects = [setMarks.of(this.#marks(at, isEnd))];
    if (!isEnd && at > 0 && !isQuiet) effects.push(EditorView.scrollIntoView(sites[now].from, { y: "nearest" }));
    this.#editor.dispatch({ effects });
    this.#watch.go(at);
    return undefined;
  }

  // Beside each line its last values. Of a function that is active they are those of its innermost activation.
  #marks(at, isEnd) {
    const { kinds, sites, values, frames } = this.#steps, active = new Map(), lines = new Map();
    for (let frame = frames[at - 1]; frame && !isEnd; frame = frame.parent) if (!active.has(frame.name)) active.set(frame.name, frame);
    for (let i = 0; i < at; i++) {
      const { line, name } = sites[i], frame = frames[i];
      if (!lines.has(line)) lines.set(line, { values: new Map(), times: 0 });
      const shown = lines.get(line);
      shown.times++;
      if (name && kinds[i] !== "call" && kinds[i] !== "leave" && (active.get(frame?.name) ?? frame) === frame) shown.values.set(name, i);
    }
    let most = 1;
    for (const { times } of lines.values()) most = Math.max(most, times);
    const made = [], now = !isEnd && at > 0 ? sites[at - 1].line : 0;
    for (const [number, { values: last, times }] of [...lines].sort(([a], [b]) => a - b)) {
      const { from, to } = this.#doc.line(number);
      const text = [...last].slice(-SHOWN).map(([name, i]) => `${name} ${valueWords(kinds[i], values[i])}`).join(", ");
      if (number === now) made.push(Decoration.line({ class: "run-line" }).range(from));
      if (text) made.push(Decoration.widget({ widget: new Values(text, times, times / most), side: 1 }).range(to));
    }
    return Decoration.set(made, true);
  }

  // The innermost call first: where it is, then where each of the others called the one before.
  #showCalls(frame, site) {
    const calls = [];
    for (let at = site; frame; at = frame.call, frame = frame.parent) calls.push([frame.name, at]);
    this.#stack.hidden = calls.length === 0;
    const left = calls.length - CALLS;
    if (left > 0) calls.splice(CALLS - 2, left, [null]);
    this.#stack.replaceChildren(...calls.map(([name, at]) => (name === null ? element("li.why", {}, count(left, "call"))
      : element("li", {}, element("code", {}, name || "a function"), " ", at ? element("button.place", { type: "button", onclick: () => this.#goTo(at.from) }, `line ${at.line}`) : ""))));
  }
}
