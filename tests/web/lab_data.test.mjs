// What the type lab draws, as data: boxes of bytes, elements of memrefs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";
import { boxesOf, bytesInRow, declarationLines, isWithin, layOut, number } from "../../web/src/teach/lab/memory.js";
import { elementNumber, elementsShown, strip, stridesOf, unknowns, withNumbers, worked } from "../../web/src/teach/lab/strides.js";

const rung = await Rung.load();

function fact(type, options) {
  const session = rung.session();
  try {
    return session.explainType(type, options).facts[0];
  } finally {
    session.dispose();
  }
}

/** The boxes of a drawing: "label begin-end". */
const drawn = (type, options) => boxesOf(layOut(fact(type, options))).map(({ label, begin, end }) => `${label} ${begin}-${end}`);

test("a descriptor has a row for each field", () => {
  const layout = layOut(fact("memref<?x4xf32>"));
  assert.equal(layout.row, 8);
  assert.deepEqual(layout.rows.map(({ begin, pieces }) => [begin, ...pieces.map(({ box }) => [box.part, box.kind, box.value])]), [
    [0, ["0", "pointer", undefined]], [8, ["1", "pointer", undefined]], [16, ["2", "offset", "0"]],
    [24, ["3.0", "size", "at run time"]], [32, ["3.1", "size", "4"]], [40, ["4.0", "stride", "4"]], [48, ["4.1", "stride", "1"]],
  ]);
});

test("rows are as wide as what is in them", () => {
  assert.equal(bytesInRow(fact("memref<4xf32>", { dataLayout: "p:16:16-i16:16", indexBits: 16 })), 2, "a 16-bit pointer");
  assert.equal(bytesInRow(fact("vector<4x8xf32>")), 32, "a vector");
  assert.equal(bytesInRow(fact("vector<4x1000xf32>")), 32, "a part of a long vector");
  assert.equal(bytesInRow(fact("!llvm.array<4 x struct<(i8, i64)>>")), 8);
  assert.equal(bytesInRow(fact("!llvm.struct<(i8, i16)>")), 4);
  assert.equal(bytesInRow(fact("i1")), 1);
});

test("fields, elements and padding have the names that C gives them", () => {
  assert.deepEqual(drawn("!llvm.struct<(i8, struct<(i16, ptr)>, array<2 x array<2 x i8>>)>"), [
    "f0 0-1", "padding 1-8", "f1.f0 8-10", "padding 10-16", "f1.f1 16-24",
    "f2[0][0] 24-25", "f2[0][1] 25-26", "f2[1][0] 26-27", "f2[1][1] 27-28", "padding 28-32",
  ]);
  assert.deepEqual(drawn("complex<f32>"), ["real part 0-4", "imaginary part 4-8"]);
  assert.deepEqual(drawn("vector<3xf32>"), ["[0] 0-4", "[1] 4-8", "[2] 8-12", "padding 12-16"]);
  assert.deepEqual(drawn("!llvm.struct<(i32, memref<4xi8>)>").slice(0, 4), ["f0 0-4", "padding 4-8", "f1.allocated 8-16", "f1.aligned 16-24"]);
});

test("bits that share a byte are one box", () => {
  assert.deepEqual(drawn("vector<12xi1>"), ["12 × i1 0-2"]);
  assert.deepEqual(drawn("!llvm.array<2 x vector<3xi1>>"), ["[0] 0-1", "[1] 1-2"]);
});

test("a box that continues in the next row is one box in pieces", () => {
  const { rows } = layOut(fact("!llvm.struct<packed (i8, i64)>"));
  assert.deepEqual(rows.map(({ pieces }) => pieces.map(({ box, from, to, first, last }) => [box.label, from, to, first, last])), [
    [["f0", 0, 1, true, true], ["f1", 1, 8, true, false]], [["f1", 0, 1, false, true]],
  ]);
});

test("a long type is drawn in part, and the drawing says how much it leaves out", () => {
  const long = layOut(fact("!llvm.array<1000000 x struct<(f32, i8)>>"));
  assert.deepEqual([long.rows.length, long.gap], [10, { after: 8, bytes: 7_999_920, rows: 999_990 }]);
  assert.deepEqual(long.rows.at(-1).pieces.map(({ box }) => box.label), ["[999999].f0", "[999999].f1", "padding"]);
  const endless = layOut(fact("!llvm.array<1152921504606846976 x i8>"));
  assert.deepEqual([endless.rows.length, endless.size, endless.gap], [8, undefined, { after: 8 }]);
  const wide = layOut(fact(`!llvm.struct<(${Array(65_536).fill("i8").join(", ")})>`));
  assert.deepEqual(boxesOf(wide).at(-1).label, "65,280 more");
  assert.ok(boxesOf(wide).length < 100);
});

test("every row but the last is full, for every type", () => {
  for (const type of ["memref<?x4xf32>", "memref<*xf32>", "!llvm.struct<(i1, i24, i48, i128, f80)>", "vector<4x40xf32>", "!llvm.array<3 x struct<packed (i8, i64)>>", "index"])
    for (const dataLayout of ["", "p:16:16-i64:64", "p:32:32", "p:16:8-i16:8-i32:8-i64:8-a:8"]) {
      const { rows, row, size } = layOut(fact(type, { dataLayout }));
      for (const { begin, pieces } of rows) {
        let end = 0;
        for (const { from, to } of pieces) {
          assert.equal(from, end, type);
          end = to;
        }
        assert.equal(end, Math.min(row, size - begin), `${type} under "${dataLayout}"`);
      }
    }
});

test("lines of C know their fields", () => {
  assert.deepEqual(declarationLines(fact("memref<2xf32>")).map(({ text, parts }) => [text.trim(), ...parts]), [
    ["struct memref_1d_f32 {"], ["float *allocated;", "0"], ["float *aligned;", "1"], ["int64_t offset;", "2"],
    ["int64_t sizes[1];", "3"], ["int64_t strides[1];", "4"], ["};"],
  ]);
  assert.deepEqual(declarationLines(fact("complex<f32>"))[1].parts, ["0", "1"]);
  assert.equal(isWithin("3.0", "3"), true);
  assert.equal(isWithin("30", "3"), false);
});

test("an element is where the offset and the strides say", () => {
  const view = withNumbers(stridesOf(fact("memref<4x4xf32, strided<[8, 2], offset: 3>>")));
  assert.equal(elementNumber(view, [1, 2]), 15);
  assert.equal(worked(view, [1, 2]), "aligned + (3 + 1 × 8 + 2 × 2) × 4 = aligned + 60");
  const { inRow, cells, left } = strip(view);
  assert.deepEqual([inRow, cells.length, left], [8, 40, 0]);
  assert.deepEqual(cells[15].indices, [[1, 2]]);
  assert.deepEqual(cells[14].indices, []);
});

test("a size known only at run time has a number to try", () => {
  const known = stridesOf(fact("memref<2x?xf32, strided<[?, 1], offset: ?>>"));
  assert.deepEqual(unknowns(known), ["sizes[1]", "strides[0]", "offset"]);
  assert.deepEqual(withNumbers(known).strides, [3, 1], "rows side by side");
  const { sizes, strides, offset } = withNumbers(known, { "sizes[1]": 5, "strides[0]": 10, offset: 2 });
  assert.deepEqual([sizes, strides, offset], [[2, 5], [10, 1], 2]);
});

test("elements may lie before the aligned pointer, on top of each other, or not exist", () => {
  const back = strip(withNumbers(stridesOf(fact("memref<3xf32, strided<[-1], offset: 2>>"))));
  assert.deepEqual(back.cells.slice(0, 3).map(({ indices }) => indices), [[[2]], [[1]], [[0]]]);
  const before = strip(withNumbers(stridesOf(fact("memref<3xf32, strided<[-1]>>"))));
  assert.equal(before.first, -2);
  const same = strip(withNumbers(stridesOf(fact("memref<3x2xf32, strided<[0, 1]>>"))));
  assert.equal(same.cells[0].indices.length, 3);
  assert.equal(elementsShown(withNumbers(stridesOf(fact("memref<0x4xf32>")))).indices.length, 0);
  assert.deepEqual(elementsShown(withNumbers(stridesOf(fact("memref<f32>")))).indices, [[]]);
  assert.equal(stridesOf(fact("index")), null);
});

test("many and far elements are counted, not drawn", () => {
  const view = withNumbers(stridesOf(fact("memref<1000000x1000000xf32>")));
  const { indices, left } = elementsShown(view);
  assert.deepEqual([indices.length, left], [64, 10 ** 12 - 64]);
  assert.ok(strip(view).cells.length <= 80);
  assert.ok(strip(view).left > 0);
});

test("numbers too large to be exact are marked as rounded", () => {
  assert.equal(number(4096), "4096");
  assert.equal(number(2 ** 60), "≈ 1.15 × 10^18");
});
