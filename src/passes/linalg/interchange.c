// The loops of linalg.generic in another order (after mlir/lib/Dialect/Linalg/Transforms/Interchange.cpp).
#include "ops/affine.h"
#include "ops/linalg.h"

#include "passes/linalg/linalg.h"
#include "passes/linalg/tile.h"

// An index is computed from those of the loops in their new order.
static void replace_index(Module *module, Arena *arena, Operation *index, E by, uint32_t loops) {
  Builder b;
  Context *ctx = module->context;
  builder_init(&b, module);
  builder_before(&b, index);
  ValueVec indices = {0};
  for (uint32_t i = 0; i < loops; i++) vec_push(arena, &indices, build_loop_index(&b, i));
  OpState *state = builder_begin(&b, OP_AFFINE_APPLY);
  op_state_add_operands(state, indices.data, indices.count);
  op_state_add_type(state, ctx->types.index);
  op_state_set_prop(state, AFFINE_APPLY_MAP, attr_affine_map(ctx, affine_map(ctx, loops, 0, &by, 1)));
  value_replace_all(op_result(index, 0), builder_finish_value(&b));
  op_erase(index);
}

bool interchange_loops(Module *module, Arena *arena, Operation *generic, const int64_t *order) {
  Context *ctx = module->context;
  AffineMapVec maps = {0};
  IteratorVec iterators = {0}, ordered = {0};
  const LinalgOp *asked = ask_linalg_op(generic->def);
  if (!asked || !asked->maps(ctx, generic, arena, &maps)) return false;
  asked->iterators(generic, arena, &iterators);
  uint32_t loops = iterators.count;
  E *to = arena_new(arena, E, loops + 1);
  for (uint32_t i = 0; i < loops; i++) {
    if (order[i] < 0 || order[i] >= loops || to[order[i]]) return false;
    to[order[i]] = affine_dim(ctx, i);
    vec_push(arena, &ordered, iterators.data[order[i]]);
  }
  AttrVec attrs = {0};
  for (uint32_t i = 0; i < maps.count; i++) vec_push(arena, &attrs, attr_affine_map(ctx, affine_map_replace(ctx, maps.data[i], to, NULL, loops, 0)));
  op_set_prop(generic, LINALG_GENERIC_INDEXING_MAPS, attr_array(ctx, attrs.data, attrs.count));
  op_set_prop(generic, LINALG_GENERIC_ITERATOR_TYPES, iterator_types_attr(ctx, &ordered, arena));
  OpVec indices = {0};
  block_each_op(structured_body(generic), op) {
    if (op_is(op, OP_LINALG_INDEX)) vec_push(arena, &indices, op);
  }
  for (uint32_t i = 0; i < indices.count; i++) replace_index(module, arena, indices.data[i], to[op_prop_i64_at(indices.data[i], LINALG_INDEX_DIM)], loops);
  op_touched(generic);
  return true;
}
