// The text of a file or of the database as CodeMirror holds it, and back: in pieces, so that nothing waits for 64 MB.

/** UTF-16 units, about. */
const PIECE = 1 << 20;
/** A file may have so many bytes. */
export const MOST_BYTES = 64 << 20;

const ENDS = { "\n": /\n/, "\r\n": /\r\n/ };

/** Let the page draw, and keys arrive. */
export const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Why a file is no text that can be opened, in words. */
export class FileError extends Error {
  name = "FileError";
}

/** The text of a Blob: { doc, eol, bom }; `Text`: CodeMirror's class. Where lines end in several ways `eol` is "\n", and the others are characters of the text:
 *  what is not edited is the same when it is saved. `progress(share)` is called now and then. Throws FileError. */
export async function readBody(blob, Text, progress = () => {}) {
  const first = await blob.slice(0, PIECE).text();
  if (first.includes("\0")) throw new FileError("is not a text: it has zero bytes");
  const eol = /\r\n/.test(first) && !/[^\r]\n|^\n/.test(first) ? "\r\n" : "\n";
  return await readAs(blob, Text, eol, progress) ?? await readAs(blob, Text, "", progress);
}

/** Whether a Blob is MLIR's bytecode. */
export async function isBytecode(blob) {
  const head = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  return head[0] === 0x4d && head[1] === 0x4c && head[2] === 0xef && head[3] === 0x52;
}

// null: lines end otherwise, too.
async function readAs(blob, Text, eol, progress) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let doc = Text.empty;
  let bom = false;
  let rest = ""; // of a piece that ends between \r and \n
  let done = 0;
  const add = (piece) => {
    if (doc.length === 0 && !bom && piece.startsWith("\ufeff")) {
      bom = true;
      piece = piece.slice(1);
    }
    const lines = piece.split(ENDS[eol] ?? "\n");
    if (eol && lines.some((line) => /[\r\n]/.test(line))) return false;
    doc = doc.append(Text.of(lines));
    return true;
  };
  for (let at = 0; at < blob.size; at += PIECE) {
    const bytes = await blob.slice(at, at + PIECE).arrayBuffer();
    let piece = rest + decoded(decoder, bytes, { stream: true });
    rest = "";
    if (eol === "\r\n" && piece.endsWith("\r")) [piece, rest] = [piece.slice(0, -1), "\r"];
    if (!add(piece)) return null;
    done += bytes.byteLength;
    progress(done / blob.size);
    await pause();
  }
  return add(rest + decoded(decoder)) ? { doc, eol: eol || "\n", bom } : null;
}

function decoded(decoder, ...all) {
  try {
    return decoder.decode(...all);
  } catch {
    throw new FileError("is not UTF-8 text");
  }
}

/** A text as a Blob. */
export async function bodyOf(doc, { eol = "\n", bom = false } = {}) {
  const parts = bom ? ["\ufeff"] : [];
  for (const piece of pieces(doc, eol)) {
    parts.push(new Blob([piece]));
    await pause();
  }
  return new Blob(parts, { type: "text/plain;charset=utf-8" });
}

/** A text in strings. */
export function* pieces(doc, eol = "\n") {
  for (let from = 0; from < doc.length;) {
    let to = Math.min(doc.length, from + PIECE);
    if (to < doc.length && /[\ud800-\udbff]/.test(doc.sliceString(to - 1, to))) to -= 1; // half a character
    yield doc.sliceString(from, to, eol);
    from = to;
  }
}
