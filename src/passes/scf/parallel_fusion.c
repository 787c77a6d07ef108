// scf-parallel-loop-fusion: parallel loops that follow each other and go over the same iterations become one
// (after mlir/lib/Dialect/SCF/Transforms/ParallelLoopFusion.cpp).
#include "ops/memref.h"

#include "passes/memref/alias.h"
#include "passes/scf/loops.h"

#include "rewrite/effects.h"
#include "rewrite/equivalence.h"

typedef struct Fuser {
  PassRun *run;
  Operation *first, *second;   // loops
} Fuser;

typedef struct Accesses {
  Arena *arena;
  OpVec stores, loads;
  uint32_t loops;              // parallel ones inside
} Accesses;

static WalkResult collect(Operation *op, void *data) {
  Accesses *self = data;
  if (op_is(op, OP_MEMREF_STORE)) vec_push(self->arena, &self->stores, op);
  if (op_is(op, OP_MEMREF_LOAD)) vec_push(self->arena, &self->loads, op);
  self->loops += op_is(op, OP_SCF_PARALLEL);
  return WALK_ADVANCE;
}

static bool same_bounds(const Operation *a, const Operation *b) {
  Span lower = op_operands_named(a, "lowerBound"), step = op_operands_named(a, "step"), other = op_operands_named(b, "lowerBound");
  if (span_size(lower) != span_size(other)) return false;
  for (uint32_t i = lower.begin; i < step.end; i++)
    if (op_operand(a, i) != op_operand(b, i)) return false;
  return true;
}

// A value in the loop `from` as the other loop would have it.
static const Value *mapped(const Value *value, const Operation *from, const Operation *to) {
  return value->is_arg && value_arg_block(value) == loop_body(from) ? loop_body(to)->args[value->index] : value;
}

// The same value, or made by operations that do the same.
static bool same_index(const Value *store, const Value *load, const Operation *from, const Operation *to) {
  if (mapped(store, from, to) == load) return true;
  Operation *a = value_def(store), *b = value_def(load);
  if (!a || !b || !op_is_memory_effect_free(a) || !op_is_memory_effect_free(b)) return false;
  if (!op_same_apart_from_operands(a, b) || a->region_count) return false;
  for (uint32_t i = 0; i < a->operand_count; i++)
    if (mapped(op_operand(a, i), from, to) != mapped(op_operand(b, i), from, to)) return false;
  return true;
}

static bool same_indices(const Operation *a, uint32_t a_begin, const Operation *b, uint32_t b_begin) {
  if (a->operand_count - a_begin != b->operand_count - b_begin) return false;
  for (uint32_t i = a_begin; i < a->operand_count; i++)
    if (op_operand(a, i) != op_operand(b, b_begin + i - a_begin)) return false;
  return true;
}

enum { STORE_INDICES = 2, LOAD_INDICES = 1 };

// Whether what `to` loads in an iteration was stored by the same iteration of `from`, or not by `from`.
static bool load_is_fine(const Operation *load, const OpVec *stores, const Operation *from, const Operation *to) {
  const Value *memref = op_operand(load, 0);
  const Operation *def = value_def(memref), *store = NULL;
  if (def && def->block == load->block) return false;
  for (uint32_t i = 0; i < stores->count; i++)
    if (op_operand(stores->data[i], 1) != memref && memrefs_may_alias(op_operand(stores->data[i], 1), memref)) return false;
  for (uint32_t i = 0; i < stores->count; i++) {
    if (op_operand(stores->data[i], 1) != memref) continue;
    if (store && !same_indices(store, STORE_INDICES, stores->data[i], STORE_INDICES)) return false;
    if (!store) store = stores->data[i];
  }
  if (!store) return true;
  if (store->operand_count - STORE_INDICES != load->operand_count - LOAD_INDICES) return false;
  for (uint32_t i = STORE_INDICES; i < store->operand_count; i++)
    if (!same_index(op_operand(store, i), op_operand(load, i - STORE_INDICES + LOAD_INDICES), from, to)) return false;
  return true;
}

// No use before the second loop, or inside of it.
static bool results_wait(Fuser *f) {
  for (uint32_t r = 0; r < f->first->result_count; r++)
    for (const Use *use = op_result(f->first, r)->uses; use; use = use->next) {
      Operation *at = use->owner;
      while (at && at->block != f->second->block) at = op_parent(at);
      if (!at || at == f->second || !op_is_before(f->second, at)) return false;
    }
  return true;
}

static bool may_fuse(Fuser *f) {
  Accesses first = {.arena = f->run->arena}, second = {.arena = f->run->arena};
  op_walk_post(f->first, collect, &first);
  op_walk_post(f->second, collect, &second);
  if (first.loops > 1 || second.loops > 1 || !same_bounds(f->first, f->second)) return false;
  for (uint32_t i = 0; i < second.loads.count; i++)
    if (!load_is_fine(second.loads.data[i], &first.stores, f->first, f->second)) return false;
  for (uint32_t i = 0; i < first.loads.count; i++)
    if (!load_is_fine(first.loads.data[i], &second.stores, f->second, f->first)) return false;
  return results_wait(f);
}

// The arguments count as made by the pass.
static void place_args(const Block *block, Loc loc) {
  for (uint32_t i = 0; i < block->arg_count; i++) *block->args[i]->arg_loc = loc;
}

// One scf.reduce for both.
static void join_reductions(Fuser *f, Block *body, Operation *first, Operation *second) {
  Builder b;
  builder_init(&b, f->run->module);
  builder_at_end(&b, body);
  b.loc = f->second->result_count + f->first->result_count ? second->loc : f->second->loc;
  OpState *state = builder_begin(&b, OP_SCF_REDUCE);
  op_state_take_operands(state, first, 0, first->operand_count);
  op_state_take_operands(state, second, 0, second->operand_count);
  for (uint32_t which = 0; which < 2; which++) {
    const Operation *from = which ? second : first;
    for (uint32_t i = 0; i < from->region_count; i++) {
      place_args(op_region(from, i)->first, b.loc);
      vec_push(state->arena, &state->regions, op_region(from, i));
    }
  }
  builder_finish(&b);
  op_erase(first);
  op_erase(second);
}

// The body of the first loop goes in front of that of the second; the loop that has both.
static Operation *fuse(Fuser *f) {
  Operation *first = f->first, *second = f->second;
  Block *body = loop_body(second), *front = loop_body(first);
  Operation *term1 = front->last, *term2 = body->last;
  for (uint32_t i = 0; i < front->arg_count; i++) value_replace_all(front->args[i], body->args[i]);
  if (front->first != term1) block_splice(body, body->first, front->first, term1->prev);
  place_args(body, second->loc);
  join_reductions(f, body, term1, term2);
  Builder b;
  builder_init(&b, f->run->module);
  builder_before(&b, second);
  b.loc = second->loc;
  OpState *state = builder_begin(&b, OP_SCF_PARALLEL);
  Span step = op_operands_named(second, "step"), inits = op_operands_named(second, "initVals"), others = op_operands_named(first, "initVals");
  int32_t count = (int32_t)span_size(step);
  op_state_take_operands(state, second, 0, step.end);
  op_state_take_operands(state, first, others.begin, others.end);
  op_state_take_operands(state, second, inits.begin, inits.end);
  op_state_operand_segments(state, (const int32_t[]){count, count, count, (int32_t)(span_size(inits) + span_size(others))}, 4);
  op_state_take_types(state, first);
  op_state_take_types(state, second);
  vec_push(state->arena, &state->regions, op_region(second, 0));
  Operation *made = builder_finish(&b);
  for (uint32_t i = 0; i < first->result_count; i++) value_replace_all(op_result(first, i), op_result(made, i));
  for (uint32_t i = 0; i < second->result_count; i++) value_replace_all(op_result(second, i), op_result(made, first->result_count + i));
  op_erase(first);
  op_erase(second);
  f->run->changed = true;
  return made;
}

static void fuse_chain(PassRun *run, OpVec *loops) {
  for (uint32_t i = 0; i + 1 < loops->count && !run->ctx->mem.exhausted; i++) {
    Fuser f = {run, loops->data[i], loops->data[i + 1]};
    if (may_fuse(&f)) loops->data[i + 1] = fuse(&f);
  }
  vec_clear(loops);
}

// Loops with nothing between them that has an effect.
static void fuse_in_block(PassRun *run, Block *block) {
  OpVec chain = {0};
  VEC(OpVec) chains = {0};
  bool quiet = true;
  block_each_op(block, op) {
    if (!op_is(op, OP_SCF_PARALLEL)) {
      quiet = quiet && !op->region_count && op_is_memory_effect_free(op);
      continue;
    }
    if (!quiet) {
      vec_push(run->arena, &chains, chain);
      chain = (OpVec){0};
    }
    quiet = true;
    vec_push(run->arena, &chain, op);
  }
  vec_push(run->arena, &chains, chain);
  for (uint32_t i = 0; i < chains.count; i++) fuse_chain(run, &chains.data[i]);
}

static WalkResult visit(Operation *op, void *data) {
  PassRun *run = data;
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(op_region(op, r), block) fuse_in_block(run, block);
  return run->ctx->mem.exhausted ? WALK_STOP : WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *root) {
  op_walk_post(root, visit, pass);
  return !pass->ctx->mem.exhausted;
}

const PassDef parallel_loop_fusion_pass = {
  .name = "scf-parallel-loop-fusion", .class_name = "SCFParallelLoopFusion",
  .summary = "parallel loops over the same iterations as one",
  .works_on = "scf",
  .run = run,
};
