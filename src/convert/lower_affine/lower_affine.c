// lower-affine: affine operations to scf, memref, vector and arith
// (after mlir/lib/Conversion/AffineToStandard/AffineToStandard.cpp).
#include "ops/affine.h"
#include "ops/arith.h"
#include "ops/memref.h"
#include "ops/scf.h"
#include "ops/vector.h"
#include "convert/lower_affine/expand.h"
#include "dialects/common/build.h"
#include "ir/verify.h"

static const AffineMap *map_of(A map) { return ((const MapAttr *)map)->map; }

// The results of a map, expanded; NULL when that failed.
static Value **expand(Conversion *c, const AffineMap *map, Value *const *operands) {
  Value **values = arena_new(c->arena, Value *, map->result_count + 1);
  return expand_affine_map(&c->b, map, operands, values) ? values : NULL;
}

// The largest ("arith.maxsi") or smallest of results [begin, begin + count) of a map.
static Value *expand_extreme(Conversion *c, uint32_t opcode, const AffineMap *map, uint32_t begin, uint32_t count,
                             Value *const *operands) {
  Value **values = arena_new(c->arena, Value *, count + 1);
  bool ok = count > 0;
  for (uint32_t i = 0; i < count; i++) {
    values[i] = expand_affine_expr(&c->b, map->results[begin + i], operands, map->dim_count);
    ok &= values[i] != NULL;
  }
  if (!ok) return NULL;
  Value *value = values[0];
  for (uint32_t i = 1; i < count; i++) value = build_binary(&c->b, opcode, value, values[i]);
  return value;
}

// ---------------------------------------------------------------------------------------------
// Arithmetic

static bool lower_apply(Conversion *c, Operation *op, Value *const *operands) {
  Value **values = expand(c, map_of(op_prop_at(op, AFFINE_APPLY_MAP)), operands);
  return values && convert_replace1(c, op, values[0]);
}

static bool lower_min_max(Conversion *c, Operation *op, Value *const *operands) {
  const AffineMap *map = map_of(op_prop(op, "map"));
  Value *value = expand_extreme(c, c->pattern->target, map, 0, map->result_count, operands);
  return value && convert_replace1(c, op, value);
}

// ---------------------------------------------------------------------------------------------
// Control flow

static bool lower_yield(Conversion *c, Operation *op, Value *const *operands) {
  const Operation *parent = op_parent(op);
  if (op_is(parent, OP_SCF_PARALLEL) || op_is(parent, OP_AFFINE_PARALLEL))
    return convert_no_match(c, op, "it is rewritten with its loop");
  OpState *state = builder_begin(&c->b, OP_SCF_YIELD);
  op_state_add_operands(state, operands, op->operand_count);
  builder_finish(&c->b);
  return convert_erase(c, op);
}

static bool replace_by_results(Conversion *c, Operation *op, Operation *made) {
  Value **values = arena_new(c->arena, Value *, made->result_count + 1);
  for (uint32_t i = 0; i < made->result_count; i++) values[i] = op_result(made, i);
  return convert_replace(c, op, values, made->result_count);
}

static void add_result_types(OpState *state, const Operation *op) {
  op_state_take_types(state, op);
}

static bool lower_for(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  const AffineMap *lower_map = map_of(op_prop_at(op, AFFINE_FOR_LOWER_BOUND_MAP)),
                  *upper_map = map_of(op_prop_at(op, AFFINE_FOR_UPPER_BOUND_MAP));
  Span lower_operands = op_operands_named(op, "lowerBoundOperands"), upper_operands = op_operands_named(op, "upperBoundOperands");
  Span inits = op_operands_named(op, "inits");
  Value *lower = expand_extreme(c, OP_ARITH_MAXSI, lower_map, 0, lower_map->result_count, operands + lower_operands.begin);
  Value *upper = lower ? expand_extreme(c, OP_ARITH_MINSI, upper_map, 0, upper_map->result_count, operands + upper_operands.begin) : NULL;
  if (!upper) return false;
  Value *step = build_index(b, op_prop_i64_at(op, AFFINE_FOR_STEP));
  OpState *state = builder_begin(b, OP_SCF_FOR);
  op_state_add_operands(state, (Value *const[]){lower, upper, step}, 3);
  op_state_add_operands(state, operands + inits.begin, span_size(inits));
  add_result_types(state, op);
  vec_push(state->arena, &state->regions, op_region(op, 0));
  c->irreversible_changes++;
  return replace_by_results(c, op, builder_finish(b));
}

static bool lower_if(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  const IntegerSet *set = ((const SetAttr *)op_prop_at(op, AFFINE_IF_CONDITION))->set;
  Value *zero = build_index(b, 0), *condition = NULL;
  for (uint32_t i = 0; i < set->constraint_count; i++) {
    Value *value = expand_affine_expr(b, set->constraints[i], operands, set->dim_count);
    if (!value) return false;
    Value *holds = build_cmpi(b, set->equalities[i] ? ARITH_CMP_I_PREDICATE_EQ : ARITH_CMP_I_PREDICATE_SGE, value, zero);
    condition = condition ? build_binary(b, OP_ARITH_ANDI, condition, holds) : holds;
  }
  if (!condition) condition = build_constant(b, c->ctx->attrs.true_);
  OpState *state = builder_begin(b, OP_SCF_IF);
  op_state_add_operand(state, condition);
  add_result_types(state, op);
  vec_push(state->arena, &state->regions, op_region(op, 0));
  vec_push(state->arena, &state->regions, op_region(op, 1));
  c->irreversible_changes++;
  return replace_by_results(c, op, builder_finish(b));
}

// --- Reductions of affine.parallel, by arith.AtomicRMWKind

typedef enum Identity { NO_IDENTITY, ZERO, ONE, ALL_ONES, SIGNED_MIN, SIGNED_MAX, MINUS_INF, PLUS_INF, MINUS_NAN, PLUS_NAN } Identity;
static const struct { uint16_t opcode; uint8_t identity; } reductions[] = {
  [ARITH_ATOMIC_RMW_KIND_ADDF] = {OP_ARITH_ADDF, ZERO},
  [ARITH_ATOMIC_RMW_KIND_ADDI] = {OP_ARITH_ADDI, ZERO},
  [ARITH_ATOMIC_RMW_KIND_ANDI] = {OP_ARITH_ANDI, ALL_ONES},
  [ARITH_ATOMIC_RMW_KIND_MAXIMUMF] = {OP_ARITH_MAXIMUMF, MINUS_INF},
  [ARITH_ATOMIC_RMW_KIND_MAXNUMF] = {OP_ARITH_MAXNUMF, MINUS_NAN},
  [ARITH_ATOMIC_RMW_KIND_MAXS] = {OP_ARITH_MAXSI, SIGNED_MIN},
  [ARITH_ATOMIC_RMW_KIND_MAXU] = {OP_ARITH_MAXUI, ZERO},
  [ARITH_ATOMIC_RMW_KIND_MINIMUMF] = {OP_ARITH_MINIMUMF, PLUS_INF},
  [ARITH_ATOMIC_RMW_KIND_MINNUMF] = {OP_ARITH_MINNUMF, PLUS_NAN},
  [ARITH_ATOMIC_RMW_KIND_MINS] = {OP_ARITH_MINSI, SIGNED_MAX},
  [ARITH_ATOMIC_RMW_KIND_MINU] = {OP_ARITH_MINUI, ALL_ONES},
  [ARITH_ATOMIC_RMW_KIND_MULF] = {OP_ARITH_MULF, ONE},
  [ARITH_ATOMIC_RMW_KIND_MULI] = {OP_ARITH_MULI, ONE},
  [ARITH_ATOMIC_RMW_KIND_ORI] = {OP_ARITH_ORI, ZERO},
  [ARITH_ATOMIC_RMW_KIND_XORI] = {OP_ARITH_XORI, ZERO},
};

static A identity_attr(Conversion *c, Identity identity, T type) {
  if (type_is_float(type)) {
    FloatKind kind = type_float_kind(type);
    bool negative = identity == MINUS_INF || identity == MINUS_NAN;
    switch (identity) {
      case ZERO: return attr_float(c->ctx, type, apfloat_zero(kind, false));
      case ONE: return attr_float(c->ctx, type, apfloat_from_double(kind, 1.0, NULL));
      case MINUS_INF: case PLUS_INF: return attr_float(c->ctx, type, apfloat_infinity(kind, negative));
      case MINUS_NAN: case PLUS_NAN: return attr_float(c->ctx, type, apfloat_nan(kind, negative));
      default: return NULL;
    }
  }
  uint32_t width = type_bits(type);
  if (!width || type_is_vector(type)) return NULL;
  APInt zero = apint_u64(c->arena, width, 0), one = apint_u64(c->arena, width, 1), value;
  APInt ones = apint_not(c->arena, &zero), min = apint_shl(c->arena, &one, width - 1);
  switch (identity) {
    case ZERO: value = zero; break;
    case ONE: value = one; break;
    case ALL_ONES: value = ones; break;
    case SIGNED_MIN: value = min; break;
    case SIGNED_MAX: value = apint_not(c->arena, &min); break;
    default: return NULL;
  }
  return attr_integer(c->ctx, type, &value);
}

static uint32_t reduction_op(A kind) {
  uint64_t value = attr_to_u64(kind);
  return value < countof(reductions) ? reductions[value].opcode : 0;
}

static bool lower_parallel(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  const AffineMap *lower_map = map_of(op_prop_at(op, AFFINE_PARALLEL_LOWER_BOUNDS_MAP)),
                  *upper_map = map_of(op_prop_at(op, AFFINE_PARALLEL_UPPER_BOUNDS_MAP));
  A lower_groups = op_prop_at(op, AFFINE_PARALLEL_LOWER_BOUNDS_GROUPS), upper_groups = op_prop_at(op, AFFINE_PARALLEL_UPPER_BOUNDS_GROUPS);
  const ArrayAttr *steps = (const ArrayAttr *)op_prop_at(op, AFFINE_PARALLEL_STEPS),
                  *kinds = (const ArrayAttr *)op_prop_at(op, AFFINE_PARALLEL_REDUCTIONS);
  uint32_t loops = (uint32_t)steps->count, results = op->result_count;
  Value *const *upper_operands = operands + lower_map->dim_count + lower_map->symbol_count;
  Value **bounds = arena_new(c->arena, Value *, 3 * loops + results + 1);
  for (uint32_t i = 0, lower_at = 0, upper_at = 0; i < loops; i++) {
    uint32_t lower_count = (uint32_t)attr_to_u64(dense_element_attr(c->ctx, lower_groups, i));
    uint32_t upper_count = (uint32_t)attr_to_u64(dense_element_attr(c->ctx, upper_groups, i));
    bounds[i] = expand_extreme(c, OP_ARITH_MAXSI, lower_map, lower_at, lower_count, operands);
    if (!bounds[i]) return convert_no_match(c, op, "a lower bound cannot be expanded");
    bounds[loops + i] = expand_extreme(c, OP_ARITH_MINSI, upper_map, upper_at, upper_count, upper_operands);
    if (!bounds[loops + i]) return convert_no_match(c, op, "an upper bound cannot be expanded");
    lower_at += lower_count;
    upper_at += upper_count;
  }
  for (uint32_t i = 0; i < loops; i++) bounds[2 * loops + i] = build_index(b, attr_to_i64(steps->items[i]));
  for (uint32_t i = 0; i < results; i++) {
    uint64_t kind = attr_to_u64(kinds->items[i]);
    A identity = kind < countof(reductions) ? identity_attr(c, reductions[kind].identity, op_result_type(op, i)) : NULL;
    if (!identity) {
      diag_at(c->module, SEVERITY_ERROR, op->loc, "Reduction operation type not supported");
      return false;
    }
    bounds[3 * loops + i] = build_constant(b, identity);
  }

  Operation *yield = op_region(op, 0)->first->last;
  OpState *state = builder_begin(b, OP_SCF_PARALLEL);
  op_state_add_operands(state, bounds, 3 * loops + results);
  int32_t n = (int32_t)loops;
  op_state_operand_segments(state, (const int32_t[]){n, n, n, (int32_t)results}, 4);
  add_result_types(state, op);
  vec_push(state->arena, &state->regions, op_region(op, 0));
  c->irreversible_changes++;
  Operation *parallel = builder_finish(b);

  builder_before(b, yield);
  state = builder_begin(b, OP_SCF_REDUCE);
  for (uint32_t i = 0; i < results; i++) {
    Value *value = op_operand(yield, i);
    op_state_add_operand(state, value);
    Block *block = block_new(c->module);
    block_append(op_state_add_region(state), block);
    block_add_arg(c->module, block, value->type, yield->loc);
    block_add_arg(c->module, block, value->type, yield->loc);
  }
  Operation *reduce = builder_finish(b);
  convert_erase(c, yield);
  b->loc = op->loc;
  for (uint32_t i = 0; i < results; i++) {
    Block *block = op_region(reduce, i)->first;
    builder_at_end(b, block);
    Value *result = build_binary(b, reduction_op(kinds->items[i]), block->args[0], block->args[1]);
    state = builder_begin(b, OP_SCF_REDUCE_RETURN);
    op_state_add_operand(state, result);
    builder_finish(b);
  }
  return replace_by_results(c, op, parallel);
}

// ---------------------------------------------------------------------------------------------
// Memory

// The access `target` at the subscripts of `map`; `first` operands come before them (the memref last).
static bool lower_access(Conversion *c, Operation *op, Value *const *operands, uint32_t target, uint32_t first) {
  const AffineMap *map = map_of(op_prop(op, "map"));
  Value **indices = expand(c, map, operands + first);
  if (!indices) return false;
  OpState *state = builder_begin(&c->b, target);
  op_state_add_operands(state, operands, first);
  op_state_add_operands(state, indices, map->result_count);
  static const char *const carried[] = {"isWrite", "localityHint", "isDataCache"};
  for (uint32_t i = 0; i < countof(carried); i++)
    if (op_prop_slot(state->def, str_from(carried[i])) >= 0) op_state_set_attr(state, str_from(carried[i]), op_prop(op, carried[i]));
  add_result_types(state, op);
  Operation *made = builder_finish(&c->b);
  return op->result_count ? convert_replace1(c, op, op_result(made, 0)) : convert_erase(c, op);
}

static bool lower_read(Conversion *c, Operation *op, Value *const *operands) {
  return lower_access(c, op, operands, c->pattern->target, 1);
}

static bool lower_write(Conversion *c, Operation *op, Value *const *operands) {
  return lower_access(c, op, operands, c->pattern->target, 2);
}

// A memref and its subscripts, from operand *at on; moves *at behind them.
static bool push_subscripts(Conversion *c, const Operation *op, const char *map_name, Value *const *operands, uint32_t *at,
                            ValueVec *out) {
  const AffineMap *map = map_of(op_prop(op, map_name));
  Value **indices = expand(c, map, operands + *at + 1);
  if (!indices) return false;
  vec_push(c->arena, out, operands[*at]);
  for (uint32_t i = 0; i < map->result_count; i++) vec_push(c->arena, out, indices[i]);
  *at += 1 + map->dim_count + map->symbol_count;
  return true;
}

static bool replace_dma(Conversion *c, Operation *op, uint32_t opcode, const ValueVec *values) {
  OpState *state = builder_begin(&c->b, opcode);
  op_state_add_operands(state, values->data, values->count);
  builder_finish(&c->b);
  return convert_erase(c, op);
}

static bool lower_dma_start(Conversion *c, Operation *op, Value *const *operands) {
  ValueVec values = {0}, tag = {0};
  uint32_t at = 0;
  if (!push_subscripts(c, op, "src_map", operands, &at, &values) || !push_subscripts(c, op, "dst_map", operands, &at, &values) ||
      !push_subscripts(c, op, "tag_map", operands, &at, &tag))
    return false;
  vec_push(c->arena, &values, operands[at++]);
  for (uint32_t i = 0; i < tag.count; i++) vec_push(c->arena, &values, tag.data[i]);
  for (; at < op->operand_count; at++) vec_push(c->arena, &values, operands[at]);
  return replace_dma(c, op, OP_MEMREF_DMA_START, &values);
}

static bool lower_dma_wait(Conversion *c, Operation *op, Value *const *operands) {
  ValueVec values = {0};
  uint32_t at = 0;
  if (!push_subscripts(c, op, "tag_map", operands, &at, &values)) return false;
  vec_push(c->arena, &values, operands[at]);
  return replace_dma(c, op, OP_MEMREF_DMA_WAIT, &values);
}

// ---------------------------------------------------------------------------------------------

static const Pattern patterns[] = {
  {.root = OP_AFFINE_APPLY, .rewrite = lower_apply, .name = "affine.apply to arithmetic"},
  {.root = OP_AFFINE_DELINEARIZE_INDEX, .rewrite = lower_delinearize_index, .name = "affine.delinearize_index to divisions and remainders"},
  {.root = OP_AFFINE_DMA_START, .rewrite = lower_dma_start, .name = "affine.dma_start to memref.dma_start"},
  {.root = OP_AFFINE_DMA_WAIT, .rewrite = lower_dma_wait, .name = "affine.dma_wait to memref.dma_wait"},
  {.root = OP_AFFINE_FOR, .rewrite = lower_for, .name = "affine.for to scf.for"},
  {.root = OP_AFFINE_IF, .rewrite = lower_if, .name = "affine.if to scf.if"},
  {.root = OP_AFFINE_LINEARIZE_INDEX, .rewrite = lower_linearize_index, .name = "affine.linearize_index to products and sums"},
  {.root = OP_AFFINE_LOAD, .rewrite = lower_read, .target = OP_MEMREF_LOAD, .name = "affine.load to memref.load"},
  {.root = OP_AFFINE_MAX, .rewrite = lower_min_max, .target = OP_ARITH_MAXSI, .name = "affine.max to arith.maxsi"},
  {.root = OP_AFFINE_MIN, .rewrite = lower_min_max, .target = OP_ARITH_MINSI, .name = "affine.min to arith.minsi"},
  {.root = OP_AFFINE_PARALLEL, .rewrite = lower_parallel, .name = "affine.parallel to scf.parallel"},
  {.root = OP_AFFINE_PREFETCH, .rewrite = lower_read, .target = OP_MEMREF_PREFETCH, .name = "affine.prefetch to memref.prefetch"},
  {.root = OP_AFFINE_STORE, .rewrite = lower_write, .target = OP_MEMREF_STORE, .name = "affine.store to memref.store"},
  {.root = OP_AFFINE_VECTOR_LOAD, .rewrite = lower_read, .target = OP_VECTOR_LOAD, .name = "affine.vector_load to vector.load"},
  {.root = OP_AFFINE_VECTOR_STORE, .rewrite = lower_write, .target = OP_VECTOR_STORE, .name = "affine.vector_store to vector.store"},
  {.root = OP_AFFINE_YIELD, .rewrite = lower_yield, .name = "affine.yield to scf.yield"},
};

// Operations of other dialects are folded if possible, and left alone otherwise.
static Legality legality(Conversion *c, Operation *op) {
  bool is_legal = op_is_in(c->ctx, op, ARITH, arith) || op_is_in(c->ctx, op, MEMREF, memref) || op_is_in(c->ctx, op, SCF, scf) ||
                  op_is_in(c->ctx, op, VECTOR, vector);
  return is_legal ? LEGAL : UNKNOWN_LEGALITY;
}

static bool run(PassRun *pass, Operation *op) { return conversion_run_table(pass, op, legality, patterns); }

const PassDef lower_affine_pass = {
  .name = "lower-affine", .class_name = "LowerAffinePass",
  .summary = "lower affine to scf, memref, vector and arith",
  .works_on = "affine", .makes = "scf memref vector arith",
  .run = run,
};
