#include "dialects/common/older.h"

#include "ops/arith.h"

#include "dialects/common/build.h"
#include "ir/ir_diag.h"

static void on_created(void *data, Operation *op) {
  (void)data;
  op->flags |= OP_UPGRADED;
}

Builder upgrade_begin(Module *module, Operation *op) {
  Builder b;
  builder_init(&b, module);
  builder_before(&b, op);
  b.created = on_created;
  return b;
}

void upgrade_keep_attrs(OpState *state, const Operation *op) {
  for (uint32_t i = 0; i < op->attr_count; i++) {
    int slot = op_prop_slot(state->def, attr_str(op->attrs[i].name));
    if (slot < 0) vec_push(state->arena, &state->attrs, op->attrs[i]);
    else if (!op_state_prop(state, (uint32_t)slot)) op_state_set_prop(state, (uint32_t)slot, op->attrs[i].value);
  }
}

// A value that the text names keeps the name. Those that use one with another name have to be written again.
static void replace_value(Value *old, Value *made) {
  if (!made->is_arg && !made->name.end) made->name = old->name;
  else for (const Use *use = old->uses; use; use = use->next) use->owner->flags |= OP_UPGRADED;
  value_replace_all(old, made);
}

bool upgrade_replace(Operation *op, Value *value) {
  replace_value(&op->results[0], value);
  op_erase(op);
  return true;
}

Operation *upgrade_finish(Builder *b, OpState *state, Operation *op) {
  upgrade_keep_attrs(state, op);
  for (uint32_t i = 0; i < op->region_count; i++) region_take_blocks(op_state_add_region(state), &op->regions[i], NULL);
  Operation *made = builder_finish_typed(b);
  for (uint32_t i = 0; i < op->result_count; i++) replace_value(&op->results[i], &made->results[i]);
  op_erase(op);
  return made;
}

bool upgrade_dim(Module *module, Operation *op, uint32_t today, uint32_t slot) {
  Builder b = upgrade_begin(module, op);
  Value *index = build_index(&b, op_prop_i64_at(op, slot));
  OpState *state = builder_begin(&b, today);
  op_state_add_operand2(state, op_operand(op, 0), index);
  upgrade_keep_attrs(state, op);
  return upgrade_replace(op, builder_finish_value(&b));
}

static Value *build_dim(Builder *b, uint32_t dim, Value *source, uint32_t i) {
  Value *index = build_index(b, i);
  return build2(b, dim, b->ctx->types.index, source, index);
}

// The size of a dimension that the source's dimension is split into: its size divided by those of the other dimensions.
static Value *build_size(Builder *b, uint32_t dim, Value *source, uint32_t group, int64_t others) {
  Value *whole = build_dim(b, dim, source, group);
  return others == 1 ? whole : build_binary(b, OP_ARITH_DIVSI, whole, build_index(b, others));
}

bool upgrade_expand_shape(Module *module, Operation *op, uint32_t today, uint32_t dim) {
  Builder b = upgrade_begin(module, op);
  A reassociation = op_prop(op, "reassociation");
  const ShapedType *result = type_as_shaped(op_result_type(op, 0));
  Arena arena;
  arena_init(&arena, &module->context->mem);
  ValueVec sizes = {0};
  bool ok = result && reassociation && attr_kind(reassociation) == ATTR_ARRAY;
  for (uint32_t group = 0; ok && group < ((const ArrayAttr *)reassociation)->count; group++) {
    A dims = ((const ArrayAttr *)reassociation)->items[group];
    int64_t others = 1;
    uint32_t dynamic = 0;
    ok = attr_kind(dims) == ATTR_ARRAY;
    for (uint64_t i = 0; ok && i < ((const ArrayAttr *)dims)->count; i++) {
      A at = ((const ArrayAttr *)dims)->items[i];
      int64_t position = attr_kind(at) == ATTR_INTEGER ? attr_to_i64(at) : -1;
      ok = position >= 0 && position < (int64_t)result->rank;
      if (ok && result->dims[position] == DYNAMIC) dynamic++;
      else if (ok) others *= result->dims[position];
    }
    ok = ok && dynamic <= 1;
    if (ok && dynamic) vec_push(&arena, &sizes, build_size(&b, dim, op_operand(op, 0), group, others));
  }
  if (ok) {
    OpState *state = builder_begin(&b, today);
    op_state_add_operand(state, op_operand(op, 0));
    op_state_add_operands(state, sizes.data, sizes.count);
    op_state_add_type(state, op_result_type(op, 0));
    op_state_set_attr(state, STR("reassociation"), reassociation);
    op_state_set_attr(state, STR("static_output_shape"), attr_i64_array(module->context, result->dims, result->rank));
    upgrade_finish(&b, state, op);
  } else {
    op_error(module, op, "cannot be brought up to date: the sizes of its result do not follow from those of its operand");
  }
  arena_free(&arena);
  return ok;
}

bool upgrade_to_generic(Module *module, Operation *op, Str name) {
  Builder b = upgrade_begin(module, op);
  OpState *state = builder_begin_def(&b, context_op_or_unregistered(module->context, name));
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_take_types(state, op);
  NamedAttr *items = arena_new(state->arena, NamedAttr, op->def->attr_count + 1u);
  uint32_t count = 0;
  for (uint32_t slot = 0; items && slot < op->def->attr_count; slot++)
    if (op_prop_at(op, slot)) items[count++] = (NamedAttr){attr_string(module->context, str_from(def_attr_name(op->def, slot))), op_prop_at(op, slot)};
  if (count) state->prop_dict = attr_dict(module->context, items, count);
  upgrade_finish(&b, state, op);
  return true;
}

bool upgrade_to_op(Module *module, Operation *op, uint32_t opcode) {
  Builder b = upgrade_begin(module, op);
  OpState *state = builder_begin(&b, opcode);
  op_state_take_operands(state, op, 0, op->operand_count);
  op_state_take_types(state, op);
  for (uint32_t slot = 0; slot < op->def->attr_count; slot++)
    if (op_prop_at(op, slot)) op_state_set_attr(state, str_from(def_attr_name(op->def, slot)), op_prop_at(op, slot));
  upgrade_finish(&b, state, op);
  return true;
}
