// What Explain is asked: what the cursor is on, in the text or, when it was moved there last, in the result.
import { EditorView } from "@codemirror/view";
import { IDLE_LENGTH } from "../core/workspace.js";
import { innermost } from "./source-mapping.js";

/** Explanations wait this long for the cursor to rest. */
const REST_MS = 120;

export class Explaining {
  #core;
  #settings;
  #work;
  #editor;
  #result;
  #explain;
  #isInResult = false; // the cursor was last moved there
  #timer = 0;

  /** What the result's view needs of it. */
  resultExtension = EditorView.updateListener.of((update) => {
    if (!update.selectionSet || update.docChanged || !update.view.hasFocus) return;
    this.#isInResult = true;
    this.soon();
  });

  /** `settings()`: { pipeline, rung }, the pipeline's text, null without one, and the rung on show. */
  constructor({ core, settings }) {
    this.#core = core;
    this.#settings = settings;
  }

  /** `work`: the Workspace, `editor`: the text's view, `result`: the Result, `explain`: the pane. */
  attach({ work, editor, result, explain }) {
    this.#work = work;
    this.#editor = editor;
    this.#result = result;
    this.#explain = explain;
  }

  /** The text, or the cursor in it, has changed. */
  edited({ selectionSet, docChanged }) {
    if (selectionSet || docChanged) this.#isInResult = false;
    if (selectionSet) this.soon();
  }

  /** Explain what the cursor is on, once it rests. */
  soon() {
    clearTimeout(this.#timer);
    if (this.#explain.open) this.#timer = setTimeout(() => this.#now(), REST_MS);
  }

  /** The promise of the type at the text's cursor, as text, or of null. */
  async typeAtCursor() {
    const type = await this.#core.askText("type", { offset: this.#editor.state.selection.main.head, options: {} });
    return type?.facts[0]?.from ?? null;
  }

  async #now() {
    const isResult = Boolean(this.#isInResult && this.#work.currentRun && this.#result.text !== "");
    const view = isResult ? this.#result.view : this.#editor;
    const { doc, selection } = view.state;
    const offset = selection.main.head;
    const { pipeline, rung } = this.#settings();
    const options = pipeline === null ? {} : { pipeline };
    const known = await this.#work.origins();
    const trace = await this.#work.trace;
    const origin = known && (isResult ? innermost(known.shown, offset) : innermost(known.input.map(({ source }) => source).filter(Boolean), offset));
    const at = origin ? nameAt(doc, origin.from) : offset;
    const [type, word] = await this.#ask({ doc, offset, at, options, isResult });
    if (view.state.doc !== doc || view.state.selection.main.head !== offset) return;
    this.#explain.show({
      type, facts: trace?.facts ?? null, word: origin && word?.from === at ? word : null,
      source: (isResult ? origin?.source : origin) ?? null, isResult, rung,
      tried: (source) => this.#core.askRun("tried", { offset: source.from }),
    });
  }

  // The type at a place, and what the operation there is.
  async #ask({ doc, offset, at, options, isResult }) {
    if (!isResult) return Promise.all([this.#core.askText("type", { offset, options }), this.#core.askText("hover", { offset: at })]);
    if (doc.length > IDLE_LENGTH) return [null, null];
    return await this.#core.askText("elsewhere", { text: doc.toString(), offset, at, options }) ?? [null, null];
  }
}

// Where the name of the operation is that begins at an offset: behind its results.
function nameAt(doc, from) {
  const { text, from: start } = doc.lineAt(from);
  return from + /^(?:%[^=]*=\s*)?/.exec(text.slice(from - start))[0].length;
}
