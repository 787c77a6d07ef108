// <rung-editor>: a text of MLIR in any page, live. The text is shown at once, as plain text; when it comes near the window, an
// iframe of embed.html takes its place. rung-editor.d.ts says what it has.
import { contentText, liven } from "./liven.js";

export { liven };

/** Where embed.html is, seen from this script. */
const EMBED = new URL(EMBED_URL, import.meta.url);
/** How near the window, and how long a frame may take to say a word. */
const NEAR = "400px";
const PATIENCE_MS = 20_000;
const MOST_HEIGHT = 20_000;

const SETTINGS = ["output", "pipeline", "rung", "edition", "type", "show", "theme", "readonly"]; // that the frame is told of
const FRAME = ["link", "base", "height", "max-height", "letters", "sandboxed"]; // for which it is made anew

const STYLE = `
:host { display: block; margin: 1em 0; }
:host([hidden]) { display: none; }
pre { margin: 0; padding: 8px 12px; overflow: auto; max-height: var(--most, none); border: 1px solid color-mix(in srgb, currentColor 25%, transparent);
  font: 13px/1.55 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; tab-size: 4; }
::slotted(iframe) { display: block !important; width: 100% !important; max-width: none !important; box-sizing: border-box !important;
  border: 1px solid color-mix(in srgb, currentColor 25%, transparent) !important; border-radius: 8px !important; }
:host(:not([live])) ::slotted(iframe) { position: absolute !important; visibility: hidden !important; }
:host([live]) pre { display: none; }`;
let sheet = null;

export class RungEditor extends HTMLElement {
  static observedAttributes = [...SETTINGS, ...FRAME];

  #pre = document.createElement("pre");
  #frame = null;
  #port = null;
  #text = null; // null: that of the link
  #result = "";
  #diagnostics = [];
  #isReady = false;
  #height = 0; // that fits, as the frame says
  #timer = 0;
  #near = null; // an IntersectionObserver
  #asked = new Map(); // id -> who waits for a link
  #lastId = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.#pre.setAttribute("part", "text");
    const place = document.createElement("slot");
    place.name = "rung-frame";
    root.append(this.#pre, place);
  }

  connectedCallback() {
    if (document.readyState === "loading") { // what is in it may not have come yet
      addEventListener("DOMContentLoaded", () => { if (this.isConnected) this.connectedCallback(); }, { once: true });
      return;
    }
    if (this.#text === null) this.#text = contentText(this);
    if (this.#text === null && !this.hasAttribute("link")) this.#text = "";
    this.#pre.textContent = this.#text ?? "";
    addEventListener("message", this.#hear);
    if (this.getAttribute("lazy") === "false" || typeof IntersectionObserver === "undefined") this.#open();
    else this.#wait();
  }

  disconnectedCallback() {
    removeEventListener("message", this.#hear);
    this.#close();
  }

  attributeChangedCallback(name, before, now) {
    if (!this.#frame || before === now) return;
    if (SETTINGS.includes(name) && (now !== null || name === "readonly" || name === "theme")) this.#set(this.#settings([name]));
    else this.#open();
  }

  // --- What a page uses

  /** The text as it is now. */
  get text() {
    return this.#text ?? "";
  }

  set text(text) {
    this.#text = String(text);
    this.#pre.textContent = this.#text;
    this.#set({ text: this.#text });
  }

  /** What the core said of it last. */
  get diagnostics() {
    return this.#diagnostics;
  }

  /** What was made of it last; "": nothing. */
  get result() {
    return this.#result;
  }

  focus() {
    this.#frame?.focus();
    this.#port?.postMessage({ kind: "focus" });
  }

  /** The promise of a link that opens all of it in the full page. */
  link() {
    if (!this.#isReady) return Promise.reject(new Error("the editor is not there yet: wait for rung-ready"));
    const id = ++this.#lastId;
    this.#port.postMessage({ kind: "link", id });
    return new Promise((resolve, reject) => { this.#asked.set(id, { resolve, reject }); });
  }

  // --- The frame

  #wait() {
    this.#near = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.#open();
    }, { rootMargin: NEAR });
    this.#near.observe(this);
  }

  #open() {
    this.#close();
    const base = this.#base();
    if (!base) return;
    const frame = document.createElement("iframe");
    frame.title = this.getAttribute("title") || this.getAttribute("aria-label") || "MLIR, live in Rung";
    frame.allow = "clipboard-write";
    if (this.hasAttribute("sandboxed")) frame.setAttribute("sandbox", "allow-scripts allow-popups allow-popups-to-escape-sandbox");
    frame.slot = "rung-frame";
    frame.src = `${base}${this.#fragment()}`;
    this.#frame = frame;
    if (this.#fixedHeight) frame.style.height = `${this.#fixedHeight}px`;
    this.#timer = setTimeout(() => this.#fail(`${base} does not answer: the text stays as it is.`), PATIENCE_MS);
    this.append(frame); // not into the shadow, where frames cannot find one another
  }

  #close() {
    clearTimeout(this.#timer);
    for (const { reject } of this.#asked.values()) reject(new Error("the editor was made anew"));
    this.#asked.clear();
    this.#near?.disconnect();
    this.#port?.close();
    this.#frame?.remove();
    this.#frame = this.#port = this.#near = null;
    this.#isReady = false;
    this.#height = 0;
    this.removeAttribute("live");
  }

  // null: it would be no page.
  #base() {
    try {
      const url = this.hasAttribute("base") ? new URL(this.getAttribute("base"), document.baseURI) : new URL(EMBED);
      if (url.protocol === "https:" || url.protocol === "http:") {
        url.hash = "";
        return url;
      }
    } catch { /* it is no URL at all */ }
    this.#fail('"base" has to be the address of an embed.html.');
    return null;
  }

  #fragment() {
    const words = [];
    const link = this.getAttribute("link");
    const [state] = /#v\d+=[\w%=-]*/.exec(link ?? "") ?? [];
    if (state) words.push(state.slice(1));
    else if (link !== null) this.#fail('"link" is no link of Rung.');
    for (const name of ["show", "theme"]) if (this.getAttribute(name)) words.push(`${name}=${encodeURIComponent(this.getAttribute(name))}`);
    if (this.hasAttribute("readonly")) words.push("editable=false");
    if (!this.#fixedHeight) words.push("size=content");
    const most = Number.parseInt(this.getAttribute("max-height"), 10);
    if (most >= 10 && most <= 9999) words.push(`most=${most}`);
    const letters = Number.parseInt(this.getAttribute("letters"), 10);
    if (letters >= 10 && letters <= 40) words.push(`letters=${letters}`);
    return `#${[...words, "host=1"].join("&")}`;
  }

  get #fixedHeight() {
    const height = Number.parseInt(this.getAttribute("height"), 10);
    return height > 0 ? Math.min(height, MOST_HEIGHT) : 0;
  }

  // Attributes as the frame takes them. Those that are not there say nothing.
  #settings(names) {
    const settings = {};
    for (const name of names) {
      const value = this.getAttribute(name);
      if (name === "readonly") settings.editable = value === null;
      else if (name === "theme") settings.theme = value || "auto";
      else if (value === null) continue;
      else if (name === "show") settings.show = value.split(/[\s,]+/).filter(Boolean);
      else if (name === "rung") settings.rung = value === "" ? null : Number(value);
      else settings[name] = value;
    }
    return settings;
  }

  #set(settings) {
    if (Object.keys(settings).length) this.#port?.postMessage({ kind: "set", ...settings });
  }

  // --- What the frame says

  #hear = ({ source, data }) => {
    if (!this.#frame || source !== this.#frame.contentWindow) return;
    const { rung, height } = Object(data);
    if (rung === "hello") this.#connect();
    else if (rung === "height" && height > 0 && !this.#fixedHeight) this.#fit(Math.min(Math.ceil(height), MOST_HEIGHT));
  };

  #connect() {
    const { port1, port2 } = new MessageChannel();
    this.#port?.close();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#take(Object(data));
    const origin = this.hasAttribute("sandboxed") ? "*" : new URL(this.#frame.src).origin;
    this.#frame.contentWindow.postMessage({ rung: "connect" }, origin, [port2]);
    this.#set({ ...this.#text !== null && { text: this.#text }, ...this.#settings(["output", "pipeline", "rung", "edition", "type", "readonly", "theme"]) });
  }

  #fit(height) {
    this.#height = height;
    this.#frame.style.height = `${height + 2}px`; // and its border
    this.#show();
  }

  // The frame takes the text's place when it has something to show, and its size.
  #show() {
    if (!this.#isReady || !(this.#height || this.#fixedHeight) || this.hasAttribute("live")) return;
    clearTimeout(this.#timer);
    this.setAttribute("live", "");
  }

  #take({ kind, ...rest }) {
    switch (kind) {
      case "ready":
        this.#isReady = true;
        this.#show();
        this.#dispatch("ready", {});
        break;
      case "change":
        this.#text = this.#pre.textContent = String(rest.text);
        this.#dispatch("change", { text: this.#text });
        break;
      case "checked":
        this.#diagnostics = rest.diagnostics;
        this.#dispatch("checked", rest);
        break;
      case "result":
        this.#result = String(rest.text ?? "");
        this.#dispatch("result", rest);
        break;
      case "link":
        if (rest.link) this.#asked.get(rest.id)?.resolve(String(rest.link));
        else this.#asked.get(rest.id)?.reject(new Error(String(rest.message)));
        this.#asked.delete(rest.id);
        break;
      case "leave": this.#dispatch("leave", {}); break;
      case "error": this.#fail(String(rest.message)); break;
    }
  }

  #fail(message) {
    this.#dispatch("error", { message });
  }

  #dispatch(name, detail) {
    this.dispatchEvent(new CustomEvent(`rung-${name}`, { detail, bubbles: true, composed: true }));
  }
}

if (!customElements.get("rung-editor")) customElements.define("rung-editor", RungEditor);

// <script type="module" src="….js" data-auto>, or ….js?auto: all that a page has is made live.
const me = new URL(import.meta.url);
if (me.searchParams.has("auto") || [...document.querySelectorAll("script[data-auto]")].some(({ src }) => src === me.href)) {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => liven());
  else liven();
}
