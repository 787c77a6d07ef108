#include "rewrite/casts.h"

#include "ops/builtin.h"

Operation *build_unrealized_cast(Builder *b, const T *types, uint32_t type_count,
                                 Value *const *inputs, uint32_t count) {
  OpState *state = builder_begin(b, OP_BUILTIN_UNREALIZED_CONVERSION_CAST);
  op_state_add_operands(state, inputs, count);
  op_state_add_types(state, types, type_count);
  return builder_finish(b);
}

static bool is_cast(const Operation *op) { return op_is(op, OP_BUILTIN_UNREALIZED_CONVERSION_CAST); }

// The cast whose results are exactly the inputs of `op`, or NULL.
static Operation *input_cast(const Operation *op) {
  if (!op->operand_count) return NULL;
  Operation *def = value_def(op_operand(op, 0));
  if (!is_cast(def) || def->result_count != op->operand_count) return NULL;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (op_operand(op, i) != op_result(def, i)) return NULL;
  return def;
}

static bool inputs_match_results(const Operation *from, const Operation *op) {
  if (from->operand_count != op->result_count) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (op_operand_type(from, i) != op_result_type(op, i)) return false;
  return true;
}

void reconcile_casts(Module *module, Arena *arena, Operation *const *casts, uint32_t count) {
  // Casts that were given and are not erased yet are marked. Work from the last to the first.
  OpVec work = {0};
  for (uint32_t i = 0; i < count; i++) {
    if (casts[i]->flags & OP_ERASED) continue;
    casts[i]->flags |= OP_MARK;
    vec_push(arena, &work, casts[i]);
  }
  while (work.count) {
    Operation *op = vec_pop(&work);
    if (!(op->flags & OP_MARK)) continue;
    Operation *from = NULL;
    if (op_has_uses(op)) {
      for (from = op; from; from = input_cast(from))
        if (inputs_match_results(from, op)) break;
      if (!from) continue;
      for (uint32_t i = 0; i < op->result_count; i++)
        value_replace_all(op_result(op, i), op_operand(from, i));
    }
    for (uint32_t i = 0; i < op->operand_count; i++) {
      Operation *def = value_def(op_operand(op, i));
      if (def && def->flags & OP_MARK) vec_push(arena, &work, def);
    }
    op->flags &= (uint16_t)~OP_MARK;
    op_recycle(module, op);
  }
  for (uint32_t i = 0; i < count; i++) casts[i]->flags &= (uint16_t)~OP_MARK;
}
