// Types of the xegpu dialect and what stands in them: see types.h.
#include "dialects/xegpu/types.h"

#include "asm/enums.h"
#include "asm/parser.h"
#include "asm/printer.h"

const ShapedType *xegpu_shape(T type) {
  bool is_descriptor = type->def == &xegpu_tensor_desc_type || type->def == &xegpu_mem_desc_type;
  return is_descriptor ? (const ShapedType *)(uintptr_t)xegpu_word(type, 0) : type_as_shaped(type);
}

bool xegpu_is_scattered(T desc) { return xegpu_encoding(desc) && attr_is(xegpu_encoding(desc), &xegpu_scatter_tdesc_attr_attr); }

int64_t xegpu_chunk_size(T desc) { return xegpu_is_scattered(desc) ? attr_to_i64(attr_param_attr(xegpu_encoding(desc), 1)) : 1; }

int64_t xegpu_array_length(T desc) {
  A encoding = xegpu_encoding(desc);
  return encoding && !xegpu_is_scattered(desc) ? attr_to_i64(attr_param_attr(encoding, 1)) : 1;
}

int64_t xegpu_space_of(T desc) { return xegpu_encoding(desc) ? (int64_t)attr_param(xegpu_encoding(desc), 0) : 0; }

const char *xegpu_shape_text(Arena *arena, const ShapedType *shape) {
  const char *text = shape && shape->rank ? "" : "1";
  for (uint64_t i = 0; shape && i < shape->rank; i++)
    text = arena_printf(arena, "%s%s%lld", text, i ? ", " : "", (long long)shape->dims[i]).data;
  return arena_printf(arena, "[%s]", text).data;
}

bool xegpu_is_in_shared_memory(T type) {
  A space = ((const ShapedType *)type)->extra;
  if (!space) return false;
  if (attr_kind(space) == ATTR_INTEGER) return attr_to_i64(space) == XEGPU_SHARED;
  return attr_is(space, &xegpu_memory_space_attr) && attr_param(space, 0) == XEGPU_SHARED;
}

// ---------------------------------------------------------------------------------------------
// Encodings: #xegpu.block_tdesc_attr<array_length = 2>, #xegpu.scatter_tdesc_attr<chunk_size = 8>

typedef struct Key { const char *name; AttrKind kind; } Key;
static const Key block_keys[] = {{"memory_space", ATTR_UNIT}, {"array_length", ATTR_INTEGER}, {"boundary_check", ATTR_INTEGER}};
static const Key scatter_keys[] = {{"memory_space", ATTR_UNIT}, {"chunk_size", ATTR_INTEGER}};

static A default_of(Context *ctx, uint32_t i) { return i == 2 ? attr_bool(ctx, true) : attr_i64(ctx, ctx->types.i64, 1); }

static bool read_value(Parser *p, uint32_t i, uint64_t *word) {
  uint32_t at = parser_loc(p);
  if (i == 0) {
    Str name;
    int64_t value;
    if (!parse_any_keyword_or_string(p, &name)) return false;
    if (!enum_symbolize(&xegpu_memory_space, name, &value))
      return parser_op_error_at(p, at, "expected ::mlir::xegpu::MemorySpace to be one of: global, slm");
    *word = (uint64_t)value;
    return true;
  }
  A attr = parse_attr(p, NULL);
  if (!attr) return false;
  bool is_bool = attr_kind(attr) == ATTR_INTEGER && type_is_int(((const IntegerAttr *)attr)->type, 1);
  if (attr_kind(attr) != ATTR_INTEGER || (i == 2 && !is_bool)) return parser_op_error_at(p, at, "invalid kind of attribute specified");
  *word = param_word(attr);
  return true;
}

// encoding ::= `<` (key `=` value (`,` key `=` value)*)? `>`
static A read_encoding(Parser *p, const AttrDef *def, const Key *keys, uint32_t count) {
  uint64_t words[3] = {0, param_word(default_of(parser_context(p), 1)), param_word(default_of(parser_context(p), 2))};
  uint32_t begin = parser_loc(p), seen = 0;
  Str key;
  if (!parse_less(p)) return NULL;
  if (parse_optional_any_keyword(p, &key)) {
    for (;;) {
      if (!parse_equal(p)) return NULL;
      uint32_t i = 0;
      while (i < count && (seen >> i & 1u || !str_is(key, keys[i].name))) i++;
      if (i == count) {
        parser_op_error_at(p, parser_loc(p), "duplicate or unknown struct parameter name: %.*s", STR_ARG(key));
        return NULL;
      }
      if (!read_value(p, i, &words[i])) return NULL;
      seen |= 1u << i;
      if (!parser_consume_if(p, TOK_COMMA)) break;
      if (!parse_any_keyword(p, &key)) return NULL;
    }
  }
  if (!parse_greater(p)) return NULL;
  if (keys == scatter_keys && attr_to_i64((A)(uintptr_t)words[1]) <= 0) {
    parser_op_error_at(p, begin, "invalid chunk size");
    return NULL;
  }
  return attr_from_params(parser_context(p), def, words);
}

static void write_encoding(Printer *p, A attr, const Key *keys, uint32_t count) {
  bool is_first = true;
  print_char(p, '<');
  for (uint32_t i = 0; i < count; i++) {
    if (i == 0 ? !attr_param(attr, 0) : attr_param_attr(attr, i) == default_of(printer_context(p), i)) continue;
    print_text(p, is_first ? "" : ", ");
    is_first = false;
    print_text(p, keys[i].name);
    print_text(p, " = ");
    if (i) {
      print_attr(p, attr_param_attr(attr, i));
    } else {   // the blank of an attribute whose form begins with a word
      print_char(p, ' ');
      print_enum(p, &xegpu_memory_space, (int64_t)attr_param(attr, 0));
    }
  }
  print_char(p, '>');
}

A parse_xegpu_block(Parser *p, const AttrDef *def, T type) {
  (void)type;
  return read_encoding(p, def, block_keys, countof(block_keys));
}
void print_xegpu_block(Printer *p, A attr) { write_encoding(p, attr, block_keys, countof(block_keys)); }
A parse_xegpu_scatter(Parser *p, const AttrDef *def, T type) {
  (void)type;
  return read_encoding(p, def, scatter_keys, countof(scatter_keys));
}
void print_xegpu_scatter(Printer *p, A attr) { write_encoding(p, attr, scatter_keys, countof(scatter_keys)); }

// mem_layout ::= `<` key `=` attribute (`,` key `=` attribute)* `>`
A parse_xegpu_mem_layout(Parser *p, const AttrDef *def, T type) {
  (void)type;
  uint32_t begin = parser_loc(p);
  NamedAttrVec items = {0};
  if (!parse_less(p)) return NULL;
  do {
    Str key;
    NamedAttr item;
    if (!parse_any_keyword(p, &key)) return NULL;
    for (uint32_t i = 0; i < items.count; i++) {
      if (!str_equal(attr_str(items.data[i].name), key)) continue;
      parser_op_error_at(p, begin, "duplicate key '%.*s in mem layout attribute", STR_ARG(key));
      return NULL;
    }
    if (!parse_equal(p) || !(item.value = parse_attr(p, NULL))) return NULL;
    item.name = attr_string(parser_context(p), key);
    vec_push(parser_scratch(p), &items, item);
  } while (parser_consume_if(p, TOK_COMMA));
  if (!parse_greater(p)) return NULL;
  uint64_t word = param_word(attr_dict(parser_context(p), items.data, items.count));
  return attr_from_params(parser_context(p), def, &word);
}

void print_xegpu_mem_layout(Printer *p, A attr) {
  const DictAttr *items = (const DictAttr *)attr_param_attr(attr, 0);
  print_char(p, '<');
  for (uint64_t i = 0; i < items->count; i++) {
    print_text(p, i ? ", " : "");
    print_str(p, attr_str(items->items[i].name));
    print_text(p, " = ");
    print_attr(p, items->items[i].value);
  }
  print_char(p, '>');
}

// ---------------------------------------------------------------------------------------------
// Descriptors

// `<` dimensions element, as a tensor
static T read_shape(Parser *p, bool is_static) {
  int64_t first[8];
  I64Vec dims = {first, 0, countof(first)};
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p);
  if (!parse_dims(p, &dims, NULL, DIMS_TRAILING_X | (is_static ? 0 : DIMS_ALLOW_DYNAMIC))) return NULL;
  uint32_t element_at = parser_loc(p);
  T element = parse_type(p);
  if (!element) return NULL;
  if (!type_bits(element) || type_is_index(element)) {
    parser_op_error_at(p, element_at, "the elements of a descriptor are integers or floats, not '%s'", type_text(parser_context(p), element));
    return NULL;
  }
  if (dims.count > XEGPU_RANK_MAX) {
    parser_op_error_at(p, at, "a descriptor has at most %d dimensions", XEGPU_RANK_MAX);
    return NULL;
  }
  return type_tensor(parser_context(p), dims.data, dims.count, element, NULL);
}

static void write_shape(Printer *p, T type) {
  const ShapedType *shape = xegpu_shape(type);
  print_char(p, '<');
  if (shape->rank) {
    print_dims(p, shape->dims, (uint32_t)shape->rank);
    print_char(p, 'x');
  }
  print_type(p, shape->element);
}

T parse_xegpu_mem_desc(Parser *p, const TypeDef *def) {
  T shape = read_shape(p, true);
  if (!shape) return NULL;
  A layout = NULL;
  if (parser_consume_if(p, TOK_COMMA)) {
    uint32_t at = parser_loc(p);
    if (!(layout = parse_attr(p, NULL))) return NULL;
    if (!attr_is(layout, &xegpu_mem_layout_attr)) {
      parser_op_error_at(p, at, "invalid kind of attribute specified");
      return NULL;
    }
  }
  if (!parse_greater(p)) return NULL;
  uint64_t words[] = {param_word(shape), param_word(layout)};
  return type_from_params(parser_context(p), def, words);
}

void print_xegpu_mem_desc(Printer *p, T type) {
  write_shape(p, type);
  A layout = (A)(uintptr_t)xegpu_word(type, 1);
  if (layout) {
    print_text(p, ", ");
    print_attr(p, layout);
  }
  print_char(p, '>');
}

// Pieces of memory are read in units of 32 bits.
static bool check_desc(Parser *p, uint32_t at, T type) {
  enum { UNIT = 32 };
  const ShapedType *shape = xegpu_shape(type);
  A layout = xegpu_layout(type);
  if (!shape->rank) return parser_op_error_at(p, at, "expected non-zero rank tensor");
  bool is_scattered = xegpu_is_scattered(type);
  if (xegpu_encoding(type) && !is_scattered && shape->rank > 1 && xegpu_space_of(type) == XEGPU_SHARED)
    return parser_op_error_at(p, at, "SLM is only supported for 1D block tensor");
  int64_t bits = type_bits(shape->element), chunk = xegpu_chunk_size(type), factor = bits < UNIT ? UNIT / bits : 1, last = shape->dims[shape->rank - 1];
  if (is_scattered && shape->rank == 1 && chunk != 1) return parser_op_error_at(p, at, "expected non-contiguous elements for 1D tensor");
  if (chunk > 1 && last != chunk) return parser_op_error_at(p, at, "expected last dim of tensor to match chunk size");
  if (chunk > 1 && last % factor) return parser_op_error_at(p, at, "expected last dim of tensor to be a multiple of %lld", (long long)factor);
  if (!layout) return true;
  if (xegpu_layout_rank(layout) != shape->rank) return parser_op_error_at(p, at, "expected layout rank to match tensor rank");
  enum { LANE_DATA = 4 };
  A lane_data = attr_is(layout, &xegpu_layout_attr) ? attr_param_attr(layout, LANE_DATA) : NULL;
  if (chunk > 1 && lane_data && dense_array_i64(lane_data, shape->rank - 1) % factor)
    return parser_op_error_at(p, at, "expected last dim of lane_data to be a multiple of: %lld", (long long)factor);
  return xegpu_is_distributable(layout, shape->dims, shape->rank) ||
         parser_op_error_at(p, at, "cannot distribute %s using %s", xegpu_shape_text(parser_scratch(p), shape), attr_text(parser_context(p), layout));
}

T parse_xegpu_tensor_desc(Parser *p, const TypeDef *def) {
  uint32_t begin = parser_loc(p) - (uint32_t)strlen(def->name);
  T shape = read_shape(p, false);
  if (!shape) return NULL;
  A encoding = NULL, layout = NULL;
  while (parser_consume_if(p, TOK_COMMA)) {
    uint32_t at = parser_loc(p);
    A attr = parse_attr(p, NULL);
    if (!attr) return NULL;
    if (attr_is(attr, &xegpu_layout_attr) || attr_is(attr, &xegpu_slice_attr)) {
      layout = attr;
    } else if (attr_is(attr, &xegpu_block_tdesc_attr_attr) || attr_is(attr, &xegpu_scatter_tdesc_attr_attr)) {
      encoding = attr;
    } else {
      parser_op_error_at(p, at, "a tensor_desc has an encoding and a layout, not %s", attr_text(parser_context(p), attr));
      return NULL;
    }
  }
  if (!parse_greater(p)) return NULL;
  uint64_t words[] = {param_word(shape), param_word(encoding), param_word(layout)};
  T type = type_from_params(parser_context(p), def, words);
  return check_desc(p, begin, type) ? type : NULL;
}

void print_xegpu_tensor_desc(Printer *p, T type) {
  write_shape(p, type);
  for (uint32_t i = 1; i < 3; i++) {
    A attr = (A)(uintptr_t)xegpu_word(type, i);
    if (!attr) continue;
    print_text(p, ", ");
    print_attr(p, attr);
  }
  print_char(p, '>');
}
