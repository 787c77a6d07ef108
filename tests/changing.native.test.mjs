// The changes of docs/changing.md, performed: a copy of the sources gets them all, is built, and does what they are for. Each touches the
// files that its row names, and no others.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { block, oneNewline } from "./cases.mjs";

const root = new URL("..", import.meta.url).pathname;
const read = (name) => readFileSync(join(root, name), "utf8");

// Edits of a file: its text, "" if it is new, to the changed one.
const behind = (more) => (text) => `${text}${more}`;
const instead = (...pairs) => (text) => pairs.reduce((made, [from, to]) => {
  assert.ok(made.includes(from), from);
  return made.replace(from, () => to);
}, text);

const body = (line, type = "f32") => `  func.func @f(%arg0: ${type}, %arg1: ${type}) -> ${type} {\n${line}    return %0 : ${type}\n  }\n`;
const whole = (text) => `module {\n${text}}\n`;
const constant = whole("  func.func @f(%arg0: f32, %arg1: f32) -> f32 {\n    %cst = arith.constant 4.000000e+00 : f32\n    return %cst : f32\n  }\n");

/** What is done, by the rows of the page; `does(run)`: run(input, ...args) runs the copy's rung-opt. */
const changes = {
  "an operation": {
    files: { "src/dialects/math/math.ops": behind(block(read("docs/records.md"), "add-an-operation: record")) },
    does: (run) => {
      const twice = body("    %0 = math.twice %arg0 : f32\n");
      assert.equal(oneNewline(run(twice).stdout), whole(twice));
      assert.match(run(twice.replaceAll("f32", "i32")).stderr, /'math.twice' op operand #0 must be floating-point-like, but got 'i32'/);
    },
  },
  "a fold": {
    files: {
      "src/dialects/math/math.ops": behind("  fold      fold_math_twice\n"),
      "src/dialects/math/fold.c": behind(`
static bool calc_twice(const void *data, APFloat a, APFloat *out) {
  (void)data;
  *out = apfloat_add(a, a, ROUND_NEAREST_EVEN, NULL);
  return true;
}
bool fold_math_twice(Folder *f, Operation *op, const A *constants) { return fold_unary(f, op, constants, calc_twice, NULL); }
`),
    },
    does: (run) => assert.equal(oneNewline(run(body("    %c = arith.constant 2.0 : f32\n    %0 = math.twice %c : f32\n"), "--canonicalize").stdout), constant),
  },
  "a canonicalization that is a straight line": {
    files: { "src/dialects/arith/arith.rules": behind("\nrule maxsi-of-minsi: arith.maxsi(arith.minsi(x, y), x) => x\n") },
    does: (run) => {
      const both = body("    %s = arith.minsi %arg0, %arg1 : i32\n    %0 = arith.maxsi %s, %arg0 : i32\n", "i32");
      assert.match(run(both, "--canonicalize").stdout, /i32 \{\n    return %arg0 : i32/);
    },
  },
  "a conversion that is a straight line": {
    files: { "src/convert/scalar_to_llvm/math.rules": behind("\nrule twice: math.twice(x) => llvm.fadd(x, x)\n") },
    does: (run) => assert.match(run(body("    %0 = math.twice %arg0 : f32\n"), "--convert-math-to-llvm").stdout, /= llvm\.fadd %arg0, %arg0/),
  },
  "an option of a pass": {
    files: {
      "src/passes/strip_debuginfo.c": instead(
        ["static WalkResult strip", `static const PassOption option_arguments = {"arguments", OPTION_BOOL, "true", NULL, "Forget those of arguments, too"};\n\nstatic WalkResult strip`],
        ["  op_walk_pre(op, strip", "  if (!pass_bool(pass, &option_arguments)) return true;\n  op_walk_pre(op, strip"],
        [".run = run,\n", ".run = run,\n  PASS_OPTIONS(&option_arguments),\n"]),
    },
    does: (run) => {
      assert.match(run("", "--help").stdout, /--strip-debuginfo.*\n +arguments=<bool>/);
      assert.match(run(body("    %0 = arith.negf %arg0 : f32\n"), "--mlir-print-debuginfo", "--strip-debuginfo=arguments=false").stdout, /<stdin>/);
    },
  },
  "a hint": {
    files: {
      "src/dialects/arith/ops.c": instead(['  if (problem) op_error(v->module, op, "%s", problem);',
        '  Diag *diag = problem ? op_error(v->module, op, "%s", problem) : NULL;\n  if (diag) diag_hint(v->ctx->diags, diag, "arith knows no sign");']),
    },
    does: (run) => assert.match(run("func.func @f() {\n  %c = \"arith.constant\"() {value = 1 : si32} : () -> si32\n  return\n}\n").stderr, /must be signless\n[^]*note: arith knows no sign/),
  },
  "an older spelling of an operation": {
    files: { "src/dialects/math/math.ops": behind("  until     14 math.double\n") },
    does: (run) => {
      assert.match(run(body("    %0 = math.double %arg0 : f32\n")).stdout, /math\.twice %arg0/);
      assert.match(run(body("    %0 = math.twice %arg0 : f32\n"), "--edition=llvm14").stdout, /math\.double %arg0/);
    },
  },
  "a form that is printed otherwise": {
    files: { "src/dialects/memref/memref.ops": instead(["  result    Index\n  format    $memref attr-dict", "  result    Index\n  format    `of` $memref attr-dict"]) },
    does: (run) => assert.match(run('func.func @f(%m: memref<2xf32>) -> index {\n  %0 = "memref.rank"(%m) : (memref<2xf32>) -> index\n  return %0 : index\n}\n').stdout,
      /memref\.rank of %arg0 : memref<2xf32>/),
  },
  "a flag of the command line": {
    files: {
      "src/cli/options.c": instead(['    {"list-passes", ', '    {"count-passes", FLAG_BOOL, AT(count_passes), "say how many passes there are"},\n    {"list-passes", ']),
      "src/cli/cli.h": instead(["list_passes, timing", "list_passes, count_passes, timing"]),
      "src/cli/main.c": instead(["  if (o->list_passes) {", '  if (o->count_passes) {\n    uint32_t count = 0;\n    for (RungPass pass; rung_pass(count, &pass);) count++;\n    printf("%u\\n", (unsigned)count);\n    return true;\n  }\n  if (o->list_passes) {']),
    },
    does: (run) => assert.equal(Number(run("", "--count-passes").stdout), run("", "--list-passes").stdout.trim().split("\n").length),
  },
  "a dialect": {
    files: {
      "src/dialects/figures/figures.ops": () => block(read("CONTRIBUTING.md"), "add-a-dialect: records"),
      "src/dialects/figures/figures.rules": () => block(read("CONTRIBUTING.md"), "add-a-dialect: rules"),
      "CMakeLists.txt": (text) => text.replace(/^(set\(RUNG_PACKS .*?) arm_neon/m, "$1 figures arm_neon"),
    },
    does: (run) => {
      const sides = (last) => `  func.func @f(%arg0: f32, %arg1: f32) -> f32 {\n${last}  }\n`;
      const drawn = sides("    %0 = figures.area %arg0 by %arg1 : f32\n    %1 = figures.side %0 over %arg0 : f32\n    return %1 : f32\n");
      assert.equal(oneNewline(run(drawn).stdout), whole(drawn));
      assert.equal(oneNewline(run(drawn, "--canonicalize").stdout), whole(sides("    return %arg1 : f32\n")));
      assert.match(run(drawn, "--convert-to-llvm=filter-dialects=arith").stderr, /^(?!.*not loaded)/, "arith is loaded with it");
      assert.match(run(drawn, "--convert-to-llvm=filter-dialects=figures").stderr, /dialect does not implement ConvertToLLVMPatternInterface: figures/);
    },
  },
  "a pass that asks three dialects a new question": {
    files: {
      "src/passes/costs/costs.ops": () => `interfaces costs "what operations cost"
  header "passes/costs/costs.h"

interface CostOpInterface "an operation whose cost is known"
  method  cost: CostFn "in cycles"
`,
      "src/passes/costs/costs.h": () => `// The type of the function that costs.ops asks for.
#ifndef RUNG_PASSES_COSTS_H
#define RUNG_PASSES_COSTS_H

#include "ir/op.h"

typedef uint32_t CostFn(const Operation *op);

#endif
`,
      "src/passes/costs/costs.c": () => `// report-costs: say what each operation costs.
#include "ir/ir_diag.h"
#include "ops/costs.h"
#include "rewrite/pass.h"

static WalkResult report(Operation *op, void *data) {
  const CostOpInterface *asked = ask_cost(op->def);
  if (asked) diag_at(data, SEVERITY_REMARK, op->loc, "costs %u", (unsigned)asked->cost(op));
  return WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *op) {
  op_walk_pre(op, report, pass->module);
  return true;
}

const PassDef report_costs_pass = {.name = "report-costs", .class_name = "ReportCosts", .summary = "say what each operation costs", .run = run};
`,
      "src/passes/all_passes.c": instead(["  X(canonicalize) \\\n", "  X(canonicalize) \\\n  X(report_costs) \\\n"]),
      "src/dialects/arith/arith.ops": instead(["  fold      fold_arith_negf\n", "  fold      fold_arith_negf\n  implements CostOpInterface(cost cost_of_negf)\n"]),
      "src/dialects/math/math.ops": instead(["  fold      fold_math_sqrt\n", "  fold      fold_math_sqrt\n  implements CostOpInterface(cost cost_of_sqrt)\n"]),
      "src/dialects/complex/complex.ops": instead(["  fold      fold_complex_neg\n", "  fold      fold_complex_neg\n  implements CostOpInterface(cost cost_of_complex_neg)\n"]),
      "src/dialects/arith/ops.c": behind("\nuint32_t cost_of_negf(const Operation *op) { return op->result_count; }\n"),
      "src/dialects/math/fold.c": behind("\nuint32_t cost_of_sqrt(const Operation *op) { return 20 * op->result_count; }\n"),
      "src/dialects/complex/ops.c": behind("\nuint32_t cost_of_complex_neg(const Operation *op) { return 2 * op->result_count; }\n"),
    },
    does: (run) => {
      const input = `func.func @f(%a: f32, %c: complex<f32>) -> complex<f32> {
  %0 = arith.negf %a : f32
  %1 = math.sqrt %0 : f32
  %2 = complex.neg %c : complex<f32>
  return %2 : complex<f32>
}
`;
      assert.deepEqual(run(input, "--report-costs").stderr.match(/costs \d+/g), ["costs 1", "costs 20", "costs 2"]);
    },
  },
};

// Rows: | what | `file`, `file` |; NAME stands for any name, not for the same one.
const rows = new Map([...read("docs/changing.md").matchAll(/^\| (.+?) \| (.+?) \|$/gm)].map(([, what, files]) => [what, [...files.matchAll(/`([^`]+\.[^`]+)`/g)].map(([, file]) => file)]));
const named = (file) => new RegExp(`^${file.replace(/[.]/g, "\\.").replace(/\bNAME\b/g, "[\\w/]+")}$`);

for (const [what, { files }] of Object.entries(changes))
  test(`${what} touches the files that docs/changing.md names`, () => {
    const wanted = rows.get(what);
    assert.ok(wanted, "the page has such a row");
    for (const file of Object.keys(files)) assert.ok(wanted.some((pattern) => named(pattern).test(file)), `${file} is not one of ${wanted.join(", ")}`);
    for (const pattern of wanted) assert.ok(Object.keys(files).some((file) => named(pattern).test(file)), `${pattern} needs no change`);
  });

test("a copy of the sources with all these changes is built, and does what they are for", { timeout: 900_000 }, async (t) => {
  const copy = mkdtempSync(join(tmpdir(), "rung-changing-"));
  try {
    for (const name of ["CMakeLists.txt", "CMakePresets.json", "src", "tests/records", "tests/differential"])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    for (const [what, { files }] of Object.entries(changes))
      for (const [name, edit] of Object.entries(files)) {
        const file = join(copy, name);
        mkdirSync(dirname(file), { recursive: true });
        const before = existsSync(file) ? readFileSync(file, "utf8") : "", after = edit(before);
        assert.notEqual(after, before, `${what}: ${name}`);
        writeFileSync(file, after);
      }
    execFileSync("cmake", ["-S", copy, "-B", join(copy, "build"), "-G", "Ninja", "-DCMAKE_C_FLAGS=-O0"], { stdio: "pipe" });
    const built = spawnSync("cmake", ["--build", join(copy, "build"), "--target", "rung-opt"], { encoding: "utf8", maxBuffer: 1 << 26 });
    assert.equal(built.status, 0, built.stdout.slice(-4000));
    const run = (input, ...args) => spawnSync(join(copy, "build/rung-opt"), args, { input, encoding: "utf8" });
    for (const [what, { does }] of Object.entries(changes)) await t.test(what, () => does(run));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
