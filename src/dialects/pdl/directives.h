// Directives of formats that pdl and pdl_interp share.
#ifndef RUNG_DIALECTS_PDL_DIRECTIVES_H
#define RUNG_DIALECTS_PDL_DIRECTIVES_H

#include "asm/format.h"

bool parse_pdl_attributes(Parser *p, OpState *state, CustomArg *args, uint32_t count);
void print_pdl_attributes(Printer *p, const Operation *op, const CustomArg *args, uint32_t count);
bool parse_pdl_range_type(Parser *p, OpState *state, CustomArg *args, uint32_t count);
void print_pdl_range_type(Printer *p, const Operation *op, const CustomArg *args, uint32_t count);

#endif
