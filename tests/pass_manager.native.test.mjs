// What rung-opt tells of passes while they run: IR in files, statistics, times, messages in order.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { splitArgs } from "./cases.mjs";

const opt = splitArgs(process.env.RUNG_OPT ?? new URL("../build/release/rung-opt", import.meta.url).pathname);
const input = `module @top {
  func.func @"a/b"() { %c = arith.constant 1 : i32 return }
  func.func @g() { return }
  module { func.func @h() { return } }
}
`;
const run = (text, ...args) => spawnSync(opt[0], [...opt.slice(1), ...args], { input: text, encoding: "utf8" });

test("the IR around passes is printed to a tree of files", () => {
  const folder = mkdtempSync(join(tmpdir(), "rung-tree-"));
  try {
    const tree = join(folder, "tree");
    const done = run(input, `--mlir-print-ir-tree-dir=${tree}`, "--mlir-print-ir-before=cse", "--mlir-print-ir-after-all",
      "--pass-pipeline=builtin.module(func.func(cse,canonicalize),cse,builtin.module(func.func(cse)))");
    assert.equal(done.status, 0, done.stderr);
    assert.equal(done.stderr, "");
    const files = (path) => readdirSync(path, { withFileTypes: true })
      .flatMap((entry) => entry.isDirectory() ? files(join(path, entry.name)) : [join(path, entry.name)]);
    assert.deepEqual(files(tree).map((path) => path.slice(tree.length + 1)).sort(), [
      "builtin_module_top/1_cse.mlir",
      "builtin_module_top/2_cse.mlir",
      "builtin_module_top/builtin_module_no-symbol-name/func_func_h/2_0_0_cse.mlir",
      "builtin_module_top/builtin_module_no-symbol-name/func_func_h/2_0_1_cse.mlir",
      "builtin_module_top/func_func_a_b/0_0_cse.mlir",
      "builtin_module_top/func_func_a_b/0_1_cse.mlir",
      "builtin_module_top/func_func_a_b/0_2_canonicalize.mlir",
      "builtin_module_top/func_func_g/0_0_cse.mlir",
      "builtin_module_top/func_func_g/0_1_cse.mlir",
      "builtin_module_top/func_func_g/0_2_canonicalize.mlir",
    ]);
    assert.equal(readFileSync(join(tree, "builtin_module_top/func_func_a_b/0_0_cse.mlir"), "utf8"),
      "// -----// IR Dump Before CSE (cse) //----- //\nfunc.func @\"a/b\"() {\n  %c1_i32 = arith.constant 1 : i32\n  return\n}\n\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("passes count, by the pipeline or by name", () => {
  const pipeline = "--pass-pipeline=builtin.module(func.func(cse),cse)";
  const title = /^===-+===\n +\.\.\. Pass statistics report \.\.\.\n===-+===\n/;
  const nested = run(input, "--mlir-pass-statistics", pipeline).stderr;
  assert.match(nested, title);
  assert.equal(nested.replace(title, ""), `'func.func' Pipeline
  CSE
    (S) 0 num-cse'd - Number of operations CSE'd
    (S) 1 num-dce'd - Number of operations DCE'd
CSE
  (S) 0 num-cse'd - Number of operations CSE'd
  (S) 0 num-dce'd - Number of operations DCE'd

`);
  const list = run(input, "--mlir-pass-statistics", "--mlir-pass-statistics-display=list", pipeline).stderr;
  assert.equal(list.replace(title, ""),
    "  CSE\n    (S) 0 num-cse'd - Number of operations CSE'd\n    (S) 1 num-dce'd - Number of operations DCE'd\n\n");
});

test("times are reported as the pipeline is nested", () => {
  const { stderr } = run(input, "--mlir-timing", "--pass-pipeline=builtin.module(func.func(cse,canonicalize),symbol-dce)");
  const names = stderr.split("\n").filter((line) => /^ +\d/.test(line)).map((line) => line.replace(/^ +[\d.]+ \( *[\d.]+%\)/, ""));
  assert.deepEqual(names, ["  Parser", "  'func.func' Pipeline", "    CSE", "    Canonicalizer", "  SymbolDCE", "  Output", "  Rest", "  Total"]);
});

test("times are reported as JSON, too", () => {
  const { stderr } = run(input, "--mlir-timing", "--mlir-output-format=json", "--pass-pipeline=builtin.module(func.func(cse))");
  const tree = JSON.parse(stderr);
  assert.deepEqual(tree.map((entry) => entry.name), ["Parser", "'func.func' Pipeline", "Output", "Rest", "Total"]);
  assert.equal(tree[1].passes[0].name, "CSE");
  assert.equal(tree.at(-1).wall.percentage, 100);
});

test("a message comes before the IR it is about, and other functions are still tried", () => {
  const { stderr, status } = run("func.func @f() { return }\nfunc.func @g() { return }\n", "--mlir-print-ir-after-failure",
    "--pass-pipeline=builtin.module(func.func(cse,symbol-dce))");
  assert.equal(status, 1);
  const lines = stderr.split("\n").filter((line) => /error:|IR Dump/.test(line));
  assert.deepEqual(lines.map((line) => line.replace(/^<stdin>:/, "")), [
    "1:1: error: 'func.func' op  was scheduled to run under SymbolDCE, but does not define a symbol table",
    "// -----// IR Dump After SymbolDCE Failed (symbol-dce) //----- //",
    "2:1: error: 'func.func' op  was scheduled to run under SymbolDCE, but does not define a symbol table",
    "// -----// IR Dump After SymbolDCE Failed (symbol-dce) //----- //",
  ]);
});

test("the pipeline is shown with every option", () => {
  assert.equal(run(input, "--dump-pass-pipeline", "--cse", "--convert-to-llvm=filter-dialects=arith,func").stderr,
    `Pass Manager with 2 passes:
builtin.module(
  cse,
  convert-to-llvm{allow-pattern-rollback=true dynamic=false filter-dialects={arith,func}}
)

`);
});

test("options are shown as they were understood", () => {
  const shown = (pass) => run(input, "--dump-pass-pipeline", `--pass-pipeline=\n builtin.module(\n\t${pass}\n)`).stderr.split("\n")[2];
  assert.equal(shown('canonicalize{max-iterations=010 max-num-rewrites="0x1F"\n top-down=}'),
    "  canonicalize{  max-iterations=8 max-num-rewrites=31 region-simplify=normal test-convergence=false top-down=true}");
  assert.equal(shown("symbol-privatize{exclude={ f, {g}} exclude=h}"), "  symbol-privatize{exclude={f,g,h}}");
  assert.equal(shown("symbol-privatize{exclude=}"), "  symbol-privatize{exclude={}}");
  assert.equal(shown('symbol-privatize{exclude="a b",c}'), "  symbol-privatize{exclude={{a b},c}}");
  assert.equal(shown("cse,"), "^");
  assert.equal(run(input, "--pass-pipeline=builtin.module(cse,\n  func.func(cse, bogus))").stderr,
    "<unknown>:0: error: MLIR Textual PassPipeline Parser:2:18: error: 'bogus' does not refer to a registered pass or pass pipeline\n" +
    "  func.func(cse, bogus)\n                 ^\n\n");
});

test("spaces around the names of a list do not belong to them", () => {
  const done = run("func.func @f() { return }\nfunc.func @g() { return }\n", "--symbol-privatize=exclude={f, g}");
  assert.doesNotMatch(done.stdout, /private/);
});

test("the IR around a pass has no resources of others", () => {
  const { stdout, stderr } = run("module {}\n{-# external_resources: { x: { y: true } } #-}\n", "--cse", "--mlir-print-ir-after-all");
  assert.match(stdout, /external_resources/);
  assert.equal(stderr, "// -----// IR Dump After CSE (cse) //----- //\nmodule {\n}\n\n\n");
});

test("a module that the text only implies has no place of its own", () => {
  assert.equal(run("func.func @f() { return }\n", "--pass-pipeline=wrong-op()").stderr,
    "<stdin>:0:0: error: can't run 'wrong-op' pass manager on 'builtin.module' op\n");
});

test("print-op-stats says on stderr how many operations there are of each name", () => {
  const text = 'func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n"kept"() : () -> ()\n';
  const table = run(text, "--allow-unregistered-dialect", "--print-op-stats");
  assert.equal(table.stderr.replace(/^.*info: (?:.*\n){3}/, ""), `Operations encountered:
-----------------------
    arith.addi   , 1
  builtin.module , 1
     func.func   , 1
     func.return , 1
          kept   , 1
`);
  assert.ok(table.stdout.startsWith("module {\n"));
  const json = run(text, "--allow-unregistered-dialect", "--pass-pipeline=builtin.module(func.func(print-op-stats{json=true}))");
  assert.equal(json.stderr.replace(/^.*info: (?:.*\n){3}/, ""), '{\n  "arith.addi" : 1,\n  "func.func" : 1,\n  "func.return" : 1\n}\n');
});
