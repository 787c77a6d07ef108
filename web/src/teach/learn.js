// The lessons beside the page: loads them when first opened, and connects them to it. The reader's own text is kept meanwhile.
import { element } from "../base/dom.js";
import { linkTerms } from "./term.js";

export class Learn {
  #guide;
  #button;
  #panes;
  #notice;
  #page;
  #lessons = null; // promise of the Lessons; null: never wanted
  #place = null; // { id, step } of the step on show
  #open = false;
  #own = null; // the reader's own state, while a lesson is entered
  #listeners = new Set();

  /** `guide`: the panel they are shown in; `page`: { get(), set(state, about), facts() } as lessons.js has them, and state(), show(state) of
   *  all that the page is, ready() promises that what was set last is there. */
  constructor({ guide, button, panes, notice, page }) {
    this.#guide = guide;
    this.#button = button;
    this.#panes = panes;
    this.#notice = notice;
    this.#page = page;
    button.addEventListener("click", () => (this.#open ? guide.close() : this.open()));
    linkTerms((id) => this.open({ id, step: 0 }));
  }

  /** What links keep: the step on show, { id, step }, or null. */
  get kept() {
    return { lesson: this.#place };
  }

  /** The reader's own state, { text, …, record }, while a lesson is entered; or null. */
  get own() {
    return this.#own;
  }

  /** Show a step, or the table of contents. `isThere`: the page is as the reader had it at that step, as links have it, and stays so;
   *  `own` is then what it goes back to. False: there is no such step. */
  async open(place = null, { isThere = false, own = this.#page.state() } = {}) {
    this.#lessons ??= import("./lessons/lessons.js").then(({ Lessons }) => new Lessons({ page: this.#view(), moved: (to) => { this.#place = to; }, done: () => this.#tell() }));
    let lessons;
    try {
      lessons = await this.#lessons;
    } catch {
      this.#lessons = null;
      this.#notice.show("error", "The lessons could not be loaded. Try again when the page can be reached.");
      return false;
    }
    this.#own ??= isThere ? own : null;
    if (isThere) await this.#page.ready();
    if (!this.#open) this.#show(lessons);
    if (place && lessons.open(place.id, place.step, { isThere })) return true;
    lessons.open();
    return place === null;
  }

  /** Text or settings, or what is known about them, have changed. */
  changed() {
    for (const listener of this.#listeners) listener();
  }

  /** Another text was chosen: the lesson goes, and the text stays. */
  abandon() {
    this.#own = null;
    if (this.#open) this.#guide.close();
  }

  #show(lessons) {
    const root = element("div");
    lessons.mount(root);
    this.#open = true;
    this.#button.setAttribute("aria-expanded", "true");
    this.#guide.show("Lessons", root, "lessons", () => {
      this.#open = false;
      this.#button.setAttribute("aria-expanded", "false");
      lessons.close();
    });
  }

  // The page as lessons.js sees it.
  #view() {
    const { get, set, facts, state, show } = this.#page;
    return {
      get, facts,
      set: (to, about) => {
        set(to, about);
        if (this.#panes.narrow) this.#panes.show("guide");
      },
      subscribe: (listener) => this.#listeners.add(listener),
      enter: () => { this.#own ??= state(); },
      leave: () => {
        const own = this.#own;
        this.#own = null;
        if (own) show(own);
      },
    };
  }

  // On a narrow screen the lesson is behind another tab.
  #tell() {
    if (!this.#panes.narrow || this.#panes.shown === "guide") return;
    this.#notice.show("success", "Done.", element("button.on", { type: "button", onclick: () => {
      this.#notice.clear();
      this.#panes.show("guide");
    } }, "On with the lesson"));
  }
}
