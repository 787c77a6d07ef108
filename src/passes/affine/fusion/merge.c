#include "passes/affine/fusion/merge.h"

#include "dialects/affine/hooks.h"

bool values_have(const ValueVec *values, const Value *value) {
  for (uint32_t i = 0; i < values->count; i++)
    if (values->data[i] == value) return true;
  return false;
}

void stored_and_loaded(const OpVec *first, const OpVec *second, Arena *arena, ValueVec *out) {
  Map stored;
  map_init(&stored, arena);
  for (uint32_t i = 0; i < first->count; i++)
    if (access_is_write(first->data[i])) map_put(&stored, map_key(access_memref(first->data[i])));
  for (uint32_t i = 0; i < second->count; i++) {
    Value *memref = access_is_read(second->data[i]) ? access_memref(second->data[i]) : NULL;
    if (memref && map_find(&stored, map_key(memref)) && !values_have(out, memref)) vec_push(arena, out, memref);
  }
}

// ---------------------------------------------------------------------------------------------
// May they?

typedef struct Conflicts {
  Map memrefs;        // that one nest accesses -> whether it stores there
  const Operation *nest;
  bool by_values;     // a value that the nest uses counts, too
} Conflicts;

static void conflicts_init(Conflicts *self, Operation *nest, bool by_values, Arena *arena) {
  OpVec inside = {0};
  *self = (Conflicts){.nest = nest, .by_values = by_values};
  map_init(&self->memrefs, arena);
  ops_inside_post(nest, 0, arena, &inside);
  for (uint32_t i = 0; i < inside.count; i++)
    if (is_access(inside.data[i])) map_put(&self->memrefs, map_key(access_memref(inside.data[i])))->value |= access_is_write(inside.data[i]);
}

static WalkResult find_conflict(Operation *op, void *data) {
  const Conflicts *self = data;
  if (is_access(op)) {
    const MapEntry *entry = map_find(&self->memrefs, map_key(access_memref(op)));
    return entry && (entry->value || access_is_write(op)) ? WALK_STOP : WALK_ADVANCE;
  }
  for (uint32_t i = 0; self->by_values && i < op->result_count; i++)
    for (const Use *use = op_result(op, i)->uses; use; use = use->next)
      if (use->owner != self->nest && op_is_inside(use->owner, self->nest)) return WALK_STOP;
  return WALK_ADVANCE;
}

// What depends on the first nest must not come before something that the second one depends on.
static bool have_joint_place(PassRun *pass, Operation *first, Operation *second) {
  Conflicts after, before;
  bool seen = false;
  conflicts_init(&after, first, false, pass->arena);
  conflicts_init(&before, second, true, pass->arena);
  for (Operation *op = first->next; op && op != second; op = op->next) {
    seen = seen || op_walk_post(op, find_conflict, &after) == WALK_STOP;
    if (seen && op_walk_post(op, find_conflict, &before) == WALK_STOP) return false;
  }
  return true;
}

// False: there is an affine.if.
static bool gather(Operation *nest, Arena *arena, OpVec *out) {
  OpVec inside = {0};
  bool ok = true;
  ops_inside_post(nest, 0, arena, &inside);
  for (uint32_t i = 0; i < inside.count; i++) {
    if (is_access(inside.data[i])) vec_push(arena, out, inside.data[i]);
    ok = ok && !op_is(inside.data[i], OP_AFFINE_IF);
  }
  return ok;
}

// How deep in the second nest all that it stored by the first one is at hand.
static uint32_t greatest_depth(PassRun *pass, const OpVec *first, const OpVec *second) {
  ValueVec memrefs = {0};
  OpVec targets = {0};
  bool only_reads = true;
  stored_and_loaded(first, second, pass->arena, &memrefs);
  for (uint32_t i = 0; i < second->count; i++) {
    if (!values_have(&memrefs, access_memref(second->data[i]))) continue;
    vec_push(pass->arena, &targets, second->data[i]);
    only_reads = only_reads && access_is_read(second->data[i]);
  }
  if (!targets.count) return 0;
  uint32_t least = common_loop_depth(&targets, pass->arena, NULL);
  if (only_reads) return least;
  for (uint32_t i = 0; i < targets.count; i++)
    for (uint32_t k = 0; k < targets.count; k++) {
      uint32_t common = common_variables(targets.data[i], targets.data[k]), ignored;
      for (uint32_t depth = 1; depth <= common + 1 && depth <= least; depth++) {
        arena_reset(pass->question);
        if (access_dependence(pass->ctx, pass->question, targets.data[i], targets.data[k], depth, false, NULL, &ignored) != DEPENDENCE_EXISTS) continue;
        least = depth - 1;
        break;
      }
    }
  return least;
}

bool merge_check(PassRun *pass, Operation *from, Operation *to, uint32_t depth, MergeKind kind, LoopSlice *out) {
  OpVec first = {0}, second = {0}, relevant = {0};
  *out = (LoopSlice){0};
  if (!depth || from->block != to->block) return false;
  bool backward = op_is_before(from, to);
  Operation *a = backward ? from : to, *b = backward ? to : from;
  if (!have_joint_place(pass, a, b) || !gather(a, pass->arena, &first) || !gather(b, pass->arena, &second)) return false;
  if (!kind.sibling_memref && greatest_depth(pass, &first, &second) < depth) return false;
  for (uint32_t i = 0; i < first.count; i++) {
    const Operation *op = first.data[i];
    bool counts = kind.sibling_memref ? access_is_read(op) && access_memref(op) == kind.sibling_memref : access_is_write(op);
    if (counts) vec_push(pass->arena, &relevant, first.data[i]);
  }
  return slice_unite(pass, &relevant, &second, depth, common_variables(from, to), backward, out);
}

// ---------------------------------------------------------------------------------------------
// Merging

// All operations that the results reach.
static void reached(const Operation *op, Arena *arena, OpVec *out) {
  Map seen;
  map_init(&seen, arena);
  const Operation *from = op;
  for (uint32_t next = 0;;) {
    for (uint32_t i = 0; i < from->result_count; i++)
      for (const Use *use = op_result(from, i)->uses; use; use = use->next) {
        if (map_find(&seen, map_key(use->owner))) continue;
        map_put(&seen, map_key(use->owner));
        vec_push(arena, out, use->owner);
      }
    if (next == out->count) return;
    from = out->data[next++];
  }
}

// Operations of one block go behind another one of it, or one around it, in their order.
static void move_behind(OpVec *ops, Operation *place) {
  for (uint32_t i = 1; i < ops->count; i++)
    for (uint32_t k = i; k > 0 && ops->data[k]->block == ops->data[k - 1]->block && op_is_before(ops->data[k], ops->data[k - 1]); k--) {
      Operation *op = ops->data[k];
      ops->data[k] = ops->data[k - 1];
      ops->data[k - 1] = op;
    }
  Operation *before = place->next;
  for (uint32_t i = 0; i < ops->count && before; i++) op_move_before(ops->data[i], before);
}

// The results of a loop become results of the loop around it, whose only iteration at a time it is: the body moves there.
static void dissolve_reduction(PassRun *pass, Operation *loop) {
  Module *module = pass->module;
  Operation *outer = op_parent(loop);
  uint64_t trips;
  if (!loop_trip_count(pass->ctx, loop, pass->arena, &trips) || trips != 1 || !op_is(outer, OP_AFFINE_FOR)) return;
  Operation *made = loop_with_more_values(module, outer, loop, pass->arena);
  Block *body = loop_body(loop), *around = loop_body(made);
  uint32_t before = made->result_count - loop->result_count;
  OpVec users = {0};
  reached(loop, pass->arena, &users);
  for (uint32_t i = 0; i < loop->result_count; i++) value_replace_all(op_result(loop, i), op_result(made, before + i));
  move_behind(&users, made);
  value_replace_all(body->args[0], around->args[0]);
  for (uint32_t i = 1; i < body->arg_count; i++) value_replace_all(body->args[i], around->args[before + i]);
  op_erase(body->last);
  if (body->first) block_splice(loop->block, loop, body->first, body->last);
  op_erase(loop);
}

void merge_nests(PassRun *pass, Operation *from, const LoopSlice *slice, bool innermost) {
  Map made;
  OpVec loops = {0};
  uint64_t *counts = arena_new(pass->arena, uint64_t, slice->variables.count + 1);
  bool once = slice_trip_counts(pass, slice, counts) && slice_iterations(slice, counts) == 1;
  map_init(&made, pass->arena);
  op_insert_before(op_clone(pass->module, from, &made), slice->before);
  if (pass->ctx->mem.exhausted) return;
  for (uint32_t i = 0; i < slice->variables.count; i++) {
    const Value *variable = map_get(&made, slice->variables.data[i]);
    Operation *loop = variable ? affine_for_of(variable) : NULL;
    if (!loop) continue;   // around both nests
    vec_push(pass->arena, &loops, loop);
    for (uint32_t upper = 0; upper < 2; upper++) {
      ValueMap bound = {.map = upper ? slice->upper[i] : slice->lower[i]};
      if (!bound.map) continue;
      for (uint32_t k = 0; k < slice->operands.count; k++) vec_push(pass->arena, &bound.operands, slice->operands.data[k]);
      canonicalize_map(pass->ctx, &bound.map, &bound.operands, pass->arena);
      loop_set_bound(pass->module, loop, upper ? UPPER_BOUND : LOWER_BOUND, &bound, pass->arena);
    }
  }
  for (uint32_t i = 0; i < loops.count && !pass->ctx->mem.exhausted; i++) {
    if (innermost && once && loop_has_reduction(pass, loops.data[i])) dissolve_reduction(pass, loops.data[i]);
    else loop_promote_if_single(pass->module, loops.data[i], pass->arena);
  }
}

// ---------------------------------------------------------------------------------------------
// Circles

typedef struct Visit { uint32_t node, next; } Visit;

// Depth-first: a node that is met again while its own visit lasts closes a circle.
static bool has_circle(const bool *edges, uint32_t count, Arena *arena) {
  enum { NEW, OPEN, DONE };
  uint8_t *states = arena_new(arena, uint8_t, count + 1);
  VEC(Visit) work = {0};
  for (uint32_t root = 0; root < count; root++) {
    if (states[root] != NEW) continue;
    states[root] = OPEN;
    vec_push(arena, &work, (Visit){root, 0});
    while (work.count) {
      Visit *top = &work.data[work.count - 1];
      if (top->next == count) {
        states[top->node] = DONE;
        work.count--;
        continue;
      }
      uint32_t next = top->next++;
      if (!edges[(size_t)top->node * count + next] || states[next] == DONE) continue;
      if (states[next] == OPEN) return true;
      states[next] = OPEN;
      vec_push(arena, &work, (Visit){next, 0});
    }
  }
  return false;
}

bool nest_has_cycle(PassRun *pass, Operation *root) {
  OpVec accesses = {0};
  gather(root, pass->arena, &accesses);
  bool *edges = arena_new(pass->arena, bool, (size_t)accesses.count * accesses.count + 1);
  if (!edges) return true;
  uint32_t depth = nesting_depth(root), ignored;
  for (uint32_t i = 0; i < accesses.count; i++)
    for (uint32_t k = 0; k < accesses.count; k++) {
      Operation *a = accesses.data[i], *b = accesses.data[k];
      if (access_memref(a) != access_memref(b)) continue;
      uint32_t common = common_variables(a, b);
      for (uint32_t d = depth + 1; d <= common + 1 && !edges[(size_t)i * accesses.count + k]; d++) {
        arena_reset(pass->question);
        edges[(size_t)i * accesses.count + k] = access_dependence(pass->ctx, pass->question, a, b, d, false, NULL, &ignored) != DEPENDENCE_NONE;
      }
    }
  return has_circle(edges, accesses.count, pass->arena);
}
