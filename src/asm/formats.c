// Compiled formats, kept with the context.
#include "asm/format_impl.h"

static const char ext_key;

FormatDirectives *format_directives(Context *ctx) {
  FormatDirectives *directives = map_get(&ctx->ext, &ext_key);
  if (directives) return directives;
  directives = arena_new(&ctx->arena, FormatDirectives, 1);
  format_directives_init(directives, &ctx->arena);
  map_set(&ctx->ext, &ext_key, directives);
  return directives;
}

void format_add_directives(Context *ctx, const CustomDirective *table) { format_directives_add(format_directives(ctx), table); }

DefInfo *def_info_slow(Context *ctx, const OpDef *def) {
  MapEntry *entry = map_put(&ctx->format_cache, map_key(def));
  if (!entry->value) entry->value = (uintptr_t)arena_new(&ctx->arena, DefInfo, 1);
  return (DefInfo *)entry->value;
}

const Format *format_of(Context *ctx, const OpDef *def) {
  if (!def->format) return NULL;
  const DefInfo *info = def_info(ctx, def);
  return info->format ? info->format : format_compile(ctx, def, def_format(def));
}

static const Format *compile(Context *ctx, const OpDef *def, const char *text) {
  Format *made = format_compile_text(&ctx->arena, format_directives(ctx), def, text);
  made->info = def_info(ctx, def);
  return made;
}

const Format *format_compile(Context *ctx, const OpDef *def, const char *text) {
  if (text == def_format(def)) {
    DefInfo *info = def_info(ctx, def);
    if (!info->format) info->format = compile(ctx, def, text);
    return info->format;
  }
  // One text may serve several records: a short chain under its address.
  typedef struct Chain { const Format *format; struct Chain *next; } Chain;
  MapEntry *entry = map_put(&ctx->format_cache, map_key(text));
  for (Chain *it = (Chain *)entry->value; it; it = it->next)
    if (it->format->def == def) return it->format;
  Chain *link = arena_new(&ctx->arena, Chain, 1);
  link->next = (Chain *)entry->value;
  entry->value = (uintptr_t)link;
  link->format = compile(ctx, def, text);
  return link->format;
}
