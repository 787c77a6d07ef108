// The pipelines on offer. Links keep a pipeline's text, so entries may change freely.

function toLLVM(funcOptions = "") {
  return "builtin.module(expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-cf-to-llvm," +
    "convert-vector-to-llvm,convert-math-to-llvm,convert-complex-to-llvm,convert-arith-to-llvm," +
    "convert-index-to-llvm,finalize-memref-to-llvm," +
    `convert-func-to-llvm${funcOptions},reconcile-unrealized-casts)`;
}

export const pipelines = [
  { id: "llvm", label: "To the LLVM dialect", text: toLLVM() },
  { id: "bare-pointers", label: "To the LLVM dialect, bare pointers", text: toLLVM("{use-bare-ptr-memref-call-conv=1}") },
  { id: "cfg", label: "Loops to blocks", text: "builtin.module(lower-affine,convert-scf-to-cf)" },
  { id: "cse", label: "Common subexpressions", text: "builtin.module(cse)" },
];

/** The most that all stages together may be long, and how many they may be. */
const STAGES_LENGTH = 4_000_000;
const STAGES = 100;

/** Whether the text after every pass is worth having: passes on nested operations run, and show the
 *  whole module, once for each such operation. `doc` is a CodeMirror text. */
export function worthStages(pipeline, doc) {
  const passes = pipeline.split(",").length;
  if (passes * doc.length > STAGES_LENGTH) return false;
  const [, ...anchors] = pipeline.match(/[\w.$-]+(?=\()/g) ?? [];
  const text = anchors.length ? doc.toString() : "";
  const runs = Math.max(1, ...anchors.map((name) => text.split(name).length - 1));
  return passes * runs <= STAGES && passes * runs * doc.length <= STAGES_LENGTH;
}

// The elements between the outermost parentheses: { begin, end } of the inside, and where each starts.
function topLevel(pipeline) {
  const begin = pipeline.indexOf("(") + 1;
  const end = pipeline.lastIndexOf(")");
  if (!begin || end < begin) return null;
  const starts = [begin];
  let depth = 0;
  for (let i = begin; i < end; i++) {
    if ("({".includes(pipeline[i])) depth++;
    else if (")}".includes(pipeline[i])) depth--;
    else if (pipeline[i] === "," && !depth) starts.push(i + 1);
  }
  return { end, starts, names: starts.map((at) => /^\s*([\w.-]*)/.exec(pipeline.slice(at))[1]) };
}

const TIDY = "reconcile-unrealized-casts";

/** The pipeline with a pass more: before the last one called `before`, or at the end (where casts are
 *  removed last). `anchor`: the operation the pass runs on. */
export function addPass(pipeline, pass, anchor = "", before = "") {
  const parts = topLevel(pipeline);
  const text = anchor && anchor !== "builtin.module" ? `${anchor}(${pass})` : pass;
  if (!parts) return `builtin.module(${text})`;
  const { end, starts, names } = parts;
  if (names.length === 1 && !names[0]) return `${pipeline.slice(0, starts[0])}${text}${pipeline.slice(end)}`;
  let index = before ? names.lastIndexOf(before) : -1;
  if (index < 0 && pass !== TIDY && names.at(-1) === TIDY) index = names.length - 1;
  const at = index < 0 ? end : starts[index];
  return index < 0 ? `${pipeline.slice(0, at)},${text}${pipeline.slice(at)}` : `${pipeline.slice(0, at)}${text},${pipeline.slice(at)}`;
}

/** How a pipeline converts types, as far as it says: options for Session.explainType. */
export function typeOptions(pipeline) {
  return {
    barePointers: /use-bare-ptr-memref-call-conv(?!=(?:0|false))/.test(pipeline),
    indexBits: Number(/convert-func-to-llvm\{[^}]*index-bitwidth=(\d+)/.exec(pipeline)?.[1] ?? 0),
  };
}
