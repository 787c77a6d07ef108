#include "asm/kept.h"

#include "ir/attr.h"

bool kept_is_elsewhere(const Operation *op) {
  return op_has(op, TRAIT_KEPT) && op->prop_dict && attr_kind(op->prop_dict) == ATTR_ARRAY && !((const ArrayAttr *)op->prop_dict)->count;
}

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
