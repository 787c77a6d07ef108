// How the result reads: what a rung took away, short names for long types, and where everything lies.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shortName, structsIn } from "../../web/src/output/short-types.js";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

test("struct types are found whole, and descriptors named by their rank", () => {
  const line = "%7 = llvm.insertvalue %a, %6[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> ";
  const [{ from, to }, ...more] = structsIn(line);
  assert.equal(more.length, 0);
  assert.equal(shortName(line.slice(from, to)), "!descriptor<2>");
  assert.equal(shortName("!llvm.struct<(ptr, ptr, i64)>"), "!descriptor<0>");
  assert.equal(shortName('!llvm.struct<"point", (f32, f32, f32, i64)>'), '!struct "point"');
  assert.equal(shortName("!llvm.struct<(i64, array<3 x struct<(i8, i8)>>)>"), "!struct<…>");
  assert.deepEqual(structsIn("!llvm.struct<(i32)> !llvm.struct<(i32, i32, i32, i32, i32"), []);
  assert.equal(structsIn('x : !llvm.struct<"a>b", (ptr, ptr, i64, i64)>, y : !llvm.struct<(ptr, i64, i64, i64, i64)>').length, 2);
});

test("structs have short names on request; what is copied has them in full", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.goTo("reconcile-unrealized-casts");
  const lines = rung.output.locator(".cm-content");
  assert.match(await lines.innerText(), /!llvm\.struct<\(ptr, ptr, i64/);
  await rung.page.getByText("Options").click();
  await rung.page.getByLabel("Short names for structs").check();
  await rung.page.keyboard.press("Escape");
  await rung.output.locator(".short-type").first().waitFor();
  assert.match(await lines.innerText(), /llvm\.insertvalue %arg0, %0\[0\] : !descriptor<1>/);
  await rung.page.getByRole("button", { name: "Copy", exact: true }).click();
  await rung.notice.filter({ hasText: "Output copied" }).waitFor();
  assert.match(await rung.page.evaluate(() => navigator.clipboard.readText()), /llvm\.insertvalue %arg0, %0\[0\] : !llvm\.struct<\(ptr, ptr, i64/);
});

test("what a rung took away is counted where it stood, and shown when it is asked for", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.goTo("reconcile-unrealized-casts");
  const mark = rung.output.locator(".removed").first();
  await mark.waitFor();
  assert.equal(await mark.locator("button").getAttribute("aria-label"), "1 line removed here");
  assert.equal(await mark.locator("code").isVisible(), false);
  await mark.locator("button").click();
  assert.match(await mark.locator("code").innerText(), /builtin\.unrealized_conversion_cast/);
  const { y, height } = await mark.locator("code").boundingBox();
  const next = await rung.output.locator(".cm-line").nth(2).boundingBox();
  assert.ok(y + height <= next.y + 1, "the line grows");
  await mark.locator("button").click();
  assert.equal(await mark.locator("code").isVisible(), false);
  assert.doesNotMatch(await rung.outputText(), /unrealized/);
});
