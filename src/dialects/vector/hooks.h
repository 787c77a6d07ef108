// Hooks of vector's records, by subject: see ops.c for the records.
#ifndef RUNG_DIALECTS_VECTOR_HOOKS_H
#define RUNG_DIALECTS_VECTOR_HOOKS_H

#include "asm/params.h"
#include "dialects/vector/attrs.h"
#include "ir/verifier.h"

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

bool parse_contract(Parser *p, OpState *state);
void print_contract(Printer *p, const Operation *op);
bool verify_contract(Verifier *v, const Operation *op);
T contract_mask_type(Context *ctx, const Operation *op);
bool parse_outerproduct(Parser *p, OpState *state);
void print_outerproduct(Printer *p, const Operation *op);
bool verify_outerproduct(Verifier *v, const Operation *op);
bool verify_reduction(Verifier *v, const Operation *op);
bool verify_multi_reduction(Verifier *v, const Operation *op);
bool verify_scan(Verifier *v, const Operation *op);

// --- transfer.c: transfers

bool parse_transfer_read(Parser *p, OpState *state);
bool parse_transfer_write(Parser *p, OpState *state);
void print_transfer_read(Printer *p, const Operation *op);
void print_transfer_write(Printer *p, const Operation *op);
bool verify_transfer_read(Verifier *v, const Operation *op);
bool verify_transfer_write(Verifier *v, const Operation *op);
T transfer_mask_type(Context *ctx, const ShapedType *vector, const AffineMap *map);

// --- mask.c: mask and the operations that make masks

bool parse_mask(Parser *p, OpState *state);
void print_mask(Printer *p, const Operation *op);
bool verify_mask(Verifier *v, const Operation *op);
bool verify_constant_mask(Verifier *v, const Operation *op);
bool verify_create_mask(Verifier *v, const Operation *op);

// --- memory.c: other accesses to memory

bool verify_load(Verifier *v, const Operation *op);
bool verify_store(Verifier *v, const Operation *op);
bool verify_masked_load(Verifier *v, const Operation *op);
bool verify_masked_store(Verifier *v, const Operation *op);
bool verify_gather(Verifier *v, const Operation *op);
bool verify_scatter(Verifier *v, const Operation *op);
bool verify_expandload(Verifier *v, const Operation *op);
bool verify_compressstore(Verifier *v, const Operation *op);
bool verify_type_cast(Verifier *v, const Operation *op);

// --- shape.c: elements, slices and shapes

bool infer_extract(Context *ctx, OpState *state);
bool extract_types_compatible(const T *inferred, const T *given, uint32_t count);
bool verify_extract(Verifier *v, const Operation *op);
bool verify_insert(Verifier *v, const Operation *op);
bool verify_extract_strided_slice(Verifier *v, const Operation *op);
bool verify_insert_strided_slice(Verifier *v, const Operation *op);
bool infer_shuffle(Context *ctx, OpState *state);
bool verify_shuffle(Verifier *v, const Operation *op);
bool infer_to_elements(Context *ctx, OpState *state);
bool verify_broadcast(Verifier *v, const Operation *op);
bool verify_shape_cast(Verifier *v, const Operation *op);
bool verify_bitcast(Verifier *v, const Operation *op);
bool verify_transpose(Verifier *v, const Operation *op);

#endif
