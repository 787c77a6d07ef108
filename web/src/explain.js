// The pane that explains: the type at the cursor, what each pass did to the operation there, and
// which passes failed or did nothing, why, and what would help.
import { element } from "./dom.js";

/** More parts than this are counted, not shown. */
const SHOWN = 200;

export class Explain {
  #root;
  #button;
  #body;
  #opened;
  #add;
  #go;
  #passes = new Set();
  #type = null; // explanation of the type at the cursor
  #run = null; // facts of the run; null: no pipeline was run
  #op = null; // source range of the operation at the cursor

  /** `opened()` is called when the pane opens; `add(pass, before)` puts a pass into the pipeline, before
   *  the one named or at the end; `go(offset)` moves the editor's cursor. */
  constructor({ root, button, opened, add, go }) {
    this.#root = root;
    this.#button = button;
    this.#body = root.querySelector(".facts");
    this.#opened = opened;
    this.#add = add;
    this.#go = go;
    button.addEventListener("click", () => this.toggle());
    root.querySelector("[data-close]").addEventListener("click", () => {
      this.toggle(false);
      button.focus();
    });
  }

  get open() {
    return !this.#root.hidden;
  }

  /** Names of the passes there are. */
  set passes(names) {
    this.#passes = new Set(names);
  }

  toggle(open = !this.open) {
    this.#root.hidden = !open;
    this.#button.setAttribute("aria-expanded", String(open));
    if (open) this.#opened();
  }

  /** `type`: what explainTypeAt() said; `facts`: of the run, or null; `op`: the source range of the
   *  operation at the cursor, or null. */
  show({ type, facts, op }) {
    this.#type = type;
    this.#run = facts;
    this.#op = op;
    this.#draw();
  }

  pending() {
    this.#root.dataset.pending = "true";
  }

  #draw() {
    delete this.#root.dataset.pending;
    if (!this.open) return;
    const open = new Set([...this.#body.querySelectorAll("details")].filter((it) => !it.open).map((it) => it.dataset.name));
    const parts = [this.#drawType(), this.#drawOp(), this.#drawRun()].filter(Boolean);
    for (const part of parts) if (open.has(part.dataset.name)) part.open = false;
    this.#body.replaceChildren(...parts.length ? parts
      : [element("p.nothing", {}, "Put the cursor on a type, a value or an operation, or run a pipeline.")]);
  }

  #drawType() {
    const fact = this.#type?.facts[0];
    return fact && section("type", "Type", fact.from ?? "", [this.#tree([fact])]);
  }

  // What the passes did to the operation at the cursor.
  #drawOp() {
    if (!this.#run || !this.#op) return null;
    const same = ({ source }) => source?.from === this.#op.from && source.to === this.#op.to;
    const steps = this.#run
      .map((pass) => ({ ...pass, text: undefined, from: undefined, children: pass.children.filter(same) }))
      .filter(({ children }) => children.length);
    return steps.length ? section("op", "Operation at the cursor", steps[0].children[0].from ?? "", [this.#tree(steps)]) : null;
  }

  #drawRun() {
    if (!this.#run?.length) return null;
    const parts = this.#run.filter(({ kind }) => kind !== "pass")
      .map((fact) => ({ ...fact, children: fact.children.filter(({ kind }) => kind !== "changed") }));
    const words = parts.length ? "" : "every pass did something, and nothing is left over";
    return section("run", "Passes", words, parts.length ? [this.#tree(parts)] : []);
  }

  // `pass`: the one that the facts are about, if any.
  #tree(facts, pass = "") {
    const list = element("ul.tree", {}, ...facts.slice(0, SHOWN).map((fact) => this.#item(fact, pass)));
    if (facts.length > SHOWN) list.append(element("li", {}, `and ${facts.length - SHOWN} more`));
    return list;
  }

  #item(fact, pass) {
    const { kind, rule, text, isCode, from, to, count, bytes, source, children } = fact;
    const item = element("li", {}, element("span.rule", {}, rule));
    if (from) item.append(" ", element("code", {}, count > 1 ? `${from} × ${count}` : from));
    if (to) item.append(from ? " → " : " ", element("code", {}, to));
    if (bytes) item.append(" ", element("span.bytes", { title: "bytes" }, `${bytes.offset}–${bytes.offset + bytes.size}`));
    if (text && !isCode) item.append(" ", element("span.why", {}, text));
    if (source && pass) item.append(" ", element("button.place", { type: "button", onclick: () => this.#go(source.from) }, "show"));
    if (fact.pass && this.#passes.has(fact.pass))
      item.append(" ", element("button.add", { type: "button", onclick: () => this.#add(fact.pass, kind === "failed" ? pass : "") }, `Add ${fact.pass}`));
    if (isCode) item.append(element("pre", {}, text));
    if (children.length) item.append(this.#tree(children, rule));
    return item;
  }
}

function section(name, title, words, contents) {
  const part = element("details", { open: true },
    element("summary", {}, element("h3", {}, title), " ", words.length > 60 ? `${words.slice(0, 60)}…` : words), ...contents);
  part.dataset.name = name;
  return part;
}
