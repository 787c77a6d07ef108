// Where control flows between an operation and its regions, and which values it takes along (RegionBranchOpInterface and
// RegionBranchTerminatorOpInterface of mlir/Interfaces/ControlFlowInterfaces.td). The verifier checks it, analyses follow it.
#ifndef RUNG_IR_REGION_FLOW_H
#define RUNG_IR_REGION_FLOW_H

#include "ir/op.h"
#include "support/vec.h"

// A range of values: block arguments, or else results or operands of an operation.
typedef struct ValueRange {
  const Block *block;      // its arguments, when not NULL
  const Operation *op;     // else its results, or its operands
  bool is_operands;
  uint32_t begin, end;
} ValueRange;
#define NO_VALUES ((ValueRange){0})
static inline uint32_t value_range_size(ValueRange range) { return range.end - range.begin; }
static inline Value *value_range_at(ValueRange range, uint32_t i) {
  if (range.block) return range.block->args[range.begin + i];
  return range.is_operands ? op_operand(range.op, range.begin + i) : op_result(range.op, range.begin + i);
}
T value_range_type(ValueRange range, uint32_t i);
static ALWAYS_INLINE ValueRange results_of(const Operation *op) { return (ValueRange){.op = op, .end = op->result_count}; }
static ALWAYS_INLINE ValueRange operands_of(const Operation *op, uint32_t begin, uint32_t end) {
  return (ValueRange){.op = op, .is_operands = true, .begin = begin, .end = end};
}
// The arguments of a region's first block, from number `begin` on; none when it has fewer.
ValueRange arguments_of(const Operation *op, uint32_t region, uint32_t begin);

// A way that control may take from a point: into a region, or behind the operation.
enum { FLOW_PARENT = -1 };
typedef struct RegionSuccessor {
  int32_t region;          // its number, or FLOW_PARENT
  ValueRange operands;     // of the point: what is passed …
  ValueRange inputs;       // … to these: arguments of the region, or results of the operation
} RegionSuccessor;
typedef struct RegionSuccessors {
  Arena *arena;
  VEC(RegionSuccessor) list;
} RegionSuccessors;
void flow_to(RegionSuccessors *self, int32_t region, ValueRange operands, ValueRange inputs);

// What a terminator gives to the operation around it.
ValueRange passed_by(const Operation *terminator);
// Whether a terminator is such a point: control goes on from it as the operation around says.
bool is_region_point(const Operation *op);
// The ways from `point`: the operation itself, when it is reached, or a terminator in one of its regions. `constants`: what is known
// of the point's operands, one of them each, NULL where nothing is; NULL: nothing is known of any. False: the operation does not say.
bool region_successors(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out);

#endif
