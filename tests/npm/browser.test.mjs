// The package in a page: as it lies on a server, built by Vite, and from Vite's development server.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build, createLogger, createServer } from "vite";
import { errorsOf, launch } from "../web/browser.mjs";
import { serve } from "../../web/serve.mjs";
import { blocks, installed } from "./installed.mjs";

const LOWERED = /llvm\.func @f\(%arg0: !llvm\.ptr/;
const folder = installed();

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

// A page, and what its console complains of.
async function opened(t, url) {
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  const complaints = errorsOf(page);
  page.on("requestfailed", (request) => complaints.push(`${request.url()} failed`));
  page.on("response", (response) => { if (response.status() >= 400) complaints.push(`${response.url()}: ${response.status()}`); });
  await page.goto(url);
  return { page, complaints };
}

// What a page shows once it shows something.
async function shown(t, url) {
  const { page, complaints } = await opened(t, url);
  await page.waitForFunction(() => document.body?.textContent.trim(), null, { timeout: 20_000 });
  return { text: await page.locator("body").textContent(), complaints };
}

async function served(t, root) {
  const server = await serve({ root });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}/`;
}

const HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">';

test("the README's script in a page runs from the folder that npm made, with nothing built", async (t) => {
  const [html] = blocks("html");
  const [, script] = /<script type="module">\n([^]*)<\/script>/.exec(html);
  writeFileSync(join(folder, "page.js"), script); // serve.mjs forbids scripts in the page itself
  writeFileSync(join(folder, "page.html"), `${HEAD}<body><script type="module" src="page.js"></script>`);
  const { text, complaints } = await shown(t, `${await served(t, folder)}page.html`);
  assert.match(text, /^\d+\.\d+\.\d+$/);
  assert.deepEqual(complaints, []);
});

// What an element came to, written into the page once there is a result.
const SHOW_RESULT = 'addEventListener("rung-result", ({ detail }) => document.body.append(`result: ${detail.text}`));';
const FRAMES = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; frame-src 'self'; img-src data:">`;

async function resultOfElement(t, url) {
  const { page, complaints } = await opened(t, url);
  await page.waitForFunction(() => document.body?.textContent.includes("result: "), null, { timeout: 20_000 });
  assert.match(await page.locator("body").evaluate((body) => body.lastChild.data), LOWERED);
  const frame = page.frameLocator("rung-editor iframe");
  assert.match(await frame.locator(".cm-content").first().textContent(), /func\.func @f/);
  assert.equal(new URL(await frame.getByRole("link", { name: "Open in Rung" }).evaluate(({ href }) => href)).pathname, new URL("./", page.frames()[1].url()).pathname);
  assert.equal((await page.request.get(new URL("./", page.frames()[1].url()).href)).status(), 200, "the full page is there, too");
  assert.deepEqual(complaints, []);
}

test("the README's element in a page, under a policy that allows its own files alone", async (t) => {
  const element = blocks("html").find((code) => code.includes("<rung-editor"));
  writeFileSync(join(folder, "show.js"), SHOW_RESULT);
  writeFileSync(join(folder, "element.html"), `${HEAD.replace("<title>", `${FRAMES}<title>`)}<body><script src="show.js"></script>${element}`);
  await resultOfElement(t, `${await served(t, folder)}element.html`);
});

test("the element built by Vite, its frame's files copied to the site", { timeout: 120_000 }, async (t) => {
  const root = project("element");
  const [, inner] = /<\/script>\n([^]*)/.exec(blocks("html").find((code) => code.includes("<rung-editor")));
  writeFileSync(join(root, "index.html"), `${HEAD.replace("<title>", `${FRAMES}<title>`)}<body><script type="module" src="/element.js"></script>
    ${inner.replace("<rung-editor ", '<rung-editor base="/embed/embed.html" ')}`);
  writeFileSync(join(root, "element.js"), `import "@rung-mlir/rung/rung-editor.js";\n${SHOW_RESULT}`);
  cpSync(join(folder, "node_modules/@rung-mlir/rung/embed"), join(root, "public/embed"), { recursive: true });
  const { warnings, logger } = listening();
  await build({ root, configFile: false, customLogger: logger });
  assert.deepEqual(warnings, []);
  await resultOfElement(t, await served(t, join(root, "dist")));
});

// A project for Vite that shows what the README's ten lines log: on the page's own thread, or (worker.html) in a worker.
function project(name) {
  const root = join(folder, name);
  mkdirSync(root);
  symlinkSync(join(folder, "node_modules"), join(root, "node_modules"));
  const [example] = blocks("js");
  // In a function, as what Vite builds by default has no top-level await.
  const code = (tell) => example.replaceAll("console.log", tell).replace(/\n\n([^]*)/, "\n\nasync function main() {\n$1}\nmain();\n");
  const files = {
    "index.html": `${HEAD}<body><script type="module" src="/main.js"></script>`,
    "main.js": code("document.body.append"),
    "worker.html": `${HEAD}<body><script type="module" src="/owner.js"></script>`,
    "owner.js": 'new Worker(new URL("./worker.js", import.meta.url), { type: "module" }).onmessage = ({ data }) => document.body.append(data);',
    "worker.js": code("postMessage"),
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
  return root;
}

// A logger that keeps what Vite warns of.
function listening() {
  const warnings = [];
  const keep = (message) => warnings.push(message);
  return { warnings, logger: { ...createLogger("silent"), warn: keep, warnOnce: keep, error: keep } };
}

test("Vite builds with no setting and no warning, core included; the page and a worker of it lower", { timeout: 120_000 }, async (t) => {
  const root = project("built");
  const { warnings, logger } = listening();
  await build({
    root, configFile: false, customLogger: logger,
    build: { rollupOptions: { input: ["index.html", "worker.html"].map((file) => join(root, file)) } },
  });
  assert.deepEqual(warnings, []);
  const url = await served(t, join(root, "dist"));
  for (const page of ["", "worker.html"]) {
    const { text, complaints } = await shown(t, url + page);
    assert.match(text, LOWERED, page);
    assert.deepEqual(complaints, [], page);
  }
});

test("Vite's development server serves it with the setting that the README shows", { timeout: 120_000 }, async (t) => {
  const root = project("developed");
  const config = blocks("js").find((code) => code.startsWith("// vite.config.js"));
  writeFileSync(join(root, "vite.config.js"), config);
  const { warnings, logger } = listening();
  const server = await createServer({ root, customLogger: logger, server: { host: "127.0.0.1", port: 0 } });
  t.after(() => server.close());
  await server.listen();
  for (const page of ["", "worker.html"]) {
    const { text, complaints } = await shown(t, `${server.resolvedUrls.local[0]}${page}`);
    assert.match(text, LOWERED, page);
    assert.deepEqual(complaints, [], page);
  }
  assert.deepEqual(warnings, []);
});
