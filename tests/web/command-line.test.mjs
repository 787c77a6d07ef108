// What people paste for a pipeline, and what it means.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";
import { detect, runsIn, understand } from "../../web/src/core/command-line.js";
import { FLAGS, mlirOptCommand } from "../../web/src/core/mlir-opt.js";

const rung = await Rung.load();
const REFERENCE = "/usr/lib/llvm-22/bin/mlir-opt";
const skip = existsSync(REFERENCE) ? false : "mlir-opt 22 is not installed";

/** [what it is, the text, the passes, settings]: all of it is understood, and nothing is left out. */
for (const [what, text, passes, settings = {}] of [
  ["a pipeline", "builtin.module(func.func(cse),canonicalize{top-down=0})", "func.func(cse),canonicalize{top-down=0}"],
  ["a pipeline on several lines", "builtin.module(\n  func.func(cse),\n  canonicalize\n)\n", "func.func(cse),canonicalize"],
  ["a pipeline for any operation", "any(cse)", "cse"],
  ["one pass", "canonicalize", "canonicalize"],
  ["names with commas", "cse, canonicalize", "cse,canonicalize"],
  ["names with spaces", "cse canonicalize", "cse,canonicalize"],
  ["names, one a line", "cse\n\ncanonicalize\n", "cse,canonicalize"],
  ["names with bullets", "- cse\n- canonicalize", "cse,canonicalize"],
  ["names with numbers", "1. cse\n2) canonicalize", "cse,canonicalize"],
  ["names with dashes, one a line", "--cse\n-canonicalize", "cse,canonicalize"],
  ["names with arrows", "convert-scf-to-cf -> convert-cf-to-llvm → cse", "convert-scf-to-cf,convert-cf-to-llvm,cse"],
  ["names, one with options", "canonicalize{top-down=0 max-iterations=3}, cse", "canonicalize{top-down=0 max-iterations=3},cse"],
  ["names and nests", "func.func(cse),canonicalize", "func.func(cse),canonicalize"],
  ["a name of an older release", "convert-std-to-llvm", "convert-std-to-llvm"],
  ["a pass that runs on functions", "lower-vector-mask, cse", "func.func(lower-vector-mask),cse"],
  ["flags", "--convert-scf-to-cf --cse", "convert-scf-to-cf,cse"],
  ["a flag with an option in quotes", '--convert-func-to-llvm="use-bare-ptr-memref-call-conv=1 index-bitwidth=32"', "convert-func-to-llvm{use-bare-ptr-memref-call-conv=1 index-bitwidth=32}"],
  ["a flag with an option", "-canonicalize=test-convergence", "canonicalize{test-convergence}"],
  ["a flag with options in braces", "--canonicalize='{top-down=0}'", "canonicalize{top-down=0}"],
  ["a flag of a pass that runs on functions", "--lower-vector-mask --cse", "func.func(lower-vector-mask),cse"],
  ["the flag of a pipeline", "--pass-pipeline='builtin.module(func.func(cse))'", "func.func(cse)"],
  ["the same with one dash and double quotes", '-pass-pipeline="builtin.module(cse)"', "cse"],
  ["the same with its text behind it", "--pass-pipeline 'builtin.module(cse)'", "cse"],
  ["flags that are settings", "--allow-unregistered-dialect -split-input-file --verify-diagnostics --mlir-print-op-generic --mlir-print-debuginfo --cse", "cse",
    { allowUnregistered: true, splitInput: true, verifyDiagnostics: true, generic: true, debugInfo: true }],
  ["settings with values", "--split-input-file='// ####' --verify-diagnostics=only-expected --allow-unregistered-dialect=false", "", { splitInput: "// ####", verifyDiagnostics: "only-expected" }],
  ["a command", "mlir-opt --cse", "cse"],
  ["a command behind a prompt, with a path", "$ ~/llvm-project/build/bin/mlir-opt --cse", "cse"],
  ["a command of a release", "/usr/lib/llvm-19/bin/mlir-opt-19 %s -cse | FileCheck %s", "cse"],
  ["a command with an environment", "FOO=1 BAR='a b' mlir-opt %s --cse", "cse"],
  ["a command wrapped by env", "env FOO=1 mlir-opt %s --cse", "cse"],
  ["a command over several lines", "mlir-opt %s \\\n  --convert-scf-to-cf \\\n  --cse", "convert-scf-to-cf,cse"],
  ["commands in a row", "mlir-opt %s --convert-scf-to-cf | mlir-opt --cse | FileCheck %s", "convert-scf-to-cf,cse"],
  ["a command that goes to a file", "mlir-opt %s --cse > %t 2>&1", "cse"],
  ["a command that reads a file", "mlir-opt --cse < input.mlir 2> /dev/null", "cse"],
  ["a command with backslashes", "mlir-opt --pass-pipeline=builtin.module\\(cse\\)", "cse"],
  ["a command with a comment", "mlir-opt --cse # what is the same", "cse"],
  ["rung-opt", "build/release/rung-opt --cse", "cse"],
  ["a RUN line", "// RUN: mlir-opt %s -canonicalize -split-input-file | FileCheck %s", "canonicalize", { splitInput: true }],
  ["a RUN line without its slashes", "RUN: mlir-opt %s -cse", "cse"],
  ["a RUN line that goes on", '// RUN: mlir-opt %s \\\n// RUN:   -pass-pipeline="builtin.module(func.func(cse))" \\\n// RUN: | FileCheck %s', "func.func(cse)"],
  ["a RUN line that checks messages", "// RUN: mlir-opt %s -allow-unregistered-dialect -verify-diagnostics -split-input-file", "", { allowUnregistered: true, verifyDiagnostics: true, splitInput: true }],
  ["a RUN line with definitions", "// DEFINE: %{how} = --convert-scf-to-cf \\\n// DEFINE:   --cse\n// RUN: mlir-opt %s %{how} | FileCheck %s", "convert-scf-to-cf,cse"],
  ["RUN lines among other lines of a test", "// RUN: mlir-opt %s -cse | FileCheck %s\n\n// CHECK-LABEL: @f\n", "cse"],
]) {
  test(`understood: ${what}`, () => {
    assert.deepEqual(understand(text, rung), { pipeline: `builtin.module(${passes})`, settings, said: [], others: [] });
  });
}

for (const [what, text, passes, ...said] of [
  ["a file", "mlir-opt input.mlir --cse", "cse", "`input.mlir` is left out: the text in the editor is what runs."],
  ["where the result goes", "mlir-opt %s --cse -o out.mlir", "cse", "`-o` is left out: the result stays on the page."],
  ["translation", "mlir-opt %s --cse | mlir-translate --mlir-to-llvmir", "cse", "`mlir-translate --mlir-to-llvmir` is left out: Rung stops at the LLVM dialect and does not translate."],
  ["running", "mlir-opt %s --cse | mlir-runner -e main", "cse", "`mlir-runner -e main` is left out: Rung stops at the LLVM dialect."],
  ["printing between passes", "mlir-opt --cse --mlir-print-ir-after-all -mlir-print-ir-before=cse", "cse",
    "`--mlir-print-ir-after-all` and `--mlir-print-ir-before` are left out: the ladder shows the text after each pass."],
  ["how it is printed", "mlir-opt --cse --mlir-print-local-scope", "cse", "`--mlir-print-local-scope` is left out: the page prints the result as it is."],
  ["a command that has to fail", "not mlir-opt %s --cse 2>&1 | FileCheck %s", "cse", "The command is meant to fail (`not`)."],
  ["an older anchor", "--pass-pipeline='func.func(cse)'", "func.func(cse)", "A pipeline is written `builtin.module(…)` today: it is put into that."],
  ["a parenthesis that is missing", "--pass-pipeline='builtin.module(func.func(cse'", "func.func(cse)", "`))` was missing at its end."],
  ["names of older anchors", "module(func(cse),canonicalize)", "func.func(cse),canonicalize", "`module(…)` is written `builtin.module(…)` today.", "`func(…)` is written `func.func(…)` today."],
]) {
  test(`said, and left out or changed: ${what}`, () => {
    const meant = understand(text, rung);
    assert.equal(meant.pipeline, `builtin.module(${passes})`);
    assert.deepEqual(meant.said, said);
  });
}

for (const [what, text, error] of [
  ["nothing", " \n", "There is nothing in it."],
  ["prose", "what does this do?", "This is not a pipeline, a list of passes or an mlir-opt command."],
  ["IR", "%0 = arith.addi %a, %b : i32", "This is not a pipeline, a list of passes or an mlir-opt command."],
  ["a slip in a name", "canonicalise", "No pass is called `canonicalise`; did you mean `canonicalize`?"],
  ["a slip in a list", "cse, canonicalise, cse", "No pass is called `canonicalise`; did you mean `canonicalize`?"],
  ["a slip in a flag", "--canonicalise", "No pass or flag is called `--canonicalise`; did you mean `--canonicalize`?"],
  ["a slip in a pipeline", "builtin.module(func.func(cze))", "No pass is called `cze`; did you mean `cse`?"],
  ["a slip in an option", "--canonicalize=topdown=0", "no such option topdown, in `topdown`. Did you mean `top-down`?"],
  ["a comma too much", "builtin.module(cse,)", "There is one comma too many in it."],
  ["a pass that Rung lacks", "mlir-opt %s --acc-loop-tiling", "`acc-loop-tiling` is a pass of LLVM 22's mlir-opt that Rung does not have yet."],
  ["a pass for tests", "// RUN: mlir-opt %s -test-vector-to-vector-lowering | FileCheck %s", "`test-vector-to-vector-lowering` is one of mlir-opt's passes for its own tests, which Rung does not have."],
  ["a pass of another project", "triton-opt %s -tritongpu-coalesce", "No pass or flag is called `--tritongpu-coalesce`. It may be triton-opt's own."],
  ["both ways to name passes", "mlir-opt --cse --pass-pipeline='builtin.module(cse)'", "mlir-opt takes `--pass-pipeline` or flags of passes, not both."],
  ["more than anybody writes", "--cse ".repeat(5000), "It is too long: at most 20,000 characters are read as a pipeline."],
  ["more passes than the page takes", "--cse ".repeat(3000), "The pipeline is too long: the page takes at most 8,000 characters."],
  ["RUN lines of other programs", "// RUN: clang -c %s", "No RUN line in it runs mlir-opt."],
  ["a definition that is not there", "// RUN: mlir-opt %s %{sparsifier_opts}", "`%{sparsifier_opts}` is defined by a DEFINE line that is not in it."],
]) {
  test(`not understood: ${what}`, () => {
    assert.deepEqual(understand(text, rung), { error });
  });
}

for (const [where, text] of [["flags", "mlir-opt a.mlir --acc-legalize-serial --acc-loop-tiling --cse --canonicalize"],
  ["a pipeline", "builtin.module(acc-legalize-serial,func.func(cse,acc-loop-tiling),canonicalize)"], ["a list", "acc-legalize-serial, acc-loop-tiling, cse, canonicalize"]]) {
  test(`a pass that Rung lacks does not spoil the rest: ${where}`, () => {
    const { pipeline, said } = understand(text, rung);
    assert.match(pipeline, /^builtin\.module\((cse|func\.func\(cse\)),canonicalize\)$/);
    for (const name of ["acc-legalize-serial", "acc-loop-tiling"])
      assert.ok(said.includes(`\`${name}\` is a pass of LLVM 22's mlir-opt that Rung does not have yet. It is left out.`), said.join("\n"));
  });
}

test("an unknown flag is left out, and said", () => {
  assert.deepEqual(understand("mlir-opt a.mlir --cse --my-own-switch", rung),
    { pipeline: "builtin.module(cse)", settings: {}, others: [], said: ["No pass or flag is called `--my-own-switch`. It is left out.", "`a.mlir` is left out: the text in the editor is what runs."] });
});

test("of several runs the first one with passes is taken, and the others are offered", () => {
  const { pipeline, said, others } = understand("// RUN: mlir-opt %s | FileCheck %s\n// RUN: mlir-opt %s -cse\n// RUN: mlir-opt %s -canonicalize\n// RUN: mlir-opt %s -cse\n// RUN: mlir-opt %s -acc-loop-tiling", rung);
  assert.equal(pipeline, "builtin.module(cse)");
  assert.deepEqual(others.map((other) => other.pipeline), ["builtin.module()", "builtin.module(canonicalize)"]);
  assert.deepEqual(said, ["3 different runs are in it; this is the first with passes.", "Another run cannot be run here."]);
});

test("the RUN line of a source gives its pipeline", () => {
  const source = "// RUN: mlir-opt %s -cse | FileCheck %s\n// RUN: mlir-opt %s -acc-loop-tiling\nfunc.func @f() { return }\n// RUN: mlir-opt %s --cse\n";
  assert.deepEqual(runsIn(source, rung).map(({ pipeline }) => pipeline), ["builtin.module(cse)"]);
  assert.deepEqual(runsIn("func.func @f() { return }", rung), []);
});

for (const [kind, ...texts] of [
  ["run", "// RUN: mlir-opt %s -cse | FileCheck %s", "// RUN: mlir-opt %s \\\n// RUN:   -cse\n// some words"],
  ["command", "mlir-opt a.mlir --cse", "$ mlir-opt a.mlir \\\n --cse", "build/bin/mlir-opt --pass-pipeline='builtin.module(cse)'"],
  ["flags", "--cse", "--convert-scf-to-cf --cse", "-pass-pipeline=\"builtin.module(cse)\""],
  ["text", "builtin.module(cse)", "builtin.module(func.func(canonicalize{top-down=0}))\n"],
  ["list", "cse, canonicalize", "convert-scf-to-cf", "cse\ncanonicalize"],
  [null, "", "cse", "hello", "func.func @f() { return }", "// RUN: mlir-opt %s -cse\nfunc.func @f() { return }", "$ mlir-opt a.mlir --cse\nmodule {\n}\n", "%0 = arith.addi %a, %b : i32",
    '"a.b"() : () -> ()', "call(cse)", "-1", "return", "- a list\n- of things"],
]) {
  test(`pasted among IR: ${kind ?? "no command"}`, () => {
    for (const text of texts) assert.equal(detect(text, rung), kind, text);
  });
}

test("a pipeline becomes a command for mlir-opt", () => {
  assert.deepEqual(mlirOptCommand({ pipeline: "builtin.module(cse)" }, rung), { command: "mlir-opt input.mlir --pass-pipeline='builtin.module(cse)'", said: [] });
  assert.deepEqual(mlirOptCommand({
    pipeline: "builtin.module(convert-std-to-llvm{data-layout='p:32:32'})", file: "it's.mlir",
    settings: { allowUnregistered: true, splitInput: "// ####", verifyDiagnostics: "only-expected" },
  }, rung), {
    command: "mlir-opt 'it'\\''s.mlir' --allow-unregistered-dialect '--split-input-file=// ####' --verify-diagnostics=only-expected " +
      "--pass-pipeline='builtin.module(convert-std-to-llvm{data-layout='\\''p:32:32'\\''})'",
    said: ["mlir-opt 22 has no pass convert-std-to-llvm."],
  });
});

test("the command means the same when it is pasted again, and works in a shell", { skip }, () => {
  for (const { text } of rung.pipelines()) {
    const { command } = mlirOptCommand({ pipeline: text, file: "-", settings: { allowUnregistered: true } }, rung);
    const again = understand(command, rung);
    assert.deepEqual([again.pipeline, again.settings, again.said], [text, { allowUnregistered: true }, []]);
    const { status, stdout, stderr } = spawnSync("sh", ["-c", command.replace("mlir-opt", REFERENCE)], { input: '"a.b"() : () -> ()', encoding: "utf8" });
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match(stdout, /"a\.b"/);
  }
});

test("the flags are mlir-opt's, and take a value where it does", { skip }, () => {
  const help = spawnSync(REFERENCE, ["--help-hidden"], { encoding: "utf8", maxBuffer: 1 << 26 }).stdout;
  for (const [name, { value }] of Object.entries(FLAGS)) {
    const line = new RegExp(`^ +-{1,2}${name}(=\\S*|\\[\\S*| <\\S*)?\\s`, "m").exec(help);
    assert.ok(line, name);
    if (value === "next") assert.match(line[1] ?? "", /[=<]/, name);
    if (!value) assert.equal(line[1] ?? "", "", name);
  }
});
