// Helpers to upgrade older operations of several dialects.
#ifndef RUNG_DIALECTS_COMMON_OLDER_H
#define RUNG_DIALECTS_COMMON_OLDER_H

#include "ir/op.h"

// The builder stands before the older operation.
Builder upgrade_begin(Module *module, Operation *op);
// Finish what `state` describes, with the older operation's discardable attributes and regions; its results take the place of
// the older one's, which is gone.
Operation *upgrade_finish(Builder *b, OpState *state, Operation *op);
// Values take the place of the older operation's result; true.
bool upgrade_replace(Operation *op, Value *value);
// The older operation's discardable attributes. One that has a place of its own today goes there, if nothing is there yet.
void upgrade_keep_attrs(OpState *state, const Operation *op);

// dim until LLVM 10, whose dimension was the attribute in that slot; `today` is the opcode of the operation that replaces it.
bool upgrade_dim(Module *module, Operation *op, uint32_t today, uint32_t slot);
// expand_shape until LLVM 18: the sizes of the result are operands today; `dim` is the opcode that tells those of the source.
bool upgrade_expand_shape(Module *module, Operation *op, uint32_t today, uint32_t dim);

// Make the same operation under another name: today it belongs to a dialect without records, so it is in generic form.
bool upgrade_to_generic(Module *module, Operation *op, Str name);
// The same, of an operation with a record: its attributes have the names they had.
bool upgrade_to_op(Module *module, Operation *op, uint32_t opcode);

#endif
