// Declarative assembly formats: ODS's language, compiled to elements that parser and printer interpret
// (https://mlir.llvm.org/docs/DefiningDialects/Operations/#declarative-assembly-format).
#ifndef RUNG_RECORDS_FORMAT_H
#define RUNG_RECORDS_FORMAT_H

#include "ir/op.h"
#include "records/token.h"

typedef struct Parser Parser;
typedef struct Printer Printer;
struct OperandVec;
typedef enum ParseResult { PARSE_ABSENT, PARSE_OK, PARSE_FAILED } ParseResult;
typedef struct Format Format;

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
  // Return why a record cannot use the directive like this, or NULL. A directive without it is for Rung's own dialects only.
  const char *(*refuses)(const OpDef *def, const CustomArg *args, uint32_t count);
} CustomDirective;

// custom<Name>(…) in the formats above. `words` are all parameters of the definition; the directive
// reads and writes words[args[i]], i < count, in the order the format names them (refs included).
typedef struct ParamDirective {
  const char *name;
  bool (*parse)(Parser *p, uint64_t *words, const uint8_t *args, uint32_t count);
  void (*print)(Printer *p, const uint64_t *words, const uint8_t *args, uint32_t count);
} ParamDirective;

// The directives that are known, by name.
typedef struct FormatDirectives {
  Map of_ops;                  // const CustomDirective *
  Map of_params;               // const ParamDirective *
  bool are_checked;            // formats may come from a reader's dialect, so CustomDirective.refuses is asked
} FormatDirectives;
void format_directives_init(FormatDirectives *self, Arena *arena);
// `table` is ended by a NULL name and must outlive the directives. A name added again replaces the earlier one.
void format_directives_add(FormatDirectives *self, const CustomDirective *table);

// ---------------------------------------------------------------------------------------------
// Compiling

// The compiled text, in `arena`; never NULL. Without `directives` any custom directive is taken for known.
Format *format_compile_text(Arena *arena, const FormatDirectives *directives, const OpDef *def, const char *text);
struct ParamFormat *param_format_compile(Arena *arena, const FormatDirectives *directives, const ParamsDef *def);

// --- The format language's tokens

typedef enum FormatTokenKind {
  FT_END, FT_LITERAL /* `…` */, FT_VARIABLE /* $x */, FT_WORD, FT_STRING, FT_PUNCTUATION, FT_BAD
} FormatTokenKind;
typedef struct FormatLexer {
  const char *at, *begin;  // behind the current token; where it begins
  FormatTokenKind kind;
  Str text;              // without the quotes, backquotes or '$'
} FormatLexer;
void format_lex_start(FormatLexer *self, const char *text);
void format_lex(FormatLexer *self);
bool format_lex_if(FormatLexer *self, char punctuation);
// Return whether it may stand between '`': a keyword, punctuation, white space or nothing.
bool format_is_literal(Str text);
bool format_is_keyword(Str text);
// The space between two elements in the output, by the rules of upstream's generated printers.
typedef struct FormatSpacing {
  bool emit_space, after_punctuation;
} FormatSpacing;
// Account for a literal; true when a space goes before it.
bool format_space_literal(FormatSpacing *self, Str literal);
// Account for a variable or directive; true when a space goes before it.
bool format_space_variable(FormatSpacing *self);
// The token a punctuation literal stands for; TOK_BARE_ID for keywords.
TokenKind format_literal_kind(Str literal);

// --- Compiled operation formats

typedef enum FormatOp {
  FMT_LITERAL,        // kind: TokenKind; text, size: spelling
  FMT_KEYWORD,
  FMT_OPERAND,        // arg: record entry; arity
  FMT_ATTR,           // arg: slot
  FMT_OPERAND_TYPE,   // type($operand)
  FMT_RESULT_TYPE,
  FMT_ATTR_DICT,
  FMT_OPERANDS,       // operands
  FMT_ALL_OPERAND_TYPES,
  FMT_ALL_RESULT_TYPES,
  FMT_FUNCTIONAL_TYPE, // arg, kind: operand and result entry, or FMT_ALL
  FMT_REGION,
  FMT_REGIONS,
  FMT_SUCCESSOR,
  FMT_SUCCESSORS,
  FMT_PROP_DICT,
  FMT_CUSTOM,         // custom
  FMT_GROUP,          // ( then… )? : ( else… )?: elements up to `then_end`, then up to `end`
  FMT_OILIST,         // clauses up to `end`
  FMT_CLAUSE,         // a keyword as FMT_KEYWORD and elements up to `end`
  FMT_SPACE,          // printer only
  FMT_NEWLINE,        // printer only
} FormatOp;
enum { FMT_ALL = 0xFF };
enum {
  FMT_SPACED = 1,        // the printer writes a space first
  FMT_QUALIFIED = 2,
  FMT_WITH_KEYWORD = 4,  // attr-dict-with-keyword
  FMT_INVERTED = 8,      // group: the anchor is in the else part
  FMT_UNIT = 16,         // group: the anchor is a unit attribute (slot `arg`) that is not spelled;
                         // clause: its only element is a unit attribute
  FMT_FIXED = 32,        // operand, result: all entries before are single, so its place is `arg`
};
typedef struct CustomCall {
  const CustomDirective *directive;
  uint32_t count;
  CustomArg args[];
} CustomCall;
typedef struct FormatElement {
  uint8_t op, arg, kind, flags;
  uint8_t arity;
  uint8_t unused;
  uint16_t size;
  uint16_t anchor;       // group: index of its anchor element; clause: number of variables
  uint16_t then_end, end;
  union {
    const char *text;    // literals; NUL-terminated
    const CustomCall *custom;
    const AttrConstraint *attr;      // FMT_ATTR
    const TypeConstraint *type;      // FMT_OPERAND_TYPE, FMT_RESULT_TYPE
  };
} FormatElement;

// Where the types of an operand or result come from.
typedef enum ResolveKind {
  RESOLVE_NONE, RESOLVE_SEEN, RESOLVE_OPERAND, RESOLVE_RESULT, RESOLVE_ATTR, RESOLVE_BUILD
} ResolveKind;
typedef struct TypeResolver {
  uint8_t kind, arg;
  const Relation *via;   // transforms the type; NULL: as it is
} TypeResolver;

enum { PLAIN_VALUES = 12 };
struct Format {
  const OpDef *def;
  const RecordTable *table;
  Str name;                    // of the operation
  const struct DefInfo *info;  // asm/'s, of the context it was compiled for
  const char *error;           // why it could not be compiled, and where in its text; NULL: it could
  uint32_t error_at;
  const FormatElement *elements;
  uint32_t count;
  const TypeResolver *operands, *results;
  const uint8_t *checked;      // operands (entry) and results (entry | 0x80) whose constraint a transform relies on
  uint32_t checked_count;
  const bool *elided;          // by slot: not printed by attr-dict
  uint32_t shown_count;        // slots that attr-dict may print
  bool all_operands, all_operand_types, all_result_types, infers, has_prop_dict, has_groups;
  // Operands and results are at most PLAIN_VALUES single values, each of a type that the text spells
  // for one of them: plain_types gives which, operands before results. Nothing else but literals and
  // attributes.
  bool is_plain;
  const uint8_t *plain_types;
};

// --- Compiled formats of parameters

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
  uint32_t error_at;
} ParamFormat;

#endif
