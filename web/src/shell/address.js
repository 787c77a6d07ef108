// The link in the address bar, whose state the page shows; and the browser's Back and Forward, which lead from text to text.
import { readDraft } from "../texts/draft.js";
import { current, printed, titleOf } from "../core/editions.js";
import { ShareError, decodeState, encodeState } from "../core/share.js";
import { Visits } from "./visits.js";

export class Address {
  #page;
  #texts;
  #learn;
  #notice;
  #visits = new Visits();
  #opening = 0; // other entries that were gone to, counted
  #isOpening = false;

  /** `page`: { state(), settings(), doc(), showLinked(state), showOwn(state, record) }. */
  constructor({ page, texts, learn, notice }) {
    this.#page = page;
    this.#texts = texts;
    this.#learn = learn;
    this.#notice = notice;
    addEventListener("popstate", (event) => this.#changed(event));
  }

  /** The link does not describe the state on show any more. */
  leave() {
    if (location.hash) this.turn(this.#texts.current, this.#shown); // Back leads to it again
  }

  /** Another text, of `record`, takes the place of the one on show, which was { doc, settings }. Between the steps of lessons that is no
   *  news. */
  turn(record, left) {
    const before = this.#texts.current;
    const isLesson = ({ origin }) => origin.kind === "lesson";
    if (this.#isOpening || (isLesson(record) && isLesson(before))) return;
    this.#visits.turn({ ...left, record: before, own: this.#learn.own }, record);
  }

  /** The state on show is that of a link: do what else the link asks for. */
  arrived({ lesson, edition }, own = null) {
    if (!lesson) this.#texts.callAsKept();
    if (edition && !printed.includes(edition))
      this.#notice.show("error", `This link asks for an edition that this page does not print: the output is shown as ${titleOf(current)}.`);
    if (lesson) this.#learn.open(lesson, { isThere: true, own: own ? { ...own, record: this.#texts.recordOf(own.record) } : this.#kept() });
  }

  /** What is on show, for when the page is loaded again: a lesson's text, which is not among the reader's, in the address, as any
   *  where the browser keeps nothing. False: it is too long for that. */
  async keepForReload() {
    await this.#texts.keep();
    const isLesson = this.#texts.current.origin.kind === "lesson";
    if (!isLesson && !this.#texts.isDirty) return true;
    try {
      history.replaceState(history.state, "", await encodeState(this.#page.state()));
      return true;
    } catch (error) {
      if (!(error instanceof ShareError)) throw error;
      this.#notice.show("error", "This browser does not keep this text while the page is loaded again, and it is too long for a link: save it as a file first.");
      return false;
    }
  }

  get #shown() {
    return { doc: this.#page.doc(), settings: this.#page.settings() };
  }

  // Another entry of the browser's history, or another link.
  async #changed({ state }) {
    const mine = ++this.#opening;
    this.#texts.keep();
    const left = { ...this.#shown, record: this.#texts.current, own: this.#learn.own };
    const place = this.#visits.arrive(state, left);
    this.#isOpening = true;
    try {
      if (location.hash) await this.#open(mine, left);
      else await this.#show(place, state);
    } finally {
      if (mine === this.#opening) this.#isOpening = false;
    }
  }

  // Show what the link holds, unless another has come meanwhile.
  async #open(mine, { doc, settings, record, own }) {
    try {
      const linked = await decodeState(location.hash);
      if (mine !== this.#opening || !linked) return;
      this.#page.showLinked(linked);
      this.#notice.clear();
      this.arrived(linked, own ?? { ...settings, text: doc.toString(), record });
    } catch (error) {
      if (!(error instanceof ShareError)) throw error;
      if (mine === this.#opening) this.#notice.show("error", error.message);
    }
  }

  async #show(place, state) {
    if (place) {
      const { doc, settings, record, own, isOlder } = place;
      this.#page.showOwn({ ...settings, doc }, record);
      if (isOlder) this.#texts.changed();
      if (settings.lesson) await this.#learn.open(settings.lesson, { isThere: true, own });
    } else if (state?.text) {
      await this.#texts.open(state.text);
    } else {
      const { record, ...own } = this.#kept() ?? {};
      if (record) this.#page.showOwn(own, record);
    }
    this.#notice.clear();
  }

  // The text that was in the editor before a link came, with its record, or null.
  #kept() {
    const draft = readDraft();
    return draft && draft.state.text !== null ? { ...draft.state, record: this.#texts.recordOf(draft.record) } : null;
  }
}
