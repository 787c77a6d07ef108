// Regions fold: from a `{` at the end of a line to its `}`.
import { codeFolding, foldGutter, foldKeymap, foldService } from "@codemirror/language";
import { keymap } from "@codemirror/view";
import { openingBrace } from "./language.js";
import { tokensOfLine } from "../core/sync-core.js";

/** A region of more lines does not fold: looking for its end at every keystroke would take too long. */
const LINES = 2000;

const balances = new Map(); // of lines asked for lately: each is asked for by every region around it
const MOST_BALANCES = 10_000;

// By how much a line nests deeper what follows it.
function balance(line) {
  if (!/[{}]/.test(line)) return 0;
  const text = line.trim();
  if (!balances.has(text)) {
    if (balances.size > MOST_BALANCES) balances.clear();
    const marks = tokensOfLine(text, 0).tokens.map(({ from, to }) => text.slice(from, to));
    balances.set(text, marks.filter((mark) => mark === "{").length - marks.filter((mark) => mark === "}").length);
  }
  return balances.get(text);
}

function region(state, from, to) {
  const { doc } = state;
  const open = openingBrace(doc.sliceString(from, to));
  if (open < 0) return null;
  let depth = 1;
  const first = doc.lineAt(from).number;
  for (let n = first + 1; n <= Math.min(doc.lines, first + LINES); n++) {
    const line = doc.line(n);
    // `} else {` closes one and opens the next.
    if (depth === 1 && /^\s*\}/.test(line.text)) {
      const end = line.from + line.text.indexOf("}");
      return n > first + 1 ? { from: from + open + 1, to: end } : null;
    }
    depth += balance(line.text);
  }
  return null;
}

export const folding = [foldService.of(region), codeFolding(), foldGutter(), keymap.of(foldKeymap)];
