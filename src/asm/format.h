// Declarative assembly formats: ODS's language, compiled once per record and context, then
// interpreted by parser (parser.h) and printer (printer.h) (https://mlir.llvm.org/docs/DefiningDialects/Operations/#declarative-assembly-format).
#ifndef RUNG_ASM_FORMAT_H
#define RUNG_ASM_FORMAT_H

#include "ir/op.h"

typedef struct Parser Parser;
typedef struct Printer Printer;
struct OperandVec;
typedef enum ParseResult { PARSE_ABSENT, PARSE_OK, PARSE_FAILED } ParseResult;

typedef struct Format Format;
// The compiled format of a record; NULL when the record has none. Kept in context->format_cache.
const Format *format_of(Context *ctx, const OpDef *def);
// A text that is not the record's own (wrappers, older editions), cached by its address.
const Format *format_compile(Context *ctx, const OpDef *def, const char *text);
// Why a format could not be compiled (a mistake in a record), or NULL. For tests of the records.
const char *format_error(const Format *format);

// Default value of an attribute slot, parsed once per context; NULL when it has none.
A op_default_attr(Context *ctx, const OpDef *def, uint32_t slot);
// Give every empty slot its default, as upstream does when an op is parsed or built.
void op_state_fill_defaults(Context *ctx, OpState *state);

// ---------------------------------------------------------------------------------------------
// custom<Name>(…) directives: registered by the dialects, shared where they are the same thing.
//
//   static bool parse_pair(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
//     Operand *first = custom_add_operand(p, &args[0]);
//     return parse_operand(p, first) && parse_comma(p) && …;
//   }
//   static void print_pair(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
//     print_operands(p, op, custom_span(op, &args[0]));
//   }
//   const CustomDirective my_directives[] = {{"Pair", parse_pair, print_pair, NULL}, {0}};
//
// Spaces around a directive are the format's: what `print` writes starts where the text is.

typedef enum CustomArgKind {
  CUSTOM_OPERAND,         // $operand
  CUSTOM_OPERAND_TYPES,   // type($operand)
  CUSTOM_RESULT_TYPES,    // type($result)
  CUSTOM_ATTR,            // $attribute, native properties too
  CUSTOM_REGION,          // $region
  CUSTOM_SUCCESSOR,       // $successor
  CUSTOM_TEXT,            // "text"
  CUSTOM_ATTR_DICT,       // attr-dict: read into state->attrs
  CUSTOM_PROP_DICT,
} CustomArgKind;

// One argument of a custom directive. Parsing sets the pointer of its kind; it is where to put (for
// a ref: find) what was read. Printing uses only the first five fields, through the helpers below.
typedef struct CustomArg {
  uint8_t kind;              // CustomArgKind
  uint8_t arity;             // of the record entry: SINGLE, OPTIONAL, VARIADIC, VARIADIC_OF_VARIADIC
  bool is_ref;               // ref(…): already parsed, only to be read
  uint16_t index;            // record entry: operand, result, attribute slot, region, successor
  Str text;                  // CUSTOM_TEXT
  struct OperandVec *operands;   // CUSTOM_OPERAND: any number as the arity allows
  I64Vec *groups;            // CUSTOM_OPERAND and its types, VARIADIC_OF_VARIADIC: size of each group
  TypeVec *types;            // CUSTOM_*_TYPES
  A *attr;                   // CUSTOM_ATTR: leave NULL when absent
  BlockVec *successors;      // CUSTOM_SUCCESSOR
  VEC(Region *) *regions;    // CUSTOM_REGION: see custom_add_region
} CustomArg;

typedef struct CustomDirective {
  const char *name;
  bool (*parse)(Parser *p, OpState *state, CustomArg *args, uint32_t count);
  void (*print)(Printer *p, const Operation *op, const CustomArg *args, uint32_t count);
  // Instead of `parse` for a directive that may find nothing (PARSE_ABSENT) without consuming; at
  // the start of an optional group that leaves the group out.
  ParseResult (*parse_optional)(Parser *p, OpState *state, CustomArg *args, uint32_t count);
} CustomDirective;

// Directives of a dialect; `table` is ended by a NULL name and must outlive the context. A name
// registered again replaces the earlier one for formats compiled later.
void format_add_directives(Context *ctx, const CustomDirective *table);
const CustomDirective *format_directive(Context *ctx, Str name);

#endif
