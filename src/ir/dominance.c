// Dominator trees by Lengauer and Tarjan's algorithm (the simple variant, O(m log n) on any graph).
#include "ir/dominance.h"

#define NONE UINT32_MAX

// One region with several blocks. Arrays are indexed by a block's position in its region, which
// Block.number holds while it is valid (others may renumber; see index_of).
typedef struct DominanceTree {
  Region *region;
  Block **blocks;
  uint32_t count;      // 0: memory ran out, so every question is answered "yes"
  uint32_t *idom;      // NONE: the entry, or not reachable
  uint32_t *in, *out;  // interval of the dominator tree; in == 0: not reachable
} DominanceTree;

// --- Construction

typedef struct TreeBuilder {
  DominanceTree *tree;
  uint32_t *vertex;     // DFS number -> block
  uint32_t *number;     // block -> DFS number + 1; 0: not reached
  uint32_t *parent;     // by DFS number
  uint32_t *semi, *ancestor, *label, *bucket, *bucket_next, *idom, *path;
  uint32_t reached;
} TreeBuilder;

static uint32_t index_of(DominanceTree *tree, const Block *block) {
  if (block->number < tree->count && tree->blocks[block->number] == block) return block->number;
  for (uint32_t i = 0; i < tree->count; i++) tree->blocks[i]->number = i;
  return block->number;
}

// Successors of the block that lie in the same region.
static uint32_t successor_count(const Block *block) { return block->last ? block->last->successor_count : 0; }

static uint32_t successor(DominanceTree *tree, const Block *block, uint32_t i) {
  const Block *target = op_successor(block->last, i);
  return target->region == tree->region ? index_of(tree, target) : NONE;
}

// Number the blocks reachable from the entry in depth-first order.
static void depth_first(TreeBuilder *b, uint32_t *next_child) {
  DominanceTree *tree = b->tree;
  uint32_t depth = 0;
  b->path[depth++] = 0;
  b->number[0] = 1;
  b->vertex[0] = 0;
  b->parent[0] = NONE;
  b->reached = 1;
  while (depth) {
    uint32_t at = b->path[depth - 1];
    const Block *block = tree->blocks[at];
    if (next_child[at] >= successor_count(block)) {
      depth--;
      continue;
    }
    uint32_t to = successor(tree, block, next_child[at]++);
    if (to == NONE || b->number[to]) continue;
    uint32_t number = b->reached++;
    b->number[to] = number + 1;
    b->vertex[number] = to;
    b->parent[number] = b->number[at] - 1;
    b->path[depth++] = to;
  }
}

// The vertex with the smallest semidominator on the path from `v` to the root of its tree in the
// forest; compresses the path.
static uint32_t eval(TreeBuilder *b, uint32_t v) {
  if (b->ancestor[v] == NONE) return v;
  uint32_t depth = 0;
  for (uint32_t at = v; b->ancestor[b->ancestor[at]] != NONE; at = b->ancestor[at]) b->path[depth++] = at;
  while (depth) {
    uint32_t at = b->path[--depth], above = b->ancestor[at];
    if (b->semi[b->label[above]] < b->semi[b->label[at]]) b->label[at] = b->label[above];
    b->ancestor[at] = b->ancestor[above];
  }
  return b->label[v];
}

// All arrays below are by DFS number.
static void find_dominators(TreeBuilder *b) {
  DominanceTree *tree = b->tree;
  for (uint32_t v = 0; v < b->reached; v++) {
    b->semi[v] = b->label[v] = v;
    b->ancestor[v] = b->bucket[v] = b->bucket_next[v] = b->idom[v] = NONE;
  }
  for (uint32_t w = b->reached; w-- > 1;) {
    const Block *block = tree->blocks[b->vertex[w]];
    for (const BlockUse *use = block->uses; use; use = use->next) {
      const Block *from = use->owner->block;
      if (!from || from->region != tree->region || from->last != use->owner) continue;
      uint32_t number = b->number[index_of(tree, from)];
      if (!number) continue;
      uint32_t u = eval(b, number - 1);
      if (b->semi[u] < b->semi[w]) b->semi[w] = b->semi[u];
    }
    b->bucket_next[w] = b->bucket[b->semi[w]];
    b->bucket[b->semi[w]] = w;
    uint32_t parent = b->parent[w];
    b->ancestor[w] = parent;
    for (uint32_t v = b->bucket[parent], next; v != NONE; v = next) {
      next = b->bucket_next[v];
      uint32_t u = eval(b, v);
      b->idom[v] = b->semi[u] < b->semi[v] ? u : parent;
    }
    b->bucket[parent] = NONE;
  }
  for (uint32_t w = 1; w < b->reached; w++) {
    if (b->idom[w] != b->semi[w]) b->idom[w] = b->idom[b->idom[w]];
    tree->idom[b->vertex[w]] = b->vertex[b->idom[w]];
  }
}

// Intervals of the dominator tree. A dominator has a smaller DFS number than what it dominates, so
// one pass backwards sums subtree sizes and one forwards hands out the intervals.
static void number_tree(TreeBuilder *b) {
  DominanceTree *tree = b->tree;
  uint32_t *size = b->semi, *taken = b->label;
  for (uint32_t v = 0; v < b->reached; v++) size[v] = 1, taken[v] = 0;
  for (uint32_t v = b->reached; v-- > 1;) size[b->idom[v]] += size[v];
  for (uint32_t v = 0; v < b->reached; v++) {
    uint32_t above = b->idom[v], first = 1;
    if (v) {
      first = tree->in[b->vertex[above]] + 1 + taken[above];
      taken[above] += size[v];
    }
    tree->in[b->vertex[v]] = first;
    tree->out[b->vertex[v]] = first + size[v] - 1;
  }
}

static DominanceTree *build_tree(Dominance *self, Region *region) {
  DominanceTree *tree = arena_new(self->arena, DominanceTree, 1);
  uint32_t count = region_block_count(region);
  tree->region = region;
  tree->blocks = arena_alloc_raw(self->arena, sizeof(Block *) * (size_t)count);
  tree->idom = arena_alloc(self->arena, sizeof(uint32_t) * (size_t)count * 3);
  Arena scratch;
  arena_init(&scratch, self->arena->mem);
  uint32_t *work = arena_alloc(&scratch, sizeof(uint32_t) * (size_t)count * 11);
  if (tree->blocks && tree->idom && work) {
    tree->count = count;
    tree->in = tree->idom + count;
    tree->out = tree->in + count;
    uint32_t i = 0;
    region_each_block(region, block) {
      block->number = i;
      tree->idom[i] = NONE;
      tree->blocks[i++] = block;
    }
    uint32_t *at[11];
    for (uint32_t k = 0; k < 11; k++) at[k] = work + (size_t)count * k;
    TreeBuilder b = {.tree = tree, .vertex = at[0], .number = at[1], .parent = at[2], .semi = at[3], .ancestor = at[4],
                     .label = at[5], .bucket = at[6], .bucket_next = at[7], .idom = at[8], .path = at[9]};
    depth_first(&b, at[10]);
    find_dominators(&b);
    number_tree(&b);
  }
  arena_free(&scratch);
  return tree;
}

// --- Questions

void dominance_init(Dominance *self, Arena *arena) {
  *self = (Dominance){.arena = arena};
  map_init(&self->regions, arena);
}

static DominanceTree *tree_of(Dominance *self, Region *region) {
  if (self->last == region) return self->last_tree;
  DominanceTree *tree = map_get(&self->regions, region);
  if (!tree) {
    tree = build_tree(self, region);
    map_set(&self->regions, region, tree);
  }
  self->last = region;
  return self->last_tree = tree;
}

void dominance_order(Dominance *self, Region *region, BlockVec *out) {
  if (!region->first) return;
  DominanceTree *tree = region->first->next ? tree_of(self, region) : NULL;
  if (!tree || !tree->count) {
    region_each_block(region, block) vec_push(self->arena, out, block);
    return;
  }
  Block **order = arena_new(self->arena, Block *, tree->count);
  if (!order) return;
  uint32_t reached = 0;
  for (uint32_t i = 0; i < tree->count; i++) {
    if (!tree->in[i]) continue;
    order[tree->in[i] - 1] = tree->blocks[i];
    reached++;
  }
  for (uint32_t i = 0; i < reached; i++) vec_push(self->arena, out, order[i]);
}

bool region_is_ssa(const Region *region) {
  const Operation *op = region->op;
  if (!op || (region->first && region->first->next)) return true;
  if (!op_is_registered(op)) return false;  // it may be a graph region
  return !op_has(op, TRAIT_GRAPH_REGION);
}

bool block_is_reachable(Dominance *self, const Block *block) {
  if (!block->region || block_is_entry(block)) return true;
  DominanceTree *tree = tree_of(self, block->region);
  return !tree->count || tree->in[index_of(tree, block)] != 0;
}

Block *block_idom(Dominance *self, const Block *block) {
  if (!block->region || block_is_entry(block)) return NULL;
  DominanceTree *tree = tree_of(self, block->region);
  uint32_t above = tree->count ? tree->idom[index_of(tree, block)] : NONE;
  return above == NONE ? NULL : tree->blocks[above];
}

// Both in `region`, and different.
static bool dominates_in(Dominance *self, Region *region, const Block *a, const Block *b) {
  DominanceTree *tree = tree_of(self, region);
  if (!tree->count) return true;
  uint32_t at = index_of(tree, a), to = index_of(tree, b);
  if (!tree->in[to]) return true;   // everything dominates a block that is never reached
  if (!tree->in[at]) return false;
  return tree->in[at] <= tree->in[to] && tree->out[to] <= tree->out[at];
}

// The block of `region` that is or holds `block`, or NULL.
static const Block *block_in_region(const Region *region, const Block *block) {
  while (block && block->region != region) {
    const Operation *parent = block_parent_op(block);
    block = parent ? parent->block : NULL;
  }
  return block;
}

bool block_dominates(Dominance *self, const Block *a, const Block *b) {
  if (a == b) return true;
  if (!a->region) return false;
  b = block_in_region(a->region, b);
  if (!b) return false;
  return a == b || dominates_in(self, a->region, a, b);
}

static bool op_dominates(Dominance *self, Operation *a, Operation *b, bool enclosing_counts) {
  Block *block = a->block;
  if (!block || !b->block) return a != b;
  if (a == b) return block->region && !region_is_ssa(block->region);
  if (block->region != b->block->region) {
    if (!block->region) return false;
    while (b && (!b->block || b->block->region != block->region)) b = op_parent(b);
    if (!b) return false;
    if (a == b && enclosing_counts) return true;
  }
  if (block == b->block) return (block->region && !region_is_ssa(block->region)) || op_is_before(a, b);
  return block->region && dominates_in(self, block->region, block, b->block);
}

bool value_properly_dominates(Dominance *self, const Value *value, Operation *user) {
  if (value->is_arg) return user->block && block_dominates(self, value->owner, user->block);
  return !value->owner || op_dominates(self, value->owner, user, false);
}
