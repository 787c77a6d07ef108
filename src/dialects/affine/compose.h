// Affine maps and sets over values: brought into a normal form, joined with the affine.apply
// operations around them, and simplified with what is known about the values
// (after mlir/lib/Dialect/Affine/IR/AffineOps.cpp).
#ifndef RUNG_DIALECTS_AFFINE_COMPOSE_H
#define RUNG_DIALECTS_AFFINE_COMPOSE_H

#include "ir/affine.h"
#include "ir/op.h"

// A map and its operands: dimensions, then symbols.
typedef struct ValueMap {
  const AffineMap *map;
  ValueVec operands;
} ValueMap;
// The map in attribute `name` over operands [from, from + inputs), copied.
ValueMap value_map_of(const Operation *op, const char *name, uint32_t from, Arena *arena);
bool value_map_equal(const ValueMap *a, const ValueMap *b);

// Turn dimensions that qualify into symbols, drop constants and unused operands, and unite equal ones.
void canonicalize_map(Context *ctx, const AffineMap **map, ValueVec *operands, Arena *arena);
// Inline the affine.apply operations that define operands; then do the same, and simplify.
void compose_map(Context *ctx, const AffineMap **map, ValueVec *operands, Arena *arena);
// The same for integer sets.
void canonicalize_set(Context *ctx, const IntegerSet **set, ValueVec *operands, Arena *arena);
void compose_set(Context *ctx, const IntegerSet **set, ValueVec *operands, Arena *arena);

// --- bounds.c: loops tell the range of their induction variable.

// Simplify divisions and remainders whose result these ranges determine.
void simplify_with_ranges(Context *ctx, ValueMap *self, Arena *arena);
// The results are alternatives for a maximum or minimum: leave out those that others exceed.
void simplify_extreme(Context *ctx, ValueMap *self, bool is_max, Arena *arena);
// The affine.for whose induction variable the value is, or NULL.
Operation *affine_for_of(const Value *value);
// A bound ("lowerBoundMap") that is one constant.
bool affine_constant_bound(const Operation *loop, const char *name, int64_t *out);
// How often the body of an affine.for runs; -1 when its bounds are not constant.
int64_t affine_trip_count(const Operation *loop);

#endif
