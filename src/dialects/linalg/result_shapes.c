// Sizes of results of structured operations, in terms of the sizes of their operands
// (after LinalgOp::reifyResultShapes of mlir/lib/Dialect/Linalg/IR/LinalgInterfaces.cpp).
#include "dialects/affine/apply.h"
#include "dialects/common/build.h"
#include "dialects/linalg/hooks.h"
#include "ir/type.h"
#include "ops/linalg.h"
#include "ops/memref.h"
#include "ops/tensor.h"

static OpFoldResult size_of(Builder *b, Value *value, uint32_t dim, Arena *arena) {
  const ShapedType *type = type_as_shaped(value->type);
  if (type->dims[dim] != DYNAMIC) return OFR_NUMBER(type->dims[dim]);
  Value *size = build2(b, type_is_memref(value->type) ? OP_MEMREF_DIM : OP_TENSOR_DIM, b->ctx->types.index, value, build_index(b, dim));
  return (OpFoldResult){.value = build_or_fold(b, size, arena)};
}

// The size of each loop is that of the first dimension with its index; the sizes of all operands have numbers, one after the other.
typedef struct LoopSizes {
  E *loops;                // of each loop, the number as a dimension
  OpFoldResult *sizes;
  uint32_t count, first_init, loop_count;
} LoopSizes;

static bool find_sizes(Builder *b, Operation *op, const AffineMapVec *maps, LoopSizes *out, Arena *arena) {
  *out = (LoopSizes){.loop_count = maps->data[0]->dim_count};
  for (uint32_t i = 0; i < maps->count; i++) out->count += maps->data[i]->result_count;
  out->loops = arena_new(arena, E, out->loop_count + 1);
  out->sizes = arena_new(arena, OpFoldResult, out->count + 1);
  if (!out->loops || !out->sizes) return false;
  memset(out->loops, 0, out->loop_count * sizeof *out->loops);
  out->first_init = UINT32_MAX;
  for (uint32_t i = 0, at = 0; i < maps->count; i++) {
    if (i == structured_inits(op).begin) out->first_init = at;
    for (uint32_t k = 0; k < maps->data[i]->result_count; k++, at++) {
      E expr = maps->data[i]->results[k];
      out->sizes[at] = size_of(b, op_operand(op, i), k, arena);
      if (expr->kind == AFFINE_DIM && !out->loops[expr->value]) out->loops[expr->value] = affine_dim(b->ctx, at);
    }
  }
  for (uint32_t i = 0; i < out->loop_count; i++)
    if (!out->loops[i]) return false;
  return true;
}

OpFoldResult *linalg_loop_sizes(Builder *b, Operation *op, const AffineMapVec *maps, Arena *arena) {
  LoopSizes sizes;
  if (!maps->count || !find_sizes(b, op, maps, &sizes, arena)) return NULL;
  OpFoldResult *of_loops = arena_new(arena, OpFoldResult, sizes.loop_count + 1);
  for (uint32_t i = 0; of_loops && i < sizes.loop_count; i++) of_loops[i] = sizes.sizes[sizes.loops[i]->value];
  return of_loops;
}

static bool sizes_of_result(Builder *b, Operation *op, const AffineMapVec *maps, const LoopSizes *sizes, uint32_t result, OpFoldResultList *out, Arena *arena) {
  uint32_t init = structured_inits(op).begin + result;
  const ShapedType *type = type_as_shaped(op_operand_type(op, init));
  *out = (OpFoldResultList){arena_new(arena, OpFoldResult, type->rank + 1), (uint32_t)type->rank};
  if (!out->items) return false;
  for (uint32_t i = 0; i < out->count; i++) {
    E expr = affine_replace(b->ctx, maps->data[init]->results[i], sizes->loops, sizes->loop_count, NULL, 0);
    bool is_of_init = false;
    for (uint32_t k = sizes->first_init; k < sizes->count; k++) is_of_init |= affine_uses_dim(expr, k);
    if (type->dims[i] != DYNAMIC) out->items[i] = OFR_NUMBER(type->dims[i]);
    else if (is_of_init) out->items[i] = size_of(b, op_operand(op, init), i, arena);
    else out->items[i] = compose_apply(b, affine_map(b->ctx, sizes->count, 0, &expr, 1), sizes->sizes, arena);
  }
  return true;
}

bool linalg_result_sizes(Builder *b, Operation *op, const AffineMapVec *maps, OpFoldResultList *out, Arena *arena) {
  LoopSizes sizes;
  if (!maps->count || !find_sizes(b, op, maps, &sizes, arena)) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!sizes_of_result(b, op, maps, &sizes, i, &out[i], arena)) return false;
  return true;
}

bool shapes_of_linalg(Builder *b, Operation *op, uint32_t result, OpFoldResultList *out, Arena *arena) {
  AffineMapVec maps = {0};
  LoopSizes sizes;
  const LinalgOp *asked = ask_linalg_op(op->def);
  if (!asked || !asked->maps(b->ctx, op, arena, &maps) || maps.count != op->operand_count || structured_inits(op).begin + result >= op->operand_count) return false;
  return find_sizes(b, op, &maps, &sizes, arena) && sizes_of_result(b, op, &maps, &sizes, result, out, arena);
}
