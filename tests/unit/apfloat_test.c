#include "support/apfloat.h"

#include <stdio.h>
#include <stdlib.h>

#include "unit.h"

// The literal as mlir-opt reads it, printed as mlir-opt prints it.
static Str through(FloatKind kind, const char *literal) {
  APFloat value;
  bool ok = apfloat_parse_literal(kind, str_from(literal), &value);
  CHECK(ok);
  StrBuf *out = unit_text();
  if (ok) apfloat_print(out, value);
  return unit_text_view();
}

static Str printed(APFloat value) {
  apfloat_print(unit_text(), value);
  return unit_text_view();
}

static Str printed_bits(FloatKind kind, uint64_t high, uint64_t low) {
  return printed(apfloat_from_bits(kind, low, high));
}

// The literal rounded once, to the format itself.
static APFloat exact(FloatKind kind, const char *literal) {
  APFloat value = {0};
  CHECK(apfloat_parse(kind, str_from(literal), &value));
  return value;
}

static uint64_t random_state = 88172645463325252u;
static uint64_t random_word(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

TEST("six significant digits are enough for most literals") {
  CHECK_STR(through(FLOAT_F32, "0.0"), "0.000000e+00");
  CHECK_STR(through(FLOAT_F32, "-0.0"), "-0.000000e+00");
  CHECK_STR(through(FLOAT_F32, "1.0"), "1.000000e+00");
  CHECK_STR(through(FLOAT_F64, "2.5"), "2.500000e+00");
  CHECK_STR(through(FLOAT_F64, "0.1"), "1.000000e-01");
  CHECK_STR(through(FLOAT_F64, "-3.14159"), "-3.141590e+00");
  CHECK_STR(through(FLOAT_F16, "1.5e+3"), "1.500000e+03");
  CHECK_STR(through(FLOAT_F64, "1.0e300"), "1.000000e+300");
}

TEST("a value that needs more digits prints as many as its precision can need") {
  CHECK_STR(through(FLOAT_F32, "1.234567"), "1.23456705");
  CHECK_STR(through(FLOAT_F64, "1.234567890123"), "1.2345678901229999");
  CHECK_STR(through(FLOAT_F32, "6.02214076e23"), "6.02214064E+23");
  CHECK_STR(through(FLOAT_F64, "1.7976931348623157e308"), "1.7976931348623157E+308");
}

TEST("a value that needs more digits but has no fraction prints in hex") {
  CHECK_STR(through(FLOAT_F64, "16777217.0"), "0x4170000010000000");
  CHECK_STR(through(FLOAT_F32, "16777215.0"), "0x4B7FFFFF");
}

TEST("infinities and NaNs print as the stored bits, without leading zeros") {
  CHECK_STR(printed(apfloat_infinity(FLOAT_F32, true)), "0xFF800000");
  CHECK_STR(printed(apfloat_nan(FLOAT_F64, false)), "0x7FF8000000000000");
  CHECK_STR(printed(apfloat_nan(FLOAT_F80, false)), "0x7FFFC000000000000000");
  CHECK_STR(printed(apfloat_nan(FLOAT_TF32, false)), "0x3FE00");
  CHECK_STR(printed(apfloat_nan(FLOAT_F8E4M3FN, true)), "0xFF");
  CHECK_STR(printed(apfloat_nan(FLOAT_F8E4M3FNUZ, true)), "0x80");
  CHECK_STR(printed_bits(FLOAT_F32, 0, 0x7F800001), "0x7F800001");
}

TEST("f80 and f128 literals carry the 53 bits of a double") {
  CHECK_STR(through(FLOAT_F80, "0.1"), "0.100000000000000005551");
  CHECK_STR(through(FLOAT_F128, "0.1"), "0.100000000000000005551115123125782702");
  CHECK_STR(printed(exact(FLOAT_F80, "0.1")), "1.000000e-01");
}

TEST("a literal too small becomes zero, however long its exponent") {
  CHECK_STR(through(FLOAT_F32, "1.0e-400"), "0.000000e+00");
  CHECK_STR(through(FLOAT_F64, "1.0e-99999999999999999999"), "0.000000e+00");
  CHECK_STR(through(FLOAT_F64, "0.0001e-922337203685477580699"), "0.000000e+00");
}

TEST("a literal too large becomes what the format has instead of infinity") {
  CHECK_STR(through(FLOAT_F64, "1.0e400"), "0x7FF0000000000000");
  CHECK_STR(through(FLOAT_F64, "1.0e99999999999999999999"), "0x7FF0000000000000");
  CHECK_STR(through(FLOAT_F8E5M2, "1.0e30"), "0x7C");
  CHECK_STR(through(FLOAT_F8E4M3FN, "1.0e30"), "0x7F");
  CHECK_STR(through(FLOAT_F8E4M3FNUZ, "1.0e30"), "0x80");
  CHECK_STR(through(FLOAT_F4E2M1FN, "1.0e30"), "6.000000e+00");
  CHECK_STR(through(FLOAT_F4E2M1FN, "-1.0e30"), "-6.000000e+00");
}

TEST("a literal too small becomes zero, or the least value where there is no zero") {
  CHECK_STR(through(FLOAT_F64, "1.0e-400"), "0.000000e+00");
  CHECK_STR(through(FLOAT_F64, "-1.0e-99999999999999999999"), "-0.000000e+00");
  CHECK_STR(through(FLOAT_F8E5M2FNUZ, "-1.0e-30"), "0.000000e+00");
  CHECK_STR(through(FLOAT_F8E8M0FNU, "0.0"), "5.877470e-39");
  CHECK_STR(through(FLOAT_F8E8M0FNU, "-1.0e-300"), "5.877470e-39");
}

TEST("f8E8M0FNU keeps the sign of a literal until it is stored") {
  CHECK_STR(through(FLOAT_F8E8M0FNU, "-1.0"), "-1.000000e+00");
  APFloat value;
  uint64_t stored[2];
  CHECK(apfloat_parse_literal(FLOAT_F8E8M0FNU, STR("-1.0"), &value));
  apfloat_stored(value, stored);
  CHECK_INT(stored[0], 0xFF);
}

TEST("denormals print like any other number") {
  CHECK_STR(printed_bits(FLOAT_BF16, 0, 1), "9.183550e-41");
  CHECK_STR(printed_bits(FLOAT_F80, 0, 1), "3.645200e-4951");
  CHECK_STR(printed_bits(FLOAT_F128, 0, 1), "6.475180e-4966");
  CHECK(apfloat_is_denormal(apfloat_from_bits(FLOAT_F64, 1, 0)));
}

TEST("f80 encodings the x87 calls invalid read as NaN, pseudo-denormals as normal") {
  CHECK(apfloat_is_nan(apfloat_from_bits(FLOAT_F80, 1, 0x3FFF)));
  CHECK(apfloat_is_nan(apfloat_from_bits(FLOAT_F80, 0, 0x7FFF)));
  APFloat pseudo = apfloat_from_bits(FLOAT_F80, (uint64_t)1 << 63, 0);
  CHECK_INT(pseudo.bits[1], 1);
  CHECK(!apfloat_is_denormal(pseudo));
}

TEST("text that is no decimal literal is refused") {
  const char *const wrong[] = {"", "-", ".5", "e5", "1.0e", "1.0e+", "1.0.0", "0x10", "1.0f", " 1.0", "nan", "--1.0"};
  APFloat value;
  for (size_t i = 0; i < countof(wrong); i++) CHECK(!apfloat_parse(FLOAT_F64, str_from(wrong[i]), &value));
  CHECK(apfloat_parse(FLOAT_F64, STR("1."), &value));
  CHECK(apfloat_parse(FLOAT_F64, STR("+12E-3"), &value));
}

TEST("a literal halfway between two values rounds to the even one, and a hair above it up") {
  CHECK_INT(exact(FLOAT_F64, "9007199254740993.0").bits[0], 0x4340000000000000);
  CHECK_INT(exact(FLOAT_F64, "9007199254740993.00000000000000000000000000000000000001").bits[0], 0x4340000000000001);
  CHECK_INT(exact(FLOAT_F64, "9007199254740995.0").bits[0], 0x4340000000000002);
  CHECK_INT(exact(FLOAT_F64, "2.4703282292062327208e-324").bits[0], 0);
  CHECK_INT(exact(FLOAT_F64, "2.4703282292062328e-324").bits[0], 1);
}

TEST("a digit far behind the others still decides") {
  char text[3000] = "9007199254740993.";
  size_t size = strlen(text);
  memset(text + size, '0', sizeof text - 1 - size);
  CHECK_INT(exact(FLOAT_F64, text).bits[0], 0x4340000000000000);
  text[sizeof text - 2] = '1';
  CHECK_INT(exact(FLOAT_F64, text).bits[0], 0x4340000000000001);
}

TEST("many zeros and a large exponent cancel out") {
  char text[41000] = "0.";
  memset(text + 2, '0', 39999);
  strcpy(text + 2 + 39999, "15e40000");
  CHECK_STR(through(FLOAT_F64, text), "1.500000e+00");
}

TEST("random decimals read as the host's strtof, strtod and strtold read them") {
  for (int i = 0; i < 20000; i++) {
    char text[64];
    int exponent = (int)(random_word() % (i % 2 ? 60 : 660)) - (i % 2 ? 30 : 330);
    snprintf(text, sizeof text, "%d.%llue%d", (int)(random_word() % 10),
             (unsigned long long)(random_word() >> (random_word() % 60)), exponent);
    float f = strtof(text, NULL);
    double d = strtod(text, NULL);
    uint32_t f_bits;
    uint64_t d_bits;
    memcpy(&f_bits, &f, sizeof f);
    memcpy(&d_bits, &d, sizeof d);
    if (exact(FLOAT_F32, text).bits[0] != f_bits) unit_fail(__FILE__, __LINE__, "f32 %s", text);
    if (exact(FLOAT_F64, text).bits[0] != d_bits) unit_fail(__FILE__, __LINE__, "f64 %s", text);
#if defined(__x86_64__) && defined(__linux__)
    long double l = strtold(text, NULL);
    APFloat x = apfloat_from_bits(FLOAT_F80, 0, 0);
    memcpy(x.bits, &l, 10);
    if (!apfloat_bits_equal(exact(FLOAT_F80, text), x)) unit_fail(__FILE__, __LINE__, "f80 %s", text);
#endif
  }
}

TEST("every finite value of the small formats survives printing and parsing") {
  for (int kind = 0; kind <= FLOAT_TF32; kind++)
    for (uint64_t bits = 0; bits < (uint64_t)1 << float_bits((FloatKind)kind); bits++) {
      APFloat value = apfloat_from_bits((FloatKind)kind, bits, 0), back;
      Str text = printed(value);
      if (str_starts_with(text, STR("0x"))) continue;
      if (!apfloat_parse((FloatKind)kind, text, &back) || !apfloat_bits_equal(value, back))
        unit_fail(__FILE__, __LINE__, "%s %.*s", float_name((FloatKind)kind), STR_ARG(text));
    }
}

TEST("f32 and f64 arithmetic is the host's") {
  for (int i = 0; i < 20000; i++) {
    uint64_t bits[2] = {random_word(), random_word()};
    if (i % 2) bits[1] = (bits[1] & 0x800FFFFFFFFFFFFF) | ((bits[0] >> 52 & 0x7FF) ^ (random_word() & 3)) << 52;
    double a, b;
    memcpy(&a, &bits[0], 8);
    memcpy(&b, &bits[1], 8);
    APFloat x = apfloat_from_bits(FLOAT_F64, bits[0], 0), y = apfloat_from_bits(FLOAT_F64, bits[1], 0);
    if (apfloat_is_nan(x) || apfloat_is_nan(y)) continue;
    const double want[] = {a + b, a - b, a * b, a / b};
    const APFloat got[] = {
      apfloat_add(x, y, ROUND_NEAREST_EVEN, NULL), apfloat_sub(x, y, ROUND_NEAREST_EVEN, NULL),
      apfloat_mul(x, y, ROUND_NEAREST_EVEN, NULL), apfloat_div(x, y, ROUND_NEAREST_EVEN, NULL)};
    for (size_t j = 0; j < countof(want); j++) {
      uint64_t want_bits;
      memcpy(&want_bits, &want[j], 8);
      if (apfloat_is_nan(got[j]) ? want[j] == want[j] : got[j].bits[0] != want_bits)
        unit_fail(__FILE__, __LINE__, "%a op %zu %a", a, j, b);
    }
    float narrow = (float)a;
    uint32_t narrow_bits;
    memcpy(&narrow_bits, &narrow, 4);
    CHECK_INT(apfloat_convert(x, FLOAT_F32, ROUND_NEAREST_EVEN, NULL).bits[0], narrow_bits);
  }
}

TEST("a result is reported as exact, inexact, overflowing or invalid") {
  int status;
  APFloat one = exact(FLOAT_F32, "1.0"), three = exact(FLOAT_F32, "3.0"), zero = apfloat_zero(FLOAT_F32, false);
  APFloat big = apfloat_largest(FLOAT_F32, false), infinity = apfloat_infinity(FLOAT_F32, false);
  apfloat_add(one, three, ROUND_NEAREST_EVEN, &status);
  CHECK_INT(status, FLOAT_OK);
  apfloat_div(one, three, ROUND_NEAREST_EVEN, &status);
  CHECK_INT(status, FLOAT_INEXACT);
  CHECK(apfloat_is_infinity(apfloat_mul(big, three, ROUND_NEAREST_EVEN, &status)));
  CHECK_INT(status, FLOAT_OVERFLOW | FLOAT_INEXACT);
  CHECK(apfloat_bits_equal(apfloat_mul(big, three, ROUND_TOWARD_ZERO, &status), big));
  CHECK(apfloat_is_infinity(apfloat_div(one, zero, ROUND_NEAREST_EVEN, &status)));
  CHECK_INT(status, FLOAT_DIVZERO);
  CHECK(apfloat_is_nan(apfloat_sub(infinity, infinity, ROUND_NEAREST_EVEN, &status)));
  CHECK_INT(status, FLOAT_INVALID);
}

TEST("the remainder has the sign of the dividend") {
  CHECK_STR(printed(apfloat_fmod(exact(FLOAT_F64, "-7.5"), exact(FLOAT_F64, "2.0"))), "-1.500000e+00");
  CHECK_STR(printed(apfloat_fmod(exact(FLOAT_F64, "1e300"), exact(FLOAT_F64, "7.0"))), "1.000000e+00");
  CHECK_STR(printed(apfloat_fmod(exact(FLOAT_F64, "-6.0"), exact(FLOAT_F64, "3.0"))), "-0.000000e+00");
}

TEST("minnum prefers a number, minimum prefers NaN, both put -0 below +0") {
  APFloat one = exact(FLOAT_F32, "1.0"), nan = apfloat_nan(FLOAT_F32, false);
  APFloat plus = apfloat_zero(FLOAT_F32, false), minus = apfloat_zero(FLOAT_F32, true);
  CHECK(apfloat_bits_equal(apfloat_minnum(nan, one), one));
  CHECK(apfloat_is_nan(apfloat_maximum(one, nan)));
  CHECK(apfloat_is_negative(apfloat_minimum(plus, minus)));
  CHECK(!apfloat_is_negative(apfloat_maxnum(minus, plus)));
  CHECK_INT(apfloat_compare(minus, plus), FLOAT_EQUAL);
  CHECK_INT(apfloat_compare(nan, nan), FLOAT_UNORDERED);
}

TEST("rounding to an integral value knows five directions and keeps the sign of zero") {
  APFloat a = exact(FLOAT_F64, "-2.5"), small = exact(FLOAT_F64, "-0.25");
  CHECK_STR(printed(apfloat_round_integral(a, ROUND_NEAREST_EVEN)), "-2.000000e+00");
  CHECK_STR(printed(apfloat_round_integral(a, ROUND_NEAREST_AWAY)), "-3.000000e+00");
  CHECK_STR(printed(apfloat_round_integral(a, ROUND_UPWARD)), "-2.000000e+00");
  CHECK_STR(printed(apfloat_round_integral(a, ROUND_DOWNWARD)), "-3.000000e+00");
  CHECK_STR(printed(apfloat_round_integral(small, ROUND_TOWARD_ZERO)), "-0.000000e+00");
}

TEST("conversion tells whether the value changed") {
  bool lossy;
  APFloat tenth = exact(FLOAT_F64, "0.1");
  CHECK_STR(printed(apfloat_convert(tenth, FLOAT_BF16, ROUND_NEAREST_EVEN, &lossy)), "1.000980e-01");
  CHECK(lossy);
  apfloat_convert(exact(FLOAT_F64, "0.5"), FLOAT_F8E4M3FN, ROUND_NEAREST_EVEN, &lossy);
  CHECK(!lossy);
  CHECK_STR(printed(apfloat_convert(apfloat_infinity(FLOAT_F32, false), FLOAT_F8E4M3FN, ROUND_NEAREST_EVEN, &lossy)),
            "0x7F");
  CHECK(lossy);
}

TEST("integers out of range saturate, and NaN is 0") {
  int status;
  APInt value = apfloat_to_int(unit_arena(), exact(FLOAT_F32, "300.0"), 8, false, ROUND_TOWARD_ZERO, &status);
  CHECK_INT(value.word, 255);
  CHECK_INT(status, FLOAT_INVALID);
  value = apfloat_to_int(unit_arena(), exact(FLOAT_F32, "-129.0"), 8, true, ROUND_TOWARD_ZERO, &status);
  CHECK_INT(value.word, 0x80);
  CHECK_INT(status, FLOAT_INVALID);
  value = apfloat_to_int(unit_arena(), exact(FLOAT_F32, "-128.9"), 8, true, ROUND_TOWARD_ZERO, &status);
  CHECK_INT(value.word, 0x80);
  CHECK_INT(status, FLOAT_INEXACT);
  value = apfloat_to_int(unit_arena(), apfloat_nan(FLOAT_F32, true), 8, true, ROUND_TOWARD_ZERO, &status);
  CHECK_INT(value.word, 0);
  value = apfloat_to_int(unit_arena(), exact(FLOAT_F64, "1e30"), 128, true, ROUND_TOWARD_ZERO, &status);
  apint_print(unit_text(), &value, true);
  CHECK_STR(unit_text_view(), "1000000000000000019884624838656");
}

TEST("integers of any width convert with one rounding") {
  int status;
  APInt odd = apint_u64(unit_arena(), 64, ((uint64_t)1 << 53) + 1);
  CHECK_INT(apfloat_from_int(FLOAT_F64, &odd, false, ROUND_NEAREST_EVEN, &status).bits[0], 0x4340000000000000);
  CHECK_INT(status, FLOAT_INEXACT);
  APInt minus = apint_i64(unit_arena(), 500, -3);
  CHECK_STR(printed(apfloat_from_int(FLOAT_F16, &minus, true, ROUND_NEAREST_EVEN, &status)), "-3.000000e+00");
  CHECK(apfloat_is_infinity(apfloat_from_int(FLOAT_F32, &minus, false, ROUND_NEAREST_EVEN, &status)));
  APInt one = apint_u64(unit_arena(), 500, 1), high = apint_shl(unit_arena(), &one, 400);
  high = apint_or(unit_arena(), &high, &one);
  APFloat above = apfloat_from_int(FLOAT_F64, &high, false, ROUND_UPWARD, &status);
  CHECK_INT(above.bits[0], (uint64_t)(1023 + 400) << 52 | 1);
}

TEST("a host double comes and goes unchanged") {
  CHECK(apfloat_to_double(apfloat_from_double(FLOAT_F128, 0.1, NULL)) == 0.1);
  CHECK_STR(printed(apfloat_from_double(FLOAT_F32, 0.5, NULL)), "5.000000e-01");
}
