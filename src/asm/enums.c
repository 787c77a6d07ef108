#include "asm/enums.h"

#include "asm/params.h"

bool enum_name_is_keyword(const char *name) {
  if (!char_is_alpha(*name) && *name != '_') return false;
  for (; *name; name++)
    if (!char_is_alnum(*name) && *name != '_' && *name != '$' && *name != '.') return false;
  return true;
}

Str enum_case_list(Arena *arena, const EnumDef *def, bool of_field) {
  StrBuf text;
  strbuf_init(&text, arena->mem);
  for (EnumCase c = {0}; enum_next(def, &c);) {
    if (text.size) strbuf_lit(&text, ", ");
    // FieldParsers name what is no keyword twice.
    if (of_field && !enum_name_is_keyword(c.name)) strbuf_printf(&text, "\"%s\"", c.name);
    strbuf_str(&text, str_from(c.name));
  }
  Str list = arena_str(arena, strbuf_view(&text));
  strbuf_free(&text);
  return list;
}

const EnumDef *constraint_enum(const RecordTable *table, const AttrConstraint *c) {
  if (c->enum_def) return table->enums[c->enum_def];
  const ParamsDef *params = c->attr_def ? table->attr_defs[c->attr_def]->params : NULL;
  bool is_enum = params && params->count == 1 && params->params[0].kind == PARAM_ENUM;
  return is_enum ? (const EnumDef *)params->params[0].def : NULL;
}

A enum_attr(Context *ctx, const RecordTable *table, const AttrConstraint *c, int64_t value) {
  const EnumDef *def = constraint_enum(table, c);
  if (c->attr_def && table->attr_defs[c->attr_def]->params) {
    uint64_t word = (uint64_t)value;
    return attr_from_params(ctx, table->attr_defs[c->attr_def], &word);
  }
  T type = c->value_type ? built_type(ctx, c->value_type) : type_integer(ctx, def->bits ? def->bits : 32, SIGNLESS);
  return attr_i64(ctx, type, value);
}

int64_t enum_attr_value(A attr) { return attr_kind(attr) == ATTR_DIALECT ? (int64_t)attr_param(attr, 0) : attr_to_i64(attr); }

bool enum_symbolize(const EnumDef *def, Str text, int64_t *out) {
  *out = 0;
  char separator = def->separator && strchr(def->separator, ',') ? ',' : '|';
  for (size_t i = 0; i <= text.size;) {
    size_t end = i;
    while (end < text.size && !(def->is_bits && text.data[end] == separator)) end++;
    size_t first = i, last = end;
    while (def->is_bits && first < last && text.data[first] == ' ') first++;
    while (def->is_bits && last > first && text.data[last - 1] == ' ') last--;
    int64_t value;
    if (!enum_value(def, str_slice(text, first, last), &value)) return false;
    *out |= value;
    i = end + 1;
  }
  return true;
}

// A case as bits are written. A group stands for several bits, or for one that another case names already. (A value
// repeated right after itself is a synonym.)
typedef struct BitCase {
  EnumCase c;
  uint64_t named;   // single bits of the cases before the last
  bool is_group;
} BitCase;

static bool next_bits(const EnumDef *def, BitCase *b) {
  uint64_t before = (uint64_t)b->c.value;
  if (!enum_next(def, &b->c)) return false;
  uint64_t bits = (uint64_t)b->c.value;
  b->is_group = bits & (bits - 1) || (bits & b->named && bits != before);
  if (!(before & (before - 1))) b->named |= before;
  return true;
}

static void add_bits(StrBuf *out, size_t begin, const EnumDef *def, const char *name) {
  if (out->size > begin) strbuf_str(out, str_from(def->separator ? def->separator : "|"));
  strbuf_str(out, str_from(name));
}

void enum_value_text(StrBuf *out, const EnumDef *def, int64_t value) {
  const char *name = value == 0 || !def->is_bits ? enum_name(def, value) : NULL;
  if (name) strbuf_str(out, str_from(name));
  if (!def->is_bits) return;
  // Groups go first, the last declared before the others, and take their bits away.
  size_t begin = out->size;
  for (uint32_t end = UINT32_MAX; value && end;) {
    size_t mark = out->size;
    EnumCase group = {0};
    for (BitCase b = {0}; next_bits(def, &b);) {
      if (b.c.value == 0 || (value & b.c.value) != b.c.value) continue;
      if (!b.is_group) add_bits(out, begin, def, b.c.name);
      else if (b.c.end < end) group = b.c;
    }
    end = group.end;
    if (!end) return;
    out->size = mark;
    add_bits(out, begin, def, group.name);
    value &= ~group.value;
  }
}
