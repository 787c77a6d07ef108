// The types of the functions that analysis/inlining.ops asks for.
#ifndef RUNG_ANALYSIS_INLINING_H
#define RUNG_ANALYSIS_INLINING_H

#include "ir/op.h"

// `call` is to be replaced by the body of `callable`, or by a copy of it.
typedef bool InlineCallFn(const Operation *call, const Operation *callable, bool is_copy);
// The body `from` of a function is to be put where `call` stands, in region `to`.
typedef bool InlineRegionFn(Context *ctx, const Region *to, const Region *from, const Operation *call);
typedef bool InlineOpFn(const Operation *op, const Region *to);
// Before the terminator `end`, to `block`, whose arguments are its operands.
typedef void InlineBranchFn(Builder *b, const Operation *end, Block *block);
// The blocks [first, end); `call` is in the block before them.
typedef void InlinePlacedFn(Module *module, Operation *call, Block *first, const Block *end);

#endif
