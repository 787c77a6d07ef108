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
  assert.deepEqual(root.children.filter(({ role }) => role === "field").map(({ rule }) => rule),
    ["allocated pointer", "aligned pointer", "offset", "sizes[0]", "sizes[1]", "strides[0]", "strides[1]"]);
  const size = root.children.find(({ rule }) => rule === "sizes[0]");
  assert.deepEqual(size.bytes, { offset: 24, size: 8, align: 8 });
  assert.deepEqual([size.field, size.dimension, size.position, size.value, size.argument, size.line], ["size", 0, 3, undefined, "%size0", 5]);
  assert.match(root.children.find(({ rule }) => rule === "C declaration").text, /^struct memref_2d_f32 \{\n/);
  assert.match(root.children.find(({ rule }) => rule === "C interface").text, /_mlir_ciface_/);
});

test("options change a type's explanation", (t) => {
  const s = session(t);
  const { facts: [root] } = s.explainType("memref<4xf32>", { barePointers: true, indexBits: 32, dataLayout: "p:32:32" });
  assert.deepEqual(root.bytes, { offset: 0, size: 20, align: 4 });
  assert.equal(root.children.find(({ rule }) => rule === "bare pointer").to, "!llvm.ptr");
  assert.equal(root.children.find(({ rule }) => rule === "arguments"), undefined);
  const pipeline = "builtin.module(func.func(cse),convert-func-to-llvm{use-bare-ptr-memref-call-conv=1 index-bitwidth=32})";
  assert.deepEqual(s.explainType("memref<4xf32>", { pipeline, dataLayout: "p:32:32" }).facts, [root]);
  for (const without of ["builtin.module(cse)", "builtin.module(", "absent"])
    assert.deepEqual(s.explainType("memref<4xf32>", { pipeline: without }), s.explainType("memref<4xf32>"));
  s.setText("module attributes {llvm.data_layout = \"p:32:32\", dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>} {}\n");
  assert.deepEqual(s.explainType("memref<4xf32>").facts[0].bytes, { offset: 0, size: 20, align: 4 });
});

/** The children of the first fact that have a role. */
const having = (explanation, role) => explanation.facts[0].children.filter((child) => child.role === role);

test("what the type says of a field is a value; what it does not say is known at run time", (t) => {
  const explained = session(t).explainType("memref<4x?xf32, strided<[?, -2], offset: 3>>");
  assert.deepEqual(having(explained, "field").map(({ field, dimension, value }) => [field, dimension, value]), [
    ["allocated", undefined, undefined], ["aligned", undefined, undefined], ["offset", undefined, 3], ["size", 0, 4], ["size", 1, undefined],
    ["stride", 0, undefined], ["stride", 1, -2],
  ]);
  const [{ from, to, value }] = having(explained, "address");
  assert.deepEqual([from, to, value], ["[i, j]", "aligned + (3 + i * strides[0] + j * -2) * 4", 4]);
});

test("elements of arrays, fields and padding are places in memory", (t) => {
  const explained = session(t).explainType("!llvm.struct<(i8, array<3 x struct<(i16, ptr)>>)>");
  const [, padding, array] = explained.facts[0].children.filter(({ bytes }) => bytes);
  assert.deepEqual([padding.role, padding.bytes], ["padding", { offset: 1, size: 7 }]);
  const [element] = array.children;
  assert.deepEqual([element.role, element.count, element.bytes], ["element", 3, { offset: 8, size: 16, align: 8 }]);
  assert.deepEqual(element.children.map(({ role, bytes: { offset, size } }) => [role, offset, size]), [["field", 8, 2], ["padding", 10, 6], ["field", 16, 8]]);
  const bits = session(t).explainType("vector<12xi1>").facts[0].children.find(({ role }) => role === "element");
  assert.deepEqual([bits.count, bits.bytes], [12, undefined], "they share bytes");
});

test("a field knows its line in C", (t) => {
  const explained = session(t).explainType("memref<?xvector<2x4xf32>>");
  const lines = having(explained, "declaration")[0].text.split("\n");
  assert.deepEqual(having(explained, "field").map(({ line }) => lines[line - 1].trim()),
    ["vector_2x4xf32 *allocated;", "vector_2x4xf32 *aligned;", "int64_t offset;", "int64_t sizes[1];", "int64_t strides[1];"]);
});

test("one call gives the spellings of three editions", (t) => {
  const s = session(t);
  const spelled = (type, options) => having(s.explainType(type, { spellings: true, ...options }), "spelling").map(({ edition, to }) => [edition, to]);
  assert.deepEqual(spelled("memref<?xf32>"), [
    ["llvm22", "!llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>"],
    ["llvm16", "!llvm.struct<(ptr<f32>, ptr<f32>, i64, array<1 x i64>, array<1 x i64>)>"],
    ["2019", "!llvm<\"{ float*, float*, i64, [1 x i64], [1 x i64] }\">"],
  ]);
  assert.deepEqual(spelled("(memref<4xf32>) -> ()", { barePointers: true }).map(([, to]) => to),
    ["!llvm.func<void (ptr)>", "!llvm.func<void (ptr<f32>)>", "!llvm<\"void (float*)\">"]);
  assert.deepEqual(having(s.explainType("f32"), "spelling"), []);
});

test("functions have a C interface where they are asked to, and take no bare pointers", (t) => {
  const s = session(t);
  const [c] = having(s.explainType("(memref<4xf32>) -> (memref<4xf32>, i32)"), "c-interface");
  assert.equal(c.text, "void _mlir_ciface_f(struct results *, struct memref_1d_f32 *);");
  assert.equal(c.to, "!llvm.func<void (ptr, ptr)>");
  assert.deepEqual(having(s.explainType("memref<4xf32>", { cInterface: false }), "c-interface"), []);
  assert.equal(having(s.explainType("memref<4xf32>", { barePointers: true }), "c-interface")[0].to, undefined);
});

test("a memref inside another memref has no arguments of its own", (t) => {
  const inner = having(session(t).explainType("memref<2xmemref<3xi8>>"), "rule")[0];
  assert.deepEqual(inner.children.map(({ argument, line }) => argument ?? line).filter(Boolean), []);
  const bare = session(t).explainType("memref<4xf32>", { barePointers: true });
  assert.deepEqual(having(bare, "field").map(({ field, argument }) => argument && field).filter(Boolean), ["aligned"]);
});

test("arguments and results of a function say where they go", (t) => {
  const explained = session(t).explainType("(i32, memref<?xf32>, memref<*xf32>) -> (index, f32)");
  assert.deepEqual(having(explained, "argument").map(({ argument, count, position }) => [argument, count, position]),
    [["%arg0", 1, 0], ["%arg1", 5, 1], ["%arg6", 2, 6]]);
  assert.deepEqual(having(explained, "result").map(({ position, to }) => [position, to]), [[0, "i64"], [1, "f32"]]);
  assert.deepEqual(having(explained, "argument")[1].children[0].children.filter(({ role }) => role === "field").map(({ argument }) => argument),
    ["%arg1", "%arg2", "%arg3", "%arg4", "%arg5"]);
  assert.equal(having(explained, "results")[0].to, "!llvm.struct<(i64, f32)>");
  assert.equal(having(explained, "value")[0].to, "!llvm.ptr");
});

test("a long or deep type is explained in part", (t) => {
  const s = session(t);
  const fields = s.explainType(`!llvm.struct<(${Array(65_536).fill("index").join(", ")})>`);
  assert.equal(having(fields, "field").length, 256);
  assert.deepEqual(having(fields, "omitted").map(({ count, bytes }) => [count, bytes]), [[65_280, { offset: 2048, size: 522_240 }]]);
  assert.deepEqual(having(fields, "rule").map(({ from, count }) => [from, count]), [["index", 65_536]]);
  const sizes = s.explainType(`memref<${"2x".repeat(1000)}f32>`);
  assert.deepEqual(having(sizes, "omitted").map(({ count }) => count), [744, 744]);
  const huge = s.explainType("!llvm.array<1152921504606846976 x array<4096 x i64>>").facts[0];
  assert.deepEqual([huge.bytes, huge.children.find(({ role }) => role === "element").bytes.size], [undefined, 32_768]);
  const deep = Array(2000).fill(0).reduce((inner) => `struct<(${inner}, i8)>`, "f32");
  assert.ok(JSON.stringify(s.explainType(`!llvm.${deep}`)).length < 8_000_000);
});

test("a data layout that cannot be read is a message, not an explanation", (t) => {
  const { ok, facts, diagnostics } = session(t).explainType("i32", { dataLayout: "p:32" });
  assert.deepEqual([ok, facts], [false, []]);
  assert.match(diagnostics[0].message, /^invalid data layout descriptor: malformed specification/);
});

test("a type that cannot be converted says why, and so does one that cannot be read", (t) => {
  const s = session(t, LOOP);
  const tensor = s.explainType("tensor<4xf32>");
  assert.equal(tensor.ok, false);
  assert.match(tensor.facts[0].text, /one-shot-bufferize/);
  const broken = s.explainType("memref<4x");
  assert.deepEqual([broken.ok, broken.facts], [false, []]);
  assert.equal(broken.diagnostics.length, 1);
  assert.match(s.print(), /scf\.for/);
});

test("the type under the cursor is found, also after letters of several bytes", (t) => {
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

test("a pipeline's passes decide how types are converted: index width, data layout, typed pointers", (t) => {
  const s = session(t, LOOP);
  const at = LOOP.indexOf("memref<");
  const under = (pipeline) => s.explainTypeAt(at, { pipeline }).facts[0];
  assert.match(under("builtin.module(convert-func-to-llvm{index-bitwidth=32})").to, /i32, array<2 x i32>/);
  assert.match(under("builtin.module(finalize-memref-to-llvm{index-bitwidth=32})").to, /i32, array<2 x i32>/);
  assert.match(under("builtin.module(finalize-memref-to-llvm{index-bitwidth=32},convert-func-to-llvm)").to, /i64, array<2 x i64>/);
  assert.equal(under("builtin.module(set-llvm-module-datalayout{data-layout=e-p:32:32},convert-func-to-llvm)").bytes.size, 48);
  assert.equal(under("builtin.module(convert-func-to-llvm,set-llvm-module-datalayout{data-layout=e-p:32:32})").bytes.size, 56);
  assert.match(under("builtin.module(convert-std-to-llvm)").to, /struct<\(ptr<f32>, ptr<f32>/);
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
  assert.match(cast.text, /^memref\.load at 7:8 still uses the old type/);
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

test("each printed operation knows the text it came from", (t) => {
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

test("through a dozen passes, every line of the output leads to the operation it was made for", (t) => {
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
    "convert-cf-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,cse,reconcile-unrealized-casts)", { stages: "printed" });
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

test("every stage of a traced run knows the text it came from", (t) => {
  const { stages } = session(t, LOOP).run(TO_LLVM, { stages: "printed", trace: true });
  assert.equal(stages.length, 7);
  for (const { text, origins } of stages) {
    assert.equal(origins.length, text.split("\n").filter((line) => / = |^ *\S*(br|store|return|yield|func)\b|^module|scf\.for|builtin/.test(line)).length, text);
    for (const { source } of origins.slice(1)) assert.ok(source && source.to > source.from, text);
  }
});

test("hover says nothing of punctuation and of the space between words", (t) => {
  const text = "func.func @f(%m: memref<8xf32>) -> f32 { %c = arith.constant 1.0 : f32 return %c : f32 }";
  const s = session(t, text);
  for (const words of ["memref<8", "f32>", ") -> f32", "-> f32", "{ %c"]) assert.equal(s.hover(text.indexOf(words) + 1), null, words);
  assert.equal(s.hover(text.length), null);
  assert.equal(s.hover(text.indexOf("@f") + 1).title.slice(0, 12), "func.func @f");
});

test("hover describes operations, values, symbols and aliases, also in broken text", (t) => {
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

test("of a line all that was tried is told, with the rule as it is written, where it failed, and what its names stood for", () => {
  const text = "// é\nfunc.func @f(%n: i32, %m: i32) -> i32 {\n  %seven = arith.constant 7 : i32\n  %0 = arith.muli %n, %m : i32\n  %1 = arith.muli %0, %seven : i32\n  return %1 : i32\n}\n";
  const session = rung.session();
  session.setText(text);
  const tried = (offset) => session.run("builtin.module(canonicalize)", { trace: true, tried: offset }).explanation[0].children;
  const [folding, product] = tried(text.indexOf("%1 ="));
  assert.equal(folding.text, "folding: its result does not follow from its operands");
  assert.deepEqual([product.kind, product.from, product.text],
    ["not-applied", "arith.muli", "muli-of-muli: 'rhs' of 'arith.muli' is an argument of a block, not a constant integer"]);
  const [rule] = product.children;
  assert.match(rule.text, /^rule muli-of-muli: arith\.muli\(arith\.muli\(x, #a\), #b\) => /);
  assert.ok(rule.isCode);
  const [matched] = rule.children;
  assert.deepEqual([matched.kind, matched.rule, matched.to], ["matched", "x", "%n"]);
  assert.equal(text.slice(matched.source.from, matched.source.to), "%n");
  assert.deepEqual(tried(text.indexOf("return")).map(({ kind, text: why }) => [kind, why]), [["not-applied", "the pass has no rule for it"]]);
  assert.deepEqual(tried(undefined), []);
  session.dispose();
});
