// Build the page into dist/, which any static host serves. Scripts, styles and the core go under hashed names into assets/; sw.js,
// which keeps all of it for when there is no network, knows them.
// The same sources make the same bytes.
//   node web/build.mjs [--out DIR]
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "esbuild";
import { divide } from "../wasm/parts.mjs";
import { Rung } from "../wasm/rung.js";
import { exampleTags } from "./examples.mjs";
import { ASSETS, caddyfile, headersFile, rulesOf } from "./headers.mjs";
import { CALLED_BY_PAGE, firstMinute } from "./first-minute.mjs";
import { firstScreen } from "./first-screen.mjs";
import { lessonsPlugin } from "./lessons.mjs";
import { CORE, licensesText, packagesOf } from "./licenses.mjs";
import { STYLE_NONCE, policy } from "./policy.mjs";

const WEB = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(WEB, "..");
const { values } = parseArgs({ options: { out: { type: "string", default: join(ROOT, "dist") } } });
const out = resolve(values.out);
const used = new Set(); // source files that went into a bundle

async function bundle(options) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: WEB,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    loader: { ".mlir": "text" },
    external: ["node:*"],
    legalComments: "none",
    write: false,
    metafile: true,
    outdir: out,
    ...options,
  });
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) if (bytesInOutput) used.add(path);
  }
  return { outputFiles, outputs: metafile.outputs };
}

/** One script or style sheet by itself: its bytes. */
async function made(path, options = {}) {
  const { outputFiles: [{ contents }] } = await bundle({ entryPoints: [path], ...options });
  return contents;
}

/** A script, and the parts it loads when they are wanted: { name, needs, later }, where `needs` are the names of parts that it does not
 *  start without, and `later` those of `next`, a source that it loads in any case. */
async function madeInParts(path, options, next = "") {
  const names = `${ASSETS}/[name]-[hash]`;
  const { outputFiles, outputs } = await bundle({ entryPoints: [path], splitting: true, entryNames: names, chunkNames: names, ...options });
  for (const { path, contents } of outputFiles) await write(named(path), contents);
  const [entry] = Object.keys(outputs).filter((output) => outputs[output].entryPoint === path);
  const needsOf = (first) => {
    const needs = new Set();
    const need = (output) => {
      for (const { path: other, kind } of outputs[output].imports) {
        if (kind !== "import-statement" || needs.has(other)) continue;
        needs.add(other);
        need(other);
      }
    };
    need(first);
    return needs;
  };
  const needs = needsOf(entry);
  const follows = Object.keys(outputs).find((output) => next && outputs[output].entryPoint === next);
  const later = follows ? [follows, ...needsOf(follows)].filter((output) => output !== entry && !needs.has(output)) : [];
  const nameOf = (output) => named(resolve(WEB, output));
  return { name: nameOf(entry), needs: [...needs].map(nameOf), later: later.map(nameOf) };
}

/** Links that have parts fetched at once, not when what needs them has been read. */
const preloads = (names) => names.map((name) => `<link rel="modulepreload" href="${name}">`).join("\n");
/** Names of parts that are wanted after the first problems: early.js has them fetched when the core takes long to come. */
const wantedLater = (names) => `<meta name="rung-later" content="${names.join(" ")}">`;

const named = (path) => relative(out, path).replaceAll(sep, "/");
const write = (name, bytes) => writeFile(join(out, name), bytes);

/** Names of all files until now. */
async function written() {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => named(join(parentPath, name))).sort();
}

async function hashed(path, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  const name = `${ASSETS}/${basename(path).replace(/(\.\w+)$/, `-${hash}$1`)}`;
  await write(name, bytes);
  return name;
}

/** A page, what it names between braces filled in. */
async function page(name, places) {
  const html = await readFile(join(WEB, name), "utf8");
  await write(name, html.replace(/\{\{(\w+)\}\}/g, (_, place) => places[place]));
}

/** What the page is without a network: { name: integrity } as JSON. Pages that show how Rung is put into others are no part of it. */
async function filesKept() {
  const names = (await written()).filter((name) => !/^(embed-example\.html|rung-editor\..*|slides\.html|assets\/(article|slides)-.*)$/.test(name));
  const integrity = async (name) => `sha256-${createHash("sha256").update(await readFile(join(out, name))).digest("base64")}`;
  return JSON.stringify(Object.fromEntries(await Promise.all(names.map(async (name) => [name, await integrity(name)]))));
}

async function readExamples(define) {
  const bytes = await made("src/teach/examples.js", { define });
  return (await import(`data:text/javascript;base64,${Buffer.from(bytes).toString("base64")}`)).examples;
}

const quoted = (name) => JSON.stringify(`./${name}`);
/** A value that the page reads with JSON.parse(). */
const asText = (value) => JSON.stringify(JSON.stringify(value));

await rm(out, { recursive: true, force: true });
await mkdir(join(out, ASSETS), { recursive: true });

const core = await readFile(join(ROOT, "build/wasm/rung.wasm"));
const rung = await Rung.load(core);
const told = { PIPELINES: asText(rung.pipelines()), EDITIONS: asText(rung.editions()) };
const examples = await readExamples(told);
const opening = await readFile(join(WEB, "src/teach/examples/first.mlir"), "utf8");
const { first, rest, packs } = await divide(core, await readFile(join(ROOT, "build/wasm/rung.map"), "utf8"), (core) => firstMinute(core, opening, examples), CALLED_BY_PAGE);
const wasm = await hashed("rung.wasm", first);
const restOfWasm = await hashed("rest.wasm", rest);
const packNames = await Promise.all(Object.entries(packs).map(async ([name, bytes]) => [name, basename(await hashed(`${name}.pack`, bytes))]));
// A classic script: a frame without an origin can start no other from its text.
const worker = await hashed("worker.js", await made("src/core/worker.js", { format: "iife", define: { "import.meta.url": '""', PACKS: asText(Object.fromEntries(packNames)) } }));
const { rules: shares, ...screen } = firstScreen(rung, opening, rung.pipelines());
const style = await hashed("style.css", Buffer.concat([await made("style.css"), Buffer.from(shares)]));
const runtime = await hashed("runtime.wasm", await readFile(join(ROOT, "build/wasm/rung-runtime.wasm")));
const runWorker = await hashed("run-worker.js", await made("src/run/run-worker.js", { format: "iife" }));
const urls = { WORKER_URL: quoted(worker), WASM_URL: quoted(wasm), REST_URL: quoted(restOfWasm), RUNTIME_URL: quoted(runtime), RUN_WORKER_URL: quoted(runWorker), WASM_SIZE: String(first.length) };
const parts = {
  define: { ...urls, ...told, EXAMPLE_TAGS: asText(exampleTags(examples, rung)) },
  plugins: [lessonsPlugin(rung)],
};
const main = await madeInParts("src/main.js", parts, "src/shell/page.js");
// The frame in other pages is made apart, so that it has no say in what the page loads first.
const frame = await madeInParts("src/embed/frame.js", parts);
const frameStyle = await hashed("embed.css", await made("src/embed/embed.css"));
await write("rung-editor.js", await made("src/embed/rung-editor.js", { define: { EMBED_URL: quoted("embed.html") } }));
const early = Buffer.from(await made("src/shell/early.js", { format: "iife", define: urls })).toString().trim();
const places = { STYLE: style, WASM: wasm, WORKER: worker, STYLE_NONCE };
await page("index.html", { ...places, ...screen, MAIN: main.name, MAIN_NEEDS: preloads(main.needs), LATER: wantedLater(main.later), EARLY: early, POLICY: policy(early) });
await page("embed.html", { ...places, FRAME: frame.name, FRAME_NEEDS: preloads(frame.needs), FRAME_STYLE: frameStyle, POLICY: policy("", { blobWorkers: true }) });
// Pages of others, as examples.
const slides = await hashed("slides.js", await made("src/embed/slides.js"));
const [articleStyle, slidesStyle] = await Promise.all(["article.css", "slides.css"].map(async (name) => hashed(name, await made(`src/embed/${name}`))));
await page("embed-example.html", { ARTICLE_STYLE: articleStyle, POLICY: policy("", { frames: true }) });
await page("slides.html", { SLIDES: slides, SLIDES_STYLE: slidesStyle, POLICY: policy("", { frames: true }) });
for (const name of ["icon.svg", "icon-192.png", "icon-512.png", "icon-maskable.png", "manifest.webmanifest"]) await cp(join(WEB, name), join(out, name));
await write("licenses.txt", await licensesText(CORE, packagesOf([...used])));

const kept = await filesKept();
const version = createHash("sha256").update(kept).update(await readFile(join(WEB, "src/shell/sw.js"))).digest("hex").slice(0, 10);
await write("sw.js", await made("src/shell/sw.js", { format: "iife", define: { FILES: kept, VERSION: JSON.stringify(version) } }));

// Beside each file what hosts may send in its place.
const encodings = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gz: async (bytes) => {
    const packed = await promisify(gzip)(bytes, { level: 9 });
    packed[9] = 255; // made on no system in particular
    return packed;
  },
};
await Promise.all((await written()).map(async (name) => {
  const bytes = await readFile(join(out, name));
  await Promise.all(Object.entries(encodings).map(async ([ending, encode]) => write(`${name}.${ending}`, await encode(bytes))));
}));

const rules = await rulesOf(out);
await write("_headers", headersFile(rules));
await write("Caddyfile", caddyfile(rules));
console.log(`dist: index.html ${main.name} ${worker} ${style} ${wasm}`);
