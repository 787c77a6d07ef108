// Types.
#include "asm/params.h"
#include "asm/printer_impl.h"
#include "ir/affine.h"

const DialectDef *dialect_by_name(Printer *p, const char *name) {
  if (p->dialect_name != name) {
    p->dialect_name = name;
    p->dialect = context_dialect(p->ctx, str_from(name));
  }
  return p->dialect;
}

// --- `!dialect.body` and `#dialect.body`

const char *dialect_spelling(Printer *p, const char *name) {
  if (!p->options.edition || p->options.edition == edition_current) return name;
  const DialectDef *dialect = dialect_by_name(p, name);
  return dialect && dialect->older_last >= p->options.edition->release ? dialect->older_name : name;
}

// symbol-body ::= letter (letter | digit | `.` | `_`)* (`<` … `>`)?
static bool body_is_pretty(const char *text, size_t size) {
  if (!size || !char_is_alpha(text[0])) return false;
  size_t i = 0;
  while (i < size && (char_is_alnum(text[i]) || text[i] == '.' || text[i] == '_')) i++;
  return i == size || (text[i] == '<' && text[size - 1] == '>');
}

void finish_dialect_symbol(StrBuf *out, size_t begin) {
  if (body_is_pretty(out->data + begin, out->size - begin)) return;
  out->data[begin - 1] = '<';   // where the '.' was
  strbuf_char(out, '>');
}

void print_type_body(Printer *p, T type) {
  const TypeDef *def = type->def;
  const DialectDef *dialect = dialect_by_name(p, def->dialect);
  if (dialect && dialect->print_type && dialect->print_type(p, type)) return;
  strbuf_bytes(p->out, def->name, strlen(def->name));
  if (def->print) {
    def->print(p, type);
  } else if (def->params) {
    print_type_params(p, type);
  }
}

// Vectors of a dialect's types were of that dialect, too, in older editions.
static bool print_dialect_vector(Printer *p, T type) {
  T element = ((const ShapedType *)type)->element;
  const DialectDef *dialect = type_kind(element) == TYPE_DIALECT ? context_dialect(p->ctx, str_from(element->def->dialect)) : NULL;
  return dialect && dialect->print_vector && dialect->print_vector(p, type);
}

static void print_dialect_type(Printer *p, T type) {
  if (!count_part(p)) return;
  strbuf_char(p->out, '!');
  strbuf_str(p->out, str_from(dialect_spelling(p, type->def->dialect)));
  strbuf_char(p->out, '.');
  size_t begin = p->out->size;
  print_type_body(p, type);
  if (p->out->size >= begin && begin) finish_dialect_symbol(p->out, begin);
}

// --- Builtin types

static void print_shape(StrBuf *out, const ShapedType *type) {
  for (uint64_t i = 0; i < type->rank; i++) {
    bool scalable = i < 64 && type->scalable >> i & 1;
    if (scalable) strbuf_char(out, '[');
    if (type->dims[i] == DYNAMIC) {
      strbuf_char(out, '?');
    } else {
      strbuf_i64(out, type->dims[i]);
    }
    if (scalable) strbuf_char(out, ']');
    strbuf_char(out, 'x');
  }
}

// Up to LLVM 14 strides were another spelling of a map.
A printed_layout(Printer *p, const ShapedType *type) {
  if (!type->layout || attr_kind(type->layout) != ATTR_STRIDED || !prints_older(p, OLDER_OFFSET_AND_STRIDES)) return type->layout;
  if (prints_older(p, OLDER_WRITTEN_STRIDES)) return type->layout;
  const AffineMap *map = memref_layout_map(p->ctx, &type->base);
  return affine_map_is_identity(map) ? NULL : attr_affine_map(p->ctx, map);
}

static void print_stride(StrBuf *out, int64_t stride) {
  if (stride == DYNAMIC) strbuf_char(out, '?');
  else strbuf_i64(out, stride);
}

// `offset: 1, strides: [2, ?]`
static void print_offset_and_strides(StrBuf *out, const StridedAttr *layout) {
  strbuf_lit(out, "offset: ");
  print_stride(out, layout->offset);
  strbuf_lit(out, ", strides: [");
  for (uint64_t i = 0; i < layout->rank; i++) {
    if (i) strbuf_lit(out, ", ");
    print_stride(out, layout->strides[i]);
  }
  strbuf_char(out, ']');
}

static void print_shaped(Printer *p, const ShapedType *type, const char *head) {
  strbuf_bytes(p->out, head, strlen(head));
  print_shape(p->out, type);
  print_type(p, type->element);
  A layout = printed_layout(p, type);
  if (layout) {
    strbuf_lit(p->out, ", ");
    if (attr_kind(layout) == ATTR_STRIDED && prints_older(p, OLDER_WRITTEN_STRIDES)) print_offset_and_strides(p->out, (const StridedAttr *)layout);
    else print_attr_elided(p, layout, TYPE_ELIDE_DEFAULT);
  }
  if (type->extra) {
    strbuf_lit(p->out, ", ");
    print_attr_elided(p, type->extra, type_is_memref(&type->base) ? TYPE_ELIDE_DEFAULT : TYPE_ELIDE_NEVER);
  }
  strbuf_char(p->out, '>');
}

// `(inputs) -> results`; one result that is no function needs no parentheses.
static void print_function(Printer *p, const T *types, uint32_t inputs, uint32_t results) {
  strbuf_char(p->out, '(');
  print_types(p, types, inputs);
  strbuf_lit(p->out, ") -> ");
  types += inputs;
  bool bare = results == 1 && type_kind(types[0]) != TYPE_FUNCTION && type_kind(types[0]) != TYPE_GRAPH;
  if (!bare) strbuf_char(p->out, '(');
  print_types(p, types, results);
  if (!bare) strbuf_char(p->out, ')');
}

static void print_integer_type(StrBuf *out, const IntegerType *type) {
  if (type->signedness != SIGNLESS) strbuf_char(out, type->signedness == SIGNED ? 's' : 'u');
  strbuf_char(out, 'i');
  strbuf_u64(out, type->width);
}

void print_type_impl(Printer *p, T type) {
  StrBuf *out = p->out;
  switch (type_kind(type)) {
    case TYPE_INTEGER: print_integer_type(out, (const IntegerType *)type); break;
    case TYPE_INDEX: strbuf_lit(out, "index"); break;
    case TYPE_FLOAT: {
      const char *name = float_name(type_float_kind(type));
      strbuf_bytes(out, name, strlen(name));
      break;
    }
    case TYPE_NONE: strbuf_lit(out, "none"); break;
    case TYPE_COMPLEX:
      strbuf_lit(out, "complex<");
      print_type(p, ((const ComplexType *)type)->element);
      strbuf_char(out, '>');
      break;
    case TYPE_TUPLE: {
      const TupleType *tuple = (const TupleType *)type;
      if (!count_part(p)) return;
      strbuf_lit(out, "tuple<");
      print_types(p, tuple->types, (uint32_t)tuple->count);
      strbuf_char(out, '>');
      break;
    }
    case TYPE_FUNCTION: {
      const FunctionType *function = (const FunctionType *)type;
      if (!count_part(p)) return;
      print_function(p, function->types, function->input_count, function->result_count);
      break;
    }
    case TYPE_GRAPH: {
      const GraphType *graph = (const GraphType *)type;
      print_function(p, graph->types, graph->input_count, graph->result_count);
      break;
    }
    case TYPE_VECTOR:
      if (!p->options.edition || !print_dialect_vector(p, type)) print_shaped(p, (const ShapedType *)type, "vector<");
      break;
    case TYPE_TENSOR: print_shaped(p, (const ShapedType *)type, "tensor<"); break;
    case TYPE_UNRANKED_TENSOR: print_shaped(p, (const ShapedType *)type, "tensor<*x"); break;
    case TYPE_MEMREF: print_shaped(p, (const ShapedType *)type, "memref<"); break;
    case TYPE_UNRANKED_MEMREF: print_shaped(p, (const ShapedType *)type, "memref<*x"); break;
    case TYPE_OPAQUE: {
      const OpaqueType *opaque = (const OpaqueType *)type;
      strbuf_char(out, '!');
      strbuf_str(out, attr_str(opaque->dialect));
      if (attr_str(opaque->dialect).size) strbuf_char(out, '.');
      size_t begin = out->size;
      print_kept_text(p, attr_str(opaque->text));
      if (out->size >= begin && begin) finish_dialect_symbol(out, begin);
      break;
    }
    case TYPE_DIALECT: print_dialect_type(p, type); break;
    case TYPE_UNKNOWN: strbuf_char(out, '?'); break;
  }
}

// Types print once; their text is kept under a slot of their address.
static void print_type_cached(Printer *p, T type) {
  uintptr_t bits = (uintptr_t)type;
  TypeText *slot = &p->type_texts[(bits >> 4 ^ bits >> 12) % TYPE_TEXT_SLOTS];
  if (slot->type == type) {
    strbuf_bytes(p->out, slot->text, slot->size);
    p->parts += slot->size / 64;   // as if it had parts
    return;
  }
  size_t begin = p->out->size;
  print_type_impl(p, type);
  if (p->out->size <= begin || p->out->size - begin > TYPE_TEXT_MAX) return;
  uint32_t size = (uint32_t)(p->out->size - begin);
  Str text = arena_str(&p->arena, (Str){p->out->data + begin, size});
  *slot = (TypeText){type, text.data, size};
}

void print_type(Printer *p, T type) {
  if (p->collecting) {
    collect_type(p, type);
    return;
  }
  if (!type) {
    strbuf_lit(p->out, "<<NULL TYPE>>");
    return;
  }
  if (type_kind(type) <= TYPE_NONE) {   // no aliases
    if (p->type_texts) print_type_cached(p, type);
    else if (!p->outlines || !print_alias(p, type)) print_type_impl(p, type);
    return;
  }
  if (p->use_aliases && (p->outlines || type_may_alias(type)) && print_alias(p, type)) return;
  // Inside a type that may hold itself the text depends on where it stands.
  if (p->type_texts && !p->cyclic.count) {
    print_type_cached(p, type);
  } else {
    print_type_impl(p, type);
  }
}

void print_types(Printer *p, const T *types, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (i) strbuf_lit(p->out, ", ");
    print_type(p, types[i]);
  }
}

bool print_type_alias(Printer *p, T type) {
  if (p->collecting) {
    collect_type(p, type);
    return true;
  }
  return p->use_aliases && (p->outlines || type_may_alias(type)) && print_alias(p, type);
}

void print_type_stripped(Printer *p, T type) {
  if (print_type_alias(p, type)) return;
  size_t begin = p->out->size;
  if (type_kind(type) == TYPE_DIALECT) {
    if (type->def->print) {
      type->def->print(p, type);
    } else if (type->def->params) {
      print_type_params(p, type);
    }
  }
  if (p->out->size == begin) print_type(p, type);
}

bool printer_push_cyclic(Printer *p, const void *key) {
  for (uint32_t i = 0; i < p->cyclic.count; i++) {
    if (p->cyclic.data[i] == key) return false;
  }
  vec_push(&p->arena, &p->cyclic, key);
  return true;
}

void printer_pop_cyclic(Printer *p) {
  if (p->cyclic.count) p->cyclic.count--;
}
