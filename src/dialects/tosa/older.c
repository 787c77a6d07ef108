// Operations of tosa as LLVM 16 and 19 had them, and their upgrades to today's: zero points, shapes, shifts and paddings became
// operands, and operands of elementwise operations have one rank.
#include "ops/tosa.h"

#include "asm/params.h"
#include "dialects/common/build.h"
#include "dialects/common/older.h"
#include "ir/ir_diag.h"

enum { MAX_RANK = 64 };
typedef enum Kind { BROADCAST, AXIS, CONV, FULLY_CONNECTED, MATMUL, AVG_POOL, NEGATE, PAD, MUL, CLAMP, RESCALE, RESIZE, SHAPES, TRANSPOSE } Kind;

typedef struct Older { uint32_t older, today; Kind kind; } Older;

static const Older olders[] = {
  {OP_TOSA_ADD_UNTIL_19, OP_TOSA_ADD, BROADCAST},
  {OP_TOSA_ARITHMETIC_RIGHT_SHIFT_UNTIL_19, OP_TOSA_ARITHMETIC_RIGHT_SHIFT, BROADCAST},
  {OP_TOSA_BITWISE_AND_UNTIL_19, OP_TOSA_BITWISE_AND, BROADCAST},
  {OP_TOSA_BITWISE_OR_UNTIL_19, OP_TOSA_BITWISE_OR, BROADCAST},
  {OP_TOSA_BITWISE_XOR_UNTIL_19, OP_TOSA_BITWISE_XOR, BROADCAST},
  {OP_TOSA_EQUAL_UNTIL_19, OP_TOSA_EQUAL, BROADCAST},
  {OP_TOSA_GREATER_UNTIL_19, OP_TOSA_GREATER, BROADCAST},
  {OP_TOSA_GREATER_EQUAL_UNTIL_19, OP_TOSA_GREATER_EQUAL, BROADCAST},
  {OP_TOSA_LOGICAL_AND_UNTIL_19, OP_TOSA_LOGICAL_AND, BROADCAST},
  {OP_TOSA_LOGICAL_LEFT_SHIFT_UNTIL_19, OP_TOSA_LOGICAL_LEFT_SHIFT, BROADCAST},
  {OP_TOSA_LOGICAL_OR_UNTIL_19, OP_TOSA_LOGICAL_OR, BROADCAST},
  {OP_TOSA_LOGICAL_RIGHT_SHIFT_UNTIL_19, OP_TOSA_LOGICAL_RIGHT_SHIFT, BROADCAST},
  {OP_TOSA_LOGICAL_XOR_UNTIL_19, OP_TOSA_LOGICAL_XOR, BROADCAST},
  {OP_TOSA_MAXIMUM_UNTIL_19, OP_TOSA_MAXIMUM, BROADCAST},
  {OP_TOSA_MINIMUM_UNTIL_19, OP_TOSA_MINIMUM, BROADCAST},
  {OP_TOSA_POW_UNTIL_19, OP_TOSA_POW, BROADCAST},
  {OP_TOSA_SELECT_UNTIL_19, OP_TOSA_SELECT, BROADCAST},
  {OP_TOSA_SUB_UNTIL_19, OP_TOSA_SUB, BROADCAST},
  {OP_TOSA_DIV_UNTIL_16, OP_TOSA_INTDIV, BROADCAST},
  {OP_TOSA_INT_DIV_UNTIL_19, OP_TOSA_INTDIV, BROADCAST},
  {OP_TOSA_ARGMAX_UNTIL_16, OP_TOSA_ARGMAX, AXIS},
  {OP_TOSA_CONCAT_UNTIL_16, OP_TOSA_CONCAT, AXIS},
  {OP_TOSA_REDUCE_ALL_UNTIL_16, OP_TOSA_REDUCE_ALL, AXIS},
  {OP_TOSA_REDUCE_ANY_UNTIL_16, OP_TOSA_REDUCE_ANY, AXIS},
  {OP_TOSA_REDUCE_MAX_UNTIL_16, OP_TOSA_REDUCE_MAX, AXIS},
  {OP_TOSA_REDUCE_MIN_UNTIL_16, OP_TOSA_REDUCE_MIN, AXIS},
  {OP_TOSA_REDUCE_SUM_UNTIL_16, OP_TOSA_REDUCE_SUM, AXIS},
  {OP_TOSA_REVERSE_UNTIL_16, OP_TOSA_REVERSE, AXIS},
  {OP_TOSA_REDUCE_PROD_UNTIL_19, OP_TOSA_REDUCE_PRODUCT, AXIS},
  {OP_TOSA_AVG_POOL2D_UNTIL_19, OP_TOSA_AVG_POOL2D, AVG_POOL},
  {OP_TOSA_CLAMP_UNTIL_19, OP_TOSA_CLAMP, CLAMP},
  {OP_TOSA_CONV2D_UNTIL_19, OP_TOSA_CONV2D, CONV},
  {OP_TOSA_CONV3D_UNTIL_19, OP_TOSA_CONV3D, CONV},
  {OP_TOSA_DEPTHWISE_CONV2D_UNTIL_19, OP_TOSA_DEPTHWISE_CONV2D, CONV},
  {OP_TOSA_MATMUL_UNTIL_19, OP_TOSA_MATMUL, MATMUL},
  {OP_TOSA_MUL_UNTIL_19, OP_TOSA_MUL, MUL},
  {OP_TOSA_NEGATE_UNTIL_19, OP_TOSA_NEGATE, NEGATE},
  {OP_TOSA_PAD_UNTIL_19, OP_TOSA_PAD, PAD},
  {OP_TOSA_RESCALE_UNTIL_19, OP_TOSA_RESCALE, RESCALE},
  {OP_TOSA_RESHAPE_UNTIL_19, OP_TOSA_RESHAPE, SHAPES},
  {OP_TOSA_RESIZE_UNTIL_19, OP_TOSA_RESIZE, RESIZE},
  {OP_TOSA_SLICE_UNTIL_19, OP_TOSA_SLICE, SHAPES},
  {OP_TOSA_TILE_UNTIL_19, OP_TOSA_TILE, SHAPES},
  {OP_TOSA_TRANSPOSE_UNTIL_19, OP_TOSA_TRANSPOSE, TRANSPOSE},
  {OP_TOSA_TRANSPOSE_CONV2D_UNTIL_19, OP_TOSA_TRANSPOSE_CONV2D, CONV},
  {OP_TOSA_FULLY_CONNECTED_UNTIL_19, OP_TOSA_CONV2D, FULLY_CONNECTED},
};

// ---------------------------------------------------------------------------------------------
// Constants

// The type in which zero points of such elements are given.
static T storage_of(Context *ctx, T type) {
  T element = type_element(type);
  bool is_number = type_kind(element) == TYPE_FLOAT || type_kind(element) == TYPE_INTEGER;
  return is_number ? element : type_integer(ctx, 8, SIGNLESS);   // of quantized elements: 8 bits, nearly always
}

static Value *constant_of(Builder *b, T type, bool is_splat, const void *data, uint64_t size) {
  OpState *state = builder_begin(b, OP_TOSA_CONST);
  op_state_set_prop(state, TOSA_CONST_VALUES, attr_dense(b->ctx, type, is_splat, data, size));
  op_state_add_type(state, type);
  return builder_finish_value(b);
}

// One number as a tensor.
static Value *number(Builder *b, T element, int64_t value) {
  int64_t one = 1;
  uint64_t bytes[2] = {(uint64_t)value, value < 0 ? UINT64_MAX : 0};
  if (type_kind(element) == TYPE_FLOAT) bytes[0] = bytes[1] = 0;   // zero is the only zero point that floats have
  return constant_of(b, type_tensor(b->ctx, &one, 1, element, NULL), true, bytes, (type_bits(element) + 7) / 8);
}

// The elements of an array attribute as a tensor of so wide integers.
static Value *numbers(Builder *b, A array, uint32_t bits) {
  uint8_t bytes[4 * MAX_RANK * MAX_RANK];
  bool is_array = array && attr_kind(array) == ATTR_DENSE_ARRAY;
  int64_t count = is_array ? (int64_t)((const DenseArrayAttr *)array)->count : 0;
  uint32_t width = bits / 8;
  if (count < 1 || (uint64_t)count * width > sizeof bytes) return NULL;
  bool is_splat = true;
  for (int64_t i = 0; i < count; i++) {
    int64_t value = dense_array_i64(array, (uint64_t)i);
    for (uint32_t k = 0; k < width; k++) bytes[(uint64_t)i * width + k] = (uint8_t)((uint64_t)value >> (8 * k));
    is_splat &= value == dense_array_i64(array, 0);
  }
  return constant_of(b, type_tensor(b->ctx, &count, 1, type_integer(b->ctx, bits, SIGNLESS), NULL), is_splat, bytes, is_splat ? width : (uint64_t)count * width);
}

static Value *shape_constant(Builder *b, const int64_t *sizes, uint32_t count) {
  bool is_splat = count > 0;
  int64_t dims = count;
  uint64_t rank = count;
  for (uint32_t i = 1; i < count; i++) is_splat &= sizes[i] == sizes[0];
  OpState *state = builder_begin(b, OP_TOSA_CONST_SHAPE);
  op_state_set_prop(state, TOSA_CONST_SHAPE_VALUES,
                    attr_dense(b->ctx, type_tensor(b->ctx, &dims, 1, b->ctx->types.index, NULL), is_splat, sizes, is_splat ? sizeof *sizes : count * sizeof *sizes));
  op_state_add_type(state, type_from_params(b->ctx, &tosa_shape_type, &rank));
  return builder_finish_value(b);
}

static Value *shape_of_array(Builder *b, A array) {
  int64_t sizes[MAX_RANK];
  if (!array || attr_kind(array) != ATTR_DENSE_ARRAY || ((const DenseArrayAttr *)array)->count > countof(sizes)) return NULL;
  uint32_t count = (uint32_t)((const DenseArrayAttr *)array)->count;
  for (uint32_t i = 0; i < count; i++) sizes[i] = dense_array_i64(array, i);
  return shape_constant(b, sizes, count);
}

// The numbers that a value is known to have; false: it is no constant.
static bool known_numbers(Context *ctx, const Value *value, int64_t *out, uint32_t *count) {
  const Operation *def = value_def(value);
  A dense = def ? op_attr(def, "values") : NULL;
  if (!dense && def) dense = op_attr(def, "value");
  if (!dense || attr_kind(dense) != ATTR_DENSE || dense_count(dense) > MAX_RANK) return false;
  *count = (uint32_t)dense_count(dense);
  for (uint32_t i = 0; i < *count; i++) {
    A number = dense_element_attr(ctx, dense, i);
    if (!number || attr_kind(number) != ATTR_INTEGER) return false;
    out[i] = attr_to_i64(number);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Attributes

static A take(Module *module, Operation *op, const char *name) {
  A value = op_attr(op, name);
  if (value) op_set_attr(module, op, str_from(name), NULL);
  return value;
}

static int64_t take_number(Module *module, Operation *op, const char *name) {
  A value = take(module, op, name);
  return value && attr_kind(value) == ATTR_INTEGER ? attr_to_i64(value) : 0;
}

// A parameter of `quantization_info`; 0: it is not there.
static int64_t zero_point(A info, uint32_t i) { return info && attr_kind(info) == ATTR_DIALECT ? (int64_t)attr_param(info, i) : 0; }

// The type in which sums are made.
static void set_acc_type(Context *ctx, Operation *op, OpState *state, uint32_t slot) {
  A given = op_attr(op, "acc_type");
  T result = type_element(op_result_type(op, 0)), input = type_element(op_operand_type(op, 0));
  bool is_float = type_kind(result) == TYPE_FLOAT;
  bool is_half = is_float && type_float_kind(result) == FLOAT_F16;
  uint32_t bits = type_kind(input) == TYPE_INTEGER && type_bits(input) == 16 && slot != TOSA_AVG_POOL2D_ACC_TYPE ? 48 : 32;
  T type = is_half ? result : is_float ? type_float(ctx, FLOAT_F32) : type_integer(ctx, bits, SIGNLESS);
  if (!given) op_state_set_prop(state, slot, attr_type(ctx, type));
}

static uint32_t acc_slot(uint32_t today) {
  switch (today) {
  case OP_TOSA_CONV3D: return TOSA_CONV3D_ACC_TYPE;
  case OP_TOSA_DEPTHWISE_CONV2D: return TOSA_DEPTHWISE_CONV2D_ACC_TYPE;
  case OP_TOSA_TRANSPOSE_CONV2D: return TOSA_TRANSPOSE_CONV2D_ACC_TYPE;
  default: return TOSA_CONV2D_ACC_TYPE;
  }
}

// ---------------------------------------------------------------------------------------------
// Operations

static bool refuse(Module *module, Operation *op, const char *why) {
  op_error(module, op, "cannot be brought up to date: %s", why);
  return false;
}

static Value *reshaped(Builder *b, Value *value, const int64_t *dims, uint32_t rank) {
  int64_t sizes[MAX_RANK];
  for (uint32_t i = 0; i < rank; i++) sizes[i] = dims[i] == DYNAMIC ? -1 : dims[i];
  Value *shape = shape_constant(b, sizes, rank);
  OpState *state = builder_begin(b, OP_TOSA_RESHAPE);
  op_state_add_operand2(state, value, shape);
  op_state_add_type(state, type_tensor(b->ctx, dims, rank, type_element(value->type), NULL));
  return builder_finish_value(b);
}

// The same value with ones in front, so that it has the rank.
static Value *with_rank(Builder *b, Value *value, uint64_t rank) {
  int64_t dims[MAX_RANK];
  if (type_kind(value->type) != TYPE_TENSOR || rank > MAX_RANK) return value;
  const ShapedType *shape = type_as_shaped(value->type);
  if (shape->rank >= rank) return value;
  for (uint64_t i = 0; i < rank; i++) dims[i] = i < rank - shape->rank ? 1 : shape->dims[i - (rank - shape->rank)];
  return reshaped(b, value, dims, (uint32_t)rank);
}

static uint64_t largest_rank(const Operation *op) {
  uint64_t rank = 0;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_kind(op_operand_type(op, i)) == TYPE_TENSOR && type_as_shaped(op_operand_type(op, i))->rank > rank) rank = type_as_shaped(op_operand_type(op, i))->rank;
  return rank;
}

// Sizes of which at most one is not known, which a reshape finds out.
static bool is_reshape_target(const int64_t *dims, uint32_t rank) {
  uint32_t dynamic = 0;
  for (uint32_t i = 0; i < rank; i++) dynamic += dims[i] == DYNAMIC;
  return dynamic <= 1;
}

// A matrix product with a bias is a convolution of pictures of one element.
static bool upgrade_fully_connected(Module *module, Builder *b, Operation *op) {
  const ShapedType *input = type_as_shaped(op_operand_type(op, 0)), *weight = type_as_shaped(op_operand_type(op, 1));
  T result = op_result_type(op, 0);
  if (type_kind(result) != TYPE_TENSOR || !input || !weight || input->rank != 2 || weight->rank != 2) return refuse(module, op, "its shapes are not known");
  int64_t in_dims[4] = {input->dims[0], 1, 1, input->dims[1]}, weight_dims[4] = {weight->dims[0], 1, 1, weight->dims[1]};
  const ShapedType *out = type_as_shaped(result);
  int64_t out_dims[4] = {out->dims[0], 1, 1, out->dims[1]};
  if (!is_reshape_target(in_dims, 4) || !is_reshape_target(weight_dims, 4) || !is_reshape_target(out->dims, 2)) return refuse(module, op, "its shapes are not known");
  A info = take(module, op, "quantization_info");
  Value *picture = reshaped(b, op_operand(op, 0), in_dims, 4), *filter = reshaped(b, op_operand(op, 1), weight_dims, 4);
  Value *input_zp = number(b, storage_of(b->ctx, picture->type), zero_point(info, 0)), *weight_zp = number(b, storage_of(b->ctx, filter->type), zero_point(info, 1));
  int64_t zeros[4] = {0}, ones[2] = {1, 1};
  OpState *state = builder_begin(b, OP_TOSA_CONV2D);
  op_state_add_operand2(state, picture, filter);
  op_state_add_operand(state, op_operand(op, 2));
  op_state_add_operand2(state, input_zp, weight_zp);
  op_state_set_prop(state, TOSA_CONV2D_PAD, attr_i64_array(b->ctx, zeros, 4));
  op_state_set_prop(state, TOSA_CONV2D_STRIDE, attr_i64_array(b->ctx, ones, 2));
  op_state_set_prop(state, TOSA_CONV2D_DILATION, attr_i64_array(b->ctx, ones, 2));
  set_acc_type(b->ctx, op, state, TOSA_CONV2D_ACC_TYPE);
  op_state_add_type(state, type_tensor(b->ctx, out_dims, 4, type_element(result), NULL));
  return upgrade_replace(op, reshaped(b, builder_finish_value(b), out->dims, 2));
}

// The values that are operands today, behind those that were; false: reported.
static bool add_values(Module *module, Builder *b, Operation *op, Kind kind, Value **out, uint32_t *count) {
  Context *ctx = b->ctx;
  A info = take(module, op, "quantization_info");
  T first = op->operand_count ? storage_of(ctx, op_operand_type(op, 0)) : NULL;
  switch (kind) {
  case CONV: case MATMUL:
    out[(*count)++] = number(b, first, zero_point(info, 0));
    out[(*count)++] = number(b, storage_of(ctx, op_operand_type(op, 1)), zero_point(info, 1));
    take(module, op, "out_shape");
    break;
  case AVG_POOL: case NEGATE:
    out[(*count)++] = number(b, first, zero_point(info, 0));
    out[(*count)++] = number(b, storage_of(ctx, op_result_type(op, 0)), zero_point(info, 1));
    break;
  case MUL: out[(*count)++] = number(b, type_integer(ctx, 8, SIGNLESS), take_number(module, op, "shift")); break;
  case PAD: {
    int64_t sizes[MAX_RANK];
    uint32_t size_count;
    if (!known_numbers(ctx, op_operand(op, 1), sizes, &size_count)) return refuse(module, op, "its padding is no constant");
    out[1] = shape_constant(b, sizes, size_count);
    if (op->operand_count == 2) out[(*count)++] = number(b, first, zero_point(info, 0));
    else if (type_kind(out[2]->type) == TYPE_TENSOR && !type_as_shaped(out[2]->type)->rank) out[2] = with_rank(b, out[2], 1);
    break;
  }
  case RESCALE: {
    A scale32 = op_attr(op, "scale32");
    bool is_wide = !scale32 || attr_to_i64(scale32);
    int64_t input_zp = take_number(module, op, "input_zp"), output_zp = take_number(module, op, "output_zp");
    Value *multiplier = numbers(b, take(module, op, "multiplier"), is_wide ? 32 : 16), *shift = numbers(b, take(module, op, "shift"), 8);
    if (!multiplier || !shift) return refuse(module, op, "its multipliers are not known");
    out[(*count)++] = multiplier;
    out[(*count)++] = shift;
    out[(*count)++] = number(b, first, input_zp);
    out[(*count)++] = number(b, storage_of(ctx, op_result_type(op, 0)), output_zp);
    break;
  }
  case RESIZE: case SHAPES: {
    static const char *const names[] = {"new_shape", "multiples", "start", "size", "scale", "offset", "border"};
    for (uint32_t i = 0; i < countof(names); i++) {
      A array = take(module, op, names[i]);
      Value *shape = array ? shape_of_array(b, array) : NULL;
      if (array && !shape) return refuse(module, op, "its shape is not known");
      if (shape) out[(*count)++] = shape;
    }
    break;
  }
  case BROADCAST: {
    uint64_t rank = largest_rank(op);
    for (uint32_t i = 0; i < *count; i++) out[i] = with_rank(b, out[i], rank);
    break;
  }
  default: break;
  }
  return true;
}

static A bound_of(Context *ctx, T element, A integer, A number) {
  if (type_kind(element) != TYPE_FLOAT) {
    int64_t value = integer && attr_kind(integer) == ATTR_INTEGER ? attr_to_i64(integer) : 0;
    uint32_t bits = type_kind(element) == TYPE_INTEGER ? type_bits(element) : 8;
    int64_t least = bits < 64 ? -(INT64_C(1) << (bits - 1)) : INT64_MIN, most = bits < 64 ? (INT64_C(1) << (bits - 1)) - 1 : INT64_MAX;
    bool is_unsigned = type_kind(element) == TYPE_INTEGER && ((const IntegerType *)element)->signedness == UNSIGNED;
    if (!is_unsigned) value = value < least ? least : value > most ? most : value;
    return attr_i64(ctx, type_kind(element) == TYPE_INTEGER ? element : type_integer(ctx, 8, SIGNLESS), value);
  }
  if (!number || attr_kind(number) != ATTR_FLOAT) return NULL;
  bool loses;
  return attr_float(ctx, element, apfloat_convert(attr_float_value(number), type_float_kind(element), ROUND_NEAREST_EVEN, &loses));
}

// The attributes that are others today; false: reported.
static bool set_attrs(Module *module, Context *ctx, Operation *op, const Older *row, OpState *state) {
  switch (row->kind) {
  case CONV: set_acc_type(ctx, op, state, acc_slot(row->today)); return true;
  case AVG_POOL: set_acc_type(ctx, op, state, TOSA_AVG_POOL2D_ACC_TYPE); return true;
  case AXIS: {
    int64_t axis = take_number(module, op, "axis");
    op_state_set_attr(state, STR("axis"), attr_i64(ctx, type_integer(ctx, 32, SIGNLESS), axis));
    return true;
  }
  case CLAMP: {
    A min_int = take(module, op, "min_int"), max_int = take(module, op, "max_int"), min_fp = take(module, op, "min_fp"), max_fp = take(module, op, "max_fp");
    T element = type_element(op_operand_type(op, 0));
    A low = bound_of(ctx, element, min_int, min_fp), high = bound_of(ctx, element, max_int, max_fp);
    if (!low || !high) return refuse(module, op, "its bounds are not known");
    op_state_set_prop(state, TOSA_CLAMP_MIN_VAL, low);
    op_state_set_prop(state, TOSA_CLAMP_MAX_VAL, high);
    return true;
  }
  case RESCALE: {
    bool is_double = take_number(module, op, "double_round") != 0;
    uint64_t mode = is_double ? TOSA_ROUNDING_MODE_DOUBLE_ROUND : TOSA_ROUNDING_MODE_SINGLE_ROUND;
    op_state_set_prop(state, TOSA_RESCALE_ROUNDING_MODE, attr_from_params(ctx, &tosa_rounding_mode_attr, &mode));
    if (!op_attr(op, "input_unsigned")) op_state_set_prop(state, TOSA_RESCALE_INPUT_UNSIGNED, attr_bool(ctx, false));
    if (!op_attr(op, "output_unsigned")) op_state_set_prop(state, TOSA_RESCALE_OUTPUT_UNSIGNED, attr_bool(ctx, false));
    return true;
  }
  case RESIZE: {
    A mode = take(module, op, "mode");
    uint64_t value = mode && attr_is_string(mode, "BILINEAR") ? TOSA_RESIZE_MODE_BILINEAR : TOSA_RESIZE_MODE_NEAREST_NEIGHBOR;
    op_state_set_prop(state, TOSA_RESIZE_MODE, attr_from_params(ctx, &tosa_resize_mode_attr, &value));
    return true;
  }
  case TRANSPOSE: {
    int64_t order[MAX_RANK];
    int32_t perms[MAX_RANK];
    uint32_t count;
    if (!known_numbers(ctx, op_operand(op, 1), order, &count)) return refuse(module, op, "its permutation is no constant");
    for (uint32_t i = 0; i < count; i++) perms[i] = (int32_t)order[i];
    op_state_set_prop(state, TOSA_TRANSPOSE_PERMS, attr_i32_array(ctx, perms, count));
    return true;
  }
  default: return true;
  }
}

static uint32_t least_operands(Kind kind) {
  switch (kind) {
  case FULLY_CONNECTED: case CONV: return 3;
  case MATMUL: case PAD: case MUL: case TRANSPOSE: return 2;
  default: return 1;
  }
}

bool upgrade_tosa(Module *module, Operation *op) {
  const Older *row = olders;
  while (row < olders + countof(olders) && !op_is(op, row->older)) row++;
  if (row == olders + countof(olders) || !op->result_count || op->operand_count < least_operands(row->kind)) return refuse(module, op, "it has other operands");
  Builder b = upgrade_begin(module, op);
  if (row->kind == FULLY_CONNECTED) return upgrade_fully_connected(module, &b, op);
  Value **values = arena_new(&module->arena, Value *, op->operand_count + 8);
  if (!values) return false;
  uint32_t count = op->operand_count;
  for (uint32_t i = 0; i < count; i++) values[i] = op_operand(op, i);
  if (!add_values(module, &b, op, row->kind, values, &count)) return false;
  OpState *state = builder_begin(&b, row->today);
  op_state_add_operands(state, values, row->kind == TRANSPOSE ? 1 : count);
  op_state_take_types(state, op);
  if (!set_attrs(module, b.ctx, op, row, state)) return false;
  upgrade_finish(&b, state, op);
  return true;
}

bool downgrade_tosa_elementwise(Module *module, Operation *op) {
  for (uint32_t i = 0; i < countof(olders); i++)
    if (olders[i].kind == BROADCAST && op_is(op, olders[i].today)) return upgrade_to_op(module, op, olders[i].older);
  return true;
}
