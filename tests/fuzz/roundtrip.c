// Any bytes: parse, verify; what parses is printed and parsed again, and must print the same.
#include <stdlib.h>
#include <string.h>

#include "rung.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *copy_text(RungStr text) {
  char *copy = malloc(text.size + 1);
  memcpy(copy, text.data, text.size);
  copy[text.size] = 0;
  return copy;
}

// What mlir-opt prints for these cannot be read again, and Rung prints the same.
static bool is_lossy(const char *text, bool generic) {
  if (generic) return strstr(text, "\"spirv.ARM.Graph\"") != NULL;
  return strstr(text, "spirv.INTEL.SubgroupBlockWrite") || strstr(text, "spirv.CopyMemory");
}

static void round_trip(RungSession *first, const RungOptions *options, bool generic) {
  RungPrintOptions print = rung_print_options();
  print.generic = generic;
  RungStr printed = rung_print(first, &print);
  char *text = copy_text(printed);
  size_t size = printed.size;
  if (is_lossy(text, generic)) {
    free(text);
    return;
  }
  RungSession *second = rung_session_new(options);
  if (!rung_set_text(second, (RungStr){text, size})) abort();   // our own output must parse
  RungStr again = rung_print(second, &print);
  if (again.size != size || memcmp(again.data, text, size)) abort();  // and be a fixed point
  rung_session_delete(second);
  free(text);
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
