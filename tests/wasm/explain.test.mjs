import assert from "node:assert/strict";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";

const rung = await Rung.load();
const LOOP = `func.func @f(%m: memref<?x4xf32>, %i: index, %n: index) -> f32 {
  %c1 = arith.constant 1 : index
  scf.for %k = %i to %n step %c1 {
    %v = memref.load %m[%k, %c1] : memref<?x4xf32>
    memref.store %v, %m[%c1, %k] : memref<?x4xf32>
  }
  %0 = memref.load %m[%i, %n] : memref<?x4xf32>
  return %0 : f32
}
`;
const TO_LLVM = "builtin.module(convert-scf-to-cf,convert-cf-to-llvm,convert-arith-to-llvm," +
  "finalize-memref-to-llvm,convert-func-to-llvm,cse,reconcile-unrealized-casts)";

function session(t, text) {
  const made = rung.session();
  t.after(() => made.dispose());
  if (text !== undefined) assert.equal(made.setText(text).ok, true);
  return made;
}

/** Every fact of a tree, in order. */
const flat = (facts) => facts.flatMap((fact) => [fact, ...flat(fact.children)]);

test("a type is explained as a tree of facts", (t) => {
  const { ok, facts, diagnostics } = session(t).explainType("memref<?x4xf32>");
  assert.equal(ok, true);
  assert.deepEqual(diagnostics, []);
  assert.equal(facts.length, 1);
  const [root] = facts;
  assert.equal(root.rule, "memref to descriptor");
  assert.equal(root.to, "!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>");
  assert.deepEqual(root.children.slice(0, 7).map(({ rule }) => rule),
    ["allocated pointer", "aligned pointer", "offset", "sizes[0]", "sizes[1]", "strides[0]", "strides[1]"]);
  assert.deepEqual(root.children[3].bytes, { offset: 24, size: 8 });
  assert.match(root.children.find(({ rule }) => rule === "C declaration").text, /^struct memref_2d_f32 \{\n/);
  assert.match(root.children.find(({ rule }) => rule === "C interface").text, /_mlir_ciface_/);
});

test("options of a type's explanation", (t) => {
  const s = session(t);
  const { facts: [root] } = s.explainType("memref<4xf32>", { barePointers: true, indexBits: 32, dataLayout: "p:32:32" });
  assert.deepEqual(root.bytes, { offset: 0, size: 20 });
  assert.equal(root.children.find(({ rule }) => rule === "bare pointer").to, "!llvm.ptr");
  assert.equal(root.children.find(({ rule }) => rule === "arguments"), undefined);
  const pipeline = "builtin.module(func.func(cse),convert-func-to-llvm{use-bare-ptr-memref-call-conv=1 index-bitwidth=32})";
  assert.deepEqual(s.explainType("memref<4xf32>", { pipeline, dataLayout: "p:32:32" }).facts, [root]);
  for (const without of ["builtin.module(cse)", "builtin.module(", "absent"])
    assert.deepEqual(s.explainType("memref<4xf32>", { pipeline: without }), s.explainType("memref<4xf32>"));
  s.setText("module attributes {llvm.data_layout = \"p:32:32\", dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>} {}\n");
  assert.deepEqual(s.explainType("memref<4xf32>").facts[0].bytes, { offset: 0, size: 20 });
});

test("a type that cannot be converted, and one that cannot be read", (t) => {
  const s = session(t, LOOP);
  const tensor = s.explainType("tensor<4xf32>");
  assert.equal(tensor.ok, false);
  assert.match(tensor.facts[0].text, /one-shot-bufferize/);
  const broken = s.explainType("memref<4x");
  assert.deepEqual([broken.ok, broken.facts], [false, []]);
  assert.equal(broken.diagnostics.length, 1);
  assert.match(s.print(), /scf\.for/);
});

test("the type under the cursor, behind letters of several bytes too", (t) => {
  const text = `// 🪜 ünï\n!row = memref<8xf32>\n${LOOP.replace("%n: index)", "%n: index, %r: !row)")}`;
  const s = session(t, text);
  const at = (words, within = 0) => s.explainTypeAt(text.indexOf(words) + within).facts[0];
  for (const within of [0, 3, 8, "memref<?x4xf32>".length]) {
    const fact = at("memref<?x4xf32>", within);
    assert.equal(fact.from, "memref<?x4xf32>");
    assert.equal(text.slice(fact.source.from, fact.source.to), "memref<?x4xf32>");
  }
  assert.equal(at("!row)").from, "memref<8xf32>");
  assert.equal(at("%m[%k", 1).from, "memref<?x4xf32>");
  assert.equal(at("%k, %c1]").from, "index");
  assert.equal(at("%0 : f32", 1).from, "f32");
  assert.equal(at("@f(", 1).rule, "signature");
  assert.equal(at("ünï"), undefined);
  assert.equal(s.explainTypeAt(1e9).facts.length, 0);
});

test("a traced run tells which pattern replaced which operation", (t) => {
  const s = session(t, LOOP);
  const { ok, explanation } = s.run(TO_LLVM, { trace: true });
  assert.equal(ok, true);
  assert.deepEqual(explanation.map(({ rule }) => rule), TO_LLVM.slice(15, -1).split(","));
  const [loop] = explanation[0].children;
  assert.deepEqual([loop.kind, loop.rule, loop.from], ["changed", "replaced", "scf.for"]);
  assert.ok(explanation.every(({ kind }) => kind === "pass"));
  assert.match(loop.to, /cf\.cond_br/);
  assert.equal(LOOP.slice(loop.source.from, loop.source.from + 7), "scf.for");
  assert.equal(LOOP[loop.source.to - 1], "}");
  assert.equal(s.run(TO_LLVM).explanation, undefined);
});

test("what is left says which operation holds it and which pass would convert it", (t) => {
  const { explanation } = session(t, LOOP).run("builtin.module(convert-func-to-llvm)", { trace: true });
  const left = explanation.at(-1);
  assert.deepEqual([left.kind, left.rule], ["left", "left over"]);
  const cast = left.children.find(({ rule, to }) => rule === "cast" && to === "memref<?x4xf32>");
  assert.match(cast.text, /^memref\.load at 7:8 wants the old type/);
  assert.equal(cast.pass, "finalize-memref-to-llvm");
  assert.ok(left.children.some(({ rule, from, pass }) =>
    rule === "not converted" && from === "scf.for" && pass === "convert-scf-to-cf"));
  assert.deepEqual(new Set(left.children.map(({ kind }) => kind)), new Set(["cast-left", "operation-left"]));
  assert.equal(left.children.find(({ from }) => from === "memref.load").count, 2);
});

test("a failure names the pass that helps, tracing changes no message", (t) => {
  const s = session(t, "func.func @f(%a: complex<f32>) -> complex<f32> {\n  %0 = complex.exp %a : complex<f32>\n  return %0 : complex<f32>\n}\n");
  const traced = s.run("builtin.module(convert-complex-to-llvm)", { trace: true });
  assert.equal(traced.ok, false);
  assert.equal(traced.explanation[0].kind, "pass-failed");
  assert.equal(flat(traced.explanation).find(({ kind }) => kind === "failed").pass, "convert-complex-to-standard");
  assert.deepEqual(traced.diagnostics, s.run("builtin.module(convert-complex-to-llvm)").diagnostics);
});

test("a pass that finds nothing to run on says so", (t) => {
  const { explanation } = session(t, LOOP).run("builtin.module(convert-func-to-llvm,func.func(cse),convert-math-to-llvm)", { trace: true });
  const [skipped, idle] = ["cse", "convert-math-to-llvm"].map((pass) => explanation.find(({ rule }) => rule === pass));
  assert.match(skipped.text, /^did not run: .*'func\.func'/);
  assert.match(idle.text, /^changed nothing: it works on/);
  assert.deepEqual([skipped.kind, idle.kind], ["pass-skipped", "pass-unchanged"]);
});

/** The source text of the operation printed as `line` in `output`. */
function sourceOf(origins, output, line, text) {
  const at = output.indexOf(line);
  assert.ok(at >= 0, line);
  const inside = origins.filter(({ from, to }) => from <= at + line.length - 1 && at < to);
  const { source } = inside.at(-1);
  return text.slice(source.from, source.to);
}

test("provenance: what is printed knows the text it came from", (t) => {
  const text = `// 🪜 ünï\n${LOOP}`;
  const s = session(t, text);
  const printed = s.print();
  assert.equal(sourceOf(s.provenance(), printed, "arith.constant 1", text), "arith.constant 1 : index");
  assert.deepEqual(s.provenance()[0].source, { from: 0, to: text.length }, "the module around it all");
  const { text: lowered } = s.run(TO_LLVM);
  const origins = s.provenance({ result: true });
  assert.equal(sourceOf(origins, lowered, "llvm.load", text), "memref.load %m[%k, %c1] : memref<?x4xf32>");
  assert.match(sourceOf(origins, lowered, "llvm.icmp", text), /^scf\.for/);
  assert.match(sourceOf(origins, lowered, "llvm.insertvalue", text), /^%m/);
  for (const { source } of origins.slice(1)) assert.ok(source && source.to > source.from);
});

test("provenance through a dozen passes: every line of the output leads to the operation it was made for", (t) => {
  const text = `func.func @f(%m: memref<8x4xf32>, %x: f32) -> complex<f32> {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    %c0 = arith.constant 0 : index
    %row = vector.transfer_read %m[%i, %c0], %zero {in_bounds = [true]} : memref<8x4xf32>, vector<4xf32>
    %sum = vector.reduction <add>, %row : vector<4xf32> into f32
    %root = math.rsqrt %sum : f32
    affine.store %root, %m[%i, 3] : memref<8x4xf32>
  }
  %z = complex.create %x, %zero : complex<f32>
  %w = complex.mul %z, %z : complex<f32>
  return %w : complex<f32>
}
`;
  const s = session(t, text);
  const { ok, text: lowered, stages } = s.run("builtin.module(lower-affine,convert-vector-to-scf,convert-scf-to-cf,expand-strided-metadata," +
    "lower-affine,math-expand-ops,convert-math-to-llvm,convert-complex-to-standard,convert-complex-to-llvm,convert-vector-to-llvm," +
    "convert-cf-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,cse,reconcile-unrealized-casts)", { stages: true });
  assert.ok(ok);
  assert.equal(stages.length, 16);
  assert.doesNotMatch(lowered, /[ "](affine|vector|scf|math|complex|arith|memref|cf|func)\./);
  const origins = s.provenance({ result: true });
  for (const [line, source] of [
    ["llvm.icmp", /^affine\.for/], ["llvm.cond_br", /^affine\.for/], ["llvm.mul", /^vector\.transfer_read/],
    ["llvm.getelementptr", /^vector\.transfer_read/], ["llvm.load", /^vector\.transfer_read/],
    ["llvm.intr.vector.reduce.fadd", /^vector\.reduction/], ["llvm.intr.sqrt", /^math\.rsqrt/], ["llvm.fdiv", /^math\.rsqrt/],
    ["llvm.store", /^affine\.store/], ["llvm.fmul", /^complex\.mul/], ["= llvm.fadd", /^complex\.mul/], ["llvm.return", /^return/],
  ]) assert.match(sourceOf(origins, lowered, line, text), source, line);
  for (const { source } of origins.slice(1)) assert.ok(source && source.to > source.from);
});

test("provenance of every stage of a traced run", (t) => {
  const { stages } = session(t, LOOP).run(TO_LLVM, { stages: true, trace: true });
  assert.equal(stages.length, 7);
  for (const { text, origins } of stages) {
    assert.equal(origins.length, text.split("\n").filter((line) => / = |^ *\S*(br|store|return|yield|func)\b|^module|scf\.for|builtin/.test(line)).length, text);
    for (const { source } of origins.slice(1)) assert.ok(source && source.to > source.from, text);
  }
});

test("hover: what says itself, and what is between words, has no word for it", (t) => {
  const text = "func.func @f(%m: memref<8xf32>) -> f32 { %c = arith.constant 1.0 : f32 return %c : f32 }";
  const s = session(t, text);
  for (const words of ["memref<8", "f32>", ") -> f32", "-> f32", "{ %c"]) assert.equal(s.hover(text.indexOf(words) + 1), null, words);
  assert.equal(s.hover(text.length), null);
  assert.equal(s.hover(text.indexOf("@f") + 1).title.slice(0, 12), "func.func @f");
});

test("hover: operations, values, symbols, aliases, in broken text too", (t) => {
  const text = `// ünï
!row = memref<8xf32>
func.func @f(%m: !row, %i: index) -> f32 {
  %0 = memref.load %m[%i] : !row
  %1 = "arith.addf"(%0, %0) : (f32, f32) -> f32
  %2 = func.call @f(%m, %i) : (!row, index) -> f32
  return %missing : f32
}
`;
  const s = rung.session();
  t.after(() => s.dispose());
  assert.equal(s.setText(text).ok, false);
  const at = (words, within = 1) => {
    const found = s.hover(text.indexOf(words) + within);
    return found && [text.slice(found.from, found.to), found.title, found.text];
  };
  const [word, title, lines] = at("memref.load");
  assert.deepEqual([word, title], ["memref.load", "memref.load"]);
  assert.match(lines, /operands: memref: .*; indices: .*any number.*\nresults: result: /);
  assert.deepEqual(at("%i]").slice(0, 2), ["%i", "%i : index"]);
  assert.deepEqual(at("%0, %0").slice(0, 2), ["%0", "%0 : f32"]);
  assert.deepEqual(at("!row ", 0).slice(0, 2), ["!row", "memref<8xf32>"]);
  assert.deepEqual(at("!row,", 4).slice(0, 2), ["!row", "memref<8xf32>"]);
  assert.deepEqual(at("!row\n", 2).slice(0, 2), ["!row", "memref<8xf32>"]);
  assert.equal(at("@f(%m, %i)")[1], "func.func @f(%m: !row, %i: index) -> f32");
  assert.equal(at('"arith.addf"', 4)[1], "arith.addf");
  assert.match(at("return")[1], /func\.return/);
  assert.equal(at("ünï"), null);
  assert.equal(at("%missing"), null);
  assert.equal(s.hover(1e9), null);
  assert.equal(s.hover(-1), null);
});
