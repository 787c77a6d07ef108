// The lessons on the page: each done to its end by typing and clicking, and what becomes of the reader's own text meanwhile.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Rung } from "../../wasm/rung.js";
import { readLessons } from "../../web/lessons.mjs";
import { encodeState } from "../../web/src/core/share.js";
import { CONTROLS } from "../../web/src/teach/lessons/controls.js";
import { LOOKS, assertAccessible } from "./axe.mjs";
import { openPage, site, useBrowser } from "./browser.mjs";

useBrowser();
const lessons = await readLessons(await Rung.load());
const OWN = "func.func @own() {\n  return\n}\n";

// The page with a text of the reader's own, and words for what a reader of lessons does.
async function openLearner(t, options) {
  const rung = await openPage(t, options);
  const { page } = rung;
  const panel = page.getByTestId("lesson");
  const button = (name) => page.locator("#guide").getByRole("button", { name, exact: typeof name === "string" });
  const menu = page.locator("details.menu", { has: page.getByTestId("edition") });
  const inMenu = async (act) => {
    await menu.locator("summary").click();
    await act();
    await page.keyboard.press("Escape");
  };
  const learner = {
    ...rung, rung, page, panel, button,
    contents: () => rung.learn("Lessons"),
    leave: () => page.getByRole("button", { name: "Close the guide" }).click(),
    name: () => page.locator("#text-name").textContent(),
    heading: () => panel.locator("h3").first(),
    done: () => page.locator("[data-testid=lesson][data-done=true]").waitFor(),
    async open({ title }) {
      if (!await panel.locator(".entry").first().isVisible()) await learner.contents();
      await button(new RegExp(`^${title}`)).click();
    },
    async solve({ text, dialect, rules, output, pipeline, edition, rung: pass, lab }) {
      if (dialect !== undefined) {
        if (!await page.getByTestId("dialect").isVisible()) await inMenu(() => page.getByRole("button", { name: "Define a dialect …" }).click());
        await page.getByTestId("dialect").fill(dialect);
      }
      if (rules !== undefined) {
        if (!await page.getByTestId("rules").isVisible()) await inMenu(() => page.getByRole("button", { name: "Write rewrite rules …" }).click());
        await page.getByTestId("rules").fill(rules);
      }
      if (text !== undefined) await rung.setText(text);
      if (output !== undefined) await rung.pipeline.selectOption(output);
      if (pipeline !== undefined) await (await rung.pipelineText()).fill(pipeline);
      if (edition !== undefined) await inMenu(() => page.getByTestId("edition").selectOption(edition));
      if (pass !== undefined) {
        const aim = page.getByTestId("ladder").locator(".rung", { has: page.getByText(pass, { exact: true }) });
        if (!await aim.isVisible()) await page.getByRole("button", { name: "Edit the pipeline" }).click(); // the ladder comes back
        await aim.click();
      }
      if (lab?.type !== undefined) await page.getByTestId("lab").getByLabel("Type", { exact: true }).fill(lab.type);
      if (lab?.options?.barePointers) await page.getByTestId("lab").getByLabel("Functions take").selectOption("bare");
      if (lab?.options?.indexBits) await page.getByTestId("lab").locator("label", { hasText: /^index/ }).locator("select").selectOption(String(lab.options.indexBits));
    },
  };
  await rung.content.waitFor({ state: "attached" });
  return learner;
}

// One reader does them all, one after the other; after one that fails, the next has a page of its own.
let learner, closing = [];
after(() => Promise.all(closing.map((close) => close())));

for (const lesson of lessons) {
  test(`a reader does "${lesson.title}" to its end`, async () => {
    const reader = learner ?? await openLearner({ after: (close) => closing.push(close) });
    learner = null;
    await reader.open(lesson);
    for (const [i, step] of lesson.steps.entries()) {
      await reader.heading().filter({ hasText: step.title }).waitFor();
      await reader.rung.settled();
      if (step.task) {
        assert.equal(await reader.panel.getAttribute("data-done"), "false", step.title);
        await reader.solve(step.solution);
        await reader.done();
      }
      if (i < lesson.steps.length - 1) await reader.button("Next").click();
    }
    await reader.button("All lessons").first().click();
    await reader.panel.locator(".entry", { hasText: lesson.title }).filter({ hasText: /done$/ }).waitFor();
    assert.deepEqual(reader.rung.consoleErrors, []);
    learner = reader;
  });
}

test("a lesson keeps the reader's own text, and leaving brings it back with everything around it", async (t) => {
  const reader = await openLearner(t);
  await reader.rung.setText(OWN);
  await reader.rung.pipeline.selectOption("generic");
  await reader.open(lessons[11]);
  await reader.page.waitForFunction(() => document.querySelector(".editor .cm-content").textContent.includes("scf.for"));
  await reader.leave();
  await reader.page.waitForFunction(() => document.querySelector(".editor .cm-content").textContent.includes("@own"));
  assert.equal(await reader.rung.text(), OWN);
  assert.equal(await reader.rung.pipeline.inputValue(), "generic");
});

test("the page loaded again is at the same step, with what the reader did there; leaving gives the own text back", async (t) => {
  const reader = await openLearner(t);
  await reader.rung.setText(OWN);
  await reader.open(lessons[11]);
  await reader.button("Next").click();
  await reader.solve(lessons[11].steps[1].solution);
  await reader.rung.moveTo(0);
  await reader.page.keyboard.type("// mine\n");
  const text = await reader.rung.text();
  await reader.page.reload();
  await reader.heading().filter({ hasText: lessons[11].steps[1].title }).waitFor();
  await reader.rung.settled();
  assert.equal(await reader.rung.text(), text);
  assert.equal(await reader.page.getByTestId("ladder").locator(".name[aria-current=true]").textContent(), "convert-scf-to-cf");
  assert.equal(await reader.name(), `Lesson 12: ${lessons[11].title}`);
  await reader.leave();
  await reader.page.waitForFunction(() => document.querySelector(".editor .cm-content").textContent.includes("@own"));
  assert.equal(await reader.rung.text(), OWN);
  assert.equal(await reader.name(), "own");
  await reader.page.reload();
  await reader.rung.settled();
  assert.equal(await reader.rung.text(), OWN, "and it is not in the lesson any more");
  assert.equal(await reader.panel.count(), 0);
});

test("the type lab of a lesson is after a reload as it was", async (t) => {
  const reader = await openLearner(t);
  await reader.open(lessons[9]);
  await reader.solve({ lab: { type: "memref<3xf64>", options: { barePointers: true } } });
  await reader.page.locator("#lab-pane svg").first().waitFor();
  await reader.page.reload();
  await reader.heading().filter({ hasText: lessons[9].steps[0].title }).waitFor();
  await reader.page.waitForFunction(() => document.querySelector(".lab-type")?.value === "memref<3xf64>");
  assert.equal(await reader.page.getByLabel("Functions take").inputValue(), "bare");
});

test("on a first visit a lesson that is loaded again leads back to the first text, which is not seen before", async (t) => {
  const reader = await openLearner(t);
  await reader.rung.settled();
  await reader.open(lessons[0]);
  await reader.page.reload();
  assert.equal(await reader.page.evaluate(() => "fresh" in document.documentElement.dataset), false);
  await reader.heading().filter({ hasText: lessons[0].steps[0].title }).waitFor();
  await reader.leave();
  await reader.page.waitForFunction(() => document.querySelector(".editor .cm-content").textContent.includes("@scale"));
  assert.equal(await reader.name(), "scale");
});

test("while a lesson is open the text is called by it, and by its own name after", async (t) => {
  const reader = await openLearner(t);
  await reader.rung.setText(OWN);
  await reader.open(lessons[1]);
  await reader.heading().filter({ hasText: lessons[1].steps[0].title }).waitFor();
  assert.equal(await reader.name(), `Lesson 2: ${lessons[1].title}`);
  await reader.leave();
  assert.equal(await reader.name(), "own");
});

test("a misspelt dialect is an error in a lesson, with what was meant; outside of it such operations are kept", async (t) => {
  const reader = await openLearner(t);
  await reader.open(lessons[0]);
  await reader.button("Next").click();
  const { text } = lessons[0].steps[1].solution;
  await reader.rung.setText(text.replace("arith.muli", "muli.addi"));
  const problem = reader.rung.problems.first();
  await problem.filter({ hasText: "Dialect `muli' not found" }).waitFor();
  assert.deepEqual(await problem.locator(".fix").allTextContents(), ["write arith.muli", "write arith.addi"]);
  await reader.panel.locator(".state").filter({ hasText: "Not yet: the text has an error." }).waitFor();
  await problem.getByRole("button", { name: "arith.muli" }).click();
  await reader.done();
  await reader.leave();
  await reader.rung.setText(text.replace("arith.muli", "muli.addi"));
  await reader.rung.settled();
  assert.equal(await reader.rung.problems.count(), 0);
});

test("undo stays in a step: it takes back what the reader did there, and no more", async (t) => {
  const reader = await openLearner(t);
  await reader.rung.setText(OWN);
  await reader.open(lessons[0]);
  await reader.button("Next").click();
  await reader.heading().filter({ hasText: lessons[0].steps[1].title }).waitFor();
  const text = await reader.rung.text();
  await reader.rung.moveTo(0);
  await reader.page.keyboard.type("// x");
  await reader.button("Show me").click();
  await reader.done();
  await reader.rung.content.focus();
  await reader.page.keyboard.press("Control+z");
  assert.equal(await reader.rung.text(), `// x${text}`, "what was shown");
  for (let i = 0; i < 8; i++) await reader.page.keyboard.press("Control+z");
  assert.equal(await reader.rung.text(), text);
  await reader.leave();
  await reader.page.waitForFunction(() => document.querySelector(".editor .cm-content").textContent.includes("@own"));
  await reader.rung.content.focus();
  for (let i = 0; i < 3; i++) await reader.page.keyboard.press("Control+z");
  assert.equal(await reader.rung.text(), OWN, "nor does it lead back into the lesson");
});

test("all controls that lessons can point at are there", async (t) => {
  const reader = await openLearner(t);
  await reader.rung.settled();
  await reader.page.getByRole("button", { name: "Type lab", exact: true }).click();
  await reader.page.getByTestId("lab").locator("svg").first().waitFor();
  for (const [name, selector] of Object.entries(CONTROLS)) assert.equal(await reader.page.locator(selector).count(), 1, name);
});

test("the control that a step speaks of is outlined until it is used, that of a hint once the hint is shown", async (t) => {
  const reader = await openLearner(t);
  const isOutlined = (selector) => reader.page.locator(selector).evaluate((node) => getComputedStyle(node).outlineStyle === "solid");
  const motion = () => reader.page.locator(CONTROLS.output).evaluate((node) => getComputedStyle(node).animationName);
  await reader.open(lessons[0]);
  for (let i = 0; i < 4; i++) {
    assert.equal(await isOutlined(CONTROLS.output), false);
    if (lessons[0].steps[i].task) await reader.button("Show me").click();
    if (lessons[0].steps[i].task) await reader.done();
    await reader.button("Next").click();
  }
  await reader.heading().filter({ hasText: lessons[0].steps[4].title }).waitFor();
  assert.ok(await isOutlined(CONTROLS.output));
  assert.equal(await motion(), "pointed-at");
  await reader.page.emulateMedia({ reducedMotion: "reduce" });
  assert.equal(await motion(), "none");
  assert.ok(await isOutlined(CONTROLS.output));
  await reader.rung.pipeline.selectOption("generic");
  assert.equal(await isOutlined(CONTROLS.output), false);
  await reader.done();
  await reader.button("All lessons").first().click();
  await reader.button(new RegExp(`^${lessons[12].title}`)).click();
  await reader.button("Next").click();
  assert.ok(await isOutlined(CONTROLS.dialect));
  assert.equal(await isOutlined(CONTROLS.options), false);
  await reader.button("Hint").click();
  assert.ok(await isOutlined(CONTROLS.options));
  await reader.leave();
  assert.equal(await isOutlined(CONTROLS.options), false);
});

test("a reader who comes back finds the own text and the lesson as they were left", async (t) => {
  const reader = await openLearner(t);
  await reader.rung.setText(OWN);
  await reader.open(lessons[1]);
  await reader.solve(lessons[1].steps[0].solution);
  await reader.done();
  await reader.page.waitForTimeout(600);
  const next = await reader.page.context().newPage();
  await next.goto(site.url);
  await next.waitForFunction(() => document.querySelector("[data-testid=editor] .cm-content")?.textContent.includes("@own"));
  await next.getByRole("button", { name: "Lessons", exact: true }).click();
  await next.getByRole("button", { name: `Go on: ${lessons[1].title}` }).click();
  await next.getByTestId("lesson").locator("h3", { hasText: lessons[1].steps[0].title }).waitFor();
});

test("a step that begins with a mistake shows no result of another text", async (t) => {
  const reader = await openLearner(t);
  await reader.rung.settled();
  await reader.open(lessons[1]);
  await reader.page.locator("[data-testid=output][data-state=invalid]").waitFor();
  assert.equal(await reader.rung.outputText(), "");
  assert.equal(await reader.page.getByTestId("ladder").locator(".rung").count(), 1);
});

test("a solution that is shown is done, in the type lab too", async (t) => {
  const reader = await openLearner(t);
  await reader.open(lessons[9]);
  await reader.button("Show me").click();
  await reader.done();
  assert.equal(await reader.page.getByLabel("Functions take").inputValue(), "bare");
});

test("a solution that is shown before the type lab has come is that of its type", async (t) => {
  let come;
  const held = new Promise((resolve) => { come = resolve; });
  const reader = await openLearner(t, { prepare: (page) => page.route("**/lab-*.js", async (route) => { await held; await route.continue(); }) });
  await reader.open(lessons[9]);
  await reader.button("Show me").click();
  come();
  await reader.done();
  assert.equal(await reader.page.getByLabel("Functions take").inputValue(), "bare");
});

test("lessons that cannot be loaded say so, and can be asked for again", async (t) => {
  const reader = await openLearner(t, { prepare: (page) => page.route("**/lessons-*.js", (route) => route.abort(), { times: 1 }) });
  await reader.contents();
  await reader.rung.notice.getByText("The lessons could not be loaded.").waitFor();
  assert.equal(await reader.panel.count(), 0);
  await reader.contents();
  await reader.heading().waitFor();
});

test("choosing an example leaves the lesson, and the example stays", async (t) => {
  const reader = await openLearner(t);
  await reader.open(lessons[0]);
  await reader.heading().filter({ hasText: lessons[0].steps[0].title }).waitFor();
  await reader.rung.chooseExample("broken");
  await reader.panel.waitFor({ state: "detached" });
  await reader.rung.settled();
  assert.match(await reader.rung.text(), /Four mistakes/);
});

test("a link opens at its lesson and step, with the text of that moment", async (t) => {
  const writer = await openLearner(t);
  await writer.open(lessons[0]);
  await writer.button("Next").click();
  await writer.rung.setText("// half done\n");
  await writer.rung.settled();
  await writer.rung.shareLink();
  const { hash } = new URL(await writer.page.evaluate(() => location.href));
  const reader = await openLearner(t, { hash });
  await reader.heading().filter({ hasText: lessons[0].steps[1].title }).waitFor();
  assert.equal(await reader.rung.text(), "// half done\n");
  await reader.solve(lessons[0].steps[1].solution);
  await reader.done();
});

test("a link to a lesson that does not exist shows the table of contents", async (t) => {
  const state = { text: OWN, output: "custom", pipeline: "", options: { readUnknown: true } };
  for (const lesson of [{ id: "__proto__", step: 0 }, { id: "ssa", step: 99 }, { id: "<b>", step: 1 }]) {
    const reader = await openLearner(t, { hash: await encodeState({ ...state, lesson }) });
    await reader.heading().filter({ hasText: "For C programmers" }).waitFor();
    assert.equal(await reader.rung.text(), OWN);
    assert.deepEqual(reader.rung.consoleErrors, []);
  }
});

test("a dialect that a link brings is shown, and used when the reader says so", async (t) => {
  const { solution } = lessons.find(({ id }) => id === "dialect").steps[2];
  const text = "func.func @f(%n: i32) -> i32 {\n  %x = shop.times %n, %n : i64\n  return %x : i32\n}\n";
  const reader = await openLearner(t, { hash: await encodeState({ text, output: "custom", pipeline: "", options: { readUnknown: true }, dialect: solution.dialect }) });
  await reader.page.getByText("This link brings a dialect of its own. It is not used yet.").waitFor();
  assert.equal(await reader.page.getByTestId("dialect").inputValue(), solution.dialect);
  assert.equal(await reader.rung.problems.count(), 0, "the operation is kept as written");
  await reader.page.getByRole("button", { name: "Use it" }).click();
  await reader.page.getByText("Dialect shop is known").waitFor();
  await reader.rung.problems.first().waitFor();
});

test("mistakes in records are listed, and lead to their place", async (t) => {
  const reader = await openLearner(t);
  await reader.solve({ dialect: "dialect shop \"x\"\n\nop price \"y\"\n  result  cost: I33\n" });
  const problem = reader.page.locator("#own-dialect .problem");
  await problem.click();
  assert.equal(await reader.page.getByTestId("dialect").evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), "I33");
  await reader.page.getByText("Not added yet").waitFor();
});

test("a term in a lesson answers, and leads to the lesson that teaches it", async (t) => {
  const reader = await openLearner(t);
  await reader.open(lessons[0]);
  await reader.panel.getByRole("button", { name: "operations" }).hover();
  await reader.page.locator(".term-answer").getByText("What all IR is made of").waitFor();
  await reader.page.keyboard.press("Escape");
  await reader.button("All lessons").click();
  await reader.button(new RegExp(`^${lessons[6].title}`)).click();
  await reader.panel.getByRole("button", { name: "rank" }).click();
  await reader.page.getByRole("button", { name: `Lesson: ${lessons[6].title}` }).waitFor();
});

test("on a phone, a task that is done says so over the text, and leads back to the lesson", async (t) => {
  const reader = await openLearner(t, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await reader.open(lessons[0]);
  await reader.button("Next").click();
  await reader.page.locator("#tabs").getByRole("button", { name: "Text" }).click();
  await reader.rung.setText(lessons[0].steps[1].solution.text);
  await reader.page.getByRole("button", { name: "On with the lesson" }).click();
  assert.equal(await reader.panel.locator(".state").textContent(), "Done.");
});

for (const [look, colorScheme, viewport] of LOOKS) {
  test(`${look}: nothing breaks the rules of accessibility`, async (t) => {
    const reader = await openLearner(t, { colorScheme, viewport, reducedMotion: "reduce" });
    const check = () => assertAccessible(reader.page, { within: ["#guide", "#own-dialect", ".menu"] });
    await reader.contents();
    await reader.panel.waitFor();
    await check();
    await reader.button(/^Describe a dialect/).click();
    for (const name of ["Next", "Show me", "Next", "Show me"]) await reader.button(name).click();
    await reader.done();
    await check();
    if (viewport.width < 720) {
      await reader.page.locator("#tabs").getByRole("button", { name: "Text" }).click();
      await check();
    }
  });
}
