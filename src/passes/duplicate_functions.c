// duplicate-function-elimination: of functions that differ in their names only the first stays
// (after mlir/lib/Dialect/Func/Transforms/DuplicateFunctionElimination.cpp).
#include "ops/builtin.h"
#include "ops/func.h"
#include "rewrite/equivalence.h"
#include "rewrite/pass.h"

typedef struct Bucket {
  Operation *function;
  struct Bucket *next;
} Bucket;

typedef struct Finding {
  PassRun *run;
  Map by_hash, first;   // hash -> Bucket; name -> name of the function that stays
  OpVec functions, duplicates;
  VEC(A) names;         // of `functions`
} Finding;

static WalkResult note_function(Operation *op, void *data) {
  Finding *self = data;
  if (!op_is(op, OP_FUNC_FUNC)) return WALK_ADVANCE;
  vec_push(self->run->arena, &self->functions, op);
  vec_push(self->run->arena, &self->names, op_prop_at(op, FUNC_FUNC_SYM_NAME));
  return WALK_ADVANCE;
}

static WalkResult add_hash(Operation *op, void *data) {
  uint32_t *hash = data;
  *hash = hash_mix(*hash, op_hash_apart_from_operands(op));
  return WALK_ADVANCE;
}

// The equal one that was met before; otherwise it is noted itself.
static Operation *find(Finding *self, Operation *function) {
  uint32_t hash = 0;
  op_walk_pre(function, add_hash, &hash);
  MapEntry *entry = map_put(&self->by_hash, hash + 1u);
  for (Bucket *it = (Bucket *)entry->value; it; it = it->next)
    if (op_equivalent(it->function, function, self->run->arena->mem)) return it->function;
  Bucket *bucket = arena_new(self->run->arena, Bucket, 1);
  *bucket = (Bucket){function, (Bucket *)entry->value};
  entry->value = (uintptr_t)bucket;
  return function;
}

// Names do not count: functions are compared without.
static void find_all(Finding *self) {
  for (uint32_t i = 0; i < self->functions.count; i++) op_set_prop(self->functions.data[i], FUNC_FUNC_SYM_NAME, NULL);
  OpVec firsts = {0};
  for (uint32_t i = 0; i < self->functions.count; i++) {
    Operation *function = self->functions.data[i];
    vec_push(self->run->arena, &firsts, region_is_empty(&function->regions[0]) ? function : find(self, function));   // nobody knows what a declaration does
  }
  for (uint32_t i = 0; i < self->functions.count; i++) op_set_prop(self->functions.data[i], FUNC_FUNC_SYM_NAME, self->names.data[i]);
  for (uint32_t i = 0; i < self->functions.count; i++) {
    Operation *function = self->functions.data[i], *first = firsts.data[i];
    map_set(&self->first, self->names.data[i], (void *)(uintptr_t)op_prop_at(first, FUNC_FUNC_SYM_NAME));
    if (first != function) vec_push(self->run->arena, &self->duplicates, function);
  }
}

static void rename(Finding *self, Operation *op, uint32_t slot) {
  A symbol = op_prop_at(op, slot);
  A name = symbol ? map_get(&self->first, ((const SymbolRefAttr *)symbol)->path[0]) : NULL;
  if (name) op_set_prop(op, slot, attr_symbol(self->run->ctx, attr_str(name)));
}

static WalkResult rename_uses(Operation *op, void *data) {
  if (op_is(op, OP_FUNC_CALL)) rename(data, op, FUNC_CALL_CALLEE);
  if (op_is(op, OP_FUNC_CONSTANT)) rename(data, op, FUNC_CONSTANT_VALUE);
  return WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *op) {
  Finding self = {.run = pass};
  map_init(&self.by_hash, pass->arena);
  map_init(&self.first, pass->arena);
  op_walk_pre(op, note_function, &self);
  find_all(&self);
  if (!self.duplicates.count) return true;
  op_walk_pre(op, rename_uses, &self);
  for (uint32_t i = 0; i < self.duplicates.count; i++) op_erase(self.duplicates.data[i]);
  pass->changed = true;
  return true;
}

const PassDef duplicate_functions_pass = {
  .name = "duplicate-function-elimination", .class_name = "DuplicateFunctionEliminationPass", .summary = "Deduplicate functions",
  .anchor = OP_BUILTIN_MODULE, .run = run,
};
