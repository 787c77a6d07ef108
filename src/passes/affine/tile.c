// affine-loop-tile: loops over tiles around loops within a tile (after mlir/lib/Dialect/Affine/Transforms/LoopTiling.cpp).
#include "passes/affine/domain.h"

#include "ops/func.h"

#include "ir/ir_diag.h"

static const PassOption option_cache_size = {"cache-size", OPTION_UINT, "512",
  .summary = "Set size of cache to tile for in KiB (default: 512)"};
static const PassOption option_separate = {"separate", OPTION_BOOL, "false", .summary = "Separate full and partial tiles (default: false)"};
static const PassOption option_tile_size = {"tile-size", OPTION_UINT, "0", .summary = "Use this tile size for all loops"};
static const PassOption option_tile_sizes = {"tile-sizes", OPTION_INT_LIST,
  .summary = "List of tile sizes for each perfect nest (overridden by -tile-size)"};

enum { DEFAULT_TILE_SIZE = 4 };

// Whether a bound uses the induction variable of a loop of the band.
static bool depends_on_band(Context *ctx, const Operation *loop, const OpVec *band, Arena *arena) {
  for (uint32_t which = 0; which < 2; which++) {
    ValueMap bound = loop_bound(loop, (AffineBound)which, arena);
    compose_map(ctx, &bound.map, &bound.operands, arena);
    for (uint32_t i = 0; i < bound.operands.count; i++)
      for (uint32_t k = 0; k < band->count; k++)
        if (bound.operands.data[i] == loop_var(band->data[k])) return true;
  }
  return false;
}

// Whether some dependence goes backwards in a loop of the band.
static bool has_backward_dependence(PassRun *pass, const OpVec *band) {
  OpVec inside = {0}, accesses = {0};
  ops_inside_post(band->data[0], 0, pass->arena, &inside);
  for (uint32_t i = 0; i < inside.count; i++)
    if (is_access(inside.data[i])) vec_push(pass->arena, &accesses, inside.data[i]);
  bool found = false;
  for (uint32_t depth = 1; depth <= band->count + 1; depth++)
    for (uint32_t i = 0; i < accesses.count; i++)
      for (uint32_t k = 0; k < accesses.count && !found; k++) {
        arena_reset(pass->question);
        Distance *distances = arena_new(pass->question, Distance, nesting_depth(accesses.data[i]) + 1);
        uint32_t common;
        if (access_dependence(pass->ctx, pass->question, accesses.data[i], accesses.data[k], depth, false, distances, &common) != DEPENDENCE_EXISTS) continue;
        for (uint32_t n = 0; n < common; n++) found |= distances[n].low < distances[n].high && distances[n].high < 0;
      }
  return found;
}

static bool can_tile(PassRun *pass, const OpVec *band) {
  for (uint32_t i = 0; i < band->count; i++)
    if (band->data[i]->result_count) return false;
  for (uint32_t i = 1; i < band->count; i++)
    if (depends_on_band(pass->ctx, band->data[i], band, pass->arena)) return false;
  return true;
}

// The end of a tile: variable + size * step, and the bound of the loop when the last tile may be cut off.
static ValueMap tile_end(PassRun *pass, const Operation *loop, uint32_t size, Value *variable) {
  Context *ctx = pass->ctx;
  Arena *arena = pass->arena;
  int64_t step = loop_step(loop);
  uint64_t trips;
  E dim = affine_dim(ctx, 0);
  ValueMap trip_map = loop_trip_map(ctx, loop, arena);
  if (trip_map_count(&trip_map, &trips) && trips < size)
    return map_of_dim(ctx, affine_add(ctx, dim, affine_const(ctx, (int64_t)trips * step)), variable, arena);
  E length = affine_const(ctx, (int64_t)size * step);
  if (trip_map_divisor(&trip_map) % size == 0) return map_of_dim(ctx, affine_add(ctx, dim, length), variable, arena);
  ValueMap upper = loop_bound(loop, UPPER_BOUND, arena), self = {0};
  uint32_t dims = upper.map->dim_count, count = upper.map->result_count;
  for (uint32_t i = 0; i <= upper.operands.count; i++) {
    if (i == dims) vec_push(arena, &self.operands, variable);
    if (i < upper.operands.count) vec_push(arena, &self.operands, upper.operands.data[i]);
  }
  E *results = arena_new(arena, E, count + 1);
  results[0] = affine_add(ctx, affine_dim(ctx, dims), length);
  memcpy(results + 1, upper.map->results, count * sizeof *results);
  self.map = affine_map(ctx, dims + 1, upper.map->symbol_count, results, count + 1);
  return self;
}

static void tile(PassRun *pass, const OpVec *band, const uint32_t *sizes) {
  Context *ctx = pass->ctx;
  Operation *root = band->data[0], *last = band->data[band->count - 1];
  uint32_t width = band->count;
  OpVec made = {0};   // loops over tiles, then loops within
  Builder b;
  builder_init(&b, pass->module);
  builder_before(&b, root);
  for (uint32_t i = 0; i < 2 * width; i++) {
    ValueMap lower, upper;
    const Operation *loop = band->data[i % width];
    b.loc = root->loc;
    int64_t step = loop_step(loop);
    if (i < width) {
      lower = loop_bound(loop, LOWER_BOUND, pass->arena);
      upper = loop_bound(loop, UPPER_BOUND, pass->arena);
      step *= sizes[i];
    } else {
      Value *variable = loop_var(made.data[i - width]);
      lower = map_of_dim(ctx, affine_dim(ctx, 0), variable, pass->arena);
      upper = tile_end(pass, loop, sizes[i - width], variable);
    }
    Operation *copy = build_loop(&b, &lower, &upper, step, NULL, 0);
    vec_push(pass->arena, &made, copy);
    builder_before(&b, loop_body(copy)->last);
  }
  Block *body = loop_body(last), *inner = loop_body(made.data[2 * width - 1]);
  if (body->first != body->last) block_splice(inner, inner->last, body->first, body->last->prev);
  for (uint32_t i = 0; i < width; i++) value_replace_all(loop_var(band->data[i]), loop_var(made.data[width + i]));
  op_erase(root);
  pass->changed = true;
}

// False: no size fits the footprint of the nest, which is not measured.
static bool tile_sizes(PassRun *pass, uint32_t width, uint32_t **out) {
  uint32_t size = (uint32_t)pass_int(pass, &option_tile_size);
  StrVec list = {0};
  pass_list(pass, &option_tile_sizes, &list);
  if (!size && !list.count) return false;
  *out = arena_new(pass->arena, uint32_t, width + 1);
  for (uint32_t i = 0; i < width; i++) {
    int64_t given = DEFAULT_TILE_SIZE;
    if (!size && i < list.count) option_parse_int(list.data[i], &given);
    (*out)[i] = size ? size : (uint32_t)given;
    if (!(*out)[i]) return false;
  }
  return true;
}

static void find_bands(PassRun *pass, Operation *op, OpVec *roots) {
  for (uint32_t r = 0; r < op->region_count; r++)
    region_each_block(&op->regions[r], block)
      block_each_op(block, inner)
        if (op_is(inner, OP_AFFINE_FOR)) vec_push(pass->arena, roots, inner);
}

static bool run(PassRun *pass, Operation *func) {
  OpVec roots = {0};
  find_bands(pass, func, &roots);
  if (!roots.count) return true;
  if (pass_bool(pass, &option_separate)) {
    diag_at(pass->module, SEVERITY_ERROR, func->loc, "affine-loop-tile: option 'separate' is not supported yet");
    return false;
  }
  for (uint32_t i = 0; i < roots.count && !pass->ctx->mem.exhausted; i++) {
    OpVec band = {0};
    uint32_t *sizes;
    perfect_nest(roots.data[i], pass->arena, &band);
    if (!tile_sizes(pass, band.count, &sizes)) {
      diag_at(pass->module, SEVERITY_ERROR, func->loc,
              "affine-loop-tile: sizes are not calculated from the size of the cache yet: give 'tile-size' or 'tile-sizes'");
      return false;
    }
    if (!has_backward_dependence(pass, &band) && can_tile(pass, &band)) tile(pass, &band, sizes);
  }
  return !pass->ctx->mem.exhausted;
}

const PassDef affine_loop_tile_pass = {
  .name = "affine-loop-tile", .class_name = "AffineLoopTiling", .anchor = OP_FUNC_FUNC,
  .summary = "affine loops over tiles, and within them",
  .works_on = "affine", .makes = "affine",
  .run = run,
  PASS_OPTIONS(&option_cache_size, &option_separate, &option_tile_size, &option_tile_sizes),
};
