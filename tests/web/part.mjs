// Parts of the page tested alone: bundled from their sources and served beside the page, under its own policy.
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { POLICY } from "../../web/policy.mjs";
import { errorsOf, site } from "./browser.mjs";

const WEB = fileURLToPath(new URL("../../web/", import.meta.url));

// What is bundled for the tests of one file: for most of them the same.
const built = new Map();

async function bundle(modules, styles, plugins) {
  const [{ outputFiles }, css] = await Promise.all([build({
    stdin: { contents: modules.map((name) => `export * from "./${name}";`).join("\n"), resolveDir: join(WEB, "src"), sourcefile: "part.js" },
    bundle: true, splitting: true, format: "esm", target: "es2022", loader: { ".mlir": "text" }, external: ["node:*"], write: false, outdir: "/part", plugins,
    entryNames: "part", chunkNames: "[name]-[hash]",
  }), build({
    stdin: { contents: ["../style.css", ...styles].map((name) => `@import "./${name}";`).join("\n"), resolveDir: join(WEB, "src"), loader: "css" },
    bundle: true, write: false,
  })]);
  return { files: new Map(outputFiles.map(({ path, text }) => [basename(path), text])), css: css.outputFiles[0].text };
}

/** An empty page with `style.css`, the styles named, and `rung-part`: what the modules named export. */
export async function openPart(t, modules, { styles = [], body = "", plugins = [], files: others = {}, ...options } = {}) {
  const key = JSON.stringify([modules, styles, plugins.map(({ name }) => name)]);
  if (!built.has(key)) built.set(key, bundle(modules, styles, plugins));
  const { files, css } = await built.get(key);
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const errors = errorsOf(page);
  await page.route("**/part/*.js", (route) => route.fulfill({ body: files.get(basename(new URL(route.request().url()).pathname)), contentType: "text/javascript" }));
  await page.route("**/part/style.css", (route) => route.fulfill({ body: css, contentType: "text/css" }));
  for (const [name, contents] of Object.entries(others)) await page.route(`**/part/${name}`, (route) => route.fulfill({ body: contents, contentType: "application/wasm" }));
  await page.route("**/part/", (route) => {
    route.fulfill({ contentType: "text/html", body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>A part</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/part/style.css"><body>${body}` });
  });
  await page.goto(`${site.url}part/`);
  await page.evaluate(async () => { window.part = await import("/part/part.js"); });
  return { page, errors };
}
