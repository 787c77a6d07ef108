#include "ir/region_flow.h"
#include "ops/op_interfaces.h"

T value_range_type(ValueRange range, uint32_t i) {
  if (range.block) return range.block->args[range.begin + i]->type;
  return range.is_operands ? op_operand_type(range.op, range.begin + i) : op_result_type(range.op, range.begin + i);
}

ValueRange arguments_of(const Operation *op, uint32_t region, uint32_t begin) {
  const Block *entry = op->regions[region].first;
  if (!entry || begin > entry->arg_count) return NO_VALUES;
  return (ValueRange){.block = entry, .begin = begin, .end = entry->arg_count};
}

void flow_to(RegionSuccessors *self, int32_t region, ValueRange operands, ValueRange inputs) {
  vec_push(self->arena, &self->list, ((RegionSuccessor){region, operands, inputs}));
}

Span all_operands(const Operation *op) { return (Span){0, op->operand_count}; }

bool is_region_point(const Operation *op) { return ask_region_branch_terminator(op->def) != NULL; }

ValueRange passed_by(const Operation *terminator) {
  const RegionBranchTerminatorOpInterface *asked = ask_region_branch_terminator(terminator->def);
  Span span = asked ? asked->passed(terminator) : (Span){0, 0};
  return operands_of(terminator, span.begin, span.end);
}

bool region_successors(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  const RegionBranchOpInterface *asked = ask_region_branch(op->def);
  if (asked) asked->successors(op, point, constants, out);
  return asked != NULL;
}
