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

// Up to LLVM 11 the visibility of a function was one of its attributes.
static void take_visibility(Parser *p, OpState *state, NamedAttrVec *attrs, uint32_t at) {
  int slot = op_prop_slot(state->def, STR("sym_visibility"));
  if (slot < 0 || state->props.data[slot] || !parser_reads_older(p, OLDER_PLAIN_DECLARATION)) return;
  for (uint32_t i = 0; i < attrs->count; i++) {
    if (!attr_is_string(attrs->data[i].name, "sym_visibility") || attr_kind(attrs->data[i].value) != ATTR_STRING) continue;
    state->props.data[slot] = attrs->data[i].value;
    attrs->data[i] = vec_last(attrs);
    attrs->count--;
    parser_note_older(p, OLDER_PLAIN_DECLARATION, at);
    return;
  }
}

bool parse_function_attrs(Parser *p, OpState *state, const char *const *inferred) {
  NamedAttrVec attrs = {0};
  uint32_t at = parser_loc(p);
  if (!parse_optional_attr_dict_with_keyword(p, &attrs)) return false;
  take_visibility(p, state, &attrs, at);
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
  Loc loc = state->loc;
  if (parser_reads_older(p, OLDER_EARLY_LOC) && !parse_optional_trailing_loc(p, &loc)) return false;
  state->loc.attr = loc.attr;
  if (parser_loc(p) != at && parser_kind(p) == TOK_L_BRACE) parser_note_older(p, OLDER_EARLY_LOC, at);
  at = parser_loc(p);
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

// ---------------------------------------------------------------------------------------------
// Plain functions

static const char *const function_attrs[] = {"sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs", NULL};

bool parse_plain_function(Parser *p, OpState *state) {
  Context *ctx = parser_context(p);
  if (!parse_function_head(p, state)) return false;
  ArgumentVec args = {0};
  TypeVec inputs = {0}, results = {0};
  AttrVec result_dicts = {0}, arg_dicts = {0};
  bool is_variadic = false;
  if (!parse_function_signature(p, false, &args, &is_variadic, &results, &result_dicts)) return false;
  for (uint32_t i = 0; i < args.count; i++) {
    vec_push(parser_scratch(p), &inputs, args.data[i].type);
    vec_push(parser_scratch(p), &arg_dicts, attr_dict(ctx, args.data[i].attrs.data, args.data[i].attrs.count));
  }
  T type = type_function(ctx, inputs.data, inputs.count, results.data, results.count);
  op_state_set_attr(state, STR("function_type"), attr_type(ctx, type));
  static const char *const inferred[] = {"sym_visibility", "sym_name", "function_type", NULL};
  if (!parse_function_attrs(p, state, inferred)) return false;
  add_arg_res_attrs(p, state, arg_dicts.data, arg_dicts.count, result_dicts.data, result_dicts.count, "arg_attrs", "res_attrs");
  return parse_function_body(p, state, &args);
}

void print_plain_function(Printer *p, const Operation *op) {
  const FunctionType *type = type_as_function(((const TypeAttr *)op_attr(op, "function_type"))->type);
  A visibility = op_attr(op, "sym_visibility");
  bool is_plain = region_is_empty(op_region(op, 0)) && printer_writes_older(p, OLDER_PLAIN_DECLARATION);
  if (visibility && !(is_plain && attr_is_string(visibility, "private"))) {
    print_str(p, attr_str(visibility));
    print_char(p, ' ');
  }
  print_symbol_name(p, attr_str(op_attr(op, "sym_name")));
  print_function_signature(p, op, type->types, type->input_count, false, type->types + type->input_count, type->result_count);
  print_optional_attr_dict_with_keyword(p, op, function_attrs);
  if (region_is_empty(op_region(op, 0))) return;
  print_char(p, ' ');
  print_region(p, op_region(op, 0), false, true, false);
}

// ---------------------------------------------------------------------------------------------
// custom<Function>($sym_visibility, $sym_name, $function_type, $arg_attrs, $res_attrs, attr-dict, $body)

// By name, in any order: a record has the same attributes as upstream's functions.
bool parse_function_directive(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  uint32_t before = state->regions.count;
  if (!parse_plain_function(p, state)) return false;
  for (uint32_t i = 0; i < count; i++) {
    if (args[i].kind == CUSTOM_ATTR) *args[i].attr = state->props.data[args[i].index];
    if (args[i].kind == CUSTOM_REGION) vec_push(parser_scratch(p), args[i].regions, state->regions.data[before]);
  }
  state->regions.count = before;   // the format adds them
  return true;
}

void print_function_directive(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)args, (void)count;
  print_plain_function(p, op);
}

static const AttrConstraint *attr_of(const OpDef *def, const char *name, bool is_optional) {
  for (uint32_t i = 0; i < def->attr_count; i++)
    if (strcmp(def_attr_name(def, i), name) == 0) return ((def_attrs(def)[i].flags & ATTR_OPTIONAL) != 0) == is_optional ? def_attr_type(def, i) : NULL;
  return NULL;
}

static const AttrConstraint *attr_part(const OpDef *def, const AttrConstraint *c) {
  const RecordTable *table = def->table;
  return &table->attr_constraints[table->lists[c->parts]];
}

static bool is_function_type(const OpDef *def, const AttrConstraint *c) {
  if (!c || c->test != ATTR_TEST_TYPE || c->part_count != 1) return false;
  const RecordTable *table = def->table;
  const TypeConstraint *type = &table->type_constraints[table->lists[c->parts]];
  return type->test == TYPE_TEST_KIND && type->data == TYPE_FUNCTION;
}

static bool is_dictionaries(const OpDef *def, const AttrConstraint *c) {
  return c && c->test == ATTR_TEST_ARRAY && c->part_count == 1 && attr_part(def, c)->test == ATTR_TEST_KIND && attr_part(def, c)->data == ATTR_DICT;
}

const char *refuse_function_directive(const OpDef *def, const CustomArg *args, uint32_t count) {
  const AttrConstraint *name = attr_of(def, "sym_name", false), *visibility = attr_of(def, "sym_visibility", true);
  bool fits = op_def_has(def, TRAIT_FUNCTION) && op_def_has(def, TRAIT_SYMBOL) && def->region_count == 1 && !def_regions(def)[0].variadic &&
              name && name->form == ATTR_FORM_SYMBOL_NAME && visibility && visibility->form == ATTR_FORM_STRING &&
              is_function_type(def, attr_of(def, "function_type", false)) && is_dictionaries(def, attr_of(def, "arg_attrs", true)) &&
              is_dictionaries(def, attr_of(def, "res_attrs", true));
  uint32_t named = 0;
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = 0; function_attrs[k] && args[i].kind == CUSTOM_ATTR && !args[i].is_ref; k++)
      named += strcmp(def_attr_name(def, args[i].index), function_attrs[k]) == 0;
    named += (args[i].kind == CUSTOM_REGION || args[i].kind == CUSTOM_ATTR_DICT) && !args[i].is_ref;
  }
  if (fits && named == 7 && count == 7) return NULL;
  return "custom<Function> takes $sym_visibility, $sym_name, $function_type, $arg_attrs, $res_attrs, attr-dict and the only region of an "
         "operation with the traits FunctionOpInterface and Symbol; these are StrAttr?, SymbolNameAttr, TypeAttrOfFunctionAttr, "
         "DictArrayAttr? and DictArrayAttr?";
}
