#include "dialects/common/blocks.h"

#include "dialects/common/build.h"

ValueSlice operand_slice(Greedy *g, const Operation *op, uint32_t begin, uint32_t end) {
  Value **values = arena_new(g->arena, Value *, end - begin + 1);
  if (!values) return (ValueSlice){NULL, 0};
  for (uint32_t i = begin; i < end; i++) values[i - begin] = op_operand(op, i);
  return (ValueSlice){values, end - begin};
}

Value *bool_constant(Greedy *g, bool value) { return build_constant(&g->b, attr_bool(g->ctx, value)); }

void move_block(Greedy *g, Block *from, Block *to, Operation *before, Value *const *args) {
  for (uint32_t i = 0; i < from->arg_count; i++)
    if (args[i]) greedy_replace_uses(g, from->args[i], args[i]);
  if (!from->first) return;
  Operation *first = from->first, *last = from->last;
  block_splice(to, before, first, last);
  for (Operation *op = first;; op = op->next) {
    greedy_updated(g, op);
    if (op == last) break;
  }
}

bool replace_by_region(Greedy *g, Operation *op, Region *region, Value *const *args) {
  Operation *end = region->first->last;
  ValueSlice results = operand_slice(g, end, 0, end->operand_count);
  greedy_inline_block(g, region->first, op, args);
  // A yielded value may have been an argument of the block.
  results = operand_slice(g, end, 0, end->operand_count);
  return results.values && greedy_replace(g, op, results.values);
}

void replace_terminator(Greedy *g, Block *block, Value *const *operands, uint32_t count) {
  op_set_operands(g->module, block->last, operands, count);
  greedy_updated(g, block->last);
}

Operation *rebuild(Greedy *g, const Operation *op, const ValueVec *operands, const TypeVec *types, uint32_t regions) {
  OpState *state = builder_begin_def(&g->b, op->def);
  op_state_add_operands(state, operands->data, operands->count);
  op_state_add_types(state, types->data, types->count);
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (op->props[i]) op_state_set_attr(state, str_from(def_attr_name(op->def, i)), op->props[i]);
  for (uint32_t i = 0; i < op->attr_count; i++) op_state_set_attr(state, attr_str(op->attrs[i].name), op->attrs[i].value);
  for (uint32_t i = 0; i < regions; i++) op_state_add_region(state);
  return builder_insert(&g->b, op_create(state));
}

Block *copy_block_args(Greedy *g, const Block *from, Region *to) {
  Block *block = block_new(g->module);
  block_append(to, block);
  for (uint32_t i = 0; i < from->arg_count; i++) block_add_arg(g->module, block, from->args[i]->type, *from->args[i]->arg_loc);
  return block;
}
