#include "dialects/common/runtime_checks.h"

#include "ops/arith.h"
#include "ops/cf.h"
#include "ops/memref.h"
#include "ops/scf.h"
#include "ops/tensor.h"
#include "asm/printer.h"

// ---------------------------------------------------------------------------------------------
// Messages

void check_assert(Checker *c, Value *condition, const char *problem, ...) {
  StrBuf message;
  strbuf_init(&message, &c->b.ctx->mem);
  strbuf_lit(&message, "ERROR: Runtime op verification failed\n");
  if (c->text.size) {
    strbuf_str(&message, c->text);
    strbuf_char(&message, '\n');
  }
  strbuf_lit(&message, "^ ");
  va_list args;
  va_start(args, problem);
  strbuf_vprintf(&message, problem, args);
  va_end(args);
  strbuf_lit(&message, "\nLocation: ");
  print_attr_text(c->b.ctx, &message, loc_attr(c->b.module, c->op->loc));
  OpState *state = builder_begin(&c->b, OP_CF_ASSERT);
  op_state_add_operand(state, condition);
  op_state_set_prop(state, CF_ASSERT_MSG, attr_string(c->b.ctx, strbuf_view(&message)));
  builder_finish(&c->b);
  strbuf_free(&message);
}

// ---------------------------------------------------------------------------------------------
// Conditions

Value *check_equal(Checker *c, Value *a, Value *b) { return build_cmpi(&c->b, ARITH_CMP_I_PREDICATE_EQ, a, b); }

Value *check_size(Checker *c, Value *shaped, uint32_t dim) {
  Value *index = build_index(&c->b, dim);
  return build2(&c->b, type_is_memref(shaped->type) ? OP_MEMREF_DIM : OP_TENSOR_DIM, c->b.ctx->types.index, shaped, index);
}

static Value *folded(Checker *c, Value *made) { return build_or_fold(&c->b, made, c->arena); }
static Value *folded_cmpi(Checker *c, int64_t predicate, Value *a, Value *b) { return folded(c, build_cmpi(&c->b, predicate, a, b)); }
static Value *folded_and(Checker *c, Value *a, Value *b) { return folded(c, build_binary(&c->b, OP_ARITH_ANDI, a, b)); }

Value *check_in_bounds(Checker *c, Value *value, Value *low, Value *high) {
  Value *above = folded_cmpi(c, ARITH_CMP_I_PREDICATE_SGE, value, low);
  Value *below = folded_cmpi(c, ARITH_CMP_I_PREDICATE_SLT, value, high);
  return folded_and(c, above, below);
}

void check_rank(Checker *c, Value *source, const ShapedType *to) {
  if (type_has_rank(source->type)) return;
  Value *rank = build1(&c->b, type_is_memref(source->type) ? OP_MEMREF_RANK : OP_TENSOR_RANK, c->b.ctx->types.index, source);
  check_assert(c, check_equal(c, rank, build_index(&c->b, (int64_t)to->rank)), "rank mismatch");
}

void check_sizes(Checker *c, Value *source, const ShapedType *from, const ShapedType *to) {
  for (uint32_t i = 0; i < to->rank; i++) {
    if ((from && from->dims[i] != DYNAMIC) || to->dims[i] == DYNAMIC) continue;
    Value *size = check_size(c, source, i), *wanted = build_index(&c->b, to->dims[i]);
    check_assert(c, check_equal(c, size, wanted), "size mismatch of dim %u", i);
  }
}

void check_subscripts(Checker *c, Value *shaped, Span indices) {
  if (!span_size(indices)) return;
  Value *zero = build_index(&c->b, 0), *all = NULL;
  for (uint32_t i = indices.begin; i < indices.end; i++) {
    Value *size = folded(c, check_size(c, shaped, i - indices.begin));
    Value *one = check_in_bounds(c, op_operand(c->op, i), zero, size);
    all = all ? folded_and(c, all, one) : one;
  }
  check_assert(c, all, "out-of-bounds access");
}

// ---------------------------------------------------------------------------------------------
// Slices

typedef struct SliceDim {
  Value *zero, *one, *offset, *size, *stride, *source_size;
} SliceDim;

static Operation *begin_if(Checker *c, Value *condition) {
  OpState *state = builder_begin(&c->b, OP_SCF_IF);
  op_state_add_operand(state, condition);
  op_state_add_type(state, type_integer(c->b.ctx, 1, SIGNLESS));
  for (uint32_t i = 0; i < 2; i++) block_append(op_state_add_region(state), block_new(c->b.module));
  return builder_finish(&c->b);
}

static void yield(Checker *c, Value *value) {
  op_state_add_operand(builder_begin(&c->b, OP_SCF_YIELD), value);
  builder_finish(&c->b);
}

static void enter(Checker *c, Operation *branch, uint32_t region) {
  builder_at_end(&c->b, op_region(branch, region)->first);
  c->b.loc = c->op->loc;
}

// Behind what was made, which is before the operation.
static void leave(Checker *c, Operation *branch) {
  builder_after(&c->b, branch);
  c->b.loc = c->op->loc;
}

// An empty slice may begin at the end of the source.
static Value *offset_fits(Checker *c, const SliceDim *dim) {
  Operation *branch = begin_if(c, check_equal(c, dim->size, dim->zero));
  enter(c, branch, 0);
  Value *above = build_cmpi(&c->b, ARITH_CMP_I_PREDICATE_SGE, dim->offset, dim->zero);
  Value *below = build_cmpi(&c->b, ARITH_CMP_I_PREDICATE_SLE, dim->offset, dim->source_size);
  yield(c, build_binary(&c->b, OP_ARITH_ANDI, above, below));
  enter(c, branch, 1);
  yield(c, check_in_bounds(c, dim->offset, dim->zero, dim->source_size));
  leave(c, branch);
  return op_result(branch, 0);
}

// Where the last element lies, if there is one.
static Value *end_fits(Checker *c, const SliceDim *dim) {
  Operation *branch = begin_if(c, build_cmpi(&c->b, ARITH_CMP_I_PREDICATE_SGT, dim->size, dim->zero));
  enter(c, branch, 0);
  Value *steps = build_binary(&c->b, OP_ARITH_SUBI, dim->size, dim->one);
  Value *way = build_binary(&c->b, OP_ARITH_MULI, steps, dim->stride);
  Value *last = build_binary(&c->b, OP_ARITH_ADDI, dim->offset, way);
  yield(c, check_in_bounds(c, last, dim->zero, dim->source_size));
  enter(c, branch, 1);
  yield(c, build_constant(&c->b, attr_bool(c->b.ctx, true)));
  leave(c, branch);
  return op_result(branch, 0);
}

void check_slice(Checker *c, Value *source, SliceSizesFn *sizes, const char *name) {
  OffsetsSizesStrides slice = offsets_sizes_strides(c->op, c->arena);
  Value *zero = build_index(&c->b, 0), *one = build_index(&c->b, 1);
  Value *const *known = sizes ? sizes(c, source) : NULL;
  for (uint32_t i = 0; i < slice.offsets.count; i++) {
    SliceDim dim = {.zero = zero, .one = one};
    dim.offset = ofr_to_value(&c->b, slice.offsets.items[i]);
    dim.size = ofr_to_value(&c->b, slice.sizes.items[i]);
    dim.stride = ofr_to_value(&c->b, slice.strides.items[i]);
    dim.source_size = known ? known[i] : folded(c, check_size(c, source, i));
    check_assert(c, offset_fits(c, &dim), "offset %u is out-of-bounds", i);
    check_assert(c, end_fits(c, &dim), "%s runs out-of-bounds along dimension %u", name, i);
  }
}
