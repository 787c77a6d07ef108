// Canonicalization patterns of the vector dialect: slices, masks, and accesses to memory.
#include "ops/vector.h"
#include "rules/vector.h"
#include "ops/arith.h"
#include "ops/tensor.h"

#include "dialects/vector/canonicalize.h"

// ---------------------------------------------------------------------------------------------
// Slices

bool insert_slice_splat(Greedy *g, Operation *op) {
  Value *scalar = vector_splat_source(op_operand(op, 0));
  return scalar && vector_splat_source(op_operand(op, 1)) == scalar && greedy_replace1(g, op, op_operand(op, 1));
}

bool insert_extracted_slice(Greedy *g, Operation *op) {
  Operation *extract = operand_defined_by(op, 0, OP_VECTOR_EXTRACT_STRIDED_SLICE);
  return extract && op_operand(extract, 0) == op_operand(op, 1) &&
         op_prop_at(extract, VECTOR_EXTRACT_STRIDED_SLICE_STRIDES) == op_prop_at(op, VECTOR_INSERT_STRIDED_SLICE_STRIDES) &&
         op_prop_at(extract, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS) == op_prop_at(op, VECTOR_INSERT_STRIDED_SLICE_OFFSETS) &&
         greedy_replace1(g, op, op_operand(op, 1));
}

#define LARGE_CONSTANT 256

bool insert_constant_slice(Greedy *g, Operation *op) {
  const ShapedType *value = operand_vector(op, 0), *dest = operand_vector(op, 1);
  A source = value_constant(op_operand(op, 0)), into = value_constant(op_operand(op, 1));
  if (!dense_or_null(source) || !dense_or_null(into) || dest->scalable ||
      (type_num_elements(&dest->base) > LARGE_CONSTANT && !value_has_one_use(op_operand(op, 1))))
    return false;
  uint32_t rank = (uint32_t)dest->rank, extra = rank - (uint32_t)value->rank;
  int64_t *begin = arena_new(g->arena, int64_t, rank + 1), *at = arena_new(g->arena, int64_t, rank + 1),
          *sizes = arena_new(g->arena, int64_t, rank + 1);
  DenseBuilder b;
  if (!begin || !at || !sizes || !dense_begin(&b, g->ctx, &dest->base)) return false;
  for (uint32_t i = 0; i < rank; i++) {
    begin[i] = at[i] = strided_item(op_prop_at(op, VECTOR_INSERT_STRIDED_SLICE_OFFSETS), i);
    sizes[i] = i < extra ? 1 : value->dims[i - extra];
  }
  for (uint64_t i = 0; i < b.count; i++) dense_copy(&b, i, into, i);
  uint64_t next = 0;
  do dense_copy(&b, (uint64_t)linear_index(at, dest->dims, rank), source, next++);
  while (next_position(at, sizes, begin, rank));
  return replace_by_constant(g, op, dense_end(&b, true));
}

bool slice_create_mask(Greedy *g, Operation *op) {
  Operation *mask = operand_defined_by(op, 0, OP_VECTOR_CREATE_MASK);
  if (!mask) return false;
  Value **sizes = arena_new(g->arena, Value *, mask->operand_count + 1);
  for (uint32_t i = 0; i < mask->operand_count; i++) {
    sizes[i] = op_operand(mask, i);
    if (i >= strided_count(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS))) continue;
    Value *offset = build_index(&g->b, strided_item(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS), i));
    sizes[i] = build_binary(&g->b, OP_ARITH_SUBI, sizes[i], offset);
  }
  return replace_by_create_mask(g, op, sizes, mask->operand_count);
}

bool slice_constant_mask(Greedy *g, Operation *op) {
  Operation *mask = operand_defined_by(op, 0, OP_VECTOR_CONSTANT_MASK);
  if (!mask) return false;
  const DenseArrayAttr *list = index_array(op_prop_at(mask, VECTOR_CONSTANT_MASK_MASK_DIM_SIZES));
  int64_t *sizes = arena_new(g->arena, int64_t, list->count + 1);
  bool none = false;
  for (uint64_t i = 0; i < list->count; i++) {
    sizes[i] = index_at(list, i);
    if (i < strided_count(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS))) {
      int64_t begin = strided_item(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS), i),
              end = begin + strided_item(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_SIZES), i);
      sizes[i] = (end < sizes[i] ? end : sizes[i]) - begin;
    }
    none |= sizes[i] <= 0;
  }
  if (none) memset(sizes, 0, list->count * sizeof *sizes);
  return replace_by_constant_mask(g, op, sizes, (uint32_t)list->count);
}

static A i64_list(Greedy *g, const int64_t *items, uint32_t count) {
  A *attrs = arena_new(g->arena, A, count + 1);
  for (uint32_t i = 0; i < count; i++) attrs[i] = attr_i64(g->ctx, g->ctx->types.i64, items[i]);
  return attr_array(g->ctx, attrs, count);
}

// The slice is taken before the broadcast, where the source is not repeated.
bool slice_broadcast(Greedy *g, Operation *op) {
  Operation *broadcast = operand_defined_by(op, 0, OP_VECTOR_BROADCAST);
  if (!broadcast) return false;
  Value *source = op_operand(broadcast, 0);
  const ShapedType *from = as_vector(source->type), *to = result_vector(op);
  uint32_t rank = from ? (uint32_t)from->rank : 0, extra = (uint32_t)to->rank - rank, count = 0;
  bool sliced = false;
  for (uint32_t i = 0; i < rank; i++) sliced |= from->dims[i] != 1 && from->dims[i] != to->dims[i + extra];
  if (!sliced) return replace_by(g, op, OP_VECTOR_BROADCAST, source);
  int64_t *lists = arena_new(g->arena, int64_t, 4 * (uint64_t)rank + 4), *offsets = lists, *sizes = lists + rank, *strides = sizes + rank,
          *dims = strides + rank;
  for (uint32_t i = extra; i < strided_count(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS)); i++, count++) {
    bool repeated = from->dims[count] == 1;
    offsets[count] = repeated ? 0 : strided_item(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS), i);
    sizes[count] = repeated ? 1 : strided_item(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_SIZES), i);
    strides[count] = strided_item(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_STRIDES), i);
  }
  for (uint32_t i = 0; i < rank; i++) dims[i] = i < count ? sizes[i] : from->dims[i];
  T type = type_vector(g->ctx, dims, rank, from->scalable, from->element);
  OpState *state = builder_begin(&g->b, OP_VECTOR_EXTRACT_STRIDED_SLICE);
  op_state_add_operand(state, source);
  op_state_add_type(state, type);
  op_state_set_prop(state, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS, i64_list(g, offsets, count));
  op_state_set_prop(state, VECTOR_EXTRACT_STRIDED_SLICE_SIZES, i64_list(g, sizes, count));
  op_state_set_prop(state, VECTOR_EXTRACT_STRIDED_SLICE_STRIDES, i64_list(g, strides, count));
  return replace_by(g, op, OP_VECTOR_BROADCAST, builder_finish_value(&g->b));
}

bool slice_splat(Greedy *g, Operation *op) {
  Value *scalar = vector_splat_source(op_operand(op, 0));
  return scalar && replace_by(g, op, OP_VECTOR_BROADCAST, scalar);
}

// A slice in one piece is an extract.
bool slice_in_one_piece(Greedy *g, Operation *op) {
  const ShapedType *source = operand_vector(op, 0);
  uint32_t sizes = (uint32_t)strided_count(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_SIZES)), outer = sizes;
  if (source->scalable || !source->rank) return false;
  while (outer && strided_item(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_SIZES), outer - 1) == source->dims[outer - 1]) outer--;
  if (!outer || (outer == source->rank && sizes == source->rank)) return false;
  for (uint32_t i = 0; i < outer; i++)
    if (strided_item(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_SIZES), i) != 1) return false;
  while (outer + 1 < sizes && strided_item(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_SIZES), outer) == 1) outer++;
  VectorPosition position = {arena_new(g->arena, int64_t, outer + 1), NULL, outer, 0};
  for (uint32_t i = 0; i < outer; i++) position.at[i] = strided_item(op_prop_at(op, VECTOR_EXTRACT_STRIDED_SLICE_OFFSETS), i);
  return replace_by(g, op, OP_VECTOR_SHAPE_CAST, build_vector_extract(&g->b, op_operand(op, 0), &position));
}

// ---------------------------------------------------------------------------------------------
// Masks

// A size that is a multiple of vscale.
static bool vscale_multiple(const Value *size, int64_t *factor) {
  *factor = 1;
  if (defined_by(size, OP_VECTOR_VSCALE)) return true;
  Operation *product = defined_by(size, OP_ARITH_MULI);
  if (!product) return false;
  bool left = operand_defined_by(product, 0, OP_VECTOR_VSCALE) != NULL;
  return (left || operand_defined_by(product, 1, OP_VECTOR_VSCALE)) && constant_index(op_operand(product, left), factor);
}

bool create_constant_mask(Greedy *g, Operation *op) {
  const ShapedType *type = result_vector(op);
  int64_t *sizes = arena_new(g->arena, int64_t, op->operand_count + 1);
  bool none = false;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    int64_t dim = type->rank ? type->dims[i] : 1, size;
    bool scales = type->rank && is_scalable_dim(type, i);
    if (constant_index(op_operand(op, i), &size) ? scales && size >= 0 : !vscale_multiple(op_operand(op, i), &size) || size < dim) return false;
    sizes[i] = size < 0 ? 0 : size > dim ? dim : size;
    none |= !sizes[i];
  }
  if (none) memset(sizes, 0, op->operand_count * sizeof *sizes);
  return replace_by_constant_mask(g, op, sizes, op->operand_count);
}

bool select_of_empty_mask(Greedy *g, Operation *op) {
  const Operation *yield = op->regions[0].first->first;
  if (yield != op->regions[0].first->last || op->operand_count < 2 || yield->operand_count != 1) return false;
  return greedy_replace1(g, op, build_select(&g->b, op_operand(op, 0), op_operand(yield, 0), op_operand(op, 1)));
}

// ---------------------------------------------------------------------------------------------
// Masked accesses. `data` of a pattern: the opcode of the operation to make when the mask is all true (NULL: none).

// The operands of an entry of the record, added to the operation being made.
static void add_operands(Greedy *g, const Operation *op, const char *name) {
  Span span = op_operands_named(op, name);
  op_state_take_operands(&g->b.state, op, span.begin, span.end);
}

static bool finish_instead(Greedy *g, Operation *op) {
  op_state_take_types(&g->b.state, op);
  Operation *made = builder_finish(&g->b);
  return op->result_count ? greedy_replace_op(g, op, made) : greedy_erase(g, op);
}

bool decide_mask(Greedy *g, Operation *op) {
  uint32_t unmasked = g->pattern->target;
  MaskFormat format = vector_mask_format(op_operand(op, op_operands_named(op, "mask").begin));
  if (format == MASK_ALL_FALSE) {
    Span instead = op_operands_named(op, "pass_thru");
    if (!op->result_count) return greedy_erase(g, op);
    return greedy_replace1(g, op, op_operand(op, span_size(instead) ? instead.begin : 0));
  }
  if (format != MASK_ALL_TRUE || !unmasked) return greedy_no_match(g, op, "the mask is not known to be all true or all false");
  builder_begin(&g->b, unmasked);
  if (!op->result_count) add_operands(g, op, "valueToStore");
  add_operands(g, op, "base");
  add_operands(g, op, "indices");
  return finish_instead(g, op);
}

static bool counts_up(const Value *indices) {
  const ShapedType *type = as_vector(indices->type);
  if (type->rank != 1 || type->scalable) return false;
  if (defined_by(indices, OP_VECTOR_STEP)) return true;
  A constant = value_constant(indices);
  if (!dense_or_null(constant)) return false;
  for (int64_t i = 0; i < type->dims[0]; i++) {
    uint32_t size;
    const uint8_t *bytes = dense_element(constant, (uint64_t)i, &size);
    uint64_t word = 0;
    for (uint32_t k = 0; bytes && k < size && k < 8; k++) word |= (uint64_t)bytes[k] << (8 * k);
    if (!bytes || word != (uint64_t)i) return false;
  }
  return true;
}

// A gather or scatter of consecutive elements.
bool access_in_a_row(Greedy *g, Operation *op) {
  if (!type_is_memref(op_operand_type(op, 0)) || !counts_up(op_operand(op, op_operands_named(op, "indices").begin))) return false;
  builder_begin(&g->b, g->pattern->target);
  add_operands(g, op, "base");
  add_operands(g, op, "offsets");
  add_operands(g, op, "mask");
  add_operands(g, op, op->result_count ? "pass_thru" : "valueToStore");
  return finish_instead(g, op);
}

// ---------------------------------------------------------------------------------------------
// Transfers

static const AffineMap *used_dims_only(Greedy *g, const AffineMap *map) {
  E *dims = arena_new(g->arena, E, map->dim_count + 1);
  uint32_t used = 0;
  for (uint32_t d = 0; d < map->dim_count; d++) {
    dims[d] = affine_const(g->ctx, 0);
    for (uint32_t i = 0; i < map->result_count; i++)
      if (affine_uses_dim(map->results[i], d)) {
        dims[d] = affine_dim(g->ctx, used++);
        break;
      }
  }
  return affine_map_replace(g->ctx, map, dims, NULL, used, 0);
}

// How many elements of each dimension a transfer touches; 0: it is not in the map.
static int64_t chunk_size(const Transfer *self, uint32_t dim) {
  int64_t size = 0;
  for (uint32_t i = 0; i < self->map->result_count && i < self->vector->rank; i++)
    if (self->map->results[i]->kind == AFFINE_DIM && self->map->results[i]->value == dim) size = self->vector->dims[i];
  return size;
}

static bool has_zeros(const AffineMap *map) {
  for (uint32_t i = 0; i < map->result_count; i++)
    if (map->results[i]->kind == AFFINE_CONST) return true;
  return false;
}

// If a read gives a value that was just written, with dimensions repeated, broadcast and transpose the value instead.
bool read_written_broadcast(Greedy *g, Operation *op) {
  Transfer read, write;
  transfer_of(op, OP_VECTOR_TRANSFER_READ, &read);
  if (!transfer_of(value_def(read.base), OP_VECTOR_TRANSFER_WRITE, &write) || !type_is_tensor(&read.shaped->base) ||
      transfer_has_out_of_bounds(&read) || transfer_has_out_of_bounds(&write) || read.mask || write.mask || !transfer_same_indices(&read, &write))
    return false;
  for (uint32_t d = 0; d < read.map->dim_count; d++)
    if (chunk_size(&read, d) != chunk_size(&write, d)) return false;
  const AffineMap *from = used_dims_only(g, write.map), *to = used_dims_only(g, read.map);
  if ((!has_zeros(from) && !has_zeros(to)) || to->dim_count != from->result_count) return false;
  const AffineMap *map = affine_map_compose(g->ctx, to, from);
  uint32_t rank = map->result_count;
  int64_t *order = arena_new(g->arena, int64_t, rank + 1), *dims = arena_new(g->arena, int64_t, rank + 1);
  uint64_t scalable = 0;
  if (!rank || !transfer_order(map, order, g->arena)) return false;
  for (uint32_t i = 0; i < rank; i++) {
    dims[order[i]] = read.vector->dims[i];
    if (is_scalable_dim(read.vector, i)) scalable |= (uint64_t)1 << order[i];
  }
  Value *wide = build_vector_broadcast(&g->b, type_vector(g->ctx, dims, rank, scalable, write.vector->element), op_operand(write.op, 0));
  return greedy_replace1(g, op, build_vector_transpose(&g->b, wide, order, rank));
}

// A write that is overwritten before anything reads it is removed.
bool skip_overwritten(Greedy *g, Operation *op) {
  Transfer self, write;
  transfer_of(op, OP_VECTOR_TRANSFER_WRITE, &self);
  if (!type_is_tensor(&self.shaped->base)) return false;
  Operation *user = op;
  for (Operation *def = value_def(self.base); transfer_of(def, OP_VECTOR_TRANSFER_WRITE, &write); def = value_def(write.base)) {
    if (transfer_same_indices(&self, &write) && self.mask == write.mask && self.vector == write.vector && self.map == write.map) {
      greedy_set_operand(g, user, 1, write.base);
      return true;
    }
    if (!transfers_are_disjoint(&write, &self) || !value_has_one_use(op_result(def, 0))) return false;
    user = def;
  }
  return false;
}

static bool all_are(const Operation *op, const char *name, int64_t number) {
  const DenseArrayAttr *list = index_array(op_prop(op, name));
  for (uint64_t i = 0; i < list->count; i++)
    if (index_at(list, i) != number) return false;
  return true;
}

// Size `i` of a slice, as a value or a number.
static Value *slice_size(const Operation *op, uint64_t i, int64_t *number) {
  const DenseArrayAttr *list = index_array(op_prop(op, "static_sizes"));
  uint32_t at = op_operands_named(op, "sizes").begin;
  for (uint64_t k = 0; k < i; k++) at += index_at(list, k) == DYNAMIC;
  *number = index_at(list, i);
  return *number == DYNAMIC ? op_operand(op, at) : NULL;
}

static bool same_sizes(const Operation *a, const Operation *b) {
  uint64_t count = index_array(op_prop_at(a, TENSOR_INSERT_SLICE_STATIC_SIZES))->count;
  if (count != index_array(op_prop_at(b, TENSOR_EXTRACT_SLICE_STATIC_SIZES))->count) return false;
  for (uint64_t i = 0; i < count; i++) {
    int64_t x, y;
    const Value *u = slice_size(a, i, &x), *v = slice_size(b, i, &y);
    if (u && v && u == v) continue;
    if ((u && !constant_index(u, &x)) || (v && !constant_index(v, &y)) || x != y) return false;
  }
  return true;
}

// A slice of a whole tensor just written, put into another: write into the slice of that other.
bool write_into_slice(Greedy *g, Operation *op) {
  Operation *extract = operand_defined_by(op, 0, OP_TENSOR_EXTRACT_SLICE);
  Transfer write;
  if (!extract || !all_are(op, "static_strides", 1) || !all_are(extract, "static_strides", 1) || !value_has_one_use(op_result(extract, 0)) ||
      !transfer_of(value_def(op_operand(extract, 0)), OP_VECTOR_TRANSFER_WRITE, &write) || !value_has_one_use(op_operand(extract, 0)))
    return false;
  const ShapedType *slice = (const ShapedType *)op_operand_type(op, 0);
  if (slice->rank != write.map->result_count || !all_are(extract, "static_offsets", 0) || write.mask || !same_sizes(op, extract)) return false;
  for (uint32_t i = write.indices.begin; i < write.indices.end; i++) {
    int64_t index;
    if (!constant_index(op_operand(write.op, i), &index) || index) return false;
  }
  A *bounds = arena_new(g->arena, A, write.vector->rank + 1);
  for (uint32_t i = 0; i < write.map->result_count; i++) {
    E expr = write.map->results[i];
    if (expr->kind != AFFINE_DIM || write.vector->dims[i] != write.shaped->dims[expr->value]) return false;
    bounds[i] = g->ctx->attrs.false_;
  }
  OpState *state = builder_begin(&g->b, OP_TENSOR_EXTRACT_SLICE);
  g->b.state.loc = extract->loc;
  op_state_take_operands(state, op, 1, op->operand_count);
  op_state_add_type(state, op->operands[0].value->type);
  static const char *const names[] = {"static_offsets", "static_sizes", "static_strides"};
  for (uint32_t i = 0; i < countof(names); i++) op_state_set_attr(state, str_from(names[i]), op_prop(op, names[i]));
  op_state_operand_segments(state, (const int32_t[]){1, (int32_t)span_size(op_operands_named(op, "offsets")),
                                                     (int32_t)span_size(op_operands_named(op, "sizes")),
                                                     (int32_t)span_size(op_operands_named(op, "strides"))}, 4);
  NewTransfer what = new_transfer(&write, g->arena);
  what.base = builder_finish_value(&g->b);
  what.in_bounds = attr_array(g->ctx, bounds, write.map->result_count);
  greedy_set_operand(g, op, 0, op_result(build_transfer(&g->b, &what), 0));
  return true;
}
