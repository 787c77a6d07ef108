// The type lab alone on a page, with the core beside it instead of in a worker.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Rung } from "../../wasm/rung.js";
import { lessonsPlugin } from "../../web/lessons.mjs";
import { POLICY } from "../../web/policy.mjs";
import { errorsOf, site } from "./browser.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SCRIPT = `
import { Rung } from "./wasm/rung.js";
import { Lab } from "./web/src/teach/lab/lab.js";
import { drawing, explainedType } from "./web/src/teach/lab/explained.js";
const rung = await Rung.load("rung.wasm");
const ask = async (type, options) => {
  const session = rung.session();
  try { return session.explainType(type, options); } finally { session.dispose(); }
};
const told = [];
const lab = new Lab({ root: document.querySelector("[data-testid=lab]"), ask, picked: () => window.atCursor ?? null, changed: () => told.push(lab.state) });
Object.assign(window, { lab, told, ask, drawing, explainedType });
lab.state = JSON.parse(decodeURIComponent(location.hash.slice(1) || "%7B%7D"));
`;
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Type lab</title><link rel="stylesheet" href="style.css"><link rel="icon" href="data:,"></head>
<body><main class="alone"><section class="pane" data-testid="lab" aria-label="Type lab"></section></main></body></html>`;

let files;

async function made() {
  const bundle = async (options) => (await build({ bundle: true, write: false, format: "esm", external: ["node:*"], ...options })).outputFiles[0].text;
  const [script, style] = await Promise.all([
    bundle({ stdin: { contents: SCRIPT, resolveDir: ROOT }, plugins: [lessonsPlugin(await Rung.load())] }),
    bundle({ stdin: { contents: '@import "./web/style.css"; @import "./web/src/teach/lab/lab.css"; .alone { display: block; padding: 0; overflow: auto; }', resolveDir: ROOT, loader: "css" } }),
  ]);
  return {
    "": ["text/html", PAGE.replace("</body>", '<script type="module" src="script.js"></script></body>')],
    "script.js": ["text/javascript", script],
    "style.css": ["text/css", style],
    "rung.wasm": ["application/wasm", await readFile(`${ROOT}build/wasm/rung.wasm`)],
  };
}

/** A page of its own with the lab in it, once what `state` asks for is shown. `errors`: what the console complained of. */
export async function openLab(t, state = {}, options = {}) {
  files ??= await made();
  const context = await site.browser.newContext({ viewport: { width: 900, height: 1000 }, reducedMotion: "reduce", ...options });
  t?.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const errors = errorsOf(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: "http://lab.localhost" });
  await page.route("http://lab.localhost/**", (route) => {
    const found = files[new URL(route.request().url()).pathname.slice(1)];
    return found ? route.fulfill({ contentType: found[0], body: found[1], headers: { "Content-Security-Policy": POLICY } }) : route.abort();
  });
  await page.goto(`http://lab.localhost/#${encodeURIComponent(JSON.stringify(state))}`);
  await settled(page);
  return { page, lab: page.getByTestId("lab"), errors };
}

/** Wait until the lab has its answer. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const lab = document.querySelector("[data-testid=lab]");
    return lab.dataset.state && !lab.dataset.pending;
  });
}
