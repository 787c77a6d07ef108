// Computations over elements: loops, from which maps lead to the elements of each operand, and a body that is run for each point.
#ifndef RUNG_ANALYSIS_STRUCTURED_H
#define RUNG_ANALYSIS_STRUCTURED_H

#include "ir/affine.h"
#include "ir/op.h"

enum { ITERATOR_PARALLEL, ITERATOR_REDUCTION };
typedef VEC(const AffineMap *) AffineMapVec;
typedef VEC(uint8_t) IteratorVec;

// Both push to vectors in memory of `arena`.
typedef bool StructuredMapsFn(Context *ctx, const Operation *op, Arena *arena, AffineMapVec *out);
typedef void StructuredIteratorsFn(const Operation *op, Arena *arena, IteratorVec *out);

#include "ops/structured.h"

// Operands: those that are read, and those that become the results. The two groups of the record.
static inline Span structured_inputs(const Operation *op) {
  Span span = {0, 0};
  op_operand_span(op, 0, &span);
  return span;
}
static inline Span structured_inits(const Operation *op) {
  Span span = {0, 0};
  op_operand_span(op, 1, &span);
  return span;
}
static inline Block *structured_body(const Operation *op) { return op->region_count ? op->regions[0].first : NULL; }

#endif
