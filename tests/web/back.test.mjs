// The browser's Back and Forward: each text that took the place of another has an entry of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeState } from "../../web/src/core/share.js";
import { openPage, site, useBrowser } from "./browser.mjs";

useBrowser();

const ONE = "func.func private @one()\n";
const TWO = "func.func private @two()\n";

const shows = (rung, words) => rung.page.waitForFunction(
  (part) => document.querySelector("[data-testid=editor] .cm-content")?.cmTile.view.state.doc.toString().includes(part), words);
const named = (rung, name) => rung.page.waitForFunction((words) => document.getElementById("text-name").textContent === words, name);
const depth = (rung) => rung.page.evaluate(() => history.length);

async function open(t, options) {
  const rung = await openPage(t, options);
  await rung.settled();
  return rung;
}

async function chooseExample(rung, name, words) {
  await rung.chooseExample(name);
  await shows(rung, words);
}

test("Back leads from an example to the text before it, with the edits made there, and Forward to the example again", async (t) => {
  const rung = await open(t);
  await rung.moveTo(0);
  await rung.page.keyboard.type("// mine\n");
  await rung.pipeline.selectOption("generic");
  await chooseExample(rung, "aliases", "!matrix");
  await rung.page.goBack();
  await shows(rung, "// mine");
  assert.equal(await rung.pipeline.inputValue(), "generic", "with what was set there");
  await rung.page.goForward();
  await shows(rung, "!matrix");
  assert.deepEqual(rung.consoleErrors, []);
});

test("Back leads through several texts, and shows each as it is now", async (t) => {
  const rung = await open(t);
  await rung.setText(ONE);
  await named(rung, "one");
  await rung.page.locator("#texts-button").click();
  await rung.page.getByRole("button", { name: "New file" }).click();
  await rung.content.focus();
  await rung.page.keyboard.type("// two");
  await rung.page.waitForTimeout(500);
  await rung.page.locator("#texts-button").click();
  await rung.page.getByRole("button", { name: /^one/ }).click();
  await shows(rung, "@one");
  await rung.moveTo(0);
  await rung.page.keyboard.type("// more\n");
  await rung.page.goBack();
  await shows(rung, "// two");
  await rung.page.goBack();
  await shows(rung, "// more");
  assert.equal(await rung.text(), `// more\n${ONE}`);
});

test("what was pasted over everything is left by Back; the text before is then what is kept", async (t) => {
  const rung = await open(t);
  await rung.setText(ONE);
  await rung.setText(TWO);
  await rung.page.goBack();
  await shows(rung, "@one");
  await rung.page.waitForTimeout(600);
  await rung.page.reload();
  await shows(rung, "@one");
  await rung.page.goForward();
  await shows(rung, "@one"); // after a reload there is no more than the text itself
});

test("typing makes no entry", async (t) => {
  const rung = await open(t);
  const before = await depth(rung);
  await rung.moveTo(0);
  await rung.page.keyboard.type("// a comment\n");
  await rung.page.getByTestId("ladder").locator(".rung").nth(2).click();
  await rung.settled();
  assert.equal(await depth(rung), before);
});

test("a link that was changed is left by Back, and the change comes again by Forward", async (t) => {
  const rung = await open(t, { hash: await encodeState({ text: ONE, output: "custom", pipeline: "", options: {} }) });
  await rung.moveTo(0);
  await rung.page.keyboard.type("// changed\n");
  await rung.page.goBack();
  await rung.page.waitForFunction((text) => document.querySelector("[data-testid=editor] .cm-content").cmTile.view.state.doc.toString() === text, ONE);
  assert.match(rung.page.url(), /#v1=/);
  await rung.page.goForward();
  await shows(rung, "// changed");
  assert.equal(rung.page.url(), site.url);
});

test("after the page was loaded again, Back leads to a text that is kept", async (t) => {
  const rung = await open(t);
  await rung.setText(ONE);
  await named(rung, "one");
  await chooseExample(rung, "aliases", "!matrix");
  await rung.page.reload();
  await shows(rung, "!matrix");
  await rung.page.goBack();
  await shows(rung, "@one");
  await named(rung, "one");
});

test("undo that brings another text back is an entry, too", async (t) => {
  const rung = await open(t);
  await chooseExample(rung, "aliases", "!matrix");
  await rung.content.focus();
  await rung.page.keyboard.press("Control+z");
  await shows(rung, "@scale");
  await rung.page.goBack();
  await shows(rung, "!matrix");
});

test("Back leaves a lesson to the text before it, Forward comes back to its step, and closing it gives the own text back as it is", async (t) => {
  const rung = await open(t);
  await rung.setText(ONE);
  await rung.page.getByRole("button", { name: "Lessons", exact: true }).click();
  const guide = rung.page.locator("#guide");
  await guide.locator(".entry").first().click();
  await guide.getByRole("button", { name: "Next" }).click();
  const { step } = await rung.page.getByTestId("lesson").evaluate((node) => node.dataset);
  assert.equal(step, "1");
  await rung.page.goBack();
  await shows(rung, "@one");
  await guide.waitFor({ state: "hidden" });
  await rung.moveTo(0);
  await rung.page.keyboard.type("// later\n");
  await rung.page.goForward();
  await rung.page.locator("[data-testid=lesson][data-step='1']").waitFor();
  assert.doesNotMatch(await rung.text(), /@one/);
  await rung.page.getByRole("button", { name: "Close the guide" }).click();
  await shows(rung, "// later");
  assert.equal(await rung.text(), `// later\n${ONE}`);
  await rung.page.goBack();
  await rung.page.locator("[data-testid=lesson][data-step='1']").waitFor();
  assert.deepEqual(rung.consoleErrors, []);
});

test("the skip link leads to the text and changes nothing else", async (t) => {
  const rung = await open(t);
  const before = await depth(rung);
  await rung.page.keyboard.press("Tab");
  await rung.page.keyboard.press("Enter");
  assert.ok(await rung.content.evaluate((node) => node === document.activeElement));
  assert.equal(await depth(rung), before);
  assert.equal(await rung.notice.count(), 0);
});
