// affine-simplify-structures: maps and sets in attributes are simplified, and loops, conditions and affine.apply folded
// (after mlir/lib/Dialect/Affine/Transforms/SimplifyAffineStructures.cpp).
#include "passes/affine/loop.h"

#include "ops/func.h"

#include "analysis/affine_set.h"
#include "dialects/canonicalization.h"
#include "rewrite/greedy.h"

typedef struct Simplify {
  PassRun *pass;
  OpVec ops;
} Simplify;

// ---------------------------------------------------------------------------------------------
// Sets

static E variable_expr(Context *ctx, const IntegerSet *set, const E *quotients, uint32_t i) {
  uint32_t inputs = set->dim_count + set->symbol_count;
  return i < set->dim_count ? affine_dim(ctx, i) : i < inputs ? affine_symbol(ctx, i - set->dim_count) : quotients[i - inputs];
}

static E row_expr(Context *ctx, const IntegerSet *set, const AffineSet *flat, const E *quotients, const SetRow *row) {
  E sum = affine_const(ctx, 0);
  for (uint32_t i = 0; i < flat->count; i++)
    if (row->factors[i])
      sum = affine_add(ctx, sum, affine_mul(ctx, variable_expr(ctx, set, quotients, i), affine_const(ctx, row->factors[i])));
  return affine_add(ctx, sum, affine_const(ctx, row->constant));
}

// The rows that define quotients become expressions, and move behind the others: first that which bounds the quotient from below.
static E *define_quotients(Context *ctx, const IntegerSet *set, AffineSet *flat, uint32_t inputs) {
  E *quotients = arena_new(flat->arena, E, flat->count + 1);
  for (uint32_t q = inputs; q < flat->count; q++) {
    SetRow *low = &flat->inequalities.data[2 * (q - inputs)], *high = low + 1;
    if (low->factors[q] > 0) low = high--;   // of a ceiling
    SetRow numerator = affine_set_row(flat);
    memcpy(numerator.factors, low->factors, flat->count * sizeof *numerator.factors);
    numerator.constant = low->constant;
    numerator.factors[q] = 0;
    quotients[q - inputs] = affine_floordiv(ctx, row_expr(ctx, set, flat, quotients, &numerator), affine_const(ctx, -low->factors[q]));
    SetRow first = *high, second = *low;
    flat->inequalities.data[2 * (q - inputs)] = first;
    flat->inequalities.data[2 * (q - inputs) + 1] = second;
  }
  return quotients;
}

// A set with products of variables stays as it is.
static const IntegerSet *simplify_set(PassRun *pass, const IntegerSet *set) {
  Context *ctx = pass->ctx;
  AffineSet flat;
  uint32_t inputs = set->dim_count + set->symbol_count;
  uint32_t *numbers = arena_new(pass->arena, uint32_t, inputs + 1);
  SetRows rows = {0};
  U32Vec widths = {0};   // variables there were when the row was made
  affine_set_init(&flat, pass->arena);
  for (uint32_t i = 0; i < inputs; i++) numbers[i] = affine_set_add_var(&flat, NULL);
  for (uint32_t i = 0; i < set->constraint_count; i++) {
    SetRow row;
    if (!affine_set_flatten(&flat, set->constraints[i], numbers, set->dim_count, &row)) return set;
    vec_push(pass->arena, &rows, row);
    vec_push(pass->arena, &widths, flat.count);
  }
  E *quotients = define_quotients(ctx, set, &flat, inputs);
  SetRows definitions = flat.inequalities;
  flat.inequalities = (SetRows){0};
  for (uint32_t i = 0; i < rows.count; i++) {
    SetRow row = affine_set_row(&flat);
    memcpy(row.factors, rows.data[i].factors, widths.data[i] * sizeof *row.factors);
    row.constant = rows.data[i].constant;
    (set->equalities[i] ? affine_set_add_equation : affine_set_add_inequality)(&flat, row);
  }
  for (uint32_t i = 0; i < definitions.count; i++) affine_set_add_inequality(&flat, definitions.data[i]);
  E *constraints = arena_new(pass->arena, E, flat.equations.count + flat.inequalities.count + 2);
  bool *equalities = arena_new(pass->arena, bool, flat.equations.count + flat.inequalities.count + 2);
  uint32_t count = 0;
  if (affine_set_is_empty(&flat)) {
    constraints[count] = affine_const(ctx, 1);
    equalities[count++] = true;
    return integer_set(ctx, set->dim_count, set->symbol_count, constraints, equalities, count);
  }
  affine_set_drop_redundant(&flat);
  for (uint32_t which = 0; which < 2; which++) {
    const SetRows *from = which ? &flat.inequalities : &flat.equations;
    for (uint32_t i = 0; i < from->count; i++) {
      constraints[count] = row_expr(ctx, set, &flat, quotients, &from->data[i]);
      equalities[count++] = !which;
    }
  }
  if (!count) {
    constraints[count] = affine_const(ctx, 0);
    equalities[count++] = true;
  }
  return flat.failed ? set : integer_set(ctx, set->dim_count, set->symbol_count, constraints, equalities, count);
}

// ---------------------------------------------------------------------------------------------

// The simplified attribute; `attr` itself when there is nothing to do.
static A simplify_attr(PassRun *pass, A attr) {
  if (!attr) return attr;
  if (attr_kind(attr) == ATTR_AFFINE_MAP) return attr_affine_map(pass->ctx, affine_map_simplify(pass->ctx, ((const MapAttr *)attr)->map));
  if (attr_kind(attr) == ATTR_INTEGER_SET) return attr_integer_set(pass->ctx, simplify_set(pass, ((const SetAttr *)attr)->set));
  return attr;
}

static WalkResult visit(Operation *op, void *data) {
  Simplify *self = data;
  PassRun *pass = self->pass;
  for (uint32_t i = 0; i < op->def->attr_count; i++) {
    A made = simplify_attr(pass, op->props[i]);
    if (made == op->props[i]) continue;
    op_set_prop(op, i, made);
    pass->changed = true;
  }
  for (uint32_t i = 0; i < op->attr_count; i++) {
    A made = simplify_attr(pass, op->attrs[i].value);
    if (made == op->attrs[i].value) continue;
    op_set_discardable(pass->module, op, op->attrs[i].name, made);
    pass->changed = true;
  }
  if (op_is(op, OP_AFFINE_FOR) || op_is(op, OP_AFFINE_IF) || op_is(op, OP_AFFINE_APPLY)) vec_push(pass->arena, &self->ops, op);
  return WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *func) {
  Simplify self = {.pass = pass};
  op_walk_post(func, visit, &self);
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  for (uint32_t i = 0; i < affine_canonicalization.count; i++) {
    const GreedyPattern *pattern = &affine_canonicalization.patterns[i];
    if (pattern->root == OP_AFFINE_APPLY || pattern->root == OP_AFFINE_FOR || pattern->root == OP_AFFINE_IF) greedy_add(&g, pattern, 1);
  }
  greedy_run_ops(&g, func, self.ops.data, self.ops.count, true);
  return !pass->ctx->mem.exhausted;
}

const PassDef affine_simplify_structures_pass = {
  .name = "affine-simplify-structures", .class_name = "SimplifyAffineStructures", .anchor = OP_FUNC_FUNC,
  .summary = "simpler affine maps and sets",
  .works_on = "affine", .makes = "affine arith",
  .run = run,
};
