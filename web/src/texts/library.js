// All texts in a dialog: found by name and by what is in them, opened, named, copied, deleted; the history of each.
import { count, element } from "../base/dom.js";
import { beganAs, newRecord } from "./record.js";

const SEARCH_MS = 150;
const PIECE = 1 << 20;
/** Of a line that was found, this much is shown. */
const LINE = 120;

const size = (n) => (n < 1000 ? `${n} B` : n < 1e6 ? `${(n / 1000).toFixed(1)} kB` : `${(n / 1e6).toFixed(1)} MB`);

function when(time) {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString("en", isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
}

export class Library {
  #dialog;
  #texts;
  #page;
  #announce;
  #list = element("ul.all-texts", { "aria-label": "Files" });
  #search = element("input", { type: "search", placeholder: "Find by name or content", "aria-label": "Find a file" });
  #summary = element("p.summary");
  #timer = 0;
  #round = 0; // of listings: an older one does not overwrite a newer

  /** `page`: { create(), files: promise of Files, transfer: promise of Transfer }. */
  constructor({ dialog, texts, page, announce }) {
    this.#dialog = dialog;
    this.#texts = texts;
    this.#page = page;
    this.#announce = announce;
    const button = (name, act, kind = "button") => element(kind, { type: "button", onclick: act }, name);
    const leave = (act) => () => {
      dialog.close();
      act();
    };
    dialog.replaceChildren(
      element("div.bar", {}, element("h2", { id: "texts-title" }, "Your files"), element("button.icon", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "×")),
      element("div.tools", {},
        button("New file", leave(() => page.create()), "button.primary"),
        button("Open files …", leave(async () => (await page.files()).choose())),
        button("Open a folder …", leave(async () => (await page.files()).choose({ isFolder: true }))),
        button("Save as a file", leave(() => page.saveAsFile()))),
      this.#search, this.#list, this.#summary,
      element("div.tools", {},
        button("Export all", async () => this.#say(await (await page.transfer()).exportAll())),
        button("Import …", async () => this.#say(await (await page.transfer()).choose()))));
    this.#search.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.refresh(), SEARCH_MS);
    });
  }

  async open() {
    this.#list.replaceChildren(); // what was listed last is out of date
    this.#summary.textContent = "";
    this.#dialog.showModal();
    this.#search.focus();
    await this.#texts.keep();
    await this.refresh();
  }

  /** List the texts as they are now. */
  async refresh() {
    const round = ++this.#round;
    const words = this.#search.value.trim();
    try {
      const store = await this.#texts.store();
      const all = await store.list();
      const found = words ? await this.#find(store, all, words, () => round !== this.#round) : all.map((meta) => ({ meta, line: "" }));
      if (round !== this.#round) return;
      const items = found.map(({ meta, line }) => this.#item(meta, line));
      if (!words && !this.#texts.current.count && this.#texts.current.origin.kind !== "lesson") items.unshift(this.#unkept());
      this.#list.replaceChildren(...items);
      const bytes = all.reduce((sum, text) => sum + text.size, 0);
      this.#summary.textContent = words ? `${count(found.length, "file")} found` : all.length
        ? `${count(all.length, "file")}, ${size(bytes)}. They are kept in this browser only: clearing its data deletes them.` : "Nothing is kept yet: a text is kept here once you change it.";
      if (words) this.#announce(this.#summary.textContent);
    } catch (error) {
      this.#list.replaceChildren();
      this.#summary.textContent = `This browser keeps no texts for Rung (${error.message || error.name}). What is on screen can be shared as a link or saved as a file.`;
    }
  }

  #say(words) {
    if (!words) return;
    this.refresh();
    this.#announce(words);
    this.#dialog.querySelector(".said")?.remove();
    this.#dialog.append(element("p.said", {}, words));
  }

  // Texts whose name or contents have the words, letters of either case.
  async #find(store, all, words, isOld) {
    const wanted = words.toLowerCase();
    const found = [];
    for (const meta of all) {
      if (isOld()) return found;
      const line = await lineWith((await store.read(meta.id))?.body ?? "", wanted);
      if (line !== null || meta.name.toLowerCase().includes(wanted)) found.push({ meta, line: line ?? "" });
    }
    return found;
  }

  // The text in the editor that is not kept yet.
  #unkept() {
    const { current } = this.#texts;
    return element("li", {}, element("div.text", { "aria-current": "true" },
      element("strong", {}, current.name || "Untitled"), element("span.about", {}, `${beganAs(current.origin)}, in the editor; kept once you change it`)));
  }

  #item(meta, line) {
    const isCurrent = meta.id === this.#texts.current.id;
    const about = `${isCurrent ? "in the editor · " : ""}${when(meta.changed)} · ${size(meta.size)} · ${beganAs(meta.origin)}`;
    const open = element("button.text", { type: "button", "aria-current": String(isCurrent), onclick: () => this.#open(meta) },
      element("strong", {}, meta.name), element("span.about", {}, about), ...line ? [element("code", {}, line)] : []);
    const item = element("li", {}, open);
    const act = (name, what) => element("button.quiet", { type: "button", "aria-label": `${name}${name === "History" ? " of" : ""} “${meta.name}”`, onclick: what }, name);
    const history = act("History", () => this.#toggleHistory(item, history, meta));
    history.setAttribute("aria-expanded", "false");
    item.append(element("div.acts", {}, act("Rename", () => this.#rename(item, meta)), act("Duplicate", () => this.#duplicate(meta)), history, act("Delete", () => this.#delete(item, meta))));
    return item;
  }

  async #open({ id }) {
    if (id !== this.#texts.current.id && !await this.#texts.open(id)) return this.#say("This file is gone.");
    return this.#dialog.close();
  }

  #rename(item, meta) {
    const field = element("input", { value: meta.name, maxLength: 100, "aria-label": `Name of “${meta.name}”` });
    const form = element("form.text", { onsubmit: async (event) => {
      event.preventDefault();
      await this.#texts.rename(meta, field.value.trim() || meta.name);
      await this.refresh();
      this.#list.querySelector(`[aria-label^="Rename"]`)?.focus();
    } }, field, element("button", {}, "Rename"));
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      this.refresh();
    });
    item.firstElementChild.replaceWith(form);
    field.select();
  }

  async #duplicate({ id, name }) {
    if (!await this.#texts.open(id)) return;
    this.#page.copy(newRecord("copy", name, { name: `${name} (copy)`, isNamed: true }));
    this.#dialog.close();
  }

  async #delete(item, { id, name }) {
    const store = await this.#texts.store();
    await this.#texts.keep();
    const all = await store.remove(id);
    this.#texts.deleted(id);
    const undo = element("button", { type: "button", onclick: async () => {
      await store.restore(all);
      this.#texts.restored(all.meta);
      this.refresh();
    } }, "Undo");
    item.replaceChildren(element("p.text", {}, `“${name}” is deleted.`), element("div.acts", {}, undo));
    undo.focus();
    this.#announce(`“${name}” is deleted`);
  }

  async #toggleHistory(item, button, { id, name }) {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
    item.querySelector("ol")?.remove();
    if (isOpen) return;
    const versions = await (await this.#texts.store()).versions(id);
    const list = element("ol.history", { "aria-label": `History of “${name}”` }, ...versions.map(({ key, time, why, size: length }) =>
      element("li", {}, element("span", {}, when(time)), ` ${why} `, element("span.about", {}, size(length)),
        element("button.quiet", { type: "button", "aria-label": `Go back to it: ${why}, ${when(time)}`, onclick: () => this.#goBack(id, key) }, "Go back to it"))));
    if (!versions.length) list.append(element("li", {}, "Nothing yet: versions are kept as you change it."));
    item.append(list);
  }

  async #goBack(id, key) {
    if (await this.#texts.goBack(id, key)) this.#dialog.close();
    else this.#say("This version is gone.");
  }
}

// The first line of a string or a Blob that has the words; null: none has.
async function lineWith(body, wanted) {
  for (let from = 0; from < (body.size ?? body.length); from += PIECE) {
    const end = from + PIECE + 2 * wanted.length;
    const piece = typeof body === "string" ? body.slice(from, end) : await body.slice(from, end).text();
    const at = piece.toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    const start = piece.lastIndexOf("\n", at) + 1;
    const line = piece.slice(start, piece.indexOf("\n", at) < 0 ? undefined : piece.indexOf("\n", at));
    return line.length > LINE ? `… ${line.slice(Math.max(0, at - start - 20)).slice(0, LINE)}` : line.trim();
  }
  return null;
}
