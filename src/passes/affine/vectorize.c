// affine-super-vectorize: iterations of a parallel loop become elements of vectors
// (after mlir/lib/Dialect/Affine/Transforms/SuperVectorize.cpp).
#include "passes/affine/domain.h"

#include "ops/arith.h"
#include "ops/func.h"
#include "ops/ub.h"
#include "ops/vector.h"

#include "asm/params.h"
#include "dialects/ub/attrs.h"
#include "ir/constants.h"
#include "ir/ir_diag.h"

static const PassOption option_virtual_vector_size = {"virtual-vector-size", OPTION_INT_LIST,
  .summary = "Specify an n-D virtual vector size for vectorization. This must be greater than zero."};
static const PassOption option_test_fastest_varying = {"test-fastest-varying", OPTION_INT_LIST,
  .summary = "Specify a 1-D, 2-D or 3-D pattern of fastest varying memory dimensions to match. See defaultPatterns in Vectorize.cpp for "
  "a description and examples. This is used for testing purposes"};
static const PassOption option_vectorize_reductions = {"vectorize-reductions", OPTION_BOOL, "false",
  .summary = "Vectorize known reductions expressed via iter_args. Switched off by default."};

typedef struct Vectorizer {
  PassRun *pass;
  Arena *arena;
  Builder b;
  int64_t size;
  Operation *root, *made;    // the loop, and what replaces it
  Map vectors, scalars;      // value -> its vector, its copy in the new loop
} Vectorizer;

// ---------------------------------------------------------------------------------------------
// Loops that qualify

static bool is_element_type(T type) { return type_kind(type) == TYPE_INTEGER || type_is_index(type) || type_is_float(type); }

static bool has_element_types(const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++) {
    T type = op_operand_type(op, i);
    if (!is_element_type(type_kind(type) == TYPE_MEMREF ? type_element(type) : type)) return false;
  }
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!is_element_type(op_result_type(op, i))) return false;
  return true;
}

static bool depends_on(Vectorizer *v, Value *index, const Value *variable) {
  ValueMap map = map_of_dim(v->pass->ctx, affine_dim(v->pass->ctx, 0), index, v->arena);
  compose_map(v->pass->ctx, &map.map, &map.operands, v->arena);
  for (uint32_t i = 0; i < map.operands.count; i++)
    if (map.operands.data[i] == variable) return true;
  return false;
}

// Whether at most one subscript varies with the loop; which one (from the last), or -1.
static bool varies_once(Vectorizer *v, const Operation *access, const Value *variable, int64_t *which) {
  const ShapedType *memref = (const ShapedType *)access_memref(access)->type;
  if (memref->layout && !affine_map_is_identity(memref_layout_map(v->pass->ctx, &memref->base))) {
    op_error_plain(v->pass->module, access, "NYI: non-trivial layout map");
    return false;
  }
  ValueMap map = access_map(access, v->arena);
  int64_t varying = -1;
  for (uint32_t i = 0; i < map.map->result_count; i++)
    for (uint32_t k = 0; k < map.operands.count; k++) {
      bool dim = k < map.map->dim_count;
      bool used = dim ? affine_uses_dim(map.map->results[i], k) : affine_uses_symbol(map.map->results[i], k - map.map->dim_count);
      if (!used || !depends_on(v, map.operands.data[k], variable)) continue;
      if (varying != -1) return false;
      varying = i;
    }
  *which = varying < 0 ? -1 : (int64_t)map.map->result_count - varying - 1;
  return true;
}

static bool is_vectorizable(Vectorizer *v, Operation *loop, int64_t fastest) {
  OpVec inside = {0};
  int64_t varying = -1, which;
  ops_inside_post(loop, 0, v->arena, &inside);
  for (uint32_t i = 0; i < inside.count; i++) {
    const Operation *op = inside.data[i];
    if (op_is(op, OP_AFFINE_IF) || (op->region_count && !op_is(op, OP_AFFINE_FOR))) return false;
    if (op_is(op, OP_VECTOR_TRANSFER_READ) || op_is(op, OP_VECTOR_TRANSFER_WRITE) || !has_element_types(op)) return false;
  }
  for (uint32_t i = 0; i < inside.count; i++) {
    if (!op_is(inside.data[i], OP_AFFINE_LOAD) && !op_is(inside.data[i], OP_AFFINE_STORE)) continue;
    if (!varies_once(v, inside.data[i], loop_var(loop), &which)) return false;
    if (which < 0) continue;
    if (varying >= 0 && varying != which) return false;
    varying = which;
  }
  return varying == -1 || fastest == -1 || varying == fastest;
}

// ---------------------------------------------------------------------------------------------
// Values

static T vector_type(Vectorizer *v, T element) { return type_vector(v->pass->ctx, &v->size, 1, 0, element); }

static Value *scalar_for(const Vectorizer *v, Value *value) {
  Value *copy = map_get(&v->scalars, value);
  return copy ? copy : value;
}

static Operation *note_vector(Vectorizer *v, const Operation *op, Operation *made) {
  for (uint32_t i = 0; i < op->result_count; i++) map_set(&v->vectors, op_result(op, i), op_result(made, i));
  return made;
}

// The element's bytes fill the vector.
static A splat_attr(Vectorizer *v, A scalar) {
  T type = vector_type(v, attr_value_type(scalar));
  Context *ctx = v->pass->ctx;
  if (attr_kind(scalar) == ATTR_FLOAT) return float_attr_of(ctx, type, attr_float_value(scalar));
  APInt value = attr_int(scalar);
  return int_attr_of(ctx, type, &value);
}

// A vector constant at the start of the vectorized loop.
static Operation *vectorize_constant(Vectorizer *v, const Operation *op) {
  A value = op_prop_at(op, ARITH_CONSTANT_VALUE);
  if (!is_element_type(op_result_type(op, 0))) return NULL;
  Builder b;
  builder_init(&b, v->pass->module);
  builder_at_start(&b, loop_body(v->made));
  b.loc = op->loc;
  OpState *state = builder_begin(&b, OP_ARITH_CONSTANT);
  A splat = splat_attr(v, value);
  op_state_set_prop(state, ARITH_CONSTANT_VALUE, splat);
  op_state_add_type(state, attr_value_type(splat));
  return note_vector(v, op, builder_finish(&b));
}

static bool is_uniform(Vectorizer *v, const Value *value) {
  const Operation *loop = affine_for_of(value);
  if (loop && loop != v->root) return true;
  T type = value->type;
  return is_defined_outside(value, v->root) && is_element_type(type);
}

static Value *vectorize_uniform(Vectorizer *v, Value *value) {
  Value *scalar = scalar_for(v, value);
  Builder b;
  builder_init(&b, v->pass->module);
  if (scalar->is_arg) builder_at_start(&b, value_arg_block(scalar));
  else builder_after(&b, value_def(scalar));
  b.loc = value_loc(value);
  OpState *state = builder_begin(&b, OP_VECTOR_BROADCAST);
  op_state_add_operand(state, scalar);
  op_state_add_type(state, vector_type(v, value->type));
  Operation *made = builder_finish(&b);
  map_set(&v->vectors, value, op_result(made, 0));
  return op_result(made, 0);
}

static Value *vectorize_operand(Vectorizer *v, Value *value) {
  Value *vector = map_get(&v->vectors, value);
  if (vector) return vector;
  if (type_is_vector(value->type)) return NULL;
  Operation *def = value_def(value);
  if (op_is(def, OP_ARITH_CONSTANT)) {
    Operation *made = vectorize_constant(v, def);
    return made ? op_result(made, 0) : NULL;
  }
  return is_uniform(v, value) ? vectorize_uniform(v, value) : NULL;
}

// ---------------------------------------------------------------------------------------------
// Operations; NULL: there is no vector form

// The subscripts as values. False: they come from affine.apply operations, which a load must not.
static bool subscripts(Vectorizer *v, const Operation *op, bool refuse_apply, ValueVec *out) {
  ValueMap map = access_map(op, v->arena);
  for (uint32_t i = 0; i < map.operands.count; i++) map.operands.data[i] = scalar_for(v, map.operands.data[i]);
  if (affine_map_is_identity(map.map) && !map.map->symbol_count) {
    *out = map.operands;
    return true;
  }
  for (uint32_t i = 0; i < map.operands.count && refuse_apply; i++)
    if (op_is(value_def(map.operands.data[i]), OP_AFFINE_APPLY)) return false;
  v->b.loc = op->loc;
  for (uint32_t i = 0; i < map.map->result_count; i++) {
    ValueMap one = {affine_map(v->pass->ctx, map.map->dim_count, map.map->symbol_count, &map.map->results[i], 1), map.operands};
    vec_push(v->arena, out, build_affine(&v->b, OP_AFFINE_APPLY, &one));
  }
  return true;
}

// The subscript that varies with the vectorized loop; 0 when none does. False: several do.
static bool permutation(Vectorizer *v, const ValueVec *indices, const AffineMap **out) {
  Context *ctx = v->pass->ctx;
  E result = affine_const(ctx, 0);
  bool found = false;
  for (uint32_t i = 0; i < indices->count; i++) {
    if (!depends_on(v, indices->data[i], loop_var(v->made))) continue;
    if (found) return false;
    found = true;
    result = affine_dim(ctx, i);
  }
  *out = affine_map(ctx, indices->count, 0, &result, 1);
  return true;
}

static A no_bounds(Vectorizer *v) {
  A no = attr_bool(v->pass->ctx, false);
  return attr_array(v->pass->ctx, &no, 1);
}

static Operation *vectorize_load(Vectorizer *v, const Operation *op) {
  ValueVec indices = {0};
  const AffineMap *map;
  T element = op_result_type(op, 0);
  if (!subscripts(v, op, true, &indices) || !permutation(v, &indices, &map)) return NULL;
  v->b.loc = op->loc;
  OpState *state = builder_begin(&v->b, OP_UB_POISON);
  op_state_set_prop(state, UB_POISON_VALUE, attr_from_params(v->pass->ctx, &ub_poison_attr, NULL));
  op_state_add_type(state, element);
  Value *padding = builder_finish_value(&v->b);
  state = builder_begin(&v->b, OP_VECTOR_TRANSFER_READ);
  op_state_add_operand(state, access_memref(op));
  op_state_add_operands(state, indices.data, indices.count);
  op_state_add_operand(state, padding);
  op_state_operand_segments(state, (const int32_t[]){1, (int32_t)indices.count, 1, 0}, 4);
  op_state_set_prop(state, VECTOR_TRANSFER_READ_PERMUTATION_MAP, attr_affine_map(v->pass->ctx, map));
  op_state_set_prop(state, VECTOR_TRANSFER_READ_IN_BOUNDS, no_bounds(v));
  op_state_add_type(state, vector_type(v, element));
  return note_vector(v, op, builder_finish(&v->b));
}

static Operation *vectorize_store(Vectorizer *v, const Operation *op) {
  ValueVec indices = {0};
  const AffineMap *map;
  Value *vector = vectorize_operand(v, op_operand(op, 0));
  if (!vector || !subscripts(v, op, false, &indices) || !permutation(v, &indices, &map)) return NULL;
  v->b.loc = op->loc;
  OpState *state = builder_begin(&v->b, OP_VECTOR_TRANSFER_WRITE);
  op_state_add_operand2(state, vector, access_memref(op));
  op_state_add_operands(state, indices.data, indices.count);
  op_state_operand_segments(state, (const int32_t[]){1, 1, (int32_t)indices.count, 0}, 4);
  op_state_set_prop(state, VECTOR_TRANSFER_WRITE_PERMUTATION_MAP, attr_affine_map(v->pass->ctx, map));
  op_state_set_prop(state, VECTOR_TRANSFER_WRITE_IN_BOUNDS, no_bounds(v));
  return note_vector(v, op, builder_finish_typed(&v->b));
}

static void replace_operands(Vectorizer *v, ValueMap *map) {
  for (uint32_t i = 0; i < map->operands.count; i++) map->operands.data[i] = scalar_for(v, map->operands.data[i]);
}

static Operation *vectorize_for(Vectorizer *v, Operation *op) {
  ValueVec inits = {0};
  Span span = loop_inits(op);
  for (uint32_t i = span.begin; i < span.end; i++) {
    Value *init = vectorize_operand(v, op_operand(op, i));
    if (!init) return NULL;
    vec_push(v->arena, &inits, init);
  }
  ValueMap lower = loop_bound(op, LOWER_BOUND, v->arena), upper = loop_bound(op, UPPER_BOUND, v->arena);
  replace_operands(v, &lower);
  replace_operands(v, &upper);
  v->b.loc = op->loc;
  Operation *made = build_loop(&v->b, &lower, &upper, loop_step(op) * (op == v->root ? v->size : 1), inits.data, inits.count);
  if (!inits.count) op_erase(loop_body(made)->last);   // its end is copied like the rest
  if (op == v->root) v->made = made;
  note_vector(v, op, made);
  map_set(&v->scalars, loop_var(op), loop_var(made));
  for (uint32_t i = 1; i < loop_body(op)->arg_count; i++) map_set(&v->vectors, loop_body(op)->args[i], loop_body(made)->args[i]);
  builder_at_end(&v->b, loop_body(made));
  return made;
}

static Operation *widen(Vectorizer *v, const Operation *op) {
  ValueVec operands = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) {
    Value *vector = vectorize_operand(v, op_operand(op, i));
    if (!vector) return NULL;
    vec_push(v->arena, &operands, vector);
  }
  v->b.loc = op->loc;
  OpState *state = builder_begin_def(&v->b, op->def);
  op_state_add_operands(state, operands.data, operands.count);
  for (uint32_t i = 0; i < op->result_count; i++) op_state_add_type(state, vector_type(v, op_result_type(op, i)));
  for (uint32_t i = 0; i < state->props.count; i++) state->props.data[i] = op->props[i];
  for (uint32_t i = 0; i < op->attr_count; i++) vec_push(state->arena, &state->attrs, op->attrs[i]);
  return note_vector(v, op, builder_finish_typed(&v->b));
}

static Operation *vectorize_yield(Vectorizer *v, const Operation *op) {
  Operation *made = widen(v, op), *loop = v->b.block->region->op;
  if (made) builder_after(&v->b, loop);
  return made;
}

static Operation *copy_apply(Vectorizer *v, const Operation *op) {
  ValueMap map = value_map_of(op, "map", 0, v->arena);
  for (uint32_t i = 0; i < map.operands.count; i++)
    if (map_get(&v->vectors, map.operands.data[i])) return NULL;
  replace_operands(v, &map);
  v->b.loc = op->loc;
  Value *made = build_affine(&v->b, OP_AFFINE_APPLY, &map);
  map_set(&v->scalars, op_result(op, 0), made);
  return value_def(made);
}

static Operation *vectorize_op(Vectorizer *v, Operation *op) {
  if (op_is(op, OP_AFFINE_LOAD)) return vectorize_load(v, op);
  if (op_is(op, OP_AFFINE_STORE)) return vectorize_store(v, op);
  if (op_is(op, OP_AFFINE_FOR)) return vectorize_for(v, op);
  if (op_is(op, OP_AFFINE_YIELD)) return vectorize_yield(v, op);
  if (op_is(op, OP_ARITH_CONSTANT)) return vectorize_constant(v, op);
  if (op_is(op, OP_AFFINE_APPLY)) return copy_apply(v, op);
  return op->region_count ? NULL : widen(v, op);
}

// A failed attempt leaves broadcasts outside of the loop behind, as it does in mlir-opt.
static bool vectorize(Vectorizer *v, Operation *root) {
  OpVec inside = {0};
  v->root = root;
  v->made = NULL;
  map_init(&v->vectors, v->arena);
  map_init(&v->scalars, v->arena);
  builder_after(&v->b, root);
  ops_inside_pre(root, 0, v->arena, &inside);
  for (uint32_t i = 0; i < inside.count; i++) {
    if (!v->pass->ctx->mem.exhausted && vectorize_op(v, inside.data[i])) continue;
    if (v->made) op_erase(v->made);
    return false;
  }
  op_erase(root);
  v->pass->changed = true;
  return true;
}

// ---------------------------------------------------------------------------------------------

// Of loops that enclose each other only one is vectorized.
typedef struct Bucket {
  const Operation *root;
  OpVec loops;
} Bucket;

static bool run(PassRun *pass, Operation *func) {
  StrVec sizes = {0}, fastest = {0};
  OpVec loops = {0}, parallel = {0};
  VEC(Bucket) buckets = {0};
  Vectorizer v = {.pass = pass, .arena = pass->arena};
  int64_t varying = -1;
  pass_list(pass, &option_virtual_vector_size, &sizes);
  pass_list(pass, &option_test_fastest_varying, &fastest);
  if (fastest.count && fastest.count != sizes.count) {
    diag_at(pass->module, SEVERITY_REMARK, func->loc, "Fastest varying pattern specified with different size than the vector size.");
    return false;
  }
  bool reductions = pass_bool(pass, &option_vectorize_reductions);
  if (reductions && sizes.count != 1) {
    op_error_plain(pass->module, func, "Vectorizing reductions is supported only for 1-D vectors.");
    return false;
  }
  for (uint32_t i = 0; i < sizes.count; i++)
    if (!option_parse_int(sizes.data[i], &v.size) || v.size <= 0) {
      op_error_plain(pass->module, func, "Vectorization factor must be greater than zero.");
      return false;
    }
  if (fastest.count) option_parse_int(fastest.data[0], &varying);
  if (!sizes.count) return true;
  if (reductions || sizes.count > 1) {
    diag_at(pass->module, SEVERITY_ERROR, func->loc, "affine-super-vectorize: %s not supported yet",
            reductions ? "option 'vectorize-reductions' is" : "vectors of more than one dimension are");
    return false;
  }
  builder_init(&v.b, pass->module);
  ops_inside_post(func, OP_AFFINE_FOR, pass->arena, &loops);
  for (uint32_t i = 0; i < loops.count; i++)
    if (loop_is_parallel(pass, loops.data[i], NULL)) vec_push(pass->arena, &parallel, loops.data[i]);
  for (uint32_t i = 0; i < parallel.count; i++) {
    Operation *loop = parallel.data[i];
    if (!is_vectorizable(&v, loop, varying)) continue;
    uint32_t k = 0;
    while (k < buckets.count && !op_is_inside(loop, buckets.data[k].root) && !op_is_inside(buckets.data[k].root, loop)) k++;
    if (k == buckets.count) vec_push(pass->arena, &buckets, (Bucket){.root = loop});
    if (op_is_inside(buckets.data[k].root, loop)) buckets.data[k].root = loop;
    vec_push(pass->arena, &buckets.data[k].loops, loop);
  }
  for (uint32_t k = 0; k < buckets.count && !pass->ctx->mem.exhausted; k++)
    for (uint32_t i = 0; i < buckets.data[k].loops.count; i++)
      if (vectorize(&v, buckets.data[k].loops.data[i])) break;
  return !pass->ctx->mem.exhausted;
}

const PassDef affine_super_vectorize_pass = {
  .name = "affine-super-vectorize", .class_name = "AffineVectorize", .anchor = OP_FUNC_FUNC,
  .summary = "iterations of parallel affine loops as vectors",
  .works_on = "affine", .makes = "affine arith ub vector",
  .run = run,
  PASS_OPTIONS(&option_virtual_vector_size, &option_test_fastest_varying, &option_vectorize_reductions),
};
