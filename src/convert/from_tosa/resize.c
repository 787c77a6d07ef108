// tosa-to-linalg: tosa.resize, with floats and with integers.
#include "convert/from_tosa/from_tosa.h"

#include "ops/arith.h"
#include "ops/linalg.h"
#include "ops/tensor.h"
#include "ops/tosa.h"

#include "asm/params.h"
#include "ir/constants.h"

static bool is_bilinear(const Operation *op) { return attr_param(op_prop_at(op, TOSA_RESIZE_MODE), 0) == TOSA_RESIZE_MODE_BILINEAR; }

// Sizes of the first and the last dimension, where they are not known.
static ValueVec outer_sizes(Conversion *c, Value *input) {
  ValueVec sizes = {0};
  for (uint32_t i = 0; i < 4; i += 3)
    if (shape_of(input)->dims[i] == DYNAMIC) vec_push(c->arena, &sizes, build_dim_of(&c->b, input, i));
  return sizes;
}

// One element becomes one element: only its scale changes.
bool resize_without_size(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Value *input = op_operand(op, 0);
  T type = op_result_type(op, 0);
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  const ShapedType *from = shape_of(input), *to = type_as_shaped(type);
  if (from->dims[1] != 1 || from->dims[2] != 1 || to->dims[1] != 1 || to->dims[2] != 1) return convert_no_match(c, op, "an image of more than one element");
  if (input->type == type) return convert_replace1(c, op, input);
  I64Vec scale = {0};
  if (!constant_numbers(c->ctx, op_operand(op, 1), c->arena, &scale) || scale.count != 4) return convert_no_match(c, op, "its scale is no constant");
  Builder *b = &c->b, inside;
  int64_t dims[2] = {from->dims[0], from->dims[3]};
  const uint32_t groups[2] = {1, 3};
  Value *flat = build_collapse(c, type_tensor(c->ctx, dims, 2, from->element, NULL), input, reassociation(c, groups, 2));
  ValueVec sizes = outer_sizes(c, input);
  Value *empty = make_empty(b, dims, 2, to->element, &sizes);
  const AffineMap *same = affine_map_identity(c->ctx, 2);
  Operation *generic = make_generic(c, (Value *const[]){flat, empty}, 1, 1, (const AffineMap *const[]){same, same}, 0, &inside);
  Value *x = inside.block->args[0];
  if (from->element != to->element) {
    x = build1(&inside, OP_ARITH_EXTSI, to->element, x);
    for (uint32_t i = 0; i < 4 && is_bilinear(op); i += 2)
      if (scale.data[i]) x = build_binary(&inside, OP_ARITH_MULI, x, build_int(&inside, to->element, scale.data[i]));
  }
  build_linalg_yield1(&inside, x);
  return convert_replace1(c, op, build_expand(c, type, op_result(generic, 0), groups, 2));
}

// One row or one column becomes many: it is resized to one, which is repeated.
bool resize_and_repeat(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Value *input = op_operand(op, 0);
  T type = op_result_type(op, 0);
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  const ShapedType *from = shape_of(input), *to = type_as_shaped(type);
  bool one_row = from->dims[1] == 1, one_column = from->dims[2] == 1;
  if ((!one_row || to->dims[1] == 1) && (!one_column || to->dims[2] == 1)) return convert_no_match(c, op, "nothing is repeated");
  int64_t dims[4] = {from->dims[0], one_row ? 1 : to->dims[1], one_column ? 1 : to->dims[2], from->dims[3]}, flat[4] = {from->dims[0]};
  Builder *b = &c->b, inside;
  OpState *state = builder_begin(b, OP_TOSA_RESIZE);
  for (uint32_t i = 0; i < 4; i++) op_state_add_operand(state, op_operand(op, i));
  op_state_add_type(state, type_tensor(c->ctx, dims, 4, to->element, NULL));
  op_state_take_prop(state, op, "mode");
  Value *resized = builder_finish_value(b);
  uint32_t groups[4] = {1, 0}, rank = 1;
  E exprs[4] = {affine_dim(c->ctx, 0)};
  groups[rank] = 1;
  if (!one_row) {
    exprs[rank] = affine_dim(c->ctx, 1);
    flat[rank++] = to->dims[1];
    groups[rank] = 0;
  }
  groups[rank]++;
  if (!one_column) {
    exprs[rank] = affine_dim(c->ctx, 2);
    flat[rank++] = to->dims[2];
    groups[rank] = 0;
  }
  groups[rank]++;
  exprs[rank] = affine_dim(c->ctx, 3);
  flat[rank++] = from->dims[3];
  Value *joined = build_collapse(c, type_tensor(c->ctx, flat, rank, to->element, NULL), resized, reassociation(c, groups, rank));
  ValueVec sizes = outer_sizes(c, input);
  Value *empty = make_empty(b, to->dims, 4, to->element, &sizes);
  const AffineMap *maps[2] = {affine_map(c->ctx, 4, 0, exprs, rank), affine_map_identity(c->ctx, 4)};
  Operation *generic = make_generic(c, (Value *const[]){joined, empty}, 1, 1, maps, 0, &inside);
  build_linalg_yield1(&inside, inside.block->args[0]);
  return convert_replace1(c, op, op_result(generic, 0));
}

// ---------------------------------------------------------------------------------------------
// Any image

// One of the two directions: `scale_n`, `scale_d` and `offset` lead from a place in the result to one in the image, which is `index` and
// `delta` (of a float; or of so many parts as scale_n says).
typedef struct Direction {
  int64_t size;
  Value *max, *in, *scale_n, *scale_d, *offset;
  Value *index, *delta;
} Direction;

typedef struct Resize {
  Builder *b;
  T i32, index, number, result;    // number: the float that is calculated with; NULL: integers are
  Value *zero, *zero_float, *one;
} Resize;

static void find_place(Resize *r, Direction *d) {
  Builder *b = r->b;
  if (d->size == 1) {
    d->index = r->zero;
    d->delta = r->number ? r->zero_float : r->zero;
    return;
  }
  Value *place = build_binary(b, OP_ARITH_MULI, d->in, d->scale_d);
  place = build_binary(b, OP_ARITH_ADDI, place, d->offset);
  if (!r->number) {
    d->index = build_binary(b, OP_ARITH_DIVSI, place, d->scale_n);
    d->delta = build_binary(b, OP_ARITH_SUBI, place, build_binary(b, OP_ARITH_MULI, d->index, d->scale_n));
    return;
  }
  d->index = build_binary(b, OP_ARITH_FLOORDIVSI, place, d->scale_n);
  Value *rest = build1(b, OP_ARITH_SITOFP, r->number, build_binary(b, OP_ARITH_REMSI, place, d->scale_n));
  Value *scale = build1(b, OP_ARITH_UITOFP, r->number, d->scale_n);
  d->delta = build_binary(b, OP_ARITH_DIVF, rest, scale);
}

static Value *nearest(Resize *r, const Direction *d) {
  Builder *b = r->b;
  if (d->size == 1) return build_index(b, 0);
  Value *is_next;
  if (r->number) {
    Value *half = build_number(b, r->number, 0.5);
    is_next = build_cmpf(b, ARITH_CMP_F_PREDICATE_OGE, d->delta, half);
  } else {
    Value *twice = build_binary(b, OP_ARITH_SHLI, d->delta, r->one);
    is_next = build_cmpi(b, ARITH_CMP_I_PREDICATE_SGE, twice, d->scale_n);
  }
  Value *at = build_binary(b, OP_ARITH_ADDI, d->index, build_select(b, is_next, r->one, r->zero));
  return build1(b, OP_ARITH_INDEX_CAST, r->index, clamp_int(b, at, r->zero, d->max, false));
}

static void both_neighbours(Resize *r, const Direction *d, Value **first, Value **second) {
  Builder *b = r->b;
  Value *next = build_binary(b, OP_ARITH_ADDI, d->index, r->one);
  Value *low = clamp_int(b, d->index, r->zero, d->max, false), *high = clamp_int(b, next, r->zero, d->max, false);
  *first = build1(b, OP_ARITH_INDEX_CAST, r->index, low);
  *second = build1(b, OP_ARITH_INDEX_CAST, r->index, high);
}

static Value *between(Resize *r, const Direction *d, Value *x, Value *y, Value *unit) {
  Builder *b = r->b;
  bool floats = r->number != NULL;
  if (d->size == 1) return floats ? x : build_binary(b, OP_ARITH_MULI, x, d->scale_n);
  Value *weight = build_binary(b, floats ? OP_ARITH_SUBF : OP_ARITH_SUBI, floats ? unit : d->scale_n, d->delta);
  uint32_t multiply = floats ? OP_ARITH_MULF : OP_ARITH_MULI;
  Value *left = build_binary(b, multiply, x, weight), *right = build_binary(b, multiply, y, d->delta);
  return build_binary(b, floats ? OP_ARITH_ADDF : OP_ARITH_ADDI, left, right);
}

static Value *bilinear(Resize *r, Direction *y, Direction *x, Value *input, Value *batch, Value *channel) {
  Builder *b = r->b;
  Value *rows[2], *columns[2], *corners[4], *unit = NULL;
  both_neighbours(r, y, &rows[0], &rows[1]);
  both_neighbours(r, x, &columns[0], &columns[1]);
  for (uint32_t i = 0; i < 4; i++) corners[i] = build_extract(b, input, (Value *const[]){batch, rows[i / 2], columns[i % 2], channel}, 4);
  if (r->number) {
    unit = build_number(b, r->number, 1);
  } else {
    for (uint32_t i = 0; i < 4; i++) corners[i] = build1(b, OP_ARITH_EXTSI, r->result, corners[i]);
    if (type_bits(r->result) > 32) {
      x->delta = build1(b, OP_ARITH_EXTSI, r->result, x->delta);
      y->delta = build1(b, OP_ARITH_EXTSI, r->result, y->delta);
      y->scale_n = build1(b, OP_ARITH_EXTSI, r->result, y->scale_n);
      x->scale_n = build1(b, OP_ARITH_EXTSI, r->result, x->scale_n);
    }
  }
  Value *top = between(r, x, corners[0], corners[1], unit), *bottom = between(r, x, corners[2], corners[3], unit);
  return between(r, y, top, bottom, unit);
}

bool resize_any(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Value *input = op_operand(op, 0);
  T type = op_result_type(op, 0), element = type_element(type);
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  const ShapedType *from = shape_of(input), *to = type_as_shaped(type);
  for (uint32_t i = 1; i < 4; i++)
    if (from->dims[i] == DYNAMIC || to->dims[i] == DYNAMIC) return convert_no_match(c, op, "sizes other than the first are not known");
  I64Vec scale = {0}, offset = {0}, border = {0};
  if (!constant_numbers(c->ctx, op_operand(op, 1), c->arena, &scale) || !constant_numbers(c->ctx, op_operand(op, 2), c->arena, &offset) ||
      !constant_numbers(c->ctx, op_operand(op, 3), c->arena, &border) || scale.count != 4 || offset.count != 2 || border.count != 2)
    return convert_no_match(c, op, "scale, offset or border are no constants");
  bool floats = type_is_float(element) && (type_float_kind(element) == FLOAT_F16 || type_float_kind(element) == FLOAT_F32);
  if (!floats && type_kind(element) != TYPE_INTEGER) return convert_no_match(c, op, "such elements are not interpolated");
  ValueVec sizes = {0};
  if (from->dims[0] == DYNAMIC || to->dims[0] == DYNAMIC) vec_push(c->arena, &sizes, build_dim_of(&c->b, input, 0));
  if (to->dims[0] != DYNAMIC) vec_clear(&sizes);
  Builder inside, *b = &inside;
  Value *empty = make_empty(&c->b, to->dims, 4, element, &sizes);
  const AffineMap *same = affine_map_identity(c->ctx, 4);
  Operation *generic = make_generic(c, &empty, 0, 1, &same, 0, &inside);
  Resize r = {.b = b, .i32 = type_integer(c->ctx, 32, SIGNLESS), .index = c->ctx->types.index, .result = element};
  if (floats) r.number = element;
  Value *at[4];
  for (uint32_t i = 0; i < 4; i++) at[i] = build_loop_index(b, i);
  Direction y = {.size = from->dims[1]}, x = {.size = from->dims[2]};
  r.zero = build_i32(b, 0);
  r.zero_float = build_constant(b, zero_attr(c->ctx, element));
  y.max = build_i32(b, y.size - 1);
  x.max = build_i32(b, x.size - 1);
  y.in = build1(b, OP_ARITH_INDEX_CAST, r.i32, at[1]);
  x.in = build1(b, OP_ARITH_INDEX_CAST, r.i32, at[2]);
  y.scale_n = build_i32(b, scale.data[0]);
  y.scale_d = build_i32(b, scale.data[1]);
  x.scale_n = build_i32(b, scale.data[2]);
  x.scale_d = build_i32(b, scale.data[3]);
  y.offset = build_i32(b, offset.data[0]);
  x.offset = build_i32(b, offset.data[1]);
  build_i32(b, border.data[0]);
  build_i32(b, border.data[1]);
  find_place(&r, &y);
  find_place(&r, &x);
  r.one = build_i32(b, 1);
  if (is_bilinear(op)) {
    build_linalg_yield1(b, bilinear(&r, &y, &x, input, at[0], at[3]));
  } else {
    at[1] = nearest(&r, &y);
    at[2] = nearest(&r, &x);
    build_linalg_yield1(b, build_extract(b, input, at, 4));
  }
  return convert_replace1(c, op, op_result(generic, 0));
}
