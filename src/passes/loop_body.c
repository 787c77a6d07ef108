#include "passes/loop_body.h"

void loop_repeat_body(Module *module, Arena *arena, Operation *loop, uint64_t factor, LaterVarFn *iv, const void *data, bool args_too) {
  Block *body = loop_body(loop);
  Operation *yield = body->last, *last = yield->prev;
  ValueVec given = {0}, now = {0};   // what the original yields, and the copy made last
  for (uint32_t i = 0; i < yield->operand_count; i++) {
    vec_push(arena, &given, op_operand(yield, i));
    vec_push(arena, &now, op_operand(yield, i));
  }
  Builder b;
  builder_init(&b, module);
  for (uint64_t n = 1; n < factor && !module->context->mem.exhausted; n++) {
    Map copies;
    map_init(&copies, arena);
    for (uint32_t i = 0; i < now.count; i++) map_set(&copies, body->args[i + 1], now.data[i]);
    builder_before(&b, yield);
    b.loc = loop->loc;
    if (body->args[0]->uses) map_set(&copies, body->args[0], iv(&b, body->args[0], n, arena, data));
    for (Operation *op = body->first;; op = op->next) {
      op_insert_before(op_clone(module, op, &copies), yield);
      if (op == last) break;
    }
    for (uint32_t i = 0; i < given.count; i++) {
      const Operation *def = value_def(given.data[i]);
      if ((def && def->block == body) || (args_too && value_arg_block(given.data[i]) == body)) now.data[i] = map_get(&copies, given.data[i]);
    }
  }
  for (uint32_t i = 0; i < now.count; i++) op_set_operand(yield, i, now.data[i]);
}
