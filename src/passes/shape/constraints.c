// What shapes are asked to satisfy: convert-shape-constraints asserts it, remove-shape-constraints takes it as given; shape-to-shape-lowering
// counts elements extent by extent (after mlir/lib/Conversion/ShapeToStandard/ConvertShapeConstraints.cpp, mlir/lib/Dialect/Shape/Transforms).
#include "ops/arith.h"
#include "ops/cf.h"
#include "ops/func.h"
#include "ops/shape.h"

#include "asm/params.h"
#include "dialects/common/build.h"
#include "ir/type.h"
#include "rewrite/conversion.h"
#include "rewrite/greedy.h"

static bool replace_passing(Greedy *g, Operation *op) {
  OpState *state = builder_begin(&g->b, OP_SHAPE_CONST_WITNESS);
  op_state_set_prop(state, SHAPE_CONST_WITNESS_PASSING, attr_bool(g->ctx, true));
  op_state_add_type(state, op_result_type(op, 0));
  return greedy_replace1(g, op, builder_finish_value(&g->b));
}

static const char *const required[] = {"required broadcastable shapes", "required equal shapes"};

static bool require(Greedy *g, Operation *op) {
  OpState *state = builder_begin(&g->b, g->pattern->target);
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_add_type(state, type_integer(g->ctx, 1, SIGNLESS));
  Value *holds = builder_finish_value(&g->b);
  state = builder_begin(&g->b, OP_SHAPE_CSTR_REQUIRE);
  op_state_add_operand(state, holds);
  op_state_set_prop(state, SHAPE_CSTR_REQUIRE_MSG, attr_string(g->ctx, str_from(*(const char *const *)g->pattern->data)));
  op_state_add_type(state, op_result_type(op, 0));
  return greedy_replace1(g, op, builder_finish_value(&g->b));
}

static bool assert_required(Greedy *g, Operation *op) {
  OpState *state = builder_begin(&g->b, OP_CF_ASSERT);
  op_state_add_operand(state, op_operand(op, 0));
  op_state_set_prop(state, CF_ASSERT_MSG, op_prop_at(op, SHAPE_CSTR_REQUIRE_MSG));
  builder_finish(&g->b);
  return replace_passing(g, op);
}

static bool run_convert(PassRun *pass, Operation *op) {
  static const GreedyPattern patterns[] = {
    {.root = OP_SHAPE_CSTR_BROADCASTABLE, .rewrite = require, .name = "$root is required", .data = &required[0], .target = OP_SHAPE_IS_BROADCASTABLE},
    {.root = OP_SHAPE_CSTR_EQ, .rewrite = require, .name = "$root is required", .data = &required[1], .target = OP_SHAPE_SHAPE_EQ},
    {.root = OP_SHAPE_CSTR_REQUIRE, .rewrite = assert_required, .name = "$root to cf.assert"},
  };
  return greedy_rewrite(pass, op, patterns, countof(patterns), NULL);
}

const PassDef convert_shape_constraints_pass = {
  .name = "convert-shape-constraints", .class_name = "ConvertShapeConstraintsPass",
  .summary = "Convert shape constraint operations to the standard dialect", .works_on = "shape", .makes = "shape cf", .run = run_convert,
};

static bool run_remove(PassRun *pass, Operation *op) {
  static const GreedyPattern patterns[] = {
    {.root = OP_SHAPE_CSTR_BROADCASTABLE, .rewrite = replace_passing, .name = "$root holds"},
    {.root = OP_SHAPE_CSTR_EQ, .rewrite = replace_passing, .name = "$root holds"},
  };
  return greedy_rewrite(pass, op, patterns, countof(patterns), NULL);
}

const PassDef remove_shape_constraints_pass = {
  .name = "remove-shape-constraints", .class_name = "RemoveShapeConstraintsPass", .anchor = OP_FUNC_FUNC,
  .summary = "Replace all cstr_ ops with a true witness", .works_on = "shape", .makes = "shape", .run = run_remove,
};

// ---------------------------------------------------------------------------------------------

static bool multiply_extents(Conversion *c, Operation *op, Value *const *operands) {
  T type = op_result_type(op, 0);
  bool is_size = type->def == &shape_size_type;
  Builder inside;
  (void)operands;
  OpState *state;
  Value *one;
  if (is_size) {
    state = builder_begin(&c->b, OP_SHAPE_CONST_SIZE);
    op_state_set_prop(state, SHAPE_CONST_SIZE_VALUE, attr_index(c->ctx, 1));
    op_state_add_type(state, type);
    one = builder_finish_value(&c->b);
  } else {
    one = build_index(&c->b, 1);
  }
  T extent = type_is_tensor(op_operand_type(op, 0)) ? c->ctx->types.index : type_from_params(c->ctx, &shape_size_type, NULL);
  state = builder_begin(&c->b, OP_SHAPE_REDUCE);
  op_state_add_operand2(state, op_operand(op, 0), one);
  op_state_add_type(state, type);
  op_state_add_region(state);
  Operation *reduce = builder_finish_typed(&c->b);
  Block *body = block_new(c->module);
  block_append(op_region(reduce, 0), body);
  block_add_arg(c->module, body, c->ctx->types.index, op->loc);
  block_add_arg(c->module, body, extent, op->loc);
  block_add_arg(c->module, body, type, op->loc);
  builder_init(&inside, c->module);
  builder_at_end(&inside, body);
  inside.loc = op->loc;
  inside.created = c->b.created;
  inside.data = c->b.data;
  Value *product = build2(&inside, OP_SHAPE_MUL, type, body->args[1], body->args[2]);
  op_state_add_operand(builder_begin(&inside, OP_SHAPE_YIELD), product);
  builder_finish(&inside);
  return convert_replace1(c, op, op_result(reduce, 0));
}

static Legality legality(Conversion *c, Operation *op) {
  if (op_is(op, OP_SHAPE_NUM_ELEMENTS)) return ILLEGAL;
  return op_is_of(c->ctx, op, &shape_dialect) || op_is(op, OP_ARITH_CONSTANT) ? LEGAL : UNKNOWN_LEGALITY;
}

static bool run_shape_to_shape(PassRun *pass, Operation *op) {
  static const Pattern patterns[] = {{.root = OP_SHAPE_NUM_ELEMENTS, .rewrite = multiply_extents, .name = "$root extent by extent"}};
  return conversion_run_table(pass, op, legality, patterns);
}

const PassDef shape_to_shape_pass = {
  .name = "shape-to-shape-lowering", .class_name = "ShapeToShapeLoweringPass", .anchor = OP_FUNC_FUNC,
  .summary = "Legalize Shape dialect to be convertible to Arith", .works_on = "shape", .makes = "shape arith", .run = run_shape_to_shape,
};
