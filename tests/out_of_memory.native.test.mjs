// The command line when memory is refused: the N-th request once, or that one and all later ones. Either nothing is
// lost, or it is said and the status is 1; there is no crash and no endless loop. RUNG_REFUSE_MAX bounds N.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";

const opt = new URL("../build/release/rung-opt", import.meta.url).pathname;
const source = new URL("out_of_memory.c", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "rung-out-of-memory-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const library = join(folder, "out_of_memory.so");
const built = spawnSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]);
const skip = process.platform !== "linux" || built.status !== 0 ? "needs Linux and a C compiler" : false;
const MAX = Number(process.env.RUNG_REFUSE_MAX ?? 200);

// What the copies of the process print and write; the first is the one of which no request was refused.
function copies(args, onward, output) {
  const into = mkdtempSync(join(folder, "copies-"));
  const env = { ...process.env, LD_PRELOAD: library, REFUSE_IN: into, REFUSE_MAX: String(MAX), ...(onward && { REFUSE_ONWARD: "1" }), ...(output && { REFUSE_FILE: output }) };
  return new Promise((resolve) => {
    const child = spawn(opt, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (said += text));
    child.on("close", () => {
      const [counted, ...lines] = said.trim().split("\n");
      const read = (name) => (existsSync(join(into, name)) ? readFileSync(join(into, name), "utf8") : "");
      const runs = lines.map((line) => line.split(" ").map(Number)).map(([at, status, signal]) => (
        { at, status, signal, stdout: read(`${at}.out`), stderr: read(`${at}.err`), file: read(`${at}.file`) }));
      rmSync(into, { recursive: true });
      resolve({ requests: Number(counted.replace("counted ", "")), runs });
    });
  });
}

const SAYS = /out of memory|Cannot allocate memory/;
// Times differ from run to run, and with them the order of what is listed by time.
const timeless = (text) => text.replace(/\d+\.\d+/g, "N").replace(/ +/g, " ").replace(/,$/gm, "").split("\n").sort().join("\n");

// Whether all that was to be said was said; otherwise what is wrong.
function wrong(done, whole) {
  if (done.signal) return `ended by signal ${done.signal}`;
  if (done.status === 1 && SAYS.test(done.stderr)) return undefined;
  if (done.status !== whole.status) return `status ${done.status}, and no word about memory: ${done.stderr.slice(0, 200)}`;
  if (done.stdout !== whole.stdout) return "output is missing";
  if (timeless(done.stderr) !== timeless(whole.stderr)) return "messages are missing";
  if (done.file !== whole.file) return "the file is not complete";
  return undefined;
}

async function sweep(args, output) {
  const problems = [];
  const once = async (onward) => {
    const { requests, runs: [whole, ...runs] } = await copies(args, onward, output);
    assert.ok(requests > 0 && whole, "the program ran");
    assert.equal(runs.length, Math.min(requests, MAX));
    for (const done of runs) {
      const problem = wrong(done, whole);
      if (problem) problems.push(`request ${done.at}${onward ? " and all later ones" : ""}: ${problem}`);
    }
  };
  if (output) for (const onward of [false, true]) await once(onward);
  else await Promise.all([once(false), once(true)]);
  assert.deepEqual(problems, []);
}

const SMALL = `
#map = affine_map<(d0) -> (d0 + 1)>
func.func @f(%m: memref<?x4xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %k = affine.apply #map(%i)
    %a = memref.load %m[%k, %c0] : memref<?x4xf32>
    %b = memref.load %m[%k, %c0] : memref<?x4xf32>
    %t = arith.addf %a, %b : f32
    %u = arith.addf %s, %t : f32
    scf.yield %u : f32
  }
  return %sum : f32
}
// -----
func.func @g(%v: vector<8xi32>) -> i32 {
  %r = vector.reduction <add>, %v : vector<8xi32> into i32
  return %r : i32
}
`;
const EXPECTED = `
func.func @f() {
  // expected-error@+1 {{use of undeclared SSA value name}}
  "a.b"(%x) : (i32) -> ()
  return
}
// -----
// expected-error-re@+1 {{redefinition of {{symbol}} named 'g'}}
func.func @g() { return }
`;
const many = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join("");
// Larger than the first pieces of memory: tables and lists grow.
const LARGE = `func.func @f(%v: vector<4x8x16xf32>, %x: f32, %i: index, %m: memref<?xf32>) {\n${many(400, (i) =>
  `  %a${i} = arith.addf %x, %x : f32\n  memref.store %a${i}, %m[%i] : memref<?xf32>\n  %t${i} = vector.transpose %v, [2, 0, 1] : vector<4x8x16xf32> to vector<16x4x8xf32>\n`)}  return\n}\n`;
const LOWER = ["--convert-vector-to-llvm", "--convert-scf-to-cf", "--convert-cf-to-llvm", "--lower-affine", "--convert-arith-to-llvm",
               "--finalize-memref-to-llvm", "--convert-func-to-llvm", "--reconcile-unrealized-casts"];
const BLOCKS = `func.func @f(%x: i32) {\n  "cf.br"()[^b0] : () -> ()\n${many(300, (i) =>
  `^b${i}:\n  %v${i} = arith.addi %x, %x : i32\n  %v${i} = arith.addi %x, %x : i32\n  "cf.br"()[^b${(i * 7) % 300}] : () -> ()\n`)}^b0:\n  return\n}\n`;

// Operations kept as written, with regions, symbols, aliases and arguments named ahead; holes.
const KEPT = `
#map = affine_map<(d0) -> (d0 + 1)>
!t = tuple<i32, f32>
x.global @v = dense<1> : tensor<4xi32>
x.func @f(%a : i32, %b: !x.t<4>) -> i32 attributes {k = 1, m = #map} {
  %0:2 = x.op %a, %b {key = "v"} : (i32, !x.t<4>) -> (i32, !t)
  x.for %i = %0#0 to %0#1 iter_args(%s = %a) -> i32 {
    ...
    x.yield %i, %undefined : i32
  }
  x.return @f::@g, %0#0 : i32
}
func.func @g(%m: memref<?xf32>) {
  "z.w"() ({ x.y ^bb1
  ^bb1:
    x.y }) : () -> ()
  %0 = memref.load %m[...] : memref<?xf32>
  return
}
`;
const AROUND = `Hello, this is what I get:
\`\`\`mlir
$ mlir-opt a.mlir
func.func @f() {
  %0 = x.y
  return
}
\`\`\`
a.mlir:1:2: error: no
    ^
and
func.func @f() {
  return
}
`;
const QUOTED = AROUND.replace(/^/gm, "> ");
const SLIPS = `func.func @f(%a: i32, %m: memref<4xf32>, %i: index) -> i32 {
  %0 = arith.adi %a, %a : i32
  %1 = memref.lod %m[%i] : memref<4xf32>
  %2 = arith.addi %a %0 : i32
  %3, %4 = arith.constant 1 : int
  %3 = arith.constant 1 : i32
  cf.br ^bbb(%0 : i32)
^bb(%x: i32):
  return %aa : i32
`;

// A dialect that is added; one with as many errors as there are lines; a larger one.
const dialect = (name) => new URL(`dialects/${name}`, import.meta.url).pathname;
const BROKEN = join(folder, "broken.ops"), WIDE = join(folder, "wide.ops");
writeFileSync(BROKEN, `dialect d\n${many(50, (i) => `op x${i} : C${i}\n`)}`);
writeFileSync(WIDE, `dialect d\n${many(300, (i) => `op x${i}\n  traits    Pure\n  operand   a: AnyType\n  result    b: AnyType\n  format    $a attr-dict \`:\` type($a) \`->\` type($b)\n`)}`);

// Tensors, which transformations tile and bufferization puts into memory; parallel loops; kernels; affine loops; calls.
const TENSORS = many(40, (i) => `func.func @tensors${i}(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>, %i: index, %x: f32) -> (tensor<8x8xf32>, f32) {
  %e = tensor.empty() : tensor<8x8xf32>
  %c = arith.constant dense<[[${i}.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x8xf32>) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = tensor.insert_slice %c into %1[0, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<8x8xf32>
  %3 = tensor.extract %1[%i, %i] : tensor<8x8xf32>
  return %2, %3 : tensor<8x8xf32>, f32
}
`);
const TRANSFORM = `module attributes {transform.with_named_sequence} {
${TENSORS}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
  %1, %2:2 = transform.structured.tile_using_for %0 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %3 = transform.structured.generalize %1 : (!transform.any_op) -> !transform.any_op
  transform.yield
}
}
`;
const PARALLEL = many(30, (i) => `func.func @parallel${i}(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %y = arith.addf %x, %x : f32
    memref.store %y, %m[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}
`);
const LAUNCHES = many(30, (i) => `func.func @launch${i}(%m: memref<?xf32>, %n: index, %x: f32) {
  gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %j) in (%k = %n, %l = %n, %o = %n) {
    memref.store %x, %m[%g] : memref<?xf32>
    gpu.terminator
  }
  return
}
`);
const AFFINE = many(30, (i) => `func.func @affine${i}(%m: memref<64xf32>, %o: memref<64xf32>) {
  %t = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %v = affine.load %m[%i] : memref<64xf32>
    %w = arith.mulf %v, %v : f32
    affine.store %w, %t[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %v = affine.load %t[%i] : memref<64xf32>
    affine.store %v, %o[%i] : memref<64xf32>
  }
  return
}
`);
const CALLS = many(60, (i) => `func.func private @callee${i}(%x: i32) -> i32 {
  %c = arith.constant ${i} : i32
  %0 = arith.addi %x, %c : i32
  return %0 : i32
}
func.func @caller${i}() -> i32 {
  %c = arith.constant 4 : i32
  %0 = call @callee${i}(%c) : (i32) -> i32
  return %0 : i32
}
`);
const TOSA = many(40, (i) => `func.func @tosa${i}(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.add %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = tosa.exp %0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
`);
const BUFFERIZE = ["--one-shot-bufferize=bufferize-function-boundaries", "--buffer-deallocation-pipeline", "--convert-bufferization-to-memref"];

const CASES = {
  "plain": [SMALL],
  "cse": [SMALL, "--cse"],
  "canonicalize": [SMALL, "--canonicalize"],
  "pieces": [SMALL, "--split-input-file", "--canonicalize", "--cse"],
  "locations": [SMALL, "--mlir-print-debuginfo"],
  "generic": [SMALL, "--mlir-print-op-generic", "--mlir-print-value-users"],
  "lowering": [SMALL, ...LOWER],
  "explanations": [SMALL, "--explain", ...LOWER],
  "explanations of pieces": [SMALL, "--explain", "--split-input-file", "--cse", "--convert-func-to-llvm"],
  "a pipeline": [SMALL, "--pass-pipeline=builtin.module(func.func(cse,canonicalize{max-iterations=3}),convert-func-to-llvm{index-bitwidth=32})", "--dump-pass-pipeline"],
  "flags as a pipeline": [SMALL, "--dump-pass-pipeline", "--convert-func-to-llvm=index-bitwidth=32"],
  "there and back": [SMALL, "--verify-roundtrip"],
  "the IR after passes": [SMALL, "--mlir-print-ir-after-all", "--cse", "--canonicalize"],
  "the IR after some passes": [SMALL, "--mlir-print-ir-before=cse", "--mlir-print-ir-after=cse,canonicalize", "--mlir-print-ir-module-scope", "--cse", "--canonicalize"],
  "the IR after changes": [SMALL, "--mlir-print-ir-after-all", "--mlir-print-ir-after-change", "--cse", "--canonicalize", "--cse"],
  "times": [SMALL, "--mlir-timing", "--cse", "--canonicalize"],
  "times as a list": [SMALL, "--mlir-timing", "--mlir-timing-display=list", "--mlir-output-format=json", "--cse"],
  "statistics": [SMALL, "--mlir-pass-statistics", "--cse", "--canonicalize"],
  "expected messages": [EXPECTED, "--verify-diagnostics", "--split-input-file", "--allow-unregistered-dialect"],
  "unexpected messages": [SMALL.replace("scf.yield %u", "scf.yield %nothing"), "--verify-diagnostics"],
  "messages": [SMALL.replace("scf.yield %u", "scf.yield %nothing")],
  "a type": [undefined, "--explain-type=memref<?x4xf32>"],
  "a type that is none": [undefined, "--explain-type=memref<?x4xf32"],
  "help": [undefined, "--help"],
  "passes": [undefined, "--show-passes"],
  "the version": [undefined, "--version"],
  "a large text": [LARGE],
  "a large text, cse": [LARGE, "--cse"],
  "a large text, canonicalize": [LARGE, "--canonicalize"],
  "a large text, lowered": [LARGE, ...LOWER],
  "a large text, explained": [LARGE, "--explain", ...LOWER],
  "a text of many errors": [BLOCKS],
  "kept": [KEPT, "--keep-unknown"],
  "kept, passes": [KEPT.replaceAll("...", ""), "--keep-unknown", "--explain", "--canonicalize", "--cse"],
  "kept, many": [`x.f {\n${many(300, (i) => `  %a${i}, %b${i} = x${i}.y %undefined${i}, %c {\n    x.w\n  }\n  ...\n`)}}\n`, "--keep-unknown"],
  "text around": [AROUND, "--keep-unknown"],
  "text around, quoted": [QUOTED, "--keep-unknown"],
  "several pieces": [`${AROUND}\n%0 = x.z\n`.repeat(3), "--keep-unknown"],
  "slips": [SLIPS],
  "slips, kept": [SLIPS, "--keep-unknown"],
  "repairs": [SLIPS, "--fix"],
  "repairs, kept": [`Some prose here.\n\n${SLIPS}`, "--fix", "--keep-unknown"],
  "a dialect is added": [readFileSync(dialect("shop.mlir"), "utf8"), `--dialect=${dialect("shop.ops")}`, "--canonicalize"],
  "a dialect of functions": [readFileSync(dialect("toy.mlir"), "utf8"), `--dialect=${dialect("toy.ops")}`, "--mlir-print-op-generic"],
  "a dialect with mistakes": ["", `--dialect=${BROKEN}`],
  "a large dialect": ["d.nothing", `--dialect=${WIDE}`],
  "transformations": [TRANSFORM, "--transform-interpreter"],
  "transformations, explained": [TRANSFORM, "--explain", "--transform-interpreter"],
  "bufferization": [TENSORS, "--eliminate-empty-tensors", ...BUFFERIZE],
  "bufferization, analysed": [TENSORS, "--one-shot-bufferize=bufferize-function-boundaries test-analysis-only"],
  "bufferization, copies": [TENSORS, "--one-shot-bufferize=bufferize-function-boundaries copy-before-write", "--buffer-results-to-out-params=modify-public-functions hoist-static-allocs"],
  "linalg": [TENSORS, "--linalg-generalize-named-ops", "--linalg-fuse-elementwise-ops", "--linalg-fold-unit-extent-dims"],
  "linalg to loops": [TENSORS, ...BUFFERIZE, "--convert-linalg-to-loops", "--convert-scf-to-cf"],
  "tosa": [TOSA, "--pass-pipeline=builtin.module(func.func(tosa-infer-shapes,tosa-to-linalg-named,tosa-to-linalg,tosa-to-arith))"],
  "tasks": [PARALLEL, "--async-parallel-for"],
  "OpenMP": [PARALLEL, "--convert-scf-to-openmp", "--convert-openmp-to-llvm"],
  "parallel loops on a device": [PARALLEL, "--pass-pipeline=builtin.module(func.func(gpu-map-parallel-loops),convert-parallel-loops-to-gpu,gpu-kernel-outlining)"],
  "kernels": [LAUNCHES, "--gpu-kernel-outlining", "--gpu-async-region", "--gpu-to-llvm"],
  "affine loops": [AFFINE, "--affine-loop-fusion", "--affine-loop-unroll=unroll-factor=4", "--affine-scalrep", "--affine-loop-normalize"],
  "affine vectors": [AFFINE, "--pass-pipeline=builtin.module(func.func(affine-super-vectorize{virtual-vector-size=8}),lower-affine)"],
  "calls": [CALLS, "--inline", "--sccp", "--symbol-dce", "--remove-dead-values"],
  "counts": [CALLS, "--print-op-stats"],
  "nothing to repair": [KEPT, "--fix", "--keep-unknown"],
};
for (const [what, [text, ...args]] of Object.entries(CASES)) {
  test(`memory is refused: ${what}`, { skip }, async () => {
    const input = join(folder, `${what.replace(/\W/g, "-")}.mlir`);
    if (text) writeFileSync(input, text);
    await sweep(text ? [input, ...args] : args);
  });
}

test("memory is refused: a file is written", { skip }, async () => {
  const input = join(folder, "written.mlir"), output = join(folder, "out.mlir");
  writeFileSync(input, SMALL);
  await sweep([input, "--cse", "-o", output], output);
});

test("memory is refused: the IR is written to files", { skip }, async () => {
  const input = join(folder, "tree.mlir");
  writeFileSync(input, SMALL);
  await sweep([input, "--cse", "--mlir-print-ir-after-all", `--mlir-print-ir-tree-dir=${join(folder, "tree")}`]);
});

test("a file larger than the memory limit is refused", { skip }, () => {
  const input = join(folder, "large.mlir");
  writeFileSync(input, `// ${" ".repeat(64 << 20)}\nfunc.func @f() { return }\n`);
  for (const how of [`"${opt}" "${input}"`, `"${opt}" < "${input}"`, `cat "${input}" | "${opt}"`]) {
    const done = spawnSync("sh", ["-c", `ulimit -v 60000; ${how}`], { encoding: "utf8" });
    assert.deepEqual([done.status, done.stdout, done.stderr], [1, "", "rung-opt: out of memory\n"], how);
  }
});
