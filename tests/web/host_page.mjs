// Pages on another origin that embed Rung.
import { createServer } from "node:http";
import { errorsOf, site } from "./browser.mjs";

export const ADD = `func.func @add(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}`;

/** Serve pages from another port than Rung's: { url, show(html) }; `name`: of the host, "localhost" is another site too. */
async function serveHost(t, name = "127.0.0.1") {
  let html = "";
  const server = createServer(({ url }, response) => {
    if (url !== "/") response.writeHead(url === "/favicon.ico" ? 204 : 404).end();
    else response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(html);
  });
  await new Promise((resolve) => { server.listen(0, name, resolve); });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://${name}:${server.address().port}/`, serve: (made) => { html = made; } };
}

/** Open a page of another origin with this in its body, which may use the element. `prepare(page)` comes before. */
export async function openHost(t, body, { name, script = true, prepare, head = "", ...options } = {}) {
  const host = await serveHost(t, name);
  const context = await site.browser.newContext({ viewport: { width: 1000, height: 900 }, ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const errors = errorsOf(page);
  host.serve(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>A host</title>
<script>
  window.heard = [];
  for (const name of ["ready", "change", "checked", "result", "error", "leave"]) {
    addEventListener("rung-" + name, ({ target, detail }) => heard.push({ id: target.id, name, detail }));
  }
</script>
${script ? `<script type="module" src="${site.url}rung-editor.js"></script>` : ""}${head}</head><body>${body}</body></html>`);
  await prepare?.(page);
  await page.goto(host.url);
  return { page, errors, context };
}

/** The events that an element sent, by name. */
export const heard = (page, name, id) => page.evaluate(([wanted, of]) =>
  window.heard.filter((event) => event.name === wanted && (!of || event.id === of)).map(({ detail }) => detail), [name, id]);

/** Wait until an element has sent so many. */
export const hears = (page, name, count = 1, id = "") => page.waitForFunction(([wanted, n, of]) =>
  window.heard.filter((event) => event.name === wanted && (!of || event.id === of)).length >= n, [name, count, id]);

/** What is in the page's frames, by their order. */
export async function framed(page, index = 0) {
  const frame = page.locator("iframe").nth(index).contentFrame();
  await frame.locator("html[data-ready]").waitFor({ state: "attached" });
  return frame;
}
