// Recognizes markers between the parts of a text, and comments that expect messages.
export const MARKER = "// -----";
export const EXPECTATION = /\/\/\s*expected-(?:error|warning|note|remark)/;

const DUMP_HEADING = `${MARKER}// `; // what --mlir-print-ir-after-all writes above each dump

const DUMPS = /(?:\/\/ -----\/\/|\*\*\*) IR Dump (?:After|Before) [^]*(?:\/\/ -----\/\/|\*\*\*) IR Dump (?:After|Before) /;

/** Whether the text is a log of dumps. A single dump with its heading is a text like any other. */
export function isLog(text) {
  return text.includes("IR Dump ") && DUMPS.test(text);
}

/** Whether the text is several parts: a marker stands on a line of its own. A log of dumps is one text, though its headings begin like markers. */
export function hasParts(text) {
  return text.includes(MARKER) && !text.includes(DUMP_HEADING) && /^[ \t]*\/\/ -----[ \t]*$/m.test(text);
}
