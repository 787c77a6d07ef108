// Builtin attributes and locations (https://mlir.llvm.org/docs/Dialects/Builtin/#attributes).
#ifndef RUNG_IR_ATTR_H
#define RUNG_IR_ATTR_H

#include "ir/ir.h"
#include "ir/type.h"

typedef enum AttrKind {
  ATTR_UNIT, ATTR_INTEGER /* bool too */, ATTR_FLOAT, ATTR_STRING, ATTR_TYPE, ATTR_ARRAY, ATTR_DICT,
  ATTR_SYMBOL_REF, ATTR_AFFINE_MAP, ATTR_INTEGER_SET, ATTR_DENSE_ARRAY, ATTR_DENSE, ATTR_DENSE_STRINGS,
  ATTR_DENSE_RESOURCE, ATTR_OPAQUE_ELEMENTS /* an OpaqueAttr, up to LLVM 14 */, ATTR_SPARSE, ATTR_STRIDED, ATTR_DISTINCT,
  ATTR_OPAQUE,   // #dialect<"text"> of an unregistered dialect
  ATTR_LOC_UNKNOWN, ATTR_LOC_FILE, ATTR_LOC_NAME, ATTR_LOC_CALLSITE, ATTR_LOC_FUSED,
  ATTR_DIALECT,
} AttrKind;

enum {
  ATTR_MUTABLE = 1,
  ATTR_HAS_ALIAS = 2,   // the dialect wants an alias for it in the output (see alias_of)
  ATTR_IS_POISON = 4,   // PoisonAttrInterface
};

struct AttrDef {
  const char *dialect;
  const char *name;
  AttrKind kind;
  uint32_t flags;
  const char *summary;
  A (*parse)(struct Parser *parser, const AttrDef *def, T type);  // `type`: the expected one or NULL
  void (*print)(struct Printer *printer, A attr);
  const void *params;   // declarative parameters (asm/params.h), when parse/print are NULL
  T (*value_type)(A attr);  // of a dialect's typed attribute
};
extern const AttrDef attr_defs[];  // builtin records, indexed by AttrKind up to ATTR_LOC_FUSED

typedef struct IntegerAttr { Attr base; T type; uint64_t words[]; } IntegerAttr;  // width of the type; index: 64
typedef struct FloatAttr { Attr base; T type; uint64_t bits[2]; } FloatAttr;
typedef struct StringAttr { Attr base; T type; uint64_t size; char data[]; } StringAttr;  // type none unless typed
typedef struct TypeAttr { Attr base; T type; } TypeAttr;
typedef struct ArrayAttr { Attr base; uint64_t count; A items[]; } ArrayAttr;
typedef struct DictAttr { Attr base; uint64_t count; NamedAttr items[]; } DictAttr;  // sorted by name
typedef struct SymbolRefAttr { Attr base; uint64_t count; A path[]; } SymbolRefAttr; // string attrs, root first
typedef struct MapAttr { Attr base; const AffineMap *map; } MapAttr;
typedef struct SetAttr { Attr base; const IntegerSet *set; } SetAttr;
// array<i32: …>: little-endian elements of type_bits rounded up to bytes (i1 is one byte).
// word: 4 or 8 for i32 and i64 elements, else 0
typedef struct DenseArrayAttr { Attr base; T element; uint64_t count; uint64_t word; uint8_t data[]; } DenseArrayAttr;
// dense<…>: elements in row-major order, each dense_element_bytes() long, little-endian; a splat
// holds one element. Complex elements are two scalars. i1 takes a byte per element.
typedef struct DenseAttr { Attr base; T type; uint64_t splat; uint64_t size; uint8_t data[]; } DenseAttr;
typedef struct DenseStringsAttr { Attr base; T type; uint64_t splat; uint64_t count; A items[]; } DenseStringsAttr;
typedef struct DenseResourceAttr { Attr base; T type; A key; } DenseResourceAttr;   // key: string attr
typedef struct SparseAttr { Attr base; T type; A indices, values; } SparseAttr;     // dense attrs
typedef struct StridedAttr { Attr base; int64_t offset; uint64_t rank; int64_t strides[]; } StridedAttr;
typedef struct DistinctAttr { Attr base; uint64_t id; A referenced; } DistinctAttr;
typedef struct OpaqueAttr { Attr base; A dialect, text; T type; } OpaqueAttr;
typedef struct FileLoc { Attr base; A file; uint32_t line, column, end_line, end_column; uint32_t is_range, pad; } FileLoc;
typedef struct NameLoc { Attr base; A name; A child; } NameLoc;
typedef struct CallSiteLoc { Attr base; A callee, caller; } CallSiteLoc;
// is_pending: not flattened yet, see loc_fuse(); only Loc.attr holds such, and loc_attr() flattens it.
typedef struct FusedLoc { Attr base; A metadata; uint32_t count, is_pending; A items[]; } FusedLoc;

static inline AttrKind attr_kind(A a) { return a->def->kind; }
static inline bool attr_is(A a, const AttrDef *def) { return a->def == def; }

A attr_unit(Context *ctx);
A attr_bool(Context *ctx, bool value);                     // IntegerAttr of type i1
A attr_integer(Context *ctx, T type, const APInt *value);  // value->width == type_bits(type)
A attr_i64(Context *ctx, T type, int64_t value);           // truncated to the type's width
A attr_index(Context *ctx, int64_t value);
A attr_float(Context *ctx, T type, APFloat value);
A attr_string(Context *ctx, Str text);                     // type none
A attr_typed_string(Context *ctx, Str text, T type);
A attr_type(Context *ctx, T type);
A attr_array(Context *ctx, const A *items, uint32_t count);
// Sorts; the names must be distinct (see attr_dict_duplicate).
A attr_dict(Context *ctx, const NamedAttr *items, uint32_t count);
A attr_symbol(Context *ctx, Str name);                     // @name
A attr_symbol_path(Context *ctx, const A *path, uint32_t count);
A attr_affine_map(Context *ctx, const AffineMap *map);
A attr_integer_set(Context *ctx, const IntegerSet *set);
A attr_dense_array(Context *ctx, T element, const void *data, uint64_t count);  // bytes as stored
A attr_i64_array(Context *ctx, const int64_t *items, uint32_t count);   // array<i64: …>
A attr_i32_array(Context *ctx, const int32_t *items, uint32_t count);   // array<i32: …>
// `data` holds one element (splat) or all; all-equal data is turned into a splat. Without memory for
// it the result is another dense attribute of one element.
A attr_dense(Context *ctx, T type, bool splat, const void *data, uint64_t size);
A attr_dense_strings(Context *ctx, T type, const A *items, uint64_t count);
A attr_dense_resource(Context *ctx, T type, Str key);
A attr_sparse(Context *ctx, T type, A indices, A values);
A attr_strided(Context *ctx, int64_t offset, const int64_t *strides, uint32_t rank);
A attr_distinct(Context *ctx, uint64_t id, A referenced);  // id is unique per parse; the printer renumbers
A attr_opaque(Context *ctx, Str dialect, Str text, T type);
A attr_opaque_elements(Context *ctx, Str dialect, Str bytes, T type);   // the bytes in hexadecimal digits

A attr_loc_unknown(Context *ctx);
A attr_loc_file(Context *ctx, Str file, uint32_t line, uint32_t column);
A attr_loc_range(Context *ctx, Str file, uint32_t line, uint32_t column, uint32_t end_line, uint32_t end_column);
// The same of a file's name that is an attribute already.
A attr_loc_file_of(Context *ctx, A file, uint32_t line, uint32_t column, uint32_t end_line, uint32_t end_column);
// One that whoever makes it makes once. As long as nobody asks for one by the functions above, it is not looked for among those there are.
A attr_loc_file_once(Context *ctx, A file, uint32_t line, uint32_t column);
A attr_loc_name(Context *ctx, Str name, A child);          // child NULL: unknown
A attr_loc_callsite(Context *ctx, A callee, A caller);
// As FusedLoc::get: flattens, drops duplicates and unknowns, may give one of the items itself.
A attr_loc_fused(Context *ctx, const A *items, uint32_t count, A metadata);

// Elements of a shaped type, listed or not.
static inline bool attr_is_elements(A a) {
  AttrKind kind = attr_kind(a);
  return kind >= ATTR_DENSE && kind <= ATTR_SPARSE;
}
static inline bool attr_is_loc(A a) { return a->def->kind >= ATTR_LOC_UNKNOWN && a->def->kind <= ATTR_LOC_FUSED; }
static ALWAYS_INLINE Str attr_str(A a) {    // of a string attribute
  const StringAttr *self = (const StringAttr *)a;
  return (Str){self->data, (size_t)self->size};
}
bool attr_is_string(A a, const char *text);
APInt attr_int(A a);                        // of an integer attribute; borrows its words
int64_t attr_to_i64(A a);                   // sign-extended (i1: 0 or -1), for attributes known to fit
uint64_t attr_to_u64(A a);                  // zero-extended
bool attr_to_bool(A a);
APFloat attr_float_value(A a);
T attr_value_type(A a);                     // type of a typed attribute (integer, float, string, dense…), or NULL
const SymbolRefAttr *attr_as_symbol(A a);   // NULL for others
static ALWAYS_INLINE Str attr_symbol_root(A a) { return attr_str(((const SymbolRefAttr *)a)->path[0]); }
A attr_dict_find(A dict, Str name);         // NULL when absent
// Return the name that occurs twice, or NULL. Sorts `items` in place.
A attr_dict_sort(Context *ctx, NamedAttr *items, uint32_t count);
uint32_t dense_element_bytes(T element);    // storage of one element, complex included
uint64_t dense_count(A dense);              // elements the type has (splat or not)
// Element `i` of a dense attribute; NULL past what it holds.
const uint8_t *dense_element(A dense, uint64_t i, uint32_t *size);
A dense_element_attr(Context *ctx, A dense, uint64_t i);  // integer, float, string; complex as array of two
int64_t dense_array_i64(A array, uint64_t i);             // element of array<iN: …>, sign-extended

// The location attribute of a Loc. If it has none, one is made from the file position.
A loc_attr(Module *module, Loc loc);
// The location attribute of a Loc that has one, or NULL.
A loc_attr_given(Context *ctx, Loc loc);
// The places of several operations made into one. It is flattened when somebody asks for it: rewrites that build upon each other
// would copy all places at each step.
A loc_fuse(Module *module, const Loc *locs, uint32_t count);

#endif
