// The result: the text at a rung, as it is, or as the difference to the rung before or to the source. It never shows an old
// result as if it were current: pending() dims it until show() or say() replaces it; while the text is not valid the last
// result stays, dimmed and marked.
import { defaultKeymap } from "@codemirror/commands";
import { searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { Decoration, EditorView, keymap } from "@codemirror/view";
import { decorationField } from "../editor/decorations.js";
import { element } from "../base/dom.js";
import { textView } from "../editor/editor.js";
import { removedMarks } from "./removed-mark.js";
import { shortTypes } from "./short-types.js";

/** Texts with more lines are shown without marks on what a rung changed. */
const MARKED_LINES = 5000;
/** As long as the style sheet's animation. */
const MOVE_MS = 150;

const changedLine = Decoration.line({ class: "changed-line" });
const marks = decorationField();
const difference = new Compartment();

const sideReadOnly = [EditorState.readOnly.of(true), EditorView.editable.of(false), EditorView.contentAttributes.of({ tabindex: "0" })];
const readOnly = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "Output", "aria-readonly": "true" }),
  keymap.of([...searchKeymap, ...defaultKeymap]),
  marks.field,
];

export class Result {
  #root;
  #place;
  #message;
  #changed;
  #text = ""; // on show, with the line breaks at its end
  #marked = 0; // the first marked line
  #compare = "text"; // "text", "previous", "source"
  #sides = false;
  #other = null; // what the difference is to; null: not known
  #beside = null; // both, side by side
  #merge = null; // the module with the differences, once loaded

  /** `root` holds a `.view` and a `.message`. `changed` is called when another text is shown. */
  constructor({ root, extensions = [], changed = () => {} }) {
    this.#root = root;
    this.#changed = changed;
    this.#place = root.querySelector(".view");
    this.#message = root.querySelector(".message");
    this.view = new EditorView({
      parent: this.#place, extensions: [extensions, readOnly, textView, shortTypes, difference.of([])],
    });
  }

  /** The text on show; "" if nothing is shown, or if it does not fit the editor's text. */
  get text() {
    return this.#root.dataset.state === "ready" && !this.#root.dataset.pending ? this.#text : "";
  }

  /** Something newer is on its way. */
  pending() {
    this.#root.setAttribute("aria-busy", "true");
    this.#root.dataset.pending = "true";
  }

  /** `compare`: "text", "previous" or "source"; what it is compared to comes with against(). */
  async showAs(compare, sides) {
    this.#compare = compare;
    this.#sides = sides;
    if (compare !== "text") this.#merge ??= await import("./difference.js");
    this.#drawDifference();
  }

  /** `note`: nodes to stand below it. */
  show(text, note = []) {
    this.#settle("ready");
    this.#other = null;
    this.#root.classList.toggle("noted", note.length > 0);
    this.#message.replaceChildren(...note);
    this.#setText(text);
    this.#drawDifference();
  }

  /** What the text on show is compared to, as Workspace.compared() has it: another text, or lines to mark and those that are gone; null: nothing. */
  against(compared) {
    this.#other = compared?.text === undefined ? null : withoutBreaks(compared.text);
    this.#mark(compared?.lines ?? [], compared?.removed ?? []);
    this.#drawDifference();
  }

  /** The marked lines come in, for a moment: another rung was gone to. */
  move() {
    this.#root.dataset.moves = "";
    setTimeout(() => delete this.#root.dataset.moves, MOVE_MS);
  }

  /** At most `most` lines of it from the first that is marked on; "" if none is. */
  changedLines(most) {
    const { doc } = this.view.state;
    if (!this.#marked) return "";
    const end = Math.min(doc.lines, this.#marked + most - 1);
    return doc.sliceString(doc.line(this.#marked).from, doc.line(end).to);
  }

  #mark(lines, removed) {
    this.#marked = lines[0] ?? 0;
    const { doc } = this.view.state;
    if (doc.lines > MARKED_LINES) return;
    const changed = lines.filter((number) => number <= doc.lines).map((number) => changedLine.range(doc.line(number).from));
    this.view.dispatch({ effects: marks.set([...changed, ...removedMarks(doc, removed)]) });
  }

  /** Show these nodes instead of a text. `keeps`: the last text stays below, with this sentence about it. */
  say(state, contents, keeps = "") {
    const hasText = keeps && this.view.state.doc.length > 0;
    this.#settle(state);
    this.#root.classList.toggle("keeps", Boolean(hasText));
    this.#message.replaceChildren(...hasText ? [element("p.stale", { role: "note" }, keeps)] : [], ...contents);
    if (hasText) return;
    this.#other = null;
    this.#setText("");
    this.#drawDifference();
  }

  #settle(state) {
    this.#root.dataset.state = state;
    this.#root.classList.remove("keeps", "noted");
    delete this.#root.dataset.pending;
    this.#root.removeAttribute("aria-busy");
  }

  // Replace only the lines that differ, so that the place on screen stays in sight.
  #setText(whole) {
    const { state } = this.view;
    const text = withoutBreaks(whole);
    this.#text = whole;
    const old = state.doc.toString();
    let from = 0;
    let end = 0;
    const shorter = Math.min(old.length, text.length);
    while (from < shorter && old.charCodeAt(from) === text.charCodeAt(from)) from++;
    while (end < shorter - from && old.charCodeAt(old.length - 1 - end) === text.charCodeAt(text.length - 1 - end)) end++;
    this.view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) }, effects: marks.set([]) });
    this.#changed();
  }

  #drawDifference() {
    const shown = this.#compare !== "text" && this.#merge && this.#other !== null && this.#root.dataset.state === "ready";
    this.#beside?.destroy();
    this.#beside = null;
    this.#root.classList.toggle("beside", Boolean(shown && this.#sides));
    this.#root.dataset.compare = shown ? this.#compare : "text";
    document.documentElement.toggleAttribute("data-comparing", Boolean(shown)); // for the style sheet
    if (shown && this.#sides) this.#beside = new this.#merge.Sides(this.#place, this.#other, this.view.state.doc, [textView, sideReadOnly]);
    this.view.dispatch({ effects: difference.reconfigure(shown && !this.#sides ? this.#merge.unified(this.#other) : []) });
  }
}

// Line breaks at the end of a text would be lines without anything.
function withoutBreaks(text) {
  let end = text.length;
  while (end > 0 && text[end - 1] === "\n") end--;
  return text.slice(0, end);
}
