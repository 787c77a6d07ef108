// The context: dialects, operation records, modules; enums.
#include <stdlib.h>

#include "ir/edition.h"
#include "ir/affine.h"
#include "ir/attr.h"
#include "ir/opdef.h"
#include "ir/uniquer.h"

#define FIRST_OPS 1024


// --- Context

static void make_common(Context *ctx) {
  const Type plain = {0};
  ctx->types.none = type_unique(ctx, &type_defs[TYPE_NONE], &plain, sizeof plain);
  ctx->types.index = type_unique(ctx, &type_defs[TYPE_INDEX], &plain, sizeof plain);
  const struct { uint32_t width; T *slot; } ints[] = {
    {1, &ctx->types.i1}, {8, &ctx->types.i8}, {16, &ctx->types.i16}, {32, &ctx->types.i32}, {64, &ctx->types.i64},
  };
  for (size_t i = 0; i < countof(ints); i++) {
    IntegerType *key = unique_key(ctx, sizeof *key);
    key->width = ints[i].width;
    *ints[i].slot = type_unique(ctx, &type_defs[TYPE_INTEGER], key, sizeof *key);
  }
  for (uint32_t i = 0; i < FLOAT_KIND_COUNT; i++) {
    FloatType *key = unique_key(ctx, sizeof *key);
    key->kind = i;
    ctx->types.floats[i] = type_unique(ctx, &type_defs[TYPE_FLOAT], key, sizeof *key);
  }
  const Attr bare = {0};
  ctx->attrs.unit = attr_unique(ctx, &attr_defs[ATTR_UNIT], &bare, sizeof bare);
  ctx->attrs.unknown_loc = attr_unique(ctx, &attr_defs[ATTR_LOC_UNKNOWN], &bare, sizeof bare);
  ctx->attrs.empty_string = attr_string(ctx, STR(""));
  ctx->attrs.empty_array = attr_array(ctx, NULL, 0);
  ctx->attrs.empty_dict = attr_dict(ctx, NULL, 0);
  ctx->attrs.false_ = attr_i64(ctx, ctx->types.i1, 0);
  ctx->attrs.true_ = attr_i64(ctx, ctx->types.i1, 1);
  uint8_t zero = 0;
  int64_t one = 1;
  ctx->uniquer->empty_dense = attr_dense(ctx, type_tensor(ctx, &one, 1, ctx->types.i1, NULL), true, &zero, 1);
}

Context *context_new(size_t memory_limit) {
  Context *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  if (!mem_init(&self->mem, memory_limit)) {
    free(self);
    return NULL;
  }
  arena_init(&self->arena, &self->mem);
  map_init(&self->dialects, &self->arena);
  map_init(&self->ops, &self->arena);
  map_init(&self->kept_ops, &self->arena);
  map_init(&self->format_cache, &self->arena);
  map_init(&self->ext, &self->arena);
  Uniquer *u = self->uniquer = arena_new(&self->arena, Uniquer, 1);
  bool tables = unique_table_init(self, &u->types, 256) && unique_table_init(self, &u->attrs, 512) &&
                unique_table_init(self, &u->strings, 512) && unique_table_init(self, &u->exprs, 64) &&
                unique_table_init(self, &u->maps, 32) && unique_table_init(self, &u->sets, 16);
  self->diags = arena_new(&self->arena, Diags, 1);
  diags_init(self->diags, &self->arena);
  if (tables) make_common(self);
  if (!tables || self->mem.exhausted) {
    context_free(self);
    return NULL;
  }
  return self;
}

void context_free(Context *self) {
  if (!self) return;
  Uniquer *u = self->uniquer;
  UniqueTable *tables[] = {&u->types, &u->attrs, &u->strings, &u->exprs, &u->maps, &u->sets};
  for (size_t i = 0; i < countof(tables); i++)
    if (tables[i]->slots) unique_table_free(tables[i]);
  arena_free(&self->arena);
  mem_free(&self->mem);
  free(self);
}

// Room for `extra` more entries of a map that lives as long as the context. False, with the map
// untouched, when memory is exhausted: entries taken from the reserve would not last.
static bool map_make_room(Context *ctx, Map *map, uint32_t extra) {
  if (ctx->mem.exhausted) return false;
  if (map->cap - map->count >= extra) return true;
  size_t cap = map->cap ? map->cap : FIRST_OPS;
  while (cap - map->count < extra) cap *= 2;
  MapEntry *entries = arena_alloc_raw(&ctx->arena, sizeof(MapEntry) * cap);
  uint32_t *slots = arena_new(&ctx->arena, uint32_t, cap * 2);
  if (!entries || !slots || ctx->mem.exhausted) {
    ctx->mem.exhausted = true;
    return false;
  }
  if (map->count) memcpy(entries, map->entries, sizeof(MapEntry) * map->count);
  map->entries = entries;
  map->slots = slots;
  map->cap = (uint32_t)cap;
  map->slot_mask = (uint32_t)cap * 2 - 1;
  for (uint32_t i = 0; i < map->count; i++) {
    uint32_t at = entries[i].hash & map->slot_mask;
    while (slots[at]) at = (at + 1) & map->slot_mask;
    slots[at] = i + 1;
  }
  return true;
}

void context_add_dialect(Context *self, const DialectDef *dialect) {
  map_put_str(&self->dialects, str_from(dialect->name))->value = (uintptr_t)dialect;
  memset(self->uniquer->dialect_cache, 0, sizeof self->uniquer->dialect_cache);
  for (uint32_t i = 0; self->ops.count && i < dialect->op_count; i++) {   // names met before
    MapEntry *met = map_find_str(&self->ops, def_name(&dialect->ops[i]));
    if (met) met->value = (uintptr_t)&dialect->ops[i];
  }
  if (dialect->init) dialect->init(self, dialect);
}

// NULL: it is absent.
static const DialectDef *present(const Context *self, const DialectDef *dialect) {
  if (!dialect || !dialect_is_absent(dialect)) return dialect;
  if (self->need_pack) self->need_pack(self->need_pack_data, dialect);
  return NULL;
}

const DialectDef *context_dialect(const Context *self, Str name) { return present(self, map_get_str(&self->dialects, name)); }

const DialectDef *context_renamed_dialect(const Context *self, Str name, const Edition *edition) {
  const Map *dialects = &self->dialects;
  for (uint32_t i = 0; i < dialects->count; i++) {
    const DialectDef *def = dialects->entries[i].live ? (const DialectDef *)dialects->entries[i].value : NULL;
    if (def && def->older_name && str_is(name, def->older_name) && (!edition || edition->oldest <= def->older_last)) return present(self, def);
  }
  return NULL;
}

bool context_has_name_only(const Context *self, Str dialect) {
  const DialectDef *known = context_dialect(self, dialect);
  return known && known->is_name_only;
}

Str context_project(const Context *self, Str dialect) {
  for (const char *line = self->projects; line && *line;) {
    const char *colon = strchr(line, ':'), *end = strchr(colon, '\n');
    for (const char *name = line; name < colon; name += strcspn(name, " :") + 1)
      if (strcspn(name, " :") == dialect.size && !memcmp(name, dialect.data, dialect.size)) return (Str){colon + 1, (size_t)(end - colon - 1)};
    line = end + 1;
  }
  return (Str){0};
}

// The record among a dialect's, which are sorted by name.
static const OpDef *find_op(const Context *self, Str name) {
  const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
  const DialectDef *dialect = dot ? context_dialect(self, str_slice(name, 0, (size_t)(dot - name.data))) : NULL;
  uint32_t low = 0, high = dialect ? dialect->op_count : 0;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    int order = str_compare(name, def_name(&dialect->ops[middle]));
    if (!order) return &dialect->ops[middle];
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return NULL;
}

const OpDef *context_older_op(const Context *self, Str name, uint32_t release) {
  const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
  const DialectDef *dialect = dot ? context_dialect(self, str_slice(name, 0, (size_t)(dot - name.data))) : NULL;
  for (uint32_t i = 0; dialect && i < dialect->older_count; i++) {
    const OpDef *def = &dialect->ops[dialect->op_count + i];
    if (release <= def->until && str_equal(def_name(def), name)) return def;
  }
  return NULL;
}

// A record that was found once is kept in `ops`.
const OpDef *context_op(Context *self, Str name) {
  const OpDef *def = map_get_str(&self->ops, name);
  if (def) return op_def_has(def, TRAIT_UNREGISTERED) ? NULL : def;
  def = find_op(self, name);
  if (def && map_make_room(self, &self->ops, 1)) map_put_str(&self->ops, def_name(def))->value = (uintptr_t)def;
  return def;
}

// Make a record that has only a name, in a table of its own.
static const OpDef *make_def(Context *self, Str name, uint64_t traits) {
  struct { RecordTable head; OpDef def; } *made = arena_alloc(&self->arena, sizeof *made);
  made->def.table = &made->head;
  char *text = arena_alloc(&self->arena, name.size + 2);   // the name, and no summary
  if (text) memcpy(text, name.data ? name.data : "", name.size);
  made->head.strings = text ? text : "\0";
  made->def.name_size = text ? (uint32_t)name.size : 0;
  made->def.traits = TRAIT_UNREGISTERED | traits;
  if (!op_dialect(self, &made->def)) made->def.traits |= TRAIT_UNKNOWN_DIALECT;
  return &made->def;
}

const OpDef *context_op_or_unregistered(Context *self, Str name) {
  const OpDef *def = map_get_str(&self->ops, name);
  if (!def) def = context_op(self, name);
  if (def) return def;
  def = make_def(self, name, 0);
  if (map_make_room(self, &self->ops, 1)) map_put_str(&self->ops, def_name(def))->value = (uintptr_t)def;
  return def;
}

const OpDef *context_op_of(Context *self, uint32_t opcode) {
  const OpDef *def = opcode_def(self->opcodes, opcode);
  if (!def && self->opcodes && self->need_pack)   // whose it is can only be seen where it is present
    for (uint32_t i = 0; i < self->dialects.count; i++) {
      const DialectDef *dialect = (const DialectDef *)self->dialects.entries[i].value;
      if (opcode >= dialect->first_opcode && opcode < dialect->first_opcode + dialect->op_count) present(self, dialect);
    }
  return def ? def : context_op_or_unregistered(self, STR("builtin.missing"));
}

const OpDef *context_bare_op(Context *self, const OpDef *def) {
  MapEntry *entry = map_put(&self->ext, map_key(def));
  if (!entry->value) entry->value = (uintptr_t)make_def(self, def_name(def), 0);
  return (const OpDef *)entry->value;
}

const OpDef *context_kept_op(Context *self, Str name, uint64_t more) {
  const OpDef *def = map_get_str(&self->kept_ops, name);
  if (def && def->traits & TRAIT_KEPT && (def->traits & TRAIT_HOLE) == (more & TRAIT_HOLE)) return def;
  def = make_def(self, name, TRAIT_KEPT | more);
  self->has_kept = true;
  if (more & TRAIT_HOLE) self->has_holes = true;
  if (!(more & TRAIT_HOLE) && map_make_room(self, &self->kept_ops, 1)) map_put_str(&self->kept_ops, def_name(def))->value = (uintptr_t)def;
  return def;
}

const DialectDef *op_dialect(Context *ctx, const OpDef *def) {
  size_t cached = ((uintptr_t)def >> 4) % countof(ctx->uniquer->dialect_cache);
  if (ctx->uniquer->dialect_cache[cached].def == def) return ctx->uniquer->dialect_cache[cached].dialect;
  Str name = def_name(def);
  const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
  if (dot && dot + 1 == name.data + name.size) dot = NULL;   // `arith.` belongs to no dialect
  const DialectDef *dialect = dot ? context_dialect(ctx, str_slice(name, 0, (size_t)(dot - name.data))) : NULL;
  ctx->uniquer->dialect_cache[cached].def = def;
  ctx->uniquer->dialect_cache[cached].dialect = dialect;
  return dialect;
}

// --- Modules

Module *module_new(Context *context, Source source) {
  Arena arena;
  arena_init(&arena, &context->mem);
  Module *self = arena_new(&arena, Module, 1);
  self->context = context;
  self->source = source;
  self->arena = arena;
  return self;
}

void module_free(Module *self) {
  if (!self) return;
  Arena arena = self->arena;  // holds the module itself
  arena_free(&arena);
}
