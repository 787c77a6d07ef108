// What operations say about the memory of their operands and results, with what holds where they say nothing
// (after mlir/lib/Dialect/Bufferization/IR/BufferizableOpInterface.cpp).
#include "passes/bufferize/bufferize.h"

#include "ir/region_flow.h"
#include "ops/func.h"
#include "ops/op_interfaces.h"

bool op_has_tensors(const Operation *op) {
  for (uint32_t i = 0; i < op->result_count; i++)
    if (type_is_tensor(op_result_type(op, i))) return true;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (type_is_tensor(op_operand_type(op, i))) return true;
  if (!op_is(op, OP_FUNC_FUNC)) return false;
  const FunctionType *type = (const FunctionType *)((const TypeAttr *)op_prop_at(op, FUNC_FUNC_FUNCTION_TYPE))->type;
  for (uint32_t i = 0; i < type->input_count + type->result_count; i++)
    if (type_is_tensor(type->types[i])) return true;
  return false;
}

Operation *owner_of_value(const Value *value) { return value->is_arg ? block_parent_op(value_arg_block(value)) : value_def(value); }

bool op_is_allowed(const Bufferizer *z, const Operation *op) {
  if (!z->options.functions && op_among(op, FUNC)) return false;
  if (!z->options.dialects.count) return true;
  Str dialect = op_dialect_name(op);
  for (uint32_t i = 0; i < z->options.dialects.count; i++)
    if (str_equal(dialect, z->options.dialects.data[i])) return true;
  return false;
}

const BufferizableOpInterface *bufferizable(const Bufferizer *z, const Operation *op) {
  const BufferizableOpInterface *answers = op ? ask_bufferizable(op->def) : NULL;
  return answers && op_is_allowed(z, op) ? answers : NULL;
}

int32_t destination_operand(const Operation *op, uint32_t i) {
  if (!op_def_has_trait(op->def, TRAIT_ID_DESTINATION_STYLE)) return -1;
  static const char *const names[] = {"dest", "base", "outputs", "outs", "init", "inits"};
  for (uint32_t k = 0; k < countof(names); k++) {
    Span span = op_operands_named(op, names[k]);
    if (i < span_size(span)) return (int32_t)(span.begin + i);
  }
  return -1;
}

static bool is_destination(const Use *use) {
  const Operation *op = use->owner;
  for (uint32_t i = 0;; i++) {
    int32_t at = destination_operand(op, i);
    if (at < 0) return false;
    if ((uint32_t)at == use_index(use)) return true;
  }
}

bool operand_reads(Bufferizer *z, Use *use) {
  const BufferizableOpInterface *answers = bufferizable(z, use->owner);
  return !answers || !answers->reads || answers->reads(z, use);
}

bool operand_writes(Bufferizer *z, Use *use) {
  const BufferizableOpInterface *answers = bufferizable(z, use->owner);
  if (!answers) return true;
  return answers->writes ? answers->writes(z, use) : is_destination(use);
}

void operand_aliases(Bufferizer *z, Use *use, BufferAliases *out) {
  Operation *op = use->owner;
  const BufferizableOpInterface *answers = bufferizable(z, op);
  if (!answers) {   // anything may be
    for (uint32_t i = 0; i < op->result_count; i++)
      if (type_is_tensor(op_result_type(op, i))) push_alias(out, op_result(op, i), false, true);
    for (uint32_t r = 0; r < op->region_count; r++) {
      Block *entry = op->regions[r].first;
      for (uint32_t i = 0; entry && i < entry->arg_count; i++)
        if (type_is_tensor(entry->args[i]->type)) push_alias(out, entry->args[i], false, true);
    }
    return;
  }
  if (answers->aliases) {
    answers->aliases(z, use, out);
    return;
  }
  for (uint32_t i = 0; i < op->result_count; i++)
    if (destination_operand(op, i) == (int32_t)use_index(use)) push_alias(out, op_result(op, i), true, false);
}

void value_sources(Bufferizer *z, Value *value, BufferAliases *out) {
  Operation *op = owner_of_value(value);
  const BufferizableOpInterface *answers = bufferizable(z, op);
  if (answers && answers->sources) {
    answers->sources(z, value, out);
    return;
  }
  if (!op || (value->is_arg && answers)) return;
  if (!answers && value->is_arg && value_arg_block(value) != value_arg_block(value)->region->first) return;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (!type_is_tensor(op_operand_type(op, i))) continue;
    BufferAliases aliases = {.arena = out->arena};
    operand_aliases(z, &op->operands[i], &aliases);
    for (uint32_t k = 0; k < aliases.list.count; k++)
      if (aliases.list.data[k].value == value) push_source(out, &op->operands[i], aliases.list.data[k].equivalent, aliases.list.data[k].maybe);
  }
}

static bool is_defined_inside(Bufferizer *z, Value *value, void *data) {
  const Operation *op = data;
  for (const Operation *at = owner_of_value(value); at; at = op_parent(at))
    if (at == op) return value_is_defined(z, value);
  return false;
}

bool value_is_defined(Bufferizer *z, Value *value) {
  if (value->is_arg) return true;
  Operation *op = value_def(value);
  const BufferizableOpInterface *answers = bufferizable(z, op);
  if (!answers) return true;
  if (answers->defines) return answers->defines(z, value);
  BufferAliases sources = {.arena = z->arena};
  value_sources(z, value, &sources);
  if (!sources.list.count) return true;
  for (uint32_t i = 0; i < sources.list.count; i++)
    if (operand_writes(z, sources.list.data[i].use)) return true;
  if (!op->region_count) return false;
  for (uint32_t i = 0; i < sources.list.count; i++) {
    ValueVec found = {0};
    find_in_reverse(z, sources.list.data[i].use, &(ReverseChain){.found = is_defined_inside, .data = op}, &found);
    if (found.count) return true;
  }
  return false;
}

bool value_is_writable(Bufferizer *z, Value *value) {
  const BufferizableOpInterface *answers = bufferizable(z, owner_of_value(value));
  if (!answers) return false;
  return answers->writable ? answers->writable(z, value) : !value->is_arg;
}

bool value_is_read(Bufferizer *z, Value *value) {
  VEC(Use *) stack = {0};
  Map seen;
  map_init(&seen, z->arena);
  for (Use *use = value->uses; use; use = use->next) vec_push(z->arena, &stack, use);
  while (stack.count && !z->ctx->mem.exhausted) {
    Use *use = vec_pop(&stack);
    MapEntry *entry = map_put(&seen, map_key(use));
    if (entry->value) continue;
    entry->value = 1;
    if (operand_reads(z, use)) return true;
    if (operand_writes(z, use)) continue;
    BufferAliases aliases = {.arena = z->arena};
    operand_aliases(z, use, &aliases);
    for (uint32_t i = 0; i < aliases.list.count; i++)
      for (Use *next = aliases.list.data[i].value->uses; next; next = next->next) vec_push(z->arena, &stack, next);
  }
  return false;
}

bool operand_in_place(const Bufferizer *z, const Use *use) {
  if (z->analysed) return map_find(&z->in_place, map_key(use)) != NULL;
  // Nothing is known: what writes is copied.
  if (type_kind(use->value->type) == TYPE_UNRANKED_TENSOR) return true;
  return !operand_writes((Bufferizer *)(uintptr_t)z, (Use *)(uintptr_t)use);
}

static void push_once(Bufferizer *z, ValueVec *out, Value *value) {
  for (uint32_t i = 0; i < out->count; i++)
    if (out->data[i] == value) return;
  vec_push(z->arena, out, value);
}

static bool is_cast(const Value *value) {
  const Operation *op = value_def(value);
  return op && ask_cast(op->def);
}

void find_in_reverse(Bufferizer *z, Use *use, const ReverseChain *chain, ValueVec *out) {
  ValueVec stack = {0};
  Map seen;
  if (z->depth > 64) return;   // chains within chains: operations in operations
  z->depth++;
  map_init(&seen, z->arena);
  vec_push(z->arena, &stack, use->value);
  if (chain->followed) vec_push(z->arena, chain->followed, use);
  while (stack.count && !z->ctx->mem.exhausted) {
    Value *value = vec_pop(&stack);
    MapEntry *entry = map_put(&seen, map_key(value));
    if (entry->value) continue;
    entry->value = 1;
    if (chain->found(z, value, chain->data)) {
      push_once(z, out, value);
      continue;
    }
    BufferAliases sources = {.arena = z->arena};
    if (chain->unknown_too || bufferizable(z, owner_of_value(value))) value_sources(z, value, &sources);
    if (!sources.list.count && chain->leaves) push_once(z, out, value);
    for (uint32_t i = 0; i < sources.list.count; i++) {
      BufferAlias source = sources.list.data[i];
      bool follow = (!chain->equivalent_only || source.equivalent) && (!chain->in_place_only || operand_in_place(z, source.use));
      if (chain->same_types && source.use->value->type != value->type && !is_cast(value)) follow = false;
      if (follow) {
        vec_push(z->arena, &stack, source.use->value);
        if (chain->followed) vec_push(z->arena, chain->followed, source.use);
      } else if (chain->leaves) push_once(z, out, value);
    }
  }
  z->depth--;
}

// ---------------------------------------------------------------------------------------------
// Sets of values: members are linked in a ring, and each knows the first of its set.

typedef struct BufferAliasSet {
  Value *value;
  struct BufferAliasSet *first, *next;
  uint32_t size;
} AliasNode;

static AliasNode *node_of(Bufferizer *z, Map *sets, Value *value) {
  AliasNode *node = map_get(sets, value);
  if (node) return node;
  node = arena_new(z->arena, AliasNode, 1);
  if (!node) return NULL;
  *node = (AliasNode){value, node, node, 1};
  map_set(sets, value, node);
  return node;
}

static void unite(Bufferizer *z, Map *sets, Value *a, Value *b) {
  AliasNode *x = node_of(z, sets, a), *y = node_of(z, sets, b);
  if (!x || !y || x->first == y->first) return;
  x = x->first;
  y = y->first;
  if (x->size < y->size) {
    AliasNode *other = x;
    x = y;
    y = other;
  }
  x->size += y->size;
  AliasNode *member = y;
  do member->first = x;
  while ((member = member->next) != y);
  AliasNode *next = x->next;
  x->next = y->next;
  y->next = next;
}

static bool together(Bufferizer *z, Map *sets, Value *a, Value *b) {
  if (a == b) return true;
  const AliasNode *x = node_of(z, sets, a), *y = node_of(z, sets, b);
  return x && y && x->first == y->first;
}

bool values_alias(Bufferizer *z, Value *a, Value *b) { return together(z, &z->sets, a, b); }
bool values_equal(Bufferizer *z, Value *a, Value *b) { return together(z, &z->equals, a, b); }
void unite_aliases(Bufferizer *z, Value *a, Value *b) { unite(z, &z->sets, a, b); }
void unite_equals(Bufferizer *z, Value *a, Value *b) {
  unite(z, &z->equals, a, b);
  unite(z, &z->sets, a, b);
}

bool each_alias(Bufferizer *z, Value *value, bool (*fn)(Bufferizer *z, Value *alias, void *data), void *data) {
  AliasNode *first = node_of(z, &z->sets, value), *member = first;
  if (!first) return false;
  do
    if (!fn(z, member->value, data)) return false;
  while ((member = member->next) != first);
  return true;
}
