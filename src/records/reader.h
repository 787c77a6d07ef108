// The tokens of the languages in `.ops` and `.rules` files, and the lines they stand on.
#ifndef RUNG_RECORDS_READER_H
#define RUNG_RECORDS_READER_H

#include "records/syntax.h"

typedef enum ReaderToken { T_END, T_WORD, T_STRING, T_PUNCTUATION, T_BAD } ReaderToken;

// Words that stand for others: the parameters of steps, and what they are.
typedef struct ReaderNames {
  const StrVec *names;
  const StrVec *words;
} ReaderNames;

// The tokens of one stretch of the file: a line of a declaration and the lines that continue it.
typedef struct Reader {
  Syntax *file;
  Arena *arena;
  Diags *diags;
  uint32_t at, end;         // what is still to read
  ReaderToken kind;           // the current token
  Word token;               // without quotes
  bool failed;              // the stretch has an error: the rest of it is not read
  const ReaderNames *names; // words that stand for others; NULL: none
} Reader;

bool reader_fail(Reader *r, const char *what);                           // false: an error at the current token
bool reader_fail_at(Reader *r, const Word *at, const char *what);
void reader_next(Reader *r);
bool reader_at_punctuation(const Reader *r, const char *text);
bool reader_at_word(const Reader *r, const char *text);
bool reader_take(Reader *r, const char *punctuation);
bool reader_take_kind(Reader *r, ReaderToken kind, Word *out);
bool reader_expect(Reader *r, const char *punctuation);
bool reader_expect_word(Reader *r, const char *what, Word *out);
bool reader_integer(Reader *r, int64_t *out);
// Everything from the current token to the end of the stretch.
Word reader_rest(Reader *r);
// A text from `begin` to `end`, with one blank for what separates its words and without comments. The place of the
// `wanted`th byte of it, or behind its last.
uint32_t reader_copy_words(const char *text, uint32_t begin, uint32_t end, StrBuf *out, size_t wanted);

typedef struct Line {
  uint32_t begin, end, indent;
} Line;

// The next line that says something; `end` is past its newline.
bool reader_next_line(const Syntax *file, uint32_t at, Line *out);
void reader_start(Reader *r, uint32_t begin, uint32_t end);
// Reports what keeps a text from being read at all: its size, a NUL.
bool reader_can_read(const Syntax *file, Diags *diags);

#endif
