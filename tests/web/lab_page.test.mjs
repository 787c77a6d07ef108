// The type lab in the page: beside the text, in links, from explanations.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./axe.mjs";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const TEXT = "func.func @f(%m: memref<8xf32>, %v: vector<4xi1>) -> tensor<2xf32> {\n  %0 = tensor.empty() : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n";

async function open(t, options) {
  const rung = await openPage(t, options);
  await rung.content.waitFor({ state: "attached" });
  return { rung, page: rung.page, lab: rung.page.getByTestId("lab") };
}

async function openLab(t, options) {
  const opened = await open(t, options);
  await opened.rung.learn("Type lab");
  await opened.lab.locator(".memory-drawing").first().waitFor();
  return opened;
}

const field = (lab) => lab.getByLabel("Type", { exact: true });

test("a button opens the lab in the place of the result, and closes it again", async (t) => {
  const { page, lab, rung } = await openLab(t);
  assert.equal(await field(lab).inputValue(), "memref<?x4xf32>");
  assert.equal(await page.evaluate(() => document.activeElement.className), "lab-type");
  assert.equal(await rung.output.isVisible(), false);
  await lab.getByRole("button", { name: "Close the type lab" }).click();
  assert.equal(await lab.isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Type lab");
  assert.equal(await rung.output.isVisible(), true);
  assert.deepEqual(rung.consoleErrors, []);
});

test("nothing of the lab is loaded before it is opened", async (t) => {
  const loaded = [];
  const { page } = await open(t, { prepare: (it) => { it.on("request", (request) => loaded.push(new URL(request.url()).pathname)); } });
  await page.waitForTimeout(400);
  assert.ok(!loaded.some((path) => /\/lab-/.test(path)), loaded.join());
  await page.getByRole("button", { name: "Type lab", exact: true }).click();
  await page.locator(".memory-drawing").waitFor();
  assert.ok(loaded.some((path) => /\/lab-/.test(path)));
});

test("a link holds what the lab shows", async (t) => {
  const { page, lab } = await openLab(t);
  await field(lab).fill("memref<?x2xf64, strided<[?, 1]>>");
  await lab.getByRole("combobox", { name: "Data layout" }).selectOption("x86, 32 bits");
  await lab.getByRole("spinbutton", { name: "strides[0]" }).fill("5");
  await page.getByTestId("share").click();
  await page.getByRole("dialog", { name: "Share" }).getByText("Link copied").waitFor();
  const hash = new URL(await page.evaluate(() => navigator.clipboard.readText())).hash;
  const other = await open(t, { hash });
  await other.lab.getByText("float *").or(other.lab.getByText("double *allocated;")).first().waitFor();
  assert.equal(await field(other.lab).inputValue(), "memref<?x2xf64, strided<[?, 1]>>");
  assert.equal(await other.lab.getByRole("combobox", { name: "Data layout" }).locator("option:checked").textContent(), "x86, 32 bits");
  assert.equal(await other.lab.getByRole("spinbutton", { name: "strides[0]" }).inputValue(), "5");
  assert.deepEqual(other.rung.consoleErrors, []);
});

test("the lab opens with the type at the cursor, also in an invalid text", async (t) => {
  const { rung, page, lab } = await openLab(t);
  await rung.setText(TEXT);
  await rung.moveTo(TEXT.indexOf("vector") + 2);
  const pick = lab.getByRole("button", { name: "Type at the cursor" });
  await pick.click();
  await page.waitForFunction(() => document.querySelector(".lab-type").value === "vector<4xi1>");
  await rung.moveTo(TEXT.length);
  await pick.click();
  await lab.getByText("There is no type at the cursor.").waitFor();
  await rung.setText("%% broken");
  await field(lab).fill("index");
  await lab.getByText("index has 64 bits").waitFor();
  assert.deepEqual(rung.consoleErrors, []);
});

test("an explanation draws the type and opens it in the lab", async (t) => {
  const { rung, page, lab } = await open(t);
  await rung.setText(TEXT);
  await rung.moveTo(TEXT.indexOf("memref") + 2);
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  const explain = page.getByTestId("explain");
  await explain.getByText("a reference to memory: 1 dimension of f32").waitFor();
  assert.equal(await explain.locator(".memory-drawing .box").count(), 5);
  assert.match(await explain.textContent(), /memref to descriptor/);
  await explain.getByRole("button", { name: "Open in the type lab" }).click();
  await lab.locator(".memory-drawing").waitFor();
  assert.equal(await field(lab).inputValue(), "memref<8xf32>");
  await rung.moveTo(TEXT.indexOf("tensor") + 2);
  await explain.getByText("Not converted").waitFor();
  assert.match(await explain.textContent(), /they become memrefs first/);
});

test("a struct may have another body with every key", async (t) => {
  const { page, lab } = await openLab(t);
  for (const [text, size] of [['!llvm.struct<"s", (i8)>', "1 byte"], ['!llvm.struct<"s", (i16)>', "2 bytes"], ['!llvm.struct<"s", (i32)>', "4 bytes"]]) {
    await field(lab).fill(text);
    await lab.locator(".memory-drawing .caption", { hasText: size }).waitFor();
  }
  assert.equal(await page.getByRole("alert").isVisible(), false);
});

for (const [size, viewport] of [["wide", { width: 1440, height: 900 }], ["two columns", { width: 1024, height: 768 }], ["narrow", { width: 390, height: 844 }]])
  for (const colorScheme of size === "wide" ? ["light", "dark"] : ["dark"])
    test(`${colorScheme}, ${size}: the page with the lab in it`, async (t) => {
      const { page, lab, rung } = await openLab(t, { colorScheme, viewport, reducedMotion: "reduce" });
      if (size === "narrow") {
        assert.equal(await page.getByRole("button", { name: "Types" }).getAttribute("aria-current"), "true");
        assert.equal(await rung.editor.isVisible(), false);
      }
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
      await assertAccessible(page, { within: "#lab-pane" });
      await lab.getByRole("button", { name: "Close the type lab" }).click();
      assert.equal(await lab.isVisible(), false);
      assert.deepEqual(rung.consoleErrors, []);
    });
