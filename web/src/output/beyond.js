// Dialects that Rung keeps and cannot lower yet, and LLVM's mlir-opt can: one sentence on top of the result, and the command for it.
import { count, element } from "../base/dom.js";

/** The passes that lead from a dialect to loops, in the order they run. */
const ROADS = new Map([
  ["tosa", "func.func(tosa-to-linalg-named,tosa-to-linalg,tosa-to-arith,tosa-to-tensor)"],
  ["tensor", ""],
  ["bufferization", ""],
  ["linalg", "convert-linalg-to-loops"],
]);
const BUFFERS = "one-shot-bufferize{bufferize-function-boundaries=true}";

/** Which such dialects operations at these places of the text have: { dialects, count }. */
export function beyondOf(text, diagnostics) {
  const dialects = new Set();
  let operations = 0;
  for (const { kind, from, to, about } of diagnostics) {
    if (kind !== "kept") continue;
    const dialect = /^"?(\w+)\./.exec(text.slice(from, to))?.[1];
    if (!ROADS.has(dialect)) continue;
    dialects.add(dialect);
    operations += about ?? 0;
  }
  return { dialects: [...dialects], count: operations };
}

/** A pipeline that begins with what these dialects need. */
export function roadFrom(dialects, text, pipeline) {
  const has = (dialect) => dialects.includes(dialect);
  const first = [
    has("tosa") ? ROADS.get("tosa") : "",
    /\btensor</.test(text) ? BUFFERS : "",
    has("linalg") || has("tosa") ? ROADS.get("linalg") : "",
  ].filter(Boolean);
  const inner = /^builtin\.module\(([^]*)\)$/.exec(pipeline.trim())?.[1] ?? pipeline;
  return `builtin.module(${[...first, inner].filter(Boolean).join(",")})`;
}

export class Beyond {
  #root;
  #copy;

  /** `root`: an element for the sentence; `work`, `controls`: of the page; `copy(pipeline)` copies a command that runs it. */
  constructor({ root, work, controls, copy }) {
    this.#root = root;
    this.#copy = copy;
    work.on("ran", ({ invalid, dumps }) => this.#show(invalid || dumps || !controls.isPipeline ? null : { text: work.doc.toString(), answer: work.answer, pipeline: controls.settings.pipeline }));
    work.on("waiting", () => this.#show(null));
  }

  #show(about) {
    const found = about?.answer ? beyondOf(about.text, about.answer.diagnostics) : { dialects: [] };
    this.#root.hidden = !found.dialects.length;
    if (this.#root.hidden) return;
    const { dialects } = found;
    const names = dialects.length > 1 ? `${dialects.slice(0, -1).join(", ")} and ${dialects.at(-1)}` : dialects[0];
    const pipeline = roadFrom(dialects, about.text, about.pipeline);
    this.#root.replaceChildren(
      element("span", {}, `Rung cannot lower ${names} yet: ${count(found.count, "operation")} ${found.count === 1 ? "stays as it is" : "stay as they are"}. LLVM's mlir-opt can.`),
      element("button", { type: "button", title: pipeline, onclick: () => this.#copy(pipeline) }, "Copy the mlir-opt command"));
  }
}
