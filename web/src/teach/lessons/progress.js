// Which steps were done, and where the reader is; kept in this browser, if it lets us.

const KEY = "rung.lessons";

export class Progress {
  #done = {}; // id -> steps
  #place = null;

  constructor() {
    try {
      const { done, place } = JSON.parse(localStorage.getItem(KEY)) ?? {};
      for (const [id, steps] of Object.entries(done ?? {})) this.#done[id] = new Set(steps.filter(Number.isInteger));
      if (typeof place?.id === "string" && Number.isInteger(place.step)) this.#place = { id: place.id, step: place.step };
    } catch { /* nothing kept, or nothing that is ours */ }
  }

  /** { id, step } of the step the reader was at last, or null. */
  get place() {
    return this.#place;
  }

  set place(place) {
    this.#place = place;
    this.#keep();
  }

  isDone(id, step) {
    return Object.hasOwn(this.#done, id) && this.#done[id].has(step);
  }

  /** How many steps of a lesson are done. */
  count({ id, steps }) {
    return steps.filter((_, i) => this.isDone(id, i)).length;
  }

  setDone(id, step) {
    if (this.isDone(id, step)) return;
    if (!Object.hasOwn(this.#done, id)) this.#done[id] = new Set();
    this.#done[id].add(step);
    this.#keep();
  }

  #keep() {
    try {
      const done = Object.fromEntries(Object.entries(this.#done).map(([id, steps]) => [id, [...steps]]));
      localStorage.setItem(KEY, JSON.stringify({ done, place: this.#place }));
    } catch { /* then it lasts as long as the page */ }
  }
}
