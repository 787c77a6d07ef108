// Compiled assembly formats, shared by format_*.c, defaults.c and params*.c.
#ifndef RUNG_ASM_FORMAT_IMPL_H
#define RUNG_ASM_FORMAT_IMPL_H

#include "asm/format.h"
#include "asm/lexer.h"

// --- The format language's tokens

typedef enum FormatTokenKind {
  FT_END, FT_LITERAL /* `…` */, FT_VARIABLE /* $x */, FT_WORD, FT_STRING, FT_PUNCTUATION, FT_BAD
} FormatTokenKind;
typedef struct FormatLexer {
  const char *at;
  FormatTokenKind kind;  // of the current token
  Str text;              // without the quotes, backquotes or '$'
} FormatLexer;
void format_lex_start(FormatLexer *self, const char *text);
void format_lex(FormatLexer *self);
bool format_lex_if(FormatLexer *self, char punctuation);
// What stands between two elements in the output: spacing rules of upstream's generated printers.
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
typedef struct Resolver {
  uint8_t kind, arg;
  const Relation *via;   // transforms the type; NULL: as it is
} Resolver;

enum { PLAIN_VALUES = 12 };
struct Format {
  const OpDef *def;
  const RecordTable *table;
  Str name;                    // of the operation
  const struct DefInfo *info;
  const char *error;
  const FormatElement *elements;
  uint32_t count;
  const Resolver *operands, *results;
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

// What a context knows about a record beside the record.
typedef struct DefInfo {
  const Format *format;        // of def->format
  const A *defaults;           // by slot; NULL until the first question
} DefInfo;
DefInfo *def_info_slow(Context *ctx, const OpDef *def);
static inline DefInfo *def_info(Context *ctx, const OpDef *def) {
  DefCache *slot = &ctx->def_cache[((uint32_t)((uintptr_t)def >> 4) * 2654435761u) >> 24];
  if (slot->def != def) *slot = (DefCache){def, def_info_slow(ctx, def)};
  return slot->info;
}

typedef struct FormatExt {
  Map directives;              // name -> const CustomDirective *
  Map param_directives;        // name -> const ParamDirective *
} FormatExt;
FormatExt *format_ext(Context *ctx);

// Whether upstream's class for the constraint can hold the type.
static inline bool type_fits_class(const RecordTable *table, const TypeConstraint *c, T type) {
  return c->type_class ? type->def == table->types[c->type_class] : !c->kinds || (c->kinds >> type_kind(type) & 1u);
}
// The type an attribute has where the format says none: that of the constraint, or none for what has no type.
static inline T attr_value_type_of(Context *ctx, const AttrConstraint *c) {
  if (c->value_type) return built_type(ctx, c->value_type);
  bool untyped = c->form == ATTR_FORM_STRING || c->form == ATTR_FORM_SYMBOL || c->form == ATTR_FORM_TYPE;
  return untyped || c->storage == 1u << ATTR_ARRAY ? ctx->types.none : NULL;
}
#endif
