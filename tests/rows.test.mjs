// Every row of a record that says how older releases wrote an operation is exercised by a case. The case holds the name that
// the operation had, in an edition that the row is for; if the name has changed since, the name alone is enough.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { allCases } from "./cases.mjs";

const dialects = new URL("../src/dialects/", import.meta.url).pathname;
const editions = { 2019: [8, 9], llvm11: [10, 11], 2020: [10, 12], llvm13: [13, 13], llvm14: [14, 14], llvm16: [16, 16], llvm19: [19, 19] };

// { name, today, after, until }: `name` is what the operation was called behind release `after`, up to `until`.
function rowsOf(dialect) {
  const rows = [];
  let op, after;
  for (const line of readFileSync(`${dialects}${dialect}/${dialect}.ops`, "utf8").split("\n")) {
    const head = line.match(/^op ([\w.]+)(?: since \d+)?(?: until (\d+))?/);
    const row = line.match(/^ {2}until +(\d+)(?: (?!format|generic|because)([\w.]+))?/);
    if (head) {
      op = `${dialect}.${head[1]}`;
      after = 0;
      if (head[2]) rows.push({ name: op, today: op, after, until: Number(head[2]) });
    } else if (/^class /.test(line)) {
      op = undefined; // what its operations share is exercised when one of them is
      after = 0;
    } else if (row && op) {
      rows.push({ name: row[2] ?? op, today: op, after, until: Number(row[1]) });
      after = Number(row[1]);
    }
  }
  return rows;
}

// Releases that a case is read or printed in; none: all are read.
function releasesOf({ args }) {
  return args.map((arg) => editions[arg.match(/^--edition(?:-in)?=(.*)$/)?.[1]]).filter(Boolean);
}

function has(text, name) {
  return new RegExp(`(^|[^\\w.$-])(std\\.|builtin\\.)?${name.replace(/^(std|builtin)\./, "").replaceAll(".", "\\.")}($|[^\\w.$-])`, "m").test(text);
}

const cases = allCases().filter(({ file }) => file.startsWith("editions/"));

for (const dialect of readdirSync(dialects).filter((name) => existsSync(`${dialects}${name}/${name}.ops`))) {
  test(`every older form in ${dialect}.ops is exercised`, () => {
    const bare = rowsOf(dialect).filter(({ name, today, after, until }) => {
      return !cases.some((c) => {
        const text = `${c.input}\n${c.output ?? ""}`;
        if (!has(text, name)) return false;
        const releases = releasesOf(c);
        return releases.length === 0 ? name !== today : releases.some(([first, last]) => first <= until && last > after);
      });
    });
    assert.deepEqual(bare.map(({ name, today, until }) => `${today}: until ${until} ${name}`), []);
  });
}
