// Patterns of vector that canonicalize and convert-vector-to-llvm have in common.
#ifndef RUNG_PASSES_CANONICALIZE_VECTOR_H
#define RUNG_PASSES_CANONICALIZE_VECTOR_H

#include "passes/patterns.h"

// Accesses whose mask is all true or all false, masks of constants and slices of them, two transpositions as one
// (populateVectorToVectorCanonicalizationPatterns).
extern const PatternSet vector_to_vector_patterns;

#endif
