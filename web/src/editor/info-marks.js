// Marks of info messages, which say how the text was read and are not problems. Text that was set aside is dimmed.
import { Decoration } from "@codemirror/view";
import { decorationField } from "./decorations.js";

const marks = decorationField({ moves: true });
export const infoMarks = marks.field;

const asideLine = Decoration.line({ class: "aside" });
const asidePart = Decoration.mark({ class: "aside" });

/** The effect that marks the places of the diagnostics' info messages. */
export function markInfo(doc, diagnostics) {
  const ranges = [];
  for (const { kind, from, to: end } of diagnostics) {
    const to = Math.min(end, doc.length);
    if (kind !== "aside" || from === undefined || from >= to) continue;
    for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
      if (from <= line.from && line.to <= to) ranges.push(asideLine.range(line.from));
      else ranges.push(asidePart.range(Math.max(from, line.from), Math.min(to, line.to)));
      if (line.to + 1 >= to || line.number === doc.lines) break;
    }
  }
  return marks.set(ranges);
}
