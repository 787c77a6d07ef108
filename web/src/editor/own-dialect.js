// A dialect of the reader's own: records typed into the page. One that a link brings is shown first, and used when the reader says so.
import { Disclosure } from "../base/disclosure.js";
import { element } from "../base/dom.js";

const PAUSE_MS = 120;

export class OwnDialect {
  #shown;
  #area;
  #said;
  #list;
  #use;
  #changed;
  #text = ""; // that is used
  #timer = 0;

  /** `root` holds a `textarea`, a `.said`, an `ol`, a button `.use` and a `[data-close]`. `changed()`: another text is to be used. */
  constructor({ root, button, changed }) {
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
    return { dialect: this.text };
  }

  restore({ dialect }, isLinked) {
    if (isLinked && dialect) this.offer(dialect);
    else this.text = dialect ?? "";
  }

  /** The records that are used; empty: none. */
  get text() {
    return this.#text;
  }

  /** Use these records. */
  set text(text) {
    clearTimeout(this.#timer);
    this.#text = text;
    this.#area.value = text;
    this.#use.hidden = true;
    if (Boolean(text) !== this.#shown.open) this.#shown.toggle(Boolean(text));
    if (!text) this.show({ dialectName: null, dialectDiagnostics: [] });
  }

  /** Show these records, which came with a link; they are used when the reader says so. */
  offer(text) {
    this.text = "";
    this.#area.value = text;
    this.#use.hidden = false;
    this.#said.textContent = "This link brings a dialect of its own. It is not used yet.";
    this.#shown.toggle(true);
  }

  /** What the core says of the records that are used. */
  show({ dialectName, dialectDiagnostics }) {
    if (!this.#use.hidden) return;
    this.#said.textContent = dialectName ? `Dialect ${dialectName} is known` : dialectDiagnostics.length ? "Not added yet" : "Define a dialect";
    this.#list.replaceChildren(...dialectDiagnostics.map(({ severity, message, from, to, line, column }) => element(`li.${severity}`, {},
      element("button.problem", { type: "button", onclick: () => this.#go(from, to) },
        element("span.severity", {}, severity), element("span.message", {}, message), element("span.place", {}, `${line}:${column}`)))));
  }

  #take() {
    clearTimeout(this.#timer);
    this.#use.hidden = true;
    this.#text = this.#area.value;
    this.#changed();
  }

  #go(from, to) {
    this.#area.focus();
    this.#area.setSelectionRange(from, to);
  }
}
