#include "passes/scf/lift_cf_graph.h"

// ---------------------------------------------------------------------------------------------
// Walking along successors, first ones first

typedef struct Step {
  Block *block;
  uint32_t next;   // successor to look at
} Step;
typedef VEC(Step) StepVec;

// ---------------------------------------------------------------------------------------------
// Dominators (after Cooper, Harvey and Kennedy: A Simple, Fast Dominance Algorithm)

typedef struct TreeNode {
  Block *block;
  struct TreeNode *parent, *first_child, *last_child, *sibling;
  uint32_t postorder;
  uint32_t begin, end;   // places of the blocks it dominates in `order`
} TreeNode;

struct BlockTree {
  Map nodes;             // Block * -> TreeNode *
  Block **order;
};

typedef VEC(TreeNode *) NodeVec;

static TreeNode *add_node(BlockTree *self, Block *block, Arena *arena) {
  TreeNode *node = arena_new(arena, TreeNode, 1);
  if (!node) return NULL;
  node->block = block;
  map_set(&self->nodes, block, node);
  return node;
}

// Number the blocks; `pre` and `post` receive them in preorder and postorder.
static bool number_blocks(BlockTree *self, Block *entry, NodeVec *pre, NodeVec *post, Arena *arena) {
  StepVec stack = {0};
  TreeNode *node = add_node(self, entry, arena);
  if (!node) return false;
  vec_push(arena, pre, node);
  vec_push(arena, &stack, ((Step){entry, 0}));
  while (stack.count) {
    Step *top = &stack.data[stack.count - 1];
    if (top->next == successor_count(top->block)) {
      node = map_get(&self->nodes, top->block);
      node->postorder = post->count;
      vec_push(arena, post, node);
      stack.count--;
      continue;
    }
    Block *successor = op_successor(top->block->last, top->next++);
    if (map_get(&self->nodes, successor)) continue;
    if (!(node = add_node(self, successor, arena))) return false;
    vec_push(arena, pre, node);
    vec_push(arena, &stack, ((Step){successor, 0}));
  }
  return true;
}

static TreeNode *common_parent(TreeNode *a, TreeNode *b) {
  while (a != b) {
    while (a->postorder < b->postorder) a = a->parent;
    while (b->postorder < a->postorder) b = b->parent;
  }
  return a;
}

static void find_parents(BlockTree *self, const NodeVec *post) {
  TreeNode *entry = post->data[post->count - 1];
  entry->parent = entry;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = post->count - 1; i-- > 0;) {
      TreeNode *node = post->data[i], *parent = NULL;
      for (const BlockUse *use = node->block->uses; use; use = use->next) {
        TreeNode *from = use->owner->block ? map_get(&self->nodes, use->owner->block) : NULL;
        if (from && from->parent) parent = parent ? common_parent(parent, from) : from;
      }
      changed |= node->parent != parent;
      node->parent = parent;
    }
  }
  entry->parent = NULL;
}

// Places in preorder of the tree.
static void place(BlockTree *self, TreeNode *entry) {
  uint32_t at = 0;
  for (TreeNode *node = entry; node;) {
    node->begin = at;
    self->order[at++] = node->block;
    if (node->first_child) {
      node = node->first_child;
      continue;
    }
    node->end = at;
    while (node->parent && !node->sibling) {
      node = node->parent;
      node->end = at;
    }
    node = node->sibling;
  }
}

BlockTree *block_tree_new(Region *region, Arena *arena) {
  BlockTree *self = arena_new(arena, BlockTree, 1);
  NodeVec pre = {0}, post = {0};
  if (!self) return NULL;
  map_init(&self->nodes, arena);
  if (!number_blocks(self, region->first, &pre, &post, arena)) return NULL;
  self->order = arena_new(arena, Block *, pre.count);
  if (!self->order || post.count != pre.count) return NULL;
  find_parents(self, &post);
  for (uint32_t i = 1; i < pre.count; i++) {
    TreeNode *node = pre.data[i], *parent = node->parent;
    if (parent->last_child) parent->last_child->sibling = node;
    else parent->first_child = node;
    parent->last_child = node;
  }
  place(self, pre.data[0]);
  return self;
}

Block *const *block_tree_dominated(const BlockTree *self, const Block *block, uint32_t *count) {
  const TreeNode *node = map_get(&self->nodes, block);
  *count = node ? node->end - node->begin : 0;
  return node ? self->order + node->begin : NULL;
}

bool block_tree_dominates(const BlockTree *self, const Block *a, const Block *b) {
  if (a == b) return true;
  const TreeNode *above = map_get(&self->nodes, a), *below = map_get(&self->nodes, b);
  return !below || (above && above->begin <= below->begin && below->begin < above->end);
}

// ---------------------------------------------------------------------------------------------
// Cycles (Tarjan's algorithm)

typedef struct Visit {
  uint32_t number, low;   // `number` 0: its set is complete
} Visit;

typedef struct Search {
  Arena *arena;
  Map visits;             // Block * -> Visit *
  StepVec path;
  BlockVec open;          // met, but not in a set yet
  uint32_t count;
  CycleVec *out;
} Search;

static bool enter(Search *self, Block *block) {
  Visit *visit = arena_new(self->arena, Visit, 1);
  if (!visit) return false;
  visit->number = visit->low = ++self->count;
  map_set(&self->visits, block, visit);
  vec_push(self->arena, &self->path, ((Step){block, 0}));
  vec_push(self->arena, &self->open, block);
  return true;
}

static bool has_edge_to_itself(const Block *block) {
  for (uint32_t i = 0; i < successor_count(block); i++)
    if (op_successor(block->last, i) == block) return true;
  return false;
}

// The set that begins at `first` is complete.
static void close_set(Search *self, const Block *first) {
  Cycle cycle = {0};
  Block *block;
  do {
    block = vec_pop(&self->open);
    ((Visit *)map_get(&self->visits, block))->number = 0;
    vec_push(self->arena, &cycle.blocks, block);
  } while (block != first && self->open.count);
  if (cycle.blocks.count > 1 || has_edge_to_itself(first)) vec_push(self->arena, self->out, cycle);
}

void find_cycles(Block *entry, CycleVec *out, Arena *arena) {
  Search self = {.arena = arena, .out = out};
  map_init(&self.visits, arena);
  if (!enter(&self, entry)) return;
  while (self.path.count) {
    Step *top = &self.path.data[self.path.count - 1];
    Visit *visit = map_get(&self.visits, top->block);
    if (top->next < successor_count(top->block)) {
      Block *successor = op_successor(top->block->last, top->next++);
      const Visit *met = map_get(&self.visits, successor);
      if (!met) {
        if (!enter(&self, successor)) return;
      } else if (met->number && met->number < visit->low) {
        visit->low = met->number;
      }
      continue;
    }
    const Block *block = top->block;
    self.path.count--;
    if (self.path.count) {
      Visit *around = map_get(&self.visits, self.path.data[self.path.count - 1].block);
      if (visit->low < around->low) around->low = visit->low;
    }
    if (visit->low == visit->number) close_set(&self, block);
  }
}
