// Folds of affine's operations (after mlir/lib/Dialect/Affine/IR/AffineOps.cpp).
#include "ops/affine.h"
#include "ops/memref.h"
#include "ops/ub.h"


#include "asm/params.h"
#include "dialects/affine/compose.h"
#include "dialects/affine/hooks.h"
#include "dialects/common/fold_util.h"
#include "dialects/memref/fold.h"
#include "dialects/ub/attrs.h"
#include "ir/symbol.h"

static void set_map(Folder *f, Operation *op, const char *name, const AffineMap *map) {
  op_set_attr(f->module, op, str_from(name), attr_affine_map(f->ctx, map));
}

static bool fold_to_poison(Folder *f) { return fold_to_attr(f, attr_from_params(f->ctx, &ub_poison_attr, NULL)); }
static bool fold_to_index(Folder *f, int64_t value) { return fold_to_attr(f, attr_index(f->ctx, value)); }

// ---------------------------------------------------------------------------------------------
// Maps of constants

typedef struct Evaluation {
  Context *ctx;
  const A *constants;   // of the operands: dimensions, then symbols
  uint32_t dims;
  bool poison;          // there was a division by 0, or a remainder by a number that is not positive
} Evaluation;

// Recursion is bounded by AFFINE_MAX_DEPTH.
static bool evaluate(Evaluation *self, E expr, int64_t *out) {
  if (expr->kind == AFFINE_CONST) return affine_is_const(expr, out);
  if (!expr->lhs) {
    A constant = self->constants[expr->value + (expr->kind == AFFINE_SYMBOL ? self->dims : 0)];
    if (!constant || attr_kind(constant) != ATTR_INTEGER) return false;
    *out = attr_to_i64(constant);
    return true;
  }
  int64_t lhs, rhs;
  if (!evaluate(self, expr->lhs, &lhs) || !evaluate(self, expr->rhs, &rhs)) return false;
  bool divides = expr->kind == AFFINE_FLOORDIV || expr->kind == AFFINE_CEILDIV;
  self->poison |= expr->kind == AFFINE_MOD ? rhs < 1 : divides && rhs == 0;
  E value = affine_binary(self->ctx, (AffineKind)expr->kind, affine_const(self->ctx, lhs), affine_const(self->ctx, rhs));
  return !self->poison && affine_is_const(value, out);
}

static Evaluation evaluation_of(Folder *f, const AffineMap *map, const A *constants) {
  return (Evaluation){.ctx = f->ctx, .constants = constants, .dims = map->dim_count};
}

bool fold_affine_apply(Folder *f, Operation *op, const A *constants) {
  const AffineMap *map = affine_map_of(op_prop_at(op, AFFINE_APPLY_MAP));
  E expr = map->results[0];
  Evaluation evaluation = evaluation_of(f, map, constants);
  int64_t value;
  if (expr->kind == AFFINE_DIM) return fold_to_value(f, op_operand(op, (uint32_t)expr->value));
  if (expr->kind == AFFINE_SYMBOL) return fold_to_value(f, op_operand(op, map->dim_count + (uint32_t)expr->value));
  if (evaluate(&evaluation, expr, &value)) return fold_to_index(f, value);
  return evaluation.poison && fold_to_poison(f);
}

// Replace constant results by constants; when all are constant, the best one is the value.
bool fold_affine_min_max(Folder *f, Operation *op, const A *constants) {
  const AffineMap *map = affine_map_of(op_attr(op, "map"));
  bool is_max = op_is(op, OP_AFFINE_MAX), all = true;
  Evaluation evaluation = evaluation_of(f, map, constants);
  E *results = arena_new(f->arena, E, map->result_count + 1);
  int64_t best = 0, value;
  for (uint32_t i = 0; i < map->result_count; i++) {
    bool known = evaluate(&evaluation, map->results[i], &value);
    evaluation.poison = false;
    results[i] = known ? affine_const(f->ctx, value) : map->results[i];
    all &= known;
    if (known && (!i || (is_max ? value > best : value < best))) best = value;
  }
  if (map->symbol_count == 1 && map->result_count == 1 && results[0]->kind == AFFINE_DIM && !results[0]->value)
    return fold_to_value(f, op_operand(op, 0));
  if (all && map->result_count) return fold_to_index(f, best);
  const AffineMap *folded = affine_map(f->ctx, map->dim_count, map->symbol_count, results, map->result_count);
  if (folded == map) return false;
  set_map(f, op, "map", folded);
  return fold_in_place(f);
}

// ---------------------------------------------------------------------------------------------
// Loops and conditions

static const char *const bound_maps[] = {"lowerBoundMap", "upperBoundMap"};
static const char *const for_operands[] = {"lowerBoundOperands", "upperBoundOperands", "inits"};

static ValueMap bound_of(Folder *f, const Operation *op, uint32_t which) {
  return value_map_of(op, bound_maps[which], op_operands_named(op, for_operands[which]).begin, f->arena);
}

static void set_bound(Folder *f, Operation *op, uint32_t which, const ValueMap *bound) {
  ValueVec operands = {0};
  int32_t sizes[3];
  for (uint32_t part = 0; part < 3; part++) {
    Span span = op_operands_named(op, for_operands[part]);
    uint32_t count = part == which ? bound->operands.count : span_size(span);
    for (uint32_t i = 0; i < count; i++)
      vec_push(f->arena, &operands, part == which ? bound->operands.data[i] : op_operand(op, span.begin + i));
    sizes[part] = (int32_t)count;
  }
  op_set_operands(f->module, op, operands.data, operands.count);
  op_set_prop(op, AFFINE_FOR_OPERAND_SEGMENT_SIZES, attr_i32_array(f->ctx, sizes, 3));
  set_map(f, op, bound_maps[which], bound->map);
}

static bool fold_constant_bound(Folder *f, Operation *op, uint32_t which, const A *constants) {
  const AffineMap *map = affine_map_of(op_attr(op, bound_maps[which]));
  Evaluation evaluation = evaluation_of(f, map, constants);
  int64_t best = 0, value;
  if (!map->result_count || (map->result_count == 1 && map->results[0]->kind == AFFINE_CONST)) return false;
  for (uint32_t i = 0; i < map->result_count; i++) {
    if (!evaluate(&evaluation, map->results[i], &value)) return false;
    if (!i || (which ? value < best : value > best)) best = value;
  }
  set_bound(f, op, which, &(ValueMap){.map = affine_map_constant(f->ctx, best)});
  return true;
}

// Of equal results that follow each other only one stays.
static const AffineMap *without_repeats(Context *ctx, const AffineMap *map, Arena *arena) {
  E *results = arena_new(arena, E, map->result_count + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; i < map->result_count; i++)
    if (!count || results[count - 1] != map->results[i]) results[count++] = map->results[i];
  return affine_map(ctx, map->dim_count, map->symbol_count, results, count);
}

// The upper bound is compared with its range before it is composed, as mlir-opt does.
static bool canonicalize_bounds(Folder *f, Operation *op) {
  ValueMap bounds[2];
  bool changed = false;
  for (uint32_t i = 0; i < 2; i++) bounds[i] = bound_of(f, op, i);
  for (uint32_t i = 0; i < 2; i++) {
    ValueMap *bound = &bounds[i];
    const AffineMap *before = bound->map;
    if (i) simplify_extreme(f->ctx, bound, false, f->arena);
    compose_map(f->ctx, &bound->map, &bound->operands, f->arena);
    canonicalize_map(f->ctx, &bound->map, &bound->operands, f->arena);
    if (!i) simplify_extreme(f->ctx, bound, true, f->arena);
    bound->map = without_repeats(f->ctx, bound->map, f->arena);
    if (bound->map == before) continue;
    set_bound(f, op, i, bound);
    changed = true;
  }
  return changed;
}

// The final values of a loop that only passes values around, if the number of iterations does not
// matter or is known to be small.
static bool fold_empty_loop(Folder *f, const Operation *op) {
  const Block *body = op->regions[0].first;
  const Operation *yield = body->last;
  Span inits = op_operands_named(op, for_operands[2]);
  int64_t trips = affine_trip_count(op);
  if (!op->result_count || body->first != yield || yield->operand_count != op->result_count) return false;
  bool from_outside = false, reordered = false;
  for (uint32_t i = 0; i < op->result_count; i++) {
    const Value *value = op_operand(yield, i);
    bool own = value_arg_block(value) == body;
    if (own && !value->index) return false;   // the induction variable
    from_outside |= !own;
    reordered |= own && value->index != i + 1;
  }
  if ((trips < 0 && (from_outside || reordered)) || (trips >= 2 && reordered)) return false;
  for (uint32_t i = 0; i < op->result_count; i++) {
    Value *value = op_operand(yield, i);
    bool own = value_arg_block(value) == body;
    fold_to_value(f, own ? op_operand(op, inits.begin + value->index - 1) : value);
  }
  return true;
}

bool fold_affine_for(Folder *f, Operation *op, const A *constants) {
  uint32_t first_upper = op_operands_named(op, for_operands[1]).begin;
  bool changed = fold_constant_bound(f, op, 0, constants);
  changed |= fold_constant_bound(f, op, 1, constants + first_upper);
  changed |= canonicalize_bounds(f, op);
  if (!affine_trip_count(op) && op->result_count) {
    Span inits = op_operands_named(op, for_operands[2]);
    for (uint32_t i = inits.begin; i < inits.end; i++) fold_to_value(f, op_operand(op, i));
    return true;
  }
  return fold_empty_loop(f, op) || (changed && fold_in_place(f));
}

bool fold_affine_parallel(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  static const char *const maps[] = {"lowerBoundsMap", "upperBoundsMap"};
  ValueMap bounds[2];
  ValueVec operands = {0};
  bool changed = false;
  for (uint32_t i = 0, from = 0; i < 2; i++) {
    ValueMap before = bounds[i] = value_map_of(op, maps[i], from, f->arena);
    from += map_inputs(bounds[i].map);
    compose_map(f->ctx, &bounds[i].map, &bounds[i].operands, f->arena);
    changed |= !value_map_equal(&before, &bounds[i]);
    for (uint32_t k = 0; k < bounds[i].operands.count; k++) vec_push(f->arena, &operands, bounds[i].operands.data[k]);
  }
  if (!changed) return false;
  op_set_operands(f->module, op, operands.data, operands.count);
  for (uint32_t i = 0; i < 2; i++) set_map(f, op, maps[i], bounds[i].map);
  return fold_in_place(f);
}

bool fold_affine_if(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  const IntegerSet *before = ((const SetAttr *)op_prop_at(op, AFFINE_IF_CONDITION))->set, *set = before;
  ValueVec operands = {0};
  op_push_operands(op, 0, op->operand_count, &operands, f->arena);
  compose_set(f->ctx, &set, &operands, f->arena);
  canonicalize_set(f->ctx, &set, &operands, f->arena);
  bool changed = set != before || operands.count != op->operand_count;
  for (uint32_t i = 0; i < operands.count && !changed; i++) changed = operands.data[i] != op_operand(op, i);
  if (!changed) return false;
  op_set_operands(f->module, op, operands.data, operands.count);
  op_set_prop(op, AFFINE_IF_CONDITION, attr_integer_set(f->ctx, set));
  return fold_in_place(f);
}

// ---------------------------------------------------------------------------------------------
// Memory

// The value of the constant memref.global behind a memref.get_global, or NULL.
static A constant_global(const Value *memref) {
  const Operation *get = defined_by(memref, OP_MEMREF_GET_GLOBAL);
  const Operation *table = get ? op_parent(get) : NULL;
  while (table && !op_is_symbol_table(table)) table = op_parent(table);
  const Operation *global = table ? symbol_find(table, attr_symbol_root(op_prop_at(get, MEMREF_GET_GLOBAL_NAME))) : NULL;
  if (!op_is(global, OP_MEMREF_GLOBAL) || !op_prop_at(global, MEMREF_GLOBAL_CONSTANT)) return NULL;
  A value = op_prop_at(global, MEMREF_GLOBAL_INITIAL_VALUE);
  return value && attr_kind(value) == ATTR_DENSE ? value : NULL;
}

bool fold_affine_load(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  if (fold_memref_cast(op, NULL)) return fold_in_place(f);
  A value = constant_global(op_operand(op, 0));
  if (!value) return false;
  if (((const DenseAttr *)value)->splat) return fold_to(f, dense_element_attr(f->ctx, value, 0));
  const AffineMap *map = affine_map_of(op_prop_at(op, AFFINE_LOAD_MAP));
  const ShapedType *shape = (const ShapedType *)op_operand_type(op, 0);
  uint64_t at = 0;
  for (uint32_t i = 0; i < map->result_count; i++) {
    int64_t index;
    if (!affine_is_const(map->results[i], &index) || index < 0 || index >= shape->dims[i]) return false;
    at = at * (uint64_t)shape->dims[i] + (uint64_t)index;
  }
  return fold_to(f, dense_element_attr(f->ctx, value, at));
}

// ---------------------------------------------------------------------------------------------
// Linear indices

// Operands of the basis that are constant move into its attribute.
static bool fold_basis(Folder *f, Operation *op, const A *constants) {
  Span dynamic = op_operands_named(op, "dynamic_basis");
  A basis = op_prop(op, "static_basis");
  uint32_t count = (uint32_t)((const DenseArrayAttr *)basis)->count, kept = dynamic.begin;
  int64_t *numbers = arena_new(f->arena, int64_t, count + 1);
  for (uint32_t i = 0, at = dynamic.begin; i < count; i++) {
    numbers[i] = dense_array_i64(basis, i);
    if (numbers[i] != DYNAMIC) continue;
    A constant = constants[at++];
    if (constant && attr_kind(constant) == ATTR_INTEGER) numbers[i] = attr_to_i64(constant);
    else op_set_operand(op, kept++, op_operand(op, at - 1));
  }
  if (kept == dynamic.end) return false;
  op_erase_operands(op, kept, dynamic.end - kept);
  op_set_attr(f->module, op, STR("static_basis"), attr_i64_array(f->ctx, numbers, count));
  if (op_prop_slot(op->def, STR("operandSegmentSizes")) >= 0)
    op_set_attr(f->module, op, STR("operandSegmentSizes"),
                attr_i32_array(f->ctx, (const int32_t[]){(int32_t)dynamic.begin, (int32_t)(kept - dynamic.begin)}, 2));
  return fold_in_place(f);
}

// A constant index and its basis: results from the last one on.
bool fold_affine_delinearize(Folder *f, Operation *op, const A *constants) {
  if (fold_basis(f, op, constants)) return true;
  if (op->result_count == 1) return fold_to_value(f, op_operand(op, 0));
  if (!constants[0] || attr_kind(constants[0]) != ATTR_INTEGER || op->operand_count > 1) return false;
  A basis = op_prop_at(op, AFFINE_DELINEARIZE_INDEX_STATIC_BASIS);
  uint32_t count = (uint32_t)((const DenseArrayAttr *)basis)->count, results = op->result_count;
  E rest = affine_const(f->ctx, attr_to_i64(constants[0]));
  E *values = arena_new(f->arena, E, results + 1);
  for (uint32_t i = results; i-- > 1;) {
    E modulus = affine_const(f->ctx, dense_array_i64(basis, count - (results - i)));
    values[i] = affine_mod(f->ctx, rest, modulus);
    rest = affine_floordiv(f->ctx, rest, modulus);
  }
  values[0] = rest;
  for (uint32_t i = 0; i < results; i++) fold_to_index(f, values[i]->value);
  return true;
}

bool fold_affine_linearize(Folder *f, Operation *op, const A *constants) {
  if (fold_basis(f, op, constants)) return true;
  Span indices = op_operands_named(op, "multi_index");
  uint32_t count = span_size(indices);
  if (!count) return fold_to_index(f, 0);
  if (count == 1) return fold_to_value(f, op_operand(op, 0));
  for (uint32_t i = 0; i < count; i++)
    if (!constants[i] || attr_kind(constants[i]) != ATTR_INTEGER) return false;
  if (op->operand_count > count) return false;
  A basis = op_prop_at(op, AFFINE_LINEARIZE_INDEX_STATIC_BASIS);
  uint32_t lengths = (uint32_t)((const DenseArrayAttr *)basis)->count;
  uint64_t sum = 0, stride = 1;
  for (uint32_t i = 0; i < count; i++) {
    sum += (uint64_t)attr_to_i64(constants[count - 1 - i]) * stride;
    if (i < lengths) stride *= (uint64_t)dense_array_i64(basis, lengths - 1 - i);
  }
  return fold_to_index(f, (int64_t)sum);
}
