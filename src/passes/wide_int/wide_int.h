// Integers of 2N bits as vectors of two integers of N bits, the low half first; vectors of them get a dimension of two at the end.
#ifndef RUNG_PASSES_WIDE_INT_WIDE_INT_H
#define RUNG_PASSES_WIDE_INT_WIDE_INT_H

#include "rewrite/conversion.h"

typedef struct WideTypes {
  TypeConverter base;
  uint32_t width;        // N: the most bits that an integer may have
  bool memrefs;          // of wide integers change, too
  const Operation *stuck_user;   // of a value that cannot be had in the type it is wanted in; or NULL
  T stuck_from, stuck_to;
} WideTypes;

// False: the option of the pass says no width that can be halved.
bool wide_types_init(WideTypes *self, PassRun *run, bool memrefs);
bool wide_types_legal(WideTypes *self, const Operation *op);   // no operand and no result is wide
// Report the value that is stuck, if there is one; true: there is none.
bool wide_types_settled(WideTypes *self, PassRun *run);

void add_wide_arith(Conversion *c, WideTypes *types);

extern const PassOption option_widest_int_supported;

#endif
