// Info messages and fixes on the page, told by a worker that says what the tests want (stub.mjs).
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";
import { slipsAndKept, stubbed } from "./stub.mjs";

useBrowser();

const KEPT = `func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.while(%i = %0) { ~ ; a
    more ; of it
  }
  ...
  return %1 : tensor<4xf32>
}
`;
const PASTED = "```mlir\n$ mlir-opt x.mlir | don't; look\nlog §func.func private @g()\n\n```\n";
const SLIPS = `func.fnuc @f(%a: i32) -> i32 {
  %0 = arith.add %a, %a : i32
  %1 = arith.muli %0, %? : i32
  retrun %1 : i32
}
`;

async function openWith(t, text, options = {}) {
  const rung = await openPage(t, { prepare: stubbed(slipsAndKept), ...options });
  await rung.choose("custom");
  await rung.setText(text);
  await rung.settled();
  return rung;
}

const announced = (rung, words) => rung.page.waitForFunction((part) => document.getElementById("announcer").textContent.includes(part), words, { timeout: 2000 });
const focusedEditor = (rung) => rung.content.evaluate((node) => node === document.activeElement);
const colour = (locator, property = "color") => locator.evaluate((node, name) => getComputedStyle(node)[name], property);

test("a text with info messages only is valid, and says what was kept", async (t) => {
  const rung = await openWith(t, KEPT);
  assert.equal(await rung.heading(), "No problems");
  assert.equal(await rung.problems.count(), 0);
  assert.match(await rung.status(), /^Valid · 2 unknown operations, 1 omission · checked in/);
  assert.equal(await rung.page.locator(".problems .read").textContent(), "2 unknown operations, 1 omission");
  await announced(rung, "No problems. 2 unknown operations, 1 omission");
  assert.equal(await rung.page.locator("body").getAttribute("data-checked"), "ok");
  assert.equal(await rung.output.getAttribute("data-state"), "ready");
  assert.deepEqual(await rung.infos.locator(".severity").allTextContents(), ["unknown", "unknown", "left out"]);
  assert.match(await rung.infos.first().textContent(), /'stablehlo\.add' passes through unchanged2:8/);
  await rung.page.keyboard.press("F8");
  assert.equal(await rung.cursor(), KEPT.length, "F8 passes info messages by");
  await rung.pipeline.focus();
  await rung.infos.nth(1).getByRole("button").click();
  assert.equal(await rung.cursor(), KEPT.indexOf("stablehlo.while"));
  assert.ok(await focusedEditor(rung));
  await announced(rung, "line 3, unknown: 'stablehlo.while'");
  assert.deepEqual(rung.consoleErrors, []);
});

test("info messages look calm: they are dotted, have no colour of a problem and a ring in the margin", async (t) => {
  const rung = await openWith(t, KEPT);
  const marks = rung.editor.locator(".cm-lintRange-hint");
  assert.deepEqual((await marks.allTextContents()).join("|"), "stablehlo.add|stablehlo.while|...");
  assert.equal(await colour(marks.first(), "textDecorationStyle"), "dotted");
  const kept = await colour(rung.infos.first().locator(".severity"));
  assert.equal(await colour(rung.editor.locator(".cm-lint-marker-hint").first(), "borderTopColor"), kept);
  assert.equal(await colour(marks.first(), "textDecorationColor"), kept);
  const [red, green, blue] = kept.match(/\d+/g).map(Number);
  assert.ok(Math.max(red, green, blue) - Math.min(red, green, blue) < 50, `${kept} is close to grey`);
  assert.equal(await rung.editor.locator(".cm-lint-marker-error, .cm-lint-marker-warning").count(), 0);
  // What the lexer does not know is no mistake where the core says nothing of it.
  const odd = rung.editor.locator(".tok-invalid");
  assert.deepEqual(await odd.allTextContents(), ["~", ";", ";"]);
  for (const one of await odd.all()) assert.equal(await colour(one), await colour(rung.page.locator("body")));
  assert.deepEqual((await rung.editor.locator(".tok-operation").allTextContents()).slice(1, 3), ["stablehlo.add", "stablehlo.while"]);
});

test("an info message may speak for many operations", async (t) => {
  const rung = await openWith(t, "%0 = stablehlo.add %a\n%1 = tosa.add %b\n");
  assert.match(await rung.status(), /^Valid · 41 unknown operations · /);
  assert.equal(await rung.infos.count(), 2);
});

test("an error among info messages is counted alone, and its list stands first", async (t) => {
  const rung = await openWith(t, KEPT.replace("return", "retrun"));
  assert.equal(await rung.heading(), "1 error");
  assert.match(await rung.status(), /^Not valid · 2 unknown operations, 1 omission/);
  assert.match(await rung.output.textContent(), /text has 1 error\./);
  assert.equal(await rung.problems.count(), 1);
  assert.equal(await rung.infos.count(), 3);
  await rung.moveTo(0);
  for (let i = 0; i < 2; i++) {
    await rung.page.keyboard.press("F8");
    assert.equal(await rung.cursor(), KEPT.indexOf("return"));
  }
  await announced(rung, "Problem 1 of 1: line 7, error: custom op 'retrun' is unknown. Fix: write return");
});

test("a pasted text stays unchanged, and what was set aside is dimmed", async (t) => {
  const rung = await openWith(t, "");
  await rung.setText(PASTED);
  await rung.page.getByText("text in 4 lines ignored").first().waitFor();
  assert.equal(await rung.text(), PASTED);
  assert.deepEqual(await rung.editor.locator(".cm-line.aside").allTextContents(), ["```mlir", "$ mlir-opt x.mlir | don't; look", "```"]);
  assert.deepEqual(await rung.editor.locator("span.aside").evaluateAll((all) => all.map((node) => node.textContent).join("")), "log §");
  const muted = await colour(rung.page.locator("footer"));
  for (const part of await rung.editor.locator(".aside span").all()) assert.equal(await colour(part), muted);
  assert.equal(await colour(rung.editor.locator(".cm-lintRange-hint").first(), "textDecorationLine"), "none");
  assert.equal(await rung.editor.locator(".cm-lint-marker-hint").count(), 0);
  // Marks move with the text until the next answer.
  await rung.moveTo(0);
  await rung.page.keyboard.press("Enter");
  await rung.settled();
  assert.deepEqual((await rung.editor.locator(".cm-line.aside").allTextContents()).length, 3);
});

test("one click on a fix applies it, as one step to undo, and the editor has the focus", async (t) => {
  const rung = await openWith(t, SLIPS);
  assert.equal(await rung.heading(), "3 errors, 1 warning");
  await rung.moveTo(SLIPS.length);
  await rung.page.keyboard.type(" ");
  await rung.settled();
  await rung.problems.nth(1).getByRole("button", { name: "write arith.addi" }).click();
  assert.equal(await rung.text(), `${SLIPS.replace("arith.add ", "arith.addi ")} `);
  assert.ok(await focusedEditor(rung));
  assert.equal(await rung.cursor(), SLIPS.indexOf("arith.add ") + "arith.addi".length);
  await announced(rung, "Done: write arith.addi. 2 errors, 1 warning");
  assert.equal(await rung.problems.count(), 3);
  await rung.page.keyboard.press("Control+z");
  assert.equal(await rung.text(), `${SLIPS} `);
  await rung.settled();
  assert.equal(await rung.problems.count(), 4);
  await rung.problems.nth(1).getByRole("button", { name: "write arith.addf" }).click();
  assert.match(await rung.text(), /arith\.addf %a/);
  assert.deepEqual(rung.consoleErrors, []);
});

test("Control and period apply the likeliest fix on the cursor's line, or of the problem in focus", async (t) => {
  const rung = await openWith(t, SLIPS);
  await rung.moveTo(SLIPS.length);
  await rung.page.keyboard.press("Control+.");
  assert.equal(await rung.text(), SLIPS);
  await announced(rung, "No fix on this line");
  await rung.moveTo(SLIPS.indexOf(" : i32\n  %1"));
  await rung.page.keyboard.press("Control+.");
  assert.equal(await rung.text(), SLIPS.replace("arith.add ", "arith.addi "));
  await rung.settled();
  // From problem to problem by the keyboard alone.
  await rung.moveTo(0);
  for (let left = await rung.problems.count(); left > 0; left--) {
    await rung.page.keyboard.press("F8");
    await rung.page.keyboard.press("Control+.");
    await rung.settled();
    assert.equal(await rung.problems.count(), left - 1);
  }
  assert.equal(await rung.heading(), "No problems");
  await rung.setText(SLIPS);
  await rung.settled();
  await rung.page.keyboard.press("F6");
  assert.ok(await rung.problems.first().getByRole("button").first().evaluate((node) => node === document.activeElement));
  await rung.page.keyboard.press("Tab");
  await rung.page.keyboard.press("Tab");
  await rung.page.keyboard.press("Control+.");
  assert.equal(await rung.text(), SLIPS.replace("arith.add ", "arith.addi "));
});

test("of two fixes on one line the one nearest to the cursor is made, unless F8 chose the other", async (t) => {
  const line = "  retrun %? : i32\n";
  const rung = await openWith(t, line);
  await rung.moveTo(line.length - 2);
  await rung.page.keyboard.press("Control+.");
  assert.equal(await rung.text(), line.replace("%?", "%a"));
  await rung.page.keyboard.press("Control+z");
  await rung.settled();
  await rung.moveTo(0);
  await rung.page.keyboard.press("F8");
  await rung.page.keyboard.press("End");
  await rung.page.keyboard.press("Control+.");
  assert.equal(await rung.text(), line.replace("retrun", "return"));
});

test("one button makes all safe fixes, in one step to undo", async (t) => {
  const rung = await openWith(t, SLIPS);
  const all = rung.page.getByRole("button", { name: "Apply 3 safe fixes" });
  await all.click();
  const fixed = SLIPS.replace("fnuc", "func").replace("arith.add ", "arith.addi ").replace("retrun", "return");
  assert.equal(await rung.text(), fixed);
  assert.ok(await focusedEditor(rung));
  await announced(rung, "3 fixes applied. 1 warning");
  assert.ok(!(await rung.page.locator(".fix-all").isVisible()));
  await rung.page.keyboard.press("Control+z");
  assert.equal(await rung.text(), SLIPS);
  await rung.setText("retrun\n");
  await rung.settled();
  assert.ok(!(await rung.page.locator(".fix-all").isVisible()), "one is not several");
});

test("a tooltip offers the fixes too", async (t) => {
  const rung = await openWith(t, SLIPS);
  await rung.editor.locator(".cm-lintRange-error").nth(1).hover();
  const tooltip = rung.page.locator(".cm-tooltip-lint");
  await tooltip.waitFor();
  assert.deepEqual(await tooltip.getByRole("button").allTextContents(), ["write `arith.addi`", "write `arith.addf`"]);
  await tooltip.getByRole("button").nth(1).click();
  assert.equal(await rung.text(), SLIPS.replace("arith.add ", "arith.addf "));
});

test("a fix made for an earlier text changes nothing", async (t) => {
  const rung = await openWith(t, SLIPS);
  const changed = await rung.content.evaluate((node) => {
    const { view } = node.cmTile;
    view.dispatch({ changes: { from: 0, insert: "// new\n" }, userEvent: "input.type" });
    document.querySelector(".fix-all").click();
    document.querySelector(".fix").click();
    return view.state.doc.toString();
  });
  assert.equal(changed, `// new\n${SLIPS}`);
  await rung.settled();
  await rung.page.getByRole("button", { name: "Apply 3 safe fixes" }).click();
  assert.match(await rung.text(), /^\/\/ new\nfunc\.func @f/);
});

test("an entry of the list that did not change stays, and leads to its present place", async (t) => {
  const rung = await openWith(t, KEPT + SLIPS);
  const nodes = rung.page.locator(".lists li");
  await nodes.evaluateAll((all) => all.forEach((node) => { node.known = true; }));
  await rung.moveTo(KEPT.indexOf(" {"));
  await rung.page.keyboard.type("  ");
  await rung.settled();
  assert.ok(await nodes.evaluateAll((all) => all.every((node) => node.known)));
  await rung.infos.first().getByRole("button").click();
  assert.equal(await rung.cursor(), KEPT.indexOf("stablehlo.add") + 2);
  assert.equal(await rung.page.locator(".lists .current").count(), 1);
  await rung.page.keyboard.press("End");
  await rung.page.keyboard.type(" // x");
  await rung.settled();
  assert.equal(await rung.page.locator(".lists .current").count(), 0);
  await rung.problems.nth(1).getByRole("button", { name: "write arith.addi" }).click();
  assert.match(await rung.text(), /%0 = arith\.addi %a, %a : i32\n/);
  await rung.settled();
  assert.equal(await rung.problems.count(), 3);
  assert.deepEqual(await rung.problems.locator(":scope > .problem .place").allTextContents(), ["9:1", "11:23", "12:3"]);
});

test("of many info messages the first are listed, all are counted, and typing stays smooth", async (t) => {
  const many = Array.from({ length: 2000 }, (_, i) => `  %${i} = stablehlo.op ${i}\n`).join("");
  const rung = await openWith(t, many);
  assert.match(await rung.status(), /2,000 unknown operations/);
  assert.equal(await rung.infos.count(), 301);
  assert.match(await rung.infos.last().textContent(), /and 1,700 more notes/);
  const list = await rung.page.locator(".lists").boundingBox();
  assert.ok(list.height < 150, "the text keeps its room");
});

test("info messages and fixes fit on a phone", async (t) => {
  const rung = await openWith(t, KEPT + SLIPS, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  assert.ok(await rung.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  for (const button of await rung.page.locator(".fix, .fix-all").all()) {
    const { x, width, height } = await button.boundingBox();
    assert.ok(x >= 0 && x + width <= 360 && height >= 32, `${x} ${width} ${height}`);
  }
  await rung.page.getByRole("button", { name: "Apply 3 safe fixes" }).tap();
  assert.match(await rung.text(), /arith\.addi/);
});
