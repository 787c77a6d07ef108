// tosa-to-tensor: what only moves elements (after mlir/lib/Conversion/TosaToTensor/TosaToTensor.cpp).
#include "convert/from_tosa/from_tosa.h"

#include "ops/arith.h"
#include "ops/tensor.h"
#include "ops/tosa.h"

// ---------------------------------------------------------------------------------------------
// tosa.reshape: collapsed to what both shapes have in common, and expanded from there

static T with_dims(Conversion *c, T type, const int64_t *dims, uint32_t rank) { return type_tensor(c->ctx, dims, rank, type_element(type), NULL); }

static bool is_open(const ShapedType *shape) { return !type_has_static_shape(&shape->base); }

// The type after expanding: the given sizes, one of which may follow from the others.
static T expanded_type(Conversion *c, T from, const I64Vec *sizes) {
  const ShapedType *shape = type_as_shaped(from);
  bool is_static = !is_open(shape), all_known = true;
  int64_t total = 1, others = 1;
  for (uint32_t i = 0; i < (uint32_t)shape->rank && is_static; i++) total = (int64_t)((uint64_t)total * (uint64_t)shape->dims[i]);
  for (uint32_t i = 0; i < sizes->count; i++)
    if (sizes->data[i] >= 0) others = (int64_t)((uint64_t)others * (uint64_t)sizes->data[i]);
  I64Vec dims = {0};
  for (uint32_t i = 0; i < sizes->count; i++) {
    int64_t size = sizes->data[i] >= 0 ? sizes->data[i] : !is_static ? DYNAMIC : others ? total / others : 0;
    all_known = all_known && size != DYNAMIC;
    vec_push(c->arena, &dims, size);
  }
  // A tensor whose size is not known does not expand to one whose size is.
  if (!is_static && all_known && dims.count) dims.data[0] = DYNAMIC;
  return with_dims(c, from, dims.data, dims.count);
}

// The sizes that both can be collapsed to. False: they have not as many elements.
static bool common_sizes(Conversion *c, const ShapedType *x, const ShapedType *y, I64Vec *out) {
  uint32_t i = 0, j = 0, ranks[2] = {(uint32_t)x->rank, (uint32_t)y->rank};
  if (!ranks[0] || !ranks[1]) return true;
  if (is_open(x) || is_open(y)) {
    vec_push(c->arena, out, DYNAMIC);
    return true;
  }
  while (i < ranks[0] && j < ranks[1]) {
    int64_t a = x->dims[i], b = y->dims[j];
    while (a != b && i < ranks[0] && j < ranks[1]) {
      if (a < b) {
        if (++i < ranks[0]) a *= x->dims[i];
      } else if (++j < ranks[1]) {
        b *= y->dims[j];
      }
    }
    if (a == b) vec_push(c->arena, out, a);
    i++;
    j++;
  }
  for (; i < ranks[0]; i++)
    if (x->dims[i] != 1) return false;
  for (; j < ranks[1]; j++)
    if (y->dims[j] != 1) return false;
  return true;
}

// How many dimensions of `long_shape` become each one of `short_shape`. False: they do not.
static bool find_groups(Conversion *c, T long_type, T short_type, U32Vec *out) {
  const ShapedType *from = type_as_shaped(long_type), *to = type_as_shaped(short_type);
  uint32_t i = 0, rank = (uint32_t)from->rank, short_rank = (uint32_t)to->rank;
  if (!rank || !short_rank) return true;
  if (is_open(from) || is_open(to)) {
    vec_push(c->arena, out, rank);
    return short_rank == 1;
  }
  for (uint32_t j = 0; j < short_rank; j++) {
    uint32_t begin = i;
    if (i < rank) {
      int64_t size = from->dims[i], wanted = to->dims[j];
      while (size < wanted && i + 1 < rank) size *= from->dims[++i];
      if (size != wanted) return false;
      i++;
      if (j + 1 == short_rank || to->dims[j + 1] != 1)
        while (i < rank && from->dims[i] == 1) i++;
    }
    vec_push(c->arena, out, i - begin);
  }
  return i == rank;
}

static bool lower_reshape(Conversion *c, Operation *op, Value *const *operands) {
  Value *value = operands[0];
  I64Vec sizes = {0}, common = {0};
  if (!all_ranked(op) || !is_ranked(value)) return convert_no_match(c, op, "tensors without a rank");
  if (!constant_numbers(c->ctx, op_operand(op, 1), c->arena, &sizes)) return convert_no_match(c, op, "its shape is no constant");
  T from = value->type;
  if (!sizes.count) {   // no sizes are left: all were 1
    I64Vec ones = {0};
    for (uint32_t i = 0; i < (uint32_t)shape_of(value)->rank; i++) vec_push(c->arena, &ones, 1);
    from = with_dims(c, from, ones.data, ones.count);
  }
  T expanded = expanded_type(c, from, &sizes);
  U32Vec collapses = {0}, expands = {0};
  if (!common_sizes(c, type_as_shaped(from), type_as_shaped(expanded), &common)) return convert_no_match(c, op, "the shapes have not as many elements");
  T collapsed = with_dims(c, from, common.data, common.count);
  if (!find_groups(c, from, collapsed, &collapses) || !find_groups(c, expanded, collapsed, &expands)) return convert_no_match(c, op, "the shapes have nothing in common");
  Builder *b = &c->b;
  value = build_tensor_cast(b, from, value);
  value = build_or_fold(b, build_collapse(c, collapsed, value, reassociation(c, collapses.data, collapses.count)), c->arena);
  value = build_or_fold(b, build_expand(c, expanded, value, expands.data, expands.count), c->arena);
  return convert_replace1(c, op, build_tensor_cast(b, op_result_type(op, 0), value));
}

// ---------------------------------------------------------------------------------------------
// tosa.slice, tosa.pad, tosa.concat

static bool lower_slice(Conversion *c, Operation *op, Value *const *operands) {
  Value *input = operands[0];
  I64Vec starts = {0}, sizes = {0};
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  if (!constant_numbers(c->ctx, op_operand(op, 1), c->arena, &starts) || !constant_numbers(c->ctx, op_operand(op, 2), c->arena, &sizes)) return convert_no_match(c, op, "start or size is no constant");
  uint32_t rank = (uint32_t)shape_of(input)->rank;
  if (starts.count != rank || sizes.count != rank) return convert_no_match(c, op, "start or size does not say each dimension");
  OpFoldResult *lists[3];
  for (uint32_t i = 0; i < 3; i++)
    if (!(lists[i] = arena_new(c->arena, OpFoldResult, rank + 1u))) return false;
  Builder *b = &c->b;
  for (uint32_t i = 0; i < rank; i++) {
    lists[0][i] = OFR_NUMBER(starts.data[i]);
    lists[1][i] = OFR_NUMBER(sizes.data[i]);
    lists[2][i] = OFR_NUMBER(1);
    if (sizes.data[i] != -1) continue;
    Value *length = build_dim_of(b, input, i), *start = build_index(b, starts.data[i]);
    lists[1][i].value = build_binary(b, OP_ARITH_SUBI, length, start);
  }
  OffsetsSizesStrides slice = {{lists[0], rank}, {lists[1], rank}, {lists[2], rank}};
  for (uint32_t i = 1; i < 3; i++) {   // constants for it alone go with it
    Operation *shape = value_def(op_operand(op, i));
    if (op_is(shape, OP_TOSA_CONST_SHAPE) && value_has_one_use(op_operand(op, i))) convert_erase(c, shape);
  }
  return convert_replace1(c, op, build_slice(b, OP_TENSOR_EXTRACT_SLICE, op_result_type(op, 0), input, &slice, c->arena));
}

static bool lower_pad(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Value *input = op_operand(op, 0), *constant = op_operand(op, 2);
  I64Vec padding = {0};
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  if (!constant_numbers(c->ctx, op_operand(op, 1), c->arena, &padding)) return convert_no_match(c, op, "its padding is no constant");
  uint32_t rank = (uint32_t)shape_of(input)->rank;
  if (padding.count != 2 * rank || shape_of(constant)->rank != 1) return convert_no_match(c, op, "it does not say the padding of each dimension");
  Builder *b = &c->b;
  Value *zero = build_index(b, 0), *value = build_or_fold(b, build_extract(b, constant, &zero, 1), c->arena);
  ValueVec sides = {0};
  I64Vec open = {0};
  for (uint32_t i = 0; i < 2 * rank; i++) {
    vec_push(c->arena, &sides, build_index(b, padding.data[i]));
    vec_push(c->arena, &open, DYNAMIC);
  }
  OpState *state = builder_begin(b, OP_TENSOR_PAD);
  op_state_add_operand(state, input);
  for (uint32_t i = 0; i < 2; i++)
    for (uint32_t j = 0; j < rank; j++) op_state_add_operand(state, sides.data[2 * j + i]);
  op_state_operand_segments(state, (const int32_t[]){1, (int32_t)rank, (int32_t)rank}, 3);
  op_state_set_prop(state, TENSOR_PAD_STATIC_LOW, attr_i64_array(c->ctx, open.data, rank));
  op_state_set_prop(state, TENSOR_PAD_STATIC_HIGH, attr_i64_array(c->ctx, open.data, rank));
  op_state_add_type(state, op_result_type(op, 0));
  Block *block = block_new(c->module);
  block_append(op_state_add_region(state), block);
  for (uint32_t i = 0; i < rank; i++) block_add_arg(c->module, block, c->ctx->types.index, op->loc);
  Value *padded = builder_finish_value(b);
  Builder inside;
  builder_init(&inside, c->module);
  builder_at_end(&inside, block);
  inside.loc = op->loc;
  op_state_add_operand(builder_begin(&inside, OP_TENSOR_YIELD), value);
  builder_finish(&inside);
  return convert_replace1(c, op, padded);
}

static Value *build_insert_slice(Conversion *c, Value *source, Value *into, const OffsetsSizesStrides *slice) {
  OpState *state = builder_begin(&c->b, OP_TENSOR_INSERT_SLICE);
  op_state_add_operand2(state, source, into);
  int32_t offsets = ofr_push(state, "static_offsets", slice->offsets, c->arena), sizes = ofr_push(state, "static_sizes", slice->sizes, c->arena);
  int32_t strides = ofr_push(state, "static_strides", slice->strides, c->arena);
  op_state_operand_segments(state, (const int32_t[]){1, 1, offsets, sizes, strides}, 5);
  op_state_add_type(state, into->type);
  return build_or_fold(&c->b, builder_finish_value(&c->b), c->arena);
}

static bool lower_concat(Conversion *c, Operation *op, Value *const *operands) {
  T type = op_result_type(op, 0);
  if (!all_ranked(op) || !op->operand_count) return convert_no_match(c, op, "tensors without a rank");
  const ShapedType *result = type_as_shaped(type);
  uint32_t rank = (uint32_t)result->rank, count = op->operand_count;
  int64_t axis = int_prop(op, TOSA_CONCAT_AXIS);
  if (axis < 0 || axis >= (int64_t)result->rank) return convert_no_match(c, op, "it has no such dimension");
  OpFoldResult *offsets = arena_new(c->arena, OpFoldResult, rank + 1u), *sizes = arena_new(c->arena, OpFoldResult, rank + 1u);
  OpFoldResult *strides = arena_new(c->arena, OpFoldResult, rank + 1u), *begins = arena_new(c->arena, OpFoldResult, count + 1u);
  if (!offsets || !sizes || !strides || !begins) return false;
  Builder *b = &c->b;
  Value *axis_index = build_index(b, axis);
  for (uint32_t i = 0; i < rank; i++) {
    offsets[i] = OFR_NUMBER(0);
    strides[i] = OFR_NUMBER(1);
    sizes[i] = mixed_dim(b, operands[0], i);
  }
  begins[0] = OFR_NUMBER(0);
  begins[1] = sizes[axis];
  for (uint32_t i = 1; i < count; i++) {
    Value *size = build_or_fold(b, build_dim(b, operands[i], axis_index), c->arena), *begin = ofr_to_value(b, begins[i]);
    begins[i + 1] = ofr_from_value(build_or_fold(b, build_binary(b, OP_ARITH_ADDI, begin, size), c->arena));
  }
  sizes[axis] = begins[count];
  ValueVec open = {0};
  for (uint32_t i = 0; i < rank; i++)
    if (result->dims[i] == DYNAMIC) vec_push(c->arena, &open, ofr_to_value(b, sizes[i]));
  Value *joined = make_empty(b, result->dims, rank, result->element, &open);
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t j = 0; j < rank; j++) sizes[j] = mixed_dim(b, operands[i], j);
    offsets[axis] = begins[i];
    OffsetsSizesStrides slice = {{offsets, rank}, {sizes, rank}, {strides, rank}};
    joined = build_insert_slice(c, operands[i], joined, &slice);
  }
  return convert_replace1(c, op, joined);
}

// ---------------------------------------------------------------------------------------------
// The pass

static const Pattern patterns[] = {
  {.root = OP_TOSA_RESHAPE, .rewrite = lower_reshape, .name = "$root as collapse_shape and expand_shape"},
  {.root = OP_TOSA_SLICE, .rewrite = lower_slice, .name = "$root as extract_slice"},
  {.root = OP_TOSA_PAD, .rewrite = lower_pad, .name = "$root as tensor.pad"},
  {.root = OP_TOSA_CONCAT, .rewrite = lower_concat, .name = "$root as insert_slice of each"},
};

static Legality legality(Conversion *c, Operation *op) {
  for (uint32_t i = 0; i < countof(patterns); i++)
    if (op_is(op, patterns[i].root)) return ILLEGAL;
  return op_is_of(c->ctx, op, &arith_dialect) || op_is_of(c->ctx, op, &tensor_dialect) ? LEGAL : UNKNOWN_LEGALITY;
}

static bool run(PassRun *pass, Operation *op) { return conversion_run_table(pass, op, legality, patterns); }

const PassDef tosa_to_tensor_pass = {
  .name = "tosa-to-tensor", .class_name = "TosaToTensor", .summary = "Lower TOSA to the Tensor dialect", .works_on = "tosa", .makes = "tensor arith", .run = run,
};
