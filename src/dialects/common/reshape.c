#include "dialects/common/reshape.h"

#include "dialects/common/build.h"
#include "dialects/common/op_fold_result.h"
#include "ir/constants.h"
#include "ops/arith.h"

static const ShapedType *shape_of(T type) { return (const ShapedType *)type; }
static const ReshapeOps *ops_of(const Greedy *g) { return g->pattern->data; }

static bool has_plain_layout(T type) {
  return type_kind(type) != TYPE_MEMREF || memref_has_identity_layout(shape_of(type));
}

// Groups are given by their sizes: each begins where the one before it ends.
static U32Vec groups_of(Greedy *g, const Operation *op) {
  const ArrayAttr *groups = (const ArrayAttr *)op_prop(op, "reassociation");
  U32Vec sizes = {0};
  for (uint64_t i = 0; i < groups->count; i++) vec_push(g->arena, &sizes, (uint32_t)((const ArrayAttr *)groups->items[i])->count);
  return sizes;
}

static A groups_attr(Greedy *g, const U32Vec *sizes) {
  AttrVec groups = {0};
  int64_t next = 0;
  for (uint32_t i = 0; i < sizes->count; i++) {
    AttrVec dims = {0};
    for (uint32_t k = 0; k < sizes->data[i]; k++) vec_push(g->arena, &dims, attr_i64(g->ctx, g->ctx->types.i64, next++));
    vec_push(g->arena, &groups, attr_array(g->ctx, dims.data, dims.count));
  }
  return attr_array(g->ctx, groups.data, groups.count);
}

static OpFoldResultList output_shape(Greedy *g, const Operation *expand) { return ofr_list(expand, "static_output_shape", "output_shape", g->arena); }

// `shape`: of an expand_shape; NULL: a collapse_shape.
static bool replace_reshape(Greedy *g, Operation *op, Value *source, const U32Vec *groups, const OpFoldResultList *shape) {
  OpState *state = builder_begin(&g->b, shape ? ops_of(g)->expand : ops_of(g)->collapse);
  op_state_add_operand(state, source);
  if (shape) ofr_push(state, "static_output_shape", *shape, g->arena);
  op_state_set_attr(state, STR("reassociation"), groups_attr(g, groups));
  op_state_add_type(state, op_result_type(op, 0));
  return greedy_replace_op(g, op, builder_finish(&g->b));
}

// The reshape of the given kind in front, when all three types are plain.
static Operation *reshape_before(Greedy *g, const Operation *op, uint32_t opcode) {
  Operation *before = value_def(op_operand(op, 0));
  (void)g;
  bool plain = op_is(before, opcode) && has_plain_layout(op_operand_type(before, 0)) && has_plain_layout(op_operand_type(op, 0)) &&
               has_plain_layout(op_result_type(op, 0));
  return plain ? before : NULL;
}

bool compose_reshapes(Greedy *g, Operation *op) {
  Operation *before = reshape_before(g, op, op_code(op));
  if (!before) return false;
  U32Vec fine = groups_of(g, before), coarse = groups_of(g, op), groups = {0};
  bool expands = op_is(op, ops_of(g)->expand);
  if (fine.count == coarse.count) return greedy_no_match(g, op, "the groups cannot be composed");
  if (fine.count < coarse.count) {
    U32Vec swap = fine;
    fine = coarse;
    coarse = swap;
  }
  uint32_t next = 0;
  for (uint32_t i = 0; i < coarse.count; i++) {
    uint32_t size = 0;
    for (uint32_t k = 0; k < coarse.data[i]; k++) {
      if (next == fine.count) return greedy_no_match(g, op, "the groups cannot be composed");
      size += fine.data[next++];
    }
    vec_push(g->arena, &groups, size);
  }
  if (coarse.count && next != fine.count) return greedy_no_match(g, op, "the groups cannot be composed");
  OpFoldResultList shape = expands ? output_shape(g, op) : (OpFoldResultList){0};
  return replace_reshape(g, op, op_operand(before, 0), &groups, expands ? &shape : NULL);
}

// ---------------------------------------------------------------------------------------------

// The size of each group of dimensions of the expanded shape.
static OpFoldResultList collapsed_shape(Greedy *g, OpFoldResultList shape, const U32Vec *groups) {
  OpFoldResultList out = {arena_new(g->arena, OpFoldResult, groups->count + 1), groups->count};
  uint32_t next = 0;
  for (uint32_t i = 0; i < groups->count; i++) {
    uint64_t constant = 1;
    Value *product = NULL;
    for (uint32_t k = 0; k < groups->data[i]; k++) {
      OpFoldResult size = ofr_fold(shape.items[next++]);
      if (!size.value) constant *= (uint64_t)size.constant;
      else product = product ? build_binary(&g->b, OP_ARITH_MULI, product, size.value) : size.value;
    }
    if (product && constant != 1) product = build_binary(&g->b, OP_ARITH_MULI, product, build_index(&g->b, (int64_t)constant));
    out.items[i] = product ? (OpFoldResult){.value = product} : OFR_NUMBER((int64_t)constant);
  }
  return out;
}

bool compose_collapse_of_expand(Greedy *g, Operation *op) {
  Operation *before = reshape_before(g, op, ops_of(g)->expand);
  if (!before || !has_plain_layout(op_result_type(before, 0))) return false;
  Value *source = op_operand(before, 0);
  T type = op_result_type(op, 0);
  if (source->type == type) return false;
  uint64_t from = shape_of(source->type)->rank, to = shape_of(type)->rank;
  U32Vec expand = groups_of(g, before), collapse = groups_of(g, op), groups = {0};
  const U32Vec *fine = from > to ? &expand : &collapse, *coarse = from > to ? &collapse : &expand;
  uint32_t next = 0, fine_end = 0, coarse_end = 0;
  for (uint32_t i = 0; i < coarse->count; i++) {
    uint32_t size = 0;
    coarse_end += coarse->data[i];
    while (next < fine->count) {
      fine_end += fine->data[next];
      if (fine_end > coarse_end) return greedy_no_match(g, op, "the groups overlap");
      next++;
      size++;
      if (fine_end == coarse_end) break;
    }
    vec_push(g->arena, &groups, size);
  }
  if (from == to) return greedy_replace1(g, op, build1(&g->b, ops_of(g)->cast, type, source));
  if (from > to) return replace_reshape(g, op, source, &groups, NULL);
  OpFoldResultList shape = collapsed_shape(g, output_shape(g, before), &collapse);
  return replace_reshape(g, op, source, &groups, &shape);
}

// ---------------------------------------------------------------------------------------------
// How a shape collapses into another: dimensions [begin, end) for each of the result

typedef struct DimRange {
  uint32_t begin, end;
} DimRange;

// The first run of known sizes from `at` on that multiplies to `size`.
static bool find_run(const int64_t *from, uint32_t rank, uint32_t at, int64_t size, bool last, DimRange *out) {
  int64_t product = 1;
  for (uint32_t begin = at, end = at; end < rank; end++) {
    if (from[end] == DYNAMIC) {
      product = 1;
      begin = end + 1;
      continue;
    }
    if (__builtin_mul_overflow(product, from[end], &product)) return false;
    while (product > size && begin <= end) product /= from[begin++];
    if (product != size) continue;
    *out = (DimRange){begin, end + 1};
    while (last && out->end < rank && from[out->end] == 1) out->end++;
    return begin <= end;
  }
  return false;
}

static bool find_dynamic(const int64_t *from, uint32_t rank, uint32_t at, bool last, DimRange *out) {
  uint32_t end = at;
  while (end < rank && from[end] != DYNAMIC) end++;
  *out = (DimRange){at, last ? rank : end + 1};
  return end < rank;
}

static bool find_ranges(const int64_t *from, uint32_t from_rank, const int64_t *to, uint32_t to_rank, DimRange *out) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < to_rank; i++) {
    bool last = i + 1 == to_rank;
    if (at >= from_rank) return false;
    bool found = to[i] == DYNAMIC ? find_dynamic(from, from_rank, at, last, &out[i]) : find_run(from, from_rank, at, to[i], last, &out[i]);
    if (!found) return false;
    // Skipped dimensions belong to an unknown size before them.
    if (out[i].begin > at) {
      if (!i || to[i - 1] != DYNAMIC) return false;
      out[i - 1].end = out[i].begin;
    }
    at = out[i].end;
  }
  return at == from_rank;
}

static void reverse(const int64_t *from, uint32_t count, int64_t *to) {
  for (uint32_t i = 0; i < count; i++) to[i] = from[count - 1 - i];
}

// Searched from both ends: only dimensions of size 1 may fall to different sides.
bool find_collapse(Arena *arena, const int64_t *from, uint32_t from_rank, const int64_t *to, uint32_t to_rank, U32Vec *out) {
  if (from_rank <= to_rank) return false;
  if (!to_rank) {
    for (uint32_t i = 0; i < from_rank; i++)
      if (from[i] != 1 && from[i] != DYNAMIC) return false;
    return true;
  }
  DimRange *ranges = arena_new(arena, DimRange, to_rank), *others = arena_new(arena, DimRange, to_rank);
  int64_t *back_from = arena_new(arena, int64_t, from_rank), *back_to = arena_new(arena, int64_t, to_rank);
  if (!ranges || !others || !back_from || !back_to) return false;
  reverse(from, from_rank, back_from);
  reverse(to, to_rank, back_to);
  if (!find_ranges(from, from_rank, to, to_rank, ranges) || !find_ranges(back_from, from_rank, back_to, to_rank, others)) return false;
  for (uint32_t i = 0; i < to_rank; i++) {
    DimRange other = {from_rank - others[to_rank - 1 - i].end, from_rank - others[to_rank - 1 - i].begin};
    for (uint32_t k = 0; k < from_rank; k++) {
      bool in = k >= ranges[i].begin && k < ranges[i].end, in_other = k >= other.begin && k < other.end;
      if (in != in_other && from[k] != 1) return false;
    }
    vec_push(arena, out, ranges[i].end - ranges[i].begin);
  }
  return true;
}

static uint32_t count_dynamic(const int64_t *dims, uint32_t count) {
  uint32_t dynamic = 0;
  for (uint32_t i = 0; i < count; i++) dynamic += dims[i] == DYNAMIC;
  return dynamic;
}

// Map the shape with more dimensions to the other one, group by group.
static bool collapse_groups(Greedy *g, const ShapedType *from, const U32Vec *from_groups, const ShapedType *to, const U32Vec *to_groups,
                            U32Vec *out) {
  if (!from_groups->count) return find_collapse(g->arena, from->dims, (uint32_t)from->rank, to->dims, (uint32_t)to->rank, out);
  const int64_t *from_dims = from->dims, *to_dims = to->dims;
  for (uint32_t i = 0; i < from_groups->count && i < to_groups->count; i++) {
    uint32_t from_count = from_groups->data[i], to_count = to_groups->data[i];
    if (count_dynamic(to_dims, to_count) >= 2) return false;   // the groups are ambiguous
    if (from_count == to_count) {
      if (memcmp(from_dims, to_dims, from_count * sizeof *from_dims)) return false;
      for (uint32_t k = 0; k < from_count; k++) vec_push(g->arena, out, 1);
    } else if (!find_collapse(g->arena, from_dims, from_count, to_dims, to_count, out)) {
      return false;
    }
    from_dims += from_count;
    to_dims += to_count;
  }
  return true;
}

bool compose_expand_of_collapse(Greedy *g, Operation *op) {
  Operation *before = reshape_before(g, op, ops_of(g)->collapse);
  if (!before || !has_plain_layout(op_result_type(before, 0))) return false;
  Value *source = op_operand(before, 0);
  const ShapedType *from = shape_of(source->type), *to = shape_of(op_result_type(op, 0));
  U32Vec collapse = groups_of(g, before), expand = groups_of(g, op), groups = {0};
  if (from->rank == to->rank) return false;
  if (from->rank > to->rank)
    return collapse_groups(g, from, &collapse, to, &expand, &groups) && replace_reshape(g, op, source, &groups, NULL);
  if (!collapse_groups(g, to, &expand, from, &collapse, &groups)) return false;
  OpFoldResultList shape = output_shape(g, op);
  return replace_reshape(g, op, source, &groups, &shape);
}
