// Pipelines as data: which passes and options there are, and what the text of a pipeline says, finished or not.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";

const rung = await Rung.load();
const REFERENCE = "/usr/lib/llvm-22/bin/mlir-opt";
const skip = existsSync(REFERENCE) ? false : "mlir-opt 22 is not installed";

/** A reading with words for ranges: nests as [name, …elements], passes as "name{option=value}". */
function read(text) {
  const { ok, anchor, elements, diagnostics } = rung.readPipeline(text);
  const show = (element) => {
    assert.equal(text.slice(element.nameAt.from, element.nameAt.to), element.name);
    if (element.elements) return [element.name, ...element.elements.map(show)];
    const options = element.options.map(({ name, value, valueAt, isKnown }) => `${name}${valueAt ? "=" : ""}${value}${isKnown ? "" : "?"}`);
    return `${element.name}${element.isKnown ? "" : "?"}${options.length ? `{${options.join(" ")}}` : ""}`;
  };
  return {
    ok, anchor: anchor?.name ?? null, elements: elements.map(show),
    messages: diagnostics.map(({ severity, message, from, to, fixes }) => [severity, message, text.slice(from, to), ...fixes.map((fix) => text.slice(0, fix.from) + fix.text + text.slice(fix.to))]),
  };
}

test("a pipeline is read into passes, nests and options, each with its place", () => {
  assert.deepEqual(read("builtin.module(func.func(cse, canonicalize{top-down=0 max-iterations=3}),\n convert-func-to-llvm)"), {
    ok: true, anchor: "builtin.module",
    elements: [["func.func", "cse", "canonicalize{top-down=0 max-iterations=3}"], "convert-func-to-llvm"],
    messages: [],
  });
  assert.deepEqual(read("builtin.module()"), { ok: true, anchor: "builtin.module", elements: [], messages: [] });
});

test("a value loses its quotes or braces, and keeps its place", () => {
  const text = "builtin.module(set-llvm-module-datalayout{data-layout={p:32:32 a}},symbol-privatize{exclude=a,b})";
  const [layout, exclude] = rung.readPipeline(text).elements;
  assert.equal(layout.options[0].value, "p:32:32 a");
  assert.equal(text.slice(layout.options[0].valueAt.from, layout.options[0].valueAt.to), "{p:32:32 a}");
  assert.equal(text.slice(layout.from, layout.to), "set-llvm-module-datalayout{data-layout={p:32:32 a}}");
  assert.equal(text.slice(layout.optionsAt.from, layout.optionsAt.to), "data-layout={p:32:32 a}");
  assert.equal(exclude.options[0].value, "a,b");
});

test("offsets count UTF-16 units", () => {
  const text = "🪜.ü(cse,x)";
  const { anchor, elements: [cse], diagnostics: [{ from, to }] } = rung.readPipeline(text);
  assert.equal(anchor.name, "🪜.ü");
  assert.equal(text.slice(cse.from, cse.to), "cse");
  assert.equal(text.slice(from, to), "x");
});

for (const [name, text, elements, ...messages] of [
  ["a parenthesis that is missing", "builtin.module(func.func(cse", [["func.func", "cse"]],
    ["error", "encountered unbalanced parentheses while parsing pipeline", "func.func(", "builtin.module(func.func(cse))"]],
  ["a parenthesis too many", "builtin.module(cse))", ["cse"], ["error", "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline", ")"]],
  ["braces that are open", "builtin.module(canonicalize{top-down=0", ["canonicalize{top-down=0}"],
    ["error", "missing closing '}' while processing pass options", "{", "builtin.module(canonicalize{top-down=0})"]],
  ["names that are close to one", "builtin.module(canonicalise,cse)", ["canonicalise?", "cse"],
    ["error", "'canonicalise' does not refer to a registered pass or pass pipeline", "canonicalise", "builtin.module(canonicalize,cse)"]],
  ["a part of a name", "builtin.module(arith-to-llvm)", ["arith-to-llvm?"],
    ["error", "'arith-to-llvm' does not refer to a registered pass or pass pipeline", "arith-to-llvm", "builtin.module(convert-arith-to-llvm)"]],
  ["several mistakes", "builtin.module(a,cse{b=1},canonicalize{top-down=maybe region-simplify=normla})", ["a?", "cse{b=1?}", "canonicalize{top-down=maybe region-simplify=normla}"],
    ["error", "'a' does not refer to a registered pass or pass pipeline", "a"],
    ["error", "no such option b", "b"],
    ["error", "for the --top-down option: 'maybe' is invalid value for boolean argument! Try 0 or 1", "maybe"],
    ["error", "for the --region-simplify option: Cannot find option named 'normla'!", "normla", "builtin.module(a,cse{b=1},canonicalize{top-down=maybe region-simplify=normal})"]],
  ["an option with another name", "builtin.module(canonicalize{topdown=0})", ["canonicalize{topdown=0?}"],
    ["error", "no such option topdown", "topdown", "builtin.module(canonicalize{top-down=0})"]],
  ["a pass where it cannot run", "builtin.module(lower-vector-mask)", ["lower-vector-mask"],
    ["error", "Can't add pass 'LowerVectorMaskPass' restricted to 'func.func' on a PassManager intended to run on 'builtin.module', did you intend to nest?",
      "lower-vector-mask", "builtin.module(func.func(lower-vector-mask))"]],
  ["commas with nothing between them", "builtin.module(cse,,)", ["cse", "?", "?"],
    ["error", "'' does not refer to a registered pass or pass pipeline", ""], ["error", "'' does not refer to a registered pass or pass pipeline", ""]],
]) {
  test(`${name}: the pipeline is read as far as it goes, and its messages have places and repairs`, () => {
    assert.deepEqual(read(text), { ok: false, anchor: "builtin.module", elements, messages });
  });
}

test("a list of passes without an anchor is no pipeline, and a repair puts one around it", () => {
  assert.deepEqual(read("cse,func.func(canonicalize)"), {
    ok: false, anchor: null, elements: ["cse", ["func.func", "canonicalize"]],
    messages: [["error", "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'", "cse,func.func(canonicalize)",
      "builtin.module(cse,func.func(canonicalize))"]],
  });
  for (const text of ["", "()", "(cse)", "builtin.module", "cse{}"]) assert.equal(read(text).ok, false, text);
});

test("a name of an older release is read with a remark; a pass that mlir-opt has and Rung has not with a hint", () => {
  const { ok, diagnostics: [remark] } = rung.readPipeline("builtin.module(convert-scf-to-std)");
  assert.deepEqual([ok, remark.severity, remark.from], [true, "remark", 15]);
  const { diagnostics: [error] } = rung.readPipeline("builtin.module(acc-loop-tiling)");
  assert.deepEqual([error.notes.length, error.notes[0].hint, error.fixes], [1, true, []]);
  assert.equal(rung.passExistsUpstream("acc-loop-tiling"), true);
  assert.equal(rung.passExistsUpstream("convert-scf-to-std"), false);
});

test("reading ends for every text", () => {
  const pieces = ["(", ")", "{", "}", ",", "cse", "canonicalize", " ", "=", "'", "é", "func.func", "top-down=0"];
  let seed = 7;
  const next = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  for (let i = 0; i < 3000; i++) {
    const text = Array.from({ length: next(14) }, () => pieces[next(pieces.length)]).join("");
    const { elements, diagnostics } = rung.readPipeline(text);
    for (const { from, to } of [...elements, ...diagnostics]) assert.ok(from >= 0 && from <= to && to <= text.length, text);
  }
  assert.equal(rung.readPipeline("(".repeat(100_000)).ok, false);
  assert.equal(rung.readPipeline(`builtin.module(${"cse,".repeat(20_000)}cse)`).elements.length, 20_001);
});

test("a pipeline reads as the run of it does", (t) => {
  const session = rung.session();
  t.after(() => session.dispose());
  session.setText("func.func @f() { return }");
  for (const text of ["builtin.module(cse)", "builtin.module(cse", "builtin.module(cse))", "cse", "builtin.module(func.func())", "builtin.module(cse{x=1})", "builtin.module()", " builtin.module( cse ) ",
    "builtin.module(lower-vector-mask)", "builtin.module(func.func(convert-func-to-llvm))", "builtin.module(any(cse))", "builtin.module(convert-std-to-llvm)"])
    assert.equal(rung.readPipeline(text).ok, session.run(text).ok, text);
});

test("passes say what they work on, what they make and which options they have", () => {
  const passes = Object.fromEntries(rung.passes().map((pass) => [pass.name, pass]));
  const { worksOn, makes, anchor, options: [bare] } = passes["convert-func-to-llvm"];
  assert.deepEqual([worksOn, makes, anchor], [["func"], ["llvm"], "builtin.module"]);
  assert.deepEqual([bare.name, bare.type, bare.default], ["use-bare-ptr-memref-call-conv", "bool", "false"]);
  assert.deepEqual([passes.cse.worksOn, passes.cse.makes, passes.cse.options], [[], [], []]);
  const simplify = passes.canonicalize.options.find(({ name }) => name === "region-simplify");
  assert.deepEqual([simplify.type, simplify.default, simplify.choices], ["choice", "normal", ["disabled", "normal", "aggressive"]]);
  assert.match(passes["convert-scf-to-std"].now, /'convert-scf-to-cf'/);
  assert.equal(passes.cse.now, undefined);
});

test("what passes work on and make are dialects", () => {
  const dialects = new Set(readdirSync(new URL("../../src/dialects", import.meta.url)));
  for (const { name, worksOn, makes } of rung.passes()) for (const dialect of [...worksOn, ...makes]) assert.ok(dialects.has(dialect), `${name}: ${dialect}`);
});

const OWN = "apply-rules";   // mlir-opt does not have it

test("options have mlir-opt's summaries", { skip }, () => {
  const help = new Map();
  let pass;
  for (const line of spawnSync(REFERENCE, ["--help"], { encoding: "utf8", maxBuffer: 1 << 26 }).stdout.split("\n")) {
    const [, name, summary] = /^ {6}--([\w-]+)\S*\s+- {3}(.*)$/.exec(line) ?? /^ {8}--([\w-]+)\S*\s+- (.*)$/.exec(line) ?? [];
    if (!name) continue;
    if (line.startsWith("        ")) help.set(`${pass} ${name}`, summary.trim());
    else pass = name;
  }
  for (const { name, now, options } of rung.passes()) {
    for (const option of now || name === OWN ? [] : options) {
      const theirs = help.get(`${name} ${option.name}`);
      assert.ok(theirs, `${name} ${option.name}`);
      assert.equal(option.summary.slice(0, theirs.length), theirs);
    }
  }
});

test("options have mlir-opt's defaults", { skip }, () => {
  for (const { name, anchor, now, options } of rung.passes()) {
    if (now || name === OWN || !options.length) continue;
    const pipeline = !anchor || anchor === "builtin.module" ? `builtin.module(${name})` : `builtin.module(${anchor}(${name}))`;
    const { stderr } = spawnSync(REFERENCE, [`--pass-pipeline=${pipeline}`, "--dump-pass-pipeline"], { encoding: "utf8", input: "" });
    const shown = /\{(.*)\}/.exec(stderr)?.[1] ?? "";
    for (const option of options) {
      const theirs = new RegExp(`(?:^| )${option.name}=(\\S*)`).exec(shown)?.[1] ?? "";
      assert.equal(option.default, theirs, `${name} ${option.name}`);
    }
  }
});
