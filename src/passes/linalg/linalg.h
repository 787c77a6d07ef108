// What the passes over linalg share.
#ifndef RUNG_PASSES_LINALG_LINALG_H
#define RUNG_PASSES_LINALG_LINALG_H

#include "dialects/linalg/build.h"
#include "rewrite/greedy.h"

// An operation with a name as linalg.generic: a pattern for any.
bool generalize(Greedy *g, Operation *op);
// linalg.generic as the operation whose name says the same.
extern const PatternSet specialize_patterns;

// A structured operation taken apart.
typedef struct Structured {
  Operation *op;
  AffineMapVec maps;       // one for each operand
  IteratorVec iterators;
  Span inputs, inits;
  Block *body;
} Structured;

// False: it is no structured operation, or its maps cannot be told.
bool structured_parts(Greedy *g, Operation *op, Structured *out);
static inline bool structured_uses(const Structured *s, uint32_t operand) { return s->body->args[operand]->uses != NULL; }
bool structured_is_on_tensors(const Operation *op);   // no operand is a memref
uint32_t structured_count(const Structured *s, uint8_t iterator);
// Each loop is the index of some dimension, so that the sizes of the operands tell how often it runs.
bool maps_tell_loops(const AffineMap *const *maps, uint32_t count, uint32_t loops);

// A size of a tensor or memref: a number, or what the operation for it folds to.
OpFoldResult size_of_dim(Greedy *g, Value *value, uint32_t dim);
// An empty tensor as large as that one.
Value *build_empty_like(Greedy *g, Value *value);
// Of a set, the patterns with that root; 0: those for all operations.
void add_patterns_of(Greedy *g, const PatternSet *set, uint32_t root);

// Structured operations and slices without dimensions of size 1.
void add_unit_dim_dropping(Greedy *g, bool by_slices);
// What removes operands and results of linalg.generic that nothing needs.
extern const PatternSet unused_operand_patterns;

#endif
