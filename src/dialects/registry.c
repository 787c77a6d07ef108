// The dialects Rung has: see registry.h.
#include "dialects/registry.h"

#include "asm/install.h"
#include "dialects/common/custom.h"
#include "ops/affine.h"
#include "ops/arith.h"
#include "ops/arm_neon.h"
#include "ops/builtin.h"
#include "ops/cf.h"
#include "ops/complex.h"
#include "ops/dlti.h"
#include "ops/func.h"
#include "ops/index.h"
#include "ops/llvm.h"
#include "ops/math.h"
#include "ops/memref.h"
#include "ops/scf.h"
#include "ops/spirv.h"
#include "ops/tensor.h"
#include "ops/ub.h"
#include "ops/vector.h"

#define NAME_ONLY(dialect) (&(const DialectDef){.name = dialect, .is_name_only = true})
#define NAME_ONLY_OPEN(dialect) (&(const DialectDef){.name = dialect, .is_name_only = true, .allows_unknown_ops = true})

// These dialects are left out of builds that must be small: see RUNG_SPIRV in CMakeLists.txt.
#ifdef RUNG_NO_SPIRV
#define OPTIONAL_DIALECTS NAME_ONLY_OPEN("spirv"), NAME_ONLY("arm_neon")
#else
#define OPTIONAL_DIALECTS &spirv_dialect, &arm_neon_dialect
#endif

const DialectDef *const all_dialects[] = {
  &builtin_dialect, &func_dialect, &arith_dialect, &math_dialect, &cf_dialect, &scf_dialect, &memref_dialect, &vector_dialect,
  &index_dialect, &ub_dialect, &complex_dialect, &tensor_dialect, &affine_dialect, &llvm_dialect, &dlti_dialect,
  OPTIONAL_DIALECTS,
  NAME_ONLY("acc"), NAME_ONLY("amdgpu"), NAME_ONLY("amx"), NAME_ONLY("arm_sme"), NAME_ONLY("arm_sve"),
  NAME_ONLY("async"), NAME_ONLY("bufferization"), NAME_ONLY("emitc"), NAME_ONLY("gpu"), NAME_ONLY("irdl"), NAME_ONLY("linalg"),
  NAME_ONLY("ml_program"), NAME_ONLY("mpi"), NAME_ONLY("nvgpu"), NAME_ONLY_OPEN("nvvm"), NAME_ONLY("omp"), NAME_ONLY("pdl"),
  NAME_ONLY("pdl_interp"), NAME_ONLY("ptr"), &quant_dialect, NAME_ONLY_OPEN("rocdl"), NAME_ONLY_OPEN("shape"), NAME_ONLY("shard"),
  NAME_ONLY("smt"), &sparse_tensor_dialect,
  &(const DialectDef){.name = "test", .is_name_only = true, .takes_resources = true}, NAME_ONLY("test_dyn"), NAME_ONLY("test_irdl_to_cpp"),
  NAME_ONLY("tosa"), NAME_ONLY("transform"), NAME_ONLY("wasmssa"), NAME_ONLY("x86vector"),
  NAME_ONLY("xegpu"), NAME_ONLY("xevm"),
  NULL,
};

const OpDef *op_by_opcode(uint32_t opcode) {
  const RecordTable *table = builtin_dialect.ops->table;
  return opcode < table->op_count ? &table_ops(table)[opcode] : NULL;
}

Context *context_with_all_dialects(size_t memory_limit) {
  Context *ctx = context_new(memory_limit);
  if (!ctx) return NULL;
  asm_install(ctx);
  ctx->projects = dialect_projects;
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++) context_add_dialect(ctx, *dialect);
  format_add_directives(ctx, shared_directives);
  format_add_directives(ctx, older_directives);
  return ctx;
}
