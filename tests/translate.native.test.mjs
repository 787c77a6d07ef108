// rung-translate: each tests/translate/NAME.mlir becomes NAME.ll, as mlir-translate 22 prints it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const program = process.env.RUNG_TRANSLATE ?? new URL("../build/release/rung-translate", import.meta.url).pathname;
const folder = new URL("translate/", import.meta.url);
const translate = (input, ...args) => spawnSync(program, args.length ? args : ["--mlir-to-llvmir", "--allow-unregistered-dialect"], { input, encoding: "utf8" });

for (const file of readdirSync(folder).filter((name) => name.endsWith(".mlir"))) {
  test(`${file} as LLVM IR`, () => {
    const { stdout, stderr, status } = translate(readFileSync(new URL(file, folder), "utf8"));
    assert.equal(stderr, "");
    assert.equal(stdout, readFileSync(new URL(file.replace(/mlir$/, "ll"), folder), "utf8"));
    assert.equal(status, 0);
  });
}

test("what is not of the llvm dialect is an error, and nothing is printed", () => {
  const { stdout, stderr, status } = translate("func.func @f() { return }\n");
  assert.match(stderr, /^<stdin>:1:1: error: cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: func\.func\n/);
  assert.equal(stdout, "");
  assert.equal(status, 1);
});

test("what is not written yet says so", () => {
  const { stdout, stderr, status } = translate('llvm.func @f() attributes {omp.declare_target}\n');
  assert.match(stderr, /error: 'llvm\.func' op cannot be written as LLVM IR yet: an attribute of another dialect/);
  assert.equal(stdout, "");
  assert.equal(status, 1);
});

test("no file is left of an output that failed", () => {
  const path = join(mkdtempSync(join(tmpdir(), "rung-")), "out");
  for (const flag of ["--mlir-to-llvmir", "--mlir-to-wasm"]) {
    assert.equal(translate("func.func @f() { return }\n", flag, "-o", path).status, 1);
    assert.ok(!existsSync(path), flag);
    assert.equal(translate("llvm.func @f() { llvm.return }\n", flag, "-o", path).status, 0);
    assert.ok(existsSync(path), flag);
    rmSync(path);
  }
});

test("operations of OpenMP and OpenACC are refused, and so is what is none of the target's", () => {
  const { stdout, stderr, status } = translate("llvm.func @f() {\n  omp.barrier\n  llvm.return\n}\n");
  assert.match(stderr, /error: 'omp\.barrier' op cannot be written as LLVM IR yet: what mlir-translate makes of this dialect's operations/);
  assert.equal(stdout, "");
  assert.equal(status, 1);
  assert.match(translate('llvm.func @f() {\n  "acc.init"() : () -> ()\n  llvm.return\n}\n').stderr, /'acc\.init' op cannot be written as LLVM IR yet/);
  assert.match(translate('llvm.func @f() {\n  "rocdl.none"() : () -> ()\n  llvm.return\n}\n').stderr, /LLVM Translation failed for operation: rocdl\.none/);
});

test("an intrinsic that lacks operands or a constant is refused", () => {
  const refused = (body) => {
    const { stdout, stderr, status } = translate(`llvm.func @f(%a: i32) {\n  ${body}\n  llvm.return\n}\n`);
    assert.equal(stdout, "");
    assert.equal(status, 1);
    return stderr;
  };
  assert.match(refused('"arm_sme.intr.str"() : () -> ()'), /'arm_sme\.intr\.str' op expected 3 operands, but found 0/);
  assert.match(refused('"arm_sme.intr.zero"() : () -> ()'), /'arm_sme\.intr\.zero' op requires attribute 'tile_mask'/);
  assert.match(refused('llvm.call_intrinsic "llvm.amdgcn.s.sleep"(%a) : (i32) -> ()'), /an operand that has to be a constant/);
});

test("an option that is not known, or none, is refused", () => {
  assert.match(translate("", "--no-such").stderr, /^rung-translate: unknown option --no-such\n$/);
  assert.match(translate("", "-").stderr, /nothing to do/);
  assert.match(translate("", "--help").stdout, /--mlir-to-llvmir/);
});
