// Types, names and floats as LLVM IR spells them.
#include "export/llvm_ir/types.h"

#include "dialects/llvm/types.h"

enum { MAX_DEPTH = 64 };

void ir_name(StrBuf *out, char sigil, Str name) {
  bool plain = name.size && !char_is_digit(name.data[0]);
  for (size_t i = 0; plain && i < name.size; i++) plain = char_is_alnum(name.data[i]) || memchr("-$._", name.data[i], 4);
  if (sigil) strbuf_char(out, sigil);
  if (plain) strbuf_str(out, name);
  else strbuf_quoted(out, name);
}

void ir_gep_flags(StrBuf *out, uint32_t flags) {
  if (flags & LLVM_GEP_NO_WRAP_FLAGS_INBOUNDS_FLAG) strbuf_lit(out, "inbounds ");
  else if (flags & LLVM_GEP_NO_WRAP_FLAGS_NUSW) strbuf_lit(out, "nusw ");
  if (flags & LLVM_GEP_NO_WRAP_FLAGS_NUW) strbuf_lit(out, "nuw ");
}

static const char *float_word(T type) {
  switch (type_float_kind(type)) {
    case FLOAT_F16: return "half";
    case FLOAT_BF16: return "bfloat";
    case FLOAT_F32: return "float";
    case FLOAT_F64: return "double";
    case FLOAT_F80: return "x86_fp80";
    case FLOAT_F128: return "fp128";
    default: return NULL;
  }
}

// Types without parts: their words, and what names of intrinsics say.
static const struct { const TypeDef *def; const char *word, *suffix; } words[] = {
  {&llvm_void_type, "void", "isVoid"}, {&llvm_token_type, "token", NULL}, {&llvm_metadata_type, "metadata", "Metadata"},
  {&llvm_label_type, "label", NULL}, {&llvm_ppc_fp128_type, "ppc_fp128", "ppcf128"}, {&llvm_x86_amx_type, "x86_amx", "x86amx"},
};

static bool type_at(StrBuf *out, T type, uint32_t depth);

static bool struct_at(StrBuf *out, T type, uint32_t depth) {
  uint32_t count;
  if (llvm_struct_is_opaque(type)) return strbuf_lit(out, "opaque"), true;
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

static bool target_at(StrBuf *out, T type, uint32_t depth) {
  const LLVMTargetType *target = (const LLVMTargetType *)type;
  strbuf_lit(out, "target(");
  strbuf_quoted(out, attr_str(target->name));
  for (uint64_t i = 0; i < target->type_count + target->int_count; i++) {
    strbuf_lit(out, ", ");
    if (i >= target->type_count) strbuf_u64(out, target->params[i]);
    else if (!type_at(out, (T)(uintptr_t)target->params[i], depth + 1)) return false;
  }
  strbuf_char(out, ')');
  return true;
}

static bool type_at(StrBuf *out, T type, uint32_t depth) {
  if (depth > MAX_DEPTH) return false;
  if (type_as_integer(type)) return strbuf_char(out, 'i'), strbuf_u64(out, type_bits(type)), true;
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
  if (llvm_is_struct(type)) {
    const LLVMStructBody *body = llvm_struct_name(type);
    return body ? (ir_name(out, '%', body->name), true) : struct_at(out, type, depth);
  }
  if (type->def == &llvm_target_type) return target_at(out, type, depth);
  for (size_t i = 0; i < countof(words); i++)
    if (type->def == words[i].def) return strbuf_str(out, str_from(words[i].word)), true;
  return false;
}

bool ir_type(StrBuf *out, T type) { return type_at(out, type, 0); }
bool ir_struct_body(StrBuf *out, T type) { return struct_at(out, type, 0); }

static bool suffix_at(StrBuf *out, T type, uint32_t depth) {
  if (depth > MAX_DEPTH) return false;
  if (type_as_integer(type)) return strbuf_printf(out, "i%u", type_bits(type)), true;
  if (llvm_is_ptr(type)) return strbuf_printf(out, "p%u", llvm_ptr_space(type)), true;
  if (type_is_float(type)) {
    if (!float_word(type)) return false;
    if (type_float_kind(type) == FLOAT_BF16) strbuf_lit(out, "bf16");
    else strbuf_printf(out, "f%u", type_bits(type));
    return true;
  }
  if (type_is_vector(type)) {
    const ShapedType *vector = type_as_shaped(type);
    strbuf_printf(out, vector->scalable ? "nxv%u" : "v%u", (unsigned)vector->dims[0]);
    return vector->rank == 1 && suffix_at(out, vector->element, depth + 1);
  }
  if (llvm_is_array(type)) {
    strbuf_printf(out, "a%llu", (unsigned long long)((const LLVMArrayType *)type)->count);
    return suffix_at(out, ((const LLVMArrayType *)type)->element, depth + 1);
  }
  if (llvm_is_struct(type)) {
    uint32_t count;
    const LLVMStructBody *body = llvm_struct_name(type);
    if (body) return strbuf_printf(out, "s_%.*ss", STR_ARG(body->name)), true;
    const T *elements = llvm_struct_elements(type, &count);
    strbuf_lit(out, "sl_");
    for (uint32_t i = 0; i < count; i++)
      if (!suffix_at(out, elements[i], depth + 1)) return false;
    strbuf_char(out, 's');
    return true;
  }
  for (size_t i = 0; i < countof(words); i++)
    if (type->def == words[i].def && words[i].suffix) return strbuf_str(out, str_from(words[i].suffix)), true;
  return false;
}

bool ir_type_suffix(StrBuf *out, T type) { return suffix_at(out, type, 0); }

static void put_digits(StrBuf *out, uint64_t bits, int digits) {
  for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) strbuf_char(out, "0123456789ABCDEF"[bits >> shift & 15]);
}

// The double of the same value; a signalling NaN stays one.
static APFloat widen(APFloat number) {
  bool loses;
  if (number.kind == FLOAT_F64) return number;
  if (!apfloat_is_nan(number)) return apfloat_convert(number, FLOAT_F64, ROUND_NEAREST_EVEN, &loses);
  uint64_t bits = number.bits[0];
  return apfloat_from_bits(FLOAT_F64, (bits >> 31 & 1) << 63 | 0x7FFull << 52 | (bits & 0x7FFFFF) << 29, 0);
}

bool ir_float(StrBuf *out, APFloat number) {
  switch (number.kind) {
    case FLOAT_F16: strbuf_lit(out, "0xH"); put_digits(out, number.bits[0], 4); return true;
    case FLOAT_BF16: strbuf_lit(out, "0xR"); put_digits(out, number.bits[0], 4); return true;
    case FLOAT_F80:
      strbuf_lit(out, "0xK");
      put_digits(out, number.bits[1], 4);
      put_digits(out, number.bits[0], 16);
      return true;
    case FLOAT_F128:
      strbuf_lit(out, "0xL");
      put_digits(out, number.bits[0], 16);
      put_digits(out, number.bits[1], 16);
      return true;
    case FLOAT_F32: case FLOAT_F64: break;
    default: return false;
  }
  // A float is written as the double of the same value: six digits where those are exact, else its bits.
  APFloat wide = widen(number);
  size_t begin = out->size;
  apfloat_print(out, wide);
  Str text = str_slice(strbuf_view(out), begin, out->size);
  if (text.size > 9 && memchr(text.data, 'e', text.size)) return true;
  out->size = begin;
  strbuf_lit(out, "0x");
  int digits = 16;
  while (digits > 1 && !(wide.bits[0] >> ((digits - 1) * 4))) digits--;
  put_digits(out, wide.bits[0], digits);
  return true;
}
