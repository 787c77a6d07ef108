// What the files of the smt dialect share.
#ifndef RUNG_DIALECTS_SMT_SMT_H
#define RUNG_DIALECTS_SMT_SMT_H

#include "ops/smt.h"

#include "asm/params.h"

static inline bool smt_is_bv(T type) { return type->def == &smt_bv_type; }
static inline int64_t smt_bv_width(T type) { return (int64_t)((const ParamsType *)type)->words[0]; }
T smt_bv(Context *ctx, int64_t width);
void smt_print_number(Printer *p, A number);   // of an integer attribute, signed

#endif
