// Attributes of dlti: entries, and lists of them.
#include "ops/dlti.h"

#include "dialects/dlti/attrs.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/text.h"

// --- Entries: a key, which is a type or a string, and a value

static A entry_of(Context *ctx, A key, A value) {
  return attr_from_params(ctx, &dlti_dl_entry_attr, (const uint64_t[]){param_word(key), param_word(value)});
}

// key ::= type | string
static A parse_type_key(Parser *p, bool *failed) {
  T type;
  ParseResult result = parse_optional_type(p, &type);
  *failed = result == PARSE_FAILED;
  return result == PARSE_OK ? attr_type(parser_context(p), type) : NULL;
}

static void print_key(Printer *p, A key) {
  if (attr_kind(key) == ATTR_TYPE) print_type(p, ((const TypeAttr *)key)->type);
  else print_string(p, attr_str(key));
}

// dl_entry ::= `<` key `,` attribute `>`
A parse_dlti_entry(Parser *p, const AttrDef *def, T type) {
  (void)def, (void)type;
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p);
  bool failed;
  Str text;
  A key = parse_type_key(p, &failed), value;
  if (failed) return NULL;
  if (!key) {
    if (!parse_optional_string(p, &text)) {
      parser_op_error_at(p, at, "expected a type or a quoted string");
      return NULL;
    }
    key = attr_string(parser_context(p), text);
  }
  if (!parse_comma(p) || !(value = parse_attr(p, NULL)) || !parse_greater(p)) return NULL;
  return entry_of(parser_context(p), key, value);
}

void print_dlti_entry(Printer *p, A attr) {
  print_char(p, '<');
  print_key(p, attr_param_attr(attr, 0));
  print_text(p, ", ");
  print_attr(p, attr_param_attr(attr, 1));
  print_char(p, '>');
}

// --- Lists of entries

typedef struct Entries {
  AttrVec items;
  bool allows_types;
} Entries;

// item ::= (type | string) `=` attribute | dl_entry
static bool parse_item(Parser *p, void *data) {
  Entries *entries = data;
  Context *ctx = parser_context(p);
  A key = NULL, value;
  bool failed = false;
  Str text;
  if (entries->allows_types) key = parse_type_key(p, &failed);
  if (failed) return false;
  if (!key && parse_optional_string(p, &text)) key = attr_string(ctx, text);
  if (key) {
    if (!parse_equal(p) || !(value = parse_attr(p, NULL))) return false;
    vec_push(parser_scratch(p), &entries->items, entry_of(ctx, key, value));
    return true;
  }
  uint32_t at = parser_loc(p);
  A entry = parse_attr(p, NULL);
  if (!entry) return false;
  if (!attr_is(entry, &dlti_dl_entry_attr)) return parser_op_error_at(p, at, "invalid kind of attribute specified");
  vec_push(parser_scratch(p), &entries->items, entry);
  return true;
}

static bool verify_entries(Parser *p, const AttrDef *def, const AttrVec *entries, uint32_t at) {
  Context *ctx = parser_context(p);
  bool is_system = def == &dlti_target_system_spec_attr, may_be_empty = def == &dlti_dl_spec_attr || def == &dlti_map_attr;
  if (!entries->count && !may_be_empty) return parser_op_error_at(p, at, "no DLTI entries provided");
  Map seen;
  map_init(&seen, parser_scratch(p));
  for (uint32_t i = 0; i < entries->count; i++) {
    A key = attr_param_attr(entries->data[i], 0), value = attr_param_attr(entries->data[i], 1);
    bool is_type = attr_kind(key) == ATTR_TYPE;
    const char *text = is_type ? type_text(ctx, ((const TypeAttr *)key)->type) : attr_text(ctx, key);
    if (is_type && is_system) return parser_op_error_at(p, at, "non-string key of DLTI system spec");
    if (is_type && def == &dlti_target_device_spec_attr) return parser_op_error_at(p, at, "type as DLTI key is not allowed");
    if (is_system && !attr_is(value, &dlti_target_device_spec_attr))
      return parser_op_error_at(p, at, "value associated with key %s is not a DLTI device spec", text);
    if (!is_type && !is_system && !attr_str(key).size) return parser_op_error_at(p, at, "empty string as DLTI key is not allowed");
    if (map_find(&seen, map_key(key)))
      return parser_op_error_at(p, at, "repeated %s: %s", is_system ? "device ID in dlti.target_system_spec" : "DLTI key", text);
    map_put(&seen, map_key(key));
  }
  return true;
}

// list ::= `<` (item (`,` item)*)? `>`
A parse_dlti_entries(Parser *p, const AttrDef *def, T type) {
  (void)type;
  Entries entries = {.allows_types = def == &dlti_dl_spec_attr || def == &dlti_map_attr};
  uint32_t at = parser_loc(p) - (uint32_t)strlen(def->name);
  if (!parse_list(p, DELIM_LESS, parse_item, &entries, "") || !verify_entries(p, def, &entries.items, at)) return NULL;
  A items = attr_array(parser_context(p), entries.items.data, entries.items.count);
  return attr_from_params(parser_context(p), def, &(const uint64_t){param_word(items)});
}

// Up to that release each entry was written as the attribute it is.
#define LAST_WITH_ENTRIES 19

void print_dlti_entries(Printer *p, A attr) {
  const ArrayAttr *entries = (const ArrayAttr *)attr_param_attr(attr, 0);
  print_char(p, '<');
  for (uint64_t i = 0; i < entries->count; i++) {
    if (i) print_text(p, ", ");
    if (printer_edition(p)->release <= LAST_WITH_ENTRIES) {
      print_attr(p, entries->items[i]);
      continue;
    }
    print_key(p, attr_param_attr(entries->items[i], 0));
    print_text(p, " = ");
    print_attr(p, attr_param_attr(entries->items[i], 1));
  }
  print_char(p, '>');
}

A dlti_find(A spec, A key) {
  const ArrayAttr *entries = (const ArrayAttr *)attr_param_attr(spec, 0);
  for (uint64_t i = 0; i < entries->count; i++)
    if (attr_param_attr(entries->items[i], 0) == key) return attr_param_attr(entries->items[i], 1);
  return NULL;
}

// --- Definitions
