// A text of 64 MB is opened, checked, edited and saved unchanged, and the page answers all the while.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

useBrowser();

const SIZE = 64 << 20;

let folder;
before(async () => { folder = await mkdtemp(join(tmpdir(), "rung-")); });
after(() => rm(folder, { recursive: true, force: true }));

// A function like it, as often as it takes.
const one = (n) => `func.func @sum${n}(%a: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.000000e+00 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%so_far = %zero) -> (f32) {
    %x = memref.load %a[%i] : memref<?xf32>
    %next = arith.addf %so_far, %x : f32
    scf.yield %next : f32
  }
  return %sum : f32
}

`;

async function largeFile() {
  const parts = [];
  let size = 0;
  for (let n = 0; ; n++) {
    const part = one(n);
    if (size + part.length > SIZE - 100) break;
    parts.push(part);
    size += part.length;
  }
  parts.push(`// ${"-".repeat(SIZE - size - 4)}\n`);
  const path = join(folder, "large.mlir");
  await writeFile(path, parts.join(""));
  return path;
}

async function sum(path) {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

test("64 MB open, are checked and saved unchanged; nothing holds the page up for longer than 200 ms", { timeout: 240_000 }, async (t) => {
  const path = await largeFile();
  const rung = await openPage(t, { acceptDownloads: true });
  rung.page.setDefaultTimeout(120_000);
  await rung.settled();
  await rung.page.evaluate(() => {
    globalThis.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ startTime, duration }) => [Math.round(startTime), duration]))).observe({ type: "longtask" });
  });
  const open = async () => {
    await rung.page.locator("#texts-button").click();
    return rung.page.getByRole("dialog", { name: "Your files" });
  };
  const chosen = rung.page.waitForEvent("filechooser");
  await (await open()).getByRole("button", { name: "Open files …" }).click();
  const begin = Date.now();
  await (await chosen).setFiles(path);
  await rung.page.locator(".notice progress").waitFor();
  await rung.page.waitForFunction(() => document.getElementById("text-name").textContent === "large.mlir");
  t.diagnostic(`open after ${Date.now() - begin} ms`);
  await rung.page.waitForFunction(() => /^Valid/.test(document.getElementById("status").textContent) && document.body.dataset.checked === "ok"
    && document.querySelector("[data-testid=output]").dataset.state === "waiting");
  t.diagnostic(`checked after ${Date.now() - begin} ms: ${await rung.status()}`);
  assert.match(await rung.page.getByTestId("output").textContent(), /The text has 67\.1 MB/);

  const saved = rung.page.waitForEvent("download");
  await (await open()).getByRole("button", { name: "Save as a file" }).click();
  assert.equal(await sum(await (await saved).path()), await sum(path));

  await rung.content.focus();
  await rung.page.keyboard.type("oops ");
  await rung.page.waitForFunction(() => document.body.dataset.checked === "errors");
  for (let i = 0; i < 5; i++) await rung.page.keyboard.press("Backspace");
  await rung.page.waitForFunction(() => document.body.dataset.checked === "ok");
  const longest = Math.max(0, ...(await rung.page.evaluate(() => tasks)).map(([, ms]) => ms));
  t.diagnostic(`the longest task took ${longest} ms`);
  assert.ok(longest <= 200, JSON.stringify(await rung.page.evaluate(() => tasks)));

  await rung.page.waitForFunction(() => JSON.parse(sessionStorage.getItem("rung.draft.count")).isKept);
  await rung.page.reload();
  await rung.page.waitForFunction((size) => document.querySelector("[data-testid=editor] .cm-content")?.cmTile.view.state.doc.length === size, SIZE);
  await rung.page.waitForFunction(() => /^Valid/.test(document.getElementById("status").textContent) && document.querySelector("[data-testid=output]").dataset.state === "waiting");
  assert.equal(await rung.page.locator("#text-name").textContent(), "large.mlir");
  assert.deepEqual(rung.consoleErrors, []);
});

test("more than 64 MB are refused with a sentence", async (t) => {
  const path = join(folder, "larger.mlir");
  await writeFile(path, Buffer.alloc(SIZE + 1, " "));
  const rung = await openPage(t);
  await rung.settled();
  await rung.page.locator("#texts-button").click();
  const chosen = rung.page.waitForEvent("filechooser");
  await rung.page.getByRole("dialog", { name: "Your files" }).getByRole("button", { name: "Open files …" }).click();
  await (await chosen).setFiles(path);
  await rung.page.getByText("Not opened: “larger.mlir” has 65 MB; at most 64 MB can be opened.").waitFor();
});
