// QR codes: the same as other encoders make.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { MOST_BYTES, qrCode } from "../../web/src/shell/qr.js";

const picture = ({ rows }) => rows.map((row) => row.map((isDark) => (isDark ? "#" : ".")).join("")).join("\n");

test("a short text makes the smallest code", () => {
  const code = qrCode("Rung");
  assert.deepEqual([code.version, code.level, code.mask], [1, "M", 0]);
  assert.equal(picture(code), `
#######..#....#######
#.....#.##.##.#.....#
#.###.#..##...#.###.#
#.###.#..##.#.#.###.#
#.###.#.#####.#.###.#
#.....#..#.#..#.....#
#######.#.#.#.#######
..........#..........
#.#.#.#..#..#...#..#.
...#.#.#.###.#.#....#
#.#..###...#.###.####
####....##.###.##..##
....####.#.#.###....#
........#.....#...#..
#######.....#...#..##
#.....#..##...#....#.
#.###.#.##..#.#.#..##
#.###.#..###.#.#...#.
#.###.#.#..#.###.#..#
#.....#....###.###.#.
#######.##.#.###..###`.trim());
});

// Digests of the codes that the npm package "qrcode" makes of the same bytes.
for (const [words, text, version, level, digest] of [
  ["an address: an alignment pattern, the better correction", "https://mlir.llvm.org/", 2, "M", "48cabe5fb56057cc"],
  ["blocks", "x".repeat(130), 6, "L", "8b50067f945e158a"],
  ["blocks of two lengths, a length of 16 bits, the version drawn", "x".repeat(400), 13, "L", "eec89062912e0475"],
  ["letters of several bytes", "ünï 🪜".repeat(40), 13, "L", "78d76f5d120100ac"],
  ["the longest", "x".repeat(2953), 40, "L", "0e16b13ec8a9d36e"],
])
  test(words, () => {
    const code = qrCode(text);
    assert.deepEqual([code.version, code.level], [version, level]);
    assert.equal(createHash("sha256").update(picture(code)).digest("hex").slice(0, 16), digest);
  });

test("a text that is too long makes none", () => {
  assert.equal(MOST_BYTES, 2953);
  assert.equal(qrCode("x".repeat(MOST_BYTES + 1)), null);
});
