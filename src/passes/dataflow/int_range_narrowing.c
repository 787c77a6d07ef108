// arith-int-range-narrowing: integers are computed in the narrowest width that holds all their values
// (after mlir/lib/Dialect/Arith/Transforms/IntRangeOptimizations.cpp).
#include "ops/arith.h"
#include "ops/int_ranges.h"

#include "rewrite/greedy.h"

static const PassOption option_int_bitwidths_supported = {"int-bitwidths-supported", OPTION_INT_LIST, NULL, NULL,
  "Integer bitwidths supported"};

typedef enum Cast { CAST_NONE, CAST_SIGNED, CAST_UNSIGNED, CAST_BOTH } Cast;   // how values can be widened again: bits

typedef struct Narrowing {
  RangeAnalysis ranges;
  VEC(uint32_t) widths;   // in the order of the option
} Narrowing;

static bool fits_unsigned(uint64_t value, uint32_t width) { return width >= 64 || value >> width == 0; }
static bool fits_signed(int64_t value, uint32_t width) { return width >= 64 || (value >> (width - 1) == 0 || value >> (width - 1) == -1); }

static Cast can_narrow(IntRange range, uint32_t width) {
  if (range.width <= width) return CAST_NONE;
  bool is_signed = fits_signed(range.smin, width) && fits_signed(range.smax, width);
  bool is_unsigned = fits_unsigned(range.umin, width) && fits_unsigned(range.umax, width);
  return (is_signed ? CAST_SIGNED : 0) | (is_unsigned ? CAST_UNSIGNED : 0);
}

static T element_of(T type) {
  const ShapedType *shaped = type_as_shaped(type);
  return shaped ? shaped->element : type;
}

// The same with other elements; NULL: it is a memref, or no integer.
static T with_width(Context *ctx, T type, uint32_t width) {
  const ShapedType *s = type_as_shaped(type);
  T element = type_integer(ctx, width, SIGNLESS);
  if (!s) return element;
  if (type_kind(type) == TYPE_VECTOR) return type_vector(ctx, s->dims, (uint32_t)s->rank, s->scalable, element);
  return type_kind(type) == TYPE_TENSOR ? type_tensor(ctx, s->dims, (uint32_t)s->rank, element, s->extra) : NULL;
}

static Value *build_cast(Greedy *g, Value *value, T type, Cast cast) {
  T from = element_of(value->type), to = element_of(type);
  uint32_t opcode;
  if (from == to) return value;
  if (type_is_index(from) || type_is_index(to)) opcode = cast == CAST_SIGNED ? OP_ARITH_INDEX_CAST : OP_ARITH_INDEX_CASTUI;
  else if (type_bits(to) > type_bits(from)) opcode = cast == CAST_SIGNED ? OP_ARITH_EXTSI : OP_ARITH_EXTUI;
  else opcode = OP_ARITH_TRUNCI;
  return build1(&g->b, opcode, type, value);
}

// What is not negative may be widened either way.
static Cast cast_of(Cast cast, IntRange range) { return cast == CAST_SIGNED && range.smin >= 0 ? CAST_BOTH : cast; }

static bool one_type(const Operation *op) {
  T type = op->result_count ? op_result_type(op, 0) : NULL;
  for (uint32_t i = 1; i < op->result_count; i++)
    if (op_result_type(op, i) != type) return false;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (op_operand_type(op, i) != type) return false;
  return type && op->operand_count;
}

static bool rebuild(Greedy *g, Operation *op, const IntRange *ranges, T type, Cast cast) {
  uint32_t operands = op->operand_count;
  T before = op_result_type(op, 0);
  Value **results = arena_new(g->arena, Value *, op->result_count);
  Value **casts = arena_new(g->arena, Value *, operands);
  if (!results || !casts) return false;
  for (uint32_t i = 0; i < operands; i++) casts[i] = build_cast(g, op_operand(op, i), type, cast_of(cast, ranges[i]));
  OpState *state = builder_begin_def(&g->b, op->def);
  for (uint32_t i = 0; i < operands; i++) {   // one cast for what stands twice: the last, as upstream has it
    uint32_t last = operands - 1;
    while (op_operand(op, last) != op_operand(op, i)) last--;
    op_state_add_operand(state, casts[last]);
  }
  for (uint32_t i = 0; i < op->result_count; i++) op_state_add_type(state, type);
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (op->props[i]) op_state_set_prop(state, i, op->props[i]);
  for (uint32_t i = 0; i < op->attr_count; i++) op_state_set_attr(state, attr_str(op->attrs[i].name), op->attrs[i].value);
  const Operation *made = builder_finish(&g->b);
  if (!made) return false;
  for (uint32_t i = 0; i < op->result_count; i++) results[i] = build_cast(g, op_result(made, i), before, cast);
  return greedy_replace(g, op, results);
}

static bool narrow_elementwise(Greedy *g, Operation *op) {
  const Narrowing *self = g->data;
  IntRange few[8], *ranges = op->operand_count + op->result_count > countof(few) ? arena_new(g->arena, IntRange, op->operand_count + op->result_count) : few;
  uint32_t count = 0;
  if (!op_has(op, TRAIT_ELEMENTWISE) || op->region_count || !one_type(op) || !ranges) return false;
  for (uint32_t i = 0; i < op->operand_count; i++)
    if (!ranges_of(&self->ranges, op_operand(op, i), &ranges[count++])) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!ranges_of(&self->ranges, op_result(op, i), &ranges[count++])) return false;
  for (uint32_t w = 0; w < self->widths.count; w++) {
    Cast cast = CAST_BOTH;
    for (uint32_t i = 0; i < count; i++) cast &= can_narrow(ranges[i], self->widths.data[w]);
    T type = cast == CAST_NONE ? NULL : with_width(g->ctx, op_result_type(op, 0), self->widths.data[w]);
    if (type && type != op_result_type(op, 0)) return rebuild(g, op, ranges, type, cast);
  }
  return false;
}

static bool narrow_compare(Greedy *g, Operation *op) {
  const Narrowing *self = g->data;
  IntRange a, b;
  if (!ranges_of(&self->ranges, op_operand(op, 0), &a) || !ranges_of(&self->ranges, op_operand(op, 1), &b)) return false;
  for (uint32_t w = 0; w < self->widths.count; w++) {
    Cast left = can_narrow(a, self->widths.data[w]), right = can_narrow(b, self->widths.data[w]);
    T type = left & right ? with_width(g->ctx, op_operand_type(op, 0), self->widths.data[w]) : NULL;
    if (!type || type == op_operand_type(op, 0)) continue;
    Value *x = build_cast(g, op_operand(op, 0), type, left), *y = build_cast(g, op_operand(op, 1), type, right);
    OpState *state = builder_begin(&g->b, OP_ARITH_CMPI);
    op_state_set_prop(state, ARITH_CMPI_PREDICATE, op_prop_at(op, ARITH_CMPI_PREDICATE));
    op_state_add_operand2(state, x, y);
    op_state_add_type(state, op_result_type(op, 0));
    return greedy_replace1(g, op, builder_finish_value(&g->b));
  }
  return false;
}

// From one of the widths to an index and back.
static bool drop_cast_chain(Greedy *g, Operation *op) {
  const Narrowing *self = g->data;
  Operation *inner = value_def(op_operand(op, 0));
  const IntegerType *integer = type_as_integer(op_result_type(op, 0));
  if (!inner || inner->def != op->def || op_operand_type(inner, 0) != op_result_type(op, 0)) return false;
  if (!integer || !type_is_index(op_result_type(inner, 0))) return false;
  for (uint32_t w = 0; w < self->widths.count; w++)
    if (self->widths.data[w] == integer->width) return greedy_replace1(g, op, op_operand(inner, 0));
  return false;
}

static const GreedyPattern patterns[] = {
  {.rewrite = narrow_elementwise, .name = "narrow an elementwise operation"},
  {.root = OP_ARITH_CMPI, .rewrite = narrow_compare, .name = "narrow a comparison"},
  {.root = OP_ARITH_INDEX_CAST, .rewrite = drop_cast_chain, .name = "index cast there and back"},
  {.root = OP_ARITH_INDEX_CASTUI, .rewrite = drop_cast_chain, .name = "index cast there and back"},
};

static bool run(PassRun *pass, Operation *op) {
  Narrowing self = {0};
  StrVec texts = {0};
  pass_list(pass, &option_int_bitwidths_supported, &texts);
  for (uint32_t i = 0; i < texts.count; i++) {
    int64_t width;
    if (option_parse_int(texts.data[i], &width) && width > 0 && width <= INT32_MAX) vec_push(pass->arena, &self.widths, (uint32_t)width);
  }
  ranges_find(&self.ranges, pass->module, op, pass->arena);
  return greedy_rewrite(pass, op, patterns, countof(patterns), &self);
}

const PassDef int_range_narrowing_pass = {
  .name = "arith-int-range-narrowing", .class_name = "ArithIntRangeNarrowing", .summary = "Reduce integer operations bitwidth based on integer range analysis", .run = run,
  PASS_OPTIONS(&option_int_bitwidths_supported),
};
