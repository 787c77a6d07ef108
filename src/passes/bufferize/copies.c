// Copies of what cannot be used in place, still as tensors (after resolveTensorOpOperandConflicts).
#include "passes/bufferize/bufferize.h"

#include "ops/bufferization.h"
#include "dialects/bufferization/buffers.h"
#include "dialects/common/op_fold_result.h"
#include "ops/result_shapes.h"

Value *build_tensor_like(Bufferizer *z, Value *tensor, bool copy) {
  Builder *b = &z->b;
  ValueVec sizes = {0};
  const ShapedType *type = (const ShapedType *)tensor->type;
  if (!copy) {
    OpFoldResultList shape = {0};
    Operation *def = value_def(tensor);
    const ReifyRankedShapedTypeOpInterface *reify = def && def->result_count == 1 ? ask_reify_ranked_shaped_type(def->def) : NULL;
    if (reify && reify->result_shape && reify->result_shape(b, def, &shape, z->arena) && shape.count == type->rank) {
      for (uint64_t i = 0; i < type->rank; i++)
        if (type->dims[i] == DYNAMIC) vec_push(z->arena, &sizes, ofr_to_value(b, shape.items[i]));
    } else {
      build_dynamic_sizes(b, tensor, &sizes, z->arena);
    }
  }
  A space = NULL;
  if (!copy) {
    T memory = buffer_type(z, tensor);
    if (!memory) return NULL;
    space = ((const ShapedType *)memory)->extra;
  }
  OpState *state = builder_begin(b, OP_BUFFERIZATION_ALLOC_TENSOR);
  op_state_add_operands(state, sizes.data, sizes.count);
  if (copy) op_state_add_operand(state, tensor);
  op_state_add_type(state, tensor->type);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)sizes.count, copy, 0}, 3);
  if (space) op_state_set_prop(state, BUFFERIZATION_ALLOC_TENSOR_MEMORY_SPACE, space);
  return builder_finish_value(b);
}

// Nobody sees what the memory holds.
static bool can_omit_copy(Bufferizer *z, Use *use) {
  if (map_find(&z->undefined, map_key(use))) return true;
  if (operand_reads(z, use)) return false;
  if (operand_writes(z, use)) return true;   // it is overwritten
  BufferAliases aliases = {.arena = z->arena};
  operand_aliases(z, use, &aliases);
  for (uint32_t i = 0; i < aliases.list.count; i++)
    if (value_is_read(z, aliases.list.data[i].value)) return false;
  return true;
}

typedef struct Copied {
  Value *result;     // or
  Use *operand;
  bool copy;
} Copied;

bool default_copies(Bufferizer *z, Operation *op) {
  VEC(Copied) list = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Use *use = &op->operands[i];
    if (!type_is_tensor(use->value->type) || operand_in_place(z, use)) continue;
    Copied item = {.operand = use, .copy = !can_omit_copy(z, use)};
    BufferAliases aliases = {.arena = z->arena};
    operand_aliases(z, use, &aliases);
    if (aliases.list.count == 1 && !aliases.list.data[0].value->is_arg && !operand_writes(z, use)) {
      BufferAliases sources = {.arena = z->arena};
      value_sources(z, aliases.list.data[0].value, &sources);
      if (sources.list.count == 1 && type_kind(aliases.list.data[0].value->type) != TYPE_UNRANKED_TENSOR) item.result = aliases.list.data[0].value;
    }
    if (!item.result && type_kind(use->value->type) == TYPE_UNRANKED_TENSOR) {
      op_error_plain(z->module, op, "copying of unranked tensors is not implemented");
      return false;
    }
    vec_push(z->arena, &list, item);
  }
  for (uint32_t i = 0; i < list.count; i++) {
    if (list.data[i].result) continue;
    builder_before(&z->b, op);
    Value *copy = build_tensor_like(z, list.data[i].operand->value, list.data[i].copy);
    if (!copy) return false;
    op_set_operand(op, use_index(list.data[i].operand), copy);
  }
  for (uint32_t i = 0; i < list.count; i++) {
    Value *result = list.data[i].result;
    if (!result) continue;
    builder_after(&z->b, op);
    VEC(Use *) uses = {0};
    for (Use *use = result->uses; use; use = use->next) vec_push(z->arena, &uses, use);
    Value *copy = build_tensor_like(z, result, list.data[i].copy);
    if (!copy) return false;
    for (uint32_t k = 0; k < uses.count; k++) op_set_operand(uses.data[k]->owner, use_index(uses.data[k]), copy);
  }
  return true;
}

typedef struct Collected {
  Bufferizer *z;
  OpVec ops;
} Collected;

static WalkResult collect(Operation *op, void *data) {
  Collected *self = data;
  if (bufferizable(self->z, op)) vec_push(self->z->arena, &self->ops, op);
  return WALK_ADVANCE;
}

bool insert_copies(Bufferizer *z, Operation *op) {
  Collected found = {.z = z};
  op_walk_post(op, collect, &found);
  for (uint32_t i = 0; i < found.ops.count && !z->ctx->mem.exhausted; i++) {
    Operation *at = found.ops.data[i];
    const BufferizableOpInterface *answers = bufferizable(z, at);
    if (op_is(at, OP_BUFFERIZATION_TO_TENSOR) || op_is(at, OP_BUFFERIZATION_TO_BUFFER)) continue;
    if (!(answers->copies ? answers->copies(z, at) : default_copies(z, at))) return false;
  }
  return !z->ctx->mem.exhausted;
}
