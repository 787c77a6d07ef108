// Variables, alignment and boxes; affine_bounds.c reads bounds off.
#include "analysis/affine_system.h"
#include "support/integers.h"

void system_init(AffineSystem *self, Arena *arena) {
  *self = (AffineSystem){0};
  affine_set_init(&self->set, arena);
}

AffineSystem system_copy(const AffineSystem *from) { return (AffineSystem){affine_set_copy(&from->set), from->dims, from->symbols}; }

// --- Variables

// The last variable moves to `to`.
static void move_last(AffineSet *set, uint32_t to) {
  uint32_t last = set->count - 1, behind = last - to;
  if (!behind) return;
  for (uint32_t which = 0; which < 2; which++) {
    const SetRows *rows = which ? &set->inequalities : &set->equations;
    for (uint32_t i = 0; i < rows->count; i++) {
      int64_t *factors = rows->data[i].factors, moved = factors[last];
      memmove(factors + to + 1, factors + to, behind * sizeof *factors);
      factors[to] = moved;
    }
  }
  Value *value = set->values.data[last];
  bool quotient = set->is_quotient.data[last];
  memmove(set->values.data + to + 1, set->values.data + to, behind * sizeof *set->values.data);
  memmove(set->is_quotient.data + to + 1, set->is_quotient.data + to, behind * sizeof *set->is_quotient.data);
  set->values.data[to] = value;
  set->is_quotient.data[to] = quotient;
}

static uint32_t insert(AffineSystem *self, uint32_t at, Value *value) {
  affine_set_add_var(&self->set, value);
  move_last(&self->set, at);
  return at;
}

uint32_t system_insert_dim(AffineSystem *self, uint32_t at, Value *value) {
  self->dims++;
  return insert(self, at, value);
}

uint32_t system_add_dim(AffineSystem *self, Value *value) { return system_insert_dim(self, self->dims, value); }

uint32_t system_insert_symbol(AffineSystem *self, uint32_t at, Value *value) {
  self->symbols++;
  return insert(self, at, value);
}

uint32_t system_add_symbol(AffineSystem *self, Value *value) { return system_insert_symbol(self, system_named(self), value); }

uint32_t system_add_quotient(AffineSystem *self) {
  uint32_t at = affine_set_add_var(&self->set, NULL);
  self->set.is_quotient.data[at] = true;
  return at;
}

void system_swap(AffineSystem *self, uint32_t a, uint32_t b) {
  AffineSet *set = &self->set;
  if (a == b) return;
  for (uint32_t which = 0; which < 2; which++) {
    const SetRows *rows = which ? &set->inequalities : &set->equations;
    for (uint32_t i = 0; i < rows->count; i++) {
      int64_t factor = rows->data[i].factors[a];
      rows->data[i].factors[a] = rows->data[i].factors[b];
      rows->data[i].factors[b] = factor;
    }
  }
  Value *value = set->values.data[a];
  bool quotient = set->is_quotient.data[a];
  set->values.data[a] = set->values.data[b];
  set->is_quotient.data[a] = set->is_quotient.data[b];
  set->values.data[b] = value;
  set->is_quotient.data[b] = quotient;
}

static uint32_t overlap(uint32_t begin, uint32_t end, uint32_t from, uint32_t to) {
  begin = begin > from ? begin : from;
  end = end < to ? end : to;
  return end > begin ? end - begin : 0;
}

void system_remove(AffineSystem *self, uint32_t begin, uint32_t end) {
  AffineSet *set = &self->set;
  uint32_t gone = end > begin ? end - begin : 0, behind = set->count - end;
  if (!gone) return;
  for (uint32_t which = 0; which < 2; which++) {
    const SetRows *rows = which ? &set->inequalities : &set->equations;
    for (uint32_t i = 0; i < rows->count; i++) {
      int64_t *factors = rows->data[i].factors;
      memmove(factors + begin, factors + end, behind * sizeof *factors);
      memset(factors + begin + behind, 0, gone * sizeof *factors);
    }
  }
  memmove(set->values.data + begin, set->values.data + end, behind * sizeof *set->values.data);
  memmove(set->is_quotient.data + begin, set->is_quotient.data + end, behind * sizeof *set->is_quotient.data);
  set->values.count -= gone;
  set->is_quotient.count -= gone;
  set->count -= gone;
  uint32_t dims = overlap(begin, end, 0, self->dims), symbols = overlap(begin, end, self->dims, system_named(self));
  self->dims -= dims;
  self->symbols -= symbols;
}

bool system_find(const AffineSystem *self, const Value *value, uint32_t from, uint32_t *at) {
  for (*at = from; *at < system_named(self); ++*at)
    if (value && self->set.values.data[*at] == value) return true;
  return false;
}

void system_project_out(AffineSystem *self, uint32_t begin, uint32_t end) {
  if (begin == end) return;
  affine_set_project_out(&self->set, begin, end);
  system_remove(self, begin, end);
}

void system_drop_given_quotients(AffineSystem *self) {
  for (uint32_t i = 0; i < self->set.equations.count && !self->set.failed;) {
    const SetRow *row = &self->set.equations.data[i];
    uint32_t at = system_named(self);
    while (at < self->set.count && row->factors[at] != 1 && row->factors[at] != -1) at++;
    if (at == self->set.count) {
      i++;
      continue;
    }
    // This equation is the pivot: it comes first among those that have the variable.
    affine_set_substitute(&self->set, i, at);
    system_remove(self, at, at + 1);
    i = 0;
  }
}

// An equation that gives the variable as a number, or as a function of variables from `free` on.
static bool find_given(const AffineSet *set, uint32_t variable, uint32_t free, uint32_t *out) {
  for (*out = 0; *out < set->equations.count; ++*out) {
    const SetRow *row = &set->equations.data[*out];
    if (row->factors[variable] != 1 && row->factors[variable] != -1) continue;
    uint32_t at = 0;
    while (at < free && (at == variable || !row->factors[at])) at++;
    if (at == free) return true;
  }
  return false;
}

static void set_value(AffineSystem *self, uint32_t variable, int64_t value) {
  for (uint32_t which = 0; which < 2; which++) {
    SetRows *rows = which ? &self->set.inequalities : &self->set.equations;
    for (uint32_t i = 0; i < rows->count; i++) {
      int64_t product;
      if (__builtin_mul_overflow(rows->data[i].factors[variable], value, &product) ||
          __builtin_add_overflow(rows->data[i].constant, product, &rows->data[i].constant))
        self->set.failed = true;
    }
  }
  system_remove(self, variable, variable + 1);
}

void system_fold_constants(AffineSystem *self, uint32_t begin, uint32_t end) {
  for (uint32_t at = begin, left = end - begin; left > 0; left--) {
    uint32_t row;
    if (find_given(&self->set, at, self->set.count, &row)) {
      const SetRow *given = &self->set.equations.data[row];
      set_value(self, at, -given->constant / given->factors[at]);
    } else {
      at++;
    }
  }
}

// --- Rows

void system_bound_constant(AffineSystem *self, uint32_t variable, BoundKind kind, int64_t value) {
  SetRow row = affine_set_row(&self->set);
  row.factors[variable] = kind == BOUND_UPPER ? -1 : 1;
  row.constant = kind == BOUND_UPPER ? value : -value;
  (kind == BOUND_EQUAL ? affine_set_add_equation : affine_set_add_inequality)(&self->set, row);
}

bool system_bound_map(AffineSystem *self, uint32_t variable, BoundKind kind, const AffineMap *map) {
  uint32_t *inputs = arena_new(self->set.arena, uint32_t, system_named(self) + 1);
  for (uint32_t i = 0; i < system_named(self); i++) inputs[i] = i;
  for (uint32_t i = 0; i < map->result_count; i++) {
    SetRow row;
    if (!affine_set_flatten(&self->set, map->results[i], inputs, map->dim_count, &row)) return false;
    if (row.factors[variable]) continue;   // a bound of a variable by itself says nothing here
    if (kind != BOUND_UPPER) affine_set_combine(&self->set, &row, -1, row, 0);
    row.factors[variable] = kind == BOUND_UPPER ? -1 : 1;
    row.constant -= kind == BOUND_UPPER;
    (kind == BOUND_EQUAL ? affine_set_add_equation : affine_set_add_inequality)(&self->set, row);
  }
  return true;
}

static void append_rows(AffineSystem *self, const SetRows *from, bool equations) {
  for (uint32_t i = 0; i < from->count; i++) {
    SetRow row = affine_set_row(&self->set);
    memcpy(row.factors, from->data[i].factors, self->set.count * sizeof *row.factors);
    row.constant = from->data[i].constant;
    (equations ? affine_set_add_equation : affine_set_add_inequality)(&self->set, row);
  }
}

void system_append(AffineSystem *self, const AffineSystem *other) {
  append_rows(self, &other->set.inequalities, false);
  append_rows(self, &other->set.equations, true);
  self->set.failed |= other->set.failed;
}

// --- Alignment

bool system_is_aligned(const AffineSystem *a, const AffineSystem *b) {
  if (a->dims != b->dims || a->symbols != b->symbols) return false;
  for (uint32_t i = 0; i < system_named(a); i++)
    if (a->set.values.data[i] != b->set.values.data[i]) return false;
  return true;
}

void system_align(AffineSystem *a, AffineSystem *b, uint32_t first_dim) {
  uint32_t at;
  for (uint32_t d = first_dim; d < a->dims; d++) {
    if (system_find(b, a->set.values.data[d], d, &at) && at < b->dims) system_swap(b, d, at);
    else system_insert_dim(b, d, a->set.values.data[d]);
  }
  for (uint32_t d = a->dims; d < b->dims; d++) system_add_dim(a, b->set.values.data[d]);
  for (uint32_t s = a->dims; s < system_named(a); s++) {
    if (system_find(b, a->set.values.data[s], s, &at)) system_swap(b, s, at);
    else system_insert_symbol(b, s, a->set.values.data[s]);
  }
  for (uint32_t s = system_named(a); s < system_named(b); s++) system_add_symbol(a, b->set.values.data[s]);
}

// --- Boxes

static bool same_row(const AffineSystem *self, const SetRow *a, const SetRow *b) {
  return a->constant == b->constant && !memcmp(a->factors, b->factors, self->set.count * sizeof *a->factors);
}

static void add_common(AffineSystem *box, const SetRows *a, const SetRows *b, bool equations) {
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t k = 0; k < b->count; k++) {
      if (!same_row(box, &a->data[i], &b->data[k])) continue;
      append_rows(box, &(SetRows){.data = &a->data[i], .count = 1}, equations);
      break;
    }
}

typedef enum Compared { SMALLER, SAME, LARGER, INCOMPARABLE } Compared;

static Compared compare(const int64_t *a, const int64_t *b, uint32_t symbols) {
  if (memcmp(a, b, symbols * sizeof *a) != 0) return INCOMPARABLE;
  return a[symbols] < b[symbols] ? SMALLER : a[symbols] == b[symbols] ? SAME : LARGER;
}

// The bound of one dimension in one direction, as a row of the box. False: it is not known.
static bool outer_bound(const AffineSystem *self, const AffineSystem *other, uint32_t dim, const SystemExtent *mine, const SystemExtent *theirs, bool upper,
                        SetRow *row) {
  const int64_t *bound = upper ? mine->upper : mine->lower, *second = upper ? theirs->upper : theirs->lower;
  Compared order = compare(bound, second, self->symbols);
  int64_t constant, constant2, sign = upper ? 1 : -1;
  row->factors[dim] = -sign * mine->divisor;
  if (order == INCOMPARABLE) {
    if (!affine_set_constant_bound(&self->set, dim, upper, &constant) || !affine_set_constant_bound(&other->set, dim, upper, &constant2)) return false;
    row->constant = sign * ((constant < constant2) == upper ? constant2 : constant);
    return true;
  }
  if (order == (upper ? SMALLER : LARGER)) bound = second;
  for (uint32_t i = 0; i < self->symbols; i++) row->factors[self->dims + i] = sign * bound[i];
  // The divisor of a lower bound is for rounding down; the row needs that of rounding up.
  row->constant = upper ? bound[self->symbols] : -(bound[self->symbols] - (mine->divisor - 1));
  return true;
}

static bool unite_aligned(AffineSystem *self, const AffineSystem *other) {
  AffineSystem box = system_copy(self);
  box.set.equations = box.set.inequalities = (SetRows){0};
  for (uint32_t d = 0; d < self->dims; d++) {
    SystemExtent mine, theirs;
    if (!system_extent(self, d, &mine) || !system_extent(other, d, &theirs) || mine.divisor != theirs.divisor) return false;
    for (uint32_t upper = 0; upper < 2; upper++) {
      SetRow row = affine_set_row(&box.set);
      if (!outer_bound(self, other, d, &mine, &theirs, upper, &row)) return false;
      affine_set_add_inequality(&box.set, row);
    }
  }
  add_common(&box, &self->set.inequalities, &other->set.inequalities, false);
  add_common(&box, &self->set.equations, &other->set.equations, true);
  affine_set_drop_redundant(&box.set);
  *self = box;
  return !self->set.failed;
}

bool system_unite(AffineSystem *self, const AffineSystem *other) {
  if (system_is_aligned(self, other)) return unite_aligned(self, other);
  AffineSystem copy = system_copy(other);
  system_align(self, &copy, self->dims);
  return unite_aligned(self, &copy);
}
