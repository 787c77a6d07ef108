// Attributes and locations.
#include "asm/params.h"
#include "asm/printer_impl.h"

// --- Identifiers and strings

bool text_is_bare_identifier(Str text) {
  if (!text.size || !(char_is_alpha(text.data[0]) || text.data[0] == '_')) return false;
  for (size_t i = 1; i < text.size; i++) {
    char c = text.data[i];
    if (!(char_is_alnum(c) || c == '_' || c == '$' || c == '.')) return false;
  }
  return true;
}

static void put_keyword_or_string(StrBuf *out, Str text) {
  if (text_is_bare_identifier(text)) {
    strbuf_str(out, text);
  } else {
    strbuf_quoted(out, text);
  }
}

static void put_symbol(StrBuf *out, Str name) {
  if (!name.size) {
    strbuf_lit(out, "@<<INVALID EMPTY SYMBOL>>");
    return;
  }
  strbuf_char(out, '@');
  put_keyword_or_string(out, name);
}

void print_keyword_or_string(Printer *p, Str text) {
  if (!p->collecting) put_keyword_or_string(p->out, text);
}

void print_symbol_name(Printer *p, Str name) {
  if (!p->collecting) put_symbol(p->out, name);
}

void print_string(Printer *p, Str text) {
  if (!p->collecting) strbuf_quoted(p->out, text);
}

void print_named_attr(Printer *p, Str name, A value) {
  put_keyword_or_string(p->out, name);
  if (value && attr_kind(value) == ATTR_UNIT) return;
  strbuf_lit(p->out, " = ");
  print_attr(p, value);
}

void print_dict_entries(Printer *p, const NamedAttr *items, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    if (i) strbuf_lit(p->out, ", ");
    print_named_attr(p, attr_str(items[i].name), items[i].value);
  }
}

// --- Elements

static uint64_t load_word(const uint8_t *data, uint32_t bytes) {
  uint64_t word = 0;
  for (uint32_t i = 0; i < bytes && i < 8; i++) word |= (uint64_t)data[i] << (8 * i);
  return word;
}

// An integer of `type` (index: 64 bits) stored in `bytes` little-endian bytes.
static void print_stored_int(Printer *p, T type, const uint8_t *data, uint32_t bytes) {
  uint32_t width = type_bits(type);
  bool is_unsigned = type_kind(type) == TYPE_INTEGER && ((const IntegerType *)type)->signedness == UNSIGNED;
  if (type_is_bit(type)) {
    if (data[0] & 1) strbuf_lit(p->out, "true");
    else strbuf_lit(p->out, "false");
  } else if (width <= 64) {
    uint64_t word = load_word(data, bytes);
    if (!width) word = 0;
    else if (width < 64) word <<= 64 - width;
    if (is_unsigned) strbuf_u64(p->out, width && width < 64 ? word >> (64 - width) : word);
    else strbuf_i64(p->out, width && width < 64 ? (int64_t)word >> (64 - width) : (int64_t)word);
  } else {
    ArenaMark mark = arena_mark(&p->arena);
    APInt value = apint_from_bytes(&p->arena, width, data, bytes);
    apint_print(p->out, &value, !is_unsigned);
    arena_release(&p->arena, mark);
  }
}

static void print_stored_float(StrBuf *out, T type, const uint8_t *data, uint32_t bytes) {
  uint64_t low = load_word(data, bytes), high = bytes > 8 ? load_word(data + 8, bytes - 8) : 0;
  apfloat_print(out, apfloat_from_bits(type_float_kind(type), low, high));
}

static void print_stored_scalar(Printer *p, T type, const uint8_t *data, uint32_t bytes) {
  if (type_is_float(type)) {
    print_stored_float(p->out, type, data, bytes);
  } else {
    print_stored_int(p, type, data, bytes);
  }
}

static void print_stored_element(Printer *p, T type, const uint8_t *data, uint32_t bytes) {
  if (type_kind(type) != TYPE_COMPLEX) {
    print_stored_scalar(p, type, data, bytes);
    return;
  }
  T part = ((const ComplexType *)type)->element;
  strbuf_char(p->out, '(');
  print_stored_scalar(p, part, data, bytes / 2);
  strbuf_char(p->out, ',');
  print_stored_scalar(p, part, data + bytes / 2, bytes / 2);
  strbuf_char(p->out, ')');
}

// Brackets before or after element `index` of a shape: one for every trailing dimension that starts
// (or, for the index after it, ended) there.
static uint64_t brackets_at(const ShapedType *type, uint64_t index) {
  uint64_t count = 0, stride = 1;
  for (uint64_t d = type->rank; d-- > 0; count++) {
    stride *= (uint64_t)type->dims[d];
    if (!stride || index % stride) break;
  }
  return count;
}

// Nested lists of `count` elements; a splat is printed bare.
static void print_nested(Printer *p, const ShapedType *type, bool splat, uint64_t count,
                         void (*print)(Printer *p, const void *data, uint64_t i), const void *data) {
  if (splat) {
    print(p, data, 0);
    return;
  }
  for (uint64_t i = 0; i < count && !p->ctx->mem.exhausted; i++) {
    if (i) strbuf_lit(p->out, ", ");
    strbuf_pad(p->out, '[', (size_t)brackets_at(type, i));
    print(p, data, i);
    strbuf_pad(p->out, ']', (size_t)brackets_at(type, i + 1));
  }
}

static void print_dense_item(Printer *p, const void *data, uint64_t i) {
  const DenseAttr *dense = data;
  T element = type_element(dense->type);
  uint32_t bytes = dense_element_bytes(element);
  print_stored_element(p, element, dense->data + i * bytes, bytes);
}

static void print_string_item(Printer *p, const void *data, uint64_t i) {
  const DenseStringsAttr *strings = data;
  strbuf_quoted(p->out, attr_str(strings->items[i]));
}

void put_hex_byte(StrBuf *out, uint8_t byte) {
  strbuf_char(out, "0123456789ABCDEF"[byte >> 4]);
  strbuf_char(out, "0123456789ABCDEF"[byte & 15]);
}

static void print_hex_data(StrBuf *out, const DenseAttr *dense) {
  strbuf_lit(out, "\"0x");
  if (type_is_bit(type_element(dense->type))) {   // eight to the byte
    for (uint64_t i = 0; i < dense->size; i += 8) {
      uint8_t byte = 0;
      for (uint64_t k = 0; k < 8 && i + k < dense->size; k++) {
        byte |= (uint8_t)((dense->data[i + k] & 1) << k);
      }
      put_hex_byte(out, byte);
    }
  } else {
    for (uint64_t i = 0; i < dense->size; i++) put_hex_byte(out, dense->data[i]);
  }
  strbuf_char(out, '"');
}

static bool exceeds(int64_t limit, uint64_t count) { return limit >= 0 && count > (uint64_t)limit; }

static void print_dense(Printer *p, const DenseAttr *dense, bool allow_hex) {
  const ShapedType *type = type_as_shaped(dense->type);
  uint64_t count = dense_count(&dense->base);
  if (allow_hex && !dense->splat && exceeds(p->options.hex_elements_larger, count)) {
    print_hex_data(p->out, dense);
    return;
  }
  print_nested(p, type, dense->splat != 0, count, print_dense_item, dense);
}

static void print_dense_any(Printer *p, A attr, bool allow_hex) {
  if (attr_kind(attr) == ATTR_DENSE) {
    print_dense(p, (const DenseAttr *)attr, allow_hex);
  } else if (attr_kind(attr) == ATTR_DENSE_STRINGS) {
    const DenseStringsAttr *strings = (const DenseStringsAttr *)attr;
    print_nested(p, type_as_shaped(strings->type), strings->splat != 0, strings->count, print_string_item, strings);
  }
}

static bool elements_elided(const Printer *p, A attr) {
  if (attr_kind(attr) == ATTR_DENSE_STRINGS) {
    const DenseStringsAttr *strings = (const DenseStringsAttr *)attr;
    return !strings->splat && exceeds(p->options.elide_elements_larger, strings->count);
  }
  return attr_kind(attr) == ATTR_DENSE && !((const DenseAttr *)attr)->splat &&
         exceeds(p->options.elide_elements_larger, dense_count(attr));
}

// What stands for elements that are left out.
static void print_elided(Printer *p) {
  uint32_t release = p->options.edition ? p->options.edition->release : UINT32_MAX;
  if (release > LAST_OPAQUE_ELEMENTS) strbuf_lit(p->out, "dense_resource<" ELIDED_KEY ">");
  else if (release > LAST_SHORT_ELIDED) strbuf_lit(p->out, "opaque<\"elided_large_const\", \"" ELIDED_BYTES "\">");
  else strbuf_lit(p->out, "opaque<\"_\", \"" ELIDED_BYTES "\">");
}

static void print_sparse(Printer *p, const SparseAttr *sparse) {
  if (elements_elided(p, sparse->indices) || elements_elided(p, sparse->values)) {
    print_elided(p);
    return;
  }
  strbuf_lit(p->out, "sparse<");
  if (dense_count(sparse->indices)) {
    print_dense_any(p, sparse->indices, false);
    strbuf_lit(p->out, ", ");
    print_dense_any(p, sparse->values, true);
  }
  strbuf_char(p->out, '>');
}

static void print_dense_array(Printer *p, const DenseArrayAttr *array) {
  strbuf_lit(p->out, "array<");
  print_type(p, array->element);
  uint32_t bytes = type_is_bit(array->element) ? 1 : (type_bits(array->element) + 7) / 8;
  for (uint64_t i = 0; i < array->count; i++) {
    if (i) strbuf_lit(p->out, ", ");
    else strbuf_lit(p->out, ": ");
    print_stored_scalar(p, array->element, array->data + i * bytes, bytes);
  }
  strbuf_char(p->out, '>');
}

static void print_dynamic(StrBuf *out, int64_t value) {
  if (value == DYNAMIC) {
    strbuf_char(out, '?');
  } else {
    strbuf_i64(out, value);
  }
}

static void print_strided(StrBuf *out, const StridedAttr *strided) {
  strbuf_lit(out, "strided<[");
  for (uint64_t i = 0; i < strided->rank; i++) {
    if (i) strbuf_lit(out, ", ");
    print_dynamic(out, strided->strides[i]);
  }
  strbuf_char(out, ']');
  if (strided->offset) {
    strbuf_lit(out, ", offset: ");
    print_dynamic(out, strided->offset);
  }
  strbuf_char(out, '>');
}

static void print_resource(Printer *p, const DenseResourceAttr *resource) {
  if (str_is(attr_str(resource->key), ELIDED_KEY) && p->options.edition) {
    print_elided(p);
    return;
  }
  strbuf_lit(p->out, "dense_resource<");
  put_keyword_or_string(p->out, attr_str(resource->key));
  strbuf_char(p->out, '>');
  map_put(&p->resources, map_key(resource->key));
}

// Words in the text of an opaque attribute that name resources of its dialect.
static void note_opaque_resources(Printer *p, const OpaqueAttr *opaque) {
  const Map *resources = p->module ? p->module->resources : NULL;
  Str text = attr_str(opaque->text), dialect = attr_str(opaque->dialect);
  for (size_t begin = 0, end; resources && begin < text.size; begin = end + 1) {
    for (end = begin; end < text.size && (char_is_alnum(text.data[end]) || text.data[end] == '_'); end++) {}
    if (end == begin) continue;
    const void *resource = map_get_str(resources, arena_printf(&p->arena, "%.*s/%.*s", STR_ARG(dialect), (int)(end - begin), text.data + begin));
    if (resource) map_put(&p->opaque_resources, map_key(resource));
  }
}

// --- Locations

static void print_file_position(StrBuf *out, const FileLoc *loc) {
  strbuf_char(out, ':');
  strbuf_u64(out, loc->line);
  strbuf_char(out, ':');
  strbuf_u64(out, loc->column);
  if (!loc->is_range || (loc->end_line == loc->line && loc->end_column == loc->column)) return;
  strbuf_lit(out, " to ");
  if (loc->end_line != loc->line) strbuf_u64(out, loc->end_line);
  strbuf_char(out, ':');
  strbuf_u64(out, loc->end_column);
}

// Print the part inside `loc(…)`; `pretty` is the form of --mlir-pretty-debuginfo.
static void print_loc_body(Printer *p, A loc, bool pretty, bool is_top) {
  StrBuf *out = p->out;
  if (!is_top && p->use_aliases && print_alias(p, loc)) return;
  switch (attr_kind(loc)) {
    case ATTR_LOC_UNKNOWN:
      if (pretty) strbuf_lit(out, "[unknown]");
      else strbuf_lit(out, "unknown");
      break;
    case ATTR_LOC_FILE: {
      const FileLoc *file = (const FileLoc *)loc;
      if (pretty) strbuf_str(out, attr_str(file->file));
      else strbuf_quoted(out, attr_str(file->file));
      print_file_position(out, file);
      break;
    }
    case ATTR_LOC_NAME: {
      const NameLoc *name = (const NameLoc *)loc;
      strbuf_quoted(out, attr_str(name->name));
      if (!name->child || attr_kind(name->child) == ATTR_LOC_UNKNOWN) break;
      strbuf_char(out, '(');
      print_loc_body(p, name->child, pretty, false);
      strbuf_char(out, ')');
      break;
    }
    case ATTR_LOC_CALLSITE: {
      const CallSiteLoc *call = (const CallSiteLoc *)loc;
      if (!pretty) strbuf_lit(out, "callsite(");
      print_loc_body(p, call->callee, pretty, false);
      bool same_line = !pretty || (attr_kind(call->callee) == ATTR_LOC_NAME && attr_kind(call->caller) == ATTR_LOC_FILE);
      if (!same_line) strbuf_char(out, '\n');
      strbuf_lit(out, " at ");
      print_loc_body(p, call->caller, pretty, false);
      if (!pretty) strbuf_char(out, ')');
      break;
    }
    case ATTR_LOC_FUSED: {
      const FusedLoc *fused = (const FusedLoc *)loc;
      if (!pretty) strbuf_lit(out, "fused");
      if (fused->metadata) {
        strbuf_char(out, '<');
        print_attr(p, fused->metadata);
        strbuf_char(out, '>');
      }
      strbuf_char(out, '[');
      for (uint64_t i = 0; i < fused->count; i++) {
        if (i) strbuf_lit(out, ", ");
        print_loc_body(p, fused->items[i], pretty, false);
      }
      strbuf_char(out, ']');
      break;
    }
    default: print_attr(p, loc); break;
  }
}

void print_location(Printer *p, A loc, bool allow_alias) {
  if (p->options.pretty_debug_info) {
    print_loc_body(p, loc, true, true);
    return;
  }
  strbuf_lit(p->out, "loc(");
  if (!allow_alias || !p->use_aliases || !print_alias(p, loc)) print_loc_body(p, loc, false, true);
  strbuf_char(p->out, ')');
}

void print_trailing_loc(Printer *p, Loc loc, bool allow_alias) {
  if (!p->options.debug_info || !p->module) return;
  strbuf_char(p->out, ' ');
  print_location(p, loc_attr(p->module, loc), allow_alias);
}

// --- Attributes

static uint64_t distinct_id(Printer *p, A attr) {
  MapEntry *entry = map_find(&p->distinct_ids, map_key(attr));
  if (!entry) {
    uint64_t id = p->distinct_ids.count;
    entry = map_put(&p->distinct_ids, map_key(attr));
    entry->value = (uintptr_t)id;
  }
  return entry->value;
}

void print_attr_body(Printer *p, A attr) {
  const AttrDef *def = attr->def;
  const DialectDef *dialect = dialect_by_name(p, def->dialect);
  if (dialect && dialect->print_attr && dialect->print_attr(p, attr)) return;
  strbuf_bytes(p->out, def->name, strlen(def->name));
  if (def->print) {
    def->print(p, attr);
  } else if (def->params) {
    print_attr_params(p, attr);
  }
}

static void print_dialect_attr(Printer *p, A attr) {
  strbuf_char(p->out, '#');
  strbuf_str(p->out, str_from(dialect_spelling(p, attr->def->dialect)));
  strbuf_char(p->out, '.');
  size_t begin = p->out->size;
  print_attr_body(p, attr);
  if (p->out->size >= begin && begin) finish_dialect_symbol(p->out, begin);
}

static void print_integer(Printer *p, const IntegerAttr *attr) {
  bool is_unsigned = type_kind(attr->type) == TYPE_INTEGER && ((const IntegerType *)attr->type)->signedness == UNSIGNED;
  APInt value = attr_int(&attr->base);
  apint_print(p->out, &value, !is_unsigned);
}

static void print_float_value(StrBuf *out, APFloat value, bool *is_hex) {
  size_t begin = out->size;
  apfloat_print(out, value);
  *is_hex = out->size - begin > 1 && out->data[begin] == '0' && out->data[begin + 1] == 'x';
}

// ` : type` of a typed attribute, unless it is none.
static void print_type_suffix(Printer *p, A attr, TypeElision elision) {
  if (elision == TYPE_ELIDE_ALWAYS) return;
  T type = attr_value_type(attr);
  if (!type || type_kind(type) == TYPE_NONE) return;
  strbuf_lit(p->out, " : ");
  print_type(p, type);
}

void print_attr_impl(Printer *p, A attr, TypeElision elision) {
  StrBuf *out = p->out;
  switch (attr_kind(attr)) {
    case ATTR_UNIT: strbuf_lit(out, "unit"); return;
    case ATTR_INTEGER: {
      const IntegerAttr *integer = (const IntegerAttr *)attr;
      if (type_is_int(integer->type, 1)) {
        if (attr_to_bool(attr)) strbuf_lit(out, "true");
        else strbuf_lit(out, "false");
        return;
      }
      print_integer(p, integer);
      if (elision == TYPE_ELIDE_DEFAULT && type_is_int(integer->type, 64)) return;
      break;
    }
    case ATTR_FLOAT: {
      bool is_hex;
      print_float_value(out, attr_float_value(attr), &is_hex);
      T type = ((const FloatAttr *)attr)->type;
      if (elision == TYPE_ELIDE_DEFAULT && !is_hex && type_is_float(type) && type_float_kind(type) == FLOAT_F64) return;
      break;
    }
    case ATTR_STRING: strbuf_quoted(out, attr_str(attr)); break;
    case ATTR_TYPE: print_type(p, ((const TypeAttr *)attr)->type); return;
    case ATTR_ARRAY: {
      const ArrayAttr *array = (const ArrayAttr *)attr;
      if (!count_part(p)) return;
      strbuf_char(out, '[');
      for (uint64_t i = 0; i < array->count; i++) {
        if (i) strbuf_lit(out, ", ");
        print_attr_elided(p, array->items[i], TYPE_ELIDE_DEFAULT);
      }
      strbuf_char(out, ']');
      return;
    }
    case ATTR_DICT: {
      const DictAttr *dict = (const DictAttr *)attr;
      if (!count_part(p)) return;
      strbuf_char(out, '{');
      print_dict_entries(p, dict->items, dict->count);
      strbuf_char(out, '}');
      return;
    }
    case ATTR_SYMBOL_REF: {
      const SymbolRefAttr *ref = (const SymbolRefAttr *)attr;
      for (uint64_t i = 0; i < ref->count; i++) {
        if (i) strbuf_lit(out, "::");
        put_symbol(out, attr_str(ref->path[i]));
      }
      return;
    }
    case ATTR_AFFINE_MAP:
      strbuf_lit(out, "affine_map<");
      print_affine_map_text(out, ((const MapAttr *)attr)->map);
      strbuf_char(out, '>');
      return;
    case ATTR_INTEGER_SET:
      strbuf_lit(out, "affine_set<");
      print_integer_set_text(out, ((const SetAttr *)attr)->set);
      strbuf_char(out, '>');
      return;
    case ATTR_DENSE_ARRAY: print_dense_array(p, (const DenseArrayAttr *)attr); return;
    case ATTR_DENSE: case ATTR_DENSE_STRINGS:
      if (elements_elided(p, attr)) {
        print_elided(p);
      } else {
        strbuf_lit(out, "dense<");
        print_dense_any(p, attr, true);
        strbuf_char(out, '>');
      }
      break;
    case ATTR_DENSE_RESOURCE: print_resource(p, (const DenseResourceAttr *)attr); break;
    case ATTR_OPAQUE_ELEMENTS:
      strbuf_lit(out, "opaque<");
      strbuf_quoted(out, attr_str(((const OpaqueAttr *)attr)->dialect));
      strbuf_lit(out, ", ");
      strbuf_quoted(out, attr_str(((const OpaqueAttr *)attr)->text));
      strbuf_char(out, '>');
      break;
    case ATTR_SPARSE: print_sparse(p, (const SparseAttr *)attr); break;
    case ATTR_STRIDED: print_strided(out, (const StridedAttr *)attr); return;
    case ATTR_DISTINCT: {
      A referenced = ((const DistinctAttr *)attr)->referenced;
      strbuf_lit(out, "distinct[");
      strbuf_u64(out, distinct_id(p, attr));
      strbuf_lit(out, "]<");
      if (attr_kind(referenced) != ATTR_UNIT) print_attr(p, referenced);
      strbuf_char(out, '>');
      return;
    }
    case ATTR_OPAQUE: {
      const OpaqueAttr *opaque = (const OpaqueAttr *)attr;
      strbuf_char(out, '#');
      Str dialect = attr_str(opaque->dialect);   // none: an alias that is defined elsewhere, and what is given with it
      strbuf_str(out, dialect);
      if (dialect.size) strbuf_char(out, '.');
      size_t begin = out->size;
      print_kept_text(p, attr_str(opaque->text));
      if (out->size >= begin && begin && dialect.size) finish_dialect_symbol(out, begin);
      note_opaque_resources(p, opaque);
      break;
    }
    case ATTR_LOC_UNKNOWN: case ATTR_LOC_FILE: case ATTR_LOC_NAME: case ATTR_LOC_CALLSITE: case ATTR_LOC_FUSED:
      print_location(p, attr, false);
      return;
    case ATTR_DIALECT: print_dialect_attr(p, attr); break;
  }
  print_type_suffix(p, attr, elision);
}

void print_attr_elided(Printer *p, A attr, TypeElision elision) {
  if (p->collecting) {
    collect_attr(p, attr, elision == TYPE_ELIDE_ALWAYS);
    return;
  }
  if (!attr) {
    strbuf_lit(p->out, "<<NULL ATTRIBUTE>>");
    return;
  }
  if (p->use_aliases && (p->outlines || attr_may_alias(attr)) && print_alias(p, attr)) return;
  print_attr_impl(p, attr, elision);
}

void print_attr(Printer *p, A attr) { print_attr_elided(p, attr, TYPE_ELIDE_NEVER); }

void print_attr_without_type(Printer *p, A attr) { print_attr_elided(p, attr, TYPE_ELIDE_ALWAYS); }

bool print_attr_alias(Printer *p, A attr) {
  if (p->collecting) {
    collect_attr(p, attr, false);
    return true;
  }
  return p->use_aliases && (p->outlines || attr_may_alias(attr)) && print_alias(p, attr);
}

void print_attr_stripped(Printer *p, A attr) {
  if (print_attr_alias(p, attr)) return;
  size_t begin = p->out->size;
  if (attr_kind(attr) == ATTR_DIALECT) {
    if (attr->def->print) {
      attr->def->print(p, attr);
    } else if (attr->def->params) {
      print_attr_params(p, attr);
    }
  }
  if (p->out->size == begin) print_attr(p, attr);
}

void print_float(Printer *p, APFloat value) {
  if (!p->collecting) apfloat_print(p->out, value);
}
