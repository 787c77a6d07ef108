// builtin.unrealized_conversion_cast: making them, and removing those that cancel out.
#ifndef RUNG_REWRITE_CASTS_H
#define RUNG_REWRITE_CASTS_H

#include "ir/op.h"

// One at the builder's place.
Operation *build_unrealized_cast(Builder *b, const T *types, uint32_t type_count, Value *const *inputs, uint32_t count);
// Remove casts that have no use and those whose chain leads back to the type it came from.
void reconcile_casts(Module *module, Arena *arena, Operation *const *casts, uint32_t count);

#endif
