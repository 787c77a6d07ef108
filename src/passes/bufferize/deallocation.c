// What becomes of bufferization.dealloc: buffer-deallocation-simplification, bufferization-lower-deallocations, and the pipeline of all
// steps (after BufferDeallocationSimplification.cpp and LowerDeallocations.cpp of mlir/lib/Dialect/Bufferization/Transforms).
#include "ops/arith.h"
#include "ops/bufferization.h"
#include "ops/func.h"
#include "ops/memref.h"
#include "ops/op_interfaces.h"
#include "ops/scf.h"
#include "rules/bufferization.h"

#include "dialects/common/build.h"
#include "ir/constants.h"
#include "ir/ir_diag.h"
#include "rewrite/effects.h"
#include "rewrite/greedy.h"

// ---------------------------------------------------------------------------------------------
// Which memory is which

typedef enum Sharing { SHARES_NOTHING, MAY_SHARE, IS_THE_SAME } Sharing;

static bool is_new_memory(const Value *value) {
  const Operation *def = value_def(value);
  uint32_t effects;
  return def && op_own_effects(def, &effects) && effects & EFFECT_ALLOC;
}

static const Value *viewed(const Value *value) {
  for (const Operation *def; (def = value_def(value)) != NULL && def->operand_count && type_is_memref(op_operand_type(def, 0));) {
    if (!op_is(def, OP_MEMREF_CAST) && !op_is(def, OP_MEMREF_SUBVIEW) && !op_is(def, OP_MEMREF_EXTRACT_STRIDED_METADATA) &&
        !op_is(def, OP_MEMREF_COLLAPSE_SHAPE) && !op_is(def, OP_MEMREF_EXPAND_SHAPE) && !op_is(def, OP_MEMREF_REINTERPRET_CAST))
      break;
    value = op_operand(def, 0);
  }
  return value;
}

static bool is_argument_of_function(const Value *value) { return value->is_arg && op_is(block_parent_op(value_arg_block(value)), OP_FUNC_FUNC) && block_is_entry(value_arg_block(value)); }

static Sharing sharing(const Value *a, const Value *b) {
  if (a == b) return IS_THE_SAME;
  a = viewed(a);
  b = viewed(b);
  if (a == b) return MAY_SHARE;
  bool a_new = is_new_memory(a), b_new = is_new_memory(b);
  if (a_new && b_new) return SHARES_NOTHING;
  if ((a_new && is_argument_of_function(b)) || (b_new && is_argument_of_function(a))) return SHARES_NOTHING;
  return MAY_SHARE;
}

static Span memrefs_of(const Operation *op) { return op_operands_named(op, "memrefs"); }
static Span retained_by(const Operation *op) { return op_operands_named(op, "retained"); }

// The operation with other lists; its results are those of the retained memrefs.
static Operation *build_dealloc(Greedy *g, const ValueVec *memrefs, const ValueVec *conditions, const ValueVec *retained) {
  OpState *state = builder_begin(&g->b, OP_BUFFERIZATION_DEALLOC);
  op_state_add_operands(state, memrefs->data, memrefs->count);
  op_state_add_operands(state, conditions->data, conditions->count);
  op_state_add_operands(state, retained->data, retained->count);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)memrefs->count, (int32_t)conditions->count, (int32_t)retained->count}, 3);
  for (uint32_t i = 0; i < retained->count; i++) op_state_add_type(state, g->ctx->types.i1);
  return builder_finish_typed(&g->b);
}

static void lists_of(Greedy *g, const Operation *op, ValueVec *memrefs, ValueVec *conditions, ValueVec *retained) {
  Span m = memrefs_of(op), c = op_operands_named(op, "conditions"), r = retained_by(op);
  op_push_operands(op, m.begin, m.end, memrefs, g->arena);
  op_push_operands(op, c.begin, c.end, conditions, g->arena);
  op_push_operands(op, r.begin, r.end, retained, g->arena);
}

// ---------------------------------------------------------------------------------------------
// Simplification

// A memref that is retained and shares nothing else needs no look at run time.
static bool drop_retained(Greedy *g, Operation *op) {
  ValueVec memrefs = {0}, conditions = {0}, retained = {0}, left = {0}, left_conditions = {0}, results = {0};
  lists_of(g, op, &memrefs, &conditions, &retained);
  Value **also = arena_new(g->arena, Value *, retained.count + 1);
  for (uint32_t i = 0; also && i < memrefs.count; i++) {
    bool clear = retained.count != 0, found = false;
    for (uint32_t k = 0; k < retained.count; k++) {
      Sharing how = sharing(memrefs.data[i], retained.data[k]);
      Value *from = (Value *)(uintptr_t)viewed(memrefs.data[i]);
      bool same = how == IS_THE_SAME || (how == MAY_SHARE && from == viewed(retained.data[k]) && is_new_memory(from));
      if (same) found = true;
      else if (how == MAY_SHARE) clear = false;
    }
    if (!clear || !found) {
      vec_push(g->arena, &left, memrefs.data[i]);
      vec_push(g->arena, &left_conditions, conditions.data[i]);
      continue;
    }
    for (uint32_t k = 0; k < retained.count; k++) {
      if (viewed(memrefs.data[i]) != viewed(retained.data[k])) continue;
      also[k] = also[k] ? build_binary(&g->b, OP_ARITH_ORI, also[k], conditions.data[i]) : conditions.data[i];
    }
  }
  if (!also || left.count == memrefs.count) return greedy_no_match(g, op, "no memref is surely one of those retained");
  Operation *made = build_dealloc(g, &left, &left_conditions, &retained);
  for (uint32_t k = 0; k < retained.count; k++) {
    Value *result = op_result(made, k);
    vec_push(g->arena, &results, also[k] ? build_binary(&g->b, OP_ARITH_ORI, result, also[k]) : result);
  }
  return greedy_replace(g, op, results.data);
}

// A retained memref that is none of those freed.
static bool drop_unrelated(Greedy *g, Operation *op) {
  ValueVec memrefs = {0}, conditions = {0}, retained = {0}, left = {0}, results = {0};
  lists_of(g, op, &memrefs, &conditions, &retained);
  bool *kept = arena_new(g->arena, bool, retained.count + 1);
  for (uint32_t k = 0; kept && k < retained.count; k++) {
    for (uint32_t i = 0; i < memrefs.count; i++) kept[k] |= sharing(memrefs.data[i], retained.data[k]) != SHARES_NOTHING;
    if (kept[k]) vec_push(g->arena, &left, retained.data[k]);
  }
  if (!kept || left.count == retained.count) return greedy_no_match(g, op, "each memref that is retained may be one that is freed");
  Value *no = build_constant(&g->b, g->ctx->attrs.false_);
  Operation *made = build_dealloc(g, &memrefs, &conditions, &left);
  for (uint32_t k = 0, next = 0; k < retained.count; k++) vec_push(g->arena, &results, kept[k] ? op_result(made, next++) : no);
  return greedy_replace(g, op, results.data);
}

// A memref that shares nothing with the others is freed by itself.
static bool split(Greedy *g, Operation *op) {
  ValueVec memrefs = {0}, conditions = {0}, retained = {0}, left = {0}, left_conditions = {0}, results = {0};
  lists_of(g, op, &memrefs, &conditions, &retained);
  if (memrefs.count < 2) return false;
  bool *alone = arena_new(g->arena, bool, memrefs.count + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; alone && i < memrefs.count; i++) {
    alone[i] = true;
    for (uint32_t k = 0; k < memrefs.count; k++)
      if (k != i && sharing(memrefs.data[i], memrefs.data[k]) != SHARES_NOTHING) alone[i] = false;
    count += alone[i];
  }
  if (!alone || !count) return greedy_no_match(g, op, "each memref may be another one of them");
  Value **also = arena_new(g->arena, Value *, retained.count + 1);
  if (!also) return false;
  for (uint32_t i = 0; i < memrefs.count; i++) {
    if (!alone[i]) {
      vec_push(g->arena, &left, memrefs.data[i]);
      vec_push(g->arena, &left_conditions, conditions.data[i]);
      continue;
    }
    ValueVec one = {0}, one_condition = {0};
    vec_push(g->arena, &one, memrefs.data[i]);
    vec_push(g->arena, &one_condition, conditions.data[i]);
    Operation *made = build_dealloc(g, &one, &one_condition, &retained);
    for (uint32_t k = 0; k < retained.count; k++)
      also[k] = also[k] ? build_binary(&g->b, OP_ARITH_ORI, also[k], op_result(made, k)) : op_result(made, k);
  }
  Operation *rest = build_dealloc(g, &left, &left_conditions, &retained);
  for (uint32_t k = 0; k < retained.count; k++) vec_push(g->arena, &results, build_binary(&g->b, OP_ARITH_ORI, also[k], op_result(rest, k)));
  return greedy_replace(g, op, results.data);
}

static const GreedyPattern simplification[] = {
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = drop_retained, .name = "memref that is freed and retained"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = drop_unrelated, .name = "memref that is retained and not freed"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = split, .name = "memref that is none of the others"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = dealloc_twice, .name = "memref freed twice by one operation"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = retain_twice, .name = "memref retained twice by one operation"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = dealloc_nothing, .name = "nothing is freed"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = dealloc_never, .name = "condition that never holds"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = dealloc_base_of_alloc, .name = "base buffer of an allocation"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = dealloc_unused_alloc, .name = "allocation that is only freed"},
};

static bool run_simplification(PassRun *pass, Operation *op) { return greedy_rewrite(pass, op, simplification, countof(simplification), NULL); }

const PassDef deallocation_simplification_pass = {
  .name = "buffer-deallocation-simplification", .class_name = "BufferDeallocationSimplificationPass",
  .summary = "Optimizes `bufferization.dealloc` operation for more efficient codegen", .works_on = "bufferization", .makes = "bufferization arith memref",
  .run = run_simplification,
};

// ---------------------------------------------------------------------------------------------
// Lowering

typedef struct Deallocs {
  PassRun *pass;
  OpVec ops;
} Deallocs;

static WalkResult collect(Operation *op, void *data) {
  Deallocs *self = data;
  if (op_is(op, OP_BUFFERIZATION_DEALLOC)) vec_push(self->pass->arena, &self->ops, op);
  return WALK_ADVANCE;
}

static Value *address_of(Builder *b, Value *memref) { return build1(b, OP_MEMREF_EXTRACT_ALIGNED_POINTER_AS_INDEX, b->ctx->types.index, memref); }

static void free_if(Builder *b, Module *module, Value *condition, Value *memref) {
  OpState *state = builder_begin(b, OP_SCF_IF);
  op_state_add_operand(state, condition);
  op_state_add_region(state);
  op_state_add_region(state);
  Operation *choice = builder_finish_typed(b);
  Block *block = block_new(module), *at = b->block;
  Operation *before = b->before;
  block_append(&choice->regions[0], block);
  builder_at_end(b, block);
  OpState *dealloc = builder_begin(b, OP_MEMREF_DEALLOC);
  op_state_add_operand(dealloc, memref);
  builder_finish_typed(b);
  builder_begin(b, OP_SCF_YIELD);
  builder_finish_typed(b);
  b->block = at;
  b->before = before;
}

// One memref: it is freed if the condition holds and it is none of those retained.
static bool lower_one(PassRun *pass, Operation *op) {
  Builder b;
  builder_init(&b, pass->module);
  builder_before(&b, op);
  Span retained = retained_by(op);
  Value *memref = op_operand(op, 0), *condition = op_operand(op, 1);
  if (!span_size(retained)) {
    free_if(&b, pass->module, condition, memref);
    op_erase(op);
    return true;
  }
  Value *address = address_of(&b, memref), *none = condition;
  ValueVec same = {0};
  for (uint32_t i = retained.begin; i < retained.end; i++) {
    Value *other = address_of(&b, op_operand(op, i));
    vec_push(pass->arena, &same, build_cmpi(&b, ARITH_CMP_I_PREDICATE_EQ, address, other));
    Value *different = build_cmpi(&b, ARITH_CMP_I_PREDICATE_NE, address, other);
    none = build_binary(&b, OP_ARITH_ANDI, none, different);
  }
  free_if(&b, pass->module, none, memref);
  for (uint32_t i = 0; i < same.count; i++)
    value_replace_all(op_result(op, i), build_binary(&b, OP_ARITH_ANDI, same.data[i], condition));
  op_erase(op);
  return true;
}

static bool lower(PassRun *pass, Operation *op) {
  Span memrefs = memrefs_of(op);
  if (!span_size(memrefs)) {
    Builder b;
    builder_init(&b, pass->module);
    builder_before(&b, op);
    Value *no = op->result_count ? build_constant(&b, pass->ctx->attrs.false_) : NULL;
    for (uint32_t i = 0; i < op->result_count; i++) value_replace_all(op_result(op, i), no);
    op_erase(op);
    return true;
  }
  if (span_size(memrefs) == 1) return lower_one(pass, op);
  op_error_plain(pass->module, op, "several memrefs that may be each other are freed: lowering that by a function of the library is not supported");
  return false;
}

static bool run_lowering(PassRun *pass, Operation *op) {
  Deallocs found = {.pass = pass};
  op_walk_pre(op, collect, &found);
  for (uint32_t i = 0; i < found.ops.count && !pass->ctx->mem.exhausted; i++) {
    pass->changed = true;
    if (!lower(pass, found.ops.data[i])) return false;
  }
  return !pass->ctx->mem.exhausted;
}

const PassDef lower_deallocations_pass = {
  .name = "bufferization-lower-deallocations", .class_name = "LowerDeallocationsPass",
  .summary = "Lowers `bufferization.dealloc` operations to `memref.dealloc`operations", .works_on = "bufferization", .makes = "arith memref scf",
  .run = run_lowering,
};

// ---------------------------------------------------------------------------------------------
// The pipeline

extern const PassDef canonicalize_pass, cse_pass, expand_realloc_pass, ownership_deallocation_pass;

static bool run_step(PassRun *pass, Operation *op, const PassDef *def, const char *first_option) {
  PassInstance step = {.def = def};
  Str *values = arena_new(pass->arena, Str, def->option_count + 1);
  step.given = arena_new(pass->arena, bool, def->option_count + 1);
  if (!values || !step.given) return false;
  for (uint32_t i = 0; i < def->option_count; i++) values[i] = str_from(def->options[i]->default_text ? def->options[i]->default_text : "");
  if (first_option) values[0] = str_from(first_option);
  step.values = values;
  PassRun run = *pass;
  run.instance = &step;
  run.statistics = step.statistics;
  bool ok = def->run(&run, op);
  pass->changed |= run.changed;
  return ok;
}

static bool run_pipeline(PassRun *pass, Operation *op) {
  return run_step(pass, op, &expand_realloc_pass, "false") && run_step(pass, op, &canonicalize_pass, NULL) &&
         run_step(pass, op, &ownership_deallocation_pass, NULL) && run_step(pass, op, &canonicalize_pass, NULL) &&
         run_step(pass, op, &deallocation_simplification_pass, NULL) && run_step(pass, op, &lower_deallocations_pass, NULL) &&
         run_step(pass, op, &cse_pass, NULL) && run_step(pass, op, &canonicalize_pass, NULL);
}

const PassDef deallocation_pipeline_pass = {
  .name = "buffer-deallocation-pipeline", .class_name = "BufferDeallocationPipeline",
  .summary = "The default pipeline for automatically inserting deallocation operations after one-shot bufferization. Deallocation operations (except `memref.realloc`) may not be present already.",
  .works_on = "func memref", .makes = "arith memref scf", .run = run_pipeline,
};
