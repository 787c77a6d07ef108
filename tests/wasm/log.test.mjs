// The dumps in a log, as text for a session.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";

const rung = await Rung.load();

const header = (when, pass) => `// -----// IR Dump ${when} ${pass} //----- //\n`;
const LOG = `ünd 🪜
${header("Before", "Canonicalizer (canonicalize)")}func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32 // 🪜
  return %0 : i32
}

${header("After", "Canonicalizer (canonicalize)")}func.func @f(%a: i32) {
  return
}

${header("After", "CSE Failed (cse) ('builtin.module' operation)")}module {
}

the end`;

test("a log is a list of dumps, whose ranges are texts for a session", (t) => {
  const stages = rung.readLog(LOG);
  assert.deepEqual(stages.map(({ after, failed, pass, argument, anchor, symbol, chain }) => [after, failed, pass, argument, anchor, symbol, chain]), [
    [false, false, "Canonicalizer", "canonicalize", "func.func", "f", 0],
    [true, false, "Canonicalizer", "canonicalize", "func.func", "f", 0],
    [true, true, "CSE", "cse", "builtin.module", "", 1],
  ]);
  assert.deepEqual(stages.map(({ line, lines }) => [line, lines]), [[3, 4], [9, 3], [14, 2]]);
  const session = rung.session({ allowUnregisteredDialects: false });
  t.after(() => session.dispose());
  for (const { from, to, header, pass } of stages) {
    assert.equal(LOG.slice(header.from, header.to).split(" (")[0].split(" ").slice(5)[0], pass);
    const { ok, diagnostics } = session.setText(LOG.slice(from, to));
    assert.deepEqual([ok, diagnostics], [true, []]);
  }
});

test("a text without dumps has no stages", () => {
  assert.deepEqual(rung.readLog(""), []);
  assert.deepEqual(rung.readLog("module {}"), []);
});

test("a log with more dumps than are expected is read whole", () => {
  const one = `${header("After", "CSE (cse)")}func.func private @f()\n\n`;
  const stages = rung.readLog(one.repeat(1000));
  assert.equal(stages.length, 1000);
  assert.ok(stages.every(({ from, to }, i) => from === i * one.length + one.indexOf("func") && to === (i + 1) * one.length - 1));
});

test("a log of 70 MB takes less than three seconds of CPU time", () => {
  const body = `  %0 = "x.op"(%a) {note = "}"} : (i32) -> i32  // a comment\n`.repeat(800);
  const log = `${header("After", "CSE (cse)")}func.func @f(%a: i32) {\n${body}}\n\n`.repeat(1600);
  assert.ok(log.length > 70e6);
  const begin = process.cpuUsage();
  assert.equal(rung.readLog(log).length, 1600);
  const spent = process.cpuUsage(begin).user / 1000;
  assert.ok(spent < 3000, `${spent} ms`);
});

test("a reproducer in the text is found, and one is written", (t) => {
  const session = rung.session();
  t.after(() => session.dispose());
  assert.equal(session.reproducer(), null);
  session.setText("func.func private @f()");
  assert.equal(session.reproducer(), null);
  const text = session.printReproducer("builtin.module(cse)");
  assert.match(text, /^module \{[^]*\n\{-#\n[^]*pipeline: "builtin\.module\(cse\)",\n *disable_threading: false,\n *verify_each: true\n[^]*#-\}\n$/);
  assert.equal(session.setText(text).ok, true);
  assert.deepEqual(session.reproducer(), { pipeline: "builtin.module(cse)", disableThreading: false, verifyEach: true });
  assert.match(session.print(), /mlir_reproducer/);
  session.setOptions({ runReproducer: true });
  assert.equal(session.setText(text).ok, true);
  assert.equal(session.reproducer().pipeline, "builtin.module(cse)");
  assert.doesNotMatch(session.print(), /mlir_reproducer/);
  assert.equal(session.setText(text.replace("false", "3")).ok, false);
  session.setText("// configuration: -pass-pipeline='func(cse)'\nfunc @f() { return }");
  assert.deepEqual(session.reproducer(), { pipeline: "builtin.module(func.func(cse))", disableThreading: false, verifyEach: false });
});

test("dumps are the parts of a session's text, with messages at their places in the log", (t) => {
  const session = rung.session({ splitLog: true, keepUnknown: true });
  t.after(() => session.dispose());
  const log = LOG.replace("return %0 : i32", "return %q : i32");
  const { ok, diagnostics } = session.setText(log);
  assert.equal(ok, false);
  const parts = session.parts();
  assert.deepEqual(parts.map(({ dump }) => dump), rung.readLog(log));
  assert.deepEqual(parts.map(({ from, to, ok: isValid }) => [log.slice(from, to).split(/[ (]/)[1], isValid]), [["@f", false], ["@f", true], ["{\n}\n", true]]);
  assert.deepEqual(parts[0].diagnostics, diagnostics);
  assert.equal(log.slice(diagnostics[0].from, diagnostics[0].to), "%q");
  assert.equal(diagnostics[0].line, log.slice(0, log.indexOf("%q")).split("\n").length);
  session.choosePart(1);
  assert.equal(session.print(), "module {\n  func.func @f(%arg0: i32) {\n    return\n  }\n}\n\n");
});

test("without dumps there is one part, or those between markers", (t) => {
  const session = rung.session({ splitLog: true, split: true });
  t.after(() => session.dispose());
  session.setText("module {\n}\n");
  assert.deepEqual(session.parts(), [{ from: 0, to: 11, ok: true, diagnostics: [] }]);
  session.setText("module {\n}\n// -----\nmodule {\n}\n");
  assert.equal(session.parts().length, 2);
});
