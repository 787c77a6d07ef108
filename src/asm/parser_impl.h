// The parser's state and the rules its files share; for src/asm/parse*.c only.
//
// parser.c       state, tokens, errors, lists, keywords, aliases and top level
// parse_op.c     SSA names, operations, regions          parse_hooks.c  OpAsmParser's vocabulary
// parse_type.c   types, dimensions                       parse_attr.c   attributes, dictionaries
// parse_dense.c  dense, array, sparse, resource          parse_affine.c maps, sets, subscripts
// parse_loc.c    locations, deferred aliases             parse_symbol.c `!d.t<…>`, `#d.a<…>`, aliases
// parse_metadata.c `{-# … #-}`                           parse_older.c  types and attributes of older releases
#ifndef RUNG_ASM_PARSER_IMPL_H
#define RUNG_ASM_PARSER_IMPL_H

#include "asm/parser.h"

// `#name = …` or `!name = …`.
typedef struct Alias {
  Str name;            // without the sigil
  Range range;         // of the name token at the definition
  const void *value;   // A or T; NULL when the definition has an error, so uses fail silently
  uint32_t depth;      // how deep the value is nested, aliases in it included
} Alias;

// `loc(#name)` on an operation or argument before `#name` was defined.
typedef struct DeferredLoc {
  Str name;            // without '#'
  uint32_t at;         // of the `#name` token
} DeferredLoc;

// The custom operation whose format or hook is running, to which messages refer.
typedef struct OpHook {
  const OpDef *def;
  Str name;                    // full name: "func.func"
  uint32_t at;                 // of the name
  bool has_signature;          // kept as written, with arguments behind the name of a symbol: like a function
  bool names_args;             // kept as written, and arguments are named ahead of a region: no table of symbols
} OpHook;

// A type that the text spells often: its spelling [text, text + size), and the type.
typedef struct TypeSpelling {
  const char *text;
  uint32_t size;
  T type;
} TypeSpelling;
#define TYPE_SPELLINGS 256u

struct ParserOps;      // SSA scopes, blocks, default dialects…: private to parse_op.c

struct Parser {
  Lexer lexer;
  Token token;               // the current one; `lexer.at` is behind it
  uint32_t last_end;         // end of the token consumed last (0 at the start)
  Str text;                  // lexer.text as a slice
  Source *source;            // module->source, or own_source for parse_type_text() & co
  Source own_source;
  Module *module;            // NULL for parse_type_text() & co
  Context *ctx;
  Arena scratch;             // freed when the parse ends; marks may be taken and released
  Arena names;               // alias and other tables that grow while marks on `scratch` are held
  ParseOptions options;
  uint32_t depth, max_depth;
  uint32_t deepest;          // level reached since it was last set, counting what aliases stand for

  // An error was reported for the operation (or top-level entity) being parsed: later ones are
  // consequences and are dropped until the parser resumes. Set by every error function.
  bool failed;
  Diag *last_error;          // receives notes; NULL when it was dropped

  Map attr_aliases;          // name -> Alias *
  Map type_aliases;
  VEC(DeferredLoc) deferred_locs;
  TypeSpelling *spellings;   // TYPE_SPELLINGS of them by hash, or NULL
  uint32_t noted;            // how often an older form was noted, also of what was given up
  Map long_bodies;           // where `<` begins a long body of a dialect's symbol -> where that ends
  Map distinct;              // number of distinct[N]<…> -> its attribute
  const OpHook *hook;        // NULL outside custom forms; code that calls a dialect's type or attribute
                             // hook clears it meanwhile, since messages are plain there
  struct ParserOps *ops;     // NULL while no operation can be parsed
  struct Trial *trial;       // NULL but for a parser that only tries (op_parser.h)
};

// --- parser.c

// Ready to parse `text` (the module's source when `module` is given): the first token is current.
void parser_init(Parser *self, Context *ctx, Module *module, Str text, const ParseOptions *options);
void parser_deinit(Parser *self);
// Place a message at byte `at`: file, line, column, and the token there as its range.
void parser_place(Parser *self, Diag *diag, uint32_t at);
// Report the lexer's error for the ERROR token just read.
void parser_lex_error(Parser *self);
// Report where the expected token is missing: at the end of the text before the current one, over
// line ends and comments (Parser::emitWrongTokenError). parser_expect() reports through it.
bool parser_wrong_token(Parser *self, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline void parser_next(Parser *self) {
  self->last_end = self->token.end;
  lexer_read(&self->lexer, &self->token);
  if (__builtin_expect(self->token.kind == TOK_ERROR, 0)) parser_lex_error(self);
}
static inline bool parser_next_if(Parser *self, TokenKind kind) {
  if (self->token.kind != kind) return false;
  parser_next(self);
  return true;
}
// Read on from byte `at`: the token there becomes the current one.
static inline void parser_reset(Parser *self, uint32_t at) {
  self->lexer.at = at;
  lexer_read(&self->lexer, &self->token);
  if (__builtin_expect(self->token.kind == TOK_ERROR, 0)) parser_lex_error(self);
}
static ALWAYS_INLINE Str parser_text_of(const Parser *self, Token token) {
  return str_slice(self->text, token.begin, token.end);
}

// --- parse_symbol.c

// attribute-alias-def ::= `#` id `=` attribute; the token is a HASH_ID.
bool parse_attr_alias_def(Parser *p);
// type-alias-def ::= `!` id `=` type; the token is an EXCLAMATION_ID.
bool parse_type_alias_def(Parser *p);
T parse_extended_type(Parser *p);
A parse_extended_attr(Parser *p, T type);

// --- parse_type.c

T parse_non_function_type(Parser *p);
bool parse_type_list_parens(Parser *p, TypeVec *out);         // `(` types `)`
bool parse_function_result_types(Parser *p, TypeVec *out);    // `(` types `)` or one type
// vector dimensions `4x[2]x`: bit i of `scalable` for dimension i.
bool parse_vector_dims(Parser *p, I64Vec *dims, uint64_t *scalable);

// --- parse_attr.c

// The value of INTEGER text as an integer or index type stores it. False when it does not fit.
bool parse_int_text(Parser *p, Str text, bool negative, T type, APInt *out);
// The value of a FLOAT or hexadecimal INTEGER token as `kind`; the sign applied.
bool parse_float_token(Parser *p, Token token, bool negative, FloatKind kind, APFloat *out);

// --- parse_op.c

// An attribute of a registered operation's dictionary goes into its slot, or among the others.
void parser_take_attr(OpState *state, NamedAttr attr);

// --- parse_dense.c

A parse_dense_attr(Parser *p, T type);
A parse_dense_array_attr(Parser *p);
A parse_dense_resource_attr(Parser *p, T type);
A parse_sparse_attr(Parser *p, T type);
A parse_strided_attr(Parser *p);
bool parse_stride(Parser *p, int64_t *out);   // `?` or an integer of 64 bits
// A resource key as a string attribute.
bool parse_resource_handle(Parser *p, A *key);

// --- parse_affine.c

A parse_affine_map_attr(Parser *p);   // at `affine_map`
A parse_integer_set_attr(Parser *p);  // at `affine_set`

// --- parse_older.c

bool bare_affine_ahead(const Parser *p);
A parse_bare_affine(Parser *p);
void skip_alias_type(Parser *p);
bool offset_and_strides_ahead(const Parser *p);
A parse_offset_and_strides(Parser *p);
bool opaque_elements_ahead(const Parser *p);
A parse_opaque_elements(Parser *p, T type);
A join_layouts(Parser *p, A first, A second, uint32_t rank);
bool skip_entry_colon(Parser *p);

// --- parse_loc.c

// Read the part inside `loc(…)`.
A parse_loc_instance(Parser *p);
// Replace the markers left by forward references in all locations inside `top`; the first alias
// that was never defined is reported. To be called once, when the whole text was read.
bool parser_resolve_deferred_locs(Parser *p, Operation *top);

// --- format_parse.c

// `$name` as an attribute: PARSE_ABSENT only when `optional`.
ParseResult parse_format_attr(Parser *p, const RecordTable *table, const AttrConstraint *type, const char *name, bool optional, A *out);
// An attribute's own spelling after its prefix: what `$x` shows of an attribute of `def`.
A parse_dense_elements(Parser *p, T element);
A parse_stripped_attr(Parser *p, const AttrDef *def, T type);
// Keywords of an enum joined by its separator (a FieldParser), `summary` in messages.
ParseResult parse_enum_field(Parser *p, const EnumDef *def, const char *summary, bool optional, int64_t *out);

// --- parse_metadata.c

// file-metadata-dict ::= `{-#` … `#-}`; the token is FILE_METADATA_BEGIN.
bool parse_file_metadata(Parser *p);

#endif
