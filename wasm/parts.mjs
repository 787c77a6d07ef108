// Divide the core's module in parts. Its code in two: what the page's first minute runs, and the rest, which is linked to it when it arrives.
// Binaryen's wasm-split does the dividing; what is run is found out by running it. And of its data a pack for each dialect that has a
// table of records by itself: that and all else that is the dialect's, which a text needs that names it.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CONST, END, leb, signed, text, unsigned, withSections } from "./binary.mjs";
import { packedRanges } from "./data.mjs";
import { PRIMARY, SHARED, Rung, instantiate } from "./rung.js";

const FEATURES = ["--mvp-features", "--enable-sign-ext", "--enable-nontrapping-float-to-int", "--enable-mutable-globals"];
const PROFILE = "__write_profile";
const PLACEHOLDERS = "rest";

async function run(tool, args) {
  try {
    return (await promisify(execFile)(tool, [...FEATURES, ...args], { maxBuffer: 1 << 28 })).stdout;
  } catch (error) {
    throw error.code === "ENOENT" ? new Error(`${tool} is not there: it is one of Binaryen's (on Debian, the package binaryen)`) : error;
  }
}

/** `bytes`: the module; `map`: the linker's map of it; `use(rung)` does what the first part must be able to do. What `entries`, names of its
 *  exports, call directly is in the first part whether or not `use` came by there. Gives { first, rest, packs }: bytes of two modules, and
 *  the packs of dialects by their names, for Rung.addPack(). */
export async function divide(bytes, map, use, entries) {
  const folder = await mkdtemp(join(tmpdir(), "rung-parts-"));
  const file = (name) => join(folder, name);
  try {
    await writeFile(file("whole"), bytes);
    await run("wasm-split", ["--instrument", file("whole"), "-o", file("instrumented")]);
    await writeFile(file("profile"), await profileOf(await readFile(file("instrumented")), use));
    const outputs = ["-o1", file("first"), "-o2", file("rest"), `--import-namespace=${PRIMARY}`, `--placeholder-namespace=${PLACEHOLDERS}`, `--export-prefix=${SHARED}`];
    const said = await run("wasm-split", [file("whole"), `--profile=${file("profile")}`, ...outputs, "-v"]);
    const kept = new Set(/^Keeping functions: (.*)$/m.exec(said)[1].split(", "));
    const calls = await run("wasm-opt", [file("whole"), "--print-call-graph", "-o", file("same")]);
    for (const name of reached(await entriesOf(bytes, entries), calls)) kept.add(name);
    await writeFile(file("kept"), [...kept].filter(isDefined).join("\n"));
    await run("wasm-split", [file("whole"), `--keep-funcs=@${file("kept")}`, ...outputs]);
    await writeFile(file("bare"), withoutPlaceholders(await readFile(file("first"))));
    await run("wasm-opt", [file("bare"), "--remove-unused-module-elements", "-o", file("first")]);
    return { ...packedRanges(await readFile(file("first")), map), rest: await readFile(file("rest")) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

// In a module without names Binaryen names functions by their numbers, those that are imported apart.
const isDefined = (name) => /^\d+$/.test(name);

async function profileOf(bytes, use) {
  const exports = await instantiate(await WebAssembly.compile(bytes));
  await use(new Rung(exports));
  const size = exports[PROFILE](0, 0);
  const pointer = exports.glue_alloc(size);
  exports[PROFILE](pointer, size);
  return new Uint8Array(exports.memory.buffer, pointer, size);
}

// The name of an exported function is its number among all functions, those that are imported first.
async function entriesOf(bytes, entries) {
  const module = await WebAssembly.compile(bytes);
  const exports = await instantiate(module);
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

// ---------------------------------------------------------------------------------------------
// Some thousand functions of the rest stand in the table as imports, which take an engine longer than all else of the start. Their places
// stay empty until the rest fills them: a call of an empty one traps.

const IMPORT = 2, ELEMENT = 9, FUNCTION = 0;

function withoutPlaceholders(bytes) {
  let placeholders = new Set();
  return withSections(bytes, (kind, section) => {
    if (kind === IMPORT) placeholders = placeholdersOf(section);
    return kind === ELEMENT ? sparse(section, placeholders) : section.bytes;
  });
}

function placeholdersOf(section) {
  const found = new Set();
  let index = 0;
  for (let count = unsigned(section); count > 0; count--) {
    const space = text(section);
    text(section);
    if (section.bytes[section.at++] !== FUNCTION) throw new Error("the first part imports more than functions");
    unsigned(section);
    if (space === PLACEHOLDERS) found.add(index);
    index++;
  }
  return found;
}

// The segments of the table, with gaps for the placeholders.
function sparse(section, placeholders) {
  const segments = [];
  for (let count = unsigned(section); count > 0; count--) {
    if (unsigned(section) !== 0 || section.bytes[section.at++] !== CONST) throw new Error("the table is filled in another way than at fixed places");
    let place = unsigned(section); // they are small, so that the sign makes no difference
    section.at++;
    let run = null;
    for (let left = unsigned(section); left > 0; left--, place++) {
      const index = unsigned(section);
      if (placeholders.has(index)) run = null;
      else if (run) run.indices.push(index);
      else segments.push(run = { place, indices: [index] });
    }
  }
  return Uint8Array.from([leb(segments.length), ...segments.map(({ place, indices }) =>
    [0, CONST, ...signed(place), END, ...leb(indices.length), ...indices.flatMap(leb)])].flat());
}
