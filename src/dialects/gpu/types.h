// Types of the gpu dialect that C reads.
#ifndef RUNG_DIALECTS_GPU_TYPES_H
#define RUNG_DIALECTS_GPU_TYPES_H

#include "ir/type.h"

typedef struct MmaMatrixType {
  Type base;
  T element;
  A operand;          // "AOp", "BOp" or "COp"
  int64_t dims[2];
} MmaMatrixType;

// An mma_matrix; NULL for others.
const MmaMatrixType *type_as_mma_matrix(T type);
T type_mma_matrix(Context *ctx, const int64_t *dims, T element, A operand);
T type_async_token(Context *ctx);

enum { GPU_SPACE_NONE = 0, GPU_SPACE_GLOBAL = 1, GPU_SPACE_WORKGROUP, GPU_SPACE_PRIVATE };
// The value of an address_space attribute; GPU_SPACE_NONE for others.
int64_t gpu_space_of(A space);

#endif
