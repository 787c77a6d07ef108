// Regions fold: from a `{` at the end of a line to its `}`.
import { codeFolding, foldGutter, foldKeymap, foldService } from "@codemirror/language";
import { keymap } from "@codemirror/view";

/** A region of more lines does not fold: looking for its end at every keystroke would take too long. */
const LINES = 2000;

// Braces of a line, those in comments and strings left out.
function balance(text) {
  let sum = 0;
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|\/\/.*|[{}]/g)) sum += mark === "{" ? 1 : mark === "}" ? -1 : 0;
  return sum;
}

function region(state, from, to) {
  const { doc } = state;
  const open = /\{[ \t]*(?:\/\/.*)?$/.exec(doc.sliceString(from, to));
  if (!open) return null;
  let depth = 1;
  const first = doc.lineAt(from).number;
  for (let n = first + 1; n <= Math.min(doc.lines, first + LINES); n++) {
    const line = doc.line(n);
    // `} else {` closes one and opens the next.
    if (depth === 1 && /^\s*\}/.test(line.text)) {
      const end = line.from + line.text.indexOf("}");
      return n > first + 1 ? { from: from + open.index + 1, to: end } : null;
    }
    depth += balance(line.text);
  }
  return null;
}

export const folding = [foldService.of(region), codeFolding(), foldGutter(), keymap.of(foldKeymap)];
