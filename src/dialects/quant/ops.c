// The quant dialect: what its casts verify and fold.
#include "dialects/quant/quant.h"

#include <string.h>

#include "ir/constants.h"
#include "ir/verifier.h"

// ---------------------------------------------------------------------------------------------
// Types of operands and results

static bool is_scalar_or_tensor_of(T type, bool (*accepts)(T)) {
  return accepts(type) || (type_is_tensor(type) && accepts(type_element(type)));
}

static bool is_float(T type) { return type_is_float(type); }
static bool is_signless(T type) { return type_kind(type) == TYPE_INTEGER && ((const IntegerType *)type)->signedness == SIGNLESS; }

bool quant_is_float(T type) { return is_scalar_or_tensor_of(type, is_float); }
bool quant_is_quantized(T type) { return is_scalar_or_tensor_of(type, type_is_quantized); }
bool quant_is_integer_or_quantized(T type) { return is_scalar_or_tensor_of(type, is_signless) || quant_is_quantized(type); }

bool quant_shapes_match(const Operation *op) {
  T a = op_operand_type(op, 0), b = op_result_type(op, 0);
  if (!type_is_tensor(a) && !type_is_tensor(b)) return true;
  if (type_kind(a) != type_kind(b)) return false;
  if (type_kind(a) == TYPE_UNRANKED_TENSOR) return true;
  const ShapedType *x = type_as_shaped(a), *y = type_as_shaped(b);
  return x->rank == y->rank && (!x->rank || !memcmp(x->dims, y->dims, x->rank * sizeof *x->dims));
}

bool quant_one_is_integer(const Operation *op) {
  return quant_is_quantized(op_operand_type(op, 0)) != quant_is_quantized(op_result_type(op, 0));
}

// ---------------------------------------------------------------------------------------------
// Verification

static bool verify_axis(Verifier *v, const Operation *op, T type, T container) {
  if (!type_is_tensor(container)) return verify_fail_plain(v, op, "scalar types may not use per-axis quantization");
  if (type_kind(container) == TYPE_UNRANKED_TENSOR) return true;
  const ShapedType *shape = type_as_shaped(container);
  int64_t axis = dense_array_i64((A)quant_axes(type), 0);
  if ((uint64_t)axis >= shape->rank) return verify_fail_plain(v, op, "quantized dimension must be less than tensor rank");
  if (shape->dims[axis] != DYNAMIC && (uint64_t)shape->dims[axis] != quant_scales(type)->count)
    return verify_fail_plain(v, op, "quantized dimension size does not match number of scales");
  return true;
}

// The blocks that dimension `dim` has by the type's sizes, the last that is said for it; 1 when none is.
static int64_t blocks_along(T type, const ShapedType *shape, uint64_t dim) {
  int64_t result = 1;
  for (uint64_t i = 0; i < quant_axes(type)->count; i++)
    if ((uint64_t)dense_array_i64((A)quant_axes(type), i) == dim)
      result = shape->dims[dim] == DYNAMIC ? DYNAMIC : shape->dims[dim] / dense_array_i64((A)quant_blocks(type), i);
  return result;
}

static bool verify_blocks(Verifier *v, const Operation *op, T type, T container) {
  if (!type_is_tensor(container)) return verify_fail_plain(v, op, "scalar types may not use sub-channel quantization");
  if (type_kind(container) == TYPE_UNRANKED_TENSOR)
    return verify_fail_plain(v, op, "tensor containing the sub-channel quantized type must be ranked");
  const ShapedType *shape = type_as_shaped(container);
  for (uint64_t i = 0; i < quant_axes(type)->count; i++) {
    long long axis = dense_array_i64((A)quant_axes(type), i), size = dense_array_i64((A)quant_blocks(type), i);
    if ((uint64_t)axis >= shape->rank)
      return verify_fail_plain(v, op, "quantized dimension %lld must be less than tensor rank %lld", axis, (long long)shape->rank);
    if (shape->dims[axis] != DYNAMIC && shape->dims[axis] % size)
      return verify_fail_plain(v, op, "tensor dimension size %lld at axis %lld must be divisible by the corresponding block size %lld",
                               (long long)shape->dims[axis], axis, size);
  }
  for (uint64_t i = 0; i < shape->rank; i++)
    if (!shape->dims[i]) return verify_fail_plain(v, op, "tensor dimension size of zero is not allowed with sub-channel quantization");
  const DenseArrayAttr *dims = quant_dims(type);
  if (dims->count != shape->rank)
    return verify_fail_plain(v, op, "Rank of scales %lld must match the rank of the tensor %lld", (long long)dims->count, (long long)shape->rank);
  for (uint64_t i = 0; i < shape->rank; i++) {
    long long count = blocks_along(type, shape, i);
    if (count != DYNAMIC && count != dense_array_i64((A)dims, i))
      return verify_fail_plain(v, op, "dimension size %lld of scales tensor at axis %lld should match (tensor dimension at axis / block sizes at axis) = %lld",
                               count, (long long)i, count);
  }
  return true;
}

static bool verify_layout(Verifier *v, const Operation *op, T type) {
  T container = op_operand_type(op, 0);   // the result has the same shape
  int64_t layout = quant_layout(type);
  if (layout == QUANT_PER_AXIS) return verify_axis(v, op, type, container);
  return layout != QUANT_PER_BLOCK || verify_blocks(v, op, type, container);
}

static bool verify_float_cast(Verifier *v, const Operation *op, T quantized, T plain) {
  T type = type_element_or_self(quantized);
  if (quant_expressed(type) != type_element_or_self(plain))
    return verify_fail_plain(v, op, "expressed type in quantized type expected to match float type");
  return verify_layout(v, op, type);
}

bool verify_quant_dcast(Verifier *v, const Operation *op) { return verify_float_cast(v, op, op_operand_type(op, 0), op_result_type(op, 0)); }
bool verify_quant_qcast(Verifier *v, const Operation *op) { return verify_float_cast(v, op, op_result_type(op, 0), op_operand_type(op, 0)); }

bool verify_quant_scast(Verifier *v, const Operation *op) {
  T input = type_element_or_self(op_operand_type(op, 0)), result = type_element_or_self(op_result_type(op, 0));
  T quantized = type_is_quantized(input) ? input : result;
  if (quant_storage(quantized) != (quantized == input ? result : input))
    return verify_fail_plain(v, op, "storage type in quantized type expected to match integer type");
  return verify_layout(v, op, quantized);
}

// ---------------------------------------------------------------------------------------------
// Folds: a cast of a cast back

static bool fold_back(Folder *f, Operation *op, uint32_t opcode) {
  Operation *inner = defined_by(op_operand(op, 0), opcode);
  if (!inner) return false;
  Value *source = op_operand(inner, 0);
  return source->type == op_result_type(op, 0) && fold_to_value(f, source);
}

bool fold_quant_dcast(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_back(f, op, OP_QUANT_QCAST);
}
bool fold_quant_qcast(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_back(f, op, OP_QUANT_DCAST);
}
bool fold_quant_scast(Folder *f, Operation *op, const A *constants) {
  (void)constants;
  return fold_back(f, op, OP_QUANT_SCAST);
}
