// A text of the reader's own beside the one in the editor: records of a dialect, or rewrite rules. One that a link brings is shown
// first, and used when the reader says so.
import { Disclosure } from "../base/disclosure.js";
import { element } from "../base/dom.js";

const PAUSE_MS = 120;

/** What the reader may have: the word that links keep it under, what is said of it, and how the core's answer tells about it. */
export const DIALECT = {
  key: "dialect", empty: "Define a dialect", wrong: "Not added yet", offered: "This link brings a dialect of its own. It is not used yet.",
  diagnostics: ({ dialectDiagnostics }) => dialectDiagnostics ?? [], said: ({ dialectName }) => dialectName && `Dialect ${dialectName} is known`,
};
export const RULES = {
  key: "rules", empty: "Write rewrite rules", wrong: "The rules cannot be read yet", offered: "This link brings rewrite rules of its own. They are not used yet.",
  diagnostics: ({ rulesDiagnostics }) => rulesDiagnostics ?? [], said: () => "The pass apply-rules applies these rules",
};

export class OwnText {
  #kind;
  #shown;
  #area;
  #said;
  #list;
  #use;
  #changed;
  #text = ""; // that is used
  #timer = 0;

  /** `root` holds a `textarea`, a `.said`, an `ol`, a button `.use` and a `[data-close]`; `kind`: DIALECT or RULES. `changed()`: another
   *  text is to be used. */
  constructor({ root, button, kind, changed }) {
    this.#kind = kind;
    this.#area = root.querySelector("textarea");
    this.#said = root.querySelector(".said");
    this.#list = root.querySelector("ol");
    this.#use = root.querySelector(".use");
    this.#changed = changed;
    this.#area.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#take(), PAUSE_MS);
    });
    this.#use.addEventListener("click", () => {
      this.#take();
      this.#area.focus();
    });
    this.#shown = new Disclosure({ root, button });
    button.addEventListener("click", () => { if (this.#shown.open) this.#area.focus(); });
  }

  /** What links keep. */
  get kept() {
    return { [this.#kind.key]: this.text };
  }

  restore(state, isLinked) {
    const text = state[this.#kind.key] ?? "";
    if (isLinked && text) this.offer(text);
    else this.text = text;
  }

  /** The text that is used; empty: none. */
  get text() {
    return this.#text;
  }

  /** Use this text. */
  set text(text) {
    clearTimeout(this.#timer);
    this.#text = text;
    this.#area.value = text;
    this.#use.hidden = true;
    if (Boolean(text) !== this.#shown.open) this.#shown.toggle(Boolean(text));
    if (!text) this.show({});
  }

  /** Show this text, which came with a link; it is used when the reader says so. */
  offer(text) {
    this.text = "";
    this.#area.value = text;
    this.#use.hidden = false;
    this.#said.textContent = this.#kind.offered;
    this.#shown.toggle(true);
  }

  /** What the core says of the text that is used. */
  show(answer) {
    if (!this.#use.hidden) return;
    const { diagnostics, said, wrong, empty } = this.#kind;
    const problems = diagnostics(answer);
    this.#said.textContent = problems.length ? wrong : (this.#text && said(answer)) || empty;
    this.#list.replaceChildren(...problems.map(({ severity, message, line, column }) => element(`li.${severity}`, {},
      element("button.problem", { type: "button", onclick: () => this.#go(line, column) },
        element("span.severity", {}, severity), element("span.message", {}, message), element("span.place", {}, `${line}:${column}`)))));
  }

  #take() {
    clearTimeout(this.#timer);
    this.#use.hidden = true;
    this.#text = this.#area.value;
    this.#changed();
  }

  // To a place, which the core counts in bytes.
  #go(line, column) {
    const lines = this.#area.value.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    const bytes = new TextEncoder().encode(lines[line - 1] ?? "").subarray(0, column - 1);
    const at = before + new TextDecoder().decode(bytes).length;
    const [word] = /^[\w$.-]*/.exec(this.#area.value.slice(at));
    this.#area.focus();
    this.#area.setSelectionRange(at, at + Math.max(1, word.length));
  }
}
