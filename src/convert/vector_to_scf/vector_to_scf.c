// convert-vector-to-scf: transfers of vectors of higher rank to loops over transfers of lower rank,
// down to vectors the target takes (after mlir/lib/Conversion/VectorToSCF/VectorToSCF.cpp).
//
// Without unrolling a vector goes through a buffer: a transfer that reads into it or writes from it
// is marked, and its first dimension becomes a loop, again and again until the target rank.
#include "convert/vector_to_scf/vector_to_scf.h"
#include "ops/affine.h"
#include "ops/arith.h"
#include "ops/memref.h"
#include "ops/scf.h"
#include "ops/tensor.h"
#include "ops/vector.h"

#include "dialects/affine/compose.h"

static const PassOption option_full_unroll = {"full-unroll", OPTION_BOOL, "false", NULL,
  "Perform full unrolling when converting vector transfers to SCF"};
static const PassOption option_target_rank = {"target-rank", OPTION_UINT, "1", NULL,
  "Target vector rank to which transfer ops should be lowered"};
static const PassOption option_lower_tensors = {"lower-tensors", OPTION_BOOL, "false", NULL, "Lower transfer ops that operate on tensors"};
static const PassOption option_lower_scalable = {"lower-scalable", OPTION_BOOL, "false", NULL,
  "Add scalable vector specific lowerings (that introduce loops)"};

#define LABEL STR("__vector_to_scf_lowering__")

typedef struct Options {
  bool unroll, lower_tensors, lower_scalable;
  uint32_t target_rank;
} Options;

// One step: the first dimension of a transfer is taken apart.
typedef struct Step {
  Greedy *g;
  Builder *b;
  const Options *options;
  Operation *op;
  Transfer t;
  bool writes, of_tensor;
  Value *iv, *state;                // of the loop; the tensor or vector it carries, or NULL
  Value *buffer, *mask_buffer;      // already cast
  int64_t i;                        // unrolled
  Operation *partner;               // the insert of what is read, or the extract of what is written
  Value *vector;                    // written or read into, unrolled
  Value **slices;                   // of a transposed vector
  Value *slice_mask;
} Step;

static bool begin(Step *self, Greedy *g, Operation *op) {
  *self = (Step){.g = g, .b = &g->b, .options = g->data, .op = op};
  self->writes = transfer_of(op, OP_VECTOR_TRANSFER_WRITE, &self->t);
  if (!self->writes) transfer_of(op, OP_VECTOR_TRANSFER_READ, &self->t);
  self->of_tensor = type_is_tensor(&self->t.shaped->base);
  return true;
}

static bool is_broadcast(const Step *self) { return self->t.map->results[0]->kind != AFFINE_DIM; }
static uint64_t mask_rank(const Step *self) { return self->t.mask ? as_vector(self->t.mask->type)->rank : 0; }

// ---------------------------------------------------------------------------------------------
// Structured control flow

static Operation *build_for(Builder *b, Value *lower, Value *upper, Value *step, Value *init, BodyFn *body, void *data) {
  Value *operands[] = {lower, upper, step, init};
  return build_region_op(b, OP_SCF_FOR, init ? init->type : NULL, operands, init ? 4 : 3, &body, 1, data);
}

static void enter_loop(Step *self, const Block *body) {
  self->iv = body->args[0];
  self->state = body->arg_count > 1 ? body->args[1] : NULL;
}

// ---------------------------------------------------------------------------------------------
// Bounds

// base + iv
static Value *offset_index(Step *self, Value *base) {
  Context *ctx = self->g->ctx;
  const AffineMap *map = affine_map(ctx, 2, 0, (const E[]){affine_add(ctx, affine_dim(ctx, 0), affine_dim(ctx, 1))}, 1);
  ValueVec operands = {0};
  vec_push(self->g->arena, &operands, base);
  vec_push(self->g->arena, &operands, self->iv);
  compose_map(ctx, &map, &operands, self->g->arena);
  OpState *state = builder_begin(self->b, OP_AFFINE_APPLY);
  op_state_add_operands(state, operands.data, operands.count);
  op_state_set_prop(state, AFFINE_APPLY_MAP, attr_affine_map(ctx, map));
  op_state_add_type(state, ctx->types.index);
  return builder_finish_value(self->b);
}

static Value *own_index(const Step *self) { return op_operand(self->op, self->t.indices.begin + (uint32_t)self->t.map->results[0]->value); }

// A dimension of the accessed memory; a static one is made as a constant.
static Value *build_dim(Step *self, int64_t dim) {
  Builder *b = self->b;
  Folder *folder = &self->g->folder;
  Value *index = build_index(b, dim);
  Value *size = build2(b, self->of_tensor ? OP_TENSOR_DIM : OP_MEMREF_DIM, b->ctx->types.index, self->t.base, index);
  Operation *op = value_def(size);
  if (!op_fold(folder, op) || folder->results.count != 1) return size;
  FoldResult result = folder->results.data[0];
  Value *value = result.value ? result.value : greedy_constant(self->g, op, result.attr, size->type);
  if (!value) return size;
  op_erase(op);
  return value;
}

typedef Value *CaseFn(Step *self);
typedef struct Check {
  Step *step;
  CaseFn *in, *out;
} Check;
static Value *then_body(void *data, Block *body) {
  (void)body;
  return ((Check *)data)->in(((Check *)data)->step);
}
static Value *else_body(void *data, Block *body) {
  (void)body;
  Check *check = data;
  return check->out ? check->out(check->step) : NULL;
}

// `in` where the access lies within bounds and is not masked out, else `out`; with a test only when
// that cannot be told.
static Value *check_bounds(Step *self, T result, CaseFn *in, CaseFn *out) {
  Builder *b = self->b;
  Value *condition = NULL;
  if (!transfer_dim_in_bounds(&self->t, 0) && !is_broadcast(self)) {
    Value *size = build_dim(self, self->t.map->results[0]->value);
    condition = build_cmpi(b, ARITH_CMP_I_PREDICATE_SGT, size, offset_index(self, own_index(self)));
  }
  if (mask_rank(self) == 1 && !is_broadcast(self)) {
    Value *set = build_vector_extract_at(b, self->t.mask, self->iv);
    condition = condition ? build_binary(b, OP_ARITH_ANDI, condition, set) : set;
  }
  if (!condition) return in(self);
  Check check = {self, in, out};
  Operation *made = build_region_op(b, OP_SCF_IF, result, &condition, 1, (BodyFn *const[]){then_body, else_body}, 2, &check);
  return result ? op_result(made, 0) : NULL;
}

// The transfer of one slice, without mask: indices moved by the induction variable.
static NewTransfer slice_transfer(Step *self) {
  Context *ctx = self->g->ctx;
  NewTransfer what = new_transfer(&self->t, self->g->arena);
  const AffineMap *map = self->t.map;
  if (!is_broadcast(self)) ((Value **)(uintptr_t)what.indices)[map->results[0]->value] = offset_index(self, own_index(self));
  const ArrayAttr *bounds = (const ArrayAttr *)what.in_bounds;
  what.map = affine_map(ctx, map->dim_count, 0, map->results + 1, map->result_count - 1);
  what.in_bounds = attr_array(ctx, bounds->items + 1, (uint32_t)bounds->count - 1);
  what.vector = vector_without_first_dim(ctx, self->t.vector);
  what.mask = NULL;
  if (self->state && self->writes) what.base = self->state;
  return what;
}

static T tensor_or_null(const Step *self) { return self->of_tensor ? &self->t.shaped->base : NULL; }
static Value *written_tensor(const Step *self, Operation *made) { return self->of_tensor ? op_result(made, 0) : NULL; }

static bool can_unpack(const Step *self) {
  return self->t.vector->rank > self->options->target_rank && !is_scalable_dim(self->t.vector, 0) &&
         (!self->of_tensor || self->options->lower_tensors) && self->t.vector->element == self->t.shaped->element;
}

// ---------------------------------------------------------------------------------------------
// Through a buffer

static Value *build_alloca(Step *self, T vector) {
  T type = type_memref(self->g->ctx, NULL, 0, vector, NULL, NULL);
  OpState *state = builder_begin(self->b, OP_MEMREF_ALLOCA);
  op_state_add_type(state, type);
  op_state_operand_segments(state, (const int32_t[]){0, 0}, 2);
  return builder_finish_value(self->b);
}

static Value *build_load(Builder *b, Value *buffer, Value *const *indices, uint32_t count) {
  OpState *state = builder_begin(b, OP_MEMREF_LOAD);
  op_state_add_operand(state, buffer);
  op_state_add_operands(state, indices, count);
  op_state_add_type(state, ((const ShapedType *)buffer->type)->element);
  return builder_finish_value(b);
}

static void build_store(Builder *b, Value *value, Value *buffer, Value *const *indices, uint32_t count) {
  OpState *state = builder_begin(b, OP_MEMREF_STORE);
  op_state_add_operand2(state, value, buffer);
  op_state_add_operands(state, indices, count);
  builder_finish(b);
}

static bool is_labelled(const Operation *op) { return op_discardable(op, LABEL) != NULL; }
static void set_label(Step *self, Operation *op) { op_set_attr(self->g->module, op, LABEL, self->g->ctx->attrs.unit); }

static void set_mask(Step *self, Operation *op, Value *mask) {
  Span span = op_operands_named(op, "mask");
  if (span_size(span)) {
    op_set_operand(op, span.begin, mask);
  } else {
    uint32_t last = op->operand_count;
    op_insert_operands(self->g->module, op, last, &mask, 1);
    int32_t indices = (int32_t)self->t.shaped->rank;
    A segments = self->writes ? attr_i32_array(self->g->ctx, (const int32_t[]){1, 1, indices, 1}, 4)
                              : attr_i32_array(self->g->ctx, (const int32_t[]){1, indices, 1, 1}, 4);
    op_set_attr(self->g->module, op, STR("operandSegmentSizes"), segments);
  }
}

// Buffers for the vector and its mask at the start of the scope around; the mask goes through its own.
static bool make_buffers(Step *self, Value **data, Value **mask) {
  Builder *b = self->b;
  const Operation *scope = op_parent(self->op);
  while (scope && !op_has(scope, TRAIT_ALLOCATION_SCOPE)) scope = op_parent(scope);
  if (!scope || !scope->region_count || !scope->regions[0].first) return false;
  builder_at_start(b, scope->regions[0].first);
  b->loc = self->op->loc;
  *data = build_alloca(self, &self->t.vector->base);
  *mask = NULL;
  Value *mask_buffer = self->t.mask ? build_alloca(self, self->t.mask->type) : NULL;
  builder_before(b, self->op);
  if (!mask_buffer) return true;
  build_store(b, self->t.mask, mask_buffer, NULL, 0);
  *mask = build_load(b, mask_buffer, NULL, 0);
  return true;
}

static bool prepare_read(Greedy *g, Operation *op) {
  Step step;
  Value *data, *mask;
  begin(&step, g, op);
  if (is_labelled(op) || !can_unpack(&step) || !make_buffers(&step, &data, &mask)) return false;
  Operation *copy = builder_insert(&g->b, op_clone(g->module, op, NULL));
  set_label(&step, copy);
  if (mask) set_mask(&step, copy, mask);
  build_store(&g->b, op_result(copy, 0), data, NULL, 0);
  return greedy_replace1(g, op, build_load(&g->b, data, NULL, 0));
}

static bool prepare_write(Greedy *g, Operation *op) {
  Step step;
  Value *data, *mask;
  begin(&step, g, op);
  if (is_labelled(op) || !can_unpack(&step) || !make_buffers(&step, &data, &mask)) return false;
  build_store(&g->b, op_operand(op, 0), data, NULL, 0);
  op_set_operand(op, 0, build_load(&g->b, data, NULL, 0));
  set_label(&step, op);
  if (mask) set_mask(&step, op, mask);
  return greedy_updated(g, op);
}

// memref<5xvector<4x3xf32>> -> memref<5x4xvector<3xf32>>; NULL: the dimension is scalable
static Value *unpack_buffer(Step *self, Value *buffer) {
  const ShapedType *type = (const ShapedType *)buffer->type, *vector = as_vector(type->element);
  if (!vector || !vector->rank || is_scalable_dim(vector, 0)) return NULL;
  int64_t *dims = arena_new(self->g->arena, int64_t, type->rank + 1);
  memcpy(dims, type->dims, type->rank * sizeof *dims);
  dims[type->rank] = vector->dims[0];
  Context *ctx = self->g->ctx;
  T cast = type_memref(ctx, dims, (uint32_t)type->rank + 1, vector_without_first_dim(ctx, vector), NULL, NULL);
  return build1(self->b, OP_VECTOR_TYPE_CAST, cast, buffer);
}

// The store of what is read, or the load of what is written.
static Operation *buffer_access(const Step *self) {
  if (self->writes) return operand_defined_by(self->op, 0, OP_MEMREF_LOAD);
  const Use *use = op_result(self->op, 0)->uses;
  return use && op_is(use->owner, OP_MEMREF_STORE) ? use->owner : NULL;
}
static Value *accessed_buffer(const Step *self, const Operation *access) { return op_operand(access, !self->writes); }

// The indices of that access, then the induction variable.
static Value **buffer_indices(Step *self, uint32_t *count) {
  const Operation *access = buffer_access(self);
  uint32_t first = self->writes ? 1 : 2;
  Value **indices = arena_new(self->g->arena, Value *, access->operand_count + 1);
  *count = 0;
  for (uint32_t i = first; i < access->operand_count; i++) indices[(*count)++] = op_operand(access, i);
  indices[(*count)++] = self->iv;
  return indices;
}

static Operation *mask_load(const Step *self) { return self->t.mask ? defined_by(self->t.mask, OP_MEMREF_LOAD) : NULL; }

// The mask of the slice: of one dimension less, unless the vector's dimension is repeated.
static void load_slice_mask(Step *self, Operation *made) {
  Value *mask_buffer = op_operand(mask_load(self), 0);
  ValueVec indices = {0};
  for (const Use *use = mask_buffer->uses; use; use = use->next) {
    if (!op_is(use->owner, OP_MEMREF_LOAD)) continue;
    for (uint32_t i = 1; i < use->owner->operand_count; i++) vec_push(self->g->arena, &indices, op_operand(use->owner, i));
    break;
  }
  if (!is_broadcast(self)) vec_push(self->g->arena, &indices, self->iv);
  Block *block = self->b->block;
  Operation *before = self->b->before;
  self->b->block = made->block;
  self->b->before = made;
  Value *mask = build_load(self->b, self->mask_buffer, indices.data, indices.count);
  self->b->block = block;
  self->b->before = before;
  set_mask(self, made, mask);
  greedy_updated(self->g, made);
}

static Value *transfer_slice(Step *self) {
  uint32_t count;
  Value **indices = buffer_indices(self, &count);
  NewTransfer what = slice_transfer(self);
  if (self->writes) what.value = build_load(self->b, self->buffer, indices, count);
  Operation *made = build_transfer(self->b, &what);
  if (self->t.vector->rank - 1 > self->options->target_rank) set_label(self, made);
  if (!self->writes) build_store(self->b, op_result(made, 0), self->buffer, indices, count);
  if (self->t.mask && (is_broadcast(self) || mask_rank(self) > 1)) load_slice_mask(self, made);
  return self->state ? op_result(made, 0) : NULL;
}

static Value *pad_slice(Step *self) {
  if (self->writes) return self->of_tensor ? self->state : NULL;
  uint32_t count;
  Value **indices = buffer_indices(self, &count);
  Value *padding = op_operand(self->op, op_operands_named(self->op, "padding").begin);
  Value *filled = build_vector_broadcast(self->b, vector_without_first_dim(self->g->ctx, self->t.vector), padding);
  build_store(self->b, filled, self->buffer, indices, count);
  return NULL;
}

static Value *buffer_loop_body(void *data, Block *body) {
  Step *self = data;
  enter_loop(self, body);
  return check_bounds(self, self->state ? self->state->type : NULL, transfer_slice, pad_slice);
}

static bool unpack_to_loop(Greedy *g, Operation *op) {
  Step step;
  Builder *b = &g->b;
  if (!is_labelled(op)) return false;
  begin(&step, g, op);
  Operation *access = buffer_access(&step), *masks = mask_load(&step);
  if (!access || (step.t.mask && !masks)) return false;
  step.buffer = unpack_buffer(&step, accessed_buffer(&step, access));
  if (!step.buffer) return false;
  if (masks) {
    step.mask_buffer = op_operand(masks, 0);
    if (!is_broadcast(&step) && mask_rank(&step) != 1) step.mask_buffer = unpack_buffer(&step, step.mask_buffer);
    if (!step.mask_buffer) return false;
  }
  Value *lower = build_index(b, 0), *upper = build_index(b, step.t.vector->dims[0]), *one = build_index(b, 1);
  Value *init = step.writes && step.of_tensor ? step.t.base : NULL;
  Operation *loop = build_for(b, lower, upper, one, init, buffer_loop_body, &step);
  if (init) return greedy_replace1(g, op, op_result(loop, 0));
  if (!step.writes) greedy_erase(g, access);
  return greedy_erase(g, op);
}

// ---------------------------------------------------------------------------------------------
// Unrolled

static void assign_slice_mask(Step *self, Operation *made) {
  if (!self->t.mask) return;
  if (is_broadcast(self)) {
    set_mask(self, made, self->t.mask);
  } else if (mask_rank(self) > 1) {
    Block *block = self->b->block;
    Operation *before = self->b->before;
    self->b->block = made->block;
    self->b->before = made;
    Value *mask = build_vector_extract(self->b, self->t.mask, &(VectorPosition){&self->i, NULL, 1, 0});
    self->b->block = block;
    self->b->before = before;
    set_mask(self, made, mask);
  }
}

static Value *read_slice(Step *self) {
  NewTransfer what = slice_transfer(self);
  VectorPosition position = vector_position_of(self->g->arena, self->partner);
  vector_position_add(&position, self->i);
  Operation *made = build_transfer(self->b, &what);
  assign_slice_mask(self, made);
  Value *value = op_result(made, 0);
  if (!as_vector(what.vector)->rank) value = build_vector_extract(self->b, value, &(VectorPosition){&self->i, NULL, 0, 0});
  return build_vector_insert(self->b, value, self->vector, &position);
}

static Value *same_vector(Step *self) { return self->vector; }
static Value *same_state(Step *self) { return self->state; }

static bool unroll_read(Greedy *g, Operation *op) {
  Step step;
  begin(&step, g, op);
  if (!can_unpack(&step)) return false;
  const Use *use = op_result(op, 0)->uses;
  if (use && !use->next && op_is(use->owner, OP_VECTOR_INSERT)) step.partner = use->owner;
  step.vector = step.partner ? op_operand(step.partner, 1)
                             : build_vector_broadcast(&g->b, &step.t.vector->base, op_operand(op, op_operands_named(op, "padding").begin));
  for (step.i = 0; step.i < step.t.vector->dims[0] && !g->ctx->mem.exhausted; step.i++) {
    step.iv = build_index(&g->b, step.i);
    step.vector = check_bounds(&step, step.vector->type, read_slice, same_vector);
  }
  if (!step.partner) return greedy_replace1(g, op, step.vector);
  greedy_replace1(g, step.partner, step.vector);
  return greedy_erase(g, op);
}

static Value *write_slice(Step *self) {
  NewTransfer what = slice_transfer(self);
  VectorPosition position = vector_position_of(self->g->arena, self->partner);
  vector_position_add(&position, self->i);
  what.value = build_vector_extract(self->b, self->vector, &position);
  if (self->t.vector->rank == 1)
    what.value = build_vector_broadcast(self->b, type_vector(self->g->ctx, NULL, 0, 0, what.value->type), what.value);
  Operation *made = build_transfer(self->b, &what);
  assign_slice_mask(self, made);
  return written_tensor(self, made);
}


static bool unroll_write(Greedy *g, Operation *op) {
  Step step;
  begin(&step, g, op);
  if (!can_unpack(&step)) return false;
  step.partner = operand_defined_by(op, 0, OP_VECTOR_EXTRACT);
  step.vector = step.partner ? op_operand(step.partner, 0) : op_operand(op, 0);
  Value *base = step.t.base;
  for (step.i = 0; step.i < step.t.vector->dims[0] && !g->ctx->mem.exhausted; step.i++) {
    step.iv = build_index(&g->b, step.i);
    step.state = step.of_tensor ? base : NULL;
    Value *written = check_bounds(&step, tensor_or_null(&step), write_slice, same_state);
    if (step.of_tensor) base = written;
  }
  return step.of_tensor ? greedy_replace1(g, op, base) : greedy_erase(g, op);
}

// ---------------------------------------------------------------------------------------------
// One dimension that no vector access of memory can do: element by element

static void element_indices(Step *self, Value **indices) {
  for (uint32_t i = 0; i < span_size(self->t.indices); i++) indices[i] = op_operand(self->op, self->t.indices.begin + i);
  if (!is_broadcast(self)) indices[self->t.map->results[0]->value] = offset_index(self, own_index(self));
}

static Value *load_element(Step *self) {
  Value *value = build_load(self->b, self->t.base, self->slices, span_size(self->t.indices));
  return build_vector_insert_at(self->b, value, self->state, self->iv);
}

static Value *store_element(Step *self) {
  Value *value = build_vector_extract_at(self->b, op_operand(self->op, 0), self->iv);
  build_store(self->b, value, self->t.base, self->slices, span_size(self->t.indices));
  return NULL;
}

static Value *element_loop_body(void *data, Block *body) {
  Step *self = data;
  enter_loop(self, body);
  element_indices(self, self->slices);
  if (self->writes) return check_bounds(self, NULL, store_element, NULL);
  return check_bounds(self, self->state->type, load_element, same_state);
}

static bool is_unit_stride(Context *ctx, Arena *arena, const ShapedType *memref) {
  int64_t *strides = arena_new(arena, int64_t, memref->rank + 1), offset;
  return memref_strides_and_offset(ctx, &memref->base, strides, &offset) && (!memref->rank || strides[memref->rank - 1] == 1);
}

static bool transfer_by_element(Greedy *g, Operation *op) {
  Step step;
  Builder *b = &g->b;
  begin(&step, g, op);
  const ShapedType *vector = step.t.vector;
  if (!step.t.map->result_count || step.of_tensor || vector->rank != 1 ||
      (affine_map_is_minor_identity(step.t.map) && is_unit_stride(g->ctx, g->arena, step.t.shaped)))
    return false;
  Value *lower = build_index(b, 0), *upper = build_index(b, vector->dims[0]);
  if (is_scalable_dim(vector, 0)) {
    builder_begin(b, OP_VECTOR_VSCALE);
    upper = build_binary(b, OP_ARITH_MULI, upper, builder_finish_value(b));
  }
  Value *one = build_index(b, 1), *init = NULL;
  if (!step.writes) init = build_vector_broadcast(b, &vector->base, op_operand(op, op_operands_named(op, "padding").begin));
  step.slices = arena_new(g->arena, Value *, span_size(step.t.indices) + 1);
  Operation *loop = build_for(b, lower, upper, one, init, element_loop_body, &step);
  return step.writes ? greedy_erase(g, op) : greedy_replace1(g, op, op_result(loop, 0));
}

// ---------------------------------------------------------------------------------------------
// Writes of a transposed vector<[N]xM>: row by row, as many as there are at run time

static Value *vscale_times(Builder *b, Value **vscale, int64_t factor) {
  if (!*vscale) {
    builder_begin(b, OP_VECTOR_VSCALE);
    *vscale = builder_finish_value(b);
  }
  Value *number = build_index(b, factor);
  return build_binary(b, OP_ARITH_MULI, *vscale, number);
}

static Value *transposed_loop_body(void *data, Block *body) {
  Step *self = data;
  Builder *b = self->b;
  enter_loop(self, body);
  NewTransfer what = slice_transfer(self);
  uint32_t count = (uint32_t)self->t.vector->dims[1];
  Value **elements = arena_new(self->g->arena, Value *, count + 1);
  for (uint32_t i = 0; elements && i < count; i++) elements[i] = build_vector_extract_at(b, self->slices[i], self->iv);
  OpState *state = builder_begin(b, OP_VECTOR_FROM_ELEMENTS);
  op_state_add_operands(state, elements, elements ? count : 0);
  op_state_add_type(state, what.vector);
  what.value = builder_finish_value(b);
  what.mask = self->slice_mask;
  Operation *made = build_transfer(b, &what);
  return self->state ? op_result(made, 0) : NULL;
}

static bool write_transposed_rows(Greedy *g, Operation *op) {
  Step step;
  Builder *b = &g->b;
  begin(&step, g, op);
  const ShapedType *vector = step.t.vector;
  if ((step.of_tensor && !step.options->lower_tensors) || vector->rank != 2 || vector->scalable != 1 ||
      !affine_map_is_identity(step.t.map) || !transfer_dim_in_bounds(&step.t, 0))
    return false;
  Operation *transpose = operand_defined_by(op, 0, OP_VECTOR_TRANSPOSE);
  if (!transpose || index_at(index_array(op_prop_at(transpose, VECTOR_TRANSPOSE_PERMUTATION)), 0) != 1) return false;
  // The part of both dimensions that the mask enables.
  Value *vscale = NULL, *sizes[2] = {NULL};
  int64_t known[2] = {0};
  const Operation *mask = step.t.mask ? value_def(step.t.mask) : NULL;
  if (op_is(mask, OP_VECTOR_CREATE_MASK)) {
    for (uint32_t i = 0; i < 2; i++) sizes[i] = op_operand(mask, i);
  } else if (op_is(mask, OP_VECTOR_CONSTANT_MASK)) {
    for (uint32_t i = 0; i < 2; i++) known[i] = index_at(index_array(op_prop(mask, "mask_dim_sizes")), i);
    sizes[0] = vscale_times(b, &vscale, known[0]);
  } else if (step.t.mask) {
    return false;
  }
  step.slices = arena_new(g->arena, Value *, (uint64_t)vector->dims[1] + 1);
  if (!step.slices) return false;
  for (int64_t i = 0; i < vector->dims[1]; i++)
    step.slices[i] = build_vector_extract(b, op_operand(transpose, 0), &(VectorPosition){&i, NULL, 1, 0});
  Value *lower = build_index(b, 0), *upper = sizes[0] ? sizes[0] : vscale_times(b, &vscale, vector->dims[0]), *one = build_index(b, 1);
  if (step.t.mask) {
    T type = vector_mask_type(g->ctx, (const ShapedType *)vector_without_first_dim(g->ctx, vector));
    step.slice_mask = build1(b, OP_VECTOR_CREATE_MASK, type, sizes[1] ? sizes[1] : build_index(b, known[1]));
  }
  Value *init = step.of_tensor ? step.t.base : NULL;
  Operation *loop = build_for(b, lower, upper, one, init, transposed_loop_body, &step);
  return init ? greedy_replace1(g, op, op_result(loop, 0)) : greedy_erase(g, op);
}

// ---------------------------------------------------------------------------------------------

static const GreedyPattern unrolled[] = {
  {OP_VECTOR_TRANSFER_READ, unroll_read, 1, "read slice by slice", NULL},
  {OP_VECTOR_TRANSFER_WRITE, unroll_write, 1, "write slice by slice", NULL},
};
static const GreedyPattern buffered[] = {
  {OP_VECTOR_TRANSFER_READ, prepare_read, 1, "read into a buffer", NULL},
  {OP_VECTOR_TRANSFER_WRITE, prepare_write, 1, "write from a buffer", NULL},
  {OP_VECTOR_TRANSFER_READ, unpack_to_loop, 1, "read in a loop over the first dimension", NULL},
  {OP_VECTOR_TRANSFER_WRITE, unpack_to_loop, 1, "write in a loop over the first dimension", NULL},
};
static const GreedyPattern scalable[] = {{OP_VECTOR_TRANSFER_WRITE, write_transposed_rows, 1, "write a transposed vector by rows", NULL}};
static const GreedyPattern by_element[] = {
  {OP_VECTOR_TRANSFER_READ, transfer_by_element, 1, "read element by element", NULL},
  {OP_VECTOR_TRANSFER_WRITE, transfer_by_element, 1, "write element by element", NULL},
};
static const GreedyPattern prints[] = {{OP_VECTOR_PRINT, decompose_vector_print, 1, "print element by element", NULL}};

static bool run(PassRun *pass, Operation *op) {
  int64_t target_rank = pass_int(pass, &option_target_rank);
  Options options = {
    .unroll = pass_bool(pass, &option_full_unroll), .lower_tensors = pass_bool(pass, &option_lower_tensors),
    .lower_scalable = pass_bool(pass, &option_lower_scalable), .target_rank = target_rank > UINT32_MAX ? UINT32_MAX : (uint32_t)target_rank,
  };
  Greedy maps, g;
  greedy_init(&maps, pass, (GreedyConfig)GREEDY_DEFAULTS);
  greedy_add_transfer_maps(&maps);
  greedy_run(&maps, op);
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  g.data = &options;
  if (options.unroll) greedy_add_table(&g, unrolled);
  else greedy_add_table(&g, buffered);
  if (options.lower_scalable) greedy_add_table(&g, scalable);
  if (options.target_rank == 1) greedy_add_table(&g, by_element);
  greedy_add_table(&g, prints);
  greedy_run(&g, op);
  return !pass->ctx->mem.exhausted;
}

const PassDef vector_to_scf_pass = {
  .name = "convert-vector-to-scf", .class_name = "ConvertVectorToSCFPass", .summary = "lower transfers of vectors to loops",
  .works_on = "vector", .makes = "scf memref vector arith affine",
  .run = run,
  PASS_OPTIONS(&option_full_unroll, &option_target_rank, &option_lower_tensors, &option_lower_scalable),
};
