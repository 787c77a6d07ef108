#include "dialects/tosa/infer.h"

#include "ops/tosa.h"

#include "dialects/tosa/shapes.h"
#include "ir/type.h"

static const ShapedType *ranked(T type) { return type_kind(type) == TYPE_TENSOR ? type_as_shaped(type) : NULL; }

// What is known of an operation while its shapes are inferred.
typedef struct Inference {
  Context *ctx;
  Arena *arena;
  const Operation *op;
  int64_t *dims;     // of the result: as many as `rank`
  uint32_t rank;
} Inference;

static bool begin(Inference *self, uint64_t rank) {
  self->dims = arena_new(self->arena, int64_t, rank + 1);
  self->rank = (uint32_t)rank;
  for (uint64_t i = 0; self->dims && i < rank; i++) self->dims[i] = DYNAMIC;
  return self->dims != NULL;
}

static bool copy_dims(Inference *self, const ShapedType *from) {
  if (!from || !begin(self, from->rank)) return false;
  memcpy(self->dims, from->dims, from->rank * sizeof *from->dims);
  return true;
}

static const ShapedType *operand(const Inference *self, uint32_t i) { return ranked(op_operand_type(self->op, i)); }
static bool values(Inference *self, uint32_t i, I64Vec *out) { return tosa_shape_values(self->ctx, tosa_constant(op_operand(self->op, i)), self->arena, out); }
static int64_t listed(const Inference *self, const char *name, uint64_t i) { return dense_array_i64(op_prop(self->op, name), i); }
static bool known(int64_t dim) { return dim != DYNAMIC; }
static void fill(int64_t *dim, int64_t with) {
  if (!known(*dim)) *dim = with;
}

// ---------------------------------------------------------------------------------------------

static bool infer_broadcast(Inference *self, uint32_t count) {
  uint64_t rank = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!operand(self, i)) return false;
    if (operand(self, i)->rank > rank) rank = operand(self, i)->rank;
  }
  if (!begin(self, rank)) return false;
  for (uint64_t k = 0; k < rank; k++) self->dims[k] = 1;
  for (uint32_t i = 0; i < count; i++) {
    const ShapedType *shape = operand(self, i);
    for (uint64_t k = 0; k < shape->rank; k++) {
      int64_t *dim = &self->dims[k + rank - shape->rank];
      if (*dim == 1) *dim = shape->dims[k];
      else if (shape->dims[k] != 1 && *dim != shape->dims[k]) return false;
    }
  }
  return true;
}

static bool infer_reduction(Inference *self) {
  int64_t axis = op_prop_i64(self->op, "axis");
  if (!copy_dims(self, operand(self, 0))) return false;
  if (axis >= 0 && axis < self->rank) self->dims[axis] = 1;
  return true;
}

static bool infer_argmax(Inference *self) {
  const ShapedType *input = operand(self, 0);
  int64_t axis = op_prop_i64_at(self->op, TOSA_ARGMAX_AXIS);
  if (!input || axis < 0 || axis >= (int64_t)input->rank || !begin(self, input->rank - 1)) return false;
  for (uint64_t i = 0, k = 0; i < input->rank; i++)
    if ((int64_t)i != axis) self->dims[k++] = input->dims[i];
  return true;
}

static bool infer_concat(Inference *self) {
  int64_t axis = op_prop_i64_at(self->op, TOSA_CONCAT_AXIS), sum = 0;
  const ShapedType *first = NULL;
  for (uint32_t i = 0; i < self->op->operand_count && !first; i++) first = operand(self, i);
  if (!first || axis < 0 || axis >= (int64_t)first->rank || !begin(self, first->rank)) return false;
  for (uint32_t i = 0; i < self->op->operand_count; i++) {
    const ShapedType *input = operand(self, i);
    if (input && input->rank != first->rank) return false;
    for (uint32_t k = 0; input && k < self->rank; k++)
      if (k != axis) fill(&self->dims[k], input->dims[k]);
    if (!input || !known(input->dims[axis])) sum = DYNAMIC;
    else if (known(sum)) sum += input->dims[axis];
  }
  self->dims[axis] = sum;
  return true;
}

static bool infer_matmul(Inference *self) {
  const ShapedType *a = operand(self, 0), *b = operand(self, 1);
  if (!begin(self, 3)) return false;
  if (a) self->dims[0] = a->dims[0], self->dims[1] = a->dims[1];
  if (b) fill(&self->dims[0], b->dims[0]), self->dims[2] = b->dims[2];
  return true;
}

static bool infer_pad(Inference *self) {
  const ShapedType *input = operand(self, 0);
  I64Vec pads = {0};
  if (!input || !begin(self, input->rank)) return false;
  if (!values(self, 1, &pads) || pads.count != 2 * self->rank) return true;
  for (uint32_t i = 0; i < self->rank; i++)
    if (known(input->dims[i]) && pads.data[2 * i] >= 0 && pads.data[2 * i + 1] >= 0) self->dims[i] = input->dims[i] + pads.data[2 * i] + pads.data[2 * i + 1];
  return true;
}

static bool infer_slice(Inference *self) {
  const ShapedType *input = operand(self, 0);
  I64Vec start = {0}, size = {0};
  if (!values(self, 1, &start) || !values(self, 2, &size) || start.count != size.count) return input && begin(self, input->rank);
  if ((input && input->rank != size.count) || !begin(self, size.count)) return false;
  for (uint32_t i = 0; i < size.count; i++) {
    int64_t dim = input ? input->dims[i] : DYNAMIC, from = start.data[i], count = size.data[i];
    if (count == 0 || count < -1 || from < 0 || (known(dim) && from >= dim)) continue;
    if (!known(dim)) self->dims[i] = count > 0 ? count : DYNAMIC;
    else if (count == -1) self->dims[i] = dim - from;
    else if (from + count <= dim) self->dims[i] = count;
  }
  return true;
}

static bool infer_tile(Inference *self) {
  const ShapedType *input = operand(self, 0);
  I64Vec multiples = {0};
  if (!input || !begin(self, input->rank)) return false;
  if (!values(self, 1, &multiples) || multiples.count != self->rank) return true;
  for (uint32_t i = 0; i < self->rank; i++)
    if (known(input->dims[i]) && multiples.data[i] >= 0) self->dims[i] = input->dims[i] * multiples.data[i];
  return true;
}

static bool infer_reshape(Inference *self) {
  const ShapedType *input = operand(self, 0);
  I64Vec shape = {0};
  int64_t product = 1;
  if (!values(self, 1, &shape) || !begin(self, shape.count)) return false;
  for (uint32_t i = 0; i < shape.count; i++)
    if (shape.data[i] >= 0) product *= self->dims[i] = shape.data[i];
  if (!input || !type_has_static_shape(&input->base) || product <= 0) return true;
  for (uint32_t i = 0; i < shape.count; i++) fill(&self->dims[i], type_num_elements(&input->base) / product);
  return true;
}

static bool infer_transpose(Inference *self) {
  const ShapedType *input = operand(self, 0);
  A perms = op_prop_at(self->op, TOSA_TRANSPOSE_PERMS);
  if (!input || ((const DenseArrayAttr *)perms)->count != input->rank || !begin(self, input->rank)) return false;
  for (uint32_t i = 0; i < self->rank; i++) {
    int64_t from = dense_array_i64(perms, i);
    if (from < 0 || from >= self->rank) return false;
    self->dims[i] = input->dims[from];
  }
  return true;
}

static bool infer_gather(Inference *self) {
  const ShapedType *from = operand(self, 0), *indices = operand(self, 1);
  if (!begin(self, 3)) return false;
  if (from) self->dims[0] = from->dims[0], self->dims[2] = from->dims[2];
  if (indices) fill(&self->dims[0], indices->dims[0]), self->dims[1] = indices->dims[1];
  return true;
}

static bool infer_scatter(Inference *self) {
  const ShapedType *into = operand(self, 0), *indices = operand(self, 1), *input = operand(self, 2);
  if (!begin(self, 3)) return false;
  for (int i = 0; into && i < 3; i++) self->dims[i] = into->dims[i];
  if (indices) fill(&self->dims[0], indices->dims[0]);
  if (input) fill(&self->dims[0], input->dims[0]), fill(&self->dims[2], input->dims[2]);
  return true;
}

static bool infer_resize(Inference *self) {
  const ShapedType *input = operand(self, 0);
  I64Vec scale = {0}, offset = {0}, border = {0};
  if (!begin(self, 4)) return false;
  if (!input) return true;
  self->dims[0] = input->dims[0];
  self->dims[3] = input->dims[3];
  if (!values(self, 1, &scale) || !values(self, 2, &offset) || !values(self, 3, &border) || scale.count != 4 || offset.count != 2 || border.count != 2) return true;
  for (uint32_t i = 0; i < 2; i++)
    if (known(input->dims[i + 1]) && scale.data[2 * i + 1] > 0)
      self->dims[i + 1] = ((input->dims[i + 1] - 1) * scale.data[2 * i] - offset.data[i] + border.data[i]) / scale.data[2 * i + 1] + 1;
  return true;
}

static bool infer_rfft(Inference *self) {
  const ShapedType *input = operand(self, 0);
  if (!begin(self, 3)) return false;
  for (int i = 0; input && i < 3; i++) self->dims[i] = input->dims[i];
  if (known(self->dims[2])) self->dims[2] = self->dims[2] / 2 + 1;
  return true;
}

// One side: `spatial` counts from the first side; where the kernel's size stands is the operation's.
static int64_t side(const Inference *self, uint32_t spatial, int64_t size, int64_t kernel, bool has_dilation) {
  int64_t stride = listed(self, "stride", spatial), window = has_dilation ? (kernel - 1) * listed(self, "dilation", spatial) + 1 : kernel;
  if (!known(size) || !known(kernel) || stride < 1) return DYNAMIC;
  return (size + listed(self, "pad", 2 * spatial) + listed(self, "pad", 2 * spatial + 1) - window) / stride + 1;
}

static bool infer_pool(Inference *self) {
  const ShapedType *input = operand(self, 0);
  if (!begin(self, 4)) return false;
  if (!input) return true;
  self->dims[0] = input->dims[0];
  self->dims[3] = input->dims[3];
  for (uint32_t i = 0; i < 2; i++) self->dims[i + 1] = side(self, i, input->dims[i + 1], listed(self, "kernel", i), false);
  return true;
}

static bool infer_convolution(Inference *self) {
  uint32_t code = op_code(self->op), sides = code == OP_TOSA_CONV3D ? 3 : 2, first = code == OP_TOSA_DEPTHWISE_CONV2D ? 0 : 1;
  const ShapedType *input = operand(self, 0), *weight = operand(self, 1), *bias = operand(self, 2);
  if (!begin(self, sides + 2)) return false;
  int64_t *channels = &self->dims[sides + 1];
  if (input) self->dims[0] = input->dims[0];
  if (code == OP_TOSA_DEPTHWISE_CONV2D) {
    int64_t in = input ? input->dims[3] : DYNAMIC;
    if (weight) fill(&in, weight->dims[2]);
    if (weight && known(in) && known(weight->dims[3])) *channels = in * weight->dims[3];
  } else if (weight) {
    *channels = weight->dims[0];
  }
  if (bias) fill(channels, bias->dims[0]);
  for (uint32_t i = 0; input && weight && i < sides; i++) {
    int64_t size = input->dims[i + 1], kernel = weight->dims[first + i];
    if (code != OP_TOSA_TRANSPOSE_CONV2D) self->dims[i + 1] = side(self, i, size, kernel, true);
    else if (known(size) && known(kernel)) self->dims[i + 1] = (size - 1) * listed(self, "stride", i) + listed(self, "out_pad", 2 * i) + listed(self, "out_pad", 2 * i + 1) + kernel;
  }
  return true;
}

static bool infer(Inference *self) {
  switch (op_code(self->op)) {
    case OP_TOSA_ARGMAX: return infer_argmax(self);
    case OP_TOSA_AVG_POOL2D: case OP_TOSA_MAX_POOL2D: return infer_pool(self);
    case OP_TOSA_CONCAT: return infer_concat(self);
    case OP_TOSA_CONV2D: case OP_TOSA_CONV3D: case OP_TOSA_DEPTHWISE_CONV2D: case OP_TOSA_TRANSPOSE_CONV2D: return infer_convolution(self);
    case OP_TOSA_FFT2D: case OP_TOSA_NEGATE: case OP_TOSA_RESCALE: case OP_TOSA_TABLE: return copy_dims(self, operand(self, 0));
    case OP_TOSA_GATHER: return infer_gather(self);
    case OP_TOSA_MATMUL: return infer_matmul(self);
    case OP_TOSA_MUL: return infer_broadcast(self, 2);
    case OP_TOSA_PAD: return infer_pad(self);
    case OP_TOSA_REDUCE_ALL: case OP_TOSA_REDUCE_ANY: case OP_TOSA_REDUCE_MAX: case OP_TOSA_REDUCE_MIN: case OP_TOSA_REDUCE_PRODUCT: case OP_TOSA_REDUCE_SUM: return infer_reduction(self);
    case OP_TOSA_RESHAPE: return infer_reshape(self);
    case OP_TOSA_RESIZE: return infer_resize(self);
    case OP_TOSA_RFFT2D: return infer_rfft(self);
    case OP_TOSA_SCATTER: return infer_scatter(self);
    case OP_TOSA_SLICE: return infer_slice(self);
    case OP_TOSA_TILE: return infer_tile(self);
    case OP_TOSA_TRANSPOSE: return infer_transpose(self);
    // No shape follows for these.
    case OP_TOSA_CONST: case OP_TOSA_CUSTOM: case OP_TOSA_VARIABLE_READ: case OP_TOSA_APPLY_SCALE: case OP_TOSA_CAST_FROM_BLOCK_SCALED: case OP_TOSA_CAST_TO_BLOCK_SCALED:
    case OP_TOSA_MATMUL_T_BLOCK_SCALED: return false;
    default: return self->op->operand_count && infer_broadcast(self, self->op->operand_count);
  }
}

static const Operation *yield_of(const Region *region) { return region->first && !region->first->next && op_is(region->first->last, OP_TOSA_YIELD) ? region->first->last : NULL; }

// Results of regions are what all of them yield.
static bool infer_from_regions(Context *ctx, const Operation *op, Arena *arena, T *types) {
  bool found = false;
  for (uint32_t r = op_is(op, OP_TOSA_WHILE_LOOP); r < op->region_count; r++) {
    const Operation *yield = yield_of(&op->regions[r]);
    if (!yield || yield->operand_count != op->result_count) return false;
    for (uint32_t i = 0; i < op->result_count; i++) {
      T type = op_operand_type(yield, i);
      types[i] = found ? tosa_meet_types(ctx, types[i], type, arena) : type;
    }
    found = true;
  }
  return found;
}

bool tosa_infer_results(Context *ctx, const Operation *op, Arena *arena, T *types) {
  Inference self = {.ctx = ctx, .arena = arena, .op = op};
  if (op_is(op, OP_TOSA_COND_IF) || op_is(op, OP_TOSA_WHILE_LOOP)) return infer_from_regions(ctx, op, arena, types);
  if (!op->result_count || !type_is_tensor(op_result_type(op, 0)) || !infer(&self)) return false;
  for (uint32_t i = 0; i < op->result_count; i++) types[i] = type_tensor(ctx, self.dims, self.rank, type_element(op_result_type(op, i)), NULL);
  return true;
}

T tosa_join_types(Context *ctx, T a, T b, Arena *arena) {
  const ShapedType *x = ranked(a), *y = ranked(b);
  if (!type_is_tensor(a) || !type_is_tensor(b) || type_element(a) != type_element(b)) return NULL;
  if (!x || !y) return x ? a : b;
  int64_t *dims = arena_new(arena, int64_t, x->rank + 1);
  if (!dims || x->rank != y->rank) return NULL;
  for (uint64_t i = 0; i < x->rank; i++) {
    dims[i] = known(x->dims[i]) ? x->dims[i] : y->dims[i];
    if (known(y->dims[i]) && dims[i] != y->dims[i]) return NULL;
  }
  return type_tensor(ctx, dims, (uint32_t)x->rank, x->element, x->extra);
}

T tosa_meet_types(Context *ctx, T a, T b, Arena *arena) {
  const ShapedType *x = ranked(a), *y = ranked(b);
  if (!type_is_tensor(a) || !type_is_tensor(b) || type_element(a) != type_element(b)) return a;
  int64_t *dims = x ? arena_new(arena, int64_t, x->rank + 1) : NULL;
  if (!dims || !y || x->rank != y->rank) return type_unranked_tensor(ctx, type_element(a));
  for (uint64_t i = 0; i < x->rank; i++) dims[i] = x->dims[i] == y->dims[i] ? x->dims[i] : DYNAMIC;
  return type_tensor(ctx, dims, (uint32_t)x->rank, x->element, x->extra);
}
