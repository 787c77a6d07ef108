// custom<Name>(…) of the transform dialect's formats, and its custom forms.
#include "dialects/transform/directives.h"

#include "asm/params.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "ops/transform.h"

static A bool_array(Parser *p, const bool *items, uint32_t count) {
  uint8_t *bytes = arena_alloc(parser_scratch(p), count ? count : 1);
  if (!bytes) return NULL;
  for (uint32_t i = 0; i < count; i++) bytes[i] = items[i];
  return attr_dense_array(parser_context(p), parser_context(p)->types.i1, bytes, count);
}

static void set_unit(Parser *p, CustomArg *arg) { custom_set_attr(arg, attr_unit(parser_context(p))); }

static bool int_of(A attr, int64_t *out) {
  if (attr_kind(attr) != ATTR_INTEGER) return false;
  APInt value = attr_int(attr);
  return apint_to_i64(&value, out);
}

// --- custom<DynamicIndexList>($operands, $integers, $scalable): `[1, %n, [4]]`; some have no $scalable

typedef struct ScalableList {
  CustomArg *operands;
  I64Vec integers;
  VEC(bool) scalable;
} ScalableList;

// item ::= index | `[` index `]`; index ::= operand | integer
static bool parse_scalable_index(Parser *p, void *data) {
  ScalableList *list = data;
  Operand operand;
  int64_t integer = DYNAMIC;
  bool scalable = parser_consume_if(p, TOK_L_SQUARE);
  ParseResult result = parse_optional_operand(p, &operand);
  if (result == PARSE_FAILED) return false;
  if (result == PARSE_OK) *custom_add_operand(p, list->operands) = operand;
  else if (!parse_integer(p, &integer)) return false;
  vec_push(parser_scratch(p), &list->integers, integer);
  vec_push(parser_scratch(p), &list->scalable, scalable);
  return !scalable || parse_r_square(p);
}

static bool parse_scalable_list(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state;
  ScalableList list = {.operands = &args[0]};
  if (!parse_list(p, DELIM_SQUARE, parse_scalable_index, &list, " in dynamic index list"))
    return parser_op_error(p, "expected SSA value or integer");
  custom_set_attr(&args[1], attr_i64_array(parser_context(p), list.integers.data, list.integers.count));
  if (count > 2) custom_set_attr(&args[2], bool_array(p, list.scalable.data, list.scalable.count));
  return true;
}

static uint64_t array_count(A array) { return array && attr_kind(array) == ATTR_DENSE_ARRAY ? ((const DenseArrayAttr *)array)->count : 0; }

static void print_scalable_list(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  Span operands = custom_span(op, &args[0]);
  A integers = custom_attr(op, &args[1]), scalable = count > 2 ? custom_attr(op, &args[2]) : NULL;
  print_char(p, '[');
  for (uint64_t i = 0; i < array_count(integers); i++) {
    if (i) print_text(p, ", ");
    bool flag = i < array_count(scalable) && dense_array_i64(scalable, i) != 0;
    int64_t integer = dense_array_i64(integers, i);
    if (flag) print_char(p, '[');
    if (integer != DYNAMIC) print_i64(p, integer);
    else if (operands.begin < operands.end) print_operand(p, op_operand(op, operands.begin++));
    if (flag) print_char(p, ']');
  }
  print_char(p, ']');
}

// --- custom<PackedOrDynamicIndexList>($packed, $operands, $integers): `*(%sizes)`, or `[1, %n]`

static bool parse_integers_or_operand(Parser *p, void *data) {
  ScalableList *list = data;
  Operand operand;
  int64_t integer = DYNAMIC;
  ParseResult result = parse_optional_operand(p, &operand);
  if (result == PARSE_FAILED) return false;
  if (result == PARSE_OK) *custom_add_operand(p, list->operands) = operand;
  else if (!parse_integer(p, &integer)) return false;
  vec_push(parser_scratch(p), &list->integers, integer);
  return true;
}

static bool parse_packed_list(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  ScalableList list = {.operands = &args[1]};
  if (parser_consume_if(p, TOK_STAR)) {
    if (!parse_l_paren(p) || !parse_operand(p, custom_add_operand(p, &args[0])) || !parse_r_paren(p)) return false;
  } else if (!parse_list(p, DELIM_SQUARE, parse_integers_or_operand, &list, " in dynamic index list")) {
    return parser_op_error(p, "expected SSA value or integer");
  }
  custom_set_attr(&args[2], attr_i64_array(parser_context(p), list.integers.data, list.integers.count));
  return true;
}

static void print_packed_list(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span packed = custom_span(op, &args[0]), operands = custom_span(op, &args[1]);
  if (span_size(packed)) {
    print_text(p, "*(");
    print_operands(p, op, packed);
    print_char(p, ')');
    return;
  }
  A integers = custom_attr(op, &args[2]);
  print_char(p, '[');
  for (uint64_t i = 0; i < array_count(integers); i++) {
    if (i) print_text(p, ", ");
    int64_t integer = dense_array_i64(integers, i);
    if (integer != DYNAMIC) print_i64(p, integer);
    else if (operands.begin < operands.end) print_operand(p, op_operand(op, operands.begin++));
  }
  print_char(p, ']');
}

// --- custom<SemiFunctionType>(type($a), type($results)…, "false"): `T`, or `(T) -> U`

static bool is_optional(const CustomArg *args, uint32_t count) { return args[count - 1].kind != CUSTOM_TEXT; }

static bool parse_semi_function(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state;
  T type;
  bool paren = parser_consume_if(p, TOK_L_PAREN);
  if (!paren && !is_optional(args, count)) return parse_l_paren(p);
  if (!(type = parse_type(p))) return false;
  custom_add_type(p, &args[0], type);
  if (!paren) return true;
  TypeVec results = {0};
  if (!parse_r_paren(p) || !parse_arrow_type_list(p, &results)) return false;
  for (uint32_t i = 0; i < results.count; i++) custom_add_type(p, &args[1], results.data[i]);
  return true;
}

static void print_semi_function(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  uint32_t results = 0;
  while (custom_type(op, &args[1], results)) results++;
  if (results) print_char(p, '(');
  print_type(p, custom_type(op, &args[0], 0));
  if (!results) return;
  print_text(p, results > 1 ? ") -> (" : ") -> ");
  for (uint32_t i = 0; i < results; i++) {
    if (i) print_text(p, ", ");
    print_type(p, custom_type(op, &args[1], i));
  }
  if (results > 1) print_char(p, ')');
}

// --- custom<MultitileSizesTypes>(type($target), type($size)…): `(T) -> U`, all results of type U

static bool parse_one_result(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state;
  uint32_t at = parser_loc(p);
  T type = parse_type(p);
  if (!type) return false;
  const FunctionType *function = type_as_function(type);
  if (!function) return parser_op_error_at(p, at, "invalid kind of type specified");
  if (function->input_count != 1 || function->result_count != 1)
    return parser_op_error_at(p, at, "expects a trailing functional type with one argument and one result");
  for (uint32_t i = 0; i < count; i++) custom_add_type(p, &args[i], function->types[i > 0]);
  return true;
}

static void print_one_result(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  print_char(p, '(');
  print_type(p, custom_type(op, &args[0], 0));
  print_text(p, ") -> ");
  print_type(p, custom_type(op, &args[1], 0));
}

// --- custom<TransformMatchDims>($list, $is_inverted, $is_all): `all`, `except(1)` or `1, -2`

static bool parse_dims_list(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  I64Vec values = {0};
  if (parse_optional_keyword(p, "all")) {
    set_unit(p, &args[2]);
  } else {
    bool inverted = parse_optional_keyword(p, "except");
    if (inverted) {
      set_unit(p, &args[1]);
      if (!parse_l_paren(p)) return false;
    }
    do {
      int64_t value;
      if (!parse_integer(p, &value)) return false;
      vec_push(parser_scratch(p), &values, value);
    } while (parser_consume_if(p, TOK_COMMA));
    if (inverted && !parse_r_paren(p)) return false;
  }
  custom_set_attr(&args[0], attr_i64_array(parser_context(p), values.data, values.count));
  return true;
}

static void print_dims_list(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  if (custom_attr(op, &args[2])) {
    print_text(p, "all");
    return;
  }
  bool inverted = custom_attr(op, &args[1]) != NULL;
  A values = custom_attr(op, &args[0]);
  if (inverted) print_text(p, "except(");
  for (uint64_t i = 0; i < array_count(values); i++) {
    if (i) print_text(p, ", ");
    print_i64(p, dense_array_i64(values, i));
  }
  if (inverted) print_char(p, ')');
}

// --- custom<SequenceOpOperands>($root, type($root), $extra, type($extra)): (`%root` (`,` %extra)* `:` `(`? types `)`?)?

static bool parse_bindings(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Operand root;
  ParseResult result = parse_optional_operand(p, &root);
  if (result != PARSE_OK) return result == PARSE_ABSENT;
  *custom_add_operand(p, &args[0]) = root;
  uint32_t extras = 0, types = 0;
  while (parser_consume_if(p, TOK_COMMA)) {
    if (!parse_operand(p, custom_add_operand(p, &args[2]))) return false;
    extras++;
  }
  if (!parse_colon(p)) return false;
  parser_consume_if(p, TOK_L_PAREN);
  T type = parse_type(p);
  if (!type) return false;
  custom_add_type(p, &args[1], type);
  if (!extras) {
    parser_consume_if(p, TOK_R_PAREN);
    return true;
  }
  if (!parse_comma(p)) return false;
  do {
    if (!(type = parse_type(p))) return false;
    custom_add_type(p, &args[3], type);
    types++;
  } while (parser_consume_if(p, TOK_COMMA));
  if (types != extras) return parser_op_error(p, "expected types to be provided for all operands");
  parser_consume_if(p, TOK_R_PAREN);
  return true;
}

static void print_bindings(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span root = custom_span(op, &args[0]), extra = custom_span(op, &args[2]);
  if (!span_size(root)) return;
  print_operands(p, op, root);
  if (span_size(extra)) {
    print_text(p, ", ");
    print_operands(p, op, extra);
  }
  print_text(p, span_size(extra) ? " : (" : " : ");
  print_operand_types(p, op, root);
  if (span_size(extra)) {
    print_text(p, ", ");
    print_operand_types(p, op, extra);
    print_char(p, ')');
  }
}

// --- custom<ForeachMatchSymbols>($matchers, $actions): @match -> @action, …

static bool parse_match_symbols(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  AttrVec matchers = {0}, actions = {0};
  do {
    A matcher = parse_symbol_ref(p);
    if (!matcher || !parser_expect(p, TOK_ARROW, "expected '->'")) return false;
    A action = parse_symbol_ref(p);
    if (!action) return false;
    vec_push(parser_scratch(p), &matchers, matcher);
    vec_push(parser_scratch(p), &actions, action);
  } while (parser_consume_if(p, TOK_COMMA));
  custom_set_attr(&args[0], attr_array(parser_context(p), matchers.data, matchers.count));
  custom_set_attr(&args[1], attr_array(parser_context(p), actions.data, actions.count));
  return true;
}

static void print_match_symbols(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const ArrayAttr *matchers = (const ArrayAttr *)custom_attr(op, &args[0]), *actions = (const ArrayAttr *)custom_attr(op, &args[1]);
  if (!matchers || !actions) return;
  printer_indent(p, 4);
  for (uint32_t i = 0; i < matchers->count && i < actions->count; i++) {
    print_newline(p);
    print_attr(p, matchers->items[i]);
    print_text(p, " -> ");
    print_attr(p, actions->items[i]);
    if (i + 1 < matchers->count) print_text(p, ", ");
  }
  printer_indent(p, -4);
}

// --- custom<ApplyRegisteredPassOptions>($options, $operands): `{` "name" `=` value, … `}`

// value ::= operand | `[` value,* `]` | attribute
static bool parse_option(Parser *p, CustomArg *operands, A *out) {
  Operand operand;
  Context *ctx = parser_context(p);
  ParseResult result = parse_optional_operand(p, &operand);
  if (result == PARSE_FAILED) return false;
  if (result == PARSE_ABSENT) return (*out = parse_attr(p, NULL)) != NULL;
  A index = attr_i64(ctx, ctx->types.i64, operands->operands->count);
  *custom_add_operand(p, operands) = operand;
  *out = attr_from_params(ctx, &transform_param_operand_attr, (const uint64_t[]){param_word(index)});
  return *out != NULL;
}

static bool parse_option_or_list(Parser *p, CustomArg *operands, A *out) {
  if (!parser_consume_if(p, TOK_L_SQUARE)) return parse_option(p, operands, out);
  AttrVec items = {0};
  if (!parser_consume_if(p, TOK_R_SQUARE)) {
    do {
      A item;
      if (!parse_option(p, operands, &item)) return false;
      vec_push(parser_scratch(p), &items, item);
    } while (parser_consume_if(p, TOK_COMMA));
    if (!parse_r_square(p)) return false;
  }
  *out = attr_array(parser_context(p), items.data, items.count);
  return *out != NULL;
}

static bool parse_pass_options(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  NamedAttrVec entries = {0};
  Context *ctx = parser_context(p);
  if (!parse_l_brace(p)) return false;
  if (!parser_consume_if(p, TOK_R_BRACE)) {
    do {
      Str name;
      uint32_t at = parser_loc(p);
      if (!parse_any_keyword_or_string(p, &name)) return false;
      A key = attr_string(ctx, name), value;
      for (uint32_t i = 0; i < entries.count; i++)
        if (entries.data[i].name == key) return parser_op_error_at(p, at, "duplicate keys found in options dictionary");
      if (!parse_equal(p) || !parse_option_or_list(p, &args[1], &value)) return false;
      vec_push(parser_scratch(p), &entries, ((NamedAttr){key, value}));
    } while (parser_consume_if(p, TOK_COMMA));
    if (!parse_r_brace(p)) return false;
  }
  custom_set_attr(&args[0], attr_dict(ctx, entries.data, entries.count));
  return true;
}

static void print_option(Printer *p, const Operation *op, Span operands, A value) {
  if (attr_kind(value) == ATTR_ARRAY) {
    const ArrayAttr *array = (const ArrayAttr *)value;
    print_char(p, '[');
    for (uint32_t i = 0; i < array->count; i++) {
      if (i) print_text(p, ", ");
      if (attr_kind(array->items[i]) == ATTR_ARRAY) print_attr(p, array->items[i]);
      else print_option(p, op, operands, array->items[i]);
    }
    print_char(p, ']');
    return;
  }
  int64_t index;
  if (value->def == &transform_param_operand_attr && int_of((A)(uintptr_t)((const ParamsAttr *)value)->words[0], &index) && index >= 0 &&
      index < (int64_t)span_size(operands)) {
    print_operand(p, op_operand(op, operands.begin + (uint32_t)index));
    return;
  }
  print_attr(p, value);
}

static void print_pass_options(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  const DictAttr *options = (const DictAttr *)custom_attr(op, &args[0]);
  if (!options || !options->count) return;
  print_char(p, '{');
  for (uint32_t i = 0; i < options->count; i++) {
    if (i) print_text(p, ", ");
    print_attr(p, options->items[i].name);
    print_text(p, " = ");
    print_option(p, op, custom_span(op, &args[1]), options->items[i].value);
  }
  print_char(p, '}');
}

// --- custom<AlternativesOpSelectedRegion>($attribute, $operand)

static bool parse_selected_region(Parser *p, OpState *state, CustomArg *args, uint32_t count) {
  (void)state, (void)count;
  Operand operand;
  ParseResult result = parse_optional_operand(p, &operand);
  if (result == PARSE_FAILED) return false;
  if (result == PARSE_OK) {
    *custom_add_operand(p, &args[1]) = operand;
    return true;
  }
  A value = parse_attr(p, NULL);
  if (value) custom_set_attr(&args[0], value);
  return value != NULL;
}

static void print_selected_region(Printer *p, const Operation *op, const CustomArg *args, uint32_t count) {
  (void)count;
  Span operands = custom_span(op, &args[1]);
  if (span_size(operands)) print_operands(p, op, operands);
  else if (custom_attr(op, &args[0])) print_attr(p, custom_attr(op, &args[0]));
}

const CustomDirective transform_directives[] = {
  {"AlternativesOpSelectedRegion", parse_selected_region, print_selected_region, NULL, NULL},
  {"ApplyRegisteredPassOptions", parse_pass_options, print_pass_options, NULL, NULL},
  {"ContinuousTileSizeTypes", parse_one_result, print_one_result, NULL, NULL},
  {"ForeachMatchSymbols", parse_match_symbols, print_match_symbols, NULL, NULL},
  {"MultitileSizesTypes", parse_one_result, print_one_result, NULL, NULL},
  {"PackedOrDynamicIndexList", parse_packed_list, print_packed_list, NULL, NULL},
  {"SemiFunctionType", parse_semi_function, print_semi_function, NULL, NULL},
  {"SequenceOpOperands", parse_bindings, print_bindings, NULL, NULL},
  {"TransformMatchDims", parse_dims_list, print_dims_list, NULL, NULL},
  {"transform.DynamicIndexList", parse_scalable_list, print_scalable_list, NULL, NULL},
  {0},
};

// ---------------------------------------------------------------------------------------------
// transform.structured.split: operand `after` (operand | integer) attr-dict `:` type (`,` type)?

bool parse_transform_split(Parser *p, OpState *state) {
  Operand target, point;
  Context *ctx = parser_context(p);
  T type, point_type;
  int64_t size = DYNAMIC;
  if (!parse_operand(p, &target) || !parse_keyword(p, "after")) return false;
  ParseResult dynamic = parse_optional_operand(p, &point);
  if (dynamic == PARSE_FAILED || (dynamic == PARSE_ABSENT && !parse_integer(p, &size))) return false;
  if (!parse_optional_attr_dict(p, &state->attrs) || !parse_colon_type(p, &type)) return false;
  if (dynamic == PARSE_OK && (!parse_comma(p) || !(point_type = parse_type(p)))) return false;
  if (!resolve_one(p, state, &target, type)) return false;
  if (dynamic == PARSE_OK && !resolve_one(p, state, &point, point_type)) return false;
  op_state_set_prop(state, TRANSFORM_STRUCTURED_SPLIT_STATIC_CHUNK_SIZES, attr_i64(ctx, ctx->types.i64, size));
  op_state_add_type(state, type);
  return true;
}

void print_transform_split(Printer *p, const Operation *op) {
  int64_t size = DYNAMIC;
  static const char *const elided[] = {"static_chunk_sizes", NULL};
  print_char(p, ' ');
  print_operand(p, op_operand(op, 0));
  print_text(p, " after ");
  A attr = op_prop_at(op, TRANSFORM_STRUCTURED_SPLIT_STATIC_CHUNK_SIZES);
  if (attr && int_of(attr, &size) && size != DYNAMIC) print_i64(p, size);
  else if (op->operand_count > 1) print_operand(p, op_operand(op, 1));
  print_char(p, ' ');
  print_optional_attr_dict(p, op, elided);
  print_text(p, " : ");
  print_type(p, op_operand_type(op, 0));
  if (size == DYNAMIC && op->operand_count > 1) {
    print_text(p, ", ");
    print_type(p, op_operand_type(op, 1));
  }
}
