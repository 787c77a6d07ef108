// Shared by rung-opt's files.
#ifndef RUNG_CLI_CLI_H
#define RUNG_CLI_CLI_H

#include <stdio.h>

#include "rung.h"

typedef struct Text {    // a growing NUL-terminated string, owned
  char *data;
  size_t size, cap;
  bool out_of_memory;    // memory was refused, so the text is not complete
} Text;
// False when memory was refused, now or before.
bool text_append(Text *self, const char *data, size_t size);
bool text_add(Text *self, const char *text);
void text_free(Text *self);

// Say on stderr that memory was refused. Returns false, so that callers can return it.
bool report_out_of_memory(void);

enum { MAX_DIALECTS = 64 };

// The command line, parsed. Strings point into argv or static text.
typedef struct Options {
  const char *input, *output;
  RungPrintOptions print;
  const char *edition_in;
  const char *dialect_files[MAX_DIALECTS];   // --dialect
  uint32_t dialect_count;
  const char *rule_files[MAX_DIALECTS];      // --rules, --apply-rules
  Text rule_texts[MAX_DIALECTS];             // what is in them
  uint32_t rule_count;
  RungDialects *dialects;  // the dialects that they describe; NULL: none
  bool allow_unregistered, keep_unknown, verify_diagnostics, only_expected, verify_each, verify_roundtrip;
  const char *split_marker, *output_marker;   // of pieces; NULL: the input is one piece, the default
  bool print_before_all, print_after_all, print_after_change, print_after_failure, print_module_scope;
  Text print_before, print_after;            // comma-separated pass names
  const char *diagnostics_mode, *output_format, *tree_dir, *timing_display, *statistics_display;
  bool statistics, no_threads;
  bool emit_bytecode;
  int64_t bytecode_version;
  bool dump_pipeline, no_implicit_module, list_passes, timing, help, version;
  bool show_hints, fix;
  const char *upgrade;     // NULL: not asked for
  bool upgrades_types;     // … only
  const char *read_log;    // NULL: not asked for; empty: list the stages
  int64_t log_stage;       // … else the number of one, from 1
  bool explain, bare_pointers;
  const char *explain_type, *data_layout;
  int64_t trace_line;      // --trace-rules: of the file, from 1; 0: not asked for
  const char *list_rules;  // NULL: not asked for; empty: of all operations
  int64_t index_bits;
  char *pipeline;          // owned; NULL: no passes
  bool run_reproducer;     // the one in the input
  const char *reproducer_file, *crash_file;   // NULL: none is written
  bool from_flags;         // its passes were named one by one
  bool pipeline_and_passes;   // a pipeline and passes were given
} Options;

// False when the command line is wrong (said on stderr).
bool options_parse(Options *self, int argc, char **argv);
void options_free(Options *self);
bool options_help(FILE *out);   // false, which is said: memory was refused

// The input, or one piece of it: bytes [begin, end) of a file.
typedef struct Piece {
  const char *file_name;
  RungStr file;
  size_t begin, end;
  uint32_t line, column;   // of `begin`, from 0
} Piece;

// Print a message as mlir-opt does: place, severity, text, source line and caret.
void render_diagnostic(FILE *out, const Piece *piece, const RungSession *session, uint32_t i, bool hints);
// One message; `marked` bytes of the source line are, 0: it is not shown (nor is that of a location without one).
bool is_bytecode(RungStr text);
void render_message(FILE *out, const Piece *piece, const RungDiagnostic *diag, size_t marked);

// --fix: write the piece to `out` with all safe repairs made, list them on stderr, then the errors that remain.
// True when none remains.
bool fix_piece(const Options *options, const Piece *piece, const RungOptions *how, FILE *out);
// --upgrade: write the piece with older forms brought up to date; list on stderr the changes with their reasons, and the
// forms that could not be changed. True when there are none of those.
bool upgrade_piece(const Options *options, const Piece *piece, const RungOptions *how, FILE *out);
// --read-log: list the dumps of a log; or find that of a number, counted from 1. False, which is said: there is none, or memory was
// refused.
bool list_log(RungStr text, FILE *out);
bool find_in_log(RungStr text, int64_t number, RungPart *out);
// The name of an option given that --fix and --upgrade cannot go with, or NULL.
const char *fix_conflict(const Options *options);

#endif
