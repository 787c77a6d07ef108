// The body of a function: blocks become wasm's blocks, loops and ifs (N. Ramsey, "Beyond Relooper: recursive translation of
// unstructured control flow to structured control flow", ICFP 2022), nodes become trees of instructions.
#include "export/wasm/binary.h"
#include "export/wasm/code.h"

enum { TALLEST = 60 };   // of a tree of instructions without a local between

// What a jump may lead to: behind the end of something, or to the begin of a loop. NO_BLOCK: nothing jumps there.
typedef struct Label { uint32_t block; } Label;

typedef enum StepKind { STEP_TREE, STEP_BODY, STEP_EDGE, STEP_ELSE, STEP_END } StepKind;
typedef struct Step { StepKind kind; uint32_t at; } Step;   // TREE, BODY: a block; EDGE: in `edges`; END: the block that follows

typedef struct Emitter {
  Code *code;
  StrBuf *out;
  CodeLines *lines;
  VEC(Label) labels;
  VEC(Step) steps;
  VEC(uint8_t) locals;        // types of those behind the parameters
  U32Vec pending;
  U32Vec work, children;
  uint32_t param_count;
  uint32_t old_stack;         // the local that holds the stack pointer of the caller
  uint32_t watched;           // the local that holds an address while it is looked at; 0: none yet
  uint32_t state;             // of a function with loops of two entries: the local that says which block is next
} Emitter;

static uint32_t new_local(Emitter *self, WasmType type) {
  vec_push(self->code->arena, &self->locals, (uint8_t)type);
  return self->param_count + self->locals.count - 1;
}

static void put(Emitter *self, uint8_t byte) { strbuf_char(self->out, (char)byte); }
static void put_index(Emitter *self, uint8_t opcode, uint64_t index) {
  put(self, opcode);
  leb_unsigned(self->out, index);
}

// ---------------------------------------------------------------------------------------------
// Values

static void put_node(Emitter *self, NodeRef ref);

static bool is_inline(const Node *node) {
  return node->uses == 1 && !node->escapes && node->height < TALLEST && node->op != NODE_PARAM && node->op != NODE_RESULT;
}

static void put_value(Emitter *self, NodeRef ref) {
  Node *node = code_node(self->code, ref);
  if (node->op == NODE_CONST) put_const_instruction(self->out, (WasmType)node->type, node->imm);
  else if (node->local) put_index(self, 0x20, node->local - 1);
  else put_node(self, ref);
}

static void note_line(Emitter *self, const Node *node) {
  CodeLine line = {(uint32_t)self->out->size, node->source};
  if (!self->lines->count || vec_last(self->lines).source != line.source) vec_push(self->code->arena, self->lines, line);
}

static void put_access(Emitter *self, const Node *node) {
  put(self, (uint8_t)node->op);
  leb_unsigned(self->out, 0);   // no alignment is promised
  leb_unsigned(self->out, node->imm);
}

static void put_alloca(Emitter *self, const Node *node, uint32_t local) {
  put_index(self, 0x23, STACK_POINTER);
  put_value(self, node->args[0]);
  put(self, NODE_I32_SUB);
  put_const_instruction(self->out, W_I32, 0 - node->imm);
  put(self, NODE_I32_AND);
  put_index(self, 0x22, local);
  put_index(self, 0x24, STACK_POINTER);
}

// The address is on the stack. One comparison for all that was never freed.
static void put_watch(Emitter *self, const Node *node) {
  if (!self->watched) self->watched = new_local(self, W_I32) + 1;
  put_index(self, 0x22, self->watched - 1);
  put_index(self, 0x23, FREED);
  put(self, NODE_I32_SUB);
  put_index(self, 0x23, FREED_SIZE);
  put(self, NODE_I32_LT_U);
  put(self, 0x04);
  put(self, W_NONE);
  note_line(self, node);
  put_index(self, 0x20, self->watched - 1);
  put_index(self, 0x10, node->imm);
  put(self, 0x0b);
}

// The instruction, when its operands are on the stack.
static void put_opcode(Emitter *self, const Node *node) {
  uint16_t op = node->op;
  if (op >= NODE_LOAD_FIRST && op <= NODE_STORE_LAST) {
    note_line(self, node);
    put_access(self, node);
  } else if (op >= NODE_SAT && op < NODE_NONE) {
    if (op >= NODE_MEMORY_COPY) note_line(self, node);
    put(self, 0xfc);
    leb_unsigned(self->out, op - NODE_SAT);
    if (op == NODE_MEMORY_COPY) put(self, 0), put(self, 0);
    if (op == NODE_MEMORY_FILL) put(self, 0);
  } else if (op == NODE_DATA) {
    put_index(self, 0x23, DATA_BASE);
  } else if (op == NODE_CALL) {
    note_line(self, node);
    put_index(self, 0x10, node->imm & IMPORTED ? node->imm & ~(uint64_t)IMPORTED : node->imm + self->code->import_count);
  } else if (op == NODE_CALL_INDIRECT) {
    note_line(self, node);
    put_index(self, 0x11, node->imm);
    put(self, 0);
  } else if (op == NODE_STACK_GET) {
    put_index(self, 0x23, STACK_POINTER);
  } else if (op == NODE_STACK_SET) {
    put_index(self, 0x24, STACK_POINTER);
  } else if (op == NODE_WATCH) {
    put_watch(self, node);
  } else if (op == NODE_TRAP) {
    note_line(self, node);
    put(self, 0x00);
  } else {
    if (node->pinned) note_line(self, node);
    put(self, (uint8_t)op);
  }
}

static void put_node(Emitter *self, NodeRef ref) {
  Node *node = code_node(self->code, ref);
  uint32_t count = node_arg_count(node);
  for (uint32_t i = 0; i < count; i++) put_value(self, node_arg(self->code, node, i));
  node->pending = false;
  put_opcode(self, node);
}

static void into_local(Emitter *self, NodeRef ref) {
  put_node(self, ref);
  Node *node = code_node(self->code, ref);
  node->local = new_local(self, (WasmType)node->type) + 1;
  put_index(self, 0x21, node->local - 1);
}

// What the node's tree needs in locals is computed. Nodes of other blocks have been.
static void make_ready(Emitter *self, NodeRef ref) {
  U32Vec *work = &self->work;
  Arena *arena = self->code->arena;
  uint32_t bottom = work->count;
  vec_push(arena, work, ref);
  while (work->count > bottom) {
    NodeRef at = vec_last(work);
    Node *node = code_node(self->code, at);
    if (!node->ready) {
      node->ready = true;
      for (uint32_t i = node_arg_count(node); i-- > 0;) {
        const Node *arg = code_node(self->code, node_arg(self->code, node, i));
        bool waits = arg->op != NODE_CONST && arg->op != NODE_PARAM && arg->op != NODE_RESULT && !arg->local && (!arg->pinned || arg->pending);
        if (waits && !arg->ready) vec_push(arena, work, node_arg(self->code, node, i));
      }
      continue;
    }
    (void)vec_pop(work);
    if (at == ref && node->pinned) continue;
    if (node->local || node->pinned) continue;
    uint8_t height = 0;
    for (uint32_t i = 0; i < node_arg_count(node); i++) {
      const Node *arg = code_node(self->code, node_arg(self->code, node, i));
      if (arg->op != NODE_CONST && !arg->local && arg->height >= height) height = (uint8_t)(arg->height + 1);
    }
    node->height = height;
    if (!is_inline(node)) into_local(self, at);
  }
}

// Loads and divisions that wait for their use, before something that must come after them.
static void flush(Emitter *self) {
  for (uint32_t i = 0; i < self->pending.count; i++) {
    NodeRef ref = self->pending.data[i];
    if (code_node(self->code, ref)->pending) into_local(self, ref);
  }
  self->pending.count = 0;
}

static bool may_wait(const Node *node) { return node->op != NODE_STACK_GET && node->op != NODE_CALL && node->op != NODE_CALL_INDIRECT && node->type != W_NONE && node->op != NODE_ALLOCA; }

static void put_call(Emitter *self, NodeRef ref) {
  const Node *node = code_node(self->code, ref);
  uint32_t results = node->args[2], count = node_arg_count(node);
  for (uint32_t i = 0; i < count; i++) put_value(self, node_arg(self->code, node, i));
  flush(self);
  put_opcode(self, node);
  for (uint32_t i = results; i-- > 0;) {
    Node *result = code_node(self->code, ref + 1 + i);
    if (result->live) {
      result->local = new_local(self, (WasmType)result->type) + 1;
      put_index(self, 0x21, result->local - 1);
    } else {
      put(self, 0x1a);
    }
  }
}

static void put_pinned(Emitter *self, NodeRef ref) {
  Node *node = code_node(self->code, ref);
  if (!node->live) return;
  make_ready(self, ref);
  if (may_wait(node) && node->uses) {
    uint8_t height = 0;
    for (uint32_t i = 0; i < node_arg_count(node); i++) {
      const Node *arg = code_node(self->code, node_arg(self->code, node, i));
      if (arg->op != NODE_CONST && !arg->local && arg->height >= height) height = (uint8_t)(arg->height + 1);
    }
    node->height = height;
    node->pending = true;
    if (!is_inline(node)) into_local(self, ref);
    else vec_push(self->code->arena, &self->pending, ref);
    return;
  }
  if (node->op == NODE_CALL || node->op == NODE_CALL_INDIRECT) {
    put_call(self, ref);
  } else if (node->op == NODE_ALLOCA) {
    flush(self);
    node->local = new_local(self, W_I32) + 1;
    put_alloca(self, node, node->local - 1);
  } else {
    uint32_t count = node_arg_count(node);
    for (uint32_t i = 0; i < count; i++) put_value(self, node_arg(self->code, node, i));
    flush(self);
    put_opcode(self, node);
    if (node->op == NODE_STACK_GET) {
      node->local = new_local(self, W_I32) + 1;
      put_index(self, 0x21, node->local - 1);
    } else if (node->type != W_NONE) {
      put(self, 0x1a);   // a division whose result nobody needs
    }
  }
}

// ---------------------------------------------------------------------------------------------
// Control flow

static void push_step(Emitter *self, StepKind kind, uint32_t at) { vec_push(self->code->arena, &self->steps, (Step){kind, at}); }

static void open_label(Emitter *self, uint8_t opcode, uint32_t block) {
  put(self, opcode);
  put(self, W_NONE);
  vec_push(self->code->arena, &self->labels, (Label){block});
}

// The innermost label of the block; false: it has none.
static bool find_label(const Emitter *self, uint32_t block, uint32_t *out) {
  for (uint32_t i = self->labels.count; i-- > 0;) {
    if (self->labels.data[i].block != block) continue;
    *out = self->labels.count - 1 - i;
    return true;
  }
  return false;
}

// Whether the block is what comes next anyway.
static bool comes_next(const Emitter *self, uint32_t block) {
  uint32_t i = self->steps.count;
  while (i > 0) {
    Step step = self->steps.data[--i];
    if (step.kind == STEP_ELSE) {
      i--;   // its edge
      continue;
    }
    if (step.kind != STEP_END) return false;
    if (step.at == block) return true;
    if (step.at != NO_BLOCK) return false;
  }
  return false;
}

// The block's parameters get what the edge gives them, all at once.
static void put_arguments(Emitter *self, const Edge *edge) {
  Code *code = self->code;
  const CodeBlock *to = &code->blocks.data[edge->target];
  U32Vec sets = {0};
  for (uint32_t i = 0; i < edge->count; i++) {
    Node *param = code_node(code, to->params.data[i]);
    if (!param->live) continue;
    if (!param->local) param->local = new_local(self, (WasmType)param->type) + 1;
    NodeRef given = code->lists.data[edge->begin + i];
    if (given == to->params.data[i]) continue;
    put_value(self, given);
    vec_push(code->arena, &sets, param->local - 1);
  }
  for (uint32_t i = sets.count; i-- > 0;) put_index(self, 0x21, sets.data[i]);
}

static void put_edge(Emitter *self, uint32_t at) {
  const Edge *edge = &self->code->edges.data[at];
  uint32_t label;
  put_arguments(self, edge);
  if (self->code->is_irreducible) {
    put_const_instruction(self->out, W_I32, self->code->blocks.data[edge->target].order - 1);
    put_index(self, 0x21, self->state);
    if (find_label(self, 0, &label)) put_index(self, 0x0c, label);
    return;
  }
  if (comes_next(self, edge->target)) return;
  if (find_label(self, edge->target, &label)) put_index(self, 0x0c, label);
  else push_step(self, STEP_TREE, edge->target);
}

static void put_switch(Emitter *self, const CodeBlock *block) {
  Code *code = self->code;
  uint32_t count = block->edge_count;
  for (uint32_t i = 0; i < count; i++) open_label(self, 0x02, NO_BLOCK);
  put_value(self, block->value);
  flush(self);
  // The default's arm comes last.
  put_index(self, 0x0e, block->case_count);
  for (uint32_t i = 0; i < block->case_count; i++) leb_unsigned(self->out, code->cases.data[block->cases + i] ? code->cases.data[block->cases + i] - 1 : count - 1);
  leb_unsigned(self->out, count - 1);
  push_step(self, STEP_EDGE, block->edges);
  push_step(self, STEP_END, NO_BLOCK);
  for (uint32_t i = count - 1; i > 0; i--) {
    push_step(self, STEP_EDGE, block->edges + i);
    push_step(self, STEP_END, NO_BLOCK);
  }
}

static void put_end(Emitter *self, uint32_t at) {
  Code *code = self->code;
  const CodeBlock *block = &code->blocks.data[at];
  switch (block->end) {
    case END_JUMP:
      flush(self);
      put_edge(self, block->edges);
      break;
    case END_IF:
      put_value(self, block->value);
      flush(self);
      open_label(self, 0x04, NO_BLOCK);
      push_step(self, STEP_END, NO_BLOCK);
      push_step(self, STEP_EDGE, block->edges + 1);
      push_step(self, STEP_ELSE, 0);
      push_step(self, STEP_EDGE, block->edges);
      break;
    case END_SWITCH: put_switch(self, block); break;
    case END_RETURN:
      for (uint32_t i = 0; i < block->count; i++) put_value(self, code->lists.data[block->begin + i]);
      flush(self);
      if (code->uses_stack) {
        put_index(self, 0x20, self->old_stack);
        put_index(self, 0x24, STACK_POINTER);
      }
      put(self, 0x0f);
      break;
    default: {
      Node at_end = {.source = block->source};
      note_line(self, &at_end);
      put(self, 0x00);
    }
  }
}

static void put_body(Emitter *self, uint32_t at) {
  CodeBlock *block = &self->code->blocks.data[at];
  for (uint32_t i = 0; i < block->pinned.count; i++) put_pinned(self, block->pinned.data[i]);
  for (uint32_t i = block->floating.count; i-- > 0;) {
    NodeRef ref = block->floating.data[i];
    const Node *node = code_node(self->code, ref);
    if (!node->local && !node->ready) make_ready(self, ref);
  }
  put_end(self, at);
}

// A block with all that it dominates. Those of them that are reached from several places follow it, in order.
static void put_tree(Emitter *self, uint32_t at) {
  Code *code = self->code;
  const CodeBlock *block = &code->blocks.data[at];
  if (block->is_header) {
    open_label(self, 0x03, at);
    push_step(self, STEP_END, NO_BLOCK);
  }
  U32Vec *merges = &self->children;
  merges->count = 0;
  for (uint32_t c = block->first_child; c != NO_BLOCK; c = code->blocks.data[c].next_child)
    if (code->blocks.data[c].forward > 1) vec_push(code->arena, merges, c);
  for (uint32_t i = 1; i < merges->count; i++)   // children come in order, but for few
    for (uint32_t k = i; k > 0 && code->blocks.data[merges->data[k]].order < code->blocks.data[merges->data[k - 1]].order; k--) {
      uint32_t swap = merges->data[k];
      merges->data[k] = merges->data[k - 1], merges->data[k - 1] = swap;
    }
  for (uint32_t i = merges->count; i-- > 0;) {
    open_label(self, 0x02, merges->data[i]);
    push_step(self, STEP_TREE, merges->data[i]);
    push_step(self, STEP_END, merges->data[i]);
  }
  push_step(self, STEP_BODY, at);
}

static void put_steps(Emitter *self) {
  while (self->steps.count && self->labels.count < 100000) {
    Step step = vec_pop(&self->steps);
    switch (step.kind) {
      case STEP_TREE: put_tree(self, step.at); break;
      case STEP_BODY: put_body(self, step.at); break;
      case STEP_EDGE: put_edge(self, step.at); break;
      case STEP_ELSE: put(self, 0x05); break;
      case STEP_END:
        put(self, 0x0b);
        (void)vec_pop(&self->labels);
        break;
    }
  }
}

// Loops with several entries: all blocks are the arms of one switch in a loop.
static void put_dispatch(Emitter *self) {
  Code *code = self->code;
  uint32_t count = code->order.count;
  self->state = new_local(self, W_I32);
  open_label(self, 0x03, 0);
  for (uint32_t i = 0; i < count; i++) open_label(self, 0x02, NO_BLOCK);
  put_index(self, 0x20, self->state);
  put_index(self, 0x0e, count - 1);
  for (uint32_t i = 0; i < count; i++) leb_unsigned(self->out, i);
  push_step(self, STEP_END, NO_BLOCK);
  for (uint32_t i = count; i-- > 0;) {
    push_step(self, STEP_BODY, code->order.data[i]);
    push_step(self, STEP_END, NO_BLOCK);
  }
  put_steps(self);
}

static void link_children(Code *code) {
  for (uint32_t i = 0; i < code->blocks.count; i++) code->blocks.data[i].first_child = code->blocks.data[i].next_child = NO_BLOCK;
  for (uint32_t i = code->order.count; i-- > 1;) {
    CodeBlock *block = &code->blocks.data[code->order.data[i]], *parent = &code->blocks.data[block->dominator];
    block->next_child = parent->first_child;
    parent->first_child = code->order.data[i];
  }
}

static void put_locals(StrBuf *out, const uint8_t *types, uint32_t count) {
  uint32_t runs = 0;
  for (uint32_t i = 0; i < count; i++) runs += i == 0 || types[i] != types[i - 1];
  leb_unsigned(out, runs);
  for (uint32_t i = 0, next; i < count; i = next) {
    for (next = i; next < count && types[next] == types[i]; next++) {}
    leb_unsigned(out, next - i);
    strbuf_char(out, (char)types[i]);
  }
}

bool code_emit(Code *code, StrBuf *out, CodeLines *lines) {
  StrBuf body;
  CodeLines own = {0};
  strbuf_init(&body, out->mem);
  Emitter self = {.code = code, .out = &body, .lines = &own, .param_count = code->blocks.data[0].params.count};
  for (uint32_t i = 0; i < self.param_count; i++) code_node(code, code->blocks.data[0].params.data[i])->local = i + 1;
  link_children(code);
  if (code->uses_stack) {
    self.old_stack = new_local(&self, W_I32);
    put_index(&self, 0x23, STACK_POINTER);
    put_index(&self, 0x21, self.old_stack);
  }
  // Parameters of blocks have their locals from the begin: a jump may come before the block that reads them.
  for (uint32_t i = 1; i < code->blocks.count; i++)
    for (uint32_t k = 0; k < code->blocks.data[i].params.count; k++) {
      Node *param = code_node(code, code->blocks.data[i].params.data[k]);
      if (param->live && !param->local) param->local = new_local(&self, (WasmType)param->type) + 1;
    }
  if (code->is_irreducible) {
    put_dispatch(&self);
  } else {
    push_step(&self, STEP_TREE, 0);
    put_steps(&self);
  }
  put(&self, 0x00);   // never reached: every block ends by itself
  put(&self, 0x0b);
  put_locals(out, self.locals.data, self.locals.count);
  uint32_t begin = (uint32_t)out->size;
  for (uint32_t i = 0; i < own.count; i++) vec_push(code->arena, lines, (CodeLine){own.data[i].at + begin, own.data[i].source});
  strbuf_str(out, strbuf_view(&body));
  strbuf_free(&body);
  return self.steps.count == 0 && self.param_count + self.locals.count <= MAX_LOCALS;
}
