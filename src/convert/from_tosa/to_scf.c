// tosa-to-scf: choices, loops and scattered rows (after mlir/lib/Conversion/TosaToSCF/TosaToSCF.cpp).
#include "convert/from_tosa/from_tosa.h"

#include "ops/arith.h"
#include "ops/scf.h"
#include "ops/tensor.h"
#include "ops/tosa.h"

static Builder builder_inside(Conversion *c, Block *block, Loc loc) {
  Builder b;
  builder_init(&b, c->module);
  builder_at_end(&b, block);
  b.loc = loc;
  b.created = c->b.created;
  b.data = c->b.data;
  return b;
}

// Whether a region is one block that ends with tosa.yield.
static bool is_simple(const Operation *op, uint32_t region) {
  const Block *block = op_region(op, region)->first;
  return block && !block->next && block->last && op_is(block->last, OP_TOSA_YIELD);
}

static bool replace_by(Conversion *c, Operation *op, Operation *made) {
  Value **values = arena_new(c->arena, Value *, op->result_count + 1u);
  for (uint32_t i = 0; values && i < op->result_count; i++) values[i] = op_result(made, i);
  return values && convert_replace(c, op, values, op->result_count);
}

// The operations of a region in a block of another; what stood in for its last one is returned.
static Operation *move_block(Conversion *c, Operation *op, Operation *made, uint32_t region, Value *const *args, uint32_t count) {
  Block *from = op_region(op, region)->first, *block = op_region(made, region)->first;
  Operation *last = from->last;
  convert_inline_block(c, from, block, NULL, args, count);
  return last;
}

static void end_with_yield(Conversion *c, Operation *last) {
  Builder b = builder_inside(c, last->block, last->loc);
  builder_before(&b, last);
  OpState *state = builder_begin(&b, OP_SCF_YIELD);
  op_state_take_operands(state, last, 0, last->operand_count);
  builder_finish(&b);
  convert_erase(c, last);
}

static bool lower_if(Conversion *c, Operation *op, Value *const *operands) {
  for (uint32_t i = 0; i < 2; i++)
    if (!is_simple(op, i) || op_region(op, i)->first->arg_count + 1 > op->operand_count) return convert_no_match(c, op, "a region is not one block with an argument for each operand");
  Value *condition = build_extract(&c->b, operands[0], NULL, 0);
  OpState *state = builder_begin(&c->b, OP_SCF_IF);
  op_state_add_operand(state, condition);
  op_state_take_types(state, op);
  for (uint32_t i = 0; i < 2; i++) block_append(op_state_add_region(state), block_new(c->module));
  Operation *made = builder_finish_typed(&c->b);
  for (uint32_t i = 0; i < 2; i++) end_with_yield(c, move_block(c, op, made, i, operands + 1, op->operand_count - 1));
  return replace_by(c, op, made);
}

static bool lower_while(Conversion *c, Operation *op, Value *const *operands) {
  if (!is_simple(op, 0) || !is_simple(op, 1) || op_region(op, 0)->first->last->operand_count != 1) return convert_no_match(c, op, "its regions are no single blocks, or there is no condition");
  OpState *state = builder_begin(&c->b, OP_SCF_WHILE);
  op_state_add_operands(state, operands, op->operand_count);
  op_state_take_types(state, op);
  for (uint32_t i = 0; i < 2; i++) {
    const Block *from = op_region(op, i)->first;
    Block *block = block_new(c->module);
    block_append(op_state_add_region(state), block);
    for (uint32_t j = 0; j < from->arg_count; j++) block_add_arg(c->module, block, from->args[j]->type, value_loc(from->args[j]));
  }
  Operation *made = builder_finish_typed(&c->b);
  for (uint32_t i = 0; i < 2; i++) {
    Block *block = op_region(made, i)->first;
    Operation *last = move_block(c, op, made, i, block->args, block->arg_count);
    if (i) {
      end_with_yield(c, last);
      continue;
    }
    Builder b = builder_inside(c, block, last->loc);
    builder_before(&b, last);
    Value *condition = build_extract(&b, op_operand(last, 0), NULL, 0);
    state = builder_begin(&b, OP_SCF_CONDITION);
    op_state_add_operand(state, condition);
    op_state_add_operands(state, block->args, block->arg_count);
    builder_finish(&b);
    convert_erase(c, last);
  }
  return replace_by(c, op, made);
}

// A loop that carries a tensor; `inside` is at the end of its body, whose arguments are the index and the tensor.
static Operation *build_for(Builder *b, Conversion *c, Value *from, Value *to, Value *step, Value *carried, Builder *inside) {
  OpState *state = builder_begin(b, OP_SCF_FOR);
  op_state_add_operand2(state, from, to);
  op_state_add_operand2(state, step, carried);
  op_state_add_type(state, carried->type);
  Block *block = block_new(c->module);
  block_append(op_state_add_region(state), block);
  block_add_arg(c->module, block, from->type, b->loc);
  block_add_arg(c->module, block, carried->type, b->loc);
  Operation *made = builder_finish_typed(b);
  *inside = builder_inside(c, block, b->loc);
  return made;
}

static void yield_value(Builder *b, Value *value) {
  op_state_add_operand(builder_begin(b, OP_SCF_YIELD), value);
  builder_finish(b);
}

static OpFoldResultList list_of(OpFoldResult *items, Value *x, Value *y, Value *z) {
  items[0] = (OpFoldResult){.value = x};
  items[1] = (OpFoldResult){.value = y};
  items[2] = (OpFoldResult){.value = z};
  return (OpFoldResultList){items, 3};
}

static bool lower_scatter(Conversion *c, Operation *op, Value *const *operands) {
  Value *values = operands[0], *indices = operands[1], *input = operands[2];
  if (!all_ranked(op)) return convert_no_match(c, op, "tensors without a rank");
  Builder *b = &c->b, rows, body;
  Value *sizes[3];
  for (uint32_t i = 0; i < 3; i++) sizes[i] = build_or_fold(b, build_dim_of(b, input, i), c->arena);
  Value *zero = build_index(b, 0), *one = build_index(b, 1);
  Operation *outer = build_for(b, c, zero, sizes[0], one, values, &rows);
  Value *batch = rows.block->args[0];
  Operation *inner = build_for(&rows, c, zero, sizes[1], one, rows.block->args[1], &body);
  Value *row = body.block->args[0];
  Value *at = build1(&body, OP_ARITH_INDEX_CAST, c->ctx->types.index, build_extract(&body, indices, (Value *const[]){batch, row}, 2));
  OpFoldResult offsets[3], lengths[3], strides[3];
  OffsetsSizesStrides slice = {list_of(offsets, batch, row, zero), list_of(lengths, one, one, sizes[2]), list_of(strides, one, one, one)};
  const int64_t open[3] = {DYNAMIC, DYNAMIC, DYNAMIC};
  Value *part = build_slice(&body, OP_TENSOR_EXTRACT_SLICE, type_tensor(c->ctx, open, 3, type_element(input->type), NULL), input, &slice, c->arena);
  slice.offsets = list_of(offsets, batch, at, zero);
  OpState *state = builder_begin(&body, OP_TENSOR_INSERT_SLICE);
  op_state_add_operand2(state, part, body.block->args[1]);
  int32_t counts[3] = {ofr_push(state, "static_offsets", slice.offsets, c->arena), 0, 0};
  counts[1] = ofr_push(state, "static_sizes", slice.sizes, c->arena);
  counts[2] = ofr_push(state, "static_strides", slice.strides, c->arena);
  op_state_operand_segments(state, (const int32_t[]){1, 1, counts[0], counts[1], counts[2]}, 5);
  op_state_add_type(state, values->type);
  yield_value(&body, builder_finish_value(&body));
  yield_value(&rows, op_result(inner, 0));
  return replace_by(c, op, outer);
}

static const Pattern patterns[] = {
  {.root = OP_TOSA_COND_IF, .rewrite = lower_if, .name = "$root as scf.if"},
  {.root = OP_TOSA_WHILE_LOOP, .rewrite = lower_while, .name = "$root as scf.while"},
  {.root = OP_TOSA_SCATTER, .rewrite = lower_scatter, .name = "$root as loops over rows"},
};

static Legality legality(Conversion *c, Operation *op) {
  (void)c;
  for (uint32_t i = 0; i < countof(patterns); i++)
    if (op_is(op, patterns[i].root)) return ILLEGAL;
  return LEGAL;
}

static bool run(PassRun *pass, Operation *op) { return conversion_run_table(pass, op, legality, patterns); }

const PassDef tosa_to_scf_pass = {
  .name = "tosa-to-scf", .class_name = "TosaToSCF", .summary = "Lower TOSA to the SCF dialect", .works_on = "tosa", .makes = "scf tensor arith", .run = run,
};
