// Types of amdgpu's operations.
#include "ops/amdgpu.h"

#include "ir/op.h"

T amdgpu_workgroup_mask(Context *ctx) {
  int64_t count = 16;
  return type_vector(ctx, &count, 1, 0, ctx->types.i1);
}
