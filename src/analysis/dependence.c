#include "analysis/dependence.h"

uint32_t dependence_common_loops(const AccessDomain *from, const AccessDomain *to) {
  uint32_t count = 0;
  while (count < from->loops && count < to->loops && from->set.values.data[count] == to->set.values.data[count]) count++;
  return count;
}

// Add the variables and rows of `from`, whose loops' variables begin at `loops_at`; other values are united with
// those that are there. `to_joined`: for each variable of `from` the one it became.
static uint32_t *append(AffineSet *joined, const AccessDomain *from, uint32_t loops_at) {
  uint32_t *to_joined = arena_new(joined->arena, uint32_t, from->set.count + 1);
  for (uint32_t i = 0; i < from->set.count; i++) {
    Value *value = from->set.values.data[i];
    if (i < from->loops) to_joined[i] = loops_at + i;
    else if (!affine_set_find(joined, value, &to_joined[i])) to_joined[i] = affine_set_add_var(joined, value);
  }
  for (uint32_t which = 0; which < 2; which++) {
    const SetRows *rows = which ? &from->set.inequalities : &from->set.equations;
    for (uint32_t i = 0; i < rows->count; i++) {
      SetRow row = affine_set_row(joined);
      for (uint32_t k = 0; k < from->set.count; k++) row.factors[to_joined[k]] = rows->data[i].factors[k];
      row.constant = rows->data[i].constant;
      (which ? affine_set_add_inequality : affine_set_add_equation)(joined, row);
    }
  }
  joined->failed |= from->set.failed;
  return to_joined;
}

// The variables of the map's operands.
static uint32_t *inputs_of(AffineSet *joined, const AccessDomain *access, const uint32_t *to_joined) {
  uint32_t count = access->map->dim_count + access->map->symbol_count;
  uint32_t *inputs = arena_new(joined->arena, uint32_t, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at;
    if (affine_set_find(&access->set, access->operands[i], &at)) inputs[i] = to_joined[at];
    else if (i < access->map->dim_count) inputs[i] = affine_set_add_var(joined, NULL);   // may differ between the accesses
    else if (affine_set_find(joined, access->operands[i], &at)) inputs[i] = at;
    else inputs[i] = affine_set_add_var(joined, access->operands[i]);
  }
  return inputs;
}

static bool equate_subscripts(AffineSet *joined, const AccessDomain *from, const uint32_t *from_inputs, const AccessDomain *to, const uint32_t *to_inputs) {
  for (uint32_t i = 0; i < from->map->result_count && i < to->map->result_count; i++) {
    SetRow left, right;
    if (!affine_set_flatten(joined, from->map->results[i], from_inputs, from->map->dim_count, &left)) return false;
    uint32_t before = joined->count;
    if (!affine_set_flatten(joined, to->map->results[i], to_inputs, to->map->dim_count, &right)) return false;
    SetRow row = affine_set_row(joined);
    memcpy(row.factors, left.factors, before * sizeof *row.factors);
    row.constant = left.constant;
    affine_set_combine(joined, &row, 1, right, -1);
    affine_set_add_equation(joined, row);
  }
  return true;
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

DependenceAnswer dependence_check(Arena *arena, const AccessDomain *from, const AccessDomain *to, uint32_t depth, Distance *distances) {
  AffineSet joined;
  affine_set_init(&joined, arena);
  for (uint32_t i = 0; i < from->loops + to->loops; i++) affine_set_add_var(&joined, NULL);
  const uint32_t *from_vars = append(&joined, from, 0), *to_vars = append(&joined, to, from->loops);
  const uint32_t *from_inputs = inputs_of(&joined, from, from_vars), *to_inputs = inputs_of(&joined, to, to_vars);
  if (!equate_subscripts(&joined, from, from_inputs, to, to_inputs)) return DEPENDENCE_UNKNOWN;
  uint32_t common = dependence_common_loops(from, to);
  for (uint32_t i = 0; i < common && i < depth; i++) {
    SetRow row = affine_set_row(&joined);
    row.factors[i] = -1;
    row.factors[from->loops + i] = 1;
    bool carries = i + 1 == depth;
    row.constant = carries ? -1 : 0;
    (carries ? affine_set_add_inequality : affine_set_add_equation)(&joined, row);
  }
  if (affine_set_is_empty(&joined)) return DEPENDENCE_NONE;
  if (distances) measure(&joined, from, common, distances);
  return DEPENDENCE_EXISTS;
}
