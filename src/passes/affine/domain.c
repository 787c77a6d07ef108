#include "passes/affine/domain.h"
#include "passes/memref/alias.h"

#include "ops/arith.h"

#include "dialects/affine/hooks.h"
#include "rewrite/effects.h"

// --- Domains

static bool encloses(const Operation *op) { return op_is(op, OP_AFFINE_FOR) || op_is(op, OP_AFFINE_IF) || op_is(op, OP_AFFINE_PARALLEL); }

// Variables of the map's operands; those that are not loops around are added.
static uint32_t *variables_of(AffineSet *set, const ValueVec *operands, uint32_t dims) {
  uint32_t *inputs = arena_new(set->arena, uint32_t, operands->count + 1);
  for (uint32_t i = 0; i < operands->count; i++)
    if (!affine_set_find(set, operands->data[i], &inputs[i])) {
      bool differs = i < dims && !affine_is_induction_var(operands->data[i]);
      inputs[i] = affine_set_add_var(set, differs ? NULL : operands->data[i]);
    }
  return inputs;
}

bool add_bounds(Context *ctx, AffineSet *set, uint32_t variable, const ValueMap *bound, bool upper) {
  ValueMap map = {.map = bound->map};
  for (uint32_t i = 0; i < bound->operands.count; i++) vec_push(set->arena, &map.operands, bound->operands.data[i]);
  compose_map(ctx, &map.map, &map.operands, set->arena);
  const uint32_t *inputs = variables_of(set, &map.operands, map.map->dim_count);
  for (uint32_t i = 0; i < map.map->result_count; i++) {
    SetRow row;
    if (!affine_set_flatten(set, map.map->results[i], inputs, map.map->dim_count, &row)) return false;
    if (!upper) affine_set_combine(set, &row, -1, row, 0);
    row.factors[variable] += upper ? -1 : 1;
    row.constant -= upper;
    affine_set_add_inequality(set, row);
  }
  return true;
}

// variable - lower == step * quotient.
void add_stride(AffineSet *set, uint32_t variable, int64_t lower, int64_t step) {
  uint32_t quotient = affine_set_add_var(set, NULL);
  SetRow rows[3];   // step - 1 - rest, rest, equation
  set->is_quotient.data[quotient] = true;
  for (uint32_t i = 0; i < 3; i++) {
    rows[i] = affine_set_row(set);
    rows[i].factors[variable] = i ? 1 : -1;
    rows[i].factors[quotient] = i ? -step : step;
    rows[i].constant = i ? -lower : lower + step - 1;
  }
  affine_set_add_inequality(set, rows[0]);
  affine_set_add_inequality(set, rows[1]);
  affine_set_add_equation(set, rows[2]);
}

static bool add_for(Context *ctx, AffineSet *set, uint32_t variable, const Operation *loop) {
  ValueMap lower = loop_bound(loop, LOWER_BOUND, set->arena), upper = loop_bound(loop, UPPER_BOUND, set->arena);
  int64_t constant;
  if (loop_step(loop) != 1 && loop_constant_bound(loop, LOWER_BOUND, &constant)) add_stride(set, variable, constant, loop_step(loop));
  return add_bounds(ctx, set, variable, &lower, false) && add_bounds(ctx, set, variable, &upper, true);
}

ValueMap parallel_bound(Context *ctx, const Operation *op, uint32_t i, bool upper, Arena *arena) {
  const AffineMap *lower = map_of_attr(op_prop_at(op, AFFINE_PARALLEL_LOWER_BOUNDS_MAP));
  ValueMap all = {.map = upper ? map_of_attr(op_prop_at(op, AFFINE_PARALLEL_UPPER_BOUNDS_MAP)) : lower};
  A groups = op_prop_at(op, upper ? AFFINE_PARALLEL_UPPER_BOUNDS_GROUPS : AFFINE_PARALLEL_LOWER_BOUNDS_GROUPS);
  uint32_t from = upper ? map_input_count(lower) : 0, at = 0;
  op_push_operands(op, from, from + map_input_count(all.map), &all.operands, arena);
  for (uint32_t k = 0; k < i; k++) at += (uint32_t)attr_to_u64(dense_element_attr(ctx, groups, k));
  uint32_t size = (uint32_t)attr_to_u64(dense_element_attr(ctx, groups, i));
  all.map = affine_map(ctx, all.map->dim_count, all.map->symbol_count, all.map->results + at, size);
  return all;
}

static bool add_parallel(Context *ctx, AffineSet *set, uint32_t first, const Operation *op) {
  uint32_t count = op->regions[0].first->arg_count;
  for (uint32_t upper = 0; upper < 2; upper++)
    for (uint32_t i = 0; i < count; i++) {
      ValueMap bound = parallel_bound(ctx, op, i, upper, set->arena);
      if (!add_bounds(ctx, set, first + i, &bound, upper)) return false;
    }
  const ArrayAttr *steps = (const ArrayAttr *)op_prop_at(op, AFFINE_PARALLEL_STEPS);
  const AffineMap *lower = map_of_attr(op_prop_at(op, AFFINE_PARALLEL_LOWER_BOUNDS_MAP));
  for (uint32_t i = 0; i < count && lower->result_count == count; i++) {
    int64_t constant, step = attr_to_i64(steps->items[i]);
    if (step != 1 && affine_is_const(lower->results[i], &constant)) add_stride(set, first + i, constant, step);
  }
  return true;
}

static bool add_if(AffineSet *set, const Operation *op) {
  const IntegerSet *condition = ((const SetAttr *)op_prop_at(op, AFFINE_IF_CONDITION))->set;
  ValueVec operands = {0};
  op_push_operands(op, 0, op->operand_count, &operands, set->arena);
  const uint32_t *inputs = variables_of(set, &operands, condition->dim_count);
  for (uint32_t i = 0; i < condition->constraint_count; i++) {
    SetRow row;
    if (!affine_set_flatten(set, condition->constraints[i], inputs, condition->dim_count, &row)) return false;
    (condition->equalities[i] ? affine_set_add_equation : affine_set_add_inequality)(set, row);
  }
  return true;
}

bool domain_of(Context *ctx, Arena *arena, const Operation *op, AffineSet *set, uint32_t *loops) {
  VEC(const Operation *) around = {0};
  affine_set_init(set, arena);
  for (const Operation *parent = op_parent(op); parent && !op_has(parent, TRAIT_AFFINE_SCOPE); parent = op_parent(parent))
    if (encloses(parent)) vec_push(arena, &around, parent);
  for (uint32_t i = around.count; i-- > 0;) {
    const Block *body = loop_body(around.data[i]);
    uint32_t count = op_is(around.data[i], OP_AFFINE_FOR) ? 1 : op_is(around.data[i], OP_AFFINE_PARALLEL) ? body->arg_count : 0;
    for (uint32_t k = 0; k < count; k++) affine_set_add_var(set, body->args[k]);
  }
  *loops = set->count;
  for (uint32_t i = around.count, variable = 0; i-- > 0;) {
    const Operation *at = around.data[i];
    bool ok = op_is(at, OP_AFFINE_IF) ? add_if(set, at) : op_is(at, OP_AFFINE_FOR) ? add_for(ctx, set, variable, at) : add_parallel(ctx, set, variable, at);
    if (!ok) return false;
    variable += op_is(at, OP_AFFINE_IF) ? 0 : op_is(at, OP_AFFINE_FOR) ? 1 : loop_body(at)->arg_count;
  }
  return true;
}

bool access_domain_of(Context *ctx, Arena *arena, const Operation *op, AccessDomain *out) {
  if (!domain_of(ctx, arena, op, &out->set, &out->loops)) return false;
  ValueMap map = access_map(op, arena);
  compose_map(ctx, &map.map, &map.operands, arena);
  canonicalize_map(ctx, &map.map, &map.operands, arena);
  out->map = map.map;
  out->operands = map.operands.data;
  return true;
}

uint32_t nesting_depth(const Operation *op) {
  uint32_t depth = 0;
  for (const Operation *parent = op_parent(op); parent && !op_has(parent, TRAIT_AFFINE_SCOPE); parent = op_parent(parent))
    depth += op_is(parent, OP_AFFINE_FOR) ? 1 : op_is(parent, OP_AFFINE_PARALLEL) ? loop_body(parent)->arg_count : 0;
  return depth;
}

// --- Dependences

// The ancestor of `b` in the innermost block around both is after that of `a`; how many loops are around that block.
// False in *known: there is no such block.
static bool appears_before(Operation *a, Operation *b, bool *known, uint32_t *common) {
  *known = true;
  for (Operation *x = a; x; x = op_parent(x)) {
    for (Operation *y = b; y; y = op_parent(y)) {
      if (x->block == y->block) {
        *common = nesting_depth(x);
        return x != y && op_is_before(x, y);
      }
      const Operation *parent = op_parent(y);
      if (!parent || op_has(parent, TRAIT_AFFINE_SCOPE)) break;
    }
    const Operation *parent = op_parent(x);
    if (!parent || op_has(parent, TRAIT_AFFINE_SCOPE)) break;
  }
  *known = false;
  return false;
}

DependenceAnswer access_dependence(Context *ctx, Arena *arena, const Operation *from, const Operation *to, uint32_t depth, bool reads_too,
                                   Distance *distances, uint32_t *common) {
  return access_pairs(ctx, arena, from, to, depth, reads_too, distances, common, NULL);
}

DependenceAnswer access_pairs(Context *ctx, Arena *arena, const Operation *from, const Operation *to, uint32_t depth, bool reads_too,
                              Distance *distances, uint32_t *common, AffineSystem *pairs) {
  AccessDomain source, target;
  bool known;
  *common = 0;
  if (access_memref(from) != access_memref(to)) return DEPENDENCE_NONE;
  if (!reads_too && !access_is_write(from) && !access_is_write(to)) return DEPENDENCE_NONE;
  if (affine_scope(from) != affine_scope(to)) return DEPENDENCE_UNKNOWN;
  bool before = appears_before((Operation *)(uintptr_t)from, (Operation *)(uintptr_t)to, &known, common);
  if (!known) return DEPENDENCE_UNKNOWN;
  if (!reads_too && depth > *common && !before) return DEPENDENCE_NONE;
  if (!access_domain_of(ctx, arena, from, &source) || !access_domain_of(ctx, arena, to, &target)) return DEPENDENCE_UNKNOWN;
  *common = dependence_common_loops(&source, &target);
  return dependence_check(arena, &source, &target, depth, distances, pairs);
}

// --- Parallel loops

static bool is_local(const Value *memref, const Operation *loop) {
  const Operation *def = value_def(memref_viewed(memref));
  return op_only_allocates(def) && def != loop && op_is_inside(def, loop);
}

bool loop_is_memory_parallel(PassRun *pass, Operation *loop) {
  OpVec inside = {0}, accesses = {0};
  for (uint32_t i = 0; i < loop->result_count; i++)
    if (type_is_memref(op_result_type(loop, i))) return false;
  ops_inside_post(loop, 0, pass->arena, &inside);
  for (uint32_t i = 0; i < inside.count; i++) {
    Operation *op = inside.data[i];
    if (is_access(op)) {
      if (!is_local(access_memref(op), loop)) vec_push(pass->arena, &accesses, op);
    } else if (!op_is(op, OP_AFFINE_FOR) && !op_is(op, OP_AFFINE_YIELD) && !op_is(op, OP_AFFINE_IF) && !op_only_allocates(op) &&
               !op_is_memory_effect_free(op)) {
      return false;
    }
  }
  uint32_t depth = nesting_depth(loop) + 1, common;
  bool parallel = true;
  for (uint32_t i = 0; i < accesses.count && parallel; i++)
    for (uint32_t k = 0; k < accesses.count && parallel; k++) {
      arena_reset(pass->question);
      parallel = access_dependence(pass->ctx, pass->question, accesses.data[i], accesses.data[k], depth, false, NULL, &common) == DEPENDENCE_NONE;
    }
  return parallel && !pass->ctx->mem.exhausted;
}

static const struct { uint16_t opcode; uint8_t kind; } combiners[] = {
  {OP_ARITH_ADDF, ARITH_ATOMIC_RMW_KIND_ADDF}, {OP_ARITH_MULF, ARITH_ATOMIC_RMW_KIND_MULF},
  {OP_ARITH_ADDI, ARITH_ATOMIC_RMW_KIND_ADDI}, {OP_ARITH_ANDI, ARITH_ATOMIC_RMW_KIND_ANDI},
  {OP_ARITH_ORI, ARITH_ATOMIC_RMW_KIND_ORI}, {OP_ARITH_MULI, ARITH_ATOMIC_RMW_KIND_MULI},
  {OP_ARITH_MINIMUMF, ARITH_ATOMIC_RMW_KIND_MINIMUMF}, {OP_ARITH_MAXIMUMF, ARITH_ATOMIC_RMW_KIND_MAXIMUMF},
  {OP_ARITH_MINSI, ARITH_ATOMIC_RMW_KIND_MINS}, {OP_ARITH_MAXSI, ARITH_ATOMIC_RMW_KIND_MAXS},
  {OP_ARITH_MINUI, ARITH_ATOMIC_RMW_KIND_MINU}, {OP_ARITH_MAXUI, ARITH_ATOMIC_RMW_KIND_MAXU},
};

uint16_t reduction_opcode(int64_t kind) {
  for (uint32_t i = 0; i < countof(combiners); i++)
    if (combiners[i].kind == kind) return combiners[i].opcode;
  return 0;
}

void supported_reductions(PassRun *pass, const Operation *loop, Reductions *out) {
  const Block *body = loop_body(loop);
  for (uint32_t i = 0; i + 1 < body->arg_count; i++) {
    const Value *carried = body->args[i + 1], *given = op_operand(body->last, i);
    const Operation *combiner = value_def(given);
    if (!combiner || combiner->block != body || combiner->operand_count != 2 || !value_has_one_use(carried) || !value_has_one_use(given)) continue;
    bool first = op_operand(combiner, 0) == carried;
    if (!first && op_operand(combiner, 1) != carried) continue;
    for (uint32_t k = 0; k < countof(combiners); k++)
      if (op_is(combiner, combiners[k].opcode)) vec_push(pass->arena, out, (Reduction){combiners[k].kind, i, op_operand(combiner, first)});
  }
}

bool loop_is_parallel(PassRun *pass, Operation *loop, Reductions *reductions) {
  uint32_t carried = loop_body(loop)->arg_count - 1;
  if (carried && !reductions) return false;
  if (reductions) supported_reductions(pass, loop, reductions);
  return (!reductions || reductions->count == carried) && loop_is_memory_parallel(pass, loop);
}
