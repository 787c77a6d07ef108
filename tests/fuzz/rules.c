// Rules that a text describes: any bytes up to a line `---` are read as rules, and applied to what stands behind that line. Messages are
// about places of their texts; what the rules make verifies, prints, and reads again.
#include <stdlib.h>
#include <string.h>

#include "rung.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
  if (!holds) abort();
}

static size_t end_of_rules(RungStr text) {
  for (size_t i = 0; i + 4 <= text.size; i++)
    if (!memcmp(text.data + i, "---\n", 4) && (!i || text.data[i - 1] == '\n')) return i;
  return text.size;
}

static void check_messages(const RungSession *session, RungStr text) {
  RungDiagnostic message;
  for (uint32_t i = 0, count = rung_diagnostic_count(session); i < count; i++) {
    require(rung_diagnostic(session, i, &message) && message.message.size);
    if (message.has_range) require(message.begin <= message.end && message.end <= text.size);
  }
}

static void check_print(RungSession *session, bool generic) {
  RungPrintOptions print = rung_print_options();
  print.generic = generic;
  RungStr printed = rung_print_result(session, &print);
  char *copy = malloc(printed.size + 1);
  require(copy != NULL);
  memcpy(copy, printed.data, printed.size);
  RungOptions options = {.allow_unregistered_dialects = true, .memory_limit = (size_t)1 << 29};
  RungSession *again = rung_session_new(&options);
  require(rung_set_text(again, (RungStr){copy, printed.size}));
  rung_session_delete(again);
  free(copy);
}

static void apply(RungSession *session, RungStr text, const char *pipeline) {
  bool ok = rung_run(session, (RungStr){pipeline, strlen(pipeline)}, NULL);
  check_messages(session, text);
  if (!ok) return;
  check_print(session, false);
  check_print(session, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  RungStr text = {(const char *)data, size};
  size_t end = end_of_rules(text), behind = end < size ? end + 4 : size;
  RungStr input = {text.data + behind, size - behind};
  RungOptions options = {.allow_unregistered_dialects = size & 1, .memory_limit = (size_t)1 << 29};
  RungSession *session = rung_session_new(&options);
  if (!session) return 0;
  require(rung_add_rules(session, (RungStr){text.data, end}, "fuzzed.rules"));
  // With a text that is wrong the rules are read all the same: of an empty one.
  if (!rung_set_text(session, input)) input = (RungStr){"", 0}, rung_set_text(session, input);
  apply(session, input, "builtin.module(apply-rules{file=fuzzed.rules max-rewrites=50})");
  apply(session, input, "builtin.module(apply-rules{file=fuzzed.rules max-rewrites=50 trace=2})");
  rung_session_delete(session);
  return 0;
}
