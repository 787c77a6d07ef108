// What may stand at the cursor, which is `‸` in these texts: labels, the likeliest first.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";

const rung = await Rung.load();

function complete(t, marked, options = { keepUnknown: true }) {
  const session = rung.session(options);
  t.after(() => session.dispose());
  const text = marked.replace("‸", "");
  session.setText(text);
  const found = session.complete(marked.indexOf("‸"));
  return { ...found, word: text.slice(found.from, found.to), labels: found.items.map(({ label }) => label), details: Object.fromEntries(found.items.map(({ label, detail }) => [label, detail])) };
}

const labels = (t, marked) => complete(t, marked).labels;
// In a function with values of several types, behind another function.
const line = (typed, below = "return %a : i32") => `func.func @g(%other: f32) -> i32 {
  %hidden = arith.constant 1 : i32
  return %hidden : i32
}
func.func @f(%a: i32, %m: memref<?xf32>, %i: index) -> i32 {
  %c = arith.constant 2.0 : f32
  ${typed}
  ${below}
}
`;
const insertOf = (t, marked, label) => complete(t, marked).items.find((item) => item.label === label)?.insert;

test("an operation is found by its dialect, its name and parts of that", (t) => {
  assert.deepEqual(labels(t, line("arith.ad‸")), ["arith.addf", "arith.addi", "arith.addui_extended"]);
  assert.deepEqual(labels(t, line("%x = ADDI‸")), ["arith.addi", "arm_sve.masked.addi"]);
  assert.deepEqual(labels(t, line("loa‸")).slice(0, 2), ["memref.load", "vector.load"]);
  assert.ok(labels(t, line("extended‸")).includes("arith.addui_extended"));
  const { word, items } = complete(t, line("%x = arith.addi‸"));
  assert.equal(word, "arith.addi");
  assert.deepEqual(items, [{
    kind: "operation", label: "arith.addi", detail: "integer addition; wraps on overflow", insert: "arith.addi ${1:%lhs}, ${2:%rhs} : ${3:type}", snippet: true,
  }]);
});

test("a dialect comes before its operations, and those that the text uses before others", (t) => {
  const { items } = complete(t, line("ari‸"));
  assert.deepEqual(items[0], { kind: "dialect", label: "arith", detail: "integer and floating-point arithmetic", insert: "arith.", snippet: false });
  assert.match(items[1].label, /^arith\./);
  assert.deepEqual(labels(t, line("arith.‸")).filter((label) => !label.startsWith("arith.")), []);
});

test("what suits the region comes first", (t) => {
  assert.equal(labels(t, line("ret‸"))[0], "return");
  assert.equal(labels(t, "fu‸")[0], "func");
  assert.equal(labels(t, "module {\n  fun‸\n}\n")[1], "func.func");
  const yields = (parent) => labels(t, line(`${parent} {\n    yiel‸\n  }`))[0];
  assert.equal(yields("scf.for %k = %i to %i step %i"), "scf.yield");
  assert.equal(yields("affine.for %k = 0 to 4"), "affine.yield");
});

test("in the region of a function its own operations need no dialect", (t) => {
  assert.equal(insertOf(t, line("%x = cal‸"), "call"), "call ${1:@callee}(${2:%operands}) : (${3:types}) -> ${4:type}");
  assert.ok(labels(t, line("%x = func.cal‸")).includes("func.call"));
  assert.ok(labels(t, line("scf.if %q {\n    cal‸\n  }")).includes("func.call"));
  assert.equal(insertOf(t, "mod‸", "module"), "module {\n\t${1}\n}");
});

test("an operation without results is not offered behind `=`", (t) => {
  assert.ok(labels(t, line("memref.st‸")).includes("memref.store"));
  assert.ok(!labels(t, line("%x = memref.st‸")).includes("memref.store"));
});

test("what may be left out of a form is, and what stands together in it does", (t) => {
  assert.equal(insertOf(t, line("memref.alloc‸"), "memref.alloc"), "memref.alloc(${1:%dynamicSizes}) : ${2:type}");
  assert.equal(insertOf(t, line("cf.cond_b‸"), "cf.cond_br"), "cf.cond_br ${1:%condition}, ${2:^trueDest}, ${3:^falseDest}");
  assert.equal(insertOf(t, line("cf.asser‸"), "cf.assert"), 'cf.assert ${1:%arg}, "${2:msg}"');
  assert.equal(insertOf(t, line("%x = index.cm‸"), "index.cmp"), "index.cmp ${1:pred}(${2:%lhs}, ${3:%rhs})");
});

test("a form that C reads is told by the record", (t) => {
  assert.equal(insertOf(t, line("scf.fo‸"), "scf.for"), "scf.for ${1:%i} = ${2:%lower} to ${3:%upper} step ${4:%step} {\n\t${5}\n}");
  assert.equal(insertOf(t, "func.fu‸", "func.func"), "func.func @${1:name}(${2:arguments}) {\n\t${3}\n}");
  assert.equal(insertOf(t, line("llvm.icm‸"), "llvm.icmp"), 'llvm.icmp "${1:predicate}" ${2:%lhs}, ${3:%rhs} : ${4:type}');
});

test("behind % stand the values that can be seen, with their types", (t) => {
  const { word, details } = complete(t, line("call @g(%‸"));
  assert.equal(word, "%");
  assert.deepEqual(details, { "%c": "f32", "%i": "index", "%m": "memref<?xf32>", "%a": "i32" });
  assert.deepEqual(labels(t, line("call @g(%m‸")), ["%m"]);
});

test("a value of the type that the operation wants comes first", (t) => {
  const first = (typed) => labels(t, line(typed))[0];
  assert.equal(first("%x = arith.addf %‸"), "%c");
  assert.equal(first("%x = arith.addi %a, %‸"), "%a");
  assert.equal(first("%x = arith.addi %i, %‸"), "%i");
  assert.equal(first("%x = memref.load %‸"), "%m");
  assert.equal(first("%x = memref.load %m[%‸"), "%i");
  assert.equal(first("memref.store %c, %‸"), "%m");
  assert.equal(first("%x = arith.addi a‸"), "%a");
});

test("values of inner regions, of functions around and of what comes below are not seen", (t) => {
  const text = `func.func @f(%n: index, %c: i1) {
  %r = scf.for %i = %n to %n step %n iter_args(%s = %n) -> index {
    %in = arith.addi %i, %s : index
    scf.if %c {
      %deep = arith.addi %in, %in : index
    }
    scf.yield %‸
  }
  %below = arith.addi %r, %r : index
  return
}
`;
  assert.deepEqual(labels(t, text).sort(), ["%c", "%i", "%in", "%n", "%s"]);
  assert.deepEqual(labels(t, text.replace("%‸", "%in").replace("%r, %r", "%‸")).sort(), ["%c", "%n", "%r"]);
  assert.deepEqual(labels(t, line("scf.parallel (%x, %y) = (%i, %i) to (%i, %i) step (%i, %i) {\n    memref.store %c, %m[%‸")).slice(0, 3), ["%y", "%x", "%i"]);
});

test("of blocks, those that every way leads through are seen", (t) => {
  const text = (typed) => `func.func @f(%c: i1, %b: i32) {
  cf.cond_br %c, ^one(%b : i32), ^two
^one(%x: i32):
  %y = arith.addi %x, %x : i32
  cf.br ^two
^two:
  ${typed}
  return
}
`;
  assert.deepEqual(labels(t, text("%z = arith.addi %‸")), ["%b", "%c"]);
  const found = complete(t, text("cf.br ^‸"));
  assert.deepEqual(found.details, { "^one": "(%x: i32)", "^two": "" });
});

test("types come where one is due: what the operands say, then what fits", (t) => {
  assert.equal(labels(t, line("%x = arith.addi %a, %a : ‸"))[0], "i32");
  assert.equal(labels(t, line("%x = memref.load %m[%i] : ‸"))[0], "memref<?xf32>");
  assert.deepEqual(labels(t, line("%x = arith.constant 1 : i‸")).filter((label) => !label.startsWith("!")).sort(), ["i1", "i16", "i32", "i64", "i8", "index"]);
  assert.equal(labels(t, line("%x = memref.alloc() : memref<4x‸"))[0], "f32");
  assert.equal(complete(t, line("%x = memref.alloc() : memref<4x8xf‸")).word, "f");
  for (const typed of ["func.func @h(%a: ‸", "func.func @h() -> ‸", "func.func private @h(i32, ‸", "^bb0(%a: ‸"]) assert.ok(labels(t, typed).includes("memref"), typed);
  assert.equal(insertOf(t, "func.func @h(%a: mem‸", "memref"), "memref<${1:?}x${2:f32}>");
});

test("behind ! and # stand aliases of the text, then what dialects define", (t) => {
  const text = "!pair = !llvm.struct<(i32, i64)>\n#id = affine_map<(d0) -> (d0)>\nfunc.func private @f(";
  const types = complete(t, `${text}!‸`);
  assert.deepEqual(types.items[0], { kind: "type", label: "!pair", detail: "!llvm.struct<(i32, i64)>", insert: "!pair", snippet: false });
  assert.equal(insertOf(t, `${text}!llvm.st‸`, "!llvm.struct"), "!llvm.struct<${1}>");
  assert.equal(insertOf(t, `${text}!llvm.pt‸`, "!llvm.ptr"), "!llvm.ptr");
  const attributes = complete(t, `${text}memref<4xf32, #‸`);
  assert.equal(attributes.details["#id"], "affine_map<(d0) -> (d0)>");
  assert.equal(attributes.labels[0], "#id");
});

test("behind @ stand symbols with their types, functions first in a call", (t) => {
  const text = "memref.global @table : memref<4xf32>\nllvm.func @printf(!llvm.ptr, ...) -> i32\nfunc.func private @\"odd name\"()\n";
  const { labels: found, details } = complete(t, `${text}func.func @f(%a: i32) {\n  call @‸\n}\n`);
  assert.deepEqual(found, ['@"odd name"', "@f", "@printf", "@table"]);
  assert.equal(details["@f"], "(i32) -> ()");
  assert.equal(labels(t, `${text}func.func @f() {\n  %0 = memref.get_global @‸\n}\n`)[0], "@table");
  assert.equal(labels(t, `${text}llvm.func @f() {\n  llvm.call @‸\n}\n`)[0], "@printf");
});

test("cases of an enum, keywords and names of attributes come from the record", (t) => {
  assert.deepEqual(labels(t, line("%x = arith.cmpi s‸")), ["slt", "sle", "sgt", "sge"]);
  assert.ok(labels(t, line("%x = arith.addf %c, %c fastmath<nnan, ‸")).includes("ninf"));
  assert.ok(labels(t, line("%x = arith.addi %a, %a overflow<‸")).includes("nsw"));
  assert.deepEqual(labels(t, line("%x = arith.index_cast %a : i32 ‸")), ["to"]);
  assert.ok(labels(t, line("%x = memref.load %m[%i] {‸")).includes("nontemporal"));
});

test("nothing is offered in comments, strings and numbers, and where a name is made up", (t) => {
  for (const typed of ["// arith.ad‸", "return // %‸", '"arith.ad‸', "%x = arith.constant 4‸", "%‸", "%a, %‸", "^‸", "%x:2 = call @g(%a#‸"]) assert.deepEqual(labels(t, line(typed)), [], typed);
  assert.deepEqual(labels(t, "func.func @‸"), []);
  assert.deepEqual(labels(t, "memref.global @‸"), []);
});

test("the text may end anywhere, and be broken before the cursor", (t) => {
  const whole = line("%x = scf.if %q -> (i32) {\n    scf.yield %a : i32\n  } else {\n    scf.yield %a : i32\n  }");
  for (let end = 0; end <= whole.length; end++) complete(t, `${whole.slice(0, end)}‸`);
  for (let at = 0; at <= whole.length; at += 3) complete(t, `${whole.slice(0, at)}‸${whole.slice(at)}`);
  assert.deepEqual(labels(t, `${line("memref.store %c, %m[", "%y = arith.addi %‸")}`).sort(), ["%a", "%c", "%i", "%m"]);
  assert.deepEqual(labels(t, "func.func @f(%a: i32) -> {\n  %x = arith.addi %‸"), ["%a"]);
  assert.deepEqual(labels(t, "func.func @f(%a: i32) {\n  %0 = \n  %1 = arith.addi %‸").sort(), ["%0", "%a"]);
  assert.deepEqual(labels(t, '"x.loop"() ({\n^bb0(%a: i32):\n  "x.use"(%‸'), ["%a"]);
});

test("ranges are UTF-16 offsets, also in a part of the text", (t) => {
  const text = "// ü🪜\n// -----\nfunc.func @f(%a: i32) { // ü🪜\n  %x = arith.addi %a‸\n}\n";
  const session = rung.session({ split: true });
  t.after(() => session.dispose());
  const plain = text.replace("‸", "");
  session.setText(plain);
  session.choosePart(session.parts().length - 1);
  const { from, to, items } = session.complete(text.indexOf("‸"));
  assert.equal(plain.slice(from, to), "%a");
  assert.equal(items[0].label, "%a");
  assert.deepEqual(session.complete(1).items, []);
  assert.deepEqual(session.complete(-1).items, []);
});

test("an edition has the operations and names of its release", (t) => {
  const of = (typed, editionIn) => complete(t, typed, { editionIn }).labels;
  assert.ok(of(line("scf.forall‸"), "llvm22").includes("scf.forall"));
  assert.ok(!of(line("scf.forall‸"), "llvm16").includes("scf.forall"));
  assert.ok(of("func.func @f() {\n  std.ca‸", "llvm13").includes("std.call"));
});

test("a reader's own dialect is known", (t) => {
  assert.equal(rung.addDialect('dialect figures "circles"\nop area "the area of a circle"\n  operand   r: AnyFloat\n  result    area: AnyFloat\n  format    $r attr-dict `:` type($r) `->` type($area)\n').name, "figures");
  t.after(() => rung.removeDialect("figures"));
  assert.equal(insertOf(t, line("%x = fig‸"), "figures.area"), "figures.area ${1:%r} : ${2:type} -> ${3:type}");
});

test("at most 200 are given, and a long text takes milliseconds", (t) => {
  const names = Array.from({ length: 10_000 }, (_, i) => `  %v${i} = arith.addi %a, %a : i32\n`).join("");
  const text = `func.func @f(%a: i32) {\n${names}  %x = arith.addi %‸\n  return\n}\n`;
  const { items, complete: all } = complete(t, text);
  assert.equal(items.length, 200);
  assert.equal(all, false);
  assert.equal(items[0].label, "%v9999");
  const session = rung.session();
  t.after(() => session.dispose());
  session.setText(text.replace("‸", ""));
  const times = Array.from({ length: 10 }, () => {
    const begin = performance.now();
    session.complete(text.indexOf("‸"));
    return performance.now() - begin;
  });
  assert.ok(Math.min(...times) < 100, `${times} ms`); // the least of them: the machine may be busy
});
