// ODS format text to compiled elements: what mlir-tblgen's OpFormatGen decides when it generates a
// parser and a printer is decided here, once per record and context.
#include "records/format.h"

// ---------------------------------------------------------------------------------------------
// The compiler

typedef struct Compiler {
  Arena *arena;
  const FormatDirectives *directives;
  const OpDef *def;
  FormatLexer lex;
  FormatSpacing spacing;
  VEC(FormatElement) out;
  Format *format;
  bool *operand_types, *result_types, *attrs;  // types spelled; attributes spelled
  bool *operands, *regions, *successors;       // spelled
  bool all_regions, all_successors, has_attr_dict;
  uint32_t depth;
  const char *error;
  const char *error_at;
} Compiler;

enum { MAX_DEPTH = 16, MAX_ELEMENTS = 2000 };

static bool fail_at(Compiler *c, const char *at, const char *why) {
  if (!c->error) {
    c->error = why;
    c->error_at = at;
  }
  return false;
}

// Return whether the format may come from a reader's dialect, and is not one of upstream's.
static bool is_checked(const Compiler *c) { return c->directives && c->directives->are_checked; }

static bool fail(Compiler *c, const char *why) { return fail_at(c, c->lex.begin, why); }

static const char *text(Compiler *c, const char *format, const char *name) {
  const char *out = arena_printf(c->arena, format, name).data;
  return out ? out : format;
}

static bool expect(Compiler *c, char punctuation) {
  if (format_lex_if(&c->lex, punctuation)) return true;
  const char wanted[] = {punctuation, 0};
  return fail(c, text(c, "expected '%s'", wanted));
}

static FormatElement *add(Compiler *c, FormatOp op) {
  FormatElement *e = vec_add(c->arena, &c->out);
  *e = (FormatElement){.op = (uint8_t)op};
  return e;
}

#define FIND(list, count)                                                \
  for (uint32_t i = 0; i < (count); i++)                                 \
    if (str_is(name, def_text(def, (list)(def)[i].name))) return (int)i; \
  return -1;
static int find_operand(const OpDef *def, Str name) { FIND(def_operands, def->operand_count) }
static int find_result(const OpDef *def, Str name) { FIND(def_results, def->result_count) }
static int find_attr(const OpDef *def, Str name) { FIND(def_attrs, def->attr_count) }
static int find_region(const OpDef *def, Str name) { FIND(def_regions, def->region_count) }
static int find_successor(const OpDef *def, Str name) { FIND(def_successors, def->successor_count) }

static void literal(Compiler *c, FormatOp op, Str text) {
  bool spaced = format_space_literal(&c->spacing, text);
  FormatElement *e = add(c, op);
  e->flags = spaced ? FMT_SPACED : 0;
  e->kind = (uint8_t)format_literal_kind(text);
  if (op == FMT_LITERAL && e->kind == TOK_BARE_ID) e->op = FMT_KEYWORD;
  e->text = arena_str(c->arena, text).data;
  e->size = (uint16_t)text.size;
}

// literal ::= `\`` text `\``; empty text and spaces direct the printer only.
static bool parse_literal(Compiler *c) {
  Str text = c->lex.text;
  if (!format_is_literal(text)) return fail(c, "between '`' stands a keyword, punctuation, one space, '\\n' or nothing");
  format_lex(&c->lex);
  if (text.size == 0) {
    c->spacing = (FormatSpacing){false, true};
  } else if (text.data[0] == ' ') {
    add(c, FMT_SPACE);
    c->spacing = (FormatSpacing){false, false};
  } else if (str_is(text, "\\n") || text.data[0] == '\n') {
    add(c, FMT_NEWLINE);
  } else {
    literal(c, FMT_LITERAL, text);
  }
  return true;
}

// A format spells each thing once.
static bool note(Compiler *c, bool *seen, Str name) {
  if (*seen) return fail(c, arena_printf(c->arena, "'%.*s' is spelled already", STR_ARG(name)).data);
  *seen = true;
  return true;
}

// Resolve `$name` as an operand, attribute, region or successor into a custom argument.
static bool custom_variable(Compiler *c, Str name, CustomArg *arg) {
  const OpDef *def = c->def;
  int i;
  if ((i = find_attr(def, name)) >= 0) {
    arg->kind = CUSTOM_ATTR;
    arg->arity = def_attrs(def)[i].flags & ATTR_OPTIONAL ? OPTIONAL : SINGLE;
    if (!arg->is_ref && !note(c, &c->attrs[i], name)) return false;
  } else if ((i = find_operand(def, name)) >= 0) {
    arg->kind = CUSTOM_OPERAND;
    arg->arity = def_operands(def)[i].arity;
    if (!arg->is_ref && !note(c, &c->operands[i], name)) return false;
  } else if ((i = find_region(def, name)) >= 0) {
    arg->kind = CUSTOM_REGION;
    arg->arity = def_regions(def)[i].variadic ? VARIADIC : SINGLE;
    if (!arg->is_ref && !note(c, &c->regions[i], name)) return false;
  } else if ((i = find_successor(def, name)) >= 0) {
    arg->kind = CUSTOM_SUCCESSOR;
    arg->arity = def_successors(def)[i].variadic ? VARIADIC : SINGLE;
    if (!arg->is_ref && !note(c, &c->successors[i], name)) return false;
  } else {
    return fail(c, arena_printf(c->arena, "there is no operand, attribute, region or successor '%.*s'", STR_ARG(name)).data);
  }
  arg->index = (uint16_t)i;
  return true;
}

static bool type_variable(Compiler *c, Str name, bool is_ref, bool *is_result, int *index) {
  const OpDef *def = c->def;
  *is_result = false;
  *index = find_operand(def, name);
  if (*index < 0) {
    *is_result = true;
    *index = find_result(def, name);
  }
  if (*index < 0) return fail(c, arena_printf(c->arena, "there is no operand or result '%.*s'", STR_ARG(name)).data);
  bool *seen = &(*is_result ? c->result_types : c->operand_types)[*index];
  if (!is_ref && *seen && is_checked(c)) return fail(c, arena_printf(c->arena, "the type of '%.*s' is spelled already", STR_ARG(name)).data);
  if (!is_ref) *seen = true;
  return true;
}

// custom-argument ::= `$`name | `type` `(` `$`name `)` | `ref` `(` … `)` | string | `attr-dict`
static bool custom_argument(Compiler *c, CustomArg *arg, uint32_t depth) {
  FormatLexer *lex = &c->lex;
  Str text = lex->text;
  FormatTokenKind kind = lex->kind;
  const char *at = lex->begin;
  if (kind == FT_VARIABLE) {
    if (!custom_variable(c, text, arg)) return false;
    format_lex(lex);
    return true;
  }
  format_lex(lex);
  if (kind == FT_STRING) {
    arg->kind = CUSTOM_TEXT;
    arg->text = arena_str(c->arena, text);
    return true;
  }
  static const char *const allowed = "an argument is a variable, type(…), ref(…), qualified(…), attr-dict, prop-dict or a string";
  if (kind != FT_WORD) return fail_at(c, at, allowed);
  if (str_is(text, "attr-dict") || str_is(text, "prop-dict")) {
    arg->kind = text.data[0] == 'a' ? CUSTOM_ATTR_DICT : CUSTOM_PROP_DICT;
    c->has_attr_dict = true;
    return true;
  }
  if (str_is(text, "ref") || str_is(text, "qualified")) {
    arg->is_ref |= text.data[0] == 'r';
    if (depth > 2) return fail_at(c, at, "nested too deeply");
    return expect(c, '(') && custom_argument(c, arg, depth + 1) && expect(c, ')');
  }
  if (!str_is(text, "type")) return fail_at(c, at, allowed);
  if (!expect(c, '(')) return false;
  bool is_result;
  int index;
  if (!type_variable(c, lex->text, arg->is_ref, &is_result, &index)) return false;
  format_lex(lex);
  arg->kind = is_result ? CUSTOM_RESULT_TYPES : CUSTOM_OPERAND_TYPES;
  arg->arity = (is_result ? def_results(c->def) : def_operands(c->def))[index].arity;
  arg->index = (uint16_t)index;
  return expect(c, ')');
}

// A dialect that means something else by a name than others do adds its directive under `dialect.Name`.
static const CustomDirective *find_directive(Compiler *c, Str name) {
  if (!c->directives) return NULL;
  Str op = def_name(c->def);
  const char *dot = memchr(op.data, '.', op.size);
  Str dialect = dot ? str_slice(op, 0, (size_t)(dot - op.data)) : op;
  const CustomDirective *own = map_get_str(&c->directives->of_ops, arena_printf(c->arena, "%.*s.%.*s", STR_ARG(dialect), STR_ARG(name)));
  return own ? own : map_get_str(&c->directives->of_ops, name);
}

// custom ::= `custom` `<` name `>` `(` arguments `)`
static bool parse_custom(Compiler *c) {
  FormatLexer *lex = &c->lex;
  if (!expect(c, '<')) return false;
  Str name = lex->text;
  const char *at = lex->begin;
  const CustomDirective *known = find_directive(c, name);
  if (c->directives && (!known || (is_checked(c) && !known->refuses)))
    return fail(c, arena_printf(c->arena, "there is no custom directive '%.*s'", STR_ARG(name)).data);
  format_lex(lex);
  if (!expect(c, '>') || !expect(c, '(')) return false;
  CustomArg args[32] = {{0}};
  uint32_t count = 0;
  if (!format_lex_if(lex, ')')) {
    do {
      if (count == countof(args)) return fail(c, "too many arguments of a custom directive");
      if (!custom_argument(c, &args[count++], 0)) return false;
    } while (format_lex_if(lex, ','));
    if (!expect(c, ')')) return false;
  }
  CustomCall *call = (CustomCall *)arena_alloc(c->arena, sizeof *call + count * sizeof *args);
  if (!call) return fail(c, "out of memory");
  call->directive = known;
  const char *refused = known && is_checked(c) ? known->refuses(c->def, args, count) : NULL;
  if (refused) return fail_at(c, at, refused);
  call->count = count;
  memcpy(call->args, args, count * sizeof *args);
  bool spaced = format_space_variable(&c->spacing);
  FormatElement *e = add(c, FMT_CUSTOM);
  e->flags = spaced ? FMT_SPACED : 0;
  e->custom = call;
  return true;
}

static bool parse_element(Compiler *c, int *anchor);

// An element that may be in a group, and anchor it.
static bool check_in_group(Compiler *c, const FormatElement *e, bool is_anchor, const char *at) {
  const OpDef *def = c->def;
  switch ((FormatOp)e->op) {
    case FMT_LITERAL: case FMT_KEYWORD: case FMT_SPACE: case FMT_NEWLINE: case FMT_GROUP:
      return !is_anchor || fail_at(c, at, "only variables and types can be used to anchor an optional group");
    case FMT_ATTR:
      return !is_anchor || def_attrs(def)[e->arg].flags & (ATTR_OPTIONAL | ATTR_DEFAULT) ||
             fail_at(c, at, "only optional or default-valued attributes can be used to anchor an optional group");
    case FMT_OPERAND: case FMT_OPERAND_TYPE:
      return e->arity != SINGLE || fail_at(c, at, "only variable length operands can be used within an optional group");
    case FMT_RESULT_TYPE: return e->arity != SINGLE || fail_at(c, at, "only variable length results can be used within an optional group");
    case FMT_FUNCTIONAL_TYPE: return !is_anchor || fail_at(c, at, "'functional-type' cannot anchor an optional group");
    case FMT_CUSTOM:
      for (uint32_t i = 0; is_anchor && i < e->custom->count; i++) {
        const CustomArg *arg = &e->custom->args[i];
        bool varies = arg->kind == CUSTOM_REGION || arg->kind == CUSTOM_TEXT || arg->kind == CUSTOM_ATTR_DICT || arg->kind == CUSTOM_PROP_DICT ||
                      (arg->kind == CUSTOM_ATTR ? def_attrs(def)[arg->index].flags & (ATTR_OPTIONAL | ATTR_DEFAULT) : arg->arity != SINGLE);
        if (!arg->is_ref && !varies) return fail_at(c, at, "only what is optional can be used to anchor an optional group");
      }
      return true;
    case FMT_REGION: case FMT_SUCCESSOR: return true;
    default: return fail_at(c, at, "only literals, types, variables and custom directives can be used within an optional group");
  }
}

// A group's first element decides whether it is there.
static bool may_begin_group(const FormatElement *e) {
  return e->op == FMT_LITERAL || e->op == FMT_KEYWORD || e->op == FMT_ATTR || e->op == FMT_OPERAND || e->op == FMT_REGION || e->op == FMT_SUCCESSOR ||
         e->op == FMT_CUSTOM;
}

static bool check_group(Compiler *c, uint32_t begin, uint32_t then_end, uint32_t anchor, const char *at) {
  const FormatElement *list = c->out.data;
  uint32_t first = begin;
  while (first < then_end && (list[first].op == FMT_SPACE || list[first].op == FMT_NEWLINE)) first++;
  if (first == then_end || !may_begin_group(&list[first]))
    return fail_at(c, at, "first element of an optional group must be a literal, a variable or a custom directive");
  for (uint32_t i = begin; i < c->out.count; i = list[i].op == FMT_GROUP ? list[i].end : i + 1)
    if (!check_in_group(c, &list[i], i == anchor, at)) return false;
  return true;
}

// elements up to a closing parenthesis; the index of the one marked `^` goes to *anchor.
static bool parse_elements(Compiler *c, int *anchor) {
  while (!(c->lex.kind == FT_PUNCTUATION && c->lex.text.data[0] == ')'))
    if (!parse_element(c, anchor)) return false;
  format_lex(&c->lex);
  return true;
}

static bool is_unit_attr(const FormatElement *e) {
  return e->op == FMT_ATTR && e->attr->form == ATTR_FORM_UNIT;
}

// group ::= `(` elements `)` (`:` `(` elements `)`)? `?`
static bool parse_group(Compiler *c) {
  uint32_t self = c->out.count;
  const char *at = c->lex.begin;
  add(c, FMT_GROUP);
  int then_anchor = -1, else_anchor = -1;
  // A unit attribute that anchors its group is not spelled: the printer must not count it in the
  // spacing, so such an anchor is removed when it has been read.
  if (!parse_elements(c, &then_anchor)) return false;
  uint32_t then_end = c->out.count;
  if (format_lex_if(&c->lex, ':') && !(expect(c, '(') && parse_elements(c, &else_anchor))) return false;
  if (!expect(c, '?')) return false;
  FormatElement *group = &c->out.data[self];
  group->then_end = (uint16_t)then_end;
  group->end = (uint16_t)c->out.count;
  int anchor = then_anchor >= 0 ? then_anchor : else_anchor;
  if (anchor < 0 || (uint32_t)anchor >= c->out.count) return fail_at(c, at, "optional group has no anchor element: mark one with '^'");
  if (is_checked(c) && !check_group(c, self + 1, then_end, (uint32_t)anchor, at)) return false;
  if (then_anchor < 0) group->flags |= FMT_INVERTED;
  group->anchor = (uint16_t)anchor;
  const FormatElement *e = &c->out.data[anchor];
  if (e->flags & FMT_UNIT) {
    group->flags |= FMT_UNIT;
    group->arg = e->arg;
  }
  return true;
}

// oilist ::= `oilist` `(` literal elements (`|` literal elements)* `)`
static bool parse_oilist(Compiler *c) {
  if (!expect(c, '(')) return false;
  uint32_t self = c->out.count;
  add(c, FMT_OILIST);
  do {
    if (c->lex.kind != FT_LITERAL || !format_is_keyword(c->lex.text)) return fail(c, "a clause of oilist starts with a keyword between '`'");
    uint32_t clause = c->out.count;
    Str keyword = c->lex.text;
    format_lex(&c->lex);
    literal(c, FMT_CLAUSE, keyword);
    FormatSpacing after = c->spacing;
    while (!(c->lex.kind == FT_PUNCTUATION && (c->lex.text.data[0] == ')' || c->lex.text.data[0] == '|')))
      if (!parse_element(c, NULL)) return false;
    FormatElement *e = &c->out.data[clause];
    e->end = (uint16_t)c->out.count;
    if (e->end == clause + 2 && is_unit_attr(e + 1)) {
      e->flags |= FMT_UNIT;
      c->spacing = after;
    }
  } while (format_lex_if(&c->lex, '|'));
  c->out.data[self].end = (uint16_t)c->out.count;
  return expect(c, ')');
}

// `type` `(` operand `)` and `functional-type` `(` operand `,` operand `)`:
// operand ::= `operands` | `results` | `$`name
static bool type_operand(Compiler *c, bool *is_result, uint8_t *index) {
  Str text = c->lex.text;
  FormatTokenKind kind = c->lex.kind;
  format_lex(&c->lex);
  int i = FMT_ALL;
  if (kind == FT_VARIABLE) {
    if (!type_variable(c, text, false, is_result, &i)) return false;
  } else if (str_is(text, "operands")) {
    *is_result = false;
    if (!note(c, &c->format->all_operand_types, STR("type(operands)"))) return false;
  } else if (str_is(text, "results")) {
    *is_result = true;
    if (!note(c, &c->format->all_result_types, STR("type(results)"))) return false;
  } else {
    return fail(c, "a type is that of a variable, of 'operands' or of 'results'");
  }
  *index = (uint8_t)i;
  return true;
}

static bool parse_type_directive(Compiler *c, uint8_t flags) {
  bool is_result;
  uint8_t index;
  if (!expect(c, '(') || !type_operand(c, &is_result, &index) || !expect(c, ')')) return false;
  bool spaced = format_space_variable(&c->spacing);
  FormatElement *e = add(c, index == FMT_ALL ? (is_result ? FMT_ALL_RESULT_TYPES : FMT_ALL_OPERAND_TYPES)
                                             : (is_result ? FMT_RESULT_TYPE : FMT_OPERAND_TYPE));
  e->arg = index;
  e->flags = (uint8_t)(flags | (spaced ? FMT_SPACED : 0));
  if (index != FMT_ALL) {
    const ValueDef *value = &(is_result ? def_results(c->def) : def_operands(c->def))[index];
    e->arity = value->arity;
    e->type = def_value_type(c->def, value);
  }
  return true;
}

static bool variable(Compiler *c, uint8_t flags, int *anchor) {
  CustomArg arg = {0};
  if (!custom_variable(c, c->lex.text, &arg)) return false;
  format_lex(&c->lex);
  static const uint8_t ops[] = {[CUSTOM_OPERAND] = FMT_OPERAND, [CUSTOM_ATTR] = FMT_ATTR, [CUSTOM_REGION] = FMT_REGION,
                                [CUSTOM_SUCCESSOR] = FMT_SUCCESSOR};
  FormatElement e = {.op = ops[arg.kind], .arg = (uint8_t)arg.index, .arity = arg.arity, .flags = flags};
  if (e.op == FMT_ATTR) e.attr = def_attr_type(c->def, e.arg);
  // The anchor of a group, when it is a unit attribute and not the group's first element, is only
  // set or tested: parser and printer step over it.
  bool is_anchor = anchor && c->lex.kind == FT_PUNCTUATION && c->lex.text.data[0] == '^';
  if (is_anchor && is_unit_attr(&e) && c->out.count && c->out.data[c->out.count - 1].op != FMT_GROUP)
    e.flags |= FMT_UNIT;
  else if (format_space_variable(&c->spacing))
    e.flags |= FMT_SPACED;
  vec_push(c->arena, &c->out, e);
  return true;
}

static bool directive(Compiler *c) {
  Str word = c->lex.text;
  const char *at = c->lex.begin;
  format_lex(&c->lex);
  if (str_is(word, "attr-dict") || str_is(word, "attr-dict-with-keyword")) {
    if (!note(c, &c->has_attr_dict, STR("attr-dict"))) return false;
    FormatElement *e = add(c, FMT_ATTR_DICT);
    if (word.size > 9) e->flags = FMT_WITH_KEYWORD;
    c->spacing.after_punctuation = false;
    return true;
  }
  if (str_is(word, "prop-dict")) {
    add(c, FMT_PROP_DICT);
    if (!note(c, &c->format->has_prop_dict, STR("prop-dict"))) return false;
    c->spacing.after_punctuation = false;
    return true;
  }
  if (str_is(word, "type")) return parse_type_directive(c, 0);
  if (str_is(word, "custom")) return parse_custom(c);
  if (str_is(word, "oilist")) return parse_oilist(c);
  if (str_is(word, "qualified")) {
    if (!expect(c, '(')) return false;
    if (c->lex.kind == FT_VARIABLE) return variable(c, FMT_QUALIFIED, NULL) && expect(c, ')');
    if (!str_is(c->lex.text, "type")) return fail(c, "'qualified' takes a variable or type(…)");
    format_lex(&c->lex);
    return parse_type_directive(c, FMT_QUALIFIED) && expect(c, ')');
  }
  if (str_is(word, "functional-type")) {
    bool in_result, out_result;
    uint8_t in, out;
    if (!expect(c, '(') || !type_operand(c, &in_result, &in) || !expect(c, ',') || !type_operand(c, &out_result, &out) ||
        !expect(c, ')'))
      return false;
    if (in_result || !out_result) return fail(c, "'functional-type' takes operands, then results");
    bool spaced = format_space_variable(&c->spacing);
    FormatElement *e = add(c, FMT_FUNCTIONAL_TYPE);
    e->flags = spaced ? FMT_SPACED : 0;
    e->arg = in;
    e->kind = out;
    return true;
  }
  FormatOp op;
  if (str_is(word, "operands")) {
    op = FMT_OPERANDS;
    if (!note(c, &c->format->all_operands, word)) return false;
  } else if (str_is(word, "regions")) {
    op = FMT_REGIONS;
    if (!note(c, &c->all_regions, word)) return false;
  } else if (str_is(word, "successors")) {
    op = FMT_SUCCESSORS;
    if (!note(c, &c->all_successors, word)) return false;
  } else {
    return fail_at(c, at, arena_printf(c->arena, "there is no directive '%.*s': there are attr-dict, attr-dict-with-keyword, prop-dict, type, functional-type, "
      "qualified, operands, regions, successors, oilist and custom", STR_ARG(word)).data);
  }
  bool spaced = format_space_variable(&c->spacing);
  add(c, op)->flags = spaced ? FMT_SPACED : 0;
  return true;
}

// element ::= literal | `$`name | directive | group, then `^` for the anchor of a group
static bool parse_element(Compiler *c, int *anchor) {
  uint32_t self = c->out.count;
  bool ok;
  if (c->out.count > MAX_ELEMENTS) return fail(c, "the format is too long");
  switch (c->lex.kind) {
    case FT_LITERAL: ok = parse_literal(c); break;
    case FT_VARIABLE: ok = variable(c, 0, anchor); break;
    case FT_WORD: ok = directive(c); break;
    case FT_END: return fail(c, "expected ')'");
    case FT_BAD: return fail(c, "the quote is not closed");
    case FT_STRING: return fail(c, "a string stands only among the arguments of a custom directive");
    default:
      if (c->lex.text.data[0] != '(') return fail(c, "expected a literal between '`', a variable, a directive or '('");
      if (c->depth == MAX_DEPTH) return fail(c, "nested too deeply");
      c->depth++;
      format_lex(&c->lex);
      ok = parse_group(c);
      c->depth--;
      break;
  }
  if (!ok) return false;
  if (format_lex_if(&c->lex, '^')) {
    if (!anchor) return fail(c, "'^' marks an element of an optional group");
    if (*anchor >= 0) return fail(c, "there is an anchor already");
    *anchor = (int)self;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// Where types come from (OpFormatParser::verify)

typedef struct TypeResolvers {
  TypeResolver *operands, *results;
} TypeResolvers;

// What a relation names, when the text spells its type.
static TypeResolver seen_ref(const Compiler *c, uint8_t ref) {
  uint8_t i = ref & REF_INDEX;
  switch (ref & REF_KIND) {
    case REF_OPERAND: return (TypeResolver){c->operand_types[i] ? RESOLVE_OPERAND : RESOLVE_NONE, i, NULL};
    case REF_RESULT: return (TypeResolver){c->result_types[i] ? RESOLVE_RESULT : RESOLVE_NONE, i, NULL};
    default: return (TypeResolver){c->attrs[i] ? RESOLVE_ATTR : RESOLVE_NONE, i, NULL};
  }
}

static void set_resolver(TypeResolvers *r, uint8_t ref, TypeResolver resolver) {
  if ((ref & REF_KIND) == REF_OPERAND) r->operands[ref & REF_INDEX] = resolver;
  if ((ref & REF_KIND) == REF_RESULT) r->results[ref & REF_INDEX] = resolver;
}

static void same_types(const Compiler *c, TypeResolvers *r, bool with_results) {
  const OpDef *def = c->def;
  TypeResolver from = {0};
  for (uint32_t i = def->result_count; with_results && i-- > 0;)
    if (c->result_types[i]) from = (TypeResolver){RESOLVE_RESULT, (uint8_t)i, NULL};
  for (uint32_t i = def->operand_count; i-- > 0;)
    if (c->operand_types[i]) from = (TypeResolver){RESOLVE_OPERAND, (uint8_t)i, NULL};
  if (!from.kind) return;
  for (uint32_t i = 0; i < def->operand_count; i++)
    if (!c->operand_types[i]) r->operands[i] = from;
  for (uint32_t i = 0; with_results && i < def->result_count; i++)
    if (!c->result_types[i]) r->results[i] = from;
}

static void relations(const Compiler *c, TypeResolvers *r) {
  if (op_def_has(c->def, TRAIT_SAME_TYPE_OPERANDS)) same_types(c, r, false);
  if (op_def_has(c->def, TRAIT_SAME_OPERANDS_AND_RESULT_TYPE)) same_types(c, r, true);
  for (uint32_t k = 0; k < c->def->relation_count; k++) {
    const Relation *relation = &def_relations(c->def)[k];
    if (relation->kind == REL_ALL_TYPES_MATCH) {
      for (uint32_t i = 0; i < relation->count; i++) {
        TypeResolver from = seen_ref(c, relation->values[i]);
        if (!from.kind) continue;
        for (uint32_t n = 0; n < relation->count; n++)
          if (n != i) set_resolver(r, relation->values[n], from);
      }
    } else if (relation->transform || relation->transform_all) {
      TypeResolver from = seen_ref(c, relation->values[0]);
      from.via = relation;
      if (from.kind) set_resolver(r, relation->values[1], from);
    }
  }
}

static bool resolve(Compiler *c, TypeResolver *list, const ValueDef *defs, const bool *seen, bool all, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (all || seen[i])
      list[i] = (TypeResolver){.kind = RESOLVE_SEEN};
    else if (!list[i].kind && constraint_is_buildable(def_value_type(c->def, &defs[i])))
      list[i].kind = RESOLVE_BUILD;
    else if (!list[i].kind) {
      const char *name = def_text(c->def, defs[i].name);
      return fail(c, *name ? text(c, "type of '%s' is neither spelled, nor follows from a trait, nor is the only one there is: add type($…)", name)
                           : "type of a value without a name is neither spelled, nor follows from a trait, nor is the only one there is");
    }
  }
  return true;
}

static void note_checked(Format *f, uint8_t *list, const TypeResolver *resolver) {
  if (!resolver->via || (resolver->kind != RESOLVE_OPERAND && resolver->kind != RESOLVE_RESULT)) return;
  uint8_t id = (uint8_t)(resolver->arg | (resolver->kind == RESOLVE_RESULT ? 0x80 : 0));
  for (uint32_t i = 0; i < f->checked_count; i++)
    if (list[i] == id) return;
  list[f->checked_count++] = id;
}

static void types(Compiler *c) {
  const OpDef *def = c->def;
  Format *f = c->format;
  Arena *arena = c->arena;
  TypeResolvers r = {arena_new(arena, TypeResolver, def->operand_count), arena_new(arena, TypeResolver, def->result_count)};
  relations(c, &r);
  bool any_result = f->all_result_types;
  for (uint32_t i = 0; i < def->result_count; i++) any_result |= c->result_types[i];
  f->infers = def->result_count && !any_result && (def->flags & DEF_INFERS);
  if (!f->infers && !resolve(c, r.results, def_results(def), c->result_types, f->all_result_types, def->result_count)) return;
  if (!resolve(c, r.operands, def_operands(def), c->operand_types, f->all_operand_types, def->operand_count)) return;
  uint8_t *checked = arena_new(arena, uint8_t, def->operand_count + def->result_count);
  for (uint32_t i = 0; !f->infers && i < def->result_count; i++) note_checked(f, checked, &r.results[i]);
  for (uint32_t i = 0; i < def->operand_count; i++) note_checked(f, checked, &r.operands[i]);
  f->checked = checked;
  f->operands = r.operands;
  f->results = r.results;
}

// Check that the format spells everything, and each thing once.
static bool check_whole(Compiler *c) {
  const OpDef *def = c->def;
  for (uint32_t i = 0; i < def->operand_count; i++) {
    const char *name = def_operand_name(def, i);
    if (!c->operands[i] && !c->format->all_operands) return fail(c, text(c, "operand '%s' is not spelled", name));
    if (c->operands[i] && c->format->all_operands) return fail(c, text(c, "'operands' spells '%s' again", name));
    if (c->operand_types[i] && c->format->all_operand_types && is_checked(c)) return fail(c, text(c, "'type(operands)' spells the type of '%s' again", name));
  }
  for (uint32_t i = 0; i < def->result_count; i++)
    if (c->result_types[i] && c->format->all_result_types && is_checked(c)) return fail(c, text(c, "'type(results)' spells the type of '%s' again", def_result_name(def, i)));
  for (uint32_t i = 0; i < def->region_count; i++)
    if (c->regions[i] == c->all_regions) return fail(c, text(c, c->all_regions ? "'regions' spells '%s' again" : "region '%s' is not spelled", def_text(def, def_regions(def)[i].name)));
  for (uint32_t i = 0; i < def->successor_count; i++)
    if (c->successors[i] == c->all_successors) return fail(c, text(c, c->all_successors ? "'successors' spells '%s' again" : "successor '%s' is not spelled", def_text(def, def_successors(def)[i].name)));
  for (uint32_t i = 0; i < def->attr_count && is_checked(c) && !c->format->has_prop_dict; i++)
    if (def_attrs(def)[i].flags & ATTR_PROP && !c->attrs[i]) return fail(c, text(c, "property '%s' is not spelled", def_attr_name(def, i)));
  return c->has_attr_dict || c->format->has_prop_dict || fail(c, "'attr-dict' is missing");
}

// The attributes that attr-dict always leaves out.
static void elision(Compiler *c) {
  const OpDef *def = c->def;
  Format *f = c->format;
  bool *elided = c->attrs;
  for (uint32_t i = 0; i < def->attr_count; i++) {
    Str name = str_from(def_attr_name(def, i));
    if (def_attrs(def)[i].flags & ATTR_PROP) elided[i] = true;
    if (!f->all_operands && op_def_has(def, TRAIT_ATTR_SIZED_OPERANDS) && str_is(name, "operandSegmentSizes")) elided[i] = true;
    if (!f->all_result_types && op_def_has(def, TRAIT_ATTR_SIZED_RESULTS) && str_is(name, "resultSegmentSizes")) elided[i] = true;
    for (uint32_t k = 0; k < def->operand_count; k++)
      if (def_operands(def)[k].arity == VARIADIC_OF_VARIADIC && def_operands(def)[k].segments == i) {
        elided[i] = true;
        f->has_groups = true;
      }
  }
  f->elided = elided;
  for (uint32_t i = 0; i < def->attr_count; i++) f->shown_count += !elided[i];
  if (f->has_prop_dict) f->shown_count = 0;
}

// Single values behind single values only have a fixed place.
static void places(Compiler *c) {
  for (uint32_t k = 0; k < c->out.count; k++) {
    FormatElement *e = &c->out.data[k];
    if (e->op != FMT_OPERAND && e->op != FMT_OPERAND_TYPE && e->op != FMT_RESULT_TYPE) continue;
    const ValueDef *list = e->op == FMT_RESULT_TYPE ? def_results(c->def) : def_operands(c->def);
    bool fixed = true;
    for (uint32_t i = 0; i <= e->arg; i++) fixed = fixed && list[i].arity == SINGLE;
    if (fixed) e->flags |= FMT_FIXED;
  }
}

// Nothing but values, types, literals and attributes; in groups, which do not nest, no values or types.
static bool plain_elements(const Compiler *c) {
  uint32_t group_end = 0;
  for (uint32_t k = 0; k < c->out.count; k++) {
    const FormatElement *e = &c->out.data[k];
    bool in_group = k < group_end;
    switch ((FormatOp)e->op) {
      case FMT_LITERAL:
      case FMT_KEYWORD:
      case FMT_ATTR:
      case FMT_SPACE:
      case FMT_NEWLINE: break;
      case FMT_OPERAND:
      case FMT_OPERAND_TYPE:
      case FMT_RESULT_TYPE:
      case FMT_ATTR_DICT:
        if (in_group) return false;
        break;
      case FMT_GROUP:
        if (in_group) return false;
        group_end = e->end;
        break;
      default: return false;
    }
  }
  return true;
}

static void plain(Compiler *c) {
  Format *f = c->format;
  const OpDef *def = c->def;
  uint32_t count = (uint32_t)def->operand_count + def->result_count;
  if (f->all_operands || f->all_operand_types || f->all_result_types || f->infers || f->has_groups || f->checked_count ||
      def->region_count || def->successor_count || op_def_has(def, TRAIT_ATTR_SIZED_OPERANDS | TRAIT_ATTR_SIZED_RESULTS) || count > PLAIN_VALUES ||
      !plain_elements(c))
    return;
  uint8_t *from = arena_new(c->arena, uint8_t, count);
  for (uint32_t i = 0; i < count; i++) {
    bool is_result = i >= def->operand_count;
    const ValueDef *value = is_result ? &def_results(def)[i - def->operand_count] : &def_operands(def)[i];
    const TypeResolver *resolver = is_result ? &f->results[i - def->operand_count] : &f->operands[i];
    if (value->arity != SINGLE || resolver->via) return;
    switch ((ResolveKind)resolver->kind) {
      case RESOLVE_SEEN: from[i] = (uint8_t)i; break;
      case RESOLVE_OPERAND: from[i] = resolver->arg; break;
      case RESOLVE_RESULT: from[i] = (uint8_t)(def->operand_count + resolver->arg); break;
      default: return;
    }
  }
  f->is_plain = true;
  f->plain_types = from;
}

Format *format_compile_text(Arena *arena, const FormatDirectives *directives, const OpDef *def, const char *text) {
  Format *f = arena_new(arena, Format, 1);
  Compiler c = {.arena = arena, .directives = directives, .def = def, .format = f, .spacing = {true, false}};
  c.operand_types = arena_new(arena, bool, def->operand_count);
  c.result_types = arena_new(arena, bool, def->result_count);
  c.attrs = arena_new(arena, bool, def->attr_count);
  c.operands = arena_new(arena, bool, def->operand_count);
  c.regions = arena_new(arena, bool, def->region_count);
  c.successors = arena_new(arena, bool, def->successor_count);
  f->def = def;
  f->table = def->table;
  f->name = def_name(def);
  format_lex_start(&c.lex, text);
  while (c.lex.kind != FT_END && parse_element(&c, NULL)) {}
  if (!c.error) check_whole(&c);
  if (!c.error) types(&c);
  if (!c.error) elision(&c);
  if (!c.error) places(&c);
  if (!c.error) plain(&c);
  f->elements = c.out.data;
  f->count = c.out.count;
  f->error = c.error;
  f->error_at = c.error ? (uint32_t)(c.error_at - text) : 0;
  return f;
}

