// scf-for-loop-canonicalization: what the ranges of loops, and the shapes they carry, tell about operations in them
// (after mlir/lib/Dialect/SCF/Transforms/LoopCanonicalization.cpp).
#include "ops/affine.h"
#include "ops/memref.h"
#include "ops/tensor.h"

#include "passes/scf/loops.h"

#include "dialects/common/op_fold_result.h"
#include "passes/scf/min_max.h"

enum { LOWER, UPPER, STEP, FIRST_INIT };

// ---------------------------------------------------------------------------------------------
// Sizes of what a loop carries

// What the loop yields for the carried value `arg` has the shape of that value. Looks into loops in it, up to a depth.
static bool keeps_shape(const Operation *loop, uint32_t arg, uint32_t depth) {
  enum { MAX_DEPTH = 64 };
  const Block *body = loop_body(loop);
  const Value *value = op_operand(body->last, arg);
  while (value != body->args[arg + 1]) {
    const Operation *op = value_def(value);
    if (op_is(op, OP_TENSOR_INSERT_SLICE)) value = op_operand(op, 1);
    else if (op_is(op, OP_SCF_FOR) && depth < MAX_DEPTH && keeps_shape(op, value->index, depth + 1)) value = op_operand(op, FIRST_INIT + value->index);
    else return false;
  }
  return true;
}

static bool dim_of_arg(Greedy *g, Operation *op) {
  const Value *source = op_operand(op, 0);
  const Block *block = value_arg_block(source);
  Operation *loop = block ? block_parent_op(block) : NULL;
  if (!op_is(loop, OP_SCF_FOR) || source->index == 0 || !keeps_shape(loop, source->index - 1, 0)) return false;
  greedy_set_operand(g, op, 0, op_operand(loop, FIRST_INIT + source->index - 1));
  return true;
}

static bool dim_of_result(Greedy *g, Operation *op) {
  const Value *source = op_operand(op, 0);
  Operation *loop = value_def(source);
  if (!op_is(loop, OP_SCF_FOR) || !keeps_shape(loop, source->index, 0)) return false;
  greedy_set_operand(g, op, 0, op_operand(loop, FIRST_INIT + source->index));
  return true;
}

// ---------------------------------------------------------------------------------------------
// Minima and maxima of induction variables

typedef struct LoopRange {
  OpFoldResult lower, upper, step;
} LoopRange;

static OpFoldResult operand_number(const Operation *op, uint32_t i) { return (OpFoldResult){.value = op_operand(op, i)}; }

// The range of the induction variable of a loop; false: it is none.
static bool range_of(const Value *iv, Arena *arena, LoopRange *out) {
  const Block *block = value_arg_block(iv);
  const Operation *loop = block ? block_parent_op(block) : NULL;
  if (op_is(loop, OP_SCF_FOR)) {
    *out = (LoopRange){operand_number(loop, LOWER), operand_number(loop, UPPER), operand_number(loop, STEP)};
    return iv->index == 0;
  }
  if (op_is(loop, OP_SCF_PARALLEL) && block == loop_body(loop)) {
    uint32_t i = iv->index;
    *out = (LoopRange){operand_number(loop, op_operands_named(loop, "lowerBound").begin + i),
                   operand_number(loop, op_operands_named(loop, "upperBound").begin + i),
                   operand_number(loop, op_operands_named(loop, "step").begin + i)};
    return true;
  }
  if (!op_is(loop, OP_SCF_FORALL) || iv->index >= block->arg_count - loop->result_count) return false;
  *out = (LoopRange){ofr_list(loop, "staticLowerBound", "dynamicLowerBound", arena).items[iv->index],
                 ofr_list(loop, "staticUpperBound", "dynamicUpperBound", arena).items[iv->index],
                 ofr_list(loop, "staticStep", "dynamicStep", arena).items[iv->index]};
  return true;
}

static bool number_of(OpFoldResult ofr, int64_t *out) {
  *out = ofr.constant;
  return !ofr.value || constant_number(ofr.value, out);
}

// row += factor * bound
static void add_bound(SetRow *row, uint32_t var, bool is_number, int64_t number, int64_t factor) {
  if (is_number) row->constant += factor * number;
  else row->factors[var] += factor;
}

// lower <= iv <= lower + step * ((upper - lower - 1) floordiv step)
static bool add_range(Constraints *known, Value *iv, const LoopRange *range) {
  enum { LARGE = 1 << 30 };   // sums of such numbers do not wrap around
  int64_t step, lower, upper;
  if (!number_of(range->step, &step) || step <= 0 || step > LARGE) return false;
  bool has_lower = number_of(range->lower, &lower), has_upper = number_of(range->upper, &upper);
  if ((has_lower && (lower > LARGE || lower < -LARGE)) || (has_upper && (upper > LARGE || upper < -LARGE))) return false;
  uint32_t dim = constraints_add_dim(known, iv), low = constraints_add_symbol(known, range->lower.value), high = constraints_add_symbol(known, range->upper.value);
  uint32_t times = (has_lower && has_upper) || step == 1 ? 0 : constraints_add_quotient(known);
  AffineSet *set = &known->set;
  SetRow first = affine_set_row(set), last = affine_set_row(set), rest = affine_set_row(set), most = affine_set_row(set);
  if (!first.factors || !last.factors || !rest.factors || !most.factors) return false;
  if (has_lower) affine_set_fix(set, low, lower);
  if (has_upper) affine_set_fix(set, high, upper);
  first.factors[dim] = 1;
  first.factors[low] = -1;
  affine_set_add_inequality(set, first);
  last.factors[dim] = -1;
  if (step == 1 && !(has_lower && has_upper)) {   // iv <= upper - 1
    last.constant = -1;
    add_bound(&last, high, has_upper, upper, 1);
    affine_set_add_inequality(set, last);
    return true;
  }
  add_bound(&last, low, has_lower, lower, 1);
  if (has_lower && has_upper) {
    int64_t distance = upper - lower - 1;
    if (lower + step < upper) last.constant += step * (distance / step - (distance % step < 0));
    affine_set_add_inequality(set, last);
    return true;
  }
  last.factors[times] = step;
  affine_set_add_inequality(set, last);
  rest.constant = -1;   // 0 <= upper - lower - 1 - step * times < step
  rest.factors[times] = -step;
  add_bound(&rest, high, has_upper, upper, 1);
  add_bound(&rest, low, has_lower, lower, -1);
  affine_set_add_inequality(set, rest);
  affine_set_combine(set, &most, 1, rest, -1);
  most.constant += step - 1;
  affine_set_add_inequality(set, most);
  return true;
}

static bool simplify_extreme(Greedy *g, Operation *op) {
  Constraints known;
  constraints_init(&known, g->arena);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *operand = op_operand(op, i);
    LoopRange range;
    bool met = false;
    for (uint32_t k = 0; k < i && !met; k++) met = op_operand(op, k) == operand;
    if (met || !range_of(operand, g->arena, &range)) continue;
    if (!add_range(&known, operand, &range)) return greedy_no_match(g, op, "the step of a loop is not constant");
  }
  return simplify_min_max(g, op, &known);
}

// ---------------------------------------------------------------------------------------------

#define ON(root_name, function, text) {.root = root_name, .rewrite = function, .name = text}
static const GreedyPattern patterns[] = {
  ON(OP_AFFINE_MIN, simplify_extreme, "affine.min that is always one alternative"),
  ON(OP_AFFINE_MAX, simplify_extreme, "affine.max that is always one alternative"),
  ON(OP_TENSOR_DIM, dim_of_arg, "the size of what a loop carries"),
  ON(OP_MEMREF_DIM, dim_of_arg, "the size of what a loop carries"),
  ON(OP_TENSOR_DIM, dim_of_result, "the size of what a loop gives"),
  ON(OP_MEMREF_DIM, dim_of_result, "the size of what a loop gives"),
};

void add_for_loop_canonicalization(Greedy *g) { greedy_add_table(g, patterns); }

static bool run(PassRun *pass, Operation *op) {
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  add_for_loop_canonicalization(&g);
  return greedy_run(&g, op) && !pass->ctx->mem.exhausted;
}

const PassDef for_loop_canonicalization_pass = {
  .name = "scf-for-loop-canonicalization", .class_name = "SCFForLoopCanonicalization",
  .summary = "Canonicalize operations within scf.for loop bodies", .works_on = "scf affine tensor memref", .makes = "affine", .run = run,
};
