// The module as a whole: names, aliases, file metadata; and types, attributes and operations by themselves.
#include "asm/printer_impl.h"
#include "asm/resource.h"

void printer_init(Printer *p, Context *ctx, Module *module, StrBuf *out, const PrintOptions *options) {
  *p = (Printer){.out = out, .ctx = ctx, .module = module};
  p->options = options ? *options : PRINT_OPTIONS_DEFAULT;
  if (!options) p->options.edition = ctx->spelling;
  arena_init(&p->arena, &ctx->mem);
  map_init(&p->op_ids, &p->arena);
  map_init(&p->block_names, &p->arena);
  map_init(&p->alias_index, &p->arena);
  map_init(&p->distinct_ids, &p->arena);
  map_init(&p->resources, &p->arena);
  map_init(&p->opaque_resources, &p->arena);
  p->default_dialect = STR("builtin");
}

void printer_free(Printer *p) { arena_free(&p->arena); }
// --- File metadata

static void print_resource_value(StrBuf *out, const Resource *resource) {
  switch ((ResourceKind)resource->kind) {
    case RESOURCE_BOOL:
      if (resource->value) strbuf_lit(out, "true");
      else strbuf_lit(out, "false");
      break;
    case RESOURCE_STRING: strbuf_quoted(out, resource->data); break;
    case RESOURCE_BLOB:
      strbuf_lit(out, "\"0x");
      for (size_t i = 0; i < resource->data.size; i++) put_hex_byte(out, (uint8_t)resource->data.data[i]);
      strbuf_char(out, '"');
      break;
  }
}

static uint64_t resource_text_size(const Resource *resource, Mem *mem) {
  if (resource->kind == RESOURCE_BLOB) return 4 + 2 * (uint64_t)resource->data.size;   // "0x…"
  StrBuf text;
  strbuf_init(&text, mem);
  print_resource_value(&text, resource);
  uint64_t size = text.size;
  strbuf_free(&text);
  return size;
}

// The braces of `{-# section: { group: {` that were opened.
typedef struct MetadataState {
  bool any, in_section, in_group, section_has_group, had_section;
} MetadataState;

static void print_resource_entry(Printer *p, MetadataState *state, const char *section, const Resource *resource) {
  StrBuf *out = p->out;
  if (!state->any) strbuf_lit(out, "\n{-#\n");   // even when nothing will stand in it
  state->any = true;
  int64_t limit = p->options.elide_resources_larger;
  if (limit == 0 || (limit > 0 && resource_text_size(resource, &p->ctx->mem) > (uint64_t)limit)) return;
  if (!state->in_section) {
    if (state->had_section) strbuf_lit(out, ",\n");
    strbuf_printf(out, "  %s_resources: {\n", section);
    state->in_section = true;
    state->section_has_group = false;
  }
  if (!state->in_group) {
    if (state->section_has_group) strbuf_lit(out, ",\n");
    strbuf_printf(out, "    %.*s: {\n", STR_ARG(resource->group));
    state->in_group = state->section_has_group = true;
  } else {
    strbuf_lit(out, ",\n");
  }
  strbuf_lit(out, "      ");
  print_keyword_or_string(p, resource->key);
  strbuf_lit(out, ": ");
  print_resource_value(out, resource);
}

static void close_group(StrBuf *out, MetadataState *state) {
  if (state->in_group) strbuf_lit(out, "\n    }");
  state->in_group = false;
}

static void close_section(StrBuf *out, MetadataState *state) {
  if (state->in_section) strbuf_lit(out, "\n  }");
  state->had_section |= state->in_section;
  state->in_section = false;
}

typedef VEC(const Resource *) ResourceVec;

// The blobs that were named in the text, then everything of external owners, owner by owner.
static void print_metadata(Printer *p) {
  const Map *resources = p->module ? p->module->resources : NULL;
  if (!resources) return;
  Map blobs, owners;
  map_init(&blobs, &p->arena);
  map_init(&owners, &p->arena);
  for (uint32_t i = 0; i < resources->count; i++) {
    const Resource *resource = (const Resource *)resources->entries[i].value;
    if (!resources->entries[i].live || (resource->is_external && (resource->is_taken || p->options.no_external_resources))) continue;
    if (resource->is_external) {
      MapEntry *owner = map_put_str(&owners, resource->group);
      if (!owner->value) owner->value = (uintptr_t)arena_new(&p->arena, ResourceVec, 1);
      vec_push(&p->arena, (ResourceVec *)owner->value, resource);
    } else if (resource->kind == RESOURCE_BLOB && str_is(resource->group, "builtin")) {
      map_put_str(&blobs, resource->key)->value = (uintptr_t)resource;
    }
  }
  MetadataState state = {0};
  Str group = {0};
  for (uint32_t i = 0; i < p->opaque_resources.count; i++) {
    const Resource *resource = (const Resource *)(uintptr_t)p->opaque_resources.entries[i].key;
    if (!str_equal(resource->group, group)) close_group(p->out, &state);
    group = resource->group;
    print_resource_entry(p, &state, "dialect", resource);
  }
  close_group(p->out, &state);
  for (uint32_t i = 0; i < p->resources.count; i++) {
    const Attr *key = (const Attr *)(uintptr_t)p->resources.entries[i].key;
    const Resource *resource = map_get_str(&blobs, attr_str(key));
    if (resource) print_resource_entry(p, &state, "dialect", resource);
  }
  close_group(p->out, &state);
  close_section(p->out, &state);
  for (uint32_t i = 0; i < owners.count; i++) {
    const ResourceVec *entries = (const ResourceVec *)owners.entries[i].value;
    for (uint32_t k = 0; k < entries->count; k++) print_resource_entry(p, &state, "external", entries->data[k]);
    close_group(p->out, &state);
  }
  close_section(p->out, &state);
  if (state.any) strbuf_lit(p->out, "\n#-}\n");
}

// --- Entry points

static bool may_have_aliases(const Printer *p) {
  return p->ctx->has_aliasable || p->options.debug_info || prints_older(p, OLDER_OFFSET_AND_STRIDES);
}

// `op` as it stands in the output of a whole print; numbering starts at the operation that names reach.
static void print_with_names(Printer *p, const Operation *op) {
  const Operation *top = op;
  while (op_parent(top) && !(p->options.local_scope && op_has(top, TRAIT_ISOLATED))) top = op_parent(top);
  number_values(p, top, top == op);
  p->type_texts = arena_new(&p->arena, TypeText, TYPE_TEXT_SLOTS);
  if (op->block || p->options.local_scope) {
    print_full_op(p, op);
    return;
  }
  if (may_have_aliases(p)) {
    TypeText *type_texts = p->type_texts;
    p->type_texts = NULL;   // until every alias is in use
    collect_aliases(p, op);
    print_alias_definitions(p, false);
    p->type_texts = type_texts;
  }
  print_full_op(p, op);
  strbuf_char(p->out, '\n');
  print_alias_definitions(p, true);
  print_metadata(p);
}

void print_module(StrBuf *out, Module *module, Operation *op, const PrintOptions *options) {
  if (!op) return;
  Printer p;
  printer_init(&p, module->context, module, out, options);
  print_with_names(&p, op);
  strbuf_char(out, '\n');
  printer_free(&p);
}

void print_type_as(Context *ctx, StrBuf *out, T type, const Edition *edition) {
  PrintOptions options = PRINT_OPTIONS_DEFAULT;
  options.edition = edition == edition_current ? NULL : edition;
  Printer p;
  printer_init(&p, ctx, NULL, out, &options);
  print_type(&p, type);
  printer_free(&p);
}

void print_type_text(Context *ctx, StrBuf *out, T type) { print_type_as(ctx, out, type, ctx->spelling); }

void print_attr_text(Context *ctx, StrBuf *out, A attr) {
  Printer p;
  printer_init(&p, ctx, NULL, out, NULL);
  print_attr(&p, attr);
  printer_free(&p);
}

enum { ELIDED_IN_MESSAGES = 16 };   // elements an attribute may have in a message

void print_quoted_op(Module *module, StrBuf *out, const Operation *op) {
  PrintOptions options = PRINT_OPTIONS_DEFAULT;
  options.generic = options.local_scope = true;
  options.edition = module->context->spelling;
  options.elide_elements_larger = ELIDED_IN_MESSAGES;
  StrBuf text;
  strbuf_init(&text, &module->context->mem);
  Printer p;
  printer_init(&p, module->context, module, &text, &options);
  print_with_names(&p, op);
  if (text.size && memchr(text.data, '\n', text.size)) strbuf_char(out, '\n');
  strbuf_str(out, strbuf_view(&text));
  printer_free(&p);
  strbuf_free(&text);
}

void print_ops_apart(Module *module, const Operation *top, Operation *const *ops, uint32_t count, Str *texts, Arena *arena) {
  PrintOptions options = PRINT_OPTIONS_DEFAULT;
  options.local_scope = true;
  options.elide_elements_larger = ELIDED_IN_MESSAGES;
  StrBuf text;
  strbuf_init(&text, &module->context->mem);
  Printer p;
  printer_init(&p, module->context, module, &text, &options);
  number_values(&p, top, false);
  p.options.skip_regions = true;
  p.type_texts = arena_new(&p.arena, TypeText, TYPE_TEXT_SLOTS);
  for (uint32_t i = 0; i < count && !module->context->mem.exhausted; i++) {
    text.size = 0;
    print_full_op(&p, ops[i]);
    texts[i] = arena_str(arena, strbuf_view(&text));
  }
  printer_free(&p);
  strbuf_free(&text);
}
