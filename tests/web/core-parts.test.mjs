// The core comes in parts. The first answers all that the first minute asks; the rest, and packs of the records of some dialects, follow when
// nothing else is to be done, or when they are needed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const REST = "**/rest-*.wasm";
const withoutRest = (page) => page.route(REST, () => {});   // it never comes
const failingRest = (page) => page.route(REST, (route) => route.fulfill({ status: 503 }));

const PACKS = "**/*.pack";
const MODULE = "spirv.module Logical GLSL450 {\n  spirv.func @half(%x: f32) -> f32 \"None\" {\n    %c = spirv.Constant 5.000000e-01 : f32\n    %0 = spirv.FMul %x, %c : f32\n    spirv.ReturnValue %0 : f32\n  }\n}\n";

// What no example shows.
const VECTOR = "func.func @sum(%v: vector<8xf32>) -> vector<4xf32> {\n  %0 = vector.extract_strided_slice %v {offsets = [2], sizes = [4], strides = [1]} : vector<8xf32> to vector<4xf32>\n" +
  "  return %0 : vector<4xf32>\n}\n";
const LOOPS = "func.func @fill(%m: memref<64x64xf32>, %x: f32) {\n  affine.for %i = 0 to 64 {\n    affine.for %j = 0 to 64 {\n      affine.store %x, %m[%i, %j] : memref<64x64xf32>\n    }\n  }\n  return\n}\n";
const TILED = "builtin.module(func.func(affine-loop-tile{tile-size=8}))";

async function tileLoops(rung) {
  await rung.choose("custom");
  await rung.setText(LOOPS);
  assert.equal(await rung.settled(), "ready");
  await rung.choose("llvm");
  await (await rung.pipelineText()).fill(TILED);
}

test("the first screen needs the core's first part only: problems, ladder, result, hover, and each rung", async (t) => {
  const rung = await openPage(t, { prepare: withoutRest });
  assert.equal(await rung.settled(), "ready");
  assert.equal(await rung.heading(), "No problems");
  const names = await rung.rungs();
  assert.ok(names.length > 5, names.join());
  for (const name of names.slice(1)) assert.equal(await rung.goTo(name), "ready", name);
  await rung.goTo(names[1]);
  await rung.editor.locator(".linked").first().waitFor();
  await rung.goTo(names.at(-1));
  assert.match(await rung.outputText(), /llvm\.func/);
  await rung.moveTo((await rung.text()).indexOf("scf.for") + 2);
  await rung.page.keyboard.press("Alt+i");
  await rung.page.locator(".cm-tooltip .hover").waitFor();
  assert.deepEqual(rung.consoleErrors, []);
});

test("examples of all kinds are read and shown by the first part", async (t) => {
  const rung = await openPage(t, { prepare: withoutRest });
  await rung.settled();
  await rung.choose("custom");
  for (const id of ["generic-form", "vectors", "aliases", "broken", "slips", "expected-errors"]) {
    await rung.chooseExample(id);
    await rung.page.locator("#text-name").waitFor();
    await rung.settled();
  }
  assert.deepEqual(rung.consoleErrors, []);
});

test("the rest follows when the first result is shown", async (t) => {
  const asked = [];
  const rung = await openPage(t, { prepare: (page) => page.on("request", (request) => asked.push(request.url())) });
  await rung.settled();
  if (!asked.some((url) => /rest-/.test(url))) await rung.page.waitForRequest(REST);
  const order = (pattern) => asked.findIndex((url) => pattern.test(url));
  assert.ok(order(/rest-.*\.wasm/) > order(/rung-.*\.wasm/));
  await tileLoops(rung);
  await rung.output.getByText("affine.for").first().waitFor();
  assert.match(await rung.outputText(), /step 8/);
});

test("what needs the rest waits for it, and is then done from the beginning", async (t) => {
  let answer;
  const held = new Promise((resolve) => { answer = resolve; });
  const rung = await openPage(t, { prepare: (page) => page.route(REST, async (route) => {
    await held;
    await route.continue();
  }) });
  await rung.settled();
  await tileLoops(rung);
  await rung.page.waitForTimeout(1500);
  assert.ok(await rung.output.getAttribute("data-pending") !== null, "it is under way");
  assert.equal(await rung.notice.count(), 0);
  answer();
  await rung.page.waitForFunction(() => document.querySelector("[data-testid=output] .cm-content").textContent.includes("step 8"));
  assert.equal(await rung.settled(), "ready");
  assert.deepEqual(rung.consoleErrors, []);
});

test("a rest that cannot be loaded is one sentence: the text stays, and it is tried again", async (t) => {
  const rung = await openPage(t, { prepare: failingRest });
  await rung.settled();
  await tileLoops(rung);
  await rung.notice.getByText("A part of Rung that this text needs could not be loaded").waitFor();
  assert.equal(await rung.text(), LOOPS);
  assert.equal(await rung.heading(), "No problems", "the text is checked all the same");
  await rung.page.unroute(REST);
  await rung.output.getByRole("button", { name: "Try again" }).click();
  await rung.page.waitForFunction(() => document.querySelector("[data-testid=output] .cm-content").textContent.includes("step 8"));
  assert.equal(await rung.notice.count(), 0);
});

test("a linked text of operations that no example has is read when the rest is there, and says so when it cannot be", async (t) => {
  const first = await openPage(t);
  await first.settled();
  await first.setText(VECTOR);
  await first.settled();
  await first.shareLink();
  const { hash } = new URL(first.page.url());
  const rung = await openPage(t, { hash });
  assert.equal(await rung.settled(), "ready");
  assert.equal(await rung.text(), VECTOR);
});

test("the first screen asks for no records of other dialects; a text that names one has them before it is checked", async (t) => {
  const asked = [];
  const rung = await openPage(t, { prepare: async (page) => {
    await withoutRest(page);
    page.on("request", (request) => asked.push(request.url()));
  } });
  await rung.settled();
  assert.deepEqual(asked.filter((url) => /\.pack$/.test(url)), []);
  await rung.page.unroute(REST);
  await rung.choose("custom");
  await rung.setText(MODULE);
  assert.equal(await rung.settled(), "ready");
  assert.match(await rung.outputText(), /%\w+ = spirv\.FMul %arg0, %\w+ : f32/);
  assert.equal(await rung.heading(), "No problems");
  assert.equal(await rung.infos.count(), 0, "nothing is kept as written");
  assert.equal(asked.filter((url) => /\.pack$/.test(url)).map((url) => url.match(/(\w+)-\w+\.pack$/)[1]).filter((name) => name === "spirv").length, 2, "the worker that checks and the one that runs");
  assert.deepEqual(rung.consoleErrors, []);
});

test("records that are needed in the midst of work are had, and it begins again", async (t) => {
  const rung = await openPage(t, { prepare: (page) => page.route("**/worker-*.js", async (route) => {
    const response = await route.fetch();   // a worker that does not look for names
    await route.fulfill({ response, body: (await response.text()).replace(/missingIn\((\w+)\)\{/, "missingIn($1){return [];") });
  }) });
  await rung.settled();
  await rung.choose("custom");
  await rung.setText(MODULE);
  assert.equal(await rung.settled(), "ready");
  assert.match(await rung.outputText(), /spirv\.FMul/);
  assert.equal(await rung.heading(), "No problems");
});

test("records that cannot be loaded are one sentence: the text stays, and it is tried again", async (t) => {
  const rung = await openPage(t, { prepare: (page) => page.route(PACKS, (route) => route.fulfill({ status: 503 })) });
  await rung.settled();
  await rung.choose("custom");
  await rung.setText(MODULE);
  await rung.notice.getByText("A part of Rung that this text needs could not be loaded").waitFor();
  assert.equal(await rung.text(), MODULE);
  await rung.page.unroute(PACKS);
  await rung.output.getByRole("button", { name: "Try again" }).click();
  await rung.output.getByText("spirv.FMul").first().waitFor();
  assert.equal(await rung.notice.count(), 0);
});
