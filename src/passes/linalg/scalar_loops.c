// Structured operations as loops over elements (after lowerToLoopsUsingSCFForOp of mlir/lib/Dialect/SCF/Transforms/TileUsingInterface.cpp).
#include "ops/affine.h"
#include "ops/linalg.h"
#include "ops/memref.h"

#include "ir/type.h"
#include "passes/linalg/tile.h"
#include "passes/scf/loops.h"

typedef struct Elements {
  Tiling *t;
  ValueVec ivs;
} Elements;

// One affine.apply of all induction variables for each dimension.
static Value **indices_of(Elements *self, uint32_t operand) {
  Builder *b = &self->t->b;
  Context *ctx = b->ctx;
  const AffineMap *map = self->t->maps.data[operand];
  Value **indices = arena_new(self->t->arena, Value *, map->result_count + 1);
  for (uint32_t i = 0; i < map->result_count; i++) {
    OpState *state = builder_begin(b, OP_AFFINE_APPLY);
    op_state_add_operands(state, self->ivs.data, self->ivs.count);
    op_state_add_type(state, ctx->types.index);
    op_state_set_prop(state, AFFINE_APPLY_MAP, attr_affine_map(ctx, affine_map(ctx, map->dim_count, map->symbol_count, &map->results[i], 1)));
    indices[i] = builder_finish_value(b);
  }
  return indices;
}

static Value *load(Elements *self, uint32_t operand) {
  Builder *b = &self->t->b;
  Value *source = op_operand(self->t->op, operand);
  if (!type_is_memref(source->type)) return source;
  Value **indices = indices_of(self, operand);
  OpState *state = builder_begin(b, OP_MEMREF_LOAD);
  op_state_add_operand(state, source);
  op_state_add_operands(state, indices, self->t->maps.data[operand]->result_count);
  op_state_add_type(state, type_element(source->type));
  return builder_finish_value(b);
}

static void store(Elements *self, uint32_t operand, Value *value) {
  Value **indices = indices_of(self, operand);
  OpState *state = builder_begin(&self->t->b, OP_MEMREF_STORE);
  op_state_add_operand2(state, value, op_operand(self->t->op, operand));
  op_state_add_operands(state, indices, self->t->maps.data[operand]->result_count);
  builder_finish(&self->t->b);
}

static void build_element(Elements *self) {
  const Operation *op = self->t->op;
  Builder *b = &self->t->b;
  const Block *body = structured_body(op);
  Span inits = structured_inits(op);
  Map map;
  map_init(&map, self->t->arena);
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (body->args[i]->uses) map_set(&map, body->args[i], load(self, i));
  for (const Operation *inner = body->first; inner != body->last; inner = inner->next) {
    if (op_is(inner, OP_LINALG_INDEX)) map_set(&map, op_result(inner, 0), self->ivs.data[op_prop_i64_at(inner, LINALG_INDEX_DIM)]);
    else builder_insert(b, op_clone(b->module, inner, &map));
  }
  b->loc = body->last->loc;
  for (uint32_t i = inits.begin; i < inits.end; i++) {
    Value *value = op_operand(body->last, i - inits.begin), *mapped = map_get(&map, value);
    store(self, i, mapped ? mapped : value);
  }
}

bool lower_to_scalar_loops(Tiling *self, OpVec *loops) {
  Elements elements = {.t = self};
  Builder *b = &self->b;
  if (!structured_body(self->op) || !structured_body(self->op)->last) return false;
  for (uint32_t i = 0; i < self->op->operand_count; i++)
    if (type_is_tensor(op_operand_type(self->op, i))) return false;
  for (uint32_t i = 0; i < self->iterators.count; i++) {
    Value *lower = ofr_to_value(b, OFR_NUMBER(0)), *upper = ofr_to_value(b, self->domain[i]), *step = ofr_to_value(b, OFR_NUMBER(1)), *iv;
    NestBounds bounds = {&lower, &upper, &step, 1};
    Block *body = build_loop_nest(b, &bounds, &iv);
    vec_push(self->arena, &elements.ivs, iv);
    vec_push(self->arena, loops, block_parent_op(body));
    b->loc = self->op->loc;
  }
  build_element(&elements);
  op_erase(self->op);
  return true;
}
