// What the files of the linalg dialect share.
#ifndef RUNG_DIALECTS_LINALG_HOOKS_H
#define RUNG_DIALECTS_LINALG_HOOKS_H

#include "analysis/structured.h"
#include "dialects/common/op_fold_result.h"

// Fill the block of an operation of that record as its name says; its arguments are there. `cast` and `fun` are its attributes, or NULL. NULL: it is
// done; otherwise what is wrong with the types of its operands.
const char *build_named_body(Builder *b, const OpDef *def, Block *block, A cast, A fun);
// The same for `linalg.elementwise` of that kind.
const char *build_elementwise_body(Builder *b, int64_t kind, Block *block);
// Whether named operations of the record keep their maps, and the maps of a row with those strides and dilations (dense elements, or NULL).
bool named_keeps_maps(const OpDef *def);
// The maps that an operation has when its text does not say any; NULL: it has no such.
A default_maps(Context *ctx, const OpDef *def, uint32_t operands, T init);
// The element type, or the type itself when it is no memref and no ranked tensor.
T element_or_self(T type);
// The value of an arithmetic conversion to another number type, made by `b`; the value itself where there is none.
Value *cast_number(Builder *b, Value *value, T type, bool is_unsigned);
// How often each loop runs; the sizes of all operands are asked for, one after the other. NULL: no operand tells.
OpFoldResult *linalg_loop_sizes(Builder *b, Operation *op, const AffineMapVec *maps, Arena *arena);
// The sizes of all results, one list for each. False: no operand tells how often the loops run.
bool linalg_result_sizes(Builder *b, Operation *op, const AffineMapVec *maps, OpFoldResultList *out, Arena *arena);

#endif
