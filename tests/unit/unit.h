// A tiny unit test harness. A test reads like documentation: a sentence, an input, what is expected.
//
//   TEST("addition wraps at the width") {
//     APInt a = apint_u64(unit_arena(), 8, 255), b = apint_u64(unit_arena(), 8, 1);
//     APInt sum = apint_add(unit_arena(), &a, &b);
//     CHECK(apint_is_zero(&sum));
//   }
//
// Tests register themselves; tests/unit/main.c runs them all.
#ifndef RUNG_TESTS_UNIT_H
#define RUNG_TESTS_UNIT_H

#include "support/mem.h"
#include "support/str.h"
#include "support/strbuf.h"

typedef struct UnitTest UnitTest;
struct UnitTest {
  const char *sentence;
  void (*run)(void);
  UnitTest *next;
};

void unit_register(UnitTest *test);
// Report a failed check of the running test: `file:line: sentence: message`.
void unit_fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
void unit_check_str(const char *file, int line, Str got, const char *want);
void unit_check_int(const char *file, int line, const char *what, long long got, long long want);

// Memory for the running test, freed after it.
Arena *unit_arena(void);
// An emptied text buffer; unit_text_view() is what was written to it since.
StrBuf *unit_text(void);
Str unit_text_view(void);

#define UNIT_JOIN_(a, b) a##b
#define UNIT_NAME_(a, b) UNIT_JOIN_(a, b)
#define UNIT_TEST_(text, name)                                                  \
  static void name(void);                                                       \
  static UnitTest UNIT_NAME_(name, _entry) = {text, name, NULL};                \
  __attribute__((constructor)) static void UNIT_NAME_(name, _register)(void) {  \
    unit_register(&UNIT_NAME_(name, _entry));                                   \
  }                                                                             \
  static void name(void)

#define TEST(sentence) UNIT_TEST_(sentence, UNIT_NAME_(test_at_line_, __LINE__))

#define CHECK(condition)                                                             \
  do {                                                                               \
    if (!(condition)) unit_fail(__FILE__, __LINE__, "expected %s", #condition);      \
  } while (0)
// `got` is a Str, `want` a C string.
#define CHECK_STR(got, want) unit_check_str(__FILE__, __LINE__, (got), (want))
#define CHECK_INT(got, want) \
  unit_check_int(__FILE__, __LINE__, #got, (long long)(got), (long long)(want))

#endif
