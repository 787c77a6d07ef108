// Programs: what Session.wasm() makes of the llvm dialect runs with rung-runtime.wasm, and prints what mlir-runner 22 prints.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Program, ProgramExit, ProgramFault, loadRuntime } from "../../wasm/program.js";
import { Rung } from "../../wasm/rung.js";

const at = (path) => new URL(`../../${path}`, import.meta.url);
const ROAD = [
  "convert-vector-to-scf", "lower-affine", "convert-scf-to-cf", "expand-strided-metadata", "lower-affine", "arith-expand", "memref-expand", "convert-vector-to-llvm",
  "convert-math-to-llvm", "convert-math-to-libm", "convert-arith-to-llvm", "convert-index-to-llvm", "finalize-memref-to-llvm", "convert-cf-to-llvm",
  "convert-func-to-llvm", "convert-ub-to-llvm", "reconcile-unrealized-casts",
];
const CHECKED = ["generate-runtime-verification", ...ROAD];

const rung = await Rung.load(await readFile(at("build/wasm/rung.wasm")));
const runtime = await loadRuntime(readFile(at("build/wasm/rung-runtime.wasm")));

function compile(text, passes = ROAD, told = {}) {
  const session = rung.session({ allowUnregisteredDialects: false, flagPipelines: true });
  const { ok, diagnostics } = session.setText(text);
  assert.deepEqual(diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message), []);
  assert.ok(ok);
  if (passes.length) assert.ok(session.run(passes.join(",")).ok);
  const made = session.wasm({ result: passes.length > 0, ...told });
  session.dispose();
  return made;
}

// What it printed, and what `main` gave or threw.
function run(text, { passes = ROAD, args = [], entry = "main", watch = false, trace = null } = {}) {
  let printed = "";
  const { bytes, diagnostics } = compile(text, passes, { watch, trace: trace !== null });
  assert.ok(bytes, diagnostics.map(({ message }) => message).join("\n"));
  try {
    const program = new Program(runtime, bytes, { watch, ...(trace && { trace }), write: (piece) => { printed += Buffer.from(piece); } });
    return { value: program.call(entry, ...args), printed, program };
  } catch (error) {
    return { error, printed };
  }
}

const lineOf = (text, offset) => text.slice(0, offset).split("\n").length;

const [, ...programs] = (await readFile(at("tests/run/programs.mlir"), "utf8")).replace("\n\n", "\n// -----\n").split("// -----\n");
for (const given of programs) {
  const [text, expected] = given.split("// prints\n");
  test(/^\/\/ (.*)/.exec(text)[1], () => {
    // Watched and traced it does the same.
    for (const told of [{}, { watch: true }, { watch: true, trace: () => {} }]) {
      const { error, printed } = run(text, told);
      assert.ifError(error);
      assert.equal(printed, expected.replace(/^\/\/ /gm, ""));
    }
  });
}

test("arguments and results are WebAssembly's: a memref is its descriptor, an i128 two words, a vector its elements", () => {
  const text = `func.func @f(%m: memref<2x2xf64>, %v: vector<2xi16>, %w: i128) -> (vector<2xi16>, i128, f64) {
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c1, %c1] : memref<2x2xf64>
  %y = arith.addi %v, %v : vector<2xi16>
  %z = arith.addi %w, %w : i128
  return %y, %z, %x : vector<2xi16>, i128, f64
}
`;
  const program = new Program(runtime, compile(text).bytes);
  const place = program.runtime("malloc", 32n);
  new Float64Array(program.memory.buffer, Number(place), 4).set([1, 2, 3, 4.5]);
  const given = program.call("f", place, place, 0n, 2n, 2n, 2n, 1n, 3, 32767, 1n << 63n, 0n);
  assert.deepEqual(given, [6, 65534, 0n, 1n, 4.5]);
  assert.deepEqual(program.functions, ["f"]);
  assert.throws(() => program.call("g"), { name: "RangeError", message: "the program has no function 'g'" });
});

// [what happens, kind, line, text, …]: the line is that of the operation, where the reader wrote it.
const scalar = (body, type = "i32") => `func.func @main() {\n  %a = arith.constant 5 : ${type}\n  %z = arith.constant 0 : ${type}\n  %n = func.call @id(%z) : (${type}) -> ${type}\n${body}\n  return\n}\nfunc.func @id(%x: ${type}) -> ${type} {\n  return %x : ${type}\n}\n`;
const FAULTS = [];
for (const type of ["i8", "i16", "i24", "i32", "i64", "index"])
  for (const op of ["divsi", "divui", "remsi", "remui"]) FAULTS.push([`${op} by zero in ${type}`, "division", 5, scalar(`  %q = arith.${op} %a, %n : ${type}\n  vector.print %q : ${type}`, type)]);
for (const type of ["i33", "i128"]) FAULTS.push([`a division of ${type} by zero`, type === "i33" ? "division" : "unreachable", 5, scalar(`  %q = arith.divsi %a, %n : ${type}\n  %t = arith.trunci %q : ${type} to i8\n  vector.print %t : i8`, type)]);
for (const [type, least] of [["i32", "-2147483648"], ["i64", "-9223372036854775808"]]) {
  FAULTS.push([`the smallest ${type} by -1`, "overflow", 7, scalar(`  %m = arith.constant ${least} : ${type}\n  %o = arith.subi %n, %one : ${type}\n  %q = arith.divsi %m, %o : ${type}\n  vector.print %q : ${type}`, type).replace("  %z =", `  %one = arith.constant 1 : ${type} %z =`).replace(` ${type} %z`, ` ${type}\n  %z`)]);
}
FAULTS[FAULTS.length - 1][2] = FAULTS[FAULTS.length - 2][2] = 8;
for (const op of ["divsi", "divui", "remsi", "remui"])
  FAULTS.push([`${op} by zero in one element of a vector`, "division", 5, `func.func @main() {\n  %a = arith.constant dense<[6, 7]> : vector<2xi32>\n  %z = arith.constant 0 : i32\n  %b = call @pair(%z) : (i32) -> vector<2xi32>\n  %q = arith.${op} %a, %b : vector<2xi32>\n  vector.print %q : vector<2xi32>\n  return\n}\nfunc.func @pair(%z: i32) -> vector<2xi32> {\n  %o = arith.constant dense<1> : vector<2xi32>\n  %p = vector.insert %z, %o [1] : i32 into vector<2xi32>\n  return %p : vector<2xi32>\n}\n`]);
const far = (body) => `llvm.func @main() {\n  %a = llvm.mlir.constant(4294967280 : i64) : i64\n  %c = llvm.mlir.constant(1 : i64) : i64\n  %p = llvm.inttoptr %a : i64 to !llvm.ptr\n${body}\n  llvm.return\n}\n`;
FAULTS.push(
  ["an update of what is outside of memory", "memory", 5, far("  %x = llvm.atomicrmw add %p, %a seq_cst : !llvm.ptr, i64")],
  ["a comparison and exchange of what is outside of memory", "memory", 5, far("  %x = llvm.cmpxchg %p, %a, %c seq_cst seq_cst : !llvm.ptr, i64")],
  ["memory outside of memory being set", "memory", 7, far("  %z = llvm.mlir.constant(0 : i8) : i8\n  %n = llvm.mlir.constant(100 : i64) : i64\n  \"llvm.intr.memset\"(%p, %z, %n) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()")],
  ["a fault in a function that is called", "division", 6, "func.func @main() {\n  %z = arith.constant 0 : i32\n  %c = arith.constant 1 : i32\n  %q = call @by(%c, %z) : (i32, i32) -> i32\n  vector.print %q : i32\n  return }\nfunc.func @by(%a: i32, %b: i32) -> i32 { %q = arith.divsi %a, %b : i32\n  return %q : i32\n}\n".replace("\n  return }\n", " return }\n")],
  ["a fault in a round of a loop", "division", 7, "func.func @main() {\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %n = arith.constant 9 : index\n  scf.for %i = %c0 to %n step %c1 {\n    %d = arith.subi %n, %i : index\n    %q = arith.divui %n, %i : index\n    vector.print %q : index\n    vector.print %d : index\n  }\n  return\n}\n"],
  ["a fault in a constructor", "division", null, "llvm.mlir.global_ctors ctors = [@early], priorities = [1 : i32], data = [#llvm.zero]\nllvm.mlir.global internal @g(0 : i32) : i32\nllvm.func @early() {\n  %p = llvm.mlir.addressof @g : !llvm.ptr\n  %z = llvm.load %p : !llvm.ptr -> i32\n  %c = llvm.mlir.constant(3 : i32) : i32\n  %q = llvm.udiv %c, %z : i32\n  llvm.store %q, %p : i32, !llvm.ptr\n  llvm.return\n}\nllvm.func @main() {\n  llvm.return\n}\n"],
  ["two functions that call each other without end", "stack", null, "func.func @main() {\n  call @a() : () -> ()\n  return\n}\nfunc.func @a() {\n  call @b() : () -> ()\n  call @b() : () -> ()\n  return\n}\nfunc.func @b() {\n  call @a() : () -> ()\n  call @a() : () -> ()\n  return\n}\n"],
  ["a call of what is behind the table", "call", 4, "llvm.func @main() {\n  %c = llvm.mlir.constant(1000 : i64) : i64\n  %p = llvm.inttoptr %c : i64 to !llvm.ptr\n  llvm.call %p() : !llvm.ptr, () -> ()\n  llvm.return\n}\n"],
  ["a place that is never reached", "unreachable", 2, "llvm.func @main() {\n  llvm.unreachable\n}\n"],
  ["a trap", "unreachable", 2, "llvm.func @main() {\n  \"llvm.intr.trap\"() : () -> ()\n  llvm.return\n}\n"],
  ["calls without end", "stack", null, "func.func @main() {\n  %0 = call @f() : () -> i32\n  vector.print %0 : i32\n  return\n}\nfunc.func @f() -> i32 {\n  %0 = call @f() : () -> i32\n  %1 = arith.addi %0, %0 : i32\n  return %1 : i32\n}\n"],
  ["stack slots without end", "memory", null, "llvm.func @main() {\n  %c = llvm.mlir.constant(100000 : i64) : i64\n  %z = llvm.mlir.constant(1 : i8) : i8\n  %p = llvm.alloca %c x i64 : (i64) -> !llvm.ptr\n  %q = llvm.alloca %c x i64 : (i64) -> !llvm.ptr\n  llvm.store volatile %z, %q : i8, !llvm.ptr\n  llvm.store volatile %z, %p : i8, !llvm.ptr\n  llvm.return\n}\n"],
  ["an address outside of memory", "memory", 4, "llvm.func @main() {\n  %a = llvm.mlir.constant(4294967280 : i64) : i64\n  %p = llvm.inttoptr %a : i64 to !llvm.ptr\n  %x = llvm.load volatile %p : !llvm.ptr -> i64\n  llvm.store %x, %p : i64, !llvm.ptr\n  llvm.return\n}\n"],
  ["a store far behind the end of a memref", "memory", 5, "func.func @main() {\n  %m = memref.alloc() : memref<4xi64>\n  %i = arith.constant 400000000 : index\n  %x = arith.constant 1 : i64\n  memref.store %x, %m[%i] : memref<4xi64>\n  return\n}\n"],
  ["a copy of more than there is", "memory", 5, "llvm.func @main() {\n  %n = llvm.mlir.constant(3000000000 : i64) : i64\n  %c = llvm.mlir.constant(1 : i64) : i64\n  %p = llvm.alloca %c x i64 : (i64) -> !llvm.ptr\n  \"llvm.intr.memcpy\"(%p, %p, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()\n  llvm.return\n}\n"],
  ["a call through no pointer", "call", 3, "llvm.func @main() {\n  %p = llvm.mlir.zero : !llvm.ptr\n  llvm.call %p() : !llvm.ptr, () -> ()\n  llvm.return\n}\n"],
  ["a call through a pointer to a function of another type", "call", 3, "llvm.func @main() {\n  %p = llvm.mlir.addressof @f : !llvm.ptr\n  llvm.call %p() : !llvm.ptr, () -> ()\n  llvm.return\n}\nllvm.func @f(%a: i32) {\n  llvm.return\n}\n"],
  ["an assertion", "abort", 4, scalar("", "i32").replace("  %n =", "  %f = arith.cmpi eq, %a, %z : i32\n  cf.assert %f, \"five is not zero\"\n  %n =").replace("  %f", "  %f"), "five is not zero"],
);
const memref = (body) => `func.func @main() {\n  %n = arith.constant 3 : index\n  %m = memref.alloc(%n) : memref<?x4xf32>\n  %i = arith.constant 7 : index\n  %j = arith.constant 1 : index\n  %x = arith.constant 1.0 : f32\n${body}\n  return\n}\n`;
const CHECKS = [
  ["a load behind the end", 7, "  %y = memref.load %m[%i, %j] : memref<?x4xf32>\n  vector.print %y : f32", "out-of-bounds access"],
  ["a store behind the end of the second dimension", 7, "  memref.store %x, %m[%j, %i] : memref<?x4xf32>", "out-of-bounds access"],
  ["a negative index", 8, "  %k = arith.constant -1 : index\n  memref.store %x, %m[%k, %j] : memref<?x4xf32>", "out-of-bounds access"],
  ["an update behind the end", 7, "  %y = memref.atomic_rmw addf %x, %m[%i, %j] : (f32, memref<?x4xf32>) -> f32", "out-of-bounds access"],
  ["a cast to another size", 7, "  %y = memref.cast %m : memref<?x4xf32> to memref<5x4xf32>\n  memref.dealloc %y : memref<5x4xf32>", "size mismatch of dim 0"],
  ["a part that reaches behind the end", 7, "  %y = memref.subview %m[%j, 0] [%i, 4] [1, 1] : memref<?x4xf32> to memref<?x4xf32, strided<[4, 1], offset: ?>>\n  %z = memref.load %y[%j, %j] : memref<?x4xf32, strided<[4, 1], offset: ?>>\n  vector.print %z : f32", /out-of-bounds/],
  ["a copy between sizes", 8, "  %o = memref.alloc(%i) : memref<?x4xf32>\n  memref.copy %m, %o : memref<?x4xf32> to memref<?x4xf32>", /size of 0-th source\/target dim does not match/],
  ["a load behind the end of a memref of known size", 8, "  %s = memref.alloc() : memref<4xf32>\n  %y = memref.load %s[%i] : memref<4xf32>\n  vector.print %y : f32", "out-of-bounds access"],
  ["a dimension that is not there", 7, "  %y = memref.dim %m, %i : memref<?x4xf32>\n  vector.print %y : index", "index is out of bounds"],
];
for (const [what, kind, line, text, said] of FAULTS) {
  test(`${what} is a fault with its place`, () => {
    const { error, printed } = run(text);
    assert.ok(error instanceof ProgramFault, `${error?.stack ?? `it printed ${printed}`}`);
    assert.equal(error.kind, kind);
    if (line !== null) assert.equal(lineOf(text, error.offset), kind === "abort" ? lineOf(text, text.indexOf("cf.assert")) : line);
    if (said) assert.match(error.message, new RegExp(said));
  });
}
for (const [what, line, body, said] of CHECKS) {
  test(`checks: ${what} is a fault with its place`, () => {
    const text = memref(body);
    const { error, printed } = run(text, { passes: CHECKED });
    assert.ok(error instanceof ProgramFault, `${error?.stack ?? `it printed ${printed}`}`);
    assert.equal(error.kind, "abort");
    assert.equal(lineOf(text, error.offset), line);
    assert.equal(error.place.line, line);
    assert.match(error.message, said instanceof RegExp ? said : new RegExp(said));
  });
}

const heap = (body) => `func.func @main() {\n  %m = memref.alloc() : memref<4xi64>\n  %n = memref.alloc() : memref<2xi64>\n${body}\n  return\n}\n`;
for (const [what, line, body, message] of [
  ["memory that is freed twice", 5, "  memref.dealloc %m : memref<4xi64>\n  memref.dealloc %m : memref<4xi64>", "memory is freed that was freed before"],
  ["memory that was not allocated", 5, "  %s = memref.alloca() : memref<4xi64>\n  memref.dealloc %s : memref<4xi64>", "memory is freed that was not allocated, or not at its begin"],
])
  test(`watched: ${what} is a fault with its place`, () => {
    const text = heap(body), { error } = run(text, { watch: true });
    assert.ok(error instanceof ProgramFault);
    assert.deepEqual([error.kind, error.message, lineOf(text, error.offset)], ["free", message, line]);
  });

// [what, line of the access, of the freeing, of the allocation, text]
const freed = (body, type = "i64") => `func.func private @printMemrefI64(memref<*xi64>)
func.func @main() {
  %c1 = arith.constant 1 : index
  %x = arith.constant 3 : ${type}
  %m = memref.alloc() : memref<4x${type}>
  %o = memref.alloc() : memref<4x${type}>
  memref.store %x, %m[%c1] : memref<4x${type}>
  memref.dealloc %m : memref<4x${type}>
${body}
  return
}
`;
for (const type of ["i1", "i8", "i16", "i24", "i32", "i64", "i128", "f16", "f32", "f64", "index", "vector<3xf32>", "vector<2xi64>"])
  test(`watched: a load of ${type} from memory that was freed is a fault with three places`, () => {
    const literal = (text) => (type.startsWith("f") ? text.replace("constant 3 :", "constant 3.0 :") : type.startsWith("v") ? text.replace("constant 3 :", `constant dense<${type.endsWith("f32>") ? "3.0" : "3"}> :`) : type === "i1" ? text.replace("constant 3 :", "constant 1 :") : text);
    const text = literal(freed(`  %y = memref.load %m[%c1] : memref<4x${type}>\n  memref.store %y, %o[%c1] : memref<4x${type}>`, type));
    const { error } = run(text, { passes: CHECKED, watch: true });
    assert.ok(error instanceof ProgramFault, `${error?.stack}`);
    assert.deepEqual([error.kind, error.message, lineOf(text, error.offset)], ["freed", "memory is used that was freed before", 9]);
    assert.deepEqual(error.related.map(({ message, offset }) => [message, lineOf(text, offset)]), [["freed", 8], ["allocated", 5]]);
  });
for (const [what, body, passes] of [
  ["a store", "  memref.store %x, %m[%c1] : memref<4xi64>"],
  ["a store whose value nobody reads, without checks", "  memref.store %x, %m[%c1] : memref<4xi64>", ROAD],
  ["a copy from it", "  memref.copy %m, %o : memref<4xi64> to memref<4xi64>"],
  ["a copy to it", "  memref.copy %o, %m : memref<4xi64> to memref<4xi64>"],
  ["a copy of a part of it", "  %p = memref.subview %m[0] [2] [2] : memref<4xi64> to memref<2xi64, strided<[2]>>\n  %q = memref.subview %o[0] [2] [2] : memref<4xi64> to memref<2xi64, strided<[2]>>\n  memref.copy %p, %q : memref<2xi64, strided<[2]>> to memref<2xi64, strided<[2]>>"],
  ["an update", "  %y = memref.atomic_rmw addi %x, %m[%c1] : (i64, memref<4xi64>) -> i64"],
  ["an access through a cast", "  %d = memref.cast %m : memref<4xi64> to memref<?xi64>\n  memref.store %x, %d[%c1] : memref<?xi64>"],
  ["a vector", "  %v = vector.load %m[%c1] : memref<4xi64>, vector<2xi64>\n  vector.store %v, %o[%c1] : memref<4xi64>, vector<2xi64>"],
  ["a vector with a mask", "  %k = vector.constant_mask [2] : vector<4xi1>\n  %z = arith.constant dense<0> : vector<4xi64>\n  %v = vector.maskedload %m[%c1], %k, %z : memref<4xi64>, vector<4xi1>, vector<4xi64> into vector<4xi64>\n  vector.store %v, %o[%c1] : memref<4xi64>, vector<4xi64>"],
  ["elements here and there", "  %k = vector.constant_mask [2] : vector<4xi1>\n  %z = arith.constant dense<0> : vector<4xi64>\n  vector.scatter %m[%c1] [%z], %k, %z : memref<4xi64>, vector<4xi64>, vector<4xi1>, vector<4xi64>"],
  ["printing it", "  %u = memref.cast %m : memref<4xi64> to memref<*xi64>\n  call @printMemrefI64(%u) : (memref<*xi64>) -> ()"],
  ["an access in a function that is called", "  call @other(%m) : (memref<4xi64>) -> ()\n  return\n}\nfunc.func @other(%n: memref<4xi64>) {\n  %x2 = arith.constant 1 : i64\n  %c = arith.constant 0 : index\n  memref.store %x2, %n[%c] : memref<4xi64>"],
])
  test(`watched: ${what}, of memory that was freed, is a fault with its place`, () => {
    const text = freed(body);
    const { error } = run(text, { passes: passes ?? CHECKED, watch: true });
    assert.ok(error instanceof ProgramFault, `${error?.stack}`);
    assert.equal(error.kind, "freed");
    const access = text.split("\n").findLastIndex((line) => /memref\.(store|copy|atomic_rmw)|vector\.(load|maskedload|scatter)|call @printMemref/.test(line)) + 1;
    assert.equal(lineOf(text, error.offset), access);
    assert.deepEqual(error.related.map(({ offset }) => lineOf(text, offset)), [8, 5]);
  });
test("watched: what lives between two blocks that were freed is used as before, and a block in place of a freed one is another", () => {
  const text = `func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %x = arith.constant 7 : i64
  %a = memref.alloc() : memref<4xi64>
  %b = memref.alloc() : memref<4xi64>
  %c = memref.alloc() : memref<4xi64>
  memref.store %x, %b[%c0] : memref<4xi64>
  memref.dealloc %a : memref<4xi64>
  memref.dealloc %c : memref<4xi64>
  %d = memref.alloc() : memref<4xi64>
  memref.copy %b, %d : memref<4xi64> to memref<4xi64>
  %y = memref.load %d[%c0] : memref<4xi64>
  memref.dealloc %d : memref<4xi64>
  memref.dealloc %b : memref<4xi64>
  return %y : i64
}
`;
  const { value, error, program } = run(text, { passes: CHECKED, watch: true });
  assert.ifError(error);
  assert.equal(value, 7n);
  assert.deepEqual(program.leaks, []);
});
test("watched: realloc is an allocation and a freeing", () => {
  const text = (end) => `llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @realloc(!llvm.ptr, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @main() -> i64 {
  %n = llvm.mlir.constant(8 : i64) : i64
  %m = llvm.mlir.constant(4000 : i64) : i64
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  llvm.store %m, %p : i64, !llvm.ptr
  %q = llvm.call @realloc(%p, %m) : (!llvm.ptr, i64) -> !llvm.ptr
  %x = llvm.load %q : !llvm.ptr -> i64
${end}
  llvm.return %x : i64
}
`;
  const good = run(text("  llvm.call @free(%q) : (!llvm.ptr) -> ()"), { passes: [], watch: true });
  assert.ifError(good.error);
  assert.deepEqual([good.value, good.program.leaks], [4000n, []]);
  const wrong = text("  llvm.store %x, %p : i64, !llvm.ptr");
  const { error } = run(wrong, { passes: [], watch: true });
  assert.deepEqual([error.kind, lineOf(wrong, error.offset), ...error.related.map(({ offset }) => lineOf(wrong, offset))], ["freed", 11, 9, 7]);
});

test("a traced program tells its values, its memrefs, its effects, and which function it is in", () => {
  const text = `func.func @put(%m: memref<2x?xi16>, %x: i16) {
  %c1 = arith.constant 1 : index
  memref.store %x, %m[%c1, %c1] : memref<2x?xi16>
  return
}
func.func @main(%x: i16) -> i16 {
  %n = arith.constant 3 : index
  %m = memref.alloc(%n) : memref<2x?xi16>
  call @put(%m, %x) : (memref<2x?xi16>, i16) -> ()
  memref.dealloc %m : memref<2x?xi16>
  %f = arith.sitofp %x : i16 to f32
  %y = arith.fptosi %f : f32 to i16
  return %y : i16
}
`;
  const told = [];
  const { error } = run(text, { args: [65531], trace: (kind, offset, value) => told.push([kind, lineOf(text, offset), value]) });
  assert.ifError(error);
  const [{ allocated, aligned }] = told.filter(([kind]) => kind === "memref").map(([, , value]) => value);
  const descriptor = { allocated, aligned, offset: 0n, sizes: [2n, 3n], strides: [3n, 1n] };
  assert.deepEqual(told.filter(([kind]) => kind === "memref"), [["memref", 8, descriptor], ["memref", 1, descriptor]]);
  assert.deepEqual(told.filter(([kind]) => !["memref", "value", "pointer"].includes(kind)),
    [["enter", 6, undefined], ["call", 9, undefined], ["enter", 1, undefined], ["effect", 3, aligned + 8n], ["leave", 4, undefined], ["effect", 10, 0n], ["leave", 13, undefined]]);
  assert.deepEqual(told.filter(([kind, line]) => kind === "value" && (line > 10 || line === 1 || line === 6)), [["value", 6, -5n], ["value", 1, -5n], ["value", 11, -5], ["value", 12, -5n]]);
});

test("watched: what is not freed is known by its place", () => {
  const text = heap("  %c0 = arith.constant 0 : index\n  %x = memref.load %m[%c0] : memref<4xi64>\n  vector.print %x : i64\n  memref.dealloc %n : memref<2xi64>");
  const { error, program } = run(text, { watch: true });
  assert.ifError(error);
  assert.deepEqual(program.leaks.map(({ offset, size }) => [lineOf(text, offset), size]), [[2, 32]]);
});

test("exit() ends the program with its status", () => {
  const { error } = run("llvm.func @exit(i32)\nllvm.func @main() {\n  %c = llvm.mlir.constant(3 : i32) : i32\n  llvm.call @exit(%c) : (i32) -> ()\n  llvm.unreachable\n}\n");
  assert.ok(error instanceof ProgramExit);
  assert.equal(error.status, 3);
});

// [what, text, message]: said before anything runs.
for (const [what, text, message] of [
  ["assembly", "llvm.func @f() {\n  llvm.inline_asm \"nop\", \"\" : () -> ()\n  llvm.return\n}\n", "'llvm.inline_asm' op cannot run: assembly of another machine"],
  ["a wider float", "llvm.func @f(%a: f80) {\n  llvm.return\n}\n", "'llvm.func' op cannot run: a function of this type"],
  ["a wider integer", "llvm.func @f() {\n  %0 = llvm.mlir.constant(1 : i200) : i200\n  llvm.return\n}\n", "'llvm.mlir.constant' op cannot run: i200 is no type of values that can be held"],
  ["a function that is nowhere", "llvm.func @gone()\nllvm.func @f() {\n  llvm.call @gone() : () -> ()\n  llvm.return\n}\n", "'llvm.call' op cannot run: the runtime has no function 'gone'"],
  ["another dialect", "func.func @f() {\n  return\n}\n", "'func.func' op cannot run: it is not of the llvm dialect"],
])
  test(`what cannot run is said with its operation: ${what}`, () => {
    const { bytes, diagnostics } = compile(text, []);
    assert.equal(bytes, null);
    assert.deepEqual(diagnostics.filter(({ severity }) => severity === "error").map((d) => d.message), [message]);
  });

test("rung-run lowers, runs, prints the result, and ends as the program does", () => {
  const node = (input, ...args) => spawnSync(process.execPath, [fileURLToPath(at("wasm/rung-run.mjs")), ...args], { input, encoding: "utf8" });
  const text = "func.func @main() -> f32 {\n  %0 = arith.constant 2.5 : f32\n  return %0 : f32\n}\nfunc.func @whole() -> i64 {\n  %0 = arith.constant -3 : i64\n  return %0 : i64\n}\n";
  const passes = ["--convert-func-to-llvm", "--convert-arith-to-llvm"];
  assert.deepEqual({ ...node(text, ...passes), pid: 0, output: null }, { status: 0, signal: null, stdout: "2.500000e+00\n", stderr: "", pid: 0, output: null });
  assert.equal(node(text, ...passes, "-e", "whole", "--entry-point-result=i64").stdout, "-3\n");
  const gone = node(text, ...passes, "-e", "gone", "--entry-point-result=void");
  assert.deepEqual([gone.status, gone.stderr], [1, "rung-run: entry point 'gone' is not defined\n"]);
  const wrong = node("llvm.func @main() {\n  llvm.unreachable\n}\n", "--entry-point-result=void");
  assert.deepEqual([wrong.status, wrong.stderr], [1, "<stdin>:2:3: error: a place that is never reached was reached\n  llvm.unreachable\n  ^\n"]);
  assert.match(node("func.func @main() { return }", "--nothing").stderr, /<stdin>:|nothing/);
  const used = "func.func @main() {\n  %c0 = arith.constant 0 : index\n  %x = arith.constant 1 : i8\n  %m = memref.alloc() : memref<1xi8>\n  memref.dealloc %m : memref<1xi8>\n  memref.store %x, %m[%c0] : memref<1xi8>\n  return\n}\n";
  const road = ["--convert-scf-to-cf", "--convert-cf-to-llvm", "--convert-arith-to-llvm", "--finalize-memref-to-llvm", "--convert-func-to-llvm", "--reconcile-unrealized-casts", "--entry-point-result=void"];
  assert.equal(node(used, ...road).status, 0);
  const found = node(used, "--generate-runtime-verification", ...road);
  assert.equal(found.status, 1);
  assert.deepEqual(found.stderr.split("\n").filter((line) => /^<stdin>/.test(line)),
    ["<stdin>:6:3: error: memory is used that was freed before", "<stdin>:5:3: note: freed here", "<stdin>:4:8: note: allocated here"]);
});

const reference = "/usr/lib/llvm-22";
test("random programs print what mlir-runner 22 prints", { skip: !existsSync(`${reference}/bin/mlir-runner`) && "mlir-runner 22 is not here" }, () => {
  const said = execFileSync(fileURLToPath(at("scripts/check-run")), ["--reference", reference, "--count", "300", "--seed", "7"], { encoding: "utf8" });
  assert.equal(said, "300 of 300 programs printed the same\n");
});
