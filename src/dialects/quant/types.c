// Quantized types: their text.
//
//   any<i8<-8:7>:f32>                                      without the range when it is all of i8
//   calibrated<f32<-9.980000e-01:1.232100e+00>>
//   uniform<i8:f32, 1.000000e+00:17>                       scale and zero point, which is left out when it is 0
//   uniform<i8:f32:1, {2.000000e+00,3.000000e+00:10}>      for each index of an axis
//   uniform<i8:f32:{0:1, 1:2}, {{2.0, 3.0}, {4.0, 5.0}}>   for each block of some axes
#include "dialects/quant/quant.h"

#include <string.h>

#include "asm/parser.h"
#include "asm/printer.h"

enum { STORAGE, EXPRESSED, IS_SIGNED, LEAST, MOST, LAYOUT, AXES, BLOCKS, DIMS, SCALES, ZERO_POINTS, WORDS };
enum { CALIBRATED_EXPRESSED, CALIBRATED_MIN, CALIBRATED_MAX, CALIBRATED_WORDS };

static uint64_t word_of(T type, uint32_t i) { return ((const ParamsType *)type)->words[i]; }
static T type_word(T type, uint32_t i) { return (T)(uintptr_t)word_of(type, i); }
static const DenseArrayAttr *array_word(T type, uint32_t i) { return (const DenseArrayAttr *)(uintptr_t)word_of(type, i); }

bool type_is_quantized(T type) {
  return type->def == &quant_any_type || type->def == &quant_uniform_type || type->def == &quant_calibrated_type;
}
T quant_storage(T type) { return type->def == &quant_calibrated_type ? NULL : type_word(type, STORAGE); }
T quant_expressed(T type) { return type_word(type, type->def == &quant_calibrated_type ? CALIBRATED_EXPRESSED : EXPRESSED); }
int64_t quant_layout(T type) { return type->def == &quant_uniform_type ? (int64_t)word_of(type, LAYOUT) : QUANT_PER_LAYER; }
const DenseArrayAttr *quant_axes(T type) { return array_word(type, AXES); }
const DenseArrayAttr *quant_blocks(T type) { return array_word(type, BLOCKS); }
const DenseArrayAttr *quant_dims(T type) { return array_word(type, DIMS); }
const DenseArrayAttr *quant_scales(T type) { return array_word(type, SCALES); }
const DenseArrayAttr *quant_zero_points(T type) { return array_word(type, ZERO_POINTS); }

static double double_of(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static int64_t bits_of(double value) {
  int64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

// ---------------------------------------------------------------------------------------------
// Numbers in messages

// 10^power times the value, in steps that stay within a double.
static double times_power_of_ten(double value, int power) {
  for (; power > 0; power--) value *= 10;
  for (; power < 0; power++) value /= 10;
  return value;
}

// Seven digits and an exponent, as C's %e.
static const char *number_text(Parser *p, double value) {
  const char *sign = value < 0 ? "-" : "";
  double magnitude = value < 0 ? -value : value;
  if (magnitude > 1.7976931348623157e308) return arena_printf(parser_scratch(p), "%sINF", sign).data;
  int exponent = 0;
  if (magnitude > 0) {
    while (times_power_of_ten(magnitude, -exponent) >= 10) exponent++;
    while (times_power_of_ten(magnitude, -exponent) < 1) exponent--;
  }
  uint64_t digits = (uint64_t)(times_power_of_ten(magnitude, 6 - exponent) + 0.5);
  if (digits >= 10000000) {
    digits /= 10;
    exponent++;
  }
  char fraction[7] = {0};
  uint64_t rest = digits % 1000000;
  for (int i = 6; i-- > 0; rest /= 10) fraction[i] = (char)('0' + rest % 10);
  int size = exponent < 0 ? -exponent : exponent;
  return arena_printf(parser_scratch(p), "%s%d.%se%s%s%d", sign, (int)(digits / 1000000), fraction, exponent < 0 ? "-" : "+", size < 10 ? "0" : "", size).data;
}

// ---------------------------------------------------------------------------------------------
// Reading

// Where the type's name begins, which is before the current token.
static uint32_t name_at(const Parser *p, const TypeDef *def) {
  Str source = parser_source(p);
  uint32_t at = parser_loc(p), length = (uint32_t)strlen(def->name);
  while (at > 0 && source.data[at - 1] == ' ') at--;
  return at >= length ? at - length : at;
}

enum { MOST_STORAGE_BITS = 32 };

// storage ::= (integer-type | `u` width)
static bool parse_storage(Parser *p, uint64_t *words, uint32_t name) {
  uint32_t at = parser_loc(p);
  uint64_t width = 0;
  T type = NULL;
  ParseResult read = parse_optional_type(p, &type);
  if (read == PARSE_FAILED) return false;
  if (read == PARSE_OK) {
    if (type_kind(type) != TYPE_INTEGER) return parser_error_at(p, name, "storage type must be integral");
    width = type_bits(type);
    words[IS_SIGNED] = ((const IntegerType *)type)->signedness != UNSIGNED;
  } else {
    Str word;
    if (!parse_any_keyword(p, &word)) return false;
    if (word.data[0] != 'u') return parser_error_at(p, at, "illegal storage type prefix");
    for (size_t i = 1; i < word.size; i++) {
      if (!char_is_digit(word.data[i]) || width > UINT32_MAX) return parser_error_at(p, at, "expected storage type width");
      width = width * 10 + (uint64_t)(word.data[i] - '0');
    }
    if (word.size == 1) return parser_error_at(p, at, "expected storage type width");
    words[IS_SIGNED] = false;
  }
  if (width == 0 || width > MOST_STORAGE_BITS) return parser_error_at(p, at, "illegal storage type size: %llu", (unsigned long long)width);
  words[STORAGE] = param_word(type ? type : type_integer(parser_context(p), (uint32_t)width, SIGNLESS));
  return true;
}

static int64_t least_of(T storage, bool is_signed) { return is_signed ? -((int64_t)1 << (type_bits(storage) - 1)) : 0; }
static int64_t most_of(T storage, bool is_signed) { return ((int64_t)1 << (type_bits(storage) - is_signed)) - 1; }

// (`<` min `:` max `>`)?
static bool parse_range(Parser *p, uint64_t *words) {
  T storage = (T)(uintptr_t)words[STORAGE];
  int64_t least = least_of(storage, words[IS_SIGNED]), most = most_of(storage, words[IS_SIGNED]), from = least, to = most;
  if (parser_consume_if(p, TOK_LESS)) {
    uint32_t from_at = parser_loc(p);
    if (!parse_integer(p, &from) || !parse_colon(p)) return false;
    uint32_t to_at = parser_loc(p);
    if (!parse_integer(p, &to) || !parse_greater(p)) return false;
    if (from < least) return parser_error_at(p, from_at, "illegal storage type minimum: %lld", (long long)from);
    if (to > most) return parser_error_at(p, to_at, "illegal storage type maximum: %lld", (long long)to);
  }
  words[LEAST] = (uint64_t)from;
  words[MOST] = (uint64_t)to;
  return true;
}

// The range is checked when the whole type has been read.
static bool check_range(Parser *p, const uint64_t *words, uint32_t name) {
  int64_t from = (int64_t)words[LEAST], to = (int64_t)words[MOST];
  return from < to || parser_error_at(p, name, "illegal storage min and storage max: (%lld:%lld)", (long long)from, (long long)to);
}

static T parse_float_type(Parser *p) {
  uint32_t at = parser_loc(p);
  T type = parse_type(p);
  if (!type || type_is_float(type)) return type;
  parser_error_at(p, at, "invalid kind of type specified");
  return NULL;
}

static bool parse_double(Parser *p, double *out) {
  APFloat value;
  if (!parse_float(p, FLOAT_F64, &value)) return false;
  *out = apfloat_to_double(value);
  return true;
}

T parse_quant_any(Parser *p, const TypeDef *def) {
  uint32_t name = name_at(p, def);
  uint64_t words[LAYOUT] = {0};
  if (!parse_less(p) || !parse_storage(p, words, name) || !parse_range(p, words)) return NULL;
  T expressed = NULL;
  if (parser_consume_if(p, TOK_COLON) && !(expressed = parse_float_type(p))) return NULL;
  if (!parse_greater(p) || !check_range(p, words, name)) return NULL;
  words[EXPRESSED] = param_word(expressed);
  return type_from_params(parser_context(p), def, words);
}

T parse_quant_calibrated(Parser *p, const TypeDef *def) {
  uint32_t name = name_at(p, def);
  if (!parse_less(p)) return NULL;
  uint32_t at = parser_loc(p);
  double from, to;
  T expressed = parse_float_type(p);
  if (!expressed) {
    parser_error_at(p, at, "expecting float expressed type");
    return NULL;
  }
  if (!parse_less(p) || !parse_double(p, &from) || !parse_colon(p) || !parse_double(p, &to) || !parse_greater(p)) {
    parser_error_at(p, at, "calibrated values must be present");
    return NULL;
  }
  if (!parse_greater(p)) return NULL;
  if (to <= from) {
    parser_error_at(p, name, "illegal min and max: (%s:%s)", number_text(p, from), number_text(p, to));
    return NULL;
  }
  uint64_t words[CALIBRATED_WORDS] = {param_word(expressed), (uint64_t)bits_of(from), (uint64_t)bits_of(to)};
  return type_from_params(parser_context(p), def, words);
}

typedef struct Uniform {
  FloatKind kind;
  I64Vec axes, blocks, dims, scales, zero_points;
} Uniform;

// parameter ::= scale (`:` zero-point)?
static bool parse_parameter(Parser *p, Uniform *self) {
  double scale;
  int64_t zero_point = 0;
  if (!parse_double(p, &scale)) return false;
  double least = apfloat_to_double(apfloat_from_bits(self->kind, self->kind != FLOAT_F8E8M0FNU, 0)), most = apfloat_to_double(apfloat_largest(self->kind, false));
  if (scale < least || scale > most)
    return parser_error(p, "scale %s out of expressed type range [%s, %s]", number_text(p, scale), number_text(p, least), number_text(p, most));
  if (parser_consume_if(p, TOK_COLON) && !parse_integer(p, &zero_point)) return false;
  vec_push(parser_scratch(p), &self->scales, bits_of(scale));
  vec_push(parser_scratch(p), &self->zero_points, zero_point);
  return true;
}

// parameters ::= `{` item (`,` item)* `}`, where an item is a parameter or parameters of one shape; the shape goes to `dims`.
static bool parse_parameters(Parser *p, Uniform *self, I64Vec *dims) {
  if (!parse_l_brace(p) || !parser_enter(p)) return false;
  I64Vec inner = {0};
  int64_t count = 0;
  bool ok = true;
  do {
    I64Vec these = {0};
    ok = parser_kind(p) == TOK_L_BRACE ? parse_parameters(p, self, &these) : parse_parameter(p, self);
    bool same = these.count == inner.count && (!inner.count || !memcmp(these.data, inner.data, inner.count * sizeof *inner.data));
    if (ok && count++ && !same) ok = parser_error(p, "tensor literal is invalid; ranks are not consistent between elements");
    inner = these;
  } while (ok && parser_consume_if(p, TOK_COMMA));
  parser_leave(p);
  if (!ok || !parse_r_brace(p)) return false;
  vec_push(parser_scratch(p), dims, count);
  for (uint32_t i = 0; i < inner.count; i++) vec_push(parser_scratch(p), dims, inner.data[i]);
  return !parser_context(p)->mem.exhausted;
}

// blocks ::= `{` (axis `:` size (`,` axis `:` size)*)? `}`
static bool parse_block(Parser *p, void *data) {
  Uniform *self = data;
  int64_t axis, size;
  if (!parse_integer(p, &axis) || !parse_colon(p) || !parse_integer(p, &size)) return false;
  vec_push(parser_scratch(p), &self->axes, axis);
  vec_push(parser_scratch(p), &self->blocks, size);
  return true;
}

static bool check_axes(Parser *p, const Uniform *self, uint32_t name) {
  for (uint32_t i = 0; i < self->axes.count; i++)
    if (self->axes.data[i] < 0) return parser_error_at(p, name, "illegal quantized dimension: %lld", (long long)self->axes.data[i]);
  for (uint32_t i = 0; i < self->blocks.count; i++)
    if (self->blocks.data[i] <= 0) return parser_error_at(p, name, "illegal block size: %lld", (long long)self->blocks.data[i]);
  return true;
}

static uint64_t array_of(Parser *p, const I64Vec *items) { return param_word(attr_i64_array(parser_context(p), items->data, items->count)); }

// The scales of blocks are of the expressed type, and their zero points of the storage.
static void store_blocks(Uniform *self, T storage) {
  uint32_t unused = 64 - (uint32_t)type_bits(storage);
  for (uint32_t i = 0; i < self->scales.count; i++) {
    APFloat scale = apfloat_from_double(self->kind, double_of((uint64_t)self->scales.data[i]), NULL);
    self->scales.data[i] = bits_of(apfloat_to_double(scale));
    self->zero_points.data[i] = (int64_t)((uint64_t)self->zero_points.data[i] << unused) >> unused;
  }
}

T parse_quant_uniform(Parser *p, const TypeDef *def) {
  uint32_t name = name_at(p, def);
  uint64_t words[WORDS] = {0};
  Uniform state = {0}, *self = &state;
  T expressed;
  if (!parse_less(p) || !parse_storage(p, words, name) || !parse_range(p, words) || !parse_colon(p) || !(expressed = parse_float_type(p))) return NULL;
  self->kind = type_float_kind(expressed);
  uint64_t layout = QUANT_PER_LAYER;
  int64_t axis;
  if (parser_consume_if(p, TOK_COLON)) {
    layout = parser_kind(p) == TOK_L_BRACE ? QUANT_PER_BLOCK : QUANT_PER_AXIS;
    if (layout == QUANT_PER_BLOCK && !parse_list(p, DELIM_BRACES, parse_block, self, "")) return NULL;
    if (layout == QUANT_PER_AXIS) {
      if (!parse_integer(p, &axis)) return NULL;
      vec_push(parser_scratch(p), &self->axes, axis);
    }
  }
  if (!parse_comma(p) || !(layout ? parse_parameters(p, self, &self->dims) : parse_parameter(p, self)) || !parse_greater(p)) return NULL;
  if (!check_range(p, words, name) || !check_axes(p, self, name)) return NULL;
  if (layout == QUANT_PER_BLOCK) store_blocks(self, (T)(uintptr_t)words[STORAGE]);
  else self->dims.count = 0;   // the scales of an axis are a list, however they were written
  words[EXPRESSED] = param_word(expressed);
  words[LAYOUT] = layout;
  words[AXES] = array_of(p, &self->axes);
  words[BLOCKS] = array_of(p, &self->blocks);
  words[DIMS] = array_of(p, &self->dims);
  words[SCALES] = array_of(p, &self->scales);
  words[ZERO_POINTS] = array_of(p, &self->zero_points);
  return parser_context(p)->mem.exhausted ? NULL : type_from_params(parser_context(p), def, words);
}

T parse_quant_type(Parser *p) {
  uint32_t at = parser_loc(p);
  Str word;
  if (parse_any_keyword(p, &word)) parser_error_at(p, at, "unknown quantized type %.*s", STR_ARG(word));
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// Printing

static void print_storage(Printer *p, T type) {
  T storage = type_word(type, STORAGE);
  bool is_signed = word_of(type, IS_SIGNED);
  int64_t from = (int64_t)word_of(type, LEAST), to = (int64_t)word_of(type, MOST);
  print_char(p, is_signed ? 'i' : 'u');
  print_i64(p, (int64_t)type_bits(storage));
  if (from == least_of(storage, is_signed) && to == most_of(storage, is_signed)) return;
  print_char(p, '<');
  print_i64(p, from);
  print_char(p, ':');
  print_i64(p, to);
  print_char(p, '>');
}

void print_quant_any(Printer *p, T type) {
  print_char(p, '<');
  print_storage(p, type);
  if (quant_expressed(type)) {
    print_char(p, ':');
    print_type(p, quant_expressed(type));
  }
  print_char(p, '>');
}

static void print_double(Printer *p, double value) { print_float(p, apfloat_from_double(FLOAT_F64, value, NULL)); }

void print_quant_calibrated(Printer *p, T type) {
  print_char(p, '<');
  print_type(p, quant_expressed(type));
  print_char(p, '<');
  print_double(p, double_of(word_of(type, CALIBRATED_MIN)));
  print_char(p, ':');
  print_double(p, double_of(word_of(type, CALIBRATED_MAX)));
  print_text(p, ">>");
}

// A scale of a block is printed as one of its type.
static void print_parameter(Printer *p, T type, uint64_t i) {
  FloatKind kind = quant_layout(type) == QUANT_PER_BLOCK ? type_float_kind(quant_expressed(type)) : FLOAT_F64;
  int64_t zero_point = dense_array_i64((A)quant_zero_points(type), i);
  print_float(p, apfloat_from_double(kind, double_of((uint64_t)dense_array_i64((A)quant_scales(type), i)), NULL));
  if (!zero_point) return;
  print_char(p, ':');
  print_i64(p, zero_point);
}

// How many of the innermost dimensions begin at element `i`.
static uint64_t braces_at(const DenseArrayAttr *dims, uint64_t i) {
  uint64_t count = 0;
  for (uint64_t k = dims->count; k-- > 0; count++) {
    uint64_t size = (uint64_t)dense_array_i64((A)dims, k);
    if (i % size) break;
    i /= size;
  }
  return count;
}

static void print_blocks(Printer *p, T type) {
  const DenseArrayAttr *dims = quant_dims(type);
  uint64_t count = quant_scales(type)->count;
  for (uint64_t i = 0; i < count; i++) {
    if (i) print_text(p, ", ");
    for (uint64_t k = i ? braces_at(dims, i) : dims->count; k > 0; k--) print_char(p, '{');
    print_parameter(p, type, i);
    for (uint64_t k = i + 1 < count ? braces_at(dims, i + 1) : dims->count; k > 0; k--) print_char(p, '}');
  }
}

static void print_sizes(Printer *p, T type) {
  const DenseArrayAttr *axes = quant_axes(type), *sizes = quant_blocks(type);
  print_char(p, '{');
  for (uint64_t i = 0; i < axes->count; i++) {
    if (i) print_text(p, ", ");
    print_i64(p, dense_array_i64((A)axes, i));
    print_char(p, ':');
    print_i64(p, dense_array_i64((A)sizes, i));
  }
  print_char(p, '}');
}

void print_quant_uniform(Printer *p, T type) {
  int64_t layout = quant_layout(type);
  print_char(p, '<');
  print_storage(p, type);
  print_char(p, ':');
  print_type(p, quant_expressed(type));
  if (layout) print_char(p, ':');
  if (layout == QUANT_PER_AXIS) print_i64(p, dense_array_i64((A)quant_axes(type), 0));
  if (layout == QUANT_PER_BLOCK) print_sizes(p, type);
  print_text(p, ", ");
  if (layout == QUANT_PER_BLOCK) {
    print_blocks(p, type);
  } else {
    if (layout) print_char(p, '{');
    for (uint64_t i = 0; i < quant_scales(type)->count; i++) {
      if (i) print_char(p, ',');
      print_parameter(p, type, i);
    }
    if (layout) print_char(p, '}');
  }
  print_char(p, '>');
}
