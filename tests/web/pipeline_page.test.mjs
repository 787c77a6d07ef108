// The pipeline in the page: built beside the ladder, kept in links, taken from what is pasted.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOOKS, assertAccessible } from "./axe.mjs";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();
const LOOP = "func.func @f(%m: memref<8xf32>, %n: index) {\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  scf.for %i = %c0 to %n step %c1 {\n" +
  "    %v = memref.load %m[%i] : memref<8xf32>\n    memref.store %v, %m[%i] : memref<8xf32>\n  }\n  return\n}\n";

async function openBuilder(rung) {
  await rung.page.getByRole("button", { name: "The pipeline" }).click();
  const builder = rung.page.getByTestId("pipeline-builder");
  await builder.getByRole("combobox", { name: "Add a pass" }).waitFor();
  return builder;
}

// The list comes when it is first wanted, and then has the focus.
const focusedAdd = (rung) => rung.page.locator("[aria-label='Add a pass']:focus").waitFor();

const pasteIntoText = async (rung, text) => {
  await rung.page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await rung.content.focus();
  await rung.page.keyboard.press("Control+v");
};

test("a pass is added by searching, and its rung is there", async (t) => {
  const rung = await openPage(t);
  await rung.setText(LOOP);
  await (await rung.pipelineText()).fill("builtin.module(cse)");
  await rung.settled();
  const builder = rung.page.getByTestId("pipeline-builder");
  await builder.getByRole("combobox", { name: "Add a pass" }).fill("scf blocks");
  await rung.page.keyboard.press("Enter");
  await rung.settled();
  assert.match(await rung.outputText(), /cf\.cond_br/);
  assert.deepEqual(await rung.rungs(), ["Your text", "convert-scf-to-cf"]);
  assert.equal(await rung.pipeline.inputValue(), "own");
  assert.deepEqual(rung.consoleErrors, []);
});

test("a pass that is switched off does not run, stays in links, and comes back", async (t) => {
  const rung = await openPage(t);
  await rung.setText(LOOP);
  await rung.pipeline.selectOption("llvm");
  await rung.settled();
  const builder = await openBuilder(rung);
  await builder.getByLabel("Run convert-scf-to-cf").uncheck();
  await rung.settled();
  assert.match(await rung.outputText(), /scf\.for/);
  await rung.shareLink();
  const link = await rung.page.evaluate(() => navigator.clipboard.readText());
  const other = await openPage(t, { hash: new URL(link).hash });
  await other.settled();
  assert.match(await other.outputText(), /scf\.for/);
  assert.equal(await other.pipeline.inputValue(), "own");
  const restored = other.page.getByTestId("pipeline-builder");
  await restored.getByLabel("Run convert-scf-to-cf").check();
  await other.settled();
  assert.doesNotMatch(await other.outputText(), /scf\.for/);
  assert.equal(await other.pipeline.inputValue(), "llvm");
});

test("an option changes the result at once", async (t) => {
  const rung = await openPage(t);
  await rung.setText("func.func private @f(memref<8xf32>)\n");
  await rung.pipeline.selectOption("llvm");
  const builder = await openBuilder(rung);
  await builder.locator(".name", { hasText: "convert-func-to-llvm" }).click();
  await builder.getByLabel("use-bare-ptr-memref-call-conv").check();
  await rung.settled();
  assert.match(await rung.outputText(), /llvm\.func @f\(!llvm\.ptr\)/);
});

test("the passes are the rungs: a row shows what its pass made, is gone to, and a pass is added below it", async (t) => {
  const rung = await openPage(t, { viewport: { width: 1600, height: 900 } });
  await rung.setText(LOOP);
  await rung.pipeline.selectOption("llvm");
  await rung.settled();
  const builder = await openBuilder(rung);
  const row = builder.locator(".pass", { hasText: "convert-scf-to-cf" });
  await row.locator(".shares > span").nth(2).waitFor({ state: "attached" });
  assert.equal(await builder.locator(".pass", { hasText: "lower-affine" }).locator(".no-effect").count(), 1);
  await row.locator(".name").click();
  await rung.settled();
  assert.match(await rung.outputText(), /cf\.cond_br/);
  assert.match(await row.locator(".about").innerText(), /scf 2 → 0/);
  await row.getByRole("button", { name: "Add a pass after convert-scf-to-cf" }).click();
  await rung.page.keyboard.type("common sub");
  await rung.page.keyboard.press("Enter");
  assert.match(await (await rung.pipelineText()).inputValue(), /convert-scf-to-cf,cse,convert-cf-to-llvm/);
});

test("passes without effect are removed in one step", async (t) => {
  const rung = await openPage(t);
  await rung.setText(LOOP);
  await rung.pipeline.selectOption("llvm");
  await rung.settled();
  const builder = await openBuilder(rung);
  await builder.locator(".no-effect").first().waitFor({ state: "attached" });
  await builder.getByRole("button", { name: "Remove passes without effect" }).click();
  await rung.settled();
  assert.equal(await builder.locator(".pass").count(), (await rung.rungs()).length - 1);
  assert.equal(await builder.locator(".no-effect").count(), 0);
  assert.match(await rung.outputText(), /llvm\.func/);
});

test("between two rungs a pointer finds where to add a pass; a pipeline may begin with none", async (t) => {
  const rung = await openPage(t);
  await rung.setText(LOOP);
  await rung.pipeline.selectOption("empty");
  await rung.settled();
  assert.deepEqual(await rung.rungs(), ["Your text"]);
  await focusedAdd(rung);
  await rung.page.keyboard.type("scf blocks");
  await rung.page.keyboard.press("Enter");
  await rung.settled();
  assert.deepEqual(await rung.rungs(), ["Your text", "convert-scf-to-cf"]);
  await rung.pipeline.selectOption("llvm");
  await rung.page.getByRole("button", { name: "Edit the pipeline" }).click();
  await rung.settled();
  const item = rung.page.locator(".rungs > li").nth(1);
  await item.hover();
  await item.locator(".insert").click();
  await focusedAdd(rung);
  await rung.page.keyboard.type("common sub");
  await rung.page.keyboard.press("Enter");
  assert.match(await (await rung.pipelineText()).inputValue(), /convert-scf-to-cf,cse,convert-cf-to-llvm/);
});

test("what is left stands on its rung with its repair", async (t) => {
  const rung = await openPage(t);
  await rung.setText(LOOP);
  await (await rung.pipelineText()).fill("builtin.module(convert-scf-to-cf,convert-to-llvm)".replace("convert-to-llvm", "convert-func-to-llvm"));
  await rung.settled();
  await rung.page.getByRole("button", { name: "Edit the pipeline" }).click();
  await rung.goTo("convert-func-to-llvm");
  const repair = rung.page.getByTestId("ladder").locator(".rungs .repair");
  const text = await repair.innerText();
  assert.match(text, /^Add /);
  await repair.click();
  await rung.settled();
  assert.ok((await rung.rungs()).includes(text.slice("Add ".length)));
});

test("a command pasted into the source is run", async (t) => {
  const rung = await openPage(t);
  await rung.setText(LOOP);
  await pasteIntoText(rung, "$ mlir-opt loop.mlir --convert-scf-to-cf --cse");
  await rung.page.getByRole("button", { name: "Run it here" }).click();
  await rung.output.filter({ hasText: "cf.cond_br" }).waitFor();
  assert.equal(await rung.text(), LOOP);
  assert.equal(await (await rung.pipelineText()).inputValue(), "builtin.module(convert-scf-to-cf,cse)");
});

test("a command's flags are settings of the page, and the command that is copied has them", async (t) => {
  const rung = await openPage(t);
  await rung.setText(`${LOOP}// -----\n${LOOP}`);
  await pasteIntoText(rung, "mlir-opt --convert-scf-to-cf --split-input-file --mlir-print-debuginfo --mlir-print-op-generic");
  await rung.page.getByRole("button", { name: "Run it here" }).click();
  const builder = rung.page.getByTestId("pipeline-builder");
  await builder.getByText("--mlir-print-op-generic is left out: this page has no such setting.").waitFor();
  assert.equal(await rung.page.locator("#locations").isChecked(), true);
  await builder.getByRole("button", { name: "Copy as mlir-opt command" }).click();
  await builder.getByText("Copied.").waitFor();
  assert.equal(await rung.page.evaluate(() => navigator.clipboard.readText()),
    "mlir-opt input.mlir --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --pass-pipeline='builtin.module(convert-scf-to-cf)'");
});

test("a button inserts the pasted command instead; a command that cannot be run says why", async (t) => {
  const rung = await openPage(t);
  await rung.setText(LOOP);
  await rung.moveTo(0);
  await pasteIntoText(rung, "// RUN: mlir-opt %s --acc-loop-tiling\n");
  await rung.notice.filter({ hasText: "acc-loop-tiling is a pass of LLVM 22's mlir-opt that Rung does not have yet." }).waitFor();
  await rung.page.getByRole("button", { name: "Insert it as text" }).click();
  assert.equal(await rung.text(), `// RUN: mlir-opt %s --acc-loop-tiling\n${LOOP}`);
});

test("a test that is pasted says how it is run", async (t) => {
  const rung = await openPage(t);
  await rung.setText(`// RUN: mlir-opt %s -convert-scf-to-cf | FileCheck %s\n${LOOP}`);
  await rung.notice.filter({ hasText: "This file has a RUN line: convert-scf-to-cf." }).waitFor();
  await rung.page.getByRole("button", { name: "Run it so" }).click();
  await rung.output.filter({ hasText: "cf.cond_br" }).waitFor();
  assert.match(await rung.text(), /^\/\/ RUN/);
});

for (const [look, colorScheme, viewport] of LOOKS) {
  test(`axe finds nothing with the pipeline open: ${look}`, async (t) => {
    const rung = await openPage(t, { colorScheme, viewport, reducedMotion: "reduce" });
    await rung.settled();
    if (viewport.width < 720) await rung.page.locator("#tabs").getByRole("button", { name: "Ladder" }).click();
    const builder = await openBuilder(rung);
    await builder.locator(".name", { hasText: "convert-func-to-llvm" }).click();
    assert.equal(await rung.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await assertAccessible(rung.page);
  });
}
