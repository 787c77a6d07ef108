#include "dialects/scf/build.h"

#include "ops/scf.h"

Operation *build_scf_for(Builder *b, Value *lower, Value *upper, Value *step, Value *const *inits, uint32_t count) {
  OpState *state = builder_begin(b, OP_SCF_FOR);
  op_state_add_operand2(state, lower, upper);
  op_state_add_operand(state, step);
  op_state_add_operands(state, inits, count);
  for (uint32_t i = 0; i < count; i++) op_state_add_type(state, inits[i]->type);
  op_state_add_region(state);
  Operation *loop = builder_finish_typed(b);
  Block *body = block_new(b->module);
  block_append(op_region(loop, 0), body);
  block_add_arg(b->module, body, lower->type, b->loc);
  for (uint32_t i = 0; i < count; i++) block_add_arg(b->module, body, inits[i]->type, b->loc);
  return loop;
}

ForallBounds forall_bounds_of(const Operation *op, Arena *arena) {
  return (ForallBounds){ofr_list(op, "staticLowerBound", "dynamicLowerBound", arena), ofr_list(op, "staticUpperBound", "dynamicUpperBound", arena),
                        ofr_list(op, "staticStep", "dynamicStep", arena)};
}

Operation *build_forall(Builder *b, const ForallBounds *bounds, const ValueVec *outputs, A mapping, Arena *arena) {
  OpState *state = builder_begin(b, OP_SCF_FORALL);
  int32_t lower = ofr_push(state, "staticLowerBound", bounds->lower, arena);
  int32_t upper = ofr_push(state, "staticUpperBound", bounds->upper, arena);
  int32_t step = ofr_push(state, "staticStep", bounds->step, arena);
  op_state_add_operands(state, outputs->data, outputs->count);
  for (uint32_t i = 0; i < outputs->count; i++) op_state_add_type(state, outputs->data[i]->type);
  op_state_operand_segments(state, (const int32_t[]){lower, upper, step, (int32_t)outputs->count}, 4);
  if (mapping) op_state_set_prop(state, SCF_FORALL_MAPPING, mapping);
  op_state_add_region(state);
  return builder_insert(b, op_create(state));
}

Operation *build_forall_body(Builder *b, Operation *forall, uint32_t rank) {
  Builder inside;
  Block *body = block_new(b->module);
  builder_init(&inside, b->module);
  block_append(op_region(forall, 0), body);
  for (uint32_t i = 0; i < rank; i++) block_add_arg(b->module, body, b->ctx->types.index, b->loc);
  for (uint32_t i = 0; i < forall->result_count; i++) block_add_arg(b->module, body, op_result_type(forall, i), b->loc);
  builder_at_end(&inside, body);
  inside.loc = b->loc;
  op_state_add_region(builder_begin(&inside, OP_SCF_FORALL_IN_PARALLEL));
  Operation *end = builder_finish_typed(&inside);
  block_append(op_region(end, 0), block_new(b->module));
  return end;
}
