// Shared by params*.c: the parameters' compiled formats (records/format.h: ParamFormat).
#ifndef RUNG_ASM_PARAMS_IMPL_H
#define RUNG_ASM_PARAMS_IMPL_H

#include "asm/params.h"

extern const ParamsDef no_params;
static inline const ParamsDef *params_of(const void *params) { return params ? (const ParamsDef *)params : &no_params; }
const ParamFormat *param_format(Context *ctx, const ParamsDef *def);
// The word of a parameter that is left out.
uint64_t param_absent_word(Context *ctx, const ParamDef *param);
static inline bool param_is_optional(const ParamDef *param) { return (param->flags & (PARAM_OPTIONAL | PARAM_DEFAULT)) != 0; }

#endif
