// lower-vector-to-from-elements-to-shuffle-tree: a vector made of the elements of others, by shuffles
// (after mlir/lib/Dialect/Vector/Transforms/LowerVectorToFromElementsToShuffleTree.cpp).
//
// The vectors are shuffled in pairs, then the results in pairs, until one is left. A vector covers the places of the
// result from the first to the last one it gives an element to; all vectors of one level are as long as the widest of
// these intervals. The first shuffle brings elements to their places, later ones keep them there.
#include "ops/func.h"
#include "ops/vector.h"
#include "passes/vector/lowering.h"

typedef struct Node {
  Value *vector;
  Operation *elements;       // of the first level: vector.to_elements
  int64_t first, last;       // places in the result
  const int64_t *mask;       // of later levels, `length` long
} Node;

// The places the elements of a source go to.
static Node leaf(const Operation *op, Operation *elements) {
  Node node = {.vector = op_operand(elements, 0), .elements = elements, .first = -1};
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (value_def(op_operand(op, i)) != elements) continue;
    if (node.first < 0) node.first = i;
    node.last = i;
  }
  return node;
}

static void first_mask(const Operation *op, const Node *x, const Node *y, int64_t *mask) {
  int64_t size = type_num_elements(x->vector->type);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    const Value *element = op_operand(op, i);
    const Operation *from = value_def(element);
    if (from == x->elements)
      mask[i - x->first] = element->index;
    else if (from == y->elements)
      mask[i - x->first] = element->index + size;
  }
}

static void later_mask(const Node *x, const Node *y, int64_t length, int64_t *mask) {
  int64_t shift = y->first - x->first;
  for (int64_t i = 0; i < length; i++) {
    if (x->mask[i] >= 0) mask[i] = i;
    if (x->vector != y->vector && y->mask[i] >= 0) mask[i + shift] = i + length;
  }
}

static bool lower_from_elements(Greedy *g, Operation *op) {
  T type = op_result_type(op, 0);
  uint32_t total = op->operand_count, count = 0;
  if (vector_rank(type) != 1 || !total) return greedy_no_match(g, op, "the vector has not one dimension");
  Node *nodes = arena_new(g->arena, Node, total + 1);
  if (!nodes) return false;
  bool forwards = true;
  for (uint32_t i = 0; i < total; i++) {
    const Value *element = op_operand(op, i);
    Operation *from = value_def(element);
    if (!op_is(from, OP_VECTOR_TO_ELEMENTS) || vector_rank(op_operand_type(from, 0)) != 1)
      return greedy_no_match(g, op, "an element comes from no vector of one dimension");
    uint32_t k = 0;
    while (k < count && nodes[k].elements != from) k++;
    if (k == count) nodes[count++] = leaf(op, from);
    forwards &= element->index == i && from->result_count == total;
  }
  if (count == 1 && forwards) return greedy_no_match(g, op, "it is the vector that the elements come from");
  int64_t length = 0;
  for (bool leaves = true; leaves || count > 1; leaves = false) {
    if (count % 2) nodes[count] = nodes[count - 1], count++;
    int64_t wide = 1;
    for (uint32_t i = 0; i < count; i += 2) {
      int64_t last = nodes[i].last > nodes[i + 1].last ? nodes[i].last : nodes[i + 1].last;
      if (last - nodes[i].first + 1 > wide) wide = last - nodes[i].first + 1;
    }
    if (count == 2) wide = total;
    for (uint32_t i = 0; i < count; i += 2) {
      Node *x = &nodes[i], *y = &nodes[i + 1];
      int64_t *mask = arena_new(g->arena, int64_t, (size_t)wide + 1);
      if (!mask) return false;
      for (int64_t k = 0; k < wide; k++) mask[k] = -1;
      if (leaves)
        first_mask(op, x, y, mask);
      else
        later_mask(x, y, length, mask);
      Value *made = vector_shuffle(&g->b, x->vector, y->vector, mask, (uint32_t)wide);
      nodes[i / 2] = (Node){made, NULL, x->first, x->last > y->last ? x->last : y->last, mask};
    }
    length = wide;
    count /= 2;
  }
  return greedy_replace1(g, op, nodes[0].vector);
}

static bool run(PassRun *pass, Operation *op) {
  static const GreedyPattern patterns[] = {
    {.root = OP_VECTOR_FROM_ELEMENTS, .rewrite = lower_from_elements, .name = "vector.from_elements to a tree of vector.shuffle"},
  };
  Greedy g;
  greedy_init(&g, pass, (GreedyConfig)GREEDY_DEFAULTS);
  greedy_add_table(&g, patterns);
  return greedy_run(&g, op);
}

const PassDef lower_vector_to_shuffle_tree_pass = {
  .name = "lower-vector-to-from-elements-to-shuffle-tree", .class_name = "LowerVectorToFromElementsToShuffleTree",
  .anchor = OP_FUNC_FUNC, .summary = "make vectors of elements of others by shuffles",
  .works_on = "vector", .makes = "vector",
  .run = run,
};
