#include "passes/scf/loops.h"

#include "dialects/common/op_fold_result.h"
#include "dialects/scf/build.h"

static Value **operand_array(const Operation *op, Span span, Arena *arena) {
  Value **values = arena_new(arena, Value *, span_size(span) + 1);
  for (uint32_t i = span.begin; values && i < span.end; i++) values[i - span.begin] = op_operand(op, i);
  return values;
}

NestBounds parallel_bounds(const Operation *op, Arena *arena) {
  Span lower = op_operands_named(op, "lowerBound");
  NestBounds bounds = {operand_array(op, lower, arena), operand_array(op, op_operands_named(op, "upperBound"), arena),
                       operand_array(op, op_operands_named(op, "step"), arena), span_size(lower)};
  if (!bounds.upper || !bounds.step) bounds.lower = NULL;
  return bounds;
}

static Value **list_values(const Operation *op, const char *numbers, const char *operands, Builder *b, Arena *arena, uint32_t *count) {
  OpFoldResultList list = ofr_list(op, numbers, operands, arena);
  Value **values = arena_new(arena, Value *, list.count + 1);
  for (uint32_t i = 0; values && i < list.count; i++) values[i] = ofr_to_value(b, list.items[i]);
  *count = list.count;
  return values;
}

NestBounds forall_bounds(const Operation *op, Builder *b, Arena *arena) {
  NestBounds bounds;
  bounds.lower = list_values(op, "staticLowerBound", "dynamicLowerBound", b, arena, &bounds.count);
  bounds.upper = list_values(op, "staticUpperBound", "dynamicUpperBound", b, arena, &bounds.count);
  bounds.step = list_values(op, "staticStep", "dynamicStep", b, arena, &bounds.count);
  if (!bounds.upper || !bounds.step) bounds.lower = NULL;
  return bounds;
}

Block *build_loop_nest(Builder *b, const NestBounds *bounds, Value **ivs) {
  Block *body = NULL;
  Loc loc = b->loc;
  for (uint32_t i = 0; i < bounds->count; i++) {
    OpState *state = builder_begin(b, OP_SCF_FOR);
    op_state_add_operand2(state, bounds->lower[i], bounds->upper[i]);
    op_state_add_operand(state, bounds->step[i]);
    op_state_add_region(state);
    Operation *loop = builder_finish_typed(b);
    body = block_new(b->module);
    block_append(op_region(loop, 0), body);
    ivs[i] = block_add_arg(b->module, body, bounds->lower[i]->type, loc);
    builder_at_end(b, body);
    b->loc = loc;
    builder_begin(b, OP_SCF_YIELD);
    b->before = builder_finish_typed(b);
  }
  return body;
}

Operation *build_parallel(Builder *b, const NestBounds *bounds, bool bare) {
  OpState *state = builder_begin(b, OP_SCF_PARALLEL);
  op_state_add_operands(state, bounds->lower, bounds->count);
  op_state_add_operands(state, bounds->upper, bounds->count);
  op_state_add_operands(state, bounds->step, bounds->count);
  int32_t count = (int32_t)bounds->count;
  op_state_operand_segments(state, (const int32_t[]){count, count, count, 0}, 4);
  op_state_add_region(state);
  Operation *loop = builder_finish_typed(b);
  if (bare) return loop;
  Builder inside = *b;   // without the state, which only one of the two may use at a time
  Block *body = block_new(b->module);
  block_append(op_region(loop, 0), body);
  for (uint32_t i = 0; i < bounds->count; i++) block_add_arg(b->module, body, b->ctx->types.index, b->loc);
  builder_at_end(b, body);
  b->loc = inside.loc;
  builder_begin(b, OP_SCF_REDUCE);
  builder_finish_typed(b);
  b->block = inside.block;
  b->before = inside.before;
  return loop;
}

void inline_loop_body(Block *from, Operation *before, Value *const *args) {
  for (uint32_t i = 0; i < from->arg_count; i++) value_replace_all(from->args[i], args[i]);
  op_erase(from->last);
  if (from->first) block_splice(before->block, before, from->first, from->last);
}

static bool is_within(Use *use, void *data) {
  for (const Operation *op = op_parent(use->owner); op; op = op_parent(op))
    if (op == data) return true;
  return false;
}

Operation *loop_with_carried(Module *module, Arena *arena, Operation *loop, Value *init, Value *yielded) {
  Builder b;
  ValueVec inits = {0};
  op_push_operands(loop, 3, loop->operand_count, &inits, arena);
  vec_push(arena, &inits, init);
  builder_init(&b, module);
  builder_before(&b, loop);
  Operation *made = build_scf_for(&b, op_operand(loop, 0), op_operand(loop, 1), op_operand(loop, 2), inits.data, inits.count);
  Block *from = loop_body(loop), *to = loop_body(made);
  for (uint32_t i = 0; i < from->arg_count; i++) value_replace_all(from->args[i], to->args[i]);
  if (from->first) block_splice(to, NULL, from->first, from->last);
  value_replace_if(init, to->args[to->arg_count - 1], is_within, made);
  op_insert_operands(module, to->last, to->last->operand_count, &yielded, 1);
  op_set_prop(made, SCF_FOR_UNSIGNED_CMP, op_prop_at(loop, SCF_FOR_UNSIGNED_CMP));
  for (uint32_t i = 0; i < loop->attr_count; i++) op_set_discardable(module, made, loop->attrs[i].name, loop->attrs[i].value);
  for (uint32_t i = 0; i < loop->result_count; i++) value_replace_all(op_result(loop, i), op_result(made, i));
  op_erase(loop);
  return made;
}
