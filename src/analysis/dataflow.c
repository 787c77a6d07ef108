#include "analysis/dataflow.h"
#include "ir/region_flow.h"
#include "ops/op_interfaces.h"

// The calls of a function that were met.
typedef struct CallSites {
  OpVec calls;
} CallSites;

bool dataflow_block_is_live(const Dataflow *self, const Block *block) { return map_find(&self->live, map_key(block)) != NULL; }

const OpVec *dataflow_calls(const Dataflow *self, const Operation *function) {
  const CallSites *sites = map_get(&self->returns, function);
  return sites ? &sites->calls : NULL;
}

static void enqueue(Dataflow *self, Operation *op) {
  MapEntry *entry = map_put(&self->queued, map_key(op));
  if (entry->value) return;
  entry->value = 1;
  vec_push(self->arena, &self->queue, op);
}

void dataflow_changed(Dataflow *self, const Value *value) {
  for (const Use *use = value->uses; use; use = use->next) enqueue(self, use->owner);
}

static void pass_on(Dataflow *self, const Value *to, const Value *from) { self->facts->pass_on(self, to, from); }
static void varies(Dataflow *self, const Value *value) { self->facts->varies(self, value); }
void dataflow_all_vary(Dataflow *self, const Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++) varies(self, op_result(op, i));
}
static void arguments_vary(Dataflow *self, const Operation *op, const Block *block, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end && i < block->arg_count; i++)
    if (!self->facts->argument || !self->facts->argument(self, op, block->args[i])) varies(self, block->args[i]);
}

static void make_live(Dataflow *self, Block *block) {
  MapEntry *entry = map_put(&self->live, map_key(block));
  if (entry->value) return;
  entry->value = 1;
  block_each_op(block, op) enqueue(self, op);
}

// ---------------------------------------------------------------------------------------------
// Regions, calls, branches

// Follow the ways from a point of an operation with regions.
static void follow(Dataflow *self, Operation *op, const Operation *point, const A *constants) {
  RegionSuccessors ways = {.arena = self->arena};
  region_successors(op, point, constants, &ways);
  for (uint32_t i = 0; i < ways.list.count; i++) {
    const RegionSuccessor *way = &ways.list.data[i];
    uint32_t count = value_range_size(way->inputs);
    for (uint32_t k = 0; k < count; k++) {
      if (k < value_range_size(way->operands)) pass_on(self, value_range_at(way->inputs, k), value_range_at(way->operands, k));
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
    arguments_vary(self, op, entry, 0, first);
    arguments_vary(self, op, entry, first + count, entry->arg_count);
    make_live(self, entry);
  }
}

static void visit_call(Dataflow *self, Operation *op) {
  Operation *callee = callers_callee(&self->callers, op);
  Region *body = callee ? callable_body(callee) : NULL;
  if (!body) {
    dataflow_all_vary(self, op);
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
    if (i < span_size(arguments)) pass_on(self, entry->args[i], op_operand(op, arguments.begin + i));
    else varies(self, entry->args[i]);
  }
  make_live(self, entry);
}

// A function's end gives results to all calls.
static void visit_return(Dataflow *self, const Operation *op, const Operation *function) {
  const CallSites *sites = map_get(&self->returns, function);
  for (uint32_t i = 0; sites && i < sites->calls.count; i++) {
    const Operation *call = sites->calls.data[i];
    for (uint32_t k = 0; k < call->result_count; k++) {
      if (k < op->operand_count) pass_on(self, op_result(call, k), op_operand(op, k));
      else varies(self, op_result(call, k));
    }
  }
}

static void visit_branch(Dataflow *self, Operation *op, const A *constants) {
  const BranchOpInterface *asked = ask_branch(op->def);
  int64_t only = asked && asked->taken && constants ? asked->taken(op, constants) : -1;
  for (uint32_t i = 0; i < op->successor_count; i++) {
    Block *block = op_successor(op, i);
    if (only >= 0 && only < op->successor_count && block != op_successor(op, (uint32_t)only)) continue;   // a block is reached by all its ways or by none
    make_live(self, block);
    Span passed = asked ? op_successor_operands(op, i) : (Span){0, 0};
    uint32_t made = block->arg_count - (span_size(passed) < block->arg_count ? span_size(passed) : block->arg_count);
    arguments_vary(self, op, block, 0, made);
    for (uint32_t k = made; k < block->arg_count; k++) pass_on(self, block->args[k], op_operand(op, passed.begin + k - made));
  }
}

// ---------------------------------------------------------------------------------------------
// Operations

static void visit_regions(Dataflow *self, Operation *op, const A *constants) {
  if (ask_region_branch(op->def)) {
    if (constants) follow(self, op, op, constants);
    return;
  }
  Region *body = callable_body(op);
  if (body && ask_callable(op->def)) {
    if (callers_are_known(&self->callers, op)) return;   // calls lead into it
    arguments_vary(self, op, body->first, 0, body->first->arg_count);
    make_live(self, body->first);
    return;
  }
  for (uint32_t i = 0; i < op->region_count; i++) {
    Block *entry = op->regions[i].first;
    if (!entry) continue;
    arguments_vary(self, op, entry, 0, entry->arg_count);
    make_live(self, entry);
  }
  dataflow_all_vary(self, op);
}

static void visit(Dataflow *self, Operation *op) {
  if (!op->block || !dataflow_block_is_live(self, op->block)) return;
  A few[16], *constants = op->operand_count > countof(few) ? arena_new(self->arena, A, op->operand_count) : few;
  if (!constants) return;
  bool all_known = self->facts->constants(self, op, constants);
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
  else if (op->result_count) self->facts->compute(self, op, all_known ? constants : NULL);
}

void dataflow_run(Dataflow *self, const DataflowFacts *facts, Module *module, Operation *top, Arena *arena) {
  *self = (Dataflow){.facts = facts, .module = module, .arena = arena};
  callers_init(&self->callers, module->context, top, arena);
  map_init(&self->live, arena);
  map_init(&self->returns, arena);
  map_init(&self->queued, arena);
  for (uint32_t i = 0; i < top->region_count; i++) {
    Block *entry = top->regions[i].first;
    if (!entry) continue;
    arguments_vary(self, top, entry, 0, entry->arg_count);
    make_live(self, entry);
  }
  for (uint32_t at = 0; at < self->queue.count && !arena->mem->exhausted; at++) {
    Operation *op = self->queue.data[at];
    map_put(&self->queued, map_key(op))->value = 0;
    visit(self, op);
  }
}
