// A record says which text it is: { id, name, origin: { kind, label }, made, count, isNamed, eol, bom }; see store.js for `count`.
// It has no id until the text is changed: an example or a link that is only looked at is not kept.

const BEGAN = {
  link: () => "opened from a link",
  example: (label) => `the example “${label}”`,
  file: (label) => `opened from ${label}`,
  copy: (label) => `a copy of “${label}”`,
};

/** How a text began, in words. */
export const beganAs = ({ kind, label }) => BEGAN[kind]?.(label) ?? "the first version";

/** A record for what is opened now; `kind`: "new", "first", "link", "example", "file", "copy", or "lesson", which is never kept. */
export function newRecord(kind, label = "", more = {}) {
  return { id: "", name: label, origin: { kind, label }, made: 0, count: 0, isNamed: false, eol: "\n", bom: false, ...more };
}

/** A record from the data that the database or a draft has; null: the text is unknown. */
export const asRecord = (meta) => (meta ? { ...newRecord(meta.origin.kind), ...meta } : newRecord("new"));

/** The name of a text that has none is looked for in so much of it. */
export const NAMING = 20_000;

/** The name of a text that the reader has not named: its first symbol. */
export const nameOf = (text) => /@([A-Za-z_$][\w$.-]*)/.exec(text)?.[1].slice(0, 60) ?? "Untitled";

/** A record for a text that came with a link; its name may be missing there. */
export function linkedRecord({ name, text }) {
  return newRecord("link", "", { name: name ?? nameOf(text.slice(0, NAMING)), isNamed: name !== undefined });
}

export const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The part of a record that the database keeps; the rest belongs to this tab. */
export const metaOf = ({ id, name, origin, made, count, isNamed, eol, bom }) => ({ id, name, origin, made, count, isNamed, eol, bom });
