// The guide, beside the text: on the first visit it says what this is, and leads down the ladder one rung at a time.
import { count, element } from "../base/dom.js";
import { markTerms, term } from "./term.js";

const SEEN = "rung.intro"; // early.js looks for it, too

export class Guide {
  #button;
  #heading;
  #body;
  #panes;
  #page;
  #intro;
  #step; // the part of it that tells of the rung on show
  #kind = ""; // what is shown: "intro", another, or "": nothing
  #left = null; // called when what is shown goes

  /** `page`: { next() goes a rung down, rung() is the one on show or undefined for the text, steps(), chosen() }. */
  constructor({ root, button, panes, page }) {
    this.#button = button;
    this.#heading = root.querySelector("h2");
    this.#body = root.querySelector(".guide-body");
    this.#panes = panes;
    this.#page = page;
    this.#intro = this.#body.querySelector("#intro");
    this.#step = this.#intro.querySelector(".step");
    this.#intro.querySelector("#intro-memref").addEventListener("click", () => this.#page.explain("memref<"));
    button.addEventListener("click", () => (this.#kind === "intro" ? this.close() : this.openIntro(true)));
    root.querySelector("[data-close]").addEventListener("click", () => {
      this.close();
      button.focus();
    });
  }

  /** The first visit: the introduction is there, and asks for nothing. */
  offerIntro() {
    try {
      if (localStorage.getItem(SEEN)) return;
    } catch { /* storage is off: each visit is the first */ }
    this.openIntro(false);
  }

  openIntro(focus) {
    this.#leave();
    this.#show("What is this?", this.#intro, "intro");
    markTerms(this.#intro);
    if (focus) {
      if (this.#panes.narrow) this.#panes.show("guide");
      this.#heading.focus();
    }
    this.changed();
  }

  /** Show something else in it: `kind` is what it is, to the style sheet. `left()` is called when that goes. */
  show(title, node, kind, left) {
    this.#leave();
    this.#show(title, node, kind);
    if (this.#panes.narrow) this.#panes.show("guide");
    this.#left = left;
  }

  get open() {
    return this.#kind !== "";
  }

  /** Another rung is on show, or `left`, facts of the core, is what the last one leaves. */
  changed(left = []) {
    if (this.#kind !== "intro") return;
    const steps = this.#page.steps();
    const at = Math.max(0, steps.indexOf(this.#page.chosen()));
    const rung = this.#page.rung();
    const words = rung ? [element("strong", {}, `Rung ${at} of ${steps.length - 1}. `), element("code", {}, rung.name), `: ${rung.summary}. `, ...numbers(rung)]
      : [element("strong", {}, "Your text. "), `${count(steps.length - 1, "rung")} lead down from here.`];
    const parts = [element("p", {}, ...words)];
    if (at < steps.length - 1) parts.push(element("button.primary", { type: "button", onclick: () => this.#page.next() }, "Next rung"));
    else if (!left.length) parts.push(element("p", {}, "This is the last one: from here LLVM makes machine code."));
    if (left.length) parts.push(this.#notFinished(left));
    const bare = element("input", { type: "checkbox", checked: this.#page.isBare(), onchange: ({ target }) => this.#page.setBare(target.checked) });
    parts.push(
      element("p.hint", {}, "Change ", element("code", {}, "?"), " to ", element("code", {}, "8"), " in the text and watch."),
      element("label.hint", {}, bare, " pass ", term("bare pointer", "bare pointers")));
    const focused = [...this.#step.querySelectorAll("button, input")].indexOf(document.activeElement);
    this.#step.replaceChildren(...parts);
    markTerms(this.#step);
    if (focused >= 0) (this.#step.querySelectorAll("button, input")[focused] ?? this.#heading).focus();
  }

  #notFinished(left) {
    const { text } = left.find(({ kind }) => kind === "operation-left") ?? left[0];
    const repair = this.#page.has("memref<?x")
      ? element("button", { type: "button", onclick: () => this.#page.replace("memref<?x", "memref<8x") }, "Say the size: write ", element("code", {}, "memref<8xf32>"))
      : "";
    return element("p.left", {}, element("strong", {}, "Not finished, because "), `${text}. `, repair);
  }

  close() {
    this.#leave();
    this.#kind = "";
    this.#body.replaceChildren();
    this.#button.setAttribute("aria-expanded", "false");
    this.#panes.offer("guide", false);
    try {
      localStorage.setItem(SEEN, "seen");
    } catch { /* storage is off */ }
  }

  #leave() {
    const left = this.#left;
    this.#left = null;
    left?.();
  }

  #show(title, node, kind) {
    this.#kind = kind;
    this.#heading.textContent = title;
    if (this.#body.firstElementChild !== node) this.#body.replaceChildren(node);
    this.#button.setAttribute("aria-expanded", String(kind === "intro"));
    this.#panes.offer("guide", true, kind);
  }
}

// "2 operations of scf went, 4 of cf came."
function numbers({ counts }) {
  const said = ({ dialect, from, to }) => (dialect === "casts" ? count(Math.abs(to - from), "cast") : `${Math.abs(to - from)} of ${dialect}`);
  const parts = [[counts.filter(({ from, to }) => to < from), "went"], [counts.filter(({ from, to }) => to > from), "came"]]
    .filter(([some]) => some.length).map(([some, verb]) => `${some.map(said).join(", ")} ${verb}`);
  if (!parts.length) return [];
  return [`Operations: ${parts.join("; ")}.`];
}
