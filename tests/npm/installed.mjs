// The packed package, installed into an empty folder as anybody would. It is packed before the tests (npm run pack:npm).
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const tarball = join(ROOT, `build/rung-mlir-rung-${version}.tgz`);

/** The folder, gone after the tests of the file. */
export function installed() {
  if (!existsSync(tarball)) throw new Error("there is no package yet: npm run pack:npm");
  const folder = mkdtempSync(join(tmpdir(), "rung-npm-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  execFileSync("npm", ["install", "--offline", "--silent", "--cache", join(folder, ".cache"), tarball], { cwd: folder });
  return folder;
}

/** The package's README, and the code blocks of a language in it. */
export const readme = readFileSync(join(ROOT, "wasm/npm/README.md"), "utf8");
export const blocks = (language) => [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g"))].map(([, code]) => code);
