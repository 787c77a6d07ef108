#include "support/apint.h"

#include "unit.h"

// An integer of `width` bits from its decimal digits, with an optional '-'.
static APInt number(uint32_t width, const char *decimal) {
  bool negative = *decimal == '-';
  APInt magnitude;
  CHECK(apint_parse(unit_arena(), str_from(decimal + negative), 10, &magnitude));
  APInt value = apint_zext_or_trunc(unit_arena(), &magnitude, width);
  return negative ? apint_neg(unit_arena(), &value) : value;
}

static Str as_signed(APInt value) {
  apint_print(unit_text(), &value, true);
  return unit_text_view();
}

static Str as_unsigned(APInt value) {
  apint_print(unit_text(), &value, false);
  return unit_text_view();
}

typedef APInt Operation(Arena *arena, const APInt *a, const APInt *b);

static Str apply(Operation *operation, uint32_t width, const char *a, const char *b) {
  APInt x = number(width, a), y = number(width, b);
  return as_signed(operation(unit_arena(), &x, &y));
}

TEST("a literal takes the fewest bits that hold it, and at least one") {
  APInt value;
  CHECK(apint_parse(unit_arena(), STR("0"), 10, &value));
  CHECK_INT(value.width, 1);
  CHECK(apint_parse(unit_arena(), STR("255"), 10, &value));
  CHECK_INT(value.width, 8);
  CHECK(apint_parse(unit_arena(), STR("00ff"), 16, &value));
  CHECK_INT(value.width, 8);
  CHECK(apint_parse(unit_arena(), STR("18446744073709551615"), 10, &value));
  CHECK_INT(value.width, 64);
  CHECK(apint_parse(unit_arena(), STR("18446744073709551616"), 10, &value));
  CHECK_INT(value.width, 65);
  CHECK(apint_parse(unit_arena(), STR("1ffffFFFFffffFFFFf"), 16, &value));
  CHECK_INT(value.width, 69);
}

TEST("a literal is refused when it is empty or has a digit of another radix") {
  APInt value;
  CHECK(!apint_parse(unit_arena(), STR(""), 10, &value));
  CHECK(!apint_parse(unit_arena(), STR("12a"), 10, &value));
  CHECK(!apint_parse(unit_arena(), STR("fg"), 16, &value));
  CHECK(!apint_parse(unit_arena(), STR("-1"), 10, &value));
}

TEST("one bit pattern prints as two numbers, signed and unsigned") {
  CHECK_STR(as_signed(apint_u64(unit_arena(), 8, 0x80)), "-128");
  CHECK_STR(as_unsigned(apint_u64(unit_arena(), 8, 0x80)), "128");
  CHECK_STR(as_signed(apint_u64(unit_arena(), 1, 1)), "-1");
  CHECK_STR(as_signed(apint_i64(unit_arena(), 128, -1)), "-1");
  CHECK_STR(as_unsigned(apint_i64(unit_arena(), 128, -1)), "340282366920938463463374607431768211455");
  CHECK_STR(as_unsigned(apint_i64(unit_arena(), 65, -1)), "36893488147419103231");
}

TEST("wide numbers print the digits they were read from") {
  const char *digits = "123456789012345678900000000000000000000000000000000000987654321";
  CHECK_STR(as_unsigned(number(300, digits)), digits);
  CHECK_STR(as_signed(number(300, "-10000000000000000000")), "-10000000000000000000");
}

// Digits that repeat after a long while.
static Str digits_of(uint32_t count, char first) {
  char *text = arena_alloc(unit_arena(), count);
  uint32_t state = count;
  for (uint32_t i = 0; i < count; i++) {
    state = state * 1664525u + 1013904223u;
    text[i] = i ? (char)('0' + (state >> 16) % 10) : first;
  }
  return (Str){text, count};
}

TEST("very wide numbers print the digits they were read from, at any length") {
  for (uint32_t count = 1100; count < 60000; count += count / 3 + 7) {
    for (char first = '1'; first <= '9'; first += 4) {
      Str digits = digits_of(count, first);
      APInt value;
      CHECK(apint_parse(unit_arena(), digits, 10, &value));
      CHECK(str_equal(as_unsigned(value), digits));
    }
  }
}

TEST("very wide powers of ten and of two are exact") {
  for (uint32_t count = 1200; count < 20000; count += 3001) {
    char *digits = arena_alloc(unit_arena(), count + 1);
    memset(digits, '0', count);
    digits[0] = '1';
    APInt power;
    CHECK(apint_parse(unit_arena(), (Str){digits, count}, 10, &power));
    CHECK_STR(as_unsigned(power), digits);
    CHECK_INT(apint_trailing_zeros(&power), count - 1);   // 10^n = 2^n 5^n

    APInt one = apint_u64(unit_arena(), count, 1), again;
    APInt two = apint_shl(unit_arena(), &one, count - 1);
    CHECK(apint_parse(unit_arena(), as_unsigned(two), 10, &again));
    CHECK(apint_equal(&again, &two));
    CHECK(as_signed(two).data[0] == '-');
  }
}

TEST("width 0 is a width, and its only value is 0") {
  APInt zero = apint_u64(unit_arena(), 0, 7);
  CHECK(apint_is_zero(&zero));
  CHECK(!apint_is_negative(&zero));
  CHECK_STR(as_signed(zero), "0");
  APInt wider = apint_sext(unit_arena(), &zero, 100);
  CHECK_STR(as_signed(wider), "0");
}

TEST("arithmetic wraps at the width") {
  CHECK_STR(apply(apint_add, 8, "127", "1"), "-128");
  CHECK_STR(apply(apint_sub, 8, "-128", "1"), "127");
  CHECK_STR(apply(apint_mul, 8, "16", "16"), "0");
  CHECK_STR(apply(apint_add, 128, "170141183460469231731687303715884105727", "1"),
            "-170141183460469231731687303715884105728");
  CHECK_STR(apply(apint_mul, 128, "-18446744073709551616", "9223372036854775808"),
            "-170141183460469231731687303715884105728");
}

TEST("signed division truncates toward zero and the remainder has the dividend's sign") {
  CHECK_STR(apply(apint_sdiv, 32, "-7", "2"), "-3");
  CHECK_STR(apply(apint_srem, 32, "-7", "2"), "-1");
  CHECK_STR(apply(apint_srem, 32, "7", "-2"), "1");
  CHECK_STR(apply(apint_sdiv, 8, "-128", "-1"), "-128");
  CHECK_STR(apply(apint_sdiv, 200, "-1000000000000000000000000000000000000007", "10000000000000000000000"),
            "-100000000000000000");
  CHECK_STR(apply(apint_srem, 200, "-1000000000000000000000000000000000000007", "10000000000000000000000"), "-7");
}

TEST("long division corrects a quotient digit that was guessed too high") {
  const char *a = "170141183420855150493001878992821682176", *b = "39614081266355540842216685573";
  CHECK_STR(apply(apint_udiv, 256, a, b), "4294967293");
  CHECK_STR(apply(apint_urem, 256, a, b), "39614081266355540837921718287");
  a = "39614081257132168796771975171", b = "9903520314283042199192993793";
  CHECK_STR(apply(apint_udiv, 256, a, b), "3");
  CHECK_STR(apply(apint_urem, 256, a, b), "9903520314283042199192993792");
}

TEST("division by zero yields zero") {
  CHECK_STR(apply(apint_udiv, 32, "5", "0"), "0");
  CHECK_STR(apply(apint_srem, 128, "5", "0"), "0");
}

TEST("shifts by the width or more leave zeros, or the sign") {
  APInt a = number(8, "-2"), wide = number(128, "-2");
  CHECK_STR(as_signed(apint_shl(unit_arena(), &a, 8)), "0");
  CHECK_STR(as_signed(apint_lshr(unit_arena(), &a, 9)), "0");
  CHECK_STR(as_signed(apint_ashr(unit_arena(), &a, 8)), "-1");
  CHECK_STR(as_signed(apint_ashr(unit_arena(), &wide, 1)), "-1");
  CHECK_STR(as_signed(apint_ashr(unit_arena(), &wide, 4000000000)), "-1");
  CHECK_STR(as_unsigned(apint_lshr(unit_arena(), &wide, 127)), "1");
  CHECK_STR(as_signed(apint_shl(unit_arena(), &wide, 126)), "-170141183460469231731687303715884105728");
}

TEST("extension keeps the value, truncation the low bits") {
  APInt a = number(64, "-5");
  CHECK_STR(as_signed(apint_sext(unit_arena(), &a, 130)), "-5");
  CHECK_STR(as_signed(apint_zext(unit_arena(), &a, 130)), "18446744073709551611");
  APInt wide = apint_sext(unit_arena(), &a, 130);
  CHECK_STR(as_signed(apint_trunc(unit_arena(), &wide, 3)), "3");
}

TEST("bits are counted from both ends") {
  APInt a = number(100, "12");
  CHECK_INT(apint_active_bits(&a), 4);
  CHECK_INT(apint_significant_bits(&a), 5);
  CHECK_INT(apint_popcount(&a), 2);
  CHECK_INT(apint_leading_zeros(&a), 96);
  CHECK_INT(apint_trailing_zeros(&a), 2);
  APInt b = number(100, "-1");
  CHECK_INT(apint_significant_bits(&b), 1);
  CHECK(apint_is_all_ones(&b));
  APInt least = number(100, "-633825300114114700748351602688");
  CHECK(apint_is_signed_min(&least));
}

TEST("a value converts to a host integer only when it fits") {
  uint64_t u = 0;
  int64_t i = 0;
  APInt a = number(100, "18446744073709551615"), b = number(100, "-9223372036854775808");
  CHECK(apint_to_u64(&a, &u) && u == UINT64_MAX);
  CHECK(!apint_to_i64(&a, &i));
  CHECK(apint_to_i64(&b, &i) && i == INT64_MIN);
  CHECK(!apint_to_u64(&b, &u));
}

TEST("the same bits compare differently as signed and unsigned") {
  APInt minus_one = number(128, "-1"), one = number(128, "1");
  CHECK(apint_scmp(&minus_one, &one) < 0);
  CHECK(apint_ucmp(&minus_one, &one) > 0);
  CHECK(apint_equal(&one, &one));
}

TEST("bytes are little-endian, and missing ones are zero") {
  const uint8_t bytes[] = {0x34, 0x12};
  APInt a = apint_from_bytes(unit_arena(), 72, bytes, sizeof bytes);
  CHECK_STR(as_unsigned(a), "4660");
  uint8_t out[10];
  apint_to_bytes(&a, out, sizeof out);
  CHECK_INT(out[0], 0x34);
  CHECK_INT(out[1], 0x12);
  CHECK_INT(out[9], 0);
}

TEST("when memory runs out a wide result has width 0, and so has everything computed from it") {
  Mem mem;
  Arena arena;
  CHECK(mem_init(&mem, (size_t)4 << 20));
  arena_init(&arena, &mem);
  APInt one = apint_u64(&arena, APINT_MAX_WIDTH, 1), sum = one;
  for (int i = 0; i < 8; i++) sum = apint_add(&arena, &one, &sum);
  CHECK(mem.exhausted);
  CHECK_INT(sum.width, 0);
  arena_free(&arena);
  mem_free(&mem);
}
