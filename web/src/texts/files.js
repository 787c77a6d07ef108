// Files become texts, and texts files.
import { count, element } from "../base/dom.js";
import { FileError, MOST_BYTES, bodyOf, isBytecode } from "../core/body.js";
import { newId, newRecord } from "./record.js";

/** Of a folder, these are opened. */
const NAMES = /\.mlir(bc)?$/i;
const MOST_FILES = 500;
/** The opening of less is not told of. */
const TOLD_BYTES = 4 << 20;

export class Files {
  #page;
  #texts;
  #notice;
  #textOf;

  /** `page`: { settings(), show(next, record) }; `textOf(bytes)` promises what bytecode says, { text, message }, or null. */
  constructor({ page, texts, notice, textOf }) {
    this.#textOf = textOf;
    this.#page = page;
    this.#texts = texts;
    this.#notice = notice;
  }

  /** Ask the user for files, or for a folder. */
  choose({ isFolder = false } = {}) {
    const input = element("input", { type: "file", multiple: true, hidden: true });
    if (isFolder) input.webkitdirectory = true;
    else input.accept = ".mlir,.mlirbc,.txt,.log,.md,text/plain";
    document.body.append(input);
    const done = () => input.remove();
    input.addEventListener("cancel", done);
    input.addEventListener("change", () => {
      this.open([...input.files], { isFolder });
      done();
    });
    input.click();
  }

  /** Open files and folders: `items` are File or FileSystemEntry. One is shown; of several each becomes a text, and the last is shown. */
  async open(items, { isFolder = false } = {}) {
    let files;
    try {
      files = await filesOf(items, isFolder);
    } catch (error) {
      return this.#notice.show("error", `The files could not be read: ${error.message}`);
    }
    if (!files.length) return this.#notice.show("error", "There is no .mlir file in it.");
    const left = files.splice(MOST_FILES);
    const failures = left.length ? [`${count(left.length, "file")} more than ${MOST_FILES} at once`] : [];
    const opened = [];
    for (const file of files) {
      try {
        opened.push(await this.#read(file));
        if (files.length > 1) await this.#keep(opened.at(-1));
      } catch (error) {
        failures.push(`“${file.name}” ${error instanceof FileError ? error.message : `could not be read: ${error.message}`}`);
      }
    }
    this.#notice.clear();
    const last = opened.at(-1);
    if (last) this.#page.show({ ...this.#page.settings(), rung: null, selection: undefined, doc: last.doc }, last.record);
    if (last && !last.record.count) this.#texts.changed();
    if (failures.length) this.#notice.show("error", `Not opened: ${failures.slice(0, 3).join("; ")}${failures.length > 3 ? `; and ${failures.length - 3} more` : ""}.`);
    else if (opened.length === 1 && last.said) this.#notice.show("success", last.said);
    else if (opened.length > 1) this.#notice.show("success", `${count(opened.length, "file")} opened: each is one of your texts.`);
    return undefined;
  }

  async #read(file) {
    if (file.size > MOST_BYTES) throw new FileError(`has ${Math.ceil(file.size / (1 << 20))} MB; at most ${MOST_BYTES >> 20} MB can be opened`);
    const bar = element("progress", { max: 1, value: 0, "aria-label": "Read so far" });
    if (file.size > TOLD_BYTES) this.#notice.show("offer", `Opening “${file.name}” …`, bar);
    if (await isBytecode(file)) return this.#readBytecode(file);
    const { doc, eol, bom } = await this.#texts.read(file, (share) => { bar.value = share; });
    return { doc, record: newRecord("file", file.webkitRelativePath || file.path || file.name, { eol, bom, isNamed: true, handle: file.handle ?? null }) };
  }

  // What it says becomes a text of its own, which is not saved over it.
  async #readBytecode(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const found = await this.#textOf(bytes);
    if (!found) throw new FileError("is MLIR bytecode, and the core that reads it is not there yet");
    if (found.message) throw new FileError(`is bytecode that cannot be read: ${found.message}`);
    const { doc } = await this.#texts.read(new Blob([found.text]));
    const name = (file.webkitRelativePath || file.path || file.name).replace(/\.mlirbc$/i, "");
    return { doc, said: writtenBy(file.name, bytes), record: newRecord("file", `${name}.mlir`, { eol: "\n", bom: false, isNamed: true, handle: null }) };
  }

  // Into the database at once: it is not shown.
  async #keep({ doc, record }) {
    Object.assign(record, { id: newId(), made: Date.now() });
    await this.#texts.put(record, doc, { ...this.#page.settings(), rung: null });
  }

  /** Save a text as a file: in the place it is from, where the browser gave that to us, or as a download. */
  async save(doc, record) {
    const body = await bodyOf(doc, record);
    if (record.handle?.createWritable) {
      try {
        const stream = await record.handle.createWritable();
        await stream.write(body);
        await stream.close();
        return this.#notice.show("success", `Saved in “${record.handle.name}”.`);
      } catch (error) {
        if (error.name !== "NotAllowedError" && error.name !== "NotFoundError") throw error;
      }
    }
    return this.saveBody(body, fileName(record));
  }

  /** Give the user a file. */
  saveBody(body, name) {
    download(body, name);
    this.#notice.show("success", `Saved as “${name}”.`);
  }
}

// The head of bytecode: four bytes, the version as a small number with its last bit set, who wrote it with a zero behind.
function writtenBy(name, bytes) {
  const end = bytes.indexOf(0, 5);
  const producer = end > 5 && end < 105 ? new TextDecoder().decode(bytes.subarray(5, end)) : "";
  return `“${name}” is bytecode of version ${bytes[4] >> 1}${producer && `, written by ${producer}`}: this is its text.`;
}

function fileName({ name }) {
  const safe = name.split("/").at(-1).replaceAll(/[\\:*?"<>|\0-\x1f]/g, "-");
  return /\.\w+$/.test(safe) ? safe : `${safe}.mlir`;
}

/** Give the user a file. */
export function download(body, name) {
  const url = URL.createObjectURL(body);
  const link = element("a", { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function filesOf(items, isFolder) {
  const found = [];
  for (const item of items) await add(item, found, isFolder);
  return found.sort((a, b) => ((a.path ?? a.name) < (b.path ?? b.name) ? -1 : 1));
}

// Files of folders are taken by their names, others as they are.
async function add(item, found, isInFolder) {
  if (item instanceof File) {
    if (!isInFolder || NAMES.test(item.name)) found.push(item);
  } else if (item.isFile) {
    const file = await new Promise((resolve, reject) => item.file(resolve, reject));
    file.path = item.fullPath.slice(1);
    if (!isInFolder || NAMES.test(file.name)) found.push(file);
  } else if (item.isDirectory && found.length <= MOST_FILES) {
    const reader = item.createReader();
    for (;;) {
      const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (!entries.length) break;
      for (const entry of entries) await add(entry, found, true);
    }
  }
}
