// Sizes, alignments and offsets under LLVM's data layouts, as LLVM has them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";
import { LAYOUTS as LAB_LAYOUTS } from "../../web/src/teach/lab/layouts.js";

const rung = await Rung.load();
const OPT = "/usr/lib/llvm-14/bin/opt";
const CLANG = "/usr/lib/llvm-14/bin/clang";
const X86_64 = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
const LAYOUTS = [
  "", X86_64, "p:32:32", "p:16:16-i64:64", "e-m:e-p:32:32-i64:64-n32", "p:16:8-i16:8-i32:8-f32:8-i64:8-a:8", "p:40:64-i128:128", "a:32",
  "e-p:64:64-a:0:64-v128:64-f80:32-p1:32:32",
];
// As MLIR and as LLVM 14 write them.
const TYPES = [
  ["i1", "i1"], ["i8", "i8"], ["i24", "i24"], ["i48", "i48"], ["i64", "i64"], ["i65", "i65"], ["i128", "i128"], ["i200", "i200"],
  ["f16", "half"], ["bf16", "bfloat"], ["f32", "float"], ["f64", "double"], ["f80", "x86_fp80"], ["f128", "fp128"], ["!llvm.ppc_fp128", "ppc_fp128"],
  ["!llvm.ptr", "i8*"], ["!llvm.ptr<1>", "i8 addrspace(1)*"],
  ["vector<3xf32>", "<3 x float>"], ["vector<4xi24>", "<4 x i24>"], ["vector<16xi8>", "<16 x i8>"], ["vector<40xf32>", "<40 x float>"], ["vector<4xf80>", "<4 x x86_fp80>"],
  ["!llvm.array<5 x vector<3xi16>>", "[5 x <3 x i16>]"], ["!llvm.array<0 x i64>", "[0 x i64]"],
  ["!llvm.struct<()>", "{}"], ["!llvm.struct<(i8, i64, array<3 x i16>)>", "{i8, i64, [3 x i16]}"],
  ["!llvm.struct<packed (i8, i64, struct<(i8, i32)>)>", "<{i8, i64, {i8, i32}}>"],
  ["!llvm.struct<(i8, array<3 x struct<(ptr, i8)>>, f80)>", "{i8, [3 x {i8*, i8}], x86_fp80}"],
  ["!llvm.struct<(i1, i24, i48, i128)>", "{i1, i24, i48, i128}"], ["!llvm.struct<(i8, struct<()>, array<0 x i64>)>", "{i8, {}, [0 x i64]}"],
  ["memref<?x4xf32>", "{float*, float*, i64, [2 x i64], [2 x i64]}"], ["memref<2xi8, 1>", "{i8 addrspace(1)*, i8 addrspace(1)*, i64, [1 x i64], [1 x i64]}"],
  ["memref<*xf32>", "{i64, i8*}"], ["complex<f64>", "{double, double}"],
];

/** [size, alignment, offsets of fields] of each type, by LLVM's constant folder. */
function asked(layout) {
  const globals = TYPES.flatMap(([, type], i) => [
    `@size.${i} = global i64 ptrtoint (${type}* getelementptr (${type}, ${type}* null, i32 1) to i64)`,
    `@align.${i} = global i64 ptrtoint (${type}* getelementptr ({i1, ${type}}, {i1, ${type}}* null, i32 0, i32 1) to i64)`,
    ...fieldsOf(i).map((n) => `@at.${i}.${n} = global i64 ptrtoint (ptr_of_field getelementptr (${type}, ${type}* null, i32 0, i32 ${n}) to i64)`
      .replace("ptr_of_field", `${elementOf(type, n)}*`)),
  ]);
  const done = spawnSync(OPT, ["-passes=globalopt", "-S"], { input: `target datalayout = "${layout || X86_64}"\n${globals.join("\n")}\n`, encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
  const values = new Map([...done.stdout.matchAll(/^@(\S+) = .*global i64 (\d+)$/gm)].map(([, name, value]) => [name, Number(value)]));
  const value = (name) => values.get(name) ?? 0; // zeroinitializer
  return TYPES.map((_, i) => [value(`size.${i}`), value(`align.${i}`), fieldsOf(i).map((n) => value(`at.${i}.${n}`))]);
}

const facts = (type, dataLayout = "") => {
  const session = rung.session();
  try {
    const { ok, facts: [root], diagnostics } = session.explainType(type, { dataLayout });
    assert.ok(ok, `${type}: ${JSON.stringify(diagnostics)}`);
    return root;
  } finally {
    session.dispose();
  }
};
const fields = (root) => root.children.filter(({ role }) => role === "field");
const fieldsOf = (i) => [...new Set(fields(facts(TYPES[i][0])).map(({ position }) => position))];

/** Element `n` of a struct type of LLVM. */
function elementOf(type, n) {
  const inside = type.replace(/^<?\{|\}>?$/g, "");
  const parts = [];
  let depth = 0;
  for (const piece of inside.split(",")) {
    if (depth) parts[parts.length - 1] += `,${piece}`;
    else parts.push(piece.trim());
    depth += (piece.match(/[{[<(]/g) ?? []).length - (piece.match(/[}\]>)]/g) ?? []).length;
  }
  return parts[n];
}

for (const layout of LAYOUTS)
  test(`sizes, alignments and offsets under "${layout}" are LLVM's`, { skip: !existsSync(OPT) && "LLVM 14 is not there" }, () => {
    const wanted = asked(layout);
    TYPES.forEach(([type], i) => {
      const root = facts(type, layout);
      const first = [...new Map(fields(root).reverse().map(({ position, bytes }) => [position, bytes.offset])).values()].reverse();
      assert.deepEqual([root.bytes.size, root.bytes.align, first], wanted[i], type);
    });
  });

test("every byte of a struct is a field's or padding", () => {
  for (const layout of LAYOUTS)
    for (const [type] of TYPES) {
      const root = facts(type, layout);
      if (!fields(root).length) continue;
      const parts = root.children.filter(({ role }) => role === "field" || role === "padding");
      let end = 0;
      for (const { bytes } of parts) {
        assert.equal(bytes.offset, end, `${type} under "${layout}"`);
        end += bytes.size;
      }
      assert.equal(end, root.bytes.size, `${type} under "${layout}"`);
    }
});

// Targets with the layouts the lab offers for them.
const TARGETS = LAB_LAYOUTS.map(({ text }, i) => [["x86_64-linux-gnu", "aarch64-linux-gnu", "i386-linux-gnu", "wasm32", "msp430", "avr"][i], text]);
const IN_C = [
  "memref<?x4xf32>", "memref<f64>", "memref<*xi8>", "memref<2xmemref<3xf32>>", "memref<?xvector<2x4xf32>>", "memref<4xcomplex<f32>>", "complex<f32>",
  "!llvm.struct<(i8, i64, array<3 x i16>)>", "!llvm.struct<packed (i8, i64, struct<(i8, i32)>)>", "!llvm.struct<(ptr, struct<(i1, ptr)>, array<2 x struct<(f32, i8)>>)>",
  "!llvm.struct<\"named.one\", (i16, f32)>", "!llvm.array<3 x struct<(i16, i32)>>", "vector<4xf32>", "vector<2x4xi16>",
];

/** Has clang check, for a target, lines of C. */
function compile(target, ...lines) {
  const args = ["-target", target, "-xc", "-std=c2x", "-ffreestanding", "-fsyntax-only", ...(target === "avr" ? ["-mdouble=64"] : []), "-"];
  const done = spawnSync(CLANG, args, { input: `#include <stdint.h>\n#include <stddef.h>\n#include <stdbool.h>\n${lines.join("\n")}\n`, encoding: "utf8" });
  assert.equal(done.status, 0, `${target}: ${done.stderr}`);
}

const MEMBERS = { size: "sizes", stride: "strides" };

for (const [target, dataLayout] of TARGETS)
  test(`what C declares for ${target} has the size, and its fields the places, that the explanation says`, { skip: !existsSync(CLANG) && "clang 14 is not there" }, () => {
    for (const type of IN_C) {
      const root = facts(type, dataLayout);
      const code = root.children.find(({ role }) => role === "declaration").text;
      const last = code.split(/\n(?=struct|typedef)/).at(-1);
      const name = /^struct \w+/.exec(last)?.[0] ?? /(\w+)(?: __attribute__.*|\[[\d[\]]*)?;$/.exec(last)[1];
      const places = last.startsWith("struct ") && last.includes("{\n") ? fields(root).filter(({ dimension = 0 }) => dimension === 0) : [];
      compile(target, code, `_Static_assert(sizeof(${name}) == ${root.bytes.size}, "size");`,
        ...places.map(({ field, position, bytes }) => {
          const member = field && field !== "pointer" ? MEMBERS[field] ?? field : `f${position}`;
          return `_Static_assert(offsetof(${name}, ${member}) == ${bytes.offset}, "${member}");`;
        }));
    }
  });

test("a function's declarations and its prototype compile together", { skip: !existsSync(CLANG) && "clang 14 is not there" }, () => {
  for (const type of ["(memref<?xf32>, memref<4xf32>, vector<4xf32>) -> (index, memref<*xf32>)", "(complex<f64>) -> memref<2x2xi1>", "() -> ()", "(i8) -> f32"]) {
    const root = facts(type);
    const text = (role) => root.children.find((child) => child.role === role)?.text ?? "";
    compile("x86_64-linux-gnu", text("declaration"), text("c-interface"));
  }
});
