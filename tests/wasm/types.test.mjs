import assert from "node:assert/strict";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";

const rung = await Rung.load();

function session(t, options) {
  const made = rung.session(options);
  t.after(() => made.dispose());
  return made;
}

test("a type says its kind, what it is made of and whether the llvm dialect takes it", (t) => {
  const of = session(t);
  const memref = of.type("memref<?x4xf32>");
  assert.equal(memref.kind, "memref");
  assert.equal(memref.text, "memref<?x4xf32>");
  assert.equal(memref.compatible, false);
  assert.deepEqual(memref.sizes, [null, 4]);
  assert.equal(memref.elements[0].text, "f32");
  assert.equal(memref.elements[0].bits, 32);
  assert.equal(of.type("memref<?x4xf32>"), memref);
  const signature = of.type("!llvm.func<i32 (ptr, ...)>");
  assert.deepEqual(signature.elements.map(({ text }) => text), ["!llvm.ptr", "i32"]);
  assert.equal(signature.resultCount, 1);
  assert.equal(signature.variadic, true);
  assert.deepEqual(of.type("vector<4x[8]xsi16>").scalable, [false, true]);
  assert.equal(of.type("si16").signedness, "signed");
  assert.throws(() => of.type("memref<?x"), { name: "RangeError", message: /expected/ });
});

test("types are those of the text, and cannot be used with another", (t) => {
  const of = session(t);
  const text = 'llvm.func @f(!llvm.struct<"a", (i32, ptr)>)';
  of.setText(text);
  const a = of.struct("a");
  assert.equal(of.typeAt(text.indexOf("!llvm.struct")), a);
  assert.equal(a.hasBody, true);
  assert.equal(of.typeAt(0) === null || of.typeAt(0).kind === "function", true);
  of.setText("");
  assert.throws(() => a.elements, TypeError);
  assert.throws(() => of.setBody(a, []), TypeError);
  assert.equal(of.struct("a").hasBody, false);
});

test("a body is set once: now, the same again, or refused", (t) => {
  const of = session(t);
  const node = of.struct("node"), i32 = of.type("i32"), pointer = of.type("!llvm.ptr");
  assert.equal(node.opaque, true);
  assert.equal(of.setBody(node, [i32, pointer], { packed: true }), "set");
  assert.equal(of.setBody(node, [i32, pointer], { packed: true }), "same");
  assert.equal(of.setBody(node, [i32, pointer]), "refused");
  assert.equal(of.setBody(node, "opaque"), "refused");
  assert.equal(of.setBody(i32, []), "refused");
  assert.equal(node.text, '!llvm.struct<"node", packed (i32, ptr)>');
  assert.equal(node.packed, true);
  assert.equal(of.newStruct("node", [i32]).text, '!llvm.struct<"node.1", (i32)>');
  assert.throws(() => of.newStruct("node", [of.type("!llvm.void")]), { message: "invalid LLVM structure element type: '!llvm.void'" });
  assert.equal(of.setBody(of.struct("o"), "opaque"), "set");
  assert.throws(() => of.setBody(node, [{ id: 1 }]), TypeError);
});
