// Below the last rung: LLVM IR.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const TEXT = "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n";
const beyond = (rung) => rung.page.locator(".beyond").getByRole("button", { name: "LLVM IR" });

test("what the last rung made is shown as LLVM IR, and follows the text", async (t) => {
  const rung = await openPage(t);
  await rung.setText(TEXT);
  await rung.choose("llvm");
  await rung.settled();
  await beyond(rung).click();
  await rung.settled();
  await rung.page.getByRole("heading", { name: "LLVM IR" }).waitFor();
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
