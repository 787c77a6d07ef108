// affine-loop-coalescing: perfectly nested loops become one loop over all their iterations
// (after mlir/lib/Dialect/Affine/Transforms/LoopCoalescing.cpp and mlir/lib/Dialect/SCF/Utils/Utils.cpp).
#include "passes/affine/unroll.h"

#include "ops/arith.h"
#include "ops/func.h"
#include "ops/scf.h"

#include "dialects/affine/apply.h"
#include "dialects/common/build.h"
#include "ir/constants.h"

static E symbol_product(Context *ctx) { return affine_mul(ctx, affine_dim(ctx, 0), affine_symbol(ctx, 0)); }

// One dimension and one symbol.
static Value *build_of_two(Builder *b, E expr, Value *dim, Value *symbol, Arena *arena) {
  ValueMap map = {.map = affine_map(b->ctx, 1, 1, &expr, 1)};
  vec_push(arena, &map.operands, dim);
  vec_push(arena, &map.operands, symbol);
  return build_affine(b, OP_AFFINE_APPLY, &map);
}

static bool is_within(Use *use, void *data) { return op_is_inside(use->owner, data); }

// ---------------------------------------------------------------------------------------------
// affine.for

static Value *upper_value(Builder *b, const Operation *loop, Arena *arena) {
  ValueMap upper = loop_bound(loop, UPPER_BOUND, arena);
  return build_affine(b, upper.map->result_count == 1 ? OP_AFFINE_APPLY : OP_AFFINE_MIN, &upper);
}

static bool coalesce_affine(PassRun *pass, Operation *const *loops, uint32_t count) {
  Context *ctx = pass->ctx;
  Arena *arena = pass->arena;
  Operation *outer = loops[0], *inner = loops[count - 1];
  for (uint32_t i = 0; i < count; i++) {
    int64_t lower;
    if (loop_step(loops[i]) != 1 || !loop_constant_bound(loops[i], LOWER_BOUND, &lower) || lower) return false;
  }
  Builder b;
  builder_init(&b, pass->module);
  builder_before(&b, outer);
  Value **uppers = arena_new(arena, Value *, count + 1);
  Value *product = uppers[0] = upper_value(&b, outer, arena);
  for (uint32_t i = 1; i < count; i++) {
    uppers[i] = upper_value(&b, loops[i], arena);
    product = build_of_two(&b, symbol_product(ctx), product, uppers[i], arena);
  }
  E symbol = affine_symbol(ctx, 0);
  ValueMap bound = {.map = affine_map(ctx, 0, 1, &symbol, 1)};
  vec_push(arena, &bound.operands, product);
  loop_set_bound(pass->module, outer, UPPER_BOUND, &bound, arena);

  builder_at_start(&b, loop_body(outer));
  b.loc = outer->loc;
  Value *rest = loop_var(outer);
  for (uint32_t i = count; i-- > 0;) {
    if (i + 1 < count) rest = build_of_two(&b, affine_floordiv(ctx, affine_dim(ctx, 0), symbol), rest, uppers[i + 1], arena);
    Value *value = i ? build_of_two(&b, affine_mod(ctx, affine_dim(ctx, 0), symbol), rest, uppers[i], arena) : rest;
    value_replace_if(loop_var(loops[i]), value, is_within, inner);
  }
  Operation *second = loops[1];
  Block *body = loop_body(inner);
  op_erase(body->last);
  if (body->first) block_splice(second->block, second, body->first, body->last);
  Span inits = loop_inits(second);
  for (uint32_t i = inits.begin; i < inits.end; i++) value_replace_all(loop_body(second)->args[1 + i - inits.begin], op_operand(second, i));
  op_erase(second);
  pass->changed = true;
  return true;
}

// ---------------------------------------------------------------------------------------------
// scf.for: operands are lower bound, upper bound, step, inits

enum { SCF_LOWER, SCF_UPPER, SCF_STEP, SCF_INITS };

static bool ofr_is_number(OpFoldResult ofr, int64_t number) { return ofr_is(ofr_fold(ofr), number); }

typedef struct Range3 { OpFoldResult lower, upper, step; } Range3;

// How the folder of createOrFold simplifies `op`, which was just made: a constant, or an operand.
static Value *fold_made(PassRun *pass, Builder *b, Value *made) {
  Operation *op = value_def(made);
  Folder folder;
  folder_init(&folder, pass->module, pass->arena);
  folder.builder = b;
  if (!op_fold(&folder, op) || folder.results.count != 1) return made;
  FoldResult result = folder.results.data[0];
  Value *value = result.value ? result.value : build_constant(b, result.attr);
  op_erase(op);
  return value;
}

static Value *integer_value(Builder *b, OpFoldResult ofr, T type) {
  return ofr.value ? ofr.value : build_constant(b, attr_i64(b->ctx, type, ofr.constant));
}

static Range3 normalized(PassRun *pass, Builder *b, const Operation *loop) {
  Context *ctx = pass->ctx;
  OpFoldResult lower = {.value = op_operand(loop, SCF_LOWER)}, upper = {.value = op_operand(loop, SCF_UPPER)}, step = {.value = op_operand(loop, SCF_STEP)};
  T type = lower.value->type;
  if (type_is_index(type)) {
    E difference = affine_sub(ctx, affine_symbol(ctx, 1), affine_symbol(ctx, 0));
    E trips = affine_ceildiv(ctx, difference, affine_symbol(ctx, 2));
    return (Range3){OFR_NUMBER(0), compose_apply_symbols(b, trips, (const OpFoldResult[]){ofr_fold(lower), ofr_fold(upper), ofr_fold(step)}, 3, pass->arena),
                    OFR_NUMBER(1)};
  }
  bool from_zero = ofr_is_number(lower, 0), by_one = ofr_is_number(step, 1);
  if (from_zero && by_one) return (Range3){lower, upper, step};
  if (!from_zero) upper.value = fold_made(pass, b, build_binary(b, OP_ARITH_SUBI, upper.value, lower.value));
  if (!by_one) upper.value = fold_made(pass, b, build_binary(b, OP_ARITH_CEILDIVSI, upper.value, step.value));
  return (Range3){OFR_NUMBER(0), upper, OFR_NUMBER(1)};
}

typedef struct Kept { const Operation *ops[2]; } Kept;
static bool is_not_kept(Use *use, void *data) {
  const Kept *kept = data;
  return use->owner != kept->ops[0] && use->owner != kept->ops[1];
}

// The induction variable gets the value it had before the loop was normalized.
static void denormalize(PassRun *pass, Builder *b, Value *variable, Value *lower, Value *step) {
  Context *ctx = pass->ctx;
  Kept kept = {{NULL, NULL}};
  OpFoldResult from = ofr_from_value(lower), by = ofr_from_value(step);
  bool from_zero = ofr_is(from, 0), by_one = ofr_is(by, 1);
  Value *value = variable;
  if (type_is_index(variable->type)) {
    E expr = affine_add(ctx, affine_mul(ctx, affine_dim(ctx, 0), affine_symbol(ctx, 1)), affine_symbol(ctx, 0));
    OpFoldResult old = compose_apply(b, affine_map(ctx, 1, 2, &expr, 1), (const OpFoldResult[]){{.value = variable}, from, by}, pass->arena);
    value = ofr_to_value(b, old);
    if (!from_zero || !by_one) kept.ops[0] = value_def(value);
  } else {
    if (!by_one) {
      value = build_binary(b, OP_ARITH_MULI, value, step);
      kept.ops[0] = value_def(value);
    }
    if (!from_zero) {
      value = build_binary(b, OP_ARITH_ADDI, value, lower);
      kept.ops[1] = value_def(value);
    }
  }
  if (value != variable) value_replace_if(variable, value, is_not_kept, &kept);
}

static Value *product_of(PassRun *pass, Builder *b, Value *const *values, uint32_t count) {
  Context *ctx = pass->ctx;
  if (type_is_index(values[0]->type)) {
    OpFoldResult product = OFR_NUMBER(1);
    E expr = affine_mul(ctx, affine_symbol(ctx, 0), affine_symbol(ctx, 1));
    for (uint32_t i = 0; i < count; i++)
      product = compose_apply_symbols(b, expr, (const OpFoldResult[]){product, ofr_from_value(values[i])}, 2, pass->arena);
    return ofr_to_value(b, product);
  }
  Value *product = NULL;
  for (uint32_t i = 0; i < count; i++) {
    if (ofr_is(ofr_from_value(values[i]), 1)) continue;
    product = product ? build_binary(b, OP_ARITH_MULI, product, values[i]) : values[i];
  }
  return product ? product : build_constant(b, attr_i64(ctx, values[0]->type, 1));
}

// The indices of all loops from that of the one loop; operations that go on using it are added to `kept`.
static void split_index(PassRun *pass, Builder *b, Value *index, Value *const *uppers, uint32_t count, Value **out, OpVec *kept) {
  Context *ctx = pass->ctx;
  if (type_is_index(index->type)) {
    OpState *state = builder_begin(b, OP_AFFINE_DELINEARIZE_INDEX);
    int64_t *basis = arena_new(pass->arena, int64_t, count + 1);
    op_state_add_operand(state, index);
    for (uint32_t i = 0; i < count; i++) {
      OpFoldResult size = ofr_from_value(uppers[i]);
      basis[i] = size.value ? DYNAMIC : size.constant;
      if (size.value) op_state_add_operand(state, size.value);
      op_state_add_type(state, ctx->types.index);
    }
    op_state_set_prop(state, AFFINE_DELINEARIZE_INDEX_STATIC_BASIS, attr_i64_array(ctx, basis, count));
    Operation *split = builder_finish(b);
    for (uint32_t i = 0; i < count; i++) out[i] = op_result(split, i);
    vec_push(pass->arena, kept, split);
    return;
  }
  uint32_t ones = 0;
  A zero = attr_i64(ctx, index->type, 0);
  for (; ones < count && ofr_is(ofr_from_value(uppers[ones]), 1); ones++) out[ones] = build_constant(b, zero);
  Value *rest = index;
  for (uint32_t at = count; at-- > ones;) {
    if (at + 1 < count && !ofr_is(ofr_from_value(uppers[at + 1]), 1)) {
      rest = build_binary(b, OP_ARITH_DIVSI, rest, uppers[at + 1]);
      vec_push(pass->arena, kept, value_def(rest));
    }
    out[at] = rest;
    if (at == ones) continue;
    if (ofr_is(ofr_from_value(uppers[at]), 1)) {
      out[at] = build_constant(b, zero);
      continue;
    }
    out[at] = build_binary(b, OP_ARITH_REMSI, rest, uppers[at]);
    vec_push(pass->arena, kept, value_def(out[at]));
  }
}

static bool is_not_among(Use *use, void *data) {
  const OpVec *kept = data;
  for (uint32_t i = 0; i < kept->count; i++)
    if (kept->data[i] == use->owner) return false;
  return true;
}

static void dissolve(PassRun *pass, Operation *outer, Operation *inner, Value *index) {
  Block *body = loop_body(inner);
  Operation *yield = body->last;
  value_replace_all(body->args[0], index);
  for (uint32_t i = 1; i < body->arg_count; i++) value_replace_all(body->args[i], loop_body(outer)->args[i]);
  for (uint32_t i = 0; i < inner->result_count; i++) value_replace_all(op_result(inner, i), op_operand(yield, i));
  op_erase(yield);
  if (body->first) block_splice(inner->block, inner, body->first, body->last);
  op_erase(inner);
  pass->changed = true;
}

static bool coalesce_scf(PassRun *pass, Operation *const *loops, uint32_t count) {
  Operation *outer = loops[0], *inner = loops[count - 1];
  Builder b;
  if (count < 2) return false;
  for (uint32_t i = 0; i < count; i++)
    if (ofr_is(ofr_from_value(op_operand(loops[i], SCF_STEP)), 0)) return false;
  builder_init(&b, pass->module);
  for (uint32_t i = 0; i < count; i++) {
    Value *lower = op_operand(loops[i], SCF_LOWER), *step = op_operand(loops[i], SCF_STEP);
    builder_before(&b, outer);
    b.loc = loops[i]->loc;
    Range3 range = normalized(pass, &b, loops[i]);
    op_set_operand(loops[i], SCF_LOWER, integer_value(&b, range.lower, lower->type));
    op_set_operand(loops[i], SCF_UPPER, integer_value(&b, range.upper, lower->type));
    op_set_operand(loops[i], SCF_STEP, integer_value(&b, range.step, lower->type));
    builder_at_start(&b, loop_body(inner));
    b.loc = loops[i]->loc;
    denormalize(pass, &b, loop_var(loops[i]), lower, step);
  }
  builder_before(&b, outer);
  Value **uppers = arena_new(pass->arena, Value *, count + 1), **indices = arena_new(pass->arena, Value *, count + 1);
  for (uint32_t i = 0; i < count; i++) uppers[i] = op_operand(loops[i], SCF_UPPER);
  op_set_operand(outer, SCF_UPPER, product_of(pass, &b, uppers, count));
  builder_at_start(&b, loop_body(outer));
  b.loc = outer->loc;
  OpVec kept = {0};
  split_index(pass, &b, loop_var(outer), uppers, count, indices, &kept);
  if (indices[0] != loop_var(outer)) value_replace_if(loop_var(outer), indices[0], is_not_among, &kept);
  for (uint32_t i = count - 1; i > 0; i--) dissolve(pass, loops[i - 1], loops[i], indices[i]);
  return true;
}

static void scf_nest(Operation *loop, Arena *arena, OpVec *out) {
  for (;;) {
    vec_push(arena, out, loop);
    const Block *body = loop_body(loop);
    Operation *inner = body->first;
    if (!inner || inner == body->last || inner->next != body->last || !op_is(inner, OP_SCF_FOR)) return;
    loop = inner;
  }
}

// Whether the inner loop continues with the values of the outer one.
static bool is_chained(const Operation *outer, const Operation *inner) {
  const Block *body = loop_body(outer);
  if (body->arg_count - 1 != inner->operand_count - SCF_INITS || body->last->operand_count != inner->result_count) return false;
  for (uint32_t i = 1; i < body->arg_count; i++)
    if (op_operand(inner, SCF_INITS + i - 1) != body->args[i]) return false;
  for (uint32_t i = 0; i < inner->result_count; i++)
    if (op_operand(body->last, i) != op_result(inner, i)) return false;
  return true;
}

// ---------------------------------------------------------------------------------------------

// The outermost loop of the nest that all operands, or the bounds, come from outside of.
static uint32_t defined_above(const OpVec *loops, uint32_t i, bool bounds_only) {
  const Operation *loop = loops->data[i];
  for (uint32_t k = 0; k < i; k++) {
    bool all = true;
    for (uint32_t n = 0; n < loop->operand_count && all && !(bounds_only && n == SCF_INITS); n++)
      all = is_defined_outside(op_operand(loop, n), loops->data[k]);
    if (all) return k;
  }
  return i;
}

// False: no loops were united.
static bool walk_nest(PassRun *pass, Operation *root, bool scf) {
  bool any = false;
  OpVec loops = {0};
  (scf ? scf_nest : perfect_nest)(root, pass->arena, &loops);
  uint32_t *above = arena_new(pass->arena, uint32_t, loops.count + 1), *chain = arena_new(pass->arena, uint32_t, loops.count + 1);
  for (uint32_t i = 0; i < loops.count; i++) {
    above[i] = defined_above(&loops, i, scf);
    chain[i] = !scf ? 0 : i && is_chained(loops.data[i - 1], loops.data[i]) ? chain[i - 1] : i;
  }
  for (uint32_t end = loops.count; end > 0; end--) {
    uint32_t start = 0;
    for (; start + 1 < end; start++) {
      uint32_t highest = 0;
      for (uint32_t i = start; i < end; i++) highest = above[i] > highest ? above[i] : highest;
      if (highest > start || chain[end - 1] > start) continue;
      any |= (scf ? coalesce_scf : coalesce_affine)(pass, loops.data + start, end - start);
      break;
    }
    if (start != end - 1) end = start + 1;
  }
  return any;
}

bool coalesce_nest(PassRun *pass, Operation *loop) {
  OpVec loops = {0};
  if (op_is(loop, OP_SCF_FOR)) return walk_nest(pass, loop, true);
  perfect_nest(loop, pass->arena, &loops);
  return loops.count < 2 || walk_nest(pass, loop, false);   // as upstream has it, one loop of affine is united with itself
}

static bool run(PassRun *pass, Operation *func) {
  OpVec ops = {0};
  ops_inside_pre(func, 0, pass->arena, &ops);
  for (uint32_t i = 0; i < ops.count && !pass->ctx->mem.exhausted; i++) {
    Operation *op = ops.data[i];
    if (op->flags & OP_ERASED) continue;
    if (op_is(op, OP_SCF_FOR) || op_is(op, OP_AFFINE_FOR)) walk_nest(pass, op, op_is(op, OP_SCF_FOR));
  }
  return !pass->ctx->mem.exhausted;
}

const PassDef affine_loop_coalescing_pass = {
  .name = "affine-loop-coalescing", .class_name = "LoopCoalescing", .anchor = OP_FUNC_FUNC,
  .summary = "perfectly nested loops as one",
  .works_on = "affine scf", .makes = "affine arith scf",
  .run = run,
};
