// The vocabulary of printer.h that printing functions of dialects use (after upstream's OpAsmPrinter).
#include "asm/printer_impl.h"

StrBuf *printer_out(Printer *p) { return p->out; }
Context *printer_context(const Printer *p) { return p->ctx; }
Module *printer_module(const Printer *p) { return p->module; }
bool printer_writes_older(const Printer *p, uint32_t habit) { return prints_older(p, habit); }
const Edition *printer_edition(const Printer *p) { return p->options.edition ? p->options.edition : edition_current; }

// --- Text

void print_text(Printer *p, const char *text) { strbuf_bytes(p->out, text, strlen(text)); }
void print_char(Printer *p, char c) { strbuf_char(p->out, c); }
void print_i64(Printer *p, int64_t value) { strbuf_i64(p->out, value); }
void print_u64(Printer *p, uint64_t value) { strbuf_u64(p->out, value); }

void print_newline(Printer *p) {
  strbuf_char(p->out, '\n');
  strbuf_pad(p->out, ' ', p->indent);
}

void printer_indent(Printer *p, int more) { p->indent += (uint32_t)more; }

void print_dims(Printer *p, const int64_t *dims, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (i) strbuf_char(p->out, 'x');
    if (dims[i] == DYNAMIC) {
      strbuf_char(p->out, '?');
    } else {
      strbuf_i64(p->out, dims[i]);
    }
  }
}

// --- Values

void print_operand(Printer *p, const Value *value) {
  if (!p->collecting) print_value_id(p, value, true);
}

void print_operands(Printer *p, const Operation *op, Span span) {
  for (uint32_t i = span.begin; i < span.end; i++) {
    if (i > span.begin) strbuf_lit(p->out, ", ");
    print_operand(p, op_operand(op, i));
  }
}

void print_values(Printer *p, Value *const *values, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (i) strbuf_lit(p->out, ", ");
    print_operand(p, values[i]);
  }
}

// --- Types of values

void print_operand_types(Printer *p, const Operation *op, Span span) {
  for (uint32_t i = span.begin; i < span.end; i++) {
    if (i > span.begin) strbuf_lit(p->out, ", ");
    print_type(p, op_operand_type(op, i));
  }
}

void print_result_types(Printer *p, const Operation *op, Span span) {
  for (uint32_t i = span.begin; i < span.end; i++) {
    if (i > span.begin) strbuf_lit(p->out, ", ");
    print_type(p, op_result_type(op, i));
  }
}

void print_functional_type(Printer *p, const Operation *op) {
  strbuf_char(p->out, '(');
  for (uint32_t i = 0; i < op->operand_count; i++) {
    if (i) strbuf_lit(p->out, ", ");
    print_type(p, op->operands[i].value ? op_operand_type(op, i) : NULL);
  }
  strbuf_lit(p->out, ") -> ");
  T only = op->result_count == 1 ? op_result_type(op, 0) : NULL;
  bool wrapped = op->result_count != 1 || (only && type_kind(only) == TYPE_FUNCTION);
  if (wrapped) strbuf_char(p->out, '(');
  print_result_types(p, op, (Span){0, op->result_count});
  if (wrapped) strbuf_char(p->out, ')');
}

void print_assignments(Printer *p, const char *prefix, Value *const *args, uint32_t count, const Operation *op, uint32_t first) {
  if (!count) return;
  print_text(p, prefix);
  print_char(p, '(');
  for (uint32_t i = 0; i < count; i++) {
    if (i) print_text(p, ", ");
    print_operand(p, args[i]);
    print_text(p, " = ");
    print_operand(p, op_operand(op, first + i));
  }
  print_char(p, ')');
}

// --- Attribute dictionaries

void print_attr_entries(Printer *p, const NamedAttr *attrs, uint32_t count) {
  if (!count) return;
  if (p->collecting) {
    for (uint32_t i = 0; i < count; i++) print_attr(p, attrs[i].value);
    return;
  }
  strbuf_lit(p->out, " {");
  print_dict_entries(p, attrs, count);
  strbuf_char(p->out, '}');
}

static bool is_elided(Str name, const char *const *elided) {
  for (; elided && *elided; elided++) {
    if (str_is(name, *elided)) return true;
  }
  return false;
}

typedef struct DictEntry { Str name; A value; } DictEntry;

static void add_entry(DictEntry *entries, uint32_t *count, Str name, A value) {
  uint32_t to = (*count)++;
  for (; to && str_compare(entries[to - 1].name, name) > 0; to--) entries[to] = entries[to - 1];
  entries[to] = (DictEntry){name, value};
}

static void print_op_attrs(Printer *p, const Operation *op, const char *const *elided, bool with_keyword) {
  const OpDef *def = op->def;
  uint32_t slots = op->props ? def->attr_count : 0, count = 0;
  DictEntry few[16], *entries = few;
  bool renames = p->options.edition && has_older_attrs(def);
  if (slots + op->attr_count > countof(few)) {
    entries = arena_new(&p->arena, DictEntry, slots + op->attr_count);
    if (!entries) return;
  }
  for (uint32_t i = 0; i < op->attr_count; i++) {   // sorted already
    Str name = attr_str(op->attrs[i].name);
    if (!is_elided(name, elided)) entries[count++] = (DictEntry){name, op->attrs[i].value};
  }
  for (uint32_t i = 0; i < slots; i++) {
    if (!op->props[i] || def_attrs(def)[i].flags & ATTR_PROP) continue;
    Str name = str_from(def_attr_name(def, i));
    if (is_elided(name, elided)) continue;
    DictEntry entry = {name, op->props[i]};
    if (renames) attr_then(p->ctx, &p->arena, op, i, p->options.edition->release, &entry.name, &entry.value);
    add_entry(entries, &count, entry.name, entry.value);
  }
  if (!count) return;
  if (with_keyword) strbuf_lit(p->out, " attributes");
  strbuf_lit(p->out, " {");
  for (uint32_t i = 0; i < count; i++) {
    if (p->collecting) {
      print_attr(p, entries[i].value);
      continue;
    }
    if (i) strbuf_lit(p->out, ", ");
    print_named_attr(p, entries[i].name, entries[i].value);
  }
  strbuf_char(p->out, '}');
}

void print_optional_attr_dict(Printer *p, const Operation *op, const char *const *elided) {
  print_op_attrs(p, op, elided, false);
}

void print_optional_attr_dict_with_keyword(Printer *p, const Operation *op, const char *const *elided) {
  print_op_attrs(p, op, elided, true);
}

// --- Blocks, locations

void print_successor(Printer *p, const Block *block) {
  if (!p->collecting) print_block_name(p, block);
}

void print_successor_and_operands(Printer *p, const Operation *op, uint32_t i) {
  if (p->collecting) return;
  print_block_name(p, op_successor(op, i));
  Span span = op_successor_operands(op, i);
  if (span.begin == span.end) return;
  strbuf_char(p->out, '(');
  print_operands(p, op, span);
  strbuf_lit(p->out, " : ");
  print_operand_types(p, op, span);
  strbuf_char(p->out, ')');
}

void print_region_argument(Printer *p, const Value *arg, A attr_dict, bool omit_type) {
  if (p->collecting) {
    print_type(p, arg->type);
    if (p->options.debug_info) collect_loc(p, value_loc(arg), false);
    return;
  }
  print_value_id(p, arg, true);
  if (!omit_type) {
    strbuf_lit(p->out, ": ");
    print_type(p, arg->type);
  }
  if (attr_dict) {
    const DictAttr *dict = (const DictAttr *)attr_dict;
    print_attr_entries(p, dict->items, (uint32_t)dict->count);
  }
  print_trailing_loc(p, value_loc(arg), false);
}

// --- Function signatures

static A dict_at(A array, uint64_t i) {
  if (!array || attr_kind(array) != ATTR_ARRAY || i >= ((const ArrayAttr *)array)->count) return NULL;
  A dict = ((const ArrayAttr *)array)->items[i];
  return attr_kind(dict) == ATTR_DICT && ((const DictAttr *)dict)->count ? dict : NULL;
}

static void print_dict_of(Printer *p, A dict) {
  if (dict) print_attr_entries(p, ((const DictAttr *)dict)->items, (uint32_t)((const DictAttr *)dict)->count);
}

void print_signature(Printer *p, const T *args, uint32_t arg_count, A arg_attrs, bool variadic, const T *results,
                     uint32_t result_count, A result_attrs, const Region *body, bool print_empty_result) {
  const Block *entry = body ? body->first : NULL;
  strbuf_char(p->out, '(');
  for (uint32_t i = 0; i < arg_count; i++) {
    if (i) strbuf_lit(p->out, ", ");
    A attrs = dict_at(arg_attrs, i);
    if (entry && i < entry->arg_count) {
      print_region_argument(p, entry->args[i], attrs, false);
    } else {
      print_type(p, args[i]);
      print_dict_of(p, attrs);
    }
  }
  if (variadic) {
    if (arg_count) strbuf_lit(p->out, ", ");
    strbuf_lit(p->out, "...");
  }
  strbuf_char(p->out, ')');
  if (!result_count && !print_empty_result) return;
  strbuf_lit(p->out, " -> ");
  bool wrapped = result_count != 1 || type_kind(results[0]) == TYPE_FUNCTION || dict_at(result_attrs, 0);
  if (wrapped) strbuf_char(p->out, '(');
  for (uint32_t i = 0; i < result_count; i++) {
    if (i) strbuf_lit(p->out, ", ");
    print_type(p, results[i]);
    print_dict_of(p, dict_at(result_attrs, i));
  }
  if (wrapped) strbuf_char(p->out, ')');
}

void print_function_signature(Printer *p, const Operation *op, const T *args, uint32_t arg_count, bool variadic,
                              const T *results, uint32_t result_count) {
  print_signature(p, args, arg_count, op_attr(op, "arg_attrs"), variadic, results, result_count, op_attr(op, "res_attrs"),
                  op->region_count ? &op->regions[0] : NULL, false);
}
