// The patterns of `canonicalize`: the tables are in the dialects' folders, and the heads of the dialects name them.
// They are added in the order of the dialects in CMakeLists.txt. Within a table, patterns of one root stand in the order upstream adds them; of several that apply the one of
// higher benefit wins, then the earlier one.
#ifndef RUNG_DIALECTS_CANONICALIZATION_H
#define RUNG_DIALECTS_CANONICALIZATION_H

#include "rewrite/greedy.h"

extern const PatternSet acc_canonicalization;
extern const PatternSet affine_canonicalization;
extern const PatternSet amdgpu_canonicalization;
extern const PatternSet arith_canonicalization;
extern const PatternSet cf_canonicalization;
extern const PatternSet complex_canonicalization;
extern const PatternSet func_canonicalization;
extern const PatternSet linalg_canonicalization;
extern const PatternSet linalg_fill_canonicalization;
extern const PatternSet linalg_pack_canonicalization;
extern const PatternSet linalg_pack_cast_canonicalization;
extern const PatternSet linalg_cast_canonicalization;
extern const PatternSet index_canonicalization;
extern const PatternSet memref_canonicalization;
extern const PatternSet omp_canonicalization;
extern const PatternSet scf_canonicalization;
extern const PatternSet shard_canonicalization;
extern const PatternSet tensor_canonicalization;
extern const PatternSet tensor_slice_canonicalization;
extern const PatternSet vector_canonicalization;
extern const PatternSet vector_memory_canonicalization;

#endif
