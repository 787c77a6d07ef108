// Makes a table of records (ir/opdef.h: RecordTable) from dialects that were read. The generator writes the table as C,
// and the loader keeps it in memory.
#ifndef RUNG_RECORDS_TABLE_H
#define RUNG_RECORDS_TABLE_H

#include "records/format.h"
#include "records/nodes.h"

// A function of C that records name.
typedef struct TableFunction {
  Word name;
  const DialectSource *dialect;
  RecordFn *function;           // of a constraint taken over from the base; else NULL
} TableFunction;

// A type, an attribute or an enum of a table: declared, or taken over from the base.
typedef struct TableDef {
  const Decl *decl;
  const void *def;
} TableDef;

// A parameter, with what it points to as numbers.
typedef struct TableParam {
  ParamDef def;                 // texts and `default_word` are set
  Str default_word;             // C; no data: none
  uint16_t enum_def, attr_def;  // 0: none
  bool holds_strings;           // the items are string attributes
} TableParam;

// The functions that an interface is answered with, in the order of its methods; 0: none.
typedef struct TableAnswers {
  uint16_t interface, functions;  // the functions' numbers stand in `lists`
} TableAnswers;
typedef struct TableDialectAnswers {
  const DialectSource *dialect;
  uint16_t interface, answer;
} TableDialectAnswers;

typedef struct TableBuilder {
  RecordModel *model;
  const DialectSource *pack;    // the only dialect, with what it takes over from others; NULL: all that are no packs
  uint32_t first_opcode;        // the opcode of the empty record
  const DialectSource *dialect; // being added
  VEC(const DialectSource *) dialects;
  Arena *arena;
  uint32_t depth;               // of constraints under way
  StrBuf strings;
  Map texts, rows, numbers, functions_by_name;
  VEC(OpDef) ops;
  VEC(uint16_t) lists;
  VEC(ValueDef) values;
  VEC(OpAttrDef) attrs;
  VEC(RegionDef) regions;
  VEC(SuccessorDef) successors;
  VEC(Relation) relations;
  VEC(OpForm) forms;
  VEC(OpMore) more;
  VEC(OlderAttr) older_attrs;
  VEC(TypeConstraint) type_constraints;
  VEC(AttrConstraint) attr_constraints;
  VEC(uint32_t) type_costs, attr_costs;    // how many tests a constraint is at most
  VEC(TableDef) types, attr_defs, enums;   // by number, the first is none
  VEC(TableFunction) functions;
  VEC(TableAnswers) answers;
  VEC(TraitAnswers) trait_answers;
  VEC(TableDialectAnswers) dialect_answers;
} TableBuilder;

// `mem` bounds the strings.
void table_init(TableBuilder *self, RecordModel *model);
void table_free(TableBuilder *self);
// Adds what a dialect declares; errors go to the model's diagnostics.
void table_add(TableBuilder *self, const DialectSource *dialect);

// The table with its records, where the functions of those numbers are in `functions`. It points into the builder's
// vectors: table_connect() again after something was added. NULL: memory is exhausted.
RecordTable *table_place(TableBuilder *self, RecordFn *const *functions);
void table_connect(const TableBuilder *self, RecordTable *table);
// Compile every format of the table; mistakes are reported at their places. Without `directives`, every custom one counts as known.
void table_check_formats(TableBuilder *self, const RecordTable *table, const FormatDirectives *directives);

uint32_t table_text(TableBuilder *self, Str text);         // its place among the strings; 0: empty
uint16_t table_function(TableBuilder *self, const Word *name);
uint16_t table_list(TableBuilder *self, const uint16_t *numbers, uint32_t count);
// The number of a definition or a constraint, made when it is met first. 0: an error was reported.
uint16_t table_def(TableBuilder *self, const Decl *decl);
uint16_t table_constraint(TableBuilder *self, const Decl *decl);
// Whether there are no more rows than numbers can count; false: an error was reported there.
bool table_fits(TableBuilder *self, const Word *at);
void table_error(TableBuilder *self, const Word *at, const char *format, ...) __attribute__((format(printf, 3, 4)));

// A parameter of a type or an attribute; false: an error was reported.
bool table_param(TableBuilder *self, const Member *param, TableParam *out);
// The width of an enum's integers.
uint32_t enum_storage_width(const Decl *decl);
// EnumDef.cases: keywords and values.
Str enum_cases(Arena *arena, const Decl *decl);
Str enum_older_cases(Arena *arena, const Decl *decl);   // EnumDef.older; without text: there are none
// "allowed 32-bit signless integer cases: 0, 1": what messages say of an enum's integers; or its own words.
Str enum_summary(TableBuilder *self, const Decl *decl);

#endif
