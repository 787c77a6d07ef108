// What makes today's operations of affine ones that older releases wrote without some attributes.
#include "ops/affine.h"

#include "dialects/affine/hooks.h"
#include "dialects/common/build.h"
#include "dialects/common/older.h"
#include "ir/affine.h"
#include "ir/op.h"

// The maps say which operands are whose.
bool complete_affine_for(Module *module, Operation *op) {
  A lower = op_prop_at(op, AFFINE_FOR_LOWER_BOUND_MAP), upper = op_prop_at(op, AFFINE_FOR_UPPER_BOUND_MAP);
  if (!lower || !upper || attr_kind(lower) != ATTR_AFFINE_MAP || attr_kind(upper) != ATTR_AFFINE_MAP) return true;   // the verifier says so
  const AffineMap *maps[] = {((const MapAttr *)lower)->map, ((const MapAttr *)upper)->map};
  uint32_t rest = op->operand_count;
  int32_t sizes[3];
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t inputs = maps[i]->dim_count + maps[i]->symbol_count;
    sizes[i] = (int32_t)(inputs < rest ? inputs : rest);
    rest -= (uint32_t)sizes[i];
  }
  sizes[2] = (int32_t)rest;
  op_set_attr(module, op, STR("operandSegmentSizes"), attr_i32_array(module->context, sizes, 3));
  return true;
}

// One operation for each result of the map.
bool upgrade_affine_apply(Module *module, Operation *op) {
  const AffineMap *map = affine_map_of(op_prop_at(op, AFFINE_APPLY_UNTIL_8_MAP));
  if (map->result_count != op->result_count) return false;
  Builder b = upgrade_begin(module, op);
  for (uint32_t i = 0; i < op->result_count; i++) {
    OpState *state = builder_begin(&b, OP_AFFINE_APPLY);
    for (uint32_t k = 0; k < op->operand_count; k++) op_state_add_operand(state, op_operand(op, k));
    E result = map->results[i];
    op_state_set_prop(state, AFFINE_APPLY_MAP, attr_affine_map(b.ctx, affine_map(b.ctx, map->dim_count, map->symbol_count, &result, 1)));
    op_state_add_type(state, b.ctx->types.index);
    upgrade_keep_attrs(state, op);
    Value *made = builder_finish_value(&b);
    // A name of several results is none of theirs.
    for (const Use *use = op->result_count > 1 ? op->results[i].uses : NULL; use; use = use->next) use->owner->flags |= OP_UPGRADED;
    if (op->result_count == 1) made->name = op->results[i].name;
    value_replace_all(&op->results[i], made);
  }
  op_erase(op);
  return true;
}

// All of the basis was operands.
bool complete_delinearize(Module *module, Operation *op) {
  uint32_t count = op->operand_count ? op->operand_count - 1 : 0;
  int64_t *basis = arena_new(&module->arena, int64_t, count + 1);
  if (!basis) return true;
  for (uint32_t i = 0; i < count; i++) basis[i] = DYNAMIC;
  op_set_prop(op, AFFINE_DELINEARIZE_INDEX_STATIC_BASIS, attr_i64_array(module->context, basis, count));
  return true;
}
