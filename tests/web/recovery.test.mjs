// A core that crashes or hangs is replaced, in every place where one runs and after every question: text, cursor, history and
// lesson stay. If the page cannot do something without the core or the browser's help, it says so in a sentence.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";
import { faulty, inWorkers } from "./faults.mjs";

useBrowser();

const TEXT = "func.func @first(%a: i32) -> i32 {\n  return %a : i32\n}\nfunc.func @second(%b: i32) -> i32 {\n  return %b : i32\n}\n";

// Questions at a place are calls with numbers only.
const HOVER_AT_FIRST = "(text, self, at) => at < 20";

async function openWith(t, options) {
  const rung = await openPage(t, options);
  await rung.settled();
  await rung.choose("custom");
  await rung.setText(TEXT);
  await rung.settled();
  return rung;
}

const askAt = async (rung, words) => {
  await rung.moveTo(TEXT.indexOf(words) + 2);
  await rung.page.keyboard.press("Alt+i");
};
const tooltip = (rung) => rung.page.locator(".cm-tooltip .hover");
const stopButton = (rung) => rung.page.locator("footer").getByRole("button", { name: "Stop" });

test("when the core crashes on a question the page says so, keeps what it shows, and answers the next", async (t) => {
  const rung = await openWith(t, { prepare: inWorkers(["glue_hover", "crash", HOVER_AT_FIRST]) });
  await askAt(rung, "func.func @first");
  await rung.notice.getByText("crashed on a question about this text").waitFor();
  assert.equal(await rung.heading(), "No problems");
  assert.equal(await rung.output.getAttribute("data-state"), "ready");
  assert.equal(await rung.cursor(), 2);
  await rung.page.waitForFunction(() => document.body.dataset.checked === "ok");
  await rung.page.waitForTimeout(500);
  await askAt(rung, "func.func @second");
  await tooltip(rung).waitFor();
  await rung.page.keyboard.press("Control+z");
  assert.notEqual(await rung.text(), TEXT, "undo goes back beyond the crash");
  assert.deepEqual(rung.consoleErrors, []);
});

test("a question that hangs can be stopped after a second, and is not asked again until the text changes", async (t) => {
  const rung = await openWith(t, { prepare: inWorkers(["glue_hover", "hang", HOVER_AT_FIRST]) });
  await askAt(rung, "func.func @first");
  await rung.page.locator("footer").getByText("Still working …").waitFor();
  await stopButton(rung).click();
  await rung.notice.getByText("Stopped. Your text is safe, and the page still shows it.").waitFor();
  assert.equal(await rung.heading(), "No problems");
  assert.ok(!(await stopButton(rung).isVisible()));
  assert.ok(await rung.content.evaluate((node) => node === document.activeElement));
  await rung.page.waitForTimeout(500);
  await askAt(rung, "func.func @first");
  await rung.page.locator("#announcer").getByText("Nothing is known").waitFor({ state: "attached" });
  await askAt(rung, "func.func @second");
  await tooltip(rung).waitFor();
});

test("the type lab gives up a type that hangs after ten seconds, and shows another one", async (t) => {
  const rung = await openWith(t, { prepare: inWorkers(["glue_explain_type", "hang", '(text) => text.includes("tuple")']) });
  await rung.page.locator("#lab-button").click();
  const lab = rung.page.getByTestId("lab");
  await lab.locator("svg").first().waitFor();
  await lab.getByLabel("Type", { exact: true }).fill("tuple<i32>");
  await rung.notice.getByText("too long on a question about this text, more than 10 seconds").waitFor({ timeout: 30_000 });
  await lab.getByText("The core has no answer about this type.").waitFor();
  await lab.getByLabel("Type", { exact: true }).fill("vector<4xf32>");
  await lab.getByText("vector<4xf32>").first().waitFor();
  await lab.getByText("The core has no answer").waitFor({ state: "hidden" });
  assert.equal(await rung.heading(), "No problems");
});

test("a pipeline that hangs is stopped: meanwhile the text is checked, and it runs again when asked to", async (t) => {
  const rung = await openWith(t, { prepare: inWorkers(["glue_run", "hang", '(text) => text.includes("cse")']) });
  await rung.choose("cse");
  await stopButton(rung).waitFor();
  await rung.moveTo(TEXT.indexOf("%a : i32\n") + 1);
  await rung.page.keyboard.type("oops");
  await rung.page.waitForFunction(() => /error/.test(document.querySelector("#problems-heading").textContent));
  for (let i = 0; i < 4; i++) await rung.page.keyboard.press("Backspace");
  await stopButton(rung).click();
  await rung.notice.getByText("Stopped. Your text is safe").waitFor();
  if (await stopButton(rung).isVisible()) await stopButton(rung).click(); // what was typed meanwhile was run next
  assert.equal(await rung.text(), TEXT);
  await rung.output.getByRole("button", { name: "Try again" }).click();
  await stopButton(rung).waitFor();
  await rung.choose("custom");
  await stopButton(rung).click();
  assert.equal(await rung.settled(), "ready");
  assert.match(await rung.outputText(), /@second/);
});

test("when the checker crashes during typing in a lesson no key is lost, undo works, and the lesson stays", async (t) => {
  const rung = await openPage(t, { prepare: inWorkers(["glue_set_text", "crash", '(text) => text.includes("crash here")']) });
  await rung.settled();
  await rung.page.locator("#lessons-button").click();
  await rung.page.locator("#guide").getByRole("button", { name: /operation/ }).first().click();
  await rung.settled();
  const before = await rung.text();
  const lesson = await rung.page.locator("#guide .guide-body").textContent();
  await rung.moveTo(0);
  const typed = "// a crash here, and on it goes: no key is lost ";
  await rung.page.keyboard.type(typed, { delay: 10 });
  await rung.notice.getByText("The core crashed on this text").waitFor();
  assert.equal(await rung.text(), typed + before);
  assert.equal(await rung.cursor(), typed.length);
  assert.equal(await rung.page.locator("#guide .guide-body").textContent(), lesson);
  while ((await rung.text()) !== before) await rung.page.keyboard.press("Control+z");
  assert.equal(await rung.settled(), "ready");
  assert.equal(await rung.heading(), "No problems");
});

test("the core on the page's own thread crashes on a line: the line has no colours, all others do", async (t) => {
  const rung = await openWith(t, { prepare: (page) => page.addInitScript(faulty([["glue_tokens", "crash", '(text) => text.includes("crash here")']])) });
  await rung.moveTo(0);
  await rung.page.keyboard.type("// crash here and on\n");
  assert.equal(await rung.text(), `// crash here and on\n${TEXT}`);
  await rung.page.waitForFunction(() => {
    const [first, second] = document.querySelectorAll("[data-testid=editor] .cm-line");
    return !first.querySelector("[class^=tok]") && second.querySelector(".tok-symbol");
  });
  await rung.page.keyboard.type("func.func private @third()\n");
  await rung.page.waitForFunction(() => [...document.querySelectorAll("[data-testid=editor] .tok-symbol")].some((node) => node.textContent === "@third"));
  assert.equal(await rung.settled(), "ready");
  assert.deepEqual(rung.consoleErrors, []);
});

for (const [missing, prepare, words] of [
  ["WebAssembly", (page) => page.addInitScript(() => { delete globalThis.WebAssembly; }), /WebAssembly, .*, is turned off in this browser: nothing is checked or lowered\. You can still read, edit and share the text\./],
  ["workers", (page) => page.addInitScript(() => { globalThis.Worker = class { constructor() { throw new DOMException("workers are forbidden", "SecurityError"); } }; }),
    /The core could not be loaded \(workers are forbidden\), so nothing is checked or lowered\. You can still read, edit and share the text\./],
])
  test(`without ${missing} the page says so; the text can be edited and shared`, async (t) => {
    const rung = await openPage(t, { prepare });
    await rung.page.getByRole("alert").waitFor();
    assert.match(await rung.page.getByRole("alert").textContent(), words);
    await rung.setText(TEXT);
    await rung.page.keyboard.type("// more");
    assert.equal(await rung.text(), `${TEXT}// more`);
    assert.equal(await rung.output.getAttribute("data-pending"), null, "nothing is waited for");
    await rung.shareLink();
    assert.deepEqual(rung.consoleErrors, []);
  });

test("when the clipboard is refused, the text to copy is shown and can be selected", async (t) => {
  const rung = await openPage(t, { prepare: (page) => page.addInitScript(() => { navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError")); }) });
  await rung.settled();
  await rung.share.click();
  const sheet = rung.page.getByRole("dialog", { name: "Share" });
  await sheet.getByText("The browser did not let the link be copied: here it is").waitFor();
  assert.equal(await sheet.getByRole("textbox", { name: "Link" }).inputValue(), rung.page.url());
  assert.equal(await rung.page.evaluate(() => getSelection().toString()), rung.page.url());
  await rung.page.keyboard.press("Escape");
  await rung.page.getByRole("button", { name: "Copy", exact: true }).click();
  await rung.notice.getByText("The browser did not let it be copied: here it is.").waitFor();
  assert.match(await rung.notice.getByLabel("The text to copy").inputValue(), /func\.func @scale/);
  assert.deepEqual(rung.consoleErrors, []);
});

test("a file that the system opens with the page is shown", async (t) => {
  const rung = await openPage(t, { prepare: (page) => page.addInitScript((text) => {
    const value = { setConsumer: (take) => take({ files: [{ getFile: async () => new File([text], "opened.mlir") }] }) };
    Object.defineProperty(globalThis, "launchQueue", { value });
  }, TEXT) });
  await rung.page.waitForFunction((text) => document.querySelector("[data-testid=editor] .cm-content")?.cmTile?.view.state.doc.toString() === text, TEXT);
  assert.equal(await rung.page.locator("#text-name").textContent(), "opened.mlir");
  assert.deepEqual(rung.consoleErrors, []);
});
