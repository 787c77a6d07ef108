// What users do on the page, in Firefox: with clicks, keys and the clipboard, and by what is seen.
import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { test } from "node:test";
import { EDITOR, KEYS, OUTPUT, useFirefox } from "./firefox.mjs";
import { faultsOf } from "./geometry.mjs";

const open = useFirefox();

const LOOP = "func.func @f(%m: memref<8xf32>, %n: index) {\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  scf.for %i = %c0 to %n step %c1 {\n" +
  "    %v = memref.load %m[%i] : memref<8xf32>\n    memref.store %v, %m[%i] : memref<8xf32>\n  }\n  return\n}\n";
const ADD = "[aria-label='Add a pass']";
const NEWS = "#pipeline-row .news";

const isSound = async (firefox, what) => assert.deepEqual(await firefox.evaluate(faultsOf), [], what);

/** The page when it has read its first text, without the guide. */
async function openWork(t, text, options) {
  const opened = await open(t, { width: 1440, height: 900, ...options });
  await opened.page.settled();
  await opened.firefox.click("#guide [data-close]");
  if (text) await opened.page.setText(text);
  return opened;
}

/** The names of the pipeline's rows; "-" before those that are switched off. */
const rows = (firefox) => firefox.evaluate(() => [...document.querySelectorAll("#pipeline-row li.pass")].map((row) =>
  `${row.querySelector("input").checked ? "" : "-"}${row.querySelector(".name code").textContent}`));
const rungs = (firefox) => firefox.evaluate(() => [...document.querySelectorAll("#ladder .rungs > li > .rung > .name")].map((it) => it.textContent));

// --- The result

test("what changed stands in two sides beside each other, against the step before and against the source; Text goes back", async (t) => {
  const { firefox, page, url } = await openWork(t);
  await firefox.press("convert-func-to-llvm", "#ladder");
  await page.has("llvm.func @scale");
  await firefox.press("vs. previous", "#compare");
  await page.says(`${OUTPUT} .cm-deletedChunk`, /func\.func @scale/);
  await firefox.press("Side by side");
  for (const [words, before, after] of [["vs. previous", /func\.func @scale/, /llvm\.func @scale/], ["vs. source", /scf\.for/, /llvm\.func @scale/]]) {
    await firefox.press(words, "#compare");
    await page.says("#result-pane [aria-label=Before]", before);
    await page.says("#result-pane [aria-label=After]", after);
    const [pane, a, b] = await firefox.evaluate(() => ["#result-pane", "#result-pane .cm-merge-a", "#result-pane .cm-merge-b"].map((it) => document.querySelector(it).getBoundingClientRect().toJSON()));
    assert.ok(a.left >= pane.left && a.right <= b.left + 1 && b.right <= pane.right + 1, `${words}: they lie beside each other, in the pane`);
    assert.ok(a.width > 200 && b.width > 200 && a.top > pane.top && b.top > pane.top, words);
    await isSound(firefox, words);
  }
  await firefox.press("Text", "#compare");
  await firefox.until(() => !document.querySelector(".cm-mergeView"));
  await page.says(OUTPUT, /^module \{−1\s+llvm\.func @scale/);
  assert.deepEqual(await firefox.complaints(url), []);
});

test("a long line wraps until one wants it not to; structs have short names on request, and are copied in full", async (t) => {
  const { firefox, page, url } = await openWork(t);
  await firefox.press("reconcile-unrealized-casts", "#ladder");
  await page.says(OUTPUT, /!llvm\.struct<\(ptr, ptr, i64/);
  const shape = () => firefox.evaluate(() => {
    const scroller = document.querySelector("#output-view .cm-scroller");
    const heights = [...scroller.querySelectorAll(".cm-line")].map((line) => line.getBoundingClientRect().height);
    return { isWide: scroller.scrollWidth > scroller.clientWidth + 1, isWrapped: Math.max(...heights) > 1.8 * Math.min(...heights) };
  });
  const option = async (label) => {
    await firefox.click("#result-pane details.menu summary");
    await firefox.press(label, "#result-pane .sheet");
    await firefox.type(KEYS.Escape);
  };
  assert.deepEqual(await shape(), { isWide: false, isWrapped: true });
  await option("Wrap long lines");
  assert.deepEqual(await shape(), { isWide: true, isWrapped: false });
  await option("Wrap long lines");
  await option("Short names for structs");
  await page.says(OUTPUT, /llvm\.insertvalue %arg0, %0\[0\] : !descriptor<1>/);
  await isSound(firefox);
  await firefox.press("Copy", "#result-pane");
  await page.says(".notice", /Output copied/);
  assert.match(await firefox.copied(), /llvm\.insertvalue %arg0, %0\[0\] : !llvm\.struct<\(ptr, ptr, i64/);
  assert.deepEqual(await firefox.complaints(url), []);
});

// --- The ladder

test("a rung is gone to; a pass is added between two, one is switched off, one removed by Delete and brought back", async (t) => {
  const { firefox, page, url } = await openWork(t, LOOP);
  await firefox.choose("[data-testid=pipeline]", "llvm");
  await page.has("llvm.func @f");
  await firefox.press("convert-scf-to-cf", "#ladder");
  await page.says("#result-heading", /^After convert-scf-to-cf$/);
  await page.has("cf.cond_br");
  await page.settled(); // what the rungs tell comes last, and draws them anew
  await firefox.hover("#ladder .rungs > li:nth-child(2)");
  await firefox.click("#ladder .rungs > li:nth-child(2) .insert");
  await firefox.until(() => document.activeElement?.getAttribute("aria-label") === "Add a pass");
  await firefox.type("common sub");
  await page.says("[role=listbox]", /\bcse\b/);
  await firefox.type(KEYS.Enter);
  await page.says(NEWS, /^cse added/);
  const all = await rows(firefox);
  assert.equal(all[all.indexOf("convert-scf-to-cf") + 1], "cse");
  await isSound(firefox, "a pass was added");

  await firefox.click("#pipeline-row [aria-label='Run convert-scf-to-cf']");
  await page.says(NEWS, /^convert-scf-to-cf is switched off/);
  assert.ok((await rows(firefox)).includes("-convert-scf-to-cf"));
  await page.has("scf.for");
  await firefox.click("#pipeline-row [aria-label='Run convert-scf-to-cf']");
  await page.has("llvm.cond_br");

  await firefox.press("cse", "#pipeline-row .passes");
  await firefox.type(KEYS.Delete);
  await page.says(NEWS, /^cse removed\./);
  assert.deepEqual(await rows(firefox), all.filter((name) => name !== "cse"));
  assert.ok(await firefox.evaluate(() => document.activeElement.matches("#pipeline-row .pass .name")), "keys go on from the next row");
  await firefox.press("Undo", NEWS);
  await page.says(NEWS, /^Undone\./);
  assert.deepEqual(await rows(firefox), all);
  assert.deepEqual(await firefox.complaints(url), []);
});

test("a whole mlir-opt command is understood where a pass can be typed", async (t) => {
  const { firefox, page } = await openWork(t, LOOP);
  await firefox.press("Edit the pipeline");
  await firefox.click(ADD);
  await firefox.type(`mlir-opt loop.mlir --convert-scf-to-cf --cse${KEYS.Enter}`);
  await page.says(NEWS, /^2 passes taken over .* loop\.mlir is left out: the text in the editor is what runs\./);
  assert.deepEqual(await rows(firefox), ["convert-scf-to-cf", "cse"]);
  await page.has("cf.cond_br");
  await isSound(firefox);
});

test("a pass that fails says so on its rung", async (t) => {
  const { firefox, page } = await openWork(t, "func.func @f(%a: complex<f32>) -> complex<f32> {\n  %0 = complex.exp %a : complex<f32>\n  return %0 : complex<f32>\n}\n");
  await firefox.press("Edit the pipeline");
  await firefox.click(ADD);
  await firefox.type(`--convert-func-to-llvm --convert-complex-to-llvm${KEYS.Enter}`);
  const reason = /convert-complex-to-llvm.*failed.*failed to legalize operation 'complex\.exp'/s;
  await page.says("#pipeline-row li.is-failed", reason);
  await firefox.press("Edit the pipeline");
  await page.says("#ladder .rung.is-failed", reason);
  await page.says("#status", /^Valid, but the pipeline failed/);
  await firefox.press("convert-func-to-llvm", "#ladder");
  await page.has("llvm.func @f");
  await isSound(firefox);
});

// --- The text

const PARTS = "func.func @first() {\n  return\n}\n\n// -----\n\nfunc.func @second(%a: i32) {\n  %0 = arith.addi %a, %missing : i32\n  return\n}\n\n// -----\n\nfunc.func @third() {\n  return\n}\n";

test("of a text with a broken part the good ones have their results, and the chooser moves between them", async (t) => {
  const { firefox, page, url } = await openWork(t, PARTS);
  await firefox.choose("[data-testid=pipeline]", "custom");
  await firefox.click(EDITOR);
  await firefox.type(`${KEYS.Control}${KEYS.Home}`);
  await page.says("#result-heading", /^Part 1 of 3: Your text, printed$/);
  await page.says("#parts", /1 \/ 3/);
  await page.says(OUTPUT, /@first/);
  await firefox.press("Next part");
  await page.says("#parts", /2 \/ 3/);
  await firefox.until(() => document.querySelector("[data-testid=output]").dataset.state === "invalid");
  await page.says("[data-testid=problems]", /undeclared SSA value/);
  await firefox.press("Next part");
  await page.says("#result-heading", /^Part 3 of 3/);
  await page.says(OUTPUT, /@third/);
  assert.ok(await firefox.evaluate(() => document.querySelector("[aria-label='Next part']").disabled));
  await isSound(firefox);
  await firefox.press("Previous part");
  await firefox.press("Previous part");
  await page.says(OUTPUT, /@first/);
  assert.deepEqual(await firefox.complaints(url), []);
});

test("a pasted log of dumps is a ladder", async (t) => {
  const header = (pass) => `// -----// IR Dump After ${pass} //----- //\n`;
  const dump = (op) => `module {\n  func.func @f(%arg0: i32) -> i32 {\n    %0 = ${op} %arg0, %arg0 : i32\n    return %0 : i32\n  }\n}\n\n\n`;
  const { firefox, page, url } = await openWork(t, [header("Canonicalizer (canonicalize)"), dump("arith.addi"), header("CSE (cse)"), dump("arith.addi"), header("ArithToLLVM (convert-arith-to-llvm)"), dump("llvm.add")].join(""));
  await page.says("#status", /^Valid · a log of 3 dumps/);
  await page.says("#log-state", /^Log of passes · 3 dumps$/);
  assert.deepEqual(await rungs(firefox), ["The log", "canonicalize", "convert-arith-to-llvm"]);
  await firefox.press("convert-arith-to-llvm", "#ladder");
  await page.says("#result-heading", /^After convert-arith-to-llvm$/);
  await page.says(OUTPUT, /llvm\.add/);
  await isSound(firefox);
  assert.deepEqual(await firefox.complaints(url), []);
});

test("LLVM IR says that it is, and the page shows no result of another text", async (t) => {
  const { firefox, page } = await openWork(t, "define i32 @f(i32 %a) {\n  %b = add i32 %a, 1\n  ret i32 %b\n}\n");
  await page.says("#problems-heading", /^1 error$/);
  await page.says("[data-testid=problems]", /this looks like LLVM IR; Rung reads MLIR: `mlir-translate --import-llvm` turns it into MLIR/);
  assert.deepEqual(await firefox.evaluate(() => [...document.querySelectorAll("[data-testid=editor] .cm-lintRange-error")].map((it) => it.textContent)), ["define i32 @f(i32 %a) {"]);
  assert.equal(await page.text(OUTPUT), "");
  assert.deepEqual(await rungs(firefox), ["Your text"]);
});

test("a part of an operation's name offers it, and Enter inserts its form with places to fill in", async (t) => {
  const { firefox, page, url } = await openWork(t, "func.func @f(%a: i32) -> i32 {\n\n  return %a : i32\n}\n");
  await firefox.until(() => document.querySelector("[data-testid=editor] .cm-content[aria-autocomplete]"));
  await firefox.type(`${KEYS.Control}${KEYS.Home}`);
  await firefox.type(`${KEYS.Down}  %x = arith.ad`);
  await page.says(".cm-tooltip-autocomplete", /arith\.addi\s*integer addition/);
  await new Promise((resolve) => setTimeout(resolve, 150)); // keys that come at once are not meant for a list that has just opened
  while (await firefox.evaluate(() => document.querySelector(".cm-tooltip-autocomplete [aria-selected] .cm-completionLabel").textContent) !== "arith.addi") await firefox.type(KEYS.Down);
  await firefox.type(KEYS.Enter);
  assert.equal((await page.text()).split("\n")[1], "  %x = arith.addi %lhs, %rhs : type");
  for (const keys of ["%a", KEYS.Tab, "%a", KEYS.Tab, "i32"]) await firefox.type(keys);
  assert.equal((await page.text()).split("\n")[1], "  %x = arith.addi %a, %a : i32");
  await page.says("#problems-heading", /^No problems$/);
  assert.deepEqual(await firefox.complaints(url), []);
});

// --- Teaching

test("the tour goes on and back", async (t) => {
  const { firefox, page, url } = await open(t, { width: 1680, height: 1000 });
  await page.says("#guide", /Your text\. 7 steps to LLVM/);
  await page.settled();
  await firefox.press("Next rung", "#guide");
  await page.says("#guide", /Rung 1 of 7\. convert-scf-to-cf/);
  await page.has("cf.cond_br");
  await firefox.press("Next rung", "#guide");
  await page.says("#guide", /Rung 2 of 7\./);
  await isSound(firefox);
  await firefox.press("Back", "#guide");
  await page.says("#guide", /Rung 1 of 7\./);
  await page.says("#result-heading", /^After convert-scf-to-cf$/);
  assert.deepEqual(await firefox.complaints(url), []);
});

test("a lesson's step is done by doing what it asks, and a reload keeps the place", async (t) => {
  const { firefox, page, url } = await open(t, { width: 1440, height: 900 });
  await page.settled();
  await firefox.press("Lessons");
  await firefox.click("#guide .entry");
  await page.says("[data-testid=lesson]", /A C function, and the same in MLIR/);
  await firefox.press("Next", "#guide");
  await page.says("[data-testid=lesson]", /Operands go in, results come out/);
  await page.has("arith.addi", EDITOR);
  assert.equal(await firefox.evaluate(() => document.querySelector("[data-testid=lesson]").dataset.done), "false");
  await firefox.click(EDITOR);
  await firefox.type(`${KEYS.Control}${KEYS.Home}`);
  await firefox.type(`${KEYS.Down}${KEYS.End}${KEYS.Left.repeat(" %a, %b : i32".length)}${KEYS.Backspace.repeat("addi".length)}muli`);
  await page.has("%sum = arith.muli %a, %b : i32", EDITOR);
  await firefox.until(() => document.querySelector("[data-testid=lesson]").dataset.done === "true");
  await isSound(firefox);
  await firefox.send("WebDriver:Refresh");
  await page.says("[data-testid=lesson]", /Operands go in, results come out/);
  await page.has("arith.muli", EDITOR);
  await firefox.until(() => document.querySelector("[data-testid=lesson]").dataset.done === "true");
  assert.equal(await firefox.evaluate(() => document.querySelector("[data-testid=lesson]").dataset.step), "1");
  assert.deepEqual(await firefox.complaints(url), []);
});

// --- The page and the browser

test("the browser's Back leads from an example to the text before it, Forward to the example again", async (t) => {
  const { firefox, page, url } = await openWork(t);
  await firefox.click(EDITOR);
  await firefox.type(`${KEYS.Control}${KEYS.Home}`);
  await firefox.type(`// mine${KEYS.Enter}`);
  const text = await page.text();
  assert.match(text, /^\/\/ mine\n/);
  await firefox.press("Examples");
  await page.says("dialog.examples", /\d+ examples/);
  await firefox.type("struct layout");
  await firefox.click("[data-example=padding]");
  await page.has("!roomy", EDITOR);
  await page.says("#text-name", /^Struct layout and padding$/);
  await firefox.send("WebDriver:Back");
  await page.has("// mine", EDITOR);
  assert.equal(await page.text(), text);
  await firefox.send("WebDriver:Forward");
  await page.has("!roomy", EDITOR);
  assert.deepEqual(await firefox.complaints(url), []);
});

test("Share shows the link, and the same as Markdown, command, code to embed and QR code", async (t) => {
  const { firefox, page, url } = await openWork(t, LOOP);
  await firefox.click("[data-testid=share]");
  await page.says(".share-sheet .said", /^Link copied: .* all of it in the link itself\.$/);
  const link = await firefox.evaluate(() => location.href);
  assert.equal(await firefox.copied(), link);
  const fields = await firefox.evaluate(() => Object.fromEntries([...document.querySelectorAll(".share-sheet textarea")].map((it) => [it.getAttribute("aria-label"), it.value])));
  assert.equal(fields.Link, link);
  assert.match(fields.Markdown, /^```mlir\nfunc\.func @f.*\[Open in Rung\]\(http.*#v1=/s);
  assert.match(fields["mlir-opt command"], /^mlir-opt input\.mlir .*--pass-pipeline='builtin\.module\(/);
  assert.ok(fields["Embed in a page"].startsWith(`<script type="module" src="${url}rung-editor.js"></script>\n<rung-editor`));
  const boxes = await firefox.evaluate(() => [".share-sheet", ".share-sheet [aria-label='QR code of the link']"].map((it) => document.querySelector(it).getBoundingClientRect().toJSON()));
  for (const { left, top, right, bottom, width } of boxes) assert.ok(left >= 0 && top >= 0 && right <= 1440 && bottom <= 900 && width > 100);
  await isSound(firefox);
  await firefox.press("Copy: mlir-opt command");
  await page.says(".share-sheet [aria-label='Copy: mlir-opt command']", /^Copied$/);
  assert.equal(await firefox.copied(), fields["mlir-opt command"]);
  await firefox.type(KEYS.Escape);
  await firefox.until(() => !document.querySelector(".share-sheet").matches(":popover-open"));
  assert.deepEqual(await firefox.complaints(url), []);
});

test("before the core is there, text, ladder and result are seen, and the text is edited; then it goes on with that", async (t) => {
  const { firefox, page, release } = await open(t, { width: 1440, height: 900, hold: (path) => path.includes(".wasm") });
  await page.says(".first-result", /^module \{\s+func\.func @scale\(%arg0: memref<\?xf32>/);
  await page.says("#guide", /7 steps to LLVM/);
  assert.equal((await rungs(firefox)).length, 8);
  for (const part of ["[data-testid=editor]", "#ladder", ".first-result", "#guide"]) {
    const { left, top, right, bottom, width, height } = await firefox.evaluate((it) => document.querySelector(it).getBoundingClientRect().toJSON(), part);
    assert.ok(left >= 0 && top >= 0 && width > 200 && height > 100 && right <= 1440 && bottom <= 900, part);
  }
  await isSound(firefox);
  await firefox.click(EDITOR);
  await firefox.type(`${KEYS.Control}${KEYS.End}`);
  await firefox.type("// mine");
  assert.match(await page.text(), /\/\/ mine$/);
  release();
  await page.says("#status", /^Valid/);
  assert.equal(await page.settled(), "ready");
  assert.match(await page.text(), /\/\/ mine$/);
});

test("from where a text is, the whole road to LLVM is one press away", async (t) => {
  const { firefox, page, url } = await openWork(t, `func.func @product(%a: memref<4x8xf32>, %b: memref<8x4xf32>, %c: memref<4x4xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x4xf32>) outs(%c : memref<4x4xf32>)
  return
}
`);
  await page.says("#road", /^From here it is \d+ rungs to LLVM\./);
  await isSound(firefox);
  await firefox.press("Take the whole road");
  await firefox.until(() => document.querySelector("[data-testid=output]").textContent.includes("llvm.func"));
  await firefox.until(() => document.getElementById("road").hidden);
  assert.deepEqual(await firefox.complaints(url), []);
});

test("a link with 20,000 passes is refused with a sentence, and the page goes on answering keys", async (t) => {
  const pipeline = `builtin.module(${Array(20_000).fill("cse").join(",")})`;
  const hash = `#v1=${deflateSync(JSON.stringify({ text: "func.func private @f()\n", output: "pipeline", pipeline })).toString("base64url")}`;
  const { firefox, page, url } = await open(t, { hash });
  await page.says(".notice", /takes at most 8,000/);
  await page.settled();
  await page.has("@scale", EDITOR);
  await firefox.press("Close this note");
  await firefox.click(EDITOR);
  await firefox.type(`${KEYS.Control}${KEYS.Home}`);
  await firefox.type("oops ");
  await page.says("#problems-heading", /error/);
  await firefox.type(KEYS.Backspace.repeat("oops ".length));
  await page.says("#problems-heading", /^No problems$/);
  await isSound(firefox);
  assert.deepEqual(await firefox.complaints(url), []);
});
