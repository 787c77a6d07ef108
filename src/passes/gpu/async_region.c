// gpu-async-region: what runs on a device runs by and by, and the host waits where it has to
// (after mlir/lib/Dialect/GPU/Transforms/AsyncRegionRewriter.cpp).
#include "dialects/async/types.h"
#include "dialects/gpu/kernel.h"
#include "dialects/gpu/types.h"
#include "ir/ir_diag.h"
#include "ops/async.h"
#include "ops/func.h"
#include "ops/gpu.h"
#include "rewrite/effects.h"
#include "rewrite/pass.h"

typedef struct Rewriting {
  PassRun *pass;
  Builder b;
  OpVec waits;        // at the ends of async.execute, to be moved out
  bool failed;
} Rewriting;

static bool ends_block(const Operation *op) { return op_has(op, TRAIT_TERMINATOR | TRAIT_UNREGISTERED); }

static Operation *build_wait(Rewriting *self, Loc loc, bool is_async, Value *const *tokens, uint32_t count) {
  self->b.loc = loc;
  OpState *state = builder_begin(&self->b, OP_GPU_WAIT);
  op_state_add_operands(state, tokens, count);
  if (is_async) op_state_add_type(state, type_async_token(self->pass->ctx));
  return builder_finish_typed(&self->b);
}

static void add_dependency(Rewriting *self, Operation *op, Value *token) {
  Span dependencies = op_operands_named(op, "asyncDependencies");
  for (uint32_t i = dependencies.begin; i < dependencies.end; i++)
    if (op_operand(op, i) == token) return;
  op_insert_operands(self->pass->module, op, 0, &token, 1);
  int slot = op_prop_slot(op->def, STR("operandSegmentSizes"));
  if (slot < 0) return;
  const DenseArrayAttr *old = (const DenseArrayAttr *)op_prop_at(op, (uint32_t)slot);
  int32_t sizes[16];
  uint32_t count = (uint32_t)old->count < countof(sizes) ? (uint32_t)old->count : countof(sizes);
  for (uint32_t i = 0; i < count; i++) sizes[i] = (int32_t)dense_array_i64(&old->base, i) + (i == 0);
  op_set_prop(op, (uint32_t)slot, attr_i32_array(self->pass->ctx, sizes, count));
}

// The same operation with more results; its uses are those of the old one, which is gone.
static Operation *with_results(Rewriting *self, Operation *op, const T *types, uint32_t count) {
  builder_before(&self->b, op);
  OpState *state = builder_begin_def(&self->b, op->def);
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_take_types(state, op);
  op_state_add_types(state, types, count);
  for (uint32_t i = 0; i < op->def->attr_count; i++) op_state_set_prop(state, i, op_prop_at(op, i));
  for (uint32_t i = 0; i < op->attr_count; i++) vec_push(state->arena, &state->attrs, op->attrs[i]);
  for (uint32_t i = 0; i < op->region_count; i++) region_take_blocks(op_state_add_region(state), op_region(op, i), NULL);
  Operation *made = builder_finish_typed(&self->b);
  for (uint32_t i = 0; i < op->result_count; i++) value_replace_all(op_result(op, i), op_result(made, i));
  op_erase(op);
  return made;
}

// ---------------------------------------------------------------------------------------------
// A token goes through the operations of each block

static Value *make_async(Rewriting *self, Operation *op, Value *token) {
  builder_before(&self->b, op);
  if (!token) token = op_result(build_wait(self, op->loc, true, NULL, 0), 0);
  add_dependency(self, op, token);
  Value *own = gpu_async_token(op);
  if (own) return own;
  T type = type_async_token(self->pass->ctx);
  return gpu_async_token(with_results(self, op, &type, 1));
}

static void thread_token(Rewriting *self, Block *block) {
  Value *token = NULL;
  block_each_op_safe(block, op) {
    if (op_is(op, OP_GPU_LAUNCH)) {
      op_error(self->pass->module, op, "replace with gpu.launch_func first");
      self->failed = true;
      return;
    }
    if (op_is(op, OP_GPU_WAIT)) {
      if (token) add_dependency(self, op, token);
      token = gpu_async_token(op);
    } else if (gpu_is_async(op)) {
      token = make_async(self, op, token);
    } else if (token && (ends_block(op) || !op_is_memory_effect_free(op))) {
      builder_before(&self->b, op);
      build_wait(self, op->loc, false, &token, 1);
      token = NULL;
    }
  }
}

typedef struct Blocks { Arena *arena; VEC(Block *) blocks; } Blocks;

static WalkResult collect_blocks(Operation *op, void *data) {
  Blocks *self = data;
  for (uint32_t i = 0; i < op->region_count; i++)
    region_each_block(op_region(op, i), block) vec_push(self->arena, &self->blocks, block);
  return WALK_ADVANCE;
}

// ---------------------------------------------------------------------------------------------
// Waits at the ends of async.execute go to its users

static Operation *add_execute_results(Rewriting *self, Operation *execute, Value *const *values, uint32_t count) {
  Operation *yield = op_region(execute, 0)->first->last;
  TypeVec types = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(self->pass->arena, &types, type_async_value(self->pass->ctx, values[i]->type));
  op_insert_operands(self->pass->module, yield, yield->operand_count, values, count);
  return with_results(self, execute, types.data, count);
}

static bool is_only_awaited(const Operation *execute) {
  const Value *token = op_result(execute, 0);
  if (!token->uses) return false;
  for (const Use *use = token->uses; use; use = use->next)
    if (!op_is(use->owner, OP_ASYNC_EXECUTE) && !op_is(use->owner, OP_ASYNC_AWAIT)) return false;
  return true;
}

static WalkResult find_wait(Operation *op, void *data) {
  Rewriting *self = data;
  if (!op_is(op, OP_ASYNC_EXECUTE) || !is_only_awaited(op)) return WALK_ADVANCE;
  Operation *last = op_region(op, 0)->first->last;
  for (Operation *inner = last ? last->prev : NULL; inner; inner = inner->prev) {
    if (op_is(inner, OP_GPU_WAIT)) {
      if (!inner->result_count) vec_push(self->pass->arena, &self->waits, inner);
      return WALK_ADVANCE;
    }
    if (!op_is_memory_effect_free(inner)) return WALK_ADVANCE;
  }
  return WALK_ADVANCE;
}

static void depend_after(Rewriting *self, Operation *user, Value *const *results, uint32_t count) {
  Context *ctx = self->pass->ctx;
  ValueVec tokens = {0};
  Operation *at;
  Loc loc = user->loc;
  if (op_is(user, OP_ASYNC_AWAIT)) {
    builder_after(&self->b, user);
    self->b.loc = loc;
    for (uint32_t i = 0; i < count; i++) {
      OpState *state = builder_begin(&self->b, OP_ASYNC_AWAIT);
      op_state_add_operand(state, results[i]);
      op_state_add_type(state, async_value_element(results[i]->type));
      vec_push(self->pass->arena, &tokens, op_result(builder_finish_typed(&self->b), 0));
    }
    at = self->b.before;
  } else {
    Block *body = op_region(user, 0)->first;
    Span operands = op_operands_named(user, "bodyOperands"), dependencies = op_operands_named(user, "dependencies");
    op_insert_operands(self->pass->module, user, operands.end, results, count);
    op_set_attr(self->pass->module, user, STR("operandSegmentSizes"),
                attr_i32_array(ctx, (int32_t[]){(int32_t)span_size(dependencies), (int32_t)(span_size(operands) + count)}, 2));
    for (uint32_t i = 0; i < count; i++) vec_push(self->pass->arena, &tokens, block_add_arg(self->pass->module, body, async_value_element(results[i]->type), loc));
    at = body->first;
  }
  while (at && !ends_block(at) && op_is_memory_effect_free(at)) at = at->next;
  if (!at) return;
  if (gpu_is_async(at)) {
    for (uint32_t i = 0; i < tokens.count; i++) add_dependency(self, at, tokens.data[i]);
    return;
  }
  builder_before(&self->b, at);
  Operation *wait = build_wait(self, loc, false, tokens.data, tokens.count), *execute = op_parent(at);
  if (op_is(execute, OP_ASYNC_EXECUTE) && is_only_awaited(execute) && !at->next) vec_push(self->pass->arena, &self->waits, wait);
}

static void defer_wait(Rewriting *self, Operation *wait) {
  Operation *execute = op_parent(wait);
  ValueVec tokens = {0};
  while (execute && !op_is(execute, OP_ASYNC_EXECUTE)) execute = op_parent(execute);
  op_push_operands(wait, 0, wait->operand_count, &tokens, self->pass->arena);
  op_erase(wait);
  uint32_t first = execute->result_count;
  execute = add_execute_results(self, execute, tokens.data, tokens.count);
  ValueVec results = {0};
  for (uint32_t i = first; i < execute->result_count; i++) vec_push(self->pass->arena, &results, op_result(execute, i));
  OpVec users = {0};
  for (Use *use = op_result(execute, 0)->uses; use; use = use->next) vec_push(self->pass->arena, &users, use->owner);
  for (uint32_t i = 0; i < users.count; i++) depend_after(self, users.data[i], results.data, results.count);
}

// ---------------------------------------------------------------------------------------------
// Each token is used once

static WalkResult collect_executes(Operation *op, void *data) {
  Rewriting *self = data;
  if (op_is(op, OP_ASYNC_EXECUTE)) vec_push(self->pass->arena, &self->waits, op);
  return WALK_ADVANCE;
}

static void repeat_tokens(Rewriting *self, Operation *execute) {
  uint32_t results = execute->result_count;
  for (uint32_t i = 1; i < results; i++) {
    T element = async_value_element(op_result_type(execute, i));
    const Value *token = op_result(execute, i);
    if (!element || element != type_async_token(self->pass->ctx) || !token->uses || !token->uses->next) continue;
    uint32_t count = 0, first = execute->result_count;
    for (const Use *use = token->uses->next; use; use = use->next) count++;
    Value *yielded = op_operand(op_region(execute, 0)->first->last, i - 1);
    ValueVec again = {0};
    for (uint32_t k = 0; k < count; k++) vec_push(self->pass->arena, &again, yielded);
    execute = add_execute_results(self, execute, again.data, count);
    VEC(Use *) uses = {0};
    for (Use *use = op_result(execute, i)->uses->next; use; use = use->next) vec_push(self->pass->arena, &uses, use);
    for (uint32_t k = 0; k < uses.count && k < count; k++) op_set_operand(uses.data[k]->owner, use_index(uses.data[k]), op_result(execute, first + k));
  }
}

static bool run(PassRun *pass, Operation *op) {
  Rewriting self = {.pass = pass};
  builder_init(&self.b, pass->module);
  Blocks blocks = {pass->arena, {0}};
  op_walk_post(op, collect_blocks, &blocks);
  for (uint32_t i = 0; i < blocks.blocks.count && !self.failed; i++) thread_token(&self, blocks.blocks.data[i]);
  if (self.failed) return false;
  op_walk_post(op, find_wait, &self);
  for (uint32_t i = 0; i < self.waits.count; i++) defer_wait(&self, self.waits.data[i]);
  self.waits.count = 0;
  op_walk_post(op, collect_executes, &self);
  for (uint32_t i = 0; i < self.waits.count; i++) repeat_tokens(&self, self.waits.data[i]);
  pass->changed = true;
  return true;
}

const PassDef gpu_async_region_pass = {
  .name = "gpu-async-region", .class_name = "GpuAsyncRegionPass", .summary = "Make GPU ops async", .works_on = "gpu", .makes = "async gpu",
  .anchor = OP_FUNC_FUNC, .run = run,
};
