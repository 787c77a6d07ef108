// Which values may be dimensions and symbols of affine maps
// (https://mlir.llvm.org/docs/Dialects/Affine/#restrictions-on-dimensions-and-symbols).
#include "ops/affine.h"
#include "ops/tensor.h"
#include "ops/memref.h"
#include "ops/op_interfaces.h"

#include "dialects/affine/hooks.h"
#include "ir/fold.h"

const Region *affine_scope(const Operation *op) {
  for (const Operation *parent; (parent = op_parent(op)); op = parent)
    if (op_has(parent, TRAIT_AFFINE_SCOPE)) return op_parent_region(op);
  return NULL;
}

static const Operation *def_of(const Value *value) { return value->is_arg ? NULL : value->owner; }

static const Region *region_of(const Value *value) {
  const Block *block = value_block(value);
  return block ? block->region : NULL;
}

// Defined directly in a region of an operation with one of the traits; of one that is an affine scope.
static bool is_directly_in(const Value *value, uint64_t traits) {
  const Region *region = region_of(value);
  return region && region->op && op_has(region->op, traits);
}
static bool is_top_level(const Value *value) { return is_directly_in(value, TRAIT_AFFINE_SCOPE); }

bool affine_is_induction_var(const Value *value) {
  const Block *block = value_arg_block(value);
  const Operation *op = block ? block_parent_op(block) : NULL;
  return (op_is(op, OP_AFFINE_FOR) && value->index == 0) || op_is(op, OP_AFFINE_PARALLEL);
}

static bool is_dim_op(const Operation *op) { return op_is(op, OP_MEMREF_DIM) || op_is(op, OP_TENSOR_DIM); }

// The region around the one given, when values from there are visible inside.
static const Region *outer_region(const Region *region) {
  const Operation *op = region ? region->op : NULL;
  return op && !op_has(op, TRAIT_ISOLATED) ? op_parent_region(op) : NULL;
}

static bool is_pure(const Operation *op) {
  const MemoryEffectOpInterface *effects = ask_memory_effect(op->def);
  const ConditionallySpeculatable *asked = ask_conditionally_speculatable(op->def);
  return !op->region_count && effects && !effects->effects(op) && asked && asked->speculatability(op) == SPECULATABLE;
}

// The value of the size that a dim operation asks for, if the operation that made the memref has
// the size as an operand. `known`: the question was decided without it.
static const Value *size_asked_for(const Operation *dim, bool *known) {
  *known = false;
  const Value *shaped = dim->operand_count == 2 ? op_operand(dim, 0) : NULL;
  if (!shaped) return NULL;
  *known = is_top_level(shaped);
  if (*known || shaped->is_arg) return NULL;
  A index = value_constant(op_operand(dim, 1));
  if (!index || attr_kind(index) != ATTR_INTEGER) return NULL;
  const Operation *def = def_of(shaped);
  while (op_is(def, OP_MEMREF_CAST) && def->operand_count == 1) {
    if (type_kind(op_operand_type(def, 0)) != TYPE_MEMREF) return NULL;
    def = def_of(op_operand(def, 0));
  }
  const char *sizes = op_is(def, OP_MEMREF_ALLOC) ? "dynamicSizes"
                      : op_is(def, OP_MEMREF_VIEW) || op_is(def, OP_MEMREF_SUBVIEW) ? "sizes" : NULL;
  if (!sizes || def->result_count != 1 || type_kind(op_result_type(def, 0)) != TYPE_MEMREF) return NULL;
  const ShapedType *memref = (const ShapedType *)op_result_type(def, 0);
  uint64_t at = attr_to_u64(index);
  if (at >= memref->rank) return NULL;
  if (memref->dims[at] != DYNAMIC) {
    *known = true;
    return NULL;
  }
  Span operands = op_operands_named(def, sizes);
  for (uint64_t i = 0; i < at; i++) operands.begin += memref->dims[i] == DYNAMIC;
  return operands.begin < operands.end ? op_operand(def, operands.begin) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Questions about a value lead to questions about the operands of its definition, and so on: they
// are kept on a stack of our own, and answered once each.

typedef enum Wanted { SYMBOL, DIM } Wanted;
typedef enum Step {
  STEP_START,
  STEP_OPERANDS,   // all operands have to qualify
  STEP_OTHERWISE,  // some operand does not
  STEP_LAST,       // the answer is the one just given
} Step;
typedef struct Question {
  const Value *value;
  const Region *region;
  uint32_t next;          // operand
  uint8_t wanted, step;
} Question;

typedef struct Judge {
  Arena arena;
  VEC(Question) stack;
  Map regions;            // region and kind of question -> Map of values to answers + 1
} Judge;

static Map *answers_of(Judge *self, const Region *region, Wanted wanted) {
  MapEntry *entry = map_put(&self->regions, map_key(region) ^ (wanted == DIM ? 1u : 0u));
  if (!entry->value) {
    Map *map = arena_new(&self->arena, Map, 1);
    map_init(map, &self->arena);
    entry->value = (uintptr_t)map;
  }
  return (Map *)entry->value;
}

typedef enum Verdict { NO, YES, ASK } Verdict;

static Verdict verdict(bool yes) { return yes ? YES : NO; }

// Answer the questions that need no other answers.
static Verdict quick_symbol(const Value *value, const Region *region) {
  const Operation *def = def_of(value);
  // An operation that is kept as written may be a scope or a constant.
  if ((def && op_has(def, TRAIT_KEPT)) || is_directly_in(value, TRAIT_KEPT)) return YES;
  if (!type_is_index(value->type)) return NO;
  if (region && region_of(value) == region) return YES;
  if (def && !def->block) return YES;   // the placeholder of a later definition has no operands and no effects
  if (def) return op_has(def, TRAIT_CONSTANT_LIKE) ? YES : ASK;
  return outer_region(region) ? ASK : NO;
}

static Verdict quick_dim(const Value *value, const Region *region) {
  Verdict symbol = quick_symbol(value, region);
  if (symbol != NO || !type_is_index(value->type)) return symbol;
  return affine_is_induction_var(value) ? YES : value->is_arg ? NO : ASK;
}

static Verdict quick(const Value *value, const Region *region, Wanted wanted) {
  return wanted == DIM ? quick_dim(value, region) : quick_symbol(value, region);
}

static bool joins_indices(const Operation *op) {
  return op_is(op, OP_AFFINE_APPLY) || op_is(op, OP_AFFINE_DELINEARIZE_INDEX) || op_is(op, OP_AFFINE_LINEARIZE_INDEX);
}

// The next question behind `q`, or an answer. `last`: the answer to the question asked before.
static Verdict advance(Question *q, Verdict last, Question *ask) {
  const Operation *def = def_of(q->value);
  if (q->step == STEP_LAST) return last;
  if (q->wanted == DIM && q->step == STEP_START) {
    q->step = STEP_OPERANDS;
    *ask = (Question){.value = q->value, .region = q->region, .wanted = SYMBOL};
    return ASK;
  }
  if (q->wanted == DIM && q->next == 0) {
    if (last == YES) return YES;
    if (!def) return verdict(affine_is_induction_var(q->value));
    if (is_dim_op(def)) return verdict(def->operand_count && is_top_level(op_operand(def, 0)));
    if (!joins_indices(def)) return NO;
  } else if (q->wanted == DIM && last == NO) {
    return NO;
  }
  if (q->wanted == SYMBOL) {
    if (q->step == STEP_START) q->step = def && is_pure(def) ? STEP_OPERANDS : STEP_OTHERWISE;
    else if (q->step == STEP_OPERANDS && last == NO) q->step = STEP_OTHERWISE;
  }
  if (q->step == STEP_OPERANDS) {
    if (q->next == def->operand_count) return YES;
    *ask = (Question){.value = op_operand(def, q->next++), .region = q->region, .wanted = q->wanted};
    return ASK;
  }
  q->step = STEP_LAST;
  *ask = (Question){.value = q->value, .region = outer_region(q->region), .wanted = SYMBOL};
  if (is_dim_op(def)) {
    bool known;
    ask->value = size_asked_for(def, &known);
    ask->region = q->region;
    return known ? YES : ask->value ? ASK : NO;
  }
  return ask->region ? ASK : NO;
}

static bool judge(Context *ctx, const Value *value, const Region *region, Wanted wanted) {
  Verdict answer = quick(value, region, wanted);
  if (answer != ASK) return answer == YES;
  Judge self = {{0}};
  arena_init(&self.arena, &ctx->mem);
  map_init(&self.regions, &self.arena);
  vec_push(&self.arena, &self.stack, (Question){.value = value, .region = region, .wanted = (uint8_t)wanted});
  while (self.stack.count && !ctx->mem.exhausted) {
    Question *q = &vec_last(&self.stack), ask = {0};
    answer = advance(q, answer, &ask);
    if (answer == ASK) {
      answer = quick(ask.value, ask.region, ask.wanted);
      if (answer != ASK) continue;
      MapEntry *known = map_find(answers_of(&self, ask.region, ask.wanted), map_key(ask.value));
      if (known) {
        answer = verdict(known->value == 2);
      } else {
        // A definition that needs itself does not qualify.
        map_put(answers_of(&self, ask.region, ask.wanted), map_key(ask.value))->value = 1;
        vec_push(&self.arena, &self.stack, ask);
      }
      continue;
    }
    map_put(answers_of(&self, q->region, q->wanted), map_key(q->value))->value = answer == YES ? 2 : 1;
    (void)vec_pop(&self.stack);
  }
  arena_free(&self.arena);
  return answer == YES;
}

bool affine_is_valid_dim(Context *ctx, const Value *value, const Region *scope) { return judge(ctx, value, scope, DIM); }
bool affine_is_valid_symbol(Context *ctx, const Value *value, const Region *scope) { return judge(ctx, value, scope, SYMBOL); }

bool verify_dims_and_symbols(Verifier *v, const Operation *op, Span operands, uint32_t dims) {
  const Region *scope = affine_scope(op);
  for (uint32_t i = operands.begin; i < operands.end; i++) {
    bool is_dim = i - operands.begin < dims;
    if (is_dim && !affine_is_valid_dim(v->ctx, op_operand(op, i), scope))
      return REFUSE("operand cannot be used as a dimension id");
    if (!is_dim && !affine_is_valid_symbol(v->ctx, op_operand(op, i), scope)) return REFUSE("operand cannot be used as a symbol");
  }
  return true;
}
