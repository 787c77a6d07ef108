// The arm_neon dialect: matrix and dot product instructions of Arm (https://mlir.llvm.org/docs/Dialects/ArmNeon/).
#include "dialects/common/constraints.h"
#include "ir/op.h"

// Vectors of some lengths and integer widths, or of one float.
typedef struct NeonSpec {
  uint32_t lengths;   // sum of lengths, each a power of two
  uint32_t widths;    // sum of widths
  bool is_float;      // 16: bf16
  bool is_exact;      // of rank 1, not scalable
} NeonSpec;

static bool check_neon(T type, const TypeConstraint *self) {
  const NeonSpec *spec = self->data;
  if (!type_is_vector(type) || !((const ShapedType *)type)->rank) return false;
  int64_t count = type_num_elements(type);
  T element = type_element(type);
  if (spec->is_exact && (((const ShapedType *)type)->rank != 1 || ((const ShapedType *)type)->scalable)) return false;
  if (count <= 0 || count > 16 || (count & (count - 1)) || !(spec->lengths & (uint32_t)count)) return false;
  if (spec->is_float) return type_is_float(element) && type_float_kind(element) == (spec->widths == 16 ? FLOAT_BF16 : FLOAT_F32);
  return type_is_signless_int(element) && (spec->widths & type_bits(element)) && type_bits(element) <= 64 &&
         !(type_bits(element) & (type_bits(element) - 1));
}

#define NEON(id, text, ...) \
  static const TypeConstraint id = {text, check_neon, &(const NeonSpec){__VA_ARGS__}, .kinds = 1u << TYPE_VECTOR}
NEON(i32x4_or_2, "vector of 32-bit signless integer values of length 4/2", 4 | 2, 32);
NEON(i8x16_or_8, "vector of 8-bit signless integer values of length 16/8", 16 | 8, 8);
NEON(i32x4, "a vector with length 4 of 32-bit signless integer values", 4, 32, .is_exact = true);
NEON(i8x16, "a vector with length 16 of 8-bit signless integer values", 16, 8, .is_exact = true);
NEON(f32x4, "a vector with length 4 of 32-bit float values", 4, 32, true, true);
NEON(bf16x8, "a vector with length 8 of bfloat16 type values", 8, 16, true, true);
NEON(narrow, "vector of 8-bit signless integer or 16-bit signless integer or 32-bit signless integer values of length 8/4/2",
     8 | 4 | 2, 8 | 16 | 32);
NEON(wide, "vector of 16-bit signless integer or 32-bit signless integer or 64-bit signless integer values of length 8/4/2",
     8 | 4 | 2, 16 | 32 | 64);

// ---------------------------------------------------------------------------------------------
// Relations

static const ShapedType *operand(const Operation *op, uint32_t i) { return (const ShapedType *)op_operand_type(op, i); }

static bool a_is_1d(const Operation *op) { return operand(op, 0)->rank == 1; }
static bool b_is_2d(const Operation *op) { return operand(op, 1)->rank == 2; }
static bool b_has_4_columns(const Operation *op) { return operand(op, 1)->rank > 1 && operand(op, 1)->dims[1] == 4; }
static bool b_has_rows_of_a(const Operation *op) { return operand(op, 1)->dims[0] == operand(op, 0)->dims[0]; }

static T sum_of_fours(Context *ctx, T type) {
  if (!type_is_vector(type) || !((const ShapedType *)type)->rank) return NULL;
  int64_t count = ((const ShapedType *)type)->dims[0] / 4;
  return type_vector(ctx, &count, 1, 0, ctx->types.i32);
}

static T twice_as_wide(Context *ctx, T type) {
  if (!type_is_vector(type) || type_kind(type_element(type)) != TYPE_INTEGER || type_bits(type_element(type)) > 64) return NULL;
  return type_with_element(ctx, type, type_integer(ctx, type_bits(type_element(type)) * 2, SIGNLESS));
}

// ---------------------------------------------------------------------------------------------
// Operations

#define SAME_SOURCES {REL_ALL_TYPES_MATCH, {"b", "c"}}, {REL_ALL_TYPES_MATCH, {"a", "res"}}
#define MATRIX(full_name, text, accumulator, source)                                             \
  OP(full_name, text),                                                                           \
  OPERANDS({"acc", &accumulator}, {"src1", &source}, {"src2", &source}), RESULTS({"res", &accumulator}), \
  RELATIONS({REL_ALL_TYPES_MATCH, {"src1", "src2"}}, {REL_ALL_TYPES_MATCH, {"acc", "res"}}),     \
  .traits = TRAIT_PURE, FORMAT("$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)")

static const OpDef arm_neon_ops[] = {
  {
    OP("arm_neon.2d.sdot", "dot products of rows, added"),
    OPERANDS({"a", &i32x4_or_2}, {"b", &i8x16_or_8}, {"c", &i8x16_or_8}),
    RESULTS({"res", &i32x4_or_2}),
    RELATIONS(SAME_SOURCES, {REL_PREDICATE, {0}, "operand `a` should be 1-dimensional", .check = a_is_1d},
              {REL_PREDICATE, {0}, "operand `b` should be 2-dimensional", .check = b_is_2d},
              {REL_PREDICATE, {0}, "operand `b` should have 4 columns", .check = b_has_4_columns},
              {REL_PREDICATE, {0}, "operand `b` should have as many rows as the size of operand `a`", .check = b_has_rows_of_a}),
    .traits = TRAIT_PURE,
    FORMAT("$a `,` $b `,` $c attr-dict `:` type($b) `,` type($c) `to` type($res)"),
  },
  {MATRIX("arm_neon.intr.bfmmla", "multiply matrices of bfloat16, added", f32x4, bf16x8)},
  {
    OP("arm_neon.intr.sdot", "dot products of fours, added"),
    OPERANDS({"a", &i32x4_or_2}, {"b", &i8x16_or_8}, {"c", &i8x16_or_8}),
    RESULTS({"res", &i32x4_or_2}),
    RELATIONS(SAME_SOURCES,
              {REL_TYPES_MATCH_WITH, {"b", "res"}, "res has the same number of elements as operand b", .transform = sum_of_fours}),
    .traits = TRAIT_PURE,
    FORMAT("$a `,` $b `,` $c attr-dict `:` type($b) `,` type($c) `to` type($res)"),
  },
  {MATRIX("arm_neon.intr.smmla", "multiply matrices of signed bytes, added", i32x4, i8x16)},
  {
    OP("arm_neon.intr.smull", "multiply, giving twice as wide integers"),
    OPERANDS({"a", &narrow}, {"b", &narrow}),
    RESULTS({"res", &wide}),
    RELATIONS({REL_ALL_TYPES_MATCH, {"a", "b"}},
              {REL_TYPES_MATCH_WITH, {"a", "res"}, "res has same vector shape and element bitwidth scaled by 2 as a",
               .transform = twice_as_wide}),
    .traits = TRAIT_PURE,
    FORMAT("$a `,` $b attr-dict `:` type($a) `to` type($res)"),
  },
  {MATRIX("arm_neon.intr.ummla", "multiply matrices of unsigned bytes, added", i32x4, i8x16)},
  {MATRIX("arm_neon.intr.usmmla", "multiply matrices of unsigned and signed bytes, added", i32x4, i8x16)},
};

const DialectDef arm_neon_dialect = {
  .name = "arm_neon", .ops = arm_neon_ops, .op_count = countof(arm_neon_ops),
  .summary = "matrix and dot product instructions of Arm",
};
