import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { Rung } from "../../wasm/rung.js";
import { openPage, site, useBrowser } from "./browser.mjs";

useBrowser();

const ADD = "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n";

test("the page loads without a fault and shows a loop on the first rung of the ladder", async (t) => {
  const rung = await openPage(t);
  assert.equal(await rung.settled(), "ready");
  assert.match(await rung.text(), /func\.func @scale.*scf\.for/s);
  assert.match(await rung.outputText(), /func\.func @scale.*scf\.for/s);
  assert.equal(await rung.page.getByTestId("ladder").locator(".name[aria-current=true]").textContent(), "Your text");
  assert.equal(await rung.problems.count(), 0);
  assert.deepEqual(rung.consoleErrors, []);
});

test("the page loads nothing from another host", async (t) => {
  const asked = [];
  const rung = await openPage(t, { prepare: (page) => page.on("request", (request) => asked.push(request.url())) });
  await rung.settled();
  assert.ok(asked.length > 3);
  for (const url of asked) assert.ok(url.startsWith(site.url) || url.startsWith("data:"), url);
});

test("the policy forbids inline scripts and inline styles", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", '<p id="styled" style="color: rgb(1, 2, 3)">x</p>');
  });
  assert.equal(await rung.page.evaluate(() => window.ran), undefined);
  assert.notEqual(await rung.page.locator("#styled").evaluate((node) => getComputedStyle(node).color), "rgb(1, 2, 3)");
  assert.ok(rung.consoleErrors.length >= 2);
  for (const fault of rung.consoleErrors) assert.match(fault, /Content Security Policy/);
});

test("the colours are those of the core's tokens", async (t) => {
  const core = await Rung.load();
  const rung = await openPage(t, { viewport: { width: 1280, height: 2000 } });
  await rung.settled();
  for (const id of ["loop", "block-arguments", "recursive-struct", "nested-modules", "vectors"]) {
    await rung.chooseExample(id);
    await rung.settled();
    await rung.editor.locator(".tok-operation").first().waitFor();
    const text = await rung.text();
    const expected = new Array(text.length).fill("");
    for (const { from, to, class: name } of core.tokens(text)) expected.fill(`tok-${name}`, from, to);
    const painted = await rung.content.evaluate((node) => [...node.querySelectorAll(".cm-line")].flatMap((line, i) => {
      const classes = i ? [""] : []; // of the line end
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const name = texts.currentNode.parentElement.closest("[class*=tok-]")?.className.match(/tok-\w+/)[0] ?? "";
        classes.push(...new Array(texts.currentNode.length).fill(name));
      }
      return classes;
    }));
    assert.deepEqual(painted, expected, id);
  }
});

test("a typo is marked within a second at its place, and fixing it clears the mark", async (t) => {
  const rung = await openPage(t);
  await rung.setText(ADD);
  await rung.settled();
  assert.equal(await rung.problems.count(), 0);
  // Behind `%a` of the first operand: `%a` becomes `%ay`.
  const at = ADD.indexOf("%a,") + 2;
  await rung.content.evaluate((node, anchor) => node.cmTile.view.dispatch({ selection: { anchor } }), at);
  const begin = Date.now();
  await rung.page.keyboard.type("y");
  await rung.editor.locator(".cm-lintRange-error").waitFor({ timeout: 1000 });
  assert.ok(Date.now() - begin < 1000);
  assert.deepEqual(await rung.marked(), ["%ay"]);
  assert.equal(await rung.problems.count(), 1);
  assert.match(await rung.problems.first().textContent(), /use of undeclared SSA value name.*2:19/);
  assert.equal(await rung.settled(), "invalid");
  assert.match(await rung.output.textContent(), /Showing the last valid result\..*1 error/s);
  assert.match(await rung.outputText(), /@f/);
  await rung.page.keyboard.press("Backspace");
  await rung.editor.locator(".cm-lintRange-error").waitFor({ state: "detached", timeout: 1000 });
  assert.equal(await rung.problems.count(), 0);
  assert.equal(await rung.settled(), "ready");
});

test("marks are exact after letters of several bytes", async (t) => {
  const rung = await openPage(t);
  await rung.setText(`// ünï 🪜\n${ADD.replace("%a, %a", "%a, %😀b").replace("😀", "missing")}`);
  await rung.editor.locator(".cm-lintRange-error").first().waitFor();
  assert.deepEqual(await rung.marked(), ["%missingb"]);
});

test("a mark's tooltip has the message and its notes", async (t) => {
  const rung = await openPage(t);
  await rung.setText(ADD.replace("(%a: i32)", "(%a: i64)"));
  await rung.editor.locator(".cm-lintRange-error").first().hover();
  const tooltip = rung.page.locator(".cm-tooltip");
  await tooltip.waitFor();
  assert.match(await tooltip.textContent(), /expects different type than prior uses.*note: prior use here/);
});

test("the zero byte in one message is not shown", async (t) => {
  const rung = await openPage(t);
  await rung.setText(`func.func @f(%a: i32) { %0 = "arith.negf"(%a) : () -> i32 return }`);
  await rung.editor.locator(".cm-lintRange-error").first().waitFor();
  assert.match(await rung.problems.first().textContent(), /expected 1 operand type but had 0/);
});

test("a new line is indented as the one before, deeper after a brace; a closing brace goes back", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.setText("");
  await rung.page.keyboard.type("func.func @f() {\nreturn\n}\nfunc.func private @g()\n");
  assert.equal(await rung.text(), "func.func @f() {\n  return\n}\nfunc.func private @g()\n");
});

test("the output can be in custom or generic form", async (t) => {
  const rung = await openPage(t);
  await rung.setText(ADD);
  await rung.pipeline.selectOption("custom");
  assert.equal(await rung.settled(), "ready");
  assert.equal(await rung.outputText(), `module {\n${ADD.replaceAll("%a", "%arg0").replace(/^(?=.)/gm, "  ")}}`, "line breaks at the end would be empty lines");
  await rung.pipeline.selectOption("generic");
  await rung.settled();
  assert.match(await rung.outputText(), /"arith\.addi"\(%arg0, %arg0\)/);
});

test("the pipeline can be a preset or the reader's own", async (t) => {
  const rung = await openPage(t);
  await rung.setText("func.func @g(%m: memref<4xf32>) -> memref<4xf32> {\n  return %m : memref<4xf32>\n}\n");
  await rung.pipeline.selectOption("llvm");
  await rung.settled();
  assert.match(await rung.outputText(), /llvm\.func @g\(%arg0: !llvm\.ptr, %arg1: !llvm\.ptr, %arg2: i64, %arg3: i64, %arg4: i64\)/);
  await rung.pipeline.selectOption("bare-pointers");
  await rung.settled();
  assert.match(await rung.outputText(), /llvm\.func @g\(%arg0: !llvm\.ptr\) -> !llvm\.ptr/);
  await rung.setText(`${ADD.replace("return %0", "%1 = arith.addi %a, %a : i32\n  %2 = arith.muli %0, %1 : i32\n  return %2")}`);
  await rung.pipeline.selectOption("cse");
  await rung.settled();
  assert.equal((await rung.outputText()).match(/arith\.addi/g).length, 1);
  const own = await rung.pipelineText();
  await own.fill("builtin.module(convert-arith-to-llvm)");
  await rung.settled();
  assert.equal(await rung.pipeline.inputValue(), "own");
  assert.match(await rung.outputText(), /llvm\.add/);
  await own.fill("builtin.module(no-such-pass)");
  assert.equal(await rung.settled(), "failed");
  assert.match(await rung.output.textContent(), /'no-such-pass' does not refer to a registered pass/);
  assert.equal(await rung.outputText(), "");
});

test("the ladder has a rung for each pass that changed something, reached by mouse and by key", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  const names = await rung.rungs();
  assert.deepEqual(names.slice(0, 2), ["Your text", "convert-scf-to-cf"]);
  assert.equal(names.at(-1), "reconcile-unrealized-casts");
  await rung.goTo("convert-scf-to-cf");
  assert.match(await rung.outputText(), /cf\.cond_br/);
  assert.doesNotMatch(await rung.outputText(), /scf\.for/);
  await rung.output.locator(".changed-line").first().waitFor();
  await rung.page.keyboard.press("ArrowUp");
  await rung.settled();
  assert.match(await rung.outputText(), /scf\.for/);
  await rung.page.keyboard.press("ArrowDown");
  await rung.page.keyboard.press("ArrowDown");
  await rung.settled();
  assert.match(await rung.outputText(), /llvm\.cond_br/);
});

test("the ladder counts by dialect, and folds the passes that did nothing, each with its reason", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  const ladder = rung.page.getByTestId("ladder");
  assert.match(await ladder.locator(".rung", { hasText: "convert-scf-to-cf" }).textContent(), /lower scf to blocks and branches.*scf 2 → 0.*cf 0 → 3/);
  const idle = ladder.locator("details");
  assert.equal(await idle.locator("summary").textContent(), "5 passes had no effect");
  await idle.locator("summary").click();
  await idle.getByText("it works on", { exact: false }).first().waitFor();
});

test("a pass that failed is the last rung of the ladder, with the reason", async (t) => {
  const rung = await openPage(t);
  await rung.setText("func.func @f(%a: complex<f32>) -> complex<f32> {\n  %0 = complex.exp %a : complex<f32>\n  return %0 : complex<f32>\n}\n");
  await rung.pipeline.selectOption("own");
  await (await rung.pipelineText()).fill("builtin.module(convert-func-to-llvm,convert-complex-to-llvm)");
  assert.equal(await rung.settled(), "failed");
  const last = rung.page.getByTestId("ladder").locator("ol > li").last();
  assert.match(await last.textContent(), /convert-complex-to-llvm.*failed.*failed to legalize operation 'complex\.exp'/s);
  assert.match(await rung.status(), /^Valid, but the pipeline failed/);
  await rung.goTo("convert-func-to-llvm");
  assert.match(await rung.outputText(), /llvm\.func @f/);
});

test("an old result is never shown as current", async (t) => {
  const rung = await openPage(t);
  await rung.setText(ADD);
  await rung.pipeline.selectOption("custom");
  await rung.settled();
  // At the very moment the text changes, the output is marked; what is unmarked fits the text.
  const wrong = await rung.content.evaluate(async (node) => {
    const view = node.cmTile.view;
    const output = document.querySelector("[data-testid=output]");
    const shown = output.querySelector(".cm-content").cmTile.view;
    let mistakes = 0;
    for (let i = 0; i < 60; i++) {
      const at = view.state.doc.toString().indexOf("@") + 1;
      view.dispatch({ changes: { from: at, insert: "x" }, userEvent: "input.type" });
      if (!output.dataset.pending) mistakes++;
      await new Promise((resolve) => setTimeout(resolve, i % 7));
      const name = /@\w+/.exec(view.state.doc.toString())[0];
      if (!output.dataset.pending && !shown.state.doc.toString().includes(`${name}(`)) mistakes++;
    }
    return mistakes;
  });
  assert.equal(wrong, 0);
  await rung.settled();
  assert.match(await rung.outputText(), /@x{60}f/);
});

test("remarks are counted as such; a pipeline may have several lines; a pass that Rung lacks is named", async (t) => {
  const rung = await openPage(t);
  await rung.setText(ADD);
  await rung.pipeline.selectOption("own");
  const own = await rung.pipelineText();
  await own.fill("builtin.module(\n  convert-arith-to-llvm,\n  convert-std-to-llvm\n)");
  assert.equal(await rung.settled(), "ready");
  assert.equal(await rung.heading(), "1 remark");
  await own.fill("builtin.module(acc-legalize-serial)");
  assert.equal(await rung.settled(), "failed");
  assert.match(await rung.output.textContent(), /hint: 'acc-legalize-serial' exists in LLVM 22/);
});

test("another pipeline shows its last rung first", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.goTo("convert-scf-to-cf");
  await rung.chooseExample("vectors");
  await rung.pipeline.selectOption("llvm");
  await rung.settled();
  assert.match(await rung.outputText(), /llvm\.func @axpy/);
  assert.doesNotMatch(await rung.outputText(), /unrealized_conversion_cast|vector\.load/);
});

test("the menu of options closes by Escape and by a click elsewhere", async (t) => {
  const rung = await openPage(t);
  const box = rung.page.getByLabel("Print locations");
  for (const close of [() => rung.page.keyboard.press("Escape"), () => rung.content.click(), () => rung.share.focus()]) {
    await rung.page.getByText("Options").click();
    assert.ok(await box.isVisible());
    await close();
    assert.ok(!(await box.isVisible()));
  }
});

test("the button copies the output, or says that there is none", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.page.getByRole("button", { name: "Copy", exact: true }).click();
  await rung.notice.getByText("Output copied.").waitFor();
  assert.equal(await rung.page.evaluate(() => navigator.clipboard.readText()), `${await rung.outputText()}\n\n`, "as it is printed");
  await rung.chooseExample("broken");
  await rung.settled();
  await rung.page.getByRole("button", { name: "Copy", exact: true }).click();
  await rung.notice.getByText("There is no output to copy.").waitFor();
});

test("options switch unknown dialects and locations", async (t) => {
  const rung = await openPage(t);
  await rung.pipeline.selectOption("custom");
  await rung.setText('"foo.bar"() : () -> ()\n');
  assert.equal(await rung.settled(), "ready");
  assert.match(await rung.status(), /^Valid · checked in/);
  await rung.page.getByText("Options").click();
  const unknown = rung.page.getByLabel("Read unknown dialects");
  await unknown.uncheck();
  assert.equal(await rung.settled(), "invalid");
  assert.match(await rung.status(), /^Not valid · unknown dialects refused · /);
  await rung.page.reload();
  assert.equal(await rung.settled(), "invalid");
  assert.ok(!(await unknown.isChecked()), "the draft keeps the option");
  await rung.page.keyboard.press("Control+s");
  await rung.notice.waitFor();
  const other = await openPage(t, { hash: new URL(rung.page.url()).hash });
  assert.equal(await other.settled(), "invalid");
  assert.ok(!(await other.page.getByLabel("Read unknown dialects").isChecked()));
  await rung.page.getByText("Options").click();
  await unknown.check();
  assert.equal(await rung.settled(), "ready");
  assert.match(await rung.status(), /^Valid · checked in/);
  await rung.page.getByLabel("Print locations").check();
  await rung.settled();
  assert.match(await rung.outputText(), /loc\(/);
});

test("links older than the reading of unknown dialects show what they showed; an example is read anew", async (t) => {
  const hash = (options) => `#v1=${deflateSync(JSON.stringify({ text: '"foo.bar"() : () -> ()\n', output: "custom", pipeline: "", options })).toString("base64url")}`;
  const refused = await openPage(t, { hash: hash({}) });
  assert.equal(await refused.settled(), "invalid");
  assert.match(await refused.problems.first().textContent(), /unregistered dialect/);
  assert.match(await refused.status(), /unknown dialects refused/);
  assert.ok(!(await refused.page.getByLabel("Read unknown dialects").isChecked()));
  await refused.chooseExample("loop");
  assert.equal(await refused.settled(), "ready");
  assert.ok(await refused.page.getByLabel("Read unknown dialects").isChecked());
  const allowed = await openPage(t, { hash: hash({ allowUnregistered: true }) });
  assert.equal(await allowed.settled(), "ready");
  assert.ok(await allowed.page.getByLabel("Read unknown dialects").isChecked());
});

test("every example loads; the broken one lists its four mistakes", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.examples.click();
  await rung.page.locator("[data-example]").first().waitFor();
  const ids = await rung.page.locator("[data-example]").evaluateAll((all) => all.map(({ dataset }) => dataset.example));
  await rung.page.keyboard.press("Escape");
  assert.ok(ids.length >= 5);
  for (const id of ids) {
    await rung.chooseExample(id);
    const state = await rung.settled();
    if (["broken", "slips", "failed-pass"].includes(id)) {
      assert.equal(state, id === "failed-pass" ? "failed" : "invalid", id);
      const messages = await rung.problems.locator(":scope > .problem > .message").allTextContents();
      if (id === "broken") assert.ok(new Set(messages).size >= 4, messages.join("\n"));
      assert.notEqual(messages.length, 0, id);
    } else {
      assert.equal(state, "ready", id);
      assert.equal(await rung.problems.count(), 0, id);
    }
  }
  assert.deepEqual(rung.consoleErrors, []);
});

test("F8 and Shift-F8 go from problem to problem, around the ends; a click goes to its place", async (t) => {
  const rung = await openPage(t);
  await rung.chooseExample("broken");
  await rung.problems.first().waitFor();
  const line = () => rung.content.evaluate((node) => {
    const { state } = node.cmTile.view;
    return state.doc.lineAt(state.selection.main.head).number;
  });
  await rung.content.focus();
  const visited = [];
  for (let i = 0; i < 4; i++) {
    await rung.page.keyboard.press("F8");
    visited.push(await line());
  }
  assert.deepEqual(visited, [4, 9, 14, 19]);
  assert.match(await rung.page.locator(".lists .current .message").first().textContent(), /./);
  await rung.page.keyboard.press("F8");
  assert.equal(await line(), 4);
  await rung.page.keyboard.press("Shift+F8");
  assert.equal(await line(), 19);
  await rung.share.focus();
  await rung.page.keyboard.press("F8");
  assert.equal(await line(), 4);
  await rung.problems.nth(2).getByRole("button").first().click();
  assert.equal(await line(), 14);
  assert.ok(await rung.content.evaluate((node) => node === document.activeElement));
});

test("a shared link restores text, output and options in a fresh browser", async (t) => {
  const rung = await openPage(t);
  const text = `// ünï 🪜 <img src=x onerror=alert(1)>\n${ADD}`;
  await rung.setText(text);
  await rung.pipeline.selectOption("generic");
  await rung.page.getByText("Options").click();
  await rung.page.getByLabel("Print locations").check();
  await rung.settled();
  const printed = await rung.outputText();
  await rung.shareLink();
  const link = await rung.page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, rung.page.url());
  assert.match(link, /#v1=[\w-]+$/);
  const other = await openPage(t, { hash: new URL(link).hash });
  assert.equal(await other.settled(), "ready");
  assert.equal(await other.text(), text);
  assert.equal(await other.pipeline.inputValue(), "generic");
  assert.equal(await other.outputText(), printed);
  assert.deepEqual(other.consoleErrors, []);
  await other.content.focus();
  await other.page.keyboard.type(" ");
  await other.page.waitForFunction(() => location.hash === "");
});

test("a link keeps its own pipeline", async (t) => {
  const rung = await openPage(t);
  await rung.setText(ADD);
  await rung.pipeline.selectOption("own");
  await (await rung.pipelineText()).fill("builtin.module(convert-arith-to-llvm)");
  await rung.settled();
  await rung.page.keyboard.press("Control+s");
  await rung.notice.waitFor();
  const other = await openPage(t, { hash: new URL(rung.page.url()).hash });
  await other.settled();
  assert.equal(await (await other.pipelineText()).inputValue(), "builtin.module(convert-arith-to-llvm)");
  assert.match(await other.outputText(), /llvm\.add/);
});

test("links that cannot be read give a clear message, and the page works", async (t) => {
  const rung = await openPage(t);
  await rung.setText(ADD);
  await rung.shareLink();
  const { hash } = new URL(rung.page.url());
  for (const [broken, words] of [
    [hash.slice(0, -9), /incomplete or damaged/],
    ["#v2=abcdef", /format 2/],
    ["#v1=%3Cscript%3Ealert(1)%3C/script%3E", /damaged/],
    ["#top", /no Rung text/],
  ]) {
    const other = await openPage(t, { hash: broken });
    assert.match(await other.page.getByRole("alert").textContent(), words);
    await other.setText(ADD);
    assert.equal(await other.settled(), "ready");
    assert.deepEqual(other.consoleErrors, []);
    await other.notice.getByRole("button").click();
    assert.equal(await other.notice.count(), 0);
  }
});

test("a link pasted into the open page is opened", async (t) => {
  const rung = await openPage(t);
  await rung.setText(ADD);
  await rung.shareLink();
  const { hash } = new URL(rung.page.url());
  await rung.setText("module {}\n");
  await rung.page.evaluate((fragment) => { location.hash = fragment; }, hash);
  await rung.page.waitForFunction(() => document.querySelector("[data-testid=editor]").textContent.includes("arith.addi"));
  assert.equal(await rung.text(), ADD);
});

test("the browser's Back and Forward lead to the text before the link, and to the link's own", async (t) => {
  const rung = await openPage(t);
  const { hash } = new URL("#v1=eNo9jMEKwzAMQ38l-NTC0g_YqR-yS5q5YHDtkNlhUPrvawrrRUgPSTsYfg2eAVaXPHUJpVJLhmFOi1YbxpfAI4C6Fb-ahQoyCXZ6-5MvTmwk06ZvZxyySsNqsX9G08jctvF6KkYqn3OyA2tO_2TV8Th-RLkycw", rung.page.url());
  await rung.setText(ADD);
  await rung.page.evaluate((fragment) => { location.hash = fragment; }, hash);
  const shows = (words) => rung.page.waitForFunction((part) => document.querySelector("[data-testid=editor]").textContent.includes(part), words);
  await shows("@abort");
  await rung.page.goBack();
  await shows("arith.addi");
  assert.equal(await rung.text(), ADD);
  await rung.page.goForward();
  await shows("@abort");
});

test("there is nothing to undo before the first text; an example can be undone", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  const first = await rung.text();
  await rung.page.keyboard.press("Control+z");
  assert.equal(await rung.text(), first);
  await rung.chooseExample("broken");
  await rung.settled();
  await rung.content.focus();
  await rung.page.keyboard.press("Control+z");
  assert.equal(await rung.text(), first);
});

test("the text is still there after a reload", async (t) => {
  const rung = await openPage(t);
  await rung.setText(ADD.replace("@f", "@kept"));
  await rung.settled();
  await rung.page.reload();
  await rung.settled();
  assert.match(await rung.text(), /@kept/);
});

test("the theme is the system's choice, then the button's, which is kept", async (t) => {
  const ground = (rung) => rung.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const rung = await openPage(t, { colorScheme: "dark" });
  const dark = await ground(rung);
  await rung.page.emulateMedia({ colorScheme: "light" });
  const light = await ground(rung);
  assert.notEqual(dark, light);
  await rung.page.getByRole("button", { name: "Dark colours" }).click();
  assert.equal(await ground(rung), dark);
  await rung.page.reload();
  assert.equal(await ground(rung), dark);
  await rung.page.getByRole("button", { name: "Dark colours" }).click();
  assert.equal(await ground(rung), light);
  assert.deepEqual(rung.consoleErrors, []);
});

test("the bar that shows the focus is over the gutters too", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.content.focus();
  const [bar, gutters] = await rung.editor.locator(".cm-editor.cm-focused").evaluate((node) => [
    getComputedStyle(node, "::after"), getComputedStyle(node.querySelector(".cm-gutters")),
  ].map(({ width, zIndex }) => ({ width: parseFloat(width), zIndex: Number(zIndex) || 0 })));
  assert.ok(bar.zIndex > gutters.zIndex);
  assert.equal(bar.width, (await rung.editor.boundingBox()).width);
});

test("on a phone nothing is wider than the screen", async (t) => {
  const rung = await openPage(t, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await rung.settled();
  assert.ok(await rung.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  for (const [tab, part] of [["Text", rung.editor], ["Result", rung.output], ["Text", rung.examples], ["Ladder", rung.pipeline], ["Guide", rung.share], ["Guide", rung.page.locator("#guide")]]) {
    await rung.show(tab);
    assert.ok(await rung.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), tab);
    const { x, width } = await part.boundingBox();
    assert.ok(x >= 0 && x + width <= 360);
  }
});

test("keys have the names they have on an Apple keyboard there", async (t) => {
  const rung = await openPage(t, { prepare: (page) => page.addInitScript(() => Object.defineProperty(navigator, "platform", { value: "MacIntel" })) });
  await rung.settled();
  assert.match(await rung.share.getAttribute("title"), /\(⌘S\)/);
  await rung.page.getByRole("button", { name: "Keys and passes" }).click();
  const keys = await rung.page.locator("dl.keys").textContent();
  assert.match(keys, /⌘ ⌥ \[ \]/);
  assert.doesNotMatch(keys, /Ctrl/);
  await rung.page.keyboard.press("Escape");
  await rung.page.keyboard.press("Meta+e");
  await rung.page.getByTestId("explain").waitFor();
});

test("with the keyboard alone F6 goes around the parts, and Escape and Tab leave the editor", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  const focused = () => rung.page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await rung.page.keyboard.press("F6");
  assert.equal(await focused(), "MLIR text");
  await rung.page.keyboard.press("F6");
  assert.match(await rung.page.evaluate(() => document.activeElement.textContent), /^Your text/);
  await rung.page.keyboard.press("F6");
  assert.equal(await focused(), "Output");
  await rung.page.keyboard.press("F6");
  assert.equal(await rung.page.evaluate(() => document.activeElement.textContent), "Next rung");
  await rung.page.keyboard.press("F6");
  assert.equal(await focused(), "MLIR text");
  await rung.page.keyboard.press("Escape");
  await rung.page.keyboard.press("Tab");
  assert.notEqual(await focused(), "MLIR text");
  await rung.page.getByRole("button", { name: "Keys and passes" }).click();
  assert.ok(await rung.page.getByRole("dialog").isVisible());
  await rung.page.keyboard.press("Escape");
  assert.ok(!(await rung.page.getByRole("dialog").isVisible()));
});

test("differences are seen: lines below each other, or two sides, each of them in view", async (t) => {
  const rung = await openPage(t, { viewport: { width: 1440, height: 900 } });
  await rung.settled();
  await rung.page.getByTestId("ladder").locator(".rung").nth(1).click();
  await rung.settled();
  const box = await rung.output.boundingBox();
  const isInside = (inner) => inner.x >= box.x - 1 && inner.y >= box.y - 1 && inner.x + inner.width <= box.x + box.width + 1;
  await rung.page.getByRole("radio", { name: "vs. previous" }).check();
  const removed = rung.output.locator(".cm-deletedChunk").first();
  await removed.waitFor();
  assert.ok(isInside(await removed.boundingBox()));
  assert.match((await rung.output.locator(".cm-deletedChunk").allTextContents()).join(" "), /scf\.for/);
  await rung.page.getByRole("button", { name: "Side by side" }).click();
  const [before, after] = [rung.output.locator(".cm-merge-a"), rung.output.locator(".cm-merge-b")];
  for (const side of [before, after]) {
    await side.waitFor();
    assert.ok(isInside(await side.boundingBox()));
  }
  const [left, right] = [await before.boundingBox(), await after.boundingBox()];
  assert.ok(left.x + left.width <= right.x + 1 && Math.abs(left.y - right.y) < 2);
  assert.match(await before.textContent(), /scf\.for/);
  assert.match(await after.textContent(), /cf\.cond_br/);
  assert.ok(await rung.output.locator(".cm-merge-b .cm-changedText").count() > 0);
  for (const text of await rung.output.locator(".cm-changedText").allTextContents()) assert.doesNotMatch(text, /^\w$/, "no single letters of names");
});

test("a wrapped line goes on further in than it begins, in the text and in the result", async (t) => {
  const rung = await openPage(t, { viewport: { width: 1000, height: 800 } });
  await rung.setText(`func.func @f(%a: i32) {\n  "foo.bar"() {note = "${"a long note of several words ".repeat(12)}"} : () -> ()\n  return\n}\n`);
  await rung.settled();
  for (const place of [rung.editor, rung.output]) {
    const lines = await place.locator(".cm-line", { hasText: "foo.bar" }).evaluate((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      return [...range.getClientRects()].filter(({ width }) => width > 40).map(({ left, top }) => ({ left, top }));
    });
    const rows = new Map();
    for (const { left, top } of lines) rows.set(Math.round(top), Math.min(left, rows.get(Math.round(top)) ?? Infinity));
    const lefts = [...rows.entries()].sort(([a], [b]) => a - b).map(([, left]) => left);
    assert.ok(lefts.length > 2, "the line is wrapped");
    for (const left of lefts.slice(1)) assert.ok(left > lefts[0], `${left} is not right of ${lefts[0]}`);
  }
});

test("after an edit the browser's Back leads to the link that the page was opened with", async (t) => {
  const other = await openPage(t);
  await other.settled();
  await other.setText("func.func private @linked()\n");
  await other.shareLink();
  const rung = await openPage(t, { hash: new URL(other.page.url()).hash });
  await rung.settled();
  await rung.moveTo(0);
  await rung.page.keyboard.type("// mine\n");
  await rung.settled();
  assert.equal(new URL(rung.page.url()).hash, "");
  await rung.page.goBack();
  await rung.page.waitForFunction(() => location.hash !== "");
  await rung.settled();
  await rung.page.waitForFunction(() => document.querySelector("[data-testid=editor] .cm-content").cmTile.view.state.doc.toString() === "func.func private @linked()\n");
});
