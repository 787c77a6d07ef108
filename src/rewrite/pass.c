#include "rewrite/pass.h"

#include "ir/ir_diag.h"
#include "support/apfloat.h"

int option_index(const PassDef *def, Str name) {
  for (uint32_t i = 0; i < def->option_count; i++)
    if (str_is(name, def->options[i]->name)) return (int)i;
  return -1;
}

static int index_of(const PassDef *def, const PassOption *option) {
  for (uint32_t i = 0; i < def->option_count; i++)
    if (def->options[i] == option) return (int)i;
  return -1;
}

bool pass_has(const PassDef *def, const PassOption *option) { return index_of(def, option) >= 0; }

// The text of an option of one of these kinds (bits). NULL, which is reported: the pass has no such option.
static const Str *option_value(const PassRun *run, const PassOption *option, unsigned kinds) {
  int i = kinds >> option->kind & 1 ? index_of(run->instance->def, option) : -1;
  if (i >= 0) return &run->instance->values[i];
  if (run->module)
    diag_at(run->module, SEVERITY_ERROR, (Loc){.attr = run->ctx->attrs.unknown_loc}, "'%s' asks for '%s', which is no option of it of this kind",
            run->instance->def->name, option->name);
  return NULL;
}

bool option_parse_bool(Str text, bool *out) {
  if (str_is(text, "true") || str_is(text, "TRUE") || str_is(text, "True") || str_is(text, "1") ||
      text.size == 0)
    return *out = true;
  *out = false;
  return str_is(text, "false") || str_is(text, "FALSE") || str_is(text, "False") ||
         str_is(text, "0");
}

// Decimal, 0x…, 0b… or 0… as LLVM's option parser reads integers.
bool option_parse_ulong(Str text, uint64_t *out) {
  size_t i = 0;
  unsigned radix = 10;
  if (text.size >= i + 2 && text.data[i] == '0') {
    char c = (char)(text.data[i + 1] | 32);
    radix = c == 'x' ? 16 : c == 'b' ? 2 : 8;
    i += c == 'x' || c == 'b' || c == 'o' ? 2 : 1;
  }
  if (i >= text.size) return false;
  uint64_t value = 0;
  for (; i < text.size; i++) {
    if (!char_is_hex(text.data[i])) return false;
    unsigned digit = (unsigned)char_hex_value(text.data[i]);
    if (digit >= radix || value > (UINT64_MAX - digit) / radix) return false;
    value = value * radix + digit;
  }
  *out = value;
  return true;
}

bool option_parse_int(Str text, int64_t *out) {
  bool negative = text.size && text.data[0] == '-';
  uint64_t value;
  if (!option_parse_ulong(str_slice(text, negative, text.size), &value) || value > INT64_MAX) return false;
  *out = negative ? -(int64_t)value : (int64_t)value;
  return true;
}

bool option_parse_number(Str text, double *out) {
  bool negative = text.size && text.data[0] == '-';
  APFloat value;
  int64_t whole;
  if (option_parse_int(text, &whole)) {
    *out = (double)whole;
    return true;
  }
  if (!apfloat_parse_literal(FLOAT_F64, str_slice(text, negative, text.size), &value)) return false;
  *out = negative ? -apfloat_to_double(value) : apfloat_to_double(value);
  return true;
}

bool pass_bool(const PassRun *run, const PassOption *option) {
  bool value = false;
  const Str *text = option_value(run, option, 1u << OPTION_BOOL);
  if (text) option_parse_bool(*text, &value);
  return value;
}

int64_t pass_int(const PassRun *run, const PassOption *option) {
  int64_t value = 0;
  const Str *text = option_value(run, option, 1u << OPTION_INT | 1u << OPTION_LONG | 1u << OPTION_UINT | 1u << OPTION_WIDTH);
  if (text) option_parse_int(*text, &value);
  return value;
}

uint64_t pass_ulong(const PassRun *run, const PassOption *option) {
  uint64_t value = 0;
  const Str *text = option_value(run, option, 1u << OPTION_ULONG);
  if (text) option_parse_ulong(*text, &value);
  return value;
}

double pass_number(const PassRun *run, const PassOption *option) {
  double value = 0;
  const Str *text = option_value(run, option, 1u << OPTION_NUMBER);
  if (text) option_parse_number(*text, &value);
  return value;
}

bool pass_given(const PassRun *run, const PassOption *option) {
  int i = index_of(run->instance->def, option);
  return i >= 0 && run->instance->given[i];
}

Str pass_string(const PassRun *run, const PassOption *option) {
  const Str *text = option_value(run, option, 1u << OPTION_STRING | 1u << OPTION_ENUM);
  return text ? *text : (Str){0};
}

void pass_list(const PassRun *run, const PassOption *option, StrVec *out) {
  const Str *list = option_value(run, option, 1u << OPTION_LIST | 1u << OPTION_INT_LIST);
  Str text = list ? *list : (Str){0};
  for (size_t i = 0, begin = 0; i <= text.size; i++) {
    if (i < text.size && text.data[i] != ',') continue;
    if (i > begin) vec_push(run->arena, out, str_slice(text, begin, i));
    begin = i + 1;
  }
}
