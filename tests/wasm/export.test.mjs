import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";

const rung = await Rung.load();
const ADD = "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n";
const LLVM = "builtin.module(convert-to-llvm)";

function session(t, text, options) {
  const made = rung.session(options);
  t.after(() => made.dispose());
  made.setText(text);
  return made;
}

test("the result of a run becomes LLVM IR", (t) => {
  const s = session(t, ADD);
  s.run(LLVM);
  const { text, diagnostics } = s.translate({ result: true });
  assert.deepEqual(diagnostics, []);
  assert.match(text, /^define i32 @f\(i32 %0\) \{\n {2}%2 = add i32 %0, %0\n {2}ret i32 %2\n\}$/m);
});

test("what is not of the llvm dialect is said where it stands", (t) => {
  const { text, diagnostics } = session(t, ADD).translate();
  assert.equal(text, null);
  assert.match(diagnostics[0].message, /^cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: func\.func/);
  assert.equal(ADD.slice(diagnostics[0].from, diagnostics[0].to).slice(0, 9), "func.func");
});

test("a module goes through bytecode, in every version", (t) => {
  const s = session(t, ADD);
  for (let version = 0; version <= 6; version++) {
    const bytes = s.bytecode({ version });
    const { ok, diagnostics } = session(t, "").setText(bytes);
    assert.deepEqual([ok, diagnostics], [true, []]);
    assert.equal(session(t, bytes).print(), s.print());
  }
  assert.throws(() => s.bytecode({ version: 7 }), RangeError);
  assert.equal(session(t, "func.func @f(").bytecode(), null);
});

test("bytecode of older releases of LLVM is brought up to date", async (t) => {
  const folder = new URL("../bytecode/", import.meta.url);
  const wanted = session(t, await readFile(new URL("older.mlir", folder), "utf8")).print();
  for (const release of [16, 19, 22]) assert.equal(session(t, await readFile(new URL(`older.${release}.mlirbc`, folder))).print(), wanted);
});

test("bytes that end too early are an error", (t) => {
  const bytes = session(t, ADD).bytecode();
  const { ok, diagnostics } = session(t, "").setText(bytes.subarray(0, bytes.length - 3));
  assert.equal(ok, false);
  assert.match(diagnostics[0].message, /^invalid bytecode at byte \d+: /);
});

test("LLVM IR says where it came from", () => {
  const session = rung.session();
  const text = "func.func @f(%a: i32, %c: i1) -> i32 {\n  cf.cond_br %c, ^one(%a : i32), ^two\n^two:\n  %0 = arith.muli %a, %a : i32\n  cf.br ^one(%0 : i32)\n^one(%x: i32):\n  return %x : i32\n}\n";
  session.setText(text);
  assert.ok(session.run("builtin.module(convert-to-llvm)").ok);
  const { text: made, origins } = session.translate({ result: true, origins: true });
  const pairs = origins.map(({ from, to, source }) => [made.slice(from, to).split("\n")[0], source && text.slice(source.from, source.to).split("\n")[0]]);
  assert.deepEqual(pairs, [
    ["define i32 @f(i32 %0, i1 %1) {", "func.func @f(%a: i32, %c: i1) -> i32 {"],
    ["br i1 %1, label %5, label %3", "cf.cond_br %c, ^one(%a : i32), ^two"],
    ["%4 = mul i32 %0, %0", "arith.muli %a, %a : i32"],
    ["br label %5", "cf.br ^one(%0 : i32)"],
    ["%6 = phi i32 [ %4, %3 ], [ %0, %2 ]", "%x"],
    ["ret i32 %6", "return %x : i32"],
  ]);
  session.setText("func.func @f() { return }");
  assert.deepEqual(session.translate({ origins: true }).origins, []);
  session.dispose();
});
