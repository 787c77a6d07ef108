// Which loops are written several times over: an engine asks at each round whether it should stop, and jumps.
#include "export/wasm/lower.h"

enum { OFTEN = 8, SELDOM = 4, SMALL_ROUND = 14, LARGE_ROUND = 48 };   // copies, and operations in a round

// How many operations there are, without those that leave no code; more than LARGE_ROUND when there is a call, which costs more than the round.
static uint32_t weight(const Block *block) {
  uint32_t count = 0;
  block_each_op(block, op) {
    switch (op_code(op)) {
      case OP_LLVM_MLIR_CONSTANT: case OP_LLVM_MLIR_ZERO: case OP_LLVM_MLIR_UNDEF: case OP_LLVM_MLIR_POISON: case OP_LLVM_EXTRACTVALUE: case OP_LLVM_INSERTVALUE: break;
      case OP_LLVM_CALL: case OP_LLVM_ALLOCA: case OP_LLVM_INTR_STACKSAVE: return LARGE_ROUND + 1;
      default: count += op->result_count && type_is_vector(op_result_type(op, 0)) ? 8 : 1;
    }
  }
  return count;
}

static void list_escaping(Lower *self, Value *value, const Block *header, const Block *body, ValueVec *out) {
  for (const Use *use = value->uses; use; use = use->next)
    if (use->owner->block != header && use->owner->block != body) {
      vec_push(&self->arena, out, value);
      return;
    }
}

static bool has_one_entry(const Code *code, uint32_t at) { return code->blocks.data[at].forward == 1 && !code->blocks.data[at].is_header; }

Unrolled *unroll_loop(Lower *self, Block *header) {
  Code *code = self->code;
  Operation *end = header->last;
  uint32_t at = block_number(self, header);
  if (!op_is(end, OP_LLVM_COND_BR) || !code->blocks.data[at].order || !code->blocks.data[at].is_header || code->blocks.data[at].edge_count != 2) return NULL;
  Block *first = op_successor(end, 0), *second = op_successor(end, 1), *body = NULL, *exit;
  if (first == header || second == header) {
    exit = first == header ? second : first;
  } else {
    bool is_first = first->last && op_is(first->last, OP_LLVM_BR) && op_successor(first->last, 0) == header;
    body = is_first ? first : second;
    exit = is_first ? second : first;
    if (!body->last || !op_is(body->last, OP_LLVM_BR) || op_successor(body->last, 0) != header || !has_one_entry(code, block_number(self, body)) || body->arg_count) return NULL;
  }
  if (exit == header || exit == body || !has_one_entry(code, block_number(self, exit)) || map_get(&self->loops, exit)) return NULL;
  uint32_t size = weight(header) + (body ? weight(body) : 0);
  if (size > LARGE_ROUND) return NULL;
  Unrolled *made = arena_new(&self->arena, Unrolled, 1);
  if (!made) return NULL;
  *made = (Unrolled){.header = header, .body = body, .exit = exit, .copies = size <= SMALL_ROUND ? OFTEN : SELDOM};
  made->headers = arena_new(&self->arena, uint32_t, made->copies);
  made->bodies = arena_new(&self->arena, uint32_t, made->copies);
  if (!made->headers || !made->bodies) return NULL;
  for (uint32_t i = 0; i < header->arg_count; i++) list_escaping(self, header->args[i], header, body, &made->escaping);
  block_each_op(header, op)
    for (uint32_t i = 0; i < op->result_count; i++) list_escaping(self, op_result(op, i), header, body, &made->escaping);
  for (uint32_t i = 0; i < made->escaping.count; i++)
    if (!shape_of(self, made->escaping.data[i]->type)) return NULL;
  // Each copy leads to the next one, the last to the first.
  for (uint32_t i = 0; i < made->copies; i++) {
    made->headers[i] = i ? add_block(code) : at;
    if (body) made->bodies[i] = i ? add_block(code) : block_number(self, body);
  }
  for (uint32_t i = 0; i < made->copies; i++) {
    uint32_t next = made->headers[(i + 1) % made->copies], onward = body ? made->bodies[i] : next;
    CodeBlock *copy = &code->blocks.data[made->headers[i]];
    *copy = (CodeBlock){.loop = NO_BLOCK, .end = END_IF, .edges = code->edges.count, .edge_count = 2, .source = code->blocks.data[at].source};
    for (int k = 0; k < 2; k++) add_edge(code, op_successor(end, (uint32_t)k) == exit ? block_number(self, exit) : onward);
    if (!body) continue;
    copy = &code->blocks.data[made->bodies[i]];
    *copy = (CodeBlock){.loop = NO_BLOCK, .end = END_JUMP, .edges = code->edges.count, .edge_count = 1, .source = code->blocks.data[made->bodies[0]].source};
    add_edge(code, next);
  }
  return made;
}
