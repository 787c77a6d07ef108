// linalg-specialize-generic-ops: what a generic computation is called
// (after mlir/lib/Dialect/Linalg/Transforms/Specialize.cpp).
#include "ops/arith.h"
#include "ops/linalg.h"
#include "ops/math.h"

#include "asm/params.h"
#include "ir/type.h"
#include "passes/linalg/linalg.h"

typedef struct Generic {
  Greedy *g;
  Operation *op;
  AffineMapVec maps;
  IteratorVec iterators;
  Span inputs, inits;
  Block *body;
} Generic;

static bool are_identities(const Generic *s) {
  for (uint32_t i = 0; i < s->maps.count; i++)
    if (!affine_map_is_identity(s->maps.data[i])) return false;
  return true;
}

static bool is_all_parallel(const Generic *s) {
  for (uint32_t i = 0; i < s->iterators.count; i++)
    if (s->iterators.data[i] != ITERATOR_PARALLEL) return false;
  return true;
}

// The body is a yield of the first argument.
static bool is_yield_of_input(const Generic *s) {
  const Operation *yield = s->body->first;
  return yield == s->body->last && op_is(yield, OP_LINALG_YIELD) && yield->operand_count == 1 && op_operand(yield, 0) == s->body->args[0];
}

static bool is_on(const Generic *s, TypeKind kind) {
  for (uint32_t i = 0; i < s->op->operand_count; i++)
    if (type_kind(op_operand_type(s->op, i)) != kind) return false;
  return true;
}

// A named operation with the operands, and the body that there was if it can stay.
static Operation *make(const Generic *s, uint32_t opcode, bool is_swapped, bool takes_body) {
  Builder *b = &s->g->b;
  OpState *state = builder_begin(b, opcode);
  uint32_t inputs = span_size(s->inputs);
  for (uint32_t i = 0; i < s->op->operand_count; i++) {
    uint32_t from = is_swapped && i < 2 && inputs == 2 ? 1 - i : i;
    op_state_add_operand(state, op_operand(s->op, from));
  }
  op_state_take_types(state, s->op);
  if (op_segments_name(state->def, STR("operandSegmentSizes"))) op_state_operand_segments(state, (const int32_t[]){(int32_t)inputs, (int32_t)span_size(s->inits)}, 2);
  Region *region = op_state_add_region(state);
  if (takes_body) region_take_blocks(region, &s->op->regions[0], NULL);
  return builder_finish_typed(b);
}

static bool become(const Generic *s, Operation *made) {
  if (!structured_body(made) && made->region_count) return false;
  return greedy_replace_op(s->g, s->op, made);
}

// ---------------------------------------------------------------------------------------------
// Movements

static A i64_list(const Generic *s, const I64Vec *list) { return attr_i64_array(s->g->ctx, list->data, list->count); }

static bool to_transpose(const Generic *s) {
  const AffineMap *map = s->maps.data[0];
  if (!affine_map_is_identity(s->maps.data[1]) || !affine_map_is_permutation(map)) return false;
  I64Vec permutation = {0};
  for (uint32_t i = 0; i < map->result_count; i++)   // the dimension of the input that the result's dimension i is
    for (uint32_t k = 0; k < map->result_count; k++)
      if (map->results[k]->value == i) vec_push(s->g->arena, &permutation, k);
  Operation *made = make(s, OP_LINALG_TRANSPOSE, false, true);
  op_set_prop(made, LINALG_TRANSPOSE_PERMUTATION, i64_list(s, &permutation));
  return become(s, made);
}

// The dimensions of the result that the input lacks; the others are in order.
static bool to_broadcast(const Generic *s) {
  const AffineMap *map = s->maps.data[0];
  I64Vec added = {0};
  int64_t last = -1;
  if (!affine_map_is_identity(s->maps.data[1]) || map->result_count >= map->dim_count) return false;
  for (uint32_t i = 0; i < map->result_count; i++) {
    if (map->results[i]->kind != AFFINE_DIM || map->results[i]->value <= last) return false;
    last = map->results[i]->value;
  }
  for (uint32_t i = 0, next = 0; i < map->dim_count; i++) {
    if (next < map->result_count && map->results[next]->value == i) next++;
    else vec_push(s->g->arena, &added, i);
  }
  Operation *made = make(s, OP_LINALG_BROADCAST, false, true);
  op_set_prop(made, LINALG_BROADCAST_DIMENSIONS, i64_list(s, &added));
  return become(s, made);
}

static bool is_scalar(T type) { return !type_is_memref(type) && !type_is_tensor(type); }

static bool to_movement(const Generic *s) {
  if (span_size(s->inputs) != 1 || span_size(s->inits) != 1 || !is_all_parallel(s) || !is_yield_of_input(s)) return false;
  if (is_scalar(op_operand_type(s->op, 0))) return affine_map_is_identity(s->maps.data[1]) && become(s, make(s, OP_LINALG_FILL, false, true));
  if (are_identities(s)) return become(s, make(s, OP_LINALG_COPY, false, true));
  return to_transpose(s) || to_broadcast(s);
}

// ---------------------------------------------------------------------------------------------
// Functions of elements

static bool to_function(const Generic *s) {
  const Operation *op = s->body->first;
  uint32_t inputs = span_size(s->inputs);
  if (span_size(s->inits) != 1 || !is_all_parallel(s) || !are_identities(s)) return false;
  if (!op || op->next != s->body->last || !op_is(op->next, OP_LINALG_YIELD) || op->next->operand_count != 1 || op_operand(op->next, 0) != op_result(op, 0)) return false;
  if (inputs == 1) return op_is(op, OP_MATH_EXP) && op_operand(op, 0) == s->body->args[0] && become(s, make(s, OP_LINALG_EXP, false, true));
  if (inputs != 2 || op->operand_count != 2) return false;
  bool is_swapped = op_operand(op, 0) == s->body->args[1] && op_operand(op, 1) == s->body->args[0];
  if (!is_swapped && (op_operand(op, 0) != s->body->args[0] || op_operand(op, 1) != s->body->args[1])) return false;
  uint32_t named = op_is(op, OP_ARITH_ADDF) ? OP_LINALG_ADD : op_is(op, OP_ARITH_SUBF) ? OP_LINALG_SUB : op_is(op, OP_ARITH_MULF) ? OP_LINALG_MUL
                 : op_is(op, OP_ARITH_DIVF) ? OP_LINALG_DIV : 0;
  if (!named) return false;
  if (is_swapped) {   // the body is that of the operation, whose inputs are in the other order
    Operation *inside = (Operation *)(uintptr_t)op;
    op_set_operand(inside, 0, s->body->args[0]);
    op_set_operand(inside, 1, s->body->args[1]);
  }
  return become(s, make(s, named, is_swapped, true));
}

static bool specialize(Greedy *g, Operation *op) {
  Generic s = {.g = g, .op = op, .inputs = structured_inputs(op), .inits = structured_inits(op), .body = structured_body(op)};
  const LinalgOp *asked = ask_linalg_op(op->def);
  if (!s.body || !s.body->last || !asked->maps(g->ctx, op, g->arena, &s.maps) || s.maps.count != op->operand_count) return false;
  asked->iterators(op, g->arena, &s.iterators);
  if (!is_on(&s, TYPE_TENSOR) && !is_on(&s, TYPE_MEMREF) && span_size(s.inputs) != 1) return greedy_no_match(g, op, "its operands are of several kinds");
  return to_movement(&s) || to_function(&s) || greedy_no_match(g, op, "no operation with a name computes this");
}

static const GreedyPattern patterns[] = {{.root = OP_LINALG_GENERIC, .rewrite = specialize, .name = "linalg.generic by its name"}};
const PatternSet specialize_patterns = PATTERN_SET(patterns);

static bool run(PassRun *pass, Operation *op) { return greedy_rewrite(pass, op, patterns, countof(patterns), NULL); }

const PassDef linalg_specialize_pass = {
  .name = "linalg-specialize-generic-ops", .class_name = "LinalgSpecializeGenericOpsPass",
  .summary = "Convert generic ops back to named ops", .works_on = "linalg", .makes = "linalg", .run = run,
};
