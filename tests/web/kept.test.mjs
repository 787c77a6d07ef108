// From the text to the page and back, with the core's own info messages and fixes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const STABLEHLO = `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
`;
const SLIP = "func.func @f(%a: i32, %b: i32) -> i32 {\n  %0 = arith.add %a, %b : i32\n  return %0 : i32\n}\n";
const CHAT = `Here is what I get:

\`\`\`mlir
$ mlir-opt --canonicalize x.mlir
func.func private @callee(i32)
\`\`\`

Don't you think so; too?
`;

async function openWith(t, text, options) {
  const rung = await openPage(t, options);
  await rung.choose("custom");
  await rung.setText(text);
  await rung.settled();
  return rung;
}


test("an operation of an unknown dialect is kept as written, and the text is valid", async (t) => {
  const rung = await openWith(t, STABLEHLO);
  assert.equal(await rung.heading(), "No problems");
  assert.match(await rung.status(), /^Valid · 1 unknown operation · /);
  assert.equal(await rung.infos.count(), 1);
  assert.equal(await rung.output.getAttribute("data-state"), "ready");
  assert.match(await rung.outputText(), /stablehlo\.add/);
  await rung.infos.first().getByRole("button").click();
  const line = await rung.content.evaluate((node) => node.cmTile.view.state.doc.lineAt(node.cmTile.view.state.selection.main.head).number);
  assert.equal(line, 2);
  assert.equal(await rung.editor.locator(".tok-invalid").count(), 0);
  assert.deepEqual(rung.consoleErrors, []);
});

test("with unknown dialects refused, the same text is not valid", async (t) => {
  const rung = await openWith(t, STABLEHLO);
  await rung.page.getByText("Options").click();
  await rung.page.getByLabel("Read unknown dialects").uncheck();
  assert.equal(await rung.settled(), "invalid");
  assert.equal(await rung.infos.count(), 0);
  assert.match(await rung.heading(), /error/);
});

test("the rest of a text with kept operations is checked, and its errors are counted alone", async (t) => {
  const rung = await openWith(t, STABLEHLO.replace("return %0", "return %missing"));
  assert.equal(await rung.heading(), "1 error");
  assert.equal(await rung.infos.count(), 1);
  assert.match(await rung.status(), /^Not valid · 1 unknown operation/);
});

test("a pipeline runs on a text with kept operations", async (t) => {
  const rung = await openWith(t, STABLEHLO);
  await rung.pipeline.selectOption("cse");
  assert.equal(await rung.settled(), "ready");
  assert.match(await rung.outputText(), /stablehlo\.add/);
  assert.equal(await rung.heading(), "No problems");
});

test("a text with fences, prose and a prompt around it stays, and what is not IR is dimmed", async (t) => {
  const rung = await openWith(t, "");
  await rung.setText(CHAT);
  await rung.settled();
  assert.equal(await rung.text(), CHAT);
  assert.equal(await rung.heading(), "No problems");
  assert.match(await rung.status(), /^Valid · text in \d+ lines ignored/);
  const dimmed = await rung.editor.locator(".cm-line.aside").allTextContents();
  for (const line of ["Here is what I get:", "```mlir", "$ mlir-opt --canonicalize x.mlir", "```", "Don't you think so; too?"])
    assert.ok(dimmed.includes(line), line);
  assert.ok(!dimmed.includes("func.func private @callee(i32)"));
  assert.match(await rung.outputText(), /func\.func private @callee\(i32\)/);
  // Where things are is where they are in what was pasted.
  await rung.setText(CHAT.replace("(i32)", "(i32"));
  await rung.settled();
  assert.equal(await rung.problems.first().locator(".problem .place").textContent(), "5:30");
});

test("several texts in one are read, and so is a text quoted in a mail", async (t) => {
  const rung = await openWith(t, "func.func private @a()\n// -----\nfunc.func private @a()\n");
  assert.match(await rung.status(), /^Valid · 2 parts · /);
  await rung.setText("> func.func @f() {\n>   return\n> }\n");
  await rung.settled();
  assert.match(await rung.status(), /^Valid · text in 3 lines ignored · /);
  assert.equal(await rung.editor.locator(".cm-line.aside").count(), 0, "what stands behind the marks is read");
  assert.deepEqual(await rung.editor.locator("span.aside").allTextContents(), [">"]);
});

test("`...` stands for what was left out", async (t) => {
  const rung = await openWith(t, "func.func @f() {\n  ...\n  return\n}\n");
  assert.equal(await rung.heading(), "No problems");
  assert.match(await rung.status(), /^Valid · 1 omission/);
});

test("one click fixes a misspelt operation, and one step of undo takes that back", async (t) => {
  const rung = await openWith(t, SLIP);
  assert.equal(await rung.heading(), "1 error");
  assert.equal(await rung.problems.first().locator(".note").count(), 0, "the hint would say what the buttons say");
  await rung.problems.first().locator(".fix").first().click();
  assert.equal(await rung.text(), SLIP.replace("arith.add ", "arith.addi "));
  assert.equal(await rung.settled(), "ready");
  assert.equal(await rung.heading(), "No problems");
  await rung.page.keyboard.press("Control+z");
  assert.equal(await rung.text(), SLIP);
});

test("Control and period fix a misspelt operation", async (t) => {
  const rung = await openWith(t, SLIP);
  await rung.moveTo(SLIP.indexOf("%b : i32\n"));
  await rung.page.keyboard.press("Control+.");
  assert.equal(await rung.text(), SLIP.replace("arith.add ", "arith.addi "));
});

test("a fix after letters of several bytes changes the right place", async (t) => {
  const rung = await openWith(t, `// ünï 🪜\n${SLIP}`);
  await rung.problems.first().locator(".fix").first().click();
  assert.equal(await rung.text(), `// ünï 🪜\n${SLIP.replace("arith.add ", "arith.addi ")}`);
});

test("the example with mistakes offers no fix that does not apply", async (t) => {
  const rung = await openPage(t);
  await rung.chooseExample("broken");
  await rung.settled();
  for (let i = 0; i < await rung.page.locator(".fix").count(); i++) {
    const before = await rung.text();
    const errors = await rung.problems.count();
    await rung.page.locator(".fix").nth(i).click();
    await rung.settled();
    assert.notEqual(await rung.text(), before);
    assert.ok(await rung.problems.count() < errors, await rung.text());
    await rung.page.keyboard.press("Control+z");
    await rung.settled();
    assert.equal(await rung.text(), before);
  }
});
