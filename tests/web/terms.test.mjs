// Terms of the field: what opens their answers, what closes them, and where they stand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { glossary } from "../../web/src/teach/glossary.js";
import { lessonsPlugin, readLessons } from "../../web/lessons.mjs";
import { Rung } from "../../wasm/rung.js";
import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";
import { openPart } from "./part.mjs";

useBrowser();
const rung = await Rung.load();
const lessons = await readLessons(rung);

const TEXT = `<div role="main"><h1>Terms</h1><p id="text">A <span data-term="memref">memref</span> becomes a descriptor, and a descriptor has strides.
  <code>memref</code> in code stays, and so does a strider. Its type is a struct.</p>${"<br>".repeat(12)}<p><button id="other" type="button">Other</button></p></div>`;

async function openTerms(t, options) {
  const { page, errors } = await openPart(t, ["teach/term.js"], { styles: ["teach/term.css"], plugins: [lessonsPlugin(rung)], body: TEXT, ...options });
  await page.evaluate(() => window.part.markTerms(document.querySelector("#text")));
  return { page, errors, answer: page.locator(".term-answer"), memref: page.getByRole("button", { name: "memref" }) };
}

test("every entry of the glossary is two sentences, and every word leads to one", () => {
  const words = Object.entries(glossary).flatMap(([name, { also = [] }]) => [name, ...also]).map((word) => word.toLowerCase());
  assert.deepEqual(words.filter((word, i) => words.indexOf(word) !== i), [], "no word is in two entries");
  for (const [name, { text, lesson }] of Object.entries(glossary)) {
    const sentences = text.replace(/`[^`]*`/g, "X").split(/[.?!](?:\s+(?=["A-Z(])|$)/).filter(Boolean);
    assert.equal(sentences.length, 2, `${name}: ${text}`);
    assert.ok(text.length <= 330, `${name} is short`);
    assert.equal((text.match(/`/g) ?? []).length % 2, 0, `${name} closes its code`);
    if (lesson) assert.ok(lessons.some(({ id }) => id === lesson), `${name}: there is a lesson "${lesson}"`);
  }
});

test("marking makes terms of marked elements and of the first of each plain term, and leaves code alone", async (t) => {
  const { page } = await openTerms(t);
  assert.deepEqual(await page.locator(".term").allTextContents(), ["memref", "descriptor", "strides"]);
});

test("the answer opens when the pointer rests on a term, may be pointed at, and closes when it leaves", async (t) => {
  const { page, answer, memref, errors } = await openTerms(t);
  await memref.hover();
  await answer.waitFor();
  assert.match(await answer.textContent(), /^memrefA reference to memory seen as an array/);
  assert.equal(await memref.getAttribute("aria-expanded"), "true");
  await answer.hover();
  await page.waitForTimeout(400);
  assert.equal(await answer.count(), 1);
  await page.locator("#other").hover();
  await answer.waitFor({ state: "detached" });
  assert.deepEqual(errors, []);
});

test("focus by key opens and announces the answer; Escape closes it and leaves the focus in place", async (t) => {
  const { page, answer, memref } = await openTerms(t);
  await page.keyboard.press("Tab");
  await answer.waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "memref");
  assert.match(await page.locator("[role=status]").textContent(), /^A reference to memory/);
  await page.keyboard.press("Escape");
  assert.equal(await answer.count(), 0);
  assert.equal(await memref.evaluate((node) => node === document.activeElement), true);
  await page.keyboard.press("Enter");
  await answer.waitFor();
  await page.keyboard.press("Enter");
  assert.equal(await answer.count(), 0);
  await page.keyboard.press("Tab");
  await answer.waitFor();
  assert.match(await answer.textContent(), /^descriptor/);
});

test("a tap opens the answer, and a tap elsewhere closes it", async (t) => {
  const { page, answer, memref } = await openTerms(t, { hasTouch: true, viewport: { width: 390, height: 844 } });
  await memref.tap();
  await answer.waitFor();
  await page.locator("#other").tap();
  await answer.waitFor({ state: "detached" });
});

test("the answer never covers its term and stays in the window, in every corner, on a phone and enlarged", async (t) => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }, { width: 320, height: 256 }]) {
    const { page, answer } = await openTerms(t, { viewport });
    for (const corner of ["top:0;left:0", "top:0;right:0", "bottom:0;left:0", "bottom:0;right:0", "top:50%;left:50%"]) {
      await page.evaluate((where) => {
        document.querySelector("#corner")?.remove();
        const place = document.createElement("p");
        place.id = "corner";
        place.append(window.part.term("unrealized_conversion_cast", "cast"));
        place.style.cssText = `position:fixed;margin:0;${where}`;
        document.body.append(place);
      }, corner);
      const word = page.locator("#corner .term");
      await word.hover();
      await answer.waitFor();
      const [term, box] = [await word.boundingBox(), await answer.boundingBox()];
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= viewport.width && box.y + box.height <= viewport.height, `${corner} of ${viewport.width}: in the window`);
      assert.ok(box.y >= term.y + term.height || box.y + box.height <= term.y, `${corner} of ${viewport.width}: beside its term`);
      await page.keyboard.press("Escape");
      await page.mouse.move(viewport.width / 2, viewport.height / 4);
    }
  }
});

test("an answer moves with its term when the page scrolls, and closes when the term is out of sight", async (t) => {
  const { page, answer, memref } = await openTerms(t, { viewport: { width: 600, height: 300 } });
  await page.evaluate(() => {
    document.querySelector("[role=main]").style.cssText = "height: 260px; overflow: auto";
    document.querySelector("#text").style.marginTop = "120px";
  });
  const scrollTo = (top) => page.evaluate((to) => { document.querySelector("[role=main]").scrollTop = to; }, top);
  await memref.focus();
  await page.keyboard.press("Enter");
  await answer.waitFor();
  await scrollTo(40);
  await page.waitForFunction(() => {
    const [term, box] = [".term", ".term-answer"].map((name) => document.querySelector(name).getBoundingClientRect());
    return Math.abs(box.top - term.bottom - 6) < 1 || Math.abs(term.top - box.bottom - 6) < 1;
  });
  await scrollTo(400);
  await answer.waitFor({ state: "detached" });
});

test("an answer leads to the lesson that teaches it, also by key", async (t) => {
  const { page, answer } = await openTerms(t);
  await page.evaluate(() => window.part.linkTerms((id) => { window.opened = id; }));
  await page.keyboard.press("Tab");
  await answer.waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Lesson: From memref to descriptor");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => window.opened), "descriptor");
  assert.equal(await answer.count(), 0);
});

test("answers break no rule of accessibility", async (t) => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, answer } = await openTerms(t, { colorScheme });
    await page.evaluate(() => window.part.linkTerms(() => {}));
    await page.keyboard.press("Tab");
    await answer.waitFor();
    await assertAccessible(page);
  }
});
