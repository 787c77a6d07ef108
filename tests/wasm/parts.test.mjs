// A text with `// -----` is several parts, and comments say which messages are expected.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";

const rung = await Rung.load();
const REFERENCE = "/usr/lib/llvm-22/bin/mlir-opt";
const skip = existsSync(REFERENCE) ? false : "mlir-opt 22 is not installed";

function session(t, options = { split: true }) {
  const made = rung.session(options);
  t.after(() => made.dispose());
  return made;
}

const ADD = (name) => `func.func @${name}(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n`;
const BAD = "func.func @bad() {\n  %0 = arith.addi %q, %q : i32\n  return\n}\n";

test("parts have ranges, and messages of their own, in positions of the whole text", (t) => {
  const s = session(t);
  const text = `// ü🪜\n${ADD("f")}// -----\n${BAD}// -----\n${ADD("f")}`;
  const { ok, diagnostics } = s.setText(text);
  assert.equal(ok, false);
  const parts = s.parts();
  assert.deepEqual(parts.map((part) => [part.ok, part.diagnostics.length]), [[true, 0], [false, 1], [true, 0]]);
  assert.equal(parts.map(({ from, to }) => text.slice(from, to)).join("// -----"), text);
  const [undeclared] = diagnostics;
  assert.equal(parts[1].diagnostics[0], undeclared);
  assert.equal(text.slice(undeclared.from, undeclared.to), "%q");
  assert.equal(undeclared.from, text.indexOf("%q"));
  assert.equal(undeclared.line, text.slice(0, undeclared.from).split("\n").length);
});

test("one part is chosen: it is printed, run, explained and looked at", (t) => {
  const s = session(t);
  const text = `${ADD("f")}// -----\n${ADD("g").replace("i32)", "memref<?xi32>)").replace(/ {2}%0.*\n/, "  %c = arith.constant 1 : i32\n").replace("%0", "%c")}`;
  assert.equal(s.setText(text).ok, true);
  assert.equal(s.part, 0);
  assert.match(s.print(), /@f/);
  assert.equal(s.operations()["arith.addi"], 1);
  const at = text.indexOf("memref");
  assert.equal(s.explainTypeAt(at).facts.length, 0);
  s.choosePart(1);
  assert.equal(s.part, 1);
  assert.match(s.print(), /@g/);
  assert.doesNotMatch(s.print(), /@f/);
  assert.equal(s.operations()["arith.addi"], undefined);
  const [fact] = s.explainTypeAt(at).facts;
  assert.equal(text.slice(fact.source.from, fact.source.to), "memref<?xi32>");
  const hover = s.hover(text.indexOf("arith.constant"));
  assert.equal(text.slice(hover.from, hover.to), "arith.constant");
  assert.equal(s.hover(2), null);
  const result = s.run("builtin.module(convert-arith-to-llvm)", { trace: true, stages: "printed" });
  assert.match(result.text, /llvm\.mlir\.constant/);
  const origin = s.provenance({ result: true }).find(({ from, to }) => s.printResult().slice(from, to).includes("llvm.mlir.constant") && !s.printResult().slice(from, to).includes("func"));
  assert.equal(text.slice(origin.source.from, origin.source.to), "arith.constant 1 : i32");
  const changed = result.explanation[0].children[0];
  assert.equal(text.slice(changed.source.from, changed.source.to).includes("arith.constant"), true);
  assert.throws(() => s.choosePart(2), RangeError);
});

test("the choice stays while there are as many parts", (t) => {
  const s = session(t);
  s.setText(`${ADD("f")}// -----\n${ADD("g")}`);
  s.choosePart(1);
  s.setText(`${ADD("f")}// -----\n${ADD("h")}`);
  assert.equal(s.part, 1);
  assert.match(s.print(), /@h/);
  s.setText(ADD("f"));
  assert.equal(s.part, 0);
  assert.match(s.print(), /@f/);
});

test("a failing pass has its message at its place in the whole text", (t) => {
  const s = session(t);
  const text = `${ADD("f")}// -----\nfunc.func @g(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = math.exp %a : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n`;
  s.setText(text);
  s.choosePart(1);
  const { ok, diagnostics } = s.run("builtin.module(convert-func-to-llvm,convert-complex-to-libm,lower-affine,convert-math-to-funcs,convert-vector-to-llvm,symbol-dce,convert-cf-to-llvm,convert-index-to-llvm,convert-to-llvm{filter-dialects=quux})");
  assert.equal(ok, false);
  for (const { from, to } of diagnostics) if (from !== undefined) assert.ok(from >= text.indexOf("// -----") && to <= text.length);
});

test("without markers, or without splitting, a text is one part", (t) => {
  for (const options of [{ split: true }, {}]) {
    const s = session(t, options);
    s.setText(ADD("f"));
    assert.deepEqual(s.parts(), [{ from: 0, to: ADD("f").length, ok: true, diagnostics: [] }]);
    s.setText("");
    assert.equal(s.parts().length, 1);
  }
  const s = session(t, {});
  assert.equal(s.setText(`${ADD("f")}// -----\n${ADD("f")}`).ok, false);
  s.setOptions({ split: "// ####" });
  assert.equal(s.setText(`${ADD("f")}// ####\n${ADD("f")}`).ok, true);
  assert.equal(s.parts().length, 2);
});

test("what only looks like a marker is a warning", (t) => {
  const s = session(t);
  const text = `${ADD("f")}// ---\n`;
  const { ok, diagnostics: [miss] } = s.setText(text);
  assert.deepEqual([ok, miss.severity, miss.message, miss.line], [true, "warning", "near miss with file split marker", 5]);
  assert.deepEqual(s.parts()[0].diagnostics, []);
});

test("an upgrade and repairs reach all parts", (t) => {
  const s = session(t);
  const old = "func @f(%m: memref<?xf32>) {\n  return\n}\n";
  const { text, changes, edition } = s.upgrade(`${old}// -----\n${old}`);
  const now = old.replace("func @", "func.func @");
  assert.equal(text, `${now}// -----\n${now}`);
  assert.deepEqual([changes.length, edition], [2, "llvm14"]);
  const slip = "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, a : i32\n  return %0 : i32\n}\n";
  s.setText(`${ADD("f")}// -----\n${slip}`);
  assert.equal(s.fixedText().text, `${ADD("f")}// -----\n${slip.replace(" a :", " %a :")}`);
});

test("text around IR is set aside in each part", (t) => {
  const s = session(t, { split: true, keepUnknown: true });
  const text = `${ADD("f")}// -----\n$ cat x.mlir\n${ADD("g")}`;
  const { ok, diagnostics: [aside] } = s.setText(text);
  assert.deepEqual([ok, aside.kind, text.slice(aside.from, aside.to)], [true, "aside", "$ cat x.mlir"]);
});

// --- Expectations

/** Messages as mlir-opt writes them, and as the session has them. */
function both(t, text, { pipeline = "", onlyExpected = false } = {}) {
  const s = session(t, { split: true, allowUnregisteredDialects: false, editionIn: "llvm22" });
  s.setText(text);
  const ours = s.verifyDiagnostics(pipeline, { onlyExpected });
  const flags = ["-split-input-file", `-verify-diagnostics=${onlyExpected ? "only-expected" : "all"}`, ...(pipeline ? [`-pass-pipeline=${pipeline}`] : [])];
  const { status, stderr } = spawnSync(REFERENCE, flags, { input: text, encoding: "utf8" });
  const theirs = [...new Set(stderr.split("\n").filter((line) => /^(<stdin>|<unknown>).*error: /.test(line)))];   // what has no place it says twice
  return { ours, theirs, status, said: ours.diagnostics.filter(({ severity }) => severity === "error").map(({ file, line, column, message }) => `${file || "<unknown>"}:${line ?? 0}${column ? `:${column}` : ""}: error: ${message}`) };
}

for (const [name, text, options] of [
  ["all is as expected", `func.func @f() {\n  // expected-error@+1 {{use of undeclared SSA value name}}\n  %0 = arith.addi %q, %q : i32\n  return\n}\n// -----\n${ADD("g")}`],
  ["one did not come", `// expected-error {{nothing}}\n${ADD("g")}`],
  ["one came that nobody expects", BAD],
  ["the severity is another", "func.func @f() {\n  // expected-warning@+1 {{undeclared}}\n  %0 = arith.addi %q, %q : i32\n  return\n}\n"],
  ["in several parts", `${BAD}// -----\n// expected-error@below {{nope}}\n${ADD("f")}// -----\n${BAD}`],
  ["notes count", "func.func @f(%a: i32) { // expected-note {{prior use here}}\n  // expected-error@+1 {{expects different type}}\n  %0 = arith.addi %a, %a : i64\n  return\n}\n"],
  ["notes that are not expected", "func.func @f(%a: i32) {\n  // expected-error@+1 {{expects different type}}\n  %0 = arith.addi %a, %a : i64\n  return\n}\n"],
  ["only what is expected", "func.func @f(%a: i32) {\n  // expected-error@+1 {{expects different type}}\n  %0 = arith.addi %a, %a : i64\n  return\n}\n", { onlyExpected: true }],
  ["expressions", "func.func @f() {\n  // expected-error-re@+1 {{use of {{un|re}}declared SSA {{[a-z]+}} name}}\n  %0 = arith.addi %q, %q : i32\n  return\n}\n"],
  ["an expression that is none", "// expected-error-re {{a {{(b}} c}}\n"],
  ["@above, @-1, @+2", "func.func @f() {\n  %0 = arith.addi %q, %q : i32\n  // expected-error@above {{undeclared}}\n  return\n}\n// -----\n// expected-error@+3 {{undeclared}}\n\nfunc.func @g() {\n  %0 = arith.addi %q, %q : i32\n  return\n}\n"],
  ["@unknown", "// expected-error@unknown {{nowhere}}\n"],
  ["from a pass", "func.func @f(%a: i32) -> vector<4xi32> {\n  // expected-error@+1 {{failed to legalize}}\n  %0 = vector.broadcast %a : i32 to vector<4xi32>\n  return %0 : vector<4xi32>\n}\n", { pipeline: "builtin.module(convert-func-to-llvm)" }],
  ["from a pass in one part of two", `${ADD("f")}// -----\nmodule {\n  // expected-error@+1 {{cannot be converted}}\n  func.func @f() { return }\n}\n`, { pipeline: "builtin.module(convert-func-to-llvm)" }],
]) {
  test(`expectations, as mlir-opt checks them: ${name}`, { skip }, (t) => {
    const { ours, said, theirs, status } = both(t, text, options);
    assert.deepEqual(said, theirs);
    assert.equal(ours.ok, status === 0);
  });
}

test("each message has its range, and each expectation that was met has a message, too", (t) => {
  const s = session(t);
  const text = `// é\n${BAD}// -----\nfunc.func @g() {\n  // expected-error@+1 {{undeclared}}\n  %0 = arith.addi %x, %x : i32\n  return // expected-remark {{never}}\n}\n`;
  s.setText(text);
  const { ok, diagnostics } = s.verifyDiagnostics();
  assert.equal(ok, false);
  assert.deepEqual(diagnostics.map(({ kind, severity, from, to }) => [kind, severity, text.slice(from, to)]), [
    ["unexpected", "error", "%q"], ["met", "info", "expected-e"], ["unmet", "error", "expec"],
  ]);
  assert.equal(diagnostics[0].message, "unexpected error: use of undeclared SSA value name");
});

test("checking expectations leaves the session unchanged", (t) => {
  const s = session(t);
  s.setText(`${ADD("f")}// -----\n${ADD("g")}`);
  s.choosePart(1);
  const before = s.print();
  assert.deepEqual(s.verifyDiagnostics("builtin.module(convert-to-llvm)"), { ok: true, diagnostics: [] });
  assert.equal(s.print(), before);
  assert.equal(s.part, 1);
  assert.equal(s.run("builtin.module(cse)").ok, true);
});

test("a pipeline that cannot be read is an error", (t) => {
  const s = session(t);
  s.setText(ADD("f"));
  const { ok, diagnostics } = s.verifyDiagnostics("builtin.module(x)");
  assert.equal(ok, false);
  assert.match(diagnostics[0].message, /'x' does not refer to a registered pass/);
});
