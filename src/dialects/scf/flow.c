// Where control goes in scf's operations (RegionBranchOpInterface).
#include "ops/scf.h"

#include "dialects/common/dense_fold.h"
#include "ir/region_flow.h"

static const ValueRange none;

// What is known of an operand as a number.
static bool known(const A *constants, uint32_t operand, int64_t *out) {
  if (!constants || !constants[operand] || attr_kind(constants[operand]) != ATTR_INTEGER) return false;
  *out = attr_to_i64(constants[operand]);
  return true;
}

// Into the body once, and behind.
void flow_of_scf_execute_region(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  (void)constants;
  if (point == op) flow_to(out, 0, none, none);
  else flow_to(out, FLOW_PARENT, passed_by(point), results_of(op));
}

// From the loop and from its body to the body and behind the loop alike.
void flow_of_scf_for(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  (void)constants;
  ValueRange values = point == op ? operands_of(op, 3, op->operand_count) : passed_by(point);
  flow_to(out, 0, values, arguments_of(op, 0, 1));
  flow_to(out, FLOW_PARENT, values, results_of(op));
}

// A step of 1 ends.
Speculatability speculate_scf_for(const Operation *op) {
  int64_t step;
  return constant_index(op_operand(op, 2), &step) && step == 1 ? RECURSIVELY_SPECULATABLE : NOT_SPECULATABLE;
}

bool bounds_of_scf_for(const Operation *op, uint32_t i, LoopBounds *out) {
  if (i || region_is_empty(&op->regions[0])) return false;
  *out = (LoopBounds){op->regions[0].first->args[0], {.value = op_operand(op, 0)}, {.value = op_operand(op, 1)}, {.value = op_operand(op, 2)}};
  return true;
}

bool bounds_of_scf_parallel(const Operation *op, uint32_t i, LoopBounds *out) {
  Span lower = op_operands_named(op, "lowerBound"), upper = op_operands_named(op, "upperBound"), step = op_operands_named(op, "step");
  if (i >= span_size(lower) || region_is_empty(&op->regions[0])) return false;
  *out = (LoopBounds){op->regions[0].first->args[i], {.value = op_operand(op, lower.begin + i)}, {.value = op_operand(op, upper.begin + i)},
                      {.value = op_operand(op, step.begin + i)}};
  return true;
}

// Bounds are in the attributes, or else the operands that follow each other.
static LoopBound bound_of_forall(const Operation *op, const char *fixed, const char *dynamic, uint32_t i) {
  A numbers = op_prop(op, fixed);
  Span span = op_operands_named(op, dynamic);
  uint32_t at = span.begin;
  for (uint32_t k = 0; k < i; k++) at += dense_array_i64(numbers, k) == DYNAMIC;
  if (dense_array_i64(numbers, i) != DYNAMIC) return (LoopBound){.constant = dense_array_i64(numbers, i), .is_constant = true};
  return at < span.end ? (LoopBound){.value = op_operand(op, at)} : (LoopBound){0};
}

bool bounds_of_scf_forall(const Operation *op, uint32_t i, LoopBounds *out) {
  A numbers = op_prop(op, "staticLowerBound");
  if (!numbers || i >= ((const DenseArrayAttr *)numbers)->count || region_is_empty(&op->regions[0])) return false;
  *out = (LoopBounds){op->regions[0].first->args[i], bound_of_forall(op, "staticLowerBound", "dynamicLowerBound", i),
                      bound_of_forall(op, "staticUpperBound", "dynamicUpperBound", i), bound_of_forall(op, "staticStep", "dynamicStep", i)};
  return true;
}

// Results come from what the threads insert, not from a way.
void flow_of_scf_forall(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  (void)constants;
  flow_to(out, point == op ? 0 : FLOW_PARENT, none, none);
}

void flow_of_scf_parallel(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  (void)op, (void)point, (void)constants;
  flow_to(out, 0, none, none);
  flow_to(out, FLOW_PARENT, none, none);
}

void flow_of_scf_if(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  if (point != op) {
    flow_to(out, FLOW_PARENT, passed_by(point), results_of(op));
    return;
  }
  int64_t condition = 0;
  bool is_known = known(constants, 0, &condition);
  if (!is_known || condition) flow_to(out, 0, none, none);
  if (is_known && condition) return;
  flow_to(out, region_is_empty(&op->regions[1]) ? FLOW_PARENT : 1, none, none);
}

void flow_of_scf_index_switch(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  if (point != op) {
    flow_to(out, FLOW_PARENT, passed_by(point), results_of(op));
    return;
  }
  int64_t value;
  if (!known(constants, 0, &value)) {
    for (uint32_t i = 0; i < op->region_count; i++) flow_to(out, (int32_t)i, none, none);
    return;
  }
  A cases = op_prop_at(op, SCF_INDEX_SWITCH_CASES);
  uint32_t region = 0;   // that of no case
  for (uint32_t i = 1; i < op->region_count && !region; i++)
    if (dense_array_i64(cases, i - 1) == value) region = i;
  flow_to(out, (int32_t)region, none, none);
}

// The condition's region comes first; from it control goes into the body or behind the loop.
void flow_of_scf_while(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  if (point == op || op_parent_region(point) == &op->regions[1]) {
    flow_to(out, 0, point == op ? operands_of(op, 0, op->operand_count) : passed_by(point), arguments_of(op, 0, 0));
    return;
  }
  int64_t condition = 0;
  bool is_known = known(constants, 0, &condition);
  if (!is_known || !condition) flow_to(out, FLOW_PARENT, passed_by(point), results_of(op));
  if (!is_known || condition) flow_to(out, 1, passed_by(point), arguments_of(op, 1, 0));
}

bool runs_one_region(const Operation *op, uint32_t region) {
  (void)op, (void)region;
  return true;
}

Span passed_by_scf_condition(const Operation *op) { return (Span){1, op->operand_count}; }
Span passes_nothing(const Operation *op) {
  (void)op;
  return (Span){0, 0};
}
