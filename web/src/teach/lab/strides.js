// Where the elements of a memref are, from the facts about its sizes, strides and offset. Pure data, no page.
import { places } from "./memory.js";

const MOST_ELEMENTS = 4096;
/** The most elements of a dimension that are shown. */
export const MOST_SHOWN = 8;

/** What the type says: { sizes, strides, offset, bytes, rank }, undefined where it is known at run time; null when the fact is not
 *  about a memref whose elements have an address. */
export function stridesOf(fact) {
  const address = fact.children.find(({ role }) => role === "address");
  if (!address) return null;
  const fields = places(fact);
  const all = (field) => fields.filter((place) => place.field === field).map(({ value }) => value);
  const sizes = all("size");
  const [offset] = all("offset");
  return { rank: sizes.length, sizes, strides: all("stride"), offset, bytes: address.value, index: address.from, formula: address.to };
}

/** The same with numbers for what is known at run time: those of `given` ({ "sizes[0]": 3 }), else small sizes, and strides and an
 *  offset of elements that lie side by side. */
export function withNumbers(known, given = {}) {
  const sizes = known.sizes.map((size, i) => size ?? given[`sizes[${i}]`] ?? 3);
  const strides = [...known.strides];
  for (let i = known.rank - 1, next = 1; i >= 0; i--) {
    strides[i] ??= given[`strides[${i}]`] ?? next;
    next = Math.abs(strides[i]) * Math.max(1, sizes[i]);
  }
  return { ...known, sizes, strides, offset: known.offset ?? given.offset ?? 0 };
}

/** The names of what is known at run time: "sizes[0]", "offset". */
export function unknowns(known) {
  return [
    ...known.sizes.flatMap((size, i) => (size === undefined ? [`sizes[${i}]`] : [])),
    ...known.strides.flatMap((stride, i) => (stride === undefined ? [`strides[${i}]`] : [])),
    ...(known.offset === undefined ? ["offset"] : []),
  ];
}

/** The number, counted from the aligned pointer, of the element at `index`. */
export function elementNumber({ offset, strides }, index) {
  return index.reduce((sum, i, dimension) => sum + i * strides[dimension], offset);
}

/** The elements that are shown: { indices: [[0, 0], …], left: how many are not }. Of many dimensions the last two are shown, at 0
 *  of the others. */
export function elementsShown({ sizes, rank }) {
  const shown = sizes.map((size, i) => (i < rank - 2 ? Math.min(size, 1) : Math.min(size, MOST_SHOWN)));
  let indices = [[]];
  for (const size of shown) indices = indices.flatMap((index) => Array.from({ length: size }, (_, i) => [...index, i]));
  const all = sizes.reduce((product, size) => product * size, 1);
  return { indices: indices.slice(0, MOST_ELEMENTS), left: all - indices.length };
}

/** Places of memory, one for each element's room: { first, cells: [{ number, indices }], inRow, left }. `indices` are those of the
 *  elements that lie there; `left`: how many shown elements are outside of what is drawn. */
export function strip(view, most = 64) {
  const { indices } = elementsShown(view);
  const at = new Map();
  for (const index of indices) {
    const place = elementNumber(view, index);
    at.set(place, [...(at.get(place) ?? []), index]);
  }
  const numbers = [...at.keys()];
  const first = Math.min(0, ...numbers);
  const last = Math.max(first, ...numbers);
  const outer = Math.abs(view.strides[view.rank - 2] ?? 0);
  const inRow = outer > 1 && outer <= 16 ? outer : Math.min(16, Math.max(4, last - first + 1));
  const whole = Math.ceil((last - first + 1) / inRow) * inRow;
  const count = Math.min(whole, Math.ceil(most / inRow) * inRow);
  const cells = Array.from({ length: count }, (_, i) => ({ number: first + i, indices: at.get(first + i) ?? [] }));
  return { first, inRow, cells, left: numbers.filter((number) => number >= first + count).length };
}

/** The formula with the numbers of one element: "aligned + (3 + 1 × 8 + 2 × 2) × 4 = aligned + 60". */
export function worked(view, index) {
  const { offset, strides, bytes } = view;
  const terms = [...(offset || !index.length ? [String(offset)] : []), ...index.map((i, dimension) => `${i} × ${strides[dimension]}`)];
  return `aligned + (${terms.join(" + ")}) × ${bytes} = aligned + ${elementNumber(view, index) * bytes}`;
}
