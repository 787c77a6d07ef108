// convert-ub-to-llvm (after mlir/lib/Conversion/UBToLLVM/UBToLLVM.cpp).
#include "convert/scalar_to_llvm/scalar_to_llvm.h"
#include "ops/ub.h"


static bool lower_poison(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  A value = op_prop_at(op, UB_POISON_VALUE);
  if (value && !str_is(str_from(value->def->dialect), "ub")) return convert_no_match(c, op, "its poison is of another dialect");
  T type = type_convert(c->types, op_result_type(op, 0));
  if (!type) return convert_no_match(c, op, "the result type cannot be converted");
  return convert_replace1(c, op, llvm_poison(&c->b, type));
}

static bool lower_unreachable(Conversion *c, Operation *op, Value *const *operands) {
  (void)operands;
  llvm_unreachable(&c->b);
  return convert_erase(c, op);
}

static const Pattern patterns[] = {
  {.root = OP_UB_POISON, .rewrite = lower_poison, .name = "ub.poison to llvm.mlir.poison"},
  {.root = OP_UB_UNREACHABLE, .rewrite = lower_unreachable, .name = "ub.unreachable to llvm.unreachable"},
};

void add_ub_to_llvm(Conversion *c, LLVMTypes *types) { conversion_add_table(c, patterns, &types->base); }

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  llvm_pass_types(&types, pass, NULL);
  conversion_init(&c, pass, llvm_target_legality);
  add_ub_to_llvm(&c, &types);
  return conversion_run(&c, op);
}

const PassDef ub_to_llvm_pass = {
  .name = "convert-ub-to-llvm", .class_name = "UBToLLVMConversionPass",
  .summary = "lower ub to the llvm dialect",
  .works_on = "ub", .makes = "llvm",
  .run = run,
  PASS_OPTIONS(&option_index_bitwidth),
};
