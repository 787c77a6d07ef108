
#include "dialects/vector/rewrite_transfers.h"

// ---------------------------------------------------------------------------------------------
// Making operations

VectorPosition vector_position_of(Arena *arena, const Operation *op) {
  const DenseArrayAttr *list = op ? index_array(op_prop(op, "static_position")) : NULL;
  VectorPosition self = {.count = list ? (uint32_t)list->count : 0};
  Span values = op ? op_operands_named(op, "dynamic_position") : (Span){0};
  self.at = arena_new(arena, int64_t, self.count + 2);
  self.values = arena_new(arena, Value *, span_size(values) + 2);
  for (uint32_t i = 0; i < self.count; i++) self.at[i] = index_at(list, i);
  for (uint32_t i = values.begin; i < values.end; i++) self.values[self.value_count++] = op_operand(op, i);
  return self;
}

void vector_position_add(VectorPosition *self, int64_t number) { self->at[self->count++] = number; }

static Value *finish_positioned(Builder *b, const VectorPosition *position) {
  op_state_add_operands(&b->state, position->values, position->value_count);
  op_state_set_attr(&b->state, STR("static_position"), attr_i64_array(b->ctx, position->at, position->count));
  return builder_finish_value(b);
}

Value *build_vector_extract(Builder *b, Value *vector, const VectorPosition *position) {
  op_state_add_operand(builder_begin(b, OP_VECTOR_EXTRACT), vector);
  return finish_positioned(b, position);
}

Value *build_vector_insert(Builder *b, Value *value, Value *vector, const VectorPosition *position) {
  OpState *state = builder_begin(b, OP_VECTOR_INSERT);
  op_state_add_operand2(state, value, vector);
  op_state_add_type(state, vector->type);
  return finish_positioned(b, position);
}

Value *build_vector_extract_at(Builder *b, Value *vector, Value *index) {
  return build_vector_extract(b, vector, &(VectorPosition){(int64_t[]){DYNAMIC}, &index, 1, 1});
}

Value *build_vector_insert_at(Builder *b, Value *value, Value *vector, Value *index) {
  return build_vector_insert(b, value, vector, &(VectorPosition){(int64_t[]){DYNAMIC}, &index, 1, 1});
}

Value *build_vector_transpose(Builder *b, Value *vector, const int64_t *permutation, uint32_t count) {
  const ShapedType *from = as_vector(vector->type);
  OpState *state = builder_begin(b, OP_VECTOR_TRANSPOSE);
  int64_t *dims = arena_new(state->arena, int64_t, count + 1);
  uint64_t scalable = 0;
  for (uint32_t i = 0; i < count; i++) {
    dims[i] = from->dims[permutation[i]];
    if (is_scalable_dim(from, (uint64_t)permutation[i])) scalable |= (uint64_t)1 << i;
  }
  T type = type_vector(b->ctx, dims, count, scalable, from->element);
  op_state_add_operand(state, vector);
  op_state_set_prop(state, VECTOR_TRANSPOSE_PERMUTATION, attr_i64_array(b->ctx, permutation, count));
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

NewTransfer new_transfer(const Transfer *from, Arena *arena) {
  uint32_t count = span_size(from->indices);
  Span padding = op_operands_named(from->op, "padding");
  Value **indices = arena_new(arena, Value *, count + 1);
  for (uint32_t i = 0; i < count; i++) indices[i] = op_operand(from->op, from->indices.begin + i);
  bool writes = op_is(from->op, OP_VECTOR_TRANSFER_WRITE);
  return (NewTransfer){
    .vector = &from->vector->base, .value = writes ? op_operand(from->op, 0) : NULL, .base = from->base,
    .padding = writes ? NULL : op_operand(from->op, padding.begin), .mask = from->mask, .indices = indices, .map = from->map,
    .in_bounds = op_prop(from->op, "in_bounds"),
  };
}

Operation *build_transfer(Builder *b, const NewTransfer *what) {
  OpState *state = builder_begin(b, what->value ? OP_VECTOR_TRANSFER_WRITE : OP_VECTOR_TRANSFER_READ);
  int32_t masks = what->mask != NULL, indices = (int32_t)((const ShapedType *)what->base->type)->rank;
  if (what->value) op_state_add_operand(state, what->value);
  op_state_add_operand(state, what->base);
  op_state_add_operands(state, what->indices, (uint32_t)indices);
  if (!what->value) op_state_add_operand(state, what->padding);
  if (what->mask) op_state_add_operand(state, what->mask);
  op_state_set_attr(state, STR("permutation_map"), attr_affine_map(b->ctx, what->map));
  op_state_set_attr(state, STR("in_bounds"), what->in_bounds);
  if (what->value)
    op_state_operand_segments(state, (const int32_t[]){1, 1, indices, masks}, 4);
  else
    op_state_operand_segments(state, (const int32_t[]){1, indices, 1, masks}, 4);
  if (!what->value) op_state_add_type(state, what->vector);
  else if (type_is_tensor(what->base->type)) op_state_add_type(state, what->base->type);
  return builder_finish(b);
}

T vector_without_first_dim(Context *ctx, const ShapedType *vector) {
  return type_vector(ctx, vector->dims + 1, (uint32_t)vector->rank - 1, vector->scalable >> 1, vector->element);
}

// ---------------------------------------------------------------------------------------------
// Permutation maps

static bool is_masked(const Operation *op) {
  const Operation *parent = op_parent(op);
  return op_is(parent, OP_VECTOR_MASK);
}

bool transfer_order(const AffineMap *map, int64_t *order, Arena *arena) {
  uint32_t dims = map->dim_count, results = map->result_count, most = dims > results ? dims : results;
  uint32_t begin = results < dims ? dims - results : 0, leading = results > dims ? results - dims : 0, next = 0;
  bool *found = arena_new(arena, bool, most + 1);
  for (uint32_t i = 0; i < results; i++) {
    E expr = map->results[i];
    if (expr->kind == AFFINE_CONST ? expr->value != 0 : expr->kind != AFFINE_DIM || expr->value < begin) return false;
    if (expr->kind == AFFINE_CONST) continue;
    order[i] = expr->value - begin + leading;
    found[order[i]] = true;
  }
  for (uint32_t i = 0; i < results; i++) {
    if (map->results[i]->kind != AFFINE_CONST) continue;
    while (next < most && found[next]) next++;
    order[i] = next++;
  }
  return true;
}

static bool is_minor_identity_with_zeros(const AffineMap *map, uint32_t from) {
  uint32_t results = map->result_count - from;
  if (map->dim_count < results) return false;
  for (uint32_t i = 0; i < results; i++) {
    E expr = map->results[from + i];
    if (expr->kind == AFFINE_CONST ? expr->value != 0 : expr->kind != AFFINE_DIM || expr->value != map->dim_count - results + i) return false;
  }
  return true;
}

// Item i of the old array goes to order[i].
static A permute_array(Greedy *g, A array, const int64_t *order) {
  const ArrayAttr *items = (const ArrayAttr *)array;
  A *moved = arena_new(g->arena, A, items->count + 1);
  for (uint64_t i = 0; i < items->count; i++) moved[order[i]] = items->items[i];
  return attr_array(g->ctx, moved, (uint32_t)items->count);
}

static bool replace_transfer(Greedy *g, Operation *op, Operation *by) {
  return by->result_count ? greedy_replace_op(g, op, by) : greedy_erase(g, op);
}

// read (…) -> permuted results: read in order, then transpose
static bool lower_read_permutation(Greedy *g, Operation *op) {
  Transfer read;
  transfer_of(op, OP_VECTOR_TRANSFER_READ, &read);
  uint32_t rank = read.map->result_count;
  int64_t *order = arena_new(g->arena, int64_t, rank + 1), *dims = arena_new(g->arena, int64_t, rank + 1);
  E *results = arena_new(g->arena, E, rank + 1);
  if (!rank || is_masked(op) || !transfer_order(read.map, order, g->arena)) return false;
  bool identity = true;
  uint64_t scalable = 0;
  for (uint32_t i = 0; i < rank; i++) {
    identity &= order[i] == i;
    results[order[i]] = read.map->results[i];
    dims[order[i]] = read.vector->dims[i];
    if (is_scalable_dim(read.vector, i)) scalable |= (uint64_t)1 << order[i];
  }
  if (identity) return false;
  NewTransfer what = new_transfer(&read, g->arena);
  what.vector = type_vector(g->ctx, dims, rank, scalable, read.vector->element);
  what.map = affine_map(g->ctx, read.map->dim_count, read.map->symbol_count, results, rank);
  what.in_bounds = permute_array(g, what.in_bounds, order);
  Operation *made = build_transfer(&g->b, &what);
  return greedy_replace1(g, op, build_vector_transpose(&g->b, op_result(made, 0), order, rank));
}

static const AffineMap *minor_identity(Context *ctx, Arena *arena, uint32_t dims, uint32_t results) {
  E *exprs = arena_new(arena, E, results + 1);
  for (uint32_t i = 0; i < results; i++) exprs[i] = affine_dim(ctx, dims - results + i);
  return affine_map(ctx, dims, 0, exprs, results);
}

// write permuted: transpose, then write in order
static bool lower_write_permutation(Greedy *g, Operation *op) {
  Transfer write;
  transfer_of(op, OP_VECTOR_TRANSFER_WRITE, &write);
  uint32_t rank = write.map->result_count;
  int64_t *order = arena_new(g->arena, int64_t, rank + 1), *inverse = arena_new(g->arena, int64_t, rank + 1);
  if (!rank || is_masked(op) || affine_map_is_minor_identity(write.map) || !transfer_order(write.map, order, g->arena)) return false;
  for (uint32_t i = 0; i < rank; i++) inverse[order[i]] = i;
  NewTransfer what = new_transfer(&write, g->arena);
  what.value = build_vector_transpose(&g->b, what.value, inverse, rank);
  what.map = minor_identity(g->ctx, g->arena, write.map->dim_count, rank);
  what.in_bounds = permute_array(g, what.in_bounds, order);
  return replace_transfer(g, op, build_transfer(&g->b, &what));
}

// Unit dimensions put in front of a vector.
static Value *add_unit_dims(Greedy *g, Value *vector, uint32_t added) {
  const ShapedType *from = as_vector(vector->type);
  int64_t *dims = arena_new(g->arena, int64_t, from->rank + added + 1);
  for (uint32_t i = 0; i < added; i++) dims[i] = 1;
  memcpy(dims + added, from->dims, from->rank * sizeof *dims);
  T type = type_vector(g->ctx, dims, (uint32_t)from->rank + added, added < 64 ? from->scalable << added : 0, from->element);
  return build_vector_broadcast(&g->b, type, vector);
}

static Value *add_inner_unit_dims(Greedy *g, Value *mask, uint32_t added) {
  Value *wide = add_unit_dims(g, mask, added);
  uint32_t rank = (uint32_t)as_vector(wide->type)->rank;
  int64_t *order = arena_new(g->arena, int64_t, rank + 1);
  for (uint32_t i = 0; i < rank; i++) order[i] = i + added < rank ? i + added : i + added - rank;
  return build_vector_transpose(&g->b, wide, order, rank);
}

// write of a map with inner dimensions missing: give the vector those, of size 1
static bool add_missing_inner_dims(Greedy *g, Operation *op) {
  Transfer write;
  transfer_of(op, OP_VECTOR_TRANSFER_WRITE, &write);
  const AffineMap *map = write.map;
  uint32_t rank = map->result_count, count = 0;
  int64_t *order = arena_new(g->arena, int64_t, rank + 1);
  if (!rank || is_masked(op) || transfer_order(map, order, g->arena)) return false;
  E *exprs = arena_new(g->arena, E, rank + map->dim_count + 1);
  bool outer = true;
  for (uint32_t d = 0; d < map->dim_count; d++) {
    bool found = false;
    for (uint32_t i = 0; i < rank; i++) found |= map->results[i] == affine_dim(g->ctx, d);
    outer &= !found;
    if (!found && !outer) exprs[count++] = affine_dim(g->ctx, d);
  }
  NewTransfer what = new_transfer(&write, g->arena);
  what.value = add_unit_dims(g, what.value, count);
  if (what.mask) what.mask = add_inner_unit_dims(g, what.mask, count);
  memcpy(exprs + count, map->results, rank * sizeof *exprs);
  what.map = affine_map(g->ctx, map->dim_count, 0, exprs, count + rank);
  A *bounds = arena_new(g->arena, A, count + rank + 1);
  for (uint32_t i = 0; i < count + rank; i++)
    bounds[i] = attr_bool(g->ctx, i < count || transfer_dim_in_bounds(&write, i - count));
  what.in_bounds = attr_array(g->ctx, bounds, count + rank);
  return replace_transfer(g, op, build_transfer(&g->b, &what));
}

// read of leading zeros: read the rest, then broadcast
static bool broadcast_after_read(Greedy *g, Operation *op) {
  Transfer read;
  transfer_of(op, OP_VECTOR_TRANSFER_READ, &read);
  const AffineMap *map = read.map;
  uint32_t zeros = 0, rank = map->result_count;
  while (zeros < rank && map->results[zeros]->kind == AFFINE_CONST && !map->results[zeros]->value) zeros++;
  if (!zeros || is_masked(op) || !is_minor_identity_with_zeros(map, zeros)) return false;
  NewTransfer what = new_transfer(&read, g->arena);
  what.vector = type_vector(g->ctx, read.vector->dims + zeros, rank - zeros, zeros < 64 ? read.vector->scalable >> zeros : 0,
                            read.vector->element);
  what.map = affine_map(g->ctx, map->dim_count, 0, map->results + zeros, rank - zeros);
  const ArrayAttr *bounds = (const ArrayAttr *)what.in_bounds;
  what.in_bounds = attr_array(g->ctx, bounds->items + zeros, (uint32_t)bounds->count - zeros);
  Operation *made = build_transfer(&g->b, &what);
  return greedy_replace1(g, op, build_vector_broadcast(&g->b, &read.vector->base, op_result(made, 0)));
}

static const GreedyPattern transfer_maps[] = {
  {OP_VECTOR_TRANSFER_READ, lower_read_permutation, 1, "read in order and transpose", NULL},
  {OP_VECTOR_TRANSFER_WRITE, lower_write_permutation, 1, "transpose and write in order", NULL},
  {OP_VECTOR_TRANSFER_READ, broadcast_after_read, 1, "read once and broadcast", NULL},
  {OP_VECTOR_TRANSFER_WRITE, add_missing_inner_dims, 1, "write with inner unit dimensions", NULL},
};

void greedy_add_transfer_maps(Greedy *g) { greedy_add_table(g, transfer_maps); }
