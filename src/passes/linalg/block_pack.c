// linalg-block-pack-matmul: matrix products over blocks that are packed one behind the other
// (after mlir/lib/Dialect/Linalg/Transforms/{BlockPackMatmul,Transforms}.cpp).
#include "ops/arith.h"
#include "ops/complex.h"
#include "ops/linalg.h"

#include "dialects/affine/apply.h"
#include "dialects/common/build.h"
#include "ir/constants.h"
#include "ir/ir_diag.h"
#include "ir/type.h"
#include "passes/linalg/linalg.h"

static const PassOption option_block_factors = {"block-factors", OPTION_INT_LIST, NULL, NULL, "Block factors (mb, nb, kb) for relayout"};
static const PassOption option_allow_padding = {"allow-padding", OPTION_BOOL, "true", NULL, "Allow packing padding"};
static const PassOption option_mnk_padded_multiples = {"mnk-padded-multiples", OPTION_INT_LIST, NULL, NULL, "Next multiples of the packing sizes"};
static const PassOption option_mnk_order = {"mnk-order", OPTION_INT_LIST, NULL, NULL, "Permutation of matmul (M, N, K) dimensions order"};
static const PassOption option_lhs_outer = {"lhs-transpose-outer-blocks", OPTION_BOOL, "false", NULL, "Transpose LHS outer block layout [MB][KB] -> [KB][MB]"};
static const PassOption option_lhs_inner = {"lhs-transpose-inner-blocks", OPTION_BOOL, "false", NULL, "Transpose LHS inner block layout [mb][kb] -> [kb][mb]"};
static const PassOption option_rhs_outer = {"rhs-transpose-outer-blocks", OPTION_BOOL, "true", NULL, "Transpose RHS outer block layout [KB][NB] -> [NB][KB]"};
static const PassOption option_rhs_inner = {"rhs-transpose-inner-blocks", OPTION_BOOL, "true", NULL, "Transpose RHS inner block layout [kb][nb] -> [nb][kb]"};

enum { M, N, K };

typedef struct Options {
  int64_t factors[3], multiples[3], order[3];
  bool has_factors, has_multiples, pads;
  bool transposes[2][2];   // lhs, rhs: outer, inner
} Options;

// ---------------------------------------------------------------------------------------------
// What is a matrix product

static bool reads_dim(const AffineMap *map, uint32_t loop) {
  for (uint32_t i = 0; i < map->result_count; i++)
    if (affine_uses_dim(map->results[i], loop)) return true;
  return false;
}

// The last loops of each kind: rows, columns, and what is summed over; and how many are batches. False: it is no product.
static bool find_loops(const Structured *s, uint32_t *mnk, uint32_t *batches) {
  bool has[3] = {false, false, false};
  *batches = 0;
  for (uint32_t i = 0; i < 3; i++)
    if (!affine_map_is_projected_permutation(s->maps.data[i], false)) return false;
  for (uint32_t loop = 0; loop < s->iterators.count; loop++) {
    bool lhs = reads_dim(s->maps.data[0], loop), rhs = reads_dim(s->maps.data[1], loop), out = reads_dim(s->maps.data[2], loop);
    bool is_parallel = s->iterators.data[loop] == ITERATOR_PARALLEL;
    int kind = is_parallel && lhs && out && !rhs ? M : is_parallel && rhs && out && !lhs ? N : !is_parallel && lhs && rhs && !out ? K : -1;
    *batches += is_parallel && lhs && rhs && out;
    if (kind < 0) continue;
    mnk[kind] = loop;
    has[kind] = true;
  }
  return has[M] && has[N] && has[K];
}

// The argument that the value is, perhaps converted.
static const Value *through_casts(const Value *value) {
  const Operation *def = value_def(value);
  while (def && def->operand_count == 1 && def->result_count == 1 && !def->region_count) {
    value = op_operand(def, 0);
    def = value_def(value);
  }
  return value;
}

static bool is_product_body(const Structured *s) {
  static const uint16_t pairs[][2] = {{OP_ARITH_ADDF, OP_ARITH_MULF}, {OP_ARITH_ADDI, OP_ARITH_MULI}, {OP_COMPLEX_ADD, OP_COMPLEX_MUL}, {OP_ARITH_ORI, OP_ARITH_ANDI}};
  const Operation *yield = s->body->last, *sum = yield->operand_count == 1 ? value_def(op_operand(yield, 0)) : NULL;
  for (size_t i = 0; sum && i < countof(pairs); i++) {
    if (!op_is(sum, pairs[i][0])) continue;
    for (uint32_t k = 0; k < 2; k++) {
      const Operation *product = value_def(op_operand(sum, 1 - k));
      if (through_casts(op_operand(sum, k)) != s->body->args[2] || !op_is(product, pairs[i][1])) continue;
      const Value *a = through_casts(op_operand(product, 0)), *b = through_casts(op_operand(product, 1));
      if ((a == s->body->args[0] && b == s->body->args[1]) || (a == s->body->args[1] && b == s->body->args[0])) return true;
    }
  }
  return false;
}

static bool is_map(const AffineMap *map, int64_t first, int64_t second) {
  return map->result_count == 2 && map->results[0]->value == first && map->results[1]->value == second;
}

// A plain product of two matrices, one of which may be transposed.
static bool is_plain(const Structured *s) {
  const AffineMap *a = s->maps.data[0], *b = s->maps.data[1];
  if (s->iterators.count != 3 || !is_map(s->maps.data[2], 0, 1)) return false;
  return (is_map(a, 0, 2) && (is_map(b, 2, 1) || is_map(b, 1, 2))) || (is_map(a, 2, 0) && is_map(b, 2, 1));
}

// ---------------------------------------------------------------------------------------------
// Packing

typedef struct Packing {
  Greedy *g;
  const Options *options;
  Structured s;
  uint32_t loops;            // before
  uint32_t *place;           // of each loop: where it stands among the new outer loops
  int64_t tiles[3];          // of the last three of these
} Packing;

typedef struct Packed {
  Value *value;
  const AffineMap *map;
  int64_t positions[3], tiles[3], outer[64];
  uint32_t inner_count, rank;
} Packed;

static int64_t round_up(int64_t size, int64_t to) { return (size + to - 1) / to * to; }

static void swap(int64_t *items) {
  int64_t first = items[0];
  items[0] = items[1];
  items[1] = first;
}

// A constant zero, where the tiles do not divide the sizes or it is not known whether they do.
static Value *padding_for(const Packing *p, const ShapedType *type, const Packed *to) {
  bool divides = type_has_static_shape(&type->base);
  for (uint32_t i = 0; i < to->inner_count && divides; i++) divides = type->dims[to->positions[i]] % to->tiles[i] == 0;
  return divides ? NULL : build_constant(&p->g->b, zero_attr(p->g->ctx, type->element));
}

static Value *build_destination(const Packing *p, Value *value, const Packed *to) {
  Greedy *g = p->g;
  uint32_t rank = to->rank;
  OpFoldResult *sizes = arena_new(g->arena, OpFoldResult, rank + 4), *outer = arena_new(g->arena, OpFoldResult, rank + 4);
  for (uint32_t i = 0; i < rank; i++) sizes[i] = size_of_dim(g, value, i);
  for (uint32_t i = 0; i < to->inner_count; i++) {
    E count = affine_ceildiv(g->ctx, affine_symbol(g->ctx, 0), affine_const(g->ctx, to->tiles[i]));
    sizes[to->positions[i]] = compose_apply_symbols(&g->b, count, &sizes[to->positions[i]], 1, g->arena);
  }
  for (uint32_t i = 0; i < rank; i++) outer[i] = sizes[to->outer[i]];
  for (uint32_t i = 0; i < to->inner_count; i++) outer[rank + i] = OFR_NUMBER(to->tiles[i]);
  return build_empty_of(&g->b, outer, rank + to->inner_count, type_element(value->type), g->arena);
}

// First as the loops are, then, with `padding` from there, as the options say.
static void pack_operand(const Packing *p, uint32_t operand, bool is_final, Value *padding, Packed *out) {
  Greedy *g = p->g;
  const AffineMap *map = p->s.maps.data[operand];
  Value *value = op_operand(p->s.op, operand);
  uint32_t outer_loops = p->loops, first = outer_loops - 3;
  int64_t loops[64 + 3];     // of each dimension, those outside first
  *out = (Packed){.rank = map->result_count};
  for (uint32_t i = 0; i < out->rank; i++) {
    loops[i] = p->place[map->results[i]->value];
    out->outer[i] = i;
  }
  for (uint32_t k = 0; k < 3; k++)
    for (uint32_t i = 0; i < out->rank; i++) {
      if (loops[i] != first + k) continue;
      loops[out->rank + out->inner_count] = outer_loops + k;
      out->positions[out->inner_count] = i;
      out->tiles[out->inner_count++] = p->tiles[k];
    }
  if (is_final) {
    // Where the rows of the left one stand, and the summed dimension of the right one.
    uint32_t start = (uint32_t)p->options->order[operand == 0 ? M : K];
    bool outer = loops[out->rank - 2] != first + start, inner = loops[out->rank] != outer_loops + start;
    if (outer != p->options->transposes[operand][0]) {
      swap(&loops[out->rank - 2]);
      swap(&out->outer[out->rank - 2]);
    }
    if (inner != p->options->transposes[operand][1]) {
      swap(&loops[out->rank]);
      swap(out->positions);
      swap(out->tiles);
    }
  }
  Value *to = build_destination(p, value, out);
  if (!is_final) padding = padding_for(p, type_as_shaped(value->type), out);
  OpState *state = builder_begin(&g->b, OP_LINALG_PACK);
  op_state_add_operand2(state, value, to);
  if (padding) op_state_add_operand(state, padding);
  op_state_operand_segments(state, (const int32_t[]){1, 1, padding != NULL, 0}, 4);
  op_state_add_type(state, to->type);
  if (is_final) op_state_set_prop(state, LINALG_PACK_OUTER_DIMS_PERM, attr_i64_array(g->ctx, out->outer, out->rank));
  op_state_set_prop(state, LINALG_PACK_INNER_DIMS_POS, attr_i64_array(g->ctx, out->positions, out->inner_count));
  op_state_set_prop(state, LINALG_PACK_STATIC_INNER_TILES, attr_i64_array(g->ctx, out->tiles, out->inner_count));
  out->value = builder_finish_value(&g->b);
  E results[64 + 3];
  for (uint32_t i = 0; i < out->rank + out->inner_count; i++) results[i] = affine_dim(g->ctx, (uint32_t)loops[i]);
  out->map = affine_map(g->ctx, outer_loops + 3, 0, results, out->rank + out->inner_count);
}

static Value *unpack(const Packing *p, Value *value, const Packed *as, Value *into) {
  Greedy *g = p->g;
  OpState *state = builder_begin(&g->b, OP_LINALG_UNPACK);
  op_state_add_operand2(state, value, into);
  op_state_add_type(state, into->type);
  op_state_set_prop(state, LINALG_UNPACK_INNER_DIMS_POS, attr_i64_array(g->ctx, as->positions, as->inner_count));
  op_state_set_prop(state, LINALG_UNPACK_STATIC_INNER_TILES, attr_i64_array(g->ctx, as->tiles, as->inner_count));
  return builder_finish_value(&g->b);
}

static int64_t loop_size(const Structured *s, int64_t loop) {
  for (uint32_t i = 0; i < s->maps.count; i++)
    for (uint32_t k = 0; k < s->maps.data[i]->result_count; k++)
      if (s->maps.data[i]->results[k]->value == loop) return type_as_shaped(op_operand_type(s->op, i))->dims[k];
  return DYNAMIC;
}

// The tiles, in the order that the loops get.
static bool choose_tiles(Packing *p, const uint32_t *mnk, uint32_t batches) {
  const Options *o = p->options;
  for (uint32_t i = 0; i < 3; i++) {
    int64_t tile = o->factors[i], size = loop_size(&p->s, mnk[i]);
    if (o->has_multiples && o->multiples[i]) {
      if (size == DYNAMIC) {
        op_error_plain(p->g->module, p->s.op, "'mnk-padded-multiples' is not supported for sizes that are not known");
        return false;
      }
      tile = round_up(size, o->multiples[i]);
    }
    if (tile <= 0) return greedy_no_match(p->g, p->s.op, "a tile has no elements");
    p->tiles[o->order[i]] = tile;
    if (o->pads) continue;
    int64_t loop = o->order[i] + batches;   // upstream asks for the loop by the place that it gets
    size = loop < p->loops ? loop_size(&p->s, loop) : DYNAMIC;
    if (size == DYNAMIC || o->factors[i] <= 0 || size % o->factors[i]) return greedy_no_match(p->g, p->s.op, "tiles would have to be padded");
  }
  return true;
}

static bool pack_product(Greedy *g, Operation *op) {
  Packing p = {.g = g, .options = g->data};
  uint32_t mnk[3], batches;
  if (!structured_is_on_tensors(op) || op->operand_count != 3 || !structured_parts(g, op, &p.s) || op->result_count != 1) return false;
  if (!p.options->has_factors) return greedy_no_match(g, op, "three factors are needed");
  if (!find_loops(&p.s, mnk, &batches)) return greedy_no_match(g, op, "it is no product of matrices");
  if (op_is(op, OP_LINALG_GENERIC) && (!is_plain(&p.s) || !is_product_body(&p.s))) return greedy_no_match(g, op, "it is no plain product of matrices");
  p.loops = p.s.iterators.count;
  for (uint32_t i = 0; i < 3; i++)
    if (p.s.maps.data[i]->result_count > 60) return false;
  if (!choose_tiles(&p, mnk, batches)) return false;
  p.place = arena_new(g->arena, uint32_t, p.loops + 1);
  IteratorVec outer = {0};
  for (uint32_t i = 0, at = 0; i < p.loops; i++)
    if (i != mnk[M] && i != mnk[N] && i != mnk[K]) {
      p.place[i] = at++;
      vec_push(g->arena, &outer, p.s.iterators.data[i]);
    }
  for (uint32_t k = 0; k < 6; k++) {
    uint32_t which = p.options->order[M] == k % 3 ? M : p.options->order[N] == k % 3 ? N : K;
    p.place[mnk[which]] = p.loops - 3 + k % 3;
    vec_push(g->arena, &outer, p.s.iterators.data[mnk[which]]);
  }
  Packed packed[3];
  Value *padding[3];
  AffineMapVec maps = {0};
  ValueVec inputs = {0}, inits = {0};
  for (uint32_t i = 0; i < 3; i++) {
    pack_operand(&p, i, false, NULL, &packed[i]);
    padding[i] = NULL;
    const Operation *pack = value_def(packed[i].value);
    Span span = op_operands_named(pack, "padding_value");
    if (span.begin < span.end) padding[i] = op_operand(pack, span.begin);
  }
  for (uint32_t i = 0; i < 3; i++) {
    Operation *pack = value_def(packed[i].value);
    builder_before(&g->b, i < 2 ? pack : op);
    g->b.loc = op->loc;
    if (i < 2) {
      pack_operand(&p, i, true, padding[i], &packed[i]);
      greedy_erase(g, pack);
    }
    vec_push(g->arena, &maps, packed[i].map);
    vec_push(g->arena, i < 2 ? &inputs : &inits, packed[i].value);
  }
  builder_before(&g->b, op);
  Operation *made = build_generic(&g->b, &inputs, &inits, &maps, iterator_types_attr(g->ctx, &outer, g->arena), g->arena);
  region_take_blocks(op_region(made, 0), op_region(op, 0), NULL);
  return greedy_replace1(g, op, unpack(&p, op_result(made, 0), &packed[2], op_operand(op, 2)));
}

static const GreedyPattern patterns[] = {
  {.root = OP_LINALG_GENERIC, .rewrite = pack_product, .name = "a product of packed blocks"},
  {.root = OP_LINALG_MATMUL, .rewrite = pack_product, .name = "a product of packed blocks"},
  {.root = OP_LINALG_BATCH_MATMUL, .rewrite = pack_product, .name = "products of packed blocks"},
};

// Three numbers; false: there are none, or another count.
static bool read_three(const PassRun *pass, const PassOption *option, int64_t *out) {
  StrVec texts = {0};
  pass_list(pass, option, &texts);
  for (uint32_t i = 0; i < 3 && i < texts.count; i++)
    if (!option_parse_int(texts.data[i], &out[i])) return false;
  return texts.count == 3;
}

static bool run(PassRun *pass, Operation *op) {
  Options o = {.order = {0, 1, 2}, .pads = pass_bool(pass, &option_allow_padding)};
  o.has_factors = read_three(pass, &option_block_factors, o.factors);
  o.has_multiples = read_three(pass, &option_mnk_padded_multiples, o.multiples);
  if (pass_given(pass, &option_mnk_order)) {
    bool is_order = read_three(pass, &option_mnk_order, o.order);
    for (uint32_t i = 0; i < 3; i++) is_order &= o.order[i] >= 0 && o.order[i] < 3 && o.order[i] != o.order[(i + 1) % 3];
    if (!is_order) {
      op_error_plain(pass->module, op, "'mnk-order' is to be a permutation of 0, 1 and 2");
      return false;
    }
  }
  o.transposes[0][0] = pass_bool(pass, &option_lhs_outer);
  o.transposes[0][1] = pass_bool(pass, &option_lhs_inner);
  o.transposes[1][0] = pass_bool(pass, &option_rhs_outer);
  o.transposes[1][1] = pass_bool(pass, &option_rhs_inner);
  return greedy_rewrite(pass, op, patterns, countof(patterns), &o);
}

const PassDef linalg_block_pack_pass = {
  .name = "linalg-block-pack-matmul", .class_name = "LinalgBlockPackMatmul",
  .summary = "Convert linalg matmul ops to block layout and back", .works_on = "linalg", .makes = "linalg tensor arith affine", .run = run,
  PASS_OPTIONS(&option_block_factors, &option_allow_padding, &option_mnk_padded_multiples, &option_mnk_order, &option_lhs_outer, &option_lhs_inner,
                &option_rhs_outer, &option_rhs_inner),
};
