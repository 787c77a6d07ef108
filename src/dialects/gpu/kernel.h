// Parts of gpu.func, gpu.launch and gpu.launch_func, for passes as well.
#ifndef RUNG_DIALECTS_GPU_KERNEL_H
#define RUNG_DIALECTS_GPU_KERNEL_H

#include "ir/op.h"

// gpu.launch: arguments of its region, three each; a cluster's come last.
enum { LAUNCH_BLOCK_IDS = 0, LAUNCH_THREAD_IDS = 3, LAUNCH_GRID_SIZES = 6, LAUNCH_BLOCK_SIZES = 9, LAUNCH_CLUSTER_IDS = 12, LAUNCH_CLUSTER_SIZES = 15 };
// Operands behind the tokens: three sizes of the grid, three of a block, three or none of a cluster.
enum { LAUNCH_OPERANDS = 6 };

bool launch_has_clusters(const Operation *launch);            // of gpu.launch and gpu.launch_func
uint32_t launch_argument_count(const Operation *launch);      // 12, or 18 with clusters
// How many arguments are memory of the workgroup; they stand behind those of the launch or the function.
uint32_t gpu_workgroup_count(Context *ctx, const Operation *op);
const FunctionType *gpu_func_type(const Operation *func);
bool gpu_func_is_kernel(const Operation *func);
// The token that the operation gives; NULL: it gives none.
Value *gpu_async_token(const Operation *op);
// Whether it takes tokens and may give one (AsyncOpInterface).
bool gpu_is_async(const Operation *op);

#endif
