// Functions: their blocks and edges first, so that loops are known, then what the blocks do.
#include "export/wasm/lower.h"

enum { WIDEST_TABLE = 1024 };

uint32_t block_number(Lower *self, const Block *block) { return (uint32_t)(uintptr_t)map_get(&self->blocks, block) - 1; }

uint32_t add_block(Code *code) {
  vec_push(code->arena, &code->blocks, ((CodeBlock){.loop = NO_BLOCK}));
  return code->blocks.count - 1;
}

void add_edge(Code *code, uint32_t target) { vec_push(code->arena, &code->edges, ((Edge){.target = target})); }

// The cases of a switch, as 64 bits. False: they are wider.
static bool cases_of(Lower *self, const Operation *op, uint64_t *out, uint32_t count) {
  A values = op_prop_at(op, LLVM_SWITCH_CASE_VALUES);
  for (uint32_t i = 0; i < count; i++) {
    A value = dense_element_attr(self->ctx, values, i);
    if (!value || attr_kind(value) != ATTR_INTEGER || type_bits(attr_value_type(value)) > 64) return false;
    out[i] = attr_to_u64(value);
  }
  return true;
}

// Cases close together make a table; others are tried one after the other, each in a block of its own.
static bool plan_switch(Lower *self, Operation *op, uint32_t at) {
  Code *code = self->code;
  uint32_t count = op->successor_count - 1;
  uint64_t *cases = arena_new(&self->arena, uint64_t, count + 1), least = UINT64_MAX, most = 0;
  if (!cases || (count && !cases_of(self, op, cases, count))) return lower_refuse(self, op, "cases of more than 64 bits");
  for (uint32_t i = 0; i < count; i++) {
    if (cases[i] < least) least = cases[i];
    if (cases[i] > most) most = cases[i];
  }
  if (count && most - least < WIDEST_TABLE && most - least <= 4ull * count + 8) {
    CodeBlock *block = &code->blocks.data[at];
    block->end = END_SWITCH;
    block->edges = code->edges.count;
    block->edge_count = count + 1;
    block->cases = code->cases.count;
    block->case_count = (uint32_t)(most - least + 1);
    for (uint32_t i = 0; i < block->case_count; i++) vec_push(code->arena, &code->cases, 0);
    for (uint32_t i = 0; i < count; i++) code->cases.data[block->cases + (cases[i] - least)] = i + 1;
    for (uint32_t i = 0; i <= count; i++) add_edge(code, block_number(self, op_successor(op, i)));
    return true;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t next = i + 1 < count ? add_block(code) : block_number(self, op_successor(op, 0));
    code->blocks.data[at].end = END_IF;
    code->blocks.data[at].edges = code->edges.count;
    code->blocks.data[at].edge_count = 2;
    add_edge(code, block_number(self, op_successor(op, i + 1)));
    add_edge(code, next);
    at = next;
  }
  if (count) return true;
  code->blocks.data[at].end = END_JUMP;
  code->blocks.data[at].edges = code->edges.count;
  code->blocks.data[at].edge_count = 1;
  add_edge(code, block_number(self, op_successor(op, 0)));
  return true;
}

static bool plan_end(Lower *self, const Block *block) {
  Code *code = self->code;
  uint32_t at = block_number(self, block);
  Operation *end = block->last;
  CodeBlock *planned = &code->blocks.data[at];
  planned->source = (uint32_t)end->loc.src.begin;
  planned->edges = code->edges.count;
  switch (op_code(end)) {
    case OP_LLVM_BR: planned->end = END_JUMP; break;
    case OP_LLVM_COND_BR: planned->end = END_IF; break;
    case OP_LLVM_SWITCH: return plan_switch(self, end, at);
    case OP_LLVM_RETURN: planned->end = END_RETURN; return true;
    case OP_LLVM_UNREACHABLE: planned->end = END_UNREACHABLE; return true;
    default: return lower_refuse(self, end, "a terminator of this kind");
  }
  planned->edge_count = end->successor_count;
  for (uint32_t i = 0; i < end->successor_count; i++) add_edge(code, block_number(self, op_successor(end, i)));
  return true;
}

// The arguments that a terminator passes to a successor.
static bool fill_edge(Lower *self, Operation *end, uint32_t successor, uint32_t edge) {
  Code *code = self->code;
  Span span = op_successor_operands(end, successor);
  uint32_t begin = code->lists.count;
  for (uint32_t i = span.begin; i < span.end; i++) {
    Pieces pieces = pieces_of(self, end, op_operand(end, i));
    if (!pieces.data) return false;
    for (uint32_t k = 0; k < pieces.count; k++) vec_push(code->arena, &code->lists, pieces.data[k]);
  }
  const Unrolled *loop = map_get(&self->loops, end->block);
  if (loop && end->block == loop->header && op_successor(end, successor) == loop->exit)
    for (uint32_t i = 0; i < loop->escaping.count; i++) {
      Pieces pieces = pieces_of(self, end, loop->escaping.data[i]);
      for (uint32_t k = 0; k < pieces.count; k++) vec_push(code->arena, &code->lists, pieces.data[k]);
    }
  code->edges.data[edge].begin = begin;
  code->edges.data[edge].count = code->lists.count - begin;
  return true;
}

static bool fill_switch(Lower *self, Operation *op, uint32_t at) {
  Code *code = self->code;
  uint32_t count = op->successor_count - 1;
  const Shape *shape = shape_of(self, op_operand_type(op, 0));
  Pieces value = pieces_of(self, op, op_operand(op, 0));
  uint64_t *cases = arena_new(&self->arena, uint64_t, count + 1), least = UINT64_MAX;
  if (!value.data || !cases || (count && !cases_of(self, op, cases, count))) return false;
  Leaf leaf = shape->leaves[0];
  Int given = int_at(value.data, leaf);
  if (code->blocks.data[at].end == END_JUMP) return fill_edge(self, op, 0, code->blocks.data[at].edges);
  if (code->blocks.data[at].end == END_SWITCH) {
    for (uint32_t i = 0; i < count; i++) if (cases[i] < least) least = cases[i];
    // As an i32; what is beyond the table goes to its end.
    Int place = int_sub(self, leaf, given, int_const(self, leaf, least, 0));
    uint32_t limit = code->blocks.data[at].case_count;
    NodeRef index = place.low;
    if (leaf.bits > 32) index = code_select(code, code_op2(code, NODE_I64_LT_U, index, code_i64(code, limit)), code_op1(code, NODE_I32_WRAP_I64, index), code_i32(code, limit));
    code->blocks.data[at].value = index;
    for (uint32_t i = 0; i <= count; i++)
      if (!fill_edge(self, op, i, code->blocks.data[at].edges + i)) return false;
    return true;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t edges = code->blocks.data[at].edges;
    code->block = at;
    code->blocks.data[at].value = int_compare(self, LLVM_I_CMP_PREDICATE_EQ, leaf, given, int_const(self, leaf, cases[i], 0));
    if (!fill_edge(self, op, i + 1, edges)) return false;
    if (i + 1 == count) return fill_edge(self, op, 0, edges + 1);
    at = code->edges.data[edges + 1].target;
  }
  return true;
}

static bool fill_end(Lower *self, Operation *end, uint32_t at) {
  Code *code = self->code;
  code->source = (uint32_t)end->loc.src.begin;
  if (op_is(end, OP_LLVM_SWITCH)) return fill_switch(self, end, at);
  if (op_is(end, OP_LLVM_COND_BR)) {
    Pieces condition = pieces_of(self, end, op_operand(end, 0));
    if (!condition.data) return false;
    code->blocks.data[at].value = condition.data[0];
  }
  if (op_is(end, OP_LLVM_RETURN)) {
    trace_leave(self, end);
    uint32_t begin = code->lists.count;
    for (uint32_t i = 0; i < end->operand_count; i++) {
      Pieces pieces = pieces_of(self, end, op_operand(end, i));
      for (uint32_t k = 0; k < pieces.count; k++) vec_push(code->arena, &code->lists, pieces.data[k]);
    }
    code->blocks.data[at].begin = begin;
    code->blocks.data[at].count = code->lists.count - begin;
    return !self->failed;
  }
  for (uint32_t i = 0; i < end->successor_count; i++)
    if (!fill_edge(self, end, i, code->blocks.data[at].edges + i)) return false;
  return true;
}

static bool make_params(Lower *self, Block *block, uint32_t at) {
  for (uint32_t i = 0; i < block->arg_count; i++) {
    Value *arg = block->args[i];
    const Shape *shape = shape_of(self, arg->type);
    if (!shape) return lower_refuse(self, block_parent_op(block), "%s is no type of values that can be held", type_text(self->ctx, arg->type));
    Pieces pieces = pieces_new(self, shape->piece_count);
    for (uint32_t k = 0; pieces.data && k < shape->piece_count; k++) pieces.data[k] = code_param(self->code, at, shape->pieces[k]);
    set_pieces(self, arg, pieces);
  }
  return true;
}

// What is known of memory when a block begins: what was when the only one before it ended.
static void recall_memory(Lower *self, uint32_t at) {
  const CodeBlock *block = &self->code->blocks.data[at];
  forget_memory(self);
  if (block->order > 1 && block->forward == 1 && !block->is_header && !self->code->is_irreducible) self->known = self->known_after[block->dominator];
}

// Whether the argument is a part of one in the text: others were made of the same one.
static bool is_part(const Block *block, uint32_t i) {
  uint32_t begin = block->args[i]->arg_loc->src.begin;
  return (i > 0 && block->args[i - 1]->arg_loc->src.begin == begin) || (i + 1 < block->arg_count && block->args[i + 1]->arg_loc->src.begin == begin);
}

static bool lower_block(Lower *self, Block *block, uint32_t at) {
  self->code->block = at;
  recall_memory(self, at);
  self->code->source = (uint32_t)block->last->loc.src.begin;
  if (at == 0) trace_enter(self);
  for (uint32_t i = 0; self->traced && i < block->arg_count; i++)
    if (!is_part(block, i)) trace_value(self, block->args[i], block->args[i]->arg_loc->src);
  block_each_op(block, op) {
    if (op == block->last) break;
    if (!lower_operation(self, op) || self->failed) return false;
  }
  self->known_after[at] = self->known;
  return fill_end(self, block->last, at);
}

// Every copy of a loop, one after the other: each takes its values from the one before.
static bool lower_unrolled(Lower *self, const Unrolled *loop) {
  for (uint32_t i = 0; i < loop->copies; i++) {
    if (i && !make_params(self, loop->header, loop->headers[i])) return false;
    if (!lower_block(self, loop->header, loop->headers[i])) return false;
    if (loop->body && !lower_block(self, loop->body, loop->bodies[i])) return false;
  }
  const CodeBlock *exit = &self->code->blocks.data[block_number(self, loop->exit)];
  uint32_t at = exit->params.count;
  for (uint32_t i = loop->escaping.count; i-- > 0;) {
    Pieces pieces = pieces_new(self, shape_of(self, loop->escaping.data[i]->type)->piece_count);
    at -= pieces.count;
    for (uint32_t k = 0; pieces.data && k < pieces.count; k++) pieces.data[k] = exit->params.data[at + k];
    set_pieces(self, loop->escaping.data[i], pieces);
  }
  return !self->failed;
}

bool lower_function(Lower *self, Function *function) {
  Operation *op = function->op;
  Region *body = op_region(op, 0);
  Code *code = arena_new(&self->arena, Code, 1);
  if (!code) return false;
  code_init(code, &self->arena);
  function->code = self->code = code;
  self->function = op;
  map_clear(&self->values);
  map_clear(&self->blocks);
  BlockVec blocks = {0};
  region_each_block(body, block) {
    map_set(&self->blocks, block, (void *)(uintptr_t)(add_block(code) + 1));
    vec_push(&self->arena, &blocks, block);
    if (!block->last) return lower_refuse(self, op, "a block without a terminator");
  }
  region_each_block(body, block)
    if (!plan_end(self, block)) return false;
  if (!code_order(code)) return false;
  map_clear(&self->loops);
  Map exits;
  map_init(&exits, &self->arena);
  for (uint32_t i = 0; i < blocks.count && !code->is_irreducible; i++) {
    Unrolled *loop = unroll_loop(self, blocks.data[i]);
    if (!loop) continue;
    map_set(&self->loops, loop->header, loop);
    if (loop->body) map_set(&self->loops, loop->body, loop);
    map_set(&exits, loop->exit, loop);
  }
  if (self->loops.live && !code_order(code)) return false;
  self->known_after = arena_new(&self->arena, KnownMemory, code->blocks.count);
  if (!self->known_after) return false;
  region_each_block(body, block) {
    uint32_t at = block_number(self, block);
    const Unrolled *loop = map_get(&exits, block);
    if (!make_params(self, block, at)) return false;
    for (uint32_t i = 0; loop && i < loop->escaping.count; i++) {
      const Shape *shape = shape_of(self, loop->escaping.data[i]->type);
      for (uint32_t k = 0; k < shape->piece_count; k++) code_param(code, at, shape->pieces[k]);
    }
  }
  // Blocks made for a switch belong to the one that ends with it, copies of a loop to its header.
  for (uint32_t i = 0; i < code->order.count; i++) {
    if (code->order.data[i] >= blocks.count) continue;
    Block *block = blocks.data[code->order.data[i]];
    const Unrolled *loop = map_get(&self->loops, block);
    if (loop && block != loop->header) continue;
    if (!(loop ? lower_unrolled(self, loop) : lower_block(self, block, code->order.data[i]))) return false;
  }
  return code_place(code);
}

bool lower_region_into(Lower *self, Operation *op, Pieces *out) {
  Block *block = op_region(op, 0)->first;
  const Operation *before = self->function;
  self->function = op;
  if (!block || block->next || !block->last || !op_is(block->last, OP_LLVM_RETURN) || !block->last->operand_count) return lower_refuse(self, op, "its initializer");
  block_each_op(block, o) {
    if (o == block->last) break;
    if (!lower_operation(self, o) || self->failed) return false;
  }
  *out = pieces_of(self, op, op_operand(block->last, 0));
  self->function = before;
  return out->data != NULL;
}
