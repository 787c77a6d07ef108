// One line of news over the page: what went wrong, or that something was done.
import { element } from "./dom.js";

const SUCCESS_MS = 4000;

export class Notice {
  #root;
  #timer = 0;

  constructor(root) {
    this.#root = root;
  }

  /** `tone`: "success" goes away by itself, "error" and "offer", which has a button, wait to be closed. */
  show(tone, text, ...extra) {
    clearTimeout(this.#timer);
    this.#root.replaceChildren(element(`div.notice.${tone}`, { role: tone === "error" ? "alert" : "status" },
      element("span", {}, text), ...extra,
      element("button", { type: "button", "aria-label": "Close this note", onclick: () => this.clear() }, "×")));
    if (tone === "success") this.#timer = setTimeout(() => this.clear(), SUCCESS_MS);
  }

  clear() {
    clearTimeout(this.#timer);
    this.#root.replaceChildren();
  }
}
