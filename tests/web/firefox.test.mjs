// The page in Firefox: it checks, lowers, shares and works without a network.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EDITOR, KEYS, openFirefox, openPage } from "./firefox.mjs";
import { faultsOf } from "./geometry.mjs";

const open = async (t, preferences) => openPage(t, await openFirefox(t, preferences));

test("the page loads, checks what is typed, lowers it and shares it", async (t) => {
  const { firefox, page, url } = await open(t);
  assert.equal(await page.settled(), "ready");
  await firefox.click(EDITOR);
  await firefox.type(`${KEYS.Control}a`);
  await firefox.type("func.func @f(%m: memref<?xf32>) {");
  await firefox.until(() => /error/.test(document.querySelector("#problems-heading").textContent));
  await firefox.type(`${KEYS.Enter}return${KEYS.Enter}}`);
  await firefox.until(() => document.querySelector("#problems-heading").textContent === "No problems");
  await firefox.choose("[data-testid=pipeline]", "llvm");
  await page.has("llvm.func @f");
  await firefox.click("[data-testid=share]");
  const said = await firefox.until(() => document.querySelector(".share-sheet .said")?.textContent);
  assert.match(said, /^Link copied/);
  const link = await firefox.evaluate(() => location.href);
  const text = await page.text();
  await firefox.send("WebDriver:NewWindow", { type: "tab" }).then(({ handle }) => firefox.send("WebDriver:SwitchToWindow", { handle }));
  await firefox.goTo(link);
  await page.settled();
  assert.equal(await page.text(), text);
  assert.deepEqual(await firefox.complaints(url), []);
});

test("without the host another visit, an example, the type lab, a lesson and a share work", async (t) => {
  const { firefox, page, url, stop } = await open(t);
  await page.settled();
  await firefox.until(() => navigator.serviceWorker.controller?.state === "activated");
  await firefox.leave();
  await stop();
  await firefox.goTo(url);
  assert.equal(await page.settled(), "ready");
  await firefox.click("[data-testid=examples]");
  await firefox.until(() => document.querySelector("[data-example=broken]") !== null);
  await firefox.click("[data-example=broken]");
  await firefox.until(() => /error/.test(document.querySelector("#problems-heading").textContent));
  await firefox.click("#lab-button");
  await firefox.until(() => document.querySelector("[data-testid=lab] svg") !== null);
  await firefox.click("#lab-button");
  await firefox.click("#lessons-button");
  await firefox.until(() => /operation/i.test(document.querySelector("#guide .guide-body").textContent));
  await firefox.click("[data-testid=share]");
  await firefox.until(() => location.hash.startsWith("#v1="));
  assert.deepEqual(await firefox.complaints(url), []);
});

for (const [width, height] of [[1280, 800], [390, 844]])
  test(`${width} wide: nothing stands out of the window, light and dark`, async (t) => {
    const { firefox, page } = await open(t);
    await page.settled();
    await firefox.resize(width, height);
    for (const theme of ["light", "dark"]) {
      await firefox.evaluate((name) => { document.documentElement.dataset.theme = name; }, theme);
      const [inner, scroll] = await firefox.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
      assert.ok(Math.abs(inner - width) <= 3, `${inner}`);
      assert.ok(scroll <= inner, `${scroll} > ${inner}`);
      const cut = await firefox.evaluate(() => [...document.querySelectorAll("header button, header select, footer, nav button")]
        .filter((node) => node.checkVisibility()).map((node) => node.getBoundingClientRect()).filter(({ right, bottom }) => right > innerWidth + 1 || bottom > innerHeight + 1).length);
      assert.equal(cut, 0);
    }
  });

test("without service workers the page works, and says nothing about it", async (t) => {
  const { firefox, page, url } = await open(t, { "dom.serviceWorkers.enabled": false });
  assert.equal(await page.settled(), "ready");
  assert.equal(await firefox.evaluate(() => document.querySelectorAll(".notice").length), 0);
  assert.deepEqual(await firefox.complaints(url), []);
});

test("where things lie is right at every width, in Firefox as well", async (t) => {
  const { firefox, page } = await open(t);
  for (const [width, height] of [[1280, 800], [1440, 900], [820, 1180], [500, 844]]) {
    await firefox.resize(width, height);
    await page.settled();
    assert.deepEqual(await firefox.evaluate(faultsOf), [], `${width} × ${height}`);
  }
  await firefox.resize(1440, 900);
  await firefox.click("#guide [data-close]");
  await firefox.click("#explain-button");
  assert.deepEqual(await firefox.evaluate(faultsOf), [], "an explanation");
  await firefox.click("#explain-button");
  await firefox.click("#lab-button");
  await firefox.until(() => document.querySelector(".memory-drawing") !== null);
  assert.deepEqual(await firefox.evaluate(faultsOf), [], "the type lab");
  await firefox.click("#lab-button");
  await firefox.click("#pipeline-button");
  await firefox.until(() => document.querySelector(".passes .name") !== null);
  assert.deepEqual(await firefox.evaluate(faultsOf), [], "the pipeline");
});
