// linalg-inline-scalar-operands: what is the same at every point is read inside the body
// (after mlir/lib/Dialect/Linalg/Transforms/InlineScalarOperands.cpp).
#include "ops/arith.h"
#include "ops/linalg.h"
#include "ops/tensor.h"

#include "analysis/structured.h"
#include "dialects/common/op_fold_result.h"
#include "dialects/linalg/build.h"
#include "ir/type.h"
#include "rewrite/greedy.h"

static bool is_constant(const AffineMap *map) {
  for (uint32_t i = 0; i < map->result_count; i++)
    if (map->results[i]->kind != AFFINE_CONST) return false;
  return true;
}

static Value *read_scalar(Greedy *g, Value *source, const AffineMap *map) {
  if (!type_is_tensor(source->type)) return source;
  ValueVec indices = {0};
  for (uint32_t i = 0; i < map->result_count; i++) vec_push(g->arena, &indices, ofr_to_value(&g->b, OFR_NUMBER(map->results[i]->value)));
  return build_extract(&g->b, source, indices.data, indices.count);
}

static bool inline_scalars(Greedy *g, Operation *op) {
  Span inputs = structured_inputs(op), inits = structured_inits(op);
  AffineMapVec maps = {0};
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_is_memref(op_operand_type(op, i))) return greedy_no_match(g, op, "it is on memrefs");
  if (!ask_linalg_op(op->def)->maps(g->ctx, op, g->arena, &maps) || maps.count != op->operand_count) return false;
  AffineMapVec kept_maps = {0};
  ValueVec kept[2] = {0};   // inputs, inits
  U32Vec scalars = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (i < inputs.end && is_constant(maps.data[i])) {
      vec_push(g->arena, &scalars, i);
      continue;
    }
    vec_push(g->arena, &kept_maps, maps.data[i]);
    vec_push(g->arena, &kept[i >= inits.begin], op_operand(op, i));
  }
  if (!scalars.count) return greedy_no_match(g, op, "no input is the same at every point");
  Operation *made = build_generic(&g->b, &kept[0], &kept[1], &kept_maps, op_prop_at(op, LINALG_GENERIC_ITERATOR_TYPES), g->arena);
  region_take_blocks(op_region(made, 0), &op->regions[0], NULL);
  Block *body = structured_body(made);
  builder_at_start(&g->b, body);
  for (uint32_t i = scalars.count; i-- > 0;) {
    uint32_t operand = scalars.data[i];
    g->b.loc = op->loc;
    greedy_replace_uses(g, body->args[operand], read_scalar(g, op_operand(op, operand), maps.data[operand]));
    block_erase_arg(body, operand);
  }
  return greedy_replace_op(g, op, made);
}

static const GreedyPattern patterns[] = {{.root = OP_LINALG_GENERIC, .rewrite = inline_scalars, .name = "scalars read in the body"}};

static bool run(PassRun *pass, Operation *op) { return greedy_rewrite(pass, op, patterns, countof(patterns), NULL); }

const PassDef linalg_inline_scalars_pass = {
  .name = "linalg-inline-scalar-operands", .class_name = "LinalgInlineScalarOperandsPass",
  .summary = "Inline scalar operands into linalg generic ops", .works_on = "linalg", .makes = "tensor arith", .run = run,
};
