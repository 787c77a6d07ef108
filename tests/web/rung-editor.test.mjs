// <rung-editor> in pages of others.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { site, useBrowser } from "./browser.mjs";
import { ADD, framed, heard, hears, openHost } from "./host_page.mjs";
import { encodeState } from "../../web/src/core/share.js";

useBrowser();

const editor = (attributes = "", content = `<pre>${ADD}</pre>`, id = "one") => `<rung-editor id="${id}" ${attributes}>${content}</rung-editor>`;
const SHORT = 'pipeline="builtin.module(convert-arith-to-llvm,convert-func-to-llvm)"';

test("one script and one element make the text live, and the page gets its events", async (t) => {
  const { page, errors } = await openHost(t, editor(`show="text,ladder,result" ${SHORT}`));
  await hears(page, "result");
  const [{ ok, text, stages }] = await heard(page, "result");
  assert.equal(ok, true);
  assert.match(text, /llvm\.add/);
  assert.deepEqual(stages, [{ name: "convert-arith-to-llvm", changed: true, failed: false }, { name: "convert-func-to-llvm", changed: true, failed: false }]);
  assert.deepEqual(await heard(page, "checked"), [{ ok: true, diagnostics: [] }]);
  const frame = await framed(page);
  await frame.getByLabel("MLIR text").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("wrong ");
  await hears(page, "checked", 2);
  await page.waitForFunction(() => one.diagnostics.some(({ message }) => message.includes("'wrong'")));
  assert.equal(await page.evaluate(() => one.text), `wrong ${ADD}`);
  const [{ severity, line, column }] = await page.evaluate(() => one.diagnostics);
  assert.deepEqual({ severity, line, column }, { severity: "error", line: 1, column: 1 });
  assert.equal((await heard(page, "change")).at(-1).text, `wrong ${ADD}`);
  assert.deepEqual(errors, []);
});

test("the README's example works", async (t) => {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const [, example] = /<!-- embed: example -->\n```html\n(.*?)```/s.exec(readme);
  const { page, errors } = await openHost(t, example.replace(/https:.*?(?=rung-editor\.js)/, site.url), { script: false });
  await hears(page, "result");
  assert.match((await heard(page, "result"))[0].text, /llvm\.func @f/);
  assert.deepEqual(errors, []);
});

for (const [what, content] of [
  ["a <pre>", `<pre>${ADD}</pre>`],
  ["a script of plain text, without the page's indentation", `\n      <script type="text/plain">\n        ${ADD.replaceAll("\n", "\n        ").replaceAll("->", "->")}\n      </script>`],
  ["text of its own", ADD.replace("->", "-&gt;")],
]) {
  test(`the text is that of ${what}`, async (t) => {
    const { page } = await openHost(t, editor("", content));
    await hears(page, "checked");
    assert.equal(await page.evaluate(() => one.text), ADD);
    assert.deepEqual((await heard(page, "checked"))[0], { ok: true, diagnostics: [] });
  });
}

test("far from the window the element has no frame, and its text can be read", async (t) => {
  const { page } = await openHost(t, `<div style="height: 3000px"></div>${editor()}`);
  await page.waitForTimeout(300);
  assert.equal(await page.locator("iframe").count(), 0);
  assert.equal(await page.locator("rung-editor pre[part]").isVisible(), true);
  await page.locator("#one").scrollIntoViewIfNeeded();
  await hears(page, "checked");
  assert.equal(await page.locator("iframe").isVisible(), true);
});

test("without JavaScript the text can be read", async (t) => {
  const { page } = await openHost(t, editor(), { javaScriptEnabled: false });
  assert.equal(await page.getByText("arith.addi").isVisible(), true);
});

test("the frame follows a text that is set and attributes that change", async (t) => {
  const { page } = await openHost(t, editor('lazy="false" theme="light"'));
  await hears(page, "result");
  const frame = await framed(page);
  await page.evaluate(() => { one.text = "func.func @other() { return }"; });
  await frame.getByLabel("MLIR text").getByText("@other").waitFor();
  await frame.getByLabel("Output").getByText("llvm.func").waitFor();
  await page.evaluate(() => one.setAttribute("output", "generic"));
  await frame.getByLabel("Output").getByText('"func.func"').waitFor();
  await page.evaluate(() => one.setAttribute("show", "ladder"));
  await frame.getByRole("heading", { name: "Ladder" }).waitFor();
  assert.equal(await frame.getByLabel("MLIR text").isVisible(), false);
  await page.evaluate(() => one.setAttribute("theme", "dark"));
  await frame.locator("html[data-theme=dark]").waitFor({ state: "attached" });
  await page.evaluate(() => { one.setAttribute("show", "text"); one.setAttribute("readonly", ""); });
  await frame.locator(".cm-content[contenteditable=false]").first().waitFor();
  await page.evaluate(() => one.setAttribute("height", "333"));
  await hears(page, "ready", 2);
  assert.equal(await page.locator("iframe").evaluate((node) => node.offsetHeight), 333);
  assert.equal(await page.evaluate(() => one.text), "func.func @other() { return }", "what was written is not lost with the frame");
});

test("the element opens a link made by Rung, and gives one back", async (t) => {
  const state = await encodeState({ text: ADD, output: "generic", pipeline: "", options: { readUnknown: true } });
  const { page, context } = await openHost(t, editor(`link="${site.url}${state}"`, ""));
  await hears(page, "result");
  assert.match((await heard(page, "result"))[0].text, /"arith\.addi"/);
  const link = await page.evaluate(() => one.link());
  assert.ok(link.startsWith(`${site.url}#v1=`), link);
  const full = await context.newPage();
  await full.goto(link);
  await full.getByTestId("output").getByText('"arith.addi"').waitFor();
});

test("the theme is the page's own: its color-scheme reaches the frame", async (t) => {
  const { page } = await openHost(t, editor(), { head: "<style>:root { color-scheme: dark }</style>", colorScheme: null });
  await hears(page, "checked");
  const colour = await (await framed(page)).locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  assert.equal(colour, "rgb(25, 29, 35)");
});

test("the focus stays in the page's own field while ten editors come, until one is asked for", async (t) => {
  const { page } = await openHost(t, `<input id="mine" autofocus>${Array.from({ length: 10 }, (_, i) => editor('lazy="false"', undefined, `e${i}`)).join("")}`);
  await page.locator("#mine").focus();
  await hears(page, "checked", 10);
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => document.activeElement.id), "mine");
  assert.equal(page.workers().length, 1);
  await page.evaluate(() => document.getElementById("e3").focus());
  const frame = await framed(page, 3);
  await frame.locator(".cm-content:focus").waitFor();
});

test("the page gets an event for Escape in an editor", async (t) => {
  const { page } = await openHost(t, editor());
  await hears(page, "checked");
  await page.evaluate(() => one.focus());
  await (await framed(page)).locator(".cm-content:focus").waitFor();
  await page.keyboard.press("Escape");
  await hears(page, "leave");
});

test("an editor inside another component is live too", async (t) => {
  const { page, errors } = await openHost(t, '<div id="component"></div>');
  await page.evaluate((text) => {
    const editor = document.createElement("rung-editor");
    editor.textContent = text;
    component.attachShadow({ mode: "open" }).append(editor);
  }, ADD);
  await hears(page, "result");
  assert.equal(page.workers().length, 1);
  assert.deepEqual(errors, []);
});

test("an editor that is moved, or taken out and put back, keeps its text", async (t) => {
  const { page, errors } = await openHost(t, `<div id="there"></div>${editor()}`);
  await hears(page, "checked");
  await page.evaluate(() => { one.text = "// kept\n"; });
  await page.evaluate(() => there.append(one));
  await hears(page, "ready", 2);
  await (await framed(page)).getByLabel("MLIR text").getByText("// kept").waitFor();
  await page.evaluate(() => one.remove());
  assert.equal(await page.locator("iframe").count(), 0);
  assert.deepEqual(errors, []);
});

test("a sandboxed element has no origin and its own core, and gives the same answers", async (t) => {
  const { page, errors } = await openHost(t, editor(`sandboxed ${SHORT}`));
  await hears(page, "result");
  assert.match((await heard(page, "result"))[0].text, /llvm\.add/);
  assert.equal(await (await framed(page)).locator("html").evaluate(() => self.origin), "null");
  assert.deepEqual(errors, []);
});

// --- Others' ill will, and mistakes

test("an attribute with a wrong value is ignored, and an event says so", async (t) => {
  const { page } = await openHost(t, [
    editor('base="javascript:alert(1)"', undefined, "script"), editor('base="http://[" ', undefined, "broken"), editor('link="https://example.org/"', undefined, "link"),
    editor('show="text,&lt;b&gt;"', undefined, "show"), editor('rung="many"', undefined, "rung"), editor('edition="llvm7"', undefined, "edition"),
  ].join(""));
  for (const [id, said] of [["script", /"base" has to be the address/], ["broken", /"base"/], ["link", /"link" is no link/], ["show", /"show" cannot be "text,<b>"/], ["rung", /"rung": ignored/], ["edition", /no edition "llvm7"/]]) {
    await hears(page, "error", 1, id);
    assert.match((await heard(page, "error", id))[0].message, said);
  }
  for (const id of ["link", "show", "rung", "edition"]) await hears(page, "checked", 1, id);
  assert.equal(await page.locator("#script iframe").count(), 0);
  assert.equal(await page.locator("#script pre[part]").isVisible(), true);
});

test("messages from other windows do nothing to the element; those of unknown shape do nothing to the frame", async (t) => {
  const { page, errors } = await openHost(t, `${editor()}<iframe id="other" title="other" srcdoc="<p>other</p>"></iframe>`);
  await hears(page, "checked");
  const height = () => page.locator("#one iframe").evaluate((node) => node.offsetHeight);
  let before;   // when it is no longer fitted to its text
  do {
    before = await height();
    await page.waitForTimeout(400);
  } while (await height() !== before);
  await page.frames().find((frame) => frame.url() === "about:srcdoc").evaluate(() => {
    for (const message of [{ rung: "height", height: 9000 }, { rung: "hello" }, { kind: "change", text: "gone" }]) parent.postMessage(message, "*");
  });
  await page.evaluate(() => { for (const message of [{ rung: "height", height: 9000 }, null, { rung: "hello" }]) window.postMessage(message, "*"); });
  await page.waitForTimeout(300);
  assert.equal(await height(), before);
  assert.equal(await page.evaluate(() => one.text), ADD);
  // A page that speaks to the frame itself, over a channel of its own.
  const answers = await page.evaluate(async (url) => {
    const frame = document.createElement("iframe");
    frame.title = "by hand";
    const said = [];
    const connected = new Promise((resolve) => {
      addEventListener("message", ({ source, data }) => {
        if (source !== frame.contentWindow || data.rung !== "hello") return;
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = (event) => said.push(event.data);
        frame.contentWindow.postMessage({ rung: "connect" }, "*", [port2]);
        resolve(port1);
      });
    });
    frame.src = `${url}embed.html#host=1`;
    document.body.append(frame);
    const port = await connected;
    const bad = [null, 7, "set", { kind: "eval", code: "1" }, { kind: "__proto__" }, { kind: "set", text: 1 }, { kind: "set", show: ["text", "all"] }, { kind: "set", rung: -1 },
      { kind: "set", constructor: "x" }, { kind: "set", pipeline: "x".repeat(200_000) }, { kind: "link", id: "x" }];
    for (const message of bad) port.postMessage(message);
    port.postMessage({ kind: "set", text: "// fine" });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return { errors: said.filter(({ kind }) => kind === "error").length, bad: bad.length, checked: said.filter(({ kind }) => kind === "checked") };
  }, site.url);
  assert.equal(answers.errors, answers.bad);
  assert.deepEqual(answers.checked, [{ kind: "checked", ok: true, diagnostics: [] }]);
  assert.deepEqual(errors, []);
});

test("a place that does not answer leaves the text", async (t) => {
  const { page } = await openHost(t, editor('base="/nothing.html"'));
  await page.waitForTimeout(500);
  assert.equal(await page.locator("rung-editor pre[part]").isVisible(), true);
});

// --- What a page has already

const BLOCKS = {
  "Markdown": `<pre><code class="language-mlir">${ADD}\n</code></pre>`,
  "Markdown, the short word": `<pre><code class="lang-mlir">${ADD}</code></pre>`,
  "Pandoc": `<div class="sourceCode"><pre class="sourceCode mlir"><code class="sourceCode mlir"><span><a></a>${ADD.replaceAll("\n", "</span>\n<span>")}</span></code></pre></div>`,
  "Sphinx, with numbers": `<div class="highlight-mlir notranslate"><div class="highlight"><table><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre><span></span>${ADD}\n</pre></td></tr></table></div></div>`,
  "Jekyll": `<div class="language-mlir highlighter-rouge"><div class="highlight"><pre class="highlight"><code>${ADD}\n</code></pre></div></div>`,
  "a button to copy inside": `<pre class="mlir"><button>Copy</button>${ADD}</pre>`,
};
const OTHER = '<pre><code class="language-c">int x;</code></pre>';

test("liven() makes what renderers of Markdown write live, and leaves the rest", async (t) => {
  const { page } = await openHost(t, Object.values(BLOCKS).join("") + OTHER);
  const texts = await page.evaluate(async (url) => {
    const { liven } = await import(`${url}rung-editor.js`);
    return liven(document, { show: "text", readonly: true }).map((made) => made.text);
  }, site.url);
  assert.deepEqual(texts, Object.keys(BLOCKS).map(() => ADD));
  assert.equal(await page.getByText("int x;").isVisible(), true);
  assert.equal(await page.locator("rung-editor[readonly]").count(), texts.length);
  assert.deepEqual(await page.evaluate(async (url) => (await import(`${url}rung-editor.js`)).liven(), site.url), [], "once is enough");
});

for (const script of ['src="RUNGrung-editor.js" data-auto', 'src="RUNGrung-editor.js?auto"']) {
  test(`<script ${script.replace("RUNG", "")}> calls liven() by itself`, async (t) => {
    const { page } = await openHost(t, BLOCKS.Markdown + OTHER, { script: false, head: `<script type="module" ${script.replace("RUNG", site.url)}></script>` });
    await hears(page, "checked");
    assert.equal(await page.locator("rung-editor").count(), 1);
  });
}

// --- What it costs the page

test("the page's first paint does not wait for editors, and nothing jumps once they are there", async (t) => {
  const body = (live) => `<h1>A page</h1>${Array.from({ length: 10 }, (_, i) => (live ? editor("", undefined, `e${i}`) : `<pre>${ADD}</pre>`)).join("<p>Between.</p>")}`;
  const paint = async (live) => {
    const times = [];
    for (let i = 0; i < 5; i++) {
      const { page, context } = await openHost(t, body(live), { script: live });
      if (live) await hears(page, "checked", 1);
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
      times.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
      await context.close();
    }
    return times.sort((a, b) => a - b)[2];
  };
  const [without, live] = [await paint(false), await paint(true)];
  t.diagnostic(`first paint, median of 5: ${without.toFixed(0)} ms without, ${live.toFixed(0)} ms with ten editors`);
  assert.ok(live < without + 150, `${live} ms, not ${without}`);

  const { page } = await openHost(t, body(true));
  await hears(page, "checked", 3);
  await page.waitForTimeout(1000);
  const heights = async () => JSON.stringify(await page.locator("iframe").evaluateAll((frames) => frames.map((frame) => frame.offsetHeight)));
  const settled = await heights();
  await page.waitForTimeout(1000);
  assert.equal(await heights(), settled);
});
