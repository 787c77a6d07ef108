// Every view at every width: what is shown lies in view, nothing is cut off, nothing lies beneath another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.mjs";
import { openPage, useBrowser } from "./browser.mjs";
import { faultsOf } from "./geometry.mjs";

useBrowser();

const SIZES = [[1280, 800], [1920, 1080], [820, 1180], [390, 844]];

const closeGuide = async (rung) => {
  const close = rung.page.getByRole("button", { name: "Close the guide" });
  if (await close.isVisible()) await close.click();
};
const LAST = "reconcile-unrealized-casts";

// Each shows a view, on a page that has just been opened.
const VIEWS = {
  "a first visit": async () => {},
  "text, ladder and result": async (rung) => {
    await closeGuide(rung);
    await rung.show("Text");
  },
  "the last rung": async (rung) => {
    await rung.show("Ladder");
    await rung.goTo(LAST);
  },
  "the pipeline, edited": async (rung) => {
    await closeGuide(rung);
    await rung.show("Ladder");
    await rung.page.getByRole("button", { name: "Edit the pipeline" }).click();
    await rung.page.getByTestId("pipeline-builder").getByText("convert-cf-to-llvm").click();
  },
  "against the rung before, side by side": async (rung) => {
    await closeGuide(rung);
    await rung.show("Ladder");
    await rung.goTo("convert-func-to-llvm");
    await rung.show("Result");
    await rung.page.getByRole("radio", { name: "vs. previous" }).check();
    const sides = rung.page.getByRole("button", { name: "Side by side" });
    if (await sides.isVisible()) await sides.click();
    await rung.settled();
  },
  "an explanation": async (rung) => {
    await closeGuide(rung);
    await rung.show("Text");
    await rung.moveTo(20);
    await rung.page.keyboard.press("Control+e");
    await rung.page.getByTestId("explain").waitFor();
  },
  "problems": async (rung) => {
    await closeGuide(rung);
    await rung.show("Text");
    await rung.setText("func.func @f() {\n  %0 = arith.addi %x, %y : i32\n  artih.muli %0\n}\n");
    await rung.problems.first().waitFor();
  },
  "older MLIR": async (rung) => {
    await rung.setText("func @f(%m: memref<8xf32>) {\n  %c0 = constant 0 : index\n  %0 = load %m[%c0] : memref<8xf32>\n  return\n}\n");
    await rung.page.getByRole("button", { name: "What changed?" }).click();
  },
  "a lesson": async (rung) => {
    await rung.learn("Lessons");
    await rung.page.locator("#guide").getByRole("button", { name: /What an operation is/ }).click();
    await rung.page.locator("#guide").getByRole("button", { name: "Next" }).click();
    await rung.page.getByTestId("lesson").waitFor();
  },
  "the type lab": async (rung) => {
    await closeGuide(rung);
    await rung.learn("Type lab");
    await rung.page.locator(".memory-drawing").first().waitFor();
  },
  "the examples": async (rung) => {
    await rung.examples.click();
    await rung.page.locator("dialog.examples").waitFor();
  },
  "a run, gone through step by step": async (rung) => {
    await closeGuide(rung);
    await rung.chooseExample("life");
    await rung.settled();
    const panel = rung.page.getByTestId("run");
    if (!await panel.isVisible()) await rung.learn("Run");
    await panel.locator("#run-function option").first().waitFor({ state: "attached" });
    await panel.getByLabel("values").check();
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByText(/^Ran in/).waitFor();
    await panel.getByLabel("Step of the run").focus();
    await rung.page.keyboard.press("Home");
    for (let i = 0; i < 5; i++) await panel.getByLabel("A step on").click();
    await panel.locator(".watch td").first().waitFor();
    const wide = await panel.evaluate((node) => [...node.querySelectorAll("button, input, select, output, .box, .stack li")].filter((part) => part.getBoundingClientRect().right > node.getBoundingClientRect().right + 1).map((part) => part.outerHTML));
    assert.deepEqual([wide, await panel.evaluate((node) => node.scrollWidth > node.clientWidth)], [[], false]);
  },
  "what is shared": async (rung) => {
    await rung.share.click();
    await rung.page.locator(".share-sheet").waitFor();
  },
};

for (const [width, height] of SIZES) {
  for (const [name, act] of Object.entries(VIEWS)) {
    test(`${width} × ${height}: ${name}`, async (t) => {
      const rung = await openPage(t, { viewport: { width, height }, reducedMotion: "reduce", colorScheme: width % 40 ? "light" : "dark" });
      await rung.settled();
      await act(rung);
      await rung.page.waitForTimeout(250);
      assert.deepEqual(await rung.page.evaluate(faultsOf), []);
      if (width === 1280 || width === 390) await assertAccessible(rung.page);   // one dark, one light: the widths between them show nothing else
      assert.deepEqual(rung.consoleErrors, []);
    });
  }
}
