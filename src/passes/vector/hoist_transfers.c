// Transfers between vectors and memrefs out of loops (after mlir/lib/Dialect/Linalg/Transforms/Hoisting.cpp): what is read, changed and
// written in the same place becomes a value that the loop carries.
#include "dialects/vector/fold.h"
#include "ir/affine.h"
#include "ops/memref.h"
#include "ops/vector.h"
#include "passes/loops/licm.h"
#include "passes/scf/loops.h"
#include "passes/vector/hoist.h"
#include "rewrite/effects.h"

typedef struct Hoisting {
  Module *module;
  Arena *arena;
  bool changed;
} Hoisting;

static bool is_inside(const Operation *op, const Operation *ancestor) {
  for (; op; op = op_parent(op))
    if (op == ancestor) return true;
  return false;
}

static bool all_outside(const Operation *loop, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!is_outside_loop(loop, op_operand(op, i))) return false;
  return true;
}

static bool is_view(const Operation *op) {
  static const uint16_t views[] = {OP_MEMREF_SUBVIEW, OP_MEMREF_CAST, OP_MEMREF_VIEW, OP_MEMREF_REINTERPRET_CAST, OP_MEMREF_EXPAND_SHAPE, OP_MEMREF_COLLAPSE_SHAPE,
                                   OP_MEMREF_TRANSPOSE, OP_MEMREF_RESHAPE, OP_MEMREF_MEMORY_SPACE_CAST, OP_MEMREF_ASSUME_ALIGNMENT};
  for (size_t i = 0; i < countof(views); i++)
    if (op_is(op, views[i])) return true;
  return false;
}

// Whether the loop only reads the memory, and that through the memref or views of it.
static bool is_only_read(const Hoisting *self, const Operation *loop, const Value *memref) {
  OpVec users = {0};
  Map seen;
  map_init(&seen, self->arena);
  while (is_view(value_def(memref))) memref = op_operand(value_def(memref), 0);
  for (const Use *use = memref->uses; use; use = use->next) vec_push(self->arena, &users, use->owner);
  while (users.count) {
    Operation *user = users.data[--users.count];
    if (map_get(&seen, user)) continue;
    map_set(&seen, user, user);
    if (is_view(user)) {
      for (const Use *use = user->results[0].uses; use; use = use->next) vec_push(self->arena, &users, use->owner);
      continue;
    }
    if (op_is(user, OP_VECTOR_TRANSFER_READ) || op_is_memory_effect_free(user)) continue;
    if (is_inside(user, loop)) return false;
  }
  return true;
}

// What depends on the operation writes to the memref: the first such write in the body of the loop; NULL: there is none.
static Operation *write_after(const Hoisting *self, Operation *read, const Value *memref, bool *any) {
  OpVec open = {0};
  Map seen;
  Operation *found = NULL;
  *any = false;
  map_init(&seen, self->arena);
  vec_push(self->arena, &open, read);
  while (open.count && !self->module->context->mem.exhausted) {
    Operation *op = open.data[--open.count];
    if (map_get(&seen, op)) continue;
    map_set(&seen, op, op);
    if (op_is(op, OP_VECTOR_TRANSFER_WRITE) && op_operand(op, 1) == memref) {
      *any = true;
      if (op->block == read->block && (!found || op_is_before(op, found))) found = op;
    }
    for (uint32_t i = 0; i < op->result_count; i++)
      for (const Use *use = op_result(op, i)->uses; use; use = use->next) vec_push(self->arena, &open, use->owner);
    for (uint32_t i = 0; i < op->region_count; i++)
      region_each_block(&op->regions[i], block)
        block_each_op(block, inner) vec_push(self->arena, &open, inner);
  }
  return found;
}

static bool is_apart(const Operation *user, uint32_t opcode, const Transfer *write) {
  Transfer other;
  return transfer_of(user, opcode, &other) && transfers_are_disjoint(write, &other);
}

// Whether nothing else in the loop touches what the two do.
static bool is_alone(const Operation *loop, const Transfer *read, const Transfer *write) {
  for (const Use *use = read->base->uses; use; use = use->next) {
    const Operation *user = use->owner;
    if (user == loop || !is_inside(user, loop) || user == read->op || user == write->op) continue;
    if (!is_apart(user, OP_VECTOR_TRANSFER_WRITE, write) && !is_apart(user, OP_VECTOR_TRANSFER_READ, write)) return false;
  }
  return true;
}

static void hoist_pair(Hoisting *self, Operation *loop, Operation *read, Operation *write) {
  Value *written = op_operand(write, 0);
  op_move_before(read, loop);
  if (loop->next) op_move_before(write, loop->next);
  Operation *made = loop_with_carried(self->module, self->arena, loop, op_result(read, 0), written);
  op_set_operand(write, 0, op_result(made, made->result_count - 1));
  self->changed = true;
}

static WalkResult hoist(Operation *op, void *data) {
  Hoisting *self = data;
  Operation *loop = op_parent(op);
  Transfer read, write;
  bool any;
  if (!op_is(op, OP_VECTOR_TRANSFER_READ) || !op_is(loop, OP_SCF_FOR) || !transfer_of(op, OP_VECTOR_TRANSFER_READ, &read) || !type_is_memref(read.base->type) ||
      !all_outside(loop, op))
    return WALK_ADVANCE;
  Operation *writes = write_after(self, op, read.base, &any);
  if (!any) {
    if (is_only_read(self, loop, read.base)) op_move_before(op, loop);
    return WALK_ADVANCE;
  }
  if (!writes || !transfer_of(writes, OP_VECTOR_TRANSFER_WRITE, &write) || !transfer_same_indices(&read, &write) || read.vector != write.vector || read.map != write.map)
    return WALK_ADVANCE;
  if (is_view(value_def(read.base)) || !op_is_before(op, writes) || !is_alone(loop, &read, &write)) return WALK_ADVANCE;
  hoist_pair(self, loop, op, writes);
  return WALK_STOP;
}

void hoist_transfers(PassRun *run, Arena *arena, Operation *root) {
  Hoisting self = {.module = run->module, .arena = arena};
  do {
    self.changed = false;
    hoist_invariants(run, root);
    op_walk_post(root, hoist, &self);
  } while (self.changed && !run->ctx->mem.exhausted);
}
