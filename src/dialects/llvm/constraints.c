// Constraints of the llvm dialect (mlir/Dialect/LLVMIR/LLVMOpBase.td).
#include "dialects/llvm/constraints.h"

#include "dialects/llvm/attrs.h"
#include "dialects/llvm/types.h"

// ---------------------------------------------------------------------------------------------
// Types

#define TEST(name, condition) \
  static bool name(T type, const TypeConstraint *self) { \
    (void)self; \
    return condition; \
  }

TEST(check_type, llvm_is_compatible_outer(type))
TEST(check_primitive, llvm_is_compatible_outer(type) && !llvm_is_void(type) && !llvm_is_func(type))
TEST(check_loadable, llvm_is_loadable(type))
TEST(check_float, llvm_is_compatible_float(type))
TEST(check_default_pointer, llvm_is_ptr(type) && !llvm_ptr_space(type))
TEST(check_aggregate, llvm_is_struct(type) || llvm_is_array(type))
TEST(check_non_aggregate, llvm_is_compatible_outer(type) && !llvm_is_struct(type) && !llvm_is_array(type))
TEST(check_any_vector, llvm_is_compatible_vector(type))
// Upstream's "fixed-length vector" asks no more than this.
TEST(check_not_scalable, !type_is_vector(type) || !((const ShapedType *)type)->scalable)

// data: constraint of the element
static bool check_vector_of(T type, const TypeConstraint *self) {
  return llvm_is_compatible_vector(type) && type_satisfies(((const ShapedType *)type)->element, self->data);
}

static T build_default_pointer(Context *ctx) { return llvm_ptr(ctx, 0); }

#define ANY_OF(...) .any_of = (const TypeConstraint *const[]){__VA_ARGS__, NULL}
#define VECTOR_OF(item) .check = check_vector_of, .data = &(item), .kinds = 1u << TYPE_VECTOR

const TypeConstraint C_LLVM_Type = {"LLVM dialect-compatible type", check_type, .name = "LLVM_Type"};
const TypeConstraint C_LLVM_PrimitiveType = {"primitive LLVM type", check_primitive, .name = "LLVM_PrimitiveType"};
const TypeConstraint C_LLVM_LoadableType = {"LLVM type with size", check_loadable, .name = "LLVM_LoadableType"};
const TypeConstraint C_LLVM_AnyFloat = {"floating point LLVM type", check_float, .name = "LLVM_AnyFloat"};
const TypeConstraint C_LLVM_AnyPointer = {
    "LLVM pointer type", check_type_def, &llvm_ptr_type, .name = "LLVM_AnyPointer", .type_def = &llvm_ptr_type};
const TypeConstraint C_LLVM_DefaultPointer = {
    "LLVM pointer in address space 0", check_default_pointer, .build = build_default_pointer, .name = "LLVM_DefaultPointer",
    .type_def = &llvm_ptr_type};
const TypeConstraint C_LLVM_AnyStruct = {"LLVM structure type", check_type_def, &llvm_struct_type, .name = "LLVM_AnyStruct"};
const TypeConstraint C_LLVM_AnyAggregate = {"LLVM aggregate type", check_aggregate, .name = "LLVM_AnyAggregate"};
const TypeConstraint C_LLVM_AnyNonAggregate = {
    "LLVM-compatible non-aggregate type", check_non_aggregate, .name = "LLVM_AnyNonAggregate"};
const TypeConstraint C_LLVM_AnyVector = {
    "LLVM dialect-compatible vector type", check_any_vector, .name = "LLVM_AnyVector", .kinds = 1u << TYPE_VECTOR};
const TypeConstraint C_LLVM_TokenType = {
    "LLVM token type", check_type_def, &llvm_token_type, .build = llvm_token, .name = "LLVM_TokenType"};

const TypeConstraint C_LLVM_VectorOfI1 = {
    "LLVM dialect-compatible vector of 1-bit signless integer", VECTOR_OF(C_I1), .name = "LLVM_VectorOf"};
const TypeConstraint C_LLVM_VectorOfInteger = {
    "LLVM dialect-compatible vector of signless integer", VECTOR_OF(C_AnySignlessInteger), .name = "LLVM_VectorOf"};
const TypeConstraint C_LLVM_VectorOfAnyFloat = {
    "LLVM dialect-compatible vector of floating-point", VECTOR_OF(C_AnyFloat), .name = "LLVM_VectorOf"};
const TypeConstraint C_LLVM_VectorOfPointer = {
    "LLVM dialect-compatible vector of LLVM pointer type", VECTOR_OF(C_LLVM_AnyPointer), .name = "LLVM_VectorOf"};
static const TypeConstraint vector_of_any_integer = {"LLVM dialect-compatible vector of integer", VECTOR_OF(C_AnyInteger)};
static const TypeConstraint vector_of_float = {
    "LLVM dialect-compatible vector of floating point LLVM type", VECTOR_OF(C_LLVM_AnyFloat)};

const TypeConstraint C_LLVM_ScalarOrVectorOfI1 = {
    "1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer",
    ANY_OF(&C_I1, &C_LLVM_VectorOfI1), .name = "LLVM_ScalarOrVectorOf"};
const TypeConstraint C_LLVM_ScalarOrVectorOfInteger = {
    "signless integer or LLVM dialect-compatible vector of signless integer",
    ANY_OF(&C_AnySignlessInteger, &C_LLVM_VectorOfInteger), .name = "LLVM_ScalarOrVectorOf"};
const TypeConstraint C_LLVM_ScalarOrVectorOfAnyInteger = {
    "integer or LLVM dialect-compatible vector of integer",
    ANY_OF(&C_AnyInteger, &vector_of_any_integer), .name = "LLVM_ScalarOrVectorOf"};
const TypeConstraint C_LLVM_ScalarOrVectorOfFloat = {
    "floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type",
    ANY_OF(&C_LLVM_AnyFloat, &vector_of_float), .name = "LLVM_ScalarOrVectorOf"};
const TypeConstraint C_LLVM_ScalarOrVectorOfPointer = {
    "LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type",
    ANY_OF(&C_LLVM_AnyPointer, &C_LLVM_VectorOfPointer), .name = "LLVM_ScalarOrVectorOf"};
const TypeConstraint C_LLVM_IntegerOrPointerLike = {
    "signless integer or LLVM dialect-compatible vector of signless integer or LLVM pointer type or "
    "LLVM dialect-compatible vector of LLVM pointer type",
    ANY_OF(&C_AnySignlessInteger, &C_LLVM_VectorOfInteger, &C_LLVM_AnyPointer, &C_LLVM_VectorOfPointer), .name = "AnyTypeOf"};

static const TypeConstraint not_scalable = {"LLVM dialect-compatible fixed-length vector type", check_not_scalable};
const TypeConstraint C_LLVM_AtomicRMWType = {
    "floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible fixed-length vector type",
    ANY_OF(&C_LLVM_AnyFloat, &C_LLVM_AnyPointer, &C_AnySignlessInteger, &not_scalable), .name = "LLVM_AtomicRMWType"};
const TypeConstraint C_LLVM_AtomicCmpXchgType = {
    "signless integer or LLVM pointer type", ANY_OF(&C_AnySignlessInteger, &C_LLVM_AnyPointer), .name = "LLVM_AtomicCmpXchgType"};

// ---------------------------------------------------------------------------------------------
// Attributes

static const TypeConstraint function_type = {"LLVM function type", check_type_def, &llvm_func_type};

static bool check_function_type_attr(A attr, const AttrConstraint *self) {
  (void)self;
  return attr_kind(attr) == ATTR_TYPE && type_satisfies(((const TypeAttr *)attr)->type, &function_type);
}

// Native properties are integers in the generic form.
static bool check_flags(A attr, const AttrConstraint *self) {
  if (attr_kind(attr) != ATTR_INTEGER || !type_is_int(((const IntegerAttr *)attr)->type, 32)) return false;
  int64_t all = 0;
  for (uint32_t i = 0; i < self->enum_def->count; i++) all |= self->enum_def->cases[i].value;
  return (attr_to_i64(attr) & ~all) == 0;
}

static bool check_rounding_mode(A attr, const AttrConstraint *self) {
  return check_attr_enum(attr, self) && attr_to_i64(attr) >= 0;
}

static const AttrConstraint access_group = {"", check_attr_def, .attr_def = &llvm_access_group_attr};
static const AttrConstraint tbaa_tag = {"", check_attr_def, .attr_def = &llvm_tbaa_tag_attr};
static const AttrConstraint variable_expression = {"", check_attr_def, .attr_def = &llvm_di_global_variable_expression_attr};
#define ARRAY_OF(upstream_name, words, item) \
  {words, check_attr_array, &(item), .name = upstream_name, .storage = 1u << ATTR_ARRAY}

const AttrConstraint AC_LLVM_AccessGroupArray =
    ARRAY_OF("LLVM_AccessGroupArrayAttr", "LLVM dialect access group metadata array", access_group);
const AttrConstraint AC_LLVM_AliasScope = DEF_CONSTRAINT("LLVM_AliasScopeAttr", "LLVM dialect alias scope", llvm_alias_scope_attr);
const AttrConstraint AC_LLVM_AliasScopeArray =
    ARRAY_OF("LLVM_AliasScopeArrayAttr", "LLVM dialect alias scope array", AC_LLVM_AliasScope);
const AttrConstraint AC_LLVM_TBAATagArray =
    ARRAY_OF("LLVM_TBAATagArrayAttr", "LLVM dialect TBAA tag metadata array", tbaa_tag);
const AttrConstraint AC_LLVM_DIGlobalVariableExpressionArray =
    ARRAY_OF("DIGlobalVariableExpressionArrayAttr", "an array of variable expressions", variable_expression);

const AttrConstraint AC_LLVM_AsmATTOrIntel =
    ENUM_CONSTRAINT("AsmATTOrIntel", "ATT (0) or Intel (1) asm dialect", llvm_asm_dialects, i64);
const AttrConstraint AC_LLVM_AtomicBinOp =
    ENUM_CONSTRAINT("AtomicBinOp", "llvm.atomicrmw binary operations", llvm_atomic_bin_ops, i64);
const AttrConstraint AC_LLVM_AtomicOrdering =
    ENUM_CONSTRAINT("AtomicOrdering", "Atomic ordering for LLVM's memory model", llvm_atomic_orderings, i64);
const AttrConstraint AC_LLVM_Comdat = ENUM_CONSTRAINT("Comdat", "LLVM Comdat Types", llvm_comdats, i64);
const AttrConstraint AC_LLVM_FCmpPredicate =
    ENUM_CONSTRAINT("FCmpPredicate", "llvm.fcmp comparison predicate", llvm_fcmp_predicates, i64);
const AttrConstraint AC_LLVM_ICmpPredicate =
    ENUM_CONSTRAINT("ICmpPredicate", "llvm.icmp comparison predicate", llvm_icmp_predicates, i64);
const AttrConstraint AC_LLVM_FPExceptionBehavior =
    ENUM_CONSTRAINT("FPExceptionBehaviorAttr", "LLVM Exception Behavior", llvm_fp_exceptions, i64);
const AttrConstraint AC_LLVM_ValidRoundingMode = {
    "LLVM Rounding Mode whose minimum value is 0", check_rounding_mode, .value_type = value_type_i64,
    .enum_def = &llvm_rounding_modes, .form = ATTR_FORM_ENUM, .name = "ValidRoundingModeAttr", .storage = 1u << ATTR_INTEGER};
const AttrConstraint AC_LLVM_UnnamedAddr = ENUM_CONSTRAINT("UnnamedAddr", "LLVM GlobalValue UnnamedAddr", llvm_unnamed_addrs, i64);
const AttrConstraint AC_LLVM_Visibility = ENUM_CONSTRAINT("Visibility", "LLVM GlobalValue Visibility", llvm_visibilities, i64);

const AttrConstraint AC_LLVM_BlockAddress = DEF_CONSTRAINT("LLVM_BlockAddressAttr", "", llvm_blockaddress_attr);
const AttrConstraint AC_LLVM_BlockTag = DEF_CONSTRAINT("LLVM_BlockTagAttr", "", llvm_blocktag_attr);
const AttrConstraint AC_LLVM_CConv = DEF_CONSTRAINT("CConv", "LLVM Calling Convention specification", llvm_cconv_attr);
const AttrConstraint AC_LLVM_Dereferenceable =
    DEF_CONSTRAINT("LLVM_DereferenceableAttr", "LLVM dereferenceable attribute", llvm_dereferenceable_attr);
const AttrConstraint AC_LLVM_FastmathFlags = DEF_CONSTRAINT("LLVM_FastmathFlagsAttr", "LLVM fastmath flags", llvm_fastmath_attr);
const AttrConstraint AC_LLVM_FramePointerKind = DEF_CONSTRAINT("FramePointerKindAttr", "", llvm_frame_pointer_attr);
const AttrConstraint AC_LLVM_Linkage = DEF_CONSTRAINT("Linkage", "LLVM Linkage specification", llvm_linkage_attr);
const AttrConstraint AC_LLVM_LoopAnnotation = DEF_CONSTRAINT("LoopAnnotationAttr", "", llvm_loop_annotation_attr);
const AttrConstraint AC_LLVM_MemoryEffects = DEF_CONSTRAINT("LLVM_MemoryEffectsAttr", "", llvm_memory_effects_attr);
const AttrConstraint AC_LLVM_TailCallKind =
    DEF_CONSTRAINT("TailCallKind", "LLVM Calling Convention specification", llvm_tailcallkind_attr);
const AttrConstraint AC_LLVM_TargetFeatures =
    DEF_CONSTRAINT("LLVM_TargetFeaturesAttr", "LLVM target features attribute", llvm_target_features_attr);
const AttrConstraint AC_LLVM_UWTableKind = DEF_CONSTRAINT("UWTableKindAttr", "", llvm_uwtable_attr);
const AttrConstraint AC_LLVM_VScaleRange = DEF_CONSTRAINT("LLVM_VScaleRangeAttr", "", llvm_vscale_range_attr);
const AttrConstraint AC_LLVM_VecTypeHint =
    DEF_CONSTRAINT("LLVM_VecTypeHintAttr", "Explicit vectorization compiler hint", llvm_vec_type_hint_attr);

const AttrConstraint AC_LLVM_DIExpression = DEF_CONSTRAINT("LLVM_DIExpressionAttr", "", llvm_di_expression_attr);
const AttrConstraint AC_LLVM_DILabel = DEF_CONSTRAINT("LLVM_DILabelAttr", "", llvm_di_label_attr);
const AttrConstraint AC_LLVM_DILocalVariable = DEF_CONSTRAINT("LLVM_DILocalVariableAttr", "", llvm_di_local_variable_attr);

const AttrConstraint AC_LLVM_IntegerOverflowFlags = {
    "LLVM integer overflow flags", check_flags, .value_type = value_type_i32, .enum_def = &llvm_overflow_flags,
    .form = ATTR_FORM_PROP, .keyword = "overflow", .name = "LLVM_IntegerOverflowFlagsProp", .storage = 1u << ATTR_INTEGER};
const AttrConstraint AC_LLVM_GEPNoWrapFlags = {
    "::mlir::LLVM::GEPNoWrapFlags", check_flags, .value_type = value_type_i32, .enum_def = &llvm_gep_flags,
    .form = ATTR_FORM_PROP, .name = "GEPNoWrapFlagsProp", .storage = 1u << ATTR_INTEGER};

const AttrConstraint AC_TypeAttrOfLLVMFunction = {
    "type attribute of LLVM function type", check_function_type_attr, .form = ATTR_FORM_TYPE, .name = "TypeAttrOf",
    .storage = 1u << ATTR_TYPE};
