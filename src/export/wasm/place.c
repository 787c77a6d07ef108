// Where nodes are computed: as late as their uses allow, and then out of as many loops as their operands allow
// (C. Click, "Global code motion / global value numbering", PLDI 1995). Dominators after K. Cooper, T. Harvey and K. Kennedy,
// "A simple, fast dominance algorithm".
#include "export/wasm/code.h"

// ---------------------------------------------------------------------------------------------
// Blocks

typedef struct Visit { uint32_t block, next; } Visit;

static void order_blocks(Code *self) {
  Arena *arena = self->arena;
  VEC(Visit) stack = {0};
  U32Vec post = {0};
  self->blocks.data[0].order = 1;
  vec_push(arena, &stack, (Visit){0, 0});
  while (stack.count) {
    Visit *top = &vec_last(&stack);
    CodeBlock *block = &self->blocks.data[top->block];
    if (top->next == block->edge_count) {
      vec_push(arena, &post, top->block);
      (void)vec_pop(&stack);
      continue;
    }
    // The last edge first: what comes first in the text then comes first in the order.
    uint32_t to = self->edges.data[block->edges + block->edge_count - 1 - top->next++].target;
    if (self->blocks.data[to].order) continue;
    self->blocks.data[to].order = 1;
    vec_push(arena, &stack, (Visit){to, 0});
  }
  for (uint32_t i = post.count; i-- > 0;) vec_push(arena, &self->order, post.data[i]);
  for (uint32_t i = 0; i < self->order.count; i++) self->blocks.data[self->order.data[i]].order = i + 1;
}

static uint32_t meet(const Code *self, uint32_t a, uint32_t b) {
  while (a != b) {
    while (self->blocks.data[a].order > self->blocks.data[b].order) a = self->blocks.data[a].dominator;
    while (self->blocks.data[b].order > self->blocks.data[a].order) b = self->blocks.data[b].dominator;
  }
  return a;
}

static void find_dominators(Code *self) {
  for (uint32_t i = 0; i < self->blocks.count; i++) self->blocks.data[i].dominator = NO_BLOCK;
  self->blocks.data[0].dominator = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < self->order.count; i++) {
      uint32_t from = self->order.data[i];
      const CodeBlock *block = &self->blocks.data[from];
      for (uint32_t e = 0; e < block->edge_count; e++) {
        CodeBlock *to = &self->blocks.data[self->edges.data[block->edges + e].target];
        uint32_t found = to->dominator == NO_BLOCK ? from : meet(self, to->dominator, from);
        if (to == &self->blocks.data[0] || found == to->dominator) continue;
        to->dominator = found;
        changed = true;
      }
    }
  }
  for (uint32_t i = 1; i < self->order.count; i++) {
    CodeBlock *block = &self->blocks.data[self->order.data[i]];
    block->depth = self->blocks.data[block->dominator].depth + 1;
  }
}

static bool dominates(const Code *self, uint32_t a, uint32_t b) {
  while (self->blocks.data[b].depth > self->blocks.data[a].depth) b = self->blocks.data[b].dominator;
  return a == b;
}

// The blocks of a loop are those from which one of its back edges is reached without its header.
static void mark_loop(Code *self, uint32_t header, const U32Vec *into, const uint32_t *begin, U32Vec *work) {
  work->count = 0;
  self->blocks.data[header].loop = header;
  self->blocks.data[header].loop_depth++;
  for (uint32_t i = begin[header]; i < begin[header + 1]; i++)
    if (dominates(self, header, into->data[i])) vec_push(self->arena, work, into->data[i]);
  while (work->count) {
    uint32_t at = vec_pop(work);
    CodeBlock *block = &self->blocks.data[at];
    if (block->loop == header) continue;
    block->loop = header;
    block->loop_depth++;
    for (uint32_t i = begin[at]; i < begin[at + 1]; i++) vec_push(self->arena, work, into->data[i]);
  }
}

static bool find_loops(Code *self) {
  uint32_t *begin = arena_new(self->arena, uint32_t, self->blocks.count + 2);
  U32Vec into = {0}, work = {0};
  if (!begin) return false;
  for (uint32_t i = 0; i < self->order.count; i++) {
    const CodeBlock *block = &self->blocks.data[self->order.data[i]];
    for (uint32_t e = 0; e < block->edge_count; e++) {
      CodeBlock *to = &self->blocks.data[self->edges.data[block->edges + e].target];
      begin[to - self->blocks.data + 1]++;
      if (to->order > block->order) to->forward++;
      else if (dominates(self, (uint32_t)(to - self->blocks.data), self->order.data[i])) to->is_header = true;
      else self->is_irreducible = true;
    }
  }
  for (uint32_t i = 0; i < self->blocks.count; i++) begin[i + 1] += begin[i];
  vec_reserve(self->arena, &into, begin[self->blocks.count]);
  uint32_t *next = arena_new(self->arena, uint32_t, self->blocks.count + 1);
  if (!next || into.cap < begin[self->blocks.count]) return false;
  memcpy(next, begin, sizeof *next * self->blocks.count);
  for (uint32_t i = 0; i < self->order.count; i++) {
    const CodeBlock *block = &self->blocks.data[self->order.data[i]];
    for (uint32_t e = 0; e < block->edge_count; e++) into.data[next[self->edges.data[block->edges + e].target]++] = self->order.data[i];
  }
  for (uint32_t i = 0; i < self->blocks.count; i++) self->blocks.data[i].loop = NO_BLOCK;
  for (uint32_t i = 0; i < self->order.count; i++)
    if (self->blocks.data[self->order.data[i]].is_header) mark_loop(self, self->order.data[i], &into, begin, &work);
  return true;
}

bool code_order(Code *self) {
  self->order.count = 0;
  self->is_irreducible = false;
  for (uint32_t i = 0; i < self->blocks.count; i++) {
    CodeBlock *block = &self->blocks.data[i];
    block->order = block->depth = block->loop_depth = block->forward = 0;
    block->is_header = false;
  }
  order_blocks(self);
  find_dominators(self);
  return find_loops(self);
}

// ---------------------------------------------------------------------------------------------
// What is needed

uint32_t node_arg_count(const Node *node) {
  if (node->op == NODE_CALL || node->op == NODE_CALL_INDIRECT) return node->args[1];
  return node->args[0] ? node->args[1] ? node->args[2] ? 3 : 2 : 1 : 0;
}

NodeRef node_arg(const Code *self, const Node *node, uint32_t i) {
  return node->op == NODE_CALL || node->op == NODE_CALL_INDIRECT ? self->lists.data[node->args[0] + i] : node->args[i];
}

// Nobody would notice if it were not done.
static bool only_computes(const Node *node) {
  return !node->pinned || node->op == NODE_PARAM || node->op == NODE_RESULT || (node->op >= NODE_LOAD_FIRST && node->op <= NODE_LOAD_LAST)
         || node->op == NODE_STACK_GET;
}

typedef struct Marker { Code *code; U32Vec work; uint32_t *into_begin; VEC(uint32_t) into; } Marker;

static void mark(Marker *self, NodeRef ref) {
  Node *node = code_node(self->code, ref);
  if (!ref || node->live) return;
  node->live = true;
  vec_push(self->code->arena, &self->work, ref);
}

static uint32_t param_index(const CodeBlock *block, NodeRef param) {
  // Parameters are made one after the other.
  return param - block->params.data[0];
}

static void mark_param(Marker *self, NodeRef ref) {
  Code *code = self->code;
  uint32_t at = code_node(code, ref)->block, i = param_index(&code->blocks.data[at], ref);
  for (uint32_t e = self->into_begin[at]; e < self->into_begin[at + 1]; e++) {
    const Edge *edge = &code->edges.data[self->into.data[e]];
    if (i < edge->count) mark(self, code->lists.data[edge->begin + i]);
  }
}

static void mark_block(Marker *self, const CodeBlock *block) {
  Code *code = self->code;
  for (uint32_t i = 0; i < block->pinned.count; i++)
    if (!only_computes(code_node(code, block->pinned.data[i]))) mark(self, block->pinned.data[i]);
  mark(self, block->value);
  for (uint32_t i = 0; i < block->count; i++) mark(self, code->lists.data[block->begin + i]);
}

static void find_live(Code *code) {
  Marker self = {.code = code};
  self.into_begin = arena_new(code->arena, uint32_t, code->blocks.count + 2);
  uint32_t *next = arena_new(code->arena, uint32_t, code->blocks.count + 2);
  vec_reserve(code->arena, &self.into, code->edges.count);
  if (!self.into_begin || !next || self.into.cap < code->edges.count) return;
  for (uint32_t e = 0; e < code->edges.count; e++) self.into_begin[code->edges.data[e].target + 1]++;
  for (uint32_t i = 0; i < code->blocks.count; i++) self.into_begin[i + 1] += self.into_begin[i];
  memcpy(next, self.into_begin, sizeof *next * code->blocks.count);
  for (uint32_t e = 0; e < code->edges.count; e++) self.into.data[next[code->edges.data[e].target]++] = e;
  for (uint32_t i = 0; i < code->order.count; i++) mark_block(&self, &code->blocks.data[code->order.data[i]]);
  while (self.work.count) {
    NodeRef ref = vec_pop(&self.work);
    const Node *node = code_node(code, ref);
    if (node->op == NODE_PARAM) {
      mark_param(&self, ref);
    } else {
      for (uint32_t i = 0; i < node_arg_count(node); i++) mark(&self, node_arg(code, node, i));
    }
  }
}

// ---------------------------------------------------------------------------------------------
// Where it is computed

static void use_at(Code *self, NodeRef ref, uint32_t block) {
  Node *node = code_node(self, ref);
  if (!ref) return;
  node->uses++;
  if (node->pinned) {
    if (node->block != block) node->escapes = true;
    return;
  }
  node->block = node->block == NO_BLOCK ? block : meet(self, node->block, block);
  if (node->uses == 1) node->user_block = block;
}

static void use_from_block(Code *self, uint32_t at) {
  const CodeBlock *block = &self->blocks.data[at];
  for (uint32_t i = 0; i < block->pinned.count; i++) {
    const Node *node = code_node(self, block->pinned.data[i]);
    for (uint32_t k = 0; node->live && k < node_arg_count(node); k++) use_at(self, node_arg(self, node, k), at);
  }
  use_at(self, block->value, at);
  for (uint32_t i = 0; i < block->count; i++) use_at(self, self->lists.data[block->begin + i], at);
  for (uint32_t e = 0; e < block->edge_count; e++) {
    const Edge *edge = &self->edges.data[block->edges + e];
    const CodeBlock *to = &self->blocks.data[edge->target];
    for (uint32_t i = 0; i < edge->count; i++)
      if (code_node(self, to->params.data[i])->live) use_at(self, self->lists.data[edge->begin + i], at);
  }
}

// The deepest of the blocks that its operands are computed in, if they are computed as early as can be.
static void find_earliest(Code *self, uint32_t *earliest) {
  for (NodeRef ref = 1; ref < self->nodes.count; ref++) {
    const Node *node = code_node(self, ref);
    if (node->pinned) {
      earliest[ref] = node->block;
      continue;
    }
    for (uint32_t i = 0; i < 3 && node->args[i]; i++) {
      uint32_t at = earliest[node->args[i]];
      if (self->blocks.data[at].order && self->blocks.data[at].depth > self->blocks.data[earliest[ref]].depth) earliest[ref] = at;
    }
  }
}

static void settle_node(Code *self, NodeRef ref, uint32_t earliest) {
  Node *node = code_node(self, ref);
  uint32_t best = node->block;
  for (uint32_t at = node->block; at != earliest && at != 0;) {
    at = self->blocks.data[at].dominator;
    if (self->blocks.data[at].loop_depth < self->blocks.data[best].loop_depth) best = at;
  }
  node->block = best;
  node->escapes = node->uses != 1 || node->user_block != best;
  vec_push(self->arena, &self->blocks.data[best].floating, ref);
  for (uint32_t i = 0; i < 3 && node->args[i]; i++) use_at(self, node->args[i], best);
}

bool code_place(Code *self) {
  find_live(self);
  uint32_t *earliest = arena_new(self->arena, uint32_t, self->nodes.count);
  if (!earliest) return false;
  find_earliest(self, earliest);
  for (uint32_t i = 0; i < self->order.count; i++) use_from_block(self, self->order.data[i]);
  // The users of a node without a place come behind it.
  for (NodeRef ref = self->nodes.count - 1; ref > 0; ref--) {
    const Node *node = code_node(self, ref);
    if (!node->pinned && node->live && node->op != NODE_CONST && node->block != NO_BLOCK) settle_node(self, ref, earliest[ref]);
  }
  return true;
}
