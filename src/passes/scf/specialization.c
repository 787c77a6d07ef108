// scf-for-loop-specialization and scf-parallel-loop-specialization: a loop whose upper bounds are minima with constants
// comes a second time, for when they are those constants (after mlir/lib/Dialect/SCF/Transforms/LoopSpecialization.cpp).
#include "ops/affine.h"
#include "ops/arith.h"

#include "passes/scf/loops.h"

#include "dialects/common/build.h"
#include "ir/affine.h"
#include "ir/constants.h"
#include "ir/ir_diag.h"

// The least constant that affine.min of which `bound` is the result chooses from.
static bool constant_of_min(const Value *bound, int64_t *least) {
  const Operation *min = defined_by(bound, OP_AFFINE_MIN);
  if (!min) return false;
  const AffineMap *map = ((const MapAttr *)op_prop_at(min, AFFINE_MIN_MAP))->map;
  *least = INT64_MAX;
  for (uint32_t i = 0; i < map->result_count; i++) {
    int64_t value;
    if (affine_is_const(map->results[i], &value) && value < *least) *least = value;
  }
  return *least != INT64_MAX;
}

// A clone of the loop goes into an empty region; nothing else than its end comes behind it.
static void fill_region(Builder *b, const Operation *check, uint32_t region, const Operation *loop, Map *map) {
  Builder inside;
  builder_init(&inside, b->module);
  Block *block = block_new(b->module);
  block_append(op_region(check, region), block);
  builder_at_end(&inside, block);
  builder_insert(&inside, op_clone(b->module, loop, map));
  inside.loc = b->loc;
  builder_begin(&inside, OP_SCF_YIELD);
  builder_finish_typed(&inside);
}

static bool specialize(PassRun *pass, Operation *op, Span uppers) {
  int64_t least;
  for (uint32_t i = uppers.begin; i < uppers.end; i++)
    if (!constant_of_min(op_operand(op, i), &least)) return true;
  if (op_has_uses(op)) {   // upstream leaves uses of nothing behind
    op_error(pass->module, op, "has results that are used, which cannot be specialized yet");
    return false;
  }
  Builder b;
  builder_init(&b, pass->module);
  builder_before(&b, op);
  Map map;
  map_init(&map, pass->arena);
  Value *all = NULL;
  for (uint32_t i = uppers.begin; i < uppers.end; i++) {
    Value *bound = op_operand(op, i);
    constant_of_min(bound, &least);
    Value *constant = build_index(&b, least), *same = build_cmpi(&b, ARITH_CMP_I_PREDICATE_EQ, bound, constant);
    all = all ? build_binary(&b, OP_ARITH_ANDI, all, same) : same;
    map_set(&map, bound, constant);
  }
  OpState *state = builder_begin(&b, OP_SCF_IF);
  op_state_add_operand(state, all);
  op_state_add_region(state);
  op_state_add_region(state);
  Operation *check = builder_finish_typed(&b);
  fill_region(&b, check, 0, op, &map);
  fill_region(&b, check, 1, op, NULL);
  op_erase(op);
  pass->changed = true;
  return true;
}

// ---------------------------------------------------------------------------------------------

typedef struct Collecting {
  PassRun *run;
  uint16_t opcode;
  OpVec loops;
} Collecting;

static WalkResult collect(Operation *op, void *data) {
  Collecting *self = data;
  if (op_is(op, self->opcode)) vec_push(self->run->arena, &self->loops, op);
  return WALK_ADVANCE;
}

// From the inside out.
static bool run_over(PassRun *pass, Operation *op, uint16_t opcode) {
  Collecting self = {.run = pass, .opcode = opcode};
  op_walk_post(op, collect, &self);
  for (uint32_t i = 0; i < self.loops.count && !pass->ctx->mem.exhausted; i++) {
    Operation *loop = self.loops.data[i];
    if (!specialize(pass, loop, opcode == OP_SCF_FOR ? (Span){1, 2} : op_operands_named(loop, "upperBound"))) return false;
  }
  return !pass->ctx->mem.exhausted;
}

static bool run_for(PassRun *pass, Operation *op) { return run_over(pass, op, OP_SCF_FOR); }
static bool run_parallel(PassRun *pass, Operation *op) { return run_over(pass, op, OP_SCF_PARALLEL); }

const PassDef for_loop_specialization_pass = {
  .name = "scf-for-loop-specialization", .class_name = "SCFForLoopSpecialization", .summary = "Specialize `for` loops for vectorization",
  .works_on = "scf", .makes = "scf arith", .run = run_for,
};

const PassDef parallel_loop_specialization_pass = {
  .name = "scf-parallel-loop-specialization", .class_name = "SCFParallelLoopSpecialization",
  .summary = "Specialize parallel loops for vectorization", .works_on = "scf", .makes = "scf arith", .run = run_parallel,
};
