// The printer's state, shared by print_*.c. See printer.h for what the rest of the core uses.
//
// A print runs in up to three steps over the same tree: numbering (print_names.c) gives every value
// and block its name, collecting (print_alias.c) runs the printing functions with the text thrown
// away to learn which attributes and types would appear, and printing writes the text.
#ifndef RUNG_ASM_PRINTER_IMPL_H
#define RUNG_ASM_PRINTER_IMPL_H

#include "asm/printer.h"

// Name of one value. Value.print_id is an index into Printer.names; the entry is the value's only
// when its `value` points back, so ids left by an earlier print do no harm.
typedef struct ValueName {
  const Value *value;
  const char *text;    // NULL: the name is the number
  uint32_t number;     // or the size of `text`
  int32_t sub;         // position in a group of results printed as `%name#sub`; -1: none
} ValueName;

// Names in use, with removal in reverse order of insertion only.
typedef struct NameSet {
  struct { Str name; uint32_t hash; } *entries;
  uint32_t *slots;     // entry index + 1
  uint32_t count, cap, slot_mask;
} NameSet;

// A region to number: the counters and the number of names in use where it starts.
typedef struct NamingContext {
  const Region *region;
  uint32_t next_value, next_arg, next_conflict, used;
} NamingContext;

typedef struct NamingScope {   // what to go back to
  NamingContext deferred;
  uint32_t names;
} NamingScope;

// A type or attribute met while collecting.
typedef struct AliasInfo {
  const void *key;     // Type or Attr
  Str name;            // without '#' or '!'; empty: prints in full
  uint32_t depth;      // aliases that have to be defined before, plus one
  uint32_t suffix;     // 0: none
  bool is_numbered;    // the suffix counts even when it is 0
  bool is_kept;        // the name is the text's own
  bool is_type, deferrable;
  bool is_printed;     // a type's alias may be used from here on
  U32Vec children;
} AliasInfo;

// The contents of the attribute or type being collected.
typedef struct CollectFrame {
  bool deferrable;
  uint32_t depth;
  U32Vec children;
} CollectFrame;

typedef struct TypeText { T type; const char *text; uint32_t size; } TypeText;
enum { TYPE_TEXT_SLOTS = 256, TYPE_TEXT_MAX = 512 };

typedef enum TypeElision { TYPE_ELIDE_NEVER, TYPE_ELIDE_DEFAULT, TYPE_ELIDE_ALWAYS } TypeElision;

struct Printer {
  StrBuf *out;
  Context *ctx;
  Module *module;                // NULL when a lone type or attribute is printed
  PrintOptions options;
  Arena arena;
  uint32_t indent;
  uint32_t parts;                // attributes and types inside others that were printed for this operation
  Str default_dialect;           // of the region being printed

  // Names
  VEC(ValueName) names;
  NameSet used;
  uint32_t next_value, next_arg, next_conflict;
  const Operation *naming_op;    // the op whose hook suggests names now
  bool may_defer;
  NamingContext deferred;        // isolated operations of this region are numbered when printed
  Map op_ids;                    // value_users: Operation * -> number
  Map block_names;               // suggested: Block * -> Str *

  // Aliases
  bool collecting;
  CollectFrame *frame;           // NULL: collecting at an operation
  Map alias_index;               // key -> index + 1 into aliases
  VEC(AliasInfo) aliases;
  U32Vec alias_order;            // aliases that have a name, in order of output
  bool use_aliases;
  uint32_t alias_work;           // bytes of kept text that were searched for aliases
  bool outlines;                 // the contents of operations are not printed (print_outline.c)

  Map distinct_ids;              // Attr * -> id
  VEC(const void *) cyclic;      // mutable types being printed
  Map resources;                 // keys of dense_resource attributes printed
  Map opaque_resources;          // const Resource * named in opaque attributes printed
  TypeText *type_texts;          // direct-mapped cache, or NULL
  const char *dialect_name;      // last looked up, with its dialect
  const DialectDef *dialect;
};

// Whether a part of an attribute or a type may be printed. Each alias may mean two of the one before.
static inline bool count_part(Printer *p) {
  enum { MOST_PARTS = 1 << 22 };
  if (++p->parts <= MOST_PARTS) return true;
  mem_reach_limit(&p->ctx->mem, "an attribute or a type of an operation has too many parts to print");
  return false;
}

static inline bool prints_older(const Printer *p, uint32_t habit) { return p->options.edition && p->options.edition->older_text & habit; }
// The layout as it is written; NULL: none is.
A printed_layout(Printer *p, const ShapedType *type);

void printer_init(Printer *p, Context *ctx, Module *module, StrBuf *out, const PrintOptions *options);
void printer_free(Printer *p);

// --- print_names.c
void number_values(Printer *p, const Operation *op, bool may_defer);
// Around the printing of an operation whose contents were left out.
static inline bool names_deferred(const Printer *p, const Operation *op) {
  return op->region_count && p->deferred.region && op->block && op->block->region == p->deferred.region &&
         op_has(op, TRAIT_ISOLATED);
}
// Name values as the source does; values that are not from there get names that occur nowhere in the text.
void names_from_source(Printer *p, Operation *top);
NamingScope names_enter(Printer *p, const Operation *op);
void names_leave(Printer *p, NamingScope outer);
ValueName *value_name(const Printer *p, const Value *value);   // NULL: the value was not numbered
void print_value_id(Printer *p, const Value *value, bool with_sub);
void print_block_name(Printer *p, const Block *block);
// Replace characters that an identifier cannot have; the result may be in the arena.
Str sanitize_identifier(Printer *p, Str name, const char *allowed_punctuation);

// --- print_alias.c
void collect_aliases(Printer *p, const Operation *op);
void collect_region(Printer *p, const Region *region, bool entry_args, bool terminators);
void collect_type(Printer *p, T type);
void collect_attr(Printer *p, A attr, bool elide_type);
void collect_loc(Printer *p, Loc loc, bool deferrable);
bool print_alias(Printer *p, const void *key);                  // false: none
void print_alias_definitions(Printer *p, bool deferred);
static inline bool attr_may_alias(A attr) {
  AttrKind kind = attr_kind(attr);
  return kind == ATTR_AFFINE_MAP || kind == ATTR_INTEGER_SET || kind >= ATTR_DISTINCT;   // opaque ones, locations, dialect attributes
}
static inline bool type_may_alias(T type) {
  return type_kind(type) == TYPE_TUPLE || type_kind(type) == TYPE_DIALECT || type_kind(type) == TYPE_OPAQUE;
}

// --- printer.c, print_users.c

Str default_dialect_inside(const Printer *p, const Operation *op);   // of operations in its regions; empty: none
void print_line(Printer *p, const Operation *op);      // results, operation, location, without the newline
void print_full_op(Printer *p, const Operation *op);   // a line of a block, and what hangs below
void print_users_comment(Printer *p, const Operation *op);
void print_arg_users_comment(Printer *p, const Value *arg);

// --- print_outline.c
void outline_ops(Printer *p, const Block *block, bool terminator);
Range outline_name(Printer *p, const Value *value);   // as the host says

// --- print_type.c, print_attr.c, print_affine.c
void print_type_impl(Printer *p, T type);          // ignoring an alias of its own
void print_attr_impl(Printer *p, A attr, TypeElision elision);
void print_attr_elided(Printer *p, A attr, TypeElision elision);
void print_type_body(Printer *p, T type);          // a dialect type after `!dialect.`
void print_attr_body(Printer *p, A attr);
void print_location(Printer *p, A loc, bool allow_alias);
void print_trailing_loc(Printer *p, Loc loc, bool allow_alias);
// Turn `dialect.body` written from `begin` (where `body` starts) into `dialect<body>` if it cannot stand bare.
void finish_dialect_symbol(StrBuf *out, size_t begin);
const DialectDef *dialect_by_name(Printer *p, const char *name);
const char *dialect_spelling(Printer *p, const char *name);   // what the dialect was called in the edition that is written
bool is_renamed(Printer *p, const OpDef *def, Str name);
bool print_renamed(Printer *p, const OpDef *def, Str name);   // the name of an operation whose dialect was called otherwise; false: it was not
bool text_is_bare_identifier(Str text);
void put_hex_byte(StrBuf *out, uint8_t byte);
void print_dict_entries(Printer *p, const NamedAttr *items, uint64_t count);
void print_named_attr(Printer *p, Str name, A value);

// --- print_older_attrs.c
bool has_older_attrs(const OpDef *def);   // a row says so of one
// What the attribute of a slot was in that release, in generic form; false: it had none.
bool attr_then(Context *ctx, Arena *arena, const Operation *op, uint32_t slot, uint32_t release, Str *name, A *value);

// --- format_print.c
void print_dense_elements(Printer *p, A attr);

// --- print_kept.c
void print_kept(Printer *p, const Operation *op);   // in custom form, without location
void print_kept_text(Printer *p, Str text);         // of a type or attribute, with the aliases that the source names

#endif
