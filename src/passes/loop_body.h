// The body of a loop that has one block.
#ifndef RUNG_PASSES_LOOP_BODY_H
#define RUNG_PASSES_LOOP_BODY_H

#include "ir/op.h"

static inline Block *loop_body(const Operation *loop) { return loop->regions[0].first; }

// The body `factor` times. The induction variable of iteration `n` is made by `iv` from that of the loop, if it is needed. A value that the
// body yields as it took it on stays that, unless `args_too`; mlir-opt does the one with affine.for and the other with scf.for.
typedef Value *LaterVarFn(Builder *b, Value *iv, uint64_t n, Arena *arena, const void *data);
void loop_repeat_body(Module *module, Arena *arena, Operation *loop, uint64_t factor, LaterVarFn *iv, const void *data, bool args_too);

#endif
