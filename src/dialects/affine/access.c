// Affine maps applied to values, and accesses to memory at affine subscripts.
#include "ops/affine.h"

#include "dialects/affine/hooks.h"

#include "ir/affine.h"

// ---------------------------------------------------------------------------------------------
// Shared

static A parse_attr_of_kind(Parser *p, AttrKind kind) {
  uint32_t at = parser_loc(p);
  A attr = parse_attr(p, NULL);
  if (!attr || attr_kind(attr) == kind) return attr;
  parser_op_error_at(p, at, "invalid kind of attribute specified");
  return NULL;
}

A parse_map(Parser *p) { return parse_attr_of_kind(p, ATTR_AFFINE_MAP); }
A parse_set(Parser *p) { return parse_attr_of_kind(p, ATTR_INTEGER_SET); }

// A type of one builtin kind, behind a colon or not.
static T parse_type_of_kind(Parser *p, TypeKind kind, bool after_colon) {
  uint32_t at = parser_loc(p);
  if (after_colon && !parse_colon(p)) return NULL;
  T type = parse_type(p);
  if (!type || type_kind(type) == kind) return type;
  parser_op_error_at(p, at, "invalid kind of type specified: expected builtin.%s, but found '%s'", type_defs[kind].name,
                     type_text(parser_context(p), type));
  return NULL;
}

bool parse_attrs(Parser *p, OpState *state) {
  NamedAttrVec attrs = {0};
  if (!parse_optional_attr_dict(p, &attrs)) return false;
  for (uint32_t i = 0; i < attrs.count; i++) vec_push(state->arena, &state->attrs, attrs.data[i]);
  return true;
}

bool parse_dims_and_symbols(Parser *p, OpState *state, uint32_t *dims) {
  OperandVec operands = {0};
  if (!parse_operand_list(p, &operands, DELIM_PAREN)) return false;
  *dims = operands.count;
  return parse_operand_list(p, &operands, DELIM_OPTIONAL_SQUARE) &&
         resolve_operands_same(p, state, &operands, parser_context(p)->types.index);
}

void print_dims_and_symbols(Printer *p, const Operation *op, Span operands, uint32_t dims) {
  uint32_t middle = operands.begin + dims;
  if (middle > operands.end) middle = operands.end;
  print_char(p, '(');
  print_operands(p, op, (Span){operands.begin, middle});
  print_char(p, ')');
  if (middle == operands.end) return;
  print_char(p, '[');
  print_operands(p, op, (Span){middle, operands.end});
  print_char(p, ']');
}

const AffineMap *affine_map_of(A map) {
  return map && attr_kind(map) == ATTR_AFFINE_MAP ? ((const MapAttr *)map)->map : NULL;
}

// ---------------------------------------------------------------------------------------------
// affine.apply, affine.min, affine.max

// apply ::= map dims-and-symbols attr-dict?
bool parse_apply(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  uint32_t dims;
  A attr = parse_map(p);
  if (!attr || !parse_dims_and_symbols(p, state, &dims)) return false;
  op_state_set_prop(state, AFFINE_APPLY_MAP, attr);
  if (!parse_attrs(p, state)) return false;
  const AffineMap *map = ((const MapAttr *)attr)->map;
  if (map->dim_count != dims || dims + map->symbol_count != state->operands.count)
    return parser_op_error(p, "dimension or symbol index mismatch");
  for (uint32_t i = 0; i < map->result_count; i++) op_state_add_type(state, ctx->types.index);
  return true;
}

// min-max ::= map `(` operands `)` (`[` operands `]`)? attr-dict?
bool parse_min_max(Parser *p, OpState *state) {
  T index = parser_context(p)->types.index;
  OperandVec dims = {0}, symbols = {0};
  A attr = parse_map(p);
  if (!attr) return false;
  op_state_set_attr(state, STR("map"), attr);
  if (!parse_operand_list(p, &dims, DELIM_PAREN) || !parse_operand_list(p, &symbols, DELIM_OPTIONAL_SQUARE) ||
      !parse_attrs(p, state) || !resolve_operands_same(p, state, &dims, index) ||
      !resolve_operands_same(p, state, &symbols, index))
    return false;
  op_state_add_type(state, index);
  return true;
}

static const char *const elided_map[] = {"map", NULL};

void print_apply(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_attr(p, op_prop(op, "map"));
  print_dims_and_symbols(p, op, (Span){0, op->operand_count}, affine_map_of(op_attr(op, "map"))->dim_count);
  print_optional_attr_dict(p, op, elided_map);
}

bool verify_apply(Verifier *v, const Operation *op) {
  const AffineMap *map = affine_map_of(op_prop_at(op, AFFINE_APPLY_MAP));
  if (op->operand_count != map_inputs(map)) return REFUSE("operand count and affine map dimension and symbol count must match");
  if (map->result_count != 1) return REFUSE("mapping must produce one value");
  const Region *scope = affine_scope(op);
  for (uint32_t i = map->dim_count; i < op->operand_count; i++) {
    const Value *symbol = op_operand(op, i);
    if (affine_is_valid_symbol(v->ctx, symbol, scope) || !affine_is_valid_dim(v->ctx, symbol, scope)) continue;
    return verify_fail_plain(v, op, "dimensional operand cannot be used as a symbol");
  }
  return true;
}

bool verify_min_max(Verifier *v, const Operation *op) {
  const AffineMap *map = affine_map_of(op_attr(op, "map"));
  if (op->operand_count != map_inputs(map)) return REFUSE("operand count and affine map dimension and symbol count must match");
  return map->result_count ? true : REFUSE("affine map expect at least one result");
}

// ---------------------------------------------------------------------------------------------
// Loads and stores

// access ::= operand `[` subscripts `]`
static bool parse_access(Parser *p, OpState *state, Operand *memref, OperandVec *subscripts) {
  if (!parse_operand(p, memref)) return false;
  A map = parse_affine_map_of_ssa(p, subscripts, NULL, DELIM_SQUARE);
  if (map) op_state_set_attr(state, STR("map"), map);
  return map != NULL;
}

static bool resolve_access(Parser *p, OpState *state, const Operand *memref, T type, const OperandVec *subscripts) {
  return resolve_one(p, state, memref, type) && resolve_operands_same(p, state, subscripts, parser_context(p)->types.index);
}

// load ::= access attr-dict? `:` memref-type
bool parse_affine_load(Parser *p, OpState *state) {
  Operand memref;
  OperandVec subscripts = {0};
  T type;
  if (!parse_access(p, state, &memref, &subscripts) || !parse_attrs(p, state) ||
      !(type = parse_type_of_kind(p, TYPE_MEMREF, true)) || !resolve_access(p, state, &memref, type, &subscripts))
    return false;
  op_state_add_type(state, ((const ShapedType *)type)->element);
  return true;
}

// store ::= operand `,` access attr-dict? `:` memref-type
bool parse_affine_store(Parser *p, OpState *state) {
  Operand value, memref;
  OperandVec subscripts = {0};
  T type;
  return parse_operand(p, &value) && parse_comma(p) && parse_access(p, state, &memref, &subscripts) && parse_attrs(p, state) &&
         (type = parse_type_of_kind(p, TYPE_MEMREF, true)) &&
         resolve_one(p, state, &value, ((const ShapedType *)type)->element) &&
         resolve_access(p, state, &memref, type, &subscripts);
}

// vector-load ::= access attr-dict? `:` memref-type `,` vector-type
bool parse_affine_vector_load(Parser *p, OpState *state) {
  Operand memref;
  OperandVec subscripts = {0};
  T type, vector;
  if (!parse_access(p, state, &memref, &subscripts) || !parse_attrs(p, state) ||
      !(type = parse_type_of_kind(p, TYPE_MEMREF, true)) || !parse_comma(p) || !(vector = parse_type_of_kind(p, TYPE_VECTOR, false)) ||
      !resolve_access(p, state, &memref, type, &subscripts))
    return false;
  op_state_add_type(state, vector);
  return true;
}

// vector-store ::= operand `,` access attr-dict? `:` memref-type `,` vector-type
bool parse_affine_vector_store(Parser *p, OpState *state) {
  Operand value, memref;
  OperandVec subscripts = {0};
  T type, vector;
  return parse_operand(p, &value) && parse_comma(p) && parse_access(p, state, &memref, &subscripts) && parse_attrs(p, state) &&
         (type = parse_type_of_kind(p, TYPE_MEMREF, true)) && parse_comma(p) &&
         (vector = parse_type_of_kind(p, TYPE_VECTOR, false)) && resolve_one(p, state, &value, vector) &&
         resolve_access(p, state, &memref, type, &subscripts);
}

// The memref at operand `base` with its subscripts.
static void print_access(Printer *p, const Operation *op, uint32_t base) {
  const AffineMap *map = affine_map_of(op_attr(op, "map"));
  print_operand(p, op_operand(op, base));
  print_char(p, '[');
  if (map) print_affine_map_of_ssa(p, map, op, (Span){base + 1, op->operand_count});
  print_char(p, ']');
}

static void print_access_types(Printer *p, T memref, T value) {
  print_text(p, " : ");
  print_type(p, memref);
  if (!type_is_vector(value)) return;
  print_text(p, ", ");
  print_type(p, value);
}

static bool is_vector_access(const Operation *op) { return op_is(op, OP_AFFINE_VECTOR_LOAD) || op_is(op, OP_AFFINE_VECTOR_STORE); }

void print_affine_load(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_access(p, op, 0);
  print_optional_attr_dict(p, op, elided_map);
  T memref = op_operand_type(op, 0);
  print_access_types(p, memref, is_vector_access(op) ? op_result_type(op, 0) : memref);
}

void print_affine_store(Printer *p, const Operation *op) {
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  print_text(p, ", ");
  print_access(p, op, 1);
  print_optional_attr_dict(p, op, elided_map);
  T memref = op_operand_type(op, 1);
  print_access_types(p, memref, is_vector_access(op) ? op_operand_type(op, 0) : memref);
}

static bool verify_indexing(Verifier *v, const Operation *op, uint32_t base) {
  const AffineMap *map = affine_map_of(op_attr(op, "map"));
  const ShapedType *memref = (const ShapedType *)op_operand_type(op, base);
  if (map->result_count != memref->rank) return REFUSE("affine map num results must equal memref rank");
  if (map_inputs(map) != op->operand_count - base - 1) return REFUSE("expects as many subscripts as affine map inputs");
  return verify_dims_and_symbols(v, op, (Span){base + 1, op->operand_count}, map->dim_count);
}

bool verify_affine_load(Verifier *v, const Operation *op) {
  if (op_result_type(op, 0) != type_element(op_operand_type(op, 0)))
    return REFUSE("result type must match element type of memref");
  return verify_indexing(v, op, 0);
}

bool verify_affine_store(Verifier *v, const Operation *op) {
  if (op_operand_type(op, 0) != type_element(op_operand_type(op, 1)))
    return REFUSE("value to store must have the same type as memref element type");
  return verify_indexing(v, op, 1);
}

static bool verify_vector_element(Verifier *v, const Operation *op, T memref, T vector) {
  return type_element(memref) == type_element(vector) ? true : REFUSE("requires memref and vector types of the same elemental type");
}

bool verify_affine_vector_load(Verifier *v, const Operation *op) {
  return verify_indexing(v, op, 0) && verify_vector_element(v, op, op_operand_type(op, 0), op_result_type(op, 0));
}

bool verify_affine_vector_store(Verifier *v, const Operation *op) {
  return verify_indexing(v, op, 1) && verify_vector_element(v, op, op_operand_type(op, 1), op_operand_type(op, 0));
}

// ---------------------------------------------------------------------------------------------
// affine.prefetch

// prefetch ::= access `,` (`read` | `write`) `,` `locality` `<` integer `>` `,` (`data` | `instr`) attr-dict? `:` memref-type
bool parse_affine_prefetch(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  Operand memref;
  OperandVec subscripts = {0};
  Str access, cache;
  T type;
  if (!parse_access(p, state, &memref, &subscripts) || !parse_comma(p) || !parse_any_keyword(p, &access) || !parse_comma(p) ||
      !parse_keyword(p, "locality") || !parse_less(p))
    return false;
  uint32_t at = parser_loc(p);
  A hint = parse_attr(p, ctx->types.i32);
  if (!hint) return false;
  if (attr_kind(hint) != ATTR_INTEGER) return parser_op_error_at(p, at, "invalid kind of attribute specified");
  op_state_set_prop(state, AFFINE_PREFETCH_LOCALITY_HINT, hint);
  if (!parse_greater(p) || !parse_comma(p) || !parse_any_keyword(p, &cache) || !parse_attrs(p, state) ||
      !(type = parse_type_of_kind(p, TYPE_MEMREF, true)) || !resolve_access(p, state, &memref, type, &subscripts))
    return false;
  bool writes = str_is(access, "write"), of_data = str_is(cache, "data");
  if (!writes && !str_is(access, "read")) return parser_op_error(p, "rw specifier has to be 'read' or 'write'");
  if (!of_data && !str_is(cache, "instr")) return parser_op_error(p, "cache type has to be 'data' or 'instr'");
  op_state_set_prop(state, AFFINE_PREFETCH_IS_WRITE, attr_bool(ctx, writes));
  op_state_set_prop(state, AFFINE_PREFETCH_IS_DATA_CACHE, attr_bool(ctx, of_data));
  return true;
}

void print_affine_prefetch(Printer *p, const Operation *op) {
  static const char *const elided[] = {"map", "localityHint", "isDataCache", "isWrite", NULL};
  print_char(p, ' ');
  print_access(p, op, 0);
  print_text(p, attr_to_bool(op_prop_at(op, AFFINE_PREFETCH_IS_WRITE)) ? ", write, locality<" : ", read, locality<");
  print_u64(p, attr_to_u64(op_prop_at(op, AFFINE_PREFETCH_LOCALITY_HINT)));
  print_text(p, attr_to_bool(op_prop_at(op, AFFINE_PREFETCH_IS_DATA_CACHE)) ? ">, data" : ">, instr");
  print_optional_attr_dict(p, op, elided);
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
}

bool verify_affine_prefetch(Verifier *v, const Operation *op) {
  const AffineMap *map = affine_map_of(op_prop_at(op, AFFINE_PREFETCH_MAP));
  if (map->result_count != ((const ShapedType *)op_operand_type(op, 0))->rank)
    return REFUSE("affine.prefetch affine map num results must equal memref rank");
  if (map_inputs(map) + 1 != op->operand_count) return REFUSE("too few operands");
  const Region *scope = affine_scope(op);
  for (uint32_t i = 1; i < op->operand_count; i++)
    if (!affine_is_valid_dim(v->ctx, op_operand(op, i), scope))
      return REFUSE("index must be a valid dimension or symbol identifier");
  return true;
}

// ---------------------------------------------------------------------------------------------
// affine.delinearize_index, affine.linearize_index

static bool verify_basis(Verifier *v, const Operation *op, A basis, bool positive) {
  uint64_t count = ((const DenseArrayAttr *)basis)->count;
  uint32_t dynamic = 0;
  for (uint64_t i = 0; i < count; i++) dynamic += dense_array_i64(basis, i) == DYNAMIC;
  if (dynamic != span_size(op_operands_named(op, "dynamic_basis")))
    return REFUSE("mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- this "
                  "can only happen due to an incorrect fold/rewrite");
  for (uint64_t i = 0; i < count && positive; i++)
    if (dense_array_i64(basis, i) <= 0 && dense_array_i64(basis, i) != DYNAMIC)
      return REFUSE("no basis element may be statically non-positive");
  return true;
}

bool verify_delinearize(Verifier *v, const Operation *op) {
  A basis = op_prop_at(op, AFFINE_DELINEARIZE_INDEX_STATIC_BASIS);
  uint64_t count = ((const DenseArrayAttr *)basis)->count;
  if (op->result_count != count && op->result_count != count + 1)
    return REFUSE("should return an index for each basis element and up to one extra index");
  return verify_basis(v, op, basis, true);
}

bool verify_linearize(Verifier *v, const Operation *op) {
  A basis = op_prop_at(op, AFFINE_LINEARIZE_INDEX_STATIC_BASIS);
  uint64_t count = ((const DenseArrayAttr *)basis)->count, indices = span_size(op_operands_named(op, "multi_index"));
  if (indices != count && indices != count + 1)
    return REFUSE("should be passed a basis element for each index except possibly the first");
  return verify_basis(v, op, basis, false);
}
