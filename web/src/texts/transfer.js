// All texts with their histories as one file, and back. A line each, of JSON:
//
//   { "format": "rung texts", "version": 1 }
//   { "name": "…", "origin": {…}, "made": ms, "changed": ms, …, "settings": {…}, "text": "…",
//     "versions": [{ "time": ms, "why": "…", "settings": {…}, "text": "…" }] }
//
// The file is checked as a link is: nothing in it is run or taken for HTML.
import { count, element } from "../base/dom.js";
import { LONGEST } from "./draft.js";
import { checkState } from "../core/share.js";
import { pause } from "../core/body.js";
import { download } from "./files.js";
import { newId } from "./record.js";

const HEAD = { format: "rung texts", version: 1 };
const MOST_BYTES = 1 << 30;

const textOf = (body) => (typeof body === "string" ? body : body.text());

export class Transfer {
  #texts;

  constructor({ texts }) {
    this.#texts = texts;
  }

  /** Gives the user the file; what there is to say. */
  async exportAll() {
    await this.#texts.keep();
    const store = await this.#texts.store();
    const parts = [line(HEAD)];
    for (const { id } of await store.list()) {
      const { meta, settings, body } = await store.read(id);
      const versions = [];
      for (const { key, time, why } of (await store.versions(id)).reverse()) {
        const version = await store.version(key);
        versions.push({ time, why, settings: version.settings, text: await textOf(version.body) });
      }
      const { count: _, size: __, ...rest } = meta;
      parts.push(line({ ...rest, settings, text: await textOf(body), versions }));
      await pause();
    }
    download(new Blob(parts, { type: "application/jsonl" }), `rung-texts-${new Date().toISOString().slice(0, 10)}.jsonl`);
    return `${count(parts.length - 1, "file")} exported.`;
  }

  /** Asks the user for such a file and reads it; what there is to say. */
  choose() {
    const input = element("input", { type: "file", accept: ".jsonl,application/jsonl", hidden: true });
    document.body.append(input);
    return new Promise((resolve) => {
      input.addEventListener("cancel", () => resolve(""));
      input.addEventListener("change", () => resolve(this.importFile(input.files[0])));
      input.click();
    }).finally(() => input.remove());
  }

  async importFile(file) {
    if (file.size > MOST_BYTES) return "This file is too large to be one that Rung exported.";
    const lines = linesOf(file);
    const head = parsed((await lines.next()).value);
    if (head?.format !== HEAD.format) return "This is not a file of texts that Rung exported.";
    if (head.version !== HEAD.version) return `This file has version ${head.version}; this page reads version ${HEAD.version}.`;
    const store = await this.#texts.store();
    const known = new Map((await store.list()).map((meta) => [meta.id, meta]));
    const counts = { came: 0, known: 0, broken: 0 };
    for await (const words of lines) if (words) counts[await take(store, known, parsed(words))] += 1;
    return [
      `${count(counts.came, "file")} imported`, counts.known ? `${counts.known} here already` : "", counts.broken ? `${counts.broken} that could not be read` : "",
    ].filter(Boolean).join(", ") + ".";
  }
}

const line = (value) => new Blob([JSON.stringify(value), "\n"]);

function parsed(words) {
  try {
    return JSON.parse(words);
  } catch {
    return null;
  }
}

// One text into the database: "came", "known" when it is there as it is, or "broken".
async function take(store, known, given) {
  let settings, text;
  try {
    ({ text, ...settings } = checkState(JSON.stringify({ ...given.settings, text: given.text }), true));
  } catch {
    return "broken";
  }
  const { id, name, origin, made, changed, isNamed, eol, bom, versions } = given;
  if (typeof id !== "string" || typeof name !== "string" || typeof origin?.kind !== "string" || !Array.isArray(versions)) return "broken";
  const there = known.has(id) ? await store.read(id) : null;
  if (there && await textOf(there.body) === text) return "known";
  const meta = {
    id: there ? newId() : id, name: there ? `${name} (imported)` : name, origin: { kind: origin.kind, label: String(origin.label ?? "") },
    made: Number(made) || Date.now(), count: 0, isNamed: isNamed === true, eol: eol === "\r\n" ? eol : "\n", bom: bom === true,
  };
  await store.write(meta, settings, text.length > LONGEST ? new Blob([text]) : text, Number(changed) || Date.now());
  for (const version of versions) {
    try {
      const { text: was, ...before } = checkState(JSON.stringify({ ...version.settings, text: version.text }), true);
      await store.addVersion(meta.id, String(version.why).slice(0, 200), before, was, Number(version.time) || Date.now());
    } catch { /* the text is there, without this version */ }
  }
  return "came";
}

async function* linesOf(file) {
  let rest = "";
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    yield* lines;
  }
  yield rest;
}
