#include "convert/lower_affine/expand.h"

#include "asm/params.h"
#include "dialects/common/build.h"
#include "ir/verify.h"
#include "ops/affine.h"
#include "ops/arith.h"
#include "ops/op_interfaces.h"
#include "rewrite/greedy.h"

static Value *build_flagged(Builder *b, uint32_t opcode, Value *lhs, Value *rhs, uint64_t flags) {
  OpState *state = builder_begin(b, opcode);
  op_state_add_operand2(state, lhs, rhs);
  op_state_add_type(state, lhs->type);
  op_state_set_attr(state, STR("overflowFlags"), attr_from_params(b->ctx, &arith_overflow_attr, &flags));
  return builder_finish_value(b);
}

static Value *build_nsw(Builder *b, uint32_t opcode, Value *lhs, Value *rhs) {
  return build_flagged(b, opcode, lhs, rhs, ARITH_INTEGER_OVERFLOW_FLAGS_NSW);
}

// remainder < 0 ? remainder + rhs : remainder
static Value *expand_mod(Builder *b, Value *lhs, Value *rhs) {
  Value *remainder = build_binary(b, OP_ARITH_REMSI, lhs, rhs);
  Value *zero = build_index(b, 0);
  Value *negative = build_cmpi(b, ARITH_CMP_I_PREDICATE_SLT, remainder, zero);
  Value *corrected = build_binary(b, OP_ARITH_ADDI, remainder, rhs);
  return build_select(b, negative, corrected, remainder);
}

// lhs < 0 ? -1 - (-1 - lhs) / rhs : lhs / rhs
static Value *expand_floordiv(Builder *b, Value *lhs, Value *rhs) {
  Value *zero = build_index(b, 0);
  Value *minus_one = build_index(b, -1);
  Value *negative = build_cmpi(b, ARITH_CMP_I_PREDICATE_SLT, lhs, zero);
  Value *flipped = build_binary(b, OP_ARITH_SUBI, minus_one, lhs);
  Value *dividend = build_select(b, negative, flipped, lhs);
  Value *quotient = build_binary(b, OP_ARITH_DIVSI, dividend, rhs);
  Value *corrected = build_binary(b, OP_ARITH_SUBI, minus_one, quotient);
  return build_select(b, negative, corrected, quotient);
}

// lhs <= 0 ? -(-lhs / rhs) : (lhs - 1) / rhs + 1
static Value *expand_ceildiv(Builder *b, Value *lhs, Value *rhs) {
  Value *zero = build_index(b, 0);
  Value *one = build_index(b, 1);
  Value *not_positive = build_cmpi(b, ARITH_CMP_I_PREDICATE_SLE, lhs, zero);
  Value *negated = build_binary(b, OP_ARITH_SUBI, zero, lhs);
  Value *decremented = build_binary(b, OP_ARITH_SUBI, lhs, one);
  Value *dividend = build_select(b, not_positive, negated, decremented);
  Value *quotient = build_binary(b, OP_ARITH_DIVSI, dividend, rhs);
  Value *negated_quotient = build_binary(b, OP_ARITH_SUBI, zero, quotient);
  Value *incremented_quotient = build_binary(b, OP_ARITH_ADDI, quotient, one);
  return build_select(b, not_positive, negated_quotient, incremented_quotient);
}

// Recursion is bounded by AFFINE_MAX_DEPTH.
Value *expand_affine_expr(Builder *b, E expr, Value *const *operands, uint32_t dims) {
  AffineKind kind = expr->kind;
  if (kind == AFFINE_CONST) return build_index(b, expr->value);
  if (kind == AFFINE_DIM) return operands[expr->value];
  if (kind == AFFINE_SYMBOL) return operands[dims + expr->value];
  int64_t divisor;
  if (kind >= AFFINE_MOD && kind <= AFFINE_CEILDIV && affine_is_const(expr->rhs, &divisor) && divisor <= 0) {
    diag_at(b->module, SEVERITY_ERROR, b->loc, "%s by non-positive value is not supported",
            kind == AFFINE_MOD ? "modulo" : "division");
    return NULL;
  }
  Value *lhs = expand_affine_expr(b, expr->lhs, operands, dims);
  Value *rhs = lhs ? expand_affine_expr(b, expr->rhs, operands, dims) : NULL;
  if (!rhs || b->ctx->mem.exhausted) return NULL;
  switch (kind) {
    case AFFINE_ADD: return build_binary(b, OP_ARITH_ADDI, lhs, rhs);
    case AFFINE_MUL: return build_nsw(b, OP_ARITH_MULI, lhs, rhs);
    case AFFINE_MOD: return expand_mod(b, lhs, rhs);
    case AFFINE_FLOORDIV: return expand_floordiv(b, lhs, rhs);
    case AFFINE_CEILDIV: return expand_ceildiv(b, lhs, rhs);
    default: return NULL;
  }
}

bool expand_affine_map(Builder *b, const AffineMap *map, Value *const *operands, Value **out) {
  bool ok = true;
  for (uint32_t i = 0; i < map->result_count; i++) {
    out[i] = expand_affine_expr(b, map->results[i], operands, map->dim_count);
    ok &= out[i] != NULL;
  }
  return ok;
}

// ---------------------------------------------------------------------------------------------
// Linear indices (after mlir/lib/Dialect/Affine/Transforms/AffineExpandIndexOps.cpp)

// For each basis element the product of it and those after it; constants are multiplied beforehand.
// `count` elements at the end of the basis are used; `dynamic` are all its dynamic ones.
static Value **build_strides(Builder *b, Arena *arena, A basis, uint32_t count, Value *const *dynamic, uint32_t dynamic_count, uint64_t flags) {
  Value **strides = arena_new(arena, Value *, count + 1), *product = NULL;
  uint64_t constant = 1;
  uint32_t total = (uint32_t)((const DenseArrayAttr *)basis)->count;
  for (uint32_t i = 0; i < count; i++) {
    int64_t element = dense_array_i64(basis, total - 1 - i);
    if (element != DYNAMIC) {
      constant *= (uint64_t)element;
    } else {
      Value *size = dynamic[--dynamic_count];
      product = product ? build_flagged(b, OP_ARITH_MULI, product, size, flags) : size;
    }
    Value *stride = product;
    if (!product || constant != 1) {
      stride = build_index(b, (int64_t)constant);
      if (product) stride = build_flagged(b, OP_ARITH_MULI, product, stride, flags);
    }
    strides[count - 1 - i] = stride;
  }
  return strides;
}

static Value *build_corrected_mod(Builder *b, Value *index, Value *stride, Value *zero) {
  Value *remainder = build_binary(b, OP_ARITH_REMSI, index, stride);
  Value *negative = build_cmpi(b, ARITH_CMP_I_PREDICATE_SLT, remainder, zero);
  Value *corrected = build_nsw(b, OP_ARITH_ADDI, remainder, stride);
  return build_select(b, negative, corrected, remainder);
}

bool expand_delinearize_index(Builder *b, Operation *op, Value *const *operands, Value **values, Arena *arena) {
  uint32_t results = op->result_count;
  if (!results) return false;
  Value *index = operands[0];
  values[0] = index;
  if (results == 1) return true;
  Value **strides = build_strides(b, arena, op_prop_at(op, AFFINE_DELINEARIZE_INDEX_STATIC_BASIS), results - 1, operands + 1,
                                  op->operand_count - 1, ARITH_INTEGER_OVERFLOW_FLAGS_NSW | ARITH_INTEGER_OVERFLOW_FLAGS_NUW);
  Value *zero = build_index(b, 0);
  values[0] = build_binary(b, OP_ARITH_FLOORDIVSI, index, strides[0]);
  for (uint32_t i = 0; i + 2 < results; i++) {
    Value *rest = build_corrected_mod(b, index, strides[i], zero);
    values[i + 1] = build_binary(b, OP_ARITH_DIVSI, rest, strides[i + 1]);
  }
  values[results - 1] = build_corrected_mod(b, index, strides[results - 2], zero);
  return true;
}

// The number of loops around `op` that the value is defined outside of.
static uint32_t invariant_loops(Operation *op, const Value *value) {
  uint32_t count = 0;
  const Block *block = value_block(value);
  for (Operation *parent = op_parent(op); parent; parent = op_parent(parent)) {
    if (!ask_loop_like(parent->def)) continue;
    for (uint32_t r = 0; r < parent->region_count; r++)
      if (block && region_is_ancestor(&parent->regions[r], block->region)) return count;
    count++;
  }
  return count;
}

Value *expand_linearize_index(Builder *b, Operation *op, Value *const *operands, Arena *arena) {
  Span indices = op_operands_named(op, "multi_index");
  uint32_t count = span_size(indices);
  if (!count) return build_index(b, 0);
  // The products stay in bounds only if the indices do.
  A disjoint = op_prop_at(op, AFFINE_LINEARIZE_INDEX_DISJOINT);
  uint64_t flags = disjoint && attr_to_bool(disjoint) ? ARITH_INTEGER_OVERFLOW_FLAGS_NSW | ARITH_INTEGER_OVERFLOW_FLAGS_NUW
                                                    : ARITH_INTEGER_OVERFLOW_FLAGS_NSW;
  Value **strides = build_strides(b, arena, op_prop_at(op, AFFINE_LINEARIZE_INDEX_STATIC_BASIS), count - 1, operands + count,
                                  op->operand_count - count, flags);
  Value **terms = arena_new(arena, Value *, count);
  uint32_t *loops = arena_new(arena, uint32_t, count);
  for (uint32_t i = 0; i < count; i++) {
    Value *term = i + 1 < count ? build_nsw(b, OP_ARITH_MULI, operands[i], strides[i]) : operands[i];
    uint32_t depth = invariant_loops(op, operands[i]), at = i;
    // Terms that can leave more loops come first.
    for (; at && loops[at - 1] < depth; at--) {
      terms[at] = terms[at - 1];
      loops[at] = loops[at - 1];
    }
    terms[at] = term;
    loops[at] = depth;
  }
  Value *sum = terms[0];
  for (uint32_t i = 1; i < count; i++) sum = build_nsw(b, OP_ARITH_ADDI, sum, terms[i]);
  return sum;
}

bool lower_delinearize_index(Conversion *c, Operation *op, Value *const *operands) {
  Value **values = arena_new(c->arena, Value *, op->result_count + 1);
  return expand_delinearize_index(&c->b, op, operands, values, c->arena) ? convert_replace(c, op, values, op->result_count)
                                                                         : convert_no_match(c, op, "there is no result");
}

bool lower_linearize_index(Conversion *c, Operation *op, Value *const *operands) {
  return convert_replace1(c, op, expand_linearize_index(&c->b, op, operands, c->arena));
}

// ---------------------------------------------------------------------------------------------
// affine-expand-index-ops

static Value **operands_of(Greedy *g, const Operation *op) {
  Value **values = arena_new(g->arena, Value *, op->operand_count + op->result_count + 1);
  for (uint32_t i = 0; i < op->operand_count; i++) values[i] = op_operand(op, i);
  return values;
}

static bool expand_delinearize(Greedy *g, Operation *op) {
  Value **operands = operands_of(g, op), **values = operands + op->operand_count;
  return expand_delinearize_index(&g->b, op, operands, values, g->arena) && greedy_replace(g, op, values);
}

static bool expand_linearize(Greedy *g, Operation *op) {
  return greedy_replace1(g, op, expand_linearize_index(&g->b, op, operands_of(g, op), g->arena));
}

static bool run(PassRun *pass, Operation *op) {
  static const GreedyPattern patterns[] = {
    {.root = OP_AFFINE_DELINEARIZE_INDEX, .rewrite = expand_delinearize, .name = "affine.delinearize_index to divisions and remainders"},
    {.root = OP_AFFINE_LINEARIZE_INDEX, .rewrite = expand_linearize, .name = "affine.linearize_index to products and sums"},
  };
  return greedy_rewrite(pass, op, patterns, countof(patterns), NULL);
}

const PassDef affine_expand_index_ops_pass = {
  .name = "affine-expand-index-ops", .class_name = "AffineExpandIndexOps",
  .summary = "linear indices as arithmetic",
  .works_on = "affine", .makes = "arith",
  .run = run,
};
