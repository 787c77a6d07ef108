// QR codes of texts, as ISO/IEC 18004 has them: byte mode, all 40 versions, error correction L, or M where that makes no larger code.

/** Of each version from 1, at levels L and M: codewords of error correction in a block, and blocks. */
const CORRECTION = {
  L: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30],
  M: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28],
};
const BLOCKS = {
  L: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25],
  M: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49],
};
const LEVEL_BITS = { L: 1, M: 0 };
const LAST = 40;
const MASKS = [
  (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => (x * y) % 2 + (x * y) % 3 === 0,
  (x, y) => ((x * y) % 2 + (x * y) % 3) % 2 === 0, (x, y) => ((x + y) % 2 + (x * y) % 3) % 2 === 0,
];

/** Most bytes that a code can hold. */
export const MOST_BYTES = dataBytes(LAST, "L") - 3;

/** { version, level, mask, rows } of a text, `rows` of booleans, true where it is dark; null: the text is too long. `mask` chooses
 *  one of the eight; without it the one is taken that is easiest to read. */
export function qrCode(text, { mask } = {}) {
  const bytes = new TextEncoder().encode(text);
  const fits = (version, level) => bytes.length + (version < 10 ? 2 : 3) <= dataBytes(version, level);
  let version = 1;
  while (version <= LAST && !fits(version, "L")) version += 1;
  if (version > LAST) return null;
  const level = fits(version, "M") ? "M" : "L";
  const codewords = interleaved(packed(bytes, version, level), version, level);
  const made = (mask === undefined ? [...MASKS.keys()] : [mask]).map((mask) => ({ version, level, mask, rows: drawn(codewords, version, level, mask) }));
  return made.reduce((best, one) => (penalty(one.rows) < penalty(best.rows) ? one : best));
}

// --- Bytes

// Places for data and correction, in bits.
function places(version) {
  const aligned = Math.floor(version / 7) + 2;
  const alignment = version === 1 ? 0 : (25 * aligned - 10) * aligned - 55;
  return (16 * version + 128) * version + 64 - alignment - (version < 7 ? 0 : 36);
}

function dataBytes(version, level) {
  return (places(version) >> 3) - CORRECTION[level][version - 1] * BLOCKS[level][version - 1];
}

// Mode and length before the text, an end and padding behind it.
function packed(bytes, version, level) {
  const bits = [];
  const push = (value, length) => { for (let i = length - 1; i >= 0; i--) bits.push(value >> i & 1); };
  const capacity = 8 * dataBytes(version, level);
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, capacity - bits.length));
  push(0, (8 - bits.length % 8) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) push(pad, 8);
  return Array.from({ length: capacity / 8 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((byte, bit) => byte << 1 | bit, 0));
}

// Data in blocks, each with its correction; the first byte of each block, the second of each, and so on. The last blocks may be longer by one.
function interleaved(data, version, level) {
  const count = BLOCKS[level][version - 1];
  const short = Math.floor(data.length / count);
  const shorts = count - data.length % count;
  const divisor = generator(CORRECTION[level][version - 1]);
  const blocks = [];
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + (i < shorts ? 0 : 1);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const corrections = blocks.map((block) => remainder(block, divisor));
  const across = (rows) => Array.from({ length: rows.at(-1).length }, (_, i) => rows.map((row) => row[i])).flat().filter((byte) => byte !== undefined);
  return [...across(blocks), ...across(corrections)];
}

// --- Reed and Solomon, over GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1

function times(a, b) {
  let product = 0;
  for (let i = 7; i >= 0; i--) product = product << 1 ^ (product >> 7) * 0x11d ^ (b >> i & 1) * a;
  return product;
}

// (x - 1)(x - 2)(x - 4) …, without the first coefficient, which is 1.
function generator(degree) {
  const coefficients = new Array(degree - 1).fill(0).concat(1);
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    for (let j = 0; j < degree; j++) coefficients[j] = times(coefficients[j], root) ^ (coefficients[j + 1] ?? 0);
  }
  return coefficients;
}

function remainder(data, divisor) {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    divisor.forEach((coefficient, i) => { rest[i] ^= times(coefficient, factor); });
  }
  return rest;
}

// --- Drawing

function drawn(codewords, version, level, mask) {
  const size = 4 * version + 17;
  const rows = Array.from({ length: size }, () => new Array(size)); // undefined: free for data
  const set = (x, y, isDark) => { if (x >= 0 && x < size && y >= 0 && y < size) rows[y][x] = Boolean(isDark); };
  drawPatterns(set, version, size);
  drawFormat(set, size, LEVEL_BITS[level] << 3 | mask);
  let at = 0;
  for (const [x, y] of zigzag(size)) {
    if (rows[y][x] !== undefined) continue;
    const bit = codewords[at >> 3] >> (7 - at % 8) & 1; // behind the last codeword a few places are left, which are light
    rows[y][x] = Boolean(bit) !== MASKS[mask](x, y);
    at += 1;
  }
  return rows;
}

function drawPatterns(set, version, size) {
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const square = (cx, cy, radius, isLight) => {
    for (let dy = -radius; dy <= radius; dy++) for (let dx = -radius; dx <= radius; dx++) set(cx + dx, cy + dy, !isLight(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  const centres = alignments(version, size);
  const corners = new Set(["6,6", `${size - 7},6`, `6,${size - 7}`]);
  for (const x of centres) for (const y of centres) if (!corners.has(`${x},${y}`)) square(x, y, 2, (ring) => ring === 1);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, (ring) => ring === 2 || ring === 4);
  if (version < 7) return;
  const bits = version << 12 | checked(version, 12, 0x1f25);
  for (let i = 0; i < 18; i++) {
    const far = size - 11 + i % 3, near = Math.floor(i / 3);
    set(far, near, bits >> i & 1);
    set(near, far, bits >> i & 1);
  }
}

function alignments(version, size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((4 * version + 4) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => size - 7 - step * (count - 2 - i))];
}

// Level and mask, twice.
function drawFormat(set, size, value) {
  const bits = (value << 10 | checked(value, 10, 0x537)) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const isDark = bits >> i & 1;
    set(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, isDark);
    set(i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, isDark);
  }
  set(8, size - 8, true);
}

// The remainder of `value`, moved left by `length` bits, by a polynomial of that degree.
function checked(value, length, polynomial) {
  let rest = value;
  for (let i = 0; i < length; i++) rest = rest << 1 ^ (rest >> (length - 1)) * polynomial;
  return rest;
}

// Columns in pairs from the right, up and down in turn; the sixth column is no part of it.
function* zigzag(size) {
  let isUp = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2, isUp = !isUp) {
    for (let i = 0; i < size; i++) for (const x of [right, right - 1]) yield [x, isUp ? size - 1 - i : i];
  }
}

// What makes a code hard to read: long runs, squares of one colour, patterns like those of the corners, more of one colour.
function penalty(rows) {
  const columns = rows.map((_, x) => rows.map((row) => row[x]));
  let sum = 0;
  for (const line of [...rows, ...columns].map((cells) => cells.map(Number).join(""))) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * (line.match(/(?=00001011101|10111010000)/g)?.length ?? 0);
  }
  let dark = 0;
  rows.forEach((row, y) => row.forEach((cell, x) => {
    dark += cell;
    if (x && y && cell === row[x - 1] && cell === rows[y - 1][x] && cell === rows[y - 1][x - 1]) sum += 3;
  }));
  return sum + 10 * Math.floor(Math.abs(20 * dark / rows.length ** 2 - 10));
}
