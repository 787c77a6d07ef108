#include "dialects/common/gpu_target.h"

#include "asm/params.h"

enum { LEVEL, FIRST_STRING, MAX_PARAMS = 12, DEFAULT_LEVEL = 2, LAST_LEVEL = 3 };

typedef enum Role { ROLE_LEVEL, ROLE_STRING, ROLE_FLAGS, ROLE_FILES, ROLE_CHECK } Role;

// What the parameter is: their order is that of the roles, and there are several strings.
static Role role_of(const GpuTarget *target, uint32_t which) {
  if (which < FIRST_STRING) return ROLE_LEVEL;
  return which < FIRST_STRING + target->strings ? ROLE_STRING : (Role)(ROLE_FLAGS + which - FIRST_STRING - target->strings);
}

static uint64_t usual_word(Context *ctx, const GpuTarget *target, uint32_t which) {
  switch (role_of(target, which)) {
    case ROLE_LEVEL: return DEFAULT_LEVEL;
    case ROLE_STRING: return param_word(attr_string(ctx, str_from(target->defaults[which - FIRST_STRING])));
    case ROLE_CHECK: return 1;
    default: return 0;
  }
}

// key `=` value
static bool parse_entry(Parser *p, const GpuTarget *target, uint64_t *words) {
  Str key, text;
  uint32_t at = parser_loc(p), which = 0;
  if (!parse_any_keyword(p, &key) || !parse_equal(p)) return false;
  while (target->keys[which] && !str_is(key, target->keys[which])) which++;
  if (!target->keys[which]) return parser_error_at(p, at, "duplicate or unknown struct parameter name: %.*s", STR_ARG(key));
  Role role = role_of(target, which);
  if (role == ROLE_LEVEL) {
    int64_t level;
    if (!parse_integer(p, &level)) return false;
    words[which] = (uint64_t)level;
    return true;
  }
  if (role == ROLE_STRING) {
    if (!parse_string(p, &text)) return false;
    words[which] = param_word(attr_string(parser_context(p), text));
    return true;
  }
  if (role == ROLE_CHECK) return parse_sized_integer(p, 1, true, &words[which]);
  at = parser_loc(p);
  A value = parse_attr(p, NULL);
  if (!value) return false;
  if (attr_kind(value) != (role == ROLE_FLAGS ? ATTR_DICT : ATTR_ARRAY)) return parser_error_at(p, at, "invalid kind of attribute specified");
  words[which] = param_word(value);
  return true;
}

// (`<` entry (`,` entry)* `>`)?
A parse_gpu_target(Parser *p, const AttrDef *def, const GpuTarget *target) {
  Context *ctx = parser_context(p);
  uint64_t words[MAX_PARAMS];
  uint32_t at = parser_loc(p) - (uint32_t)strlen(def->name);
  for (uint32_t i = 0; target->keys[i]; i++) words[i] = usual_word(ctx, target, i);
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
    if (attr_param(attr, i) == usual_word(printer_context(p), target, i)) continue;
    print_text(p, any ? ", " : "<");
    any = true;
    print_text(p, target->keys[i]);
    print_text(p, " = ");
    Role role = role_of(target, i);
    if (role == ROLE_CHECK) print_text(p, "false");
    else if (role == ROLE_LEVEL) print_i64(p, (int64_t)attr_param(attr, i));
    else print_attr(p, attr_param_attr(attr, i));
  }
  if (any) print_char(p, '>');
}
