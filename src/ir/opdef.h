// Records: what Rung knows about an operation, an enum, a constraint, a dialect.
//
// An operation is a record, not code: parser, printer, verifier and hover read it. Records are written in
// src/dialects/NAME/NAME.ops (the language: src/records/language.ebnf). What is made of them is one table (RecordTable),
// as C by the build's generator, in memory by the loader of dialects that are added (records/load.h); an operation is a
// row, which the def_* functions read. C names an operation by its opcode, OP_ARITH_ADDI; below dialects/ only
// builtin's opcodes are used.
#ifndef RUNG_IR_OPDEF_H
#define RUNG_IR_OPDEF_H

#include "ir/attr.h"
#include "ir/ir.h"
#include "ir/type.h"

struct Parser;
struct Printer;
struct OpState;
struct Folder;
struct Verifier;

// --- Tables

typedef void RecordFn(void);     // a function of any type: one of those below

typedef enum Arity { SINGLE, OPTIONAL, VARIADIC, VARIADIC_OF_VARIADIC } Arity;
enum { NO_INDEX = 0xFF, MANY = 0xFE };

typedef struct ValueDef {      // an operand or a result
  uint32_t name;               // a text; "" for unnamed
  uint16_t type;               // TypeConstraint
  uint8_t arity;
  uint8_t segments;            // VARIADIC_OF_VARIADIC: slot of the attribute that holds the group sizes; else NO_INDEX
} ValueDef;

enum { ATTR_REQUIRED = 0, ATTR_OPTIONAL = 1, ATTR_DEFAULT = 2, ATTR_PROP = 4 /* native property */ };
typedef struct OpAttrDef {     // an inherent attribute; its index is its slot in Operation.props
  uint32_t name;
  uint32_t default_value;      // ATTR_DEFAULT: attribute text, e.g. "false", "0 : i64", "none" (enum keyword)
  uint16_t type;               // AttrConstraint
  uint8_t flags;               // ATTR_*
  uint8_t since;               // the first release that had it; 0: all before
} OpAttrDef;

// What an attribute was in generic form: releases up to `last`, which no earlier row of the slot counts up to.
typedef enum AttrThen {
  THEN_SAME,                   // only the name was another
  THEN_ARRAY,                  // [0, 1]: of integers, today array<i64: 0, 1>
  THEN_SIZES,                  // the same, -1 where an operand says it
  THEN_VECTOR, THEN_TENSOR,    // dense<[0, 1]> : vector<2xi64>
  THEN_ENUM,                   // an i64: the value that the enum has for the same keyword
  THEN_WRAPPED,                // #llvm.overflow<none>, today 0 : i32
  THEN_FLAG,                   // `inbounds` alone: that keyword of today's enum; otherwise nothing
  THEN_TEXT,                   // "add": today the enum's value of that keyword
  THEN_WIDE,                   // an i64, today an index
} AttrThen;
typedef struct OlderAttr {
  uint32_t name;               // 0: the same
  uint16_t enum_def;           // THEN_ENUM
  uint8_t slot, last, then;    // AttrThen
} OlderAttr;

typedef struct RegionDef {
  uint32_t name;
  uint32_t summary;            // of the constraint, "region with 1 blocks"; 0: any region
  uint8_t min_blocks, max_blocks;  // 0, 0: any number
  bool variadic;
} RegionDef;

typedef struct SuccessorDef {
  uint32_t name;
  uint8_t operands;            // the operand group passed to the block, or NO_INDEX
  bool variadic;
} SuccessorDef;

// An older spelling: releases up to `last` wrote the operation like this, unless an earlier row covers them.
typedef struct OpForm {
  uint16_t last;                // Edition.release
  uint32_t name;                // full name then; 0: the same
  uint32_t format;              // 0: the same; FORM_GENERIC: it had no custom form
  uint32_t why;                 // 0: no reason is given for the change
} OpForm;
enum { FORM_GENERIC = 0x7fffffff };

// Members that few records have.
typedef struct OpMore {
  uint32_t result_name;          // for a `result-names` that always gives result 0 the same name
  uint32_t implicit_terminator;  // of a region (SingleBlockImplicitTerminator): the operation's name; built with no operands
  uint32_t default_dialect;      // TRAIT_DEFAULT_DIALECT
  uint32_t snippet;              // what an editor inserts behind the name, where C reads what stands there
  uint32_t parents;              // HasParent: names of operations, one text behind the other
  uint32_t lowered_by;           // the pass that takes it further down where that is not its dialect's; "nothing": none does
  uint16_t older_attrs;          // the first OlderAttr
  uint8_t parent_count, older_attr_count;
  uint8_t groups_last, groups_then;   // up to that release segments counted so many groups; 0 groups: there was no such attribute
  uint8_t groups_before, groups_new;  // of today's: the first that there were, and those behind them that there were not
} OpMore;

// Relations between the types (and attributes) of an operation: verified in upstream's words and
// used by the format to infer types that the text does not spell.
typedef enum RelationKind {
  REL_ALL_TYPES_MATCH,          // values[]
  REL_ALL_ELEMENT_TYPES_MATCH,  // values[]
  REL_ALL_RANKS_MATCH,
  REL_ALL_SHAPES_MATCH,
  REL_ALL_ELEMENT_COUNTS_MATCH,
  REL_TYPES_MATCH_WITH,         // type of values[1] == transform(type of values[0])
  REL_OPTIONAL_TYPES_MATCH_WITH,// the same when values[1] is there
  REL_PREDICATE,                // `check` on the operation
} RelationKind;
// What a relation names: an operand, a result or an attribute of the record.
enum { REF_OPERAND = 0, REF_RESULT = 0x40, REF_ATTR = 0x80, REF_KIND = 0xC0, REF_INDEX = 0x3F, RELATION_VALUES = 8 };
typedef struct Relation {
  uint32_t summary;             // "failed to verify that <summary>"
  uint8_t kind, count;
  uint8_t values[RELATION_VALUES];   // `count` of REF_*
  // Functions. Types-match-with: RelationTypeFn, the type values[1] must have, given values[0]'s (for a variadic, called per element).
  uint16_t transform;
  uint16_t check;               // RelationCheckFn
  uint16_t value_count;         // RelationCountFn: how many values a variadic values[1] has, given values[0]'s type; 0: any number
  // RelationTypesFn. With REL_PREDICATE and values too: the types a variadic values[1] must have, in order, given
  // values[0]'s; pushed to `out`, whose memory is `arena`.
  uint16_t transform_all;
} Relation;

// A type that constraints name: the width of a signless integer, or one of these.
enum { BUILT_NONE = 0, BUILT_INDEX = 128, BUILT_F32, BUILT_F64, BUILT_PLAIN /* the constraint's class, which has no parameters */,
  BUILT_SIGNED = 144, BUILT_UNSIGNED = 160 /* and the logarithm of the width */ };

// A predicate on types, as a tree of tests, and the words the verifier uses for it.
typedef enum TypeTest {
  TYPE_TEST_ANY,
  TYPE_TEST_KIND,         // data: TypeKind
  TYPE_TEST_FLOAT_KIND,   // data: FloatKind
  TYPE_TEST_SIGNLESS,     // a signless integer
  TYPE_TEST_WIDTH,        // data: its width
  TYPE_TEST_WIDTHS,       // data: the sum of the widths of an integer of any signedness, and INT_NOT_SIGNED
  TYPE_TEST_SHAPED,       // data: SHAPED_* bits; its element is the part, if there is one
  TYPE_TEST_LIKE,         // the part, or a vector or tensor of it
  TYPE_TEST_COMPLEX,      // of the part, or of anything
  TYPE_TEST_DEF,          // the definition
  TYPE_TEST_ALL, TYPE_TEST_ANY_OF,   // of the parts
  TYPE_TEST_FUNCTION,     // TypeCheckFn
} TypeTest;
enum { INT_NOT_SIGNED = 1 << 16, INT_ONLY_SIGNED = 1 << 17, INT_ONLY_UNSIGNED = 1 << 18 };
enum {
  SHAPED_VECTOR = 1 << TYPE_VECTOR, SHAPED_TENSOR = 1 << TYPE_TENSOR, SHAPED_UNRANKED_TENSOR = 1 << TYPE_UNRANKED_TENSOR,
  SHAPED_MEMREF = 1 << TYPE_MEMREF, SHAPED_UNRANKED_MEMREF = 1 << TYPE_UNRANKED_MEMREF,
  SHAPED_ANY_TENSOR = SHAPED_TENSOR | SHAPED_UNRANKED_TENSOR, SHAPED_ANY_MEMREF = SHAPED_MEMREF | SHAPED_UNRANKED_MEMREF,
  SHAPED_ANY = SHAPED_VECTOR | SHAPED_ANY_TENSOR | SHAPED_ANY_MEMREF,
};
enum { SHAPED_STATIC = 1, SHAPED_STRIDED = 2, SHAPED_FIXED = 4, SHAPED_SCALABLE = 8 };
// Ranks are bits, the last of them for all from 31 on. A type without a rank has one that is not 0.
enum { MAX_RANK_BIT = 31 };
#define RANK_NOT_0 (UINT32_MAX - 1u)
// Numbers of elements are bits: up to 32, and powers of two.
enum { MAX_LENGTH = 1 << 30 };
static inline int length_bit(int64_t length) {
  if (length < 0 || length > MAX_LENGTH) return -1;
  if (length <= 32) return (int)length;
  return length & (length - 1) ? -1 : 32 + __builtin_ctzll((unsigned long long)length) - 5;
}
typedef struct TypeConstraint {
  uint32_t summary;        // "signless-integer-like" (as in "must be …, but got …")
  uint32_t name;           // the name upstream's records give it ("SignlessIntegerOrIndexLike"): scripts/check-records compares
  uint32_t data;
  // What `type($x)` accepts at all ("invalid kind of type specified" otherwise), when upstream's C++
  // class for it is narrower than Type: one definition, which a dialect's own type spells without
  // `!dialect.mnemonic`, or else some kinds of types (1u << TypeKind).
  uint32_t kinds;
  uint32_t ranks;          // a bit for each rank; 0: any
  uint64_t lengths;        // of a vector: a bit for each number of elements; 0: any
  uint16_t type_class;     // that definition; 0: none
  uint16_t type_def;       // TYPE_TEST_DEF
  uint16_t parts;          // in RecordTable.lists: `part_count` numbers of constraints
  uint16_t function;
  uint16_t build_function; // TypeBuildFn: the one type that satisfies it ("buildable")
  uint8_t build;           // the same, BUILT_*
  uint8_t part_count;
  uint8_t test;            // TypeTest
  uint8_t shape;           // SHAPED_STATIC…
} TypeConstraint;

typedef enum AttrTest {
  ATTR_TEST_ANY,
  ATTR_TEST_KIND,          // data: AttrKind
  ATTR_TEST_INT,           // data: width of the integer, 0: index, and INT_ONLY_*; and << 20: INT_*
  ATTR_TEST_FLOAT,         // data: FloatKind
  ATTR_TEST_TYPE,          // holds a type; of the type constraint that is the part
  ATTR_TEST_TYPED,
  ATTR_TEST_FLAT_SYMBOL,
  ATTR_TEST_UNIT_PROPERTY, // a native flag: `unit`, or a bool in the generic form
  ATTR_TEST_DEF,           // of attr_def
  ATTR_TEST_ENUM,          // signless integer as wide as enum_def, holding a case
  ATTR_TEST_FLAGS,         // … holding bits of it
  ATTR_TEST_ARRAY,         // of the part
  ATTR_TEST_DENSE_ARRAY,   // data: the width of the integers
  ATTR_TEST_INT_ELEMENTS,  // data: the width of the integers; 0: any, index too
  ATTR_TEST_ALL, ATTR_TEST_ANY_OF,   // of the parts
  ATTR_TEST_FUNCTION,      // AttrCheckFn
} AttrTest;
// INT_AT_LEAST, INT_BETWEEN and INT_ONE_OF compare with the numbers that stand for parts.
enum { INT_ANY, INT_POSITIVE, INT_NON_NEGATIVE, INT_POWER_OF_TWO, INT_AT_LEAST, INT_BETWEEN, INT_ONE_OF };
enum {
  ATTR_FORM_ANY,          // any attribute, spelled whole
  ATTR_FORM_TYPED,        // typed attribute whose type is `value_type`: spelled without the type
  ATTR_FORM_SYMBOL,       // symbol reference
  ATTR_FORM_SYMBOL_NAME,  // string attribute spelled @name
  ATTR_FORM_ENUM,         // enum keyword(s), see EnumDef; bare when alone
  ATTR_FORM_DEF,          // parameters of attr_def without its `#dialect.mnemonic`
  ATTR_FORM_UNIT,         // present or absent
  ATTR_FORM_TYPE,         // a TypeAttr spelled as the type
  ATTR_FORM_STRING,
  ATTR_FORM_PROP,         // a native property (see OpAttrDef.flags)
  ATTR_FORM_DENSE_ARRAY,  // array<i64: …> spelled [1, 2]
};
typedef struct AttrConstraint {
  uint32_t summary;        // "64-bit signless integer attribute"
  uint32_t name;
  uint32_t keyword;        // ATTR_FORM_PROP spelled `keyword<…>`: "overflow"; 0: bare
  uint32_t data;
  // Kinds of attributes (1u << AttrKind) that upstream's storage class for it can hold at all; others
  // are refused when the op is made ("Invalid attribute `x` in property conversion"), before any
  // verifier sees them. 0: only what satisfies it.
  uint32_t storage;
  uint16_t enum_def;       // enum attributes: stored as integer or as dialect attribute; 0: none
  uint16_t attr_def;       // dialect attribute of this definition, printed without #dialect.name; 0: none
  uint16_t parts;
  uint16_t function;
  uint8_t part_count;
  uint8_t test;            // AttrTest
  uint8_t form;            // ATTR_FORM_*: what the format parses and prints for it
  uint8_t value_type;      // BUILT_*, e.g. i64 of I64Attr: printed and parsed without `: i64`
} AttrConstraint;

// An enum as upstream's EnumAttr: keywords and values. Bit enums join with `separator`.
typedef struct EnumDef {
  const char *name;          // C++ name in "expected ::mlir::arith::FastMathFlags to be one of: …"
  // In declaration order, bit groups after single bits: keywords, one behind the other. "=5 " stands before one whose value
  // does not follow from the case before, by adding 1 or, of bits, by doubling.
  const char *cases;
  uint32_t count;
  uint8_t bits;              // storage width of the integer attribute
  bool is_bits;
  const char *separator;     // bit enums: ", " or "|" …
  bool quoted;               // printed in quotes in attribute position
  const char *summary;       // in "expected one of […] for <summary>, got: …"; NULL: `name`
  // Cases that had another name, "16 " before it, the last release with it, and today's behind it, one after the other; an empty
  // text ends them. NULL: there are none.
  const char *older;
} EnumDef;
// The keyword of a value; NULL when it has none.
const char *enum_name(const EnumDef *def, int64_t value);
// The value of a keyword; false when there is no such keyword.
bool enum_value(const EnumDef *def, Str name, int64_t *out);
// All cases: `for (EnumCase c = {0}; enum_next(def, &c);)`.
typedef struct EnumCase { const char *name; int64_t value; uint32_t end; } EnumCase;
static inline int64_t enum_value_behind(int64_t value, bool is_bits) {
  return (int64_t)(is_bits && value > 0 ? (uint64_t)value * 2 : (uint64_t)value + 1);
}
static inline bool enum_next(const EnumDef *def, EnumCase *c) {
  if (c->end == def->count) return false;
  c->value = c->end ? enum_value_behind(c->value, def->is_bits) : 0;
  c->name = c->end++ ? c->name + strlen(c->name) + 1 : def->cases;
  if (*c->name == '=') {
    uint64_t value = 0;
    while (*++c->name != ' ') value = value * 10 + (uint64_t)(*c->name - '0');
    c->value = (int64_t)value;
    c->name++;
  }
  return true;
}
// The name that a release had for the case of today's name `today`; the same when it had none of its own.
const char *enum_name_then(const EnumDef *def, const char *today, uint32_t release);
// The value of a case's older name, and the last release with it; false when it is none.
bool enum_value_then(const EnumDef *def, Str name, uint32_t *last, int64_t *out);

// --- Operations

// Traits. An operation with TRAIT_ATTR_SIZED_OPERANDS has an attribute "operandSegmentSizes" in its
// list of attributes (last, or second to last before "resultSegmentSizes").
#define TRAIT_TERMINATOR                   (1ull << 0)
#define TRAIT_ISOLATED                     (1ull << 1)   // IsolatedFromAbove
#define TRAIT_SYMBOL                       (1ull << 2)
#define TRAIT_SYMBOL_TABLE                 (1ull << 3)
#define TRAIT_SINGLE_BLOCK                 (1ull << 4)
#define TRAIT_NO_TERMINATOR                (1ull << 5)
#define TRAIT_GRAPH_REGION                 (1ull << 6)   // HasOnlyGraphRegion
#define TRAIT_NO_REGION_ARGUMENTS          (1ull << 7)
#define TRAIT_COMMUTATIVE                  (1ull << 8)
#define TRAIT_CONSTANT_LIKE                (1ull << 9)
#define TRAIT_RETURN_LIKE                  (1ull << 10)
#define TRAIT_SAME_OPERANDS_AND_RESULT_TYPE     (1ull << 11)
#define TRAIT_SAME_TYPE_OPERANDS                (1ull << 12)
#define TRAIT_SAME_OPERANDS_ELEMENT_TYPE        (1ull << 13)
#define TRAIT_SAME_OPERANDS_AND_RESULT_ELEMENT  (1ull << 14)
#define TRAIT_SAME_OPERANDS_SHAPE               (1ull << 15)
#define TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE    (1ull << 16)
#define TRAIT_SAME_OPERANDS_AND_RESULT_RANK     (1ull << 17)
#define TRAIT_ELEMENTWISE                  (1ull << 18)
#define TRAIT_ELEMENTWISE_MAPPABLE (TRAIT_ELEMENTWISE | TRAIT_SCALARIZABLE | TRAIT_VECTORIZABLE | TRAIT_TENSORIZABLE)
#define TRAIT_SCALARIZABLE                 (1ull << 19)
#define TRAIT_VECTORIZABLE                 (1ull << 20)
#define TRAIT_TENSORIZABLE                 (1ull << 21)
#define TRAIT_ATTR_SIZED_OPERANDS          (1ull << 22)
#define TRAIT_ATTR_SIZED_RESULTS           (1ull << 23)
#define TRAIT_SAME_VARIADIC_OPERAND_SIZE   (1ull << 24)
#define TRAIT_SAME_VARIADIC_RESULT_SIZE    (1ull << 25)
#define TRAIT_PURE                         (1ull << 26)  // NoMemoryEffect + AlwaysSpeculatable
#define TRAIT_NO_MEMORY_EFFECT             (1ull << 27)
#define TRAIT_RECURSIVE_EFFECTS            (1ull << 28)
#define TRAIT_IDEMPOTENT                   (1ull << 31)
#define TRAIT_INVOLUTION                   (1ull << 32)
#define TRAIT_FUNCTION                     (1ull << 33)  // FunctionOpInterface: sym_name, function_type, arg_attrs, res_attrs
#define TRAIT_BRANCH                       (1ull << 35)  // BranchOpInterface (operands per SuccessorDef); asked by ask_branch()
#define TRAIT_CAST                         (1ull << 38)  // CastOpInterface: `CastOpInterface`
#define TRAIT_AFFINE_SCOPE                 (1ull << 39)
#define TRAIT_ALLOCATION_SCOPE             (1ull << 40)
#define TRAIT_OPTIONAL_SYMBOL              (1ull << 43)  // a symbol only when sym_name is there (builtin.module)
#define TRAIT_ISOLATED_NAMES               (1ull << 44)  // printer: nothing of the outside is visible by name
#define TRAIT_DEFAULT_DIALECT              (1ull << 45)  // OpAsmOpInterface default dialect: ops inside drop `def->dialect.`
#define TRAIT_SAME_INPUT_OUTPUT_DIMS       (1ull << 46)
#define TRAIT_RETURN_ARG_ATTRS             (1ull << 47)  // ArgAndResultAttrs without FunctionOpInterface
#define TRAIT_EFFECT_READ                  (1ull << 49)  // reads memory
#define TRAIT_EFFECT_WRITE                 (1ull << 50)
#define TRAIT_EFFECT_ALLOC                 (1ull << 51)
#define TRAIT_EFFECT_FREE                  (1ull << 52)
#define TRAIT_INFER_TYPES                  (1ull << 55)  // InferTypeOpInterface: it or relations give the results
#define TRAIT_SPEC_CONSTANT                (1ull << 56)  // UsableInSpecConstantOp of spirv
#define TRAIT_KEPT                         (1ull << 57)  // its custom form is kept as written: see asm/kept.h
#define TRAIT_HOLE                         (1ull << 58)  // kept, and something was left out of it: `...`
#define TRAIT_UNKNOWN_DIALECT              (1ull << 60)  // made for a name of no known dialect
#define TRAIT_NO_PROPERTIES                (1ull << 61)  // inherent attributes print among the discardable ones
#define TRAIT_TOP_LEVEL                    (1ull << 62)  // wraps the operations of a file (builtin.module)
#define TRAIT_UNREGISTERED                 (1ull << 63)  // made for an unknown name

// A trait is a number, and an operation has a set of them (OpDef.trait_list). Those that are asked for often are the bits above; a trait that is
// added gets a number here, and is asked for with op_def_has_trait().
enum {
  TRAIT_ID_HAS_PARENT = 64, TRAIT_ID_IMPLICIT_TERMINATOR, TRAIT_ID_DESTINATION_STYLE, TRAIT_ID_LOOP_LIKE, TRAIT_ID_MEMREFS_NORMALIZABLE,
  TRAIT_ID_PARALLEL_REGION, TRAIT_ID_RECURSIVELY_SPECULATABLE, TRAIT_ID_REGION_BRANCH, TRAIT_ID_SPECULATABLE, TRAIT_ID_SYMBOL_USER,
  TRAIT_ID_CALL,
};

// Hooks, which a record leaves to C: the bits of OpDef.hook_mask, in the order of the functions' numbers.
typedef enum HookKind {
  HOOK_PARSE,               // custom form, instead of `format`
  HOOK_PRINT,
  HOOK_VERIFY,              // beyond constraints, traits and relations: reports with verify_fail(), which is false
  HOOK_VERIFY_REGIONS,      // after the ops inside
  HOOK_VERIFY_SYMBOL_USES,
  // Fold: constant operands in `constants` (NULL: not constant). Pushes one attribute or value per
  // result to the folder and returns true, or changes the op in place (fold_in_place).
  HOOK_FOLD,
  HOOK_RESULT_NAMES,        // suggest names for results (printer_suggest_name) and region arguments
  HOOK_ARG_NAMES,
  HOOK_BLOCK_NAMES,
  HOOK_UPGRADE,             // of an older record: makes today's operations of it; false: reported
  HOOK_DOWNGRADE,           // of today's record: makes those of its older record that the operation can be said by
  HOOK_COUNT,
} HookKind;

enum { OPCODE_USER = 0x8000 };
enum {
  DEF_LOCAL_VERIFIER = 1,       // the verifier hook looks at types of operands and results and inherent attributes only
  DEF_HAS_DEFAULTS = 2,         // some attribute has a default value
  DEF_INFERS = 8,               // its InferTypeOpInterface has `infer`: formats need not tell the result types
  DEF_HAS_OLDER = 4,            // an older release wrote it otherwise: rows, or records of their own
};

// Rows of a table; what changes from one to the next stands together.
struct OpDef {
  const struct RecordTable *table;   // the one that it stands in
  uint32_t name;                // a text: "arith.addi"; the summary stands behind it
  uint32_t name_size;
  uint16_t opcode;              // OP_ARITH_ADDI: its place in the OpcodeSpace; with OPCODE_USER in a table that is not Rung's own
  uint16_t hooks;               // in RecordTable.lists: numbers of functions, one for each bit of hook_mask
  uint8_t until, since;         // the last release that had it, 0: it is today's; and the first, 0: all before
  uint8_t flags;                // DEF_*
  uint8_t form_count;
  uint32_t hook_mask;
  uint32_t format;              // ODS assembly format; 0: hooks, or generic form only
  uint16_t operands, results, attrs, regions, successors, relations;   // the first of each
  uint8_t operand_count, result_count, attr_count, region_count, successor_count, relation_count;
  uint8_t variable_operand, variable_result;   // the only entry that is not SINGLE; NO_INDEX: none; MANY: several, or counted by segments
  uint16_t forms, more;
  uint16_t interfaces;                       // in RecordTable.lists: for each the number of the interface and of its answers
  uint8_t interface_count;
  uint16_t trait_count, trait_list;          // in RecordTable.lists: bit numbers of traits and TRAIT_ID_*, as they are written
  uint64_t traits;
};

// All operations of Rung's own dialects, by opcode. Each table begins at a multiple of OPCODE_CHUNK, with its empty record.
enum { OPCODE_CHUNK = 32 };
typedef struct OpcodeSpace {
  const OpDef *const *chunks;
  uint32_t count;
} OpcodeSpace;
// NULL: there is none, or it is in a pack that is absent.
static inline const OpDef *opcode_def(const OpcodeSpace *space, uint32_t opcode) {
  if (!space || opcode / OPCODE_CHUNK >= space->count) return NULL;
  const OpDef *def = &space->chunks[opcode / OPCODE_CHUNK][opcode % OPCODE_CHUNK];
  return def->table && def->name_size ? def : NULL;
}

// What a trait answers for all operations that have it, where their records do not implement the interface themselves.
typedef struct TraitAnswers {
  uint64_t traits;              // bits; 0: the trait is a number
  uint16_t trait;
  uint16_t interface, answer;
} TraitAnswers;

// One string pool, lists that records share, and what numbers stand for. 0 is "none" for texts and definitions.
// The records follow the head in memory, the one of opcode 0 first.
typedef struct RecordTable {
  _Alignas(8) const char *strings;
  const uint16_t *lists;
  const ValueDef *values;
  const OpAttrDef *attrs;
  const RegionDef *regions;
  const SuccessorDef *successors;
  const Relation *relations;
  const OpForm *forms;
  const OpMore *more;
  const OlderAttr *older_attrs;
  const TypeConstraint *type_constraints;
  const AttrConstraint *attr_constraints;
  const TypeDef *const *types;
  const AttrDef *const *attr_defs;
  const EnumDef *const *enums;
  RecordFn *const *functions;
  const void *const *answers;   // structs of functions, as the interfaces declare them
  const TraitAnswers *trait_answers;
  uint32_t trait_answer_count;
  uint32_t op_count, type_constraint_count, attr_constraint_count;
} RecordTable;

static inline const OpDef *table_ops(const RecordTable *table) { return (const OpDef *)(const void *)(table + 1); }
static inline const char *def_text(const OpDef *def, uint32_t text) { return def->table->strings + text; }
static ALWAYS_INLINE Str def_name(const OpDef *def) { return (Str){def_text(def, def->name), def->name_size}; }
static inline const char *def_summary(const OpDef *def) { return def_text(def, def->name) + def->name_size + 1; }
static inline const char *def_format(const OpDef *def) { return def->format ? def_text(def, def->format) : NULL; }
static inline const ValueDef *def_operands(const OpDef *def) { return def->table->values + def->operands; }
static inline const ValueDef *def_results(const OpDef *def) { return def->table->values + def->results; }
static inline const OpAttrDef *def_attrs(const OpDef *def) { return def->table->attrs + def->attrs; }
static inline const RegionDef *def_regions(const OpDef *def) { return def->table->regions + def->regions; }
static inline const SuccessorDef *def_successors(const OpDef *def) { return def->table->successors + def->successors; }
static inline const Relation *def_relations(const OpDef *def) { return def->table->relations + def->relations; }
static inline const OpForm *def_forms(const OpDef *def) { return def->table->forms + def->forms; }
// The row for how that release wrote it; NULL: as today.
static inline const OpForm *op_form(const OpDef *def, uint32_t release) {
  for (uint32_t i = 0; i < def->form_count; i++)
    if (release <= def_forms(def)[i].last) return &def_forms(def)[i];
  return NULL;
}
static inline const OpMore *def_more(const OpDef *def) {
  static const OpMore nothing;
  return def->more ? def->table->more + def->more : &nothing;
}
// The members that few records have; NULL when it has none.
static inline const char *def_more_text(const OpDef *def, uint32_t text) { return text ? def_text(def, text) : NULL; }
static inline const char *def_implicit_terminator(const OpDef *def) { return def_more_text(def, def_more(def)->implicit_terminator); }
static inline const char *def_default_dialect(const OpDef *def) { return def_more_text(def, def_more(def)->default_dialect); }
static inline const char *def_snippet(const OpDef *def) { return def_more_text(def, def_more(def)->snippet); }
// HasParent: how many, and the names, one behind the other.
static inline uint32_t def_parent_count(const OpDef *def) { return def->more ? def_more(def)->parent_count : 0; }
static inline const char *def_parents(const OpDef *def) { return def_text(def, def_more(def)->parents); }
static inline const char *text_behind(const char *text) { return text + strlen(text) + 1; }
static inline const char *def_attr_name(const OpDef *def, uint32_t slot) { return def_text(def, def_attrs(def)[slot].name); }
static inline const char *def_operand_name(const OpDef *def, uint32_t i) { return def_text(def, def_operands(def)[i].name); }
static inline const char *def_result_name(const OpDef *def, uint32_t i) { return def_text(def, def_results(def)[i].name); }
// The constraint of a slot, of an operand, of a result.
static inline const AttrConstraint *def_attr_type(const OpDef *def, uint32_t slot) {
  return &def->table->attr_constraints[def_attrs(def)[slot].type];
}
static inline const TypeConstraint *def_value_type(const OpDef *def, const ValueDef *value) {
  return &def->table->type_constraints[value->type];
}
static inline bool op_def_has(const OpDef *def, uint64_t traits) { return (def->traits & traits) != 0; }
static inline bool op_def_has_trait(const OpDef *def, uint32_t number) {
  if (number < 64) return def->traits >> number & 1;
  const uint16_t *list = def->table->lists + def->trait_list;
  for (uint32_t i = 0; i < def->trait_count; i++)
    if (list[i] == number) return true;
  return false;
}

// The functions that records name: each is declared, under its record's line, in the header made of the `.ops` file.
typedef bool OpParseFn(struct Parser *parser, struct OpState *state);
typedef void OpPrintFn(struct Printer *printer, const Operation *op);
typedef bool OpVerifyFn(struct Verifier *v, const Operation *op);
typedef bool OpFoldFn(struct Folder *folder, Operation *op, const A *constants);
typedef void OpNamesFn(struct Printer *printer, const Operation *op);
typedef void OpArgNamesFn(struct Printer *printer, const Operation *op, const Region *region);
typedef bool OpUpgradeFn(Module *module, Operation *op);
typedef T RelationTypeFn(Context *ctx, T type);
typedef void RelationTypesFn(Context *ctx, Arena *arena, T type, TypeVec *out);
typedef int64_t RelationCountFn(T type);
typedef bool RelationCheckFn(const Operation *op);
typedef bool TypeCheckFn(T type);
typedef bool AttrCheckFn(A attr);
typedef T TypeBuildFn(Context *ctx);
typedef T TypeParseFn(struct Parser *parser, const TypeDef *def);
typedef void TypePrintFn(struct Printer *printer, T type);
typedef A AttrParseFn(struct Parser *parser, const AttrDef *def, T type);
typedef void AttrPrintFn(struct Printer *printer, A attr);
typedef T AttrTypeFn(A attr);
typedef bool ParamsVerifyFn(struct Parser *parser, const uint64_t *words, uint32_t at);
typedef T DialectParseTypeFn(struct Parser *parser);
typedef bool DialectPrintTypeFn(struct Printer *printer, T type);
typedef A DialectParseAttrFn(struct Parser *parser, T type);
typedef bool DialectPrintAttrFn(struct Printer *printer, A attr);
typedef bool VerifyOpAttrFn(struct Verifier *v, const Operation *op, NamedAttr attr);
typedef bool VerifyMemberAttrFn(struct Verifier *v, const Operation *op, uint32_t region, uint32_t member, NamedAttr attr);
typedef Operation *MaterializeFn(struct Folder *folder, A value, T type, Loc loc);
typedef const char *AliasOfAttrFn(A attr, uint32_t release);   // `release`: what is printed
typedef const char *AliasOfTypeFn(T type);
typedef void DialectInitFn(Context *ctx, const DialectDef *self);

static inline RecordFn *def_hook(const OpDef *def, HookKind hook) {
  if (!(def->hook_mask >> hook & 1u)) return NULL;
  const RecordTable *table = def->table;
  return table->functions[table->lists[def->hooks + (uint32_t)__builtin_popcount(def->hook_mask & ((1u << hook) - 1u))]];
}
// --- Interfaces: what may be asked of an operation without knowing it. They are declared in `.ops` files, src/ir/op_interfaces.ops
// and those of passes; made of each are its number, the struct of its functions and ask_NAME(def), which calls this.

// The functions that answer for the operation; NULL: it does not implement the interface.
static inline const void *def_interface(const OpDef *def, uint32_t interface) {
  const uint16_t *row = def->table->lists + def->interfaces;
  for (uint32_t i = 0; i < def->interface_count; i++, row += 2)
    if (*row == interface) return def->table->answers[row[1]];
  return NULL;
}

#define DEF_HOOK(type, name, hook) \
  static inline type *name(const OpDef *def) { return (type *)def_hook(def, hook); }
DEF_HOOK(OpParseFn, def_parse, HOOK_PARSE)
DEF_HOOK(OpPrintFn, def_print, HOOK_PRINT)
DEF_HOOK(OpVerifyFn, def_verify, HOOK_VERIFY)
DEF_HOOK(OpVerifyFn, def_verify_regions, HOOK_VERIFY_REGIONS)
DEF_HOOK(OpVerifyFn, def_verify_symbol_uses, HOOK_VERIFY_SYMBOL_USES)
DEF_HOOK(OpFoldFn, def_fold, HOOK_FOLD)
DEF_HOOK(OpNamesFn, def_result_names, HOOK_RESULT_NAMES)
DEF_HOOK(OpArgNamesFn, def_arg_names, HOOK_ARG_NAMES)
DEF_HOOK(OpNamesFn, def_block_names, HOOK_BLOCK_NAMES)
DEF_HOOK(OpUpgradeFn, def_upgrade, HOOK_UPGRADE)
DEF_HOOK(OpUpgradeFn, def_downgrade, HOOK_DOWNGRADE)

// --- Constraints (ir/constraint.c)

// Whether a type, an attribute satisfies the constraint of that table.
bool type_satisfies(const RecordTable *table, const TypeConstraint *constraint, T type);
bool attr_satisfies(const RecordTable *table, const AttrConstraint *constraint, A attr);
// Whether the property can hold the attribute.
bool attr_fits_storage(const RecordTable *table, const AttrConstraint *constraint, A attr);
T built_type(Context *ctx, uint32_t built);   // BUILT_*; NULL: none
// The only type that satisfies it; NULL when there are several.
T constraint_build(Context *ctx, const RecordTable *table, const TypeConstraint *constraint);
static inline bool constraint_is_buildable(const TypeConstraint *constraint) { return constraint->build || constraint->build_function; }

// --- Parameters of types and attributes (asm/params.h)

// How a parameter is kept in its word, and spelled.
typedef enum ParamKind {
  PARAM_ATTR,          // A: any attribute, whole spelling
  PARAM_ATTR_DEF,      // A: an attribute of the AttrDef `def`, spelled without prefix ($x as upstream's parser finds it)
  PARAM_ATTR_CLASS,    // A: an attribute `check` accepts, whole spelling (interfaces, builtin classes)
  PARAM_TYPE,          // T
  PARAM_STRING,        // A: a string attribute, spelled "text" (StringAttr; StringRef when cpp says so)
  PARAM_INT,           // int64_t, in decimal
  PARAM_UINT,          // uint64_t, in decimal; `bits` bounds it
  PARAM_BOOL,          // 0 or 1: true, false
  PARAM_ENUM,          // int64_t: keyword of the EnumDef `def`
  PARAM_NAME,          // int64_t: keyword of the EnumDef `def`, whose name is in "invalid … name" messages (DWARF)
  PARAM_OPT_INT,       // A: an i64 integer attribute or NULL: std::optional<unsigned>
  PARAM_ATTR_ARRAY,    // A: an array attribute (never NULL), items spelled a, b; of `def` when it is set
  PARAM_TYPE_ARRAY,    // A: an array attribute of type attributes (never NULL)
  PARAM_INT_ARRAY,     // A: array<i64: …> (never NULL)
  PARAM_DENSE_I32,     // A: array<i32: …> spelled [1, 2]
  PARAM_AFFINE_MAP,    // A: an affine map spelled (d0) -> (d0)
} ParamKind;
enum {
  PARAM_OPTIONAL = 1,  // may be left out; then null, 0, or empty
  PARAM_DEFAULT = 2,   // may be left out; then `default_word`
  PARAM_FIELD = 4,     // PARAM_ENUM that upstream reads with a FieldParser; implied when `cpp` does not begin with "::"
  PARAM_BRACED = 8,    // PARAM_*_ARRAY between `{` and `}`
};
typedef struct ParamDef {
  const char *name;
  uint8_t kind, flags;
  uint8_t bits;                // PARAM_INT, PARAM_UINT: width of the C++ type; 0: 64
  uint8_t since;               // the first release that had it; 0: all have
  uint64_t default_word;       // PARAM_DEFAULT
  const void *def;             // EnumDef or AttrDef
  uint16_t constraint;         // AttrConstraint of PARAM_ATTR_CLASS, of the items of PARAM_ATTR_ARRAY; 0: none
  const char *cpp;             // C++ type, as "failed to parse … parameter 'x' which is to be a `cpp`" shows it
} ParamDef;
typedef struct ParamsDef {
  const RecordTable *table;    // of the constraints
  const ParamDef *params;
  uint32_t count;
  const char *format;          // ODS text; NULL: no parameters
  const char *class_name;      // in the same messages: "LLVM_DIFileAttr"
  // genVerifyDecl: reports at byte offset `at` and returns false.
  bool (*verify)(struct Parser *parser, const uint64_t *words, uint32_t at);
} ParamsDef;
enum { PARAMS_MAX = 32 };

// The dialect that the part of the name before the first '.' stands for; NULL: not registered.
const DialectDef *op_dialect(Context *ctx, const OpDef *def);
// Whether an operation is among a dialect's records: op_among(op, ARITH). Those that are kept as written are not.
#define op_among(op, DIALECT) ((op)->def->opcode >= OPS_##DIALECT##_BEGIN && (op)->def->opcode < OPS_##DIALECT##_END)

// --- Dialects

// The functions that a dialect implements an interface with; the last has no interface.
typedef struct DialectAnswer {
  uint32_t interface;
  const void *functions;
} DialectAnswer;

struct DialectDef {
  const char *name;
  const DialectAnswer *answers;
  const RecordTable *table;     // of its records; NULL: it has none

  const OpDef *ops;             // sorted by name
  uint32_t op_count, first_opcode;
  uint32_t older_count;         // behind them, those that only older releases had
  const TypeDef *const *types;  // NULL-terminated
  const AttrDef *const *attrs;
  const char *summary;
  bool allows_unknown_ops;      // llvm, shape, spirv, nvvm, rocdl
  bool allows_unknown_types;
  // Known upstream, without records here: names only. Custom form is answered with that fact.
  bool is_name_only;
  bool was_std;           // its operations were written without a dialect before LLVM 13
  bool takes_resources;   // has a group of its own among the `dialect_resources` of a file
  // Types or attributes that are not plain "mnemonic + parameters"; NULL return: reported.
  T (*parse_type)(struct Parser *parser);               // after `!dialect.` or inside `!dialect<`
  bool (*print_type)(struct Printer *printer, T type);  // false: not this one
  // A vector of the dialect's types, which was one of them in the edition that is written; false: it was not.
  bool (*print_vector)(struct Printer *printer, T type);
  A (*parse_attr)(struct Parser *parser, T type);
  bool (*print_attr)(struct Printer *printer, A attr);
  // Verify a discardable attribute "dialect.name" on an op, a region argument or a result.
  bool (*verify_op_attr)(struct Verifier *v, const Operation *op, NamedAttr attr);
  bool (*verify_arg_attr)(struct Verifier *v, const Operation *op, uint32_t region, uint32_t arg, NamedAttr attr);
  bool (*verify_result_attr)(struct Verifier *v, const Operation *op, uint32_t region, uint32_t result, NamedAttr attr);
  // A constant op for a folded value, or NULL (ir/fold.h builds it at the folder's place).
  Operation *(*materialize_constant)(struct Folder *folder, A value, T type, Loc loc);
  // Alias prefix for a type or attribute ("map", "loop_annotation"…); NULL: no alias.
  const char *(*alias_of_attr)(A attr, uint32_t release);
  const char *(*alias_of_type)(T type);
  void (*init)(Context *ctx, const struct DialectDef *self);  // at context_add_dialect
  const char *depends;      // dialects that are loaded with it, "affine arith"; NULL: none
  const char *lowered_by;   // the pass that takes its operations further down; NULL: none
  const char *older_name;   // what it was called in releases up to `older_last`; NULL: the same
  uint16_t older_last;
  const struct PatternSet *const *canonicalization;   // ended by NULL; NULL: none
};

// Its records are a pack that is not in memory: only a page comes by its packs one by one. Nothing but the members of the DialectDef
// itself may be read then.
static inline bool dialect_is_absent(const DialectDef *dialect) { return dialect->table && !dialect->table->strings; }
// How many operations can be read, of today's.
static inline uint32_t dialect_op_count(const DialectDef *dialect) { return dialect_is_absent(dialect) ? 0 : dialect->op_count; }

// The functions that answer for the dialect as a whole; NULL: it does not implement the interface, or there is none.
static inline const void *dialect_interface(const DialectDef *dialect, uint32_t interface) {
  const DialectAnswer *row = dialect && !dialect_is_absent(dialect) ? dialect->answers : NULL;
  while (row && row->interface && row->interface != interface) row++;
  return row && row->interface ? row->functions : NULL;
}

#endif
