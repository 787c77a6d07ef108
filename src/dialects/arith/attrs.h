// What other dialects use of arith's enums and attributes.
#ifndef RUNG_DIALECTS_ARITH_ATTRS_H
#define RUNG_DIALECTS_ARITH_ATTRS_H

#include "ir/opdef.h"

extern const EnumDef arith_fastmath_flags, arith_overflow_flags;
extern const AttrDef arith_fastmath_attr, arith_overflow_attr;
extern const AttrConstraint AC_Arith_FastMath, AC_Arith_Overflow, AC_Arith_RoundingMode, AC_AtomicRMWKind;

#endif
