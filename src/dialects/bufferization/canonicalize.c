// Canonicalization patterns of the bufferization dialect (after mlir/lib/Dialect/Bufferization/IR/BufferizationOps.cpp).
#include "ops/arith.h"
#include "ops/bufferization.h"
#include "ops/memref.h"
#include "ops/op_interfaces.h"
#include "ops/tensor.h"
#include "rules/bufferization.h"

#include "dialects/bufferization/buffers.h"
#include "dialects/common/build.h"
#include "dialects/common/dense_fold.h"
#include "ir/constants.h"
#include "rewrite/effects.h"
#include "rewrite/greedy.h"

// --- bufferization.alloc_tensor

bool alloc_tensor_sizes(Greedy *g, Operation *op) {
  if (span_size(op_operands_named(op, "copy"))) return greedy_no_match(g, op, "it is a copy");
  const ShapedType *type = (const ShapedType *)op_result_type(op, 0);
  if (!type_has_rank(&type->base)) return false;
  int64_t *dims = arena_new(g->arena, int64_t, type->rank + 1);
  ValueVec left = {0};
  uint32_t next = 0;
  for (uint64_t i = 0; dims && i < type->rank; i++) {
    dims[i] = type->dims[i];
    if (dims[i] != DYNAMIC) continue;
    Value *size = op_operand(op, next++);
    int64_t number;
    if (constant_index(size, &number) && number >= 0) dims[i] = number;
    else vec_push(g->arena, &left, size);
  }
  if (!dims || left.count == next) return greedy_no_match(g, op, "no size is constant");
  OpState *state = builder_begin(&g->b, OP_BUFFERIZATION_ALLOC_TENSOR);
  op_state_add_operands(state, left.data, left.count);
  op_state_add_type(state, type_tensor(g->ctx, dims, (uint32_t)type->rank, type->element, type->extra));
  op_state_operand_segments(state, (const int32_t[]){(int32_t)left.count, 0, 0}, 3);
  return greedy_replace1(g, op, build1(&g->b, OP_TENSOR_CAST, &type->base, builder_finish_value(&g->b)));
}

bool dim_of_alloc_tensor(Greedy *g, Operation *op) {
  Operation *alloc = operand_defined_by(op, 0, OP_BUFFERIZATION_ALLOC_TENSOR);
  const ShapedType *type = (const ShapedType *)op_operand_type(op, 0);
  int64_t dim;
  if (!alloc || !constant_index(op_operand(op, 1), &dim) || dim < 0 || (uint64_t)dim >= type->rank || type->dims[dim] != DYNAMIC) return false;
  Span copy = op_operands_named(alloc, "copy");
  if (span_size(copy))
    return greedy_replace1(g, op, build2(&g->b, OP_TENSOR_DIM, g->ctx->types.index, op_operand(alloc, copy.begin), build_index(&g->b, dim)));
  uint32_t at = 0;
  for (int64_t i = 0; i < dim; i++) at += type->dims[i] == DYNAMIC;
  return greedy_replace1(g, op, op_operand(alloc, at));
}

// --- bufferization.clone

static bool has_effect(const Operation *op, uint32_t effect) {
  uint32_t effects;
  return op_own_effects(op, &effects) && effects & effect;
}

// What frees the memory: NULL when nothing does. False: several operations do.
static bool find_dealloc(const Value *memory, Operation **out) {
  *out = NULL;
  for (const Use *use = memory->uses; use; use = use->next) {
    if (!op_is(use->owner, OP_MEMREF_DEALLOC) && !(op_is(use->owner, OP_MEMREF_REALLOC))) continue;
    if (*out) return false;
    *out = use->owner;
  }
  return true;
}

bool simplify_clone(Greedy *g, Operation *op) {
  if (!op_has_uses(op)) return greedy_erase(g, op);
  Value *source = op_operand(op, 0);
  T from = source->type, to = op_result_type(op, 0);
  if (from != to && !memref_cast_ok(&from, 1, &to, 1)) return greedy_no_match(g, op, "the types cannot be cast to each other");
  Operation *of_clone, *of_source;
  if (!find_dealloc(op_result(op, 0), &of_clone) || !find_dealloc(base_of_views(source), &of_source)) return greedy_no_match(g, op, "memory is freed in several places");
  if (of_clone && of_source && of_clone->block == of_source->block) return greedy_no_match(g, op, "both are freed in the same block");
  Operation *redundant = of_clone && of_clone->block == op->block ? of_clone : of_source && of_source->block == op->block ? of_source : NULL;
  if (!redundant || !op_is_before(op, redundant)) return greedy_no_match(g, op, "neither is freed in this block");
  for (const Operation *between = op->next; between != redundant; between = between->next)
    if (has_effect(between, EFFECT_FREE)) return greedy_no_match(g, op, "other memory is freed in between");
  greedy_replace1(g, op, from == to ? source : build1(&g->b, OP_MEMREF_CAST, to, source));
  return greedy_erase(g, redundant);
}

// --- bufferization.to_buffer

bool to_buffer_of_cast(Greedy *g, Operation *op) {
  Operation *cast = operand_defined_by(op, 0, OP_TENSOR_CAST);
  const ShapedType *type = (const ShapedType *)op_result_type(op, 0);
  if (!cast || type_kind(op_operand_type(cast, 0)) != TYPE_TENSOR) return false;
  const ShapedType *from = (const ShapedType *)op_operand_type(cast, 0);
  if (from->rank != type->rank && type->layout) return false;
  OpState *state = builder_begin(&g->b, OP_BUFFERIZATION_TO_BUFFER);
  op_state_add_operand(state, op_operand(cast, 0));
  op_state_add_type(state, type_memref(g->ctx, from->dims, (uint32_t)from->rank, from->element, type->layout, type->extra));
  op_state_set_prop(state, BUFFERIZATION_TO_BUFFER_READ_ONLY, op_prop_at(op, BUFFERIZATION_TO_BUFFER_READ_ONLY));
  return greedy_replace1(g, op, build1(&g->b, OP_MEMREF_CAST, &type->base, builder_finish_value(&g->b)));
}

bool to_buffer_of_to_tensor(Greedy *g, Operation *op) {
  Value *buffer = buffer_of_to_tensor(&g->b, op, 0, g->arena);
  return buffer && greedy_replace1(g, op, buffer);
}

// --- bufferization.dealloc

typedef struct Freed {
  ValueVec memrefs, conditions;
} Freed;

static Span memrefs_of(const Operation *op) { return op_operands_named(op, "memrefs"); }

static Freed freed_by(Greedy *g, const Operation *op) {
  Freed out = {0};
  Span memrefs = memrefs_of(op), conditions = op_operands_named(op, "conditions");
  op_push_operands(op, memrefs.begin, memrefs.end, &out.memrefs, g->arena);
  op_push_operands(op, conditions.begin, conditions.end, &out.conditions, g->arena);
  return out;
}

// Leave out memref `i` and its condition.
static void drop(Freed *freed, uint32_t i) {
  for (uint32_t k = i; k + 1 < freed->memrefs.count; k++) {
    freed->memrefs.data[k] = freed->memrefs.data[k + 1];
    freed->conditions.data[k] = freed->conditions.data[k + 1];
  }
  freed->memrefs.count--;
  freed->conditions.count--;
}

static bool free_these(Greedy *g, Operation *op, const Freed *freed) {
  ValueVec operands = {0};
  Span retained = op_operands_named(op, "retained");
  for (uint32_t i = 0; i < freed->memrefs.count; i++) vec_push(g->arena, &operands, freed->memrefs.data[i]);
  for (uint32_t i = 0; i < freed->conditions.count; i++) vec_push(g->arena, &operands, freed->conditions.data[i]);
  op_push_operands(op, retained.begin, retained.end, &operands, g->arena);
  const int32_t sizes[] = {(int32_t)freed->memrefs.count, (int32_t)freed->conditions.count, (int32_t)span_size(retained)};
  op_set_operands(g->module, op, operands.data, operands.count);
  op_set_attr(g->module, op, STR("operandSegmentSizes"), attr_i32_array(g->ctx, sizes, 3));
  return greedy_updated(g, op);
}

bool dealloc_twice(Greedy *g, Operation *op) {
  Freed freed = freed_by(g, op);
  uint32_t before = freed.memrefs.count;
  for (uint32_t i = 0; i < freed.memrefs.count; i++)
    for (uint32_t k = i + 1; k < freed.memrefs.count;) {
      if (freed.memrefs.data[k] != freed.memrefs.data[i]) {
        k++;
        continue;
      }
      if (freed.conditions.data[k] != freed.conditions.data[i])
        freed.conditions.data[i] = build_binary(&g->b, OP_ARITH_ORI, freed.conditions.data[i], freed.conditions.data[k]);
      drop(&freed, k);
    }
  return freed.memrefs.count == before ? greedy_no_match(g, op, "no memref is freed twice") : free_these(g, op, &freed);
}

bool retain_twice(Greedy *g, Operation *op) {
  Span retained = op_operands_named(op, "retained");
  ValueVec left = {0}, results = {0};
  uint32_t *which = arena_new(g->arena, uint32_t, span_size(retained) + 1);
  for (uint32_t i = retained.begin; which && i < retained.end; i++) {
    uint32_t k = 0;
    while (k < left.count && left.data[k] != op_operand(op, i)) k++;
    if (k == left.count) vec_push(g->arena, &left, op_operand(op, i));
    which[i - retained.begin] = k;
  }
  if (!which || left.count == span_size(retained)) return greedy_no_match(g, op, "no memref is retained twice");
  Span memrefs = memrefs_of(op);
  OpState *state = builder_begin(&g->b, OP_BUFFERIZATION_DEALLOC);
  op_state_take_operands(state, op, 0, retained.begin);
  op_state_add_operands(state, left.data, left.count);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)span_size(memrefs), (int32_t)span_size(memrefs), (int32_t)left.count}, 3);
  Operation *made = builder_finish(&g->b);
  for (uint32_t i = 0; i < op->result_count; i++) vec_push(g->arena, &results, op_result(made, which[i]));
  return greedy_replace(g, op, results.data);
}

bool dealloc_nothing(Greedy *g, Operation *op) {
  if (span_size(memrefs_of(op))) return false;
  ValueVec results = {0};
  Value *no = build_constant(&g->b, g->ctx->attrs.false_);
  for (uint32_t i = 0; i < op->result_count; i++) vec_push(g->arena, &results, no);
  return greedy_replace(g, op, results.data);
}

static bool is_constant(const Value *value, bool which) {
  A known = value_constant(value);
  return known && attr_kind(known) == ATTR_INTEGER && attr_to_bool(known) == which;
}

bool dealloc_never(Greedy *g, Operation *op) {
  Freed freed = freed_by(g, op);
  uint32_t before = freed.memrefs.count;
  for (uint32_t i = 0; i < freed.memrefs.count;) {
    if (is_constant(freed.conditions.data[i], false)) drop(&freed, i);
    else i++;
  }
  return freed.memrefs.count == before ? greedy_no_match(g, op, "no condition is false") : free_these(g, op, &freed);
}

static bool is_allocated(const Value *value) {
  const Operation *def = value_def(value);
  return def && has_effect(def, EFFECT_ALLOC);
}

bool dealloc_base_of_alloc(Greedy *g, Operation *op) {
  Freed freed = freed_by(g, op);
  bool changed = false;
  for (uint32_t i = 0; i < freed.memrefs.count; i++) {
    const Operation *metadata = defined_by(freed.memrefs.data[i], OP_MEMREF_EXTRACT_STRIDED_METADATA);
    if (!metadata || !is_allocated(op_operand(metadata, 0))) continue;
    freed.memrefs.data[i] = op_operand(metadata, 0);
    changed = true;
  }
  return changed ? free_these(g, op, &freed) : greedy_no_match(g, op, "no memref is the base buffer of an allocation");
}

bool dealloc_unused_alloc(Greedy *g, Operation *op) {
  Freed freed = freed_by(g, op);
  OpVec allocs = {0};
  for (uint32_t i = 0; i < freed.memrefs.count;) {
    Operation *alloc = value_def(freed.memrefs.data[i]);
    uint32_t effects;
    if (alloc && op_own_effects(alloc, &effects) && (effects & ~EFFECT_FREE) == EFFECT_ALLOC && value_has_one_use(freed.memrefs.data[i]) &&
        alloc->result_count == 1) {
      vec_push(g->arena, &allocs, alloc);
      drop(&freed, i);
    } else {
      i++;
    }
  }
  if (!allocs.count) return greedy_no_match(g, op, "no allocation is used by nothing else");
  free_these(g, op, &freed);
  for (uint32_t i = 0; i < allocs.count; i++) greedy_erase(g, allocs.data[i]);
  return true;
}
