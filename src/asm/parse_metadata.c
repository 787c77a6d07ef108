// The file metadata dictionary `{-# … #-}` (https://mlir.llvm.org/docs/LangRef/#resources).
#include "asm/parser_impl.h"
#include "asm/resource.h"

// The group being read.
typedef struct Section {
  bool is_external;
  Str group;
} Section;

typedef bool EntryRule(Parser *p, const Section *section);

// list-until ::= (entry (`,` entry)*)? close
static bool parse_until(Parser *p, TokenKind close, const char *message, EntryRule *entry, const Section *section) {
  if (parser_next_if(p, close)) return true;
  do {
    if (!entry(p, section) || p->ctx->mem.exhausted) return false;
  } while (parser_next_if(p, TOK_COMMA));
  return parser_expect(p, close, message);
}

// The four bytes of alignment and the data after them. Without data the alignment is ignored.
static bool read_blob(Parser *p, Token token, Str key, Str *out) {
  Str text = parser_text_of(p, token);
  bool ok = token.kind == TOK_STRING && text.size >= 4;
  if (ok) {
    text = str_slice(text, 1, text.size - 1);
    ok = text.size % 2 == 0 && text.data[0] == '0' && text.data[1] == 'x';
    for (size_t i = 2; ok && i < text.size; i++) ok = char_is_hex(text.data[i]);
  }
  if (!ok) return parser_error_at(p, token.begin, "expected hex string blob for key '%.*s'", STR_ARG(key));
  size_t size = text.size / 2 - 1;
  if (size < 4)
    return parser_error_at(p, token.begin, "expected hex string blob for key '%.*s' to encode alignment in first 4 bytes", STR_ARG(key));
  char *bytes = arena_alloc_raw(parser_arena(p), size);
  if (!bytes) return parser_out_of_memory(p, token.begin);
  for (size_t i = 0; i < size; i++)
    bytes[i] = (char)(char_hex_value(text.data[2 + 2 * i]) << 4 | char_hex_value(text.data[3 + 2 * i]));
  uint32_t alignment = 0;
  for (int i = 3; i >= 0; i--) alignment = alignment << 8 | (uint8_t)bytes[i];
  if (alignment & (alignment - 1))
    return parser_error_at(p, token.begin,
                           "expected hex string blob for key '%.*s' to encode alignment in first 4 bytes, but got non-power-of-2 value: %u",
                           STR_ARG(key), alignment);
  if (size == 4) memset(bytes, 0, 4);
  *out = (Str){bytes, size};
  return true;
}

static void add_resource(Parser *p, Resource resource) {
  if (!p->module) return;
  Arena *arena = parser_arena(p);
  if (!p->module->resources) {
    p->module->resources = arena_new(arena, Map, 1);
    map_init(p->module->resources, arena);
  }
  Map *resources = p->module->resources;
  resource.group = arena_str(arena, resource.group);
  resource.key = arena_str(arena, resource.key);
  // A dialect's key names one thing: the last definition counts. External entries are kept as they come.
  Str name = resource.is_external ? arena_printf(arena, "#%u", resources->count)
                                  : arena_printf(arena, "%.*s/%.*s", STR_ARG(resource.group), STR_ARG(resource.key));
  MapEntry *entry = map_put_str(resources, name);
  Resource *copy = entry->value ? (Resource *)entry->value : arena_new(arena, Resource, 1);
  *copy = resource;
  entry->value = (uintptr_t)copy;
}

// dialect-resource-entry ::= key `:` hex-string
static bool parse_dialect_entry(Parser *p, const Section *section) {
  A key;
  if (!parse_resource_handle(p, &key)) return false;
  Resource resource = {.kind = RESOURCE_BLOB, .group = section->group, .key = attr_str(key)};
  if (!parser_expect(p, TOK_COLON, "expected ':'")) return false;
  Token value = p->token;
  parser_next(p);
  if (!read_blob(p, value, resource.key, &resource.data)) return false;
  add_resource(p, resource);
  return true;
}

// A reproducer has a pipeline, which may be any string, and two flags. `value` is the token after the colon.
static bool check_reproducer(Parser *p, Str key, uint32_t key_begin, Token value) {
  if (str_is(key, "pipeline"))
    return value.kind == TOK_STRING || parser_error_at(p, value.begin, "expected string value for key 'pipeline'");
  if (!str_is(key, "disable_threading") && !str_is(key, "verify_each"))
    return parser_error_at(p, key_begin, "unknown 'mlir_reproducer' resource key '%.*s'", STR_ARG(key));
  return value.kind == TOK_KW_true || value.kind == TOK_KW_false ||
         parser_error_at(p, value.begin, "expected 'true' or 'false' value for key '%.*s'", STR_ARG(key));
}

// external-resource-entry ::= key `:` (bool | string | hex-string)
static bool parse_external_entry(Parser *p, const Section *section) {
  Resource resource = {.is_external = true, .group = section->group};
  uint32_t at = p->token.begin;
  resource.is_taken = p->options.run_reproducer && str_equal(section->group, REPRODUCER);
  if (!parse_optional_any_keyword(p, &resource.key) && !parse_optional_string(p, &resource.key))
    return parser_error(p, "expected identifier key for 'external_resources' entry");
  if (!parser_expect(p, TOK_COLON, "expected ':'")) return false;
  Token value = p->token;
  parser_next(p);
  if (resource.is_taken && !check_reproducer(p, resource.key, at, value)) return false;
  if (value.kind == TOK_KW_true || value.kind == TOK_KW_false) {
    resource.kind = RESOURCE_BOOL;
    resource.value = value.kind == TOK_KW_true;
  } else if (!resource.is_taken && str_starts_with(parser_text_of(p, value), STR("\"0x"))) {
    resource.kind = RESOURCE_BLOB;
    if (!read_blob(p, value, resource.key, &resource.data)) return false;
  } else if (value.kind == TOK_STRING) {
    resource.kind = RESOURCE_STRING;
    resource.data = token_string(p->text, value, parser_arena(p));
  } else {
    return parser_error_at(p, value.begin, "expected string value for key '%.*s'", STR_ARG(resource.key));
  }
  add_resource(p, resource);
  return true;
}

// resource-group ::= name `:` `{` entries `}`
static bool parse_group(Parser *p, const Section *section) {
  uint32_t at = p->token.begin;
  Section group = *section;
  if (!parse_optional_any_keyword(p, &group.group)) return parser_error(p, "expected identifier key for 'resource' entry");
  if (!parser_expect(p, TOK_COLON, "expected ':'") || !parser_expect(p, TOK_L_BRACE, "expected '{'")) return false;
  if (!group.is_external) {
    // Only dialects with attributes that name resources take them.
    bool is_builtin = str_is(group.group, attr_defs[ATTR_DENSE_RESOURCE].dialect);
    const DialectDef *dialect = context_dialect(p->ctx, group.group);
    if (!is_builtin && !dialect)
      return parser_error_at(p, at, "dialect '%.*s' is unknown", STR_ARG(group.group));
    if (!is_builtin && !dialect->takes_resources)
      return parser_error(p, "unexpected 'resource' section for dialect '%.*s'", STR_ARG(group.group));
  }
  return parse_until(p, TOK_R_BRACE, "expected ',' or '}'", group.is_external ? parse_external_entry : parse_dialect_entry, &group);
}

// file-metadata-entry ::= (`dialect_resources` | `external_resources`) `:` `{` resource-groups `}`
static bool parse_section(Parser *p, const Section *unused) {
  (void)unused;
  uint32_t at = p->token.begin;
  Str key;
  if (!parse_optional_any_keyword(p, &key)) return parser_error(p, "expected identifier key in file metadata dictionary");
  if (!parser_expect(p, TOK_COLON, "expected ':'")) return false;
  Section section = {.is_external = str_is(key, "external_resources")};
  if (!section.is_external && !str_is(key, "dialect_resources"))
    return parser_error_at(p, at, "unknown key '%.*s' in file metadata dictionary", STR_ARG(key));
  return parser_expect(p, TOK_L_BRACE, "expected '{'") && parse_until(p, TOK_R_BRACE, "expected ',' or '}'", parse_group, &section);
}

bool parse_file_metadata(Parser *p) {
  parser_next(p);
  return parse_until(p, TOK_FILE_METADATA_END, "expected ',' or '#-}'", parse_section, NULL);
}
