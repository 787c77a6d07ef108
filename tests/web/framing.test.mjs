// Who may show what in a frame: the headers, as a browser takes them.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { site, useBrowser } from "./browser.mjs";

useBrowser();

let elsewhere; // another site, whose pages have one frame: what their address ends with
before(() => new Promise((resolve) => {
  elsewhere = createServer((request, response) => {
    const framed = decodeURIComponent(request.url.split("?")[1] ?? "");
    response.writeHead(200, { "Content-Type": "text/html" }).end(`<!doctype html><title>A host</title><iframe src="${framed}"></iframe>`);
  }).listen(0, "localhost", resolve);
}));
after(() => {
  elsewhere.closeAllConnections();
  elsewhere.close();
});

// The heading in a frame that shows a file of the site, on a page of another site or, `host`, of its own; undefined where an error is shown instead.
async function framed(t, file, host) {
  const context = await site.browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  if (host) await page.route(site.url + host, (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html><iframe src="${site.url}${file}"></iframe>` }));
  await page.goto(host ? site.url + host : `http://localhost:${elsewhere.address().port}/?${encodeURIComponent(site.url + file)}`);
  const frame = page.frames()[1];
  await frame.waitForLoadState("load");
  if (frame.url().startsWith("chrome-error:")) return undefined;
  return frame.locator("h1").first().textContent({ timeout: 10_000 });
}

test("another site cannot show the page in a frame, so it cannot lead clicks astray", async (t) => {
  assert.equal(await framed(t, ""), undefined);
});

test("the site itself can show the page in a frame", async (t) => {
  assert.match(await framed(t, "", "host.html"), /Rung/);
});

test("another site can show embed.html in a frame", async (t) => {
  assert.match(await framed(t, "embed.html"), /Rung/);
});
