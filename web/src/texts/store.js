// Texts and their versions in the browser's database. Three tables: what a text is called and where it is from ("texts"), what is
// in it ("bodies"), and what it was ("versions", packed).
//
// A text counts its changes. A write names the count that it saw last: when another tab has written since, nothing is
// written, and the answer says so.

const NAME = "rung.texts";
/** Versions of one text that are kept, and their bytes; the first and the last of them always are. */
const MOST_VERSIONS = 60;
const MOST_BYTES = 64 << 20;
/** Longer bodies are not packed: browsers do that where the page is drawn. */
const PACKED_LENGTH = 1_000_000;
const PIECE = 1 << 20;

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const finished = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = resolve;
  transaction.onabort = () => reject(transaction.error ?? new DOMException("not written", "AbortError"));
});

export class Store {
  #database = null; // a promise of it
  #tell;

  /** `tell({ id, count, name })` is called when a text was written, or renamed; `count` is null when it was deleted. */
  constructor(tell = () => {}) {
    this.#tell = tell;
  }

  /** [{ id, name, origin, made, changed, count, size }], changed last first. */
  async list() {
    const texts = await done((await this.#read("texts")).objectStore("texts").getAll());
    return texts.sort((a, b) => b.changed - a.changed);
  }

  /** { meta, settings, body } of a text, `body` a string or a Blob; null: no such text is kept. */
  async read(id) {
    const transaction = await this.#read("texts", "bodies");
    const [meta, body] = await Promise.all([done(transaction.objectStore("texts").get(id)), done(transaction.objectStore("bodies").get(id))]);
    return meta && body ? { meta, ...body } : null;
  }

  /** Write a text: `meta` is { id, name, origin, made, count }, `count` the one that was seen last, 0 for a new one. The answer is
   *  { count } or, when another tab was faster, { isOthers: true }; `wasGone`: it had been there and was not. */
  async write(meta, settings, body, changed = Date.now()) {
    const transaction = await this.#write("texts", "bodies");
    const texts = transaction.objectStore("texts");
    const known = await done(texts.get(meta.id));
    if (known && known.count !== meta.count) {
      transaction.abort();
      return { isOthers: true };
    }
    const count = meta.count + 1;
    texts.put({ ...meta, count, changed, size: body.size ?? body.length });
    transaction.objectStore("bodies").put({ settings, body }, meta.id);
    await finished(transaction);
    this.#tell({ id: meta.id, count });
    return { count, wasGone: !known && meta.count > 0 };
  }

  /** Another name; counts as a change. */
  async rename(id, name) {
    const transaction = await this.#write("texts");
    const texts = transaction.objectStore("texts");
    const meta = await done(texts.get(id));
    if (!meta) return;
    texts.put({ ...meta, name, isNamed: true });
    await finished(transaction);
    this.#tell({ id, count: meta.count, name });
  }

  /** Delete a text. What is returned brings it back: see restore(). */
  async remove(id) {
    const transaction = await this.#write("texts", "bodies", "versions");
    const texts = transaction.objectStore("texts");
    const bodies = transaction.objectStore("bodies");
    const versions = transaction.objectStore("versions");
    const all = { meta: await done(texts.get(id)), body: await done(bodies.get(id)), versions: await done(versions.index("text").getAll(id)) };
    texts.delete(id);
    bodies.delete(id);
    for (const { key } of all.versions) versions.delete(key);
    await finished(transaction);
    this.#tell({ id, count: null });
    return all;
  }

  async restore({ meta, body, versions }) {
    const transaction = await this.#write("texts", "bodies", "versions");
    transaction.objectStore("texts").put(meta);
    transaction.objectStore("bodies").put(body, meta.id);
    for (const { key: _, ...version } of versions) transaction.objectStore("versions").put(version);
    await finished(transaction);
    this.#tell({ id: meta.id, count: meta.count });
  }

  // --- Versions

  /** Keep the text's present state as a version, with the reason; do nothing if it equals the last version. */
  async addVersion(id, why, settings, body, time = Date.now()) {
    const mark = await markOf(body);
    const packed = await pack(settings, body);
    const transaction = await this.#write("versions");
    const table = transaction.objectStore("versions");
    const old = (await done(table.index("text").getAll(id))).reverse();
    if (mark && old[0]?.mark === mark) return;
    table.add({ text: id, time, why, size: body.size ?? body.length, mark, packed });
    let bytes = packed.size;
    for (const [n, version] of old.slice(0, -1).entries()) {
      bytes += version.packed.size;
      if (n + 2 >= MOST_VERSIONS || bytes > MOST_BYTES) table.delete(version.key);
    }
    await finished(transaction);
  }

  /** [{ key, time, why, size }], the last first. */
  async versions(id) {
    const all = await done((await this.#read("versions")).objectStore("versions").index("text").getAll(id));
    return all.map(({ key, time, why, size }) => ({ key, time, why, size })).reverse();
  }

  /** { settings, body } of a version, `body` a Blob; null: it is gone. */
  async version(key) {
    const found = await done((await this.#read("versions")).objectStore("versions").get(key));
    return found ? unpack(found.packed) : null;
  }

  // --- The database

  async #read(...tables) {
    return (await this.#open()).transaction(tables, "readonly");
  }

  async #write(...tables) {
    return (await this.#open()).transaction(tables, "readwrite");
  }

  // Opened anew when it was closed: the browser does that when its data are cleared.
  #open() {
    this.#database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        const { result: database } = request;
        database.createObjectStore("texts", { keyPath: "id" });
        database.createObjectStore("bodies");
        database.createObjectStore("versions", { keyPath: "key", autoIncrement: true }).createIndex("text", "text");
      };
      request.onsuccess = () => {
        const { result: database } = request;
        database.onclose = () => { this.#database = null; };
        database.onversionchange = () => {
          database.close();
          this.#database = null;
        };
        resolve(database);
      };
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new DOMException("another tab keeps it open", "AbortError"));
    }).catch((error) => {
      this.#database = null;
      throw error;
    });
    return this.#database;
  }
}

// The length of the settings, the settings, the body; deflated, unless it is long.
async function pack(settings, body) {
  const bytes = new TextEncoder().encode(JSON.stringify(settings));
  const all = new Blob([new Uint32Array([bytes.length]), bytes, body], { type: isLong(body) ? "text/plain" : "application/zlib" });
  return isLong(body) ? all : through(all, new CompressionStream("deflate"), all.type);
}

async function unpack(packed) {
  const all = packed.type === "text/plain" ? packed : await through(packed, new DecompressionStream("deflate"));
  const [length] = new Uint32Array(await all.slice(0, 4).arrayBuffer());
  return { settings: JSON.parse(await all.slice(4, 4 + length).text()), body: all.slice(4 + length) };
}

const isLong = (body) => (body.size ?? body.length) > PACKED_LENGTH;

async function through(blob, transform, type = "") {
  return new Blob([await new Response(blob.stream().pipeThrough(transform)).blob()], { type });
}

// The same for bodies that are the same; "" where the browser does not say. Piece by piece, so that nothing waits.
async function markOf(body) {
  if (!globalThis.crypto.subtle) return "";
  const blob = new Blob([body]);
  let mark = new ArrayBuffer(0);
  for (let at = 0; at < blob.size; at += PIECE)
    mark = await crypto.subtle.digest("SHA-256", await new Blob([mark, blob.slice(at, at + PIECE)]).arrayBuffer());
  return [...new Uint8Array(mark)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
