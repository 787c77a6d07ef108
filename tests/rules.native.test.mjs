// Rewrite rules: docs/rules.md's examples, mistakes and limits, and that no rewrite in C is a text.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { explanation } from "./cases.mjs";
import { broken } from "./dialects/broken_rules.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const opt = process.env.RUNG_OPT ?? join(root, "build/release/rung-opt");

// Run in a folder with these files.
function run(files, args, input) {
  const folder = mkdtempSync(join(tmpdir(), "rung-rules-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return spawnSync(opt, args, { cwd: folder, input, encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// What is inside of the module, without its indentation.
const inside = (text) => text.replace(/^module \{\n/, "").replace(/\}\s*$/, "").replaceAll(/^ {2}/gm, "");

for (const [name, least] of [["rules", 4], ["explanations", 1]]) test(`the examples of docs/${name}.md`, () => {
  const page = readFileSync(join(root, `docs/${name}.md`), "utf8");
  const files = {};
  let count = 0;
  for (const [, kind, what, text] of page.matchAll(/<!-- (file|output|messages|explanation): (.*) -->\n```\w+\n([^]*?)```/g)) {
    if (kind === "file") files[what] = text;
    else {
      const done = run(files, what.split(/ (?![^{]*\})/));
      if (kind === "explanation") assert.equal(explanation(done.stderr), text, what);
      else if (kind === "output") assert.equal(inside(done.stdout), text, `${what}\n${done.stderr}`);
      else assert.equal(done.stderr.split("\n").filter((line) => /^\S+:\d+:\d+: /.test(line)).join("\n") + "\n", text, what);
      count++;
    }
  }
  assert.ok(count >= least);
});

for (const [what, text, ...messages] of broken) {
  test(`rules: ${what}`, () => {
    const { status, stderr } = run({ "x.rules": text }, ["--apply-rules=x.rules", "-"], "");
    assert.equal(status, 1);
    assert.deepEqual(stderr.trim().split("\n"), messages.map((message) => message.replace(/^(\d+:\d+): /, "x.rules:$1: error: ")));
  });
}

test("a rule that does not come to an end is named", () => {
  const input = "func.func @f(%x: f32, %y: f32) -> f32 {\n  %0 = arith.addf %x, %y : f32\n  return %0 : f32\n}\n";
  const endless = (rule) => run({ "x.rules": `rules mine greedy\n${rule}\n` }, ["--apply-rules=x.rules", "-"], input);
  for (const [name, rule] of [["swap", "arith.addf(x, y) => arith.addf(y, x)"], ["grow", "arith.addf(x, y) => arith.addf(arith.negf(x), y)"]]) {
    const { status, stderr } = endless(`rule ${name}: ${rule}`);
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`<stdin>:2:8: error: rule '${name}' was applied \\d+ times and does not come to an end`));
  }
});

test("rules with attributes, several results, variadics and types", () => {
  const rules = `rules mine greedy
  constants arith.constant
rule less: arith.cmpi<slt>(x, y) => arith.cmpi<sgt>(y, x)
rule low: arith.mulsi_extended(x, y) => arith.muli(x, y), _ if unused(result.high)
rule wide: arith.trunci(arith.extsi(x)) => x if type(x) == type(result)
rule call: func.call<callee = $f>(first, rest...) => func.call<callee = $f>(first, rest...) : type(result) if type(first) != type(result)
`;
  const input = `func.func private @g(i8, i8) -> i8
func.func @f(%x: i8, %y: i8) -> (i1, i8, i8, i8) {
  %0 = arith.cmpi slt, %x, %y : i8
  %1, %2 = arith.mulsi_extended %x, %y : i8
  %3 = arith.extsi %x : i8 to i16
  %4 = arith.trunci %3 : i16 to i8
  %5 = func.call @g(%x, %y) : (i8, i8) -> i8
  return %0, %1, %4, %5 : i1, i8, i8, i8
}
`;
  const { stdout, stderr } = run({ "x.rules": rules }, ["--apply-rules=x.rules", "-"], input);
  assert.equal(inside(stdout), `func.func private @g(i8, i8) -> i8
func.func @f(%arg0: i8, %arg1: i8) -> (i1, i8, i8, i8) {
  %0 = arith.cmpi sgt, %arg1, %arg0 : i8
  %1 = arith.muli %arg0, %arg1 : i8
  %2 = call @g(%arg0, %arg1) : (i8, i8) -> i8
  return %0, %1, %arg0, %2 : i1, i8, i8, i8
}
`, stderr);
});

test("explanations name the rules", () => {
  const { stderr } = run({ "x.rules": 'rules mine greedy\nrule same: arith.addf(x, y) => x if type(x) != type(result) else "the types are the same"\nrule neg: arith.addf(x, x) => arith.negf(x)\n' },
    ["--apply-rules=x.rules", "--explain", "-"], "func.func @f(%x: f32) -> f32 {\n  %0 = arith.addf %x, %x : f32\n  return %0 : f32\n}\n");
  assert.match(stderr, /replaced: arith\.addf -> arith\.negf: neg/);
});

test("--list-rules", () => {
  const { stdout } = run({}, ["--list-rules=arith.muli"]);
  assert.ok(stdout.includes("arith_canonicalization:\nrule muli-of-muli: arith.muli(arith.muli(x, #a), #b) => arith.muli(x, #a * #b) keep common overflowFlags\n"));
  assert.equal(run({}, ["--list-rules=arith.none"]).status, 1);
});

// --- The sources

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.[ch]$/.test(entry.name)) yield path;
  }
}
const lines = (folders, keep = () => true) => folders.flatMap((folder) => [...sources(join(root, "src", folder))].filter(keep)
  .flatMap((path) => readFileSync(path, "utf8").split("\n").map((line, i) => ({ at: `${path.slice(root.length + 1)}:${i + 1}`, line }))));

test("operations and dialects are not compared by their names", () => {
  const compared = /\bop_is_named\(|\bop_in_dialect\(|\bstr_(is|equal)\((op_name|op_dialect_name|def_name)\(/;
  // Names that a pipeline's text or a transformation has, and advice by dialect.
  const allowed = /^src\/(passes\/pass_manager\.c|rewrite\/explain\.c|passes\/legalization_hints\.c|passes\/transform\/transformer\.c):/;
  const found = [...lines(["rewrite", "convert", "passes"]), ...lines(["dialects"], (path) => /canonicalize\w*\.c$/.test(path))]
    .filter(({ at, line }) => compared.test(line) && !allowed.test(at));
  assert.deepEqual(found, []);
});

test("no rewrite is a text in C", () => {
  const text = /^[^/]*"\s*(\w+ = [\w.:~'#]+( \w+)*;|\w+\(\w+\(\w+,)/;   // "a = mulf x y; …", "addi(addi(x,A),B)"
  assert.deepEqual(lines(["rewrite", "convert", "passes", "dialects"]).filter(({ line }) => text.test(line)), []);
});
