// Operations in generic form, which says all there is.
#include "asm/format.h"
#include "asm/printer_impl.h"
#include "ir/verify.h"

static void print_value_list(Printer *p, const Operation *op) {
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (i) strbuf_lit(p->out, ", ");
    print_value_id(p, op_operand(op, i), true);
  }
}

// Slots of the inherent attributes that are set, by name; returns how many. A separate frame, since
// the caller's stays while nested regions print.
static uint32_t sorted_slots(const Operation *op, uint8_t order[static UINT8_MAX]) {
  const OpDef *def = op->def;
  uint32_t count = 0;
  for (uint32_t i = 0; op->props && i < def->attr_count; i++) {
    if (!op->props[i]) continue;
    uint32_t to = count++;
    for (; to && strcmp(def_attr_name(def, order[to - 1]), def_attr_name(def, i)) > 0; to--) order[to] = order[to - 1];
    order[to] = (uint8_t)i;
  }
  return count;
}

// ` <{…}>`
static void print_props(Printer *p, const Operation *op) {
  if (!op_is_registered(op)) {
    if (!op->prop_dict) return;
    strbuf_lit(p->out, " <");
    print_attr(p, op->prop_dict);
    strbuf_char(p->out, '>');
    return;
  }
  if (op_has(op, TRAIT_NO_PROPERTIES)) return;
  uint8_t order[UINT8_MAX];
  uint32_t count = sorted_slots(op, order);
  if (!count) return;
  strbuf_lit(p->out, " <{");
  for (uint32_t i = 0; i < count; i++) {
    if (i) strbuf_lit(p->out, ", ");
    print_named_attr(p, str_from(def_attr_name(op->def, order[i])), op->props[order[i]]);
  }
  strbuf_lit(p->out, "}>");
}

// Inherent and discardable attributes in the order of their names. The `<{…}>` of an operation
// that nobody registers is opaque, except where only its dialect's records are missing here.
static void collect_all_attrs(Printer *p, const Operation *op) {
  uint8_t order[UINT8_MAX];
  uint32_t count = 0, slot = 0, next = 0;
  const DictAttr *dict = NULL;
  if (op_is_registered(op)) {
    count = sorted_slots(op, order);
  } else if (op->prop_dict && attr_kind(op->prop_dict) == ATTR_DICT) {
    const DialectDef *dialect = context_dialect(p->ctx, op_dialect_name(op));
    if (dialect && dialect->is_name_only) dict = (const DictAttr *)op->prop_dict;
    if (dict) count = (uint32_t)dict->count;
  }
  while (slot < count || next < op->attr_count) {
    Str name = {0};
    if (slot < count) name = dict ? attr_str(dict->items[slot].name) : str_from(def_attr_name(op->def, order[slot]));
    if (slot == count || (next < op->attr_count && str_compare(attr_str(op->attrs[next].name), name) < 0)) {
      collect_attr(p, op->attrs[next++].value, false);
      continue;
    }
    uint32_t i = slot++;
    if (dict) collect_attr(p, dict->items[i].value, false);
    else if (!(def_attrs(op->def)[order[i]].flags & ATTR_PROP)) collect_attr(p, op->props[order[i]], false);
  }
}

static void collect_generic_op(Printer *p, const Operation *op) {
  for (uint32_t i = 0; i < op->region_count; i++) collect_region(p, &op->regions[i], true, true);
  for (uint32_t i = 0; i < op->operand_count; i++) collect_type(p, op_operand_type(op, i));
  for (uint32_t i = 0; i < op->result_count; i++) collect_type(p, op_result_type(op, i));
  collect_all_attrs(p, op);
}

// What had no custom form did not have attributes it was not given.
static void print_older_attrs(Printer *p, const Operation *op) {
  const OpDef *def = op->def;
  const char *elided[257];
  uint32_t count = 0;
  for (uint32_t slot = 0; slot < def->attr_count; slot++)
    if (def_attrs(def)[slot].flags & ATTR_DEFAULT && op->props[slot] == op_default_attr(p->ctx, def, slot)) elided[count++] = def_attr_name(def, slot);
  elided[count] = NULL;
  print_optional_attr_dict(p, op, elided);
}

void print_generic_op(Printer *p, const Operation *op) {
  if (p->collecting) {
    collect_generic_op(p, op);
    return;
  }
  StrBuf *out = p->out;
  const OpForm *form = p->options.edition ? op_form(op->def, p->options.edition->release) : NULL;
  strbuf_quoted(out, form && form->name ? str_from(def_text(op->def, form->name)) : op_name(op));
  strbuf_char(out, '(');
  print_value_list(p, op);
  strbuf_char(out, ')');
  if (op->successor_count) {
    strbuf_char(out, '[');
    for (uint32_t i = 0; i < op->successor_count; i++) {
      if (i) strbuf_lit(out, ", ");
      print_block_name(p, op_successor(op, i));
    }
    strbuf_char(out, ']');
  }
  bool one_dict = op_has(op, TRAIT_NO_PROPERTIES) || (p->options.edition && !p->options.edition->has_properties);
  if (!one_dict) print_props(p, op);
  if (op->region_count) {
    bool spaced = p->options.edition && p->options.edition->spaces_regions;
    strbuf_lit(out, " (");
    for (uint32_t i = 0; i < op->region_count; i++) {
      if (i) strbuf_lit(out, ", ");
      if (spaced) strbuf_char(out, ' ');
      print_region(p, &op->regions[i], true, true, true);
    }
    strbuf_char(out, ')');
  }
  if (one_dict && form && form->format == FORM_GENERIC) {
    print_older_attrs(p, op);
  } else if (one_dict) {
    print_optional_attr_dict(p, op, NULL);
  } else {
    print_attr_entries(p, op->attrs, op->attr_count);
  }
  strbuf_lit(out, " : ");
  print_functional_type(p, op);
}
