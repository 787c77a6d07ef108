// The menu of examples. What is in them is loaded when the page has time, or one is chosen.
import { byTestId, element } from "../base/dom.js";

export class ExampleMenu {
  #menu = byTestId("examples");
  #load;
  #waiting;
  #show;
  #failed;
  #examples = null; // until they are loaded
  #coming = null; // a promise of those, while a chosen one waits for them

  /** `load()` promises the examples; `waiting()` is called when a chosen one waits for that, then `show(example)` or `failed()`. */
  constructor({ load, waiting, show, failed }) {
    this.#load = load;
    this.#waiting = waiting;
    this.#show = show;
    this.#failed = failed;
    for (const { group, examples } of JSON.parse(EXAMPLES)) {
      const part = element("optgroup", { label: group });
      part.append(...examples.map(({ id, label }) => new Option(label, id)));
      this.#menu.append(part);
    }
  }

  /** The id of the example on show, or "". */
  get chosen() {
    return this.#menu.value;
  }

  set chosen(id) {
    this.#menu.value = id;
  }

  /** A promise that no chosen example waits any more. */
  get settled() {
    return this.#coming;
  }

  /** Load them before one is chosen. What fails is tried again then. */
  async prepare() {
    this.#examples ??= await this.#load();
  }

  listen() {
    this.#menu.addEventListener("change", () => this.#choose());
  }

  async #choose() {
    const wanted = this.chosen;
    if (!wanted) return;
    if (!this.#examples) await (this.#coming ??= this.#fetch());
    if (this.#examples && this.chosen === wanted) this.#show(this.#examples.find(({ id }) => id === wanted));
  }

  async #fetch() {
    this.#waiting();
    try {
      this.#examples = await this.#load();
    } catch {
      this.#failed();
    }
    this.#coming = null;
  }
}
