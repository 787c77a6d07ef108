// Eight pictures of the page, compared with how it is meant to look: coarsely, since letters differ from machine to machine. What is
// blank, covered or in another place shows all the same. To take them anew: PICTURES=new node --test tests/web/pictures.test.mjs
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { openPage, site, useBrowser } from "./browser.mjs";

useBrowser();

/** Cells of a picture, across and down; brightness goes from 0 to 255. */
const [ACROSS, DOWN] = [64, 40];
/** How much brighter or darker a picture may be, on average and in a cell. Lines of text one pixel lower are still within. */
const MOST_AVERAGE = 5;
const MOST_CELLS = 0.04; // of them may differ by more than
const CELL = 40;

const LAST = "reconcile-unrealized-casts";
const PICTURES = {
  "first-light": { act: async () => {} },
  "first-dark": { colorScheme: "dark", act: async () => {} },
  "last-rung": { act: (rung) => rung.goTo(LAST) },
  "side-by-side": { act: async (rung) => {
    await rung.page.getByRole("button", { name: "Close the guide" }).click();
    await rung.goTo("convert-func-to-llvm");
    await rung.page.getByRole("radio", { name: "vs. previous" }).check();
    await rung.page.getByRole("button", { name: "Side by side" }).click();
  } },
  "pipeline": { act: async (rung) => {
    await rung.page.getByRole("button", { name: "Close the guide" }).click();
    await rung.page.getByRole("button", { name: "Edit the pipeline" }).click();
    await rung.page.getByTestId("pipeline-builder").getByText("convert-cf-to-llvm").click();
  } },
  "type-lab": { act: async (rung) => {
    await rung.page.getByRole("button", { name: "Close the guide" }).click();
    await rung.learn("Type lab");
    await rung.page.locator(".memory-drawing").first().waitFor();
  } },
  "lesson": { act: async (rung) => {
    await rung.learn("Lessons");
    await rung.page.locator("#guide").getByRole("button", { name: /What an operation is/ }).click();
    await rung.page.getByTestId("lesson").waitFor();
  } },
  "phone": { viewport: { width: 390, height: 844 }, act: async () => {} },
};

// The brightness of each cell of a PNG.
async function cellsOf(png) {
  const page = await site.browser.newPage();
  try {
    return await page.evaluate(async ([data, across, down]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
      const cells = [];
      for (let y = 0; y < down; y++) {
        for (let x = 0; x < across; x++) {
          let sum = 0;
          let n = 0;
          for (let py = Math.floor(y * image.height / down); py < Math.floor((y + 1) * image.height / down); py++) {
            for (let px = Math.floor(x * image.width / across); px < Math.floor((x + 1) * image.width / across); px++) {
              const at = 4 * (py * image.width + px);
              sum += 0.3 * pixels[at] + 0.59 * pixels[at + 1] + 0.11 * pixels[at + 2];
              n += 1;
            }
          }
          cells.push(Math.round(sum / n));
        }
      }
      return cells;
    }, [png.toString("base64"), ACROSS, DOWN]);
  } finally {
    await page.close();
  }
}

for (const [name, { act, viewport = { width: 1440, height: 900 }, colorScheme = "light" }] of Object.entries(PICTURES)) {
  test(`the page looks as it is meant to: ${name}`, async (t) => {
    const rung = await openPage(t, { viewport, colorScheme, reducedMotion: "reduce" });
    await rung.settled();
    await act(rung);
    await rung.settled();
    await rung.page.mouse.move(1, 1);
    await rung.page.waitForTimeout(600);
    const cells = await cellsOf(await rung.page.screenshot({ caret: "hide" }));
    const file = new URL(`pictures/${name}.json`, import.meta.url);
    if (process.env.PICTURES === "new") {
      const rows = Array.from({ length: DOWN }, (_, y) => JSON.stringify(cells.slice(y * ACROSS, (y + 1) * ACROSS)));
      await writeFile(file, `[\n${rows.join(",\n")}\n]\n`);
      return;
    }
    const wanted = JSON.parse(await readFile(file, "utf8")).flat();
    const apart = cells.map((cell, i) => Math.abs(cell - wanted[i]));
    const average = apart.reduce((a, b) => a + b, 0) / apart.length;
    const far = apart.filter((one) => one > CELL).length / apart.length;
    t.diagnostic(`${average.toFixed(1)} apart, ${(100 * far).toFixed(1)} % of the cells far`);
    assert.ok(average < MOST_AVERAGE && far < MOST_CELLS, `${average.toFixed(1)} apart on average, ${(100 * far).toFixed(1)} % of the cells by more than ${CELL}`);
  });
}
