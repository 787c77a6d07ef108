// Unrolling of scf.for (after loopUnrollByFactor of mlir/lib/Dialect/SCF/Utils/Utils.cpp).
#include "ops/arith.h"

#include "passes/scf/loops.h"

#include "dialects/common/build.h"
#include "dialects/scf/trip_count.h"
#include "ir/constants.h"
#include "passes/scf/min_max.h"

enum { LOWER, UPPER, STEP, FIRST_INIT };

static int64_t trips_of(const Operation *loop) {
  return trip_count(op_operand(loop, LOWER), op_operand(loop, UPPER), op_operand(loop, STEP), op_prop_at(loop, SCF_FOR_UNSIGNED_CMP) != NULL);
}

bool promote_if_single(Operation *loop) {
  int64_t trips = trips_of(loop);
  Block *body = loop_body(loop);
  Operation *yield = body->last;
  if (trips != 0 && trips != 1) return false;
  if (!trips) {
    for (uint32_t i = 0; i < loop->result_count; i++) value_replace_all(op_result(loop, i), op_operand(loop, FIRST_INIT + i));
    op_erase(loop);
    return true;
  }
  for (uint32_t i = 0; i < loop->result_count; i++) value_replace_all(op_result(loop, i), op_operand(yield, i));
  value_replace_all(body->args[0], op_operand(loop, LOWER));
  for (uint32_t i = 1; i < body->arg_count; i++) value_replace_all(body->args[i], op_operand(loop, FIRST_INIT + i - 1));
  op_erase(yield);
  if (body->first) block_splice(loop->block, loop, body->first, body->last);
  op_erase(loop);
  return true;
}

static Value *number(Builder *b, T type, int64_t value) { return build_constant(b, attr_i64(b->ctx, type, value)); }

static Value *later_var(Builder *b, Value *iv, uint64_t n, Arena *arena, const void *data) {
  (void)arena;
  Value *step = *(Value *const *)data, *count = number(b, iv->type, (int64_t)n);
  return build_binary(b, OP_ARITH_ADDI, iv, build_binary(b, OP_ARITH_MULI, step, count));
}

// Where whole groups of iterations end, and the step from one to the next. False: nothing is left behind them.
static bool split_range(Builder *b, const Operation *loop, int64_t factor, Value **end, Value **stride) {
  Value *lower = op_operand(loop, LOWER), *upper = op_operand(loop, UPPER), *step = op_operand(loop, STEP);
  int64_t from, to, by, trips = trips_of(loop);
  if (trips >= 0 && constant_number(lower, &from) && constant_number(upper, &to) && constant_number(step, &by)) {
    int64_t split = (int64_t)((uint64_t)from + (uint64_t)(trips - trips % factor) * (uint64_t)by);
    *end = split < to ? number(b, upper->type, split) : upper;
    *stride = number(b, step->type, (int64_t)((uint64_t)by * (uint64_t)factor));
    return split < to;
  }
  Value *distance = build_binary(b, OP_ARITH_SUBI, upper, lower);
  Value *one = number(b, distance->type, 1);
  Value *sum = build_binary(b, OP_ARITH_ADDI, distance, build_binary(b, OP_ARITH_SUBI, step, one));
  Value *count = build_binary(b, OP_ARITH_DIVUI, sum, step), *group = number(b, count->type, factor);
  Value *whole = build_binary(b, OP_ARITH_SUBI, count, build_binary(b, OP_ARITH_REMSI, count, group));
  *end = build_binary(b, OP_ARITH_ADDI, lower, build_binary(b, OP_ARITH_MULI, whole, step));
  *stride = build_binary(b, OP_ARITH_MULI, step, group);
  return true;
}

void scf_unroll_by(Module *module, Arena *arena, Operation *loop, uint64_t factor) {
  Block *body = loop_body(loop);
  if (body->first == body->last) return;
  if (factor == 1 && trips_of(loop) >= 0) {
    if (trips_of(loop)) promote_if_single(loop);
    return;
  }
  Builder b;
  Value *end, *stride, *step = op_operand(loop, STEP);
  builder_init(&b, module);
  builder_before(&b, loop);
  if (split_range(&b, loop, (int64_t)factor, &end, &stride)) {
    builder_after(&b, loop);
    Operation *rest = builder_insert(&b, op_clone(module, loop, NULL));
    op_set_operand(rest, LOWER, end);
    for (uint32_t i = 0; i < loop->result_count; i++) {
      value_replace_all(op_result(loop, i), op_result(rest, i));
      op_set_operand(rest, FIRST_INIT + i, op_result(loop, i));
    }
    promote_if_single(rest);
  }
  op_set_operand(loop, UPPER, end);
  op_set_operand(loop, STEP, stride);
  loop_repeat_body(module, arena, loop, factor, later_var, &step, true);
  promote_if_single(loop);
}
