// Folding: constant operands in, constants or existing values out.
#ifndef RUNG_IR_FOLD_H
#define RUNG_IR_FOLD_H

#include "ir/op.h"

typedef struct FoldResult {   // one of the two is set
  const Attr *attr;
  Value *value;
} FoldResult;

typedef struct Folder {
  Context *ctx;
  Module *module;
  Arena *arena;               // for temporaries of the fold
  VEC(FoldResult) results;    // one per op result when the fold succeeded with values
  bool in_place;              // the op itself was changed
  Builder *builder;           // where materialize_constant puts its op
} Folder;

void folder_init(Folder *self, Module *module, Arena *arena);
static inline bool fold_to_attr(Folder *self, const Attr *attr) {
  vec_push(self->arena, &self->results, (FoldResult){.attr = attr});
  return true;
}
static inline bool fold_to(Folder *self, const Attr *attr) { return attr && fold_to_attr(self, attr); }   // NULL: no fold
static inline bool fold_to_value(Folder *self, Value *value) {
  vec_push(self->arena, &self->results, (FoldResult){.value = value});
  return true;
}
static inline bool fold_in_place(Folder *self) {
  self->in_place = true;
  return true;
}
// The constant attribute of a value defined by a TRAIT_CONSTANT_LIKE op, or NULL.
A value_constant(const Value *value);
// The value of a TRAIT_CONSTANT_LIKE op, else NULL: as value_constant(), and constants that only their fold hook can tell (poison, zero…).
A folder_constant(const Folder *self, Operation *op);
// Operation::fold: gathers constants, calls the record's hook (results empty and not in_place: no fold).
bool op_fold(Folder *self, Operation *op);
// The same with the constants that are known of its operands, NULL for others.
bool op_fold_with(Folder *self, Operation *op, const A *constants);

#endif
