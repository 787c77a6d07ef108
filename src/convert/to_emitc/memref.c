// memref to emitc: memrefs of known size are arrays.
#include "convert/to_emitc/to_emitc.h"
#include "ops/memref.h"

static const char no_array[] = "the memref is no array of C";

static bool is_aligned(const Operation *op) {
  A alignment = op_prop(op, "alignment");
  return alignment && attr_to_i64(alignment) > 1;
}

static bool lower_alloca(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  if (!type_has_static_shape(op_result_type(op, 0))) return convert_no_match(c, op, no_array);
  if (is_aligned(op)) return convert_no_match(c, op, "an array of C has its own alignment");
  T type = type_convert(c->types, op_result_type(op, 0));
  return type ? convert_replace1(c, op, emitc_variable(&c->b, type)) : convert_no_match(c, op, no_array);
}

// How many bytes the elements take.
static Value *build_bytes(Builder *b, T memref) {
  T size_type = emitc_plain(b->ctx, &emitc_size_t_type);
  A of = attr_type(b->ctx, type_element(memref));
  Value *bytes = emitc_call_opaque(b, size_type, "sizeof", attr_array(b->ctx, &of, 1), NULL, 0);
  return build2(b, OP_EMITC_MUL, size_type, bytes, emitc_index_constant(b, b->ctx->types.index, type_num_elements(memref)));
}

static bool lower_alloc(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Builder *b = &c->b;
  T memref = op_result_type(op, 0), size_type = emitc_plain(c->ctx, &emitc_size_t_type), element = type_element(memref);
  const ShapedType *shape = (const ShapedType *)memref;
  bool fits = type_has_static_shape(memref) && memref_has_identity_layout(shape) && shape->rank;
  for (uint64_t i = 0; fits && i < shape->rank; i++) fits = shape->dims[i] != 0;
  if (!fits) return convert_no_match(c, op, no_array);
  Value *bytes = build_bytes(b, memref);
  Value *args[2] = {bytes};
  A alignment = op_prop_at(op, MEMREF_ALLOC_ALIGNMENT);
  if (alignment) {
    args[0] = emitc_index_constant(b, size_type, attr_to_i64(alignment));
    args[1] = bytes;
  }
  T address = emitc_ptr(c->ctx, emitc_opaque(c->ctx, STR("void")));
  Value *memory = emitc_call_opaque(b, address, alignment ? "aligned_alloc" : "malloc", NULL, args, alignment ? 2 : 1);
  return convert_replace1(c, op, build1(b, OP_EMITC_CAST, emitc_ptr(c->ctx, element), memory));
}

static bool lower_global(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  T memref = ((const TypeAttr *)op_prop_at(op, MEMREF_GLOBAL_TYPE))->type, type = type_convert(c->types, memref);
  A visibility = op_prop_at(op, MEMREF_GLOBAL_SYM_VISIBILITY), value = op_prop_at(op, MEMREF_GLOBAL_INITIAL_VALUE);
  if (!type || is_aligned(op)) return convert_no_match(c, op, no_array);
  bool is_private = visibility && attr_is_string(visibility, "private");
  if (visibility && attr_is_string(visibility, "nested")) return convert_no_match(c, op, "C has no nested symbols");
  OpState *state = builder_begin(&c->b, OP_EMITC_GLOBAL);
  op_state_set_prop(state, EMITC_GLOBAL_SYM_NAME, op_prop_at(op, MEMREF_GLOBAL_SYM_NAME));
  op_state_set_prop(state, EMITC_GLOBAL_TYPE, attr_type(c->ctx, type));
  if (value && attr_kind(value) != ATTR_UNIT) op_state_set_prop(state, EMITC_GLOBAL_INITIAL_VALUE, value);
  op_state_set_prop(state, is_private ? EMITC_GLOBAL_STATIC_SPECIFIER : EMITC_GLOBAL_EXTERN_SPECIFIER, attr_unit(c->ctx));
  if (op_prop_at(op, MEMREF_GLOBAL_CONSTANT)) op_state_set_prop(state, EMITC_GLOBAL_CONST_SPECIFIER, attr_unit(c->ctx));
  builder_finish(&c->b);
  return convert_erase(c, op);
}

static bool lower_get_global(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type) return convert_no_match(c, op, no_array);
  OpState *state = builder_begin(&c->b, OP_EMITC_GET_GLOBAL);
  op_state_set_prop(state, EMITC_GET_GLOBAL_NAME, op_prop_at(op, MEMREF_GET_GLOBAL_NAME));
  op_state_add_type(state, type);
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

// The element; its operands are the array and the indices.
static Value *build_subscript(Builder *b, Value *const *operands, uint32_t count) {
  OpState *state = builder_begin(b, OP_EMITC_SUBSCRIPT);
  op_state_add_operands(state, operands, count);
  op_state_add_type(state, emitc_lvalue(b->ctx, emitc_array_shape(operands[0]->type)->element));
  return builder_finish_value(b);
}

static bool lower_load(Conversion *c, Operation *op, Value *const *operands) {
  if (!type_convert(c->types, op_result_type(op, 0)) || operands[0]->type->def != &emitc_array_type) return convert_no_match(c, op, no_array);
  return convert_replace1(c, op, emitc_load(&c->b, build_subscript(&c->b, operands, op->operand_count)));
}

static bool lower_store(Conversion *c, Operation *op, Value *const *operands) {
  if (operands[1]->type->def != &emitc_array_type) return convert_no_match(c, op, no_array);
  emitc_assign(&c->b, build_subscript(&c->b, operands + 1, op->operand_count - 1), operands[0]);
  return convert_erase(c, op);
}

// The address of an array's first element.
static Value *build_address(Builder *b, Value *array) {
  Value *operands[8] = {array};
  uint32_t rank = (uint32_t)emitc_array_shape(array->type)->rank;
  Value *zero = emitc_index_constant(b, b->ctx->types.index, 0);
  Value **all = rank < countof(operands) ? operands : arena_new(&b->module->arena, Value *, rank + 1);
  if (!all) return NULL;
  all[0] = array;
  for (uint32_t i = 0; i < rank; i++) all[i + 1] = zero;
  Value *first = build_subscript(b, all, rank + 1);
  return build1(b, OP_EMITC_ADDRESS_OF, emitc_ptr(b->ctx, emitc_inner(first->type)), first);
}

static bool lower_copy(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  if (operands[0]->type->def != &emitc_array_type || operands[1]->type->def != &emitc_array_type) return convert_no_match(c, op, no_array);
  Value *source = build_address(b, operands[0]), *target = build_address(b, operands[1]);
  if (!source || !target) return false;
  Value *args[] = {target, source, build_bytes(b, op_operand_type(op, 0))};
  OpState *state = builder_begin(b, OP_EMITC_CALL_OPAQUE);
  op_state_set_prop(state, EMITC_CALL_OPAQUE_CALLEE, attr_string(c->ctx, STR("memcpy")));
  op_state_add_operands(state, args, countof(args));
  builder_finish_typed(b);
  return convert_erase(c, op);
}

static const Pattern patterns[] = {
  {.root = OP_MEMREF_ALLOC, .rewrite = lower_alloc, .target = OP_EMITC_CALL_OPAQUE, .name = "memref.alloc to a call of malloc"},
  {.root = OP_MEMREF_ALLOCA, .rewrite = lower_alloca, .target = OP_EMITC_VARIABLE, .name = "memref.alloca to emitc.variable"},
  {.root = OP_MEMREF_COPY, .rewrite = lower_copy, .target = OP_EMITC_CALL_OPAQUE, .name = "memref.copy to a call of memcpy"},
  {.root = OP_MEMREF_GET_GLOBAL, .rewrite = lower_get_global, .target = OP_EMITC_GET_GLOBAL, .name = "memref.get_global to emitc.get_global"},
  {.root = OP_MEMREF_GLOBAL, .rewrite = lower_global, .target = OP_EMITC_GLOBAL, .name = "memref.global to emitc.global"},
  {.root = OP_MEMREF_LOAD, .rewrite = lower_load, .target = OP_EMITC_LOAD, .name = "memref.load to emitc.subscript and emitc.load"},
  {.root = OP_MEMREF_STORE, .rewrite = lower_store, .target = OP_EMITC_ASSIGN, .name = "memref.store to emitc.subscript and emitc.assign"},
};

void add_memref_to_emitc(Conversion *c, EmitCTypes *types) { conversion_add_table(c, patterns, &types->base); }
