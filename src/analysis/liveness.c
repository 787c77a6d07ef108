#include "analysis/liveness.h"
#include "ir/region_flow.h"
#include "ops/op_interfaces.h"

bool value_is_live(const Liveness *self, const Value *value) { return map_find(&self->live, map_key(value)) != NULL; }

// ---------------------------------------------------------------------------------------------
// What has to be looked at again

static void look_at(Liveness *self, Operation *op) {
  if (!op || op->flags & OP_MARK) return;
  op->flags |= OP_MARK;
  vec_push(self->arena, &self->stack, op);
}

static void look_at_ends(Liveness *self, const Region *region) {
  region_each_block(region, block) look_at(self, block->last);
}

static void look_at_flow(Liveness *self, Operation *op) {
  look_at(self, op);
  for (uint32_t i = 0; i < op->region_count; i++) look_at_ends(self, &op->regions[i]);
}

static void result_is_live(Liveness *self, Operation *op) {
  if (ask_region_branch(op->def)) {
    look_at_flow(self, op);
    return;
  }
  look_at(self, op);
  const Operation *callee = ask_call(op->def) ? callers_callee(&self->constants.flow.callers, op) : NULL;
  const Region *body = callee ? callable_body(callee) : NULL;
  if (body) look_at_ends(self, body);
}

static void argument_is_live(Liveness *self, const Block *block) {
  for (const BlockUse *use = block->uses; use; use = use->next) look_at(self, use->owner);
  Operation *parent = block_is_entry(block) ? block_parent_op(block) : NULL;
  if (!parent) return;
  if (ask_region_branch(parent->def)) look_at_flow(self, parent);
  const OpVec *calls = dataflow_calls(&self->constants.flow, parent);
  for (uint32_t i = 0; calls && i < calls->count; i++) look_at(self, calls->data[i]);
}

static void set_live(Liveness *self, Value *value) {
  MapEntry *entry = map_put(&self->live, map_key(value));
  if (entry->value) return;
  entry->value = 1;
  if (value->is_arg) argument_is_live(self, value_arg_block(value));
  else result_is_live(self, value_def(value));
}

// ---------------------------------------------------------------------------------------------
// Operations

static bool acts(Liveness *self, Operation *op) {
  if (!op->region_count) return self->acts_(op);
  MapEntry *entry = map_put(&self->acts, map_key(op));
  if (!entry->value) entry->value = self->acts_(op) ? 2 : 1;
  return entry->value == 2;
}

// Whether what the operation is given matters.
static bool is_needed(Liveness *self, Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++)
    if (value_is_live(self, op_result(op, i))) return true;
  return acts(self, op);
}

static void set_operands_live(Liveness *self, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++) set_live(self, op_operand(op, i));
}

static void visit_plain(Liveness *self, Operation *op) {
  if (is_needed(self, op)) set_operands_live(self, op);
}

// What a point passes on matters where it arrives; what it does not pass on matters when the operation around does.
static void visit_point(Liveness *self, Operation *op, Operation *point) {
  RegionSuccessors ways = {.arena = self->arena};
  region_successors(op, point, NULL, &ways);
  bool needed = is_needed(self, op);
  uint32_t count = point->operand_count;
  bool few[32] = {false}, *passed = count > countof(few) ? arena_new(self->arena, bool, count) : few;
  if (!passed) return;
  for (uint32_t i = 0; i < ways.list.count; i++) {
    const RegionSuccessor *way = &ways.list.data[i];
    uint32_t inputs = value_range_size(way->inputs), operands = value_range_size(way->operands);
    for (uint32_t k = 0; k < inputs && k < operands; k++) {
      uint32_t at = way->operands.begin + k;
      if (!way->operands.is_operands || at >= count) continue;
      passed[at] = true;
      if (value_is_live(self, value_range_at(way->inputs, k))) set_live(self, op_operand(point, at));
    }
    const Block *entry = way->region == FLOW_PARENT || point != op ? NULL : op->regions[way->region].first;
    for (uint32_t k = 0; needed && entry && k < entry->arg_count; k++)
      if (!inputs || k < way->inputs.begin || k >= way->inputs.end) set_live(self, entry->args[k]);
  }
  for (uint32_t i = 0; needed && i < count; i++)
    if (!passed[i]) set_live(self, op_operand(point, i));
}

static void visit_branch(Liveness *self, Operation *op) {
  const BranchOpInterface *asked = ask_branch(op->def);
  uint32_t count = op->operand_count;
  bool few[32] = {false}, *passed = count > countof(few) ? arena_new(self->arena, bool, count) : few;
  if (!passed) return;
  for (uint32_t s = 0; asked && s < op->successor_count; s++) {
    const Block *block = op_successor(op, s);
    Span span = op_successor_operands(op, s);
    uint32_t made = block->arg_count - (span_size(span) < block->arg_count ? span_size(span) : block->arg_count);
    for (uint32_t i = span.begin; i < span.end && i < count; i++) {
      passed[i] = true;
      uint32_t arg = made + i - span.begin;
      if (arg < block->arg_count && value_is_live(self, block->args[arg])) set_live(self, op_operand(op, i));
    }
  }
  for (uint32_t i = 0; i < count; i++)
    if (!passed[i]) set_live(self, op_operand(op, i));
}

static void visit_call(Liveness *self, Operation *op) {
  const Operation *callee = callers_callee(&self->constants.flow.callers, op);
  const Region *body = callee ? callable_body(callee) : NULL;
  if (!body || !body->first) {
    set_operands_live(self, op);
    return;
  }
  Span arguments = ask_call(op->def)->arguments(op);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    uint32_t arg = i - arguments.begin;
    bool is_passed = i >= arguments.begin && i < arguments.end && arg < body->first->arg_count;
    if (!is_passed || value_is_live(self, body->first->args[arg])) set_live(self, op_operand(op, i));
  }
}

static void visit_return(Liveness *self, const Operation *op, const Operation *function) {
  if (!callers_are_known(&self->constants.flow.callers, function)) {
    set_operands_live(self, op);
    return;
  }
  const OpVec *calls = dataflow_calls(&self->constants.flow, function);
  for (uint32_t c = 0; calls && c < calls->count; c++)
    for (uint32_t i = 0; i < op->operand_count && i < calls->data[c]->result_count; i++)
      if (value_is_live(self, op_result(calls->data[c], i))) set_live(self, op_operand(op, i));
}

static void visit(Liveness *self, Operation *op) {
  if (op->block && !dataflow_block_is_live(&self->constants.flow, op->block)) return;
  Operation *parent = op_parent(op);
  if (ask_region_branch(op->def)) visit_point(self, op, op);
  else if (ask_branch(op->def) || op->successor_count) visit_branch(self, op);
  else if (ask_call(op->def)) visit_call(self, op);
  else if (parent && is_region_point(op) && ask_region_branch(parent->def)) visit_point(self, parent, op);
  else if (parent && op_has(op, TRAIT_RETURN_LIKE) && ask_callable(parent->def)) visit_return(self, op, parent);
  else visit_plain(self, op);
}

static WalkResult add(Operation *op, void *data) {
  look_at(data, op);
  return WALK_ADVANCE;
}

void liveness_find(Liveness *self, Module *module, Operation *top, LivenessActsFn *acts_fn, Arena *arena) {
  *self = (Liveness){.acts_ = acts_fn, .arena = arena};
  constants_find(&self->constants, module, top, arena);
  map_init(&self->acts, arena);
  map_init(&self->live, arena);
  op_walk_pre(top, add, self);   // taken from the end: users before what they use
  while (self->stack.count && !arena->mem->exhausted) {
    Operation *op = vec_pop(&self->stack);
    op->flags &= (uint16_t)~OP_MARK;
    visit(self, op);
  }
  while (self->stack.count) vec_pop(&self->stack)->flags &= (uint16_t)~OP_MARK;
}
