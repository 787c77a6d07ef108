// eliminate-empty-tensors: what is computed into a new tensor and then put into another one is computed there
// (after mlir/lib/Dialect/Bufferization/Transforms/EmptyTensorElimination.cpp).
#include "passes/bufferize/bufferize.h"

#include "ops/bufferization.h"
#include "ops/builtin.h"
#include "ops/linalg.h"
#include "ops/op_interfaces.h"
#include "ops/tensor.h"

#include "ir/constants.h"
#include "rewrite/effects.h"

typedef struct Elimination {
  Bufferizer *z;
  OpVec insertions;
} Elimination;

static bool is_slice_insertion(const Operation *op) { return op_is(op, OP_TENSOR_INSERT_SLICE) || op_is(op, OP_TENSOR_PARALLEL_INSERT_SLICE); }

static WalkResult collect(Operation *op, void *data) {
  Elimination *self = data;
  if (is_slice_insertion(op) || op_is(op, OP_BUFFERIZATION_MATERIALIZE_IN_DESTINATION) || (op_is(op, OP_LINALG_COPY) && op->result_count))
    vec_push(self->z->arena, &self->insertions, op);
  return WALK_ADVANCE;
}

// ---------------------------------------------------------------------------------------------
// The part of the destination that an operation fills

static void needed_values(Bufferizer *z, const Operation *op, ValueVec *out) {
  if (is_slice_insertion(op)) op_push_operands(op, 2, op->operand_count, out, z->arena);
  vec_push(z->arena, out, op_operand(op, 1));
}

static Value *build_part(Bufferizer *z, Operation *op) {
  Value *dest = op_operand(op, 1);
  if (is_slice_insertion(op)) {
    OpState *state = builder_begin(&z->b, OP_TENSOR_EXTRACT_SLICE);
    op_state_add_operand(state, dest);
    op_state_take_operands(state, op, 2, op->operand_count);
    static const char *const lists[] = {"static_offsets", "static_sizes", "static_strides"};
    static const char *const operands[] = {"offsets", "sizes", "strides"};
    int32_t segments[4] = {1};
    for (uint32_t i = 0; i < countof(lists); i++) {
      op_state_take_prop(state, op, lists[i]);
      segments[i + 1] = (int32_t)span_size(op_operands_named(op, operands[i]));
    }
    op_state_operand_segments(state, segments, 4);
    op_state_add_type(state, op_operand_type(op, 0));
    return builder_finish_value(&z->b);
  }
  if (!type_is_memref(dest->type)) return dest;
  const ShapedType *shape = (const ShapedType *)dest->type;
  bool has_rank = type_kind(dest->type) == TYPE_MEMREF;
  T type = has_rank ? type_tensor(z->ctx, shape->dims, (uint32_t)shape->rank, shape->element, NULL) : type_unranked_tensor(z->ctx, shape->element);
  OpState *state = builder_begin(&z->b, OP_BUFFERIZATION_TO_TENSOR);
  op_state_add_operand(state, dest);
  op_state_set_prop(state, BUFFERIZATION_TO_TENSOR_RESTRICT, op_prop_at(op, BUFFERIZATION_MATERIALIZE_IN_DESTINATION_RESTRICT));
  op_state_set_prop(state, BUFFERIZATION_TO_TENSOR_WRITABLE, op_prop_at(op, BUFFERIZATION_MATERIALIZE_IN_DESTINATION_WRITABLE));
  op_set_prop(op, BUFFERIZATION_MATERIALIZE_IN_DESTINATION_RESTRICT, NULL);   // only one may say so
  op_state_add_type(state, type);
  return builder_finish_value(&z->b);
}

// ---------------------------------------------------------------------------------------------
// Where it may be taken from the destination

static bool dominates(Bufferizer *z, Operation *op, Operation *user) {
  Operation *at = user;
  while (at && at->block != op->block) {
    if (at->block && at->block->region == op->block->region) return block_dominates(&z->dominance, op->block, at->block);
    at = op_parent(at);
  }
  return at && (at == op || op_is_before(op, at));
}

static bool value_is_there(Bufferizer *z, Value *value, Operation *at) {
  const Block *block = value_block(value);
  for (Operation *around = at; around && around->block; around = op_parent(around)) {
    if (around->block->region != block->region) continue;
    if (around->block != block) return block_dominates(&z->dominance, block, around->block);
    return value->is_arg || (value_def(value) != around && op_is_before(value_def(value), around));
  }
  return false;
}

static bool is_possible(Bufferizer *z, Operation *at, Operation *user, const ValueVec *needed) {
  for (uint32_t i = 0; i < needed->count; i++)
    if (!value_is_there(z, needed->data[i], at)) return false;
  return dominates(z, at, user);
}

typedef struct Slice {
  Elimination *self;
  Operation *user;
  OpVec ops;
  Map known;
  bool complete;
} Slice;

// The operation, if it stands behind the user in its block, is one to be moved.
static void add_to_slice(Slice *slice, Operation *op) {
  while (op && op->block != slice->user->block) op = op_parent(op);
  if (!op || op_is_before(op, slice->user) || map_find(&slice->known, map_key(op))) return;
  map_put(&slice->known, map_key(op))->value = 1;
  vec_push(slice->self->z->arena, &slice->ops, op);
  if (op == slice->user || !op_is_memory_effect_free(op)) slice->complete = false;
}

static WalkResult add_operands(Operation *op, void *data) {
  Slice *slice = data;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (value_def(op_operand(op, i))) add_to_slice(slice, value_def(op_operand(op, i)));
  return slice->complete ? WALK_ADVANCE : WALK_STOP;
}

// What the needed values are made of goes in front of the user. False: it cannot, and nothing was moved.
static bool move_definitions(Elimination *self, Operation *user, const ValueVec *needed) {
  Bufferizer *z = self->z;
  Slice slice = {.self = self, .user = user, .complete = true};
  map_init(&slice.known, z->arena);
  for (uint32_t i = 0; i < needed->count; i++) {
    if (value_is_there(z, needed->data[i], user)) continue;
    Operation *def = value_def(needed->data[i]);
    if (!def || def->block != user->block) return false;
    add_to_slice(&slice, def);
  }
  for (uint32_t i = 0; i < slice.ops.count && slice.complete; i++) op_walk_pre(slice.ops.data[i], add_operands, &slice);
  if (!slice.complete || z->ctx->mem.exhausted) return false;
  uint32_t left = slice.ops.count;
  for (Operation *op = user, *next; op && left; op = next) {
    next = op->next;
    if (!map_find(&slice.known, map_key(op))) continue;
    op_move_before(op, user);
    left--;
  }
  return true;
}

// At the new tensor, behind one of the values that are needed, or at the user, when all that is needed can be moved there; NULL: nowhere.
static Operation *find_place(Elimination *self, Operation *empty, Operation *user, const ValueVec *needed) {
  Bufferizer *z = self->z;
  if (is_possible(z, empty, user, needed)) return empty;
  for (uint32_t i = 0; i < needed->count; i++) {
    Value *value = needed->data[i];
    Operation *at = value->is_arg ? value_arg_block(value)->first : value_def(value)->next;
    if (at && is_possible(z, at, user, needed)) return at;
  }
  return move_definitions(self, user, needed) ? user : NULL;
}

// ---------------------------------------------------------------------------------------------

static bool is_empty_tensor(Bufferizer *z, Value *value, void *data) {
  (void)z, (void)data;
  return defined_by(value, OP_TENSOR_EMPTY) != NULL;
}

static Use *use_of(const UseVec *followed, const Value *value) {
  for (uint32_t i = 0; i < followed->count; i++)
    if (followed->data[i]->value == value) return followed->data[i];
  return NULL;
}

static void eliminate(Elimination *self, Operation *op) {
  Bufferizer *z = self->z;
  UseVec followed = {0};
  ValueVec found = {0}, needed = {0};
  Use *source = &op->operands[0];
  if (!operand_in_place(z, source)) return;
  find_in_reverse(z, source, &(ReverseChain){.found = is_empty_tensor, .equivalent_only = true, .same_types = true, .followed = &followed}, &found);
  if (!found.count) return;
  needed_values(z, op, &needed);
  for (uint32_t i = 0; i < found.count; i++) {
    Operation *empty = value_def(found.data[i]);
    Use *use = use_of(&followed, found.data[i]);
    Operation *at = use ? find_place(self, empty, use->owner, &needed) : NULL;
    if (!at) continue;
    builder_before(&z->b, at);
    z->b.loc = empty->loc;
    Value *part = build_part(z, op);
    if (part->type != found.data[i]->type) {
      if (((const ShapedType *)part->type)->element != ((const ShapedType *)found.data[i]->type)->element) continue;
      part = build1(&z->b, OP_TENSOR_CAST, found.data[i]->type, part);
    }
    op_set_operand(use->owner, use_index(use), part);
    op_touched(use->owner);
  }
}

static bool run(PassRun *pass, Operation *op) {
  Bufferizer *z = bufferizer_new(pass, &(BufferizeOptions){
    .functions = op_is(op, OP_BUILTIN_MODULE), .return_allocs_from_loops = true, .check_parallel = true, .function_layout = LAYOUT_INFERRED,
    .unknown_layout = LAYOUT_DYNAMIC, .alignment = 64, .heuristic = STR("bottom-up"),
  });
  if (!z) return false;
  if (z->options.functions ? !analyse_module(z, op) : !analyse(z, op)) return false;
  Elimination self = {.z = z};
  op_walk_post(op, collect, &self);
  pass->changed = true;
  for (uint32_t i = 0; i < self.insertions.count && !pass->ctx->mem.exhausted; i++) eliminate(&self, self.insertions.data[i]);
  return !pass->ctx->mem.exhausted;
}

const PassDef eliminate_empty_tensors_pass = {
  .name = "eliminate-empty-tensors", .class_name = "EmptyTensorEliminationPass", .summary = "Try to eliminate all tensor.empty ops.",
  .works_on = "tensor", .makes = "tensor bufferization", .run = run,
};
