// Constraints of the spirv dialect: see constraints.h.
#include "dialects/spirv/constraints.h"

#include "asm/params.h"
#include "dialects/spirv/attrs.h"
#include "dialects/spirv/types.h"

// ---------------------------------------------------------------------------------------------
// Types

// Scalars, as bits of a set. Integers are of any signedness unless the set says otherwise.
enum {
  S_I8 = 1, S_I16 = 2, S_I32 = 4, S_I64 = 8, S_INT = 15, S_BOOL = 16, S_VOID = 32, S_F16 = 64, S_F32 = 128, S_F64 = 256,
  S_FLOAT = S_F16 | S_F32 | S_F64, S_BF16 = 512, S_ANY_FLOAT = S_FLOAT | S_BF16, S_SCALAR = S_INT | S_ANY_FLOAT | S_BOOL,
  S_SIGNLESS = 1024, S_NOT_SIGNED = 2048,
};
enum { L_2 = 1, L_3 = 2, L_4 = 4, L_8 = 8, L_16 = 16, L_ALL = 31 };
// By position in spirv_types.
enum {
  T_ARRAY = 1, T_COOPMATRIX = 2, T_IMAGE = 4, T_MATRIX = 8, T_PTR = 16, T_RTARRAY = 32, T_SAMPLED_IMAGE = 64, T_STRUCT = 128,
  T_TENSOR = 256, T_ALL = 511, T_COMPOSITE = T_ALL & ~(T_IMAGE | T_PTR | T_SAMPLED_IMAGE),
};

// What a constraint accepts.
typedef struct Spec {
  uint16_t scalars;    // as they are
  uint16_t elements;   // in vectors of the lengths below
  uint16_t matrices;   // in cooperative matrices
  uint16_t types;      // types of the dialect
  uint8_t lengths;
  bool is_fixed;       // vectors: not scalable ones, but of rank 0 too
  bool is_matrix;      // `matrices` are plain ones
} Spec;

static bool is_in(uint32_t set, T type) {
  uint32_t bits = type_bits(type), bit = 0;
  switch (type_kind(type)) {
  case TYPE_NONE: bit = S_VOID; break;
  case TYPE_FLOAT:
    switch (type_float_kind(type)) {
    case FLOAT_F16: bit = S_F16; break;
    case FLOAT_F32: bit = S_F32; break;
    case FLOAT_F64: bit = S_F64; break;
    case FLOAT_BF16: bit = S_BF16; break;
    default: break;
    }
    break;
  case TYPE_INTEGER: {
    uint32_t signedness = ((const IntegerType *)type)->signedness;
    if ((set & S_NOT_SIGNED && signedness == SIGNED) || ((set & S_SIGNLESS || bits == 1) && signedness != SIGNLESS)) return false;
    bit = bits == 1 ? S_BOOL : bits == 8 ? S_I8 : bits == 16 ? S_I16 : bits == 32 ? S_I32 : bits == 64 ? S_I64 : 0;
    break;
  }
  default: break;
  }
  return (set & bit) != 0;
}

static bool check_spec(T type, const TypeConstraint *self) {
  const Spec *spec = self->data;
  if (type_is_vector(type)) {
    const ShapedType *vector = (const ShapedType *)type;
    int64_t count = type_num_elements(type);
    uint32_t length = count == 2 ? L_2 : count == 3 ? L_3 : count == 4 ? L_4 : count == 8 ? L_8 : count == 16 ? L_16 : 0;
    return spec->lengths & length && (spec->is_fixed ? !vector->scalable : vector->rank > 0) && is_in(spec->elements, vector->element);
  }
  if (type_kind(type) != TYPE_DIALECT) return is_in(spec->scalars, type);
  for (uint32_t i = 0; spirv_types[i]; i++)
    if (type->def == spirv_types[i] && spec->types >> i & 1u) return true;
  if (spec->is_matrix) return type->def == &spirv_matrix_type && is_in(spec->matrices, spirv_matrix_element(type));
  return spec->matrices && type->def == &spirv_coopmatrix_type && is_in(spec->matrices, spirv_element(type));
}

static T build_bool(Context *ctx) { return ctx->types.i1; }
static T build_i32(Context *ctx) { return ctx->types.i32; }
static T build_f32(Context *ctx) { return ctx->types.floats[FLOAT_F32]; }

#define FIXED(set) .elements = set, .lengths = L_ALL, .is_fixed = true
#define CONSTRAINT(id, text, spec, ...) const TypeConstraint C_SPIRV_##id = {text, check_spec, &(const Spec){spec}, __VA_ARGS__}
#define SPEC(...) __VA_ARGS__

// Words of the messages.
#define INTEGER "8/16/32/64-bit integer"
#define FLOAT "16/32/64-bit float"
#define ANY_FLOAT FLOAT " or BFloat16"
#define LENGTHS " values of length 2/3/4/8/16"
#define OR_VECTOR(element) element " or fixed-length vector of " element LENGTHS
#define OR_MATRIX(element) OR_VECTOR(element) " or Cooperative Matrix of " element " values"
#define SCALAR INTEGER " or " ANY_FLOAT " or bool"
#define VECTOR "vector of bool or " INTEGER " or " ANY_FLOAT LENGTHS
#define AGGREGATES "any SPIR-V array type or any SPIR-V runtime array type or any SPIR-V struct type or " \
  "any SPIR-V cooperative matrix type or any SPIR-V matrix type or "

CONSTRAINT(Bool, "bool", SPEC(.scalars = S_BOOL), .build = build_bool, .kinds = 1u << TYPE_INTEGER);
CONSTRAINT(Integer, INTEGER, SPEC(.scalars = S_INT), .kinds = 1u << TYPE_INTEGER);
CONSTRAINT(SignlessOrUnsigned, "8/16/32/64-bit signless/unsigned integer", SPEC(.scalars = S_INT | S_NOT_SIGNED));
CONSTRAINT(SignlessOrUnsigned32, "32-bit signless/unsigned integer", SPEC(.scalars = S_I32 | S_NOT_SIGNED));
CONSTRAINT(Int32, "Int32", SPEC(.scalars = S_I32 | S_SIGNLESS), .build = build_i32, .kinds = 1u << TYPE_INTEGER);
CONSTRAINT(Float, FLOAT, SPEC(.scalars = S_FLOAT));
CONSTRAINT(Float32, "Float32", SPEC(.scalars = S_F32), .build = build_f32, .kinds = 1u << TYPE_FLOAT);
CONSTRAINT(AnyFloat, ANY_FLOAT, SPEC(.scalars = S_ANY_FLOAT));
CONSTRAINT(Numerical, INTEGER " or " ANY_FLOAT, SPEC(.scalars = S_INT | S_ANY_FLOAT));
CONSTRAINT(IntegerOrFloat, INTEGER " or " FLOAT, SPEC(.scalars = S_INT | S_FLOAT));
CONSTRAINT(Scalar, SCALAR, SPEC(.scalars = S_SCALAR));
CONSTRAINT(Vector, VECTOR, SPEC(.elements = S_SCALAR, .lengths = L_ALL), .kinds = 1u << TYPE_VECTOR);
CONSTRAINT(ScalarOrVector, SCALAR " or " VECTOR, SPEC(.scalars = S_SCALAR, .elements = S_SCALAR, .lengths = L_ALL));
CONSTRAINT(ScalarOrVectorOrPtr, SCALAR " or " VECTOR " or any SPIR-V pointer type",
           SPEC(.scalars = S_SCALAR, .elements = S_SCALAR, .lengths = L_ALL, .types = T_PTR));
CONSTRAINT(BoolV, OR_VECTOR("bool"), SPEC(.scalars = S_BOOL, FIXED(S_BOOL)));
CONSTRAINT(IntegerV, OR_VECTOR(INTEGER), SPEC(.scalars = S_INT, FIXED(S_INT)));
CONSTRAINT(FloatV, OR_VECTOR(FLOAT), SPEC(.scalars = S_FLOAT, FIXED(S_FLOAT)));
CONSTRAINT(Float1632V, OR_VECTOR("16/32-bit float"), SPEC(.scalars = S_F16 | S_F32, FIXED(S_F16 | S_F32)));
CONSTRAINT(Float32V, OR_VECTOR("Float32"), SPEC(.scalars = S_F32, FIXED(S_F32)));
CONSTRAINT(Int16V, OR_VECTOR("Int16"), SPEC(.scalars = S_I16 | S_SIGNLESS, FIXED(S_I16 | S_SIGNLESS)));
CONSTRAINT(Int32V, OR_VECTOR("Int32"), SPEC(.scalars = S_I32 | S_SIGNLESS, FIXED(S_I32 | S_SIGNLESS)));
CONSTRAINT(FloatOrIntegerV, OR_VECTOR(FLOAT) " or " OR_VECTOR(INTEGER),
           SPEC(.scalars = S_FLOAT | S_INT, FIXED(S_FLOAT | S_INT)));
CONSTRAINT(FloatOrIntegerOrBoolV, OR_VECTOR(FLOAT) " or " OR_VECTOR(INTEGER) " or " OR_VECTOR("bool"),
           SPEC(.scalars = S_FLOAT | S_INT | S_BOOL, FIXED(S_FLOAT | S_INT | S_BOOL)));
CONSTRAINT(IntegerVC, OR_MATRIX(INTEGER), SPEC(.scalars = S_INT, FIXED(S_INT), .matrices = S_INT));
CONSTRAINT(FloatVC, OR_MATRIX(FLOAT), SPEC(.scalars = S_FLOAT, FIXED(S_FLOAT), .matrices = S_FLOAT));
CONSTRAINT(AnyFloatVC, OR_MATRIX(ANY_FLOAT), SPEC(.scalars = S_ANY_FLOAT, FIXED(S_ANY_FLOAT), .matrices = S_ANY_FLOAT));
CONSTRAINT(VectorOfFloat, "fixed-length vector of " FLOAT LENGTHS, SPEC(FIXED(S_FLOAT)), .kinds = 1u << TYPE_VECTOR);
CONSTRAINT(VectorOfAnyFloat, "fixed-length vector of " ANY_FLOAT LENGTHS, SPEC(FIXED(S_ANY_FLOAT)), .kinds = 1u << TYPE_VECTOR);
CONSTRAINT(Float234, "vector of " FLOAT " values of length 2/3/4",
           SPEC(.elements = S_FLOAT, .lengths = L_2 | L_3 | L_4), .kinds = 1u << TYPE_VECTOR);
CONSTRAINT(Float32x2, "vector of Float32 values of length 2",
           SPEC(.elements = S_F32, .lengths = L_2), .kinds = 1u << TYPE_VECTOR);
CONSTRAINT(Float32x4, "vector of Float32 values of length 4",
           SPEC(.elements = S_F32, .lengths = L_4), .kinds = 1u << TYPE_VECTOR);
CONSTRAINT(Int32x4, "vector of 32-bit integer values of length 4",
           SPEC(.elements = S_I32, .lengths = L_4), .kinds = 1u << TYPE_VECTOR);
CONSTRAINT(SignlessOrUnsignedx4, "vector of 8/16/32/64-bit signless/unsigned integer values of length 4",
           SPEC(.elements = S_INT | S_NOT_SIGNED, .lengths = L_4), .kinds = 1u << TYPE_VECTOR);
CONSTRAINT(SignlessOrUnsigned32x4, "vector of 32-bit signless/unsigned integer values of length 4",
           SPEC(.elements = S_I32 | S_NOT_SIGNED, .lengths = L_4), .kinds = 1u << TYPE_VECTOR);
CONSTRAINT(IntegerOrFloatx4, "vector of " INTEGER " values of length 4 or vector of " FLOAT " values of length 4",
           SPEC(.elements = S_INT | S_FLOAT, .lengths = L_4));
CONSTRAINT(FloatOrIntegerx4, "vector of " FLOAT " values of length 4 or vector of " INTEGER " values of length 4",
           SPEC(.elements = S_FLOAT | S_INT, .lengths = L_4));
CONSTRAINT(Ptr, "any SPIR-V pointer type", SPEC(.types = T_PTR));
CONSTRAINT(Struct, "any SPIR-V struct type", SPEC(.types = T_STRUCT));
CONSTRAINT(CoopMatrix, "any SPIR-V cooperative matrix type", SPEC(.types = T_COOPMATRIX));
CONSTRAINT(Matrix, "any SPIR-V matrix type", SPEC(.types = T_MATRIX));
CONSTRAINT(SampledImage, "any SPIR-V sampled image type", SPEC(.types = T_SAMPLED_IMAGE));
CONSTRAINT(Image, "any SPIR-V image type", SPEC(.types = T_IMAGE));
CONSTRAINT(Tensor, "any SPIR-V tensorArm type", SPEC(.types = T_TENSOR));
CONSTRAINT(MatrixOfFloat, "Matrix of " FLOAT " values", SPEC(.matrices = S_FLOAT, .is_matrix = true));
CONSTRAINT(MatrixOrCoopMatrix, "any SPIR-V matrix type or Cooperative Matrix of " FLOAT " values",
           SPEC(.types = T_MATRIX, .matrices = S_FLOAT));
CONSTRAINT(Composite, VECTOR " or " AGGREGATES "any SPIR-V tensorArm type",
           SPEC(.elements = S_SCALAR, .lengths = L_ALL, .types = T_COMPOSITE));
CONSTRAINT(Type, "void or bool or " INTEGER " or " ANY_FLOAT " or " VECTOR " or any SPIR-V pointer type or " AGGREGATES "any SPIR-V sampled image type or any SPIR-V image type or any SPIR-V tensorArm type",
           SPEC(.scalars = S_SCALAR | S_VOID, .elements = S_SCALAR, .lengths = L_ALL, .types = T_ALL));

// ---------------------------------------------------------------------------------------------
// Attributes

static bool check_alignment(A attr, const AttrConstraint *self) {
  (void)self;
  if (attr_kind(attr) != ATTR_INTEGER || !type_is_int(((const IntegerAttr *)attr)->type, 32)) return false;
  int64_t value = attr_to_i64(attr);
  return value > 0 && (value & (value - 1)) == 0;
}

static bool check_coopmatrix_type(A attr, const AttrConstraint *self) {
  (void)self;
  return attr_kind(attr) == ATTR_TYPE && ((const TypeAttr *)attr)->type->def == &spirv_coopmatrix_type;
}

static bool check_graph_type(A attr, const AttrConstraint *self) {
  (void)self;
  return attr_kind(attr) == ATTR_TYPE && type_kind(((const TypeAttr *)attr)->type) == TYPE_GRAPH;
}

const AttrConstraint AC_SPIRV_Alignment = {
    "32-bit signless integer attribute whose value is positive and whose value is a power of two > 0", check_alignment,
    .value_type = value_type_i32, .form = ATTR_FORM_TYPED, .storage = 1u << ATTR_INTEGER};
const AttrConstraint AC_SPIRV_CoopMatrixType = {
    "type attribute of any SPIR-V cooperative matrix type", check_coopmatrix_type, .form = ATTR_FORM_TYPE, .storage = 1u << ATTR_TYPE};
const AttrConstraint AC_SPIRV_GraphType = {
    "type attribute of graph type", check_graph_type, .form = ATTR_FORM_TYPE, .storage = 1u << ATTR_TYPE};
const AttrConstraint AC_SPIRV_SymbolRefArray = {
    "symbol ref array attribute", check_attr_array, &AC_builtin_SymbolRefAttr, .storage = 1u << ATTR_ARRAY};

#define VALID(id, text, definition) const AttrConstraint AC_SPIRV_##id = DEF_CONSTRAINT(NULL, text, spirv_##definition##_attr)
VALID(AddressingModel, "valid SPIR-V AddressingModel", addressing_model);
VALID(CoopMatrixLayout, "valid SPIR-V Cooperative Matrix Layout (KHR)", coop_matrix_layout_khr);
VALID(CoopMatrixOperands, "valid SPIR-V Cooperative Matrix Operands (KHR)", cooperative_matrix_operands_khr);
VALID(ExecutionMode, "valid SPIR-V ExecutionMode", execution_mode);
VALID(ExecutionModel, "valid SPIR-V ExecutionModel", execution_model);
VALID(FunctionControl, "valid SPIR-V FunctionControl", function_control);
VALID(GroupOperation, "valid SPIR-V GroupOperation", group_operation);
VALID(ImageOperands, "valid SPIR-V ImageOperands", image_operands);
VALID(LinkageAttributes, "", linkage_attributes);
VALID(LoopControl, "valid SPIR-V LoopControl", loop_control);
VALID(MemoryAccess, "valid SPIR-V MemoryAccess", memory_access);
VALID(MemoryModel, "valid SPIR-V MemoryModel", memory_model);
VALID(MemorySemantics, "valid SPIR-V MemorySemantics", memory_semantics);
VALID(PackedVectorFormat, "valid SPIR-V PackedVectorFormat", packed_vector_format);
VALID(Scope, "valid SPIR-V Scope", scope);
VALID(SelectionControl, "valid SPIR-V SelectionControl", selection_control);
VALID(StorageClass, "valid SPIR-V StorageClass", storage_class);
VALID(Vce, "version-capability-extension attribute", vce);
