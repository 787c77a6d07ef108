// The form of warp_execute_on_lane_0, which is gpu's and was vector's up to LLVM 19:
// `(` lane `)` `[` size `]` (`args` `(` operands `:` types `)`)? (`->` types)? region attr-dict
#ifndef RUNG_DIALECTS_COMMON_WARP_H
#define RUNG_DIALECTS_COMMON_WARP_H

#include "asm/parser.h"
#include "asm/printer.h"

// `size_slot`: of the property that holds the size; `yield`: the opcode of what ends the region.
bool parse_warp_form(Parser *p, OpState *state, uint32_t size_slot, uint32_t yield);
void print_warp_form(Printer *p, const Operation *op, uint32_t size_slot);

#endif
