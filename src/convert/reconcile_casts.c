// reconcile-unrealized-casts: remove casts that lead back to the type they came from.
#include "ops/builtin.h"
#include "rewrite/casts.h"
#include "rewrite/pass.h"

typedef struct Found {
  Arena *arena;
  OpVec casts;
} Found;

static WalkResult find_cast(Operation *op, void *data) {
  Found *found = data;
  if (op_is(op, OP_BUILTIN_UNREALIZED_CONVERSION_CAST)) vec_push(found->arena, &found->casts, op);
  return WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *op) {
  Found found = {.arena = pass->arena};
  op_walk_post(op, find_cast, &found);
  if (found.casts.count) pass->changed = true;
  reconcile_casts(pass->module, pass->arena, found.casts.data, found.casts.count);
  return true;
}

const PassDef reconcile_casts_pass = {
  .name = "reconcile-unrealized-casts", .class_name = "ReconcileUnrealizedCastsPass",
  .summary = "remove casts that cancel out",
  .works_on = "builtin",
  .run = run,
};
