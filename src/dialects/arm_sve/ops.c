// Types of arm_sve's operations.
#include "ops/arm_sve.h"

#include "ir/op.h"

static const ShapedType *as_vector(T type) { return type_is_vector(type) && ((const ShapedType *)type)->rank ? (const ShapedType *)type : NULL; }

// Only the last dimension is scalable.
static bool is_trailing_scalable(const ShapedType *type) { return type->scalable == 1ull << (type->rank - 1); }

static bool is_mask(T type, int64_t least) {
  const ShapedType *vector = as_vector(type);
  if (!vector || !is_trailing_scalable(vector) || !type_is_int(vector->element, 1)) return false;
  int64_t size = vector->dims[vector->rank - 1];
  return size >= least && size <= 16 && !(size & (size - 1));
}

bool arm_sve_is_svbool_mask(T type) { return is_mask(type, 16); }
bool arm_sve_is_predicate_mask(T type) { return is_mask(type, 1); }

// As many elements of up to 64 bits as a register of 128 bits has, scaled.
static bool fills_register(T type, bool more_widths) {
  const ShapedType *vector = as_vector(type);
  if (!vector || vector->rank != 1 || !is_trailing_scalable(vector)) return false;
  uint32_t bits = type_bits(vector->element);
  bool ok = bits == 8 || bits == 16 || bits == 32 || bits == 64 || (more_widths && bits == 128);
  return ok && (type_is_float(vector->element) || type_is_signless_int(vector->element)) && vector->dims[0] * bits == 128;
}

bool arm_sve_is_vector(T type) { return fills_register(type, false); }
bool arm_sve_is_zip_vector(T type) { return fills_register(type, false); }

T arm_sve_mask_of(Context *ctx, T type) { return type_is_vector(type) ? type_with_element(ctx, type, ctx->types.i1) : ctx->types.i1; }

T arm_sve_svbool_of(Context *ctx, T type) {
  const ShapedType *vector = as_vector(type);
  if (!vector || vector->rank > 64) return NULL;
  int64_t dims[64];
  memcpy(dims, vector->dims, sizeof *dims * vector->rank);
  dims[vector->rank - 1] = 16;
  return type_vector(ctx, dims, (uint32_t)vector->rank, vector->scalable, vector->element);
}

bool arm_sve_gives_svbool(const Operation *op) {
  const ShapedType *vector = as_vector(op_result_type(op, 0));
  return vector && vector->rank == 1 && is_mask((T)vector, 16);
}
bool arm_sve_gives_predicate(const Operation *op) {
  const ShapedType *vector = as_vector(op_result_type(op, 0));
  return vector && vector->rank == 1 && is_mask((T)vector, 1);
}
