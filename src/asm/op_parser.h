// Shared by the files that read operations: SSA names, blocks, operations, guesses at what was meant.
#ifndef RUNG_ASM_OP_PARSER_H
#define RUNG_ASM_OP_PARSER_H

#include "asm/format.h"
#include "asm/parser_impl.h"

// A use before the definition, or a definition that is not result 0 to count - 1 of one operation.
typedef struct NameRef {
  struct NameRef *next;
  Value *value;
  uint32_t number, at;
  uint32_t placeholder;  // index + 1 in ParserOps.placeholders; 0: a definition
} NameRef;

// One SSA name in one isolated scope. A name with a definition has `count` values in a row (the
// results of an operation, or one argument); `refs` holds its uses before the definition.
//
// Entries are stacked: the ones of an isolated scope lie above those of the scopes around it, and
// are dropped together with it. A scope inside only hides those it defined (ParserOps.defined).
typedef struct SsaName {
  const char *text;      // slice of the source, without '%'
  uint32_t size, hash;
  uint32_t next;         // chain of the slot: index + 1; 0 ends it
  uint32_t level;        // isolated scope it belongs to
  uint32_t at;           // of the definition
  uint32_t count;
  bool live;
  bool broken;           // defined in text with an error: any type will do
  Value *values;         // broken: the last stand-in that was handed out
  Operation *owner;      // broken: the operation that stands for the text
  NameRef *refs;
} SsaName;

typedef struct BlockName {
  const char *text;      // without '^'
  uint32_t size, hash;
  uint32_t next;
  uint32_t at;           // first reference while `is_forward`, else the definition
  uint32_t scope;
  bool is_forward;
  Block *block;
} BlockName;

typedef struct Placeholder {   // a value used before its definition
  Value *value;
  uint32_t at, number;         // `%name#number`
  bool resolved;
} Placeholder;

typedef struct ResultName {    // `%name:count` on the left
  Range range;                 // of the name token
  uint64_t count;
} ResultName;

struct OlderName;

typedef struct OpLookup {      // custom operation names seen, by spelling
  Str spelling;
  const char *default_dialect;
  const OpDef *def;
  const Format *format;
  OpParseFn *parse;            // NULL: none
  Str name;                    // in full
  const struct OlderName *older, *bare;   // what else it may be: by the full name, and as one without a dialect
  bool is_plain;               // it is today's operation for sure
} OpLookup;
#define OP_LOOKUPS 256u

// A line of text from the name of an operation on.
enum { LINE_NAMES = 12, LINE_MOST = 400 };
typedef struct OpLine {
  uint32_t begin, end;         // without the line break
  uint32_t hash;               // of all but the names of values and blocks
  uint32_t count, blocks;      // bit i: name i is a block's
  Range names[LINE_NAMES];     // without the `%` or `^`
  uint32_t noted;              // how much had been noted about places of the text
  uint16_t older_release;
  char next;                   // the kind of token that follows; 0: the line is not to be compared with others
} OpLine;
struct Repeats;                // operations read before, by their lines

typedef struct NameScope {     // what to go back to when a region ends
  uint32_t defined, names, blocks, level, block_scope;
  bool isolated;
} NameScope;

typedef struct SeenDialect {   // an operation of a dialect without records; in the end, all of a dialect
  Str name;
  uint32_t kept, unchecked;    // in custom form, kept as written; in generic form
  bool is_hole;
  Range range;                 // of the first one's name
} SeenDialect;

// What the text uses and does not define.
typedef enum ElsewhereKind { ELSEWHERE_VALUE, ELSEWHERE_ALIAS, ELSEWHERE_LOC, ELSEWHERE_BLOCK } ElsewhereKind;
typedef struct Elsewhere {
  ElsewhereKind kind;
  Range range;                 // of the first use, with the sigil
  T type;                      // of a value
} Elsewhere;

struct ParserOps {
  Arena *arena;                // of the tables
  SsaName *names;
  uint32_t name_count, name_cap;
  uint32_t *slots;
  uint32_t slot_mask;
  U32Vec defined;              // indices of the names that the open scopes defined
  uint32_t level, last_level;
  VEC(BlockName) blocks;
  uint32_t block_slots[256];
  uint32_t block_scope, last_block_scope;
  VEC(Placeholder) placeholders;
  uint32_t untouchable;        // names below this index existed before the trial, and a definition in the trial is not theirs
  VEC(ResultName) results;
  uint32_t first_result;       // of the operation being read, among them
  const char *default_dialect; // of the innermost custom operation
  // Text before this offset needs no scanning when the current operation has to be skipped: the
  // operation's beginning, or the end of its region parsed last.
  uint32_t safe;
  uint32_t piece;              // where the one being read begins; 0 when the text is one
  uint32_t begin;              // of the operation, label or alias being read
  const OpHook *parent;        // the custom operation around it, or NULL
  const char *region_dialect;  // default dialect there
  uint32_t slips, whole_trials;   // amount of guessing so far
  size_t trial_work;
  bool ends_in_hole;           // the text ended inside a region, with `...`
  bool is_cut_off;             // the text ended inside a region, which it may
  Operation *body;             // the function of an excerpt that begins inside of one, or NULL
  bool end_reported;           // the text ended inside a region, which was reported
  Operation *stand_in;         // a detached operation for text that could not be read
  VEC(SeenDialect) seen;
  VEC(Elsewhere) elsewhere;
  size_t kept_results;         // of operations kept as written
  size_t tried_types, read_again;   // bytes of text read more than once for the sake of those
  bool lacks_hole;        // what was read last for a hole in it ends before that
  struct Repeats *repeats;       // NULL: none yet
  OpLookup lookups[OP_LOOKUPS];
};

// --- names.c

void names_init(Parser *p);
void names_push_scope(Parser *p, NameScope *scope, bool isolated);
// Leave a scope; references to blocks that were never defined are reported and get a block in
// `region` (NULL: a detached one).
void names_pop_scope(Parser *p, const NameScope *scope, Region *region);
// Whether a block was named in the scope that is not defined so far.
bool names_lack_blocks(const Parser *p, const NameScope *scope);
// Forget the names that were first used since the scope was opened and that nothing has defined.
void names_forget_open(Parser *p, const NameScope *scope);
// Bind a name to `count` values in a row; false: a redefinition or other types were used, reported.
bool names_define(Parser *p, Str name, uint32_t at, Value *values, uint32_t count);
bool names_define_number(Parser *p, const Operand *name, Value *value);
// Bind a name in broken text: uses of it are accepted with any type.
void names_define_broken(Parser *p, Str name, uint32_t at, Operation *owner);
// Where the value was defined or used first.
bool names_reference(Parser *p, const Operand *name, uint32_t *at);
bool names_known(Parser *p, Str name);
// The values of a name that is defined; none when that was in broken text.
bool names_find(Parser *p, Str name, Value **values, uint32_t *count);
Value *names_resolve(Parser *p, const Operand *use, T type);
// Report the uses of names that nothing defined, in source order.
void names_report_undeclared(Parser *p);
Block *names_block(Parser *p, Str name, uint32_t at);           // at a reference
// At its label; NULL: defined already, not reported. `given` becomes the block when it is new.
Block *names_define_block(Parser *p, Str name, uint32_t at, Block *given);
Operation *names_stand_in(Parser *p);

// --- parse_op.c

// The record and format of a custom operation name, or NULL; nothing is reported.
const OpLookup *lookup_custom_op(Parser *p, Str spelling);

// --- repeats.c

// The token is the name of an operation in custom form. If its line is one that was read before but for the names of values, make
// the operation without reading it, and go on behind. NULL: it is to be read; `line` is what keep_for_repeats() wants to have.
Operation *repeat_operation(Parser *p, Block *block, OpLine *line);
void keep_for_repeats(Parser *p, Operation *op, const OpLine *line);

// --- older.c

// An operation of an older release: a record, and the row of it that says how it was written; NULL: as the record says.
typedef struct OlderName {
  const struct OlderName *next;
  const OpDef *def;
  const OpForm *form;
  uint16_t last;   // the last release in which its dialect had another name, which this is in; 0: it is no such name
} OlderName;
// The operation that had the name, in full; or in custom form without a dialect, anywhere. NULL: none in an edition
// that is read.
const OlderName *older_name_of(Parser *p, Str full_name);
const OlderName *older_name_bare(Parser *p, Str spelling);
// The edition had it.
bool older_name_is_of(const OlderName *self, const Edition *edition);
// The edition writes the operation as it is written today.
bool is_written_as_today(const Context *ctx, const OpDef *def, const Edition *edition);
// An operation read as one of several that had its name may be that: its first operand and result are such as the record wants.
bool older_op_fits(const OpDef *def, const OpState *state);
// Note an operation that was read in an older form, and the place of its name.
void note_older_op(Parser *p, const OlderName *older, Range name);
// The slot of an attribute that an edition which is read called so; -1: none did.
int older_attr_slot(const Parser *p, const OpDef *def, Str name);
// What is wrong with sizes of groups in the release that is read, as a C string in scratch memory; NULL: nothing.
const char *older_segments_wrong(Parser *p, const OpDef *def, Str spelling, const NamedAttrVec *attrs);
// Attributes with those names are such as the record wants, in the shapes that they had.
bool older_attrs_fit(Parser *p, const OpDef *def, const NamedAttrVec *attrs);
// Attributes as older releases had them in generic form become today's.
void older_attrs_read(Parser *p, OpState *state, NamedAttrVec *attrs, A *properties);
// In custom form: only those that a row of the record names.
void older_attrs_rename(Parser *p, const OpState *state, NamedAttrVec *attrs);
// Whatever else came later is made out from the rest.
bool older_attrs_complete(Parser *p, Operation *op, bool has_segments);
// A mark in the notes on older forms, and a return to it when what was read since then is given up.
typedef struct NotesMark { uint32_t ops, older; uint16_t older_release; } NotesMark;
NotesMark notes_mark(const Parser *p);
void notes_release(Parser *p, NotesMark mark);
const char *op_default_dialect_slow(const Context *ctx, const OpDef *def);
static inline const char *op_default_dialect(const Context *ctx, const OpDef *def) {   // "": none
  return !def->more && !op_def_has(def, TRAIT_DEFAULT_DIALECT) ? "" : op_default_dialect_slow(ctx, def);
}
const char *op_own_dialect(const Context *ctx, const OpDef *def);
void parse_operation(Parser *p, Block *block);
// Set the properties of a registered operation from a dictionary, and report mistakes in it.
bool take_properties(Parser *p, OpState *state, A properties);
bool report_properties(Parser *p, const OpState *state, A properties, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool parse_ssa_use(Parser *p, Operand *out, bool allow_number);
Loc op_loc_at(uint32_t at);
static ALWAYS_INLINE Str without_sigil(const Parser *p, Token token) { return str_slice(p->text, token.begin + 1, token.end); }

// --- parse_region.c

bool parse_region_at(Parser *p, Region *region);     // a region without given arguments
bool parse_block_label(Parser *p, Block *block);     // behind the name
const OpDef *parser_top_level_def(Context *ctx);     // of the operation around those of a file, or NULL

// --- parse_kept.c, kept_report.c

static inline uint32_t line_breaks(const Parser *p, uint32_t begin, uint32_t end) {
  uint32_t n = 0;
  for (uint32_t i = begin; i < end; i++) n += p->text.data[i] == '\n';
  return n;
}

// Read what follows the name of an operation that is kept as written; `state->def` is its record,
// `begin` where it begins with its results. False: an error was reported.
bool parse_kept(Parser *p, OpState *state, uint32_t begin, Token name, uint64_t result_count);
// Whether the operation of that name, as the text spells it and in full, is kept as written, if the options want it.
bool is_kept_name(Parser *p, Str spelling, Str name);
// A `...` that is not in the text, at the end of a region that was not closed because of one.
void append_hole(Parser *p, Block *block);
// Whether `...`, `…`, or a string whose middle is that, stands at a place of the text.
bool is_hole_text(Str text, uint32_t at);
void note_hole(Parser *p, Range range);
// Whether a hole was noted behind the first `seen` entries.
bool has_hole_since(const Parser *p, uint32_t seen);
// Give a function at the end of the text the body that was cut off: its arguments have names, which a declaration's do not.
void restore_cut_body(Parser *p, const Block *block);
// If there is a hole, take undefined values to be defined in it.
void adopt_undeclared(Parser *p, Operation *top);
// Whether the error just reported is at `...` or `…`, which stands for something left out, or one of these
// is on the line of the operation's name.
bool is_at_hole(const Parser *p, uint32_t name_end);
// Note something that comes from elsewhere.
void note_elsewhere(Parser *p, ElsewhereKind kind, Range range, T type);
// Whether an alias that is not defined comes from elsewhere: nothing is defined that it may be, misspelt. Then it is noted.
bool alias_is_elsewhere(Parser *p, Token token);
// The same of a location.
bool loc_is_elsewhere(Parser *p, Str name, uint32_t at);
// At a word in a memref type: whether it is the name of a memory space that nothing defines, as documents have it. Then read it.
bool space_is_elsewhere(const Parser *p);
A parse_space_elsewhere(Parser *p);
// Whether a block that is not defined was left out of the region. Then it is there, with a hole.
bool block_is_elsewhere(Parser *p, const NameScope *scope, Region *region, const BlockName *missing);
// Whether the error just reported is at an alias that comes from elsewhere.
bool is_at_elsewhere(const Parser *p);
// Count an operation of a dialect without records; `range` is its name's.
void note_kept(Parser *p, Str name, Range range, bool is_generic);
// One info message for each dialect counted, and one about what comes from elsewhere.
void report_kept(Parser *p, const Operation *top);

// --- declare.c

// The function of an excerpt that begins inside of one: a label stands at the top level, `block`'s operations are of the first block.
// Gives its region, which then holds them; NULL: they are of no function.
Region *begin_body(Parser *p, Block *block);
// All of it has been read: the function takes what its first block takes, and returns what its first return does.
void end_body(Parser *p);
// Offer to wrap the statements of `top` in a function that takes the values they lack.
void offer_declaration(Parser *p, Diag *diag, const Operation *top);

// --- recover.c

// Behind a `%name`: does `:` n `,` … `=` follow, and an operation? Behind a `^name`: is it a label?
bool begins_results_at(Lexer ahead);
bool begins_block_at(Lexer ahead);
// Whether only blanks and tabs stand before it on its line.
bool starts_line(const Parser *p, uint32_t at);

// Memory has run out: say so once and end the text here, for good.
void stop_parse(Parser *p);
// Skip the rest of what began at `begin` and has an error; the token to resume at becomes the
// current one. `from` is where scanning starts, outside all braces of the operation. With `state`,
// regions of the operation found on the way are parsed into it. Names in the text that is skipped
// count as known from here on.
void recover(Parser *p, uint32_t from, uint32_t begin, OpState *state);

// --- slips.c: guesses at what was meant. Each adds to the error just reported, if it was not dropped.

// Another token than `wanted` was found. With TOK_EOF, no particular one was wanted.
void slip_token(Parser *p, TokenKind wanted);
// A word of a format; its text is whole.
void slip_keyword(Parser *p, const char *word);
// A case of an enum.
void slip_enum(Parser *p, const EnumDef *def, uint32_t at);
// A type was wanted at the current token.
void slip_type(Parser *p);
// The lexer knows no token at its `error_at`.
void slip_character(Parser *p);
// No operation has that name.
void slip_operation(Parser *p, Str spelling, uint32_t at);
// The operation of that short name could not be read.
void slip_short_name(Parser *p, Str spelling, uint32_t at);
// No alias of the map has that name, which stands at `name.data`.
void slip_alias(Parser *p, const Map *aliases, Str name);
// A dialect of that name is not known.
void slip_dialect(Parser *p, Str name);
// The value is of another type than the use says.
void slip_use_type(Parser *p, const Operand *use, T type, T prior);
// Results [first, …) of the parser's stack are not as many as the operation has.
void slip_results(Parser *p, uint32_t begin, uint32_t first, uint32_t count);
void slip_redefinition(Parser *p, Str name, uint32_t at);
// No label of that name in the region whose names are about to be dropped.
void slip_block(Parser *p, const BlockName *name, const NameScope *scope);
// No definition of the value used at `at`, which the placeholder stands for.
void slip_value(Parser *p, const Value *placeholder, uint32_t at);
// The text ended inside of a region.
void slip_end(Parser *p);

// --- trial.c: parsers that only try

typedef struct Edit {
  Range range;
  Str text;
} Edit;

typedef enum Fit { FIT_NONE, FIT_READS, FIT_WELL } Fit;

// The state of a trial parser: the parser it tries for, and its results.
struct Trial {
  Parser *outer;
  uint32_t edited;      // where the edit ends in its text
  bool reached;         // the region behind the edit was reached: the rest says nothing about it
  uint32_t listen_at;   // words that are asked for there are noted
  uint32_t word_count;
  const char *words[24];
};

// Read the operation, label or alias again with the edit made.
Fit slip_try(Parser *p, Edit edit);
// The words that the operation could go on with at the current token.
uint32_t slip_listen(Parser *p, const char **words, uint32_t cap);
static inline void slip_asked(Parser *p, const char *word) {
  struct Trial *trial = p->trial;
  if (p->token.begin == trial->listen_at && trial->word_count < countof(trial->words)) trial->words[trial->word_count++] = word;
}
// Whether the whole text has no error then; false as well when it is long.
bool slip_try_all(Parser *p, Edit edit);
// Look up a name that the trial does not define in the real parser. True: defined.
bool slip_import(Parser *p, Str name, uint32_t at);
// At the `{` of a region of a trial: whether to stop.
bool slip_stops(Parser *p);

#endif
