// The lessons in their panel, done as a reader does them, over a page that is only a core.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Rung } from "../../wasm/rung.js";
import { lessonsPlugin, readLessons } from "../../web/lessons.mjs";
import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";
import { openPart } from "./part.mjs";

useBrowser();
const wasm = await readFile(new URL("../../build/wasm/rung.wasm", import.meta.url));
const rung = await Rung.load(wasm);
const lessons = await readLessons(rung);

const BODY = `<main><h2>Lessons</h2><div id="panel"></div></main>`;

// The lessons' panel, 330 px wide, and the page behind it.
async function openLessons(t, options = {}) {
  const { page, errors } = await openPart(t, ["teach/lessons/lessons.js", "../../tests/web/lesson-page.mjs", "../../wasm/rung.js"], {
    styles: ["teach/term.css", "teach/lessons/lessons.css"], body: BODY, plugins: [lessonsPlugin(rung)], viewport: { width: 330, height: 800 }, files: { "rung.wasm": wasm }, ...options,
  });
  const reload = () => page.evaluate(async () => {
    const { Lessons, LessonPage, Rung } = window.part;
    window.page = new LessonPage(await Rung.load("/part/rung.wasm"));
    window.moves = [];
    window.lessons = new Lessons({ page: window.page, moved: (place) => window.moves.push(place) });
    window.lessons.mount(document.querySelector("#panel"));
    window.lessons.open();
  });
  await reload();
  const button = (name) => page.getByRole("button", { name, exact: typeof name === "string" });
  return {
    page, errors, reload, button,
    panel: page.getByTestId("lesson"),
    heading: () => page.locator("#panel h3").textContent(),
    focus: () => page.evaluate(() => document.activeElement.textContent),
    said: () => page.locator("#panel > [role=status]").textContent(),
    set: (partial) => page.evaluate((it) => window.page.set(it), partial),
    get: () => page.evaluate(() => window.page.get()),
    place: () => page.evaluate(() => window.lessons.place),
  };
}

test("the table of contents leads to a step, whose heading has the focus", async (t) => {
  const it = await openLessons(t);
  assert.equal(await it.heading(), "For C programmers new to compilers");
  assert.equal(await it.page.locator(".contents li").count(), lessons.length);
  await it.button(/^What an operation is/).click();
  assert.equal(await it.heading(), lessons[0].steps[0].title);
  assert.equal(await it.focus(), lessons[0].steps[0].title);
  assert.deepEqual(await it.place(), { id: "operations", step: 0 });
  assert.equal((await it.get()).text, lessons[0].steps[0].page.text);
  assert.deepEqual(it.errors, []);
});

test("a task that is done is noticed, announced and kept", async (t) => {
  const it = await openLessons(t);
  await it.page.evaluate(() => window.lessons.open("operations", 1));
  assert.equal(await it.panel.getAttribute("data-done"), "false");
  await it.set(lessons[0].steps[1].solution);
  assert.equal(await it.panel.getAttribute("data-done"), "true");
  assert.equal(await it.said(), `Done: ${lessons[0].steps[1].title}`);
  assert.equal(await it.page.locator(".task .state").textContent(), "Done.");
  await it.page.reload();
  await it.page.evaluate(async () => { window.part = await import("/part/part.js"); });
  await it.reload();
  assert.match(await it.page.locator(".entry").first().textContent(), /1 of 6 steps/);
  await it.button("Go on: What an operation is").click();
  assert.deepEqual(await it.place(), { id: "operations", step: 1 });
  assert.equal(await it.page.locator(".task h4").textContent(), "Your turn, once more");
});

test("a task under way says how far it is, and whether errors or gaps are in the way", async (t) => {
  const it = await openLessons(t);
  await it.page.evaluate(() => window.lessons.open("operations", 5));
  const state = it.page.locator(".task .state");
  assert.equal(await state.textContent(), "3 of 6 done.");
  const points = it.page.getByRole("list", { name: "What the task asks for" }).getByRole("listitem");
  assert.equal(await points.count(), 6);
  assert.equal((await points.allTextContents()).filter((one) => one.startsWith("done: ")).length, 3);
  assert.match((await points.allTextContents()).join("\n"), /missing: the text has .*arith\.addi/);
  await it.set({ text: "func.func @twice_plus_one( {" });
  assert.equal(await state.textContent(), "Not yet: the text has an error.");
  await it.set({ text: "func.func @twice_plus_one() {", readUnknown: true });
  assert.equal(await state.textContent(), "Not yet: something is missing in the text.");
});

test("hints come one by one, the solution when asked for, and a step can begin again", async (t) => {
  const it = await openLessons(t);
  await it.page.evaluate(() => window.lessons.open("operations", 5));
  const hints = it.page.locator(".hints > li");
  await it.button("Hint").click();
  assert.equal(await hints.count(), 1);
  await it.button("Hint 2 of 3").click();
  await it.button("Hint 3 of 3").click();
  assert.equal(await hints.count(), 3);
  assert.equal(await it.focus(), "Show me", "the focus is not lost with the button");
  await it.button("Show me").click();
  assert.equal(await it.panel.getAttribute("data-done"), "true");
  await it.button("Reset step").click();
  assert.equal(await it.panel.getAttribute("data-done"), "false");
  assert.equal((await it.get()).text, lessons[0].steps[5].page.text);
});

test("code in a lesson can be copied as it is written", async (t) => {
  const it = await openLessons(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await it.page.evaluate(() => window.lessons.open("dialect", 1));
  await it.button("Copy this records").click();
  assert.equal(await it.page.evaluate(() => navigator.clipboard.readText()), lessons.find(({ id }) => id === "dialect").steps[1].solution.dialect);
});

test("the reader's work stays when stepping on and back", async (t) => {
  const it = await openLessons(t);
  await it.page.evaluate(() => window.lessons.open("regions", 1));
  const own = lessons[2].steps[1].solution.text.replaceAll("%x", "%mine");
  await it.set({ text: own });
  await it.button("Next").click();
  assert.equal((await it.get()).text, own, "the next step goes on with it");
  await it.set({ text: "// broken %" });
  await it.button("Back").click();
  assert.equal((await it.get()).text, own);
  await it.button("Next").click();
  assert.equal((await it.get()).text, "// broken %");
});

test("after a skipped task the next step is as it would be with the task done", async (t) => {
  const it = await openLessons(t);
  await it.page.evaluate(() => window.lessons.open("regions", 1));
  await it.button("Next").click();
  assert.equal((await it.get()).text, lessons[2].steps[1].solution.text);
});

test("entering a lesson keeps the reader's own text, and leaving brings it back", async (t) => {
  const it = await openLessons(t);
  await it.page.evaluate(() => {
    window.calls = [];
    window.page.enter = () => window.calls.push("enter");
    window.page.leave = () => window.calls.push("leave");
    window.lessons.open("ssa", 0);
    window.lessons.open("ssa", 2);
    window.lessons.close();
  });
  assert.deepEqual(await it.page.evaluate(() => window.calls), ["enter", "leave"]);
  assert.equal(await it.place(), null);
  assert.deepEqual(await it.page.evaluate(() => window.moves), [null, { id: "ssa", step: 0 }, { id: "ssa", step: 2 }, null]);
});

test("a step that does not exist is not opened", async (t) => {
  const it = await openLessons(t);
  for (const [id, step] of [["nothing", 0], ["ssa", 99], ["ssa", -1], ["__proto__", 0], ["ssa", 0.5]])
    assert.equal(await it.page.evaluate(([name, at]) => window.lessons.open(name, at), [id, step]), false, `${id} ${step}`);
  assert.equal(await it.heading(), "For C programmers new to compilers");
});

test("without storage, or with nonsense in it, lessons work", async (t) => {
  const it = await openLessons(t);
  for (const kept of ["null", "[1]", "{\"done\":{\"ssa\":[\"<b>\"]},\"place\":{\"id\":3}}", "{"]) {
    await it.page.evaluate((value) => localStorage.setItem("rung.lessons", value), kept);
    await it.reload();
    assert.equal(await it.heading(), "For C programmers new to compilers");
  }
  await it.page.evaluate(() => { Object.defineProperty(window, "localStorage", { get() { throw new Error("no"); } }); });
  await it.reload();
  await it.button(/^What an operation is/).click();
  await it.button("Next").click();
  assert.deepEqual(await it.place(), { id: "operations", step: 1 });
});

// Each lesson is done to its end on the page (lessons-page); here it is the buttons: of a first one, of one with a text of its own, of the last.
for (const lesson of [lessons[0], lessons.find(({ id }) => id === "dialect"), lessons.at(-1)]) {
  test(`a reader gets through "${lesson.title}" by its buttons`, async (t) => {
    const it = await openLessons(t);
    await it.page.evaluate((id) => window.lessons.open(id, 0), lesson.id);
    for (const [i, step] of lesson.steps.entries()) {
      assert.equal(await it.heading(), step.title);
      if (step.task) {
        assert.equal(await it.panel.getAttribute("data-done"), "false", step.title);
        await it.button("Show me").click();
        assert.equal(await it.panel.getAttribute("data-done"), "true", step.title);
      }
      await it.button(i < lesson.steps.length - 1 ? "Next" : /^(Next lesson|All lessons$)/).last().click();
    }
    assert.notEqual((await it.place())?.id, lesson.id);
    await it.page.evaluate(() => window.lessons.open());
    assert.match(await it.page.locator(".entry").nth(lessons.indexOf(lesson)).textContent(), /done$/);
    assert.deepEqual(it.errors, []);
  });
}

for (const colorScheme of ["light", "dark"]) {
  test(`${colorScheme}: nothing breaks the rules of accessibility, nothing is wider than the panel`, async (t) => {
    const it = await openLessons(t, { colorScheme });
    const fits = async () => assert.ok(await it.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    const check = async () => {
      const options = colorScheme === "light" ? {} : { runOnly: { type: "rule", values: ["color-contrast"] } };   // all that differs
      await assertAccessible(it.page, { rules: { "page-has-heading-one": { enabled: false } }, ...options });
      await fits();
    };
    await check();
    for (const { id, steps } of lessons) {
      for (const [i, step] of steps.entries()) {
        if (colorScheme === "dark" && i % 3) continue;   // their colours are those of the others
        const isNew = i < 2 || i === steps.length - 1;   // what stands on the steps between stands on these, too
        await it.page.evaluate(([name, at]) => {
          const button = (words) => [...document.querySelectorAll("#panel button")].find((it) => words.test(it.textContent) && it.checkVisibility());
          window.lessons.open(name, at);
          for (let hint; (hint = button(/^Hint/)); ) hint.click();
          button(/^Show me$/)?.click();
        }, [id, i]);
        assert.equal(await it.panel.getAttribute("data-done"), String(Boolean(step.task)));
        await (isNew ? check() : fits());
      }
    }
  });
}
