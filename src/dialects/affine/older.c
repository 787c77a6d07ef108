// What makes today's operations of affine ones that older releases wrote without some attributes.
#include "ops/affine.h"

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

// All of the basis was operands.
bool complete_delinearize(Module *module, Operation *op) {
  uint32_t count = op->operand_count ? op->operand_count - 1 : 0;
  int64_t *basis = arena_new(&module->arena, int64_t, count + 1);
  if (!basis) return true;
  for (uint32_t i = 0; i < count; i++) basis[i] = DYNAMIC;
  op_set_prop(op, AFFINE_DELINEARIZE_INDEX_STATIC_BASIS, attr_i64_array(module->context, basis, count));
  return true;
}
