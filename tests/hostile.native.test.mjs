// Texts that were not written to be read: deep nesting, endless lists, bytes that are no text, everything cut off.
// Each is answered soon, by an output or by messages. RUNG_OPT names the command line to test, as for the text cases.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { splitArgs } from "./cases.mjs";

const opt = splitArgs(process.env.RUNG_OPT ?? new URL("../build/release/rung-opt", import.meta.url).pathname);
const SOON = process.env.RUNG_OPT ? Infinity : 20_000;   // sanitized is slow
const DEEP = 100_000;
const deep = (open, middle = "", close = "") => open.repeat(DEEP) + middle + close.repeat(DEEP);
const many = (make) => Array.from({ length: DEEP }, (_, i) => make(i)).join("");

function runOnce(input, args) {
  const begin = performance.now();
  const done = spawnSync(opt[0], [...opt.slice(1), "--allow-unregistered-dialect", ...args],
                         { input, encoding: "utf8", maxBuffer: 1 << 30, timeout: 300_000 });
  assert.equal(done.error, undefined);
  assert.equal(done.signal, null);
  return { status: done.status, stdout: done.stdout, stderr: done.stderr, ms: performance.now() - begin };
}
// A machine may be busy with something else: what took long is timed again.
function run(input, args = []) {
  let best = runOnce(input, args);
  for (let again = 0; again < 2 && best.ms >= SOON; again++) {
    const next = runOnce(input, args);
    if (next.ms < best.ms) best = next;
  }
  return best;
}
const first = (stderr) => stderr.slice(0, 300).match(/error: (.*)/)?.[1];

const NESTED = {
  "tuple types": `func.func private @f(${deep("tuple<", "i32", ">")})`,
  "memref types": `func.func private @f(${deep("memref<4x", "f32", ">")})`,
  "vector types, cut off": `func.func private @f(${deep("vector<4x")}`,
  "function types": `func.func private @f(${deep("(", "", ")")})`,
  "types of the llvm dialect": `func.func private @f(!llvm.${deep("array<2 x ", "i8", ">")})`,
  "aliases of types": many((i) => `!a${i} = tuple<${i ? `!a${i - 1}` : "i32"}>\n`),
  "array attributes": `"a"() {x = ${deep("[", "", "]")}} : () -> ()`,
  "array attributes, cut off": `"a"() {x = ${deep("[")}`,
  "dictionaries": `"a"() {x = ${deep("{a = ", "1", "}")}} : () -> ()`,
  "dense elements": `"a"() {x = dense<${deep("[", "", "]")}> : tensor<1xf32>} : () -> ()`,
  "locations": `"a"() : () -> () loc(${deep("fused[", '"a"', "]")})`,
  "regions": deep('"a"() ({', "", "}) : () -> ()"),
  "regions, cut off": deep('"a"() ({\n'),
  "modules": deep("module {", "", "}"),
  "operations with a format": `func.func @f(%c: i1) {${deep("scf.if %c {", "", "}")}return}`,
  "affine expressions": `#m = affine_map<(d0) -> (${deep("(", "d0", ")")})>`,
  "negations": `#m = affine_map<(d0) -> (${deep("-", "d0")})>`,
};
for (const [what, text] of Object.entries(NESTED)) {
  test(`${what}, 100,000 deep`, () => {
    const { status, stderr, ms } = run(text);
    assert.equal(status, 1);
    assert.equal(first(stderr), "nesting is deeper than 2000 levels");
    assert.ok(ms < SOON, `${ms} ms`);
  });
}

const LONG = {
  "a shape": `func.func private @f(tensor<${"1x".repeat(DEEP)}f32>)`,
  "a sum": `#m = affine_map<(d0) -> (d0${" + d0".repeat(DEEP)})>`,
  "remainders": `#m = affine_map<(d0) -> (d0${" mod 7".repeat(DEEP)})>`,
  "a symbol": `"a"() {x = @a${"::@a".repeat(DEEP)}} : () -> ()`,
  "an integer": `"a"() {x = ${"9".repeat(DEEP)} : i16777215} : () -> ()`,
  "a type of no dialect": `"a"() : () -> !foo.bar${deep("<", "", ">")}`,
};
for (const [what, text] of Object.entries(LONG)) {
  test(`${what} of 100,000 parts`, () => {
    const { status, stderr, ms } = run(text);
    assert.deepEqual([status, stderr.slice(0, 300)], [0, ""]);
    assert.ok(ms < SOON, `${ms} ms`);
  });
}

const CUT = {
  'func.func @f() {': "expected operation name in quotes",
  '"a"() {x = "abc\n': 'expected \'"\' in string literal',
  '"abc\\': "unknown escape in string literal",
  '"a"(': "expected ')' to end operand list",
  "@": "@ identifier expected to start with letter or '_'",
  "%": "invalid SSA name",
  "#": "invalid attribute name",
  "!": "invalid type identifier",
  "^": "invalid block name",
  "/": "expected operation name in quotes",
  "{-#": "expected identifier key in file metadata dictionary",
  "\xff\xfe\0": "unexpected character",
  '"a\0b"() : () -> ()': "null character not allowed in operation name",
  [`"a"(${many((i) => `${i ? ", " : ""}%${i}`)}) : () -> ()`]: "expected 100000 operand types but had 0",
};
for (const [text, message] of Object.entries(CUT)) {
  test(`refused: ${JSON.stringify(text.slice(0, 40))}`, () => {
    const { status, stderr } = run(Buffer.from(text, "latin1"));
    assert.deepEqual([status, first(stderr)], [1, message]);
  });
}

const DOUBLING = {
  "attributes": [`${Array.from({ length: 32 }, (_, i) => `#a${i} = [${i ? `#a${i - 1}, #a${i - 1}` : "1, 2"}]\n`).join("")}"a"() {x = #a31} : () -> ()`, [],
    "an attribute or a type of an operation has too many parts to print"],
  "types": [`${Array.from({ length: 32 }, (_, i) => `!a${i} = tuple<${i ? `!a${i - 1}, !a${i - 1}` : "i32"}>\n`).join("")}func.func private @f(!a31)`, [],
    "an attribute or a type of an operation has too many parts to print"],
  "affine expressions": [`func.func @f(%v0: index, %v1: index) -> index {
${Array.from({ length: 40 }, (_, i) => `%v${i + 2} = affine.apply affine_map<(d0, d1) -> (d0 mod ${i + 5} + d1)>(%v${i + 1}, %v${i})\n`).join("")}return %v41 : index
}`, ["--canonicalize"], "an affine expression became too large in pass 'canonicalize'"],
};
for (const [what, [text, args, expected]] of Object.entries(DOUBLING)) {
  test(`${what} that double with every line`, () => {
    const { status, stderr, ms } = run(text, args);
    assert.equal(status, 1);
    assert.equal(first(stderr), expected);
    assert.ok(ms < SOON, `${ms} ms`);
  });
}

test("64 MB are read and printed, as they are or with an error at the end", () => {
  const line = "func.func private @a_function_whose_name_is_long_enough_to_fill_the_line_NNNNNNN(i32, f32) -> memref<?x4xf32>\n";
  const lines = Math.ceil((64 << 20) / line.length);
  const text = Array.from({ length: lines }, (_, i) => line.replace("NNNNNNN", String(i).padStart(7, "0"))).join("");
  const read = run(text);
  assert.deepEqual([read.status, read.stderr.slice(0, 300)], [0, ""]);
  assert.ok(read.stdout.length > text.length);
  const cut = run(text.slice(0, -10), ["-o", "/dev/null"]);
  assert.equal(cut.status, 1);
  assert.ok(cut.stderr.length < 2000, cut.stderr.slice(0, 300));
});

const KEPT = {
  "holes in operations in operations": `func.func @f(%c: i1) {\n${"scf.while : () -> () { ".repeat(24)}x.y${"} ...".repeat(24)}\n}\n`,
  "names ahead of a region": `x.y ${many((i) => `${i ? ", " : ""}%u${i}`)} {\n  z.w\n}\n`,
  "types in types, each behind a name": `x.y %a : ${deep("!x.y<%a : ", "", ">")}`,
  "angle brackets": `x.y ${"<".repeat(DEEP)}`,
  "braces": `func.func @f(%k: i32) {\n  x.y ${"%k {} ".repeat(DEEP / 4)}\n  return\n}\n`,
  "dialects": many((i) => `x${i}.y\n`),
  "holes": many((i) => `...\nx.y %u${i}\n`),
  "prose with names": `a b, ${"%a, ".repeat(DEEP)}\n`,
  "results": "%a:65535 = x.y\n".repeat(DEEP / 100),
  "an open region of one line": `func.func @f() { x.y ${"-> ".repeat(DEEP)}`,
};
for (const [what, text] of Object.entries(KEPT)) {
  test(`kept as written, without end: ${what}`, () => {
    const { status, ms } = run(text, ["--keep-unknown"]);
    assert.ok(status === 0 || status === 1);
    assert.ok(ms < SOON, `${ms} ms`);
  });
}
