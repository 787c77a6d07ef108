// Interfaces of operations with regions, checked in upstream's words: control that flows between an
// operation and its regions, loops, destinations (RegionBranchOpInterface, LoopLikeOpInterface,
// DestinationStyleOpInterface). Records name the checks in `verify_regions`, in upstream's order.
#ifndef RUNG_DIALECTS_COMMON_REGIONS_H
#define RUNG_DIALECTS_COMMON_REGIONS_H

#include "ir/verify.h"

// A range of values: block arguments, or else results or operands of an operation.
typedef struct ValueRange {
  const Block *block;      // its arguments, when not NULL
  const Operation *op;     // else its results, or its operands
  bool is_operands;
  uint32_t begin, end;
} ValueRange;
#define NO_VALUES ((ValueRange){0})
static inline uint32_t value_range_size(ValueRange range) { return range.end - range.begin; }
T value_range_type(ValueRange range, uint32_t i);
static ALWAYS_INLINE ValueRange results_of(const Operation *op) { return (ValueRange){.op = op, .end = op->result_count}; }
static ALWAYS_INLINE ValueRange operands_of(const Operation *op, uint32_t begin, uint32_t end) {
  return (ValueRange){.op = op, .is_operands = true, .begin = begin, .end = end};
}
// The arguments of a region's first block, from number `begin` on; none when it has fewer.
ValueRange arguments_of(const Operation *op, uint32_t region, uint32_t begin);

enum { EDGE_TO_PARENT = -1 };   // instead of a region's number
// Check one edge of control flow, from `terminator` (NULL: from the operation itself) to a region or back to
// the operation: `operands` are passed to `inputs`.
bool verify_edge(Verifier *v, const Operation *op, const Operation *terminator, int32_t to, ValueRange operands, ValueRange inputs);
// From the operation into a region (or past them all), with these operands.
bool verify_entry_edge(Verifier *v, const Operation *op, int32_t to, Span operands, ValueRange inputs);
// From each terminator of `region` that gives all its operands to its parent (scf.yield) to `to`.
bool verify_return_edges(Verifier *v, const Operation *op, uint32_t region, int32_t to, ValueRange inputs);
// Whether a terminator is one of those.
bool is_return_like(const Operation *op);

// Check the values that a loop carries around. `yields` may be NO_VALUES when they are not known.
typedef struct LoopParts {
  ValueRange inits, iter_args, yields, results;
  bool has_results;
} LoopParts;
bool verify_loop(Verifier *v, const Operation *op, const LoopParts *parts);

// Operands `inits` are tensors, which become the results one by one, or memrefs.
bool verify_destinations(Verifier *v, const Operation *op, Span inits);

#endif
