#include "asm/kept.h"

typedef struct Search {
  uint64_t trait;
  Operation *found;
} Search;

static WalkResult look_at(Operation *op, void *data) {
  Search *search = data;
  if (!op_has(op, search->trait)) return WALK_ADVANCE;
  search->found = op;
  return WALK_STOP;
}

Operation *kept_find(Operation *op, bool holes) {
  Search search = {holes ? TRAIT_HOLE : TRAIT_KEPT, NULL};
  op_walk_pre(op, look_at, &search);
  return search.found;
}
