// Runs what Session.wasm() makes, with rung-runtime.wasm: in Node, a page or a worker. program.d.ts describes it.

// WASI's answers (https://github.com/WebAssembly/WASI, preview 1).
const SUCCESS = 0, BAD_FILE = 8;

/** What abort() exits with. */
const ABORTED = 134;
/** As many of the bytes that were printed last as may say why. */
const LAST_WORDS = 2000;

/** A program stopped before its end. */
export class ProgramFault extends Error {
  constructor(kind, message, offset, place = null) {
    super(message);
    this.kind = kind;
    this.offset = offset;
    this.place = place;
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

function lastBefore(places, place) {
  let low = 0, high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle] <= place) low = middle + 1;
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

/** Compile the runtime once. `source`: bytes, a Response or a promise of either. */
export async function loadRuntime(source) {
  const given = await source;
  return typeof Response !== "undefined" && given instanceof Response ? WebAssembly.compileStreaming(given) : WebAssembly.compile(given);
}

export class Program {
  #lines;
  #instance;
  #runtime;
  #printed = new Uint8Array(0); // the last of it
  #blocks = new Map(); // of a watched program, by their addresses: { offset, size, isFreed }

  /** `write` gets the bytes that the program prints, `trace` where in the text a value is computed, and the value. */
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
    const own = { "rung.trace_int": trace, "rung.trace_float": trace, ...(watch && this.#watched()) };
    this.#guard(() => {
      this.#instance = new WebAssembly.Instance(module, { env: { ...this.#runtime.exports, ...own } });
    });
  }

  // Allocation and freeing, with an eye on what is freed, and by whom it was asked for. The data of globals is not the program's to free.
  #watched() {
    const { exports } = this.#runtime;
    const allocating = (name, sizeOf) => (...args) => {
      const at = exports[name](...args);
      if (this.#instance && at) this.#blocks.set(at, { offset: this.#placeOf(new Error()), size: Number(sizeOf(...args)), isFreed: false });
      return at;
    };
    const free = (at) => {
      const block = this.#blocks.get(at);
      if (at && block?.isFreed) throw new ProgramFault("free", "memory is freed that was freed before", this.#placeOf(new Error()));
      if (at && !block) throw new ProgramFault("free", "memory is freed that was not allocated, or not at its begin", this.#placeOf(new Error()));
      if (block) block.isFreed = true; // it is not used again, so that its address says who it was
    };
    const first = (size) => size, second = (_, size) => size;
    return {
      malloc: allocating("malloc", first), aligned_alloc: allocating("aligned_alloc", second), calloc: allocating("calloc", (count, size) => count * size),
      _mlir_memref_to_llvm_alloc: allocating("_mlir_memref_to_llvm_alloc", first), _mlir_memref_to_llvm_aligned_alloc: allocating("_mlir_memref_to_llvm_aligned_alloc", second),
      free, _mlir_memref_to_llvm_free: free,
    };
  }

  /** Of a watched program: what it allocated and has not freed until now: { offset, size } of each. */
  get leaks() {
    return [...this.#blocks.values()].filter(({ isFreed }) => !isFreed).map(({ offset, size }) => ({ offset, size }));
  }

  /** Of a watched program: an address outside of it is in the program's hands now, which may free it. */
  give(at, size) {
    this.#blocks.set(at, { offset: null, size, isFreed: false });
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
