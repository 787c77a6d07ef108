// Operations that are kept as written, text around the IR, holes and repairs: any bytes are read with keep_unknown.
// What opens prints, and the print opens and prints the same; passes leave it valid or say why they failed. What has
// errors has repairs whose places lie in the text, and a text with them made. Without keep_unknown nothing is kept.
#include "reparse.h"

enum { MAX_MADE = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
  if (!holds) abort();
}

// Between two characters as UTF-8 encodes them; beside bytes that encode none, any place is.
static bool is_boundary(RungStr text, size_t at) {
  if (at >= text.size || ((uint8_t)text.data[at] & 0xc0) != 0x80) return true;
  size_t begin = at, size;
  while (begin > 0 && at - begin < 3 && ((uint8_t)text.data[begin] & 0xc0) == 0x80) begin--;
  uint8_t first = (uint8_t)text.data[begin];
  size = first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc0 && first < 0xe0 ? 2 : 0;
  if (begin + size <= at || begin + size > text.size) return true;
  for (size_t i = begin + 1; i < begin + size; i++)
    if (((uint8_t)text.data[i] & 0xc0) != 0x80) return true;
  return false;
}

static void check_range(RungStr text, uint32_t begin, uint32_t end) {
  require(begin <= end && end <= text.size && is_boundary(text, begin) && is_boundary(text, end));
}

static void check_messages(const RungSession *session, RungStr text, bool keeps) {
  RungDiagnostic message, note;
  RungFix fix;
  for (uint32_t i = 0; rung_diagnostic(session, i, &message); i++) {
    if (message.has_range) require(message.begin <= message.end && message.end <= text.size);
    if (message.kind != RUNG_INFO_NONE) {
      require(message.has_range && (keeps || message.kind == RUNG_INFO_UNCHECKED));
      check_range(text, message.begin, message.end);
    }
    for (uint32_t n = 0; rung_diagnostic_note(session, i, n, &note); n++)
      if (note.has_range) require(note.begin <= note.end && note.end <= text.size);
    for (uint32_t n = 0; rung_diagnostic_fix(session, i, n, &fix); n++) {
      check_range(text, fix.begin, fix.end);
      require(fix.title.size > 0);
    }
  }
}

// The text with its repairs made is the text with its repairs made.
static void check_fixed(RungSession *session, RungStr text, const RungOptions *options) {
  RungStr fixed = rung_fixed_text(session);
  size_t at = 0, to = 0;
  RungFix fix;
  for (uint32_t n = 0; rung_fix_made(session, n, &fix); n++) {
    require(n < MAX_MADE && fix.begin >= at && fix.is_safe);
    require(!memcmp(fixed.data + to, text.data + at, fix.begin - at));
    to += fix.begin - at;
    require(to + fix.text.size <= fixed.size && !memcmp(fixed.data + to, fix.text.data, fix.text.size));
    to += fix.text.size;
    at = fix.end;
  }
  require(fixed.size - to == text.size - at && (text.size == at || !memcmp(fixed.data + to, text.data + at, text.size - at)));
  RungSession *second = rung_session_new(options);
  rung_set_text(second, fixed);
  check_messages(second, fixed, options->keep_unknown);
  rung_session_delete(second);
}

// Text in the body of a type or attribute of an unknown dialect may name an alias that is none: the printer makes one
// of that name for something else, which the text means from then on.
static bool may_take_alias(RungStr text) {
  static const char *const made[] = {"#map", "#set", "#loc", "#di", "#tbaa", "#alias", "#access"};
  for (size_t k = 0; k < sizeof made / sizeof *made; k++)
    for (size_t i = 0, size = strlen(made[k]); i + size <= text.size; i++)
      if (!memcmp(text.data + i, made[k], size)) return true;
  return false;
}

// Pipelines that may run on anything.
static void run_passes(RungSession *session, const RungOptions *options, size_t choice) {
  static const char *const pipelines[] = {"cse", "canonicalize", "cse,canonicalize,symbol-dce", "convert-scf-to-cf,convert-func-to-llvm"};
  char text[128] = "builtin.module(";
  strcat(strcat(text, pipelines[choice % 4]), ")");
  rung_set_tracing(session, choice & 4);
  bool ok = rung_run(session, (RungStr){text, strlen(text)}, NULL);
  require(ok || rung_diagnostic_count(session));
  if (choice & 4) {
    rung_explain_run(session);
    rung_explanation(session);
  }
  RungPrintOptions print = rung_print_options();
  RungStr printed = rung_print_result(session, &print);
  if (ok) check_reparse(printed, options, false, false);
}

// The dumps of a log lie in the text, one after the other.
static void check_log(RungStr text) {
  RungLogStage stages[16];
  uint32_t count = rung_log_stages(text, stages, 16), at = 0;
  for (uint32_t i = 0; i < count && i < 16; i++) {
    require(stages[i].header_begin >= at && stages[i].header_end <= stages[i].begin && stages[i].chain <= i);
    check_range(text, stages[i].begin, stages[i].end);
    at = stages[i].end;
  }
}

// What may stand at a place replaces the word before it.
static void check_completions(RungSession *session, RungStr text) {
  RungCompletion item;
  for (uint32_t at = 0; at <= text.size; at += 1 + (uint32_t)text.size / 16) {
    RungCompletions found = rung_complete(session, at);
    require(found.begin <= found.end && found.end == at && (found.are_all || found.count == 200));
    for (uint32_t i = 0; i < found.count; i++) require(rung_completion(session, i, &item) && item.label.size && item.insert.size);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  check_log((RungStr){(const char *)data, size});
  RungOptions options = {.keep_unknown = true, .memory_limit = (size_t)1 << 29};
  RungStr text = {(const char *)data, size};
  RungSession *session = rung_session_new(&options);
  bool ok = rung_set_text(session, text);
  check_messages(session, text, true);
  check_completions(session, text);
  RungPrintOptions print = rung_print_options();
  RungStr printed = rung_print(session, &print);
  if (ok) {
    check_reparse(printed, &options, false, !may_take_alias(text));
    run_passes(session, &options, size);
  } else {
    require(rung_diagnostic_count(session) > 0);
    check_fixed(session, text, &options);
  }
  rung_session_delete(session);

  options = (RungOptions){.allow_unregistered_dialects = size & 1, .memory_limit = (size_t)1 << 29};
  session = rung_session_new(&options);
  ok = rung_set_text(session, text);
  check_messages(session, text, false);
  if (!ok) check_fixed(session, text, &options);
  rung_session_delete(session);
  return 0;
}
