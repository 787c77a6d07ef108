// vector.contract, vector.outerproduct and the reductions.
#include "ops/vector.h"

#include "dialects/vector/hooks.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/affine.h"

// ---------------------------------------------------------------------------------------------
// Combining kinds

static int64_t kind_of(const Operation *op) {
  A kind = op_prop(op, "kind");
  return kind ? (int64_t)attr_param(kind, 0) : VECTOR_COMBINING_KIND_ADD;
}

bool vector_kind_applies(const Operation *op, T element) {
  bool is_int = type_kind(element) == TYPE_INTEGER || type_is_index(element), is_float = type_is_float(element);
  switch (kind_of(op)) {
    case VECTOR_COMBINING_KIND_ADD:
    case VECTOR_COMBINING_KIND_MUL: return is_int || is_float;
    case VECTOR_COMBINING_KIND_MINUI:
    case VECTOR_COMBINING_KIND_MINSI:
    case VECTOR_COMBINING_KIND_MAXUI:
    case VECTOR_COMBINING_KIND_MAXSI:
    case VECTOR_COMBINING_KIND_AND:
    case VECTOR_COMBINING_KIND_OR:
    case VECTOR_COMBINING_KIND_XOR: return is_int;
    default: return is_float;
  }
}

const char *vector_kind_name(const Operation *op) {
  const char *name = enum_name(&vector_combining_kind, kind_of(op));
  return name ? name : "";
}

static A default_kind(Context *ctx) { return attr_from_params(ctx, &vector_kind_attr, (const uint64_t[]){VECTOR_COMBINING_KIND_ADD}); }

// ---------------------------------------------------------------------------------------------
// vector.contract

// Iterator types are spelled as strings.
static bool set_iterator_types(Parser *p, OpState *state, uint32_t at) {
  Context *ctx = parser_context(p);
  A types = op_state_prop(state, VECTOR_CONTRACT_ITERATOR_TYPES);
  if (!types || attr_kind(types) != ATTR_ARRAY) return parser_op_error_at(p, at, "expected \"iterator_types\" array attribute");
  const ArrayAttr *array = (const ArrayAttr *)types;
  AttrVec items = {0};
  for (uint64_t i = 0; i < array->count; i++) {
    A item = array->items[i];
    if (attr_kind(item) == ATTR_STRING) {
      int64_t type;
      if (!enum_value(&vector_iterator_type, attr_str(item), &type)) return parser_op_error_at(p, at, "unexpected iterator_type (%.*s)", STR_ARG(attr_str(item)));
      item = attr_from_params(ctx, &vector_iterator_type_attr, (const uint64_t[]){(uint64_t)type});
    }
    vec_push(parser_scratch(p), &items, item);
  }
  op_state_set_prop(state, VECTOR_CONTRACT_ITERATOR_TYPES, attr_array(ctx, items.data, items.count));
  return true;
}

static T i1_vector_like(Context *ctx, T type) {
  const ShapedType *vector = as_vector(type);
  return vector ? vector_mask_type(ctx, vector) : type;
}

// contract ::= dictionary operand `,` operand `,` operand (`,` operand `,` operand)? attr-dict `:` type `,` type `into` type
bool parse_contract(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  Operand operands[3];
  OperandVec masks = {0};
  NamedAttrVec attrs = {0};
  TypeVec types = {0};
  T result;
  uint32_t at = parser_loc(p);
  A dict = parse_attr(p, NULL);
  if (!dict) return false;
  if (attr_kind(dict) != ATTR_DICT) return parser_op_error_at(p, at, "invalid kind of attribute specified");
  if (!parse_operand(p, &operands[0]) || !parse_comma(p) || !parse_operand(p, &operands[1]) || !parse_comma(p) ||
      !parse_operand(p, &operands[2]) || !parse_trailing_operand_list(p, &masks, DELIM_NONE) ||
      !parse_optional_attr_dict(p, &attrs) || !parse_colon_type_list(p, &types) || !parse_keyword(p, "into") ||
      !(result = parse_type(p)))
    return false;
  if (types.count < 2)
    return parser_op_error_at(p, at, "number of operands and types do not match: got 2 operands and %u types", types.count);
  if (!resolve_one(p, state, &operands[0], types.data[0]) || !resolve_one(p, state, &operands[1], types.data[1]) ||
      !resolve_one(p, state, &operands[2], result))
    return false;
  op_state_add_type(state, result);
  const DictAttr *entries = (const DictAttr *)dict;
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  for (uint64_t i = 0; i < entries->count; i++) op_state_set_attr(state, attr_str(entries->items[i].name), entries->items[i].value);
  if (!set_iterator_types(p, state, at)) return false;
  if (!op_state_prop(state, VECTOR_CONTRACT_KIND)) op_state_set_prop(state, VECTOR_CONTRACT_KIND, default_kind(ctx));
  if (!masks.count) return true;
  if (masks.count != 2) return parser_op_error(p, "expected zero or exactly 2 vector mask operands");
  const T mask_types[2] = {i1_vector_like(ctx, types.data[0]), i1_vector_like(ctx, types.data[1])};
  return resolve_operands(p, state, &masks, mask_types, 2, at);
}

void print_contract(Printer *p, const Operation *op) {
  static const char *const elided[] = {"indexing_maps", "iterator_types", "kind", NULL};
  Context *ctx = printer_context(p);
  NamedAttr entries[3];
  uint32_t count = 0;
  for (uint32_t i = 0; elided[i]; i++) {
    A value = op_prop(op, elided[i]);
    if (!value) continue;
    if (i == 1) {
      const ArrayAttr *types = (const ArrayAttr *)value;
      AttrVec names = {0};
      Arena scratch;
      arena_init(&scratch, &ctx->mem);
      for (uint64_t k = 0; attr_kind(value) == ATTR_ARRAY && k < types->count; k++)
        vec_push(&scratch, &names, attr_string(ctx, attr_param(types->items[k], 0) ? STR("reduction") : STR("parallel")));
      value = attr_array(ctx, names.data, names.count);
      arena_free(&scratch);
    }
    entries[count++] = (NamedAttr){attr_string(ctx, str_from(elided[i])), value};
  }
  print_char(p, ' ');
  print_attr(p, attr_dict(ctx, entries, count));
  print_char(p, ' ');
  print_operands(p, op, (Span){0, op->operand_count < 3 ? op->operand_count : 3});
  print_optional_attr_dict(p, op, elided);
  print_text(p, " : ");
  print_operand_types(p, op, (Span){0, 2});
  print_text(p, " into ");
  print_type(p, op_result_type(op, 0));
}

// The three maps, or false when they are not there.
static bool indexing_maps(const Operation *op, const AffineMap *maps[3]) {
  A attr = op_prop_at(op, VECTOR_CONTRACT_INDEXING_MAPS);
  const ArrayAttr *array = (const ArrayAttr *)attr;
  if (!attr || attr_kind(attr) != ATTR_ARRAY || array->count != 3) return false;
  for (uint32_t i = 0; i < 3; i++) {
    if (attr_kind(array->items[i]) != ATTR_AFFINE_MAP) return false;
    maps[i] = ((const MapAttr *)array->items[i])->map;
  }
  return true;
}

static int64_t result_of_dim(const AffineMap *map, uint64_t dim) {
  for (uint32_t i = 0; i < map->result_count; i++)
    if (map->results[i]->kind == AFFINE_DIM && (uint64_t)map->results[i]->value == dim) return i;
  return -1;
}

// The dimension that one loop of the contraction has on each side: results of the maps, -1 for none.
typedef struct DimPair { int64_t lhs, rhs; } DimPair;
typedef struct Contraction {
  const ShapedType *lhs, *rhs;
  const AffineMap *maps[3];
  const ArrayAttr *iterators;
} Contraction;

static bool is_reduction(const Contraction *c, uint64_t loop) {
  A type = c->iterators->items[loop];
  return attr_is(type, &vector_iterator_type_attr) && attr_param(type, 0) == VECTOR_ITERATOR_TYPE_REDUCTION;
}

static DimPair pair_of(const Contraction *c, uint64_t loop) {
  return (DimPair){result_of_dim(c->maps[0], loop), result_of_dim(c->maps[1], loop)};
}

static bool is_pair(DimPair pair) { return pair.lhs >= 0 && pair.rhs >= 0; }

static bool pairs_agree(const Contraction *c, bool reductions) {
  for (uint64_t i = 0; i < c->iterators->count; i++) {
    if (is_reduction(c, i) != reductions) continue;
    DimPair pair = pair_of(c, i);
    if (is_pair(pair) && c->lhs->dims[pair.lhs] != c->rhs->dims[pair.rhs]) return false;
  }
  return true;
}

// Whether dimension `dim` of a side belongs to a pair of loops of that kind.
static bool in_pairs(const Contraction *c, bool reductions, bool is_rhs, uint64_t dim) {
  for (uint64_t i = 0; i < c->iterators->count; i++) {
    DimPair pair = pair_of(c, i);
    if (is_reduction(c, i) == reductions && is_pair(pair) && (uint64_t)(is_rhs ? pair.rhs : pair.lhs) == dim) return true;
  }
  return false;
}

// Extent of a loop by the operand that has it first; 0: neither has.
static int64_t extent_of(const Contraction *c, uint64_t loop, bool *scalable) {
  DimPair pair = pair_of(c, loop);
  const ShapedType *side = pair.lhs >= 0 ? c->lhs : c->rhs;
  int64_t dim = pair.lhs >= 0 ? pair.lhs : pair.rhs;
  if (dim < 0) return 0;
  if (scalable) *scalable = is_scalable_dim(side, (uint64_t)dim);
  return side->dims[dim];
}

static bool verify_contract_result(Verifier *v, const Operation *op, const Contraction *c) {
  T acc = op_operand_type(op, 2), result = op_result_type(op, 0);
  uint64_t expected_rank = 0;
  for (uint64_t i = 0; i < c->lhs->rank; i++) expected_rank += !in_pairs(c, true, false, i);
  for (uint64_t i = 0; i < c->rhs->rank; i++) expected_rank += !in_pairs(c, true, true, i) && !in_pairs(c, false, true, i);
  if (!expected_rank)
    return !type_is_vector(result) && !type_is_vector(acc) ? true : REFUSE("invalid accumulator/result vector shape");
  if (!type_is_vector(result) || !type_is_vector(acc)) return REFUSE("invalid accumulator/result vector shape");
  for (uint64_t i = 0; i < c->iterators->count; i++)
    if (!extent_of(c, i, NULL)) return REFUSE("expected all dimensions to be either a LHS or a RHS dimension");
  const AffineMap *map = c->maps[2];
  int64_t *dims = arena_new(v->arena, int64_t, map->result_count + 1);
  for (uint32_t i = 0; dims && i < map->result_count; i++) dims[i] = extent_of(c, (uint64_t)map->results[i]->value, NULL);
  const ShapedType *shaped = (const ShapedType *)result;
  T expected = dims ? type_vector(v->ctx, dims, map->result_count, shaped->scalable, shaped->element) : result;
  if (result == expected && acc == expected) return true;
  return REFUSE("invalid accumulator/result vector shape, expected: '%s'", TYPE_ARG(expected));
}

bool verify_contract(Verifier *v, const Operation *op) {
  Contraction c = {operand_vector(op, 0), operand_vector(op, 1), {NULL}, (const ArrayAttr *)op_prop_at(op, VECTOR_CONTRACT_ITERATOR_TYPES)};
  if (type_kind(c.lhs->element) == TYPE_INTEGER && !type_is_signless_int(c.lhs->element))
    return REFUSE("only supports signless integer types");
  if (!indexing_maps(op, c.maps)) return REFUSE("expected an indexing map for each vector operand");
  for (uint32_t i = 0; i < 3; i++) {
    const AffineMap *map = c.maps[i];
    const ShapedType *vector = operand_vector(op, i);
    uint64_t rank = vector ? vector->rank : 0;
    if (map->symbol_count) return REFUSE("expected indexing map %u to have no symbols", i);
    if (map->dim_count != c.iterators->count)
      return REFUSE("expected indexing map %u to have %llu number of inputs", i, (unsigned long long)c.iterators->count);
    if (map->result_count != rank)
      return REFUSE("expected indexing map %u to have %llu number of outputs", i, (unsigned long long)rank);
    if (!affine_map_is_projected_permutation(map, false))
      return REFUSE("expected indexing map %u to be a projected permutation of its inputs", i);
  }
  bool contracts = false;
  for (uint64_t i = 0; i < c.iterators->count; i++) contracts |= is_reduction(&c, i) && is_pair(pair_of(&c, i));
  if (!contracts) return REFUSE("expected at least one contracting dimension pair");
  if (!pairs_agree(&c, true)) return REFUSE("invalid contracting dimension map");
  if (!pairs_agree(&c, false)) return REFUSE("invalid batch dimension map");
  if (!verify_contract_result(v, op, &c)) return false;
  T result = op_result_type(op, 0);
  if (!vector_kind_applies(op, type_is_vector(result) ? ((const ShapedType *)result)->element : result))
    return REFUSE("unsupported contraction type");
  return true;
}

T contract_mask_type(Context *ctx, const Operation *op) {
  Contraction c = {operand_vector(op, 0), operand_vector(op, 1), {NULL}, (const ArrayAttr *)op_prop_at(op, VECTOR_CONTRACT_ITERATOR_TYPES)};
  if (!c.lhs || !c.rhs || !c.iterators || attr_kind(&c.iterators->base) != ATTR_ARRAY || !indexing_maps(op, c.maps)) return NULL;
  Arena scratch;
  arena_init(&scratch, &ctx->mem);
  uint32_t rank = c.maps[0]->dim_count;
  int64_t *dims = arena_new(&scratch, int64_t, rank + 1);
  uint64_t scalable = 0;
  for (uint32_t i = 0; dims && i < rank; i++) {
    // The right side decides where both have the loop.
    int64_t left = result_of_dim(c.maps[0], i), right = result_of_dim(c.maps[1], i);
    const ShapedType *side = right >= 0 ? c.rhs : c.lhs;
    int64_t dim = right >= 0 ? right : left;
    if (dim < 0 || (uint64_t)dim >= side->rank) {
      dims = NULL;
      break;
    }
    dims[i] = side->dims[dim];
    if (is_scalable_dim(side, (uint64_t)dim) && i < 64) scalable |= 1ull << i;
  }
  T type = dims ? type_vector(ctx, dims, rank, scalable, ctx->types.i1) : NULL;
  arena_free(&scratch);
  return type;
}

// ---------------------------------------------------------------------------------------------
// vector.outerproduct

// outerproduct ::= operand `,` operand (`,` operand)? attr-dict `:` type `,` type
bool parse_outerproduct(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  OperandVec operands = {0};
  NamedAttrVec attrs = {0};
  T lhs, rhs;
  if (!parse_operand_list(p, &operands, DELIM_NONE) || !parse_optional_attr_dict(p, &attrs) || !parse_colon_type(p, &lhs) ||
      !parse_comma(p) || !(rhs = parse_type(p)))
    return false;
  if (operands.count < 2) return parser_op_error(p, "expected at least 2 operands");
  const ShapedType *left = as_vector(lhs), *right = as_vector(rhs);
  if (!left) return parser_op_error(p, "expected vector type for operand #1");
  for (uint32_t i = 0; i < attrs.count; i++) op_state_set_attr(state, attr_str(attrs.data[i].name), attrs.data[i].value);
  if (!op_state_prop(state, VECTOR_OUTERPRODUCT_KIND)) op_state_set_prop(state, VECTOR_OUTERPRODUCT_KIND, default_kind(ctx));
  const int64_t dims[2] = {left->rank ? left->dims[0] : 1, right && right->rank ? right->dims[0] : 1};
  uint64_t scalable = (uint64_t)is_scalable_dim(left, 0) | (right && is_scalable_dim(right, 0) ? 2u : 0u);
  T result = type_vector(ctx, dims, right ? 2 : 1, scalable, left->element);
  if (!resolve_one(p, state, &operands.data[0], lhs) || !resolve_one(p, state, &operands.data[1], rhs) ||
      (operands.count > 2 && !resolve_one(p, state, &operands.data[2], result)))
    return false;
  op_state_add_type(state, result);
  return true;
}

void print_outerproduct(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operands(p, op, (Span){0, op->operand_count});
  if (op->operand_count > 2) print_optional_attr_dict(p, op, NULL);
  print_text(p, " : ");
  print_operand_types(p, op, (Span){0, 2});
}

bool verify_outerproduct(Verifier *v, const Operation *op) {
  const ShapedType *lhs = operand_vector(op, 0), *rhs = operand_vector(op, 1), *result = result_vector(op);
  if (lhs->rank != 1) return REFUSE("expected 1-d vector for operand #1");
  if (rhs) {
    if (rhs->rank != 1) return REFUSE("expected 1-d vector for operand #2");
    if (result->rank != 2) return REFUSE("expected 2-d vector result");
    if (lhs->dims[0] != result->dims[0]) return REFUSE("expected #1 operand dim to match result dim #1");
    if (rhs->dims[0] != result->dims[1]) return REFUSE("expected #2 operand dim to match result dim #2");
    if (lhs->scalable && !rhs->scalable) return REFUSE("expected either both or only #2 operand dim to be scalable");
  } else {
    if (result->rank != 1) return REFUSE("expected 1-d vector result");
    if (lhs->dims[0] != result->dims[0]) return REFUSE("expected #1 operand dim to match result dim #1");
  }
  if (op->operand_count > 2 && op_operand_type(op, 2) != &result->base)
    return REFUSE("expected operand #3 of same type as result type");
  return vector_kind_applies(op, result->element) ? true : REFUSE("unsupported outerproduct type");
}

// ---------------------------------------------------------------------------------------------
// Reductions

bool verify_reduction(Verifier *v, const Operation *op) {
  const ShapedType *vector = operand_vector(op, 0);
  T element = op_result_type(op, 0);
  if (vector->rank > 1) return REFUSE("unsupported reduction rank: %llu", (unsigned long long)vector->rank);
  if (vector_kind_applies(op, element)) return true;
  return REFUSE("unsupported reduction type ''%s'' for kind '%s'", TYPE_ARG(element), vector_kind_name(op));
}

bool verify_multi_reduction(Verifier *v, const Operation *op) {
  const ShapedType *source = operand_vector(op, 0);
  A reduced = op_prop_at(op, VECTOR_MULTI_REDUCTION_REDUCTION_DIMS);
  int64_t *dims = arena_new(v->arena, int64_t, source->rank + 1);
  uint32_t rank = 0;
  uint64_t scalable = 0;
  for (uint64_t i = 0; dims && i < source->rank; i++) {
    bool is_reduced = false;
    for (uint64_t k = 0; k < ((const DenseArrayAttr *)reduced)->count; k++)
      is_reduced |= dense_array_i64(reduced, k) == (int64_t)i;
    if (is_reduced) continue;
    if (is_scalable_dim(source, i)) scalable |= 1ull << rank;
    dims[rank++] = source->dims[i];
  }
  T expected = rank ? type_vector(v->ctx, dims, rank, scalable, source->element) : source->element;
  T result = op_result_type(op, 0);
  if (result == expected) return true;
  return REFUSE("destination type '%s' is incompatible with source type '%s'", TYPE_ARG(result), TYPE_ARG(&source->base));
}

bool verify_scan(Verifier *v, const Operation *op) {
  const ShapedType *source = operand_vector(op, 0), *initial = operand_vector(op, 1);
  int64_t dim = op_prop_i64_at(op, VECTOR_SCAN_REDUCTION_DIM), rank = (int64_t)source->rank;
  if (dim >= rank) return REFUSE("reduction dimension %lld has to be less than %lld", (long long)dim, (long long)rank);
  if ((int64_t)initial->rank != rank - 1)
    return REFUSE("initial value rank %llu has to be equal to %lld", (unsigned long long)initial->rank, (long long)rank - 1);
  bool same = dim >= 0;
  for (int64_t i = 0, k = 0; i < rank && same; i++)
    if (i != dim) same = source->dims[i] == initial->dims[k++];
  if (!same) return REFUSE("incompatible input/initial value shapes");
  T element = source->element;
  if (vector_kind_applies(op, element)) return true;
  return REFUSE("unsupported reduction type '%s' for kind '%s'", TYPE_ARG(element), vector_kind_name(op));
}
