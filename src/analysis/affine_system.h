// Sets of integer points whose variables are sorted: dimensions, then symbols, then quotients. Bounds of the dimensions
// can be read off as affine maps of the others (after FlatLinearConstraints of
// mlir/lib/Analysis/FlatLinearValueConstraints.cpp).
#ifndef RUNG_ANALYSIS_AFFINE_SYSTEM_H
#define RUNG_ANALYSIS_AFFINE_SYSTEM_H

#include "analysis/affine_set.h"

typedef struct AffineSystem {
  AffineSet set;
  uint32_t dims, symbols;   // quotients are the rest
} AffineSystem;

typedef enum BoundKind { BOUND_LOWER, BOUND_UPPER, BOUND_EQUAL } BoundKind;

void system_init(AffineSystem *self, Arena *arena);
AffineSystem system_copy(const AffineSystem *from);
static inline uint32_t system_quotients(const AffineSystem *self) { return self->set.count - self->dims - self->symbols; }
static inline uint32_t system_named(const AffineSystem *self) { return self->dims + self->symbols; }
// A variable becomes the last of its kind, or dimension `at`; what it is now.
uint32_t system_add_dim(AffineSystem *self, Value *value);
uint32_t system_insert_dim(AffineSystem *self, uint32_t at, Value *value);
uint32_t system_add_symbol(AffineSystem *self, Value *value);
uint32_t system_insert_symbol(AffineSystem *self, uint32_t at, Value *value);   // `at`: among all variables
uint32_t system_add_quotient(AffineSystem *self);
void system_swap(AffineSystem *self, uint32_t a, uint32_t b);
void system_remove(AffineSystem *self, uint32_t begin, uint32_t end);
// A dimension or symbol from `from` on that stands for the value.
bool system_find(const AffineSystem *self, const Value *value, uint32_t from, uint32_t *at);
// Eliminate variables; they are gone afterwards.
void system_project_out(AffineSystem *self, uint32_t begin, uint32_t end);
// Quotients that an equation gives in terms of the others go.
void system_drop_given_quotients(AffineSystem *self);
// Variables [begin, end) that an equation gives as a number take that value, and go.
void system_fold_constants(AffineSystem *self, uint32_t begin, uint32_t end);

void system_bound_constant(AffineSystem *self, uint32_t variable, BoundKind kind, int64_t value);
// Results of a map of all dimensions and symbols; an upper bound is exclusive. False: the map is not linear.
bool system_bound_map(AffineSystem *self, uint32_t variable, BoundKind kind, const AffineMap *map);
// The rows of a system with the same variables.
void system_append(AffineSystem *self, const AffineSystem *other);

bool system_is_aligned(const AffineSystem *a, const AffineSystem *b);
// Give both the same dimensions (from `first_dim` on) and symbols in the same order. Neither has quotients.
void system_align(AffineSystem *a, AffineSystem *b, uint32_t first_dim);
// The smallest box around both, in terms of the symbols. False: there is none with constant sizes.
bool system_unite(AffineSystem *self, const AffineSystem *other);

// --- Bounds (affine_bounds.c)

// How many values a dimension has, at most, and its bounds over the symbols: factors, then the constant;
// lower / divisor, rounded down, and upper / divisor.
typedef struct SystemExtent {
  int64_t size, divisor;
  int64_t *lower, *upper;
} SystemExtent;
bool system_extent(const AffineSystem *self, uint32_t dim, SystemExtent *out);
// The same with quotients taken for what they stand for: size and lower bound as an expression of the symbols.
bool system_extent_expr(Context *ctx, const AffineSystem *self, uint32_t dim, int64_t *size, E *lower);
// Lower and (exclusive) upper bounds of `count` dimensions from `first` on, as maps of the other dimensions and symbols;
// NULL when there is none.
void system_slice_bounds(Context *ctx, AffineSystem *self, uint32_t first, uint32_t count, const AffineMap **lower, const AffineMap **upper);

// Bounds of a dimension by rows without the other dimensions: maps whose dimensions are the symbols. Upper ones are exclusive.
void system_outer_bounds(Context *ctx, const AffineSystem *self, uint32_t dim, const AffineMap **lower, const AffineMap **upper);

// Whether the set has no point.
bool affine_set_has_no_point(const AffineSet *self);
// Whether all points of `a` are points of `b`; both have as many dimensions and symbols, which are matched by position.
// -1: it cannot be told.
int system_is_inside(const AffineSystem *a, const AffineSystem *b);

#endif
