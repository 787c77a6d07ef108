// A run gone through step by step, forwards and backwards: each value stands beside the line that computes it, as it is at the step, with
// how often the line has computed one. The editor shows that as long as its text is the one that ran.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";
import { count, element } from "../base/dom.js";
import { written } from "./types.js";

/** Values that a line shows. */
const SHOWN = 4;

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
    const node = element("span.run-values", { title: `computed ${count(this.times, "time")} up to here` }, this.text, this.times > 1 ? element("span.run-times", {}, ` ×${this.times.toLocaleString("en")}`) : "");
    node.style.setProperty("--heat", `${Math.round(this.share * 40)}%`);
    return node;
  }
}

// Places of UTF-8 bytes in a text, as the editor counts.
function placesOf(doc, bytes) {
  const text = doc.toString();
  if (!/[^\x00-\x7f]/.test(text)) return (at) => Math.min(at, text.length);
  const encoded = new TextEncoder().encode(text), decoder = new TextDecoder(), known = new Map();
  for (const at of new Set(bytes)) known.set(at, decoder.decode(encoded.subarray(0, at)).length);
  return (at) => known.get(at) ?? 0;
}

/** How much of an operation is looked at for a region. */
const HEAD = 2000;

// Whether the operation at that place opens a region before the next one begins: what it computes on the way is not its result.
function hasRegion(doc, place) {
  const [head] = doc.sliceString(place, place + HEAD).split(/\n\s*(?=[%}^"]|[\w$]+\.\w)/);
  return /\{\s*(?:\/\/.*)?$/.test(head);
}

// What a value at that place is called: an operation's result, or an argument, whose name stands there. "": nobody gave it a name.
function nameAt(doc, place) {
  const { text, from } = doc.lineAt(place);
  const before = text.slice(0, place - from), after = text.slice(place - from);
  if (!after.startsWith("%") && hasRegion(doc, place)) return "";
  return /(%[\w$.-]+)(?::\d+)?\s*=\s*$/.exec(before)?.[1] ?? /^%[\w$.-]+/.exec(after)?.[0] ?? "";
}

export class Steps {
  #editor;
  #events = []; // { line, name, value }
  #total = 0;
  #doc = null;
  #slider = element("input", { type: "range", min: 0, "aria-label": "Step of the run", oninput: () => this.#go(Number(this.#slider.value)) });
  #words = element("output.step-words");
  root = element("div.steps", { hidden: true },
    element("button", { type: "button", "aria-label": "A step back", onclick: () => this.#go(this.#at - 1) }, "◂"), this.#slider,
    element("button", { type: "button", "aria-label": "A step on", onclick: () => this.#go(this.#at + 1) }, "▸"), this.#words);
  #at = 0;

  constructor(editor) {
    this.#editor = editor;
    editor.dispatch({ effects: StateEffect.appendConfig.of(marks) });
  }

  hide() {
    this.root.hidden = true;
    if (this.#doc) this.#editor.dispatch({ effects: setMarks.of(Decoration.none) });
    this.#doc = null;
  }

  /** `trace`: { places, values, total } of run-worker.js; `doc`: the text that ran. */
  show({ places, values, total }, doc) {
    const placeOf = placesOf(doc, places), known = new Map();
    const named = (byte) => {
      if (!known.has(byte)) {
        const place = placeOf(byte);
        known.set(byte, { line: doc.lineAt(place).number, name: nameAt(doc, place) });
      }
      return known.get(byte);
    };
    // Several instructions may come of one operation: the last one gives its value.
    this.#events = places.map((byte, i) => ({ ...named(byte), byte, value: values[i] })).filter(({ name, byte }, i) => name !== "" && byte !== places[i + 1]);
    this.#total = total;
    this.#doc = doc;
    this.root.hidden = this.#events.length === 0;
    this.#slider.max = this.#events.length;
    if (this.#events.length) this.#go(this.#events.length);
  }

  #go(step) {
    const doc = this.#doc;
    if (!doc || this.#editor.state.doc !== doc) return this.hide();
    this.#at = Math.max(0, Math.min(this.#events.length, step));
    this.#slider.value = this.#at;
    const lines = new Map(), times = new Map(); // of each line: names and their values; how often
    for (let i = 0; i < this.#at; i++) {
      const { line, name, value } = this.#events[i];
      if (!lines.has(line)) lines.set(line, new Map());
      lines.get(line).set(name, value);
      times.set(line, (times.get(line) ?? 0) + 1);
    }
    const most = Math.max(...times.values(), 1), made = [];
    const now = this.#events[this.#at - 1];
    for (const [number, values] of [...lines].sort(([a], [b]) => a - b)) {
      const { from, to } = doc.line(number);
      const text = [...values].slice(-SHOWN).map(([name, value]) => `${name} = ${written(value)}`).join(", ");
      if (number === now?.line && this.#at < this.#events.length) made.push(Decoration.line({ class: "run-line" }).range(from));
      made.push(Decoration.widget({ widget: new Values(text, times.get(number), times.get(number) / most), side: 1 }).range(to));
    }
    const isEnd = this.#at === this.#events.length;
    this.#words.textContent = isEnd ? `${count(this.#total, "value")}${this.#total > this.#events.length && this.#events.length >= 1000 ? ", the first of them kept" : ""}`
      : this.#at === 0 ? "before the first" : `step ${this.#at.toLocaleString("en")}, line ${now.line}: ${now.name} = ${written(now.value)}`;
    const effects = [setMarks.of(Decoration.set(made, true))];
    if (!isEnd && now) effects.push(EditorView.scrollIntoView(doc.line(now.line).from, { y: "nearest" }));
    this.#editor.dispatch({ effects });
    return undefined;
  }
}
