// convert-scf-to-cf: structured control flow to blocks and branches
// (after mlir/lib/Conversion/SCFToControlFlow/SCFToControlFlow.cpp).
//
// Outer operations are lowered before inner ones, so every region that is moved out has the blocks
// the source gave it. A block is always cut in front of the operation that is lowered.
#include "ops/arith.h"
#include "ops/cf.h"
#include "ops/scf.h"
#include "dialects/common/build.h"
#include "rewrite/conversion.h"

static const PassOption option_allow_pattern_rollback = {"allow-pattern-rollback", OPTION_BOOL, "true", NULL,
  "Experimental performance flag to disallow pattern rollback"};

// Move the operations before `op` to a new block in front, which takes over arguments and predecessors
// of the old one: as the operations of a block are lowered in order, each is moved only once.
static Block *cut_before(Conversion *c, Operation *op) {
  Block *rest = op->block, *front = block_new(c->module);
  block_insert_before(front, rest);
  if (op->prev) block_splice(front, NULL, rest->first, op->prev);
  front->args = rest->args;
  front->arg_count = rest->arg_count;
  front->arg_cap = rest->arg_cap;
  front->label = rest->label;
  for (uint32_t i = 0; i < front->arg_count; i++) front->args[i]->owner = front;
  rest->args = NULL;
  rest->arg_count = rest->arg_cap = 0;
  rest->label = (Range){0};
  for (BlockUse *use; (use = rest->uses);)
    op_set_successor(use->owner, (uint32_t)(use - use->owner->successors), front);
  c->irreversible_changes++;
  return front;
}

static Operation *terminator_of(const Region *region) { return region->last ? region->last->last : NULL; }

// The values a terminator passes on, from operand `first`.
static Value **operands_from(Conversion *c, const Operation *op, uint32_t first) {
  Value **values = arena_new(c->arena, Value *, op->operand_count + 1);
  for (uint32_t i = first; i < op->operand_count; i++) values[i - first] = op_operand(op, i);
  return values;
}

// Replace a terminator by a branch with its operands, at the end of its block.
static void branch_instead(Conversion *c, Operation *terminator, Block *to) {
  build_br(&c->b, to, operands_from(c, terminator, 0), terminator->operand_count);
  convert_erase(c, terminator);
}

// The back edge of a loop carries LLVM's annotation of the loop.
static void carry_loop_attrs(Conversion *c, const Operation *loop, Operation *branch) {
  for (uint32_t i = 0; i < loop->attr_count; i++) {
    const AttrDef *def = loop->attrs[i].value->def;
    if (def->dialect && strcmp(def->dialect, "llvm") == 0)
      op_set_discardable(c->module, branch, loop->attrs[i].name, loop->attrs[i].value);
  }
}

//   ^init: br ^condition(lower, inits)      ^condition(iv, args): cond_br iv < upper, ^body, ^end
//   ^body: …; br ^condition(iv + step, yielded)      ^end:
static bool lower_for(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  Region *region = op_region(op, 0);
  Block *condition = region->first;
  Operation *yield = terminator_of(region);
  Block *end = op->block, *init = cut_before(c, op);

  Block *body = block_new(c->module);
  block_insert_after(body, condition);
  block_splice(body, NULL, condition->first, condition->last);
  region_take_blocks(end->region, region, end);
  Value *iv = condition->args[0];

  uint32_t carried = op->operand_count - 3;
  Value **values = arena_new(c->arena, Value *, carried + 1);
  builder_at_end(b, yield->block);
  values[0] = build_binary(b, OP_ARITH_ADDI, iv, operands[2]);
  for (uint32_t i = 0; i < carried; i++) values[i + 1] = op_operand(yield, i);
  carry_loop_attrs(c, op, build_br(b, condition, values, carried + 1));
  convert_erase(c, yield);

  builder_at_end(b, init);
  values[0] = operands[0];
  for (uint32_t i = 0; i < carried; i++) values[i + 1] = operands[i + 3];
  build_br(b, condition, values, carried + 1);

  builder_at_end(b, condition);
  Value *more = build_cmpi(b, op_prop_at(op, SCF_FOR_UNSIGNED_CMP) ? ARITH_CMP_I_PREDICATE_ULT : ARITH_CMP_I_PREDICATE_SLT, iv, operands[1]);
  build_cond_br(b, more, body, NULL, 0, end, NULL, 0);
  return convert_replace(c, op, condition->args + 1, carried);
}

//   cond_br condition, ^then, ^else      ^then: …; br ^join(yielded)      ^join(results): br ^rest
// Without results ^rest is the join.
static bool lower_if(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  Block *rest = op->block, *front = cut_before(c, op), *join = rest;
  if (op->result_count) {
    join = block_new(c->module);
    block_insert_before(join, rest);
    for (uint32_t i = 0; i < op->result_count; i++) block_add_arg(c->module, join, op_result_type(op, i), op->loc);
    builder_at_end(b, join);
    build_br(b, rest, NULL, 0);
  }
  Block *targets[2];
  for (uint32_t r = 0; r < 2; r++) {
    Region *region = op_region(op, r);
    targets[r] = region->first ? region->first : join;
    if (!region->first) continue;
    Operation *yield = terminator_of(region);
    builder_at_end(b, yield->block);
    branch_instead(c, yield, join);
    region_take_blocks(rest->region, region, join);
  }
  builder_at_end(b, front);
  build_cond_br(b, operands[0], targets[0], NULL, 0, targets[1], NULL, 0);
  return convert_replace(c, op, join->args, op->result_count);
}

static bool lower_execute_region(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Builder *b = &c->b;
  Region *region = op_region(op, 0);
  Block *rest = op->block, *front = cut_before(c, op);
  builder_at_end(b, front);
  build_br(b, region->first, NULL, 0);
  region_each_block(region, block) {
    Operation *last = block->last;
    if (!op_is(last, OP_SCF_YIELD)) continue;
    builder_at_end(b, block);
    branch_instead(c, last, rest);
  }
  region_take_blocks(rest->region, region, rest);
  for (uint32_t i = 0; i < op->result_count; i++) block_add_arg(c->module, rest, op_result_type(op, i), op->loc);
  return convert_replace(c, op, rest->args, op->result_count);
}

// If the body only passes its arguments on, the loop is a do-while and does not need the body.
static bool is_do_while(const Operation *op) {
  const Block *after = op_region(op, 1)->first;
  if (after->next || after->first != after->last) return false;
  const Operation *yield = after->last;
  if (!op_is(yield, OP_SCF_YIELD) || yield->operand_count != after->arg_count) return false;
  for (uint32_t i = 0; i < after->arg_count; i++)
    if (op_operand(yield, i) != after->args[i]) return false;
  return true;
}

//   br ^before(inits)      ^before: …; cond_br condition, ^after(values), ^rest
//   ^after: …; br ^before(yielded)
static bool lower_while(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  bool do_while = is_do_while(op);
  Region *before_region = op_region(op, 0), *after_region = op_region(op, 1);
  Block *before = before_region->first, *after = after_region->first;
  Operation *condition = terminator_of(before_region), *yield = terminator_of(after_region);
  Block *rest = op->block, *front = cut_before(c, op);
  region_take_blocks(rest->region, before_region, rest);
  if (!do_while) region_take_blocks(rest->region, after_region, rest);

  builder_at_end(b, front);
  build_br(b, before, operands, op->operand_count);

  uint32_t count = condition->operand_count - 1;
  Value **values = operands_from(c, condition, 1);
  builder_before(b, condition);
  Operation *branch = build_cond_br(b, op_operand(condition, 0), do_while ? before : after, values, count, rest, NULL, 0);
  convert_erase(c, condition);
  if (do_while) {
    carry_loop_attrs(c, op, branch);
  } else {
    builder_before(b, yield);
    branch = build_br(b, before, operands_from(c, yield, 0), yield->operand_count);
    convert_erase(c, yield);
    carry_loop_attrs(c, op, branch);
  }
  return convert_replace(c, op, values, count);
}

//   switch index_cast(index), default: ^d, case: ^c …      ^c: …; br ^rest(yielded)
static bool lower_index_switch(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  A cases = op_prop_at(op, SCF_INDEX_SWITCH_CASES);
  uint32_t count = (uint32_t)((const DenseArrayAttr *)cases)->count;
  Block *rest = op->block, *front = cut_before(c, op);
  for (uint32_t i = 0; i < op->result_count; i++) block_add_arg(c->module, rest, op_result_type(op, i), op->loc);

  Block **targets = arena_new(c->arena, Block *, count + 1);
  int32_t *values = arena_new(c->arena, int32_t, count + 1);
  for (uint32_t k = 0; k <= count; k++) {   // the cases, then the default
    Region *region = op_region(op, k < count ? k + 1 : 0);
    Operation *yield = terminator_of(region);
    targets[k] = region->first;
    if (k < count) values[k] = (int32_t)dense_array_i64(cases, k);
    builder_before(b, yield);
    branch_instead(c, yield, rest);
    region_take_blocks(rest->region, region, rest);
  }

  builder_at_end(b, front);
  b->loc = op->loc;
  T i32 = c->ctx->types.i32;
  Value *flag = build1(b, OP_ARITH_INDEX_CAST, i32, operands[0]);
  OpState *state = builder_begin(b, OP_CF_SWITCH);
  op_state_add_operand(state, flag);
  vec_push(state->arena, &state->successors, targets[count]);
  for (uint32_t k = 0; k < count; k++) vec_push(state->arena, &state->successors, targets[k]);
  int32_t *segments = arena_new(c->arena, int32_t, count + 1);
  op_state_set_prop(state, CF_SWITCH_CASE_OPERAND_SEGMENTS, attr_i32_array(c->ctx, segments, count));
  if (count) {
    int64_t dims[] = {count};
    T type = type_vector(c->ctx, dims, 1, 0, i32);
    op_state_set_attr(state, STR("case_values"),
                      attr_dense(c->ctx, type, count == 1, values, (uint64_t)count * sizeof *values));
  }
  op_state_operand_segments(state, (const int32_t[]){1, 0, 0}, 3);
  builder_finish(b);
  return convert_replace(c, op, rest->args, op->result_count);
}

// ---------------------------------------------------------------------------------------------
// Parallel loops: to nests of scf.for, which are lowered in turn

static void build_yield(Builder *b, Value *const *values, uint32_t count) {
  OpState *state = builder_begin(b, OP_SCF_YIELD);
  op_state_add_operands(state, values, count);
  builder_finish(b);
}

// An scf.for whose body is empty; with nothing carried it ends in a yield.
static Operation *build_for(Builder *b, Value *lower, Value *upper, Value *step, Value *const *inits, uint32_t count) {
  OpState *state = builder_begin(b, OP_SCF_FOR);
  op_state_add_operands(state, (Value *const[]){lower, upper, step}, 3);
  op_state_add_operands(state, inits, count);
  for (uint32_t i = 0; i < count; i++) op_state_add_type(state, inits[i]->type);
  Region *region = op_state_add_region(state);
  Block *body = block_new(b->module);
  block_append(region, body);
  block_add_arg(b->module, body, lower->type, b->loc);
  for (uint32_t i = 0; i < count; i++) block_add_arg(b->module, body, inits[i]->type, value_loc(inits[i]));
  Operation *loop = builder_finish(b);
  if (!count) {
    Block *block = b->block;
    Operation *before = b->before;
    builder_at_end(b, op_region(loop, 0)->first);
    build_yield(b, NULL, 0);
    b->block = block;
    b->before = before;
  }
  return loop;
}

static bool lower_parallel(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  Block *body = op_region(op, 0)->first;
  uint32_t loops = body->arg_count, reductions = op->operand_count - 3 * loops;
  Operation *reduce = body->last;
  Value **ivs = arena_new(c->arena, Value *, loops + 1);
  Value **carried = arena_new(c->arena, Value *, reductions + 1);
  Value **results = arena_new(c->arena, Value *, reductions + 1);
  Value **yielded = arena_new(c->arena, Value *, reductions + 1);
  for (uint32_t i = 0; i < reductions; i++) carried[i] = operands[3 * loops + i];
  c->irreversible_changes++;
  for (uint32_t k = 0; k < loops; k++) {
    Operation *loop = build_for(b, operands[k], operands[loops + k], operands[2 * loops + k], carried, reductions);
    Block *inner = op_region(loop, 0)->first;
    ivs[k] = inner->args[0];
    for (uint32_t i = 0; i < reductions; i++) carried[i] = inner->args[i + 1];
    if (k == 0) {
      for (uint32_t i = 0; i < reductions; i++) results[i] = op_result(loop, i);
    } else if (reductions) {
      for (uint32_t i = 0; i < reductions; i++) yielded[i] = op_result(loop, i);
      builder_at_end(b, loop->block);
      build_yield(b, yielded, reductions);
    }
    builder_at_start(b, inner);
  }
  Block *innermost = b->block;
  for (uint32_t i = 0; i < reductions; i++) {
    Block *reduction = op_region(reduce, i)->first;
    Operation *result = reduction->last;
    yielded[i] = op_operand(result, 0);
    convert_erase(c, result);
    convert_inline_block(c, reduction, body, reduce, (Value *const[]){carried[i], op_operand(reduce, i)}, 2);
  }
  convert_erase(c, reduce);
  convert_inline_block(c, body, innermost, innermost->last, ivs, loops);
  if (reductions) {
    builder_at_end(b, innermost);
    build_yield(b, yielded, reductions);
  }
  return convert_replace(c, op, results, reductions);
}

// Bounds written as constants become operations; the others are operands [*dynamic, …).
static void ofr_bounds(Conversion *c, A constants, Value *const *operands, uint32_t *dynamic, Value **out) {
  uint32_t count = (uint32_t)((const DenseArrayAttr *)constants)->count;
  for (uint32_t i = 0; i < count; i++) {
    int64_t value = dense_array_i64(constants, i);
    out[i] = value == DYNAMIC ? operands[(*dynamic)++] : build_index(&c->b, value);
  }
}

static bool lower_forall(Conversion *c, Operation *op, Value *const *operands) {
  if (op->result_count) return convert_no_match(c, op, "only loops without tensor results can be lowered to scf.parallel");
  Builder *b = &c->b;
  A lower = op_prop_at(op, SCF_FORALL_STATIC_LOWER_BOUND), upper = op_prop_at(op, SCF_FORALL_STATIC_UPPER_BOUND),
    step = op_prop_at(op, SCF_FORALL_STATIC_STEP);
  uint32_t loops = (uint32_t)((const DenseArrayAttr *)lower)->count, dynamic = 0;
  Value **bounds = arena_new(c->arena, Value *, 3 * loops + 1);
  ofr_bounds(c, lower, operands, &dynamic, bounds);
  ofr_bounds(c, upper, operands, &dynamic, bounds + loops);
  ofr_bounds(c, step, operands, &dynamic, bounds + 2 * loops);

  OpState *state = builder_begin(b, OP_SCF_PARALLEL);
  op_state_add_operands(state, bounds, 3 * loops);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)loops, (int32_t)loops, (int32_t)loops, 0}, 4);
  A mapping = op_prop_at(op, SCF_FORALL_MAPPING);
  if (mapping) op_state_set_attr(state, STR("mapping"), mapping);
  vec_push(state->arena, &state->regions, op_region(op, 0));
  c->irreversible_changes++;
  Operation *parallel = builder_finish(b);
  Operation *terminator = op_region(parallel, 0)->first->last;
  builder_at_end(b, terminator->block);   // the old one is still there
  b->loc = terminator->loc;
  builder_begin(b, OP_SCF_REDUCE);
  builder_finish(b);
  convert_erase(c, terminator);
  return convert_erase(c, op);
}

// ---------------------------------------------------------------------------------------------

static const Pattern patterns[] = {
  {.root = OP_SCF_EXECUTE_REGION, .rewrite = lower_execute_region, .name = "move the blocks of scf.execute_region out"},
  {.root = OP_SCF_FOR, .rewrite = lower_for, .name = "scf.for to a condition block and a body"},
  {.root = OP_SCF_FORALL, .rewrite = lower_forall, .name = "scf.forall to scf.parallel"},
  {.root = OP_SCF_IF, .rewrite = lower_if, .name = "scf.if to cf.cond_br"},
  {.root = OP_SCF_INDEX_SWITCH, .rewrite = lower_index_switch, .name = "scf.index_switch to cf.switch"},
  {.root = OP_SCF_PARALLEL, .rewrite = lower_parallel, .name = "scf.parallel to a nest of scf.for"},
  {.root = OP_SCF_WHILE, .rewrite = lower_while, .name = "scf.while to its two regions as blocks"},
};

static Legality legality(Conversion *c, Operation *op) {
  (void)c;
  if (!op->region_count) return LEGAL;
  for (uint32_t i = 0; i < countof(patterns); i++)
    if (op_is(op, patterns[i].root)) return ILLEGAL;
  return LEGAL;
}

static bool run(PassRun *pass, Operation *op) { return conversion_run_table(pass, op, legality, patterns); }

const PassDef scf_to_cf_pass = {
  .name = "convert-scf-to-cf", .class_name = "SCFToControlFlowPass",
  .summary = "lower scf to blocks and branches",
  .works_on = "scf", .makes = "cf arith",
  .run = run,
  PASS_OPTIONS(&option_allow_pattern_rollback),
};
