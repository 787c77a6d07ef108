// The language records are written in (language.ebnf), read into a tree: names are not looked up yet, every part
// knows its place. A file is read to its end even if it has mistakes.
#ifndef RUNG_RECORDS_SYNTAX_H
#define RUNG_RECORDS_SYNTAX_H

#include "support/diag.h"
#include "support/strbuf.h"

// A piece of the file: a name, a number or the words between quotes. No data: not written.
typedef struct Word {
  Str text;
  Range at;
} Word;

// `name`, `name<a, "b">`: a trait, a part of a constraint, the type of a parameter.
typedef struct Term Term;
struct Term {
  Word name;
  bool is_text;             // the name stood between quotes
  VEC(Term) args;           // between `<` and `>`
};
typedef VEC(Term) TermVec;

// How many there are of an operand, a result, a region: `Type`, `Type?`, `Type...`, `Type...[segments]`.
typedef enum SyntaxArity { ARITY_ONE, ARITY_OPTIONAL, ARITY_ANY, ARITY_GROUPS } SyntaxArity;

// What an attribute was: `until RELEASE name? (as what)?`.
typedef struct OldAttr {
  Word release, name, as;
} OldAttr;

// `name: Type`, with what may stand behind it.
typedef struct Member {
  Word name;                // no data: unnamed
  Term type;
  uint8_t arity;            // SyntaxArity
  Word segments;            // ARITY_GROUPS: the attribute with the sizes of the groups
  Word value;               // `= …`: what an attribute or a parameter is when it is not given
  Word text;                // `"…"`: the C++ type of a parameter, when it is not its Rung type
  bool is_property;         // `prop`, not `attr`
  Word since;               // the first release with this attribute or parameter; no data: there always was one
  VEC(OldAttr) older;
} Member;
typedef VEC(Member) MemberVec;

// Functions that an interface is answered with: `NAME(method function, …)`, and for whom.
typedef struct Answers {
  Word name;                // the interface; of an interface's own answers the trait
  VEC(Word) words;          // a method and its function, by turns
} Answers;

// An older form: `until RELEASE name? (because "…")? (format … | generic)?`.
typedef struct OldForm {
  Word release, name, why, format;
  bool is_generic;          // it had no custom form
} OldForm;

typedef enum DeclKind {
  DECL_DIALECT, DECL_INTERFACES, DECL_INTERFACE, DECL_ENUM, DECL_TYPE_CONSTRAINT, DECL_ATTR_CONSTRAINT, DECL_TYPE, DECL_ATTRIBUTE, DECL_CLASS, DECL_OP
} DeclKind;

typedef struct EnumItem {
  Word name;
  int64_t value;
  Word until, older;   // the last release with another name, and that name
  uint8_t until_release;
} EnumItem;

typedef struct Decl Decl;
struct Decl {
  DeclKind kind;
  Word name, summary;
  Range at;
  bool is_broken;           // something of it could not be read
  // Types and attributes: what follows `!dialect.` or `#dialect.`.
  Word mnemonic;
  // Enums
  bool is_bits;
  Word cpp_name, storage, separator, field_summary;
  VEC(EnumItem) items;
  // Constraints: alternatives joined by `|`
  TermVec alternatives;
  // Operations and classes
  TermVec bases, traits;
  MemberVec operands, results, attrs, regions, successors;
  VEC(Answers) answers;     // `implements`; of an interface `answers`: what a trait answers for all its operations
  MemberVec methods;        // of an interface
  VEC(OldForm) old_forms;
  Word since, until;        // the first and the last release that had it; no data: all before, all behind
  uint8_t since_release, until_release;   // 0: none
  // Types and attributes
  MemberVec params;
  Word format;
  uint16_t imported;        // the number of a constraint of the base's (RecordModel); 0: declared here
  TermVec clauses;          // clauses with at most a word or a text: names of C functions, and flags
};

// One file.
typedef struct Syntax {
  Str name, text;           // as in messages; the text, not copied
  VEC(Decl) decls;
} Syntax;

// Reads `text`; what is wrong goes to `diags`. The tree and its texts are in `arena`, or parts of `text`.
void syntax_read(Syntax *self, Arena *arena, Diags *diags, Str name, Str text);
// The place in the file of a byte of a format's text.
Range syntax_place(const Syntax *file, const Word *word, uint32_t offset);
// An error at a place of the text.
void syntax_error(Diags *diags, const Syntax *file, Range at, const char *format, ...) __attribute__((format(printf, 4, 5)));
void syntax_verror(Diags *diags, const Syntax *file, Range at, const char *format, va_list args);

#endif
