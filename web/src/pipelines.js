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
