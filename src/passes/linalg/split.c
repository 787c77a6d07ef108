// One structured operation as two, which share a loop (after mlir/lib/Dialect/Linalg/Transforms/Split.cpp).
#include "ops/tensor.h"

#include "dialects/affine/apply.h"
#include "ir/type.h"
#include "passes/linalg/tile.h"

static OpFoldResult apply(Tiling *self, E expr, const OpFoldResult *dims, uint32_t count) {
  return compose_apply(&self->b, affine_map(self->b.ctx, count, 0, &expr, 1), dims, self->arena);
}

// The part from `offset` on. Its results go into `values`, which are those so far.
static Operation *build_part(Tiling *self, uint32_t loop, OpFoldResult offset, OpFoldResult size, Value **values) {
  uint32_t count = self->iterators.count;
  Tile tile = {arena_new(self->arena, OpFoldResult, count + 1), arena_new(self->arena, OpFoldResult, count + 1)};
  for (uint32_t i = 0; i < count; i++) {
    tile.offsets[i] = i == loop ? offset : OFR_NUMBER(0);
    tile.sizes[i] = i == loop ? size : self->domain[i];
  }
  Operation *part = tile_part(self, &tile, NULL, NULL);
  for (uint32_t i = 0; i < part->result_count; i++) {
    OffsetsSizesStrides slice = tile_of_result(self, &tile, i, values[i]);
    values[i] = op_result(build_insert_slice(&self->b, OP_TENSOR_INSERT_SLICE, op_result(part, i), values[i], &slice, self->arena), 0);
  }
  return part;
}

const char *split_loop(Tiling *self, uint32_t loop, OpFoldResult point, Operation *parts[2]) {
  Builder *b = &self->b;
  Context *ctx = b->ctx;
  Operation *op = self->op;
  E d0 = affine_dim(ctx, 0), d1 = affine_dim(ctx, 1), ends[] = {d0, d1};
  Span inits = structured_inits(op);
  parts[0] = op;
  parts[1] = NULL;
  if (op->result_count && op->result_count != span_size(inits)) return "some of its results are tensors and some are memrefs";
  OpFoldResult size = self->domain[loop], first = compose_min(b, affine_map(ctx, 2, 0, ends, 2), (const OpFoldResult[]){point, size}, self->arena);
  OpFoldResult rest = apply(self, affine_sub(ctx, d0, d1), (const OpFoldResult[]){size, first}, 2);
  if (ofr_is(rest, 0)) return NULL;
  Value **values = arena_new(self->arena, Value *, op->result_count + 1);
  for (uint32_t i = 0; i < op->result_count; i++) values[i] = op_operand(op, inits.begin + i);
  parts[0] = build_part(self, loop, OFR_NUMBER(0), first, values);
  for (uint32_t i = 0; i < op->result_count; i++) op_set_operand(op, inits.begin + i, values[i]);
  OpFoldResult offset = apply(self, d0, &first, 1);
  parts[1] = build_part(self, loop, offset, rest, values);
  for (uint32_t i = 0; i < op->result_count; i++) value_replace_all(op_result(op, i), values[i]);
  op_erase(op);
  return NULL;
}
