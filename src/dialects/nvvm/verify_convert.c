// Verification of nvvm's conversions: between which floats, and how they round (after mlir/lib/Dialect/LLVMIR/IR/NVVMDialect.cpp).
#include "ops/nvvm.h"

#include "asm/params.h"
#include "ir/type.h"
#include "ir/verifier.h"

#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)
#define REFUSE_PLAIN(...) verify_fail_plain(v, op, __VA_ARGS__)

static uint64_t rounding_of(const Operation *op) {
  A attr = op_prop(op, "rnd");
  return attr ? attr_param(attr, 0) : NVVM_FP_ROUNDING_MODE_NONE;
}
static bool saturates(const Operation *op) {
  A attr = op_prop(op, "sat");
  return attr && attr_param(attr, 0) == NVVM_SATURATION_MODE_SATFINITE;
}
static bool clamps(const Operation *op) {
  A attr = op_prop(op, "relu");
  return attr && attr_to_bool(attr);
}

// The type of the small floats, which values only have as integers; -1: it is no float.
static int float_named(const Operation *op, const char *name) {
  T type = ((const TypeAttr *)op_prop(op, name))->type;
  return type_is_float(type) ? (int)type_float_kind(type) : -1;
}

// What a conversion of whole values is: from and to what, the attribute with the small type, and which small types there are.
typedef struct SmallFloats {
  uint16_t opcode;
  const char *attr, *conversion;
  uint8_t kinds[2], count;
  const char *words;
} SmallFloats;
#define E8 {FLOAT_F8E4M3FN, FLOAT_F8E5M2}, 2, "'f8E4M3FN' and 'f8E5M2' types are"
#define E6 {FLOAT_F6E2M3FN, FLOAT_F6E3M2FN}, 2, "'f6E2M3FN' and 'f6E3M2FN' types are"
#define E4 {FLOAT_F4E2M1FN}, 1, "'f4E2M1FN' type is"
#define SCALE {FLOAT_F8E8M0FNU}, 1, "'f8E8M0FNU' type is"
static const SmallFloats rows[] = {
  {OP_NVVM_CONVERT_F32X2_TO_F6X2, "dstTy", "f32x2 to f6x2", E6},   {OP_NVVM_CONVERT_F32X2_TO_F4X2, "dstTy", "f32x2 to f4x2", E4},
  {OP_NVVM_CONVERT_F16X2_TO_F8X2, "dstTy", "f16x2 to f8x2", E8},   {OP_NVVM_CONVERT_BF16X2_TO_F8X2, "dstTy", "bf16x2 to f8x2", SCALE},
  {OP_NVVM_CONVERT_F8X2_TO_F16X2, "srcType", "f8x2 to f16x2", E8}, {OP_NVVM_CONVERT_F8X2_TO_BF16X2, "srcType", "f8x2 to bf16x2", SCALE},
  {OP_NVVM_CONVERT_F6X2_TO_F16X2, "srcType", "f6x2 to f16x2", E6}, {OP_NVVM_CONVERT_F4X2_TO_F16X2, "srcType", "f4x2 to f16x2", E4},
  {OP_NVVM_CONVERT_F32X4_TO_F8X4, "dstTy", "f32x4 to f8x4", E8},   {OP_NVVM_CONVERT_F32X4_TO_F6X4, "dstTy", "f32x4 to f6x4", E6},
  {OP_NVVM_CONVERT_F32X4_TO_F4X4, "dstTy", "f32x4 to f4x4", E4},
};

bool verify_nvvm_convert_small(Verifier *v, const Operation *op) {
  const SmallFloats *row = rows;
  while (row < rows + countof(rows) && !op_is(op, row->opcode)) row++;
  if (row == rows + countof(rows)) return true;
  int kind = float_named(op, row->attr);
  for (uint32_t i = 0; i < row->count; i++)
    if (kind == row->kinds[i]) return true;
  return REFUSE("Only %s supported for conversions from %s.", row->words, row->conversion);
}

bool verify_nvvm_convert_bf16x2_to_f8x2(Verifier *v, const Operation *op) {
  uint64_t rounding = rounding_of(op);
  if (!verify_nvvm_convert_small(v, op)) return false;
  return rounding == NVVM_FP_ROUNDING_MODE_RZ || rounding == NVVM_FP_ROUNDING_MODE_RP || REFUSE("Only RZ and RP rounding modes are supported for conversions from bf16x2 to f8x2.");
}

bool verify_nvvm_convert_f32x2_to_f8x2(Verifier *v, const Operation *op) {
  uint64_t rounding = rounding_of(op);
  int kind = float_named(op, "dstTy");
  if (kind == FLOAT_F8E8M0FNU) {
    if (rounding != NVVM_FP_ROUNDING_MODE_RZ && rounding != NVVM_FP_ROUNDING_MODE_RP) return REFUSE("Only RZ and RP rounding modes are supported for conversions from f32x2 to 'f8E8M0FNU' type");
    return !clamps(op) || REFUSE("relu not supported for conversions to 'f8E8M0FNU' type");
  }
  if (kind != FLOAT_F8E4M3FN && kind != FLOAT_F8E5M2) return REFUSE("Only 'f8E4M3FN', 'f8E5M2', and 'f8E8M0FNU' types are supported for conversions from f32x2 to f8x2");
  if (rounding != NVVM_FP_ROUNDING_MODE_RN) return REFUSE("Only RN rounding mode is supported for conversions from f32x2 to 'f8E4M3FN' and 'f8E5M2' types");
  return saturates(op) || REFUSE("Only SATFINITE saturation mode is supported for conversions from f32x2 to 'f8E4M3FN' and 'f8E5M2' types");
}

bool verify_nvvm_convert_to_tf32(Verifier *v, const Operation *op) {
  uint64_t rounding = rounding_of(op);
  if (rounding == NVVM_FP_ROUNDING_MODE_RNA) return !clamps(op) || REFUSE_PLAIN("Relu not supported with rna rounding mode.");
  return rounding == NVVM_FP_ROUNDING_MODE_RN || rounding == NVVM_FP_ROUNDING_MODE_RZ || REFUSE_PLAIN("Only {rn,rz,rna} rounding modes supported for ConvertFloatToTF32Op.");
}

// Halves are rounded by chance when there are bits for it.
bool verify_nvvm_convert_to_halves(Verifier *v, const Operation *op) {
  uint64_t rounding = rounding_of(op);
  bool has_bits = op->operand_count > 2, is_by_chance = rounding == NVVM_FP_ROUNDING_MODE_RS;
  if (!is_by_chance && rounding != NVVM_FP_ROUNDING_MODE_RN && rounding != NVVM_FP_ROUNDING_MODE_RZ)
    return REFUSE("Only RN, RZ, and RS rounding modes are supported for conversions from f32x2 to %s.", op_is(op, OP_NVVM_CONVERT_F32X2_TO_F16X2) ? "f16x2" : "bf16x2");
  if (is_by_chance) return has_bits || REFUSE("random_bits is required for RS rounding mode.");
  return !has_bits || REFUSE("random_bits not supported for RN and RZ rounding modes.");
}
