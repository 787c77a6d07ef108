// Operations on memory take the place of those on tensors (after mlir/lib/Dialect/Bufferization/Transforms/Bufferize.cpp).
#include "passes/bufferize/bufferize.h"

#include "ops/bufferization.h"
#include "ops/func.h"
#include "ops/memref.h"
#include "ops/scf.h"

#include "dialects/bufferization/buffers.h"
#include "ir/constants.h"
#include "rewrite/effects.h"

// ---------------------------------------------------------------------------------------------
// Types

T identity_buffer_type(Context *ctx, T tensor, A space) {
  const ShapedType *type = (const ShapedType *)tensor;
  if (!type_has_rank(tensor)) return type_unranked_memref(ctx, type->element, space);
  return type_memref(ctx, type->dims, (uint32_t)type->rank, type->element, NULL, space);
}

T dynamic_buffer_type(Context *ctx, T tensor, A space) {
  const ShapedType *type = (const ShapedType *)tensor;
  if (!type_has_rank(tensor)) return type_unranked_memref(ctx, type->element, space);
  int64_t strides[64];
  if (type->rank > countof(strides)) return identity_buffer_type(ctx, tensor, space);
  for (uint64_t i = 0; i < type->rank; i++) strides[i] = DYNAMIC;
  return type_memref(ctx, type->dims, (uint32_t)type->rank, type->element, attr_strided(ctx, DYNAMIC, strides, (uint32_t)type->rank), space);
}

static T with_layout(Bufferizer *z, T tensor, A layout, A space) {
  const ShapedType *type = (const ShapedType *)tensor;
  return type_memref(z->ctx, type->dims, (uint32_t)type->rank, type->element, layout, space);
}

T unknown_buffer_type(Bufferizer *z, T tensor, A layout, A space) {
  if (layout && type_has_rank(tensor)) return with_layout(z, tensor, layout, space);
  return z->options.unknown_layout == LAYOUT_IDENTITY ? identity_buffer_type(z->ctx, tensor, space) : dynamic_buffer_type(z->ctx, tensor, space);
}

bool default_space(Bufferizer *z, Operation *op, T tensor, A *space) {
  *space = NULL;
  if (z->options.space_is_encoding && type_kind(tensor) == TYPE_TENSOR) *space = ((const ShapedType *)tensor)->extra;
  if (!z->options.must_infer_space) return true;
  op_error_plain(z->module, op, "could not infer memory space");
  return false;
}

T function_buffer_type(Bufferizer *z, T tensor, A layout) {
  A space = z->options.space_is_encoding && type_kind(tensor) == TYPE_TENSOR ? ((const ShapedType *)tensor)->extra : NULL;
  if (layout && type_has_rank(tensor)) return with_layout(z, tensor, layout, space);
  return z->options.function_layout == LAYOUT_IDENTITY ? identity_buffer_type(z->ctx, tensor, space) : dynamic_buffer_type(z->ctx, tensor, space);
}

T buffer_type(Bufferizer *z, Value *tensor) {
  Operation *to_tensor = defined_by(tensor, OP_BUFFERIZATION_TO_TENSOR);
  if (to_tensor) return op_operand_type(to_tensor, 0);
  Operation *op = owner_of_value(tensor);
  const BufferizableOpInterface *answers = bufferizable(z, op);
  A space;
  if (z->depth > 256) return default_space(z, op, tensor->type, &space) ? unknown_buffer_type(z, tensor->type, NULL, space) : NULL;
  T found = NULL;
  z->depth++;
  if (answers && answers->type) {
    found = answers->type(z, tensor);
  } else {
    BufferAliases sources = {.arena = z->arena};
    if (answers && !tensor->is_arg) value_sources(z, tensor, &sources);
    if (sources.list.count && sources.list.data[0].equivalent) found = buffer_type(z, sources.list.data[0].use->value);
    else if (default_space(z, op, tensor->type, &space)) found = unknown_buffer_type(z, tensor->type, NULL, space);
  }
  z->depth--;
  return found;
}

// ---------------------------------------------------------------------------------------------
// Changing operations

static void created(void *data, Operation *op) {
  Bufferizer *z = data;
  if (op_is(op, OP_BUFFERIZATION_TO_BUFFER)) {
    vec_push(z->arena, &z->to_buffers, op);
    return;
  }
  if (op_is(op, OP_BUFFERIZATION_TO_TENSOR) || !op_has_tensors(op) || !op_is_allowed(z, op)) return;
  vec_push(z->arena, &z->worklist, op);
}

static WalkResult mark_erased(Operation *op, void *data) {
  map_put(&((Bufferizer *)data)->erased, map_key(op));
  return WALK_ADVANCE;
}

void erase_op(Bufferizer *z, Operation *op) {
  op_walk_pre(op, mark_erased, z);
  if (z->b.before == op) z->b.before = op->next;
  op_erase(op);
}

Value *build_to_tensor(Bufferizer *z, T type, Value *buffer) { return build1(&z->b, OP_BUFFERIZATION_TO_TENSOR, type, buffer); }
Value *build_to_buffer(Bufferizer *z, T type, Value *tensor) { return build1(&z->b, OP_BUFFERIZATION_TO_BUFFER, type, tensor); }
Value *build_alloc(Bufferizer *z, T type, Value *const *sizes, uint32_t count) {
  return build_buffer_alloc(&z->b, type, sizes, count, z->options.alignment);
}
Value *cast_or_copy(Bufferizer *z, Value *buffer, T type) { return cast_or_copy_buffer(&z->b, buffer, type, z->options.alignment, z->arena); }

Value *get_buffer(Bufferizer *z, Value *tensor) {
  Operation *to_tensor = defined_by(tensor, OP_BUFFERIZATION_TO_TENSOR);
  if (to_tensor) return op_operand(to_tensor, 0);
  T type = buffer_type(z, tensor);
  if (!type) return NULL;
  Builder saved = z->b;
  if (tensor->is_arg) builder_at_start(&z->b, value_arg_block(tensor));
  else builder_after(&z->b, value_def(tensor));
  z->b.loc = value_loc(tensor);
  Value *buffer = build_to_buffer(z, type, tensor);
  z->b.block = saved.block;
  z->b.before = saved.before;
  z->b.loc = saved.loc;
  return buffer;
}

void replace_by_buffers(Bufferizer *z, Operation *op, Value *const *values) {
  for (uint32_t i = 0; i < op->result_count; i++) {
    Value *result = op_result(op, i), *by = values[i];
    if (!by) continue;
    if (type_is_tensor(result->type) && result->uses) {
      builder_after(&z->b, op);
      by = build_to_tensor(z, result->type, by);
    }
    value_replace_all(result, by);
  }
  erase_op(z, op);
}

Operation *build_like(Bufferizer *z, Operation *op, const ValueVec *operands, const TypeVec *types) {
  OpState *state = builder_begin_def(&z->b, op->def);
  op_state_add_operands(state, operands->data, operands->count);
  op_state_add_types(state, types->data, types->count);
  for (uint32_t i = 0; i < op->def->attr_count; i++) op_state_set_prop(state, i, op_prop_at(op, i));
  for (uint32_t i = 0; i < op->attr_count; i++) op_state_set_attr(state, attr_str(op->attrs[i].name), op->attrs[i].value);
  for (uint32_t i = 0; i < op->successor_count; i++) vec_push(state->arena, &state->successors, op_successor(op, i));
  for (uint32_t i = 0; i < op->region_count; i++) op_state_add_region(state);
  Operation *made = builder_finish_typed(&z->b);
  for (uint32_t i = 0; i < op->region_count; i++) region_take_blocks(&made->regions[i], &op->regions[i], NULL);
  return made;
}

bool bufferize_block_arguments(Bufferizer *z, Block *block) {
  T *types = arena_new(z->arena, T, block->arg_count + 1);
  for (uint32_t i = 0; types && i < block->arg_count; i++) {
    types[i] = type_is_tensor(block->args[i]->type) ? buffer_type(z, block->args[i]) : block->args[i]->type;
    if (!types[i]) return false;
  }
  for (uint32_t i = 0; types && i < block->arg_count; i++) {
    Value *argument = block->args[i];
    T tensor = argument->type;
    if (tensor == types[i]) continue;
    VEC(Use *) uses = {0};
    for (Use *use = argument->uses; use; use = use->next) vec_push(z->arena, &uses, use);
    argument->type = types[i];
    builder_at_start(&z->b, block);
    z->b.loc = value_loc(argument);
    Value *made = uses.count ? build_to_tensor(z, tensor, argument) : NULL;
    for (uint32_t k = 0; k < uses.count; k++) {
      op_set_operand(uses.data[k]->owner, use_index(uses.data[k]), made);
      op_touched(uses.data[k]->owner);
    }
  }
  // What branches to the block hands over memory.
  for (BlockUse *from = block->uses; from; from = from->next) {
    Operation *branch = from->owner;
    uint32_t which = (uint32_t)(from - branch->successors);
    Span passed = op_successor_operands(branch, which);
    for (uint32_t i = passed.begin; i < passed.end; i++) {
      uint32_t at = block->arg_count - span_size(passed) + (i - passed.begin);
      if (!type_is_tensor(op_operand_type(branch, i))) continue;
      Value *buffer = get_buffer(z, op_operand(branch, i));
      if (!buffer) return false;
      if (buffer->type != block->args[at]->type) {
        builder_before(&z->b, branch);
        buffer = build1(&z->b, OP_MEMREF_CAST, block->args[at]->type, buffer);
      }
      op_set_operand(branch, i, buffer);
    }
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// The whole

static WalkResult find_to_buffers(Operation *op, void *data) {
  Bufferizer *z = data;
  if (op_is(op, OP_BUFFERIZATION_TO_BUFFER)) vec_push(z->arena, &z->to_buffers, op);
  return WALK_ADVANCE;
}

static WalkResult find_work(Operation *op, void *data) {
  Bufferizer *z = data;
  if (op_is_allowed(z, op) && op_has_tensors(op)) vec_push(z->arena, &z->worklist, op);
  return WALK_ADVANCE;
}

static WalkResult erase_dead(Operation *op, void *data) {
  if (op_is(op, OP_BUFFERIZATION_TO_TENSOR) && !op_has_uses(op)) erase_op(data, op);
  return WALK_ADVANCE;
}

static bool one(Bufferizer *z, Operation *op, const BufferizableOpInterface *answers) {
  builder_before(&z->b, op);
  z->depth = 0;
  if (answers->bufferize(z, op)) return true;
  op_error_plain(z->module, op, "failed to bufferize op");
  return false;
}

bool bufferize_all(Bufferizer *z, Operation *op) {
  if (z->options.copy_before_write && !insert_copies(z, op)) return false;
  vec_clear(&z->worklist);
  vec_clear(&z->to_buffers);
  map_init(&z->erased, z->arena);
  op_walk_pre(op, find_to_buffers, z);
  op_walk_post(op, find_work, z);
  z->b.created = created;
  z->b.data = z;
  for (uint32_t i = 0; i < z->worklist.count && !z->ctx->mem.exhausted; i++) {
    Operation *next = z->worklist.data[i];
    if (map_find(&z->erased, map_key(next))) continue;
    const BufferizableOpInterface *answers = bufferizable(z, next);
    if (!answers || !op_has_tensors(next)) continue;
    if (!op_is(next, OP_FUNC_FUNC) && !op_is(next, OP_SCF_EXECUTE_REGION))
      for (uint32_t r = 0; r < next->region_count; r++)
        if (next->regions[r].first != next->regions[r].last) {
          op_error(z->module, next, "op or BufferizableOpInterface implementation does not support unstructured control flow, but at least one region has multiple blocks");
          return false;
        }
    if (!one(z, next, answers)) return false;
  }
  z->b.created = NULL;
  for (uint32_t i = 0; i < z->to_buffers.count; i++) {
    Operation *to_buffer = z->to_buffers.data[i];
    if (map_find(&z->erased, map_key(to_buffer))) continue;
    builder_before(&z->b, to_buffer);
    Operation *from = operand_defined_by(to_buffer, 0, OP_BUFFERIZATION_TO_TENSOR);
    if (from) z->b.loc = value_loc(op_operand(from, 0));
    Value *buffer = buffer_of_to_tensor(&z->b, to_buffer, z->options.alignment, z->arena);
    if (!buffer) continue;
    value_replace_all(op_result(to_buffer, 0), buffer);
    erase_op(z, to_buffer);
  }
  op_walk_post(op, erase_dead, z);
  if (z->options.allow_unknown) return !z->ctx->mem.exhausted;
  for (uint32_t i = 0; i < z->worklist.count; i++) {
    Operation *left = z->worklist.data[i];
    if (map_find(&z->erased, map_key(left)) || !op_has_tensors(left) || !op_is_allowed(z, left)) continue;
    if (!op_has_uses(left) && op_is_memory_effect_free(left)) continue;
    if (op_is(left, OP_BUFFERIZATION_TO_TENSOR) || op_is(left, OP_BUFFERIZATION_TO_BUFFER)) continue;
    op_error_plain(z->module, left, "op was not bufferized");
    return false;
  }
  return !z->ctx->mem.exhausted;
}
