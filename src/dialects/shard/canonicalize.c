// Canonicalization of the shard dialect: an exchange along no axis is one of a device with itself
// (after mlir/lib/Dialect/Shard/IR/ShardOps.cpp).
#include "ops/shard.h"

#include "dialects/canonicalization.h"

static bool remove_exchange_along_no_axis(Greedy *g, Operation *op) {
  A axes = op_prop(op, "grid_axes");
  if (axes && ((const DenseArrayAttr *)axes)->count) return greedy_no_match(g, op, "there are axes");
  if (op_operand_type(op, 0) != op_result_type(op, 0)) return greedy_no_match(g, op, "it changes the type");
  return greedy_replace1(g, op, op_operand(op, 0));
}

static const char along_no_axis[] = "an exchange along no axis";
static const GreedyPattern patterns[] = {
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
