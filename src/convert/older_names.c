// Passes under the names of older releases: convert-std-to-llvm (LLVM 10 to 14), convert-memref-to-llvm
// (13 to 16), convert-linalg-to-llvm, convert-scf-to-std and convert-loop-to-std. They do what the current passes do, with typed
// pointers where those releases had them.
#include "ops/builtin.h"
#include "ops/func.h"
#include "convert/cf_to_llvm/cf_to_llvm.h"
#include "convert/func_to_llvm/func_to_llvm.h"
#include "convert/llvm/descriptor.h"
#include "convert/memref_to_llvm/memref_to_llvm.h"
#include "convert/scalar_to_llvm/scalar_to_llvm.h"
#include "convert/vector_to_llvm/vector_to_llvm.h"
#include "dialects/llvm/hooks.h"
#include "ir/verify.h"

static const PassOption option_emit_c_wrappers = {"emit-c-wrappers", OPTION_BOOL, "false", NULL, "ask for C wrappers of all functions"};
static const PassOption option_data_layout = {"data-layout", OPTION_STRING, "", NULL,
  "String description (LLVM format) of the data layout that is expected on the produced module"};

static WalkResult request_wrapper(Operation *op, void *data) {
  if (op_is(op, OP_FUNC_FUNC)) op_set_attr(data, op, STR("llvm.emit_c_interface"), ((Module *)data)->context->attrs.unit);
  return WALK_ADVANCE;
}

// The standard dialect had the operations that arith, cf, complex, func, math and memref have today.
static bool run_std(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  Str layout = pass_string(pass, &option_data_layout), problem;
  if (layout.size) {
    if (!llvm_check_data_layout(pass->ctx, layout, &problem)) {
      op_error_plain(pass->module, op, "invalid data layout descriptor: %.*s", STR_ARG(problem));
      return false;
    }
    op_set_attr(pass->module, op, STR("llvm.data_layout"), attr_string(pass->ctx, arena_str(&pass->ctx->arena, layout)));
  }
  if (pass_bool(pass, &option_emit_c_wrappers)) op_walk_pre(op, request_wrapper, pass->module);
  llvm_pass_types(&types, pass, op);
  A given = op_discardable(op, STR("llvm.data_layout"));
  if (given && attr_kind(given) == ATTR_STRING) llvm_types_set_layout(&types, attr_str(given));
  types.bare_pointers = pass_bool(pass, &option_use_bare_ptr_memref_call_conv);
  conversion_init(&c, pass, llvm_target_legality);
  add_func_to_llvm(&c, &types);
  add_cf_to_llvm(&c, &types);
  add_arith_to_llvm(&c, &types);
  add_math_to_llvm(&c, &types, true);
  add_complex_to_llvm(&c, &types, STR("basic"));
  add_memref_to_llvm(&c, &types);
  return conversion_run(&c, op);
}

const PassDef std_to_llvm_pass = {
  .name = "convert-std-to-llvm", .class_name = "ConvertStandardToLLVM", .anchor = OP_BUILTIN_MODULE,
  .summary = "the name of LLVM 10 to 14 for lowering func, cf, arith, math and memref",
  .works_on = "func cf arith math complex memref", .makes = "llvm",
  .run = run_std, .typed_pointers = true,
  .now = "'finalize-memref-to-llvm', 'convert-arith-to-llvm', 'convert-math-to-llvm', 'convert-complex-to-llvm', "
         "'convert-cf-to-llvm' and 'convert-func-to-llvm'",
  PASS_OPTIONS(&option_use_bare_ptr_memref_call_conv, &option_emit_c_wrappers, &option_index_bitwidth, &option_data_layout),
};

const PassDef linalg_to_llvm_pass = {
  .name = "convert-linalg-to-llvm", .class_name = "ConvertLinalgToLLVM", .anchor = OP_BUILTIN_MODULE,
  .summary = "the name of LLVM 10 to 14 for lowering what is left when the loops of linalg were made",
  .works_on = "func cf arith math complex memref", .makes = "llvm",
  .run = run_std, .typed_pointers = true,
  .now = "'convert-linalg-to-loops', 'convert-scf-to-cf' and 'convert-to-llvm'",
  PASS_OPTIONS(&option_use_bare_ptr_memref_call_conv, &option_emit_c_wrappers, &option_index_bitwidth, &option_data_layout),
};

extern const PassDef finalize_memref_to_llvm_pass, scf_to_cf_pass;

static bool run_memref(PassRun *pass, Operation *op) { return finalize_memref_to_llvm_pass.run(pass, op); }

const PassDef memref_to_llvm_pass = {
  .name = "convert-memref-to-llvm", .class_name = "ConvertMemRefToLLVM", .anchor = OP_BUILTIN_MODULE,
  .summary = "the name of LLVM 13 to 16 for finalize-memref-to-llvm",
  .works_on = "memref", .makes = "llvm",
  .run = run_memref, .typed_pointers = true,
  .now = "'finalize-memref-to-llvm'",
  PASS_OPTIONS(&option_use_aligned_alloc, &option_index_bitwidth, &option_use_generic_functions),
};

static bool run_scf(PassRun *pass, Operation *op) { return scf_to_cf_pass.run(pass, op); }

const PassDef scf_to_std_pass = {
  .name = "convert-scf-to-std", .class_name = "SCFToStandardPass", .now = "'convert-scf-to-cf'",
  .summary = "the name of LLVM 11 to 14 for convert-scf-to-cf",
  .works_on = "scf", .makes = "cf arith",
  .run = run_scf,
};
const PassDef loop_to_std_pass = {
  .name = "convert-loop-to-std", .class_name = "LoopToStandardPass", .now = "'convert-scf-to-cf'",
  .summary = "the name of LLVM 10 for convert-scf-to-cf",
  .works_on = "scf", .makes = "cf arith",
  .run = run_scf,
};
