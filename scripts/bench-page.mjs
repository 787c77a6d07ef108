// The measurements of scripts/bench-page. Builds of the page take turns, so that other load on the machine affects all alike.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { serve } from "../web/serve.mjs";

const { values: args } = parseArgs({ options: {
  dist: { type: "string", default: fileURLToPath(new URL("../dist", import.meta.url)) },
  before: { type: "string" }, runs: { type: "string", default: "7" }, only: { type: "string", default: "cold,slow,keys,output,run,tasks,memory" },
} });
const RUNS = Number(args.runs);
const ONLY = args.only.split(",");

const builds = [["now", args.dist], ...args.before ? [["before", args.before]] : []];
for (const [name, root] of builds) if (!existsSync(join(root, "index.html"))) throw new Error(`${name}: ${root} holds no page; run npm run build`);

const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))];
const shown = (list) => `${quantile(list, 0.5).toFixed(0).padStart(5)} ${quantile(list, 0.95).toFixed(0).padStart(5)}`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--js-flags=--expose-gc"],
});
const sites = [];
for (const [name, root] of builds) {
  const server = await serve({ root });
  sites.push({ name, server, url: `http://127.0.0.1:${server.address().port}/` });
}

// A fresh profile: nothing cached, nothing stored but that the introduction was seen.
async function open(url, { seen = true } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  if (seen) await context.addInitScript(() => localStorage.setItem("rung.intro", "seen"));
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  const page = await context.newPage();
  return { context, page };
}

function functions(lines) {
  const work = (i) => `func.func @work${i}(%m: memref<?xf32>, %i: index, %x: f32, %n: index) -> f32 {\n  %0 = memref.load %m[%i] : memref<?xf32>\n` +
    `  %1 = arith.addf %0, %x : f32\n  %2 = arith.mulf %1, %0 : f32\n  memref.store %2, %m[%i] : memref<?xf32>\n` +
    `  %3 = scf.for %k = %i to %n step %i iter_args(%s = %2) -> (f32) {\n    %4 = arith.addf %s, %1 : f32\n    scf.yield %4 : f32\n  }\n  return %3 : f32\n}\n`;
  return Array.from({ length: Math.max(1, Math.round(lines / 11)) }, (_, i) => work(i)).join("");
}

const settled = (page) => page.waitForFunction(() => {
  const output = document.querySelector("[data-testid=output]");
  return document.body.dataset.checked && output.dataset.state !== "empty" && !output.dataset.pending;
}, null, { timeout: 60_000 });

async function withText(url, lines, pipeline) {
  const { context, page } = await open(url);
  await page.goto(url);
  await write(page, lines, pipeline);
  return { context, page };
}

async function write(page, lines, pipeline) {
  await settled(page);
  await page.getByTestId("pipeline").selectOption(pipeline);
  const text = functions(lines);
  await page.locator("[data-testid=editor] .cm-content").evaluate((node, insert) => {
    const { view } = node.cmTile;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } });
    const anchor = insert.indexOf("%x : f32") + 2;
    view.dispatch({ selection: { anchor }, scrollIntoView: true });
    view.focus();
  }, text);
  await page.waitForTimeout(300);
  await settled(page);
}

// From each key to the frame that shows what it makes: `wanted(i)` says what to wait for.
async function keyTimes(page, keys, wait) {
  const times = [];
  for (let i = 0; i < keys; i++) {
    const key = i % 2 ? "Backspace" : "y";
    await page.evaluate(([marks, forOutput]) => {
      window.seen = new Promise((resolve) => {
        addEventListener("keydown", (event) => {
          const editor = document.querySelector("[data-testid=editor]");
          const output = document.querySelector("[data-testid=output]");
          const isThere = () => editor.querySelectorAll(".cm-lintRange-error").length === marks &&
            (!forOutput || marks || (output.dataset.state === "ready" && !output.dataset.pending));
          const observer = new MutationObserver(() => {
            if (!isThere()) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - event.timeStamp)));
          });
          observer.observe(editor, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
          observer.observe(output, { attributes: true });
        }, { once: true, capture: true });
      });
    }, [i % 2 ? 0 : 1, wait === "output"]);
    await page.keyboard.press(key);
    const ms = await page.evaluate(() => window.seen);
    if (wait !== "output" || i % 2) times.push(ms);
    if (wait !== "busy") await settled(page);
    await page.waitForTimeout(wait === "busy" ? 30 : 60);
  }
  return times;
}

function table(title, rows) {
  console.log(`\n${title}`.padEnd(58) + sites.map(({ name }) => name.padStart(12)).join("") + "   (median p95)");
  for (const [label, cells] of rows) console.log(`  ${label.padEnd(54)} ${cells.map((cell) => String(cell).padStart(11)).join(" ")}`);
}

// What waits in the page would take part of the time that it measures: the page says it, once for the first problems and once for the result.
const sayWhen = (page) => page.addInitScript(() => {
  let isChecked = false;
  const observer = new MutationObserver(() => {
    if (!document.body) return;
    if (document.body.dataset.checked && !isChecked) console.debug(`checked after ${performance.now()}`);
    isChecked ||= Boolean(document.body.dataset.checked);
    if (document.querySelector("[data-testid=output]")?.dataset.state !== "ready") return;
    observer.disconnect();
    console.debug(`shown after ${performance.now()}`);
  });
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ["data-checked", "data-state"] });
});

// One visit with an empty cache: ms to the first problems and to the lowered output, and what the page's own thread has received by then.
async function visit(url, line, weighs) {
  const { context, page } = await open(url, { seen: false });
  const client = await context.newCDPSession(page);
  let wire = 0;
  if (weighs || line) await client.send("Network.enable");
  if (weighs) client.on("Network.loadingFinished", ({ encodedDataLength }) => { wire += encodedDataLength; });
  if (line) await client.send("Network.emulateNetworkConditions", { offline: false, latency: line.latency, downloadThroughput: line.bits / 8, uploadThroughput: line.bits / 8 });
  await sayWhen(page);
  const times = [], bytes = [];
  await new Promise((resolve, reject) => {
    setTimeout(reject, 60_000, new Error("the page shows no result")).unref();
    page.on("console", (message) => {
      const [what, , ms] = message.text().split(" ");
      if (what !== "checked" && what !== "shown") return;
      times.push(Number(ms));
      bytes.push(wire);
      if (what === "shown") resolve();
    });
    page.goto(url, { waitUntil: "commit" }).catch(reject);
  });
  await context.close();
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { times, bytes };
}

for (const [name, title, line] of [["cold", "a first visit", null], ["slow", "a first visit over 1.6 Mbit/s with 150 ms", { bits: 1.6e6, latency: 150 }]]) {
  if (!ONLY.includes(name)) continue;
  const times = sites.map(() => [[], []]);
  const bytes = sites.map(() => [0, 0]);
  for (let run = 0; run <= RUNS; run++) {
    const weighs = run === RUNS; // once more with an eye on the network, which takes time
    for (const [i, { url }] of sites.entries()) {
      const seen = await visit(url, line, weighs);
      if (weighs) bytes[i] = seen.bytes;
      else for (const k of [0, 1]) times[i][k].push(seen.times[k]);
    }
  }
  const row = (label, k, cells) => [label, cells.map((both) => both[k])];
  const ms = times.map((both) => both.map(shown));
  const kB = bytes.map((both) => both.map((n) => (n / 1000).toFixed(0)));
  table(title, [row("first problems, ms", 0, ms), row("lowered output, ms", 1, ms),
    row("kB received before the first problems", 0, kB), row("kB received before the output", 1, kB)]);
}

if (ONLY.includes("keys")) {
  const rows = [];
  for (const [label, lines, pipeline, wait] of [["20 lines", 20, "custom", "keys"], ["1,000 lines", 1000, "custom", "keys"], ["10,000 lines", 10_000, "custom", "keys"],
    ["20,000 lines", 20_000, "custom", "keys"], ["10,000 lines, a pipeline running", 10_000, "llvm", "busy"], ["20,000 lines, a pipeline running", 20_000, "llvm", "busy"]]) {
    const cells = [];
    for (const { url } of sites) {
      const { context, page } = await withText(url, lines, pipeline);
      cells.push(shown(await keyTimes(page, 8 * RUNS, wait)));
      await context.close();
    }
    rows.push([label, cells]);
  }
  table("a key to the problems it makes, ms", rows);
}

if (ONLY.includes("output")) {
  const rows = [];
  for (const lines of [1000, 10_000, 20_000]) {
    const cells = [];
    for (const { url } of sites) {
      const { context, page } = await withText(url, lines, "llvm");
      cells.push(shown(await keyTimes(page, 6 * RUNS, "output")));
      await context.close();
    }
    rows.push([`${lines.toLocaleString("en")} lines`, cells]);
  }
  table("a key to the lowered output, ms", rows);
}

// From pressing Run to the frame that shows the first of what a program prints, when it was run before: text to module to instance.
async function runTimes(page, runs) {
  const times = [];
  for (let i = 0; i < runs; i++) {
    times.push(await page.evaluate(() => new Promise((resolve) => {
      const panel = document.querySelector("[data-testid=run]"), printed = panel.querySelector(".printed");
      const go = [...panel.querySelectorAll("button")].find(({ textContent }) => textContent === "Run");
      const begin = performance.now();
      go.click(); // clears what was printed
      const observer = new MutationObserver(() => {
        if (printed.hidden || !printed.textContent) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begin)));
      });
      observer.observe(printed, { childList: true, attributes: true });
    })));
    await page.waitForFunction(() => /Ran in/.test(document.querySelector("[data-testid=run] .said").textContent));
    await page.waitForTimeout(50);
  }
  return times;
}

if (ONLY.includes("run")) {
  const rows = ["100 lines, checks on", "100 lines, checks off"].map((label) => [label, []]);
  for (const { url } of sites) {
    const { context, page } = await withText(url, 90, "llvm");
    await page.locator("[data-testid=editor] .cm-content").evaluate((node, insert) => {
      const { view } = node.cmTile;
      view.dispatch({ changes: { from: view.state.doc.length, insert } });
    }, "func.func @main() -> f32 {\n  %one = arith.constant 1 : index\n  %n = arith.constant 9 : index\n  %x = arith.constant 2.5 : f32\n  %m = memref.alloc() : memref<8xf32>\n" +
      "  vector.print %x : f32\n  memref.store %x, %m[%one] : memref<8xf32>\n  %d = memref.cast %m : memref<8xf32> to memref<?xf32>\n" +
      "  %y = call @work0(%d, %one, %x, %n) : (memref<?xf32>, index, f32, index) -> f32\n  memref.dealloc %m : memref<8xf32>\n  return %y : f32\n}\n");
    await settled(page);
    await page.locator("#run-button").click();
    await page.locator("#run-function option", { hasText: "main" }).waitFor({ state: "attached" });
    for (const [i, isChecked] of [true, false].entries()) {
      await page.getByLabel("checks").setChecked(isChecked);
      await runTimes(page, 5);
      rows[i][1].push(shown(await runTimes(page, 6 * RUNS)));
    }
    await context.close();
  }
  table("Run to the first of what is printed, warm, ms", rows);
}

if (ONLY.includes("tasks")) {
  const cells = [];
  for (const { url } of sites) {
    const { context, page } = await withText(url, 10_000, "llvm");
    await page.evaluate(() => {
      window.tasks = [];
      new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
    });
    for (const key of "// typed while the core works") {
      await page.keyboard.press(key === " " ? "Space" : key);
      await page.waitForTimeout(50);
    }
    await settled(page);
    const tasks = await page.evaluate(() => window.tasks);
    cells.push(tasks.length ? `${tasks.length}, ${Math.max(...tasks).toFixed(0)} ms` : "none");
    await context.close();
  }
  table("tasks over 50 ms while typing at 10,000 lines: how many, the longest", [["", cells]]);
}

// Of the page: V8's heap, and what of it is not machine code that V8 made of functions that became hot. Of its workers: the core's memory.
if (ONLY.includes("memory")) {
  const rows = { "heap, MB": [], "of it no machine code, MB": [], "WebAssembly memory of the workers, MB": [] };
  for (const { url } of sites) {
    const { context, page } = await open(url);
    await page.route(/worker-[^/]*\.js$/, async (route) => {
      const response = await route.fetch();
      const spy = "{const real=WebAssembly.instantiate;WebAssembly.instantiate=async(...given)=>{const made=await real(...given);self.seenMemory=(made.instance??made).exports.memory??self.seenMemory;return made}}";
      await route.fulfill({ contentType: "text/javascript", body: spy + await response.text() });
    });
    await page.goto(url);
    await write(page, 200, "llvm");
    const client = await context.newCDPSession(page);
    const look = async () => {
      await client.send("HeapProfiler.collectGarbage");
      const { usedSize } = await client.send("Runtime.getHeapUsage");
      const memories = await Promise.all(page.workers().map((worker) => worker.evaluate(() => self.seenMemory?.buffer.byteLength ?? 0)));
      return { heap: usedSize, code: await machineCode(client), core: memories.reduce((sum, bytes) => sum + bytes, 0) };
    };
    const type = async (keys) => {
      for (let i = 0; i < keys; i++) await page.keyboard.press(i % 2 ? "Backspace" : "y");
      await settled(page);
    };
    await type(200);
    const early = await look();
    await type(1800);
    const late = await look();
    const change = (from, to) => `${(from / 1e6).toFixed(1)} → ${(to / 1e6).toFixed(1)}, ${((to / from - 1) * 100).toFixed(1)} %`;
    rows["heap, MB"].push(change(early.heap, late.heap));
    rows["of it no machine code, MB"].push(change(early.heap - early.code, late.heap - late.code));
    rows["WebAssembly memory of the workers, MB"].push(change(early.core, late.core));
    await context.close();
  }
  table("after 200 and 2,000 keys, collected", Object.entries(rows));
}

// Bytes of the nodes of kind "code" in a snapshot of the heap.
async function machineCode(client) {
  const chunks = [];
  const add = ({ chunk }) => chunks.push(chunk);
  client.on("HeapProfiler.addHeapSnapshotChunk", add);
  await client.send("HeapProfiler.takeHeapSnapshot", {});
  client.off("HeapProfiler.addHeapSnapshotChunk", add);
  const { snapshot: { meta: { node_fields: fields, node_types: [kinds] } }, nodes } = JSON.parse(chunks.join(""));
  const [kind, size, code] = [fields.indexOf("type"), fields.indexOf("self_size"), kinds.indexOf("code")];
  let bytes = 0;
  for (let i = 0; i < nodes.length; i += fields.length) if (nodes[i + kind] === code) bytes += nodes[i + size];
  return bytes;
}

await browser.close();
for (const { server } of sites) {
  server.closeAllConnections();
  server.close();
}
