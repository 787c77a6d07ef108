// Rewrite rules of the reader's own, in the page: written, applied, shared and opened.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const TEXT = "func.func @scale(%x: i32) -> i32 {\n  %c = arith.constant 2 : i32\n  %y = arith.muli %x, %c : i32\n  return %y : i32\n}\n";
const RULES = "rules mine greedy\n  constants arith.constant\n\nrule double: arith.muli(x, #2) => arith.addi(x, x)\n";

const area = (rung) => rung.page.getByTestId("rules");

async function writeRules(rung, rules) {
  await rung.page.locator(".menu summary", { hasText: "Options" }).click();
  await rung.page.getByRole("button", { name: "Write rewrite rules" }).click();
  await area(rung).fill(rules);
}

test("rules are written below the text, put on the ladder at a press, shared by a link, and used there when the reader says so", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.choose("custom");
  await rung.setText(TEXT);
  await rung.settled();
  await writeRules(rung, RULES);
  await rung.applyRules();
  await rung.output.getByText("arith.addi").first().waitFor();
  assert.doesNotMatch(await rung.outputText(), /muli/);
  assert.match(await rung.page.locator("#own-rules-heading").textContent(), /apply-rules applies these rules/);
  await rung.shareLink();
  const other = await openPage(t, { hash: new URL(rung.page.url()).hash });
  await other.settled();
  assert.equal(await area(other).inputValue(), RULES);
  assert.match(await other.page.locator("#own-rules-heading").textContent(), /not used yet/);
  await other.page.getByRole("button", { name: "Use them" }).click();
  await other.output.getByText("arith.addi").first().waitFor();
  assert.deepEqual(rung.consoleErrors.concat(other.consoleErrors), []);
});

test("a mistake in the rules is listed with its place, and leads there", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.setText(TEXT);
  await writeRules(rung, RULES.replace("arith.addi", "arith.adi"));
  const problem = rung.page.locator("#own-rules .problem").first();
  await problem.waitFor();
  assert.match(await problem.textContent(), /no operation 'arith\.adi'; did you mean 'arith\.addi'\?\s*4:\d+/);
  await problem.click();
  const chosen = await area(rung).evaluate((node) => node.value.slice(node.selectionStart, node.selectionEnd));
  assert.equal(chosen, "arith.adi");
});

test("rules about a dialect of the reader's own lower it, and what they undo for ever is named", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.choose("custom");
  await rung.page.locator(".menu summary", { hasText: "Options" }).click();
  await rung.page.getByRole("button", { name: "Define a dialect" }).click();
  await rung.page.getByTestId("dialect").fill('dialect toy "t"\nop twice "x + x"\n  traits Pure SameOperandsAndResultType\n  operand x: AnyInteger\n  result r: AnyInteger\n  format $x attr-dict `:` type($r)\n');
  await rung.setText("func.func @f(%x: i32) -> i32 {\n  %y = toy.twice %x : i32\n  return %y : i32\n}\n");
  await writeRules(rung, "rules down conversion\n  illegal toy\n  legal arith func\n\nrule twice: toy.twice(x) => arith.addi(x, x)\n");
  await rung.applyRules();
  await rung.output.getByText("arith.addi").first().waitFor();
  await area(rung).fill("rules round greedy\n\nrule a: toy.twice(x) => arith.addi(x, x)\nrule b: arith.addi(x, x) => toy.twice(x)\n");
  await rung.output.getByText("does not come to an end").first().waitFor();
  assert.equal(await rung.heading(), "1 error");
});
