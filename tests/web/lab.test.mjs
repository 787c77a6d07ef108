// The type lab, alone on a page.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { assertAccessible } from "./axe.mjs";
import { launch, site } from "./browser.mjs";
import { openLab, settled } from "./lab_harness.mjs";

before(async () => {
  site.browser = await launch();
});
after(() => site.browser?.close());

const card = (lab, name) => lab.locator(".card", { has: lab.page().getByRole("heading", { name, exact: true }) });
const box = (lab, name) => lab.getByRole("img", { name });

async function type(page, text) {
  await page.getByLabel("Type", { exact: true }).fill(text);
  await page.waitForTimeout(150);
  await settled(page);
}

test("a memref is drawn as boxes to byte scale beside the C struct and the arguments", async (t) => {
  const { lab, errors } = await openLab(t);
  const memory = card(lab, "In memory");
  assert.deepEqual(await memory.locator(".memory-drawing .name").allTextContents(),
    ["allocated pointer", "aligned pointer", "offset", "sizes[0]", "sizes[1]", "strides[0]", "strides[1]"]);
  assert.deepEqual(await memory.locator(".memory-drawing .offset").allTextContents(), ["0", "8", "16", "24", "32", "40", "48"]);
  assert.equal(await memory.locator(".memory-drawing .argument").count(), 7);
  const widths = await memory.locator(".memory-drawing .fill").evaluateAll((nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().width)));
  assert.equal(new Set(widths).size, 1, "all fields have 8 bytes");
  // A box is as high as the line of C beside it, the array's line in the middle of its boxes.
  const middle = async (locator) => {
    const { y, height } = await locator.boundingBox();
    return y + height / 2;
  };
  const line = (text) => memory.locator(".line", { hasText: text }).locator("text");
  assert.ok(Math.abs(await middle(line("int64_t offset")) - await middle(box(lab, /^offset/))) < 6);
  const [first, last] = await Promise.all([middle(box(lab, /^sizes\[0\]/)), middle(box(lab, /^sizes\[1\]/))]);
  assert.ok(Math.abs(await middle(line("sizes[2]")) - (first + last) / 2) < 6);
  assert.deepEqual(await memory.locator(".memory-table tbody tr").first().locator("th, td").allTextContents(),
    ["0 to 7", "allocated pointer", "!llvm.ptr", "", "%allocated", "what the allocation gave; freeing takes it"]);
  assert.deepEqual(errors, []);
});

test("bytes are drawn to scale, and padding is hatched", async (t) => {
  const { lab } = await openLab(t, { type: "!llvm.struct<(i8, i32, i16)>" });
  const width = async (name) => (await box(lab, name).locator(".fill").first().boundingBox()).width;
  const byte = await width(/^f0/);
  assert.ok(Math.abs(await width(/^f1/) - 4 * byte) < 1);
  assert.ok(Math.abs(await width(/^f2/) - 2 * byte) < 1);
  assert.equal(await lab.locator(".of-padding .hatched").count(), 2);
});

test("a field, its line of C and its argument light up together, by pointer and by key", async (t) => {
  const { page, lab } = await openLab(t);
  const lit = () => lab.locator(".card .lit").evaluateAll((nodes) => nodes.map((node) => node.dataset.part));
  await box(lab, /^sizes\[1\]/).hover();
  assert.deepEqual(await lit(), ["3.1", "3", "3.1"]);
  await lab.locator(".line", { hasText: "sizes[2]" }).hover();
  assert.deepEqual(await lit(), ["3.0", "3.1", "3", "3.0", "3.1"]);
  await page.mouse.move(2, 2);
  assert.deepEqual(await lit(), []);
  await box(lab, /^allocated pointer/).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^offset, i64, bytes 16 to 23, 0$/);
  assert.deepEqual(await lit(), ["2", "2", "2"]);
  await page.keyboard.press("End");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^strides\[1\]/);
});

test("a type is typed in; one that cannot be read has its error in place and leaves the last drawing, dimmed", async (t) => {
  const { page, lab } = await openLab(t);
  await type(page, "memref<8xf");
  const error = lab.getByRole("alert");
  assert.match(await error.textContent(), /expected/);
  assert.equal(await page.getByLabel("Type", { exact: true }).getAttribute("aria-invalid"), "true");
  assert.equal(await lab.locator(".lab-body.stale .memory-drawing").count(), 1);
  await type(page, "memref<8xf16>");
  assert.equal(await error.isVisible(), false);
  assert.equal(await lab.locator(".stale").count(), 0);
  assert.match(await card(lab, "In memory").textContent(), /_Float16 \*allocated;/);
  await type(page, "");
  assert.match(await error.textContent(), /Type in a type/);
});

test("a type that cannot be converted says why", async (t) => {
  const { lab } = await openLab(t, { type: "(index, tensor<4xf32>) -> f32" });
  assert.match(await lab.locator(".refused").first().textContent(), /Not converted.*tensor<4xf32>: no rule converts tensors/);
  assert.equal(await lab.locator(".memory-drawing").count(), 0);
});

test("the lab offers types to begin with; a click shows a type inside another; each change is announced", async (t) => {
  const { page, lab } = await openLab(t);
  await lab.getByRole("button", { name: "More …" }).click();
  await lab.getByRole("button", { name: "complex<f64>" }).click();
  await box(lab, /^imaginary part/).waitFor();
  await lab.getByRole("button", { name: "!llvm.struct<(f64, f64)>" }).click();
  await box(lab, /^f1, f64/).waitFor();
  assert.deepEqual(await page.evaluate(() => window.told.map(({ type: it }) => it)), ["complex<f64>", "!llvm.struct<(f64, f64)>"]);
  await page.evaluate(() => { window.atCursor = "vector<4xi1>"; });
  await lab.getByRole("button", { name: "Type at the cursor" }).click();
  await settled(page);
  assert.equal(await page.getByLabel("Type", { exact: true }).inputValue(), "vector<4xi1>");
});

test("switches set bare pointers, width of index, data layout and C interface", async (t) => {
  const { page, lab } = await openLab(t, { type: "memref<4xf32>" });
  const takes = card(lab, "What a function takes");
  await page.getByRole("combobox", { name: "Functions take" }).selectOption("bare pointers");
  await takes.getByText("what a function takes by this calling convention").waitFor();
  assert.match(await takes.textContent(), /From C.*no wrapper is made/);
  assert.deepEqual(await lab.locator(".memory-drawing .argument").allTextContents(), ["%aligned: !llvm.ptr"]);
  await type(page, "memref<?xf32>");
  assert.match(await takes.locator(".refused").textContent(), /does not say sizes\[0\]/);
  await page.getByRole("combobox", { name: "Functions take" }).selectOption("descriptors, field by field");
  await page.getByRole("combobox", { name: "index" }).selectOption("32 bits");
  await page.getByRole("combobox", { name: "Data layout" }).selectOption("x86, 32 bits");
  await lab.getByText("20 bytes, aligned to 4").waitFor();
  await page.getByLabel("C interface").uncheck();
  await lab.getByText("_mlir_ciface_f").waitFor({ state: "detached" });
  await page.getByRole("combobox", { name: "Data layout" }).selectOption("other …");
  await page.getByLabel("Data layout of LLVM").fill("p:16");
  await page.getByRole("alert").getByText(/^invalid data layout descriptor/).waitFor();
  await page.getByLabel("Data layout of LLVM").fill("p:16:16-i32:32");
  await lab.getByText("16 bytes, aligned to 4").waitFor();
  assert.deepEqual(await page.evaluate(() => window.lab.state),
    { type: "memref<?xf32>", barePointers: false, indexBits: 32, dataLayout: "p:16:16-i32:32", cInterface: false, given: {} });
});

test("a state shows what it says, and what is not one is left out", async (t) => {
  const { page, lab } = await openLab(t, { type: "memref<?xf32>", barePointers: "yes", indexBits: 24, dataLayout: "p:16:16", cInterface: false, given: { "sizes[0]": 6, x: 1, "strides[0]": 1e9, __proto__: { offset: 3 } } });
  assert.deepEqual(await page.evaluate(() => window.lab.state),
    { type: "memref<?xf32>", barePointers: false, indexBits: 24, dataLayout: "p:16:16", cInterface: false, given: { "sizes[0]": 6 } });
  assert.equal(await page.getByRole("combobox", { name: "index" }).inputValue(), "24");
  assert.equal(await page.getByRole("spinbutton", { name: "sizes[0]" }).inputValue(), "6");
  assert.equal(await page.getByLabel("Data layout of LLVM").inputValue(), "p:16:16");
  assert.equal(await lab.locator(".strip-drawing .of-view").count(), 6);
  await page.evaluate(() => { window.lab.state = null; });
  await settled(page);
  assert.equal(await page.getByLabel("Type", { exact: true }).inputValue(), "memref<?x4xf32>");
});

test("a type with any characters in it is shown as text", async (t) => {
  const { page, lab, errors } = await openLab(t, { type: '<img src=x onerror="window.hit=1">' });
  assert.equal(await lab.locator("img").count(), 0);
  await type(page, '!llvm.struct<"<b>s</b>", (i8)>');
  assert.match(await lab.locator(".what").textContent(), /<b>s<\/b>/);
  assert.equal(await page.evaluate(() => window.hit), undefined);
  assert.deepEqual(errors, []);
});

test("each element of a view has its number, its place and the formula worked out", async (t) => {
  const { page, lab } = await openLab(t, { type: "memref<?x4xf32, strided<[8, 2], offset: 3>>" });
  const where = card(lab, "Where each element is");
  assert.match(await where.locator(".formula").textContent(), /\[i, j\] is at aligned \+ \(3 \+ i \* 8 \+ j \* 2\) \* 4/);
  await page.getByRole("spinbutton", { name: "sizes[0]" }).fill("2");
  assert.deepEqual(await where.locator(".grid button").allTextContents(), ["3", "5", "7", "9", "11", "13", "15", "17"]);
  await where.getByRole("button", { name: "[0, 0]: element 3, 12 bytes after aligned" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.match(await where.locator(".worked").textContent(), /\[1, 1\] aligned \+ \(3 \+ 1 × 8 \+ 1 × 2\) × 4 = aligned \+ 52/);
  assert.equal(await where.locator(".strip-drawing .lit text").textContent(), "1,1");
  assert.deepEqual(await page.evaluate(() => window.lab.state.given), { "sizes[0]": 2 });
});

test("a function is explained by arguments, results, C, descriptors and three spellings", async (t) => {
  const { lab } = await openLab(t, { type: "(memref<?xf32>, index) -> (memref<?xf32>, i32)" });
  const cells = (name) => card(lab, name).locator("tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual((await cells("Arguments and results")).slice(1, 3), [
    ["argument 0", "memref<?xf32>", "!llvm.ptr, !llvm.ptr, i64, i64, i64", "%arg0 to %arg4"], ["argument 1", "index", "i64", "%arg5"],
  ]);
  assert.match(await card(lab, "Declared in C").textContent(), /struct results \{\s+struct memref_1d_f32 r0;\s+int32_t r1;/);
  assert.match(await card(lab, "What a function takes").textContent(), /_mlir_ciface_f\(struct results \*, struct memref_1d_f32 \*, int64_t\)/);
  assert.deepEqual((await cells("How editions write it")).map(([name]) => name), ["LLVM 22", "LLVM 16", "2019"]);
  assert.deepEqual(await lab.locator(".memory-drawing .argument").allTextContents(),
    ["%arg0: !llvm.ptr", "%arg1: !llvm.ptr", "%arg2: i64", "%arg3: i64", "%arg4: i64"]);
});

test("the rules say what became what, by which rule and why", async (t) => {
  const { lab } = await openLab(t, { type: "memref<2xcomplex<f32>>" });
  const rows = await card(lab, "Why: the rules").locator("tbody tr").evaluateAll((all) => all.map((row) => [row.dataset.depth, ...[...row.cells].slice(0, 3).map((cell) => cell.textContent)]));
  assert.deepEqual(rows, [["0", "memref<2xcomplex<f32>>", "as above", "memref to descriptor"], ["1", "complex<f32>", "!llvm.struct<(f32, f32)>", "complex to struct"], ["2", "f32", "itself", "llvm type"]]);
});

test("deep and huge types are drawn in part, at once", async (t) => {
  const { page, lab, errors } = await openLab(t);
  for (const [text, words] of [
    [`!llvm.struct<(${Array(65_536).fill("i8").join(", ")})>`, /rows of 8 bytes not drawn/],
    ["!llvm.array<1152921504606846976 x array<16 x i64>>", /too long to be drawn in full/],
    [`!llvm.${Array(60).fill(0).reduce((inner) => `struct<(${inner}, i8)>`, "f32")}`, /bytes/],
    [`memref<${"?x".repeat(500)}f32>`, /rows of 8 bytes not drawn/],
    ["memref<1000000x1000000xf32>", /more elements are not shown/],
  ]) {
    const begin = Date.now();
    await page.evaluate((it) => window.lab.pick(it), text);
    await page.waitForTimeout(20);
    await settled(page);
    assert.ok(Date.now() - begin < 2000, `${text.slice(0, 40)}: ${Date.now() - begin} ms`);
    assert.match(await lab.textContent(), words);
    assert.ok(await page.evaluate(() => document.querySelectorAll(".memory-drawing *").length) < 4000);
  }
  assert.deepEqual(errors, []);
});

for (const colorScheme of ["light", "dark"])
  test(`${colorScheme}: a drawing is taken along as a file that needs nothing else`, async (t) => {
    const { page, lab } = await openLab(t, { type: "!llvm.struct<(i8, i64)>" }, { colorScheme });
    const [download] = await Promise.all([page.waitForEvent("download"), card(lab, "In memory").getByRole("button", { name: "Save SVG" }).click()]);
    assert.equal(download.suggestedFilename(), "llvm-struct-i8-i64.svg");
    const text = await readFile(await download.path(), "utf8");
    await card(lab, "In memory").getByRole("button", { name: "Copy SVG" }).click();
    await lab.getByRole("button", { name: "Copied" }).waitFor();
    const parsed = await page.evaluate((source) => {
      const file = new DOMParser().parseFromString(source, "image/svg+xml");
      const all = [...file.querySelectorAll("*")];
      return { root: file.documentElement.localName, error: file.querySelector("parsererror")?.textContent ?? "", title: file.querySelector("title").textContent,
        names: [...new Set(all.map(({ localName }) => localName))].sort(), attributes: [...new Set(all.flatMap((node) => node.getAttributeNames()))],
        fills: [...new Set(all.map((node) => node.getAttribute("fill")).filter(Boolean))], text: file.documentElement.textContent };
    }, text);
    assert.deepEqual([parsed.root, parsed.error, parsed.title], ["svg", "", "Memory of !llvm.struct<(i8, i64)>"]);
    assert.deepEqual(parsed.names, ["defs", "desc", "g", "path", "pattern", "rect", "svg", "text", "title"]);
    assert.ok(parsed.attributes.every((name) => !name.startsWith("on") && name !== "style" && name !== "class" && name !== "href"), parsed.attributes.join());
    assert.ok(parsed.fills.every((fill) => /^(rgb\(|none|url\("?'?#)/.test(fill)), parsed.fills.join());
    assert.match(parsed.text, /int64_t f1;/);
    // What the file shows is what the page shows: the same colours at the same places.
    const shown = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const paint = canvas.getContext("2d");
      paint.drawImage(image, 0, 0);
      const fill = document.querySelector(".memory-drawing .box .fill");
      const [x, y] = [Number(fill.getAttribute("x")) + 4, Number(fill.getAttribute("y")) + 5];
      return { file: [...paint.getImageData(x, y, 1, 1).data].slice(0, 3), page: getComputedStyle(fill).fill.match(/\d+/g).map(Number) };
    }, text);
    assert.deepEqual(shown.file, shown.page);
  });

test("the drawing can stand alone, and an explanation fits a pane", async (t) => {
  const { page } = await openLab(t);
  const texts = await page.evaluate(async () => {
    const { facts: [fact] } = await window.ask("memref<4xf32>", {});
    const root = document.querySelector(".lab-body");
    root.replaceChildren(window.drawing(fact), window.explainedType(fact, { width: 330 }));
    return [...root.children].map((node) => [node.localName, node.textContent]);
  });
  assert.equal(texts[0][0], "svg");
  assert.match(texts[0][1], /float \*allocated;/);
  assert.match(texts[1][1], /a reference to memory.*float \*allocated;.*Field by field.*memref to descriptor/s);
  assert.ok(await page.locator(".explained-type .memory-drawing").evaluate((node) => node.getBoundingClientRect().width) <= 330);
});

for (const [colorScheme, size, viewport] of [["light", "wide", { width: 900, height: 1000 }], ["dark", "narrow", { width: 390, height: 844 }]])
  for (const state of [{ type: "memref<?x4xf32>" }, { type: "(memref<?xf32>, tensor<4xf32>) -> (f32, f32)", barePointers: true }, { type: "!llvm.struct<(i8, array<400 x i32>)>" }])
    test(`${colorScheme}, ${size}: ${state.type} has nothing that a program can find wrong`, async (t) => {
      const { page, lab, errors } = await openLab(t, state, { colorScheme, viewport });
      for (const table of await lab.locator("details:not([open]) > summary").all()) await table.click();
      await assertAccessible(page, { within: "[data-testid=lab]" });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
      assert.deepEqual(errors, []);
    });
