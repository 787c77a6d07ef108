#include "ops/arith.h"
#include "ops/cf.h"
#include "ops/ub.h"

#include "passes/scf/lift_cf_edges.h"

#include "dialects/common/build.h"
#include "dialects/common/dense_fold.h"
#include "rewrite/branch.h"
#include "rewrite/equivalence.h"

// ---------------------------------------------------------------------------------------------
// Edges

void edge_values(const Lifting *self, Edge edge, ValueVec *out) {
  Span span = op_successor_operands(edge.from->last, edge.successor);
  op_push_operands(edge.from->last, span.begin, span.end, out, self->arena);
}

void edge_append(const Lifting *self, Edge edge, Value *value) {
  branch_append_operands(self->run->module, edge.from->last, edge.successor, &value, 1);
}

static void edge_assign(const Lifting *self, Edge edge, const ValueVec *values) {
  Operation *op = edge.from->last;
  for (uint32_t i = span_size(op_successor_operands(op, edge.successor)); i-- > 0;)
    branch_erase_operand(self->run->module, op, edge.successor, i);
  branch_append_operands(self->run->module, op, edge.successor, values->data, values->count);
}

// ---------------------------------------------------------------------------------------------
// Values at the region's start

static Builder start_builder(const Lifting *self) {
  Builder b;
  builder_init(&b, self->run->module);
  builder_at_start(&b, self->region->first);
  b.loc = self->region_loc;
  return b;
}

Value *number_value(Lifting *self, uint32_t number) {
  while (self->numbers.count <= number && !self->run->ctx->mem.exhausted) vec_push(self->arena, &self->numbers, NULL);
  if (number >= self->numbers.count) return NULL;
  Value **value = &self->numbers.data[number];
  if (!*value) {
    Builder b = start_builder(self);
    *value = build_constant(&b, attr_i64(b.ctx, b.ctx->types.i32, number));
  }
  return *value;
}

Value *poison_value(Lifting *self, T type) {
  Value *value = map_get(&self->poison, type);
  if (value) return value;
  Builder b = start_builder(self);
  op_state_add_type(builder_begin(&b, OP_UB_POISON), type);
  value = builder_finish_value(&b);
  map_set(&self->poison, type, value);
  return value;
}

// ---------------------------------------------------------------------------------------------
// Gates

static A case_numbers(Context *ctx, const Target *targets, uint32_t count) {
  DenseBuilder dense;
  int64_t dims[] = {count};
  if (!dense_begin(&dense, ctx, type_vector(ctx, dims, 1, 0, ctx->types.i32))) return NULL;
  bool ok = true;
  for (uint32_t i = 0; i < count; i++) ok = ok && dense_put(&dense, i, attr_i64(ctx, ctx->types.i32, targets[i].number));
  return dense_end(&dense, ok);
}

void build_switch(Lifting *self, Value *flag, const Target *targets, uint32_t count) {
  Context *ctx = self->run->ctx;
  OpState *state = builder_begin(&self->b, OP_CF_SWITCH);
  int32_t *counts = arena_new(self->arena, int32_t, count + 1), all = 0;
  if (!counts) return;
  op_state_add_operand(state, flag);
  for (uint32_t i = 0; i < count; i++) {
    vec_push(state->arena, &state->successors, targets[i].block);
    op_state_add_operands(state, targets[i].args, targets[i].arg_count);
    if (!i) continue;
    counts[i - 1] = (int32_t)targets[i].arg_count;
    all += counts[i - 1];
  }
  op_state_operand_segments(state, (const int32_t[]){1, (int32_t)targets[0].arg_count, all}, 3);
  op_state_set_prop(state, CF_SWITCH_CASE_OPERAND_SEGMENTS, attr_i32_array(ctx, counts, count - 1));
  if (count > 1) op_state_set_prop(state, CF_SWITCH_CASE_VALUES, case_numbers(ctx, targets + 1, count - 1));
  builder_finish_typed(&self->b);
}

void add_args_of(Lifting *self, Block *block, const Block *other) {
  for (uint32_t i = 0; i < other->arg_count; i++) block_add_arg(self->run->module, block, other->args[i]->type, *other->args[i]->arg_loc);
}

Gate gate_new(Lifting *self, Loc loc, const EdgeVec *edges, bool extra) {
  Module *module = self->run->module;
  Gate gate = {.block = block_new(module)};
  map_init(&gate.offsets, self->arena);
  block_insert_after(gate.block, edge_to(edges->data[0]));
  for (uint32_t i = 0; i < edges->count; i++) {
    Block *target = edge_to(edges->data[i]);
    if (map_get(&gate.offsets, target)) continue;
    vec_push(self->arena, &gate.targets, target);
    vec_push(self->arena, &gate.begins, gate.block->arg_count);
    map_set(&gate.offsets, target, (void *)(uintptr_t)gate.targets.count);
    add_args_of(self, gate.block, target);
  }
  if (gate.targets.count > 1) {
    number_value(self, 0);
    gate.which = block_add_arg(module, gate.block, self->run->ctx->types.i32, loc);
  }
  if (extra) block_add_arg(module, gate.block, self->run->ctx->types.i32, loc);
  return gate;
}

void gate_redirect(Lifting *self, const Gate *gate, Edge edge, Value *extra) {
  Block *target = edge_to(edge);
  uint32_t at = (uint32_t)(uintptr_t)map_get(&gate->offsets, target) - 1, begin = gate->begins.data[at];
  ValueVec own = {0}, values = {0};
  edge_values(self, edge, &own);
  for (uint32_t i = 0; i < gate->block->arg_count; i++) {
    Value *arg = gate->block->args[i], *value;
    if (i >= begin && i < begin + target->arg_count) value = i - begin < own.count ? own.data[i - begin] : NULL;
    else if (arg == gate->which) value = number_value(self, at);
    else if (extra && i + 1 == gate->block->arg_count) value = extra;
    else value = poison_value(self, arg->type);
    vec_push(self->arena, &values, value);
  }
  edge_set_to(edge, gate->block);
  edge_assign(self, edge, &values);
}

// The last target is that of the default.
void gate_dispatch(Lifting *self, const Gate *gate, const Block *excluded) {
  TargetVec targets = {0};
  vec_push(self->arena, &targets, (Target){0});
  for (uint32_t i = 0; i < gate->targets.count; i++) {
    Block *block = gate->targets.data[i];
    if (block != excluded) vec_push(self->arena, &targets, ((Target){i, block, gate->block->args + gate->begins.data[i], block->arg_count}));
  }
  if (targets.count < 2) return;
  Value *flag = gate->which && targets.count > 2 ? gate->which : number_value(self, 0);
  targets.data[0] = vec_pop(&targets);
  build_switch(self, flag, targets.data, targets.count);
}

// ---------------------------------------------------------------------------------------------
// Exits

static bool are_same_kind(const Operation *a, const Operation *b) {
  if (a->operand_count != b->operand_count || !op_same_apart_from_operands(a, b)) return false;
  for (uint32_t i = 0; i < a->operand_count; i++)
    if (op_operand_type(a, i) != op_operand_type(b, i)) return false;
  return true;
}

void combine_exit(Lifting *self, Operation *op) {
  Module *module = self->run->module;
  Operation *same = NULL;
  for (uint32_t i = 0; i < self->exits.count && !same; i++)
    if (self->exits.data[i] == op || are_same_kind(self->exits.data[i], op)) same = self->exits.data[i];
  if (same == op) return;
  Block *block = same ? same->block : block_new(module);
  if (!same) {
    vec_push(self->arena, &self->exits, op);
    block_append(self->region, block);
    for (uint32_t i = 0; i < op->operand_count; i++) block_add_arg(module, block, op_operand_type(op, i), op->loc);
  }
  ValueVec values = {0};
  op_push_operands(op, 0, op->operand_count, &values, self->arena);
  Value *flag = number_value(self, 0);
  builder_before(&self->b, op);
  build_switch(self, flag, &(Target){0, block, values.data, values.count}, 1);
  if (same) {
    op_erase(op);
    return;
  }
  op_remove(op);
  op_append(block, op);
  op_set_operands(module, op, block->args, block->arg_count);
}
