// Dialects that a text describes: any bytes up to a line `---` are read as records; with a dialect that is valid, what
// stands behind that line is read as IR, printed in both forms, hovered over, completed, read again, and run through passes.
// Messages are about places of their texts. That the print reads again is not asked: a format may be ambiguous.
#include <stdlib.h>
#include <string.h>

#include "rung.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
  if (!holds) abort();
}

static size_t end_of_records(RungStr text) {
  for (size_t i = 0; i + 4 <= text.size; i++)
    if (!memcmp(text.data + i, "---\n", 4) && (!i || text.data[i - 1] == '\n')) return i;
  return text.size;
}

static void check_records(const RungDialects *dialects, bool added, size_t size) {
  RungDiagnostic message;
  uint32_t count = rung_dialects_diagnostic_count(dialects);
  require(added == (count == 0) && added == (rung_added_dialect(dialects).size > 0));
  for (uint32_t i = 0; i < count; i++) {
    require(rung_dialects_diagnostic(dialects, i, &message) && message.message.size);
    if (message.has_range) require(message.begin <= message.end && message.end <= size && message.line && message.column);
  }
}

static void read_again(RungStr printed, const RungOptions *options) {
  char *copy = malloc(printed.size + 1);
  memcpy(copy, printed.data, printed.size);
  RungSession *session = rung_session_new(options);
  rung_set_text(session, (RungStr){copy, printed.size});
  rung_print(session, NULL);
  rung_session_delete(session);
  free(copy);
}

static void use(const RungOptions *options, RungStr text) {
  RungSession *session = rung_session_new(options);
  bool ok = rung_set_text(session, text);
  RungPrintOptions print = rung_print_options();
  rung_print(session, &print);
  for (uint32_t at = 0; at < text.size; at += 7) {
    rung_hover(session, at, &(RungHover){0});
    rung_complete(session, at);
  }
  if (ok) {
    read_again(rung_print(session, &print), options);
    print.generic = true;
    read_again(rung_print(session, &print), options);
    static const char passes[] = "builtin.module(cse,canonicalize,symbol-dce)";
    rung_run(session, (RungStr){passes, sizeof passes - 1}, NULL);
    rung_print_result(session, NULL);
  }
  rung_session_delete(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  RungStr text = {(const char *)data, size};
  size_t end = end_of_records(text), behind = end < size ? end + 4 : size;
  RungDialects *dialects = rung_dialects_new();
  bool added = rung_add_dialect(dialects, (RungStr){text.data, end}, "fuzzed.ops");
  check_records(dialects, added, end);
  if (added) {
    RungOptions options = {.dialects = dialects, .allow_unregistered_dialects = size & 1, .memory_limit = (size_t)1 << 29};
    use(&options, (RungStr){text.data + behind, size - behind});
    require(rung_remove_dialect(dialects, rung_dialect_name(dialects, 0)));
  }
  rung_dialects_delete(dialects);
  return 0;
}
