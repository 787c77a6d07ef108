// Records: what Rung knows about an operation, an enum, a constraint, a dialect.
//
// An operation is a record, not code. Parser, printer, verifier, hover and completion all read it;
// nothing outside dialects/ names an operation. Records are written in src/dialects/NAME/NAME.ops (the language:
// src/records/language.ebnf); the build's generator makes of them what is declared here.
#ifndef RUNG_IR_OPDEF_H
#define RUNG_IR_OPDEF_H

#include "ir/attr.h"
#include "ir/ir.h"
#include "ir/type.h"

// Records name what they have and leave the rest zero.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

struct Parser;
struct Printer;
struct OpState;
struct Folder;
struct Verifier;

// --- Constraints: a predicate and the words the verifier uses for it.

typedef struct TypeConstraint TypeConstraint;
struct TypeConstraint {
  const char *summary;             // "signless-integer-like" (as in "must be …, but got …")
  bool (*check)(T type, const TypeConstraint *self);
  const void *data;                // for predicates that share code
  const struct TypeConstraint *const *any_of;  // NULL-terminated alternatives, instead of `check`
  T (*build)(Context *ctx);        // the one type that satisfies it ("buildable"), or NULL
  // The name upstream's records give it ("SignlessIntegerOrIndexLike"): scripts/check-records compares.
  const char *name;
  // What `type($x)` accepts at all ("invalid kind of type specified" otherwise), when upstream's C++
  // class for it is narrower than Type: one definition, which a dialect's own type spells without
  // `!dialect.mnemonic`, or else some kinds of types (1u << TypeKind).
  const TypeDef *type_def;
  uint32_t kinds;
};
// Whether a type satisfies a constraint: its predicate, or one of its alternatives. Without either, any type does.
static inline bool type_satisfies(T type, const TypeConstraint *c) {
  if (!c->any_of) return !c->check || c->check(type, c);
  for (const TypeConstraint *const *alternative = c->any_of; *alternative; alternative++)
    if (type_satisfies(type, *alternative)) return true;
  return false;
}

typedef struct AttrConstraint AttrConstraint;
struct AttrConstraint {
  const char *summary;             // "64-bit signless integer attribute"
  bool (*check)(A attr, const AttrConstraint *self);
  const void *data;
  // How the format prints it as `$name`: with its type elided when the record fixes it.
  T (*value_type)(Context *ctx);   // e.g. i64 of I64Attr: printed and parsed without `: i64`
  const struct EnumDef *enum_def;  // enum attributes: stored as integer or as dialect attribute
  const AttrDef *attr_def;         // dialect attribute of this definition, printed without #dialect.name
  uint32_t form;                   // ATTR_FORM_*: what the format parses and prints for it
  const char *name;
  // Kinds of attributes (1u << AttrKind) that upstream's storage class for it can hold at all; others
  // are refused when the op is made ("Invalid attribute `x` in property conversion"), before any
  // verifier sees them. 0: only what `check` accepts.
  uint32_t storage;
  const char *keyword;             // ATTR_FORM_PROP spelled `keyword<…>`: "overflow"; NULL: bare
};
static inline bool attr_satisfies(A attr, const AttrConstraint *c) { return !c->check || c->check(attr, c); }
// Whether the property can hold the attribute.
static inline bool attr_fits_storage(A attr, const AttrConstraint *type) {
  return type->storage ? (type->storage >> attr->def->kind & 1u) != 0 : attr_satisfies(attr, type);
}
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
  ATTR_FORM_PROP,         // a native property (see OpAttrDef.prop)
  ATTR_FORM_DENSE_ARRAY,  // array<i64: …> spelled [1, 2]
};

// An enum as upstream's EnumAttr: keywords and values. Bit enums join with `separator`.
typedef struct EnumCase { const char *name; int64_t value; } EnumCase;
typedef struct EnumDef {
  const char *name;          // C++ name in "expected ::mlir::arith::FastMathFlags to be one of: …"
  const EnumCase *cases;     // in declaration order; bit groups after single bits
  uint32_t count;
  uint8_t bits;              // storage width of the integer attribute
  bool is_bits;
  const char *separator;     // bit enums: ", " or "|" …
  bool quoted;               // printed in quotes in attribute position
  const char *summary;       // in "expected one of […] for <summary>, got: …"; NULL: `name`
} EnumDef;
// The case of a value or a name; NULL when there is none.
const EnumCase *enum_by_value(const EnumDef *def, int64_t value);
const EnumCase *enum_by_name(const EnumDef *def, Str name);

// --- Operation records

typedef enum Arity { SINGLE, OPTIONAL, VARIADIC, VARIADIC_OF_VARIADIC } Arity;

typedef struct ValueDef {      // an operand or a result
  const char *name;            // "" for unnamed
  const TypeConstraint *type;
  uint8_t arity;
  const char *segments;        // VARIADIC_OF_VARIADIC: the attribute that holds the group sizes
} ValueDef;

enum { ATTR_REQUIRED = 0, ATTR_OPTIONAL = 1, ATTR_DEFAULT = 2, ATTR_PROP = 4 /* native property */ };
typedef struct OpAttrDef {     // an inherent attribute; its index is its slot in Operation.props
  const char *name;
  const AttrConstraint *type;
  uint32_t flags;              // ATTR_*
  const char *default_value;   // ATTR_DEFAULT: attribute text, e.g. "false", "0 : i64", "none" (enum keyword)
} OpAttrDef;

typedef struct RegionDef {
  const char *name;
  uint8_t min_blocks, max_blocks;  // 0, 0: any number
  bool variadic;
  const char *summary;         // of the constraint, "region with 1 blocks"
} RegionDef;

typedef struct SuccessorDef {
  const char *name;
  bool variadic;
  const char *operands;        // the operand group passed to the block, or NULL
} SuccessorDef;

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
#define TRAIT_SPECULATABLE                 (1ull << 29)  // AlwaysSpeculatable
#define TRAIT_RECURSIVELY_SPECULATABLE     (1ull << 30)
#define TRAIT_IDEMPOTENT                   (1ull << 31)
#define TRAIT_INVOLUTION                   (1ull << 32)
#define TRAIT_FUNCTION                     (1ull << 33)  // FunctionOpInterface: sym_name, function_type, arg_attrs, res_attrs
#define TRAIT_CALL                         (1ull << 34)  // CallOpInterface
#define TRAIT_BRANCH                       (1ull << 35)  // BranchOpInterface (operands per SuccessorDef)
#define TRAIT_REGION_BRANCH                (1ull << 36)
#define TRAIT_LOOP_LIKE                    (1ull << 37)
#define TRAIT_CAST                         (1ull << 38)  // CastOpInterface: `cast_ok` hook
#define TRAIT_AFFINE_SCOPE                 (1ull << 39)
#define TRAIT_ALLOCATION_SCOPE             (1ull << 40)
#define TRAIT_PARALLEL_REGION              (1ull << 41)
#define TRAIT_MEMREFS_NORMALIZABLE         (1ull << 42)
#define TRAIT_OPTIONAL_SYMBOL              (1ull << 43)  // a symbol only when sym_name is there (builtin.module)
#define TRAIT_ISOLATED_NAMES               (1ull << 44)  // printer: nothing of the outside is visible by name
#define TRAIT_DEFAULT_DIALECT              (1ull << 45)  // OpAsmOpInterface default dialect: ops inside drop `def->dialect.`
#define TRAIT_SAME_INPUT_OUTPUT_DIMS       (1ull << 46)
#define TRAIT_RETURN_ARG_ATTRS             (1ull << 47)  // ArgAndResultAttrs without FunctionOpInterface
#define TRAIT_SYMBOL_USER                  (1ull << 48)
#define TRAIT_EFFECT_READ                  (1ull << 49)  // reads memory
#define TRAIT_EFFECT_WRITE                 (1ull << 50)
#define TRAIT_EFFECT_ALLOC                 (1ull << 51)
#define TRAIT_EFFECT_FREE                  (1ull << 52)
#define TRAIT_DESTINATION_STYLE            (1ull << 53)
#define TRAIT_TERMINATOR_IF_LAST           (1ull << 54)
#define TRAIT_INFER_TYPES                  (1ull << 55)  // InferTypeOpInterface: `infer` hook or relations give the results
#define TRAIT_SPEC_CONSTANT                (1ull << 56)  // UsableInSpecConstantOp of spirv
#define TRAIT_KEPT                         (1ull << 57)  // its custom form is kept as written: see asm/kept.h
#define TRAIT_HOLE                         (1ull << 58)  // kept, and something was left out of it: `...`
#define TRAIT_UNKNOWN_DIALECT              (1ull << 60)  // made for a name of no known dialect
#define TRAIT_NO_PROPERTIES                (1ull << 61)  // inherent attributes print among the discardable ones
#define TRAIT_TOP_LEVEL                    (1ull << 62)  // wraps the operations of a file (builtin.module)
#define TRAIT_UNREGISTERED                 (1ull << 63)  // made for an unknown name

// Relations between the types (and attributes) of an operation: verified in upstream's words and
// used by the format to infer types that the text does not spell.
typedef enum RelationKind {
  REL_ALL_TYPES_MATCH,          // names[]
  REL_ALL_ELEMENT_TYPES_MATCH,  // names[]
  REL_ALL_RANKS_MATCH,
  REL_ALL_SHAPES_MATCH,
  REL_ALL_ELEMENT_COUNTS_MATCH,
  REL_TYPES_MATCH_WITH,         // type of names[1] == transform(type of names[0])
  REL_OPTIONAL_TYPES_MATCH_WITH,// the same when names[1] is there
  REL_PREDICATE,                // `check` on the operation
} RelationKind;
typedef struct Relation {
  RelationKind kind;
  const char *names[6];         // operand, result or attribute names; NULL-terminated
  const char *summary;          // "failed to verify that <summary>"
  // Types-match-with: the type names[1] must have, given names[0]'s (for a variadic, called per element).
  T (*transform)(Context *ctx, T type);
  // For transforms that read more of the operation (attributes, several operands). NULL while parsing
  // means "cannot be told".
  T (*transform_op)(Context *ctx, const struct OpState *state, T type);
  bool (*check)(const Operation *op);
  // How many values a variadic names[1] has, given names[0]'s type; NULL: any number.
  int64_t (*count)(T type);
  // With REL_PREDICATE and names too: the types a variadic names[1] must have, in order, given
  // names[0]'s; pushed to `out`, whose memory is `arena`.
  void (*transform_all)(Context *ctx, Arena *arena, T type, TypeVec *out);
} Relation;

// The functions that records name: each is declared, under its record's line, in the header made of the `.ops` file.
typedef bool OpParseFn(struct Parser *parser, struct OpState *state);
typedef void OpPrintFn(struct Printer *printer, const Operation *op);
typedef bool OpVerifyFn(struct Verifier *v, const Operation *op);
typedef bool OpInferFn(Context *ctx, struct OpState *state);
typedef bool OpCompatibleFn(const T *inferred, const T *given, uint32_t count);
typedef bool OpFunctionTypesFn(const Operation *op, const T **inputs, uint32_t *input_count, const T **results,
                               uint32_t *result_count);
typedef bool OpCastFn(const T *from, uint32_t from_count, const T *to, uint32_t to_count);
typedef bool OpFoldFn(struct Folder *folder, Operation *op, const A *constants);
typedef void OpNamesFn(struct Printer *printer, const Operation *op);
typedef void OpArgNamesFn(struct Printer *printer, const Operation *op, const Region *region);
typedef uint64_t OpRegionKindFn(const Operation *op, uint32_t region);
typedef uint64_t OpEffectsFn(const Operation *op);
typedef bool OpTestFn(const Operation *op);
typedef T RelationTypeFn(Context *ctx, T type);
typedef void RelationTypesFn(Context *ctx, Arena *arena, T type, TypeVec *out);
typedef int64_t RelationCountFn(T type);
typedef bool RelationCheckFn(const Operation *op);
typedef bool TypeCheckFn(T type, const TypeConstraint *self);
typedef bool AttrCheckFn(A attr, const AttrConstraint *self);
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
typedef const char *AliasOfAttrFn(A attr);
typedef const char *AliasOfTypeFn(T type);
typedef void DialectInitFn(Context *ctx, const DialectDef *self);

// What a record cannot say. All optional.
typedef struct OpHooks {
  OpParseFn *parse;             // custom form, instead of `format`
  OpPrintFn *print;
  // Beyond constraints, traits and relations: reports with op_error() and returns false.
  bool (*verify)(struct Verifier *v, const Operation *op);
  bool verify_is_local;         // `verify` looks at types of operands and results and inherent attributes only
  bool (*verify_regions)(struct Verifier *v, const Operation *op);   // after the ops inside
  bool (*verify_symbol_uses)(struct Verifier *v, const Operation *op);
  // Result types from operands, attributes and regions: pushes to state->types, false: reported.
  bool (*infer)(Context *ctx, struct OpState *state);
  // inferReturnTypes verified against given types: true when they are compatible.
  bool (*compatible_types)(const T *inferred, const T *given, uint32_t count);
  // Of TRAIT_FUNCTION operations whose type is not the builtin function type: its parts. False: malformed.
  bool (*function_types)(const Operation *op, const T **inputs, uint32_t *input_count, const T **results, uint32_t *result_count);
  bool (*cast_ok)(const T *from, uint32_t from_count, const T *to, uint32_t to_count);
  // Fold: constant operands in `constants` (NULL: not constant). Pushes one attribute or value per
  // result to the folder and returns true, or changes the op in place (fold_in_place).
  bool (*fold)(struct Folder *folder, Operation *op, const A *constants);
  // Suggest names for results (printer_suggest_name) and region arguments.
  void (*result_names)(struct Printer *printer, const Operation *op);
  const char *result_name;      // for a `result_names` that always gives result 0 the same name
  void (*arg_names)(struct Printer *printer, const Operation *op, const Region *region);
  void (*block_names)(struct Printer *printer, const Operation *op);
  uint64_t (*region_kind)(const Operation *op, uint32_t region);   // 1: graph region
  // Memory effects that depend on the op: returns TRAIT_EFFECT_* / TRAIT_NO_MEMORY_EFFECT bits.
  uint64_t (*effects)(const Operation *op);
  bool (*speculatable)(const Operation *op);
  // Build the implicit terminator of a region (SingleBlockImplicitTerminator).
  const char *implicit_terminator;   // its operation name, built with no operands
  const char *default_dialect;       // TRAIT_DEFAULT_DIALECT
  const void *ext;                   // what convert/ or passes/ keep with the record
} OpHooks;

// An older spelling: releases `first` to `last` wrote the op like this (see editions/).
typedef struct OpForm {
  uint16_t first, last;         // edition numbers, inclusive
  const char *name;             // full name then; NULL: the same
  const char *format;           // NULL: the same
  const char *note;
} OpForm;

// The dialect's number, then the operation's in it.
enum { OPCODE_DIALECT_SHIFT = 9 };

struct OpDef {
  Str name;                     // "arith.addi"
  uint16_t opcode;              // OP_ARITH_ADDI of the dialect's header; 0: of no record of ours
  const char *summary;          // one line, our words
  const ValueDef *operands;
  const ValueDef *results;
  const OpAttrDef *attrs;
  const RegionDef *regions;
  const SuccessorDef *successors;
  const Relation *relations;
  uint8_t operand_count, result_count, attr_count, region_count, successor_count, relation_count;
  uint64_t traits;
  const char *format;           // ODS assembly format; NULL: hooks, or generic form only
  const OpHooks *hooks;         // NULL when the record says it all; read it through op_hooks()
  const char *const *parents;   // HasParent: NULL-terminated op names
  const OpForm *forms;          // older spellings, ended by first == 0
};

#define OP(full_name, text) .name = STR_INIT(full_name), .summary = text
#define PARENTS(...) .parents = (const char *const[]){__VA_ARGS__, NULL}
#define FORMAT(text) .format = text

static inline bool op_def_has(const OpDef *def, uint64_t traits) { return (def->traits & traits) != 0; }
// The record's hooks, never NULL: records are static, so an operation is told by its record's address.
extern const OpHooks op_no_hooks;
static inline const OpHooks *op_hooks(const OpDef *def) { return def->hooks ? def->hooks : &op_no_hooks; }
// The dialect that the part of the name before the first '.' stands for; NULL: not registered.
const DialectDef *op_dialect(Context *ctx, const OpDef *def);

// --- Dialects

struct DialectDef {
  const char *name;
  const OpDef *ops;
  uint32_t op_count;
  const TypeDef *const *types;  // NULL-terminated
  const AttrDef *const *attrs;
  const char *summary;
  bool allows_unknown_ops;      // llvm, shape, spirv, nvvm, rocdl
  bool allows_unknown_types;
  // Known upstream, without records here: names only. Custom form is answered with that fact.
  bool is_name_only;
  Str (*type_text)(Arena *arena, Str text);   // a type of such a dialect as upstream writes it
  bool was_std;           // its operations were written without a dialect before LLVM 13
  bool takes_resources;   // has a group of its own among the `dialect_resources` of a file
  // Types or attributes that are not plain "mnemonic + parameters"; NULL return: reported.
  T (*parse_type)(struct Parser *parser);               // after `!dialect.` or inside `!dialect<`
  bool (*print_type)(struct Printer *printer, T type);  // false: not this one
  A (*parse_attr)(struct Parser *parser, T type);
  bool (*print_attr)(struct Printer *printer, A attr);
  // Verify a discardable attribute "dialect.name" on an op, a region argument or a result.
  bool (*verify_op_attr)(struct Verifier *v, const Operation *op, NamedAttr attr);
  bool (*verify_arg_attr)(struct Verifier *v, const Operation *op, uint32_t region, uint32_t arg, NamedAttr attr);
  bool (*verify_result_attr)(struct Verifier *v, const Operation *op, uint32_t region, uint32_t result, NamedAttr attr);
  // A constant op for a folded value, or NULL (ir/fold.h builds it at the folder's place).
  Operation *(*materialize_constant)(struct Folder *folder, A value, T type, Loc loc);
  // Alias prefix for a type or attribute ("map", "loop_annotation"…); NULL: no alias.
  const char *(*alias_of_attr)(A attr);
  const char *(*alias_of_type)(T type);
  void (*init)(Context *ctx, const struct DialectDef *self);  // at context_add_dialect
};

#endif
