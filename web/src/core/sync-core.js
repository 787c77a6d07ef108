// The core on the page's own thread, for what needs no session and cannot wait for the worker: tokens, lines that
// changed, edits of pipelines, what the core's first part has. Until that is loaded it gives no answers. After a crash it is loaded
// again, and the question that it crashed on is not asked again, unless it was one that needs the rest.
import { Rung, RungCrash, RungIncomplete } from "../../../wasm/rung.js";

const LONGEST_LINE = 30_000;

let compiled = null;
let urlOfRest = "";
let rung = null;
let recovered = null;
const refused = new Set(); // the question that it crashed on

/** Load it from a promise of the first part, compiled; the promise of what it lists: { tokenClasses, passes }. `rest`: where the other
 *  is. `loadedAgain()` is called when it was, after a crash. */
export async function loadSyncCore(module, rest, loadedAgain) {
  urlOfRest = rest;
  compiled = await module;
  rung = await Rung.load(compiled);
  recovered = loadedAgain;
  return { tokenClasses: rung.tokenClasses(), passes: rung.passes() };
}

/** Have the rest of it, too: what the first part has is all that a first minute asks. */
export async function completeSyncCore() {
  try {
    await rung?.complete(urlOfRest);
  } catch { /* it is tried again when it is needed */ }
}

// The core's answer, or `otherwise`.
function ask(name, args, otherwise) {
  const key = () => JSON.stringify([name, ...args]);
  if (!rung || (refused.size && refused.has(key()))) return otherwise;
  try {
    return rung[name](...args);
  } catch (error) {
    if (error instanceof RungIncomplete) recover(null, urlOfRest);
    else if (error instanceof RungCrash) recover(key());
    else if (!(error instanceof RangeError)) throw error; // memory ran out
    return otherwise;
  }
}

async function recover(question, rest) {
  rung = null;
  if (question) refused.add(question);
  try {
    rung = await Rung.load(compiled, { rest });
  } catch {   // there is no rest now
    rung = await Rung.load(compiled);
  }
  recovered();
}

/** As Rung's: { tokens, state }; nothing of a line so long that keys would wait for it. */
export function tokensOfLine(line, state) {
  if (line.length > LONGEST_LINE) return { tokens: [], state: 0 };
  const text = line.trimStart(), indent = line.length - text.length;
  const answer = ask("tokensOfLine", [text, state], { tokens: [], state: 0 });
  if (!indent) return answer;
  return { tokens: answer.tokens.map((token) => ({ ...token, from: token.from + indent, to: token.to + indent })), state: answer.state };
}

/** The calls that a PipelineBuilder makes, the same as Rung's. */
export const pipelineCore = {
  passes: () => ask("passes", [], []),
  pipelines: () => ask("pipelines", [], []),
  readPipeline: (text) => ask("readPipeline", [text], { ok: false, anchor: null, elements: [], diagnostics: [] }),
  passExistsUpstream: (name) => ask("passExistsUpstream", [name], false),
  addPass,
};

/** As Rung's: the new text, or null. */
export function addPass(pipeline, pass, before) {
  return ask("addPass", [pipeline, pass, before], null);
}
