// The parser: source text to IR, every error in one pass.
//
// Functions named parse_* return false (or NULL) after an error was reported, true otherwise;
// parse_optional_* return a PARSE_* result where "absent" is no error. Messages and places are
// mlir-opt's (mlir/lib/AsmParser). After an error in an operation the parser resumes at the next
// one; only the first error of each operation is reported.
//
// Dialect hooks use the first two sections: the same vocabulary as upstream's OpAsmParser.
#ifndef RUNG_ASM_PARSER_H
#define RUNG_ASM_PARSER_H

#include "asm/format.h"
#include "asm/lexer.h"
#include "ir/affine.h"
#include "ir/edition.h"
#include "ir/op.h"
#include "ir/verify.h"

// ---------------------------------------------------------------------------------------------
// Tokens

Token parser_token(const Parser *self);                  // the current token
static inline TokenKind parser_kind(const Parser *self) { return parser_token(self).kind; }
uint32_t parser_loc(const Parser *self);                 // where the current token begins
Context *parser_context(const Parser *self);
const Edition *parser_edition(const Parser *self);        // NULL: every edition is read
bool parser_reads_older(const Parser *self, uint32_t habit);   // an edition that is read had the habit: OLDER_BARE_AFFINE …
// Only older releases wrote so: what began there and was read up to here.
void parser_note_older(Parser *self, uint32_t habit, uint32_t begin);
void parser_note_form(Parser *self, const OpState *state);   // the operation being read is as the first row of its record says
void parser_note_until(Parser *self, uint32_t habit, uint32_t last, uint32_t begin);   // up to release `last`
// The value of the cases in `text` (see enum_symbolize()), which was read from `begin` on or is the next token, or of a case by its
// older name, which is noted.
bool parser_enum_value(Parser *self, const EnumDef *def, Str text, uint32_t begin, int64_t *out);
Module *parser_module(const Parser *self);               // NULL: a lone type or attribute is read
Str parser_source(const Parser *self);                   // the text that offsets are of
Arena *parser_scratch(const Parser *self);               // freed when the parse ends
Arena *parser_arena(const Parser *self);                 // the module's
bool parser_consume_if(Parser *self, TokenKind kind);
// "expected <message>" style errors: the message is given whole.
bool parser_expect(Parser *self, TokenKind kind, const char *message);
// Report at a byte offset / at the current token; return false for `return parser_error(…)`. At the
// end of the file the place is where mlir-opt puts it (after the last token).
bool parser_error_at(Parser *self, uint32_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool parser_error(Parser *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
// A note on the error just reported: upstream's, or a hint of ours (`is_hint` shows only in editors
// and after mlir-opt's own lines).
void parser_note_at(Parser *self, uint32_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));
void parser_hint(Parser *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The error that memory ran out.
bool parser_out_of_memory(Parser *self, uint32_t at);
// Every recursive rule enters and leaves; false (reported) past the nesting limit.
bool parser_enter(Parser *self);
void parser_leave(Parser *self);

// ---------------------------------------------------------------------------------------------
// For dialect hooks (OpAsmParser's vocabulary)

bool parse_comma(Parser *p);      // expected ','
bool parse_colon(Parser *p);
bool parse_equal(Parser *p);
bool parse_less(Parser *p);
bool parse_greater(Parser *p);
bool parse_l_paren(Parser *p);
bool parse_r_paren(Parser *p);
bool parse_l_square(Parser *p);
bool parse_r_square(Parser *p);
bool parse_l_brace(Parser *p);
bool parse_r_brace(Parser *p);
bool parse_keyword(Parser *p, const char *keyword);            // expected 'keyword'
bool parse_keyword_msg(Parser *p, const char *keyword, const char *context);
bool parse_optional_keyword(Parser *p, const char *keyword);   // true: consumed
// Any bare identifier or keyword token.
bool parse_any_keyword(Parser *p, Str *out);                   // "expected valid keyword"
bool parse_optional_any_keyword(Parser *p, Str *out);
bool parse_any_keyword_or_string(Parser *p, Str *out);
bool parse_optional_string(Parser *p, Str *out);               // true: consumed
bool parse_string(Parser *p, Str *out);                        // "expected string"
ParseResult parse_optional_integer(Parser *p, int64_t *out);   // [-]digits that fit
ParseResult parse_optional_unsigned(Parser *p, uint64_t *out);
bool parse_integer(Parser *p, int64_t *out);                   // "expected integer value"
bool parse_float(Parser *p, FloatKind kind, APFloat *out);      // `-`? literal, without a type
ParseResult parse_optional_apint(Parser *p, APInt *out, bool *negative);
bool parse_wide_integer(Parser *p, APInt *out);                // of any size, signed, in as many bits as mlir-opt reads it into
// `x`-separated dimensions "4x?x" as before an element type; see parse_dims flags.
enum { DIMS_ALLOW_DYNAMIC = 1, DIMS_TRAILING_X = 2, DIMS_SCALABLE = 4 };
bool parse_dims(Parser *p, I64Vec *dims, uint64_t *scalable, int flags);
bool parse_x_in_dims(Parser *p);

// A list: separators are commas. The item function returns false after reporting.
typedef enum Delimiter { DELIM_NONE, DELIM_PAREN, DELIM_SQUARE, DELIM_LESS, DELIM_BRACES,
  DELIM_OPTIONAL_PAREN, DELIM_OPTIONAL_SQUARE, DELIM_OPTIONAL_LESS, DELIM_OPTIONAL_BRACES } Delimiter;
bool parse_list(Parser *p, Delimiter delimiter, bool (*item)(Parser *p, void *data), void *data, const char *context);

// Types and attributes. `type` of an attribute: the type it must have, so that the text may leave
// `: type` away; NULL when none is known.
T parse_type(Parser *p);
T parse_stripped_type(Parser *p, const TypeDef *def);          // with or without the prefix of `def`, as formats show it
ParseResult parse_optional_type(Parser *p, T *out);
bool parse_type_list(Parser *p, TypeVec *out);                 // one or more, comma separated
bool parse_colon_type(Parser *p, T *out);
bool parse_colon_type_list(Parser *p, TypeVec *out);
bool parse_optional_arrow_type_list(Parser *p, TypeVec *out);
bool parse_arrow_type_list(Parser *p, TypeVec *out);
A parse_attr(Parser *p, T type);
ParseResult parse_optional_attr(Parser *p, T type, A *out);
// One kind of attribute; reports upstream's message when it is another.
A parse_symbol_name(Parser *p);                                // @name as a string attribute
bool parse_optional_symbol_name(Parser *p, A *out);
A parse_symbol_ref(Parser *p);                                 // @a::@b
bool parse_optional_attr_dict(Parser *p, NamedAttrVec *out);   // `{…}` or nothing
bool parse_optional_attr_dict_with_keyword(Parser *p, NamedAttrVec *out);  // `attributes {…}`
bool parse_attr_dict(Parser *p, NamedAttrVec *out);
A parse_loc(Parser *p);                                        // loc(…) whole
bool parse_optional_trailing_loc(Parser *p, Loc *loc);
const AffineMap *parse_affine_map(Parser *p);                  // (d0)[s0] -> (…), without the keyword
const IntegerSet *parse_integer_set(Parser *p);
// `(d0 : …, d1) -> (d0 : …, d1 : …)`: `note` reads what stands behind a colon.
typedef bool (*AffineNoteFn)(Parser *p, bool is_dim, uint32_t index, void *data);
const AffineMap *parse_annotated_affine_map(Parser *p, AffineNoteFn note, void *data);
bool parse_affine_map_or_set(Parser *p, const AffineMap **map, const IntegerSet **set);
// affine subscripts over SSA operands: `%i + 1, symbol(%n)` as in affine.load.
struct OperandVec;
A parse_affine_map_of_ssa(Parser *p, struct OperandVec *dims_then_symbols, uint32_t *dim_count, Delimiter delimiter);
bool parse_affine_expr_of_ssa(Parser *p, struct OperandVec *dims, struct OperandVec *symbols, E *out);

// SSA operands: named first, resolved when their type is known.
typedef struct Operand {     // OpAsmParser::UnresolvedOperand
  Str name;                  // "%x" without '%'
  uint32_t number;           // of %x#number
  uint32_t at;               // source offset
  uint32_t end;
} Operand;
typedef struct OperandVec { Operand *data; uint32_t count, cap; } OperandVec;
bool parse_operand(Parser *p, Operand *out);                   // "expected SSA operand"
ParseResult parse_optional_operand(Parser *p, Operand *out);
bool parse_operand_list(Parser *p, OperandVec *out, Delimiter delimiter);        // any number
bool parse_operand_list_n(Parser *p, OperandVec *out, Delimiter delimiter, uint32_t required);
bool parse_trailing_operand_list(Parser *p, OperandVec *out, Delimiter delimiter);  // `, %a, %b`
Value *resolve_operand(Parser *p, const Operand *operand, T type);   // NULL: type mismatch, reported
bool resolve_operands(Parser *p, OpState *state, const OperandVec *operands, const T *types, uint32_t count, uint32_t at);
bool resolve_operands_same(Parser *p, OpState *state, const OperandVec *operands, T type);
bool resolve_one(Parser *p, OpState *state, const Operand *operand, T type);

typedef struct Argument {    // OpAsmParser::Argument
  Operand name;              // name.size 0: unnamed
  T type;
  NamedAttrVec attrs;
  Loc loc;
} Argument;
typedef VEC(Argument) ArgumentVec;
bool parse_argument(Parser *p, Argument *out, bool allow_type, bool allow_attrs);
ParseResult parse_optional_argument(Parser *p, Argument *out, bool allow_type, bool allow_attrs);
bool parse_argument_list(Parser *p, ArgumentVec *out, Delimiter delimiter, bool allow_type, bool allow_attrs);
// `(%x = %y, …)`.
ParseResult parse_optional_assignment_list(Parser *p, ArgumentVec *lhs, OperandVec *rhs);

// A region `{…}`; `args` become the entry block's arguments (their names are defined inside).
bool parse_region(Parser *p, Region *region, const Argument *args, uint32_t arg_count, bool isolated_names);
ParseResult parse_optional_region(Parser *p, Region *region, const Argument *args, uint32_t arg_count, bool isolated_names);
// Add the implicit terminator of `state->def` when the region's last block has none.
void ensure_terminator(Parser *p, Region *region, uint32_t opcode, Loc loc);
void ensure_terminator_def(Parser *p, Region *region, const OpDef *terminator, Loc loc);
bool label_ahead(const Parser *p);                           // `^bb0`, or bb0 as it was in 2018
Block *parse_successor(Parser *p);
ParseResult parse_optional_successor(Parser *p, Block **out);
bool parse_successor_and_args(Parser *p, Block **out, OpState *state, ValueVec *args);
// `f(%a: i32 {…}, …) -> (…)`: function_interface_impl::parseFunctionSignatureWithArguments.
bool parse_function_signature(Parser *p, bool allow_variadic, ArgumentVec *args, bool *is_variadic,
                              TypeVec *results, AttrVec *result_attrs);
// "arg_attrs"/"res_attrs" arrays from parsed dictionaries; sets nothing when all are empty.
void add_arg_res_attrs(Parser *p, OpState *state, const A *arg_dicts, uint32_t args, const A *res_dicts, uint32_t results,
                       const char *arg_attrs_name, const char *res_attrs_name);
// A generic-form operation inside a custom form (e.g. `wrapped`), inserted into `block`.
Operation *parse_generic_operation(Parser *p, Block *block);
// Report as the hook vocabulary's emitError does: inside a custom operation the text is prefixed with
// "custom op 'name' ", inside a dialect's type or attribute it is plain. The first form reports at the
// operation's name (getNameLoc), the second at a byte offset.
bool parser_op_error(Parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool parser_op_error_at(Parser *p, uint32_t at, const char *format, ...) __attribute__((format(printf, 3, 4)));
// No type or attribute of the dialect has that name, which stands at `name.data`: what was probably meant.
void slip_mnemonic(Parser *p, const DialectDef *dialect, Str name, bool is_type);
Str parser_op_name(const Parser *p);                           // of the op being parsed, as its edition names it in full
uint64_t parser_result_count(const Parser *p);                 // how many results the text names of the op being parsed
uint32_t parser_name_loc(const Parser *p);                     // where the name of the op being parsed begins

// ---------------------------------------------------------------------------------------------
// Directives and parameters of records

bool format_parse(Parser *p, const Format *format, OpState *state);
// For custom directives. New entries are zeroed; the vectors live in the parser's scratch memory.
Operand *custom_add_operand(Parser *p, CustomArg *arg);
void custom_add_type(Parser *p, CustomArg *arg, T type);
void custom_add_group(Parser *p, CustomArg *arg, uint32_t size);   // VARIADIC_OF_VARIADIC
void custom_add_successor(Parser *p, CustomArg *arg, Block *block);
Region *custom_add_region(Parser *p, OpState *state, CustomArg *arg);  // a new empty region, in order
static inline void custom_set_attr(CustomArg *arg, A value) { *arg->attr = value; }
// The parts parsed so far, for refs: the first (only) type or NULL, the attribute or NULL.
static inline T custom_parsed_type(const CustomArg *arg) { return arg->types->count ? arg->types->data[0] : NULL; }
static inline A custom_parsed_attr(const CustomArg *arg) { return *arg->attr; }
// Parameters, after the mnemonic was read. NULL: reported.
A parse_attr_params(Parser *p, const AttrDef *def);
T parse_type_params(Parser *p, const TypeDef *def);
// An integer of a C++ type of `bits` (up to 64) bits; signed ones come sign-extended.
bool parse_sized_integer(Parser *p, uint32_t bits, bool is_unsigned, uint64_t *out);

// ---------------------------------------------------------------------------------------------
// Entry points

// Notes about a text, for code that changes parts of it.
typedef struct SourceOp { Range range; uint32_t name; } SourceOp;    // results and location included; Loc.src begins at the name
typedef struct OlderUse {
  Range range;               // of an operation's name, or of what is not one
  uint16_t last;             // release that wrote it so
  uint32_t habit;            // OLDER_*; 0: an operation
  const OpDef *def;          // of an operation, with the row that says how it was written; NULL: it has an older record
  const OpForm *form;
} OlderUse;
typedef struct SourceAlias {
  Range name, value;         // `#name`, and what stands behind the `=`
  const void *meaning;       // T or A
  bool is_type;
} SourceAlias;
typedef struct SourceName { const Value *value; Range range; } SourceName;   // of a value that nothing there defines
typedef struct SourceNotes {
  Arena *arena;
  VEC(SourceOp) ops;         // each after those inside
  VEC(OlderUse) older;       // in the order they were read
  VEC(SourceAlias) aliases;
  VEC(SourceName) names;
} SourceNotes;

typedef struct ParseOptions {
  bool allow_unregistered;
  bool keep_unknown;                  // what no record describes is kept as written (parse_kept.c)
  const Edition *edition;             // only what it reads; NULL: every edition
  bool no_implicit_module;            // the file is one top-level op, not wrapped in a module
  const U32Vec *pieces;               // where pieces begin that are read on their own, each into a module; NULL: one text
  bool is_cut_off;                    // the text may end inside of regions, as after `...`
  bool run_reproducer;                // check the reproducer in the file metadata, which is not printed again
  uint32_t max_depth;                 // nesting limit; 0: the default
  SourceNotes *notes;                 // or NULL
  bool is_trial;                      // errors are not shown, so they need no repairs
} ParseOptions;

#ifdef __wasm__
#define PARSE_DEFAULT_DEPTH 300u  // engines keep a stack of their own beside the module's: in Chromium's workers
                                  // of 500 kB, and code not yet optimized takes 1.1 kB for a region in a region
#else
#define PARSE_DEFAULT_DEPTH 2000u
#endif

// Parse a whole file into `module` (made with module_new). Messages go to context->diags. Returns
// true when there was no error; module->op is what could be built either way.
bool parse_module(Module *module, const ParseOptions *options);
// Parse one type or attribute that spans all of `text`; NULL: reported.
T parse_type_text(Context *ctx, Str text);
A parse_attr_text(Context *ctx, Str text, T type);

// Reads types anywhere in a module's text, whose aliases are known; nothing is reported.
typedef struct TypeReader TypeReader;
// `notes` (may be NULL) receives the forms that only older releases wrote.
TypeReader *type_reader_new(Module *module, Arena *arena, SourceNotes *notes);
void type_reader_free(TypeReader *self);   // NULL is allowed
// The type that is written at byte `at`, and its end. NULL: no type is there, or too much text was read
// without finding one.
T type_reader_at(TypeReader *self, uint32_t at, uint32_t *end);

#endif
