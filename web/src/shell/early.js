// Before the first paint: the theme chosen earlier, so that the page does not flash in the other, and the introduction, if this
// is the first visit, so that nothing moves when the rest comes.
import { compiled } from "../core/compiled.js";

try {
  if (!location.hash && !localStorage.getItem("rung.intro") && !localStorage.getItem("rung.draft")) Object.assign(document.documentElement.dataset, { guide: "intro", first: "" });
  const theme = localStorage.getItem("rung.theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
} catch { /* storage is off */ }

// The core and the worker it runs in take longest: their download starts before the rest of the page is read. If it
// fails, the page reports it.
const started = globalThis.rungStarted = { module: (async () => compiled(await fetch(WASM_URL)))(), worker: null, error: null };
started.module.catch(() => {});
try {
  started.worker = new Worker(WORKER_URL, { name: "checker" });
  started.worker.onerror = (event) => {
    event.preventDefault();
    started.error = event;
  };
} catch { /* core.js tries once more, and says so */ }
