// Runs every unit test. Prints each failure, then `N passed, N failed`; exit status 1 on failure.
#include <stdio.h>

#include "unit.h"

static UnitTest *first, **last = &first;
static const UnitTest *running;
static int failed_checks;
static Mem mem;
static Arena arena;
static StrBuf text;

void unit_register(UnitTest *test) {
  *last = test;
  last = &test->next;
}

void unit_fail(const char *file, int line, const char *format, ...) {
  va_list args;
  va_start(args, format);
  printf("%s:%d: %s: ", file, line, running->sentence);
  vprintf(format, args);
  printf("\n");
  va_end(args);
  failed_checks++;
}

void unit_check_str(const char *file, int line, Str got, const char *want) {
  if (!str_is(got, want)) unit_fail(file, line, "got \"%.*s\", want \"%s\"", STR_ARG(got), want);
}

void unit_check_int(const char *file, int line, const char *what, long long got, long long want) {
  if (got != want) unit_fail(file, line, "%s is %lld, want %lld", what, got, want);
}

Arena *unit_arena(void) { return &arena; }

StrBuf *unit_text(void) {
  text.size = 0;
  return &text;
}

Str unit_text_view(void) { return strbuf_view(&text); }

int main(void) {
  int passed = 0, failed = 0;
  if (!mem_init(&mem, 0)) return 1;
  arena_init(&arena, &mem);
  strbuf_init(&text, &mem);
  for (running = first; running; running = running->next) {
    failed_checks = 0;
    running->run();
    arena_reset(&arena);
    failed_checks ? failed++ : passed++;
  }
  strbuf_free(&text);
  arena_free(&arena);
  mem_free(&mem);
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
