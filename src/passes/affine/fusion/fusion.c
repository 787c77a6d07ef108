// affine-loop-fusion: loop nests run inside others that use what they store, or that load the same
// (after mlir/lib/Dialect/Affine/Transforms/LoopFusion.cpp).
#include "passes/affine/fusion/fusion.h"

#include "ops/memref.h"

#include "rewrite/effects.h"

static const char *const modes[] = {"greedy", "producer", "sibling", NULL};
static const PassOption option_compute_tolerance = {"compute-tolerance", OPTION_NUMBER, "3.000000e-01", .summary = "Fractional increase in additional computation tolerated while fusing"};
static const PassOption option_fast_mem_space = {"fast-mem-space", OPTION_UINT, "0", .summary = "Faster memory space number to promote fusion buffers to"};
static const PassOption option_local_buf_threshold = {"local-buf-threshold", OPTION_ULONG, "0", .summary = "Threshold size (KiB) for promoting local buffers to fast memory space"};
static const PassOption option_maximal = {"maximal", OPTION_BOOL, "false", .summary = "Enables maximal loop fusion"};
static const PassOption option_mode = {"mode", OPTION_ENUM, "greedy", modes, .summary = "fusion mode to attempt"};

// Accesses at affine subscripts, by whatever operation.
static bool maps_access(const Operation *op) {
  return is_access(op) || op_is(op, OP_AFFINE_PREFETCH) || op_is(op, OP_AFFINE_DMA_START) || op_is(op, OP_AFFINE_DMA_WAIT);
}

// Something outside of the block, or that is not known to access it at affine subscripts, may see the memref.
static bool escapes(const Value *memref, const Block *block) {
  const Operation *def = value_def(memref);
  uint32_t effects;
  if (!def || !op_own_effects(def, &effects) || effects != EFFECT_ALLOC) return true;
  for (const Use *use = memref->uses; use; use = use->next) {
    const Operation *at = use->owner;
    while (at && (!at->block || at->block->region != block->region)) at = op_parent(at);
    if (!at) return true;
    if (at->block == block && !maps_access(use->owner)) return true;
  }
  return false;
}

static void escaping_memrefs(Fusion *f, const GraphNode *node, ValueVec *out) {
  for (uint32_t i = 0; i < node->accesses.stores.count; i++) {
    Value *memref = access_memref(node->accesses.stores.data[i]);
    if (!values_have(out, memref) && escapes(memref, f->graph.block)) vec_push(f->pass->arena, out, memref);
  }
}

// ---------------------------------------------------------------------------------------------
// Producers

typedef struct Producer {
  uint32_t from, to;
  Candidate candidate;
  ValueVec memrefs;        // that it stores to and the consumer loads
  ValueVec escaping;
  Operation *place;        // of both
  uint32_t depth;
  bool goes;               // it does not stay as it was
} Producer;

// Nodes that store to what the node loads, in the order of their numbers.
static void find_producers(Fusion *f, uint32_t id, NodeVec *out) {
  const GraphNode *node = graph_node(&f->graph, id);
  Arena *arena = f->graph.pass->arena;
  ValueVec loaded = {0};
  for (uint32_t i = 0; i < node->accesses.loads.count; i++) vec_push(arena, &loaded, access_memref(node->accesses.loads.data[i]));
  for (uint32_t i = 0; i < node->in.count; i++) {
    uint32_t other = node->in.data[i].node, at = 0;
    const GraphNode *producer = graph_node(&f->graph, other);
    bool stores = false;
    if (!op_is(producer->op, OP_AFFINE_FOR)) continue;
    for (uint32_t k = 0; k < producer->accesses.stores.count && !stores; k++)
      stores = values_have(&loaded, access_memref(producer->accesses.stores.data[k]));
    while (at < out->count && out->data[at] < other) at++;
    if (!stores || (at < out->count && out->data[at] == other)) continue;
    vec_push(arena, out, other);
    for (uint32_t k = out->count - 1; k > at; k--) out->data[k] = out->data[k - 1];
    out->data[at] = other;
  }
}

// Whether nothing needs the producer where it was.
static bool may_go(Fusion *f, const Producer *p) {
  const GraphNode *node = graph_node(&f->graph, p->from);
  const Operation *consumer = graph_node(&f->graph, p->to)->op;
  bool needed = p->escaping.count > 0;
  for (uint32_t i = 0; i < node->out.count; i++) {
    Operation *user = graph_node(&f->graph, node->out.data[i].node)->op;
    if (user == consumer) continue;
    if (user->block != consumer->block || (p->place != user && !op_is_before(p->place, user))) return false;
    needed = true;
  }
  return !needed || slice_is_maximal(f->pass, &p->candidate.slices[p->depth - 1]) == ANSWER_YES;
}

static bool may_privatize(Fusion *f, const Producer *p, const Value *memref) {
  const Graph *graph = &f->graph;
  int64_t bytes;
  if (!element_bytes(type_as_shaped(memref->type)->element, &bytes)) return false;
  if (values_have(&p->escaping, memref) && (p->goes || node_store_count(graph_node(graph, p->to), memref) > 0)) return false;
  if (graph_stores_before(graph, p->from, memref) || graph_out_count(graph, p->to, memref)) return false;
  const GraphEdges *out = &graph_node(graph, p->from)->out;
  for (uint32_t i = 0; p->goes && i < out->count; i++)
    if (out->data[i].value == memref && out->data[i].node != p->to) return false;
  return true;
}

static uint32_t depth_of_uses(Fusion *f, const Producer *p) {
  const Accesses *accesses = &graph_node(&f->graph, p->to)->accesses;
  OpVec ops = {0};
  for (uint32_t which = 0; which < 2; which++) {
    const OpVec *from = which ? &accesses->stores : &accesses->loads;
    for (uint32_t i = 0; i < from->count; i++)
      if (values_have(&p->memrefs, access_memref(from->data[i]))) vec_push(f->pass->arena, &ops, from->data[i]);
  }
  return ops.count ? common_loop_depth(&ops, f->pass->arena, NULL) : 0;
}

// Whether and how deep the producer should run inside the consumer. `stop`: no more producers should be tried.
static bool judge(Fusion *f, Producer *p, uint32_t most_users, bool *stop) {
  const GraphNode *producer = graph_node(&f->graph, p->from), *consumer = graph_node(&f->graph, p->to);
  OpVec around = {0}, stores = {0};
  if (producer->op->result_count) return false;
  stored_and_loaded(&producer->accesses.stores, &consumer->accesses.loads, f->pass->arena, &p->memrefs);
  for (uint32_t i = 0; i < p->memrefs.count; i++)
    if (graph_out_count(&f->graph, p->from, p->memrefs.data[i]) > most_users) return false;
  escaping_memrefs(f, producer, &p->escaping);
  p->place = graph_joint_place(&f->graph, p->from, p->to);
  if (!p->place) return false;
  loops_around(consumer->op, f->pass->arena, &around);
  uint32_t depths = depth_of_uses(f, p);
  if (depths <= around.count) return false;
  candidate_init(f, &p->candidate, producer->op, consumer->op, around.count, depths - around.count, (MergeKind){0});
  p->depth = p->candidate.deepest;
  if (!p->depth) return false;
  *stop = !candidate_mind_cycles(f, &p->candidate);
  if (*stop) return false;
  for (uint32_t i = 0; i < producer->accesses.stores.count; i++)
    if (values_have(&p->memrefs, access_memref(producer->accesses.stores.data[i]))) vec_push(f->pass->arena, &stores, producer->accesses.stores.data[i]);
  return f->maximal || (stores.count && candidate_is_profitable(f, &p->candidate, &stores, &p->depth));
}

static void privatize_all(Fusion *f, const Producer *p, const ValueVec *memrefs) {
  Operation *nest = p->candidate.to;
  OpVec inside = {0};
  Block *block = p->candidate.slices[p->depth - 1].before->block;
  ValueVec ordered = {0};
  ops_inside_post(nest, 0, f->pass->arena, &inside);
  for (uint32_t i = 0; i < inside.count; i++)
    if (access_is_write(inside.data[i]) && values_have(memrefs, access_memref(inside.data[i])) && !values_have(&ordered, access_memref(inside.data[i])))
      vec_push(f->pass->arena, &ordered, access_memref(inside.data[i]));
  for (uint32_t i = 0; i < ordered.count; i++) {
    OpVec all = {0}, stores = {0};
    ops_inside_post(nest, 0, f->pass->arena, &all);
    for (uint32_t k = 0; k < all.count; k++)
      if (access_is_write(all.data[k]) && access_memref(all.data[k]) == ordered.data[i]) vec_push(f->pass->arena, &stores, all.data[k]);
    Value *made = stores.count ? privatize(f, nest, &stores, p->depth, block) : NULL;
    if (made) graph_add_edge(&f->graph, graph_add_node(&f->graph, value_def(made)), p->to, made);
  }
}

static void fuse_producer(Fusion *f, Producer *p) {
  ValueVec private = {0};
  Operation *nest = p->candidate.to;
  p->goes = may_go(f, p);
  for (uint32_t i = 0; i < p->memrefs.count; i++)
    if (may_privatize(f, p, p->memrefs.data[i])) vec_push(f->pass->arena, &private, p->memrefs.data[i]);
  merge_nests(f->pass, p->candidate.from, &p->candidate.slices[p->depth - 1], false);
  if (f->pass->ctx->mem.exhausted) return;
  if (p->place != nest) op_move_before(nest, p->place);
  graph_join(&f->graph, p->from, p->to, &private, p->goes);
  privatize_all(f, p, &private);
  graph_update_accesses(&f->graph, p->to);
  f->pass->changed = true;
  if (!p->goes) return;
  op_erase(p->candidate.from);
  graph_remove_node(&f->graph, p->from);
}

static void fuse_producers_of(Fusion *f, uint32_t id, uint32_t most_users) {
  GraphNode *node = graph_node(&f->graph, id);
  if (!node->op || !op_is(node->op, OP_AFFINE_FOR) || node->op->result_count) return;
  node->op = sink_sequential_loops(f->pass, node->op);
  for (bool changed = true, stop = false; changed && !stop && !f->pass->ctx->mem.exhausted;) {
    NodeVec producers = {0};
    changed = false;
    find_producers(f, id, &producers);
    for (uint32_t i = producers.count; i-- > 0 && !stop && !f->pass->ctx->mem.exhausted;) {
      Producer p = {.from = producers.data[i], .to = id};
      arena_reset(f->pass->arena);
      if (!graph_has(&f->graph, p.from) || !judge(f, &p, most_users, &stop)) continue;
      fuse_producer(f, &p);
      changed = true;
    }
  }
}

static void fuse_all_producers(Fusion *f, uint32_t most_users) {
  NodeVec nodes = {0};
  graph_list(&f->graph, &nodes);
  for (uint32_t i = nodes.count; i-- > 0 && !f->pass->ctx->mem.exhausted;) fuse_producers_of(f, nodes.data[i], most_users);
}

// ---------------------------------------------------------------------------------------------
// Siblings

typedef struct Sibling {
  uint32_t node;
  Value *memref;         // that both load
} Sibling;

static bool may_be_sibling(Fusion *f, uint32_t sibling, uint32_t id, const Value *memref) {
  const GraphNode *node = graph_node(&f->graph, sibling);
  const Accesses *accesses = &node->accesses;
  if (node_load_count(node, memref) != 1) return false;
  if (graph_has_path(&f->graph, sibling, id) || graph_has_path(&f->graph, id, sibling)) return false;
  for (uint32_t i = 0; i < accesses->stores.count; i++) {
    Value *stored = access_memref(accesses->stores.data[i]);
    if (stored != access_memref(accesses->stores.data[0])) return false;
    if (node_load_count(node, stored) && graph_stores_before(&f->graph, sibling, stored)) return false;
  }
  return true;
}

// The node of the loop of the block around the operation. False: there is none.
static bool node_around(Fusion *f, const Operation *op, uint32_t *out) {
  for (op = op_parent(op); op && !op_has(op, TRAIT_AFFINE_SCOPE) && op->block != f->graph.block;) op = op_parent(op);
  if (!op_is(op, OP_AFFINE_FOR) || op->block != f->graph.block) return false;
  for (*out = 0; *out < f->graph.nodes.count; ++*out)
    if (graph_node(&f->graph, *out)->op == op) return true;
  return false;
}

// By loads of, or at, the arguments of the block.
static bool find_by_arguments(Fusion *f, uint32_t id, const bool *visited, Sibling *out) {
  const Block *block = graph_node(&f->graph, id)->op->block;
  for (uint32_t i = 0; i < block->arg_count; i++)
    for (const Use *use = block->args[i]->uses; use; use = use->next) {
      uint32_t node;
      if (!access_is_read(use->owner) || !node_around(f, use->owner, &node) || node == id || visited[node]) continue;
      Value *memref = access_memref(use->owner);
      if (!node_load_count(graph_node(&f->graph, id), memref) || !may_be_sibling(f, node, id, memref)) continue;
      *out = (Sibling){node, memref};
      return true;
    }
  return false;
}

// By what another node stores, or makes.
static bool find_by_edges(Fusion *f, uint32_t id, const bool *visited, Sibling *out) {
  const GraphNode *node = graph_node(&f->graph, id);
  for (uint32_t i = 0; i < node->in.count; i++) {
    GraphEdge in = node->in.data[i];
    const GraphNode *source = graph_node(&f->graph, in.node);
    if (!is_ranked_memref(in.value) || !node_load_count(node, in.value)) continue;
    if (!node_store_count(source, in.value) && value_def(in.value) != source->op) continue;
    for (uint32_t k = 0; k < source->out.count; k++) {
      GraphEdge edge = source->out.data[k];
      if (visited[edge.node] || edge.node == id || edge.value != in.value || !op_is(graph_node(&f->graph, edge.node)->op, OP_AFFINE_FOR)) continue;
      if (!may_be_sibling(f, edge.node, id, edge.value)) continue;
      *out = (Sibling){edge.node, edge.value};
      return true;
    }
  }
  return false;
}

static void loads_of(Fusion *f, uint32_t id, const Value *memref, OpVec *out) {
  const OpVec *loads = &graph_node(&f->graph, id)->accesses.loads;
  for (uint32_t i = 0; i < loads->count; i++)
    if (access_memref(loads->data[i]) == memref) vec_push(f->pass->arena, out, loads->data[i]);
}

// False: no more siblings should be tried.
static bool fuse_sibling(Fusion *f, uint32_t id, const Sibling *sibling) {
  Operation *from = graph_node(&f->graph, sibling->node)->op, *to = graph_node(&f->graph, id)->op;
  arena_reset(f->pass->arena);
  bool before = op_is_before(from, to);
  Operation *place = graph_joint_place(&f->graph, before ? sibling->node : id, before ? id : sibling->node);
  OpVec load = {0}, loads = {0}, around = {0}, deep = {0};
  Candidate candidate;
  if (!place) return true;
  loads_of(f, sibling->node, sibling->memref, &load);
  loads_of(f, id, sibling->memref, &loads);
  loops_around(to, f->pass->arena, &around);
  loops_around(loads.data[0], f->pass->arena, &deep);
  uint32_t depths = deep.count - around.count;
  candidate_init(f, &candidate, from, to, around.count, depths, (MergeKind){sibling->memref});
  if (!candidate.deepest) return true;
  if (!candidate_mind_cycles(f, &candidate)) return false;
  uint32_t depth = candidate.deepest;
  if (!f->maximal && !candidate_is_profitable(f, &candidate, &load, &depth)) return true;
  const LoopSlice *slice = &candidate.slices[depth - 1];
  if (slice_is_maximal(f->pass, slice) != ANSWER_YES) return true;
  merge_nests(f->pass, from, slice, depth == depths);
  if (place != to) op_move_before(to, place);
  graph_join_sibling(&f->graph, sibling->node, id);
  graph_update_accesses(&f->graph, id);
  graph_remove_node(&f->graph, sibling->node);
  op_erase(from);
  f->pass->changed = true;
  return true;
}

static void fuse_all_siblings(Fusion *f) {
  NodeVec nodes = {0};
  graph_list(&f->graph, &nodes);
  for (uint32_t i = nodes.count; i-- > 0 && !f->pass->ctx->mem.exhausted;) {
    uint32_t id = nodes.data[i];
    Sibling sibling;
    bool *visited = arena_new(f->graph.pass->arena, bool, f->graph.nodes.count + 1);
    if (!graph_has(&f->graph, id) || !op_is(graph_node(&f->graph, id)->op, OP_AFFINE_FOR)) continue;
    while (find_by_arguments(f, id, visited, &sibling) || find_by_edges(f, id, visited, &sibling)) {
      visited[sibling.node] = true;
      if (!fuse_sibling(f, id, &sibling) || f->pass->ctx->mem.exhausted) break;
    }
  }
}

// ---------------------------------------------------------------------------------------------

// Memory that only edges led to is not needed any more.
static void drop_unused(Fusion *f) {
  for (uint32_t i = 0; i < f->graph.edge_counts.count; i++) {
    const MapEntry *entry = &f->graph.edge_counts.entries[i];
    Value *memref = (Value *)(uintptr_t)entry->key;
    if (!entry->value && !memref->uses && op_is(value_def(memref), OP_MEMREF_ALLOC)) op_erase(value_def(memref));
  }
}

static void fuse_in_block(PassRun *pass, PassRun *pair, Block *block) {
  Fusion f = {.pass = pair, .maximal = pass_bool(pass, &option_maximal), .has_fast_space = pass_given(pass, &option_fast_mem_space)};
  Str mode = pass_string(pass, &option_mode);
  bool producers = !str_is(mode, "sibling"), siblings = !str_is(mode, "producer");
  f.tolerance = pass_given(pass, &option_compute_tolerance) ? pass_number(pass, &option_compute_tolerance) : (double)0.30f;
  f.fast_space = pass_int(pass, &option_fast_mem_space);
  f.buffer_limit = (uint32_t)(pass_ulong(pass, &option_local_buf_threshold) * 1024);
  if (!graph_init(&f.graph, pass, block)) return;
  if (producers && siblings) fuse_all_producers(&f, 1);
  if (siblings) fuse_all_siblings(&f);
  if (producers) fuse_all_producers(&f, UINT32_MAX);
  drop_unused(&f);
}

static bool has_two_loops(const Block *block) {
  uint32_t count = 0;
  for (const Operation *op = block->first; op && count < 2; op = op->next) count += op_is(op, OP_AFFINE_FOR);
  return count == 2;
}

// The pass with memory of its own: of a block, of a pair of nests.
typedef struct Runs { PassRun block, pair; } Runs;

static WalkResult visit(Operation *op, void *data) {
  Runs *runs = data;
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block) {
      if (!has_two_loops(block)) continue;
      arena_reset(runs->block.arena);
      fuse_in_block(&runs->block, &runs->pair, block);
    }
  return runs->block.ctx->mem.exhausted ? WALK_STOP : WALK_ADVANCE;
}

static bool run(PassRun *pass, Operation *root) {
  Arena block, pair;
  Runs runs = {*pass, *pass};
  arena_init(&block, pass->arena->mem);
  arena_init(&pair, pass->arena->mem);
  runs.block.arena = &block;
  runs.pair.arena = &pair;
  op_walk_post(root, visit, &runs);
  arena_free(&block);
  arena_free(&pair);
  pass->changed |= runs.block.changed || runs.pair.changed;
  return !pass->ctx->mem.exhausted;
}

const PassDef affine_loop_fusion_pass = {
  .name = "affine-loop-fusion", .class_name = "AffineLoopFusion",
  .summary = "affine loop nests that use the same memory as one",
  .works_on = "affine", .makes = "affine arith memref",
  .run = run,
  PASS_OPTIONS(&option_compute_tolerance, &option_fast_mem_space, &option_local_buf_threshold, &option_maximal, &option_mode),
};
