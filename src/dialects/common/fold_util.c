#include "dialects/common/fold_util.h"

// ---------------------------------------------------------------------------------------------
// Reading elements

static bool is_int_element(T type) { return type_kind(type) == TYPE_INTEGER || type_is_index(type); }

static APInt int_from_bytes(Arena *arena, const uint8_t *bytes, uint32_t size, uint32_t width) {
  return apint_from_bytes(arena, width, bytes, size);
}

static APFloat float_from_bytes(FloatKind kind, const uint8_t *bytes, uint32_t size) {
  uint64_t bits[2] = {0};
  for (uint32_t i = 0; i < size && i < 16; i++) bits[i / 8] |= (uint64_t)bytes[i] << (i % 8 * 8);
  return apfloat_from_bits(kind, bits[0], bits[1]);
}

static const DenseAttr *as_dense(A attr) { return attr && attr_kind(attr) == ATTR_DENSE ? (const DenseAttr *)attr : NULL; }

// Without an arena only integers up to 64 bits can be told.
bool constant_int(A attr, APInt *out) {
  if (!attr) return false;
  if (attr_kind(attr) == ATTR_INTEGER) {
    *out = attr_int(attr);
    return true;
  }
  const DenseAttr *dense = as_dense(attr);
  if (!dense || !dense->splat) return false;
  T element = type_element(dense->type);
  uint32_t size, width = type_bits(element);
  if (!is_int_element(element) || width > 64) return false;
  const uint8_t *bytes = dense_element(attr, 0, &size);
  if (!bytes) return false;
  *out = apint_from_bytes(NULL, width, bytes, size);
  return true;
}

bool constant_float(A attr, APFloat *out) {
  if (!attr) return false;
  if (attr_kind(attr) == ATTR_FLOAT) {
    *out = attr_float_value(attr);
    return true;
  }
  const DenseAttr *dense = as_dense(attr);
  if (!dense || !dense->splat) return false;
  T element = type_element(dense->type);
  uint32_t size;
  const uint8_t *bytes = type_is_float(element) ? dense_element(attr, 0, &size) : NULL;
  if (!bytes) return false;
  *out = float_from_bytes(type_float_kind(element), bytes, size);
  return true;
}

bool is_zero_int(A attr) {
  APInt value;
  return constant_int(attr, &value) && apint_is_zero(&value);
}

bool is_one_int(A attr) {
  APInt value;
  return constant_int(attr, &value) && value.width && apint_active_bits(&value) == 1 && (apint_data(&value)[0] & 1);
}

bool is_all_ones_int(A attr) {
  APInt value;
  return constant_int(attr, &value) && apint_is_all_ones(&value);
}

bool is_float_value(A attr, double wanted) {
  APFloat value;
  return constant_float(attr, &value) && apfloat_bits_equal(value, apfloat_from_double(value.kind, wanted, NULL));
}

bool is_nan_float(A attr) {
  APFloat value;
  return constant_float(attr, &value) && apfloat_is_nan(value);
}

bool is_poison(A attr) { return attr && attr_is(attr, &ub_poison_attr); }

Operation *defined_by(const Value *value, const char *name) {
  Operation *op = value_def(value);
  return op_is_named(op, name) ? op : NULL;
}

Operation *operand_defined_by(const Operation *op, uint32_t i, const char *name) { return defined_by(op_operand(op, i), name); }

bool value_is_all_ones(const Value *value) { return is_all_ones_int(value_constant(value)); }

// ---------------------------------------------------------------------------------------------
// Making

static bool has_static_shape(T type) { return !type_as_shaped(type) || type_has_static_shape(type); }

A int_attr_of(Context *ctx, T type, const APInt *value) {
  if (!has_static_shape(type)) return NULL;
  if (!type_as_shaped(type)) return attr_integer(ctx, type, value);
  uint32_t size = dense_element_bytes(type_element(type));
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  uint8_t *bytes = arena_alloc(&scratch, size);
  A attr = NULL;
  if (bytes) {
    apint_to_bytes(value, bytes, size);
    attr = attr_dense(ctx, type, true, bytes, size);
  }
  arena_free(&scratch);
  return attr;
}

static void float_to_bytes(APFloat value, uint8_t *bytes, uint32_t size) {
  uint64_t bits[2];
  apfloat_stored(value, bits);
  for (uint32_t i = 0; i < size && i < 16; i++) bytes[i] = (uint8_t)(bits[i / 8] >> (i % 8 * 8));
}

A float_attr_of(Context *ctx, T type, APFloat value) {
  if (!has_static_shape(type)) return NULL;
  if (!type_as_shaped(type)) return attr_float(ctx, type, value);
  uint8_t bytes[16];
  uint32_t size = dense_element_bytes(type_element(type));
  float_to_bytes(value, bytes, size);
  return attr_dense(ctx, type, true, bytes, size);
}

A zero_attr(Context *ctx, T type) {
  T element = type_element_or_self(type);
  if (type_is_float(element)) return float_attr_of(ctx, type, apfloat_zero(type_float_kind(element), false));
  if (!is_int_element(element)) return NULL;
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  APInt zero = apint_u64(&scratch, type_bits(element), 0);
  A attr = int_attr_of(ctx, type, &zero);
  arena_free(&scratch);
  return attr;
}

A bool_attr_of(Context *ctx, T type, bool value) {
  APInt bit = {.width = 1, .word = value};
  return int_attr_of(ctx, type, &bit);
}

T i1_shape_of(Context *ctx, T type) {
  return type_as_shaped(type) ? type_with_element(ctx, type, ctx->types.i1) : ctx->types.i1;
}

bool fold_to(Folder *f, A attr) { return attr && fold_to_attr(f, attr); }

// ---------------------------------------------------------------------------------------------
// Calculating

// The operands of a calculation: all scalars, or all dense with one shape.
typedef struct Calculation {
  Folder *f;
  T type, element;       // of the result
  A operands[2];
  uint32_t count;
  bool is_int, result_is_int;   // operands, result
  IntCalc calc;
  const void *data;
  IntBinaryFn *int_binary;
  IntUnaryFn *int_unary;
  FloatBinaryFn *float_binary;
  FloatUnaryFn *float_unary;
  IntToFloatFn *int_to_float;
  FloatToIntFn *float_to_int;
} Calculation;

typedef struct Number {
  APInt i;
  APFloat f;
} Number;

static bool calculate(Calculation *self, const Number *in, Number *out) {
  if (self->int_binary) return self->int_binary(&self->calc, &in[0].i, &in[1].i, &out->i);
  if (self->int_unary) return self->int_unary(&self->calc, &in[0].i, &out->i);
  if (self->float_binary) return self->float_binary(self->data, in[0].f, in[1].f, &out->f);
  if (self->float_unary) return self->float_unary(self->data, in[0].f, &out->f);
  if (self->int_to_float) return self->int_to_float(self->data, type_float_kind(self->element), &in[0].i, &out->f);
  return self->float_to_int(&self->calc, in[0].f, &out->i);
}

static bool read_number(const Calculation *self, A attr, uint64_t at, Number *out) {
  if (self->is_int) {
    if (attr_kind(attr) == ATTR_INTEGER) {
      out->i = attr_int(attr);
      return true;
    }
    uint32_t size;
    const uint8_t *bytes = dense_element(attr, at, &size);
    if (!bytes) return false;
    out->i = int_from_bytes(self->f->arena, bytes, size, type_bits(type_element(((const DenseAttr *)attr)->type)));
    return true;
  }
  if (attr_kind(attr) == ATTR_FLOAT) {
    out->f = attr_float_value(attr);
    return true;
  }
  uint32_t size;
  const uint8_t *bytes = dense_element(attr, at, &size);
  if (!bytes) return false;
  out->f = float_from_bytes(type_float_kind(type_element(((const DenseAttr *)attr)->type)), bytes, size);
  return true;
}

static bool is_scalar(const Calculation *self, A attr) {
  return attr_kind(attr) == (self->is_int ? ATTR_INTEGER : ATTR_FLOAT);
}

static bool is_dense_of(const Calculation *self, A attr) {
  const DenseAttr *dense = as_dense(attr);
  if (!dense) return false;
  T element = type_element(dense->type);
  return self->is_int ? is_int_element(element) : type_is_float(element);
}

static bool result_fits(const Calculation *self) {
  return self->result_is_int ? is_int_element(self->element) : type_is_float(self->element);
}

static A fold_dense(Calculation *self) {
  Folder *f = self->f;
  bool splat = true;
  for (uint32_t i = 0; i < self->count; i++) splat &= ((const DenseAttr *)self->operands[i])->splat != 0;
  uint64_t elements = splat ? 1 : dense_count(self->operands[0]);
  uint32_t size = dense_element_bytes(self->element);
  if (size && elements > SIZE_MAX / size) return NULL;
  Arena data;
  arena_init(&data, &f->ctx->mem);
  uint8_t *bytes = arena_alloc(&data, (size_t)elements * size);
  bool ok = bytes != NULL;
  Arena *outer = f->arena;
  Arena scratch;
  arena_init(&scratch, &f->ctx->mem);
  f->arena = &scratch;
  self->calc.arena = &scratch;
  for (uint64_t i = 0; i < elements && ok; i++) {
    Number in[2], out;
    arena_reset(&scratch);
    for (uint32_t k = 0; k < self->count && ok; k++) ok = read_number(self, self->operands[k], i, &in[k]);
    ok = ok && calculate(self, in, &out) && !f->ctx->mem.exhausted;
    if (!ok) break;
    if (self->result_is_int)
      apint_to_bytes(&out.i, bytes + i * size, size);
    else
      float_to_bytes(out.f, bytes + i * size, size);
  }
  f->arena = outer;
  arena_free(&scratch);
  A result = ok ? attr_dense(f->ctx, self->type, splat, bytes, elements * size) : NULL;
  arena_free(&data);
  return result;
}

static A run_calculation(Calculation *self) {
  Folder *f = self->f;
  for (uint32_t i = 0; i < self->count; i++)
    if (is_poison(self->operands[i])) return self->operands[i];
  bool scalars = true, dense = true;
  for (uint32_t i = 0; i < self->count; i++) {
    A attr = self->operands[i];
    if (!attr) return NULL;
    scalars &= is_scalar(self, attr);
    dense &= is_dense_of(self, attr);
  }
  self->element = type_element_or_self(self->type);
  self->calc = (IntCalc){f->arena, self->data, self->result_is_int ? type_bits(self->element) : 0};
  if (!result_fits(self)) return NULL;
  if (self->count == 2 && attr_value_type(self->operands[0]) != attr_value_type(self->operands[1])) return NULL;
  if (scalars && !type_as_shaped(self->type)) {
    Number in[2], out;
    for (uint32_t i = 0; i < self->count; i++)
      if (!read_number(self, self->operands[i], 0, &in[i])) return NULL;
    if (!calculate(self, in, &out)) return NULL;
    return self->result_is_int ? attr_integer(f->ctx, self->type, &out.i) : attr_float(f->ctx, self->type, out.f);
  }
  return dense && type_as_shaped(self->type) && type_has_static_shape(self->type) ? fold_dense(self) : NULL;
}

A fold_int_binary(Folder *f, T type, A lhs, A rhs, IntBinaryFn *fn, const void *data) {
  return run_calculation(&(Calculation){
    .f = f, .type = type, .operands = {lhs, rhs}, .count = 2, .is_int = true, .result_is_int = true, .int_binary = fn, .data = data});
}

A fold_int_unary(Folder *f, T type, A operand, IntUnaryFn *fn, const void *data) {
  return run_calculation(&(Calculation){
    .f = f, .type = type, .operands = {operand}, .count = 1, .is_int = true, .result_is_int = true, .int_unary = fn, .data = data});
}

A fold_float_binary(Folder *f, T type, A lhs, A rhs, FloatBinaryFn *fn, const void *data) {
  return run_calculation(&(Calculation){
    .f = f, .type = type, .operands = {lhs, rhs}, .count = 2, .float_binary = fn, .data = data});
}

A fold_float_unary(Folder *f, T type, A operand, FloatUnaryFn *fn, const void *data) {
  return run_calculation(&(Calculation){
    .f = f, .type = type, .operands = {operand}, .count = 1, .float_unary = fn, .data = data});
}

A fold_int_to_float(Folder *f, T type, A operand, IntToFloatFn *fn, const void *data) {
  return run_calculation(&(Calculation){
    .f = f, .type = type, .operands = {operand}, .count = 1, .is_int = true, .int_to_float = fn, .data = data});
}

A fold_float_to_int(Folder *f, T type, A operand, FloatToIntFn *fn, const void *data) {
  return run_calculation(&(Calculation){
    .f = f, .type = type, .operands = {operand}, .count = 1, .result_is_int = true, .float_to_int = fn, .data = data});
}
