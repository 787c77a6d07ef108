// Types and constants as LLVM IR spells them.
#include "export/llvm_ir/types.h"

#include "dialects/llvm/types.h"
#include "support/apfloat.h"

enum { MAX_DEPTH = 64 };

void ir_name(StrBuf *out, char sigil, Str name) {
  bool plain = name.size && !char_is_digit(name.data[0]);
  for (size_t i = 0; plain && i < name.size; i++) plain = char_is_alnum(name.data[i]) || memchr("-$._", name.data[i], 4);
  strbuf_char(out, sigil);
  if (plain) strbuf_str(out, name);
  else strbuf_quoted(out, name);
}

static const char *float_word(T type) {
  switch (type_float_kind(type)) {
    case FLOAT_F16: return "half";
    case FLOAT_BF16: return "bfloat";
    case FLOAT_F32: return "float";
    case FLOAT_F64: return "double";
    default: return NULL;
  }
}

static bool vector_is_plain(const ShapedType *vector) { return vector->rank == 1 && !vector->scalable; }

static bool type_at(StrBuf *out, T type, uint32_t depth) {
  if (depth > MAX_DEPTH) return false;
  if (type_as_integer(type)) return strbuf_printf(out, "i%u", type_bits(type)), true;
  if (type_is_float(type)) {
    const char *word = float_word(type);
    if (word) strbuf_str(out, str_from(word));
    return word != NULL;
  }
  if (llvm_is_ptr(type)) {
    strbuf_lit(out, "ptr");
    if (llvm_ptr_space(type)) strbuf_printf(out, " addrspace(%u)", llvm_ptr_space(type));
    return true;
  }
  if (llvm_is_void(type)) return strbuf_lit(out, "void"), true;
  if (type_is_vector(type)) {
    const ShapedType *vector = type_as_shaped(type);
    if (vector->rank != 1) return false;
    strbuf_printf(out, vector->scalable ? "<vscale x %u x " : "<%u x ", (unsigned)vector->dims[0]);
    bool ok = type_at(out, vector->element, depth + 1);
    strbuf_char(out, '>');
    return ok;
  }
  if (llvm_is_array(type)) {
    const LLVMArrayType *array = (const LLVMArrayType *)type;
    strbuf_char(out, '[');
    strbuf_u64(out, array->count);
    strbuf_lit(out, " x ");
    bool ok = type_at(out, array->element, depth + 1);
    strbuf_char(out, ']');
    return ok;
  }
  if (!llvm_is_struct(type) || llvm_struct_name(type)) return false;
  uint32_t count;
  const T *elements = llvm_struct_elements(type, &count);
  bool packed = llvm_struct_is_packed(type), ok = true;
  if (packed) strbuf_char(out, '<');
  strbuf_str(out, count ? STR("{ ") : STR("{"));
  for (uint32_t i = 0; ok && i < count; i++) {
    if (i) strbuf_lit(out, ", ");
    ok = type_at(out, elements[i], depth + 1);
  }
  strbuf_str(out, count ? STR(" }") : STR("}"));
  if (packed) strbuf_char(out, '>');
  return ok;
}

bool ir_type(StrBuf *out, T type) { return type_at(out, type, 0); }

bool ir_type_suffix(StrBuf *out, T type) {
  if (type_is_vector(type)) {
    const ShapedType *vector = type_as_shaped(type);
    if (!vector_is_plain(vector)) return false;
    strbuf_printf(out, "v%u", (unsigned)vector->dims[0]);
    type = vector->element;
  }
  if (type_as_integer(type)) return strbuf_printf(out, "i%u", type_bits(type)), true;
  if (!type_is_float(type) || !float_word(type)) return false;
  strbuf_str(out, type_float_kind(type) == FLOAT_BF16 ? STR("bf16") : STR("f"));
  if (type_float_kind(type) != FLOAT_BF16) strbuf_u64(out, type_bits(type));
  return true;
}

static bool scalar(StrBuf *out, T type, A value) {
  if (attr_kind(value) == ATTR_INTEGER && type_as_integer(type)) {
    APInt number = attr_int(value);
    if (number.width == 1) strbuf_str(out, attr_to_bool(value) ? STR("true") : STR("false"));
    else apint_print(out, &number, true);
    return number.width == type_bits(type);
  }
  if (attr_kind(value) != ATTR_FLOAT || !type_is_float(type) || !float_word(type)) return false;
  APFloat number = attr_float_value(value);
  FloatKind kind = type_float_kind(type);
  if (number.kind != kind) return false;
  if (kind == FLOAT_F16 || kind == FLOAT_BF16) {
    strbuf_str(out, kind == FLOAT_F16 ? STR("0xH") : STR("0xR"));
    for (int shift = 12; shift >= 0; shift -= 4) strbuf_char(out, "0123456789ABCDEF"[number.bits[0] >> shift & 15]);
    return true;
  }
  // A float is written as the double of the same value: six digits where those are exact, else its bits.
  bool loses;
  APFloat wide = apfloat_convert(number, FLOAT_F64, ROUND_NEAREST_EVEN, &loses);
  size_t begin = out->size;
  apfloat_print(out, wide);
  Str text = str_slice(strbuf_view(out), begin, out->size);
  if (text.size > 9 && memchr(text.data, 'e', text.size)) return true;
  out->size = begin;
  strbuf_lit(out, "0x");
  for (int shift = 60, any = 0; shift >= 0; shift -= 4) {
    unsigned digit = wide.bits[0] >> shift & 15;
    any |= digit || !shift;
    if (any) strbuf_char(out, "0123456789ABCDEF"[digit]);
  }
  return true;
}

static bool is_zero(A value) {
  if (attr_kind(value) == ATTR_FLOAT) {
    APFloat number = attr_float_value(value);
    return !number.bits[0] && !number.bits[1];
  }
  APInt number = attr_int(value);
  return !apint_active_bits(&number);
}

static bool string(StrBuf *out, T type, Str text) {
  if (!llvm_is_array(type) || ((const LLVMArrayType *)type)->count != text.size) return false;
  bool zero = true;
  for (size_t i = 0; i < text.size; i++) zero &= !text.data[i];
  if (zero) return strbuf_lit(out, "zeroinitializer"), true;
  strbuf_char(out, 'c');
  strbuf_quoted(out, text);
  return true;
}

// A list, one value for all of a vector, or zeros.
static bool elements(Context *ctx, StrBuf *out, T type, A value) {
  bool is_array = llvm_is_array(type);
  T element = is_array ? ((const LLVMArrayType *)type)->element : type_element_or_self(type);
  uint64_t count = dense_count(value);
  if (!count || type_as_shaped(attr_value_type(value))->rank != 1 || !(is_array || vector_is_plain(type_as_shaped(type)))) return false;
  if (!type_as_integer(element) && !type_is_float(element)) return false;
  bool zero = true, same = true;
  A first = dense_element_attr(ctx, value, 0);
  if (attr_kind(first) != ATTR_INTEGER && attr_kind(first) != ATTR_FLOAT) return false;
  for (uint64_t i = 0; i < count; i++) {
    A item = dense_element_attr(ctx, value, i);
    same &= item == first;
    zero &= is_zero(item);
  }
  if (zero) return strbuf_lit(out, "zeroinitializer"), true;
  if (is_array && type_bits(element) == 8) return false;   // a string
  if (same && !is_array) {
    strbuf_lit(out, "splat (");
    bool ok = ir_type(out, element) && (strbuf_char(out, ' '), scalar(out, element, first));
    strbuf_char(out, ')');
    return ok;
  }
  strbuf_char(out, is_array ? '[' : '<');
  for (uint64_t i = 0; i < count; i++) {
    if (i) strbuf_lit(out, ", ");
    if (!ir_type(out, element)) return false;
    strbuf_char(out, ' ');
    if (!scalar(out, element, dense_element_attr(ctx, value, i))) return false;
  }
  strbuf_char(out, is_array ? ']' : '>');
  return true;
}

bool ir_constant(Context *ctx, StrBuf *out, T type, A value) {
  if (attr_kind(value) == ATTR_STRING) return string(out, type, attr_str(value));
  if (attr_kind(value) == ATTR_INTEGER || attr_kind(value) == ATTR_FLOAT) return scalar(out, type, value);
  return attr_kind(value) == ATTR_DENSE && (llvm_is_array(type) || type_is_vector(type)) && elements(ctx, out, type, value);
}
