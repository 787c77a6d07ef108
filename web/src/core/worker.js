// The core's side of core.js. An asker has a text; a checker gets the messages about it, and a runner gets outputs of
// it. Only an asker's newest request counts: one that arrives while another is worked on replaces it. Several askers share
// the core and take turns.
import { wrongWith } from "../../../wasm/reduce.js";
import { Rung, RungCrash, RungIncomplete } from "../../../wasm/rung.js";
import { compiled } from "./compiled.js";
import { Dumps } from "./dumps.js";
import { EXPECTATION, hasParts, isLog } from "./markers.js";
import { Packs } from "./packs.js";
import { removedIn } from "./removed.js";

/** When an output takes longer than this, the next one waits for a pause in the typing, unless there was one just before. */
const SLOW_MS = 120;
const PAUSE_MS = 120;
/** What the reader's rules are called in messages. */
const RULES = "rules";
/** Of a longer output the page gets the beginning. */
const SHOWN_LENGTH = 4_000_000;

let rung = null;
let running = false;
const parts = { first: null, url: "", rest: null }; // of the core: the first, compiled; where the rest is; a promise of that, compiled
const packs = new Packs(() => parts.url);
const askers = new Set(); // the one that had its turn last stands at the end

// The reader's own dialect that the core knows now. When it changes, every text is read anew.
const NO_DIALECT = { text: "", name: null, diagnostics: [] };
const own = { ...NO_DIALECT };

function useDialect(text) {
  if (text === own.text) return;
  if (own.name) rung.removeDialect(own.name);
  Object.assign(own, { text, name: null, diagnostics: [] }, text && rung.addDialect(text));
  for (const asker of askers) asker.forget();
}

// The text after edits, which follow one another: [from, to, instead], in offsets of the text before.
function edited(text, edits) {
  const parts = [];
  let at = 0;
  for (const [from, to, insert] of edits) {
    parts.push(text.slice(at, from), insert);
    at = to;
  }
  return parts.join("") + text.slice(at);
}

// --- Askers

self.onmessage = ({ data, ports }) => {
  if (data.kind === "start") start(data);
  else if (data.kind === "complete") complete();
  else if (data.kind === "join") join(ports[0]);
  else alone().receive(data);
};

// The page that started the worker is an asker, too, unless it only connects others.
let first = null;
function alone() {
  if (!first) askers.add(first = new Asker(self));
  return first;
}

function join(port) {
  const asker = new Asker(port);
  askers.add(asker);
  port.onmessage = ({ data }) => {
    if (data.kind === "complete") return complete();
    if (data.kind !== "leave") return asker.receive(data);
    askers.delete(asker);
    asker.dispose();
    return port.close();
  };
}

// `module`: the first part of the core, compiled; or `url`: where it is. `rest`: where the rest is.
async function start({ module, url, rest }) {
  try {
    parts.url = rest;
    parts.first = module ?? await compiled(await fetch(url));
    rung = await Rung.load(parts.first);
    self.postMessage({ kind: "ready", version: rung.version });
    run();
  } catch (error) {
    self.postMessage({ kind: "broken", message: String(error.message) });
  }
}

function rest() {
  parts.rest ??= fetch(parts.url).then(compiled);
  parts.rest.catch(() => { parts.rest = null; });
  return parts.rest;
}

// Have the rest before it is needed. If it cannot be had now, it is tried again then.
function complete() {
  if (parts.url) rest().then((module) => rung?.complete(module)).then(() => havePacks(packs.names)).catch(() => {});
}

async function havePacks(names) {
  await packs.have(names, (bytes) => rung?.addPack(bytes));
}

async function run() {
  if (!rung || running) return;
  running = true;
  for (let asker; (asker = next()); ) {
    askers.delete(asker);
    askers.add(asker);
    for (const other of askers) if (other !== asker && other.hasWork) other.post({ kind: "waiting", length: asker.length });
    const named = [...packs.missingIn(asker.unreadText), ...packs.missing(asker.neededPacks)];
    if (named.length) {
      await havePacks(named).catch(({ message }) => asker.fail("partial", message));
      continue; // it may have another text by now
    }
    try {
      asker.work();
    } catch (error) {
      if (error instanceof RungIncomplete) {
        await replace(asker, error.pack);
        continue;
      }
      const kind = error instanceof RungCrash ? "crashed" : "failed";
      asker.fail(kind, String(error.message));
      if (kind === "crashed") return; // another worker is started
    }
    await otherMessages();
  }
  running = false;
}

// The core came to what the rest does, or to a dialect whose pack is not here, in the midst of its work: a new core does that from the
// beginning, with the rest and the pack. Without them, what was asked for has no answer.
async function replace(asker, pack) {
  rung = null;
  Object.assign(own, NO_DIALECT);
  const others = [...askers].filter((other) => other !== asker);
  askers.clear();
  for (const each of [asker, ...others]) { // it keeps its turn
    askers.add(each);
    each.lose();
  }
  try {
    if (pack) await packs.have([pack]);
    rung = await Rung.load(parts.first, { rest: await rest(), packs: packs.here });
  } catch ({ message }) {
    asker.fail("partial", message);
    rung = await Rung.load(parts.first, { packs: packs.here });
  }
}

const next = () => [...askers].find((asker) => asker.hasWork && !asker.isPausing);

class Asker {
  #port;
  #session = null;
  #text = "";
  #isRead = false; // the session has the text, read as #reading says
  #rules = ""; // that the session has
  #rulesSaid = {}; // what is wrong with the reader's rules
  #reading = {}; // how: { readUnknown, edition }
  #answer = null; // setText()'s answer about it
  #parts = []; // of it: [{ from, to, ok }]
  #dumps = null; // its parts, if they are those of a log
  #latest = null; // the request to be worked on
  #pause = 0; // timer: the next output waits
  #outputMs = 0; // what the last output took
  #lastBusy = 0; // when something was last asked for or made
  #shown = null; // the request that was answered last
  #queries = []; // about it

  constructor(port) {
    this.#port = port;
  }

  get hasWork() {
    return this.#latest !== null || this.#queries.length > 0;
  }

  get length() {
    return this.#text.length;
  }

  get unreadText() {
    return this.#isRead ? "" : this.#text;
  }

  // What is asked shows rules as they are written.
  get neededPacks() {
    return this.#queries.some(({ name }) => name === "tried") ? ["rules"] : [];
  }

  get isPausing() {
    return this.#pause !== 0;
  }

  post(message) {
    this.#port.postMessage(message);
  }

  receive(data) {
    if (data.kind === "query") {
      this.#queries.push(data);
    } else if (data.kind === "text") {
      this.#text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(new FileReaderSync().readAsArrayBuffer(data.text)); // a long one
      this.#isRead = false;
    } else {
      if (data.text !== undefined) this.#text = data.text;
      if (data.edits) this.#text = edited(this.#text, data.edits);
      if (data.text !== undefined || data.edits) this.#isRead = false;
      this.#latest = data;
      const hasPaused = performance.now() - this.#lastBusy > PAUSE_MS;
      this.#lastBusy = performance.now();
      if (this.#outputMs > SLOW_MS && !hasPaused) this.#waitForPause();
    }
    run();
  }

  #waitForPause() {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#pause = 0;
      run();
    }, PAUSE_MS);
  }

  /** The newest request, or else one question. What throws was not answered. */
  work() {
    this.#session ??= rung.session();
    if (this.#latest) this.#answerRequest();
    else this.#answerQuery();
  }

  /** The request under way is given up, or else the question. */
  fail(kind, message) {
    this.post({ kind, revision: this.#latest?.revision ?? 0, message });
    if (this.#latest) this.#latest = null;
    else this.#endQuery(null);
  }

  /** The session is gone, with its core; another core is on its way. */
  lose() {
    this.#session = null;
    this.#isRead = false;
    this.#rules = "";
    this.#rulesSaid = {};
    this.post({ kind: "loading" });
  }

  /** The session's text is out of date. */
  forget() {
    this.#isRead = false;
  }

  dispose() {
    clearTimeout(this.#pause);
    this.#session?.dispose();
  }

  #answerRequest() {
    const request = this.#latest;
    const { role, revision } = request;
    this.post({ kind: "started", revision });
    const begin = performance.now();
    this.#read(request);
    const readMs = performance.now() - begin;
    const result = role === "checker" ? this.#checked(readMs, request.withPasses) : this.#output(request);
    this.#lastBusy = performance.now();
    if (role === "runner") this.#outputMs = this.#lastBusy - begin;
    this.#shown = request;
    this.#latest = null;
    this.post({ kind: "done", revision, ...shortened(result) });
  }

  // --- Reading

  #read({ readUnknown, edition, dialect = "", rules = "" }) {
    useDialect(dialect);
    this.#useRules(rules);
    const isRead = this.#isRead && readUnknown === this.#reading.readUnknown && edition === this.#reading.edition;
    this.#reading = { readUnknown, edition, rules };
    if (isRead) return;
    this.#session.setOptions({ ...this.#readingOptions(), edition, split: hasParts(this.#text), splitLog: isLog(this.#text) });
    this.#answer = this.#session.setText(this.#text);
    this.#parts = this.#session.parts().map(({ from, to, ok }) => ({ from, to, ok }));
    this.#dumps = Dumps.of(this.#session, this.#text);
    this.#isRead = true;
  }

  #useRules(text) {
    if (text === this.#rules) return;
    this.#session.addRules(RULES, text);
    this.#rules = text;
  }

  // They are read for a run only: here for one on nothing. The dialect is part of what they are about.
  #checkRules(text) {
    const key = `${text}\n${own.text}`;
    if (this.#rulesSaid.key !== key) this.#rulesSaid = { key, diagnostics: text ? this.#apart(this.#readingOptions(), (other) => {
      other.setText("");
      other.addRules(RULES, text);
      return other.run("builtin.module(apply-rules)").diagnostics;
    }) : [] };
    return this.#rulesSaid.diagnostics;
  }

  get #isPartValid() {
    return this.#parts[this.#session.part]?.ok ?? this.#answer.ok;
  }

  // Of a text with split markers, the part that questions at an offset are about.
  #choosePartAt(offset) {
    const index = this.#parts.findIndex(({ from, to }) => from <= offset && offset <= to);
    if (this.#parts.length > 1 && index >= 0 && index !== this.#session.part) this.#session.choosePart(index);
  }

  // Messages as the text's own comments expect them. Those that passes may give yet are waited for.
  #verified(withPasses) {
    const diagnostics = this.#session.verifyDiagnostics().diagnostics.filter(({ kind }) => !withPasses || kind !== "unmet");
    return { ok: !diagnostics.some(({ severity }) => severity === "error"), diagnostics };
  }

  #readingOptions() {
    return { allowUnregisteredDialects: this.#reading.readUnknown, keepUnknown: this.#reading.readUnknown };
  }

  #checked(ms, withPasses) {
    const safeFixes = this.#answer.diagnostics.some(({ fixes }) => fixes.length) ? this.#session.safeFixes() : [];
    return {
      ...this.#answer, ms, safeFixes, dialectName: own.name, dialectDiagnostics: own.diagnostics, rulesDiagnostics: this.#checkRules(this.#reading.rules),
      parts: this.#dumps ? [] : this.#parts, dumps: this.#dumps ? this.#parts.length : 0,
      ...EXPECTATION.test(this.#text) && this.#verified(withPasses),
    };
  }

  // --- Outputs

  // `output`: "custom", "generic" or "pipeline"; of a pipeline the text after `rung` passes is wanted (0: none, null: all).
  #output(request) {
    if (this.#dumps) return this.#dumps.run(request.rung);
    if (this.#parts.length > 1) this.#session.choosePart(Math.min(request.part, this.#parts.length - 1));
    if (!this.#isPartValid) return { ok: false, invalid: true, diagnostics: [], stages: [] };
    try {
      return request.output === "pipeline" ? this.#pipelineOutput(request) : this.#printed(request);
    } catch (error) {
      if (!error.cause?.message || error instanceof RungCrash) throw error;
      return { ok: false, unsaid: true, diagnostics: [error.cause], stages: [] }; // the form asked for cannot express it
    }
  }

  #printed({ output: form, locations }) {
    return {
      ok: true, text: this.#session.print({ ...printOptions({ locations }), generic: form === "generic" }), diagnostics: [], stages: [],
      operations: this.#session.operations(),
    };
  }

  #pipelineOutput({ pipeline, rung: wanted, locations, translates }) {
    const session = this.#session;
    const operations = session.operations();
    const result = session.run(pipeline, wanted ? { stages: "printed", only: [wanted - 1, wanted] } : { stages: "counted" });
    const { ok, stages } = result;
    const index = Math.min(wanted ?? Infinity, stages.length);
    let { text: made } = result;
    if (index === 0) made = session.print(printOptions({ locations }));
    else if (index < stages.length || !ok) made = stages[index - 1].text;
    else if (locations) made = session.printResult(printOptions({ locations }));
    const isLlvm = ok && isOfLlvm(stages.at(-1)?.operations ?? operations);
    const translated = isLlvm && translates && index === stages.length ? session.translate({ result: true }) : null;
    if (translated) made = translated.text ?? "";
    const expected = EXPECTATION.test(this.#text) && { diagnostics: session.verifyDiagnostics(pipeline).diagnostics };
    return { ...result, ...expected, stages: stages.map(({ text: _, ...stage }) => stage), operations, index, text: made, isLlvm, translated };
  }

  // --- Questions

  // Those about something older get no answer.
  #answerQuery() {
    const { revision, name, id: _, kind: __, ...given } = this.#queries[0];
    let found = null;
    try {
      if (this.#shown?.revision === revision) {
        this.#read(this.#shown);
        found = this.#questions[name](given);
      } else if (TEXTLESS.includes(name)) {
        found = this.#questions[name](given);
      }
    } catch (error) {
      if (error instanceof RungCrash) throw error;
    }
    this.#endQuery(found);
  }

  #endQuery(result) {
    this.post({ kind: "result", id: this.#queries.shift().id, result });
  }

  // Call `use` with a session of its own, so that the session of the text on show stays as it is.
  #apart(options, use) {
    const other = rung.session(options);
    try {
      return use(other);
    } finally {
      other.dispose();
    }
  }

  #questions = {
    upgrade: () => this.#apart(this.#readingOptions(), (other) => ({ changes: other.upgrade(this.#text).changes })),
    readsWith: ({ change: { from, to, text: now } }) => this.#apart(this.#readingOptions(), (other) =>
      errorCount(other.setText(this.#text.slice(0, from) + now + this.#text.slice(to))) <= errorCount(this.#answer)),
    reference: () => this.#apart({ allowUnregisteredDialects: false, editionIn: rung.editions().at(-1).name }, (other) => other.setText(this.#text)),
    hover: ({ offset }) => {
      this.#choosePartAt(offset);
      return this.#session.hover(offset);
    },
    complete: ({ offset }) => {
      this.#choosePartAt(offset);
      return this.#session.complete(offset);
    },
    type: ({ offset, options }) => {
      this.#choosePartAt(offset);
      return this.#session.explainTypeAt(offset, options);
    },
    textOf: ({ bytes }) => this.#apart(this.#readingOptions(), (other) => {
      const { ok, diagnostics } = other.setText(bytes);
      return ok ? { text: other.print() } : { message: diagnostics.find(({ severity }) => severity === "error")?.message ?? "it has errors" };
    }),
    // About another text, and one that is shown.
    elsewhere: ({ text: other, offset, at, options }) => this.#apart(this.#readingOptions(), (session) => {
      session.setText(other);
      return [session.explainTypeAt(offset, options), session.hover(at)];
    }),
    // Whatever the text is: a struct has one body for as long as a session lives, and the lab is for trying out.
    lab: ({ type, options }) => this.#apart(this.#readingOptions(), (other) => other.explainType(type, options)),
    typeOf: ({ type, options }) => this.#session.explainType(type, options),
    operations: () => this.#session.operations(),
    road: () => this.#session.road(),
    functions: () => this.#session.functions(),
    // The text as a WebAssembly module: with `checks` down its own road, after checks of what it does were put into it; else by the
    // pipeline on show, where that ends in the llvm dialect. `checks` also look out for freed memory. `trace`: it tells its values.
    program: ({ checks, trace }) => this.#program(checks, trace),
    // The same of what each of its passes made, by the road from there: what they print must not change.
    programs: () => this.#programs(),
    // For reducing: what is wrong with another text, that text in another form, and as programs before and after the pipeline.
    wrongWith: ({ text, pipeline }) => ({ answer: this.#elsewhere((other) => wrongWith(other, text, pipeline)) }),
    spelled: ({ text, generic }) => ({ text: this.#elsewhere((other) => (other.setText(text).ok ? other.print({ generic }) : null)) }),
    beforeAndAfter: ({ text, pipeline }) => this.#beforeAndAfter(text, pipeline),
    textAfter: (what) => this.#textAfter(what),
    // The same, however long it is, as a Blob.
    wholeText: (what) => new Blob([this.#textAfter(what) ?? ""]),
    // Bytecode of the text after `rung` passes; null: all.
    bytecode: ({ rung: wanted }) => {
      const bytes = this.#bytecodeAfter(wanted);
      return bytes && new Blob([bytes]);
    },
    trace: (what) => this.#trace(what),
    tried: ({ offset }) => this.#tried(offset),
    // Questions of a page without a core of its own: tokens to colour, and descriptions of passes.
    tokens: ({ lines }) => tokensOf(lines),
    passes: () => rung.passes(),
    changedLines: ({ rung: wanted, text }) => {
      const before = this.#textAfter({ rung: wanted });
      if (before === null) return null;
      const lines = rung.changedLines(before, text);
      return { lines, removed: removedIn(before, text, lines, rung.changedLines(text, before)) };
    },
  };

  // The text after that many passes of the last run, or null.
  #textAfter({ rung: wanted }) {
    if (this.#dumps) return this.#dumps.textAt(wanted);
    if (!this.#isPartValid) return null;
    if (this.#shown.output !== "pipeline" || wanted === 0) return this.#session.print(printOptions(this.#shown));
    if (this.#shown.translates && wanted === null) return this.#session.run(this.#shown.pipeline).ok ? this.#session.translate({ result: true }).text : null;
    const { stages, text: made } = this.#session.run(this.#shown.pipeline, { stages: "counted", until: wanted });
    return stages.length === wanted && !stages.at(-1).failed ? made : null;
  }

  #bytecodeAfter(wanted) {
    if (this.#dumps || !this.#isPartValid) return null;
    const session = this.#session;
    if (this.#shown.output !== "pipeline" || wanted === 0) return session.bytecode();
    const { ok } = session.run(this.#shown.pipeline, wanted === null ? {} : { stages: "counted", until: wanted });
    return ok ? session.bytecode({ result: true }) : null;
  }

  // Another text, with what this one is read with.
  #elsewhere(use) {
    return this.#apart({ allowUnregisteredDialects: true }, (other) => {
      if (this.#rules) other.addRules(RULES, this.#rules);
      return use(other);
    });
  }

  #beforeAndAfter(text, pipeline) {
    return this.#elsewhere((other) => {
      if (!other.setText(text).ok) return null;
      const first = lowered(other).bytes, { ok, text: made } = other.run(pipeline);
      if (!first || !ok || !other.setText(made).ok) return null;
      const second = lowered(other).bytes;
      return second && [first, second];
    });
  }

  #program(checks, trace) {
    if (!this.#isPartValid) return null;
    const { output: form, pipeline } = this.#shown;
    const session = this.#session;
    if (checks && !isOfLlvm(session.operations())) {
      const checked = lowered(session, { checks, trace });
      if (checked.bytes) return checked;
    }
    const own = form === "pipeline" ? session.run(pipeline) : null;
    if (own?.ok && isOfLlvm(own.stages.at(-1)?.operations ?? session.operations())) return session.wasm({ result: true, trace, watch: checks });
    return lowered(session, { trace });
  }

  // { index, name, bytes, diagnostics } of the text and of each pass that changed something, as long as all went well.
  #programs() {
    if (!this.#isPartValid || this.#shown.output !== "pipeline") return null;
    const { pipeline } = this.#shown;
    const found = this.#session.run(pipeline, { stages: "printed" });
    const texts = [[0, "", this.#session.print()]];
    found.stages.forEach(({ name, changed, text: made, failed }, i) => { if (changed && !failed) texts.push([i + 1, name, made]); });
    return texts.map(([index, name, text]) => this.#apart(this.#readingOptions(), (other) => {
      const { ok, diagnostics } = other.setText(text);
      return { index, name, ...(ok ? lowered(other) : { bytes: null, diagnostics }) };
    }));
  }

  // Of each pass what it tried on the operations of a line, and did with them.
  #tried(offset) {
    const { output: form, pipeline } = this.#shown;
    if (!this.#isPartValid || this.#dumps || form !== "pipeline") return null;
    const lineOf = (at) => this.#text.lastIndexOf("\n", at - 1);
    return this.#session.run(pipeline, { stages: "counted", trace: true, tried: offset }).explanation
      .map((pass) => ({ ...pass, children: pass.children.filter(({ source }) => source && lineOf(source.from) === lineOf(offset)) }))
      .filter(({ kind, children }) => kind.startsWith("pass") && children.length);
  }

  // What the passes did and why, and the origins of the text after `rung` of them.
  #trace({ rung: wanted }) {
    if (this.#dumps) return { input: [], shown: [], facts: null };
    if (!this.#isPartValid) return null;
    const session = this.#session;
    const { output: form, pipeline, locations, translates } = this.#shown;
    const input = session.provenance();
    const print = printOptions({ locations });
    if (form !== "pipeline") return { input, shown: session.provenance({ ...print, generic: form === "generic" }), facts: null };
    const { explanation: facts, ok, stages } = session.run(pipeline, { stages: "counted", trace: true });
    const index = wanted ?? stages.length;
    if (translates) return { input, shown: ok ? session.translate({ result: true, origins: true }).origins : [], facts };
    if (index === 0) return { input, shown: session.provenance(print), facts };
    if (index < stages.length && !session.run(pipeline, { stages: "counted", until: index }).ok) return { input, shown: [], facts };
    return { input, shown: ok || index < stages.length ? session.provenance({ ...print, result: true }) : [], facts };
  }
}

// A session's text down its road, as a program. `checks`: after MLIR's pass that puts them in, down the road of what that makes.
function lowered(session, { checks = false, trace = false } = {}) {
  let { pipeline } = session.road() ?? {};
  if (checks && pipeline) {
    const { ok, text } = session.run(`builtin.module(${CHECKS})`);
    const after = ok ? roadOf(text) : null;
    pipeline = after && after.replace("(", `(${CHECKS},`);
  }
  if (!pipeline) return { bytes: null, diagnostics: [] };
  const { ok, diagnostics } = session.run(pipeline);
  return ok ? session.wasm({ result: true, trace, watch: checks }) : { bytes: null, diagnostics };
}

const CHECKS = "generate-runtime-verification";

function roadOf(text) {
  const session = rung.session();
  try {
    return session.setText(text).ok ? session.road()?.pipeline : null;
  } finally {
    session.dispose();
  }
}

/** Questions that are not about the text. */
const TEXTLESS = ["textOf", "lab", "tokens", "passes"];

/** Whether there is nothing but the llvm dialect in it, and something of that. */
const isOfLlvm = (operations) => "llvm.func" in operations && Object.keys(operations).every((name) => name.startsWith("llvm.") || name === "builtin.module");

const printOptions = ({ locations }) => ({ debugInfo: locations, prettyDebugInfo: false });

// Of an output that is too long to be shown: whole lines of it, and how long all of it is.
function shortened(result) {
  const { text } = result;
  if (!(text?.length > SHOWN_LENGTH)) return result;
  return { ...result, text: text.slice(0, text.lastIndexOf("\n", SHOWN_LENGTH) + 1), wholeLength: text.length };
}

const errorCount = ({ diagnostics }) => diagnostics.filter(({ severity }) => severity === "error").length;

// Of each line: [{ from, to, class }].
function tokensOf(lines) {
  let state = 0;
  return lines.map((line) => {
    const { tokens, state: behind } = rung.tokensOfLine(line, state);
    state = behind;
    return tokens;
  });
}

// Let what was posted meanwhile arrive.
const { port1, port2 } = new MessageChannel();
function otherMessages() {
  return new Promise((resolve) => {
    port2.onmessage = resolve;
    port1.postMessage(null);
  });
}
