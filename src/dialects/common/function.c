// Parts of the custom form that functions of every dialect share: see function.h.
#include "dialects/common/function.h"

bool parse_function_head(Parser *p, OpState *state) {
  static const char *const visibilities[] = {"public", "private", "nested"};
  for (uint32_t i = 0; i < countof(visibilities); i++)
    if (parse_optional_keyword(p, visibilities[i])) {
      op_state_set_attr(state, STR("sym_visibility"), attr_string(parser_context(p), str_from(visibilities[i])));
      break;
    }
  A name = parse_symbol_name(p);
  if (name) op_state_set_attr(state, STR("sym_name"), name);
  return name != NULL;
}

bool parse_function_attrs(Parser *p, OpState *state, const char *const *inferred) {
  NamedAttrVec attrs = {0};
  uint32_t at = parser_loc(p);
  if (!parse_optional_attr_dict_with_keyword(p, &attrs)) return false;
  for (; *inferred; inferred++)
    for (uint32_t i = 0; i < attrs.count; i++)
      if (attr_is_string(attrs.data[i].name, *inferred))
        return parser_op_error_at(p, at, "'%s' is an inferred attribute and should not be specified in the explicit attribute dictionary",
                                  *inferred);
  for (uint32_t i = 0; i < attrs.count; i++) vec_push(state->arena, &state->attrs, attrs.data[i]);
  return true;
}

bool parse_function_body(Parser *p, OpState *state, const ArgumentVec *args) {
  Region *body = op_state_add_region(state);
  uint32_t at = parser_loc(p);
  ParseResult result = parse_optional_region(p, body, args->data, args->count, false);
  if (result == PARSE_FAILED) return false;
  if (result == PARSE_OK && region_is_empty(body)) return parser_op_error_at(p, at, "expected non-empty function body");
  return true;
}

Str type_list_text(Context *ctx, Arena *arena, const T *types, uint32_t count) {
  Str text = {0};
  for (uint32_t i = 0; i < count; i++)
    text = arena_printf(arena, "%.*s%s'%s'", STR_ARG(text), i ? ", " : "", type_text(ctx, types[i]));
  return text;
}
