// Seeds for the fuzz targets: the inputs of the text cases; for `convert` below the pipeline of the case, or below
// two letters that choose a pass each.
// `kept` has some of its own, in kept_seeds.txt, a line `=== ` between two.
// `editions` has a byte in front that chooses one.
// `dialect` has dialects and texts in them, `---` between the two.
// `rules` has rules and texts for them: Rung's own rules with the cases of their dialects, the examples of docs/rules.md, and each
// construct that is wrong.
// `translate` has the texts of tests/translate, a few top-level operations at a time.
// `bytecode` has the files of tests/bytecode, and a part of the text cases as texts and, in every version, as bytes.
//   node tests/fuzz/seeds.mjs roundtrip|convert|kept|dialect|editions|rules|translate|bytecode FOLDER [EVERY]
// EVERY: of the text cases, one in so many; all without it.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { allCases } from "../cases.mjs";

const [target, folder, every = 1] = process.argv.slice(2);
const opt = new URL("../../build/sanitize/rung-opt", import.meta.url).pathname;
const pipelines = new Map();

function pipelineOf(args) {
  const key = args.join("\n");
  if (!pipelines.has(key)) {
    const run = spawnSync(opt, [...args, "--dump-pass-pipeline"], { input: "", encoding: "utf8" });
    const text = run.stderr.match(/^builtin\.module\((?:.*\n)*?\)$/m)?.[0] ?? "";
    pipelines.set(key, text.replace(/\s*\n\s*/g, "").trim());
  }
  return pipelines.get(key);
}

// The byte that chooses an edition.
function editionOf(args) {
  const name = args.join(" ").match(/--edition-in=(\w+)/)?.[1] ?? "llvm22";
  return String.fromCharCode("1".charCodeAt(0) + ["2019", "llvm11", "2020", "llvm13", "llvm14", "llvm16", "llvm19", "llvm22"].indexOf(name));
}

if (target === "dialect") {
  const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
  const dialects = new URL("../dialects/", import.meta.url);
  for (const name of readdirSync(dialects).filter((file) => file.endsWith(".ops")))
    writeFileSync(`${folder}/${name}`, `${read(`../dialects/${name}`)}---\n${read(`../dialects/${name.replace(".ops", ".mlir")}`)}`);
  // Rung's own small ones, under another name and without what they leave to C.
  for (const name of ["affine", "arith", "builtin", "cf", "func", "index", "math", "scf", "ub"]) {
    const text = read(`../../src/dialects/${name}/${name}.ops`).replace(/^dialect +\w+/m, "dialect fuzzed");
    writeFileSync(`${folder}/${name}.ops`, text);
    writeFileSync(`${folder}/${name}-alone.ops`, text.replace(/^ +[\w-]+ +[a-z]\w*_\w+\n/gm, ""));
  }
  read("dialect_seeds.txt").split(/^=== .*\n/m).slice(1).forEach((text, i) => writeFileSync(`${folder}/seed-${i}.ops`, text));
} else if (target === "rules") {
  const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
  const { broken } = await import("../dialects/broken_rules.mjs");
  const input = read("rules_input.mlir");
  let count = 0;
  const write = (rules, text = input) => writeFileSync(`${folder}/rules-${count++}.txt`, `${rules}---\n${text}`);
  for (const [, text] of broken) write(text);
  for (const [, text] of read("../../docs/rules.md").matchAll(/<!-- file: \S+\.rules -->\n```\w+\n([^]*?)```/g)) write(text);
  for (const text of read("rules_seeds.txt").split(/^=== .*\n/m).slice(1)) write(...text.split(/^---\n/m));
  // Rung's own, a few at a time, without those that need functions of C.
  for (const name of ["arith", "index", "math", "scf", "complex"].filter((name) => existsSync(new URL(`../../src/dialects/${name}/${name}.rules`, import.meta.url)))) {
    const [head, ...rules] = read(`../../src/dialects/${name}/${name}.rules`).split(/^(?=rule )/m);
    const clauses = head.split("\n").filter((line) => /^(rules| +(dialect|shown|constants) )/.test(line)).join("\n");
    const own = rules.filter((rule) => !/@|^(pattern|steps)/m.test(rule));
    for (let i = 0; i < own.length; i += 4) write(`${clauses}\n${own.slice(i, i + 4).join("")}`);
  }
} else if (target === "translate") {
  const texts = new URL("../translate/", import.meta.url);
  for (const name of readdirSync(texts).filter((file) => file.endsWith(".mlir"))) {
    const text = readFileSync(new URL(name, texts), "utf8").replace(/^module .*\{\n/m, "").replace(/^\}\n$(?![^])/m, "");
    const aliases = text.split("\n").filter((line) => line.startsWith("#")).join("\n");
    const tops = text.split(/^(?=llvm\.)/m).slice(1);
    for (let i = 0; i < tops.length; i += 3) {
      const piece = `${aliases.length < 2000 ? aliases : ""}\n${tops.slice(i, i + 3).join("")}`;
      if (piece.length < 4096) writeFileSync(`${folder}/${name}-${i}`, piece);
    }
  }
} else if (target === "bytecode") {
  const files = new URL("../bytecode/", import.meta.url);
  for (const name of readdirSync(files)) writeFileSync(`${folder}/${name}`, readFileSync(new URL(name, files)));
  allCases().forEach(({ input }, i) => {
    if (i % (every * 12) || input.length > 1500) return;
    writeFileSync(`${folder}/case-${i}.mlir`, input);
    const run = spawnSync(opt, ["--allow-unregistered-dialect", "--emit-bytecode", `--emit-bytecode-version=${i % 7}`], { input });
    if (run.status === 0) writeFileSync(`${folder}/case-${i}.mlirbc`, run.stdout);
  });
} else allCases().forEach((c, i) => {
  if (i % every) return;
  const pipeline = target === "convert" && (pipelineOf(c.args) || String.fromCharCode(33 + (i % 90), 33 + ((i * 7) % 90)));
  writeFileSync(`${folder}/case-${i}.mlir`, pipeline ? `${pipeline}\n${c.input}` : target === "editions" ? editionOf(c.args) + c.input : c.input);
});

if (target === "kept")
  readFileSync(new URL("kept_seeds.txt", import.meta.url), "utf8").split(/^=== .*\n/m).slice(1)
    .forEach((text, i) => writeFileSync(`${folder}/kept-${i}.mlir`, text));
