// affine-data-copy-generate: what a loop nest accesses is copied to a buffer in front of it, and back behind it
// (after mlir/lib/Dialect/Affine/Transforms/AffineDataCopyGeneration.cpp and mlir/lib/Dialect/Affine/Utils/LoopUtils.cpp).
#include "passes/affine/loop_system.h"
#include "passes/affine/redirect.h"

#include "ops/arith.h"
#include "ops/func.h"
#include "ops/memref.h"

#include "dialects/affine/hooks.h"
#include "dialects/canonicalization.h"
#include "dialects/common/build.h"
#include "ir/ir_diag.h"
#include "rewrite/effects.h"
#include "rewrite/greedy.h"
#include "support/integers.h"

static const PassOption option_fast_mem_capacity = {"fast-mem-capacity", OPTION_STRING, "18446744073709551615",
  .summary = "Set fast memory space capacity in KiB (default: unlimited)"};
static const PassOption option_fast_mem_space = {"fast-mem-space", OPTION_UINT, "1",
  .summary = "Fast memory space identifier for copy generation (default: 1)"};
static const PassOption option_generate_dma = {"generate-dma", OPTION_BOOL, "false", .summary = "Generate DMA instead of point-wise copy"};
static const PassOption option_min_dma_transfer = {"min-dma-transfer", OPTION_INT, "1024",
  .summary = "Minimum DMA transfer size supported by the target in bytes"};
static const PassOption option_skip_non_unit_stride_loops = {"skip-non-unit-stride-loops", OPTION_BOOL, "false",
  .summary = "Testing purposes: avoid non-unit stride loop choice depths for copy placement"};
static const PassOption option_slow_mem_space = {"slow-mem-space", OPTION_UINT, "0",
  .summary = "Slow memory space identifier for copy generation (default: 0)"};
static const PassOption option_tag_mem_space = {"tag-mem-space", OPTION_UINT, "0",
  .summary = "Tag memory space identifier for copy generation (default: 0)"};

typedef struct CopyRegion {
  MemRegion touched;
  bool writes;
  Loc loc;
} CopyRegion;
typedef VEC(CopyRegion) CopyRegions;

// A buffer that has room for a region, and where it begins.
typedef struct Frame {
  int64_t *sizes, total;
  E *offsets;              // of the region's values
  ValueVec values;         // what the region depends on
} Frame;

// Operations [begin, end) of a block.
typedef struct OpRange { Operation *begin, *end; } OpRange;

typedef struct Copier {
  PassRun *pass;
  Arena *arena;
  Operation *func;
  Map buffers;             // memref -> its buffer
  Map nests;               // loops made here
  OpVec nest_list;
  A space;                 // of buffers
  bool unsupported;
} Copier;

static const ShapedType *shape_of(const Value *memref) { return (const ShapedType *)memref->type; }

static Builder builder_at(Copier *c, Block *block, Operation *before, Loc loc) {
  Builder b;
  builder_init(&b, c->pass->module);
  builder_at_end(&b, block);
  b.before = before;
  b.loc = loc;
  return b;
}

static Builder builder_on_top(Copier *c, Loc loc) {
  Block *entry = c->func->regions[0].first;
  return builder_at(c, entry, entry->first, loc);
}

static void refuse(Copier *c, const Operation *op, const char *what) {
  if (!c->unsupported) diag_at(c->pass->module, SEVERITY_ERROR, op->loc, "affine-data-copy-generate: %s not supported yet", what);
  c->unsupported = true;
}

// ---------------------------------------------------------------------------------------------
// Regions

static bool whole_memref(Copier *c, MemRegion *region) {
  const ShapedType *shape = shape_of(region->memref);
  if (!type_has_static_shape(region->memref->type)) return false;
  system_init(&region->system, c->arena);
  for (uint32_t i = 0; i < shape->rank; i++) system_add_dim(&region->system, NULL);
  for (uint32_t i = 0; i < shape->rank; i++) {
    system_bound_constant(&region->system, i, BOUND_LOWER, 0);
    system_bound_constant(&region->system, i, BOUND_UPPER, shape->dims[i] - 1);
  }
  return true;
}

// Enlarge the region of the memref that is among `regions`; `region` gets the same bounds. False: they are unknown.
static bool update(Copier *c, CopyRegions *regions, MemRegion *region, bool *found) {
  *found = false;
  for (uint32_t i = 0; i < regions->count; i++) {
    MemRegion *known = &regions->data[i].touched;
    if (known->memref != region->memref) continue;
    *found = true;
    if (system_unite(&known->system, &region->system)) {
      region->system = system_copy(&known->system);
    } else {
      if (!whole_memref(c, region)) return false;
      known->system = system_copy(&region->system);
    }
  }
  return true;
}

static bool is_slow(Copier *c, const Value *memref) {
  A space = shape_of(memref)->extra;
  return !space || attr_kind(space) != ATTR_INTEGER || attr_to_u64(space) == (uint64_t)pass_int(c->pass, &option_slow_mem_space);
}

static bool collect_regions(Copier *c, OpRange range, CopyRegions regions[2]) {
  OpVec ops = {0};
  const Block *block = range.begin->block;
  for (Operation *op = range.begin; op != range.end; op = op->next) ops_inside_post(op, 0, c->arena, &ops);
  for (uint32_t i = 0; i < ops.count; i++) {
    Operation *op = ops.data[i];
    if (!op_is(op, OP_AFFINE_LOAD) && !op_is(op, OP_AFFINE_STORE)) continue;
    CopyRegion region = {.touched = {.memref = access_memref(op)}, .writes = access_is_write(op), .loc = op->loc};
    Value *memref = region.touched.memref;
    if (!is_slow(c, memref) || !region_is_ancestor(value_block(memref)->region, block->region)) continue;
    bool known = region_compute(c->pass->ctx, c->arena, op, 0, (RegionOptions){.unbounded = true}, &region.touched), in_reads, in_writes;
    if (!known && !whole_memref(c, &region.touched)) return false;
    if (!update(c, &regions[0], &region.touched, &in_reads) || !update(c, &regions[1], &region.touched, &in_writes)) return false;
    if (region.writes ? in_writes : in_reads) continue;
    region.touched.system = system_copy(&region.touched.system);
    vec_push(c->arena, &regions[region.writes], region);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Copies

static ValueMap bound_over(Copier *c, const Frame *frame, const AffineMap *map) {
  Context *ctx = c->pass->ctx;
  ValueMap self = {.map = map};
  for (uint32_t i = 0; i < frame->values.count; i++) vec_push(c->arena, &self.operands, frame->values.data[i]);
  compose_map(ctx, &self.map, &self.operands, c->arena);
  canonicalize_map(ctx, &self.map, &self.operands, c->arena);
  return map_without_duplicates(ctx, &self, c->arena);
}

// One loop per dimension, over its bounds; the buffer's subscripts are relative to the offsets.
static Operation *build_copy(Copier *c, Builder b, const CopyRegion *region, Value *buffer, const Frame *frame, const AffineMap *const *bounds) {
  Context *ctx = c->pass->ctx;
  Value *memref = region->touched.memref;
  uint32_t rank = (uint32_t)shape_of(memref)->rank, outer = frame->values.count;
  Operation *root = NULL;
  ValueVec variables = {0};
  ValueMap moved = {0};
  E *relative = arena_new(c->arena, E, rank + 1);
  Loc loc = region->loc;
  for (uint32_t i = 0; i < outer; i++) vec_push(c->arena, &moved.operands, frame->values.data[i]);
  for (uint32_t i = 0; i < rank; i++) {
    ValueMap lower = bound_over(c, frame, bounds[2 * i]), upper = bound_over(c, frame, bounds[2 * i + 1]);
    Operation *loop = build_loop(&b, &lower, &upper, 1, NULL, 0);
    if (!root) root = loop;
    b = builder_at(c, loop_body(loop), loop_body(loop)->last, loc);
    vec_push(c->arena, &variables, loop_var(loop));
    vec_push(c->arena, &moved.operands, loop_var(loop));
    relative[i] = affine_sub(ctx, affine_dim(ctx, outer + i), frame->offsets[i]);
  }
  moved.map = affine_map(ctx, outer + rank, 0, relative, rank);
  compose_map(ctx, &moved.map, &moved.operands, c->arena);
  moved.map = affine_map_simplify(ctx, moved.map);
  canonicalize_map(ctx, &moved.map, &moved.operands, c->arena);
  ValueMap all = {affine_map_identity(ctx, rank), variables};
  const ValueMap *from = region->writes ? &moved : &all, *to = region->writes ? &all : &moved;
  OpState *state = builder_begin(&b, OP_AFFINE_LOAD);
  op_state_add_operand(state, region->writes ? buffer : memref);
  op_state_add_operands(state, from->operands.data, from->operands.count);
  op_state_set_prop(state, AFFINE_LOAD_MAP, attr_affine_map(ctx, from->map));
  op_state_add_type(state, shape_of(memref)->element);
  Value *value = builder_finish_value(&b);
  state = builder_begin(&b, OP_AFFINE_STORE);
  op_state_add_operand2(state, value, region->writes ? memref : buffer);
  op_state_add_operands(state, to->operands.data, to->operands.count);
  op_state_set_prop(state, AFFINE_STORE_MAP, attr_affine_map(ctx, to->map));
  builder_finish_typed(&b);
  return root;
}

static bool only_frees(const Operation *op) {
  uint32_t effects;
  return op_own_effects(op, &effects) && effects == EFFECT_FREE;
}

// All uses within [begin, last], or none when some use is no access.
static void redirect_all(Copier *c, const CopyRegion *region, Value *buffer, const Frame *frame, Operation *begin, Operation *last) {
  OpVec inside = {0}, users = {0};
  for (Operation *op = begin;; op = op->next) {
    ops_inside_post(op, 0, c->arena, &inside);
    if (op == last) break;
  }
  for (uint32_t i = 0; i < inside.count; i++) {
    Operation *user = inside.data[i];
    uint32_t times = 0;
    for (uint32_t k = 0; k < user->operand_count; k++) times += op_operand(user, k) == region->touched.memref;
    if (!times || only_frees(user)) continue;
    if (op_is(user, OP_AFFINE_DMA_START) || op_is(user, OP_AFFINE_DMA_WAIT)) {
      refuse(c, user, "a memref that transfers access, too, is");
      return;
    }
    if (!is_access(user) && !op_is(user, OP_AFFINE_PREFETCH)) return;
    if (times == 1) vec_push(c->arena, &users, user);
  }
  Redirection redirection = {.to = buffer, .values = frame->values};
  uint32_t rank = (uint32_t)shape_of(buffer)->rank, outer = frame->values.count;
  E *relative = arena_new(c->arena, E, rank + 1);
  for (uint32_t i = 0; i < rank; i++) relative[i] = affine_sub(c->pass->ctx, affine_dim(c->pass->ctx, outer + i), frame->offsets[i]);
  redirection.map = affine_map(c->pass->ctx, outer + rank, 0, relative, rank);
  for (uint32_t i = 0; i < users.count; i++) redirect_access(c->pass->module, users.data[i], &redirection, c->arena);
}

// False: a size is unknown.
static bool frame_init(Copier *c, const CopyRegion *region, Frame *frame) {
  const AffineSystem *system = &region->touched.system;
  uint32_t rank = system->dims;
  E *dims = arena_new(c->arena, E, system->symbols + 1);
  *frame = (Frame){.sizes = arena_new(c->arena, int64_t, rank + 1), .offsets = arena_new(c->arena, E, rank + 1)};
  if (!region_shape(c->pass->ctx, &region->touched, frame->sizes, frame->offsets, &frame->total)) return false;
  for (uint32_t i = 0; i < system->symbols; i++) {
    dims[i] = affine_dim(c->pass->ctx, i);
    vec_push(c->arena, &frame->values, system->set.values.data[rank + i]);
  }
  for (uint32_t i = 0; i < rank; i++) frame->offsets[i] = affine_replace(c->pass->ctx, frame->offsets[i], NULL, 0, dims, system->symbols);
  return true;
}

// Where copies begin, as values: mlir-opt makes them for transfers of whole blocks, and leaves them behind.
static void build_starts(Copier *c, Builder *top, Builder b, const CopyRegion *region, const Frame *frame) {
  for (uint32_t i = 0; i < region->touched.system.dims; i++) {
    int64_t constant;
    if (affine_is_const(frame->offsets[i], &constant)) {
      if (constant) build_index(top, constant);
      continue;
    }
    ValueMap map = {affine_map(c->pass->ctx, frame->values.count, 0, &frame->offsets[i], 1), frame->values};
    build_affine(&b, OP_AFFINE_APPLY, &map);
  }
}

static Value *make_buffer(Copier *c, const CopyRegion *region, const int64_t *sizes, Operation *before) {
  const ShapedType *shape = shape_of(region->touched.memref);
  Builder b = builder_at(c, before->block, before, region->loc);
  OpState *state = builder_begin(&b, OP_MEMREF_ALLOC);
  op_state_operand_segments(state, (const int32_t[]){0, 0}, 2);
  op_state_add_type(state, type_memref(c->pass->ctx, sizes, (uint32_t)shape->rank, shape->element, NULL, c->space));
  return builder_finish_value(&b);
}

static void build_dealloc(Copier *c, Value *buffer, Block *block, Operation *before, Loc loc) {
  Builder b = builder_at(c, block, before, loc);
  OpState *state = builder_begin(&b, OP_MEMREF_DEALLOC);
  op_state_add_operand(state, buffer);
  builder_finish_typed(&b);
}

static void generate_copy(Copier *c, const CopyRegion *region, OpRange *range) {
  Value *memref = region->touched.memref;
  const ShapedType *shape = shape_of(memref);
  uint32_t rank = (uint32_t)shape->rank;
  Frame frame;
  Builder top = builder_on_top(c, c->func->loc);
  build_index(&top, 0);
  if (range->begin == range->end) return;
  Operation *last = range->end->prev, *end = range->end;
  Block *block = range->begin->block;
  if (!rank || !memref_has_identity_layout(shape) || !frame_init(c, region, &frame) || !frame.total) return;
  const AffineMap **bounds = arena_new(c->arena, const AffineMap *, 2 * (size_t)rank);
  for (uint32_t i = 0; i < rank; i++) {
    system_outer_bounds(c->pass->ctx, &region->touched.system, i, &bounds[2 * i], &bounds[2 * i + 1]);
    if (!bounds[2 * i]->result_count || !bounds[2 * i + 1]->result_count) return;
  }
  top = builder_on_top(c, region->loc);
  build_starts(c, &top, builder_at(c, block, region->writes ? end : range->begin, region->loc), region, &frame);
  Value *buffer = map_get(&c->buffers, memref);
  bool exists = buffer != NULL;
  if (!exists) {
    buffer = make_buffer(c, region, frame.sizes, range->begin);
    map_set(&c->buffers, memref, buffer);
  }
  build_index(&top, frame.total);
  Operation *nest = build_copy(c, builder_at(c, block, region->writes ? end : range->begin, region->loc), region, buffer, &frame, bounds);
  map_put(&c->nests, map_key(nest));
  vec_push(c->arena, &c->nest_list, nest);
  if (region->writes) range->end = nest;
  if (!exists) {
    build_dealloc(c, buffer, block, end, region->loc);
    if (range->end == end) range->end = end->prev;
  }
  Operation *before = range->begin->prev;
  redirect_all(c, region, buffer, &frame, range->begin, last);
  range->begin = before ? before->next : block->first;
  c->pass->changed = true;
}

static void copy_range(Copier *c, OpRange range) {
  CopyRegions regions[2] = {{0}, {0}};
  if (range.begin == range.end || !range.begin) return;
  map_init(&c->buffers, c->arena);
  if (!collect_regions(c, range, regions)) return;
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < regions[k].count && !c->unsupported; i++) generate_copy(c, &regions[k].data[i], &range);
}

// ---------------------------------------------------------------------------------------------

static bool is_own_nest(const Copier *c, const Operation *op) { return map_find(&c->nests, map_key(op)) != NULL; }

static Operation *next_start(const Copier *c, Operation *op) {
  while (op && (is_own_nest(c, op) || !(op_is(op, OP_AFFINE_LOAD) || op_is(op, OP_AFFINE_STORE) || op_is(op, OP_AFFINE_FOR)))) op = op->next;
  return op;
}

// Each loop is a range of its own, and so is what lies between loops.
static void copy_block(Copier *c, Block *block) {
  Operation *begin = next_start(c, block->first);
  for (Operation *op = begin; op && !c->unsupported;) {
    if (!op_is(op, OP_AFFINE_FOR) || is_own_nest(c, op)) {
      op = op->next;
      continue;
    }
    copy_range(c, (OpRange){begin, op});
    copy_range(c, (OpRange){op, op->next});
    op = begin = next_start(c, op->next);
  }
  if (begin && !c->unsupported) copy_range(c, (OpRange){begin, block->last});
}

// Copy loops that run once dissolve; then constant subscripts move into the maps.
static void tidy(Copier *c) {
  OpVec accesses = {0};
  for (uint32_t i = 0; i < c->nest_list.count; i++) {
    OpVec ops = {0};
    ops_inside_post(c->nest_list.data[i], 0, c->arena, &ops);
    for (uint32_t k = 0; k < ops.count; k++) {
      if (op_is(ops.data[k], OP_AFFINE_FOR)) loop_promote_if_single(c->pass->module, ops.data[k], c->arena);
      else if (is_access(ops.data[k])) vec_push(c->arena, &accesses, ops.data[k]);
    }
  }
  Greedy g;
  greedy_init(&g, c->pass, (GreedyConfig)GREEDY_DEFAULTS);
  for (uint32_t i = 0; i < affine_canonicalization.count; i++) {
    const GreedyPattern *pattern = &affine_canonicalization.patterns[i];
    if (pattern->root == OP_AFFINE_LOAD || pattern->root == OP_AFFINE_STORE) greedy_add(&g, pattern, 1);
  }
  greedy_run_ops(&g, c->func, accesses.data, accesses.count, true);
}

static bool run(PassRun *pass, Operation *func) {
  Copier c = {.pass = pass, .arena = pass->arena, .func = func};
  Block *entry = func->regions[0].first;
  if (!entry) return true;
  if (pass_bool(pass, &option_generate_dma) || pass_bool(pass, &option_skip_non_unit_stride_loops) ||
      !str_equal(pass_string(pass, &option_fast_mem_capacity), STR("18446744073709551615"))) {
    refuse(&c, func, "options 'generate-dma', 'skip-non-unit-stride-loops' and 'fast-mem-capacity' are");
    return false;
  }
  int64_t space = pass_int(pass, &option_fast_mem_space);
  c.space = space ? attr_i64(pass->ctx, pass->ctx->types.i64, space) : NULL;
  map_init(&c.nests, pass->arena);
  Builder top = builder_on_top(&c, func->loc);
  build_index(&top, 0);
  pass->changed = true;
  region_each_block(&func->regions[0], block) copy_block(&c, block);
  tidy(&c);
  return !c.unsupported && !pass->ctx->mem.exhausted;
}

const PassDef affine_data_copy_generate_pass = {
  .name = "affine-data-copy-generate", .class_name = "AffineDataCopyGeneration", .anchor = OP_FUNC_FUNC,
  .summary = "buffers for what affine loops access",
  .works_on = "affine", .makes = "affine arith memref",
  .run = run,
  PASS_OPTIONS(&option_fast_mem_capacity, &option_fast_mem_space, &option_generate_dma, &option_min_dma_transfer,
                &option_skip_non_unit_stride_loops, &option_slow_mem_space, &option_tag_mem_space),
};
