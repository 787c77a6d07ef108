// Canonicalization patterns of the tensor dialect (after mlir/lib/Dialect/Tensor/IR/TensorOps.cpp):
// casts, sizes, elements, shapes. canonicalize_slices.c has slices and padding.
#include "ops/arith.h"
#include "rules/tensor.h"
#include "ops/vector.h"

#include "dialects/tensor/canonicalize.h"

#include "dialects/common/reshape.h"
#include "rewrite/effects.h"

// ---------------------------------------------------------------------------------------------
// Casts

// The shape that two types give together; NULL: they contradict each other. An unranked type adds nothing.
static T join(Greedy *g, T a, T b) {
  const ShapedType *x = as_tensor(a), *y = as_tensor(b);
  if (!a || !x) return a ? b : NULL;
  if (!y) return a;
  int64_t *dims = arena_new(g->arena, int64_t, x->rank + 1);
  if (x->rank != y->rank) return NULL;
  for (uint64_t i = 0; i < x->rank; i++) {
    if (x->dims[i] != DYNAMIC && y->dims[i] != DYNAMIC && x->dims[i] != y->dims[i]) return NULL;
    dims[i] = x->dims[i] == DYNAMIC ? y->dims[i] : x->dims[i];
  }
  return tensor_with_dims(g->ctx, x, dims, (uint32_t)x->rank);
}

// The cast in between may only be removed when it does not check anything.
bool cast_cast(Greedy *g, Operation *op) {
  Operation *inner = operand_defined_by(op, 0, OP_TENSOR_CAST);
  if (!inner) return false;
  T source = op_operand_type(inner, 0), result = op_result_type(op, 0);
  T all = join(g, join(g, source, op_result_type(inner, 0)), result);
  return all && all == join(g, source, result) && greedy_replace1(g, op, build_cast(&g->b, result, op_operand(inner, 0)));
}

// Operand number of the destination that becomes result `i`; -1: not an operation with destinations.
static int32_t destination_of(const Operation *op, uint32_t i) {
  if (!op_def_has_trait(op->def, TRAIT_ID_DESTINATION_STYLE)) return -1;
  static const char *const names[] = {"dest", "base", "outputs", "outs"};
  for (uint32_t k = 0; k < countof(names); k++) {
    Span span = op_operands_named(op, names[k]);
    if (i < span_size(span)) return (int32_t)(span.begin + i);
  }
  return -1;
}

// Operands are taken from before casts that only forget sizes; destinations then give other results.
bool skip_casts(Greedy *g, Operation *op) {
  int32_t dest = destination_of(op, 0);
  bool found = false;
  for (uint32_t i = 0; i < op->operand_count; i++) found |= forgetting_cast(op_operand(op, i)) != NULL;
  if (!found || dest < 0) return false;
  Operation *copy = op_clone(g->module, op, NULL);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Operation *cast = forgetting_cast(op_operand(op, i));
    if (cast) op_set_operand(copy, i, op_operand(cast, 0));
  }
  if (copy->result_count == 1) copy->results[0].type = op_operand_type(copy, (uint32_t)dest);
  builder_insert(&g->b, copy);
  return copy->result_count ? replace_cast(g, op, op_result(copy, 0)) : greedy_erase(g, op);
}

// ---------------------------------------------------------------------------------------------
// tensor.concat

static T concat_type(Greedy *g, const Operation *op) {
  const ShapedType *first = as_tensor(op_operand_type(op, 0));
  uint64_t dim = (uint64_t)op_prop_i64_at(op, TENSOR_CONCAT_DIM);
  int64_t *dims = arena_new(g->arena, int64_t, first->rank + 1);
  for (uint64_t i = 0; i < first->rank; i++) {
    dims[i] = i == dim ? 0 : DYNAMIC;
    for (uint32_t k = 0; k < op->operand_count; k++) {
      int64_t size = as_tensor(op_operand_type(op, k))->dims[i];
      if (i != dim && size != DYNAMIC) dims[i] = size;
      if (i == dim && dims[i] != DYNAMIC) dims[i] = size == DYNAMIC ? DYNAMIC : dims[i] + size;
    }
  }
  return tensor_with_dims(g->ctx, first, dims, (uint32_t)first->rank);
}

// A size that one operand has is the size of the others, too.
bool concat_operands(Greedy *g, Operation *op) {
  const ShapedType *inferred = as_tensor(concat_type(g, op));
  int64_t dim = op_prop_i64_at(op, TENSOR_CONCAT_DIM), *dims = arena_new(g->arena, int64_t, inferred->rank + 1);
  bool changed = false;
  memcpy(dims, inferred->dims, inferred->rank * sizeof *dims);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    T type = op_operand_type(op, i);
    dims[dim] = as_tensor(type)->dims[dim];
    T better = tensor_with_dims(g->ctx, inferred, dims, (uint32_t)inferred->rank);
    if (tensor_keeps_sizes(better, type)) continue;
    greedy_set_operand(g, op, i, build_cast(&g->b, better, op_operand(op, i)));
    changed = true;
  }
  return changed;
}

bool concat_result(Greedy *g, Operation *op) {
  T inferred = concat_type(g, op);
  if (tensor_keeps_sizes(inferred, op_result_type(op, 0))) return false;
  OpState *state = builder_begin(&g->b, OP_TENSOR_CONCAT);
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_set_prop(state, TENSOR_CONCAT_DIM, op_prop_at(op, TENSOR_CONCAT_DIM));
  op_state_add_type(state, inferred);
  Value *made = builder_finish_value(&g->b);
  return greedy_replace1(g, op, build_cast(&g->b, op_result_type(op, 0), made));
}

// ---------------------------------------------------------------------------------------------
// tensor.dim

bool dim_of_destination(Greedy *g, Operation *op) {
  Value *source = op_operand(op, 0);
  const Operation *def = value_def(source);
  int32_t dest = def ? destination_of(def, source->index) : -1;
  if (dest < 0) return false;
  greedy_set_operand(g, op, 0, op_operand(def, (uint32_t)dest));
  return true;
}

static Value *build_extract(Builder *b, Value *tensor, Value *const *indices, uint32_t count) {
  OpState *state = builder_begin(b, OP_TENSOR_EXTRACT);
  op_state_add_operand(state, tensor);
  op_state_add_operands(state, indices, count);
  op_state_add_type(state, ((const ShapedType *)tensor->type)->element);
  return builder_finish_value(b);
}

bool dim_of_reshape(Greedy *g, Operation *op) {
  Operation *reshape = operand_defined_by(op, 0, OP_TENSOR_RESHAPE);
  if (!reshape) return false;
  builder_after(&g->b, op);
  Value *index = op_operand(op, 1), *size = build_extract(&g->b, op_operand(reshape, 1), &index, 1);
  if (!type_is_index(size->type)) size = build1(&g->b, OP_ARITH_INDEX_CAST, g->ctx->types.index, size);
  return greedy_replace1(g, op, size);
}

bool dim_of_empty(Greedy *g, Operation *op) {
  Operation *empty = operand_defined_by(op, 0, OP_TENSOR_EMPTY);
  const ShapedType *type = as_tensor(op_operand_type(op, 0));
  int64_t dim;
  if (!empty || !constant_index(op_operand(op, 1), &dim) || dim < 0 || (uint64_t)dim >= type->rank || type->dims[dim] != DYNAMIC) return false;
  uint32_t at = 0;
  for (int64_t i = 0; i < dim; i++) at += type->dims[i] == DYNAMIC;
  return greedy_replace1(g, op, op_operand(empty, at));
}

// ---------------------------------------------------------------------------------------------
// tensor.empty, tensor.generate

// An operation of dynamic sizes, some of which are constants, with those in its type. `dims` starts as
// those of the type. NULL: there are none.
static Operation *with_known_sizes(Greedy *g, Operation *op) {
  const ShapedType *type = as_tensor(op_result_type(op, 0));
  int64_t *dims = arena_new(g->arena, int64_t, type->rank + 1);
  ValueVec left = {0};
  uint32_t next = 0;
  for (uint64_t i = 0; i < type->rank; i++) {
    dims[i] = type->dims[i];
    if (dims[i] != DYNAMIC) continue;
    Value *size = op_operand(op, next++);
    int64_t number;
    if (constant_index(size, &number) && number >= 0) dims[i] = number;
    else vec_push(g->arena, &left, size);
  }
  if (left.count == next) return NULL;
  T known = type_tensor(g->ctx, dims, (uint32_t)type->rank, type->element, op->region_count ? NULL : type->extra);
  OpState *state = builder_begin_def(&g->b, op->def);
  op_state_add_operands(state, left.data, left.count);
  op_state_add_type(state, known);
  if (op->region_count) op_state_add_region(state);
  return builder_finish(&g->b);
}

bool empty_sizes(Greedy *g, Operation *op) {
  Operation *made = with_known_sizes(g, op);
  return made && greedy_replace1(g, op, build_cast(&g->b, op_result_type(op, 0), op_result(made, 0)));
}

bool generate_sizes(Greedy *g, Operation *op) {
  Operation *made = with_known_sizes(g, op);
  if (!made) return false;
  region_take_blocks(&made->regions[0], &op->regions[0], NULL);
  return greedy_replace1(g, op, build_cast(&g->b, op_result_type(op, 0), op_result(made, 0)));
}

// A cast gives the sizes of an empty tensor.
bool cast_empty(Greedy *g, Operation *op) {
  Operation *empty = operand_defined_by(op, 0, OP_TENSOR_EMPTY);
  T result = op_result_type(op, 0);
  if (!empty || !tensor_keeps_sizes(op_operand_type(op, 0), result)) return false;
  const ShapedType *from = as_tensor(op_operand_type(op, 0)), *to = as_tensor(result);
  ValueVec left = {0};
  uint32_t next = 0;
  for (uint64_t i = 0; i < from->rank; i++) {
    if (from->dims[i] != DYNAMIC && from->dims[i] != to->dims[i]) return false;
    Value *size = from->dims[i] == DYNAMIC ? op_operand(empty, next++) : NULL;
    if (to->dims[i] == DYNAMIC) vec_push(g->arena, &left, size);
  }
  T type = tensor_with_dims(g->ctx, to, to->dims, (uint32_t)to->rank);
  OpState *state = builder_begin(&g->b, OP_TENSOR_EMPTY);
  op_state_add_operands(state, left.data, left.count);
  op_state_add_type(state, type);
  return replace_cast(g, op, builder_finish_value(&g->b));
}

// ---------------------------------------------------------------------------------------------
// tensor.extract

bool extract_from_cast(Greedy *g, Operation *op) {
  Operation *cast = operand_defined_by(op, 0, OP_TENSOR_CAST);
  if (!cast || !as_tensor(op_operand_type(cast, 0))) return false;
  Value **indices = arena_new(g->arena, Value *, op->operand_count + 1);
  for (uint32_t i = 1; i < op->operand_count; i++) indices[i - 1] = op_operand(op, i);
  return greedy_replace1(g, op, build_extract(&g->b, op_operand(cast, 0), indices, op->operand_count - 1));
}

// The element is computed in place.
bool extract_generated(Greedy *g, Operation *op) {
  Operation *generate = operand_defined_by(op, 0, OP_TENSOR_GENERATE);
  if (!generate || !op_would_be_trivially_dead(generate)) return false;
  const Block *body = generate->regions[0].first;
  Map map;
  map_init(&map, g->arena);
  for (uint32_t i = 0; i < body->arg_count && i + 1 < op->operand_count; i++) map_set(&map, body->args[i], op_operand(op, i + 1));
  for (Operation *inner = body->first; inner != body->last; inner = inner->next) builder_insert(&g->b, op_clone(g->module, inner, &map));
  Value *value = op_operand(body->last, 0), *copy = map_get(&map, value);
  return greedy_replace1(g, op, copy ? copy : value);
}

// ---------------------------------------------------------------------------------------------
// Reshapes

bool reshape_splat(Greedy *g, Operation *op) {
  Operation *splat = operand_defined_by(op, 0, OP_TENSOR_SPLAT);
  if (!splat || !type_has_static_shape(op_operand_type(op, 0))) return false;
  return greedy_replace1(g, op, build1(&g->b, OP_TENSOR_SPLAT, op_result_type(op, 0), op_operand(splat, 0)));
}

bool reshape_elements(Greedy *g, Operation *op) {
  Operation *elements = operand_defined_by(op, 0, OP_TENSOR_FROM_ELEMENTS);
  if (!elements || !type_has_static_shape(op_result_type(op, 0))) return false;
  OpState *state = builder_begin(&g->b, OP_TENSOR_FROM_ELEMENTS);
  op_state_take_operands(state, elements, 0, elements->operand_count);
  op_state_add_type(state, op_result_type(op, 0));
  return greedy_replace_op(g, op, builder_finish(&g->b));
}

static const ArrayAttr *group(const Operation *op, uint64_t i) {
  return (const ArrayAttr *)((const ArrayAttr *)op_prop(op, "reassociation"))->items[i];
}

bool collapse_cast(Greedy *g, Operation *op) {
  Operation *cast = forgetting_cast(op_operand(op, 0));
  const ShapedType *result = as_tensor(op_result_type(op, 0));
  if (!cast || !result) return false;
  const ShapedType *source = as_tensor(op_operand_type(cast, 0));
  int64_t *dims = arena_new(g->arena, int64_t, result->rank + 1);
  for (uint64_t i = 0; i < result->rank; i++) {
    dims[i] = 1;
    for (uint64_t k = 0; k < group(op, i)->count; k++) {
      int64_t size = source->dims[attr_to_i64(group(op, i)->items[k])];
      if (dims[i] != DYNAMIC) dims[i] = size == DYNAMIC ? DYNAMIC : (int64_t)((uint64_t)dims[i] * (uint64_t)size);
    }
  }
  T type = type_tensor(g->ctx, dims, (uint32_t)result->rank, source->element, source->extra);
  if (type == &result->base) {
    greedy_set_operand(g, op, 0, op_operand(cast, 0));
    return true;
  }
  OpState *state = builder_begin(&g->b, OP_TENSOR_COLLAPSE_SHAPE);
  op_state_add_operand(state, op_operand(cast, 0));
  op_state_set_prop(state, TENSOR_COLLAPSE_SHAPE_REASSOCIATION, op_prop_at(op, TENSOR_COLLAPSE_SHAPE_REASSOCIATION));
  op_state_add_type(state, type);
  return replace_cast(g, op, builder_finish_value(&g->b));
}

// Sizes that are constants go into the type, where the source before a cast has known sizes, too.
bool expand_cast(Greedy *g, Operation *op) {
  Operation *cast = forgetting_cast(op_operand(op, 0));
  const ShapedType *result = as_tensor(op_result_type(op, 0));
  if (!cast || !result) return false;
  const ShapedType *before = as_tensor(op_operand_type(cast, 0));
  OpFoldResultList shape = ofr_list(op, "static_output_shape", "output_shape", g->arena);
  int64_t *dims = arena_new(g->arena, int64_t, result->rank + 1), *input = arena_new(g->arena, int64_t, before->rank + 1);
  bool changed = false;
  memcpy(dims, result->dims, result->rank * sizeof *dims);
  for (uint64_t i = 0; i < before->rank; i++) {
    input[i] = 1;
    for (uint64_t k = 0; k < group(op, i)->count; k++) {
      uint64_t at = (uint64_t)attr_to_i64(group(op, i)->items[k]);
      OpFoldResult known = ofr_fold(shape.items[at]);
      if (dims[at] == DYNAMIC && before->dims[i] != DYNAMIC && !known.value) {
        shape.items[at] = known;
        dims[at] = known.constant;
        changed = true;
      }
      if (input[i] != DYNAMIC) input[i] = dims[at] == DYNAMIC ? DYNAMIC : (int64_t)((uint64_t)input[i] * (uint64_t)dims[at]);
    }
  }
  if (!changed) return false;
  Value *source = build_cast(&g->b, tensor_with_dims(g->ctx, before, input, (uint32_t)before->rank), op_operand(op, 0));
  T type = tensor_with_dims(g->ctx, before, dims, (uint32_t)result->rank);
  OpState *state = builder_begin(&g->b, OP_TENSOR_EXPAND_SHAPE);
  op_state_add_operand(state, source);
  ofr_push(state, "static_output_shape", shape, g->arena);
  op_state_set_prop(state, TENSOR_EXPAND_SHAPE_REASSOCIATION, op_prop_at(op, TENSOR_EXPAND_SHAPE_REASSOCIATION));
  op_state_add_type(state, type);
  return greedy_replace1(g, op, build_cast(&g->b, op_result_type(op, 0), builder_finish_value(&g->b)));
}

const ReshapeOps tensor_reshapes = {OP_TENSOR_EXPAND_SHAPE, OP_TENSOR_COLLAPSE_SHAPE, OP_TENSOR_CAST};
