// The page's side of run-worker.js: one program at a time, which ends when it is stopped or takes too long.
import { loadRuntime } from "../../../wasm/program.js";

/** A program that takes longer is stopped. */
export const LIMIT_MS = 10_000;

export class Runner {
  #worker = null;
  #runtime = null; // a promise of the compiled runtime
  #end = null; // of the program that runs: takes what it ended with
  #last = 0;
  #isAside = false; // what runs is for the sake of memory, and may be given up

  get running() {
    return this.#end !== null;
  }

  /** Fetch what programs run with. */
  async ready() {
    this.#runtime ??= fetch(RUNTIME_URL).then((response) => {
      if (!response.ok) throw new Error("What programs run with could not be loaded.");
      return response.arrayBuffer();
    }).then(loadRuntime);
    this.#runtime.catch(() => { this.#runtime = null; });
    const runtime = await this.#runtime;
    if (!this.#worker) {
      this.#worker = new Worker(RUN_WORKER_URL, { name: "run" });
      this.#worker.postMessage({ runtime });
    }
  }

  /** Call a function: `what` is { bytes, name, inputs, results } as run-worker.js takes them. `print(text)` gets what it prints, `limit`: it may take so many ms.
   *  A promise of { ms, results, before, after } or { fault: { kind, message, offset } }. */
  run(what, print, limit = LIMIT_MS) {
    return this.#ask(what, print, limit, false);
  }

  /** Memory as it is when the traced program, run as before, has told so much: of each part { type, at, offset, sizes, strides } its sizes and
   *  elements. A promise of a list; null: it did not come to that, or something else was asked for. */
  async memory(what, until, parts) {
    if (this.running && !this.#isAside) return null;
    return (await this.#ask({ ...what, until, parts }, () => {}, LIMIT_MS, true)).parts ?? null;
  }

  async #ask(what, print, limit, isAside) {
    do {
      this.stop();
      await this.ready();
    } while (this.running);
    this.#isAside = isAside;
    const worker = this.#worker, id = ++this.#last;
    return new Promise((resolve) => {
      const begin = performance.now();
      const timer = setTimeout(() => this.#kill({ kind: "time", message: `it was stopped after ${limit === 1000 ? "a second" : `${limit / 1000} seconds`}`, offset: null }), limit);
      this.#end = (outcome) => {
        clearTimeout(timer);
        this.#end = null;
        resolve({ ms: performance.now() - begin, ...outcome });
      };
      worker.onmessage = ({ data }) => {
        if (data.id !== id) return;
        if (data.text !== undefined) print(data.text);
        else this.#end?.(data.done);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        this.#kill({ kind: "", message: event.message || "the program could not be run", offset: null });
      };
      worker.postMessage({ id, ...what });
    });
  }

  /** End the program that runs, if there is one. */
  stop() {
    if (this.#end) this.#kill({ kind: "stopped", message: "it was stopped", offset: null });
  }

  #kill(fault) {
    const end = this.#end;
    this.#worker?.terminate();
    this.#worker = null;
    end?.({ fault });
  }
}
