// After the first visit the page works without a network; a newer build is offered and never forced.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../../web/serve.mjs";
import { RungPage, openPage, useBrowser } from "./browser.mjs";

useBrowser();

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));
const GOOD = "func.func private @mine()\n";
/** An update takes that long at most, see PATIENCE_MS of offline.js. */
const SLOWEST_MS = 30_000;

/** A host of its own with the page in `folder`. */
async function host(t, folder = "") {
  const root = await mkdtemp(join(tmpdir(), "rung-host-"));
  const place = join(root, folder);
  await cp(DIST, place, { recursive: true, filter: (name) => !/\.(br|gz)$/.test(name) });
  let server = await serve({ root });
  const { port } = server.address();
  const asked = [];
  server.on("request", ({ url }) => asked.push(url));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  t.after(async () => {
    if (server.listening) await stop();
    await rm(root, { recursive: true });
  });
  return { place, asked, url: `http://127.0.0.1:${port}/${folder}`, stop, start: async () => { server = await serve({ root, port }); } };
}

/** Another build in the place of what the host has: it has other words, and its type lab is under another name. */
async function release(place, words) {
  const files = await readdir(join(place, "assets"));
  const page = (await readFile(join(place, "index.html"), "utf8")).replace("reads and prints as LLVM 22.1", words);
  await writeFile(join(place, "index.html"), page);
  const lab = files.find((name) => name.startsWith("lab-"));
  if (lab) await rm(join(place, "assets", lab));
  const worker = (await readFile(join(place, "sw.js"), "utf8"))
    .replace(/"index\.html":"[^"]*"/, `"index.html":"sha256-${createHash("sha256").update(page).digest("base64")}"`)
    .replace(/"assets\/lab-\w+\.js":"[^"]*",/, "");
  await writeFile(join(place, "sw.js"), worker.replace(/"[0-9a-f]{10}"/, `"${createHash("sha256").update(words).digest("hex").slice(0, 10)}"`));
}

/** A first visit; at its end all is kept. */
async function visit(t, url, options = {}) {
  const rung = await openPage(t, { url, isKept: true, ...options });
  await rung.settled();
  await isKept(rung);
  return rung;
}

async function isKept(rung) {
  await rung.page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

async function secondTab(rung, url) {
  const page = await rung.page.context().newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(url);
  const other = new RungPage(page, []);
  await other.settled();
  return other;
}

/** What a host's update leads to when the page looks for it, as it does by itself after an hour. */
const lookForUpdate = (rung) => rung.page.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });
const offer = (rung) => rung.page.locator("footer .newer");

const useIt = (rung) => offer(rung).getByRole("button", { name: "Use it now" }).click();

const tagline = (rung) => rung.page.locator("footer .end").textContent();
const cacheNames = (rung) => rung.page.evaluate(() => caches.keys());

for (const folder of ["", "tools/rung/"])
  test(`without the host all of the page works${folder && ", also in a folder"}`, async (t) => {
    const { url, stop } = await host(t, folder);
    const rung = await visit(t, url);
    await stop();
    await rung.page.reload();
    assert.equal(await rung.settled(), "ready");

    await rung.chooseExample("broken");
    await rung.settled();
    assert.match(await rung.heading(), /error/);

    await rung.setText("func.func @f(%m: memref<?xf32>) {\n  return\n}\n");
    await rung.choose("llvm");
    assert.equal(await rung.settled(), "ready");
    assert.match(await rung.outputText(), /llvm\.func @f/);

    await rung.page.locator("#lab-button").click();
    await rung.page.getByTestId("lab").locator("svg").first().waitFor();
    await rung.page.locator("#lab-button").click();

    await rung.shareLink();
    const other = await secondTab(rung, rung.page.url());
    assert.match(await other.outputText(), /llvm\.func @f/);
    await other.page.close();

    await rung.page.locator("#lessons-button").click();
    await rung.page.locator("#guide").getByRole("button", { name: /What an operation is|operation/ }).first().click();
    await rung.page.locator("#guide h3, #guide h2").first().waitFor();
    assert.deepEqual(rung.consoleErrors, []);
  });

test("files beside the page are left to the host", async (t) => {
  const { url, place, stop } = await host(t, "rung/");
  await writeFile(join(place, "note.txt"), "from the host");
  const rung = await visit(t, url);
  const read = (path) => rung.page.evaluate((name) => fetch(name).then((answer) => answer.text(), () => "no answer"), path);
  assert.equal(await read("note.txt"), "from the host");
  await stop();
  assert.equal(await read("note.txt"), "no answer");
  assert.match(await read("icon.svg"), /^<svg/);
  assert.match(await read("icon.svg?size=16"), /^<svg/);
});

test("a newer build is offered, and its button keeps the text being typed", async (t) => {
  const { url, place } = await host(t);
  const rung = await visit(t, url);
  await rung.setText(GOOD);
  await rung.settled();
  await release(place, "the next one");
  await lookForUpdate(rung);
  await rung.page.keyboard.type("// while it arrives");
  await offer(rung).getByText("A newer Rung is here.").waitFor();
  await rung.page.keyboard.type(", and after");
  assert.equal(await rung.text(), `${GOOD}// while it arrives, and after`);
  assert.notEqual(await tagline(rung), "the next one");
  await useIt(rung);
  await rung.page.getByText("the next one").waitFor({ timeout: SLOWEST_MS });
  await rung.settled();
  assert.equal(await rung.text(), `${GOOD}// while it arrives, and after`);
  assert.equal(await offer(rung).count(), 0);
  await rung.page.reload();
  await rung.settled();
  assert.match(await tagline(rung), /the next one/);
  assert.deepEqual(rung.consoleErrors, []);
});

test("a newer build replaces the older one after all tabs were closed", async (t) => {
  const { url, place } = await host(t);
  const rung = await visit(t, url);
  const [old] = await cacheNames(rung);
  await release(place, "the next one");
  await lookForUpdate(rung);
  await offer(rung).waitFor();
  await rung.page.reload();
  await rung.settled();
  assert.notEqual(await tagline(rung), "the next one");
  await offer(rung).waitFor();
  const context = rung.page.context();
  await rung.page.close();
  const page = await context.newPage();
  const later = new RungPage(page, []);
  await page.waitForTimeout(500);
  await page.goto(url);
  await later.settled();
  assert.match(await tagline(later), /the next one/);
  await page.waitForFunction(async () => (await caches.keys()).length === 1);
  assert.ok(!(await cacheNames(later)).includes(old));
});

test("of two tabs one takes the newer build, and the other keeps its own until its button is pressed", async (t) => {
  const { url, place } = await host(t);
  const rung = await visit(t, url);
  const other = await secondTab(rung, url);
  await other.setText(GOOD);
  await release(place, "the next one");
  await lookForUpdate(rung);
  await useIt(rung);
  await rung.page.getByText("the next one").waitFor({ timeout: SLOWEST_MS });
  // The other one loads a part that only its own build has.
  assert.notEqual(await tagline(other), "the next one");
  await other.page.locator("#lab-button").click();
  await other.page.getByTestId("lab").locator("svg").first().waitFor();
  assert.equal(await other.text(), GOOD);
  await useIt(other);
  await other.page.getByText("the next one").waitFor({ timeout: SLOWEST_MS });
  await other.settled();
  assert.equal(await other.text(), GOOD);
});

test("a lesson under way is kept over an update", async (t) => {
  const { url, place } = await host(t);
  const rung = await visit(t, url);
  await rung.setText(GOOD);
  await rung.page.locator("#lessons-button").click();
  await rung.page.locator("#guide").getByRole("button", { name: /operation/ }).first().click();
  await rung.settled();
  const title = await rung.page.locator("#guide-heading").textContent();
  const lesson = await rung.page.locator("#guide .guide-body").textContent();
  await rung.page.keyboard.press("Escape");
  await rung.setText("// half an answer\n");
  await release(place, "the next one");
  await lookForUpdate(rung);
  await useIt(rung);
  await rung.page.getByText("the next one").waitFor({ timeout: SLOWEST_MS });
  await rung.settled();
  assert.equal(await rung.text(), "// half an answer\n");
  assert.equal(await rung.page.locator("#guide-heading").textContent(), title);
  assert.equal(await rung.page.locator("#guide .guide-body").textContent(), lesson);
});

test("a long text is kept over an update", async (t) => {
  const { url, place } = await host(t);
  const rung = await visit(t, url);
  const long = "// a comment that is as long as it is, and many of them\n".repeat(40_000);
  await rung.setText(long);
  await release(place, "the next one");
  await lookForUpdate(rung);
  await useIt(rung);
  await rung.page.getByText("the next one").waitFor({ timeout: SLOWEST_MS });
  await rung.page.waitForFunction((size) => document.querySelector("[data-testid=editor] .cm-content")?.cmTile.view.state.doc.length === size, long.length);
});

test("an older build's worker that is never done does not hold the newer one up", async (t) => {
  const { url, place } = await host(t);
  const worker = await readFile(join(place, "sw.js"), "utf8");
  await writeFile(join(place, "sw.js"), worker + 'addEventListener("message", (event) => event.waitUntil(new Promise(() => {})));\n');
  const rung = await visit(t, url);
  await rung.setText(GOOD);
  await rung.page.evaluate(() => navigator.serviceWorker.controller.postMessage("a word"));
  await writeFile(join(place, "sw.js"), worker);
  await release(place, "the next one");
  await lookForUpdate(rung);
  await useIt(rung);
  await rung.page.getByText("the next one").waitFor({ timeout: SLOWEST_MS });
  await rung.settled();
  assert.equal(await rung.text(), GOOD);
});

test("of a host in the middle of an update, whose files do not fit, nothing is kept, and the page works", async (t) => {
  const { url, place } = await host(t);
  await writeFile(join(place, "icon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  const rung = await openPage(t, { url, isKept: true });
  await rung.settled();
  await rung.page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return !registration?.installing && (await caches.keys()).length === 0;
  });
  assert.equal(await rung.settled(), "ready");
  assert.equal(await rung.notice.count(), 0);
});

test("with a full disk, or without service workers, the page works and says nothing", async (t) => {
  const { url } = await host(t);
  for (const prepare of [
    async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(url).origin, quotaSize: 100_000 });
    },
    (page) => page.addInitScript(() => { delete Navigator.prototype.serviceWorker; }),
    (page) => page.addInitScript(() => { navigator.serviceWorker.register = () => Promise.reject(new DOMException("The operation is insecure.", "SecurityError")); }),
  ]) {
    const rung = await openPage(t, { url, isKept: true, prepare });
    assert.equal(await rung.settled(), "ready");
    await rung.page.waitForTimeout(1500);
    assert.equal(await rung.page.evaluate(() => navigator.serviceWorker?.controller ?? null), null);
    assert.equal(await rung.notice.count(), 0);
    assert.deepEqual(rung.consoleErrors, []);
  }
});

test("what the page has loaded is not sent again to be kept", async (t) => {
  const { url, asked } = await host(t);
  await visit(t, url);
  const scripts = asked.filter((path) => path.startsWith("/assets/"));
  assert.ok(scripts.length > 10);
  assert.deepEqual(scripts.filter((path, i) => scripts.indexOf(path) !== i), []);
});

test("the sw.js of docs/hosting.md makes browsers delete what they kept", async (t) => {
  const { url, place } = await host(t);
  const rung = await visit(t, url);
  const page = await readFile(new URL("../../docs/hosting.md", import.meta.url), "utf8");
  const [, end] = /```js\n(.*?)```/s.exec(page);
  await writeFile(join(place, "sw.js"), end);
  await lookForUpdate(rung);
  await rung.page.waitForFunction(async () => (await caches.keys()).length === 0);
  await rung.setText(GOOD);
  assert.equal(await rung.settled(), "ready");
});
