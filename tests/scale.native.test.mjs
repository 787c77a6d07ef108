// Texts of many equal parts: the time grows with the number of parts, not with its square. RUNG_OPT names the command line to
// test, as for the text cases.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { splitArgs } from "./cases.mjs";

const opt = splitArgs(process.env.RUNG_OPT ?? new URL("../build/release/rung-opt", import.meta.url).pathname);
const SOON = process.env.RUNG_OPT ? Infinity : 10_000;   // sanitized is slow
const many = (count, make) => Array.from({ length: count }, (_, i) => make(i)).join("\n");

const SHAPES = {
  "operations of an older release are brought up to date": {
    args: ["--upgrade"],
    text: `func @f(%a: i32) {\n${many(80_000, (i) => ` %v${i} = addi %a, %a : i32`)}\n return\n}\n`,
    prints: /^func\.func @f\(%a: i32\) \{\n %v0 = arith\.addi %a, %a : i32\n/,
  },
  "aliases of older types are brought up to date, and what uses them": {
    args: ["--upgrade"],
    text: `${many(10_000, (i) => `!t${i} = type !llvm<"{ i32, [${i} x float] }">`)}
func @f() {\n${many(10_000, (i) => ` %v${i} = llvm.mlir.undef : !t${i}`)}\n return\n}\n`,
    prints: /^!t0 = !llvm\.struct<\(i32, array<0 x f32>\)>\n/,
  },
  "a chain of additions of a constant is one addition": {
    args: ["--canonicalize"],
    text: `func.func @f(%v0: i32) -> i32 {\n %c = arith.constant 1 : i32
${many(80_000, (i) => ` %v${i + 1} = arith.addi %v${i}, %c : i32`)}\n return %v80000 : i32\n}\n`,
    prints: /^module \{\n {2}func\.func @f\(%arg0: i32\) -> i32 \{\n {4}%c80000_i32 = arith\.constant 80000 : i32\n {4}%0 = arith\.addi %arg0, %c80000_i32 : i32\n/,
  },
  "equal blocks of a switch are one block": {
    args: ["--canonicalize=region-simplify=aggressive"],
    text: `func.func @f(%a: i32) {\n cf.switch %a : i32, [default: ^d, ${many(20_000, (i) => `${i}: ^b${i}`).replaceAll("\n", ", ")}]
^d:\n return\n${many(20_000, (i) => `^b${i}:\n "a.b"() : () -> ()\n return`)}\n}\n`,
    prints: /\n {2}\^bb1: {2}\/\/ pred: \^bb0\n {4}return\n {2}\^bb2: {2}\/\/ 20000 preds: /,
  },
};
for (const [what, { args, text, prints }] of Object.entries(SHAPES)) {
  test(what, () => {
    const begin = performance.now();
    const done = spawnSync(opt[0], [...opt.slice(1), "--allow-unregistered-dialect", ...args],
                           { input: text, encoding: "utf8", maxBuffer: 1 << 30, timeout: 300_000 });
    assert.equal(done.error, undefined);
    assert.equal(done.status, 0, done.stderr.slice(0, 500));
    assert.match(done.stdout, prints);
    const ms = performance.now() - begin;
    assert.ok(ms < SOON, `${ms} ms`);
  });
}
