// The lessons about running: what they say that a run shows is what it shows, before a task is done and after.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";
import { readLessons } from "../../web/lessons.mjs";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();
const lessons = await readLessons(await Rung.load());

// Of each lesson, for each step: what a reader sees before doing it, and after.
const SEEN = {
  running: [
    [async (run) => { await run.gives("6"); }, async (run) => { await run.gives("14"); }],
    [async (run) => { await run.gives("14", ["values"]); await run.shows("%sum = 14"); }, async (run) => { await run.gives("4"); await run.shows("%x = 2 ×2"); }],
    [async (run) => {
      await run.field("argument 0", "5");
      await run.gives("120", ["values"]);
      await run.begin();
      await run.on("operation, into calls", 9);
      assert.deepEqual(await run.calls(), ["@factorial line 1", "@factorial line 8", "@factorial line 8"]);
      await run.on("out of the function");
      assert.deepEqual(await run.calls(), ["@factorial line 8", "@factorial line 8"]);
    }, async (run) => { await run.gives("15"); }],
    [async (run) => { await run.gives("1"); }, async (run) => { await run.field("argument 1", "3"); await run.panel.getByText("It gives back 8").waitFor(); }],
  ],
  memory: [
    [async (run) => { await run.ends(); assert.deepEqual(await run.cells(".found table:last-of-type td"), ["0", "1", "4", "9"]); },
      async (run) => { await run.ends(); assert.deepEqual(await run.cells(".found table:last-of-type td"), ["0", "2", "4", "6"]); }],
    [async (run) => { await run.ends(["values"]); await run.box("stride 0", "4"); await run.begin(); await run.panel.getByText("it is not there yet").waitFor(); },
      async (run) => { await run.ends(); await run.box("stride 0", "8"); }],
    [async (run) => { await run.ends(["values"]); await run.written(24); }, async (run) => { await run.ends(); await run.written(20); }],
    [async (run) => {
      await run.ends(["values"]);
      await run.watch("%column");
      await run.box("offset", "1");
      assert.deepEqual(await run.cells(".found td.changed"), ["-1", "-1", "-1"]);
    }, async (run) => { await run.ends(); await run.watch("%column"); await run.box("offset", "3"); }],
    [async (run) => { await run.ends(); assert.deepEqual(await run.changed(12), [0, 5, 10]); }, async (run) => { await run.ends(); assert.deepEqual(await run.changed(12), [3, 6, 9]); }],
  ],
  "wrong-loops": [
    [async (run) => { await run.fails("out-of-bounds access", ["line 9"]); }, async (run) => { await run.gives("3"); }],
    [async (run) => { await run.ends(); await run.said("16 bytes allocated and not freed: line 5"); }, async (run) => { await run.ends(); assert.doesNotMatch(await run.words(), /not freed/); }],
    [async (run) => {
      await run.field("argument 0", "4");
      await run.gives("4");
      assert.equal((await run.words()).match(/8 bytes allocated and not freed/g).length, 4);
    }, async (run) => { await run.gives("4"); assert.doesNotMatch(await run.words(), /not freed/); }],
    [async (run) => { await run.fails("memory is used that was freed before", ["line 10", "line 14", "line 6"]); },
      async (run) => { await run.ends(); assert.deepEqual(await run.cells(".found table:last-of-type td"), ["0", "1", "3", "6"]); }],
  ],
  meaning: [
    [async (run) => { await run.same("After apply-rules the answer is another."); }, async (run) => { await run.same("Every rung gives the same answer."); }],
    [async (run) => { await run.same("After apply-rules the answer is another, not for the arguments in the fields"); }, async (run) => { await run.same("Every rung gives the same answer."); }],
    [async (run) => {
      await run.same("After apply-rules the answer is another, not for the arguments in the fields");
      await run.press("Put them into the fields");
      await run.press("Smaller");
      await run.said("another answer");
      const text = await run.panel.getByLabel("The smaller text").innerText();
      assert.match(text, /arith\.andi/);
      assert.doesNotMatch(text, /shli|muli/);
    }, async (run) => { await run.same("Every rung gives the same answer."); }],
    [async (run) => { await run.same("Every rung gives the same answer."); }, async (run) => { await run.same("Every rung gives the same answer. So it does for"); }],
  ],
  "seen-in-memory": [
    [async (run) => { await run.ends(); assert.deepEqual(await run.changed(4), [1]); }, async (run) => { await run.ends(); assert.deepEqual(await run.changed(4), [1, 2]); }],
    [async (run) => {
      await run.ends(["values"]);
      await run.panel.getByText("argument 0, unchanged").waitFor();
      await run.watch("%m");
      const own = await run.box("aligned", /0x/);
      await run.watch("%a");
      await run.otherBox("aligned", own);
      await run.panel.getByText(/^i32 at 0x/).waitFor();
    }, async (run) => { await run.ends(); assert.deepEqual(await run.changed(4), [1]); }],
    [async (run) => { await run.ends(); await run.panel.getByText("argument 0, unchanged").waitFor(); }, async (run) => { await run.ends(); assert.deepEqual(await run.changed(4), [1]); }],
    [async (run) => {
      await run.ends(["values"]);
      await run.watch("%a");
      const places = new Set();
      await run.begin();
      for (let i = 0; i < 12; i++) {
        await run.on("block");
        places.add(await run.panel.locator(".descriptor").innerText());
      }
      assert.ok(places.size >= 4, `${places.size} places`);
    }, async (run) => { await run.ends(); assert.deepEqual(await run.changed(4), [2, 3]); }],
  ],
};

for (const [id, seen] of Object.entries(SEEN)) {
  const lesson = lessons.find((one) => one.id === id);
  test(`what "${lesson.title}" says of its runs is what is seen`, async (t) => {
    assert.equal(seen.length, lesson.steps.length);
    const rung = await openPage(t);
    await rung.learn("Lessons");
    await rung.page.locator("#guide").getByRole("button", { name: new RegExp(`^${lesson.title}`) }).click();
    const run = reader(rung);
    for (const [i, step] of lesson.steps.entries()) {
      await rung.page.getByTestId("lesson").locator("h3").first().filter({ hasText: step.title }).waitFor();
      await rung.settled();
      if (!await run.panel.isVisible()) await rung.learn("Run");
      await run.panel.locator("#run-function option").first().waitFor({ state: "attached" });
      await seen[i][0](run).catch((error) => { throw new Error(`${step.title}: ${error.message}`, { cause: error }); });
      if (step.solution.text) await rung.setText(step.solution.text);
      if (step.solution.rules) await rung.page.getByTestId("rules").fill(step.solution.rules);
      await rung.page.locator("[data-testid=lesson][data-done=true]").waitFor();
      await rung.settled();
      await seen[i][1](run).catch((error) => { throw new Error(`${step.title}, done: ${error.message}`, { cause: error }); });
      if (i + 1 < lesson.steps.length) await rung.page.locator("#guide").getByRole("button", { name: "Next" }).click();
    }
    assert.deepEqual(rung.consoleErrors, []);
  });
}

function reader({ page }) {
  const panel = page.getByTestId("run");
  const run = {
    panel,
    press: (name) => panel.getByRole("button", { name, exact: true }).click(),
    field: (label, value) => panel.getByLabel(label, { exact: true }).fill(value),
    words: () => panel.locator(".said").innerText(),
    said: (text) => panel.locator(".said").getByText(text).first().waitFor(),
    cells: (selector) => panel.locator(selector).allInnerTexts(),
    async ends(boxes = []) {
      for (const box of boxes) await panel.getByLabel(box).check();
      await run.press("Run");
      await run.said(/^Ran in/);
    },
    async gives(value, boxes) {
      await run.ends(boxes);
      await panel.getByText(`It gives back ${value}`, { exact: true }).waitFor();
    },
    async fails(message, lines) {
      await run.press("Run");
      await run.said(message);
      assert.deepEqual(await panel.locator(".said button.place").allInnerTexts(), lines);
    },
    async same(words) {
      await run.press("Does it mean the same?");
      await run.said(words);
    },
    shows: (text) => page.locator(".run-values", { hasText: text }).first().waitFor(),
    async begin() {
      await panel.getByLabel("Step of the run").focus();
      await page.keyboard.press("Home");
    },
    async on(way, count = 1) {
      await panel.getByLabel("A step is").selectOption(way);
      for (let i = 0; i < count; i++) await panel.getByLabel("A step on").click();
      await page.waitForTimeout(60); // memory follows
    },
    calls: () => panel.getByRole("list", { name: "Calls" }).locator("li").allInnerTexts(),
    watch: async (name) => panel.getByLabel("Watch").selectOption({ label: (await panel.getByLabel("Watch").locator("option").allInnerTexts()).find((label) => label.startsWith(`${name},`)) }),
    async box(name, value) {
      const box = panel.locator(".box", { has: page.getByText(name, { exact: true }) }).locator(".box-value", { hasText: value });
      await box.waitFor();
      return box.innerText();
    },
    otherBox: (name, value) => panel.locator(".box", { has: page.getByText(name, { exact: true }) }).locator(".box-value", { hasNotText: value }).waitFor(),
    // Where the store went, behind the aligned pointer.
    async written(bytes) {
      const aligned = Number(await run.box("aligned", /0x/));
      await panel.getByLabel("A step back").click();
      const [, at] = /memref\.store, at (0x[0-9a-f]+)/.exec(await panel.locator(".step-words").innerText()) ?? [];
      assert.equal(Number(at) - aligned, bytes);
    },
    // Which elements of the argument are others after the run.
    changed: async (count) => {
      const cells = panel.locator(".found table").last().locator("td");
      assert.equal(await cells.count(), count);
      return (await cells.evaluateAll((list) => list.map((cell, i) => (cell.classList.contains("changed") ? i : -1)))).filter((i) => i >= 0);
    },
  };
  return run;
}
