// Padding the operands of structured operations (after mlir/lib/Dialect/Linalg/Transforms/Padding.cpp).
#include "passes/linalg/pad.h"

#include "dialects/affine/apply.h"
#include "dialects/common/build.h"
#include "dialects/linalg/build.h"
#include "dialects/linalg/hooks.h"
#include "dialects/ub/attrs.h"
#include "ir/constants.h"
#include "ir/type.h"
#include "ops/arith.h"
#include "ops/bufferization.h"
#include "ops/complex.h"
#include "ops/linalg.h"
#include "ops/tensor.h"
#include "ops/ub.h"
#include "passes/linalg/size_bounds.h"

typedef struct Padding {
  Tiling t;
  Builder b;
  Arena *arena;
  Operation *op;
  const PadOptions *options;
} Padding;

// ---------------------------------------------------------------------------------------------
// Sizes

static bool round_up(int64_t size, int64_t multiple, int64_t *out) {
  return !__builtin_add_overflow(size, multiple - 1, out) && !__builtin_mul_overflow(*out / multiple, multiple, out);
}

// The sizes that an operand is padded to, and whether it has them already. False: one is not bounded.
static bool padded_shape(const Padding *p, uint32_t operand, int64_t *shape, bool *is_there) {
  const AffineMap *map = p->t.maps.data[operand];
  Value *value = op_operand(p->op, operand);
  const ShapedType *type = type_as_shaped(value->type);
  *is_there = true;
  for (uint32_t i = 0; type && i < type->rank; i++) {
    int64_t multiple = 0;
    shape[i] = type->dims[i];
    for (uint32_t k = 0; k < p->options->loop_count; k++) {
      int64_t loop = p->options->loops[k];
      if (loop < 0 || loop > UINT32_MAX || !affine_uses_dim(map->results[i], (uint32_t)loop)) continue;
      multiple = p->options->multiples[k];
      if (multiple < 1) return false;
      if (type->dims[i] == DYNAMIC || type->dims[i] % multiple != 0) *is_there = false;
    }
    int64_t bound;
    if (multiple && (!greatest_size(p->arena, value, i, &bound) || !round_up(bound, multiple, &shape[i]))) return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Operands

static Value *build_value(Builder *b, A value, T element) {
  if (attr_is(value, &ub_poison_attr)) {
    op_state_add_type(builder_begin(b, OP_UB_POISON), element);
    return builder_finish_value(b);
  }
  if (type_kind(element) != TYPE_COMPLEX) return build_constant(b, value);
  OpState *state = builder_begin(b, OP_COMPLEX_CONSTANT);
  op_state_set_prop(state, COMPLEX_CONSTANT_VALUE, value);
  op_state_add_type(state, element);
  return builder_finish_value(b);
}

// The value that a slice is of, or the init it was computed into, and so on: a pad at the beginning of such a chain.
static Operation *pad_behind(const Operation *slice) {
  Value *value = op_operand(slice, 0);
  for (Operation *def = value_def(value); def && ask_linalg_op(def->def); def = value_def(value))
    value = op_operand(def, structured_inits(def).begin + value->index);
  return op_is(value_def(value), OP_TENSOR_PAD) ? value_def(value) : NULL;
}

static bool same_lists(OpFoldResultList a, OpFoldResultList b) {
  if (a.count != b.count) return false;
  for (uint32_t i = 0; i < a.count; i++)
    if (!ofr_equal(ofr_fold(a.items[i]), ofr_fold(b.items[i]))) return false;
  return true;
}

// What the slice is of, when that is the slice padded in this way: nothing of it was written to in between but by structured operations.
static Value *padded_before(const Padding *p, const Operation *slice, T type, A value) {
  const Operation *pad = pad_behind(slice), *of;
  if (!pad || op_operand_type(slice, 0) != type) return NULL;
  OpFoldResultList low = ofr_list(pad, "static_low", "low", p->arena);
  for (uint32_t i = 0; i < low.count; i++)
    if (!ofr_is(ofr_fold(low.items[i]), 0)) return NULL;
  of = value_def(op_operand(pad, 0));
  if (!op_is(of, OP_TENSOR_EXTRACT_SLICE)) return NULL;
  if (!same_lists(offsets_sizes_strides(slice, p->arena).sizes, offsets_sizes_strides(of, p->arena).sizes)) return NULL;
  const Block *body = op_region(pad, 0)->first;
  const Operation *constant = value_def(op_operand(body->last, 0));
  return op_is(constant, OP_ARITH_CONSTANT) && op_prop_at(constant, ARITH_CONSTANT_VALUE) == value ? op_operand(slice, 0) : NULL;
}

static OpFoldResult size_of(Padding *p, Value *tensor, uint32_t dim) {
  const ShapedType *type = type_as_shaped(tensor->type);
  if (type->dims[dim] != DYNAMIC) return OFR_NUMBER(type->dims[dim]);
  Value *size = build_dim(&p->b, tensor, build_index(&p->b, dim));
  return (OpFoldResult){.value = build_or_fold(&p->b, size, p->arena)};
}

// As large as `type`; what that leaves open stays.
static Value *build_pad(Padding *p, Value *source, T type, Value *value, bool nofold) {
  Builder *b = &p->b;
  Context *ctx = b->ctx;
  const ShapedType *to = type_as_shaped(type);
  uint32_t rank = (uint32_t)to->rank;
  OpFoldResultList low = {arena_new(p->arena, OpFoldResult, rank + 1), rank}, high = {arena_new(p->arena, OpFoldResult, rank + 1), rank};
  OpFoldResult *open = arena_new(p->arena, OpFoldResult, rank + 1);
  for (uint32_t i = 0; type != source->type && i < rank; i++)
    if (to->dims[i] == DYNAMIC) open[i] = size_of(p, source, i);
  for (uint32_t i = 0; type != source->type && i < rank; i++) {
    bool is_open = to->dims[i] == DYNAMIC;
    const OpFoldResult sizes[] = {is_open ? open[i] : size_of(p, source, i), is_open ? size_of(p, source, i) : OFR_NUMBER(0)};
    E size = affine_dim(ctx, is_open), rest = affine_sub(ctx, is_open ? affine_dim(ctx, 0) : affine_const(ctx, to->dims[i]), size);
    high.items[i] = compose_apply(b, affine_map(ctx, is_open ? 2 : 1, 0, &rest, 1), sizes, p->arena);
  }
  OpState *state = builder_begin(b, OP_TENSOR_PAD);
  op_state_add_operand(state, source);
  op_state_add_type(state, type);
  if (nofold) op_state_set_prop(state, TENSOR_PAD_NOFOLD, ctx->attrs.unit);
  int32_t lows = ofr_push(state, "static_low", low, p->arena), highs = ofr_push(state, "static_high", high, p->arena);
  op_state_operand_segments(state, (const int32_t[]){1, lows, highs}, 3);
  Block *block = block_new(b->module);
  block_append(op_state_add_region(state), block);
  for (uint32_t i = 0; i < rank; i++) block_add_arg(b->module, block, ctx->types.index, b->loc);
  Value *padded = builder_finish_value(b);
  Builder inside = *b;
  builder_at_end(&inside, block);
  inside.loc = b->loc;
  op_state_add_operand(builder_begin(&inside, OP_TENSOR_YIELD), value);
  builder_finish(&inside);
  return padded;
}

static Value *pad_operand(Padding *p, uint32_t operand, const int64_t *shape, Padded *out) {
  Value *source = op_operand(p->op, operand);
  const ShapedType *type = type_as_shaped(source->type);
  A attr = p->options->values[operand];
  Value *value = build_value(&p->b, attr, type_element(source->type));
  T padded = type_tensor(p->b.ctx, shape, type ? (uint32_t)type->rank : 0, type_element(source->type), NULL);
  const Operation *def = value_def(source);
  Value *made = op_is(def, OP_TENSOR_EXTRACT_SLICE) ? padded_before(p, def, padded, attr) : NULL;
  if (made) return made;
  made = build_pad(p, source, padded, value, operand < p->options->nofold_count && p->options->nofold[operand]);
  vec_push(p->arena, &out->pads, value_def(made));
  return made;
}

// ---------------------------------------------------------------------------------------------
// Results

static Value *copy_back(Padding *p, Value *part, Value *init) {
  if (p->options->copy == COPY_BACK_NONE) return part;
  if (p->options->copy == COPY_BACK_LINALG) return op_result(build_named_op(&p->b, OP_LINALG_COPY, (Value *const[]){part, init}, 1), 0);
  OpState *state = builder_begin(&p->b, OP_BUFFERIZATION_MATERIALIZE_IN_DESTINATION);
  op_state_add_operand2(state, part, init);
  op_state_add_type(state, init->type);
  return builder_finish_value(&p->b);
}

static Value *build_part(Padding *p, Value *result, OpFoldResultList sizes) {
  uint32_t rank = sizes.count;
  const ShapedType *type = type_as_shaped(result->type);
  OffsetsSizesStrides slice = {{arena_new(p->arena, OpFoldResult, rank + 1), rank}, sizes, {arena_new(p->arena, OpFoldResult, rank + 1), rank}};
  for (uint32_t i = 0; i < rank; i++) slice.strides.items[i] = OFR_NUMBER(1);
  for (uint32_t i = 0; i < rank; i++) slice.sizes.items[i] = ofr_fold(slice.sizes.items[i]);
  T part = type_tensor(p->b.ctx, ofr_numbers(sizes, p->arena), rank, type->element, NULL);
  return build_slice(&p->b, OP_TENSOR_EXTRACT_SLICE, part, result, &slice, p->arena);
}

static bool is_on_tensors(const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_is_memref(op_operand_type(op, i))) return false;
  return op->result_count != 0;
}

bool pad_structured(Module *module, Arena *arena, Operation *op, const PadOptions *options, Padded *out) {
  Padding p = {.arena = arena, .op = op, .options = options};
  Span inits = structured_inits(op);
  *out = (Padded){0};
  if (!is_on_tensors(op) || !tiling_of(&p.t, module, arena, op)) return false;
  int64_t **shapes = arena_new(arena, int64_t *, op->operand_count + 1);
  Value **operands = arena_new(arena, Value *, op->operand_count + 1);
  OpFoldResultList *sizes = arena_new(arena, OpFoldResultList, op->result_count + 1);
  if (!shapes || !operands || !sizes) return false;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    bool is_there;
    shapes[i] = arena_new(arena, int64_t, p.t.maps.data[i]->result_count + 1);
    if (!shapes[i] || !padded_shape(&p, i, shapes[i], &is_there)) return false;
    bool nofold = i < options->nofold_count && options->nofold[i];
    if (!nofold && is_there) shapes[i] = NULL;
    else if (i >= options->value_count || !options->values[i]) return false;
  }
  builder_init(&p.b, module);
  builder_after(&p.b, op);
  p.b.loc = op->loc;
  for (uint32_t i = 0; i < op->operand_count; i++) operands[i] = shapes[i] ? pad_operand(&p, i, shapes[i], out) : op_operand(op, i);
  if (!linalg_result_sizes(&p.b, op, &p.t.maps, sizes, arena)) return false;
  Operation *made = op_clone(module, op, NULL);
  for (uint32_t i = 0; i < op->operand_count; i++) op_set_operand(made, i, operands[i]);
  for (uint32_t i = 0; i < op->result_count; i++) op_result(made, i)->type = operands[inits.begin + i]->type;
  op_touched(made);
  out->op = builder_insert(&p.b, made);
  for (uint32_t i = 0; i < op->result_count; i++) vec_push(arena, &out->results, build_part(&p, op_result(made, i), sizes[i]));
  for (uint32_t i = 0; i < op->result_count; i++) out->results.data[i] = copy_back(&p, out->results.data[i], op_operand(op, inits.begin + i));
  for (uint32_t i = 0; i < op->result_count; i++) value_replace_all(op_result(op, i), out->results.data[i]);
  op_erase(op);
  return true;
}
