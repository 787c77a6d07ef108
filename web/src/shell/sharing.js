// Copies to the clipboard, and only on request: a link, the text as Markdown, a report of a failure.
import { element } from "../base/dom.js";
import { MAX_STATE, ShareError, encodeState } from "../core/share.js";

export class Sharing {
  #page;
  #notice;

  /** `page`: { length(), state(), result(), messages(), version() }. */
  constructor({ page, notice }) {
    this.#page = page;
    this.#notice = notice;
  }

  /** A link to all of it, in the address bar and on the clipboard. */
  async link() {
    const link = await this.#link();
    if (!link) return;
    history.replaceState(null, "", new URL(link).hash);
    try {
      await navigator.clipboard.writeText(link);
      this.#notice.show("success", `Link copied: ${size(link.length)}, all of it in the link itself.`);
    } catch {
      const field = element("input", { readOnly: true, value: link, "aria-label": "Link to this text" });
      this.#notice.show("error", "The link is in the address bar; the browser did not let it be copied.", field);
      field.select();
    }
  }

  /** The text, the result and the link, as Markdown. */
  async markdown() {
    const { text, output, pipeline } = this.#page.state();
    const link = await this.#link();
    const result = this.#page.result();
    const parts = [fenced(text)];
    if (output === "pipeline" && result) parts.push(`After \`${pipeline.replaceAll(/\s*\n\s*/g, "")}\`:`, fenced(result));
    if (link) parts.push(`[Open in Rung](${link})`);
    this.copy(`${parts.join("\n\n")}\n`, "Markdown copied.");
  }

  /** The facts that help to find a fault. */
  async report() {
    const link = await this.#link();
    const messages = this.#page.messages().map(({ severity, message, line, column }) => `${line ? `${line}:${column}: ` : ""}${severity}: ${message}`);
    const lines = [`Rung ${this.#page.version()}, equal to LLVM 22.1`, navigator.userAgent, link || "(the text is too long for a link)", ...messages];
    this.copy(`${lines.join("\n")}\n`, "Copied: version, browser, link and messages. Paste them where you report it.");
  }

  /** Put a text on the clipboard and say so. */
  async copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
      this.#notice.show("success", done);
    } catch {
      const field = element("textarea", { readOnly: true, value: text, rows: 6, "aria-label": "The text to copy" });
      this.#notice.show("error", "The browser did not let it be copied: here it is.", field);
      field.select();
    }
  }

  async #link() {
    try {
      if (this.#page.length() > MAX_STATE) throw new ShareError("The text is too long for a link: save it as a file.");
      return new URL(await encodeState(this.#page.state()), location.href).href;
    } catch (error) {
      if (!(error instanceof ShareError)) throw error;
      this.#notice.show("error", error.message);
      return "";
    }
  }
}

// A fence longer than any in the text.
function fenced(text) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}mlir\n${text.replace(/\n*$/, "\n")}${fence}`;
}

function size(characters) {
  return characters < 1000 ? `${characters} characters` : `${(characters / 1000).toFixed(1)} kB`;
}
