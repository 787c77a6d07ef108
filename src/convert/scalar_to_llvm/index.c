// convert-index-to-llvm (after mlir/lib/Conversion/IndexToLLVM/IndexToLLVM.cpp).
#include "ops/index.h"
#include "ops/llvm.h"
#include "convert/scalar_to_llvm/scalar_to_llvm.h"
#include "rules/scalar_to_llvm_index.h"

#include "asm/params.h"
#include "dialects/llvm/attrs.h"


static Value *constant(Builder *b, T type, int64_t value) { return llvm_constant(b, type, attr_i64(b->ctx, type, value)); }

bool lower_cast(Conversion *c, Operation *op, Value *const *operands) {
  T to = type_convert(c->types, op_result_type(op, 0)), from = operands[0]->type;
  if (!to) return convert_no_match(c, op, "the result type cannot be converted");
  if (to == from) return convert_replace1(c, op, operands[0]);
  uint32_t opcode = type_bits(from) > type_bits(to) ? OP_LLVM_TRUNC
                    : op_is(op, OP_INDEX_CASTU) ? OP_LLVM_ZEXT : OP_LLVM_SEXT;
  return convert_replace1(c, op, llvm_cast(&c->b, opcode, to, operands[0]));
}

bool lower_cmp(Conversion *c, Operation *op, Value *const *operands) {
  A predicate = op_prop_at(op, INDEX_CMP_PRED);
  OpState *state = builder_begin(&c->b, OP_LLVM_ICMP);
  op_state_add_operands(state, operands, 2);
  op_state_add_type(state, c->ctx->types.i1);
  op_state_set_prop(state, LLVM_ICMP_PREDICATE, attr_i64(c->ctx, c->ctx->types.i64, (int64_t)attr_param(predicate, 0)));
  return convert_replace1(c, op, builder_finish_value(&c->b));
}

bool lower_index_constant(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  T type = llvm_converter(c)->index;
  return convert_replace1(c, op, constant(&c->b, type, op_prop_i64_at(op, INDEX_CONSTANT_VALUE)));
}

bool lower_sizeof(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  const LLVMTypes *types = llvm_converter(c);
  return convert_replace1(c, op, constant(&c->b, types->index, types->index_bits));
}


void add_index_to_llvm(Conversion *c, LLVMTypes *types) { conversion_add_set(c, &index_to_llvm, &types->base); }

static Legality legality(Conversion *c, Operation *op) {
  return op_is_of(c->ctx, op, &index_dialect) ? ILLEGAL : op_is_of(c->ctx, op, &llvm_dialect) ? LEGAL : UNKNOWN_LEGALITY;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  llvm_pass_types(&types, pass, NULL);
  conversion_init(&c, pass, legality);
  add_index_to_llvm(&c, &types);
  return conversion_run(&c, op);
}

const PassDef index_to_llvm_pass = {
  .name = "convert-index-to-llvm", .class_name = "ConvertIndexToLLVMPass",
  .summary = "lower index to the llvm dialect",
  .works_on = "index", .makes = "llvm",
  .run = run,
  PASS_OPTIONS(&option_index_bitwidth),
};
