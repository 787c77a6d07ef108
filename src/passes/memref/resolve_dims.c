// resolve-ranked-shaped-type-result-dims and resolve-shaped-type-result-dims: the size of a result in terms of the operands of
// the operation that makes it (after mlir/lib/Dialect/MemRef/Transforms/ResolveShapedTypeResultDims.cpp).
#include "ops/memref.h"
#include "ops/scf.h"
#include "ops/result_shapes.h"
#include "ops/tensor.h"
#include "dialects/common/op_fold_result.h"
#include "ir/ir_diag.h"
#include "passes/memref/resolve_dims.h"

static const PassOption option_error_on_pattern_iteration_limit = {"error-on-pattern-iteration-limit", OPTION_BOOL, "true", NULL,
  "Throw an error when pattern rewriter hits iteration limit"};

static bool dim_of_result(Greedy *g, Operation *op) {
  Operation *source = value_def(op_operand(op, 0));
  const ReifyRankedShapedTypeOpInterface *reify = source ? ask_reify_ranked_shaped_type(source->def) : NULL;
  if (!reify) return greedy_no_match(g, op, "it is not of a result whose operation tells its sizes");
  OpFoldResult index = ofr_from_value(op_operand(op, 1));
  if (index.value) return greedy_no_match(g, op, "the dimension is not known");
  const ShapedType *type = type_as_shaped(op_operand_type(op, 0));
  if (index.constant < 0 || (uint64_t)index.constant >= type->rank) return greedy_no_match(g, op, "there is no such dimension");
  OpFoldResultList shape;
  g->b.loc = source->loc;
  bool is_told = reify->result_shape ? reify->result_shape(&g->b, source, &shape, g->arena)
                                     : reify->result_shapes(&g->b, source, op_operand(op, 0)->index, &shape, g->arena);
  if (!is_told) return false;
  g->b.loc = op->loc;
  return greedy_replace1(g, op, ofr_to_value(&g->b, shape.items[index.constant]));
}

// What a parallel loop writes into has the size it had before.
static bool dim_of_shared(Greedy *g, Operation *op) {
  Value *source = op_operand(op, 0);
  Block *block = value_arg_block(source);
  Operation *loop = block ? block_parent_op(block) : NULL;
  if (!op_is(loop, OP_SCF_FORALL)) return false;
  Span outputs = op_operands_named(loop, "outputs");
  uint32_t first = block->arg_count - span_size(outputs);
  if (source->index < first) return false;
  greedy_set_operand(g, op, 0, op_operand(loop, outputs.begin + source->index - first));
  return true;
}

static const GreedyPattern patterns[] = {
  {.root = OP_MEMREF_DIM, .rewrite = dim_of_result, .name = "memref.dim by what its source is made of"},
  {.root = OP_TENSOR_DIM, .rewrite = dim_of_result, .name = "tensor.dim by what its source is made of"},
  {.root = OP_TENSOR_DIM, .rewrite = dim_of_shared, .name = "tensor.dim of what scf.forall writes into"},
};

const PatternSet resolve_dim_patterns = PATTERN_SET(patterns);

static bool run(PassRun *pass, Operation *op) {
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  greedy_add_table(&g, patterns);
  bool done = greedy_run(&g, op);
  if (!done && pass_bool(pass, &option_error_on_pattern_iteration_limit)) {
    op_error_plain(pass->module, op, "dim operation resolution hit pattern iteration limit");
    return false;
  }
  return !pass->ctx->mem.exhausted;
}

#define LIMIT_OPTION                                                                                                          \
  PASS_OPTIONS(&option_error_on_pattern_iteration_limit)

const PassDef resolve_ranked_dims_pass = {
  .name = "resolve-ranked-shaped-type-result-dims", .class_name = "ResolveRankedShapeTypeResultDimsPass",
  .summary = "resolve memref.dim of result values of ranked shape type",
  .works_on = "memref tensor", .makes = "memref tensor affine arith",
  .run = run, LIMIT_OPTION,
};

// Operations that tell their shape as one value are all of other dialects.
const PassDef resolve_shaped_dims_pass = {
  .name = "resolve-shaped-type-result-dims", .class_name = "ResolveShapedTypeResultDimsPass",
  .summary = "resolve memref.dim of result values",
  .works_on = "memref tensor", .makes = "memref tensor affine arith",
  .run = run, LIMIT_OPTION,
};
