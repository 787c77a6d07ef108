// Interfaces of operations with regions, checked in upstream's words: control that flows between an
// operation and its regions, loops, destinations (RegionBranchOpInterface, LoopLikeOpInterface,
// DestinationStyleOpInterface). Records name the checks in `verify_regions`, in upstream's order.
#ifndef RUNG_DIALECTS_COMMON_REGIONS_H
#define RUNG_DIALECTS_COMMON_REGIONS_H

#include "ir/region_flow.h"
#include "ir/verify.h"

// Check each way that control takes: from the operation itself, then from every end of its regions, in order.
bool verify_region_flow(Verifier *v, const Operation *op);

// Check the values that a loop carries around. `yields` may be NO_VALUES when they are not known.
typedef struct LoopParts {
  ValueRange inits, iter_args, yields, results;
  bool has_results;
} LoopParts;
bool verify_loop(Verifier *v, const Operation *op, const LoopParts *parts);

// Operands `inits` are tensors, which become the results one by one, or memrefs.
bool verify_destinations(Verifier *v, const Operation *op, Span inits);

#endif
