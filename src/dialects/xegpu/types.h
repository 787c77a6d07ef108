// Types and layouts of the xegpu dialect that C reads.
#ifndef RUNG_DIALECTS_XEGPU_TYPES_H
#define RUNG_DIALECTS_XEGPU_TYPES_H

#include "ops/xegpu.h"

#include "asm/params.h"

enum { XEGPU_RANK_MAX = 64, XEGPU_SHARED = 3 };

static inline uint64_t xegpu_word(T type, uint32_t i) { return ((const ParamsType *)type)->words[i]; }
// The shape and elements of a descriptor, as a tensor; of a vector or memref, its own. NULL for others.
const ShapedType *xegpu_shape(T type);
// Of a tensor_desc: its encoding and its layout, or NULL.
static inline A xegpu_encoding(T desc) { return (A)(uintptr_t)xegpu_word(desc, 1); }
static inline A xegpu_layout(T desc) { return (A)(uintptr_t)xegpu_word(desc, 2); }
bool xegpu_is_scattered(T desc);
int64_t xegpu_chunk_size(T desc);       // 1 when it is not scattered
int64_t xegpu_array_length(T desc);     // 1 when it is
int64_t xegpu_space_of(T desc);     // a MemorySpace
// A #xegpu.layout of workgroups: one that names subgroups.
bool xegpu_is_for_workgroup(A layout);
uint32_t xegpu_layout_rank(A layout);
// Whether a layout gives out `dims` evenly.
bool xegpu_is_distributable(A layout, const int64_t *dims, uint64_t rank);
// `[8, 16]` of a shape; without one `[1]`.
const char *xegpu_shape_text(Arena *arena, const ShapedType *shape);

#endif
