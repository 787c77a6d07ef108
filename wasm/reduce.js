// The smallest text, and the shortest pipeline, that still show what is wrong: operations are taken away, or replaced by values of
// their types from nowhere, as long as the question has the same answer (after A. Zeller and R. Hildebrandt, "Simplifying and isolating
// failure-inducing input"). reduce.d.ts describes it.

/** What stands for an operation whose results are needed. */
const STAND_IN = "rung.value";

// --- A text in generic form: an operation is a line, or with regions several, those inside further in.

const OPERATION = /^(\s*)(?:(%[^"=]*) = )?"([^"]+)"\(/;

function operationsOf(lines) {
  const found = [];
  for (let i = 0; i < lines.length; i++) {
    const [, indent, results = "", name] = OPERATION.exec(lines[i]) ?? [];
    if (name === undefined) continue;
    let end = i;
    if (/\(\{\s*$/.test(lines[i]) || /\(\{$/.test(lines[i].trimEnd())) {
      // Between two regions stands `}, {`, behind the last `})`.
      for (end = i + 1; end < lines.length && !(lines[end].startsWith(`${indent}})`)); end++);
      if (end === lines.length) continue;
    }
    found.push({ begin: i, end, indent, results, name, types: typesOf(lines[end]) });
  }
  return found;
}

// What stands behind the last `->` outside of brackets: `i32`, `(i32, f32)`, `()`.
function typesOf(line) {
  let depth = 0;
  for (let i = line.length - 1; i > 0; i--) {
    const c = line[i];
    if (c === ">" && line[i - 1] === "-") {
      if (depth === 0) return line.slice(i + 1).replace(/ loc\(.*\)$/, "").trim();
      i--;
    } else if (")>]}".includes(c)) depth++;
    else if ("(<[{".includes(c)) depth--;
  }
  return "";
}

// The lines without some operations: gone, or replaced by a stand-in when others need their results.
function without(lines, operations, chosen, replaces) {
  const drop = new Map();
  for (const k of chosen) drop.set(operations[k].begin, operations[k]);
  const kept = [];
  for (let i = 0; i < lines.length; i++) {
    const operation = drop.get(i);
    if (!operation) {
      kept.push(lines[i]);
      continue;
    }
    if (replaces && operation.results && operation.types && operation.name !== STAND_IN) kept.push(`${operation.indent}${operation.results} = "${STAND_IN}"() : () -> ${operation.types}`);
    i = operation.end;
  }
  return kept;
}

// Where commas outside of brackets divide a list.
function listed(text) {
  const parts = [];
  let depth = 0, begin = 0;
  for (let i = 0; i <= text.length; i++) {
    const c = text[i];
    if (c === undefined || (c === "," && depth === 0)) {
      if (text.slice(begin, i).trim()) parts.push(text.slice(begin, i).trim());
      begin = i + 1;
    } else if ("({<[".includes(c)) depth++;
    else if (")}]".includes(c) || (c === ">" && text[i - 1] !== "-")) depth--;
  }
  return parts;
}

// The lines with an operand in the place of the operation's result, which has its type; null: there is no such operand.
function passedOn(lines, { begin, end, indent, results, types }) {
  const name = /^%[\w$.-]+$/.exec(results.trim())?.[0];
  const [, operands, given] = /"\(([^()]*)\).* : \((.*)\) -> /.exec(lines[begin]) ?? [];
  if (!name || begin !== end || given === undefined) return null;
  const at = listed(given).indexOf(types), operand = listed(operands)[at];
  if (at < 0 || !operand) return null;
  const made = lines.slice(0, begin);
  const use = new RegExp(`${name.replace(/[$.]/g, "\\$&")}(?![\\w$.-])`, "g");
  let isInside = true;
  for (const line of lines.slice(end + 1)) {
    isInside &&= line.startsWith(indent) || /^\s*\^/.test(line);
    made.push(isInside ? line.replace(use, operand) : line);
  }
  return made;
}

// Attributes that no operation needs, in `{…}` behind the operands.
const withoutAttributes = (line) => line.replace(/(\)|\]) \{[^{}]*\}(?= : )/, "$1");

// Windows over n things: all, halves, quarters … single ones; those of a size from the last to the first, since what is behind needs what is before.
function* windows(n) {
  for (let size = Math.max(1, n >> 1); ; size = size >> 1) {
    for (let from = n - size; from > -size; from -= size) yield [Math.max(from, 0), from + size];
    if (size <= 1) return;
  }
}

// --- Pipelines: elements between commas outside of brackets, in one anchor.

function passesOf(pipeline) {
  const [, anchor, inside] = /^(\w+(?:\.\w+)*)\((.*)\)$/s.exec(pipeline) ?? [null, null, pipeline];
  return { passes: listed(inside), join: (list) => (anchor ? `${anchor}(${list.join(",")})` : list.join(",")) };
}

/** See reduce.d.ts. */
export async function reduce({ text, pipeline = null, question, spell, tell = () => {}, stopped = () => false }) {
  const answer = await question(text, pipeline);
  if (answer === null) return null;
  let best = { text, pipeline }, tried = 0;
  const holds = async (candidate, passes) => {
    if (stopped()) return false;
    tried++;
    const same = (await question(candidate, passes)) === answer;
    if (same) best = { text: candidate, pipeline: passes };
    tell({ tried, lines: best.text.split("\n").length, passes: best.pipeline === null ? 0 : passesOf(best.pipeline).passes.length });
    return same;
  };

  // The generic form has an operation a line. What cannot be read has only lines.
  const generic = await spell(text, true);
  const isGeneric = generic !== null && (generic === text || await holds(generic, pipeline));
  for (let before = ""; before !== best.text + best.pipeline && !stopped();) {
    before = best.text + best.pipeline;
    await fewerPasses();
    await (isGeneric ? fewerOperations() : fewerLines());
  }
  if (isGeneric && !stopped()) {
    const custom = await spell(best.text, false);
    if (custom !== null) await holds(custom, best.pipeline);
  }
  return { ...best, text: `${best.text.trimEnd()}\n`, answer, tried, isWhole: !stopped() };

  async function fewerPasses() {
    if (best.pipeline === null) return;
    for (let i = passesOf(best.pipeline).passes.length - 1; i >= 0; i--) {
      const { passes, join } = passesOf(best.pipeline);
      await holds(best.text, join(passes.filter((_, k) => k !== i)));
    }
  }

  async function fewerOperations() {
    for (const replaces of [false, true]) {
      let lines = best.text.split("\n"), operations = operationsOf(lines);
      for (const [from, to] of windows(operations.length)) {
        if (from >= operations.length || stopped()) continue;
        const chosen = operations.map((_, k) => k).slice(Math.max(from, 1), to); // the first is the module
        if (!chosen.length) continue;
        const made = without(lines, operations, chosen, replaces);
        if (made.length === lines.length && made.every((line, i) => line === lines[i])) continue;
        if (await holds(made.join("\n"), best.pipeline)) {
          lines = made;
          operations = operationsOf(lines);
        }
      }
    }
    let lines = best.text.split("\n"), operations = operationsOf(lines);
    for (let k = operations.length - 1; k > 0 && !stopped(); k--) {
      const made = passedOn(lines, operations[k]);
      if (!made || !await holds(made.join("\n"), best.pipeline)) continue;
      lines = made;
      operations = operationsOf(lines);
    }
    const bare = best.text.split("\n").map(withoutAttributes).join("\n");
    if (bare !== best.text) await holds(bare, best.pipeline);
  }

  async function fewerLines() {
    let lines = best.text.split("\n");
    for (const [from, to] of windows(lines.length)) {
      if (from >= lines.length || stopped()) continue;
      const made = [...lines.slice(0, from), ...lines.slice(to)];
      if (made.length < lines.length && await holds(made.join("\n"), best.pipeline)) lines = made;
    }
  }
}

// Names and places of values are others in a smaller text.
const plain = (message) => message.replace(/%[\w$.#-]+/g, "%_").replace(/#\d+/g, "#_");

/** What is wrong with a text, or with what a pipeline does to it; null: nothing. `session`: of a Rung that keeps nothing unknown. */
export function wrongWith(session, text, pipeline) {
  const first = (diagnostics) => diagnostics.find(({ severity }) => severity === "error");
  const read = session.setText(text);
  const error = first(read.diagnostics);
  if (error) return `text: ${plain(error.message)}`;
  if (pipeline === null) return null;
  const { ok, diagnostics, text: made } = session.run(pipeline);
  if (!ok) return `pass: ${plain(first(diagnostics)?.message ?? "it failed")}`;
  return made.includes("builtin.unrealized_conversion_cast") ? "casts are left" : null;
}
