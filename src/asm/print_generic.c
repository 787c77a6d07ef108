// Operations in generic form, which spells everything.
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
// without registration is opaque, except when only its dialect's records are missing here.
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

// --- As older releases had attributes

typedef struct Entry { Str name; A value; } Entry;
typedef struct Entries { Entry few[32], *data; uint32_t count; } Entries;

static bool entries_init(Printer *p, Entries *self, const Operation *op) {
  uint64_t most = (uint64_t)op->def->attr_count + op->attr_count;
  if (op->prop_dict && attr_kind(op->prop_dict) == ATTR_DICT) most += ((const DictAttr *)op->prop_dict)->count;
  self->count = 0;
  self->data = most <= countof(self->few) ? self->few : arena_new(&p->arena, Entry, most);
  return self->data != NULL;
}

static void add_entry(Entries *self, Str name, A value) {
  uint32_t to = self->count++;
  for (; to && str_compare(self->data[to - 1].name, name) > 0; to--) self->data[to] = self->data[to - 1];
  self->data[to] = (Entry){name, value};
}

// An operation that had no custom form did not get default attributes.
static void add_inherent(Printer *p, Entries *entries, const Operation *op, uint32_t release, bool elides_defaults) {
  for (uint32_t slot = 0; op->props && slot < op->def->attr_count; slot++) {
    Entry entry;
    if (elides_defaults && def_attrs(op->def)[slot].flags & ATTR_DEFAULT && op->props[slot] == op_default_attr(p->ctx, op->def, slot)) continue;
    if (attr_then(p->ctx, &p->arena, op, slot, release, &entry.name, &entry.value)) add_entry(entries, entry.name, entry.value);
  }
  if (op_is_registered(op) || !op->prop_dict || attr_kind(op->prop_dict) != ATTR_DICT) return;
  const DictAttr *dict = (const DictAttr *)op->prop_dict;
  for (uint64_t i = 0; i < dict->count; i++) add_entry(entries, attr_str(dict->items[i].name), dict->items[i].value);
}

static void print_entries(Printer *p, const Entries *entries, const char *open, const char *close) {
  for (uint32_t i = 0; i < entries->count; i++) {
    strbuf_str(p->out, str_from(i ? ", " : open));
    print_named_attr(p, entries->data[i].name, entries->data[i].value);
  }
  if (entries->count) strbuf_str(p->out, str_from(close));
}

// Frames of their own, too.
static __attribute__((noinline)) void print_older_props(Printer *p, const Operation *op, uint32_t release) {
  Entries entries;
  if (!entries_init(p, &entries, op)) return;
  add_inherent(p, &entries, op, release, false);
  print_entries(p, &entries, " <{", "}>");
}

// There is one dictionary in releases without properties.
static __attribute__((noinline)) void print_older_dict(Printer *p, const Operation *op, const OpForm *form) {
  Entries entries;
  if (!entries_init(p, &entries, op)) return;
  add_inherent(p, &entries, op, p->options.edition->release, form && form->format == FORM_GENERIC);
  for (uint32_t i = 0; i < op->attr_count; i++) add_entry(&entries, attr_str(op->attrs[i].name), op->attrs[i].value);
  print_entries(p, &entries, " {", "}");
}


void print_generic_op(Printer *p, const Operation *op) {
  if (p->collecting) {
    collect_generic_op(p, op);
    return;
  }
  StrBuf *out = p->out;
  const Edition *edition = p->options.edition;
  const OpForm *form = edition ? op_form(op->def, edition->release) : NULL;
  Str name = form && form->name ? str_from(def_text(op->def, form->name)) : op_name(op);
  if (edition && edition != edition_current && is_renamed(p, op->def, name)) {
    strbuf_char(out, '"');
    print_renamed(p, op->def, name);
    strbuf_char(out, '"');
  } else {
    strbuf_quoted(out, name);
  }
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
  bool no_props = op_has(op, TRAIT_NO_PROPERTIES), is_older = edition && edition != edition_current;
  if (!no_props && (!is_older || (edition->has_properties && !op_is_registered(op)))) print_props(p, op);
  else if (!no_props && edition->has_properties) print_older_props(p, op, edition->release);
  if (op->region_count) {
    bool spaced = edition && edition->spaces_regions;
    strbuf_lit(out, " (");
    for (uint32_t i = 0; i < op->region_count; i++) {
      if (i) strbuf_lit(out, ", ");
      if (spaced) strbuf_char(out, ' ');
      print_region(p, &op->regions[i], true, true, true);
    }
    strbuf_char(out, ')');
  }
  if (is_older && (no_props || !edition->has_properties)) print_older_dict(p, op, form);
  else if (no_props) print_optional_attr_dict(p, op, NULL);
  else print_attr_entries(p, op->attrs, op->attr_count);
  strbuf_lit(out, " : ");
  print_functional_type(p, op);
}
