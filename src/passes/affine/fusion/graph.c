#include "passes/affine/fusion/graph.h"

#include "ops/memref.h"

#include "rewrite/effects.h"

// --- The order of nodes: an open hash table as llvm::DenseMap

#define FREE_SLOT UINT32_MAX
#define ERASED_SLOT (UINT32_MAX - 1)
enum { FIRST_SIZE = 64, HASH_FACTOR = 37 };

// The slot of the id, or where it would go.
static uint32_t order_slot(const NodeOrder *self, uint32_t id) {
  uint32_t at = id * HASH_FACTOR & (self->size - 1), erased = FREE_SLOT;
  for (uint32_t step = 1;; step++) {
    if (self->slots[at] == id) return at;
    if (self->slots[at] == FREE_SLOT) return erased != FREE_SLOT ? erased : at;
    if (self->slots[at] == ERASED_SLOT && erased == FREE_SLOT) erased = at;
    at = (at + step) & (self->size - 1);
  }
}

static bool order_grow(NodeOrder *self, Arena *arena, uint32_t size) {
  NodeOrder old = *self;
  self->size = size > FIRST_SIZE ? size : FIRST_SIZE;
  self->slots = arena_new(arena, uint32_t, self->size);
  self->erased = 0;
  if (!self->slots) return false;
  for (uint32_t i = 0; i < self->size; i++) self->slots[i] = FREE_SLOT;
  for (uint32_t i = 0; i < old.size; i++)
    if (old.slots[i] < ERASED_SLOT) self->slots[order_slot(self, old.slots[i])] = old.slots[i];
  return true;
}

static bool order_add(NodeOrder *self, Arena *arena, uint32_t id) {
  uint32_t live = self->live + 1;
  bool full = live * 4 >= self->size * 3, crowded = self->size - (live + self->erased) <= self->size / 8;
  if ((full || crowded) && !order_grow(self, arena, full ? 2 * self->size : self->size)) return false;
  uint32_t at = order_slot(self, id);
  if (self->slots[at] == ERASED_SLOT) self->erased--;
  self->slots[at] = id;
  self->live = live;
  return true;
}

static void order_remove(NodeOrder *self, uint32_t id) {
  self->slots[order_slot(self, id)] = ERASED_SLOT;
  self->live--;
  self->erased++;
}

void graph_list(const Graph *self, NodeVec *out) {
  for (uint32_t i = 0; i < self->order.size; i++)
    if (self->order.slots[i] < ERASED_SLOT) vec_push(self->pass->arena, out, self->order.slots[i]);
}

// --- Accesses

typedef struct Collect {
  Arena *arena;
  Accesses *out;
} Collect;

static WalkResult collect(Operation *op, void *data) {
  Collect *self = data;
  uint32_t effects;
  if (op_is(op, OP_AFFINE_FOR)) return WALK_ADVANCE;
  if (access_is_read(op)) vec_push(self->arena, &self->out->loads, op);
  else if (access_is_write(op)) vec_push(self->arena, &self->out->stores, op);
  else if (op_own_effects(op, &effects)) {
    if (effects & EFFECT_READ) vec_push(self->arena, &self->out->other_loads, op);
    if (effects & EFFECT_WRITE) vec_push(self->arena, &self->out->other_stores, op);
    if (effects & EFFECT_FREE) vec_push(self->arena, &self->out->frees, op);
  } else if (!op_has(op, TRAIT_RECURSIVE_EFFECTS)) {
    bool any = false;
    for (uint32_t i = 0; i < op->operand_count && !any; i++) any = is_ranked_memref(op_operand(op, i));
    if (!any) return WALK_ADVANCE;
    vec_push(self->arena, &self->out->other_loads, op);
    vec_push(self->arena, &self->out->other_stores, op);
  }
  return WALK_ADVANCE;
}

void graph_update_accesses(Graph *self, uint32_t id) {
  GraphNode *node = graph_node(self, id);
  // What was known of accesses that are not affine stays.
  vec_clear(&node->accesses.loads);
  vec_clear(&node->accesses.stores);
  op_walk_post(node->op, collect, &(Collect){self->pass->arena, &node->accesses});
}

static bool uses(const Operation *op, const Value *value) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (op_operand(op, i) == value) return true;
  return false;
}

static bool touches(const Operation *op, const Value *memref, uint32_t effect) { return uses(op, memref) && has_effect_on(op, memref, effect); }

static uint32_t count_accesses(const OpVec *ops, const Value *memref, uint32_t effect) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < ops->count; i++)
    count += is_access(ops->data[i]) ? access_memref(ops->data[i]) == memref : touches(ops->data[i], memref, effect);
  return count;
}

uint32_t node_load_count(const GraphNode *node, const Value *memref) { return count_accesses(&node->accesses.loads, memref, EFFECT_READ); }

uint32_t node_store_count(const GraphNode *node, const Value *memref) {
  return count_accesses(&node->accesses.stores, memref, EFFECT_WRITE) + count_accesses(&node->accesses.other_stores, memref, EFFECT_WRITE);
}

static bool stores_or_frees(const GraphNode *node, const Value *memref) {
  return node_store_count(node, memref) || count_accesses(&node->accesses.frees, memref, EFFECT_FREE);
}

// --- Nodes and edges

uint32_t graph_add_node(Graph *self, Operation *op) {
  uint32_t id = self->nodes.count;
  vec_push(self->pass->arena, &self->nodes, (GraphNode){.op = op});
  order_add(&self->order, self->pass->arena, id);
  return id;
}

static bool has_edge(const Graph *self, uint32_t from, uint32_t to, const Value *value) {
  const GraphEdges *out = &graph_node(self, from)->out;
  for (uint32_t i = 0; i < out->count; i++)
    if (out->data[i].node == to && out->data[i].value == value) return true;
  return false;
}

void graph_add_edge(Graph *self, uint32_t from, uint32_t to, Value *value) {
  if (has_edge(self, from, to, value)) return;
  vec_push(self->pass->arena, &graph_node(self, from)->out, (GraphEdge){to, value});
  vec_push(self->pass->arena, &graph_node(self, to)->in, (GraphEdge){from, value});
  if (is_ranked_memref(value)) map_put(&self->edge_counts, map_key(value))->value++;
}

static void drop_edge(GraphEdges *edges, uint32_t node, const Value *value) {
  uint32_t at = 0;
  while (at < edges->count && (edges->data[at].node != node || edges->data[at].value != value)) at++;
  if (at == edges->count) return;
  for (; at + 1 < edges->count; at++) edges->data[at] = edges->data[at + 1];
  edges->count--;
}

static void remove_edge(Graph *self, uint32_t from, uint32_t to, Value *value) {
  if (is_ranked_memref(value)) map_put(&self->edge_counts, map_key(value))->value--;
  drop_edge(&graph_node(self, to)->in, from, value);
  drop_edge(&graph_node(self, from)->out, to, value);
}

static GraphEdges copy_edges(const Graph *self, const GraphEdges *edges) {
  GraphEdges copy = {0};
  for (uint32_t i = 0; i < edges->count; i++) vec_push(self->pass->arena, &copy, edges->data[i]);
  return copy;
}

void graph_remove_node(Graph *self, uint32_t id) {
  GraphEdges in = copy_edges(self, &graph_node(self, id)->in), out = copy_edges(self, &graph_node(self, id)->out);
  for (uint32_t i = 0; i < in.count; i++) remove_edge(self, in.data[i].node, id, in.data[i].value);
  for (uint32_t i = 0; i < out.count; i++) remove_edge(self, id, out.data[i].node, out.data[i].value);
  graph_node(self, id)->op = NULL;
  order_remove(&self->order, id);
}

uint32_t graph_out_count(const Graph *self, uint32_t id, const Value *value) {
  const GraphEdges *out = &graph_node(self, id)->out;
  uint32_t count = 0;
  for (uint32_t i = 0; i < out->count; i++) count += out->data[i].value == value;
  return count;
}

uint32_t graph_stores_before(const Graph *self, uint32_t id, const Value *memref) {
  const GraphEdges *in = &graph_node(self, id)->in;
  uint32_t count = 0;
  for (uint32_t i = 0; i < in->count; i++)
    count += in->data[i].value == memref && node_store_count(graph_node(self, in->data[i].node), memref) > 0;
  return count;
}

bool graph_has_path(Graph *self, uint32_t from, uint32_t to) {
  Operation *last = graph_node(self, to)->op;
  uint32_t search = ++self->searches;
  vec_clear(&self->work);
  vec_push(self->pass->arena, &self->work, from);
  while (self->work.count) {
    uint32_t id = vec_pop(&self->work);
    if (id == to) return true;
    const GraphEdges *out = &graph_node(self, id)->out;
    for (uint32_t i = 0; i < out->count; i++) {
      GraphNode *next = graph_node(self, out->data[i].node);
      if (next->seen == search || op_is_before(last, next->op)) continue;
      next->seen = search;
      vec_push(self->pass->arena, &self->work, out->data[i].node);
    }
  }
  return false;
}

// Operations at the other ends, but that of one node.
static void mark_ends(const Graph *self, const GraphEdges *edges, uint32_t but, Map *out) {
  map_init(out, self->pass->arena);
  for (uint32_t i = 0; i < edges->count; i++)
    if (edges->data[i].node != but) map_put(out, map_key(graph_node(self, edges->data[i].node)->op));
}

Operation *graph_joint_place(Graph *self, uint32_t from, uint32_t to) {
  Map after, before;
  Operation *source = graph_node(self, from)->op, *target = graph_node(self, to)->op, *first = NULL;
  const GraphEdges *in = &graph_node(self, to)->in;
  for (uint32_t i = 0; i < in->count; i++)
    if (!is_ranked_memref(in->data[i].value) && graph_has_path(self, from, in->data[i].node)) return NULL;
  mark_ends(self, &graph_node(self, from)->out, to, &after);
  mark_ends(self, in, from, &before);
  for (Operation *op = source->next; op && op != target; op = op->next) {
    if (!first && map_find(&after, map_key(op))) first = op;
    if (first && map_find(&before, map_key(op))) return NULL;
  }
  return first ? first : target;
}

static bool is_among(const ValueVec *values, const Value *value) {
  for (uint32_t i = 0; i < values->count; i++)
    if (values->data[i] == value) return true;
  return false;
}

void graph_join(Graph *self, uint32_t from, uint32_t to, const ValueVec *replaced, bool goes) {
  GraphEdges in = copy_edges(self, &graph_node(self, from)->in), out = copy_edges(self, &graph_node(self, from)->out);
  for (uint32_t i = 0; i < in.count; i++)
    if (!is_among(replaced, in.data[i].value)) graph_add_edge(self, in.data[i].node, to, in.data[i].value);
  for (uint32_t i = 0; i < out.count; i++) {
    GraphEdge edge = out.data[i];
    if (edge.node != to && !goes) continue;
    if (edge.node != to) graph_add_edge(self, to, edge.node, edge.value);
    remove_edge(self, from, edge.node, edge.value);
  }
  in = copy_edges(self, &graph_node(self, to)->in);
  for (uint32_t i = 0; i < in.count; i++)
    if (is_among(replaced, in.data[i].value)) remove_edge(self, in.data[i].node, to, in.data[i].value);
}

void graph_join_sibling(Graph *self, uint32_t from, uint32_t to) {
  GraphEdges in = copy_edges(self, &graph_node(self, from)->in), out = copy_edges(self, &graph_node(self, from)->out);
  for (uint32_t i = 0; i < in.count; i++) {
    graph_add_edge(self, in.data[i].node, to, in.data[i].value);
    remove_edge(self, in.data[i].node, from, in.data[i].value);
  }
  for (uint32_t i = 0; i < out.count; i++) {
    graph_add_edge(self, to, out.data[i].node, out.data[i].value);
    remove_edge(self, from, out.data[i].node, out.data[i].value);
  }
}

// --- Building

// Whether two operations of the lists access the memref.
static bool both_access(const OpVec *from, const OpVec *to, const Value *memref) {
  bool first = false, second = false;
  for (uint32_t i = 0; i < from->count && !first; i++) first = uses(from->data[i], memref);
  for (uint32_t i = 0; i < to->count && first && !second; i++) second = uses(to->data[i], memref);
  return first && second;
}

static bool may_depend(PassRun *pass, const GraphNode *from, const GraphNode *to, const Value *memref) {
  const Accesses *a = &from->accesses, *b = &to->accesses;
  if (!op_is(from->op, OP_AFFINE_FOR) || !op_is(to->op, OP_AFFINE_FOR)) return true;
  const OpVec *conflicts[][2] = {
    {&a->other_stores, &b->loads}, {&a->other_stores, &b->stores}, {&a->other_stores, &b->other_loads}, {&a->other_stores, &b->other_stores},
    {&a->other_loads, &b->stores}, {&a->other_loads, &b->other_stores}, {&a->stores, &b->other_loads}, {&a->stores, &b->other_stores},
    {&a->loads, &b->other_stores},
  };
  for (uint32_t i = 0; i < countof(conflicts); i++)
    if (both_access(conflicts[i][0], conflicts[i][1], memref)) return true;
  bool found = false;
  uint32_t depth = nesting_depth(from->op) + 1, common;
  for (uint32_t which = 0; which < 4; which++) {   // stores first
    const OpVec *left = which < 2 ? &a->stores : &a->loads, *right = which % 2 ? &b->loads : &b->stores;
    for (uint32_t i = 0; i < left->count && !found; i++)
      for (uint32_t k = 0; k < right->count && !found; k++) {
        if (access_memref(left->data[i]) != memref || access_memref(right->data[k]) != memref) continue;
        arena_reset(pass->question);
        found = access_dependence(pass->ctx, pass->question, left->data[i], right->data[k], depth, false, NULL, &common) != DEPENDENCE_NONE;
      }
  }
  return found;
}

typedef struct Users {
  Map *of;          // memref -> NodeVec of nodes that access it
  Arena *arena;
  uint32_t id;
} Users;

static void add_user(Users *users, const Value *memref) {
  MapEntry *entry = map_put(users->of, map_key(memref));
  if (!entry->value) entry->value = (uintptr_t)arena_new(users->arena, NodeVec, 1);
  NodeVec *nodes = (NodeVec *)entry->value;
  if (!nodes->count || nodes->data[nodes->count - 1] != users->id) vec_push(users->arena, nodes, users->id);
}

static void add_users(Users *users, const OpVec *ops, uint32_t effect) {
  for (uint32_t i = 0; i < ops->count; i++) {
    const Operation *op = ops->data[i];
    uint32_t effects;
    if (is_access(op)) {
      add_user(users, access_memref(op));
      continue;
    }
    bool known = op_own_effects(op, &effects);
    for (uint32_t k = 0; k < op->operand_count; k++) {
      const Value *operand = op_operand(op, k);
      if (is_ranked_memref(operand) && (!known || has_effect_on(op, operand, effect))) add_user(users, operand);
    }
  }
}

static void add_accessing_node(Graph *self, Map *users_of, Operation *op) {
  uint32_t id = graph_add_node(self, op);
  Users users = {users_of, self->pass->arena, id};
  graph_update_accesses(self, id);
  const Accesses *accesses = &graph_node(self, id)->accesses;
  add_users(&users, &accesses->loads, EFFECT_READ);
  add_users(&users, &accesses->stores, EFFECT_WRITE);
  add_users(&users, &accesses->other_loads, EFFECT_READ);
  add_users(&users, &accesses->other_stores, EFFECT_WRITE);
  add_users(&users, &accesses->frees, EFFECT_FREE);
}

// The operation of the block that `op` is or is inside of, or NULL.
static Operation *in_block(const Block *block, Operation *op) {
  while (op && op->block != block) op = op_parent(op);
  return op;
}

// The outermost loop around the user that is in the block.
static bool loop_in_block(const Block *block, const Operation *user) {
  for (const Operation *op = op_parent(user); op && !op_has(op, TRAIT_AFFINE_SCOPE); op = op_parent(op))
    if (op->block == block) return op_is(op, OP_AFFINE_FOR);
  return false;
}

static void add_value_edges(Graph *self, const Map *ids, uint32_t id) {
  const GraphNode *node = graph_node(self, id);
  const Operation *op = node->op;
  if (node->accesses.stores.count) return;
  for (uint32_t i = 0; i < op->result_count; i++)
    for (const Use *use = op_result(op, i)->uses; use; use = use->next) {
      if (!loop_in_block(self->block, use->owner)) continue;
      const MapEntry *entry = map_find(ids, map_key(in_block(self->block, use->owner)));
      if (entry) graph_add_edge(self, id, (uint32_t)entry->value, op_result(op, i));
    }
}

static void add_memory_edges(Graph *self, Value *memref, const NodeVec *nodes) {
  for (uint32_t i = 0; i < nodes->count; i++) {
    bool stores = stores_or_frees(graph_node(self, nodes->data[i]), memref);
    for (uint32_t k = i + 1; k < nodes->count && !self->pass->ctx->mem.exhausted; k++) {
      const GraphNode *from = graph_node(self, nodes->data[i]), *to = graph_node(self, nodes->data[k]);
      if ((stores || stores_or_frees(to, memref)) && may_depend(self->pass, from, to, memref)) graph_add_edge(self, nodes->data[i], nodes->data[k], memref);
    }
  }
}

bool graph_init(Graph *self, PassRun *pass, Block *block) {
  Map users, loops;
  NodeVec nodes = {0};
  *self = (Graph){.pass = pass, .block = block};
  map_init(&self->edge_counts, pass->arena);
  map_init(&users, pass->arena);
  map_init(&loops, pass->arena);
  block_each_op(block, op) {
    bool branches = op_def_has_trait(op->def, TRAIT_ID_REGION_BRANCH);
    if (op_is(op, OP_AFFINE_FOR)) {
      map_put(&loops, map_key(op))->value = self->nodes.count;
      add_accessing_node(self, &users, op);
    } else if (is_access(op) || op_has_uses(op) || (!op_is_memory_effect_free(op) && (!op->region_count || branches))) {
      add_accessing_node(self, &users, op);
    } else if (op->region_count && !branches) {
      return false;
    }
  }
  graph_list(self, &nodes);
  for (uint32_t i = 0; i < nodes.count; i++) add_value_edges(self, &loops, nodes.data[i]);
  for (uint32_t i = 0; i < users.count; i++)
    add_memory_edges(self, (Value *)(uintptr_t)users.entries[i].key, (const NodeVec *)users.entries[i].value);
  return !pass->ctx->mem.exhausted;
}
