// bufferization.one_shot_bufferize (after mlir/lib/Dialect/Bufferization/TransformOps/BufferizationTransformOps.cpp).
#include "passes/bufferize/bufferize.h"

#include "dialects/linalg/build.h"
#include "ops/builtin.h"
#include "ops/linalg.h"
#include "ops/memref.h"
#include "ops/transform.h"
#include "passes/transform/transformer.h"

typedef struct Copies {
  Transformer *self;
  Map known;               // those that are there before
  OpVec made;
} Copies;

static WalkResult remember(Operation *op, void *data) {
  Copies *copies = data;
  if (op_is(op, OP_MEMREF_COPY)) map_set(&copies->known, op, op);
  return WALK_ADVANCE;
}

static WalkResult find_new(Operation *op, void *data) {
  Copies *copies = data;
  if (op_is(op, OP_MEMREF_COPY) && !map_get(&copies->known, op)) vec_push(copies->self->arena, &copies->made, op);
  return WALK_ADVANCE;
}

// Copies that were made become those of linalg.
static void replace_copies(Copies *copies, Operation *target) {
  Builder b;
  builder_init(&b, copies->self->module);
  op_walk_post(target, find_new, copies);
  for (uint32_t i = 0; i < copies->made.count; i++) {
    Operation *copy = copies->made.data[i];
    builder_before(&b, copy);
    build_named_op(&b, OP_LINALG_COPY, (Value *const[]){op_operand(copy, 0), op_operand(copy, 1)}, 1);
    op_erase(copy);
  }
}

static bool flag(const Operation *op, uint32_t slot) { return attr_to_i64(op_prop_at(op, slot)) != 0; }

TransformStatus transform_apply_one_shot_bufferize(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  A layout = op_prop_at(op, TRANSFORM_BUFFERIZATION_ONE_SHOT_BUFFERIZE_FUNCTION_BOUNDARY_TYPE_CONVERSION);
  int64_t given = layout ? attr_to_i64(layout) : 0;
  Str copy = attr_str(op_prop_at(op, TRANSFORM_BUFFERIZATION_ONE_SHOT_BUFFERIZE_MEMCPY_OP));
  bool is_linalg = str_equal(copy, def_name(context_op_of(self->ctx, OP_LINALG_COPY)));
  const BufferizeOptions options = {
    .functions = flag(op, TRANSFORM_BUFFERIZATION_ONE_SHOT_BUFFERIZE_BUFFERIZE_FUNCTION_BOUNDARIES),
    .allow_unknown = flag(op, TRANSFORM_BUFFERIZATION_ONE_SHOT_BUFFERIZE_ALLOW_UNKNOWN_OPS),
    .return_allocs_from_loops = flag(op, TRANSFORM_BUFFERIZATION_ONE_SHOT_BUFFERIZE_ALLOW_RETURN_ALLOCS_FROM_LOOPS),
    .analysis_only = flag(op, TRANSFORM_BUFFERIZATION_ONE_SHOT_BUFFERIZE_TEST_ANALYSIS_ONLY),
    .print_conflicts = flag(op, TRANSFORM_BUFFERIZATION_ONE_SHOT_BUFFERIZE_PRINT_CONFLICTS), .check_parallel = true,
    .function_layout = given == 1 ? LAYOUT_IDENTITY : given == 2 ? LAYOUT_DYNAMIC : LAYOUT_INFERRED, .unknown_layout = LAYOUT_DYNAMIC, .alignment = 64, .heuristic = STR("bottom-up"),
  };
  if (!is_linalg && !str_equal(copy, def_name(context_op_of(self->ctx, OP_MEMREF_COPY))))
    return transform_fail(self, op, TRANSFORM_DEFINITE, "'memcpy_op' is memref.copy or linalg.copy");
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Operation *target = targets.ops.data[i];
    Copies copies = {.self = self};
    if (transform_is_gone(self, op, target)) return TRANSFORM_DEFINITE;
    bool is_module = op_is(target, OP_BUILTIN_MODULE);
    if (!is_module && !op_has(target, TRAIT_FUNCTION)) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "expected module or function target");
    if (options.functions && !is_module) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "expected module target");
    map_init(&copies.known, self->arena);
    if (is_linalg) op_walk_post(target, remember, &copies);
    if (!bufferize_inside(self->run, target, &options)) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "bufferization failed");
    if (is_linalg) replace_copies(&copies, target);
    vec_push(self->arena, &transform_handle(self, op_result(op, 0))->ops, target);
  }
  transform_find_lost(self);
  return TRANSFORM_OK;
}
