#include "rewrite/greedy.h"
#include "rewrite/constant_pool.h"

#include "rewrite/effects.h"
#include "rewrite/equivalence.h"
#include "rewrite/simplify_regions.h"

struct GreedyEntry {
  const GreedyPattern *pattern;
  struct GreedyEntry *next;
};

// A constant that replaces others of its value, type and dialect in one isolated region.
struct KnownConstant {
  Region *region;
  const DialectDef *dialect;
  A value;
  T type;
  Operation *op;
  struct KnownConstant *next;
};

// ---------------------------------------------------------------------------------------------
// The worklist

static void push_one(Greedy *g, Operation *op) {
  if (op->flags & OP_MARK || (g->is_strict && !map_find(&g->chosen, map_key(op)))) return;
  op->flags |= OP_MARK;
  vec_push(g->arena, &g->worklist, op);
}

// Push the operation and its ancestors, up to the scope. `filling`: nothing was taken off the list yet, so
// the ancestors of an operation on the list are on it, too.
static void push(Greedy *g, Operation *op, bool filling) {
  if (op->flags & OP_ERASED) return;
  // Only what lies inside the scope.
  for (Operation *at = op;; at = at->block->region->op) {
    if (!at || !at->block || !at->block->region) return;
    if (at->block->region == g->scope) break;
    if (filling && at->flags & OP_MARK) break;
  }
  for (Operation *at = op;; at = at->block->region->op) {
    if (filling && at->flags & OP_MARK) return;
    push_one(g, at);
    if (at->block->region == g->scope) return;
  }
}

static Operation *pop(Greedy *g) {
  while (g->worklist.count) {
    Operation *op = vec_pop(&g->worklist);
    if (op->flags & OP_ERASED) continue;
    op->flags &= (uint16_t)~OP_MARK;
    return op;
  }
  return NULL;
}

static void clear_worklist(Greedy *g) { while (pop(g)) {} }

static void choose_new(Greedy *g, const Operation *op) {
  if (g->is_strict && g->config.new_too) map_put(&g->chosen, map_key(op));
}

static void note_created(void *data, Operation *op) {
  Greedy *g = data;
  vec_push(g->arena, &g->created, op);
  choose_new(g, op);
  push(g, op, false);
}

bool greedy_updated(Greedy *g, Operation *op) {
  push(g, op, false);
  return true;
}

void greedy_set_operand(Greedy *g, Operation *op, uint32_t i, Value *value) {
  op_set_operand(op, i, value);
  greedy_updated(g, op);
}

void greedy_replace_uses(Greedy *g, Value *from, Value *to) {
  if (from == to) return;
  while (from->uses) {
    Use *use = from->uses;
    Operation *user = use->owner;
    op_set_operand(user, use_index(use), to);
    greedy_updated(g, user);
  }
}

// ---------------------------------------------------------------------------------------------
// Erasing

// If an operand then has at most one other use, its definition is put on the list again.
static void push_definition(Greedy *g, const Operation *op, Value *value) {
  Operation *def = value ? value_def(value) : NULL;
  if (!def) return;
  const Operation *other = NULL;
  for (const Use *use = value->uses; use; use = use->next) {
    if (use->owner == op || use->owner == other) continue;
    if (other) return;
    other = use->owner;
  }
  push(g, def, false);
}

static void erase_one(Greedy *g, Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++) push_definition(g, op, op_operand(op, i));
  op->flags &= (uint16_t)~OP_MARK;
  op_erase(op);
}

// The blocks of a region, successors first.
static void order_blocks(Greedy *g, Region *region, BlockVec *out) {
  Map seen;
  map_init(&seen, g->arena);
  for (Block *root = region->first; root; root = root->next) {
    VEC(struct Visit { Block *block; uint32_t next; }) path = {0};
    if (map_find(&seen, map_key(root))) continue;
    map_put(&seen, map_key(root));
    vec_push(g->arena, &path, (struct Visit){root, 0});
    while (path.count) {
      struct Visit *visit = &vec_last(&path);
      const Operation *last = visit->block->last;
      if (!last || visit->next >= last->successor_count) {
        vec_push(g->arena, out, visit->block);
        path.count--;
        continue;
      }
      Block *to = op_successor(last, visit->next++);
      if (to->region != region || map_find(&seen, map_key(to))) continue;
      map_put(&seen, map_key(to));
      vec_push(g->arena, &path, (struct Visit){to, 0});
    }
  }
}

// As deep as operations nest.
static void erase_tree(Greedy *g, Operation *op) {
  for (uint32_t r = op->region_count; r-- > 0;) {
    Region *region = &op->regions[r];
    if (!region->first) continue;
    BlockVec order = {0};
    if (region->first == region->last)
      vec_push(g->arena, &order, region->first);
    else
      order_blocks(g, region, &order);
    for (uint32_t i = 0; i < order.count; i++)
      for (Operation *inner = order.data[i]->last, *prev; inner; inner = prev) {
        prev = inner->prev;
        erase_tree(g, inner);
      }
  }
  erase_one(g, op);
}

bool greedy_erase(Greedy *g, Operation *op) {
  if (g->b.before == op) g->b.before = op->next;
  if (op->region_count)
    erase_tree(g, op);
  else
    erase_one(g, op);
  return true;
}

bool greedy_replace(Greedy *g, Operation *op, Value *const *values) {
  for (uint32_t i = 0; i < op->result_count; i++) greedy_replace_uses(g, op_result(op, i), values[i]);
  return greedy_erase(g, op);
}

bool greedy_replace1(Greedy *g, Operation *op, Value *value) { return greedy_replace(g, op, &value); }

bool greedy_replace_op(Greedy *g, Operation *op, Operation *by) {
  for (uint32_t i = 0; i < op->result_count; i++) greedy_replace_uses(g, op_result(op, i), op_result(by, i));
  return greedy_erase(g, op);
}

void greedy_inline_block(Greedy *g, Block *block, Operation *before, Value *const *args) {
  for (uint32_t i = 0; i < block->arg_count; i++) greedy_replace_uses(g, block->args[i], args[i]);
  block_each_op_safe(block, op) {
    if (op == block->last) break;
    op_move_before(op, before);
    choose_new(g, op);
    greedy_updated(g, op);
  }
}

static const char *pattern_text(Greedy *g, const GreedyPattern *pattern) {
  return explain_pattern(g->run->explain, g->ctx, pattern->name, pattern->root, pattern->target);
}

bool greedy_no_match(Greedy *g, Operation *op, const char *why) {
  if (!g->run->explain) return false;
  ExplainEntry *entry = explain_add(g->run->explain, explain_watches(g->run->explain, op) ? EXPLAIN_TRIED : EXPLAIN_NO_MATCH, op);
  entry->why = why;
  if (g->pattern) entry->pattern = pattern_text(g, g->pattern);
  return false;
}

// ---------------------------------------------------------------------------------------------
// Constants

static bool is_owned(const Greedy *g, const Operation *op) { return op && map_find(&g->owned, map_key(op)); }

static void move_to_front(Operation *op, Block *block) {
  if (block->first != op) op_move_before(op, block->first);
}

// Unite a constant with an equal one while the worklist is filled. False: it was replaced.
static bool know_constant(Greedy *g, Operation *op, A value) {
  A unknown = g->ctx->attrs.unknown_loc;
  Block *block = op->block;
  if (is_owned(g, op)) {
    if (block->first != op && !is_owned(g, op->prev)) {
      move_to_front(op, block);
      op->loc.attr = unknown;
    }
    return true;
  }
  Region *region = constant_region(block);
  const DialectDef *dialect = op_dialect(g->ctx, op->def);
  T type = op_result_type(op, 0);
  uint32_t hash = hash_mix(hash_mix(hash_mix(hash_mix(5, map_key(region)), map_key(dialect)), map_key(value)), map_key(type));
  MapEntry *entry = map_put(&g->constants, hash);
  struct KnownConstant *known = (struct KnownConstant *)entry->value;
  while (known && (known->region != region || known->dialect != dialect || known->value != value || known->type != type))
    known = known->next;
  if (known) {
    greedy_replace_op(g, op, known->op);
    known->op->loc.attr = unknown;
    return false;
  }
  if (block != region->first) {
    move_to_front(op, region->first);
    op->loc.attr = unknown;
  } else if (block->first != op && !is_owned(g, op->prev)) {
    move_to_front(op, block);
  }
  known = arena_new(&g->round, struct KnownConstant, 1);
  *known = (struct KnownConstant){region, dialect, value, type, op, (struct KnownConstant *)entry->value};
  entry->value = (uintptr_t)known;
  map_put(&g->owned, map_key(op));
  return true;
}

// A constant that existed before needs no work.
static WalkResult fill(Operation *op, void *data) {
  Greedy *g = data;
  A value = op_has(op, TRAIT_CONSTANT_LIKE) && op->result_count == 1 ? folder_constant(&g->folder, op) : NULL;
  if (value && !know_constant(g, op, value)) {
    g->run->changed = true;
    return WALK_SKIP;
  }
  push(g, op, true);
  return WALK_ADVANCE;
}

static void fill_worklist(Greedy *g) {
  region_each_block(g->scope, block) {
    for (Operation *op = block->first, *next; op; op = next) {
      next = op->next;
      if (g->config.top_down)
        op_walk_pre(op, fill, g);
      else
        op_walk_post(op, fill, g);
    }
  }
  if (!g->config.top_down) return;
  for (uint32_t i = 0, k = g->worklist.count; i + 1 < k; i++) {
    Operation *op = g->worklist.data[i];
    g->worklist.data[i] = g->worklist.data[--k];
    g->worklist.data[k] = op;
  }
}

Value *greedy_constant(Greedy *g, Operation *like, A value, T type) {
  const DialectDef *dialect = op_dialect(g->ctx, like->def);
  if (!dialect || !dialect->materialize_constant) return NULL;
  g->folder.builder = &g->b;
  Operation *made = dialect->materialize_constant(&g->folder, value, type, like->loc);
  return made ? op_result(made, 0) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Rewriting

static bool fold_op(Greedy *g, Operation *op) {
  Folder *folder = &g->folder;
  if (op_has(op, TRAIT_CONSTANT_LIKE)) return false;
  if (!op_fold(folder, op)) {
    if (explain_watches(g->run->explain, op) && def_fold(op->def)) explain_tried(g->run->explain, op, "folding", "its result does not follow from its operands", UINT32_MAX);
    return false;
  }
  if (!folder->results.count) {
    greedy_updated(g, op);
    return true;
  }
  if (folder->results.count != op->result_count) return false;
  Value *few[8], **values = few;
  uint32_t count = folder->results.count;
  if (count > countof(few)) values = arena_new(g->arena, Value *, count);
  // The results are copied: materializing may fold again.
  FoldResult *results = arena_new(g->arena, FoldResult, count);
  if (!values || !results) return false;
  memcpy(results, folder->results.data, count * sizeof *results);
  builder_before(&g->b, op);
  for (uint32_t i = 0; i < count; i++) {
    values[i] = results[i].value ? results[i].value : greedy_constant(g, op, results[i].attr, op_result_type(op, i));
    if (values[i]) continue;
    for (uint32_t k = 0; k < i; k++)
      if (!results[k].value) greedy_erase(g, value_def(values[k]));
    return false;
  }
  if (g->run->explain) explain_add(g->run->explain, EXPLAIN_FOLDED, op);
  return greedy_replace(g, op, values);
}

static uint32_t benefit_of(const struct GreedyEntry *entry) { return entry->pattern->benefit ? entry->pattern->benefit : 1; }

static bool apply(Greedy *g, Operation *op, const GreedyPattern *pattern) {
  Str name = op_name(op);
  Range src = op->loc.src;
  g->pattern = pattern;
  vec_clear(&g->created);
  builder_before(&g->b, op);
  ExplainLog *log = g->run->explain;
  uint32_t told = log ? log->entries.count : 0;
  if (!pattern->rewrite(g, op)) {
    if (explain_watches(log, op) && (pattern->root || log->entries.count > told)) explain_tried(log, op, pattern_text(g, pattern), NULL, told);
    return false;
  }
  if (log) {
    ExplainEntry entry = {.kind = EXPLAIN_REWRITTEN, .op = name, .src = src, .pattern = pattern_text(g, pattern)};
    explain_take_rule(log, &entry);
    for (uint32_t i = 0; i < g->created.count; i++) vec_push(log->arena, &entry.made, op_name(g->created.data[i]));
    vec_push(log->arena, &log->entries, entry);
  }
  return true;
}

static bool rewrite(Greedy *g, Operation *op) {
  struct GreedyEntry *mine = op_table_get(&g->patterns, op_code(op)), *any = g->any;
  if (!mine && explain_watches(g->run->explain, op) && !op_has(op, TRAIT_CONSTANT_LIKE)) explain_tried(g->run->explain, op, NULL, "the pass has no rule for it", UINT32_MAX);
  while (mine || any) {
    struct GreedyEntry **from = !mine || (any && benefit_of(any) > benefit_of(mine)) ? &any : &mine;
    const GreedyPattern *pattern = (*from)->pattern;
    *from = (*from)->next;
    if (apply(g, op, pattern)) return true;
    if (g->ctx->mem.exhausted) return false;
  }
  return false;
}

static bool process_worklist(Greedy *g) {
  bool changed = false;
  int64_t rewrites = 0;
  for (Operation *op; (g->config.max_rewrites < 0 || rewrites < g->config.max_rewrites) && (op = pop(g));) {
    if (g->ctx->mem.exhausted) break;
    if (op_is_trivially_dead(op)) {
      if (g->run->explain) explain_add(g->run->explain, EXPLAIN_DEAD, op);
      greedy_erase(g, op);
      changed = true;
    } else if (fold_op(g, op)) {
      changed = true;
    } else if (rewrite(g, op)) {
      changed = true;
      rewrites++;
    }
  }
  return changed;
}

static bool run_region(Greedy *g, Region *region) {
  g->scope = region;
  bool changed = false;
  int64_t iteration = 0;
  do {
    if (++iteration > g->config.max_iterations && g->config.max_iterations >= 0) break;
    clear_worklist(g);
    map_init(&g->constants, &g->round);
    map_init(&g->owned, &g->round);
    fill_worklist(g);   // constants of blocks that cannot be reached are united with the others
    bool dropped = erase_unreachable_blocks(g->module, region);
    changed = process_worklist(g) || dropped;
    clear_worklist(g);
    arena_reset(&g->round);
    if (g->config.simplify != SIMPLIFY_NOTHING)
      changed |= simplify_regions(g->module, region, g->config.simplify == SIMPLIFY_AGGRESSIVE);
    if (changed) g->run->changed = true;
  } while (changed && !g->ctx->mem.exhausted);
  return !changed;
}

bool greedy_run(Greedy *self, Operation *op) {
  bool converged = true;
  arena_init(&self->round, &self->ctx->mem);
  for (uint32_t r = 0; r < op->region_count; r++)
    if (op->regions[r].first && !run_region(self, &op->regions[r])) converged = false;
  arena_free(&self->round);
  ExplainLog *log = self->run->explain;
  if (log && !self->run->changed) {   // what would have been rewritten
    ExplainEntry *entry = vec_add(log->arena, &log->entries);
    *entry = (ExplainEntry){.kind = EXPLAIN_ROOTS};
    for (uint32_t i = 0; i < self->roots.count; i++)
      vec_push(log->arena, &entry->made, def_name(context_op_of(self->ctx, self->roots.data[i])));
  }
  return converged;
}

void greedy_run_ops(Greedy *self, Operation *op, Operation *const *ops, uint32_t count, bool new_too) {
  arena_init(&self->round, &self->ctx->mem);
  map_init(&self->chosen, &self->round);
  self->is_strict = true;
  self->config.new_too = new_too;
  for (uint32_t i = 0; i < count; i++) map_put(&self->chosen, map_key(ops[i]));
  for (uint32_t i = 0; i < count; i++)
    if (!(ops[i]->flags & OP_ERASED)) push_one(self, ops[i]);
  self->scope = op_parent_region(op);
  if (process_worklist(self)) self->run->changed = true;
  clear_worklist(self);
  self->is_strict = false;
  arena_free(&self->round);
}

static Region *region_around(Operation *const *ops, uint32_t count) {
  Region *region = op_parent_region(ops[0]);
  for (uint32_t i = 1; region && i < count; i++)
    while (region && !region_is_ancestor(region, op_parent_region(ops[i]))) region = region->op->block ? op_parent_region(region->op) : NULL;
  return region;
}

void greedy_run_from(Greedy *self, Operation *const *ops, uint32_t count) {
  self->scope = count ? region_around(ops, count) : NULL;
  if (!self->scope) return;
  arena_init(&self->round, &self->ctx->mem);
  map_init(&self->constants, &self->round);
  map_init(&self->owned, &self->round);
  for (uint32_t i = 0; i < count; i++) push_one(self, ops[i]);
  if (process_worklist(self)) self->run->changed = true;
  clear_worklist(self);
  arena_free(&self->round);
}

// ---------------------------------------------------------------------------------------------

void greedy_init(Greedy *self, PassRun *run, GreedyConfig config) {
  *self = (Greedy){.ctx = run->ctx, .module = run->module, .run = run, .arena = run->arena, .config = config};
  folder_init(&self->folder, self->module, self->arena);
  builder_init(&self->b, self->module);
  self->b.created = note_created;
  self->b.data = self;
}

void greedy_add(Greedy *self, const GreedyPattern *patterns, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    struct GreedyEntry **at = &self->any;
    if (patterns[i].root) at = (struct GreedyEntry **)(void *)op_table_at(&self->patterns, self->ctx, self->arena, patterns[i].root);
    struct GreedyEntry *entry = arena_new(self->arena, struct GreedyEntry, 1);
    if (!at || !entry) continue;
    if (patterns[i].root && !*at) vec_push(self->arena, &self->roots, patterns[i].root);
    entry->pattern = &patterns[i];
    while (*at && benefit_of(*at) >= benefit_of(entry)) at = &(*at)->next;
    entry->next = *at;
    *at = entry;
  }
}

bool greedy_rewrite(PassRun *pass, Operation *op, const GreedyPattern *patterns, uint32_t count, const void *data) {
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  g.data = data;
  greedy_add(&g, patterns, count);
  greedy_run(&g, op);
  return !pass->ctx->mem.exhausted;
}
