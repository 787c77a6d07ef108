// Copies to the clipboard, and only on request: a link, a report of a failure, what else the sheet of other forms has.
import { element } from "../base/dom.js";
import { MAX_STATE, ShareError, encodeState } from "../core/share.js";

export class Sharing {
  #page;
  #notice;
  #button;
  #sheet = null; // a promise of it

  /** `page`: { length(), state(), name(), result(), rungs(), command(), messages(), version(), saveBytecode({ result }) }; `button` opens the sheet. */
  constructor({ page, notice, button }) {
    this.#page = page;
    this.#notice = notice;
    this.#button = button;
    button.addEventListener("click", () => this.#open());
  }

  /** A link to all of it, in the address bar and on the clipboard. Where it cannot be copied, the sheet shows it. */
  async link() {
    const { link, isCopied, said } = await this.#copyLink();
    if (isCopied) this.#notice.show("success", said);
    else this.#show({ link, said });
  }

  /** The facts that help to find a fault. */
  async report() {
    const { link } = await this.#made();
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

  async #open() {
    this.#show(await this.#copyLink());
  }

  async #show({ link, said }) {
    const page = this.#page;
    this.#sheet ??= import("./share-sheet.js").then(({ ShareSheet }) => new ShareSheet(this.#button), () => null);
    const sheet = await this.#sheet;
    if (sheet) return sheet.show({ link, said, base: location.href, state: page.state(), name: page.name(), result: page.result(), rungs: page.rungs(), command: page.command(), saveBytecode: page.saveBytecode });
    this.#sheet = null;
    return this.#notice.show(link ? "success" : "error", `${said} Other ways to share could not be loaded.`);
  }

  // { link, isCopied, said }: what became of it, in words.
  async #copyLink() {
    const { link, problem } = await this.#made();
    if (!link) return { link, isCopied: false, said: problem };
    history.replaceState(history.state, "", new URL(link).hash);
    try {
      await navigator.clipboard.writeText(link);
      return { link, isCopied: true, said: `Link copied: ${size(link.length)}, all of it in the link itself.` };
    } catch {
      return { link, isCopied: false, said: `The browser did not let the link be copied: here it is, ${size(link.length)}.` };
    }
  }

  // { link, problem }, one of them "".
  async #made() {
    try {
      if (this.#page.length() > MAX_STATE) throw new ShareError("The text is too long for a link: save it as a file.");
      return { link: new URL(await encodeState(this.#page.state()), location.href).href, problem: "" };
    } catch (error) {
      if (!(error instanceof ShareError)) throw error;
      return { link: "", problem: error.message };
    }
  }
}

function size(characters) {
  return characters < 1000 ? `${characters} characters` : `${(characters / 1000).toFixed(1)} kB`;
}
