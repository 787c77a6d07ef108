// The types of a function's arguments and results, as far as values of them can be given and shown.

const SCALAR = /^(?:i([1-9]\d{0,2})|index|f32|f64)$/;
const SIZES = { i1: 1, i8: 1, i16: 2, i32: 4, i64: 8, index: 8, f32: 4, f64: 8 };

/** Bits of a scalar: of an integer, or 0 for a float. */
function scalar(text) {
  const found = SCALAR.exec(text);
  if (!found) return null;
  if (text[0] === "f") return { kind: "float", text, wasm: text };
  const bits = text === "index" ? 64 : Number(found[1]);
  return bits > 64 ? null : { kind: "int", text, bits, wasm: bits > 32 ? "i64" : "i32" };
}

/** What a type is: { kind: "int" | "float" | "vector" | "memref", … }; null: there is no field for it. */
export function typeOf(text) {
  const plain = scalar(text);
  if (plain) return plain;
  const vector = /^vector<(\d+)x(\w+)>$/.exec(text);
  if (vector) {
    const element = scalar(vector[2]);
    return element && Number(vector[1]) <= 64 ? { kind: "vector", text, count: Number(vector[1]), element } : null;
  }
  const memref = /^memref<((?:(?:\d+|\?)x)*)(\w+)>$/.exec(text);
  if (!memref || !(memref[2] in SIZES)) return null;
  const dims = memref[1].split("x").slice(0, -1).map((dim) => (dim === "?" ? null : Number(dim)));
  return { kind: "memref", text, dims, element: scalar(memref[2]), bytes: SIZES[memref[2]] };
}

/** What an element in memory may be looked at as. */
export const ELEMENTS = Object.entries({ byte: 1, ...SIZES }).map(([text, bytes]) => ({ text, element: { text }, bytes }));

/** The type of the elements of a memref, however it is laid out, or of a tensor that has become one: one of ELEMENTS; bytes when it is none. */
export function elementTypeOf(text) {
  const [, name] = /^(?:memref|tensor)<(?:(?:\d+|\?)x)*(\w+)[,>]/.exec(text ?? "") ?? [];
  return ELEMENTS.find((type) => type.text === name) ?? ELEMENTS[0];
}

/** An address as the page writes it. */
export const address = (at) => `0x${BigInt(at).toString(16)}`;

/** How many values of WebAssembly one is: a memref comes as its descriptor. */
export function width(type) {
  return type.kind === "memref" ? 3 + 2 * type.dims.length : type.kind === "vector" ? type.count : 1;
}

/** A value of WebAssembly as a number of that type: a Number, or a BigInt for 64 bits. */
export function shownValue(type, value) {
  if (type.kind === "float") return value;
  return type.bits > 32 ? BigInt.asIntN(type.bits, BigInt(value)) : type.bits === 1 ? Number(value) & 1 : (Number(value) << (32 - type.bits)) >> (32 - type.bits);
}

/** The other way: of a text that the reader wrote. Throws RangeError when it is no such number. */
export function givenValue(type, text) {
  const words = text.trim();
  if (type.kind === "float") {
    const value = Number(words.replace(/^([+-]?)inf$/, "$1Infinity"));
    if (words === "" || (Number.isNaN(value) && words !== "nan")) throw new RangeError(`“${text}” is no number`);
    return value;
  }
  if (!/^[+-]?(\d+|0x[0-9a-fA-F]+)$/.test(words)) throw new RangeError(`“${text}” is no whole number`);
  const value = words.startsWith("-") ? -BigInt(words.slice(1)) : BigInt(words.replace("+", ""));
  const limit = 1n << BigInt(type.bits);
  if (value >= limit || value < -limit) throw new RangeError(`${words} does not fit into ${type.text}`);
  return type.bits > 32 ? BigInt.asIntN(64, BigInt.asUintN(type.bits, value)) : Number(BigInt.asUintN(type.bits, value)) | 0;
}

export function read(view, type, at) {
  switch (type.text) {
    case "f32": return view.getFloat32(at, true);
    case "f64": return view.getFloat64(at, true);
    case "i64": case "index": return view.getBigInt64(at, true);
    case "i32": return view.getInt32(at, true);
    case "i16": return view.getInt16(at, true);
    case "i1": return view.getUint8(at) & 1;
    case "byte": return view.getUint8(at);
    default: return view.getInt8(at);
  }
}

export function write(view, type, at, value) {
  switch (type.text) {
    case "f32": return view.setFloat32(at, Number(value), true);
    case "f64": return view.setFloat64(at, Number(value), true);
    case "i64": case "index": return view.setBigInt64(at, BigInt(value), true);
    case "i32": return view.setInt32(at, Number(value), true);
    case "i16": return view.setInt16(at, Number(value), true);
    case "i1": return view.setUint8(at, Number(value) & 1);
    default: return view.setInt8(at, Number(value));
  }
}

/** A number as the page writes it. */
export function written(value) {
  if (typeof value === "bigint" || Number.isInteger(value)) return Object.is(value, -0) ? "-0" : String(value);
  return String(Number(value.toPrecision(7)));
}
