#include "passes/affine/loop_system.h"

#include "dialects/affine/hooks.h"
#include "ir/fold.h"
#include "ir/ir_diag.h"

// --- Loops

bool value_constant_index(const Value *value, int64_t *out) {
  A constant = value_constant(value);
  if (!constant || attr_kind(constant) != ATTR_INTEGER) return false;
  *out = attr_to_i64(constant);
  return true;
}

// The map with its operands as dimensions and symbols of the system. False: one is not there.
static bool align_map(Context *ctx, const AffineSystem *self, ValueMap *map) {
  Arena *arena = self->set.arena;
  uint32_t dims = map->map->dim_count, count = map->operands.count;
  E *by = arena_new(arena, E, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at;
    if (!system_find(self, map->operands.data[i], 0, &at)) return false;
    by[i] = at < self->dims ? affine_dim(ctx, at) : affine_symbol(ctx, at - self->dims);
  }
  map->map = affine_map_replace(ctx, map->map, by, by + dims, self->dims, self->symbols);
  return true;
}

bool system_bound_values(Context *ctx, AffineSystem *self, uint32_t variable, BoundKind kind, const ValueMap *bound) {
  Arena *arena = self->set.arena;
  ValueMap map = {.map = bound->map};
  for (uint32_t i = 0; i < bound->operands.count; i++) vec_push(arena, &map.operands, bound->operands.data[i]);
  compose_map(ctx, &map.map, &map.operands, arena);
  map.map = affine_map_simplify(ctx, map.map);
  canonicalize_map(ctx, &map.map, &map.operands, arena);
  uint32_t dims = self->dims;
  for (uint32_t i = 0; i < map.operands.count; i++)
    if (!system_add_value(ctx, self, map.operands.data[i])) return false;
  if (variable >= dims) variable += self->dims - dims;   // dimensions were added in front of it
  return align_map(ctx, self, &map) && system_bound_map(self, variable, kind, map.map);
}

static bool add_bound(Context *ctx, AffineSystem *self, const Value *variable, const ValueMap *bound, bool upper) {
  int64_t constant;
  uint32_t at;
  if (!system_find(self, variable, 0, &at)) return false;
  if (bound->map->result_count == 1 && affine_is_const(bound->map->results[0], &constant)) {
    system_bound_constant(self, at, upper ? BOUND_UPPER : BOUND_LOWER, constant - upper);
    return true;
  }
  return system_bound_values(ctx, self, at, upper ? BOUND_UPPER : BOUND_LOWER, bound);
}

bool system_add_loop(Context *ctx, AffineSystem *self, const Operation *loop) {
  Arena *arena = self->set.arena;
  int64_t lower;
  uint32_t at;
  if (!system_find(self, loop_var(loop), 0, &at)) return false;
  if (loop_step(loop) != 1 && loop_constant_bound(loop, LOWER_BOUND, &lower)) add_stride(&self->set, at, lower, loop_step(loop));
  for (uint32_t upper = 0; upper < 2; upper++) {
    ValueMap bound = loop_bound(loop, upper ? UPPER_BOUND : LOWER_BOUND, arena);
    if (!add_bound(ctx, self, loop_var(loop), &bound, upper)) return false;
  }
  return true;
}

static bool add_parallel(Context *ctx, AffineSystem *self, const Operation *op) {
  const Block *body = loop_body(op);
  for (uint32_t i = 0; i < body->arg_count; i++)
    for (uint32_t upper = 0; upper < 2; upper++) {
      ValueMap bound = parallel_bound(ctx, op, i, upper, self->set.arena);
      if (!add_bound(ctx, self, body->args[i], &bound, upper)) return false;
    }
  return true;
}

static const Operation *parallel_of(const Value *value) {
  const Block *block = value_arg_block(value);
  const Operation *op = block ? block_parent_op(block) : NULL;
  return op_is(op, OP_AFFINE_PARALLEL) ? op : NULL;
}

bool system_add_value(Context *ctx, AffineSystem *self, Value *value) {
  uint32_t at;
  int64_t constant;
  if (system_find(self, value, 0, &at)) return true;
  const Operation *loop = affine_for_of(value), *parallel = parallel_of(value);
  if (loop) {
    system_add_dim(self, value);
    return system_add_loop(ctx, self, loop);
  }
  if (parallel) {
    const Block *body = loop_body(parallel);
    for (uint32_t i = 0; i < body->arg_count; i++) system_add_dim(self, body->args[i]);
    return add_parallel(ctx, self, parallel);
  }
  at = system_add_symbol(self, value);
  if (value_constant_index(value, &constant)) system_bound_constant(self, at, BOUND_EQUAL, constant);
  return true;
}

// --- Slices

bool slice_is_single(Context *ctx, const LoopSlice *slice, uint32_t i) {
  const AffineMap *lower = slice->lower[i], *upper = slice->upper[i];
  return lower && upper && lower->result_count == 1 && upper->result_count == 1 &&
         affine_add(ctx, lower->results[0], affine_const(ctx, 1)) == upper->results[0];
}

bool system_add_slice(Context *ctx, AffineSystem *self, const LoopSlice *slice) {
  for (uint32_t i = 0; i < slice->variables.count; i++) {
    Value *variable = slice->variables.data[i];
    const AffineMap *maps[2] = {slice->lower[i], slice->upper[i]};
    uint32_t at;
    if (!system_find(self, variable, 0, &at)) continue;
    if (slice_is_single(ctx, slice, i)) {
      if (!system_bound_values(ctx, self, at, BOUND_EQUAL, &(ValueMap){maps[0], slice->operands})) return false;
    } else if (maps[0] && maps[0]->result_count && maps[1] && maps[1]->result_count) {
      for (uint32_t upper = 0; upper < 2; upper++) {
        if (!system_find(self, variable, 0, &at)) return false;
        if (!system_bound_values(ctx, self, at, upper ? BOUND_UPPER : BOUND_LOWER, &(ValueMap){maps[upper], slice->operands})) return false;
      }
    } else if (!system_add_loop(ctx, self, affine_for_of(variable))) {
      return false;
    }
  }
  return true;
}

// --- Regions

// The loops around `op`, outermost first, as their variables.
static void variables_around(const Operation *op, Arena *arena, ValueVec *out) {
  for (const Operation *parent = op_parent(op); parent; parent = op_parent(parent)) {
    if (!op_is(parent, OP_AFFINE_FOR) && !op_is(parent, OP_AFFINE_PARALLEL)) continue;
    const Block *body = loop_body(parent);
    for (uint32_t i = op_is(parent, OP_AFFINE_FOR) ? 1 : body->arg_count; i-- > 0;) vec_push(arena, out, body->args[i]);
  }
  for (uint32_t i = 0; i < out->count / 2; i++) {
    Value *at = out->data[i];
    out->data[i] = out->data[out->count - 1 - i];
    out->data[out->count - 1 - i] = at;
  }
}

static bool contains(const ValueVec *values, const Value *value) {
  for (uint32_t i = 0; i < values->count; i++)
    if (values->data[i] == value) return true;
  return false;
}

// Operands of the access and of the slice, with the bounds of loops among them.
static bool add_operands(Context *ctx, AffineSystem *self, const ValueMap *map, const LoopSlice *slice, const Region *scope) {
  ValueVec operands = {0};
  for (uint32_t i = 0; i < map->operands.count; i++) {
    vec_push(self->set.arena, &operands, map->operands.data[i]);
    (i < map->map->dim_count ? system_add_dim : system_add_symbol)(self, map->operands.data[i]);
  }
  for (uint32_t i = 0; slice && i < slice->operands.count; i++) {
    if (contains(&operands, slice->operands.data[i])) continue;
    vec_push(self->set.arena, &operands, slice->operands.data[i]);
    system_add_symbol(self, slice->operands.data[i]);
  }
  for (uint32_t i = 0; i < operands.count; i++) {
    Value *operand = operands.data[i];
    const Operation *loop = affine_for_of(operand), *parallel = parallel_of(operand);
    uint32_t at;
    int64_t constant;
    if (loop ? !system_add_loop(ctx, self, loop) : parallel ? !add_parallel(ctx, self, parallel) : false) return false;
    if (loop || parallel) continue;
    if (!affine_is_valid_symbol(ctx, operand, scope)) return false;
    if (value_constant_index(operand, &constant) && system_find(self, operand, 0, &at)) system_bound_constant(self, at, BOUND_EQUAL, constant);
  }
  return true;
}

// The dimensions of the memref come first.
static bool add_subscripts(Context *ctx, AffineSystem *self, const ValueMap *map, uint32_t rank) {
  ValueMap aligned = *map;
  if (!align_map(ctx, self, &aligned)) return false;
  uint32_t *inputs = arena_new(self->set.arena, uint32_t, system_named(self) + 1);
  for (uint32_t i = 0; i < rank; i++) system_insert_dim(self, i, NULL);
  for (uint32_t i = 0; i < system_named(self) - rank; i++) inputs[i] = rank + i;
  for (uint32_t i = 0; i < rank; i++) {
    SetRow row;
    if (!affine_set_flatten(&self->set, aligned.map->results[i], inputs, aligned.map->dim_count, &row)) return false;
    affine_set_combine(&self->set, &row, -1, row, 0);
    row.factors[i] = 1;
    affine_set_add_equation(&self->set, row);
  }
  self->symbols += self->dims - rank;
  self->dims = rank;
  return true;
}

// Loops that are not among the outer ones go.
static void drop_inner_loops(AffineSystem *self, const ValueVec *around, uint32_t depth) {
  ValueVec values = {0};
  for (uint32_t i = self->dims; i < system_named(self); i++) vec_push(self->set.arena, &values, self->set.values.data[i]);
  for (uint32_t i = 0; i < values.count; i++) {
    bool outer = false;
    uint32_t at;
    for (uint32_t k = 0; k < depth && k < around->count; k++) outer |= around->data[k] == values.data[i];
    if (!outer && affine_is_induction_var(values.data[i]) && system_find(self, values.data[i], 0, &at)) system_project_out(self, at, at + 1);
  }
}

bool region_compute(Context *ctx, Arena *arena, const Operation *op, uint32_t depth, RegionOptions options, MemRegion *out) {
  AffineSystem *self = &out->system;
  ValueVec around = {0};
  ValueMap map = access_map(op, arena);
  *out = (MemRegion){.memref = access_memref(op)};
  const ShapedType *shape = type_as_shaped(out->memref->type);
  uint32_t rank = (uint32_t)shape->rank;
  system_init(self, arena);
  variables_around(op, arena, &around);
  if (!rank) {
    for (uint32_t i = 0; i < depth && i < around.count; i++) system_add_symbol(self, around.data[i]);
    return true;
  }
  compose_map(ctx, &map.map, &map.operands, arena);
  map.map = affine_map_simplify(ctx, map.map);
  canonicalize_map(ctx, &map.map, &map.operands, arena);
  if (map.map->result_count != rank || !add_operands(ctx, self, &map, options.slice, affine_scope(op))) return false;
  if (options.slice) {
    for (uint32_t i = 0; i < options.slice->operands.count; i++)
      if (!system_add_value(ctx, self, options.slice->operands.data[i])) return false;
    if (!system_add_slice(ctx, self, options.slice)) return false;
  }
  if (!add_subscripts(ctx, self, &map, rank)) return false;
  drop_inner_loops(self, &around, depth);
  if (!options.keep_quotients) system_project_out(self, system_named(self), self->set.count);
  system_fold_constants(self, rank, system_named(self));
  for (uint32_t i = 0; i < rank && !options.unbounded; i++) {
    system_bound_constant(self, i, BOUND_LOWER, 0);
    if (shape->dims[i] != DYNAMIC) system_bound_constant(self, i, BOUND_UPPER, shape->dims[i] - 1);
  }
  affine_set_drop_redundant(&self->set);
  return !self->set.failed;
}

bool region_shape(Context *ctx, const MemRegion *self, int64_t *sizes, E *lower, int64_t *count) {
  const ShapedType *shape = type_as_shaped(self->memref->type);
  AffineSystem bounded = system_copy(&self->system);
  *count = 1;
  for (uint32_t i = 0; i < shape->rank; i++) {
    system_bound_constant(&bounded, i, BOUND_LOWER, 0);
    if (shape->dims[i] != DYNAMIC) system_bound_constant(&bounded, i, BOUND_UPPER, shape->dims[i] - 1);
  }
  for (uint32_t i = 0; i < shape->rank; i++) {
    if (!system_extent_expr(ctx, &bounded, i, &sizes[i], &lower[i])) {
      if (shape->dims[i] == DYNAMIC) return false;
      sizes[i] = shape->dims[i];
      lower[i] = affine_const(ctx, 0);
    }
    if (__builtin_mul_overflow(*count, sizes[i], count)) return false;
  }
  return true;
}

bool element_bytes(T element, int64_t *out) {
  uint64_t bits = 0;
  int64_t count = 1;
  if (type_is_vector(element)) {
    if (type_num_elements(element) == INT64_MAX) return false;
    count = type_num_elements(element);
    element = type_element(element);
  }
  if (type_is_any_int(element) || type_is_float(element)) bits = type_bits(element);
  if (!bits || __builtin_mul_overflow((int64_t)bits, count, out)) return false;
  *out = *out / 8 + (*out % 8 != 0);
  return true;
}

bool region_bytes(Context *ctx, const MemRegion *self, int64_t *out) {
  const ShapedType *shape = type_as_shaped(self->memref->type);
  Arena *arena = self->system.set.arena;
  int64_t count, bytes;
  *out = 0;
  if (!memref_has_identity_layout(shape)) return true;   // counts as nothing, as in mlir-opt
  int64_t *sizes = arena_new(arena, int64_t, shape->rank + 1);
  E *lower = arena_new(arena, E, shape->rank + 1);
  return region_shape(ctx, self, sizes, lower, &count) && element_bytes(shape->element, &bytes) && !__builtin_mul_overflow(bytes, count, out);
}

bool footprint_bytes(PassRun *pass, Operation *op, int64_t *out) {
  VEC(MemRegion) regions = {0};
  OpVec inside = {0};
  Arena *arena = pass->arena;
  uint32_t depth = nesting_depth(op);
  ops_inside_post(op, 0, arena, &inside);
  for (uint32_t i = 0; i < inside.count; i++) {
    MemRegion region;
    uint32_t at = 0;
    if (!is_access(inside.data[i])) continue;
    if (!region_compute(pass->ctx, arena, inside.data[i], depth, (RegionOptions){0}, &region)) {
      diag_at(pass->module, SEVERITY_ERROR, inside.data[i]->loc, "error obtaining memory region");
      return false;
    }
    while (at < regions.count && regions.data[at].memref != region.memref) at++;
    if (at == regions.count) {
      vec_push(arena, &regions, region);
    } else if (!system_unite(&regions.data[at].system, &region.system)) {
      diag_at(pass->module, SEVERITY_WARNING, inside.data[i]->loc, "getMemoryFootprintBytes: unable to perform a union on a memory region");
      return false;
    }
  }
  *out = 0;
  for (uint32_t i = 0; i < regions.count; i++) {
    int64_t bytes;
    if (!region_bytes(pass->ctx, &regions.data[i], &bytes) || __builtin_add_overflow(*out, bytes, out)) return false;
  }
  return true;
}
