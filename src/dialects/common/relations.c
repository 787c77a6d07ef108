// Functions that records use in relations: see relations.h.
#include "dialects/common/relations.h"

#include "asm/printer.h"
#include "ops/arith.h"
#include "ops/func.h"
#include "ops/tensor.h"
#include "ops/vector.h"

T same_type(Context *ctx, T type) {
  (void)ctx;
  return type;
}

T element_of(Context *ctx, T type) {
  (void)ctx;
  return type_element(type);
}

T i1_same_shape(Context *ctx, T type) { return type_with_element(ctx, type, ctx->types.i1); }

static const int64_t *tensor_dims(T type, uint64_t *rank) {
  bool ranked = type_kind(type) == TYPE_TENSOR;
  const ShapedType *tensor = (const ShapedType *)type;
  *rank = ranked ? tensor->rank : 0;
  return ranked ? tensor->dims : NULL;
}

bool same_tensor_dims(const Operation *op) {
  uint64_t in_rank, out_rank;
  const int64_t *in = tensor_dims(op_operand_type(op, 0), &in_rank);
  const int64_t *out = tensor_dims(op_result_type(op, 0), &out_rank);
  if (type_kind(op_operand_type(op, 0)) == TYPE_UNRANKED_TENSOR || type_kind(op_result_type(op, 0)) == TYPE_UNRANKED_TENSOR) return false;
  return in_rank == out_rank && (!in_rank || memcmp(in, out, in_rank * sizeof *in) == 0);
}

static bool operand_element(const Operation *op, uint32_t i) {
  return i < op->operand_count && op->result_count &&
         type_element_or_self(op_operand_type(op, i)) == type_element_or_self(op_result_type(op, 0));
}

bool operand_0_element(const Operation *op) { return operand_element(op, 0); }
bool operand_1_element(const Operation *op) { return operand_element(op, 1); }
bool operand_2_element(const Operation *op) { return operand_element(op, 2); }

bool operands_0_1_element(const Operation *op) {
  if (op->operand_count < 2) return false;
  const ShapedType *lhs = type_as_shaped(op_operand_type(op, 0)), *rhs = type_as_shaped(op_operand_type(op, 1));
  return lhs && rhs && lhs->element == rhs->element;
}

void function_inputs(Context *ctx, Arena *arena, T type, TypeVec *out) {
  (void)ctx;
  const FunctionType *function = type_as_function(type);
  for (uint32_t i = 0; function && i < function->input_count; i++) vec_push(arena, out, function->types[i]);
}

void function_results(Context *ctx, Arena *arena, T type, TypeVec *out) {
  (void)ctx;
  const FunctionType *function = type_as_function(type);
  for (uint32_t i = 0; function && i < function->result_count; i++)
    vec_push(arena, out, function->types[function->input_count + i]);
}

void shaped_elements(Context *ctx, Arena *arena, T type, TypeVec *out) {
  (void)ctx;
  int64_t count = type_num_elements(type);
  for (int64_t i = 0; i < count && !arena->mem->exhausted; i++) vec_push(arena, out, type_element(type));
}

bool callee_takes_operands(const Operation *op) {
  const FunctionType *callee = type_as_function(op_operand_type(op, 0));
  if (!callee || callee->input_count != op->operand_count - 1) return false;
  for (uint32_t i = 0; i < callee->input_count; i++)
    if (callee->types[i] != op_operand_type(op, i + 1)) return false;
  return true;
}

bool callee_gives_results(const Operation *op) {
  const FunctionType *callee = type_as_function(op_operand_type(op, 0));
  if (!callee || callee->result_count != op->result_count) return false;
  for (uint32_t i = 0; i < callee->result_count; i++)
    if (callee->types[callee->input_count + i] != op_result_type(op, i)) return false;
  return true;
}

bool shapes_are_compatible(T a, T b) {
  const ShapedType *x = type_as_shaped(a), *y = type_as_shaped(b);
  if (!x || !y) return !x && !y;
  if (!type_has_rank(a) || !type_has_rank(b)) return true;
  if (x->rank != y->rank) return false;
  for (uint64_t i = 0; i < x->rank; i++)
    if (x->dims[i] != y->dims[i] && x->dims[i] != DYNAMIC && y->dims[i] != DYNAMIC) return false;
  return true;
}

void suggest_record_names(Printer *p, const Operation *op) {
  Span results;
  for (uint32_t i = 0; i < op->def->result_count; i++)
    if (def_results(op->def)[i].name && op_result_span(op, i, &results) && span_size(results))
      printer_suggest_name(p, op_result(op, results.begin), str_from(def_result_name(op->def, i)));
}
