// Constraints of the llvm dialect.
#ifndef RUNG_DIALECTS_LLVM_CONSTRAINTS_H
#define RUNG_DIALECTS_LLVM_CONSTRAINTS_H

#include "dialects/common/constraints.h"

extern const TypeConstraint
    C_LLVM_Type, C_LLVM_PrimitiveType, C_LLVM_LoadableType, C_LLVM_AnyFloat, C_LLVM_AnyPointer, C_LLVM_DefaultPointer,
    C_LLVM_AnyStruct, C_LLVM_AnyAggregate, C_LLVM_AnyNonAggregate, C_LLVM_AnyVector, C_LLVM_TokenType,
    C_LLVM_AtomicRMWType, C_LLVM_AtomicCmpXchgType, C_LLVM_IntegerOrPointerLike,
    C_LLVM_ScalarOrVectorOfI1, C_LLVM_ScalarOrVectorOfInteger, C_LLVM_ScalarOrVectorOfAnyInteger,
    C_LLVM_ScalarOrVectorOfFloat, C_LLVM_ScalarOrVectorOfPointer,
    C_LLVM_VectorOfI1, C_LLVM_VectorOfInteger, C_LLVM_VectorOfAnyFloat, C_LLVM_VectorOfPointer;

extern const AttrConstraint
    AC_LLVM_AccessGroupArray, AC_LLVM_AliasScope, AC_LLVM_AliasScopeArray, AC_LLVM_AsmATTOrIntel, AC_LLVM_AtomicBinOp,
    AC_LLVM_AtomicOrdering, AC_LLVM_BlockAddress, AC_LLVM_BlockTag, AC_LLVM_CConv, AC_LLVM_Comdat, AC_LLVM_DIExpression,
    AC_LLVM_DIGlobalVariableExpressionArray, AC_LLVM_DILabel, AC_LLVM_DILocalVariable, AC_LLVM_Dereferenceable,
    AC_LLVM_FCmpPredicate, AC_LLVM_FPExceptionBehavior, AC_LLVM_FastmathFlags, AC_LLVM_FramePointerKind,
    AC_LLVM_GEPNoWrapFlags, AC_LLVM_ICmpPredicate, AC_LLVM_IntegerOverflowFlags, AC_LLVM_Linkage, AC_LLVM_LoopAnnotation,
    AC_LLVM_MemoryEffects, AC_LLVM_TBAATagArray, AC_LLVM_TailCallKind, AC_LLVM_TargetFeatures, AC_LLVM_UWTableKind,
    AC_LLVM_UnnamedAddr, AC_LLVM_VScaleRange, AC_LLVM_ValidRoundingMode, AC_LLVM_VecTypeHint, AC_LLVM_Visibility,
    AC_TypeAttrOfLLVMFunction;

#endif
