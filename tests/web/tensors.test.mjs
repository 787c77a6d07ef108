// From tensors down to the llvm dialect, as a reader goes: the whole road in a press or two, and what became of each tensor on the way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const PRODUCT = `func.func @product(%a: tensor<16x8xf32>, %b: tensor<8x32xf32>, %c: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x8xf32>, tensor<8x32xf32>) outs(%c : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}
`;

test("a product of tensors is pasted, and is the llvm dialect after one press", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.setText(PRODUCT);
  const road = rung.page.getByRole("button", { name: "Take the whole road" });
  await road.click();
  await road.waitFor({ state: "hidden" });
  await rung.settled();
  const text = await rung.outputText();
  assert.match(text, /llvm\.func @product\(/);
  assert.match(text, /llvm\.fmul/);
  assert.doesNotMatch(text, /linalg|tensor<|memref|scf\.|unrealized/);
  assert.deepEqual(rung.consoleErrors, []);
});

const REPLACE = `func.func @replace(%t: tensor<4xf32>, %x: f32) -> (tensor<4xf32>, f32) {
  %one = arith.constant 1 : index
  %new = tensor.insert %x into %t[%one] : tensor<4xf32>
  %old = tensor.extract %t[%one] : tensor<4xf32>
  return %new, %old : tensor<4xf32>, f32
}
`;

test("a tensor that is copied says which line reads it later; with that line moved up, it is in place", async (t) => {
  const rung = await openPage(t);
  await rung.setText(REPLACE);
  await rung.pipeline.selectOption("own");
  await (await rung.pipelineText()).fill("builtin.module(one-shot-bufferize{bufferize-function-boundaries=1})");
  await rung.settled();
  await rung.moveTo(REPLACE.indexOf("tensor.insert") + 3);
  await rung.page.getByRole("button", { name: "Explain" }).click();
  const pane = rung.page.getByTestId("explain");
  await pane.getByText("copied", { exact: true }).first().waitFor();
  assert.match(await pane.textContent(), /tensor\.extract in line 4 would read what tensor\.insert in line 3 has written/);
  const moved = REPLACE.replace(/(.*tensor\.insert.*\n)(.*tensor\.extract.*\n)/, "$2$1");
  await rung.setText(moved);
  await rung.moveTo(moved.indexOf("tensor.insert") + 3);
  await pane.getByText("in place", { exact: true }).first().waitFor();
  assert.deepEqual(rung.consoleErrors, []);
});
