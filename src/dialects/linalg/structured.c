// Maps and loops of linalg's operations, and what they do to memory.
#include "dialects/linalg/hooks.h"
#include "dialects/linalg/named_ops.h"
#include "ops/linalg.h"

#include "asm/params.h"
#include "ir/type.h"

T element_or_self(T type) { return type_is_memref(type) || type_kind(type) == TYPE_TENSOR ? type_element(type) : type; }

static uint32_t rank_of(T type) {
  const ShapedType *shaped = type_has_rank(type) ? type_as_shaped(type) : NULL;
  return shaped && type_kind(type) != TYPE_VECTOR ? (uint32_t)shaped->rank : 0;
}

static const AffineMap *map_of(A attr) { return ((const MapAttr *)attr)->map; }

static uint64_t count_of(A dims) { return ((const DenseArrayAttr *)dims)->count; }

static bool is_scalar(T type) { return !type_is_memref(type) && type_kind(type) != TYPE_TENSOR; }

// ---------------------------------------------------------------------------------------------
// Maps of the table

typedef struct MapText {
  Context *ctx;
  const char *at;
  A strides, dilations;
} MapText;

// The entry of dense elements of 64 bits; 1: there are none.
static int64_t entry(Context *ctx, A dense, uint32_t i) { return dense ? attr_to_i64(dense_element_attr(ctx, dense, i)) : 1; }

// a, a*s0
static E read_term(MapText *m) {
  E expr = affine_dim(m->ctx, (uint32_t)(*m->at++ - 'a'));
  if (*m->at != '*') return expr;
  A from = m->at[1] == 's' ? m->strides : m->dilations;
  int64_t factor = entry(m->ctx, from, (uint32_t)(m->at[2] - '0'));
  m->at += 3;
  return affine_mul(m->ctx, expr, affine_const(m->ctx, factor));
}

static const AffineMap *read_map(MapText *m, uint32_t loops) {
  E results[16];
  uint32_t count = 0;
  while (*m->at && *m->at != '|' && count < countof(results)) {
    E sum = read_term(m);
    while (*m->at == '+') {
      m->at++;
      sum = affine_add(m->ctx, sum, read_term(m));
    }
    results[count++] = sum;
    if (*m->at == ',') m->at++;
  }
  if (*m->at == '|') m->at++;
  return affine_map(m->ctx, loops, 0, results, count);
}

bool named_keeps_maps(const OpDef *def) {
  const NamedOp *named = named_op(def->opcode);
  return named && named->maps && named->opcode != OP_LINALG_MATMUL && named->opcode != OP_LINALG_BATCH_MATMUL && named->opcode != OP_LINALG_BATCH_REDUCE_MATMUL;
}

static A strides_of(const Operation *op, const char *name) {
  int slot = op_prop_slot(op->def, str_from(name));
  return slot < 0 ? NULL : op_prop_at(op, (uint32_t)slot);
}

bool maps_of_named(Context *ctx, const Operation *op, Arena *arena, AffineMapVec *out) {
  const NamedOp *named = named_op(op->def->opcode);
  Span inits = structured_inits(op);
  if (!named || inits.begin == inits.end) return false;
  if (named->maps) {
    MapText text = {ctx, named->maps, strides_of(op, "strides"), strides_of(op, "dilations")};
    for (uint32_t i = 0; i < op->operand_count; i++) vec_push(arena, out, read_map(&text, (uint32_t)strlen(named->iterators)));
    return true;
  }
  uint32_t rank = rank_of(op_operand_type(op, inits.begin));
  for (uint32_t i = 0; i < op->operand_count; i++)
    vec_push(arena, out, is_scalar(op_operand_type(op, i)) ? affine_map(ctx, rank, 0, NULL, 0) : affine_map_identity(ctx, rank));
  return true;
}

void iterators_of_named(const Operation *op, Arena *arena, IteratorVec *out) {
  const NamedOp *named = named_op(op->def->opcode);
  if (!named || !named->iterators) all_parallel(op, arena, out);
  else for (const char *at = named->iterators; *at; at++) vec_push(arena, out, *at == 'p' ? ITERATOR_PARALLEL : ITERATOR_REDUCTION);
}

void all_parallel(const Operation *op, Arena *arena, IteratorVec *out) {
  Span inits = structured_inits(op);
  uint32_t rank = inits.begin < inits.end ? rank_of(op_operand_type(op, inits.begin)) : 0;
  for (uint32_t i = 0; i < rank; i++) vec_push(arena, out, ITERATOR_PARALLEL);
}

// ---------------------------------------------------------------------------------------------
// Maps of attributes

A default_maps(Context *ctx, const OpDef *def, uint32_t operands, T init) {
  const NamedOp *named = named_op(def->opcode);
  A maps[8];
  if (operands > countof(maps)) return NULL;
  if (def->opcode == OP_LINALG_ELEMENTWISE) {
    for (uint32_t i = 0; i < operands; i++) maps[i] = attr_affine_map(ctx, affine_map_identity(ctx, rank_of(init)));
    return attr_array(ctx, maps, operands);
  }
  if (!named || !named->maps) return NULL;
  MapText text = {ctx, named->maps, NULL, NULL};
  for (uint32_t i = 0; i <= named->inputs; i++) maps[i] = attr_affine_map(ctx, read_map(&text, (uint32_t)strlen(named->iterators)));
  return attr_array(ctx, maps, named->inputs + 1u);
}

bool maps_of_attr(Context *ctx, const Operation *op, Arena *arena, AffineMapVec *out) {
  A maps = op_prop(op, "indexing_maps");
  Span inits = structured_inits(op);
  if (!maps && inits.begin < inits.end) maps = default_maps(ctx, op->def, op->operand_count, op_operand_type(op, inits.begin));
  if (!maps || attr_kind(maps) != ATTR_ARRAY) return false;
  const ArrayAttr *array = (const ArrayAttr *)maps;
  for (uint64_t i = 0; i < array->count; i++) {
    if (attr_kind(array->items[i]) != ATTR_AFFINE_MAP) return false;
    vec_push(arena, out, map_of(array->items[i]));
  }
  return true;
}

void iterators_of_generic(const Operation *op, Arena *arena, IteratorVec *out) {
  A types = op_prop_at(op, LINALG_GENERIC_ITERATOR_TYPES);
  if (!types || attr_kind(types) != ATTR_ARRAY) return;
  const ArrayAttr *array = (const ArrayAttr *)types;
  for (uint64_t i = 0; i < array->count; i++) vec_push(arena, out, (uint8_t)attr_param(array->items[i], 0));
}

// A loop is parallel when the result depends on it.
void iterators_of_product(const Operation *op, Arena *arena, IteratorVec *out) {
  A maps = op_prop(op, "indexing_maps");
  const NamedOp *named = named_op(op->def->opcode);
  bool are_given = maps && attr_kind(maps) == ATTR_ARRAY && ((const ArrayAttr *)maps)->count;
  if (named && named->iterators) {
    iterators_of_named(op, arena, out);
    return;
  }
  if (!are_given) return;
  const ArrayAttr *array = (const ArrayAttr *)maps;
  const AffineMap *last = map_of(array->items[array->count - 1]);
  for (uint32_t i = 0; i < last->dim_count; i++) {
    bool is_used = false;
    for (uint32_t k = 0; k < last->result_count; k++) is_used |= affine_uses_dim(last->results[k], i);
    vec_push(arena, out, is_used ? ITERATOR_PARALLEL : ITERATOR_REDUCTION);
  }
}

// ---------------------------------------------------------------------------------------------
// Maps of attributes that name dimensions

bool maps_of_map(Context *ctx, const Operation *op, Arena *arena, AffineMapVec *out) {
  uint32_t rank = rank_of(op_operand_type(op, op->operand_count - 1));
  for (uint32_t i = 0; i < op->operand_count; i++) vec_push(arena, out, affine_map_identity(ctx, rank));
  return true;
}

static bool names(A dims, uint32_t dim) {
  for (uint64_t i = 0; i < count_of(dims); i++)
    if (dense_array_i64(dims, i) == dim) return true;
  return false;
}

// The identity of `rank` loops without those dimensions.
static const AffineMap *identity_without(Context *ctx, uint32_t rank, A dims) {
  E results[64];
  uint32_t count = 0;
  for (uint32_t i = 0; i < rank && i < countof(results); i++)
    if (!names(dims, i)) results[count++] = affine_dim(ctx, i);
  return affine_map(ctx, rank, 0, results, count);
}

bool maps_of_reduce(Context *ctx, const Operation *op, Arena *arena, AffineMapVec *out) {
  Span inputs = structured_inputs(op);
  uint32_t rank = op->operand_count ? rank_of(op_operand_type(op, 0)) : 0;
  for (uint32_t i = 0; i < op->operand_count; i++)
    vec_push(arena, out, i < inputs.end ? affine_map_identity(ctx, rank) : identity_without(ctx, rank, op_prop_at(op, LINALG_REDUCE_DIMENSIONS)));
  return true;
}

void iterators_of_reduce(const Operation *op, Arena *arena, IteratorVec *out) {
  uint32_t rank = op->operand_count ? rank_of(op_operand_type(op, 0)) : 0;
  for (uint32_t i = 0; i < rank; i++) vec_push(arena, out, names(op_prop_at(op, LINALG_REDUCE_DIMENSIONS), i) ? ITERATOR_REDUCTION : ITERATOR_PARALLEL);
}

bool maps_of_transpose(Context *ctx, const Operation *op, Arena *arena, AffineMapVec *out) {
  A permutation = op_prop_at(op, LINALG_TRANSPOSE_PERMUTATION);
  uint32_t rank = rank_of(op_operand_type(op, 1));
  E results[64];
  if (rank > countof(results) || count_of(permutation) != rank) return false;
  for (uint32_t i = 0; i < rank; i++) {   // the input's dimension permutation[i] is the result's i
    int64_t to = dense_array_i64(permutation, i);
    if (to < 0 || to >= rank) return false;
    results[to] = affine_dim(ctx, i);
  }
  vec_push(arena, out, affine_map(ctx, rank, 0, results, rank));
  vec_push(arena, out, affine_map_identity(ctx, rank));
  return true;
}

bool maps_of_broadcast(Context *ctx, const Operation *op, Arena *arena, AffineMapVec *out) {
  uint32_t rank = rank_of(op_operand_type(op, 1));
  vec_push(arena, out, identity_without(ctx, rank, op_prop_at(op, LINALG_BROADCAST_DIMENSIONS)));
  vec_push(arena, out, affine_map_identity(ctx, rank));
  return true;
}

// ---------------------------------------------------------------------------------------------
// Memory

uint32_t effects_of_linalg(const Operation *op) {
  uint32_t effects = 0;
  Span inits = structured_inits(op);
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (!type_is_memref(op_operand_type(op, i))) continue;
    effects |= EFFECT_READ;
    if (i >= inits.begin && i < inits.end) effects |= EFFECT_WRITE;
  }
  return effects;
}

Speculatability speculate_linalg(const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!type_is_tensor(op_operand_type(op, i)) && !is_scalar(op_operand_type(op, i))) return NOT_SPECULATABLE;
  return RECURSIVELY_SPECULATABLE;
}
