// Builtin types (https://mlir.llvm.org/docs/Dialects/Builtin/#types) and type helpers.
#ifndef RUNG_IR_TYPE_H
#define RUNG_IR_TYPE_H

#include "ir/ir.h"

struct Parser;
struct Printer;

typedef enum TypeKind {
  TYPE_INTEGER, TYPE_INDEX, TYPE_FLOAT, TYPE_NONE, TYPE_COMPLEX, TYPE_TUPLE, TYPE_FUNCTION,
  TYPE_VECTOR, TYPE_TENSOR, TYPE_UNRANKED_TENSOR, TYPE_MEMREF, TYPE_UNRANKED_MEMREF, TYPE_GRAPH,
  TYPE_OPAQUE,   // !dialect<"text"> of an unregistered dialect
  TYPE_DIALECT,  // anything a dialect defines
  TYPE_UNKNOWN,  // of a value whose definition is kept as written and does not tell its type
} TypeKind;

enum {
  TYPE_MUTABLE = 1,  // holds a body that is set after creation (identified structs)
  TYPE_VECTOR_ELEMENT = 2,   // dialect types: may be an element of a vector
  TYPE_MEMREF_ELEMENT = 4,   // … of a memref
  TYPE_HAS_PARAMETERS = 8,   // dialect types that C reads: never without `<…>`
};

// A record of a type: builtin ones are printed by asm/, dialect ones by their hooks.
struct TypeDef {
  const char *dialect;   // "builtin", "llvm"
  const char *name;      // mnemonic: "ptr"
  TypeKind kind;
  uint32_t flags;
  const char *summary;
  // After `!dialect.name` was read; NULL return: an error was reported.
  T (*parse)(struct Parser *parser, const TypeDef *def);
  void (*print)(struct Printer *printer, T type);  // what follows the mnemonic
  const void *params;    // declarative parameters (asm/params.h), when parse/print are NULL
  const struct TypeLayout *layout;   // of a dialect's type that a data layout may speak of (dialects/dlti/data_layout.h)
};

typedef enum Signedness { SIGNLESS, SIGNED, UNSIGNED } Signedness;
#define DYNAMIC INT64_MIN   // a dynamic dimension, stride or offset (ShapedType::kDynamic)

typedef struct IntegerType { Type base; uint32_t width; uint32_t signedness; } IntegerType;
typedef struct FloatType { Type base; uint64_t kind; } FloatType;
typedef struct ComplexType { Type base; T element; } ComplexType;
typedef struct TupleType { Type base; uint64_t count; T types[]; } TupleType;
typedef struct FunctionType {
  Type base;
  uint32_t input_count, result_count;
  T types[];   // inputs, then results
} FunctionType;
// Vector, tensor and memref share the head, so shape helpers work on all of them.
typedef struct ShapedType {
  Type base;
  T element;
  uint64_t rank;
  A extra;             // tensor: encoding or NULL; memref: memory space or NULL (0 : i64 is NULL)
  A layout;            // memref: affine map or strided attribute, NULL for identity; else NULL
  uint64_t scalable;   // vector: bit i set when dimension i is scalable (ranks over 64 refused)
  int64_t dims[];      // DYNAMIC for '?'
} ShapedType;
typedef struct OpaqueType { Type base; A dialect, text; } OpaqueType;
typedef struct UnknownType { Type base; T guess; } UnknownType;   // a guess that may be shown but not relied on; or NULL
typedef struct GraphType { Type base; uint32_t input_count, result_count; T types[]; } GraphType;

// Largest integer width, in bits.
#define INTEGER_MAX_WIDTH ((1u << 24) - 1)

T type_integer(Context *ctx, uint32_t width, Signedness signedness);
T type_float(Context *ctx, FloatKind kind);
T type_complex(Context *ctx, T element);
T type_tuple(Context *ctx, const T *types, uint32_t count);
T type_function(Context *ctx, const T *inputs, uint32_t input_count, const T *results, uint32_t result_count);
T type_graph(Context *ctx, const T *inputs, uint32_t input_count, const T *results, uint32_t result_count);
// Any shaped type, as its fields are.
T type_shaped(Context *ctx, TypeKind kind, const int64_t *dims, uint32_t rank, T element, A extra, A layout, uint64_t scalable);
T type_vector(Context *ctx, const int64_t *dims, uint32_t rank, uint64_t scalable, T element);
T type_tensor(Context *ctx, const int64_t *dims, uint32_t rank, T element, A encoding);
T type_unranked_tensor(Context *ctx, T element);
// An identity layout and the default memory space (0) are normalised to NULL.
T type_memref(Context *ctx, const int64_t *dims, uint32_t rank, T element, A layout, A space);
T type_unranked_memref(Context *ctx, T element, A space);
T type_opaque(Context *ctx, Str dialect, Str text);
// No check complains about it, and a use that names a type replaces it.
T type_unknown(Context *ctx, T guess);

static inline TypeKind type_kind(T type) { return type->def->kind; }
static inline bool type_is_unknown(T type) { return type && type_kind(type) == TYPE_UNKNOWN; }
static inline const IntegerType *type_as_integer(T t) { return type_kind(t) == TYPE_INTEGER ? (const IntegerType *)t : NULL; }
static inline const FunctionType *type_as_function(T t) { return type_kind(t) == TYPE_FUNCTION ? (const FunctionType *)t : NULL; }
bool type_is_int(T t, uint32_t width);         // signless, of that width
bool type_is_bit(T t);                          // an integer of width 1: i1, si1 or ui1
bool type_is_signless_int(T t);                // any width
bool type_is_any_int(T t);                     // any signedness
static inline bool type_is_index(T t) { return type_kind(t) == TYPE_INDEX; }
static inline bool type_is_float(T t) { return type_kind(t) == TYPE_FLOAT; }
FloatKind type_float_kind(T t);                // t must be a float
uint32_t type_bits(T t);                       // width of an integer or float; index is 64; else 0
// Ranked or unranked vector, tensor or memref; NULL for anything else.
const ShapedType *type_as_shaped(T t);
bool type_has_rank(T t);                       // shaped and ranked
bool type_has_static_shape(T t);
int64_t type_num_elements(T t);                // of a static shape; saturates at INT64_MAX
T type_element(T t);                           // element of shaped or complex types, else t itself
T type_element_or_self(T t);                   // element of shaped types, else t (getElementTypeOrSelf)
// The same container with another element type (or the element itself for a scalar).
T type_with_element(Context *ctx, T t, T element);
static inline bool type_is_vector(T t) { return type_kind(t) == TYPE_VECTOR; }
static inline bool type_is_tensor(T t) { return type_kind(t) == TYPE_TENSOR || type_kind(t) == TYPE_UNRANKED_TENSOR; }
static inline bool type_is_memref(T t) { return type_kind(t) == TYPE_MEMREF || type_kind(t) == TYPE_UNRANKED_MEMREF; }
// Strides and offset of a ranked memref (strides: rank entries). False: not expressible.
bool memref_strides_and_offset(Context *ctx, T memref, int64_t *strides, int64_t *offset);
// The layout map of a ranked memref; without a layout, the identity.
const AffineMap *memref_layout_map(Context *ctx, T memref);
// Whether the layout maps indices to themselves: strided<[1]> does, too.
bool memref_has_identity_layout(const ShapedType *memref);
// The memory space of a ranked or unranked memref as a number, 0 for none; false when it is no integer.
bool memref_space_number(T memref, uint32_t *space);

extern const TypeDef type_defs[];  // builtin records, indexed by TypeKind; TYPE_DIALECT has none

#endif
