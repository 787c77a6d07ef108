// Declarative assembly formats: ODS's language, compiled once per record and context, then
// interpreted by parser and printer (https://mlir.llvm.org/docs/DefiningDialects/Operations/#declarative-assembly-format).
#ifndef RUNG_ASM_FORMAT_H
#define RUNG_ASM_FORMAT_H

#include "asm/parser.h"
#include "asm/printer.h"

typedef struct Format Format;
// The compiled format of a record; NULL when the record has none. Kept in context->format_cache.
const Format *format_of(Context *ctx, const OpDef *def);
// A text that is not the record's own (wrappers, older editions), cached by its address.
const Format *format_compile(Context *ctx, const OpDef *def, const char *text);

bool format_parse(Parser *p, const Format *format, OpState *state);
void format_print(Printer *p, const Format *format, const Operation *op);
// Result types from relations, buildable types and the infer hook, for builders and generic use.
// Pushes to state->types; false when they cannot be told (nothing reported).
bool infer_result_types(Context *ctx, OpState *state);

// --- custom<Name>(…) directives: registered by the dialects, shared where they are the same thing.

// One argument of a custom directive while parsing or printing.
typedef enum CustomArgKind { CUSTOM_OPERAND, CUSTOM_OPERAND_TYPES, CUSTOM_RESULT_TYPES, CUSTOM_ATTR, CUSTOM_REGION,
  CUSTOM_SUCCESSOR, CUSTOM_TEXT /* `"$_builder…"` literal */, CUSTOM_ATTR_DICT } CustomArgKind;
typedef struct CustomArg {
  CustomArgKind kind;
  uint32_t index;            // record entry (operand, result, attribute, region, successor)
  Str text;                  // CUSTOM_TEXT
  bool is_ref;               // ref(…): value already parsed
  // Parsing: where to put (or, for ref, find) what was read.
  OperandVec *operands;
  TypeVec *types;
  A *attr;
  Region **region;           // `regions` for variadic ones
  void *regions;
  BlockVec *successors;
} CustomArg;
typedef struct CustomDirective {
  const char *name;
  bool (*parse)(Parser *p, OpState *state, CustomArg *args, uint32_t count);
  void (*print)(Printer *p, const Operation *op, const CustomArg *args, uint32_t count);
  // Optional group anchors on custom parse absent/present; NULL: no optional form.
} CustomDirective;
// Directives of a dialect; `table` is ended by a NULL name and must outlive the context.
void format_add_directives(Context *ctx, const CustomDirective *table);
const CustomDirective *format_directive(Context *ctx, Str name);

// Default value of an attribute slot, parsed once per context; NULL when it has none.
A op_default_attr(Context *ctx, const OpDef *def, uint32_t slot);

#endif
