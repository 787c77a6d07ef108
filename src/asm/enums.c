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
  for (uint32_t i = 0; i < def->count; i++) {
    if (i) strbuf_lit(&text, ", ");
    // FieldParsers name what is no keyword twice.
    if (of_field && !enum_name_is_keyword(def->cases[i].name)) strbuf_printf(&text, "\"%s\"", def->cases[i].name);
    strbuf_str(&text, str_from(def->cases[i].name));
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

bool enum_symbolize(const EnumDef *def, Str text, int64_t *out) {
  *out = 0;
  char separator = def->separator && strchr(def->separator, ',') ? ',' : '|';
  for (size_t i = 0; i <= text.size;) {
    size_t end = i;
    while (end < text.size && !(def->is_bits && text.data[end] == separator)) end++;
    size_t first = i, last = end;
    while (def->is_bits && first < last && text.data[first] == ' ') first++;
    while (def->is_bits && last > first && text.data[last - 1] == ' ') last--;
    const EnumCase *found = enum_by_name(def, str_slice(text, first, last));
    if (!found) return false;
    *out |= found->value;
    i = end + 1;
  }
  return true;
}

// Whether a case stands for a group of bits: several, or one that another case names already. (A
// value repeated right after itself is a synonym.)
static bool is_bit_group(const EnumDef *def, uint32_t index) {
  int64_t bits = def->cases[index].value;
  if (bits & (bits - 1)) return true;
  for (uint32_t i = 0; i + 1 < index; i++)
    if (def->cases[i].value == bits && def->cases[index - 1].value != bits) return true;
  return false;
}

void enum_value_text(StrBuf *out, const EnumDef *def, int64_t value) {
  const EnumCase *found = value == 0 || !def->is_bits ? enum_by_value(def, value) : NULL;
  if (found) strbuf_str(out, str_from(found->name));
  if (value == 0 || !def->is_bits) return;
  Str separator = str_from(def->separator ? def->separator : "|");
  size_t begin = out->size;
  // Groups go first, the last declared before the others, and take their bits away.
  for (uint32_t i = def->count; i-- > 0;) {
    int64_t bits = def->cases[i].value;
    if (bits == 0 || (value & bits) != bits || !is_bit_group(def, i)) continue;
    if (out->size > begin) strbuf_str(out, separator);
    strbuf_str(out, str_from(def->cases[i].name));
    value &= ~bits;
  }
  for (uint32_t i = 0; i < def->count; i++) {
    int64_t bits = def->cases[i].value;
    if (bits == 0 || (value & bits) != bits || is_bit_group(def, i)) continue;
    if (out->size > begin) strbuf_str(out, separator);
    strbuf_str(out, str_from(def->cases[i].name));
  }
}
