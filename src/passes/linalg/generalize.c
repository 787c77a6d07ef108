// linalg-generalize-named-ops: what a name says, said by maps and a body
// (after mlir/lib/Dialect/Linalg/Transforms/Generalization.cpp).
#include "ops/linalg.h"

#include "passes/linalg/linalg.h"

bool generalize(Greedy *g, Operation *op) {
  const LinalgOp *asked = ask_linalg_op(op->def);
  if (!asked || op_is(op, OP_LINALG_GENERIC)) return false;
  AffineMapVec maps = {0};
  IteratorVec iterators = {0};
  AttrVec attrs = {0};
  if (!asked->maps(g->ctx, op, g->arena, &maps)) return false;
  asked->iterators(op, g->arena, &iterators);
  for (uint32_t i = 0; i < maps.count; i++) vec_push(g->arena, &attrs, attr_affine_map(g->ctx, maps.data[i]));
  Span inputs = structured_inputs(op), inits = structured_inits(op);
  OpState *state = builder_begin(&g->b, OP_LINALG_GENERIC);
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_take_types(state, op);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)span_size(inputs), (int32_t)span_size(inits)}, 2);
  op_state_set_prop(state, LINALG_GENERIC_INDEXING_MAPS, attr_array(g->ctx, attrs.data, attrs.count));
  op_state_set_prop(state, LINALG_GENERIC_ITERATOR_TYPES, iterator_types_attr(g, &iterators));
  Region *region = op_state_add_region(state);
  region_take_blocks(region, &op->regions[0], NULL);
  return greedy_replace_op(g, op, builder_finish_typed(&g->b));
}

static const GreedyPattern patterns[] = {{.rewrite = generalize, .name = "$root as linalg.generic"}};

static bool run(PassRun *pass, Operation *op) { return greedy_rewrite(pass, op, patterns, countof(patterns), NULL); }

const PassDef linalg_generalize_pass = {
  .name = "linalg-generalize-named-ops", .class_name = "LinalgGeneralizeNamedOpsPass",
  .summary = "Convert named ops into generic ops", .works_on = "linalg", .makes = "linalg", .run = run,
};
