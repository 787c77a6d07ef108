// Affine expressions, maps and integer sets, uniqued and simplified as upstream's AffineExpr.cpp
// (https://mlir.llvm.org/docs/Dialects/Affine/).
#ifndef RUNG_IR_AFFINE_H
#define RUNG_IR_AFFINE_H

#include "ir/ir.h"

typedef enum AffineKind {
  AFFINE_ADD, AFFINE_MUL, AFFINE_MOD, AFFINE_FLOORDIV, AFFINE_CEILDIV, AFFINE_CONST, AFFINE_DIM, AFFINE_SYMBOL
} AffineKind;

struct AffineExpr {
  uint32_t hash;
  uint8_t kind;                  // AffineKind
  bool is_pure_affine, is_symbolic_or_const;
  uint8_t pad;
  uint32_t depth;                // nesting, 1 for a leaf; bounded by AFFINE_MAX_DEPTH when parsed
  uint32_t size;                 // nodes of the tree
  const AffineExpr *lhs, *rhs;   // binary kinds
  int64_t value;                 // constant, or dimension / symbol position
  int64_t divisor;               // affine_largest_divisor
};
typedef const AffineExpr *E;

struct AffineMap {
  uint32_t hash, dim_count, symbol_count, result_count;
  E results[];
};
struct IntegerSet {
  uint32_t hash, dim_count, symbol_count, constraint_count;
  const bool *equalities;        // constraint_count entries: it is == 0, not >= 0
  E constraints[];
};

// Each constructor simplifies like the C++ operator of the same name. Constants that overflow are
// kept as an expression. An expression over twice AFFINE_MAX_DEPTH deep or AFFINE_MAX_SIZE large
// counts as memory exhausted and gives the constant 0.
E affine_const(Context *ctx, int64_t value);
E affine_dim(Context *ctx, uint32_t position);
E affine_symbol(Context *ctx, uint32_t position);
E affine_add(Context *ctx, E lhs, E rhs);
E affine_sub(Context *ctx, E lhs, E rhs);
E affine_mul(Context *ctx, E lhs, E rhs);
E affine_mod(Context *ctx, E lhs, E rhs);
E affine_floordiv(Context *ctx, E lhs, E rhs);
E affine_ceildiv(Context *ctx, E lhs, E rhs);
E affine_neg(Context *ctx, E expr);
E affine_binary(Context *ctx, AffineKind kind, E lhs, E rhs);

const AffineMap *affine_map(Context *ctx, uint32_t dims, uint32_t symbols, const E *results, uint32_t count);
const AffineMap *affine_map_identity(Context *ctx, uint32_t rank);
const AffineMap *affine_map_constant(Context *ctx, int64_t value);
const IntegerSet *integer_set(Context *ctx, uint32_t dims, uint32_t symbols, const E *constraints, const bool *equalities, uint32_t count);

bool affine_map_is_identity(const AffineMap *map);
bool affine_map_is_permutation(const AffineMap *map);
bool affine_map_is_projected_permutation(const AffineMap *map, bool allow_zero);
bool affine_map_is_minor_identity(const AffineMap *map);
// Replace dimensions and symbols; entries may be NULL to keep one.
E affine_replace(Context *ctx, E expr, const E *dims, uint32_t dim_count, const E *symbols, uint32_t symbol_count);
const AffineMap *affine_map_replace(Context *ctx, const AffineMap *map, const E *dims, const E *symbols, uint32_t new_dims, uint32_t new_symbols);
const AffineMap *affine_map_compose(Context *ctx, const AffineMap *outer, const AffineMap *inner);
// simplifyAffineExpr: flattens pure affine expressions and rebuilds them.
E affine_simplify(Context *ctx, E expr, uint32_t dims, uint32_t symbols);
const AffineMap *affine_map_simplify(Context *ctx, const AffineMap *map);
// The expression as a sum: factors of the dimensions and symbols, and the constant. False: it has
// quotients or products.
bool affine_flatten(Context *ctx, E expr, uint32_t dims, uint32_t symbols, int64_t *factors);
bool affine_is_const(E expr, int64_t *value);
bool affine_uses_dim(E expr, uint32_t position);
bool affine_uses_symbol(E expr, uint32_t position);
static inline int64_t affine_largest_divisor(E expr) { return expr->divisor; }
// The strides form of a one-result layout map: see memref_strides_and_offset.
bool affine_extract_strides(Context *ctx, const AffineMap *map, uint32_t rank, E *strides, E *offset);

// Functions that walk an expression recurse; the limit keeps them within 1 MiB of stack.
#define AFFINE_MAX_DEPTH 3000u
#define AFFINE_MAX_SIZE (1u << 17)

#endif
