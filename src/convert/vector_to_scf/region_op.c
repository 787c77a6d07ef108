#include "convert/vector_to_scf/vector_to_scf.h"
#include "ops/scf.h"

Operation *build_region_op(Builder *b, uint32_t opcode, T result, Value *const *operands, uint32_t count, BodyFn *const *bodies,
                           uint32_t body_count, void *data) {
  OpState state;
  Block *block = b->block;
  Operation *before = b->before;
  Loc loc = b->loc;
  op_state_init(&state, b->module, b->state.arena, context_op_of(b->ctx, opcode), loc);
  op_state_add_operands(&state, operands, count);
  if (result) op_state_add_type(&state, result);
  bool is_loop = body_count == 1 && opcode == OP_SCF_FOR;
  for (uint32_t r = 0; r < state.def->region_count; r++) {
    Region *region = op_state_add_region(&state);
    if (r >= body_count || !bodies[r]) continue;
    Block *body = block_new(b->module);
    block_append(region, body);
    for (uint32_t i = 2; is_loop && i < count; i++)
      block_add_arg(b->module, body, i == 2 ? b->ctx->types.index : operands[i]->type, loc);
    builder_at_end(b, body);
    b->loc = loc;
    Value *yielded = bodies[r](data, body);
    b->loc = loc;
    op_state_add_operands(builder_begin(b, OP_SCF_YIELD), &yielded, result != NULL);
    builder_finish(b);
  }
  b->block = block;
  b->before = before;
  b->loc = loc;
  return builder_insert(b, op_create(&state));
}
