#include "dialects/common/build.h"

#include "ops/arith.h"
#include "ops/cf.h"
#include "ir/fold.h"

Value *build_constant(Builder *b, A value) {
  OpState *state = builder_begin(b, OP_ARITH_CONSTANT);
  T type = attr_value_type(value);
  op_state_set_prop(state, ARITH_CONSTANT_VALUE, value);
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

Value *build_index(Builder *b, int64_t value) { return build_constant(b, attr_index(b->ctx, value)); }

Value *build_binary(Builder *b, uint32_t opcode, Value *lhs, Value *rhs) { return build2(b, opcode, lhs->type, lhs, rhs); }

Value *build_cmpi(Builder *b, int64_t predicate, Value *lhs, Value *rhs) {
  OpState *state = builder_begin(b, OP_ARITH_CMPI);
  op_state_add_operand2(state, lhs, rhs);
  op_state_set_prop(state, ARITH_CMPI_PREDICATE, attr_i64(b->ctx, b->ctx->types.i64, predicate));
  return builder_finish_value(b);
}

Value *build_select(Builder *b, Value *condition, Value *yes, Value *no) {
  return build3(b, OP_ARITH_SELECT, yes->type, condition, yes, no);
}

Operation *build_br(Builder *b, Block *to, Value *const *operands, uint32_t count) {
  OpState *state = builder_begin(b, OP_CF_BR);
  op_state_add_operands(state, operands, count);
  vec_push(state->arena, &state->successors, to);
  return builder_finish(b);
}

Operation *build_cond_br(Builder *b, Value *condition, Block *yes, Value *const *yes_operands, uint32_t yes_count,
                         Block *no, Value *const *no_operands, uint32_t no_count) {
  OpState *state = builder_begin(b, OP_CF_COND_BR);
  op_state_add_operand(state, condition);
  op_state_add_operands(state, yes_operands, yes_count);
  op_state_add_operands(state, no_operands, no_count);
  vec_push(state->arena, &state->successors, yes);
  vec_push(state->arena, &state->successors, no);
  op_state_operand_segments(state, (const int32_t[]){1, (int32_t)yes_count, (int32_t)no_count}, 3);
  return builder_finish(b);
}

Value *build_or_fold(Builder *b, Value *made, Arena *arena) {
  Operation *op = value_def(made);
  Folder folder;
  folder_init(&folder, b->module, arena);
  folder.builder = b;
  for (uint32_t i = 0; op_fold(&folder, op) && !folder.results.count && i < 64; i++) {}   // changed in place: may fold on
  if (folder.results.count != 1) return made;
  FoldResult result = folder.results.data[0];
  if (!result.value) {
    const DialectDef *dialect = op_dialect(b->ctx, op->def);
    Operation *constant = dialect && dialect->materialize_constant
        ? dialect->materialize_constant(&folder, result.attr, made->type, op->loc) : NULL;
    if (!constant) return made;
    result.value = op_result(constant, 0);
  }
  op_erase(op);
  return result.value;
}
