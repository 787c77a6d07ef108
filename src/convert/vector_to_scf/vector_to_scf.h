// Parts of convert-vector-to-scf.
#ifndef RUNG_CONVERT_VECTOR_TO_SCF_VECTOR_TO_SCF_H
#define RUNG_CONVERT_VECTOR_TO_SCF_VECTOR_TO_SCF_H

#include "dialects/vector/rewrite_transfers.h"

// Builds the operations of a region, at its end; returns the value to yield, or NULL.
typedef Value *BodyFn(void *data, Block *body);
// An scf operation whose regions `bodies` fill (NULL: left empty); a loop's block gets its arguments.
Operation *build_region_op(Builder *b, uint32_t opcode, T result, Value *const *operands, uint32_t count, BodyFn *const *bodies,
                           uint32_t body_count, void *data);
// print.c: vectors are printed by loops over their elements.
bool decompose_vector_print(Greedy *g, Operation *op);

#endif
