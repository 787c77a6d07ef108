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

// A text brought up to date in place says what the text says, in the forms of LLVM 22.
static void upgrade(RungStr text) {
  const RungOptions options = {.allow_unregistered_dialects = true, .memory_limit = (size_t)1 << 30};
  RungSession *session = rung_session_new(&options), *again = rung_session_new(&options);
  RungStr made = session ? rung_upgraded_text(session, text, RUNG_UPGRADE_MODULE) : (RungStr){0};
  bool ok = made.data && session && !rung_out_of_memory(session);
  RungDiagnostic diag;
  for (uint32_t i = 0; ok && rung_diagnostic(session, i, &diag); i++) ok = diag.severity != RUNG_ERROR;
  if (ok && again) {
    char *copy = malloc(made.size + 1);
    if (copy) {
      memcpy(copy, made.data, made.size);
      copy[made.size] = 0;
      RungStr upgraded = {copy, made.size};
      bool read = rung_set_text(again, upgraded);
      if (!rung_out_of_memory(again)) {
        if (!read) abort();
        if (strcmp(rung_edition_of_text(again), "llvm22") != 0) abort();
        RungStr one = rung_print(session, NULL), two = rung_print(again, NULL);
        bool compared = one.data && two.data && !rung_out_of_memory(again) && !rung_out_of_memory(session);
        if (compared && (one.size != two.size || memcmp(one.data, two.data, one.size))) abort();
      }
      free(copy);
    }
  }
  rung_session_delete(session);
  rung_session_delete(again);
  session = rung_session_new(&options);
  if (session) rung_upgraded_text(session, text, RUNG_UPGRADE_TYPES);
  rung_session_delete(session);
}

// What 2019 and 2020 have no way to say is refused: what is printed for them is read by their rules, and prints the same.
static void print_for(RungStr text, const char *in, const char *out) {
  if (!out || out[0] != '2') return;
  RungOptions options = {.memory_limit = (size_t)1 << 30, .edition_in = in, .edition = out};
  RungSession *session = rung_session_new(&options);
  if (!session) return;
  const RungOptions then = {.memory_limit = options.memory_limit, .edition_in = out};
  RungStr printed = rung_set_text(session, text) ? rung_print(session, NULL) : (RungStr){NULL, 0};
  if (printed.data) check_reparse(printed, &then, false, true);
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
  upgrade(text);
  print_for(text, NULL, out);
  print_for(text, in, out);
  return 0;
}
