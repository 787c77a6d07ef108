#include "service/next_element.h"

#include "service/cursor.h"

typedef struct Walk {
  NextElements *out;
  const Format *format;
  Str text;
  const Token *tokens;
  uint32_t count, at;
  bool is_over;    // what stands next is known, or the tokens do not fit
} Walk;

static bool at_end(const Walk *w) { return w->at >= w->count; }
static TokenKind kind_at(const Walk *w) { return at_end(w) ? TOK_EOF : w->tokens[w->at].kind; }
static Str text_at(const Walk *w) { return at_end(w) ? (Str){0} : token_text(w->text, w->tokens[w->at]); }

static bool take(Walk *w, TokenKind kind) {
  if (kind_at(w) != kind) return false;
  w->at++;
  return true;
}

static void note(Walk *w, NextElement element, bool must) {
  if (w->out->count < NEXT_MAX) w->out->items[w->out->count++] = element;
  w->is_over |= must;
}

// What is in brackets is passed over. Where they are open nothing more is known.
static bool skip_brackets(Walk *w) {
  uint32_t end = tokens_behind_bracket(w->tokens, w->count, w->at);
  bool is_closed = token_closes(w->tokens[end - 1].kind);
  w->is_over |= !is_closed;
  w->at = end;
  return is_closed;
}

static bool may_begin_type(TokenKind kind) {
  return kind == TOK_L_PAREN || kind == TOK_EXCLAMATION_ID || token_is_word(kind);
}

static void skip_type(Walk *w) {
  TokenKind kind = kind_at(w);
  if (!may_begin_type(kind)) {
    w->is_over = true;
    return;
  }
  if (kind == TOK_L_PAREN) {
    if (!skip_brackets(w) || !take(w, TOK_ARROW)) return;
    if (kind_at(w) == TOK_L_PAREN) {
      skip_brackets(w);
      return;
    }
  }
  w->at++;
  if (kind_at(w) == TOK_LESS) skip_brackets(w);
}

// --- Attributes

// The cases of an attribute of a dialect that is an enum in `<` and `>`.
static const EnumDef *cases_of(const Walk *w, const AttrConstraint *attr) {
  if (attr->enum_def) return w->format->table->enums[attr->enum_def];
  const AttrDef *def = attr->attr_def ? w->format->table->attr_defs[attr->attr_def] : NULL;
  const ParamsDef *params = def ? def->params : NULL;
  return params && params->count == 1 && params->params[0].kind == PARAM_ENUM ? params->params[0].def : NULL;
}

static bool is_case(const EnumDef *cases, Str word) {
  int64_t value;
  return cases && enum_value(cases, word, &value);
}

// `a`, `a|b`, `"a"`; and the same in `<` and `>`.
static void skip_cases(Walk *w, const EnumDef *cases, bool is_optional) {
  const NextElement next = {.kind = NEXT_CASE, .cases = cases};
  bool is_bracketed = take(w, TOK_LESS);
  for (bool more = true; more;) {
    if (at_end(w)) {
      note(w, next, true);
      return;
    }
    if (kind_at(w) != TOK_STRING && !is_case(cases, text_at(w))) {
      w->is_over = !is_optional || is_bracketed;
      return;
    }
    w->at++;
    is_optional = false;
    more = cases->is_bits && (take(w, TOK_VERTICAL_BAR) || take(w, TOK_COMMA));
  }
  if (is_bracketed && !take(w, TOK_GREATER)) w->is_over = true;
}

static void skip_any_attr(Walk *w, bool has_type) {
  if (kind_at(w) == TOK_MINUS) w->at++;
  TokenKind kind = kind_at(w);
  if (token_opens(kind)) {
    if (!skip_brackets(w)) return;
  } else {
    w->at++;
    if ((token_is_word(kind) || kind == TOK_HASH_ID || kind == TOK_EXCLAMATION_ID) && kind_at(w) == TOK_LESS && !skip_brackets(w)) return;
  }
  if (!has_type || !take(w, TOK_COLON)) return;
  if (at_end(w)) note(w, (NextElement){.kind = NEXT_TYPE, .entry = FMT_ALL}, true);
  else skip_type(w);
}

static void walk_attr(Walk *w, const FormatElement *e) {
  const AttrConstraint *attr = e->attr;
  bool is_optional = def_attrs(w->format->def)[e->arg].flags & (ATTR_OPTIONAL | ATTR_DEFAULT);
  const EnumDef *cases = cases_of(w, attr);
  bool has_keyword = attr->form == ATTR_FORM_PROP && attr->keyword;
  Str keyword = has_keyword ? str_from(def_text(w->format->def, attr->keyword)) : (Str){0};
  if (attr->form == ATTR_FORM_UNIT) return;
  if (has_keyword) {
    if (at_end(w)) note(w, (NextElement){.kind = NEXT_KEYWORD, .keyword = keyword}, !is_optional);
    else if (str_equal(text_at(w), keyword)) w->at++;
    else return;
    if (at_end(w)) return;
  }
  switch (attr->form) {
    case ATTR_FORM_ENUM:
    case ATTR_FORM_PROP:
    case ATTR_FORM_DEF:
      if (!cases) break;
      if (at_end(w)) note(w, (NextElement){.kind = NEXT_CASE, .cases = cases}, !is_optional);
      else skip_cases(w, cases, is_optional);
      return;
    case ATTR_FORM_SYMBOL:
      if (at_end(w)) note(w, (NextElement){.kind = NEXT_SYMBOL}, !is_optional);
      else if (!take(w, TOK_AT_ID)) w->is_over = !is_optional;
      while (take(w, TOK_COLON_COLON) && take(w, TOK_AT_ID)) {}
      return;
    case ATTR_FORM_TYPE:
      if (at_end(w)) note(w, (NextElement){.kind = NEXT_TYPE, .entry = FMT_ALL}, !is_optional);
      else skip_type(w);
      return;
    default: break;
  }
  if (at_end(w)) w->is_over = !is_optional;
  else skip_any_attr(w, attr->form == ATTR_FORM_ANY || attr->form == ATTR_FORM_TYPED);
}

// --- Values and their types

static void walk_operands(Walk *w, uint8_t entry, Arity arity, const TypeConstraint *type) {
  const NextElement next = {.kind = NEXT_OPERAND, .entry = entry, .type = type};
  if (at_end(w)) {
    note(w, next, arity == SINGLE);
    return;
  }
  if (arity == VARIADIC_OF_VARIADIC) {
    while (kind_at(w) == TOK_L_PAREN && skip_brackets(w) && take(w, TOK_COMMA)) {}
    return;
  }
  if (kind_at(w) != TOK_PERCENT_ID) {
    w->is_over = arity == SINGLE;
    return;
  }
  if (entry < NEXT_OPERANDS) w->out->operands[entry] = w->tokens[w->at];
  for (;;) {
    w->at++;
    take(w, TOK_HASH_ID);   // `%a#1`
    if (arity != VARIADIC || kind_at(w) != TOK_COMMA) return;
    w->at++;
    if (at_end(w)) note(w, next, true);
    if (kind_at(w) != TOK_PERCENT_ID) {
      w->at--;
      return;
    }
  }
}

static void walk_types(Walk *w, NextElement next, Arity arity) {
  do {
    if (at_end(w)) {
      note(w, next, arity == SINGLE || (w->at && w->tokens[w->at - 1].kind == TOK_COMMA));
      return;
    }
    skip_type(w);
  } while (arity != SINGLE && !w->is_over && take(w, TOK_COMMA));
}

static void walk_functional_type(Walk *w) {
  const NextElement next = {.kind = NEXT_TYPE, .entry = FMT_ALL, .is_result = true};
  if (at_end(w) || kind_at(w) != TOK_L_PAREN || !skip_brackets(w) || !take(w, TOK_ARROW)) w->is_over = true;
  else if (at_end(w)) note(w, next, true);
  else skip_type(w);
}

static void walk_bracketed(Walk *w, TokenKind first, bool is_variadic) {
  do {
    if (kind_at(w) != first) {
      w->is_over = !is_variadic;
      return;
    }
    if (first == TOK_CARET_ID) w->at++;
    if (token_opens(kind_at(w))) skip_brackets(w);
  } while (is_variadic && !w->is_over && take(w, TOK_COMMA));
}

static void walk_successors(Walk *w, bool is_variadic) {
  if (at_end(w)) note(w, (NextElement){.kind = NEXT_BLOCK}, !is_variadic);
  else walk_bracketed(w, TOK_CARET_ID, is_variadic);
}

// --- Elements

static bool is_literal(const FormatElement *e) { return e->op == FMT_LITERAL || e->op == FMT_KEYWORD; }

static bool at_literal(const Walk *w, const FormatElement *e) {
  return e->op == FMT_LITERAL ? kind_at(w) == (TokenKind)e->kind : str_equal(text_at(w), (Str){e->text, e->size});
}

static void note_keyword(Walk *w, const FormatElement *e, bool must) {
  if (e->op != FMT_LITERAL) note(w, (NextElement){.kind = NEXT_KEYWORD, .keyword = {e->text, e->size}}, must);
  w->is_over |= must;
}

// A directive of the dialect reads what it likes: go on behind that, at the next literal of the format.
static void walk_custom(Walk *w, uint32_t i, uint32_t end) {
  const FormatElement *elements = w->format->elements;
  const CustomCall *call = elements[i].custom;
  uint32_t next = i + 1;
  while (next < end && !is_literal(&elements[next])) next = elements[next].op == FMT_GROUP || elements[next].op == FMT_OILIST ? elements[next].end : next + 1;
  const OpDef *def = w->format->def;
  uint32_t entry = 0;
  while (entry < call->count && call->args[entry].kind != CUSTOM_OPERAND) entry++;
  while (!at_end(w) && !(next < end && at_literal(w, &elements[next]))) {
    if (entry < call->count && kind_at(w) == TOK_PERCENT_ID && call->args[entry].index < NEXT_OPERANDS && !call->args[entry].is_ref) {
      w->out->operands[call->args[entry].index] = w->tokens[w->at];
      entry = call->count;
    }
    if (token_opens(kind_at(w))) skip_brackets(w);
    else w->at++;
  }
  if (!at_end(w)) return;
  for (uint32_t k = 0; k < call->count; k++) {
    const CustomArg *arg = &call->args[k];
    if (arg->is_ref) continue;
    NextElement found = {.kind = NEXT_OPERAND, .entry = (uint8_t)arg->index};
    if (arg->kind == CUSTOM_OPERAND) {
      found.type = def_value_type(def, &def_operands(def)[arg->index]);
    } else if (arg->kind == CUSTOM_OPERAND_TYPES || arg->kind == CUSTOM_RESULT_TYPES) {
      found.kind = NEXT_TYPE;
      found.is_result = arg->kind == CUSTOM_RESULT_TYPES;
      found.type = def_value_type(def, &(found.is_result ? def_results(def) : def_operands(def))[arg->index]);
    } else if (arg->kind == CUSTOM_SUCCESSOR) {
      found.kind = NEXT_BLOCK;
    } else {
      const AttrConstraint *attr = arg->kind == CUSTOM_ATTR ? def_attr_type(def, arg->index) : NULL;
      if (!attr || !(found.cases = cases_of(w, attr))) continue;
      found.kind = NEXT_CASE;
    }
    note(w, found, false);
  }
  if (next < end && !w->is_over) note_keyword(w, &elements[next], true);
}

// Whether the token can be the first of the element.
static bool may_begin(const Walk *w, const FormatElement *e) {
  TokenKind kind = kind_at(w);
  switch ((FormatOp)e->op) {
    case FMT_LITERAL: case FMT_KEYWORD: return at_literal(w, e);
    case FMT_OPERAND: case FMT_OPERANDS: return kind == TOK_PERCENT_ID || (e->arity == VARIADIC_OF_VARIADIC && kind == TOK_L_PAREN);
    case FMT_REGION: case FMT_REGIONS: return kind == TOK_L_BRACE;
    case FMT_SUCCESSOR: case FMT_SUCCESSORS: return kind == TOK_CARET_ID;
    case FMT_ATTR:
      if (e->attr->form == ATTR_FORM_ENUM) return is_case(cases_of(w, e->attr), text_at(w));
      if (e->attr->form == ATTR_FORM_SYMBOL) return kind == TOK_AT_ID;
      if (e->attr->form == ATTR_FORM_STRING) return kind == TOK_STRING;
      return kind != TOK_COLON && kind != TOK_L_BRACE;
    default: return kind != TOK_COLON && kind != TOK_L_BRACE && kind != TOK_ARROW;
  }
}

static void walk(Walk *w, uint32_t begin, uint32_t end);

static uint32_t first_of(const Walk *w, uint32_t begin, uint32_t end) {
  while (begin < end && w->format->elements[begin].op >= FMT_SPACE) begin++;
  return begin;
}

// Formats nest groups at most as deep as their compiler allows.
static void walk_group(Walk *w, uint32_t i) {
  const FormatElement *group = &w->format->elements[i];
  uint32_t then = first_of(w, i + 1, group->then_end), other = first_of(w, group->then_end, group->end);
  if (at_end(w)) {
    walk(w, then, then < group->then_end ? then + 1 : then);
    w->is_over = false;
    if (other < group->end) walk(w, other, group->end);
  } else if (then < group->then_end && may_begin(w, &w->format->elements[then])) {
    walk(w, then, group->then_end);
  } else {
    walk(w, other, group->end);
  }
}

static void walk_oilist(Walk *w, uint32_t i) {
  const FormatElement *elements = w->format->elements;
  uint32_t end = elements[i].end;
  for (bool again = true; again && !w->is_over;) {
    again = false;
    for (uint32_t k = i + 1; k < end && !again; k = elements[k].end) {
      if (at_end(w)) note_keyword(w, &elements[k], false);
      if (at_end(w) || !str_equal(text_at(w), (Str){elements[k].text, elements[k].size})) continue;
      again = true;
      w->at++;
      if (!(elements[k].flags & FMT_UNIT)) walk(w, k + 1, elements[k].end);
    }
  }
}

static void walk(Walk *w, uint32_t begin, uint32_t end) {
  const OpDef *def = w->format->def;
  for (uint32_t i = begin; i < end && !w->is_over; i++) {
    const FormatElement *e = &w->format->elements[i];
    switch ((FormatOp)e->op) {
      case FMT_LITERAL: case FMT_KEYWORD:
        if (at_end(w)) note_keyword(w, e, true);
        else if (at_literal(w, e)) w->at++;
        else w->is_over = true;
        break;
      case FMT_OPERAND: walk_operands(w, e->arg, e->arity, def_value_type(def, &def_operands(def)[e->arg])); break;
      case FMT_OPERANDS: walk_operands(w, FMT_ALL, VARIADIC, NULL); break;
      case FMT_ATTR:
        if (!(e->flags & FMT_UNIT)) walk_attr(w, e);
        break;
      case FMT_OPERAND_TYPE: case FMT_RESULT_TYPE:
        walk_types(w, (NextElement){.kind = NEXT_TYPE, .entry = e->arg, .is_result = e->op == FMT_RESULT_TYPE, .type = e->type}, e->arity);
        break;
      case FMT_ALL_OPERAND_TYPES: case FMT_ALL_RESULT_TYPES:
        walk_types(w, (NextElement){.kind = NEXT_TYPE, .entry = FMT_ALL, .is_result = e->op == FMT_ALL_RESULT_TYPES}, VARIADIC);
        break;
      case FMT_FUNCTIONAL_TYPE: walk_functional_type(w); break;
      case FMT_ATTR_DICT:
        if (e->flags & FMT_WITH_KEYWORD && str_is(text_at(w), "attributes")) w->at++;
        if (kind_at(w) == TOK_L_BRACE) skip_brackets(w);
        break;
      case FMT_PROP_DICT:
        if (kind_at(w) == TOK_LESS) skip_brackets(w);
        break;
      case FMT_REGION: case FMT_REGIONS: walk_bracketed(w, TOK_L_BRACE, e->op == FMT_REGIONS || e->arity == VARIADIC); break;
      case FMT_SUCCESSOR: case FMT_SUCCESSORS: walk_successors(w, e->op == FMT_SUCCESSORS || e->arity == VARIADIC); break;
      case FMT_CUSTOM: walk_custom(w, i, end); break;
      case FMT_GROUP:
        walk_group(w, i);
        i = e->end - 1u;
        break;
      case FMT_OILIST:
        walk_oilist(w, i);
        i = e->end - 1u;
        break;
      case FMT_CLAUSE: case FMT_SPACE: case FMT_NEWLINE: break;
    }
  }
}

void next_elements(NextElements *out, const Format *format, Str text, const Token *tokens, uint32_t count) {
  *out = (NextElements){0};
  if (!format || format->error) return;
  Walk w = {.out = out, .format = format, .text = text, .tokens = tokens, .count = count};
  walk(&w, 0, format->count);
}
