// convert-linalg-to-loops, -to-affine-loops, -to-parallel-loops: a computation over memrefs as a nest of loops around its body
// (after mlir/lib/Dialect/Linalg/Transforms/Loops.cpp).
#include "ops/affine.h"
#include "ops/linalg.h"
#include "ops/memref.h"
#include "ops/scf.h"
#include "ops/tensor.h"

#include "analysis/structured.h"
#include "dialects/affine/compose.h"
#include "dialects/canonicalization.h"
#include "dialects/common/op_fold_result.h"
#include "dialects/linalg/hooks.h"
#include "ir/type.h"
#include "passes/affine/loop.h"
#include "passes/scf/loops.h"
#include "rewrite/greedy.h"

typedef enum LoopKind { LOOPS_FOR, LOOPS_AFFINE, LOOPS_PARALLEL } LoopKind;

typedef struct Nest {
  Greedy *g;
  const Operation *op;
  LoopKind kind;
  AffineMapVec maps;
  IteratorVec iterators;
  ValueVec ivs;
  Operation *innermost;    // the last loop that was made
} Nest;

// ---------------------------------------------------------------------------------------------
// How far the loops go

static OpFoldResult size_of_dim(Builder *b, Value *source, uint32_t dim) {
  const ShapedType *type = type_as_shaped(source->type);
  if (type->dims[dim] != DYNAMIC) return OFR_NUMBER(type->dims[dim]);
  OpState *state = NULL;
  Value *index = ofr_to_value(b, OFR_NUMBER(dim));
  state = builder_begin(b, type_is_memref(source->type) ? OP_MEMREF_DIM : OP_TENSOR_DIM);
  op_state_add_operand2(state, source, index);
  op_state_add_type(state, b->ctx->types.index);
  return (OpFoldResult){.value = builder_finish_value(b)};
}

// The first dimension of an operand that is a loop itself tells how far that goes.
static OpFoldResult *loop_sizes(Nest *n) {
  Arena *arena = n->g->arena;
  uint32_t loops = n->iterators.count;
  OpFoldResult *sizes = arena_new(arena, OpFoldResult, loops + 1);
  bool *known = arena_new(arena, bool, loops + 1);
  for (uint32_t i = 0; i < n->maps.count; i++) {
    Value *operand = op_operand(n->op, i);
    for (uint32_t k = 0; k < n->maps.data[i]->result_count; k++) {
      OpFoldResult size = size_of_dim(&n->g->b, operand, k);   // of all, as upstream does: those that are not needed are dead
      E expr = n->maps.data[i]->results[k];
      if (expr->kind != AFFINE_DIM || known[expr->value]) continue;
      known[expr->value] = true;
      sizes[expr->value] = size;
    }
  }
  return sizes;
}

// ---------------------------------------------------------------------------------------------
// Loops

static NestBounds bounds_of(Nest *n, const OpFoldResult *sizes) {
  Arena *arena = n->g->arena;
  uint32_t count = n->iterators.count;
  NestBounds bounds = {.count = count, .lower = arena_new(arena, Value *, count + 1), .upper = arena_new(arena, Value *, count + 1), .step = arena_new(arena, Value *, count + 1)};
  for (uint32_t i = 0; i < count; i++) {
    bounds.lower[i] = ofr_to_value(&n->g->b, OFR_NUMBER(0));
    bounds.upper[i] = ofr_to_value(&n->g->b, sizes[i]);
    bounds.step[i] = ofr_to_value(&n->g->b, OFR_NUMBER(1));
  }
  return bounds;
}

static void enter(Nest *n, Operation *loop) {
  Builder *b = &n->g->b;
  Block *body = op_region(loop, 0)->first;
  n->innermost = loop;
  builder_at_end(b, body);
  b->before = body->last;
  b->loc = n->op->loc;
}

static void build_affine_loops(Nest *n, const OpFoldResult *sizes) {
  Context *ctx = n->g->ctx;
  for (uint32_t i = 0; i < n->iterators.count; i++) {
    E dim = affine_dim(ctx, 0);
    ValueMap lower = {.map = affine_map_constant(ctx, 0)}, upper = {.map = affine_map_constant(ctx, sizes[i].constant)};
    if (sizes[i].value) upper = map_of_dim(ctx, dim, sizes[i].value, n->g->arena);
    Operation *loop = build_loop(&n->g->b, &lower, &upper, 1, NULL, 0);
    vec_push(n->g->arena, &n->ivs, loop_body(loop)->args[0]);
    enter(n, loop);
  }
}

// From loop `i` on: parallel loops in a row are one.
static void build_parallel_loops(Nest *n, const NestBounds *bounds) {
  for (uint32_t i = 0; i < bounds->count;) {
    uint32_t end = i;
    while (end < bounds->count && n->iterators.data[end] == ITERATOR_PARALLEL) end++;
    NestBounds part = {.lower = bounds->lower + i, .upper = bounds->upper + i, .step = bounds->step + i, .count = end > i ? end - i : 1};
    Operation *loop;
    if (end > i) {
      loop = build_parallel(&n->g->b, &part, false);
      for (uint32_t k = 0; k < part.count; k++) vec_push(n->g->arena, &n->ivs, op_region(loop, 0)->first->args[k]);
    } else {
      Value *iv;
      loop = block_parent_op(build_loop_nest(&n->g->b, &part, &iv));
      vec_push(n->g->arena, &n->ivs, iv);
    }
    enter(n, loop);
    i += part.count;
  }
}

static void build_loops(Nest *n, const OpFoldResult *sizes) {
  if (n->kind == LOOPS_AFFINE) {
    build_affine_loops(n, sizes);
    return;
  }
  NestBounds bounds = bounds_of(n, sizes);
  if (n->kind == LOOPS_PARALLEL) {
    build_parallel_loops(n, &bounds);
    return;
  }
  Value **ivs = arena_new(n->g->arena, Value *, bounds.count + 1);
  Block *body = build_loop_nest(&n->g->b, &bounds, ivs);
  for (uint32_t i = 0; i < bounds.count; i++) vec_push(n->g->arena, &n->ivs, ivs[i]);
  if (body) enter(n, block_parent_op(body));
}

// ---------------------------------------------------------------------------------------------
// The body

// One affine.apply for each result; those that are loops themselves fold away.
static void add_indices(Nest *n, uint32_t operand, ValueVec *out) {
  Context *ctx = n->g->ctx;
  const AffineMap *map = n->maps.data[operand];
  for (uint32_t i = 0; i < map->result_count; i++) {
    ValueMap one = {.map = affine_map(ctx, map->dim_count, map->symbol_count, &map->results[i], 1)};
    for (uint32_t k = 0; k < n->ivs.count; k++) vec_push(n->g->arena, &one.operands, n->ivs.data[k]);
    canonicalize_map(ctx, &one.map, &one.operands, n->g->arena);
    vec_push(n->g->arena, out, build_affine(&n->g->b, OP_AFFINE_APPLY, &one));
  }
}

static bool is_scalar(T type) { return !type_is_memref(type) && !type_is_tensor(type); }

static Value *load(Nest *n, uint32_t operand) {
  Builder *b = &n->g->b;
  Value *source = op_operand(n->op, operand);
  ValueVec indices = {0};
  if (is_scalar(source->type)) return source;
  add_indices(n, operand, &indices);
  OpState *state = builder_begin(b, n->kind == LOOPS_AFFINE ? OP_AFFINE_LOAD : OP_MEMREF_LOAD);
  op_state_add_operand(state, source);
  op_state_add_operands(state, indices.data, indices.count);
  op_state_add_type(state, type_element(source->type));
  if (n->kind == LOOPS_AFFINE) op_state_set_prop(state, AFFINE_LOAD_MAP, attr_affine_map(b->ctx, affine_map_identity(b->ctx, indices.count)));
  return builder_finish_value(b);
}

static void store(Nest *n, uint32_t operand, Value *value, const ValueVec *indices) {
  Builder *b = &n->g->b;
  OpState *state = builder_begin(b, n->kind == LOOPS_AFFINE ? OP_AFFINE_STORE : OP_MEMREF_STORE);
  op_state_add_operand2(state, value, op_operand(n->op, operand));
  op_state_add_operands(state, indices->data, indices->count);
  if (n->kind == LOOPS_AFFINE) op_state_set_prop(state, AFFINE_STORE_MAP, attr_affine_map(b->ctx, affine_map_identity(b->ctx, indices->count)));
  builder_finish(b);
}

static Value *mapped(const Map *map, Value *value) {
  Value *to = map_get(map, value);
  return to ? to : value;
}

static void build_body(Nest *n) {
  const Block *body = structured_body(n->op);
  Span inits = structured_inits(n->op);
  Map map;
  map_init(&map, n->g->arena);
  for (uint32_t i = 0; i < n->op->operand_count; i++) map_set(&map, body->args[i], load(n, i));
  ValueVec *indices = arena_new(n->g->arena, ValueVec, span_size(inits) + 1);
  for (uint32_t i = inits.begin; i < inits.end; i++) add_indices(n, i, &indices[i - inits.begin]);
  for (Operation *op = body->first; op != body->last; op = op->next) builder_insert(&n->g->b, op_clone(n->g->module, op, &map));
  for (uint32_t i = inits.begin; i < inits.end; i++)
    store(n, i, mapped(&map, op_operand(body->last, i - inits.begin)), &indices[i - inits.begin]);
}

// linalg.index in the body of the innermost loop is its induction variable.
static void replace_indices(Nest *n) {
  if (!n->innermost) return;
  block_each_op_safe(op_region(n->innermost, 0)->first, op) {
    if (op_is(op, OP_LINALG_INDEX)) greedy_replace1(n->g, op, n->ivs.data[op_prop_i64_at(op, LINALG_INDEX_DIM)]);
  }
}

static bool lower(Greedy *g, Operation *op) {
  const LinalgOp *asked = ask_linalg_op(op->def);
  if (!asked) return false;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_is_tensor(op_operand_type(op, i))) return greedy_no_match(g, op, "it is on tensors");
  Nest n = {.g = g, .op = op, .kind = *(const LoopKind *)g->data};
  asked->maps(g->ctx, op, g->arena, &n.maps);
  asked->iterators(op, g->arena, &n.iterators);
  if (n.maps.count != op->operand_count || !structured_body(op) || !structured_body(op)->last) return false;
  build_loops(&n, loop_sizes(&n));
  build_body(&n);
  replace_indices(&n);
  return greedy_erase(g, op);
}

// ---------------------------------------------------------------------------------------------
// The passes

static const GreedyPattern lowering[] = {{.rewrite = lower, .name = "$root as loops"}};

static bool is_for_indices(const GreedyPattern *pattern) {
  return pattern->root == OP_MEMREF_DIM || pattern->root == OP_TENSOR_DIM || pattern->root == OP_AFFINE_APPLY;
}

static void add_index_patterns(Greedy *g, const PatternSet *set) {
  for (uint32_t i = 0; i < set->count; i++)
    if (is_for_indices(&set->patterns[i])) greedy_add(g, &set->patterns[i], 1);
}

static bool run(PassRun *pass, Operation *op, LoopKind kind) {
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  g.data = &kind;
  greedy_add_table(&g, lowering);
  add_index_patterns(&g, &memref_canonicalization);
  add_index_patterns(&g, &tensor_canonicalization);
  add_index_patterns(&g, &affine_canonicalization);
  greedy_run(&g, op);
  return !pass->ctx->mem.exhausted;
}

static bool run_for(PassRun *pass, Operation *op) { return run(pass, op, LOOPS_FOR); }
static bool run_affine(PassRun *pass, Operation *op) { return run(pass, op, LOOPS_AFFINE); }
static bool run_parallel(PassRun *pass, Operation *op) { return run(pass, op, LOOPS_PARALLEL); }

const PassDef linalg_to_loops_pass = {
  .name = "convert-linalg-to-loops", .class_name = "ConvertLinalgToLoopsPass",
  .summary = "Lower the operations from the linalg dialect into loops", .works_on = "linalg", .makes = "scf memref affine arith", .run = run_for,
};
const PassDef linalg_to_affine_loops_pass = {
  .name = "convert-linalg-to-affine-loops", .class_name = "ConvertLinalgToAffineLoopsPass",
  .summary = "Lower the operations from the linalg dialect into affine loops", .works_on = "linalg", .makes = "affine memref arith", .run = run_affine,
};
const PassDef linalg_to_parallel_loops_pass = {
  .name = "convert-linalg-to-parallel-loops", .class_name = "ConvertLinalgToParallelLoopsPass",
  .summary = "Lower the operations from the linalg dialect into parallel loops", .works_on = "linalg", .makes = "scf memref affine arith", .run = run_parallel,
};
