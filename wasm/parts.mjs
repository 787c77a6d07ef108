// Divide the core's module in two: what the page's first minute runs, and the rest, which is linked to it when it arrives. Binaryen's
// wasm-split does the dividing; what is run is found out by running it.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PLACEHOLDERS, PRIMARY, hostImports, Rung } from "./rung.js";

const FEATURES = ["--mvp-features", "--enable-sign-ext", "--enable-nontrapping-float-to-int", "--enable-mutable-globals"];
const PROFILE = "__write_profile";

async function run(tool, args) {
  try {
    return (await promisify(execFile)(tool, [...FEATURES, ...args], { maxBuffer: 1 << 28 })).stdout;
  } catch (error) {
    throw error.code === "ENOENT" ? new Error(`${tool} is not there: it is one of Binaryen's (on Debian, the package binaryen)`) : error;
  }
}

/** `bytes`: the module; `use(rung)` does what the first part must be able to do. What `entries`, names of its exports, call directly is in
 *  the first part whether or not `use` came by there. Gives { first, rest }: bytes of two modules. */
export async function divide(bytes, use, entries) {
  const folder = await mkdtemp(join(tmpdir(), "rung-parts-"));
  const file = (name) => join(folder, name);
  try {
    await writeFile(file("whole"), bytes);
    await run("wasm-split", ["--instrument", file("whole"), "-o", file("instrumented")]);
    await writeFile(file("profile"), await profileOf(await readFile(file("instrumented")), use));
    const outputs = ["-o1", file("first"), "-o2", file("rest"), `--import-namespace=${PRIMARY}`, `--placeholder-namespace=${PLACEHOLDERS}`];
    const said = await run("wasm-split", [file("whole"), `--profile=${file("profile")}`, ...outputs, "-v"]);
    const kept = new Set(/^Keeping functions: (.*)$/m.exec(said)[1].split(", "));
    const calls = await run("wasm-opt", [file("whole"), "--print-call-graph", "-o", file("same")]);
    for (const name of reached(await entriesOf(bytes, entries), calls)) kept.add(name);
    await writeFile(file("kept"), [...kept].filter(isDefined).join("\n"));
    await run("wasm-split", [file("whole"), `--keep-funcs=@${file("kept")}`, ...outputs]);
    return { first: await readFile(file("first")), rest: await readFile(file("rest")) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

// In a module without names Binaryen names functions by their numbers, those that are imported apart.
const isDefined = (name) => /^\d+$/.test(name);

async function profileOf(bytes, use) {
  const module = await WebAssembly.compile(bytes);
  const { exports } = await WebAssembly.instantiate(module, hostImports(module));
  await use(new Rung(exports));
  const size = exports[PROFILE](0, 0);
  const pointer = exports.glue_alloc(size);
  exports[PROFILE](pointer, size);
  return new Uint8Array(exports.memory.buffer, pointer, size);
}

// The name of an exported function is its number among all functions, those that are imported first.
async function entriesOf(bytes, entries) {
  const module = await WebAssembly.compile(bytes);
  const { exports } = await WebAssembly.instantiate(module, hostImports(module));
  const imported = WebAssembly.Module.imports(module).filter(({ kind }) => kind === "function").length;
  return entries.map((entry) => String(exports[entry].name - imported));
}

function reached(names, calls) {
  const called = new Map();
  for (const [, from, to] of calls.matchAll(/^\s*"([^"]+)" -> "([^"]+)"/gm)) called.set(from, [...called.get(from) ?? [], to]);
  const found = new Set(names);
  for (const name of found) for (const other of called.get(name) ?? []) found.add(other);
  return found;
}
