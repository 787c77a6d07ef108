// Enums of the spirv dialect, by word and value.

#include "dialects/spirv/attrs.h"

#include "asm/format.h"
#include "asm/parser.h"
#include "asm/printer.h"

bool spirv_enum_find(const EnumDef *def, Str text, int64_t *out) {
  int64_t all = 0;
  for (size_t i = 0; i <= text.size;) {
    size_t end = i;
    while (end < text.size && !(def->is_bits && text.data[end] == '|')) end++;
    Str name = str_slice(text, i, end);
    while (name.size && *name.data == ' ') name = str_slice(name, 1, name.size);
    while (name.size && name.data[name.size - 1] == ' ') name = str_slice(name, 0, name.size - 1);
    if (!enum_value(def, def->is_bits ? name : text, out)) return false;
    all |= *out;
    i = end + 1;
  }
  *out = all;
  return true;
}

void print_spirv_enum(Printer *p, const EnumDef *def, int64_t value) { spirv_enum_text(printer_out(p), def, value); }

void spirv_enum_text(StrBuf *out, const EnumDef *def, int64_t value) {
  bool first = true;
  for (EnumCase c = {0}; enum_next(def, &c);) {
    if (c.value != value && !(def->is_bits && c.value && (value & c.value) == c.value)) continue;
    if (!first) strbuf_char(out, '|');
    first = false;
    strbuf_str(out, str_from(c.name));
    if (!def->is_bits) return;
  }
}
