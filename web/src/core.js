// The page's side of worker.js: requests carry a revision, and answers to any but the newest are
// dropped. A worker that crashes or stays silent for too long is replaced; the text it failed on is
// not sent again until it changes.

/** How long one step may take before the worker counts as hung. */
const PATIENCE_MS = 10_000;

export class Core {
  #module;
  #listeners;
  #worker = null;
  #revision = 0;
  #begun = 0; // the revision being worked on
  #request = null; // the newest, until it is answered
  #sentDoc = null; // what the worker has
  #ready = false;
  #timer = 0;
  #questions = new Map(); // id -> what takes the answer
  #lastQuestion = 0;

  /** `listeners`: ready({ version }), checked(answer), output(answer),
   *  trouble({ kind: "crashed" | "hung" | "failed" | "broken", message }). */
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

  /** Ask about the output made last: a promise of the answer, null when it is out of date by then. */
  ask(question, rest = {}) {
    if (!this.#ready) return Promise.resolve(null);
    const id = ++this.#lastQuestion;
    this.#worker.postMessage({ kind: "ask", id, revision: this.#revision, question, ...rest });
    return new Promise((resolve) => this.#questions.set(id, resolve));
  }

  #start() {
    this.#sentDoc = null;
    this.#begun = 0;
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
      (error) => this.#listeners.trouble({ kind: "broken", message: error.message }));
  }

  #send() {
    const { doc, settings, revision } = this.#request;
    const text = doc === this.#sentDoc ? null : doc.toString();
    this.#sentDoc = doc;
    this.#worker.postMessage({ kind: "work", ...settings, revision, text });
    if (!this.#timer) this.#watch();
  }

  // The clock runs while a worker that has started owes an answer.
  #watch() {
    clearTimeout(this.#timer);
    this.#timer = this.#ready && this.#request ? setTimeout(() => this.#hang(), PATIENCE_MS) : 0;
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
        this.#listeners.trouble(answer);
        break;
      case "begun": this.#begun = answer.revision; break;
      case "checked": if (current) this.#listeners.checked(answer); break;
      case "answer":
        this.#questions.get(answer.id)?.(answer.answer);
        this.#questions.delete(answer.id);
        break;
      case "crashed": this.#replace("crashed", answer.message); return;
      case "output":
      case "failed":
        if (!current) break;
        this.#request = null;
        if (answer.kind === "output") this.#listeners.output(answer);
        else this.#listeners.trouble(answer);
        break;
    }
    this.#watch();
  }

  #hang() {
    this.#replace("hung", `no answer for ${PATIENCE_MS / 1000} seconds`);
  }

  #replace(kind, message) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#worker.onmessage = this.#worker.onerror = null;
    this.#worker.terminate();
    for (const resolve of this.#questions.values()) resolve(null);
    this.#questions.clear();
    const fatal = !this.#ready; // it could not start: another would not either
    const guilty = this.#request && this.#request.revision <= this.#begun;
    if (guilty) this.#request = null;
    if (fatal) {
      this.#listeners.trouble({ kind: "broken", message });
      return;
    }
    this.#start();
    this.#listeners.trouble({ kind, message });
    if (this.#request) this.#send();
  }
}
