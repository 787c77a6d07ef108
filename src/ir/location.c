// Location attributes.
#include "ir/attr.h"

A attr_loc_unknown(Context *ctx) { return ctx->attrs.unknown_loc; }

A attr_loc_file(Context *ctx, Str file, uint32_t line, uint32_t column) {
  return attr_loc_range(ctx, file, line, column, line, column);
}

// A range of one place becomes that place.
A attr_loc_range(Context *ctx, Str file, uint32_t line, uint32_t column, uint32_t end_line, uint32_t end_column) {
  A name = attr_string(ctx, file);
  FileLoc *key = unique_key(ctx, sizeof *key);
  key->file = name;
  key->line = line;
  key->column = column;
  key->end_line = end_line;
  key->end_column = end_column;
  key->is_range = line != end_line || column != end_column;
  return attr_unique(ctx, &attr_defs[ATTR_LOC_FILE], key, sizeof *key);
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

static A fused(Context *ctx, const A *items, uint32_t count, A metadata) {
  size_t size = sizeof(FusedLoc) + sizeof(A) * (size_t)count;
  FusedLoc *key = unique_key(ctx, size);
  if (!key) return ctx->attrs.unknown_loc;
  key->metadata = metadata;
  key->count = count;
  memcpy(key->items, items, sizeof(A) * (size_t)count);
  return attr_unique(ctx, &attr_defs[ATTR_LOC_FUSED], key, size);
}

// The distinct locations in order of first appearance.
typedef struct LocSet {
  Arena arena;
  AttrVec items;
  Map seen;
} LocSet;

static void add(LocSet *self, A loc) {
  MapEntry *entry = map_put(&self->seen, map_key(loc));
  if (entry->value) return;
  entry->value = 1;
  vec_push(&self->arena, &self->items, loc);
}

A attr_loc_fused(Context *ctx, const A *items, uint32_t count, A metadata) {
  LocSet set = {0};
  arena_init(&set.arena, &ctx->mem);
  map_init(&set.seen, &set.arena);
  for (uint32_t i = 0; i < count; i++) {
    const FusedLoc *inner = attr_kind(items[i]) == ATTR_LOC_FUSED ? (const FusedLoc *)items[i] : NULL;
    if (inner && inner->metadata == metadata) {
      for (uint64_t j = 0; j < inner->count; j++) add(&set, inner->items[j]);
    } else if (attr_kind(items[i]) != ATTR_LOC_UNKNOWN) {
      add(&set, items[i]);
    }
  }
  A result;
  if (set.items.count == 0)
    result = metadata ? fused(ctx, &ctx->attrs.unknown_loc, 1, metadata) : ctx->attrs.unknown_loc;
  else if (set.items.count == 1 && !metadata)
    result = set.items.data[0];
  else
    result = fused(ctx, set.items.data, set.items.count, metadata);
  arena_free(&set.arena);
  return result;
}

A loc_attr(Module *module, Loc loc) {
  if (loc.attr) return loc.attr;
  LineCol place = source_line_col(&module->source, &module->arena, loc.src.begin);
  return attr_loc_file(module->context, module->source.name, place.line, place.column);
}
