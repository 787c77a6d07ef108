// The pass that lowers each operation or type.
#include "convert/legalization_hints.h"

#include "convert/llvm/llvm_types.h"
#include "ops/arith.h"
#include "ops/complex.h"
#include "ops/math.h"
#include "ops/memref.h"
#include "ops/vector.h"

// Looked up by the operation, or else by its dialect.
static const struct {
  uint16_t opcode;
  const char *pass;   // NULL: none
} of_ops[] = {
  {OP_ARITH_SCALING_EXTF, "arith-expand"},
  {OP_ARITH_SCALING_TRUNCF, "arith-expand"},
  {OP_COMPLEX_ABS, "convert-complex-to-llvm"},
  {OP_COMPLEX_ADD, "convert-complex-to-llvm"},
  {OP_COMPLEX_BITCAST, NULL},
  {OP_COMPLEX_CONSTANT, "convert-complex-to-llvm"},
  {OP_COMPLEX_CREATE, "convert-complex-to-llvm"},
  {OP_COMPLEX_DIV, "convert-complex-to-llvm"},
  {OP_COMPLEX_IM, "convert-complex-to-llvm"},
  {OP_COMPLEX_MUL, "convert-complex-to-llvm"},
  {OP_COMPLEX_RE, "convert-complex-to-llvm"},
  {OP_COMPLEX_SUB, "convert-complex-to-llvm"},
  {OP_MATH_ACOSH, "convert-math-to-libm"},
  {OP_MATH_ASINH, "convert-math-to-libm"},
  {OP_MATH_ATANH, "convert-math-to-libm"},
  {OP_MATH_CBRT, "convert-math-to-libm"},
  {OP_MATH_CLAMPF, "math-expand-ops"},
  {OP_MATH_ERF, "convert-math-to-libm"},
  {OP_MATH_ERFC, "convert-math-to-libm"},
  {OP_MATH_IPOWI, "math-expand-ops"},
  {OP_MATH_ISINF, "math-expand-ops"},
  {OP_MATH_ISNORMAL, "math-expand-ops"},
  {OP_MEMREF_ALLOCA_SCOPE, "convert-scf-to-cf"},
  {OP_MEMREF_COLLAPSE_SHAPE, "expand-strided-metadata"},
  {OP_MEMREF_EXPAND_SHAPE, "expand-strided-metadata"},
  {OP_MEMREF_REALLOC, "expand-realloc"},
  {OP_MEMREF_SUBVIEW, "expand-strided-metadata"},
  {OP_VECTOR_TRANSFER_READ, "convert-vector-to-scf"},
  {OP_VECTOR_TRANSFER_WRITE, "convert-vector-to-scf"},
};
static const struct {
  const char *dialect, *pass;
} of_dialects[] = {
  {"affine", "lower-affine"},
  {"arith", "convert-arith-to-llvm"},
  {"async", "convert-async-to-llvm"},
  {"bufferization", "one-shot-bufferize"},
  {"cf", "convert-cf-to-llvm"},
  {"complex", "convert-complex-to-standard"},
  {"func", "convert-func-to-llvm"},
  {"gpu", "gpu-to-llvm"},
  {"index", "convert-index-to-llvm"},
  {"linalg", "convert-linalg-to-loops"},
  {"math", "convert-math-to-llvm"},
  {"memref", "finalize-memref-to-llvm"},
  {"scf", "convert-scf-to-cf"},
  {"shape", "convert-shape-to-std"},
  {"tensor", "one-shot-bufferize"},
  {"ub", "convert-ub-to-llvm"},
  {"vector", "convert-vector-to-llvm"},
};

const char *legalization_hint(const OpDef *op) {
  for (uint32_t i = 0; i < countof(of_ops); i++)
    if (op->opcode == of_ops[i].opcode) return of_ops[i].pass;
  for (uint32_t i = 0; i < countof(of_dialects); i++)
    if (str_is(name_dialect(def_name(op)), of_dialects[i].dialect)) return of_dialects[i].pass;
  return NULL;
}

static const char *type_hint(T type, const char **pass) {
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

const LegalizationHints legalization_hints = {.pass_for = legalization_hint, .type_hint = type_hint};
