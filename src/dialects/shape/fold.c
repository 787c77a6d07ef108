// Folds of shape's operations (after mlir/lib/Dialect/Shape/IR/Shape.cpp). A constant shape is a dense attribute of a 1D tensor of index.
#include "ops/arith.h"
#include "ops/shape.h"

#include "asm/params.h"
#include "ir/type.h"
#include "dialects/common/dense_fold.h"
#include "dialects/shape/extents.h"
#include "ir/constants.h"
#include "ir/verifier.h"

// ---------------------------------------------------------------------------------------------
// Extents

bool constant_extents(Context *ctx, A constant, Arena *arena, I64Vec *out) {
  if (!constant || attr_kind(constant) != ATTR_DENSE || !is_int_element(type_element(attr_value_type(constant)))) return false;
  for (uint64_t i = 0, count = dense_count(constant); i < count; i++) vec_push(arena, out, attr_to_i64(dense_element_attr(ctx, constant, i)));
  return true;
}

bool broadcast_extents(const I64Vec *a, const I64Vec *b, Arena *arena, I64Vec *out) {
  uint32_t rank = a->count > b->count ? a->count : b->count;
  for (uint32_t i = 0; i < rank; i++) {
    uint32_t behind = rank - i;   // counted from the last
    int64_t x = behind > a->count ? 1 : a->data[a->count - behind], y = behind > b->count ? 1 : b->data[b->count - behind], made;
    if (behind > a->count) made = y;
    else if (behind > b->count) made = x;
    else if (x == DYNAMIC || y == DYNAMIC) made = x > 1 ? x : y > 1 ? y : x == 1 ? y : y == 1 ? x : DYNAMIC;
    else if (x == y || y == 1) made = x;
    else if (x == 1) made = y;
    else return false;
    vec_push(arena, out, made);
  }
  return true;
}

A extents_attr(Context *ctx, const int64_t *extents, uint32_t count) {
  T type = type_tensor(ctx, (const int64_t[]){(int64_t)count}, 1, ctx->types.index, NULL);
  return attr_dense(ctx, type, false, extents, (uint64_t)count * sizeof *extents);
}

// Whether the shapes, read from behind, agree in each dimension: all 1 but for one number, or for one that is not known.
static bool are_broadcastable(const I64Vec *shapes, uint32_t count) {
  uint32_t rank = 0;
  for (uint32_t i = 0; i < count; i++) rank = shapes[i].count > rank ? shapes[i].count : rank;
  for (uint32_t behind = 1; behind <= rank; behind++) {
    int64_t found = 1;
    for (uint32_t i = 0; i < count; i++) {
      int64_t extent = behind > shapes[i].count ? 1 : shapes[i].data[shapes[i].count - behind];
      if (extent == 1) continue;
      if (found != 1 && (extent == DYNAMIC || extent != found)) return false;
      found = extent;
    }
  }
  return true;
}

// The extents of what a value says a shape of, as far as they are known.
static bool extents_of(Folder *f, const Value *shape, A constant, I64Vec *out) {
  Operation *of = defined_by(shape, OP_SHAPE_SHAPE_OF);
  if (!of) return constant_extents(f->ctx, constant, f->arena, out);
  const ShapedType *type = type_as_shaped(op_operand_type(of, 0));
  if (!type || !type_has_rank(&type->base)) return false;
  for (uint64_t i = 0; i < type->rank; i++) vec_push(f->arena, out, type->dims[i]);
  return true;
}

static bool fold_extents(Folder *f, const I64Vec *extents) { return fold_to(f, extents_attr(f->ctx, extents->data, extents->count)); }
static bool fold_index(Folder *f, int64_t value) { return fold_to(f, attr_index(f->ctx, value)); }
static bool fold_bool(Folder *f, bool value) { return fold_to(f, attr_bool(f->ctx, value)); }
static bool is_integer(A constant) { return constant && attr_kind(constant) == ATTR_INTEGER; }

// ---------------------------------------------------------------------------------------------
// Sizes

bool fold_shape_const(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_to(f, op_prop_at(op, 0));
}

bool fold_shape_add(Folder *f, Operation *op, const A *constants) {
  if (is_zero_int(constants[1]) && op_operand_type(op, 0) == op_result_type(op, 0)) return fold_to_value(f, op_operand(op, 0));
  for (uint32_t i = 0; i < 2; i++)
    if (is_poison(constants[i])) return fold_to(f, constants[i]);
  if (!is_integer(constants[0]) || !is_integer(constants[1])) return false;
  return fold_index(f, (int64_t)(attr_to_u64(constants[0]) + attr_to_u64(constants[1])));
}

bool fold_shape_mul(Folder *f, Operation *op, const A *constants) {
  (void)op;
  return is_integer(constants[0]) && is_integer(constants[1]) && fold_index(f, (int64_t)(attr_to_u64(constants[0]) * attr_to_u64(constants[1])));
}

bool fold_shape_div(Folder *f, Operation *op, const A *constants) {
  (void)op;
  if (!is_integer(constants[0]) || !is_integer(constants[1])) return false;
  int64_t a = attr_to_i64(constants[0]), b = attr_to_i64(constants[1]);
  if (b == 0 || (a == INT64_MIN && b == -1)) return false;
  int64_t quotient = a / b;
  return fold_index(f, quotient < 0 && a % b ? quotient - 1 : quotient);
}

bool fold_shape_same_operands(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return op_operand(op, 0) == op_operand(op, 1) && op_operand_type(op, 0) == op_result_type(op, 0) && fold_to_value(f, op_operand(op, 0));
}

bool fold_shape_conversion(Folder *f, Operation *op, const A *constants) {
  if (!constants[0]) return op_operand_type(op, 0) == op_result_type(op, 0) && fold_to_value(f, op_operand(op, 0));
  return fold_to(f, constants[0]);
}

// The number of a constant, as it is written: sizes are not computed for this.
static bool number_of(const Value *value, int64_t *out) {
  const Operation *def = value_def(value);
  A constant = op_is(def, OP_SHAPE_CONST_SIZE) ? op_prop_at(def, SHAPE_CONST_SIZE_VALUE) : op_is(def, OP_ARITH_CONSTANT) ? op_prop_at(def, ARITH_CONSTANT_VALUE) : NULL;
  if (!is_integer(constant)) return false;
  *out = attr_to_i64(constant);
  return true;
}

bool fold_shape_dim(Folder *f, Operation *op, const A *constants) {
  T type = op_operand_type(op, 0);
  int64_t i;
  (void)constants;
  if (!type_has_rank(type) || !number_of(op_operand(op, 1), &i)) return false;
  const ShapedType *shape = type_as_shaped(type);
  return i >= 0 && i < (int64_t)shape->rank && shape->dims[i] != DYNAMIC && fold_index(f, shape->dims[i]);
}

bool verify_shape_dim(Verifier *v, const Operation *op) {
  int64_t i;
  T type = op_operand_type(op, 0);
  if (!type_has_rank(type) || !number_of(op_operand(op, 1), &i) || (i >= 0 && i < (int64_t)type_as_shaped(type)->rank)) return true;
  return verify_fail(v, op, "index is out of range");
}

bool fold_shape_get_extent(Folder *f, Operation *op, const A *constants) {
  I64Vec extents = {0};
  int64_t i;
  if (!constant_extents(f->ctx, constants[0], f->arena, &extents) || !number_of(op_operand(op, 1), &i)) return false;
  return i >= 0 && i < extents.count && fold_index(f, extents.data[i]);
}

bool fold_shape_rank(Folder *f, Operation *op, const A *constants) {
  I64Vec extents = {0};
  (void)op;
  return constant_extents(f->ctx, constants[0], f->arena, &extents) && fold_index(f, extents.count);
}

bool fold_shape_num_elements(Folder *f, Operation *op, const A *constants) {
  I64Vec extents = {0};
  uint64_t product = 1;
  (void)op;
  if (!constant_extents(f->ctx, constants[0], f->arena, &extents)) return false;
  for (uint32_t i = 0; i < extents.count; i++) product *= (uint64_t)extents.data[i];
  return fold_index(f, (int64_t)product);
}

// ---------------------------------------------------------------------------------------------
// Shapes

// Operands are sorted: a constant is the last.
bool fold_shape_any(Folder *f, Operation *op, const A *constants) { return op->operand_count && fold_to(f, constants[op->operand_count - 1]); }

bool fold_shape_broadcast(Folder *f, Operation *op, const A *constants) {
  I64Vec a = {0}, b = {0}, made = {0};
  if (op->operand_count == 1) return op_operand_type(op, 0) == op_result_type(op, 0) && fold_to_value(f, op_operand(op, 0));
  if (op->operand_count != 2) return false;
  return constant_extents(f->ctx, constants[0], f->arena, &a) && constant_extents(f->ctx, constants[1], f->arena, &b) && broadcast_extents(&a, &b, f->arena, &made) && fold_extents(f, &made);
}

bool fold_shape_concat(Folder *f, Operation *op, const A *constants) {
  I64Vec made = {0};
  (void)op;
  return constant_extents(f->ctx, constants[0], f->arena, &made) && constant_extents(f->ctx, constants[1], f->arena, &made) && fold_extents(f, &made);
}

bool fold_shape_from_extents(Folder *f, Operation *op, const A *constants) {
  I64Vec made = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (!is_integer(constants[i])) return false;
    vec_push(f->arena, &made, attr_to_i64(constants[i]));
  }
  return fold_extents(f, &made);
}


bool fold_shape_split_at(Folder *f, Operation *op, const A *constants) {
  I64Vec extents = {0};
  (void)op;
  if (!is_integer(constants[1]) || !constant_extents(f->ctx, constants[0], f->arena, &extents)) return false;
  int64_t at = attr_to_i64(constants[1]), rank = extents.count;
  if (at < -rank || at > rank) return false;
  if (at < 0) at += rank;
  return fold_to(f, extents_attr(f->ctx, extents.data, (uint32_t)at)) && fold_to(f, extents_attr(f->ctx, extents.data + at, (uint32_t)(rank - at)));
}

bool fold_shape_to_extent_tensor(Folder *f, Operation *op, const A *constants) {
  I64Vec extents = {0};
  (void)op;
  return constant_extents(f->ctx, constants[0], f->arena, &extents) && fold_extents(f, &extents);
}

bool fold_shape_shape_eq(Folder *f, Operation *op, const A *constants) {
  bool same = true;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (!constants[i]) return false;
    same &= constants[i] == constants[0];
  }
  return fold_bool(f, same);
}

bool fold_shape_is_broadcastable(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return op->operand_count < 2 && fold_bool(f, true);
}

// ---------------------------------------------------------------------------------------------
// Witnesses. One that does not hold is an assertion that fails when it runs: it stays.

// Witnesses that are known go, from the last one on.
bool fold_shape_assuming_all(Folder *f, Operation *op, const A *constants) {
  bool changed = false;
  for (uint32_t i = op->operand_count; i-- > 0; changed = true) {
    if (!constants[i]) return changed && fold_in_place(f);
    op_erase_operands(op, i, 1);
    if (!attr_to_bool(constants[i])) return fold_to(f, constants[i]);
  }
  return fold_bool(f, true);
}

bool fold_shape_cstr_broadcastable(Folder *f, Operation *op, const A *constants) {
  uint32_t others = 0;
  for (uint32_t i = 0; i < op->operand_count; i++) others += !constants[i] || attr_kind(constants[i]) != ATTR_DENSE || dense_count(constants[i]);
  if (others <= 1) return fold_bool(f, true);
  I64Vec *shapes = arena_new(f->arena, I64Vec, op->operand_count);
  for (uint32_t i = 0; shapes && i < op->operand_count; i++)
    if (!extents_of(f, op_operand(op, i), constants[i], &shapes[i])) return false;
  return shapes && are_broadcastable(shapes, op->operand_count) && fold_bool(f, true);
}

bool fold_shape_cstr_eq(Folder *f, Operation *op, const A *constants) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!constants[i] || constants[i] != constants[0]) return false;
  return fold_bool(f, true);
}

// ---------------------------------------------------------------------------------------------
// Constants

static bool is_extent_tensor(T type) { return type_kind(type) == TYPE_TENSOR && type_as_shaped(type)->rank == 1 && type_is_index(type_element(type)); }

Operation *materialize_shape_constant(Folder *folder, A value, T type, Loc loc) {
  bool is_elements = attr_kind(value) == ATTR_DENSE, is_shape = type->def == &shape_shape_type || is_extent_tensor(type);
  bool is_size = type->def == &shape_size_type, is_witness = type->def == &shape_witness_type;
  if (is_poison(value) || (!is_shape && !is_size && !is_witness)) return materialize_arith_constant(folder, value, type, loc);
  if (is_shape != is_elements || (!is_elements && !is_integer(value))) return NULL;
  folder->builder->loc = loc;
  OpState *state = builder_begin(folder->builder, is_shape ? OP_SHAPE_CONST_SHAPE : is_size ? OP_SHAPE_CONST_SIZE : OP_SHAPE_CONST_WITNESS);
  op_state_set_prop(state, 0, value);
  op_state_add_type(state, type);
  return builder_finish(folder->builder);
}

// ---------------------------------------------------------------------------------------------
// Types

static T extents_type(Context *ctx, int64_t rank) { return type_tensor(ctx, &rank, 1, ctx->types.index, NULL); }

bool infer_shape_const_shape(Context *ctx, OpState *state) {
  A shape = op_state_prop(state, SHAPE_CONST_SHAPE_SHAPE);
  if (!shape || attr_kind(shape) != ATTR_DENSE) return false;
  op_state_add_type(state, extents_type(ctx, (int64_t)dense_count(shape)));
  return true;
}

bool compatible_shape_const(const T *a, const T *b, uint32_t count) { return count == 1 && (a[0] == b[0] || a[0]->def == &shape_shape_type || b[0]->def == &shape_shape_type); }

bool infer_shape_shape_of(Context *ctx, OpState *state) {
  T arg = state->operands.count ? state->operands.data[0]->type : NULL;
  if (!arg) return false;
  if (arg->def == &shape_value_shape_type) op_state_add_type(state, type_from_params(ctx, &shape_shape_type, NULL));
  else op_state_add_type(state, extents_type(ctx, type_has_rank(arg) ? (int64_t)type_as_shaped(arg)->rank : DYNAMIC));
  return true;
}

static bool extents_fit(T a, T b) {
  if (!type_has_rank(a) || !type_has_rank(b)) return true;
  const ShapedType *x = type_as_shaped(a), *y = type_as_shaped(b);
  return x->rank == 1 && y->rank == 1 && (x->dims[0] == y->dims[0] || x->dims[0] == DYNAMIC || y->dims[0] == DYNAMIC);
}

bool compatible_shape_of(const T *a, const T *b, uint32_t count) {
  return compatible_shape_const(a, b, count) || (count == 1 && type_as_shaped(a[0]) && type_as_shaped(b[0]) && extents_fit(a[0], b[0]));
}

// Sizes with sizes, shapes with shapes; one that may be an error gives one that may.
bool infer_shape_meet(Context *ctx, OpState *state) {
  if (state->operands.count != 2) return false;
  T a = state->operands.data[0]->type, b = state->operands.data[1]->type;
  bool a_is_size = a->def == &shape_size_type || type_is_index(a), b_is_size = b->def == &shape_size_type || type_is_index(b);
  const char *wrong = a_is_size != b_is_size ? "requires all sizes or shapes" : NULL;
  T made = b->def == &shape_size_type || b->def == &shape_shape_type ? b : a;
  if (!wrong && !a_is_size && type_as_shaped(a) && type_as_shaped(b)) {
    if (!extents_fit(a, b)) wrong = "unequal shape cardinality";
    else made = type_as_shaped(a)->dims[0] != DYNAMIC && type_as_shaped(b)->dims[0] == DYNAMIC ? b : a;
  }
  if (wrong) diag_at(state->module, SEVERITY_ERROR, state->loc, "%s", wrong);
  else op_state_add_type(state, made);
  (void)ctx;
  return !wrong;
}

bool compatible_meet(const T *a, const T *b, uint32_t count) {
  if (count != 1) return false;
  bool a_is_size = a[0]->def == &shape_size_type || type_is_index(a[0]), b_is_size = b[0]->def == &shape_size_type || type_is_index(b[0]);
  if (a_is_size || b_is_size) return a_is_size && b_is_size;
  return !type_as_shaped(a[0]) || !type_as_shaped(b[0]) || extents_fit(a[0], b[0]);
}

bool infer_shape_max(Context *ctx, OpState *state) {
  if (state->operands.count != 2) return false;
  T a = state->operands.data[0]->type, b = state->operands.data[1]->type;
  op_state_add_type(state, a == b ? a : type_from_params(ctx, &shape_size_type, NULL));
  return true;
}

bool compatible_max(const T *a, const T *b, uint32_t count) { return count == 1 && a[0]->def == b[0]->def; }
