// memref-expand and expand-realloc: operations of memref in terms of simpler ones
// (after mlir/lib/Dialect/MemRef/Transforms/{ExpandOps,ExpandRealloc}.cpp).
#include "ops/arith.h"
#include "ops/memref.h"
#include "ops/scf.h"
#include "dialects/common/build.h"
#include "dialects/common/op_fold_result.h"
#include "rewrite/conversion.h"

static const PassOption option_emit_deallocs = {"emit-deallocs", OPTION_BOOL, "true", NULL,
  "Emit deallocation operations for the original MemRef"};

static const ShapedType *shape_of(T memref) { return (const ShapedType *)memref; }

// ---------------------------------------------------------------------------------------------
// memref.reshape with a shape of known length

static bool expand_reshape(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Builder *b = &c->b;
  T type = op_result_type(op, 0);
  Value *shape = op_operand(op, 1);
  uint32_t rank = (uint32_t)shape_of(type)->rank;
  OffsetsSizesStrides slice = {{&OFR_NUMBER(0), 1}, {arena_new(c->arena, OpFoldResult, rank + 1), rank}, {arena_new(c->arena, OpFoldResult, rank + 1), rank}};
  OpFoldResult stride = OFR_NUMBER(1);
  for (uint32_t i = rank; i-- > 0;) {
    int64_t dim = shape_of(type)->dims[i];
    Value *size;
    if (dim == DYNAMIC) {
      size = build2(b, OP_MEMREF_LOAD, type_element(shape->type), shape, build_index(b, i));
      if (!type_is_index(size->type)) size = build1(b, OP_ARITH_INDEX_CAST, c->ctx->types.index, size);
      slice.sizes.items[i] = (OpFoldResult){.value = size};
    } else {
      size = build_index(b, dim);
      slice.sizes.items[i] = OFR_NUMBER(dim);
    }
    slice.strides.items[i] = stride;
    if (!i) break;
    if (stride.value || dim == DYNAMIC)
      stride.value = build_binary(b, OP_ARITH_MULI, ofr_to_value(b, stride), size);
    else
      stride.constant = (int64_t)((uint64_t)stride.constant * (uint64_t)dim);
  }
  return convert_replace1(c, op, build_slice(b, OP_MEMREF_REINTERPRET_CAST, type, op_operand(op, 0), &slice, c->arena));
}

static Legality expand_legality(Conversion *c, Operation *op) {
  if (op_is(op, OP_MEMREF_RESHAPE) && type_has_static_shape(op_operand_type(op, 1)) && type_has_rank(op_result_type(op, 0)))
    return ILLEGAL;
  return op_is_of(c->ctx, op, &arith_dialect) || op_is_of(c->ctx, op, &memref_dialect) ? LEGAL : UNKNOWN_LEGALITY;
}

static bool run_expand(PassRun *pass, Operation *op) {
  static const Pattern patterns[] = {
    {.root = OP_MEMREF_RESHAPE, .rewrite = expand_reshape, .name = "memref.reshape to memref.reinterpret_cast"}};
  return conversion_run_table(pass, op, expand_legality, patterns);
}

const PassDef memref_expand_pass = {
  .name = "memref-expand", .class_name = "ExpandOpsPass", .summary = "reshapes of known rank as reinterpret_cast",
  .works_on = "memref", .makes = "memref arith",
  .run = run_expand,
};

// ---------------------------------------------------------------------------------------------
// memref.realloc: another buffer when the old one is too small

static void yield(Builder *b, Value *value) {
  op_state_add_operand(builder_begin(b, OP_SCF_YIELD), value);
  builder_finish(b);
}

static Value *build_alloc(Builder *b, const Operation *realloc, OpFoldResult size) {
  OpState *state = builder_begin(b, OP_MEMREF_ALLOC);
  T type = op_result_type(realloc, 0);
  if (size.value) op_state_add_operand(state, size.value);
  op_state_add_type(state, type);
  op_state_set_prop(state, MEMREF_ALLOC_ALIGNMENT, op_prop_at(realloc, MEMREF_REALLOC_ALIGNMENT));
  op_state_operand_segments(state, (const int32_t[]){size.value != NULL, 0}, 2);
  return builder_finish_value(b);
}

static bool expand_realloc(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  Builder *b = &c->b;
  Value *source = op_operand(op, 0);
  T type = op_result_type(op, 0);
  const ShapedType *shape = shape_of(source->type);
  int64_t from = shape->dims[0], to = shape_of(type)->dims[0];
  OpFoldResult old_size = OFR_NUMBER(from), new_size = to == DYNAMIC ? (OpFoldResult){.value = op_operand(op, 1)} : OFR_NUMBER(to);
  if (from == DYNAMIC) old_size.value = build2(b, OP_MEMREF_DIM, c->ctx->types.index, source, build_index(b, 0));
  Value *old_value = ofr_to_value(b, old_size), *new_value = ofr_to_value(b, new_size);
  Value *smaller = build_cmpi(b, ARITH_CMP_I_PREDICATE_ULT, old_value, new_value);
  OpState *state = builder_begin(b, OP_SCF_IF);
  op_state_add_operand(state, smaller);
  op_state_add_type(state, type);
  for (uint32_t i = 0; i < 2; i++) block_append(op_state_add_region(state), block_new(c->module));
  Operation *branch = builder_finish(b);

  OpFoldResult zero = OFR_NUMBER(0), one = OFR_NUMBER(1);
  builder_at_end(b, op_region(branch, 0)->first);
  Value *memory = build_alloc(b, op, new_size);
  int64_t stride = 1;
  T part_type = type_memref(c->ctx, shape->dims, 1, shape->element, attr_strided(c->ctx, 0, &stride, 1), shape->extra);
  OffsetsSizesStrides part = {{&zero, 1}, {&old_size, 1}, {&one, 1}};
  Value *target = build_slice(b, OP_MEMREF_SUBVIEW, part_type, memory, &part, c->arena);
  op_state_add_operand2(builder_begin(b, OP_MEMREF_COPY), source, target);
  builder_finish(b);
  if (pass_bool(c->run, &option_emit_deallocs)) {
    op_state_add_operand(builder_begin(b, OP_MEMREF_DEALLOC), source);
    builder_finish(b);
  }
  yield(b, memory);

  builder_at_end(b, op_region(branch, 1)->first);
  OffsetsSizesStrides whole = {{&zero, 1}, {&new_size, 1}, {&one, 1}};
  yield(b, build_slice(b, OP_MEMREF_REINTERPRET_CAST, type, source, &whole, c->arena));
  return convert_replace1(c, op, op_result(branch, 0));
}

static Legality realloc_legality(Conversion *c, Operation *op) {
  if (op_is(op, OP_MEMREF_REALLOC)) return ILLEGAL;
  return op_is_of(c->ctx, op, &arith_dialect) || op_is_of(c->ctx, op, &memref_dialect) || op_is_of(c->ctx, op, &scf_dialect) ? LEGAL : UNKNOWN_LEGALITY;
}

static bool run_realloc(PassRun *pass, Operation *op) {
  static const Pattern patterns[] = {
    {.root = OP_MEMREF_REALLOC, .rewrite = expand_realloc, .name = "memref.realloc to a new buffer or the old one"}};
  return conversion_run_table(pass, op, realloc_legality, patterns);
}

const PassDef expand_realloc_pass = {
  .name = "expand-realloc", .class_name = "ExpandReallocPass", .summary = "memref.realloc as allocation, copy and deallocation",
  .works_on = "memref", .makes = "memref scf arith",
  .run = run_realloc,
  PASS_OPTIONS(&option_emit_deallocs),
};
