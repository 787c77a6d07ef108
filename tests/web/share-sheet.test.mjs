// What "Share" opens: the link and its QR code, and the same as Markdown, a command, code to embed, slides.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { embedCode, markdown, slides } from "../../web/src/shell/share-forms.js";
import { qrCode } from "../../web/src/shell/qr.js";
import { LOOKS, assertAccessible } from "./axe.mjs";
import { openPage, site, useBrowser } from "./browser.mjs";

useBrowser();

const ADD = "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n";
const STATE = { text: "func.func @f(%m: memref<?xf32>) { return }\n", output: "pipeline", pipeline: "builtin.module(convert-func-to-llvm)", options: { readUnknown: true } };

const sheet = (rung) => rung.page.getByRole("dialog", { name: "Share" });
const field = (rung, name) => sheet(rung).getByRole("textbox", { name, exact: true });
const copied = (rung) => rung.page.evaluate(() => navigator.clipboard.readText());

async function openSheet(t, text, options) {
  const rung = await openPage(t, options);
  await rung.settled();
  if (text) await rung.setText(text);
  await rung.settled();
  await rung.share.click();
  await sheet(rung).waitFor();
  return rung;
}

test("the button copies the link and shows it, selected, with its length", async (t) => {
  const rung = await openSheet(t, ADD);
  const link = await copied(rung);
  assert.equal(link, rung.page.url());
  assert.equal(await sheet(rung).getByRole("status").textContent(), `Link copied: ${link.length} characters, all of it in the link itself.`);
  assert.equal(await field(rung, "Link").inputValue(), link);
  assert.equal(await rung.page.evaluate(() => getSelection().toString()), link);
  assert.equal(await rung.notice.count(), 0, "the sheet says it");
  assert.deepEqual(rung.consoleErrors, []);
});

test("the sheet closes by Escape, which leads back to the button, by its cross, by a click and by going on with Tab", async (t) => {
  const rung = await openSheet(t);
  await rung.page.keyboard.press("Escape");
  await sheet(rung).waitFor({ state: "hidden" });
  assert.ok(await rung.share.evaluate((button) => button === document.activeElement));
  assert.equal(await rung.share.getAttribute("aria-expanded"), "false");
  const closing = [() => sheet(rung).getByRole("button", { name: "Close" }).click(), () => rung.content.click(), async () => {
    for (let i = 0; i < 14 && await sheet(rung).isVisible(); i++) await rung.page.keyboard.press("Tab");
  }];
  for (const close of closing) {
    await rung.share.click();
    await sheet(rung).waitFor();
    await close();
    await sheet(rung).waitFor({ state: "hidden" });
  }
});

test("each form is shown, and copied by its button", async (t) => {
  const rung = await openSheet(t, ADD);
  const copy = async (name) => {
    await sheet(rung).getByRole("button", { name: `Copy: ${name}` }).click();
    await sheet(rung).getByRole("button", { name: `Copy: ${name}` }).getByText("Copied").waitFor();
    const text = await copied(rung);
    assert.equal(text, await field(rung, name).inputValue());
    return text;
  };
  assert.match(await copy("Markdown"), /^```mlir\nfunc\.func @f.*```\n\nAfter `builtin\.module\(.*\)`:\n\n```mlir\n.*\n```\n\n\[Open in Rung\]\(http.*#v1=/s);
  assert.match(await copy("mlir-opt command"), /^mlir-opt input\.mlir --allow-unregistered-dialect --pass-pipeline='builtin\.module\(expand-strided-metadata,.*\)'$/);
  assert.ok((await copy("Embed in a page")).startsWith(`<script type="module" src="${site.url}rung-editor.js"></script>\n<rung-editor title="f" show="text,result" pipeline=`));
  assert.match(await copy("Slides"), /<section>\n<h1>f<\/h1>.*<section>\n<h1>convert-arith-to-llvm<\/h1>/s);
  await rung.page.keyboard.press("Escape");
  await rung.pipeline.selectOption("generic");
  await rung.settled();
  await rung.share.click();
  assert.equal(await field(rung, "mlir-opt command").inputValue(), "mlir-opt input.mlir --allow-unregistered-dialect --mlir-print-op-generic");
});

test("the QR code is that of the link; of a link that is too long there is none, and the sheet says so", async (t) => {
  const rung = await openSheet(t, ADD);
  const image = sheet(rung).getByRole("img", { name: "QR code of the link" });
  const { rows } = qrCode(rung.page.url());
  const dark = await image.locator("path").evaluate((path) => {
    const cells = new Set();
    for (const [, x, y, n] of path.getAttribute("d").matchAll(/M(\d+) (\d+)h(\d+)/g)) for (let i = 0; i < n; i++) cells.add(`${Number(x) + i - 4},${y - 4}`);
    return [...cells];
  });
  assert.deepEqual(dark.sort(), rows.flatMap((row, y) => row.flatMap((cell, x) => (cell ? [`${x},${y}`] : []))).sort());
  await rung.page.keyboard.press("Escape");
  await rung.setText(`${ADD}// ${Array.from({ length: 3000 }, (_, i) => (i * 7919 % 46656).toString(36)).join("")}\n`);
  await rung.share.click();
  await sheet(rung).getByText("The link is too long for a QR code, which holds 2,953 characters.").waitFor();
  assert.equal(await image.count(), 0);
});

test("Ctrl-S copies the link and opens nothing", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.page.keyboard.press("Control+s");
  await rung.notice.getByText("Link copied").waitFor();
  assert.equal(await copied(rung), rung.page.url());
  assert.equal(await sheet(rung).count(), 0);
});

test("what cannot be a link can be shared in other forms", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.content.evaluate((node) => {
    let text = "";
    for (let seed = 1; text.length < 3_200_000; seed = seed * 48271 % 2147483647) text += `//${seed.toString(36)}${text.length % 84 ? "" : "\n"}`;
    node.cmTile.view.dispatch({ changes: { from: 0, to: node.cmTile.view.state.doc.length, insert: text } });
  });
  await rung.share.click();
  await sheet(rung).getByText("The text is too long for a link").waitFor();
  assert.equal(await field(rung, "Link").count(), 0);
  assert.match(await field(rung, "mlir-opt command").inputValue(), /^mlir-opt/);
});

for (const [look, colorScheme, viewport] of LOOKS)
  test(`${look}: the sheet breaks no rule of accessibility, and is not wider than the page`, async (t) => {
    const rung = await openSheet(t, "", { colorScheme, viewport, reducedMotion: "reduce" });
    await assertAccessible(rung.page);
    const { x, y, width, height } = await sheet(rung).boundingBox();
    assert.ok(x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height);
    assert.ok(await sheet(rung).evaluate((node) => node.scrollWidth <= node.clientWidth));
  });

// --- The forms

test("Markdown has a fence longer than any in the text, and no result where there is none", () => {
  assert.equal(markdown({ state: { ...STATE, text: "// ```\n", output: "custom" }, result: "x", link: "" }), "````mlir\n// ```\n````\n");
});

test("the code to embed says with attributes what it can, and the rest with the link", () => {
  const base = "https://mlir.example.org/rung/#v1=x";
  assert.equal(embedCode({ state: { ...STATE, rung: 1, edition: "llvm16" }, name: 'a "name"', base, link: "L" }), `<script type="module" src="https://mlir.example.org/rung/rung-editor.js"></script>
<rung-editor title="a &quot;name&quot;" show="text,result" pipeline="builtin.module(convert-func-to-llvm)" rung="1" edition="llvm16"><pre>
func.func @f(%m: memref&lt;?xf32>) { return }
</pre></rung-editor>
`);
  assert.match(embedCode({ state: { ...STATE, output: "generic", lab: { type: "memref<4xf32>" } }, name: "f", base, link: "L" }), /show="text,lab" output="generic" type="memref&lt;4xf32>"><pre>/);
  assert.match(embedCode({ state: { ...STATE, dialect: "dialect toy" }, name: "f", base, link: "https://x/#v1=a" }), / link="https:\/\/x\/#v1=a"><pre>/);
});

test("slides: the text, then a section for each rung; without a pipeline one section", () => {
  const made = slides({ state: STATE, name: "f", base: "https://x/", rungs: [{ index: 1, name: "convert-func-to-llvm" }] });
  assert.equal(made.match(/<section>/g).length, 2);
  assert.match(made, /<h1>f<\/h1>\n<rung-editor title="f" show="text" .*<h1>convert-func-to-llvm<\/h1>\n<rung-editor title="convert-func-to-llvm" show="result" pipeline="[^"]*" rung="1">/s);
  assert.equal(slides({ state: { ...STATE, output: "custom" }, name: "f", base: "https://x/", rungs: [] }).match(/<section>/g).length, 1);
});

test("code that was copied works in a page", async (t) => {
  const rung = await openSheet(t, ADD);
  const code = await field(rung, "Embed in a page").inputValue();
  await rung.page.route("**/host.html", (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html><title>host</title>${code}` }));
  await rung.page.goto(`${site.url}host.html`);
  await rung.page.locator("rung-editor[live]").waitFor();
  const frame = rung.page.frameLocator("rung-editor iframe");
  await frame.getByText("Your text, printed").waitFor();
  await frame.getByText("@f").last().waitFor();
});

test("text and result are saved as bytecode, which the page reads again", async (t) => {
  const rung = await openSheet(t, ADD);
  await rung.page.keyboard.press("Escape");
  await rung.choose("llvm");
  await rung.settled();
  const saved = async (name) => {
    await rung.share.click();
    const download = rung.page.waitForEvent("download");
    await sheet(rung).getByRole("group", { name: "Bytecode" }).getByRole("button", { name }).click();
    const file = await download;
    const bytes = await readFile(await file.path());
    assert.equal(bytes.subarray(0, 4).toString("latin1"), "ML\xefR");
    return { name: file.suggestedFilename(), bytes };
  };
  const text = await saved("Save the text"), result = await saved("Save the result");
  assert.deepEqual([text.name, result.name], ["f.mlirbc", "f-reconcile-unrealized-casts.mlirbc"]);
  await rung.content.evaluate((node, { name, bytes }) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], name));
    node.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, { name: result.name, bytes: [...result.bytes] });
  await rung.page.waitForFunction(() => document.querySelector("[data-testid=editor] .cm-content").textContent.includes("llvm.func @f"));
  assert.match(await rung.text(), /%0 = llvm\.add %arg0, %arg0 : i32/);
  assert.deepEqual(rung.consoleErrors, []);
});
