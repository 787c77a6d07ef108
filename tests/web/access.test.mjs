// Rules of accessibility that a program can check.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";
import { slipsAndKept, stubbed } from "./stub.mjs";

useBrowser();
const axe = await readFile(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

async function check(rung) {
  await rung.page.evaluate(axe);
  const { violations } = await rung.page.evaluate(() => window.axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  }));
  assert.deepEqual(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`) })), []);
}

for (const colorScheme of ["light", "dark"]) {
  for (const [size, viewport] of [["wide", { width: 1280, height: 800 }], ["narrow", { width: 390, height: 844 }]]) {
    test(`${colorScheme}, ${size}: a result with stages`, async (t) => {
      const rung = await openPage(t, { colorScheme, viewport, reducedMotion: "reduce" });
      await rung.settled();
      await check(rung);
    });
    test(`${colorScheme}, ${size}: an explanation`, async (t) => {
      const rung = await openPage(t, { colorScheme, viewport, reducedMotion: "reduce" });
      await rung.pipeline.selectOption("own");
      await rung.page.getByTestId("pipeline-text").fill("builtin.module(convert-func-to-llvm,func.func(cse))");
      await rung.settled();
      await rung.page.getByRole("button", { name: "Explain" }).click();
      await rung.page.getByTestId("explain").getByRole("button", { name: /^Add/ }).first().waitFor();
      await check(rung);
    });
    test(`${colorScheme}, ${size}: problems, one of them current`, async (t) => {
      const rung = await openPage(t, { colorScheme, viewport, reducedMotion: "reduce" });
      await rung.examples.selectOption("broken");
      await rung.problems.first().waitFor();
      await rung.settled();
      await rung.page.keyboard.press("F8");
      await check(rung);
    });
  }
  for (const [size, viewport] of [["wide", { width: 1280, height: 800 }], ["narrow", { width: 390, height: 844 }]]) {
    test(`${colorScheme}, ${size}: fixes, informations, text set aside`, async (t) => {
      const rung = await openPage(t, { prepare: stubbed(slipsAndKept), colorScheme, viewport, reducedMotion: "reduce" });
      await rung.settled();
      await rung.setText("```mlir\n$ rung-opt x.mlir // see \"x\"\nlog § %0 = stablehlo.add %x ; i32\n%1 = arith.add %? ...\nretrun %1 : i32\n```\n");
      await rung.page.locator(".fix-all").waitFor();
      await rung.settled();
      await check(rung);
      await rung.page.locator(".cm-lintRange-error").first().hover();
      await rung.page.locator(".cm-tooltip-lint").waitFor();
      await check(rung);
    });
  }
  test(`${colorScheme}: help, and a note`, async (t) => {
    const rung = await openPage(t, { colorScheme, hash: "#v9=x", reducedMotion: "reduce" });
    await rung.notice.waitFor();
    await rung.settled();
    await check(rung);
    await rung.page.getByRole("button", { name: "Keys and passes" }).click();
    await check(rung);
  });
}
