// Takes data out of the core's module: what the linker's map says is a dialect's that has a pack, that of src/export, and the texts of rules.
// What an operation of transform does stands among the passes, and only such an operation asks for it; the pass itself is asked for anywhere.
import { CONST, END, leb, signed, unsigned, withSections } from "./binary.mjs";

const DATA = 11;

/** { first: the module without the data of packs, packs: { name: bytes } }. */
export function packedRanges(bytes, map) {
  const ranges = rangesOf(map);
  const segments = [];
  const first = withSections(bytes, (kind, section) => {
    if (kind !== DATA) return section.bytes;
    segments.push(...segmentsOf(section));
    return dataOf(segments.flatMap((segment) => without(segment, [...ranges.values()].flat())));
  });
  return { first, packs: Object.fromEntries([...ranges].map(([name, list]) => [name, packOf(segments, list)])) };
}

// Of each pack its ranges, { begin, end }, in order and not touching each other.
function rangesOf(map) {
  const pieces = [...map.matchAll(/^ *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) +(\S+\.o):\(\.rodata.*\)$/gm)]
    .map(([, begin, size, object]) => ({ begin: parseInt(begin, 16), size: parseInt(size, 16), object }));
  const names = new Set(["export", "rules", ...pieces.map(({ object }) => /\/ops\/(\w+)_records\.c\.o$/.exec(object)?.[1]).filter(Boolean)]);
  const ranges = new Map([...names].sort().map((name) => [name, []]));
  for (const { begin, size, object } of pieces.sort((a, b) => a.begin - b.begin)) {
    const list = ranges.get(/\/(rules)\/sources\.c\.o$|\/ops\/(\w+)_records\.c\.o$|\/dialects\/(\w+)\/|\/passes\/(transform)\/(?!transformer\.)|\/rules\/(\w+)\.c\.o$|\/src\/(export)\//.exec(object)?.slice(1).find(Boolean));
    if (!list) continue;
    const last = list.at(-1);
    if (last && begin - last.end < 16) last.end = begin + size; // what is between is there for alignment
    else list.push({ begin, end: begin + size });
  }
  return ranges;
}

// Those of the memory's only; they are { begin, bytes }.
function segmentsOf(section) {
  return Array.from({ length: unsigned(section) }, () => {
    if (unsigned(section) !== 0 || section.bytes[section.at++] !== CONST) throw new Error("the memory is filled in another way than at fixed places");
    const begin = unsigned(section); // their places are above 64 and below 2^27, so that the sign makes no difference
    section.at++;
    const size = unsigned(section);
    section.at += size;
    return { begin, bytes: section.bytes.subarray(section.at - size, section.at) };
  });
}

function dataOf(segments) {
  return Buffer.concat([Uint8Array.from(leb(segments.length)), ...segments.flatMap(({ begin, bytes }) =>
    [Uint8Array.from([0, CONST, ...signed(begin), END, ...leb(bytes.length)]), bytes])]);
}

function without({ begin, bytes }, ranges) {
  const end = begin + bytes.length, left = [];
  let from = begin;
  for (const range of ranges.filter((range) => range.begin < end && range.end > begin).sort((a, b) => a.begin - b.begin)) {
    if (range.begin > from) left.push([from, range.begin]);
    from = Math.min(range.end, end);
  }
  if (from < end) left.push([from, end]);
  return left.map(([from, to]) => ({ begin: from, bytes: bytes.subarray(from - begin, to - begin) }));
}

// See putPack() of rung.js.
function packOf(segments, ranges) {
  const bytes = ranges.map(({ begin, end }) => {
    const segment = segments.find((segment) => segment.begin <= begin && end <= segment.begin + segment.bytes.length);
    if (!segment) throw new Error("the linker's map is not of this module");
    return segment.bytes.subarray(begin - segment.begin, end - segment.begin);
  });
  const head = Uint32Array.from([ranges.length, ...ranges.flatMap(({ begin, end }) => [begin, end - begin])]);
  return Buffer.concat([new Uint8Array(head.buffer), ...bytes]);
}
