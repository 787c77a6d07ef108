// The command line itself: files, flags that are wrong, pieces of an input, expected messages. What is said was
// compared with mlir-opt 22.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { splitArgs } from "./cases.mjs";

const opt = splitArgs(process.env.RUNG_OPT ?? new URL("../build/release/rung-opt", import.meta.url).pathname);
const run = (text, ...args) => spawnSync(opt[0], [...opt.slice(1), ...args], { input: text, encoding: "utf8" });
const F = "func.func @f() { return }\n";
const PRINTED = "module {\n  func.func @f() {\n    return\n  }\n}\n\n";

function folder(t) {
  const path = mkdtempSync(join(tmpdir(), "rung-cli-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test("the result goes to a file, which no failure leaves behind", (t) => {
  const out = join(folder(t), "out.mlir");
  assert.equal(run(F, "-o", out).stdout, "");
  assert.equal(readFileSync(out, "utf8"), PRINTED);
  const missing = run("", join(out, "nothing.mlir"), "-o", out);
  assert.equal(missing.status, 1);
  assert.equal(readFileSync(out, "utf8"), PRINTED, "an input that cannot be read changes no output");
  assert.equal(run("foo", "-o", out).status, 1);
  assert.ok(!existsSync(out));
});

test("an input or an output that cannot be used is an error that says why", (t) => {
  const path = folder(t);
  assert.equal(run("", path).stderr, `cannot open input file '${path}': Is a directory\n`);
  assert.equal(run("", join(path, "x")).stderr, `cannot open input file '${path}/x': No such file or directory\n`);
  assert.equal(run(F, "-o", path).stderr, `cannot open output file '${path}': Is a directory\n`);
  assert.equal(run(F, "-", "-").stderr,
    "rung-opt: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: rung-opt --help\n");
  writeFileSync(join(path, "--cse"), F);
  assert.equal(spawnSync(opt[0], [...opt.slice(1), "--", "--cse"], { cwd: path, encoding: "utf8" }).stdout, PRINTED);
});

test("a flag that is wrong is an error that says how", () => {
  for (const [args, said] of [
    [["-o"], "for the -o option: requires a value!"],
    [["--verify-each=maybe"], "for the --verify-each option: 'maybe' is invalid value for boolean argument! Try 0 or 1"],
    [["--mlir-elide-elementsattrs-if-larger=-1"], "for the --mlir-elide-elementsattrs-if-larger option: '-1' value invalid for uint argument!"],
    [["--mlir-elide-elementsattrs-if-larger=99999999999"], "for the --mlir-elide-elementsattrs-if-larger option: '99999999999' value invalid for uint argument!"],
    [["--mlir-print-elementsattrs-with-hex-if-larger=08"], "for the --mlir-print-elementsattrs-with-hex-if-larger option: '08' value invalid for long argument!"],
    [["--mlir-output-format=xml"], "for the --mlir-output-format option: Cannot find option named 'xml'!"],
    [["--mlir-timing-display="], "for the --mlir-timing-display option: Cannot find option named ''!"],
    [["--verify-diagnostics=some"], "for the --verify-diagnostics option: Cannot find option named 'some'!"],
    [["--mlir-print-ir-before", "cse"], "for the --mlir-print-ir-before option: Cannot find option named ''!"],
    [["--mlir-print-ir-after=cse,"], "for the --mlir-print-ir-after option: Cannot find option named ''!"],
    [["--canonicalise"], "Unknown command line argument '--canonicalise'.  Try: 'rung-opt --help'\nrung-opt: Did you mean '--canonicalize'?"],
    [["--edition=1969"], "unknown edition '1969'; editions: 2019, llvm11, 2020, llvm13, llvm14, llvm16, llvm19, llvm22"],
    [["--edition-in=1969"], "unknown edition '1969'; editions that are read: 2019, llvm11, 2020, llvm13, llvm14, llvm16, llvm19, llvm22"],
    [["-csee=1"], "Unknown command line argument '-csee=1'.  Try: 'rung-opt --help'\nrung-opt: Did you mean '--cse=1'?"],
    [["--acc-loop-tiling"], "Unknown command line argument '--acc-loop-tiling'.  Try: 'rung-opt --help'\nrung-opt: 'acc-loop-tiling' is a pass of LLVM 22's mlir-opt that Rung does not have yet"],
    [["--show-dialects"], "Unknown command line argument '--show-dialects'.  Try: 'rung-opt --help'\nrung-opt: 'show-dialects' is a flag of LLVM 22's mlir-opt that Rung does not have"],
  ]) {
    const { stderr, status } = run(F, ...args);
    assert.equal(stderr, `rung-opt: ${said}\n`);
    assert.equal(status, 1);
  }
  assert.equal(run(F, "--verify-each=", "--mlir-elide-elementsattrs-if-larger", "0b11").stdout, PRINTED);
});

test("help shows flags with what they take, and passes with their options", () => {
  const { stdout, status } = run("", "--help");
  assert.equal(status, 0);
  for (const line of [/^  -o=<text> +write the result to this file/m, /^  --split-input-file\[=<text>\] +process/m, /^  --dialect=<file> +also read/m,
    /^  --mlir-timing-display=tree\|list +report/m, /^  --convert-func-to-llvm +lower functions to the llvm dialect$/m,
    /^      index-bitwidth=<uint> +Bitwidth of the index type, 0 to use size of machine word \(default: 0\)$/m,
    /^      region-simplify=disabled\|normal\|aggressive +.*\(default: normal\)$/m]) assert.match(stdout, line);
  assert.match(run("", "--list-passes").stdout, /^cse +eliminate common subexpressions$/m);
});

test("an option of a pass that is wrong is an error, as a flag and in a pipeline", () => {
  assert.equal(run(F, "--canonicalize=max-iterations=x").stderr,
    "rung-opt: for the --max-iterations option: 'x' value invalid for long argument!\n<unknown>:0: error: \n");
  assert.equal(run(F, "--pass-pipeline=builtin.module(canonicalize{max-iterations=x})").stderr,
    "rung-opt: for the --max-iterations option: 'x' value invalid for long argument!\n<unknown>:0: error: \n" +
    "failed to add `canonicalize` with options `max-iterations=x`\n\n");
  assert.equal(run(F, "--cse=x=1").stderr, "<unknown>:0: error: <Pass-Options-Parser>: no such option x\n\n");
  assert.equal(run("foo", "--cse", "--pass-pipeline=builtin.module(cse)").stderr.split("\n")[0],
    "<stdin>:1:1: error: custom op 'foo' is unknown (tried 'builtin.foo' as well)", "the text comes first");
  assert.equal(run(F, "--cse", "--pass-pipeline=builtin.module(cse)").stderr,
    "<unknown>:0: error: '-pass-pipeline' option can't be used with individual pass options\n");
});

test("without an implicit module, passes run on the top-level operation", () => {
  const done = run(F, "--no-implicit-module", "--dump-pass-pipeline", "--llvm-request-c-wrappers", "--convert-func-to-llvm", "--cse");
  assert.equal(done.stdout, "func.func @f() attributes {llvm.emit_c_interface} {\n  return\n}\n\n");
  assert.equal(done.stderr, "Pass Manager with 3 passes:\nfunc.func(\n  llvm-request-c-wrappers,\n  builtin.module(\n" +
    "    convert-func-to-llvm{index-bitwidth=0 use-bare-ptr-memref-call-conv=false}\n  ),\n  cse\n)\n\n");
  assert.equal(run(F, "--no-implicit-module", "--dump-pass-pipeline").stderr, "Pass Manager with 0 passes:\nfunc.func(\n\n)\n\n");
});

test("an input is split at markers wherever they stand", () => {
  const text = `${F}// -----\n  ${F}\t// ----- foo\n${F}// ----\n// -----`;
  const { stdout, stderr, status } = run(text, "--split-input-file", "--mlir-print-debuginfo");
  assert.equal(status, 1);
  assert.equal(stderr, `<stdin>:6:7: warning: near miss with file split marker
// ----
      ^
<stdin>:7:7: warning: near miss with file split marker
// -----
      ^
<stdin>:4:11: error: custom op 'foo' is unknown (tried 'builtin.foo' as well)
        // ----- foo
                 ^
`);
  const piece = (begin, at, of) => `module {
  func.func @f() {
    return loc(#loc2)
  } loc(#loc1)
} loc(#loc)
#loc = loc("<stdin>":${begin})
#loc1 = loc("<stdin>":${at})
#loc2 = loc("<stdin>":${of})

`;
  assert.equal(stdout, `${piece("0:0", "1:1", "1:18")}// -----\n${piece("2:9", "3:3", "3:20")}// -----\n`);
});

test("a marker may be another than `// -----`", () => {
  const two = (marker) => `${PRINTED}${marker}\n${PRINTED}`;
  assert.equal(run(`${F}%%% next\n${F}`, "--split-input-file=%%% next").stdout, two("// -----"));
  assert.equal(run(`${F}// -----\n${F}`, "--split-input-file", "--output-split-marker=//==").stdout, two("//=="));
  assert.equal(run(`${F}// -----\n${F}`, "--split-input-file", "--output-split-marker", "").stdout, two(""));
  assert.equal(run(`${F}// -----\n${F}`, "--split-input-file=").stdout, two("// -----"));
  assert.equal(run(`${F}-\n${F}`, "--split-input-file=-").stdout, two("// -----"), "a short marker has no near misses");
  assert.equal(run("", "--split-input-file").stdout, "");
  assert.equal(run(`// -----\n${F}`, "--split-input-file").stdout, PRINTED);
});

test("with --no-implicit-module, a piece without an operation is an error", () => {
  const { stderr } = run(`${F}// -----\n`, "--split-input-file", "--no-implicit-module");
  assert.equal(stderr, "<stdin>:2:9: error: source must contain a single top-level operation, found: 0\n// -----\n        ^\n");
});

test("an expected message is met, however its comment says where", () => {
  const { stdout, stderr, status } = run(`// expected-error@below {{custom op 'foo' is unknown}}
foo
// -----
// expected-error-re @+1 {{op '{{f(o+)}}' is{{.*}} (tried 'builtin.foo' as well)}}
foo
// -----
func.func @f() { return }   // expected-note {{see existing}}
func.func @f() { return }
// expected-error@above {{redefinition of symbol}}
// -----
func.func @f() { return }   // expected-note@+0 {{see existing}}
func.func @f() { return }

// expected-error@-2 {{redefinition}}
// -----
func.func @f() { return %x : i32 } // expected-error {{use of undeclared SSA value name}}
// -----
func.func @f() {
  foo // expected-error {{custom op 'foo' is unknown}}
  bar
}
// -----
// expected-error@unknown {{was not there}}
func.func @f() { return }
`, "--split-input-file", "--verify-diagnostics=only-expected");
  assert.equal(stderr, '<unknown>:0: error: expected error "was not there" was not produced\n');
  assert.equal(stdout, `${"// -----\n".repeat(6)}${PRINTED}`);
  assert.equal(status, 1);
});

test("a message that did not come, or was not expected, is an error", () => {
  const { stderr, status } = run(`foo // expected-warning {{custom op}}
// -----
bar
// -----
// expected-error-re@+1 {{a{{(}}b}}
// expected-error@+1 {{else}}
func.func @f() { return }
// -----
// expected-error-re@+1 {{a {{b}}
func.func @f() { return } // expected-remark @above {{one}} or {{two}}
`, "--split-input-file", "--verify-diagnostics");
  assert.equal(status, 1);
  assert.equal(stderr, `<stdin>:5:4: error: invalid regex: parentheses not balanced
// expected-error-re@+1 {{a{{(}}b}}
   ^~~~~~~
<stdin>:9:4: error: found start of regex with no end '}}'
// expected-error-re@+1 {{a {{b}}
   ^~~~~
<stdin>:1:8: error: 'error' diagnostic emitted when expecting a 'warning'
foo // expected-warning {{custom op}}
       ^
<stdin>:3:1: error: unexpected error: custom op 'bar' is unknown (tried 'builtin.bar' as well)
bar
^
<stdin>:1:8: error: expected warning "custom op" was not produced
foo // expected-warning {{custom op}}
       ^~~~~~~~~
<stdin>:6:4: error: expected error "else" was not produced
// expected-error@+1 {{else}}
   ^~~~
<stdin>:10:30: error: expected remark "one}} or {{two" was not produced
func.func @f() { return } // expected-remark @above {{one}} or {{two}}
                             ^~~~~~~~~~~~~~
`);
});

test("a log is listed, and a number reads one of its stages", (t) => {
  const out = join(folder(t), "out.mlir");
  const log = run(`${F}func.func private @g()`, "--cse", "--symbol-dce", "--mlir-print-ir-after-all").stderr;
  const said = (...args) => run(log, ...args).stderr;
  assert.match(run(log, "--read-log").stdout, /^stage .*\n {4}1 .* after CSE \(cse\)\n {4}2 .*\n$/);
  assert.equal(run(log, "--read-log", "-o", out).stdout, "");
  assert.match(readFileSync(out, "utf8"), /^stage /);
  assert.equal(run(log, "--read-log=1").stdout, PRINTED.replace("\n}", "\n  func.func private @g()\n}"));
  assert.equal(run(log, "--read-log", "--cse").status, 1);
  assert.equal(said("--read-log", "--cse"), "rung-opt: --read-log lists the dumps and runs nothing; --read-log=N reads one of them\n");
  assert.equal(said("--read-log=3"), "rung-opt: there is no stage 3 in the log, which has 2\n");
  assert.equal(said("--read-log=0"), "rung-opt: there is no stage 0 in the log, which has 2\n");
  assert.equal(said("--read-log=x"), "rung-opt: for the --read-log option: 'x' is not the number of a stage!\n");
  assert.equal(said("--read-log=1", "--split-input-file"), "rung-opt: --read-log does not go with --split-input-file\n");
  assert.equal(run(F, "--read-log").stderr, "rung-opt: there is no dump in the input; the header of one is '// -----// IR Dump After NAME (name) //----- //'\n");
  assert.equal(run("// -----// IR Dump After CSE //----- //\nfunc @f() {\n  return\n}\n\nprose\n", "--read-log=1", "--upgrade").stdout, "func.func @f() {\n  return\n}\n");
});

test("a reproducer is written beside the result, as mlir-opt does it, and is run", (t) => {
  const out = join(folder(t), "out.mlir");
  const written = (text, ...args) => {
    const { status, stderr } = run(text, `--mlir-generate-reproducer=${out}`, ...args);
    assert.equal(`${status}${stderr}`, "0");
    return readFileSync(out, "utf8");
  };
  const section = (pipeline) => `{-#\n  external_resources: {\n    mlir_reproducer: {\n      pipeline: "${pipeline}",\n      disable_threading: false,\n      verify_each: false\n    }\n  }\n#-}\n`;
  const CANONICALIZE = "canonicalize{  max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true}";
  assert.equal(written(F), PRINTED + section("builtin.module()"));
  assert.equal(written(F, "--cse", "--canonicalize"), PRINTED + section(`builtin.module(cse,${CANONICALIZE})`));
  assert.equal(run(readFileSync(out, "utf8"), "--run-reproducer").stdout, PRINTED);
  assert.equal(written(F, "--pass-pipeline=builtin.module(func.func(cse,canonicalize),any(cse))"), PRINTED + section(`builtin.module(func.func(cse,${CANONICALIZE}),any(cse))`));
  assert.equal(written(F, "--no-implicit-module", "--mlir-print-op-generic").split("\n")[0], '"func.func"() <{function_type = () -> (), sym_name = "f"}> ({');
  assert.ok(readFileSync(out, "utf8").endsWith(section("func.func()")));
  const resources = '{-# dialect_resources: {builtin: {b: "0x0400000041000000"}}, external_resources: {foo: {a: "x"}, mlir_reproducer: {pipeline: "x"}} #-}';
  assert.ok(written(`func.func private @r() attributes {r = dense_resource<b> : tensor<1xi32>}\n${resources}`, "--cse")
    .endsWith(`\n{-#\n  dialect_resources: {\n    builtin: {\n      b: "0x0400000041000000"\n    }\n  },${section("builtin.module(cse)").slice(3)}`));
  assert.equal(run(F, "--mlir-generate-reproducer=-").stdout, PRINTED + section("builtin.module()") + PRINTED);
  assert.equal(run(F, "--mlir-generate-reproducer=/nowhere/x").stderr, "cannot open output file '/nowhere/x': No such file or directory\n");
  rmSync(out);
  assert.equal(run("func.func @f(%z: complex<f32>) {\n  %0 = complex.exp %z : complex<f32>\n  return\n}", "--convert-complex-to-llvm", `--mlir-generate-reproducer=${out}`).status, 1);
  assert.ok(!existsSync(out));
});

test("a pass that fails leaves a reproducer of the whole run, as mlir-opt does it", (t) => {
  const out = join(folder(t), "out.mlir");
  const text = "func.func private @g()\nfunc.func @f(%z: complex<f32>) {\n  %0 = complex.exp %z : complex<f32>\n  return\n}\n";
  const printed = "module {\n  func.func private @g()\n  func.func @f(%arg0: complex<f32>) {\n    %0 = complex.exp %arg0 : complex<f32>\n    return\n  }\n}\n";
  const section = (pipeline, threads, verify) => `\n{-#\n  external_resources: {\n    mlir_reproducer: {\n      pipeline: "${pipeline}",\n      disable_threading: ${threads},\n      verify_each: ${verify}\n    }\n  }\n#-}\n`;
  const said = (where, what) => `<stdin>:${where}: error: Failures have been detected while processing an MLIR pass pipeline\n${where === "0:0" ? "" : "func.func @f(%z: complex<f32>) {\n^\n"}<stdin>:${where}: note: Pipeline failed while executing [\`ConvertComplexToLLVMPass\` on '${what}]: `;
  const PASS = "convert-complex-to-llvm{complex-range=basic}";
  const crash = (...args) => {
    const { status, stdout, stderr } = run(text, ...args, `--mlir-pass-pipeline-crash-reproducer=${out}`);
    assert.equal(`${status}${stdout}`, "1");
    return stderr;
  };
  assert.ok(crash("--symbol-dce", "--convert-complex-to-llvm").endsWith(`${said("0:0", "builtin.module' operation")}reproducer generated at \`${out}\`\n`));
  assert.equal(readFileSync(out, "utf8"), printed + section(`builtin.module(symbol-dce, ${PASS})`, false, true));
  assert.ok(crash("--pass-pipeline=builtin.module(func.func(convert-complex-to-llvm),cse)", "--mlir-disable-threading", "--verify-each=0")
    .endsWith(`${said("2:1", "func.func' operation: @f")}reproducer generated at \`${out}\`\n`));
  assert.equal(readFileSync(out, "utf8"), printed + section(`builtin.module(func.func(${PASS}), cse)`, true, false));
  assert.match(run(text, "--convert-complex-to-llvm", "--mlir-pass-pipeline-crash-reproducer=").stderr,
    /]: failed to create output stream: Failed to create reproducer stream: cannot open output file '': No such file or directory\n$/);
  rmSync(out);
  assert.equal(run(text, "--cse", `--mlir-pass-pipeline-crash-reproducer=${out}`).status, 0);
  assert.ok(!existsSync(out), "nothing failed");
});

test("text that cannot be written is an error", { skip: !existsSync("/dev/full") }, (t) => {
  const path = join(folder(t), "f.mlir");
  writeFileSync(path, F);
  const shell = (args, redirect) => spawnSync("sh", ["-c", `"$@" ${redirect}`, "sh", ...opt, ...args], { encoding: "utf8" });
  for (const args of [["--help"], ["--version"], ["--show-passes"], ["--explain-type=memref<?xf32>"], [path], [path, "--cse"], [path, "--split-input-file"]]) {
    const done = shell(args, "> /dev/full");
    assert.deepEqual([done.status, done.stderr], [1, "cannot write the output: No space left on device\n"], args.join(" "));
  }
  const written = run(F, "-o", "/dev/full");
  assert.deepEqual([written.status, written.stderr], [1, "cannot write the output: No space left on device\n"]);
  const large = run(Array.from({ length: 5000 }, (_, i) => `func.func @f${i}() { return }\n`).join(""), "-o", "/dev/full");
  assert.deepEqual([large.status, large.stderr], [1, "cannot write the output: No space left on device\n"]);
  const tree = run(F, "--cse", "--mlir-print-ir-after-all", `--mlir-print-ir-tree-dir=${path}`);
  assert.equal(tree.status, 1);
  assert.match(tree.stderr, /Failed to open output file/);
  for (const args of [["--mlir-print-ir-after-all"], ["--explain"], ["--mlir-timing"], ["--mlir-pass-statistics"], ["--dump-pass-pipeline"]]) {
    const done = shell([path, "--cse", ...args], "2> /dev/full");
    assert.deepEqual([done.status, done.stdout], [1, PRINTED], args.join(" "));
  }
});

test("an index wider than integer types can be is refused", () => {
  const input = "func.func @f(%i: index) { return }\n";
  const passes = ["convert-func-to-llvm", "finalize-memref-to-llvm", "convert-arith-to-llvm", "convert-index-to-llvm", "convert-cf-to-llvm", "convert-ub-to-llvm", "convert-std-to-llvm"];
  for (const pass of passes) {
    for (const width of ["16777216", "4294967295"])
      assert.deepEqual([run(input, `--${pass}=index-bitwidth=${width}`).status, run(input, `--${pass}=index-bitwidth=${width}`).stderr.split("\n")[0]],
        [1, `rung-opt: for the --index-bitwidth option: '${width}' is too wide: integer types have at most 16777215 bits`], pass);
    assert.equal(run(input, `--${pass}=index-bitwidth=4294967296`).stderr.split("\n")[0],
      "rung-opt: for the --index-bitwidth option: '4294967296' value invalid for uint argument!");
  }
  assert.match(run(input, "--convert-func-to-llvm=index-bitwidth=16777215").stdout, /%arg0: i16777215/);
  assert.match(run(input, "--convert-func-to-llvm=index-bitwidth=0").stdout, /%arg0: i64/);
  const told = run("", "--explain-type=memref<?xf32>", "--explain-index-bitwidth=16777216");
  assert.deepEqual([told.status, told.stdout, told.stderr],
    [1, "", "<unknown>:0: error: an index of 16777216 bits is too wide: integer types have at most 16777215 bits\n"]);
  assert.equal(run("", "--explain-type=memref<?xf32>", "--explain-index-bitwidth=0").stdout, run("", "--explain-type=memref<?xf32>").stdout);
});
