// Any bytes: parse, verify; what parses is printed and parsed again, and must print the same.
#include "reparse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void round_trip(RungSession *first, const RungOptions *options, bool generic) {
  RungPrintOptions print = rung_print_options();
  print.generic = generic;
  check_reparse(rung_print(first, &print), options, generic, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  RungOptions options = {.allow_unregistered_dialects = true, .memory_limit = (size_t)1 << 30};
  RungSession *session = rung_session_new(&options);
  bool ok = rung_set_text(session, (RungStr){(const char *)data, size});
  rung_print(session, NULL);   // whatever could be built prints
  if (ok) {
    round_trip(session, &options, false);
    round_trip(session, &options, true);
  }
  rung_tokens((RungStr){(const char *)data, size}, NULL, 0);
  rung_session_delete(session);
  return 0;
}
