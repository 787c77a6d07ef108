// The pipelines on offer. Links keep a pipeline's text, so entries may change freely.

function toLLVM(funcOptions = "") {
  return "builtin.module(expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-cf-to-llvm," +
    "convert-arith-to-llvm,convert-index-to-llvm,finalize-memref-to-llvm," +
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
