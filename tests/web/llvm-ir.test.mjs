// Below the last rung: LLVM IR.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const TEXT = "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n";
const beyond = (rung) => rung.page.locator(".beyond").getByRole("button", { name: "LLVM IR" });

/** The page with the text's LLVM IR on show. */
async function openLlvmIr(t) {
  const rung = await openPage(t);
  await rung.setText(TEXT);
  await rung.choose("llvm");
  await rung.settled();
  await beyond(rung).click();
  await rung.settled();
  await rung.page.getByRole("heading", { name: "LLVM IR" }).waitFor();
  return rung;
}

test("what the last rung made is shown as LLVM IR, and follows the text", async (t) => {
  const rung = await openLlvmIr(t);
  assert.match(await rung.outputText(), /define i32 @f\(i32 %0\) \{\n {2}%2 = add i32 %0, %0/);
  assert.equal(await beyond(rung).getAttribute("aria-current"), "true");
  const link = await rung.page.getByRole("link", { name: "Open in Compiler Explorer" }).getAttribute("href");
  const { sessions } = JSON.parse(Buffer.from(decodeURIComponent(link.split("/clientstate/")[1]), "base64").toString());
  assert.match(sessions[0].source, /^; ModuleID[^]*%2 = add i32 %0, %0\n {2}ret i32 %2\n\}\n/);
  await rung.setText(TEXT.replace("addi", "muli"));
  await rung.settled();
  assert.match(await rung.outputText(), /%2 = mul i32 %0, %0/);
  await rung.goTo("Your text");
  assert.match(await rung.outputText(), /arith\.muli/);
  assert.equal(await beyond(rung).getAttribute("aria-current"), "false");
  assert.deepEqual(rung.consoleErrors, []);
});

test("it is not offered for what is not all of the llvm dialect", async (t) => {
  const rung = await openPage(t);
  await rung.setText(TEXT);
  await rung.choose("custom");
  await rung.settled();
  await beyond(rung).waitFor({ state: "hidden" });
  await rung.choose("llvm");
  await rung.settled();
  await beyond(rung).waitFor();
});

test("a line of it lights up what it was made from, and the other way round", async (t) => {
  const rung = await openLlvmIr(t);
  const lit = (view, text) => rung.page.waitForFunction(([id, wanted]) =>
    [...document.querySelectorAll(`[data-testid=${id}] .linked`)].map((it) => it.textContent).join("") === wanted, [view, text]);
  await rung.output.locator(".cm-line", { hasText: "%2 = add" }).click();
  await lit("editor", "arith.addi %a, %a : i32");
  await rung.editor.locator(".cm-line", { hasText: "return" }).click();
  await lit("output", "ret i32 %2");
  await rung.output.locator(".cm-line", { hasText: "define i32 @f" }).click();
  await lit("editor", "func.func @f(%a: i32) -> i32 {");
  assert.deepEqual(rung.consoleErrors, []);
});

test("a link to it, and the page loaded again, show it", async (t) => {
  const rung = await openLlvmIr(t);
  await rung.page.reload();
  await rung.page.getByRole("heading", { name: "LLVM IR" }).waitFor();
  await rung.share.click();
  const link = await rung.page.getByRole("textbox", { name: "Link", exact: true }).inputValue();
  const other = await openPage(t, { hash: new URL(link).hash });
  await other.settled();
  await other.page.getByRole("heading", { name: "LLVM IR" }).waitFor();
  assert.match(await other.outputText(), /%2 = add i32 %0, %0/);
  assert.equal(await beyond(other).getAttribute("aria-current"), "true");
});
