// The page's side of worker.js: requests carry a revision, and answers to any but the newest are
// dropped. A worker that crashes or stays silent for too long is replaced; the text it failed on is
// not sent again until it changes.

/** How long one step may take before the worker has timed out. */
const TIMEOUT_MS = 10_000;

export class Core {
  #module;
  #listeners;
  #worker = null;
  #revision = 0;
  #started = 0; // the revision being worked on
  #request = null; // the newest, until it is answered
  #sentDoc = null; // what the worker has
  #ready = false;
  #timer = 0;
  #queries = new Map(); // id -> what takes the answer
  #lastQuery = 0;

  /** `listeners`: ready({ version }), checked(answer), output(answer),
   *  failure({ kind: "crashed" | "timeout" | "failed" | "broken", message, pending }), `pending`: a newer request is
   *  still to be answered. */
  constructor(module, listeners) {
    this.#module = module;
    this.#listeners = listeners;
    this.#start();
  }

  /** Check `doc` and make an output of it. `doc` is any object with toString(), compared by
   *  identity; the rest is as worker.js reads it. */
  request(doc, settings) {
    this.#revision += 1;
    this.#request = { doc, settings, revision: this.#revision };
    this.#send();
  }

  /** Ask about the output made last: a promise of the result, null when it is out of date by then. */
  query(name, rest = {}) {
    if (!this.#ready) return Promise.resolve(null);
    const id = ++this.#lastQuery;
    this.#worker.postMessage({ kind: "query", id, revision: this.#revision, name, ...rest });
    return new Promise((resolve) => this.#queries.set(id, resolve));
  }

  #start() {
    this.#sentDoc = null;
    this.#started = 0;
    this.#ready = false;
    const worker = new Worker(WORKER_URL, { type: "module", name: "rung" });
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#replace("crashed", event.message || "the worker stopped");
    };
    this.#worker = worker;
    this.#module.then(
      (module) => { if (worker === this.#worker) worker.postMessage({ kind: "start", module }); },
      (error) => this.#listeners.failure({ kind: "broken", message: error.message }));
  }

  #send() {
    const { doc, settings, revision } = this.#request;
    const text = doc === this.#sentDoc ? null : doc.toString();
    this.#sentDoc = doc;
    this.#worker.postMessage({ kind: "work", ...settings, revision, text });
    if (!this.#timer) this.#startTimer();
  }

  // The clock runs while a worker that has started owes an answer.
  #startTimer() {
    clearTimeout(this.#timer);
    this.#timer = this.#ready && this.#request ? setTimeout(() => this.#timeOut(), TIMEOUT_MS) : 0;
  }

  #receive(answer) {
    const current = answer.revision === this.#revision;
    switch (answer.kind) {
      case "ready":
        this.#ready = true;
        this.#listeners.ready(answer);
        break;
      case "broken":
        this.#request = null;
        this.#listeners.failure(answer);
        break;
      case "started": this.#started = answer.revision; break;
      case "checked": if (current) this.#listeners.checked(answer); break;
      case "result":
        this.#queries.get(answer.id)?.(answer.result);
        this.#queries.delete(answer.id);
        break;
      case "crashed": this.#replace("crashed", answer.message); return;
      case "output":
      case "failed":
        if (!current) break;
        this.#request = null;
        if (answer.kind === "output") this.#listeners.output(answer);
        else this.#listeners.failure(answer);
        break;
    }
    this.#startTimer();
  }

  #timeOut() {
    this.#replace("timeout", `no answer for ${TIMEOUT_MS / 1000} seconds`);
  }

  #replace(kind, message) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#worker.onmessage = this.#worker.onerror = null;
    this.#worker.terminate();
    for (const resolve of this.#queries.values()) resolve(null);
    this.#queries.clear();
    const fatal = !this.#ready; // it could not start: another would not either
    const inProgress = this.#request && this.#request.revision <= this.#started;
    if (inProgress) this.#request = null;
    if (fatal) {
      this.#listeners.failure({ kind: "broken", message });
      return;
    }
    this.#start();
    this.#listeners.failure({ kind, message, pending: this.#request !== null });
    if (this.#request) this.#send();
  }
}
