#include "dialects/common/gpu_target.h"

#include "asm/params.h"

enum { LEVEL, FIRST_STRING, MAX_PARAMS = 12, DEFAULT_LEVEL = 2, LAST_LEVEL = 3, CHECK_BEHIND_FLAGS = 2 };

// key `=` value
static bool parse_entry(Parser *p, const GpuTarget *target, uint64_t *words) {
  Str key, text;
  uint32_t at = parser_loc(p), which = 0, flags = FIRST_STRING + target->strings;
  if (!parse_any_keyword(p, &key) || !parse_equal(p)) return false;
  while (target->keys[which] && !str_is(key, target->keys[which])) which++;
  if (!target->keys[which]) return parser_error_at(p, at, "duplicate or unknown struct parameter name: %.*s", STR_ARG(key));
  if (which == LEVEL) {
    int64_t level;
    if (!parse_integer(p, &level)) return false;
    words[LEVEL] = (uint64_t)level;
    return true;
  }
  if (which < flags) {
    if (!parse_string(p, &text)) return false;
    words[which] = param_word(attr_string(parser_context(p), text));
    return true;
  }
  if (which == flags + CHECK_BEHIND_FLAGS) return parse_sized_integer(p, 1, true, &words[which]);
  at = parser_loc(p);
  A value = parse_attr(p, NULL);
  if (!value) return false;
  if (attr_kind(value) != (which == flags ? ATTR_DICT : ATTR_ARRAY)) return parser_error_at(p, at, "invalid kind of attribute specified");
  words[which] = param_word(value);
  return true;
}

// (`<` entry (`,` entry)* `>`)?
A parse_gpu_target(Parser *p, const AttrDef *def, const GpuTarget *target) {
  Context *ctx = parser_context(p);
  uint64_t words[MAX_PARAMS] = {DEFAULT_LEVEL};
  uint32_t at = parser_loc(p) - (uint32_t)strlen(def->name);
  for (uint32_t i = 0; i < target->strings; i++) words[FIRST_STRING + i] = param_word(attr_string(ctx, str_from(target->defaults[i])));
  uint32_t check = FIRST_STRING + target->strings + CHECK_BEHIND_FLAGS, count = 0;
  while (target->keys[count]) count++;
  if (check < count) words[check] = 1;
  if (parser_consume_if(p, TOK_LESS)) {
    do
      if (!parse_entry(p, target, words)) return NULL;
    while (parser_consume_if(p, TOK_COMMA));
    if (!parse_greater(p)) return NULL;
  }
  if (words[LEVEL] <= LAST_LEVEL) return attr_from_params(ctx, def, words);
  parser_error_at(p, at, "The optimization level must be a number between 0 and 3.");
  return NULL;
}

void print_gpu_target(Printer *p, A attr, const GpuTarget *target) {
  bool any = false;
  for (uint32_t i = 0; target->keys[i]; i++) {
    bool is_check = i == FIRST_STRING + target->strings + CHECK_BEHIND_FLAGS;
    A value = i == LEVEL || is_check ? NULL : attr_param_attr(attr, i);
    bool is_string = i >= FIRST_STRING && i - FIRST_STRING < target->strings;
    bool is_usual = is_check ? attr_param(attr, i) != 0 : is_string ? str_is(attr_str(value), target->defaults[i - FIRST_STRING]) : i == LEVEL ? attr_param(attr, i) == DEFAULT_LEVEL : !value;
    if (is_usual) continue;
    print_text(p, any ? ", " : "<");
    any = true;
    print_text(p, target->keys[i]);
    print_text(p, " = ");
    if (is_check) print_text(p, "false");
    else if (i == LEVEL) print_i64(p, (int64_t)attr_param(attr, LEVEL));
    else print_attr(p, value);
  }
  if (any) print_char(p, '>');
}
