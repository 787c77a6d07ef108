// Making launches of kernels.
#ifndef RUNG_DIALECTS_GPU_LAUNCH_H
#define RUNG_DIALECTS_GPU_LAUNCH_H

#include "ir/op.h"

// A gpu.launch of three sizes of the grid and three of a block, whose region has one block with the arguments and nothing else.
Operation *build_launch(Builder *b, Value *const *sizes);
// gpu.terminator, gpu.return or another operation of that opcode without operands.
Operation *build_end(Builder *b, uint32_t opcode);

#endif
