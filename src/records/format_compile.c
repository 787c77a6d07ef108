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
  const char *error;
  const char *error_at;
} Compiler;

static bool fail(Compiler *c, const char *why) {
  if (!c->error) {
    c->error = why;
    c->error_at = c->lex.begin;
  }
  return false;
}

static bool expect(Compiler *c, char punctuation) {
  return format_lex_if(&c->lex, punctuation) || fail(c, "punctuation missing");
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
static void parse_literal(Compiler *c) {
  Str text = c->lex.text;
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
}

// Resolve `$name` as an operand, attribute, region or successor into a custom argument.
static bool custom_variable(Compiler *c, Str name, CustomArg *arg) {
  const OpDef *def = c->def;
  int i;
  if ((i = find_attr(def, name)) >= 0) {
    arg->kind = CUSTOM_ATTR;
    arg->arity = def_attrs(def)[i].flags & ATTR_OPTIONAL ? OPTIONAL : SINGLE;
    if (!arg->is_ref) c->attrs[i] = true;
  } else if ((i = find_operand(def, name)) >= 0) {
    arg->kind = CUSTOM_OPERAND;
    arg->arity = def_operands(def)[i].arity;
  } else if ((i = find_region(def, name)) >= 0) {
    arg->kind = CUSTOM_REGION;
    arg->arity = def_regions(def)[i].variadic ? VARIADIC : SINGLE;
  } else if ((i = find_successor(def, name)) >= 0) {
    arg->kind = CUSTOM_SUCCESSOR;
    arg->arity = def_successors(def)[i].variadic ? VARIADIC : SINGLE;
  } else {
    return fail(c, "unknown variable");
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
  if (*index < 0) return fail(c, "unknown variable in type()");
  if (!is_ref) (*is_result ? c->result_types : c->operand_types)[*index] = true;
  return true;
}

// custom-argument ::= `$`name | `type` `(` `$`name `)` | `ref` `(` … `)` | string | `attr-dict`
static bool custom_argument(Compiler *c, CustomArg *arg) {
  FormatLexer *lex = &c->lex;
  Str text = lex->text;
  FormatTokenKind kind = lex->kind;
  format_lex(lex);
  if (kind == FT_STRING) {
    arg->kind = CUSTOM_TEXT;
    arg->text = arena_str(c->arena, text);
    return true;
  }
  if (kind == FT_VARIABLE) return custom_variable(c, text, arg);
  if (kind != FT_WORD) return fail(c, "unexpected token in custom directive");
  if (str_is(text, "attr-dict") || str_is(text, "prop-dict")) {
    arg->kind = text.data[0] == 'a' ? CUSTOM_ATTR_DICT : CUSTOM_PROP_DICT;
    return true;
  }
  if (str_is(text, "ref") || str_is(text, "qualified")) {
    arg->is_ref |= text.data[0] == 'r';
    return expect(c, '(') && custom_argument(c, arg) && expect(c, ')');
  }
  if (!str_is(text, "type")) return fail(c, "unknown directive in custom directive");
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

// custom ::= `custom` `<` name `>` `(` arguments `)`
static bool parse_custom(Compiler *c) {
  FormatLexer *lex = &c->lex;
  if (!expect(c, '<')) return false;
  Str name = lex->text;
  format_lex(lex);
  if (!expect(c, '>') || !expect(c, '(')) return false;
  CustomArg args[32] = {{0}};
  uint32_t count = 0;
  do {
    if (count == countof(args)) return fail(c, "too many arguments of a custom directive");
    if (!custom_argument(c, &args[count++])) return false;
  } while (format_lex_if(lex, ','));
  if (!expect(c, ')')) return false;
  CustomCall *call = (CustomCall *)arena_alloc(c->arena, sizeof *call + count * sizeof *args);
  call->directive = c->directives ? map_get_str(&c->directives->of_ops, name) : NULL;
  if (!call->directive && c->directives) return fail(c, "unknown custom directive");
  call->count = count;
  memcpy(call->args, args, count * sizeof *args);
  bool spaced = format_space_variable(&c->spacing);
  FormatElement *e = add(c, FMT_CUSTOM);
  e->flags = spaced ? FMT_SPACED : 0;
  e->custom = call;
  return true;
}

static bool parse_element(Compiler *c, int *anchor);

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
  if (anchor < 0) return fail(c, "group without anchor");
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
    if (c->lex.kind != FT_LITERAL) return fail(c, "a clause of oilist starts with a literal");
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
    c->format->all_operand_types = true;
  } else if (str_is(text, "results")) {
    *is_result = true;
    c->format->all_result_types = true;
  } else {
    return fail(c, "unknown operand of type()");
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
  format_lex(&c->lex);
  if (str_is(word, "attr-dict") || str_is(word, "attr-dict-with-keyword")) {
    FormatElement *e = add(c, FMT_ATTR_DICT);
    if (word.size > 9) e->flags = FMT_WITH_KEYWORD;
    c->spacing.after_punctuation = false;
    return true;
  }
  if (str_is(word, "prop-dict")) {
    add(c, FMT_PROP_DICT);
    c->format->has_prop_dict = true;
    c->spacing.after_punctuation = false;
    return true;
  }
  if (str_is(word, "type")) return parse_type_directive(c, 0);
  if (str_is(word, "custom")) return parse_custom(c);
  if (str_is(word, "oilist")) return parse_oilist(c);
  if (str_is(word, "qualified")) {
    if (!expect(c, '(')) return false;
    if (c->lex.kind == FT_VARIABLE) return variable(c, FMT_QUALIFIED, NULL) && expect(c, ')');
    if (!str_is(c->lex.text, "type")) return fail(c, "qualified() of what?");
    format_lex(&c->lex);
    return parse_type_directive(c, FMT_QUALIFIED) && expect(c, ')');
  }
  if (str_is(word, "functional-type")) {
    bool in_result, out_result;
    uint8_t in, out;
    if (!expect(c, '(') || !type_operand(c, &in_result, &in) || !expect(c, ',') || !type_operand(c, &out_result, &out) ||
        !expect(c, ')'))
      return false;
    if (in_result || !out_result) return fail(c, "functional-type() of operands and results only");
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
    c->format->all_operands = true;
  } else if (str_is(word, "regions")) {
    op = FMT_REGIONS;
  } else if (str_is(word, "successors")) {
    op = FMT_SUCCESSORS;
  } else {
    return fail(c, "unknown directive");
  }
  bool spaced = format_space_variable(&c->spacing);
  add(c, op)->flags = spaced ? FMT_SPACED : 0;
  return true;
}

// element ::= literal | `$`name | directive | group, then `^` for the anchor of a group
static bool parse_element(Compiler *c, int *anchor) {
  uint32_t self = c->out.count;
  bool ok;
  if (c->out.count > 2000) return fail(c, "format too long");
  switch (c->lex.kind) {
    case FT_LITERAL: parse_literal(c); ok = true; break;
    case FT_VARIABLE: ok = variable(c, 0, anchor); break;
    case FT_WORD: ok = directive(c); break;
    default: ok = expect(c, '(') && parse_group(c); break;
  }
  if (!ok) return false;
  if (format_lex_if(&c->lex, '^')) {
    if (!anchor) return fail(c, "anchor outside of a group");
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
    else if (!list[i].kind)
      return fail(c, "type can neither be read nor inferred");
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
  f->infers = def->result_count && !any_result && def_infer(def);
  if (!f->infers && !resolve(c, r.results, def_results(def), c->result_types, f->all_result_types, def->result_count)) return;
  if (!resolve(c, r.operands, def_operands(def), c->operand_types, f->all_operand_types, def->operand_count)) return;
  uint8_t *checked = arena_new(arena, uint8_t, def->operand_count + def->result_count);
  for (uint32_t i = 0; !f->infers && i < def->result_count; i++) note_checked(f, checked, &r.results[i]);
  for (uint32_t i = 0; i < def->operand_count; i++) note_checked(f, checked, &r.operands[i]);
  f->checked = checked;
  f->operands = r.operands;
  f->results = r.results;
}

// Which attributes attr-dict leaves out whatever their value is.
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
  f->def = def;
  f->table = def_table(def);
  f->name = def_name(def);
  format_lex_start(&c.lex, text);
  while (c.lex.kind != FT_END && parse_element(&c, NULL)) {}
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

