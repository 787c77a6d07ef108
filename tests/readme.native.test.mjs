// The README's "Add an operation" section, done: a copy of the sources with the record added to
// the math dialect's table is built, and the case is run against it.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { oneNewline, parseCases } from "./cases.mjs";

const root = new URL("..", import.meta.url).pathname;

function block(readme, name) {
  const match = readme.match(new RegExp(`<!-- add-an-operation: ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``));
  assert.ok(match, `the README shows the ${name}`);
  return match[1];
}

test("the README's new operation parses, prints and verifies with only a record and a case", { timeout: 600_000 }, () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const copy = mkdtempSync(join(tmpdir(), "rung-readme-"));
  try {
    for (const name of ["CMakeLists.txt", "CMakePresets.json", "src", "tests/records"])
      cpSync(join(root, name), join(copy, name), { recursive: true });
    const file = join(copy, "src/dialects/math.c");
    const table = readFileSync(file, "utf8");
    const end = table.lastIndexOf("\n};", table.indexOf("const DialectDef math_dialect"));
    writeFileSync(file, `${table.slice(0, end)}\n${block(readme, "record")}${table.slice(end + 1)}`);
    execFileSync("cmake", ["-S", copy, "-B", join(copy, "build"), "-G", "Ninja", "-DCMAKE_C_FLAGS=-O1"], { stdio: "pipe" });
    execFileSync("cmake", ["--build", join(copy, "build"), "--target", "rung-opt"], { stdio: "pipe" });
    const [shown] = parseCases(block(readme, "case"), "README.md");
    const run = (input) => spawnSync(join(copy, "build/rung-opt"), [], { input, encoding: "utf8" });
    assert.equal(oneNewline(run(shown.input).stdout), oneNewline(shown.output));
    assert.match(run(shown.input.replaceAll("f32", "i32")).stderr,
      /'math.twice' op operand #0 must be floating-point-like, but got 'i32'/);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
