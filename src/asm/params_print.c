// Printing types and attributes by their declarative parameters (mlir-tblgen's AttrOrTypeFormatGen.cpp).
#include "asm/enums.h"
#include "asm/params_impl.h"
#include "asm/printer_impl.h"

typedef struct Writer {
  Printer *p;
  const ParamsDef *def;
  const ParamFormat *format;
  const uint64_t *words;
} Writer;

static bool is_shown(const Writer *w, uint8_t index) {
  const ParamDef *param = &w->def->params[index];
  if (param->since && printer_edition(w->p)->release < param->since) return false;
  return !param_is_optional(param) || w->words[index] != param_absent_word(printer_context(w->p), param);
}

static void write_list(Printer *p, const RecordTable *table, const ParamDef *param, A list, bool qualified) {
  bool is_dense = param->constraint && table->attr_constraints[param->constraint].form == ATTR_FORM_DENSE_ARRAY;
  if (param->flags & PARAM_BRACED) print_char(p, '{');
  if (param->kind == PARAM_INT_ARRAY) {
    for (uint64_t i = 0; i < ((const DenseArrayAttr *)list)->count; i++) {
      if (i) print_text(p, ", ");
      print_i64(p, dense_array_i64(list, i));
    }
  } else {
    const ArrayAttr *items = (const ArrayAttr *)list;
    for (uint64_t i = 0; i < items->count; i++) {
      if (i) print_text(p, ", ");
      if (param->kind == PARAM_TYPE_ARRAY)
        print_type(p, ((const TypeAttr *)items->items[i])->type);
      else if (is_dense)
        print_dense_elements(p, items->items[i]);
      else
        (param->def && !qualified ? print_attr_stripped : print_attr)(p, items->items[i]);
    }
  }
  if (param->flags & PARAM_BRACED) print_char(p, '}');
}

// Fields that hold several bits print in quotes when their enum says so.
static void write_enum(Printer *p, const ParamDef *param, int64_t value) {
  const EnumDef *def = param->def;
  const char *found = enum_name(def, value);
  bool is_field = param->flags & PARAM_FIELD || (param->cpp && strncmp(param->cpp, "::", 2) != 0);
  bool quoted = is_field && def->is_bits && def->quoted && !found && (value & (value - 1)) != 0;
  if (is_field && !def->is_bits && found && !enum_name_is_keyword(found)) quoted = true;
  if (quoted) print_char(p, '"');
  print_enum(p, def, value);
  if (quoted) print_char(p, '"');
}

static void write_param(const Writer *w, uint8_t index, bool qualified) {
  const ParamDef *param = &w->def->params[index];
  Printer *p = w->p;
  uint64_t word = w->words[index];
  const void *pointer = (const void *)(uintptr_t)word;
  switch ((ParamKind)param->kind) {
    case PARAM_ATTR:
    case PARAM_ATTR_CLASS:
    case PARAM_STRING:
      if (pointer) print_attr(p, pointer);
      break;
    case PARAM_ATTR_DEF:
      if (pointer) (qualified ? print_attr : print_attr_stripped)(p, pointer);
      break;
    case PARAM_TYPE:
      if (pointer) print_type(p, pointer);
      break;
    case PARAM_INT: print_i64(p, (int64_t)word); break;
    case PARAM_UINT: print_u64(p, word); break;
    case PARAM_BOOL: print_text(p, word ? "true" : "false"); break;
    case PARAM_ENUM: write_enum(p, param, (int64_t)word); break;
    case PARAM_NAME: print_enum(p, param->def, (int64_t)word); break;
    case PARAM_OPT_INT:
      if (pointer) print_u64(p, attr_to_u64(pointer));
      break;
    case PARAM_ATTR_ARRAY:
    case PARAM_TYPE_ARRAY:
    case PARAM_INT_ARRAY:
      if (pointer) write_list(p, w->def->table, param, pointer, qualified);
      break;
    case PARAM_DENSE_I32:
      if (pointer) print_dense_elements(p, pointer);
      break;
    case PARAM_AFFINE_MAP:
      if (pointer) print_affine_map(p, ((const MapAttr *)pointer)->map);
      break;
  }
}

static bool any_shown(const Writer *w, const ParamElement *e) {
  bool shown = e->op == PO_LITERAL;
  for (uint32_t i = 0; i < e->count && !shown; i++) shown = !(e->refs >> i & 1u) && is_shown(w, e->args[i]);
  return shown;
}

static void write_elements(const Writer *w, uint32_t begin, uint32_t end) {
  Printer *p = w->p;
  for (uint32_t i = begin; i < end;) {
    const ParamElement *e = &w->format->elements[i++];
    bool is_list = e->op == PO_STRUCT || e->op == PO_PARAMS;
    if (e->flags & PO_SPACED && e->op != PO_GROUP && (e->op == PO_LITERAL || e->op == PO_CUSTOM || any_shown(w, e))) print_char(p, ' ');
    switch ((ParamOp)e->op) {
      case PO_LITERAL: print_str(p, (Str){e->text, e->size}); break;
      case PO_PARAM:
        if (is_shown(w, e->args[0])) write_param(w, e->args[0], (e->flags & PO_QUALIFIED) != 0);
        break;
      case PO_STRUCT:
      case PO_PARAMS: {
        bool first = true;
        for (uint32_t k = 0; is_list && k < e->count; k++) {
          if (!is_shown(w, e->args[k])) continue;
          if (!first) print_text(p, ", ");
          first = false;
          if (e->op == PO_STRUCT) {
            print_text(p, w->def->params[e->args[k]].name);
            print_text(p, " = ");
          }
          write_param(w, e->args[k], false);
        }
        break;
      }
      case PO_CUSTOM: e->directive->print(p, w->words, e->args, e->count); break;
      case PO_GROUP: {
        // A custom directive or list is there when any of its parameters is.
        bool is_then = any_shown(w, &w->format->elements[e->anchor]) != ((e->flags & PO_INVERTED) != 0);
        if (is_then)
          write_elements(w, i, e->then_end);
        else
          write_elements(w, e->then_end, e->end);
        i = e->end;
        break;
      }
      case PO_SPACE: print_char(p, ' '); break;
      case PO_NEWLINE: print_newline(p); break;
    }
  }
}

static void write_all(Printer *p, const ParamsDef *def, const uint64_t *words) {
  Writer w = {p, def, param_format(printer_context(p), def), words};
  if (!w.format->error) write_elements(&w, 0, w.format->count);
}

void print_attr_params(Printer *p, A attr) { write_all(p, params_of(attr->def->params), ((const ParamsAttr *)attr)->words); }
void print_type_params(Printer *p, T type) { write_all(p, params_of(type->def->params), ((const ParamsType *)type)->words); }
