// The dialects of a program: all their declarations, with names looked up and classes merged. The generator and the
// loader work from it.
#ifndef RUNG_RECORDS_MODEL_H
#define RUNG_RECORDS_MODEL_H

#include "ir/opdef.h"
#include "records/syntax.h"
#include "support/map.h"

typedef struct RecordModel RecordModel;

// One `.ops` file: of a dialect, or one that declares interfaces alone, which then has no operations.
typedef struct DialectSource {
  Syntax syntax;
  bool is_library;          // no dialect
  bool is_names_only;       // has no records: it is known by name
  bool is_pack;             // has a table of its own
  Str name;                 // "arith"
  Str cpp_namespace;        // "::mlir::arith"
  VEC(Decl *) ops, types, attrs, enums, constraints;   // in the order of the file; operations by name, with their classes' clauses
  Map type_names, attr_names, class_names;   // to Decl: type constraints and types; attribute constraints, attributes, enums
} DialectSource;

struct RecordModel {
  Arena *arena;
  Diags *diags;
  const RecordTable *base;  // of a dialect that is added at run time: where constraints come from that it does not declare
  Map imported_types, imported_attrs;   // those it names
  bool refuses_functions;   // of C
  VEC(DialectSource *) dialects;
  uint32_t with_records;    // how many of them have files of their own; the others are known by name only
  VEC(const Decl *) interfaces;   // of all files; their numbers begin with 1
};

void model_init(RecordModel *self, Arena *arena, Diags *diags, const RecordTable *base);
// Adds a file. What it names must be in it, or in a file added before. Errors go to `diags`; false: there were some.
bool model_add(RecordModel *self, Str file_name, Str text);
// Check what the heads of the dialects say, which may name dialects of later files; false: there were errors.
bool model_check_heads(RecordModel *self);

// Look a name up in a dialect: its own declaration, else that of the nearest dialect before it, else a constraint of
// the base. NULL: unknown.
const Decl *model_type(RecordModel *self, const DialectSource *from, Str name);
const Decl *model_attr(RecordModel *self, const DialectSource *from, Str name);
// The number of an interface; 0: unknown.
uint32_t model_interface(const RecordModel *self, Str name);
// The place of a method among an interface's; its count of methods: it has none of that name.
uint32_t interface_method(const Decl *interface, Str name);
// The dialect a declaration is of.
const DialectSource *model_dialect_of(const RecordModel *self, const Decl *decl);

// Operations are numbered through all dialects, 0 is none; those of a pack begin behind a multiple of OPCODE_CHUNK.
uint32_t model_first_opcode(const RecordModel *self, const DialectSource *dialect);
// The place of the first pack among the dialects: packs stand behind all others that have records.
uint32_t model_first_pack(const RecordModel *self);

// `CmpIPredicate` as the enum's C++ name: "::mlir::arith::CmpIPredicate".
Str model_cpp_name(const RecordModel *self, const Decl *enumeration);
// The clause of that name; NULL: none.
const Term *decl_clause(const Decl *decl, const char *name);

// --- The vocabulary of the language

// A trait, by the name ODS gives it.
typedef struct TraitWord {
  const char *name;
  uint64_t bits;            // TRAIT_*; 0: it is a number
  uint16_t number;          // TRAIT_ID_*
} TraitWord;
const TraitWord *trait_word(Str name);
// A trait that relates values: `AllTypesMatch<a, b>`.
typedef struct RelationWord {
  const char *name;
  RelationKind kind;
  const char *summary_end;  // "all of {a, b} have same type": what stands behind the braces; NULL: the first argument
  uint8_t values, functions;   // how many of each it takes; values 0xFF: any number
} RelationWord;
const RelationWord *relation_word(Str name);
// A clause by which a record names a function: `fold`, `verify-regions`.
typedef struct HookWord {
  const char *name;
  HookKind hook;
  const char *prototype;       // a type of ir/opdef.h
} HookWord;
const HookWord *hook_word(Str name);

#endif
