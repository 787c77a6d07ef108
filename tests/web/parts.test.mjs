// Files with split markers are several texts; what their comments expect is no problem, what they miss is one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const PARTS = `func.func @first(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}

// -----

func.func @second(%a: i32) {
  // expected-error@+1 {{use of undeclared SSA value name}}
  %0 = arith.addi %a, %missing : i32
  return
}

// -----

func.func @third() {
  return
}
`;

test("each part has its own result, and that of the cursor's part is shown", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.pipeline.selectOption("custom");
  await rung.setText(PARTS);
  await rung.moveTo(0);
  await rung.settled();
  assert.match(await rung.outputText(), /@first/);
  assert.doesNotMatch(await rung.outputText(), /@third/);
  assert.equal(await rung.page.locator("#result-heading").textContent(), "Part 1 of 3: Your text, printed");
  await rung.moveTo(PARTS.indexOf("@third"));
  await rung.page.getByText("Part 3 of 3: Your text, printed").waitFor();
  assert.match(await rung.outputText(), /@third/);
});

test("buttons lead from part to part; the good ones have their results beside a bad one", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.pipeline.selectOption("custom");
  await rung.setText(PARTS.replace(/\n.*expected-error.*/, ""));
  await rung.moveTo(0);
  await rung.settled();
  const chooser = rung.page.getByRole("group", { name: "Parts of the text" });
  assert.match(await chooser.textContent(), /1 \/ 3/);
  assert.ok(await chooser.getByRole("button", { name: "Previous part" }).isDisabled());
  await chooser.getByRole("button", { name: "Next part" }).click();
  await chooser.getByText("2 / 3").waitFor();
  await rung.page.locator("[data-testid=output][data-state=invalid]").waitFor();
  await chooser.getByRole("button", { name: "Next part" }).click();
  await rung.page.getByText("Part 3 of 3: Your text, printed").waitFor();
  assert.match(await rung.outputText(), /@third/);
  assert.equal((await rung.text()).slice(await rung.cursor()).trim().split("\n")[0], "func.func @third() {");
  assert.ok(await chooser.getByRole("button", { name: "Next part" }).isDisabled());
});

test("when a text is replaced by one with errors, the former program's result is gone", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  assert.match(await rung.outputText(), /@scale/);
  await rung.setText("func.func @other() {\n  %0 = arith.mull %a\n  return\n}\n");
  await rung.page.locator("[data-testid=output][data-state=invalid]").waitFor();
  await rung.settled();
  assert.equal(await rung.outputText(), "");
  assert.deepEqual(await rung.rungs(), ["Your text"]);
});

test("when the messages that comments expect came, the text is valid and the page says so", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.pipeline.selectOption("custom");
  await rung.setText(PARTS);
  await rung.settled();
  assert.equal(await rung.heading(), "No problems");
  assert.equal(await rung.page.evaluate(() => document.body.dataset.checked), "ok");
  assert.equal(await rung.infos.count(), 1);
});

test("an expectation that is not met is an error at its comment", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.pipeline.selectOption("custom");
  await rung.setText(PARTS.replace("%missing", "%a"));
  await rung.settled();
  assert.equal(await rung.heading(), "1 error");
  assert.match(await rung.problems.first().textContent(), /expected error "use of undeclared SSA value name" was not produced.*9:6/);
});

test("the heading of a dump in a log begins as a marker does, and is not one", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.pipeline.selectOption("custom");
  await rung.setText("// -----// IR Dump After CSE (cse) //----- //\nfunc.func @only() {\n  return\n}\n");
  assert.equal(await rung.settled(), "ready");
  assert.equal(await rung.heading(), "No problems");
  assert.equal(await rung.page.locator("#result-heading").textContent(), "Your text, printed");
});
