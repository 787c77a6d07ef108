// What the operations of a block have to do with each other through memory, and through values that loops use
// (after MemRefDependenceGraph of mlir/lib/Dialect/Affine/Analysis/Utils.cpp).
#ifndef RUNG_PASSES_AFFINE_FUSION_GRAPH_H
#define RUNG_PASSES_AFFINE_FUSION_GRAPH_H

#include "passes/affine/domain.h"

// An edge as seen from one end: the node at the other end, and the value they share.
typedef struct GraphEdge {
  uint32_t node;
  Value *value;
} GraphEdge;
typedef VEC(GraphEdge) GraphEdges;

// Operations inside one of the block that access memory.
typedef struct Accesses {
  OpVec loads, stores;                  // at affine subscripts
  OpVec other_loads, other_stores, frees;
} Accesses;

typedef struct GraphNode {
  Operation *op;       // NULL: the node is gone
  Accesses accesses;
  GraphEdges in, out;
  uint32_t seen;       // by the search of that number
} GraphNode;

// Nodes in the order in which mlir-opt's hash table has them: fusion depends on it.
typedef struct NodeOrder {
  uint32_t *slots, size, live, erased;
} NodeOrder;

typedef VEC(uint32_t) NodeVec;
typedef struct Graph {
  PassRun *pass;
  Block *block;
  VEC(GraphNode) nodes;
  NodeOrder order;
  Map edge_counts;     // memref -> edges there are
  uint32_t searches;
  NodeVec work;        // of a search
} Graph;

// False: an operation with regions is unknown.
bool graph_init(Graph *self, PassRun *pass, Block *block);
void graph_list(const Graph *self, NodeVec *out);
static inline GraphNode *graph_node(const Graph *self, uint32_t id) { return &self->nodes.data[id]; }
static inline bool graph_has(const Graph *self, uint32_t id) { return self->nodes.data[id].op != NULL; }
uint32_t graph_add_node(Graph *self, Operation *op);
void graph_remove_node(Graph *self, uint32_t id);
void graph_add_edge(Graph *self, uint32_t from, uint32_t to, Value *value);
// Collect the accesses of a node's operation anew.
void graph_update_accesses(Graph *self, uint32_t id);
bool graph_has_path(Graph *self, uint32_t from, uint32_t to);
uint32_t graph_out_count(const Graph *self, uint32_t id, const Value *value);
// Edges of the memref to the node from such that store to it.
uint32_t graph_stores_before(const Graph *self, uint32_t id, const Value *memref);
// Where both may go as one: before this operation. NULL: nowhere.
Operation *graph_joint_place(Graph *self, uint32_t from, uint32_t to);
// `from` was fused into `to`, where these memrefs were replaced, and stays or goes.
void graph_join(Graph *self, uint32_t from, uint32_t to, const ValueVec *replaced, bool goes);
void graph_join_sibling(Graph *self, uint32_t from, uint32_t to);

uint32_t node_load_count(const GraphNode *node, const Value *memref);
uint32_t node_store_count(const GraphNode *node, const Value *memref);
static inline bool is_ranked_memref(const Value *value) { return type_kind(value->type) == TYPE_MEMREF; }

#endif
