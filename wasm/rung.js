// The only JavaScript that touches linear memory; see rung.d.ts for what each entry promises.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class RungCrash extends Error {
  name = "RungCrash";
}

export class RungIncomplete extends RungCrash {
  name = "RungIncomplete";
  pack = null;
}

// --- Loading

// Bundlers must not see these imports, which are only needed where nothing was bundled.
const HERE = import.meta.url;
const FILES = "node:fs/promises";

// Without a source: beside this file, where bundlers see it and take it along, or where Rung's own build puts it.
async function readModule(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const urls = source === undefined
    ? [new URL("./rung.wasm", import.meta.url), new URL("../build/wasm/rung.wasm", HERE)]
    : [new URL(source, HERE)];
  let failure;
  for (const url of urls) {
    try {
      if (url.protocol === "file:") {
        const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ FILES);
        return await WebAssembly.compile(await readFile(url));
      }
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
      return await WebAssembly.compile(await response.arrayBuffer());
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

// Of a core in two parts (parts.mjs): where the rest looks for what is in the first, and what the names of that begin with.
export const PRIMARY = "first";
export const SHARED = "shared ";

// The core asks two things of its host: to look at its memory anew when that has grown, which we do at each call, and to come again with
// the records of a dialect. A module that imports anything else is not the core, and cannot be instantiated.
function hostImports() {
  const host = { exports: null };
  return [host, { env: {
    emscripten_notify_memory_growth() {},
    rung_need_pack(pointer, size) {
      const pack = decoder.decode(new Uint8Array(host.exports.memory.buffer, pointer, size));
      throw Object.assign(new RungIncomplete(`the core needs the records of ${pack}, which are not loaded`), { pack });
    },
  } }];
}

export async function instantiate(module) {
  const [host, imports] = hostImports();
  host.exports = (await WebAssembly.instantiate(module, imports)).exports;
  return host.exports;
}

// A pack (parts.mjs) is a number of ranges, their places and sizes, and then their bytes. All numbers are 32 bits.
function putPack(exports, bytes) {
  const buffer = bytes.buffer ?? bytes, start = bytes.byteOffset ?? 0;
  const view = new DataView(buffer, start, bytes.byteLength);
  const count = view.getUint32(0, true);
  let at = 4 + 8 * count;
  for (let i = 0; i < count; i++) {
    const size = view.getUint32(8 + 8 * i, true);
    new Uint8Array(exports.memory.buffer, view.getUint32(4 + 8 * i, true), size).set(new Uint8Array(buffer, start + at, size));
    at += size;
  }
}

// --- UTF-8 offsets to UTF-16 offsets

// A function from byte offsets of `text`'s UTF-8 form to offsets in `text`. Offsets inside a
// character give its start, or (`end`: that of a range) its end.
function offsetMapper(text, byteLength) {
  if (byteLength === text.length) return (offset) => Math.min(offset, byteLength);
  // Checkpoints every 256 UTF-16 units keep a single look-up short.
  const STEP = 256;
  const bytesAt = [0];
  let bytes = 0;
  for (let i = 0; i < text.length; ) {
    const width = charWidth(text, i);
    bytes += width.bytes;
    i += width.units;
    while (bytesAt.length * STEP <= i) bytesAt.push(bytes - (i > bytesAt.length * STEP ? width.bytes : 0));
  }
  return (offset, end = false) => {
    let low = 0;
    let high = bytesAt.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (bytesAt[middle] <= offset) low = middle;
      else high = middle;
    }
    let i = low * STEP;
    if (i > 0 && isLowSurrogate(text, i)) i -= 1;
    let at = bytesAt[low];
    while (i < text.length) {
      const width = charWidth(text, i);
      if (at + width.bytes > offset) return end && at < offset ? i + width.units : i;
      at += width.bytes;
      i += width.units;
    }
    return i;
  };
}

// The same for a text whose length in bytes is unknown.
function mapperOf(text) {
  return offsetMapper(text, /[^\x00-\x7f]/.test(text) ? NaN : text.length);
}

// A dump with its places in UTF-16 units.
function placedStage(stage, offset) {
  const placed = ({ from, to }) => ({ from: offset(from), to: offset(to, true) });
  return { ...stage, ...placed(stage), header: placed(stage.header) };
}

function isLowSurrogate(text, i) {
  const c = text.charCodeAt(i);
  return c >= 0xdc00 && c < 0xe000 && i > 0 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800;
}

function charWidth(text, i) {
  const c = text.charCodeAt(i);
  if (c < 0x80) return { bytes: 1, units: 1 };
  if (c < 0x800) return { bytes: 2, units: 1 };
  const pair = (c & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
  return pair ? { bytes: 4, units: 2 } : { bytes: 3, units: 1 };
}

// Ranges in bytes become UTF-16 offsets.
function placeDiagnostics(diagnostics, offset) {
  for (const diagnostic of diagnostics) {
    if (diagnostic.from !== undefined) {
      diagnostic.from = offset(diagnostic.from);
      diagnostic.to = offset(diagnostic.to, true);
    }
    diagnostic.notes = placeDiagnostics(diagnostic.notes ?? [], offset);
    diagnostic.fixes = placeFixes(diagnostic.fixes, offset);
  }
  return diagnostics;
}

function placeFixes(fixes = [], offset) {
  for (const fix of fixes) {
    fix.from = offset(fix.from);
    fix.to = offset(fix.to, true);
  }
  return fixes;
}

// --- What callers give

const kindOf = (value) => (value === null ? "null" : typeof value);

function checked(value, type) {
  if (typeof value !== type || value === null) throw new TypeError(`expected ${type === "object" ? "an" : "a"} ${type}, not ${kindOf(value)}`);
  return value;
}

// Options may be left out, but they are an object.
const optionsOf = (given) => checked(given, "object");

// --- The core

// Gives back what sessions take in the core's memory when nobody can reach them any more.
const abandoned = new FinalizationRegistry(({ rung, pointer }) => rung._deleteSession(pointer));

export class Rung {
  #exports;
  #crashed = false;
  #scratch; // a session for calls that belong to none
  #tables = null; // the core's lists: token classes, passes, pipelines, editions
  #isComplete;

  constructor(exports, isComplete = true) {
    this.#exports = exports;
    this.#isComplete = isComplete;
    exports._initialize?.();
    this.#scratch = this._call("glue_session_new", 0);
    this.version = this._text(this.#scratch, this._call("glue_version", this.#scratch));
  }

  static async load(source, { rest, packs = [] } = {}) {
    const exports = await instantiate(await readModule(source));
    for (const pack of packs) putPack(exports, pack);
    const rung = new Rung(exports, !Object.keys(exports).some((name) => name.startsWith(SHARED)));
    if (rest) await rung.complete(rest);
    return rung;
  }

  addPack(bytes) {
    putPack(this.#exports, bytes);
  }

  async complete(rest) {
    if (this.#isComplete) return;
    await WebAssembly.instantiate(await readModule(rest), { [PRIMARY]: this.#exports });
    this.#isComplete = true;
  }

  get isComplete() {
    return this.#isComplete;
  }

  session(options = {}) {
    return new Session(this, options);
  }

  // Sessions share the list of added dialects of the first one.
  _newSession() {
    return this._call("glue_session_new", this.#scratch);
  }

  _deleteSession(pointer) {
    try {
      this._call("glue_session_delete", pointer);
    } catch (error) {
      if (!(error instanceof RungCrash)) throw error;   // its memory is gone with the core
    }
  }

  addDialect(text) {
    const pointer = this._withText(text, (data, size) => this._call("glue_add_dialect", this.#scratch, data, size));
    const { name, diagnostics } = this._json(this.#scratch, pointer);
    return { name: name || null, diagnostics: placeDiagnostics(diagnostics, mapperOf(text)) };
  }

  removeDialect(name) {
    return this._withText(name, (data, size) => this._call("glue_remove_dialect", this.#scratch, data, size)) !== 0;
  }

  passes() {
    return structuredClone(this.#lists().passes);
  }

  pipelines() {
    return structuredClone(this.#lists().pipelines);
  }

  editions() {
    return structuredClone(this.#lists().editions);
  }

  tokenClasses() {
    return [...this.#lists().tokenClasses];
  }

  #lists() {
    return this.#tables ??= this._json(this.#scratch, this._call("glue_tables", this.#scratch));
  }

  readLog(text) {
    const pointer = this._withText(text, (data, size) => this._call("glue_log_stages", this.#scratch, data, size));
    const { stages } = this._json(this.#scratch, pointer);
    const offset = mapperOf(text);
    return stages.map((stage) => placedStage(stage, offset));
  }

  tokens(text) {
    return this.tokensOfLine(text, 0).tokens;
  }

  tokensOfLine(line, state) {
    const { tokenClasses } = this.#lists();
    return this._withText(line, (pointer, size) => {
      const most = size < 4096 ? size : this._call("glue_tokens", pointer, size, 0, 0);   // a token has a byte at least
      const words = this.#fill(most, 3, (out, most) => this._call("glue_tokens", pointer, size, out, most), state);
      const offset = offsetMapper(line, size);
      const tokens = [];
      for (let i = 1; i < words.length; i += 3)
        tokens.push({ from: offset(words[i]), to: offset(words[i + 1], true), class: tokenClasses[words[i + 2]] });
      return { tokens, state: words[0] };
    });
  }

  readPipeline(text) {
    const pointer = this._withText(text, (data, size) => this._call("glue_read_pipeline", this.#scratch, data, size));
    const { ok, elements, diagnostics } = this._json(this.#scratch, pointer);
    const { passes } = this.#lists();
    const offset = mapperOf(text);
    const place = (range) => range && { from: offset(range.from), to: offset(range.to, true) };
    const words = (range) => (range ? text.slice(range.from, range.to) : "");
    const top = [];
    const open = [top]; // lists of elements being filled, the innermost last
    for (const { depth, nest, pass, options, ...slices } of elements) {
      const nameAt = place(slices.name);
      const element = { ...place(slices.text), name: words(nameAt), nameAt };
      if (nest) {
        element.innerAt = place(slices.inner);
        element.elements = [];
      } else {
        element.isKnown = pass !== undefined;
        element.optionsAt = place(slices.braces);
        element.options = options.map((option) => ({
          ...place(option.text), name: words(place(option.name)), value: option.value, valueAt: place(option.written) ?? null, isKnown: option.known,
        }));
      }
      const level = elements[0].depth === 0 ? depth : depth - 1; // without an anchor the first level is missing
      open.length = level + 1;
      open[level].push(element);
      if (nest) open.push(element.elements);
    }
    const anchor = elements.length && elements[0].depth === 0 ? top[0] : null;
    return { ok, anchor, elements: anchor ? anchor.elements : top, diagnostics: placeDiagnostics(diagnostics, offset) };
  }

  passExistsUpstream(name) {
    return this._withText(name, (pointer, size) => this._call("glue_pass_exists_upstream", pointer, size)) !== 0;
  }

  addPass(pipeline, pass, before = "") {
    const pointer = this._withText(pipeline, (text, size) => this._withText(`${checked(pass, "string")}\n${checked(before, "string")}`, (names, namesSize) =>
      this._call("glue_pipeline_add", this.#scratch, text, size, names, namesSize)));
    return pointer ? this._text(this.#scratch, pointer) : null;
  }

  changedLines(before, after) {
    const lines = checked(after, "string").split("\n").length;
    return this._withText(before, (old, oldSize) => this._withText(after, (pointer, size) =>
      Array.from(this.#fill(lines, 1, (out, most) =>
        this._call("glue_changed_lines", this.#scratch, old, oldSize, pointer, size, out + 4, most)).subarray(1))));
  }

  // One word that goes in and out, and then the words of the entries that `call` writes: at most `most` of `width` words
  // each; it returns how many there are.
  #fill(most, width, call, word = 0) {
    const out = this._call("glue_alloc", 4 + 4 * width * most);
    if (!out) throw new RangeError("out of memory");
    new Uint32Array(this.#exports.memory.buffer, out, 1)[0] = word;
    const count = call(out, most);
    const words = new Uint32Array(this.#exports.memory.buffer, out, 1 + width * count).slice();
    this._call("glue_free", out);
    return words;
  }

  // A call into the core. A trap leaves linear memory in an unknown state: nothing after it counts.
  _call(name, ...args) {
    if (this.#crashed) throw new RungCrash("the core has crashed; load a new one");
    try {
      return this.#exports[name](...args) >>> 0;
    } catch (error) {
      this.#crashed = true;
      if (error instanceof RungIncomplete) throw error;
      if (this.#isComplete) throw new RungCrash(error.message, { cause: error });
      // A function of the rest is an empty place in the table, and a call of it traps as any crash does: with the rest we know.
      throw new RungIncomplete("the core needs the rest of its code, which is not loaded", { cause: error });
    }
  }

  // Copy a string in. Most texts are ASCII: room for the longest encoding is taken at the second try.
  _putText(text) {
    checked(text, "string");
    for (const room of [text.length, text.length * 3]) {
      const pointer = this._call("glue_alloc", room);
      if (!pointer) throw new RangeError("the text does not fit in memory");
      const target = new Uint8Array(this.#exports.memory.buffer, pointer, room);
      const { read, written } = encoder.encodeInto(text, target);
      if (read === text.length) return { pointer, size: written };
      this._call("glue_free", pointer);
    }
    throw new RangeError("the text cannot be encoded");
  }

  _putBytes(bytes) {
    const pointer = this._call("glue_alloc", bytes.length);
    if (!pointer) throw new RangeError("the bytes do not fit in memory");
    new Uint8Array(this.#exports.memory.buffer, pointer, bytes.length).set(bytes);
    return { pointer, size: bytes.length };
  }

  // The bytes a call returned.
  _bytes(session, pointer) {
    return new Uint8Array(this.#exports.memory.buffer, pointer, this._call("glue_result_size", session)).slice();
  }

  // Copy a string in, call `use(pointer, size)`, free it.
  _withText(text, use) {
    const { pointer, size } = this._putText(text);
    try {
      return use(pointer, size);
    } finally {
      if (!this.#crashed) this._call("glue_free", pointer);
    }
  }

  // Copy numbers in, call `use(pointer)`, free them.
  _withWords(words, use) {
    const pointer = this._call("glue_alloc", words.length * 4);
    if (!pointer) throw new RangeError("out of memory");
    new Uint32Array(this.#exports.memory.buffer, pointer, words.length).set(words);
    try {
      return use(pointer);
    } finally {
      if (!this.#crashed) this._call("glue_free", pointer);
    }
  }

  // The words a call returned.
  _words(session, pointer) {
    const size = this._call("glue_result_size", session);
    return size ? new Uint32Array(this.#exports.memory.buffer, pointer, size / 4).slice() : [];
  }

  // The value of the JSON text a call returned.
  _json(session, pointer) {
    if (!pointer) throw new RangeError("out of memory");
    return JSON.parse(this._text(session, pointer));
  }

  // The text a call returned: `pointer`, with its size kept by the session.
  _text(session, pointer) {
    const size = this._call("glue_result_size", session);
    return size ? decoder.decode(new Uint8Array(this.#exports.memory.buffer, pointer, size)) : "";
  }
}

// --- Sessions

const PRINT_FLAGS = [
  "generic", "debugInfo", "prettyDebugInfo", "localScope", "valueUsers", "nameLocations",
  "skipRegions", "uniqueIds",
];
const STAGES = [undefined, "counted", "printed"];
const BODIES = ["set", "same", "refused"], SIGNS = ["signless", "signed", "unsigned"];
const NOWHERE = 0xffffffff;
const PRINT_RESULT = 256, PRINT_AS_RUN = 512;

export class Session {
  #rung;
  #pointer;
  #text = "";
  #offset = (offset) => offset;
  #said = []; // by the last setText()
  #types = new Map(); // those of the text that were asked for, by number

  constructor(rung, options) {
    optionsOf(options);
    this.#rung = rung;
    this.#pointer = rung._newSession();
    if (!this.#pointer) throw new RangeError("out of memory");
    abandoned.register(this, { rung, pointer: this.#pointer }, this);
    try {
      this.setOptions(options);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  #self() {
    if (!this.#pointer) throw new TypeError("this session was disposed of");
    return this.#pointer;
  }

  setOptions(options = {}) {
    const {
      allowUnregisteredDialects = true, keepUnknown = false, editionIn = "", edition = "", noImplicitModule = false, split = false, splitLog = false, runReproducer = false, flagPipelines = false,
    } = optionsOf(options);
    if (keepUnknown && editionIn) throw new RangeError("keepUnknown reads more than an edition does: give one of them");
    const flags = (allowUnregisteredDialects ? 1 : 0) | (noImplicitModule ? 2 : 0) | (keepUnknown ? 4 : 0) | (runReproducer ? 8 : 0) | (splitLog ? 16 : 0) | (flagPipelines ? 32 : 0);
    const self = this.#self();
    const marker = split === true ? "// -----" : split || "";
    const ok = this.#rung._withText(`${editionIn}\n${edition}\n${marker}`, (pointer, size) =>
      this.#rung._call("glue_set_options", self, flags, pointer, size));
    if (!ok) {
      const given = Object.entries({ editionIn, edition }).filter(([, name]) => name);
      throw new RangeError(`this edition is not supported: ${given.map(([option, name]) => `${option} '${name}'`).join(", ")}`);
    }
  }

  setText(text) {
    const self = this.#self();
    const isBytes = text instanceof Uint8Array;
    const { pointer, size } = isBytes ? this.#rung._putBytes(text) : this.#rung._putText(text);   // the session's from here on
    this.#text = isBytes ? "" : text;
    this.#types = new Map();
    this.#offset = isBytes ? (offset) => offset : offsetMapper(text, size);
    const ok = this.#rung._call("glue_set_text", self, pointer, size) !== 0;
    const { diagnostics, summary, edition } = this.#messages();
    this.#said = this.#place(diagnostics);
    return { ok, diagnostics, summary, edition };
  }

  parts() {
    return this.#lists().parts.map(({ from, to, ok, first, count, dump }) => ({
      from: this.#offset(from), to: this.#offset(to, true), ok, diagnostics: this.#said.slice(first, first + count),
      ...dump && { dump: placedStage(dump, this.#offset) },
    }));
  }

  get part() {
    return this.#lists().chosen;
  }

  choosePart(index) {
    if (!Object.hasOwn(this.#lists().parts, checked(index, "number"))) throw new RangeError(`there is no part ${index}`);
    this.#types = new Map();
    if (!this.#rung._call("glue_choose_part", this.#self(), index)) throw new RangeError("out of memory");
  }

  #lists() {
    const self = this.#self();
    return this.#rung._json(self, this.#rung._call("glue_session_parts", self));
  }

  verifyDiagnostics(pipeline = "", options = {}) {
    const self = this.#self();
    const { onlyExpected = false } = optionsOf(options);
    this.#types = new Map();
    const ok = this.#rung._withText(pipeline, (text, size) =>
      this.#rung._call("glue_verify_diagnostics", self, text, size, onlyExpected ? 1 : 0)) !== 0;
    return { ok, diagnostics: this.#place(this.#messages().diagnostics) };
  }

  upgrade(text, options = {}) {
    const self = this.#self();
    const { only = "" } = optionsOf(options);
    const { pointer, size } = this.#rung._putText(text);
    this.#text = text;
    this.#types = new Map();
    this.#offset = offsetMapper(text, size);
    const made = this.#rung._json(self, this.#rung._call("glue_upgraded_text", self, pointer, size, only === "types" ? 1 : 0));
    const { diagnostics, edition } = this.#messages();
    this.#said = [];
    return { text: made.text, changes: this.#placeFixes(made.changes), diagnostics: this.#place(diagnostics), edition };
  }

  // As the core has them: in bytes.
  #messages() {
    const self = this.#self();
    return this.#rung._json(self, this.#rung._call("glue_diagnostics", self));
  }

  fixedText() {
    return this.#fixed(true);
  }

  safeFixes() {
    return this.#fixed(false).fixes;
  }

  #fixed(withText) {
    const self = this.#self();
    const { text, fixes } = this.#rung._json(self, this.#rung._call("glue_fixed_text", self, withText ? 1 : 0));
    return { text, fixes: this.#placeFixes(fixes) };
  }

  print(options = {}) {
    return this.#print(options, 0);
  }

  printResult(options = {}) {
    return this.#print(options, PRINT_RESULT);
  }

  reproducer() {
    const self = this.#self();
    const found = this.#rung._json(self, this.#rung._call("glue_reproducer", self));
    return found.verifyEach === undefined ? null : { pipeline: null, ...found };
  }

  printReproducer(pipeline, options = {}) {
    const { result = false, disableThreading = false, verifyEach = true } = optionsOf(options);
    const self = this.#self();
    const flags = (result ? 1 : 0) | (disableThreading ? 2 : 0) | (verifyEach ? 4 : 0);
    return this.#printed(this.#rung._withText(pipeline, (text, size) => this.#rung._call("glue_print_reproducer", self, flags, text, size)));
  }

  #translated(options, target, read) {
    const { result = false } = optionsOf(options);
    const self = this.#self();
    const before = this.#messages().diagnostics.length;
    const pointer = this.#rung._call("glue_translate", self, (result ? 1 : 0) | target);
    const made = pointer ? read(self, pointer) : null;
    return { made, diagnostics: this.#place(this.#messages().diagnostics.slice(before)) };
  }

  translate(options = {}) {
    const { result = false, origins = false } = optionsOf(options);
    const { made, diagnostics } = this.#translated(options, 0, (self, pointer) => this.#rung._text(self, pointer));
    if (!origins) return { text: made, diagnostics };
    const self = this.#self();
    const words = made === null ? [] : this.#rung._words(self, this.#rung._call("glue_translation_origins", self, result ? 1 : 0));
    return { text: made, diagnostics, origins: this.#origins(words, made ?? "") };
  }

  wasm(options = {}) {
    const { made, diagnostics } = this.#translated(options, optionsOf(options).trace ? 6 : optionsOf(options).watch ? 10 : 2, (self, pointer) => this.#rung._bytes(self, pointer));
    return { bytes: made, diagnostics };
  }

  bytecode(options = {}) {
    const { result = false, version = 6 } = optionsOf(options);
    if (!(Number.isInteger(version) && version >= 0 && version <= 6)) throw new RangeError("bytecode has the versions 0 to 6");
    const self = this.#self();
    const pointer = this.#rung._call("glue_bytecode", self, result ? 1 : 0, version);
    return pointer ? this.#rung._bytes(self, pointer) : null;
  }

  #print(options, which) {
    return this.#printed(this.#callPrinting("glue_print", options, which));
  }

  #printed(pointer) {
    const self = this.#self();
    if (pointer) return this.#rung._text(self, pointer);
    if (this.#rung._call("glue_result_size", self) !== 2) throw new RangeError("out of memory");
    const cause = this.#place(this.#messages().diagnostics).at(-1);
    throw new RangeError(cause.message, { cause });
  }

  provenance(given = {}) {
    const { result = false, ...options } = optionsOf(given);
    const which = result ? PRINT_RESULT : 0;
    const words = this.#rung._words(this.#self(), this.#callPrinting("glue_origins", options, which));
    return this.#origins(words, this.#print(options, which));
  }

  #callPrinting(call, options, which) {
    const self = this.#self();
    optionsOf(options);
    let flags = which;
    PRINT_FLAGS.forEach((name, bit) => { if (options[name]) flags |= 1 << bit; });
    const { elideElementsLarger = -1, hexElementsLarger = 100, edition = "" } = options;
    const pointer = this.#rung._withText(edition, (name, size) =>
      this.#rung._call(call, self, flags, elideElementsLarger, hexElementsLarger, name, size));
    if (!pointer && this.#rung._call("glue_result_size", self) === 1) throw new RangeError(`edition '${edition}' is not supported`);
    return pointer;
  }

  operations() {
    const self = this.#self();
    return this.#rung._json(self, this.#rung._call("glue_operations", self));
  }

  functions() {
    const self = this.#self();
    const types = (text) => (text ? text.split("\n") : []);
    return this.#rung._json(self, this.#rung._call("glue_functions", self)).map(({ name, inputs, results, from, to }) => ({
      name, inputs: types(inputs), results: types(results), from: this.#offset(from), to: this.#offset(to, true),
    }));
  }

  road() {
    const self = this.#self();
    return this.#rung._json(self, this.#rung._call("glue_road", self));
  }

  run(pipeline, options = {}) {
    const self = this.#self();
    const { stages, only = [0, 0], until = 0, trace = false, tried } = optionsOf(options);
    const { 0: first, 1: last } = checked(only, "object");
    const kept = STAGES.indexOf(stages);
    if (kept < 0 || (until && !kept)) throw new RangeError(kept < 0 ? `no such stages: ${stages}` : "until goes with stages");
    const pointer = this.#rung._withText(pipeline, (text, size) =>
      this.#rung._call("glue_run", self, text, size, kept | (trace ? 4 : 0), first, last, until, tried === undefined ? NOWHERE : this.#bytesBefore(tried)));
    const result = this.#rung._json(self, pointer);
    result.text = result.ok ? this.#print({}, PRINT_AS_RUN) : "";
    this.#place(result.diagnostics);
    if (trace) {
      this.#placeFacts(result.explanation);
      for (const stage of result.stages) stage.origins = this.#origins(stage.origins, stage.text);
    }
    return result;
  }

  addRules(name, text) {
    if (/\n/.test(name)) throw new RangeError("the name of rules is one line");
    const self = this.#self();
    if (!this.#rung._withText(`${name}\n${text}`, (pointer, size) => this.#rung._call("glue_add_rules", self, pointer, size)))
      throw new RangeError("out of memory");
  }

  explainType(type, options = {}) {
    return this.#rung._withText(type, (text, size) => this.#explain(text, size, 0, options));
  }

  explainTypeAt(offset, options = {}) {
    return this.#explain(0, 0, this.#bytesBefore(offset), options);
  }

  hover(offset) {
    const self = this.#self();
    const found = this.#rung._json(self, this.#rung._call("glue_hover", self, this.#bytesBefore(offset)));
    if (found.title === undefined) return null;
    return { ...found, from: this.#offset(found.from), to: this.#offset(found.to, true) };
  }

  complete(offset) {
    const self = this.#self();
    const found = this.#rung._json(self, this.#rung._call("glue_complete", self, this.#bytesBefore(offset)));
    const items = found.items.map(({ detail = "", ...item }) => ({ ...item, detail }));
    return { from: this.#offset(found.from), to: this.#offset(found.to), complete: found.complete, items };
  }

  type(text) {
    return this.#typeOf(this.#rung._withText(text, (data, size) => this.#rung._call("glue_type", this.#self(), data, size)), true);
  }

  typeAt(offset) {
    return this.#typeOf(this.#rung._call("glue_type_at", this.#self(), this.#bytesBefore(offset)), false);
  }

  struct(name) {
    return this.#typeOf(this.#rung._withText(name, (data, size) => this.#rung._call("glue_struct", this.#self(), data, size)), true);
  }

  newStruct(name, elements, options = {}) {
    const self = this.#self(), { packed = false } = optionsOf(options);
    return this.#typeOf(this.#rung._withText(name, (data, size) => this.#rung._withWords(this.#numbers(elements), (words) =>
      this.#rung._call("glue_struct_new", self, data, size, words, elements.length, packed ? 1 : 0))), true);
  }

  setBody(type, elements, options = {}) {
    const { packed = false } = optionsOf(options);
    const self = this.#self(), opaque = elements === "opaque", list = opaque ? [] : elements;
    return BODIES[this.#rung._withWords(this.#numbers([type, ...list]), (words) =>
      this.#rung._call("glue_set_body", self, type.id, words + 4, list.length, (packed ? 1 : 0) | (opaque ? 2 : 0)))];
  }

  // A number means another type once there is another text.
  #numbers(types) {
    return types.map((type) => {
      if (this.#types.get(type?.id) !== type) throw new TypeError("this is no type of the session's text");
      return type.id;
    });
  }

  // The object of a number, one for each.
  #typeOf(id, isAsked) {
    if (!id && isAsked) {
      const cause = this.#place(this.#messages().diagnostics).at(-1);
      throw new RangeError(cause?.message ?? "out of memory", { cause });
    }
    if (!id) return null;
    if (this.#types.has(id)) return this.#types.get(id);
    const self = this.#self(), session = this;
    const read = () => this.#rung._json(self, this.#rung._call("glue_type_info", self, id));
    const fixed = read();
    const type = {
      id, ...fixed,
      get elements() {
        session.#numbers([type]);
        return read().elements.map((element) => session.#typeOf(element, true));
      },
    };
    if (fixed.signedness !== undefined) type.signedness = SIGNS[fixed.signedness];
    for (const name of fixed.identifier === undefined ? [] : ["text", "compatible", "packed", "hasBody", "opaque"])   // a body may be set
      Object.defineProperty(type, name, { enumerable: true, get: () => { session.#numbers([type]); return read()[name]; } });
    this.#types.set(id, type);
    return type;
  }

  #bytesBefore(offset) {
    checked(offset, "number");
    return encoder.encode(this.#text.slice(0, Math.max(0, offset))).length;
  }

  #explain(text, size, at, options) {
    const self = this.#self();
    const { barePointers = false, indexBits = 0, dataLayout = "", pipeline = "", cInterface = true, spellings = false } = optionsOf(options);
    const flags = (barePointers ? 1 : 0) | (cInterface ? 0 : 2) | (spellings ? 4 : 0);
    const pointer = this.#rung._withText(`${dataLayout}\n${pipeline}`, (how, howSize) =>
      this.#rung._call("glue_explain_type", self, text, size, at, flags, indexBits, how, howSize));
    const result = this.#rung._json(self, pointer);
    this.#placeFacts(result.facts);
    for (const diagnostic of result.diagnostics) diagnostic.notes ??= [];
    return result;
  }

  peakMemory() {
    return this.#rung._call("glue_peak_memory", this.#self());
  }

  dispose() {
    const pointer = this.#pointer;
    this.#pointer = 0;
    abandoned.unregister(this);
    if (pointer) this.#rung._deleteSession(pointer);
  }

  // Quadruples of byte offsets to UTF-16 ranges. An operation that is not in the text has no source.
  #origins(words, output) {
    const at = mapperOf(output);
    const origins = [];
    for (let i = 0; i + 3 < words.length; i += 4) {
      const source = words[i + 3] > words[i + 2]
        ? { from: this.#offset(words[i + 2]), to: this.#offset(words[i + 3], true) } : null;
      origins.push({ from: at(words[i]), to: at(words[i + 1], true), source });
    }
    return origins;
  }

  #placeFacts(facts) {
    for (const { source, children } of facts) {
      if (source) {
        source.from = this.#offset(source.from);
        source.to = this.#offset(source.to, true);
      }
      this.#placeFacts(children);
    }
  }

  // Byte offsets of messages and notes to UTF-16 offsets, in place.
  #place(diagnostics) {
    return placeDiagnostics(diagnostics, this.#offset);
  }

  #placeFixes(fixes) {
    return placeFixes(fixes, this.#offset);
  }
}
