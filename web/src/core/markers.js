// Recognizes markers between the parts of a text, and comments that expect messages.
export const MARKER = "// -----";
export const EXPECTATION = /\/\/\s*expected-(?:error|warning|note|remark)/;

const DUMP_HEADING = `${MARKER}// `; // what --mlir-print-ir-after-all writes above each dump

/** Whether the text is several parts: a marker stands on a line of its own. A log of dumps is one text, though its headings begin like markers. */
export function hasParts(text) {
  return text.includes(MARKER) && !text.includes(DUMP_HEADING) && /^[ \t]*\/\/ -----[ \t]*$/m.test(text);
}
