// Lists the messages that the reference tool would give for the text, beside the page's own messages, which say more.
import { Disclosure } from "../base/disclosure.js";
import { element } from "../base/dom.js";
import { referenceTool } from "../core/editions.js";
import { isInfo } from "./problems.js";

/** How long after an answer without another key. */
const IDLE_MS = 200;

export class Reference {
  #root;
  #said;
  #list;
  #ask;
  #textAt;
  #go;
  #announce;
  #announced = "";
  #round = 0;
  #timer = 0;

  /** `root` holds a `.said`, a `[data-close]` and an `ol`. `ask()` promises { diagnostics }, or null when the text is another
   *  one by then; `textAt(from, to)` is a part of the text; `go(offset)` moves the editor's cursor, `announce(text)` reads it out. */
  constructor({ root, button, ask, textAt, go, announce }) {
    this.#root = root;
    this.#said = root.querySelector(".said");
    this.#list = root.querySelector("ol");
    this.#ask = ask;
    this.#textAt = textAt;
    this.#go = go;
    this.#announce = announce;
    button.textContent = `Check against ${referenceTool}`;
    this.stops = [root];
    new Disclosure({ root, button, changed: (isOpen) => this.#toggled(isOpen) });
  }

  /** What is listed is about an older text. */
  pending() {
    this.#round += 1;
    clearTimeout(this.#timer);
    this.#root.dataset.pending = "true";
  }

  /** The text on show has been read, and no other answer is under way. */
  show() {
    clearTimeout(this.#timer);
    if (!this.#root.hidden) this.#timer = setTimeout(() => this.#find(), IDLE_MS);
  }

  async #find() {
    const round = ++this.#round;
    const answer = await this.#ask();
    if (!answer || round !== this.#round) return;
    delete this.#root.dataset.pending;
    this.#draw(answer.diagnostics.filter((diagnostic) => !isInfo(diagnostic) || diagnostic.kind === "unchecked"));
  }

  #toggled(open) {
    this.#root.parentElement.classList.toggle("with-reference", open);
    clearTimeout(this.#timer);
    this.#announced = "";
    this.#said.textContent = `${referenceTool} …`;
    this.#list.replaceChildren();
    if (open) this.#find();
  }

  // What Rung has no records of, the reference tool may read: what it says from there on cannot be told.
  #draw(all) {
    const unknown = all.filter(({ kind }) => kind === "unchecked");
    const end = Math.min(...unknown.map(({ from }) => from));
    const diagnostics = unknown.length ? all.filter(({ from }) => from < end) : all;
    const names = [...new Set(unknown.map(({ from, to }) => /^"?([\w$]+)\./.exec(this.#textAt(from, to))?.[1]).filter(Boolean))];
    const cannot = names.length ? `Rung cannot tell what ${referenceTool} says of ${names.join(", ")}: it does not know the operations of ${names.length > 1 ? "these dialects" : "this dialect"} yet` : "";
    const said = !diagnostics.length && cannot ? cannot : diagnostics.length ? `${referenceTool} would say` : `${referenceTool} reads it, with no complaint`;
    const words = diagnostics.length ? `${said}: ${diagnostics[0].message}` : said;
    if (words !== this.#announced) this.#announce(words);
    this.#announced = words;
    this.#said.textContent = said;
    const items = diagnostics.map((diagnostic) => this.#item(diagnostic));
    if (items.length > 1) items.splice(1, 0, element("li.more", {}, "mlir-opt ends at the first error of syntax; Rung reads on:"));
    if (cannot && diagnostics.length) items.push(element("li.more", {}, `${cannot}.`));
    this.#list.replaceChildren(...items);
  }

  // Hints are the page's own.
  #item({ severity, notes: all, ...placed }) {
    const notes = all.filter(({ hint }) => !hint);
    const item = element(`li.${severity}`, {}, this.#entry("problem", severity, placed));
    if (notes.length) item.append(element("ul", {}, ...notes.map((note) => element("li", {}, this.#entry("note", "note", note)))));
    return item;
  }

  #entry(name, severity, { message, from, line, column }) {
    const parts = [element("span.severity", {}, severity), element("span.message", {}, message)];
    if (from === undefined) return element(`div.${name}`, {}, ...parts);
    return element(`button.${name}`, { type: "button", onclick: () => this.#go(from) }, ...parts, element("span.place", {}, `${line}:${column}`));
  }
}
