#include "convert/llvm/type_in_c.h"

// If a struct has more fields than this, the rest is only counted.
#define MOST_FIELDS 64

void c_writer_init(CWriter *self, Facts *facts, RoomMeter *rooms) {
  *self = (CWriter){.facts = facts, .rooms = rooms};
  strbuf_init(&self->out, facts->arena->mem);
}

Str c_written(CWriter *self) {
  while (self->out.size && self->out.data[self->out.size - 1] == '\n') self->out.size--;
  Str text = arena_str(self->facts->arena, strbuf_view(&self->out));
  strbuf_free(&self->out);
  return text;
}

// --- Names of types

// Letters and digits of a text as part of an identifier: vector<4xf32> is vector_4xf32.
static void write_name(StrBuf *out, Str text) {
  size_t begin = out->size;
  bool gap = false;
  for (size_t i = 0; i < text.size; i++) {
    char c = text.data[i] == '?' ? 'n' : text.data[i];
    if (!char_is_alnum(c)) {
      gap = true;
      continue;
    }
    if (gap && out->size > begin) strbuf_char(out, '_');
    gap = false;
    strbuf_char(out, c);
  }
}

static void write_type_name(CWriter *self, StrBuf *out, T type) {
  write_name(out, str_from(type_text(self->facts->ctx, type)));
}

static void write_memref_name(CWriter *self, StrBuf *out, T type) {
  if (type_kind(type) == TYPE_UNRANKED_MEMREF)
    strbuf_lit(out, "unranked_memref");
  else
    strbuf_printf(out, "memref_%ud_", (unsigned)((const ShapedType *)type)->rank);
  if (type_kind(type) == TYPE_MEMREF) write_type_name(self, out, type_element(type));
}

static void write_type(CWriter *self, StrBuf *out, T type) {
  static const struct { FloatKind kind; const char *name; } floats[] = {
    {FLOAT_F16, "_Float16"}, {FLOAT_BF16, "__bf16"}, {FLOAT_F32, "float"}, {FLOAT_F64, "double"},
    {FLOAT_F80, "long double"}, {FLOAT_F128, "__float128"},
  };
  if (type_is_memref(type)) {
    strbuf_lit(out, "struct ");
    write_memref_name(self, out, type);
  } else if (type_is_vector(type)) {
    write_type_name(self, out, type);
  } else if (type_kind(type) == TYPE_COMPLEX) {
    strbuf_lit(out, "struct ");
    write_type_name(self, out, type);
  } else if (type_is_float(type)) {
    for (uint32_t i = 0; i < countof(floats); i++)
      if (type_float_kind(type) == floats[i].kind) {
        strbuf_str(out, str_from(floats[i].name));
        return;
      }
    strbuf_lit(out, "uint8_t");
  } else if (type_is_index(type) || type_is_any_int(type)) {
    uint32_t bits = type_is_index(type) ? self->rooms->types->index_bits : type_bits(type);
    if (bits == 1) strbuf_lit(out, "bool");
    else if (bits == 8 || bits == 16 || bits == 32 || bits == 64) strbuf_printf(out, "int%u_t", bits);
    else if (bits == 128) strbuf_lit(out, "__int128");
    else strbuf_printf(out, "_BitInt(%u)", bits);
  } else {
    strbuf_lit(out, "void");
    if (llvm_is_ptr(type) || type_kind(type) == TYPE_FUNCTION) strbuf_lit(out, " *");
  }
}

// `float x`, `void *x`
static void write_declarator(CWriter *self, StrBuf *out, T type, const char *pointer, const char *name) {
  write_type(self, out, type);
  if (out->size && out->data[out->size - 1] != '*') strbuf_char(out, ' ');
  strbuf_printf(out, "%s%s", pointer, name);
}

// --- Declarations

// Each type is declared once.
static void declare_once(CWriter *self, StrBuf *piece) {
  Str all = strbuf_view(&self->out), one = strbuf_view(piece);
  bool found = false;
  for (size_t i = 0; i + one.size <= all.size && !found; i++)
    found = (!i || all.data[i - 1] == '\n') && bytes_equal(all.data + i, one.data, one.size);
  if (!found) strbuf_str(&self->out, one);
  strbuf_free(piece);
}

static void declare(CWriter *self, T type, uint32_t depth);

static void declare_vector(CWriter *self, T type, uint32_t depth) {
  const ShapedType *vector = (const ShapedType *)type;
  StrBuf one;
  strbuf_init(&one, self->facts->arena->mem);
  strbuf_lit(&one, "typedef ");
  if (vector->rank > 1 && !vector->scalable) {
    T row = type_vector(self->facts->ctx, &vector->dims[vector->rank - 1], 1, 0, vector->element);
    declare(self, row, depth + 1);
    write_type_name(self, &one, row);
    strbuf_char(&one, ' ');
    write_type_name(self, &one, type);
    for (uint64_t i = 0; i + 1 < vector->rank; i++) strbuf_printf(&one, "[%llu]", (unsigned long long)vector->dims[i]);
  } else {
    T element = type_is_index(vector->element) ? self->rooms->types->index : vector->element;
    uint64_t count = (uint64_t)type_num_elements(type), bits = room_bits(self->rooms->types, element);
    bool is_known = !vector->scalable && count <= UINT32_MAX && (bits == 1 || bits % 8 == 0);
    if (is_known) write_type(self, &one, vector->element);
    else strbuf_lit(&one, "struct "), write_type_name(self, &one, type);   // C cannot declare it but can point to it
    strbuf_char(&one, ' ');
    write_type_name(self, &one, type);
    bool is_power = !(count & (count - 1)) && bits != 1;   // gcc supports only these
    if (is_known) strbuf_printf(&one, is_power ? " __attribute__((vector_size(%llu)))" : " __attribute__((ext_vector_type(%llu)))",
                                (unsigned long long)(is_power ? bits / 8 * count : count));
  }
  strbuf_lit(&one, ";\n");
  declare_once(self, &one);
}

// The lines so far, and the one that comes.
static uint32_t next_line(const CWriter *self, const StrBuf *piece) {
  uint32_t line = 1;
  for (size_t i = 0; i < self->out.size; i++) line += self->out.data[i] == '\n';
  for (size_t i = 0; i < piece->size; i++) line += piece->data[i] == '\n';
  return line;
}

static void declare_memref(CWriter *self, T type, uint32_t depth) {
  const ShapedType *memref = (const ShapedType *)type;
  uint32_t bits = self->rooms->types->index_bits;
  bool is_ranked = type_kind(type) == TYPE_MEMREF;
  if (is_ranked) declare(self, memref->element, depth + 1);
  StrBuf one;
  strbuf_init(&one, self->facts->arena->mem);
  write_type(self, &one, type);
  strbuf_lit(&one, " {\n");
  if (!depth) self->first_field = next_line(self, &one);
  if (is_ranked) {
    strbuf_lit(&one, "  ");
    write_declarator(self, &one, memref->element, "*", "allocated;\n  ");
    write_declarator(self, &one, memref->element, "*", "aligned;\n");
    strbuf_printf(&one, "  int%u_t offset;\n", bits);
    if (memref->rank)
      strbuf_printf(&one, "  int%u_t sizes[%llu];\n  int%u_t strides[%llu];\n", bits, (unsigned long long)memref->rank, bits,
                    (unsigned long long)memref->rank);
  } else {
    strbuf_printf(&one, "  int%u_t rank;\n  void *descriptor;\n", bits);
  }
  strbuf_lit(&one, "};\n");
  declare_once(self, &one);
}

static void declare(CWriter *self, T type, uint32_t depth) {
  if (depth > 16) return;
  if (type_is_vector(type)) {
    declare_vector(self, type, depth);
  } else if (type_is_memref(type)) {
    declare_memref(self, type, depth);
  } else if (type_kind(type) == TYPE_COMPLEX) {
    StrBuf one;
    strbuf_init(&one, self->facts->arena->mem);
    write_type(self, &one, type);
    strbuf_lit(&one, " {\n  ");
    if (!depth) self->first_field = next_line(self, &one);
    write_type(self, &one, type_element(type));
    strbuf_lit(&one, " real, imaginary;\n};\n");
    declare_once(self, &one);
  }
}

// --- Types of the llvm dialect

// Return whether C can declare the type; declare the vectors in it.
static bool declare_parts(CWriter *self, T type, uint32_t depth) {
  if (depth > 8) return false;
  if (llvm_is_array(type)) return declare_parts(self, ((const LLVMArrayType *)type)->element, depth + 1);
  if (llvm_is_struct(type)) {
    uint32_t count;
    const T *elements = llvm_struct_elements(type, &count);
    for (uint32_t i = 0; i < count && i < MOST_FIELDS; i++)
      if (!declare_parts(self, elements[i], depth + 1)) return false;
    return !llvm_struct_is_opaque(type);
  }
  if (type_is_vector(type)) declare(self, type, 1);
  return type_is_vector(type) || room_bits(self->rooms->types, type) > 0;
}

static void write_llvm_fields(CWriter *self, StrBuf *out, T type, const char *before, const char *after);

// `int8_t f0[4][2]`; what is inside a struct is on one line.
static void write_llvm_field(CWriter *self, StrBuf *out, T type, const char *name) {
  T element = type;
  while (llvm_is_array(element)) element = ((const LLVMArrayType *)element)->element;
  if (llvm_is_struct(element)) {
    strbuf_lit(out, "struct { ");
    write_llvm_fields(self, out, element, "", " ");
    strbuf_printf(out, "}%s %s", llvm_struct_is_packed(element) ? " __attribute__((packed))" : "", name);
  } else {
    write_declarator(self, out, element, "", name);
  }
  for (; llvm_is_array(type); type = ((const LLVMArrayType *)type)->element)
    strbuf_printf(out, "[%llu]", (unsigned long long)((const LLVMArrayType *)type)->count);
}

static void write_llvm_fields(CWriter *self, StrBuf *out, T type, const char *before, const char *after) {
  uint32_t count;
  const T *elements = llvm_struct_elements(type, &count);
  for (uint32_t i = 0; i < count && i < MOST_FIELDS; i++) {
    strbuf_printf(out, "%s", before);
    write_llvm_field(self, out, elements[i], arena_printf(self->facts->arena, "f%u", i).data);
    strbuf_printf(out, ";%s", after);
  }
  if (count > MOST_FIELDS) strbuf_printf(out, "%s/* and %u fields more */%s", before, count - MOST_FIELDS, after);
}

static void declare_llvm(CWriter *self, T type) {
  if (!declare_parts(self, type, 0)) {
    self->out.size = 0;
    return;
  }
  StrBuf *out = &self->out;
  if (llvm_is_array(type)) {
    write_llvm_field(self, out, type, "array");
    strbuf_lit(out, ";\n");
    return;
  }
  strbuf_lit(out, "struct ");
  if (llvm_struct_name(type)) write_name(out, llvm_struct_name(type)->name);
  else strbuf_char(out, 's');
  strbuf_lit(out, " {\n");
  self->first_field = next_line(self, &(StrBuf){0});
  write_llvm_fields(self, out, type, "  ", "\n");
  strbuf_printf(out, "}%s;\n", llvm_struct_is_packed(type) ? " __attribute__((packed))" : "");
}

void c_declare(CWriter *self, T type, T to) {
  if (llvm_is_array(type) || llvm_is_struct(type)) declare_llvm(self, to);
  else declare(self, type, 0);
}

void c_declare_results(CWriter *self, const FunctionType *type) {
  strbuf_lit(&self->out, "struct results {\n");
  for (uint32_t i = 0; i < type->result_count; i++) {
    strbuf_lit(&self->out, "  ");
    write_declarator(self, &self->out, type->types[type->input_count + i], "", arena_printf(self->facts->arena, "r%u;\n", i).data);
  }
  strbuf_lit(&self->out, "};\n");
}

void c_prototype(CWriter *self, const FunctionType *type, bool by_pointer) {
  StrBuf *out = &self->out;
  if (by_pointer || !type->result_count) strbuf_lit(out, "void ");
  else write_declarator(self, out, type->types[type->input_count], "", "");
  strbuf_lit(out, "_mlir_ciface_f(");
  if (by_pointer) {
    if (type->result_count == 1) write_type(self, out, type->types[type->input_count]);
    else strbuf_lit(out, "struct results");
    strbuf_lit(out, " *");
  }
  for (uint32_t i = 0; i < type->input_count; i++) {
    if (i || by_pointer) strbuf_lit(out, ", ");
    write_type(self, out, type->types[i]);
    if (type_is_memref(type->types[i])) strbuf_lit(out, " *");
  }
  if (!type->input_count && !by_pointer) strbuf_lit(out, "void");
  strbuf_lit(out, ");");
}
