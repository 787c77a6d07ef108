// Slips of the pen: what was probably meant where the text has an error.
//
// Whoever reports an error says here what kind it is, as data. Candidates for an edit are made from what may stand at
// that place, and each is tried: the operation is read again with the edit made, by a parser that sees the names of the
// real one, and is checked against its record (slip_try). Those that fit become repairs of the message, the nearest
// first, and a hint says why. A repair is safe when it fits and no other fits as nearly.
//
// Nothing here runs before an error was reported, and an amount of work per text bounds it all.
#ifndef RUNG_ASM_SLIPS_H
#define RUNG_ASM_SLIPS_H

#include "asm/op_parser.h"

// --- Where errors are reported: each adds to the error just reported, if it was not dropped.

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
// No alias of the map, no type or attribute of the dialect has that name, which stands at `name.data`.
void slip_alias(Parser *p, const Map *aliases, Str name);
void slip_mnemonic(Parser *p, const DialectDef *dialect, Str name, bool is_type);
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

// --- Trials: trial.c

typedef struct Edit {
  Range range;
  Str text;
} Edit;

typedef enum Fit { FIT_NONE, FIT_READS, FIT_WELL } Fit;

// What a parser that only tries knows of the one it tries for.
struct Trial {
  Parser *outer;
  uint32_t edited;      // where the edit ends in its text
  bool reached;         // the region behind the edit was reached: the rest says nothing about it
  uint32_t listen_at;   // words that are asked for there are noted
  uint32_t word_count;
  const char *words[24];
};

// What becomes of the operation, label or alias being read when the edit is made.
Fit slip_try(Parser *p, Edit edit);
// The words that the operation could go on with at the current token.
uint32_t slip_listen(Parser *p, const char **words, uint32_t cap);
static inline void slip_asked(Parser *p, const char *word) {
  struct Trial *trial = p->trial;
  if (p->token.begin == trial->listen_at && trial->word_count < countof(trial->words)) trial->words[trial->word_count++] = word;
}
// Whether the whole text has no error then; false as well when it is long.
bool slip_try_all(Parser *p, Edit edit);
// A name that the trial does not define: what the real parser knows of it. True: defined.
bool slip_import(Parser *p, Str name, uint32_t at);
// At the `{` of a region of a trial: whether to stop.
bool slip_stops(Parser *p);

#endif
