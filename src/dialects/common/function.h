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

// A function whose type is a builtin function type: visibility? symbol-name signature (`attributes` attr-dict)? region?
bool parse_plain_function(Parser *p, OpState *state);
void print_plain_function(Printer *p, const Operation *op);
// custom<Function>: see custom.h
bool parse_function_directive(Parser *p, OpState *state, CustomArg *args, uint32_t count);
void print_function_directive(Printer *p, const Operation *op, const CustomArg *args, uint32_t count);
const char *refuse_function_directive(const OpDef *def, const CustomArg *args, uint32_t count);

// Types as a message lists them: 'i32', 'f32'
Str type_list_text(Context *ctx, Arena *arena, const T *types, uint32_t count);

#endif
