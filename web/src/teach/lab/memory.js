// What memory holds of a type, from the facts of its explanation: boxes of bytes, row by row. Pure data, no page.

/** More rows than this are broken: the first, a gap, the last. */
const MOST_ROWS = 14;
const HEAD_ROWS = 8;
const TAIL_ROWS = 2;
const MOST_BOXES = 1200;
/** Elements in a row. */
const MOST_CELLS = 16;

const PLACES = new Set(["field", "element", "padding", "omitted"]);

/** Children of a fact that are about memory. */
export function places(fact) {
  return fact.children.filter(({ role }) => PLACES.has(role));
}

/** Whether there is anything to draw. */
export function hasMemory(fact) {
  return fact.role === "rule" && (places(fact).length > 0 || Boolean(fact.bytes?.size));
}

/** Which part of the type a box is: "3.0" is inside "3". */
export function isWithin(part, other) {
  return part === other || part.startsWith(`${other}.`);
}

// Whether parts of it have places of their own: bits that share a byte have none.
const hasParts = (fact) => places(fact).some(({ bytes }) => bytes?.size);

// The innermost elements of arrays in arrays.
function innermost(element) {
  const [inner] = places(element);
  return inner?.role === "element" && inner.bytes ? innermost(inner) : element;
}

const isDescriptor = (fact) => places(fact).some(({ field }) => field === "aligned" || field === "descriptor");

// The largest scalar.
function widest(fact) {
  const inner = places(fact);
  if (!hasParts(fact)) return fact.bytes?.size ?? 0;
  return Math.max(0, ...inner.filter(({ role }) => role !== "padding" && role !== "omitted").map(widest));
}

/** How many bytes a row of the drawing has: a row of an array, or one field of a descriptor. */
export function bytesInRow(fact) {
  const size = fact.bytes?.size ?? Infinity;
  const [first] = places(fact);
  if (first?.role === "element") {
    const element = innermost(first);
    const one = element.bytes?.size ?? 0;
    if (one && !hasParts(element)) {
      const run = one * element.count;
      const isShort = element.count <= MOST_CELLS && run <= 64;
      return isShort ? Math.max(run, one) : one * Math.max(1, Math.min(MOST_CELLS, Math.floor(32 / one)));
    }
    return Math.min(8, size);
  }
  const scalar = widest(fact);
  if (isDescriptor(fact)) return Math.max(1, scalar);
  return Math.max(1, Math.min(size, scalar > 8 ? 16 : 8));
}

/** The bytes that are drawn: [{ begin, end }], one window or, with a gap between them, two. */
function windows(size, row) {
  if (size === undefined) return [{ begin: 0, end: HEAD_ROWS * row }];
  const rows = Math.ceil(size / row);
  if (rows <= MOST_ROWS) return [{ begin: 0, end: size }];
  return [{ begin: 0, end: HEAD_ROWS * row }, { begin: (rows - TAIL_ROWS) * row, end: size }];
}

// How a box is called, and how when there is little room; `inside`: the name of what it is in, as C writes it.
function names(fact, inside) {
  if (fact.role === "padding") return { label: "padding", short: "" };
  if (fact.role === "omitted") return { label: `${fact.count.toLocaleString("en")} more`, short: "…" };
  const member = memberName(fact);
  if (inside) return { label: `${inside}.${member}`, short: `.${member}` };
  return fact.field && fact.field !== "pointer" ? { label: fact.rule, short: member } : { label: member, short: member };
}

function memberName({ field, rule, position }) {
  if (!field || field === "pointer") return `f${position}`;
  return field === "size" || field === "stride" ? rule : field;
}

const KINDS = {
  pointer: "pointer",
  allocated: "pointer", aligned: "pointer", descriptor: "pointer", offset: "offset", rank: "offset", size: "size", stride: "stride",
};

// The boxes in a window: { fact, part, begin, end, kind, label, short, value }, in order. `at`: where their container is: { part,
// name, shift } of an element of an array that is not the first.
const OUTERMOST = { part: "", name: "", shift: 0 };

function boxesIn(fact, window, out, at = OUTERMOST) {
  for (const place of places(fact)) {
    if (out.length >= MOST_BOXES) return;
    if (place.role === "element") elementsIn(place, window, out, at);
    else boxOf(place, window, out, at);
  }
}

function elementsIn(element, window, out, { part, name, shift }) {
  if (!element.bytes?.size) return;
  const { offset, size } = element.bytes;
  const begin = offset + shift;
  const first = Math.max(0, Math.floor((window.begin - begin) / size));
  const last = Math.min(element.count, Math.ceil((window.end - begin) / size));
  for (let i = first; i < last && out.length < MOST_BOXES; i++) {
    const at = { part: part ? `${part}.${i}` : String(i), name: `${name}[${i}]`, shift: shift + i * size };
    if (hasParts(element)) boxesIn(element, window, out, at);
    else out.push({
      fact: element, part: at.part, begin: begin + i * size, end: begin + (i + 1) * size, kind: KINDS[element.field] ?? "element",
      label: at.name, short: String(i), group: name,
    });
  }
}

function boxOf(place, window, out, { part: outer, name, shift }) {
  if (!place.bytes?.size) return;
  const begin = place.bytes.offset + shift;
  const end = begin + place.bytes.size;
  if (end <= window.begin || begin >= window.end) return;
  const own = place.position === undefined ? `${place.role}${place.bytes.offset}`
    : place.dimension === undefined ? String(place.position) : `${place.position}.${place.dimension}`;
  const part = outer ? `${outer}.${own}` : own;
  if (hasParts(place)) {
    boxesIn(place, window, out, { part, name: name ? `${name}.${memberName(place)}` : memberName(place), shift });
    return;
  }
  const kind = place.role === "padding" || place.role === "omitted" ? place.role : KINDS[place.field] ?? "element";
  out.push({ fact: place, part, begin, end, kind, ...names(place, name), value: valueOf(place) });
}

/** What the type says of a field: "4", "at run time", or nothing. */
function valueOf({ field, value }) {
  if (!["offset", "size", "stride"].includes(field)) return undefined;
  return value === undefined ? "at run time" : number(value);
}

/** A number in full, or about, where it is not exact. */
export function number(value) {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  return `≈ ${(value / 10 ** exponent).toFixed(2)} × 10^${exponent}`;
}

/** What is drawn of a fact: { row, size, rows: [{ begin, pieces }], gap }. A piece is the part of a box in a row: { box, from, to,
 *  first, last } in bytes of the row. `gap`: { after, bytes, rows } where it is broken; `bytes` is missing when the number is unknown. */
export function layOut(fact) {
  const row = bytesInRow(fact);
  const size = fact.bytes?.size;
  const shown = windows(size, row);
  const rows = [];
  let gap = null;
  shown.forEach((window, n) => {
    const boxes = [];
    boxesIn(fact, window, boxes);
    if (!boxes.length && n === 0) boxes.push(whole(fact));
    for (let begin = window.begin; begin < window.end; begin += row) rows.push({ begin, pieces: piecesIn(boxes, begin, begin + row) });
    const left = shown[1]?.begin - window.end;
    if (n === 0 && shown.length > 1) gap = { after: rows.length, bytes: left, rows: left / row };
  });
  if (size === undefined) gap = { after: rows.length };
  return { row, size, rows, gap };
}

// A type without parts, or whose parts share bytes.
function whole(fact) {
  const [only] = places(fact);
  const label = only ? `${only.count} × ${only.to}` : fact.to;
  return { fact, part: "", begin: 0, end: fact.bytes?.size ?? 0, kind: KINDS[fact.field] ?? "element", label, short: label };
}

function piecesIn(boxes, begin, end) {
  return boxes.filter((box) => box.begin < end && box.end > begin).map((box) => ({
    box,
    from: Math.max(box.begin, begin) - begin,
    to: Math.min(box.end, end) - begin,
    first: box.begin >= begin,
    last: box.end <= end,
  }));
}

/** Every box that is drawn, once. */
export function boxesOf(layout) {
  return [...new Set(layout.rows.flatMap(({ pieces }) => pieces.map(({ box }) => box)))];
}

/** Where a box is, in words. */
export function bytesOf({ begin, end }) {
  return end - begin === 1 ? `byte ${begin}` : `bytes ${begin} to ${end - 1}`;
}

/** The lines of the C declaration of an explanation: [{ text, parts }], `parts` those of the fields that stand there. */
export function declarationLines(fact) {
  const declaration = fact.children.find(({ role }) => role === "declaration");
  if (!declaration) return [];
  const lines = declaration.text.split("\n").map((text) => ({ text, parts: [] }));
  for (const { line, position } of places(fact)) {
    const parts = lines[line - 1]?.parts;
    if (parts && !parts.includes(String(position))) parts.push(String(position));
  }
  return lines;
}
