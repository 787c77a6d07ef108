// A log of --mlir-print-ir-after-all on the page: a rung for each dump, in the place of a pipeline.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const header = (when, pass, more = "") => `// -----// IR Dump ${when} ${pass}${more} //----- //\n`;
const LOOP = `module {
  func.func @f(%arg0: index, %arg1: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f32
    scf.for %arg2 = %c0 to %arg0 step %c1 {
      memref.store %cst, %arg1[%arg2] : memref<8xf32>
    }
    return
  }
}


`;
const BLOCKS = LOOP.replace(/ {4}scf.for[^]*?\n {4}}\n/, `    cf.br ^bb1(%c0 : index)
  ^bb1(%0: index):  // 2 preds: ^bb0, ^bb2
    %1 = arith.cmpi slt, %0, %arg0 : index
    cf.cond_br %1, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    memref.store %cst, %arg1[%0] : memref<8xf32>
    %2 = arith.addi %0, %c1 : index
    cf.br ^bb1(%2 : index)
  ^bb3:  // pred: ^bb1
`);
const LOG = `${header("After", "Canonicalizer (canonicalize)")}${LOOP}${header("After", "CSE (cse)")}${LOOP}${header("After", "SCFToControlFlowPass (convert-scf-to-cf)")}${BLOCKS}`;
const F = "func.func @f() {\n  return\n}\n\n";
const G = "func.func @g(%arg0: i32) {\n  %0 = arith.addi %arg0, %arg0 : i32\n  return\n}\n\n";
const FUNCTIONS = [
  header("Before", "Canonicalizer", " (canonicalize) ('func.func' operation: @f)"), F,
  header("After", "Canonicalizer", " (canonicalize) ('func.func' operation: @f)"), F,
  header("Before", "Canonicalizer", " (canonicalize) ('func.func' operation: @g)"), G,
  header("After", "Canonicalizer", " (canonicalize) ('func.func' operation: @g)"), G.replace(/ {2}%0.*\n/, ""),
].join("");

async function opened(t, log) {
  const rung = await openPage(t);
  await rung.settled();
  await rung.setText(log);
  await rung.page.waitForFunction(() => document.querySelector("#status").textContent.includes("a log of"));
  await rung.settled();
  return rung;
}

const textRung = (rung) => rung.page.getByTestId("ladder").getByRole("button", { name: "The log" });
const differences = (rung, value) => rung.page.locator(`#compare input[value=${value}]`).check({ force: true });

test("each dump is a rung, named by its pass; those that changed nothing are folded", async (t) => {
  const rung = await opened(t, LOG);
  assert.match(await rung.status(), /^Valid · a log of 3 dumps · checked in/);
  assert.deepEqual(await rung.rungs(), ["The log", "canonicalize", "convert-scf-to-cf"]);
  assert.equal(await rung.page.locator("#log-state").textContent(), "Log of passes · 3 dumps");
  assert.equal(await rung.pipeline.isVisible(), false, "no pipeline runs");
  const folded = rung.page.getByTestId("ladder").locator("details");
  await folded.locator("summary").click();
  assert.equal(await folded.locator("li").textContent(), "csethe same as before");
});

test("a rung shows its dump, as it stands in the log, and what it has more of than the one before", async (t) => {
  const rung = await opened(t, LOG);
  await rung.goTo("convert-scf-to-cf");
  assert.equal(await rung.outputText(), BLOCKS.trimEnd());
  assert.equal(await rung.page.locator("#result-heading").textContent(), "After convert-scf-to-cf");
  assert.match(await rung.page.getByTestId("ladder").locator(".rung.current .numbers").textContent(), /scf 2 → 0.*cf 0 → 3/);
  await differences(rung, "previous");
  await rung.output.locator(".cm-deletedChunk").getByText("scf.for").waitFor();
  await rung.goTo("canonicalize");
  assert.equal(await rung.outputText(), LOOP.trimEnd());
  assert.equal(await rung.output.locator(".cm-deletedChunk").count(), 0, "there is no dump before the first");
});

test("the rung of the log says what is in it", async (t) => {
  const rung = await opened(t, LOG);
  await textRung(rung).click();
  await rung.settled();
  assert.equal(await rung.outputText(), "// 1  After canonicalize\n// 2  After cse: the same as before\n// 3  After convert-scf-to-cf");
});

test("dumps of several functions are compared with those of the same one; one before a pass is shown if it is new", async (t) => {
  const rung = await opened(t, FUNCTIONS);
  assert.deepEqual(await rung.rungs(), ["The log", "before canonicalize @f", "before canonicalize @g", "canonicalize @g"]);
  await rung.goTo("canonicalize @g");
  await differences(rung, "previous");
  await rung.output.locator(".cm-deletedChunk").getByText("arith.addi").waitFor();
  assert.match(await rung.outputText(), /^func\.func @g/);
});

test("a dump with an error is shown, and its problems stand at their places in the log", async (t) => {
  const rung = await opened(t, LOG.replace("cf.cond_br %1", "cf.cond_br %q"));
  assert.match(await rung.status(), /^Not valid · a log of 3 dumps/);
  assert.deepEqual(await rung.marked(), ["%q"]);
  await rung.goTo("convert-scf-to-cf");
  assert.match(await rung.outputText(), /cf\.cond_br %q/);
});

test("a failed pass is the last rung", async (t) => {
  const rung = await opened(t, `${LOG}${header("After", "ConvertFuncToLLVMPass Failed (convert-func-to-llvm)")}${BLOCKS.replace("@f", "@h")}`);
  await rung.goTo("convert-func-to-llvm");
  assert.match(await rung.page.getByTestId("ladder").locator(".rung.current").textContent(), /failed/);
});

test("passes run on a dump once it is a text of its own; undo brings the log back", async (t) => {
  const rung = await opened(t, LOG);
  await rung.goTo("canonicalize");
  await rung.page.getByRole("button", { name: "Run passes on this dump" }).click();
  await rung.page.getByTestId("ladder").getByRole("button", { name: "Your text" }).waitFor();
  assert.equal(await rung.text(), LOOP.trimEnd() + "\n");
  assert.equal(await rung.pipeline.isVisible(), true);
  assert.equal(await rung.page.locator("#log-state").isVisible(), false);
  assert.ok((await rung.rungs()).includes("convert-scf-to-cf"));
  await rung.content.focus();
  await rung.page.keyboard.press("Control+z");
  await textRung(rung).waitFor();
});

test("one dump with its heading is a text like any other", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.setText(header("After", "Canonicalizer (canonicalize)") + LOOP);
  await rung.settled();
  assert.match(await rung.status(), /^Valid · checked in/);
  assert.ok((await rung.rungs()).includes("convert-scf-to-cf"));
});

test("a log with a prefix before each line is shown without it", async (t) => {
  const rung = await opened(t, LOG.replace(/^/gm, "[12:01] "));
  await rung.goTo("convert-scf-to-cf");
  assert.match(await rung.outputText(), /^module \{\n {2}func\.func @f/);
});
