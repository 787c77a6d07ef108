// Bytecode: tests/bytecode/NAME.RELEASE.mlirbc is what the mlir-opt of that LLVM release writes of NAME.mlir.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const opt = process.env.RUNG_OPT ?? new URL("../build/release/rung-opt", import.meta.url).pathname;
const folder = new URL("bytecode/", import.meta.url).pathname;
const files = readdirSync(folder).filter((name) => name.endsWith(".mlirbc"));
const read = (name) => readFileSync(`${folder}${name}`);
const run = (input, ...args) => {
  const { stdout, stderr, status } = spawnSync(opt, ["--allow-unregistered-dialect", ...args], { input, cwd: folder });
  return { bytes: stdout, text: stdout.toString(), error: stderr.toString(), status };
};
const PRINT = ["--mlir-print-debuginfo"];

for (const name of files) {
  const text = `${name.split(".")[0]}.mlir`;
  test(`${name} says what ${text} says`, () => {
    const bytes = run("", ...PRINT, name);
    assert.equal(bytes.error, "");
    assert.equal(bytes.text, run("", ...PRINT, text).text);
  });
}

for (let version = 0; version <= 6; version++)
  test(`a module comes back from version ${version}`, () => {
    const written = run("", "--emit-bytecode", `--emit-bytecode-version=${version}`, "older.mlir");
    assert.equal(written.error, "");
    assert.equal(run(written.bytes, ...PRINT).text, run("", ...PRINT, "older.mlir").text);
  });

test("what today's mlir-opt wrote is written as long, and read back", () => {
  for (const name of files.filter((file) => file.includes(".22."))) {
    const again = run("", "--emit-bytecode", name).bytes;
    assert.equal(again.subarray(0, 5).toString("latin1"), "ML\xefR\x0d");
    assert.ok(again.length <= read(name).length, `${again.length} bytes, and ${read(name).length}`);
    assert.equal(run(again, ...PRINT).text, run("", ...PRINT, name).text);
  }
});

test("an attribute beside a property of its name has no place in versions that know no properties", () => {
  const text = "func.func @f(%i: i32) {\n  %0 = llvm.add %i, %i overflow<nsw> {overflowFlags = 2 : i32} : i32\n  return\n}\n";
  const printed = (version) => run(run(text, "--emit-bytecode", `--emit-bytecode-version=${version}`).bytes).text;
  assert.equal(printed(6), run(text).text);
  assert.equal(printed(4), run(text.replace(" {overflowFlags = 2 : i32}", "")).text);
});

test("passes run on bytecode, and what they leave is written as such", () => {
  const lowered = run("", "--convert-scf-to-cf", "older.22.mlirbc");
  assert.match(lowered.text, /cf\.cond_br/);
  const bytes = run("", "--convert-scf-to-cf", "--emit-bytecode", "older.22.mlirbc").bytes;
  assert.equal(run(bytes).text, lowered.text);
});

test("the order of a value's uses is that of the file", () => {
  const text = 'func.func @f(%x: i32) { "foreign.a"(%x) : (i32) -> () "foreign.b"(%x, %x) : (i32, i32) -> () return }\n';
  const bytes = run(text, "--emit-bytecode").bytes;
  assert.equal(run(bytes, "--mlir-print-value-users").text, run(text, "--mlir-print-value-users").text);
});

test("an integer may have no bits", () => {
  const text = '"foreign.a"() {type = i0, value = 0 : i0} : () -> ()\n';
  assert.equal(run(run(text, "--emit-bytecode").bytes).text, run(text).text);
});

test("bytes that end too early are an error that says where", () => {
  for (const name of files) {
    const whole = read(name);
    for (let size = 4; size < whole.length; size += Math.ceil(whole.length / 12)) {
      const { text, error, status } = run(whole.subarray(0, size));
      assert.match(error, /^<stdin>:1:1: error: invalid bytecode at byte \d+: [^\n]+\n$/, `${name}, the first ${size}`);
      assert.deepEqual([text, status], ["", 1]);
    }
  }
});

test("a version that does not exist is neither read nor written", () => {
  const bytes = Buffer.from(read("older.22.mlirbc"));
  bytes[4] = 2 * 7 + 1;
  assert.equal(run(bytes).error, "<stdin>:1:1: error: invalid bytecode at byte 4: version 7; Rung reads versions 0 to 6\n");
  assert.match(run("", "--emit-bytecode", "--emit-bytecode-version=7", "older.mlir").error, /^rung-opt: cannot write bytecode of version 7; there are versions 0 to 6\n/);
});

test("what is kept as written has no bytecode, which is said", () => {
  const { bytes, error, status } = run("func.func @f() {\n  tt.store a, b : x\n  return\n}\n", "--keep-unknown", "--emit-bytecode");
  assert.deepEqual([bytes.length, status], [0, 1]);
  assert.match(error, /<stdin>:2:3: error: 'tt\.store' cannot be written as bytecode: Rung doesn't know its dialect/);
});
