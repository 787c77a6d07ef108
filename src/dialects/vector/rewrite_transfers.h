// Making vector operations, and the rewrites of transfers that lowerings share.
#ifndef RUNG_DIALECTS_VECTOR_REWRITE_TRANSFERS_H
#define RUNG_DIALECTS_VECTOR_REWRITE_TRANSFERS_H

#include "dialects/common/build.h"
#include "dialects/vector/fold.h"
#include "ir/affine.h"
#include "ops/vector.h"
#include "rewrite/greedy.h"

// A position in a vector: numbers, and DYNAMIC for those that are operands.
typedef struct VectorPosition {
  int64_t *at;
  Value **values;
  uint32_t count, value_count;
} VectorPosition;
// The position of an extract or insert (none when `op` is NULL), with room for one more entry.
VectorPosition vector_position_of(Arena *arena, const Operation *op);
void vector_position_add(VectorPosition *self, int64_t number);
Value *build_vector_extract(Builder *b, Value *vector, const VectorPosition *position);
Value *build_vector_insert(Builder *b, Value *value, Value *vector, const VectorPosition *position);
Value *build_vector_extract_at(Builder *b, Value *vector, Value *index);             // vector[%index]
Value *build_vector_insert_at(Builder *b, Value *value, Value *vector, Value *index);
static inline Value *build_vector_broadcast(Builder *b, T type, Value *value) { return build1(b, OP_VECTOR_BROADCAST, type, value); }
Value *build_vector_transpose(Builder *b, Value *vector, const int64_t *permutation, uint32_t count);

// A transfer to make: `vector` is the type to read or, in `value`, what to write. `mask` may be NULL.
typedef struct NewTransfer {
  T vector;
  Value *value, *base, *padding, *mask;
  Value *const *indices;
  const AffineMap *map;
  A in_bounds;
} NewTransfer;
// Like `from`, whose indices are copied to `arena`.
NewTransfer new_transfer(const Transfer *from, Arena *arena);
Operation *build_transfer(Builder *b, const NewTransfer *what);

// The order in which the results of a map are a minor identity, where zeros may stand anywhere
// (isPermutationOfMinorIdentityWithBroadcasting). False: the map is not such a one.
bool transfer_order(const AffineMap *map, int64_t *order, Arena *arena);

T vector_without_first_dim(Context *ctx, const ShapedType *vector);

// Permutation maps become minor identities, with transposes and broadcasts around the transfer
// (populateVectorTransferPermutationMapLoweringPatterns).
void greedy_add_transfer_maps(Greedy *g);

#endif
