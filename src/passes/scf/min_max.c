#include "ops/affine.h"

#include "passes/scf/min_max.h"

#include "dialects/affine/compose.h"
#include "ir/constants.h"

// ---------------------------------------------------------------------------------------------
// Variables

void constraints_init(Constraints *self, Arena *arena) {
  memset(self, 0, sizeof *self);
  affine_set_init(&self->set, arena);
}

static uint32_t add_var(Constraints *self, Value *value, bool is_dim) {
  vec_push(self->set.arena, &self->is_dim, is_dim);
  return affine_set_add_var(&self->set, value);
}
uint32_t constraints_add_dim(Constraints *self, Value *value) { return add_var(self, value, true); }
uint32_t constraints_add_symbol(Constraints *self, Value *value) { return add_var(self, value, false); }
uint32_t constraints_add_quotient(Constraints *self) {
  uint32_t var = add_var(self, NULL, false);
  self->set.is_quotient.data[var] = true;
  return var;
}

// The first dimension of the value, or else the first symbol; a new symbol if there is none.
static uint32_t variable_of(Constraints *self, Value *value) {
  for (uint32_t dims = 2; dims-- > 0;)
    for (uint32_t i = 0; i < self->is_dim.count; i++)
      if (self->set.values.data[i] == value && self->is_dim.data[i] == (dims == 1)) return i;
  return constraints_add_symbol(self, value);
}

bool constant_number(const Value *value, int64_t *out) {
  A constant = value_constant(value);
  APInt number;
  return constant && attr_kind(constant) == ATTR_INTEGER && constant_int(constant, &number) && apint_to_i64(&number, out);
}

// The only value that the variable can have.
static bool only_value(const Constraints *known, uint32_t var, int64_t *out) {
  int64_t high;
  return affine_set_constant_bound(&known->set, var, false, out) && affine_set_constant_bound(&known->set, var, true, &high) && *out == high;
}

// ---------------------------------------------------------------------------------------------
// affine.min and affine.max

static bool has_quotients(const AffineSet *set) {
  for (uint32_t i = 0; i < set->count; i++)
    if (set->is_quotient.data[i]) return true;
  return false;
}

// a <= b always
static bool is_never_more(const AffineSet *known, SetRow a, SetRow b) {
  AffineSet set = affine_set_copy(known);
  SetRow more = affine_set_row(&set);   // a - b - 1 >= 0
  affine_set_combine(&set, &more, 1, a, 1);
  affine_set_combine(&set, &more, 1, b, -1);
  set.failed |= __builtin_sub_overflow(more.constant, 1, &more.constant);
  affine_set_add_inequality(&set, more);
  return !set.failed && affine_set_is_empty(&set);
}

// The last of the alternatives that is never more, or never less, than the others. -1: there is none.
static int64_t find_extreme(const AffineSet *known, const SetRow *rows, uint32_t count, bool is_min) {
  for (uint32_t i = count; i-- > 0;) {
    bool always = true;
    for (uint32_t k = 0; k < count && always; k++)
      always = k == i || (is_min ? is_never_more(known, rows[i], rows[k]) : is_never_more(known, rows[k], rows[i]));
    if (always) return i;
  }
  return -1;
}

// A number that bounds the result, and that all alternatives reach. Does for sums with quotients, too.
static bool find_constant(const AffineSet *known, const SetRow *rows, uint32_t count, bool is_min, SetRow *out) {
  AffineSet set = affine_set_copy(known);
  uint32_t result = affine_set_add_var(&set, NULL);
  for (uint32_t i = 0; i < count; i++) {   // result <= alternative, or the other way round
    SetRow row = affine_set_row(&set);
    for (uint32_t k = 0; k < known->count; k++) row.factors[k] = rows[i].factors[k];
    row.constant = rows[i].constant;
    row.factors[result] = -1;
    if (!is_min) affine_set_combine(&set, &row, -1, row, 0);
    affine_set_add_inequality(&set, row);
  }
  *out = affine_set_row(&set);
  if (set.failed || !affine_set_constant_bound(&set, result, is_min, &out->constant)) return false;
  for (uint32_t i = 0; i < count; i++)
    if (!(is_min ? is_never_more(known, *out, rows[i]) : is_never_more(known, rows[i], *out))) return false;
  return true;
}

// The sum as a map over the values of the constraints; those that can have one value only are written as that.
static const AffineMap *row_map(Context *ctx, const Constraints *known, const SetRow *row, ValueVec *operands) {
  E sum = affine_const(ctx, 0);
  uint32_t counts[2] = {0, 0};
  for (uint32_t dims = 2; dims-- > 0;)
    for (uint32_t i = 0; i < known->is_dim.count; i++) {
      Value *value = known->set.values.data[i];
      if (known->is_dim.data[i] != (dims == 1) || !value || !row->factors[i]) continue;
      int64_t number;
      bool fixed = !constant_number(value, &number) && only_value(known, i, &number);
      E term = fixed ? affine_const(ctx, number) : dims ? affine_dim(ctx, counts[1]) : affine_symbol(ctx, counts[0]);
      sum = affine_add(ctx, sum, affine_mul(ctx, term, affine_const(ctx, row->factors[i])));
      if (fixed) continue;
      counts[dims]++;
      vec_push(known->set.arena, operands, value);
    }
  sum = affine_add(ctx, sum, affine_const(ctx, row->constant));
  return affine_map(ctx, counts[1], counts[0], &sum, 1);
}

// The alternatives as sums; values that nothing is known about become symbols.
static SetRow *flatten(Constraints *known, const Operation *op, const AffineMap *map) {
  Arena *arena = known->set.arena;
  uint32_t *inputs = arena_new(arena, uint32_t, op->operand_count + 1), *counts = arena_new(arena, uint32_t, map->result_count + 1);
  SetRow *rows = arena_new(arena, SetRow, map->result_count + 1);
  if (!inputs || !counts || !rows) return NULL;
  for (uint32_t i = 0; i < op->operand_count; i++) inputs[i] = variable_of(known, op_operand(op, i));
  for (uint32_t i = 0; i < map->result_count; i++) {
    if (!affine_set_flatten(&known->set, map->results[i], inputs, map->dim_count, &rows[i])) return NULL;
    counts[i] = known->set.count;
  }
  for (uint32_t i = 0; i < map->result_count; i++) {   // those behind may have added quotients
    SetRow row = affine_set_row(&known->set);
    if (!row.factors) return NULL;
    memcpy(row.factors, rows[i].factors, counts[i] * sizeof *row.factors);
    row.constant = rows[i].constant;
    rows[i] = row;
  }
  return rows;
}

// The alternative, or number, that the operation always is. False: that cannot be told.
static bool find_result(Constraints *known, const Operation *op, const AffineMap *map, bool is_min, SetRow *out, const char **why) {
  *why = "its alternatives are no sums of quotients";
  const SetRow *rows = flatten(known, op, map);
  if (!rows || known->set.failed) return false;
  *why = "the loop does not run";
  if (affine_set_is_empty(&known->set)) return false;
  *why = "none of its alternatives is always taken";
  int64_t extreme = has_quotients(&known->set) ? -1 : find_extreme(&known->set, rows, map->result_count, is_min);   // as upstream's
  if (extreme >= 0) *out = rows[extreme];
  return extreme >= 0 || find_constant(&known->set, rows, map->result_count, is_min, out);
}

bool simplify_min_max(Greedy *g, Operation *op, Constraints *known) {
  bool is_min = op_is(op, OP_AFFINE_MIN);
  const AffineMap *map = ((const MapAttr *)op_prop_at(op, is_min ? AFFINE_MIN_MAP : AFFINE_MAX_MAP))->map;
  Arena scratch;
  arena_init(&scratch, &g->ctx->mem);
  known->set.arena = &scratch;   // with the rows that were added before
  const char *why;
  SetRow row;
  bool found = find_result(known, op, map, is_min, &row, &why);
  ValueVec operands = {0};
  const AffineMap *value = NULL;
  if (found) {
    value = row_map(g->ctx, known, &row, &operands);
    canonicalize_map(g->ctx, &value, &operands, &scratch);
    builder_before(&g->b, op);
    OpState *state = builder_begin(&g->b, OP_AFFINE_APPLY);
    op_state_add_operands(state, operands.data, operands.count);
    op_state_set_prop(state, AFFINE_APPLY_MAP, attr_affine_map(g->ctx, value));
    op_state_add_type(state, g->ctx->types.index);
  }
  arena_free(&scratch);
  known->set.arena = g->arena;
  return found ? greedy_replace1(g, op, builder_finish_value(&g->b)) : greedy_no_match(g, op, why);
}
