// Runs programs away from the page, which ends it when they take too long. One message asks for one call.
import { Program, ProgramExit, ProgramFault } from "../../../wasm/program.js";
import { EnoughTold, TraceLog } from "./trace.js";
import { read, width, write } from "./types.js";

/** What is printed goes to the page in pieces of about this many bytes, or as often as this. */
const PIECE = 1 << 14;
const PIECE_MS = 50;
/** No more is printed. */
const MOST_PRINTED = 1 << 20;

/** Elements of a memref that go to the page. */
const MOST_ELEMENTS = 1 << 14;

let runtime = null;

self.onmessage = ({ data }) => {
  if (data.runtime) runtime = data.runtime;
  const { id, bytes, until, parts } = data;
  if (!bytes) return;
  const log = new TraceLog(until), trace = log.kept;
  try {
    self.postMessage({ id, done: parts ? memoryThen(data, log, parts) : { ...run(data, (text) => self.postMessage({ id, text }), log), trace } });
  } catch (error) {
    const isFault = error instanceof ProgramFault;
    self.postMessage({ id, done: { trace, fault: { kind: isFault ? error.kind : error instanceof ProgramExit ? "exit" : "", message: error.message, offset: error.offset ?? null, place: error.place ?? null, related: error.related ?? [] } } });
  }
};

function printer(post) {
  const decoder = new TextDecoder();
  let pieces = [], size = 0, total = 0, last = performance.now();
  const flush = () => {
    if (pieces.length) post(pieces.map((piece) => decoder.decode(piece, { stream: true })).join(""));
    pieces = [];
    size = 0;
    last = performance.now();
  };
  const add = (bytes) => {
    total += bytes.length;
    if (total > MOST_PRINTED) {
      flush();
      throw new ProgramFault("output", "it prints too much: a million bytes are shown", null);
    }
    pieces.push(bytes);
    size += bytes.length;
    if (size >= PIECE || performance.now() - last >= PIECE_MS) flush();
  };
  return { add, flush };
}

// A memref's elements as they are in memory, at the places of its indices, and its sizes.
function elementsOf(program, { type, at, offset, sizes, strides }) {
  const view = new DataView(program.memory.buffer);
  const count = sizes.reduce((all, size) => all * size, 1);
  const shown = Math.min(count, MOST_ELEMENTS), values = [];
  for (let i = 0; i < shown; i++) {
    let rest = i, place = offset;
    for (let d = sizes.length - 1; d >= 0; d--) {
      place += (rest % sizes[d]) * strides[d];
      rest = Math.floor(rest / sizes[d]);
    }
    const byte = at + place * type.bytes;
    if (byte < 0 || byte + type.bytes > view.byteLength) break;
    values.push(read(view, type.element, byte));
  }
  return { sizes, values, count };
}

function allocate(program, type, { sizes, values }) {
  const count = sizes.reduce((all, size) => all * size, 1);
  const at = Number(program.runtime("aligned_alloc", 64n, BigInt(Math.max(count * type.bytes, 1))));
  if (!at) throw new ProgramFault("memory", "there is not so much memory", null);
  const view = new DataView(program.memory.buffer);
  for (let i = 0; i < count; i++) write(view, type.element, at + i * type.bytes, values[i % Math.max(values.length, 1)] ?? 0);
  const strides = sizes.map((_, d) => sizes.slice(d + 1).reduce((all, size) => all * size, 1));
  return { type, at, offset: 0, sizes, strides };
}

// A program with its arguments in place. `inputs`: { type, value } of scalars, { type, values } of vectors, { type, sizes, values } of memrefs.
function started({ bytes, inputs, watch }, write, log) {
  const program = new Program(runtime, bytes, { write, watch, trace: (kind, place, value) => log.note(kind, place, value) });
  const args = [], memrefs = [];
  for (const { type, value, values, sizes } of inputs) {
    if (type.kind === "memref") {
      const made = allocate(program, type, { sizes, values });
      memrefs.push(made);
      const address = BigInt(made.at);
      program.give(address, 0);
      args.push(address, address, 0n, ...made.sizes.map(BigInt), ...made.strides.map(BigInt));
    } else {
      args.push(...(type.kind === "vector" ? values : [value]));
    }
  }
  return { program, args, memrefs };
}

// Memory as it is when the program has told so much: it is run once more, up to there. `parts`: memrefs as elementsOf() takes them.
function memoryThen(what, log, parts) {
  const { program, args } = started(what, () => {}, log);
  try {
    if (what.until > 0) program.call(what.name, ...args);
  } catch (error) {
    if (!(error instanceof EnoughTold)) throw error;
  }
  return { parts: parts.map((part) => elementsOf(program, part)) };
}

function run(what, post, log) {
  const { name, results } = what;
  const { add, flush } = printer(post);
  const begin = performance.now();
  try {
    const { program, args, memrefs } = started(what, add, log);
    const before = memrefs.map((memref) => elementsOf(program, memref));
    let given = program.call(name, ...args);
    given = given === undefined ? [] : Array.isArray(given) ? given : [given];
    const found = [];
    for (const type of results) {
      const part = given.splice(0, type ? width(type) : given.length);
      if (type?.kind === "memref") {
        const rank = type.dims.length, [, at, offset, ...rest] = part.map(Number);
        found.push(elementsOf(program, { type, at, offset, sizes: rest.slice(0, rank), strides: rest.slice(rank) }));
      } else {
        found.push(part);
      }
    }
    // What it gives back is for the caller to free.
    const leaks = program.leaks.filter(({ offset, size }) => offset !== null && size > 0);
    return { ms: performance.now() - begin, leaks: results.some((type) => type?.kind === "memref") ? [] : leaks, results: found, before, after: memrefs.map((memref) => elementsOf(program, memref)) };
  } finally {
    flush();
  }
}
