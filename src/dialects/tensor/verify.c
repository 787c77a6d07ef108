// Verifiers of tensor's operations, beyond their records.
#include "ops/tensor.h"
#include "ops/scf.h"

#include "dialects/tensor/hooks.h"

#include "dialects/common/relations.h"
#include "dialects/common/view_like.h"

// Report at `op` and give false; the second without "'tensor.x' op ".
#define REFUSE(...) verify_fail(v, op, __VA_ARGS__)
#define REFUSE_PLAIN(...) verify_fail_plain(v, op, __VA_ARGS__)
#define TYPE_ARG(type) type_text(v->ctx, (type))
#define U64(value) ((unsigned long long)(value))
#define I64(value) ((long long)(value))

static const ShapedType *ranked(T type) { return type_kind(type) == TYPE_TENSOR ? (const ShapedType *)type : NULL; }
static const ShapedType *operand_tensor(const Operation *op, uint32_t i) { return ranked(op_operand_type(op, i)); }
static const ShapedType *result_tensor(const Operation *op) { return ranked(op_result_type(op, 0)); }

static uint64_t dynamic_dims(const ShapedType *type) {
  uint64_t count = 0;
  for (uint64_t i = 0; i < type->rank; i++) count += type->dims[i] == DYNAMIC;
  return count;
}

// ---------------------------------------------------------------------------------------------
// Casts

static uint64_t element_bits(T type) {
  T element = type_element(type);
  return type_kind(element) == TYPE_INTEGER || type_is_float(element) ? type_bits(element) : 0;
}

bool tensor_bitcast_ok(const T *from, uint32_t from_count, const T *to, uint32_t to_count) {
  return from_count == 1 && to_count == 1 && type_is_tensor(from[0]) && type_is_tensor(to[0]) &&
         element_bits(from[0]) == element_bits(to[0]) && shapes_are_compatible(from[0], to[0]);
}

bool tensor_cast_ok(const T *from, uint32_t from_count, const T *to, uint32_t to_count) {
  return from_count == 1 && to_count == 1 && type_is_tensor(from[0]) && type_is_tensor(to[0]) &&
         type_element(from[0]) == type_element(to[0]) && shapes_are_compatible(from[0], to[0]);
}

// ---------------------------------------------------------------------------------------------
// Sizes and indices

bool verify_tensor_dynamic_sizes(Verifier *v, const Operation *op) {
  uint32_t scalars = op_is(op, OP_TENSOR_SPLAT);
  uint64_t given = op->operand_count - scalars, wanted = dynamic_dims(result_tensor(op));
  return given == wanted ? true : REFUSE("incorrect number of dynamic sizes, has %llu, expected %llu", U64(given), U64(wanted));
}

bool verify_tensor_extract(Verifier *v, const Operation *op) {
  if (op->operand_count - 1 == operand_tensor(op, 0)->rank) return true;
  return REFUSE("incorrect number of indices for extract_element");
}

bool verify_tensor_insert(Verifier *v, const Operation *op) {
  return op->operand_count - 2 == operand_tensor(op, 1)->rank ? true : REFUSE("incorrect number of indices");
}

// ---------------------------------------------------------------------------------------------
// tensor.concat

bool verify_tensor_concat(Verifier *v, const Operation *op) {
  if (!op->operand_count) return REFUSE("requires at least one input");
  const ShapedType *result = result_tensor(op);
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (operand_tensor(op, i)->rank != result->rank) return REFUSE("rank of concatenated inputs must match result rank");
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (operand_tensor(op, i)->element != result->element) return REFUSE("inputs and result element type must match");
  int64_t dim = op_prop_i64_at(op, TENSOR_CONCAT_DIM), total = 0;
  if (dim >= (int64_t)result->rank) return REFUSE("concatenation dim must be less than the tensor rank");
  int64_t *sizes = arena_new(v->arena, int64_t, result->rank + 1);
  if (dim < 0 || !sizes) return true;
  for (uint64_t i = 0; i < result->rank; i++) {
    sizes[i] = DYNAMIC;
    for (uint32_t k = 0; k < op->operand_count && i != (uint64_t)dim; k++) {
      int64_t size = operand_tensor(op, k)->dims[i];
      if (size == DYNAMIC) continue;
      if (sizes[i] != DYNAMIC && sizes[i] != size)
        return REFUSE("static concatenation size mismatch along non-concatenated dimension %llu", U64(i));
      sizes[i] = size;
    }
  }
  for (uint32_t k = 0; k < op->operand_count; k++) total = dynamic_add(total, operand_tensor(op, k)->dims[dim]);
  sizes[dim] = total;
  T inferred = type_tensor(v->ctx, sizes, (uint32_t)result->rank, result->element, NULL);
  for (uint64_t i = 0; i < result->rank; i++)
    if (sizes[i] != DYNAMIC && result->dims[i] != DYNAMIC && sizes[i] != result->dims[i])
      return REFUSE("result type '%s'does not match inferred shape '%s' static sizes", TYPE_ARG(&result->base), TYPE_ARG(inferred));
  return true;
}

// ---------------------------------------------------------------------------------------------
// tensor.gather, tensor.scatter

static bool verify_gather_dims(Verifier *v, const Operation *op, A dims, const ShapedType *indices, uint64_t rank,
                               const char *word, const char *side) {
  if (!index_count(dims)) return REFUSE("%s_dims must be non-empty", word);
  if (index_count(dims) > rank) return REFUSE("%s_dims overflow %s rank", word, side);
  if (!indices->rank || indices->dims[indices->rank - 1] != (int64_t)index_count(dims))
    return REFUSE("%s_dims length must match the size of last dimension of indices", word);
  for (uint64_t i = 0; i < index_count(dims); i++) {
    int64_t dim = index_list_at(dims, i);
    if (dim < 0) return REFUSE("%s_dims value must be non-negative", word);
    if (dim >= (int64_t)rank) return REFUSE("%s_dims value must be smaller than %s rank", word, side);
  }
  for (uint64_t i = 1; i < index_count(dims); i++)
    if (index_list_at(dims, i - 1) >= index_list_at(dims, i)) return REFUSE("%s_dims values must be strictly increasing", word);
  return true;
}

// The type of the result of a gather: the dimensions of the indices but the last, then those of the tensor,
// where the ones gathered along are 1 or left out.
static T gathered_type(Verifier *v, const ShapedType *tensor, const ShapedType *indices, A dims, bool reduced) {
  int64_t *shape = arena_new(v->arena, int64_t, indices->rank + tensor->rank + 1);
  uint32_t rank = 0;
  uint64_t next = 0;
  if (!shape) return &tensor->base;
  for (uint64_t i = 0; i + 1 < indices->rank; i++) shape[rank++] = indices->dims[i];
  for (uint64_t i = 0; i < tensor->rank; i++) {
    bool gathered = next < index_count(dims) && index_list_at(dims, next) == (int64_t)i;
    next += gathered;
    if (!gathered) shape[rank++] = tensor->dims[i];
    else if (!reduced) shape[rank++] = 1;
  }
  return type_tensor(v->ctx, shape, rank, tensor->element, tensor->extra);
}

static bool verify_gathered(Verifier *v, const Operation *op, T type, const ShapedType *tensor, const ShapedType *indices,
                            A dims, const char *words) {
  T expected = gathered_type(v, tensor, indices, dims, false), reduced = gathered_type(v, tensor, indices, dims, true);
  if (type == expected || type == reduced) return true;
  return REFUSE("%s type mismatch: expected '%s' or its rank-reduced variant '%s' (got: '%s')", words, TYPE_ARG(expected),
                TYPE_ARG(reduced), TYPE_ARG(type));
}

bool verify_tensor_gather(Verifier *v, const Operation *op) {
  const ShapedType *source = operand_tensor(op, 0), *indices = operand_tensor(op, 1);
  A dims = op_prop_at(op, TENSOR_GATHER_GATHER_DIMS);
  return verify_gather_dims(v, op, dims, indices, source->rank, "gather", "source") &&
         verify_gathered(v, op, op_result_type(op, 0), source, indices, dims, "result");
}

bool verify_tensor_scatter(Verifier *v, const Operation *op) {
  const ShapedType *dest = operand_tensor(op, 1), *indices = operand_tensor(op, 2);
  A dims = op_prop_at(op, TENSOR_SCATTER_SCATTER_DIMS);
  if (!verify_gather_dims(v, op, dims, indices, dest->rank, "scatter", "dest")) return false;
  if (!op_prop_at(op, TENSOR_SCATTER_UNIQUE)) return REFUSE("requires 'unique' attribute to be set");
  return verify_gathered(v, op, op_operand_type(op, 0), dest, indices, dims, "source");
}

// ---------------------------------------------------------------------------------------------
// Regions

// The value that the region yields has the element type of the result.
static bool yields_element(const Operation *op) {
  const Operation *yield = op->regions[0].first->last;
  return yield->operand_count == 1 && op_operand_type(yield, 0) == type_element(op_result_type(op, 0));
}

bool verify_tensor_generate_regions(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  for (uint32_t i = 0; i < body->arg_count; i++)
    if (!type_is_index(body->args[i]->type)) return REFUSE_PLAIN("all body arguments must be index");
  if (body->arg_count != result_tensor(op)->rank) return REFUSE_PLAIN("must have one body argument per input dimension");
  return yields_element(op) ? true : REFUSE("body must be terminated with a `yield` operation of the tensor element type");
}

bool verify_tensor_pad(Verifier *v, const Operation *op) {
  const ShapedType *source = operand_tensor(op, 0), *result = result_tensor(op);
  A low = op_prop_at(op, TENSOR_PAD_STATIC_LOW), high = op_prop_at(op, TENSOR_PAD_STATIC_HIGH);
  if (index_count(low) != source->rank || index_count(high) != source->rank)
    return REFUSE_PLAIN("failed to infer expectedType from sourceType '%s', specified resultType is '%s'", TYPE_ARG(&source->base),
                        TYPE_ARG(&result->base));
  int64_t *dims = arena_new(v->arena, int64_t, source->rank + 1);
  bool fits = result->rank == source->rank;
  for (uint64_t i = 0; dims && i < source->rank; i++) {
    dims[i] = dynamic_add(dynamic_add(source->dims[i], index_list_at(low, i)), index_list_at(high, i));
    fits = fits && (dims[i] == DYNAMIC || dims[i] == result->dims[i]);
  }
  if (fits || !dims) return true;
  T expected = type_tensor(v->ctx, dims, (uint32_t)source->rank, source->element, NULL);
  return REFUSE_PLAIN("specified type '%s' does not match the inferred type '%s'", TYPE_ARG(&result->base), TYPE_ARG(expected));
}

bool verify_tensor_pad_regions(Verifier *v, const Operation *op) {
  const Block *body = op->regions[0].first;
  uint64_t rank = result_tensor(op)->rank;
  if (body->arg_count != rank) return REFUSE_PLAIN("expected the block to have %llu arguments", U64(rank));
  for (uint32_t i = 0; i < body->arg_count; i++)
    if (!type_is_index(body->args[i]->type)) return REFUSE("expected block argument %u to be an index", i + 1);
  return yields_element(op) ? true : REFUSE("expected yield type to match shape element type");
}

// ---------------------------------------------------------------------------------------------
// Reshapes

bool verify_tensor_reshape(Verifier *v, const Operation *op) {
  T source = op_operand_type(op, 0), result = op_result_type(op, 0);
  if (type_element(source) != type_element(result))
    return REFUSE("element types of source and destination tensor types should be the same");
  const ShapedType *from = ranked(source), *to = ranked(result);
  int64_t length = operand_tensor(op, 1)->dims[0];
  if (!to) return true;
  if (from && type_has_static_shape(source) && type_has_static_shape(result) && type_num_elements(source) != type_num_elements(result))
    return REFUSE("source and destination tensor should have the same number of elements");
  if (length == DYNAMIC) return REFUSE("cannot use shape operand with dynamic length to reshape to statically-ranked tensor type");
  return length == (int64_t)to->rank ? true : REFUSE("length of shape operand differs from the result's tensor rank");
}

static const ArrayAttr *reassociation(const Operation *op) { return (const ArrayAttr *)op_prop(op, "reassociation"); }
static const ArrayAttr *group(const ArrayAttr *groups, uint64_t i) { return (const ArrayAttr *)groups->items[i]; }

// The groups name the dimensions 0, 1, … of the expanded type in order, each once. Upstream's dimensions have 32 bits.
static bool verify_groups(Verifier *v, const Operation *op, const ArrayAttr *groups, uint64_t rank) {
  uint32_t last = 0, dims = 0;
  for (uint64_t i = 0; i < groups->count; i++)
    for (uint64_t k = 0; k < group(groups, i)->count; k++) {
      uint32_t dim = (uint32_t)attr_to_u64(group(groups, i)->items[k]);
      if (dim >= last) last = dim, dims = dim + 1;
    }
  if (groups->count && dims != rank)
    return REFUSE("expected reassociation map #0 to have size equal to the expanded rank (%llu), but it is  %llu.", U64(rank), U64(dims));
  uint64_t next = 0;
  for (uint64_t i = 0; i < groups->count; i++)
    for (uint64_t k = 0; k < group(groups, i)->count; k++)
      if ((uint32_t)attr_to_u64(group(groups, i)->items[k]) != next++)
        return REFUSE("expected reassociation map #%llu to be valid and contiguous.", U64(i));
  if (groups->count && next != rank)
    return REFUSE("expected reassociation map #%llu to be valid and contiguous.", U64(groups->count - 1));
  return true;
}

static bool verify_group_sizes(Verifier *v, const Operation *op, const ArrayAttr *groups, const ShapedType *expanded,
                               const ShapedType *collapsed) {
  uint64_t at = 0;
  for (uint64_t i = 0; i < groups->count; i++) {
    int64_t size = 1, given = collapsed->dims[i];
    bool dynamic = false;
    for (uint64_t k = 0; k < group(groups, i)->count; k++, at++) {
      dynamic |= expanded->dims[at] == DYNAMIC;
      if (expanded->dims[at] != DYNAMIC) size = dynamic_mul(size, expanded->dims[at]);
    }
    if (dynamic && given != DYNAMIC)
      return REFUSE("expected dimension %llu of collapsed type to be dynamic since one or more of the corresponding dimensions in "
                    "the expanded type is dynamic", U64(i));
    if (!dynamic && given != size)
      return REFUSE("expected dimension %llu of collapsed type to be static value of %lld", U64(i), I64(size));
  }
  return true;
}

static bool verify_reassociation(Verifier *v, const Operation *op, T expanded_type, T collapsed_type) {
  const ShapedType *expanded = ranked(expanded_type), *collapsed = ranked(collapsed_type);
  const ArrayAttr *groups = reassociation(op);
  // Upstream takes both types to be ranked without looking; the rank of one without is a large number.
  if (!expanded) return REFUSE("expected ranked types");
  if (!collapsed || expanded->rank < collapsed->rank)
    return REFUSE("expected the expanded type, '%s' to have a higher (or same) rank than the collapsed type, '%s'.",
                  TYPE_ARG(expanded_type), TYPE_ARG(collapsed_type));
  if (collapsed->rank != groups->count)
    return REFUSE("expected collapsed rank (%llu) to equal the number of reassociation maps (%llu).", U64(collapsed->rank),
                  U64(groups->count));
  if (!verify_groups(v, op, groups, expanded->rank) || !verify_group_sizes(v, op, groups, expanded, collapsed)) return false;
  T expected = type_tensor(v->ctx, collapsed->dims, (uint32_t)collapsed->rank, expanded->element, NULL);
  if (collapsed->element == expanded->element) return true;
  return REFUSE("expected collapsed type to be '%s', but got '%s'", TYPE_ARG(expected), TYPE_ARG(collapsed_type));
}

bool verify_tensor_expand(Verifier *v, const Operation *op) {
  const ShapedType *result = result_tensor(op);
  A shape = op_prop_at(op, TENSOR_EXPAND_SHAPE_STATIC_OUTPUT_SHAPE);
  uint32_t given = span_size(op_operands_named(op, "output_shape"));
  if (result && index_count(shape) != result->rank)
    return REFUSE("expected number of static shape dims to be equal to the output rank (%llu) but found %llu inputs instead",
                  U64(result->rank), U64(index_count(shape)));
  uint32_t dynamic = index_dynamic(shape, index_count(shape));
  if (dynamic != given)
    return REFUSE("mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has %u dynamic dims "
                  "while output_shape has %u values", dynamic, given);
  return verify_reassociation(v, op, op_result_type(op, 0), op_operand_type(op, 0));
}

bool verify_tensor_collapse(Verifier *v, const Operation *op) {
  const ArrayAttr *groups = reassociation(op);
  for (uint64_t i = 0; i < groups->count; i++)
    if (!group(groups, i)->count) return REFUSE("reassociation indices must not be empty");
  return verify_reassociation(v, op, op_operand_type(op, 0), op_result_type(op, 0));
}

// ---------------------------------------------------------------------------------------------
// Slices

// `type` is the slice of `whole` that the lists describe, possibly without dimensions of size 1.
static bool verify_slice(Verifier *v, const Operation *op, const ShapedType *whole, T type) {
  if (!verify_slice_lists(v, op, whole->rank, whole->rank)) return false;
  SliceLists lists = slice_lists(op);
  int64_t *dims = arena_new(v->arena, int64_t, whole->rank + 1);
  for (uint64_t i = 0; dims && i < whole->rank; i++) dims[i] = index_list_at(lists.sizes, i);
  if (!dims) return true;
  T expected = type_tensor(v->ctx, dims, (uint32_t)whole->rank, whole->element, whole->extra);
  switch (slice_fit(expected, type)) {
  case SLICE_FITS: break;
  case SLICE_RANK_TOO_LARGE: return REFUSE_PLAIN("expected rank to be smaller or equal to the other rank. ");
  case SLICE_SIZE_MISMATCH:
    return REFUSE_PLAIN("expected type to be '%s' or a rank-reduced version. (size mismatch) ", TYPE_ARG(expected));
  case SLICE_ELEMENT_MISMATCH: return REFUSE_PLAIN("expected element type to be '%s'", TYPE_ARG(whole->element));
  }
  return verify_slice_bounds(v, op, whole, &lists);
}

bool verify_tensor_extract_slice(Verifier *v, const Operation *op) {
  return verify_slice(v, op, operand_tensor(op, 0), op_result_type(op, 0));
}

bool verify_tensor_insert_slice(Verifier *v, const Operation *op) {
  return verify_slice(v, op, operand_tensor(op, 1), op_operand_type(op, 0));
}

bool verify_tensor_parallel_insert_slice(Verifier *v, const Operation *op) {
  const ShapedType *dest = operand_tensor(op, 1);
  if (!verify_slice_lists(v, op, dest->rank, dest->rank)) return false;
  const Operation *parent = op_parent(op);
  if (!op_is(parent, OP_SCF_FORALL_IN_PARALLEL) && !(parent && op_has(parent, TRAIT_KEPT))) {
    Str text = parent ? op_text(v->module, parent) : STR("");
    return REFUSE_PLAIN("expected InParallelOpInterface parent, got:%.*s", STR_ARG(text));
  }
  return verify_slice(v, op, dest, op_operand_type(op, 0));
}
