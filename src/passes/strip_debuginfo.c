// strip-debuginfo: forget all locations (after mlir/lib/Transforms/StripDebugInfo.cpp).
#include "rewrite/pass.h"

static WalkResult strip(Operation *op, void *data) {
  A unknown = data;
  op->loc.attr = unknown;
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block)
      for (uint32_t i = 0; i < block->arg_count; i++) block->args[i]->arg_loc->attr = unknown;
  return WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *op) {
  op_walk_pre(op, strip, (void *)(uintptr_t)pass->ctx->attrs.unknown_loc);
  pass->changed = true;
  return true;
}

const PassDef strip_debuginfo_pass = {
  .name = "strip-debuginfo", .class_name = "StripDebugInfo", .summary = "forget all locations", .run = run,
};
