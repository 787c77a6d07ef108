// The common part of editor and output, and the editor itself.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import {
  EditorView, crosshairCursor, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, keymap, lineNumbers, rectangularSelection,
} from "@codemirror/view";
import { folding } from "./folding.js";
import { hangingIndent } from "./hanging-indent.js";
import { mlir } from "./language.js";

const dark = new Compartment();
const wrapping = new Compartment();

/** Extensions of every view on MLIR text. */
export const textView = [
  EditorView.cspNonce.of(document.querySelector("meta[name=style-nonce]").content),
  dark.of([]),
  lineNumbers(),
  folding,
  wrapping.of(EditorView.lineWrapping),
  hangingIndent,
  highlightSpecialChars(),
  drawSelection(),
  highlightSelectionMatches(),
  bracketMatching({ brackets: "()[]{}" }),
  search({ top: true }),
  mlir,
];

const writing = [
  history(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  dropCursor(),
  EditorState.allowMultipleSelections.of(true),
  rectangularSelection(),
  crosshairCursor(),
  indentOnInput(),
  keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
  EditorView.contentAttributes.of({
    "aria-label": "MLIR text",
    "aria-describedby": "editor-hint",
    tabindex: "0",
    autocapitalize: "off",
    spellcheck: "false",
  }),
];

export function createEditor(parent, text, extensions, selection) {
  return new EditorView({ parent, doc: text, selection, extensions: [extensions, writing, textView] });
}

/** Replace the whole text, a string or CodeMirror's, in one step that can be undone; `more`: of the transaction. */
export function replaceText(view, text, more = {}) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true, userEvent: "input.replace", ...more });
}

/** Move the cursor to an offset, into the middle of the view, and focus it. */
export function goTo(view, offset) {
  const anchor = Math.min(offset, view.state.doc.length);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  view.focus();
}

/** Tell the views which of CodeMirror's two base themes to use; colours come from style.css. */
export function setDark(views, isDark) {
  for (const view of views) view.dispatch({ effects: dark.reconfigure(EditorView.darkTheme.of(isDark)) });
}

/** Whether long lines of the views go on in the next one. */
export function setWrapping(views, wraps) {
  for (const view of views) view.dispatch({ effects: wrapping.reconfigure(wraps ? EditorView.lineWrapping : []) });
}
