// Checks that run before an operation (analysis/runtime_checks.ops): comparisons, and cf.assert with a message that
// shows the operation.
#ifndef RUNG_DIALECTS_COMMON_RUNTIME_CHECKS_H
#define RUNG_DIALECTS_COMMON_RUNTIME_CHECKS_H

#include "dialects/common/build.h"
#include "dialects/common/op_fold_result.h"

typedef struct Checker {
  Builder b;              // before the operation
  Arena *arena;
  Operation *op;          // being checked
  Str text;               // of it, as it was printed before the pass; empty: messages do not show it
} Checker;

void check_assert(Checker *c, Value *condition, const char *problem, ...) __attribute__((format(printf, 3, 4)));
Value *check_equal(Checker *c, Value *a, Value *b);
Value *check_size(Checker *c, Value *shaped, uint32_t dim);    // by memref.dim or tensor.dim
Value *check_in_bounds(Checker *c, Value *value, Value *low, Value *high);   // low <= value < high, folded where it can be
// What is cast has the rank and the sizes that the result type says. `from`: its type when it has a rank, or NULL.
void check_rank(Checker *c, Value *source, const ShapedType *to);
void check_sizes(Checker *c, Value *source, const ShapedType *from, const ShapedType *to);
// The subscripts [begin, end) of an access lie within `shaped`.
void check_subscripts(Checker *c, Value *shaped, Span indices);
// Each dimension of a slice lies within `source`. `sizes` makes its sizes; NULL: they are asked for one by one.
typedef Value *const *SliceSizesFn(Checker *c, Value *source);
void check_slice(Checker *c, Value *source, SliceSizesFn *sizes, const char *name);

#endif
