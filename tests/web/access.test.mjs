// Rules of accessibility that a program can check.
import { test } from "node:test";
import { LOOKS, assertAccessible } from "./axe.mjs";
import { openPage, useBrowser } from "./browser.mjs";
import { slipsAndKept, stubbed } from "./stub.mjs";

useBrowser();

const check = (rung) => assertAccessible(rung.page);

for (const [look, colorScheme, viewport] of LOOKS) {
  test(`${look}: a result with stages`, async (t) => {
    const rung = await openPage(t, { colorScheme, viewport, reducedMotion: "reduce" });
    await rung.settled();
    await check(rung);
  });
  test(`${look}: all texts, with a history`, async (t) => {
    const rung = await openPage(t, { colorScheme, viewport, reducedMotion: "reduce" });
    await rung.settled();
    await rung.show("Text");
    await rung.setText("func.func private @a()\n");
    await rung.page.locator("#texts-button").click();
    await rung.page.getByRole("button", { name: "History of “a”" }).click();
    await rung.page.getByRole("list", { name: "History of “a”" }).waitFor();
    await check(rung);
  });
  test(`${look}: an explanation`, async (t) => {
    const rung = await openPage(t, { colorScheme, viewport, reducedMotion: "reduce" });
    await rung.settled();
    await rung.show("Ladder");
    await rung.pipeline.selectOption("own");
    await (await rung.pipelineText()).fill("builtin.module(convert-func-to-llvm,func.func(cse))");
    await rung.settled();
    await rung.show("Result");
    await rung.page.getByRole("button", { name: "Explain", exact: true }).click();
    await rung.page.getByTestId("explain").getByRole("button", { name: /^Add/ }).first().waitFor();
    await check(rung);
  });
  test(`${look}: problems, one of them current`, async (t) => {
    const rung = await openPage(t, { colorScheme, viewport, reducedMotion: "reduce" });
    await rung.chooseExample("broken");
    await rung.problems.first().waitFor();
    await rung.settled();
    await rung.page.keyboard.press("F8");
    await check(rung);
  });
  test(`${look}: fixes, info messages, text set aside`, async (t) => {
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
  test(`${look}: an older text, what changed, what mlir-opt would say, an output that cannot be`, async (t) => {
    const rung = await openPage(t, { colorScheme, viewport, reducedMotion: "reduce" });
    await rung.settled();
    await rung.setText("func @f(%x: memref<?xf32>, %p: !llvm.ptr) {\n  %zero = constant 0 : index\n  return\n}\n");
    await rung.page.getByRole("button", { name: "What changed?" }).click();
    await rung.page.locator("#older-forms .apply").first().waitFor();
    await rung.page.getByRole("button", { name: "Check against mlir-opt 22" }).click();
    await rung.page.locator("#reference li").first().waitFor();
    await rung.show("Result");
    await rung.page.getByText("Options").click();
    await rung.page.getByTestId("edition").selectOption("llvm13");
    await rung.page.locator("[data-testid=output][data-state=failed]:not([data-pending])").waitFor();
    await rung.show("Text");
    await rung.page.locator("#older-forms:not([data-pending])").waitFor();
    await rung.page.locator("#reference:not([data-pending])").waitFor();
    await check(rung);
    await rung.page.keyboard.press("Escape");
    await rung.editor.locator(".older").first().hover();
    await rung.page.locator(".older-form").waitFor();
    await check(rung);
  });
}

for (const colorScheme of ["light", "dark"]) {
  test(`${colorScheme}: what may stand at the cursor`, async (t) => {
    const rung = await openPage(t, { colorScheme, reducedMotion: "reduce" });
    await rung.settled();
    await rung.setText("func.func @f(%m: memref<?xf32>) {\n  memref.load ");
    await rung.editor.locator(".cm-content[aria-autocomplete]").waitFor();
    await rung.page.keyboard.type("%");
    await rung.page.locator(".cm-tooltip-autocomplete").waitFor();
    await check(rung);
  });
  test(`${colorScheme}: help, and a note`, async (t) => {
    const rung = await openPage(t, { colorScheme, hash: "#v9=x", reducedMotion: "reduce" });
    await rung.notice.waitFor();
    await rung.settled();
    await check(rung);
    await rung.page.getByRole("button", { name: "Keys and passes" }).click();
    await check(rung);
  });
}
