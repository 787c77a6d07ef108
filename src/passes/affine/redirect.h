// Accesses to one memref become accesses to another (after replaceAllMemRefUsesWith of
// mlir/lib/Dialect/Affine/Utils/Utils.cpp).
#ifndef RUNG_PASSES_AFFINE_REDIRECT_H
#define RUNG_PASSES_AFFINE_REDIRECT_H

#include "passes/affine/access.h"
#include "rewrite/pass.h"

// The subscripts of the other memref: `map` of `values`, then the subscripts of the old one; its dimensions only.
typedef struct Redirection {
  Value *to;
  const AffineMap *map;
  ValueVec values;
} Redirection;

// The access, of affine.load and the like, to `self->to` instead.
void redirect_access(Module *module, Operation *op, const Redirection *self, Arena *arena);

#endif
