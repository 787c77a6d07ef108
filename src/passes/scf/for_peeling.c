// scf-for-loop-peeling: the last iteration, which may be a partial one, gets a loop of its own, or the first one does
// (after mlir/lib/Dialect/SCF/Transforms/LoopSpecialization.cpp).
#include "ops/affine.h"
#include "ops/arith.h"

#include "passes/scf/loops.h"

#include "dialects/affine/compose.h"
#include "dialects/common/blocks.h"
#include "ir/constants.h"
#include "passes/scf/min_max.h"

static const PassOption option_peel_front = {"peel-front", OPTION_BOOL, "false", NULL, "Peel the first iteration out of the loop."};
static const PassOption option_skip_partial = {"skip-partial", OPTION_BOOL, "true", NULL,
  "Do not peel loops inside of the last, partial iteration of another already peeled loop."};

enum { LOWER, UPPER, STEP, FIRST_INIT };
#define PEELED str_from("__peeled_loop__")
#define PARTIAL str_from("__partial_iteration__")

typedef struct Peeling {
  bool front, skip_partial;
} Peeling;

// ---------------------------------------------------------------------------------------------
// Where the loop is split

// The operation, or what it folds to.
static Value *fold_or_keep(Greedy *g, Operation *op) {
  g->folder.results.count = 0;
  g->folder.in_place = false;
  if (!op_fold(&g->folder, op) || !g->folder.results.count) return op_result(op, 0);
  FoldResult folded = g->folder.results.data[0];
  Value *value = folded.value ? folded.value : greedy_constant(g, op, folded.attr, op_result_type(op, 0));
  if (!value) return op_result(op, 0);
  greedy_erase(g, op);
  return value;
}

static Value *build_bound(Greedy *g, E expr, Value *const *operands, uint32_t count, T type) {
  OpState *state = builder_begin(&g->b, OP_AFFINE_APPLY);
  op_state_add_operands(state, operands, count);
  op_state_set_prop(state, AFFINE_APPLY_MAP, attr_affine_map(g->ctx, affine_map(g->ctx, 0, count, &expr, 1)));
  op_state_add_type(state, g->ctx->types.index);
  Value *bound = fold_or_keep(g, builder_finish_typed(&g->b));
  if (bound->type == type) return bound;
  return fold_or_keep(g, value_def(build1(&g->b, OP_ARITH_INDEX_CAST, type, bound)));
}

static bool any_apply(const ValueVec *values) {
  for (uint32_t i = 0; i < values->count; i++)
    if (defined_by(values->data[i], OP_AFFINE_APPLY)) return true;
  return false;
}

// The step divides the range as far as affine expressions tell.
static bool divides_evenly(Greedy *g, const Operation *op) {
  int64_t lower, upper, step;
  bool has_step = constant_number(op_operand(op, STEP), &step);
  if (has_step && constant_number(op_operand(op, LOWER), &lower) && constant_number(op_operand(op, UPPER), &upper) &&
      (int64_t)((uint64_t)upper - (uint64_t)lower) % step == 0)
    return true;
  Context *ctx = g->ctx;
  E rest = affine_mod(ctx, affine_sub(ctx, affine_symbol(ctx, 1), affine_symbol(ctx, 0)), affine_symbol(ctx, 2));
  const AffineMap *map = affine_map(ctx, 0, 3, &rest, 1);
  ValueVec operands = {0};
  op_push_operands(op, LOWER, FIRST_INIT, &operands, g->arena);
  while (any_apply(&operands) && !ctx->mem.exhausted) compose_map(ctx, &map, &operands, g->arena);
  int64_t value;
  return affine_is_const(map->results[0], &value) && value == 0;
}

// ---------------------------------------------------------------------------------------------

static void set_label(Greedy *g, Operation *op, Str name) {
  op_set_attr(g->module, op, name, g->ctx->attrs.unit);
  greedy_updated(g, op);
}

typedef struct Extremes {
  Greedy *g;
  OpVec found;
} Extremes;

static WalkResult collect_extremes(Operation *op, void *data) {
  Extremes *self = data;
  if (op_is(op, OP_AFFINE_MIN) || op_is(op, OP_AFFINE_MAX)) vec_push(self->g->arena, &self->found, op);
  return WALK_ADVANCE;
}

// affine.min and affine.max inside, knowing that a whole step remains, or less than that.
static void simplify_extremes(Greedy *g, Operation *loop, Value *upper, bool whole) {
  Extremes self = {.g = g};
  op_walk_post(loop, collect_extremes, &self);
  for (uint32_t i = 0; i < self.found.count; i++) {
    Constraints known;
    constraints_init(&known, g->arena);
    Value *iv = loop_body(loop)->args[0], *step = op_operand(loop, STEP);
    uint32_t at = constraints_add_dim(&known, iv), limit = constraints_add_symbol(&known, upper), by = constraints_add_symbol(&known, step);
    int64_t number;
    if (constant_number(upper, &number)) affine_set_fix(&known.set, limit, number);
    if (constant_number(step, &number)) affine_set_fix(&known.set, by, number);
    SetRow row = affine_set_row(&known.set);   // whole: upper - at - step >= 0, else at - upper + step - 1 >= 0
    if (!row.factors) return;
    row.factors[limit] = whole ? 1 : -1;
    row.factors[at] = row.factors[by] = whole ? -1 : 1;
    row.constant = whole ? 0 : -1;
    affine_set_add_inequality(&known.set, row);
    simplify_min_max(g, self.found.data[i], &known);
  }
}

static bool peel_last(Greedy *g, Operation *op, Operation **partial) {
  int64_t step;
  if (constant_number(op_operand(op, STEP), &step) && step <= 1) return greedy_no_match(g, op, "its step is 1");
  if (divides_evenly(g, op)) return greedy_no_match(g, op, "there is no partial iteration");
  Context *ctx = g->ctx;
  Value *upper = op_operand(op, UPPER);
  E rest = affine_mod(ctx, affine_sub(ctx, affine_symbol(ctx, 1), affine_symbol(ctx, 0)), affine_symbol(ctx, 2));
  Value *bounds[] = {op_operand(op, LOWER), upper, op_operand(op, STEP)};
  Value *split = build_bound(g, affine_sub(ctx, affine_symbol(ctx, 1), rest), bounds, 3, bounds[0]->type);
  builder_after(&g->b, op);
  *partial = builder_insert(&g->b, op_clone(g->module, op, NULL));
  greedy_set_operand(g, *partial, LOWER, split);
  for (uint32_t i = 0; i < op->result_count; i++) {
    greedy_replace_uses(g, op_result(op, i), op_result(*partial, i));
    greedy_set_operand(g, *partial, FIRST_INIT + i, op_result(op, i));
  }
  greedy_set_operand(g, op, UPPER, split);
  simplify_extremes(g, op, upper, true);
  simplify_extremes(g, *partial, upper, false);
  return true;
}

static bool peel_first(Greedy *g, Operation *op, Operation **first) {
  int64_t lower, upper, step;
  if (constant_number(op_operand(op, LOWER), &lower) && constant_number(op_operand(op, UPPER), &upper) &&
      constant_number(op_operand(op, STEP), &step) && step != 0 && (int64_t)((uint64_t)upper - (uint64_t)lower) / step <= 1)
    return greedy_no_match(g, op, "it runs once at most");
  Value *bounds[] = {op_operand(op, LOWER), op_operand(op, STEP)};
  E sum = affine_add(g->ctx, affine_symbol(g->ctx, 0), affine_symbol(g->ctx, 1));
  Value *split = build_bound(g, sum, bounds, 2, op_operand(op, UPPER)->type);
  *first = builder_insert(&g->b, op_clone(g->module, op, NULL));
  greedy_set_operand(g, *first, UPPER, split);
  for (uint32_t i = 0; i < op->result_count; i++) greedy_set_operand(g, op, FIRST_INIT + i, op_result(*first, i));
  greedy_set_operand(g, op, LOWER, split);
  return true;
}

static bool is_in_partial(const Operation *op) {
  for (op = op_parent(op); op; op = op_parent(op))
    if (op_is(op, OP_SCF_FOR) && op_discardable(op, PARTIAL)) return true;
  return false;
}

static bool peel(Greedy *g, Operation *op) {
  const Peeling *options = g->data;
  if (op_prop_at(op, SCF_FOR_UNSIGNED_CMP)) return greedy_no_match(g, op, "unsigned loops are not supported");
  if (op_discardable(op, PEELED)) return false;
  if (!options->front && options->skip_partial && is_in_partial(op)) return greedy_no_match(g, op, "it is in a partial iteration");
  Operation *partial = NULL;
  if (!(options->front ? peel_first : peel_last)(g, op, &partial)) return false;
  set_label(g, partial, PEELED);
  set_label(g, partial, PARTIAL);
  set_label(g, op, PEELED);
  return true;
}

static const GreedyPattern patterns[] = {{.root = OP_SCF_FOR, .rewrite = peel, .name = "scf.for in two parts"}};

// --- One loop, by itself

typedef struct Asked {
  bool front;
  Operation *part;
} Asked;

static bool peel_asked(Greedy *g, Operation *op) {
  Asked *asked = (Asked *)(uintptr_t)g->data;
  if (op_prop_at(op, SCF_FOR_UNSIGNED_CMP)) return greedy_no_match(g, op, "unsigned loops are not supported");
  return (asked->front ? peel_first : peel_last)(g, op, &asked->part);
}

Operation *peel_loop(PassRun *pass, Operation *loop, bool front) {
  static const GreedyPattern once[] = {{.root = OP_SCF_FOR, .rewrite = peel_asked, .name = "scf.for in two parts"}};
  Asked asked = {.front = front};
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig){.simplify = SIMPLIFY_NOTHING, .max_iterations = 1, .max_rewrites = 1});
  g.data = &asked;
  greedy_add_table(&g, once);
  greedy_run_ops(&g, op_parent(loop), &loop, 1, false);
  return asked.part;
}

// The labels keep loops from being peeled again.
static WalkResult drop_labels(Operation *op, void *data) {
  PassRun *pass = data;
  if (!op->attr_count) return WALK_ADVANCE;
  op_set_attr(pass->module, op, PEELED, NULL);
  op_set_attr(pass->module, op, PARTIAL, NULL);
  return WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *op) {
  Peeling options = {pass_bool(pass, &option_peel_front), pass_bool(pass, &option_skip_partial)};
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  g.data = &options;
  greedy_add_table(&g, patterns);
  greedy_run(&g, op);
  op_walk_post(op, drop_labels, pass);
  return !pass->ctx->mem.exhausted;
}

const PassDef for_loop_peeling_pass = {
  .name = "scf-for-loop-peeling", .class_name = "SCFForLoopPeeling", .summary = "Peel `for` loops at their upper bounds.", .works_on = "scf",
  .makes = "scf affine arith", .run = run,
  PASS_OPTIONS(&option_peel_front, &option_skip_partial),
};
