// buffer-results-to-out-params and drop-equivalent-buffer-results: functions return no memory; callers pass what is filled, or know it
// (after BufferResultsToOutParams.cpp and DropEquivalentBufferResults.cpp of mlir/lib/Dialect/Bufferization/Transforms).
#include "ops/bufferization.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/memref.h"

#include "dialects/bufferization/buffers.h"
#include "ir/affine.h"
#include "ir/constants.h"
#include "ir/ir_diag.h"
#include "ir/symbol.h"
#include "rewrite/pass.h"

static const PassOption option_attr = {"add-result-attr", OPTION_BOOL, "false", NULL, "Add the attribute 'bufferize.result' to all output parameters."};
static const PassOption option_static = {"hoist-static-allocs", OPTION_BOOL, "false", NULL, "Hoist static allocations to call sites."};
static const PassOption option_dynamic = {"hoist-dynamic-allocs", OPTION_BOOL, "false", NULL, "Hoist dynamic allocations to call sites."};
static const PassOption option_public = {"modify-public-functions", OPTION_BOOL, "false", NULL, "Modify function signatures of public functions."};

// What callers have to know of a function that was changed.
typedef struct OutParams {
  Operation *function;
  VEC(U32Vec) sizes;      // for each result that is a parameter now: the parameters that its sizes are, if its allocation moves
} OutParams;

typedef struct OutParamsPass {
  PassRun *pass;
  Map changed;            // Operation * of a function -> OutParams *, or OpVec * of its calls
  SymbolTables symbols;
  OpVec found;            // calls or returns
  uint32_t wanted;        // their opcode
} OutParamsPass;

static const FunctionType *type_of(const Operation *function) {
  return (const FunctionType *)((const TypeAttr *)op_prop_at(function, FUNC_FUNC_FUNCTION_TYPE))->type;
}

static WalkResult collect(Operation *op, void *data) {
  OutParamsPass *self = data;
  if (op_is(op, self->wanted)) vec_push(self->pass->arena, &self->found, op);
  return WALK_ADVANCE;
}

static const OpVec *find_all(OutParamsPass *self, Operation *op, uint32_t opcode) {
  self->found.count = 0;
  self->wanted = opcode;
  op_walk_post(op, collect, self);
  return &self->found;
}

static bool is_out_param(T type) { return type_kind(type) == TYPE_MEMREF; }

static bool has_identity_layout(Context *ctx, T type) { return affine_map_is_identity(memref_layout_map(ctx, type)); }

static bool has_dynamic_layout(Context *ctx, T type, Arena *arena) {
  uint64_t rank = ((const ShapedType *)type)->rank;
  int64_t *strides = arena_new(arena, int64_t, rank + 1);   // the offset behind them
  if (!strides || !memref_strides_and_offset(ctx, type, strides, &strides[rank])) return false;
  for (uint64_t i = 0; i <= rank; i++)
    if (strides[i] != DYNAMIC) return false;
  return true;
}

// ---------------------------------------------------------------------------------------------
// Functions

static A attrs_at(A all, uint32_t i, Context *ctx) { return all ? ((const ArrayAttr *)all)->items[i] : ctx->attrs.empty_dict; }

static A with_result_mark(Context *ctx, A attrs, Arena *arena) {
  const DictAttr *old = (const DictAttr *)attrs;
  NamedAttr *all = arena_new(arena, NamedAttr, old->count + 1);
  if (!all) return attrs;
  uint32_t count = 0;
  for (uint64_t i = 0; i < old->count; i++)
    if (!attr_is_string(old->items[i].name, "bufferize.result")) all[count++] = old->items[i];
  all[count++] = (NamedAttr){attr_string(ctx, STR("bufferize.result")), ctx->attrs.unit};
  return attr_dict(ctx, all, count);
}

static A attrs_or_none(Context *ctx, const AttrVec *items) {
  for (uint32_t i = 0; i < items->count; i++)
    if (items->data[i] != ctx->attrs.empty_dict) return attr_array(ctx, items->data, items->count);
  return NULL;
}

// The type of a function with `inputs` parameters, and the attributes of its results.
static void set_results(Context *ctx, Operation *function, const TypeVec *types, uint32_t inputs, const AttrVec *result_attrs) {
  op_set_prop(function, FUNC_FUNC_FUNCTION_TYPE,
              attr_type(ctx, type_function(ctx, types->data, inputs, types->data + inputs, types->count - inputs)));
  op_set_prop(function, FUNC_FUNC_RES_ATTRS, attrs_or_none(ctx, result_attrs));
  op_touched(function);
}

// Results that are memory become parameters behind the others.
static bool change_signature(OutParamsPass *self, Operation *function) {
  PassRun *pass = self->pass;
  Context *ctx = pass->ctx;
  const FunctionType *type = type_of(function);
  A of_args = op_prop_at(function, FUNC_FUNC_ARG_ATTRS), of_results = op_prop_at(function, FUNC_FUNC_RES_ATTRS);
  bool mark = pass_bool(pass, &option_attr);
  TypeVec types = {0};
  AttrVec arg_attrs = {0}, result_attrs = {0};
  for (uint32_t i = 0; i < type->input_count; i++) {
    vec_push(pass->arena, &types, type->types[i]);
    vec_push(pass->arena, &arg_attrs, attrs_at(of_args, i, ctx));
  }
  for (uint32_t i = 0; i < type->result_count; i++) {
    T result = type->types[type->input_count + i];
    if (!is_out_param(result)) continue;
    if (!has_identity_layout(ctx, result) && !has_dynamic_layout(ctx, result, pass->arena)) {
      op_error_plain(pass->module, function, "cannot create out param for result with unsupported layout");
      return false;
    }
    A attrs = attrs_at(of_results, i, ctx);
    vec_push(pass->arena, &types, result);
    vec_push(pass->arena, &arg_attrs, mark ? with_result_mark(ctx, attrs, pass->arena) : attrs);
    block_add_arg(pass->module, function->regions[0].first, result, function->loc);
  }
  uint32_t inputs = types.count;
  if (inputs == type->input_count) return true;
  for (uint32_t i = 0; i < type->result_count; i++) {
    T result = type->types[type->input_count + i];
    if (is_out_param(result)) continue;
    vec_push(pass->arena, &types, result);
    vec_push(pass->arena, &result_attrs, attrs_at(of_results, i, ctx));
  }
  op_set_prop(function, FUNC_FUNC_ARG_ATTRS, attrs_or_none(ctx, &arg_attrs));
  set_results(ctx, function, &types, inputs, &result_attrs);
  return !ctx->mem.exhausted;
}

static bool is_allocation(const Operation *op) {
  return op_is(op, OP_MEMREF_ALLOC) || op_is(op, OP_MEMREF_ALLOCA) || op_is(op, OP_MEMREF_REALLOC) || op_is(op, OP_BUFFERIZATION_CLONE);
}

// The parameters that are the sizes of an allocation; none when one is something else.
static void sizes_of(OutParamsPass *self, const Operation *function, const Operation *alloc, U32Vec *out) {
  if (!op_is(alloc, OP_MEMREF_ALLOC) && !op_is(alloc, OP_MEMREF_ALLOCA)) return;
  Span sizes = op_operands_named(alloc, "dynamicSizes");
  for (uint32_t i = sizes.begin; i < sizes.end; i++) {
    const Value *size = op_operand(alloc, i);
    if (!size->is_arg || value_arg_block(size) != function->regions[0].first) {
      out->count = 0;
      return;
    }
    vec_push(self->pass->arena, out, size->index);
  }
}

static void replace_return(Builder *b, Operation *ret, const ValueVec *values) {
  OpState *state = builder_begin(b, OP_FUNC_RETURN);
  op_state_add_operands(state, values->data, values->count);
  builder_finish_typed(b);
  op_erase(ret);
}

static void fill_out_params(OutParamsPass *self, OutParams *params, Operation *ret, uint32_t first) {
  PassRun *pass = self->pass;
  Block *entry = params->function->regions[0].first;
  ValueVec kept = {0};
  Builder b;
  builder_init(&b, pass->module);
  builder_before(&b, ret);
  for (uint32_t i = 0, next = 0; i < ret->operand_count; i++) {
    Value *value = op_operand(ret, i);
    if (!is_out_param(value->type)) {
      vec_push(pass->arena, &kept, value);
      continue;
    }
    if (first + next >= entry->arg_count || next >= params->sizes.count) return;
    Value *out = entry->args[first + next];
    U32Vec *sizes = &params->sizes.data[next++];
    bool is_static = type_has_static_shape(value->type);
    Operation *alloc = value_def(value);
    if (alloc && is_allocation(alloc) && pass_bool(pass, is_static ? &option_static : &option_dynamic)) {
      if (!is_static) sizes_of(self, params->function, alloc, sizes);
      value_replace_all(value, out);
      op_erase(alloc);
    } else if (value != out) {
      build2(&b, OP_MEMREF_COPY, NULL, value, out);
    }
  }
  replace_return(&b, ret, &kept);
}

static bool change_function(OutParamsPass *self, Operation *function) {
  PassRun *pass = self->pass;
  uint32_t first = type_of(function)->input_count;
  if (!change_signature(self, function)) return false;
  uint32_t count = type_of(function)->input_count - first;
  OutParams *params = arena_new(pass->arena, OutParams, 1);
  if (!params) return false;
  params->function = function;
  for (uint32_t i = 0; i < count; i++) vec_push(pass->arena, &params->sizes, (U32Vec){0});
  map_set(&self->changed, function, params);
  const OpVec *returns = find_all(self, function, OP_FUNC_RETURN);
  for (uint32_t i = 0; i < returns->count && count; i++) fill_out_params(self, params, returns->data[i], first);
  pass->changed = true;
  return !pass->ctx->mem.exhausted;
}

// ---------------------------------------------------------------------------------------------
// Calls

static Value *build_out_param(Builder *b, Operation *call, T type, const U32Vec *sizes, Arena *arena) {
  const ShapedType *shape = (const ShapedType *)type;
  T plain = type_memref(b->ctx, shape->dims, (uint32_t)shape->rank, shape->element, NULL, shape->extra);
  ValueVec values = {0};
  for (uint32_t i = 0; i < sizes->count; i++) vec_push(arena, &values, op_operand(call, sizes->data[i]));
  Value *made = build_buffer_alloc(b, plain, values.data, values.count, 0);
  return has_identity_layout(b->ctx, type) ? made : build1(b, OP_MEMREF_CAST, type, made);
}

// A call with other operands, and of the results only those kept.
static void replace_call(Builder *b, Operation *call, const ValueVec *operands, const ValueVec *kept) {
  OpState *state = builder_begin(b, OP_FUNC_CALL);
  op_state_set_prop(state, FUNC_CALL_CALLEE, op_prop_at(call, FUNC_CALL_CALLEE));
  op_state_add_operands(state, operands->data, operands->count);
  for (uint32_t i = 0; i < kept->count; i++) op_state_add_type(state, kept->data[i]->type);
  Operation *made = builder_finish_typed(b);
  for (uint32_t i = 0; i < kept->count; i++) value_replace_all(kept->data[i], op_result(made, i));
  op_erase(call);
}

static bool change_call(OutParamsPass *self, Operation *call) {
  PassRun *pass = self->pass;
  Operation *callee = symbol_lookup(&self->symbols, call, op_prop_at(call, FUNC_CALL_CALLEE));
  OutParams *params = op_is(callee, OP_FUNC_FUNC) ? map_get(&self->changed, callee) : NULL;
  if (!params) return true;
  ValueVec operands = {0}, kept = {0};
  Builder b;
  builder_init(&b, pass->module);
  builder_before(&b, call);
  op_push_operands(call, 0, call->operand_count, &operands, pass->arena);
  for (uint32_t i = 0, next = 0; i < call->result_count; i++) {
    Value *result = op_result(call, i);
    if (!is_out_param(result->type)) {
      vec_push(pass->arena, &kept, result);
      continue;
    }
    if (next >= params->sizes.count) return true;
    const U32Vec *sizes = &params->sizes.data[next++];
    if (!type_has_static_shape(result->type) && !sizes->count) {
      op_error_plain(pass->module, call, "cannot create out param for dynamically shaped result");
      return false;
    }
    Value *out = build_out_param(&b, call, result->type, sizes, pass->arena);
    value_replace_all(result, out);
    vec_push(pass->arena, &operands, out);
  }
  replace_call(&b, call, &operands, &kept);
  return true;
}

static bool run_out_params(PassRun *pass, Operation *module) {
  OutParamsPass self = {.pass = pass};
  map_init(&self.changed, pass->arena);
  symbol_tables_init(&self.symbols, pass->arena);
  bool public_too = pass_bool(pass, &option_public), ok = true;
  block_each_op(module->regions[0].first, op) {
    if (!op_is(op, OP_FUNC_FUNC) || !op->regions[0].first || (symbol_visibility(op) == SYMBOL_PUBLIC && !public_too)) continue;
    if (!change_function(&self, op)) return false;
  }
  const OpVec *calls = find_all(&self, module, OP_FUNC_CALL);
  for (uint32_t i = 0; i < calls->count && !pass->ctx->mem.exhausted; i++) ok &= change_call(&self, calls->data[i]);
  return ok && !pass->ctx->mem.exhausted;
}

const PassDef results_to_out_params_pass = {
  .name = "buffer-results-to-out-params", .class_name = "BufferResultsToOutParamsPass",
  .summary = "Converts memref-typed function results to out-params", .works_on = "func memref", .makes = "memref", .anchor = OP_BUILTIN_MODULE,
  .run = run_out_params, PASS_OPTIONS(&option_attr, &option_static, &option_dynamic, &option_public),
};

// ---------------------------------------------------------------------------------------------
// Results that are an argument

static const Value *without_casts(const Value *value) {
  for (Operation *cast; (cast = defined_by(value, OP_MEMREF_CAST)) != NULL;) value = op_operand(cast, 0);
  return value;
}

// The argument that all returns give as that result; -1: there is none.
static int64_t argument_returned(const Operation *function, const OpVec *returns, uint32_t i) {
  int64_t found = -1;
  for (uint32_t k = 0; k < returns->count; k++) {
    if (i >= returns->data[k]->operand_count) return -1;
    const Value *value = without_casts(op_operand(returns->data[k], i));
    if (!value->is_arg || value_arg_block(value) != function->regions[0].first || (k && found != value->index)) return -1;
    found = value->index;
  }
  return found;
}

static void drop_results_of_call(PassRun *pass, Operation *call, const int64_t *same) {
  Builder b;
  ValueVec operands = {0}, kept = {0};
  builder_init(&b, pass->module);
  builder_after(&b, call);
  b.loc = call->loc;
  op_push_operands(call, 0, call->operand_count, &operands, pass->arena);
  for (uint32_t i = 0; i < call->result_count; i++) {
    Value *result = op_result(call, i);
    if (same[i] < 0) {
      vec_push(pass->arena, &kept, result);
      continue;
    }
    Value *argument = op_operand(call, (uint32_t)same[i]);
    if (argument->type != result->type) argument = build1(&b, OP_MEMREF_CAST, result->type, argument);
    value_replace_all(result, argument);
  }
  builder_before(&b, call);
  operands.count = 0;   // a call of itself may have been given its own result
  op_push_operands(call, 0, call->operand_count, &operands, pass->arena);
  replace_call(&b, call, &operands, &kept);
}

static bool drop_results(OutParamsPass *self, Operation *function) {
  PassRun *pass = self->pass;
  const FunctionType *type = type_of(function);
  const OpVec *returns = find_all(self, function, OP_FUNC_RETURN);
  int64_t *same = arena_new(pass->arena, int64_t, type->result_count + 1u);
  if (!same) return false;
  bool any = false;
  for (uint32_t i = 0; i < type->result_count; i++) {
    same[i] = argument_returned(function, returns, i);
    any |= same[i] >= 0;
  }
  if (!any) return true;
  Builder b;
  TypeVec types = {0};
  AttrVec result_attrs = {0};
  builder_init(&b, pass->module);
  for (uint32_t k = 0; k < returns->count; k++) {
    Operation *ret = returns->data[k];
    ValueVec kept = {0};
    for (uint32_t i = 0; i < ret->operand_count; i++)
      if (same[i] < 0) vec_push(pass->arena, &kept, op_operand(ret, i));
    builder_before(&b, ret);
    replace_return(&b, ret, &kept);
  }
  for (uint32_t i = 0; i < type->input_count; i++) vec_push(pass->arena, &types, type->types[i]);
  for (uint32_t i = 0; i < type->result_count; i++) {
    if (same[i] >= 0) continue;
    vec_push(pass->arena, &types, type->types[type->input_count + i]);
    vec_push(pass->arena, &result_attrs, attrs_at(op_prop_at(function, FUNC_FUNC_RES_ATTRS), i, pass->ctx));
  }
  set_results(pass->ctx, function, &types, type->input_count, &result_attrs);
  const OpVec *calls = map_get(&self->changed, function);
  for (uint32_t i = 0; calls && i < calls->count; i++) drop_results_of_call(pass, calls->data[i], same);
  pass->changed = true;
  return !pass->ctx->mem.exhausted;
}

static void group_calls(OutParamsPass *self, Operation *module) {
  const OpVec *calls = find_all(self, module, OP_FUNC_CALL);
  for (uint32_t i = 0; i < calls->count; i++) {
    Operation *callee = symbol_lookup(&self->symbols, calls->data[i], op_prop_at(calls->data[i], FUNC_CALL_CALLEE));
    OpVec *of_callee = callee ? map_get(&self->changed, callee) : NULL;
    if (callee && !of_callee) {
      of_callee = arena_new(self->pass->arena, OpVec, 1);
      if (of_callee) map_set(&self->changed, callee, of_callee);
    }
    if (of_callee) vec_push(self->pass->arena, of_callee, calls->data[i]);
  }
}

static bool run_drop_results(PassRun *pass, Operation *module) {
  OutParamsPass self = {.pass = pass};
  symbol_tables_init(&self.symbols, pass->arena);
  map_init(&self.changed, pass->arena);
  group_calls(&self, module);
  block_each_op(module->regions[0].first, op)
    if (op_is(op, OP_FUNC_FUNC) && op->regions[0].first && symbol_visibility(op) != SYMBOL_PUBLIC && !drop_results(&self, op)) return false;
  return true;
}

const PassDef drop_equivalent_results_pass = {
  .name = "drop-equivalent-buffer-results", .class_name = "DropEquivalentBufferResultsPass",
  .summary = "Remove MemRef return values that are equivalent to a bbArg", .works_on = "func", .makes = "memref", .anchor = OP_BUILTIN_MODULE,
  .run = run_drop_results,
};
