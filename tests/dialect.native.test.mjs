// Dialects that are added by a text in the language of records: tests/dialects has two. What the verifier says was compared
// with what mlir-opt 22 says where its own dialects have the same traits and constraints.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { splitArgs } from "./cases.mjs";
import { broken } from "./dialects/broken.mjs";
import { shopErrors } from "./dialects/errors.mjs";

const here = new URL("./dialects/", import.meta.url).pathname;
const opt = splitArgs(process.env.RUNG_OPT ?? new URL("../build/release/rung-opt", import.meta.url).pathname);
const SHOP = `--dialect=${here}shop.ops`, TOY = `--dialect=${here}toy.ops`;
const run = (text, ...args) => spawnSync(opt[0], [...opt.slice(1), ...args], { input: text, encoding: "utf8" });
const errors = (stderr) => stderr.split("\n").filter((line) => line.includes(": error: ")).map((line) => line.replace(/^[^:]*:/, "").replace(" error:", ""));

function folder(t) {
  const path = mkdtempSync(join(tmpdir(), "rung-dialect-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** What a text of records is answered with. */
function load(t, text) {
  const path = join(folder(t), "x.ops");
  writeFileSync(path, text);
  const done = run("", `--dialect=${path}`);
  assert.equal(done.status, errors(done.stderr).length ? 1 : 0);
  return errors(done.stderr);
}

for (const name of readdirSync(here).filter((file) => file.endsWith(".ops")).map((file) => file.slice(0, -4))) {
  const dialect = `--dialect=${here}${name}.ops`, text = readFileSync(`${here}${name}.mlir`, "utf8");
  test(`${name}: what is read prints in both forms, and both read as the same`, () => {
    const printed = run(text, dialect);
    assert.equal(printed.stderr, "");
    assert.equal(printed.stdout, readFileSync(`${here}${name}.printed.mlir`, "utf8"));
    assert.equal(run(printed.stdout, dialect).stdout, printed.stdout);
    const generic = run(text, dialect, "--mlir-print-op-generic");
    assert.equal(generic.stderr, "");
    for (const [, op] of text.matchAll(new RegExp(`^(?!\\s*//).*?(?<=^|[ =])(${name}\\.\\w+)`, "gm"))) assert.ok(generic.stdout.includes(`"${op}"(`), op);
    assert.equal(run(generic.stdout, dialect, "--mlir-print-op-generic").stdout, generic.stdout);
    assert.equal(run(generic.stdout, dialect).stdout, printed.stdout);
    assert.match(run(text).stderr, /is unknown|not found|unregistered dialect/, "without the dialect nothing of it is known");
  });
}

test("the generic form has attributes, defaults and segments where they belong", () => {
  const generic = run(readFileSync(`${here}shop.mlir`, "utf8"), SHOP, "--mlir-print-op-generic").stdout;
  for (const line of [
    '"shop.label"() <{mode = 3 : i8, options = 0 : i32, small = 1 : i32}> : () -> ()',
    '"shop.label"() <{names = ["a", "b"], options = 1 : i32, sizes = array<i64: 1, -2, 3>, small = 3 : i32, tag}> : () -> ()',
    '"shop.list"() <{operandSegmentSizes = array<i32: 0, 0>, resultSegmentSizes = array<i32: 0, 0>}> : () -> ()',
    '"shop.goto"()[^bb2] : () -> ()',
  ]) assert.ok(generic.includes(`${line}\n`), line);
});

test("two dialects are added at once, and one replaces another of its name", (t) => {
  const path = join(folder(t), "toy.ops");
  writeFileSync(path, "dialect toy\nop other\n  format attr-dict\n");
  const text = "shop.label\ntoy.other\n";
  assert.equal(run(text, SHOP, TOY, `--dialect=${path}`).stdout, "module {\n  shop.label\n  toy.other\n}\n\n");
  assert.deepEqual(errors(run(text, SHOP, `--dialect=${path}`, TOY).stderr), ["2:1: custom op 'toy.other' is unknown"]);
});

for (const [name, input, ...expected] of shopErrors)
  test(`shop: ${name}`, () => {
    const { stderr, status } = run(input, SHOP);
    assert.deepEqual(errors(stderr), expected);
    assert.equal(status, 1);
  });

for (const [name, text, ...expected] of broken) test(`records: ${name}`, (t) => assert.deepEqual(load(t, text), expected));

test("passes treat operations by their traits", () => {
  const text = `func.func @f(%a: i32, %b: i32, %x: !shop.box<i32 x 1>) -> (i32, i32, i32) {
  %dead = shop.add %a, %b : i32
  %0 = shop.add %a, %b : i32
  %1 = shop.add %a, %b : i32
  %2 = shop.add %b, %a : i32
  %made = shop.make() : () -> !shop.box<i32 x 1>
  %read = shop.open %x, %x [] : !shop.box<i32 x 1> -> i32
  shop.label
  return %0, %1, %2 : i32, i32, i32
}
`;
  const cse = run(text, SHOP, "--cse").stdout;
  assert.equal(cse.match(/shop\.add/g).length, 1, "commutative: operands in any order are the same");
  assert.match(cse, /shop\.make/, "what is not Pure may do anything");
  const canonical = run(text, SHOP, "--canonicalize").stdout;
  assert.equal(canonical.match(/shop\.add/g).length, 3, "what is not used and Pure goes");
  assert.match(canonical, /shop\.make/);
  assert.doesNotMatch(canonical, /shop\.open/, "what only reads goes when it is not used");
  assert.match(canonical, /shop\.label/);
  const constants = run("func.func @f(%a: i8) -> i8 {\n  %c = shop.constant 5 : i8\n  %0 = shop.add %c, %a : i8\n  return %0 : i8\n}\n", SHOP, "--canonicalize").stdout;
  assert.match(constants, /shop\.add %arg0, %0 : i8/, "constants go to the right of what is commutative");
});

test("older forms are printed for the releases that had them", () => {
  const text = "func.func @f(%a: i32) {\n  %0 = shop.make(%a) : (i32) -> !shop.box<i32 x 1>\n  return\n}\n";
  assert.match(run(text, SHOP, "--edition=llvm16").stdout, /shop\.build %arg0 : i32 -> <i32 x 1>\n/);
  assert.match(run(text, SHOP, "--edition=llvm22").stdout, /shop\.make\(%arg0\) : \(i32\) -> !shop\.box<i32 x 1>\n/);
});

test("constraints without words are called by their names", (t) => {
  const path = join(folder(t), "x.ops");
  writeFileSync(path, "dialect x\ntype T = !t\nattribute A = #a\nattr-constraint B = i32\nop y\n  operand a: T\n  attr b: B\n");
  assert.deepEqual(errors(run('func.func @f(%a: i32) { "x.y"(%a) <{b = 1 : i32}> : (i32) -> () return }', `--dialect=${path}`).stderr),
    ["1:25: 'x.y' op operand #0 must be T, but got 'i32'"]);
});

test("records with very many parts are answered soon", { timeout: 60_000 }, (t) => {
  const many = (n, line) => Array.from({ length: n }, (_, i) => line(i)).join("");
  assert.deepEqual(load(t, `dialect d\n${many(24999, (i) => `op x${i}\n  operand a: AnyType\n`)}`), []);
  assert.deepEqual(load(t, `dialect d\n${many(24999, (i) => `op x${i}\n  operand a${i}: AnyType, b${i}: AnyType, c${i}: AnyType\n`)}`), ["1434:4: there is no room for 'x716': all dialects together have at most 65535 operands and results"]);
  assert.deepEqual(load(t, `dialect d\n${many(24990, (i) => `op x${i}\n  operand a: AnyType, b${i}: AnyType, c${i}: AnyType\n  region r${i}: AnyRegion\n`)}`).length, 1, "what does not fit is told once");
  assert.deepEqual(load(t, `dialect d\n${many(100000, (i) => `op x${i}\n`)}`), ["25001:4: a dialect has no more than 25000 declarations"]);
  assert.equal(load(t, `dialect d\n${many(20000, () => "op x : C\n")}`).length, 100, "a hundred mistakes are told");
  assert.deepEqual(load(t, `dialect d\nop x\n  traits\n${"    // nothing\n".repeat(200000)}    Pure\n`), []);
  assert.deepEqual(load(t, `dialect d\n${many(20000, (i) => `type-constraint A${i} = any\n`)}`), []);
  const nested = many(12, (i) => `class C${i} : ${i < 11 ? Array(8).fill(`C${i + 1}`).join(", ") : "D"}\n`);
  assert.match(load(t, `dialect d\nclass D\n${nested}op x : C0\n`)[0], /too many classes/);
  const constraints = many(64, (i) => `type-constraint A${i} = ${i < 63 ? `all<A${i + 1}, A${i + 1}>` : "any"}\n`);
  assert.match(load(t, `dialect d\n${constraints}`)[0], /too many others/);
  assert.match(load(t, `dialect d\nop x\n  format ${"(".repeat(100000)}\n`)[0], /nested too deeply/);
  assert.match(load(t, `dialect d\ntype T = !t\n  format ${"(".repeat(100000)}\n`)[0], /nested too deeply/);
  assert.match(load(t, `dialect d\nop x\n  format custom<DynamicIndexList>(${"ref(".repeat(100000)}\n`)[0], /nested too deeply/);
  assert.match(load(t, `dialect d\nop x\n  format ${"`a` ".repeat(100000)}\n`)[0], /too long/);
  assert.match(load(t, `dialect d\ntype T = !t\n  format ${"`a` ".repeat(100000)}\n`)[0], /too long/);
});
