// licenses.txt: what Rung is made of, and under which terms. What was bundled is what esbuild says was.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const read = async (path) => (await readFile(join(ROOT, path), "utf8")).trim();
const licence = async (copyright, file) => `${copyright}\n\n${await read(`web/licenses/${file}`)}`;

async function rung() {
  const { version } = JSON.parse(await read("package.json"));
  return { name: `Rung ${version}`, text: await read("LICENSE") };
}

// Facts of the dialects (names, summaries) and the wording of messages are LLVM's; compilers put some of its run-time library
// into what they make.
const llvm = async () => ({
  name: "LLVM and MLIR",
  text: `Part of the LLVM Project, under the Apache License v2.0 (its text is above) with LLVM Exceptions:\n\n${await read("web/licenses/llvm-exception.txt")}`,
});
const musl = async () => ({ name: "musl, a C library", text: await licence("Copyright © 2005-2020 Rich Felker, et al.", "mit.txt") });
const emscripten = async () => ({ name: "Emscripten", text: await licence("Copyright (c) 2010-2022 Emscripten authors", "mit.txt") });
const wasiLibc = async () => ({ name: "wasi-libc", text: await licence("Copyright (c) 2018-2020 Dan Gohman and wasi-libc contributors", "mit.txt") });
const cloudlibc = async () => ({
  name: "cloudlibc and libpreopen, in wasi-libc",
  text: await licence("Copyright (c) 2015-2017 Nuxi, https://nuxi.nl/, and contributors\n" +
    "Copyright (c) 2016-2017 Stanley Uche Godfrey\nCopyright (c) 2016-2018 Jonathan Anderson", "bsd-2-clause.txt"),
});

/** What is in rung.wasm. */
export const CORE = [rung, llvm, musl, emscripten];
/** What is in rung-opt.wasm besides. */
export const PROGRAM = [wasiLibc, cloudlibc];

/** Names of the packages that files are of. `inputs`: paths, as in esbuild's metafile. */
export function packagesOf(inputs) {
  const names = inputs.map((path) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1]);
  return [...new Set(names.filter(Boolean))].sort();
}

async function packageNotice(name) {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(await read(`${folder}/package.json`));
  const file = (await readdir(join(ROOT, folder))).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  if (!file) throw new Error(`${name} is bundled, but its package has no licence to go with it`);
  return { name: `${name} ${version} (${license})`, text: await read(`${folder}/${file}`) };
}

/** The file's text: `parts` are CORE or PROGRAM. Who has the same licence shares its text. */
export async function licensesText(parts, packages = []) {
  const notices = await Promise.all([...parts.map((part) => part()), ...packages.map(packageNotice)]);
  const byText = new Map();
  for (const { name, text } of notices) byText.set(text, [...byText.get(text) ?? [], name]);
  return [...byText].map(([text, names]) => `${names.join("\n")}\n${"-".repeat(72)}\n${text}\n`).join("\n\n");
}
