// Which memrefs may be the same memory (after mlir/lib/Analysis/AliasAnalysis/LocalAliasAnalysis.cpp).
#ifndef RUNG_PASSES_MEMREF_ALIAS_H
#define RUNG_PASSES_MEMREF_ALIAS_H

#include "ir/op.h"

// The memref that this one is a view of, or itself.
const Value *memref_viewed(const Value *memref);
bool memrefs_may_alias(const Value *a, const Value *b);
// It allocates memory and does nothing else.
bool op_only_allocates(const Operation *op);

#endif
