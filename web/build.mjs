// Build the page into dist/: bundles, style sheet and core under hashed names, index.html last.
//   node web/build.mjs [--out DIR]
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { Rung } from "../wasm/rung.js";
import { POLICY, STYLE_NONCE } from "./policy.mjs";

const WEB = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(WEB, "..");
const { values } = parseArgs({ options: { out: { type: "string", default: join(ROOT, "dist") } } });
const out = values.out;

async function hashed(name, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  const file = name.replace(/(\.\w+)$/, `-${hash}$1`);
  await writeFile(join(out, file), bytes);
  return file;
}

// One entry point, minified, under a hashed name.
async function bundle(path, options = {}) {
  const { outputFiles } = await build({
    entryPoints: [join(WEB, path)],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    loader: { ".mlir": "text" },
    external: ["node:*"],
    legalComments: "none",
    write: false,
    outdir: out,
    ...options,
  });
  return hashed(basename(outputFiles[0].path), outputFiles[0].contents);
}

const quoted = (url) => JSON.stringify(`./${url}`);

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const core = await readFile(join(ROOT, "build/wasm/rung.wasm"));
const rung = await Rung.load(core);
const wasm = await hashed("rung.wasm", core);
const worker = await bundle("src/worker.js");
const main = await bundle("src/main.js", { define: {
  WORKER_URL: quoted(worker), WASM_URL: quoted(wasm), PIPELINES: JSON.stringify(rung.pipelines()),
} });
const early = await bundle("src/early.js", { format: "iife" });
const style = await bundle("style.css");
await cp(join(WEB, "icon.svg"), join(out, "icon.svg"));

const places = { MAIN: main, EARLY: early, STYLE: style, WASM: wasm, WORKER: worker, POLICY, STYLE_NONCE };
const page = await readFile(join(WEB, "index.html"), "utf8");
await writeFile(join(out, "index.html"), page.replace(/\{\{(\w+)\}\}/g, (_, name) => places[name]));
console.log(`dist: index.html ${main} ${worker} ${style} ${wasm}`);
