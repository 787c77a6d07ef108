// Symbol tables and references to symbols.
#include "ir/symbol.h"

#include "ir/text.h"

static Str string_attr(const Operation *op, Str name) {
  A attr = op_attr_str(op, name);
  return attr && attr_kind(attr) == ATTR_STRING ? attr_str(attr) : (Str){"", 0};
}

Str symbol_name(const Operation *op) { return string_attr(op, STR("sym_name")); }

Visibility symbol_visibility(const Operation *op) {
  Str text = string_attr(op, STR("sym_visibility"));
  return str_is(text, "private") ? SYMBOL_PRIVATE : str_is(text, "nested") ? SYMBOL_NESTED : SYMBOL_PUBLIC;
}

bool op_is_symbol_table(const Operation *op) { return op_has(op, TRAIT_SYMBOL_TABLE); }

// An operation of an unknown dialect with one region may or may not define symbols.
static bool may_be_table(const Operation *op) {
  return op_has(op, TRAIT_UNKNOWN_DIALECT) && op->region_count == 1 && !op_has(op, TRAIT_KEPT);
}

// An operation that is kept as written tells whether something inside it has a name.
static bool is_kept_table(const Operation *op) {
  if (!op_has(op, TRAIT_KEPT) || op->region_count != 1 || !op->regions[0].first) return false;
  block_each_op(op->regions[0].first, inner)
    if (symbol_name(inner).size) return true;
  return false;
}

static bool is_table(const Operation *op) { return op_is_symbol_table(op) || is_kept_table(op); }

Operation *symbol_nearest_table(const Operation *op) {
  for (; op && !may_be_table(op); op = op_parent(op))
    if (is_table(op)) return (Operation *)(uintptr_t)op;
  return NULL;
}

Operation *symbol_find(const Operation *table, Str name) {
  if (!name.size || !table->region_count || !table->regions[0].first) return NULL;
  block_each_op(table->regions[0].first, op)
    if (str_equal(symbol_name(op), name)) return op;
  return NULL;
}

// --- Tables

void symbol_tables_init(SymbolTables *self, Arena *arena) {
  *self = (SymbolTables){.arena = arena};
  map_init(&self->tables, arena);
}

static Map *table_of(SymbolTables *self, const Operation *op) {
  Map *table = map_get(&self->tables, op);
  if (table) return table;
  table = arena_new(self->arena, Map, 1);
  map_init(table, self->arena);
  map_set(&self->tables, op, table);
  if (!op->region_count || !op->regions[0].first) return table;
  block_each_op(op->regions[0].first, inner) {
    Str name = symbol_name(inner);
    if (!name.size) continue;
    MapEntry *entry = map_put_str(table, name);
    const Operation *first = (const Operation *)entry->value;
    if (!first || (op_has(first, TRAIT_KEPT) && !op_has(inner, TRAIT_KEPT))) entry->value = (uintptr_t)inner;
  }
  return table;
}

void symbol_names_init(SymbolNames *self, Arena *arena) {
  *self = (SymbolNames){.arena = arena};
  map_init(&self->tables, arena);
}

static Map *names_of(SymbolNames *self, const Operation *table) {
  Map *names = map_get(&self->tables, table);
  if (names) return names;
  names = arena_new(self->arena, Map, 1);
  map_init(names, self->arena);
  map_set(&self->tables, table, names);
  if (!table->region_count || !table->regions[0].first) return names;
  block_each_op(table->regions[0].first, op)
    if (symbol_name(op).size) map_put_str(names, symbol_name(op))->value = 1;
  return names;
}

bool symbol_names_has(SymbolNames *self, const Operation *table, Str name) { return map_find_str(names_of(self, table), name) != NULL; }
Str symbol_names_take(SymbolNames *self, const Operation *table, Str name) {
  Map *names = names_of(self, table);
  MapEntry *found = map_find_str(names, name);
  Str unique = name;
  uint64_t number = found ? found->value : 1;
  for (; found; found = map_find_str(names, unique)) unique = arena_printf(self->arena, "%.*s_%llu", STR_ARG(name), (unsigned long long)(number++ - 1));
  map_put_str(names, name)->value = number;
  if (unique.data != name.data) map_put_str(names, unique)->value = 1;
  return unique;
}

Operation *symbol_lookup_in(SymbolTables *self, const Operation *table, Str name) {
  return map_get_str(table_of(self, table), name);
}

Operation *symbol_lookup_path_in(SymbolTables *self, const Operation *table, A ref) {
  const SymbolRefAttr *symbol = attr_as_symbol(ref);
  if (!symbol) return NULL;
  Operation *found = NULL;
  for (uint64_t i = 0; i < symbol->count; i++) {
    if (!is_table(table)) return NULL;
    found = symbol_lookup_in(self, table, attr_str(symbol->path[i]));
    if (!found) return NULL;
    table = found;
  }
  return found;
}

Operation *symbol_lookup(SymbolTables *self, const Operation *from, A ref) {
  for (const Operation *table = symbol_nearest_table(from); table; table = symbol_nearest_table(op_parent(table))) {
    Operation *found = symbol_lookup_path_in(self, table, ref);
    if (found || op_is_symbol_table(table)) return found;   // one that is kept as written may be no table at all
  }
  return NULL;
}

// --- Uses

typedef struct UseWalk {
  Context *ctx;
  bool (*fn)(Operation *user, A ref, void *data);
  void *data;
} UseWalk;

// Symbols nested deeper than the parser allows are ignored.
#define MAX_ATTR_DEPTH 2500u

// The name of a symbol behind `@`, in quotes or not; its size with them goes to `size`.
static Str name_in_text(Str text, size_t at, size_t *size) {
  size_t end = at;
  if (at < text.size && text.data[at] == '"') {
    const char *quote = memchr(text.data + at + 1, '"', text.size - at - 1);
    *size = quote ? (size_t)(quote + 1 - text.data) - at : 0;
    return quote ? str_slice(text, at + 1, at + *size - 1) : (Str){0};
  }
  while (end < text.size && (char_is_alnum(text.data[end]) || strchr("_$.-", text.data[end]))) end++;
  *size = end - at;
  return str_slice(text, at, end);
}

// Types and attributes of dialects without records are text, in which symbols are `@a` or `@a::@b`.
static bool walk_text(const UseWalk *walk, Operation *user, Str text) {
  enum { MAX_PATH = 8 };
  for (size_t at = 0; at < text.size; at++) {
    A path[MAX_PATH];
    uint32_t count = 0;
    size_t size;
    while (count < MAX_PATH && at < text.size && text.data[at] == '@') {
      Str name = name_in_text(text, at + 1, &size);
      if (!name.size) break;
      path[count++] = attr_string(walk->ctx, name);
      at += 1 + size;
      if (at + 2 < text.size && text.data[at] == ':' && text.data[at + 1] == ':') at += 2;
    }
    if (count && !walk->fn(user, attr_symbol_path(walk->ctx, path, count), walk->data)) return false;
  }
  return true;
}

static bool walk_attr(const UseWalk *walk, Operation *user, A attr, uint32_t depth);

static bool walk_type(const UseWalk *walk, Operation *user, T type, uint32_t depth) {
  if (depth > MAX_ATTR_DEPTH) return true;
  const ShapedType *shaped = type_as_shaped(type);
  const FunctionType *function = type_as_function(type);
  if (shaped) return walk_attr(walk, user, shaped->extra, depth + 1) && walk_attr(walk, user, shaped->layout, depth + 1) &&
                     walk_type(walk, user, type_element(type), depth + 1);
  for (uint32_t i = 0; function && i < function->input_count + function->result_count; i++)
    if (!walk_type(walk, user, function->types[i], depth + 1)) return false;
  bool is_text = type_kind(type) == TYPE_OPAQUE || type_kind(type) == TYPE_DIALECT || type_kind(type) == TYPE_TUPLE;
  return !is_text || walk_text(walk, user, str_from(type_text(walk->ctx, type)));
}

static bool walk_attr(const UseWalk *walk, Operation *user, A attr, uint32_t depth) {
  if (!attr || depth > MAX_ATTR_DEPTH) return true;
  switch (attr_kind(attr)) {
    case ATTR_OPAQUE: return !walk->ctx->keeps_unknown || walk_text(walk, user, attr_str(((const OpaqueAttr *)attr)->text));
    case ATTR_TYPE: return !walk->ctx->keeps_unknown || walk_type(walk, user, ((const TypeAttr *)attr)->type, depth + 1);
    case ATTR_SYMBOL_REF: return walk->fn(user, attr, walk->data);
    case ATTR_ARRAY: {
      const ArrayAttr *array = (const ArrayAttr *)attr;
      for (uint64_t i = 0; i < array->count; i++)
        if (!walk_attr(walk, user, array->items[i], depth + 1)) return false;
      return true;
    }
    case ATTR_DICT: {
      const DictAttr *dict = (const DictAttr *)attr;
      for (uint64_t i = 0; i < dict->count; i++)
        if (!walk_attr(walk, user, dict->items[i].value, depth + 1)) return false;
      return true;
    }
    default: return true;
  }
}

// What an operation that is kept as written calls its name may be a use: `util.call @f()`.
static bool walk_kept(const UseWalk *walk, Operation *op) {
  A name = op_has(op, TRAIT_KEPT) ? op_attr_str(op, STR("sym_name")) : NULL;
  if (name && attr_kind(name) == ATTR_STRING && !walk->fn(op, attr_symbol_path(walk->ctx, &name, 1), walk->data)) return false;
  for (uint32_t i = 0; i < op->result_count; i++)
    if (!walk_type(walk, op, op_result_type(op, i), 0)) return false;
  for (uint32_t i = 0; i < op->region_count; i++)
    region_each_block(&op->regions[i], block)
      for (uint32_t k = 0; k < block->arg_count; k++)
        if (!walk_type(walk, op, block->args[k]->type, 0)) return false;
  return true;
}

static WalkResult walk_op(Operation *op, void *data) {
  const UseWalk *walk = data;
  if (may_be_table(op)) return WALK_STOP;
  if (walk->ctx->keeps_unknown && !walk_kept(walk, op)) return WALK_STOP;
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (!walk_attr(walk, op, op->props[i], 0)) return WALK_STOP;
  for (uint32_t i = 0; i < op->attr_count; i++)
    if (!walk_attr(walk, op, op->attrs[i].value, 0)) return WALK_STOP;
  if (!walk_attr(walk, op, op->prop_dict, 0)) return WALK_STOP;
  return op_is_symbol_table(op) ? WALK_SKIP : WALK_ADVANCE;
}

bool symbol_walk_uses(Context *ctx, Operation *op, bool (*fn)(Operation *user, A ref, void *data), void *data) {
  UseWalk walk = {ctx, fn, data};
  return op_walk_pre(op, walk_op, &walk) != WALK_STOP;
}
