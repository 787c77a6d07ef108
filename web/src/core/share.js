// A link that holds the whole state, in the URL's fragment, which browsers do not send to servers:
//
//   #v1=  base64url( zlib( UTF-8( JSON ) ) )
//
//   { "text": "…",                       the editor's text
//     "name": "…",                       what it is called; left out: by its first symbol
//     "output": "custom"|"generic"|"pipeline",
//     "pipeline": "builtin.module(…)",   kept with any output
//     "options": { "readUnknown": true, "locations": true },    only what is on
//     "edition": "llvm13",               the one the output is written in; left out: the current one
//     "rung": 2,                         the result after so many passes; left out: after all
//     "translated": true,                the result as LLVM IR
//     "compare": "previous"|"source",    the result as a difference; "sides": true, side by side
//     "explain": true, "selection": [anchor, head],
//     "view": { "name": "…", "kept": … },  another view that is open, and what it keeps
//     "lab": {…}, "lesson": { "id": "…", "step": 2 }, "off": […],
//     "dialect": "…",                    records of a dialect of the reader's own
//     "rules": "…" }                     rewrite rules of the reader's own
//
// A word that is left out has its default. A page ignores words that it does not know, so the number
// changes only when an older page would show something else than what was meant.
//
// Before there was "readUnknown", the page refused unknown dialects, or with "allowUnregistered" took their
// generic form. Such a link opens as what is nearest: without either word unknown dialects are refused, so
// that it shows the messages it was made for; with "allowUnregistered" they are read, in any form.
//
// zlib ends with a checksum, so a link that lost its end is noticed. Nothing of a link is run or
// taken for HTML. A new format gets a new number; this one stays readable.

const OUTPUTS = ["custom", "generic", "pipeline"];
const OPTIONS = ["readUnknown", "locations"];

/** Longest fragment read or written: browsers keep URLs up to 2 MiB. */
export const MAX_FRAGMENT = 2_000_000;
/** Longest state, inflated: a small link must not fill the memory. */
export const MAX_STATE = 32 << 20;

/** Longest pipeline, in characters, that a link may bring or that is taken over: about 300 passes, of which each is a row. */
export const MAX_PIPELINE = 8000;

/** More lines than these are not put into the editor in one go: the page would stand still. A file is read bit by bit. */
export const MOST_LINES = 300_000;

/** Whether a text has more lines than that. */
export function hasTooManyLines(text) {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0 && lines <= MOST_LINES; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines > MOST_LINES;
}

/** Why a link cannot be made or read, in words for the user. */
export class ShareError extends Error {
  name = "ShareError";
}

/** The fragment, `#` included. */
export async function encodeState(state) {
  const { text, output, pipeline, options, edition } = state;
  const on = Object.fromEntries(OPTIONS.filter((name) => options[name]).map((name) => [name, true]));
  const json = JSON.stringify({ text, output, pipeline, options: on, edition: edition || undefined, ...viewOf(state) });
  const bytes = await readAll(new Blob([json]).stream().pipeThrough(new CompressionStream("deflate")), Infinity);
  const fragment = `#v1=${toBase64Url(bytes)}`;
  if (fragment.length > MAX_FRAGMENT)
    throw new ShareError("The text is too long for a link: browsers cut URLs of this length.");
  return fragment;
}

/** The state in a fragment; null: the fragment holds none. Throws ShareError. */
export async function decodeState(fragment) {
  if (fragment === "" || fragment === "#") return null;
  const version = /^#v(\d{1,9})=/.exec(fragment);
  if (!version) throw new ShareError("The part of the link after # holds no Rung text.");
  if (version[1] !== "1")
    throw new ShareError(`This link has format ${version[1]}; this page reads format 1. A newer Rung may open it.`);
  if (fragment.length > MAX_FRAGMENT) throw new ShareError("This link is too long to be one of Rung's.");
  let json;
  try {
    const bytes = fromBase64Url(fragment.slice(version[0].length));
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    json = new TextDecoder("utf-8", { fatal: true }).decode(await readAll(inflated, MAX_STATE));
  } catch (error) {
    if (error instanceof ShareError) throw error;
    throw new ShareError("This link is incomplete or damaged: part of it may have been cut off when it was copied.");
  }
  const state = checkState(json);
  if (hasTooManyLines(state.text)) throw new ShareError(`This link has a text of more than ${MOST_LINES.toLocaleString("en")} lines, which the page takes from files only.`);
  if (state.pipeline.length > MAX_PIPELINE)
    throw new ShareError(`This link has a pipeline of ${state.pipeline.length.toLocaleString("en")} characters; the page takes at most ${MAX_PIPELINE.toLocaleString("en")}.`);
  return state;
}

const isIndex = (value) => Number.isInteger(value) && value >= 0;
const isPlainObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const MAX_NAME = 100;

// The words of a link that may be left out, each with its allowed values; all others are ignored.
const VIEW = {
  name: (value) => typeof value === "string" && value.trim() !== "" && value.length <= MAX_NAME && !/[\0-\x1f]/.test(value),
  rung: isIndex,
  translated: (value) => value === true,
  compare: (value) => value === "previous" || value === "source",
  sides: (value) => value === true,
  explain: (value) => value === true,
  view: (value) => isPlainObject(value) && typeof value.name === "string",
  selection: (value) => Array.isArray(value) && value.length === 2 && value.every(isIndex) && value.some(Boolean),
  lab: isPlainObject,
  lesson: (value) => isPlainObject(value) && typeof value.id === "string" && isIndex(value.step),
  off: (value) => Array.isArray(value) && value.length > 0 && value.length <= 300,
  dialect: (value) => typeof value === "string" && value !== "",
  rules: (value) => typeof value === "string" && value !== "",
};

function viewOf(state) {
  return Object.fromEntries(Object.entries(VIEW).filter(([name, fits]) => Object.hasOwn(state, name) && fits(state[name])).map(([name]) => [name, state[name]]));
}

/** A state from the JSON text of a link or a draft; `readUnknown`: what it means when it does not say whether
 *  unknown dialects are read. Throws ShareError. */
export function checkState(json, readUnknown) {
  let state;
  try {
    state = JSON.parse(json);
  } catch {
    state = null;
  }
  const { text, output = "custom", pipeline = "", options = {}, edition = "" } = Object(state);
  const valid = typeof text === "string" && OUTPUTS.includes(output) && typeof pipeline === "string" &&
    typeof options === "object" && options !== null && typeof edition === "string";
  if (!valid) throw new ShareError("This link does not hold a Rung text.");
  const said = { ...options, readUnknown: options.readUnknown ?? readUnknown ?? options.allowUnregistered };
  return {
    text,
    output,
    pipeline,
    options: Object.fromEntries(OPTIONS.map((name) => [name, said[name] === true])),
    ...(edition && { edition }),
    ...viewOf(state),
  };
}

async function readAll(stream, limit) {
  const chunks = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      reader.cancel().catch(() => {});
      throw new ShareError("This link holds more text than the page can open.");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function toBase64Url(bytes) {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text) {
  text = text.replace(/(=|%3D){0,2}$/i, ""); // some encoders add the padding of plain base64
  if (!/^[\w-]*$/.test(text)) throw new ShareError("This link is damaged: it has characters no Rung link has.");
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
}
