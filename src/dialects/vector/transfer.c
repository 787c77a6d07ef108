// vector.transfer_read and vector.transfer_write.
#include "ops/vector.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialects/dlti/data_layout.h"
#include "dialects/vector/hooks.h"
#include "ir/affine.h"

// The type of the mask of a transfer: one dimension for each dimension of the source the map uses.
T transfer_mask_type(Context *ctx, const ShapedType *vector, const AffineMap *map) {
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  int64_t *dims = arena_new(&scratch, int64_t, (size_t)map->dim_count + 1);
  uint32_t rank = 0;
  uint64_t scalable = 0;
  for (uint32_t dim = 0; dims && dim < map->dim_count; dim++)
    for (uint32_t i = 0; i < map->result_count; i++) {
      E expr = map->results[i];
      if (expr->kind != AFFINE_DIM || expr->value != dim || i >= vector->rank) continue;
      if (is_scalable_dim(vector, i) && rank < 64) scalable |= 1ull << rank;
      dims[rank++] = vector->dims[i];
      break;
    }
  // There is no mask of rank 0.
  if (dims && !rank) dims[rank++] = 1;
  T type = type_vector(ctx, dims, rank, scalable, ctx->types.i1);
  arena_free(&scratch);
  return type;
}

// ---------------------------------------------------------------------------------------------
// Custom form

static bool is_source(T type) { return type_kind(type) == TYPE_MEMREF || type_kind(type) == TYPE_TENSOR; }

// Dimensions of the vector that are not those of vector elements; negative when there are too few.
static int64_t effective_rank(const ShapedType *source, const ShapedType *vector) {
  const ShapedType *element = as_vector(source->element);
  return (int64_t)vector->rank - (element ? (int64_t)element->rank : 0);
}

// The map that takes the last dimensions of the source; NULL: it has too few.
static const AffineMap *default_map(Context *ctx, const ShapedType *source, const ShapedType *vector) {
  int64_t rank = effective_rank(source, vector);
  if (rank < 0 || (int64_t)source->rank < rank) return NULL;
  if (!source->rank && vector->rank == 1 && vector->dims[0] == 1) return affine_map(ctx, 0, 0, (const E[]){affine_const(ctx, 0)}, 1);
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  E *results = arena_new(&scratch, E, (size_t)rank + 1);
  for (int64_t i = 0; results && i < rank; i++) results[i] = affine_dim(ctx, (uint32_t)(source->rank - (uint64_t)rank + (uint64_t)i));
  const AffineMap *map = results ? affine_map(ctx, (uint32_t)source->rank, 0, results, (uint32_t)rank) : NULL;
  arena_free(&scratch);
  return map;
}

static A no_bounds(Parser *p, uint32_t count) {
  Context *ctx = parser_context(p);
  AttrVec items = {0};
  for (uint32_t i = 0; i < count; i++) vec_push(parser_scratch(p), &items, ctx->attrs.false_);
  return attr_array(ctx, items.data, items.count);
}

// The permutation map given or implied; fills in both attributes that the text may leave out.
static bool complete_attrs(Parser *p, OpState *state, const ShapedType *source, const ShapedType *vector, uint32_t types_at,
                           const AffineMap **map) {
  Context *ctx = parser_context(p);
  A attr = op_state_attr(state, STR("permutation_map"));
  if (!attr) {
    *map = default_map(ctx, source, vector);
    if (!*map)
      return parser_op_error_at(p, types_at, "expected a custom permutation_map when rank(source) != rank(destination)");
    op_state_set_attr(state, STR("permutation_map"), attr_affine_map(ctx, *map));
  } else if (attr_kind(attr) == ATTR_AFFINE_MAP) {
    *map = ((const MapAttr *)attr)->map;
  } else {
    return parser_op_error_at(p, types_at, "invalid kind of attribute specified");
  }
  if (!op_state_attr(state, STR("in_bounds"))) op_state_set_attr(state, STR("in_bounds"), no_bounds(p, (*map)->result_count));
  return true;
}

// Read the part after the subscripts, which is the same for both forms.
typedef struct Tail {
  Operand mask;
  bool has_mask;
  uint32_t types_at;
  TypeVec types;
} Tail;

// tail ::= (`,` operand)? attr-dict `:` type `,` type
static bool parse_tail(Parser *p, OpState *state, Tail *tail) {
  NamedAttrVec attrs = {0};
  tail->has_mask = parser_consume_if(p, TOK_COMMA);
  if (tail->has_mask && !parse_operand(p, &tail->mask)) return false;
  if (!parse_optional_attr_dict(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  tail->types_at = parser_loc(p);
  if (!parse_colon_type_list(p, &tail->types)) return false;
  return tail->types.count == 2 || parser_op_error_at(p, tail->types_at, "requires two types");
}

static bool resolve_mask(Parser *p, OpState *state, const Tail *tail, const ShapedType *source, const ShapedType *vector,
                         const AffineMap *map) {
  if (!tail->has_mask) return true;
  if (type_is_vector(source->element))
    return parser_op_error_at(p, tail->mask.at, "does not support masks with vector element type");
  if (vector->rank != map->result_count)
    return parser_op_error_at(p, tail->types_at, "expected the same rank for the vector and the results of the permutation map");
  return resolve_one(p, state, &tail->mask, transfer_mask_type(parser_context(p), vector, map));
}

// transfer-read ::= operand `[` operands `]` `,` operand tail
bool parse_transfer_read(Parser *p, OpState *state) {
  Operand source, padding;
  OperandVec indices = {0};
  Tail tail = {0};
  const AffineMap *map;
  if (!parse_operand(p, &source) || !parse_operand_list(p, &indices, DELIM_SQUARE) || !parse_comma(p) ||
      !parse_operand(p, &padding) || !parse_tail(p, state, &tail))
    return false;
  T base = tail.types.data[0];
  const ShapedType *shaped = (const ShapedType *)base, *vector = as_vector(tail.types.data[1]);
  if (!is_source(base)) return parser_op_error_at(p, tail.types_at, "requires memref or ranked tensor type");
  if (!vector) return parser_op_error_at(p, tail.types_at, "requires vector type");
  if (!complete_attrs(p, state, shaped, vector, tail.types_at, &map) || !resolve_one(p, state, &source, base) ||
      !resolve_operands_same(p, state, &indices, parser_context(p)->types.index) ||
      !resolve_one(p, state, &padding, shaped->element) || !resolve_mask(p, state, &tail, shaped, vector, map))
    return false;
  op_state_operand_segments(state, (const int32_t[]){1, (int32_t)indices.count, 1, tail.has_mask}, 4);
  op_state_add_type(state, tail.types.data[1]);
  return true;
}

// transfer-write ::= operand `,` operand `[` operands `]` tail
bool parse_transfer_write(Parser *p, OpState *state) {
  Operand value, dest;
  OperandVec indices = {0};
  Tail tail = {0};
  const AffineMap *map;
  if (!parse_operand(p, &value) || !parse_comma(p) || !parse_operand(p, &dest) ||
      !parse_operand_list(p, &indices, DELIM_SQUARE) || !parse_tail(p, state, &tail))
    return false;
  T base = tail.types.data[1];
  const ShapedType *shaped = (const ShapedType *)base, *vector = as_vector(tail.types.data[0]);
  if (!vector) return parser_op_error_at(p, tail.types_at, "requires vector type");
  if (!is_source(base)) return parser_op_error_at(p, tail.types_at, "requires memref or ranked tensor type");
  if (!complete_attrs(p, state, shaped, vector, tail.types_at, &map) || !resolve_one(p, state, &value, &vector->base) ||
      !resolve_one(p, state, &dest, base) || !resolve_operands_same(p, state, &indices, parser_context(p)->types.index) ||
      !resolve_mask(p, state, &tail, shaped, vector, map))
    return false;
  op_state_operand_segments(state, (const int32_t[]){1, 1, (int32_t)indices.count, tail.has_mask}, 4);
  if (type_is_tensor(base)) op_state_add_type(state, base);
  return true;
}

static const AffineMap *map_of(const Operation *op) {
  A map = op_prop(op, "permutation_map");
  return map && attr_kind(map) == ATTR_AFFINE_MAP ? ((const MapAttr *)map)->map : NULL;
}

static bool some_in_bounds(const Operation *op) {
  A bounds = op_prop(op, "in_bounds");
  const ArrayAttr *array = (const ArrayAttr *)bounds;
  for (uint64_t i = 0; bounds && attr_kind(bounds) == ATTR_ARRAY && i < array->count; i++)
    if (attr_kind(array->items[i]) == ATTR_INTEGER && attr_to_bool(array->items[i])) return true;
  return false;
}

static void print_transfer_tail(Printer *p, const Operation *op, T first, T second) {
  const char *elided[4] = {"operandSegmentSizes"};
  uint32_t count = 1;
  if (affine_map_is_minor_identity(map_of(op))) elided[count++] = "permutation_map";
  if (!some_in_bounds(op)) elided[count++] = "in_bounds";
  Span mask = op_operands_named(op, "mask");
  if (span_size(mask)) {
    print_text(p, ", ");
    print_operands(p, op, mask);
  }
  print_optional_attr_dict(p, op, elided);
  print_text(p, " : ");
  print_type(p, first);
  print_text(p, ", ");
  print_type(p, second);
}

void print_transfer_read(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  print_char(p, '[');
  print_operands(p, op, op_operands_named(op, "indices"));
  print_text(p, "], ");
  print_operands(p, op, op_operands_named(op, "padding"));
  print_transfer_tail(p, op, op_operand_type(op, 0), op_result_type(op, 0));
}

void print_transfer_write(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operands(p, op, (Span){0, 2});
  print_char(p, '[');
  print_operands(p, op, op_operands_named(op, "indices"));
  print_char(p, ']');
  print_transfer_tail(p, op, op_operand_type(op, 0), op_operand_type(op, 1));
}

// ---------------------------------------------------------------------------------------------
// Verification

static uint64_t minor_bits(const DataLayout *layout, Context *ctx, const ShapedType *vector) {
  uint64_t last = vector->rank ? (uint64_t)vector->dims[vector->rank - 1] : 1;
  return (uint32_t)(data_layout_size_bits(layout, ctx, vector->element) * last);
}

static bool divides(uint64_t divisor, uint64_t value) { return !divisor || value % divisor == 0; }

// Verify the common part of reads and writes; `mask` is the type of the mask or NULL.
static bool verify_transfer(Verifier *v, const Operation *op, T base, const ShapedType *vector, T mask, const AffineMap *map) {
  if (op_discardable(op, STR("masked"))) return REFUSE("masked attribute has been removed. Use in_bounds instead.");
  if (!is_source(base)) return REFUSE("requires source to be a memref or ranked tensor type");
  const ShapedType *source = (const ShapedType *)base, *element = as_vector(source->element);
  DataLayout layout = data_layout_closest(op);
  uint64_t vector_bits = minor_bits(&layout, v->ctx, vector), map_rank = vector->rank;
  if (element) {
    if (!divides(minor_bits(&layout, v->ctx, element), vector_bits))
      return REFUSE("requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor "
                    "1-D vector of the source");
    if (element->rank > vector->rank) return REFUSE("requires source vector element and vector result ranks to match.");
    map_rank -= element->rank;
  } else if (!divides(data_layout_size_bits(&layout, v->ctx, source->element), vector_bits)) {
    return REFUSE("requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source "
                  "element type");
  }
  if (map->result_count != map_rank)
    return REFUSE("requires a permutation_map with result dims of the same rank as the vector type");
  if (element && mask) return REFUSE("does not support masks with vector element type");
  if (map->symbol_count) return REFUSE("requires permutation_map without symbols");
  if (map->dim_count != source->rank) return REFUSE("requires a permutation_map with input dims of the same rank as the source type");
  T expected = mask ? transfer_mask_type(v->ctx, vector, map) : NULL;
  if (mask != expected)
    return REFUSE("inferred mask type ('%s') and mask operand type ('%s') don't match", TYPE_ARG(expected), TYPE_ARG(mask));
  uint64_t bounds = ((const ArrayAttr *)op_prop(op, "in_bounds"))->count;
  if (map->result_count == bounds) return true;
  return REFUSE("expects the in_bounds attr of same rank as permutation_map results: affine_map<%.*s> vs inBounds of size: %llu",
                STR_ARG(map_text(v->ctx, map)), (unsigned long long)bounds);
}

static bool verify_map(Verifier *v, const Operation *op, const AffineMap *map) {
  for (uint32_t i = 0; i < map->result_count; i++) {
    E expr = map->results[i];
    if (expr->kind == AFFINE_CONST ? expr->value != 0 : expr->kind != AFFINE_DIM)
      return REFUSE("requires a projected permutation_map (at most one dim or the zero constant can appear in each result)");
    for (uint32_t k = 0; k < i; k++)
      if (expr->kind == AFFINE_DIM && map->results[k] == expr)
        return REFUSE("requires a permutation_map that is a permutation (found one dim used more than once)");
  }
  return true;
}

static bool verify_indices(Verifier *v, const Operation *op, T base) {
  uint64_t rank = type_has_rank(base) ? ((const ShapedType *)base)->rank : 0;
  if (!type_has_rank(base)) return REFUSE("requires source to be a memref or ranked tensor type");
  if (span_size(op_operands_named(op, "indices")) == rank) return true;
  return REFUSE("requires %llu indices", (unsigned long long)rank);
}

static T mask_of(const Operation *op) {
  Span mask = op_operands_named(op, "mask");
  return span_size(mask) ? op_operand_type(op, mask.begin) : NULL;
}

static bool is_vector_element(T type) {
  return type_kind(type) == TYPE_INTEGER || type_is_index(type) || type_is_float(type) ||
         (type_kind(type) == TYPE_DIALECT && type->def->flags & TYPE_VECTOR_ELEMENT);
}

bool verify_transfer_read(Verifier *v, const Operation *op) {
  T base = op_operand_type(op, 0), padding = op_operand_type(op, op_operands_named(op, "padding").begin);
  const AffineMap *map = map_of(op);
  if (!verify_indices(v, op, base) || !verify_transfer(v, op, base, result_vector(op), mask_of(op), map)) return false;
  T element = ((const ShapedType *)base)->element;
  if (type_is_vector(element)) {
    if (element != padding) return REFUSE("requires source element type and padding type to match.");
  } else {
    if (!is_vector_element(padding)) return REFUSE("requires valid padding vector elemental type");
    if (padding != element) return REFUSE("requires formal padding and source of the same elemental type");
  }
  return verify_map(v, op, map);
}

bool verify_transfer_write(Verifier *v, const Operation *op) {
  T base = op_operand_type(op, 1);
  const AffineMap *map = map_of(op);
  if (!verify_indices(v, op, base)) return false;
  for (uint32_t i = 0; i < map->result_count; i++)
    if (map->results[i]->kind == AFFINE_CONST && map->results[i]->value == 0) return REFUSE("should not have broadcast dimensions");
  return verify_transfer(v, op, base, operand_vector(op, 0), mask_of(op), map) && verify_map(v, op, map);
}
