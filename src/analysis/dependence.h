// Whether two accesses to a memory at affine subscripts may meet at the same element
// (after mlir/lib/Dialect/Affine/Analysis/AffineAnalysis.cpp).
#ifndef RUNG_ANALYSIS_DEPENDENCE_H
#define RUNG_ANALYSIS_DEPENDENCE_H

#include "analysis/affine_system.h"

// One access: the iterations in which it happens, and its subscripts.
typedef struct AccessDomain {
  AffineSet set;             // the variables of the loops around come first, outermost first; no subscripts yet
  uint32_t loops;
  const AffineMap *map;
  Value *const *operands;    // of the map: variables of loops, or values that are the same for both accesses
} AccessDomain;

typedef enum DependenceAnswer { DEPENDENCE_NONE, DEPENDENCE_EXISTS, DEPENDENCE_UNKNOWN } DependenceAnswer;

// By how much a loop's variable is larger at the later access; what is not known is INT64_MIN, INT64_MAX.
typedef struct Distance { int64_t low, high; } Distance;

// How many loops are around both.
uint32_t dependence_common_loops(const AccessDomain *from, const AccessDomain *to);
// A dependence carried by loop `depth` (from 1; common loops + 1: within one iteration of all of them). `distances`:
// room for one per common loop, or NULL. `pairs`: the pairs of iterations, whose dimensions are the loops around `from`,
// then those around `to`; or NULL.
DependenceAnswer dependence_check(Arena *arena, const AccessDomain *from, const AccessDomain *to, uint32_t depth, Distance *distances,
                                  AffineSystem *pairs);

#endif
