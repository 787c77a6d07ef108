// Broadcasts, shape casts and transpositions by extracting and inserting parts
// (after mlir/lib/Dialect/Vector/Transforms/LowerVector{Broadcast,ShapeCast,Transpose}.cpp).
#include "passes/vector/lowering.h"
#include "ops/llvm.h"
#include "ops/vector.h"

static const char scalable[] = "a scalable dimension cannot be unrolled";
static int64_t *zeros(Greedy *g, uint32_t count) { return arena_new(g->arena, int64_t, count + 1); }

// ---------------------------------------------------------------------------------------------
// vector.broadcast

static Value *broadcast(Builder *b, T type, Value *value) { return vector_cast(b, OP_VECTOR_BROADCAST, type, value); }

// By one dimension: the last ones are broadcast, and repeated along the first.
bool lower_vector_broadcast(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  Value *source = op_operand(op, 0);
  T from = source->type, to = op_result_type(op, 0);
  if (!type_is_vector(from)) return greedy_no_match(g, op, "scalars are broadcast when they are lowered to llvm");
  uint32_t from_rank = vector_rank(from), rank = vector_rank(to), stretched = 0;
  if (from_rank <= 1 && rank == 1) {
    Value *scalar = vector_extract(b, source, (const int64_t[]){0}, from_rank);
    return greedy_replace1(g, op, broadcast(b, to, scalar));
  }
  int64_t size = vector_dim(to, 0);
  T part = vector_without(g->ctx, to, 0);
  Value *result, *value = NULL;
  if (from_rank < rank) {
    value = broadcast(b, part, source);
    result = build_poison(b, to);
  } else {
    while (stretched < rank && vector_dim(from, stretched) == vector_dim(to, stretched)) stretched++;
    if (stretched == rank) return greedy_replace1(g, op, source);
    if (stretched && vector_dim_is_scalable(to, 0)) return greedy_no_match(g, op, scalable);
    result = build_poison(b, to);
    if (!stretched) value = broadcast(b, part, vector_extract1(b, source, 0));
  }
  for (int64_t i = 0; i < size && !g->ctx->mem.exhausted; i++) {
    Value *each = value ? value : broadcast(b, part, vector_extract1(b, source, i));
    result = vector_insert1(b, each, result, i);
  }
  return greedy_replace1(g, op, result);
}

// ---------------------------------------------------------------------------------------------
// vector.shape_cast

static int64_t common_divisor(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static Value *slice(Builder *b, uint32_t opcode, T type, Value *const *operands, uint32_t count, const int64_t *offsets,
                    const int64_t *sizes, uint32_t rank) {
  A items[3][64];
  T i64 = b->ctx->types.i64;
  for (uint32_t i = 0; i < rank; i++) {
    items[0][i] = attr_i64(b->ctx, i64, offsets[i]);
    items[1][i] = attr_i64(b->ctx, i64, sizes ? sizes[i] : 0);
    items[2][i] = attr_i64(b->ctx, i64, 1);
  }
  OpState *state = builder_begin(b, opcode);
  op_state_add_operands(state, operands, count);
  op_state_set_attr(state, STR("offsets"), attr_array(b->ctx, items[0], rank));
  if (sizes) op_state_set_attr(state, STR("sizes"), attr_array(b->ctx, items[1], rank));
  op_state_set_attr(state, STR("strides"), attr_array(b->ctx, items[2], rank));
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

bool lower_vector_shape_cast(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  Value *source = op_operand(op, 0);
  T from = source->type, to = op_result_type(op, 0);
  if (vector_is_scalable(from) || vector_is_scalable(to)) return greedy_no_match(g, op, scalable);
  const int64_t *from_dims = ((const ShapedType *)from)->dims, *to_dims = ((const ShapedType *)to)->dims;
  uint32_t from_rank = vector_rank(from), to_rank = vector_rank(to), f = from_rank, t = to_rank;
  if (from_rank > 64 || to_rank > 64) return false;
  // The shapes are equal from dimensions f and t on.
  while (f && t && from_dims[f - 1] == to_dims[t - 1]) f--, t--;
  int64_t *out_at = zeros(g, from_rank), *in_at = zeros(g, to_rank);
  Value *result = build_poison(b, to);
  if (!f || !t) {   // ones in front
    Value *part = vector_extract(b, source, out_at, f);
    return greedy_replace1(g, op, vector_insert(b, part, result, in_at, t));
  }
  // Along the dimension before, pieces of `piece` elements are moved; `taken` and `given` pieces make one part.
  int64_t piece = common_divisor(from_dims[f - 1], to_dims[t - 1]);
  if (piece == 1) {
    do {
      Value *part = vector_extract(b, source, out_at, f);
      result = vector_insert(b, part, result, in_at, t);
      vector_next_position(to_dims, in_at, t);
    } while (vector_next_position(from_dims, out_at, f) && !g->ctx->mem.exhausted);
    return greedy_replace1(g, op, result);
  }
  int64_t taken = from_dims[f - 1] / piece, given = to_dims[t - 1] / piece, outer = 1;
  uint32_t rank = from_rank - f + 1;
  int64_t *sizes = zeros(g, rank), *offsets = zeros(g, rank);
  for (uint32_t i = 0; i < rank; i++) sizes[i] = i ? from_dims[f - 1 + i] : piece;
  for (uint32_t i = 0; i + 1 < f; i++) outer *= from_dims[i];
  T type = vector_like(g->ctx, to, t - 1, NULL), piece_type = type_vector(g->ctx, sizes, rank, 0, type_element(to));
  Value *empty = build_poison(b, type), *part = NULL, *made = NULL;
  for (int64_t i = 0; i < outer * taken && !g->ctx->mem.exhausted; i++) {
    if (i % taken == 0) {
      part = vector_extract(b, source, out_at, f - 1);
      vector_next_position(from_dims, out_at, f - 1);
    }
    offsets[0] = i % taken * piece;
    Value *moved = slice(b, OP_VECTOR_EXTRACT_STRIDED_SLICE, piece_type, &part, 1, offsets, sizes, rank);
    if (i % given == 0) made = empty;
    offsets[0] = i % given * piece;
    made = slice(b, OP_VECTOR_INSERT_STRIDED_SLICE, type, (Value *const[]){moved, made}, 2, offsets, NULL, rank);
    if (i % given + 1 != given) continue;
    result = vector_insert(b, made, result, in_at, t - 1);
    vector_next_position(to_dims, in_at, t - 1);
  }
  return greedy_replace1(g, op, result);
}

static bool only_last_is_scalable(T vector) {
  uint32_t rank = vector_rank(vector);
  return rank && ((const ShapedType *)vector)->scalable == 1ull << (rank - 1);
}

static Value *scalable_part(Builder *b, uint32_t opcode, T type, Value *const *operands, uint32_t count, int64_t at) {
  OpState *state = builder_begin(b, opcode);
  op_state_add_operands(state, operands, count);
  op_state_set_attr(state, STR("pos"), attr_i64(b->ctx, b->ctx->types.i64, at));
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

// Both have one scalable dimension, the last: pieces as long as the shorter one are moved.
bool lower_scalable_shape_cast(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  Value *source = op_operand(op, 0);
  T from = source->type, to = op_result_type(op, 0);
  if (!only_last_is_scalable(from) || !only_last_is_scalable(to)) return greedy_no_match(g, op, "only the last dimension may be scalable");
  const int64_t *from_dims = ((const ShapedType *)from)->dims, *to_dims = ((const ShapedType *)to)->dims;
  uint32_t f = vector_rank(from) - 1, t = vector_rank(to) - 1;
  int64_t from_size = from_dims[f], to_size = to_dims[t], piece = from_size < to_size ? from_size : to_size;
  int64_t count = type_num_elements(from);
  int64_t *out_at = zeros(g, f), *in_at = zeros(g, t);
  T part_type = type_vector(g->ctx, &piece, 1, 1, type_element(from)), to_part_type = vector_like(g->ctx, to, t, NULL);
  Value *result = build_poison(b, to), *from_part = NULL, *to_part = NULL;
  for (int64_t i = 0; i < count && !g->ctx->mem.exhausted; i += piece) {
    int64_t from_at = i % from_size, to_at = i % to_size;
    if (!from_part) from_part = f ? vector_extract(b, source, out_at, f) : source;
    Value *part = from_part;
    if (piece < from_size) part = scalable_part(b, OP_VECTOR_SCALABLE_EXTRACT, part_type, &from_part, 1, from_at);
    if (piece == to_size) {
      result = vector_insert(b, part, result, in_at, t);
    } else if (!t) {
      result = scalable_part(b, OP_VECTOR_SCALABLE_INSERT, to, (Value *const[]){part, result}, 2, to_at);
    } else {
      if (!to_part) to_part = vector_extract(b, result, in_at, t);
      to_part = scalable_part(b, OP_VECTOR_SCALABLE_INSERT, to_part_type, (Value *const[]){part, to_part}, 2, to_at);
      if (to_at + piece >= to_size) {
        result = vector_insert(b, to_part, result, in_at, t);
        to_part = NULL;
      }
    }
    if (from_at + piece >= from_size) {
      from_part = NULL;
      vector_next_position(from_dims, out_at, f);
    }
    if (to_at + piece >= to_size) vector_next_position(to_dims, in_at, t);
  }
  return greedy_replace1(g, op, result);
}

// ---------------------------------------------------------------------------------------------
// vector.transpose

static int64_t order_at(const Operation *op, uint32_t i) { return dense_array_i64(op_prop_at(op, VECTOR_TRANSPOSE_PERMUTATION), i); }

// The two dimensions of more than one element, when a transposition swaps just these.
static bool swaps_two(Operation *op, int64_t dims[2]) {
  T from = op_operand_type(op, 0), to = op_result_type(op, 0);
  uint32_t found[2] = {0, 0}, order[2];
  for (uint32_t i = 0; i < vector_rank(from); i++) {
    if (vector_dim(from, i) > 1) {
      if (found[0] == 2) return false;
      dims[found[0]++] = i;
    }
    if (vector_dim(to, i) > 1) {
      if (found[1] == 2) return false;
      order[found[1]++] = (uint32_t)order_at(op, i);
    }
  }
  return found[0] == 2 && found[1] == 2 && order[0] == dims[1] && order[1] == dims[0];
}

bool lower_vector_transpose(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  Value *source = op_operand(op, 0);
  T from = source->type, to = op_result_type(op, 0);
  int64_t swapped[2];
  if (vector_is_scalable(from)) return greedy_no_match(g, op, scalable);
  if (vector_transforms_options(g)->transpose >= TRANSPOSE_SHUFFLE_1D && swaps_two(op, swapped)) return greedy_no_match(g, op, "shuffles are asked for");
  uint32_t rank = vector_rank(from);   // without the last dimensions that stay in place
  while (rank && order_at(op, rank - 1) == rank - 1) rank--;
  int64_t *at = zeros(g, rank), *to_at = zeros(g, rank);
  Value *result = build_poison(b, to);
  do {
    for (uint32_t i = 0; i < rank; i++) to_at[i] = at[order_at(op, i)];
    Value *part = vector_extract(b, source, at, rank);
    result = vector_insert(b, part, result, to_at, rank);
  } while (vector_next_position(((const ShapedType *)from)->dims, at, rank) && !g->ctx->mem.exhausted);
  return greedy_replace1(g, op, result);
}

static Value *shape_cast(Builder *b, T type, Value *value) { return vector_cast(b, OP_VECTOR_SHAPE_CAST, type, value); }

// `count` groups of four elements out of each 16: of x from `base`, of y from 16 + base.
static Value *interleave_lanes(Builder *b, Value *x, Value *y, const int64_t picks[4]) {
  int64_t mask[16];
  for (uint32_t i = 0; i < 16; i++) mask[i] = picks[i % 4] + i / 4 * 4;
  return vector_shuffle(b, x, y, mask, 16);
}

// Lanes of 128 bits, two of each operand, by a mask of two bits for each (_mm512_shuffle_f32x4).
static Value *shuffle_lanes(Builder *b, Value *x, Value *y, uint32_t control) {
  int64_t mask[16];
  for (uint32_t i = 0; i < 16; i++) mask[i] = (int64_t)((i < 8 ? 0 : 16) + (control >> (i / 4 * 2) & 3u) * 4 + i % 4);
  return vector_shuffle(b, x, y, mask, 16);
}

// Rows are interleaved by elements, then by pairs, then lanes of four are permuted twice.
static Value *transpose_16x16(Builder *b, Value *source) {
  static const int64_t low_one[] = {0, 16, 1, 17}, high_one[] = {2, 18, 3, 19}, low_two[] = {0, 1, 16, 17}, high_two[] = {2, 3, 18, 19};
  Value *v[16], *t[16];
  for (uint32_t i = 0; i < 16; i++) v[i] = vector_extract1(b, source, i);
  for (uint32_t i = 0; i < 16; i += 2) {
    t[i] = interleave_lanes(b, v[i], v[i + 1], low_one);
    t[i + 1] = interleave_lanes(b, v[i], v[i + 1], high_one);
  }
  for (uint32_t i = 0; i < 16; i += 4)
    for (uint32_t k = 0; k < 2; k++) {
      v[i + 2 * k] = interleave_lanes(b, t[i + k], t[i + k + 2], low_two);
      v[i + 2 * k + 1] = interleave_lanes(b, t[i + k], t[i + k + 2], high_two);
    }
  for (uint32_t i = 0; i < 16; i += 8)
    for (uint32_t k = 0; k < 8; k++) t[i + k] = shuffle_lanes(b, v[i + k % 4], v[i + k % 4 + 4], k < 4 ? 0x88 : 0xdd);
  for (uint32_t k = 0; k < 16; k++) v[k] = shuffle_lanes(b, t[k % 8], t[k % 8 + 8], k < 8 ? 0x88 : 0xdd);
  Value *result = build_poison(b, source->type);
  for (uint32_t i = 0; i < 16; i++) result = vector_insert1(b, v[i], result, i);
  return result;
}

bool lower_vector_transpose_to_shuffle(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  T from = op_operand_type(op, 0), element = type_element(from);
  int64_t dims[2];
  if (vector_is_scalable(from)) return greedy_no_match(g, op, scalable);
  if (vector_transforms_options(g)->transpose < TRANSPOSE_SHUFFLE_1D || !swaps_two(op, dims)) return greedy_no_match(g, op, "no shuffles are asked for");
  int64_t m = vector_dim(from, (uint32_t)dims[0]), n = vector_dim(from, (uint32_t)dims[1]);
  bool square = vector_transforms_options(g)->transpose == TRANSPOSE_SHUFFLE_16X16 && m == 16 && n == 16;
  int64_t *mask = m < INT32_MAX && n < INT32_MAX && m * n < INT32_MAX ? zeros(g, (uint32_t)(m * n)) : NULL;
  if (!mask) return greedy_no_match(g, op, "the vector is too long");
  for (int64_t i = 0; i < m * n; i++) mask[i] = i % m * n + i / m;
  Value *flat = shape_cast(b, vector_1d(g->ctx, m * n, element), op_operand(op, 0));
  T matrix = type_vector(g->ctx, (const int64_t[]){m, n}, 2, 0, element);
  Value *result = square ? transpose_16x16(b, shape_cast(b, matrix, flat)) : vector_shuffle(b, flat, flat, mask, (uint32_t)(m * n));
  return greedy_replace1(g, op, shape_cast(b, op_result_type(op, 0), result));
}

bool lower_vector_transpose_to_llvm(Greedy *g, Operation *op) {
  Builder *b = &g->b;
  T from = op_operand_type(op, 0), to = op_result_type(op, 0), i32 = g->ctx->types.i32;
  if (vector_is_scalable(from)) return greedy_no_match(g, op, scalable);
  if (vector_rank(to) != 2 || order_at(op, 0) != 1 || order_at(op, 1) != 0) return greedy_no_match(g, op, "no transposed matrix");
  T flat = vector_1d(g->ctx, type_num_elements(from), type_element(from));
  Value *matrix = shape_cast(b, flat, op_operand(op, 0));
  OpState *state = builder_begin(b, OP_LLVM_INTR_MATRIX_TRANSPOSE);
  op_state_add_operand(state, matrix);
  op_state_set_prop(state, LLVM_INTR_MATRIX_TRANSPOSE_ROWS, attr_i64(g->ctx, i32, vector_dim(to, 0)));
  op_state_set_prop(state, LLVM_INTR_MATRIX_TRANSPOSE_COLUMNS, attr_i64(g->ctx, i32, vector_dim(to, 1)));
  op_state_add_type(state, flat);
  Value *result = builder_finish_value(b);
  return greedy_replace1(g, op, shape_cast(b, to, result));
}
