// tosa-make-broadcastable: operands of lower rank get leading dimensions of 1 (after mlir/lib/Dialect/Tosa/Transforms/TosaMakeBroadcastable.cpp).
#include "ops/func.h"
#include "ops/tosa.h"

#include "passes/tosa/tosa.h"

#include "dialects/tosa/shapes.h"
#include "ir/type.h"

static const ShapedType *ranked(T type) { return type_kind(type) == TYPE_TENSOR ? type_as_shaped(type) : NULL; }

// The dims that the lower shape gets; false: the shapes do not fit.
static bool align(const ShapedType *higher, const ShapedType *lower, int64_t *dims) {
  for (uint64_t i = 0; i < higher->rank; i++) dims[i] = 1;
  for (uint64_t i = 1; i <= lower->rank; i++) {
    int64_t high = higher->dims[higher->rank - i], low = lower->dims[lower->rank - i];
    if (low != high && low != 1 && high != 1 && !(low > 1 && high == 1)) return false;
    if ((low > 1 && high == 1) || low == high) dims[higher->rank - i] = low;
    else if (low != 1 || high <= 1) return false;
  }
  return true;
}

bool tosa_equalize_ranks(Builder *b, Arena *arena, Value **x, Value **y) {
  const ShapedType *a = ranked((*x)->type), *c = ranked((*y)->type);
  if (!a || !c) return false;
  if (a->rank == c->rank) return true;
  Value **lower = a->rank < c->rank ? x : y;
  const ShapedType *high = a->rank < c->rank ? c : a, *low = a->rank < c->rank ? a : c;
  int64_t *dims = arena_new(arena, int64_t, high->rank + 1), *shape = arena_new(arena, int64_t, high->rank + 1);
  if (!dims || !shape || !align(high, low, dims)) return false;
  for (uint64_t i = 0; i < high->rank; i++) shape[i] = dims[i] == DYNAMIC ? -1 : dims[i];
  Value *to = build_tosa_shape(b, shape, (uint32_t)high->rank);
  *lower = build2(b, OP_TOSA_RESHAPE, type_tensor(b->ctx, dims, (uint32_t)high->rank, low->element, NULL), *lower, to);
  return true;
}

// True when one of the operands was reshaped.
static bool reshape_lower(Greedy *g, const ShapedType *output, Value **x, Value **y) {
  const ShapedType *a = ranked((*x)->type), *b = ranked((*y)->type);
  if (!a || !b || a->rank == b->rank || (a->rank > b->rank ? a : b)->rank != output->rank) return false;
  return tosa_equalize_ranks(&g->b, g->arena, x, y);
}

static bool replace(Greedy *g, Operation *op, Value *const *operands) {
  OpState *state = builder_begin_def(&g->b, op->def);
  op_state_add_operands(state, operands, op->operand_count);
  op_state_take_types(state, op);
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (op_prop_at(op, i)) op_state_set_prop(state, i, op_prop_at(op, i));
  return greedy_replace1(g, op, builder_finish_value(&g->b));
}

static bool make_broadcastable(Greedy *g, Operation *op) {
  const ShapedType *output = ranked(op_result_type(op, 0));
  Value *operands[3] = {op_operand(op, 0), op_operand(op, 1), op->operand_count > 2 ? op_operand(op, 2) : NULL};
  if (!output || op->operand_count > 3 || !reshape_lower(g, output, &operands[0], &operands[1])) return greedy_no_match(g, op, "the ranks are the same, or do not fit");
  return replace(g, op, operands);
}

static bool make_select_broadcastable(Greedy *g, Operation *op) {
  const ShapedType *output = ranked(op_result_type(op, 0));
  Value *operands[3] = {op_operand(op, 0), op_operand(op, 1), op_operand(op, 2)};
  if (!output) return false;
  bool first = reshape_lower(g, output, &operands[0], &operands[1]);
  bool second = reshape_lower(g, output, &operands[0], &operands[2]);
  bool third = reshape_lower(g, output, &operands[1], &operands[2]);
  if (!first && !second && !third) return false;
  for (int i = 0; i < 3; i++)
    if (!ranked(operands[i]->type) || ranked(operands[i]->type)->rank != output->rank) return false;
  return replace(g, op, operands);
}

static bool run(PassRun *pass, Operation *op) {
#define BINARY(op) {.root = OP_TOSA_##op, .rewrite = make_broadcastable, .name = "$root of one rank"}
  static const GreedyPattern patterns[] = {
    BINARY(BITWISE_AND), BINARY(BITWISE_OR), BINARY(BITWISE_XOR), BINARY(ADD), BINARY(SUB), BINARY(MUL), BINARY(INTDIV), BINARY(MAXIMUM), BINARY(MINIMUM), BINARY(EQUAL), BINARY(GREATER),
    BINARY(GREATER_EQUAL), BINARY(LOGICAL_LEFT_SHIFT), BINARY(ARITHMETIC_RIGHT_SHIFT), BINARY(LOGICAL_RIGHT_SHIFT), BINARY(LOGICAL_AND), BINARY(LOGICAL_OR), BINARY(LOGICAL_XOR),
    {.root = OP_TOSA_SELECT, .rewrite = make_select_broadcastable, .name = "$root of one rank"}, BINARY(POW),
  };
  return greedy_rewrite(pass, op, patterns, countof(patterns), NULL);
}

const PassDef tosa_make_broadcastable_pass = {
  .name = "tosa-make-broadcastable", .class_name = "TosaMakeBroadcastablePass", .anchor = OP_FUNC_FUNC,
  .summary = "TOSA rank Reshape to enable Broadcasting", .works_on = "tosa", .makes = "tosa", .run = run,
};
