// What the conversions of tosa read and make.
#include "convert/from_tosa/from_tosa.h"

#include "ops/arith.h"
#include "ops/linalg.h"
#include "ops/tensor.h"
#include "ops/tosa.h"

#include "analysis/structured.h"
#include "asm/params.h"
#include "dialects/linalg/hooks.h"
#include "ir/constants.h"

// ---------------------------------------------------------------------------------------------
// What tosa says

static A dense_constant(const Value *value) {
  const Operation *def = value_def(value);
  A constant = !def ? NULL : op_is(def, OP_TOSA_CONST) ? op_prop_at(def, TOSA_CONST_VALUES)
             : op_is(def, OP_TOSA_CONST_SHAPE) ? op_prop_at(def, TOSA_CONST_SHAPE_VALUES) : value_constant(value);
  return constant && attr_kind(constant) == ATTR_DENSE ? constant : NULL;
}

bool constant_numbers(Context *ctx, const Value *value, Arena *arena, I64Vec *out) {
  A dense = dense_constant(value);
  if (!dense || type_is_float(type_element(attr_value_type(dense)))) return false;
  for (uint64_t i = 0, count = dense_count(dense); i < count && i < 1u << 20; i++) {
    A element = dense_element_attr(ctx, dense, i);
    if (!element || attr_kind(element) != ATTR_INTEGER) return false;
    vec_push(arena, out, attr_to_i64(element));
  }
  return true;
}

bool zero_point(Context *ctx, const Value *value, bool is_unsigned, int64_t *out) {
  A dense = dense_constant(value), first = dense ? dense_element_attr(ctx, dense, 0) : NULL;
  if (!first) return false;
  if (attr_kind(first) == ATTR_FLOAT) {
    *out = !apfloat_is_zero(attr_float_value(first));
    return true;
  }
  if (attr_kind(first) != ATTR_INTEGER) return false;
  uint32_t bits = type_bits(attr_value_type(first));
  *out = attr_to_i64(first);
  if (is_unsigned && bits < 64) *out &= (int64_t)((UINT64_C(1) << bits) - 1);
  return true;
}

bool zero_point_fits(const Value *value, int64_t number) {
  T element = type_element(value->type);
  return !number || (type_kind(element) == TYPE_INTEGER && type_bits(element) == 8);
}

bool ignores_nan(const Operation *op, uint32_t slot) {
  A mode = op_prop_at(op, slot);
  return mode && attr_param(mode, 0) == TOSA_NAN_PROPAGATION_MODE_IGNORE;
}

bool all_ranked(const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_kind(op_operand_type(op, i)) == TYPE_UNRANKED_TENSOR) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (type_kind(op_result_type(op, i)) == TYPE_UNRANKED_TENSOR) return false;
  return true;
}

static bool convert_signless(const TypeConverter *self, T type, TypeVec *out, Arena *arena) {
  T element = type_is_tensor(type) ? type_element(type) : type;
  const IntegerType *integer = type_as_integer(element);
  if (integer && integer->signedness == UNSIGNED) {
    element = type_integer(self->ctx, type_bits(element), SIGNLESS);
    type = type_is_tensor(type) ? type_with_element(self->ctx, type, element) : element;
  }
  vec_push(arena, out, type);
  return true;
}

void signless_types(TypeConverter *out, PassRun *pass) {
  *out = (TypeConverter){.ctx = pass->ctx, .convert = convert_signless};
  map_init(&out->cache, pass->arena);
}

// ---------------------------------------------------------------------------------------------
// Arithmetic

Value *build_int(Builder *b, T type, int64_t number) { return build_constant(b, attr_i64(b->ctx, type, number)); }

Value *build_i32(Builder *b, int64_t number) { return build_int(b, type_integer(b->ctx, 32, SIGNLESS), number); }

Value *build_number(Builder *b, T type, double number) {
  bool loses;
  return build_constant(b, attr_float(b->ctx, type, apfloat_from_double(type_float_kind(type), number, &loses)));
}

Value *build_cmpf(Builder *b, int64_t predicate, Value *x, Value *y) {
  OpState *state = builder_begin(b, OP_ARITH_CMPF);
  op_state_add_operand2(state, x, y);
  op_state_set_prop(state, ARITH_CMPF_PREDICATE, attr_i64(b->ctx, b->ctx->types.i64, predicate));
  return op_result(builder_finish(b), 0);
}

Value *clamp_float(Builder *b, Value *x, Value *min, Value *max) {
  return build_binary(b, OP_ARITH_MAXIMUMF, build_binary(b, OP_ARITH_MINIMUMF, x, max), min);
}

Value *clamp_int(Builder *b, Value *x, Value *min, Value *max, bool is_unsigned) {
  Value *greater = build_binary(b, is_unsigned ? OP_ARITH_MAXUI : OP_ARITH_MAXSI, min, x);
  return build_binary(b, is_unsigned ? OP_ARITH_MINUI : OP_ARITH_MINSI, max, greater);
}

int64_t least_int(uint32_t bits) { return bits >= 64 ? INT64_MIN : -(INT64_C(1) << (bits ? bits - 1 : 0)); }
int64_t greatest_int(uint32_t bits) { return ~least_int(bits); }

// ---------------------------------------------------------------------------------------------
// tosa

Value *build_const_shape(Conversion *c, const int64_t *numbers, uint32_t count) {
  int64_t dims = count, rank = count;
  if (!count) return NULL;
  bool is_splat = true;
  for (uint32_t i = 0; i < count; i++) is_splat = is_splat && numbers[i] == numbers[0];
  T type = type_tensor(c->ctx, &dims, 1, c->ctx->types.index, NULL);
  OpState *state = builder_begin(&c->b, OP_TOSA_CONST_SHAPE);
  op_state_set_prop(state, TOSA_CONST_SHAPE_VALUES, attr_dense(c->ctx, type, is_splat, numbers, (is_splat ? 1 : count) * sizeof *numbers));
  op_state_add_type(state, type_from_params(c->ctx, &tosa_shape_type, (const uint64_t[]){(uint64_t)rank}));
  return builder_finish_value(&c->b);
}

Value *build_apply_scale(Builder *b, Value *value, Value *multiplier, Value *shift, uint64_t rounding) {
  OpState *state = builder_begin(b, OP_TOSA_APPLY_SCALE);
  op_state_add_operand2(state, value, multiplier);
  op_state_add_operand(state, shift);
  op_state_add_type(state, type_integer(b->ctx, 32, SIGNLESS));
  op_state_set_prop(state, TOSA_APPLY_SCALE_ROUNDING_MODE, attr_from_params(b->ctx, &tosa_rounding_mode_attr, &rounding));
  return builder_finish_value(b);
}

// ---------------------------------------------------------------------------------------------
// Tensors

OpFoldResult mixed_dim(Builder *b, Value *tensor, uint32_t dim) {
  int64_t size = shape_of(tensor)->dims[dim];
  return size == DYNAMIC ? (OpFoldResult){.value = build_dim_of(b, tensor, dim)} : OFR_NUMBER(size);
}

A reassociation(Conversion *c, const uint32_t *sizes, uint32_t count) {
  AttrVec groups = {0};
  T i64 = type_integer(c->ctx, 64, SIGNLESS);
  int64_t dim = 0;
  for (uint32_t i = 0; i < count; i++) {
    AttrVec group = {0};
    for (uint32_t j = 0; j < sizes[i]; j++) vec_push(c->arena, &group, attr_i64(c->ctx, i64, dim++));
    vec_push(c->arena, &groups, attr_array(c->ctx, group.data, group.count));
  }
  return attr_array(c->ctx, groups.data, groups.count);
}

Value *build_collapse(Conversion *c, T type, Value *value, A groups) {
  OpState *state = builder_begin(&c->b, OP_TENSOR_COLLAPSE_SHAPE);
  op_state_add_operand(state, value);
  op_state_add_type(state, type);
  op_state_set_prop(state, TENSOR_COLLAPSE_SHAPE_REASSOCIATION, groups);
  return builder_finish_value(&c->b);
}

Value *build_expand(Conversion *c, T type, Value *value, const uint32_t *sizes, uint32_t count) {
  Builder *b = &c->b;
  const ShapedType *from = shape_of(value), *to = type_as_shaped(type);
  ValueVec have = {0}, values = {0};
  for (uint32_t i = 0; i < (uint32_t)from->rank; i++) vec_push(c->arena, &have, from->dims[i] == DYNAMIC ? build_dim_of(b, value, i) : NULL);
  uint32_t dim = 0;
  for (uint32_t i = 0; i < count; i++) {
    int64_t known = 1;
    bool is_open = false;
    for (uint32_t j = 0; j < sizes[i]; j++, dim++) {
      if (to->dims[dim] == DYNAMIC) is_open = true;
      else known *= to->dims[dim];
    }
    if (!is_open || !have.data[i]) continue;
    Value *product = build_index(b, known);
    vec_push(c->arena, &values, known == 1 ? have.data[i] : build_binary(b, OP_ARITH_DIVSI, have.data[i], product));
  }
  A groups = reassociation(c, sizes, count);
  OpState *state = builder_begin(b, OP_TENSOR_EXPAND_SHAPE);
  op_state_add_operand(state, value);
  op_state_add_operands(state, values.data, values.count);
  op_state_add_type(state, type);
  op_state_set_prop(state, TENSOR_EXPAND_SHAPE_REASSOCIATION, groups);
  op_state_set_prop(state, TENSOR_EXPAND_SHAPE_STATIC_OUTPUT_SHAPE, attr_i64_array(c->ctx, to->dims, (uint32_t)to->rank));
  return builder_finish_value(b);
}

// ---------------------------------------------------------------------------------------------
// linalg

void begin_loop_body(Conversion *c, Operation *op, Builder *inside) {
  Block *block = block_new(c->module);
  block_append(op_region(op, 0), block);
  for (uint32_t i = 0; i < op->operand_count; i++) block_add_arg(c->module, block, type_element(op_operand_type(op, i)), op->loc);
  builder_init(inside, c->module);
  builder_at_end(inside, block);
  inside->loc = op->loc;
  inside->created = c->b.created;
  inside->data = c->b.data;
}

Operation *make_generic(Conversion *c, Value *const *operands, uint32_t inputs, uint32_t inits, const AffineMap *const *maps, uint64_t reductions, Builder *inside) {
  IteratorVec iterators = {0};
  AffineMapVec of_operands = {0};
  ValueVec values[2] = {0};
  for (uint32_t i = 0; i < maps[0]->dim_count; i++) vec_push(c->arena, &iterators, i < 64 && reductions >> i & 1 ? ITERATOR_REDUCTION : ITERATOR_PARALLEL);
  for (uint32_t i = 0; i < inputs + inits; i++) {
    vec_push(c->arena, &of_operands, maps[i]);
    vec_push(c->arena, &values[i >= inputs], operands[i]);
  }
  Operation *generic = build_generic(&c->b, &values[0], &values[1], &of_operands, iterator_types_attr(c->ctx, &iterators, c->arena), c->arena);
  begin_loop_body(c, generic, inside);
  return generic;
}

Operation *build_named(Conversion *c, uint32_t opcode, Value *const *operands, uint32_t inputs, A strides, A dilations) {
  OpState *state = builder_begin(&c->b, opcode);
  op_state_add_operands(state, operands, inputs + 1);
  op_state_add_type(state, operands[inputs]->type);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)inputs, 1}, 2);
  if (strides) op_state_set_attr(state, STR("strides"), strides);
  if (dilations) op_state_set_attr(state, STR("dilations"), dilations);
  op_state_add_region(state);
  Operation *op = builder_finish_typed(&c->b);
  Builder inside;
  begin_loop_body(c, op, &inside);
  build_named_body(&inside, op->def, inside.block, NULL, NULL);
  return op;
}

Value *build_fill(Conversion *c, Value *scalar, Value *into) {
  return op_result(build_named(c, OP_LINALG_FILL, (Value *const[]){scalar, into}, 1, NULL, NULL), 0);
}
