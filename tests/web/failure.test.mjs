// A core that crashes, hangs or does not load leaves the page and the text alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";
import { onTexts } from "./faults.mjs";

useBrowser();

const GOOD = "func.func private @abort()\n";

test("after a crash the text stays, a message says so, and the next text is checked", async (t) => {
  const rung = await openPage(t, { prepare: onTexts });
  await rung.pipeline.selectOption("custom");
  assert.equal(await rung.settled(), "ready");
  for (let round = 0; round < 3; round++) {
    await rung.setText("// crash here\n");
    assert.equal(await rung.settled(), "failure");
    assert.match(await rung.page.getByRole("alert").textContent(), /crashed.*Your text is safe/);
    assert.equal(await rung.text(), "// crash here\n");
    assert.equal(await rung.outputText(), "");
    await rung.setText(GOOD);
    assert.equal(await rung.settled(), "ready");
    assert.match(await rung.outputText(), /@abort/);
    assert.equal(await rung.notice.count(), 0, "the text that crashed is gone, and so is the note");
  }
  assert.deepEqual(rung.consoleErrors, []);
});

test("a check that hangs is stopped after ten seconds, and the page continues", async (t) => {
  const rung = await openPage(t, { prepare: onTexts });
  await rung.pipeline.selectOption("custom");
  await rung.settled();
  const begin = Date.now();
  await rung.setText("// hang here\n");
  await rung.content.press("End");
  await rung.page.getByRole("alert").waitFor({ timeout: 30_000 });
  assert.ok(Date.now() - begin >= 9_000);
  assert.match(await rung.page.getByRole("alert").textContent(), /too long.*Your text is safe/);
  assert.equal(await rung.text(), "// hang here\n");
  await rung.setText(GOOD);
  assert.equal(await rung.settled(), "ready");
});

test("text typed while the core hangs is checked by the next one", async (t) => {
  const rung = await openPage(t, { prepare: onTexts });
  await rung.pipeline.selectOption("custom");
  await rung.settled();
  await rung.setText("// hang here\n");
  await rung.page.waitForTimeout(200);
  await rung.setText(GOOD);
  await rung.page.getByRole("alert").waitFor({ timeout: 30_000 });
  assert.equal(await rung.settled(), "ready");
  assert.match(await rung.outputText(), /@abort/);
});

test("nesting without end is an error, not a crash, in a worker's small stack too", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  for (const [head, deep] of [["", "module {"], ["", '"builtin.module"() ({'], ["!a = ", "tuple<"], ["%0 = arith.constant ", "["]]) {
    await rung.setText(head + deep.repeat(20_000));
    assert.equal(await rung.settled(), "invalid", deep);
    assert.equal(await rung.notice.count(), 0);
  }
});

for (const [part, pattern] of [["core", "**/rung-*.wasm"], ["worker", "**/worker-*.js"]]) {
  test(`a ${part} that does not load is reported, and the editor works`, async (t) => {
    const rung = await openPage(t, { prepare: (page) => page.route(pattern, (route) => route.fulfill({ status: 404 })) });
    await rung.page.getByRole("alert").waitFor();
    assert.match(await rung.page.getByRole("alert").textContent(), /could not be loaded/);
    await rung.setText(GOOD);
    assert.equal(await rung.text(), GOOD);
  });
}
