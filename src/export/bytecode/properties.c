// Inherent attributes as properties: those of a record by name, each as the number of an attribute or, where it may be absent, that
// number and a flag; then the sizes of segments (mlir/tools/mlir-tblgen/OpDefinitionsGen.cpp, genPropertiesSupportForBytecode).

#include "asm/parser.h"
#include "export/bytecode/reader.h"
#include "export/bytecode/writer.h"
#include "export/op_table.h"
#include "ir/attr.h"

static bool is_segments(const char *name) { return !strcmp(name, "operandSegmentSizes") || !strcmp(name, "resultSegmentSizes"); }

uint32_t property_slots(const OpDef *def, uint32_t release, uint32_t *slots, uint32_t room) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < def->attr_count && count < room; i++) {
    const OpAttrDef *attr = &def->table->attrs[def->attrs + i];
    const char *name = def_attr_name(def, i);
    if (is_segments(name) || (release && attr->since > release)) continue;
    uint32_t at = count++;
    // By name; native properties last, in the order of the record.
    while (at) {
      const OpAttrDef *other = &def->table->attrs[def->attrs + slots[at - 1]];
      bool is_native = attr->flags & ATTR_PROP, is_other = other->flags & ATTR_PROP;
      bool is_before = is_native != is_other ? is_other : !is_native && strcmp(name, def_attr_name(def, slots[at - 1])) < 0;
      if (!is_before) break;
      slots[at] = slots[at - 1];
      at--;
    }
    slots[at] = i;
  }
  return count;
}

// All sizes, or a number for each that is not zero: the size, and below it its place in as many bits as the last takes.
static A read_sizes(Cursor *c, uint32_t groups) {
  int32_t *sizes = arena_new(&c->reader->arena, int32_t, groups + 1u);
  uint64_t word = read_varint(c), count = word >> 1;
  bool sparse = word & 1;
  if (!sizes) return NULL;
  for (uint32_t i = 0; i < groups; i++) sizes[i] = 0;
  uint64_t bits = sparse && count ? read_varint(c) : 0;
  if (bits > 8 || count > groups) return cursor_fail(c, "sizes of segments of too many places"), NULL;
  for (uint64_t i = 0; i < count && cursor_ok(c); i++) {
    uint64_t size = read_varint(c), at = sparse ? size & ((1ull << bits) - 1) : i;
    if (sparse) size >>= bits;
    if (at >= groups || size > INT32_MAX) return cursor_fail(c, "a size of a segment that is not there"), NULL;
    sizes[at] = (int32_t)size;
  }
  return cursor_ok(c) ? attr_i32_array(c->reader->ctx, sizes, groups) : NULL;
}

// A native property: a flag is a byte, a number is one, and behind the flag of one that may be absent.
static A read_native(Cursor *c, const OpDef *def, uint32_t slot) {
  Context *ctx = c->reader->ctx;
  const char *text = def_text(def, def->table->attrs[def->attrs + slot].default_value);
  if (text && (!strcmp(text, "false") || !strcmp(text, "true"))) return attr_bool(ctx, read_byte(c) != 0);
  if (text && !strcmp(text, "[]")) {
    bool is_there = read_byte(c) != 0;
    A item = is_there ? attr_i64(ctx, ctx->types.i64, (int64_t)read_varint(c)) : NULL;
    return attr_array(ctx, &item, is_there);
  }
  T type = built_type(ctx, def->table->attr_constraints[def->table->attrs[def->attrs + slot].type].value_type);
  return attr_i64(ctx, type ? type : ctx->types.i32, (int64_t)read_varint(c));
}

static void set(Cursor *c, const OpEntry *entry, OpState *state, NamedAttrVec *dict, uint32_t slot, A value) {
  if (!value) return;
  if (entry->def == entry->record) op_state_set_prop(state, slot, value);
  else vec_push(&c->reader->arena, dict, ((NamedAttr){attr_string(c->reader->ctx, str_from(def_attr_name(entry->record, slot))), value}));
}

static bool read_segments(Cursor *c, const OpEntry *entry, OpState *state, NamedAttrVec *dict, bool as_numbers) {
  static const char *const names[] = {"operandSegmentSizes", "resultSegmentSizes"};
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < entry->record->attr_count; i++) {
      if (strcmp(def_attr_name(entry->record, i), names[k])) continue;
      uint32_t groups = k ? entry->record->result_count : entry->record->operand_count;
      A sizes = as_numbers ? read_sizes(c, groups) : read_attr(c);
      if (!sizes) return false;
      set(c, entry, state, dict, i, sizes);
    }
  return true;
}

// Those of `slots` in their order.
static bool read_slots(Cursor *c, const OpEntry *entry, OpState *state, const uint32_t *slots, uint32_t count) {
  Reader *reader = c->reader;
  const RecordTable *table = entry->record->table;
  NamedAttrVec dict = {0};
  if (reader->version < VERSION_SEGMENTS && !read_segments(c, entry, state, &dict, false)) return false;
  for (uint32_t i = 0; i < count; i++) {
    const OpAttrDef *attr = &table->attrs[entry->record->attrs + slots[i]];
    A value = NULL;
    if (attr->flags & ATTR_PROP) value = read_native(c, entry->record, slots[i]);
    else if (attr->flags & (ATTR_OPTIONAL | ATTR_DEFAULT)) value = read_optional_attr(c);
    else value = read_attr(c);
    if (!cursor_ok(c)) return false;
    bool is_own = !value || attr->flags & ATTR_PROP || reader->as_written || attr_fits_storage(table, &table->attr_constraints[attr->type], value);
    if (!is_own) return cursor_fail(c, "a property of another kind than the operation's");
    set(c, entry, state, &dict, slots[i], value);
  }
  if (reader->version >= VERSION_SEGMENTS && !read_segments(c, entry, state, &dict, true)) return false;
  if (c->at != c->end) return cursor_fail(c, "properties that the operation does not have");
  if (dict.count) {
    attr_dict_sort(reader->ctx, dict.data, dict.count);
    state->prop_dict = attr_dict(reader->ctx, dict.data, dict.count);
  }
  return true;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
static const char older_ops[] =
#include "export/bytecode/older.def"
  ;
#pragma GCC diagnostic pop

const char *older_properties(Str name) {
  OpTablePlace place = {.name = older_ops};
  return op_table_find(&place, name) ? place.line : NULL;
}

static A read_older_property(Cursor *c, char kind, uint32_t sizes) {
  Context *ctx = c->reader->ctx;
  if (kind == '?') return read_optional_attr(c);
  if (kind == '!') return attr_i64(ctx, ctx->types.i32, (int64_t)read_varint(c));
  if (kind == '*' && c->reader->version >= VERSION_SEGMENTS) return read_sizes(c, sizes);
  return read_attr(c);
}

// The properties of an operation of LLVM 19 by the table's text, as written. Sizes of segments come first there, since version 6 last.
static bool read_older(Cursor *c, OpState *state, const char *properties) {
  Reader *reader = c->reader;
  NamedAttrVec dict = {0};
  bool are_last = reader->version >= VERSION_SEGMENTS;
  for (uint32_t turn = 0; turn < 2; turn++)
    for (const char *p = properties; *p != ':' && cursor_ok(c);) {
      Str name = {p, strcspn(p, "?!* :")};
      char kind = p[name.size];
      uint32_t sizes = 0;
      for (p += name.size; *p != ':' && *p != ' '; p++) sizes = char_is_digit(*p) ? sizes * 10 + (uint32_t)(*p - '0') : 0;
      p += *p == ' ';
      if (kind == '*') name = STR("operandSegmentSizes");
      if ((kind == '*' && are_last) != (turn == 1)) continue;
      A value = read_older_property(c, kind, sizes);
      if (value) vec_push(&reader->arena, &dict, ((NamedAttr){attr_string(reader->ctx, name), value}));
    }
  if (!cursor_ok(c)) return false;
  if (c->at != c->end) return cursor_fail(c, "properties that the operation does not have");
  attr_dict_sort(reader->ctx, dict.data, dict.count);
  state->prop_dict = attr_dict(reader->ctx, dict.data, dict.count);
  return true;
}

bool read_properties(Cursor *c, const OpEntry *entry, OpState *state) {
  enum { ROOM = 128 };
  uint32_t slots[ROOM];
  Reader *reader = c->reader;
  if (entry->older) return read_older(c, state, entry->older);
  if (!entry->record) {   // of an unregistered operation: one attribute
    A all = read_attr(c);
    state->prop_dict = all;
    return all != NULL;
  }
  uint32_t count = property_slots(entry->record, reader->as_written ? reader->release : 0, slots, ROOM);
  return read_slots(c, entry, state, slots, count);
}

// ---------------------------------------------------------------------------------------------
// Writing

static void put_sizes(StrBuf *out, A sizes) {
  uint64_t count = sizes ? ((const DenseArrayAttr *)sizes)->count : 0, used = 0, last = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (!dense_array_i64(sizes, i)) continue;
    used++;
    last = i;
  }
  if (last > 256 || used > count / 2) {
    put_flagged(out, count, false);
    for (uint64_t i = 0; i < count; i++) put_varint(out, (uint64_t)dense_array_i64(sizes, i));
    return;
  }
  put_flagged(out, used, true);
  if (!used) return;
  uint32_t bits = 0;
  while (1ull << bits < last + 1) bits++;
  put_varint(out, bits);
  for (uint64_t i = 0; i < count; i++)
    if (dense_array_i64(sizes, i)) put_varint(out, (uint64_t)dense_array_i64(sizes, i) << bits | i);
}

static void put_segments(BytecodeWriter *w, StrBuf *out, const Operation *op) {
  static const char *const names[] = {"operandSegmentSizes", "resultSegmentSizes"};
  for (uint32_t k = 0; k < 2; k++)
    for (uint32_t i = 0; i < op->def->attr_count; i++) {
      if (strcmp(def_attr_name(op->def, i), names[k])) continue;
      A sizes = op->props[i] ? op->props[i] : attr_i32_array(w->ctx, NULL, 0);
      if (w->version >= VERSION_SEGMENTS) put_sizes(out, sizes);
      else put_varint(out, written_attr(w, sizes));
    }
}

void put_properties(BytecodeWriter *w, StrBuf *out, const Operation *op) {
  enum { ROOM = 128 };
  uint32_t slots[ROOM], count = property_slots(op->def, 0, slots, ROOM);
  if (w->version < VERSION_SEGMENTS) put_segments(w, out, op);
  for (uint32_t i = 0; i < count; i++) {
    const OpAttrDef *attr = &op->def->table->attrs[op->def->attrs + slots[i]];
    A value = op->props[slots[i]];
    if (attr->flags & ATTR_PROP) {
      bool is_flag = value && attr_kind(value) == ATTR_INTEGER && type_bits(attr_value_type(value)) == 1;
      const char *text = def_text(op->def, attr->default_value);
      if (is_flag || (text && (!strcmp(text, "false") || !strcmp(text, "true")))) strbuf_char(out, value && attr_to_bool(value));
      else if (text && !strcmp(text, "[]")) {
        const ArrayAttr *item = (const ArrayAttr *)value;
        strbuf_char(out, item && item->count);
        if (item && item->count) put_varint(out, attr_to_u64(item->items[0]));
      }
      else put_varint(out, value ? attr_to_u64(value) : 0);
    } else if (attr->flags & (ATTR_OPTIONAL | ATTR_DEFAULT)) {
      if (value) put_flagged(out, written_attr(w, value), true);
      else put_varint(out, 0);
    } else put_varint(out, written_attr(w, value ? value : attr_unit(w->ctx)));
  }
  if (w->version >= VERSION_SEGMENTS) put_segments(w, out, op);
}
