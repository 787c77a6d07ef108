// How operations of arith, bufferization and vector become operations on memory
// (after the BufferizableOpInterfaceImpl.cpp of those dialects).
#include "passes/bufferize/bufferize.h"

#include "ops/arith.h"
#include "ops/bufferization.h"
#include "ops/memref.h"
#include "ops/vector.h"

#include "dialects/bufferization/buffers.h"
#include "dialects/common/build.h"
#include "dialects/common/dense_fold.h"
#include "ir/affine.h"
#include "ir/constants.h"
#include "ir/text.h"

static const ShapedType *shape_of(T type) { return (const ShapedType *)type; }
static bool replace1(Bufferizer *z, Operation *op, Value *by) {
  replace_by_buffers(z, op, &by);
  return true;
}

// ---------------------------------------------------------------------------------------------
// arith.constant: a global, shared by equal constants

static Str global_name(Bufferizer *z, const Operation *module, T type) {
  Arena *arena = z->arena;
  Str name = STR("__constant_");
  for (uint64_t i = 0; i < shape_of(type)->rank; i++)
    name = arena_printf(arena, i ? "%.*sx%lld" : "%.*s%lld", STR_ARG(name), (long long)shape_of(type)->dims[i]);
  name = arena_printf(arena, "%.*sx%s", STR_ARG(name), type_text(z->ctx, shape_of(type)->element));
  return symbol_names_take(&z->names, module, name);
}

static void note_global(Bufferizer *z, Map *globals, Operation *op) {
  A value = op_prop_at(op, MEMREF_GLOBAL_INITIAL_VALUE);
  OpVec *list = value ? map_get(globals, value) : NULL;
  if (value && !list) {
    list = arena_new(z->arena, OpVec, 1);
    if (list) map_set(globals, value, list);
  }
  if (list) vec_push(z->arena, list, op);
}

// The globals of the module by their values.
static Map *globals_of(Bufferizer *z, Operation *module) {
  Map *globals = map_get(&z->globals, module);
  if (globals) return globals;
  globals = arena_new(z->arena, Map, 1);
  if (!globals) return NULL;
  map_init(globals, z->arena);
  map_set(&z->globals, module, globals);
  block_each_op(module->regions[0].first, op) if (op_is(op, OP_MEMREF_GLOBAL)) note_global(z, globals, op);
  return globals;
}

static Str global_for(Bufferizer *z, Operation *module, Operation *constant, A space) {
  A value = op_prop_at(constant, ARITH_CONSTANT_VALUE);
  T tensor = op_result_type(constant, 0), type = identity_buffer_type(z->ctx, tensor, space);
  Block *body = module->regions[0].first;
  Map *globals = globals_of(z, module);
  const OpVec *same_value = globals ? map_get(globals, value) : NULL;
  for (uint32_t i = 0; same_value && i < same_value->count; i++) {
    const Operation *op = same_value->data[i];
    A alignment = op_prop_at(op, MEMREF_GLOBAL_ALIGNMENT);
    bool same = ((const TypeAttr *)op_prop_at(op, MEMREF_GLOBAL_TYPE))->type == type && op_prop_at(op, MEMREF_GLOBAL_CONSTANT) &&
                (alignment ? attr_to_u64(alignment) : 0) == z->options.alignment;
    if (same) return symbol_name(op);
  }
  Builder saved = z->b;
  Str name = global_name(z, module, tensor);
  z->b.created = NULL;
  builder_at_start(&z->b, body);
  OpState *state = builder_begin(&z->b, OP_MEMREF_GLOBAL);
  op_state_set_prop(state, MEMREF_GLOBAL_SYM_NAME, attr_string(z->ctx, name));
  op_state_set_prop(state, MEMREF_GLOBAL_SYM_VISIBILITY, attr_string(z->ctx, STR("private")));
  op_state_set_prop(state, MEMREF_GLOBAL_TYPE, attr_type(z->ctx, type));
  op_state_set_prop(state, MEMREF_GLOBAL_INITIAL_VALUE, value);
  op_state_set_prop(state, MEMREF_GLOBAL_CONSTANT, attr_unit(z->ctx));
  if (z->options.alignment)
    op_state_set_prop(state, MEMREF_GLOBAL_ALIGNMENT, attr_i64(z->ctx, z->ctx->types.i64, (int64_t)z->options.alignment));
  Operation *made = builder_finish_typed(&z->b);
  if (globals) note_global(z, globals, made);
  z->b.block = saved.block;
  z->b.before = saved.before;
  z->b.created = saved.created;
  return name;
}

bool bufferize_arith_constant(Bufferizer *z, Operation *op) {
  T type = op_result_type(op, 0);
  if (!type_is_tensor(type)) return true;
  Operation *module = op_parent(op);
  while (module && !op_is_symbol_table(module)) module = op_parent(module);
  A space;
  if (!module || !default_space(z, op, type, &space)) return false;
  Str name = global_for(z, module, op, space);
  OpState *state = builder_begin(&z->b, OP_MEMREF_GET_GLOBAL);
  op_state_set_prop(state, MEMREF_GET_GLOBAL_NAME, attr_symbol(z->ctx, name));
  op_state_add_type(state, identity_buffer_type(z->ctx, type, space));
  return replace1(z, op, builder_finish_value(&z->b));
}

// --- arith.index_cast

bool bufferize_arith_index_cast(Bufferizer *z, Operation *op) {
  if (!type_is_tensor(op_result_type(op, 0))) return true;
  Value *from = get_buffer(z, op_operand(op, 0));
  if (!from) return false;
  T element = shape_of(op_result_type(op, 0))->element;
  const ShapedType *shape = shape_of(from->type);
  T type = type_has_rank(from->type) ? type_memref(z->ctx, shape->dims, (uint32_t)shape->rank, element, shape->layout, shape->extra)
                                     : type_unranked_memref(z->ctx, element, shape->extra);
  return replace1(z, op, build1(&z->b, OP_ARITH_INDEX_CAST, type, from));
}

// --- arith.select

void buffer_select_aliases(Bufferizer *z, Use *use, BufferAliases *out) {
  (void)z;
  if (use_index(use)) push_alias(out, op_result(use->owner, 0), true, true);
}

T buffer_type_of_select(Bufferizer *z, Value *value) {
  const Operation *op = value_def(value);
  T yes = buffer_type(z, op_operand(op, 1)), no = yes ? buffer_type(z, op_operand(op, 2)) : NULL;
  if (!no || yes == no) return no;
  if (shape_of(yes)->extra != shape_of(no)->extra) {
    op_error_plain(z->module, op, "inconsistent memory space on true/false operands");
    return NULL;
  }
  return dynamic_buffer_type(z->ctx, value->type, shape_of(yes)->extra);
}

bool bufferize_arith_select(Bufferizer *z, Operation *op) {
  if (!type_is_tensor(op_result_type(op, 0))) return true;
  Value *yes = get_buffer(z, op_operand(op, 1)), *no = yes ? get_buffer(z, op_operand(op, 2)) : NULL;
  if (!no) return false;
  if (yes->type != no->type) {
    T type = buffer_type(z, op_result(op, 0));
    if (!type) return false;
    if (yes->type != type) yes = build1(&z->b, OP_MEMREF_CAST, type, yes);
    if (no->type != type) no = build1(&z->b, OP_MEMREF_CAST, type, no);
  }
  return replace1(z, op, build3(&z->b, OP_ARITH_SELECT, yes->type, op_operand(op, 0), yes, no));
}

// ---------------------------------------------------------------------------------------------
// bufferization

void buffer_no_aliases(Bufferizer *z, Use *use, BufferAliases *out) { (void)z, (void)use, (void)out; }

bool buffer_alloc_tensor_defines(Bufferizer *z, Value *value) {
  (void)z;
  return span_size(op_operands_named(value_def(value), "copy")) != 0;
}

T buffer_type_of_alloc_tensor(Bufferizer *z, Value *value) {
  Operation *op = value_def(value);
  Span copy = op_operands_named(op, "copy");
  A space = op_prop_at(op, BUFFERIZATION_ALLOC_TENSOR_MEMORY_SPACE);
  if (space) return identity_buffer_type(z->ctx, value->type, space);
  if (span_size(copy)) {
    T from = buffer_type(z, op_operand(op, copy.begin));
    return from ? identity_buffer_type(z->ctx, value->type, shape_of(from)->extra) : NULL;
  }
  return default_space(z, op, value->type, &space) ? identity_buffer_type(z->ctx, value->type, space) : NULL;
}

bool bufferize_alloc_tensor(Bufferizer *z, Operation *op) {
  if (!op_has_uses(op)) {
    erase_op(z, op);
    return true;
  }
  Span copy = op_operands_named(op, "copy");
  Value *from = span_size(copy) ? get_buffer(z, op_operand(op, copy.begin)) : NULL;
  if (span_size(copy) && !from) return false;
  T type = buffer_type(z, op_result(op, 0));
  if (!type || type_kind(type) != TYPE_MEMREF) return false;
  ValueVec sizes = {0};
  if (from) build_dynamic_sizes(&z->b, from, &sizes, z->arena);
  else {
    Span given = op_operands_named(op, "dynamic_sizes");
    op_push_operands(op, given.begin, given.end, &sizes, z->arena);
  }
  Value *made = build_alloc(z, type, sizes.data, sizes.count);
  if (from) build2(&z->b, OP_MEMREF_COPY, NULL, from, made);
  return replace1(z, op, made);
}

bool bufferize_dealloc_tensor(Bufferizer *z, Operation *op) {
  Value *buffer = get_buffer(z, op_operand(op, 0));
  if (!buffer) return false;
  OpState *state = builder_begin(&z->b, OP_MEMREF_DEALLOC);
  op_state_add_operand(state, buffer);
  builder_finish(&z->b);
  erase_op(z, op);
  return true;
}

bool buffer_is_operand_0(Bufferizer *z, Use *use) {
  (void)z;
  return use_index(use) == 0;
}

void buffer_materialize_aliases(Bufferizer *z, Use *use, BufferAliases *out) {
  (void)z;
  if (use_index(use) == 1 && use->owner->result_count) push_alias(out, op_result(use->owner, 0), true, false);
}

bool buffer_materialize_writes(Bufferizer *z, Use *use) {
  (void)z;
  return use_index(use) == 1;
}

// An element that was copied is not read again.
bool buffer_materialize_elementwise(Bufferizer *z, Use *read, Use *write) {
  (void)z, (void)read, (void)write;
  return true;
}

bool bufferize_materialize(Bufferizer *z, Operation *op) {
  Value *to = op_operand(op, 1);
  bool is_tensor = type_is_tensor(to->type);
  if (is_tensor) {
    if (!(to = get_buffer(z, to))) return false;
  }
  Value *from = get_buffer(z, op_operand(op, 0));
  if (!from) return false;
  build2(&z->b, OP_MEMREF_COPY, NULL, from, to);
  if (is_tensor) return replace1(z, op, to);
  erase_op(z, op);
  return true;
}

bool buffer_to_tensor_writable(Bufferizer *z, Value *value) {
  (void)z;
  return op_prop_at(value_def(value), BUFFERIZATION_TO_TENSOR_WRITABLE) != NULL;
}

bool bufferize_to_tensor(Bufferizer *z, Operation *op) {
  (void)z, (void)op;
  return true;
}

bool buffer_to_buffer_writes(Bufferizer *z, Use *use) {
  (void)z;
  return !op_prop_at(use->owner, BUFFERIZATION_TO_BUFFER_READ_ONLY);
}

// ---------------------------------------------------------------------------------------------
// vector

static Operation *on_buffer(Bufferizer *z, Operation *op, uint32_t at, bool has_result) {
  Value *buffer = get_buffer(z, op_operand(op, at));
  if (!buffer) return NULL;
  ValueVec operands = {0};
  TypeVec types = {0};
  op_push_operands(op, 0, op->operand_count, &operands, z->arena);
  operands.data[at] = buffer;
  for (uint32_t i = 0; has_result && i < op->result_count; i++) vec_push(z->arena, &types, op_result_type(op, i));
  return build_like(z, op, &operands, &types);
}

bool bufferize_transfer_read(Bufferizer *z, Operation *op) {
  if (!type_is_tensor(op_operand_type(op, 0))) return true;
  Operation *made = on_buffer(z, op, 0, true);
  return made && replace1(z, op, op_result(made, 0));
}

bool bufferize_transfer_write(Bufferizer *z, Operation *op) {
  if (!type_is_tensor(op_operand_type(op, 1))) return true;
  Operation *made = on_buffer(z, op, 1, false);
  return made && replace1(z, op, op_operand(made, 1));
}

// Memory that is written whole is not read.
bool buffer_transfer_write_reads(Bufferizer *z, Use *use) {
  const Operation *op = use->owner;
  (void)z;
  if (use_index(use) != 1 || !type_has_static_shape(use->value->type)) return true;
  const ShapedType *dest = shape_of(use->value->type), *vector = shape_of(op_operand_type(op, 0));
  Span indices = op_operands_named(op, "indices");
  for (uint32_t i = indices.begin; i < indices.end; i++) {
    int64_t number;
    if (!constant_index(op_operand(op, i), &number) || number) return true;
  }
  if (span_size(op_operands_named(op, "mask")) || op_is(op_parent(op), OP_VECTOR_MASK)) return true;
  for (uint64_t i = 0; i < dest->rank && i < vector->rank; i++)
    if (vector->dims[i] < dest->dims[i]) return true;
  return vector->rank != dest->rank || !affine_map_is_identity(((const MapAttr *)op_prop(op, "permutation_map"))->map);
}

bool bufferize_vector_gather(Bufferizer *z, Operation *op) {
  if (!type_is_tensor(op_operand_type(op, 0))) return true;
  Operation *made = on_buffer(z, op, 0, true);
  return made && replace1(z, op, op_result(made, 0));
}

// --- vector.mask and its vector.yield

void buffer_mask_sources(Bufferizer *z, Value *value, BufferAliases *out) {
  const Block *body = value->is_arg ? NULL : value_def(value)->regions[0].first;
  (void)z;
  if (body && body->last && value->index < body->last->operand_count) push_source(out, &body->last->operands[value->index], true, false);
}

void buffer_vector_yield_aliases(Bufferizer *z, Use *use, BufferAliases *out) {
  Operation *around = op_parent(use->owner);
  (void)z;
  if (op_is(around, OP_VECTOR_MASK)) push_alias(out, op_result(around, use_index(use)), true, false);
}

bool bufferize_vector_yield(Bufferizer *z, Operation *op) {
  if (!op_is(op_parent(op), OP_VECTOR_MASK)) {
    op_error_plain(z->module, op, "unsupported vector::YieldOp parent");
    return false;
  }
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (!type_is_tensor(op_operand_type(op, i))) continue;
    Value *buffer = get_buffer(z, op_operand(op, i));
    if (!buffer) return false;
    op_set_operand(op, i, buffer);
  }
  op_touched(op);
  return true;
}

// There is no place for a copy beside the masked operation.
bool copies_of_vector_mask(Bufferizer *z, Operation *op) {
  Operation *masked = op->regions[0].first->last->prev;
  for (uint32_t i = 0; masked && i < masked->operand_count; i++) {
    if (!type_is_tensor(op_operand_type(masked, i)) || operand_in_place(z, &masked->operands[i])) continue;
    op_error(z->module, op, "body must bufferize in-place");
    return false;
  }
  return default_copies(z, op);
}

// Memory that was passed on is known outside.
bool bufferize_vector_mask(Bufferizer *z, Operation *op) {
  Operation *end = op->regions[0].first->last;
  ValueVec operands = {0}, kept = {0}, results = {0};
  TypeVec types = {0};
  for (uint32_t i = 0; i < end->operand_count; i++) {
    Value *value = op_operand(end, i);
    bool is_memory = type_is_memref(value->type);
    vec_push(z->arena, &results, is_memory ? value : NULL);
    if (is_memory) continue;
    vec_push(z->arena, &kept, value);
    vec_push(z->arena, &types, value->type);
  }
  op_set_operands(z->module, end, kept.data, kept.count);
  op_push_operands(op, 0, op->operand_count, &operands, z->arena);
  builder_before(&z->b, op);
  Operation *made = build_like(z, op, &operands, &types);
  for (uint32_t i = 0, next = 0; i < results.count; i++)
    if (!results.data[i]) results.data[i] = op_result(made, next++);
  replace_by_buffers(z, op, results.data);
  return true;
}
