// The text corpus: files under tests/cases hold cases of the form
//
//   === a sentence that says what holds
//   args: --cse                      (optional)
//   input, as many lines as wanted
//   --- output
//   what is printed on stdout, byte for byte
//   --- error
//   what is printed on stderr: the lines `line:column: severity: text` of its messages, without file names,
//   source lines and "see current operation" notes; the exit status is 1 when one of them is an error
//   --- explanation
//   what --explain says on stderr, up to an empty line
//   --- fixed
//   what --fix makes of the input
//   --- upgraded
//   what --upgrade makes of the input; its messages are those of the section `error`
//   --- changes
//   what --upgrade says it changed: the lines `line:column-line:column: …`
//
// A section that is left out is empty: what a case does not say is not printed. Instead of a text there may be
// `--- output: as the input`, or `--- output: as without --explain`. Newlines at the end do not count: mlir-opt
// ends a module with an empty line, and so may a case.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

const root = new URL("./cases/", import.meta.url).pathname;

function files(folder) {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? files(path) : path.endsWith(".txt") ? [path] : []));
}

// "--cse --split='a b'" -> ["--cse", "--split=a b"]
export function splitArgs(text) {
  return (text.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replace(/'/g, ""));
}

export function parseCases(text, file) {
  const cases = [];
  let current;
  let section;
  text.split("\n").forEach((line, index) => {
    if (line.startsWith("=== ")) {
      current = { name: line.slice(4), file, line: index + 1, args: [], input: "" };
      section = "input";
      cases.push(current);
    } else if (!current) {
      return; // a comment above the first case
    } else if (/^--- (output|error|explanation|fixed|upgraded|changes)$/.test(line)) {
      section = line.slice(4);
      current[section] = "";
    } else if (/^--- output: as (the input|without --explain)$/.test(line)) {
      section = undefined;
      current.outputAs = line.slice(15);
    } else if (section === "input" && current.input === "" && line.startsWith("args: ")) {
      current.args = splitArgs(line.slice(6));
    } else {
      assert.ok(!line.startsWith("--- ") && (section || line === ""), `${file}:${index + 1}: no section of a case: ${line}`);
      if (section) current[section] += `${line}\n`;
    }
  });
  return cases;
}

export function allCases() {
  return files(root).flatMap((path) => parseCases(readFileSync(path, "utf8"), relative(root, path)));
}

// Text whose newlines at the end are one, or none when there is no text.
export function oneNewline(text) {
  return text.replace(/\n+$/, "") && text.replace(/\n*$/, "\n");
}

// Messages of a run as `line:column: severity: text`; a NUL, which mlir-opt prints in one of them, as ␀.
export function messages(stderr) {
  return stderr
    .split("\n")
    .map((line) => line.match(/^(?:<stdin>|<unknown>):(\d+(?::\d+)?: (?:error|warning|remark|note|info): .*)$/)?.[1])
    .filter((line) => line && !line.includes("note: see current operation: "))
    .map((line) => `${line.replaceAll("\0", "␀")}\n`)
    .join("");
}

// What --upgrade changed.
export function changes(stderr) {
  return [...stderr.matchAll(/^<stdin>:(\d+:\d+-\d+:\d+: )upgraded: (.*\n)/gm)].map(([, place, change]) => place + change).join("");
}

const explained = /^\/\/ -----\/\/ Explanation \/\/----- \/\/\n([^]*?\n)\n/m;

// What --explain said.
export function explanation(stderr) {
  return stderr.match(explained)?.[1] ?? "";
}

export function withoutExplanation(stderr) {
  return stderr.replace(explained, "");
}

/** The block of code of a document that stands behind `<!-- name -->`. */
export function block(text, name) {
  const match = text.match(new RegExp(`<!-- ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``));
  if (!match) throw new Error(`the document does not show the ${name}`);
  return match[1];
}
