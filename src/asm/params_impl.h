// Compiled formats of parameters, shared by params*.c.
#ifndef RUNG_ASM_PARAMS_IMPL_H
#define RUNG_ASM_PARAMS_IMPL_H

#include "asm/params.h"

typedef enum ParamOp {
  PO_LITERAL, PO_PARAM, PO_STRUCT, PO_PARAMS, PO_CUSTOM, PO_GROUP,
  PO_SPACE, PO_NEWLINE,  // printer only
} ParamOp;
enum { PO_SPACED = 1, PO_QUALIFIED = 2, PO_INVERTED = 4 };
typedef struct ParamElement {
  uint8_t op, flags, kind;      // literal: TokenKind
  uint8_t count;                // arguments
  uint16_t size, anchor, then_end, end;
  const char *text;
  const uint8_t *args;          // parameters: the one of PO_PARAM, those of struct, params, custom
  uint32_t refs;                // custom: bit i is set when args[i] was given as ref(…)
  const ParamDirective *directive;
} ParamElement;
typedef struct ParamFormat {
  const ParamElement *elements;
  uint32_t count;
  const char *error;
} ParamFormat;

extern const ParamsDef no_params;
static inline const ParamsDef *params_of(const void *params) { return params ? (const ParamsDef *)params : &no_params; }
const ParamFormat *param_format(Context *ctx, const ParamsDef *def);
// The word of a parameter that is left out.
uint64_t param_absent_word(Context *ctx, const ParamDef *param);
static inline bool param_is_optional(const ParamDef *param) { return (param->flags & (PARAM_OPTIONAL | PARAM_DEFAULT)) != 0; }

#endif
