// Encodings of other dialects than builtin: debug information of llvm (mlir/include/mlir/Dialect/LLVMIR/LLVMDialectBytecode.td),
// types of quant (mlir/include/mlir/Dialect/Quant/IR/QuantDialectBytecode.td).
#include "asm/params.h"
#include "asm/parser.h"
#include "export/bytecode/reader.h"
#include "ir/attr.h"
#include "ir/type.h"
#include "ops/llvm.h"

// ---------------------------------------------------------------------------------------------
// llvm: parameter by parameter

const AttrDef *const llvm_codes[LLVM_CODES] = {
  &llvm_di_basic_type_attr, &llvm_di_compile_unit_attr, &llvm_di_composite_type_attr, &llvm_di_derived_type_attr, &llvm_di_expression_elem_attr,
  &llvm_di_expression_attr, &llvm_di_file_attr, &llvm_di_global_variable_attr, &llvm_di_global_variable_expression_attr, &llvm_di_imported_entity_attr,
  &llvm_di_label_attr, &llvm_di_lexical_block_attr, &llvm_di_lexical_block_file_attr, &llvm_di_local_variable_attr, &llvm_di_namespace_attr,
  &llvm_di_subprogram_attr, &llvm_di_subrange_attr, &llvm_di_subroutine_type_attr, &llvm_loop_annotation_attr,
};

static A read_list(Cursor *c, bool of_numbers) {
  Context *ctx = c->reader->ctx;
  uint32_t count = read_byte(c) ? read_count(c) : 0;
  A *items = arena_new(&c->reader->arena, A, count + 1u);
  int64_t *numbers = arena_new(&c->reader->arena, int64_t, count + 1u);
  if (!items || !numbers) return NULL;
  for (uint32_t i = 0; i < count; i++) {
    if (of_numbers) numbers[i] = (int64_t)read_varint(c);
    else if (!(items[i] = read_optional_attr(c))) return cursor_ok(c) ? cursor_fail(c, "a list with nothing in it"), NULL : NULL;
  }
  return of_numbers ? attr_i64_array(ctx, numbers, count) : attr_array(ctx, items, count);
}

static uint64_t read_param(Cursor *c, const ParamDef *param) {
  Context *ctx = c->reader->ctx;
  switch (param->kind) {
    case PARAM_BOOL: return read_byte(c) != 0;
    case PARAM_UINT: case PARAM_INT: case PARAM_ENUM: case PARAM_NAME: return read_varint(c);
    case PARAM_OPT_INT: {
      uint64_t word = read_varint(c);   // the lowest bit: there is one
      return word & 1 ? param_word(attr_i64(ctx, ctx->types.i64, (int64_t)(word >> 1))) : 0;
    }
    case PARAM_ATTR_ARRAY: return param_word(read_list(c, false));
    case PARAM_INT_ARRAY: return param_word(read_list(c, true));
    case PARAM_STRING:
      if (!(param->flags & PARAM_OPTIONAL)) return param_word(attr_string(ctx, read_string(c)));
      return param_word(read_optional_attr(c));
    default: return param_word(param->flags & PARAM_OPTIONAL ? read_optional_attr(c) : read_attr(c));
  }
}

A read_llvm_attr(Cursor *c) {
  uint64_t code = read_varint(c);
  const ParamsDef *def = code < countof(llvm_codes) ? llvm_codes[code]->params : NULL;
  if (!def) return cursor_fail(c, "an attribute of llvm of an unknown kind"), NULL;
  uint64_t *words = arena_new(&c->reader->arena, uint64_t, def->count + 1u);
  uint32_t count = def->count;
  if (llvm_codes[code] == &llvm_di_compile_unit_attr) count--;   // LLVM 22 does not write its last one, splitDebugFilename
  for (uint32_t i = 0; words && i < count; i++) words[i] = read_param(c, &def->params[i]);
  if (words && count < def->count) words[count] = 0;
  return words && cursor_ok(c) ? attr_from_params(c->reader->ctx, llvm_codes[code], words) : NULL;
}

// ---------------------------------------------------------------------------------------------
// quant: as text, which is read

enum { QUANT_ANY = 1, QUANT_ANY_EXPRESSED, QUANT_CALIBRATED, QUANT_UNIFORM, QUANT_PER_AXIS, QUANT_SUB_CHANNEL };

static void put_double(Cursor *c, StrBuf *out) {
  uint64_t bits = (uint64_t)read_signed(c);
  apfloat_print(out, apfloat_from_bits(FLOAT_F64, bits, 0));
}

// `i8<-127:127>`: the bounds that are not those of all numbers.
static void put_storage(Cursor *c, StrBuf *out, uint64_t flags, T storage, int64_t min, int64_t max) {
  bool is_signed = flags & 1;
  uint32_t bits = type_bits(storage);
  if (!bits || bits > 32) {
    cursor_fail(c, "a quantized type of this storage");
    return;
  }
  int64_t least = is_signed ? -(1ll << (bits - 1)) : 0, most = is_signed ? (1ll << (bits - 1)) - 1 : (1ll << bits) - 1;
  strbuf_printf(out, is_signed ? "i%u" : "u%u", bits);
  if (min != least || max != most) strbuf_printf(out, "<%lld:%lld>", (long long)min, (long long)max);
}

static void put_type(Cursor *c, StrBuf *out, T type) {
  if (type) strbuf_str(out, str_from(type_text(c->reader->ctx, type)));
}

static void put_scales(Cursor *c, StrBuf *out, uint64_t flags, T storage, T expressed, int64_t axis, int64_t min, int64_t max) {
  uint32_t count = read_count(c);
  size_t *ends = arena_new(&c->reader->arena, size_t, count + 1u);
  StrBuf scales;
  strbuf_init(&scales, &c->reader->ctx->mem);
  for (uint32_t i = 0; ends && i < count; i++) {
    put_double(c, &scales);
    ends[i] = scales.size;
  }
  put_storage(c, out, flags, storage, min, max);
  strbuf_char(out, ':');
  put_type(c, out, expressed);
  strbuf_printf(out, ":%lld, {", (long long)axis);
  uint32_t zeros = read_count(c);
  for (uint32_t i = 0; ends && i < count; i++) {
    int64_t zero = i < zeros ? read_signed(c) : 0;
    if (i) strbuf_lit(out, ", ");
    strbuf_str(out, str_slice(strbuf_view(&scales), i ? ends[i - 1] : 0, ends[i]));
    if (zero) strbuf_printf(out, ":%lld", (long long)zero);
  }
  strbuf_char(out, '}');
  strbuf_free(&scales);
}

static bool put_quant(Cursor *c, StrBuf *out) {
  uint64_t code = read_varint(c);
  if (code == QUANT_CALIBRATED) {
    strbuf_lit(out, "!quant.calibrated<");
    put_type(c, out, read_type(c));
    strbuf_char(out, '<');
    put_double(c, out);
    strbuf_char(out, ':');
    put_double(c, out);
    strbuf_lit(out, ">>");
    return cursor_ok(c);
  }
  if (code < QUANT_ANY || code > QUANT_PER_AXIS) return cursor_fail(c, "a type of quant of an unknown kind");
  bool is_any = code <= QUANT_ANY_EXPRESSED;
  uint64_t flags = read_varint(c);
  T storage = read_type(c), expressed = code == QUANT_ANY ? NULL : read_type(c);
  if (!storage || !cursor_ok(c)) return false;
  strbuf_str(out, is_any ? STR("!quant.any<") : STR("!quant.uniform<"));
  if (code == QUANT_PER_AXIS) {
    int64_t axis = (int64_t)read_varint(c), min = read_signed(c), max = read_signed(c);
    put_scales(c, out, flags, storage, expressed, axis, min, max);
  } else {
    StrBuf scale;
    strbuf_init(&scale, &c->reader->ctx->mem);
    if (!is_any) put_double(c, &scale);
    int64_t zero = is_any ? 0 : read_signed(c), min = read_signed(c), max = read_signed(c);
    put_storage(c, out, flags, storage, min, max);
    if (expressed) {
      strbuf_char(out, ':');
      put_type(c, out, expressed);
    }
    if (!is_any) strbuf_printf(out, ", %.*s", STR_ARG(strbuf_view(&scale)));
    if (zero) strbuf_printf(out, ":%lld", (long long)zero);
    strbuf_free(&scale);
  }
  strbuf_char(out, '>');
  return cursor_ok(c);
}

// Of the list of numbers: dimensions and blocks of a type with scales for parts of it.
static bool put_sub_channel(Cursor *c, StrBuf *out) {
  uint64_t flags = read_varint(c);
  T storage = read_type(c), expressed = read_type(c);
  int64_t min = read_signed(c), max = read_signed(c);
  uint32_t count = read_count(c);
  int64_t *dims = arena_new(&c->reader->arena, int64_t, count + 1u);
  for (uint32_t i = 0; dims && i < count; i++) dims[i] = read_signed(c);
  uint32_t blocks = read_count(c);
  if (!storage || !expressed || !dims || blocks != count || !cursor_ok(c)) return cursor_ok(c) && cursor_fail(c, "a type of quant of this kind");
  strbuf_lit(out, "!quant.uniform<");
  put_storage(c, out, flags, storage, min, max);
  strbuf_char(out, ':');
  put_type(c, out, expressed);
  strbuf_lit(out, ":{");
  for (uint32_t i = 0; i < blocks; i++) strbuf_printf(out, "%s%lld:%lld", i ? ", " : "", (long long)dims[i], (long long)read_signed(c));
  strbuf_lit(out, "}, ");
  A scales = read_attr(c), zeros = scales ? read_attr(c) : NULL;
  if (!zeros || attr_kind(scales) != ATTR_DENSE || attr_kind(zeros) != ATTR_DENSE) return cursor_ok(c) && cursor_fail(c, "a type of quant of this kind");
  const ShapedType *shape = type_as_shaped(attr_value_type(scales));
  uint64_t total = dense_count(scales);
  if (dense_count(zeros) != total || total > 1u << 20) return cursor_fail(c, "a type of quant of this kind");
  for (uint64_t i = 0; i < total; i++) {
    uint64_t row = 1;
    if (i) strbuf_lit(out, ", ");
    for (uint64_t d = shape->rank; d--;) {
      row *= (uint64_t)shape->dims[d];
      if (row && i % row == 0) strbuf_char(out, '{');
    }
    strbuf_str(out, str_from(attr_text(c->reader->ctx, dense_element_attr(c->reader->ctx, scales, i))));
    while (out->size && out->data[out->size - 1] != ':' && out->size > 3 && memchr(" f32164b", out->data[out->size - 1], 8)) {
      if (out->data[--out->size] == ' ') break;   // without its type
    }
    if (out->size && out->data[out->size - 1] == ':') out->size--;
    if (out->size && out->data[out->size - 1] == ' ') out->size--;
    int64_t zero = attr_to_i64(dense_element_attr(c->reader->ctx, zeros, i));
    if (zero) strbuf_printf(out, ":%lld", (long long)zero);
    row = 1;
    for (uint64_t d = shape->rank; d--;) {
      row *= (uint64_t)shape->dims[d];
      if (row && (i + 1) % row == 0) strbuf_char(out, '}');
    }
  }
  strbuf_char(out, '>');
  return cursor_ok(c);
}

T read_quant_type(Cursor *c) {
  StrBuf text;
  strbuf_init(&text, &c->reader->ctx->mem);
  Cursor ahead = *c;
  bool ok;
  if (read_varint(&ahead) == QUANT_SUB_CHANNEL) {
    *c = ahead;
    ok = put_sub_channel(c, &text);
  } else ok = put_quant(c, &text);
  T made = ok ? parse_type_text(c->reader->ctx, strbuf_view(&text)) : NULL;
  strbuf_free(&text);
  return made;
}
