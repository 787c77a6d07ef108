#include "passes/affine/loop.h"

#include "ops/arith.h"

#include "dialects/common/build.h"
#include "support/integers.h"

static const uint32_t bound_slots[] = {AFFINE_FOR_LOWER_BOUND_MAP, AFFINE_FOR_UPPER_BOUND_MAP};

// --- Bounds

// Lower operands, upper operands, inits.
static void loop_spans(const Operation *loop, Span spans[3]) {
  for (uint32_t i = 0; i < 3; i++)
    if (!op_operand_span(loop, i, &spans[i])) spans[i] = (Span){0, 0};
}

const AffineMap *loop_bound_map(const Operation *loop, AffineBound which) { return map_of_attr(op_prop_at(loop, bound_slots[which])); }

ValueMap loop_bound(const Operation *loop, AffineBound which, Arena *arena) {
  Span spans[3];
  loop_spans(loop, spans);
  ValueMap self = {.map = loop_bound_map(loop, which)};
  op_push_operands(loop, spans[which].begin, spans[which].end, &self.operands, arena);
  return self;
}

Span loop_inits(const Operation *loop) {
  Span spans[3];
  loop_spans(loop, spans);
  return spans[2];
}

void loop_set_bound(Module *module, Operation *loop, AffineBound which, const ValueMap *bound, Arena *arena) {
  Span spans[3];
  ValueVec operands = {0};
  int32_t sizes[3];
  loop_spans(loop, spans);
  for (uint32_t i = 0; i < 3; i++) {
    uint32_t before = operands.count;
    if (i == which)
      for (uint32_t k = 0; k < bound->operands.count; k++) vec_push(arena, &operands, bound->operands.data[k]);
    else
      op_push_operands(loop, spans[i].begin, spans[i].end, &operands, arena);
    sizes[i] = (int32_t)(operands.count - before);
  }
  op_set_operands(module, loop, operands.data, operands.count);
  op_set_prop(loop, AFFINE_FOR_OPERAND_SEGMENT_SIZES, attr_i32_array(module->context, sizes, 3));
  op_set_prop(loop, bound_slots[which], attr_affine_map(module->context, bound->map));
}

void loop_set_step(Context *ctx, Operation *loop, int64_t step) { op_set_prop(loop, AFFINE_FOR_STEP, attr_index(ctx, step)); }

bool loop_constant_bound(const Operation *loop, AffineBound which, int64_t *out) {
  const AffineMap *map = loop_bound_map(loop, which);
  return map->result_count == 1 && affine_is_const(map->results[0], out);
}

ValueMap constant_map(Context *ctx, int64_t value) { return (ValueMap){.map = affine_map_constant(ctx, value)}; }

ValueMap map_of_dim(Context *ctx, E expr, Value *value, Arena *arena) {
  ValueMap self = {.map = affine_map(ctx, 1, 0, &expr, 1)};
  vec_push(arena, &self.operands, value);
  return self;
}

// --- Building

Operation *build_loop(Builder *b, const ValueMap *lower, const ValueMap *upper, int64_t step, Value *const *inits, uint32_t init_count) {
  OpState *state = builder_begin(b, OP_AFFINE_FOR);
  op_state_add_operands(state, lower->operands.data, lower->operands.count);
  op_state_add_operands(state, upper->operands.data, upper->operands.count);
  op_state_add_operands(state, inits, init_count);
  op_state_operand_segments(state, (const int32_t[]){(int32_t)lower->operands.count, (int32_t)upper->operands.count, (int32_t)init_count}, 3);
  op_state_set_prop(state, AFFINE_FOR_LOWER_BOUND_MAP, attr_affine_map(b->ctx, lower->map));
  op_state_set_prop(state, AFFINE_FOR_UPPER_BOUND_MAP, attr_affine_map(b->ctx, upper->map));
  op_state_set_prop(state, AFFINE_FOR_STEP, attr_index(b->ctx, step));
  Block *body = block_new(b->module);
  block_append(op_state_add_region(state), body);
  block_add_arg(b->module, body, b->ctx->types.index, b->loc);
  for (uint32_t i = 0; i < init_count; i++) {
    op_state_add_type(state, inits[i]->type);
    block_add_arg(b->module, body, inits[i]->type, value_loc(inits[i]));
  }
  Operation *loop = builder_finish(b);
  if (init_count) return loop;
  Builder inner;
  builder_init(&inner, b->module);
  builder_at_end(&inner, loop_body(loop));
  inner.loc = loop->loc;
  inner.created = b->created;
  inner.data = b->data;
  builder_begin(&inner, OP_AFFINE_YIELD);
  builder_finish(&inner);
  return loop;
}

Value *build_affine(Builder *b, uint32_t opcode, const ValueMap *map) {
  OpState *state = builder_begin(b, opcode);
  op_state_add_operands(state, map->operands.data, map->operands.count);
  op_state_add_type(state, b->ctx->types.index);
  op_state_set_attr(state, STR("map"), attr_affine_map(b->ctx, map->map));
  return builder_finish_value(b);
}

// --- Maps

ValueMap value_map_difference(Context *ctx, const ValueMap *a, const ValueMap *b, Arena *arena) {
  const AffineMap *left = a->map, *right = b->map;
  ValueMap self = {0};
  for (uint32_t part = 0; part < 2; part++)   // dimensions of both, then symbols of both
    for (uint32_t k = 0; k < 2; k++) {
      const ValueMap *from = k ? b : a;
      uint32_t begin = part ? from->map->dim_count : 0, end = part ? from->operands.count : from->map->dim_count;
      for (uint32_t i = begin; i < end; i++) vec_push(arena, &self.operands, from->operands.data[i]);
    }
  E *dims = arena_new(arena, E, right->dim_count + 1), *symbols = arena_new(arena, E, right->symbol_count + 1);
  E *results = arena_new(arena, E, right->result_count + 1);
  for (uint32_t i = 0; i < right->dim_count; i++) dims[i] = affine_dim(ctx, left->dim_count + i);
  for (uint32_t i = 0; i < right->symbol_count; i++) symbols[i] = affine_symbol(ctx, left->symbol_count + i);
  for (uint32_t i = 0; i < right->result_count; i++)
    results[i] = affine_sub(ctx, left->results[i], affine_replace(ctx, right->results[i], dims, right->dim_count, symbols, right->symbol_count));
  self.map = affine_map(ctx, left->dim_count + right->dim_count, left->symbol_count + right->symbol_count, results, right->result_count);
  compose_map(ctx, &self.map, &self.operands, arena);
  self.map = affine_map_simplify(ctx, self.map);
  canonicalize_map(ctx, &self.map, &self.operands, arena);
  return self;
}

ValueMap map_without_duplicates(Context *ctx, const ValueMap *map, Arena *arena) {
  ValueMap self = *map;
  E *results = arena_new(arena, E, map->map->result_count + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; i < map->map->result_count; i++) {
    uint32_t k = 0;
    while (k < count && results[k] != map->map->results[i]) k++;
    if (k == count) results[count++] = map->map->results[i];
  }
  self.map = affine_map(ctx, map->map->dim_count, map->map->symbol_count, results, count);
  return self;
}

ValueMap value_map_splat(Context *ctx, const ValueMap *map, uint32_t count, Arena *arena) {
  E *results = arena_new(arena, E, count + 1);
  for (uint32_t i = 0; i < count; i++) results[i] = map->map->results[0];
  ValueMap self = *map;
  self.map = affine_map(ctx, map->map->dim_count, map->map->symbol_count, results, count);
  return self;
}

// --- Trip counts

ValueMap loop_trip_map(Context *ctx, const Operation *loop, Arena *arena) {
  int64_t lower, upper, step = loop_step(loop);
  if (loop_constant_bound(loop, LOWER_BOUND, &lower) && loop_constant_bound(loop, UPPER_BOUND, &upper)) {
    uint64_t span = upper > lower ? (uint64_t)upper - (uint64_t)lower : 0, by = (uint64_t)step;
    return constant_map(ctx, (int64_t)(span / by + (span % by != 0)));
  }
  ValueMap low = loop_bound(loop, LOWER_BOUND, arena), high = loop_bound(loop, UPPER_BOUND, arena);
  if (low.map->result_count != 1) return (ValueMap){0};
  low = value_map_splat(ctx, &low, high.map->result_count, arena);
  ValueMap trips = value_map_difference(ctx, &high, &low, arena);
  E *results = arena_new(arena, E, trips.map->result_count + 1);
  for (uint32_t i = 0; i < trips.map->result_count; i++)
    results[i] = affine_ceildiv(ctx, trips.map->results[i], affine_const(ctx, step));
  trips.map = affine_map(ctx, trips.map->dim_count, trips.map->symbol_count, results, trips.map->result_count);
  return trips;
}

bool trip_map_count(const ValueMap *trips, uint64_t *out) {
  const AffineMap *map = trips->map;
  *out = UINT64_MAX;
  if (!map) return false;
  for (uint32_t i = 0; i < map->result_count; i++) {
    int64_t count;
    if (!affine_is_const(map->results[i], &count)) return false;
    if ((uint64_t)count < *out || !i) *out = (uint64_t)count;
  }
  return map->result_count > 0;
}

uint64_t trip_map_divisor(const ValueMap *trips) {
  const AffineMap *map = trips->map;
  uint64_t common = map ? 0 : 1;
  for (uint32_t i = 0; map && i < map->result_count; i++) {
    int64_t count;
    bool constant = affine_is_const(map->results[i], &count);
    uint64_t divisor = !constant ? (uint64_t)affine_largest_divisor(map->results[i]) : count ? (uint64_t)count : UINT64_MAX;
    common = i ? gcd(common, divisor) : divisor;
  }
  return common;
}

bool loop_trip_count(Context *ctx, const Operation *loop, Arena *arena, uint64_t *out) {
  ValueMap trips = loop_trip_map(ctx, loop, arena);
  return trip_map_count(&trips, out);
}

// --- Taking loops apart

static Operation *function_around(const Operation *op) {
  Operation *parent = op_parent(op);
  while (parent && !op_has(parent, TRAIT_FUNCTION)) parent = op_parent(parent);
  return parent;
}

// The value of the induction variable of a loop that runs once.
static Value *single_value(Module *module, Operation *loop, Arena *arena) {
  Builder b;
  int64_t constant;
  builder_init(&b, module);
  builder_before(&b, loop);
  if (loop_constant_bound(loop, LOWER_BOUND, &constant)) {
    const Operation *function = function_around(loop);
    if (function) builder_at_start(&b, function->regions[0].first);
    b.loc = loop->loc;
    return build_index(&b, constant);
  }
  ValueMap lower = loop_bound(loop, LOWER_BOUND, arena);
  E expr = lower.map->results[0];
  if (lower.map->dim_count == 1 && !lower.map->symbol_count && expr->kind == AFFINE_DIM) return lower.operands.data[0];
  return build_affine(&b, OP_AFFINE_APPLY, &lower);
}

bool loop_promote_if_single(Module *module, Operation *loop, Arena *arena) {
  uint64_t trips;
  if (module->context->mem.exhausted || !loop_trip_count(module->context, loop, arena, &trips) || trips != 1) return false;
  if (loop_bound_map(loop, LOWER_BOUND)->result_count != 1) return false;
  Block *body = loop_body(loop);
  if (body->args[0]->uses) value_replace_all(body->args[0], single_value(module, loop, arena));
  Span inits = loop_inits(loop);
  for (uint32_t i = 1; i < body->arg_count; i++) value_replace_all(body->args[i], op_operand(loop, inits.begin + i - 1));
  Operation *yield = body->last;
  for (uint32_t i = 0; i < loop->result_count; i++) value_replace_all(op_result(loop, i), op_operand(yield, i));
  op_erase(yield);
  if (body->first) block_splice(loop->block, loop, body->first, body->last);
  op_erase(loop);
  return true;
}

Operation *loop_with_more_values(Module *module, Operation *loop, Operation *inner, Arena *arena) {
  ValueMap lower = loop_bound(loop, LOWER_BOUND, arena), upper = loop_bound(loop, UPPER_BOUND, arena);
  ValueVec inits = {0}, yielded = {0};
  Span own = loop_inits(loop), more = loop_inits(inner);
  op_push_operands(loop, own.begin, own.end, &inits, arena);
  op_push_operands(inner, more.begin, more.end, &inits, arena);
  Builder b;
  builder_init(&b, module);
  builder_before(&b, loop);
  b.loc = loop->loc;
  Operation *made = build_loop(&b, &lower, &upper, loop_step(loop), inits.data, inits.count);
  Block *body = loop_body(made), *old = loop_body(loop);
  if (!inits.count) op_erase(body->last);
  for (uint32_t i = 0; i < old->arg_count; i++) value_replace_all(old->args[i], body->args[i]);
  Operation *yield = old->last;
  op_push_operands(yield, 0, yield->operand_count, &yielded, arena);
  op_push_operands(loop_body(inner)->last, 0, loop_body(inner)->last->operand_count, &yielded, arena);
  op_set_operands(module, yield, yielded.data, yielded.count);
  block_splice(body, NULL, old->first, old->last);
  for (uint32_t i = 0; i < loop->result_count; i++) value_replace_all(op_result(loop, i), op_result(made, i));
  op_erase(loop);
  return made;
}

void perfect_nest(Operation *loop, Arena *arena, OpVec *out) {
  for (;;) {
    vec_push(arena, out, loop);
    const Block *body = loop_body(loop);
    Operation *inner = body->first;
    if (!inner || inner == body->last || inner->next != body->last || !op_is(inner, OP_AFFINE_FOR)) return;
    loop = inner;
  }
}

void loops_around(const Operation *op, Arena *arena, OpVec *out) {
  vec_clear(out);
  for (Operation *parent = op_parent(op); parent; parent = op_parent(parent)) {
    if (op_is(parent, OP_AFFINE_FOR)) vec_push(arena, out, parent);
    if (op_has(parent, TRAIT_AFFINE_SCOPE)) break;
  }
  for (uint32_t i = 0, k = out->count; i + 1 < k; i++) {
    Operation *at = out->data[i];
    out->data[i] = out->data[--k];
    out->data[k] = at;
  }
}

typedef struct Collect {
  uint32_t opcode;
  Arena *arena;
  OpVec *out;
} Collect;

static WalkResult collect(Operation *op, void *data) {
  const Collect *self = data;
  if (!self->opcode || op_is(op, self->opcode)) vec_push(self->arena, self->out, op);
  return WALK_ADVANCE;
}

void ops_inside_post(Operation *root, uint32_t opcode, Arena *arena, OpVec *out) {
  op_walk_post(root, collect, &(Collect){opcode, arena, out});
}

void ops_inside_pre(Operation *root, uint32_t opcode, Arena *arena, OpVec *out) {
  op_walk_pre(root, collect, &(Collect){opcode, arena, out});
}

bool is_defined_outside(const Value *value, const Operation *op) {
  const Block *block = value_block(value);
  for (uint32_t r = 0; r < op->region_count; r++)
    if (block && block->region && region_is_ancestor(&op->regions[r], block->region)) return false;
  return true;
}

bool op_is_inside(const Operation *op, const Operation *ancestor) {
  while (op && op != ancestor) op = op_parent(op);
  return op != NULL;
}
