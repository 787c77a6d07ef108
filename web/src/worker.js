// The core's side of core.js. Only the newest request counts: whatever arrived while one was worked
// on replaces it, between the check of the text and the making of the output too.
import { Rung, RungCrash } from "../../wasm/rung.js";

/** When an output takes longer than this, the next one waits for a pause in the typing. */
const SLOW_MS = 30;
const PAUSE_MS = 150;

let rung;
let session;
let text = "";
let sessionOptions = {};
let checked = null; // of `text`; null: not yet
let latest = null;
let running = false;
let outputMs = 0; // what the last output took

self.onmessage = ({ data }) => {
  if (data.kind === "start") {
    start(data.module);
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
    self.postMessage({ kind: "ready", version: rung.version, passes: rung.passes() });
    if (!running) run();
  } catch (error) {
    self.postMessage({ kind: "broken", message: String(error.message) });
  }
}

async function run() {
  if (!session) return;
  running = true;
  while (latest) {
    const request = latest;
    try {
      self.postMessage({ kind: "begun", revision: request.revision });
      check(request);
      if (outputMs > SLOW_MS) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      else await otherMessages();
      if (latest === request) makeOutput(request);
      if (latest === request) latest = null;
    } catch (error) {
      const kind = error instanceof RungCrash ? "crashed" : "failed";
      self.postMessage({ kind, revision: request.revision, message: String(error.message) });
      if (latest === request) latest = null;
      if (kind === "crashed") return; // the page starts another worker
    }
  }
  running = false;
}

function check({ revision, options }) {
  if (!checked || options.allowUnregistered !== sessionOptions.allowUnregistered) {
    sessionOptions = options;
    checked = null;
    session.setOptions({ allowUnregisteredDialects: options.allowUnregistered });
    const begin = performance.now();
    checked = session.setText(text);
    checked.ms = performance.now() - begin;
  }
  self.postMessage({ kind: "checked", revision, ...checked });
}

function makeOutput({ revision, output, pipeline, options, stages }) {
  const begin = performance.now();
  const answer = checked.ok ? produce(output, pipeline, options, stages) : { ok: false, invalid: true };
  outputMs = performance.now() - begin;
  self.postMessage({ kind: "output", revision, ms: outputMs, stages: [], diagnostics: [], ...answer });
}

function produce(output, pipeline, options, stages) {
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
