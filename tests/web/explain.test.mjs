// Explanations and provenance on the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const LOAD = `func.func @f(%m: memref<?x4xf32>, %i: index) -> f32 {
  %c = arith.constant 1 : index
  %v = memref.load %m[%i, %c] : memref<?x4xf32>
  return %v : f32
}
`;


/** The texts highlighted in a view, line by line. */
const highlighted = (view) => view.locator(".linked").allTextContents();

async function openWith(t, text, pipeline, options) {
  const rung = await openPage(t, options);
  await rung.setText(text);
  await rung.pipeline.selectOption("own");
  await (await rung.pipelineText()).fill(pipeline);
  await rung.settled();
  return rung;
}

async function explain(rung) {
  await rung.page.getByRole("button", { name: "Explain" }).click();
  const pane = rung.page.getByTestId("explain");
  await pane.locator(".facts > *").first().waitFor();
  return pane;
}

test("the type at the cursor is explained by rules, fields and C declaration, with bare pointers if the pipeline has them", async (t) => {
  const rung = await openWith(t, LOAD.replace("?x4", "8x4").replace("?x4", "8x4"), "builtin.module(convert-func-to-llvm)");
  await rung.moveTo(LOAD.indexOf("memref<") + 2);
  const pane = await explain(rung);
  await pane.getByText("memref to descriptor").waitFor();
  assert.match(await pane.textContent(), /sizes\[1\].*strides\[0\].*struct memref_2d_f32/s);
  assert.match(await pane.textContent(), /%allocated: !llvm\.ptr/);
  await (await rung.pipelineText()).fill("builtin.module(convert-func-to-llvm{use-bare-ptr-memref-call-conv=1})");
  await pane.getByText("what a function takes by this calling convention").waitFor();
  assert.doesNotMatch(await pane.textContent(), /%allocated/);
  await rung.moveTo(LOAD.indexOf("index)") + 1);
  await pane.getByText("index has 64 bits where neither a data layout nor an option says otherwise").waitFor();
  assert.deepEqual(rung.consoleErrors, []);
});

test("the operation at the cursor is explained by what each pass made of it", async (t) => {
  const rung = await openWith(t, LOAD, "builtin.module(convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)");
  const pane = await explain(rung);
  await rung.moveTo(LOAD.indexOf("memref.load") + 3);
  const steps = pane.locator("details[data-name=op]");
  await steps.getByText("finalize-memref-to-llvm").waitFor();
  assert.match(await steps.textContent(), /memref\.load read an element.*llvm\.getelementptr.*llvm\.load/);
});

test("the operation at the cursor of the result is described, with what it was made from", async (t) => {
  const rung = await openWith(t, LOAD, "builtin.module(convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)");
  const pane = await explain(rung);
  await rung.output.locator(".cm-line", { hasText: "llvm.load" }).first().click();
  const about = pane.locator("details[data-name=op]");
  await about.getByText("Made from").waitFor();
  assert.match(await about.textContent(), /llvm\.load.*Made from memref\.load/);
  await about.getByRole("button", { name: "show" }).first().click();
  assert.equal(await rung.cursor(), LOAD.indexOf("memref.load"));
});

test("the rung on show is explained by what its pass did, with its rules", async (t) => {
  const rung = await openWith(t, LOAD, "builtin.module(convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)");
  const pane = await explain(rung);
  const about = pane.locator("details[data-name=rung]");
  await about.getByText("reconcile-unrealized-casts").waitFor();
  await rung.goTo("finalize-memref-to-llvm");
  await about.getByText("finalize-memref-to-llvm").waitFor();
  assert.match(await about.textContent(), /lower memref.*memref\.load.*llvm\.getelementptr.*memref\.load to llvm\.getelementptr and llvm\.load/);
});

test("options of the pipeline hold where types are explained: the typed pointers of an old pass, and its data layout", async (t) => {
  const rung = await openWith(t, LOAD, "builtin.module(convert-std-to-llvm{data-layout=e-p:32:32})");
  await rung.moveTo(LOAD.indexOf("memref<") + 2);
  const pane = await explain(rung);
  await pane.getByText("memref to descriptor").waitFor();
  assert.match(await pane.textContent(), /!llvm\.struct<\(ptr<f32>, ptr<f32>, i64.*48 bytes/s);
});

test("a silent pipeline says what is left and why; a click adds the pass that helps", async (t) => {
  const rung = await openWith(t, LOAD, "builtin.module(convert-func-to-llvm,convert-scf-to-cf,reconcile-unrealized-casts)");
  const pane = await explain(rung);
  await pane.getByText("Not finished").waitFor();
  assert.match(await pane.textContent(), /memref\.load at 3:8 still uses the old type/);
  const ladder = rung.page.getByTestId("ladder");
  await rung.page.getByRole("button", { name: "Edit the pipeline" }).click();
  await ladder.getByText("had no effect").click();
  await ladder.getByText(/^it works on scf\.execute_region/).waitFor();
  await pane.getByRole("button", { name: "Add finalize-memref-to-llvm" }).first().click();
  assert.equal(await (await rung.pipelineText()).inputValue(),
    "builtin.module(convert-func-to-llvm,convert-scf-to-cf,finalize-memref-to-llvm,reconcile-unrealized-casts)");
  await rung.settled();
  assert.match(await rung.outputText(), /llvm\.load/);
  await pane.getByRole("button", { name: "Add convert-arith-to-llvm" }).first().click();
  await rung.settled();
  await pane.getByText("left over").waitFor({ state: "detached" });
  assert.doesNotMatch(await rung.outputText(), /unrealized_conversion_cast/);
});

test("a failed pass says why; a click puts the pass that helps before it", async (t) => {
  const rung = await openWith(t, "func.func @f(%a: complex<f32>) -> complex<f32> {\n  %0 = complex.exp %a : complex<f32>\n  return %0 : complex<f32>\n}\n",
    "builtin.module(convert-complex-to-llvm)");
  assert.equal(await rung.settled(), "failed");
  const pane = await explain(rung);
  await pane.getByRole("button", { name: "Add convert-complex-to-standard" }).click();
  assert.equal(await (await rung.pipelineText()).inputValue(),
    "builtin.module(convert-complex-to-standard,convert-complex-to-llvm)");
  assert.equal(await rung.settled(), "ready");
});

test("a line of output lights up its source, and the source what it became", async (t) => {
  const rung = await openWith(t, LOAD, "builtin.module(convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)");
  const line = (words) => rung.output.locator(".cm-line", { hasText: words }).first();
  await line("llvm.load").hover();
  await rung.editor.locator(".linked").waitFor();
  assert.deepEqual((await highlighted(rung.editor)).join(""), "memref.load %m[%i, %c] : memref<?x4xf32>");
  assert.ok((await highlighted(rung.output)).join("").includes("llvm.getelementptr"));
  await line("llvm.insertvalue").hover();
  await rung.page.waitForFunction(() => document.querySelector("[data-testid=editor] .linked")?.textContent === "%m");
  await line("llvm.mlir.constant(1").click();
  await rung.page.mouse.move(5, 5);
  await rung.page.waitForFunction(() => [...document.querySelectorAll("[data-testid=editor] .linked")].map((it) => it.textContent).join("") === "arith.constant 1 : index");
  // The other way: the cursor in the text.
  await rung.moveTo(LOAD.indexOf("return") + 2);
  await rung.page.waitForFunction(() => [...document.querySelectorAll("[data-testid=output] .linked")].some((it) => it.textContent.includes("llvm.return")));
  // An earlier rung has origins of its own.
  await rung.goTo("convert-arith-to-llvm");
  await line("memref.load").hover();
  await rung.page.waitForFunction(() => [...document.querySelectorAll("[data-testid=editor] .linked")].map((it) => it.textContent).join("").startsWith("memref.load"));
  assert.deepEqual(rung.consoleErrors, []);
});

test("light goes out when the text changes; custom form has origins too", async (t) => {
  const rung = await openPage(t);
  await rung.setText(LOAD);
  await rung.pipeline.selectOption("custom");
  await rung.settled();
  await rung.output.locator(".cm-line", { hasText: "memref.load" }).hover();
  await rung.editor.locator(".linked").first().waitFor();
  await rung.moveTo(0);
  await rung.page.mouse.move(5, 5);
  await rung.page.keyboard.type("\n");
  await rung.settled();
  assert.deepEqual(await highlighted(rung.editor), []);
});

test("a key opens the pane, and its button closes it", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  const pane = rung.page.getByTestId("explain");
  await rung.page.keyboard.press("Control+e");
  await pane.waitFor();
  assert.equal(await rung.page.getByRole("button", { name: "Explain", exact: true }).getAttribute("aria-expanded"), "true");
  await pane.getByRole("button", { name: "Close the explanation" }).click();
  assert.equal(await pane.isVisible(), false);
});

test("hovering an operation, a value and an alias says what they are", async (t) => {
  const rung = await openPage(t);
  await rung.setText(`!row = memref<8xf32>\n${LOAD.replace("index)", "index, %r: !row)")}`);
  await rung.settled();
  const word = (text, n = 0) => rung.editor.locator(".cm-line span", { hasText: text }).nth(n);
  const tooltip = rung.page.locator(".cm-tooltip .hover");
  await word(/^memref\.load$/).hover();
  await tooltip.waitFor();
  assert.match(await tooltip.textContent(), /^memref\.load.*operands: memref/s);
  await word(/^%i$/, 1).hover();
  await rung.page.waitForFunction(() => document.querySelector(".cm-tooltip .hover code")?.textContent === "%i : index");
  await word(/^!row$/, 1).hover();
  await rung.page.waitForFunction(() => document.querySelector(".cm-tooltip .hover code")?.textContent === "memref<8xf32>");
  assert.deepEqual(rung.consoleErrors, []);
});

test("a key describes the word at the cursor; Escape closes the description", async (t) => {
  const rung = await openPage(t);
  await rung.setText(LOAD);
  await rung.settled();
  await rung.moveTo(LOAD.indexOf("memref.load") + 3);
  await rung.page.keyboard.press("Alt+i");
  const tooltip = rung.page.locator(".cm-tooltip .hover");
  await tooltip.waitFor();
  assert.match(await tooltip.textContent(), /^memref\.load.*operands: memref/s);
  await rung.page.locator("#announcer").getByText(/^memref\.load\. read an element/).waitFor({ state: "attached" });
  await rung.page.keyboard.press("Escape");
  await tooltip.waitFor({ state: "detached" });
  await rung.page.keyboard.press("Alt+i");
  await tooltip.waitFor();
  await rung.page.keyboard.press("ArrowRight");
  await tooltip.waitFor({ state: "detached" });
});

test("regions fold, in the text and in the output", async (t) => {
  const rung = await openPage(t);
  await rung.setText(LOAD);
  await rung.pipeline.selectOption("custom");
  await rung.settled();
  for (const view of [rung.editor, rung.output]) {
    await view.getByTitle("Fold line").filter({ visible: true }).first().click();
    assert.equal(await view.locator(".cm-foldPlaceholder").count(), 1);
    assert.doesNotMatch(await view.locator(".cm-content").textContent(), /memref\.load/);
    await view.getByTitle("Unfold line").filter({ visible: true }).first().click();
    assert.match(await view.locator(".cm-content").textContent(), /memref\.load/);
  }
});

test("why nothing happened: the rules that were tried on the operation at the cursor, and where each failed; their names lead to values", async (t) => {
  const text = "func.func @f(%n: i32, %m: i32) -> i32 {\n  %seven = arith.constant 7 : i32\n  %0 = arith.muli %n, %m : i32\n  %1 = arith.muli %0, %seven : i32\n  return %1 : i32\n}\n";
  const rung = await openWith(t, text, "builtin.module(canonicalize)");
  const pane = await explain(rung);
  await rung.moveTo(text.lastIndexOf("arith.muli") + 3);
  const tried = pane.locator("details[data-name=tried]");
  await tried.getByText("Rules tried").click();
  await tried.getByText("is an argument of a block, not a constant integer").waitFor();
  assert.match(await tried.textContent(), /did not apply arith\.muli muli-of-muli: 'rhs' of 'arith\.muli' is an argument/);
  await tried.locator("pre button", { hasText: /^x$/ }).first().click();
  assert.equal(await rung.cursor(), text.indexOf("%n"));
  assert.deepEqual(rung.consoleErrors, []);
});
