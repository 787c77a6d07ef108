// Loops that run in parallel become loops of another kind: scf.parallel and scf.forall become scf.for in each other,
// and scf.forall becomes scf.parallel.
#include "passes/scf/loops.h"

#include "ir/ir_diag.h"

typedef struct Rewriting {
  PassRun *run;
  Builder b;
  bool failed;
} Rewriting;

void loop_to_nested_fors(PassRun *pass, Operation *op, const NestBounds *bounds, Builder *b, OpVec *loops) {
  Value **ivs = arena_new(pass->arena, Value *, bounds->count + 1);
  if (!bounds->lower || !ivs) return;
  Block *body = build_loop_nest(b, bounds, ivs);
  if (!body) return;
  for (uint32_t i = 0; loops && i < bounds->count; i++) vec_push(pass->arena, loops, block_parent_op(value_block(ivs[i])));
  inline_loop_body(loop_body(op), body->last, ivs);
  op_erase(op);
  pass->changed = true;
}

static bool run_over(PassRun *pass, Operation *op, WalkFn *visit) {
  Rewriting self = {.run = pass};
  builder_init(&self.b, pass->module);
  op_walk_post(op, visit, &self);
  return !self.failed && !pass->ctx->mem.exhausted;
}

// ---------------------------------------------------------------------------------------------

// Reductions would need values that the loops carry, and stay.
static WalkResult visit_parallel(Operation *op, void *data) {
  Rewriting *self = data;
  if (!op_is(op, OP_SCF_PARALLEL) || op->result_count) return WALK_ADVANCE;
  builder_before(&self->b, op);
  NestBounds bounds = parallel_bounds(op, self->run->arena);
  loop_to_nested_fors(self->run, op, &bounds, &self->b, NULL);
  return WALK_ADVANCE;
}

static bool run_parallel(PassRun *pass, Operation *op) { return run_over(pass, op, visit_parallel); }

const PassDef parallel_for_to_nested_fors_pass = {
  .name = "scf-parallel-for-to-nested-fors", .class_name = "SCFParallelForToNestedFors",
  .summary = "Convert SCF parallel for loops to nested SCF for loops", .works_on = "scf", .makes = "scf", .run = run_parallel,
};

// ---------------------------------------------------------------------------------------------

static bool has_outputs(const Operation *op) { return op->result_count > 0; }

static WalkResult visit_forall(Operation *op, void *data) {
  Rewriting *self = data;
  if (!op_is(op, OP_SCF_FORALL)) return WALK_ADVANCE;
  if (has_outputs(op) || loop_body(op)->arg_count == 0) {   // upstream leaves uses of nothing behind, or crashes
    op_error(self->run->module, op, has_outputs(op) ? "has outputs, for which there is no scf.for yet" : "has no dimension to make an scf.for of");
    self->failed = true;
    return WALK_STOP;
  }
  builder_before(&self->b, op);
  NestBounds bounds = forall_bounds(op, &self->b, self->run->arena);
  loop_to_nested_fors(self->run, op, &bounds, &self->b, NULL);
  return WALK_ADVANCE;
}

static bool run_forall(PassRun *pass, Operation *op) { return run_over(pass, op, visit_forall); }

const PassDef forall_to_for_pass = {
  .name = "scf-forall-to-for", .class_name = "SCFForallToForLoop", .summary = "Convert SCF forall loops to SCF for loops",
  .works_on = "scf", .makes = "scf arith", .run = run_forall,
};

// ---------------------------------------------------------------------------------------------

Operation *forall_to_parallel(Module *module, Arena *arena, Operation *op) {
  Builder b;
  builder_init(&b, module);
  builder_before(&b, op);
  NestBounds bounds = forall_bounds(op, &b, arena);
  if (!bounds.lower) return NULL;
  Operation *loop = build_parallel(&b, &bounds, true);
  region_take_blocks(op_region(loop, 0), op_region(op, 0), NULL);
  Operation *end = loop_body(loop)->last;
  builder_before(&b, end);
  builder_begin(&b, OP_SCF_REDUCE);
  builder_finish_typed(&b);
  op_erase(end);
  A mapping = op_prop_at(op, SCF_FORALL_MAPPING);
  if (mapping) op_set_attr(module, loop, str_from("mapping"), mapping);
  op_erase(op);
  return loop;
}

static WalkResult visit_forall_to_parallel(Operation *op, void *data) {
  Rewriting *self = data;
  if (!op_is(op, OP_SCF_FORALL)) return WALK_ADVANCE;
  if (has_outputs(op)) {
    self->failed = true;
    return WALK_ADVANCE;
  }
  if (!forall_to_parallel(self->run->module, self->run->arena, op)) return WALK_STOP;
  self->run->changed = true;
  return WALK_ADVANCE;
}

static bool run_forall_to_parallel(PassRun *pass, Operation *op) { return run_over(pass, op, visit_forall_to_parallel); }

const PassDef forall_to_parallel_pass = {
  .name = "scf-forall-to-parallel", .class_name = "SCFForallToParallelLoop", .summary = "Convert SCF forall loops to SCF parallel loops",
  .works_on = "scf", .makes = "scf arith", .run = run_forall_to_parallel,
};
