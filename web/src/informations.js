// Informations: what was read, and how. They are no problems; what they are about looks calmer in the
// text: what was set aside is dimmed, and nothing in an operation kept as written counts as a mistake.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { count } from "./dom.js";

// By kind: the word in the list, and the words for several.
const KINDS = {
  kept: ["kept", (n) => `${count(n, "operation")} kept as written`],
  aside: ["set aside", (n) => `${count(n, "part")} set aside`],
  hole: ["left out", (n) => count(n, "omission")],
  unchecked: ["unchecked", (n) => `${count(n, "check")} skipped`],
};
const OTHER = ["information", (n) => count(n, "information")];

export function isInformation({ severity }) {
  return severity === "information";
}

/** What to call a message: its severity, or what an information is about. */
export function wordFor(diagnostic) {
  return isInformation(diagnostic) ? (KINDS[diagnostic.kind] ?? OTHER)[0] : diagnostic.severity;
}

/** "3 operations kept as written, 1 part set aside"; empty when the diagnostics have no informations. */
export function summarize(diagnostics) {
  const counts = new Map();
  for (const { kind } of diagnostics.filter(isInformation)) counts.set(KINDS[kind], (counts.get(KINDS[kind]) ?? 0) + 1);
  return [...Object.values(KINDS), undefined].filter((kind) => counts.has(kind))
    .map((kind) => (kind ?? OTHER)[1](counts.get(kind))).join(", ");
}

const setPlaces = StateEffect.define();

export const informationMarks = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setPlaces)) return effect.value;
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const asideLine = Decoration.line({ class: "aside" });
const asidePart = Decoration.mark({ class: "aside" });
const kept = Decoration.mark({ class: "kept" });

/** The effect that marks what the diagnostics' informations are about. */
export function markInformations(doc, diagnostics) {
  const ranges = [];
  let keptTo = 0; // an operation kept inside another needs no mark of its own
  for (const { kind, from, to: end } of diagnostics) {
    const to = Math.min(end, doc.length);
    if (from === undefined || from >= to) continue;
    if (kind === "kept" && from >= keptTo) {
      ranges.push(kept.range(from, to));
      keptTo = to;
    }
    if (kind !== "aside") continue;
    for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
      if (from <= line.from && line.to <= to) ranges.push(asideLine.range(line.from));
      else ranges.push(asidePart.range(Math.max(from, line.from), Math.min(to, line.to)));
      if (line.to + 1 >= to || line.number === doc.lines) break;
    }
  }
  return setPlaces.of(Decoration.set(ranges, true));
}
