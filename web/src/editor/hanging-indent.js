// A line that is wrapped goes on further in than it begins.
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, ViewPlugin } from "@codemirror/view";

/** How much further in, and the deepest indent that is kept: beyond it there would be no room. */
const MORE = 4;
const DEEPEST = 32;

const marks = new Map(); // indent -> decoration

function markOf(indent) {
  if (!marks.has(indent)) {
    const columns = indent + MORE;
    marks.set(indent, Decoration.line({ attributes: { style: `padding-left: calc(6px + ${columns}ch); text-indent: -${columns}ch` } }));
  }
  return marks.get(indent);
}

function marksIn(view) {
  const builder = new RangeSetBuilder();
  if (!view.lineWrapping) return builder.finish();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      const indent = /^ */.exec(line.text.slice(0, DEEPEST))[0].length;
      builder.add(line.from, line.from, markOf(indent));
      at = line.to + 1;
    }
  }
  return builder.finish();
}

export const hangingIndent = ViewPlugin.fromClass(class {
  constructor(view) {
    this.decorations = marksIn(view);
    this.wraps = view.lineWrapping;
  }

  update({ view, docChanged, viewportChanged, geometryChanged }) {
    if (!docChanged && !viewportChanged && !(geometryChanged && this.wraps !== view.lineWrapping)) return;
    this.wraps = view.lineWrapping;
    this.decorations = marksIn(view);
  }
}, { decorations: (plugin) => plugin.decorations });
