// strip-func-quant-types: functions take and give the integers that quantized numbers are stored in, and cast them inside
// (after mlir/lib/Dialect/Quant/Transforms/StripFuncQuantTypes.cpp).
#include "dialects/quant/quant.h"
#include "ops/func.h"
#include "rewrite/conversion.h"

static bool convert_type(const TypeConverter *self, T type, TypeVec *out, Arena *arena) {
  T element = type_is_tensor(type) ? type_element(type) : type;
  if (type_is_quantized(element)) {
    T storage = quant_storage(element);
    if (!storage) return false;
    type = element == type ? storage : type_with_element(self->ctx, type, storage);
  }
  vec_push(arena, out, type);
  return true;
}

static Value *cast_storage(const TypeConverter *self, Builder *b, T type, Value *const *inputs, uint32_t count) {
  (void)self;
  if (count != 1) return NULL;
  OpState *state = builder_begin(b, OP_QUANT_SCAST);
  op_state_add_operand(state, inputs[0]);
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

static Value *cast_target(const TypeConverter *self, Builder *b, T type, Value *const *inputs, uint32_t count, T original) {
  (void)original;
  return cast_storage(self, b, type, inputs, count);
}

// Branches stay as they are, so the arguments of the blocks they lead to must.
static bool blocks_stay(Conversion *c, const Region *region) {
  if (!region->first) return true;
  for (const Block *block = region->first->next; block; block = block->next)
    for (uint32_t i = 0; i < block->arg_count; i++)
      if (type_convert(c->types, block->args[i]->type) != block->args[i]->type) return false;
  return true;
}

static bool convert_function(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  const FunctionType *type = type_as_function(((const TypeAttr *)op_prop_at(op, FUNC_FUNC_FUNCTION_TYPE))->type);
  SignatureConversion signature = {0};
  TypeVec results = {0};
  if (!signature_convert(c->types, c->arena, type->types, type->input_count, &signature))
    return convert_no_match(c, op, "an argument is a quantized number without a storage type");
  for (uint32_t i = 0; i < type->result_count; i++) {
    T result = type_convert(c->types, type->types[type->input_count + i]);
    if (!result) return convert_no_match(c, op, "a result is a quantized number without a storage type");
    vec_push(c->arena, &results, result);
  }
  if (!blocks_stay(c, op_region(op, 0))) return convert_no_match(c, op, "a block within has a quantized argument");
  T converted = type_function(c->ctx, signature.types.data, signature.types.count, results.data, results.count);
  op_set_prop(op, FUNC_FUNC_FUNCTION_TYPE, attr_type(c->ctx, converted));
  c->irreversible_changes++;
  Block *entry = op_region(op, 0)->first;
  if (entry) convert_signature(c, entry, &signature, c->types);
  return true;
}

// The operation with other operands and result types, without discardable attributes.
static bool rebuild(Conversion *c, Operation *op, Value *const *operands) {
  Value **values = arena_new(c->arena, Value *, op->result_count + 1);
  if (!values) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!type_convert(c->types, op_result_type(op, i))) return convert_no_match(c, op, "a result is a quantized number without a storage type");
  Operation *made = op_clone(c->module, op, NULL);
  for (uint32_t i = 0; i < op->result_count; i++) op_result(made, i)->type = type_convert(c->types, op_result_type(op, i));
  op_set_operands(c->module, made, operands, op->operand_count);
  made->attr_count = 0;
  op_touched(made);
  builder_insert(&c->b, made);
  for (uint32_t i = 0; i < op->result_count; i++) values[i] = op_result(made, i);
  return op->result_count ? convert_replace(c, op, values, op->result_count) : convert_erase(c, op);
}

static TypeConverter *types_of(Conversion *c) { return (TypeConverter *)(uintptr_t)c->data; }

static bool are_legal(Conversion *c, const T *types, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (type_convert(types_of(c), types[i]) != types[i]) return false;
  return true;
}

static Legality legality(Conversion *c, Operation *op) {
  bool legal = true;
  if (op_is(op, OP_FUNC_FUNC)) {
    const FunctionType *type = type_as_function(((const TypeAttr *)op_prop_at(op, FUNC_FUNC_FUNCTION_TYPE))->type);
    return are_legal(c, type->types, type->input_count + type->result_count) ? LEGAL : ILLEGAL;
  }
  if (!op_is(op, OP_FUNC_CALL) && !op_is(op, OP_FUNC_RETURN)) return UNKNOWN_LEGALITY;
  for (uint32_t i = 0; i < op->operand_count && legal; i++) legal = are_legal(c, &(T){op_operand_type(op, i)}, 1);
  for (uint32_t i = 0; i < op->result_count && legal; i++) legal = are_legal(c, &(T){op_result_type(op, i)}, 1);
  return legal ? LEGAL : ILLEGAL;
}

static bool run(PassRun *pass, Operation *op) {
  static const Pattern patterns[] = {
    {.root = OP_FUNC_FUNC, .rewrite = convert_function, .name = "func.func on the integers that are stored"},
    {.root = OP_FUNC_CALL, .rewrite = rebuild, .name = "func.call with the integers that are stored"},
    {.root = OP_FUNC_RETURN, .rewrite = rebuild, .name = "func.return of the integers that are stored"},
  };
  TypeConverter types = {.ctx = pass->ctx, .convert = convert_type, .source = cast_storage, .target = cast_target};
  map_init(&types.cache, pass->arena);
  Conversion c;
  conversion_init(&c, pass, legality);
  c.data = &types;
  conversion_add_table(&c, patterns, &types);
  return conversion_run(&c, op);
}

const PassDef strip_func_quant_types_pass = {
  .name = "strip-func-quant-types", .class_name = "StripFuncQuantTypes", .summary = "Strip quantized types from function headers",
  .works_on = "func", .makes = "quant func", .run = run,
};
