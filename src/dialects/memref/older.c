// Upgrades of older operations of memref, and of std before it, to today's.
#include "ops/bufferization.h"
#include "ops/memref.h"

#include "dialects/common/build.h"
#include "dialects/common/older.h"
#include "dialects/memref/hooks.h"
#include "ir/op.h"

bool upgrade_memref_dim(Module *module, Operation *op) { return upgrade_dim(module, op, OP_MEMREF_DIM, MEMREF_DIM_UNTIL_10_INDEX); }

// A view with the given strides, if all of them are numbers; NULL otherwise.
static Value *with_strides(Builder *b, const ShapedType *type, Value *view, const Operation *op, Span sizes) {
  OpState *state = builder_begin(b, OP_MEMREF_REINTERPRET_CAST);
  uint32_t rank = (uint32_t)type->rank;
  int64_t offset = 0, *strides = arena_new(state->arena, int64_t, rank + 1);
  if (!strides || !memref_strides_and_offset(b->ctx, &type->base, strides, &offset) || offset == DYNAMIC) return NULL;
  for (uint32_t i = 0; i < rank; i++)
    if (strides[i] == DYNAMIC) return NULL;
  int32_t counts[] = {1, 0, (int32_t)span_size(sizes), 0};
  op_state_add_operand(state, view);
  for (uint32_t i = sizes.begin; i < sizes.end; i++) op_state_add_operand(state, op_operand(op, i));
  op_state_operand_segments(state, counts, countof(counts));
  op_state_set_prop(state, MEMREF_REINTERPRET_CAST_STATIC_OFFSETS, attr_i64_array(b->ctx, &offset, 1));
  op_state_set_prop(state, MEMREF_REINTERPRET_CAST_STATIC_SIZES, attr_i64_array(b->ctx, type->dims, rank));
  op_state_set_prop(state, MEMREF_REINTERPRET_CAST_STATIC_STRIDES, attr_i64_array(b->ctx, strides, rank));
  T result = type_memref(b->ctx, type->dims, rank, type->element, attr_strided(b->ctx, offset, strides, rank), type->extra);
  op_state_add_types(state, &result, 1);
  return builder_finish_value(b);
}

// Cast the value to the type that the older operation had.
static Value *as_before(Builder *b, const Operation *op, Value *value) {
  T type = op_result_type(op, 0);
  return value->type == type ? value : build1(b, OP_MEMREF_CAST, type, value);
}

// The shift could be left out, and the type had a layout.
bool upgrade_memref_view(Module *module, Operation *op) {
  Builder b = upgrade_begin(module, op);
  Span shift = op_operands_named(op, "byte_shift"), sizes = op_operands_named(op, "sizes");
  Value *offset = span_size(shift) ? op_operand(op, shift.begin) : build_index(&b, 0);
  const ShapedType *type = (const ShapedType *)op_result_type(op, 0);
  OpState *state = builder_begin(&b, OP_MEMREF_VIEW);
  op_state_add_operand2(state, op_operand(op, 0), offset);
  for (uint32_t i = sizes.begin; i < sizes.end; i++) op_state_add_operand(state, op_operand(op, i));
  T plain = type_memref(b.ctx, type->dims, (uint32_t)type->rank, type->element, NULL, type->extra);
  op_state_add_types(state, &plain, 1);
  upgrade_keep_attrs(state, op);
  Value *made = builder_finish_value(&b);
  Value *strided = type->layout ? with_strides(&b, type, made, op, sizes) : NULL;
  return upgrade_replace(op, as_before(&b, op, strided ? strided : made));
}

typedef struct Layout {
  int64_t offset, *strides;
} Layout;

static bool layout_of(Context *ctx, Arena *arena, T type, Layout *out) {
  out->strides = arena_new(arena, int64_t, ((const ShapedType *)type)->rank + 1);
  return out->strides && memref_strides_and_offset(ctx, type, out->strides, &out->offset);
}

// Offsets that are not given and follow from the layouts of the types, the outermost first.
static void offsets_between(const Layout *from, const Layout *to, uint32_t rank, int64_t *out) {
  bool known = from->offset != DYNAMIC && to->offset != DYNAMIC && to->offset >= from->offset;
  int64_t rest = known ? to->offset - from->offset : 0;
  for (uint32_t i = 0; i < rank; i++) {
    bool divides = from->strides[i] != DYNAMIC && from->strides[i] > 0;
    out[i] = divides ? rest / from->strides[i] : 0;
    rest -= divides ? out[i] * from->strides[i] : 0;
  }
}

static bool add_list(OpState *state, const Operation *op, Span given, uint32_t rank, int64_t *integers) {
  uint32_t count = span_size(given);
  if (count && count != rank) return false;
  for (uint32_t i = 0; i < count; i++) {
    op_state_add_operand(state, op_operand(op, given.begin + i));
    integers[i] = DYNAMIC;
  }
  return true;
}

// Each list consisted of operands, or was empty, and then the types gave the numbers.
bool upgrade_memref_subview(Module *module, Operation *op) {
  Builder b = upgrade_begin(module, op);
  Context *ctx = b.ctx;
  T type = op_result_type(op, 0), source = op_operand_type(op, 0);
  const ShapedType *from = (const ShapedType *)source, *to = (const ShapedType *)type;
  uint32_t rank = (uint32_t)from->rank;
  OpState *state = builder_begin(&b, OP_MEMREF_SUBVIEW);
  Arena *arena = state->arena;
  int64_t *offsets = arena_new(arena, int64_t, rank + 1), *sizes = arena_new(arena, int64_t, rank + 1), *strides = arena_new(arena, int64_t, rank + 1);
  Layout had, has;
  if (!offsets || !sizes || !strides || to->rank != rank || !layout_of(ctx, arena, source, &had) || !layout_of(ctx, arena, type, &has)) goto fail;
  offsets_between(&had, &has, rank, offsets);
  for (uint32_t i = 0; i < rank; i++) {
    sizes[i] = to->dims[i];
    bool known = had.strides[i] != DYNAMIC && has.strides[i] != DYNAMIC && had.strides[i];
    strides[i] = known ? has.strides[i] / had.strides[i] : 1;
  }
  op_state_add_operand(state, op_operand(op, 0));
  Span groups[] = {op_operands_named(op, "offsets"), op_operands_named(op, "sizes"), op_operands_named(op, "strides")};
  int64_t *integers[] = {offsets, sizes, strides};
  int32_t counts[] = {1, 0, 0, 0};
  static const uint8_t slots[] = {MEMREF_SUBVIEW_STATIC_OFFSETS, MEMREF_SUBVIEW_STATIC_SIZES, MEMREF_SUBVIEW_STATIC_STRIDES};
  for (uint32_t k = 0; k < 3; k++) {
    if (!add_list(state, op, groups[k], rank, integers[k])) goto fail;
    counts[k + 1] = (int32_t)span_size(groups[k]);
    op_state_set_prop(state, slots[k], attr_i64_array(ctx, integers[k], rank));
  }
  op_state_operand_segments(state, counts, countof(counts));
  T made = memref_subview_type(ctx, arena, from, offsets, sizes, strides);
  Layout gives;
  if (!made || !layout_of(ctx, arena, made, &gives)) goto fail;
  bool same = gives.offset == has.offset && !memcmp(gives.strides, has.strides, rank * sizeof *gives.strides) &&
              !memcmp(sizes, to->dims, rank * sizeof *sizes);
  op_state_add_types(state, same ? &type : &made, 1);
  upgrade_keep_attrs(state, op);
  return upgrade_replace(op, as_before(&b, op, builder_finish_value(&b)));
fail:
  op_error(module, op, "cannot be brought up to date: what is not given does not follow from the types");
  return false;
}

static bool replace_by_one(Module *module, Operation *op, uint32_t opcode) {
  Builder b = upgrade_begin(module, op);
  OpState *state = builder_begin(&b, opcode);
  op_state_add_operand(state, op_operand(op, 0));
  op_state_take_types(state, op);
  upgrade_finish(&b, state, op);
  return true;
}

bool upgrade_memref_tensor_load(Module *module, Operation *op) { return replace_by_one(module, op, OP_BUFFERIZATION_TO_TENSOR); }
bool upgrade_memref_buffer_cast(Module *module, Operation *op) { return replace_by_one(module, op, OP_BUFFERIZATION_TO_BUFFER); }
bool upgrade_memref_clone(Module *module, Operation *op) { return replace_by_one(module, op, OP_BUFFERIZATION_CLONE); }

bool upgrade_memref_tensor_store(Module *module, Operation *op) {
  Builder b = upgrade_begin(module, op);
  OpState *state = builder_begin(&b, OP_BUFFERIZATION_MATERIALIZE_IN_DESTINATION);
  op_state_add_operand2(state, op_operand(op, 0), op_operand(op, 1));
  op_state_set_prop(state, BUFFERIZATION_MATERIALIZE_IN_DESTINATION_WRITABLE, attr_unit(b.ctx));
  upgrade_keep_attrs(state, op);
  builder_finish_typed(&b);
  op_erase(op);
  return true;
}

bool upgrade_memref_expand_shape(Module *module, Operation *op) {
  return upgrade_expand_shape(module, op, OP_MEMREF_EXPAND_SHAPE, OP_MEMREF_DIM);
}
