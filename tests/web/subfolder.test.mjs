// The page in a folder of a site, under a path with spaces: all it loads is beside it, and links lead back to it.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { encodeState } from "../../web/src/core/share.js";
import { openPage, site, useBrowser } from "./browser.mjs";

const root = mkdtempSync(join(tmpdir(), "rung-site-"));
mkdirSync(join(root, "some where"));
symlinkSync(fileURLToPath(new URL("../../dist", import.meta.url)), join(root, "some where/rung"));
after(() => rmSync(root, { recursive: true, force: true }));
useBrowser({ root, path: "some%20where/rung/" });

const clipboard = (rung) => rung.page.evaluate(() => navigator.clipboard.readText());

test("a page in a folder opens, lowers, shares, and opens the link", async (t) => {
  const rung = await openPage(t);
  const asked = [];
  rung.page.on("request", (request) => asked.push(request.url()));
  assert.equal(await rung.settled(), "ready");
  await rung.setText("func.func @elsewhere() { return }\n");
  await rung.choose("llvm");
  assert.equal(await rung.settled(), "ready");
  assert.match(await rung.outputText(), /llvm\.func @elsewhere/);
  await rung.page.getByRole("button", { name: "Lessons" }).click();
  await rung.page.locator("#guide").getByRole("link").or(rung.page.locator("#guide").getByRole("button")).first().waitFor();
  await rung.page.getByRole("button", { name: "Type lab", exact: true }).click();
  await rung.page.getByTestId("lab").locator("svg").first().waitFor();

  await rung.shareLink();
  const link = await clipboard(rung);
  assert.ok(link.startsWith(`${site.url}#v1=`), link);
  assert.equal(rung.page.url(), link);
  assert.deepEqual(asked.filter((url) => !url.startsWith(site.url)), [], "nothing is asked for outside its folder");

  const opened = await openPage(t, { hash: link.slice(site.url.length) });
  assert.equal(await opened.settled(), "ready");
  assert.equal(await opened.text(), "func.func @elsewhere() { return }\n");
  assert.match(await opened.outputText(), /llvm\.func @elsewhere/);
  assert.deepEqual([...rung.consoleErrors, ...opened.consoleErrors], []);
});

test("embed.html finds its parts there, too, and leads to the page beside it", async (t) => {
  const state = { text: "func.func @elsewhere() { return }\n", output: "pipeline", pipeline: "builtin.module(convert-func-to-llvm)", options: {} };
  const context = await site.browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  const failed = [];
  page.on("console", (message) => { if (message.type() === "error") failed.push(message.text()); });
  page.on("response", (response) => { if (response.status() >= 400 || !response.url().startsWith(site.url)) failed.push(response.url()); });
  await page.goto(`${site.url}embed.html${await encodeState(state)}`);
  await page.getByText("llvm.func").first().waitFor({ timeout: 15_000 });
  assert.equal(await page.getByRole("link", { name: "Open in Rung" }).evaluate(({ href }) => href.split("#")[0]), site.url);
  assert.deepEqual(failed, []);
});

test("the licences are beside the page, in a tab of their own", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.page.getByRole("button", { name: "Keys and passes" }).click();
  const [tab] = await Promise.all([rung.page.waitForEvent("popup"), rung.page.getByRole("link", { name: "licences" }).click()]);
  await tab.waitForURL(`${site.url}licenses.txt`);
  assert.match(await tab.locator("body").textContent(), /Apache License.*@codemirror\/view/s);
});

test("a host that does not know the type of the core sends it all the same", async (t) => {
  const rung = await openPage(t, {
    prepare: (page) => page.route("**/rung-*.wasm", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "content-type": "application/octet-stream" } });
    }),
  });
  assert.equal(await rung.settled(), "ready");
  assert.deepEqual(rung.consoleErrors, []);
});
