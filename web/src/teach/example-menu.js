// The button "Examples". The list behind it is loaded when the page has time, or the button is pressed.

export class ExampleMenu {
  #show;
  #failed;
  #list = null; // a promise of it

  /** `button` opens the list; `show(example)` is called when one is chosen, `failed()` when the list could not be loaded. */
  constructor({ button, show, failed }) {
    this.#show = show;
    this.#failed = failed;
    button.addEventListener("click", () => this.prepare().then((list) => list.open(), this.#failed));
  }

  /** The promise of the list. What fails is tried again later. */
  prepare() {
    this.#list ??= import("./example-list.js").then(({ ExampleList }) => new ExampleList({ show: this.#show })).catch((error) => {
      this.#list = null;
      throw error;
    });
    return this.#list;
  }
}
