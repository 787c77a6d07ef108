// The vector dialect: multi-dimensional vectors (https://mlir.llvm.org/docs/Dialects/Vector/).
#include "ops/vector.h"

#include "asm/parser.h"
#include "dialects/arith/fold.h"
#include "dialects/common/relations.h"
#include "dialects/vector/fold.h"

// --- Enums and attributes

// ---------------------------------------------------------------------------------------------
// Relations

static T with_last_dim(Context *ctx, const ShapedType *vector, int64_t size) {
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  int64_t *dims = arena_new(&scratch, int64_t, vector->rank);
  T type = &vector->base;
  if (dims) {
    memcpy(dims, vector->dims, vector->rank * sizeof *dims);
    dims[vector->rank - 1] = size;
    type = type_vector(ctx, dims, (uint32_t)vector->rank, vector->scalable, vector->element);
  }
  arena_free(&scratch);
  return type;
}

T vector_half_last_dim(Context *ctx, T type) {
  const ShapedType *vector = as_vector(type);
  if (!vector || !vector->rank || vector->dims[vector->rank - 1] < 2) return type;
  return with_last_dim(ctx, vector, vector->dims[vector->rank - 1] / 2);
}

T vector_double_last_dim(Context *ctx, T type) {
  const ShapedType *vector = as_vector(type);
  if (!vector) return type;
  if (!vector->rank) return type_vector(ctx, &(int64_t){2}, 1, 0, vector->element);
  int64_t size = vector->dims[vector->rank - 1];
  return size > INT64_MAX / 2 ? type : with_last_dim(ctx, vector, size * 2);
}

bool vector_even_last_dim(const Operation *op) {
  const ShapedType *vector = as_vector(op_operand_type(op, 0));
  return vector && vector->rank && vector->dims[vector->rank - 1] % 2 == 0;
}

static bool elements_fit(T type, const Use *operands, const Value *results, uint32_t count) {
  const ShapedType *shaped = type_as_shaped(type);
  if (!shaped || type_num_elements(type) != (int64_t)count) return false;
  for (uint32_t i = 0; i < count; i++)
    if ((operands ? operands[i].value->type : results[i].type) != shaped->element) return false;
  return true;
}

bool vector_elements_fit_dest(const Operation *op) {
  return elements_fit(op_result_type(op, 0), op->operands, NULL, op->operand_count);
}

bool vector_elements_fit_source(const Operation *op) {
  return elements_fit(op_operand_type(op, 0), NULL, op->results, op->result_count);
}

bool vector_prints_string_or_value(const Operation *op) {
  if (!op_prop_at(op, VECTOR_PRINT_STRING_LITERAL)) return true;
  A punctuation = op_prop_at(op, VECTOR_PRINT_PUNCTUATION);
  return !op->operand_count && punctuation && attr_param(punctuation, 0) == VECTOR_PRINT_PUNCTUATION_NEWLINE;
}

static bool position_is_multiple(const Operation *op, T type) {
  int64_t length = type_num_elements(type);
  return length > 0 && op_prop_i64(op, "pos") % length == 0;
}

bool vector_position_fits_result(const Operation *op) { return position_is_multiple(op, op_result_type(op, 0)); }
bool vector_position_fits_source(const Operation *op) { return position_is_multiple(op, op_operand_type(op, 0)); }

// ---------------------------------------------------------------------------------------------
// Operations
