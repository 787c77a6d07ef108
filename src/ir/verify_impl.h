// Declarations that the files of the verifier share.
#ifndef RUNG_IR_VERIFY_IMPL_H
#define RUNG_IR_VERIFY_IMPL_H

#include "ir/dominance.h"
#include "ir/elsewhere.h"
#include "ir/interfaces.h"
#include "ir/verify.h"

// What record checks of a plain operation depend on: counts, types and inherent attributes.
enum { SIGNATURE_WORDS = 12, SIGNATURES = 16 };
typedef struct Signature {
  uint32_t operand_count, result_count, successor_count;   // all 0: none
  const void *words[SIGNATURE_WORDS];
} Signature;

// The hooks of a record that the verifier calls.
typedef struct CheckHooks {
  OpVerifyFn *verify, *verify_regions, *verify_symbol_uses;
  OpInferFn *infer;
  OpCompatibleFn *compatible;
  OpFunctionTypesFn *function_types;
  OpVerifyFn *function_body;
  OpCastFn *cast;
  const char *implicit_terminator;   // NULL: none
} CheckHooks;

// The checks that a record needs, prepared when its first operation is met.
typedef struct OpCheck {
  const OpDef *def;
  const RecordTable *table;
  const ValueDef *operands, *results;
  const OpAttrDef *attrs;
  const TypeConstraint **operand_types, **result_types;
  uint64_t traits;                // of the record, those that are to be looked at
  CheckHooks hooks;
  // Traits that are verified, by number and in the order in which the record names them: what an operation is made of,
  // before its record's constraints, and all others, behind them.
  const uint8_t *structural, *others;
  uint32_t structural_count, other_count;
  bool looks_around;              // some of them at more than types and attributes
  const DialectDef *dialect;
  uint32_t fixed_operands, fixed_results, fixed_regions, fixed_successors;  // not optional or variadic
  bool has_parents;
  bool variable_operands, variable_results, variable_regions, variable_successors;
  bool any_required;              // some attribute is required
  int operand_segments, result_segments;   // slots, or -1
  int sym_name, sym_visibility, function_type, arg_attrs, res_attrs;
  bool by_signature;              // the signature decides alone
  bool is_plain;                  // and no hook or trait looks further
  Signature *good;                // SIGNATURES of those found right, by hash; NULL: none yet
} OpCheck;

// Results of constraints in this run; they can be kept because types and attributes are unique and do not change.
typedef struct Verdict {
  const void *constraint, *subject;
  bool ok;
} Verdict;
enum { VERDICTS = 512, RECENT_CHECKS = 128 };

typedef struct VerifyFrame VerifyFrame;
typedef struct VerifyState {
  Verifier *v;
  Module *module;
  Context *ctx;
  Arena arena;
  Map checks;                          // const OpDef * -> OpCheck *
  OpCheck *recent[RECENT_CHECKS];
  Verdict verdicts[VERDICTS];
  const Block *seen_from, *seen;       // found last: the second dominates the first
  VEC(VerifyFrame) frames;
  uint32_t root;                       // frame of the isolated operation being verified
  Dominance dominance;
  MissingSymbols missing;
  OpVec users;                         // operations with a verify_symbol_uses hook, in order
  OpState mirror;                      // reused
  bool (*invariants)(struct VerifyState *self, OpCheck *check, const Operation *op);   // verify_invariants, or leniently
  bool lenient;                        // operations that involve dialects without records are not checked
} VerifyState;

struct VerifyFrame {
  Operation *op;
  Block *block;          // being visited
  Operation *child;      // next one to visit
  uint32_t outer_root;   // roots: the root around this one
  uint32_t users;        // symbol tables: where their users begin
  uint16_t region;
  uint8_t phase;
  bool is_root;          // verified on its own: an isolated operation, or the one asked for
  bool has_isolated;     // isolated operations inside are still to be verified
  bool failed;           // one of those failed
  bool needs_dominance_check;   // roots: some operand is not plainly visible where it is used
};

OpCheck *check_of_slow(VerifyState *self, const OpDef *def);
static inline OpCheck *check_of(VerifyState *self, const OpDef *def) {
  OpCheck *recent = self->recent[((uintptr_t)def >> 4) % RECENT_CHECKS];
  return recent && recent->def == def ? recent : check_of_slow(self, def);
}
#define TRAIT_ID(trait) __builtin_ctzll(trait)
#define TYPE_ARG(type) type_text(self->ctx, (type))
// Reports, and is false.
bool verify_refuse(VerifyState *self, const Operation *op, const char *message);

// --- verify_types.c

bool verify_relations(VerifyState *self, const OpCheck *check, const Operation *op);
bool verify_types_trait(VerifyState *self, const OpCheck *check, const Operation *op, uint32_t id);
bool verify_same_dims(VerifyState *self, const Operation *op);

// --- verify_traits.c

// Upstream's verifyInvariants: traits, constraints, the record's verifier.
bool verify_invariants(VerifyState *self, OpCheck *check, const Operation *op);
// Whether the operation ends an excerpt: what it is the end of is not in the text.
bool ends_excerpt(const VerifyState *self, const Operation *op);
// verifyRegionInvariants, after the operations inside; the isolation check is verify.c's.
bool verify_inferred_types(VerifyState *self, const OpCheck *check, const Operation *op);
bool verify_implicit_terminator(VerifyState *self, const OpCheck *check, const Operation *op);

// Most operations are like one verified before: same types, same attributes. False: not to be told
// by a signature.
static inline bool has_signature(const OpCheck *check, const Operation *op) {
  return check->by_signature && op->operand_count + op->result_count + op->successor_count && !op->region_count &&
         op->operand_count + op->result_count + check->def->attr_count <= SIGNATURE_WORDS;
}

#endif
