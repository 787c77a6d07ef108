// The guide, beside the text: on the first visit it says what this is, and leads down the ladder one rung at a time.
import { focusBack } from "../base/disclosure.js";
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
  #preview = element("pre.code.preview", { hidden: true });

  /** `page`: { next(), back(), first() go to another rung, rung() is the one on show or undefined for the text, steps(), chosen(),
   *  isKnown() whether that is known yet, lesson() opens the first lesson, ownText() a text to write, explain(words), isBare(), setBare(isBare), has(words),
   *  replace(words, by) }. */
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
      focusBack(button);
    });
  }

  /** The first visit: the introduction is there, and asks for nothing. */
  offerIntro() {
    try {
      if (localStorage.getItem(SEEN)) return;
    } catch { /* storage is off: each visit is the first */ }
    this.openIntro(false);
    if (this.#panes.narrow) this.#panes.show("guide");
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
    if (this.#kind !== "intro" || !this.#page.isKnown()) return;
    const steps = this.#page.steps();
    const at = Math.max(0, steps.indexOf(this.#page.chosen()));
    const rung = this.#page.rung();
    const isLast = at >= steps.length - 1;
    const words = rung ? [element("strong", {}, `Rung ${at} of ${steps.length - 1}. `), element("code", {}, rung.name), `: ${rung.summary}. `, ...numbers(rung)]
      : [element("strong", {}, "Your text. "), steps.length > 1 ? `${count(steps.length - 1, "step")} to LLVM.` : "No pass changes it."];
    const parts = [element("p", {}, ...words)];
    if (isLast && rung && !left.length) parts[0].append(" This is the last rung. From here LLVM makes machine code.");
    if (left.length) parts.push(this.#notFinished(left));
    parts.push(this.#preview, this.#doors(at, isLast && rung !== undefined));
    const bare = element("input", { type: "checkbox", checked: this.#page.isBare(), onchange: ({ target }) => this.#page.setBare(target.checked) });
    parts.push(element("div.hints", {},
      element("span", {}, "Change ", element("code", {}, "?"), " to ", element("code", {}, "8"), " in the text and watch."),
      element("label", {}, bare, " use ", term("bare pointer", "bare pointers"))));
    const focused = document.activeElement?.dataset?.does;
    const wasInside = this.#step.contains(document.activeElement);
    this.#step.replaceChildren(...parts);
    markTerms(this.#step);
    if (!wasInside) return;
    const again = focused && this.#step.querySelector(`[data-does="${focused}"]`);
    (again ?? this.#step.querySelector("button") ?? this.#heading).focus();
  }

  /** The lines of the result that the rung changed: seen where the result itself is behind another tab. */
  set preview(text) {
    this.#preview.textContent = text;
    this.#preview.hidden = !text;
  }

  // On and back, and at the end three ways to go on.
  #doors(at, isLast) {
    const door = (does, label, onclick, kind = "button") => {
      const button = element(kind, { type: "button", onclick }, label);
      button.dataset.does = does;
      return button;
    };
    const doors = [];
    if (!isLast && this.#page.steps().length > 1) doors.push(door("next", "Next rung", () => this.#page.next(), "button.primary"));
    if (isLast) doors.push(door("lesson", "Start lesson 1", () => this.#page.lesson(), "button.primary"), door("own", "Write your own text", () => this.#page.ownText()));
    if (at > 0) doors.push(door("back", "Back", () => this.#page.back()));
    if (isLast) doors.push(door("again", "From the top", () => this.#page.first()));
    return element("div.doors", {}, ...doors);
  }

  /** The text was replaced: the introduction is about another one. */
  replaced() {
    if (this.#kind === "intro") this.close();
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

// "Operations: removed 2 scf and 1 cast; added 4 cf."
function numbers({ counts }) {
  const named = (list) => {
    const said = list.map(({ dialect, from, to }) => (dialect === "casts" ? count(Math.abs(to - from), "cast") : `${Math.abs(to - from)} ${dialect}`));
    return said.length > 1 ? `${said.slice(0, -1).join(", ")} and ${said.at(-1)}` : said[0];
  };
  const removed = counts.filter(({ from, to }) => to < from);
  const added = counts.filter(({ from, to }) => to > from);
  const parts = [removed.length ? `removed ${named(removed)}` : "", added.length ? `added ${named(added)}` : ""].filter(Boolean);
  return parts.length ? [`Operations: ${parts.join("; ")}.`] : [];
}
