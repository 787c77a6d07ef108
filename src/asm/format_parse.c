// Reading operations by their compiled formats: the order of steps, the messages and their places
// are those of the parsers that mlir-tblgen generates (OpFormatGen.cpp).
#include "asm/enums.h"
#include "asm/format_impl.h"
#include "asm/op_parser.h"
#include "asm/params.h"
#include "ops/op_interfaces.h"

typedef VEC(Region *) RegionVec;

// The parts of one operation that were read. Everything of variable size is in scratch memory: this stays on the
// stack while nested operations are read.
typedef struct Run {
  Parser *p;
  const Format *format;
  const OpDef *def;
  OpState *state;
  OperandVec *operands;        // by record entry
  uint32_t *operand_at;
  TypeVec *operand_types, *result_types;   // of the results right behind those of the operands
  I64Vec *groups;              // by record entry; NULL when there are none
  RegionVec *regions;          // by record entry
  BlockVec *successors;
  OperandVec all_operands;
  TypeVec all_operand_types, all_result_types;
  RegionVec all_regions;
  uint32_t all_operands_at;
  bool in_group;               // behind the element that announced a group: nothing is optional
} Run;

static bool run_elements(Run *r, uint32_t begin, uint32_t end);

// ---------------------------------------------------------------------------------------------
// Literals

static ALWAYS_INLINE Str spelling(const Parser *p) { return parser_text_of(p, p->token); }

static inline bool at_literal(const Parser *p, const FormatElement *e) {
  if (e->kind != TOK_BARE_ID) return p->token.kind == e->kind;
  if (p->token.end - p->token.begin == e->size && bytes_equal(p->text.data + p->token.begin, e->text, e->size)) return true;
  if (__builtin_expect(p->trial != NULL, 0)) slip_asked((Parser *)(uintptr_t)p, e->text);
  return false;
}

static bool literal_missing(Parser *p, const FormatElement *e) {
  if (e->kind == TOK_BARE_ID) {
    parser_op_error_at(p, p->token.begin, "expected '%s'", e->text);
    slip_keyword(p, e->text);
    return false;
  }
  Str message = arena_printf(&p->scratch, "expected '%s'", e->text);
  return parser_expect(p, (TokenKind)e->kind, message.data);
}

static inline bool take_literal(Parser *p, const FormatElement *e) {
  if (!at_literal(p, e)) return literal_missing(p, e);
  parser_next(p);
  return true;
}

// ---------------------------------------------------------------------------------------------
// Attributes

// enum-attr ::= keyword | string, one of the enum's cases
static ParseResult parse_enum_attr(Parser *p, const RecordTable *table, const AttrConstraint *type, const char *name, bool optional, A *out) {
  const EnumDef *def = constraint_enum(table, type);
  uint32_t at = p->token.begin;
  Str text;
  int64_t value;
  if (token_is_word(p->token.kind)) {
    text = spelling(p);
    // A token that is a word is spelled like one.
    if (enum_value(def, text, &value) || (def->older && parser_enum_value(p, def, text, at, &value))) {
      parser_next(p);
      *out = enum_attr(p->ctx, table, type, value);
      return PARSE_OK;
    }
  } else if (p->token.kind == TOK_STRING) {
    A string = parse_attr(p, p->ctx->types.none);
    if (!string) return PARSE_FAILED;
    text = attr_str(string);
    if (text.size == 0) return PARSE_OK;
    if (!parser_enum_value(p, def, text, at, &value)) {
      parser_op_error_at(p, at, "invalid %s attribute specification: \"%.*s\"", name, STR_ARG(text));
      slip_enum(p, def, at);
      return PARSE_FAILED;
    }
    *out = enum_attr(p->ctx, table, type, value);
    return PARSE_OK;
  }
  if (optional) return PARSE_ABSENT;
  parser_op_error_at(p, at, "expected string or keyword containing one of the following enum values for attribute '%s' [%.*s]",
                     name, STR_ARG(enum_case_list(&p->scratch, def, false)));
  slip_enum(p, def, at);
  return PARSE_FAILED;
}

// enum-field ::= keyword (separator keyword)* | string
// Enums that print several bits in quotes read one keyword or string; the others keywords only.
ParseResult parse_enum_field(Parser *p, const EnumDef *def, const char *summary, bool optional, int64_t *out) {
  TokenKind separator = def->separator && strchr(def->separator, '|') ? TOK_VERTICAL_BAR : TOK_COMMA;
  if (!summary) summary = def->summary ? def->summary : def->name;
  bool joined = def->is_bits && !def->quoted;
  int64_t value = 0;
  bool first = true;
  do {
    uint32_t at = p->token.begin;
    Str text;
    bool got = parse_optional_any_keyword(p, &text) || (!joined && parse_optional_string(p, &text));
    if (!got) {
      if (first && optional) return PARSE_ABSENT;
      parser_op_error_at(p, at, "expected keyword for %s%s", summary,
                         first ? "" : optional ? (separator == TOK_COMMA ? " after ','" : " after '|'") : "");
      slip_enum(p, def, at);
      return PARSE_FAILED;
    }
    first = false;
    int64_t bits;
    if (!parser_enum_value(p, def, text, at, &bits)) {
      parser_op_error_at(p, at, "expected one of [%.*s] for %s, got: %.*s", STR_ARG(enum_case_list(&p->scratch, def, true)), summary,
                         STR_ARG(text));
      slip_enum(p, def, at);
      return PARSE_FAILED;
    }
    value |= bits;
  } while (joined && parser_next_if(p, separator));
  *out = value;
  return PARSE_OK;
}

// dense-array ::= `[` (element (`,` element)*)? `]`
A parse_dense_elements(Parser *p, T element) {
  if (!parse_l_square(p)) return NULL;
  uint32_t bits = type_bits(element), size = (bits + 7) / 8;
  VEC(uint8_t) bytes = {0};
  uint32_t count = 0;
  if (!parser_next_if(p, TOK_R_SQUARE)) {
    do {
      uint32_t at = p->token.begin;
      uint64_t word = 0;
      if (type_is_float(element)) {
        A value = parse_attr(p, element);
        if (!value) return NULL;
        if (attr_kind(value) == ATTR_FLOAT) word = attr_float_value(value).bits[0];
      } else {
        int64_t value;
        if (!parse_integer(p, &value)) return NULL;
        if (bits < 64 && bits > 1 && (value < -((int64_t)1 << (bits - 1)) || value >= (int64_t)1 << (bits - 1))) {
          parser_op_error_at(p, at, "integer value too large");
          return NULL;
        }
        word = (uint64_t)value;
      }
      for (uint32_t i = 0; i < size; i++) vec_push(&p->scratch, &bytes, (uint8_t)(word >> 8 * i));
      count++;
    } while (parser_next_if(p, TOK_COMMA) && !p->ctx->mem.exhausted);
    if (!parse_r_square(p)) return NULL;
  }
  return attr_dense_array(p->ctx, element, bytes.data, count);
}

A parse_stripped_attr(Parser *p, const AttrDef *def, T type) {
  if (p->token.kind == TOK_HASH_ID) return parse_attr(p, type);
  if (!def->parse && !def->params) return parse_attr(p, type);
  if (!parser_enter(p)) return NULL;
  A out = def->parse ? def->parse(p, def, type) : parse_attr_params(p, def);
  parser_leave(p);
  return out;
}

T parse_stripped_type(Parser *p, const TypeDef *def) {
  if (p->token.kind == TOK_EXCLAMATION_ID || (!def->parse && !def->params)) return parse_type(p);
  if (!parser_enter(p)) return NULL;
  T out = def->parse ? def->parse(p, def) : parse_type_params(p, def);
  parser_leave(p);
  return out;
}

// A native property: words of an enum, `keyword<…>` around them, or the integer of one that may be absent.
static ParseResult parse_property(Parser *p, const RecordTable *table, const AttrConstraint *type, const char *name, bool optional, A *out) {
  if (type->keyword) {
    if (!parse_optional_keyword(p, table->strings + type->keyword)) return PARSE_ABSENT;
    if (!parse_less(p)) return PARSE_FAILED;
    optional = false;
  }
  const EnumDef *def = constraint_enum(table, type);
  uint32_t at = p->token.begin;
  int64_t value;
  ParseResult result = def ? parse_enum_field(p, def, NULL, optional, &value) : parse_optional_integer(p, &value);
  if (result != PARSE_OK && (optional || type->keyword)) return result;
  if (result != PARSE_OK) {
    parser_op_error_at(p, at, "invalid value for property %s, expected %s", name, table->strings + type->summary);
    return PARSE_FAILED;
  }
  if (def) {
    *out = enum_attr(p->ctx, table, type, value);
  } else {
    A item = attr_i64(p->ctx, p->ctx->types.i64, value);
    *out = attr_array(p->ctx, &item, 1);
  }
  return type->keyword && !parse_greater(p) ? PARSE_FAILED : PARSE_OK;
}

// Whether an attribute of this constraint may begin here; each class has a token of its own, or any.
static bool may_begin(const Parser *p, const RecordTable *table, const AttrConstraint *type) {
  if (type->form == ATTR_FORM_STRING) return p->token.kind == TOK_STRING;
  if (type->form == ATTR_FORM_SYMBOL) return p->token.kind == TOK_AT_ID;
  const struct CommonAttrs *common = &p->ctx->attrs;
  bool is_array = type->storage == 1u << ATTR_ARRAY ||
                  (attr_satisfies(table, type, common->empty_array) && !attr_satisfies(table, type, common->empty_string));
  return !is_array || p->token.kind == TOK_L_SQUARE;
}

ParseResult parse_format_attr(Parser *p, const RecordTable *table, const AttrConstraint *type, const char *name, bool optional, A *out) {
  *out = NULL;
  uint32_t at = p->token.begin;
  T expected;
  switch (type->form) {
    case ATTR_FORM_ENUM: return parse_enum_attr(p, table, type, name, optional, out);
    case ATTR_FORM_SYMBOL_NAME:
      if (optional) return parse_optional_symbol_name(p, out) ? PARSE_OK : PARSE_ABSENT;
      *out = parse_symbol_name(p);
      return *out ? PARSE_OK : PARSE_FAILED;
    case ATTR_FORM_PROP: return parse_property(p, table, type, name, optional, out);
    case ATTR_FORM_DEF:
      if (optional) {
        // Only the whole spelling is recognized among the tokens that may follow.
        if (p->token.kind != TOK_HASH_ID && p->token.kind != TOK_LESS) return PARSE_ABSENT;
      }
      *out = parse_stripped_attr(p, table->attr_defs[type->attr_def], NULL);
      break;
    case ATTR_FORM_DENSE_ARRAY:
      if (optional && p->token.kind != TOK_HASH_ID && p->token.kind != TOK_L_SQUARE) return PARSE_ABSENT;
      *out = p->token.kind == TOK_HASH_ID ? parse_attr(p, NULL) : parse_dense_elements(p, built_type(p->ctx, type->value_type));
      break;
    default:
      expected = attr_value_type_of(p->ctx, type);
      if (optional) {
        if (!may_begin(p, table, type)) return PARSE_ABSENT;
        ParseResult result = parse_optional_attr(p, expected, out);
        if (result != PARSE_OK) return result;
      } else {
        *out = parse_attr(p, expected);
      }
      break;
  }
  if (!*out) return PARSE_FAILED;
  if (!attr_fits_storage(table, type, *out)) {
    parser_op_error_at(p, at, "invalid kind of attribute specified");
    return PARSE_FAILED;
  }
  return PARSE_OK;
}

static ParseResult run_attr(Run *r, const FormatElement *e, bool optional) {
  const RecordTable *table = r->format->table;
  const AttrConstraint *type = e->attr;
  A value;
  ParseResult result;
  if (e->flags & FMT_QUALIFIED && (type->form == ATTR_FORM_DEF || type->form == ATTR_FORM_ANY)) {
    uint32_t at = r->p->token.begin;
    value = NULL;
    result = optional ? parse_optional_attr(r->p, NULL, &value)
                      : (value = parse_attr(r->p, attr_value_type_of(r->p->ctx, type))) ? PARSE_OK : PARSE_FAILED;
    if (result == PARSE_OK && !attr_fits_storage(table, type, value)) {
      parser_op_error_at(r->p, at, "invalid kind of attribute specified");
      return PARSE_FAILED;
    }
  } else {
    result = parse_format_attr(r->p, table, type, def_attr_name(r->def, e->arg), optional, &value);
  }
  if (result == PARSE_OK && value) r->state->props.data[e->arg] = value;
  return result == PARSE_OK && !value ? PARSE_ABSENT : result;
}

// attr-dict: inherent attributes go to their slots after their constraints were checked.
static bool take_attrs(Run *r, NamedAttrVec *attrs, uint32_t at) {
  const OpDef *def = r->def;
  if (r->p->options.edition != edition_current) older_attrs_rename(r->p, r->state, attrs);
  int wrong = op_wrong_attr(def, attrs);
  if (wrong >= 0)
    return parser_op_error_at(r->p, at, "'%.*s' op attribute '%s' failed to satisfy constraint: %s", STR_ARG(def_name(def)),
                              def_attr_name(def, (uint32_t)wrong), def_text(def, def_attr_type(def, (uint32_t)wrong)->summary));
  for (uint32_t i = 0; i < attrs->count; i++) parser_take_attr(r->state, attrs->data[i]);
  return true;
}

static bool run_attr_dict(Run *r, const FormatElement *e) {
  NamedAttrVec attrs = {0};
  uint32_t at = r->p->token.begin;
  bool ok = e->flags & FMT_WITH_KEYWORD ? parse_optional_attr_dict_with_keyword(r->p, &attrs) : parse_optional_attr_dict(r->p, &attrs);
  return ok && (attrs.count == 0 || take_attrs(r, &attrs, at));
}

// prop-dict ::= (`<` dictionary `>`)?
static bool run_prop_dict(Run *r) {
  Parser *p = r->p;
  A dict = p->ctx->attrs.empty_dict;
  if (parser_next_if(p, TOK_LESS)) {
    if (!(dict = parse_attr(p, NULL)) || !parse_greater(p)) return false;
    if (attr_kind(dict) != ATTR_DICT) return report_properties(p, r->state, dict, "expected DictionaryAttr to set properties");
  }
  for (uint32_t i = 0; i < r->def->attr_count; i++) {
    const char *name = def_attr_name(r->def, i);
    bool is_spelled = r->state->props.data[i] != NULL;   // by what stands before
    if (!is_spelled && !(def_attrs(r->def)[i].flags & (ATTR_OPTIONAL | ATTR_DEFAULT)) && !attr_dict_find(dict, str_from(name)))
      return report_properties(p, r->state, dict, "expected key entry for %s in DictionaryAttr to set Properties.", name);
  }
  const DictAttr *entries = (const DictAttr *)dict;
  if (entries->count && r->def->attr_count && !take_properties(p, r->state, dict)) return false;
  // Unlike `<{…}>` of a generic form, this one has no others.
  for (uint64_t i = 0; i < entries->count; i++)
    if (op_prop_slot(r->def, attr_str(entries->items[i].name)) < 0)
      return report_properties(p, r->state, dict, "unknown key '%s' when parsing properties dictionary",
                               attr_text(p->ctx, entries->items[i].name));
  return true;
}

// ---------------------------------------------------------------------------------------------
// Operands, types, regions, successors

static bool run_operand(Run *r, const FormatElement *e) {
  Parser *p = r->p;
  OperandVec *out = &r->operands[e->arg];
  r->operand_at[e->arg] = p->token.begin;
  switch (e->arity) {
    case SINGLE:
      out->count = 1;
      return parse_operand(p, &out->data[0]);
    case OPTIONAL: {
      if (p->token.kind != TOK_PERCENT_ID) return true;
      out->count = 1;
      return parse_operand(p, &out->data[0]);
    }
    case VARIADIC: return parse_operand_list(p, out, DELIM_NONE);
    default: break;
  }
  // `(` operands `)` (`,` `(` operands `)`)*
  do {
    uint32_t before = out->count;
    if (!parser_next_if(p, TOK_L_PAREN)) break;
    if (!parse_operand_list(p, out, DELIM_NONE) || !parse_r_paren(p)) return false;
    vec_push(&p->scratch, &r->groups[e->arg], (int64_t)(out->count - before));
  } while (parser_next_if(p, TOK_COMMA));
  return true;
}

static bool wrong_class(Parser *p, uint32_t at, T type, const RecordTable *table, const TypeConstraint *c) {
  const TypeDef *def = table->types[c->type_class];
  // A class for which `kinds` holds one builtin type is named as well; upstream's FloatType has no name.
  if (!def && c->kinds && !(c->kinds & (c->kinds - 1)) && c->kinds != 1u << TYPE_FLOAT) {
    uint32_t kind = 0;
    while (!(c->kinds >> kind & 1u)) kind++;
    def = &type_defs[kind];
  }
  if (!def) return parser_op_error_at(p, at, "invalid kind of type specified");
  return parser_op_error_at(p, at, "invalid kind of type specified: expected %s.%s, but found '%s'", def->dialect, def->name,
                            type_text(p->ctx, type));
}

static inline T parse_value_type(Parser *p, const RecordTable *table, const TypeConstraint *c, bool qualified) {
  uint32_t at = p->token.begin;
  const TypeDef *def = qualified ? NULL : table->types[c->type_class];
  T type = def && def->kind == TYPE_DIALECT ? parse_stripped_type(p, def) : parse_type(p);
  if (type && !qualified && !type_fits_class(table, c, type)) {
    wrong_class(p, at, type, table, c);
    return NULL;
  }
  return type;
}

static bool run_type(Run *r, const FormatElement *e, TypeVec *out) {
  Parser *p = r->p;
  T type;
  switch (e->arity) {
    case SINGLE:
      type = parse_value_type(p, r->format->table, e->type, (e->flags & FMT_QUALIFIED) != 0);
      if (!type) return false;
      out->count = 1;
      out->data[0] = type;
      return true;
    case OPTIONAL: {
      ParseResult result = parse_optional_type(p, &type);
      if (result == PARSE_OK) {
        out->count = 1;
        out->data[0] = type;
      }
      return result != PARSE_FAILED;
    }
    case VARIADIC: return parse_type_list(p, out);
    default: break;
  }
  do {
    if (!parser_next_if(p, TOK_L_PAREN)) break;
    if (!parser_next_if(p, TOK_R_PAREN) && (!parse_type_list(p, out) || !parse_r_paren(p))) return false;
  } while (parser_next_if(p, TOK_COMMA));
  return true;
}

static void borrow_types(TypeVec *out, const T *types, uint32_t count) {
  out->data = (T *)(uintptr_t)types;
  out->count = out->cap = count;
}

static bool run_functional_type(Run *r, const FormatElement *e) {
  Parser *p = r->p;
  uint32_t at = p->token.begin;
  T type = parse_type(p);
  if (!type) return false;
  const FunctionType *function = type_as_function(type);
  if (!function)
    return parser_op_error_at(p, at, "invalid kind of type specified: expected builtin.function, but found '%s'",
                              type_text(p->ctx, type));
  borrow_types(e->arg == FMT_ALL ? &r->all_operand_types : &r->operand_types[e->arg], function->types, function->input_count);
  borrow_types(e->kind == FMT_ALL ? &r->all_result_types : &r->result_types[e->kind], function->types + function->input_count,
               function->result_count);
  return true;
}

static Region *new_region(Run *r, RegionVec *out) {
  Region *region = op_state_add_region(r->state);
  r->state->regions.count--;
  vec_push(&r->p->scratch, out, region);
  return region;
}

static void finish_region(Run *r, Region *region) {
  const char *terminator = def_implicit_terminator(r->def);
  if (terminator)
    ensure_terminator_def(r->p, region, context_op_or_unregistered(r->p->ctx, str_from(terminator)), r->state->loc);
  else if (op_def_has(r->def, TRAIT_SINGLE_BLOCK) && region_is_empty(region))
    block_append(region, block_new(r->state->module));
}

static ParseResult run_regions(Run *r, RegionVec *out, bool variadic, bool optional) {
  Parser *p = r->p;
  Region *region = new_region(r, out);
  if (variadic || optional) {
    ParseResult result = parse_optional_region(p, region, NULL, 0, false);
    if (result != PARSE_OK) {
      if (variadic && result == PARSE_ABSENT) out->count--;
      return result;
    }
  } else if (!parse_region(p, region, NULL, 0, false)) {
    return PARSE_FAILED;
  }
  finish_region(r, region);
  while (variadic && parser_next_if(p, TOK_COMMA)) {
    region = new_region(r, out);
    if (!parse_region(p, region, NULL, 0, false)) return PARSE_FAILED;
    finish_region(r, region);
  }
  return PARSE_OK;
}

static bool run_successors(Run *r, BlockVec *out, bool variadic) {
  Parser *p = r->p;
  Block *block = NULL;
  if (variadic) {
    ParseResult first = parse_optional_successor(p, &block);
    if (first != PARSE_OK) return first == PARSE_ABSENT;
  } else if (!(block = parse_successor(p))) {
    return false;
  }
  vec_push(&p->scratch, out, block);
  while (variadic && parser_next_if(p, TOK_COMMA)) {
    if (!(block = parse_successor(p))) return false;
    vec_push(&p->scratch, out, block);
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// custom<Name>(…)

Operand *custom_add_operand(Parser *p, CustomArg *arg) {
  Operand *out = vec_add(&p->scratch, arg->operands);
  *out = (Operand){0};
  return out;
}
void custom_add_type(Parser *p, CustomArg *arg, T type) { vec_push(&p->scratch, arg->types, type); }
void custom_add_group(Parser *p, CustomArg *arg, uint32_t size) { vec_push(&p->scratch, arg->groups, size); }
void custom_add_successor(Parser *p, CustomArg *arg, Block *block) { vec_push(&p->scratch, arg->successors, block); }
Region *custom_add_region(Parser *p, OpState *state, CustomArg *arg) {
  Region *region = op_state_add_region(state);
  state->regions.count--;
  vec_push(&p->scratch, (RegionVec *)(void *)arg->regions, region);
  return region;
}

static ParseResult run_custom(Run *r, const FormatElement *e) {
  const CustomCall *call = e->custom;
  CustomArg *args = arena_alloc_raw(&r->p->scratch, (sizeof(CustomArg) + sizeof(A)) * call->count);
  A *attrs = (A *)(void *)(args + call->count);
  uint32_t dict = UINT32_MAX, dict_at = r->p->token.begin, attrs_before = r->state->attrs.count;
  for (uint32_t i = 0; i < call->count; i++) {
    CustomArg *arg = &args[i];
    *arg = call->args[i];
    switch ((CustomArgKind)arg->kind) {
      case CUSTOM_OPERAND:
        if (!arg->is_ref) r->operand_at[arg->index] = r->p->token.begin;
        arg->operands = &r->operands[arg->index];
        if (r->groups) arg->groups = &r->groups[arg->index];
        break;
      case CUSTOM_OPERAND_TYPES: arg->types = &r->operand_types[arg->index]; break;
      case CUSTOM_RESULT_TYPES: arg->types = &r->result_types[arg->index]; break;
      case CUSTOM_ATTR:
        attrs[i] = r->state->props.data[arg->index];
        arg->attr = &attrs[i];
        break;
      case CUSTOM_REGION: arg->regions = (void *)&r->regions[arg->index]; break;
      case CUSTOM_SUCCESSOR: arg->successors = &r->successors[arg->index]; break;
      case CUSTOM_ATTR_DICT: dict = i; break;
      case CUSTOM_TEXT:
      case CUSTOM_PROP_DICT: break;
    }
  }
  const CustomDirective *directive = call->directive;
  ParseResult result;
  if (directive->parse_optional)
    result = directive->parse_optional(r->p, r->state, args, call->count);
  else
    result = directive->parse(r->p, r->state, args, call->count) ? PARSE_OK : PARSE_FAILED;
  if (result != PARSE_OK) return result;
  for (uint32_t i = 0; i < call->count; i++)
    if (args[i].kind == CUSTOM_ATTR && !args[i].is_ref) r->state->props.data[args[i].index] = attrs[i];
  if (dict != UINT32_MAX) {  // inherent attributes among those read
    NamedAttrVec read = {0};
    for (uint32_t i = attrs_before; i < r->state->attrs.count; i++) vec_push(&r->p->scratch, &read, r->state->attrs.data[i]);
    r->state->attrs.count = attrs_before;
    if (!take_attrs(r, &read, dict_at)) return PARSE_FAILED;
  }
  return PARSE_OK;
}

// ---------------------------------------------------------------------------------------------
// Elements

// The first element of a group decides whether the group is there.
static ParseResult run_first(Run *r, const FormatElement *e) {
  Parser *p = r->p;
  switch ((FormatOp)e->op) {
    case FMT_LITERAL:
    case FMT_KEYWORD:
      if (!at_literal(p, e)) return PARSE_ABSENT;
      parser_next(p);
      return PARSE_OK;
    case FMT_ATTR: {
      bool optional = (def_attrs(r->def)[e->arg].flags & (ATTR_OPTIONAL | ATTR_DEFAULT)) != 0;
      return run_attr(r, e, optional);
    }
    case FMT_OPERAND:
      if (!run_operand(r, e)) return PARSE_FAILED;
      return r->operands[e->arg].count ? PARSE_OK : PARSE_ABSENT;
    case FMT_OPERANDS:
      r->all_operands_at = p->token.begin;
      if (!parse_operand_list(p, &r->all_operands, DELIM_NONE)) return PARSE_FAILED;
      return r->all_operands.count ? PARSE_OK : PARSE_ABSENT;
    case FMT_REGION: return run_regions(r, &r->regions[e->arg], e->arity == VARIADIC, true);
    case FMT_SUCCESSOR:
      if (!run_successors(r, &r->successors[e->arg], true)) return PARSE_FAILED;
      return r->successors[e->arg].count ? PARSE_OK : PARSE_ABSENT;
    case FMT_CUSTOM: return run_custom(r, e);
    default: return run_elements(r, (uint32_t)(e - r->format->elements), (uint32_t)(e - r->format->elements) + 1) ? PARSE_OK : PARSE_FAILED;
  }
}

static void set_unit(Run *r, uint32_t slot) { r->state->props.data[slot] = r->p->ctx->attrs.unit; }

// ( then )? : ( else )?
static bool run_group(Run *r, uint32_t index) {
  const FormatElement *group = &r->format->elements[index];
  uint32_t first = index + 1;
  while (first < group->then_end && r->format->elements[first].op >= FMT_SPACE) first++;
  ParseResult result = first < group->then_end ? run_first(r, &r->format->elements[first]) : PARSE_ABSENT;
  if (result == PARSE_FAILED) return false;
  bool is_then = result == PARSE_OK;
  if (group->flags & FMT_UNIT && is_then == !(group->flags & FMT_INVERTED) && (is_then || group->end > group->then_end))
    set_unit(r, group->arg);
  bool outer = r->in_group;
  r->in_group = true;
  bool ok = is_then ? run_elements(r, first + 1, group->then_end) : run_elements(r, group->then_end, group->end);
  r->in_group = outer;
  return ok;
}

static bool run_oilist(Run *r, uint32_t index) {
  const FormatElement *elements = r->format->elements, *list = &elements[index];
  uint64_t seen = 0;
  bool outer = r->in_group;
  r->in_group = false;
  for (bool again = true; again;) {
    again = false;
    uint32_t bit = 0;
    for (uint32_t i = index + 1; i < list->end; i = elements[i].end, bit++) {
      const FormatElement *clause = &elements[i];
      if (!at_literal(r->p, clause)) continue;
      parser_next(r->p);
      if (seen >> (bit & 63) & 1u)
        return parser_op_error(r->p, "`%s` clause can appear at most once in the expansion of the oilist directive", clause->text);
      seen |= (uint64_t)1 << (bit & 63);
      if (clause->flags & FMT_UNIT)
        set_unit(r, elements[i + 1].arg);
      else if (!run_elements(r, i + 1, clause->end))
        return false;
      again = true;
      break;
    }
  }
  r->in_group = outer;
  return true;
}

static bool run_elements(Run *r, uint32_t begin, uint32_t end) {
  const FormatElement *elements = r->format->elements;
  Parser *p = r->p;
  for (uint32_t i = begin; i < end;) {
    const FormatElement *e = &elements[i++];
    switch ((FormatOp)e->op) {
      case FMT_LITERAL:
        if (p->token.kind != e->kind) return literal_missing(p, e);
        parser_next(p);
        break;
      case FMT_KEYWORD:
        if (!take_literal(p, e)) return false;
        break;
      case FMT_OPERAND:
        if (!run_operand(r, e)) return false;
        break;
      case FMT_ATTR: {
        if (e->flags & FMT_UNIT) break;
        bool optional = !r->in_group && (def_attrs(r->def)[e->arg].flags & ATTR_OPTIONAL) != 0;
        if (run_attr(r, e, optional) == PARSE_FAILED) return false;
        break;
      }
      case FMT_OPERAND_TYPE:
        if (!run_type(r, e, &r->operand_types[e->arg])) return false;
        break;
      case FMT_RESULT_TYPE:
        if (!run_type(r, e, &r->result_types[e->arg])) return false;
        break;
      case FMT_ATTR_DICT:
        if (!(e->flags & FMT_WITH_KEYWORD) && p->token.kind != TOK_L_BRACE) break;
        if (!run_attr_dict(r, e)) return false;
        break;
      case FMT_OPERANDS:
        r->all_operands_at = p->token.begin;
        if (!parse_operand_list(p, &r->all_operands, DELIM_NONE)) return false;
        break;
      case FMT_ALL_OPERAND_TYPES:
        if (!parse_type_list(p, &r->all_operand_types)) return false;
        break;
      case FMT_ALL_RESULT_TYPES:
        if (!parse_type_list(p, &r->all_result_types)) return false;
        break;
      case FMT_FUNCTIONAL_TYPE:
        if (!run_functional_type(r, e)) return false;
        break;
      case FMT_REGION:
        if (run_regions(r, &r->regions[e->arg], e->arity == VARIADIC, false) == PARSE_FAILED) return false;
        break;
      case FMT_REGIONS:
        if (run_regions(r, &r->all_regions, true, false) == PARSE_FAILED) return false;
        break;
      case FMT_SUCCESSOR:
        if (!run_successors(r, &r->successors[e->arg], e->arity == VARIADIC)) return false;
        break;
      case FMT_SUCCESSORS:
        if (!run_successors(r, &r->state->successors, true)) return false;
        break;
      case FMT_PROP_DICT:
        if (!run_prop_dict(r)) return false;
        break;
      case FMT_CUSTOM:
        if (run_custom(r, e) == PARSE_FAILED) return false;
        break;
      case FMT_GROUP:
        if (!run_group(r, i - 1)) return false;
        i = e->end;
        break;
      case FMT_OILIST:
        if (!run_oilist(r, i - 1)) return false;
        i = e->end;
        break;
      case FMT_CLAUSE:
      case FMT_SPACE:
      case FMT_NEWLINE: break;
    }
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Resolution: regions, successors, segments, types, operands

static uint32_t set_segments(const Run *r, int32_t *sizes, bool of_results) {
  uint32_t count = of_results ? r->def->result_count : r->def->operand_count;
  for (uint32_t i = 0; i < count; i++) {
    uint8_t arity = (of_results ? def_results(r->def) : def_operands(r->def))[i].arity;
    uint32_t n = of_results ? r->result_types[i].count : r->operands[i].count;
    sizes[i] = arity == SINGLE ? 1 : (int32_t)n;
  }
  return count;
}

static bool resolve_groups(Run *r) {
  const OpDef *def = r->def;
  int32_t sizes[256];
  if (!r->format->all_operands && op_def_has(def, TRAIT_ATTR_SIZED_OPERANDS) &&
      !op_state_attr(r->state, STR("operandSegmentSizes")))
    op_state_operand_segments(r->state, sizes, set_segments(r, sizes, false));
  for (uint32_t i = 0; r->groups && i < def->operand_count; i++) {
    uint32_t slot = def_operands(def)[i].segments;
    if (def_operands(def)[i].arity != VARIADIC_OF_VARIADIC || slot == NO_INDEX) continue;
    uint32_t count = r->groups[i].count;
    int32_t *items = arena_new(&r->p->scratch, int32_t, count);
    if (!items) return false;
    for (uint32_t k = 0; k < count; k++) items[k] = (int32_t)r->groups[i].data[k];
    r->state->props.data[slot] = attr_i32_array(r->p->ctx, items, count);
  }
  if (!r->format->all_result_types && op_def_has(def, TRAIT_ATTR_SIZED_RESULTS) && !op_state_attr(r->state, STR("resultSegmentSizes")))
    op_state_result_segments(r->state, sizes, set_segments(r, sizes, true));
  return true;
}

// A transform may rely on what the constraint of its source promises.
static bool check_sources(Run *r) {
  for (uint32_t k = 0; k < r->format->checked_count; k++) {
    uint8_t id = r->format->checked[k];
    const ValueDef *def = id & 0x80 ? &def_results(r->def)[id & 0x7F] : &def_operands(r->def)[id];
    const TypeConstraint *constraint = def_value_type(r->def, def);
    const TypeVec *types = id & 0x80 ? &r->result_types[id & 0x7F] : &r->operand_types[id];
    for (uint32_t i = 0; i < types->count; i++)
      if (!type_satisfies(r->def->table, constraint, types->data[i]))
        return parser_op_error(r->p, "'%s' must be %s, but got '%s'", def_text(r->def, def->name), def_text(r->def, constraint->summary),
                               type_text(r->p->ctx, types->data[i]));
  }
  return true;
}

typedef struct Resolved {
  const T *types;   // `count` types, or one for any number of values
  uint32_t count;
  bool any_number;
} Resolved;

// The types an operand or result has by its resolver; *one is room for a single type.
static bool resolve_types(Run *r, const TypeResolver *from, const TypeVec *seen, const ValueDef *value, T *one, Resolved *out) {
  const RecordTable *table = r->format->table;
  const TypeVec *source = NULL;
  uint8_t arity = SINGLE;
  switch ((ResolveKind)from->kind) {
    case RESOLVE_SEEN:
      *out = (Resolved){seen->data, seen->count, false};
      return true;
    case RESOLVE_OPERAND:
      source = &r->operand_types[from->arg];
      arity = def_operands(r->def)[from->arg].arity;
      break;
    case RESOLVE_RESULT:
      source = &r->result_types[from->arg];
      arity = def_results(r->def)[from->arg].arity;
      break;
    case RESOLVE_ATTR: {
      A attr = r->state->props.data[from->arg];
      *one = attr ? attr_value_type(attr) : NULL;
      break;
    }
    case RESOLVE_BUILD: *one = constraint_build(r->p->ctx, table, &table->type_constraints[value->type]); break;
    case RESOLVE_NONE: return false;
  }
  *out = (Resolved){one, 1, true};
  if (source && arity >= VARIADIC && !from->via) {
    *out = (Resolved){source->data, source->count, false};
    return true;
  }
  if (source) *one = source->count ? source->data[0] : NULL;
  if (from->via && *one) {
    const Relation *via = from->via;
    if (via->transform_all) {
      TypeVec list = {0};
      ((RelationTypesFn *)table->functions[via->transform_all])(r->p->ctx, &r->p->scratch, *one, &list);
      *out = (Resolved){list.data, list.count, false};
    } else {
      T base = *one;
      *one = ((RelationTypeFn *)table->functions[via->transform])(r->p->ctx, base);
      if (via->value_count && *one) {
        TypeVec list = {0};
        for (int64_t n = ((RelationCountFn *)table->functions[via->value_count])(base); n > 0 && !r->p->ctx->mem.exhausted; n--) vec_push(&r->p->scratch, &list, *one);
        *out = (Resolved){list.data, list.count, false};
      }
    }
  }
  return true;
}

static bool resolve_results(Run *r) {
  const Format *f = r->format;
  OpState *state = r->state;
  if (f->all_result_types) {
    op_state_add_types(state, r->all_result_types.data, r->all_result_types.count);
    return true;
  }
  for (uint32_t i = 0; i < r->def->result_count; i++) {
    T one = NULL;
    Resolved types = {0};
    if (!resolve_types(r, &f->results[i], &r->result_types[i], &def_results(r->def)[i], &one, &types)) continue;
    if (types.any_number && !one) return parser_op_error(r->p, "type of result '%s' cannot be told", def_result_name(r->def, i));
    op_state_add_types(state, types.types, types.count);
  }
  return true;
}

static bool resolve_list(Run *r, const OperandVec *operands, const Resolved *types, uint32_t at) {
  if (!types->any_number) return resolve_operands(r->p, r->state, operands, types->types, types->count, at);
  if (operands->count == 0) return true;
  if (!types->types[0]) return parser_op_error_at(r->p, at, "type of the operand cannot be told");
  return resolve_operands_same(r->p, r->state, operands, types->types[0]);
}

// `operands` in one list: the types of all entries one after the other.
static bool resolve_all_operands(Run *r) {
  const OpDef *def = r->def;
  if (r->format->all_operand_types)
    return resolve_operands(r->p, r->state, &r->all_operands, r->all_operand_types.data, r->all_operand_types.count, r->all_operands_at);
  TypeVec types = {0};
  for (uint32_t i = 0; i < def->operand_count; i++) {
    T one = NULL;
    Resolved resolved = {0};
    if (!resolve_types(r, &r->format->operands[i], &r->operand_types[i], &def_operands(def)[i], &one, &resolved)) continue;
    for (uint32_t k = 0; k < resolved.count; k++)
      if (resolved.types[k]) vec_push(&r->p->scratch, &types, resolved.types[k]);
  }
  return resolve_operands(r->p, r->state, &r->all_operands, types.data, types.count, r->all_operands_at);
}

static bool resolve_entry_operands(Run *r) {
  const OpDef *def = r->def;
  if (r->format->all_operand_types) {
    OperandVec all = {0};
    for (uint32_t i = 0; i < def->operand_count; i++)
      for (uint32_t k = 0; k < r->operands[i].count; k++) vec_push(&r->p->scratch, &all, r->operands[i].data[k]);
    return resolve_operands(r->p, r->state, &all, r->all_operand_types.data, r->all_operand_types.count, parser_name_loc(r->p));
  }
  for (uint32_t i = 0; i < def->operand_count; i++) {
    const OperandVec *operands = &r->operands[i];
    const TypeResolver *from = &r->format->operands[i];
    T one = NULL;
    Resolved types = {0};
    if (!resolve_types(r, from, &r->operand_types[i], &def_operands(def)[i], &one, &types)) continue;
    if (operands->count == 1 && types.count == 1 && types.types[0]) {
      if (!resolve_one(r->p, r->state, &operands->data[0], types.types[0])) return false;
    } else if (!resolve_list(r, operands, &types, r->operand_at[i])) {
      return false;
    }
  }
  return true;
}

static void take_regions(Run *r) {
  const OpDef *def = r->def;
  OpState *state = r->state;
  for (uint32_t i = 0; i < r->all_regions.count; i++) vec_push(state->arena, &state->regions, r->all_regions.data[i]);
  for (uint32_t i = 0; i < def->region_count && !r->all_regions.count; i++) {
    if (!r->regions[i].count && !def_regions(def)[i].variadic) op_state_add_region(state);
    for (uint32_t k = 0; k < r->regions[i].count; k++) vec_push(state->arena, &state->regions, r->regions[i].data[k]);
  }
}

static bool finish(Run *r) {
  const Format *f = r->format;
  const OpDef *def = r->def;
  OpState *state = r->state;
  take_regions(r);
  for (uint32_t i = 0; i < def->successor_count; i++)
    for (uint32_t k = 0; k < r->successors[i].count; k++) vec_push(state->arena, &state->successors, r->successors[i].data[k]);
  if (op_def_has(def, TRAIT_ATTR_SIZED_OPERANDS | TRAIT_ATTR_SIZED_RESULTS) || r->groups)
    if (!resolve_groups(r)) return false;
  if (f->checked_count && !check_sources(r)) return false;
  if (!f->infers && !resolve_results(r)) return false;
  if (def->operand_count && !(f->all_operands ? resolve_all_operands(r) : resolve_entry_operands(r))) return false;
  uint32_t errors = r->p->ctx->diags->error_count;
  if (!f->infers || ask_infer_type(def)->infer(r->p->ctx, state)) return true;
  if (r->p->ctx->diags->error_count > errors) r->p->failed = true;   // it has said why
  return false;
}

// Vectors for the record's entries, in one piece of scratch memory with room for a value each.
static void prepare(Run *r) {
  const OpDef *def = r->def;
  uint32_t operands = def->operand_count, types = operands + def->result_count;
  size_t size = (sizeof(OperandVec) + sizeof(Operand) + sizeof(uint32_t)) * operands + (sizeof(TypeVec) + sizeof(T)) * types;
  char *room = arena_alloc_raw(&r->p->scratch, size);
  Operand *values = (Operand *)(void *)room;
  r->operands = (OperandVec *)(void *)(values + operands);
  r->operand_types = (TypeVec *)(void *)(r->operands + operands);
  r->result_types = r->operand_types + operands;
  T *one = (T *)(void *)(r->operand_types + types);
  r->operand_at = (uint32_t *)(void *)(one + types);
  for (uint32_t i = 0; i < operands; i++) {
    r->operands[i] = (OperandVec){values + i, 0, 1};
    r->operand_at[i] = parser_name_loc(r->p);
  }
  for (uint32_t i = 0; i < types; i++) r->operand_types[i] = (TypeVec){one + i, 0, 1};
  Arena *scratch = &r->p->scratch;
  r->in_group = false;
  r->groups = r->format->has_groups ? arena_new(scratch, I64Vec, operands) : NULL;
  r->regions = def->region_count ? arena_new(scratch, RegionVec, def->region_count) : NULL;
  r->successors = def->successor_count ? arena_new(scratch, BlockVec, def->successor_count) : NULL;
  r->all_operands = (OperandVec){0};
  r->all_operand_types = r->all_result_types = (TypeVec){0};
  r->all_regions.data = NULL;
  r->all_regions.count = r->all_regions.cap = 0;
  r->all_operands_at = 0;
}

static inline bool is_optional_literal(const FormatElement *group, const FormatElement *first) {
  return (first->op == FMT_LITERAL || first->op == FMT_KEYWORD) && group->then_end == group->end;
}

// A format of single values, literals and attributes, most of any text: nothing of variable size.
static bool parse_plain(Parser *p, const Format *f, OpState *state) {
  const OpDef *def = f->def;
  Operand operands[PLAIN_VALUES];
  T types[PLAIN_VALUES];   // of the operands, then of the results
  Run r;                   // as much of it as attributes need
  r.p = p;
  r.format = f;
  r.def = def;
  r.state = state;
  r.in_group = false;
  for (uint32_t i = 0; i < f->count;) {
    const FormatElement *e = &f->elements[i++];
    switch ((FormatOp)e->op) {
      case FMT_LITERAL:
        if (p->token.kind != e->kind) return literal_missing(p, e);
        parser_next(p);
        break;
      case FMT_OPERAND:
        if (!parse_operand(p, &operands[e->arg])) return false;
        break;
      case FMT_OPERAND_TYPE:
        if (!(types[e->arg] = parse_value_type(p, f->table, e->type, (e->flags & FMT_QUALIFIED) != 0))) return false;
        break;
      case FMT_RESULT_TYPE: {
        T type = parse_value_type(p, f->table, e->type, (e->flags & FMT_QUALIFIED) != 0);
        if (!(types[def->operand_count + e->arg] = type)) return false;
        break;
      }
      case FMT_ATTR_DICT:
        if (!(e->flags & FMT_WITH_KEYWORD) && p->token.kind != TOK_L_BRACE) break;
        if (!run_attr_dict(&r, e)) return false;
        break;
      case FMT_GROUP:
        i = e->end;
        if (is_optional_literal(e, e + 1) && !at_literal(p, e + 1)) break;   // most groups are absent
        if (!run_group(&r, (uint32_t)(e - f->elements))) return false;
        break;
      default:
        if (!run_elements(&r, i - 1, i)) return false;
        break;
    }
  }
  for (uint32_t i = 0; i < def->result_count; i++)
    vec_push(state->arena, &state->types, types[f->plain_types[def->operand_count + i]]);
  for (uint32_t i = 0; i < def->operand_count; i++)
    if (!resolve_one(p, state, &operands[i], types[f->plain_types[i]])) return false;
  return true;
}

bool format_parse(Parser *p, const Format *format, OpState *state) {
  if (format->error) return parser_op_error(p, "format of the operation: %s", format->error);
  if (format->is_plain) return parse_plain(p, format, state);
  Run r;
  r.p = p;
  r.format = format;
  r.def = format->def;
  r.state = state;
  prepare(&r);
  if (run_elements(&r, 0, format->count)) return finish(&r);
  take_regions(&r);   // they belong to the operation that was broken off: values in them may be used elsewhere
  return false;
}
