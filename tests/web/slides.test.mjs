// The article and the deck, two example pages that embed the playground: they work, and a program finds no fault in them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOOKS, assertAccessible } from "./axe.mjs";
import { errorsOf, site, useBrowser } from "./browser.mjs";
import { framed } from "./host_page.mjs";

useBrowser();

async function open(t, path, options = {}) {
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const errors = errorsOf(page);
  await page.goto(site.url + path);
  return { page, errors };
}

// Page and frames, each by itself.
async function check(page) {
  for (const frame of page.frames()) {
    await frame.waitForFunction(() => !document.querySelector("[data-pending]"));
    await assertAccessible(frame, { iframes: false });
  }
}

// Scroll over it all, until every editor is live.
async function visitAll(page) {
  for (const editor of await page.locator("rung-editor").all()) {
    await editor.scrollIntoViewIfNeeded();
    await editor.and(page.locator("[live]")).waitFor();
  }
}

const isWide = (frame) => frame.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test("the article has four live blocks and one core, and what it says of them is true", async (t) => {
  const { page, errors } = await open(t, "embed-example.html");
  await visitAll(page);
  assert.equal(await page.locator("iframe").count(), 4);
  assert.equal(page.workers().length, 1);
  const load = await framed(page, 0);
  await load.getByText("After reconcile-unrealized-casts").waitFor();
  const made = await page.evaluate(() => document.getElementById("load").result);
  assert.match(made, /llvm\.func @second\(%arg0: !llvm\.ptr, %arg1: !llvm\.ptr, %arg2: i64, %arg3: i64, %arg4: i64\)/);
  assert.equal(made.match(/llvm\.(getelementptr|load) /g).length, 2);
  await (await framed(page, 1)).getByText("40 bytes, aligned to 8").waitFor();
  await (await framed(page, 2)).getByLabel("Output").getByText("builtin.unrealized_conversion_cast").first().waitFor();
  const bare = await framed(page, 3);
  await bare.getByLabel("Output").getByText("llvm.func @second(%arg0: !llvm.ptr) -> f32").waitFor();
  await page.evaluate(() => {
    const editor = document.getElementById("bare");
    editor.text = editor.text.replaceAll("8xf32", "?xf32");
  });
  await bare.getByLabel("Output").getByText("func.func @second(%arg0: memref<?xf32>) -> f32").waitFor();
  await bare.getByLabel("Output").getByText("builtin.unrealized_conversion_cast").waitFor();
  assert.deepEqual(errors, []);
});

test("keys turn the slides of the deck, those pressed in an editor do not, and Escape leaves the editor", async (t) => {
  const { page, errors } = await open(t, "slides.html");
  const heading = () => page.locator("section.shown h1").textContent();
  assert.equal(await heading(), "One type, five values");
  await page.keyboard.press("ArrowRight");
  assert.equal(await heading(), "What C passes");
  await page.keyboard.press("PageDown");
  await page.locator("section.shown rung-editor[live]").waitFor();
  const frame = await framed(page);
  await frame.getByLabel("MLIR text").click();
  for (const key of ["ArrowRight", "ArrowLeft", "End", "x"]) await page.keyboard.press(key);
  assert.equal(await heading(), "What MLIR says");
  assert.match(await frame.getByLabel("MLIR text").textContent(), /x/);
  await page.keyboard.press("Escape");
  await page.locator("section.shown:focus").waitFor();
  await page.keyboard.press("End");
  assert.equal(await heading(), "What to take home");
  await page.keyboard.press("ArrowRight");
  assert.equal(await heading(), "What to take home");
  await page.getByRole("button", { name: "The slide before" }).click();
  assert.equal(await heading(), "Casts are seams");
  assert.equal(new URL(page.url()).hash, "#7");
  assert.deepEqual(errors, []);
});

test("every slide's editor is checked, and all have one core", async (t) => {
  const { page, errors } = await open(t, "slides.html");
  for (let slide = 1; slide <= 8; slide++) {
    for (const editor of await page.locator("section.shown rung-editor").all()) {
      await editor.and(page.locator("[live]")).waitFor();
      await page.waitForFunction(() => document.querySelector("section.shown rung-editor").diagnostics.length === 0);
    }
    await page.keyboard.press("ArrowRight");
  }
  assert.equal(page.workers().length, 1);
  assert.deepEqual(errors, []);
});

for (const [look, colorScheme, viewport] of LOOKS) {
  test(`${look}: the article and its frames are accessible, and nothing is wider than the window`, async (t) => {
    const { page } = await open(t, "embed-example.html", { colorScheme, viewport });
    await visitAll(page);
    await check(page);
    for (const frame of page.frames()) assert.equal(await isWide(frame), false, frame.url());
  });
  test(`${look}: each slide is`, async (t) => {
    const { page } = await open(t, "slides.html", { colorScheme, viewport });
    for (let slide = 1; slide <= 8; slide++) {
      for (const editor of await page.locator("section.shown rung-editor").all()) await editor.and(page.locator("[live]")).waitFor();
      await check(page);
      assert.equal(await isWide(page), false, `slide ${slide}`);
      await page.keyboard.press("ArrowRight");
    }
  });
}

for (const colorScheme of ["light", "dark"]) {
  test(`${colorScheme}: a frame with problems, and one with a notice`, async (t) => {
    const { page } = await open(t, `embed.html#show=text,ladder,result&theme=${colorScheme}&colour=red`);
    await page.getByRole("alert").waitFor();
    await check(page);
    await page.getByLabel("MLIR text").focus();
    await page.keyboard.type("%0 = arith.addi %a, %b i32");
    await page.getByTestId("problems").locator("li").first().waitFor();
    await check(page);
  });
}

test("in forced colours the parts, the rung on show and the verdict can be told apart", async (t) => {
  const { page } = await open(t, "embed.html#show=text,ladder,result", { forcedColors: "active" });
  await page.locator("#status").getByText(/^Valid/).waitFor();
  await page.getByRole("button", { name: "Your text" }).click();
  await page.locator(".rung.current").waitFor();
  assert.notEqual(await page.locator(".rung.current").evaluate((node) => getComputedStyle(node).outlineStyle), "none");
  assert.notEqual(await page.locator("[data-pane=ladder]").evaluate((node) => getComputedStyle(node).outlineStyle), "none");
});
