// The core's side of core.js. Only the newest request counts: whatever arrived while one was worked
// on replaces it, between the check of the text and the making of the output too.
import { Rung, RungCrash } from "../../wasm/rung.js";

/** When an output takes longer than this, the next one waits for a pause in the typing. */
const SLOW_MS = 30;
const PAUSE_MS = 150;
/** The most that all stages together may be long, and how many they may be. */
const STAGES_LENGTH = 4_000_000;
const STAGES = 100;

let rung;
let session;
let text = "";
let sessionOptions = {};
let checked = null; // of `text`; null: not yet
let latest = null;
let running = false;
let outputMs = 0; // what the last output took
let shown = null; // the request whose output was made last
let queries = []; // about it

self.onmessage = ({ data }) => {
  if (data.kind === "start") {
    start(data.module);
    return;
  }
  if (data.kind === "query") {
    queries.push(data);
    if (!running) run();
    return;
  }
  if (data.text !== null) {
    text = data.text;
    checked = null;
  }
  latest = data;
  if (!running) run();
};

async function start(module) {
  try {
    rung = await Rung.load(module);
    session = rung.session();
    self.postMessage({ kind: "ready", version: rung.version });
    if (!running) run();
  } catch (error) {
    self.postMessage({ kind: "broken", message: String(error.message) });
  }
}

async function run() {
  if (!session) return;
  running = true;
  while (latest || queries.length) {
    const request = latest;
    try {
      if (!request) {
        await answerQueries();
        continue;
      }
      self.postMessage({ kind: "started", revision: request.revision });
      check(request);
      if (outputMs > SLOW_MS) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      else await otherMessages();
      if (latest === request) makeOutput(request);
      if (latest === request) latest = null;
      await answerQueries();
    } catch (error) {
      const kind = error instanceof RungCrash ? "crashed" : "failed";
      const revision = request?.revision ?? 0;
      self.postMessage({ kind, revision, message: String(error.message) });
      if (latest === request) latest = null;
      if (kind === "crashed") return; // the page starts another worker
    }
  }
  running = false;
}

function check({ revision, options }) {
  if (!checked || options.readUnknown !== sessionOptions.readUnknown) {
    sessionOptions = options;
    checked = null;
    session.setOptions({ allowUnregisteredDialects: options.readUnknown, keepUnknown: options.readUnknown });
    const begin = performance.now();
    checked = session.setText(text);
    checked.ms = performance.now() - begin;
    checked.safeFixes = checked.diagnostics.some(({ fixes }) => fixes.length) ? session.safeFixes() : [];
  }
  self.postMessage({ kind: "checked", revision, ...checked });
}

function makeOutput(request) {
  shown = request;
  const begin = performance.now();
  const answer = checked.ok ? produce(request) : { ok: false, invalid: true };
  outputMs = performance.now() - begin;
  self.postMessage({ kind: "output", revision: request.revision, ms: outputMs, stages: [], diagnostics: [], ...answer });
}

// Questions about what is shown now; those about something older get no answer.
async function answerQueries() {
  while (queries.length && !latest) {
    const { id, revision, name, ...rest } = queries.shift();
    let found = null;
    try {
      if (shown?.revision === revision && checked) found = QUERIES[name](rest);
    } catch (error) {
      if (error instanceof RungCrash) throw error;
    }
    self.postMessage({ kind: "result", id, result: found });
    await otherMessages();
  }
}

const QUERIES = {
  hover: ({ offset }) => session.hover(offset),
  type: ({ offset, options }) => session.explainTypeAt(offset, options),
  trace() {
    if (!checked.ok) return null;
    const { output, pipeline, options } = shown;
    const stages = wantsStages(shown);
    const print = { debugInfo: options.locations, prettyDebugInfo: false };
    const input = session.provenance();
    if (output !== "pipeline") return { input, origins: [session.provenance({ ...print, generic: output === "generic" })], facts: null };
    const result = session.run(pipeline, { stages, trace: true });
    const last = result.ok ? session.provenance({ ...print, result: true }) : [];
    // As the steps of the output are: the input, then one for each stage; the last is what is printed,
    // or the message that the pipeline failed.
    const origins = result.stages.map((stage) => stage.origins);
    if (result.ok) origins.pop();
    return { input, origins: stages && result.stages.length ? [input, ...origins, last] : [last], facts: result.explanation };
  },
};

// Whether the text after every pass is worth having: passes on nested operations show the whole module, once for each.
function wantsStages({ output, pipeline }) {
  const stages = output === "pipeline" ? session.estimateStages(pipeline) : 0;
  return stages > 0 && stages <= STAGES && stages * text.length <= STAGES_LENGTH;
}

function produce(request) {
  const { output, pipeline, options } = request;
  const stages = wantsStages(request);
  const print = { debugInfo: options.locations, prettyDebugInfo: false };
  if (output !== "pipeline") return { ok: true, text: session.print({ ...print, generic: output === "generic" }) };
  const input = stages ? session.print() : "";
  const result = session.run(pipeline, { stages });
  if (result.ok && options.locations) result.text = session.printResult(print);
  return { ...result, input };
}

// Let what was posted meanwhile arrive.
const { port1, port2 } = new MessageChannel();
function otherMessages() {
  return new Promise((resolve) => {
    port2.onmessage = resolve;
    port1.postMessage(null);
  });
}
