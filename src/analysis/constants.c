#include "analysis/constants.h"
#include "ir/region_flow.h"
#include "ops/op_interfaces.h"

// The calls of a function that were met, and whether its ends have been.
typedef struct CallSites {
  OpVec calls;
} CallSites;

KnownValue constants_of(const ConstantAnalysis *self, const Value *value) {
  const KnownValue *known = map_get(&self->values, value);
  return known ? *known : (KnownValue){0};
}

bool constants_block_is_live(const ConstantAnalysis *self, const Block *block) { return map_find(&self->live, map_key(block)) != NULL; }

// ---------------------------------------------------------------------------------------------
// What is known, and who is to be looked at again

static void enqueue(ConstantAnalysis *self, Operation *op) {
  MapEntry *entry = map_put(&self->queued, map_key(op));
  if (entry->value) return;
  entry->value = 1;
  vec_push(self->arena, &self->queue, op);
}

static void join(ConstantAnalysis *self, const Value *value, KnownValue more) {
  KnownValue *known = map_get(&self->values, value);
  if (!known) {
    known = arena_new(self->arena, KnownValue, 1);
    if (!known) return;
    map_set(&self->values, value, known);
  }
  if (known->state == VALUE_VARIES || more.state == VALUE_NOT_REACHED) return;
  if (known->state == VALUE_CONSTANT && more.state == VALUE_CONSTANT && known->constant == more.constant) return;
  *known = known->state == VALUE_NOT_REACHED ? more : (KnownValue){.state = VALUE_VARIES};
  for (const Use *use = value->uses; use; use = use->next) enqueue(self, use->owner);
}

static void varies(ConstantAnalysis *self, const Value *value) { join(self, value, (KnownValue){.state = VALUE_VARIES}); }
static void all_vary(ConstantAnalysis *self, const Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++) varies(self, op_result(op, i));
}
static void arguments_vary(ConstantAnalysis *self, const Block *block, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end && i < block->arg_count; i++) varies(self, block->args[i]);
}

static void make_live(ConstantAnalysis *self, Block *block) {
  MapEntry *entry = map_put(&self->live, map_key(block));
  if (entry->value) return;
  entry->value = 1;
  block_each_op(block, op) enqueue(self, op);
}

// Constants of all operands, NULL for those that vary. False: some are not known yet.
static bool operands_known(ConstantAnalysis *self, const Operation *op, A *out) {
  for (uint32_t i = 0; i < op->operand_count; i++) {
    KnownValue known = constants_of(self, op_operand(op, i));
    if (known.state == VALUE_NOT_REACHED) return false;
    out[i] = known.constant;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Regions, calls, branches

// Follow the ways from a point of an operation with regions.
static void follow(ConstantAnalysis *self, Operation *op, const Operation *point, const A *constants) {
  RegionSuccessors ways = {.arena = self->arena};
  region_successors(op, point, constants, &ways);
  for (uint32_t i = 0; i < ways.list.count; i++) {
    const RegionSuccessor *way = &ways.list.data[i];
    uint32_t count = value_range_size(way->inputs);
    for (uint32_t k = 0; k < count; k++) {
      if (k < value_range_size(way->operands)) join(self, value_range_at(way->inputs, k), constants_of(self, value_range_at(way->operands, k)));
      else varies(self, value_range_at(way->inputs, k));
    }
    if (way->region == FLOW_PARENT) {   // results that no way gives
      for (uint32_t k = 0; k < op->result_count; k++)
        if (!count || k < way->inputs.begin || k >= way->inputs.end) varies(self, op_result(op, k));
      continue;
    }
    Block *entry = op->regions[way->region].first;
    if (!entry) continue;
    uint32_t first = count ? way->inputs.begin : entry->arg_count;
    arguments_vary(self, entry, 0, first);
    arguments_vary(self, entry, first + count, entry->arg_count);
    make_live(self, entry);
  }
}

static void visit_call(ConstantAnalysis *self, Operation *op) {
  Operation *callee = callers_callee(&self->callers, op);
  Region *body = callee ? callable_body(callee) : NULL;
  if (!body) {
    all_vary(self, op);
    return;
  }
  CallSites *sites = map_get(&self->returns, callee);
  if (!sites) map_set(&self->returns, callee, sites = arena_new(self->arena, CallSites, 1));
  if (!sites) return;
  bool is_new = true;
  for (uint32_t i = 0; is_new && i < sites->calls.count; i++) is_new = sites->calls.data[i] != op;
  if (is_new) {
    vec_push(self->arena, &sites->calls, op);
    region_each_block(body, block) if (block->last) enqueue(self, block->last);   // ends that were met before
  }
  if (!callers_are_known(&self->callers, callee)) return;
  Block *entry = body->first;
  const CallOpInterface *asked = ask_call(op->def);
  Span arguments = asked->arguments(op);
  for (uint32_t i = 0; i < entry->arg_count; i++) {
    if (i < span_size(arguments)) join(self, entry->args[i], constants_of(self, op_operand(op, arguments.begin + i)));
    else varies(self, entry->args[i]);
  }
  make_live(self, entry);
}

// A function's end gives results to all calls.
static void visit_return(ConstantAnalysis *self, const Operation *op, const Operation *function) {
  const CallSites *sites = map_get(&self->returns, function);
  for (uint32_t i = 0; sites && i < sites->calls.count; i++) {
    const Operation *call = sites->calls.data[i];
    for (uint32_t k = 0; k < call->result_count; k++) {
      if (k < op->operand_count) join(self, op_result(call, k), constants_of(self, op_operand(op, k)));
      else varies(self, op_result(call, k));
    }
  }
}

static void visit_branch(ConstantAnalysis *self, Operation *op, const A *constants) {
  const BranchOpInterface *asked = ask_branch(op->def);
  int64_t only = asked && asked->taken && constants ? asked->taken(op, constants) : -1;
  for (uint32_t i = 0; i < op->successor_count; i++) {
    Block *block = op_successor(op, i);
    if (only >= 0 && only < op->successor_count && block != op_successor(op, (uint32_t)only)) continue;   // a block is reached by all its ways or by none
    make_live(self, block);
    Span passed = asked ? op_successor_operands(op, i) : (Span){0, 0};
    uint32_t made = block->arg_count - (span_size(passed) < block->arg_count ? span_size(passed) : block->arg_count);
    arguments_vary(self, block, 0, made);
    for (uint32_t k = made; k < block->arg_count; k++) join(self, block->args[k], constants_of(self, op_operand(op, passed.begin + k - made)));
  }
}

// ---------------------------------------------------------------------------------------------
// Operations

// What a fold may have changed in place.
typedef struct Before {
  Value **operands;
  A *props;
  NamedAttr *attrs;
  uint32_t operand_count, attr_count;
  uint16_t flags;
} Before;

static bool remember(ConstantAnalysis *self, const Operation *op, Before *out) {
  *out = (Before){arena_new(self->arena, Value *, op->operand_count + 1), arena_new(self->arena, A, op->def->attr_count + 1u),
                  arena_new(self->arena, NamedAttr, op->attr_count + 1u), op->operand_count, op->attr_count, op->flags};
  if (!out->operands || !out->props || !out->attrs) return false;
  for (uint32_t i = 0; i < op->operand_count; i++) out->operands[i] = op_operand(op, i);
  memcpy(out->props, op->props, sizeof *out->props * op->def->attr_count);
  memcpy(out->attrs, op->attrs, sizeof *out->attrs * op->attr_count);
  return true;
}

static void restore(ConstantAnalysis *self, Operation *op, const Before *before) {
  if (op->operand_count == before->operand_count) {
    for (uint32_t i = 0; i < op->operand_count; i++)
      if (op_operand(op, i) != before->operands[i]) op_set_operand(op, i, before->operands[i]);
  } else {
    op_set_operands(self->module, op, before->operands, before->operand_count);
  }
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (op->props[i] != before->props[i]) op_set_prop(op, i, before->props[i]);
  while (op->attr_count > before->attr_count) op_set_discardable(self->module, op, op->attrs[op->attr_count - 1].name, NULL);
  for (uint32_t i = 0; i < before->attr_count; i++) op_set_discardable(self->module, op, before->attrs[i].name, before->attrs[i].value);
  op->flags = before->flags;
}

static void fold(ConstantAnalysis *self, Operation *op, const A *constants) {
  Before before;
  const DialectDef *dialect = op_dialect(self->callers.ctx, op->def);
  A constant = op->result_count == 1 ? folder_constant(&self->folder, op) : NULL;
  if (constant) {
    join(self, op_result(op, 0), (KnownValue){VALUE_CONSTANT, constant, dialect});
    return;
  }
  bool ok = remember(self, op, &before) && op_fold_with(&self->folder, op, constants);
  if (!ok || self->folder.results.count != op->result_count) {
    if (ok) restore(self, op, &before);
    all_vary(self, op);
  } else {
    for (uint32_t i = 0; i < op->result_count; i++) {
      FoldResult result = self->folder.results.data[i];
      join(self, op_result(op, i), result.value ? constants_of(self, result.value) : (KnownValue){VALUE_CONSTANT, result.attr, dialect});
    }
  }
  vec_clear(&self->folder.results);
}

static void visit_regions(ConstantAnalysis *self, Operation *op, const A *constants) {
  if (ask_region_branch(op->def)) {
    if (constants) follow(self, op, op, constants);
    return;
  }
  Region *body = callable_body(op);
  if (body && ask_callable(op->def)) {
    if (callers_are_known(&self->callers, op)) return;   // calls lead into it
    arguments_vary(self, body->first, 0, body->first->arg_count);
    make_live(self, body->first);
    return;
  }
  for (uint32_t i = 0; i < op->region_count; i++) {
    Block *entry = op->regions[i].first;
    if (!entry) continue;
    arguments_vary(self, entry, 0, entry->arg_count);
    make_live(self, entry);
  }
  all_vary(self, op);
}

static void visit(ConstantAnalysis *self, Operation *op) {
  if (!op->block || !constants_block_is_live(self, op->block)) return;
  A few[16], *constants = op->operand_count > countof(few) ? arena_new(self->arena, A, op->operand_count) : few;
  if (!constants) return;
  bool all_known = operands_known(self, op, constants);
  if (op->successor_count) {
    if (all_known) visit_branch(self, op, constants);
  } else if (op == op->block->last) {
    Operation *parent = op_parent(op);
    if (parent && ask_region_branch(parent->def)) {
      if (is_region_point(op) && all_known) follow(self, parent, op, constants);
    } else if (parent && ask_callable(parent->def)) {
      visit_return(self, op, parent);
    }
  }
  if (ask_call(op->def)) visit_call(self, op);
  else if (op->region_count) visit_regions(self, op, all_known ? constants : NULL);
  else if (all_known && op->result_count) fold(self, op, constants);
}

void constants_find(ConstantAnalysis *self, Module *module, Operation *top, Arena *arena) {
  *self = (ConstantAnalysis){.module = module, .arena = arena};
  callers_init(&self->callers, module->context, top, arena);
  folder_init(&self->folder, module, arena);
  map_init(&self->values, arena);
  map_init(&self->live, arena);
  map_init(&self->returns, arena);
  map_init(&self->queued, arena);
  for (uint32_t i = 0; i < top->region_count; i++) {
    Block *entry = top->regions[i].first;
    if (!entry) continue;
    arguments_vary(self, entry, 0, entry->arg_count);
    make_live(self, entry);
  }
  for (uint32_t at = 0; at < self->queue.count && !arena->mem->exhausted; at++) {
    Operation *op = self->queue.data[at];
    map_put(&self->queued, map_key(op))->value = 0;
    visit(self, op);
  }
}
