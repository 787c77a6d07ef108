// Types of the spirv dialect: making, testing, parsing and printing them. See types.h.

#include "dialects/spirv/types.h"

#include "dialects/spirv/attrs.h"
#include "dialects/spirv/hooks.h"

// ---------------------------------------------------------------------------------------------
// Making types

static bool is_spirv(T type) { return type_kind(type) == TYPE_DIALECT && strcmp(type->def->dialect, "spirv") == 0; }

T spirv_type(Context *ctx, const TypeDef *def, T element, const uint32_t *params, uint32_t count) {
  SpirvType *key = unique_key(ctx, sizeof *key);
  key->element = element;
  if (count) memcpy(key->params, params, count * sizeof *params);
  return type_unique(ctx, def, key, sizeof *key);
}

T spirv_ptr(Context *ctx, T pointee, uint32_t storage) { return spirv_type(ctx, &spirv_ptr_type, pointee, &storage, 1); }

static const char bodies_key;   // the bodies of a context by name

static SpirvStructBody *body_of(Context *ctx, Str name) {
  Map *bodies = map_get(&ctx->ext, &bodies_key);
  if (!bodies) {
    bodies = arena_new(&ctx->arena, Map, 1);
    map_init(bodies, &ctx->arena);
    map_set(&ctx->ext, &bodies_key, bodies);
  }
  SpirvStructBody *body = map_get_str(bodies, name);
  if (!body) {
    body = arena_new(&ctx->arena, SpirvStructBody, 1);
    body->name = arena_str(&ctx->arena, name);
    map_put_str(bodies, body->name)->value = (uintptr_t)body;
  }
  return body;
}

static T make_struct(Context *ctx, SpirvStructBody *body, A shape) {
  SpirvStruct *key = unique_key(ctx, sizeof *key);
  key->body = body;
  key->shape = shape;
  return type_unique(ctx, &spirv_struct_type, key, sizeof *key);
}

// ---------------------------------------------------------------------------------------------
// Testing types

enum { SHAPE_TYPES, SHAPE_OFFSETS, SHAPE_MEMBERS, SHAPE_WHOLE };

static A shape_part(T type, uint32_t part) {
  const SpirvStruct *s = (const SpirvStruct *)type;
  A shape = s->body ? s->body->shape : s->shape;
  return shape ? ((const ArrayAttr *)shape)->items[part] : NULL;
}

uint32_t spirv_struct_count(T type) {
  const ArrayAttr *types = (const ArrayAttr *)shape_part(type, SHAPE_TYPES);
  return types ? (uint32_t)types->count : 0;
}

T spirv_struct_member(T type, uint32_t i) {
  return ((const TypeAttr *)((const ArrayAttr *)shape_part(type, SHAPE_TYPES))->items[i])->type;
}

static bool is_scalar_width(uint32_t bits) { return bits == 8 || bits == 16 || bits == 32 || bits == 64; }

bool spirv_is_scalar(T type) {
  uint32_t bits = type_bits(type);
  if (type_kind(type) == TYPE_INTEGER) return bits == 1 || is_scalar_width(bits);
  return type_is_float(type) && bits > 8 && is_scalar_width(bits);
}

bool spirv_is_composite(T type) {
  if (type_is_vector(type)) {
    int64_t count = type_num_elements(type);
    return ((const ShapedType *)type)->rank == 1 && spirv_is_scalar(type_element(type)) &&
           (count == 2 || count == 3 || count == 4 || count == 8 || count == 16);
  }
  return is_spirv(type) && type->def != &spirv_ptr_type && type->def != &spirv_image_type && type->def != &spirv_sampled_image_type;
}

bool spirv_composite_count(T type, uint64_t *out) {
  if (type->def == &spirv_coopmatrix_type || type->def == &spirv_rtarray_type) return false;
  if (type->def == &spirv_struct_type) *out = spirv_struct_count(type);
  else if (type->def == &spirv_arm_tensor_type) {
    bool is_static = type_has_static_shape(spirv_element(type));
    *out = is_static ? (uint64_t)type_num_elements(spirv_element(type)) : 0;
  } else *out = type_is_vector(type) ? (uint64_t)type_num_elements(type) : spirv_param(type, SPIRV_COUNT);
  return true;
}

T spirv_composite_part(T type, uint32_t i) {
  if (type_is_vector(type)) return type_element(type);
  if (type->def == &spirv_struct_type) return spirv_struct_member(type, i);
  return type->def == &spirv_arm_tensor_type ? type_element(spirv_element(type)) : spirv_element(type);
}

// ---------------------------------------------------------------------------------------------
// Parsing

static T fail_with(Parser *p, uint32_t at, const char *message, T type) {
  parser_op_error_at(p, at, "%s'%s'", message, type_text(parser_context(p), type));
  return NULL;
}

static T fail(Parser *p, uint32_t at, const char *message) {
  parser_op_error_at(p, at, "%s", message);
  return NULL;
}

// An element of a composite type; in tensors vectors may be of any length.
static T check_element(Parser *p, uint32_t at, T type) {
  if (is_spirv(type) || type_is_float(type)) return type;
  if (type_kind(type) == TYPE_INTEGER)
    return spirv_is_scalar(type) ? type : fail_with(p, at, "only 1/8/16/32/64-bit integer type allowed but found ", type);
  if (!type_is_vector(type)) {
    parser_op_error_at(p, at, "cannot use '%s' to compose SPIR-V types", type_text(parser_context(p), type));
    return NULL;
  }
  if (((const ShapedType *)type)->rank != 1) return fail_with(p, at, "only 1-D vector allowed but found ", type);
  int64_t count = type_num_elements(type);
  if (count <= 4) return type;
  parser_op_error_at(p, at, "vector length has to be less than or equal to 4 but found %lld", (long long)count);
  return NULL;
}

static T parse_element(Parser *p) {
  uint32_t at = parser_loc(p);
  T type = parse_type(p);
  return type ? check_element(p, at, type) : NULL;
}

static bool parse_u32(Parser *p, uint32_t *out) {
  uint32_t at = parser_loc(p);
  APInt value;
  bool negative = false;
  ParseResult result = parse_optional_apint(p, &value, &negative);
  if (result == PARSE_ABSENT) return parser_op_error_at(p, at, "expected integer value");
  uint64_t word;
  if (result == PARSE_FAILED) return false;
  if (!apint_to_u64(&value, &word) || (!negative && word > UINT32_MAX)) return parser_op_error_at(p, at, "integer value too large");
  *out = (uint32_t)(negative ? 0 - word : word);
  return true;
}

// (`,` `stride` `=` integer)?
static bool parse_stride(Parser *p, uint32_t *out) {
  if (!parser_consume_if(p, TOK_COMMA)) return true;
  if (!parse_keyword(p, "stride") || !parse_equal(p)) return false;
  uint32_t at = parser_loc(p);
  return parse_u32(p, out) && (*out || parser_op_error_at(p, at, "ArrayStride must be greater than zero"));
}

static bool parse_counts(Parser *p, uint32_t count, const char *wrong_number, uint32_t *out) {
  int64_t first[4];
  I64Vec dims = {first, 0, countof(first)};
  uint32_t at = parser_loc(p);
  if (!parse_less(p)) return false;
  at = parser_loc(p);
  if (!parse_dims(p, &dims, NULL, DIMS_TRAILING_X)) return false;
  if (dims.count != count) return parser_op_error_at(p, at, "%s", wrong_number);
  for (uint32_t i = 0; i < count; i++) out[i] = (uint32_t)dims.data[i];
  return true;
}

// array ::= `<` count `x` element (`,` `stride` `=` integer)? `>`
T parse_spirv_array(Parser *p, const TypeDef *def) {
  uint32_t params[2] = {0}, at = parser_loc(p) + 1;
  if (!parse_counts(p, 1, "expected single integer for array element count", params)) return NULL;
  if (!params[SPIRV_COUNT]) return fail(p, at, "expected array length greater than 0");
  T element = parse_element(p);
  if (!element || !parse_stride(p, &params[SPIRV_STRIDE]) || !parse_greater(p)) return NULL;
  return spirv_type(parser_context(p), def, element, params, 2);
}

// rtarray ::= `<` element (`,` `stride` `=` integer)? `>`
T parse_spirv_rtarray(Parser *p, const TypeDef *def) {
  uint32_t params[2] = {0};
  if (!parse_less(p)) return NULL;
  T element = parse_element(p);
  if (!element || !parse_stride(p, &params[SPIRV_STRIDE]) || !parse_greater(p)) return NULL;
  return spirv_type(parser_context(p), def, element, params, 2);
}

// coopmatrix ::= `<` rows `x` columns `x` element `,` scope `,` use `>`
T parse_spirv_coopmatrix(Parser *p, const TypeDef *def) {
  uint32_t params[4];
  int64_t scope, use;
  if (!parse_counts(p, 2, "expected row and column count", params)) return NULL;
  T element = parse_element(p);
  if (!element || !parse_comma(p) || !parse_spirv_keyword(p, &spirv_scope, "scope <id>", &scope) || !parse_comma(p) ||
      !parse_spirv_keyword(p, &spirv_cooperative_matrix_use_khr, "use <id>", &use) || !parse_greater(p))
    return NULL;
  params[SPIRV_SCOPE] = (uint32_t)scope;
  params[SPIRV_USE] = (uint32_t)use;
  return spirv_type(parser_context(p), def, element, params, 4);
}

// matrix ::= `<` columns `x` vector-type `>`
T parse_spirv_matrix(Parser *p, const TypeDef *def) {
  uint32_t columns, at = parser_loc(p) + 1;
  if (!parse_counts(p, 1, "expected single unsigned integer for number of columns", &columns)) return NULL;
  if (columns < 2 || columns > 4) return fail(p, at, "matrix is expected to have 2, 3, or 4 columns");
  at = parser_loc(p);
  T column = parse_type(p);
  if (!column) return NULL;
  if (!type_is_vector(column)) return fail_with(p, at, "matrix must be composed using vector type, got ", column);
  if (((const ShapedType *)column)->rank != 1) return fail_with(p, at, "only 1-D vector allowed but found ", column);
  int64_t rows = type_num_elements(column);
  if (rows < 2 || rows > 4) {
    parser_op_error_at(p, at, "matrix columns size has to be less than or equal to 4 and greater than or equal 2, but found %lld",
                       (long long)rows);
    return NULL;
  }
  if (!type_is_float(type_element(column))) return fail_with(p, at, "matrix columns' elements must be of Float type, got ", type_element(column));
  return parse_greater(p) ? spirv_type(parser_context(p), def, column, &columns, 1) : NULL;
}

// ptr ::= `<` pointee `,` storage-class `>`
T parse_spirv_ptr(Parser *p, const TypeDef *def) {
  Str word;
  if (!parse_less(p)) return NULL;
  T pointee = parse_element(p);
  uint32_t at = parser_loc(p);
  if (!pointee || !parse_comma(p) || !parse_any_keyword(p, &word)) return NULL;
  int64_t value;
  if (!spirv_enum_find(&spirv_storage_class, word, &value)) {
    parser_op_error_at(p, at, "unknown storage class: %.*s", STR_ARG(word));
    return NULL;
  }
  uint32_t storage = (uint32_t)value;
  return parse_greater(p) ? spirv_type(parser_context(p), def, pointee, &storage, 1) : NULL;
}

static bool parse_known(Parser *p, const EnumDef *def, int64_t *out) {
  uint32_t at = parser_loc(p);
  Str word;
  if (!parse_any_keyword(p, &word)) return false;
  return spirv_enum_find(def, word, out) || parser_op_error_at(p, at, "unknown attribute: '%.*s'", STR_ARG(word));
}

static const EnumDef *const image_enums[] = {
  &spirv_dim, &spirv_image_depth_info, &spirv_image_arrayed_info, &spirv_image_sampling_info,
  &spirv_image_sampler_use_info, &spirv_image_format,
};

// image ::= `<` element (`,` keyword)x6 `>`
T parse_spirv_image(Parser *p, const TypeDef *def) {
  uint32_t params[countof(image_enums)];
  if (!parse_less(p)) return NULL;
  T element = parse_element(p);
  if (!element) return NULL;
  for (uint32_t i = 0; i < countof(image_enums); i++) {
    int64_t value;
    if (!parse_comma(p) || !parse_known(p, image_enums[i], &value)) return NULL;
    params[i] = (uint32_t)value;
  }
  return parse_greater(p) ? spirv_type(parser_context(p), def, element, params, countof(params)) : NULL;
}

// spirv_sampled_image ::= `<` image-type `>`
T parse_spirv_sampled_image(Parser *p, const TypeDef *def) {
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p);
  T image = parse_type(p);
  if (!image) return NULL;
  if (image->def != &spirv_image_type) return fail_with(p, at, "sampled image must be composed using image type, got ", image);
  uint32_t dim = spirv_param(image, SPIRV_DIM);
  if (dim == SPIRV_DIM_SUBPASS_DATA || dim == SPIRV_DIM_BUFFER) {
    parser_op_error_at(p, at, "sampled image Dim must not be SubpassData or Buffer, got %s",
                       dim == SPIRV_DIM_BUFFER ? "Buffer" : "SubpassData");
    return NULL;
  }
  return parse_greater(p) ? spirv_type(parser_context(p), def, image, NULL, 0) : NULL;
}

// arm.tensor ::= `<` (dimension-list | `*` `x`) element `>`
T parse_spirv_tensor(Parser *p, const TypeDef *def) {
  Context *ctx = parser_context(p);
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p), dynamic = 0;
  I64Vec dims = {0};
  bool unranked = parser_consume_if(p, TOK_STAR);
  if (unranked ? !parse_x_in_dims(p) : !parse_dims(p, &dims, NULL, DIMS_ALLOW_DYNAMIC | DIMS_TRAILING_X)) return NULL;
  if (!unranked && !dims.count) return fail(p, at, "arm.tensors do not support rank zero");
  for (uint32_t i = 0; i < dims.count; i++) {
    if (dims.data[i] == 0) return fail(p, at, "arm.tensors do not support zero dimensions");
    dynamic += dims.data[i] == DYNAMIC;
  }
  if (dynamic && dynamic != dims.count) return fail(p, at, "arm.tensor shape dimensions must be either fully dynamic or completed shaped");
  T element = parse_element(p);
  if (!element || !parse_greater(p)) return NULL;
  return spirv_type(ctx, def, unranked ? type_unranked_tensor(ctx, element) : type_tensor(ctx, dims.data, dims.count, element, NULL), NULL, 0);
}

// --- Structs

typedef struct StructParts {
  AttrVec types, members, whole;
  I64Vec offsets;
} StructParts;

// decoration ::= keyword (`=` attribute)?, kept as [member, decoration, value?] in the order of members, then decorations
static bool parse_decoration(Parser *p, uint32_t member, AttrVec *out) {
  Context *ctx = parser_context(p);
  int64_t decoration;
  if (!parse_known(p, &spirv_decoration, &decoration)) return false;
  A items[3] = {attr_i64(ctx, ctx->types.i32, member), attr_i64(ctx, ctx->types.i32, decoration), NULL};
  if (parser_consume_if(p, TOK_EQUAL) && !(items[2] = parse_attr(p, NULL))) return false;
  vec_push(parser_scratch(p), out, attr_array(ctx, items, items[2] ? 3 : 2));
  for (uint32_t i = out->count - 1; i > 0; i--) {
    A *pair = &out->data[i - 1];
    const ArrayAttr *before = (const ArrayAttr *)pair[0];
    if (before->items[0] != items[0] || attr_to_i64(before->items[1]) <= decoration) break;
    pair[0] = pair[1];
    pair[1] = &before->base;
  }
  return true;
}

// member-decorations ::= `[` (offset (`,` decorations)? | decorations)? `]`
static bool parse_member_decorations(Parser *p, StructParts *parts) {
  uint32_t at = parser_loc(p), offset;
  bool has_offset = parser_kind(p) == TOK_INTEGER || parser_kind(p) == TOK_MINUS;
  if (has_offset) {
    if (!parse_u32(p, &offset)) return false;
    if (parts->offsets.count != parts->types.count - 1)
      return parser_op_error_at(p, at, "offset specification must be given for all members");
    vec_push(parser_scratch(p), &parts->offsets, offset);
  }
  if (parser_consume_if(p, TOK_R_SQUARE)) return true;
  if (has_offset && !parse_comma(p)) return false;
  do {
    if (!parse_decoration(p, parts->types.count - 1, &parts->members)) return false;
  } while (parser_consume_if(p, TOK_COMMA));
  return parse_r_square(p);
}

// struct-members ::= `(` member (`,` member)* `)` (`,` decoration)* `>`, after its `(`
static bool parse_members(Parser *p, uint32_t name_at, StructParts *parts) {
  do {
    T type = parse_type(p);
    if (!type) return false;
    vec_push(parser_scratch(p), &parts->types, attr_type(parser_context(p), type));
    if (parser_consume_if(p, TOK_L_SQUARE) && !parse_member_decorations(p, parts)) return false;
  } while (parser_consume_if(p, TOK_COMMA));
  if (parts->offsets.count && parts->offsets.count != parts->types.count)
    return parser_op_error_at(p, name_at, "offset specification must be given for all members");
  if (!parse_r_paren(p)) return false;
  while (parser_consume_if(p, TOK_COMMA))
    if (!parse_decoration(p, 0, &parts->whole)) return false;
  return parse_greater(p);
}

// `)` `>` of a struct without members, or its members.
static T parse_body(Parser *p, SpirvStructBody *body, uint32_t name_at) {
  Context *ctx = parser_context(p);
  StructParts parts = {0};
  if (!parse_l_paren(p)) return NULL;
  if (!(parser_consume_if(p, TOK_R_PAREN) && parser_consume_if(p, TOK_GREATER)) && !parse_members(p, name_at, &parts)) return NULL;
  A shape = attr_array(ctx, (const A[]){attr_array(ctx, parts.types.data, parts.types.count),
                                        attr_i64_array(ctx, parts.offsets.data, parts.offsets.count),
                                        attr_array(ctx, parts.members.data, parts.members.count),
                                        attr_array(ctx, parts.whole.data, parts.whole.count)}, 4);
  if (!body) return make_struct(ctx, NULL, shape);
  if (body->shape && body->shape != shape) return fail(p, name_at, "identified type already used with a different body");
  body->shape = shape;
  return make_struct(ctx, body, NULL);
}

// struct ::= `<` (name (`>` | `,`))? struct-members
T parse_spirv_struct(Parser *p, const TypeDef *def) {
  uint32_t name_at = parser_loc(p) - (uint32_t)strlen(def->name);
  Str name;
  if (!parse_less(p)) return NULL;
  if (!parse_optional_any_keyword(p, &name)) return parse_body(p, NULL, name_at);
  SpirvStructBody *body = body_of(parser_context(p), name);
  if (parser_consume_if(p, TOK_GREATER))
    return body->busy ? make_struct(parser_context(p), body, NULL)
                      : fail(p, name_at, "recursive struct reference not nested in struct definition");
  if (!parse_comma(p)) return NULL;
  if (body->busy) return fail(p, name_at, "identifier already used for an enclosing struct");
  body->busy = true;
  T type = parse_body(p, body, name_at);
  body->busy = false;
  return type;
}

T parse_spirv_type(Parser *p) {
  uint32_t at = parser_loc(p);
  Str word;
  if (parse_any_keyword(p, &word)) parser_op_error_at(p, at, "unknown SPIR-V type: %.*s", STR_ARG(word));
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// Printing

static void print_number_x(Printer *p, uint32_t number, const char *x) {
  print_u64(p, number);
  print_text(p, x);
}

static void print_word(Printer *p, const EnumDef *def, uint32_t value) {
  print_text(p, ", ");
  print_spirv_enum(p, def, value);
}

void print_spirv_composite(Printer *p, T type) {
  print_char(p, '<');
  if (type->def == &spirv_array_type || type->def == &spirv_matrix_type) print_number_x(p, spirv_param(type, SPIRV_COUNT), " x ");
  if (type->def == &spirv_coopmatrix_type) {
    print_number_x(p, spirv_param(type, SPIRV_ROWS), "x");
    print_number_x(p, spirv_param(type, SPIRV_COLUMNS), "x");
  }
  print_type(p, spirv_element(type));
  if (type->def == &spirv_ptr_type) print_word(p, &spirv_storage_class, spirv_storage(type));
  if (type->def == &spirv_coopmatrix_type) {
    print_word(p, &spirv_scope, spirv_param(type, SPIRV_SCOPE));
    print_word(p, &spirv_cooperative_matrix_use_khr, spirv_param(type, SPIRV_USE));
  }
  if (type->def == &spirv_image_type)
    for (uint32_t i = 0; i < countof(image_enums); i++) print_word(p, image_enums[i], spirv_param(type, i));
  if ((type->def == &spirv_array_type || type->def == &spirv_rtarray_type) && spirv_param(type, SPIRV_STRIDE)) {
    print_text(p, ", stride=");
    print_u64(p, spirv_param(type, SPIRV_STRIDE));
  }
  print_char(p, '>');
}

void print_spirv_tensor(Printer *p, T type) {
  const ShapedType *tensor = (const ShapedType *)spirv_element(type);
  print_char(p, '<');
  if (type_kind(&tensor->base) == TYPE_UNRANKED_TENSOR) print_char(p, '*');
  else print_dims(p, tensor->dims, (uint32_t)tensor->rank);
  print_char(p, 'x');
  print_type(p, tensor->element);
  print_char(p, '>');
}

static void print_decoration(Printer *p, const ArrayAttr *decoration) {
  print_spirv_enum(p, &spirv_decoration, attr_to_i64(decoration->items[1]));
  if (decoration->count < 3) return;
  print_char(p, '=');
  print_attr_without_type(p, decoration->items[2]);
}

static void print_members(Printer *p, T type) {
  const ArrayAttr *members = (const ArrayAttr *)shape_part(type, SHAPE_MEMBERS), *whole = (const ArrayAttr *)shape_part(type, SHAPE_WHOLE);
  A offsets = shape_part(type, SHAPE_OFFSETS);
  uint64_t next = 0, count = spirv_struct_count(type), offset_count = ((const DenseArrayAttr *)offsets)->count;
  for (uint32_t i = 0; i < count && !printer_out(p)->mem->exhausted; i++) {
    if (i) print_text(p, ", ");
    print_type(p, spirv_struct_member(type, i));
    bool open = false;
    if (offset_count) {
      print_text(p, " [");
      print_i64(p, dense_array_i64(offsets, i));
      open = true;
    }
    for (; next < members->count && attr_to_u64(((const ArrayAttr *)members->items[next])->items[0]) == i; next++) {
      print_text(p, open ? ", " : " [");
      print_decoration(p, (const ArrayAttr *)members->items[next]);
      open = true;
    }
    if (open) print_char(p, ']');
  }
  print_char(p, ')');
  for (uint64_t i = 0; i < whole->count; i++) {
    print_text(p, ", ");
    print_decoration(p, (const ArrayAttr *)whole->items[i]);
  }
}

void print_spirv_struct(Printer *p, T type) {
  const SpirvStructBody *body = ((const SpirvStruct *)type)->body;
  print_char(p, '<');
  if (body) {
    print_str(p, body->name);
    if (!printer_push_cyclic(p, body)) {
      print_char(p, '>');
      return;
    }
    print_text(p, ", ");
  }
  print_char(p, '(');
  if (shape_part(type, SHAPE_TYPES)) print_members(p, type);
  else print_char(p, ')');
  print_char(p, '>');
  if (body) printer_pop_cyclic(p);
}
