// README and docs/, done: the dialect is added, what is pasted opens, slips are answered.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { block, messages, oneNewline } from "./cases.mjs";

const root = new URL("..", import.meta.url).pathname;

const read = (name) => readFileSync(join(root, name), "utf8");

test("the README's dialect is read, printed and verified", () => {
  const readme = read("README.md");
  const folder = mkdtempSync(join(tmpdir(), "rung-readme-"));
  try {
    writeFileSync(join(folder, "figures.ops"), block(readme, "add-a-dialect: records"));
    const run = (input) => spawnSync(join(root, "build/release/rung-opt"), [`--dialect=${join(folder, "figures.ops")}`], { input, encoding: "utf8" });
    const input = block(readme, "add-a-dialect: input"), { stdout, stderr } = run(input);
    assert.equal(stderr, "");
    assert.equal(oneNewline(stdout), `module {\n${input.replaceAll("%c", "%arg0").replace(/^(?=.)/gm, "  ")}}\n`);
    const [, said] = readme.match(/and says of `-> i32` that `(.*?)`\./s);
    assert.ok(run(input.replace("-> f32\n", "-> i32\n")).stderr.includes(`: error: ${said}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("what docs/pasted.md pastes opens as it says", () => {
  const page = read("docs/pasted.md");
  const run = (text, ...more) => spawnSync(join(root, "build/release/rung-opt"), ["--keep-unknown", ...more], { input: text, encoding: "utf8" });
  for (const example of ["kept", "excerpt"]) {
    const [input, output] = ["input", "output"].map((name) => page.match(new RegExp(`<!-- ${example}: ${name} -->\\n\`\`\`\\w+\\n([^]*?)\`\`\``))[1]);
    const opened = run(input);
    assert.equal(oneNewline(opened.stdout), output);
    assert.equal(opened.status, 0, opened.stderr);
    assert.ok(messages(opened.stderr).split("\n").slice(0, -1).every((line) => /: (info|note): /.test(line)), opened.stderr);
    assert.equal(run(opened.stdout).stdout, opened.stdout);
    const refused = run(input, "--edition-in=llvm22");
    assert.match(refused.stderr, /--keep-unknown reads more/);
    assert.equal(refused.status, 1);
  }
});

test("the slips of docs/slips.md are answered, hinted at and repaired as its table says", () => {
  const page = read("docs/slips.md");
  const frame = page.match(/<!-- slips: frame -->\n```mlir\n([^]*?)```/)[1];
  const rows = page.match(/<!-- slips: table -->\n.*\n.*\n((?:\|.*\n)+)/)[1].trim().split("\n");
  assert.ok(rows.length >= 20);
  const code = (cell) => cell.replace(/^`(.*)`$/, "$1");
  for (const row of rows) {
    const [written, says, hint, fixed] = row.slice(2, -2).split(" | ");
    const whole = (line) => (line.startsWith("func") ? `${line}\n` : frame.replace("// here", () => line));
    const run = (...args) => spawnSync(join(root, "build/release/rung-opt"), args, { input: whole(code(written)), encoding: "utf8" });
    const said = messages(run().stderr).split("\n");
    assert.ok(said[0].includes(`: error: ${says.replace(/ …$/, "")}`), `${row}\n${said.join("\n")}`);
    assert.ok(said.some((line) => line.endsWith(`: note: ${hint}`)), `${row}\n${said.join("\n")}`);
    assert.equal(run("--fix").stdout, whole(code(fixed === "–" ? written : fixed)));   // –: nothing is sure
  }
});

test("--fix keeps the pieces of a file and the markers between them, and does not go with passes", () => {
  const run = (input, ...args) => spawnSync(join(root, "build/release/rung-opt"), args, { input, encoding: "utf8" });
  const pieces = ["func.func @f() {\n  retrun // a\n}\n", "\n\nfunc.func private @g(i32)\n", "\nfunc.func private @h(int8)"];
  const fixed = run(pieces.join("// -----"), "--fix", "--split-input-file");
  assert.equal(fixed.stdout, pieces.join("// -----").replace("retrun", "return").replace("int8", "i8"));
  assert.equal(fixed.stderr, "<stdin>:2:3: fixed: write `return`\n<stdin>:8:22: fixed: write `i8`\n");
  assert.equal(fixed.status, 0);
  assert.equal(run("func.func @f() { nonsense }", "--fix").status, 1);
  const refused = run("", "--fix", "--cse");
  assert.match(refused.stderr, /--fix prints the text as written and runs nothing; it does not go with passes/);
  assert.equal(refused.status, 1);
});
