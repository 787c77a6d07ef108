// The link in the address bar: the page shows its state, and the browser's Back leads to the text before it.
import { readDraft } from "../texts/draft.js";
import { current, printed, titleOf } from "../core/editions.js";
import { ShareError, decodeState, encodeState } from "../core/share.js";

export class Address {
  #page;
  #texts;
  #learn;
  #notice;
  #opening = 0; // links, counted

  /** `page`: { state(), showLinked(state), showOwn(state, record) }. */
  constructor({ page, texts, learn, notice }) {
    this.#page = page;
    this.#texts = texts;
    this.#learn = learn;
    this.#notice = notice;
    addEventListener("hashchange", (event) => this.#changed(event));
  }

  /** The link does not describe the state on show any more. */
  leave() {
    if (location.hash) history.pushState(null, "", location.pathname + location.search); // Back leads to it again
  }

  /** The state on show is that of a link: do what else the link asks for. */
  arrived({ lesson, edition }) {
    if (!lesson) this.#texts.callAsKept();
    if (edition && !printed.includes(edition))
      this.#notice.show("error", `This link asks for an edition that this page does not print: the output is shown as ${titleOf(current)}.`);
    if (lesson) this.#learn.open(lesson, { isThere: true, own: this.#kept() });
  }

  /** What is on show, for when the page is loaded again: a lesson's text, which is not among the reader's, in the address, as any
   *  where the browser keeps nothing. False: it is too long for that. */
  async keepForReload() {
    await this.#texts.keep();
    const isLesson = this.#texts.current.origin.kind === "lesson";
    if (!isLesson && !this.#texts.isDirty) return true;
    try {
      history.replaceState(null, "", await encodeState(this.#page.state()));
      return true;
    } catch (error) {
      if (!(error instanceof ShareError)) throw error;
      this.#notice.show("error", "This browser does not keep this text while the page is loaded again, and it is too long for a link: save it as a file first.");
      return false;
    }
  }

  // Show what the link holds, unless another has come meanwhile. False: it holds nothing.
  async #open() {
    const mine = ++this.#opening;
    try {
      const linked = await decodeState(location.hash);
      if (mine !== this.#opening) return true;
      if (!linked) return false;
      this.#page.showLinked(linked);
      this.#notice.clear();
      this.arrived(linked);
      return true;
    } catch (error) {
      if (!(error instanceof ShareError)) throw error;
      if (mine === this.#opening) this.#notice.show("error", error.message);
      return false;
    }
  }

  // Another link, or, on the way back, none.
  async #changed({ oldURL }) {
    if (!new URL(oldURL).hash) this.#texts.keep();
    if (await this.#open() || location.hash) return;
    const { record, ...own } = this.#kept() ?? {};
    if (record) this.#page.showOwn(own, record);
    this.#notice.clear();
  }

  // The text that was in the editor before a link came, with its record, or null.
  #kept() {
    const draft = readDraft();
    return draft && draft.state.text !== null ? { ...draft.state, record: this.#texts.recordOf(draft.record) } : null;
  }
}
