// The driver, which conversion.h describes. value_mapping.c has the table of what replaced each value.
#include "rewrite/conversion.h"

#include "ir/dominance.h"
#include "ir/verify.h"
#include "rewrite/why.h"

// Patterns may produce ops that need patterns in turn; deeper nesting than this is taken for a cycle.
#define MAX_LEGALIZE_DEPTH 64

struct PatternEntry {
  const Pattern *pattern;
  TypeConverter *types;
  struct PatternEntry *next;
  bool running;
};

// --- Setting up

static void note_created(void *data, Operation *op) {
  Conversion *c = data;
  vec_push(c->arena, &c->created, op);
  vec_push(c->arena, &c->made, op);
}

static void note_made(void *data, Operation *op) {
  Conversion *c = data;
  vec_push(c->arena, &c->made, op);
}

void conversion_init(Conversion *self, PassRun *run, Legality (*legality)(Conversion *, Operation *)) {
  *self = (Conversion){
    .ctx = run->ctx,
    .module = run->module,
    .arena = run->arena,
    .run = run,
    .legality = legality,
    .fold = true,
  };
  mapping_init(&self->mapping, self->arena);
  map_init(&self->symbols, self->arena);
  folder_init(&self->folder, self->module, self->arena);
  builder_init(&self->b, self->module);
  self->b.created = note_created;
  self->b.data = self;
  builder_init(&self->quiet, self->module);
  self->quiet.created = note_made;
  self->quiet.data = self;
}

static uint32_t benefit_of(const Pattern *pattern) { return pattern->benefit ? pattern->benefit : 1; }

void conversion_add(Conversion *self, const Pattern *patterns, uint32_t count, TypeConverter *types) {
  for (uint32_t i = 0; i < count; i++) {
    struct PatternEntry **at = &self->added;
    if (!(patterns[i].root & OPCODE_USER)) at = (struct PatternEntry **)(void *)op_table_at(&self->patterns, self->ctx, self->arena, patterns[i].root);
    struct PatternEntry *entry = arena_new(self->arena, struct PatternEntry, 1);
    if (!at || !entry) continue;
    entry->pattern = &patterns[i];
    entry->types = types;
    if (!*at && at != &self->added) vec_push(self->arena, &self->roots, patterns[i].root);
    while (*at && benefit_of((*at)->pattern) >= benefit_of(&patterns[i])) at = &(*at)->next;
    entry->next = *at;
    *at = entry;
  }
}

static struct PatternEntry *patterns_of(const Conversion *c, const Operation *op) {
  return op_code(op) & OPCODE_USER ? c->added : op_table_get(&c->patterns, op_code(op));
}

// --- Places

// The place right after a value is defined.
static void builder_after_value(Builder *b, const Value *value) {
  if (value->is_arg)
    builder_at_start(b, value_arg_block(value));
  else
    builder_after(b, value_def(value));
}

static Operation *position_of(const Value *value) {
  return value->is_arg ? NULL : value_def(value);
}

// The place right after the last of several values: the one that the others dominate.
static void builder_after_values(Conversion *c, Builder *b, Value *const *values, uint32_t count) {
  const Value *last = values[0];
  for (uint32_t i = 1; i < count; i++) {
    const Value *v = values[i];
    Block *last_block = value_block(last), *block = value_block(v);
    if (block == last_block) {
      Operation *mine = position_of(v), *its = position_of(last);
      if (mine && (!its || op_is_before(its, mine))) last = v;
    } else if (region_is_ancestor(last_block->region, block->region) &&
               block->region != last_block->region) {
      last = v;
    } else if (block->region == last_block->region) {
      Dominance dominance;
      dominance_init(&dominance, c->arena);
      if (block_dominates(&dominance, last_block, block)) last = v;
    }
  }
  builder_after_value(b, last);
}

// --- Casts

// A cast of `inputs` to `type` at `at`; remembered as what `inputs` became.
static Value *build_cast(Conversion *c, Builder *at, T type, Value *const *inputs, uint32_t count,
                         TypeConverter *types, T original, bool is_target) {
  if (count == 1 && inputs[0]->type == type) return inputs[0];
  Operation *op = build_unrealized_cast(at, &type, 1, inputs, count);
  vec_push(c->arena, &c->casts, (struct Cast){op, types, original, is_target});
  Value *result = op_result(op, 0);
  if (count) mapping_add(&c->mapping, inputs, count, &result, 1, true);
  return result;
}


Value *convert_remap(Conversion *c, Value *value, TypeConverter *types) {
  if (!types) return convert_lookup(c, value);
  T type = type_convert(types, value->type);
  if (!type) return NULL;
  Value *same = mapping_lookup(&c->mapping, value, type), *few;
  if (same) return same;
  ValueList found = mapping_latest(&c->mapping, value, &few);
  Builder *b = &c->quiet;
  if (found.count)
    builder_after_values(c, b, found.values, found.count);
  else
    builder_after_value(b, value);
  b->loc = c->b.loc;
  return build_cast(c, b, type, found.values, found.count, types, value->type, true);
}

Value *convert_lookup(Conversion *c, Value *value) {
  Value *few;
  ValueList latest = mapping_latest(&c->mapping, value, &few);
  return latest.count == 1 ? latest.values[0] : value;
}

// --- Replacing

static bool is_replaced(Conversion *c, const Operation *op) {
  (void)c;
  return (op->flags & (OP_REPLACED | OP_RECURSIVELY_LEGAL)) != 0;
}

static WalkResult mark_one(Operation *op, void *data) {
  (void)data;
  op->flags |= OP_REPLACED;
  return WALK_ADVANCE;
}

static WalkResult unmark_one(Operation *op, void *data) {
  (void)data;
  op->flags &= (uint16_t)~OP_REPLACED;
  return WALK_ADVANCE;
}

static void mark_replaced(Operation *op) {
  if (op->region_count)
    op_walk_pre(op, mark_one, NULL);
  else
    op->flags |= OP_REPLACED;
}

bool convert_replace_many(Conversion *c, Operation *op, Value *const *values, const uint32_t *counts) {
  for (uint32_t i = 0; i < op->result_count; i++) {
    Value *result = op_result(op, i);
    uint32_t count = counts ? counts[i] : 1;
    if (count == 0 || !values[0]) {
      if (result->uses) {
        builder_before(&c->quiet, op);
        Value *made = op_result(build_unrealized_cast(&c->quiet, &result->type, 1, NULL, 0), 0);
        vec_push(c->arena, &c->casts, (struct Cast){value_def(made), c->types, NULL, false});
        mapping_add(&c->mapping, &result, 1, &made, 1, false);
      }
    } else {
      mapping_add(&c->mapping, &result, 1, values, count, false);
    }
    values += count;
  }
  vec_push(c->arena, &c->commits, (struct Commit){.op = op, .types = c->types});
  mark_replaced(op);
  c->run->changed = true;
  return true;
}

bool convert_replace(Conversion *c, Operation *op, Value *const *values, uint32_t count) {
  (void)count;
  return convert_replace_many(c, op, values, NULL);
}

bool convert_replace1(Conversion *c, Operation *op, Value *value) {
  return convert_replace_many(c, op, &value, NULL);
}

bool convert_erase(Conversion *c, Operation *op) {
  uint32_t *none = arena_new(c->arena, uint32_t, op->result_count + 1);
  Value *no_values[1] = {NULL};
  return convert_replace_many(c, op, no_values, none);
}

static const char *pattern_text(Conversion *c, const Pattern *pattern) {
  return explain_pattern(c->run->explain, c->ctx, pattern->name, pattern->root, pattern->target);
}

bool convert_no_match(Conversion *c, Operation *op, const char *why) {
  c->why = why;
  c->why_op = op;
  if (!c->run->explain) return false;
  ExplainEntry *entry = explain_add(c->run->explain, explain_watches(c->run->explain, op) ? EXPLAIN_TRIED : EXPLAIN_NO_MATCH, op);
  entry->why = why;
  if (c->pattern) entry->pattern = pattern_text(c, c->pattern);
  return false;
}

// --- Blocks

void convert_replace_arg(Conversion *c, Value *from, Value *const *to, uint32_t count) {
  mapping_add(&c->mapping, &from, 1, to, count, false);
  vec_push(c->arena, &c->commits, (struct Commit){.arg = from, .types = c->types});
}

Block *convert_signature(Conversion *c, Block *block, const SignatureConversion *signature,
                         TypeConverter *types) {
  bool same = block->arg_count == signature->types.count;
  for (uint32_t i = 0; i < block->arg_count && same; i++)
    same = block->args[i]->type == signature->types.data[i];
  if (same) return block;
  c->irreversible_changes++;
  Block *made = block_new(c->module);
  block_insert_before(made, block);
  for (uint32_t i = 0; i < signature->types.count; i++) {
    Loc loc = c->b.loc;
    for (uint32_t j = 0; j < block->arg_count; j++)
      if (i >= signature->inputs.data[j].begin && i < signature->inputs.data[j].end)
        loc = *block->args[j]->arg_loc;
    block_add_arg(c->module, made, signature->types.data[i], loc);
  }
  if (block->first) block_splice(made, NULL, block->first, block->last);
  for (BlockUse *use; (use = block->uses);)
    op_set_successor(use->owner, (uint32_t)(use - use->owner->successors), made);
  TypeConverter *outer = c->types;
  c->types = types;
  for (uint32_t i = 0; i < block->arg_count; i++) {
    Value *old = block->args[i];
    const struct SignatureInput *input = &signature->inputs.data[i];
    if (input->replacement) {
      convert_replace_arg(c, old, &input->replacement, 1);
    } else if (input->begin == input->end) {
      builder_at_start(&c->quiet, made);
      c->quiet.loc = *old->arg_loc;
      Value *stand_in = op_result(build_unrealized_cast(&c->quiet, &old->type, 1, NULL, 0), 0);
      vec_push(c->arena, &c->casts, (struct Cast){value_def(stand_in), types, NULL, false});
      convert_replace_arg(c, old, &stand_in, 1);
    } else {
      convert_replace_arg(c, old, made->args + input->begin, input->end - input->begin);
    }
  }
  c->types = outer;
  block_remove(block);
  c->run->changed = true;
  return made;
}

void convert_inline_block(Conversion *c, Block *from, Block *into, Operation *before,
                          Value *const *args, uint32_t count) {
  c->irreversible_changes++;
  for (uint32_t i = 0; i < count && i < from->arg_count; i++)
    convert_replace_arg(c, from->args[i], &args[i], 1);
  if (from->first) block_splice(into, before, from->first, from->last);
  block_remove(from);
}

// --- Taking back

typedef struct Checkpoint {
  uint32_t commits, casts, made, mappings, irreversible_changes, events;
  bool changed;
} Checkpoint;

static Checkpoint checkpoint(const Conversion *c) {
  const ExplainLog *log = c->run->explain;
  return (Checkpoint){c->commits.count, c->casts.count, c->made.count, c->mapping.items.count, c->irreversible_changes,
                      log ? log->entries.count : 0, c->run->changed};
}

// Undo all changes since then. False when blocks were changed.
static bool roll_back(Conversion *c, Checkpoint to) {
  if (c->irreversible_changes != to.irreversible_changes) return false;
  while (c->commits.count > to.commits) {
    struct Commit commit = vec_pop(&c->commits);
    if (commit.op) op_walk_pre(commit.op, unmark_one, NULL);
  }
  mapping_drop(&c->mapping, to.mappings);
  c->casts.count = to.casts;
  for (uint32_t i = to.made; i < c->made.count; i++) op_drop_all_references(c->made.data[i]);
  while (c->made.count > to.made) op_erase(vec_pop(&c->made));
  c->run->changed = to.changed;
  ExplainLog *log = c->run->explain;
  for (uint32_t i = to.events; log && i < log->entries.count; i++) {
    ExplainEntry *entry = &log->entries.data[i];
    if (entry->kind == EXPLAIN_REWRITTEN || entry->kind == EXPLAIN_FOLDED) entry->kind = EXPLAIN_ROLLED_BACK;
  }
  return true;
}

// --- Legalizing

static bool legalize(Conversion *c, Operation *op);

// The state of an operation before a fold changed it in place.
typedef struct Original {
  Value **operands;
  uint32_t count;
  A *props;
  Value *few_operands[8];
  A few_props[8];
} Original;

static void save(Conversion *c, const Operation *op, Original *out) {
  uint32_t operands = op->operand_count, props = op->def->attr_count;
  out->operands = operands <= countof(out->few_operands) ? out->few_operands : arena_new(c->arena, Value *, operands);
  out->props = props <= countof(out->few_props) ? out->few_props : arena_new(c->arena, A, props);
  out->count = operands;
  for (uint32_t i = 0; i < operands; i++) out->operands[i] = op_operand(op, i);
  for (uint32_t i = 0; i < props; i++) out->props[i] = op->props[i];
}

static bool has_operands(const Operation *op, const Original *saved) {
  for (uint32_t i = 0; i < saved->count; i++)
    if (op_operand(op, i) != saved->operands[i]) return false;
  return op->operand_count == saved->count;
}

static void restore(Conversion *c, Operation *op, const Original *saved) {
  op_set_operands(c->module, op, saved->operands, saved->count);
  op_touched(op);
  for (uint32_t i = 0; i < op->def->attr_count; i++) op->props[i] = saved->props[i];
}

// Values for the results of a fold; constants are made for attributes. False when that cannot be.
static bool values_of_fold(Conversion *c, Operation *op, Value **values, OpVec *constants) {
  Folder *folder = &c->folder;
  builder_before(&c->quiet, op);
  folder->builder = &c->quiet;
  const DialectDef *dialect = op_dialect(c->ctx, op->def);
  for (uint32_t i = 0; i < op->result_count; i++) {
    FoldResult result = folder->results.data[i];
    values[i] = result.value;
    if (result.value) continue;
    Operation *made = dialect && dialect->materialize_constant
        ? dialect->materialize_constant(folder, result.attr, op_result_type(op, i), op->loc) : NULL;
    if (!made) return false;
    vec_push(c->arena, constants, made);
    values[i] = op_result(made, 0);
  }
  return true;
}

static bool replace_by_fold(Conversion *c, Operation *op) {
  Value *few[8], **values = few;
  if (op->result_count > countof(few)) values = arena_new(c->arena, Value *, op->result_count);
  OpVec constants = {0};
  if (!values || !values_of_fold(c, op, values, &constants)) return false;
  TypeConverter *outer = c->types;
  c->types = NULL;
  convert_replace(c, op, values, op->result_count);
  c->types = outer;
  for (uint32_t i = 0; i < constants.count; i++)
    if (!legalize(c, constants.data[i])) return false;
  if (c->run->explain) explain_add(c->run->explain, EXPLAIN_FOLDED, op);
  return true;
}

#define MAX_FOLDS_IN_PLACE 64
#define FOLDING_TRAITS (TRAIT_COMMUTATIVE | TRAIT_IDEMPOTENT | TRAIT_INVOLUTION | TRAIT_CAST)

// Folding in place is repeated as long as it changes something. When it ends in values that cannot be legalized, all of
// it is rolled back.
static bool legalize_by_folding(Conversion *c, Operation *op) {
  if (op_has(op, TRAIT_CONSTANT_LIKE)) return false;
  Folder *folder = &c->folder;
  Original saved;
  uint32_t changes = 0;
  if (!def_fold(op->def) && !op_has(op, FOLDING_TRAITS)) return false;
  save(c, op, &saved);
  while (op_fold(folder, op) && !folder->results.count && folder->in_place && changes < MAX_FOLDS_IN_PLACE) changes++;
  if (!folder->results.count) {
    if (!changes) {   // constants that a failed fold left behind
      if (!has_operands(op, &saved)) restore(c, op, &saved);
      return false;
    }
    c->run->changed = true;
    return legalize(c, op);
  }
  Checkpoint start = checkpoint(c);
  if (folder->results.count == op->result_count && replace_by_fold(c, op)) return true;
  roll_back(c, start);
  if (changes) restore(c, op, &saved);
  return false;
}

static void explain_rewrite(Conversion *c, Operation *op, const Pattern *pattern, Operation *const *made, uint32_t count) {
  ExplainLog *log = c->run->explain;
  ExplainEntry *entry = explain_add(log, EXPLAIN_REWRITTEN, op);
  entry->pattern = pattern_text(c, pattern);
  explain_take_rule(log, entry);
  for (uint32_t i = 0; i < count; i++) vec_push(log->arena, &entry->made, op_name(made[i]));
}

static bool apply(Conversion *c, Operation *op, struct PatternEntry *entry) {
  builder_before(&c->b, op);
  c->types = entry->types;
  c->pattern = entry->pattern;
  Value *few[16], **operands = few;
  if (op->operand_count > countof(few)) operands = arena_new(c->arena, Value *, op->operand_count);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    operands[i] = entry->types ? convert_remap(c, op_operand(op, i), entry->types) : op_operand(op, i);
    if (operands[i]) continue;
    T type = op_operand_type(op, i);
    const char *why = refused_type_text(c->run, entry->types, "an operand", &type, 1);
    return convert_no_match(c, op, why ? why : "a type cannot be converted");
  }
  uint32_t created = c->created.count;
  builder_before(&c->b, op);
  uint32_t told = c->run->explain ? c->run->explain->entries.count : 0;
  bool ok = entry->pattern->rewrite(c, op, operands);
  if (!ok && explain_watches(c->run->explain, op)) explain_tried(c->run->explain, op, pattern_text(c, entry->pattern), NULL, told);
  if (ok && c->run->explain) explain_rewrite(c, op, entry->pattern, c->created.data + created, c->created.count - created);
  for (uint32_t i = created, end = c->created.count; i < end && ok; i++) {
    ok = legalize(c, c->created.data[i]);
    if (ok) continue;
    if (c->stuck_op != c->created.data[i]) c->stuck_on = c->created.data[i]->def;
    c->stuck_op = op;
  }
  c->created.count = created;
  return ok;
}

static bool legalize_by_pattern(Conversion *c, Operation *op) {
  struct PatternEntry *entry = patterns_of(c, op);
  if (!entry && explain_watches(c->run->explain, op)) explain_tried(c->run->explain, op, NULL, "the pass has no rule for it", UINT32_MAX);
  for (; entry; entry = entry->next) {
    // A pattern may apply to its own result again as long as that makes progress.
    if (entry->running && c->depth >= MAX_LEGALIZE_DEPTH) continue;
    TypeConverter *outer = c->types;
    const Pattern *outer_pattern = c->pattern;
    Block *block = c->b.block;
    Operation *before = c->b.before;
    Loc loc = c->b.loc;
    Checkpoint start = checkpoint(c);
    entry->running = true;
    bool ok = apply(c, op, entry);
    entry->running = false;
    c->types = outer;
    c->pattern = outer_pattern;
    c->b.block = block;
    c->b.before = before;
    c->b.loc = loc;
    if (ok) return true;
    if (!roll_back(c, start)) return false;
  }
  return false;
}

static WalkResult mark_children(Operation *op, void *data) {
  Conversion *c = data;
  op->flags |= OP_RECURSIVELY_LEGAL;
  vec_push(c->arena, &c->recursively_legal, op);
  return WALK_ADVANCE;
}

static bool legalize(Conversion *c, Operation *op) {
  if (c->ctx->mem.exhausted) return false;
  if (is_replaced(c, op)) return true;
  Legality legality = c->legality(c, op);
  if (legality == LEGAL) {
    if (!c->depth && explain_watches(c->run->explain, op)) explain_tried(c->run->explain, op, NULL, "the pass leaves it as it is", UINT32_MAX);
    return true;
  }
  if (legality == LEGAL_RECURSIVELY) {
    for (uint32_t r = 0; r < op->region_count; r++)
      region_each_block(&op->regions[r], block)
        block_each_op(block, inner) op_walk_pre(inner, mark_children, c);
    return true;
  }
  if (c->depth >= MAX_LEGALIZE_DEPTH) return false;
  c->depth++;
  bool ok = (c->fold && legalize_by_folding(c, op)) || (!is_replaced(c, op) && legalize_by_pattern(c, op));
  c->depth--;
  return ok;
}

// --- The whole

// Ops in the order they are legalized: an op, then what is inside, blocks by depth-first search
// from the entry; unreachable blocks are left alone.
static void collect(Conversion *c, Operation *op, OpVec *out, uint32_t depth) {
  vec_push(c->arena, out, op);
  if (c->legality(c, op) == LEGAL_RECURSIVELY) return;
  for (uint32_t r = 0; r < op->region_count; r++) {
    Region *region = &op->regions[r];
    if (!region->first) continue;
    BlockVec order = {0};
    if (!region->first->next || !region_is_ssa(region)) {
      region_each_block(region, block) vec_push(c->arena, &order, block);
    } else {
      Dominance dominance;
      dominance_init(&dominance, c->arena);
      dominance_order(&dominance, region, &order);
    }
    for (uint32_t i = 0; i < order.count; i++)
      block_each_op(order.data[i], inner) {
        op_prefetch(inner);
        if (inner->region_count)
          collect(c, inner, out, depth + 1);
        else
          vec_push(c->arena, out, inner);
      }
  }
}

static void commit_value(Conversion *c, Value *value, TypeConverter *types) {
  Value *same = mapping_lookup(&c->mapping, value, value->type), *few;
  if (same && same != value) {
    value_replace_all(value, same);
    return;
  }
  bool live = mapping_is_target(value);
  for (Use *use = value->uses; use && !live; use = use->next) live = !(use->owner->flags & OP_REPLACED);
  if (!live || !value->uses) return;
  ValueList latest = mapping_deepest(&c->mapping, value, &few);
  Builder *b = &c->quiet;
  if (latest.count)
    builder_after_values(c, b, latest.values, latest.count);
  else
    builder_after_value(b, value);
  b->loc = value_loc(value);
  value_replace_all(value, build_cast(c, b, value->type, latest.values, latest.count, types, NULL, false));
}

// Offer the casts that are left, from the `first` on, to the type converter.
static void materialize(Conversion *c, uint32_t first) {
  for (uint32_t i = first; i < c->casts.count; i++) {
    struct Cast *cast = &c->casts.data[i];
    TypeConverter *types = cast->types;
    if ((cast->op->flags & OP_ERASED) || !types) continue;
    uint32_t count = cast->op->operand_count;
    Value **inputs = arena_new(c->arena, Value *, count + 1);
    for (uint32_t k = 0; k < count; k++) inputs[k] = op_operand(cast->op, k);
    Builder *b = &c->quiet;
    builder_before(b, cast->op);
    T type = op_result_type(cast->op, 0);
    Value *made = NULL;
    if (cast->is_target && types->target)
      made = types->target(types, b, type, inputs, count, cast->original);
    else if (!cast->is_target && types->source)
      made = types->source(types, b, type, inputs, count);
    if (!made) continue;
    value_replace_all(op_result(cast->op, 0), made);
    op_erase(cast->op);
  }
}

// A pass that met no operation that its patterns match says which operations they match.
static void explain_roots(Conversion *c) {
  ExplainLog *log = c->run->explain;
  ExplainEntry *entry = vec_add(log->arena, &log->entries);
  *entry = (ExplainEntry){.kind = EXPLAIN_ROOTS};
  for (uint32_t i = 0; i < c->roots.count; i++)
    vec_push(log->arena, &entry->made, def_name(context_op_of(c->ctx, c->roots.data[i])));
}

static bool legalize_all(Conversion *self, const OpVec *ops) {
  for (uint32_t i = 0; i < ops->count; i++) {
    Operation *op = ops->data[i];
    if (legalize(self, op)) continue;
    if (self->ctx->mem.exhausted) return false;
    if (!self->full && self->legality(self, op) != ILLEGAL && !is_replaced(self, op)) continue;
    Diag *diag = op_error_plain(self->module, op, self->full ? "failed to legalize operation '%.*s'"
                                : "failed to legalize operation '%.*s' that was explicitly marked illegal",
                                STR_ARG(op_name(op)));
    struct PatternEntry *entry = patterns_of(self, op);
    bool has_patterns = entry;
    while (entry && !entry->types) entry = entry->next;
    if (diag)
      explain_failure(self->run, &(LegalizationFailure){
        .op = op, .types = entry ? entry->types : NULL, .has_patterns = has_patterns,
        .why = self->why_op == op ? self->why : NULL, .made = self->stuck_op == op ? self->stuck_on : NULL,
      }, diag);
    return false;
  }
  return true;
}

// Carry out the replacements made since `from`, and settle the casts.
static void commit(Conversion *self, Checkpoint from) {
  const struct Commit *commits = self->commits.data;
  for (uint32_t i = from.commits; i < self->commits.count; i++) {
    const struct Commit *commit = &commits[i];
    if (commit->arg)
      commit_value(self, commit->arg, commit->types);
    else
      for (uint32_t r = 0; r < commit->op->result_count; r++)
        commit_value(self, op_result(commit->op, r), commit->types);
  }
  for (uint32_t i = from.commits; i < self->commits.count; i++)
    if (commits[i].op) op_drop_all_references(commits[i].op);
  for (uint32_t i = from.commits; i < self->commits.count; i++)
    if (commits[i].op) op_recycle(self->module, commits[i].op);
  OpVec casts = {0};
  for (uint32_t i = from.casts; i < self->casts.count; i++)
    vec_push(self->arena, &casts, self->casts.data[i].op);
  reconcile_casts(self->module, self->arena, casts.data, casts.count);
  materialize(self, from.casts);
  mapping_drop(&self->mapping, from.mappings);
  self->commits.count = from.commits;
  self->casts.count = from.casts;
  self->made.count = from.made;
  self->why_op = self->stuck_op = NULL;
}

// Return whether the operation refers to others by name only.
static bool stands_alone(const Operation *op) {
  return op_has(op, TRAIT_ISOLATED) && !op->operand_count && !op->result_count;
}

// The functions of a module are converted one after the other, each to the end, so that the next one
// uses the same memory again while it is still in the cache.
static bool run_one_by_one(Conversion *self, Operation *root) {
  OpVec list = {0}, ops = {0};
  vec_push(self->arena, &ops, root);
  if (!legalize_all(self, &ops)) return false;
  block_each_op(root->regions[0].first, op) vec_push(self->arena, &list, op);
  for (uint32_t i = 0; i < list.count; i++) {
    Operation *op = list.data[i];
    bool alone = stands_alone(op);
    Checkpoint start = checkpoint(self);
    vec_clear(&ops);
    collect(self, op, &ops, 0);
    if (!legalize_all(self, &ops)) return false;
    if (!alone) continue;
    commit(self, start);
    if (!self->run->explain) module_reuse_recycled(self->module);   // explanations name what was replaced
  }
  return true;
}

static bool run(Conversion *self, Operation *root) {
  bool stays = !conversion_has_patterns(self, root) && self->legality(self, root) != LEGAL_RECURSIVELY;
  if (stays && op_has(root, TRAIT_SYMBOL_TABLE) && root->region_count == 1 && region_block_count(&root->regions[0]) == 1) {
    if (!run_one_by_one(self, root)) return false;
  } else {
    OpVec ops = {0};
    collect(self, root, &ops, 0);
    if (!legalize_all(self, &ops)) return false;
  }
  if (self->run->explain && !self->run->changed) explain_roots(self);
  commit(self, (Checkpoint){0});
  return !self->ctx->mem.exhausted;
}

bool conversion_run(Conversion *self, Operation *root) {
  bool ok = run(self, root);
  for (uint32_t i = 0; i < self->recursively_legal.count; i++) self->recursively_legal.data[i]->flags &= (uint16_t)~OP_RECURSIVELY_LEGAL;
  mapping_finish(&self->mapping);
  return ok;
}

bool conversion_run_patterns(PassRun *run, Operation *root, Legality (*legality)(Conversion *, Operation *), const Pattern *patterns, uint32_t count) {
  Conversion c;
  conversion_init(&c, run, legality);
  conversion_add(&c, patterns, count, NULL);
  return conversion_run(&c, root);
}

// --- The same with other types

bool convert_blocks(Conversion *c, Region *region) {
  c->irreversible_changes++;
  for (Block *block = region->first, *next; block; block = next) {
    next = block->next;
    SignatureConversion signature = {0};
    TypeVec args = {0};
    for (uint32_t i = 0; i < block->arg_count; i++) vec_push(c->arena, &args, block->args[i]->type);
    if (!signature_convert(c->types, c->arena, args.data, args.count, &signature)) return false;
    if (args.count) convert_signature(c, block, &signature, c->types);
  }
  return true;
}

bool convert_rebuild(Conversion *c, Operation *op, Value *const *operands, A (*attr)(Conversion *c, A attr)) {
  TypeVec types = {0};
  ValueVec values = {0};
  for (uint32_t i = 0; i < op->result_count; i++) {
    T type = type_convert(c->types, op_result_type(op, i));
    if (!type) return convert_no_match(c, op, "a type cannot be converted");
    vec_push(c->arena, &types, type);
  }
  OpState *state = builder_begin_def(&c->b, op->def);
  op_state_add_operands(state, operands, op->operand_count);
  op_state_add_types(state, types.data, types.count);
  for (uint32_t slot = 0; slot < op->def->attr_count; slot++) op_state_set_prop(state, slot, attr ? attr(c, op_prop_at(op, slot)) : op_prop_at(op, slot));
  for (uint32_t i = 0; i < op->attr_count; i++)
    op_state_set_attr(state, attr_str(op->attrs[i].name), attr ? attr(c, op->attrs[i].value) : op->attrs[i].value);
  for (uint32_t i = 0; i < op->region_count; i++) op_state_add_region(state);
  Operation *made = builder_finish_typed(&c->b);
  if (!made) return false;
  for (uint32_t i = 0; i < op->region_count; i++) {
    region_take_blocks(op_region(made, i), op_region(op, i), NULL);
    if (!convert_blocks(c, op_region(made, i))) return false;
  }
  for (uint32_t i = 0; i < op->result_count; i++) vec_push(c->arena, &values, op_result(made, i));
  return op->result_count ? convert_replace(c, op, values.data, values.count) : convert_erase(c, op);
}
