#include "convert/llvm/llvm_build.h"
#include "ops/builtin.h"
#include "ops/llvm.h"

#include "asm/params.h"
#include "dialects/llvm/attrs.h"
#include "ir/constants.h"
#include "ir/symbol.h"
#include "ir/verify.h"

#define DYNAMIC_GEP_INDEX INT32_MIN

static Value *finish(Builder *b, T type) {
  if (type) op_state_add_type(&b->state, type);
  return builder_finish_value(b);
}

// ---------------------------------------------------------------------------------------------
// Values

Value *llvm_constant(Builder *b, T type, A value) {
  op_state_set_prop(builder_begin(b, OP_LLVM_MLIR_CONSTANT), LLVM_MLIR_CONSTANT_VALUE, value);
  return finish(b, type);
}

Value *llvm_index_constant(Builder *b, T type, int64_t value) { return llvm_constant(b, type, attr_index(b->ctx, value)); }

Value *llvm_int_constant(Builder *b, T type, int64_t value) {
  APInt number = apint_i64(b->state.arena, type_bits(type_element_or_self(type)), value);
  return llvm_constant(b, type, int_attr_of(b->ctx, type, &number));
}

Value *llvm_float_constant(Builder *b, T type, double value) {
  T element = type_element_or_self(type);
  APFloat number = apfloat_from_double(type_float_kind(element), value, NULL);
  if (!type_is_vector(type)) return llvm_constant(b, type, attr_float(b->ctx, type, number));
  uint64_t bits[2];
  uint8_t data[16];
  apfloat_stored(number, bits);
  for (uint32_t i = 0; i < 16; i++) data[i] = (uint8_t)(bits[i / 8] >> (i % 8 * 8));
  return llvm_constant(b, type, attr_dense(b->ctx, type, true, data, dense_element_bytes(element)));
}

static Value *plain_value(Builder *b, uint32_t opcode, T type) {
  builder_begin(b, opcode);
  return finish(b, type);
}

Value *llvm_undef(Builder *b, T type) { return plain_value(b, OP_LLVM_MLIR_UNDEF, type); }
Value *llvm_poison(Builder *b, T type) { return plain_value(b, OP_LLVM_MLIR_POISON, type); }
Value *llvm_zero(Builder *b, T type) { return plain_value(b, OP_LLVM_MLIR_ZERO, type); }

Value *llvm_address_of(Builder *b, T ptr, Str symbol) {
  op_state_set_prop(builder_begin(b, OP_LLVM_MLIR_ADDRESSOF), LLVM_MLIR_ADDRESSOF_GLOBAL_NAME, attr_symbol(b->ctx, symbol));
  return finish(b, ptr);
}

// ---------------------------------------------------------------------------------------------
// Arithmetic

Value *llvm_binary(Builder *b, uint32_t opcode, Value *lhs, Value *rhs) { return build2(b, opcode, lhs->type, lhs, rhs); }

static Value *wrapping(Builder *b, uint32_t opcode, uint32_t slot, Value *lhs, Value *rhs, int flags) {
  OpState *state = builder_begin(b, opcode);
  op_state_add_operand2(state, lhs, rhs);
  if (flags) op_state_set_prop(state, slot, attr_i64(b->ctx, b->ctx->types.i32, flags));
  return finish(b, lhs->type);
}

Value *llvm_add(Builder *b, Value *lhs, Value *rhs, int flags) {
  return wrapping(b, OP_LLVM_ADD, LLVM_ADD_OVERFLOW_FLAGS, lhs, rhs, flags);
}
Value *llvm_sub(Builder *b, Value *lhs, Value *rhs, int flags) {
  return wrapping(b, OP_LLVM_SUB, LLVM_SUB_OVERFLOW_FLAGS, lhs, rhs, flags);
}
Value *llvm_mul(Builder *b, Value *lhs, Value *rhs, int flags) {
  return wrapping(b, OP_LLVM_MUL, LLVM_MUL_OVERFLOW_FLAGS, lhs, rhs, flags);
}

// i1, or a vector or array of i1 as long as the operands.
static T comparison_type(Context *ctx, T operand) {
  return type_is_vector(operand) ? type_with_element(ctx, operand, ctx->types.i1) : ctx->types.i1;
}

static Value *compare(Builder *b, uint32_t opcode, uint32_t slot, int64_t predicate, Value *lhs, Value *rhs) {
  OpState *state = builder_begin(b, opcode);
  op_state_add_operand2(state, lhs, rhs);
  op_state_set_prop(state, slot, attr_i64(b->ctx, b->ctx->types.i64, predicate));
  return finish(b, comparison_type(b->ctx, lhs->type));
}

Value *llvm_icmp(Builder *b, int64_t predicate, Value *lhs, Value *rhs) {
  return compare(b, OP_LLVM_ICMP, LLVM_ICMP_PREDICATE, predicate, lhs, rhs);
}

Value *llvm_fcmp(Builder *b, int64_t predicate, Value *lhs, Value *rhs) {
  return compare(b, OP_LLVM_FCMP, LLVM_FCMP_PREDICATE, predicate, lhs, rhs);
}

Value *llvm_select(Builder *b, Value *condition, Value *yes, Value *no) {
  return build3(b, OP_LLVM_SELECT, yes->type, condition, yes, no);
}

Value *llvm_cast(Builder *b, uint32_t opcode, T type, Value *value) { return build1(b, opcode, type, value); }

// ---------------------------------------------------------------------------------------------
// Aggregates

T llvm_element_at(T container, const int64_t *position, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (llvm_is_array(container)) {
      container = ((const LLVMArrayType *)container)->element;
    } else if (llvm_is_struct(container)) {
      uint32_t elements;
      const T *types = llvm_struct_elements(container, &elements);
      if (position[i] < 0 || position[i] >= elements) return NULL;
      container = types[position[i]];
    } else {
      return NULL;
    }
  }
  return container;
}

Value *llvm_extract_at(Builder *b, Value *container, const int64_t *position, uint32_t count) {
  OpState *state = builder_begin(b, OP_LLVM_EXTRACTVALUE);
  op_state_add_operand(state, container);
  op_state_set_prop(state, LLVM_EXTRACTVALUE_POSITION, attr_i64_array(b->ctx, position, count));
  return finish(b, llvm_element_at(container->type, position, count));
}

Value *llvm_insert_at(Builder *b, Value *container, Value *value, const int64_t *position, uint32_t count) {
  T field = llvm_element_at(container->type, position, count);
  if (field && llvm_pointee(field)) value = llvm_pointing_to(b, value, llvm_pointee(field));
  OpState *state = builder_begin(b, OP_LLVM_INSERTVALUE);
  op_state_add_operand2(state, container, value);
  op_state_set_prop(state, LLVM_INSERTVALUE_POSITION, attr_i64_array(b->ctx, position, count));
  return finish(b, container->type);
}

Value *llvm_extract(Builder *b, Value *container, int64_t position) { return llvm_extract_at(b, container, &position, 1); }

Value *llvm_insert(Builder *b, Value *container, Value *value, int64_t position) {
  return llvm_insert_at(b, container, value, &position, 1);
}

// ---------------------------------------------------------------------------------------------
// Memory

Value *llvm_pointing_to(Builder *b, Value *ptr, T element) {
  T pointee = llvm_pointee(ptr->type);
  if (!pointee || pointee == element) return ptr;
  return llvm_cast(b, OP_LLVM_BITCAST, llvm_ptr_to(b->ctx, element, llvm_ptr_space(ptr->type)), ptr);
}

// What the indices after the first lead to inside `element`; fields of structs have constant ones.
static T indexed_type(T element, const GepIndex *indices, uint32_t count) {
  for (uint32_t i = 1; i < count && element; i++) {
    int64_t index = indices[i].value ? 0 : indices[i].constant;
    element = llvm_element_at(element, &index, 1);
  }
  return element;
}

Value *llvm_gep(Builder *b, T ptr, T element, Value *base, const GepIndex *indices, uint32_t count, int flags) {
  int32_t few[16];
  base = llvm_pointing_to(b, base, element);
  if (llvm_pointee(base->type)) {
    ptr = llvm_ptr_to(b->ctx, indexed_type(element, indices, count), llvm_ptr_space(base->type));
    flags = 0;
  }
  OpState *state = builder_begin(b, OP_LLVM_GETELEMENTPTR);
  op_state_add_operand(state, base);
  if (count > countof(few)) count = countof(few);
  for (uint32_t i = 0; i < count; i++) {
    few[i] = indices[i].value ? DYNAMIC_GEP_INDEX : indices[i].constant;
    if (indices[i].value) op_state_add_operand(state, indices[i].value);
  }
  op_state_set_prop(state, LLVM_GETELEMENTPTR_RAW_CONSTANT_INDICES, attr_i32_array(b->ctx, few, count));
  op_state_set_prop(state, LLVM_GETELEMENTPTR_ELEM_TYPE, attr_type(b->ctx, element));
  if (flags) op_state_set_prop(state, LLVM_GETELEMENTPTR_NO_WRAP_FLAGS, attr_i64(b->ctx, b->ctx->types.i32, flags));
  return finish(b, ptr);
}

Value *llvm_gep1(Builder *b, T ptr, T element, Value *base, Value *index, int flags) {
  return llvm_gep(b, ptr, element, base, &(const GepIndex){index, 0}, 1, flags);
}

static void set_alignment(Builder *b, OpState *state, uint32_t slot, int64_t alignment) {
  if (alignment) op_state_set_prop(state, slot, attr_i64(b->ctx, b->ctx->types.i64, alignment));
}

Value *llvm_load(Builder *b, T type, Value *address, int64_t alignment) {
  address = llvm_pointing_to(b, address, type);
  OpState *state = builder_begin(b, OP_LLVM_LOAD);
  op_state_add_operand(state, address);
  set_alignment(b, state, LLVM_LOAD_ALIGNMENT, alignment);
  return finish(b, type);
}

Operation *llvm_store(Builder *b, Value *value, Value *address, int64_t alignment) {
  address = llvm_pointing_to(b, address, value->type);
  OpState *state = builder_begin(b, OP_LLVM_STORE);
  op_state_add_operand2(state, value, address);
  set_alignment(b, state, LLVM_STORE_ALIGNMENT, alignment);
  return builder_finish(b);
}

Value *llvm_alloca(Builder *b, T ptr, T element, Value *count, int64_t alignment) {
  if (llvm_pointee(ptr)) ptr = llvm_ptr_to(b->ctx, element, llvm_ptr_space(ptr));
  OpState *state = builder_begin(b, OP_LLVM_ALLOCA);
  op_state_add_operand(state, count);
  set_alignment(b, state, LLVM_ALLOCA_ALIGNMENT, alignment);
  op_state_set_prop(state, LLVM_ALLOCA_ELEM_TYPE, attr_type(b->ctx, element));
  return finish(b, ptr);
}

// Operations in the form of releases with typed pointers, where some attributes of today were operands.
static Operation *old_op(Builder *b, uint32_t opcode, Value *const *operands, uint32_t count) {
  op_state_add_operands(builder_begin_def(b, context_bare_op(b->ctx, context_op_of(b->ctx, opcode))), operands, count);
  return builder_finish(b);
}

void llvm_old_prefetch(Builder *b, Value *address, const int64_t *numbers) {
  Value *operands[4] = {address};
  for (uint32_t i = 0; i < 3; i++) operands[1 + i] = llvm_constant(b, b->ctx->types.i32, attr_i64(b->ctx, b->ctx->types.i32, numbers[i]));
  old_op(b, OP_LLVM_INTR_PREFETCH, operands, 4);
}

void llvm_old_assume(Builder *b, Value *condition) { old_op(b, OP_LLVM_INTR_ASSUME, &condition, 1); }

Operation *llvm_memcpy(Builder *b, Value *to, Value *from, Value *size, bool is_volatile) {
  if (llvm_pointee(to->type)) {
    Value *flag = llvm_constant(b, b->ctx->types.i1, attr_bool(b->ctx, is_volatile));
    return old_op(b, OP_LLVM_INTR_MEMCPY, (Value *const[]){to, from, size, flag}, 4);
  }
  OpState *state = builder_begin(b, OP_LLVM_INTR_MEMCPY);
  op_state_add_operands(state, (Value *const[]){to, from, size}, 3);
  op_state_set_prop(state, LLVM_INTR_MEMCPY_IS_VOLATILE, attr_bool(b->ctx, is_volatile));
  return builder_finish(b);
}

// ---------------------------------------------------------------------------------------------
// Calls and control flow

Operation *llvm_call(Builder *b, T result, Str callee, Value *const *operands, uint32_t count) {
  OpState *state = builder_begin(b, OP_LLVM_CALL);
  op_state_add_operands(state, operands, count);
  if (result && !llvm_is_void(result)) op_state_add_type(state, result);
  op_state_set_prop(state, LLVM_CALL_CALLEE, attr_symbol(b->ctx, callee));
  op_state_set_prop(state, LLVM_CALL_OP_BUNDLE_SIZES, attr_i32_array(b->ctx, NULL, 0));
  op_state_operand_segments(state, (const int32_t[]){(int32_t)count, 0}, 2);
  return builder_finish_typed(b);
}

Value *llvm_call1(Builder *b, T result, Str callee, Value *operand) {
  Operation *op = llvm_call(b, result, callee, &operand, 1);
  return op->result_count ? op_result(op, 0) : NULL;
}

Operation *llvm_return(Builder *b, Value *value) {
  OpState *state = builder_begin(b, OP_LLVM_RETURN);
  if (value) op_state_add_operand(state, value);
  return builder_finish(b);
}

Operation *llvm_br(Builder *b, Block *to, Value *const *operands, uint32_t count) {
  OpState *state = builder_begin(b, OP_LLVM_BR);
  op_state_add_operands(state, operands, count);
  vec_push(state->arena, &state->successors, to);
  return builder_finish(b);
}

Operation *llvm_cond_br(Builder *b, Value *condition, Block *yes, Value *const *yes_operands, uint32_t yes_count,
                        Block *no, Value *const *no_operands, uint32_t no_count) {
  OpState *state = builder_begin(b, OP_LLVM_COND_BR);
  op_state_add_operand(state, condition);
  op_state_add_operands(state, yes_operands, yes_count);
  op_state_add_operands(state, no_operands, no_count);
  vec_push(state->arena, &state->successors, yes);
  vec_push(state->arena, &state->successors, no);
  op_state_operand_segments(state, (const int32_t[]){1, (int32_t)yes_count, (int32_t)no_count}, 3);
  return builder_finish(b);
}

Operation *llvm_unreachable(Builder *b) {
  builder_begin(b, OP_LLVM_UNREACHABLE);
  return builder_finish(b);
}

static A enum_attr(Context *ctx, const AttrDef *def, int64_t value) {
  uint64_t word = (uint64_t)value;
  return attr_from_params(ctx, def, &word);
}

Operation *llvm_func_op(Builder *b, Str name, T type, int64_t linkage) {
  OpState *state = builder_begin(b, OP_LLVM_FUNC);
  op_state_set_prop(state, LLVM_FUNC_SYM_NAME, attr_string(b->ctx, name));
  op_state_set_prop(state, LLVM_FUNC_FUNCTION_TYPE, attr_type(b->ctx, type));
  op_state_set_prop(state, LLVM_FUNC_LINKAGE, enum_attr(b->ctx, &llvm_linkage_attr, linkage));
  op_state_set_prop(state, LLVM_FUNC_C_CONV, enum_attr(b->ctx, &llvm_cconv_attr, LLVM_C_CONV_CCC));
  op_state_set_prop(state, LLVM_FUNC_VISIBILITY_, attr_i64(b->ctx, b->ctx->types.i64, LLVM_VISIBILITY_NONE));
  op_state_add_region(state);
  return builder_finish(b);
}

// ---------------------------------------------------------------------------------------------
// Symbols

Operation *enclosing_module(const Operation *op) {
  const Operation *at = op;
  while (at && !op_is(at, OP_BUILTIN_MODULE)) at = op_parent(at);
  return (Operation *)(uintptr_t)at;
}

// The closest table of symbols: a function is declared where it is called.
static Operation *symbol_table_around(const Operation *op) {
  Operation *at = op_parent(op);
  while (at && !op_is_symbol_table(at)) at = op_parent(at);
  return at;
}

static Operation *find_symbol(Conversion *c, const Operation *module, Str name) {
  MapEntry *entry = map_find_str(&c->symbols, name);
  if (entry && op_parent((Operation *)entry->value) == module) return (Operation *)entry->value;
  return symbol_find(module, name);
}

static void remember_symbol(Conversion *c, Str name, Operation *op) {
  map_put_str(&c->symbols, name)->value = (uintptr_t)op;
}

static Builder module_builder(Conversion *c, const Operation *module) {
  Builder b;
  builder_init(&b, c->module);
  builder_at_start(&b, op_region(module, 0)->first);
  // Its location is the module's; its source range is that of the operation that needs it.
  b.loc = (Loc){.attr = loc_attr(c->module, module->loc), .src = c->b.loc.src};
  b.created = c->b.created;   // rolled back with the pattern
  b.data = c->b.data;
  return b;
}

Operation *llvm_runtime_function(Conversion *c, Operation *op, Str name, T result, const T *params, uint32_t count) {
  Operation *module = enclosing_module(op);
  if (!module || !op_region(module, 0)->first) return NULL;
  Operation *found = find_symbol(c, module, name);
  if (op_is(found, OP_LLVM_FUNC)) return found;
  Builder b = module_builder(c, module);
  builder_at_end(&b, op_region(module, 0)->first);
  b.loc = op->loc;
  Operation *made = llvm_func_op(&b, name, llvm_func(c->ctx, result ? result : llvm_void(c->ctx), params, count, false), LLVM_LINKAGE_EXTERNAL);
  remember_symbol(c, attr_str(op_prop_at(made, LLVM_FUNC_SYM_NAME)), made);
  return made;
}

Operation *llvm_function_before(Conversion *c, Operation *place, Str name, T result, const T *params, uint32_t count) {
  Operation *table = symbol_table_around(place), *found = table ? find_symbol(c, table, name) : NULL;
  if (!table || found) return op_is(found, OP_LLVM_FUNC) ? found : NULL;
  Builder b = module_builder(c, table);
  builder_before(&b, place);
  Operation *made = llvm_func_op(&b, name, llvm_func(c->ctx, result, params, count, false), LLVM_LINKAGE_EXTERNAL);
  remember_symbol(c, attr_str(op_prop_at(made, LLVM_FUNC_SYM_NAME)), made);
  return made;
}

Operation *llvm_lookup_function(Conversion *c, Operation *op, Str name, T result, const T *params, uint32_t count) {
  Operation *module = symbol_table_around(op);
  if (!module || !op_region(module, 0)->first) return NULL;
  T type = llvm_func(c->ctx, result ? result : llvm_void(c->ctx), params, count, false);
  Operation *found = find_symbol(c, module, name);
  if (op_is(found, OP_LLVM_FUNC)) {
    A given = op_prop_at(found, LLVM_FUNC_FUNCTION_TYPE);
    T found_type = given && attr_kind(given) == ATTR_TYPE ? ((const TypeAttr *)given)->type : NULL;
    if (found_type == type) {
      remember_symbol(c, attr_str(op_prop_at(found, LLVM_FUNC_SYM_NAME)), found);
      return found;
    }
    op_error_plain(c->module, found, "redefinition of reserved function '%.*s' of different type '%s' is prohibited",
                   STR_ARG(name), type_text(c->ctx, found_type));
    return NULL;
  }
  Builder b = module_builder(c, module);
  Operation *made = llvm_func_op(&b, name, type, LLVM_LINKAGE_EXTERNAL);
  remember_symbol(c, attr_str(op_prop_at(made, LLVM_FUNC_SYM_NAME)), made);
  return made;
}

Operation *llvm_malloc(Conversion *c, Operation *op, LLVMTypes *types) {
  return llvm_lookup_function(c, op, STR("malloc"), types->ptr, &types->index, 1);
}

Operation *llvm_free(Conversion *c, Operation *op) {
  return llvm_lookup_function(c, op, STR("free"), NULL, &llvm_converter(c)->ptr, 1);
}

Str unique_symbol(Conversion *c, const Operation *table, Str base) {
  Str name = base;
  for (uint32_t i = 0; find_symbol(c, table, name); i++)
    name = arena_printf(c->arena, "%.*s_%u", STR_ARG(base), (unsigned)i);
  return name;
}

Value *llvm_global_string(Conversion *c, Operation *op, Str base, Str text) {
  Context *ctx = c->ctx;
  Operation *module = enclosing_module(op);
  Str name = unique_symbol(c, module, base);
  uint32_t size = (uint32_t)text.size + 1;
  char *bytes = arena_alloc(c->arena, size);
  if (!bytes) return NULL;
  if (text.size) memcpy(bytes, text.data, text.size);
  T array = llvm_array(ctx, ctx->types.i8, size);
  A data = attr_dense(ctx, type_tensor(ctx, (const int64_t[]){size}, 1, ctx->types.i8, NULL), false, bytes, size);
  Builder b = module_builder(c, module);
  b.loc = op->loc;
  OpState *state = builder_begin(&b, OP_LLVM_MLIR_GLOBAL);
  op_state_set_prop(state, LLVM_MLIR_GLOBAL_GLOBAL_TYPE, attr_type(ctx, array));
  op_state_set_prop(state, LLVM_MLIR_GLOBAL_CONSTANT, ctx->attrs.unit);
  op_state_set_prop(state, LLVM_MLIR_GLOBAL_SYM_NAME, attr_string(ctx, name));
  op_state_set_prop(state, LLVM_MLIR_GLOBAL_LINKAGE, enum_attr(ctx, &llvm_linkage_attr, LLVM_LINKAGE_PRIVATE));
  op_state_set_prop(state, LLVM_MLIR_GLOBAL_VALUE, data);
  op_state_set_prop(state, LLVM_MLIR_GLOBAL_ADDR_SPACE, attr_i64(ctx, ctx->types.i32, 0));
  op_state_set_prop(state, LLVM_MLIR_GLOBAL_VISIBILITY_, attr_i64(ctx, ctx->types.i64, LLVM_VISIBILITY_NONE));
  op_state_add_region(state);
  Operation *global = builder_finish(&b);
  remember_symbol(c, attr_str(op_prop_at(global, LLVM_MLIR_GLOBAL_SYM_NAME)), global);
  return llvm_address_of(&c->b, llvm_pointer(llvm_converter(c), array, 0), name);
}
