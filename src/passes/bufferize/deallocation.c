// buffer-deallocation-simplification, and the pipeline of all steps of deallocation
// (after BufferDeallocationSimplification.cpp of mlir/lib/Dialect/Bufferization/Transforms).
#include "ops/arith.h"
#include "ops/bufferization.h"
#include "ops/func.h"
#include "ops/memref.h"
#include "ops/op_interfaces.h"
#include "ops/scf.h"
#include "rules/bufferization.h"

#include "passes/bufferize/view_flow.h"

#include "dialects/common/build.h"
#include "ir/constants.h"
#include "ir/ir_diag.h"
#include "rewrite/greedy.h"

// Whether two memrefs are of one allocation, as it was when the pass began: the patterns leave memory where it is.
static Sharing sharing(Greedy *g, Value *a, Value *b) { return view_flow_sharing((ViewFlow *)(uintptr_t)g->data, a, b); }

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

// A memref that is surely some of those retained, and surely none of the others, needs no look at run time.
static bool drop_retained(Greedy *g, Operation *op) {
  ValueVec memrefs = {0}, conditions = {0}, retained = {0}, left = {0}, left_conditions = {0}, results = {0};
  lists_of(g, op, &memrefs, &conditions, &retained);
  bool *dropped = arena_new(g->arena, bool, memrefs.count + 1);
  for (uint32_t i = 0; dropped && i < memrefs.count; i++) {
    bool known = true, found = false;
    for (uint32_t k = 0; k < retained.count && known; k++) {
      Sharing how = sharing(g, retained.data[k], memrefs.data[i]);
      known = how != MAY_SHARE;
      found |= how == IS_THE_SAME;
    }
    dropped[i] = known && found;
    if (dropped[i]) continue;
    vec_push(g->arena, &left, memrefs.data[i]);
    vec_push(g->arena, &left_conditions, conditions.data[i]);
  }
  if (!dropped || left.count == memrefs.count) return greedy_no_match(g, op, "no memref is surely one of those retained");
  Operation *made = build_dealloc(g, &left, &left_conditions, &retained);
  for (uint32_t k = 0; k < retained.count; k++) {
    Value *result = op_result(made, k);
    for (uint32_t i = 0; i < memrefs.count; i++)
      if (dropped[i] && sharing(g, retained.data[k], memrefs.data[i]) == IS_THE_SAME)
        result = build_binary(&g->b, OP_ARITH_ORI, result, conditions.data[i]);
    vec_push(g->arena, &results, result);
  }
  return greedy_replace(g, op, results.data);
}

// A retained memref that is none of those freed.
static bool drop_unrelated(Greedy *g, Operation *op) {
  ValueVec memrefs = {0}, conditions = {0}, retained = {0}, left = {0}, results = {0};
  lists_of(g, op, &memrefs, &conditions, &retained);
  bool *kept = arena_new(g->arena, bool, retained.count + 1);
  for (uint32_t k = 0; kept && k < retained.count; k++) {
    for (uint32_t i = 0; i < memrefs.count; i++) kept[k] |= sharing(g, memrefs.data[i], retained.data[k]) != SHARES_NOTHING;
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
      if (k != i && sharing(g, memrefs.data[i], memrefs.data[k]) != SHARES_NOTHING) alone[i] = false;
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

// A retained memref is owned if it is surely one whose condition always holds.
static bool retain_freed_always(Greedy *g, Operation *op) {
  ValueVec memrefs = {0}, conditions = {0}, retained = {0};
  lists_of(g, op, &memrefs, &conditions, &retained);
  bool any = false;
  for (uint32_t i = 0; i < memrefs.count; i++) {
    A condition = value_constant(conditions.data[i]);
    if (!condition || attr_kind(condition) != ATTR_INTEGER || !attr_to_bool(condition)) continue;
    for (uint32_t k = 0; k < retained.count; k++) {
      if (!op_result(op, k)->uses || sharing(g, retained.data[k], memrefs.data[i]) != IS_THE_SAME) continue;
      greedy_replace_uses(g, op_result(op, k), conditions.data[i]);
      any = true;
    }
  }
  return any || greedy_no_match(g, op, "no retained memref is one that is always freed");
}

static const GreedyPattern simplification[] = {
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = drop_retained, .name = "memref that is freed and retained"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = drop_unrelated, .name = "memref that is retained and not freed"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = split, .name = "memref that is none of the others"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = retain_freed_always, .name = "memref that is retained and always freed"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = dealloc_twice, .name = "memref freed twice by one operation"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = retain_twice, .name = "memref retained twice by one operation"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = dealloc_nothing, .name = "nothing is freed"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = dealloc_never, .name = "condition that never holds"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = dealloc_base_of_alloc, .name = "base buffer of an allocation"},
  {.root = OP_BUFFERIZATION_DEALLOC, .rewrite = dealloc_unused_alloc, .name = "allocation that is only freed"},
};

static bool run_simplification(PassRun *pass, Operation *op) {
  ViewFlow flow;
  view_flow_init(&flow, pass->arena, op);
  return greedy_rewrite(pass, op, simplification, countof(simplification), &flow);
}

const PassDef deallocation_simplification_pass = {
  .name = "buffer-deallocation-simplification", .class_name = "BufferDeallocationSimplificationPass",
  .summary = "Optimizes `bufferization.dealloc` operation for more efficient codegen", .works_on = "bufferization", .makes = "bufferization arith memref",
  .run = run_simplification,
};

// ---------------------------------------------------------------------------------------------
// The pipeline

extern const PassDef lower_deallocations_pass, canonicalize_pass, cse_pass, expand_realloc_pass, ownership_deallocation_pass;

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
