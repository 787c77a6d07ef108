// A reader's own rules, from one line to a language of its own with functions, loops and a type, lowered to the llvm dialect.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const opt = process.env.RUNG_OPT ?? join(dirname(fileURLToPath(import.meta.url)), "../build/release/rung-opt");
const REFERENCE = "/usr/lib/llvm-22/bin/mlir-opt";

const TOY = `dialect toy "a small language"

type Number = !number "a number"
type-constraint AnyNumber "number" = Number

class Binary
  traits    Pure SameOperandsAndResultType
  operand   lhs: AnyNumber, rhs: AnyNumber
  result    result: AnyNumber
  format    $lhs \`,\` $rhs attr-dict \`:\` type($result)

op add : Binary "a sum"
op mul : Binary "a product"
op constant "a number that is written"
  traits    Pure
  attr      value: F64Attr
  result    result: AnyNumber
  format    $value attr-dict \`:\` type($result)
op print "show a number"
  operand   value: AnyNumber
  format    $value attr-dict \`:\` type($value)
`;

const LOWERING = `rules lowering conversion "toy as floats"
  convert !toy.number => f64
  illegal toy
  legal   arith func scf cf vector

rule add: toy.add(x, y) => arith.addf(x, y)
rule mul: toy.mul(x, y) => arith.mulf(x, y)
rule constant: toy.constant<value = $v>() => arith.constant<value = $v>() : f64
rule print: toy.print(x) => vector.print(x)
`;

function apply(text, rules, { dialect, passes = [], more = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "rung-apply-"));
  try {
    writeFileSync(join(folder, "mine.rules"), rules);
    if (dialect) writeFileSync(join(folder, "mine.ops"), dialect);
    const { stdout, stderr, status } = spawnSync(opt, [...dialect ? ["--dialect=mine.ops"] : [], "--apply-rules=mine.rules", ...passes, ...more], { cwd: folder, input: text, encoding: "utf8" });
    return { out: stdout.replace(/^module \{\n/, "").replace(/\}\s*$/, "").replaceAll(/^ {2}/gm, ""), whole: stdout, stderr, status };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The lines of a function's body, without names of values. */
const body = (text) => text.split("\n").slice(1, -2).map((line) => line.trim().replaceAll(/%\w+/g, "%"));
const greedy = (rule) => `rules mine greedy\n  constants arith.constant\n\n${rule}\n`;
const binary = (lines, type = "i32") => `func.func @f(%a: ${type}, %b: ${type}) -> ${type} {\n${lines}\n  return %r : ${type}\n}\n`;

test("1. one rule: twice a number is a sum", () => {
  const { out } = apply(binary("  %c = arith.constant 2 : i32\n  %r = arith.muli %a, %c : i32"), greedy("rule double: arith.muli(x, #2) => arith.addi(x, x)"));
  assert.deepEqual(body(out), ["% = arith.addi %, % : i32", "return % : i32"]);
});

test("2. the same name is the same value, and a constant may be all that is left", () => {
  const rules = greedy("rule nothing: arith.subi(x, x) => #0");
  assert.deepEqual(body(apply(binary("  %r = arith.subi %a, %a : i32"), rules).out), ["% = arith.constant 0 : i32", "return % : i32"]);
  assert.deepEqual(body(apply(binary("  %r = arith.subi %a, %b : i32"), rules).out), ["% = arith.subi %, % : i32", "return % : i32"]);
});

test("3. constants are calculated with", () => {
  const text = binary("  %c = arith.constant 3 : i32\n  %d = arith.constant 5 : i32\n  %0 = arith.muli %a, %c : i32\n  %r = arith.muli %0, %d : i32");
  assert.deepEqual(body(apply(text, greedy("rule products: arith.muli(arith.muli(x, #a), #b) => arith.muli(x, #a * #b)")).out),
    ["% = arith.constant 15 : i32", "% = arith.muli %, % : i32", "return % : i32"]);
});

test("4. attributes of the root are kept where the rule says so", () => {
  const text = binary("  %0 = arith.negf %a : f32\n  %1 = arith.negf %b : f32\n  %r = arith.mulf %0, %1 fastmath<nnan> : f32", "f32");
  const rule = "rule minus: arith.mulf(arith.negf(x), arith.negf(y)) => arith.mulf(x, y)";
  assert.deepEqual(body(apply(text, greedy(`${rule} keep fastmath`)).out), ["% = arith.mulf %, % fastmath<nnan> : f32", "return % : f32"]);
  assert.deepEqual(body(apply(text, greedy(rule)).out), ["% = arith.mulf %, % : f32", "return % : f32"]);
});

test("5. an attribute may have to be one, or be carried over by its name", () => {
  const text = "func.func @f(%a: i8, %b: i8) -> i1 {\n  %0 = arith.extui %a : i8 to i32\n  %1 = arith.extui %b : i8 to i32\n  %r = arith.cmpi ult, %0, %1 : i32\n  return %r : i1\n}\n";
  assert.deepEqual(body(apply(text, greedy("rule narrow: arith.cmpi<$p>(arith.extui(x), arith.extui(y)) => arith.cmpi<$p>(x, y)")).out), ["% = arith.cmpi ult, %, % : i8", "return % : i1"]);
  assert.equal(body(apply(text, greedy("rule narrow: arith.cmpi<slt>(arith.extui(x), arith.extui(y)) => arith.cmpi<slt>(x, y)")).out).length, 4);
});

test("6. conditions on types decide", () => {
  const rule = greedy("rule narrow: arith.andi(arith.extui(x), arith.extui(y)) => arith.extui(arith.andi(x, y)) : type(result) if type(x) == type(y)");
  const text = (other) => `func.func @f(%a: i8, %b: ${other}) -> i32 {\n  %0 = arith.extui %a : i8 to i32\n  %1 = arith.extui %b : ${other} to i32\n  %r = arith.andi %0, %1 : i32\n  return %r : i32\n}\n`;
  assert.deepEqual(body(apply(text("i8"), rule).out), ["% = arith.andi %, % : i8", "% = arith.extui % : i8 to i32", "return % : i32"]);
  assert.equal(body(apply(text("i16"), rule).out).length, 4);
});

test("7. an operation without results is erased", () => {
  const text = "func.func @f(%x: !toy.number) {\n  toy.print %x : !toy.number\n  return\n}\n";
  assert.deepEqual(body(apply(text, "rules quiet greedy\n\nrule print: toy.print(x) => erase\n", { dialect: TOY }).out), ["return"]);
});

test("8. several results are replaced together", () => {
  const text = "func.func @f(%a: i32, %b: i32) -> i32 {\n  %low, %high = arith.mului_extended %a, %b : i32\n  return %low : i32\n}\n";
  assert.deepEqual(body(apply(text, greedy("rule low: arith.mului_extended(x, y) => arith.muli(x, y), _ if unused(result.high)")).out), ["% = arith.muli %, % : i32", "return % : i32"]);
});

test("9. operations of the reader's own dialect are looked for and made", () => {
  const text = "func.func @f(%x: !toy.number, %y: !toy.number) -> !toy.number {\n  %0 = toy.mul %x, %y : !toy.number\n  %1 = toy.mul %0, %y : !toy.number\n  return %1 : !toy.number\n}\n";
  assert.deepEqual(body(apply(text, "rules turn greedy\n\nrule left: toy.mul(toy.mul(x, y), z) => toy.mul(x, toy.mul(y, z))\n", { dialect: TOY }).out),
    ["% = toy.mul %, % : !toy.number", "% = toy.mul %, % : !toy.number", "return % : !toy.number"]);
});

test("10. types become others in functions, calls and blocks", () => {
  const text = `func.func @twice(%x: !toy.number) -> !toy.number {
  %0 = toy.add %x, %x : !toy.number
  return %0 : !toy.number
}
func.func @either(%c: i1, %x: !toy.number) -> !toy.number {
  cf.cond_br %c, ^more(%x : !toy.number), ^end(%x : !toy.number)
^more(%y: !toy.number):
  %0 = func.call @twice(%y) : (!toy.number) -> !toy.number
  cf.br ^end(%0 : !toy.number)
^end(%z: !toy.number):
  return %z : !toy.number
}
`;
  const { out, stderr } = apply(text, LOWERING, { dialect: TOY });
  assert.equal(stderr, "");
  assert.doesNotMatch(out, /toy/);
  assert.match(out, /func\.func @twice\(%arg0: f64\) -> f64/);
  assert.match(out, /\^bb1\(%0: f64\):/);
  assert.match(out, /call @twice\(%0\) : \(f64\) -> f64/);
});

const PROGRAM = `func.func @power(%x: !toy.number, %n: index) -> !toy.number {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = toy.constant 1.0 : !toy.number
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%s = %one) -> (!toy.number) {
    %m = toy.mul %s, %x : !toy.number
    scf.yield %m : !toy.number
  }
  %is = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %is -> (!toy.number) {
    scf.yield %one : !toy.number
  } else {
    scf.yield %p : !toy.number
  }
  return %r : !toy.number
}
func.func @main(%n: index) {
  %two = toy.constant 2.0 : !toy.number
  %w = scf.while (%x = %two) : (!toy.number) -> !toy.number {
    %go = arith.constant false
    scf.condition(%go) %x : !toy.number
  } do {
  ^bb0(%x: !toy.number):
    %y = toy.add %x, %x : !toy.number
    scf.yield %y : !toy.number
  }
  %p = call @power(%w, %n) : (!toy.number, index) -> !toy.number
  toy.print %p : !toy.number
  return
}
`;

test("11. loops and choices carry the converted types", () => {
  const { out, stderr } = apply(PROGRAM, LOWERING, { dialect: TOY });
  assert.equal(stderr, "");
  assert.doesNotMatch(out, /toy/);
  assert.match(out, /scf\.for .* iter_args\(%arg3 = %cst\) -> \(f64\)/);
  assert.match(out, /scf\.if .* -> \(f64\)/);
  assert.match(out, /scf\.while \(%arg1 = %cst\) : \(f64\) -> f64/);
});

test("12. a language with functions, loops and a type of its own goes all the way down to the llvm dialect, as mlir-opt takes it", () => {
  const passes = ["--convert-scf-to-cf", "--convert-cf-to-llvm", "--convert-vector-to-llvm", "--convert-arith-to-llvm", "--convert-func-to-llvm", "--reconcile-unrealized-casts"];
  const { whole, stderr } = apply(PROGRAM, LOWERING, { dialect: TOY, passes });
  assert.equal(stderr, "");
  assert.doesNotMatch(whole.replaceAll(/llvm\.\w+/g, ""), /\b(toy|arith|scf|cf|func|vector)\.|unrealized/);
  assert.match(whole, /llvm\.func @power\(%arg0: f64, %arg1: i64\) -> f64/);
  if (!existsSync(REFERENCE)) return;
  const read = spawnSync(REFERENCE, [], { input: whole, encoding: "utf8" });
  assert.equal(read.stdout, whole, read.stderr);
});

test("a rule that is missing is told at the operation that is left", () => {
  const { stderr, status } = apply(PROGRAM, LOWERING.replace(/rule mul.*\n/, ""), { dialect: TOY });
  assert.equal(status, 1);
  assert.match(stderr, /<stdin>:6:10: error: failed to legalize operation 'toy\.mul'/);
});

test("rules that undo each other, or grow, come to an end at a limit, with the rule's name", () => {
  const text = binary("  %r = arith.addi %a, %b : i32");
  for (const [rules, name] of [
    ["rule there: arith.addi(x, y) => arith.subi(x, y)\nrule back: arith.subi(x, y) => arith.addi(x, y)", "(there|back)"],
    ["rule more: arith.addi(x, y) => arith.addi(arith.addi(x, y), y)", "more"],
  ]) {
    const { stderr, status } = apply(text, greedy(rules));
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`rule '${name}' was applied \\d+ times and does not come to an end`));
  }
});
