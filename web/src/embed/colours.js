// Highlighting of views in a frame that has no core of its own: the tokens are asked for, and come a moment later. Until then
// what is coloured moves with the text.
import { Decoration, EditorView } from "@codemirror/view";
import { hueOfOperation } from "../base/dialects.js";
import { decorationField } from "../editor/decorations.js";

/** Lines of a longer text beyond these stay plain. */
const MOST_LINES = 3000;

const marks = new Map();

function mark(name, text) {
  const classes = `tok-${name} ${name === "operation" ? hueOfOperation(text) : ""}`.trim();
  if (!marks.has(classes)) marks.set(classes, Decoration.mark({ class: classes }));
  return marks.get(classes);
}

export class Colours {
  #ask;
  #field = decorationField({ moves: true });
  #coloured = new WeakMap(); // view -> the document that has its colours

  /** What a view needs of it. */
  extension = [this.#field.field, EditorView.updateListener.of(({ docChanged, view }) => { if (docChanged) this.refresh(view); })];

  /** `ask(lines)` promises the tokens of each line; null: there is no answer now. */
  constructor(ask) {
    this.#ask = ask;
  }

  /** Colour what is not coloured yet. */
  async refresh(view) {
    const { doc } = view.state;
    if (this.#coloured.get(view) === doc) return;
    const tokens = await this.#ask([...doc.iterLines(1, Math.min(doc.lines, MOST_LINES) + 1)]);
    if (!tokens || view.state.doc !== doc) return;
    this.#coloured.set(view, doc);
    view.dispatch({ effects: this.#field.set(tokens.flatMap((found, i) => {
      const { from: start, text } = doc.line(i + 1);
      return found.map(({ from, to, class: name }) => mark(name, text.slice(from, to)).range(start + from, start + to));
    })) });
  }
}
