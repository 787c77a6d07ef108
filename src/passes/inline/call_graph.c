#include "passes/inline/call_graph.h"
#include "analysis/callers.h"
#include "ops/op_interfaces.h"

CallNode *call_graph_node(const CallGraph *self, const Operation *function) { return map_get(&self->nodes, function); }

CallNode *call_graph_callee(CallGraph *self, const Operation *call) {
  const CallOpInterface *asked = ask_call(call->def);
  A symbol = asked ? asked->callee(call) : NULL;
  const Operation *function = symbol ? symbol_lookup(&self->tables, call, symbol) : NULL;
  return function ? call_graph_node(self, function) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Nodes and calls

// The function that an operation is in.
static CallNode *node_around(const CallGraph *self, const Operation *op) {
  for (const Operation *parent = op_parent(op); parent; parent = op_parent(parent)) {
    CallNode *node = call_graph_node(self, parent);
    if (node) return node;
  }
  return NULL;
}

static WalkResult add_node(Operation *op, void *data) {
  CallGraph *self = data;
  Region *body = callable_body(op);
  if (!body) return WALK_ADVANCE;
  CallNode *node = arena_new(self->arena, CallNode, 1), *around = node_around(self, op);
  if (!node) return WALK_STOP;
  node->op = op;
  node->body = body;
  node->is_inside = around != NULL;
  if (around) around->has_inside = true;
  map_set(&self->nodes, op, node);
  vec_push(self->arena, &self->list, node);
  return WALK_ADVANCE;
}

static WalkResult add_call(Operation *op, void *data) {
  CallGraph *self = data;
  if (!ask_call(op->def)) return WALK_ADVANCE;
  CallNode *node = node_around(self, op), *callee = call_graph_callee(self, op);
  bool is_new = node && callee;
  for (uint32_t i = 0; is_new && i < node->calls.count; i++) is_new = node->calls.data[i] != callee;
  if (is_new) vec_push(self->arena, &node->calls, callee);
  return WALK_SKIP;
}

// ---------------------------------------------------------------------------------------------
// Uses

static void add_uses(CallGraph *self, CallNode *node, CallNode *named, uint32_t count) {
  if (!named->is_discardable) return;
  named->uses += count;
  for (uint32_t i = 0; i < node->names.count; i++) {
    if (node->names.data[i].node != named) continue;
    node->names.data[i].count += count;
    return;
  }
  vec_push(self->arena, &node->names, ((CallUse){named, count}));
}

typedef struct Counting {
  CallGraph *graph;
  CallNode *node;
} Counting;

static bool count_use(Operation *user, A ref, void *data) {
  Counting *counting = data;
  const Operation *function = symbol_lookup(&counting->graph->tables, user, ref);
  CallNode *named = function ? call_graph_node(counting->graph, function) : NULL;
  if (named) add_uses(counting->graph, counting->node, named, 1);
  return true;
}

static void drop_uses(CallNode *node) {
  for (uint32_t i = 0; i < node->names.count; i++) node->names.data[i].node->uses -= node->names.data[i].count;
  node->names.count = 0;
}

void call_graph_count_uses(CallGraph *self, CallNode *node) {
  Counting counting = {self, node};
  drop_uses(node);
  symbol_walk_uses(self->ctx, node->op, count_use, &counting);
}

static bool drop_use(Operation *user, A ref, void *data) {
  Counting *counting = data;
  const Operation *function = symbol_lookup(&counting->graph->tables, user, ref);
  const CallNode *named = function ? call_graph_node(counting->graph, function) : NULL;
  CallNode *node = counting->node;
  for (uint32_t i = 0; named && i < node->names.count; i++) {
    CallUse *use = &node->names.data[i];
    if (use->node != named || !use->count) continue;
    use->count--;
    use->node->uses--;
    break;
  }
  return true;
}

void call_graph_drop_call(CallGraph *self, CallNode *node, Operation *call) {
  Counting counting = {self, node};
  symbol_walk_uses(self->ctx, call, drop_use, &counting);
}

void call_graph_add_uses_of(CallGraph *self, CallNode *node, const CallNode *callee) {
  for (uint32_t i = 0; i < callee->names.count; i++) add_uses(self, node, callee->names.data[i].node, callee->names.data[i].count);
}

void call_graph_erase(CallGraph *self, CallNode *node) {
  drop_uses(node);
  node->is_erased = true;
  for (uint32_t i = 0; node->has_inside && i < self->list.count; i++)
    if (node_around(self, self->list.data[i]->op) == node) drop_uses(self->list.data[i]);
}

// What operations that are no functions name is always needed.
static bool keep_named(Operation *user, A ref, void *data) {
  CallGraph *self = data;
  const Operation *function = symbol_lookup(&self->tables, user, ref);
  CallNode *named = function ? call_graph_node(self, function) : NULL;
  if (named) named->is_discardable = false;
  return true;
}

// Whether all uses of the symbols in a table are inside the operation that is looked at.
static bool sees_all_uses(const CallGraph *self, const Operation *table) {
  if (!self->top->block) return true;
  for (const Operation *at = table;; at = op_parent(at)) {
    if (!op_is_symbol_table(at) || !symbol_name(at).size || symbol_visibility(at) == SYMBOL_PRIVATE) return true;
    if (at == self->top) return false;
  }
}

static WalkResult note_discardable(Operation *table, void *data) {
  CallGraph *self = data;
  if (!op_is_symbol_table(table)) return WALK_ADVANCE;
  region_each_block(op_region(table, 0), block)
    block_each_op(block, op) {
      CallNode *node = call_graph_node(self, op);
      if (!node || !symbol_name(op).size) continue;
      Visibility visibility = symbol_visibility(op);
      node->is_discardable = visibility == SYMBOL_PRIVATE || (visibility == SYMBOL_NESTED && sees_all_uses(self, table));
    }
  return WALK_ADVANCE;
}

static WalkResult note_named(Operation *table, void *data) {
  CallGraph *self = data;
  if (!op_is_symbol_table(table)) return WALK_ADVANCE;
  region_each_block(op_region(table, 0), block)
    block_each_op(block, op)
      if (!call_graph_node(self, op)) symbol_walk_uses(self->ctx, op, keep_named, self);
  return WALK_ADVANCE;
}

void call_graph_init(CallGraph *self, Context *ctx, Operation *top, Arena *arena) {
  *self = (CallGraph){.ctx = ctx, .arena = arena, .top = top};
  symbol_tables_init(&self->tables, arena);
  map_init(&self->nodes, arena);
  op_walk_pre(top, add_node, self);
  op_walk_pre(top, add_call, self);
  op_walk_pre(top, note_discardable, self);
  op_walk_pre(top, note_named, self);
  for (uint32_t i = 0; i < self->list.count; i++) call_graph_count_uses(self, self->list.data[i]);
}

// ---------------------------------------------------------------------------------------------
// Components (Tarjan's algorithm, without recursion)

typedef struct Visit {
  CallNode *node;
  uint32_t next;    // of its calls
} Visit;

typedef struct Search {
  CallGraph *graph;
  CallNodeVec stack, *out;
  VEC(Visit) visits;
  uint32_t count;
} Search;

static void enter(Search *self, CallNode *node) {
  node->index = node->low = ++self->count;
  node->on_stack = true;
  vec_push(self->graph->arena, &self->stack, node);
  vec_push(self->graph->arena, &self->visits, ((Visit){node, 0}));
}

static void leave(Search *self, CallNode *node) {
  self->visits.count--;
  if (self->visits.count && vec_last(&self->visits).node->low > node->low) vec_last(&self->visits).node->low = node->low;
  if (node->low != node->index) return;
  CallNode *member;
  do {
    member = vec_pop(&self->stack);
    member->on_stack = false;
    vec_push(self->graph->arena, self->out, member);
  } while (member != node);
  vec_push(self->graph->arena, self->out, NULL);
}

void call_graph_components(CallGraph *self, CallNodeVec *out) {
  Search search = {.graph = self, .out = out};
  for (uint32_t i = 0; i < self->list.count; i++) {
    if (self->list.data[i]->index || self->list.data[i]->is_inside) continue;
    enter(&search, self->list.data[i]);
    while (search.visits.count) {
      Visit *visit = &vec_last(&search.visits);
      CallNode *node = visit->node;
      if (visit->next == node->calls.count) {
        leave(&search, node);
        continue;
      }
      CallNode *callee = node->calls.data[visit->next++];
      if (!callee->index) enter(&search, callee);
      else if (callee->on_stack && callee->index < node->low) node->low = callee->index;
    }
  }
}
