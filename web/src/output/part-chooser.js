// Of a text with split markers: which part the result is of, and the ways to the others.
import { element } from "../base/dom.js";

export class PartChooser {
  #root;
  #go;
  #back;
  #on;
  #said = element("span", { role: "status" });
  #part = 0;

  /** `go(part)` goes to a part, counted from 0. */
  constructor({ root, go }) {
    this.#root = root;
    this.#go = go;
    const button = (label, sign, step) => element("button.icon", { type: "button", "aria-label": label, title: label, onclick: () => this.#go(this.#part + step) }, sign);
    this.#back = button("Previous part", "‹", -1);
    this.#on = button("Next part", "›", 1);
    root.replaceChildren(this.#back, this.#said, this.#on);
  }

  show(part, count, isValid) {
    this.#part = part;
    this.#root.hidden = count < 2;
    this.#said.textContent = `${part + 1} / ${count}`;
    this.#root.classList.toggle("invalid", !isValid);
    this.#back.disabled = part === 0;
    this.#on.disabled = part >= count - 1;
  }
}
