// Lessons as they are written: Markdown in web/lessons/NN-name.md, `name` being the lesson's id.
//
//   # Title of the lesson
//   One sentence about it.
//
//   ## Title of a step
//   What the reader reads: paragraphs, lists, tables, code; `code`, *emphasis*, **strong**, [links](https://…) and
//   [[terms]] of the glossary, [[memref|with other words]]; {control: edit} behind words about a control of the page (controls.js), which is
//   outlined then. Blocks ```mlir, ```c, ```records, ```rules, ```shell and ```text are shown.
//
//   > What the reader is to do: a step has one task or none.
//
// Blocks that are not shown:
//
//   ```mlir page           the editor's text from here on
//   ```page                what else the step sets on the page, a `name: value` a line: output, pipeline, edition, rung (the
//                          pass behind which the ladder stands, or `source`), lab (a type, or `closed`), lab-options
//                          (`barePointers`, `indexBits=32`, `dataLayout=…`, with commas between), dialect: none,
//                          run (the function that the view "Run" opens with),
//                          unknown-dialects: `read` or `refused`, as they are at first
//   ```records page        a dialect that is added to the page
//   ```rules page          rewrite rules that are
//   ```check               when the task is done: a condition a line, all of which must hold (checks.js)
//   ```hint                a hint; the first is the gentlest, the last all but the answer
//   ```mlir solution       what does it: the editor's text,
//   ```records solution    a dialect,
//   ```rules solution      rules,
//   ```solution            or what ```page would set
//
// What a step does not set stays unchanged. `mlir expect-error` is shown, `mlir page expect-error` set, as text that is not valid.
import { parseCondition } from "./checks.js";
import { CONTROLS } from "./controls.js";

/** Why a lesson cannot be read, and where. */
export class LessonError extends Error {
  name = "LessonError";

  constructor(file, line, message) {
    super(`${file}:${line}: ${message}`);
    Object.assign(this, { file, line });
  }
}

const SHOWN = ["mlir", "c", "records", "rules", "shell", "text"];
const OUTPUTS = ["custom", "generic", "pipeline"];
const LAB_OPTIONS = { barePointers: "flag", indexBits: "number", dataLayout: "text" };

/** A lesson: { id, title, sentence, steps }, `text` being the file's. Throws LessonError. */
export function parseLesson(file, text) {
  const id = /^\d\d-([a-z][a-z-]*)\.md$/.exec(file)?.[1];
  const source = { file, lines: text.split("\n"), at: 0 };
  if (!id) fail(source, "a lesson's file is named NN-name.md");
  const title = heading(source, "# ");
  if (!title) fail(source, "a lesson begins with `# ` and its title");
  const [sentence, ...more] = blocks(source);
  if (!sentence?.p || more.length) fail(source, "one paragraph, a sentence, stands between the title and the first step");
  const steps = [];
  while (source.at < source.lines.length) steps.push(step(source));
  if (!steps.length) fail(source, "a lesson has steps, which begin with `## `");
  return { id, title, sentence: sentence.p, steps };
}

function fail(source, message, at = source.at) {
  throw new LessonError(source.file, at + 1, message);
}

function heading(source, prefix) {
  while (source.lines[source.at] === "") source.at += 1;
  const line = source.lines[source.at];
  if (!line?.startsWith(prefix)) return null;
  source.at += 1;
  return line.slice(prefix.length).trim();
}

function step(source) {
  const begin = source.at;
  const title = heading(source, "## ");
  if (!title) fail(source, "a step begins with `## ` and its title", begin);
  const made = { title, line: begin + 1, body: [], task: null, page: {}, check: [], hints: [], solution: {} };
  for (const block of blocks(source)) {
    if (block.task) {
      if (made.task) fail(source, "a step has one task", block.at);
      made.task = block.task;
    } else if (block.use) {
      useBlock(source, made, block);
    } else {
      if (made.task) fail(source, "the task comes after the text to read", block.at);
      delete block.at;
      made.body.push(block);
    }
  }
  const needs = [[made.check.length, "a check"], [made.hints.length, "a hint"], [Object.keys(made.solution).length, "a solution"]];
  for (const [there, what] of needs) {
    if (made.task && !there) fail(source, `the task of "${title}" has no ${what.slice(2)}`, begin);
    if (!made.task && there) fail(source, `"${title}" has ${what} and no task`, begin);
  }
  if (!made.body.length) fail(source, `"${title}" says nothing`, begin);
  return made;
}

function useBlock(source, made, { use, text, isWrong, at }) {
  switch (use) {
    case "mlir page":
      made.page.text = text;
      if (isWrong) made.isWrong = true;
      break;
    case "records page": made.page.dialect = text; break;
    case "rules page": made.page.rules = text; break;
    case "mlir solution": made.solution.text = text; break;
    case "records solution": made.solution.dialect = text; break;
    case "rules solution": made.solution.rules = text; break;
    case "page": Object.assign(made.page, settings(source, text, at)); break;
    case "solution": Object.assign(made.solution, settings(source, text, at)); break;
    case "hint": made.hints.push(blocks({ file: source.file, lines: text.trimEnd().split("\n"), at: 0 })); break;
    case "check":
      text.trimEnd().split("\n").forEach((line, i) => {
        try {
          made.check.push(parseCondition(line));
        } catch (error) {
          fail(source, error.message, at + 1 + i);
        }
      });
      break;
    default: fail(source, `there is no block \`${use}\``, at);
  }
}

// What a block ```page or ```solution sets.
function settings(source, text, at) {
  const set = {};
  text.trimEnd().split("\n").forEach((line, i) => {
    const [, name, value] = /^([a-z-]+): *(.*)$/.exec(line) ?? fail(source, "`name: value` is wanted here", at + 1 + i);
    switch (name) {
      case "output":
        if (!OUTPUTS.includes(value)) fail(source, `there is no output '${value}'`, at + 1 + i);
        set.output = value;
        break;
      case "pipeline": set.pipeline = value; break;
      case "edition": set.edition = value === "current" ? "" : value; break;
      case "rung": set.rung = value; break;
      case "lab": set.lab = { ...set.lab, ...(value === "closed" ? { open: false } : { open: true, type: value }) }; break;
      case "lab-options": set.lab = { ...set.lab, options: labOptions(source, value, at + 1 + i) }; break;
      case "run": set.view = { name: "run", kept: { name: value, fields: [] } }; break;
      case "unknown-dialects":
        if (!["read", "refused"].includes(value)) fail(source, "unknown dialects are `read` or `refused`", at + 1 + i);
        set.readUnknown = value === "read";
        break;
      case "dialect":
        if (value !== "none") fail(source, "a dialect is a block of records, or `none`", at + 1 + i);
        set.dialect = "";
        break;
      default: fail(source, `there is nothing called '${name}' to set`, at + 1 + i);
    }
  });
  return set;
}

function labOptions(source, text, at) {
  const options = {};
  for (const part of text.split(",").map((it) => it.trim()).filter((it) => it && it !== "none")) {
    const [name, ...rest] = part.split("=");
    const kind = LAB_OPTIONS[name] ?? fail(source, `the type lab has no option '${name}'`, at);
    options[name] = kind === "flag" ? true : kind === "number" ? Number(rest.join("=")) : rest.join("=");
  }
  return options;
}

// --- Markdown, the part of it that lessons use

// Blocks up to the next heading or the end: { p }, { ul }, { ol }, { table }, { code }, { task }, { use, text }, each `at` a line.
function blocks(source) {
  const found = [];
  for (let line; (line = source.lines[source.at]) !== undefined && !/^#{1,2} /.test(line); ) {
    const at = source.at;
    if (line.trim() === "") source.at += 1;
    else found.push({ ...block(source, line), at });
  }
  return found;
}

function block(source, line) {
  if (line.startsWith("```")) return fence(source, line.slice(3).trim());
  if (line.startsWith("> ")) return { task: inline(source, take(source, (it) => it.startsWith("> ")).map((it) => it.slice(2)).join(" ")) };
  if (line.startsWith("| ")) return table(source);
  if (/^[-*] /.test(line)) return { ul: list(source, /^[-*] /) };
  if (/^\d+\. /.test(line)) return { ol: list(source, /^\d+\. /) };
  if (/^(#|<|!\[| {4}|---)/.test(line)) fail(source, "lessons know no such Markdown");
  return { p: inline(source, take(source, (it) => it.trim() !== "" && !/^(```|> |\| |[-*] |\d+\. |#)/.test(it)).join(" ")) };
}

// The lines from here for which `holds`.
function take(source, holds) {
  const begin = source.at;
  while (source.at < source.lines.length && holds(source.lines[source.at])) source.at += 1;
  return source.lines.slice(begin, source.at);
}

function fence(source, info) {
  const begin = source.at;
  source.at += 1;
  const lines = take(source, (line) => line !== "```");
  if (source.at === source.lines.length) fail(source, "this block has no end", begin);
  source.at += 1;
  const text = `${lines.join("\n")}\n`;
  const [lang, ...words] = info.split(" ");
  const wrong = words.includes("expect-error") && { isWrong: true };
  const rest = words.filter((word) => word !== "expect-error");
  if (SHOWN.includes(lang) && !rest.length) return { code: { lang, text, ...wrong } };
  return { use: [lang, ...rest].join(" "), text, ...wrong };
}

function list(source, mark) {
  const items = [];
  for (let line; mark.test(line = source.lines[source.at] ?? ""); ) {
    const begin = source.at;
    source.at += 1;
    const more = take(source, (it) => /^ {2,}\S/.test(it));
    items.push(inline(source, [line.replace(mark, ""), ...more.map((it) => it.trim())].join(" "), begin));
  }
  return items;
}

function table(source) {
  const begin = source.at;
  const rows = take(source, (line) => line.startsWith("|")).map((line, i) => {
    const cells = line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
    return { cells, at: begin + i };
  });
  if (rows.length < 3 || !rows[1].cells.every((cell) => /^:?-+:?$/.test(cell))) fail(source, "a table is a head, a line of dashes and rows", begin);
  const width = rows[0].cells.length;
  const wrong = rows.find(({ cells }) => cells.length !== width);
  if (wrong) fail(source, `this row has ${wrong.cells.length} cells, the head ${width}`, wrong.at);
  const [head, , ...body] = rows.map(({ cells, at }) => cells.map((cell) => inline(source, cell, at)));
  return { table: { head, rows: body } };
}

const MARKS = /`([^`]+)`|\[\[([^\]|]+)(?:\|([^\]]+))?\]\]|\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\{control: ([a-z-]+)\}/g;

// Parts of a paragraph: text, ["code", text], ["term", word, label], ["a", url, parts], ["strong", parts], ["em", parts],
// ["control", name], of which nothing is shown.
function inline(source, text, at = source.at - 1) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(MARKS)) {
    const [whole, code, term, label, words, url, strong, em, control] = match;
    if (match.index > from) parts.push(plain(source, text.slice(from, match.index), at));
    if (code) parts.push(["code", code]);
    else if (term) parts.push(["term", term, label ?? term]);
    else if (url) {
      if (!/^https:\/\//.test(url)) fail(source, `'${url}' is no https address`, at);
      parts.push(["a", url, inline(source, words, at)]);
    } else if (control) {
      if (!Object.hasOwn(CONTROLS, control)) fail(source, `the page has no control '${control}'`, at);
      parts.push(["control", control]);
    } else parts.push(strong ? ["strong", inline(source, strong, at)] : ["em", inline(source, em, at)]);
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push(plain(source, text.slice(from), at));
  return parts;
}

function plain(source, text, at) {
  if (/[`<>]|\]\(|\[\[|\]\]/.test(text)) fail(source, `this is left of a mark: ${text.trim()}`, at);
  return text;
}
