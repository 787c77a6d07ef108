// A text of an older edition: the line that says so, the list of its older forms, and the buttons that bring the text
// up to date, whole or one form at a time. The changes are asked for when typing has paused, and belong to one document.
import { isolateHistory } from "@codemirror/commands";
import { clipped, count, element, spoken } from "../base/dom.js";
import { current, titleOf } from "../core/editions.js";
import { goTo } from "./editor.js";
import { fixTitle, markOlder, olderForms, reason, visibleRange } from "./older-forms.js";

/** How long after an answer without another key. */
const IDLE_MS = 300;
/** Longer texts are looked at when the user asks. */
const LONGEST = 200_000;
/** More than this many are counted, not listed. */
const SHOWN = 300;
/** Of a form in the list, so many characters. */
const FORM_LENGTH = 400;

export class Upgrade {
  #root;
  #said;
  #listButton;
  #list;
  #ask;
  #reads;
  #notice;
  #announce;
  #view = null;
  #edition = current; // of the text when typing last paused
  #found = null; // { doc, changes }; without doc the changes are of an earlier text, and wait to be replaced
  #dismissed = false;
  #asked = false; // a long text is to be looked at
  #timer = 0;

  /** `root` holds a `.said` for what edition it is, `.actions` with three buttons and an `ol`. `ask()` promises the changes of
   *  the text on show, `reads(change)` whether it reads as well with that one alone; null: it is another text by then.
   *  `notice(text)` shows news, `announce(text)` reads them out only. */
  constructor({ root, ask, reads, notice, announce }) {
    this.#root = root;
    this.#said = root.querySelector(".said");
    this.#list = root.querySelector("ol");
    this.#ask = ask;
    this.#reads = reads;
    this.#notice = notice;
    this.#announce = announce;
    this.stops = [root];
    const [all, list, close] = root.querySelectorAll(".actions button");
    this.#listButton = list;
    all.addEventListener("click", () => this.#applyAll());
    list.addEventListener("click", () => this.#toggleList());
    close.addEventListener("click", () => this.#dismiss());
    this.extension = olderForms((offset) => this.#changeAt(offset), (change) => this.#applyOne(change));
  }

  attach(view) {
    this.#view = view;
  }

  /** The text was replaced by another one. */
  forget() {
    this.#dismissed = this.#asked = false;
  }

  /** The text has changed, or how it is read, and what it is now is not known yet. */
  pending() {
    clearTimeout(this.#timer);
    if (this.#found) this.#found.doc = null;
    this.#list.dataset.pending = "true";
  }

  /** The text on show is of that edition, and nothing else is under way. */
  show(edition) {
    clearTimeout(this.#timer);
    if (edition === current) this.#clear();
    else this.#timer = setTimeout(() => this.#settle(edition), IDLE_MS);
  }

  /** Apply the change that has the focus in the list, or else the one nearest to the cursor on its line. False: the line has none. */
  fix() {
    const focused = [...this.#list.children].findIndex((node) => node.contains(document.activeElement));
    const change = focused >= 0 ? this.#changes()?.[focused] : this.#nearest();
    if (change) this.#applyOne(change);
    return Boolean(change);
  }

  // The changes of the text on show; null: not known.
  #changes() {
    return this.#found?.doc === this.#view.state.doc ? this.#found.changes : null;
  }

  #changeAt(offset) {
    const { doc } = this.#view.state;
    return this.#changes()?.find((change) => {
      const { from, to } = visibleRange(doc, change);
      return from <= offset && offset <= to;
    }) ?? null;
  }

  #nearest() {
    const { doc, selection } = this.#view.state;
    const { head } = selection.main;
    const line = doc.lineAt(head);
    const places = (this.#changes() ?? []).map((change) => ({ change, ...visibleRange(doc, change) }));
    const distance = ({ from, to }) => Math.max(from - head, head - to, 0);
    return places.filter(({ from, to }) => from <= line.to && to >= line.from).sort((a, b) => distance(a) - distance(b))[0]?.change;
  }

  #clear() {
    this.#edition = current;
    this.forget();
    this.#openList(false);
    this.#showBanner();
    this.#set(null);
  }

  async #settle(edition) {
    this.#edition = edition;
    this.#showBanner();
    if (this.#view.state.doc.length <= LONGEST || this.#asked) await this.#find();
    else this.#set(null);
  }

  // Look for the changes, unless they are known. Null: the text became another one meanwhile.
  async #find() {
    const { doc } = this.#view.state;
    if (!this.#changes()) {
      const answer = await this.#ask();
      if (!answer || this.#view.state.doc !== doc) return null;
      this.#set({ doc, changes: answer.changes });
    }
    delete this.#list.dataset.pending;
    return this.#found.changes;
  }

  #set(found) {
    const had = this.#found?.changes.length;
    this.#found = found;
    if (had || found?.changes.length) this.#view.dispatch({ effects: markOlder(this.#view.state.doc, found?.changes ?? []) });
    if (this.#isListOpen) this.#drawList();
  }

  #showBanner() {
    const shown = this.#edition !== current && !this.#dismissed;
    const text = shown ? `This looks like ${titleOf(this.#edition)} MLIR. It still works; update it?` : "";
    if (this.#said.textContent !== text) this.#said.textContent = text;
    this.#root.classList.toggle("shown", shown);
    if (!shown) this.#openList(false);
  }

  #dismiss() {
    this.#dismissed = true;
    this.#showBanner();
    this.#view.focus();
  }

  // --- The list

  get #isListOpen() {
    return !this.#list.hidden;
  }

  #openList(open) {
    this.#list.hidden = !open;
    this.#root.parentElement.classList.toggle("with-forms", open);
    this.#listButton.setAttribute("aria-expanded", String(open));
  }

  async #toggleList() {
    this.#openList(!this.#isListOpen);
    if (!this.#isListOpen) return;
    this.#asked = true;
    if (this.#changes()) this.#drawList();
    else this.#list.replaceChildren(element("li.more", {}, "Looking …"));
    await this.#find();
  }

  #drawList() {
    const changes = this.#changes();
    if (!changes) return;
    const { doc } = this.#view.state;
    const items = changes.slice(0, SHOWN).map((change) => this.#item(change, doc));
    if (!changes.length) items.push(element("li.more", {}, "Nothing in it can be brought up to date: the problems below say why."));
    if (changes.length > SHOWN) items.push(element("li.more", {}, `and ${count(changes.length - SHOWN, "more change")}`));
    this.#list.replaceChildren(...items);
  }

  #item(change, doc) {
    const { from } = visibleRange(doc, change);
    const line = doc.lineAt(from).number;
    return element("li", {},
      element("button.change", { type: "button", onclick: () => this.#jump(change) },
        element("span.forms", {}, form(change.before, change.after), " ", element("span", {}, "→ ", change.after ? form(change.after, change.before) : "nothing")),
        element("span.place", {}, `line ${line}`),
        element("span.why", {}, reason(change))),
      element("button.apply", { type: "button", "aria-label": `Apply, line ${line}`, onclick: () => this.#applyOne(change) }, "Apply"));
  }

  #jump(change) {
    if (!this.#isOf(change)) return;
    goTo(this.#view, visibleRange(this.#view.state.doc, change).from);
    this.#announce(reason(change));
  }

  // --- Changing the text

  #isOf(change) {
    if (this.#changes()?.includes(change)) return true;
    this.#announce("The text has changed and is being looked at again");
    return false;
  }

  async #applyAll() {
    this.#asked = true;
    const changes = await this.#find();
    if (!changes) this.#announce("The text has changed and is being looked at again");
    else if (!changes.length) this.#notice("Nothing in it can be brought up to date: the problems below say why.");
    else {
      this.#apply(changes);
      this.#notice(`Brought up to date: ${count(changes.length, "change")}, one step to undo.`);
    }
  }

  async #applyOne(change) {
    if (!this.#isOf(change)) return;
    const reads = await this.#reads(change);
    if (!this.#isOf(change)) return;
    if (reads === false) {
      this.#view.focus();
      this.#notice("This change goes with others: alone, the text would not read. Bring all of it up to date.");
      return;
    }
    this.#apply([change]);
    this.#announce(`Done: ${spoken(fixTitle(change))}`);
  }

  #apply(changes) {
    this.#view.focus();
    this.#view.dispatch({
      changes: changes.map(({ from, to, text }) => ({ from, to, insert: text })),
      userEvent: "input.upgrade",
      annotations: isolateHistory.of("full"),
    });
  }
}

// One of two forms, with the words marked that the other does not have.
function form(text, other) {
  const most = Math.min(text.length, other.length);
  const isWord = (at) => /[\w$.]/.test(text[at] ?? "");
  let from = 0;
  while (from < most && text[from] === other[from]) from++;
  while (from > 0 && isWord(from - 1)) from--;
  let end = 0;
  while (end < most - from && text[text.length - 1 - end] === other[other.length - 1 - end]) end++;
  while (end > 0 && isWord(text.length - end)) end--;
  const to = text.length - end;
  if (text.length > FORM_LENGTH || from >= to || !other) return element("code", {}, clipped(text, FORM_LENGTH));
  return element("code", {}, text.slice(0, from), element("mark", {}, text.slice(from, to)), text.slice(to));
}
