// The page's side of worker.js: two workers with the same text. One checks it, so that no key ever waits for a pipeline;
// the other runs pipelines. Requests carry a revision, and answers to any but the newest are dropped. A worker that crashes,
// does not answer for too long or is to be stopped is replaced; the text or question that it failed on is not sent again
// until something changes.
//
// Instead of a worker there may be a connection to one that is shared (embed/hub.js). When that one is replaced, whichever
// connection caused it, all are told and go on with the next.

/** After so long without an answer a worker is said to be slow. */
const TICK_MS = 1000;
/** Seconds without an answer before it is replaced: more for long texts. */
const LIMIT = 10;
const LIMIT_PER_MILLION = 0.75;

/** A longer text is given to a worker as a Blob, which is made in pieces. */
const LONG = 2_000_000;

/** The text as it is sent to a worker: whole the first time, and then only its changes. */
class SentText {
  #doc = null;
  #changes = null; // since it was taken
  #isWhole = true; // the changes are not known

  set(doc, changes) {
    this.#doc = doc;
    if (!changes) this.#isWhole = true;
    else if (!this.#isWhole) this.#changes = this.#changes ? this.#changes.compose(changes) : changes;
  }

  get length() {
    return this.#doc.length;
  }

  get doc() {
    return this.#doc;
  }

  /** Whether the whole of it is to be sent, and is long. */
  isLong(hasOlder) {
    return this.#doc.length > LONG && (this.#isWhole || !hasOlder);
  }

  /** The whole of it as it is now, as a Blob. From here on take() gives what changes. */
  async pack() {
    const doc = this.#doc;
    this.#changes = null;
    this.#isWhole = false;
    const { bodyOf } = await import("./body.js");
    return bodyOf(doc);
  }

  /** What to send: { text }, { edits } or, when there is nothing new, {}. `hasOlder`: the other side has what was taken last. */
  take(hasOlder) {
    const isWhole = this.#isWhole || !hasOlder;
    const edits = [];
    this.#changes?.iterChanges((from, to, _, __, insert) => edits.push([from, to, insert.toString()]), true);
    this.#changes = null;
    this.#isWhole = false;
    if (isWhole) return { text: this.#doc.toString() };
    return edits.length ? { edits } : {};
  }
}

const ownWorker = (name) => new Worker(WORKER_URL, { name });

/** One worker, and what it was asked. */
class Link {
  #name;
  #module;
  #rest;
  #open;
  #isComplete = false; // the rest of the core is wanted in any case
  #listeners;
  #worker = null;
  #text = new SentText();
  #hasText = false; // the worker has what was sent last
  #revision = 0;
  #working = 0; // the revision being worked on; 0: none
  #request = null; // the newest, until it is answered
  #answered = null; // settings of what was answered last, and the text it was about
  #sentDoc = null;
  #answeredDoc = null;
  #ready = false;
  #isLoading = false; // the worker waits for the rest of the core
  #clock = 0;
  #ticks = 0;
  #queries = new Map(); // id -> { key, resolve }, in the order they are answered in
  #lastQuery = 0;
  #packing = null; // the worker that a long text is being packed for
  #refused = new Set(); // keys of questions that the core failed on
  #ahead = 0; // length of another's text that a shared worker is at

  /** `started`: { worker, error } that is on its way already. */
  constructor(name, { module, rest, open }, listeners, started = null) {
    this.#name = name;
    this.#module = module;
    this.#rest = rest;
    this.#open = open;
    this.#listeners = listeners;
    this.#start(started);
  }

  edited(doc, changes) {
    this.#text.set(doc, changes);
  }

  /** The settings are as worker.js reads them. */
  request(settings) {
    this.#refused.clear();
    this.#revision += 1;
    this.#request = { settings, revision: this.#revision };
    this.#send();
  }

  query(name, rest) {
    const key = () => `${name} ${JSON.stringify(rest)}`;
    if (!this.#ready || (this.#refused.size && this.#refused.has(key()))) return Promise.resolve(null);
    const id = ++this.#lastQuery;
    this.#worker.postMessage({ kind: "query", id, revision: this.#revision, name, ...rest });
    return new Promise((resolve) => {
      this.#queries.set(id, { key, resolve });
      if (!this.#clock) this.#startClock();
    });
  }

  /** Stop what takes long. */
  stop() {
    if (this.#ticks) this.#replace("stopped");
  }

  /** Have the rest of the core loaded before it is needed. A worker that has not started yet is told then. */
  complete() {
    this.#isComplete = true;
    if (this.#ready) this.#worker.postMessage({ kind: "complete" });
  }

  #start(started = null) {
    this.#hasText = false;
    this.#working = 0;
    this.#ready = this.#isLoading = false;
    let worker;
    try {
      worker = started?.worker ?? this.#open(this.#name);
    } catch (error) {
      this.#breakDown(error.message);
      return;
    }
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#replace("crashed", event.message || "the worker stopped");
    };
    this.#worker = worker;
    if (started?.error) worker.onerror(started.error);
    this.#module?.then(
      (module) => {
        if (worker !== this.#worker) return;
        worker.postMessage({ kind: "start", module, rest: this.#rest });
      },
      (error) => this.#breakDown(error.message));
  }

  // The core could not be loaded.
  #breakDown(message) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#request = null;
    queueMicrotask(() => this.#listeners.failure({ kind: "broken", message }));
  }

  #send() {
    if (!this.#worker || this.#packing === this.#worker) return;
    if (this.#text.isLong(this.#hasText)) {
      this.#sendLong();
      return;
    }
    const { settings, revision } = this.#request;
    const text = this.#text.take(this.#hasText);
    this.#sentDoc = this.#text.doc;
    this.#hasText = true;
    this.#worker.postMessage({ kind: "work", role: this.#name, ...settings, revision, ...text });
    if (!this.#clock) this.#startClock();
  }

  // A long text goes ahead of the request. What changes meanwhile goes with that.
  async #sendLong() {
    const worker = this.#packing = this.#worker;
    const text = await this.#text.pack();
    if (worker !== this.#packing) return;
    this.#packing = null;
    if (worker !== this.#worker) return;
    worker.postMessage({ kind: "text", text });
    this.#hasText = true;
    if (this.#request) this.#send();
  }

  // The clock runs while a worker that has started owes an answer, from its last message on. It counts ticks: those that pass while
  // the machine sleeps, or the page is busy itself, are one.
  #startClock() {
    this.#stopClock();
    if (this.#ready && !this.#isLoading && (this.#request || this.#queries.size)) this.#clock = setInterval(() => this.#tick(), TICK_MS);
  }

  #stopClock() {
    clearInterval(this.#clock);
    this.#clock = 0;
    if (this.#ticks) this.#listeners.slow(false);
    this.#ticks = 0;
  }

  #tick() {
    this.#ticks += 1;
    if (this.#ticks === 1) this.#listeners.slow(true);
    if (this.#ticks * TICK_MS >= this.#limit * 1000) this.#replace("timeout");
  }

  get #limit() {
    return LIMIT + Math.floor(Math.max(this.#text.length, this.#ahead) / 1e6 * LIMIT_PER_MILLION);
  }

  #receive(answer) {
    const current = answer.revision === this.#revision;
    this.#isLoading = answer.kind === "loading";
    if (this.#isLoading) this.#working = 0; // it begins again
    switch (answer.kind) {
      case "ready":
        this.#ready = true;
        this.#listeners.ready?.(answer);
        if (this.#isComplete) this.complete();
        break;
      case "broken": this.#breakDown(answer.message); return;
      case "waiting": this.#ahead = answer.length; break;
      case "started":
        this.#working = answer.revision;
        this.#ahead = 0;
        break;
      case "result":
        this.#queries.get(answer.id)?.resolve(answer.result);
        this.#queries.delete(answer.id);
        break;
      case "crashed": this.#replace("crashed", answer.message); return;
      case "moved": this.#replace(answer.why, "", true); return;
      case "done":
      case "failed":
      case "partial":
        this.#working = 0;
        if (answer.revision === 0) this.#listeners.failure({ ...answer, isQuestion: true });
        if (!current) break;
        this.#answered = answer.kind === "done" ? this.#request.settings : null;
        this.#answeredDoc = this.#sentDoc;
        this.#request = null;
        if (answer.kind === "done") this.#listeners.done(answer);
        else this.#listeners.failure(answer);
        break;
    }
    this.#startClock();
  }

  // Another worker in the place of this one, which failed on what it was working on: a request, or else the question it was asked
  // first. `message`: of a crash. `isMoved`: it was one for many, and is gone already.
  #replace(kind, message = "", isMoved = false) {
    this.#stopClock();
    this.#worker.onmessage = this.#worker.onerror = null;
    if (!this.#ready && !isMoved) { // it could not start: another would not either
      this.#breakDown(message);
      return;
    }
    const { isShared = false } = this.#worker;
    const isOurs = !isShared || (kind === "crashed" ? !isMoved : kind !== "" && this.#working !== 0);
    this.#worker.terminate(kind);
    const [first] = this.#queries.values();
    for (const { resolve } of this.#queries.values()) resolve(null);
    this.#queries.clear();
    const isQuestion = isOurs && !this.#working && first !== undefined;
    if (isOurs && this.#working) this.#answered = null;
    if (isOurs && this.#request?.revision === this.#working) this.#request = null;
    const pending = this.#request !== null;
    if (isQuestion && !pending) this.#refused.add(first.key());
    // A text that was answered is known to be harmless: it is read again, so that other questions are answered. Another one may be what
    // the core failed on for somebody else.
    if (!pending && this.#answered && this.#text.doc === this.#answeredDoc) this.#request = { settings: this.#answered, revision: this.#revision };
    this.#start();
    if (isOurs) this.#listeners.failure({ kind, message, pending, isQuestion, limit: this.#limit });
    if (this.#request) this.#send();
  }
}

export class Core {
  #from;
  #checker;
  #runner = null;
  #listeners;
  #doc = null;
  #slow = new Set(); // roles
  #isComplete = false;

  /** `module`: a promise of the core's first part, compiled; `rest`: where the other is; `worker`, `error`: of the checker, which was
   *  started with it. Or `open(name)` gives what is a worker to us, and has the core.
   *  `listeners`: ready({ version }), checked(answer), ran(answer),
   *  failure({ kind: "crashed" | "timeout" | "stopped" | "failed" | "partial" | "broken", message, pending, isQuestion, limit, role: "checker" |
   *  "runner" }), `pending`: a newer request is still to be answered, `isQuestion`: the failure is one of askText() or askRun(), and
   *  nothing else is affected, `limit`: seconds that an answer may take; slow(isSlow): an answer takes long. */
  constructor({ module = null, rest = "", open = ownWorker, ...started }, listeners) {
    this.#from = { module, rest, open };
    this.#listeners = listeners;
    this.#checker = new Link("checker", this.#from, { ready: listeners.ready, done: listeners.checked, ...this.#listenersOf("checker") }, started);
  }

  #listenersOf(role) {
    return {
      failure: (failure) => this.#listeners.failure({ ...failure, role }),
      slow: (isSlow) => {
        if (isSlow) this.#slow.add(role);
        else this.#slow.delete(role);
        this.#listeners.slow(this.isSlow);
      },
    };
  }

  /** Whether an answer takes long. */
  get isSlow() {
    return this.#slow.size > 0;
  }

  /** Stop what takes long. */
  stop() {
    this.#checker.stop();
    this.#runner?.stop();
  }

  /** The first minute is over: have the rest of the core loaded. */
  complete() {
    if (this.#isComplete) return;
    this.#isComplete = true;
    this.#checker.complete();
    this.#runner?.complete();
  }

  /** The text is `doc` now, anything with toString(); `changes` (CodeMirror's) lead to it from what it was; null: another text. */
  edited(doc, changes = null) {
    this.#doc = doc;
    this.#checker.edited(doc, changes);
    this.#runner?.edited(doc, changes);
  }

  /** Check the text. */
  check(reading) {
    this.#checker.request(reading);
  }

  /** Make the output of it. The worker for that starts when it is first wanted. */
  run(settings) {
    if (!this.#runner) {
      this.#runner = new Link("runner", this.#from, { done: this.#listeners.ran, ...this.#listenersOf("runner") });
      this.#runner.edited(this.#doc, null);
      if (this.#isComplete) this.#runner.complete();
    }
    this.#runner.request(settings);
  }

  /** Ask about the text checked last: a promise of the result, null if the text has changed by then. */
  askText(name, rest = {}) {
    return this.#checker.query(name, rest);
  }

  /** The same about the output made last. */
  askRun(name, rest = {}) {
    return this.#runner ? this.#runner.query(name, rest) : Promise.resolve(null);
  }
}
