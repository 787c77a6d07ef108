// memref.extract_strided_metadata: making it, and its results.
#ifndef RUNG_DIALECTS_MEMREF_METADATA_H
#define RUNG_DIALECTS_MEMREF_METADATA_H

#include "dialects/common/op_fold_result.h"
#include "ir/type.h"

Operation *build_strided_metadata(Builder *b, Value *source);
static inline Value *metadata_base(Operation *metadata) { return op_result(metadata, 0); }
static inline Value *metadata_offset(Operation *metadata) { return op_result(metadata, 1); }
static inline Value *metadata_size(Operation *metadata, uint32_t dim) { return op_result(metadata, 2 + dim); }
static inline Value *metadata_stride(Operation *metadata, uint32_t dim) {
  return op_result(metadata, 2 + (metadata->result_count - 2) / 2 + dim);
}
static inline OpFoldResult known_or(int64_t number, Value *value) {
  return number == DYNAMIC ? (OpFoldResult){.value = value} : OFR_NUMBER(number);
}
// Offset (one), sizes and strides: numbers where the source's type says them, else results. False: its layout is not strided.
bool metadata_parts(Context *ctx, Operation *metadata, OffsetsSizesStrides *out, Arena *arena);
// The same by the type alone: numbers, DYNAMIC where it does not say them.
bool memref_parts(Context *ctx, T memref, OffsetsSizesStrides *out, Arena *arena);

#endif
