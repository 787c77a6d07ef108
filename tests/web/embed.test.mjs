// embed.html: a state alone in a frame, and one core for all frames of a page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, site, useBrowser } from "./browser.mjs";
import { onTexts, withExports } from "./faults.mjs";
import { ADD, framed, openHost } from "./host_page.mjs";
import { encodeState } from "../../web/src/core/share.js";

useBrowser();

const LLVM = "builtin.module(convert-arith-to-llvm,convert-func-to-llvm)";
const linkOf = (rest = {}) => encodeState({ text: ADD, output: "pipeline", pipeline: LLVM, options: { readUnknown: true }, ...rest });
const frameTag = (hash, attributes = "") => `<iframe title="MLIR" width="900" height="400" src="${site.url}embed.html${hash}" ${attributes}></iframe>`;

test("a link made by the page shows the text, its problems and the result", async (t) => {
  const { page, errors } = await openHost(t, frameTag(await linkOf()));
  const frame = await framed(page);
  await frame.locator("#status").getByText(/^Valid · checked in/).waitFor();
  await frame.getByText("After convert-func-to-llvm").waitFor();
  assert.match(await frame.getByLabel("Output").textContent(), /llvm\.add %arg0, %arg0/);
  assert.match(await frame.getByLabel("MLIR text").textContent(), /arith\.addi/);
  assert.equal(await frame.locator("#problems-heading").textContent(), "No problems");
  assert.equal(await frame.locator("#ladder-heading").isVisible(), false);
  assert.deepEqual(errors, []);
});

test("words after the state choose what is shown: a ladder to go down, dark colours, and no editing", async (t) => {
  const { page } = await openHost(t, frameTag(`${await linkOf()}&show=ladder,result,text&theme=dark&editable=false`));
  const frame = await framed(page);
  await frame.getByRole("button", { name: "convert-arith-to-llvm" }).click();
  await frame.getByText("After convert-arith-to-llvm").waitFor();
  await frame.locator(".changed-line").first().waitFor();
  assert.equal(await frame.locator("html").getAttribute("data-theme"), "dark");
  const text = frame.getByLabel("MLIR text");
  assert.equal(await text.getAttribute("contenteditable"), "false");
  await text.focus();
  await page.keyboard.type("more");
  assert.doesNotMatch(await text.textContent(), /more/);
});

test("a frame can show the type lab alone", async (t) => {
  const { page } = await openHost(t, frameTag(`${await linkOf({ lab: { type: "memref<4xf32>" } })}&show=lab`));
  const frame = await framed(page);
  await frame.getByRole("heading", { name: "In memory" }).waitFor();
  assert.equal(await frame.getByLabel("Type", { exact: true }).inputValue(), "memref<4xf32>");
});

test("each key is checked, and the link to the full page has the text as it is now", async (t) => {
  const { page, context } = await openHost(t, frameTag(await linkOf()));
  const frame = await framed(page);
  await frame.locator("#status").getByText(/^Valid/).waitFor();
  await frame.getByLabel("MLIR text").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\narith.mull");
  await frame.locator("#status").getByText(/^Not valid/).waitFor();
  await frame.getByTestId("problems").getByText("custom op 'arith.mull' is unknown").waitFor();
  await frame.getByText("The text has 1 error.").waitFor();
  const opened = context.waitForEvent("page");
  await frame.getByRole("link", { name: "Open in Rung" }).click();
  const full = await opened;
  await full.getByTestId("problems").getByText("custom op 'arith.mull' is unknown").waitFor();
});

test("a new line is indented, though the frame has no core of its own", async (t) => {
  const { page } = await openHost(t, frameTag("#show=text"));
  const frame = await framed(page);
  const text = frame.getByLabel("MLIR text");
  await text.focus();
  await page.keyboard.type("func.func @f() {\nreturn\n}\nfunc.func private @g()");
  assert.deepEqual(await text.locator(".cm-line").allTextContents(), ["func.func @f() {", "  return", "}", "func.func private @g()"]);
});

test("Escape, then Tab, leave the editor", async (t) => {
  const { page } = await openHost(t, `${frameTag(`${await linkOf()}&show=text`)}<button>behind</button>`);
  const frame = await framed(page);
  await frame.locator("#status").getByText(/^Valid/).waitFor();
  await frame.getByLabel("MLIR text").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await frame.locator(":focus").textContent(), "Open in Rung");
  await page.keyboard.press("Tab");
  assert.equal(await page.locator(":focus").textContent(), "behind");
});

test("a frame tells its host the height that would fit, and no more often than it changes", async (t) => {
  const { page } = await openHost(t, frameTag(`${await linkOf()}&show=text&size=content`), { head: `<script>
    window.heights = [];
    addEventListener("message", ({ data }) => {
      if (data.rung !== "height") return;
      heights.push(data.height);
      document.querySelector("iframe").style.height = data.height + "px";
    });
  </script>` });
  const frame = await framed(page);
  await frame.locator("#status").getByText(/^Valid/).waitFor();
  await page.waitForTimeout(500);
  const before = await page.evaluate(() => heights);
  assert.ok(before.length >= 1 && before.length <= 3, `${before}`);
  assert.equal(await frame.locator("html").evaluate((html) => html.scrollHeight > html.clientHeight), false, "nothing is cut off");
  await frame.getByLabel("MLIR text").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\n\n// more\n");
  await page.waitForFunction((last) => heights.at(-1) > last, before.at(-1));
  await page.waitForTimeout(500);
  const { length } = await page.evaluate(() => heights);
  await page.waitForTimeout(500);
  assert.equal((await page.evaluate(() => heights)).length, length);
});

for (const [what, hash, said] of [
  ["a damaged link", "#v1=abc", /incomplete or damaged/],
  ["a link of a newer format", "#v7=abc", /format 7/],
  ["a word that is not known", "#show=text&colour=red", /"colour" is not a word of an embedded Rung/],
  ["a part that there is not", "#show=everything", /"show" cannot be "everything"/],
  ["markup", "#theme=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", /"theme" cannot be "<img src=x onerror=alert\(1\)>"/],
]) {
  test(`the frame reports ${what}, and works`, async (t) => {
    const { page, errors } = await openHost(t, frameTag(hash));
    const frame = await framed(page);
    assert.match(await frame.getByRole("alert").textContent(), said);
    await frame.locator("#status").getByText(/^Valid/).waitFor();
    assert.deepEqual(errors, []);
  });
}

// --- One core

for (const name of ["127.0.0.1", "localhost"]) {
  test(`ten frames on ${name === "localhost" ? "another site" : "another origin"} have one worker`, async (t) => {
    const link = await linkOf();
    const { page, errors } = await openHost(t, Array.from({ length: 10 }, () => frameTag(link)).join(""), { name });
    for (let i = 0; i < 10; i++) await (await framed(page, i)).getByText("After convert-func-to-llvm").waitFor();
    assert.equal(page.workers().length, 1);
    assert.deepEqual(errors, []);
  });
}

test("when the frame that started the worker goes, the others continue with another worker", async (t) => {
  const link = await linkOf();
  const { page, errors } = await openHost(t, Array.from({ length: 3 }, () => frameTag(link)).join(""));
  for (let i = 0; i < 3; i++) await (await framed(page, i)).getByText("After convert-func-to-llvm").waitFor();
  const owners = await Promise.all(page.frames().slice(1).map((frame) => frame.evaluate(() => "rungHub" in window)));
  assert.deepEqual(owners.filter(Boolean).length, 1);
  await page.evaluate((index) => document.querySelectorAll("iframe")[index].remove(), owners.indexOf(true));
  for (const index of [0, 1]) {
    const frame = await framed(page, index);
    await frame.getByLabel("MLIR text").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("x");
    await frame.locator("#status").getByText(/^Not valid/).waitFor();
  }
  assert.equal(page.workers().length, 1);
  assert.deepEqual(errors, []);
});

test("undo in a frame takes back what was typed, and not the text it was given", async (t) => {
  const { page } = await openHost(t, frameTag(await linkOf()));
  const frame = await framed(page);
  const text = frame.getByLabel("MLIR text");
  await frame.getByText("After convert-func-to-llvm").waitFor();
  const given = await text.textContent();
  await text.focus();
  await page.keyboard.type("// x");
  for (let i = 0; i < 5; i++) await page.keyboard.press("Control+z");
  assert.equal(await text.textContent(), given);
});

test("a frame that is removed takes its sessions with it", async (t) => {
  const link = await linkOf();
  const { page } = await openHost(t, frameTag(link) + frameTag(link), { prepare: withExports(`(exports) => {
    self.sessions = 0;
    return { ...exports,
      glue_session_new: (...all) => { self.sessions += 1; return exports.glue_session_new(...all); },
      glue_session_delete: (...all) => { self.sessions -= 1; return exports.glue_session_delete(...all); } };
  }`) });
  for (let i = 0; i < 2; i++) {
    const frame = await framed(page, i);
    await frame.getByText("After convert-func-to-llvm").waitFor();
    await frame.getByLabel("MLIR text").focus();
    await page.keyboard.type(" ");   // a core that was replaced by one of both parts has the sessions again that are asked for
  }
  const sessions = () => page.workers()[0].evaluate(() => self.sessions);
  await page.waitForTimeout(500);
  assert.equal(await sessions(), 5, "one to check and one to run of each frame, and the core's own");
  const owners = await Promise.all(page.frames().slice(1).map((frame) => frame.evaluate(() => "rungHub" in window)));
  await page.evaluate((index) => document.querySelectorAll("iframe")[index].remove(), owners.indexOf(false));
  await page.waitForTimeout(300);
  assert.equal(await sessions(), 3);
});

test("the text that crashed the core is named in its frame; the other frame goes on, and loses nothing", async (t) => {
  const { page, errors } = await openHost(t, frameTag(await linkOf()) + frameTag(await linkOf()), { prepare: onTexts });
  const [one, other] = [await framed(page, 0), await framed(page, 1)];
  for (const frame of [one, other]) await frame.getByText("After convert-func-to-llvm").waitFor();
  await other.getByLabel("MLIR text").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// mine\n");
  await one.getByLabel("MLIR text").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// crash here\n");
  await one.getByRole("alert").getByText(/The core crashed on this text.*Your text is safe/).waitFor();
  await one.locator("#status").getByText("Not checked").waitFor();
  assert.match(await one.getByLabel("MLIR text").textContent(), /crash here/);
  await other.getByLabel("MLIR text").focus();
  await page.keyboard.type("// still\n");
  await other.locator("#status").getByText(/^Valid/).waitFor();
  assert.equal(await other.getByRole("alert").count(), 0);
  assert.match(await other.getByLabel("MLIR text").textContent(), /mine.*still/);
  await one.getByLabel("MLIR text").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.press("Delete");
  await one.locator("#status").getByText(/^Valid/).waitFor();
  assert.equal(page.workers().length, 1);
  assert.deepEqual(errors, []);
});

test("a core that hangs is ended for all frames: the one whose text it was says so, the other gets its answer from the next core", async (t) => {
  const { page } = await openHost(t, frameTag(await linkOf()) + frameTag(await linkOf()), { prepare: onTexts });
  const [one, other] = [await framed(page, 0), await framed(page, 1)];
  for (const frame of [one, other]) await frame.getByText("After convert-func-to-llvm").waitFor();
  await one.getByLabel("MLIR text").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// hang here");
  await page.keyboard.press("Enter");
  await other.getByLabel("MLIR text").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("nonsense ");
  await one.getByText("Still working").waitFor();
  await one.getByRole("alert").getByText(/too long on this text/).waitFor({ timeout: 30_000 });
  await other.locator("#status").getByText(/^Not valid/).waitFor({ timeout: 30_000 });
  assert.equal(await other.getByRole("alert").count(), 0);
  for (let i = 0; page.workers().length > 1 && i < 50; i++) await page.waitForTimeout(100);
  assert.equal(page.workers().length, 1, "the one that hung is gone");
});

test("no frame's work starves another's: while one runs pipelines all the time, a key in the other is answered", async (t) => {
  const long = Array.from({ length: 4000 }, (_, i) => ADD.replace("@add", `@f${i}`)).join("\n");
  const { page } = await openHost(t, frameTag(await linkOf({ text: long })) + frameTag(await linkOf()));
  const [one, other] = [await framed(page, 0), await framed(page, 1)];
  await one.getByText("After convert-func-to-llvm").waitFor();
  await other.getByText("After convert-func-to-llvm").waitFor();
  await one.locator("body").evaluate(() => {
    const { view } = document.querySelector("[data-testid=editor] .cm-content").cmTile;
    setInterval(() => view.dispatch({ changes: { from: 0, insert: " " } }), 30);
  });
  const times = [];
  await other.getByLabel("MLIR text").focus();
  await page.keyboard.press("Control+Home");
  for (let i = 0; i < 5; i++) {
    const begin = Date.now();
    await page.keyboard.press(i % 2 ? "Backspace" : "y");
    await other.locator("#status").getByText(i % 2 ? /^Valid/ : /^Not valid/).waitFor();
    times.push(Date.now() - begin);
  }
  t.diagnostic(`a key to its verdict beside a busy frame: ${times} ms`);
  assert.ok(Math.max(...times) < 3000, `${times}`);
});

// --- Where less is allowed

test("a frame in a sandbox without an origin has a core of its own", async (t) => {
  const { page, errors } = await openHost(t, frameTag(await linkOf(), 'sandbox="allow-scripts"'));
  const frame = await framed(page);
  await frame.getByText("After convert-func-to-llvm").waitFor();
  assert.equal(await frame.locator("html").evaluate(() => self.origin), "null");
  assert.equal(page.workers().length, 1);
  assert.match(page.workers()[0].url(), /^blob:/);
  assert.deepEqual(errors, []);
});

test("frames work without storage and without shared workers", async (t) => {
  const { page, errors } = await openHost(t, frameTag(await linkOf()), { prepare: (page) => page.addInitScript(() => {
    delete globalThis.SharedWorker;
    Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
  }) });
  await (await framed(page)).getByText("After convert-func-to-llvm").waitFor();
  assert.deepEqual(errors, []);
});

test("a core that does not load is reported, and the text can be edited", async (t) => {
  const { page } = await openHost(t, frameTag(await linkOf()), { prepare: (page) => page.route("**/rung-*.wasm", (route) => route.fulfill({ status: 404 })) });
  const frame = await framed(page);
  await frame.getByRole("alert").getByText(/could not be loaded/).waitFor();
  await frame.getByLabel("MLIR text").focus();
  await page.keyboard.type("typed");
  assert.match(await frame.getByLabel("MLIR text").textContent(), /typed/);
});

test("messages from a window that is not the host's, or of another shape, do nothing", async (t) => {
  const { page, errors } = await openHost(t, frameTag(`${await linkOf()}`));
  const frame = await framed(page);
  await frame.getByText("After convert-func-to-llvm").waitFor();
  await page.evaluate(() => {
    const { contentWindow } = document.querySelector("iframe");
    for (const message of [null, 1, "x", [], { rung: "connect" }, { rung: "connect", port: {} }, { kind: "set", text: "gone" }, { rung: { toString() { return "connect"; } }.rung }]) contentWindow.postMessage(message, "*");
  });
  await page.waitForTimeout(300);
  assert.match(await frame.getByLabel("MLIR text").textContent(), /arith\.addi/);
  assert.deepEqual(errors, []);
});

test("the page itself has two workers of its own", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  assert.equal(rung.page.workers().length, 2);
});
