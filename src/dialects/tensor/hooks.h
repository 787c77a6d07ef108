// Hooks of tensor's records: see ops.c for the records.
#ifndef RUNG_DIALECTS_TENSOR_HOOKS_H
#define RUNG_DIALECTS_TENSOR_HOOKS_H

#include "ir/fold.h"
#include "ir/verify.h"

bool tensor_bitcast_ok(const T *from, uint32_t from_count, const T *to, uint32_t to_count);
bool tensor_cast_ok(const T *from, uint32_t from_count, const T *to, uint32_t to_count);
bool verify_tensor_collapse(Verifier *v, const Operation *op);
bool verify_tensor_concat(Verifier *v, const Operation *op);
bool verify_tensor_dynamic_sizes(Verifier *v, const Operation *op);   // empty, generate, splat
bool verify_tensor_expand(Verifier *v, const Operation *op);
bool verify_tensor_extract(Verifier *v, const Operation *op);
bool verify_tensor_extract_slice(Verifier *v, const Operation *op);
bool verify_tensor_gather(Verifier *v, const Operation *op);
bool verify_tensor_generate_regions(Verifier *v, const Operation *op);
bool verify_tensor_insert(Verifier *v, const Operation *op);
bool verify_tensor_insert_slice(Verifier *v, const Operation *op);
bool verify_tensor_pad(Verifier *v, const Operation *op);
bool verify_tensor_pad_regions(Verifier *v, const Operation *op);
bool verify_tensor_parallel_insert_slice(Verifier *v, const Operation *op);
bool verify_tensor_reshape(Verifier *v, const Operation *op);
bool verify_tensor_scatter(Verifier *v, const Operation *op);

// fold.c
bool fold_tensor_collapse_shape(Folder *f, Operation *op, const A *constants);
bool fold_tensor_concat(Folder *f, Operation *op, const A *constants);
bool fold_tensor_dim(Folder *f, Operation *op, const A *constants);
bool fold_tensor_expand_shape(Folder *f, Operation *op, const A *constants);
bool fold_tensor_extract(Folder *f, Operation *op, const A *constants);
bool fold_tensor_extract_slice(Folder *f, Operation *op, const A *constants);
bool fold_tensor_from_elements(Folder *f, Operation *op, const A *constants);
bool fold_tensor_gather(Folder *f, Operation *op, const A *constants);
bool fold_tensor_insert(Folder *f, Operation *op, const A *constants);
bool fold_tensor_insert_slice(Folder *f, Operation *op, const A *constants);
bool fold_tensor_pad(Folder *f, Operation *op, const A *constants);
bool fold_tensor_rank(Folder *f, Operation *op, const A *constants);
bool fold_tensor_reshape(Folder *f, Operation *op, const A *constants);
bool fold_tensor_splat(Folder *f, Operation *op, const A *constants);
// A cast that only forgets sizes: what uses its result can use its operand (canFoldIntoConsumerOp).
bool tensor_cast_loses_nothing(const Operation *cast);
// Lists of offsets, sizes and strides that are the same, operands included.
bool tensor_same_slice(const Operation *a, const Operation *b);

#endif
