// Checks that operations make before they run (RuntimeVerifiableOpInterface of upstream): comparisons, and cf.assert
// with a message that shows the operation.
#ifndef RUNG_PASSES_RUNTIME_CHECKS_CHECKS_H
#define RUNG_PASSES_RUNTIME_CHECKS_CHECKS_H

#include "dialects/common/build.h"
#include "dialects/common/op_fold_result.h"

typedef struct Checker {
  Builder b;              // before the operation
  Arena *arena;
  Operation *op;          // being checked
  Str text;               // of it, as it was printed before the pass; empty: messages do not show it
} Checker;

typedef struct RuntimeChecks {
  void (*generate)(Checker *c, Operation *op);
} RuntimeChecks;
// NULL: there is nothing to check.
const RuntimeChecks *runtime_checks_of(const Operation *op);

// --- For checks

void check_assert(Checker *c, Value *condition, const char *problem, ...) __attribute__((format(printf, 3, 4)));
Value *check_equal(Checker *c, Value *a, Value *b);
Value *check_size(Checker *c, Value *shaped, uint32_t dim);    // by memref.dim or tensor.dim
Value *check_in_bounds(Checker *c, Value *value, Value *low, Value *high);   // low <= value < high, folded where it can be
// What is cast has the rank and the sizes that the result type says. `from`: its type when it has a rank, or NULL.
void check_rank(Checker *c, Value *source, const ShapedType *to);
void check_sizes(Checker *c, Value *source, const ShapedType *from, const ShapedType *to);
// The subscripts [begin, end) of an access lie within `shaped`.
void check_subscripts(Checker *c, Value *shaped, Span indices);
// Each dimension of a slice lies within `source`, whose sizes are asked for one by one or by its metadata.
void check_slice(Checker *c, Value *source, bool by_metadata, const char *name);

extern const RuntimeChecks memref_assume_alignment_checks, memref_access_checks, memref_cast_checks, memref_copy_checks,
    dim_checks, memref_expand_checks, memref_subview_checks, tensor_cast_checks, tensor_extract_checks, tensor_insert_checks,
    tensor_slice_checks;

#endif
