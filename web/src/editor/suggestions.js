// The list of what may stand at the cursor: when it opens, what is in it, and its keys. The core knows what is offered, and ranks it;
// while more of the same word is typed, the list is narrowed here.
import {
  acceptCompletion, autocompletion, clearSnippet, closeCompletion, completionStatus, insertCompletionText, moveCompletionSelection, nextSnippetField, pickedCompletion,
  prevSnippetField, selectedCompletion, snippet, snippetKeymap, startCompletion,
} from "@codemirror/autocomplete";
import { Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { hueOfOperation } from "../base/dialects.js";

/** Behind these the list opens by itself: a name that has begun, or a sigil. */
const OPENING = /(?:^|[^\w$.%@^!#])(?:[a-zA-Z_][\w$.]*|[%@^!#][\w$.-]*)$/;
/** More of the same word. */
const WORD = /^[%@^!#]?[\w$.]*$/;
const BEST = 99; // CodeMirror's best rank

export function suggestions(ask) {
  return [
    autocompletion({ override: [source(ask)], defaultKeymap: false, icons: false, optionClass: classOf }),
    Prec.highest(keymap.of(KEYS)),
    snippetKeymap.of([{ key: "Tab", run: either(accept, nextSnippetField), shift: prevSnippetField }, { key: "Escape", run: either(close, clearSnippet) }]),
  ];
}

const either = (...commands) => (view) => commands.some((command) => command(view));

// A list that is only on its way does not come, and leaves the key to others.
function close(view) {
  const isThere = completionStatus(view.state) === "active";
  return closeCompletion(view) && isThere;
}

// A word that is written as it would be inserted is done: the key does what it does elsewhere.
function accept(view) {
  const selected = selectedCompletion(view.state);
  const { head } = view.state.selection.main;
  if (selected && view.state.sliceDoc(head - selected.insert.length, head) === selected.insert) return closeCompletion(view) && false;
  return acceptCompletion(view);
}

const KEYS = [
  { key: "Ctrl-Space", run: startCompletion },
  { key: "Escape", run: close },
  { key: "ArrowDown", run: moveCompletionSelection(true) },
  { key: "ArrowUp", run: moveCompletionSelection(false) },
  { key: "PageDown", run: moveCompletionSelection(true, "page") },
  { key: "PageUp", run: moveCompletionSelection(false, "page") },
  { key: "Enter", run: accept },
  { key: "Tab", run: accept },
];

function source(ask) {
  return async (context) => {
    const { pos, state, explicit } = context;
    const line = state.doc.lineAt(pos);
    if (state.readOnly || (!explicit && !OPENING.test(line.text.slice(0, pos - line.from)))) return null;
    context.addEventListener("abort", () => {}, { onDocChange: true }); // the core answers for the text as it is; another is asked for
    const found = await ask(pos);
    if (!found?.items.length) return null;
    const { from, items, complete } = found;
    if (items.length === 1 && items[0].insert === state.sliceDoc(from, pos)) return null;
    return {
      from,
      options: items.map(optionOf),
      validFor: (text) => complete && WORD.test(text) && !items.some(({ insert }) => insert === text),
    };
  };
}

function optionOf({ kind, label, detail, insert, snippet: hasPlaces }, rank) {
  const apply = hasPlaces ? snippet(insert) : kind === "dialect" ? insertDialect : insert;
  return { label, detail, insert, type: kind, boost: Math.max(BEST - rank, -BEST), apply };
}

// Its operations are next.
function insertDialect(view, option, from, to) {
  view.dispatch({ ...insertCompletionText(view.state, option.insert, from, to), annotations: pickedCompletion.of(option) });
  startCompletion(view);
}

// Coloured as in the text.
function classOf({ type, label }) {
  if (type === "operation" || type === "dialect") return `tok-operation ${hueOfOperation(type === "dialect" ? `${label}.` : label) || ""}`;
  return `tok-${type}`;
}
