// Firefox for tests, driven by what it has built in: Marionette, lines of JSON over a socket. Then words for what a user does in it.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { serve } from "../../web/serve.mjs";

const PREFERENCES = {
  "app.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "toolkit.telemetry.reportingpolicy.firstRun": false,
  "ui.prefersReducedMotion": 1,
  "ui.allPointerCapabilities": 6, // a mouse: without a screen Firefox has none
  "ui.primaryPointerCapabilities": 6,
};
const PATIENCE_MS = 20_000;
const NARROWEST = 500; // pixels
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Of keys, as WebDriver has them: type() holds Control, Shift and Alt until its end. */
export const KEYS = {
  Backspace: "\uE003", Tab: "\uE004", Enter: "\uE007", Shift: "\uE008", Control: "\uE009", Alt: "\uE00A", Escape: "\uE00C",
  End: "\uE010", Home: "\uE011", Left: "\uE012", Up: "\uE013", Right: "\uE014", Down: "\uE015", Delete: "\uE017",
};
const HELD = [KEYS.Shift, KEYS.Control, KEYS.Alt];

/** A fresh profile in a headless Firefox, closed with the test. `preferences`: besides those of all tests. */
export async function openFirefox(t, preferences = {}) {
  const profile = await mkdtemp(join(tmpdir(), "rung-firefox-"));
  const port = await freePort();
  const lines = Object.entries({ ...PREFERENCES, ...preferences, "marionette.port": port });
  await writeFile(join(profile, "user.js"), lines.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
  const child = spawn(process.env.FIREFOX ?? "firefox-esr",
    ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile, "about:blank"], { stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  t.after(async () => {
    child.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  const firefox = new Firefox(await connected(port));
  await firefox.send("WebDriver:NewSession", { capabilities: { alwaysMatch: { pageLoadStrategy: "normal" } } });
  return firefox;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function connected(port) {
  for (const end = Date.now() + 60_000; ;) {
    const socket = createConnection(port, "127.0.0.1");
    try {
      await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
      return socket;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

export class Firefox {
  #socket;
  #received = Buffer.alloc(0);
  #answers = new Map(); // id -> { resolve, reject }
  #last = 0;

  constructor(socket) {
    this.#socket = socket;
    socket.on("data", (bytes) => this.#receive(bytes));
    socket.on("error", () => {}); // it was closed: whoever waits is told
    socket.on("close", () => { for (const { reject } of this.#answers.values()) reject(new Error("Firefox has ended")); });
  }

  /** A command of WebDriver, with Marionette's name for it. */
  send(command, parameters = {}) {
    const id = ++this.#last;
    const body = Buffer.from(JSON.stringify([0, id, command, parameters]));
    this.#socket.write(Buffer.concat([Buffer.from(`${body.length}:`), body]));
    return new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject }));
  }

  // Messages are "length:JSON"; the first is a greeting.
  #receive(bytes) {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const colon = this.#received.indexOf(":");
      const size = Number(this.#received.subarray(0, Math.max(0, colon)));
      if (colon < 0 || this.#received.length < colon + 1 + size) return;
      const message = JSON.parse(this.#received.subarray(colon + 1, colon + 1 + size));
      this.#received = this.#received.subarray(colon + 1 + size);
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      const { resolve, reject } = this.#answers.get(id);
      this.#answers.delete(id);
      if (error) reject(new Error(`${error.error}: ${error.message}`));
      else resolve(result);
    }
  }

  goTo(url) {
    return this.send("WebDriver:Navigate", { url });
  }

  /** What a function gives in the page; it may be a promise. It sees nothing of the test around it. */
  async evaluate(act, ...args) {
    const script = `const done = arguments[arguments.length - 1]; (async () => (${act})(...[...arguments].slice(0, -1)))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value: { value, error } } = await this.send("WebDriver:ExecuteAsyncScript", { script, args, sandbox: null });
    if (error) throw new Error(error);
    return value;
  }

  /** Until a function gives something true in the page; gives that. */
  async until(test, ...args) {
    for (const end = Date.now() + PATIENCE_MS; ;) {
      const value = await this.evaluate(test, ...args);
      if (value) return value;
      if (Date.now() > end) throw new Error(`waited in vain for ${test} ${args}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #find(selector) {
    await this.until((it) => document.querySelector(it) !== null, selector);
    const { value } = await this.send("WebDriver:FindElement", { using: "css selector", value: selector });
    return value[ELEMENT];
  }

  async click(selector) {
    await this.send("WebDriver:ElementClick", { id: await this.#find(selector) });
  }

  async choose(selector, value) {
    await this.click(`${selector} option[value="${value}"]`);
  }

  /** Click what can be pressed and is called `name`, its label or all of its words, in a place. */
  async press(name, place = "body") {
    try {
      await this.#pressOnce(name, place);
    } catch (error) { // it was drawn anew between being found and pressed
      if (!/stale element/.test(error.message)) throw error;
      await this.#pressOnce(name, place);
    }
  }

  async #pressOnce(name, place) {
    const found = await this.until((words, within) => [...document.querySelector(within)?.querySelectorAll("button, summary, label, [role=option]") ?? []]
      .find((node) => (node.getAttribute("aria-label") ?? node.textContent).trim() === words && node.checkVisibility({ visibilityProperty: true })), name, place);
    await this.send("WebDriver:ElementClick", { id: found[ELEMENT] });
  }

  /** The pointer goes to the middle of an element. */
  async hover(selector) {
    const origin = { [ELEMENT]: await this.#find(selector) };
    const actions = [{ type: "pointerMove", x: 0, y: 0, origin }];
    await this.send("WebDriver:PerformActions", { actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  /** Keys where the focus is. */
  async type(keys) {
    const actions = [...keys].map((value) => ({ type: "keyDown", value }));
    await this.send("WebDriver:PerformActions", { actions: [{ type: "key", id: "keys", actions: actions.flatMap((it) => (HELD.includes(it.value) ? [it] : [it, { ...it, type: "keyUp" }])) }] });
    await this.send("WebDriver:ReleaseActions");
  }

  /** A text from elsewhere, by the clipboard, where the focus is. */
  async paste(text) {
    await this.#inBrowser(`Cc["@mozilla.org/widget/clipboardhelper;1"].getService(Ci.nsIClipboardHelper).copyString(arguments[0]);`, text);
    await this.type(`${KEYS.Control}v`);
  }

  /** What the clipboard has. */
  copied() {
    return this.#inBrowser(`
      const it = Cc["@mozilla.org/widget/transferable;1"].createInstance(Ci.nsITransferable);
      it.init(null);
      it.addDataFlavor("text/plain");
      Services.clipboard.getData(it, Services.clipboard.kGlobalClipboard);
      const data = {};
      it.getTransferData("text/plain", data);
      return data.value.QueryInterface(Ci.nsISupportsString).data;`);
  }

  /** A window of that size within. Narrower than Firefox lets one be, it is by magnifying. */
  async resize(width, height) {
    const zoom = Math.max(1, NARROWEST / width);
    await this.#inBrowser(`gBrowser.selectedBrowser.fullZoom = arguments[0];`, zoom);
    const size = { width: Math.round(width * zoom), height: Math.round(height * zoom) };
    await this.send("WebDriver:SetWindowRect", size);
    const [w, h] = await this.evaluate(() => [innerWidth, innerHeight]);
    await this.send("WebDriver:SetWindowRect", { width: size.width + Math.round((width - w) * zoom), height: size.height + Math.round((height - h) * zoom) });
  }

  /** A picture, as PNG. */
  async screenshot() {
    const { value } = await this.send("WebDriver:TakeScreenshot", { full: false });
    return Buffer.from(value, "base64");
  }

  /** What the console complained of, of pages at `origin`. */
  complaints(origin) {
    return this.#inBrowser(`return Services.console.getMessageArray()
      .filter((it) => it instanceof Ci.nsIScriptError && it.sourceName.startsWith(arguments[0])).map((it) => it.errorMessage)
      .filter((it) => !/was not used within a few seconds/.test(it));`, origin); // a busy machine takes its time: no fault of the page
  }

  /** Leave the page, and forget what was said of loads that are cut off by that. */
  async leave() {
    await this.goTo("about:blank");
    await this.#inBrowser("Services.console.reset();");
  }

  // In the browser's own window.
  async #inBrowser(script, ...args) {
    await this.send("Marionette:SetContext", { value: "chrome" });
    const { value } = await this.send("WebDriver:ExecuteScript", { script, args });
    await this.send("Marionette:SetContext", { value: "content" });
    return value;
  }
}

// --- The page in it

export const EDITOR = "[data-testid=editor] .cm-content";
export const OUTPUT = "[data-testid=output] .cm-content";

/** One Firefox for the tests of a file: gives open(), for each test a page on a site of its own, which nobody has visited. */
export function useFirefox() {
  const closing = [];
  let firefox;
  before(async () => { firefox = await openFirefox({ after: (act) => closing.push(act) }); });
  after(async () => { for (const act of closing) await act(); });
  return async (t, options) => {
    const { value: home } = await firefox.send("WebDriver:GetWindowHandle");
    const { handle } = await firefox.send("WebDriver:NewWindow", { type: "tab" });
    await firefox.send("WebDriver:SwitchToWindow", { handle });
    t.after(async () => {
      await firefox.send("WebDriver:CloseWindow");
      await firefox.send("WebDriver:SwitchToWindow", { handle: home });
    });
    return openPage(t, firefox, options);
  };
}

/** The page, served for this test: { firefox, page, url, stop, release }. `hold(path)`: which requests wait until release() is called. */
export async function openPage(t, firefox, { width = 1280, height = 800, hash = "", hold = () => false } = {}) {
  const server = await serve();
  const [answer] = server.listeners("request");
  const held = [];
  let isHeld = true;
  server.removeAllListeners("request");
  server.on("request", (request, response) => (isHeld && hold(request.url) ? held.push([request, response]) : answer(request, response)));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  t.after(() => server.listening && stop());
  await firefox.resize(width, height);
  await firefox.goTo(url + hash);
  const release = () => {
    isHeld = false;
    for (const one of held) answer(...one);
  };
  return { firefox, page: new FirefoxPage(firefox), url, stop, release };
}

/** What a user does on the page, and sees. */
export class FirefoxPage {
  #firefox;

  constructor(firefox) {
    this.#firefox = firefox;
  }

  /** Until nothing is under way; gives the output's state. */
  settled() {
    return this.#firefox.until(() => {
      const output = document.querySelector("[data-testid=output]");
      return output.dataset.state !== "empty" && !output.dataset.pending && output.dataset.state;
    });
  }

  /** The whole text of an editor, drawn or not. */
  text(selector = EDITOR) {
    return this.#firefox.evaluate((it) => document.querySelector(it)?.cmTile.view.state.doc.toString(), selector);
  }

  /** Until a text has these words. */
  has(words, selector = OUTPUT) {
    return this.#firefox.until((it, part) => document.querySelector(it)?.cmTile?.view.state.doc.toString().includes(part), selector, words);
  }

  /** Until what is seen of an element matches; gives its words. */
  says(selector, pattern) {
    return this.#firefox.until((it, source, flags) => {
      const words = [...document.querySelectorAll(it)].filter((node) => node.checkVisibility({ visibilityProperty: true })).map((node) => node.innerText).join("\n");
      return new RegExp(source, flags).test(words) && (words || " ");
    }, selector, pattern.source, pattern.flags);
  }

  /** Replace the text: select all, paste. */
  async setText(text) {
    await this.#firefox.click(EDITOR);
    await this.#firefox.type(`${KEYS.Control}a`);
    await this.#firefox.paste(text);
    await this.#firefox.until((it, size) => document.querySelector(it).cmTile.view.state.doc.length === size, EDITOR, text.length);
    return this.settled();
  }
}
