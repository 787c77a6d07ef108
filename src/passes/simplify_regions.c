#include "passes/simplify_regions.h"

#include "passes/branch.h"
#include "passes/effects.h"
#include "passes/equivalence.h"

typedef struct Simplifier {
  Module *module;
  Arena arena;       // scratch
  Map live_args;     // block arguments somebody needs
  bool progress;
} Simplifier;

typedef VEC(Region *) RegionVec;

static bool has_one_block(const Region *region) { return region->first == region->last; }

static void push_nested(Arena *arena, RegionVec *out, Block *block) {
  block_each_op(block, op)
    for (uint32_t r = 0; r < op->region_count; r++) vec_push(arena, out, &op->regions[r]);
}

// The blocks reachable from the entry, successors first.
static void post_order(Arena *arena, Region *region, BlockVec *out) {
  if (!region->first) return;
  if (has_one_block(region)) {
    vec_push(arena, out, region->first);
    return;
  }
  Map seen;
  map_init(&seen, arena);
  VEC(struct Visit { Block *block; uint32_t next; }) path = {0};
  map_put(&seen, map_key(region->first));
  vec_push(arena, &path, (struct Visit){region->first, 0});
  while (path.count) {
    struct Visit *visit = &vec_last(&path);
    const Operation *last = visit->block->last;
    if (!last || visit->next >= last->successor_count) {
      vec_push(arena, out, visit->block);
      path.count--;
      continue;
    }
    Block *to = op_successor(last, visit->next++);
    if (to->region != region || map_find(&seen, map_key(to))) continue;
    map_put(&seen, map_key(to));
    vec_push(arena, &path, (struct Visit){to, 0});
  }
}

// ---------------------------------------------------------------------------------------------
// Blocks that cannot be reached

static void drop_uses(Value *value) {
  // What uses a value of a block that is never entered is never run either.
  while (value->uses) {
    Operation *user = value->uses->owner;
    op_drop_all_references(user);
  }
}

static bool erase_unreachable(Simplifier *self, Region *root) {
  bool erased = false;
  RegionVec work = {0};
  vec_push(&self->arena, &work, root);
  while (work.count) {
    Region *region = vec_pop(&work);
    if (!region->first) continue;
    if (has_one_block(region)) {
      push_nested(&self->arena, &work, region->first);
      continue;
    }
    BlockVec order = {0};
    post_order(&self->arena, region, &order);
    Map reachable;
    map_init(&reachable, &self->arena);
    for (uint32_t i = 0; i < order.count; i++) map_put(&reachable, map_key(order.data[i]));
    bool all = order.count == region_block_count(region);
    for (Block *block = region->first, *next; block; block = next) {
      next = block->next;
      if (all || map_find(&reachable, map_key(block))) {
        push_nested(&self->arena, &work, block);
        continue;
      }
      block_each_op(block, op) op_drop_all_references(op);
      block_each_op(block, op)
        for (uint32_t i = 0; i < op->result_count; i++) drop_uses(op_result(op, i));
      for (uint32_t i = 0; i < block->arg_count; i++) drop_uses(block->args[i]);
      while (block->uses) op_drop_all_references(block->uses->owner);
      block_erase(block);
      erased = true;
    }
  }
  return erased;
}

// ---------------------------------------------------------------------------------------------
// Dead code: OP_MARK says that an operation is needed

static bool arg_is_live(const Simplifier *self, const Value *arg) { return map_find(&self->live_args, map_key(arg)) != NULL; }

static void set_arg_live(Simplifier *self, const Value *arg) {
  if (arg_is_live(self, arg)) return;
  map_put(&self->live_args, map_key(arg));
  self->progress = true;
}

static void set_op_live(Simplifier *self, Operation *op) {
  if (op->flags & OP_MARK) return;
  op->flags |= OP_MARK;
  self->progress = true;
}

static bool is_needed(const Simplifier *self, const Value *value) {
  for (const Use *use = value->uses; use; use = use->next) {
    const Operation *user = use->owner;
    if (op_is_branch(user) && op_has(user, TRAIT_TERMINATOR)) {
      const Value *arg = branch_target_arg(user, use_index(use));
      if (arg && !arg_is_live(self, arg)) continue;
    }
    if (user->flags & OP_MARK) return true;
  }
  return false;
}

static void mark_region(Simplifier *self, Region *region);

static void mark_terminator(Simplifier *self, Operation *op) {
  set_op_live(self, op);
  for (uint32_t s = 0; s < op->successor_count; s++) {
    const Block *to = op_successor(op, s);
    uint32_t known = op_is_branch(op) ? span_size(op_successor_operands(op, s)) : 0;
    for (uint32_t i = 0; i + known < to->arg_count; i++) set_arg_live(self, to->args[i]);
  }
}

static void mark_op(Simplifier *self, Operation *op) {
  for (uint32_t r = 0; r < op->region_count; r++) mark_region(self, &op->regions[r]);
  if (op_has(op, TRAIT_TERMINATOR)) {
    mark_terminator(self, op);
  } else if (!(op->flags & OP_MARK)) {
    bool needed = !op_would_be_trivially_dead(op);
    for (uint32_t i = 0; i < op->result_count && !needed; i++) needed = is_needed(self, op_result(op, i));
    if (needed) set_op_live(self, op);
  }
}

static void mark_region(Simplifier *self, Region *region) {
  if (!region->first) return;
  if (has_one_block(region)) {
    for (Operation *op = region->first->last; op; op = op->prev) mark_op(self, op);
    return;
  }
  BlockVec order = {0};
  post_order(&self->arena, region, &order);
  for (uint32_t i = 0; i < order.count; i++) {
    Block *block = order.data[i];
    for (Operation *op = block->last; op; op = op->prev) mark_op(self, op);
    if (block_is_entry(block)) continue;
    for (uint32_t k = 0; k < block->arg_count; k++)
      if (!arg_is_live(self, block->args[k]) && is_needed(self, block->args[k])) set_arg_live(self, block->args[k]);
  }
}

static void erase_dead_operands(Simplifier *self, Operation *op) {
  if (!op || !op_is_branch(op)) return;
  for (uint32_t s = op->successor_count; s-- > 0;) {
    const Block *to = op_successor(op, s);
    uint32_t made = branch_made_args(op, s);
    for (uint32_t i = to->arg_count; i-- > made;)
      if (!arg_is_live(self, to->args[i])) branch_erase_operand(self->module, op, s, i - made);
  }
}

static void erase_tree(Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++)
    while (op->results[i].uses) op_drop_all_references(op->results[i].uses->owner);
  op_erase(op);
}

static bool erase_dead(Simplifier *self, Region *region) {
  if (!region->first) return false;
  bool erased = false, one_block = has_one_block(region);
  BlockVec order = {0};
  post_order(&self->arena, region, &order);
  // Operands go before arguments, so that the two are counted alike.
  for (uint32_t i = 0; i < order.count && !one_block; i++) erase_dead_operands(self, order.data[i]->last);
  for (uint32_t i = 0; i < order.count; i++) {
    for (Operation *op = order.data[i]->last, *prev; op; op = prev) {
      prev = op->prev;
      if (!(op->flags & OP_MARK)) {
        erase_tree(op);
        erased = true;
        continue;
      }
      for (uint32_t r = 0; r < op->region_count; r++) erased |= erase_dead(self, &op->regions[r]);
    }
  }
  if (one_block) return erased;
  for (Block *block = region->first->next; block; block = block->next)
    for (uint32_t i = block->arg_count; i-- > 0;)
      if (!arg_is_live(self, block->args[i])) block_erase_arg(block, i);
  return erased;
}

static WalkResult clear_mark(Operation *op, void *data) {
  (void)data;
  op->flags &= (uint16_t)~OP_MARK;
  return WALK_ADVANCE;
}

static void clear_marks(Region *region) {
  region_each_block(region, block) block_each_op(block, op) op_walk_pre(op, clear_mark, NULL);
}

static bool erase_dead_code(Simplifier *self, Region *region) {
  clear_marks(region);
  map_init(&self->live_args, &self->arena);
  do {
    self->progress = false;
    mark_region(self, region);
  } while (self->progress && !self->arena.mem->exhausted);
  bool erased = !self->arena.mem->exhausted && erase_dead(self, region);
  clear_marks(region);
  return erased;
}

// ---------------------------------------------------------------------------------------------
// Blocks that do the same

// Where an operand that differs between merged blocks stands.
typedef struct Place {
  uint32_t op, operand;
} Place;

typedef struct Cluster {
  Block *leader;
  uint32_t hash;
  BlockVec others;
  VEC(Place) places;      // in order
} Cluster;

static uint32_t hash_block(const Block *block) {
  uint32_t hash = 1;
  block_each_op(block, op) hash = hash_mix(hash, op_hash_apart_from_operands(op));
  return hash;
}

static bool is_used_outside(const Value *value, const Block *block) {
  for (const Use *use = value->uses; use; use = use->next)
    if (use->owner->block != block) return true;
  return false;
}

static bool can_be_merged(const Block *block) {
  block_each_op(block, op)
    for (uint32_t r = 0; r < op->region_count; r++)
      if (op->regions[r].first) return false;
  for (uint32_t i = 0; i < block->arg_count; i++)
    if (is_used_outside(block->args[i], block)) return false;
  return true;
}

static bool is_predecessor(const Block *from, const Block *block) {
  for (const BlockUse *use = block->uses; use; use = use->next)
    if (use->owner->block == from) return true;
  return false;
}

// What a predecessor's terminator itself produces cannot be passed on by it.
static bool can_become_argument(const Block *block, const Value *value) {
  const Operation *def = value_def(value);
  return !def || def != block_terminator(def->block) || !is_predecessor(def->block, block);
}

// Inside two blocks that are walked in step, equal places mean equal values.
static bool same_place(const Value *a, const Value *b, const Map *pairs) {
  if (a->is_arg || b->is_arg) return a->is_arg && b->is_arg && a->index == b->index;
  return a->index == b->index && map_get(pairs, value_def(a)) == value_def(b);
}

static void insert_place(Arena *arena, Cluster *cluster, Place place) {
  uint32_t at = cluster->places.count;
  while (at && (cluster->places.data[at - 1].op > place.op ||
                (cluster->places.data[at - 1].op == place.op && cluster->places.data[at - 1].operand > place.operand)))
    at--;
  if (at && cluster->places.data[at - 1].op == place.op && cluster->places.data[at - 1].operand == place.operand) return;
  vec_push(arena, &cluster->places, place);
  for (uint32_t i = cluster->places.count - 1; i > at; i--) cluster->places.data[i] = cluster->places.data[i - 1];
  cluster->places.data[at] = place;
}

static bool add_to_cluster(Simplifier *self, Cluster *cluster, Block *block, uint32_t hash) {
  Block *leader = cluster->leader;
  if (cluster->hash != hash || leader->arg_count != block->arg_count) return false;
  for (uint32_t i = 0; i < block->arg_count; i++)
    if (leader->args[i]->type != block->args[i]->type) return false;
  VEC(Place) places = {0};
  Map pairs;
  map_init(&pairs, &self->arena);
  Operation *a = leader->first, *b = block->first;
  for (uint32_t at = 0; a && b; a = a->next, b = b->next, at++) {
    if (!op_same_apart_from_operands(a, b)) return false;
    for (uint32_t i = 0; i < a->operand_count; i++) {
      Value *x = op_operand(a, i), *y = op_operand(b, i);
      if (x == y) continue;
      bool inside = value_block(x) == leader;
      if (x->type != y->type || inside != (value_block(y) == block)) return false;
      if (inside) {
        if (!same_place(x, y, &pairs)) return false;
      } else {
        if (!can_become_argument(leader, x) || !can_become_argument(block, y)) return false;
        vec_push(&self->arena, &places, (Place){at, i});
      }
    }
    for (uint32_t i = 0; i < a->result_count; i++)
      if (is_used_outside(op_result(b, i), block) || is_used_outside(op_result(a, i), leader)) return false;
    map_set(&pairs, a, b);
  }
  if (a || b) return false;
  for (uint32_t i = 0; i < places.count; i++) insert_place(&self->arena, cluster, places.data[i]);
  vec_push(&self->arena, &cluster->others, block);
  return true;
}

static bool predecessors_are_branches(const Block *block) {
  for (const BlockUse *use = block->uses; use; use = use->next)
    if (!op_is_branch(use->owner)) return false;
  return true;
}

static void append_to_predecessors(Simplifier *self, Block *block, Value *const *values, uint32_t count) {
  for (BlockUse *use = block->uses; use; use = use->next)
    branch_append_operands(self->module, use->owner, (uint32_t)(use - use->owner->successors), values, count);
}

// Make the operands that differ arguments; those that are alike in every block become one.
static bool pass_as_arguments(Simplifier *self, Cluster *cluster) {
  uint32_t blocks = cluster->others.count + 1, count = cluster->places.count, old_count = cluster->leader->arg_count;
  if (!predecessors_are_branches(cluster->leader)) return false;
  for (uint32_t i = 0; i < cluster->others.count; i++)
    if (!predecessors_are_branches(cluster->others.data[i])) return false;
  Value **values = arena_new(&self->arena, Value *, (size_t)blocks * count + 1);
  if (!values) return false;
  for (uint32_t k = 0; k < blocks; k++) {
    Operation *op = k ? cluster->others.data[k - 1]->first : cluster->leader->first;
    for (uint32_t i = 0, at = 0; i < count; i++) {
      Place place = cluster->places.data[i];
      for (; at < place.op; at++) op = op->next;
      Value *value = values[(size_t)k * count + i] = op_operand(op, place.operand);
      if (!k) op_set_operand(op, place.operand, block_add_arg(self->module, cluster->leader, value->type, value_loc(value)));
    }
  }
  Map first;
  map_init(&first, &self->arena);
  for (uint32_t i = 0; i < count; i++) {
    MapEntry *entry = map_put(&first, map_key(values[i]));
    if (!entry->value) entry->value = i + 1;
  }
  uint32_t kept = 0;
  uint32_t *keep = arena_new(&self->arena, uint32_t, count + 1);
  bool *drop = arena_new(&self->arena, bool, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t same = (uint32_t)map_find(&first, map_key(values[i]))->value - 1;
    drop[i] = same != i;
    for (uint32_t k = 1; k < blocks && drop[i]; k++) drop[i] = values[(size_t)k * count + same] == values[(size_t)k * count + i];
    if (drop[i])
      value_replace_all(cluster->leader->args[old_count + i], cluster->leader->args[old_count + same]);
    else
      keep[kept++] = i;
  }
  for (uint32_t i = count; i-- > 0;)
    if (drop[i]) block_erase_arg(cluster->leader, old_count + i);
  Value **passed = arena_new(&self->arena, Value *, kept + 1);
  for (uint32_t k = 0; k < blocks; k++) {
    for (uint32_t i = 0; i < kept; i++) passed[i] = values[(size_t)k * count + keep[i]];
    append_to_predecessors(self, k ? cluster->others.data[k - 1] : cluster->leader, passed, kept);
  }
  return true;
}

static bool merge_cluster(Simplifier *self, Cluster *cluster) {
  if (!cluster->others.count) return false;
  if (cluster->places.count && !pass_as_arguments(self, cluster)) return false;
  for (uint32_t i = 0; i < cluster->others.count; i++) {
    Block *block = cluster->others.data[i];
    for (BlockUse *use; (use = block->uses);)
      op_set_successor(use->owner, (uint32_t)(use - use->owner->successors), cluster->leader);
    block_erase(block);
  }
  return true;
}

typedef struct Group {
  const Block *first;
  VEC(Cluster) clusters;
  struct Group *next;
} Group;

static bool same_successors(const Block *a, const Block *b) {
  const Operation *x = a->last, *y = b->last;
  uint32_t count = x ? x->successor_count : 0;
  if (count != (y ? y->successor_count : 0)) return false;
  for (uint32_t i = 0; i < count; i++)
    if (op_successor(x, i) != op_successor(y, i)) return false;
  return true;
}

static uint32_t hash_successors(const Block *block) {
  uint32_t hash = 7;
  for (uint32_t i = 0; block->last && i < block->last->successor_count; i++)
    hash = hash_mix(hash, map_key(op_successor(block->last, i)));
  return hash;
}

static bool merge_blocks_of(Simplifier *self, Region *region) {
  if (!region->first || has_one_block(region)) return false;
  Map groups;
  map_init(&groups, &self->arena);
  VEC(Group *) all = {0};
  for (Block *block = region->first->next; block; block = block->next) {
    MapEntry *entry = map_put(&groups, hash_successors(block));
    Group *group = (Group *)entry->value;
    while (group && !same_successors(group->first, block)) group = group->next;
    if (!group) {
      group = arena_new(&self->arena, Group, 1);
      *group = (Group){.first = block, .next = (Group *)entry->value};
      entry->value = (uintptr_t)group;
      vec_push(&self->arena, &all, group);
    }
    if (!can_be_merged(block)) continue;
    uint32_t hash = hash_block(block);
    bool added = false;
    for (uint32_t i = 0; i < group->clusters.count && !added; i++)
      added = add_to_cluster(self, &group->clusters.data[i], block, hash);
    if (!added) vec_push(&self->arena, &group->clusters, (Cluster){.leader = block, .hash = hash});
  }
  bool merged = false;
  for (uint32_t g = 0; g < all.count; g++)
    for (uint32_t i = 0; i < all.data[g]->clusters.count; i++) merged |= merge_cluster(self, &all.data[g]->clusters.data[i]);
  return merged;
}

static bool merge_identical_blocks(Simplifier *self, Region *root) {
  RegionVec work = {0};
  bool changed = false;
  vec_push(&self->arena, &work, root);
  while (work.count) {
    Region *region = vec_pop(&work);
    while (merge_blocks_of(self, region)) changed = true;
    region_each_block(region, block) push_nested(&self->arena, &work, block);
  }
  return changed;
}

// ---------------------------------------------------------------------------------------------
// Arguments that always get the same value

static Value *passed_value(const BlockUse *use, uint32_t arg) {
  Span span = op_successor_operands(use->owner, (uint32_t)(use - use->owner->successors));
  uint32_t made = use->block->arg_count - span_size(span);
  return arg < made || arg - made >= span_size(span) ? NULL : op_operand(use->owner, span.begin + arg - made);
}

static Value *common_value(const Block *block, uint32_t arg) {
  Value *common = NULL;
  for (const BlockUse *use = block->uses; use; use = use->next) {
    Value *value = op_is_branch(use->owner) ? passed_value(use, arg) : NULL;
    if (!value || (common && value != common)) return NULL;
    common = value;
  }
  return common;
}

static bool drop_same_args(Simplifier *self, Block *block) {
  U32Vec dropped = {0};
  for (uint32_t i = 0; i < block->arg_count; i++) {
    Value *value = common_value(block, i);
    if (!value) continue;
    value_replace_all(block->args[i], value);
    vec_push(&self->arena, &dropped, i);
  }
  for (uint32_t k = dropped.count; k-- > 0;) {
    uint32_t arg = dropped.data[k];
    for (BlockUse *use = block->uses; use; use = use->next) {
      uint32_t successor = (uint32_t)(use - use->owner->successors);
      branch_erase_operand(self->module, use->owner, successor, arg - branch_made_args(use->owner, successor));
    }
    block_erase_arg(block, arg);
  }
  return dropped.count > 0;
}

static bool drop_redundant_args(Simplifier *self, Region *root) {
  RegionVec work = {0};
  bool changed = false;
  vec_push(&self->arena, &work, root);
  while (work.count) {
    Region *region = vec_pop(&work);
    region_each_block(region, block) {
      if (block->arg_count && block->uses) changed |= drop_same_args(self, block);
      push_nested(&self->arena, &work, block);
    }
  }
  return changed;
}

// ---------------------------------------------------------------------------------------------

bool simplify_regions(Module *module, Region *region, bool merge) {
  Simplifier self = {.module = module};
  arena_init(&self.arena, &module->context->mem);
  bool changed = erase_unreachable(&self, region);
  changed |= erase_dead_code(&self, region);
  if (merge) {
    changed |= merge_identical_blocks(&self, region);
    changed |= drop_redundant_args(&self, region);
  }
  arena_free(&self.arena);
  return changed;
}
