// Casts that patterns put in or leave out.
#include "ops/tensor.h"

#include "dialects/tensor/canonicalize.h"

bool replace_cast(Greedy *g, Operation *op, Value *value) {
  T type = op_result_type(op, 0);
  return greedy_replace1(g, op, value->type == type ? value : build_cast(&g->b, type, value));
}

bool tensor_keeps_sizes(T from, T to) {
  const ShapedType *a = as_tensor(from), *b = as_tensor(to);
  if (!a || !b || a->element != b->element || a->rank != b->rank) return false;
  for (uint64_t i = 0; i < a->rank; i++)
    if (a->dims[i] != DYNAMIC && b->dims[i] == DYNAMIC) return false;
  return true;
}

Operation *forgetting_cast(const Value *value) {
  Operation *cast = defined_by(value, OP_TENSOR_CAST);
  return cast && tensor_cast_loses_nothing(cast) ? cast : NULL;
}

T tensor_with_dims(Context *ctx, const ShapedType *like, const int64_t *dims, uint32_t rank) {
  return type_tensor(ctx, dims, rank, like->element, NULL);
}
