// #sparse_tensor.encoding: how the levels of a tensor are stored, and types that hold one.
#include "dialects/sparse_tensor/sparse_tensor.h"

// ---------------------------------------------------------------------------------------------
// Slices: `slice` `(` offset `,` size `,` stride `)`, each a number or `?`

enum { UNKNOWN = -1 };

static bool parse_slice_number(Parser *p, int64_t *out) {
  *out = UNKNOWN;
  if (parser_consume_if(p, TOK_QUESTION)) return true;
  uint32_t at = parser_loc(p);
  if (!parse_integer(p, out)) return false;
  return *out >= 0 || parser_error_at(p, at, "expect positive value or ? for slice offset/size/stride");
}

A parse_sparse_tensor_slice(Parser *p, const AttrDef *def, T type) {
  (void)type;
  int64_t offset, size, stride;
  if (!parse_l_paren(p) || !parse_slice_number(p, &offset) || !parse_comma(p) || !parse_slice_number(p, &size) || !parse_comma(p) ||
      !parse_slice_number(p, &stride) || !parse_r_paren(p))
    return NULL;
  return attr_from_params(parser_context(p), def, (const uint64_t[]){(uint64_t)offset, (uint64_t)size, (uint64_t)stride});
}

void print_sparse_tensor_slice(Printer *p, A attr) {
  print_char(p, '(');
  for (uint32_t i = 0; i < 3; i++) {
    int64_t value = (int64_t)attr_param(attr, i);
    if (i) print_text(p, ", ");
    if (value == UNKNOWN) print_char(p, '?');
    else print_i64(p, value);
  }
  print_char(p, ')');
}

// ---------------------------------------------------------------------------------------------
// Levels: format (`[` n `,` m `]`)? (`(` property (`,` property)* `)`)?

static const char *const formats[] = {"dense", "batch", "compressed", "singleton", "loose_compressed", "structured"};
static const char *const properties[] = {"nonunique", "nonordered", "soa"};   // in the order in which they are printed
enum { DENSE, BATCH, COMPRESSED, SINGLETON, LOOSE_COMPRESSED, STRUCTURED };

typedef struct Levels {
  AttrVec levels;
  VEC(uint8_t) kinds;
  VEC(uint8_t) flags;     // of properties
  AttrVec slices;         // NULL: none is given
  bool has_slice;
} Levels;

static int word_among(Str word, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (str_is(word, words[i])) return (int)i;
  return -1;
}

static bool parse_property(Parser *p, void *data) {
  uint8_t *flags = data;
  uint32_t at = parser_loc(p);
  Str word;
  if (!parse_optional_any_keyword(p, &word)) return parser_error_at(p, at, "expected valid level property (e.g. nonordered, nonunique or high)");
  int property = word_among(word, properties, countof(properties));
  if (property < 0) return parser_error_at(p, at, "unknown level property: %.*s", STR_ARG(word));
  *flags |= (uint8_t)(1 << property);
  return true;
}

static void add_level(Parser *p, Levels *levels, Str word, uint8_t kind, uint8_t flags, int64_t n, int64_t m) {
  Context *ctx = parser_context(p);
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  strbuf_str(&text, word);
  if (kind == STRUCTURED) strbuf_printf(&text, "[%lld, %lld]", (long long)n, (long long)m);
  bool any = false;
  for (uint32_t i = 0; i < countof(properties); i++) {
    if (!(flags >> i & 1)) continue;
    strbuf_str(&text, any ? STR(", ") : STR("("));
    strbuf_str(&text, str_from(properties[i]));
    any = true;
  }
  if (any) strbuf_char(&text, ')');
  vec_push(parser_scratch(p), &levels->levels, attr_string(ctx, strbuf_view(&text)));
  vec_push(parser_scratch(p), &levels->kinds, kind);
  vec_push(parser_scratch(p), &levels->flags, flags);
  strbuf_free(&text);
}

static bool parse_level(Parser *p, Levels *levels) {
  Context *ctx = parser_context(p);
  uint32_t at = parser_loc(p);
  Str word;
  if (!parse_optional_any_keyword(p, &word)) return parser_error_at(p, at, "expected valid level format (e.g. dense, compressed or singleton)");
  int kind = word_among(word, formats, countof(formats));
  int64_t n = 0, m = 0;
  uint8_t flags = 0;
  if (kind == STRUCTURED) {
    if (!parse_l_square(p) || !parse_integer(p, &n) || !parse_comma(p) || !parse_integer(p, &m) || !parse_r_square(p)) return false;
    if (n > m) return parser_error_at(p, at, "expected n <= m in n_out_of_m");
  }
  if (parser_kind(p) == TOK_L_PAREN && !parse_list(p, DELIM_PAREN, parse_property, &flags, " in level property list")) return false;
  if (kind < 0) return parser_error_at(p, at, "unknown level format: %.*s", STR_ARG(word));
  add_level(p, levels, word, (uint8_t)kind, flags, n, m);
  return !ctx->mem.exhausted;
}

static bool parse_note(Parser *p, bool is_dim, uint32_t index, void *data) {
  Levels *levels = data;
  if (!is_dim) return parse_level(p, levels);
  uint32_t at = parser_loc(p);
  A slice = parse_attr(p, NULL);
  if (!slice) return false;
  if (!attr_is(slice, &sparse_tensor_slice_attr)) return parser_error_at(p, at, "expected SparseTensorDimSliceAttr");
  while (levels->slices.count <= index && !parser_context(p)->mem.exhausted) vec_push(parser_scratch(p), &levels->slices, NULL);
  if (index < levels->slices.count) levels->slices.data[index] = slice;
  levels->has_slice = true;
  return true;
}

// ---------------------------------------------------------------------------------------------
// Encodings

static bool is_width(uint64_t width) { return width == 0 || width == 8 || width == 16 || width == 32 || width == 64; }

// Is there an inverse to be found? Every result is a dimension, or a pair says the quotient and the remainder by one number.
static bool has_inverse(const AffineMap *map) {
  if (map->symbol_count || affine_map_is_permutation(map)) return true;
  for (uint32_t i = 0; i < map->result_count; i++) {
    E expr = map->results[i];
    bool is_part = (expr->kind == AFFINE_FLOORDIV || expr->kind == AFFINE_MOD) && expr->lhs->kind == AFFINE_DIM && expr->rhs->kind == AFFINE_CONST;
    if (expr->kind != AFFINE_DIM && !is_part) return false;
  }
  return true;
}

static const char *wrong_levels(const Levels *levels) {
  for (uint32_t i = 0; i < levels->kinds.count; i++) {
    uint8_t kind = levels->kinds.data[i];
    if (levels->flags.data[i] & 4 && kind != SINGLETON) return "SoA is only applicable to singleton lvlTypes.";
    if (kind == SINGLETON && (!i || (levels->kinds.data[i - 1] != COMPRESSED && levels->kinds.data[i - 1] != LOOSE_COMPRESSED && levels->kinds.data[i - 1] != SINGLETON)))
      return "expected compressed or loose_compressed level before singleton level";
    if (kind == BATCH && i && levels->kinds.data[i - 1] != BATCH) return "Batch lvlType can only be leading levels.";
    if (kind == STRUCTURED && i + 1 < levels->kinds.count) return "expected n_out_of_m to be the last level type";
  }
  return NULL;
}

typedef struct Encoding {
  Levels levels;
  const AffineMap *map;
  uint64_t widths[2];
  A values[2];
} Encoding;

static bool parse_entry(Parser *p, Encoding *self, uint32_t begin) {
  static const char *const keys[] = {"map", "posWidth", "crdWidth", "explicitVal", "implicitVal"};
  Str key;
  if (!parse_any_keyword(p, &key)) return false;
  int which = word_among(key, keys, countof(keys));
  if (which < 0) return parser_error_at(p, begin, "unexpected key: %.*s", STR_ARG(key));
  if (!parse_equal(p)) return false;
  if (which == 0) return (self->map = parse_annotated_affine_map(p, parse_note, &self->levels)) != NULL;
  A value = parse_attr(p, NULL);
  if (!value) return false;
  if (which >= 3) {
    if (attr_kind(value) != ATTR_INTEGER && attr_kind(value) != ATTR_FLOAT && attr_kind(value) != ATTR_DIALECT)
      return parser_error_at(p, begin, "expected a numeric value for %s", keys[which]);
    self->values[which - 3] = value;
    return true;
  }
  if (attr_kind(value) != ATTR_INTEGER)
    return parser_error_at(p, begin, which == 1 ? "expected an integral position bitwidth" : "expected an integral index bitwidth");
  self->widths[which - 1] = (uint64_t)attr_to_i64(value);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Encodings of older releases: a list of levels, and a map beside it

static const struct OlderWords { uint32_t last; const char *levels, *map, *widths[2], *slices; } older_words[] = {
  {16, "dimLevelType", "dimOrdering", {"pointerBitWidth", "indexBitWidth"}, "slice"},
  {17, "lvlTypes", "dimToLvl", {"posWidth", "crdWidth"}, "dimSlices"},
};
static const char *const older_properties[] = {"-nu", "-no"};   // nonunique, nonordered

static const struct OlderWords *words_of(uint32_t release) {
  for (size_t i = 0; i < countof(older_words); i++)
    if (release <= older_words[i].last) return &older_words[i];
  return NULL;
}

// The words that the entries begin with; NULL: they are those of today.
static const struct OlderWords *older_words_ahead(const Parser *p) {
  Str source = parser_source(p);
  size_t at = parser_loc(p) + 1;
  for (; at < source.size && (source.data[at] == ' ' || source.data[at] == '\n' || source.data[at] == '\t' || source.data[at] == '{'); at++) continue;
  const Edition *edition = parser_edition(p);
  for (size_t i = 0; i < countof(older_words); i++)
    if ((!edition || edition->release <= older_words[i].last) && str_starts_with(str_slice(source, at, source.size), str_from(older_words[i].levels))) return &older_words[i];
  return NULL;
}

// `compressed-nu-no`
static bool add_older_level(Parser *p, A text, Levels *levels) {
  if (attr_kind(text) != ATTR_STRING) return false;
  Str word = attr_str(text);
  const char *dash = memchr(word.data, '-', word.size);
  Str rest = dash ? str_slice(word, (size_t)(dash - word.data), word.size) : STR("");
  if (dash) word.size = (size_t)(dash - word.data);
  uint8_t flags = 0;
  if (str_is(rest, "-hi")) word = STR("loose_compressed");
  else if (str_is(rest, "-nu")) flags = 1;
  else if (str_is(rest, "-no")) flags = 2;
  else if (str_is(rest, "-nu-no")) flags = 3;
  else if (rest.size) return false;
  int kind = word_among(word, formats, countof(formats));
  if (kind < 0) return false;
  add_level(p, levels, word, (uint8_t)kind, flags, 0, 0);
  return true;
}

static bool parse_older_slice(Parser *p, void *data) {
  A slice = parse_sparse_tensor_slice(p, &sparse_tensor_slice_attr, NULL);
  if (slice) vec_push(parser_scratch(p), &((Levels *)data)->slices, slice);
  return slice != NULL;
}

static bool parse_older_entry(Parser *p, const struct OlderWords *words, Encoding *self) {
  uint32_t at = parser_loc(p);
  Str key;
  if (!parse_any_keyword(p, &key) || !parse_equal(p)) return false;
  if (str_is(key, words->slices)) {
    self->levels.has_slice = true;
    return parse_list(p, DELIM_SQUARE, parse_older_slice, &self->levels, "");
  }
  A value = parse_attr(p, NULL);
  if (!value) return false;
  if (str_is(key, words->levels)) {
    if (attr_kind(value) != ATTR_ARRAY) return parser_error_at(p, at, "expected an array for %s", words->levels);
    const ArrayAttr *items = (const ArrayAttr *)value;
    for (uint64_t i = 0; i < items->count; i++)
      if (!add_older_level(p, items->items[i], &self->levels)) return parser_error_at(p, at, "unexpected dimension level type");
    return true;
  }
  if (str_is(key, words->map)) {
    if (attr_kind(value) != ATTR_AFFINE_MAP) return parser_error_at(p, at, "expected an affine map for %s", words->map);
    self->map = sparse_tensor_map_of(value);
    return true;
  }
  for (uint32_t i = 0; i < 2; i++) {
    if (!str_is(key, words->widths[i])) continue;
    if (attr_kind(value) != ATTR_INTEGER) return parser_error_at(p, at, "expected an integral bitwidth");
    self->widths[i] = (uint64_t)attr_to_i64(value);
    return true;
  }
  return parser_error_at(p, at, "unexpected key: %.*s", STR_ARG(key));
}

static void print_older_level(Printer *p, Str level) {
  const char *open = memchr(level.data, '(', level.size);
  Str word = open ? str_slice(level, 0, (size_t)(open - level.data)) : level;
  print_char(p, '"');
  if (str_is(word, "loose_compressed")) print_text(p, "compressed-hi");
  else print_str(p, word);
  for (uint32_t i = 0; open && i < countof(older_properties); i++) {
    size_t length = strlen(properties[i]);
    for (size_t at = word.size + 1; at + length <= level.size; at++)
      if (!memcmp(level.data + at, properties[i], length)) print_text(p, older_properties[i]);
  }
  print_char(p, '"');
}

static void print_width(Printer *p, const char *key, uint64_t width) {
  if (!width) return;
  print_text(p, ", ");
  print_text(p, key);
  print_text(p, " = ");
  print_u64(p, width);
}

static void print_older_encoding(Printer *p, A attr, const struct OlderWords *words) {
  const ArrayAttr *levels = (const ArrayAttr *)attr_param_attr(attr, LEVELS), *slices = (const ArrayAttr *)attr_param_attr(attr, SLICES);
  const AffineMap *map = sparse_tensor_map_of(attr_param_attr(attr, DIM_TO_LVL));
  print_text(p, "<{ ");
  print_text(p, words->levels);
  print_text(p, " = [ ");
  for (uint64_t i = 0; i < levels->count; i++) {
    if (i) print_text(p, ", ");
    print_older_level(p, attr_str(levels->items[i]));
  }
  print_text(p, " ]");
  if (!affine_map_is_identity(map)) {
    print_text(p, ", ");
    print_text(p, words->map);
    print_text(p, " = affine_map<");
    print_affine_map(p, map);
    print_char(p, '>');
  }
  for (uint32_t i = 0; i < 2; i++) print_width(p, words->widths[i], attr_param(attr, POS_WIDTH + i));
  if (slices) {
    print_text(p, ", ");
    print_text(p, words->slices);
    print_text(p, " = [ ");
    for (uint64_t i = 0; i < slices->count; i++) {
      if (i) print_text(p, ", ");
      print_sparse_tensor_slice(p, slices->items[i]);
    }
    print_text(p, " ]");
  }
  print_text(p, " }>");
}

// `<` `{` entry (`,` entry)* `}` `>`
A parse_sparse_tensor_encoding(Parser *p, const AttrDef *def, T type) {
  (void)type;
  Context *ctx = parser_context(p);
  uint32_t at = parser_loc(p) - (uint32_t)strlen(def->name);
  const struct OlderWords *words = older_words_ahead(p);
  Encoding self = {0};
  if (!parse_less(p) || !parse_l_brace(p)) return NULL;
  do
    if (!(words ? parse_older_entry(p, words, &self) : parse_entry(p, &self, at))) return NULL;
  while (parser_consume_if(p, TOK_COMMA));
  if (!parse_r_brace(p) || !parse_greater(p)) return NULL;
  if (words && !self.map && self.levels.levels.count) self.map = affine_map_identity(ctx, self.levels.levels.count);
  const char *wrong = wrong_levels(&self.levels);
  if (!self.map) wrong = "expected a non-empty array for lvlTypes";
  if (!wrong && !has_inverse(self.map)) wrong = "failed to infer lvlToDim from dimToLvl";
  if (!wrong && self.levels.has_slice && self.map->dim_count != self.map->result_count) {
    parser_error_at(p, at, "dimSlices expected dimension-rank to match level-rank: %u != %u", self.map->dim_count, self.map->result_count);
    return NULL;
  }
  for (uint32_t i = 0; i < 2 && !wrong; i++) {
    if (is_width(self.widths[i])) continue;
    parser_error_at(p, at, "unexpected %s bitwidth: %llu", i ? "coordinate" : "position", (unsigned long long)self.widths[i]);
    return NULL;
  }
  if (wrong) {
    parser_error_at(p, at, "%s", wrong);
    return NULL;
  }
  A slices = NULL;
  if (self.levels.has_slice) {
    A all = attr_from_params(ctx, &sparse_tensor_slice_attr, (const uint64_t[]){0, (uint64_t)UNKNOWN, 1});
    while (self.levels.slices.count < self.map->dim_count && !ctx->mem.exhausted) vec_push(parser_scratch(p), &self.levels.slices, NULL);
    for (uint32_t i = 0; i < self.levels.slices.count; i++)
      if (!self.levels.slices.data[i]) self.levels.slices.data[i] = all;
    slices = attr_array(ctx, self.levels.slices.data, self.levels.slices.count);
  }
  A levels = attr_array(ctx, self.levels.levels.data, self.levels.levels.count);
  const uint64_t values[] = {param_word(levels), param_word(attr_affine_map(ctx, self.map)), self.widths[0], self.widths[1], param_word(self.values[0]),
                            param_word(self.values[1]), param_word(slices)};
  return attr_from_params(ctx, def, values);
}

static void print_name(Printer *p, char letter, uint32_t i) {
  print_char(p, letter);
  print_u64(p, i);
}

static void print_value(Printer *p, const char *key, A value) {
  if (!value) return;
  print_text(p, key);
  print_attr(p, value);
}

void print_sparse_tensor_encoding(Printer *p, A attr) {
  const AffineMap *map = sparse_tensor_map_of(attr_param_attr(attr, DIM_TO_LVL));
  const ArrayAttr *levels = (const ArrayAttr *)attr_param_attr(attr, LEVELS), *slices = (const ArrayAttr *)attr_param_attr(attr, SLICES);
  const struct OlderWords *words = words_of(printer_edition(p)->release);
  if (words) {
    print_older_encoding(p, attr, words);
    return;
  }
  print_text(p, "<{ map = ");
  for (uint32_t i = 0; i < map->symbol_count; i++) {
    print_text(p, i ? ", " : "[");
    print_name(p, 's', i);
  }
  if (map->symbol_count) print_char(p, ']');
  print_char(p, '(');
  for (uint32_t i = 0; i < map->dim_count; i++) {
    if (i) print_text(p, ", ");
    print_name(p, 'd', i);
    if (!slices || i >= slices->count) continue;
    print_text(p, " : #sparse_tensor<slice");
    print_sparse_tensor_slice(p, slices->items[i]);
    print_char(p, '>');
  }
  print_text(p, ") -> (");
  for (uint32_t i = 0; i < map->result_count && i < levels->count; i++) {
    if (i) print_text(p, ", ");
    print_affine_expr(p, map->results[i]);
    print_text(p, " : ");
    print_str(p, attr_str(levels->items[i]));
  }
  print_char(p, ')');
  print_width(p, "posWidth", attr_param(attr, POS_WIDTH));
  print_width(p, "crdWidth", attr_param(attr, CRD_WIDTH));
  print_value(p, ", explicitVal = ", attr_param_attr(attr, EXPLICIT_VAL));
  print_value(p, ", implicitVal = ", attr_param_attr(attr, IMPLICIT_VAL));
  print_text(p, " }>");
}

// Encodings are long, so the output defines an alias for each.
enum { FIRST_WITH_ALIAS = 18 };
const char *alias_of_encoding(A attr, uint32_t release) {
  return release >= FIRST_WITH_ALIAS && attr_is(attr, &sparse_tensor_encoding_attr) ? "sparse" : NULL;
}

// ---------------------------------------------------------------------------------------------
// What is asked of tensors

static A raw_encoding_of(T type) { return type_kind(type) == TYPE_TENSOR ? ((const ShapedType *)type)->extra : NULL; }

A sparse_tensor_encoding_of(T type) {
  A encoding = raw_encoding_of(type);
  return encoding && attr_is(encoding, &sparse_tensor_encoding_attr) ? encoding : NULL;
}

uint32_t sparse_tensor_level_rank(T type) {
  A encoding = sparse_tensor_encoding_of(type);
  return encoding ? (uint32_t)((const ArrayAttr *)attr_param_attr(encoding, LEVELS))->count : (uint32_t)((const ShapedType *)type)->rank;
}

Str sparse_tensor_level(A encoding, uint32_t level) { return attr_str(((const ArrayAttr *)attr_param_attr(encoding, LEVELS))->items[level]); }

bool sparse_tensor_is_sparse(T type) {
  A encoding = raw_encoding_of(type);
  return encoding && attr_is(encoding, &sparse_tensor_encoding_attr);
}

bool sparse_tensor_is_slice(T type) {
  A encoding = sparse_tensor_encoding_of(type);
  return encoding && attr_param_attr(encoding, SLICES);
}

bool sparse_tensor_is_scalar_like(T type) {
  TypeKind kind = type_kind(type);
  return kind == TYPE_INDEX || kind == TYPE_INTEGER || (kind == TYPE_TENSOR && !((const ShapedType *)type)->rank);
}

// ---------------------------------------------------------------------------------------------
// Ranges of levels, as of types and of `lvls = 0 to 2`

static bool parse_levels(Parser *p, uint64_t *low, uint64_t *high) {
  uint32_t at = parser_loc(p);
  int64_t first, last;
  if (!parse_integer(p, &first)) return false;
  last = first + 1;
  if (parse_optional_keyword(p, "to") && !parse_integer(p, &last)) return false;
  if (last <= first) return parser_error_at(p, at, "expect larger level upper bound than lower bound");
  *low = (uint64_t)first;
  *high = (uint64_t)last;
  return true;
}

static void print_levels(Printer *p, uint64_t low, uint64_t high) {
  print_i64(p, (int64_t)low);
  if (high <= low + 1) return;
  print_text(p, " to ");
  print_i64(p, (int64_t)high);
}

// `<` encoding `,` `lvls` `=` levels `>`
T parse_sparse_tensor_level_type(Parser *p, const TypeDef *def) {
  uint64_t words[3];
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p);
  bool is_stripped = at < parser_source(p).size && parser_source(p).data[at] == '<';
  A encoding = is_stripped ? parse_sparse_tensor_encoding(p, &sparse_tensor_encoding_attr, NULL) : parse_attr(p, NULL);
  if (!encoding) return NULL;
  if (!attr_is(encoding, &sparse_tensor_encoding_attr)) {
    parser_error_at(p, at, "invalid kind of attribute specified");
    return NULL;
  }
  words[0] = param_word(encoding);
  if (!parse_comma(p) || !parse_keyword(p, "lvls") || !parse_equal(p) || !parse_levels(p, &words[1], &words[2]) || !parse_greater(p)) return NULL;
  return type_from_params(parser_context(p), def, words);
}

void print_sparse_tensor_level_type(Printer *p, T type) {
  A params = (A)(const void *)type;
  print_char(p, '<');
  print_attr_stripped(p, attr_param_attr(params, 0));
  print_text(p, ", lvls = ");
  print_levels(p, attr_param(params, 1), attr_param(params, 2));
  print_char(p, '>');
}

// A specifier does not tell apart what does not change its sizes: the map, widths, values, order and uniqueness.
static A normalized(Parser *p, A encoding) {
  Context *ctx = parser_context(p);
  const ArrayAttr *levels = (const ArrayAttr *)attr_param_attr(encoding, LEVELS);
  AttrVec plain = {0};
  for (uint64_t i = 0; i < levels->count; i++) {
    Str text = attr_str(levels->items[i]);
    const char *open = memchr(text.data, '(', text.size);
    bool is_soa = open && text.size >= 4 && !memcmp(text.data + text.size - 4, "soa)", 4);
    if (open) text.size = (size_t)(open - text.data);
    if (is_soa) text = arena_printf(parser_scratch(p), "%.*s(soa)", STR_ARG(text));
    vec_push(parser_scratch(p), &plain, attr_string(ctx, text));
  }
  const uint64_t words[] = {param_word(attr_array(ctx, plain.data, plain.count)), param_word(attr_affine_map(ctx, affine_map_identity(ctx, plain.count))), 0, 0, 0, 0, attr_param(encoding, SLICES)};
  return attr_from_params(ctx, &sparse_tensor_encoding_attr, words);
}

// `<` encoding `>`
T parse_sparse_tensor_specifier(Parser *p, const TypeDef *def) {
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p);
  A encoding = parse_attr(p, NULL);
  if (!encoding) return NULL;
  if (!attr_is(encoding, &sparse_tensor_encoding_attr)) {
    parser_error_at(p, at, "invalid kind of attribute specified");
    return NULL;
  }
  uint64_t word = param_word(normalized(p, encoding));
  return parse_greater(p) ? type_from_params(parser_context(p), def, &word) : NULL;
}

void print_sparse_tensor_specifier(Printer *p, T type) {
  print_char(p, '<');
  print_attr(p, attr_param_attr((A)(const void *)type, 0));
  print_char(p, '>');
}

// custom<LevelRange>($loLvl, $hiLvl)
static bool parse_range(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Context *ctx = parser_context(p);
  uint64_t low, high;
  if (!parse_levels(p, &low, &high)) return false;
  custom_set_attr(&args[0], attr_i64(ctx, ctx->types.index, (int64_t)low));
  custom_set_attr(&args[1], attr_i64(ctx, ctx->types.index, (int64_t)high));
  return true;
}

static void print_range(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_levels(p, (uint64_t)attr_to_i64(custom_attr(op, &args[0])), (uint64_t)attr_to_i64(custom_attr(op, &args[1])));
}

static const CustomDirective directives[] = {
  {"LevelRange", parse_range, print_range, NULL, NULL},
  {0},
};

void init_sparse_tensor(Context *ctx, const DialectDef *self) {
  (void)self;
  format_add_directives(ctx, directives);
}
