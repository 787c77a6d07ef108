// What the programs rung-run and rung-reduce have in common.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** Bytes of a file of the build: beside this one in the npm package, else where the build puts it. */
export function built(name) {
  return readFile([new URL(`./${name}`, import.meta.url), new URL(`../build/wasm/${name}`, import.meta.url)].find(existsSync));
}

/** A flag that names a pass, as an element of a pipeline. */
export const passOf = (name, value) => (value === undefined ? name : `${name}{${value.replace(/^\{(.*)\}$/s, "$1")}}`);

/** `--name=value`, with one or two dashes: { name, value }; name undefined: it is no flag. */
export function flagOf(arg) {
  const [, name, value] = /^--?([A-Za-z0-9-]+)(?:=(.*))?$/s.exec(arg) ?? [];
  return { name, value };
}

/** A file's text; of null and "-" that of stdin. */
export async function readInput(path) {
  if (path !== null && path !== "-") return readFile(path, "utf8");
  const pieces = [];
  for await (const piece of process.stdin) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}
