// convert-tensor-to-linalg: padding as a fill with a slice put into it
// (after mlir/lib/Conversion/TensorToLinalg/TensorToLinalg.cpp and DecomposePadOpPattern).
#include "ops/arith.h"
#include "ops/linalg.h"
#include "ops/tensor.h"

#include "dialects/common/build.h"
#include "dialects/common/op_fold_result.h"
#include "analysis/structured.h"
#include "dialects/linalg/build.h"
#include "dialects/tensor/hooks.h"
#include "ir/type.h"
#include "rewrite/conversion.h"

static OpFoldResult size_of(Builder *b, Value *source, uint32_t dim, Arena *arena) {
  const ShapedType *type = type_as_shaped(source->type);
  if (type->dims[dim] != DYNAMIC) return OFR_NUMBER(type->dims[dim]);
  Value *index = ofr_to_value(b, OFR_NUMBER(dim));
  const Operation *cast = value_def(source);
  if (op_is(cast, OP_TENSOR_CAST) && tensor_cast_loses_nothing(cast)) source = op_operand(cast, 0);   // as the size folds
  type = type_as_shaped(source->type);
  if (type->dims[dim] != DYNAMIC) return (OpFoldResult){.value = ofr_to_value(b, OFR_NUMBER(type->dims[dim]))};
  return (OpFoldResult){.value = build_or_fold(b, build_dim(b, source, index), arena)};
}

static Value *add(Builder *b, Value *x, OpFoldResult y, Arena *arena) {
  Value *value = ofr_to_value(b, y);
  return ofr_is(y, 0) ? x : build_or_fold(b, build2(b, OP_ARITH_ADDI, b->ctx->types.index, x, value), arena);
}

// The value of all added elements; NULL: it depends on where they are.
static Value *padding_value(const Operation *pad) {
  Block *block = op_region(pad, 0)->first;
  Value *value = op_operand(block->last, 0);
  if (value_block(value) != block) return value;
  const Operation *def = value_def(value);
  return def && op_def_has(def->def, TRAIT_CONSTANT_LIKE) ? value : NULL;
}

static Value *build_padding(Conversion *c, Operation *pad, Value *empty, const ValueVec *sizes) {
  Builder *b = &c->b;
  T type = op_result_type(pad, 0);
  Value *value = padding_value(pad);
  if (!value) {
    OpState *state = builder_begin(b, OP_TENSOR_GENERATE);
    op_state_add_operands(state, sizes->data, sizes->count);
    op_state_add_type(state, type);
    Operation *copy = op_clone(c->module, pad, NULL);
    region_take_blocks(op_state_add_region(state), op_region(copy, 0), NULL);
    op_drop_all_references(copy);
    return builder_finish_value(b);
  }
  if (value_block(value) == op_region(pad, 0)->first) op_move_before(value_def(value), pad);
  OpState *state = builder_begin(b, OP_LINALG_FILL);
  op_state_add_operand2(state, value, empty);
  op_state_add_type(state, type);
  op_state_operand_segments(state, (const int32_t[]){1, 1}, 2);
  Block *body = block_new(c->module);
  block_append(op_state_add_region(state), body);
  Loc unknown = {.attr = c->ctx->attrs.unknown_loc};
  block_add_arg(c->module, body, type_element(type), unknown);
  block_add_arg(c->module, body, type_element(type), unknown);
  Value *filled = builder_finish_value(b);
  Builder inside;
  builder_init(&inside, c->module);
  builder_at_end(&inside, structured_body(value_def(filled)));
  inside.loc = unknown;
  build_linalg_yield(&inside, &structured_body(value_def(filled))->args[0], 1);
  return filled;
}

static bool decompose(Conversion *c, Operation *op, Value *const *operands) {
  Builder *b = &c->b;
  Value *source = operands[0];
  const ShapedType *type = type_as_shaped(op_result_type(op, 0));
  uint32_t rank = (uint32_t)type->rank;
  OpFoldResultList low = ofr_list(op, "static_low", "low", c->arena), high = ofr_list(op, "static_high", "high", c->arena);
  ValueVec sizes = {0};
  for (uint32_t i = 0; i < low.count && i < high.count; i++) {
    low.items[i] = ofr_fold(low.items[i]);
    high.items[i] = ofr_fold(high.items[i]);
  }
  for (uint32_t i = 0; i < rank; i++) {
    if (type->dims[i] != DYNAMIC) continue;
    Value *size = ofr_to_value(b, size_of(b, source, i, c->arena));
    size = add(b, size, low.items[i], c->arena);
    vec_push(c->arena, &sizes, add(b, size, high.items[i], c->arena));
  }
  Value *filled = build_padding(c, op, build_empty(b, op_result_type(op, 0), sizes.data, sizes.count), &sizes);
  OffsetsSizesStrides slice = {.offsets = low, .sizes = {arena_new(c->arena, OpFoldResult, rank + 1), rank}, .strides = {arena_new(c->arena, OpFoldResult, rank + 1), rank}};
  for (uint32_t i = 0; i < rank; i++) {
    slice.sizes.items[i] = size_of(b, source, i, c->arena);
    slice.strides.items[i] = OFR_NUMBER(1);
  }
  OpState *state = builder_begin(b, OP_TENSOR_INSERT_SLICE);
  op_state_add_operand2(state, source, filled);
  int32_t offsets = ofr_push(state, "static_offsets", slice.offsets, c->arena), lengths = ofr_push(state, "static_sizes", slice.sizes, c->arena);
  int32_t strides = ofr_push(state, "static_strides", slice.strides, c->arena);
  op_state_operand_segments(state, (const int32_t[]){1, 1, offsets, lengths, strides}, 5);
  op_state_add_type(state, op_result_type(op, 0));
  return convert_replace1(c, op, builder_finish_value(b));
}

static const Pattern patterns[] = {{.root = OP_TENSOR_PAD, .rewrite = decompose, .name = "tensor.pad as a fill and a slice"}};

static Legality legality(Conversion *c, Operation *op) {
  if (op_is(op, OP_TENSOR_PAD)) return ILLEGAL;
  return op_is_in(c->ctx, op, TENSOR, tensor) || op_is_in(c->ctx, op, ARITH, arith) || op_is_in(c->ctx, op, LINALG, linalg) ? LEGAL : UNKNOWN_LEGALITY;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  conversion_init(&c, pass, legality);
  conversion_add(&c, patterns, countof(patterns), NULL);
  return conversion_run(&c, op);
}

const PassDef tensor_to_linalg_pass = {
  .name = "convert-tensor-to-linalg", .class_name = "ConvertTensorToLinalgPass",
  .summary = "Convert some Tensor dialect ops to Linalg dialect", .works_on = "tensor", .makes = "linalg tensor arith", .run = run,
};
