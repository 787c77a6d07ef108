// Canonicalization of the shard dialect: an exchange along no axis is one of a device with itself,
// and shardings hold what is known as numbers
// (after mlir/lib/Dialect/Shard/IR/ShardOps.cpp).
#include "ops/shard.h"

#include "dialects/canonicalization.h"
#include "dialects/common/op_fold_result.h"
#include "ir/constants.h"

static bool remove_exchange_along_no_axis(Greedy *g, Operation *op) {
  A axes = op_prop(op, "grid_axes");
  if (axes && ((const DenseArrayAttr *)axes)->count) return greedy_no_match(g, op, "there are axes");
  if (op_operand_type(op, 0) != op_result_type(op, 0)) return greedy_no_match(g, op, "it changes the type");
  return greedy_replace1(g, op, op_operand(op, 0));
}

// Constants that are not negative become numbers.
static bool fold_list(OpFoldResultList list) {
  bool folded = false;
  for (uint32_t i = 0; i < list.count; i++) {
    A constant = list.items[i].value ? value_constant(list.items[i].value) : NULL;
    if (!constant || attr_kind(constant) != ATTR_INTEGER || attr_to_i64(constant) < 0) continue;
    list.items[i] = OFR_NUMBER(attr_to_i64(constant));
    folded = true;
  }
  return folded;
}

static bool all_numbers(OpFoldResultList list) {
  for (uint32_t i = 0; i < list.count; i++)
    if (list.items[i].value) return false;
  return list.count != 0;
}

// No borders at all are the default, and so are offsets of three parts and more that are equally far from each other.
static bool is_default_halo(OpFoldResultList list) {
  for (uint32_t i = 0; i < list.count; i++)
    if (list.items[i].constant) return false;
  return true;
}
static bool is_even(OpFoldResultList list) {
  for (uint32_t i = 2; i < list.count; i++)
    if ((uint64_t)list.items[i].constant - (uint64_t)list.items[i - 1].constant != (uint64_t)list.items[1].constant - (uint64_t)list.items[0].constant) return false;
  return list.count > 2;
}

static bool normalize_sharding(Greedy *g, Operation *op) {
  OpFoldResultList halos = ofr_list(op, "static_halo_sizes", "dynamic_halo_sizes", g->arena);
  OpFoldResultList offsets = ofr_list(op, "static_sharded_dims_offsets", "dynamic_sharded_dims_offsets", g->arena);
  bool modified = fold_list(halos) || fold_list(offsets);
  if (all_numbers(halos) && is_default_halo(halos)) halos.count = 0, modified = true;
  if (all_numbers(offsets) && is_even(offsets)) offsets.count = 0, modified = true;
  if (!modified) return greedy_no_match(g, op, "it is as simple as it can be");
  OpState *state = builder_begin(&g->b, OP_SHARD_SHARDING);
  op_state_set_prop(state, SHARD_SHARDING_GRID, op_prop_at(op, SHARD_SHARDING_GRID));
  op_state_set_prop(state, SHARD_SHARDING_SPLIT_AXES, op_prop_at(op, SHARD_SHARDING_SPLIT_AXES));
  int32_t first = ofr_push(state, "static_sharded_dims_offsets", offsets, g->arena);
  int32_t second = ofr_push(state, "static_halo_sizes", halos, g->arena);
  op_state_operand_segments(state, (const int32_t[]){first, second}, 2);
  for (uint32_t i = 0; i < op->attr_count; i++) op_state_set_attr(state, attr_str(op->attrs[i].name), op->attrs[i].value);
  op_state_add_type(state, op_result_type(op, 0));
  Operation *made = builder_finish(&g->b);
  return made && greedy_replace1(g, op, op_result(made, 0));
}

static const char along_no_axis[] = "an exchange along no axis";
static const GreedyPattern patterns[] = {
  {.root = OP_SHARD_SHARDING, .rewrite = normalize_sharding, .name = "a sharding of constants"},
  {.root = OP_SHARD_ALL_GATHER, .rewrite = remove_exchange_along_no_axis, .name = along_no_axis},
  {.root = OP_SHARD_ALL_REDUCE, .rewrite = remove_exchange_along_no_axis, .name = along_no_axis},
  {.root = OP_SHARD_ALL_SLICE, .rewrite = remove_exchange_along_no_axis, .name = along_no_axis},
  {.root = OP_SHARD_ALL_TO_ALL, .rewrite = remove_exchange_along_no_axis, .name = along_no_axis},
  {.root = OP_SHARD_BROADCAST, .rewrite = remove_exchange_along_no_axis, .name = along_no_axis},
  {.root = OP_SHARD_GATHER, .rewrite = remove_exchange_along_no_axis, .name = along_no_axis},
  {.root = OP_SHARD_RECV, .rewrite = remove_exchange_along_no_axis, .name = along_no_axis},
  {.root = OP_SHARD_REDUCE, .rewrite = remove_exchange_along_no_axis, .name = along_no_axis},
  {.root = OP_SHARD_REDUCE_SCATTER, .rewrite = remove_exchange_along_no_axis, .name = along_no_axis},
  {.root = OP_SHARD_SCATTER, .rewrite = remove_exchange_along_no_axis, .name = along_no_axis},
  {.root = OP_SHARD_SEND, .rewrite = remove_exchange_along_no_axis, .name = along_no_axis},
};
const PatternSet shard_canonicalization = PATTERN_SET(patterns);
