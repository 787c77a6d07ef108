// A link that holds the whole state, in the URL's fragment, which browsers do not send to servers:
//
//   #v1=  base64url( zlib( UTF-8( JSON ) ) )
//
//   { "text": "…",                       the editor's text
//     "output": "custom"|"generic"|"pipeline",
//     "pipeline": "builtin.module(…)",   kept with any output
//     "options": { "readUnknown": true, "locations": true } }   only what is on
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

/** Why a link cannot be made or read, in words for the user. */
export class ShareError extends Error {
  name = "ShareError";
}

/** The fragment, `#` included. */
export async function encodeState({ text, output, pipeline, options }) {
  const on = Object.fromEntries(OPTIONS.filter((name) => options[name]).map((name) => [name, true]));
  const json = JSON.stringify({ text, output, pipeline, options: on });
  const bytes = await readAll(new Blob([json]).stream().pipeThrough(new CompressionStream("deflate")), Infinity);
  const fragment = `#v1=${toBase64Url(bytes)}`;
  if (fragment.length > MAX_FRAGMENT)
    throw new ShareError("The text is too long for a link: browsers cut URLs of this length.");
  return fragment;
}

/** The state in a fragment; null when there is none. Throws ShareError. */
export async function decodeState(fragment) {
  if (fragment === "" || fragment === "#") return null;
  const version = /^#v(\d{1,9})=/.exec(fragment);
  if (!version) throw new ShareError("The part of the link behind # holds no Rung text.");
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
  return checkState(json);
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
  const { text, output = "custom", pipeline = "", options = {} } = Object(state);
  const valid = typeof text === "string" && OUTPUTS.includes(output) && typeof pipeline === "string" &&
    typeof options === "object" && options !== null;
  if (!valid) throw new ShareError("This link holds something else than a Rung text.");
  const said = { ...options, readUnknown: options.readUnknown ?? readUnknown ?? options.allowUnregistered };
  return {
    text,
    output,
    pipeline,
    options: Object.fromEntries(OPTIONS.map((name) => [name, said[name] === true])),
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
  if (!/^[\w-]*$/.test(text)) throw new ShareError("This link is damaged: it has characters no Rung link has.");
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
}
