// The messages for a failure of the core, and the line that is shown when an answer takes long.
import { element } from "../base/dom.js";

const EDITABLE = "You can still read, edit and share the text.";

/** In words; `failure` as core.js tells it. */
export function wordsOf({ kind, message, isQuestion, limit }) {
  const on = isQuestion ? "a question about this text" : "this text";
  const end = isQuestion ? "Your text is safe, and the page still shows it." : "Your text is safe; it is worked on again when you change it.";
  switch (kind) {
    case "crashed": return `The core crashed on ${on} and was started anew. ${end}`;
    case "timeout": return `The core took too long on ${on}, more than ${limit} seconds, and was started anew. ${end}`;
    case "stopped": return `Stopped. ${end}`;
    case "partial": return `A part of Rung that ${on} needs could not be loaded (${message}). Your text is safe; try again when the network is back.`;
    case "failed": return `The core could not work on ${on}: ${message}`;
  }
  if (!globalThis.WebAssembly) return `WebAssembly, which the core is made of, is turned off in this browser: nothing is checked or lowered. ${EDITABLE}`;
  return `The core could not be loaded (${message}), so nothing is checked or lowered. ${EDITABLE} Reload the page to try again.`;
}

/** A line that says that an answer takes long, with a button that stops it. */
export function workingLine(stop) {
  return element("span.working", { hidden: true }, "Still working … ", element("button.link", { type: "button", onclick: stop }, "Stop"));
}
