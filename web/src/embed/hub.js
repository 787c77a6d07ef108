// One worker for all frames of a page that show Rung, so that ten of them load and hold one core. The first frame starts it;
// the others, which are of the same origin and so may look at one another, find it by walking over the page's frames. When its
// frame goes, or it crashes or hangs, another is started, and all move to that. A frame that cannot see others
// (sandboxed without allow-same-origin), or that stands in a shadow tree, has one for itself.

/** More frames of a page than these are not looked at. */
const MOST_FRAMES = 1000;

class Hub {
  url = new URL(WORKER_URL, location.href).href; // what version of Rung it is
  #worker = null; // a promise of it
  #now = null; // the worker, once it is there
  #connections = new Set();
  #said = null; // by it of the core: that it is ready, or cannot be had

  constructor() {
    this.#start();
  }

  /** `connection` hears of what concerns all frames; the worker answers it over `port`. */
  join(connection, port) {
    this.#connections.add(connection);
    this.#worker.then((worker) => worker.postMessage({ kind: "join" }, [port]), () => {});
    if (this.#said) queueMicrotask(() => connection.tell(this.#said));
  }

  /** `why`: "crashed" or "timeout" when the worker is of no use any more. */
  leave(connection, why) {
    if (this.#connections.delete(connection) && why) this.#replace(why);
  }

  /** Its frame goes away: the other frames find another. */
  close() {
    for (const connection of this.#end()) connection.tell({ kind: "moved", why: "" });
  }

  #start() {
    const made = this.#worker = makeWorker();
    this.#said = null;
    made.then((worker) => {
      if (made !== this.#worker) return worker.terminate();
      this.#now = worker;
      worker.onmessage = ({ data }) => this.#tell(data);
      worker.onerror = (event) => {
        event.preventDefault();
        if (this.#said?.kind === "ready") this.#replace("crashed");
        else this.#tell({ kind: "broken", message: event.message || "the worker did not start" });
      };
      const urlOf = (name) => new URL(name, location.href).href;
      return worker.postMessage({ kind: "start", url: urlOf(WASM_URL), rest: urlOf(REST_URL) });
    }).catch(({ message }) => this.#tell({ kind: "broken", message }));
  }

  #replace(why) {
    const left = this.#end();
    this.#start();
    for (const connection of left) connection.tell({ kind: "moved", why });
  }

  #end() {
    this.#now?.terminate();
    this.#now = this.#worker = null;
    const left = [...this.#connections];
    this.#connections.clear();
    return left;
  }

  #tell(message) {
    this.#said = message;
    for (const connection of [...this.#connections]) connection.tell(message);
  }
}

/** What is a worker to core.js. */
class Connection {
  isShared = true;
  onmessage = null;
  #hub;
  #port;

  constructor(hub) {
    const { port1, port2 } = new MessageChannel();
    this.#hub = hub;
    this.#port = port1;
    port1.onmessage = ({ data }) => this.tell(data);
    hub.join(this, port2);
  }

  postMessage(message) {
    this.#port.postMessage(message);
  }

  tell(data) {
    this.onmessage?.({ data });
  }

  terminate(why = "") {
    mine.delete(this);
    this.#port.postMessage({ kind: "leave" });
    this.#port.close();
    this.#hub.leave(this, why);
  }
}

const mine = new Set(); // connections of this frame

/** A connection to the page's worker. */
export function openConnection() {
  const connection = new Connection(findHub() ?? (window.rungHub = new Hub()));
  mine.add(connection);
  return connection;
}

function findHub() {
  const url = new URL(WORKER_URL, location.href).href;
  const frames = [window, top]; // this one stands in none of the lists when it is in a shadow tree
  for (let i = 0; i < Math.min(frames.length, MOST_FRAMES); i++) {
    for (let k = 0; k < frames[i].length && k < MOST_FRAMES; k++) frames.push(frames[i][k]);
    try {
      if (frames[i].rungHub?.url === url) return frames[i].rungHub;
    } catch { /* of another origin */ }
  }
  return null;
}

// Unless the page is only put aside, for the way back.
addEventListener("pagehide", ({ persisted }) => {
  if (persisted) return;
  for (const connection of [...mine]) connection.terminate();
  const hub = window.rungHub;
  delete window.rungHub;
  hub?.close();
});

// A worker's script has to be of the frame's origin; a frame that has none makes one of the script's text.
async function makeWorker() {
  if (self.origin !== "null") return new Worker(WORKER_URL, { name: "rung" });
  const response = await fetch(WORKER_URL);
  if (!response.ok) throw new Error(`the worker's script: HTTP ${response.status}`);
  return new Worker(URL.createObjectURL(new Blob([await response.text()], { type: "text/javascript" })), { name: "rung" });
}
