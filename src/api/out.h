// Slices and messages of the layers below as they go out.
#ifndef RUNG_API_OUT_H
#define RUNG_API_OUT_H

#include "rung.h"
#include "support/diag.h"

static inline RungStr out_str(Str s) { return (RungStr){s.data, s.size}; }
static ALWAYS_INLINE Str in_str(RungStr s) { return (Str){s.data, s.size}; }

bool out_diagnostic(const Diag *diag, RungDiagnostic *out);   // false: `diag` is NULL
const Diag *nth_diagnostic(const Diag *first, uint32_t n);     // NULL: there are fewer

#endif
