// The documents: their links lead somewhere, the files they name exist, README is short, and their commands run as they are.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import test from "node:test";

const root = new URL("..", import.meta.url).pathname;
const documents = ["README.md", "CONTRIBUTING.md", ...readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)];
const read = (path) => readFileSync(join(root, path), "utf8");
const withoutCode = (text) => text.replace(/^```[^]*?^```/gm, "");

/** What GitHub makes of a heading. */
const anchor = (heading) => heading.toLowerCase().replace(/[^\w\s-]/g, "").trim().replaceAll(" ", "-");
const anchors = (path) => [...withoutCode(read(path)).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchor(heading));

test("README has at most 12,000 bytes", () => {
  assert.ok(Buffer.byteLength(read("README.md")) <= 12_000);
});

for (const path of [...documents, "wasm/npm/README.md"]) {
  test(`${path}: every relative link leads to a file, and to a heading in it`, () => {
    for (const [, link] of withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [file, heading] = link.split("#");
      const target = file ? normalize(join(dirname(path), file)) : path;
      assert.ok(existsSync(join(root, target)), link);
      if (heading) assert.ok(anchors(target).includes(heading), link);
    }
  });

  // Names in capitals stand for any name; what the build makes need not be there.
  test(`${path}: every file of the sources that it names exists`, () => {
    for (const [, name] of read(path).matchAll(/`((?:src|tests|scripts|web|wasm|docs)\/[\w./*-]+)/g)) {
      const file = name.replace(/[.,:]$/, "");
      if (/\b(NAME|NN|PART|PRESET)\b/.test(file)) continue;
      if (file.includes("*")) {
        const pattern = new RegExp(`^${file.slice(file.lastIndexOf("/") + 1).replace(/[.]/g, "\\.").replaceAll("*", ".*")}$`);
        assert.ok(readdirSync(join(root, dirname(file))).some((entry) => pattern.test(entry)), file);
      } else {
        assert.ok(existsSync(join(root, file)), file);
      }
    }
  });
}

test("README links to every page in docs/, or to a page that does", () => {
  const linked = documents.flatMap((path) => [...read(path).matchAll(/\]\(([^)#\s]+\.md)/g)].map(([, link]) => normalize(join(dirname(path), link))));
  for (const path of documents.slice(1)) assert.ok(linked.includes(path), path);
});

test("README's map names folders and files that exist, and every folder of src", () => {
  const [, block] = /## Map of the sources\n\n```text\n([^]*?)```/.exec(read("README.md"));
  const named = [...block.matchAll(/(?:^|  )([a-z]+\/[\w.*]*(?:\/)?|[a-z]+\/) {2,}/gm)].map(([, name]) => name);
  assert.ok(named.length >= 18, named.join(" "));
  for (const name of named) assert.ok(name.includes("*") ? readdirSync(join(root, dirname(name))).some((entry) => entry.startsWith("api")) : existsSync(join(root, name)), name);
  const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => `src/${name}/`);
  assert.deepEqual(folders.filter((folder) => !named.includes(folder)), []);
});

test("docs/embedding.md and the package's README describe the attributes of the element in the same words", () => {
  const rows = (path) => [...read(path).matchAll(/^\| `[\w-]+` \| (?!`base`).*\|$/gm)].map(([row]) => row).filter((row) => !/^\| `(base|rung-\w+)`/.test(row));
  assert.ok(rows("docs/embedding.md").length >= 14);
  assert.deepEqual(rows("wasm/npm/README.md"), rows("docs/embedding.md"));
});

test("README and docs/embedding.md show the same element", () => {
  const element = (path) => /```html\n([^]*?)```/.exec(read(path))[1];
  assert.equal(element("docs/embedding.md"), element("README.md"));
});

test("the arrows in docs/architecture.md are those that scripts/check-layers enforces", () => {
  const [, block] = /<!-- arrows -->\n```text\n([^]*?)```/.exec(read("docs/architecture.md"));
  const enforced = JSON.parse(execFileSync("python3", ["-B", join(root, "scripts/check-layers"), "--arrows"], { encoding: "utf8" }));
  const said = {};
  for (const line of block.trim().split("\n")) {
    const [layers, uses] = line.split(/ {2,}/);
    for (const layer of layers.split(", ")) said[layer] = uses.split(", ");
  }
  for (const [layer, uses] of Object.entries(enforced)) {
    if (!existsSync(join(root, "src", layer)) || layer === "support") continue;
    const others = uses.filter((name) => name !== layer && name !== "support" && name !== "ops" && name !== "rules");
    assert.deepEqual((said[layer] ?? []).filter((name) => name !== "support").sort(), others.sort(), layer);
  }
});

test("rung.h has the chapters that its first comment names, and a comment on each entry", () => {
  const header = read("src/rung.h");
  const [, named] = /Its chapters are: ([^.]*)\./.exec(header);
  const chapters = [...header.matchAll(/^\/\* -+ ([a-z ]+) \*\/$/gm)].map(([, chapter]) => chapter);
  assert.deepEqual(named.replaceAll(/\s+\*\s+/g, " ").split(", "), chapters);
  for (const [entry, before] of header.matchAll(/(\n.*)\n(?=[^\n*/]*\brung_\w+\([^\n]*\);)/g)) assert.match(before, /\*\/$/, entry);
});

// --- Commands. They run in a folder that looks like the top of the sources, with the files that examples name.

const FILES = {
  "old.mlir": "func @scale(%m: memref<4xf32>, %i: index, %s: f32) -> f32 {\n  %0 = load %m[%i] : memref<4xf32>  // one element\n  %1 = mulf %0, %s : f32\n  return %1 : f32\n}\n",
  "new.mlir": "func.func @f(%p: !llvm.ptr) -> f32 {\n  %0 = llvm.load %p : !llvm.ptr -> f32\n  return %0 : f32\n}\n",
  "notes.md": "A pointer was `!llvm.ptr<f32>`.\n",
};
// What shows errors.
const FAILS = /(rung-opt \S*slips\.mlir|--edition-in=llvm22 old\.mlir)$/;
const commands = (path) => [...read(path).matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) => block.trim().split("\n"))
  .map((line) => line.replace(/\s+#.*$/, "")).filter((line) => line.includes("build/release/rung-opt"));

test("every rung-opt command in the documents runs", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "rung-docs-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "build"));
  symlinkSync(join(root, "build/release"), join(folder, "build/release"));
  cpSync(join(root, "web/src/teach/examples"), join(folder, "web/src/teach/examples"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  let count = 0;
  for (const path of documents) {
    for (const command of commands(path)) {
      const done = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
      assert.equal(done.status, FAILS.test(command) ? 1 : 0, `${path}: ${command}\n${done.stderr}`);
      count++;
    }
  }
  assert.ok(count > 20);
});

test("the scripts and presets in commands exist", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const presets = JSON.parse(read("CMakePresets.json")).buildPresets.map(({ name }) => name);
  for (const path of documents) {
    const text = read(path);
    for (const [, preset] of text.matchAll(/--preset (\w+)/g)) assert.ok(presets.includes(preset), `${path}: ${preset}`);
    for (const [, script] of text.matchAll(/npm run ([\w:]+)/g)) assert.ok(scripts[script], `${path}: ${script}`);
  }
});

test("CONTRIBUTING lists the presets, and the parts that scripts/test has", () => {
  const text = read("CONTRIBUTING.md");
  for (const { name } of JSON.parse(read("CMakePresets.json")).buildPresets) assert.match(text, new RegExp(`^\\| .*\`${name}\``, "m"));
  const [, table] = /<!-- parts -->\n((?:\|.*\n)+)/.exec(text);
  const script = read("scripts/test");
  for (const [, part] of table.matchAll(/^\| `(\w+)`/gm)) assert.match(script, new RegExp(`\\b${part}\\b`));
});

test("CONTRIBUTING's case passes", async () => {
  const { parseCases } = await import("./cases.mjs");
  const [, block] = /```text\n(=== [^]*?)```/.exec(read("CONTRIBUTING.md"));
  const [one] = parseCases(block, "CONTRIBUTING.md");
  const { stdout } = spawnSync(join(root, "build/release/rung-opt"), one.args, { input: one.input, encoding: "utf8" });
  assert.equal(stdout.trimEnd(), one.output.trimEnd());
});
