// simplify-depthwise-conv: a depthwise convolution that makes one channel of each
// (after mlir/lib/Dialect/Linalg/Transforms/SimplifyDepthwiseConv.cpp).
#include "ops/linalg.h"
#include "ops/tensor.h"

#include "analysis/structured.h"
#include "dialects/linalg/hooks.h"
#include "ir/type.h"
#include "rewrite/greedy.h"

// [[0], [1], …, [rank - 2, rank - 1]]
static A last_two_joined(Greedy *g, uint32_t rank) {
  T i64 = type_integer(g->ctx, 64, SIGNLESS);
  AttrVec groups = {0};
  for (uint32_t i = 0; i + 1 < rank; i++) {
    A dims[2] = {attr_i64(g->ctx, i64, i), attr_i64(g->ctx, i64, i + 1)};
    vec_push(g->arena, &groups, attr_array(g->ctx, dims, i + 2 == rank ? 2 : 1));
  }
  return attr_array(g->ctx, groups.data, groups.count);
}

static Value *collapse(Greedy *g, Value *value) {
  const ShapedType *type = type_as_shaped(value->type);
  uint32_t rank = (uint32_t)type->rank;
  OpState *state = builder_begin(&g->b, OP_TENSOR_COLLAPSE_SHAPE);
  op_state_add_operand(state, value);
  op_state_add_type(state, type_tensor(g->ctx, type->dims, rank - 1, type->element, NULL));
  op_state_set_prop(state, TENSOR_COLLAPSE_SHAPE_REASSOCIATION, last_two_joined(g, rank));
  return builder_finish_value(&g->b);
}

static bool simplify(Greedy *g, Operation *op) {
  uint32_t inputs = span_size(structured_inputs(op));
  bool is_quantized = inputs == 4;
  const ShapedType *kernel = type_as_shaped(op_operand_type(op, 1));
  Value *init = op_operand(op, inputs);
  if (type_kind(&kernel->base) != TYPE_TENSOR || type_kind(init->type) != TYPE_TENSOR || kernel->dims[3] != 1)
    return greedy_no_match(g, op, "it makes several channels of one");
  if (!type_has_static_shape(op_result_type(op, 0))) return greedy_no_match(g, op, "the sizes of its result are not known");
  Value *operands[5] = {op_operand(op, 0), collapse(g, op_operand(op, 1))};
  for (uint32_t i = 2; i < inputs; i++) operands[i] = op_operand(op, i);
  operands[inputs] = collapse(g, init);
  OpState *state = builder_begin(&g->b, is_quantized ? OP_LINALG_DEPTHWISE_CONV_2D_NHWC_HWC_Q : OP_LINALG_DEPTHWISE_CONV_2D_NHWC_HWC);
  op_state_add_operands(state, operands, inputs + 1);
  op_state_add_type(state, operands[inputs]->type);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)inputs, 1}, 2);
  op_state_take_prop(state, op, "strides");
  op_state_take_prop(state, op, "dilations");
  region_take_blocks(op_state_add_region(state), &op->regions[0], NULL);
  Value *result = builder_finish_value(&g->b);
  const ShapedType *wide = type_as_shaped(init->type);
  state = builder_begin(&g->b, OP_TENSOR_EXPAND_SHAPE);
  op_state_add_operand(state, result);
  op_state_add_type(state, op_result_type(op, 0));
  op_state_set_prop(state, TENSOR_EXPAND_SHAPE_REASSOCIATION, last_two_joined(g, (uint32_t)wide->rank));
  op_state_set_prop(state, TENSOR_EXPAND_SHAPE_STATIC_OUTPUT_SHAPE, attr_i64_array(g->ctx, wide->dims, (uint32_t)wide->rank));
  return greedy_replace1(g, op, builder_finish_value(&g->b));
}

static const GreedyPattern patterns[] = {
  {.root = OP_LINALG_DEPTHWISE_CONV_2D_NHWC_HWCM, .rewrite = simplify, .name = "a depthwise convolution without added channels"},
  {.root = OP_LINALG_DEPTHWISE_CONV_2D_NHWC_HWCM_Q, .rewrite = simplify, .name = "a depthwise convolution without added channels"},
};

static bool run(PassRun *pass, Operation *op) { return greedy_rewrite(pass, op, patterns, countof(patterns), NULL); }

const PassDef simplify_depthwise_pass = {
  .name = "simplify-depthwise-conv", .class_name = "SimplifyDepthwiseConvPass",
  .summary = "Simplify depthwise convolution.", .works_on = "linalg", .makes = "linalg tensor", .run = run,
};
