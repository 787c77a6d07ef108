// gpu-map-parallel-loops: say which dimensions of parallel loops are blocks and which are threads
// (after mlir/lib/Dialect/GPU/Transforms/ParallelLoopMapper.cpp).
#include "asm/params.h"
#include "ir/affine.h"
#include "ir/ir_diag.h"
#include "ops/func.h"
#include "ops/gpu.h"
#include "ops/scf.h"
#include "rewrite/pass.h"

static const PassOption option_policy = {"mapping-policy", OPTION_STRING, "outermost-first", NULL,
                                         "Policy outlining how to assign loops to GPU dimensions.Supported values are `outermost-first` and `innermost-first`."};

enum { GRID, BLOCK, SEQUENTIAL, HARDWARE_IDS = 3 };

typedef struct Mapping {
  PassRun *pass;
  bool innermost_first;
} Mapping;

static Str mapping_name(void) { return STR("mapping"); }

static int64_t processor_of(uint32_t level, uint32_t dimension) {
  if (dimension >= HARDWARE_IDS || level >= SEQUENTIAL) return GPU_PROCESSOR_SEQUENTIAL;
  return (level == GRID ? GPU_PROCESSOR_BLOCK_X : GPU_PROCESSOR_THREAD_X) + dimension;
}

static void map_loop(Mapping *self, Operation *op, uint32_t level) {
  Context *ctx = self->pass->ctx;
  uint32_t loops = span_size(op_operands_named(op, "lowerBound")), mapped = loops < HARDWARE_IDS ? loops : HARDWARE_IDS;
  E dim = affine_dim(ctx, 0);
  A *items = arena_new(self->pass->arena, A, loops + 1);
  uint64_t identity = param_word(attr_affine_map(ctx, affine_map(ctx, 1, 0, &dim, 1)));
  for (uint32_t i = 0; items && i < loops; i++) {
    uint32_t dimension = i >= mapped ? HARDWARE_IDS : self->innermost_first ? mapped - 1 - i : i;
    items[i] = attr_from_params(ctx, &gpu_loop_dim_map_attr, (const uint64_t[]){(uint64_t)processor_of(level, dimension), identity, identity});
  }
  if (items) op_set_attr(self->pass->module, op, mapping_name(), attr_array(ctx, items, loops));
  self->pass->changed = true;
}

// How many parallel loops are immediately around it, each directly in the one before; -1: one is around, but not immediately.
static WalkResult visit(Operation *op, void *data) {
  Mapping *self = data;
  if (!op_is(op, OP_SCF_PARALLEL) || op_attr_str(op, mapping_name())) return WALK_ADVANCE;
  for (const Operation *parent = op_parent(op); parent; parent = op_parent(parent))
    if (op_is(parent, OP_SCF_PARALLEL)) return WALK_ADVANCE;
  typedef struct Open { Operation *op; uint32_t level; } Open;
  VEC(Open) open = {0};
  vec_push(self->pass->arena, &open, ((Open){op, GRID}));
  while (open.count) {
    Open next = open.data[--open.count];
    map_loop(self, next.op, next.level);
    block_each_op(op_region(next.op, 0)->first, inner)
      if (op_is(inner, OP_SCF_PARALLEL) && !op_attr_str(inner, mapping_name()))
        vec_push(self->pass->arena, &open, ((Open){inner, next.level < SEQUENTIAL ? next.level + 1 : SEQUENTIAL}));
  }
  return WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *op) {
  Str policy = pass_string(pass, &option_policy);
  Mapping self = {pass, str_is(policy, "innermost-first")};
  if (!self.innermost_first && !str_is(policy, "outermost-first")) {
    op_error_plain(pass->module, op, "Invalid mapping policy specified.");
    return false;
  }
  op_walk_pre(op, visit, &self);
  return true;
}

const PassDef gpu_map_parallel_loops_pass = {
  .name = "gpu-map-parallel-loops", .class_name = "GpuMapParallelLoopsPass", .summary = "Greedily maps loops to GPU hardware dimensions.",
  .anchor = OP_FUNC_FUNC, .works_on = "scf", PASS_OPTIONS(&option_policy), .run = run,
};
