// affine-data-copy-generate: what a loop nest accesses is copied to a buffer in front of it, and back behind it
// (after mlir/lib/Dialect/Affine/Transforms/AffineDataCopyGeneration.cpp and mlir/lib/Dialect/Affine/Utils/LoopUtils.cpp).
//
// Only regions with constant bounds are supported: copies are made at the top level of a function.
#include "passes/affine/domain.h"
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

// What is known of one dimension of a region; a bound that is unknown must not be used.
typedef struct Extent {
  bool has_low, has_high;
  int64_t low, high;       // both inclusive
} Extent;

typedef struct CopyRegion {
  Value *memref;
  bool writes;
  Loc loc;
  Extent *extents;
} CopyRegion;
typedef VEC(CopyRegion) CopyRegions;

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

static bool whole_memref(Copier *c, CopyRegion *region) {
  const ShapedType *shape = shape_of(region->memref);
  if (!type_has_static_shape(region->memref->type)) return false;
  region->extents = arena_new(c->arena, Extent, shape->rank + 1);
  for (uint64_t i = 0; i < shape->rank; i++) region->extents[i] = (Extent){true, true, 0, shape->dims[i] - 1};
  return true;
}

// Bounds of a dimension by the rows that have no other variable.
static Extent extent_of(const AffineSet *set, uint32_t variable) {
  Extent self = {0};
  for (uint32_t which = 0; which < 2; which++) {
    const SetRows *rows = which ? &set->inequalities : &set->equations;
    for (uint32_t i = 0; i < rows->count; i++) {
      const SetRow *row = &rows->data[i];
      int64_t factor = row->factors[variable];
      bool others = false;
      for (uint32_t k = 0; k < set->count; k++) others |= k != variable && row->factors[k];
      if (!factor || others) continue;
      int64_t up = factor > 0 ? -floor_div(row->constant, factor) : 0, down = factor < 0 ? floor_div(row->constant, -factor) : 0;
      if (!which) up = down = -row->constant / factor;
      if ((!which || factor > 0) && (!self.has_low || up > self.low)) {
        self.has_low = true;
        self.low = up;
      }
      if ((!which || factor < 0) && (!self.has_high || down < self.high)) {
        self.has_high = true;
        self.high = down;
      }
    }
  }
  return self;
}

// False: a subscript is not affine in loops and symbols.
static bool compute_region(Copier *c, const Operation *op, CopyRegion *region) {
  Context *ctx = c->pass->ctx;
  AffineSet set;
  uint32_t loops, rank = (uint32_t)shape_of(region->memref)->rank;
  ValueMap map = access_map(op, c->arena);
  compose_map(ctx, &map.map, &map.operands, c->arena);
  canonicalize_map(ctx, &map.map, &map.operands, c->arena);
  if (!domain_of(ctx, c->arena, op, &set, &loops)) return false;
  uint32_t *inputs = arena_new(c->arena, uint32_t, map.operands.count + 1);
  for (uint32_t i = 0; i < map.operands.count; i++) {
    bool symbol = i >= map.map->dim_count;
    if (!symbol && !affine_is_induction_var(map.operands.data[i])) return false;
    if (!affine_set_find(&set, map.operands.data[i], &inputs[i])) inputs[i] = affine_set_add_var(&set, map.operands.data[i]);
  }
  uint32_t *dims = arena_new(c->arena, uint32_t, rank + 1);
  for (uint32_t i = 0; i < rank; i++) {
    SetRow row;
    dims[i] = affine_set_add_var(&set, NULL);
    if (!affine_set_flatten(&set, map.map->results[i], inputs, map.map->dim_count, &row)) return false;
    row.factors[dims[i]] = -1;
    affine_set_add_equation(&set, row);
  }
  // Everything but the dimensions and the symbols goes.
  for (uint32_t i = 0; i < set.count; i++) {
    bool stays = i >= loops && set.values.data[i];
    for (uint32_t k = 0; k < rank; k++) stays |= dims[k] == i;
    if (!stays) affine_set_project_out(&set, i, i + 1);
  }
  affine_set_drop_redundant(&set);
  if (set.failed) return false;
  for (uint32_t i = loops; i < set.count; i++)
    for (uint32_t which = 0; which < 2 && set.values.data[i]; which++) {
      const SetRows *rows = which ? &set.inequalities : &set.equations;
      for (uint32_t k = 0; k < rows->count; k++)
        if (rows->data[k].factors[i]) {
          refuse(c, op, "a region that depends on a symbol is");
          return false;
        }
    }
  region->extents = arena_new(c->arena, Extent, rank + 1);
  for (uint32_t i = 0; i < rank; i++) region->extents[i] = extent_of(&set, dims[i]);
  return true;
}

// The bounding box of both. False: a bound is unknown.
static bool unite(CopyRegion *into, const CopyRegion *other) {
  uint64_t rank = shape_of(into->memref)->rank;
  for (uint64_t i = 0; i < rank; i++) {
    const Extent *a = &into->extents[i], *b = &other->extents[i];
    if (!a->has_low || !a->has_high || !b->has_low || !b->has_high) return false;
  }
  for (uint64_t i = 0; i < rank; i++) {
    Extent *a = &into->extents[i];
    const Extent *b = &other->extents[i];
    a->low = b->low < a->low ? b->low : a->low;
    a->high = b->high > a->high ? b->high : a->high;
  }
  return true;
}

// Enlarge the region of the memref that is among `regions`; `region` gets the same bounds. False: they are unknown.
static bool update(Copier *c, CopyRegions *regions, CopyRegion *region, bool *found) {
  *found = false;
  for (uint32_t i = 0; i < regions->count; i++) {
    CopyRegion *known = &regions->data[i];
    if (known->memref != region->memref) continue;
    *found = true;
    uint64_t rank = shape_of(region->memref)->rank;
    if (!unite(known, region)) {
      if (!whole_memref(c, region)) return false;
      memcpy(known->extents, region->extents, rank * sizeof *known->extents);
    } else {
      memcpy(region->extents, known->extents, rank * sizeof *known->extents);
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
    CopyRegion region = {.memref = access_memref(op), .writes = access_is_write(op), .loc = op->loc};
    if (!is_slow(c, region.memref) || !region_is_ancestor(value_block(region.memref)->region, block->region)) continue;
    bool known = compute_region(c, op, &region), in_reads, in_writes;
    if (c->unsupported || (!known && !whole_memref(c, &region))) return false;
    if (!update(c, &regions[0], &region, &in_reads) || !update(c, &regions[1], &region, &in_writes)) return false;
    if (region.writes ? in_writes : in_reads) continue;
    Extent *copy = arena_new(c->arena, Extent, shape_of(region.memref)->rank + 1);
    memcpy(copy, region.extents, shape_of(region.memref)->rank * sizeof *copy);
    region.extents = copy;
    vec_push(c->arena, &regions[region.writes], region);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Copies

// One loop per dimension; the buffer's subscripts are relative to `offsets`.
static Operation *build_copy(Copier *c, Builder b, const CopyRegion *region, Value *buffer, const int64_t *offsets) {
  Context *ctx = c->pass->ctx;
  uint32_t rank = (uint32_t)shape_of(region->memref)->rank;
  Operation *root = NULL;
  ValueVec variables = {0};
  E *relative = arena_new(c->arena, E, rank + 1);
  Loc loc = region->loc;
  for (uint32_t i = 0; i < rank; i++) {
    ValueMap lower = constant_map(ctx, region->extents[i].low), upper = constant_map(ctx, region->extents[i].high + 1);
    Operation *loop = build_loop(&b, &lower, &upper, 1, NULL, 0);
    if (!root) root = loop;
    b = builder_at(c, loop_body(loop), loop_body(loop)->last, loc);
    vec_push(c->arena, &variables, loop_var(loop));
    relative[i] = affine_sub(ctx, affine_dim(ctx, i), affine_const(ctx, offsets[i]));
  }
  A all = attr_affine_map(ctx, affine_map_identity(ctx, rank)), moved = attr_affine_map(ctx, affine_map(ctx, rank, 0, relative, rank));
  OpState *state = builder_begin(&b, OP_AFFINE_LOAD);
  op_state_add_operand(state, region->writes ? buffer : region->memref);
  op_state_add_operands(state, variables.data, rank);
  op_state_set_prop(state, AFFINE_LOAD_MAP, region->writes ? moved : all);
  op_state_add_type(state, shape_of(region->memref)->element);
  Value *value = builder_finish_value(&b);
  state = builder_begin(&b, OP_AFFINE_STORE);
  op_state_add_operand2(state, value, region->writes ? region->memref : buffer);
  op_state_add_operands(state, variables.data, rank);
  op_state_set_prop(state, AFFINE_STORE_MAP, region->writes ? all : moved);
  builder_finish_typed(&b);
  return root;
}

static bool only_frees(const Operation *op) {
  uint32_t effects;
  return op_own_effects(op, &effects) && effects == EFFECT_FREE;
}

// All uses within [begin, last], or none when some use is no access.
static void redirect_all(Copier *c, const CopyRegion *region, Value *buffer, const int64_t *offsets, Operation *begin, Operation *last) {
  OpVec inside = {0}, users = {0};
  for (Operation *op = begin;; op = op->next) {
    ops_inside_post(op, 0, c->arena, &inside);
    if (op == last) break;
  }
  for (uint32_t i = 0; i < inside.count; i++) {
    Operation *user = inside.data[i];
    uint32_t times = 0;
    for (uint32_t k = 0; k < user->operand_count; k++) times += op_operand(user, k) == region->memref;
    if (!times || only_frees(user)) continue;
    if (op_is(user, OP_MEMREF_LOAD) || op_is(user, OP_MEMREF_STORE) || op_is(user, OP_AFFINE_DMA_START) || op_is(user, OP_AFFINE_DMA_WAIT)) {
      refuse(c, user, "a memref that operations access in another way, too, is");
      return;
    }
    if (!is_access(user) && !op_is(user, OP_AFFINE_PREFETCH)) return;
    if (times == 1) vec_push(c->arena, &users, user);
  }
  Redirection redirection = {.to = buffer};
  uint32_t rank = (uint32_t)shape_of(buffer)->rank;
  E *relative = arena_new(c->arena, E, rank + 1);
  for (uint32_t i = 0; i < rank; i++) relative[i] = affine_sub(c->pass->ctx, affine_dim(c->pass->ctx, i), affine_const(c->pass->ctx, offsets[i]));
  redirection.map = affine_map(c->pass->ctx, rank, 0, relative, rank);
  for (uint32_t i = 0; i < users.count; i++) redirect_access(c->pass->module, users.data[i], &redirection, c->arena);
}

// The shape of the buffer and where it begins. False: a size is unknown.
static bool buffer_shape(const CopyRegion *region, int64_t *sizes, int64_t *offsets, int64_t *total) {
  const ShapedType *shape = shape_of(region->memref);
  *total = 1;
  for (uint64_t i = 0; i < shape->rank; i++) {
    Extent extent = region->extents[i];
    if (!extent.has_low || extent.low < 0) extent.low = 0;
    if (shape->dims[i] != DYNAMIC && (!extent.has_high || extent.high >= shape->dims[i])) {
      extent.has_high = true;
      extent.high = shape->dims[i] - 1;
    }
    if (!extent.has_high) return false;
    sizes[i] = extent.high < extent.low ? 0 : extent.high - extent.low + 1;
    offsets[i] = extent.low;
    if (__builtin_mul_overflow(*total, sizes[i], total)) return false;
  }
  return true;
}

static Value *make_buffer(Copier *c, const CopyRegion *region, const int64_t *sizes, Operation *before) {
  const ShapedType *shape = shape_of(region->memref);
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
  const ShapedType *shape = shape_of(region->memref);
  uint32_t rank = (uint32_t)shape->rank;
  int64_t *sizes = arena_new(c->arena, int64_t, rank + 1), *offsets = arena_new(c->arena, int64_t, rank + 1), total;
  Builder top = builder_on_top(c, c->func->loc);
  build_index(&top, 0);
  if (range->begin == range->end) return;
  Operation *last = range->end->prev, *end = range->end;
  Block *block = range->begin->block;
  if (!rank || !memref_has_identity_layout(shape) || !buffer_shape(region, sizes, offsets, &total) || !total) return;
  for (uint32_t i = 0; i < rank; i++)
    if (!region->extents[i].has_low || !region->extents[i].has_high) return;
  top = builder_on_top(c, region->loc);
  for (uint32_t i = 0; i < rank; i++)
    if (offsets[i]) build_index(&top, offsets[i]);
  Value *buffer = map_get(&c->buffers, region->memref);
  bool exists = buffer != NULL;
  if (!exists) {
    buffer = make_buffer(c, region, sizes, range->begin);
    map_set(&c->buffers, region->memref, buffer);
  }
  build_index(&top, total);
  Operation *nest = build_copy(c, builder_at(c, block, region->writes ? end : range->begin, region->loc), region, buffer, offsets);
  map_put(&c->nests, map_key(nest));
  vec_push(c->arena, &c->nest_list, nest);
  if (region->writes) range->end = nest;
  if (!exists) {
    build_dealloc(c, buffer, block, end, region->loc);
    if (range->end == end) range->end = end->prev;
  }
  Operation *before = range->begin->prev;
  redirect_all(c, region, buffer, offsets, range->begin, last);
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
