// The page in Firefox: it checks, lowers, shares and works without a network.
import assert from "node:assert/strict";
import { test } from "node:test";
import { serve } from "../../web/serve.mjs";
import { openFirefox } from "./firefox.mjs";
import { faultsOf } from "./geometry.mjs";

async function openPage(t, { preferences } = {}) {
  const server = await serve();
  const url = `http://127.0.0.1:${server.address().port}/`;
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  t.after(() => server.listening && stop());
  const firefox = await openFirefox(t, preferences);
  await firefox.resize(1280, 800);
  await firefox.goTo(url);
  return { firefox, url, stop };
}

const isSettled = () => {
  const output = document.querySelector("[data-testid=output]");
  return output.dataset.state !== "empty" && !output.dataset.pending && output.dataset.state;
};
const textOf = (selector) => document.querySelector(selector)?.cmTile.view.state.doc.toString();
const EDITOR = "[data-testid=editor] .cm-content";
const OUTPUT = "[data-testid=output] .cm-content";

async function setText(firefox, text) {
  await firefox.evaluate((selector, insert) => {
    const { view } = document.querySelector(selector).cmTile;
    view.focus();
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } });
  }, EDITOR, text);
}

test("the page loads, checks what is typed, lowers it and shares it", async (t) => {
  const { firefox, url } = await openPage(t);
  assert.equal(await firefox.until(isSettled), "ready");
  await setText(firefox, "");
  await firefox.type("func.func @f(%m: memref<?xf32>) {");
  await firefox.until(() => /error/.test(document.querySelector("#problems-heading").textContent));
  await firefox.type("\uE007return\uE007}");
  await firefox.until(() => document.querySelector("#problems-heading").textContent === "No problems");
  await firefox.choose("[data-testid=pipeline]", "llvm");
  await firefox.until((selector) => document.querySelector(selector).cmTile.view.state.doc.toString().includes("llvm.func @f"), OUTPUT);
  await firefox.click("[data-testid=share]");
  const said = await firefox.until(() => document.querySelector(".share-sheet .said")?.textContent);
  assert.match(said, /^Link copied/);
  const link = await firefox.evaluate(() => location.href);
  const text = await firefox.evaluate(textOf, EDITOR);
  await firefox.send("WebDriver:NewWindow", { type: "tab" }).then(({ handle }) => firefox.send("WebDriver:SwitchToWindow", { handle }));
  await firefox.goTo(link);
  await firefox.until(isSettled);
  assert.equal(await firefox.evaluate(textOf, EDITOR), text);
  assert.deepEqual(await firefox.complaints(url), []);
});

test("without the host another visit, an example, the type lab, a lesson and a share work", async (t) => {
  const { firefox, url, stop } = await openPage(t);
  await firefox.until(isSettled);
  await firefox.until(() => navigator.serviceWorker.controller?.state === "activated");
  await stop();
  await firefox.goTo(url);
  assert.equal(await firefox.until(isSettled), "ready");
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
    const { firefox } = await openPage(t);
    await firefox.until(isSettled);
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
  const { firefox, url } = await openPage(t, { preferences: { "dom.serviceWorkers.enabled": false } });
  assert.equal(await firefox.until(isSettled), "ready");
  assert.equal(await firefox.evaluate(() => document.querySelectorAll(".notice").length), 0);
  assert.deepEqual(await firefox.complaints(url), []);
});

test("where things lie is right at every width, in Firefox as well", async (t) => {
  const { firefox } = await openPage(t);
  for (const [width, height] of [[1280, 800], [1440, 900], [820, 1180], [500, 844]]) {
    await firefox.resize(width, height);
    await firefox.until(isSettled);
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
