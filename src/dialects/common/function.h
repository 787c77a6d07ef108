// Parts of the custom form that functions of every dialect share (after FunctionImplementation.cpp).
#ifndef RUNG_DIALECTS_COMMON_FUNCTION_H
#define RUNG_DIALECTS_COMMON_FUNCTION_H

#include "asm/parser.h"
#include "asm/printer.h"

// visibility? symbol-name
bool parse_function_head(Parser *p, OpState *state);
// (`attributes` attr-dict)?; the names listed are refused in it.
bool parse_function_attrs(Parser *p, OpState *state, const char *const *inferred);
// region?, which has to have a block
bool parse_function_body(Parser *p, OpState *state, const ArgumentVec *args);

// Types as a message lists them: 'i32', 'f32'
Str type_list_text(Context *ctx, Arena *arena, const T *types, uint32_t count);

#endif
