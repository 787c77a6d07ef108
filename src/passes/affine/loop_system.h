// Systems of the iterations of affine loops, and of what is accessed in them
// (after mlir/lib/Dialect/Affine/Analysis/AffineStructures.cpp and Utils.cpp).
#ifndef RUNG_PASSES_AFFINE_LOOP_SYSTEM_H
#define RUNG_PASSES_AFFINE_LOOP_SYSTEM_H

#include "passes/affine/domain.h"

#include "analysis/affine_system.h"

// Part of a loop nest's iterations, as bounds over values of other loops. A slice without variables was not computed.
typedef struct LoopSlice {
  ValueVec variables;                 // of the loops
  const AffineMap **lower, **upper;   // by variable; NULL: all its iterations
  ValueVec operands;                  // of all the maps
  Operation *before;                  // where it would go
} LoopSlice;

// A map that gives one iteration, from it on: lower + 1 == upper.
bool slice_is_single(Context *ctx, const LoopSlice *slice, uint32_t i);
// The loop whose variable this is adds its bounds; the variable must be there. False: they are not linear.
bool system_add_loop(Context *ctx, AffineSystem *self, const Operation *loop);
// Bounds of a variable over values, which become dimensions (of loops, with their bounds) or symbols.
bool system_bound_values(Context *ctx, AffineSystem *self, uint32_t variable, BoundKind kind, const ValueMap *bound);
// A value that is no loop's variable: a symbol, which may be a constant. A loop's variable comes with its bounds.
bool system_add_value(Context *ctx, AffineSystem *self, Value *value);
// What the slice leaves of its loops' variables that are there.
bool system_add_slice(Context *ctx, AffineSystem *self, const LoopSlice *slice);
bool value_constant_index(const Value *value, int64_t *out);

// --- What an access touches

typedef struct MemRegion {
  Value *memref;
  AffineSystem system;   // its dimensions are those of the memref
} MemRegion;

typedef struct RegionOptions {
  const LoopSlice *slice;   // or NULL
  bool unbounded;           // the shape of the memref does not bound it
  bool keep_quotients;
} RegionOptions;

// In terms of the `depth` outer loops around the access. False: it is not known.
bool region_compute(Context *ctx, Arena *arena, const Operation *op, uint32_t depth, RegionOptions options, MemRegion *out);
// A buffer that has room for it, by dimension: sizes, and lower bounds over the symbols. False: a size is not constant.
bool region_shape(Context *ctx, const MemRegion *self, int64_t *sizes, E *lower, int64_t *count);
bool region_bytes(Context *ctx, const MemRegion *self, int64_t *out);
bool element_bytes(T element, int64_t *out);
// Of all memory that the operation and those inside access. False: it is not known; a message may say why.
bool footprint_bytes(PassRun *pass, Operation *op, int64_t *out);

#endif
