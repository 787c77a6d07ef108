// The package's types, in a program that uses most of the API and, marked as such, uses some of it wrongly.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { ROOT, installed, readme } from "./installed.mjs";

const folder = installed();
cpSync(join(ROOT, "tests/npm/program.ts"), join(folder, "program.ts"));

// What the compiler says of a file.
function compiled(file, options) {
  const compilerOptions = {
    strict: true, noEmit: true, target: "es2022", types: [], noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, ...options,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
  const { stdout, status } = spawnSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "."], { cwd: folder, encoding: "utf8" });
  return { stdout, status };
}

for (const [moduleResolution, module] of [["bundler", "esnext"], ["node16", "node16"]]) {
  test(`a strict program compiles, and what is wrong in it does not, with moduleResolution ${moduleResolution}`, () => {
    assert.deepEqual(compiled("program.ts", { module, moduleResolution, lib: ["es2022", "dom"] }), { stdout: "", status: 0 });
  });
}

test("the types need none of a browser's: a host only has to have URL", () => {
  writeFileSync(join(folder, "plain.ts"), `import { Rung } from "@rung-mlir/rung";
    declare global { interface URL { readonly href: string } }
    export const version: Promise<string> = Rung.load(new Uint8Array()).then((rung) => rung.version);`);
  assert.deepEqual(compiled("plain.ts", { module: "node16", moduleResolution: "node16", lib: ["es2022"] }), { stdout: "", status: 0 });
});

test("the element's types cover createElement() and its events, and refuse what is wrong", () => {
  writeFileSync(join(folder, "element.ts"), `import { liven, type RungEditor } from "@rung-mlir/rung/rung-editor.js";
    const editor: RungEditor = document.createElement("rung-editor");
    editor.text = "module {}";
    editor.addEventListener("rung-result", ({ detail: { ok, text, stages } }) => console.log(ok, text.length, stages.map(({ name }) => name)));
    export const links: Promise<string>[] = [editor, ...liven(document.body, { show: "text", readonly: true })].map((each) => each.link());
    // @ts-expect-error a text is a string
    editor.text = 1;
    // @ts-expect-error a result is only read
    editor.result = "";`);
  for (const [module, moduleResolution] of [["esnext", "bundler"], ["node16", "node16"]])
    assert.deepEqual(compiled("element.ts", { module, moduleResolution, lib: ["es2022", "dom", "dom.iterable"] }), { stdout: "", status: 0 });
});

test("the README has the element's attributes and events, all of them", () => {
  const types = readFileSync(join(folder, "node_modules/@rung-mlir/rung/rung-editor.d.ts"), "utf8");
  const attributes = (text) => [...text.matchAll(/^(?: \*  )?\| `([\w-]+)` \|/gm)].map(([, name]) => name).sort();
  assert.deepEqual(attributes(readme), attributes(types));
  for (const [event] of types.matchAll(/\brung-(?:ready|change|checked|result|error|leave)\b/g)) assert.ok(readme.includes(event), event);
});
