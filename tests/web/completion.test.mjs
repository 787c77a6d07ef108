// While one types in the editor, a list offers what may stand at the cursor.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";
import { framed, openHost } from "./host_page.mjs";

useBrowser();

// A page with the cursor at `‸` of that text, and the list.
async function open(t, marked, options) {
  const rung = await openPage(t, options);
  await rung.content.waitFor();
  await rung.setText(marked.replace("‸", ""));
  await rung.settled();
  await rung.editor.locator(".cm-content[aria-autocomplete]").waitFor();
  await placeCursor(rung, marked.indexOf("‸"));
  const list = rung.page.locator(".cm-tooltip-autocomplete");
  const option = (label) => list.getByRole("option").filter({ has: rung.page.locator(".cm-completionLabel", { hasText: new RegExp(`^${label.replace(".", "\\.")}$`) }) });
  return {
    rung, list, option, keyboard: rung.page.keyboard,
    first: list.locator("li").first(),
    // Keys that come at once are not meant for a list that has just opened.
    async offers(label) {
      await option(label).waitFor();
      await rung.page.waitForTimeout(100);
    },
    labels: () => list.locator(".cm-completionLabel").allTextContents(),
    line: async (number) => (await rung.text()).split("\n")[number - 1],
    // The list would be there by now, if there were one.
    async hasNone() {
      await rung.page.waitForTimeout(400);
      return !(await list.isVisible());
    },
  };
}

const placeCursor = (rung, at) => rung.content.evaluate((node, anchor) => {
  const { view } = node.cmTile;
  view.dispatch({ selection: { anchor } });
  view.focus();
}, at);

const FUNCTION = `func.func @f(%a: i32, %m: memref<?xf32>, %i: index) -> i32 {
  ‸
  return %a : i32
}
`;

test("typing a part of an operation's name offers it, and Enter inserts its form with places to fill in", async (t) => {
  const { rung, option, offers, keyboard, line } = await open(t, FUNCTION);
  await keyboard.type("%x = arith.ad");
  await offers("arith.addi");
  assert.equal(await option("arith.addi").locator(".cm-completionDetail").textContent(), "integer addition; wraps on overflow");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  assert.equal(await line(2), "  %x = arith.addi %lhs, %rhs : type");
  // The places: values are offered in each, and Tab goes on.
  await keyboard.type("%");
  await offers("%i");
  await keyboard.type("a");
  await keyboard.press("Tab");
  await keyboard.type("%a");
  await keyboard.press("Tab");
  await keyboard.type("i3");
  await offers("i32");
  await keyboard.press("Tab");
  assert.equal(await line(2), "  %x = arith.addi %a, %a : i32");
  await rung.settled();
  assert.equal(await rung.heading(), "No problems");
  assert.deepEqual(rung.consoleErrors, []);
});

test("behind % stand the values that can be seen, those that fit first, with their types", async (t) => {
  const { offers, first, labels, keyboard } = await open(t, FUNCTION);
  await keyboard.type("%x = memref.load %");
  await offers("%m");
  assert.equal(await first.locator(".cm-completionDetail").textContent(), "memref<?xf32>");
  assert.deepEqual((await labels()).sort(), ["%a", "%i", "%m"]);
});

test("the list is there after keys at any pace", async (t) => {
  const { rung, offers, keyboard, list } = await open(t, FUNCTION);
  for (const pace of [40, 90, 105, 120, 160]) {
    await keyboard.type("%x = memref.loa", { delay: pace });
    await offers("memref.load");
    await keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });
    await keyboard.press("Shift+Home");
    await keyboard.press("Delete");
  }
  assert.deepEqual(rung.consoleErrors, []);
});

test("behind @ stand symbols, and the pointer can choose one", async (t) => {
  const { option, keyboard, line } = await open(t, FUNCTION);
  await keyboard.type("%x = call @");
  await option("@f").click();
  assert.equal(await line(2), "  %x = call @f");
});

test("a dialect that is chosen offers its operations", async (t) => {
  const { offers, first, keyboard, line } = await open(t, FUNCTION);
  await keyboard.type("mat");
  await offers("math");
  await keyboard.press("Enter");
  await offers("math.absf");
  assert.equal(await line(2), "  math.");
  assert.equal(await first.getAttribute("aria-selected"), "true");
});

test("Ctrl-Space offers what may stand where nothing is typed, and Escape closes the list", async (t) => {
  const { offers, list, keyboard, line } = await open(t, FUNCTION.replace("‸", "%x = arith.cmpi ‸"));
  await keyboard.press("Control+Space");
  await offers("slt");
  await keyboard.press("Escape");
  await list.waitFor({ state: "hidden" });
  assert.equal(await line(2), "  %x = arith.cmpi ");
});

test("a word that is whole is no reason for a list, and Enter begins a line", async (t) => {
  const { offers, list, keyboard, line } = await open(t, FUNCTION.replace("  ‸\n  return %a : i32", "  return %a : ‸"));
  await keyboard.type("inde");
  await offers("index");
  await keyboard.type("x");
  await list.waitFor({ state: "hidden" });
  await keyboard.press("Enter");
  assert.equal(await line(2), "  return %a : index");
  assert.equal(await line(3), "  ");
});

test("where another word is longer, Enter still begins a line behind one that is whole", async (t) => {
  const { offers, keyboard, line } = await open(t, FUNCTION.replace("  ‸\n  return %a : i32", "  return %a : ‸"));
  await keyboard.type("i1");
  await offers("i16");
  await keyboard.press("Enter");
  assert.equal(await line(2), "  return %a : i1");
  assert.equal(await line(3), "  ");
});

test("nothing is offered in comments and strings, and where a value is named", async (t) => {
  const { hasNone, keyboard } = await open(t, FUNCTION);
  await keyboard.type("// arith.ad");
  assert.equal(await hasNone(), true);
  await keyboard.press("Enter");
  await keyboard.type("%va");
  assert.equal(await hasNone(), true);
  await keyboard.type('l = "arith.ad');
  assert.equal(await hasNone(), true);
});

test("what is inserted for a region is indented as its line", async (t) => {
  const { offers, keyboard, rung } = await open(t, FUNCTION);
  await keyboard.type("scf.fo");
  await offers("scf.for");
  await keyboard.press("Enter");
  assert.deepEqual((await rung.text()).split("\n").slice(1, 4), ["  scf.for %i = %lower to %upper step %step {", "    ", "  }"]);
});

test("one undo takes back what was inserted", async (t) => {
  const { offers, keyboard, line } = await open(t, FUNCTION);
  await keyboard.type("arith.muli");
  await offers("arith.muli");
  await keyboard.press("Tab");
  assert.equal(await line(2), "  arith.muli %lhs, %rhs : type");
  await keyboard.press("Control+z");
  assert.equal(await line(2), "  arith.muli");
});

test("an editor in another page offers the same", async (t) => {
  const { page, errors } = await openHost(t, `<rung-editor><pre>${FUNCTION.replace("<", "&lt;").replace("‸", "")}</pre></rung-editor>`);
  const frame = await framed(page);
  await frame.locator(".cm-line").nth(1).click();
  await frame.locator(".editor .cm-content[aria-autocomplete]").waitFor();
  await page.keyboard.type("arith.mul");
  await frame.locator(".cm-completionLabel", { hasText: /^arith\.muli$/ }).waitFor();
  assert.deepEqual(errors, []);
});
