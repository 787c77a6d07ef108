// Printing operations by their compiled formats, and what custom directives use to print.
#include "asm/enums.h"
#include "asm/format_impl.h"
#include "asm/params.h"
#include "asm/printer_impl.h"

// ---------------------------------------------------------------------------------------------
// Attributes

void print_enum(Printer *p, const EnumDef *def, int64_t value) {
  const char *today = def->older && p->options.edition ? enum_name(def, value) : NULL;
  if (today) print_text(p, enum_name_then(def, today, p->options.edition->release));
  else enum_value_text(printer_out(p), def, value);
}

// The value of an enum attribute, however it is stored.
static int64_t value_of_enum(const RecordTable *table, const AttrConstraint *type, A value) {
  if (attr_kind(value) == ATTR_INTEGER) return attr_to_i64(value);
  return type->attr_def && attr_is(value, table->attr_defs[type->attr_def]) ? (int64_t)attr_param(value, 0) : 0;
}

// An enum keyword; what is no keyword, or several bits at once, stands in quotes.
static void print_enum_attr(Printer *p, const RecordTable *table, const AttrConstraint *type, A attr) {
  const EnumDef *def = constraint_enum(table, type);
  int64_t value = value_of_enum(table, type, attr);
  const char *found = enum_name(def, value);
  bool bare = found && enum_name_is_keyword(found) && (!def->is_bits || (value > 0 && (value & (value - 1)) == 0));
  if (!bare) print_char(p, '"');
  print_enum(p, def, value);
  if (!bare) print_char(p, '"');
}

void print_dense_elements(Printer *p, A attr) {
  const DenseArrayAttr *array = (const DenseArrayAttr *)attr;
  print_char(p, '[');
  for (uint64_t i = 0; i < array->count; i++) {
    if (i) print_text(p, ", ");
    if (type_is_float(array->element)) {
      uint32_t size = (uint32_t)((type_bits(array->element) + 7) / 8);
      uint64_t bits = 0;
      memcpy(&bits, array->data + i * size, size < 8 ? size : 8);
      print_float(p, apfloat_from_bits(type_float_kind(array->element), bits, 0));
    } else if (type_is_bit(array->element)) {
      print_text(p, array->data[i] ? "true" : "false");
    } else {
      print_i64(p, dense_array_i64(attr, i));
    }
  }
  print_char(p, ']');
}

void print_attr_by_form(Printer *p, const RecordTable *table, const AttrConstraint *type, A value) {
  switch (type->form) {
    case ATTR_FORM_ENUM:
      if (constraint_enum(table, type)) {
        print_enum_attr(p, table, type, value);
        return;
      }
      break;
    case ATTR_FORM_SYMBOL_NAME:
      if (attr_kind(value) == ATTR_STRING) {
        print_symbol_name(p, attr_str(value));
        return;
      }
      break;
    case ATTR_FORM_DEF: print_attr_stripped(p, value); return;
    case ATTR_FORM_DENSE_ARRAY:
      if (attr_kind(value) == ATTR_DENSE_ARRAY) {
        print_dense_elements(p, value);
        return;
      }
      break;
    case ATTR_FORM_PROP: {
      if (type->keyword) {
        print_text(p, table->strings + type->keyword);
        print_char(p, '<');
      }
      const EnumDef *def = constraint_enum(table, type);
      if (def)
        print_enum(p, def, value_of_enum(table, type, value));
      else if (((const ArrayAttr *)value)->count)
        print_attr_without_type(p, ((const ArrayAttr *)value)->items[0]);
      if (type->keyword) print_char(p, '>');
      return;
    }
    case ATTR_FORM_TYPED:
    case ATTR_FORM_SYMBOL:
    case ATTR_FORM_TYPE:
    case ATTR_FORM_STRING: print_attr_without_type(p, value); return;
    default:
      if (type->value_type) {
        print_attr_without_type(p, value);
        return;
      }
      break;
  }
  print_attr(p, value);
}

// ---------------------------------------------------------------------------------------------
// For custom directives

Span custom_span(const Operation *op, const CustomArg *arg) {
  Span span = {0, 0};
  switch ((CustomArgKind)arg->kind) {
    case CUSTOM_OPERAND:
    case CUSTOM_OPERAND_TYPES: op_operand_span(op, arg->index, &span); break;
    case CUSTOM_RESULT_TYPES: op_result_span(op, arg->index, &span); break;
    case CUSTOM_REGION: span = (Span){arg->index, arg->arity == SINGLE ? arg->index + 1u : op->region_count}; break;
    case CUSTOM_SUCCESSOR: span = (Span){arg->index, arg->arity == SINGLE ? arg->index + 1u : op->successor_count}; break;
    default: break;
  }
  if (span.end < span.begin) span.end = span.begin;
  return span;
}

A custom_attr(const Operation *op, const CustomArg *arg) { return op->props[arg->index]; }

T custom_type(const Operation *op, const CustomArg *arg, uint32_t i) {
  Span span = custom_span(op, arg);
  if (i >= span_size(span)) return NULL;
  return arg->kind == CUSTOM_RESULT_TYPES ? op_result_type(op, span.begin + i) : op_operand_type(op, span.begin + i);
}

A custom_groups(const Operation *op, const CustomArg *arg) {
  uint32_t slot = def_operands(op->def)[arg->index].segments;
  return slot == NO_INDEX ? NULL : op->props[slot];
}

// ---------------------------------------------------------------------------------------------
// Attribute dictionaries

static bool is_default(Printer *p, const Format *f, const Operation *op, uint32_t slot) {
  if (!(def_attrs(op->def)[slot].flags & ATTR_DEFAULT)) return false;
  const A *defaults = f->info->defaults;
  return op->props[slot] == (defaults ? defaults[slot] : op_default_attr(printer_context(p), op->def, slot));
}

static void print_attr_dict(Printer *p, const Format *f, const Operation *op, bool with_keyword) {
  const OpDef *def = op->def;
  if (!op->attr_count && !f->shown_count) return;
  const char *names[257];
  uint32_t count = 0, shown = op->attr_count;
  for (uint32_t i = 0; i < def->attr_count; i++) {
    if (def_attrs(def)[i].flags & ATTR_PROP) continue;   // an attribute of that name is not the operation's own
    if (f->elided[i] || f->has_prop_dict || (op->props[i] && is_default(p, f, op, i)))
      names[count++] = def_attr_name(def, i);
    else if (op->props[i])
      shown++;
  }
  if (!shown) return;
  names[count] = NULL;
  (with_keyword ? print_optional_attr_dict_with_keyword : print_optional_attr_dict)(p, op, names);
}

static void print_prop_dict(Printer *p, const Format *f, const Operation *op) {
  NamedAttr shown[256];
  uint32_t count = 0;
  Context *ctx = printer_context(p);
  print_char(p, ' ');
  for (uint32_t i = 0; i < op->def->attr_count; i++)
    if (op->props[i] && !f->elided[i] && !is_default(p, f, op, i))
      shown[count++] = (NamedAttr){attr_string(ctx, str_from(def_attr_name(op->def, i))), op->props[i]};
  if (!count) return;
  print_char(p, '<');
  print_attr(p, attr_dict(ctx, shown, count));
  print_char(p, '>');
}

// ---------------------------------------------------------------------------------------------
// Elements

static bool attr_is_shown(Printer *p, const Format *f, const Operation *op, uint32_t slot) { return op->props[slot] && !is_default(p, f, op, slot); }

static bool arg_is_present(Printer *p, const Format *f, const Operation *op, const CustomArg *arg) {
  switch ((CustomArgKind)arg->kind) {
    case CUSTOM_ATTR: return attr_is_shown(p, f, op, arg->index);
    case CUSTOM_REGION: return arg->arity == SINGLE ? !region_is_empty(custom_region(op, arg)) : span_size(custom_span(op, arg)) > 0;
    case CUSTOM_TEXT:
    case CUSTOM_ATTR_DICT:
    case CUSTOM_PROP_DICT: return false;
    default: return arg->arity != SINGLE && span_size(custom_span(op, arg)) > 0;
  }
}

// Whether the thing that an element prints is present: the condition of a group it anchors.
static bool is_present(Printer *p, const Format *f, const Operation *op, const FormatElement *e) {
  Span span = {0, 0};
  switch ((FormatOp)e->op) {
    case FMT_ATTR: return attr_is_shown(p, f, op, e->arg);
    case FMT_OPERAND:
    case FMT_OPERAND_TYPE: return op_operand_span(op, e->arg, &span) && span_size(span) > 0;
    case FMT_RESULT_TYPE: return op_result_span(op, e->arg, &span) && span_size(span) > 0;
    case FMT_OPERANDS:
    case FMT_ALL_OPERAND_TYPES: return op->operand_count > 0;
    case FMT_ALL_RESULT_TYPES: return op->result_count > 0;
    case FMT_FUNCTIONAL_TYPE:
      if (e->arg == FMT_ALL) return op->operand_count > 0;
      return op_operand_span(op, e->arg, &span) && span_size(span) > 0;
    case FMT_REGION:
      if (e->arity == VARIADIC) return op->region_count > e->arg;
      return op->region_count > e->arg && !region_is_empty(op_region(op, e->arg));
    case FMT_REGIONS: return op->region_count > 0;
    case FMT_SUCCESSOR: return op->successor_count > e->arg;
    case FMT_SUCCESSORS: return op->successor_count > 0;
    case FMT_CUSTOM:
      for (uint32_t i = 0; i < e->custom->count; i++)
        if (!e->custom->args[i].is_ref && arg_is_present(p, f, op, &e->custom->args[i])) return true;
      return false;
    default: return true;
  }
}

static void print_format_region(Printer *p, const Operation *op, const Region *region) {
  bool terminators = true;
  const char *implicit = def_implicit_terminator(op->def);
  Operation *last = implicit && !region_is_empty(region) ? region->first->last : NULL;
  if (last) {
    terminators = last->attr_count || last->operand_count || last->result_count;
    for (uint32_t i = 0; !terminators && i < last->def->attr_count; i++) terminators = last->props[i] != NULL;
  }
  if (p->options.edition && p->options.edition->spaces_formats) print_char(p, ' ');
  print_region(p, region, true, terminators, false);
}

static void print_regions(Printer *p, const Operation *op, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end && i < op->region_count; i++) {
    if (i > begin) print_text(p, ", ");
    print_format_region(p, op, op_region(op, i));
  }
}

static void print_successors(Printer *p, const Operation *op, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end && i < op->successor_count; i++) {
    if (i > begin) print_text(p, ", ");
    print_successor(p, op_successor(op, i));
  }
}

// Operands (or their types) in groups: (a, b), (c)
static void print_groups(Printer *p, const Operation *op, uint32_t entry, Span span, bool of_types) {
  const CustomArg arg = {.index = (uint16_t)entry};
  A sizes = custom_groups(op, &arg);
  if (!sizes || attr_kind(sizes) != ATTR_DENSE_ARRAY) return;
  uint64_t count = ((const DenseArrayAttr *)sizes)->count;
  for (uint64_t i = 0; i < count; i++) {
    int64_t size = dense_array_i64(sizes, i);
    Span group = {span.begin, size < 0 || size > (int64_t)span_size(span) ? span.end : span.begin + (uint32_t)size};
    if (i) print_text(p, ", ");
    print_char(p, '(');
    (of_types ? print_operand_types : print_operands)(p, op, group);
    print_char(p, ')');
    span.begin = group.end;
  }
}

static void print_value_type(Printer *p, T type, const TypeDef *class, bool qualified) {
  if (!qualified && class && type->def == class && class->kind == TYPE_DIALECT)
    print_type_stripped(p, type);
  else
    print_type(p, type);
}

static void print_format_operand(Printer *p, const Operation *op, const FormatElement *e) {
  Span span = {e->arg, e->arg + 1u};
  if (e->flags & FMT_FIXED ? e->arg >= op->operand_count : !op_operand_span(op, e->arg, &span)) return;
  if (e->arity == SINGLE && span_size(span) == 1)
    print_operand(p, op_operand(op, span.begin));
  else if (e->arity == VARIADIC_OF_VARIADIC)
    print_groups(p, op, e->arg, span, false);
  else
    print_operands(p, op, span);
}

static void print_format_type(Printer *p, const Format *f, const Operation *op, const FormatElement *e) {
  bool of_result = e->op == FMT_RESULT_TYPE;
  Span span = {e->arg, e->arg + 1u};
  if (e->flags & FMT_FIXED ? e->arg >= (of_result ? op->result_count : op->operand_count)
                           : !(of_result ? op_result_span : op_operand_span)(op, e->arg, &span))
    return;
  if (e->arity == SINGLE && span_size(span) == 1) {
    T type = of_result ? op_result_type(op, span.begin) : op_operand_type(op, span.begin);
    const TypeDef *class = f->table->types[e->type->type_class];
    print_value_type(p, type, class, (e->flags & FMT_QUALIFIED) != 0);
  } else if (e->arity == VARIADIC_OF_VARIADIC && !of_result) {
    print_groups(p, op, e->arg, span, true);
  } else {
    (of_result ? print_result_types : print_operand_types)(p, op, span);
  }
}

// `(` inputs `)` `->` results: results stand in parentheses unless it is one that is no function.
static void print_function_type_of(Printer *p, const Operation *op, const FormatElement *e) {
  Span in = {0, op->operand_count}, out = {0, op->result_count};
  if (e->arg != FMT_ALL && !op_operand_span(op, e->arg, &in)) return;
  if (e->kind != FMT_ALL && !op_result_span(op, e->kind, &out)) return;
  print_char(p, '(');
  print_operand_types(p, op, in);
  print_text(p, ") -> ");
  bool wrap = span_size(out) != 1 || type_kind(op_result_type(op, out.begin)) == TYPE_FUNCTION;
  if (wrap) print_char(p, '(');
  print_result_types(p, op, out);
  if (wrap) print_char(p, ')');
}

static void print_elements(Printer *p, const Format *f, const Operation *op, uint32_t begin, uint32_t end);

static void print_oilist(Printer *p, const Format *f, const Operation *op, uint32_t index) {
  const FormatElement *elements = f->elements;
  for (uint32_t i = index + 1; i < elements[index].end; i = elements[i].end) {
    const FormatElement *clause = &elements[i];
    bool shown = false;
    for (uint32_t k = i + 1; k < clause->end && !shown; k++) {
      uint8_t kind = elements[k].op;
      bool is_variable = kind == FMT_OPERAND || kind == FMT_ATTR || kind == FMT_REGION || kind == FMT_CUSTOM || kind == FMT_FUNCTIONAL_TYPE;
      shown = is_variable && is_present(p, f, op, &elements[k]);
    }
    if (!shown) continue;
    if (clause->flags & FMT_SPACED) print_char(p, ' ');
    strbuf_bytes(printer_out(p), clause->text, clause->size);
    if (!(clause->flags & FMT_UNIT)) print_elements(p, f, op, i + 1, clause->end);
  }
}

static void print_elements(Printer *p, const Format *f, const Operation *op, uint32_t begin, uint32_t end) {
  StrBuf *out = printer_out(p);
  for (uint32_t i = begin; i < end;) {
    const FormatElement *e = &f->elements[i++];
    if (e->flags & FMT_SPACED) strbuf_char(out, ' ');
    switch ((FormatOp)e->op) {
      case FMT_LITERAL:
      case FMT_KEYWORD: strbuf_bytes(out, e->text, e->size); break;
      case FMT_OPERAND:
        if (e->flags & FMT_FIXED && e->arg < op->operand_count) print_operand(p, op_operand(op, e->arg));
        else print_format_operand(p, op, e);
        break;
      case FMT_ATTR:
        if (e->flags & FMT_UNIT || !op->props[e->arg]) break;
        if (e->flags & FMT_QUALIFIED && !e->attr->value_type)
          print_attr(p, op->props[e->arg]);
        else
          print_attr_by_form(p, f->table, e->attr, op->props[e->arg]);
        break;
      case FMT_OPERAND_TYPE:
      case FMT_RESULT_TYPE: print_format_type(p, f, op, e); break;
      case FMT_ATTR_DICT: print_attr_dict(p, f, op, (e->flags & FMT_WITH_KEYWORD) != 0); break;
      case FMT_OPERANDS: print_operands(p, op, (Span){0, op->operand_count}); break;
      case FMT_ALL_OPERAND_TYPES: print_operand_types(p, op, (Span){0, op->operand_count}); break;
      case FMT_ALL_RESULT_TYPES: print_result_types(p, op, (Span){0, op->result_count}); break;
      case FMT_FUNCTIONAL_TYPE: print_function_type_of(p, op, e); break;
      case FMT_REGION: print_regions(p, op, e->arg, e->arity == VARIADIC ? op->region_count : e->arg + 1u); break;
      case FMT_REGIONS: print_regions(p, op, 0, op->region_count); break;
      case FMT_SUCCESSOR: print_successors(p, op, e->arg, e->arity == VARIADIC ? op->successor_count : e->arg + 1u); break;
      case FMT_SUCCESSORS: print_successors(p, op, 0, op->successor_count); break;
      case FMT_PROP_DICT: print_prop_dict(p, f, op); break;
      case FMT_CUSTOM:
        if (e->custom->directive->print) e->custom->directive->print(p, op, e->custom->args, e->custom->count);
        break;
      case FMT_GROUP: {
        const FormatElement *anchor = &f->elements[e->anchor];
        if (anchor->op == FMT_ATTR && !op->props[anchor->arg] && e->then_end == e->end) {   // most are absent
          i = e->end;
          break;
        }
        bool is_then = is_present(p, f, op, anchor) != ((e->flags & FMT_INVERTED) != 0);
        if (is_then)
          print_elements(p, f, op, i, e->then_end);
        else
          print_elements(p, f, op, e->then_end, e->end);
        i = e->end;
        break;
      }
      case FMT_OILIST:
        print_oilist(p, f, op, i - 1);
        i = e->end;
        break;
      case FMT_CLAUSE: break;
      case FMT_SPACE: strbuf_char(out, ' '); break;
      case FMT_NEWLINE: print_newline(p); break;
    }
  }
}

void format_print(Printer *p, const Format *format, const Operation *op) {
  if (!format->error) print_elements(p, format, op, 0, format->count);
}
