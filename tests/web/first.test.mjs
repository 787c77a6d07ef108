// The first minute of a reader who knows C, on a page without a link.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const guide = (rung) => rung.page.locator("#guide");

test("a loop in C stands beside its MLIR; the ladder is led down a rung at a time, and what changed is lit", async (t) => {
  const rung = await openPage(t, { viewport: { width: 1680, height: 1000 } });
  await rung.settled();
  assert.match(await guide(rung).textContent(), /float \*a.*Your text\. 7 steps to LLVM/s);
  await guide(rung).getByRole("button", { name: "Next rung" }).click();
  await guide(rung).getByText("Rung 1 of 7.").waitFor();
  assert.match(await rung.outputText(), /cf\.cond_br/);
  await rung.editor.locator(".linked").first().waitFor();
  assert.match(await rung.editor.locator(".linked").first().textContent(), /scf\.for/);
  assert.match((await rung.output.locator(".linked").allTextContents()).join(" "), /cf\.br/);
  assert.ok(await rung.content.evaluate((node) => document.hasFocus() && node.isConnected));
});

test("memref shows its boxes beside the C struct", async (t) => {
  const rung = await openPage(t, { viewport: { width: 1680, height: 1000 } });
  await rung.settled();
  await guide(rung).getByRole("button", { name: "memref" }).click();
  const explain = rung.page.getByTestId("explain");
  await explain.locator("svg").first().waitFor();
  assert.match(await explain.textContent(), /struct memref_1d_f32.*allocated pointer/s);
});

test("where bare pointers do not fit a size known only at run time, an amber line says so and what would fit", async (t) => {
  const rung = await openPage(t, { viewport: { width: 1680, height: 1000 } });
  await rung.settled();
  await guide(rung).getByRole("checkbox", { name: "bare pointers" }).check();
  await guide(rung).getByText("Not finished, because").waitFor();
  assert.match(await guide(rung).textContent(), /has sizes that only a descriptor can hold/);
  assert.match(await rung.status(), /^Valid, but not finished: 2 casts are left/);
  const last = rung.page.getByTestId("ladder").locator("ol > li > .rung").last();
  assert.match(await last.textContent(), /2 casts are left/, "it stands on the rung that leaves them");
  await rung.shareLink();
  const other = await openPage(t, { hash: new URL(rung.page.url()).hash });
  await other.settled();
  assert.equal(await other.pipeline.inputValue(), "bare-pointers");
  assert.match(await other.status(), /^Valid, but not finished/);
  await guide(rung).getByRole("button", { name: /^Say the size/ }).click();
  await rung.page.waitForFunction(() => document.querySelector("#status").dataset.state === "ok");
  assert.match(await rung.text(), /memref<8xf32>/);
});

test("a first visit takes no focus: Tab goes through the page, and stays out of the text", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  const before = await rung.text();
  assert.ok(await rung.page.evaluate(() => document.activeElement === document.body));
  await rung.page.keyboard.press("Tab");
  assert.equal(await rung.page.evaluate(() => document.activeElement.className), "skip");
  await rung.page.keyboard.press("Tab");
  assert.equal(await rung.text(), before);
});

test("the tour goes on and back, and ends in doors", async (t) => {
  const rung = await openPage(t, { viewport: { width: 1680, height: 1000 } });
  await rung.settled();
  for (let i = 1; i <= 7; i++) {
    await guide(rung).getByRole("button", { name: "Next rung" }).click();
    await guide(rung).getByText(`Rung ${i} of 7.`).waitFor();
  }
  await guide(rung).getByText("This is the last rung.").waitFor();
  await guide(rung).getByRole("button", { name: "Back" }).click();
  await guide(rung).getByText("Rung 6 of 7.").waitFor();
  await guide(rung).getByRole("button", { name: "Next rung" }).click();
  await guide(rung).getByRole("button", { name: "From the top" }).click();
  await guide(rung).getByText("Your text.").waitFor();
  for (let i = 1; i <= 7; i++) await guide(rung).getByRole("button", { name: "Next rung" }).click();
  await guide(rung).getByRole("button", { name: "Write your own text" }).click();
  assert.ok(!(await guide(rung).isVisible()));
  assert.equal(await rung.text(), "");
  assert.ok(await rung.content.evaluate((node) => node === document.activeElement));
});

test("the last door of the tour leads to the first lesson", async (t) => {
  const rung = await openPage(t, { viewport: { width: 1680, height: 1000 } });
  await rung.settled();
  await rung.page.getByTestId("ladder").locator(".rung").nth(7).click();
  await guide(rung).getByRole("button", { name: "Start lesson 1" }).click();
  await guide(rung).getByRole("heading", { name: /C function/ }).waitFor();
});

test("the tour goes when its text is replaced", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.setText("func.func private @mine()\n");
  await guide(rung).waitFor({ state: "hidden" });
});

test("on a phone a first visit begins with the tour, which shows what a step changed", async (t) => {
  const rung = await openPage(t, { viewport: { width: 390, height: 844 } });
  await rung.settled();
  await guide(rung).getByText("7 steps to LLVM").waitFor();
  await guide(rung).getByRole("button", { name: "Next rung" }).click();
  const preview = guide(rung).locator(".preview");
  await preview.waitFor();
  assert.match(await preview.textContent(), /cf\.br/);
  const { y, height } = await preview.boundingBox();
  assert.ok(y >= 0 && y + height <= 844);
});

test("the guide holds up no typing, and stays closed once it was closed", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.moveTo(0);
  await rung.page.keyboard.type("//");
  assert.match(await rung.text(), /^\/\//);
  await rung.page.keyboard.press("Control+z");
  await guide(rung).getByRole("button", { name: "Close the guide" }).click();
  await rung.page.reload();
  await rung.settled();
  assert.ok(!(await guide(rung).isVisible()));
});

test("from a fresh page the function is lowered and its link copied in two clicks", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.page.getByTestId("ladder").locator(".rung").nth(7).click();
  await rung.settled();
  assert.match(await rung.outputText(), /llvm\.func @scale/);
  await rung.shareLink();
  const other = await openPage(t, { hash: new URL(rung.page.url()).hash });
  await other.settled();
  assert.match(await other.outputText(), /llvm\.func @scale/);
});

test("a report of a failure holds the version and the link", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.page.getByRole("button", { name: "Report this" }).click();
  await rung.notice.getByText("Copied: version").waitFor();
  assert.match(await rung.page.evaluate(() => navigator.clipboard.readText()), /^Rung [\d.]+, equal to LLVM 22\.1\n.*#v1=/s);
});

for (const [width, height] of [[1680, 1000], [1280, 800], [1024, 768], [390, 844]])
  test(`${width} wide: from the first paint on, nothing moves while the page gets ready`, async (t) => {
    const rung = await openPage(t, {
      viewport: { width, height },
      prepare: (page) => page.addInitScript(() => {
        window.shifts = [];
        new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value))).observe({ type: "layout-shift", buffered: true });
      }),
    });
    await rung.settled();
    await rung.page.waitForTimeout(500);
    const sum = await rung.page.evaluate(() => window.shifts.reduce((a, b) => a + b, 0));
    assert.ok(sum < 0.01, `layout shift of ${sum}`);
  });

test("while the text is briefly wrong, the last result stays in place, and the page says that it is the last", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  const line = rung.output.locator(".cm-line", { hasText: "arith.mulf" });
  const before = await line.boundingBox();
  await rung.moveTo((await rung.text()).indexOf("arith.mulf"));
  await rung.page.keyboard.type("x");
  await rung.output.getByText("Showing the last valid result.").waitFor();
  assert.deepEqual(await line.boundingBox(), before);
  await rung.page.keyboard.press("Backspace");
  await rung.output.getByText("Showing the last valid result.").waitFor({ state: "detached" });
  assert.deepEqual(await line.boundingBox(), before);
});

// A network on which the core never comes.
const withoutCore = (page) => page.route("**/*.wasm", () => {});

test("before the core is there, a first visit shows text, ladder and result as they are going to be", async (t) => {
  const rung = await openPage(t, { viewport: { width: 1440, height: 900 }, prepare: withoutCore });
  const { page } = rung;
  const result = page.locator(".first-result");
  await result.waitFor();
  assert.deepEqual(await rung.rungs(), ["Your text", "convert-scf-to-cf", "convert-cf-to-llvm", "convert-arith-to-llvm", "convert-index-to-llvm", "finalize-memref-to-llvm", "convert-func-to-llvm", "reconcile-unrealized-casts"]);
  assert.match(await result.textContent(), /^module \{  func\.func @scale\(%arg0: memref<\?xf32>/);
  assert.equal(await rung.pipeline.locator(":checked").textContent(), "To the LLVM dialect");
  await guide(rung).getByText("7 steps to LLVM").waitFor();
  for (const part of [rung.editor, page.getByTestId("ladder"), result, guide(rung)]) {
    const { x, y, width, height } = await part.boundingBox();
    assert.ok(x >= 0 && y >= 0 && width > 200 && height > 100 && x + width <= 1440 && y + height <= 900);
  }
  assert.equal(await page.locator(".problems .keys").isVisible(), false);
});

test("what the first screen shows is what the core says", async (t) => {
  const early = await openPage(t, { prepare: withoutCore });
  const told = { rungs: await early.rungs(), bars: await early.page.locator(".rungs .shares").evaluateAll((bars) => bars.map((bar) => [...bar.children].map(({ className }) => /hue-\d+/.exec(className)[0]))), text: await early.page.locator(".first-result > div").allTextContents() };
  const rung = await openPage(t);
  await rung.settled();
  assert.deepEqual(await rung.rungs(), told.rungs);
  assert.deepEqual(await rung.page.locator(".rungs .shares").evaluateAll((bars) => bars.map((bar) => [...bar.children].map(({ className }) => /hue-\d+/.exec(className)[0]))), told.bars);
  assert.deepEqual((await rung.outputText()).trimEnd().split("\n"), told.text);
  assert.equal(await rung.page.locator(".first-result").isVisible(), false);
});

test("before the core is there, the text is edited; a link shows nothing of the first text", async (t) => {
  const rung = await openPage(t, { prepare: withoutCore });
  await rung.content.waitFor();
  await rung.content.focus();
  await rung.page.keyboard.press("Control+End");
  await rung.page.keyboard.type("// mine");
  assert.match(await rung.text(), /\/\/ mine$/);
  const ready = await openPage(t);
  await ready.settled();
  await ready.setText("func.func private @linked()\n");
  await ready.settled();
  await ready.shareLink();
  const linked = await openPage(t, { hash: new URL(ready.page.url()).hash, prepare: withoutCore });
  await linked.content.waitFor();
  assert.equal(await linked.text(), "func.func private @linked()\n");
  assert.equal(await linked.page.locator(".first-result").isVisible(), false);
  assert.doesNotMatch(await linked.page.locator("main").innerText(), /@scale|convert-scf-to-cf/);
});

test("the foot of the page counts the bytes of the core", async (t) => {
  const rung = await openPage(t, { prepare: async (page) => {
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 400_000, uploadThroughput: 100_000 });
  } });
  await rung.page.locator("#status").filter({ hasText: /^Loading the core: [\d,]+ of [\d,]+ kB$/ }).waitFor();
  await rung.settled();
});
