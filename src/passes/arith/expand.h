// Operations on numbers in terms of simpler ones.
#ifndef RUNG_PASSES_ARITH_EXPAND_H
#define RUNG_PASSES_ARITH_EXPAND_H

#include "rewrite/conversion.h"

// Divisions that round up or down, in terms of the others.
void add_arith_divisions(Conversion *c);

#endif
