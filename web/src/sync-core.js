// The core on the page's own thread, for what needs no session and cannot wait for the worker: tokens, lines that
// changed, edits of pipelines. Until it is loaded, and should it fail, there is nothing to say.
import { Rung, RungCrash } from "../../wasm/rung.js";

let rung = null;

/** Load it from a promise of the compiled module; the promise of what it lists: { tokenClasses, passes }. */
export async function loadSyncCore(module) {
  rung = await Rung.load(await module);
  return { tokenClasses: rung.tokenClasses(), passes: rung.passes() };
}

// What `call` gives, or `otherwise`.
function ask(call, otherwise) {
  if (!rung) return otherwise;
  try {
    return call();
  } catch (error) {
    if (error instanceof RungCrash) rung = null;
    else if (!(error instanceof RangeError)) throw error; // memory ran out
    return otherwise;
  }
}

/** As Rung's: { tokens, state }. */
export function tokensOfLine(line, state) {
  return ask(() => rung.tokensOfLine(line, state), { tokens: [], state: 0 });
}

/** As Rung's: numbers of lines. */
export function changedLines(before, after) {
  return ask(() => rung.changedLines(before, after), []);
}

/** As Rung's: the new text, or null. */
export function addPass(pipeline, pass, before) {
  return ask(() => rung.addPass(pipeline, pass, before), null);
}
