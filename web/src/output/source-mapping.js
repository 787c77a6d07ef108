// Maps output to text: pointing at a line of the output highlights the text it was made from, and
// the other way round. A click or the cursor keeps the highlight; the pointer shows another meanwhile.
import { Decoration, EditorView } from "@codemirror/view";
import { decorationField } from "../editor/decorations.js";

/** Longer texts are highlighted by click and cursor only. */
const HOVERED_LENGTH = 400_000;
/** More places than these are not highlighted. */
const MAX_HIGHLIGHTS = 2000;

const mark = Decoration.mark({ class: "linked" });
const highlights = decorationField();

/** The innermost of the ranges that hold an offset, or null. */
export function innermost(ranges, at) {
  let best = null;
  for (const range of ranges)
    if (range.from <= at && at <= range.to && (!best || range.to - range.from <= best.to - best.from)) best = range;
  return best;
}

const key = ({ from, to }) => `${from}-${to}`;

export class SourceMapping {
  #editor = null;
  #output = null;
  #want; // () => promise of { input, shown } or null
  #index = null; // of what is shown now
  #pinned = null; // the source range that click or cursor chose
  #frame = 0;
  #moved = 0;

  /** `want()` gives { input: [{ source }], shown: [{ from, to, source }] }: the origins of the text as
   *  it was parsed and of the output on show; null when they cannot be had. */
  constructor(want) {
    this.#want = want;
    this.editorExtension = [highlights.field, this.#events((at) => this.#fromSource(at))];
    this.outputExtension = [highlights.field, this.#events((at) => this.#fromOutput(at))];
  }

  attach(editor, output) {
    this.#editor = editor;
    this.#output = output;
  }

  /** Highlight several ranges of the source, and what they became; until the pointer or the cursor asks for another. */
  light(sources) {
    return this.#show(() => sources.map((source) => ({ ...source })));
  }

  /** What is shown has changed. */
  forget() {
    this.#index = null;
    this.#pinned = null;
    this.#moved += 1;
    this.#highlight(null);
  }

  #events(rangeAt) {
    const under = (event, view) => {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      return at === null ? null : at;
    };
    return [
      EditorView.domEventHandlers({
        mousemove: (event, view) => {
          if (view.state.doc.length > HOVERED_LENGTH || event.buttons || !event.isTrusted) return;
          const { clientX, clientY } = event;
          cancelAnimationFrame(this.#frame);
          this.#frame = requestAnimationFrame(() => {
            const at = under({ clientX, clientY }, view);
            this.#show(() => (at === null ? this.#pinned : rangeAt(at) ?? this.#pinned), null, () => stillThere(clientX, clientY));
          });
        },
        mouseleave: () => {
          cancelAnimationFrame(this.#frame);
          this.#moved += 1;
          this.#highlight(this.#pinned);
        },
      }),
      EditorView.updateListener.of((update) => {
        if (!update.selectionSet || update.docChanged || !update.view.hasFocus) return;
        const at = update.state.selection.main.head;
        this.#show(() => (this.#pinned = rangeAt(at)), update.view);
      }),
    ];
  }

  // Highlight what `find` gives as soon as origins are known, unless something else was asked for since.
  // `from`: the view the cursor moved in; the other one follows. `done` is called when it is highlighted.
  async #show(find, from = null, done = () => {}) {
    const moved = ++this.#moved;
    if (!this.#index) {
      const origins = await this.#want();
      if (moved !== this.#moved || !origins) return;
      this.#index = indexOf(origins);
    }
    this.#highlight(find(), from);
    done();
  }

  #fromSource(at) {
    return innermost(this.#index.sources, at);
  }

  #fromOutput(at) {
    const line = this.#output.state.doc.lineAt(Math.min(at, this.#output.state.doc.length));
    let best = null;
    for (const origin of this.#index.shown) {
      if (origin.from > line.to) break;
      if (origin.to < line.from) continue;
      best = origin; // an operation begins after the one it is in
      if (origin.from >= line.from) break;
    }
    return best?.source ?? null;
  }

  // `source`: a range, several, or null.
  #highlight(source, from = null) {
    if (!this.#editor) return;
    const sources = source ? [source].flat() : [];
    const places = this.#index ? sources.flatMap((range) => this.#index.made.get(key(range)) ?? []) : [];
    this.#mark(this.#editor, sources, from === this.#output);
    this.#mark(this.#output, places, from === this.#editor);
  }

  #mark(view, ranges, follow) {
    const { doc } = view.state;
    const marks = [];
    for (const { from, to } of ranges.slice(0, MAX_HIGHLIGHTS)) {
      if (to > doc.length) continue;
      const end = Math.min(to, doc.lineAt(from).to); // of what goes over lines, its head
      if (end > from) marks.push(mark.range(from, end));
    }
    const effects = [highlights.set(marks)];
    if (follow && ranges.length && ranges[0].from <= doc.length)
      effects.push(EditorView.scrollIntoView(ranges[0].from, { y: "nearest", yMargin: 60 }));
    if (marks.length || view.state.field(highlights.field).size) view.dispatch({ effects });
  }
}

// Highlighting draws the line anew; the hover tooltip remembers what the pointer was on before.
function stillThere(clientX, clientY) {
  document.elementFromPoint(clientX, clientY)?.dispatchEvent(new MouseEvent("mousemove", { bubbles: true, clientX, clientY }));
}

// { sources: every range something came from, shown, made: key -> places in the output }
function indexOf({ input, shown }) {
  const sources = new Map();
  const made = new Map();
  for (const { source } of input) if (source) sources.set(key(source), source);
  for (const origin of shown) {
    if (!origin.source) continue;
    const name = key(origin.source);
    sources.set(name, origin.source);
    if (!made.has(name)) made.set(name, []);
    made.get(name).push(origin);
  }
  return { sources: [...sources.values()], shown, made };
}
