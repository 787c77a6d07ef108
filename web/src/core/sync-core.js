// The core on the page's own thread, for what needs no session and cannot wait for the worker: tokens, lines that
// changed, edits of pipelines. Until it is loaded it gives no answers. After a crash it is loaded again, and the question that it
// crashed on is not asked again.
import { Rung, RungCrash } from "../../../wasm/rung.js";

const LONGEST_LINE = 30_000;

let compiled = null;
let rung = null;
let recovered = null;
const refused = new Set(); // the question that it crashed on

/** Load it from a promise of the compiled module; the promise of what it lists: { tokenClasses, passes }. `loadedAgain()` is called
 *  when it was, after a crash. */
export async function loadSyncCore(module, loadedAgain) {
  compiled = await module;
  rung = await Rung.load(compiled);
  recovered = loadedAgain;
  return { tokenClasses: rung.tokenClasses(), passes: rung.passes() };
}

// The core's answer, or `otherwise`.
function ask(name, args, otherwise) {
  const key = () => JSON.stringify([name, ...args]);
  if (!rung || (refused.size && refused.has(key()))) return otherwise;
  try {
    return rung[name](...args);
  } catch (error) {
    if (error instanceof RungCrash) recover(key());
    else if (!(error instanceof RangeError)) throw error; // memory ran out
    return otherwise;
  }
}

async function recover(question) {
  rung = null;
  refused.add(question);
  rung = await Rung.load(compiled);
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
