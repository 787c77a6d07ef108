// Memory as it is at a step: of a memref its descriptor and its elements, of an address what lies there. Nothing is recorded of memory: the
// program runs once more, up to the step.
import { element } from "../base/dom.js";
import { memrefTable } from "./tables.js";
import { ELEMENTS, address, elementTypeOf } from "./types.js";

/** What lies behind an address, in bytes. */
const WINDOW = 64;
/** The choice that takes an address. */
const BY_HAND = "an address";

export class Watch {
  #typeAt;
  #memory;
  #steps = null;
  #what = null; // the program, as it was run
  #at = 0;
  #watched = []; // { label, site, kind }
  #shown = null; // what the table shows: { label, found }
  #isAsking = false;
  #isOld = false; // while an answer is waited for, something else was asked
  #wanted = null;
  #choice = element("select", { "aria-label": "Watch", onchange: () => this.#chosen() });
  #place = element("input", { type: "text", size: 12, "aria-label": "Address", spellcheck: false, autocomplete: "off", oninput: () => this.#refresh() });
  #type = element("select", { "aria-label": "Elements are", onchange: () => this.#refresh() }, ...ELEMENTS.map(({ text }) => element("option", {}, text)));
  #boxes = element("div.descriptor");
  #table = element("div.memory");
  root = element("div.watch", { hidden: true }, element("div.watch-choice", {}, element("label", {}, "Watch ", this.#choice), this.#place, this.#type), this.#boxes, this.#table);

  /** `typeAt(offset)`: a promise of the type of the value named there; `memory(what, until, parts)`: see Runner. */
  constructor({ typeAt, memory }) {
    this.#typeAt = typeAt;
    this.#memory = memory;
  }

  get kept() {
    return { what: this.#choice.value, place: this.#place.value, type: this.#type.value };
  }

  restore(kept) {
    if (typeof kept?.what === "string" && typeof kept.place === "string" && typeof kept.type === "string") this.#wanted = kept;
  }

  /** `steps`: of stepsOf(); `what`: the program and its arguments. */
  show(steps, what) {
    const seen = new Map();
    steps.kinds.forEach((kind, i) => { if (kind === "memref" || (kind === "pointer" && !seen.has(steps.sites[i]))) seen.set(steps.sites[i], kind); });
    this.#steps = steps;
    this.#what = what;
    this.#shown = null;
    this.#watched = [...seen].map(([site, kind]) => ({ label: `${site.name}, line ${site.line}`, site, kind }));
    this.root.hidden = this.#watched.length === 0;
    if (this.root.hidden) return;
    const before = this.#wanted?.what ?? this.#choice.value;
    this.#choice.replaceChildren(...this.#watched.map(({ label }) => element("option", {}, label)), element("option", {}, BY_HAND));
    this.#choice.value = before === BY_HAND || this.#watched.some(({ label }) => label === before) ? before : this.#watched[0].label;
    if (this.#wanted && ELEMENTS.some(({ text }) => text === this.#wanted.type)) this.#type.value = this.#wanted.type;
    this.#place.value = this.#wanted?.place.slice(0, 20) || this.#place.value || address(this.#firstAddress());
    this.#wanted = null;
    this.#chosen();
  }

  go(at) {
    this.#at = at;
    if (!this.root.hidden) this.#refresh();
  }

  #firstAddress() {
    const { kinds, values } = this.#steps, i = kinds.findIndex((kind) => kind === "memref" || kind === "pointer");
    return kinds[i] === "memref" ? values[i].aligned : values[i];
  }

  get #one() {
    return this.#watched.find(({ label }) => label === this.#choice.value) ?? null;
  }

  #chosen() {
    this.#place.hidden = this.#one !== null;
    this.#type.hidden = this.#one?.kind === "memref";
    this.#refresh();
  }

  // The last value that it had at the step; null: none yet.
  #valueOf({ site, kind }) {
    const { sites, values, kinds } = this.#steps;
    for (let i = this.#at - 1; i >= 0; i--) if (sites[i] === site && kinds[i] === kind) return values[i];
    return null;
  }

  // { boxes, part }: what is said of it, and what is to be read.
  async #read() {
    const one = this.#one;
    if (!one) {
      const words = this.#place.value.trim();
      return /^(0x[\da-f]+|\d+)$/i.test(words) ? { boxes: [], part: this.#window(BigInt(words)) } : { boxes: [["", "an address is a number, as 0x10a0"]], part: null };
    }
    const value = this.#valueOf(one);
    if (value === null) return { boxes: [["", "it is not there yet"]], part: null };
    if (one.kind === "pointer") return { boxes: [["address", address(value)]], part: this.#window(value) };
    const { allocated, aligned, offset, sizes, strides } = value;
    one.type ??= elementTypeOf(await this.#typeAt(one.site.nameAt));
    return {
      boxes: [["allocated", address(allocated)], ["aligned", address(aligned)], ["offset", String(offset)],
        ...sizes.map((size, d) => [`size ${d}`, String(size)]), ...strides.map((stride, d) => [`stride ${d}`, String(stride)])],
      part: { type: one.type, at: Number(aligned), offset: Number(offset), sizes: sizes.map(Number), strides: strides.map(Number) },
    };
  }

  #window(at) {
    const type = ELEMENTS.find(({ text }) => text === this.#type.value);
    return { type, at: Number(at), offset: 0, sizes: [WINDOW / type.bytes], strides: [1] };
  }

  // What is shown is of the step at hand, in the end: while one answer is on its way, only the newest question waits.
  async #refresh() {
    if (this.#isAsking) {
      this.#isOld = true;
      return;
    }
    this.#isAsking = true;
    try {
      do {
        this.#isOld = false;
        const { boxes, part } = await this.#read(), until = this.#at > 0 ? this.#steps.told[this.#at - 1] : 0, label = this.#choice.value;
        const found = part && await this.#memory(this.#what, until, [part]);
        if (this.#isOld || (part && !found)) continue;
        this.#draw(label, boxes, part, found?.[0] ?? null);
      } while (this.#isOld);
    } finally {
      this.#isAsking = false;
    }
  }

  #draw(label, boxes, part, found) {
    this.#boxes.replaceChildren(...boxes.map(([name, value]) => element("div.box", {}, element("span.box-name", {}, name), element("span.box-value", {}, value))));
    this.#table.replaceChildren();
    if (!found) return;
    const place = address(BigInt(part.at + part.offset * part.type.bytes)), key = `${label} ${place} ${part.type.text} ${found.sizes}`;
    const before = this.#shown?.key === key ? this.#shown.found : null;
    this.#table.replaceChildren(...memrefTable(`${part.type.text} at ${place}`, found, before));
    this.#shown = { key, found };
  }
}
