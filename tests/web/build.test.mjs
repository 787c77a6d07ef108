// What the build makes: the same bytes each time, names that change with contents, what hosts are told, and the licences.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { packagesOf } from "../../web/licenses.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rung-build-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const made = [join(ROOT, "dist"), join(folder, "another place")];
execFileSync(process.execPath, [join(ROOT, "web/build.mjs"), "--out", made[1]], { stdio: "pipe" });
const files = readdirSync(made[0], { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(made[0].length + 1));
const read = (name) => readFileSync(join(made[0], name));
const packed = /\.(br|gz)$/;

test("built twice, in two places, the page is the same to the byte", () => {
  assert.deepEqual(readdirSync(made[1], { recursive: true }).sort(), readdirSync(made[0], { recursive: true }).sort());
  for (const name of files) assert.deepEqual(readFileSync(join(made[1], name)), read(name), name);
});

test("a name in assets/ changes with the contents; no other name does", () => {
  for (const name of files.filter((name) => !packed.test(name)))
    assert.equal(/-([0-9a-f]{10}|[A-Z0-9]{8})\.\w+$/.test(name), name.startsWith("assets/"), name);
  const outside = files.filter((name) => !name.startsWith("assets/"));
  assert.deepEqual(outside.filter((name) => /\.(css|wasm)$/.test(name)), []);
});

test("each file of the site has a .br and a .gz beside it, which say the same", () => {
  const plain = files.filter((name) => !packed.test(name) && name !== "_headers" && name !== "Caddyfile");
  assert.ok(plain.length > 15);
  for (const name of plain) {
    assert.deepEqual(brotliDecompressSync(read(`${name}.br`)), read(name), name);
    assert.deepEqual(gunzipSync(read(`${name}.gz`)), read(name), name);
    assert.deepEqual([...read(`${name}.gz`).subarray(4, 10)], [0, 0, 0, 0, 2, 255], "no time, no system");
  }
});

test("every package that a bundle has something of is in licenses.txt, with its licence", () => {
  const bundled = Object.keys(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).dependencies)
    .filter((name) => /^@(codemirror|lezer)\//.test(name));
  const text = read("licenses.txt").toString();
  for (const name of [...bundled, "@marijn/find-cluster-break", "style-mod", "w3c-keyname", "crelt"]) {
    const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8"));
    assert.ok(text.includes(`${name} ${version} (MIT)\n`), name);
    assert.ok(text.includes(readFileSync(join(ROOT, "node_modules", name, "LICENSE"), "utf8").trim()), name);
  }
  for (const words of ["LLVM Exceptions", "Rich Felker", "Emscripten authors", "Apache License"]) assert.ok(text.includes(words), words);
  for (const none of ["playwright", "axe-core", "esbuild"]) assert.ok(!text.includes(none), `${none} is no part of the page`);
});

test("a package is known by the path of its files, the innermost one", () => {
  assert.deepEqual(packagesOf(["src/main.js", "../node_modules/@a/b/dist/x.js", "../node_modules/c/x.js", "node_modules/c/node_modules/d/x.js"]), ["@a/b", "c", "d"]);
});
