// The predicates that constraints in `.ops` files are made of.
#ifndef RUNG_DIALECTS_COMMON_CONSTRAINTS_H
#define RUNG_DIALECTS_COMMON_CONSTRAINTS_H

#include "ir/opdef.h"

// --- Types

TypeCheckFn check_any_type, check_signless_int,
    check_kind,         // data: TypeKind + 1 as a pointer-sized number
    check_int_width,    // data: the width of the signless integer
    check_int_widths,   // data: the sum of the widths of an integer of any signedness, and INT_NOT_SIGNED
    check_float_kind,   // data: FloatKind
    check_like,         // data: the constraint of the scalar; or a vector or tensor of it
    check_complex,      // data: the constraint of the element, or NULL
    check_type_def,     // data: the definition
    check_all,          // data: constraints, ended by NULL
    check_shaped;       // data: ShapedSpec

enum { INT_NOT_SIGNED = 1 << 16 };
// What a predicate on shaped types asks for; the `data` of constraints that use check_shaped().
typedef struct ShapedSpec {
  uint32_t kinds;                  // SHAPED_* bits
  const TypeConstraint *element;   // NULL: any
  uint8_t rank;                    // RANK_*
  bool is_static, is_strided;
  uint8_t scalable;                // SCALABLE_*
  uint32_t lengths;                // a bit for each number of elements; 0: any
} ShapedSpec;
enum {
  SHAPED_VECTOR = 1 << TYPE_VECTOR, SHAPED_TENSOR = 1 << TYPE_TENSOR, SHAPED_UNRANKED_TENSOR = 1 << TYPE_UNRANKED_TENSOR,
  SHAPED_MEMREF = 1 << TYPE_MEMREF, SHAPED_UNRANKED_MEMREF = 1 << TYPE_UNRANKED_MEMREF,
  SHAPED_ANY_TENSOR = SHAPED_TENSOR | SHAPED_UNRANKED_TENSOR, SHAPED_ANY_MEMREF = SHAPED_MEMREF | SHAPED_UNRANKED_MEMREF,
  SHAPED_ANY = SHAPED_VECTOR | SHAPED_ANY_TENSOR | SHAPED_ANY_MEMREF,
};
enum { RANK_ANY, RANK_0, RANK_1, RANK_NOT_0 };
enum { SCALABLE_ANY, SCALABLE_NO, SCALABLE_YES };

// --- Attributes

AttrCheckFn check_any_attr, check_attr_typed, check_attr_flat_symbol, check_attr_unit_prop,
    check_attr_kind,          // data: AttrKind + 1 as a pointer-sized number
    check_attr_int,           // data: IntSpec
    check_attr_float,         // data: FloatKind
    check_attr_type,          // data: the constraint of the type held, or NULL
    check_attr_def,           // self->attr_def
    check_attr_enum,          // signless integer of enum_def->bits holding a case
    check_attr_flags,         // … holding bits of it
    check_attr_array,         // data: the constraint of each item
    check_attr_dense_array,   // data: the width of the integers
    check_attr_int_elements,  // data: the width of the integers; 0: any, index too
    check_attr_all, check_attr_any_of;   // data: constraints, ended by NULL
// What an integer attribute must be, beyond its type.
typedef struct IntSpec {
  uint32_t width;     // signless; 0: index
  enum { INT_ANY, INT_POSITIVE, INT_NON_NEGATIVE, INT_POWER_OF_TWO, INT_0_TO_3 } value;
} IntSpec;
#define ATTR_KIND_DATA(kind) ((const void *)(uintptr_t)((kind) + 1))

TypeBuildFn value_type_i1, value_type_i8, value_type_i32, value_type_i64, value_type_index, value_type_f32, value_type_f64;

#define ENUM_CASES(...) .cases = (const EnumCase[]){__VA_ARGS__}, .count = countof(((const EnumCase[]){__VA_ARGS__}))

#include "ops/builtin.h"

#endif
