// topological-sort: in graph regions values come before their uses, where that is possible
// (after mlir/lib/Analysis/TopologicalSortUtils.cpp).
#include "ir/dominance.h"
#include "rewrite/pass.h"

typedef struct Sorting {
  PassRun *run;
  Map waiting;              // operations of the block that have no place yet
  const Operation *op;      // whether it can have the next place
} Sorting;

// A value of an operation that waits, or of one inside it, is not ready; what the operation needs from itself is.
static bool is_ready(const Sorting *self, const Value *value) {
  const Operation *parent = value_def(value);
  for (; parent; parent = op_parent(parent)) {
    if (parent == self->op) return true;
    if (map_get(&self->waiting, parent)) return false;
  }
  return true;
}

static WalkResult check_operands(Operation *op, void *data) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!is_ready(data, op_operand(op, i))) return WALK_STOP;
  return WALK_ADVANCE;
}

// Moves up what is ready, in rounds, each through all that wait. Where none is, a circle, the first one stays.
static void sort_block(Sorting *self, Block *block) {
  Operation *end = block_terminator(block), *next = block->first;
  if (end && !op_has(end, TRAIT_TERMINATOR)) end = NULL;
  map_init(&self->waiting, self->run->arena);
  for (Operation *op = block->first; op != end; op = op->next) map_set(&self->waiting, op, op);
  while (next != end) {
    bool any = false;
    for (Operation *op = next, *following; op != end; op = following) {
      following = op->next;
      self->op = op;
      if (op_walk_pre(op, check_operands, self) == WALK_STOP) continue;
      map_set(&self->waiting, op, NULL);
      any = true;
      if (op == next) {
        next = op->next;
      } else {
        op_move_before(op, next);
        self->run->changed = true;
      }
    }
    if (any) continue;
    map_set(&self->waiting, next, NULL);
    next = next->next;
  }
}

static WalkResult visit(Operation *op, void *data) {
  if (!op_has(op, TRAIT_GRAPH_REGION)) return WALK_ADVANCE;
  for (uint32_t i = 0; i < op->region_count; i++)
    if (!region_is_ssa(&op->regions[i])) region_each_block(&op->regions[i], block) sort_block(data, block);
  return WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *op) {
  Sorting self = {.run = pass};
  op_walk_post(op, visit, &self);
  return true;
}

const PassDef topological_sort_pass = {
  .name = "topological-sort", .class_name = "TopologicalSortPass", .summary = "Sort regions without SSA dominance in topological order", .run = run,
};
