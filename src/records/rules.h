// Rules: rewrites that are straight lines, as text (rules.ebnf), checked against records and compiled to code that
// rewrite/rules.h runs. The generator writes the code as C; at run time it stays in memory.
#ifndef RUNG_RECORDS_RULES_H
#define RUNG_RECORDS_RULES_H

#include "ir/opdef.h"
#include "records/reader.h"

// --- The code: words of 16 bits. A rule is tests, then what is calculated, then what is made. Values, attributes and
// types are kept in registers; matched operations are numbered, 0 being the root. `def` is an opcode, or OPCODE_USER and
// a place in RuleProgram.defs.

#define RULE_NOWHERE UINT32_MAX
enum { RULE_REGISTERS = 160, RULE_OPS = 16, RULE_NONE = 0xFFFF };

typedef enum RuleCode {
  RULE_END,
  RULE_WHY,         // text: why the next test fails, for explanations
  // Tests
  RULE_ROOT,        // def: the root is that operation, where the driver does not know it by its opcode
  RULE_OP,          // op, parent, operand, def: the operand is result 0 of that operation
  RULE_RESULTS,     // count: of the root's
  RULE_COUNT,       // op, count: of its operands
  RULE_LEAST,
  RULE_VALUE,       // register, op, operand
  RULE_SAME,        // register, op, operand: it is that value
  RULE_REST,        // register, op, first operand
  RULE_CONSTANT,    // register, op, parent, operand, RuleConstant
  RULE_CONSTANT_INT,    // op, parent, operand, value (4 words)
  RULE_CONSTANT_FLOAT,  // op, parent, operand, bits of an f64 (4 words)
  RULE_ATTR,        // register, op, slot: it is there
  RULE_ATTR_IS,     // op, slot, value (2 words)
  RULE_NO_ATTR,     // op, slot
  RULE_EQUAL,       // negated, register, register
  RULE_UNUSED,      // negated, result of the root
  RULE_TEST,        // negated, function, count, registers: RulePredicateFn
  // Types
  RULE_TYPE_OF,     // register, register of a value
  RULE_TYPE_OF_ATTR,// register, register of an attribute
  RULE_TYPE_RESULT, // register, result of the root
  RULE_ELEMENT,     // register, register of a type
  RULE_LIKE,        // register, register of a type, register of its new element
  RULE_CONVERTED,   // register, register of a type
  RULE_TYPE_INT,    // register, width
  RULE_TYPE_FLOAT,  // register, FloatKind
  RULE_TYPE_INDEX,  // register
  RULE_POOL,        // register, place in RuleProgram.pool: a type or an attribute
  // Attributes
  RULE_INT,         // register, register of the type, value (4 words), negative
  RULE_FLOAT,       // register, register of the type, bits of an f64 (4 words)
  RULE_SPECIAL,     // register, register of the type, RuleSpecial
  RULE_TRUE,        // register: of i1
  RULE_CALCULATE,   // register, '+' '-' '*', register, register
  RULE_LITERAL,     // register, def, slot, value (2 words): what the slot holds for an enum's value or an integer
  RULE_UNIT, RULE_BOOL,   // register; and the value
  RULE_STRING,      // register, text
  RULE_ROOT_ATTR,   // register, slot: of the root, or none
  RULE_COMMON,      // register, count, then op and slot: the flags that all have
  // Functions of C
  RULE_CALL,        // register, RuleFunctionKind, function, count, registers; NULL: the rule does not apply
  RULE_CALL_MAYBE,  // the same: NULL is none
  RULE_MADE,        // behind this nothing is tested
  // Making
  RULE_REMAP,       // register: a value of an operation that is not the root has been converted
  RULE_FUSE,        // count, ops: their locations are that of what is made
  RULE_BEGIN,       // def
  RULE_OPERAND, RULE_OPERANDS, RULE_RESULT_TYPE,   // register
  RULE_PROP,        // slot, register; of none: nothing
  RULE_FINISH,      // register of its first result
  RULE_RESULT,      // register, result of the operation made last
  RULE_MAKE_CONSTANT,   // register, def, slot, register
  RULE_REPLACE,     // count, registers; RULE_NONE for a result without uses
  RULE_ERASE,
  RULE_CODE_COUNT,
} RuleCode;

typedef enum RuleConstant {
  RULE_ANY_CONSTANT, RULE_INTEGER, RULE_IS_ZERO, RULE_IS_ONE, RULE_IS_ALL_ONES, RULE_IS_TRUE, RULE_IS_FALSE,
} RuleConstant;
typedef enum RuleSpecial { RULE_INFINITY, RULE_MINUS_INFINITY, RULE_NAN, RULE_ALL_TRUE, RULE_ALL_FALSE } RuleSpecial;

typedef enum RuleFunctionKind {
  RULE_PREDICATE, RULE_ATTR_FN, RULE_TYPE_FN, RULE_BUILDER, RULE_GREEDY_PATTERN, RULE_CONVERSION_PATTERN,
} RuleFunctionKind;

// What a part of a rule's text is about: a test, or a name and the register that has what it stands for.
typedef enum RuleNoteKind { RULE_NOTE_TEST, RULE_NOTE_VALUE, RULE_NOTE_VALUES, RULE_NOTE_CONSTANT } RuleNoteKind;
typedef struct RuleNote {
  uint16_t kind, reg;
  uint16_t code;             // of the test, or of what gives the register its value: words from the rule's first one
  uint16_t begin, end;       // in the rule's text
} RuleNote;

// A rule or a pattern as it is written, for readers: nothing that runs looks at it. All zero where texts are not at hand.
typedef struct RuleSource {
  const char *set, *text;
  const RuleNote *notes;
  uint32_t note_count;
  uint32_t code;             // where its code begins; RULE_NOWHERE: a pattern in C
  uint16_t root;
} RuleSource;

// What the code of a file refers to.
typedef struct RuleProgram {
  const uint16_t *code;
  const char *texts;
  RecordFn *const *functions;
  const OpDef *const *defs;
  const void *const *pool;
  const RuleSource *sources;
  uint32_t source_count;
} RuleProgram;

// `data` of a pattern that is a rule.
typedef struct Rule {
  const RuleProgram *program;
  uint32_t code;             // where its code begins
} Rule;

// Rung's own rules and patterns, file by file; the last has none.
typedef struct RuleSources {
  const RuleSource *sources;
  uint32_t count;
} RuleSources;
extern const RuleSources rule_sources[];

// --- Compiling

typedef struct RuleFunction {
  Word name;
  uint8_t kind;              // RuleFunctionKind
} RuleFunction;

// A rule, or a pattern in C that stands between the rules.
typedef struct RuleRow {
  Word name, shown;          // what explanations call it: no data: its name
  const OpDef *root;
  const OpDef *target;       // of a pattern: what it makes; NULL: not said
  Word function, data, data_type;   // of a pattern; and its own, a constant of C
  uint32_t benefit, code;
  Range at, whole;           // its name; and all of it
} RuleRow;

// `convert TYPE => TYPE`: places in RuleFile.pool.
typedef struct RuleTypes {
  uint16_t from, to;
} RuleTypes;

typedef struct RuleSet {
  Word name;
  bool is_conversion;
  VEC(RuleRow) rows;
  // Of a conversion that is read at run time: dialects and operations that are to stay or to go, and what types become.
  VEC(Word) legal, illegal;
  VEC(RuleTypes) types;
} RuleSet;

// Where in the file a test or a name stands: see RuleNote.
typedef struct RulePlace {
  uint32_t code;
  Range at;
  uint16_t kind, reg;
} RulePlace;

typedef struct RuleFile {
  Syntax syntax;
  VEC(Word) headers;         // of C that declare what patterns name
  VEC(RuleSet) sets;
  VEC(uint16_t) code;
  VEC(RulePlace) places;
  VEC(RuleFunction) functions;
  VEC(const OpDef *) defs;
  VEC(const void *) pool;
  VEC(char) texts;
} RuleFile;

typedef struct RuleInput {
  Arena *arena;
  Diags *diags;
  Str name, text;            // of the file, as in messages; the text
  void *data;
  const OpDef *(*find)(void *data, Str name);      // an operation of today; NULL: unknown
  Str (*name_at)(void *data, uint32_t i);          // all their names; empty: no more
  bool (*enum_case)(void *data, const OpDef *def, uint32_t slot, Str name, int64_t *out);   // of an attribute that is an enum
  const void *(*read_type)(void *data, Str text);  // NULL: only types that the language names are known
  bool refuses_functions;                          // of C
} RuleInput;

// False: errors were reported.
bool rules_compile(RuleFile *self, const RuleInput *input);
// The text and the notes of a row are in `arena`.
RuleSource rule_source(const RuleFile *file, const RuleSet *set, const RuleRow *row, Arena *arena);

#endif
