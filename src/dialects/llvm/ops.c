// The operations of the llvm dialect (https://mlir.llvm.org/docs/Dialects/LLVM/): their records are in the
// .def files beside this one.
#include "ops/llvm.h"

#include "dialects/common/relations.h"
#include "dialects/llvm/attrs.h"
#include "dialects/llvm/fold.h"
#include "dialects/llvm/hooks.h"
#include "dialects/llvm/ops.h"
#include "dialects/llvm/types.h"

// ---------------------------------------------------------------------------------------------
// Relations

// The struct of a value and an i1 that cmpxchg gives.
T llvm_value_and_bool(Context *ctx, T type) { return llvm_struct(ctx, (const T[]){type, ctx->types.i1}, 2, false); }

static bool is_scalable(T type) { return type_is_vector(type) && ((const ShapedType *)type)->scalable; }

static uint64_t vector_bits(T type) {
  if (!type_is_vector(type)) return 0;
  uint64_t bits = type_bits(((const ShapedType *)type)->element);
  uint64_t count = (uint64_t)type_num_elements(type);
  return bits && count > UINT64_MAX / bits ? UINT64_MAX : bits * count;
}

#define VECTOR_LIMIT 131072u

static bool fits_limit(T a, T b) { return vector_bits(a) <= VECTOR_LIMIT && vector_bits(b) <= VECTOR_LIMIT; }

bool llvm_vectors_fit_limit(const Operation *op) {
  return fits_limit(op_operand_type(op, op->operand_count - 1), op_result_type(op, 0));
}

bool llvm_extracts_fixed(const Operation *op) {
  return !is_scalable(op_result_type(op, 0)) || is_scalable(op_operand_type(op, 0));
}

bool llvm_inserts_fixed(const Operation *op) {
  return !is_scalable(op_operand_type(op, 1)) || is_scalable(op_operand_type(op, 0));
}

bool llvm_interleave_doubles(const Operation *op) {
  T in = op_operand_type(op, 0), out = op_result_type(op, 0);
  return type_is_vector(in) && type_is_vector(out) && type_element(in) == type_element(out) &&
         !((const ShapedType *)in)->scalable == !((const ShapedType *)out)->scalable &&
         type_num_elements(in) <= INT64_MAX / 2 && type_num_elements(out) == type_num_elements(in) * 2;
}

// ---------------------------------------------------------------------------------------------
// Operations

void init_llvm(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, llvm_directives);
  format_add_directives(ctx, llvm_typed_directives);
  params_add_directives(ctx, llvm_param_directives);
}
