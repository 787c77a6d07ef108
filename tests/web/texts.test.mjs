// Several texts: kept by themselves, named, found, brought back; two tabs; files; a browser that keeps nothing.
import assert from "node:assert/strict";
import { mkdtemp, mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { encodeState } from "../../web/src/core/share.js";
import { RungPage, openPage, site, useBrowser } from "./browser.mjs";

useBrowser();

const MINE = "func.func private @mine()\n";
const THEIRS = "func.func private @theirs()\n";

const name = (rung) => rung.page.locator("#text-name").textContent();
const dialog = (rung) => rung.page.getByRole("dialog", { name: "Your files" });
const items = (rung) => dialog(rung).getByRole("list", { name: "Files" }).locator(":scope > li");
const names = (rung) => items(rung).locator(".text strong").allTextContents();

async function listTexts(rung) {
  await rung.page.locator("#texts-button").click();
  await rung.page.waitForFunction(() => document.querySelector("#texts .summary")?.textContent);
}

// Type at the end, as a reader does who continues a text.
async function typeOn(rung, words) {
  await rung.content.focus();
  await rung.page.keyboard.press("Control+End");
  await rung.page.keyboard.type(words);
  await kept(rung);
}

// What was changed is in the database.
const kept = (rung) => rung.page.waitForFunction(() => JSON.parse(sessionStorage.getItem("rung.draft.count"))?.isKept);

// The page with a text of the reader's own in it.
async function openMine(t, options) {
  const rung = await openPage(t, options);
  await rung.settled();
  await rung.setText(MINE);
  await rung.page.waitForTimeout(450);
  await kept(rung);
  return rung;
}

test("after a link is opened and changed, the text before it and the link's are both kept", async (t) => {
  const rung = await openMine(t);
  const link = site.url + await encodeState({ text: THEIRS, output: "custom", pipeline: "", options: {} });
  await rung.page.evaluate((url) => { location.href = url; }, link);
  await rung.page.waitForFunction(() => document.querySelector("[data-testid=editor]").textContent.includes("theirs"));
  await typeOn(rung, "// x");
  await listTexts(rung);
  assert.deepEqual(await names(rung), ["theirs", "mine"]);
  await items(rung).nth(1).getByRole("button", { name: /^mine/ }).click();
  await dialog(rung).waitFor({ state: "hidden" });
  assert.equal(await rung.text(), MINE);
  assert.deepEqual(rung.consoleErrors, []);
});

test("a link brings the name of its text; without one the text is called by its first symbol", async (t) => {
  const rung = await openMine(t);
  const arrives = async (state, wanted) => {
    const link = site.url + await encodeState({ output: "custom", pipeline: "", options: {}, ...state });
    await rung.page.evaluate((url) => { location.href = url; }, link);
    await rung.page.waitForFunction((words) => document.getElementById("text-name").textContent === words, wanted);
  };
  await arrives({ text: THEIRS, name: "What they had" }, "What they had");
  await arrives({ text: THEIRS }, "theirs");
  await typeOn(rung, "// x");
  assert.equal(await name(rung), "theirs");
  await listTexts(rung);
  await dialog(rung).getByRole("button", { name: "Rename “theirs”" }).click();
  await rung.page.keyboard.type("Renamed");
  await rung.page.keyboard.press("Enter");
  await items(rung).getByText("Renamed").first().waitFor();
  await dialog(rung).getByRole("button", { name: "Close" }).click();
  const other = await openPage(t, { hash: new URL(await rung.shareLink()).hash });
  await other.settled();
  assert.equal(await name(other), "Renamed");
});

test("a link whose text is among the reader's is called as it is there", async (t) => {
  const rung = await openMine(t);
  await listTexts(rung);
  await dialog(rung).getByRole("button", { name: "Rename “mine”" }).click();
  await rung.page.keyboard.type("My own name");
  await rung.page.keyboard.press("Enter");
  await items(rung).getByText("My own name").first().waitFor();
  await dialog(rung).getByRole("button", { name: "Close" }).click();
  await rung.setText(THEIRS);
  await rung.page.waitForTimeout(450);
  await kept(rung);
  const link = site.url + await encodeState({ text: THEIRS, name: "Another name", output: "custom", pipeline: "", options: {} });
  await rung.page.goto("about:blank");
  await rung.page.goto(link);
  await rung.page.waitForFunction(() => document.getElementById("text-name").textContent === "My own name");
});

test("an example that is only looked at takes no place among the texts", async (t) => {
  const rung = await openMine(t);
  await rung.chooseExample("aliases");
  await rung.settled();
  await listTexts(rung);
  assert.deepEqual(await names(rung), ["Aliases and attributes", "mine"]);
  assert.match(await items(rung).first().textContent(), /kept once you change it/);
  await rung.page.reload();
  await rung.settled();
  assert.equal(await name(rung), "Aliases and attributes", "a reload shows what was there");
});

test("undo goes back over an example to the text before it, and that text is the one kept", async (t) => {
  const rung = await openMine(t);
  await rung.chooseExample("aliases");
  await rung.settled();
  await typeOn(rung, "// mine now");
  await rung.content.focus();
  for (let i = 0; i < 5 && await rung.text() !== MINE; i++) await rung.page.keyboard.press("Control+z");
  assert.equal(await rung.text(), MINE);
  assert.equal(await name(rung), "mine");
  await typeOn(rung, "// more");
  await listTexts(rung);
  assert.deepEqual(await names(rung), ["mine", "Aliases and attributes"]);
  await dialog(rung).getByRole("button", { name: "Close" }).click();
  await rung.content.focus();
  for (let i = 0; i < 9 && await name(rung) === "mine"; i++) await rung.page.keyboard.press("Control+Shift+z");
  assert.equal(await name(rung), "mine", "what was undone is gone once something else was typed");
});

test("of two tabs with the same text neither overwrites the other, and both say so", async (t) => {
  const one = await openMine(t);
  const two = new RungPage(await one.page.context().newPage(), []);
  await two.page.goto(site.url);
  await two.settled();
  assert.equal(await two.text(), MINE);
  await typeOn(one, "// one");
  await two.page.getByText("“mine” was changed in another tab.").waitFor();
  await typeOn(two, "// two");
  await two.page.getByText("“mine” was changed in another tab, too. What you see here is kept as “mine (2)”.").waitFor();
  assert.equal(await one.text(), `${MINE}// one`);
  await one.page.reload();
  await two.page.reload();
  await Promise.all([one.settled(), two.settled()]);
  assert.equal(await one.text(), `${MINE}// one`);
  assert.equal(await two.text(), `${MINE}// two`);
  await typeOn(one, "!");
  await typeOn(two, "!");
  await listTexts(one);
  assert.deepEqual((await names(one)).sort(), ["mine", "mine (2)"]);
});

test("a text that another tab only looks at stays one text, also after its ladder is used or it is reloaded", async (t) => {
  const one = await openMine(t);
  const two = new RungPage(await one.page.context().newPage(), []);
  await two.page.goto(site.url);
  await two.settled();
  await typeOn(one, "// one");
  await two.page.getByText("“mine” was changed in another tab.").waitFor();
  await two.page.getByTestId("ladder").getByRole("button", { name: /^Your text/ }).click();
  await two.page.reload();
  await two.settled();
  await two.page.waitForTimeout(900);
  await listTexts(two);
  assert.deepEqual(await names(two), ["mine"]);
});

test("a text that could not be kept is kept with the next one that can, though another is in the editor by then", async (t) => {
  const rung = await openPage(t, { prepare: (page) => page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...all) {
      if (globalThis.isFull) throw new DOMException("full", "QuotaExceededError");
      return put.apply(this, all);
    };
  }) });
  await rung.settled();
  await rung.page.evaluate(() => { globalThis.isFull = true; });
  await rung.setText(MINE);
  await rung.page.getByText(/The browser has no more room for Rung/).waitFor();
  await rung.chooseExample("aliases");
  await rung.settled();
  assert.equal(await rung.page.getByText("Your files are kept again.").count(), 0);
  await rung.page.evaluate(() => { globalThis.isFull = false; });
  await typeOn(rung, "// more");
  await listTexts(rung);
  assert.deepEqual((await names(rung)).sort(), ["Aliases and attributes", "mine"]);
});

test("the text that another tab made can be shown", async (t) => {
  const one = await openMine(t);
  const two = new RungPage(await one.page.context().newPage(), []);
  await two.page.goto(site.url);
  await two.settled();
  await typeOn(one, "// one");
  await two.page.getByRole("button", { name: "Show what it is there" }).click();
  await two.page.waitForFunction(() => document.querySelector("[data-testid=editor]").textContent.includes("// one"));
  await typeOn(two, "// two");
  await listTexts(two);
  assert.deepEqual(await names(two), ["mine"]);
});

test("texts are found by what is in them, named, copied, deleted and brought back", async (t) => {
  const rung = await openMine(t);
  await listTexts(rung);
  await dialog(rung).getByRole("button", { name: "New file" }).click();
  await rung.setText("func.func private @needle_in_hay()\n");
  await rung.page.waitForTimeout(450);
  await kept(rung);
  await listTexts(rung);
  assert.deepEqual(await names(rung), ["needle_in_hay", "mine"]);
  await dialog(rung).getByRole("searchbox").fill("NEEDLE");
  await dialog(rung).getByText("1 file found").waitFor();
  assert.match(await items(rung).locator("code").textContent(), /@needle_in_hay/);
  await dialog(rung).getByRole("searchbox").fill("");
  await dialog(rung).getByText("2 files,").waitFor();

  await dialog(rung).getByRole("button", { name: "Rename “mine”" }).click();
  await rung.page.keyboard.type("What I had");
  await rung.page.keyboard.press("Enter");
  await items(rung).getByText("What I had").first().waitFor();
  await dialog(rung).getByRole("button", { name: "Duplicate “What I had”" }).click();
  await dialog(rung).waitFor({ state: "hidden" });
  assert.equal(await name(rung), "What I had (copy)");
  await rung.page.waitForTimeout(450);
  await kept(rung);

  await listTexts(rung);
  assert.equal(await items(rung).count(), 3);
  await dialog(rung).getByRole("button", { name: "Delete “What I had”" }).click();
  await dialog(rung).getByText("“What I had” is deleted.").waitFor();
  await dialog(rung).getByRole("button", { name: "Undo" }).click();
  await dialog(rung).getByRole("button", { name: "Delete “What I had”" }).waitFor();
  assert.equal(await items(rung).count(), 3);
});

test("a text's history has how it began, and what it was before all of it was replaced", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.chooseExample("aliases");
  await rung.settled();
  const example = await rung.text();
  await typeOn(rung, "// changed");
  await rung.setText(THEIRS);
  await rung.page.waitForTimeout(450);
  await kept(rung);
  await listTexts(rung);
  await dialog(rung).getByRole("button", { name: "History of “Aliases and attributes”" }).click();
  const history = dialog(rung).getByRole("list", { name: /^History of/ }).getByRole("listitem");
  await history.first().waitFor();
  const said = await history.allTextContents();
  assert.match(said.at(-1), /the example “Aliases and attributes”/);
  assert.match(said.at(-2), /before all of it was replaced/);
  await history.last().getByRole("button").click();
  await dialog(rung).waitFor({ state: "hidden" });
  assert.equal(await rung.text(), example);
  await rung.content.focus();
  await rung.page.keyboard.press("Control+z");
  assert.equal(await rung.text(), THEIRS, "going back can be undone");
});

test("a file is opened and saved unchanged, with its line ends, the mark at its start and any characters", async (t) => {
  const rung = await openPage(t, { acceptDownloads: true });
  await rung.settled();
  const folder = await mkdtemp(join(tmpdir(), "rung-"));
  const contents = {
    "unix.mlir": "func.func private @a()\n// 🪜 ä\n", "dos.mlir": "func.func private @a()\r\n\r\n// b\r\n", "mark.mlir": "\ufeffmodule {\n}\n",
    "mixed.mlir": "module {\r\n}\n// x\r// y\n", "empty.mlir": "", "no-end.mlir": "module {}",
  };
  for (const [file, text] of Object.entries(contents)) {
    const path = join(folder, file);
    await writeFile(path, text);
    await listTexts(rung);
    const chosen = rung.page.waitForEvent("filechooser");
    await dialog(rung).getByRole("button", { name: "Open files …" }).click();
    await (await chosen).setFiles(path);
    await rung.page.waitForFunction((wanted) => document.getElementById("text-name").textContent === wanted, file);
    assert.equal(await rung.settled(), "ready", file);
    await listTexts(rung);
    const saved = rung.page.waitForEvent("download");
    await dialog(rung).getByRole("button", { name: "Save as a file" }).click();
    const download = await saved;
    assert.equal(download.suggestedFilename(), file);
    assert.deepEqual(await readFile(await download.path()), Buffer.from(text), file);
  }
  assert.deepEqual(rung.consoleErrors, []);
});

test("of several files and a folder each .mlir file becomes a text, and a file that is no text is named", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  const folder = await mkdtemp(join(tmpdir(), "rung-"));
  await mkdir(join(folder, "deep"));
  await writeFile(join(folder, "a.mlir"), MINE);
  await writeFile(join(folder, "deep", "b.mlir"), THEIRS);
  await writeFile(join(folder, "notes.md"), "no IR");
  await writeFile(join(folder, "c.mlir"), Buffer.from([0x4d, 0x4c, 0xef, 0x52, 1, 2]));
  await listTexts(rung);
  const chosen = rung.page.waitForEvent("filechooser");
  await dialog(rung).getByRole("button", { name: "Open a folder …" }).click();
  await (await chosen).setFiles(folder);
  await rung.page.getByText(/Not opened: “c.mlir” is bytecode that cannot be read: invalid bytecode at byte 6: /).waitFor();
  await listTexts(rung);
  assert.deepEqual((await names(rung)).map((one) => one.split("/").slice(1).join("/")).sort(), ["a.mlir", "deep/b.mlir"]);
});

test("a file dropped on the editor or pasted into it is opened, not inserted", async (t) => {
  const rung = await openMine(t);
  const give = (type, file, text) => rung.content.evaluate((node, [type, file, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], file));
    node.dispatchEvent(type === "drop" ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
      : new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, [type, file, text]);
  await give("drop", "dropped.mlir", THEIRS);
  await rung.page.waitForFunction(() => document.getElementById("text-name").textContent === "dropped.mlir");
  assert.equal(await rung.text(), THEIRS);
  await give("paste", "pasted.mlir", MINE);
  await rung.page.waitForFunction(() => document.getElementById("text-name").textContent === "pasted.mlir");
  assert.equal(await rung.text(), MINE);
});

test("everything is exported as one file, and comes back from it into an empty browser", async (t) => {
  const rung = await openMine(t);
  await rung.chooseExample("aliases");
  await rung.settled();
  await typeOn(rung, "// changed");
  await listTexts(rung);
  const saved = rung.page.waitForEvent("download");
  await dialog(rung).getByRole("button", { name: "Export all" }).click();
  const path = await (await saved).path();
  await dialog(rung).getByText("2 files exported.").waitFor();

  const other = await openPage(t);
  await other.settled();
  const bring = async (from) => {
    const chosen = other.page.waitForEvent("filechooser");
    await dialog(other).getByRole("button", { name: "Import …" }).click();
    await (await chosen).setFiles(from);
  };
  await listTexts(other);
  await bring(path);
  await dialog(other).getByText("2 files imported.").waitFor();
  await other.page.waitForFunction(() => document.querySelectorAll("#texts .all-texts > li").length === 3);
  assert.deepEqual((await names(other)).slice(1).sort(), ["Aliases and attributes", "mine"]);
  await bring(path);
  await dialog(other).getByText("0 files imported, 2 here already.").waitFor();
  const broken = join(await mkdtemp(join(tmpdir(), "rung-")), "broken.jsonl");
  await writeFile(broken, "{}\n");
  await bring(broken);
  await dialog(other).getByText("This is not a file of texts that Rung exported.").waitFor();
});

const REFUSED = () => {
  const refuse = () => { throw new DOMException("denied", "SecurityError"); };
  indexedDB.open = refuse;
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: refuse });
};

test("a browser that keeps nothing gets one notice with a way out, and nothing on screen is lost", async (t) => {
  const rung = await openPage(t, { prepare: (page) => page.addInitScript(REFUSED) });
  await rung.settled();
  assert.equal(await rung.notice.count(), 0, "nothing was to be kept yet");
  await rung.setText(MINE);
  await rung.page.getByText(/This browser keeps nothing for Rung/).waitFor();
  await rung.page.getByRole("button", { name: "Close this note" }).click();
  await rung.content.focus();
  await rung.page.keyboard.press("Control+End");
  await rung.page.keyboard.type("// more");
  await rung.page.waitForTimeout(700);
  assert.equal(await rung.notice.count(), 0);
  assert.equal(await rung.text(), `${MINE}// more`);
  await rung.page.locator("#texts-button").click();
  await dialog(rung).getByText(/This browser keeps no texts for Rung/).waitFor();
});

test("a browser without room gets a notice with a way out, and another one when there is room again", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  const client = await rung.page.context().newCDPSession(rung.page);
  const { origin } = new URL(site.url);
  await client.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1000 });
  const long = `${MINE}${"// a comment\n".repeat(20_000)}`;
  await rung.setText(long);
  await rung.page.getByText(/The browser has no more room for Rung/).waitFor();
  assert.equal(await rung.page.getByRole("button", { name: "Delete files" }).count(), 1);
  assert.equal(await rung.text(), long);
  await client.send("Storage.overrideQuotaForOrigin", { origin });
  await typeOn(rung, "// more");
  await rung.page.getByText("Your files are kept again.").waitFor();
  await rung.page.reload();
  await rung.settled();
  assert.equal(await rung.text(), `${long}// more`);
});

test("when the browser's data are cleared while a text is open, a notice says so, and the text is kept again", async (t) => {
  const rung = await openMine(t);
  const client = await rung.page.context().newCDPSession(rung.page);
  await client.send("Storage.clearDataForOrigin", { origin: new URL(site.url).origin, storageTypes: "all" });
  await typeOn(rung, "// more");
  await rung.page.getByText("What this browser had kept of Rung was cleared. The text on screen is kept again.").waitFor();
  await listTexts(rung);
  assert.deepEqual(await names(rung), ["mine"]);
  assert.equal(await rung.text(), `${MINE}// more`);
});

test("bytecode is opened as the text that it is of", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await listTexts(rung);
  const chosen = rung.page.waitForEvent("filechooser");
  await dialog(rung).getByRole("button", { name: "Open files …" }).click();
  await (await chosen).setFiles(new URL("../bytecode/older.19.mlirbc", import.meta.url).pathname);
  await rung.page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("func.func @loop"));
  assert.match(await rung.content.innerText(), /memref\.load %arg1\[%arg2\]/);
  await rung.page.getByText("“older.19.mlirbc” is bytecode of version 6, written by MLIR19.1.7: this is its text.").waitFor();
  await listTexts(rung);
  assert.ok((await names(rung)).includes("older.19.mlir"));
  assert.deepEqual(rung.consoleErrors, []);
});
