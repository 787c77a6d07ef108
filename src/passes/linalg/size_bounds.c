// The greatest size of a tensor: sizes and indices that it depends on are variables of a set of linear equations and inequalities, from
// which all but the one are eliminated (after mlir/lib/Interfaces/ValueBoundsOpInterface.cpp).
#include "passes/linalg/size_bounds.h"

#include "analysis/affine_set.h"
#include "dialects/affine/hooks.h"
#include "dialects/scf/build.h"
#include "dialects/tensor/canonicalize.h"
#include "ir/type.h"
#include "ops/affine.h"
#include "ops/arith.h"
#include "ops/scf.h"
#include "passes/linalg/tile.h"

enum { MAX_QUANTITIES = 128, MAX_STEPS = 4096, MAX_NESTED = 64 };

// An index, or the size of a tensor in a dimension.
typedef struct Quantity {
  Value *value;
  uint32_t dim, variable;
  bool is_size;
} Quantity;

typedef struct Bounds {
  Context *ctx;
  Arena *arena;
  AffineSet set;
  VEC(Quantity) all;
  uint32_t steps;
} Bounds;

static uint32_t variable_of(Bounds *self, Value *value, bool is_size, uint32_t dim) {
  for (uint32_t i = 0; i < self->all.count; i++) {
    const Quantity *known = &self->all.data[i];
    if (known->value == value && known->is_size == is_size && known->dim == dim) return known->variable;
  }
  uint32_t variable = affine_set_add_var(&self->set, NULL);
  vec_push(self->arena, &self->all, ((Quantity){value, dim, variable, is_size}));
  return variable;
}

// ---------------------------------------------------------------------------------------------
// Where a size comes from

static bool has_number(const Value *value, uint32_t dim) {
  const ShapedType *type = type_as_shaped(value->type);
  return type && dim < type->rank && type->dims[dim] != DYNAMIC;
}

static Value *step_back(Bounds *self, Value *value, uint32_t dim, uint32_t nested);

// Whether what an iteration of the loop gives back is as large as what it took.
static bool keeps_size(Bounds *self, Operation *loop, uint32_t result, uint32_t dim, uint32_t nested) {
  const Block *body = loop->regions[0].first;
  Value *arg = body->args[1 + result], *value = body->last && result < body->last->operand_count ? op_operand(body->last, result) : NULL;
  while (value && value != arg) value = step_back(self, value, dim, nested + 1);
  return value != NULL;
}

// A tensor of the same size in that dimension, from which this one was made; NULL: there is none.
static Value *step_back(Bounds *self, Value *value, uint32_t dim, uint32_t nested) {
  Operation *def = value_def(value);
  if (self->steps++ > MAX_STEPS || nested > MAX_NESTED) return NULL;
  if (!def) {
    Operation *loop = block_parent_op(value_arg_block(value));
    Span inits;
    if (!loop || !loop_inits_of(loop, &inits)) return NULL;
    uint32_t first = value_arg_block(value)->arg_count - span_size(inits);
    if (value->index < first || (op_is(loop, OP_SCF_FOR) && !keeps_size(self, loop, value->index - first, dim, nested))) return NULL;
    return op_operand(loop, inits.begin + value->index - first);
  }
  if (op_is(def, OP_TENSOR_INSERT_SLICE)) return op_operand(def, 1);
  if (op_is(def, OP_TENSOR_CAST)) return type_as_shaped(op_operand_type(def, 0)) ? op_operand(def, 0) : NULL;
  if (ask_linalg_op(def->def)) return op_operand(def, structured_inits(def).begin + value->index);
  Span inits;
  if (!loop_inits_of(def, &inits)) return NULL;
  return op_is(def, OP_SCF_FORALL) || keeps_size(self, def, value->index, dim, nested) ? op_operand(def, inits.begin + value->index) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Rows

// `sign` * variable + `times` * what the number or index is.
static SetRow row_of(Bounds *self, uint32_t variable, int64_t sign, OpFoldResult other, int64_t times) {
  uint32_t by = other.value ? variable_of(self, other.value, false, 0) : 0;
  SetRow row = affine_set_row(&self->set);
  if (!row.factors) return row;
  row.factors[variable] += sign;
  if (other.value) row.factors[by] += times;
  else if (__builtin_mul_overflow(other.constant, times, &row.constant)) self->set.failed = true;
  return row;
}

static void add_equal(Bounds *self, uint32_t variable, OpFoldResult to) {
  SetRow row = row_of(self, variable, 1, to, -1);
  if (row.factors) affine_set_add_equation(&self->set, row);
}

static void add_at_least(Bounds *self, uint32_t variable, OpFoldResult least) {
  SetRow row = row_of(self, variable, 1, least, -1);
  if (row.factors) affine_set_add_inequality(&self->set, row);
}

// Less than `end`; at most as much, when `closed`.
static void add_below(Bounds *self, uint32_t variable, OpFoldResult end, bool closed) {
  SetRow row = row_of(self, variable, -1, end, 1);
  if (!closed && __builtin_sub_overflow(row.constant, 1, &row.constant)) self->set.failed = true;
  if (row.factors) affine_set_add_inequality(&self->set, row);
}

// The results of the map bound the index, or are it.
static void add_map(Bounds *self, uint32_t variable, const Operation *op, A attr) {
  const AffineMap *map = affine_map_of(attr);
  uint32_t *inputs = arena_new(self->arena, uint32_t, op->operand_count + 1);
  if (!inputs) return;
  for (uint32_t i = 0; i < op->operand_count; i++) inputs[i] = variable_of(self, op_operand(op, i), false, 0);
  for (uint32_t i = 0; i < map->result_count; i++) {
    SetRow of, row;
    AffineSet before = self->set;
    if (!affine_set_flatten(&self->set, map->results[i], inputs, map->dim_count, &of)) {
      self->set.failed = before.failed;
      continue;
    }
    row = affine_set_row(&self->set);
    if (!row.factors) return;
    row.factors[variable] = 1;
    bool is_min = op_is(op, OP_AFFINE_MIN);
    affine_set_combine(&self->set, &row, is_min ? -1 : 1, of, is_min ? 1 : -1);
    if (op_is(op, OP_AFFINE_APPLY)) affine_set_add_equation(&self->set, row);
    else affine_set_add_inequality(&self->set, row);
  }
}

// ---------------------------------------------------------------------------------------------
// What each quantity says of others

static void add_loop_index(Bounds *self, const Quantity *of) {
  Operation *loop = block_parent_op(value_arg_block(of->value));
  if (op_is(loop, OP_SCF_FOR) && of->value->index == 0) {
    add_at_least(self, of->variable, ofr_from_value(op_operand(loop, 0)));
    add_below(self, of->variable, ofr_from_value(op_operand(loop, 1)), false);
  } else if (op_is(loop, OP_SCF_FORALL)) {
    ForallBounds bounds = forall_bounds_of(loop, self->arena);
    if (of->value->index >= bounds.lower.count) return;
    add_at_least(self, of->variable, ofr_fold(bounds.lower.items[of->value->index]));
    add_below(self, of->variable, ofr_fold(bounds.upper.items[of->value->index]), false);
  }
}

static void add_sum(Bounds *self, const Quantity *of, const Operation *def, int64_t sign) {
  uint32_t right = variable_of(self, op_operand(def, 1), false, 0);
  SetRow row = row_of(self, of->variable, 1, (OpFoldResult){.value = op_operand(def, 0)}, -1);
  if (!row.factors) return;
  row.factors[right] -= sign;
  affine_set_add_equation(&self->set, row);
}

static void add_product(Bounds *self, const Quantity *of, const Operation *def) {
  OpFoldResult left = ofr_from_value(op_operand(def, 0)), right = ofr_from_value(op_operand(def, 1));
  if (left.value && right.value) return;
  SetRow row = row_of(self, of->variable, 1, left.value ? left : right, left.value ? -right.constant : -left.constant);
  if (row.factors) affine_set_add_equation(&self->set, row);
}

static void add_index(Bounds *self, const Quantity *of) {
  const Operation *def = value_def(of->value);
  OpFoldResult known = ofr_from_value(of->value);
  if (!known.value) add_equal(self, of->variable, known);
  else if (!def) add_loop_index(self, of);
  else if (op_is(def, OP_AFFINE_APPLY)) add_map(self, of->variable, def, op_prop_at(def, AFFINE_APPLY_MAP));
  else if (op_is(def, OP_AFFINE_MIN)) add_map(self, of->variable, def, op_prop_at(def, AFFINE_MIN_MAP));
  else if (op_is(def, OP_AFFINE_MAX)) add_map(self, of->variable, def, op_prop_at(def, AFFINE_MAX_MAP));
  else if (op_is(def, OP_ARITH_ADDI)) add_sum(self, of, def, 1);
  else if (op_is(def, OP_ARITH_SUBI)) add_sum(self, of, def, -1);
  else if (op_is(def, OP_ARITH_MULI)) add_product(self, of, def);
  else if (op_is(def, OP_TENSOR_DIM)) {
    OpFoldResult dim = ofr_from_value(op_operand(def, 1));
    const ShapedType *type = type_as_shaped(op_operand_type(def, 0));
    if (dim.value || !type || dim.constant < 0 || (uint64_t)dim.constant >= type->rank) return;
    uint32_t size = variable_of(self, op_operand(def, 0), true, (uint32_t)dim.constant);
    SetRow row = row_of(self, of->variable, 1, OFR_NUMBER(0), 0);
    if (!row.factors) return;
    row.factors[size] = -1;
    affine_set_add_equation(&self->set, row);
  }
}

static void add_slice_size(Bounds *self, const Quantity *of, Operation *def) {
  OffsetsSizesStrides slice = offsets_sizes_strides(def, self->arena);
  bool *dropped = tensor_dropped_dims(self->arena, type_as_shaped(op_result_type(def, 0)), slice.sizes);
  uint32_t left = of->dim;
  for (uint32_t i = 0; dropped && i < slice.sizes.count; i++) {
    if (dropped[i] || left--) continue;
    add_equal(self, of->variable, ofr_fold(slice.sizes.items[i]));
    return;
  }
}

static void add_pad_size(Bounds *self, const Quantity *of, Operation *def) {
  OpFoldResultList low = ofr_list(def, "static_low", "low", self->arena), high = ofr_list(def, "static_high", "high", self->arena);
  if (of->dim >= low.count || of->dim >= high.count) return;
  OpFoldResult behind = ofr_fold(high.items[of->dim]);
  uint32_t source = variable_of(self, op_operand(def, 0), true, of->dim), above = behind.value ? variable_of(self, behind.value, false, 0) : 0;
  SetRow row = row_of(self, of->variable, 1, ofr_fold(low.items[of->dim]), -1);
  if (!row.factors) return;
  row.factors[source] -= 1;
  if (behind.value) row.factors[above] -= 1;
  else if (__builtin_sub_overflow(row.constant, behind.constant, &row.constant)) self->set.failed = true;
  affine_set_add_equation(&self->set, row);
}

static void add_size(Bounds *self, const Quantity *of) {
  Operation *def = value_def(of->value);
  const ShapedType *type = type_as_shaped(of->value->type);
  add_at_least(self, of->variable, OFR_NUMBER(0));
  if (!type || of->dim >= type->rank) return;
  if (has_number(of->value, of->dim)) {
    add_equal(self, of->variable, OFR_NUMBER(type->dims[of->dim]));
  } else if (op_is(def, OP_TENSOR_EXTRACT_SLICE)) {
    add_slice_size(self, of, def);
  } else if (op_is(def, OP_TENSOR_PAD)) {
    add_pad_size(self, of, def);
  } else if (op_is(def, OP_TENSOR_EMPTY)) {
    uint32_t operand = 0;
    for (uint32_t i = 0; i < of->dim; i++) operand += type->dims[i] == DYNAMIC;
    if (operand < def->operand_count) add_equal(self, of->variable, ofr_from_value(op_operand(def, operand)));
  } else {
    Value *from = step_back(self, of->value, of->dim, 0);
    if (!from) return;
    uint32_t source = variable_of(self, from, true, of->dim);
    SetRow row = row_of(self, of->variable, 1, OFR_NUMBER(0), 0);
    if (!row.factors) return;
    row.factors[source] = -1;
    affine_set_add_equation(&self->set, row);
  }
}

bool greatest_size(Arena *arena, Value *tensor, uint32_t dim, int64_t *out) {
  Bounds self = {.arena = arena};
  if (has_number(tensor, dim)) return *out = type_as_shaped(tensor->type)->dims[dim], true;
  affine_set_init(&self.set, arena);
  variable_of(&self, tensor, true, dim);
  for (uint32_t i = 0; i < self.all.count && i < MAX_QUANTITIES; i++) {
    Quantity of = self.all.data[i];   // others are added to the list
    if (of.is_size) add_size(&self, &of);
    else add_index(&self, &of);
  }
  affine_set_project_out(&self.set, 1, self.set.count);
  return !self.set.failed && affine_set_constant_bound(&self.set, 0, true, out);
}
