// A type drawn as memory: bytes to scale, row by row; the C declaration on the left and the arguments of a function on the right of
// what they are about.
import { boxesOf, bytesOf, declarationLines, layOut, number, places } from "./memory.js";
import { svg, uniqueId } from "./svg.js";

const ROW = 34;
const LINE = 19;
const GAP = 38;
const HEAD = 42;
const OFFSETS = 40;
const CHARACTER = 7.53; // of the 12.5px type of labels
const LEAST = 232; // pixels of memory beside columns
const MOST = 420;
const MARGIN = 10;

const textWidth = (text) => text.length * CHARACTER;

/** What fits into `width` pixels beside memory: { declaration, arguments }. */
export function columnsFor(fact, width) {
  const c = declarationColumn(fact);
  const taken = argumentColumn(fact);
  const room = width - OFFSETS - LEAST;
  const both = c > 0 && taken > 0 && room >= c + taken;
  return { declaration: c > 0 && (both || room >= c), arguments: taken > 0 && (both || (!(c > 0 && room >= c) && room >= taken)) };
}

// Widths of the columns; 0: the column is absent.
function declarationColumn(fact) {
  const lines = declarationLines(fact);
  const head = lines.findIndex(({ parts }) => parts.length);
  if (head < 1 || head > 4) return 0;
  const longest = Math.max(...lines.map(({ text }) => textWidth(text))) + 2 * MARGIN + 12;
  return longest > 360 ? 0 : longest;
}

function argumentColumn(fact) {
  const taken = places(fact).filter(({ argument }) => argument);
  return taken.length ? Math.max(...taken.map((place) => textWidth(argumentText(place)))) + 40 : 0;
}

const argumentText = ({ argument, to }) => `${argument}: ${to}`;

/** An SVG element that shows where the bytes of a type are; `fact` is the first of its explanation. `width`: pixels there are;
 *  `columns`: what stands beside them, as columnsFor() has it. */
export function drawing(fact, { width = 760, columns = columnsFor(fact, width) } = {}) {
  const { declaration, arguments: withArguments } = columns;
  const layout = layOut(fact);
  const lines = declaration ? declarationLines(fact) : [];
  const left = declaration ? declarationColumn(fact) : 0;
  const groups = groupsOf(layout);
  const right = withArguments ? argumentColumn(fact) : groups.some(Boolean) ? Math.max(...groups.map(textWidth)) + 12 : 0;
  const from = left + OFFSETS;
  const memory = Math.max(120, Math.min(MOST, width - from - right - 4));
  const top = HEAD + Math.max(0, headOf(lines) - 1) * LINE;
  const scale = { x: from, top, byte: memory / layout.row, layout };
  const bottom = rowTop(scale, layout.rows.length) + (layout.gap?.after === layout.rows.length ? GAP : 0);
  const height = Math.max(bottom, linesBottom(lines, scale)) + 10;
  const [title, desc, hatch] = ["title", "desc", "hatch"].map(uniqueId);
  const boxes = boxesOf(layout);
  const whole = from + memory + right + 4;
  const node = svg("svg.memory-drawing", {
    viewBox: `0 0 ${Math.ceil(whole)} ${Math.ceil(height)}`, width: Math.ceil(whole), height: Math.ceil(height), role: "group",
    "aria-labelledby": title, "aria-describedby": desc,
  },
  svg("title", { id: title }, `Memory of ${clipped(fact.from ?? fact.to)}`),
  svg("desc", { id: desc }, described(fact, boxes, layout)),
  svg("defs", {}, svg("pattern", { id: hatch, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("path.hatch", { d: "M0 0V7" }))));
  node.append(
    ...captions(scale, memory, { left: lines.length, right: withArguments }, fact, layout),
    ...ruler(scale),
    ...layout.rows.map((row, i) => svg("text.offset", { x: from - 8, y: rowTop(scale, i) + ROW / 2 + 4 }, String(row.begin))),
    ...groups.map((group, i) => svg("text.group", { x: from + memory + 10, y: rowTop(scale, i) + ROW / 2 + 4 }, group)),
    ...boxes.map((box, i) => boxNode(box, scale, hatch, i === 0)),
    ...gapNodes(scale, memory),
    ...lineNodes(lines, scale),
    ...(withArguments ? argumentNodes(fact, boxes, scale, from + memory) : []));
  return node;
}

const clipped = (text) => (text.length > 120 ? `${text.slice(0, 120)} …` : text);
const headOf = (lines) => Math.max(0, lines.findIndex(({ parts }) => parts.length));

// Where row `i` begins.
function rowTop({ top, layout: { gap } }, i) {
  return top + i * ROW + (gap && i >= gap.after && gap.bytes !== undefined ? GAP : 0);
}

// Of each row: the array inside an array that begins there, or "".
function groupsOf({ rows }) {
  let last = "";
  return rows.map(({ pieces }) => {
    const { group = last } = pieces[0]?.box ?? {};
    const begins = group !== last;
    last = group;
    return begins ? group : "";
  });
}

/** "56 bytes, aligned to 8" */
export function sizeOf({ size, align }) {
  return `${number(size)} ${size === 1 ? "byte" : "bytes"}${align ? `, aligned to ${align}` : ""}`;
}

function captions({ x, top }, memory, { left, right }, { bytes }, { rows, row }) {
  const size = bytes ? sizeOf(bytes) : `the first ${rows.length * row} bytes`;
  return [
    ...(left ? [svg("text.caption", { x: MARGIN, y: 14 }, "C")] : []),
    svg("text.caption", { x, y: 14 }, size),
    ...(right ? [svg("text.caption", { x: x + memory + 34, y: 14 }, "arguments")] : []),
    svg("path.rule", { d: `M${x} ${top}h${memory}` }),
  ];
}

// Numbers of bytes above the first row.
function ruler({ x, top, byte, layout: { row } }) {
  const step = [1, 2, 4, 8, 16, 32].find((n) => n * byte >= 20) ?? 64;
  const isEach = step === 1;
  const nodes = [];
  for (let i = 0; i < row; i++) nodes.push(svg("path.tick", { d: `M${x + i * byte} ${top}v${i % step ? -3 : -6}` }));
  for (let i = 0; i < row; i += step) {
    const at = x + i * byte + (isEach ? byte / 2 : 3);
    nodes.push(svg("text.byte", { x: at, y: top - 8, "text-anchor": isEach ? "middle" : "start" }, String(i)));
  }
  return nodes;
}

// All pieces of a box, its label in the largest.
function boxNode(box, scale, hatch, isFirst) {
  const { rows, row } = scale.layout;
  const words = { role: "img", "aria-label": spoken(box) };
  const node = svg(`g.box.of-${box.kind}`, { "data-part": box.part, tabindex: isFirst ? 0 : -1, ...words });
  node.append(svg("title", {}, spoken(box)));
  let widest = null;
  rows.forEach((line, i) => {
    for (const piece of line.pieces) {
      if (piece.box !== box) continue;
      const width = (piece.to - piece.from) * scale.byte;
      const at = { x: scale.x + piece.from * scale.byte, y: rowTop(scale, i), width, height: ROW };
      node.append(svg("rect.fill", at));
      if (box.kind === "padding" || box.kind === "omitted") node.append(svg("rect.hatched", { ...at, fill: `url(#${hatch})` }));
      const sides = {
        top: box.begin > line.begin + piece.from - row,
        bottom: box.end < line.begin + piece.to + row,
        left: piece.first || piece.from === 0,
        right: piece.last || piece.to === row,
      };
      node.append(svg("path.edge", { d: edges(at, sides) }));
      if (!widest || at.width > widest.width) widest = at;
    }
  });
  if (widest) node.append(...labels(box, widest));
  return node;
}

function edges({ x, y, width }, { top, bottom, left, right }) {
  return [
    top && `M${x} ${y}h${width}`, bottom && `M${x} ${y + ROW}h${width}`, left && `M${x} ${y}v${ROW}`, right && `M${x + width} ${y}v${ROW}`,
  ].filter(Boolean).join("");
}

function labels({ label, short, value, fact, kind, begin, end }, at) {
  const y = at.y + ROW / 2 + 4.5;
  if (kind === "padding") {
    const text = [`padding, ${end - begin} B`, "padding", ""].find((it) => textWidth(it) + 14 <= at.width);
    if (!text) return [];
    const width = textWidth(text) + 8;
    return [svg("rect.plate", { x: at.x + at.width / 2 - width / 2, y: at.y + 8, width, height: ROW - 16, rx: 3 }),
      svg("text.quiet", { x: at.x + at.width / 2, y, "text-anchor": "middle" }, text)];
  }
  const room = at.width - 16 - (value ? textWidth(value) + 8 : 0);
  const name = [label, short].find((text) => textWidth(text) <= room);
  if (!name) {
    const least = textWidth(short) <= at.width - 2 ? short : value && textWidth(value) <= at.width - 2 ? value : "";
    return least ? [svg("text.name", { x: at.x + at.width / 2, y, "text-anchor": "middle" }, least)] : [];
  }
  const isAlone = textWidth(name) > at.width - 40 || kind === "element" && !value && at.width < 90;
  const place = isAlone ? { x: at.x + at.width / 2, "text-anchor": "middle" } : { x: at.x + 9 };
  const nodes = [svg("text.name", { ...place, y }, name)];
  const type = (fact.to ?? "").replace(/^!llvm\./, "");
  if (!isAlone && type && type !== name && textWidth(name) + textWidth(type) + 12 <= room)
    nodes.push(svg("text.quiet", { x: at.x + 9 + textWidth(name) + 9, y }, type));
  const known = fact.value === undefined ? "text.value.unknown" : "text.value";
  if (value) nodes.push(svg(known, { x: at.x + at.width - 9, y, "text-anchor": "end" }, value));
  return nodes;
}

/** A box in words. */
export function spoken(box) {
  const { fact, label, value } = box;
  const what = box.kind === "padding" || box.kind === "omitted" ? label : `${label}, ${fact.to}`;
  return `${what}, ${bytesOf(box)}${value === undefined ? "" : fact.value === undefined ? ", known at run time" : `, ${value}`}`;
}

// A visible break where rows are left out.
function gapNodes(scale, memory) {
  const { gap, row } = scale.layout;
  if (!gap) return [];
  const y = rowTop({ ...scale, layout: { gap: null } }, gap.after);
  const teeth = Math.floor(memory / 12);
  const tooth = (_, i) => `l${memory / teeth} ${i % 2 ? -5 : 5}`;
  const zigzag = (at) => `M${scale.x} ${at}${Array.from({ length: teeth }, tooth).join("")}`;
  const isOpen = gap.bytes === undefined;
  const text = isOpen ? "too long to be drawn in full"
    : `${gap.rows.toLocaleString("en")} rows of ${row} ${row === 1 ? "byte" : "bytes"} not drawn`;
  return [
    svg("path.break", { d: zigzag(y + 6) }),
    ...(isOpen ? [] : [svg("path.break", { d: zigzag(y + GAP - 10) })]),
    svg("text.quiet", { x: scale.x + memory / 2, y: y + GAP / 2 + (isOpen ? 12 : 4), "text-anchor": "middle" }, text),
  ];
}

// --- Columns

// The middle of what is drawn of a part, or null.
function middleOf(parts, scale) {
  let first = null;
  let last = null;
  scale.layout.rows.forEach(({ pieces }, i) => {
    if (!pieces.some(({ box }) => parts.some((part) => box.part === part || box.part.startsWith(`${part}.`)))) return;
    first ??= rowTop(scale, i);
    last = rowTop(scale, i) + ROW;
  });
  return first === null ? null : { first, last, y: (first + last) / 2 };
}

// Lines of C: those of fields beside their boxes, but never closer than a line.
function linePlaces(lines, scale) {
  const head = headOf(lines);
  let y = scale.top - 8 - head * LINE;
  return lines.map(({ parts }, i) => {
    const middle = parts.length ? middleOf(parts, scale) : null;
    const wanted = i < head ? scale.top - 8 - (head - 1 - i) * LINE : middle ? middle.y + 4.5 : y + LINE;
    y = i === 0 ? wanted : Math.max(wanted, y + LINE);
    return { y, middle };
  });
}

function linesBottom(lines, scale) {
  const last = linePlaces(lines, scale).at(-1);
  return last ? last.y + 4 : 0;
}

function lineNodes(lines, scale) {
  const edge = scale.x - OFFSETS + 4;
  return linePlaces(lines, scale).flatMap(({ y, middle }, i) => {
    const { text, parts } = lines[i];
    const words = svg("text.code", { x: MARGIN + (text.startsWith("  ") ? 16 : 0), y }, text.trim());
    if (!parts.length) return [words];
    const begin = MARGIN + 16 + textWidth(text.trim()) + 6;
    const mark = middle && begin <= edge ? [svg("path.leader", { d: leader(begin, y - 4, edge, middle) })] : [];
    return [svg("g.line", { "data-part": parts.join(" ") }, words, ...mark)];
  });
}

// From a line to its box or, with a brace, to its boxes.
function leader(begin, y, edge, { first, last, y: middle }) {
  const height = last - first;
  return height > ROW ? `M${begin} ${y}L${edge - 5} ${middle}M${edge} ${first + 4}h-5v${height - 8}h5` : `M${begin} ${y}L${edge} ${middle}`;
}

function argumentNodes(fact, boxes, scale, edge) {
  let y = -Infinity;
  return places(fact).filter(({ argument }) => argument).flatMap((place) => {
    const box = boxes.find((it) => it.fact === place);
    const middle = box && middleOf([box.part], scale);
    if (!middle) return [];
    y = Math.max(middle.y, y + LINE - 2);
    return [svg("g.argument", { "data-part": box.part },
      svg("path.arrow", { d: `M${edge + 3} ${middle.y}L${edge + 27} ${y}m-6 -3.5l6 3.5l-6 3.5` }),
      svg("text.code", { x: edge + 34, y: y + 4.5 }, argumentText(place)))];
  });
}

function described(fact, boxes, { gap }) {
  const size = fact.bytes ? `${number(fact.bytes.size)} bytes` : "Its size is too large or not known";
  const shown = boxes.slice(0, 24).map(spoken).join("; ");
  return `${size}. ${shown}${boxes.length > 24 || gap ? "; and more" : ""}.`;
}
