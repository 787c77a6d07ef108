// The operations of the llvm dialect (https://mlir.llvm.org/docs/Dialects/LLVM/): their records are in the
// .def files beside this one.
#include "dialects/common/relations.h"
#include "dialects/llvm/attrs.h"
#include "dialects/llvm/constraints.h"
#include "dialects/llvm/fold.h"
#include "dialects/llvm/hooks.h"
#include "dialects/llvm/ops.h"
#include "dialects/llvm/types.h"

// ---------------------------------------------------------------------------------------------
// Relations

// The struct of a value and an i1 that cmpxchg gives.
static T value_and_bool(Context *ctx, T type) { return llvm_struct(ctx, (const T[]){type, ctx->types.i1}, 2, false); }

static bool is_scalable(T type) { return type_is_vector(type) && ((const ShapedType *)type)->scalable; }

static uint64_t vector_bits(T type) {
  if (!type_is_vector(type)) return 0;
  uint64_t bits = type_bits(((const ShapedType *)type)->element);
  uint64_t count = (uint64_t)type_num_elements(type);
  return bits && count > UINT64_MAX / bits ? UINT64_MAX : bits * count;
}

#define VECTOR_LIMIT 131072u

static bool fits_limit(T a, T b) { return vector_bits(a) <= VECTOR_LIMIT && vector_bits(b) <= VECTOR_LIMIT; }

static bool vectors_fit_limit(const Operation *op) {
  return fits_limit(op_operand_type(op, op->operand_count - 1), op_result_type(op, 0));
}

static bool extracts_fixed(const Operation *op) {
  return !is_scalable(op_result_type(op, 0)) || is_scalable(op_operand_type(op, 0));
}

static bool inserts_fixed(const Operation *op) {
  return !is_scalable(op_operand_type(op, 1)) || is_scalable(op_operand_type(op, 0));
}

static bool interleave_doubles(const Operation *op) {
  T in = op_operand_type(op, 0), out = op_result_type(op, 0);
  return type_is_vector(in) && type_is_vector(out) && type_element(in) == type_element(out) &&
         type_num_elements(in) <= INT64_MAX / 2 && type_num_elements(out) == type_num_elements(in) * 2;
}

// ---------------------------------------------------------------------------------------------
// Operations

// What several of them have in common.
static const ValueDef res[] = {{"res", &C_LLVM_Type}};
static const ValueDef int_res[] = {{"res", &C_LLVM_ScalarOrVectorOfInteger}};
static const ValueDef float_res[] = {{"res", &C_LLVM_ScalarOrVectorOfFloat}};
static const ValueDef vector_res[] = {{"res", &C_LLVM_AnyVector}};
static const ValueDef pointer_res[] = {{"res", &C_LLVM_AnyPointer}};
static const ValueDef int_in[] = {{"in", &C_LLVM_ScalarOrVectorOfInteger}};
static const ValueDef float_in[] = {{"in", &C_LLVM_ScalarOrVectorOfFloat}};
static const ValueDef ints_in[] = {{"in", &C_LLVM_VectorOfInteger}};
static const ValueDef floats_in[] = {{"in", &C_LLVM_VectorOfAnyFloat}};
static const ValueDef int_arg[] = {{"arg", &C_LLVM_ScalarOrVectorOfInteger}};
static const ValueDef float_arg[] = {{"arg", &C_LLVM_ScalarOrVectorOfFloat}};
static const ValueDef float_val[] = {{"val", &C_LLVM_ScalarOrVectorOfFloat}};
static const ValueDef pointer[] = {{"ptr", &C_LLVM_AnyPointer}};
static const ValueDef int_pair[] = {{"lhs", &C_LLVM_ScalarOrVectorOfInteger}, {"rhs", &C_LLVM_ScalarOrVectorOfInteger}};
static const ValueDef float_pair[] = {{"lhs", &C_LLVM_ScalarOrVectorOfFloat}, {"rhs", &C_LLVM_ScalarOrVectorOfFloat}};
static const ValueDef int_a_b[] = {{"a", &C_LLVM_ScalarOrVectorOfInteger}, {"b", &C_LLVM_ScalarOrVectorOfInteger}};
static const ValueDef float_a_b[] = {{"a", &C_LLVM_ScalarOrVectorOfFloat}, {"b", &C_LLVM_ScalarOrVectorOfFloat}};
static const ValueDef nameless_ints[] = {{"", &C_LLVM_ScalarOrVectorOfInteger}, {"", &C_LLVM_ScalarOrVectorOfInteger}};
static const ValueDef vp_ints[] = {{"lhs", &C_LLVM_VectorOfInteger}, {"rhs", &C_LLVM_VectorOfInteger},
                                   {"mask", &C_LLVM_VectorOfI1}, {"evl", &C_I32}};
static const ValueDef vp_floats[] = {{"lhs", &C_LLVM_VectorOfAnyFloat}, {"rhs", &C_LLVM_VectorOfAnyFloat},
                                     {"mask", &C_LLVM_VectorOfI1}, {"evl", &C_I32}};
static const ValueDef vp_int_src[] = {{"src", &C_LLVM_VectorOfInteger}, {"mask", &C_LLVM_VectorOfI1}, {"evl", &C_I32}};
static const ValueDef vp_float_src[] = {{"src", &C_LLVM_VectorOfAnyFloat}, {"mask", &C_LLVM_VectorOfI1}, {"evl", &C_I32}};
static const ValueDef vp_int_reduced[] = {{"satrt_value", &C_AnySignlessInteger}, {"val", &C_LLVM_VectorOfInteger},
                                          {"mask", &C_LLVM_VectorOfI1}, {"evl", &C_I32}};
static const ValueDef vp_float_reduced[] = {{"satrt_value", &C_AnyFloat}, {"val", &C_LLVM_VectorOfAnyFloat},
                                            {"mask", &C_LLVM_VectorOfI1}, {"evl", &C_I32}};
static const OpAttrDef fastmath[] = {{"fastmathFlags", &AC_LLVM_FastmathFlags, ATTR_DEFAULT, "#llvm.fastmath<none>"}};
static const OpAttrDef overflow[] = {{"overflowFlags", &AC_LLVM_IntegerOverflowFlags, ATTR_DEFAULT | ATTR_PROP, "0 : i32"}};
static const OpAttrDef exact[] = {{"isExact", &AC_UnitAttr, ATTR_OPTIONAL}};

static const OpDef llvm_ops[] = {
#include "dialects/llvm/arithmetic.def"
#include "dialects/llvm/memory.def"
#include "dialects/llvm/control.def"
#include "dialects/llvm/module.def"
#include "dialects/llvm/math_intrinsics.def"
#include "dialects/llvm/intrinsics.def"
#include "dialects/llvm/vp.def"
};

static void init_llvm(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, llvm_directives);
  params_add_directives(ctx, llvm_param_directives);
}

const DialectDef llvm_dialect = {
  .name = "llvm", .ops = llvm_ops, .op_count = countof(llvm_ops),
  .types = llvm_types, .attrs = llvm_attrs,
  .summary = "LLVM IR as MLIR operations",
  .allows_unknown_ops = true,
  .materialize_constant = materialize_llvm_constant,
  .parse_type = parse_llvm_type,
  .init = init_llvm,
  .verify_op_attr = verify_llvm_op_attr, .verify_arg_attr = verify_llvm_arg_attr, .verify_result_attr = verify_llvm_result_attr,
};
