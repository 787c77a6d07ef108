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
