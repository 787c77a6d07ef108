// Runs what Session.wasm() makes, with rung-runtime.wasm: in Node, a page or a worker. program.d.ts describes it.

// WASI's answers (https://github.com/WebAssembly/WASI, preview 1).
const SUCCESS = 0, BAD_FILE = 8;

/** What abort() exits with. */
const ABORTED = 134;
/** As many of the bytes that were printed last as may say why. */
const LAST_WORDS = 2000;

/** A program stopped before its end. */
export class ProgramFault extends Error {
  constructor(kind, message, offset, place = null, related = []) {
    super(message);
    this.kind = kind;
    this.offset = offset;
    this.place = place;
    this.related = related;
  }
}

/** A program ended itself by exit(). */
export class ProgramExit extends Error {
  constructor(status) {
    super(`exit ${status}`);
    this.status = status;
  }
}

// Engines word their traps each in their own way.
const FAULTS = [
  ["division", /divide by zero|division by zero|remainder by zero|integer divide/i, "division by zero"],
  ["overflow", /divide result unrepresentable|integer overflow|unrepresentable/i, "a quotient that does not fit: the smallest number by -1"],
  ["unreachable", /unreachable/i, "a place that is never reached was reached"],
  ["memory", /out of bounds memory|memory access out of bounds|index out of bounds/i, "an access outside of the program's memory"],
  ["call", /table index is out of bounds|null function|indirect call|signature/i, "a call through a pointer to no such function"],
  ["stack", /stack|recursion/i, "too many calls inside one another: the stack is full"],
];

function kindOf(error) {
  if (error instanceof RangeError || error?.name === "InternalError") return FAULTS.at(-1);
  return FAULTS.find(([, pattern]) => pattern.test(error.message)) ?? ["trap", null, error.message];
}

// The custom section "rung.lines": places in the code, and in the text.
function readLines(bytes) {
  const places = [], sources = [];
  let at = 0, place = 0, source = 0;
  const number = (signed) => {
    let value = 0, shift = 0, byte;
    do {
      byte = bytes[at++];
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
    } while (byte & 0x80);
    return signed && byte & 0x40 ? value - 2 ** shift : value;
  };
  while (at < bytes.length) {
    places.push((place += number(false)));
    sources.push((source += number(true)));
  }
  return { places, sources };
}

// The last of a sorted list that is not greater; -1: there is none.
function lastBefore(list, place, keyOf = (item) => item) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(list[middle]) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

// Why a program gave up: an assertion prints that before. Those of --generate-runtime-verification quote their operation, and its place,
// which is better than the trace's: passes may let all of them end in one block.
function lastWords(bytes) {
  const text = new TextDecoder().decode(bytes).trimEnd();
  const checked = /Runtime op verification failed\n[^]*\^ ([^\n]*)\nLocation: [^\n]*$/.exec(text);
  const [, line, column] = /Location: loc\(".*":(\d+):(\d+)\)$/.exec(text) ?? [];
  if (checked) return [checked[1], line ? { line: Number(line), column: Number(column) } : null];
  const said = text.slice(text.lastIndexOf("\n") + 1);
  return [said ? `the program gave up: ${said}` : "the program gave up", null];
}

// The frames of a trace that are the program's: V8 and JavaScriptCore write wasm-function[3]:0x1a2, Firefox 3]:0x1a2.
function programFrames(error) {
  const frames = [];
  for (const line of String(error.stack ?? "").split("\n")) {
    const found = /wasm-function\[(\d+)\]:(0x[0-9a-f]+)/.exec(line);
    if (found && (/wasm:\/\/wasm\/program-/.test(line) || !/wasm:\/\//.test(line))) frames.push(Number(found[2]));
  }
  return frames;
}

// What a traced program calls, as calls of trace(kind, offset, value).
function traced(trace) {
  let sizes = [], strides = [];
  const told = (kind) => (offset, value) => trace(kind, offset, value);
  return {
    "rung.trace_int": told("value"), "rung.trace_float": told("value"), "rung.trace_pointer": told("pointer"), "rung.trace_effect": told("effect"),
    "rung.trace_call": told("call"), "rung.trace_enter": told("enter"), "rung.trace_leave": told("leave"),
    "rung.trace_dim": (size, stride) => {
      sizes.push(size);
      strides.push(stride);
    },
    "rung.trace_memref": (place, allocated, aligned, offset) => {
      const descriptor = { allocated, aligned, offset, sizes, strides };
      [sizes, strides] = [[], []];
      trace("memref", place, descriptor);
    },
  };
}

/** Compile the runtime once. `source`: bytes, a Response or a promise of either. */
export async function loadRuntime(source) {
  const given = await source;
  return typeof Response !== "undefined" && given instanceof Response ? WebAssembly.compileStreaming(given) : WebAssembly.compile(given);
}

// What a watched program allocates and frees. What is freed is not used again, so that its address says who it was.
class Heap {
  #blocks = new Map(); // by their addresses: { at, size, offset: where it was allocated, freed: where it was freed (undefined: it was not) }
  #freed = []; // of those, the ones with bytes, by their addresses, which are numbers

  add(at, size, offset) {
    this.#blocks.set(at, { at: Number(at), size: Number(size), offset, freed: undefined });
  }

  /** The block that begins there, which can be freed. Throws ProgramFault. */
  living(at, offset) {
    const block = this.#blocks.get(at);
    if (!block) throw new ProgramFault("free", "memory is freed that was not allocated, or not at its begin", offset);
    if (block.freed !== undefined) throw new ProgramFault("free", "memory is freed that was freed before", offset, null, Heap.#history(block));
    return block;
  }

  free(at, offset) {
    const block = this.living(at, offset);
    block.freed = offset;
    if (block.size) this.#freed.splice(this.#before(block.at) + 1, 0, block);
  }

  /** Throws ProgramFault when the address is in a block that was freed. */
  touch(address, placeOf) {
    const block = this.#freed[this.#before(address)];
    if (!block || address >= block.at + block.size) return;
    throw new ProgramFault("freed", "memory is used that was freed before", placeOf(), null, Heap.#history(block));
  }

  // The last freed block that does not begin behind the address.
  #before(address) {
    return lastBefore(this.#freed, address, ({ at }) => at);
  }

  /** All that was freed lies there: a begin and a size. */
  get range() {
    const [first] = this.#freed, last = this.#freed.at(-1);
    return first ? [first.at, last.at + last.size - first.at] : [0, 0];
  }

  get leaks() {
    return [...this.#blocks.values()].filter(({ freed }) => freed === undefined).map(({ offset, size }) => ({ offset, size }));
  }

  static #history({ offset, freed }) {
    return [{ message: "freed", offset: freed }, { message: "allocated", offset }].filter((part) => part.offset !== null);
  }
}

export class Program {
  #lines;
  #instance;
  #runtime;
  #printed = new Uint8Array(0); // the last of it
  #heap = new Heap(); // of a watched program

  /** `write` gets the bytes that the program prints, `trace` what a traced program tells. */
  constructor(runtime, bytes, { write = () => {}, trace = () => {}, watch = false } = {}) {
    const module = bytes instanceof WebAssembly.Module ? bytes : new WebAssembly.Module(bytes);
    this.#lines = readLines(new Uint8Array(WebAssembly.Module.customSections(module, "rung.lines")[0] ?? 0));
    const memory = () => this.#runtime.exports.memory.buffer;
    const wasi = {
      fd_write: (file, vectors, count, written) => {
        if (file !== 1 && file !== 2) return BAD_FILE;
        const view = new DataView(memory());
        let size = 0;
        for (let i = 0; i < count; i++) {
          const at = view.getUint32(vectors + 8 * i, true), length = view.getUint32(vectors + 8 * i + 4, true);
          const piece = new Uint8Array(memory(), at, length).slice();
          this.#printed = Uint8Array.from([...this.#printed.subarray(-LAST_WORDS), ...piece.subarray(-LAST_WORDS)]);
          write(piece);
          size += length;
        }
        view.setUint32(written, size, true);
        return SUCCESS;
      },
      fd_seek: () => BAD_FILE,
      fd_close: () => BAD_FILE,
      clock_time_get: (clock, precision, to) => {
        const now = clock === 0 ? Date.now() : performance.now();
        new DataView(memory()).setBigUint64(to, BigInt(Math.round(now * 1e6)), true);
        return SUCCESS;
      },
      proc_exit: (status) => {
        if (status === ABORTED) {
          const [message, place] = lastWords(this.#printed);
          throw new ProgramFault("abort", message, this.#placeOf(new Error()), place);
        }
        throw new ProgramExit(status);
      },
    };
    this.#runtime = new WebAssembly.Instance(runtime, { wasi_snapshot_preview1: wasi });
    const own = { ...traced(trace), "rung.touch_freed": (at) => this.#heap.touch(at >>> 0, () => this.#placeOf(new Error())), ...(watch && this.#watched()) };
    this.#guard(() => {
      this.#instance = new WebAssembly.Instance(module, { env: { ...this.#runtime.exports, ...own } });
    });
  }

  // Allocation and freeing, with an eye on what is freed, and by whom it was asked for; and what of the runtime reads and writes for the
  // program. The data of globals is not the program's to free.
  #watched() {
    const { exports } = this.#runtime;
    const here = () => this.#placeOf(new Error());
    const added = (at, size) => {
      if (this.#instance && at) this.#heap.add(at, size, here());
      return at;
    };
    const allocating = (name, sizeOf) => (...args) => added(exports[name](...args), sizeOf(...args));
    const free = (at) => {
      if (at) this.#free(at, here());
    };
    const realloc = (at, size) => {
      if (!at) return added(exports.malloc(size), size);
      const old = this.#heap.living(at, here()), made = added(exports.malloc(size), size);
      if (made) this.memory.copyWithin(Number(made), old.at, old.at + Math.min(old.size, Number(size)));
      if (made) this.#free(at, here());
      return made;
    };
    // `pointersOf(args)`: what is touched.
    const touching = (name, pointersOf) => [name, (...args) => {
      for (const at of pointersOf(args)) this.#heap.touch(Number(at), here);
      return exports[name](...args);
    }];
    const word = (at) => new DataView(exports.memory.buffer).getBigUint64(Number(at), true);
    const ranked = (at) => word(at + 8n); // the aligned pointer of a descriptor
    const unranked = (at) => ranked(word(at + 8n)); // behind the rank stands where the descriptor is
    const first = (size) => size, second = (_, size) => size;
    return {
      malloc: allocating("malloc", first), aligned_alloc: allocating("aligned_alloc", second), calloc: allocating("calloc", (count, size) => count * size), realloc,
      _mlir_memref_to_llvm_alloc: allocating("_mlir_memref_to_llvm_alloc", first), _mlir_memref_to_llvm_aligned_alloc: allocating("_mlir_memref_to_llvm_aligned_alloc", second),
      free, _mlir_memref_to_llvm_free: free,
      ...Object.fromEntries([
        ...["memcpy", "memmove", "memcmp"].map((name) => touching(name, ([a, b]) => [a, b])),
        ...["memset", "strlen", "puts", "printString"].map((name) => touching(name, ([a]) => [a])),
        touching("memrefCopy", ([, from, to]) => [unranked(from), unranked(to)]),
        ...Object.keys(exports).filter((name) => name.startsWith("printMemref")).map((name) => touching(name, ([, at]) => [ranked(at)])),
        ...Object.keys(exports).filter((name) => name.startsWith("_mlir_ciface_printMemref")).map((name) => touching(name, ([at]) => [unranked(at)])),
      ]),
    };
  }

  #free(at, offset) {
    this.#heap.free(at, offset);
    const { "rung.freed": begin, "rung.freed_size": size } = this.#instance?.exports ?? {};
    if (begin) [begin.value, size.value] = this.#heap.range;
  }

  /** Of a watched program: what it allocated and has not freed until now: { offset, size } of each. */
  get leaks() {
    return this.#heap.leaks;
  }

  /** Of a watched program: an address outside of it is in the program's hands now, which may free it. */
  give(at, size) {
    this.#heap.add(at, size, null);
  }

  /** The bytes of the memory that program and runtime share. A view is good until the program runs again. */
  get memory() {
    return new Uint8Array(this.#runtime.exports.memory.buffer);
  }

  /** The functions that the program defines. */
  get functions() {
    return Object.keys(this.#instance.exports).filter((name) => typeof this.#instance.exports[name] === "function");
  }

  /** A function of the runtime, such as malloc: addresses and sizes are BigInts. */
  runtime(name, ...args) {
    return this.#runtime.exports[name](...args);
  }

  /** Call a function of the program. Arguments and results are those of WebAssembly: a BigInt for 64 bits, else numbers. */
  call(name, ...args) {
    const callee = this.#instance.exports[name];
    if (typeof callee !== "function") throw new RangeError(`the program has no function '${name}'`);
    return this.#guard(() => {
      try {
        return callee(...args);
      } finally {
        this.#runtime.exports["rung.flush"]();
      }
    });
  }

  #guard(run) {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError) && error?.name !== "InternalError") throw error;
      const [kind, , message] = kindOf(error);
      throw new ProgramFault(kind, message, this.#placeOf(error));
    }
  }

  // Where the program was, in the text.
  #placeOf(error) {
    const [place] = programFrames(error);
    const at = place === undefined ? -1 : lastBefore(this.#lines.places, place);
    return at < 0 ? null : this.#lines.sources[at];
  }
}
