// convert-shape-to-std: extents as tensors of index, in arith, scf and tensor (after mlir/lib/Conversion/ShapeToStandard/ShapeToStandard.cpp).
// Values of the types `shape` and `size`, which may be errors, have no counterpart: what is on them stays.
#include "ops/arith.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/scf.h"
#include "ops/shape.h"
#include "ops/tensor.h"

#include "asm/params.h"
#include "dialects/common/build.h"
#include "dialects/common/op_fold_result.h"
#include "dialects/linalg/build.h"
#include "ir/type.h"
#include "rewrite/conversion.h"

static bool is_shape(T type) { return type->def == &shape_shape_type; }
static bool is_size(T type) { return type->def == &shape_size_type; }

static bool has_shape(const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (is_shape(op_operand_type(op, i))) return true;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (is_shape(op_result_type(op, i))) return true;
  return false;
}

static T extent_tensor(Context *ctx, int64_t rank) { return type_tensor(ctx, &rank, 1, ctx->types.index, NULL); }
static Value *build_extent(Builder *b, Value *tensor, Value *at) { return build_extract(b, tensor, &at, 1); }
static Value *build_bool(Builder *b, bool value) { return build_constant(b, attr_bool(b->ctx, value)); }
static Value *equal(Builder *b, Value *x, Value *y) { return build_cmpi(b, ARITH_CMP_I_PREDICATE_EQ, x, y); }

// --- Regions

// A block of a region, and a builder at its end.
static Block *begin_block(Conversion *c, Region *region, Builder *b, Loc loc) {
  Block *block = block_new(c->module);
  block_append(region, block);
  builder_init(b, c->module);
  builder_at_end(b, block);
  b->loc = loc;
  b->created = c->b.created;
  b->data = c->b.data;
  return block;
}

static void yield(Builder *b, uint32_t opcode, Value *value) {
  op_state_add_operand(builder_begin(b, opcode), value);
  builder_finish(b);
}

// scf.if with one result; its regions have no blocks yet.
static Operation *build_if(Builder *b, Value *condition, T type) {
  OpState *state = builder_begin(b, OP_SCF_IF);
  op_state_add_operand(state, condition);
  op_state_add_type(state, type);
  op_state_add_region(state);
  op_state_add_region(state);
  return builder_finish_typed(b);
}

// scf.for over [0, end) with what is carried; the body has its arguments and `inside` stands in it.
static Operation *build_for(Conversion *c, Builder *b, Value *const bounds[3], Value *const *inits, uint32_t count, Builder *inside) {
  OpState *state = builder_begin(b, OP_SCF_FOR);
  op_state_add_operands(state, bounds, 3);
  op_state_add_operands(state, inits, count);
  for (uint32_t i = 0; i < count; i++) op_state_add_type(state, inits[i]->type);
  op_state_add_region(state);
  Loc loc = b->loc;
  Operation *loop = builder_finish_typed(b);
  Block *body = begin_block(c, op_region(loop, 0), inside, loc);
  block_add_arg(c->module, body, c->ctx->types.index, loc);
  for (uint32_t i = 0; i < count; i++) block_add_arg(c->module, body, inits[i]->type, loc);
  return loop;
}

// --- Sizes

static bool convert_any(Conversion *c, Operation *op, Value *const *operands) { return op->operand_count && convert_replace1(c, op, operands[0]); }

static bool convert_binary(Conversion *c, Operation *op, Value *const *operands) {
  if (is_size(op_result_type(op, 0))) return false;
  return convert_replace1(c, op, build_binary(&c->b, c->pattern->target, operands[0], operands[1]));
}

static bool convert_const_size(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  return convert_replace1(c, op, build_index(&c->b, op_prop_i64_at(op, SHAPE_CONST_SIZE_VALUE)));
}

static bool convert_const_shape(Conversion *c, Operation *op, Value *const *operands) {
  A shape = op_prop_at(op, SHAPE_CONST_SHAPE_SHAPE);
  ValueVec extents = {0};
  (void)operands;
  if (has_shape(op)) return false;
  for (uint64_t i = 0, count = dense_count(shape); i < count; i++) vec_push(c->arena, &extents, build_index(&c->b, attr_to_i64(dense_element_attr(c->ctx, shape, i))));
  OpState *state = builder_begin(&c->b, OP_TENSOR_FROM_ELEMENTS);
  op_state_add_operands(state, extents.data, extents.count);
  T type = extent_tensor(c->ctx, extents.count);
  op_state_add_type(state, type);
  Value *made = builder_finish_value(&c->b);
  return convert_replace1(c, op, build1(&c->b, OP_TENSOR_CAST, type, made));
}

static bool convert_dim(Conversion *c, Operation *op, Value *const *operands) {
  T source = op_operand_type(op, 0);
  Value *shape = build1(&c->b, OP_SHAPE_SHAPE_OF, extent_tensor(c->ctx, type_has_rank(source) ? (int64_t)type_as_shaped(source)->rank : DYNAMIC), operands[0]);
  return convert_replace1(c, op, build2(&c->b, OP_SHAPE_GET_EXTENT, op_result_type(op, 0), shape, op_operand(op, 1)));
}

static bool convert_get_extent(Conversion *c, Operation *op, Value *const *operands) {
  if (is_size(op_result_type(op, 0))) return false;
  Operation *of = value_def(op_operand(op, 0));
  if (op_is(of, OP_SHAPE_SHAPE_OF) && type_as_shaped(op_operand_type(of, 0))) return convert_replace1(c, op, build_dim(&c->b, op_operand(of, 0), operands[1]));
  return convert_replace1(c, op, build_extent(&c->b, operands[0], operands[1]));
}

static bool convert_rank(Conversion *c, Operation *op, Value *const *operands) {
  if (is_size(op_result_type(op, 0))) return false;
  Value *zero = build_index(&c->b, 0);
  return convert_replace1(c, op, build_dim(&c->b, operands[0], zero));
}

// --- Shapes

static bool convert_shape_of(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  T type = op_result_type(op, 0);
  if (is_shape(type)) return false;
  if (type_kind(operands[0]->type) == TYPE_TENSOR) {
    const ShapedType *tensor = type_as_shaped(operands[0]->type);
    ValueVec extents = {0};
    for (uint64_t i = 0; i < tensor->rank; i++) {
      Value *number = build_index(b, tensor->dims[i] == DYNAMIC ? (int64_t)i : tensor->dims[i]);
      vec_push(c->arena, &extents, tensor->dims[i] == DYNAMIC ? build_dim(b, operands[0], number) : number);
    }
    OpState *state = builder_begin(b, OP_TENSOR_FROM_ELEMENTS);
    op_state_add_operands(state, extents.data, extents.count);
    op_state_add_type(state, extent_tensor(c->ctx, (int64_t)tensor->rank));
    Value *made = builder_finish_value(b);
    return convert_replace1(c, op, build1(b, OP_TENSOR_CAST, type, made));
  }
  if (!type_is_tensor(operands[0]->type)) return false;
  Builder inside;
  Value *rank = build1(b, OP_TENSOR_RANK, c->ctx->types.index, operands[0]);
  OpState *state = builder_begin(b, OP_TENSOR_GENERATE);
  op_state_add_operand(state, rank);
  op_state_add_type(state, extent_tensor(c->ctx, DYNAMIC));
  op_state_add_region(state);
  Operation *generate = builder_finish_typed(b);
  Block *body = begin_block(c, op_region(generate, 0), &inside, op->loc);
  Value *at = block_add_arg(c->module, body, c->ctx->types.index, op->loc);
  yield(&inside, OP_TENSOR_YIELD, build_dim(&inside, operands[0], at));
  return convert_replace1(c, op, op_result(generate, 0));
}

static bool convert_to_extent_tensor(Conversion *c, Operation *op, Value *const *operands) {
  if (type_kind(operands[0]->type) != TYPE_TENSOR) return convert_no_match(c, op, "its operand is no tensor");
  return convert_replace1(c, op, build1(&c->b, OP_TENSOR_CAST, op_result_type(op, 0), operands[0]));
}

static Value *build_part(Builder *b, Value *shape, Value *offset, Value *size, Value *stride, Arena *arena) {
  OpFoldResult offsets[] = {{.value = offset}}, sizes[] = {{.value = size}}, strides[] = {{.value = stride}};
  OffsetsSizesStrides slice = {.offsets = {offsets, 1}, .sizes = {sizes, 1}, .strides = {strides, 1}};
  return build_slice(b, OP_TENSOR_EXTRACT_SLICE, extent_tensor(b->ctx, DYNAMIC), shape, &slice, arena);
}

static bool convert_split_at(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  if (has_shape(op)) return false;
  Value *zero = build_index(b, 0), *rank = build_dim(b, operands[0], zero);
  Value *from_behind = build_binary(b, OP_ARITH_ADDI, operands[1], rank);
  Value *is_negative = build_cmpi(b, ARITH_CMP_I_PREDICATE_SLT, operands[1], zero);
  Value *at = build_select(b, is_negative, from_behind, operands[1]), *one = build_index(b, 1);
  Value *head = build_part(b, operands[0], zero, at, one, c->arena);
  Value *size = build_binary(b, OP_ARITH_SUBI, rank, at);
  Value *tail = build_part(b, operands[0], at, size, one, c->arena);
  return convert_replace(c, op, (Value *const[]){head, tail}, 2);
}

// --- Broadcasting

// The ranks of the shapes, the greatest of them, and what each lacks of it.
typedef struct Ranks {
  Value *const *shapes;
  uint32_t count;
  Value *most, **missing;
} Ranks;

static bool compare_ranks(Conversion *c, Ranks *self, Value *zero) {
  Builder *b = &c->b;
  Value **ranks = arena_new(c->arena, Value *, self->count);
  self->missing = arena_new(c->arena, Value *, self->count);
  if (!self->count || !ranks || !self->missing) return false;
  for (uint32_t i = 0; i < self->count; i++) ranks[i] = build_dim(b, self->shapes[i], zero);
  self->most = ranks[0];
  for (uint32_t i = 1; i < self->count; i++) self->most = build_binary(b, OP_ARITH_MAXUI, ranks[i], self->most);
  for (uint32_t i = 0; i < self->count; i++) self->missing[i] = build_binary(b, OP_ARITH_SUBI, self->most, ranks[i]);
  return true;
}

// The extent of shape `i` at the place `at` of the greatest rank.
static Value *extent_at(Builder *b, const Ranks *ranks, uint32_t i, Value *at) { return build_extent(b, ranks->shapes[i], build_binary(b, OP_ARITH_SUBI, at, ranks->missing[i])); }

static Value *broadcast_extent(Conversion *c, Builder *b, const Ranks *ranks, Value *at) {
  Value *one = build_index(b, 1), *result = one;
  for (uint32_t i = 0; i < ranks->count; i++) {
    Builder inside;
    Value *outside = build_cmpi(b, ARITH_CMP_I_PREDICATE_ULT, at, ranks->missing[i]);
    Operation *choice = build_if(b, outside, c->ctx->types.index);
    begin_block(c, op_region(choice, 0), &inside, b->loc);
    yield(&inside, OP_SCF_YIELD, result);
    begin_block(c, op_region(choice, 1), &inside, b->loc);
    Value *extent = extent_at(&inside, ranks, i, at), *is_one = equal(&inside, extent, one);
    yield(&inside, OP_SCF_YIELD, build_select(&inside, is_one, result, extent));
    result = op_result(choice, 0);
  }
  return result;
}

static bool convert_broadcast(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b, inside;
  Ranks ranks = {.shapes = operands, .count = op->operand_count};
  T type = op_result_type(op, 0), made = extent_tensor(c->ctx, DYNAMIC);
  if (has_shape(op) || !op->operand_count) return false;
  Value *zero = build_index(b, 0);
  if (!compare_ranks(c, &ranks, zero)) return false;
  OpState *state = builder_begin(b, OP_TENSOR_GENERATE);
  op_state_add_operand(state, ranks.most);
  op_state_add_type(state, made);
  op_state_add_region(state);
  Operation *generate = builder_finish_typed(b);
  Block *body = begin_block(c, op_region(generate, 0), &inside, op->loc);
  Value *at = block_add_arg(c->module, body, c->ctx->types.index, op->loc);
  yield(&inside, OP_TENSOR_YIELD, broadcast_extent(c, &inside, &ranks, at));
  Value *result = op_result(generate, 0);
  return convert_replace1(c, op, type == made ? result : build1(b, OP_TENSOR_CAST, type, result));
}

static bool convert_is_broadcastable(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b, inside, part;
  Ranks ranks = {.shapes = operands, .count = op->operand_count};
  T bit = op_result_type(op, 0);
  if (has_shape(op) || !op->operand_count) return false;
  Value *zero = build_index(b, 0), *one = build_index(b, 1);
  if (!compare_ranks(c, &ranks, zero)) return false;
  Value *yes = build_bool(b, true);
  Operation *loop = build_for(c, b, (Value *const[]){zero, ranks.most, one}, &yes, 1, &inside);
  Value *at = op_region(loop, 0)->first->args[0], *result = op_region(loop, 0)->first->args[1];
  Value *common = broadcast_extent(c, &inside, &ranks, at);
  for (uint32_t i = 0; i < ranks.count; i++) {
    Value *outside = build_cmpi(&inside, ARITH_CMP_I_PREDICATE_ULT, at, ranks.missing[i]);
    Operation *choice = build_if(&inside, outside, bit);
    begin_block(c, op_region(choice, 0), &part, op->loc);
    yield(&part, OP_SCF_YIELD, result);
    begin_block(c, op_region(choice, 1), &part, op->loc);
    Value *extent = extent_at(&part, &ranks, i, at), *is_one = equal(&part, extent, one), *is_common = equal(&part, extent, common);
    Value *fits = build_binary(&part, OP_ARITH_ORI, is_one, is_common);
    yield(&part, OP_SCF_YIELD, build_binary(&part, OP_ARITH_ANDI, result, fits));
    result = op_result(choice, 0);
  }
  yield(&inside, OP_SCF_YIELD, result);
  return convert_replace1(c, op, op_result(loop, 0));
}

static bool convert_shape_eq(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b, branch, inside;
  Value *result = NULL;
  T bit = op_result_type(op, 0);
  if (has_shape(op)) return false;
  if (op->operand_count <= 1) return convert_replace1(c, op, build_bool(b, true));
  Value *zero = build_index(b, 0), *rank = build_dim(b, operands[0], zero);
  for (uint32_t i = 1; i < op->operand_count; i++) {
    Value *other = build_dim(b, operands[i], zero);
    Operation *choice = build_if(b, equal(b, rank, other), bit);
    begin_block(c, op_region(choice, 0), &branch, op->loc);
    Value *one = build_index(&branch, 1), *yes = build_bool(&branch, true);
    Operation *loop = build_for(c, &branch, (Value *const[]){zero, rank, one}, &yes, 1, &inside);
    Block *body = op_region(loop, 0)->first;
    Value *x = build_extent(&inside, operands[0], body->args[0]), *y = build_extent(&inside, operands[i], body->args[0]);
    Value *same = equal(&inside, x, y);
    yield(&inside, OP_SCF_YIELD, build_binary(&inside, OP_ARITH_ANDI, body->args[1], same));
    yield(&branch, OP_SCF_YIELD, op_result(loop, 0));
    begin_block(c, op_region(choice, 1), &branch, op->loc);
    yield(&branch, OP_SCF_YIELD, build_bool(&branch, false));
    result = result ? build_binary(b, OP_ARITH_ANDI, result, op_result(choice, 0)) : op_result(choice, 0);
  }
  return convert_replace1(c, op, result);
}

static bool convert_reduce(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b, inside;
  if (is_shape(op_operand_type(op, 0))) return false;
  Value *zero = build_index(b, 0), *one = build_index(b, 1), *rank = build_dim(b, operands[0], zero);
  uint32_t count = op->operand_count - 1;
  Operation *loop = build_for(c, b, (Value *const[]){zero, rank, one}, operands + 1, count, &inside);
  Block *body = op_region(loop, 0)->first, *old = op->regions[0].first;
  Map map;
  map_init(&map, c->arena);
  map_set(&map, old->args[0], body->args[0]);
  map_set(&map, old->args[1], build_extent(&inside, operands[0], body->args[0]));
  for (uint32_t i = 0; i < count; i++) map_set(&map, old->args[i + 2], body->args[i + 1]);
  block_each_op(old, each) {
    if (each == old->last) break;
    builder_insert(&inside, op_clone(c->module, each, &map));
  }
  ValueVec yielded = {0};
  for (uint32_t i = 0; i < old->last->operand_count; i++) {
    Value *value = op_operand(old->last, i), *mapped = map_get(&map, value);
    vec_push(c->arena, &yielded, mapped ? mapped : value);
  }
  OpState *state = builder_begin(&inside, OP_SCF_YIELD);
  op_state_add_operands(state, yielded.data, yielded.count);
  builder_finish(&inside);
  ValueVec results = {0};
  for (uint32_t i = 0; i < loop->result_count; i++) vec_push(c->arena, &results, op_result(loop, i));
  return convert_replace(c, op, results.data, results.count);
}

// --- Constraints

static const char *const required[] = {"required broadcastable shapes", "required equal shapes"};

static bool convert_constraint(Conversion *c, Operation *op, Value *const *operands) {
  OpState *state = builder_begin(&c->b, c->pattern->target);
  op_state_add_operands(state, operands, op->operand_count);
  op_state_add_type(state, type_integer(c->ctx, 1, SIGNLESS));
  Value *holds = builder_finish_value(&c->b);
  state = builder_begin(&c->b, OP_SHAPE_CSTR_REQUIRE);
  op_state_add_operand(state, holds);
  op_state_set_prop(state, SHAPE_CSTR_REQUIRE_MSG, attr_string(c->ctx, str_from(*(const char *const *)c->pattern->data)));
  op_state_add_type(state, op_result_type(op, 0));
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

#define TO_STD "$root on extents"
static const Pattern patterns[] = {
  {.root = OP_SHAPE_CSTR_BROADCASTABLE, .rewrite = convert_constraint, .name = "$root is required", .data = &required[0], .target = OP_SHAPE_IS_BROADCASTABLE},
  {.root = OP_SHAPE_CSTR_EQ, .rewrite = convert_constraint, .name = "$root is required", .data = &required[1], .target = OP_SHAPE_SHAPE_EQ},
  {.root = OP_SHAPE_ANY, .rewrite = convert_any, .name = TO_STD},
  {.root = OP_SHAPE_ADD, .rewrite = convert_binary, .name = TO_STD, .target = OP_ARITH_ADDI},
  {.root = OP_SHAPE_MUL, .rewrite = convert_binary, .name = TO_STD, .target = OP_ARITH_MULI},
  {.root = OP_SHAPE_BROADCAST, .rewrite = convert_broadcast, .name = TO_STD},
  {.root = OP_SHAPE_CONST_SHAPE, .rewrite = convert_const_shape, .name = TO_STD},
  {.root = OP_SHAPE_CONST_SIZE, .rewrite = convert_const_size, .name = TO_STD},
  {.root = OP_SHAPE_DIM, .rewrite = convert_dim, .name = TO_STD},
  {.root = OP_SHAPE_IS_BROADCASTABLE, .rewrite = convert_is_broadcastable, .name = TO_STD},
  {.root = OP_SHAPE_GET_EXTENT, .rewrite = convert_get_extent, .name = TO_STD},
  {.root = OP_SHAPE_RANK, .rewrite = convert_rank, .name = TO_STD},
  {.root = OP_SHAPE_REDUCE, .rewrite = convert_reduce, .name = TO_STD},
  {.root = OP_SHAPE_SHAPE_EQ, .rewrite = convert_shape_eq, .name = TO_STD},
  {.root = OP_SHAPE_SHAPE_OF, .rewrite = convert_shape_of, .name = TO_STD},
  {.root = OP_SHAPE_SPLIT_AT, .rewrite = convert_split_at, .name = TO_STD},
  {.root = OP_SHAPE_TO_EXTENT_TENSOR, .rewrite = convert_to_extent_tensor, .name = TO_STD},
};

static Legality legality(Conversion *c, Operation *op) {
  bool legal = op_is_of(c->ctx, op, &arith_dialect) || op_is_of(c->ctx, op, &scf_dialect) || op_is_of(c->ctx, op, &tensor_dialect) || op_is(op, OP_SHAPE_CSTR_REQUIRE) ||
               op_is(op, OP_FUNC_FUNC) || op_is(op, OP_BUILTIN_MODULE);
  return legal ? LEGAL : UNKNOWN_LEGALITY;
}

static bool run(PassRun *pass, Operation *op) { return conversion_run_table(pass, op, legality, patterns); }

const PassDef shape_to_std_pass = {
  .name = "convert-shape-to-std", .class_name = "ConvertShapeToStandardPass", .anchor = OP_BUILTIN_MODULE,
  .summary = "Convert operations from the shape dialect into the standard dialect", .works_on = "shape", .makes = "arith scf tensor", .run = run,
};
