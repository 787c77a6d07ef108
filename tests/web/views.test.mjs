// A view is one exported value and a line in a list: all else that views have comes with that.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { openPage, useBrowser } from "./browser.mjs";

const VIEW = `// How many operations the result has.
export const sizeView = {
  name: "size", label: "Size", title: "Size of the result", hint: "Operations of the result, counted", key: "j",
  create({ body, page }) {
    const draw = () => { body.textContent = Object.values(page.work.run?.operations ?? {}).reduce((sum, n) => sum + n, 0) + " operations"; };
    page.work.on("ran", draw);
    return { opened: draw, kept: { seen: true }, restore: ({ seen }) => { body.dataset.seen = seen; } };
  },
};
`;

const root = await mkdtemp(join(tmpdir(), "rung-view-"));
for (const part of ["web", "wasm", "package.json", "build/wasm", "LICENSE"]) await cp(part, join(root, part), { recursive: true });
await symlink(resolve("node_modules"), join(root, "node_modules"));
await writeFile(join(root, "web/src/output/size.js"), VIEW);
const list = join(root, "web/src/shell/views.js");
const text = await readFile(list, "utf8");
await writeFile(list, `import { sizeView } from "../output/size.js";\n${text.replace("const VIEWS = [explainView", "const VIEWS = [sizeView, explainView")}`);
execFileSync(process.execPath, [join(root, "web/build.mjs"), "--out", join(root, "dist")], { cwd: root });

useBrowser({ root: join(root, "dist") });
after(() => rm(root, { recursive: true, force: true }));

const TEXT = "func.func @f() {\n  return\n}\n";

test("a new view has a button, a key, a place, and a word in links", async (t) => {
  const rung = await openPage(t);
  await rung.setText(TEXT);
  await rung.choose("custom");
  await rung.settled();
  const view = rung.page.getByTestId("size");
  await rung.page.getByRole("button", { name: "Size", exact: true }).click();
  await view.filter({ hasText: "2 operations" }).waitFor();
  const { width, height } = await view.boundingBox();
  assert.ok(width > 300 && height > 40, `${width} × ${height}`);
  await rung.content.focus();
  await rung.page.keyboard.press("Control+j");
  assert.equal(await view.isVisible(), false);
  await rung.page.keyboard.press("Control+j");
  await rung.shareLink();
  const link = await rung.page.evaluate(() => navigator.clipboard.readText());
  const other = await openPage(t, { hash: new URL(link).hash });
  await other.page.getByTestId("size").filter({ hasText: "2 operations" }).waitFor();
  assert.equal(await other.page.getByTestId("size").locator("[data-seen=true]").count(), 1);
  assert.deepEqual(other.consoleErrors, []);
});

test("one view is open at a time", async (t) => {
  const rung = await openPage(t);
  await rung.settled();
  await rung.page.getByRole("button", { name: "Size", exact: true }).click();
  await rung.page.getByRole("button", { name: "Explain", exact: true }).click();
  await rung.page.getByTestId("explain").waitFor();
  assert.equal(await rung.page.getByTestId("size").isVisible(), false);
});
