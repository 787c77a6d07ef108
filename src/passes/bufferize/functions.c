// Functions on memory: calls, arguments, results (after OneShotModuleBufferize.cpp and FuncBufferizableOpInterfaceImpl.cpp of
// mlir/lib/Dialect/Bufferization/Transforms).
#include "passes/bufferize/bufferize.h"

#include "ops/func.h"
#include "ops/memref.h"

#include "ir/constants.h"

static const FunctionType *type_of(const Operation *function) {
  return (const FunctionType *)((const TypeAttr *)op_prop_at(function, FUNC_FUNC_FUNCTION_TYPE))->type;
}

static Operation *callee_of(Bufferizer *z, const Operation *call) {
  Operation *found = op_is(call, OP_FUNC_CALL) ? symbol_lookup(&z->symbols, call, op_prop_at(call, FUNC_CALL_CALLEE)) : NULL;
  return op_is(found, OP_FUNC_FUNC) ? found : NULL;
}

FunctionFacts *facts_of_callee(Bufferizer *z, const Operation *call) {
  Operation *function = callee_of(z, call);
  FunctionFacts *facts = function ? map_get(&z->functions, function) : NULL;
  return facts && facts->is_known ? facts : NULL;
}

static A arg_attr(const Operation *function, uint32_t i, const char *name) {
  A all = op_prop_at(function, FUNC_FUNC_ARG_ATTRS);
  return all && i < ((const ArrayAttr *)all)->count ? attr_dict_find(((const ArrayAttr *)all)->items[i], str_from(name)) : NULL;
}

// ---------------------------------------------------------------------------------------------
// What calls, functions and returns answer

bool buffer_call_reads(Bufferizer *z, Use *use) {
  FunctionFacts *facts = facts_of_callee(z, use->owner);
  return !facts || facts->read[use_index(use)];
}

bool buffer_call_writes(Bufferizer *z, Use *use) {
  FunctionFacts *facts = facts_of_callee(z, use->owner);
  return !facts || facts->written[use_index(use)];
}

void buffer_call_aliases(Bufferizer *z, Use *use, BufferAliases *out) {
  Operation *call = use->owner;
  FunctionFacts *facts = facts_of_callee(z, call);
  uint32_t at = use_index(use);
  for (uint32_t i = 0; i < call->result_count; i++) {
    if (!type_is_tensor(op_result_type(call, i))) continue;
    if (!facts) push_alias(out, op_result(call, i), false, true);
    else if (facts->equivalent[i] == (int32_t)at) push_alias(out, op_result(call, i), true, false);
    else if (facts->may_alias[i * facts->arguments + at]) push_alias(out, op_result(call, i), false, true);
  }
}

bool buffer_function_writable(Bufferizer *z, Value *value) {
  (void)z;
  A writable = value->is_arg ? arg_attr(owner_of_value(value), value->index, "bufferization.writable") : NULL;
  return !writable || attr_to_bool(writable);
}

void buffer_return_aliases(Bufferizer *z, Use *use, BufferAliases *out) { (void)z, (void)use, (void)out; }

T buffer_type_of_argument(Bufferizer *z, Value *value) {
  const Operation *function = owner_of_value(value);
  Block *block = value_arg_block(value);
  if (block != block->region->first) {   // as what is passed to the block
    for (BlockUse *from = block->uses; from; from = from->next) {
      uint32_t which = (uint32_t)(from - from->owner->successors);
      Span passed = op_successor_operands(from->owner, which);
      Value *given = op_operand(from->owner, passed.begin + value->index - (block->arg_count - span_size(passed)));
      if (type_is_memref(given->type)) return given->type;
      if (given == value) continue;
      return buffer_type(z, given);
    }
  }
  return function_buffer_type(z, value->type, arg_attr(function, value->index, "bufferization.buffer_layout"));
}

T buffer_type_of_call(Bufferizer *z, Value *value) {
  Operation *call = value_def(value);
  Operation *function = callee_of(z, call);
  if (!function) return NULL;
  T type = type_of(function)->types[type_of(function)->input_count + value->index];
  return type_is_tensor(type) ? function_buffer_type(z, type, NULL) : type;
}

bool bufferize_call(Bufferizer *z, Operation *op) {
  Operation *function = callee_of(z, op);
  if (!function) return false;
  ValueVec operands = {0}, results = {0};
  TypeVec types = {0};
  const FunctionType *type = type_of(function);
  for (uint32_t i = 0; i < op->result_count; i++) {
    T result = op_result_type(op, i);
    if (type_is_tensor(result)) result = buffer_type_of_call(z, op_result(op, i));
    vec_push(z->arena, &types, result);
  }
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *value = op_operand(op, i);
    if (type_is_tensor(value->type)) {
      if (!(value = get_buffer(z, value))) return false;
      T wanted = type->types[i];
      if (type_is_tensor(wanted)) wanted = function_buffer_type(z, wanted, arg_attr(function, i, "bufferization.buffer_layout"));
      builder_before(&z->b, op);
      if (value->type != wanted) {
        bool ranked = type_kind(value->type) == TYPE_MEMREF && type_kind(wanted) == TYPE_MEMREF;
        value = ranked ? cast_or_copy(z, value, wanted) : build1(&z->b, OP_MEMREF_CAST, wanted, value);
        if (!value) return false;
      }
    }
    vec_push(z->arena, &operands, value);
  }
  builder_before(&z->b, op);
  Operation *made = build_like(z, op, &operands, &types);
  for (uint32_t i = 0; i < made->result_count; i++) vec_push(z->arena, &results, op_result(made, i));
  replace_by_buffers(z, op, results.data);
  return true;
}

bool bufferize_nothing(Bufferizer *z, Operation *op) {
  (void)z, (void)op;
  return true;
}

bool bufferize_function(Bufferizer *z, Operation *op) {
  const FunctionType *type = type_of(op);
  T *types = arena_new(z->arena, T, type->input_count + type->result_count + 1u);
  if (!types) return false;
  bool is_declared = !op->regions[0].first;
  for (uint32_t i = 0; i < type->input_count + type->result_count; i++) {
    bool is_input = i < type->input_count;
    types[i] = type->types[i];
    if (!type_is_tensor(types[i])) continue;
    if (is_declared && !is_input && z->options.function_layout == LAYOUT_INFERRED && type_kind(types[i]) == TYPE_TENSOR && false) return false;
    types[i] = function_buffer_type(z, types[i], is_input ? arg_attr(op, i, "bufferization.buffer_layout") : NULL);
  }
  if (!is_declared) {
    region_each_block(&op->regions[0], block) if (!bufferize_block_arguments(z, block)) return false;
    region_each_block(&op->regions[0], block) {
      Operation *end = block->last;
      if (!op_is(end, OP_FUNC_RETURN)) continue;
      builder_before(&z->b, end);
      z->b.loc = end->loc;
      for (uint32_t i = 0; i < end->operand_count; i++)
        if (type_is_tensor(op_operand_type(end, i))) op_set_operand(end, i, build_to_buffer(z, types[type->input_count + i], op_operand(end, i)));
    }
  }
  op_set_prop(op, FUNC_FUNC_FUNCTION_TYPE,
              attr_type(z->ctx, type_function(z->ctx, types, type->input_count, types + type->input_count, type->result_count)));
  op_touched(op);
  return true;
}

// ---------------------------------------------------------------------------------------------
// The order: callees first

typedef struct Calls {
  Bufferizer *z;
  OpVec order, calls;
} Calls;

static WalkResult collect_calls(Operation *op, void *data) {
  Calls *calls = data;
  if (op_is(op, OP_FUNC_CALL)) vec_push(calls->z->arena, &calls->calls, op);
  return WALK_ADVANCE;
}

static bool calls_only(Bufferizer *z, const OpVec *calls, const Map *left, Operation *function) {
  for (uint32_t i = 0; i < calls->count; i++) {
    Operation *callee = callee_of(z, calls->data[i]);
    MapEntry *entry = callee ? map_find(left, map_key(callee)) : NULL;
    if (callee != function && entry && entry->value) return false;
  }
  return true;
}

// Functions that call only those before them; then, those that call each other, as they stand.
static void order_functions(Bufferizer *z, Operation *module, OpVec *out) {
  OpVec functions = {0};
  Map left, calls_of;
  map_init(&left, z->arena);
  map_init(&calls_of, z->arena);
  block_each_op(module->regions[0].first, op) if (op_is(op, OP_FUNC_FUNC)) vec_push(z->arena, &functions, op);
  for (uint32_t i = 0; i < functions.count; i++) {
    Calls *calls = arena_new(z->arena, Calls, 1);
    if (!calls) return;
    calls->z = z;
    op_walk_pre(functions.data[i], collect_calls, calls);
    map_set(&calls_of, functions.data[i], calls);
    map_put(&left, map_key(functions.data[i]))->value = 1;
  }
  for (bool any = true; any;) {
    any = false;
    for (uint32_t i = 0; i < functions.count; i++) {
      Operation *function = functions.data[i];
      Calls *calls = map_get(&calls_of, function);
      MapEntry *entry = map_find(&left, map_key(function));
      if (!entry->value || !calls_only(z, &calls->calls, &left, NULL)) continue;
      entry->value = 0;
      vec_push(z->arena, out, function);
      any = true;
    }
  }
  for (uint32_t i = 0; i < functions.count; i++)
    if (map_find(&left, map_key(functions.data[i]))->value) vec_push(z->arena, out, functions.data[i]);
}

static FunctionFacts *new_facts(Bufferizer *z, Operation *function) {
  const FunctionType *type = type_of(function);
  FunctionFacts *facts = arena_new(z->arena, FunctionFacts, 1);
  if (!facts) return NULL;
  facts->function = function;
  facts->arguments = type->input_count;
  facts->results = type->result_count;
  facts->equivalent = arena_new(z->arena, int32_t, facts->results + 1);
  facts->may_alias = arena_new(z->arena, bool, (size_t)facts->results * facts->arguments + 1);
  facts->read = arena_new(z->arena, bool, facts->arguments + 1);
  facts->written = arena_new(z->arena, bool, facts->arguments + 1);
  if (!facts->equivalent || !facts->may_alias || !facts->read || !facts->written) return NULL;
  map_set(&z->functions, function, facts);
  return facts;
}

static bool is_written(Bufferizer *z, Value *alias, void *data) {
  (void)data;
  for (Use *use = alias->uses; use; use = use->next)
    if (operand_in_place(z, use) && operand_writes(z, use)) return false;
  return true;
}

static bool has_access(const Operation *function, uint32_t i, bool *read, bool *written) {
  A access = arg_attr(function, i, "bufferization.access");
  if (!access || attr_kind(access) != ATTR_STRING) return false;
  Str text = attr_str(access);
  *read = str_is(text, "read") || str_is(text, "read-write");
  *written = str_is(text, "write") || str_is(text, "read-write");
  return true;
}

static void learn(Bufferizer *z, Operation *function, FunctionFacts *facts) {
  Block *body = function->regions[0].first;
  for (uint32_t i = 0; i < facts->results; i++) facts->equivalent[i] = -1;
  for (uint32_t a = 0; a < facts->arguments; a++) {
    if (!type_is_tensor(type_of(function)->types[a])) continue;
    if (!has_access(function, a, &facts->read[a], &facts->written[a])) {
      facts->read[a] = !body || value_is_read(z, body->args[a]);
      facts->written[a] = !body || !each_alias(z, body->args[a], is_written, NULL);
    }
    for (uint32_t i = 0; i < facts->results; i++) {
      if (!type_is_tensor(type_of(function)->types[facts->arguments + i])) continue;
      if (!body) {
        facts->may_alias[i * facts->arguments + a] = true;
        continue;
      }
      bool same = true, some = false;
      region_each_block(&function->regions[0], block) {
        if (!op_is(block->last, OP_FUNC_RETURN)) continue;
        Value *returned = op_operand(block->last, i);
        same &= values_equal(z, returned, body->args[a]);
        some |= values_alias(z, returned, body->args[a]);
      }
      if (same && some) facts->equivalent[i] = (int32_t)a;
      facts->may_alias[i * facts->arguments + a] = some;
    }
  }
  facts->is_known = true;
}

static void annotate(Bufferizer *z, Operation *function, const FunctionFacts *facts) {
  for (uint32_t a = 0; a < facts->arguments && function->regions[0].first; a++) {
    if (!type_is_tensor(type_of(function)->types[a])) continue;
    const char *access = facts->read[a] ? facts->written[a] ? "read-write" : "read" : facts->written[a] ? "write" : "none";
    A all = op_prop_at(function, FUNC_FUNC_ARG_ATTRS);
    A *items = arena_new(z->arena, A, facts->arguments);
    if (!items) return;
    for (uint32_t i = 0; i < facts->arguments; i++) items[i] = all ? ((const ArrayAttr *)all)->items[i] : z->ctx->attrs.empty_dict;
    const DictAttr *old = (const DictAttr *)items[a];
    NamedAttr *attrs = arena_new(z->arena, NamedAttr, old->count + 1);
    if (!attrs) return;
    uint32_t count = 0;
    for (uint64_t i = 0; i < old->count; i++)
      if (!attr_is_string(old->items[i].name, "bufferization.access")) attrs[count++] = old->items[i];
    attrs[count++] = (NamedAttr){attr_string(z->ctx, STR("bufferization.access")), attr_string(z->ctx, str_from(access))};
    items[a] = attr_dict(z->ctx, attrs, count);
    op_set_prop(function, FUNC_FUNC_ARG_ATTRS, attr_array(z->ctx, items, facts->arguments));
  }
  region_each_block(&function->regions[0], block) {
    if (!op_is(block->last, OP_FUNC_RETURN)) continue;
    A *items = arena_new(z->arena, A, facts->results + 1);
    bool any = false;
    for (uint32_t i = 0; items && i < facts->results; i++) {
      any |= facts->equivalent[i] >= 0;
      items[i] = attr_i64(z->ctx, z->ctx->types.i64, facts->equivalent[i]);
    }
    if (any) op_set_attr(z->module, block->last, STR("__equivalent_func_args__"), attr_array(z->ctx, items, facts->results));
  }
}

// ---------------------------------------------------------------------------------------------
// Results with the layouts that they turn out to have

static Value *without_cast(Value *value) {
  Operation *cast = defined_by(value, OP_MEMREF_CAST);
  return cast ? op_operand(cast, 0) : value;
}

static void fold_casts(Bufferizer *z, Operation *function) {
  const FunctionType *type = type_of(function);
  T *types = arena_new(z->arena, T, type->input_count + type->result_count + 1u);
  bool *agreed = arena_new(z->arena, bool, type->result_count + 1u);
  if (!types || !agreed || !function->regions[0].first) return;
  memcpy(types, type->types, (type->input_count + type->result_count) * sizeof *types);
  for (uint32_t i = 0; i < type->result_count; i++) {
    T common = NULL;
    bool same = true;
    region_each_block(&function->regions[0], block) {
      if (!op_is(block->last, OP_FUNC_RETURN)) continue;
      T bare = without_cast(op_operand(block->last, i))->type;
      if (!common) common = bare;
      same &= bare == common;
    }
    if (!common || !same || !type_is_memref(common)) continue;
    types[type->input_count + i] = common;
    region_each_block(&function->regions[0], block)
      if (op_is(block->last, OP_FUNC_RETURN)) op_set_operand(block->last, i, without_cast(op_operand(block->last, i)));
  }
  op_set_prop(function, FUNC_FUNC_FUNCTION_TYPE,
              attr_type(z->ctx, type_function(z->ctx, types, type->input_count, types + type->input_count, type->result_count)));
  op_touched(function);
}

static void remove_attributes(Bufferizer *z, Operation *function) {
  A all = op_prop_at(function, FUNC_FUNC_ARG_ATTRS);
  if (!all) return;
  const ArrayAttr *list = (const ArrayAttr *)all;
  A *items = arena_new(z->arena, A, list->count + 1);
  bool any = false, changed = false;
  for (uint64_t i = 0; items && i < list->count; i++) {
    const DictAttr *old = (const DictAttr *)list->items[i];
    NamedAttr *attrs = arena_new(z->arena, NamedAttr, old->count + 1);
    uint32_t count = 0;
    for (uint64_t k = 0; attrs && k < old->count; k++) {
      Str name = attr_str(old->items[k].name);
      if (str_is(name, "bufferization.buffer_layout") || str_is(name, "bufferization.writable")) changed = true;
      else attrs[count++] = old->items[k];
    }
    any |= count != 0;
    items[i] = attr_dict(z->ctx, attrs, count);
  }
  if (changed && items) op_set_prop(function, FUNC_FUNC_ARG_ATTRS, any ? attr_array(z->ctx, items, (uint32_t)list->count) : NULL);
}

static bool is_skipped(const Bufferizer *z, const Operation *function) {
  for (uint32_t i = 0; i < z->options.skipped_functions.count; i++)
    if (str_equal(symbol_name(function), z->options.skipped_functions.data[i])) return true;
  return false;
}

static bool analyse_functions(Bufferizer *z, const OpVec *order) {
  for (uint32_t i = 0; i < order->count; i++) {
    Operation *function = order->data[i];
    FunctionFacts *facts = new_facts(z, function);
    if (!facts) return false;
    if (is_skipped(z, function)) continue;
    if (function->regions[0].first && !analyse(z, function)) return false;
    z->analysed = true;
    learn(z, function, facts);
    if (z->options.analysis_only) {
      annotate_analysis(z, function);
      annotate(z, function, facts);
    }
  }
  return true;
}

bool analyse_module(Bufferizer *z, Operation *module) {
  OpVec order = {0};
  order_functions(z, module, &order);
  return analyse_functions(z, &order);
}

bool bufferize_module(Bufferizer *z, Operation *module) {
  OpVec order = {0};
  order_functions(z, module, &order);
  if (!z->options.copy_before_write) {
    if (!analyse_functions(z, &order)) return false;
    if (z->options.analysis_only) return true;
    for (uint32_t i = 0; i < order.count; i++)
      if (!is_skipped(z, order.data[i]) && !insert_copies(z, order.data[i])) return false;
  }
  bool copy = z->options.copy_before_write;
  for (uint32_t i = 0; i < order.count; i++) {
    Operation *function = order.data[i];
    if (is_skipped(z, function)) {
      z->options.copy_before_write = true;
      z->analysed = false;
    }
    bool ok = bufferize_all(z, function);
    z->options.copy_before_write = copy;
    z->analysed = !copy;
    if (!ok) return false;
    if (z->options.function_layout == LAYOUT_INFERRED) fold_casts(z, function);
  }
  for (uint32_t i = 0; i < order.count; i++) remove_attributes(z, order.data[i]);
  block_each_op_safe(module->regions[0].first, op)
    if (!op_is(op, OP_FUNC_FUNC) && op->region_count && !bufferize_all(z, op)) return false;
  return true;
}
