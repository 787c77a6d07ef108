// Pipelines to start from.
#include "passes/pipeline.h"

#define TO_LLVM(func_options) \
  "builtin.module(expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-cf-to-llvm," \
  "convert-vector-to-llvm,convert-math-to-llvm,convert-complex-to-llvm,convert-arith-to-llvm," \
  "convert-index-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm" func_options ",reconcile-unrealized-casts)"

const PipelinePreset pipeline_presets[] = {
  {"llvm", "To the LLVM dialect", TO_LLVM("")},
  {"bare-pointers", "To the LLVM dialect, bare pointers", TO_LLVM("{use-bare-ptr-memref-call-conv=1}")},
  {"cfg", "Loops to blocks", "builtin.module(lower-affine,convert-scf-to-cf)"},
  {"cse", "Common subexpressions", "builtin.module(cse)"},
  {0},
};
