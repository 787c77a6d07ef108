// Passes of a few lines around one-shot-bufferize: empty-tensor-to-alloc-tensor, convert-bufferization-to-memref.
#include "ops/bufferization.h"
#include "ops/memref.h"
#include "ops/tensor.h"

#include "dialects/bufferization/buffers.h"
#include "dialects/common/build.h"
#include "ir/ir_diag.h"
#include "rewrite/greedy.h"

static bool allocate_empty(Greedy *g, Operation *op) {
  OpState *state = builder_begin(&g->b, OP_BUFFERIZATION_ALLOC_TENSOR);
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_take_types(state, op);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)op->operand_count, 0, 0}, 3);
  return greedy_replace1(g, op, builder_finish_value(&g->b));
}

static const GreedyPattern empty_patterns[] = {{.root = OP_TENSOR_EMPTY, .rewrite = allocate_empty, .name = "tensor.empty to bufferization.alloc_tensor"}};

static bool run_empty(PassRun *pass, Operation *op) { return greedy_rewrite(pass, op, empty_patterns, countof(empty_patterns), NULL); }

const PassDef empty_to_alloc_pass = {
  .name = "empty-tensor-to-alloc-tensor", .class_name = "EmptyTensorToAllocTensorPass", .summary = "Replace all empty ops by alloc_tensor ops.",
  .works_on = "tensor", .makes = "bufferization", .run = run_empty,
};

// --- convert-bufferization-to-memref

typedef struct Clones {
  PassRun *pass;
  OpVec ops;
} Clones;

static WalkResult collect_clone(Operation *op, void *data) {
  Clones *self = data;
  if (op_is(op, OP_BUFFERIZATION_CLONE)) vec_push(self->pass->arena, &self->ops, op);
  return WALK_ADVANCE;
}

// Memory with the contents of the source. False: its layout cannot be that of new memory.
static bool lower_clone(PassRun *pass, Operation *op) {
  T type = op_result_type(op, 0);
  Value *input = op_operand(op, 0);
  const ShapedType *shape = (const ShapedType *)type;
  if (type_kind(type) != TYPE_MEMREF || type_kind(input->type) != TYPE_MEMREF) return false;
  T plain = type_memref(pass->ctx, shape->dims, (uint32_t)shape->rank, shape->element, NULL, shape->extra);
  if (!buffer_cast_is_safe(pass->ctx, plain, type, pass->arena)) return false;
  Builder b;
  ValueVec sizes = {0};
  builder_init(&b, pass->module);
  builder_before(&b, op);
  for (uint64_t i = 0; i < shape->rank; i++)
    if (shape->dims[i] == DYNAMIC) {
      Value *size = build2(&b, OP_MEMREF_DIM, pass->ctx->types.index, input, build_index(&b, (int64_t)i));
      vec_push(pass->arena, &sizes, build_or_fold(&b, size, pass->arena));
    }
  Value *made = build_buffer_alloc(&b, plain, sizes.data, sizes.count, 0);
  if (plain != type) made = build1(&b, OP_MEMREF_CAST, type, made);
  build2(&b, OP_MEMREF_COPY, NULL, input, made);
  value_replace_all(op_result(op, 0), made);
  op_erase(op);
  pass->changed = true;
  return true;
}

static bool run_to_memref(PassRun *pass, Operation *op) {
  Clones found = {.pass = pass};
  op_walk_pre(op, collect_clone, &found);
  for (uint32_t i = 0; i < found.ops.count; i++) {
    if (lower_clone(pass, found.ops.data[i])) continue;
    op_error_plain(pass->module, found.ops.data[i], "failed to legalize operation 'bufferization.clone' that was explicitly marked illegal");
    return false;
  }
  return !pass->ctx->mem.exhausted;
}

const PassDef bufferization_to_memref_pass = {
  .name = "convert-bufferization-to-memref", .class_name = "ConvertBufferizationToMemRefPass",
  .summary = "Convert operations from the Bufferization dialect to the MemRef dialect", .works_on = "bufferization", .makes = "memref arith",
  .run = run_to_memref,
};
