// Moving blocks about, for patterns of several dialects.
#ifndef RUNG_DIALECTS_COMMON_BLOCKS_H
#define RUNG_DIALECTS_COMMON_BLOCKS_H

#include "rewrite/greedy.h"

typedef struct ValueSlice {
  Value *const *values;
  uint32_t count;
} ValueSlice;

// Operands [begin, end) in memory of the pass.
ValueSlice operand_slice(Greedy *g, const Operation *op, uint32_t begin, uint32_t end);
// i1 constant at the builder's place.
Value *bool_constant(Greedy *g, bool value);
// Move all operations of `from`, the terminator too, to `to` (before: NULL: to its end); its arguments become `args`.
void move_block(Greedy *g, Block *from, Block *to, Operation *before, Value *const *args);
// Replace the op by the body of its region of one block, whose arguments become `args`.
bool replace_by_region(Greedy *g, Operation *op, Region *region, Value *const *args);
// Give the block's last operation other operands.
void replace_terminator(Greedy *g, Block *block, Value *const *operands, uint32_t count);
// An operation before `op` with its name, attributes and these operands and result types; its `regions`
// regions are empty.
Operation *rebuild(Greedy *g, const Operation *op, const ValueVec *operands, const TypeVec *types, uint32_t regions);
// A block in `to` with the same arguments.
Block *copy_block_args(Greedy *g, const Block *from, Region *to);

#endif
