// Editions through rung.js: which there are, what a text is of, and bringing it up to date.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";

const rung = await Rung.load();
const OLD = `// ünïcödé 🪜
func @f(%m: memref<?xf32>, %p: !llvm.ptr<i8>) { // 🪜 é
  %zero = constant 0 : index
  %name = "other.op"() {name = "🪜é"} : () -> i32 %v = load %m[%zero] : memref<?xf32>
  return
}
`;
const TODAY = `// ünïcödé 🪜
func.func @f(%m: memref<?xf32>, %p: !llvm.ptr) { // 🪜 é
  %zero = arith.constant 0 : index
  %name = "other.op"() {name = "🪜é"} : () -> i32 %v = memref.load %m[%zero] : memref<?xf32>
  return
}
`;

function session(t, options) {
  const made = rung.session(options);
  t.after(() => made.dispose());
  return made;
}

// The text with changes made, as an editor makes them.
function applied(text, changes) {
  let made = "";
  let at = 0;
  for (const change of changes) {
    assert.ok(change.from >= at && change.to >= change.from, "in order, and apart from each other");
    made += text.slice(at, change.from) + change.text;
    at = change.to;
  }
  return made + text.slice(at);
}

test("editions, the oldest first; what is listed as printed and read can be asked for", (t) => {
  const editions = rung.editions();
  assert.equal(editions.at(-1).name, "llvm22");
  assert.ok(editions.findIndex(({ name }) => name === "2019") < editions.findIndex(({ name }) => name === "llvm13"));
  const s = session(t);
  for (const { name, isRead, isPrinted } of editions) {
    const asks = (option) => () => s.setOptions({ [option]: name });
    if (isRead) asks("editionIn")();
    else assert.throws(asks("editionIn"), RangeError);
    if (isPrinted) asks("edition")();
    else assert.throws(asks("edition"), RangeError);
  }
  editions.length = 0;
  assert.ok(rung.editions().length > 0, "the list is the caller's own");
});

test("a text says which edition it may be of", (t) => {
  const s = session(t);
  for (const [text, edition] of [["func @f() { return }", "llvm14"], ["func.func @f() { return }", "llvm22"], ["", "llvm22"],
    ["llvm.func @f(!llvm.ptr<i8>)", "llvm16"]])
    assert.equal(s.setText(text).edition, edition, text);
});

test("changes are ranges in UTF-16 of the text as it was, and make the text that is given", (t) => {
  const s = session(t);
  for (const text of [OLD, OLD.replace("return", "retrun"), OLD.replaceAll("\n", "\r\n"), OLD + OLD.replace("@f", "@g")]) {
    const { text: made, changes, edition } = s.upgrade(text);
    assert.equal(applied(text, changes), made);
    assert.equal(edition, "2020");
    for (const { before, after, why } of changes) {
      assert.doesNotMatch(before + after + why, /\n/);
      assert.ok(before && why);
    }
    assert.equal(s.upgrade(made).changes.length, 0, "there is nothing left to change");
  }
  const { text, changes, diagnostics } = s.upgrade(OLD);
  assert.equal(text, TODAY);
  assert.deepEqual(diagnostics, []);
  const load = changes.find(({ after }) => after.includes("memref.load"));
  assert.equal(OLD.slice(load.from, load.to).trim(), "load");
  assert.deepEqual([load.text.trim(), load.since], ["memref.load", 13]);
  assert.equal(load.before, "%v = load %m[%zero] : memref<?xf32>");
});

test("the session holds the text that was brought up to date", (t) => {
  const s = session(t);
  s.upgrade(OLD);
  assert.match(s.print(), /memref\.load/);
  assert.equal(s.hover(OLD.indexOf("load %m"))?.title, "memref.load");
});

test("a text of today stays, and one that cannot be read says why", (t) => {
  const s = session(t);
  assert.deepEqual(s.upgrade(TODAY), { text: TODAY, changes: [], diagnostics: [], edition: "llvm22" });
  assert.deepEqual(s.upgrade(""), { text: "", changes: [], diagnostics: [], edition: "llvm22" });
  const broken = "// é\nfunc.func @f() { oops }\n";
  const { text, changes, diagnostics: [first] } = s.upgrade(broken);
  assert.equal(text, broken);
  assert.deepEqual(changes, []);
  assert.match(first.message, /custom op 'oops' is unknown/);
  assert.equal(broken.slice(first.from, first.to), "oops");
});

test("when only types are asked for, types change in comments and in text that is not a module, too", (t) => {
  const text = "// CHECK: é !llvm.ptr<i8> 🪜 !llvm.ptr<ptr<f32>>\n%0 = addi ... !llvm.ptr<i8>\n";
  const { text: made, changes } = session(t).upgrade(text, { only: "types" });
  assert.equal(made, "// CHECK: é !llvm.ptr 🪜 !llvm.ptr\n%0 = addi ... !llvm.ptr\n");
  assert.equal(applied(text, changes), made);
});

test("a disposed session, and an argument that is no string, are refused", (t) => {
  const s = session(t);
  assert.throws(() => s.upgrade(null), TypeError);
  assert.equal(s.upgrade(OLD).text, TODAY);
  s.dispose();
  assert.throws(() => s.upgrade(OLD), TypeError);
});

test("a part that an edition cannot express is an error with its place", (t) => {
  const s = session(t, { edition: "llvm13" });
  const text = "// é🪜\nllvm.func @f(!llvm.ptr)\n";
  assert.equal(s.setText(text).ok, true);
  for (const print of [() => s.print(), () => s.run("builtin.module(cse)")])
    assert.throws(print, (error) => {
      assert.ok(error instanceof RangeError);
      assert.match(error.message, /'llvm13' cannot express that/);
      assert.equal(error.cause.message, error.message);
      assert.equal(error.cause.from, text.indexOf("llvm.func"));
      return true;
    });
  assert.match(s.print({ edition: "llvm16" }), /!llvm\.ptr\)/);
});
