// Texts of older releases: what they are, what is written otherwise today, an output for an older release, and what
// mlir-opt 22 would say.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const OLD = `// é🪜 of long ago
func @axpy(%x: memref<?xf32>, %a: f32) {
  %zero = constant 0 : index // the first
  %v = load %x[%zero] : memref<?xf32>
  %p = mulf %v, %a : f32
  store %p, %x[%zero] : memref<?xf32>
  return
}
`;
const TODAY = `// é🪜 of long ago
func.func @axpy(%x: memref<?xf32>, %a: f32) {
  %zero = arith.constant 0 : index // the first
  %v = memref.load %x[%zero] : memref<?xf32>
  %p = arith.mulf %v, %a : f32
  memref.store %p, %x[%zero] : memref<?xf32>
  return
}
`;
const OPAQUE = "func.func private @before()\nllvm.func @f(!llvm.ptr)\n";
const CAST = `llvm.func @f(%p: !llvm.ptr<f32>) -> !llvm.ptr<i8> {
  %v = llvm.load %p : !llvm.ptr<f32>
  // as bytes
  %b = llvm.bitcast %p : !llvm.ptr<f32> to !llvm.ptr<i8>
  llvm.return %b : !llvm.ptr<i8>
}
`;

async function openWith(t, text, options) {
  const rung = await openPage(t, options);
  await rung.choose("custom");
  await rung.setText(text);
  await rung.settled();
  const { page } = rung;
  return Object.assign(rung, {
    banner: page.locator("#upgrade .said"),
    all: page.getByRole("button", { name: "Bring it up to date" }),
    list: page.getByRole("button", { name: "What changed?" }),
    changes: page.locator("#older-forms > li"),
    older: rung.editor.locator(".older"),
    edition: page.getByTestId("edition"),
  });
}

const bannerSays = (rung, text) => rung.page.waitForFunction((wanted) => document.querySelector("#upgrade .said").textContent === wanted, text);
const marked = (rung, number) => rung.page.waitForFunction((wanted) => document.querySelectorAll(".editor .older").length === wanted, number);
const lookedAt = (rung) => rung.page.waitForSelector("#older-forms:not([data-pending])", { state: "attached" });
const textIs = (rung, text) => rung.page.waitForFunction(
  (wanted) => document.querySelector("[data-testid=editor] .cm-content").cmTile.view.state.doc.toString() === wanted, text);
const announced = (rung, words) => rung.page.waitForFunction((part) => document.getElementById("announcer").textContent.includes(part), words);
const link = (state) => `#v1=${deflateSync(JSON.stringify(state)).toString("base64url")}`;

async function chooseEdition(rung, name) {
  await rung.page.getByText("Options").click();
  await rung.edition.selectOption(name);
  await rung.page.keyboard.press("Escape");
  return rung.settled();
}

test("an older text says what it is, one of today does not", async (t) => {
  const rung = await openWith(t, "func @f() { return }\n");
  await bannerSays(rung, "This looks like LLVM 14 MLIR. It still works; update it?");
  assert.equal(await rung.banner.getAttribute("role"), "status");
  assert.equal(await rung.heading(), "No problems");
  await rung.setText(`func @f(%m: memref<4xf32>) {\n  %d = dim %m, 0 : memref<4xf32>\n  return\n}\n`);
  await bannerSays(rung, "This looks like 2020 MLIR. It still works; update it?");
  await rung.setText("func.func @f() { return }\n");
  await bannerSays(rung, "");
  assert.ok(!(await rung.all.isVisible()));
  assert.equal(await rung.older.count(), 0);
  assert.deepEqual(rung.consoleErrors, []);
});

test("one click brings the whole text up to date in one step to undo, and the cursor stays in place", async (t) => {
  const rung = await openWith(t, OLD);
  await rung.moveTo(OLD.indexOf("%v, %a"));
  await rung.all.click();
  await textIs(rung, TODAY);
  assert.equal(await rung.cursor(), TODAY.indexOf("%v, %a"));
  assert.ok(await rung.content.evaluate((node) => node === document.activeElement));
  assert.match(await rung.notice.textContent(), /Brought up to date: 5 changes/);
  await bannerSays(rung, "");
  await marked(rung, 0);
  await rung.page.keyboard.press("Control+z");
  assert.equal(await rung.text(), OLD);
  await bannerSays(rung, "This looks like 2020 MLIR. It still works; update it?");
  assert.deepEqual(rung.consoleErrors, []);
});

test("the list of changes has each form with its line, release and reason; a click leads there, a button changes that form alone", async (t) => {
  const rung = await openWith(t, OLD);
  await rung.list.click();
  assert.equal(await rung.list.getAttribute("aria-expanded"), "true");
  await rung.changes.nth(4).waitFor();
  assert.equal(await rung.changes.count(), 5);
  const second = await rung.changes.nth(1).textContent();
  assert.match(second, /%zero = constant 0 : index → %zero = arith\.constant 0 : index/);
  assert.match(second, /line 3.*since LLVM 14: 'std' was split up/);
  await rung.changes.nth(3).getByRole("button").first().click();
  assert.equal(await rung.cursor(), OLD.indexOf("mulf"));
  await announced(rung, "since LLVM 14");
  await rung.changes.nth(3).getByRole("button", { name: "Apply, line 5" }).click();
  await textIs(rung, OLD.replace("mulf", "arith.mulf"));
  await rung.page.waitForFunction(() => document.querySelectorAll("#older-forms > li").length === 4);
  await marked(rung, 4);
  await rung.list.click();
  assert.ok(!(await rung.page.locator("#older-forms").isVisible()));
});

test("a list made for an earlier text changes nothing, and is made anew", async (t) => {
  const rung = await openWith(t, OLD);
  await rung.list.click();
  await rung.changes.nth(4).waitFor();
  const text = await rung.content.evaluate(async (node) => {
    const { view } = node.cmTile;
    view.dispatch({ changes: { from: 0, insert: "// new\n" }, userEvent: "input.type" });
    document.querySelector("#older-forms .apply").click();
    document.querySelector("#older-forms .change").click();
    await new Promise((resolve) => setTimeout(resolve, 50));
    return view.state.doc.toString();
  });
  assert.equal(text, `// new\n${OLD}`);
  await rung.changes.first().getByRole("button", { name: "Apply, line 3" }).click();
  await textIs(rung, `// new\n${OLD.replace("func", "func.func")}`);
});

test("older forms are marked; pointing at one says why and offers to write it as today", async (t) => {
  const rung = await openWith(t, OLD);
  await marked(rung, 5);
  assert.deepEqual(await rung.older.allTextContents(), ["func", "constant", "load", "mulf", "store"]);
  assert.equal(await rung.older.first().evaluate((node) => getComputedStyle(node).textDecorationStyle), "dotted");
  assert.equal(await rung.editor.locator(".cm-lintRange, .cm-lint-marker").count(), 0);
  await rung.older.nth(1).hover();
  const tooltip = rung.page.locator(".older-form");
  await tooltip.waitFor();
  assert.match(await tooltip.textContent(), /since LLVM 14: 'std' was split up: this is in 'arith'/);
  await tooltip.getByRole("button", { name: "write it as %zero = arith.constant 0 : index" }).click();
  await textIs(rung, OLD.replace("constant", "arith.constant"));
  await announced(rung, "Done: write it as %zero = arith.constant 0 : index");
  await rung.page.keyboard.press("Control+z");
  assert.equal(await rung.text(), OLD);
  assert.deepEqual(rung.consoleErrors, []);
});

test("Control and period write the older form on the line as today, after the problems of the line", async (t) => {
  const rung = await openWith(t, OLD.replace("%v, %a : f32", "%v, %aa : f32"));
  await marked(rung, 5);
  await rung.moveTo(OLD.indexOf("%v, %a") + 3);
  await rung.page.keyboard.press("Control+.");
  await textIs(rung, OLD);
  await rung.settled();
  await lookedAt(rung);
  await rung.page.keyboard.press("Control+.");
  await textIs(rung, OLD.replace("mulf", "arith.mulf"));
  await lookedAt(rung);
  await rung.moveTo(0);
  await rung.page.keyboard.press("Control+.");
  await announced(rung, "No fix on this line");
});

test("a change that goes with others is not made alone", async (t) => {
  const rung = await openWith(t, CAST);
  await rung.list.click();
  await rung.changes.filter({ hasText: "→ nothing" }).getByRole("button", { name: /^Apply/ }).click();
  await rung.notice.waitFor();
  assert.match(await rung.notice.textContent(), /goes with others/);
  assert.equal(await rung.text(), CAST);
  await rung.all.click();
  await textIs(rung, "llvm.func @f(%p: !llvm.ptr) -> !llvm.ptr {\n  %v = llvm.load %p : !llvm.ptr -> f32\n  // as bytes\n  llvm.return %p : !llvm.ptr\n}\n");
});

test("a text with errors is brought up to date as far as it is read", async (t) => {
  const rung = await openWith(t, OLD.replace("return", "retrun"));
  await bannerSays(rung, "This looks like 2020 MLIR. It still works; update it?");
  await rung.all.click();
  await textIs(rung, TODAY.replace("return", "retrun"));
  assert.equal(await rung.heading(), "1 error");
});

test("a closed line stays away until the text was up to date and has an older form again", async (t) => {
  const rung = await openWith(t, OLD);
  await marked(rung, 5);
  await rung.page.getByRole("button", { name: "Close: keep the text as it is" }).click();
  await bannerSays(rung, "");
  assert.ok(!(await rung.all.isVisible()));
  await rung.moveTo(0);
  await rung.page.keyboard.type("// x\n");
  await rung.settled();
  await rung.page.waitForTimeout(600);
  assert.equal(await rung.banner.textContent(), "");
  assert.equal(await rung.older.count(), 5, "the marks are no part of it");
  await rung.setText(TODAY);
  await marked(rung, 0);
  await rung.setText(OLD);
  await bannerSays(rung, "This looks like 2020 MLIR. It still works; update it?");
});

test("changes are looked for when typing has paused, once", async (t) => {
  const rung = await openWith(t, OLD, { prepare: (page) => page.addInitScript(() => {
    window.asked = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.kind === "query" && message.name !== "hover") window.asked.push(message.name);
      return post.call(this, message, ...rest);
    };
  }) });
  await marked(rung, 5);
  await rung.moveTo(0);
  const asked = await rung.content.evaluate(async (node) => {
    const { view } = node.cmTile;
    window.asked.length = 0;
    for (let i = 0; i < 12; i++) {
      view.dispatch({ changes: { from: 0, insert: "/" }, userEvent: "input.type" });
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    return [...window.asked];
  });
  assert.deepEqual(asked, []);
  assert.equal(await rung.older.count(), 5, "marks move with the text meanwhile");
  await lookedAt(rung);
  assert.deepEqual(await rung.page.evaluate(() => window.asked), ["upgrade"]);
  await rung.page.getByText("Options").click();
  await rung.page.getByLabel("Read unknown dialects").uncheck();
  await rung.settled();
  await lookedAt(rung);
  assert.deepEqual(await rung.page.evaluate(() => window.asked), ["upgrade", "upgrade"], "it is read in another way");
});

test("the keyboard alone leads from the editor to the list of changes and its buttons", async (t) => {
  const rung = await openWith(t, OLD);
  await marked(rung, 5);
  const focused = () => rung.page.evaluate(() => document.activeElement.textContent);
  await rung.page.keyboard.press("Escape");
  await rung.page.keyboard.press("Tab");
  assert.equal(await focused(), "Bring it up to date");
  await rung.page.keyboard.press("Tab");
  assert.equal(await focused(), "What changed?");
  await rung.page.keyboard.press("Enter");
  await rung.changes.nth(4).waitFor();
  await rung.content.focus();
  await rung.page.keyboard.press("F6");
  assert.match(await focused(), /^func @axpy/);
  await rung.page.keyboard.press("Control+.");
  await textIs(rung, OLD.replace("func", "func.func"));
});

test("a long text is looked at when the user asks", async (t) => {
  const long = Array.from({ length: 2000 }, (_, i) => OLD.replace("@axpy", `@axpy${i}`)).join("");
  assert.ok(long.length > 200_000);
  const rung = await openWith(t, long);
  await bannerSays(rung, "This looks like 2020 MLIR. It still works; update it?");
  await rung.page.waitForTimeout(300);
  assert.equal(await rung.older.count(), 0);
  await rung.list.click();
  await rung.changes.nth(300).waitFor();
  assert.match(await rung.changes.nth(300).textContent(), /and 9,700 more changes/);
  assert.ok(await rung.older.count() > 0);
  await rung.all.click();
  await bannerSays(rung, "");
  assert.equal(await rung.text(), Array.from({ length: 2000 }, (_, i) => TODAY.replace("@axpy", `@axpy${i}`)).join(""));
});

test("the output can be for an older release, and a link keeps that", async (t) => {
  const rung = await openWith(t, TODAY);
  assert.equal(await rung.edition.inputValue(), "");
  assert.match((await rung.edition.locator("option").allTextContents()).join("; "), /^LLVM 22 \(current\); LLVM 19; .*LLVM 13\b/);
  assert.equal(await chooseEdition(rung, "llvm14"), "ready");
  assert.match(await rung.outputText(), /^module \{\n {2}func @axpy/);
  assert.equal(await rung.page.locator("summary", { hasText: "Options" }).textContent(), "Options: LLVM 14");
  await rung.pipeline.selectOption("llvm");
  assert.equal(await rung.settled(), "ready");
  assert.match(await rung.outputText(), /!llvm\.ptr<f32>/);
  await rung.shareLink();
  const { hash } = new URL(rung.page.url());
  const other = await openPage(t, { hash });
  assert.equal(await other.settled(), "ready");
  assert.equal(await other.page.getByTestId("edition").inputValue(), "llvm14");
  assert.equal(await other.outputText(), await rung.outputText());
  assert.equal(await other.text(), TODAY);
  await chooseEdition(Object.assign(other, { edition: other.page.getByTestId("edition") }), "");
  assert.doesNotMatch(await other.outputText(), /ptr</);
  assert.deepEqual(rung.consoleErrors, []);
  assert.deepEqual(other.consoleErrors, []);
});

test("a link without an edition, or with one that does not exist, opens for the current one", async (t) => {
  const plain = await openPage(t, { hash: link({ text: TODAY, output: "custom" }) });
  assert.equal(await plain.settled(), "ready");
  assert.equal(await plain.page.getByTestId("edition").inputValue(), "");
  for (const edition of ["llvm99", "<img src=x>", "2019\n"]) {
    const rung = await openPage(t, { hash: link({ text: TODAY, output: "custom", edition }) });
    assert.equal(await rung.settled(), "ready");
    assert.match(await rung.page.getByRole("alert").textContent(), /does not print: the output is shown as LLVM 22/);
    assert.equal(await rung.text(), TODAY);
    assert.match(await rung.outputText(), /func\.func/);
    assert.deepEqual(rung.consoleErrors, []);
  }
  const broken = await openPage(t, { hash: link({ text: TODAY, edition: {} }) });
  assert.match(await broken.page.getByRole("alert").textContent(), /does not hold a Rung text/);
});

test("a part that an edition cannot express is an error with its place, and there is no output", async (t) => {
  const rung = await openWith(t, OPAQUE);
  assert.equal(await chooseEdition(rung, "llvm13"), "failed");
  assert.match(await rung.output.textContent(), /No output.*'llvm\.func' has .*does not say what it points to/);
  assert.equal(await rung.outputText(), "");
  assert.equal(await rung.heading(), "1 error");
  await rung.problems.first().getByRole("button").first().click();
  assert.equal(await rung.cursor(), OPAQUE.indexOf("llvm.func"));
  await rung.pipeline.selectOption("cse");
  assert.equal(await rung.settled(), "failed");
  assert.match(await rung.status(), /^Valid/);
  assert.equal(await chooseEdition(rung, "llvm16"), "ready");
  assert.equal(await rung.heading(), "No problems");
  assert.equal(await rung.notice.count(), 0);
  assert.deepEqual(rung.consoleErrors, []);
});

test("the messages that mlir-opt 22 would give stand with their places beside those of the page", async (t) => {
  const rung = await openWith(t, OLD);
  const button = rung.page.getByRole("button", { name: "Check against mlir-opt 22" });
  const said = rung.page.locator("#reference .said");
  const entries = rung.page.locator("#reference button.problem");
  await button.click();
  await entries.first().waitFor();
  assert.equal(await said.textContent(), "mlir-opt 22 would say");
  assert.match(await entries.first().textContent(), /^errorcustom op 'func' is unknown \(tried 'builtin\.func' as well\)2:1$/);
  assert.doesNotMatch(await rung.page.locator("#reference").textContent(), /hint/);
  assert.equal(await rung.heading(), "No problems");
  await entries.first().click();
  assert.equal(await rung.cursor(), OLD.indexOf("func"));
  await rung.setText(TODAY);
  await rung.page.waitForFunction(() => document.querySelector("#reference .said").textContent === "mlir-opt 22 reads it, with no complaint");
  assert.equal(await entries.count(), 0);
  await rung.setText("func.func @f() {\n  foo.bar\n  return\n}\n");
  await entries.first().waitFor();
  assert.match(await entries.first().textContent(), /Dialect `foo' not found/);
  assert.match(await rung.outputText(), /foo\.bar/);
  await rung.setText("func.func @f() {\n  test.nope\n  return\n}\n");
  await rung.page.waitForFunction(() => document.querySelector("#reference .said").textContent.startsWith("Rung cannot tell what mlir-opt 22 says of test"));
  assert.equal(await entries.count(), 0);
  await rung.page.getByRole("button", { name: "Close what the reference says" }).click();
  assert.ok(!(await said.isVisible()));
  assert.ok(await button.evaluate((node) => node === document.activeElement));
  assert.deepEqual(rung.consoleErrors, []);
});

test("on a phone the line, the list of changes and the messages of mlir-opt fit", async (t) => {
  const rung = await openWith(t, OLD, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await rung.list.tap();
  await rung.changes.nth(4).waitFor();
  await rung.page.getByRole("button", { name: "Check against mlir-opt 22" }).tap();
  await rung.page.locator("#reference li").first().waitFor();
  assert.ok(await rung.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  for (const button of await rung.page.locator("#upgrade button, #reference button").all()) {
    const { x, width, height } = await button.boundingBox();
    assert.ok(x >= 0 && x + width <= 360 && height >= 32, `${x} ${width} ${height}`);
  }
  await rung.all.tap();
  await textIs(rung, TODAY);
});
