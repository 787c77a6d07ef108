// Any bytes: parse, verify; what parses is printed and parsed again, and must print the same.
#include "reparse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void round_trip(RungSession *first, const RungOptions *options, bool generic) {
  RungPrintOptions print = rung_print_options();
  print.generic = generic;
  check_reparse(rung_print(first, &print), options, generic, true);
}

// A text has as many tokens read line by line as read at once.
static void check_tokens(RungStr text) {
  uint32_t all = rung_tokens(text, NULL, NULL, 0), by_line = 0, state = 0;
  for (size_t begin = 0; begin < text.size;) {
    const char *newline = memchr(text.data + begin, '\n', text.size - begin);
    size_t end = newline ? (size_t)(newline - text.data) + 1 : text.size;
    by_line += rung_tokens((RungStr){text.data + begin, end - begin}, &state, NULL, 0);
    begin = end;
  }
  if (by_line != all) __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  RungOptions options = {.allow_unregistered_dialects = true, .memory_limit = (size_t)1 << 30};
  RungSession *session = rung_session_new(&options);
  bool ok = rung_set_text(session, (RungStr){(const char *)data, size});
  rung_print(session, NULL);   // the module prints as far as it could be built
  if (ok) {
    round_trip(session, &options, false);
    round_trip(session, &options, true);
  }
  check_tokens((RungStr){(const char *)data, size});
  rung_session_delete(session);
  return 0;
}
