// Put the npm package together and pack it: build/npm/, and beside it rung-mlir-rung-VERSION.tgz.
//   npm run pack:npm            after the presets wasm and wasi were built
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { HOST_FILES } from "../../web/headers.mjs";
import { PROGRAM, licensesText } from "../../web/licenses.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OUT = join(ROOT, "build/npm");
const SITE = join(ROOT, "build/npm-site");

const FILES = {
  "rung.js": "wasm/rung.js",
  "rung.d.ts": "wasm/rung.d.ts",
  "rung.wasm": "build/wasm/rung.wasm",
  "program.js": "wasm/program.js",
  "program.d.ts": "wasm/program.d.ts",
  "rung-runtime.wasm": "build/wasm/rung-runtime.wasm",
  "command.mjs": "wasm/command.mjs",
  "rung-run.mjs": "wasm/rung-run.mjs",
  "reduce.js": "wasm/reduce.js",
  "reduce.d.ts": "wasm/reduce.d.ts",
  "rung-reduce.mjs": "wasm/rung-reduce.mjs",
  "rung-opt.mjs": "wasm/wasi.mjs",
  "rung-opt.wasm": "build/wasi/rung-opt.wasm",
  "rung-editor.d.ts": "web/src/embed/rung-editor.d.ts",
  "README.md": "wasm/npm/README.md",
  LICENSE: "LICENSE",
};

await rm(OUT, { recursive: true, force: true });
for (const [name, from] of Object.entries(FILES)) {
  if (!existsSync(join(ROOT, from))) throw new Error(`${from} is not there: build the presets wasm and wasi first`);
  await cp(join(ROOT, from), join(OUT, name));
}

// The element, and the site that its frame and its link to the full page are of.
execFileSync(process.execPath, [join(ROOT, "web/build.mjs"), "--out", SITE], { stdio: ["ignore", "ignore", "inherit"] });
await build({
  entryPoints: [join(ROOT, "web/src/embed/rung-editor.js")], outfile: join(OUT, "rung-editor.js"), bundle: true, format: "esm", target: "es2022",
  // In no place where bundlers look: they would take the page along without what it loads.
  banner: { js: 'const embedUrl = "./embed/embed.html";' }, define: { EMBED_URL: "embedUrl" },
});
await cp(SITE, join(OUT, "embed"), { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) && !HOST_FILES.includes(basename(path)) });
await writeFile(join(OUT, "licenses.txt"), `${await readFile(join(SITE, "licenses.txt"), "utf8")}\n\n${await licensesText(PROGRAM)}`);

const { version, license, engines } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
const { name, ...rest } = JSON.parse(await readFile(join(ROOT, "wasm/npm/package.json"), "utf8"));
await writeFile(join(OUT, "package.json"), `${JSON.stringify({ name, version, license, engines, ...rest }, null, 2)}\n`);
const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", join(ROOT, "build")], { cwd: OUT, encoding: "utf8" });
console.log(`build/${packed.trim()}`);
