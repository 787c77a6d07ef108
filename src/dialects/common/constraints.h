// Constraints the dialects share: predicates on types and attributes with upstream's words for them
// (mlir/IR/CommonTypeConstraints.td, CommonAttrConstraints.td). llvm/constraints.h has those of llvm.
#ifndef RUNG_DIALECTS_COMMON_CONSTRAINTS_H
#define RUNG_DIALECTS_COMMON_CONSTRAINTS_H

#include "ir/opdef.h"

// --- Types

extern const TypeConstraint
    C_AnyType, C_AnyInteger, C_AnySignlessInteger, C_AnyFloat, C_AnySignlessIntegerOrIndex, C_AnySignlessIntegerOrFloat,
    C_AnyIntegerOrIndex, C_Index, C_I1, C_I8, C_I32, C_I64, C_FunctionType, C_AnyComplex, C_ComplexOfFloat,
    // scalars, or vectors and tensors of them
    C_FloatLike, C_BoolLike, C_SignlessIntegerOrIndexLike, C_SignlessFixedWidthIntegerLike,
    C_IndexCast, C_Bitcast,
    // vectors
    C_AnyVectorOfAnyRank, C_AnyVectorOfNonZeroRank, C_AnyFixedVectorOfAnyRank, C_VectorOfAnyRankOfI1,
    C_VectorOfAnyRankOfFloat, C_VectorOfNonZeroRankOfI1, C_VectorOfNonZeroRankOfIntegerOrIndex,
    C_FixedVectorOfNonZeroRankOfI1, C_ScalableVectorOfRank1, C_VectorOfRank1, C_VectorOfRank1OfIndex,
    C_VectorPrintSource,
    // tensors
    C_AnyTensor, C_AnyRankedTensor, C_AnyStaticShapeTensor, C_AnyNon0RankedOrUnrankedTensor, C_TensorOfNumbers,
    C_RankedTensorOfIntegerOrIndex, C_TensorRank1OfIntegerOrIndex,
    // memrefs
    C_AnyMemRef, C_AnyRankedOrUnrankedMemRef, C_AnyNon0RankedOrUnrankedMemRef, C_AnyStaticShapeMemRef,
    C_StaticShapeMemRefOf, C_AnyStridedMemRef, C_AnyStridedMemRefOfRank0, C_MemRefOfIntegerOrFloat,
    C_MemRefRank1, C_MemRefRank1OfI8, C_MemRefRank1OfIntegerOrIndex,
    C_AnyShaped, C_TensorOrMemRef;

// Whether a type satisfies a constraint (its predicate, or one of its alternatives).
static inline bool type_satisfies(T type, const TypeConstraint *c) {
  if (!c->any_of) return c->check(type, c);
  for (const TypeConstraint *const *alternative = c->any_of; *alternative; alternative++)
    if ((*alternative)->check(type, *alternative)) return true;
  return false;
}

// What a predicate on shaped types asks for; the `data` of constraints that use check_shaped().
typedef struct ShapedSpec {
  uint32_t kinds;                  // SHAPED_* bits
  const TypeConstraint *element;   // NULL: any
  uint8_t rank;                    // RANK_*
  bool is_static, is_strided;
  uint8_t scalable;                // SCALABLE_*
} ShapedSpec;
enum {
  SHAPED_VECTOR = 1 << TYPE_VECTOR, SHAPED_TENSOR = 1 << TYPE_TENSOR, SHAPED_UNRANKED_TENSOR = 1 << TYPE_UNRANKED_TENSOR,
  SHAPED_MEMREF = 1 << TYPE_MEMREF, SHAPED_UNRANKED_MEMREF = 1 << TYPE_UNRANKED_MEMREF,
  SHAPED_ANY_TENSOR = SHAPED_TENSOR | SHAPED_UNRANKED_TENSOR, SHAPED_ANY_MEMREF = SHAPED_MEMREF | SHAPED_UNRANKED_MEMREF,
  SHAPED_ANY = SHAPED_VECTOR | SHAPED_ANY_TENSOR | SHAPED_ANY_MEMREF,
};
enum { RANK_ANY, RANK_0, RANK_1, RANK_NOT_0 };
enum { SCALABLE_ANY, SCALABLE_NO, SCALABLE_YES };
bool check_shaped(T type, const TypeConstraint *self);

// --- Attributes

extern const AttrConstraint
    AC_AnyAttr, AC_UnitAttr, AC_BoolAttr, AC_I1Attr, AC_I8Attr, AC_I32Attr, AC_I64Attr, AC_IndexAttr, AC_F64Attr,
    AC_APIntAttr, AC_StrAttr, AC_SymbolNameAttr, AC_Builtin_StringAttr, AC_TypeAttr, AC_TypeAttrOfFunction, AC_MemRefTypeAttr,
    AC_TypedAttrInterface, AC_FlatSymbolRefAttr, AC_SymbolRefAttr, AC_ArrayAttr, AC_DictArrayAttr, AC_StrArrayAttr,
    AC_BoolArrayAttr, AC_I32ArrayAttr, AC_I64ArrayAttr, AC_FlatSymbolRefArrayAttr, AC_IndexListArrayAttr,
    AC_DenseI32ArrayAttr, AC_DenseI64ArrayAttr, AC_AffineMapAttr, AC_IntegerSetAttr, AC_AnyIntElementsAttr,
    AC_I32ElementsAttr, AC_I32Attr_0to3, AC_I32Attr_Positive, AC_I32Attr_NonNegative, AC_IntValidAlignment_I64Attr,
    AC_UnitProp;

// Whether an attribute satisfies a constraint.
static inline bool attr_satisfies(A attr, const AttrConstraint *c) { return c->check(attr, c); }

// Predicates to build further constraints with.
bool check_attr_kind(A attr, const AttrConstraint *self);   // data: AttrKind + 1 as a pointer-sized number
bool check_attr_def(A attr, const AttrConstraint *self);    // self->attr_def
bool check_attr_enum(A attr, const AttrConstraint *self);   // signless integer of enum_def->bits holding a case
bool check_attr_array(A attr, const AttrConstraint *self);  // array whose items satisfy the constraint in `data`
#define ATTR_KIND_DATA(kind) ((const void *)(uintptr_t)((kind) + 1))

T value_type_i1(Context *ctx);
T value_type_i8(Context *ctx);
T value_type_i32(Context *ctx);
T value_type_i64(Context *ctx);
T value_type_index(Context *ctx);

// An enum stored as an integer attribute and spelled by its keyword.
#define ENUM_CONSTRAINT(upstream_name, words, enumeration, type) \
  {.summary = words, .check = check_attr_enum, .value_type = value_type_##type, .enum_def = &(enumeration), \
   .form = ATTR_FORM_ENUM, .name = upstream_name}
// An attribute of one dialect definition, spelled without its prefix.
#define DEF_CONSTRAINT(upstream_name, words, definition) \
  {.summary = words, .check = check_attr_def, .attr_def = &(definition), .form = ATTR_FORM_DEF, .name = upstream_name}
#define ENUM_CASES(...) .cases = (const EnumCase[]){__VA_ARGS__}, .count = countof(((const EnumCase[]){__VA_ARGS__}))

#endif
