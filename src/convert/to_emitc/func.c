// func to emitc.
#include "convert/to_emitc/to_emitc.h"
#include "ops/func.h"

static const char one_result[] = "a function of C has one result or none";

static bool is_array(T type) { return type->def == &emitc_array_type; }

static bool lower_function(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  const FunctionType *type = type_as_function(((const TypeAttr *)op_prop_at(op, FUNC_FUNC_FUNCTION_TYPE))->type);
  if (type->result_count > 1) return convert_no_match(c, op, one_result);
  SignatureConversion signature = {0};
  if (!signature_convert(c->types, c->arena, type->types, type->input_count, &signature)) return convert_no_match(c, op, "an argument's type cannot be converted");
  T result = type->result_count ? type_convert(c->types, type->types[type->input_count]) : NULL;
  if (type->result_count && !result) return convert_no_match(c, op, "the result type cannot be converted");
  if (result && is_array(result)) return convert_no_match(c, op, "functions of C return no arrays");
  Region *body = op_region(op, 0);
  bool is_declaration = region_is_empty(body);
  A visibility = op_prop_at(op, FUNC_FUNC_SYM_VISIBILITY);
  bool is_private = visibility && attr_is_string(visibility, "private");
  T converted = type_function(c->ctx, signature.types.data, signature.types.count, &result, type->result_count);
  OpState *state = builder_begin(&c->b, OP_EMITC_FUNC);
  op_state_set_prop(state, EMITC_FUNC_SYM_NAME, op_prop_at(op, FUNC_FUNC_SYM_NAME));
  op_state_set_prop(state, EMITC_FUNC_FUNCTION_TYPE, attr_type(c->ctx, converted));
  static const char *const carried[] = {"sym_visibility", "arg_attrs", "res_attrs", "no_inline"};
  for (uint32_t i = 0; i < countof(carried); i++) {
    A value = op_prop(op, carried[i]);
    if (value) op_state_set_attr(state, str_from(carried[i]), value);
  }
  for (uint32_t i = 0; i < op->attr_count; i++) op_state_set_attr(state, attr_str(op->attrs[i].name), op->attrs[i].value);
  if (is_declaration || is_private) {
    A word = attr_string(c->ctx, is_declaration ? STR("extern") : STR("static"));
    op_state_set_prop(state, EMITC_FUNC_SPECIFIERS, attr_array(c->ctx, &word, 1));
  }
  op_state_add_region(state);
  Operation *function = builder_finish(&c->b);
  Block *entry = body->first;
  region_take_blocks(op_region(function, 0), body, NULL);
  c->irreversible_changes++;
  if (entry) convert_signature(c, entry, &signature, c->types);
  return convert_erase(c, op);
}

static bool lower_call(Conversion *c, Operation *op, Value *const *operands) {
  if (op->result_count > 1) return convert_no_match(c, op, one_result);
  T result = op->result_count ? type_convert(c->types, op_result_type(op, 0)) : NULL;
  if (op->result_count && !result) return convert_no_match(c, op, "the result type cannot be converted");
  if (result && is_array(result)) return convert_no_match(c, op, "functions of C return no arrays");
  OpState *state = builder_begin(&c->b, OP_EMITC_CALL);
  op_state_set_prop(state, EMITC_CALL_CALLEE, op_prop_at(op, FUNC_CALL_CALLEE));
  op_state_add_operands(state, operands, op->operand_count);
  if (result) op_state_add_type(state, result);
  for (uint32_t i = 0; i < op->attr_count; i++) op_state_set_attr(state, attr_str(op->attrs[i].name), op->attrs[i].value);
  Operation *call = builder_finish_typed(&c->b);
  return result ? convert_replace1(c, op, op_result(call, 0)) : convert_erase(c, op);
}

static bool lower_return(Conversion *c, Operation *op, Value *const *operands) {
  if (op->operand_count > 1) return convert_no_match(c, op, one_result);
  if (op->operand_count && is_array(operands[0]->type)) return convert_no_match(c, op, "functions of C return no arrays");
  OpState *state = builder_begin(&c->b, OP_EMITC_RETURN);
  op_state_add_operands(state, operands, op->operand_count);
  builder_finish(&c->b);
  return convert_erase(c, op);
}

static const Pattern patterns[] = {
  {.root = OP_FUNC_CALL, .rewrite = lower_call, .target = OP_EMITC_CALL, .name = "func.call to emitc.call"},
  {.root = OP_FUNC_FUNC, .rewrite = lower_function, .target = OP_EMITC_FUNC, .name = "func.func to emitc.func"},
  {.root = OP_FUNC_RETURN, .rewrite = lower_return, .target = OP_EMITC_RETURN, .name = "func.return to emitc.return"},
};

void add_func_to_emitc(Conversion *c, EmitCTypes *types) { conversion_add_table(c, patterns, &types->base); }
