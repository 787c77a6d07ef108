// linalg-generalize-named-ops: what a name says, said by maps and a body
// (after mlir/lib/Dialect/Linalg/Transforms/Generalization.cpp).
#include "ops/linalg.h"

#include "passes/linalg/linalg.h"

bool generalize(Greedy *g, Operation *op) {
  const LinalgOp *asked = ask_linalg_op(op->def);
  if (!asked || op_is(op, OP_LINALG_GENERIC)) return false;
  AffineMapVec maps = {0};
  IteratorVec iterators = {0};
  ValueVec values[2] = {0};
  if (!asked->maps(g->ctx, op, g->arena, &maps)) return false;
  asked->iterators(op, g->arena, &iterators);
  for (uint32_t i = 0; i < op->operand_count; i++) vec_push(g->arena, &values[i >= structured_inits(op).begin], op_operand(op, i));
  Operation *made = build_generic(&g->b, &values[0], &values[1], &maps, iterator_types_attr(g->ctx, &iterators, g->arena), g->arena);
  region_take_blocks(op_region(made, 0), &op->regions[0], NULL);
  return greedy_replace_op(g, op, made);
}

static const GreedyPattern patterns[] = {{.rewrite = generalize, .name = "$root as linalg.generic"}};

static bool run(PassRun *pass, Operation *op) { return greedy_rewrite(pass, op, patterns, countof(patterns), NULL); }

const PassDef linalg_generalize_pass = {
  .name = "linalg-generalize-named-ops", .class_name = "LinalgGeneralizeNamedOpsPass",
  .summary = "Convert named ops into generic ops", .works_on = "linalg", .makes = "linalg", .run = run,
};
