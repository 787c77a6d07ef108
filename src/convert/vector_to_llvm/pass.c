// convert-vector-to-llvm (after mlir/lib/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.cpp): first
// greedy rewriting takes vectors of several dimensions apart, then the rest becomes operations of
// the llvm dialect.
#include "ops/arith.h"
#include "ops/arm_sve.h"
#include "ops/memref.h"
#include "ops/vector.h"
#include "convert/llvm/target.h"
#include "passes/vector/lowering.h"
#include "convert/vector_to_llvm/vector_to_llvm.h"
#include "dialects/vector/canonicalize.h"
#include "ir/verify.h"

static const char *const contract_lowerings[] = {"dot", "llvmintr", "outerproduct", "parallelarith", NULL};
static const char *const transpose_lowerings[] = {"eltwise", "llvmintr", "shuffle1d", "shuffle16x16", NULL};
static const PassOption option_reassociate_fp_reductions = {"reassociate-fp-reductions", OPTION_BOOL, "false", NULL,
  "Allows llvm to reassociate floating-point reductions for speed"};
static const PassOption option_force_32bit_vector_indices = {"force-32bit-vector-indices", OPTION_BOOL, "true", NULL,
  "Allows compiler to assume vector indices fit in 32-bit if that yields faster code"};
static const PassOption option_use_vector_alignment = {"use-vector-alignment", OPTION_BOOL, "false", NULL,
  "Use the preferred alignment of a vector type in load/store operations instead of the alignment of the element type of the memref. "
  "This flag is intended for use with hardware which requiresvector alignment, or in application contexts where it is known all vector "
  "access are naturally aligned. If operations have an alignment attribute set, the alignment attribute takes priority over this option"};
static const PassOption option_enable_amx = {"enable-amx", OPTION_BOOL, "false", NULL,
  "Enables the use of AMX dialect while lowering the vector dialect."};
static const PassOption option_enable_arm_neon = {"enable-arm-neon", OPTION_BOOL, "false", NULL,
  "Enables the use of ArmNeon dialect while lowering the vector dialect."};
static const PassOption option_enable_arm_sve = {"enable-arm-sve", OPTION_BOOL, "false", NULL,
  "Enables the use of ArmSVE dialect while lowering the vector dialect."};
static const PassOption option_enable_arm_i8mm = {"enable-arm-i8mm", OPTION_BOOL, "false", NULL,
  "Enables the use of Arm FEAT_I8MM instructions while lowering the vector dialect."};
static const PassOption option_enable_arm_bf16 = {"enable-arm-bf16", OPTION_BOOL, "false", NULL,
  "Enables the use of Arm FEAT_BF16 instructions while lowering the vector dialect."};
static const PassOption option_enable_x86vector = {"enable-x86vector", OPTION_BOOL, "false", NULL,
  "Enables the use of X86Vector dialect while lowering the vector dialect."};
static const PassOption option_vector_contract_lowering = {"vector-contract-lowering", OPTION_ENUM, "dot", contract_lowerings,
  "control the lowering of `vector.contract` operations."};
static const PassOption option_vector_transpose_lowering = {"vector-transpose-lowering", OPTION_ENUM, "eltwise", transpose_lowerings,
  "control the lowering of `vector.transpose` operations."};

// In the order upstream adds them: the first that applies wins.
static const GreedyPattern patterns[] = {
  {.root = OP_ARITH_SELECT, .rewrite = fold_select_of_i1, .name = "a choice between masks of one element"},
  {.root = OP_VECTOR_BITCAST, .rewrite = unroll_vector_bitcast, .name = "vector.bitcast row by row"},
  {.root = OP_VECTOR_BROADCAST, .rewrite = lower_vector_broadcast, .name = "vector.broadcast along one dimension"},
  {.root = OP_VECTOR_CONSTANT_MASK, .rewrite = lower_constant_mask, .name = "vector.constant_mask as a constant"},
  {.root = OP_VECTOR_CONTRACT, .rewrite = lower_vector_contract, .name = "vector.contract to products of its parts"},
  {.root = OP_VECTOR_CONTRACT, .rewrite = lower_contract_to_outer_products, .name = "vector.contract to outer products"},
  {.root = OP_VECTOR_CREATE_MASK, .rewrite = lower_create_mask, .name = "vector.create_mask row by row"},
  {.root = OP_VECTOR_CREATE_MASK, .rewrite = compare_create_mask, .name = "vector.create_mask as a comparison"},
  {.root = OP_VECTOR_DEINTERLEAVE, .rewrite = unroll_vector_deinterleave, .name = "vector.deinterleave row by row"},
  {.root = OP_VECTOR_EXTRACT_STRIDED_SLICE, .rewrite = decompose_extract_strided_slice, .name = "vector.extract_strided_slice row by row"},
  {.root = OP_VECTOR_EXTRACT_STRIDED_SLICE, .rewrite = shuffle_extract_strided_slice, .name = "vector.extract_strided_slice to vector.shuffle"},
  {.root = OP_VECTOR_EXTRACT_STRIDED_SLICE, .rewrite = chain_extract_strided_slice, .name = "scalable vector.extract_strided_slice by its parts"},
  {.root = OP_VECTOR_FMA, .rewrite = unroll_vector_fma, .name = "vector.fma row by row"},
  {.root = OP_VECTOR_FROM_ELEMENTS, .rewrite = unroll_from_elements, .name = "vector.from_elements row by row"},
  {.root = OP_VECTOR_GATHER, .rewrite = unroll_vector_gather, .name = "vector.gather row by row"},
  {.root = OP_VECTOR_INSERT_STRIDED_SLICE, .rewrite = decompose_insert_strided_slice, .name = "vector.insert_strided_slice into a part"},
  {.root = OP_VECTOR_INSERT_STRIDED_SLICE, .rewrite = shuffle_insert_strided_slice, .name = "vector.insert_strided_slice to vector.shuffle"},
  {.root = OP_VECTOR_INTERLEAVE, .rewrite = unroll_vector_interleave, .name = "vector.interleave row by row"},
  {.root = OP_VECTOR_OUTERPRODUCT, .rewrite = lower_outer_product, .name = "vector.outerproduct row by row"},
  {.root = OP_VECTOR_SHAPE_CAST, .rewrite = lower_vector_shape_cast, .name = "vector.shape_cast by moving parts"},
  {.root = OP_VECTOR_SHAPE_CAST, .rewrite = lower_scalable_shape_cast, .name = "scalable vector.shape_cast by moving parts"},
  {.root = OP_VECTOR_STEP, .rewrite = lower_vector_step, .name = "vector.step as a constant"},
  {.root = OP_VECTOR_TO_ELEMENTS, .rewrite = unroll_to_elements, .name = "vector.to_elements row by row"},
  {.root = OP_VECTOR_TRANSFER_READ, .rewrite = lower_transfer_read, .name = "vector.transfer_read to vector.load"},
  {.root = OP_VECTOR_TRANSFER_READ, .rewrite = mask_transfer, .name = "a mask for what vector.transfer_read finds out of bounds"},
  {.root = OP_VECTOR_TRANSFER_WRITE, .rewrite = lower_transfer_write, .name = "vector.transfer_write to vector.store"},
  {.root = OP_VECTOR_TRANSFER_WRITE, .rewrite = mask_transfer, .name = "a mask for what vector.transfer_write has out of bounds"},
  {.root = OP_VECTOR_TRANSPOSE, .rewrite = lower_vector_transpose, .name = "vector.transpose part by part"},
  {.root = OP_VECTOR_TRANSPOSE, .rewrite = lower_vector_transpose_to_shuffle, .name = "vector.transpose to vector.shuffle"},
};
static const GreedyPattern contract_to_llvm[] = {
  {.root = OP_VECTOR_CONTRACT, .rewrite = lower_contract_to_llvm, .benefit = 100, .name = "vector.contract to llvm.intr.matrix.multiply"},
};
static const GreedyPattern transpose_to_llvm[] = {
  {.root = OP_VECTOR_TRANSPOSE, .rewrite = lower_vector_transpose_to_llvm, .benefit = 100, .name = "vector.transpose to llvm.intr.matrix.transpose"},
};

static uint32_t choice(const PassRun *pass, const PassOption *option) {
  uint32_t at = 0;
  while (option->values[at + 1] && !str_is(pass_string(pass, option), option->values[at])) at++;
  return at;
}

static void take_apart(PassRun *pass, Operation *op) {
  Greedy g;
  VectorTransformsOptions options = {(VectorContractLowering)choice(pass, &option_vector_contract_lowering),
                     (VectorTransposeLowering)choice(pass, &option_vector_transpose_lowering),
                     pass_bool(pass, &option_force_32bit_vector_indices)};
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  g.data = &options;
  greedy_add(&g, vector_to_vector_patterns.patterns, vector_to_vector_patterns.count);
  greedy_add_table(&g, patterns);
  if (options.contract == CONTRACT_LLVM) greedy_add_table(&g, contract_to_llvm);
  if (options.transpose == TRANSPOSE_LLVM) greedy_add_table(&g, transpose_to_llvm);
  greedy_run(&g, op);
}

// Operations of arith and memref stay as they are.
static Legality legality(Conversion *c, Operation *op) {
  return op_is_of(c->ctx, op, &arith_dialect) || op_is_of(c->ctx, op, &memref_dialect) || !op_is_registered(op) || op_is(op, OP_ARM_SVE_INTR_WHILELT) ? LEGAL : llvm_target_legality(c, op);
}

static WalkResult find_contract(Operation *op, void *data) {
  if (!op_is(op, OP_VECTOR_CONTRACT)) return WALK_ADVANCE;
  *(Operation **)data = op;
  return WALK_STOP;
}

// Arm's instructions for products are not generated.
static bool asks_for_arm_products(PassRun *pass, Operation *op) {
  if (!pass_bool(pass, &option_enable_arm_i8mm) && !pass_bool(pass, &option_enable_arm_bf16)) return false;
  if (!pass_bool(pass, &option_enable_arm_neon) && !pass_bool(pass, &option_enable_arm_sve)) return false;
  Operation *contract = NULL;
  op_walk_pre(op, find_contract, &contract);
  if (contract) op_error_plain(pass->module, contract, "lowering to instructions of FEAT_I8MM or FEAT_BF16 is not supported");
  return contract != NULL;
}

static bool run(PassRun *pass, Operation *op) {
  Conversion c;
  LLVMTypes types;
  if (asks_for_arm_products(pass, op)) return false;
  take_apart(pass, op);
  VectorChoices choices = {pass_bool(pass, &option_reassociate_fp_reductions), pass_bool(pass, &option_force_32bit_vector_indices),
                           pass_bool(pass, &option_use_vector_alignment), pass_bool(pass, &option_enable_arm_sve)};
  llvm_target_types(&types, pass, 0);
  conversion_init(&c, pass, legality);
  c.data = &choices;
  add_vector_to_llvm(&c, &types);
  return conversion_run(&c, op);
}

const PassDef vector_to_llvm_pass = {
  .name = "convert-vector-to-llvm", .class_name = "ConvertVectorToLLVMPass", .summary = "lower vector to the llvm dialect",
  .works_on = "vector", .makes = "llvm arith ub",
  .run = run,
  PASS_OPTIONS(&option_reassociate_fp_reductions, &option_force_32bit_vector_indices, &option_use_vector_alignment, &option_enable_amx,
                &option_enable_arm_neon, &option_enable_arm_sve, &option_enable_arm_i8mm, &option_enable_arm_bf16,
                &option_enable_x86vector, &option_vector_contract_lowering, &option_vector_transpose_lowering),
};
