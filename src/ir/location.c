// Location attributes.
#include "ir/attr.h"

#include "ir/uniquer.h"

A attr_loc_unknown(Context *ctx) { return ctx->attrs.unknown_loc; }

A attr_loc_file(Context *ctx, Str file, uint32_t line, uint32_t column) {
  return attr_loc_range(ctx, file, line, column, line, column);
}

// Of places that a whole file of bytecode names, each once, nobody may ever look for an equal one: they are put into the table when somebody
// does. Newest first.
typedef struct UnlistedLoc { struct UnlistedLoc *before; FileLoc loc; } UnlistedLoc;

static void list_locs(Context *ctx) {
  Uniquer *u = ctx->uniquer;
  u->lists_locs = true;
  for (UnlistedLoc *item = u->unlisted_locs; item; item = item->before) unique_add(ctx, &u->attrs, &item->loc);
  u->unlisted_locs = NULL;
}

A attr_loc_file_once(Context *ctx, A file, uint32_t line, uint32_t column) {
  Uniquer *u = ctx->uniquer;
  if (u->lists_locs) return attr_loc_file_of(ctx, file, line, column, line, column);
  UnlistedLoc *item = arena_alloc_raw(&ctx->arena, sizeof *item);
  if (!item) return ctx->attrs.unknown_loc;
  item->before = u->unlisted_locs;
  item->loc = (FileLoc){.base = {.def = &attr_defs[ATTR_LOC_FILE], .size = sizeof item->loc}, .file = file, .line = line, .column = column,
                        .end_line = line, .end_column = column};
  if (!ctx->mem.exhausted) u->unlisted_locs = item;   // what is made then may not last
  return &item->loc.base;
}

A attr_loc_file_of(Context *ctx, A file, uint32_t line, uint32_t column, uint32_t end_line, uint32_t end_column) {
  if (!ctx->uniquer->lists_locs) list_locs(ctx);
  FileLoc *key = unique_key(ctx, sizeof *key);
  key->file = file;
  key->line = line;
  key->column = column;
  key->end_line = end_line;
  key->end_column = end_column;
  key->is_range = line != end_line || column != end_column;
  return attr_unique(ctx, &attr_defs[ATTR_LOC_FILE], key, sizeof *key);
}

// A range of one place becomes that place.
A attr_loc_range(Context *ctx, Str file, uint32_t line, uint32_t column, uint32_t end_line, uint32_t end_column) {
  return attr_loc_file_of(ctx, attr_string(ctx, file), line, column, end_line, end_column);
}

A attr_loc_name(Context *ctx, Str name, A child) {
  A name_attr = attr_string(ctx, name);
  NameLoc *key = unique_key(ctx, sizeof *key);
  key->name = name_attr;
  key->child = child ? child : ctx->attrs.unknown_loc;
  return attr_unique(ctx, &attr_defs[ATTR_LOC_NAME], key, sizeof *key);
}

A attr_loc_callsite(Context *ctx, A callee, A caller) {
  CallSiteLoc *key = unique_key(ctx, sizeof *key);
  key->callee = callee;
  key->caller = caller;
  return attr_unique(ctx, &attr_defs[ATTR_LOC_CALLSITE], key, sizeof *key);
}

static A fused(Context *ctx, const A *items, uint32_t count, A metadata, bool is_pending) {
  size_t size = sizeof(FusedLoc) + sizeof(A) * (size_t)count;
  FusedLoc *key = unique_key(ctx, size);
  if (!key) return ctx->attrs.unknown_loc;
  key->metadata = metadata;
  key->count = count;
  key->is_pending = is_pending;
  memcpy(key->items, items, sizeof(A) * (size_t)count);
  return attr_unique(ctx, &attr_defs[ATTR_LOC_FUSED], key, size);
}

// The distinct locations in order of first appearance.
typedef struct LocSet {
  Arena arena;
  AttrVec items;
  Map seen;   // these, and pending ones
} LocSet;

static bool is_new(LocSet *self, A loc) {
  MapEntry *entry = map_put(&self->seen, map_key(loc));
  return !entry->value && (entry->value = 1);
}

static const FusedLoc *as_pending(A loc) {
  const FusedLoc *self = (const FusedLoc *)loc;
  return attr_kind(loc) == ATTR_LOC_FUSED && self->is_pending ? self : NULL;
}

static void add_flat(LocSet *self, A loc, A metadata) {
  const FusedLoc *inner = attr_kind(loc) == ATTR_LOC_FUSED ? (const FusedLoc *)loc : NULL;
  bool opens = inner && inner->metadata == metadata;
  if (attr_kind(loc) == ATTR_LOC_UNKNOWN) return;
  for (uint32_t i = 0, count = opens ? inner->count : 1; i < count; i++) {
    A item = opens ? inner->items[i] : loc;
    if (is_new(self, item)) vec_push(&self->arena, &self->items, item);
  }
}

// What a pending location has inside may be pending, as deep as there were rewrites.
static void add(LocSet *self, A loc, A metadata) {
  VEC(struct Open { const FusedLoc *of; uint32_t next; }) path = {0};
  for (;;) {
    const FusedLoc *pending = as_pending(loc);
    if (pending && is_new(self, loc)) vec_push(&self->arena, &path, (struct Open){pending, 0});
    else if (!pending) add_flat(self, loc, metadata);
    while (path.count && vec_last(&path).next == vec_last(&path).of->count) path.count--;
    if (!path.count) return;
    struct Open *at = &vec_last(&path);
    loc = at->of->items[at->next++];
  }
}

A attr_loc_fused(Context *ctx, const A *items, uint32_t count, A metadata) {
  LocSet set = {0};
  arena_init(&set.arena, &ctx->mem);
  map_init(&set.seen, &set.arena);
  for (uint32_t i = 0; i < count; i++) add(&set, items[i], metadata);
  A result;
  if (set.items.count == 0)
    result = metadata ? fused(ctx, &ctx->attrs.unknown_loc, 1, metadata, false) : ctx->attrs.unknown_loc;
  else if (set.items.count == 1 && !metadata)
    result = set.items.data[0];
  else
    result = fused(ctx, set.items.data, set.items.count, metadata, false);
  arena_free(&set.arena);
  return result;
}

A loc_fuse(Module *module, const Loc *locs, uint32_t count) {
  A items[8];
  uint32_t used = 0;
  for (uint32_t i = 0; i < count; i++) {
    A item = locs[i].attr ? locs[i].attr : loc_attr(module, locs[i]);
    bool is_known = attr_kind(item) != ATTR_LOC_UNKNOWN;
    for (uint32_t k = 0; k < used && is_known; k++) is_known = items[k] != item;
    if (is_known && used < countof(items)) items[used++] = item;
  }
  return !used ? module->context->attrs.unknown_loc : used == 1 ? items[0] : fused(module->context, items, used, NULL, true);
}

A loc_attr_given(Context *ctx, Loc loc) { return loc.attr && as_pending(loc.attr) ? attr_loc_fused(ctx, &loc.attr, 1, NULL) : loc.attr; }

A loc_attr(Module *module, Loc loc) {
  if (loc.attr) return loc_attr_given(module->context, loc);
  LineCol place = source_line_col(&module->source, &module->arena, loc.src.begin);
  return attr_loc_file(module->context, module->source.name, place.line, place.column);
}
