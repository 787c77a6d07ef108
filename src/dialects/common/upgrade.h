// What upgrades of several dialects' older operations share.
#ifndef RUNG_DIALECTS_COMMON_UPGRADE_H
#define RUNG_DIALECTS_COMMON_UPGRADE_H

#include "ir/op.h"

// expand_shape until LLVM 18: the sizes of the result are operands today; `dim` is the opcode that tells those of the source.
bool upgrade_expand_shape(Module *module, Operation *op, uint32_t today, uint32_t dim);

// The operation is another dialect's today, without records here: the same, by that name, in generic form.
bool upgrade_to_generic(Module *module, Operation *op, Str name);

#endif
