// The gpu dialect: names of results, folds, and gpu.warp_execute_on_lane_0 (https://mlir.llvm.org/docs/Dialects/GPU/).
#include "ops/gpu.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/common/warp.h"
#include "dialects/memref/fold.h"
#include "ir/fold.h"
#include "ir/region_flow.h"

// %thread_id_x
void gpu_dimension_names(Printer *p, const Operation *op) {
  static const char axes[] = "xyz";
  A dimension = op_prop_at(op, 0);
  uint64_t axis = dimension ? attr_param(dimension, 0) : 0;
  char text[64];
  Str name = name_without_dialect(op_name(op));
  if (name.size + 3 > sizeof text || axis > 2) return;
  memcpy(text, name.data, name.size);
  text[name.size] = '_';
  text[name.size + 1] = axes[axis];
  printer_suggest_name(p, op_result(op, 0), (Str){text, name.size + 2});
}

// All threads come to what stands in the first block of a launch.
static bool become_uniform(Folder *folder, Operation *op, uint32_t slot) {
  Operation *parent = op_parent(op);
  if (op_prop_at(op, slot) || !op_is(parent, OP_GPU_LAUNCH) || !block_is_entry(op->block)) return false;
  op_set_prop(op, slot, attr_unit(folder->ctx));
  return fold_in_place(folder);
}

bool fold_gpu_all_reduce(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  return become_uniform(folder, op, GPU_ALL_REDUCE_UNIFORM);
}

bool fold_gpu_subgroup_reduce(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  A size = op_prop_at(op, GPU_SUBGROUP_REDUCE_CLUSTER_SIZE);
  if (size && attr_to_i64(size) == 1) return fold_to_value(folder, op_operand(op, 0));
  return become_uniform(folder, op, GPU_SUBGROUP_REDUCE_UNIFORM);
}

// A broadcast of what a broadcast gave is that.
bool fold_gpu_subgroup_broadcast(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  Operation *before = value_def(op_operand(op, 0));
  return op_is(before, OP_GPU_SUBGROUP_BROADCAST) && fold_to_value(folder, op_result(before, 0));
}

bool fold_gpu_memcpy(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  return fold_memref_cast(op, NULL) && fold_in_place(folder);
}

bool fold_gpu_memset(Folder *folder, Operation *op, const A *constants) {
  (void)constants;
  return fold_memref_cast(op, NULL) && fold_in_place(folder);
}

// ---------------------------------------------------------------------------------------------
// gpu.warp_execute_on_lane_0

bool parse_gpu_warp_execute_on_lane_0(Parser *p, OpState *state) { return parse_warp_form(p, state, GPU_WARP_EXECUTE_ON_LANE_0_WARP_SIZE, OP_GPU_YIELD); }

void print_gpu_warp_execute_on_lane_0(Printer *p, const Operation *op) { print_warp_form(p, op, GPU_WARP_EXECUTE_ON_LANE_0_WARP_SIZE); }

// Into the body once, and behind. What the arguments are given is spread over the lanes.
void flow_of_gpu_warp(const Operation *op, const Operation *point, const A *constants, RegionSuccessors *out) {
  static const ValueRange none;
  (void)constants;
  if (point == op) flow_to(out, 0, none, none);
  else flow_to(out, FLOW_PARENT, none, none);
}
