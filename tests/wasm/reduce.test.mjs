// The smallest text with the same fault.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { reduce, wrongWith } from "../../wasm/reduce.js";
import { Rung } from "../../wasm/rung.js";

const rung = await Rung.load();
const TEXT = `func.func @turn(%a: complex<f32>, %m: memref<4xf32>) -> complex<f32> {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<4xf32>
  %y = arith.mulf %x, %x : f32
  memref.store %y, %m[%c0] : memref<4xf32>
  %e = complex.exp %a : complex<f32>
  %s = complex.add %e, %a : complex<f32>
  return %s : complex<f32>
}
func.func @other() {
  return
}
`;

function reducing(text, pipeline, options = {}) {
  const session = rung.session({ allowUnregisteredDialects: true });
  const spell = (given, generic) => (session.setText(given).ok ? session.print({ generic }) : null);
  return reduce({ text, pipeline, question: (given, asked) => wrongWith(session, given, asked), spell, ...options });
}

test("a pass that fails is left with its operation", async () => {
  const found = await reducing(TEXT, "builtin.module(canonicalize,convert-arith-to-llvm,convert-complex-to-llvm,convert-func-to-llvm)");
  assert.equal(found.answer, "pass: failed to legalize operation 'complex.exp' that was explicitly marked illegal");
  assert.equal(found.pipeline, "builtin.module(convert-complex-to-llvm)");
  assert.equal(found.isWhole, true);
  assert.doesNotMatch(found.text, /@other|memref\.|arith\.|complex\.add/);
  assert.match(found.text, /complex\.exp/);
  assert.ok(found.text.split("\n").length <= 9, found.text);
});

test("an error in a text that cannot be read is left with its lines", async () => {
  const found = await reducing(TEXT.replace("arith.mulf", "arith.mulff"), null);
  assert.match(found.answer, /^text: .*arith\.mulff/);
  assert.ok(found.text.trim().split("\n").length <= 2, found.text);
});

test("nothing is wrong, and it can be stopped", async () => {
  assert.equal(await reducing("func.func @f() {\n  return\n}\n", "builtin.module(cse)"), null);
  let tried = 0;
  const found = await reducing(TEXT, "builtin.module(convert-complex-to-llvm)", { stopped: () => tried++ > 3 });
  assert.equal(found.isWhole, false);
  assert.match(found.text, /complex\.exp/);
});

test("rung-reduce prints the text, and says what is wrong and which passes it takes", () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [fileURLToPath(new URL("../../wasm/rung-reduce.mjs", import.meta.url)), "--quiet", "--cse", "--convert-complex-to-llvm"], { input: TEXT, encoding: "utf8" });
  assert.equal(status, 0);
  assert.match(stdout, /complex\.exp/);
  assert.equal(stderr, "pass: failed to legalize operation 'complex.exp' that was explicitly marked illegal\npasses: convert-complex-to-llvm\n");
});
