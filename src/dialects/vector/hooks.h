// Hooks of vector's records, by subject: see ops.c for the records.
#ifndef RUNG_DIALECTS_VECTOR_HOOKS_H
#define RUNG_DIALECTS_VECTOR_HOOKS_H

#include "asm/params.h"
#include "ir/verify.h"

// Report at `op` and give false.
#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)
#define TYPE_ARG(type) type_text(v->ctx, (type))

static inline const ShapedType *as_vector(T type) { return type_is_vector(type) ? (const ShapedType *)type : NULL; }
static inline const ShapedType *operand_vector(const Operation *op, uint32_t i) { return as_vector(op_operand_type(op, i)); }
static inline const ShapedType *result_vector(const Operation *op) { return as_vector(op_result_type(op, 0)); }
static inline bool is_scalable_dim(const ShapedType *vector, uint64_t i) { return i < 64 && (vector->scalable >> i & 1u) != 0; }
// The vector of i1 that masks values of `type`'s shape.
T vector_mask_type(Context *ctx, const ShapedType *type);
// Whether elements of a type can be combined like that (vector::isSupportedCombiningKind).
bool vector_kind_applies(const Operation *op, T element);
const char *vector_kind_name(const Operation *op);

// --- contract.c: contract, outerproduct, reductions

T contract_mask_type(Context *ctx, const Operation *op);

// --- transfer.c: transfers

T transfer_mask_type(Context *ctx, const ShapedType *vector, const AffineMap *map);

// --- mask.c: mask and the operations that make masks

// --- memory.c: other accesses to memory

// --- shape.c: elements, slices and shapes

#endif
