// Dialects that a text describes, in a browser: rung.js as a page imports it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const file = (path) => new URL(`../../${path}`, import.meta.url).pathname;
const read = (name) => readFileSync(file(`tests/dialects/${name}`), "utf8");

test("a page adds a dialect, reads with it in two sessions, and takes it out again", async (t) => {
  const { page, consoleErrors } = await openPage(t, {
    serviceWorkers: "block",
    prepare: async (opened) => {
      await opened.route("**/dialect-test/rung.js", (route) => route.fulfill({ path: file("wasm/rung.js"), contentType: "text/javascript" }));
      await opened.route("**/dialect-test/rung.wasm", (route) => route.fulfill({ path: file("build/wasm/rung.wasm"), contentType: "application/wasm" }));
    },
  });
  const records = `// はしご 🪜\n${read("toy.ops")}`;
  const said = await page.evaluate(async ({ records, text }) => {
    const { Rung } = await import("/dialect-test/rung.js");
    const rung = await Rung.load();
    const [early, late] = [rung.session({ allowUnregisteredDialects: false }), rung.session()];
    const before = early.setText(text).ok;
    const mistake = rung.addDialect(records.replace("ReturnLike", "ReturnsLike"));
    const { name, diagnostics } = rung.addDialect(records);
    const results = [early, late].map((session) => ({ ...session.setText(text), printed: session.print() }));
    const wrong = early.setText(text.replace("%2 = toy.mul %0, %1", "%2 = toy.mul %0, %q")).diagnostics;
    const hover = late.hover(text.indexOf("toy.transpose"));
    const removed = rung.removeDialect("toy"), after = early.setText(text).ok;
    return { before, mistake, name, diagnostics, results, wrong, hover, removed, after };
  }, { records, text: read("toy.mlir") });
  assert.equal(said.before, false);
  assert.equal(said.mistake.name, null);
  const changed = records.replace("ReturnLike", "ReturnsLike"), [{ from, to, message }] = said.mistake.diagnostics;
  assert.deepEqual([changed.slice(from, to), message], ["ReturnsLike", "there is no trait 'ReturnsLike'"]);
  assert.deepEqual([said.name, said.diagnostics], ["toy", []]);
  for (const { ok, printed } of said.results) assert.deepEqual([ok, printed], [true, read("toy.printed.mlir")]);
  assert.match(said.wrong[0].message, /use of undeclared SSA value name/);
  assert.equal(said.hover.title, "toy.transpose");
  assert.match(said.hover.text, /rows for columns/);
  assert.deepEqual([said.removed, said.after], [true, false]);
  assert.deepEqual(consoleErrors, []);
});
