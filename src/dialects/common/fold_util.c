#include "dialects/common/fold_util.h"

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
    out->i = apint_from_bytes(self->f->arena, type_bits(type_element(((const DenseAttr *)attr)->type)), bytes, size);
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
  const DenseAttr *dense = attr_as_dense(attr);
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
