// Canonicalization of the acc dialect: conditions that are known, and kernels and updates that do nothing.
#include "dialects/acc/acc.h"

#include "dialects/canonicalization.h"
#include "dialects/common/dense_fold.h"

// Whether the condition is a constant.
static bool known_condition(Greedy *g, Operation *op, bool *value) {
  Span span = op_operands_named(op, "ifCond");
  int64_t bits;
  if (!span_size(span)) return greedy_no_match(g, op, "it has no condition");
  if (!constant_index(op_operand(op, span.begin), &bits)) return greedy_no_match(g, op, "its condition is no constant");
  *value = bits != 0;
  return true;
}

static bool drop_condition(Greedy *g, Operation *op) {
  uint32_t at = op_operands_named(op, "ifCond").begin;
  int32_t sizes[16];
  for (uint32_t i = 0; i < op->def->operand_count && i < countof(sizes); i++) {
    const char *name = def_operand_name(op->def, i);
    sizes[i] = strcmp(name, "ifCond") ? (int32_t)span_size(op_operands_named(op, name)) : 0;
  }
  op_erase_operands(op, at, 1);
  op_set_attr(g->module, op, STR("operandSegmentSizes"), attr_i32_array(g->ctx, sizes, op->def->operand_count));
  return greedy_updated(g, op);
}

static bool decide_condition(Greedy *g, Operation *op) {
  bool value;
  if (!known_condition(g, op, &value)) return false;
  return value ? drop_condition(g, op) : greedy_erase(g, op);
}

static bool decide_region(Greedy *g, Operation *op) {
  bool value;
  Block *body = op->regions[0].first;
  if (!known_condition(g, op, &value)) return false;
  if (value) return drop_condition(g, op);
  if (!body || body->next) return greedy_no_match(g, op, "its body is not one block");
  greedy_inline_block(g, body, op, NULL);
  return greedy_erase(g, op);
}

static const ArrayAttr *array_named(const Operation *op, const char *name) {
  A attr = op_prop(op, name);
  return attr && attr_kind(attr) == ATTR_ARRAY ? (const ArrayAttr *)attr : NULL;
}

// What the kernel waited for is waited for without it.
static bool empty_kernel(Greedy *g, Operation *op) {
  const Block *body = op->regions[0].first;
  Span waits = op_operands_named(op, "waitOperands");
  const ArrayAttr *devices = array_named(op, "waitOperandsDeviceType"), *devnums = array_named(op, "hasWaitDevnum");
  if (body && body->first) return greedy_no_match(g, op, "its body is not empty");
  if (devices && (devices->count > 1 || (devices->count && acc_enum_of(devices->items[0]) != ACC_DEVICE_TYPE_NONE)))
    return greedy_no_match(g, op, "it waits for a type of device");
  for (uint32_t i = 0; devnums && i < devnums->count; i++)
    if (attr_to_i64(devnums->items[i])) return greedy_no_match(g, op, "it waits for a device");
  if (span_size(waits) || op_prop(op, "waitOnly")) {
    OpState *state = builder_begin(&g->b, OP_ACC_WAIT);
    op_state_take_operands(state, op, waits.begin, waits.end);
    op_state_operand_segments(state, (const int32_t[]){(int32_t)span_size(waits), 0, 0, 0}, 4);
    builder_finish(&g->b);
  }
  return greedy_erase(g, op);
}

static bool simplify_update(Greedy *g, Operation *op) {
  const Block *body = op->regions[0].first;
  const Operation *yield = body ? body->first : NULL;
  if (!yield || !op_is(yield, OP_ACC_YIELD) || yield->operand_count != 1) return greedy_no_match(g, op, "it computes something");
  Value *value = op_operand(yield, 0);
  if (body->arg_count && value == body->args[0]) return greedy_erase(g, op);
  Span condition = op_operands_named(op, "ifCond");
  OpState *state = builder_begin(&g->b, OP_ACC_ATOMIC_WRITE);
  op_state_add_operand2(state, op_operand(op, 0), value);
  op_state_take_operands(state, op, condition.begin, condition.end);
  builder_finish(&g->b);
  return greedy_erase(g, op);
}

static const GreedyPattern patterns[] = {
  {.root = OP_ACC_ATOMIC_UPDATE, .rewrite = simplify_update, .name = "acc.atomic.update without a computation"},
  {.root = OP_ACC_ENTER_DATA, .rewrite = decide_condition, .name = "acc.enter_data with a constant condition"},
  {.root = OP_ACC_EXIT_DATA, .rewrite = decide_condition, .name = "acc.exit_data with a constant condition"},
  {.root = OP_ACC_HOST_DATA, .rewrite = decide_region, .name = "acc.host_data with a constant condition"},
  {.root = OP_ACC_KERNEL_ENVIRONMENT, .rewrite = empty_kernel, .name = "acc.kernel_environment of nothing"},
  {.root = OP_ACC_UPDATE, .rewrite = decide_condition, .name = "acc.update with a constant condition"},
};
const PatternSet acc_canonicalization = PATTERN_SET(patterns);
