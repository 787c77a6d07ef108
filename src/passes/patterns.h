// The patterns of `canonicalize`: each dialect has one table in src/passes/canonicalize/, listed in
// canonicalize.c. Within a table, patterns of one root stand in the order upstream adds them; of
// several that apply the one of higher benefit wins, then the earlier one.
#ifndef RUNG_PASSES_PATTERNS_H
#define RUNG_PASSES_PATTERNS_H

#include "passes/greedy.h"

typedef struct PatternSet {
  const GreedyPattern *patterns;
  uint32_t count;
} PatternSet;
#define PATTERN_SET(table) {(table), countof(table)}

extern const PatternSet affine_canonicalization;
extern const PatternSet arith_canonicalization;
extern const PatternSet cf_canonicalization;
extern const PatternSet complex_canonicalization;
extern const PatternSet func_canonicalization;
extern const PatternSet index_canonicalization;
extern const PatternSet memref_canonicalization;
extern const PatternSet scf_canonicalization;
extern const PatternSet tensor_canonicalization;
extern const PatternSet tensor_slice_canonicalization;
extern const PatternSet vector_canonicalization;
extern const PatternSet vector_memory_canonicalization;

#endif
