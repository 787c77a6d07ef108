// tosa-to-mlprogram: variables (after mlir/lib/Conversion/TosaToMLProgram/TosaToMLProgram.cpp).
#include "convert/from_tosa/from_tosa.h"

#include "ops/builtin.h"
#include "ops/ml_program.h"
#include "ops/tosa.h"

// The type that a variable says with its sizes and the type of its elements.
static T type_of_variable(Conversion *c, const Operation *op) {
  A sizes = op_prop_at(op, TOSA_VARIABLE_VAR_SHAPE), type = op_prop_at(op, TOSA_VARIABLE_TYPE);
  I64Vec dims = {0};
  for (uint64_t i = 0, count = dense_count(sizes); i < count; i++) {
    int64_t size = attr_to_i64(dense_element_attr(c->ctx, sizes, i));
    vec_push(c->arena, &dims, size < 0 ? DYNAMIC : size);
  }
  return type_tensor(c->ctx, dims.data, dims.count, ((const TypeAttr *)type)->type, NULL);
}

static bool lower_variable(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  OpState *state = builder_begin(&c->b, OP_ML_PROGRAM_GLOBAL);
  op_state_set_prop(state, ML_PROGRAM_GLOBAL_SYM_NAME, op_prop_at(op, TOSA_VARIABLE_SYM_NAME));
  op_state_set_prop(state, ML_PROGRAM_GLOBAL_TYPE, attr_type(c->ctx, type_of_variable(c, op)));
  op_state_set_prop(state, ML_PROGRAM_GLOBAL_IS_MUTABLE, attr_unit(c->ctx));
  op_state_set_prop(state, ML_PROGRAM_GLOBAL_VALUE, op_prop_at(op, TOSA_VARIABLE_INITIAL_VALUE));
  op_state_set_prop(state, ML_PROGRAM_GLOBAL_SYM_VISIBILITY, attr_string(c->ctx, STR("private")));
  builder_finish(&c->b);
  return convert_erase(c, op);
}

static A symbol_of(Conversion *c, A name) { return attr_symbol(c->ctx, attr_str(name)); }

static bool lower_write(Conversion *c, Operation *op, Value *const *operands) {
  OpState *state = builder_begin(&c->b, OP_ML_PROGRAM_GLOBAL_STORE);
  op_state_add_operand(state, operands[0]);
  op_state_set_prop(state, ML_PROGRAM_GLOBAL_STORE_GLOBAL, symbol_of(c, op_prop_at(op, TOSA_VARIABLE_WRITE_NAME)));
  builder_finish(&c->b);
  return convert_erase(c, op);
}

static bool lower_read(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  OpState *state = builder_begin(&c->b, OP_ML_PROGRAM_GLOBAL_LOAD);
  op_state_set_prop(state, ML_PROGRAM_GLOBAL_LOAD_GLOBAL, symbol_of(c, op_prop_at(op, TOSA_VARIABLE_READ_NAME)));
  op_state_add_type(state, op_result_type(op, 0));
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

static const Pattern patterns[] = {
  {.root = OP_TOSA_VARIABLE, .rewrite = lower_variable, .name = "$root as ml_program.global"},
  {.root = OP_TOSA_VARIABLE_WRITE, .rewrite = lower_write, .name = "$root as ml_program.global_store"},
  {.root = OP_TOSA_VARIABLE_READ, .rewrite = lower_read, .name = "$root as ml_program.global_load"},
};

static Legality legality(Conversion *c, Operation *op) {
  (void)c;
  return op_is(op, OP_TOSA_VARIABLE) || op_is(op, OP_TOSA_VARIABLE_READ) || op_is(op, OP_TOSA_VARIABLE_WRITE) ? ILLEGAL : LEGAL;
}

static bool run(PassRun *pass, Operation *op) { return conversion_run_table(pass, op, legality, patterns); }

const PassDef tosa_to_mlprogram_pass = {
  .name = "tosa-to-mlprogram", .class_name = "TosaToMLProgram", .summary = "Lower TOSA to the MLProgram dialect",
  .works_on = "tosa", .makes = "ml_program", .anchor = OP_BUILTIN_MODULE, .run = run,
};
