// affine-expand-index-ops-as-affine: linear indices become affine.apply operations
// (after mlir/lib/Dialect/Affine/Transforms/AffineExpandIndexOpsAsAffine.cpp).
#include "ops/affine.h"

#include "dialects/affine/apply.h"
#include "dialects/common/view_like.h"
#include "rewrite/greedy.h"

// The basis without the size of the first index, which does not matter.
static OpFoldResultList basis_of(Greedy *g, const Operation *op, uint32_t indices) {
  A numbers = op_prop(op, "static_basis");
  uint32_t count = (uint32_t)((const DenseArrayAttr *)numbers)->count, next = op_operands_named(op, "dynamic_basis").begin;
  OpFoldResultList self = {.items = arena_new(g->arena, OpFoldResult, count + 1)};
  for (uint32_t i = 0; i < count; i++) {
    int64_t number = dense_array_i64(numbers, i);
    self.items[i] = number == DYNAMIC ? (OpFoldResult){.value = op_operand(op, next++)} : OFR_NUMBER(number);
  }
  uint32_t skip = count == indices && count ? 1 : 0;
  self.items += skip;
  self.count = count - skip;
  return self;
}

static bool split(Greedy *g, Operation *op) {
  Context *ctx = g->ctx;
  uint32_t count = op->result_count;
  OpFoldResultList basis = basis_of(g, op, count);
  OpFoldResult *divisors = arena_new(g->arena, OpFoldResult, count + 1);
  Value **values = arena_new(g->arena, Value *, count + 1);
  E product = affine_mul(ctx, affine_symbol(ctx, 0), affine_symbol(ctx, 1));
  for (uint32_t i = basis.count; i-- > 0;)
    divisors[i] = i + 1 == basis.count
                    ? basis.items[i]
                    : compose_apply_symbols(&g->b, product, (const OpFoldResult[]){basis.items[i], divisors[i + 1]}, 2, g->arena);
  OpFoldResult rest = {.value = op_operand(op, 0)};
  E dim = affine_dim(ctx, 0), quotient = affine_floordiv(ctx, dim, affine_dim(ctx, 1)), remainder = affine_mod(ctx, dim, affine_dim(ctx, 1));
  for (uint32_t i = 0; i < basis.count; i++) {
    OpFoldResult inputs[] = {rest, divisors[i]};
    values[i] = ofr_to_value(&g->b, compose_apply(&g->b, affine_map(ctx, 2, 0, &quotient, 1), inputs, g->arena));
    rest.value = ofr_to_value(&g->b, compose_apply(&g->b, affine_map(ctx, 2, 0, &remainder, 1), inputs, g->arena));
  }
  values[basis.count] = rest.value;
  return greedy_replace(g, op, values);
}

static bool join(Greedy *g, Operation *op) {
  Context *ctx = g->ctx;
  Span indices = op_operands_named(op, "multi_index");
  uint32_t count = span_size(indices);
  OpFoldResultList basis = basis_of(g, op, count);
  OpFoldResult *inputs = arena_new(g->arena, OpFoldResult, 2 * count + 1);
  // The operations that make strides become dead when they are taken into the sum.
  E sum = affine_const(ctx, 0), product = affine_mul(ctx, affine_symbol(ctx, 0), affine_symbol(ctx, 1));
  OpFoldResult stride = OFR_NUMBER(1);
  for (uint32_t i = count; i-- > 0;) {
    inputs[2 * i] = ofr_from_value(op_operand(op, indices.begin + i));
    inputs[2 * i + 1] = stride;
    if (i) stride = compose_apply_symbols(&g->b, product, (const OpFoldResult[]){stride, basis.items[i - 1]}, 2, g->arena);
  }
  for (uint32_t i = 0; i < count; i++)
    sum = affine_add(ctx, sum, affine_mul(ctx, affine_symbol(ctx, 2 * i), affine_symbol(ctx, 2 * i + 1)));
  return greedy_replace1(g, op, ofr_to_value(&g->b, compose_apply_symbols(&g->b, sum, inputs, 2 * count, g->arena)));
}

static bool run(PassRun *pass, Operation *op) {
  static const GreedyPattern patterns[] = {
    {.root = OP_AFFINE_DELINEARIZE_INDEX, .rewrite = split, .name = "affine.delinearize_index to affine.apply"},
    {.root = OP_AFFINE_LINEARIZE_INDEX, .rewrite = join, .name = "affine.linearize_index to affine.apply"},
  };
  return greedy_rewrite(pass, op, patterns, countof(patterns), NULL);
}

const PassDef affine_expand_index_ops_as_affine_pass = {
  .name = "affine-expand-index-ops-as-affine", .class_name = "AffineExpandIndexOpsAsAffine",
  .summary = "linear indices as affine.apply",
  .works_on = "affine", .makes = "affine",
  .run = run,
};
