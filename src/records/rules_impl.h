// What the files of the compiler of rules share.
#ifndef RUNG_RECORDS_RULES_IMPL_H
#define RUNG_RECORDS_RULES_IMPL_H

#include "records/rules.h"

typedef VEC(uint16_t) CodeVec;

typedef enum NameKind { NAME_VALUE, NAME_VALUES, NAME_ATTR, NAME_TYPE } NameKind;
typedef struct RuleName {
  Str name;
  uint8_t kind;              // NameKind
  bool is_fixed;             // its register keeps what it has: of the left side, or with two names
  bool is_nested;            // a value of an operation that is not the root
  uint16_t reg;
  uint32_t test;             // of a constant: where RULE_CONSTANT is; RULE_NOWHERE
} RuleName;

// Steps that several rules share.
typedef struct RuleSteps {
  Word name;
  StrVec params;
  Range body;
} RuleSteps;

typedef struct RuleMark {
  char mark;
  Str attr;
  Word function;
} RuleMark;

typedef struct RuleKept {
  Word attr;
  bool is_common;            // flags that all matched operations have
} RuleKept;

// What the clauses of a set say of all its rules.
typedef struct RuleDefaults {
  Word dialect;              // of operations that name none
  Word shown;
  const OpDef *constant;     // what makes constants, and of which type; NULL: none
  uint32_t constant_slot;
  VEC(Range) constant_type;  // an expression; none: the type of the root's first operand
  VEC(Range) conditions;
  VEC(RuleKept) kept;
  VEC(RuleMark) marks;
} RuleDefaults;

typedef struct RuleOp {      // matched
  const OpDef *def;          // NULL: a constant
} RuleOp;

typedef struct RuleCompiler {
  RuleFile *file;
  const RuleInput *input;
  Arena *arena;
  RuleSet *set;
  RuleDefaults defaults;
  VEC(RuleSteps) steps;
  Range whole;               // what is being read
  // Of the rule being compiled
  Reader *r;
  CodeVec tests, made;       // in `tests`: what is calculated, too
  CodeVec *code;
  VEC(RulePlace) places;     // in `tests`
  VEC(RuleName) names;
  VEC(RuleKept) kept;
  VEC(struct RuleCarried { Str attr; char mark; uint16_t reg; }) carried;
  RuleOp ops[RULE_OPS];
  uint16_t noted[RULE_OPS];  // in the order of their locations
  uint32_t op_count, noted_count, matched_count;
  uint32_t registers, depth;
  uint16_t constant_type;    // a register, or RULE_NONE
  bool is_late[RULE_REGISTERS];   // what is known only when something was made
  bool is_left;              // the left side is being read
  bool is_done;              // the results have been given
  bool is_at_root;           // what is made has the location of the root alone
  U32Vec unused;             // results of the root that have no uses
} RuleCompiler;

bool rule_error(RuleCompiler *c, Range at, const char *format, ...) __attribute__((format(printf, 3, 4)));   // false
// The operation of that name; NULL: reported.
const OpDef *rule_op(RuleCompiler *c, const Word *name);
uint16_t rule_def(RuleCompiler *c, const OpDef *def);
uint16_t rule_text(RuleCompiler *c, Str text);
uint16_t rule_function(RuleCompiler *c, const Word *name, RuleFunctionKind kind);
// The slot of the attribute; -1: reported.
int rule_slot(RuleCompiler *c, const OpDef *def, const Word *name);
#define rule_put(c, ...)                                                              \
  do {                                                                                \
    const uint16_t words_[] = {__VA_ARGS__};                                          \
    rule_put_words((c), words_, countof(words_));                                     \
  } while (0)
void rule_put_words(RuleCompiler *c, const uint16_t *words, uint32_t count);
// What follows from these registers: in `tests` when all are known before anything is made, so that a rule that does
// not apply has made nothing. The new register has it: `code`, it, and the words.
uint16_t rule_derive(RuleCompiler *c, RuleCode code, const uint16_t *words, uint32_t count, const uint16_t *from, uint32_t from_count);
void rule_test_at(RuleCompiler *c, Range at);        // the next instruction is a test that stands there
uint16_t rule_register(RuleCompiler *c);
RuleName *rule_name(RuleCompiler *c, Str name);      // NULL: not given
bool rule_give(RuleCompiler *c, const Word *name, NameKind kind, uint16_t reg);

// An expression and what it is.
typedef struct RuleExpr {
  NameKind kind;
  uint16_t reg;
  const OpDef *def;          // of the operation just made
  bool is_fresh;             // the register is of nothing else
} RuleExpr;
bool rule_left(RuleCompiler *c, const OpDef *root);  // `(operands)` and attributes
bool rule_condition(RuleCompiler *c);
bool rule_body(RuleCompiler *c);
bool rule_type(RuleCompiler *c, uint16_t *out);
bool rule_pool_type(RuleCompiler *c, uint16_t *out);   // the place of a type that is spelled as in a text
// The expressions and conditions of the set are read at their place.
bool rule_elsewhere(RuleCompiler *c, Range at, const ReaderNames *names, bool (*read)(RuleCompiler *c));
bool rule_literal(RuleCompiler *c, const OpDef *def, uint32_t slot, int64_t *out);   // an enum's case, or an integer
// `op` and what stands behind it, as `dialect.name`.
bool rule_call(RuleCompiler *c, RuleFunctionKind kind, bool may_be_none, uint16_t *out);
// `$name`: what the left side gave that name, else the root's attribute, which may be none.
bool rule_root_attr(RuleCompiler *c, const Word *word, uint16_t *out);
bool rule_carried(RuleCompiler *c, Str attr, char mark, uint16_t *out);

#endif
