// Which pass takes what further down.
#include "convert/legalization_hints.h"

#include "convert/llvm/llvm_types.h"

// Which pass takes an operation further down: by its name, or else by its dialect.
static const struct {
  const char *name, *pass;
} hints[] = {
  {"affine", "lower-affine"},
  {"arith.scaling_extf", "arith-expand"},
  {"arith.scaling_truncf", "arith-expand"},
  {"arith", "convert-arith-to-llvm"},
  {"async", "convert-async-to-llvm"},
  {"bufferization", "finalize-memref-to-llvm"},
  {"cf", "convert-cf-to-llvm"},
  {"complex.abs", "convert-complex-to-llvm"},
  {"complex.add", "convert-complex-to-llvm"},
  {"complex.bitcast", NULL},
  {"complex.constant", "convert-complex-to-llvm"},
  {"complex.create", "convert-complex-to-llvm"},
  {"complex.div", "convert-complex-to-llvm"},
  {"complex.im", "convert-complex-to-llvm"},
  {"complex.mul", "convert-complex-to-llvm"},
  {"complex.re", "convert-complex-to-llvm"},
  {"complex.sub", "convert-complex-to-llvm"},
  {"complex", "convert-complex-to-standard"},
  {"func", "convert-func-to-llvm"},
  {"gpu", "gpu-to-llvm"},
  {"index", "convert-index-to-llvm"},
  {"linalg", "convert-linalg-to-loops"},
  {"math.acosh", "convert-math-to-libm"},
  {"math.asinh", "convert-math-to-libm"},
  {"math.atanh", "convert-math-to-libm"},
  {"math.cbrt", "convert-math-to-libm"},
  {"math.clampf", "math-expand-ops"},
  {"math.erf", "convert-math-to-libm"},
  {"math.erfc", "convert-math-to-libm"},
  {"math.ipowi", "math-expand-ops"},
  {"math.isinf", "math-expand-ops"},
  {"math.isnormal", "math-expand-ops"},
  {"math", "convert-math-to-llvm"},
  {"memref.alloca_scope", "convert-scf-to-cf"},
  {"memref.collapse_shape", "expand-strided-metadata"},
  {"memref.expand_shape", "expand-strided-metadata"},
  {"memref.realloc", "expand-realloc"},
  {"memref.subview", "expand-strided-metadata"},
  {"memref", "finalize-memref-to-llvm"},
  {"scf", "convert-scf-to-cf"},
  {"shape", "convert-shape-to-std"},
  {"tensor", "one-shot-bufferize"},
  {"ub", "convert-ub-to-llvm"},
  {"vector.transfer_read", "convert-vector-to-scf"},
  {"vector.transfer_write", "convert-vector-to-scf"},
  {"vector", "convert-vector-to-llvm"},
};

const char *legalization_hint(Str op) {
  const char *dot = op.size ? memchr(op.data, '.', op.size) : NULL;
  Str dialect = dot ? str_slice(op, 0, (size_t)(dot - op.data)) : op;
  for (uint32_t i = 0; i < countof(hints); i++)
    if (str_is(op, hints[i].name) || str_is(dialect, hints[i].name)) return hints[i].pass;
  return NULL;
}

static const char *way_out(T type, const char **pass) {
  uint32_t space;
  switch (type_kind(type)) {
    case TYPE_TENSOR:
    case TYPE_UNRANKED_TENSOR:
      *pass = "one-shot-bufferize";
      return "; tensors become memrefs first (one-shot-bufferize)";
    case TYPE_MEMREF:
      if (!llvm_memref_space(type, &space)) return "; its memory space must be an integer";
      *pass = "normalize-memrefs";
      return "; its layout must be strided (normalize-memrefs)";
    default: return "";
  }
}

const LegalizationHints legalization_hints = {.pass_for = legalization_hint, .way_out = way_out};
