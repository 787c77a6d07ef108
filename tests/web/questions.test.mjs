// Questions that a reader who knows C would ask, each answered by the page after one click at most.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const MATRIX = `func.func @get(%m: memref<?x4xf32>, %i: index, %j: index) -> f32 {
  %x = memref.load %m[%i, %j] : memref<?x4xf32>
  return %x : f32
}
`;

// The words of the pane that explains the memref of that text.
async function explained(t, { text = MATRIX, pipeline = "llvm" } = {}) {
  const rung = await openPage(t, { viewport: { width: 1680, height: 1000 } });
  await rung.settled();
  await rung.setText(text);
  await rung.pipeline.selectOption(pipeline);
  await rung.settled();
  await rung.moveTo(text.indexOf("memref<") + 2);
  await rung.page.keyboard.press("Control+e");
  const pane = rung.page.getByTestId("explain");
  await pane.getByText("memref to descriptor").waitFor();
  return { rung, pane, words: (await pane.innerText()).replace(/\s+/g, " ") };
}

test("What does a memref become, how large is it, and which struct of C is that?", async (t) => {
  const { words } = await explained(t);
  assert.match(words, /becomes !llvm\.struct<\(ptr, ptr, i64, array<2 x i64>, array<2 x i64>\)>/);
  assert.match(words, /56 bytes, aligned to 8/);
  assert.match(words, /struct memref_2d_f32 \{ float \*allocated; float \*aligned; int64_t offset; int64_t sizes\[2\]; int64_t strides\[2\]; \}/);
});

test("Why is it not just a pointer?", async (t) => {
  const { words } = await explained(t);
  assert.match(words, /what finds an element goes along with the pointer: offset, sizes and strides/);
});

test("Why are there two pointers, and which of them is freed?", async (t) => {
  const { words } = await explained(t);
  assert.match(words, /allocated pointer .* what the allocation gave; freeing takes it/);
  assert.match(words, /aligned pointer .* from where elements are counted/);
});

test("Which of its numbers are known beforehand, and which only at run time?", async (t) => {
  const { words } = await explained(t);
  assert.match(words, /sizes\[0\] .* known at run time/);
  assert.match(words, /sizes\[1\] .* the type says 4/);
  assert.match(words, /strides\[0\] .* the type says 4/);
});

test("Where is the element at [i, j]?", async (t) => {
  const { words } = await explained(t);
  assert.match(words, /Element \[i, j\] is at aligned \+ \(i \* 4 \+ j\) \* 4/);
});

test("What does a function take for it, and how is that called from C?", async (t) => {
  const { words } = await explained(t);
  assert.match(words, /%allocated: !llvm\.ptr,? %aligned: !llvm\.ptr,? %offset: i64,? %size0: i64,? %size1: i64,? %stride0: i64,? %stride1: i64/);
  assert.match(words, /void _mlir_ciface_f\(struct memref_2d_f32 \*\)/);
});

test("When can it be a plain pointer, and why not here?", async (t) => {
  const { words } = await explained(t);
  assert.match(words, /Bare pointer impossible: the type must say all sizes, strides and the offset, and does not say sizes\[0\]/);
});

test("What did the load become, and which pass did that?", async (t) => {
  const { rung, pane } = await explained(t);
  await rung.moveTo(MATRIX.indexOf("memref.load") + 3);
  const about = pane.locator("details[data-name=op]");
  await about.getByText("finalize-memref-to-llvm").waitFor();
  assert.match((await about.innerText()).replace(/\s+/g, " "), /memref\.load read an element .* finalize-memref-to-llvm .*llvm\.getelementptr.*llvm\.load/);
});

test("Where does a failing pipeline fail, why, and what would help?", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.chooseExample("failed-pass");
  assert.equal(await rung.settled(), "failed");
  assert.match(await rung.status(), /^Valid, but the pipeline failed/);
  const ladder = rung.page.getByTestId("ladder");
  assert.match(await ladder.locator("li").last().textContent(), /convert-complex-to-llvm.*failed.*complex\.exp.*run 'convert-complex-to-standard' before/s);
  await rung.problems.first().locator(".problem").click();
  assert.equal((await rung.text()).slice(await rung.cursor()).startsWith("complex.exp"), true);
});

test("Why does a conversion leave a cast behind?", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.chooseExample("unfinished");
  await rung.settled();
  assert.match(await rung.status(), /^Valid, but not finished/);
  await rung.page.getByRole("button", { name: "Why?" }).click();
  const pane = rung.page.getByTestId("explain");
  await pane.getByText("Not finished").waitFor();
  assert.match((await pane.innerText()).replace(/\s+/g, " "), /cast memref<\?xf32> → .*still has an argument of the old type: .*has sizes that only a descriptor can hold, not a bare pointer/);
});

test("Which pass is missing?", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.chooseExample("missing-pass");
  await rung.settled();
  await rung.page.waitForFunction(() => document.querySelector("#status").dataset.state === "left");
  assert.match(await rung.status(), /^Valid, but not finished: math\.sqrt not converted/);
  await rung.page.getByTestId("ladder").getByRole("button", { name: "Add convert-math-to-llvm" }).click();
  await rung.page.waitForFunction(() => document.querySelector("#status").dataset.state === "ok");
});
