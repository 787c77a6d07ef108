// Types of arm_sme's operations, and what they say of each other.
#include "ops/arm_sme.h"

#include "ir/op.h"

enum { REGISTER = 128 };   // bits of a vector, or of a row of a tile, for each unit of its scale

static const ShapedType *as_vector(T type) { return type && type_is_vector(type) ? (const ShapedType *)type : NULL; }

// As many rows as a row has elements, both scaled.
static bool is_tile_of(T type, T element) {
  const ShapedType *vector = as_vector(type);
  if (!vector || vector->rank != 2 || vector->scalable != 3 || vector->element != element || !type_bits(element)) return false;
  int64_t size = REGISTER / type_bits(element);
  return vector->dims[0] == size && vector->dims[1] == size;
}

bool arm_sme_is_tile(T type) {
  const ShapedType *vector = as_vector(type);
  if (!vector) return false;
  T element = vector->element;
  uint32_t bits = type_bits(element);
  bool is_integer = type_is_signless_int(element) && (bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128);
  FloatKind kind = type_is_float(element) ? type_float_kind(element) : FLOAT_F80;
  return (is_integer || kind == FLOAT_F16 || kind == FLOAT_BF16 || kind == FLOAT_F32 || kind == FLOAT_F64) && is_tile_of(type, element);
}

static bool is_wide(T type, bool is_float, uint32_t bits) {
  const ShapedType *vector = as_vector(type);
  return vector && (is_float ? type_is_float(vector->element) : type_is_signless_int(vector->element)) && type_bits(vector->element) == bits &&
         is_tile_of(type, vector->element);
}
bool arm_sme_is_f32_tile(T type) { return is_wide(type, true, 32); }
bool arm_sme_is_i32_tile(T type) { return is_wide(type, false, 32); }
bool arm_sme_is_i32_or_i64_tile(T type) { return is_wide(type, false, 32) || is_wide(type, false, 64); }

// ---------------------------------------------------------------------------------------------
// Types that follow from others

T arm_sme_mask_of(Context *ctx, T type) { return type_is_vector(type) ? type_with_element(ctx, type, ctx->types.i1) : NULL; }

static T row_of(Context *ctx, T type, T element) {
  const ShapedType *tile = as_vector(type);
  return tile && tile->rank == 2 ? type_vector(ctx, &tile->dims[1], 1, tile->scalable >> 1, element) : NULL;
}
T arm_sme_slice_of(Context *ctx, T type) { return row_of(ctx, type, type_element(type)); }
T arm_sme_slice_mask_of(Context *ctx, T type) { return row_of(ctx, type, ctx->types.i1); }

T arm_sme_tile_of(Context *ctx, T type) {
  const ShapedType *vector = as_vector(type);
  if (!vector || vector->rank != 1) return NULL;
  int64_t dims[] = {vector->dims[0], vector->dims[0]};
  return type_vector(ctx, dims, 2, 3, vector->element);
}

// ---------------------------------------------------------------------------------------------
// Relations

// The operands are in order, and the optional ones are told apart by how many there are of each.
static bool has_group(const Operation *op, uint32_t group) {
  Span span;
  return op_operand_span(op, group, &span) && span.begin < span.end;
}

bool arm_sme_masks_match(const Operation *op) { return has_group(op, 2) == has_group(op, 3); }
bool arm_sme_padding_matches(const Operation *op) { return has_group(op, 2) == has_group(op, 3); }
bool arm_sme_result_is_i64(const Operation *op) { return type_is_int(op_result_type(op, 0), 64); }

static uint32_t widening(const Operation *op) { return type_bits(type_element(op_result_type(op, 0))) / type_bits(type_element(op_operand_type(op, 0))); }
bool arm_sme_widens_twice(const Operation *op) { return widening(op) == 2; }
bool arm_sme_widens_four_times(const Operation *op) { return widening(op) == 4; }
