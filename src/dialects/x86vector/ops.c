// Relations between the vectors of x86vector's operations.
#include "ops/x86vector.h"

#include "ir/verify.h"

static T of_length(Context *ctx, T type, int64_t factor, T element) {
  if (!type_is_vector(type) || !((const ShapedType *)type)->rank) return NULL;
  int64_t count = ((const ShapedType *)type)->dims[0] * factor;
  return type_vector(ctx, &count, 1, 0, element);
}

T x86vector_bytes_of_words(Context *ctx, T type) { return of_length(ctx, type, 4, type_integer(ctx, 8, SIGNLESS)); }
T x86vector_twice_as_bf16(Context *ctx, T type) { return of_length(ctx, type, 2, type_float(ctx, FLOAT_BF16)); }
T x86vector_mask_of(Context *ctx, T type) { return of_length(ctx, type, 1, ctx->types.i1); }

T x86vector_bits_of(Context *ctx, T type) {
  if (!type_is_vector(type) || !((const ShapedType *)type)->rank) return NULL;
  return type_integer(ctx, (uint32_t)((const ShapedType *)type)->dims[0], SIGNLESS);
}

bool verify_x86vector_avx512_mask_compress(Verifier *v, const Operation *op) {
  A constant = op_prop_at(op, X86VECTOR_AVX512_MASK_COMPRESS_CONSTANT_SRC);
  bool has_source = op->operand_count > 2;
  if (has_source && constant) return verify_fail(v, op, "cannot use both src and constant_src");
  if (has_source && op_operand_type(op, 2) != op_result_type(op, 0)) return verify_fail(v, op, "failed to verify that src and dst have same type");
  if (constant && attr_value_type(constant) != op_result_type(op, 0))
    return verify_fail(v, op, "failed to verify that constant_src and dst have same type");
  return true;
}

bool x86vector_is_elements(A attr) { return attr_is_elements(attr); }
