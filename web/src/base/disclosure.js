// A part of the page that a button opens, and that the button, or a × in the part, closes.

/** The focus goes back to a button, or, where a menu hides that, to what opens the menu. */
export function focusBack(button) {
  button.focus();
  if (document.activeElement !== button) document.getElementById("learn-button")?.focus();
}

export class Disclosure {
  #root;
  #button;
  #changed;

  /** `root` has a `[data-close]`; `changed(isOpen)` is called at each change, also by code. */
  constructor({ root, button, changed = () => {} }) {
    this.#root = root;
    this.#button = button;
    this.#changed = changed;
    button.addEventListener("click", () => this.toggle());
    root.querySelector("[data-close]").addEventListener("click", () => {
      this.toggle(false);
      focusBack(button);
    });
  }

  get open() {
    return !this.#root.hidden;
  }

  toggle(open = !this.open) {
    this.#root.hidden = !open;
    this.#button.setAttribute("aria-expanded", String(open));
    this.#changed(open);
  }
}
