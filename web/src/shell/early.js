// Before the first paint: the theme chosen earlier, so that the page does not flash in the other, and the introduction, if this
// is the first visit, so that nothing moves when the rest comes.
import { compiled } from "../core/compiled.js";

/** A line is slow when the core's first byte took longer than this. */
const SLOW_MS = 100;
/** How long the core has the line for itself. */
const ALONE_MS = 250;

try {
  const { dataset } = document.documentElement;
  const isFresh = !location.hash && !localStorage.getItem("rung.draft") && !["rung.draft", "rung.lesson"].some((key) => sessionStorage.getItem(key));
  if (isFresh) dataset.fresh = ""; // what stands in the page is what it is going to show
  if (isFresh && !localStorage.getItem("rung.intro")) Object.assign(dataset, { guide: "intro", first: "" });
  const theme = localStorage.getItem("rung.theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch { /* storage is off */ }

// The first part of the core and the worker it runs in take longest: their download starts before the rest of the page is read. If it
// fails, the page reports it.
const started = globalThis.rungStarted = { module: core(), rest: new URL(REST_URL, location.href).href, loaded: 0, worker: null, error: null };
started.module.catch(() => {});

async function core() {
  const asked = performance.now();
  const response = await fetch(WASM_URL);
  if (performance.now() - asked > SLOW_MS) count(response.clone().body.getReader()).catch(() => {}); // compiled() says what is wrong
  return compiled(response);
}

// The bytes of it that are here, for the line at the foot of the page. On a fast line nobody could read them, and the copy costs time.
async function count(reader) {
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) started.loaded += chunk.value.length;
}
try {
  started.worker = new Worker(WORKER_URL, { name: "checker" });
  started.worker.onerror = (event) => {
    event.preventDefault();
    started.error = event;
  };
} catch { /* core.js tries once more, and says so */ }

// On a slow line the editor's code comes beside the core, not after it; on a fast one it would only be in the core's way.
setTimeout(() => {
  for (const href of document.querySelector("meta[name=rung-later]").content.split(" ")) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "script", crossOrigin: "", fetchPriority: "low", href }));
  }
}, ALONE_MS);
