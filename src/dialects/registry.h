// The dialects Rung has.
#ifndef RUNG_DIALECTS_REGISTRY_H
#define RUNG_DIALECTS_REGISTRY_H

#include "ir/opdef.h"

extern const DialectDef builtin_dialect, func_dialect, arith_dialect, math_dialect, cf_dialect, scf_dialect, memref_dialect, vector_dialect,
    index_dialect, ub_dialect, complex_dialect, tensor_dialect, affine_dialect, llvm_dialect, dlti_dialect, spirv_dialect, arm_neon_dialect,
    quant_dialect, sparse_tensor_dialect;

// Every dialect, ended by NULL: those with records (builtin first), then those known by name only.
extern const DialectDef *const all_dialects[];
// The record of an opcode, without a context.
const OpDef *op_by_opcode(uint32_t opcode);
// The dialects of other projects: see projects.c.
extern const char dialect_projects[];
// A context with all of them (NULL when memory is refused). `memory_limit` in bytes, 0: none.
Context *context_with_all_dialects(size_t memory_limit);

#endif
