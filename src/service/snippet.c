#include "service/snippet.h"

#include "ir/text.h"

typedef struct Snippet {
  StrBuf *out;
  Context *ctx;
  const Format *format;
  uint32_t places;
} Snippet;

static void place(Snippet *s, const char *sigil, const char *name) {
  strbuf_printf(s->out, "${%u:%s%s}", ++s->places, sigil, name);
}

static void region(Snippet *s) { strbuf_printf(s->out, "{\n\t${%u}\n}", ++s->places); }

static const char *name_or(const char *name, const char *otherwise) { return *name ? name : otherwise; }

static void type_place(Snippet *s, const TypeConstraint *type, bool is_many) {
  T only = is_many ? NULL : constraint_build(s->ctx, s->format->table, type);
  place(s, "", only ? type_text(s->ctx, only) : is_many ? "types" : "type");
}

static void attr_place(Snippet *s, const AttrConstraint *attr, const char *name) {
  bool is_text = attr->form == ATTR_FORM_STRING;
  if (is_text) strbuf_char(s->out, '"');
  place(s, attr->form == ATTR_FORM_SYMBOL || attr->form == ATTR_FORM_SYMBOL_NAME ? "@" : "", name);
  if (is_text) strbuf_char(s->out, '"');
}

// The first thing that a directive of the dialect reads stands for all of it.
static void custom(Snippet *s, const CustomCall *call) {
  const OpDef *def = s->format->def;
  for (uint32_t i = 0; i < call->count; i++) {
    const CustomArg *arg = &call->args[i];
    if (arg->is_ref) continue;
    switch ((CustomArgKind)arg->kind) {
      case CUSTOM_OPERAND: place(s, "%", name_or(def_operand_name(def, arg->index), "value")); return;
      case CUSTOM_OPERAND_TYPES: type_place(s, def_value_type(def, &def_operands(def)[arg->index]), arg->arity != SINGLE); return;
      case CUSTOM_RESULT_TYPES: type_place(s, def_value_type(def, &def_results(def)[arg->index]), arg->arity != SINGLE); return;
      case CUSTOM_ATTR:
        if (def_attrs(def)[arg->index].flags & (ATTR_OPTIONAL | ATTR_DEFAULT)) continue;
        attr_place(s, def_attr_type(def, arg->index), def_attr_name(def, arg->index));
        return;
      case CUSTOM_REGION: region(s); return;
      case CUSTOM_SUCCESSOR: place(s, "^", name_or(def_text(def, def_successors(def)[arg->index].name), "bb")); return;
      case CUSTOM_TEXT: case CUSTOM_ATTR_DICT: case CUSTOM_PROP_DICT: break;
    }
  }
}

// What may be left out is.
static void elements(Snippet *s, uint32_t begin, uint32_t end) {
  const OpDef *def = s->format->def;
  for (uint32_t i = begin; i < end; i++) {
    const FormatElement *e = &s->format->elements[i];
    bool is_attr = e->op == FMT_ATTR;
    if (e->op == FMT_GROUP) {
      elements(s, e->then_end, e->end);
      i = e->end - 1u;
      continue;
    }
    if (e->op == FMT_OILIST) {
      i = e->end - 1u;
      continue;
    }
    if (is_attr && (e->attr->form == ATTR_FORM_UNIT || def_attrs(def)[e->arg].flags & (ATTR_OPTIONAL | ATTR_DEFAULT))) continue;
    char last = s->out->size ? s->out->data[s->out->size - 1] : ' ';
    bool is_glued = e->op != FMT_LITERAL && e->op != FMT_ATTR_DICT && char_is_alnum(last);   // as the format says, but words need a space
    if ((e->flags & FMT_SPACED) || is_glued) strbuf_char(s->out, ' ');
    switch ((FormatOp)e->op) {
      case FMT_LITERAL: case FMT_KEYWORD: strbuf_bytes(s->out, e->text, e->size); break;
      case FMT_OPERAND: place(s, "%", name_or(def_operand_name(def, e->arg), "value")); break;
      case FMT_OPERANDS: place(s, "%", "operands"); break;
      case FMT_ATTR: attr_place(s, e->attr, def_attr_name(def, e->arg)); break;
      case FMT_OPERAND_TYPE: case FMT_RESULT_TYPE: type_place(s, e->type, e->arity != SINGLE); break;
      case FMT_ALL_OPERAND_TYPES: case FMT_ALL_RESULT_TYPES: place(s, "", "types"); break;
      case FMT_FUNCTIONAL_TYPE:
        strbuf_char(s->out, '(');
        place(s, "", "types");
        strbuf_lit(s->out, ") -> ");
        place(s, "", "type");
        break;
      case FMT_REGION: case FMT_REGIONS: region(s); break;
      case FMT_SUCCESSOR: place(s, "^", name_or(def_text(def, def_successors(def)[e->arg].name), "bb")); break;
      case FMT_SUCCESSORS: place(s, "^", "successors"); break;
      case FMT_CUSTOM: custom(s, e->custom); break;
      case FMT_SPACE: strbuf_char(s->out, ' '); break;
      default: break;
    }
  }
}

// Of a format that C reads, the record tells one: `$word` is a place, `{}` a region.
static void written(Snippet *s, const char *text) {
  strbuf_char(s->out, ' ');
  while (*text) {
    size_t size = strcspn(text, "${");
    strbuf_bytes(s->out, text, size);
    text += size;
    if (text[0] == '{' && text[1] == '}') {
      region(s);
      text += 2;
    } else if (*text == '{') {
      strbuf_char(s->out, *text++);
    } else if (*text == '$') {
      size = strcspn(++text, " ,:()[]<>={}$\"");
      strbuf_printf(s->out, "${%u:%.*s}", ++s->places, (int)size, text);
      text += size;
    }
  }
}

bool snippet_of(StrBuf *out, Context *ctx, const OpDef *def) {
  Snippet s = {.out = out, .ctx = ctx, .format = format_of(ctx, def)};
  if (def_snippet(def)) written(&s, def_snippet(def));
  else if (s.format && !s.format->error) elements(&s, 0, s.format->count);
  return s.places > 0;
}
