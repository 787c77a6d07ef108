// What a traced program tells: as it is kept while it runs, and as the steps of the text that ran.

/** What is told: see Trace in wasm/program.d.ts. */
const KINDS = ["value", "pointer", "memref", "effect", "call", "enter", "leave"];
/** Those that later ones of the same place replace: several instructions come of one operation, and the last one gives its result. */
const REPLACED = KINDS.indexOf("effect");
/** But what is done with a memref's elements comes after it. */
const MEMREF = KINDS.indexOf("memref");

/** As much of it as is kept: the first events. */
const MOST = 200_000;

/** Thrown to end a run that has come as far as it should. */
export class EnoughTold extends Error {}

export class TraceLog {
  #until;
  #told = 0;
  kept = { kinds: [], places: [], values: [], told: [], total: 0 }; // told: how much had been told when the event was complete

  /** `until`: the run ends, with EnoughTold, when so much has been told. */
  constructor(until = Infinity) {
    this.#until = until;
  }

  note(kind, place, value = null) {
    this.#told++;
    const { kinds, places, values, told } = this.kept;
    let at = kinds.length - 1;
    const isSame = at >= 0 && places[at] === place && kinds[at] <= REPLACED && (kinds[at] !== MEMREF || kind === "memref");
    if (!isSame) {
      this.kept.total++;
      at++;
    }
    if (at < MOST) {
      kinds[at] = KINDS.indexOf(kind);
      places[at] = place;
      values[at] = value;
      told[at] = this.#told;
    }
    if (this.#told >= this.#until) throw new EnoughTold();
  }
}

// Places of UTF-8 bytes in a text, as the editor counts.
function placesOf(doc, bytes) {
  const text = doc.toString();
  if (!/[^\x00-\x7f]/.test(text)) return (at) => Math.min(at, text.length);
  const encoded = new TextEncoder().encode(text), decoder = new TextDecoder(), known = new Map();
  for (const at of new Set(bytes)) known.set(at, decoder.decode(encoded.subarray(0, at)).length);
  return (at) => known.get(at) ?? 0;
}

/** How much of an operation is looked at for a region. */
const HEAD = 2000;

// Whether the operation at that place opens a region before the next one begins: what it computes on the way is not its result.
function hasRegion(doc, place) {
  const [head] = doc.sliceString(place, place + HEAD).split(/\n\s*(?=[%}^"]|[\w$]+\.\w)/);
  return /\{\s*(?:\/\/.*)?$/.test(head);
}

// The blocks of a text: of each line, the number of the one it is in, and of the one that begins behind it.
function blocksOf(doc) {
  const inner = [0], outer = [0], open = [0];
  let last = 0;
  for (let number = 1; number <= doc.lines; number++) {
    const text = doc.line(number).text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\/\/.*/, "").trim();
    if (text.startsWith("}") && open.length > 1) open.pop();
    if (text.startsWith("^")) open[open.length - 1] = ++last;
    outer[number] = open.at(-1);
    if (text.endsWith("{")) open.push(++last);
    inner[number] = open.at(-1);
  }
  // The arguments of a region stand in the operation that opens it, which may have several lines.
  const behind = (number) => {
    for (let n = number; n <= doc.lines && n < number + 20; n++) if (inner[n] !== outer[n]) return inner[n];
    return outer[number];
  };
  return { at: (number) => outer[number], behind };
}

// What stands at a place: { from, line, name, nameAt, operation, block }. The name is that of an operation's result, or of an argument, whose
// name stands there; "": nobody gave it one.
function siteAt(doc, blocks, from) {
  const { text, number, from: begin } = doc.lineAt(from);
  const before = text.slice(0, from - begin), after = text.slice(from - begin);
  const result = /(%[\w$.-]+)(?::\d+)?\s*=\s*$/.exec(before), argument = /^%[\w$.-]+/.exec(after);
  const name = !argument && hasRegion(doc, from) ? "" : result?.[1] ?? argument?.[0] ?? "";
  return {
    from, line: number, name, nameAt: result ? begin + result.index : from,
    operation: /^"?([\w$.-]+)/.exec(after)?.[1] ?? "", symbol: /@(?:[\w$.-]+|"[^"]*")/.exec(doc.sliceString(from, from + HEAD))?.[0] ?? "",
    block: argument && !/^\s*\^/.test(text) ? blocks.behind(number) : blocks.at(number), isArgument: argument !== null,
    mayBePointer: /^"?llvm\./.test(after) || /\bptr\b/.test(text),
  };
}

/** The steps of a run: `kept` of its TraceLog, `doc`: the text that ran. Of step i, from 0:
 *   - kinds[i], values[i]: what was told; of a call the name of the function, and of a return
 *   - sites[i]: what stands at its place in the text
 *   - frames[i]: the activation it belongs to: { name, call: the site of the call or null, parent, depth, number }
 *   - told[i]: how much the program had told when it was done
 *   - beginsBlock[i]: it is the first of a block that is run */
export function stepsOf({ kinds, places, values, told, total }, doc) {
  const placeOf = placesOf(doc, places), blocks = blocksOf(doc), known = new Map();
  const siteOf = (byte) => {
    if (!known.has(byte)) known.set(byte, siteAt(doc, blocks, placeOf(byte)));
    return known.get(byte);
  };
  const steps = { kinds: [], values: [], sites: [], frames: [], told: [], beginsBlock: [], isCut: total > kinds.length };
  let frame = null, call = null, entered = 0;
  const add = (kind, site, value, i) => {
    const last = steps.kinds.length - 1, before = steps.sites[last];
    const isFirst = last < 0 || steps.frames[last] !== frame || before.block !== site.block;
    // A function's arguments come in any order, and once.
    if (isFirst && frame && frame.head === undefined) frame.head = site.isArgument ? site.block : null;
    steps.beginsBlock.push(isFirst || (site.from <= before.from && !(site.isArgument && site.block === frame?.head)));
    steps.kinds.push(kind);
    steps.sites.push(site);
    steps.values.push(value);
    steps.frames.push(frame);
    steps.told.push(told[i]);
    return last + 1;
  };
  for (let i = 0; i < kinds.length; i++) {
    const kind = KINDS[kinds[i]], site = siteOf(places[i]);
    if (kind === "enter") {
      frame = { name: site.symbol, call: call === null ? null : steps.sites[call], parent: frame, depth: (frame?.depth ?? 0) + 1, number: ++entered };
      if (call !== null) steps.values[call] = frame.name;
      call = null;
    } else if (kind === "leave") {
      add(kind, site, frame?.name ?? "", i);
      frame = frame?.parent ?? null;
    } else if (kind === "call") {
      call = add(kind, site, "", i);
    } else if (kind === "effect" || (site.name && (kind !== "pointer" || site.mayBePointer))) { // an operation above llvm has none to give
      add(kind, site, values[i], i);
    }
  }
  return steps;
}

/** What a step may be: the first of them at a time. `at` steps have been done; what is given back is how many then. */
export const WAYS = {
  "operation, into calls": (steps, at, by) => at + by,
  "operation, over calls": (steps, at, by) => search(steps, at, by, (i) => depthAt(steps, i) <= depthAt(steps, at - 1)),
  "out of the function": (steps, at, by) => search(steps, at, by, (i) => depthAt(steps, i) < depthAt(steps, at - 1)),
  block: (steps, at, by) => search(steps, at, by, (i) => steps.beginsBlock[i]),
};

const depthAt = (steps, i) => steps.frames[i]?.depth ?? 1;

function search({ kinds }, at, by, isWanted) {
  for (let next = at + by; next > 0 && next < kinds.length; next += by) if (isWanted(next - 1)) return next;
  return by < 0 ? 0 : kinds.length;
}
