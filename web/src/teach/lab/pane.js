// The type lab as a pane of the page: it comes when it is first wanted, in the place of the result.
import { focusBack } from "../../base/disclosure.js";

/** How often, and how soon again, a core that has no answer yet is asked. */
const TRIES = 40;
const AGAIN_MS = 150;

export class LabPane {
  #root;
  #button;
  #panes;
  #ask;
  #picked;
  #changed;
  #lab = null; // a promise of it
  #now = null; // the lab itself, once it is there
  #coming = null; // the state that it will have then

  /** What was set last is there. */
  shown = Promise.resolve();

  /** `ask(type, options)`: the promise of an explanation, null when the core has none yet; `picked()`: that of the type at the
   *  cursor, or null; `changed()`: the lab shows something else, or was opened or closed by the user. */
  constructor({ root, button, panes, ask, picked, changed }) {
    this.#root = root;
    this.#button = button;
    this.#panes = panes;
    this.#ask = ask;
    this.#picked = picked;
    this.#changed = changed;
    button.addEventListener("click", () => this.#byUser(this.open ? null : {}));
    root.querySelector("[data-close]").addEventListener("click", () => {
      this.#byUser(null);
      focusBack(button);
    });
  }

  get open() {
    return !this.#root.hidden;
  }

  /** What links keep. */
  get kept() {
    return { lab: this.state };
  }

  restore({ lab }) {
    this.state = lab;
  }

  get stops() {
    return [this.#root];
  }

  /** For a link; undefined when the lab is not open. */
  get state() {
    return this.open ? this.#coming ?? this.#now?.state ?? {} : undefined;
  }

  set state(state) {
    this.#show(Boolean(state));
    if (!state) return;
    if (this.#panes.narrow) this.#panes.show("lab");
    this.#coming = state;
    this.shown = this.#load().then((lab) => {
      if (this.#coming !== state) return; // another was wanted meanwhile
      this.#coming = null;
      lab.state = state;
    });
  }

  /** Open the lab with a type. */
  pick(type) {
    this.#byUser({ type });
  }

  // null: close; a type in it: show that; else what was there before.
  #byUser(state) {
    this.#show(Boolean(state));
    this.#changed();
    if (!state) return;
    if (this.#panes.narrow) this.#panes.show("lab");
    this.#load().then((lab) => {
      if (state.type) lab.pick(state.type);
      else lab.refresh();
      this.#root.querySelector(".lab-type").focus({ preventScroll: true });
      this.#changed();
    });
  }

  #show(open) {
    this.#root.hidden = !open;
    this.#button.setAttribute("aria-expanded", String(open));
    this.#panes.offer("lab", open);
  }

  #load() {
    this.#lab ??= import("./lab.js").then(({ Lab }) => {
      const root = this.#root.querySelector(".lab-place");
      this.#now = new Lab({ root, ask: (type, options) => this.#patiently(type, options), picked: this.#picked, changed: this.#changed });
      return this.#now;
    });
    return this.#lab;
  }

  async #patiently(type, options) {
    for (let i = 0; i < TRIES; i++) {
      const answer = await this.#ask(type, options);
      if (answer) return answer;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    return null;
  }
}
