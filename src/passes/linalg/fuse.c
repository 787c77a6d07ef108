// linalg-fuse-elementwise-ops: a computation of elements inside the one that uses them
// (after mlir/lib/Dialect/Linalg/Transforms/ElementwiseOpFusion.cpp and ConstantFold.cpp).
#include "ops/affine.h"
#include "ops/arith.h"
#include "ops/linalg.h"
#include "ops/tensor.h"

#include "dialects/canonicalization.h"
#include "dialects/common/dense_fold.h"
#include "dialects/linalg/hooks.h"
#include "ir/constants.h"
#include "ir/type.h"
#include "passes/linalg/linalg.h"

// ---------------------------------------------------------------------------------------------
// A producer into its consumer

typedef struct Fusion {
  Greedy *g;
  Structured producer, consumer;
  uint32_t operand;          // of the consumer: the producer's result
  uint32_t result;           // of the producer
  E *loops;                  // the loops of the producer, in those of the consumer
  bool *keeps;               // results of the producer that the fused operation has
} Fusion;

static bool has_one_use(const Operation *op) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < op->result_count; i++)
    for (const Use *use = op_result(op, i)->uses; use; use = use->next) count++;
  return count == 1;
}

static const AffineMap *in_fused_loops(const Fusion *f, const AffineMap *map) {
  return affine_map_replace(f->g->ctx, map, f->loops, NULL, f->consumer.iterators.count, 0);
}

static void note_dims(const AffineMap *map, bool *seen) {
  for (uint32_t i = 0; i < map->result_count; i++)
    if (map->results[i]->kind == AFFINE_DIM) seen[map->results[i]->value] = true;
}

// Of a reduction, the sizes of all loops must still be told.
static bool tells_reductions(const Fusion *f) {
  const Structured *c = &f->consumer, *p = &f->producer;
  uint32_t loops = c->iterators.count;
  bool *seen = arena_new(f->g->arena, bool, loops + 1);
  if (!structured_count(c, ITERATOR_REDUCTION)) return true;
  memset(seen, 0, loops);
  for (uint32_t i = 0; i < c->op->operand_count; i++)
    if (op_operand(c->op, i) != op_operand(c->op, f->operand)) note_dims(c->maps.data[i], seen);
  for (uint32_t i = 0; i < p->inputs.end; i++) note_dims(in_fused_loops(f, p->maps.data[i]), seen);
  for (uint32_t i = 0; i < loops; i++)
    if (!seen[i]) return false;
  return true;
}

static bool can_fuse(Fusion *f) {
  const Structured *p = &f->producer, *c = &f->consumer;
  const AffineMap *from = c->maps.data[f->operand], *made = p->maps.data[p->inits.begin + f->result];
  if (!structured_is_on_tensors(p->op) || structured_count(p, ITERATOR_PARALLEL) != p->iterators.count) return false;
  if (from->result_count != p->iterators.count || !affine_map_is_permutation(made)) return false;
  f->loops = arena_new(f->g->arena, E, p->iterators.count + 1);
  for (uint32_t i = 0; i < made->result_count; i++) f->loops[made->results[i]->value] = from->results[i];
  return tells_reductions(f);
}

// Results that others use, that are computed from what was in the init, or whose init tells the sizes of loops.
static void find_kept(Fusion *f) {
  const Structured *p = &f->producer, *c = &f->consumer;
  bool *ignored = arena_new(f->g->arena, bool, p->op->operand_count + 1);
  memset(ignored, 0, p->op->operand_count + 1);
  f->keeps = arena_new(f->g->arena, bool, p->op->result_count + 1);
  for (uint32_t i = 0; i < p->op->result_count; i++) {
    uint32_t init = p->inits.begin + i;
    AffineMapVec rest = {0};
    bool is_used = structured_uses(p, init), elsewhere = false;
    ignored[init] = true;
    for (uint32_t k = 0; k < p->op->operand_count; k++)
      if (!ignored[k]) vec_push(f->g->arena, &rest, p->maps.data[k]);
    // The maps of the consumer speak of other loops; upstream counts their dimensions as if they were the same.
    for (uint32_t k = 0; k < c->op->operand_count; k++)
      if (k != f->operand) vec_push(f->g->arena, &rest, c->maps.data[k]);
    uint32_t loops = p->iterators.count > c->iterators.count ? p->iterators.count : c->iterators.count;
    bool tells = maps_tell_loops(rest.data, rest.count, loops);
    for (const Use *use = op_result(p->op, i)->uses; use; use = use->next) elsewhere |= use->owner != c->op;
    f->keeps[i] = is_used || elsewhere || !tells;
    if (f->keeps[i]) ignored[init] = false;
  }
}

static void add_arg(const Fusion *f, Block *block, const Structured *from, uint32_t operand, Map *map) {
  Value *old = from->body->args[operand];
  map_set(map, old, block_add_arg(f->g->module, block, old->type, value_loc(old)));
}

static Value *mapped(const Map *map, Value *value) {
  Value *to = map_get(map, value);
  return to ? to : value;
}

static void clone_body(const Fusion *f, const Structured *from, Map *map, bool skips_indices) {
  block_each_op(from->body, inner) {
    if (inner == from->body->last) break;
    if (skips_indices && op_is(inner, OP_LINALG_INDEX)) continue;
    builder_insert(&f->g->b, op_clone(f->g->module, inner, map));
  }
}

static bool has_indices(const Structured *s) {
  block_each_op(s->body, inner)
    if (op_is(inner, OP_LINALG_INDEX)) return true;
  return false;
}

// The indices of the producer's loops are computed from those of the consumer's.
static void build_indices(const Fusion *f, Map *map) {
  Builder *b = &f->g->b;
  ValueVec indices = {0};
  if (!has_indices(&f->producer)) return;
  for (uint32_t i = 0; i < f->consumer.iterators.count; i++) vec_push(f->g->arena, &indices, build_loop_index(b, i));
  block_each_op(f->producer.body, inner) {
    if (!op_is(inner, OP_LINALG_INDEX)) continue;
    E expr = f->loops[op_prop_i64_at(inner, LINALG_INDEX_DIM)];
    OpState *state = builder_begin(b, OP_AFFINE_APPLY);
    op_state_add_operands(state, indices.data, indices.count);
    op_state_set_prop(state, AFFINE_APPLY_MAP, attr_affine_map(b->ctx, affine_map(b->ctx, indices.count, 0, &expr, 1)));
    op_state_add_type(state, b->ctx->types.index);
    map_set(map, op_result(inner, 0), builder_finish_value(b));
  }
}

static void build_body(const Fusion *f, Operation *made) {
  const Structured *p = &f->producer, *c = &f->consumer;
  Map map;
  Block *block = block_new(f->g->module);
  map_init(&map, f->g->arena);
  block_append(op_region(made, 0), block);
  builder_at_end(&f->g->b, block);
  f->g->b.loc = p->op->loc;
  build_indices(f, &map);
  for (uint32_t i = 0; i < f->operand; i++) add_arg(f, block, c, i, &map);
  for (uint32_t i = 0; i < p->inputs.end; i++) add_arg(f, block, p, i, &map);
  for (uint32_t i = f->operand + 1; i < c->inputs.end; i++) add_arg(f, block, c, i, &map);
  for (uint32_t i = 0; i < p->op->result_count; i++)
    if (f->keeps[i]) add_arg(f, block, p, p->inits.begin + i, &map);
  for (uint32_t i = c->inits.begin; i < c->inits.end; i++) add_arg(f, block, c, i, &map);
  clone_body(f, p, &map, true);
  map_set(&map, c->body->args[f->operand], mapped(&map, op_operand(p->body->last, f->result)));
  clone_body(f, c, &map, false);
  f->g->b.loc = c->op->loc;
  ValueVec yielded = {0};
  for (uint32_t i = 0; i < p->op->result_count; i++)
    if (f->keeps[i]) vec_push(f->g->arena, &yielded, mapped(&map, op_operand(p->body->last, i)));
  for (uint32_t i = 0; i < c->body->last->operand_count; i++) vec_push(f->g->arena, &yielded, mapped(&map, op_operand(c->body->last, i)));
  build_linalg_yield(&f->g->b, yielded.data, yielded.count);
  builder_after(&f->g->b, made);
}

static bool fuse(Fusion *f) {
  Greedy *g = f->g;
  const Structured *p = &f->producer, *c = &f->consumer;
  ValueVec inputs = {0}, inits = {0};
  AffineMapVec maps = {0};
  find_kept(f);
  for (uint32_t i = 0; i < c->inputs.end; i++) {
    if (i != f->operand) {
      vec_push(g->arena, &inputs, op_operand(c->op, i));
      vec_push(g->arena, &maps, c->maps.data[i]);
      continue;
    }
    for (uint32_t k = 0; k < p->inputs.end; k++) {
      vec_push(g->arena, &inputs, op_operand(p->op, k));
      vec_push(g->arena, &maps, in_fused_loops(f, p->maps.data[k]));
    }
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->op->result_count; i++) {
    if (!f->keeps[i]) continue;
    vec_push(g->arena, &inits, op_operand(p->op, p->inits.begin + i));
    vec_push(g->arena, &maps, in_fused_loops(f, p->maps.data[p->inits.begin + i]));
    kept++;
  }
  for (uint32_t i = c->inits.begin; i < c->inits.end; i++) {
    vec_push(g->arena, &inits, op_operand(c->op, i));
    vec_push(g->arena, &maps, c->maps.data[i]);
  }
  if (!maps_tell_loops(maps.data, maps.count, c->iterators.count)) return greedy_no_match(g, c->op, "the sizes of the loops would be lost");
  Operation *made = build_generic(&g->b, &inputs, &inits, &maps, op_prop_at(c->op, LINALG_GENERIC_ITERATOR_TYPES), g->arena);
  build_body(f, made);
  for (uint32_t i = 0; i < c->op->result_count; i++) greedy_replace_uses(g, op_result(c->op, i), op_result(made, kept + i));
  return greedy_erase(g, c->op);
}

static bool fuse_producers(Greedy *g, Operation *op) {
  Fusion f = {.g = g};
  if (!structured_parts(g, op, &f.consumer)) return false;
  for (uint32_t i = 0; i < f.consumer.inputs.end; i++) {
    Operation *producer = value_def(op_operand(op, i));
    if (!op_is(producer, OP_LINALG_GENERIC) || !has_one_use(producer) || !structured_parts(g, producer, &f.producer)) continue;
    if (producer->result_count != span_size(f.producer.inits) || f.producer.body->last->operand_count != producer->result_count) continue;
    f.operand = i;
    f.result = op_operand(op, i)->index;
    if (can_fuse(&f)) return fuse(&f);
  }
  return greedy_no_match(g, op, "none of its inputs is computed element by element for it alone");
}

// ---------------------------------------------------------------------------------------------
// Inputs that are the same everywhere

static bool take_fills(Greedy *g, Operation *op) {
  Structured s;
  bool any = false;
  if (!structured_is_on_tensors(op) || !structured_parts(g, op, &s)) return false;
  for (uint32_t i = 0; i < s.inputs.end; i++) {
    Operation *fill = value_def(op_operand(op, i));
    if (!structured_uses(&s, i) || !op_is(fill, OP_LINALG_FILL)) continue;
    Value *value = cast_number(&g->b, op_operand(fill, 0), type_element(op_operand_type(op, i)), false);
    greedy_replace_uses(g, s.body->args[i], value);
    any = true;
  }
  return any;
}

// The scalar that all elements are, or that the constant is.
static A scalar_of(const Value *value, Context *ctx) {
  A constant = value_constant(value);
  if (!constant) return NULL;
  if (attr_kind(constant) == ATTR_INTEGER || attr_kind(constant) == ATTR_FLOAT) return constant;
  const DenseAttr *dense = dense_or_null(constant);
  T element = dense ? type_element(dense->type) : NULL;
  return dense && dense->splat && (type_is_any_int(element) || type_is_float(element)) ? dense_element_attr(ctx, constant, 0) : NULL;
}

static bool take_constants(Greedy *g, Operation *op) {
  Structured s;
  if (!structured_is_on_tensors(op) || !structured_parts(g, op, &s)) return false;
  for (uint32_t i = 0; i < s.inputs.end; i++) {
    A scalar = scalar_of(op_operand(op, i), g->ctx);
    if (!scalar) continue;
    ValueVec inputs = {0}, inits = {0};
    AffineMapVec maps = {0};
    for (uint32_t k = 0; k < op->operand_count; k++) {
      if (k == i) continue;
      vec_push(g->arena, k < s.inputs.end ? &inputs : &inits, op_operand(op, k));
      vec_push(g->arena, &maps, s.maps.data[k]);
    }
    if (!maps_tell_loops(maps.data, maps.count, s.iterators.count)) return greedy_no_match(g, op, "the sizes of the loops would be lost");
    Value *value = greedy_constant(g, value_def(op_operand(op, i)), scalar, attr_value_type(scalar));
    if (!value) return false;
    Operation *made = build_generic(&g->b, &inputs, &inits, &maps, op_prop_at(op, LINALG_GENERIC_ITERATOR_TYPES), g->arena);
    region_take_blocks(op_region(made, 0), op_region(op, 0), NULL);
    greedy_replace_uses(g, s.body->args[i], value);
    block_erase_arg(s.body, i);
    return greedy_replace_op(g, op, made);
  }
  return greedy_no_match(g, op, "none of its inputs is one constant");
}

// ---------------------------------------------------------------------------------------------
// Inits that are not read

static bool forget_inits(Greedy *g, Operation *op) {
  Structured s;
  bool any = false;
  if (!structured_parts(g, op, &s)) return false;
  for (uint32_t i = s.inits.begin; i < s.inits.end; i++) {
    Value *init = op_operand(op, i);
    if (structured_uses(&s, i) || type_kind(init->type) != TYPE_TENSOR || op_is(value_def(init), OP_TENSOR_EMPTY)) continue;
    if (type_as_shaped(init->type)->extra) continue;
    greedy_set_operand(g, op, i, build_empty_like(g, init));
    any = true;
  }
  return any && greedy_updated(g, op);
}

// ---------------------------------------------------------------------------------------------
// Transposed constants

static bool transpose_constant(Greedy *g, Operation *op) {
  Structured s;
  if (op->operand_count != 2 || op->result_count != 1 || !structured_parts(g, op, &s) || span_size(s.inputs) != 1) return false;
  T type = op_result_type(op, 0);
  if (type_kind(type) != TYPE_TENSOR || !type_has_static_shape(type) || type_kind(op_operand_type(op, 0)) != TYPE_TENSOR) return false;
  T element = type_element(type);
  if (type_element(op_operand_type(op, 0)) != element || (!type_is_any_int(element) && !type_is_float(element))) return false;
  if (!affine_map_is_permutation(s.maps.data[0]) || !affine_map_is_permutation(s.maps.data[1]) || structured_uses(&s, 1)) return false;
  if (s.body->first != s.body->last || s.body->last->operand_count != 1 || op_operand(s.body->last, 0) != s.body->args[0]) return false;
  A constant = value_constant(op_operand(op, 0));
  if (!dense_or_null(constant) || !has_one_use(value_def(op_operand(op, 0)))) return false;
  const ShapedType *to = type_as_shaped(type), *from = type_as_shaped(op_operand_type(op, 0));
  DenseBuilder dense;
  if (!dense_begin(&dense, g->ctx, type)) return false;
  int64_t *index = arena_new(g->arena, int64_t, to->rank + 1);   // of each loop
  for (uint64_t at = 0; at < dense.count; at++) {
    uint64_t rest = at, source = 0;
    for (uint32_t i = (uint32_t)to->rank; i-- > 0;) {
      index[s.maps.data[1]->results[i]->value] = (int64_t)(rest % (uint64_t)to->dims[i]);
      rest /= (uint64_t)to->dims[i];
    }
    for (uint32_t i = 0; i < from->rank; i++) source = source * (uint64_t)from->dims[i] + (uint64_t)index[s.maps.data[0]->results[i]->value];
    dense_copy(&dense, at, constant, source);
  }
  A made = dense_end(&dense, true);
  Value *value = made ? greedy_constant(g, value_def(op_operand(op, 0)), made, type) : NULL;
  return value && greedy_replace1(g, op, value);
}

// ---------------------------------------------------------------------------------------------
// The pass

static const GreedyPattern patterns[] = {
  {.root = OP_LINALG_GENERIC, .rewrite = fuse_producers, .name = "what computes an input, inside"},
  {.root = OP_LINALG_GENERIC, .rewrite = take_fills, .name = "an input that is filled with one value"},
  {.root = OP_LINALG_GENERIC, .rewrite = take_constants, .name = "an input that is one constant"},
  {.root = OP_LINALG_GENERIC, .rewrite = forget_inits, .name = "inits that are not read are empty"},
};
static const GreedyPattern constant_patterns[] = {{.rewrite = transpose_constant, .name = "a transposed constant"}};

static bool run(PassRun *pass, Operation *op) {
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig){.top_down = true, .simplify = SIMPLIFY_AGGRESSIVE, .max_iterations = 10, .max_rewrites = -1});
  greedy_add_table(&g, patterns);
  greedy_add(&g, unused_operand_patterns.patterns, unused_operand_patterns.count);
  add_patterns_of(&g, &affine_canonicalization, OP_AFFINE_APPLY);
  add_patterns_of(&g, &linalg_canonicalization, OP_LINALG_GENERIC);
  add_patterns_of(&g, &tensor_canonicalization, OP_TENSOR_EXPAND_SHAPE);
  add_patterns_of(&g, &tensor_canonicalization, OP_TENSOR_COLLAPSE_SHAPE);
  greedy_add(&g, linalg_pack_cast_canonicalization.patterns, linalg_pack_cast_canonicalization.count);
  add_patterns_of(&g, &linalg_canonicalization, OP_TENSOR_CAST);
  add_patterns_of(&g, &linalg_canonicalization, 0);
  greedy_add_table(&g, constant_patterns);
  greedy_run(&g, op);
  return !pass->ctx->mem.exhausted;
}

const PassDef linalg_fuse_pass = {
  .name = "linalg-fuse-elementwise-ops", .class_name = "LinalgElementwiseOpFusionPass",
  .summary = "Fuse elementwise operations on tensors", .works_on = "linalg", .makes = "linalg tensor arith affine", .run = run,
};
