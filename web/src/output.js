// The output: the text printed anew or after a pipeline, stage by stage. It never shows an old
// result as if it were current: pending() dims it until show() or say() replaces it.
import { defaultKeymap } from "@codemirror/commands";
import { searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { Decoration, EditorView, keymap } from "@codemirror/view";
import { decorationField } from "./decorations.js";
import { element } from "./dom.js";
import { textView } from "./editor.js";
import { changedLines } from "./sync-core.js";

/** Texts with more lines are shown without marks on what a stage changed. */
const MARKED_LINES = 5000;

const changedLine = Decoration.line({ class: "changed-line" });
const marks = decorationField();

const readOnly = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ tabindex: "0", "aria-label": "Output", "aria-readonly": "true" }),
  keymap.of([...searchKeymap, ...defaultKeymap]),
  marks.field,
];

export class Output {
  #root;
  #message;
  #stages;
  #steps = []; // as steps() makes them; empty without a pipeline
  #chosen = null; // index of the stage looked at; null: the last
  #changed;

  /** `root` holds a `.view` for the text and a `.message`; `stages` is the tab list. `changed` is called
   *  when another text is shown. */
  constructor({ root, stages, extensions = [], changed = () => {} }) {
    this.#root = root;
    this.#changed = changed;
    this.#message = root.querySelector(".message");
    this.#stages = stages;
    this.view = new EditorView({ parent: root.querySelector(".view"), extensions: [extensions, readOnly, textView] });
    stages.addEventListener("keydown", (event) => this.#moveByKey(event));
  }

  /** The text on show, or "" when there is none, or none that fits the editor's text. */
  get text() {
    return this.#root.dataset.state === "ready" && !this.#root.dataset.pending ? this.view.state.doc.toString() : "";
  }

  /** Which step is on show, as the stages are listed; 0 without them. */
  get step() {
    return this.#chosen ?? Math.max(0, this.#steps.length - 1);
  }

  /** What is shown next is the last step, whichever was looked at so far. */
  chooseLast() {
    this.#chosen = null;
  }

  /** Something newer is on its way. */
  pending() {
    this.#root.setAttribute("aria-busy", "true");
    this.#root.dataset.pending = "true";
  }

  /** `stages`: [{ name, pass, text, changed }], `input`: the text before the first of them. */
  show(text, stages = [], input = "") {
    this.#setSteps(steps(stages, input));
    if (this.#steps.length) this.#steps.at(-1).text = text;
    this.#settle();
    if (this.#steps.length) this.#showStep();
    else this.#showText(text, null);
  }

  /** No text to show, but this to say: strings or nodes. The stages before a failure stay in reach. */
  say(state, contents, stages = [], input = "") {
    this.#setSteps(stages.length
      ? [...steps(stages, input), { label: "failed", pass: "Where the pipeline ended", state, contents, changed: true }]
      : []);
    this.#settle();
    if (this.#steps.length) this.#showStep();
    else this.#showMessage(state, contents);
  }

  #setSteps(list) {
    this.#steps = list;
    if (this.#chosen >= list.length) this.#chosen = null;
    this.#drawStages();
  }

  #settle() {
    delete this.#root.dataset.pending;
    this.#root.removeAttribute("aria-busy");
  }

  #showStep() {
    const index = this.#chosen ?? this.#steps.length - 1;
    const step = this.#steps[index];
    if (step.contents) this.#showMessage(step.state, step.contents);
    else this.#showText(step.text, index > 0 ? this.#steps[index - 1].text : null);
  }

  #showText(text, before) {
    this.#root.dataset.state = "ready";
    this.#message.replaceChildren();
    this.#setText(text, before);
  }

  #showMessage(state, contents) {
    this.#root.dataset.state = state;
    this.#message.replaceChildren(...contents);
    this.#setText("", null);
  }

  // Replace only what differs, so that the place looked at stays in sight.
  #setText(text, before) {
    const { state } = this.view;
    const old = state.doc.toString();
    let from = 0;
    let end = 0;
    const shorter = Math.min(old.length, text.length);
    while (from < shorter && old.charCodeAt(from) === text.charCodeAt(from)) from++;
    while (end < shorter - from && old.charCodeAt(old.length - 1 - end) === text.charCodeAt(text.length - 1 - end)) end++;
    const changes = { from, to: old.length - end, insert: text.slice(from, text.length - end) };
    const { newDoc } = state.update({ changes });
    this.view.dispatch({ changes, effects: marks.set(rangesChanged(newDoc, before)) });
    this.#changed();
  }

  #drawStages() {
    this.#stages.hidden = this.#steps.length === 0;
    const current = this.#chosen ?? this.#steps.length - 1;
    this.#stages.replaceChildren(...this.#steps.map((step, index) => element(
      `button.${step.changed ? "changed" : "unchanged"}`,
      {
        type: "button", role: "tab", title: step.changed ? step.pass : `${step.pass}: changed nothing`,
        "aria-selected": String(index === current), "aria-controls": "output-view",
        tabIndex: index === current ? 0 : -1, onclick: () => this.#choose(index),
      },
      element("span.number", { "aria-hidden": "true" }, String(index)), step.label)));
    this.#reveal();
  }

  #choose(index) {
    this.#chosen = index === this.#steps.length - 1 ? null : index;
    [...this.#stages.children].forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
    });
    this.#reveal();
    this.#showStep();
  }

  // Scroll the strip alone: scrollIntoView would move the page on a phone.
  #reveal() {
    const tab = this.#stages.querySelector("[aria-selected=true]");
    if (!tab) return;
    const { scrollLeft, clientWidth } = this.#stages;
    const left = tab.offsetLeft - this.#stages.offsetLeft;
    if (left < scrollLeft) this.#stages.scrollLeft = left - 24;
    else if (left + tab.offsetWidth > scrollLeft + clientWidth) this.#stages.scrollLeft = left + tab.offsetWidth - clientWidth + 24;
  }

  #moveByKey(event) {
    const current = this.#chosen ?? this.#steps.length - 1;
    const last = this.#steps.length - 1;
    const to = { ArrowLeft: Math.max(0, current - 1), ArrowRight: Math.min(last, current + 1), Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#choose(to);
    this.#stages.children[to].focus();
  }
}

// The input and what each pass made of it: { label, pass, text, changed }.
function steps(stages, input) {
  if (!stages.length) return [];
  return [
    { label: "input", pass: "The text as it was parsed", text: input, changed: true },
    ...stages.map(({ name, pass, text, changed }) => ({ label: name, pass, text, changed })),
  ];
}

// Marks on the lines that the text before does not have.
function rangesChanged(doc, before) {
  if (before === null || doc.lines > MARKED_LINES) return [];
  return changedLines(before, doc.toString()).map((number) => changedLine.range(doc.line(number).from));
}
