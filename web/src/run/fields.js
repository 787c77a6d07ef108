// Fields for a function's arguments.
import { element } from "../base/dom.js";
import { givenValue } from "./types.js";

/** The size of a dimension that the type leaves open, at first. */
const SIZE = 4;
/** No memref is larger, in elements. */
const MOST = 1 << 22;

// Numbers that look like chance, the same for the same seed (xorshift).
function* chance(seed) {
  let x = (seed | 0) || 1;
  for (;;) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    yield (x >>> 0) / 2 ** 32;
  }
}

const PATTERNS = {
  "0, 1, 2 …": (count) => Array.from({ length: count }, (_, i) => i),
  zeros: () => [0],
  ones: () => [1],
  random: (count, type, seed) => {
    const next = chance(seed);
    return Array.from({ length: count }, () => (type.kind === "float" ? Math.round(next.next().value * 2000 - 1000) / 100 : type.bits === 1 ? Number(next.next().value < 0.5) : Math.floor(next.next().value * 100)));
  },
  "by hand": null,
};

// Integers as they are given to functions: small ones, those around the ends, any. Of an index, which may be a size, only small ones.
function randomInt({ text, bits }, next) {
  const small = Math.floor(next() * 10);
  if (bits === 1) return small & 1;
  const kind = text === "index" ? 0 : next();
  if (kind < 0.45) return small;
  if (kind < 0.7) return -1 - small;
  const half = 1n << BigInt(bits - 1);
  if (kind < 0.8) return next() < 0.5 ? -half : half - 1n;
  return BigInt.asIntN(bits, BigInt(Math.floor(next() * 2 ** 32)) << 32n | BigInt(Math.floor(next() * 2 ** 32)));
}

function randomFloat(next) {
  const kind = next();
  if (kind < 0.2) return Math.round(next() * 20 - 10);
  if (kind < 0.3) return [0, -0, 1, -1, 0.5, 1e10][Math.floor(next() * 6)];
  return Math.round((next() * 2 - 1) * 1e6) / 1e4;
}

const randomScalar = (type, next) => {
  const value = type.kind === "float" ? randomFloat(next) : randomInt(type, next);
  return Object.is(value, -0) ? "-0" : String(value);
};

/** Arguments by chance, as their fields keep them, the same for the same seed. `kept`: those that the fields keep now. Memrefs that one may choose
 *  the size of have the reader's in every other set; else all the same one, but for few. */
export function randomArguments(types, kept, seed) {
  const numbers = chance(Math.imul(seed, 0x9e3779b1)), next = () => numbers.next().value;
  for (let i = 0; i < 8; i++) next();
  const size = Math.floor(next() * 7), isOwnSize = seed % 2 === 1, isOne = next() < 0.75;
  return types.map((type, i) => {
    if (type.kind === "vector") return Array.from({ length: type.count }, () => randomScalar(type.element, next)).join(", ");
    if (type.kind !== "memref") return randomScalar(type, next);
    const sizes = kept[i].sizes.map((given, d) => (type.dims[d] !== null || isOwnSize ? given : String(isOne ? size : Math.floor(next() * 7))));
    return { ...kept[i], sizes, pattern: "random", seed: String(1 + Math.floor(next() * 1e6)) };
  });
}

const numberField = (label, value, changed) => element("input", { type: "text", inputMode: "decimal", value, size: 6, "aria-label": label, oninput: changed, spellcheck: false, autocomplete: "off" });

/** The field of one argument. `changed()` is called when it is. */
export function fieldOf(type, index, changed) {
  const name = `argument ${index}`;
  if (type.kind === "memref") return memrefField(type, name, changed);
  const first = type.kind === "vector" ? Array.from({ length: type.count }, (_, i) => i).join(", ") : type.bits === 1 ? "1" : String(index + 2);
  const input = numberField(name, first, changed);
  if (type.kind === "vector") input.size = 16;
  const values = () => input.value.split(/[\s,]+/).filter(Boolean).map((word) => givenValue(type.element, word));
  return {
    type,
    nodes: [input],
    get value() {
      if (type.kind !== "vector") return { type, value: givenValue(type, input.value) };
      if (values().length !== type.count) throw new RangeError(`${name} takes ${type.count} numbers`);
      return { type, values: values() };
    },
    get kept() { return input.value; },
    set kept(text) { if (typeof text === "string") input.value = text.slice(0, 1000); },
  };
}

function memrefField(type, name, changed) {
  const sizes = type.dims.map((dim, d) => (dim === null ? numberField(`size ${d} of ${name}`, String(SIZE), changed) : dim));
  const pattern = element("select", { "aria-label": `elements of ${name}`, onchange: () => { byHand(); changed(); } }, ...Object.keys(PATTERNS).map((word) => element("option", {}, word)));
  const seed = numberField(`seed of ${name}`, "1", changed);
  const hand = element("input", { type: "text", "aria-label": `numbers of ${name}`, oninput: changed, value: "1, 2, 3", size: 20, spellcheck: false, autocomplete: "off" });
  const byHand = () => {
    seed.hidden = pattern.value !== "random";
    hand.hidden = pattern.value !== "by hand";
  };
  byHand();
  const size = (field) => {
    const value = Number(field.value ?? field);
    if (!Number.isInteger(value) || value < 0) throw new RangeError(`“${field.value}” is no size`);
    return value;
  };
  const nodes = sizes.flatMap((field, d) => [d ? "×" : "", typeof field === "number" ? String(field) : field]).filter((node) => node !== "");
  return {
    type,
    nodes: [...nodes, pattern, seed, hand],
    get value() {
      const given = sizes.map(size);
      const count = given.reduce((all, n) => all * n, 1);
      if (count > MOST) throw new RangeError(`${name} has more than ${MOST.toLocaleString("en")} elements`);
      const made = PATTERNS[pattern.value];
      const values = made ? made(count, type.element, Number(seed.value)) : hand.value.split(/[\s,]+/).filter(Boolean).map((word) => givenValue(type.element, word));
      return { type, sizes: given, values };
    },
    get kept() {
      return { sizes: sizes.map((field) => String(field.value ?? field)), pattern: pattern.value, seed: seed.value, hand: hand.value };
    },
    set kept(given) {
      if (typeof given !== "object" || !given) return;
      sizes.forEach((field, d) => { if (typeof field !== "number" && typeof given.sizes?.[d] === "string") field.value = given.sizes[d].slice(0, 12); });
      if (given.pattern in PATTERNS) pattern.value = given.pattern;
      if (typeof given.seed === "string") seed.value = given.seed.slice(0, 12);
      if (typeof given.hand === "string") hand.value = given.hand.slice(0, 4000);
      byHand();
    },
  };
}
