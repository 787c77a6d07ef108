// expand-strided-metadata: views to arithmetic on the base buffer's metadata
// (after mlir/lib/Dialect/MemRef/Transforms/ExpandStridedMetadata.cpp).
#include "ir/verify.h"
#include "passes/pass.h"

static bool is_view(const Operation *op) {
  static const char *const views[] = {"memref.collapse_shape", "memref.expand_shape", "memref.extract_strided_metadata",
                                      "memref.subview", "memref.extract_aligned_pointer_as_index"};
  for (uint32_t i = 0; i < countof(views); i++)
    if (str_is(op_name(op), views[i])) return true;
  return false;
}

static WalkResult refuse_view(Operation *op, void *data) {
  PassRun *pass = data;
  if (!is_view(op)) return WALK_ADVANCE;
  op_error(pass->module, op, "is not expanded by this version");
  return WALK_STOP;
}

static bool run(PassRun *pass, Operation *op) { return op_walk_pre(op, refuse_view, pass) != WALK_STOP; }

const PassDef expand_strided_metadata_pass = {
  .name = "expand-strided-metadata", .class_name = "ExpandStridedMetadataPass",
  .summary = "expand views to arithmetic on offsets, sizes and strides", .run = run,
};
