// The text in the editor as one of several that are kept: which one it is, when it is saved, what of it is kept as its history, and
// what happens when another tab has changed it meanwhile. Nothing waits for that: the text is the editor's.
import { Text } from "@codemirror/state";
import { element } from "../base/dom.js";
import { LONGEST, keepCount, keepDraft } from "./draft.js";
import { NAMING, asRecord, beganAs, metaOf, nameOf, newId } from "./record.js";

const DELAY_MS = 400;
/** While a text is edited, what it was is kept so often. */
const VERSION_MS = 5 * 60_000;

export class Texts {
  #page;
  #notice;
  #store = null; // a promise of it
  #isDirty = false; // changed since it was last to be kept
  #unkept = new Map(); // record -> { doc, settings, began } that are to be written yet, as after one that was refused
  #timer = 0;
  #queue = Promise.resolve(); // one write after the other
  #trouble = ""; // what the database could not do, and was said
  #began = null; // { settings, doc } of the text in the editor when it was opened; null: they are kept already
  #versionAt = 0; // when a version of it was kept last
  #offered = null; // the record that another tab has changed, which was said
  #channel = globalThis.BroadcastChannel ? new BroadcastChannel("rung.texts") : null; // to the other tabs
  #records = new Map(); // of texts that were in the editor, by id: there is one for each

  /** The record of the text in the editor. */
  current;

  /** `page`: { doc(), settings(), show({ text or doc, ...settings }, record), saveAsFile(), listTexts(), named(name) }; `doc` is
   *  CodeMirror's. `record`: what the editor begins with. */
  constructor({ page, notice, record }) {
    this.#page = page;
    this.#notice = notice;
    if (this.#channel) this.#channel.onmessage = ({ data }) => this.#otherTab(data);
    this.#begin(record);
  }

  /** The promise of the database, for code that lists texts. */
  store() {
    this.#store ??= import("./store.js").then(({ Store }) => new Store((message) => this.#channel?.postMessage(message)));
    return this.#store;
  }

  /** Whether something of the text in the editor is not kept yet. */
  get isDirty() {
    return this.#isDirty || this.#unkept.has(this.current);
  }

  /** Keep the text now, which may name it; what it is called. */
  nameNow() {
    this.keep();
    return this.current.name || "Untitled";
  }

  /** The name that a link has to say, as its text does not; or undefined. */
  get linkName() {
    const { name, origin } = this.current;
    return origin.kind !== "lesson" && name !== nameOf(this.#page.doc().sliceString(0, NAMING)) ? name : undefined;
  }

  /** The text in the editor came with a link: where the same is kept already, it is called as it is there. */
  async callAsKept() {
    const { current } = this;
    const text = this.#page.doc().toString();
    try {
      const store = await this.store();
      for (const { id, name, size } of await store.list()) {
        if (size !== text.length || (await store.read(id))?.body !== text) continue;
        current.isNamed = true;
        return this.#setName(current, name);
      }
    } catch { /* this browser keeps nothing */ }
    return undefined;
  }

  /** Another text is in the editor. `left`: { doc, settings } that were there. */
  switched(record, left) {
    const { current } = this;
    this.keep(left);
    if (current.id) this.#addVersion(current, "edited", left);
    this.#begin(record);
    this.viewed();
  }

  /** The record of a text that is kept; see asRecord(). */
  recordOf(meta) {
    const known = meta?.id ? this.#records.get(meta.id) : null;
    if (!known) return asRecord(meta);
    if (meta.count > known.count) Object.assign(known, metaOf(meta));
    return known;
  }

  #begin(record) {
    this.current = record;
    if (record.id) this.#records.set(record.id, record);
    this.#began = record.id ? null : { settings: this.#page.settings(), doc: this.#page.doc() };
    this.#versionAt = Date.now();
    this.#page.named(record.name || "Untitled");
  }

  /** The user has changed text or settings. */
  changed() {
    const { current } = this;
    if (current.origin.kind === "lesson") return;
    if (!current.id) {
      Object.assign(current, { id: newId(), made: Date.now() });
      this.#records.set(current.id, current);
    }
    if (!this.#isDirty) keepCount(current, false);
    this.#isDirty = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), DELAY_MS);
  }

  /** What is shown of the text is another: for a reload of the page. */
  viewed() {
    const { kind } = this.current.origin;
    if (kind !== "link" && kind !== "lesson") this.#draft(this.current, this.#page.settings(), this.#page.doc(), this.current.count > 0 && !this.isDirty);
  }

  /** Most of `doc` is about to be replaced: what it was is kept. */
  replaced(doc) {
    if (this.current.count) this.#addVersion(this.current, "before all of it was replaced", { doc, settings: this.#page.settings() });
  }

  /** Keep the text now: a promise that it is. */
  keep({ doc, settings } = { doc: this.#page.doc(), settings: this.#page.settings() }) {
    clearTimeout(this.#timer);
    if (!this.#isDirty) return this.#queue;
    this.#isDirty = false;
    const { current } = this;
    if (!current.isNamed && ["new", "first", "link"].includes(current.origin.kind)) this.#setName(current, nameOf(doc.sliceString(0, NAMING)));
    this.#draft(current, settings, doc);
    this.#unkept.set(current, { doc, settings, began: this.#unkept.get(current)?.began ?? this.#began });
    this.#began = null;
    return this.#then(async () => {
      for (const [record, what] of this.#unkept) await this.#write(record, what);
    });
  }

  /** The user's own name for a text; that in the editor has no id, maybe. */
  rename(record, name) {
    if (record === this.current || record.id === this.current.id) {
      this.current.isNamed = true;
      this.#setName(this.current, name);
      this.changed();
      return this.keep();
    }
    return this.#then(async () => (await this.store()).rename(record.id, name));
  }

  /** The text of a file: see readBody() of body.js. */
  async read(blob, progress) {
    return (await import("../core/body.js")).readBody(blob, Text, progress);
  }

  /** Keep a text that is not in the editor, as a new one. */
  async put(record, doc, settings) {
    const store = await this.store();
    const body = await bodyFor(doc);
    record.count = (await store.write(metaOf(record), settings, body)).count;
    await store.addVersion(record.id, beganAs(record.origin), settings, body);
    this.#records.set(record.id, record);
  }

  /** Show a text that is kept. False: it is gone. */
  async open(id) {
    await this.keep();
    const found = await (await this.store()).read(id);
    if (found) await this.#show(found, this.recordOf(found.meta));
    return found !== null;
  }

  /** Show a version of a text; its present state is kept, too. False: the version is gone. */
  async goBack(id, key) {
    const version = await (await this.store()).version(key);
    if (!version || (this.current.id !== id && !await this.open(id))) return false;
    const now = { doc: this.#page.doc(), settings: this.#page.settings() };
    await this.keep();
    await this.#addVersion(this.current, "before going back", now);
    await this.#show(version, this.current);
    this.changed();
    return true;
  }

  /** A text has been deleted. In the editor it stays, and is kept again when it is changed. */
  deleted(id) {
    if (this.current.id === id) Object.assign(this.current, { id: "", count: 0 });
  }

  /** It was, by mistake. */
  restored(meta) {
    const record = this.#records.get(meta.id);
    if (record && !record.id) Object.assign(record, metaOf(meta));
  }

  async #show({ settings, body }, record) {
    const text = typeof body === "string" ? { text: body } : { doc: (await this.read(body)).doc };
    this.#page.show({ ...settings, ...text }, record);
  }

  #setName(record, name) {
    record.name = name;
    if (record === this.current) this.#page.named(name);
  }

  #draft(record, settings, doc, isKept = false) {
    keepDraft({ ...settings, text: doc.length > LONGEST ? null : doc.toString() }, metaOf(record), isKept);
  }

  // --- The database

  // Do something with it, after what is being done with it already.
  #then(act) {
    this.#queue = this.#queue.then(act).catch((error) => this.#refused(error));
    return this.#queue;
  }

  async #write(record, what) {
    const { doc, settings, began } = what;
    const store = await this.store();
    const body = await bodyFor(doc);
    let answer = await store.write(metaOf(record), settings, body);
    if (answer.isOthers) {
      this.#part(record);
      this.#draft(record, settings, doc);
      answer = await store.write(metaOf(record), settings, body);
    }
    record.count = answer.count;
    if (this.#unkept.get(record) === what) this.#unkept.delete(record);
    if (record === this.current) keepCount(record, !this.isDirty);
    if (this.#trouble) this.#notice.show("success", "Your files are kept again.");
    this.#trouble = "";
    if (answer.wasGone) this.#notice.show("offer", "What this browser had kept of Rung was cleared. The text on screen is kept again.");
    if (began) await store.addVersion(record.id, beganAs(record.origin), began.settings, await bodyFor(began.doc));
    if (Date.now() - this.#versionAt < VERSION_MS) return;
    this.#versionAt = Date.now();
    await store.addVersion(record.id, "edited", settings, body);
  }

  #addVersion(record, why, { doc, settings }) {
    return this.#then(async () => {
      if (record.count) await (await this.store()).addVersion(record.id, why, settings, await bodyFor(doc));
    });
  }

  // Another tab has changed the text: the one in this tab becomes a text of its own.
  #part(record) {
    const { name } = record;
    Object.assign(record, { id: newId(), count: 0, origin: { kind: "copy", label: name }, made: Date.now(), isNamed: true });
    this.#records.set(record.id, record);
    this.#setName(record, `${name} (2)`);
    this.#notice.show("offer", `“${name}” was changed in another tab, too. What you see here is kept as “${record.name}”.`);
  }

  // Another tab has changed, renamed or deleted a text.
  #otherTab({ id, count, name }) {
    const { current } = this;
    if (id !== current.id || !current.count) return;
    if (name) this.#setName(current, name);
    if (count === null) return this.deleted(id);
    if (count === current.count || this.#isDirty || this.#offered === current) return;
    this.#offered = current;
    const show = element("button.offered", { type: "button", onclick: () => {
      this.#notice.clear();
      this.open(id);
    } }, "Show what it is there");
    this.#notice.show("offer", `“${current.name}” was changed in another tab. If you change it here, both are kept.`, show);
  }

  // Said once; tried again with the next change.
  #refused(error) {
    const trouble = error.name === "QuotaExceededError" ? "full" : "refused";
    if (this.#trouble === trouble) return;
    this.#trouble = trouble;
    const save = element("button.offered", { type: "button", onclick: () => this.#page.saveAsFile() }, "Save as a file");
    if (trouble === "full") {
      const list = element("button.offered", { type: "button", onclick: () => this.#page.listTexts() }, "Delete files");
      this.#notice.show("error", "The browser has no more room for Rung: changes from now on are not kept.", list, save);
    } else {
      this.#notice.show("error", "This browser keeps nothing for Rung: your text is gone when the page is closed. Share it as a link, or save it.", save);
    }
  }
}

async function bodyFor(doc) {
  return doc.length > LONGEST ? (await import("../core/body.js")).bodyOf(doc) : doc.toString();
}
