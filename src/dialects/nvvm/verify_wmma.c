// Verification of nvvm's wmma operations: what a lane has of a matrix (after mlir/lib/Dialect/LLVMIR/IR/NVVMDialect.cpp).
#include "ops/nvvm.h"

#include "asm/params.h"
#include "dialects/llvm/types.h"
#include "ir/text.h"
#include "ir/verifier.h"

#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)

// How many registers of a lane hold its part of A, of B, and of a sum; 0: there are no such matrices.
typedef struct Parts {
  uint8_t m, n, k, element, counts[3];
} Parts;
static const Parts table[] = {
  {16, 16, 16, NVVM_MMA_TYPES_F16, {8, 8, 4}}, {16, 16, 16, NVVM_MMA_TYPES_F32, {0, 0, 8}}, {16, 16, 16, NVVM_MMA_TYPES_S8, {2, 2, 0}},
  {16, 16, 16, NVVM_MMA_TYPES_U8, {2, 2, 0}},  {16, 16, 16, NVVM_MMA_TYPES_S32, {0, 0, 8}}, {32, 8, 16, NVVM_MMA_TYPES_F16, {8, 8, 4}},
  {32, 8, 16, NVVM_MMA_TYPES_F32, {0, 0, 8}},  {32, 8, 16, NVVM_MMA_TYPES_S8, {4, 1, 0}},   {32, 8, 16, NVVM_MMA_TYPES_U8, {4, 1, 0}},
  {32, 8, 16, NVVM_MMA_TYPES_S32, {0, 0, 8}},  {8, 32, 16, NVVM_MMA_TYPES_F16, {8, 8, 4}},  {8, 32, 16, NVVM_MMA_TYPES_F32, {0, 0, 8}},
  {8, 32, 16, NVVM_MMA_TYPES_S8, {1, 4, 0}},   {8, 32, 16, NVVM_MMA_TYPES_U8, {1, 4, 0}},   {8, 32, 16, NVVM_MMA_TYPES_S32, {0, 0, 8}},
  {16, 16, 8, NVVM_MMA_TYPES_TF32, {4, 4, 0}}, {16, 16, 8, NVVM_MMA_TYPES_F32, {0, 0, 8}},  {8, 8, 4, NVVM_MMA_TYPES_F64, {1, 1, 2}},
};

static int64_t number(const Operation *op, const char *name) { return attr_to_i64(op_prop(op, name)); }

static const Parts *parts_of(const Operation *op, const char *element) {
  for (uint32_t i = 0; i < countof(table); i++)
    if (table[i].element == attr_param(op_prop(op, element), 0) && table[i].m == number(op, "m") && table[i].n == number(op, "n") && table[i].k == number(op, "k"))
      return &table[i];
  return NULL;
}

// The type of the registers.
static T register_of(Context *ctx, const Parts *parts) {
  switch (parts->element) {
    case NVVM_MMA_TYPES_F16: return type_vector(ctx, &(int64_t){2}, 1, 0, type_float(ctx, FLOAT_F16));
    case NVVM_MMA_TYPES_F32: return type_float(ctx, FLOAT_F32);
    case NVVM_MMA_TYPES_F64: return type_float(ctx, FLOAT_F64);
    default: return ctx->types.i32;
  }
}

static bool is_reachable(T pointer) {
  uint32_t space = llvm_ptr_space(pointer);
  return space == 0 || space == 1 || space == 3;
}

static bool is_struct_of(T type, T element, uint32_t wanted) {
  uint32_t count = 0;
  const T *elements = llvm_is_struct(type) ? llvm_struct_elements(type, &count) : NULL;
  for (uint32_t i = 0; i < count; i++)
    if (elements[i] != element) return false;
  return count == wanted && elements;
}

static bool verify_struct(Verifier *v, const Operation *op, T element, uint32_t count) {
  return is_struct_of(op_result_type(op, 0), element, count) ||
         REFUSE("expected destination type is a structure of %u elements of type '%s'", count, type_text(v->ctx, element));
}

bool verify_nvvm_wmma_load(Verifier *v, const Operation *op) {
  const Parts *parts = parts_of(op, "eltype");
  uint64_t matrix = attr_param(op_prop_at(op, NVVM_WMMA_LOAD_FRAG), 0);
  if (!is_reachable(op_operand_type(op, 0))) return REFUSE("expected source pointer in memory space 0, 1, 3");
  if (!parts || matrix > 2 || !parts->counts[matrix]) return REFUSE("invalid attribute combination");
  T type = register_of(v->ctx, parts);
  if (parts->element == NVVM_MMA_TYPES_F64 && parts->counts[matrix] == 1) return op_result_type(op, 0) == type || REFUSE("expected destination type to be f64");
  return verify_struct(v, op, type, parts->counts[matrix]);
}

bool verify_nvvm_wmma_store(Verifier *v, const Operation *op) {
  const Parts *parts = parts_of(op, "eltype");
  Span args = op_operands_named(op, "args");
  if (!is_reachable(op_operand_type(op, 0))) return REFUSE("expected operands to be a source pointer in memory space 0, 1, 3");
  if (!parts || !parts->counts[2]) return REFUSE("invalid attribute combination");
  T type = register_of(v->ctx, parts);
  if (span_size(args) != parts->counts[2]) return REFUSE("expected %u data operands", parts->counts[2]);
  for (uint32_t i = args.begin; i < args.end; i++)
    if (op_operand_type(op, i) != type) return REFUSE("expected data operands of type '%s'", type_text(v->ctx, type));
  return true;
}

// Whether sums of products of such elements have the other type.
static bool sums_to(uint8_t element, uint8_t sum) {
  switch (element) {
    case NVVM_MMA_TYPES_F16: return sum == NVVM_MMA_TYPES_F16 || sum == NVVM_MMA_TYPES_F32;
    case NVVM_MMA_TYPES_TF32: return sum == NVVM_MMA_TYPES_F32;
    case NVVM_MMA_TYPES_F64: return sum == NVVM_MMA_TYPES_F64;
    default: return sum == NVVM_MMA_TYPES_S32;
  }
}

bool verify_nvvm_wmma_mma(Verifier *v, const Operation *op) {
  const Parts *factors = parts_of(op, "eltypeA"), *sum = parts_of(op, "eltypeB");
  if (!factors || !sum || !factors->counts[0] || !sum->counts[2] || !sums_to(factors->element, sum->element)) return REFUSE("invalid attribute combination");
  T factor_type = register_of(v->ctx, factors), sum_type = register_of(v->ctx, sum);
  uint32_t in_factors = factors->counts[0] + factors->counts[1], count = in_factors + sum->counts[2];
  if (op->operand_count != count) return REFUSE("expected %u arguments", count);
  for (uint32_t i = 0; i < count; i++) {
    T type = i < in_factors ? factor_type : sum_type;
    if (op_operand_type(op, i) != type) return REFUSE("expected argument %u to be of type '%s'", i, type_text(v->ctx, type));
  }
  return verify_struct(v, op, sum_type, sum->counts[2]);
}
