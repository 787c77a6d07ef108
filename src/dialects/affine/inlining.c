// Inlining into and of affine operations (after AffineInlinerInterface of mlir/lib/Dialect/Affine/IR/AffineOps.cpp).
#include "ops/affine.h"
#include "ops/memref.h"
#include "ops/tensor.h"

#include "analysis/inlining.h"
#include "dialects/affine/hooks.h"
#include "ir/affine.h"
#include "ops/op_interfaces.h"

static bool is_affine_loop_or_if(const Operation *op) { return op_is(op, OP_AFFINE_FOR) || op_is(op, OP_AFFINE_PARALLEL) || op_is(op, OP_AFFINE_IF); }

// Always into what begins an affine scope, and into loops and conditions, where their region allows it.
bool inlines_affine_op(const Operation *op, const Region *to) {
  (void)op;
  return to->op && (op_has(to->op, TRAIT_AFFINE_SCOPE) || is_affine_loop_or_if(to->op));
}

static bool is_top_level(const Value *value, const Region *region) {
  const Block *block = value_block(value);
  return block && block->region == region;
}

// A dimension or symbol stays one: what is at the top of a function may not be that inside a loop.
static bool stays(Context *ctx, const Value *value, const Region *from, const Region *to, const Operation *call, bool is_symbol) {
  if (!is_top_level(value, from)) return true;
  if (value->is_arg) {
    Span arguments = ask_call(call->def)->arguments(call);
    const Value *given = op_operand(call, arguments.begin + value->index);
    return is_symbol ? affine_is_valid_symbol(ctx, given, to) : affine_is_valid_dim(ctx, given, to);
  }
  const Operation *op = value_def(value);
  return op_has(op, TRAIT_CONSTANT_LIKE) || op_is(op, OP_MEMREF_DIM) || op_is(op, OP_TENSOR_DIM);
}

// The values that a map of an affine operation takes.
static bool all_stay(Context *ctx, const Operation *op, const AffineMap *map, uint32_t first, const Region *from, const Region *to, const Operation *call) {
  for (uint32_t i = 0; i < map->dim_count + map->symbol_count && first + i < op->operand_count; i++)
    if (!stays(ctx, op_operand(op, first + i), from, to, call, i >= map->dim_count)) return false;
  return true;
}

static bool op_stays(Context *ctx, const Operation *op, const Region *from, const Region *to, const Operation *call) {
  const MemoryEffectOpInterface *asked = ask_memory_effect(op->def);
  if (asked && !asked->effects(op)) return true;
  A map = op_is(op, OP_AFFINE_LOAD) || op_is(op, OP_AFFINE_STORE) || op_is(op, OP_AFFINE_VECTOR_LOAD) || op_is(op, OP_AFFINE_VECTOR_STORE) ? op_prop(op, "map") : NULL;
  uint32_t first = op_is(op, OP_AFFINE_STORE) || op_is(op, OP_AFFINE_VECTOR_STORE) ? 2 : 1;
  return map && all_stay(ctx, op, ((const MapAttr *)map)->map, first, from, to, call);
}

bool inlines_into_affine(Context *ctx, const Region *to, const Region *from, const Operation *call) {
  if (!is_affine_loop_or_if(to->op) || from->first->next) return false;
  block_each_op(from->first, op)
    if (!op_stays(ctx, op, from, to, call)) return false;
  return true;
}
