// Canonicalization of the gpu dialect that rules cannot say.
#include "rules/gpu.h"

#include "dialects/common/build.h"
#include "dialects/common/dense_fold.h"
#include "dialects/gpu/kernel.h"
#include "ops/arith.h"
#include "ops/gpu.h"
#include "ops/memref.h"

bool erase_repeated_barrier(Greedy *g, Operation *op) {
  if (!op_is(op->next, OP_GPU_BARRIER)) return greedy_no_match(g, op, "no barrier follows");
  greedy_erase(g, op);
  return true;
}

bool zero_of_launch(Greedy *g, Operation *op) {
  Block *body = op->regions[0].first;
  uint32_t first = op_operands_named(op, "gridSizeX").begin;
  Value *zero = NULL;
  if (!body || body->arg_count < LAUNCH_OPERANDS) return false;
  for (uint32_t i = 0; i < LAUNCH_OPERANDS; i++) {
    int64_t size;
    if (!constant_index(op_operand(op, first + i), &size) || size != 1 || !body->args[i]->uses) continue;
    if (!zero) {
      builder_at_start(&g->b, body);
      g->b.loc = op->loc;
      zero = build_index(&g->b, 0);
    }
    greedy_replace_uses(g, body->args[i], zero);
  }
  return zero || greedy_no_match(g, op, "no dimension of one is asked for its number");
}

static bool only_frees(const Operation *user, const Value *memory) {
  return op_is(user, OP_GPU_DEALLOC) || op_is(user, OP_MEMREF_DEALLOC) ? op_has(user, TRAIT_EFFECT_FREE) && memory != NULL : false;
}

bool erase_trivial_copy(Greedy *g, Operation *op) {
  Span dependencies = op_operands_named(op, "asyncDependencies");
  Value *dest = op_operand(op, op_operands_named(op, "dst").begin);
  Operation *made = value_def(dest);
  if (!made || !op_has(made, TRAIT_EFFECT_ALLOC)) return greedy_no_match(g, op, "the memory is not allocated here");
  for (Use *use = dest->uses; use; use = use->next)
    if (use->owner != op && !only_frees(use->owner, dest)) return greedy_no_match(g, op, "the memory has other uses");
  if (span_size(dependencies) > 1 || (span_size(dependencies) != 0) != (op->result_count != 0)) return greedy_no_match(g, op, "its dependencies are not one token for another");
  if (!op->result_count) {
    greedy_erase(g, op);
    return true;
  }
  return greedy_replace1(g, op, op_operand(op, dependencies.begin));
}

static bool is_done(const Value *token) {
  const Operation *wait = value_def(token);
  return op_is(wait, OP_GPU_WAIT) && !wait->operand_count;
}

bool wait_without_done(Greedy *g, Operation *op) {
  ValueVec left = {0};
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!is_done(op_operand(op, i))) vec_push(g->arena, &left, op_operand(op, i));
  if (left.count == op->operand_count) return greedy_no_match(g, op, "all it waits for may take time");
  op_set_operands(g->module, op, left.data, left.count);
  return greedy_updated(g, op);
}

bool simplify_wait(Greedy *g, Operation *op) {
  if (op->operand_count == 1 && op->result_count) return greedy_replace1(g, op, op_operand(op, 0));
  if (op->result_count ? op_has_uses(op) : op->operand_count) return greedy_no_match(g, op, "somebody waits");
  greedy_erase(g, op);
  return true;
}

bool size_of_gpu_alloc(Greedy *g, Operation *op) {
  Operation *alloc = value_def(op_operand(op, 0));
  int64_t index;
  if (!op_is(alloc, OP_GPU_ALLOC) || !constant_index(op_operand(op, 1), &index)) return greedy_no_match(g, op, "the memory is not allocated by gpu.alloc");
  const ShapedType *type = (const ShapedType *)op_result_type(alloc, 0);
  if (index < 0 || (uint64_t)index >= type->rank || type->dims[index] != DYNAMIC) return greedy_no_match(g, op, "the size is known");
  uint32_t at = op_operands_named(alloc, "dynamicSizes").begin;
  for (int64_t i = 0; i < index; i++) at += type->dims[i] == DYNAMIC;
  return greedy_replace1(g, op, op_operand(alloc, at));
}
