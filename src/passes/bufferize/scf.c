// How loops and choices of scf carry memory (after mlir/lib/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.cpp).
#include "passes/bufferize/bufferize.h"

#include "ops/memref.h"
#include "ops/scf.h"

#include "dialects/bufferization/buffers.h"

static const ShapedType *shape_of(T type) { return (const ShapedType *)type; }

enum { FOR_INITS = 3 };

static Block *body_of(const Operation *op, uint32_t region) { return region < op->region_count ? op->regions[region].first : NULL; }

static Operation *end_of(const Operation *op, uint32_t region) {
  Block *block = body_of(op, region);
  return block ? block->last : NULL;
}

// --- scf.for

static Value *iter_arg(const Operation *loop, uint32_t i) { return body_of(loop, 0)->args[1 + i]; }
static Use *yielded(const Operation *loop, uint32_t i) { return &end_of(loop, 0)->operands[i]; }

bool buffer_for_reads(Bufferizer *z, Use *use) {
  uint32_t i = use_index(use);
  return i >= FOR_INITS && value_is_read(z, iter_arg(use->owner, i - FOR_INITS));
}

bool buffer_for_writes(Bufferizer *z, Use *use) {
  (void)z, (void)use;
  return true;
}

static bool loop_keeps(Bufferizer *z, const Operation *loop, uint32_t i) { return values_equal(z, yielded(loop, i)->value, iter_arg(loop, i)); }

void buffer_for_aliases(Bufferizer *z, Use *use, BufferAliases *out) {
  uint32_t i = use_index(use);
  if (i < FOR_INITS) return;
  bool same = loop_keeps(z, use->owner, i - FOR_INITS);
  push_alias(out, op_result(use->owner, i - FOR_INITS), same, !same);
}

bool buffer_for_writable(Bufferizer *z, Value *value) {
  (void)z, (void)value;
  return true;
}

// The type that carried memory has: what goes in and what is passed on may differ.
static T carried_type(Bufferizer *z, Operation *loop, T given, Value *passed, T tensor, Value *argument) {
  if (!given) return NULL;
  MapEntry *entry = map_find(&z->defined_types, map_key(argument));
  if (entry && entry->value) return given;   // what is passed on is the argument itself, in the end
  map_put(&z->defined_types, map_key(argument))->value = true;
  T next = type_is_memref(passed->type) ? passed->type : buffer_type(z, passed);
  entry = map_find(&z->defined_types, map_key(argument));
  if (entry) entry->value = false;
  if (!next || next == given) return next;
  if (shape_of(given)->extra != shape_of(next)->extra) {
    op_error(z->module, loop, "init_arg and yielded value bufferize to inconsistent memory spaces");
    return NULL;
  }
  return dynamic_buffer_type(z->ctx, tensor, shape_of(given)->extra);
}

T buffer_type_of_for(Bufferizer *z, Value *value) {
  Operation *loop = owner_of_value(value);
  uint32_t i = value->is_arg ? value->index - 1 : value->index;
  Value *init = op_operand(loop, FOR_INITS + i), *argument = iter_arg(loop, i);
  if (type_is_memref(argument->type)) return argument->type;
  T given = type_is_memref(init->type) ? init->type : buffer_type(z, init);
  return carried_type(z, loop, given, yielded(loop, i)->value, value->type, argument);
}

// The init's memory in that type.
static Value *as_type(Bufferizer *z, Value *buffer, T type) {
  return !buffer || buffer->type == type ? buffer : build1(&z->b, OP_MEMREF_CAST, type, buffer);
}

static void wrap_argument(Bufferizer *z, Block *block, Value *argument, T type) {
  T tensor = argument->type;
  VEC(Use *) uses = {0};
  for (Use *use = argument->uses; use; use = use->next) vec_push(z->arena, &uses, use);
  argument->type = type;
  builder_at_start(&z->b, block);
  Value *made = build_to_tensor(z, tensor, argument);
  for (uint32_t k = 0; k < uses.count; k++) {
    op_set_operand(uses.data[k]->owner, use_index(uses.data[k]), made);
    op_touched(uses.data[k]->owner);
  }
}

bool bufferize_scf_for(Bufferizer *z, Operation *op) {
  ValueVec operands = {0};
  TypeVec types = {0};
  op_push_operands(op, 0, op->operand_count, &operands, z->arena);
  T *wanted = arena_new(z->arena, T, op->result_count + 1);
  Value **buffers = arena_new(z->arena, Value *, op->result_count + 1);
  if (!wanted || !buffers) return false;
  for (uint32_t i = 0; i < op->result_count; i++) {
    buffers[i] = op_operand(op, FOR_INITS + i);
    if (type_is_tensor(buffers[i]->type) && !(buffers[i] = get_buffer(z, buffers[i]))) return false;
  }
  for (uint32_t i = 0; i < op->result_count; i++) {
    wanted[i] = op_result_type(op, i);
    if (type_is_tensor(wanted[i]) && !(wanted[i] = buffer_type(z, op_result(op, i)))) return false;
  }
  builder_before(&z->b, op);
  for (uint32_t i = 0; i < op->result_count; i++) {
    operands.data[FOR_INITS + i] = as_type(z, buffers[i], wanted[i]);
    vec_push(z->arena, &types, wanted[i]);
  }
  Operation *made = build_like(z, op, &operands, &types);
  Block *body = body_of(made, 0);
  for (uint32_t i = made->result_count; i-- > 0;)
    if (body->args[1 + i]->type != wanted[i]) wrap_argument(z, body, body->args[1 + i], wanted[i]);
  ValueVec results = {0};
  for (uint32_t i = 0; i < made->result_count; i++) vec_push(z->arena, &results, op_result(made, i));
  replace_by_buffers(z, op, results.data);
  return true;
}

bool check_scf_for(Bufferizer *z, Operation *op) {
  if (z->options.return_allocs_from_loops) return true;
  for (uint32_t i = 0; i < op->result_count; i++) {
    if (!type_is_tensor(op_result_type(op, i)) || loop_keeps(z, op, i)) continue;
    op_error_plain(z->module, end_of(op, 0), "Yield operand #%u is not equivalent to the corresponding iter bbArg", i);
    return false;
  }
  return true;
}

// What is passed on has to be memory that is known when the loop is entered, unless it may be new.
bool copies_of_scf_for(Bufferizer *z, Operation *op) {
  if (!default_copies(z, op)) return false;
  if (z->options.copy_before_write) return true;
  Operation *end = end_of(op, 0);
  for (uint32_t i = 0; i < op->result_count; i++) {
    if (!type_is_tensor(op_result_type(op, i)) || loop_keeps(z, op, i)) continue;
    builder_before(&z->b, end);
    Value *copy = build_tensor_like(z, op_operand(end, i), true);
    if (!copy) return false;
    op_set_operand(end, i, copy);
  }
  return true;
}

// --- scf.yield

void buffer_yield_aliases(Bufferizer *z, Use *use, BufferAliases *out) {
  (void)z;
  Operation *around = op_parent(use->owner);
  if (op_is(around, OP_SCF_IF) || op_is(around, OP_SCF_INDEX_SWITCH)) push_alias(out, op_result(around, use_index(use)), true, true);
  else if (op_is(around, OP_SCF_EXECUTE_REGION)) push_alias(out, op_result(around, use_index(use)), true, false);
}

bool buffer_always(Bufferizer *z, Use *use) {
  (void)z, (void)use;
  return true;
}

bool bufferize_scf_yield(Bufferizer *z, Operation *op) {
  Operation *around = op_parent(op);
  static const uint16_t known[] = {OP_SCF_EXECUTE_REGION, OP_SCF_IF, OP_SCF_INDEX_SWITCH, OP_SCF_FOR, OP_SCF_WHILE};
  bool found = false;
  for (uint32_t i = 0; i < countof(known); i++) found |= op_is(around, known[i]);
  if (!found) {
    op_error_plain(z->module, op, "unsupported scf::YieldOp parent");
    return false;
  }
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *value = op_operand(op, i);
    if (!type_is_tensor(value->type)) continue;
    Value *buffer = get_buffer(z, value);
    if (!buffer) return false;
    T type = buffer->type;
    if (op_is(around, OP_SCF_FOR)) type = buffer_type_of_for(z, iter_arg(around, i));
    else if (op_is(around, OP_SCF_WHILE)) type = body_of(around, 0)->args[i]->type;
    else type = type_is_memref(op_result_type(around, i)) ? op_result_type(around, i) : buffer_type(z, op_result(around, i));
    if (!type) return false;
    builder_before(&z->b, op);
    if (type_is_memref(type)) buffer = as_type(z, buffer, type);
    op_set_operand(op, i, buffer);
  }
  op_touched(op);
  return true;
}

// --- scf.if, scf.index_switch, scf.execute_region

void sources_of_scf_choice(Bufferizer *z, Value *value, BufferAliases *out) {
  Operation *op = owner_of_value(value);
  (void)z;
  if (value->is_arg) return;
  bool only = op_is(op, OP_SCF_EXECUTE_REGION);
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block)
      if (op_is(block->last, OP_SCF_YIELD) && value->index < block->last->operand_count) push_source(out, &block->last->operands[value->index], true, !only);
}

T buffer_type_of_choice(Bufferizer *z, Value *value) {
  Operation *op = value_def(value);
  T found = NULL;
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block) {
      if (!op_is(block->last, OP_SCF_YIELD)) continue;
      Value *passed = op_operand(block->last, value->index);
      T type = type_is_memref(passed->type) ? passed->type : buffer_type(z, passed);
      if (!type) return NULL;
      if (found && shape_of(found)->extra != shape_of(type)->extra) {
        op_error_plain(z->module, op, "inconsistent memory space on then/else branches");
        return NULL;
      }
      if (!found || found == type) found = type;
      else found = dynamic_buffer_type(z->ctx, value->type, shape_of(found)->extra);
    }
  return found;
}

bool bufferize_scf_choice(Bufferizer *z, Operation *op) {
  ValueVec operands = {0}, results = {0};
  TypeVec types = {0};
  for (uint32_t i = 0; i < op->result_count; i++) {
    T type = op_result_type(op, i);
    if (type_is_tensor(type) && !(type = buffer_type(z, op_result(op, i)))) return false;
    vec_push(z->arena, &types, type);
  }
  builder_before(&z->b, op);
  op_push_operands(op, 0, op->operand_count, &operands, z->arena);
  Operation *made = build_like(z, op, &operands, &types);
  for (uint32_t i = 0; i < made->result_count; i++) vec_push(z->arena, &results, op_result(made, i));
  // The ends of the regions pass on values of other types now.
  for (uint32_t r = 0; r < made->region_count; r++)
    region_each_block(&made->regions[r], block) {
      Operation *end = block->last;
      for (uint32_t i = 0; op_is(end, OP_SCF_YIELD) && i < end->operand_count; i++)
        if (type_is_memref(op_operand_type(end, i)) && op_operand_type(end, i) != types.data[i]) {
          builder_before(&z->b, end);
          op_set_operand(end, i, as_type(z, op_operand(end, i), types.data[i]));
        }
    }
  replace_by_buffers(z, op, results.data);
  return true;
}

// --- scf.forall

static Value *shared_arg(const Operation *op, uint32_t output) {
  Block *body = body_of(op, 0);
  return body->args[body->arg_count - span_size(op_operands_named(op, "outputs")) + output];
}

bool buffer_forall_reads(Bufferizer *z, Use *use) {
  Span outputs = op_operands_named(use->owner, "outputs");
  return use_index(use) >= outputs.begin && value_is_read(z, shared_arg(use->owner, use_index(use) - outputs.begin));
}

void buffer_forall_aliases(Bufferizer *z, Use *use, BufferAliases *out) {
  (void)z;
  Span outputs = op_operands_named(use->owner, "outputs");
  if (use_index(use) >= outputs.begin) push_alias(out, op_result(use->owner, use_index(use) - outputs.begin), true, false);
}

T buffer_type_of_forall(Bufferizer *z, Value *value) {
  Operation *op = owner_of_value(value);
  Span outputs = op_operands_named(op, "outputs");
  uint32_t i = value->is_arg ? value->index - (body_of(op, 0)->arg_count - span_size(outputs)) : value->index;
  return buffer_type(z, op_operand(op, outputs.begin + i));
}

bool bufferize_scf_forall(Bufferizer *z, Operation *op) {
  Span outputs = op_operands_named(op, "outputs");
  ValueVec buffers = {0}, operands = {0};
  TypeVec none = {0};
  for (uint32_t i = outputs.begin; i < outputs.end; i++) {
    Value *buffer = get_buffer(z, op_operand(op, i));
    if (!buffer) return false;
    vec_push(z->arena, &buffers, buffer);
  }
  Block *body = body_of(op, 0);
  uint32_t first = body->arg_count - span_size(outputs);
  builder_at_start(&z->b, body);
  z->b.loc = op->loc;
  for (uint32_t i = 0; i < buffers.count; i++) {
    Value *argument = body->args[first + i];
    value_replace_all(argument, build_to_tensor(z, argument->type, buffers.data[i]));
  }
  while (body->arg_count > first) block_erase_arg(body, body->arg_count - 1);
  builder_before(&z->b, op);
  op_push_operands(op, 0, outputs.begin, &operands, z->arena);
  int32_t sizes[] = {(int32_t)span_size(op_operands_named(op, "dynamicLowerBound")), (int32_t)span_size(op_operands_named(op, "dynamicUpperBound")),
                     (int32_t)span_size(op_operands_named(op, "dynamicStep")), 0};
  Operation *made = build_like(z, op, &operands, &none);
  op_set_attr(z->module, made, STR("operandSegmentSizes"), attr_i32_array(z->ctx, sizes, 4));
  replace_by_buffers(z, op, buffers.data);
  return true;
}
