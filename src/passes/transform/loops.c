// Operations of the transform dialect that change loops (after mlir/lib/Dialect/SCF/TransformOps/SCFTransformOps.cpp).
#include "ops/affine.h"
#include "ops/arith.h"
#include "ops/func.h"
#include "ops/scf.h"
#include "ops/transform.h"

#include "passes/affine/loop.h"
#include "passes/affine/unroll.h"
#include "passes/scf/loops.h"
#include "passes/transform/transformer.h"
#include "rewrite/effects.h"

static TransformStatus wrong_kind(Transformer *self, const Operation *op, const Operation *target) {
  return transform_fail_at(self, op, target, "when applied to this op", "transform applied to the wrong op kind");
}

static void add_result(Transformer *self, const Operation *op, uint32_t i, Operation *loop) {
  vec_push(self->arena, &transform_handle(self, op_result(op, i))->ops, loop);
}

// ---------------------------------------------------------------------------------------------
// Each loop by itself

enum { MAX_UNROLLED = 1 << 16 };   // operations of the bodies together

static uint64_t size_of(const Operation *loop) {
  uint64_t size = 0;
  block_each_op(loop->regions[0].first, op) size++;
  return size;
}

TransformStatus transform_apply_loop_unroll(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  uint64_t factor = (uint64_t)op_prop_i64_at(op, TRANSFORM_LOOP_UNROLL_FACTOR);
  for (uint32_t i = 0; i < targets.ops.count && !self->ctx->mem.exhausted; i++) {
    Operation *loop = targets.ops.data[i];
    if (transform_is_gone(self, op, loop)) return TRANSFORM_DEFINITE;
    bool is_scf = op_is(loop, OP_SCF_FOR);
    if (!is_scf && !op_is(loop, OP_AFFINE_FOR)) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "failed to unroll, incorrect type of payload");
    if (factor > MAX_UNROLLED || factor * size_of(loop) > MAX_UNROLLED) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "failed to unroll: the body would be too large");
    if (is_scf) scf_unroll_by(self->module, self->arena, loop, factor);
    else if (!affine_unroll_by(self->run, loop, factor)) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "failed to unroll");
  }
  transform_forget_erased(self);
  return TRANSFORM_OK;
}

TransformStatus transform_apply_loop_unroll_and_jam(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  uint64_t factor = (uint64_t)op_prop_i64_at(op, TRANSFORM_LOOP_UNROLL_AND_JAM_FACTOR);
  for (uint32_t i = 0; i < targets.ops.count && !self->ctx->mem.exhausted; i++) {
    Operation *loop = targets.ops.data[i];
    if (transform_is_gone(self, op, loop)) return TRANSFORM_DEFINITE;
    if (op_is(loop, OP_SCF_FOR)) return transform_fail(self, op, TRANSFORM_DEFINITE, "'%.*s' is not supported: Rung unrolls and jams loops of affine", STR_ARG(op_name(loop)));
    if (!op_is(loop, OP_AFFINE_FOR)) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "failed to unroll and jam, incorrect type of payload");
    if (factor > MAX_UNROLLED || factor * size_of(loop) > MAX_UNROLLED) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "failed to unroll and jam: the body would be too large");
    if (!affine_unroll_and_jam(self->run, loop, (uint32_t)factor)) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "failed to unroll and jam");
  }
  transform_forget_erased(self);
  return TRANSFORM_OK;
}

TransformStatus transform_apply_loop_promote(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Operation *loop = targets.ops.data[i];
    if (transform_is_gone(self, op, loop)) return TRANSFORM_DEFINITE;
    if (op_is(loop, OP_SCF_FOR)) promote_if_single(loop);
    else if (op_is(loop, OP_AFFINE_FOR)) loop_promote_if_single(self->module, loop, self->arena);
    else if (op_def_has_trait(loop->def, TRAIT_ID_LOOP_LIKE)) return transform_fail_at(self, op, loop, "when applied to this op", "'%.*s' is not supported: Rung promotes sequential loops", STR_ARG(op_name(loop)));
    else return wrong_kind(self, op, loop);
  }
  transform_forget_erased(self);
  return TRANSFORM_OK;
}

TransformStatus transform_apply_loop_peel(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  bool front = op_prop_at(op, TRANSFORM_LOOP_PEEL_PEEL_FRONT) == self->ctx->attrs.true_;
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Operation *loop = targets.ops.data[i];
    if (transform_is_gone(self, op, loop)) return TRANSFORM_DEFINITE;
    if (!op_is(loop, OP_SCF_FOR)) return wrong_kind(self, op, loop);
    if (op_is_trivially_dead(loop)) return transform_fail_at(self, op, loop, "when applied to this op", "nothing uses what the loop computes, which Rung does not peel");
    Operation *part = peel_loop(self->run, loop, front);
    if (!part) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "failed to peel the %s iteration", front ? "first" : "last");
    add_result(self, op, 0, loop);
    add_result(self, op, 1, part);
  }
  return TRANSFORM_OK;
}

TransformStatus transform_apply_loop_pipeline(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  int64_t interval = op_prop_i64_at(op, TRANSFORM_LOOP_PIPELINE_ITERATION_INTERVAL), latency = op_prop_i64_at(op, TRANSFORM_LOOP_PIPELINE_READ_LATENCY);
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Operation *loop = targets.ops.data[i];
    if (transform_is_gone(self, op, loop)) return TRANSFORM_DEFINITE;
    if (!op_is(loop, OP_SCF_FOR)) return wrong_kind(self, op, loop);
    Operation *made = interval > 0 && latency >= 0 ? pipeline_loop(self->module, self->arena, loop, (uint64_t)interval, (uint64_t)latency) : NULL;
    if (!made) return transform_fail_at(self, op, loop, "when applied to this op", "%.*s failed to apply", STR_ARG(op_name(op)));
    add_result(self, op, 0, made);
  }
  return TRANSFORM_OK;
}

TransformStatus transform_apply_loop_coalesce(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Operation *loop = targets.ops.data[i];
    if (transform_is_gone(self, op, loop)) return TRANSFORM_DEFINITE;
    bool is_loop = op_is(loop, OP_SCF_FOR) || op_is(loop, OP_AFFINE_FOR);
    if (!is_loop || !coalesce_nest(self->run, loop)) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "failed to coalesce");
    add_result(self, op, 0, loop);
  }
  transform_forget_erased(self);
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// One loop becomes another kind of loop

// The one operation of the handle, of that kind. NULL: reported.
static Operation *only_payload(Transformer *self, const Operation *op, uint32_t opcode) {
  const Handle *targets = transform_operand(self, op, 0);
  if (targets->ops.count != 1) {
    transform_fail(self, op, TRANSFORM_SILENCEABLE, "expected a single payload op");
    return NULL;
  }
  if (op_is(targets->ops.data[0], opcode)) return targets->ops.data[0];
  transform_fail_at(self, op, targets->ops.data[0], "payload op", "expected the payload to be %.*s", STR_ARG(def_name(context_op_of(self->ctx, opcode))));
  return NULL;
}

TransformStatus transform_apply_forall_to_for(Transformer *self, Operation *op) {
  Operation *loop = only_payload(self, op, OP_SCF_FORALL);
  if (!loop) return TRANSFORM_SILENCEABLE;
  if (loop->result_count) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "unsupported shared outputs (didn't bufferize?)");
  uint32_t rank = loop_body(loop)->arg_count;
  if (op->result_count != rank)
    return transform_fail_at(self, op, loop, "payload op", "op expects as many results (%u) as payload has induction variables (%u)", op->result_count, rank);
  Builder b;
  builder_init(&b, self->module);
  builder_before(&b, loop);
  NestBounds bounds = forall_bounds(loop, &b, self->arena);
  OpVec loops = {0};
  loop_to_nested_fors(self->run, loop, &bounds, &b, &loops);
  for (uint32_t i = 0; i < loops.count; i++) add_result(self, op, i, loops.data[i]);
  return TRANSFORM_OK;
}

TransformStatus transform_apply_forall_to_parallel(Transformer *self, Operation *op) {
  Operation *loop = only_payload(self, op, OP_SCF_FORALL);
  if (!loop) return TRANSFORM_SILENCEABLE;
  if (loop->result_count) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "unsupported shared outputs (didn't bufferize?)");
  if (op->result_count != 1) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "op expects one result, given %u", op->result_count);
  Operation *made = forall_to_parallel(self->module, self->arena, loop);
  if (made) add_result(self, op, 0, made);
  return TRANSFORM_OK;
}

TransformStatus transform_apply_parallel_to_fors(Transformer *self, Operation *op) {
  Operation *loop = only_payload(self, op, OP_SCF_PARALLEL);
  if (!loop) return TRANSFORM_SILENCEABLE;
  if (op->result_count != 1) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "op expects one result, given %u", op->result_count);
  if (loop->result_count) return transform_fail(self, op, TRANSFORM_SILENCEABLE, "failed to convert the loop: it has reductions");
  Builder b;
  builder_init(&b, self->module);
  builder_before(&b, loop);
  NestBounds bounds = parallel_bounds(loop, self->arena);
  OpVec loops = {0};
  loop_to_nested_fors(self->run, loop, &bounds, &b, &loops);
  if (loops.count) add_result(self, op, 0, loops.data[0]);
  return TRANSFORM_OK;
}

// ---------------------------------------------------------------------------------------------
// A loop becomes a function

typedef struct Captures {
  Transformer *self;
  const Operation *root;
  ValueVec values;
} Captures;

static WalkResult capture(Operation *op, void *data) {
  Captures *captures = data;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *value = op_operand(op, i);
    bool seen = op_is_inside(value_def(value) ? value_def(value) : block_parent_op(value_block(value)), captures->root);
    for (uint32_t k = 0; k < captures->values.count && !seen; k++) seen = captures->values.data[k] == value;
    if (!seen) vec_push(captures->self->arena, &captures->values, value);
  }
  return WALK_ADVANCE;
}

static bool is_within(Use *use, void *data) { return op_is_inside(use->owner, data); }

static Operation *build_function(Transformer *self, Operation *before, Str name, const Captures *captures, const Operation *loop) {
  TypeVec inputs = {0}, results = {0};
  Builder b;
  for (uint32_t i = 0; i < captures->values.count; i++) vec_push(self->arena, &inputs, captures->values.data[i]->type);
  for (uint32_t i = 0; i < loop->result_count; i++) vec_push(self->arena, &results, op_result_type(loop, i));
  builder_init(&b, self->module);
  builder_before(&b, before);
  b.loc = loop->loc;
  OpState *state = builder_begin(&b, OP_FUNC_FUNC);
  op_state_set_prop(state, FUNC_FUNC_SYM_NAME, attr_string(self->ctx, name));
  op_state_set_prop(state, FUNC_FUNC_FUNCTION_TYPE, attr_type(self->ctx, type_function(self->ctx, inputs.data, inputs.count, results.data, results.count)));
  op_state_add_region(state);
  Operation *function = builder_finish_typed(&b);
  Block *body = block_new(self->module);
  block_append(op_region(function, 0), body);
  for (uint32_t i = 0; i < inputs.count; i++) block_add_arg(self->module, body, inputs.data[i], value_loc(captures->values.data[i]));
  return function;
}

// scf.execute_region that calls the function takes the loop's place. The call.
static Operation *build_call(Transformer *self, Operation *loop, const Operation *function, const Captures *captures) {
  Builder b;
  builder_init(&b, self->module);
  builder_before(&b, loop);
  OpState *state = builder_begin(&b, OP_SCF_EXECUTE_REGION);
  op_state_take_types(state, loop);
  op_state_add_region(state);
  Operation *around = builder_finish_typed(&b);
  Block *block = block_new(self->module);
  block_append(op_region(around, 0), block);
  builder_at_end(&b, block);
  b.loc = loop->loc;
  state = builder_begin(&b, OP_FUNC_CALL);
  op_state_add_operands(state, captures->values.data, captures->values.count);
  op_state_take_types(state, loop);
  op_state_set_prop(state, FUNC_CALL_CALLEE, attr_symbol(self->ctx, attr_str(op_prop_at(function, FUNC_FUNC_SYM_NAME))));
  Operation *call = builder_finish_typed(&b);
  for (uint32_t i = 0; i < loop->result_count; i++) value_replace_all(op_result(loop, i), op_result(around, i));
  state = builder_begin(&b, OP_SCF_YIELD);
  for (uint32_t i = 0; i < call->result_count; i++) op_state_add_operand(state, op_result(call, i));
  builder_finish_typed(&b);
  return call;
}

static void move_into(Transformer *self, Operation *loop, Operation *function, const Captures *captures) {
  Block *body = op_region(function, 0)->first;
  Builder b;
  builder_init(&b, self->module);
  op_remove(loop);
  op_append(body, loop);
  builder_at_end(&b, body);
  b.loc = loop->loc;
  OpState *state = builder_begin(&b, OP_FUNC_RETURN);
  for (uint32_t i = 0; i < loop->result_count; i++) op_state_add_operand(state, op_result(loop, i));
  builder_finish_typed(&b);
  for (uint32_t i = 0; i < captures->values.count; i++) {
    Value *value = captures->values.data[i], *by = body->args[i];
    const Operation *def = value_def(value);
    if (op_is(def, OP_ARITH_CONSTANT) && type_is_index(value->type)) {
      Operation *clone = op_clone(self->module, def, NULL);
      op_insert_before(clone, body->first);
      by = op_result(clone, 0);
    }
    value_replace_if(value, by, is_within, function);
  }
}

static bool is_taken(const Operation *table, Str name) {
  for (const Operation *op = table->regions[0].first ? table->regions[0].first->first : NULL; op; op = op->next) {
    A given = op_attr(op, "sym_name");
    if (given && attr_kind(given) == ATTR_STRING && str_equal(attr_str(given), name)) return true;
  }
  return false;
}

TransformStatus transform_apply_loop_outline(Transformer *self, Operation *op) {
  const Handle targets = *transform_operand(self, op, 0);
  Str name = attr_str(op_prop_at(op, TRANSFORM_LOOP_OUTLINE_FUNC_NAME)), unique = name;
  uint32_t number = 0;
  for (uint32_t i = 0; i < targets.ops.count; i++) {
    Operation *loop = targets.ops.data[i];
    if (transform_is_gone(self, op, loop)) return TRANSFORM_DEFINITE;
    Operation *around = op_parent(loop);
    if (loop->region_count != 1) return transform_fail_at(self, op, loop, "target op", "failed to outline");
    while (around && !op_has(around, TRAIT_FUNCTION)) around = op_parent(around);
    if (!around || !op_parent(around)) return transform_fail_at(self, op, loop, "target op", "failed to outline: no function is around it");
    while (i && is_taken(op_parent(around), unique)) unique = arena_printf(self->arena, "%.*s_%u", STR_ARG(name), number++);
    Captures captures = {.self = self, .root = loop};
    op_walk_post(loop, capture, &captures);
    Operation *function = build_function(self, around, unique, &captures, loop), *call = build_call(self, loop, function, &captures);
    move_into(self, loop, function, &captures);
    add_result(self, op, 0, function);
    add_result(self, op, 1, call);
  }
  return TRANSFORM_OK;
}
