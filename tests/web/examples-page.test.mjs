// The list of examples: searched by what they show, by operations and by passes; with the keyboard alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOOKS, assertAccessible } from "./axe.mjs";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const dialog = (rung) => rung.page.getByRole("dialog", { name: "Examples" });
const field = (rung) => dialog(rung).getByRole("combobox", { name: "Find an example" });
const labels = (rung) => dialog(rung).getByRole("option").locator(".label").allTextContents();
const current = (rung) => dialog(rung).locator("[aria-selected=true] .label").textContent();

async function openList(t, options) {
  const rung = await openPage(t, options);
  await rung.settled();
  await rung.examples.click();
  await field(rung).waitFor();
  return rung;
}

test("all examples are there in groups, each with a sentence and what is in it", async (t) => {
  const rung = await openList(t);
  assert.equal(await dialog(rung).getByRole("status").textContent(), "57 examples");
  assert.ok(await field(rung).evaluate((node) => node === document.activeElement));
  const group = dialog(rung).getByRole("group", { name: "Memory and views" });
  assert.match(await group.getByRole("option").nth(1).textContent(), /A view of part of a matrix \(memref\.subview\)A view copies nothing.*memref\.subview/);
});

for (const [words, expected] of [
  ["subview", ["A view of part of a matrix (memref.subview)"]],
  ["linalg.matmul", ["A matrix product, three ways", "Matrix product with linalg"]],
  ["vector.transfer", ["Vectors at the end of an array (vector.transfer_read)"]],
  ["matrix PRODUCT", ["Matrix product as loops", "A matrix product, three ways", "Outer product of two vectors", "Matrix product with linalg"]],
  ["convert-scf-to-cf scf.while arith.remui", ["A while loop"]],
  ["older releases", ["A tutorial from 2020", "LLVM types in quotes, from 2019", "Typed pointers", "Output for LLVM 13"]],
])
  test(`"${words}" finds ${expected.join(", ")}`, async (t) => {
    const rung = await openList(t);
    await field(rung).fill(words);
    assert.deepEqual(await labels(rung), expected);
    assert.equal(await dialog(rung).getByRole("status").textContent(), expected.length === 1 ? "1 example" : `${expected.length} examples`);
  });

test("what was looked for is among the tags that are shown, and marked", async (t) => {
  const rung = await openList(t);
  await field(rung).fill("reconcile");
  const items = await dialog(rung).getByRole("option").all();
  assert.ok(items.length > 3);
  for (const item of items) assert.deepEqual(await item.locator(".wanted").allTextContents(), ["reconcile-unrealized-casts"]);
});

test("with arrow keys and Enter an example is chosen; its text is then in the editor", async (t) => {
  const rung = await openList(t);
  assert.equal(await current(rung), "The generic form of operations");
  await rung.page.keyboard.press("ArrowUp");
  assert.equal(await current(rung), "Expected errors (--verify-diagnostics)", "around the end");
  await rung.page.keyboard.press("ArrowDown");
  await rung.page.keyboard.type("struct");
  await rung.page.keyboard.press("ArrowDown");
  assert.equal(await field(rung).getAttribute("aria-activedescendant"), "example-padding");
  await rung.page.keyboard.press("Enter");
  await dialog(rung).waitFor({ state: "hidden" });
  assert.match(await rung.text(), /!roomy/);
  assert.equal(await rung.page.locator("#text-name").textContent(), "Struct layout and padding");
});

test("Escape, the cross and a click beside it close the list, and nothing is chosen", async (t) => {
  const rung = await openList(t);
  const before = await rung.text();
  for (const close of [() => rung.page.keyboard.press("Escape"), () => dialog(rung).getByRole("button", { name: "Close" }).click(), () => rung.page.mouse.click(5, 400)]) {
    if (!await dialog(rung).isVisible()) await rung.examples.click();
    await close();
    await dialog(rung).waitFor({ state: "hidden" });
    assert.ok(await rung.examples.evaluate((node) => node === document.activeElement));
  }
  assert.equal(await rung.text(), before);
});

test("words that no example has: the list says so, and Enter does nothing", async (t) => {
  const rung = await openList(t);
  await field(rung).fill("tosa.conv2d");
  assert.equal(await dialog(rung).getByRole("status").textContent(), "No example has “tosa.conv2d”.");
  await rung.page.keyboard.press("Enter");
  assert.ok(await dialog(rung).isVisible());
});

test("a list that cannot be loaded says so, and can be asked for again", async (t) => {
  const rung = await openPage(t, { prepare: (page) => page.route("**/example-list-*.js", (route) => route.abort(), { times: 2 }) });
  await rung.settled();
  await rung.page.waitForTimeout(500); // it was asked for once, ahead
  await rung.examples.click();
  await rung.notice.getByText("This part of the page could not be loaded.").waitFor();
  await rung.examples.click();
  await field(rung).waitFor();
});

for (const [look, colorScheme, viewport] of LOOKS)
  test(`${look}: the list breaks no rule of accessibility, and nothing in it is cut off`, async (t) => {
    const rung = await openList(t, { colorScheme, viewport, reducedMotion: "reduce" });
    await assertAccessible(rung.page);
    await field(rung).fill("llvm");
    await assertAccessible(rung.page);
    assert.ok(await dialog(rung).locator(".list").evaluate((node) => node.scrollWidth <= node.clientWidth));
  });
