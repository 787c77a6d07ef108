// normalize-memrefs: memrefs with a layout map become larger ones without, all over a module
// (after mlir/lib/Dialect/MemRef/Transforms/NormalizeMemRefs.cpp and Affine/Utils/Utils.cpp).
#include "ops/affine.h"
#include "ops/arith.h"
#include "ops/builtin.h"
#include "ops/func.h"
#include "ops/memref.h"
#include "dialects/affine/compose.h"
#include "dialects/affine/hooks.h"
#include "dialects/common/build.h"
#include "ir/affine_bound.h"
#include "rewrite/pass.h"

static const ShapedType *shape_of(T memref) { return (const ShapedType *)memref; }
static bool is_ranked(T type) { return type_kind(type) == TYPE_MEMREF; }

typedef struct Normalizer {
  Context *ctx;
  Module *module;
  Arena *arena;
  Builder b;
  OpVec funcs;
  Map normalizable;   // function -> whether it is
  Operation *root;
} Normalizer;

// ---------------------------------------------------------------------------------------------
// Types

static const AffineMap *layout_map(const Normalizer *n, T memref) { return memref_layout_map(n->ctx, memref); }
static bool has_layout(const Normalizer *n, T type) { return is_ranked(type) && !affine_map_is_identity(layout_map(n, type)); }

typedef struct Tiling {   // which results of a map are `e floordiv c`, and which `e mod c` of the same e and c
  bool *floordiv, *mod;
  bool any;
} Tiling;

static bool is_quotient(E expr) { return expr->kind == AFFINE_FLOORDIV && expr->rhs->kind == AFFINE_CONST; }

// Count where `wanted` is in `expr`.
static uint32_t occurrences(E expr, E wanted) {
  uint32_t count = expr == wanted;
  return expr->lhs ? count + occurrences(expr->lhs, wanted) + occurrences(expr->rhs, wanted) : count;
}

static Tiling tiling_of(const Normalizer *n, const AffineMap *map) {
  uint32_t count = map->result_count;
  Tiling tiling = {arena_new(n->arena, bool, count + 1), arena_new(n->arena, bool, count + 1), false};
  for (uint32_t i = 0; i < count; i++) {
    E quotient = map->results[i];
    if (!is_quotient(quotient)) continue;
    bool found = false;
    for (uint32_t k = 0; k < count; k++) {
      E other = map->results[k];
      uint32_t uses = k == i ? 0 : occurrences(other, quotient->lhs);
      if (!uses) continue;
      bool matches = other->kind == AFFINE_MOD && other->lhs == quotient->lhs && other->rhs == quotient->rhs;
      if (!matches || found || uses > 1) return (Tiling){arena_new(n->arena, bool, count + 1), arena_new(n->arena, bool, count + 1), false};
      found = tiling.any = tiling.floordiv[i] = tiling.mod[k] = true;
    }
  }
  return tiling;
}

static bool uses_unknown(const AffineMap *map, E expr, const int64_t *sizes) {
  for (uint32_t i = 0; i < map->dim_count; i++)
    if (sizes[i] <= 0 && affine_uses_dim(expr, i)) return true;
  return false;
}

// The type without a layout; the same type when its size is not known.
static T normalized_type(const Normalizer *n, T type) {
  if (!is_ranked(type) || !shape_of(type)->rank || !has_layout(n, type)) return type;
  const ShapedType *shape = shape_of(type);
  const AffineMap *map = layout_map(n, type);
  if (!type_has_static_shape(type) && !tiling_of(n, map).any) return type;
  int64_t *dims = arena_new(n->arena, int64_t, map->result_count + 1);
  for (uint32_t i = 0; i < map->result_count; i++) {
    int64_t last = 0;
    dims[i] = DYNAMIC;
    bool bounded = affine_upper_bound(n->arena, map->results[i], map, shape->dims, &last);
    if (uses_unknown(map, map->results[i], shape->dims)) continue;
    if (!bounded || last < 0 || last == INT64_MAX) return type;
    dims[i] = last + 1;
  }
  return type_memref(n->ctx, dims, map->result_count, shape->element, NULL, shape->extra);
}

// ---------------------------------------------------------------------------------------------
// Uses

static bool has_affine_access(const Operation *op) {
  static const uint16_t opcodes[] = {OP_AFFINE_LOAD, OP_AFFINE_STORE, OP_AFFINE_VECTOR_LOAD, OP_AFFINE_VECTOR_STORE, OP_AFFINE_PREFETCH,
                                      OP_AFFINE_DMA_START, OP_AFFINE_DMA_WAIT};
  for (uint32_t i = 0; i < countof(opcodes); i++)
    if (op_is(op, opcodes[i])) return true;
  return false;
}

// The attribute with the map of the subscripts behind operand `at`.
static const char *map_name(const Operation *op, uint32_t at) {
  if (!op_is(op, OP_AFFINE_DMA_START)) return op_is(op, OP_AFFINE_DMA_WAIT) ? "tag_map" : "map";
  uint32_t target = 1 + map_inputs(affine_map_of(op_attr(op, "src_map")));
  return at < target ? "src_map" : at < target + 1 + map_inputs(affine_map_of(op_attr(op, "dst_map"))) ? "dst_map" : "tag_map";
}

static Value *build_apply(Builder *b, const AffineMap *map, uint32_t result, const ValueVec *operands) {
  OpState *state = builder_begin(b, OP_AFFINE_APPLY);
  op_state_add_operands(state, operands->data, operands->count);
  op_state_set_attr(state, STR("map"),
                    attr_affine_map(b->ctx, affine_map(b->ctx, map->dim_count, map->symbol_count, &map->results[result], 1)));
  op_state_add_type(state, b->ctx->types.index);
  return builder_finish_value(b);
}

// The results of a map, unless it is the identity.
static void apply_map(Normalizer *n, const AffineMap *map, ValueVec *values, ValueVec *made) {
  ValueVec results = {0};
  if (affine_map_is_identity(map)) return;
  for (uint32_t i = 0; i < map->result_count; i++) {
    Value *value = build_apply(&n->b, map, i, values);
    vec_push(n->arena, &results, value);
    vec_push(n->arena, made, value);
  }
  *values = results;
}

static bool any_apply(const ValueVec *values) {
  for (uint32_t i = 0; i < values->count; i++) {
    const Operation *def = value_def(values->data[i]);
    if (def && op_is(def, OP_AFFINE_APPLY)) return true;
  }
  return false;
}

// An access to the memref at operand `at`: its subscripts go through the layout.
static void rewrite_access(Normalizer *n, Operation *op, uint32_t at, Value *memref, const AffineMap *layout, const ValueVec *symbols) {
  Context *ctx = n->ctx;
  bool affine = has_affine_access(op);
  const char *attribute = affine ? map_name(op, at) : NULL;
  const AffineMap *map = affine ? affine_map_of(op_attr(op, attribute)) : NULL;
  uint32_t inputs = affine ? map_inputs(map) : layout->dim_count;
  ValueVec indices = {0}, made = {0};
  builder_before(&n->b, op);
  for (uint32_t i = 0; i < inputs; i++) vec_push(n->arena, &indices, op_operand(op, at + 1 + i));
  if (affine) apply_map(n, map, &indices, &made);
  for (uint32_t i = 0; i < symbols->count; i++) vec_push(n->arena, &indices, symbols->data[i]);
  apply_map(n, layout, &indices, &made);
  const AffineMap *access = affine_map_identity(ctx, layout->result_count);
  while (any_apply(&indices) && !ctx->mem.exhausted) compose_map(ctx, &access, &indices, n->arena);
  access = affine_map_simplify(ctx, access);
  canonicalize_map(ctx, &access, &indices, n->arena);
  for (uint32_t i = 0; i < made.count; i++)
    if (!made.data[i]->uses) op_erase(value_def(made.data[i]));
  ValueVec operands = {0};
  op_push_operands(op, 0, at, &operands, n->arena);
  vec_push(n->arena, &operands, memref);
  for (uint32_t i = 0; i < (affine ? indices.count : access->result_count); i++)
    vec_push(n->arena, &operands, affine ? indices.data[i] : build_apply(&n->b, access, i, &indices));
  op_push_operands(op, at + 1 + inputs, op->operand_count, &operands, n->arena);
  op_set_operands(n->module, op, operands.data, operands.count);
  if (affine) op_set_attr(n->module, op, str_from(attribute), attr_affine_map(ctx, access));
}

static bool is_free_of(const Operation *op, const Value *memref) { return op_is(op, OP_MEMREF_DEALLOC) && op_operand(op, 0) == memref; }

// Replace every use of `from` by `to`. False, and nothing changes, when some use cannot be changed.
static bool replace_memref(Normalizer *n, Value *from, Value *to, const AffineMap *layout, const ValueVec *symbols, bool deallocs) {
  OpVec users = {0};
  for (const Use *use = from->uses; use; use = use->next) {
    if (is_free_of(use->owner, from) && !deallocs) continue;
    if (!op_def_has_trait(use->owner->def, TRAIT_ID_MEMREFS_NORMALIZABLE)) return false;
    bool known = false;
    for (uint32_t i = 0; i < users.count; i++) known |= users.data[i] == use->owner;
    if (!known) vec_push(n->arena, &users, use->owner);
  }
  for (uint32_t i = 0; i < users.count; i++) {
    Operation *op = users.data[i];
    bool access = has_affine_access(op) || op_is(op, OP_MEMREF_LOAD) || op_is(op, OP_MEMREF_STORE);
    for (uint32_t k = 0; k < op->operand_count; k++) {
      if (op_operand(op, k) != from) continue;
      if (access) {
        rewrite_access(n, op, k, to, layout, symbols);
        break;
      }
      op_set_operand(op, k, to);
    }
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Definitions

// Sizes of the new type: quotients round up, remainders are as large as the divisor.
static void new_sizes(Normalizer *n, const Operation *alloc, T type, const AffineMap *map, ValueVec *out) {
  const ShapedType *shape = shape_of(op_result_type(alloc, 0));
  Tiling tiling = tiling_of(n, map);
  ValueVec inputs = {0};
  uint32_t next = op_operands_named(alloc, "dynamicSizes").begin;
  for (uint64_t i = 0; i < shape->rank; i++)
    vec_push(n->arena, &inputs, shape->dims[i] == DYNAMIC ? op_operand(alloc, next++) : build_index(&n->b, shape->dims[i]));
  for (uint32_t i = 0; i < map->result_count; i++) {
    if (shape_of(type)->dims[i] != DYNAMIC) continue;
    E expr = map->results[i];
    if (tiling.mod[i]) expr = expr->rhs;
    else if (tiling.floordiv[i]) expr = affine_ceildiv(n->ctx, expr->lhs, expr->rhs);
    const AffineMap *size = affine_map(n->ctx, map->dim_count + map->symbol_count, map->symbol_count, &expr, 1);
    vec_push(n->arena, out, build_apply(&n->b, size, 0, &inputs));
  }
}

static void normalize_alloc(Normalizer *n, Operation *op) {
  T old = op_result_type(op, 0), type = normalized_type(n, old);
  if (type == old) return;
  const AffineMap *map = layout_map(n, old);
  ValueVec sizes = {0}, symbols = {0};
  Span span = op_operands_named(op, "symbolOperands");
  op_push_operands(op, span.begin, span.end, &symbols, n->arena);
  builder_before(&n->b, op);
  if (!type_has_static_shape(type) && tiling_of(n, map).any) new_sizes(n, op, type, map, &sizes);
  OpState *state = builder_begin_def(&n->b, op->def);
  op_state_add_operands(state, sizes.data, sizes.count);
  op_state_add_type(state, type);
  op_state_take_prop(state, op, "alignment");
  op_state_operand_segments(state, (const int32_t[]){(int32_t)sizes.count, 0}, 2);
  Operation *made = builder_finish(&n->b);
  if (!replace_memref(n, op_result(op, 0), op_result(made, 0), map, &symbols, false)) {
    op_erase(made);
    return;
  }
  value_replace_all(op_result(op, 0), op_result(made, 0));
  op_erase(op);
}

// The new sizes are those of the last element, plus one.
static void normalize_reinterpret(Normalizer *n, Operation *op) {
  T old = op_result_type(op, 0), type = normalized_type(n, old);
  if (type == old) return;
  Builder *b = &n->b;
  const AffineMap *map = layout_map(n, old);
  const ShapedType *shape = shape_of(old);
  uint32_t rank = (uint32_t)shape_of(type)->rank, next = op_operands_named(op, "sizes").begin;
  Span strides = op_operands_named(op, "strides");
  ValueVec inputs = {0}, symbols = {0}, sizes = {0};
  builder_before(b, op);
  for (uint64_t i = 0; i < shape->rank; i++) {
    Value *size = shape->dims[i] == DYNAMIC ? op_operand(op, next++) : NULL;
    vec_push(n->arena, &inputs, size ? build_binary(b, OP_ARITH_SUBI, size, build_index(b, 1)) : build_index(b, shape->dims[i] - 1));
  }
  for (uint32_t i = strides.begin; i < strides.end; i++) {
    vec_push(n->arena, &inputs, op_operand(op, i));
    vec_push(n->arena, &symbols, op_operand(op, i));
  }
  if (inputs.count != map_inputs(map)) return;
  for (uint32_t i = 0; i < rank; i++)
    if (shape_of(type)->dims[i] == DYNAMIC) vec_push(n->arena, &sizes, build_apply(b, map, i, &inputs));
  for (uint32_t i = 0; i < sizes.count; i++) sizes.data[i] = build_binary(b, OP_ARITH_ADDI, sizes.data[i], build_index(b, 1));
  int64_t *numbers = arena_new(n->arena, int64_t, rank + 1);
  for (uint32_t i = 0; i < rank; i++) numbers[i] = 1;
  OpState *state = builder_begin(b, OP_MEMREF_REINTERPRET_CAST);
  Value *source = op_operand(op, 0);
  op_state_add_operand(state, source);
  op_state_add_operands(state, sizes.data, sizes.count);
  op_state_add_type(state, type);
  op_state_set_prop(state, MEMREF_REINTERPRET_CAST_STATIC_STRIDES, attr_i64_array(n->ctx, numbers, rank));
  memset(numbers, 0, rank * sizeof *numbers);
  op_state_set_prop(state, MEMREF_REINTERPRET_CAST_STATIC_OFFSETS, attr_i64_array(n->ctx, numbers, rank));
  op_state_set_prop(state, MEMREF_REINTERPRET_CAST_STATIC_SIZES, attr_i64_array(n->ctx, shape_of(type)->dims, rank));
  op_state_operand_segments(state, (const int32_t[]){1, 0, (int32_t)sizes.count, 0}, 4);
  Operation *made = builder_finish(b);
  if (!replace_memref(n, op_result(op, 0), op_result(made, 0), map, &symbols, false)) {
    op_erase(made);
    return;
  }
  value_replace_all(op_result(op, 0), op_result(made, 0));
  op_erase(op);
}

// Results of other operations that work with any layout.
static void normalize_results(Normalizer *n, Operation *op) {
  T *types = arena_new(n->arena, T, op->result_count + 1);
  bool changed = false;
  for (uint32_t i = 0; i < op->result_count; i++) {
    types[i] = normalized_type(n, op_result_type(op, i));
    changed |= types[i] != op_result_type(op, i);
  }
  if (!changed) return;
  Operation *made = op_clone(n->module, op, NULL);
  for (uint32_t i = 0; i < op->result_count; i++) made->results[i].type = types[i];
  op_insert_before(made, op);
  for (uint32_t i = 0; i < op->result_count; i++) {
    T old = op_result_type(op, i);
    if (types[i] == old || replace_memref(n, op_result(op, i), op_result(made, i), layout_map(n, old), &(ValueVec){0}, true)) continue;
    for (uint32_t k = 0; k < i; k++) value_replace_all(op_result(made, k), op_result(op, k));
    op_erase(made);
    return;
  }
  for (uint32_t i = 0; i < op->result_count; i++) value_replace_all(op_result(op, i), op_result(made, i));
  op_erase(op);
}

// ---------------------------------------------------------------------------------------------
// Functions

static Str func_name(const Operation *func) { return attr_str(op_prop_at(func, FUNC_FUNC_SYM_NAME)); }
static const FunctionType *type_of(const Operation *func) {
  return (const FunctionType *)((const TypeAttr *)op_prop_at(func, FUNC_FUNC_FUNCTION_TYPE))->type;
}
static bool is_external(const Operation *func) { return region_is_empty(&func->regions[0]); }

static void set_type(Normalizer *n, Operation *func, const T *inputs, uint32_t input_count, const T *results) {
  T type = type_function(n->ctx, inputs, input_count, results, type_of(func)->result_count);
  op_set_prop(func, FUNC_FUNC_FUNCTION_TYPE, attr_type(n->ctx, type));
}

typedef struct Collect {
  Normalizer *n;
  const uint16_t *opcodes;   // ended by 0; NULL: any operation that works with any layout
  OpVec *out;
} Collect;

static WalkResult collect(Operation *op, void *data) {
  const Collect *self = data;
  bool wanted = !self->opcodes && op_def_has_trait(op->def, TRAIT_ID_MEMREFS_NORMALIZABLE) && op->result_count && !op_is(op, OP_FUNC_CALL);
  for (uint32_t i = 0; self->opcodes && self->opcodes[i]; i++) wanted |= op_is(op, self->opcodes[i]);
  if (wanted) vec_push(self->n->arena, self->out, op);
  return WALK_ADVANCE;
}

static OpVec ops_in(Normalizer *n, Operation *root, const uint16_t *opcodes) {
  OpVec ops = {0};
  op_walk_post(root, collect, &(Collect){n, opcodes, &ops});
  return ops;
}
#define OPS_IN(root, ...) ops_in(n, (root), (const uint16_t[]){__VA_ARGS__, 0})

static bool may_change(const Normalizer *n, const Value *value) {
  if (!has_layout(n, value->type)) return true;
  for (const Use *use = value->uses; use; use = use->next)
    if (!op_def_has_trait(use->owner->def, TRAIT_ID_MEMREFS_NORMALIZABLE)) return false;
  return true;
}

static bool is_normalizable(Normalizer *n, Operation *func) {
  if (is_external(func)) return true;
  OpVec ops = OPS_IN(func, OP_MEMREF_ALLOC, OP_MEMREF_ALLOCA, OP_FUNC_CALL);
  for (uint32_t i = 0; i < ops.count; i++)
    for (uint32_t k = 0; k < ops.data[i]->result_count; k++)
      if (!may_change(n, op_result(ops.data[i], k))) return false;
  const Block *entry = func->regions[0].first;
  for (uint32_t i = 0; i < entry->arg_count; i++)
    if (!may_change(n, entry->args[i])) return false;
  return true;
}

static Operation *func_around(const Operation *op) {
  Operation *parent = op_parent(op);
  while (parent && !op_is(parent, OP_FUNC_FUNC)) parent = op_parent(parent);
  return parent;
}

typedef struct Users { Normalizer *n; Str name; OpVec ops; } Users;

static bool note_user(Operation *user, A ref, void *data) {
  Users *users = data;
  if (str_equal(attr_symbol_root(ref), users->name)) vec_push(users->n->arena, &users->ops, user);
  return true;
}

static OpVec users_of(Normalizer *n, const Operation *func) {
  Users users = {.n = n, .name = func_name(func)};
  region_each_block(&n->root->regions[0], block) {
    block_each_op(block, op) symbol_walk_uses(n->ctx, op, note_user, &users);
  }
  return users.ops;
}

static bool can_change(const Normalizer *n, const Operation *func) { return map_find(&n->normalizable, map_key(func))->value; }

static bool exclude(Normalizer *n, const Operation *func) {
  MapEntry *entry = func ? map_find(&n->normalizable, map_key(func)) : NULL;
  bool was_in = entry && entry->value;
  if (was_in) entry->value = false;
  return was_in;
}

// Callers and callees of the function cannot change either.
static void exclude_with_neighbours(Normalizer *n, Operation *func) {
  OpVec work = {0};
  if (exclude(n, func)) vec_push(n->arena, &work, func);
  while (work.count) {
    Operation *at = vec_pop(&work);
    OpVec users = users_of(n, at), calls = OPS_IN(at, OP_FUNC_CALL);
    for (uint32_t i = 0; i < users.count; i++) {
      Operation *caller = func_around(users.data[i]);
      if (exclude(n, caller)) vec_push(n->arena, &work, caller);
    }
    for (uint32_t i = 0; i < calls.count; i++)
      for (uint32_t k = 0; k < n->funcs.count; k++)
        if (str_equal(func_name(n->funcs.data[k]), attr_symbol_root(op_prop(calls.data[i], "callee"))) && exclude(n, n->funcs.data[k]))
          vec_push(n->arena, &work, n->funcs.data[k]);
  }
}

// The result types by the function's returns.
static void update_type(Normalizer *n, Operation *func) {
  const FunctionType *type = type_of(func);
  const Block *entry = func->regions[0].first;
  T *inputs = arena_new(n->arena, T, entry->arg_count + 1), *results = arena_new(n->arena, T, type->result_count + 1);
  for (uint32_t i = 0; i < entry->arg_count; i++) inputs[i] = entry->args[i]->type;
  for (uint32_t i = 0; i < type->result_count; i++) results[i] = type->types[type->input_count + i];
  OpVec returns = OPS_IN(func, OP_FUNC_RETURN);
  for (uint32_t i = 0; i < returns.count; i++)
    for (uint32_t k = 0; k < returns.data[i]->operand_count && k < type->result_count; k++) {
      T given = op_operand_type(returns.data[i], k);
      if (is_ranked(given) && !has_layout(n, given)) results[k] = given;
    }
  set_type(n, func, inputs, entry->arg_count, results);
}

// A call with the function's result types. False: a result is used where it cannot change.
static bool update_call(Normalizer *n, Operation *call, const Operation *func, bool *changed) {
  const FunctionType *type = type_of(func);
  builder_before(&n->b, call);
  OpState *state = builder_begin(&n->b, OP_FUNC_CALL);
  op_state_set_prop(state, FUNC_CALL_CALLEE, op_prop_at(call, FUNC_CALL_CALLEE));
  op_state_take_operands(state, call, 0, call->operand_count);
  op_state_add_types(state, type->types + type->input_count, type->result_count);
  Operation *made = builder_finish(&n->b);
  for (uint32_t i = 0; i < call->result_count; i++) {
    Value *old = op_result(call, i), *now = op_result(made, i);
    if (old->type == now->type) continue;
    if (!replace_memref(n, old, now, layout_map(n, old->type), &(ValueVec){0}, true)) {
      for (uint32_t k = 0; k < made->result_count; k++) value_replace_all(op_result(made, k), op_result(call, k));
      op_erase(made);
      return false;
    }
    *changed = true;
  }
  for (uint32_t i = 0; i < call->result_count; i++) value_replace_all(op_result(call, i), op_result(made, i));
  op_erase(call);
  return true;
}

static void update_signatures(Normalizer *n, Operation *first) {
  OpVec work = {0};
  vec_push(n->arena, &work, first);
  while (work.count && !n->ctx->mem.exhausted) {
    Operation *func = vec_pop(&work);
    if (!is_external(func)) update_type(n, func);
    OpVec users = users_of(n, func);
    for (uint32_t i = 0; i < users.count; i++) {
      bool changed = false;
      Operation *caller = func_around(users.data[i]);
      if (op_is(users.data[i], OP_FUNC_CALL) && users.data[i]->result_count == type_of(func)->result_count &&
          update_call(n, users.data[i], func, &changed) && changed && caller)
        vec_push(n->arena, &work, caller);
    }
  }
}

static void normalize_args(Normalizer *n, Operation *func) {
  Block *entry = func->regions[0].first;
  for (uint32_t i = 0; i < entry->arg_count; i++) {
    Value *old = entry->args[i];
    T type = normalized_type(n, old->type);
    if (type == old->type) continue;
    Value *made = block_insert_arg(n->module, entry, i, type, value_loc(old));
    bool replaced = replace_memref(n, old, made, layout_map(n, old->type), &(ValueVec){0}, true);
    block_erase_arg(entry, replaced ? i + 1 : i);
  }
}

static void normalize_func(Normalizer *n, Operation *func) {
  static const uint16_t makers[][2] = {{OP_MEMREF_ALLOC}, {OP_MEMREF_ALLOCA}, {OP_MEMREF_REINTERPRET_CAST}};
  if (is_external(func)) {
    const FunctionType *type = type_of(func);
    uint32_t count = type->input_count + type->result_count;
    T *types = arena_new(n->arena, T, count + 1);
    for (uint32_t i = 0; i < count; i++) types[i] = normalized_type(n, type->types[i]);
    set_type(n, func, types, type->input_count, types + type->input_count);
  } else {
    OpVec found[3];
    for (uint32_t k = 0; k < 3; k++) found[k] = ops_in(n, func, makers[k]);
    for (uint32_t k = 0; k < 3; k++)
      for (uint32_t i = 0; i < found[k].count; i++) (k < 2 ? normalize_alloc : normalize_reinterpret)(n, found[k].data[i]);
    normalize_args(n, func);
    OpVec others = ops_in(n, func, NULL);
    for (uint32_t i = 0; i < others.count; i++) normalize_results(n, others.data[i]);
  }
  update_signatures(n, func);
}

static bool run(PassRun *pass, Operation *op) {
  Normalizer normalizer = {.ctx = pass->ctx, .module = pass->module, .arena = pass->arena, .root = op}, *n = &normalizer;
  builder_init(&n->b, n->module);
  map_init(&n->normalizable, n->arena);
  n->funcs = OPS_IN(op, OP_FUNC_FUNC);
  for (uint32_t i = 0; i < n->funcs.count; i++) map_put(&n->normalizable, map_key(n->funcs.data[i]))->value = true;
  for (uint32_t i = 0; i < n->funcs.count; i++)
    if (can_change(n, n->funcs.data[i]) && !is_normalizable(n, n->funcs.data[i]))
      exclude_with_neighbours(n, n->funcs.data[i]);
  for (uint32_t i = 0; i < n->funcs.count && !n->ctx->mem.exhausted; i++)
    if (can_change(n, n->funcs.data[i])) normalize_func(n, n->funcs.data[i]);
  pass->changed = true;
  return !n->ctx->mem.exhausted;
}

const PassDef normalize_memrefs_pass = {
  .name = "normalize-memrefs", .class_name = "NormalizeMemRefsPass", .anchor = OP_BUILTIN_MODULE,
  .summary = "memrefs without layout maps",
  .works_on = "memref", .makes = "memref affine arith",
  .run = run,
};
