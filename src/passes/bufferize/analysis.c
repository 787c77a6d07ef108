// Which operands can be used in place: whose memory nobody reads afterwards what it held before
// (after mlir/lib/Dialect/Bufferization/Transforms/OneShotAnalysis.cpp).
#include "passes/bufferize/bufferize.h"

#include "ir/region_flow.h"
#include "ops/op_interfaces.h"
#include "ops/scf.h"
#include "rewrite/explain.h"

// ---------------------------------------------------------------------------------------------
// Regions that run several times

static bool runs_again(Bufferizer *z, const Region *region) {
  const Operation *op = region->op;
  (void)z;
  if (op_is(op, OP_SCF_FORALL) || op_is(op, OP_SCF_PARALLEL)) return true;
  if (op_is(op, OP_SCF_WHILE)) return true;
  return op_def_has_trait(op->def, TRAIT_ID_LOOP_LIKE) && ask_loop_like(op->def) != NULL;
}

Region *repetitive_region(Bufferizer *z, Region *region) {
  for (; region; region = region->op ? op_parent_region(region->op) : NULL)
    if (region->op && bufferizable(z, region->op) && runs_again(z, region)) return region;
  return NULL;
}

Region *next_repetitive_region(Bufferizer *z, Region *region) { return region->op ? repetitive_region(z, op_parent_region(region->op)) : NULL; }

static Region *parallel_region(Region *region) {
  for (; region; region = region->op ? op_parent_region(region->op) : NULL)
    if (region->op && (op_is(region->op, OP_SCF_FORALL) || op_is(region->op, OP_SCF_PARALLEL))) return region;
  return NULL;
}

static Region *region_of_value(const Value *value) { return value_block(value)->region; }

// ---------------------------------------------------------------------------------------------
// Order

static bool is_around(const Operation *outer, const Operation *op) {   // or the same
  for (; op; op = op_parent(op))
    if (op == outer) return true;
  return false;
}

// `a` runs before `b`, if `b` runs; neither is in the other.
static bool op_dominates(Bufferizer *z, Operation *a, Operation *b) {
  while (b && b->block && b->block->region != a->block->region) b = op_parent(b);
  if (!b || !b->block || a == b) return false;
  if (a->block == b->block) return op_is_before(a, b);
  return block_dominates(&z->dominance, a->block, b->block);
}

static bool happens_before(Bufferizer *z, Operation *a, Operation *b) {
  for (; a && a->block; a = op_parent(a)) {
    if (a != b && is_around(a, b)) return false;
    if (op_dominates(z, a, b)) return true;
  }
  return false;
}

static bool reaches(Block *from, Block *to, const Block *except, Arena *arena) {
  BlockVec stack = {0};
  Map seen;
  map_init(&seen, arena);
  vec_push(arena, &stack, from);
  while (stack.count && !arena->mem->exhausted) {
    Block *block = vec_pop(&stack);
    const Operation *end = block->last;
    for (uint32_t i = 0; end && i < end->successor_count; i++) {
      Block *next = op_successor(end, i);
      if (next == to) return true;
      if (next == except || map_find(&seen, map_key(next))) continue;
      map_put(&seen, map_key(next));
      vec_push(arena, &stack, next);
    }
  }
  return false;
}

static bool order_counts(Bufferizer *z, Use *read, Use *write, const ValueVec *definitions) {
  for (uint32_t i = 0; i < definitions->count; i++) {
    Region *of_read = repetitive_region(z, read->owner->block->region), *of_definition = repetitive_region(z, region_of_value(definitions->data[i]));
    while (of_read && of_read != of_definition) {
      Region *next = next_repetitive_region(z, of_read);
      if (next == of_definition) break;
      of_read = next;
    }
    if (of_read && of_read != of_definition && is_around(of_read->op, write->owner)) return false;
    Block *a = read->owner->block, *b = write->owner->block, *def = value_block(definitions->data[i]);
    if (a->region == b->region && a->region->first != a->region->last && reaches(a, b, def, z->arena) && reaches(b, a, def, z->arena)) return false;
  }
  return true;
}

// In different regions of an operation that runs only one of them.
static bool exclude_each_other(Operation *a, Operation *b) {
  for (Operation *x = a; x && x->block; x = op_parent(x))
    for (Operation *y = b; y && y->block; y = op_parent(y)) {
      Operation *around = op_parent(x);
      if (!around || around != op_parent(y)) continue;
      if (x->block->region == y->block->region) return false;
      return op_is(around, OP_SCF_IF) || op_is(around, OP_SCF_INDEX_SWITCH);
    }
  return false;
}

// ---------------------------------------------------------------------------------------------
// Reads and writes of aliases

typedef struct Uses {
  UseVec reads, writes;
  Map seen_reads, seen_writes;
} Uses;

static void add_use(Bufferizer *z, UseVec *out, Map *seen, Use *use) {
  if (map_find(seen, map_key(use))) return;
  map_put(seen, map_key(use));
  vec_push(z->arena, out, use);
}

static bool add_reads(Bufferizer *z, Value *alias, void *data) {
  Uses *uses = data;
  for (Use *use = alias->uses; use; use = use->next) {
    bool counts = operand_reads(z, use);
    if (!counts && !operand_writes(z, use)) {   // something else may read it by way of the result
      BufferAliases aliases = {.arena = z->arena};
      operand_aliases(z, use, &aliases);
      for (uint32_t i = 0; i < aliases.list.count && !counts; i++) counts = value_is_read(z, aliases.list.data[i].value);
    }
    if (counts) add_use(z, &uses->reads, &uses->seen_reads, use);
  }
  return true;
}

static bool add_writes(Bufferizer *z, Value *alias, void *data) {
  Uses *uses = data;
  for (Use *use = alias->uses; use; use = use->next)
    if (operand_writes(z, use) && operand_in_place(z, use)) add_use(z, &uses->writes, &uses->seen_writes, use);
  return true;
}

static bool is_definition(Bufferizer *z, Value *value, void *data) {
  (void)data;
  return value_is_defined(z, value);
}

static bool is_value(Bufferizer *z, Value *value, void *data) {
  (void)z;
  return value == data;
}

static bool reads_the_same(Bufferizer *z, Use *read, Value *written) {
  ValueVec found = {0};
  find_in_reverse(z, read, &(ReverseChain){.found = is_value, .data = written, .equivalent_only = true}, &found);
  return found.count != 0;
}

static bool in_block(const Block *block, const Operation *op) {
  for (; op; op = op_parent(op))
    if (op->block == block) return true;
  return false;
}

// Whether `write` may change what `read` reads: it comes after one of the definitions.
static Value *conflict_of(Bufferizer *z, Use *read, Use *write, const ValueVec *definitions) {
  Operation *reader = read->owner, *writer = write->owner;
  if (order_counts(z, read, write, definitions)) {
    if (happens_before(z, reader, writer) || read == write || exclude_each_other(reader, writer)) return NULL;
    const BufferizableOpInterface *answers = reader == writer ? bufferizable(z, reader) : NULL;
    if (answers && answers->elementwise && answers->elementwise(z, read, write) && reads_the_same(z, read, write->value)) return NULL;
  }
  const BufferizableOpInterface *of_reader = bufferizable(z, reader), *of_writer = bufferizable(z, writer);
  if (of_reader && of_reader->harmless && of_reader->harmless(z, read, write)) return NULL;
  if (reader != writer && of_writer && of_writer->harmless && of_writer->harmless(z, read, write)) return NULL;
  BufferAliases aliases = {.arena = z->arena};
  operand_aliases(z, write, &aliases);
  for (uint32_t i = 0; i < definitions->count; i++) {
    Value *definition = definitions->data[i];
    Operation *def = value_def(definition);
    if (def && (happens_before(z, writer, def) || (def != writer && is_around(def, writer)))) continue;
    if (!def && !in_block(value_arg_block(definition), writer)) continue;
    if (aliases.list.count == 1 && aliases.list.data[0].value == definition) continue;
    return definition;
  }
  return NULL;
}

static bool is_leaf(Bufferizer *z, Value *value, void *data) {
  (void)data;
  return value_is_defined(z, value);
}

// A thread that writes must not write what another one sees.
static bool needs_privacy(Bufferizer *z, Use *write) {
  ValueVec definitions = {0};
  Region *at = parallel_region(write->owner->block->region);
  if (!at) return false;
  find_in_reverse(z, write, &(ReverseChain){.found = is_leaf, .leaves = true}, &definitions);
  for (uint32_t i = 0; i < definitions.count; i++)
    if (parallel_region(region_of_value(definitions.data[i])) != at) return true;
  return false;
}

static void annotate_conflict(Bufferizer *z, Use *read, Use *write, Value *definition) {
  A unit = z->ctx->attrs.unit;
  Str id = arena_printf(z->arena, "C_%u", z->conflicts++);
  op_set_attr(z->module, write->owner, arena_printf(z->arena, "%.*s[CONFL-WRITE: %u]", STR_ARG(id), use_index(write)), unit);
  op_set_attr(z->module, read->owner, arena_printf(z->arena, "%.*s[READ: %u]", STR_ARG(id), use_index(read)), unit);
  Operation *def = value_def(definition);
  if (def) op_set_attr(z->module, def, arena_printf(z->arena, "%.*s[DEF: result %u]", STR_ARG(id), definition->index), unit);
  else op_set_attr(z->module, owner_of_value(definition), arena_printf(z->arena, "%.*s[DEF: bbArg %u]", STR_ARG(id), definition->index), unit);
}

static bool reads_after_writes(Bufferizer *z, const Uses *uses, BufferDecision *decision) {
  for (uint32_t w = 0; z->options.check_parallel && w < uses->writes.count; w++) {
    if (!needs_privacy(z, uses->writes.data[w])) continue;
    for (uint32_t r = 0; r < uses->reads.count; r++) {
      decision->read = uses->reads.data[r]->owner;
      decision->write = uses->writes.data[w]->owner;
      return true;
    }
  }
  for (uint32_t r = 0; r < uses->reads.count && !z->ctx->mem.exhausted; r++) {
    ValueVec definitions = {0};
    find_in_reverse(z, uses->reads.data[r], &(ReverseChain){.found = is_definition}, &definitions);
    if (!definitions.count) continue;
    for (uint32_t w = 0; w < uses->writes.count; w++) {
      Value *definition = conflict_of(z, uses->reads.data[r], uses->writes.data[w], &definitions);
      if (!definition) continue;
      if (z->options.print_conflicts) annotate_conflict(z, uses->reads.data[r], uses->writes.data[w], definition);
      decision->read = uses->reads.data[r]->owner;
      decision->write = uses->writes.data[w]->owner;
      return true;
    }
  }
  return false;
}

static bool is_writable(Bufferizer *z, Value *value, void *data) {
  (void)data;
  return value_is_writable(z, value);
}

static void decide(Bufferizer *z, Use *use, bool only_check, BufferDecision *out) {
  Uses uses = {0};
  map_init(&uses.seen_reads, z->arena);
  map_init(&uses.seen_writes, z->arena);
  BufferAliases aliases = {.arena = z->arena};
  operand_aliases(z, use, &aliases);
  each_alias(z, use->value, add_reads, &uses);
  each_alias(z, use->value, add_writes, &uses);
  for (uint32_t i = 0; i < aliases.list.count; i++) {
    each_alias(z, aliases.list.data[i].value, add_reads, &uses);
    each_alias(z, aliases.list.data[i].value, add_writes, &uses);
  }
  if (!only_check && operand_writes(z, use)) add_use(z, &uses.writes, &uses.seen_writes, use);
  *out = (BufferDecision){.use = use, .in_place = true};
  bool writable = true;
  if (uses.writes.count) {
    writable = each_alias(z, use->value, is_writable, NULL);
    for (uint32_t i = 0; writable && i < aliases.list.count; i++) writable = each_alias(z, aliases.list.data[i].value, is_writable, NULL);
  }
  if (!writable || reads_after_writes(z, &uses, out)) out->in_place = false;
  if (out->in_place && !only_check) {
    map_put(&z->in_place, map_key(use));
    for (uint32_t i = 0; i < aliases.list.count; i++) unite_aliases(z, use->value, aliases.list.data[i].value);
  }
}

static const char *place_text(Bufferizer *z, ExplainLog *log, const Operation *op) {
  Str name = op_name(op);
  if (op->loc.src.end <= op->loc.src.begin) return arena_printf(log->arena, "%.*s", STR_ARG(name)).data;
  LineCol at = source_line_col(&z->module->source, &z->module->arena, op->loc.src.begin);
  return arena_printf(log->arena, "%.*s in line %u", STR_ARG(name), at.line).data;
}

// Tell what was decided, and what reads and writes made it so.
static void explain(Bufferizer *z, const BufferDecision *decision) {
  ExplainLog *log = z->run->explain;
  if (!log || (decision->in_place && !operand_writes(z, decision->use))) return;
  Operation *op = decision->use->owner;
  uint32_t i = use_index(decision->use);
  ExplainEntry *entry = explain_add(log, decision->in_place ? EXPLAIN_IN_PLACE : EXPLAIN_COPIED, op);
  if (decision->in_place)
    entry->why = arena_printf(log->arena, "operand #%u: nobody reads what its memory held before", i).data;
  else if (!decision->read)
    entry->why = arena_printf(log->arena, "operand #%u: its memory must not be written", i).data;
  else
    entry->why = arena_printf(log->arena, "operand #%u: %s would read what %s has written", i, place_text(z, log, decision->read),
                              place_text(z, log, decision->write)).data;
}

static bool analyse_operands(Bufferizer *z, Operation *op) {
  for (uint32_t i = 0; i < op->operand_count && !z->ctx->mem.exhausted; i++) {
    Use *use = &op->operands[i];
    if (!type_is_tensor(use->value->type) || map_find(&z->in_place, map_key(use))) continue;
    BufferDecision *decision = arena_new(z->arena, BufferDecision, 1);
    if (!decision) return false;
    decide(z, use, false, decision);
    map_set(&z->decided, use, decision);
    explain(z, decision);
  }
  return !z->ctx->mem.exhausted;
}

// ---------------------------------------------------------------------------------------------
// The whole

typedef struct Walk {
  Bufferizer *z;
  OpVec ops;
} Walk;

static WalkResult collect(Operation *op, void *data) {
  Walk *walk = data;
  vec_push(walk->z->arena, &walk->ops, op);
  return WALK_ADVANCE;
}

static WalkResult assume(Operation *op, void *data) {
  Bufferizer *z = data;
  const BufferizableOpInterface *answers = bufferizable(z, op);
  for (uint32_t i = 0; answers && i < op->operand_count; i++) {
    Use *use = &op->operands[i];
    if (!type_is_tensor(use->value->type)) continue;
    bool unranked = type_kind(use->value->type) == TYPE_UNRANKED_TENSOR;   // there is no copy of it
    if (!unranked && (!answers->in_place || !answers->in_place(z, use))) continue;
    BufferAliases aliases = {.arena = z->arena};
    operand_aliases(z, use, &aliases);
    for (uint32_t k = 0; k < aliases.list.count; k++) unite_aliases(z, use->value, aliases.list.data[k].value);
    map_put(&z->in_place, map_key(use));
  }
  return WALK_ADVANCE;
}

static bool unite_equal_results(Bufferizer *z, Value *value) {
  BufferAliases sources = {.arena = z->arena};
  value_sources(z, value, &sources);
  if (!sources.list.count) return false;
  Value *first = sources.list.data[0].use->value;
  for (uint32_t k = 0; k < sources.list.count; k++) {
    BufferAlias source = sources.list.data[k];
    if (!source.equivalent || !operand_in_place(z, source.use) || !values_equal(z, source.use->value, first)) return false;
  }
  if (values_equal(z, value, first)) return false;
  unite_equals(z, value, first);
  return true;
}

static bool unite_all_equal(Bufferizer *z, const OpVec *ops) {
  bool changed = false;
  for (uint32_t k = 0; k < ops->count; k++) {
    Operation *op = ops->data[k];
    if (!bufferizable(z, op)) continue;
    for (uint32_t i = 0; i < op->result_count; i++)
      if (type_is_tensor(op_result_type(op, i))) changed |= unite_equal_results(z, op_result(op, i));
  }
  return changed;
}

// The constraints that hold from the start may contradict each other.
static bool check_before(Bufferizer *z, const OpVec *ops) {
  for (uint32_t k = 0; k < ops->count; k++) {
    Operation *op = ops->data[k];
    const BufferizableOpInterface *answers = bufferizable(z, op);
    for (uint32_t i = 0; answers && answers->in_place && i < op->operand_count; i++) {
      Use *use = &op->operands[i];
      if (!type_is_tensor(use->value->type) || !answers->in_place(z, use)) continue;
      BufferDecision decision;
      decide(z, use, true, &decision);
      if (decision.in_place) continue;
      op_error(z->module, op, decision.read ? "not bufferizable under the given constraints: cannot avoid RaW conflict"
                                                  : "not bufferizable under the given constraints: would write to read-only buffer");
      return false;
    }
  }
  return true;
}

// Without a definition, contents are whatever they are.
static void find_undefined(Bufferizer *z, Value *value) {
  ValueVec found = {0};
  find_in_reverse(z, value->uses, &(ReverseChain){.found = is_definition}, &found);
  for (Use *use = value->uses; use && !found.count; use = use->next) map_put(&z->undefined, map_key(use));
}

bool analyse(Bufferizer *z, Operation *op) {
  Walk walk = {.z = z};
  z->analysed = true;
  op_walk_pre(op, assume, z);
  op_walk_post(op, collect, &walk);
  const OpVec *ops = &walk.ops;
  if (!check_before(z, ops)) return false;
  bool down = str_is(z->options.heuristic, "top-down"), ends = str_is(z->options.heuristic, "bottom-up-from-terminators");
  if (ends) {   // what terminators pass on is decided first, and what that is made of
    for (uint32_t i = ops->count; i-- > 0;)
      if (op_has(ops->data[i], TRAIT_TERMINATOR))
        for (Operation *at = ops->data[i]; at; at = at->prev)
          if (op_has_tensors(at) && !analyse_operands(z, at)) return false;
  }
  for (uint32_t i = 0; i < ops->count; i++) {
    Operation *at = ops->data[down ? i : ops->count - 1 - i];
    if (op_has_tensors(at) && !analyse_operands(z, at)) return false;
  }
  while (unite_all_equal(z, ops)) {}
  for (uint32_t i = 0; i < ops->count; i++) {
    Operation *at = ops->data[i];
    if (!bufferizable(z, at)) continue;
    for (uint32_t k = 0; k < at->result_count; k++)
      if (type_is_tensor(op_result_type(at, k)) && op_result(at, k)->uses) find_undefined(z, op_result(at, k));
  }
  bool ok = true;
  for (uint32_t i = 0; i < ops->count; i++) {
    const BufferizableOpInterface *answers = bufferizable(z, ops->data[i]);
    if (answers && answers->check && !answers->check(z, ops->data[i])) ok = false;
  }
  return ok && !z->ctx->mem.exhausted;
}

static WalkResult annotate(Operation *op, void *data) {
  Bufferizer *z = data;
  if (!op->operand_count) return WALK_ADVANCE;
  A *items = arena_new(z->arena, A, op->operand_count);
  bool any = false;
  for (uint32_t i = 0; items && i < op->operand_count; i++) {
    bool tensor = type_is_tensor(op_operand_type(op, i));
    any |= tensor;
    items[i] = attr_string(z->ctx, !tensor ? STR("none") : operand_in_place(z, &op->operands[i]) ? STR("true") : STR("false"));
  }
  if (any) op_set_attr(z->module, op, STR("__inplace_operands_attr__"), attr_array(z->ctx, items, op->operand_count));
  return WALK_ADVANCE;
}

void annotate_analysis(Bufferizer *z, Operation *op) { op_walk_pre(op, annotate, z); }
