// The IR's data structures: types, attributes, operations, blocks, regions, values.
//
// Types, attributes, affine expressions, maps and sets are uniqued in a context: equal means the
// same pointer, and they live as long as the context. Operations, blocks and values live in the
// arena of the module they were made in and are freed with it in one step.
#ifndef RUNG_IR_IR_H
#define RUNG_IR_IR_H

#include "ir/edition.h"
#include "support/apfloat.h"
#include "support/apint.h"
#include "support/diag.h"
#include "support/map.h"
#include "support/vec.h"

typedef struct Context Context;
typedef struct Type Type;
typedef struct Attr Attr;
typedef struct AffineExpr AffineExpr;
typedef struct AffineMap AffineMap;
typedef struct IntegerSet IntegerSet;
typedef struct Operation Operation;
typedef struct Block Block;
typedef struct Region Region;
typedef struct Value Value;
typedef struct Use Use;
typedef struct BlockUse BlockUse;
typedef struct Module Module;
typedef struct OpDef OpDef;
typedef struct TypeDef TypeDef;
typedef struct AttrDef AttrDef;
typedef struct DialectDef DialectDef;

// Uniqued things are handed around as pointers to const; T below is "const Type *".
typedef const Type *T;
typedef const Attr *A;
typedef VEC(const Type *) TypeVec;
typedef VEC(const Attr *) AttrVec;
typedef VEC(Value *) ValueVec;
typedef VEC(Operation *) OpVec;
typedef VEC(Block *) BlockVec;

// Where a thing is in its source. `attr` is the location attribute when there is one; NULL means
// "the file position of src.begin", which loc_attr() makes into a FileLineCol attribute on demand.
// `src` is kept through every pass, so that output can be traced back to the input text.
typedef struct Loc {
  const Attr *attr;
  Range src;
} Loc;

typedef struct NamedAttr {
  const Attr *name;   // a string attribute
  const Attr *value;
} NamedAttr;
typedef VEC(NamedAttr) NamedAttrVec;

// One operand: a link in the use list of its value.
struct Use {
  Value *value;
  Operation *owner;
  Use *next;       // next use of the same value
  Use **prev;      // the pointer that points here
};

// One successor: a link in the list of a block's uses.
struct BlockUse {
  Block *block;
  Operation *owner;
  BlockUse *next;
  BlockUse **prev;
};

// An operation result or a block argument.
struct Value {
  const Type *type;
  Use *uses;         // most recently added first
  void *owner;       // Operation of a result, Block of an argument
  uint32_t index : 30;  // result or argument number
  bool mark : 1;     // scratch bit of the running pass; clear between uses
  bool is_arg : 1;
  uint32_t print_id; // scratch of the printer: a place in its table of names, which has to confirm it
  union {
    Range name;      // results: source range of the name; empty when made by a pass
    Loc *arg_loc;    // arguments; its `src` is that of the name
  };
};

struct Operation {
  const OpDef *def;       // never NULL; unregistered names get a record of their own in the context
  Block *block;           // NULL for a top-level or detached operation
  Operation *prev, *next; // in the block
  Loc loc;
  uint32_t order;         // increasing within a block; see op_is_before
  uint32_t operand_count, result_count, attr_count;
  uint16_t region_count, successor_count;
  uint16_t flags;         // OP_*
  uint16_t operand_cap;   // room in `operands` when it was grown
  Use *operands;
  Region *regions;
  BlockUse *successors;
  const Attr **props;     // inherent attributes, one slot per def->attrs entry; NULL: absent
  NamedAttr *attrs;       // discardable attributes, sorted by name
  const Attr *prop_dict;  // unregistered operations: the `<{…}>` dictionary or NULL; TRAIT_KEPT: what is written (asm/kept.h)
  Value results[];
};
enum {
  OP_BROKEN = 1,   // stands for text with an error: keep, but do not verify
  OP_ERASED = 2,
  OP_MARK = 4,     // scratch bit of the running pass; clear between uses
  OP_VERIFY_SKIP = 8,
  OP_REPLACED = 16,   // replaced by the running conversion: still in place, to be ignored
  OP_RECURSIVELY_LEGAL = 32,   // legal in that conversion with the operation around it
  OP_CHECKED = 64,    // types and inherent attributes were verified and have not changed since
  OP_PLAIN = 128,     // verified, except that its operands dominate it
  OP_UPGRADED = 256,  // made of an older operation, or has operands that its text does not name
};

struct Block {
  Region *region;         // NULL when detached
  Block *prev, *next;
  Operation *first, *last;
  Value **args;
  uint32_t arg_count, arg_cap;
  BlockUse *uses;         // terminators that name this block
  bool order_valid;
  Range label;            // source range of `^name`, in older text `name`; empty: the block has no label
  uint32_t number;        // scratch of code that numbers blocks (dominance)
  uint32_t print_id;      // scratch of the printer: position in its region
};

struct Region {
  Operation *op;          // owner
  Block *first, *last;
  uint32_t index;         // among the owner's regions
};

// ---------------------------------------------------------------------------------------------
// Context

typedef struct DefCache { const OpDef *def; struct DefInfo *info; } DefCache;
enum { DEF_CACHE = 256 };

struct Context {
  Mem mem;
  Arena arena;               // types, attributes, records compiled on demand
  Map dialects;              // name -> const DialectDef *
  const struct OpcodeSpace *opcodes;  // of Rung's own operations
  // Called when a dialect is needed whose pack is absent. It does not come back, or the dialect counts as unknown; NULL: the same.
  void (*need_pack)(void *data, const DialectDef *dialect);
  void *need_pack_data;
  Map ops;                   // full name -> const OpDef * (registered or not), of names met so far
  Map kept_ops;              // full name -> const OpDef * of operations kept as written
  struct Uniquer *uniquer;
  Map format_cache;          // const OpDef * -> compiled assembly format (owned by asm/)
  DefCache def_cache[DEF_CACHE];  // direct-mapped, before format_cache
  Map ext;                   // key address -> state another layer keeps with the context
  Diags *diags;              // where messages go now; never NULL
  DiagStage stage;           // stamped on messages
  const Edition *edition;    // whose rules hold; NULL: LLVM 22
  const Edition *spelling;   // how messages and explanations spell types and attributes; NULL: as LLVM 22 does
  bool allow_unregistered;
  bool no_op_notes;          // errors do not quote their operation in a note (editors show it anyway)
  // Set when something is made that may print as an alias: by attr_unique (affine map or set,
  // distinct, opaque, ATTR_HAS_ALIAS), type_unique (a long tuple), the parser (location as a value).
  bool has_aliasable;
  const char *projects;      // dialects of other projects, a line each: "tt ttg:Triton, kernels for GPUs\n"; or NULL
  bool keeps_unknown;        // types and attributes of unknown dialects are accepted
  bool has_redefinition;     // something was defined twice: a symbol, a value, an alias; or one name of no value has two types at the top level
  bool has_kept;             // some operation is kept as written (TRAIT_KEPT)
  bool has_holes;            // something was left out in the text
  bool lacks_values;         // some values are defined by holes, or elsewhere
  bool lacks_aliases;        // some alias is defined elsewhere: its name is all that is known of it
  bool has_unknown_types;    // some value's type is not known
  bool has_removed_types;    // some type has no equivalent today
  bool has_typed_pointers;   // some pointer says what it points to, as up to LLVM 16
  uint32_t next_distinct;
  const struct RuleText *rules;  // texts of rules that passes may apply (rewrite/rules_load.h)
  const struct TextHooks *text_hooks;  // how types and attributes are spelled in messages (text.h)
  struct CommonTypes {
    T none, index, i1, i8, i16, i32, i64, floats[FLOAT_KIND_COUNT];
  } types;
  struct CommonAttrs {
    A unit, true_, false_, empty_dict, empty_array, empty_string, unknown_loc;
  } attrs;
};

// The rules of a release up to that one hold.
#define context_until(ctx, last) ((ctx)->edition && (ctx)->edition->release <= (last))

// A context that knows the builtin types and attributes, and no dialect yet: those are added with
// context_add_dialect (see dialects/registry.h). NULL when memory is refused.
Context *context_new(size_t memory_limit);
void context_free(Context *self);
void context_add_dialect(Context *self, const DialectDef *dialect);
const DialectDef *context_dialect(const Context *self, Str name);  // NULL when unknown
// The record of a full operation name, or NULL when it is not registered.
const OpDef *context_op(Context *self, Str name);
// The older record that the operation had in that release. NULL: it had the current record, or a row of it.
const OpDef *context_older_op(const Context *self, Str name, uint32_t release);
// The record of any name: registered, or one made for an unregistered operation.
const OpDef *context_op_or_unregistered(Context *self, Str name);
// The record of an opcode of Rung's own dialects; a bare one where the context lacks it.
const OpDef *context_op_of(Context *self, uint32_t opcode);
// An empty record of the same name, for releases whose operation had other operands.
const OpDef *context_bare_op(Context *self, const OpDef *def);
// The record of operations of that name that are kept as written; `more`: traits beside TRAIT_KEPT.
const OpDef *context_kept_op(Context *self, Str name, uint64_t more);

// Whether it is a dialect of LLVM's that Rung has no records of.
// The dialect that was called so in an edition that is read; NULL: all are read.
const DialectDef *context_renamed_dialect(const Context *self, Str name, const struct Edition *edition);
bool context_has_name_only(const Context *self, Str dialect);
// Which other project a dialect without records belongs to, and its purpose; empty when that is not known.
Str context_project(const Context *self, Str dialect);

// A module being worked on: the top-level operation, its text and its memory.
enum { REUSABLE_SIZES = 128 };
struct Module {
  Context *context;
  Arena arena;          // ops, blocks, values, symbol tables…
  Source source;
  Operation *op;        // builtin.module, or the single top-level op; NULL when nothing was built
  Map *resources;       // "dialect/key" -> resource entry of `{-# … #-}`, or NULL
  const struct KeptAliases *kept_aliases;   // see asm/kept.h, or NULL
  uint16_t older_release;   // the newest that reads all that was read; 0: today's
  bool has_older;       // operations were read that only older releases had
  uint64_t traits_seen; // counts all operations ever made in the module
  OpVec recycled;       // see op_recycle()
  void *reusable[REUSABLE_SIZES];  // memory of recycled operations by size in words, linked
};
Module *module_new(Context *context, Source source);
void module_free(Module *self);

// ---------------------------------------------------------------------------------------------
// Types and attributes: uniqued records "definition + payload bytes"

// Payload structs start with the header, and a type or attribute is found again by comparing the
// bytes after it. So keys are filled in over zeroed memory from unique_key(): a struct built on the
// stack may hold padding of any value (pointers are 4 bytes in wasm).
//
// Of a mutable definition (TYPE_MUTABLE, ATTR_MUTABLE) only the first pointer after the header is
// the key; what follows is its body, copied when the thing is made and open to change by its owner.
struct Type {
  const TypeDef *def;
  uint32_t hash;
  uint32_t size;   // bytes of the whole payload struct, trailing arrays included
};
struct Attr {
  const AttrDef *def;
  uint32_t hash;
  uint32_t size;
};

// Find or make the type whose struct (header ignored) equals `key`. `size` is the whole size. A NULL
// key, or a large one that finds no memory, gives the none type / the unit attribute.
T type_unique(Context *ctx, const TypeDef *def, const void *key, size_t size);
A attr_unique(Context *ctx, const AttrDef *def, const void *key, size_t size);
// A key of `size` zeroed bytes, valid until the next call that makes a type or attribute. NULL only
// when memory is exhausted and `size` is over ARENA_SMALL.
void *unique_key(Context *ctx, size_t size);

#endif
