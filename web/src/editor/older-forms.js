// Older forms in the text, marked discreetly: pointing at one says since when and why it is written otherwise, and offers to.
import { Decoration, hoverTooltip } from "@codemirror/view";
import { decorationField } from "./decorations.js";
import { clipped, element, withCode } from "../base/dom.js";

const mark = Decoration.mark({ class: "older" });
const marks = decorationField({ moves: true });

/** Longer forms are named by what is new in them. */
const LONGEST = 90;

/** The extension that shows marks; `changeAt(offset)` gives the change there, or null, and `apply(change)` makes it. */
export function olderForms(changeAt, apply) {
  return [marks.field, hoverTooltip((view, offset) => {
    const change = changeAt(offset);
    if (!change) return null;
    const { from, to } = visibleRange(view.state.doc, change);
    return {
      pos: from,
      end: to,
      above: true,
      create: () => ({ dom: element("div.hover.older-form", {},
        element("div", {}, reason(change)),
        element("button.cm-diagnosticAction", { type: "button", onclick: () => apply(change) }, ...withCode(fixTitle(change)))) }),
    };
  }, { hoverTime: 350, hideOnChange: true })];
}

/** The effect that marks the changes' places. */
export function markOlder(doc, changes) {
  const ranges = changes.map((change) => visibleRange(doc, change)).filter(({ from, to }) => from < to);
  return marks.set(ranges.map(({ from, to }) => mark.range(from, to)));
}

/** What a change is about, without the white space that it takes along; a place where something is inserted lends the word
 *  there. */
export function visibleRange(doc, { from, to }) {
  const text = doc.sliceString(from, to);
  const start = from + text.length - text.trimStart().length;
  const end = from + text.trimEnd().length;
  if (start < end) return { from: start, to: end };
  const line = doc.lineAt(Math.min(from, doc.length));
  const ahead = /^\s*[\w.!%@^#$"-]+|^\s*\S/.exec(line.text.slice(from - line.from));
  if (ahead) return { from: from + ahead[0].length - ahead[0].trimStart().length, to: from + ahead[0].length };
  const behind = /\S+\s*$/.exec(line.text.slice(0, from - line.from));
  return behind ? { from: line.from + behind.index, to: line.from + behind.index + behind[0].trimEnd().length } : { from, to: from };
}

/** "since LLVM 14: …" */
export function reason({ since, why }) {
  return since ? `since LLVM ${since}: ${why}` : why;
}

/** What to call a change, code between backticks. */
export function fixTitle({ text, after }) {
  if (!after) return "remove it";
  const short = text.trim();
  return `write it as \`${clipped(after.length > LONGEST && short ? short : after, LONGEST)}\``;
}
