// int-range-optimizations: integers that can have one value only become constants, and a remainder that changes nothing goes
// (after mlir/lib/Dialect/Arith/Transforms/IntRangeOptimizations.cpp).
#include "ops/arith.h"
#include "ops/int_ranges.h"

#include "ir/constants.h"
#include "rewrite/effects.h"
#include "rewrite/greedy.h"

// Values made while rewriting have no range: their addresses may be those of values that went.
static bool known_value(const RangeAnalysis *ranges, const Value *value, uint64_t *out) {
  IntRange range;
  return ranges_of(ranges, value, &range) && int_range_constant(range, out);
}

static A constant_attr(Greedy *g, T type, uint64_t value) {
  const ShapedType *shaped = type_as_shaped(type);
  APInt number = apint_u64(g->arena, int_range_width(type), value);
  for (uint64_t i = 0; shaped && i < shaped->rank; i++)
    if (shaped->dims[i] == DYNAMIC) return NULL;
  return !shaped || shaped->rank || type_kind(type) == TYPE_VECTOR || type_kind(type) == TYPE_TENSOR ? int_attr_of(g->ctx, type, &number) : NULL;
}

// By the dialect that has the value, or arith.
static bool replace(Greedy *g, Value *value) {
  uint64_t number;
  if (!known_value(g->data, value, &number)) return false;
  A constant = constant_attr(g, value->type, number);
  if (!constant) return false;
  const Operation *of = value_def(value) ? value_def(value) : block_parent_op(value_arg_block(value));
  const DialectDef *dialects[] = {op_dialect(g->ctx, of->def), &arith_dialect};
  g->folder.builder = &g->b;
  for (size_t i = 0; i < countof(dialects); i++) {
    if (!dialects[i] || !dialects[i]->materialize_constant) continue;
    Operation *made = dialects[i]->materialize_constant(&g->folder, constant, value->type, value_loc(value));
    if (!made) continue;
    greedy_replace_uses(g, value, op_result(made, 0));
    return true;
  }
  return false;
}

static bool is_wanted(const Greedy *g, const Value *value) {
  uint64_t number;
  return value->uses && known_value(g->data, value, &number);
}

static bool any_wanted(const Greedy *g, const Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++)
    if (is_wanted(g, op_result(op, i))) return true;
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block)
      for (uint32_t i = 0; i < block->arg_count; i++)
        if (is_wanted(g, block->args[i])) return true;
  return false;
}

static bool make_constants(Greedy *g, Operation *op) {
  if (op_has(op, TRAIT_CONSTANT_LIKE) || !any_wanted(g, op)) return false;
  bool all = op->result_count != 0;
  for (uint32_t i = 0; i < op->result_count; i++) all &= replace(g, op_result(op, i)) || !op_result(op, i)->uses;
  if (all && op_is_trivially_dead(op)) return greedy_erase(g, op);
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block)
      for (uint32_t i = 0; i < block->arg_count; i++) {
        builder_at_start(&g->b, block);
        if (block->args[i]->uses) replace(g, block->args[i]);
      }
  return true;
}

// x % n is x where 0 <= x < n.
static bool drop_remainder(Greedy *g, Operation *op) {
  IntRange x, n;
  A divisor = value_constant(op_operand(op, 1));
  if (!divisor || !int_range_of_attr(divisor, &n) || !ranges_of(g->data, op_operand(op, 0), &x)) return false;
  uint64_t value;
  if (!int_range_constant(n, &value)) return false;
  bool fits = op_is(op, OP_ARITH_REMSI) ? n.smin > 0 && x.smin >= 0 && x.smax < n.smin : x.umax < value;
  return fits && greedy_replace1(g, op, op_operand(op, 0));
}

static const GreedyPattern patterns[] = {
  {.rewrite = make_constants, .name = "constants of ranges"},
  {.root = OP_ARITH_REMSI, .rewrite = drop_remainder, .name = "remainder of what is smaller"},
  {.root = OP_ARITH_REMUI, .rewrite = drop_remainder, .name = "remainder of what is smaller"},
};

static bool run(PassRun *pass, Operation *op) {
  RangeAnalysis ranges = {0};
  ranges_find(&ranges, pass->module, op, pass->arena);
  return greedy_rewrite(pass, op, patterns, countof(patterns), &ranges);
}

const PassDef int_range_optimizations_pass = {
  .name = "int-range-optimizations", .class_name = "IntRangeOptimizationsPass", .summary = "Do optimizations based on integer range analysis", .run = run,
};
