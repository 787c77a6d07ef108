// Running a function of the text: what a reader does in the view "Run".
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const SCALE = `func.func @scale(%m: memref<2x3xf32>, %k: f32, %n: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %x = memref.load %m[%i, %j] : memref<2x3xf32>
      %y = arith.mulf %x, %k : f32
      memref.store %y, %m[%i, %j] : memref<2x3xf32>
      vector.print %y : f32
    }
  }
  %one = arith.constant 1 : i32
  %d = arith.subi %n, %one : i32
  %q = arith.divsi %n, %d : i32
  return %q : i32
}
`;

async function openRun(t, text, output = "llvm", hash = "") {
  const rung = await openPage(t, { hash });
  if (text) {
    await rung.setText(text);
    await rung.choose(output);
    await rung.settled();
    await rung.page.locator("#run-button").click();
  }
  const panel = rung.page.getByTestId("run");
  const press = (name) => panel.getByRole("button", { name, exact: true }).click();
  await panel.locator("#run-function option").first().waitFor({ state: "attached" });
  return { rung, panel, press, said: panel.locator(".said") };
}

test("a function runs with given arguments: what it prints, gives back and leaves in memory is shown", async (t) => {
  const { rung, panel, press, said } = await openRun(t, SCALE);
  await press("Run");
  await said.getByText(/^Ran in/).waitFor();
  assert.equal(await panel.locator(".printed").innerText(), "0\n3\n6\n9\n12\n15\n");
  assert.match(await panel.locator(".found").innerText(), /It gives back 1/);
  assert.deepEqual(await panel.locator("table").last().locator("td").allInnerTexts(), ["0", "3", "6", "9", "12", "15"]);
  assert.equal(await panel.locator("table").last().locator("td.changed").count(), 5);
  await panel.getByLabel("argument 1").fill("-0.5");
  await press("Run");
  await panel.getByText("-2.5").first().waitFor();
  await panel.getByLabel("argument 1").fill("many");
  await press("Run");
  await said.getByText("“many” is no number").waitFor();
  assert.deepEqual(rung.consoleErrors, []);
});

test("a quick run follows each keystroke and each argument; a text with errors keeps what was, and says so", async (t) => {
  const { rung, panel, press, said } = await openRun(t, `func.func @main(%a: i64, %m: memref<2xi64>) -> i64 {
  %k = arith.constant 10 : i64
  %0 = arith.muli %a, %k : i64
  vector.print %0 : i64
  return %0 : i64
}
`);
  const old = panel.getByRole("status");
  await panel.getByLabel("argument 0").fill("4");
  await panel.getByText("It gives back 40").waitFor({ state: "detached" }); // nothing runs before it is asked for
  await press("Run");
  await panel.getByText("It gives back 40").waitFor();
  // At the end of the constant: 10 becomes 107, a letter at a time.
  const type = async (line, text) => {
    await rung.content.evaluate((node, [number, typed]) => {
      const { view } = node.cmTile, { to } = view.state.doc.line(number);
      view.dispatch({ selection: { anchor: to - " : i64".length } });
      view.focus();
    }, [line, text]);
    await rung.page.keyboard.type(text);
  };
  await type(2, "7");
  await panel.getByText("It gives back 428").waitFor();
  assert.equal(await panel.locator(".printed").innerText(), "428\n");
  assert.equal(await old.isVisible(), false);
  await panel.getByLabel("argument 0").fill("5");
  await panel.getByText("It gives back 535").waitFor();
  // What is no number, or no text, changes nothing.
  await panel.getByLabel("argument 0").fill("five");
  await old.getByText("“five” is no whole number").waitFor();
  await panel.getByText("It gives back 535").waitFor();
  await panel.getByLabel("argument 0").fill("6");
  await panel.getByText("It gives back 642").waitFor();
  await type(2, "x");
  await old.getByText("The text has errors: this is of the text before.").waitFor();
  assert.equal(await panel.getByText("It gives back 642").isVisible(), true);
  assert.equal(await panel.locator("#run-function").inputValue(), "main");
  await rung.page.keyboard.press("Backspace");
  await old.waitFor({ state: "hidden" });
  await panel.getByText("It gives back 642").waitFor();
  // Another argument: those of the same type keep their values.
  await rung.setText((await rung.text()).replace("%m: memref<2xi64>", "%b: f32"));
  await panel.getByLabel("argument 1", { exact: true }).waitFor();
  assert.equal(await panel.getByLabel("argument 0").inputValue(), "6");
  await panel.getByText("argument 1, unchanged").waitFor({ state: "detached" });
  await panel.getByText("It gives back 642").waitFor();
  // It can be turned off, and a link knows.
  await panel.getByLabel("at each keystroke").uncheck();
  await type(2, "0");
  await old.getByText("This is of before.").waitFor();
  await panel.getByText("It gives back 642").waitFor();
  const { hash } = new URL(await rung.shareLink());
  const other = await openRun(t, null, "", hash);
  assert.equal(await other.panel.getByLabel("at each keystroke").isChecked(), false);
  await panel.getByLabel("at each keystroke").check();
  await panel.getByText("It gives back 6420").waitFor();
  assert.deepEqual(rung.consoleErrors, []);
});

test("a keystroke that makes a loop endless, or a run that takes long, does not hold up what is typed", async (t) => {
  const { rung, panel, press, said } = await openRun(t, `func.func @main(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {
    %b = arith.xori %a, %i : index
    %c = arith.addi %b, %c1 : index
    %d = arith.muli %c, %c : index
    %e = arith.remui %d, %n : index
    scf.yield %e : index
  }
  return %s : index
}
`);
  await press("Run");
  await said.getByText(/^Ran in/).waitFor();
  await panel.getByLabel("argument 0").fill("30000000000");
  await said.getByText("it was stopped after a second").waitFor();
  await panel.getByLabel("argument 0").fill("3");
  await panel.getByRole("status").getByText("it took too long to be run at each keystroke").waitFor();
  await press("Run");
  await said.getByText(/^Ran in/).waitFor();
  // Typed while runs come and go: each letter is there at once.
  await rung.content.click();
  await rung.page.keyboard.press("Control+End");
  await rung.page.evaluate(() => {
    globalThis.slowest = 0;
    new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) globalThis.slowest = Math.max(globalThis.slowest, duration); }).observe({ type: "event", durationThreshold: 16 });
  });
  await rung.page.keyboard.type("// a comment that is typed as fast as one types", { delay: 40 });
  assert.match(await rung.text(), /a comment that is typed as fast as one types$/);
  const slowest = await rung.page.evaluate(() => globalThis.slowest);
  t.diagnostic(`the slowest keystroke took ${slowest} ms to be drawn`);
  assert.ok(slowest < 400, `${slowest} ms`);
  assert.deepEqual(rung.consoleErrors, []);
});

test("a fault says what happened, with a way to its line, and the next run is a new one", async (t) => {
  const { rung, panel, press, said } = await openRun(t, SCALE);
  await panel.getByLabel("argument 2").fill("1");
  await press("Run");
  await said.getByText("division by zero").waitFor();
  await said.getByRole("button", { name: "line 16" }).click();
  assert.match(await rung.content.evaluate((node) => { const { state } = node.cmTile.view; return state.doc.lineAt(state.selection.main.head).text; }), /arith\.divsi/);
  await panel.getByLabel("argument 2").fill("3");
  await press("Run");
  await said.getByText(/^Ran in/).waitFor();
});

test("with checks an access behind a memref's end is a fault", async (t) => {
  const { panel, press, said } = await openRun(t, `func.func @at(%m: memref<?xi32>, %i: index) -> i32 {
  %x = memref.load %m[%i] : memref<?xi32>
  return %x : i32
}
`);
  await panel.getByLabel("argument 1").fill("4");
  await press("Run");
  await said.getByText("out-of-bounds access").waitFor();
  await said.getByRole("button", { name: "line 2" }).waitFor();
  await panel.getByLabel("argument 1").fill("3");
  await press("Run");
  await panel.getByText("It gives back 3").waitFor();
});

test("what is not freed is named, what is freed twice is a fault", async (t) => {
  const { rung, press, said } = await openRun(t, "func.func @main(%i: index) -> i64 {\n  %m = memref.alloc() : memref<4xi64>\n  %x = memref.load %m[%i] : memref<4xi64>\n  return %x : i64\n}\n");
  await press("Run");
  await said.getByText("32 bytes allocated and not freed:").waitFor();
  await said.getByRole("button", { name: "line 2" }).waitFor();
  await rung.setText("func.func @main() {\n  %m = memref.alloc() : memref<4xi64>\n  memref.dealloc %m : memref<4xi64>\n  memref.dealloc %m : memref<4xi64>\n  return\n}\n");
  await rung.settled();
  await press("Run");
  await said.getByText("memory is freed that was freed before").waitFor();
  await said.getByRole("button", { name: "line 4" }).waitFor();
});

test("what is used after it was freed is a fault: the lines of the access, of the freeing and of the allocation are a click away", async (t) => {
  const { rung, said, panel, press } = await openRun(t, `func.func @main(%i: index) -> i64 {
  %x = arith.constant 5 : i64
  %m = memref.alloc() : memref<4xi64>
  memref.store %x, %m[%i] : memref<4xi64>
  memref.dealloc %m : memref<4xi64>
  %y = memref.load %m[%i] : memref<4xi64>
  return %y : i64
}
`);
  await press("Run");
  await said.getByText("memory is used that was freed before").waitFor();
  assert.deepEqual(await said.locator("button.place").allInnerTexts(), ["line 6", "line 5", "line 3"]);
  assert.match(await said.innerText(), /freed in line 5\s+allocated in line 3/);
  await said.getByRole("button", { name: "line 5" }).click();
  assert.match(await rung.content.evaluate((node) => { const { state } = node.cmTile.view; return state.doc.lineAt(state.selection.main.head).text; }), /memref\.dealloc/);
  // Without checks nobody looks.
  await panel.getByLabel("checks").uncheck();
  await press("Run");
  await said.getByText(/^Ran in/).waitFor();
  assert.deepEqual(rung.consoleErrors, []);
});

test("an endless loop is stopped by a button, and harms nothing", async (t) => {
  const { rung, panel, press, said } = await openRun(t, `func.func @main() {
  cf.br ^loop
^loop:
  cf.br ^loop
}
func.func @next(%a: i64) -> i64 {
  return %a : i64
}
`);
  await press("Run");
  await rung.page.waitForTimeout(200);
  const begin = Date.now();
  await press("Stop");
  await said.getByText("it was stopped").waitFor();
  assert.ok(Date.now() - begin < 1000, `it took ${Date.now() - begin} ms`);
  await panel.locator("#run-function").selectOption("next");
  await panel.getByLabel("argument 0").fill("-7");
  await press("Run");
  await panel.getByText("It gives back -7").waitFor();
  assert.deepEqual(rung.consoleErrors, []);
});

test("the pass that breaks the meaning is named", async (t) => {
  const { rung, panel, press, said } = await openRun(t, `func.func @main(%a: i32) -> i32 {
  %two = arith.constant 2 : i32
  %0 = arith.addi %a, %two : i32
  return %0 : i32
}
`);
  await press("Does it mean the same?");
  await said.getByText("Every rung gives the same answer.").waitFor();
  // A rule of the reader's own, and a wrong one.
  await rung.page.locator(".menu summary", { hasText: "Options" }).click();
  await rung.page.getByRole("button", { name: "Write rewrite rules" }).click();
  await rung.page.getByTestId("rules").fill("rules mine greedy\n  constants arith.constant\n\nrule wrong: arith.addi(x, #2) => arith.addi(x, #3)\n");
  await rung.applyRules();
  await press("Does it mean the same?");
  await said.getByText("After apply-rules the answer is another.").waitFor();
  await panel.getByRole("listitem").filter({ hasText: "another answer" }).first().waitFor();
});

test("examples run: a matrix product in three ways gives the same, a glider moves", async (t) => {
  const rung = await openPage(t);
  const panel = rung.page.getByTestId("run");
  const press = (name) => panel.getByRole("button", { name, exact: true }).click();
  const open = async (id) => {
    await rung.chooseExample(id);
    await rung.settled();
    await panel.locator("#run-function option").first().waitFor({ state: "attached" });
  };
  await open("three-ways");
  await press("Run");
  await panel.locator(".said").getByText(/^Ran in/).waitFor();
  const after = panel.locator("table", { has: rung.page.getByText(/^after/) });
  assert.equal(await after.count(), 3);
  for (let i = 0; i < 3; i++) assert.deepEqual(await after.nth(i).locator("td").allInnerTexts(), ["15", "18", "21", "42", "54", "66", "69", "90", "111"]);
  await open("life");
  await panel.getByLabel("values").check();
  await press("Run");
  await panel.locator(".said").getByText(/^Ran in/).waitFor();
  // A glider is itself after four steps, one row down and one column to the right.
  const alive = (table) => table.locator("td").evaluateAll((cells) => cells.flatMap((cell, i) => (cell.textContent === "1" ? [i] : [])));
  assert.deepEqual(await alive(panel.locator(".found .memrefs").first().locator("table", { has: rung.page.getByText(/^after/) })), [1, 10, 16, 17, 18].map((i) => i + 9));
  // And while one steps out of each call.
  await panel.getByLabel("Step of the run").focus();
  await rung.page.keyboard.press("Home");
  await panel.getByLabel("Watch").selectOption({ label: (await panel.getByLabel("Watch").locator("option").allInnerTexts()).find((label) => label.startsWith("%b,")) });
  await panel.getByLabel("A step is").selectOption("operation, over calls");
  while (!/a call of @step/.test(await panel.locator(".step-words").innerText())) await panel.getByLabel("A step on").click();
  await panel.getByLabel("A step on").click();
  await rung.page.waitForFunction(() => [...document.querySelectorAll(".watch td")].filter((cell) => cell.textContent === "1").length === 5);
  assert.deepEqual(rung.consoleErrors, []);
});

test("what breaks the meaning of some arguments only is found by random ones, which can be put into the fields", async (t) => {
  const { rung, panel, press, said } = await openRun(t, `func.func @half(%x: i32, %m: memref<?xi8>, %v: vector<2xf32>) -> i32 {
  %two = arith.constant 2 : i32
  %0 = arith.divsi %x, %two : i32
  return %0 : i32
}
`);
  await press("Does it mean the same?");
  await said.getByText("Every rung gives the same answer. So it does for 16 sets of random arguments.").waitFor();
  await rung.page.locator(".menu summary", { hasText: "Options" }).click();
  await rung.page.getByRole("button", { name: "Write rewrite rules" }).click();
  await rung.page.getByTestId("rules").fill("rules mine greedy\n  constants arith.constant\n\nrule half: arith.divsi(x, #2) => arith.shrsi(x, #1)\n");
  await rung.applyRules();
  // With 2 every rung says 1; with an odd number below zero the rule rounds another way.
  await press("Does it mean the same?");
  await said.getByText("After apply-rules the answer is another, not for the arguments in the fields, but for these:").waitFor();
  const words = await said.innerText();
  const [, given] = /argument 0: (-\d+); argument 1: \d+, random with seed \d+; argument 2: \[\S+, \S+\]/.exec(words) ?? [];
  assert.equal(Math.abs(Number(given) % 2), 1, words);
  await press("Put them into the fields");
  assert.equal(await panel.getByLabel("argument 0", { exact: true }).inputValue(), given);
  assert.equal(await panel.getByLabel("elements of argument 1").inputValue(), "random");
  await press("Does it mean the same?");
  await said.getByText(/^After apply-rules the answer is another\.$/).waitFor();
  assert.deepEqual(rung.consoleErrors, []);
});

test("random arguments that are a fault in the text itself say nothing of its passes", async (t) => {
  const { panel, press, said } = await openRun(t, `func.func @at(%m: memref<2xi32>, %i: index, %d: i32) -> i32 {
  %x = memref.load %m[%i] : memref<2xi32>
  %q = arith.divsi %x, %d : i32
  return %q : i32
}
`);
  await panel.getByLabel("argument 1").fill("1");
  await press("Does it mean the same?");
  await said.getByText(/^Every rung gives the same answer\. So it does for \d+ sets? of random arguments; \d+ others? would be a fault in the text itself\.$/).waitFor();
});

test("nothing of it is fetched before it is opened, and a link holds function and arguments", async (t) => {
  const asked = [];
  const rung = await openPage(t, { prepare: (page) => page.on("request", (request) => asked.push(request.url())) });
  await rung.setText(SCALE);
  await rung.choose("llvm");
  await rung.settled();
  assert.deepEqual(asked.filter((url) => /runtime|run-worker|panel/.test(url)), []);
  await rung.page.locator("#run-button").click();
  const panel = rung.page.getByTestId("run");
  await panel.getByLabel("argument 1").fill("2.25");
  await panel.getByLabel("elements of argument 0").selectOption("ones");
  const { hash } = new URL(await rung.shareLink());
  const other = await openRun(t, null, "", hash);
  assert.equal(await other.panel.getByLabel("argument 1").inputValue(), "2.25");
  assert.equal(await other.panel.getByLabel("elements of argument 0").inputValue(), "ones");
});

test("values stand beside their lines, and the run is gone through backwards and forwards", async (t) => {
  const { rung, panel, press, said } = await openRun(t, `func.func @main(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {
    %b = arith.muli %i, %i : index
    %d = arith.addi %a, %b : index
    scf.yield %d : index
  }
  return %s : index
}
`);
  await panel.getByLabel("argument 0").fill("4");
  await panel.getByLabel("values").check();
  await press("Run");
  await said.getByText(/^Ran in/).waitFor();
  const shown = () => rung.content.locator(".run-values").allInnerTexts();
  assert.deepEqual(await shown(), ["%n = 4", "%i = 4, %a = 14 ×10", "%b = 9 ×4", "%d = 14 ×4"]);
  assert.equal(await panel.locator(".step-words").innerText(), "20 steps");
  for (let i = 0; i < 4; i++) await panel.getByLabel("A step back").click();
  assert.equal(await panel.locator(".step-words").innerText(), "step 16, line 5: %b = 9");
  assert.deepEqual(await shown(), ["%n = 4", "%i = 3, %a = 5 ×8", "%b = 9 ×4", "%d = 5 ×3"]);
  await panel.getByLabel("A step on").click();
  assert.equal(await panel.locator(".step-words").innerText(), "step 17, line 6: %d = 14");
  // They are of the text that ran.
  await panel.getByLabel("at each keystroke").uncheck();
  await rung.content.click();
  await rung.page.keyboard.type(" ");
  assert.deepEqual(await shown(), []);
});

const FACTORIAL = `func.func @factorial(%n: i64) -> i64 {
  %one = arith.constant 1 : i64
  %small = arith.cmpi sle, %n, %one : i64
  %r = scf.if %small -> (i64) {
    scf.yield %one : i64
  } else {
    %m = arith.subi %n, %one : i64
    %f = func.call @factorial(%m) : (i64) -> i64
    %p = arith.muli %n, %f : i64
    scf.yield %p : i64
  }
  return %r : i64
}
func.func @main(%n: i64) -> i64 {
  %f = call @factorial(%n) : (i64) -> i64
  %g = arith.addi %f, %n : i64
  return %g : i64
}
`;

test("a run is gone through by operations, over calls, out of functions and by blocks, with the calls on show", async (t) => {
  const { rung, panel, press } = await openRun(t, FACTORIAL);
  await panel.locator("#run-function").selectOption("main");
  await panel.getByLabel("argument 0").fill("3");
  await panel.getByLabel("values").check();
  await press("Run");
  await panel.getByText("It gives back 9").waitFor();
  const words = () => panel.locator(".step-words").innerText();
  const calls = () => panel.getByRole("list", { name: "Calls" }).locator("li").allInnerTexts();
  const on = async (way, times = 1) => {
    await panel.getByLabel("A step is").selectOption(way);
    for (let i = 0; i < times; i++) await panel.getByLabel("A step on").click();
    return words();
  };
  const back = async (way) => {
    await panel.getByLabel("A step is").selectOption(way);
    await panel.getByLabel("A step back").click();
    return words();
  };
  const lines = async () => (await rung.content.locator(".run-values").allInnerTexts()).join("; ");
  assert.equal(await panel.getByRole("list", { name: "Calls" }).isHidden(), true, "at the end nothing is active");
  await panel.getByLabel("Step of the run").focus();
  await rung.page.keyboard.press("Home");
  assert.equal(await words(), "before the first");
  assert.match(await on("operation, into calls"), /line 14: %n = 3$/);
  assert.match(await on("operation, into calls"), /line 15: a call of @factorial$/);
  // Into it, and into the calls within.
  assert.match(await on("operation, into calls"), /line 1: %n = 3$/);
  assert.match(await on("operation, into calls", 3), /line 8: a call of @factorial$/);
  assert.match(await on("operation, into calls", 2), /line 3: %small = 0$/);
  assert.deepEqual(await calls(), ["@factorial line 3", "@factorial line 8", "@main line 15"]);
  // Values are those of the activation at hand: %n is 2 here, and %m is none yet.
  assert.match(await lines(), /^%n = 2 ×2; %small = 0 ×2; %n = 3/);
  assert.match(await on("out of the function"), /line 8: %f = 2$/);
  assert.deepEqual(await calls(), ["@factorial line 8", "@main line 15"]);
  assert.match(await lines(), /^%n = 3 ×3; /);
  assert.match(await back("out of the function"), /line 15: a call of @factorial$/);
  assert.match(await on("operation, over calls"), /line 15: %f = 6$/);
  assert.deepEqual(await calls(), ["@main line 15"]);
  assert.match(await back("operation, over calls"), /line 15: a call of @factorial$/);
  // By blocks: the function's, the else's, the next call's.
  assert.match(await on("block"), /line 1: %n = 3$/);
  assert.match(await on("block"), /line 7: %m = 2$/);
  assert.match(await on("block"), /line 1: %n = 2$/);
  assert.match(await back("block"), /line 7: %m = 2$/);
  await panel.getByRole("list", { name: "Calls" }).getByRole("button", { name: "line 15" }).click();
  assert.match(await rung.content.evaluate((node) => { const { state } = node.cmTile.view; return state.doc.lineAt(state.selection.main.head).text; }), /call @factorial\(%n\)/);
  // A link holds the step.
  const { hash } = new URL(await rung.shareLink());
  const other = await openRun(t, null, "", hash);
  await other.press("Run");
  await other.panel.getByText("It gives back 9").waitFor();
  assert.equal(await other.panel.locator(".step-words").innerText(), await words());
  assert.equal(await other.panel.getByLabel("A step is").inputValue(), "block");
  assert.deepEqual(rung.consoleErrors, []);
});

test("a fault shows the calls that led to it, and the last step", async (t) => {
  const { rung, panel, press, said } = await openRun(t, `func.func private @by(%a: i32, %b: i32) -> i32 {
  %q = arith.divsi %a, %b : i32
  return %q : i32
}
func.func @main(%a: i32) -> i32 {
  %zero = arith.subi %a, %a : i32
  %q = call @by(%a, %zero) : (i32, i32) -> i32
  return %q : i32
}
`);
  await panel.locator("#run-function").selectOption("main");
  await panel.getByLabel("values").check();
  await press("Run");
  await said.getByText("division by zero").waitFor();
  assert.deepEqual(await panel.getByRole("list", { name: "Calls" }).locator("li").allInnerTexts(), ["@by line 1", "@main line 7"]);
  // Of very many calls the first and the last are shown.
  await rung.setText("func.func @main(%a: i32) -> i32 {\n  %b = arith.addi %a, %a : i32\n  %q = call @main(%b) : (i32) -> i32\n  %r = arith.addi %q, %b : i32\n  return %r : i32\n}\n");
  await rung.settled();
  await press("Run");
  await said.getByText("too many calls").waitFor();
  const calls = await panel.getByRole("list", { name: "Calls" }).locator("li").allInnerTexts();
  assert.equal(calls.length, 13);
  assert.match(calls[10], /^[\d,]+ calls$/);
});

test("memory is watched step by step: a memref's descriptor and elements, and what lies at an address", async (t) => {
  const { rung, panel, press, said } = await openRun(t, `func.func @fill(%m: memref<?x2xi16>, %k: i16) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?x2xi16>
  %d = memref.alloc() : memref<3xf64>
  %x = arith.constant 1.5 : f64
  scf.for %i = %c0 to %n step %c1 {
    memref.store %k, %m[%i, %c1] : memref<?x2xi16>
    memref.store %x, %d[%i] : memref<3xf64>
  }
  memref.dealloc %d : memref<3xf64>
  return
}
`);
  await panel.getByLabel("size 0 of argument 0").fill("3");
  await panel.getByLabel("argument 1").fill("-9");
  await panel.getByLabel("values").check();
  await press("Run");
  await said.getByText(/^Ran in/).waitFor();
  const watch = panel.locator(".watch");
  const cells = () => watch.locator("td").allInnerTexts();
  const shows = (expected, selector = "td") => rung.page.waitForFunction(([wanted, which]) =>
    JSON.stringify([...document.querySelectorAll(`.watch ${which}`)].map((cell) => cell.textContent)) === wanted, [JSON.stringify(expected), selector]);
  const step = (label) => panel.getByLabel(label).click();
  assert.deepEqual(await panel.getByLabel("Watch").locator("option").allInnerTexts(), ["%m, line 1", "%d, line 5", "an address"]);
  await shows(["0", "-9", "2", "-9", "4", "-9"]);
  const boxes = await watch.locator(".box").allInnerTexts();
  assert.match(boxes.join(" ").replace(/\s+/g, " "), /^allocated 0x[0-9a-f]+ aligned 0x[0-9a-f]+ offset 0 size 0 3 size 1 2 stride 0 2 stride 1 1$/);
  // Back before the last store into it. Behind it come the other store, the end of the loop, the freeing and the return.
  for (let i = 0; i < 5; i++) await step("A step back");
  assert.match(await panel.locator(".step-words").innerText(), /line 7: %i = 2$/);
  await shows(["0", "-9", "2", "-9", "4", "5"]);
  await step("A step on");
  assert.match(await panel.locator(".step-words").innerText(), /line 8: memref.store, at 0x[0-9a-f]+$/);
  await shows(["0", "-9", "2", "-9", "4", "-9"]);
  await shows(["-9"], "td.changed");
  // The other one, of another type; at first it is not there.
  await panel.getByLabel("Watch").selectOption("%d, line 5");
  await watch.getByText(/^f64 at 0x[0-9a-f]+: 3$/).waitFor();
  assert.deepEqual((await cells()).slice(0, 2), ["1.5", "1.5"]);
  await panel.getByLabel("Step of the run").focus();
  await rung.page.keyboard.press("Home");
  await watch.getByText("it is not there yet").waitFor();
  // Bytes at an address: that of the argument, in other elements.
  await panel.getByLabel("Watch").selectOption("an address");
  await panel.getByLabel("Address").fill(/0x[0-9a-f]+/.exec(boxes[1])[0]);
  await panel.getByLabel("Elements are").selectOption("i16");
  await watch.getByText(/^i16 at 0x[0-9a-f]+: 32$/).waitFor();
  assert.deepEqual((await cells()).slice(0, 6), ["0", "1", "2", "3", "4", "5"]);
  await panel.getByLabel("Elements are").selectOption("byte");
  await watch.getByText(/^byte at 0x[0-9a-f]+: 64$/).waitFor();
  assert.deepEqual((await cells()).slice(0, 6), ["0", "0", "1", "0", "2", "0"]);
  await panel.getByLabel("Address").fill("here");
  await watch.getByText("an address is a number").waitFor();
  await panel.getByLabel("Address").fill("0xffffffff0");
  await watch.getByText(/^byte at 0xffffffff0/).waitFor();
  // The program can be run again while memory is asked for.
  await press("Run");
  await said.getByText(/^Ran in/).waitFor();
  assert.deepEqual(rung.consoleErrors, []);
});

test("a reader's way: an example is run with other numbers, gone through, broken by a rule, found out, shared and opened", async (t) => {
  const rung = await openPage(t);
  await rung.chooseExample("prefix-sum");
  await rung.settled();
  const panel = rung.page.getByTestId("run");
  const press = (name) => panel.getByRole("button", { name, exact: true }).click();
  await panel.locator("#run-function option").first().waitFor({ state: "attached" });
  await press("Run");
  await panel.getByText("It gives back 45").waitFor();
  await panel.getByLabel("size 0 of argument 0").fill("4");
  await panel.getByLabel("values").check();
  await press("Run");
  await panel.getByText("It gives back 6").waitFor();
  for (let i = 0; i < 4; i++) await panel.getByLabel("A step back").click();
  assert.match(await panel.locator(".step-words").innerText(), /^step \d+, line \d+: %\w+ = \d+$/);
  await rung.page.locator(".menu summary", { hasText: "Options" }).click();
  await rung.page.getByRole("button", { name: "Write rewrite rules" }).click();
  await rung.page.getByTestId("rules").fill("rules mine greedy\n\nrule wrong: arith.addi(x, y) => arith.subi(x, y)\n");
  await rung.applyRules();
  await press("Does it mean the same?");
  await panel.locator(".said").getByText("After apply-rules the answer is another.").waitFor();
  const { hash } = new URL(await rung.shareLink());
  const other = await openPage(t, { hash });
  await other.settled();
  const opened = other.page.getByTestId("run");
  await opened.locator("#run-function option").first().waitFor({ state: "attached" });
  assert.equal(await opened.getByLabel("size 0 of argument 0").inputValue(), "4");
  await opened.getByRole("button", { name: "Run", exact: true }).click();
  await opened.getByText("It gives back 6").waitFor();
  assert.deepEqual(rung.consoleErrors.concat(other.consoleErrors), []);
});

test("the smaller text has the same fault: a pass that fails, another answer", async (t) => {
  const { rung, panel, press, said } = await openRun(t, `func.func @main(%a: i32) -> i32 {
  %two = arith.constant 2 : i32
  %0 = arith.addi %a, %two : i32
  %1 = arith.muli %0, %a : i32
  return %1 : i32
}
func.func @other(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}
`);
  await press("Smaller");
  await said.getByText("Nothing is wrong with it").waitFor();
  await rung.page.locator(".menu summary", { hasText: "Options" }).click();
  await rung.page.getByRole("button", { name: "Write rewrite rules" }).click();
  await rung.page.getByTestId("rules").fill("rules mine greedy\n  constants arith.constant\n\nrule wrong: arith.addi(x, #2) => arith.addi(x, #3)\n");
  await rung.applyRules();
  await press("Smaller");
  await said.getByText(/^another answer/).waitFor({ timeout: 60_000 });
  const text = await panel.getByLabel("The smaller text").innerText();
  assert.match(text, /arith\.addi/);
  assert.doesNotMatch(text, /@other|muli/);
  assert.match(await panel.locator(".found").innerText(), /^builtin\.module\(apply-rules\)$/m);
  await panel.getByRole("button", { name: "Put it into the editor" }).click();
  await rung.settled();
  assert.match(await rung.text(), /arith\.addi/);
  assert.deepEqual(rung.consoleErrors, []);
});
