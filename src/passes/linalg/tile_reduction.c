// Tiling of sums into partial ones (after the partial strategies of mlir/lib/Dialect/SCF/Transforms/TileUsingInterface.cpp and
// LinalgOpPartialReductionInterface of mlir/lib/Dialect/Linalg/Transforms/TilingInterfaceImpl.cpp).
//
// The sums have a dimension more for each loop that is summed over, behind those that the result has.
#include "dialects/affine/apply.h"
#include "dialects/common/build.h"
#include "dialects/linalg/build.h"
#include "ir/ir_diag.h"
#include "ir/type.h"
#include "ops/arith.h"
#include "ops/linalg.h"
#include "ops/tensor.h"
#include "passes/linalg/tile.h"

static bool is_zero(OpFoldResult size) { return ofr_is(ofr_fold(size), 0); }

// The number of the loop among those that are summed over; -1: it is another one.
static int64_t summed_at(const TileOptions *options, int64_t loop) {
  for (uint32_t i = 0; i < options->summed_count; i++)
    if (options->summed[i] == loop) return i;
  return -1;
}

static const AffineMap *map_of_sums(const Tiling *self, const TileOptions *options, uint32_t result) {
  const AffineMap *map = self->maps.data[structured_inits(self->op).begin + result];
  E *results = arena_new(self->arena, E, map->result_count + options->summed_count + 1);
  for (uint32_t i = 0; i < map->result_count; i++) results[i] = map->results[i];
  for (uint32_t i = 0; i < options->summed_count; i++) results[map->result_count + i] = affine_dim(self->b.ctx, options->summed[i]);
  return affine_map(self->b.ctx, map->dim_count, 0, results, map->result_count + options->summed_count);
}

// ---------------------------------------------------------------------------------------------
// What is summed

Operation *sum_combiner(const Operation *op, uint32_t result) {
  const Block *body = structured_body(op);
  const Value *arg = body->args[structured_inits(op).begin + result];
  Operation *combiner = arg->uses && !arg->uses->next ? arg->uses->owner : NULL;
  if (!combiner || combiner == body->last || combiner->operand_count != 2 || combiner->result_count != 1 || combiner->region_count) return NULL;
  const Use *use = combiner->results[0].uses;
  return use && !use->next && use->owner == body->last && use_index(use) == result ? combiner : NULL;
}

static int64_t least_int(uint32_t bits) { return bits >= 64 ? INT64_MIN : -((int64_t)1 << (bits - 1)); }

A sum_neutral(Context *ctx, const Operation *combiner) {
  T type = op_result_type(combiner, 0);
  if (type_is_float(type)) {
    FloatKind kind = type_float_kind(type);
    bool loses;
    switch (combiner->def->opcode) {
      case OP_ARITH_ADDF: return attr_float(ctx, type, apfloat_zero(kind, false));
      case OP_ARITH_MULF: return attr_float(ctx, type, apfloat_from_double(kind, 1, &loses));
      case OP_ARITH_MAXIMUMF: return attr_float(ctx, type, apfloat_infinity(kind, true));
      case OP_ARITH_MINIMUMF: return attr_float(ctx, type, apfloat_infinity(kind, false));
      case OP_ARITH_MAXNUMF: return attr_float(ctx, type, apfloat_nan(kind, true));
      case OP_ARITH_MINNUMF: return attr_float(ctx, type, apfloat_nan(kind, false));
      default: return NULL;
    }
  }
  if (type_kind(type) != TYPE_INTEGER && !type_is_index(type)) return NULL;
  uint32_t bits = type_is_index(type) ? 0 : type_bits(type);
  switch (combiner->def->opcode) {
    case OP_ARITH_ADDI: case OP_ARITH_ORI: case OP_ARITH_XORI: case OP_ARITH_MAXUI: return attr_i64(ctx, type, 0);
    case OP_ARITH_ANDI: case OP_ARITH_MINUI: return attr_i64(ctx, type, -1);
    case OP_ARITH_MULI: return attr_i64(ctx, type, 1);
    case OP_ARITH_MAXSI: return bits && bits <= 64 ? attr_i64(ctx, type, least_int(bits)) : NULL;
    case OP_ARITH_MINSI: return bits && bits <= 64 ? attr_i64(ctx, type, -1 - least_int(bits)) : NULL;
    default: return NULL;
  }
}

// ---------------------------------------------------------------------------------------------
// Before the loops

static OpFoldResult size_of_sums(Tiling *self, const TileOptions *options, const OpFoldResult *sizes, const OpFoldResult *threads, uint32_t loop) {
  if (threads) return is_zero(threads[loop]) ? self->domain[loop] : threads[loop];
  if (summed_at(options, loop) < 0 || is_zero(sizes[loop])) return self->domain[loop];
  if (options->sums == SUM_BY_PLACE) return sizes[loop];
  Context *ctx = self->b.ctx;
  const OpFoldResult parts[] = {self->domain[loop], sizes[loop]};
  return compose_apply_symbols(&self->b, affine_ceildiv(ctx, affine_symbol(ctx, 0), affine_symbol(ctx, 1)), parts, 2, self->arena);
}

static const char *reject(Tiling *self, const char *why) {
  op_error(self->b.module, self->op, "%s", why);
  return why;
}

const char *partial_inits(Tiling *self, const TileOptions *options, const OpFoldResult *sizes, const OpFoldResult *threads, ValueVec *inits, Tiled *out) {
  Operation *op = self->op;
  uint32_t loops = self->iterators.count;
  for (uint32_t i = 0; i < loops; i++)
    if (self->iterators.data[i] == ITERATOR_PARALLEL && !is_zero(threads ? threads[i] : sizes[i]))
      return reject(self, "tiling parallel dimensions is not supported with partial reduction tiling strategies");
  OpFoldResult *of_loops = arena_new(self->arena, OpFoldResult, loops + 1);
  for (uint32_t i = 0; i < loops; i++) of_loops[i] = size_of_sums(self, options, sizes, threads, i);
  if (!op->result_count) return reject(self, "expected operation to have tensor semantics");
  for (uint32_t i = 0; i < op->result_count; i++) {
    const AffineMap *map = map_of_sums(self, options, i);
    Operation *combiner = sum_combiner(op, i);
    A neutral = combiner ? sum_neutral(self->b.ctx, combiner) : NULL;
    if (!combiner) return reject(self, "Failed to anaysis the reduction operation.");
    if (!neutral) return reject(self, "Failed to get an identity value for the reduction operation.");
    OpFoldResult *shape = arena_new(self->arena, OpFoldResult, map->result_count + 1);
    for (uint32_t k = 0; k < map->result_count; k++) shape[k] = of_loops[map->results[k]->value];
    Value *empty = build_empty_of(&self->b, shape, map->result_count, type_element(op_result_type(op, i)), self->arena);
    Operation *fill = build_named_op(&self->b, OP_LINALG_FILL, (Value *const[]){build_constant(&self->b, neutral), empty}, 1);
    vec_push(self->arena, inits, op_result(fill, 0));
    vec_push(self->arena, &out->fills, fill);
  }
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// In the loops

// The places of the sums of a tile that belong to the loops summed over.
static OpFoldResult *tile_numbers(Tiling *self, const TileOptions *options, const OpFoldResult *sizes, bool threads, Value *const *ivs) {
  Context *ctx = self->b.ctx;
  OpFoldResult *numbers = arena_new(self->arena, OpFoldResult, options->summed_count + 1);
  for (uint32_t i = 0; options->sums == SUM_BY_TILE && i < options->summed_count; i++) {
    const OpFoldResult parts[] = {{.value = ivs[i]}, sizes[options->summed[i]]};
    numbers[i] = threads ? parts[0] : compose_apply_symbols(&self->b, affine_floordiv(ctx, affine_symbol(ctx, 0), affine_symbol(ctx, 1)), parts, 2, self->arena);
  }
  return numbers;
}

static OffsetsSizesStrides slice_of_sums(Tiling *self, const TileOptions *options, uint32_t result, const Tile *tile, const OpFoldResult *numbers) {
  const AffineMap *map = map_of_sums(self, options, result);
  uint32_t rank = map->result_count;
  OpFoldResult *items = arena_new(self->arena, OpFoldResult, 3 * rank + 1);
  OffsetsSizesStrides slice = {{items, rank}, {items + rank, rank}, {items + 2 * rank, rank}};
  for (uint32_t i = 0; i < rank; i++) {
    int64_t loop = map->results[i]->value, at = summed_at(options, loop);
    slice.strides.items[i] = OFR_NUMBER(1);
    slice.sizes.items[i] = tile->sizes[loop];
    if (at < 0) slice.offsets.items[i] = tile->offsets[loop];
    if (at < 0 || options->sums == SUM_BY_PLACE) continue;
    slice.offsets.items[i] = numbers[at];
    slice.sizes.items[i] = OFR_NUMBER(1);
  }
  return slice;
}

static Value *build_part(Tiling *self, const TileOptions *options, Value *sums, const OffsetsSizesStrides *slice, uint32_t own_rank) {
  const ShapedType *type = type_as_shaped(sums->type);
  uint32_t rank = options->sums == SUM_BY_TILE ? own_rank : (uint32_t)type->rank;   // those behind are of size 1
  T part = type_tensor(self->b.ctx, ofr_numbers(slice->sizes, self->arena), rank, type->element, type->extra);
  return build_slice(&self->b, OP_TENSOR_EXTRACT_SLICE, part, sums, slice, self->arena);
}

// The same computation with other maps, where nothing is summed over any more.
static Operation *build_parallel(Tiling *self, const TileOptions *options, Value *const *operands) {
  Operation *op = self->op;
  Span span = structured_inits(op);
  ValueVec inputs = {0}, inits = {0};
  AffineMapVec maps = {0};
  IteratorVec iterators = {0};
  for (uint32_t i = 0; i < op->operand_count; i++) {
    vec_push(self->arena, i < span.begin ? &inputs : &inits, operands[i]);
    vec_push(self->arena, &maps, i < span.begin ? self->maps.data[i] : map_of_sums(self, options, i - span.begin));
  }
  for (uint32_t i = 0; i < self->iterators.count; i++)
    vec_push(self->arena, &iterators, summed_at(options, i) < 0 ? self->iterators.data[i] : (uint8_t)ITERATOR_PARALLEL);
  Operation *made = build_generic(&self->b, &inputs, &inits, &maps, iterator_types_attr(self->b.ctx, &iterators, self->arena), self->arena);
  Operation *copy = op_clone(self->b.module, op, NULL);
  region_take_blocks(op_region(made, 0), op_region(copy, 0), NULL);
  op_drop_all_references(copy);
  return made;
}

OffsetsSizesStrides *partial_part(Tiling *self, const TileOptions *options, const OpFoldResult *sizes, bool threads, const Tile *tile, Value *const *ivs,
                                  Value *const *inits, Tiled *out) {
  Operation *op = self->op;
  Span span = structured_inits(op);
  OffsetsSizesStrides *slices = arena_new(self->arena, OffsetsSizesStrides, op->result_count + 1);
  const OpFoldResult *numbers = tile_numbers(self, options, sizes, threads, ivs);
  Value **operands = tile_operands(self, tile, span.begin, NULL, &out->slices);
  for (uint32_t i = 0; i < span.begin; i++)
    if (!operands[i]) operands[i] = op_operand(op, i);
  for (uint32_t i = 0; i < op->result_count; i++) {
    slices[i] = slice_of_sums(self, options, i, tile, numbers);
    operands[span.begin + i] = build_part(self, options, inits[i], &slices[i], self->maps.data[span.begin + i]->result_count);
  }
  if (options->sums == SUM_BY_PLACE) {
    out->op = build_parallel(self, options, operands);
    return slices;
  }
  out->op = op_clone(self->b.module, op, NULL);
  for (uint32_t i = 0; i < op->operand_count; i++) op_set_operand(out->op, i, operands[i]);
  for (uint32_t i = 0; i < op->result_count; i++) op_result(out->op, i)->type = operands[span.begin + i]->type;
  op_touched(out->op);
  builder_insert(&self->b, out->op);
  for (uint32_t i = 0; i < op->result_count; i++) slices[i] = slice_of_sums(self, options, i, tile, tile_numbers(self, options, sizes, threads, ivs));
  return slices;
}

// ---------------------------------------------------------------------------------------------
// Behind the loops

void partial_merge(Tiling *self, const TileOptions *options, const Operation *loop, Value **results, Tiled *out) {
  Operation *op = self->op;
  Span span = structured_inits(op);
  Builder *b = &self->b;
  for (uint32_t i = 0; i < op->result_count; i++) {
    const AffineMap *map = map_of_sums(self, options, i);
    int64_t *dims = arena_new(self->arena, int64_t, options->summed_count + 1);
    Value *init = op_operand(op, span.begin + i);
    T element = type_element(init->type);
    for (uint32_t k = 0; k < options->summed_count; k++) dims[k] = map->result_count - options->summed_count + k;
    OpState *state = builder_begin(b, OP_LINALG_REDUCE);
    op_state_add_operand2(state, op_result(loop, i), init);
    op_state_add_type(state, init->type);
    op_state_set_prop(state, LINALG_REDUCE_DIMENSIONS, attr_i64_array(b->ctx, dims, options->summed_count));
    Block *body = block_new(b->module);
    block_append(op_state_add_region(state), body);
    for (uint32_t k = 0; k < 2; k++) block_add_arg(b->module, body, element, b->loc);
    Operation *reduce = builder_finish_typed(b);
    Builder inside = *b;
    builder_at_end(&inside, body);
    Operation *join = op_clone(b->module, sum_combiner(op, i), NULL);
    op_set_operand(join, 0, body->args[0]);
    op_set_operand(join, 1, body->args[1]);
    builder_insert(&inside, join);
    inside.loc = b->loc;
    build_linalg_yield(&inside, (Value *const[]){op_result(join, 0)}, 1);
    results[i] = op_result(reduce, 0);
    vec_push(self->arena, &out->merges, reduce);
  }
}
