// Entries of the browser's history, one for each text that took the place of another: Back and Forward lead to texts as they were
// left. An entry has an id, and the id of its text, for when the page was loaded again; the rest is remembered here.
import { newId } from "../texts/record.js";

export class Visits {
  #places = new Map(); // id of an entry -> { doc, settings, record, own } as it was left
  #latest = new WeakMap(); // record -> the place that has it as it is now
  #here = history.state?.visit ?? newId();
  #place = {};

  constructor() {
    this.#places.set(this.#here, this.#place);
    history.replaceState({ ...history.state, visit: this.#here }, "");
  }

  /** The text of `record` takes the place of `left`, { doc, settings, record, own }: it gets an entry, whose address is the page's own. */
  turn(left, record) {
    this.#leave(left);
    history.replaceState({ visit: this.#here, text: left.record.id }, "");
    this.#place = (record !== left.record && this.#latest.get(record)) || {};
    this.#latest.set(record, this.#place);
    this.#here = newId();
    this.#places.set(this.#here, this.#place);
    history.pushState({ visit: this.#here }, "", location.pathname + location.search);
  }

  /** The browser went from the entry of `left` to another, of this state. What was there, { doc, settings, record, own, isOlder }, or
   *  null: that is not known. `isOlder`: its text is another now. */
  arrive(state, left) {
    this.#leave(left);
    this.#here = state?.visit ?? newId();
    if (!state?.visit) history.replaceState({ visit: this.#here }, "");
    this.#place = this.#places.get(this.#here) ?? {};
    this.#places.set(this.#here, this.#place);
    const { record, own } = this.#place;
    if (!record) return null;
    const ownNow = own && this.#latest.get(own.record);
    const isOlder = this.#latest.get(record) !== this.#place;
    this.#latest.set(record, this.#place);
    return { ...this.#place, own: ownNow?.record ? { ...ownNow.settings, doc: ownNow.doc, record: own.record } : own, isOlder };
  }

  #leave(left) {
    Object.assign(this.#place, left);
    this.#latest.set(left.record, this.#place);
  }
}
