#include "analysis/dependence.h"

uint32_t dependence_common_loops(const AccessDomain *from, const AccessDomain *to) {
  uint32_t count = 0;
  while (count < from->loops && count < to->loops && from->set.values.data[count] == to->set.values.data[count]) count++;
  return count;
}

// One of the accesses while both are joined.
typedef struct Side {
  const AccessDomain *access;
  uint32_t loops_at;     // where its loops' variables begin
  uint32_t *to_joined;   // for each variable of its domain the one it became
  uint32_t *inputs;      // the variables of the map's operands
  SetRow *subscripts;
} Side;

// Values other than loops are united with those that are there.
static void add_variables(AffineSet *joined, Side *side) {
  const AccessDomain *access = side->access;
  side->to_joined = arena_new(joined->arena, uint32_t, access->set.count + 1);
  for (uint32_t i = 0; i < access->set.count; i++) {
    Value *value = access->set.values.data[i];
    if (i < access->loops) side->to_joined[i] = side->loops_at + i;
    else if (!affine_set_find(joined, value, &side->to_joined[i])) side->to_joined[i] = affine_set_add_var(joined, value);
  }
  uint32_t count = access->map->dim_count + access->map->symbol_count;
  side->inputs = arena_new(joined->arena, uint32_t, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at;
    if (affine_set_find(&access->set, access->operands[i], &at)) side->inputs[i] = side->to_joined[at];
    else if (i < access->map->dim_count) side->inputs[i] = affine_set_add_var(joined, NULL);   // may differ between the accesses
    else if (affine_set_find(joined, access->operands[i], &at)) side->inputs[i] = at;
    else side->inputs[i] = affine_set_add_var(joined, access->operands[i]);
  }
}

static bool add_subscripts(AffineSet *joined, Side *side) {
  const AffineMap *map = side->access->map;
  side->subscripts = arena_new(joined->arena, SetRow, map->result_count + 1);
  for (uint32_t i = 0; i < map->result_count; i++) {
    uint32_t before = joined->count;
    if (!affine_set_flatten(joined, map->results[i], side->inputs, map->dim_count, &side->subscripts[i])) return false;
    if (joined->count == before) continue;
    for (uint32_t k = 0; k < i; k++) {   // rows that are not yet part of the set do not grow with it
      SetRow row = affine_set_row(joined);
      memcpy(row.factors, side->subscripts[k].factors, before * sizeof *row.factors);
      row.constant = side->subscripts[k].constant;
      side->subscripts[k] = row;
    }
  }
  return true;
}

static void add_rows(AffineSet *joined, const Side *side) {
  const AffineSet *from = &side->access->set;
  for (uint32_t which = 0; which < 2; which++) {
    const SetRows *rows = which ? &from->inequalities : &from->equations;
    for (uint32_t i = 0; i < rows->count; i++) {
      SetRow row = affine_set_row(joined);
      for (uint32_t k = 0; k < from->count; k++) row.factors[side->to_joined[k]] = rows->data[i].factors[k];
      row.constant = rows->data[i].constant;
      (which ? affine_set_add_inequality : affine_set_add_equation)(joined, row);
    }
  }
  joined->failed |= from->failed;
}

// The same element: to - from == 0.
static void equate_subscripts(AffineSet *joined, const Side *from, const Side *to, uint32_t from_count) {
  for (uint32_t i = 0; i < from->access->map->result_count && i < to->access->map->result_count; i++) {
    SetRow row = affine_set_row(joined);
    memcpy(row.factors, from->subscripts[i].factors, from_count * sizeof *row.factors);
    row.constant = from->subscripts[i].constant;
    affine_set_combine(joined, &row, -1, to->subscripts[i], 1);
    affine_set_add_equation(joined, row);
  }
}

// Each variable that stands for a value once, those of `side` that are not there yet.
static void list_symbols(const AffineSet *joined, const Side *side, bool *listed, uint32_t *order, uint32_t *count) {
  uint32_t inputs = side->access->map->dim_count + side->access->map->symbol_count;
  for (uint32_t i = 0; i < side->access->set.count + inputs; i++) {
    uint32_t at = i < side->access->set.count ? side->to_joined[i] : side->inputs[i - side->access->set.count];
    if (listed[at] || !joined->values.data[at]) continue;
    listed[at] = true;
    order[(*count)++] = at;
  }
}

// Sort the variables: loops, symbols (of `to` first), quotients.
static void sort_variables(const AffineSet *joined, const Side *from, const Side *to, AffineSystem *pairs) {
  uint32_t *order = arena_new(joined->arena, uint32_t, joined->count + 1), count = 0;
  bool *listed = arena_new(joined->arena, bool, joined->count + 1);
  system_init(pairs, joined->arena);
  pairs->dims = from->access->loops + to->access->loops;
  for (; count < pairs->dims; count++) {
    order[count] = count;
    listed[count] = true;
  }
  list_symbols(joined, to, listed, order, &count);
  list_symbols(joined, from, listed, order, &count);
  pairs->symbols = count - pairs->dims;
  for (uint32_t i = 0; i < joined->count; i++)
    if (!listed[i]) order[count++] = i;
  for (uint32_t i = 0; i < count; i++) {
    Value *value = joined->values.data[order[i]];
    if (i < from->access->loops) value = from->access->set.values.data[i];
    else if (i < pairs->dims) value = to->access->set.values.data[i - from->access->loops];
    affine_set_add_var(&pairs->set, value);
    pairs->set.is_quotient.data[i] = joined->is_quotient.data[order[i]];
  }
  for (uint32_t which = 0; which < 2; which++) {
    const SetRows *rows = which ? &joined->inequalities : &joined->equations;
    for (uint32_t i = 0; i < rows->count; i++) {
      SetRow row = affine_set_row(&pairs->set);
      for (uint32_t k = 0; k < count; k++) row.factors[k] = rows->data[i].factors[order[k]];
      row.constant = rows->data[i].constant;
      (which ? affine_set_add_inequality : affine_set_add_equation)(&pairs->set, row);
    }
  }
  pairs->set.failed = joined->failed;
  system_drop_given_quotients(pairs);
}

static void measure(AffineSet *joined, const AccessDomain *from, uint32_t common, Distance *distances) {
  uint32_t first = joined->count;
  for (uint32_t i = 0; i < common; i++) affine_set_add_var(joined, NULL);
  for (uint32_t i = 0; i < common; i++) {
    SetRow row = affine_set_row(joined);
    row.factors[first + i] = 1;
    row.factors[i] = 1;
    row.factors[from->loops + i] = -1;
    affine_set_add_equation(joined, row);
  }
  affine_set_project_out(joined, 0, first);
  for (uint32_t i = 0; i < common; i++) {
    if (!affine_set_constant_bound(joined, first + i, false, &distances[i].low)) distances[i].low = INT64_MIN;
    if (!affine_set_constant_bound(joined, first + i, true, &distances[i].high)) distances[i].high = INT64_MAX;
  }
}

DependenceAnswer dependence_check(Arena *arena, const AccessDomain *from, const AccessDomain *to, uint32_t depth, Distance *distances,
                                  AffineSystem *pairs) {
  AffineSet joined;
  Side source = {.access = from}, target = {.access = to, .loops_at = from->loops};
  affine_set_init(&joined, arena);
  for (uint32_t i = 0; i < from->loops + to->loops; i++) affine_set_add_var(&joined, NULL);
  add_variables(&joined, &source);
  if (!add_subscripts(&joined, &source)) return DEPENDENCE_UNKNOWN;
  uint32_t source_count = joined.count;
  add_rows(&joined, &source);
  add_variables(&joined, &target);
  if (!add_subscripts(&joined, &target)) return DEPENDENCE_UNKNOWN;
  equate_subscripts(&joined, &source, &target, source_count);
  add_rows(&joined, &target);
  uint32_t common = dependence_common_loops(from, to);
  for (uint32_t i = 0; i < common && i < depth; i++) {
    SetRow row = affine_set_row(&joined);
    row.factors[i] = -1;
    row.factors[from->loops + i] = 1;
    bool carries = i + 1 == depth;
    row.constant = carries ? -1 : 0;
    (carries ? affine_set_add_inequality : affine_set_add_equation)(&joined, row);
  }
  AffineSystem sorted;
  sort_variables(&joined, &source, &target, &sorted);
  if (affine_set_is_empty(&sorted.set)) return DEPENDENCE_NONE;
  if (pairs) *pairs = system_copy(&sorted);
  if (distances) measure(&sorted.set, from, common, distances);
  return DEPENDENCE_EXISTS;
}
