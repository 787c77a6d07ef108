#include "export/llvm_ir/layout.h"

#include "dialects/dlti/data_layout.h"
#include "dialects/llvm/types.h"
#include "ops/dlti.h"

#include "asm/params.h"
#include "support/strbuf.h"

enum { MAX_NESTING = 64 };

// ---------------------------------------------------------------------------------------------
// The text of a #dlti.dl_spec

// Keys that are strings: the letter that stands before a number.
typedef struct NumberKey { const char *key, *letter; } NumberKey;
static const NumberKey number_keys[] = {
  {"dlti.program_memory_space", "-P"}, {"dlti.global_memory_space", "-G"}, {"dlti.alloca_memory_space", "-A"}, {"dlti.stack_alignment", "-S"},
};

static bool put_string_key(StrBuf *out, Context *ctx, Str key, A value) {
  if (str_is(key, "dlti.endianness") && attr_kind(value) == ATTR_STRING) return strbuf_str(out, str_is(attr_str(value), "little") ? STR("-e") : STR("-E")), true;
  if (str_is(key, "dlti.mangling_mode") && attr_kind(value) == ATTR_STRING) return strbuf_lit(out, "-m:"), strbuf_str(out, attr_str(value)), true;
  for (uint32_t i = 0; i < countof(number_keys); i++) {
    if (!str_is(key, number_keys[i].key) || attr_kind(value) != ATTR_INTEGER) continue;
    if (attr_to_u64(value)) strbuf_printf(out, "%s%llu", number_keys[i].letter, (unsigned long long)attr_to_u64(value));   // the default is not said
    return true;
  }
  if (!str_is(key, "dlti.legal_int_widths") || attr_kind(value) != ATTR_DENSE) return false;
  strbuf_lit(out, "-n");
  for (uint64_t i = 0; i < dense_count(value); i++) strbuf_printf(out, i ? ":%llu" : "%llu", (unsigned long long)data_layout_number(ctx, value, i));
  return true;
}

static bool put_type_key(StrBuf *out, const DataLayout *layout, Context *ctx, T type, A value) {
  unsigned long long size = data_layout_size_bits(layout, ctx, type), abi = data_layout_alignment(layout, ctx, type, false) * 8;
  unsigned long long preferred = data_layout_alignment(layout, ctx, type, true) * 8;
  if (type_kind(type) == TYPE_INDEX) return true;
  if (llvm_is_ptr(type)) {
    unsigned long long index = data_layout_number(ctx, value, 3);
    strbuf_printf(out, "-p%u:%llu:%llu:%llu:%llu", (unsigned)((const LLVMPtrType *)type)->space, size, abi, preferred, index ? index : size);
    return true;
  }
  bool is_float = type_is_float(type) && type_float_kind(type) != FLOAT_BF16 && type_bits(type) >= 16;
  if (!is_float && !type_is_signless_int(type)) return false;
  strbuf_printf(out, "-%c%llu:%llu", is_float ? 'f' : 'i', size, abi);
  if (abi != preferred) strbuf_printf(out, ":%llu", preferred);
  return true;
}

static bool spell_spec(Module *module, A spec, StrBuf *out) {
  Context *ctx = module->context;
  DataLayout layout = data_layout_closest(module->op);
  const ArrayAttr *entries = (const ArrayAttr *)attr_param_attr(spec, 0);
  for (uint64_t i = 0; i < entries->count; i++) {
    A key = attr_param_attr(entries->items[i], 0), value = attr_param_attr(entries->items[i], 1);
    if (attr_kind(key) == ATTR_STRING && !put_string_key(out, ctx, attr_str(key), value)) return false;
  }
  for (uint64_t i = 0; i < entries->count; i++) {
    A key = attr_param_attr(entries->items[i], 0), value = attr_param_attr(entries->items[i], 1);
    if (attr_kind(key) == ATTR_TYPE && !put_type_key(out, &layout, ctx, ((const TypeAttr *)key)->type, value)) return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------
// What the text says

static void set_entry(IrLayout *self, Arena *arena, LayoutEntry entry) {
  for (uint32_t i = 0; i < self->entries.count; i++)
    if (self->entries.data[i].kind == entry.kind && self->entries.data[i].key == entry.key) {
      self->entries.data[i] = entry;
      return;
    }
  vec_push(arena, &self->entries, entry);
}

// `32:64:64` from `at` on; false: no number is there.
static bool read_number(Str text, size_t *at, uint32_t *out) {
  size_t begin = *at;
  uint32_t number = 0;
  while (*at < text.size && text.data[*at] >= '0' && text.data[*at] <= '9' && number < 1u << 24) number = number * 10 + (uint32_t)(text.data[(*at)++] - '0');
  *out = number;
  return *at > begin;
}

static bool read_more(Str text, size_t *at, uint32_t *out) { return *at < text.size && text.data[*at] == ':' && (++*at, read_number(text, at, out)); }

static bool read_part(IrLayout *self, Arena *arena, Str part) {
  char kind = part.size ? part.data[0] : 0;
  size_t at = 1;
  LayoutEntry entry = {.kind = kind};
  if (kind == 'n' && part.size > 1 && part.data[1] == 'i') return true;
  if (kind != 'i' && kind != 'f' && kind != 'v' && kind != 'p' && kind != 'a') return true;   // it says nothing of sizes
  if (!read_number(part, &at, &entry.key) && kind != 'p' && kind != 'a') return false;
  entry.size = entry.key;
  if (kind == 'p' && !read_more(part, &at, &entry.size)) return false;
  if (!read_more(part, &at, &entry.abi)) return false;
  if (!read_more(part, &at, &entry.preferred)) entry.preferred = entry.abi;
  if (!read_more(part, &at, &entry.index)) entry.index = entry.size;
  entry.abi /= 8;
  entry.preferred /= 8;
  if (kind != 'a') return set_entry(self, arena, entry), true;
  self->aggregate_abi = entry.abi ? entry.abi : 1;
  self->aggregate_preferred = entry.preferred ? entry.preferred : 1;
  return true;
}

static const char defaults[] = "i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:32:64-f16:16:16-f32:32:32-f64:64:64-f128:128:128-v64:64:64-v128:128:128-p0:64:64:64";

static bool read_text(IrLayout *self, Arena *arena, Str text) {
  for (size_t begin = 0, end; begin < text.size; begin = end + 1) {
    for (end = begin; end < text.size && text.data[end] != '-'; end++) {}
    if (!read_part(self, arena, str_slice(text, begin, end))) return false;
  }
  return true;
}

bool ir_layout_init(IrLayout *self, Module *module, Arena *arena) { return ir_layout_init_with(self, module, arena, (Str){"", 0}); }

bool ir_layout_init_with(IrLayout *self, Module *module, Arena *arena, Str otherwise) {
  *self = (IrLayout){.aggregate_abi = 1, .aggregate_preferred = 8};
  A given = op_attr(module->op, "llvm.data_layout"), spec = data_layout_spec(module->op);
  if (given && attr_kind(given) == ATTR_STRING) self->text = attr_str(given);
  if (!self->text.size && spec) {
    StrBuf text;
    strbuf_init(&text, &module->context->mem);
    bool ok = spell_spec(module, spec, &text);
    Str view = strbuf_view(&text);
    self->text = arena_str(arena, view.size ? str_slice(view, 1, view.size) : view);
    strbuf_free(&text);
    if (!ok) return false;
  }
  return read_text(self, arena, str_from(defaults)) && read_text(self, arena, self->text.size ? self->text : otherwise);
}

// ---------------------------------------------------------------------------------------------
// Alignments

static const LayoutEntry *find(const IrLayout *self, char kind, uint32_t key) {
  for (uint32_t i = 0; i < self->entries.count; i++)
    if (self->entries.data[i].kind == kind && self->entries.data[i].key == key) return &self->entries.data[i];
  return NULL;
}

// The entry of the narrowest integer at least as wide, else of the widest one.
static const LayoutEntry *find_integer(const IrLayout *self, uint32_t bits) {
  const LayoutEntry *best = NULL;
  for (uint32_t i = 0; i < self->entries.count; i++) {
    const LayoutEntry *entry = &self->entries.data[i];
    if (entry->kind != 'i') continue;
    if (!best || (best->key < bits ? entry->key > best->key : entry->key >= bits && entry->key < best->key)) best = entry;
  }
  return best;
}

static uint32_t align_of(const LayoutEntry *entry, bool preferred) { return preferred ? entry->preferred : entry->abi; }

static uint32_t round_up(uint64_t bytes) {
  uint32_t align = 1;
  while (align < bytes && align < 1u << 24) align *= 2;
  return align;
}

static uint32_t align_vector(const IrLayout *self, const ShapedType *vector, bool preferred) {
  const LayoutEntry *pointer = llvm_is_ptr(vector->element) ? find(self, 'p', (uint32_t)((const LLVMPtrType *)vector->element)->space) : NULL;
  uint64_t bits = llvm_is_ptr(vector->element) ? (pointer ? pointer->size : 64) : type_bits(vector->element);
  if (vector->rank != 1 || !bits || vector->dims[0] <= 0 || vector->dims[0] > 1 << 16) return 0;
  bits *= (uint64_t)vector->dims[0];
  const LayoutEntry *entry = bits <= UINT32_MAX ? find(self, 'v', (uint32_t)bits) : NULL;
  return entry ? align_of(entry, preferred) : round_up((bits + 7) / 8);
}

static uint32_t align_at(const IrLayout *self, T type, bool preferred, uint32_t depth) {
  if (depth > MAX_NESTING) return 0;
  if (type_as_integer(type)) return align_of(find_integer(self, type_bits(type)), preferred);
  if (type_is_float(type)) {
    const LayoutEntry *entry = find(self, 'f', type_bits(type));
    return entry ? align_of(entry, preferred) : round_up((type_bits(type) + 7) / 8);
  }
  if (llvm_is_ptr(type)) {
    const LayoutEntry *entry = find(self, 'p', (uint32_t)((const LLVMPtrType *)type)->space);
    return align_of(entry ? entry : find(self, 'p', 0), preferred);
  }
  if (type_is_vector(type)) return align_vector(self, type_as_shaped(type), preferred);
  if (llvm_is_array(type)) return align_at(self, ((const LLVMArrayType *)type)->element, preferred, depth + 1);
  if (!llvm_is_struct(type) || llvm_struct_is_opaque(type)) return 0;
  uint32_t count, most = preferred ? self->aggregate_preferred : self->aggregate_abi;
  const T *elements = llvm_struct_elements(type, &count);
  for (uint32_t i = 0; i < count && !llvm_struct_is_packed(type); i++) {
    uint32_t align = align_at(self, elements[i], false, depth + 1);
    if (!align) return 0;
    if (align > most) most = align;
  }
  return most;
}

uint32_t ir_layout_align(const IrLayout *self, T type, bool preferred) { return align_at(self, type, preferred, 0); }

// ---------------------------------------------------------------------------------------------
// Sizes

enum { MAX_BITS_LOG = 48 };

static bool size_at(const IrLayout *self, T type, uint64_t *bytes, uint32_t depth);

static uint64_t align_up(uint64_t value, uint64_t align) { return (value + align - 1) / align * align; }

// The begin of a field; of the one behind the last, the end.
static bool field_at(const IrLayout *self, T type, uint32_t field, uint64_t *bytes, uint32_t depth) {
  uint32_t count;
  uint64_t at = 0;
  const T *elements = llvm_struct_elements(type, &count);
  if (llvm_struct_is_opaque(type)) return false;
  for (uint32_t i = 0; i < count && i <= field; i++) {
    uint64_t size;
    uint32_t align = llvm_struct_is_packed(type) ? 1 : align_at(self, elements[i], false, depth + 1);
    if (!align || !size_at(self, elements[i], &size, depth + 1)) return false;
    at = align_up(at, align);
    if (i < field) at += size;
  }
  *bytes = at;
  return at >> MAX_BITS_LOG == 0;
}

static bool bits_at(const IrLayout *self, T type, uint64_t *bits, uint32_t depth) {
  uint64_t item;
  uint32_t count;
  if (depth > MAX_NESTING) return false;
  if (type_as_integer(type) || type_is_float(type)) return *bits = type_bits(type), true;
  if (llvm_is_ptr(type)) {
    const LayoutEntry *entry = find(self, 'p', (uint32_t)((const LLVMPtrType *)type)->space);
    return *bits = (entry ? entry : find(self, 'p', 0))->size, true;
  }
  if (type_is_vector(type)) {
    const ShapedType *vector = type_as_shaped(type);
    if (vector->rank != 1 || vector->scalable || vector->dims[0] < 0 || !bits_at(self, vector->element, &item, depth + 1)) return false;
    return !__builtin_mul_overflow(item, (uint64_t)vector->dims[0], bits) && *bits >> MAX_BITS_LOG == 0;
  }
  if (llvm_is_array(type))
    return size_at(self, ((const LLVMArrayType *)type)->element, &item, depth + 1)
           && !__builtin_mul_overflow(item * 8, ((const LLVMArrayType *)type)->count, bits) && *bits >> MAX_BITS_LOG == 0;
  if (!llvm_is_struct(type)) return false;
  llvm_struct_elements(type, &count);
  uint32_t align = llvm_struct_is_packed(type) ? 1 : align_at(self, type, false, depth);
  if (!align || !field_at(self, type, count, &item, depth)) return false;
  return *bits = align_up(item, align) * 8, true;
}

static bool size_at(const IrLayout *self, T type, uint64_t *bytes, uint32_t depth) {
  uint64_t bits;
  uint32_t align = align_at(self, type, false, depth);
  if (!align || !bits_at(self, type, &bits, depth)) return false;
  *bytes = align_up((bits + 7) / 8, align);
  return true;
}

uint32_t ir_layout_index_bits(const IrLayout *self, T pointer) {
  const LayoutEntry *entry = find(self, 'p', (uint32_t)((const LLVMPtrType *)pointer)->space);
  if (!entry) entry = find(self, 'p', 0);
  return entry->index && entry->index <= 64 ? entry->index : 64;
}

bool ir_layout_bits(const IrLayout *self, T type, uint64_t *bits) { return bits_at(self, type, bits, 0); }
bool ir_layout_size(const IrLayout *self, T type, uint64_t *bytes) { return size_at(self, type, bytes, 0); }
bool ir_layout_field(const IrLayout *self, T type, uint32_t field, uint64_t *bytes) {
  uint32_t count;
  llvm_struct_elements(type, &count);
  return field < count && field_at(self, type, field, bytes, 0);
}
