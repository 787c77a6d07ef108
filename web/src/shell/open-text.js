// The text in the editor with all that is set for it: another one takes its place, undo brings one back, and an edit makes it the
// reader's own, no longer that of a link or an example.
import { EditorView } from "@codemirror/view";
import { replaceText } from "../editor/editor.js";
import { cameBack, toOther } from "../texts/identity.js";

/** If at least this much of a text is replaced, the text before is kept. */
const REPLACED_LENGTH = 200;

export class OpenText {
  #editor;
  #work;
  #panes;
  #controls;
  #upgrade;
  #texts;
  #replaced;
  #turn;
  #left;
  #isSilent = false; // while the page itself changes the text

  /** `editor`, `work`, `panes`, `controls`, `upgrade`, `texts()`: of the page; `replaced()`: the text is another program's;
   *  `turn(record, left)`: that of `record` is about to take the place of `left`, { doc, settings }; `left()`: the text on show is no
   *  longer that of the link in the address bar. */
  constructor({ editor, work, panes, controls, upgrade, texts, replaced, turn, left }) {
    this.#editor = editor;
    this.#work = work;
    this.#panes = panes;
    this.#controls = controls;
    this.#upgrade = upgrade;
    this.#texts = texts;
    this.#replaced = replaced;
    this.#turn = turn;
    this.#left = left;
  }

  /** All of it, as links have it. */
  get state() {
    return { text: this.#editor.state.doc.toString(), ...this.settings };
  }

  /** The same without the text. */
  get settings() {
    const { anchor, head } = this.#editor.state.selection.main;
    return { ...this.#controls.settings, ...this.#panes.kept, rung: this.#work.rung, translated: this.#work.translates, selection: [anchor, head] };
  }

  /** Take settings; `isLinked`: they came with a link. */
  set(next, isLinked = false) {
    this.#work.rung = next.rung ?? null;
    this.#work.translates = next.translated === true;
    this.#panes.restore(next, isLinked);
    this.#upgrade.forget();
  }

  /** Show another. `next` has a text or, when it is long, CodeMirror's doc; `record`: which text that is. */
  show(next, record, isLinked = false) {
    const editor = this.#editor;
    const left = { doc: editor.state.doc, settings: this.settings };
    if (record !== this.#texts().current) this.#turn(record, left);
    this.set(next, isLinked);
    this.#work.hasResult = false;
    this.#isSilent = true;
    replaceText(editor, next.doc ?? next.text, toOther(record, this.settings, left.settings));
    this.#isSilent = false;
    if (record !== this.#texts().current) {
      this.#texts().switched(record, left);
      this.#replaced();
    }
    const [anchor, head] = next.selection ?? [0, 0];
    const { length } = editor.state.doc;
    if (head || anchor) editor.dispatch({ selection: { anchor: Math.min(anchor, length), head: Math.min(head, length) }, scrollIntoView: true });
    this.#work.refresh();
  }

  /** An update of the editor's view. */
  edited(update) {
    if (update.selectionSet && !update.docChanged) this.#work.moved();
    if (!update.docChanged || this.#isSilent) return;
    if (!this.#comeBack(update)) this.changed(update);
    this.#work.refresh(update.changes);
  }

  /** The reader changed something; `update`: the text. */
  changed(update = null) {
    if (update && isReplaced(update)) {
      const { doc } = update.startState;
      this.#turn(this.#texts().current, { doc, settings: this.settings });
      this.#texts().replaced(doc);
      this.#work.hasResult = false; // the result on show is of another program
      this.#replaced();
      if (update.transactions.some((one) => one.isUserEvent("input.paste"))) queueMicrotask(() => this.#toTop());
    }
    this.#texts().changed();
    this.#left();
  }

  // What was pasted over everything is seen from its beginning.
  #toTop() {
    this.#editor.dispatch({ effects: EditorView.scrollIntoView(0, { y: "start" }) });
  }

  // Undo or redo have brought another text, with its settings.
  #comeBack(update) {
    const other = cameBack(update);
    if (!other) return false;
    const left = { doc: update.startState.doc, settings: this.settings };
    this.#turn(other.record, left);
    this.set(other.settings);
    this.#texts().switched(other.record, left);
    this.#left();
    return true;
  }
}

// More than half of a text that is not short was deleted at once, or another text was pasted over all of it.
function isReplaced({ changes, transactions, startState: { doc } }) {
  let gone = 0;
  changes.iterChangedRanges((from, to) => { gone += to - from; });
  const isPasted = transactions.some((transaction) => transaction.isUserEvent("input.paste"));
  return gone > doc.length / 2 && (gone > REPLACED_LENGTH || (isPasted && gone === doc.length && doc.toString().trim() !== ""));
}
