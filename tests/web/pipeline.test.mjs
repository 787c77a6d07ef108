// A pipeline is built, not typed: the list of passes with its search, options, order, switches and text. Here by itself.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { STYLE_NONCE } from "../../web/policy.mjs";
import { assertAccessible } from "./axe.mjs";
import { useBrowser } from "./browser.mjs";
import { openPart } from "./part.mjs";

useBrowser();
const wasm = await readFile(new URL("../../build/wasm/rung.wasm", import.meta.url));
const REFERENCE = "/usr/lib/llvm-22/bin/mlir-opt";

/** The builder showing `state`, a text or { text, off }; nothing of what the console says may be an error. */
async function open(t, state = "builtin.module()", options = {}) {
  const { page, errors } = await openPart(t, ["ladder/pipeline/builder.js", "../../wasm/rung.js"], {
    body: `<meta name="style-nonce" content="${STYLE_NONCE}"><main><h1>Pipeline</h1><div id="here"></div></main>`,
    files: { "rung.wasm": wasm }, viewport: { width: 760, height: 900 }, permissions: ["clipboard-read", "clipboard-write"], ...options,
  });
  t.after(() => assert.deepEqual(errors, []));
  await page.evaluate(async (given) => {
    document.querySelector("main").style.display = "block";
    window.told = [];
    window.asked = [];
    window.builder = new window.part.PipelineBuilder({
      root: document.getElementById("here"), ask: await window.part.Rung.load(new URL("rung.wasm", location.href)),
      changed: (text) => window.told.push(text), asked: (settings) => { window.asked.push(settings); return []; },
    });
    window.builder.state = typeof given === "string" ? { text: given } : given;
  }, state);
  return new Builder(page);
}

class Builder {
  constructor(page) {
    this.page = page;
    this.add = page.getByRole("combobox", { name: "Add a pass" });
    this.found = page.getByRole("listbox", { name: "Passes" }).getByRole("option");
    this.editor = page.getByRole("textbox", { name: "The pipeline's text" });
  }

  text() { return this.page.evaluate(() => window.builder.text); }
  state() { return this.page.evaluate(() => window.builder.state); }
  told() { return this.page.evaluate(() => window.told); }
  said() { return this.page.locator(".pipeline-builder .said [role=status]").textContent(); }
  row(name) { return this.page.locator(".pass > .row", { has: this.page.getByRole("button", { name, exact: false }) }).filter({ has: this.page.locator(".name code", { hasText: new RegExp(`^${name}$`) }) }); }
  name(name) { return this.row(name).locator(".name"); }
  /** The list as it looks: names, indented below their nests, "-" before what is off. */
  list() {
    return this.page.evaluate(() => {
      const lines = (list, indent) => [...list.children].filter((item) => item.matches("li")).flatMap((item) => {
        const line = indent + (item.classList.contains("off") && item.matches(".pass") ? "-" : "") + item.querySelector(".name code").textContent;
        const inner = item.querySelector(":scope > ol");
        return inner ? [`${line}:`, ...lines(inner, `${indent}  `)] : [line];
      });
      return lines(document.querySelector(".passes"), "");
    });
  }
  async paste(text) {
    await this.page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
    await this.page.keyboard.press("Control+v");
  }
  /** Put another text in the editor's place. */
  async write(text) {
    await this.editor.focus();
    await this.page.keyboard.press("Control+a");
    await this.paste(text);
  }
  async openText() {
    await this.page.getByText("As text").click();
    await this.editor.waitFor();
  }
  check() {
    return assertAccessible(this.page);
  }
}

// --- Adding

test("a pass is found by its name, its dialect or what it does, and added by keys alone", async (t) => {
  const b = await open(t);
  await b.add.focus();
  await b.page.keyboard.type("scf-to-cf");
  assert.match(await b.found.first().textContent(), /^convert-scf-to-cfscf → cf, arithlower scf to blocks/);
  assert.equal(await b.found.first().locator("mark").first().textContent(), "scf-to-cf");
  assert.equal(await b.add.getAttribute("aria-activedescendant"), await b.found.first().getAttribute("id"));
  await b.page.keyboard.press("Enter");
  await b.page.keyboard.type("common sub");
  await b.page.keyboard.press("Enter");
  await b.page.keyboard.type("llvm memref");
  assert.match(await b.found.first().textContent(), /^finalize-memref-to-llvm/);
  await b.page.keyboard.press("ArrowDown");
  await b.page.keyboard.press("ArrowUp");
  await b.page.keyboard.press("Enter");
  assert.equal(await b.text(), "builtin.module(convert-scf-to-cf,cse,finalize-memref-to-llvm)");
  assert.deepEqual((await b.told()).at(-1), await b.text());
  assert.equal(await b.said(), "finalize-memref-to-llvm added, 3 of 3.");
  assert.equal(await b.add.evaluate((input) => input === document.activeElement), true);
});

test("passes of today come before names of older releases, and those in use say so", async (t) => {
  const b = await open(t, "builtin.module(convert-scf-to-cf)");
  await b.add.fill("to blocks");
  assert.match(await b.found.first().textContent(), /^convert-scf-to-cf in use/);
  await b.add.fill("memref-to-llvm");
  assert.deepEqual((await b.found.locator(".name").allTextContents()), ["finalize-memref-to-llvm", "convert-memref-to-llvm"]);
});

test("an empty field lists all passes; Escape empties the field and closes the list", async (t) => {
  const b = await open(t);
  await b.add.click();
  assert.ok(await b.found.count() > 35);
  await b.page.keyboard.press("End");
  await b.page.keyboard.press("ArrowDown");
  await b.page.keyboard.press("Escape");
  assert.equal(await b.add.getAttribute("aria-expanded"), "false");
  assert.deepEqual(await b.told(), []);
});

test("the list names a pass that mlir-opt has and Rung lacks", async (t) => {
  const b = await open(t);
  await b.add.fill("acc-loop-tiling");
  assert.equal(await b.found.first().textContent(), "acc-loop-tiling is a pass of LLVM 22's mlir-opt that Rung does not have yet.");
  await b.page.keyboard.press("Enter");
  await b.add.fill("zzz");
  assert.match(await b.found.first().textContent(), /No pass has “zzz”/);
  assert.equal(await b.text(), "builtin.module()");
});

test("a pass goes where it can run, and before the one that reconciles casts", async (t) => {
  const b = await open(t, "builtin.module(cse,reconcile-unrealized-casts)");
  await b.add.fill("lower-vector-mask");
  await b.page.keyboard.press("Enter");
  assert.deepEqual(await b.list(), ["cse", "func.func:", "  lower-vector-mask", "reconcile-unrealized-casts"]);
  assert.equal(await b.said(), "lower-vector-mask added, 2 of 3, in each func.func.");
});

test("a pass is added behind another one, or as near to it as it can run", async (t) => {
  const b = await open(t, "builtin.module(convert-scf-to-cf,func.func(canonicalize),symbol-dce)");
  await b.row("convert-scf-to-cf").hover();
  await b.page.getByRole("button", { name: "Add a pass after convert-scf-to-cf" }).click();
  assert.equal(await b.add.getAttribute("placeholder"), "Add after convert-scf-to-cf");
  await b.page.keyboard.type("common sub");
  await b.page.keyboard.press("Enter");
  assert.equal(await b.text(), "builtin.module(convert-scf-to-cf,cse,func.func(canonicalize),symbol-dce)");
  assert.equal(await b.said(), "cse added, 2 of 4.");
  await b.row("canonicalize").hover();
  await b.page.getByRole("button", { name: "Add a pass after canonicalize" }).click();
  await b.page.keyboard.type("lower-vector-mask");
  await b.page.keyboard.press("Enter");
  assert.equal(await b.text(), "builtin.module(convert-scf-to-cf,cse,func.func(canonicalize,lower-vector-mask),symbol-dce)");
  await b.row("canonicalize").hover();
  await b.page.getByRole("button", { name: "Add a pass after canonicalize" }).click();
  await b.page.keyboard.type("convert-func-to-llvm"); // runs on the module only
  await b.page.keyboard.press("Enter");
  assert.equal(await b.text(), "builtin.module(convert-scf-to-cf,cse,func.func(canonicalize,lower-vector-mask),convert-func-to-llvm,symbol-dce)");
});

test("Escape puts the field for a pass back to the end of the list", async (t) => {
  const b = await open(t, "builtin.module(cse,canonicalize)");
  await b.row("cse").hover();
  await b.page.getByRole("button", { name: "Add a pass after cse" }).click();
  await b.page.keyboard.type("x");
  await b.page.keyboard.press("Escape");
  await b.add.fill("symbol-dce");
  await b.page.keyboard.press("Enter");
  assert.equal(await b.text(), "builtin.module(cse,canonicalize,symbol-dce)");
});

test("flags, a pipeline or a command that is typed is taken over like one that is pasted", async (t) => {
  const b = await open(t, "builtin.module(cse)");
  await b.add.fill("--convert-scf-to-cf --mystery-pass-of-mine --symbol-dce");
  await b.page.keyboard.press("Enter");
  assert.match(await b.said(), /No pass or flag is called `?--mystery-pass-of-mine/);
  await b.add.fill("--convert-scf-to-cf --acc-loop-tiling --symbol-dce");
  await b.page.keyboard.press("Enter");
  assert.equal(await b.text(), "builtin.module(convert-scf-to-cf,symbol-dce)");
  assert.match(await b.said(), /acc-loop-tiling.*It is left out\./);
  await b.add.fill("builtin.module(func.func(canonicalize))");
  await b.page.keyboard.press("Enter");
  assert.equal(await b.text(), "builtin.module(func.func(canonicalize))");
});

// --- Options

test("options are fields with mlir-opt's words, and a default is not written", async (t) => {
  const b = await open(t, "builtin.module(canonicalize,convert-func-to-llvm)");
  await b.name("canonicalize").click();
  assert.equal(await b.name("canonicalize").getAttribute("aria-expanded"), "true");
  const options = b.page.getByRole("group", { name: "Options of canonicalize" });
  assert.match(await options.textContent(), /Seed the worklist in general top-down order\. Default: true/);
  await options.getByLabel("top-down").uncheck();
  assert.equal(await b.text(), "builtin.module(canonicalize{top-down=false},convert-func-to-llvm)");
  await options.getByLabel("region-simplify").selectOption("aggressive");
  await options.getByLabel("max-iterations").fill("3");
  assert.equal(await b.text(), "builtin.module(canonicalize{top-down=false region-simplify=aggressive max-iterations=3},convert-func-to-llvm)");
  await options.getByLabel("top-down").check();
  await options.getByLabel("region-simplify").selectOption("normal");
  await options.getByLabel("max-iterations").fill("10");
  assert.equal(await b.text(), "builtin.module(canonicalize,convert-func-to-llvm)");
  await b.name("convert-func-to-llvm").click();
  await b.page.getByLabel("use-bare-ptr-memref-call-conv").check();
  assert.equal(await b.text(), "builtin.module(canonicalize,convert-func-to-llvm{use-bare-ptr-memref-call-conv=true})");
});

test("texts and lists are written as mlir-opt reads them", async (t) => {
  const b = await open(t, "builtin.module(symbol-privatize,set-llvm-module-datalayout)");
  await b.name("symbol-privatize").click();
  await b.page.getByLabel("exclude").fill("main,other");
  await b.name("set-llvm-module-datalayout").click();
  await b.page.getByLabel("data-layout").fill("e-p:32:32");
  assert.equal(await b.text(), "builtin.module(symbol-privatize{exclude={main,other}},set-llvm-module-datalayout{data-layout=e-p:32:32})");
  if (existsSync(REFERENCE)) {
    const { status, stdout } = spawnSync(REFERENCE, [`--pass-pipeline=${await b.text()}`], { input: "func.func @main() { return }\nfunc.func @x() { return }", encoding: "utf8" });
    assert.equal(status, 0);
    assert.match(stdout, /func\.func @main\(\)[^]*func\.func private @x/);
  }
});

test("a value that is not allowed is an error below its pass", async (t) => {
  const b = await open(t, "builtin.module(cse,canonicalize)");
  await b.name("canonicalize").click();
  await b.page.getByLabel("max-iterations").fill("many");
  assert.equal(await b.page.locator(".failed .message").textContent(), "for the --max-iterations option: 'many' value invalid for long argument!");
  await b.page.getByLabel("max-iterations").fill("5");
  assert.equal(await b.page.locator(".failed").count(), 0);
  assert.equal(await b.page.getByLabel("max-iterations").evaluate((input) => input === document.activeElement), true);
});

test("options as they were written stay until one of them is changed", async (t) => {
  const b = await open(t, "builtin.module(canonicalize{top-down=1  max-iterations=10},cse)");
  await b.row("cse").getByRole("button", { name: "Move cse up" }).click();
  assert.equal(await b.text(), "builtin.module(cse,canonicalize{top-down=1  max-iterations=10})");
});

// --- Order

test("a row moves by keys, into nests and out of them, and keeps the focus", async (t) => {
  const b = await open(t, "builtin.module(func.func(canonicalize),symbol-dce,cse)");
  await b.name("cse").focus();
  const seen = [];
  for (let i = 0; i < 5; i++) {
    await b.page.keyboard.press("Alt+ArrowUp");
    seen.push(await b.text());
  }
  assert.deepEqual(seen, [
    "builtin.module(func.func(canonicalize),cse,symbol-dce)",
    "builtin.module(func.func(canonicalize,cse),symbol-dce)",
    "builtin.module(func.func(cse,canonicalize),symbol-dce)",
    "builtin.module(cse,func.func(canonicalize),symbol-dce)",
    "builtin.module(cse,func.func(canonicalize),symbol-dce)",
  ]);
  assert.equal(await b.said(), "cse cannot go further up.");
  await b.page.keyboard.press("Alt+ArrowDown");
  assert.equal(await b.said(), "cse is now 1 of 3, in each func.func.");
  assert.equal(await b.page.evaluate(() => document.activeElement.textContent.trim().split(" ")[0]), "cse");
});

test("a pass for functions takes its nest along, and one for the module stays out of nests", async (t) => {
  const b = await open(t, "builtin.module(cse,func.func(lower-vector-mask),convert-func-to-llvm)");
  await b.name("lower-vector-mask").focus();
  await b.page.keyboard.press("Alt+ArrowUp");
  assert.equal(await b.text(), "builtin.module(func.func(lower-vector-mask),cse,convert-func-to-llvm)");
  await b.name("convert-func-to-llvm").focus();
  await b.page.keyboard.press("Alt+ArrowUp");
  await b.page.keyboard.press("Alt+ArrowUp");
  assert.equal(await b.text(), "builtin.module(convert-func-to-llvm,func.func(lower-vector-mask),cse)");
});

test("a nest moves as a whole", async (t) => {
  const b = await open(t, "builtin.module(func.func(cse,canonicalize),symbol-dce)");
  await b.page.getByRole("button", { name: "Move the nest in func.func down" }).click();
  assert.equal(await b.text(), "builtin.module(symbol-dce,func.func(cse,canonicalize))");
});

test("rows are dragged to where a line shows; Escape changes nothing", async (t) => {
  const b = await open(t, "builtin.module(func.func(canonicalize),convert-scf-to-cf,cse)");
  const grab = async (name) => {
    const { x, y, height } = await b.row(name).locator(".handle").boundingBox();
    await b.page.mouse.move(x + 10, y + height / 2);
    await b.page.mouse.down();
  };
  const over = async (name, part) => {
    const { x, y, height } = await b.row(name).boundingBox();
    await b.page.mouse.move(x + 60, y + height * part, { steps: 4 });
  };
  await grab("cse");
  await over("convert-scf-to-cf", 0.1);
  assert.equal(await b.page.locator(".drop-line").isVisible(), true);
  await b.page.mouse.up();
  assert.equal(await b.text(), "builtin.module(func.func(canonicalize),cse,convert-scf-to-cf)");
  await grab("cse");
  await over("canonicalize", 0.9);
  await b.page.mouse.up();
  assert.equal(await b.text(), "builtin.module(func.func(canonicalize,cse),convert-scf-to-cf)");
  await grab("canonicalize");
  await over("convert-scf-to-cf", 0.95);
  await b.page.keyboard.press("Escape");
  await b.page.mouse.up();
  assert.equal(await b.text(), "builtin.module(func.func(canonicalize,cse),convert-scf-to-cf)");
  assert.equal(await b.page.locator(".drop-line").count(), 0);
});

test("a finger drags rows, too", async (t) => {
  const b = await open(t, "builtin.module(cse,canonicalize,symbol-dce)", { hasTouch: true, viewport: { width: 390, height: 844 } });
  const touch = await b.page.context().newCDPSession(b.page);
  const center = async (name) => {
    const { x, y, height } = await b.row(name).locator(".handle").boundingBox();
    return { x: x + 10, y: y + height / 2 };
  };
  const [from, to] = [await center("cse"), await center("symbol-dce")];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  for (const part of [0.3, 0.6, 1]) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: from.x, y: from.y + (to.y + 20 - from.y) * part }] });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  assert.equal(await b.text(), "builtin.module(canonicalize,symbol-dce,cse)");
});

test("arrows go from row to row, Tab through the controls of one", async (t) => {
  const b = await open(t, "builtin.module(cse,canonicalize)");
  await b.name("cse").focus();
  await b.page.keyboard.press("ArrowDown");
  assert.equal(await b.name("canonicalize").evaluate((node) => node === document.activeElement), true);
  const names = [];
  for (let i = 0; i < 4; i++) {
    await b.page.keyboard.press("Tab");
    names.push(await b.page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent));
  }
  assert.deepEqual(names, ["Add a pass after canonicalize", "Move canonicalize up", "Move canonicalize down", "Remove canonicalize"]);
});

// --- Off, removed, undone

test("a pass that is switched off stays in its place and is not in the text", async (t) => {
  const b = await open(t, "builtin.module(func.func(cse,canonicalize),convert-scf-to-cf)");
  await b.page.getByLabel("Run canonicalize").uncheck();
  assert.equal(await b.text(), "builtin.module(func.func(cse),convert-scf-to-cf)");
  await b.page.getByLabel("Run cse").uncheck();
  assert.deepEqual(await b.state(), {
    text: "builtin.module(convert-scf-to-cf)",
    off: [{ pass: "cse", nest: ["func.func"], at: 0 }, { pass: "canonicalize", nest: ["func.func"], at: 0 }],
  });
  assert.deepEqual(await b.list(), ["func.func:", "  -cse", "  -canonicalize", "convert-scf-to-cf"]);
  const style = await b.name("cse").locator("code").evaluate((node) => getComputedStyle(node).textDecorationLine);
  assert.equal(style, "line-through");
  await b.page.getByLabel("Run canonicalize").check();
  assert.equal(await b.text(), "builtin.module(func.func(canonicalize),convert-scf-to-cf)");
});

test("what is off is in the state, with its options, and comes back from it", async (t) => {
  const state = {
    text: "builtin.module(func.func(cse),convert-scf-to-cf)",
    off: [{ pass: "symbol-dce", nest: [], at: 0 }, { pass: "canonicalize{top-down=0}", nest: ["func.func"], at: 1 }, { pass: "lower-affine", nest: [], at: 2 }],
  };
  const b = await open(t, state);
  assert.deepEqual(await b.list(), ["-symbol-dce", "func.func:", "  cse", "  -canonicalize", "convert-scf-to-cf", "-lower-affine"]);
  assert.deepEqual(await b.state(), state);
  assert.deepEqual(await b.told(), []);
});

test("what is off stays beside its neighbours when the text is changed", async (t) => {
  const b = await open(t, { text: "builtin.module(cse,canonicalize)", off: [{ pass: "symbol-dce", nest: [], at: 1 }] });
  await b.openText();
  await b.write("builtin.module(");
  assert.deepEqual(await b.list(), ["-symbol-dce"]);
  await b.write("builtin.module(convert-scf-to-cf,cse,canonicalize,lower-affine)");
  assert.deepEqual(await b.list(), ["convert-scf-to-cf", "cse", "-symbol-dce", "canonicalize", "lower-affine"]);
});

test("hostile states do no harm", async (t) => {
  const b = await open(t, { text: "builtin.module(cse)", off: [{ pass: "<img src=x onerror=alert(1)>", nest: ["<b>", "__proto__"], at: -5 }, { pass: "cse),(canonicalize", nest: [], at: 1e9 }, { pass: "", nest: [], at: 0 }] });
  assert.equal(await b.text(), "builtin.module(cse)");
  assert.equal(await b.page.locator("img, b").count(), 0);
});

test("a pass is removed, by key too, with the nest that it leaves empty; Undo brings it back", async (t) => {
  const b = await open(t, "builtin.module(cse,func.func(canonicalize),symbol-dce)");
  await b.name("canonicalize").focus();
  await b.page.keyboard.press("Delete");
  assert.equal(await b.text(), "builtin.module(cse,symbol-dce)");
  assert.equal(await b.name("symbol-dce").evaluate((node) => node === document.activeElement), true);
  await b.page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await b.text(), "builtin.module(cse,func.func(canonicalize),symbol-dce)");
  await b.row("cse").getByRole("button", { name: "Remove cse" }).click();
  await b.page.keyboard.press("Control+z");
  assert.deepEqual(await b.told().then((all) => all.at(-1)), "builtin.module(cse,func.func(canonicalize),symbol-dce)");
});

// --- The text

test("several passes are chosen with Shift or Ctrl and removed together", async (t) => {
  const b = await open(t, "builtin.module(cse,canonicalize,symbol-dce,convert-scf-to-cf)");
  await b.name("canonicalize").click({ modifiers: ["Control"] });
  await b.name("convert-scf-to-cf").click({ modifiers: ["Control"] });
  assert.equal(await b.said(), "2 passes chosen: Delete removes them.");
  await b.page.keyboard.press("Delete");
  assert.equal(await b.text(), "builtin.module(cse,symbol-dce)");
  await b.page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await b.text(), "builtin.module(cse,canonicalize,symbol-dce,convert-scf-to-cf)");
  await b.name("cse").focus();
  await b.page.keyboard.press("Shift+ArrowDown");
  await b.page.keyboard.press("Shift+ArrowDown");
  await b.page.keyboard.press("Delete");
  assert.equal(await b.text(), "builtin.module(convert-scf-to-cf)");
});

test("all passes are removed at once, and Undo brings them back", async (t) => {
  const b = await open(t, "builtin.module(func.func(cse,canonicalize),symbol-dce)");
  await b.page.getByRole("button", { name: "Remove all" }).click();
  assert.equal(await b.text(), "builtin.module()");
  assert.equal(await b.said(), "3 passes removed.");
  await b.page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await b.text(), "builtin.module(func.func(cse,canonicalize),symbol-dce)");
});

test("the text is the same pipeline, both ways", async (t) => {
  const b = await open(t, "builtin.module(cse)");
  await b.openText();
  assert.equal(await b.editor.textContent(), "builtin.module(cse)");
  await b.add.fill("symbol-dce");
  await b.page.keyboard.press("Enter");
  assert.equal(await b.editor.textContent(), "builtin.module(cse,symbol-dce)");
  await b.write("builtin.module( func.func(cse) )");
  assert.deepEqual(await b.list(), ["func.func:", "  cse"]);
  assert.equal(await b.text(), "builtin.module( func.func(cse) )");
});

test("names of passes, of options and their values are completed", async (t) => {
  const b = await open(t, "builtin.module(cse)");
  await b.openText();
  await b.editor.click();
  await b.page.keyboard.press("Control+End");
  await b.page.keyboard.press("ArrowLeft");
  await b.page.keyboard.type(",canon");
  const offered = b.page.locator(".cm-tooltip-autocomplete li");
  await offered.first().waitFor();
  assert.match(await offered.first().textContent(), /^canonicalize/);
  await b.page.waitForTimeout(120); // a list that just came takes no keys
  await b.page.keyboard.press("Enter");
  await b.page.keyboard.type("{");
  await offered.first().waitFor();
  await b.page.keyboard.type("region");
  await b.page.waitForTimeout(120);
  await b.page.keyboard.press("Tab");
  await b.page.keyboard.type("a");
  await offered.first().waitFor();
  await b.page.waitForTimeout(120);
  await b.page.keyboard.press("Enter");
  assert.equal(await b.text(), "builtin.module(cse,canonicalize{region-simplify=aggressive})");
  assert.deepEqual(await b.list(), ["cse", "canonicalize"]);
});

test("mistakes are marked where they are, with what was probably meant", async (t) => {
  const b = await open(t, "builtin.module(cse,canonicalise,acc-loop-tiling)");
  await b.openText();
  await b.page.locator(".cm-lintRange-error").first().waitFor();
  assert.deepEqual(await b.page.locator(".cm-lintRange-error").allTextContents(), ["canonicalise", "acc-loop-tiling"]);
  assert.match(await b.page.locator(".failed").nth(1).textContent(), /exists in LLVM 22's mlir-opt; Rung does not have it yet/);
  await b.page.getByRole("button", { name: "write canonicalize" }).click();
  assert.equal(await b.text(), "builtin.module(cse,canonicalize,acc-loop-tiling)");
  await b.page.locator(".cm-lintRange-error").hover();
  assert.match(await b.page.locator(".cm-tooltip-lint").textContent(), /does not refer to a registered pass/);
});

test("a text that is unfinished keeps its list, and says what is missing", async (t) => {
  const b = await open(t, "builtin.module(func.func(cse,canonicalize");
  assert.deepEqual(await b.list(), ["func.func:", "  cse", "  canonicalize"]);
  await b.page.getByRole("button", { name: "insert ))" }).click();
  assert.equal(await b.text(), "builtin.module(func.func(cse,canonicalize))");
});

// --- Presets, pasting, copying

test("presets replace the pipeline, and Undo takes that back", async (t) => {
  const b = await open(t, "builtin.module(cse,cse)");
  const presets = b.page.getByRole("combobox", { name: "Start from" });
  assert.equal(await presets.locator(":checked").textContent(), "Your own pipeline");
  await presets.selectOption("To the LLVM dialect");
  assert.ok((await b.list()).length > 8);
  assert.match(await b.said(), /^To the LLVM dialect: \d+ passes\.$/);
  await b.page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await b.text(), "builtin.module(cse,cse)");
});

for (const [what, text, pipeline, said, settings] of [
  ["a command line", "mlir-opt a.mlir --convert-scf-to-cf | mlir-opt --cse -split-input-file | FileCheck %s", "builtin.module(convert-scf-to-cf,cse)",
    "2 passes taken over from what was pasted. a.mlir is left out: the text in the editor is what runs.", { splitInput: true }],
  ["a RUN line", "// RUN: mlir-opt %s --cse | FileCheck %s", "builtin.module(cse)", "1 pass taken over from what was pasted."],
  ["flags", "--cse --canonicalize=test-convergence", "builtin.module(cse,canonicalize{test-convergence})", "2 passes taken over from what was pasted."],
  ["a pipeline", "builtin.module(func.func(cse))", "builtin.module(func.func(cse))", "1 pass taken over from what was pasted."],
  ["a list", "cse\ncanonicalize\n", "builtin.module(cse,canonicalize)", "2 passes taken over from what was pasted."],
]) {
  test(`a paste where passes are added works: ${what}`, async (t) => {
    const b = await open(t, "builtin.module(symbol-dce)");
    await b.add.focus();
    await b.paste(text);
    assert.equal(await b.text(), pipeline);
    assert.equal(await b.said(), said);
    assert.equal(await b.add.inputValue(), "");
    assert.deepEqual(await b.page.evaluate(() => window.asked), settings ? [settings] : []);
    await b.page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await b.text(), "builtin.module(symbol-dce)");
  });
}

test("a command pasted into the text replaces it, and a part of a pipeline goes to the cursor", async (t) => {
  const b = await open(t, "builtin.module(cse)");
  await b.openText();
  await b.editor.click();
  await b.page.keyboard.press("Control+End");
  await b.page.keyboard.press("ArrowLeft");
  await b.paste(",canonicalize");
  assert.equal(await b.text(), "builtin.module(cse,canonicalize)");
  await b.paste("$ mlir-opt \\\n  --symbol-dce x.mlir");
  assert.equal(await b.text(), "builtin.module(symbol-dce)");
  assert.equal(await b.editor.textContent(), "builtin.module(symbol-dce)");
});

test("what is not understood is said in a sentence, and changes nothing", async (t) => {
  const b = await open(t, "builtin.module(cse)");
  await b.add.focus();
  await b.paste("mlir-opt %s --canonicalise");
  assert.equal(await b.said(), "No pass or flag is called --canonicalise; did you mean --canonicalize?");
  assert.equal(await b.text(), "builtin.module(cse)");
});

test("other runs of a test are on offer", async (t) => {
  const b = await open(t);
  await b.add.focus();
  await b.paste("// RUN: mlir-opt %s -cse\n// RUN: mlir-opt %s -canonicalize\n");
  await b.page.getByRole("button", { name: "canonicalize", exact: true }).last().click();
  assert.equal(await b.text(), "builtin.module(canonicalize)");
});

test("the pipeline is copied as a command that a shell runs", async (t) => {
  const b = await open(t, { text: "builtin.module(func.func(cse),set-llvm-module-datalayout{data-layout=e})", off: [{ pass: "symbol-dce", nest: [], at: 0 }] });
  await b.page.evaluate(() => { window.builder.settings = () => ({ allowUnregistered: true }); });
  await b.page.getByRole("button", { name: "Copy as mlir-opt command" }).click();
  const command = await b.page.evaluate(() => navigator.clipboard.readText());
  assert.equal(command, "mlir-opt input.mlir --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(cse),set-llvm-module-datalayout{data-layout=e})'");
  assert.equal(await b.said(), "Copied.");
});

// --- For everyone

for (const [colorScheme, width] of [["light", 760], ["dark", 390]]) {
  test(`axe finds nothing: ${colorScheme}, ${width} px`, async (t) => {
    const b = await open(t, { text: "builtin.module(func.func(cse,canonicalize{top-down=0}),convert-func-to-llvm{x=1},canonicalise)", off: [{ pass: "lower-affine", nest: [], at: 2 }] },
      { colorScheme, viewport: { width, height: 880 }, reducedMotion: "reduce" });
    for (const name of ["canonicalize", "convert-func-to-llvm"]) await b.name(name).click();
    await b.openText();
    await b.page.locator(".cm-lintRange-error").first().waitFor();
    await b.check();
    await b.add.fill("llvm");
    await b.check();
  });
}

test("nothing is wider than a phone", async (t) => {
  const b = await open(t, "builtin.module(func.func(lower-vector-to-from-elements-to-shuffle-tree,canonicalize),convert-vector-to-llvm{vector-contract-lowering=outerproduct})", { viewport: { width: 390, height: 844 } });
  await b.name("convert-vector-to-llvm").click();
  await b.openText();
  assert.equal(await b.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await b.add.fill("vector");
  assert.equal(await b.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
});
