import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Rung, RungCrash } from "../../wasm/rung.js";

const rung = await Rung.load();
const ADD = "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n";
// As mlir-opt prints it: an empty line behind the module.
const PRINTED = `module {\n${ADD.replaceAll("%a", "%arg0").replace(/^(?=.)/gm, "  ")}}\n\n`;

/** A session that is freed when the test ends. */
function session(t, options) {
  const made = rung.session(options);
  t.after(() => made.dispose());
  return made;
}

test("loads from bytes, a module and a URL", async () => {
  const url = new URL("../../build/wasm/rung.wasm", import.meta.url);
  const bytes = await readFile(url);
  for (const source of [bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), new WebAssembly.Module(bytes), url, url.href])
    assert.match((await Rung.load(source)).version, /^\d+\.\d+\.\d+$/);
  await assert.rejects(Rung.load(new Uint8Array([0, 1, 2])));
  await assert.rejects(Rung.load(new URL("./absent.wasm", import.meta.url)));
});

test("the module asks its host for nothing but what rung.js gives", async () => {
  const module = new WebAssembly.Module(await readFile(new URL("../../build/wasm/rung.wasm", import.meta.url)));
  for (const { module: space } of WebAssembly.Module.imports(module))
    assert.ok(["env", "wasi_snapshot_preview1"].includes(space), space);
});

test("a valid text has no diagnostics and prints", (t) => {
  const s = session(t);
  assert.deepEqual(s.setText(ADD), { ok: true, diagnostics: [], summary: "", edition: "llvm22" });
  assert.equal(s.print(), PRINTED);
});

test("an empty text is an empty module", (t) => {
  const s = session(t);
  assert.equal(s.setText("").ok, true);
  assert.equal(s.print(), "module {\n}\n\n");
});

test("a mistake has its range, line, column and notes", (t) => {
  const text = "func.func @f(%a: i32, %b: i64) -> i32 {\n  %0 = arith.addi %a, %b : i32\n  return %0 : i32\n}\n";
  const { ok, diagnostics: [first] } = session(t).setText(text);
  assert.equal(ok, false);
  assert.equal(first.severity, "error");
  assert.equal(first.message, "use of value '%b' expects different type than prior uses: 'i32' vs 'i64'");
  assert.equal(text.slice(first.from, first.to), "%b");
  assert.equal(first.from, text.lastIndexOf("%b"));
  assert.deepEqual([first.line, first.column, first.file], [2, 23, "<stdin>"]);
  assert.equal(first.notes[0].severity, "note");
  assert.equal(first.notes[0].message, "prior use here");
  assert.equal(first.notes[0].from, text.indexOf("%b"));
});

for (const [name, before] of Object.entries({
  "two-byte letters": "// ünïcödé\n",
  "three-byte letters": "// はしご\n",
  "pairs of surrogates": "// 🪜🪜\n",
  "a long stretch of all of them": "// aü語🪜 \n".repeat(300),
  "a lone surrogate": "// \ud83e!\n",
})) {
  test(`ranges count UTF-16 units behind ${name}`, (t) => {
    const text = `${before}func.func @f() {\n  %0 = arith.addi %q, %q : i32\n  return\n}\n`;
    const { diagnostics } = session(t).setText(text);
    assert.ok(diagnostics.length > 0);
    const undeclared = diagnostics.find(({ message }) => /undeclared/.test(message));
    assert.equal(undeclared.from, text.indexOf("%q"));
    assert.equal(text.slice(undeclared.from, undeclared.to), "%q");
  });
}

test("a mistake inside a character of several bytes has the whole of it for its range", (t) => {
  for (const letter of ["é", "語", "🪜"]) {
    const text = `module { ${letter} }\n`;
    const { diagnostics: [first] } = session(t).setText(text);
    assert.equal(text.slice(first.from, first.to), letter);
    assert.deepEqual([first.line, first.column], [1, 10]);
  }
});

test("all mistakes come from one call", (t) => {
  const text = ["%x", "%y", "%z"].map((name, i) =>
    `func.func @f${i}() -> i32 {\n  return ${name} : i32\n}\n`).join("");
  assert.equal(session(t).setText(text).diagnostics.length, 3);
});

test("the options of print() change its text", (t) => {
  const s = session(t);
  s.setText(ADD);
  assert.match(s.print({ generic: true }), /"builtin.module"\(\) \(\{\n {2}"func.func"\(\)/);
  assert.match(s.print({ debugInfo: true }), /loc\("<stdin>":2:8\)|loc\(#loc\d*\)/);
  assert.match(s.print({ debugInfo: true, localScope: true }), /: i32 loc\("<stdin>":2:8\)/);
  assert.match(s.print({ valueUsers: true }), /\/\/ user: %2/);
  assert.equal(s.print({ edition: "llvm22" }), PRINTED);
  assert.throws(() => s.print({ edition: "1969" }), RangeError);
  s.setText("%0 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>\n");
  assert.match(s.print({ elideElementsLarger: 2 }), /dense_resource<__elided__>/);
  assert.match(s.print({ hexElementsLarger: 2 }), /dense<"0x01000000/);
});

test("unregistered dialects are read unless an option refuses them", (t) => {
  const s = session(t);
  const text = '"foo.bar"() : () -> ()\n';
  assert.equal(s.setText(text).ok, true);
  s.setOptions({ allowUnregisteredDialects: false });
  assert.equal(s.setText(text).ok, false);
  s.setOptions({});
  assert.equal(s.setText(text).ok, true);
  assert.equal(session(t, { allowUnregisteredDialects: false }).setText(text).ok, false);
});

test("reading what is unknown and reading what one edition reads exclude each other", (t) => {
  assert.throws(() => rung.session({ keepUnknown: true, editionIn: "llvm22" }), { name: "RangeError", message: /give one of them/ });
  assert.equal(session(t, { keepUnknown: true }).setText(ADD).ok, true);
});

test("operations of a dialect that nobody told of are kept; what is kept has one form", (t) => {
  const text = 'shader.module Logical GLSL450 {\n  shader.func @f() "None" {\n    shader.Return\n  }\n}\n';
  const s = session(t, { keepUnknown: true });
  const { ok, diagnostics } = s.setText(text);
  assert.equal(ok, true);
  assert.deepEqual(diagnostics.map(({ severity, kind, about }) => [severity, kind, about]), [["info", "kept", 3]]);
  assert.equal(s.print(), `module {\n${text.replace(/^(?=.)/gm, "  ")}}\n\n`);
  assert.throws(() => s.print({ generic: true }), { name: "RangeError", message: "'shader.module' cannot be printed in generic form: Rung doesn't know its dialect" });
  assert.throws(() => s.print({ edition: "llvm16" }), { name: "RangeError", message: /cannot be printed for another edition/ });
  assert.throws(() => s.print({ edition: "llvm1" }), { name: "RangeError", message: "edition 'llvm1' is not supported" });
  assert.equal(session(t).setText(text).ok, false);
});

test("kept operations, holes and text set aside are described as data", (t) => {
  const s = session(t, { keepUnknown: true });
  const said = (text) => s.setText(text).diagnostics.map(({ kind, about, from, to }) => [kind, about, text.slice(from, to)]);
  assert.deepEqual(said("%0 = d.one %a\n%1 = d.two %0\n...\n"), [["kept", 2, "d.one"], ["hole", 1, "..."], ["elsewhere", 1, "%a"]]);
  assert.deepEqual(said("```mlir\nfunc.func private @f()\n```\n"), [["aside", 1, "```mlir"], ["aside", 1, "```"]]);
  assert.deepEqual(said("> func.func @f() {\n>   return\n> }\n"), [["aside", 3, ">"]]);
});

// What the core says goes through as JSON; here a core that says all there is to say of a message.
test("info messages have a kind, and fixes come with UTF-16 places", () => {
  const text = "// ü🪜\n%0 = arith.add %a, %b : i32\n";
  const diagnostics = [
    { severity: "info", kind: "kept", message: "kept", from: 10, to: 15, line: 2, column: 1, file: "-", notes: [] },
    { severity: "error", message: "bad", from: 15, to: 24, notes: [], fixes: [{ from: 15, to: 24, text: "arith.addi", title: "write `arith.addi`", safe: true }] },
  ];
  const answer = JSON.stringify({ diagnostics, summary: "1 unknown operation" });
  const memory = new WebAssembly.Memory({ initial: 1 });
  const bytes = new TextEncoder().encode(answer);
  new Uint8Array(memory.buffer).set(bytes, 4096);
  const saying = new Rung({
    memory, glue_alloc: () => 1024, glue_free() {}, glue_result_size: () => bytes.length, glue_version: () => 4096, glue_session_new: () => 8,
    glue_set_options: () => 1, glue_set_text: () => 0, glue_diagnostics: () => 4096,
  });
  const { ok, summary, diagnostics: [kept, bad] } = saying.session().setText(text);
  assert.equal(ok, false);
  assert.equal(summary, "1 unknown operation");
  assert.deepEqual([kept.kind, kept.fixes], ["kept", []]);
  assert.equal(text.slice(kept.from, kept.to), "%0 = ");
  assert.equal(bad.kind, undefined);
  const [fix] = bad.fixes;
  assert.deepEqual([text.slice(fix.from, fix.to), fix.text, fix.safe], ["arith.add", "arith.addi", true]);
});

test("editions and the implicit module are options", (t) => {
  assert.throws(() => rung.session({ editionIn: "1969" }), { name: "RangeError", message: "this edition is not supported: editionIn '1969'" });
  assert.throws(() => session(t).print({ edition: "1969" }), { name: "RangeError", message: "edition '1969' is not supported" });
  assert.equal(session(t, { editionIn: "llvm22" }).setText(ADD).ok, true);
  assert.throws(() => rung.session({ edition: "1969" }), RangeError);
  const old = session(t, { edition: "llvm16" });
  old.setText("func.func private @f(memref<f32>)");
  assert.match(old.run("builtin.module(convert-func-to-llvm)").text, /llvm\.func @f\(!llvm\.ptr<f32>, !llvm\.ptr<f32>, i64\)/);
  const bare = session(t, { noImplicitModule: true });
  assert.equal(bare.setText(ADD + ADD.replace("@f", "@g")).ok, false);
  assert.equal(bare.setText(`module {\n${ADD}}\n`).ok, true);
});

test("a pipeline runs, stage by stage, from the text each time", (t) => {
  const s = session(t);
  s.setText(ADD);
  const pipeline = "builtin.module(convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)";
  const result = s.run(pipeline, { stages: "printed" });
  assert.deepEqual(result.diagnostics, []);
  assert.equal(result.ok, true);
  assert.match(result.text, /llvm\.func @f\(%arg0: i32\) -> i32/);
  const names = ["convert-arith-to-llvm", "convert-func-to-llvm", "reconcile-unrealized-casts"];
  assert.deepEqual(result.stages.map(({ name }) => name), names);
  for (const { name, pass } of result.stages) assert.ok(pass.startsWith(name), pass);
  assert.match(result.stages[0].text, /llvm\.add/);
  assert.match(result.stages[0].text, /func\.func @f/);
  assert.deepEqual(result.stages.map(({ changed }) => changed), [true, true, false]);
  assert.equal(result.stages[2].text, result.text);
  assert.match(s.printResult({ generic: true }), /"llvm.func"\(\)/);
  assert.equal(s.print(), PRINTED);
  const again = s.run(pipeline);
  assert.equal(again.text, result.text);
  assert.deepEqual(again.stages, []);
});

test("a pipeline that cannot run says why", (t) => {
  const s = session(t);
  s.setText(ADD);
  for (const pipeline of ["", "builtin.module(", "builtin.module(no-such-pass)", "func.func(cse)", "builtin.module(cse{x=1})", "\u0000", "🪜"]) {
    const result = s.run(pipeline);
    assert.equal(result.ok, false, pipeline);
    assert.equal(result.text, "");
    assert.ok(result.diagnostics.length > 0, pipeline);
  }
  assert.equal(s.print(), PRINTED);
});

test("a pipeline may go over lines", (t) => {
  const s = session(t);
  s.setText(ADD);
  const { ok, text, diagnostics } = s.run("\nbuiltin.module(\n  cse,\n\tfunc.func(\n    canonicalize{ max-iterations=3\n }\n  )\r\n)\n");
  assert.deepEqual([ok, text, diagnostics], [true, PRINTED, []]);
  assert.match(s.run("builtin.module(\n  cse,\n  nope\n)").diagnostics[0].message, /Parser:3:3: error: 'nope' does not .*\n  nope\n  \^\n$/);
  assert.equal(s.run("builtin.module(cse\0)").ok, false);
});

test("an argument that is no string is refused, and the session stays as it was", (t) => {
  const s = session(t);
  s.setText(ADD);
  for (const wrong of [undefined, null, 5, {}, [], new Uint8Array(3)]) {
    if (!(wrong instanceof Uint8Array)) assert.throws(() => s.setText(wrong), { name: "TypeError", message: /^expected a string, not / });
    for (const call of [() => s.run(wrong), () => s.explainType(wrong), () => rung.tokens(wrong)])
      assert.throws(call, { name: "TypeError", message: /^expected a string, not / });
  }
  assert.equal(s.print(), PRINTED);
});

test("an argument that is no object of options, no string or no number where one is wanted is refused in the same words", (t) => {
  const s = session(t);
  s.setText(ADD);
  for (const wrong of [null, 5, "generic"]) {
    const calls = [() => rung.session(wrong), () => s.setOptions(wrong), () => s.print(wrong), () => s.printResult(wrong), () => s.provenance(wrong),
      () => s.run("builtin.module()", wrong), () => s.run("builtin.module()", { only: wrong }), () => s.upgrade("", wrong), () => s.verifyDiagnostics("", wrong),
      () => s.explainType("i32", wrong), () => s.explainTypeAt(0, wrong), () => s.translate(wrong), () => s.bytecode(wrong)];
    for (const call of calls) assert.throws(call, { name: "TypeError", message: /^expected an object, not (null|number|string)$/ }, String(call));
  }
  for (const wrong of [undefined, null, 1, {}]) {
    const calls = [() => rung.changedLines("", wrong), () => rung.addPass("", wrong), () => rung.removeDialect(wrong), () => rung.readPipeline(wrong)];
    if (wrong !== undefined) calls.push(() => rung.addPass("", "cse", wrong));
    for (const call of calls) assert.throws(call, { name: "TypeError", message: /^expected a string, not (undefined|null|number|object)$/ }, String(call));
  }
  for (const call of [() => rung.changedLines(), () => rung.changedLines(1), () => rung.changedLines({})])
    assert.throws(call, { name: "TypeError", message: /^expected a string, not / });
  for (const call of [() => s.hover(), () => s.hover(null), () => s.explainTypeAt("1"), () => s.choosePart("0"), () => s.choosePart("length")])
    assert.throws(call, { name: "TypeError", message: /^expected a number, not / }, String(call));
});

test("a session with a short text takes little memory: 1,500 of them fit", async () => {
  const own = await Rung.load();
  for (let i = 0; i < 1500; i++) {
    const s = own.session();
    assert.equal(s.setText("func.func private @f()").ok, true);
    if (i === 0) assert.ok(s.peakMemory() < 400_000, `${s.peakMemory()} bytes`);
  }
});

test("a session that nobody can reach any more gives its memory back", async () => {
  const text = `"a.b"() {c = dense<${JSON.stringify(Array.from({ length: 20000 }, (_, i) => i))}> : tensor<20000xi32>} : () -> ()`;
  const own = await Rung.load();
  for (let i = 0; i < 3000; i++) {
    assert.equal(own.session().setText(text).ok, true);
    if (i % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 1));   // for the engine to collect, and to say so
  }
});

test("sessions are independent", (t) => {
  const [a, b] = [session(t), session(t)];
  a.setText("func.func private @a()\n");
  b.setText("func.func private @b()\n");
  assert.match(a.print(), /@a/);
  assert.match(b.print(), /@b/);
  b.setText("oops");
  assert.match(a.print(), /@a/);
  b.dispose();
  assert.match(a.print(), /@a/);
});

test("a session disposed of cannot be used", () => {
  const s = rung.session();
  s.dispose();
  s.dispose();
  assert.throws(() => s.setText(""), TypeError);
  assert.throws(() => s.print(), TypeError);
  assert.throws(() => s.run("builtin.module()"), TypeError);
});

test("a disposed session gives its memory back", () => {
  const text = ADD.repeat(1).concat(...Array.from({ length: 300 }, (_, i) => ADD.replace("@f", `@f${i}`)));
  const peaks = [];
  for (let round = 0; round < 60; round++) {
    const s = rung.session();
    assert.equal(s.setText(text).ok, true);
    peaks.push(s.peakMemory());
    s.dispose();
  }
  assert.ok(peaks[0] > text.length);
  assert.equal(new Set(peaks).size, 1);
});

test("a text of 20,000 lines is read, though it is bigger than the memory at the start", (t) => {
  const text = Array.from({ length: 5000 }, (_, i) => ADD.replace("@f", `@f${i}`)).join("");
  const s = session(t);
  assert.equal(s.setText(text).ok, true);
  assert.equal(s.print().split("\n").length, 20_000 + 4);
});

test("nesting without end is an error, not a crash", (t) => {
  const s = session(t, { allowUnregisteredDialects: true });
  for (const deep of ["module {".repeat(20_000), "%0 = arith.constant " + "[".repeat(100_000), "!a = " + "tuple<".repeat(100_000), '"a"() ({'.repeat(50_000)])
    assert.equal(s.setText(deep).ok, false);
  assert.equal(s.setText(ADD).ok, true);
});

test("text with any bytes is read without harm", (t) => {
  const s = session(t);
  for (const text of ["\u0000", "\ud800", "\uffff", "\u0000module {}\u0000", "é", "%\u0000", '"\u0001"', "\ufeffmodule {}"])
    assert.equal(typeof s.setText(text).ok, "boolean");
});

test("a text is divided into tokens", () => {
  const text = "// é 🪜\n%e = foo.bar @f, \"ü\" : i32 {a = 1.5} ^bb0 #m ->";
  const read = rung.tokens(text)
    .map(({ from, to, class: name }) => [text.slice(from, to), name]);
  assert.deepEqual(read.slice(0, 1), [["// é 🪜", "comment"]]);
  for (const expected of [["foo.bar", "operation"], ["@f", "symbol"], ['"ü"', "string"], ["i32", "type"], ["1.5", "number"], ["^bb0", "block"], ["#m", "attribute"], ["->", "punctuation"]])
    assert.deepEqual(read.find(([part]) => part === expected[0]), expected);
  assert.deepEqual(rung.tokens(""), []);
  const begin = performance.now();
  assert.equal(rung.tokens(`tensor<${"1x".repeat(100_000)}f32>`).length, 200_004);
  assert.ok(performance.now() - begin < 10_000, "one look at each dimension");
});

test("passes have names and summaries", () => {
  const passes = rung.passes();
  assert.equal(new Set(passes.map(({ name }) => name)).size, passes.length);
  for (const { name, summary } of passes) {
    assert.match(name, /^[\w-]+$/);
    assert.ok(summary.length > 0, name);
  }
  assert.ok(passes.some(({ name }) => name === "convert-func-to-llvm"));
});

test("a text that does not fit in memory is a RangeError", () => {
  const full = new Rung({
    memory: new WebAssembly.Memory({ initial: 1 }),
    glue_alloc: () => 1024, glue_free() {}, glue_result_size: () => 0, glue_version: () => 8, glue_session_new: () => 8,
    glue_set_options: () => 1, glue_set_text: () => 1, glue_diagnostics: () => 0, glue_print: () => 0, glue_run: () => 0, glue_hover: () => 0,
  });
  const s = full.session();
  for (const call of [() => s.setText("module {}"), () => s.print(), () => s.run("builtin.module()"), () => s.hover(0)])
    assert.throws(call, { name: "RangeError", message: "out of memory" });
});

test("a trap is a RungCrash, and the crashed core stays shut", async () => {
  const fake = {
    memory: new WebAssembly.Memory({ initial: 1 }),
    glue_alloc: () => 1024, glue_free() {}, glue_result_size: () => 0, glue_version: () => 0, glue_delete() {},
    glue_session_new: () => 8, glue_set_options: () => 1, glue_session_delete() {},
    glue_set_text() { throw new WebAssembly.RuntimeError("unreachable"); },
  };
  const crashing = new Rung(fake);
  const s = crashing.session();
  assert.throws(() => s.setText("module {}"), RungCrash);
  assert.throws(() => s.print(), RungCrash);
  assert.throws(() => crashing.session(), RungCrash);
  s.dispose();
  assert.throws(() => s.print(), TypeError);
});

test("messages carry repairs; the safe ones make the fixed text", (t) => {
  const s = session(t);
  const text = `// ∀ 𝔸\n${ADD.replace("arith.addi", "arith.addii")}`;
  const { diagnostics: [{ fixes: [fix], notes }] } = s.setText(text);
  assert.equal(text.slice(fix.from, fix.to), "arith.addii");
  assert.deepEqual([fix.text, fix.title, fix.safe], ["arith.addi", "write `arith.addi`", true]);
  const hint = notes.find((note) => note.hint);
  assert.match(hint.message, /write `arith.addi`/);
  assert.deepEqual([hint.label, hint.listsFixes], ["hint", true]);
  const fixed = s.fixedText();
  assert.equal(fixed.text, `// ∀ 𝔸\n${ADD}`);
  assert.deepEqual(fixed.fixes, [fix]);
  assert.deepEqual(s.safeFixes(), [fix]);
  assert.equal(s.setText(fixed.text).ok, true);
  assert.deepEqual(s.fixedText(), { text: fixed.text, fixes: [] });
});

test("the summary says in words how a text was read", (t) => {
  const s = session(t, { keepUnknown: true });
  const read = (text) => s.setText(text).summary;
  assert.equal(read("d.one\n...\n"), "1 unknown operation, 1 omission");
  assert.equal(read("```mlir\nfunc.func private @f()\n```\n"), "text in 2 lines ignored");
  assert.equal(read("d.one\n".repeat(1_234_005)), "1,234,005 unknown operations");
  assert.deepEqual(s.setText("d.one\n...\narith.addi %a").diagnostics.map(({ label }) => label), ["error", "unknown", "left out"]);
});

test("the pipelines on offer can run", (t) => {
  const s = session(t);
  s.setText(ADD);
  const pipelines = rung.pipelines();
  assert.equal(new Set(pipelines.map(({ name }) => name)).size, pipelines.length);
  for (const { title, text } of pipelines) {
    assert.ok(title);
    assert.equal(s.run(text).ok, true, text);
  }
});

test("a pass is added to a pipeline, nested as it must be, and all else stays", () => {
  for (const [pipeline, pass, before, expected] of [
    ["builtin.module(cse)", "convert-scf-to-cf", "", "builtin.module(cse,convert-scf-to-cf)"],
    ["builtin.module()", "cse", "", "builtin.module(cse)"],
    ["builtin.module(\n  cse,\n  reconcile-unrealized-casts\n)", "cse", "", "builtin.module(\n  cse,\n  cse,reconcile-unrealized-casts\n)"],
    ["builtin.module(cse,reconcile-unrealized-casts)", "reconcile-unrealized-casts", "", "builtin.module(cse,reconcile-unrealized-casts,reconcile-unrealized-casts)"],
    ["builtin.module(convert-to-llvm{x=(,)},cse,convert-to-llvm)", "canonicalize", "convert-to-llvm", "builtin.module(convert-to-llvm{x=(,)},cse,canonicalize,convert-to-llvm)"],
    ["builtin.module(func.func(cse),canonicalize)", "convert-scf-to-cf", "cse", "builtin.module(convert-scf-to-cf,func.func(cse),canonicalize)"],
    ["func.func(cse)", "canonicalize", "absent", "func.func(cse,canonicalize)"],
    ["builtin.module(cse", "cse", "", null], ["cse", "cse", "", null], ["", "cse", "", null], ["builtin.module(cse)", "absent", "", null],
  ]) assert.equal(rung.addPass(pipeline, pass, before || undefined), expected);
  const { name, anchor } = rung.passes().find((pass) => pass.anchor && pass.anchor !== "builtin.module");
  assert.equal(rung.addPass("builtin.module(cse)", name), `builtin.module(cse,${anchor}(${name}))`);
  assert.equal(rung.addPass(`${anchor}(cse)`, name), `${anchor}(cse,${name})`);
});

test("a run has one stage for each pass, also when the pass runs on many operations", (t) => {
  const s = session(t);
  s.setText(ADD + ADD.replace("@f", "@g"));
  assert.deepEqual(s.operations(), { "func.func": 2, "arith.addi": 2, "func.return": 2 });
  const { stages } = s.run("builtin.module(cse,func.func(cse,canonicalize),gpu.module(cse),convert-arith-to-llvm)", { stages: "counted" });
  assert.deepEqual(stages.map(({ name, runs, changed, failed, text }) => [name, runs, changed, failed, text]), [
    ["cse", 1, false, false, ""], ["cse", 2, false, false, ""], ["canonicalize", 2, false, false, ""], ["cse", 0, false, false, ""],
    ["convert-arith-to-llvm", 1, true, false, ""]]);
  assert.deepEqual(stages[3].operations, s.operations());
  assert.deepEqual(stages[4].operations, { "func.func": 2, "llvm.add": 2, "func.return": 2 });
});

test("a pass that fails is the last stage", (t) => {
  const s = session(t);
  s.setText("func.func @f(%a: complex<f32>) -> complex<f32> {\n  %0 = complex.exp %a : complex<f32>\n  return %0 : complex<f32>\n}");
  const { ok, stages } = s.run("builtin.module(cse,convert-complex-to-llvm,convert-func-to-llvm)", { stages: "printed" });
  assert.equal(ok, false);
  assert.deepEqual(stages.map(({ name, failed, text }) => [name, failed, text !== ""]), [["cse", false, true], ["convert-complex-to-llvm", true, false]]);
});

test("a run up to a stage gives what is there then", (t) => {
  const s = session(t);
  s.setText(ADD);
  const pipeline = "builtin.module(convert-arith-to-llvm,convert-func-to-llvm)";
  const all = s.run(pipeline, { stages: "printed" });
  for (const until of [1, 2]) {
    const { ok, stages, text } = s.run(pipeline, { stages: "counted", until });
    assert.ok(ok);
    assert.equal(stages.length, until);
    assert.equal(text, all.stages[until - 1].text);
  }
  const some = s.run(pipeline, { stages: "printed", only: [1, 2] });
  assert.deepEqual(some.stages.map(({ text }) => text), ["", all.stages[1].text]);
  assert.throws(() => s.run(pipeline, { until: 1 }), RangeError);
  assert.throws(() => s.run(pipeline, { stages: true }), RangeError);
});

test("changed lines are found, and renamed values and blocks do not count", () => {
  const before = "module {\n  %0 = a.b %x\n  c.d ^bb1 // then\n}\n";
  assert.deepEqual(rung.changedLines(before, before), []);
  assert.deepEqual(rung.changedLines(before, "module {\n  %7 = a.b   %y\n    c.d ^bb2 // now\n}\n"), []);
  assert.deepEqual(rung.changedLines(before, "module {\n  %0 = a.b %x\n  %1 = a.b %x\n\n  c.d ^bb1, ^bb1\n\"x\n}\n"), [3, 5, 6]);
  assert.deepEqual(rung.changedLines("", "a ; b\n\n"), [1]);
  assert.deepEqual(rung.changedLines("ü ; 🪜", "🪜\nü ; 🪜"), [1]);
});
