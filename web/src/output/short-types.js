// Long struct types folded to a name, on request. The text stays what it is: what is copied has them in full.
import { Compartment, RangeSetBuilder } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, WidgetType } from "@codemirror/view";
import { element } from "../base/dom.js";

const STRUCT = "!llvm.struct<";
/** Shorter ones stay as they are. */
const LEAST = 28;
/** What a memref becomes: two pointers, offset, and, unless its rank is 0, sizes and strides. */
const DESCRIPTOR = /^!llvm\.struct<\(ptr(?:<[^(),]*>)?, ptr(?:<[^(),]*>)?, i\d+(?:, array<(\d+) x i\d+>, array<\1 x i\d+>)?\)>$/;

/** Where the struct types of a line are: [{ from, to }]. */
export function structsIn(line) {
  const found = [];
  for (let from = line.indexOf(STRUCT); from >= 0; from = line.indexOf(STRUCT, from + 1)) {
    let depth = 1;
    let to = from + STRUCT.length;
    for (let isText = false; to < line.length && depth; to++) {
      const c = line[to];
      if (c === '"') isText = !isText;
      else if (!isText && "<([{".includes(c)) depth += 1;
      else if (!isText && (")]}".includes(c) || (c === ">" && line[to - 1] !== "-"))) depth -= 1;
    }
    if (!depth && to - from >= LEAST) found.push({ from, to });
    if (!depth) from = to - 1;
  }
  return found;
}

/** The name of a struct type: of a descriptor its rank, of others how many fields they have. */
export function shortName(type) {
  const descriptor = DESCRIPTOR.exec(type);
  if (descriptor) return `!descriptor<${descriptor[1] ?? 0}>`;
  const named = /^!llvm\.struct<"([^"]*)"/.exec(type);
  return named ? `!struct "${named[1]}"` : "!struct<…>";
}

class Folded extends WidgetType {
  #type;

  constructor(type) {
    super();
    this.#type = type;
  }

  eq(other) {
    return other.#type === this.#type;
  }

  toDOM() {
    return element("span.short-type", { title: this.#type }, shortName(this.#type));
  }
}

function foldedIn(view) {
  const builder = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      for (const each of structsIn(line.text)) {
        const type = line.text.slice(each.from, each.to);
        builder.add(line.from + each.from, line.from + each.to, Decoration.replace({ widget: new Folded(type) }));
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
}

const folded = ViewPlugin.fromClass(class {
  constructor(view) {
    this.decorations = foldedIn(view);
  }

  update({ view, docChanged, viewportChanged }) {
    if (docChanged || viewportChanged) this.decorations = foldedIn(view);
  }
}, { decorations: (plugin) => plugin.decorations, provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none) });

const folding = new Compartment();

/** For a view that may fold them; at first it does not. */
export const shortTypes = folding.of([]);

export function setShortTypes(view, isShort) {
  view.dispatch({ effects: folding.reconfigure(isShort ? folded : []) });
}
