// Walking nested operations by following the tree itself: no recursion, no memory.
#include "ir/op.h"

static Operation *first_in_blocks(Block *block) {
  while (block && !block->first) block = block->next;
  return block ? block->first : NULL;
}

// The first operation in the regions of `op` from number `region` on.
static Operation *first_inside(const Operation *op, uint32_t region) {
  for (; region < op->region_count; region++) {
    Operation *first = first_in_blocks(op->regions[region].first);
    if (first) return first;
  }
  return NULL;
}

// The operation that follows `op` and its contents inside the same parent; NULL after the last.
static Operation *next_sibling(const Operation *op) {
  if (op->next) return op->next;
  if (!op->block) return NULL;
  Operation *next = first_in_blocks(op->block->next);
  const Region *region = op->block->region;
  if (next || !region || !region->op) return next;
  return first_inside(region->op, region->index + 1);
}

WalkResult op_walk_pre(Operation *op, WalkFn *fn, void *data) {
  Operation *root = op, *at = op;
  while (at) {
    // Where to go on when the callback takes `at` out of the tree.
    Operation *parent = at == root ? NULL : op_parent(at);
    Operation *sibling = at == root ? NULL : next_sibling(at);
    WalkResult result = fn(at, data);
    if (result == WALK_STOP) return WALK_STOP;
    Operation *inside = result == WALK_SKIP || !at->region_count ? NULL : first_inside(at, 0);
    if (inside) {
      at = inside;
      continue;
    }
    while (!sibling && parent && parent != root) {
      sibling = next_sibling(parent);
      parent = op_parent(parent);
    }
    at = sibling;
  }
  return WALK_ADVANCE;
}

static Operation *deepest_first(Operation *op) {
  for (Operation *inside; op->region_count && (inside = first_inside(op, 0));) op = inside;
  return op;
}

WalkResult op_walk_post(Operation *op, WalkFn *fn, void *data) {
  Operation *at = deepest_first(op);
  for (;;) {
    if (at == op) return fn(op, data) == WALK_STOP ? WALK_STOP : WALK_ADVANCE;
    Operation *sibling = next_sibling(at);
    Operation *parent = op_parent(at);
    op_prefetch(at);
    if (fn(at, data) == WALK_STOP) return WALK_STOP;
    at = sibling ? deepest_first(sibling) : parent;
  }
}
