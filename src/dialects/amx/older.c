// Up to LLVM 19 a tile was a vector.
#include "ops/amx.h"
#include "ops/builtin.h"

#include "asm/params.h"
#include "dialects/common/older.h"
#include "ir/ir_diag.h"

static const struct { uint32_t older, today; } tile_ops[] = {
  {OP_AMX_TILE_LOAD_UNTIL_19, OP_AMX_TILE_LOAD},   {OP_AMX_TILE_MULF_UNTIL_19, OP_AMX_TILE_MULF}, {OP_AMX_TILE_MULI_UNTIL_19, OP_AMX_TILE_MULI},
  {OP_AMX_TILE_STORE_UNTIL_19, OP_AMX_TILE_STORE}, {OP_AMX_TILE_ZERO_UNTIL_19, OP_AMX_TILE_ZERO},
};

static T tile_of(Context *ctx, T vector) {
  uint64_t word = param_word(vector);
  return type_from_params(ctx, &amx_tile_type, &word);
}

static Value *build_cast(Builder *b, Value *value, T type) { return build1(b, OP_BUILTIN_UNREALIZED_CONVERSION_CAST, type, value); }

// The tile that a vector is: what was made a vector for what is no operation of amx, or a cast.
static Value *as_tile(Builder *b, Value *vector) {
  T type = tile_of(b->ctx, vector->type);
  const Operation *def = value_def(vector);
  if (def && op_is(def, OP_BUILTIN_UNREALIZED_CONVERSION_CAST) && def->operand_count == 1 && op_operand_type(def, 0) == type) return op_operand(def, 0);
  return build_cast(b, vector, type);
}

bool upgrade_amx_tile(Module *module, Operation *op) {
  uint32_t row = 0;
  while (row < countof(tile_ops) && !op_is(op, tile_ops[row].older)) row++;
  if (row == countof(tile_ops)) return true;
  Builder b = upgrade_begin(module, op);
  Arena *scratch = &module->arena;
  Value **operands = arena_new(scratch, Value *, op->operand_count + 1u);
  if (!operands) return false;
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *value = op_operand(op, i);
    operands[i] = type_is_vector(value->type) ? as_tile(&b, value) : value;
  }
  OpState *state = builder_begin(&b, tile_ops[row].today);
  op_state_add_operands(state, operands, op->operand_count);
  // Groups: memref, indices, and the tile of a store; the stride, the last one, came later.
  bool is_load = tile_ops[row].today == OP_AMX_TILE_LOAD, is_store = tile_ops[row].today == OP_AMX_TILE_STORE;
  if (is_load) op_state_operand_segments(state, (int32_t[]){1, (int32_t)op->operand_count - 1, 0}, 3);
  if (is_store) op_state_operand_segments(state, (int32_t[]){1, (int32_t)op->operand_count - 2, 1, 0}, 4);
  if (tile_ops[row].today == OP_AMX_TILE_MULI) {
    op_state_set_prop(state, AMX_TILE_MULI_IS_ZEXT_LHS, op_prop_at(op, AMX_TILE_MULI_UNTIL_19_IS_ZEXT_LHS));
    op_state_set_prop(state, AMX_TILE_MULI_IS_ZEXT_RHS, op_prop_at(op, AMX_TILE_MULI_UNTIL_19_IS_ZEXT_RHS));
  }
  upgrade_keep_attrs(state, op);
  if (!op->result_count) {
    builder_finish_typed(&b);
  } else {
    T vector = op_result_type(op, 0);
    op_state_add_type(state, tile_of(b.ctx, vector));
    Value *tile = builder_finish_value(&b), *cast = build_cast(&b, tile, vector);
    if (!tile || !cast) return false;
    tile->name = op->results[0].name;
    value_replace_all(&op->results[0], cast);
    if (!cast->uses) op_erase(value_def(cast));
  }
  // What was made a vector for this operation is a tile again.
  Operation *cast = NULL;
  for (uint32_t i = op->operand_count; i--; cast = NULL) {
    Value *value = op_operand(op, i);
    if (value != operands[i]) cast = value_def(value);
    op_set_operand(op, i, operands[i]);
    if (cast && op_is(cast, OP_BUILTIN_UNREALIZED_CONVERSION_CAST) && !value->uses) op_erase(cast);
  }
  op_erase(op);
  return true;
}
