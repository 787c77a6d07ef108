// Constraints of the spirv dialect. A V at the end stands for "or a vector of them", VC for "or a vector
// or cooperative matrix of them".
#ifndef RUNG_DIALECTS_SPIRV_CONSTRAINTS_H
#define RUNG_DIALECTS_SPIRV_CONSTRAINTS_H

#include "dialects/common/constraints.h"

extern const TypeConstraint
    C_SPIRV_Bool, C_SPIRV_Integer, C_SPIRV_SignlessOrUnsigned, C_SPIRV_SignlessOrUnsigned32, C_SPIRV_Int32, C_SPIRV_Float,
    C_SPIRV_Float32, C_SPIRV_AnyFloat, C_SPIRV_Numerical, C_SPIRV_IntegerOrFloat, C_SPIRV_Scalar, C_SPIRV_Vector,
    C_SPIRV_ScalarOrVector, C_SPIRV_ScalarOrVectorOrPtr, C_SPIRV_BoolV, C_SPIRV_IntegerV, C_SPIRV_FloatV,
    C_SPIRV_Float1632V, C_SPIRV_Float32V, C_SPIRV_Int16V, C_SPIRV_Int32V, C_SPIRV_FloatOrIntegerV,
    C_SPIRV_FloatOrIntegerOrBoolV, C_SPIRV_IntegerVC, C_SPIRV_FloatVC, C_SPIRV_AnyFloatVC, C_SPIRV_VectorOfFloat,
    C_SPIRV_VectorOfAnyFloat, C_SPIRV_Float234, C_SPIRV_Float32x2, C_SPIRV_Float32x4, C_SPIRV_Int32x4,
    C_SPIRV_SignlessOrUnsignedx4, C_SPIRV_SignlessOrUnsigned32x4, C_SPIRV_IntegerOrFloatx4, C_SPIRV_FloatOrIntegerx4,
    C_SPIRV_Ptr, C_SPIRV_Struct, C_SPIRV_CoopMatrix, C_SPIRV_Matrix, C_SPIRV_SampledImage, C_SPIRV_Image, C_SPIRV_Tensor,
    C_SPIRV_MatrixOfFloat, C_SPIRV_MatrixOrCoopMatrix, C_SPIRV_Composite, C_SPIRV_Type;

extern const AttrConstraint
    AC_SPIRV_AddressingModel, AC_SPIRV_Alignment, AC_SPIRV_CoopMatrixLayout, AC_SPIRV_CoopMatrixOperands,
    AC_SPIRV_CoopMatrixType, AC_SPIRV_ExecutionMode, AC_SPIRV_ExecutionModel, AC_SPIRV_FunctionControl, AC_SPIRV_GraphType,
    AC_SPIRV_GroupOperation, AC_SPIRV_ImageOperands, AC_SPIRV_LinkageAttributes, AC_SPIRV_LoopControl, AC_SPIRV_MemoryAccess,
    AC_SPIRV_MemoryModel, AC_SPIRV_MemorySemantics, AC_SPIRV_PackedVectorFormat, AC_SPIRV_Scope, AC_SPIRV_SelectionControl,
    AC_SPIRV_StorageClass, AC_SPIRV_SymbolRefArray, AC_SPIRV_Vce;

#endif
