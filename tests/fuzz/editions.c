// The first byte chooses an edition: the text is read by its rules, or by those of all, printed for it and brought up to date.
#include "reparse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_and_print(RungStr text, const char *in, const char *out) {
  RungOptions options = {.allow_unregistered_dialects = true, .memory_limit = (size_t)1 << 30, .edition_in = in, .edition = out};
  RungSession *session = rung_session_new(&options);
  if (!session) return;
  bool ok = rung_set_text(session, text);
  RungStr printed = rung_print(session, NULL);
  // What is up to date is read by today's rules, and prints the same.
  const RungOptions today = {.allow_unregistered_dialects = true, .memory_limit = options.memory_limit, .edition_in = "llvm22"};
  if (ok && out && !strcmp(out, "llvm22")) check_reparse(printed, &today, false, true);
  RungPrintOptions generic = rung_print_options();
  generic.generic = true;
  rung_print(session, &generic);
  rung_session_delete(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  RungEdition edition = {0};
  uint32_t count = 0;
  while (rung_edition(count, &edition)) count++;
  if (!size || !rung_edition(data[0] % count, &edition)) return 0;
  const char *in = edition.is_read ? edition.name : NULL, *out = edition.is_printed ? edition.name : NULL;
  RungStr text = {(const char *)data + 1, size - 1};
  read_and_print(text, in, out);
  read_and_print(text, in, "llvm22");
  read_and_print(text, NULL, out);
  read_and_print(text, NULL, "llvm22");
  return 0;
}
