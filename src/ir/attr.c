// Builtin attributes; dense data and locations have files of their own.
#include "ir/attr.h"

#include "ir/affine.h"
#include "ir/uniquer.h"

#define BUILTIN(tag, mnemonic, text) \
  [ATTR_##tag] = {.dialect = "builtin", .name = mnemonic, .kind = ATTR_##tag, .summary = text}

const AttrDef attr_defs[] = {
  BUILTIN(UNIT, "unit", "says something by being there"),
  BUILTIN(INTEGER, "integer", "integer or index value"),
  BUILTIN(FLOAT, "float", "floating-point value"),
  BUILTIN(STRING, "string", "text"),
  BUILTIN(TYPE, "type", "a type"),
  BUILTIN(ARRAY, "array", "list of attributes"),
  BUILTIN(DICT, "dictionary", "named attributes, sorted by name"),
  BUILTIN(SYMBOL_REF, "symbol_ref", "reference to a symbol, possibly nested"),
  BUILTIN(AFFINE_MAP, "affine_map", "affine map"),
  BUILTIN(INTEGER_SET, "affine_set", "integer set"),
  BUILTIN(DENSE_ARRAY, "array", "packed list of integers or floats"),
  BUILTIN(DENSE, "dense", "elements of a tensor or vector"),
  BUILTIN(DENSE_STRINGS, "dense", "elements of a tensor or vector, spelled as text"),
  BUILTIN(DENSE_RESOURCE, "dense_resource", "elements kept in the resource section of the file"),
  BUILTIN(OPAQUE_ELEMENTS, "opaque", "elements that only a dialect can read"),
  BUILTIN(SPARSE, "sparse", "elements of a tensor or vector, zero unless listed"),
  BUILTIN(STRIDED, "strided", "memref layout: strides and offset"),
  BUILTIN(DISTINCT, "distinct", "unlike any other, whatever it refers to"),
  BUILTIN(OPAQUE, "opaque", "attribute of a dialect that is not registered, kept as its text"),
  BUILTIN(LOC_UNKNOWN, "loc", "unknown location"),
  BUILTIN(LOC_FILE, "loc", "file, line and column"),
  BUILTIN(LOC_NAME, "loc", "named location"),
  BUILTIN(LOC_CALLSITE, "loc", "location inside a callee, and of its call"),
  BUILTIN(LOC_FUSED, "loc", "several locations made into one"),
};

// --- Making

// Whether the printer defines names for such attributes ahead of the module.
static bool prints_as_alias(const AttrDef *def) {
  return def->kind == ATTR_AFFINE_MAP || def->kind == ATTR_INTEGER_SET || def->kind == ATTR_DISTINCT || def->kind == ATTR_OPAQUE ||
         def->flags & ATTR_HAS_ALIAS;
}

A attr_unique(Context *ctx, const AttrDef *def, const void *key, size_t size) {
  if (prints_as_alias(def)) ctx->has_aliasable = true;
  A attr = unique(ctx, &ctx->uniquer->attrs, def, def->flags & ATTR_MUTABLE, key, size);
  return attr ? attr : ctx->attrs.unit;
}

// --- Scalars

A attr_unit(Context *ctx) { return ctx->attrs.unit; }
A attr_bool(Context *ctx, bool value) { return value ? ctx->attrs.true_ : ctx->attrs.false_; }

static uint64_t low_bits(uint32_t width) { return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1; }

static A integer_from_word(Context *ctx, T type, uint64_t word) {
  size_t size = sizeof(IntegerAttr) + sizeof(uint64_t);
  IntegerAttr *key = unique_key(ctx, size);
  key->type = type;
  key->words[0] = word;
  return attr_unique(ctx, &attr_defs[ATTR_INTEGER], key, size);
}

A attr_integer(Context *ctx, T type, const APInt *value) {
  if (value->width <= 64) return integer_from_word(ctx, type, value->word);
  uint32_t words = apint_word_count(value->width);
  size_t size = sizeof(IntegerAttr) + sizeof(uint64_t) * (size_t)words;
  IntegerAttr *key = unique_key(ctx, size);
  if (!key) return ctx->attrs.false_;
  key->type = type;
  memcpy(key->words, value->words, sizeof(uint64_t) * (size_t)words);
  return attr_unique(ctx, &attr_defs[ATTR_INTEGER], key, size);
}

A attr_i64(Context *ctx, T type, int64_t value) {
  uint32_t width = type_bits(type);
  if (width <= 64) return integer_from_word(ctx, type, (uint64_t)value & low_bits(width));
  uint32_t words = apint_word_count(width);
  size_t size = sizeof(IntegerAttr) + sizeof(uint64_t) * (size_t)words;
  IntegerAttr *key = unique_key(ctx, size);
  if (!key) return ctx->attrs.false_;
  key->type = type;
  key->words[0] = (uint64_t)value;
  if (value < 0) {
    for (uint32_t i = 1; i < words; i++) key->words[i] = UINT64_MAX;
    if (width % 64) key->words[words - 1] = low_bits(width % 64);
  }
  return attr_unique(ctx, &attr_defs[ATTR_INTEGER], key, size);
}

A attr_index(Context *ctx, int64_t value) { return integer_from_word(ctx, ctx->types.index, (uint64_t)value); }

A attr_float(Context *ctx, T type, APFloat value) {
  FloatAttr *key = unique_key(ctx, sizeof *key);
  key->type = type;
  key->bits[0] = value.bits[0];
  key->bits[1] = value.bits[1];
  return attr_unique(ctx, &attr_defs[ATTR_FLOAT], key, sizeof *key);
}

// --- Text

// Strings without a type have a table of their own, probed by their text: no key is built for one
// that is known already.
A attr_string(Context *ctx, Str text) {
  UniqueTable *table = &ctx->uniquer->strings;
  uint32_t hash = str_hash(text);
  unique_each(table, hash, slot) {
    const StringAttr *item = slot->item;
    if (slot->hash == hash && item->size == text.size && (!text.size || memcmp(item->data, text.data, text.size) == 0)) return &item->base;
  }
  size_t size = sizeof(StringAttr) + text.size + 1;
  StringAttr *item = text.size < UINT32_MAX - 64 ? arena_alloc_raw(&ctx->arena, size) : NULL;
  if (!item) {
    ctx->mem.exhausted = true;
    return ctx->attrs.empty_string;
  }
  *item = (StringAttr){.base = {&attr_defs[ATTR_STRING], hash, (uint32_t)size}, .type = ctx->types.none, .size = text.size};
  if (text.size) memcpy(item->data, text.data, text.size);
  item->data[text.size] = 0;
  unique_insert(ctx, table, hash, item);
  return &item->base;
}

A attr_typed_string(Context *ctx, Str text, T type) {
  if (!type || type == ctx->types.none) return attr_string(ctx, text);
  size_t size = sizeof(StringAttr) + text.size + 1;
  StringAttr *key = unique_key(ctx, size);
  if (!key) return ctx->attrs.empty_string;
  key->type = type;
  key->size = text.size;
  if (text.size) memcpy(key->data, text.data, text.size);
  return attr_unique(ctx, &attr_defs[ATTR_STRING], key, size);
}

static A opaque_attr(Context *ctx, AttrKind kind, Str dialect, Str text, T type) {
  A dialect_attr = attr_string(ctx, dialect), text_attr = attr_string(ctx, text);
  OpaqueAttr *key = unique_key(ctx, sizeof *key);
  key->dialect = dialect_attr;
  key->text = text_attr;
  key->type = type ? type : ctx->types.none;
  return attr_unique(ctx, &attr_defs[kind], key, sizeof *key);
}

A attr_opaque(Context *ctx, Str dialect, Str text, T type) { return opaque_attr(ctx, ATTR_OPAQUE, dialect, text, type); }

A attr_opaque_elements(Context *ctx, Str dialect, Str bytes, T type) { return opaque_attr(ctx, ATTR_OPAQUE_ELEMENTS, dialect, bytes, type); }

// --- Wrappers

A attr_type(Context *ctx, T type) {
  TypeAttr *key = unique_key(ctx, sizeof *key);
  key->type = type;
  return attr_unique(ctx, &attr_defs[ATTR_TYPE], key, sizeof *key);
}

A attr_affine_map(Context *ctx, const AffineMap *map) {
  MapAttr *key = unique_key(ctx, sizeof *key);
  key->map = map;
  return attr_unique(ctx, &attr_defs[ATTR_AFFINE_MAP], key, sizeof *key);
}

A attr_integer_set(Context *ctx, const IntegerSet *set) {
  SetAttr *key = unique_key(ctx, sizeof *key);
  key->set = set;
  return attr_unique(ctx, &attr_defs[ATTR_INTEGER_SET], key, sizeof *key);
}

A attr_strided(Context *ctx, int64_t offset, const int64_t *strides, uint32_t rank) {
  size_t size = sizeof(StridedAttr) + sizeof(int64_t) * (size_t)rank;
  StridedAttr *key = unique_key(ctx, size);
  if (!key) return attr_strided(ctx, offset, NULL, 0);
  key->offset = offset;
  key->rank = rank;
  if (rank) memcpy(key->strides, strides, sizeof(int64_t) * (size_t)rank);
  return attr_unique(ctx, &attr_defs[ATTR_STRIDED], key, size);
}

A attr_distinct(Context *ctx, uint64_t id, A referenced) {
  DistinctAttr *key = unique_key(ctx, sizeof *key);
  key->id = id;
  key->referenced = referenced ? referenced : ctx->attrs.unit;
  return attr_unique(ctx, &attr_defs[ATTR_DISTINCT], key, sizeof *key);
}

// --- Collections

_Static_assert(offsetof(ArrayAttr, items) == offsetof(SymbolRefAttr, path), "lists of attributes share their layout");

static A attr_list(Context *ctx, const AttrDef *def, const A *items, uint32_t count) {
  size_t size = sizeof(ArrayAttr) + sizeof(A) * (size_t)count;
  ArrayAttr *key = unique_key(ctx, size);
  if (!key) return NULL;
  key->count = count;
  if (count) memcpy(key->items, items, sizeof(A) * (size_t)count);
  return attr_unique(ctx, def, key, size);
}

A attr_array(Context *ctx, const A *items, uint32_t count) {
  A list = attr_list(ctx, &attr_defs[ATTR_ARRAY], items, count);
  return list ? list : ctx->attrs.empty_array;
}

A attr_symbol_path(Context *ctx, const A *path, uint32_t count) {
  A list = attr_list(ctx, &attr_defs[ATTR_SYMBOL_REF], path, count);
  return list ? list : attr_symbol_path(ctx, path, 1);
}

A attr_symbol(Context *ctx, Str name) {
  A root = attr_string(ctx, name);
  return attr_symbol_path(ctx, &root, 1);
}

static int order_names(const NamedAttr *a, const NamedAttr *b) {
  return a->name == b->name ? 0 : str_compare(attr_str(a->name), attr_str(b->name));
}

static void sift_down(NamedAttr *items, uint32_t at, uint32_t count) {
  for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && order_names(&items[child], &items[child + 1]) < 0) child++;
    if (order_names(&items[at], &items[child]) >= 0) return;
    NamedAttr swap = items[at];
    items[at] = items[child];
    items[child] = swap;
  }
}

static void heap_sort(NamedAttr *items, uint32_t count) {
  for (uint32_t i = count / 2; i-- > 0;) sift_down(items, i, count);
  for (uint32_t end = count; end-- > 1;) {
    NamedAttr swap = items[0];
    items[0] = items[end];
    items[end] = swap;
    sift_down(items, 0, end);
  }
}

A attr_dict_sort(Context *ctx, NamedAttr *items, uint32_t count) {
  (void)ctx;
  if (count > 24) {
    heap_sort(items, count);
  } else {
    for (uint32_t i = 1; i < count; i++) {
      NamedAttr item = items[i];
      uint32_t j = i;
      for (; j > 0 && order_names(&items[j - 1], &item) > 0; j--) items[j] = items[j - 1];
      items[j] = item;
    }
  }
  for (uint32_t i = 1; i < count; i++)
    if (items[i - 1].name == items[i].name) return items[i].name;
  return NULL;
}

A attr_dict(Context *ctx, const NamedAttr *items, uint32_t count) {
  size_t size = sizeof(DictAttr) + sizeof(NamedAttr) * (size_t)count;
  DictAttr *key = unique_key(ctx, size);
  if (!key) return ctx->attrs.empty_dict;
  key->count = count;
  if (count) memcpy(key->items, items, sizeof(NamedAttr) * (size_t)count);
  attr_dict_sort(ctx, key->items, count);
  return attr_unique(ctx, &attr_defs[ATTR_DICT], key, size);
}

A attr_dict_find(A dict, Str name) {
  if (!dict || attr_kind(dict) != ATTR_DICT) return NULL;
  const DictAttr *self = (const DictAttr *)dict;
  uint64_t low = 0, high = self->count;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    int order = str_compare(attr_str(self->items[middle].name), name);
    if (order == 0) return self->items[middle].value;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

// --- Reading

bool attr_is_string(A a, const char *text) { return a && attr_kind(a) == ATTR_STRING && str_is(attr_str(a), text); }

APInt attr_int(A a) {
  const IntegerAttr *self = (const IntegerAttr *)a;
  APInt value = {.width = type_bits(self->type)};
  if (value.width <= 64)
    value.word = self->words[0];
  else
    value.words = self->words;
  return value;
}

uint64_t attr_to_u64(A a) { return ((const IntegerAttr *)a)->words[0]; }

int64_t attr_to_i64(A a) {
  const IntegerAttr *self = (const IntegerAttr *)a;
  uint32_t width = type_bits(self->type);
  if (width == 0 || width >= 64) return (int64_t)self->words[0];
  uint64_t sign = (uint64_t)1 << (width - 1);
  return (int64_t)((self->words[0] ^ sign) - sign);
}

bool attr_to_bool(A a) { return ((const IntegerAttr *)a)->words[0] != 0; }

APFloat attr_float_value(A a) {
  const FloatAttr *self = (const FloatAttr *)a;
  return (APFloat){.kind = type_float_kind(self->type), .bits = {self->bits[0], self->bits[1]}};
}

T attr_value_type(A a) {
  switch (attr_kind(a)) {
    case ATTR_INTEGER: return ((const IntegerAttr *)a)->type;
    case ATTR_FLOAT: return ((const FloatAttr *)a)->type;
    case ATTR_STRING: return ((const StringAttr *)a)->type;
    case ATTR_DENSE: return ((const DenseAttr *)a)->type;
    case ATTR_DENSE_STRINGS: return ((const DenseStringsAttr *)a)->type;
    case ATTR_DENSE_RESOURCE: return ((const DenseResourceAttr *)a)->type;
    case ATTR_SPARSE: return ((const SparseAttr *)a)->type;
    case ATTR_OPAQUE: case ATTR_OPAQUE_ELEMENTS: return ((const OpaqueAttr *)a)->type;
    case ATTR_DIALECT: return a->def->value_type ? a->def->value_type(a) : NULL;
    default: return NULL;
  }
}

const SymbolRefAttr *attr_as_symbol(A a) { return a && attr_kind(a) == ATTR_SYMBOL_REF ? (const SymbolRefAttr *)a : NULL; }

