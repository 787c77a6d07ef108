// The WASI program's files: by absolute and relative paths, and large ones.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";

const program = new URL("../../wasm/wasi.mjs", import.meta.url).pathname;
const module = new URL("../../build/wasi/rung-opt.wasm", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "rung-wasi-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const node = (args, cwd, stdout = "pipe") =>
  spawnSync(process.execPath, ["--no-warnings", ...args], { cwd, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", stdout, "pipe"] });
const run = (cwd, ...args) => node([program, ...args], cwd);
const PRINTED = "module {\n  func.func @f() {\n    return\n  }\n}\n\n";

test("paths are those of the file system, relative ones from the working directory", () => {
  const inner = join(folder, "inner");
  mkdirSync(inner);
  writeFileSync(join(folder, "a.mlir"), "func.func @f() { return }\n");
  for (const [cwd, path] of [[folder, "a.mlir"], [folder, "./a.mlir"], [inner, "../a.mlir"], ["/", join(folder, "a.mlir")], [inner, join(folder, "a.mlir")], ["/", join(folder, "a.mlir").slice(1)]]) {
    const done = run(cwd, path);
    assert.deepEqual([done.status, done.stderr, done.stdout], [0, "", PRINTED], `${path} in ${cwd}`);
  }
  for (const path of ["b.mlir", join(folder, "c.mlir"), "inner/d.mlir", "../" + folder.split("/").at(-1) + "/e.mlir"]) {
    const done = run(folder, "a.mlir", "-o", path);
    assert.deepEqual([done.status, done.stderr, done.stdout], [0, "", ""], path);
    assert.equal(readFileSync(join(folder, path.split("/").includes("inner") ? path : path.split("/").at(-1)), "utf8"), PRINTED);
  }
  assert.equal(run(folder, "none.mlir").stderr, "cannot open input file 'none.mlir': No such file or directory\n");
});

test("without PWD, relative paths are relative to the folder that is opened", () => {
  const host = `
    import { readFileSync } from "node:fs";
    import { WASI } from "node:wasi";
    const wasi = new WASI({ version: "preview1", args: ["rung-opt", "a.mlir"], preopens: { ".": "." }, returnOnExit: true });
    const { instance } = await WebAssembly.instantiate(readFileSync(${JSON.stringify(module)}), { wasi_snapshot_preview1: wasi.wasiImport });
    process.exitCode = wasi.start(instance);`;
  const done = node(["--input-type=module", "-e", host], folder);
  assert.deepEqual([done.status, done.stderr, done.stdout], [0, "", PRINTED]);
});

test("a large file is read and written", () => {
  const text = Array.from({ length: 60000 }, (_, i) => `func.func @f${i}(%a: i32, %b: i32) -> i32 { %0 = arith.addi %a, %b : i32 return %0 : i32 }\n`).join("");
  writeFileSync(join(folder, "large.mlir"), text);
  const piped = run(folder, "large.mlir");
  assert.deepEqual([piped.status, piped.signal, piped.stderr], [0, null, ""]);
  assert.ok(piped.stdout.length > text.length);
  const file = join(folder, "redirected.mlir"), out = openSync(file, "w");
  const redirected = node([program, "large.mlir"], folder, out);
  closeSync(out);
  assert.deepEqual([redirected.status, redirected.signal, redirected.stderr], [0, null, ""]);
  assert.equal(readFileSync(file, "utf8"), piped.stdout);
  assert.equal(run(folder, "large.mlir", "-o", "written.mlir").status, 0);
  assert.equal(readFileSync(join(folder, "written.mlir"), "utf8"), piped.stdout);
});
