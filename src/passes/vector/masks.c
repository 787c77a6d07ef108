// Masks as comparisons and constants, and transfers as loads and stores, masked where they could leave their bounds
// (after mlir/lib/Dialect/Vector/Transforms: LowerVectorMask.cpp, LowerVectorTransfer.cpp, VectorTransforms.cpp).
#include "ops/arith.h"
#include "ops/func.h"
#include "ops/memref.h"
#include "ops/tensor.h"
#include "ops/vector.h"
#include "passes/vector/lowering.h"

#include "ir/affine.h"
#include "ir/constants.h"

// ---------------------------------------------------------------------------------------------
// vector.create_mask, vector.constant_mask, vector.step

// In each row the mask of the other dimensions, or none where the row is off.
bool lower_create_mask(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  T type = op_result_type(op, 0);
  if (vector_rank(type) < 2 || vector_dim_is_scalable(type, 0)) return greedy_no_match(g, op, "the mask has one dimension, or a scalable one");
  T row = vector_without(g->ctx, type, 0);
  OpState *state = builder_begin(b, OP_VECTOR_CREATE_MASK);
  op_state_take_operands(state, op, 1, op->operand_count);
  op_state_add_type(state, row);
  Value *on = builder_finish_value(b);
  Value *off = build_zero(b, row), *result = build_zero(b, type);
  for (int64_t i = 0; i < vector_dim(type, 0) && !g->ctx->mem.exhausted; i++) {
    Value *index = build_index(b, i);
    Value *inside = build_cmpi(b, ARITH_CMP_I_PREDICATE_SLT, index, op_operand(op, 0));
    result = vector_insert1(b, build_select(b, inside, on, off), result, i);
  }
  return greedy_replace1(g, op, result);
}

static A mask_constant(Greedy *g, T type, int64_t set) {
  int64_t count = type_num_elements(type);
  if (set <= 0 || set >= count || vector_is_scalable(type)) return bool_attr_of(g->ctx, type, set > 0);
  uint8_t *bits = arena_alloc(g->arena, (size_t)count);
  if (!bits) return NULL;
  for (int64_t i = 0; i < count; i++) bits[i] = i < set;
  return attr_dense(g->ctx, type, false, bits, (uint64_t)count);
}

bool lower_constant_mask(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  T type = op_result_type(op, 0);
  A sizes = op_prop_at(op, VECTOR_CONSTANT_MASK_MASK_DIM_SIZES);
  int64_t set = dense_array_i64(sizes, 0);
  uint32_t rank = vector_rank(type);
  if (rank < 2) {
    A value = mask_constant(g, type, set);
    return value && greedy_replace1(g, op, build_constant(b, value));
  }
  if (vector_dim_is_scalable(type, 0)) return greedy_no_match(g, op, "a scalable dimension cannot be unrolled");
  int64_t *rest = arena_new(g->arena, int64_t, rank);
  for (uint32_t i = 1; i < rank; i++) rest[i - 1] = dense_array_i64(sizes, i);
  T row = vector_without(g->ctx, type, 0);
  OpState *state = builder_begin(b, OP_VECTOR_CONSTANT_MASK);
  op_state_set_prop(state, VECTOR_CONSTANT_MASK_MASK_DIM_SIZES, attr_i64_array(g->ctx, rest, rank - 1));
  op_state_add_type(state, row);
  Value *on = builder_finish_value(b), *result = build_zero(b, type);
  for (int64_t i = 0; i < set && !g->ctx->mem.exhausted; i++) result = vector_insert1(b, on, result, i);
  return greedy_replace1(g, op, result);
}

// 0, 1, 2 … as a dense attribute.
static A counting(Greedy *g, T type) {
  int64_t count = type_num_elements(type);
  uint32_t bytes = dense_element_bytes(type_element(type));
  uint8_t *data = count < INT32_MAX ? arena_alloc(g->arena, (size_t)count * bytes + 1) : NULL;
  if (!data) return NULL;
  for (int64_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < bytes; k++) data[(size_t)i * bytes + k] = (uint8_t)(k < 8 ? (uint64_t)i >> (8 * k) : 0);
  return attr_dense(g->ctx, type, count == 1, data, (uint64_t)count * bytes);
}

bool compare_create_mask(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  T type = op_result_type(op, 0), index = vector_transforms_options(g)->narrow_indices ? g->ctx->types.i32 : g->ctx->types.i64;
  if (vector_rank(type) > 1 || vector_is_scalable(type)) return greedy_no_match(g, op, "the mask has several dimensions, or a scalable one");
  T numbers = vector_like(g->ctx, type, 0, index);
  A steps = counting(g, numbers);
  if (!steps) return false;
  Value *indices = build_constant(b, steps);
  Value *bound = build_index_like(b, index, op_operand(op, 0));
  Value *bounds = vector_cast(b, OP_VECTOR_BROADCAST, numbers, bound);
  return greedy_replace1(g, op, build_cmpi(b, ARITH_CMP_I_PREDICATE_SLT, indices, bounds));
}

bool lower_vector_step(Greedy *g, Operation *op) {
  T type = op_result_type(op, 0);
  A steps = vector_is_scalable(type) ? NULL : counting(g, type);
  return steps ? greedy_replace1(g, op, build_constant(&g->b, steps)) : greedy_no_match(g, op, "the vector is scalable");
}

static bool is_constant_bool(const Value *value, bool wanted) {
  A constant = value_constant(value);
  APInt bit;
  return constant && constant_int(constant, &bit) && apint_is_zero(&bit) != wanted;
}

// A choice between true and false by a scalar, as vector of one element, is the scalar.
bool fold_select_of_i1(Greedy *g, Operation *op) {
  T type = op_result_type(op, 0);
  if (!type_is_vector(type) || !type_is_int(type_element(type), 1) || type_is_vector(op_operand_type(op, 0)) ||
      vector_rank(type) != 1 || vector_is_scalable(type) || vector_dim(type, 0) != 1 ||
      !is_constant_bool(op_operand(op, 1), true) || !is_constant_bool(op_operand(op, 2), false))
    return greedy_no_match(g, op, "no choice between masks of one element");
  return greedy_replace1(g, op, vector_cast(&g->b, OP_VECTOR_BROADCAST, type, op_operand(op, 0)));
}

// ---------------------------------------------------------------------------------------------
// Transfers

typedef struct Transfer {
  Value *base, *vector, *padding, *mask;   // `vector` of writes; `mask` or NULL
  Span indices;
  uint32_t base_at;
  const AffineMap *map;
  T type;                   // of the vector
  const ArrayAttr *in_bounds;
  bool reads;
} Transfer;

static Transfer transfer_of(const Operation *op) {
  Transfer t = {.reads = op_is(op, OP_VECTOR_TRANSFER_READ), .indices = op_operands_named(op, "indices")};
  Span mask = op_operands_named(op, "mask");
  t.base_at = t.reads ? 0 : 1;
  t.base = op_operand(op, t.base_at);
  if (t.reads)
    t.padding = op_operand(op, t.indices.end);
  else
    t.vector = op_operand(op, 0);
  t.type = t.reads ? op_result_type(op, 0) : t.vector->type;
  if (span_size(mask)) t.mask = op_operand(op, mask.begin);
  t.map = ((const MapAttr *)op_prop(op, "permutation_map"))->map;
  t.in_bounds = (const ArrayAttr *)op_prop(op, "in_bounds");
  return t;
}

static bool leaves_bounds(const Transfer *t) {
  for (uint32_t i = 0; i < t->map->result_count && i < t->in_bounds->count; i++)
    if (t->map->results[i]->kind != AFFINE_CONST && !attr_to_bool(t->in_bounds->items[i])) return true;
  return false;
}

// Lanes beyond the size of the last dimension are masked.
bool mask_transfer(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  Transfer t = transfer_of(op);
  if (!leaves_bounds(&t)) return greedy_no_match(g, op, "all lanes are in bounds");
  if (vector_rank(t.type) > 1 || !span_size(t.indices)) return greedy_no_match(g, op, "more than one dimension is transferred");
  uint32_t last = span_size(t.indices) - 1;
  Value *dim = build_index(b, last);
  Value *size = build2(b, type_is_memref(t.base->type) ? OP_MEMREF_DIM : OP_TENSOR_DIM, g->ctx->types.index, t.base, dim);
  g->folder.builder = b;
  if (op_fold(&g->folder, value_def(size)) && g->folder.results.count == 1) {
    FoldResult folded = g->folder.results.data[0];
    Operation *unused = value_def(size);
    size = folded.value ? folded.value : build_constant(b, folded.attr);
    greedy_erase(g, unused);
  }
  Value *left = build_binary(b, OP_ARITH_SUBI, size, op_operand(op, t.indices.end - 1));
  OpState *state = builder_begin(b, OP_VECTOR_CREATE_MASK);
  T mask_type = vector_like(g->ctx, t.type, 0, g->ctx->types.i1);
  op_state_add_operand(state, left);
  op_state_add_type(state, mask_type);
  Value *mask = builder_finish_value(b);
  if (t.mask) {
    mask = build_binary(b, OP_ARITH_ANDI, mask, t.mask);
    op_set_operand(op, op->operand_count - 1, mask);
  } else {
    op_insert_operands(g->module, op, op->operand_count, &mask, 1);
    int32_t indices = (int32_t)span_size(t.indices);
    A sizes = t.reads ? attr_i32_array(g->ctx, (const int32_t[]){1, indices, 1, 1}, 4)
                      : attr_i32_array(g->ctx, (const int32_t[]){1, 1, indices, 1}, 4);
    op_set_attr(g->module, op, STR("operandSegmentSizes"), sizes);
  }
  op_set_attr(g->module, op, STR("in_bounds"), attr_array(g->ctx, &g->ctx->attrs.true_, 1));
  return greedy_updated(g, op);
}

// The last dimensions in their order, of which some may be broadcast (bits of `broadcast`).
static bool is_minor_identity(const AffineMap *map, uint64_t *broadcast) {
  *broadcast = 0;
  if (map->dim_count < map->result_count || map->result_count > 64) return false;
  for (uint32_t i = 0; i < map->result_count; i++) {
    E expr = map->results[i];
    if (expr->kind == AFFINE_CONST && !expr->value)
      *broadcast |= 1ull << i;
    else if (expr->kind != AFFINE_DIM || expr->value != (int64_t)(map->dim_count - map->result_count + i))
      return false;
  }
  return true;
}

static bool has_unit_stride(Greedy *g, T memref) {
  uint32_t rank = (uint32_t)((const ShapedType *)memref)->rank;
  int64_t *strides = arena_new(g->arena, int64_t, rank + 1), offset;
  return memref_strides_and_offset(g->ctx, memref, strides, &offset) && (!rank || strides[rank - 1] == 1);
}

// Return why the transfer is not a load or store of a vector of type `accessed`; NULL when it is.
static const char *no_access(Greedy *g, const Transfer *t, T accessed) {
  if (vector_rank(t->type) > 1) return "more than one dimension is transferred";
  if (type_kind(t->base->type) != TYPE_MEMREF) return "it does not transfer to or from a memref";
  if (!has_unit_stride(g, t->base->type)) return "the last dimension has no unit stride";
  T element = type_element(t->base->type);
  if (type_is_vector(element) ? element != accessed : element != type_element(t->type)) return "the elements of vector and memref differ";
  if (leaves_bounds(t)) return "some lanes may be out of bounds";
  return t->mask && vector_rank(t->type) != 1 ? "only vectors of one dimension are masked" : NULL;
}

static void add_access_operands(OpState *state, const Operation *op, const Transfer *t) {
  op_state_add_operand(state, t->base);
  op_state_take_operands(state, op, t->indices.begin, t->indices.end);
}

bool lower_transfer_read(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  Transfer t = transfer_of(op);
  uint64_t repeated;
  if (masked_op(op).mask || !is_minor_identity(t.map, &repeated)) return greedy_no_match(g, op, "it permutes dimensions, or is masked");
  T type = t.type;
  if (repeated && vector_rank(type) == 1) type = type_vector(g->ctx, (const int64_t[]){1}, 1, ((const ShapedType *)type)->scalable, type_element(type));
  const char *why = no_access(g, &t, type);
  if (why) return greedy_no_match(g, op, why);
  Value *fill = t.mask ? vector_cast(b, OP_VECTOR_BROADCAST, type, t.padding) : NULL;
  OpState *state = builder_begin(b, t.mask ? OP_VECTOR_MASKEDLOAD : OP_VECTOR_LOAD);
  add_access_operands(state, op, &t);
  if (t.mask) op_state_add_operand2(state, t.mask, fill);
  op_state_add_type(state, type);
  Value *value = builder_finish_value(b);
  return greedy_replace1(g, op, repeated ? vector_cast(b, OP_VECTOR_BROADCAST, t.type, value) : value);
}

bool lower_transfer_write(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  Transfer t = transfer_of(op);
  uint64_t repeated;
  if (masked_op(op).mask || !is_minor_identity(t.map, &repeated) || repeated) return greedy_no_match(g, op, "it permutes dimensions, or is masked");
  const char *why = no_access(g, &t, t.type);
  if (why) return greedy_no_match(g, op, why);
  OpState *state = builder_begin(b, t.mask ? OP_VECTOR_MASKEDSTORE : OP_VECTOR_STORE);
  if (!t.mask) op_state_add_operand(state, t.vector);
  add_access_operands(state, op, &t);
  if (t.mask) op_state_add_operand2(state, t.mask, t.vector);
  builder_finish(b);
  return greedy_erase(g, op);
}

// ---------------------------------------------------------------------------------------------
// lower-vector-mask: operations that take a mask get that of the vector.mask around them

static Operation *masked_inside(const Operation *op, uint32_t opcode) {
  const Block *block = op->regions[0].first;
  return block && op_is(block->first, opcode) ? block->first : NULL;
}

static bool mask_transfer_inside(Greedy *g, Operation *op) {
  Operation *inner = masked_inside(op, g->pattern->target);
  if (!inner) return greedy_no_match(g, op, "another operation is masked");
  Transfer t = transfer_of(inner);
  if (t.reads && op->operand_count > 1) return greedy_no_match(g, op, "vector.transfer_read takes a scalar where the mask is off");
  OpState *state = builder_begin(&g->b, g->pattern->target);
  state->loc = op->loc;
  int32_t indices = (int32_t)span_size(t.indices);
  uint32_t count = inner->operand_count - (t.mask != NULL);
  op_state_take_operands(state, inner, 0, count);
  op_state_add_operand(state, op_operand(op, 0));
  op_state_operand_segments(state, t.reads ? (const int32_t[]){1, indices, 1, 1} : (const int32_t[]){1, 1, indices, 1}, 4);
  op_state_take_prop(state, inner, "permutation_map");
  op_state_take_prop(state, inner, "in_bounds");
  op_state_take_types(state, inner);
  return greedy_replace_op(g, op, builder_finish(&g->b));
}

static bool mask_gather_inside(Greedy *g, Operation *op) {
  Operation *inner = masked_inside(op, OP_VECTOR_GATHER);
  if (!inner) return greedy_no_match(g, op, "another operation is masked");
  T type = op_result_type(inner, 0);
  Value *rest = op->operand_count > 1 ? op_operand(op, 1) : build_zero(&g->b, type);
  OpState *state = builder_begin(&g->b, OP_VECTOR_GATHER);
  op_state_take_operands(state, inner, 0, inner->operand_count - 2);
  op_state_add_operand2(state, op_operand(op, 0), rest);
  op_state_add_type(state, type);
  return greedy_replace_op(g, op, builder_finish(&g->b));
}

static const GreedyPattern patterns[] = {
  {.root = OP_VECTOR_MASK, .rewrite = mask_transfer_inside, .target = OP_VECTOR_TRANSFER_READ, .name = "vector.transfer_read with a mask"},
  {.root = OP_VECTOR_MASK, .rewrite = mask_transfer_inside, .target = OP_VECTOR_TRANSFER_WRITE, .name = "vector.transfer_write with a mask"},
  {.root = OP_VECTOR_MASK, .rewrite = mask_gather_inside, .name = "vector.gather with a mask"},
};
const PatternSet masked_transfer_patterns = PATTERN_SET(patterns);

static bool run(PassRun *pass, Operation *op) {
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  greedy_add_table(&g, patterns);
  return greedy_run(&g, op);
}

const PassDef lower_vector_mask_pass = {
  .name = "lower-vector-mask", .class_name = "LowerVectorMaskPass", .anchor = OP_FUNC_FUNC,
  .summary = "give operations in vector.mask its mask",
  .works_on = "vector", .makes = "vector arith",
  .run = run,
};
