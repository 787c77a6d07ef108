// convert-affine-for-to-gpu: perfectly nested loops become blocks and threads
// (after mlir/lib/Conversion/SCFToGPU/SCFToGPU.cpp).
#include "dialects/gpu/launch.h"

#include "convert/lower_affine/expand.h"
#include "dialects/common/build.h"
#include "dialects/gpu/kernel.h"
#include "ir/ir_diag.h"
#include "ops/affine.h"
#include "ops/arith.h"
#include "ops/gpu.h"
#include "rewrite/pass.h"

static const PassOption option_block_dims = {"gpu-block-dims", OPTION_UINT, "1", NULL, "Number of GPU block dimensions for mapping"};
static const PassOption option_thread_dims = {"gpu-thread-dims", OPTION_UINT, "1", NULL, "Number of GPU thread dimensions for mapping"};

enum { MOST_LOOPS = 6 };

typedef struct Nest {
  Operation *loops[MOST_LOOPS];
  Value *lower[MOST_LOOPS], *size[MOST_LOOPS];
  int64_t step[MOST_LOOPS];
  Value *steps[MOST_LOOPS];
} Nest;

static bool refuse(PassRun *pass, const Operation *op, const char *message) {
  op_error_plain(pass->module, op, "%s", message);
  return false;
}

static bool is_defined_above(const Operation *loop, const char *operands, const Region *limit) {
  Span span = op_operands_named(loop, operands);
  for (uint32_t i = span.begin; i < span.end; i++)
    if (region_is_ancestor(limit, value_block(op_operand(loop, i))->region)) return false;
  return true;
}

static bool find_nest(PassRun *pass, Operation *op, uint32_t count, Nest *nest) {
  const Region *limit = op_region(op, 0);
  for (uint32_t i = 0; i < count; i++) {
    Block *body = op_region(op, 0)->first;
    nest->loops[i] = op;
    if (!is_defined_above(op, "lowerBoundOperands", limit) || !is_defined_above(op, "upperBoundOperands", limit))
      return refuse(pass, op, "loops with bounds depending on other mapped loops are not supported");
    if (op->result_count) return refuse(pass, op, "loops that carry values are not supported");
    if (i + 1 == count) break;
    if (!body->first || !body->first->next || body->first->next->next) return refuse(pass, op, "expected perfectly nested loops in the body");
    if (!op_is(body->first, OP_AFFINE_FOR)) return refuse(pass, body->first, "expected a nested loop");
    op = body->first;
  }
  return true;
}

// The greatest or the least of what the map gives.
static Value *expand_bound(PassRun *pass, Builder *b, const Operation *loop, A map_attr, const char *operands, uint32_t choose) {
  const AffineMap *map = ((const MapAttr *)map_attr)->map;
  Span span = op_operands_named(loop, operands);
  ValueVec inputs = {0};
  op_push_operands(loop, span.begin, span.end, &inputs, pass->arena);
  Value **results = arena_new(pass->arena, Value *, map->result_count + 1);
  if (!results || !expand_affine_map(b, map, inputs.data, results)) return NULL;
  Value *bound = results[0];
  for (uint32_t i = 1; i < map->result_count; i++) bound = build_binary(b, choose, bound, results[i]);
  return bound;
}

static bool convert_nest(PassRun *pass, Operation *root, uint32_t blocks, uint32_t threads) {
  Nest nest;
  uint32_t count = blocks + threads;
  if (!find_nest(pass, root, count, &nest)) return false;
  Builder builder, *b = &builder;
  builder_init(b, pass->module);
  builder_before(b, root);
  for (uint32_t i = 0; i < count; i++) {
    Operation *loop = nest.loops[i];
    b->loc = loop->loc;
    nest.lower[i] = expand_bound(pass, b, loop, op_prop_at(loop, AFFINE_FOR_LOWER_BOUND_MAP), "lowerBoundOperands", OP_ARITH_MAXSI);
    Value *upper = expand_bound(pass, b, loop, op_prop_at(loop, AFFINE_FOR_UPPER_BOUND_MAP), "upperBoundOperands", OP_ARITH_MINSI);
    if (!nest.lower[i] || !upper) return false;
    nest.size[i] = build_binary(b, OP_ARITH_SUBI, upper, nest.lower[i]);
    nest.step[i] = attr_to_i64(op_prop_at(loop, AFFINE_FOR_STEP));
    nest.steps[i] = build_index(b, nest.step[i]);
    if (nest.step[i] != 1) nest.size[i] = build_binary(b, OP_ARITH_CEILDIVSI, nest.size[i], nest.steps[i]);
  }
  b->loc = root->loc;
  Value *one = blocks < 3 || threads < 3 ? build_index(b, 1) : NULL, *sizes[LAUNCH_OPERANDS];
  for (uint32_t i = 0; i < 3; i++) {
    sizes[i] = i < blocks ? nest.size[i] : one;
    sizes[3 + i] = i < threads ? nest.size[blocks + i] : one;
  }
  Operation *launch = build_launch(b, sizes);
  Block *to = op_region(launch, 0)->first, *from = op_region(nest.loops[count - 1], 0)->first;
  Loc end = from->last->loc;
  op_erase(from->last);
  if (from->first) block_splice(to, NULL, from->first, from->last);
  builder_at_end(b, to);
  b->loc = end;
  build_end(b, OP_GPU_TERMINATOR);
  builder_at_start(b, to);
  b->loc = root->loc;
  for (uint32_t i = 0; i < count; i++) {
    Value *id = to->args[i < blocks ? LAUNCH_BLOCK_IDS + i : LAUNCH_THREAD_IDS + i - blocks];
    if (nest.step[i] != 1) id = build_binary(b, OP_ARITH_MULI, nest.steps[i], id);
    value_replace_all(op_region(nest.loops[i], 0)->first->args[0], build_binary(b, OP_ARITH_ADDI, nest.lower[i], id));
  }
  op_erase(root);
  pass->changed = true;
  return true;
}

static bool run(PassRun *pass, Operation *op) {
  int64_t blocks = pass_int(pass, &option_block_dims), threads = pass_int(pass, &option_thread_dims);
  OpVec loops = {0};
  if (!op->region_count) return true;
  region_each_block(op_region(op, 0), block)
    block_each_op(block, inner)
      if (op_is(inner, OP_AFFINE_FOR)) vec_push(pass->arena, &loops, inner);
  for (uint32_t i = 0; i < loops.count; i++) {
    if (blocks < 1 || threads < 1) continue;   // nothing is mapped
    if (blocks > 3) return refuse(pass, loops.data[i], "cannot map to more than 3 block dimensions");
    if (threads > 3) return refuse(pass, loops.data[i], "cannot map to more than 3 thread dimensions");
    if (!convert_nest(pass, loops.data[i], (uint32_t)blocks, (uint32_t)threads)) return false;
  }
  return true;
}

const PassDef affine_for_to_gpu_pass = {
  .name = "convert-affine-for-to-gpu", .class_name = "ConvertAffineForToGPUPass", .summary = "Convert top-level AffineFor Ops to GPU kernels",
  .works_on = "affine", .makes = "gpu arith", PASS_OPTIONS(&option_block_dims, &option_thread_dims), .run = run,
};
