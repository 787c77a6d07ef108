// What the page's tests share: one server, one Chromium, and words for what a user does.
import { existsSync } from "node:fs";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "../../web/serve.mjs";

const ARGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

// The one without windows takes half of the time.
const CHROMIUM = process.env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);

/** Debian's Chromium, or another. */
export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: ARGS });

export const site = { url: "", browser: null };

/** Start server and browser before the tests of a file and stop them after. `root`: the folder served, `path`: the page's in it. */
export function useBrowser({ root, path = "" } = {}) {
  let server;
  before(async () => {
    server = await serve({ root });
    site.url = `http://127.0.0.1:${server.address().port}/${path}`;
    site.browser = await launch();
  });
  after(async () => {
    await site.browser?.close();
    server?.closeAllConnections();
    server?.close();
  });
}

/** What a page's scripts throw and its console complains of, from now on. */
export function errorsOf(page) {
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) errors.push(message.text()); });
  return errors;
}

/** A fresh browser profile with the page open in it. `consoleErrors`: what the console complained of. Service workers, whose requests
 *  no test sees, are as if the browser had none, but for `isKept`. */
export async function openPage(t, { url = site.url, hash = "", prepare, isKept = false, ...options } = {}) {
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  if (!isKept) await context.addInitScript(() => { delete Navigator.prototype.serviceWorker; });
  t.after(() => context.close());
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(url).origin });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const consoleErrors = errorsOf(page);
  page.on("requestfailed", (request) => { // what is left behind by a reload has not failed
    if (request.failure()?.errorText !== "net::ERR_ABORTED") consoleErrors.push(`${request.url()} failed`);
  });
  await prepare?.(page);
  await page.goto(url + hash);
  return new RungPage(page, consoleErrors);
}

export class RungPage {
  constructor(page, consoleErrors) {
    this.page = page;
    this.consoleErrors = consoleErrors;
    this.editor = page.getByTestId("editor");
    this.content = this.editor.locator(".cm-content");
    this.output = page.getByTestId("output");
    this.problems = page.getByTestId("problems").locator(":scope > li");
    this.infos = page.getByTestId("infos").locator(":scope > li");
    this.examples = page.getByTestId("examples");
    this.pipeline = page.getByTestId("pipeline");
    this.share = page.getByTestId("share");
    this.notice = page.locator(".notice");
  }

  /** The editor's whole text, drawn or not. */
  text() {
    return this.content.evaluate((node) => node.cmTile.view.state.doc.toString());
  }

  outputText() {
    return this.output.locator(".cm-content").evaluate((node) => node.cmTile.view.state.doc.toString());
  }

  /** Replace the text: select all, paste. */
  async setText(text) {
    await this.page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
    if (!(await this.content.isVisible())) await this.show("Text");
    await this.content.focus();
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.press("Control+v");
    await this.page.waitForFunction(
      (size) => document.querySelector("[data-testid=editor] .cm-content").cmTile.view.state.doc.length === size, text.length);
  }

  /** Press a button of the header, which a narrow screen has below "Learn". */
  async learn(name) {
    const button = this.page.locator("#learn").getByRole("button", { name, exact: true });
    if (!(await button.isVisible())) await this.page.getByRole("button", { name: "Learn" }).click();
    await button.click();
  }

  /** Choose an example by its id. */
  async chooseExample(id) {
    await this.examples.click();
    await this.page.locator(`[data-example="${id}"]`).click();
  }

  /** Press "Share", wait until the link is copied, close the sheet again: the link. */
  async shareLink() {
    await this.share.click();
    await this.page.getByRole("dialog", { name: "Share" }).getByText("Link copied").waitFor();
    await this.page.keyboard.press("Escape");
    return this.page.url();
  }

  /** On a narrow screen: the pane of that tab. */
  async show(tab) {
    const button = this.page.locator("#tabs").getByRole("button", { name: tab });
    if (await button.isVisible()) await button.click();
  }

  /** Choose what the ladder leads to, and come back to the text. */
  async choose(value) {
    await this.show("Ladder");
    await this.pipeline.selectOption(value);
    await this.show("Text");
  }

  /** The field with the pipeline's text, opened if need be: fill(), inputValue() and the rest of a locator. */
  async pipelineText() {
    const field = this.page.getByRole("textbox", { name: "The pipeline's text" });
    const place = this.page.getByTestId("pipeline-builder");
    const button = this.page.getByRole("button", { name: "Edit the pipeline" });
    if (await button.getAttribute("aria-expanded") !== "true") await button.click();
    await place.getByText("As text").waitFor();
    if (!(await field.isVisible())) await place.getByText("As text").click();
    await field.waitFor();
    return Object.assign(field, {
      inputValue: () => field.evaluate((node) => node.cmTile.view.state.doc.toString()),
      fill: async (text) => {
        await this.page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
        await field.focus();
        await this.page.keyboard.press("Control+a");
        await this.page.keyboard.press("Control+v");
      },
    });
  }

  /** The rungs that can be gone to: names, in order. */
  rungs() {
    return this.page.getByTestId("ladder").locator("ol > li > .rung > .name").allTextContents();
  }

  /** Go to a rung by its name. */
  async goTo(name) {
    await this.page.getByTestId("ladder").getByRole("button", { name: new RegExp(`^${name}`) }).click();
    return this.settled();
  }

  /** Wait until nothing is under way; gives the output's state. */
  async settled() {
    await this.page.waitForFunction(() => {
      const output = document.querySelector("[data-testid=output]");
      return output.dataset.state !== "empty" && !output.dataset.pending;
    });
    return this.output.getAttribute("data-state");
  }

  /** Put the reader's rules on the ladder, and wait until what they make is shown. */
  async applyRules() {
    await this.page.getByRole("button", { name: "Put apply-rules on the ladder" }).click();
    await this.page.getByTestId("ladder").locator(".rung .name", { hasText: "apply-rules" }).waitFor({ state: "attached" });
    return this.settled();
  }

  /** The heading of the list of problems. */
  heading() {
    return this.page.locator("#problems-heading").textContent();
  }

  /** What the footer says of the text. */
  status() {
    return this.page.locator("#status").textContent();
  }

  /** Where the editor's cursor is, in UTF-16 units. */
  cursor() {
    return this.content.evaluate((node) => node.cmTile.view.state.selection.main.head);
  }

  /** Focus the editor, its cursor there. */
  moveTo(at) {
    return this.content.evaluate((node, anchor) => {
      node.cmTile.view.focus();
      node.cmTile.view.dispatch({ selection: { anchor } });
    }, at);
  }

  /** Where the marks of the editor are: [{ text }], in order. */
  marked() {
    return this.editor.locator(".cm-lintRange-error").allTextContents();
  }
}
