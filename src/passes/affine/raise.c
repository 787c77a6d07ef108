// affine-raise-from-memref: memref.load and memref.store at affine indices become affine.load and affine.store
// (after mlir/lib/Dialect/Affine/Transforms/RaiseMemrefDialect.cpp).
#include "passes/affine/loop.h"

#include "ops/arith.h"
#include "ops/func.h"
#include "ops/memref.h"

#include "dialects/affine/hooks.h"
#include "ir/constants.h"

typedef struct Raise {
  PassRun *pass;
  ValueVec dims, symbols;
} Raise;

static bool find_or_add(Raise *self, ValueVec *list, Value *value, bool valid, uint32_t *at) {
  for (*at = 0; *at < list->count; ++*at)
    if (list->data[*at] == value) return true;
  if (valid) vec_push(self->pass->arena, list, value);
  return valid;
}

static const Region *scope_of(const Value *value) {
  const Operation *def = value_def(value);
  const Block *block = value_block(value);
  if (def) return affine_scope(def);
  const Operation *owner = block ? block_parent_op(block) : NULL;
  return owner && op_has(owner, TRAIT_AFFINE_SCOPE) ? block->region : owner ? affine_scope(owner) : NULL;
}

// NULL: not affine. Sums and products are followed as deep as an expression may be.
static E expr_of(Raise *self, Value *value, uint32_t depth) {
  Context *ctx = self->pass->ctx;
  A constant = value_constant(value);
  uint32_t at;
  if (constant && attr_kind(constant) == ATTR_INTEGER) return affine_const(ctx, attr_to_i64(constant));
  const Operation *def = value_def(value);
  if (depth < AFFINE_MAX_DEPTH && (op_is(def, OP_ARITH_ADDI) || op_is(def, OP_ARITH_MULI))) {
    E lhs = expr_of(self, op_operand(def, 0), depth + 1);
    E rhs = lhs ? expr_of(self, op_operand(def, 1), depth + 1) : NULL;
    bool sum = op_is(def, OP_ARITH_ADDI);
    if (rhs && (sum || lhs->is_symbolic_or_const || rhs->is_symbolic_or_const)) return (sum ? affine_add : affine_mul)(ctx, lhs, rhs);
  }
  const Region *scope = scope_of(value);
  if (find_or_add(self, &self->symbols, value, affine_is_valid_symbol(ctx, value, scope), &at)) return affine_symbol(ctx, at);
  if (find_or_add(self, &self->dims, value, affine_is_valid_dim(ctx, value, scope), &at)) return affine_dim(ctx, at);
  return NULL;
}

static void raise(PassRun *pass, Operation *op) {
  bool stores = op_is(op, OP_MEMREF_STORE);
  uint32_t first = stores ? 2 : 1, count = op->operand_count - first;
  Raise self = {.pass = pass};
  E *results = arena_new(pass->arena, E, count + 1);
  for (uint32_t i = 0; i < count; i++)
    if (!(results[i] = expr_of(&self, op_operand(op, first + i), 0))) return;
  Builder b;
  builder_init(&b, pass->module);
  builder_before(&b, op);
  OpState *state = builder_begin(&b, stores ? OP_AFFINE_STORE : OP_AFFINE_LOAD);
  op_state_take_operands(state, op, 0, first);
  op_state_add_operands(state, self.dims.data, self.dims.count);
  op_state_add_operands(state, self.symbols.data, self.symbols.count);
  op_state_set_attr(state, STR("map"), attr_affine_map(pass->ctx, affine_map(pass->ctx, self.dims.count, self.symbols.count, results, count)));
  op_state_take_types(state, op);
  Operation *made = builder_finish(&b);
  if (!stores) value_replace_all(op_result(op, 0), op_result(made, 0));
  op_erase(op);
  pass->changed = true;
}

static bool run(PassRun *pass, Operation *func) {
  OpVec ops = {0};
  ops_inside_post(func, 0, pass->arena, &ops);
  for (uint32_t i = 0; i < ops.count && !pass->ctx->mem.exhausted; i++)
    if (op_is(ops.data[i], OP_MEMREF_LOAD) || op_is(ops.data[i], OP_MEMREF_STORE)) raise(pass, ops.data[i]);
  return !pass->ctx->mem.exhausted;
}

const PassDef affine_raise_from_memref_pass = {
  .name = "affine-raise-from-memref", .class_name = "RaiseMemrefDialect", .anchor = OP_FUNC_FUNC,
  .summary = "loads and stores at affine indices as affine ones",
  .works_on = "memref", .makes = "affine",
  .run = run,
};
