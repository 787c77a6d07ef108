// What rung-opt's files share.
#ifndef RUNG_CLI_CLI_H
#define RUNG_CLI_CLI_H

#include <stdio.h>

#include "rung.h"

typedef struct Text {    // a growing NUL-terminated string, owned
  char *data;
  size_t size, cap;
} Text;
void text_append(Text *self, const char *data, size_t size);
void text_add(Text *self, const char *text);
void text_free(Text *self);

// The command line, parsed. Strings point into argv or static text.
typedef struct Options {
  const char *input, *output;
  RungPrintOptions print;
  const char *edition_in;
  bool allow_unregistered, split_input, verify_diagnostics, verify_each, verify_roundtrip;
  bool print_before_all, print_after_all, print_after_change, print_after_failure, print_module_scope;
  Text print_before, print_after;            // comma-separated pass names
  const char *output_format, *tree_dir, *timing_display, *statistics_display;
  bool statistics, no_threads;
  bool dump_pipeline, no_implicit_module, list_passes, timing, help, version;
  bool show_hints;
  bool explain, bare_pointers;
  const char *explain_type, *data_layout;
  int64_t index_bits;
  char *pipeline;          // owned; NULL: no passes
} Options;

// False when the command line is wrong (said on stderr).
bool options_parse(Options *self, int argc, char **argv);
void options_free(Options *self);
void options_help(FILE *out);

// Print a message as mlir-opt does: place, severity, text, source line and caret.
void render_diagnostic(FILE *out, const RungSession *session, uint32_t i, bool hints);

// --verify-diagnostics: compare the session's messages with the "expected-…" comments of `text`.
// Says on `err` what differs; true when nothing does.
typedef struct Expectations Expectations;
Expectations *expectations_read(RungStr text, const char *file_name, uint32_t line_offset);
void expectations_match(Expectations *self, const RungSession *session, FILE *err);
bool expectations_done(Expectations *self, FILE *err);

#endif
