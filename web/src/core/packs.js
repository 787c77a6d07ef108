// Packs of the core's: the records of dialects that only some texts name, and what only some questions need. A text has those it names
// before it is read.

/** By dialect, files beside the rest of the core. */
const FILES = JSON.parse(PACKS);

export class Packs {
  names = Object.keys(FILES);
  #urlBeside;
  #bytes = new Map(); // of those that are here
  #under = new Map(); // promises of those under way

  /** `urlBeside()`: where the rest of the core is. */
  constructor(urlBeside) {
    this.#urlBeside = urlBeside;
  }

  get here() {
    return [...this.#bytes.values()];
  }

  missingIn(text) {
    return text ? this.names.filter((name) => !this.#bytes.has(name) && text.includes(`${name}.`)) : [];
  }

  missing(names) {
    return names.filter((name) => FILES[name] && !this.#bytes.has(name));
  }

  /** Have those of these names; `put(bytes)` is called with each that was not here. Throws when one cannot be had. */
  async have(names, put = () => {}) {
    await Promise.all(names.filter((name) => !this.#bytes.has(name)).map(async (name) => {
      if (!this.#under.has(name)) this.#under.set(name, this.#fetch(name).finally(() => this.#under.delete(name)));
      const bytes = await this.#under.get(name);
      this.#bytes.set(name, bytes);
      put(bytes);
    }));
  }

  async #fetch(name) {
    const response = await fetch(new URL(FILES[name], this.#urlBeside()));
    if (!response.ok) throw new Error(`${response.url}: HTTP ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
