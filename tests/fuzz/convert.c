// A pipeline in the first line, a text below: parse, run the passes, explain what they did; what a run that
// succeeded prints is parsed again. The bytes of a first line that is no pipeline choose a pass each, so any bytes
// run something.
#include <stdio.h>

#include "reparse.h"

enum { MAX_CHOSEN = 4, MAX_PIPELINE = 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t count_passes(void) {
  RungPass pass;
  uint32_t count = 0;
  while (rung_pass(count, &pass)) count++;
  return count;
}

static size_t choose_passes(char *out, const uint8_t *bytes, size_t size) {
  uint32_t count = count_passes();
  int used = snprintf(out, MAX_PIPELINE, "builtin.module(");
  for (size_t i = 0; i < size && i < MAX_CHOSEN; i++) {
    RungPass pass;
    rung_pass(bytes[i] % count, &pass);
    const char *comma = i ? "," : "";
    bool nested = pass.anchor && strcmp(pass.anchor, "builtin.module") != 0;
    used += nested ? snprintf(out + used, (size_t)(MAX_PIPELINE - used), "%s%s(%s)", comma, pass.anchor, pass.name)
                   : snprintf(out + used, (size_t)(MAX_PIPELINE - used), "%s%s", comma, pass.name);
  }
  used += snprintf(out + used, (size_t)(MAX_PIPELINE - used), ")");
  return (size_t)used;
}

static bool contains(RungStr text, const char *word) {
  size_t size = strlen(word);
  for (size_t i = 0; i + size <= text.size; i++)
    if (!memcmp(text.data + i, word, size)) return true;
  return false;
}

// Zeros that folds of these formats make print in hexadecimal, those that are read in decimal; so do mlir-opt's.
static bool has_tiny_floats(RungStr text) {
  return contains(text, "f4E2M1FN") || contains(text, "f6E3M2FN") || contains(text, "f6E2M3FN");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  RungOptions options = {.allow_unregistered_dialects = true, .memory_limit = (size_t)1 << 29};
  const uint8_t *newline = size ? memchr(data, '\n', size) : NULL;
  if (!newline) return 0;
  size_t line = (size_t)(newline - data);
  // Typed pointers are printed for LLVM 16, but not read.
  bool typed_pointers = size & 1;
  options.edition = typed_pointers ? "llvm16" : "llvm22";
  RungSession *session = rung_session_new(&options);
  rung_set_tracing(session, size & 2);   // without it the memory of what was replaced is used again
  if (rung_set_text(session, (RungStr){(const char *)newline + 1, size - line - 1})) {
    RungStr pipeline = {(const char *)data, line};
    char chosen[MAX_PIPELINE];
    rung_read_pipeline(session, pipeline);
    if (!rung_check_pipeline(session, pipeline)) pipeline = (RungStr){chosen, choose_passes(chosen, data, line)};
    bool ok = rung_run(session, pipeline, NULL);
    if (size & 2) {
      rung_explain_run(session);
      rung_explanation(session);
    }
    for (int generic = 0; generic < 2; generic++) {
      RungPrintOptions print = rung_print_options();
      print.generic = generic;
      RungStr printed = rung_print_result(session, &print);   // that of a run that failed prints, too
      // In generic form reading adds the defaults of properties that a pass left out.
      if (ok && !typed_pointers) check_reparse(printed, &options, generic, !generic && !has_tiny_floats(printed));
    }
  }
  rung_session_delete(session);
  return 0;
}
