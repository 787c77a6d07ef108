// rung-opt: read MLIR, verify it, run passes, print it. Shaped like mlir-opt.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/cli.h"

static double seconds(void) {
  struct timespec now;
  if (!timespec_get(&now, TIME_UTC)) return 0;
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// --- Files

// fopen(); if it fails without a reason, memory ran out.
static FILE *open_file(const char *path, const char *mode) {
  errno = 0;
  FILE *file = fopen(path, mode);
  if (!file && !errno) errno = ENOMEM;
  return file;
}

// A refusal of memory is ENOMEM.
static bool read_stream(FILE *in, Text *out) {
  // A file's size is known: read it in one go. One more byte tells that it did not grow.
  errno = 0;
  long size = fseek(in, 0, SEEK_END) ? 0 : ftell(in);
  if (size > 0) {
    rewind(in);
    if (!(out->data = malloc((size_t)size + 1))) {
      errno = ENOMEM;
      return false;
    }
    out->cap = (size_t)size + 1;
    out->size = fread(out->data, 1, out->cap, in);
    if (out->size < out->cap) return !ferror(in);
  }
  char buffer[1 << 16];
  size_t n;
  while ((n = fread(buffer, 1, sizeof buffer, in)) > 0)
    if (!text_append(out, buffer, n)) {
      errno = ENOMEM;
      return false;
    }
  return !ferror(in);
}

static bool read_input(const char *path, Text *out) {
  bool is_stdin = !path || !strcmp(path, "-");
  struct stat about;
  FILE *in = is_stdin ? stdin : open_file(path, "rb");
  bool ok = in != NULL;
  if (ok && !is_stdin && !fstat(fileno(in), &about) && S_ISDIR(about.st_mode)) {
    errno = EISDIR;
    ok = false;
  }
  ok = ok && read_stream(in, out);
  if (!ok && errno == ENOMEM) report_out_of_memory();
  else if (!ok) fprintf(stderr, "cannot open input file '%s': %s\n", is_stdin ? "-" : path, strerror(errno));
  if (in && !is_stdin) fclose(in);
  return ok;
}

// The file that text is written to, and whether that failed.
typedef struct Output {
  FILE *file;
  int error;     // the first one, as errno has it; 0: none
} Output;

static void output_write(Output *self, RungStr text) {
  errno = 0;
  if (text.size && fwrite(text.data, 1, text.size, self->file) < text.size && !self->error) self->error = errno ? errno : EIO;
}

// Write the rest, or say why that failed. Close the file.
static bool output_end(Output *self) {
  bool earlier = ferror(self->file);
  errno = 0;
  bool ended = !(self->file == stdout ? fflush(stdout) : fclose(self->file));
  if (!ended && !self->error) self->error = errno ? errno : EIO;
  if (earlier && !self->error) self->error = EIO;
  if (self->error) fprintf(stderr, "cannot write the output: %s\n", strerror(self->error));
  return !self->error;
}

// --- Watching passes

typedef struct PassTime {    // of one pass of the pipeline, over all ops it ran on
  char *name;                // NULL: it did not run
  char *nest;                // "func.func" of the pipelines it stands in, with '/' between them
  double seconds;
} PassTime;

typedef struct OpCount {     // files written for one operation
  const void *id;
  int32_t count;
} OpCount;

typedef struct PassObserver {
  const Options *options;
  const Piece *piece;
  bool shows_messages;
  uint32_t shown;            // messages on stderr already
  bool json;                 // how times are reported
  double started;
  PassTime *times;
  uint32_t time_count;
  Text before;               // the IR before the pass, to detect changes
  OpCount *counts;
  size_t count_count;
  Text reproducer;           // to be written when a pass fails
  bool out_of_memory;        // memory was refused, so the report is not complete
  bool failed;               // a file could not be written, which was reported
} PassObserver;

static bool list_has(const Text *list, RungStr name) {
  for (const char *p = list->data; p && *p;) {
    size_t size = strcspn(p, ",");
    if (size == name.size && !memcmp(p, name.data, size)) return true;
    p += size + (p[size] == ',');
  }
  return false;
}

static int32_t *count_of(PassObserver *self, const void *id, int32_t first) {
  for (size_t i = 0; i < self->count_count; i++)
    if (self->counts[i].id == id) return &self->counts[i].count;
  OpCount *grown = realloc(self->counts, (self->count_count + 1) * sizeof *grown);
  if (!grown) {
    self->out_of_memory = true;
    return NULL;
  }
  self->counts = grown;
  grown[self->count_count] = (OpCount){id, first};
  return &grown[self->count_count++].count;
}

// The file for the IR around a pass: folder/builtin_module_name/func_func_name/0_1_pass.mlir, a folder
// for each operation around; the numbers count what was printed for each of them before.
static FILE *open_in_tree(PassObserver *self, RungSession *session, RungStr pass) {
  Text path = {0}, numbers = {0};
  if (!text_add(&path, self->options->tree_dir)) {
    self->out_of_memory = true;
    return NULL;
  }
  if (mkdir(path.data, 0777) && errno != EEXIST) {
    fprintf(stderr, "Error while creating directory %s: %s\n", path.data, strerror(errno));
    self->failed = true;
    text_free(&path);
    return NULL;
  }
  RungScope scope;
  uint32_t depth = 0;
  while (rung_observer_scope(session, depth, &scope)) depth++;
  if (rung_observer_scope(session, 0, &scope)) {
    int32_t *own = count_of(self, scope.id, -1);
    if (own) ++*own;
  }
  while (depth-- && rung_observer_scope(session, depth, &scope)) {
    char digits[16];
    int32_t *count = count_of(self, scope.id, 0);
    snprintf(digits, sizeof digits, "%d_", count ? *count : 0);
    text_add(&numbers, digits);
    size_t begin = path.size + 1;
    text_add(&path, "/");
    text_append(&path, scope.name.data, scope.name.size);
    text_add(&path, "_");
    text_append(&path, scope.symbol.size ? scope.symbol.data : "no-symbol-name", scope.symbol.size ? scope.symbol.size : 14);
    for (size_t i = begin; i < path.size; i++)
      if (path.data[i] == '/' || (path.data[i] == '.' && i < begin + scope.name.size)) path.data[i] = '_';
    if (!path.out_of_memory) mkdir(path.data, 0777);
  }
  text_add(&path, "/");
  text_append(&path, numbers.data, numbers.size);
  text_append(&path, pass.data, pass.size);
  self->out_of_memory |= !text_add(&path, ".mlir") || numbers.out_of_memory;
  FILE *out = self->out_of_memory ? NULL : open_file(path.data, "wb");
  if (!out && !self->out_of_memory) {
    fprintf(stderr, "Failed to open output file %s: %s\n", path.data, strerror(errno));
    self->failed = true;
  }
  text_free(&path);
  text_free(&numbers);
  return out;
}

static void dump(PassObserver *self, RungSession *session, const RungPassEvent *event, const char *when) {
  FILE *out = self->options->tree_dir ? open_in_tree(self, session, event->pass) : stderr;
  if (!out) return;
  fprintf(out, "// -----// IR Dump %s %.*s%s (%.*s)", when, (int)event->class_name.size,
          event->class_name.data, event->failed ? " Failed" : "", (int)event->pass.size,
          event->pass.data);
  bool whole = self->options->print_module_scope;
  if (whole && event->symbol.size)
    fprintf(out, " ('%.*s' operation: @%.*s)", (int)event->anchor.size, event->anchor.data,
            (int)event->symbol.size, event->symbol.data);
  else if (whole)
    fprintf(out, " ('%.*s' operation)", (int)event->anchor.size, event->anchor.data);
  fputs(" //----- //\n", out);
  RungStr text = rung_observer_print(session, whole, &self->options->print);
  fwrite(text.data, 1, text.size, out);
  fputs("\n", out);
  if (out == stderr) return;
  Output file = {.file = out};
  if (!output_end(&file)) self->failed = true;
}

// Messages from the `first` one on; returns how many there are.
static uint32_t render_from(const RungSession *session, uint32_t first, const Options *options, const Piece *piece) {
  uint32_t count = rung_diagnostic_count(session);
  for (; first < count; first++) render_diagnostic(stderr, piece, session, first, options->show_hints);
  return count;
}

static RungStr generic_text(RungSession *session) {
  RungPrintOptions options = rung_print_options();
  options.generic = options.debug_info = true;
  return rung_observer_print(session, false, &options);
}

static char *copy_of(RungStr text) {
  char *copy = malloc(text.size + 1);
  if (!copy) return NULL;
  if (text.size) memcpy(copy, text.data, text.size);
  copy[text.size] = 0;
  return copy;
}

static void add_time(PassObserver *self, const RungPassEvent *event, double spent) {
  if (event->number >= self->time_count) {
    PassTime *grown = realloc(self->times, (event->number + 1) * sizeof *grown);
    if (!grown) {
      self->out_of_memory = true;
      return;
    }
    memset(grown + self->time_count, 0, (event->number + 1 - self->time_count) * sizeof *grown);
    self->times = grown;
    self->time_count = event->number + 1;
  }
  PassTime *time = &self->times[event->number];
  time->seconds += spent;
  if (!time->name) {
    time->name = copy_of(event->class_name);
    time->nest = copy_of(event->nest);
    if (!time->name || !time->nest) self->out_of_memory = true;
  }
}

static void watch_pass(PassObserver *self, RungSession *session, const RungPassEvent *event) {
  const Options *o = self->options;
  bool after = o->print_after_all || o->print_after_failure || list_has(&o->print_after, event->pass);
  if (!event->after) {
    if (o->print_before_all || list_has(&o->print_before, event->pass)) dump(self, session, event, "Before");
    if (after && o->print_after_change) {
      self->before.size = 0;
      RungStr text = generic_text(session);
      if (!text_append(&self->before, text.data, text.size)) self->out_of_memory = true;
    }
    self->started = seconds();
    return;
  }
  if (o->timing) add_time(self, event, seconds() - self->started);
  if (self->shows_messages) self->shown = render_from(session, self->shown, o, self->piece);
  if (!after || (o->print_after_failure && !event->failed)) return;
  if (o->print_after_change && !event->failed) {
    RungStr text = generic_text(session);
    if (text.size == self->before.size && !memcmp(text.data, self->before.data, text.size)) return;
  }
  dump(self, session, event, "After");
}

// --mlir-pass-pipeline-crash-reproducer: write the file, and say which pass failed on which operation.
static void write_crash(PassObserver *self, const RungPassEvent *event, const RungScope *scope) {
  const char *path = self->options->crash_file;
  FILE *file = open_file(path, "wb");
  Text note = {0};
  text_add(&note, "Pipeline failed while executing [`");
  text_append(&note, event->class_name.data, event->class_name.size);
  text_add(&note, "` on '");
  text_append(&note, event->anchor.data, event->anchor.size);
  text_add(&note, event->symbol.size ? "' operation: @" : "' operation");
  text_append(&note, event->symbol.data, event->symbol.size);
  text_add(&note, file ? "]: reproducer generated at `" : "]: failed to create output stream: Failed to create reproducer stream: cannot open output file '");
  text_add(&note, path);
  text_add(&note, file ? "`" : "': ");
  if (!text_add(&note, file ? "" : strerror(errno))) self->out_of_memory = true;
  if (file) {
    Output out = {.file = file};
    output_write(&out, (RungStr){self->reproducer.data, self->reproducer.size});
    if (!output_end(&out)) self->failed = true;
  }
  static const char text[] = "Failures have been detected while processing an MLIR pass pipeline";
  RungDiagnostic said = {
    .severity = RUNG_ERROR,
    .file = scope->file,
    .line = scope->line,
    .column = scope->column,
    .has_range = scope->has_range,
    .begin = scope->begin,
    .end = scope->end,
    .message = {text, sizeof text - 1},
  };
  render_message(stderr, self->piece, &said, 1);
  said.severity = RUNG_NOTE;
  said.message = (RungStr){note.data ? note.data : "", note.size};
  render_message(stderr, self->piece, &said, 0);
  text_free(&note);
}

static void on_pass(void *data, RungSession *session, const RungPassEvent *event) {
  PassObserver *self = data;
  RungScope scope;
  watch_pass(self, session, event);
  if (self->reproducer.data && event->failed && rung_observer_scope(session, 0, &scope)) write_crash(self, event, &scope);
}

static const char rule[] = "===-------------------------------------------------------------------------===\n";

static void print_time(double spent, double whole, int indent, const char *name, const char *quote) {
  fprintf(stderr, "  %8.4f (%5.1f%%)  %*s%s%s%s\n", spent, whole > 0 ? 100 * spent / whole : 0, indent, "", quote, name,
          *quote ? "' Pipeline" : "");
}

// {"user": {…}, "wall": {…}, "name": "CSE"; one thread has nothing else to do, so both are the same
static void print_time_json(double spent, double whole, int indent, const char *name, const char *quote) {
  double part = whole > 0 ? 100 * spent / whole : 0;
  fprintf(stderr, "%*s{\"user\": {\"duration\": %8.4f, \"percentage\": %5.1f}, \"wall\": {\"duration\": %8.4f, \"percentage\": %5.1f}, \"name\": \"%s%s%s\"",
          indent, "", spent, part, spent, part, quote, name, *quote ? "' Pipeline" : "");
}

// One entry of a list, or without anything inside.
static void print_entry(const PassObserver *self, double spent, double whole, int indent, const char *name, const char *end) {
  if (!self->json) {
    print_time(spent, whole, indent, name, "");
    return;
  }
  print_time_json(spent, whole, indent, name, "");
  if (*end == '[')
    fprintf(stderr, ", \"passes\": [\n%*s{}]},\n", indent, "");
  else
    fprintf(stderr, "%s\n", end);
}

// The part of a nest after `depth` names; NULL when it has no more.
static const char *nest_from(const PassTime *time, uint32_t depth) {
  const char *at = time->nest && *time->nest ? time->nest : NULL;
  while (at && depth--)
    if ((at = strchr(at, '/'))) at++;
  return at;
}

static void print_tree(const PassObserver *self, uint32_t begin, uint32_t end, uint32_t depth, double whole) {
  for (uint32_t i = begin; i < end; i++) {
    if (!self->times[i].name) continue;
    const char *nest = nest_from(&self->times[i], depth);
    if (!nest) {
      print_entry(self, self->times[i].seconds, whole, (int)(2 * depth), self->times[i].name, "[");
      continue;
    }
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(nest, "/"), nest);
    double sum = 0;
    uint32_t to = i;
    for (; to < end; to++) {
      const char *other = self->times[to].name ? nest_from(&self->times[to], depth) : nest;
      if (!other || strcspn(other, "/") != strcspn(nest, "/") || memcmp(other, nest, strcspn(nest, "/"))) break;
      sum += self->times[to].seconds;
    }
    (self->json ? print_time_json : print_time)(sum, whole, (int)(2 * depth), name, "'");
    if (self->json) fputs(", \"passes\": [\n", stderr);
    print_tree(self, i, to, depth + 1, whole);
    if (self->json) fprintf(stderr, "%*s{}]},\n", (int)(2 * depth), "");
    i = to - 1;
  }
}

static void print_sorted(PassObserver *self, double parse, double print, double whole) {
  print_entry(self, whole, whole, 0, "root", "},");
  for (;;) {   // the longest first
    PassTime rest[] = {{"Parser", NULL, parse}, {"Output", NULL, print}}, *longest = NULL;
    for (uint32_t i = 0; i < self->time_count; i++)
      if (self->times[i].name && self->times[i].seconds >= 0 && (!longest || self->times[i].seconds > longest->seconds)) longest = &self->times[i];
    if (parse >= 0 && (!longest || parse > longest->seconds)) longest = &rest[0];
    if (print >= 0 && (!longest || print > longest->seconds)) longest = &rest[1];
    if (!longest) return;
    print_entry(self, longest->seconds, whole, 0, longest->name, "},");
    if (longest == &rest[0]) parse = -1;
    else if (longest == &rest[1]) print = -1;
    else longest->seconds = -1;
  }
}

static void report_times(PassObserver *self, double parse, double print, double total) {
  if (self->options->timing) {
    self->json = self->options->output_format && !strcmp(self->options->output_format, "json");
    if (self->json) {
      fputs("[\n", stderr);
    } else {
      fprintf(stderr, "%s                         ... Execution time report ...\n%s", rule, rule);
      fprintf(stderr, "  Total Execution Time: %.4f seconds\n\n  ----Wall Time----  ----Name----\n", total);
    }
    double rest = total - parse - (print > 0 ? print : 0);   // print < 0: nothing was printed
    for (uint32_t i = 0; i < self->time_count; i++) rest -= self->times[i].seconds;
    if (self->options->timing_display && !strcmp(self->options->timing_display, "list")) {
      print_sorted(self, parse, print, total);
    } else {
      print_entry(self, parse, total, 0, "Parser", "[");
      print_tree(self, 0, self->time_count, 0, total);
      if (print >= 0) print_entry(self, print, total, 0, "Output", "[");
    }
    print_entry(self, rest, total, 0, "Rest", "},");
    print_entry(self, total, total, 0, "Total", "}");
    if (self->json) fputs("]\n", stderr);
  }
  for (uint32_t i = 0; i < self->time_count; i++) {
    free(self->times[i].name);
    free(self->times[i].nest);
  }
  free(self->times);
  free(self->counts);
  text_free(&self->before);
  text_free(&self->reproducer);
}

static void report_statistics(const Options *o, RungSession *session) {
  const char *display = o->statistics_display;
  RungStr text = rung_statistics(session, display && !strcmp(display, "list"));
  fprintf(stderr, "%s                         ... Pass statistics report ...\n%s%.*s\n", rule, rule, (int)text.size, text.data);
}

// --- One piece of input

// Return whether memory ran out without a message that says so.
static bool unreported_out_of_memory(const RungSession *session) {
  RungDiagnostic diag;
  if (!rung_out_of_memory(session)) return false;
  uint32_t count = rung_diagnostic_count(session);
  return !(count && rung_diagnostic(session, count - 1, &diag) && diag.out_of_memory);
}

// Print, parse that, print again: the second text must be the first one.
static bool roundtrips(RungSession *session, const RungOptions *options, bool generic,
                       bool debug_info) {
  RungPrintOptions print = rung_print_options();
  print.generic = generic;
  print.debug_info = debug_info;
  RungStr text = rung_print(session, &print);
  Text first = {0};
  if (!text.data || !text_append(&first, text.data, text.size)) {
    text_free(&first);
    return report_out_of_memory();
  }
  RungSession *again = rung_session_new(options);
  if (!again) report_out_of_memory();
  bool ok = again && rung_set_text(again, (RungStr){first.data, first.size});
  if (ok) {
    RungStr second = rung_print(again, &print);
    ok = second.size == first.size && !memcmp(second.data, first.data, second.size);
    if (rung_out_of_memory(again))
      ok = report_out_of_memory();
    else if (!ok)
      fprintf(stderr, "<unknown>:0: error: roundTrip testing roundtripped module differs from reference:\n<<<<<<Reference\n%s=====\n%.*s>>>>>roundtripped\n",
              first.data, (int)second.size, second.data);
  } else if (again) {
    const Piece printed = {.file = {first.data, first.size}, .end = first.size};
    for (uint32_t i = 0; i < rung_diagnostic_count(again); i++)
      render_diagnostic(stderr, &printed, again, i, true);
    if (unreported_out_of_memory(again)) report_out_of_memory();
    fprintf(stderr, "<unknown>:0: error: failed to parse the printed module during round-trip testing\n");
  }
  rung_session_delete(again);
  text_free(&first);
  return ok;
}

static bool verify_roundtrip(RungSession *session, const RungOptions *options) {
  bool ok = true, kept = false;   // operations kept as written have no generic form
  RungDiagnostic diag;
  for (uint32_t i = 0; rung_diagnostic(session, i, &diag); i++) kept |= diag.kind == RUNG_INFO_KEPT || diag.kind == RUNG_INFO_HOLE;
  for (int form = 0; form < 4 && ok; form++)
    ok = (kept && form & 1) || roundtrips(session, options, form & 1, form & 2);
  return ok;
}

// The reproducer in the text, if there is one, sets the pipeline: flags add passes to it, --pass-pipeline replaces it once it can be
// read. False, which is said: it cannot be read, or memory was refused.
static bool take_reproducer(const Options *o, const Piece *piece, RungSession *session, RungOptions *options, Text *pipeline, bool *verify_each) {
  RungReproducer found;
  if (!rung_reproducer(session, &found)) return true;
  *verify_each = found.verify_each;
  if (!found.pipeline.data) return true;
  options->flag_pipelines = false;
  if (!rung_set_options(session, options)) return report_out_of_memory();
  if (!rung_check_pipeline(session, found.pipeline)) {
    // mlir-opt does not say of these messages that they are errors.
    RungDiagnostic diag, note;
    for (uint32_t i = 0; rung_diagnostic(session, i, &diag); i++) {
      fprintf(stderr, "%.*s", (int)diag.message.size, diag.message.data);
      for (uint32_t n = 0; o->show_hints && rung_diagnostic_note(session, i, n, &note); n++) render_message(stderr, piece, &note, 0);
    }
    return false;
  }
  if (o->pipeline && !o->from_flags) return true;
  text_append(pipeline, found.pipeline.data, found.pipeline.size);
  if (o->pipeline && *o->pipeline && pipeline->size && pipeline->data[pipeline->size - 1] == ')') {
    pipeline->size--;
    if (pipeline->size && pipeline->data[pipeline->size - 1] != '(') text_add(pipeline, ",");
    text_add(pipeline, o->pipeline);
    text_add(pipeline, ")");
  }
  return !pipeline->out_of_memory || report_out_of_memory();
}

// --mlir-generate-reproducer
static bool write_reproducer(const Options *o, RungSession *session, bool result) {
  if (!*o->reproducer_file) return true;
  RungStr text = rung_print_reproducer(session, result, &(RungReproducer){0}, &o->print);
  if (!text.data) return false;
  Output file = {.file = strcmp(o->reproducer_file, "-") ? open_file(o->reproducer_file, "wb") : stdout};
  if (!file.file) {
    fprintf(stderr, "cannot open output file '%s': %s\n", o->reproducer_file, strerror(errno));
    return false;
  }
  output_write(&file, text);
  return output_end(&file);
}

static void write_piece(void *data, RungStr piece) { output_write(data, piece); }

// Parse, verify, run, print one piece of the input. True when all went well; unless `expected` is NULL, it decides whether the
// messages are as they should be.
static bool process(const Options *o, const Piece *piece, RungExpectations *expected, Output *out) {
  RungStr text = {piece->file.data + piece->begin, piece->end - piece->begin};
  RungOptions options = {
    .allow_unregistered_dialects = o->allow_unregistered,
    .keep_unknown = o->keep_unknown,
    .edition_in = o->edition_in,
    .edition = o->print.edition,
    .file_name = piece->file_name,
    .line_offset = piece->line,
    .column_offset = piece->column,
    .no_implicit_module = o->no_implicit_module,
    .dialects = o->dialects,
    .no_operation_notes = o->verify_diagnostics,
    .flag_pipelines = o->from_flags,
    .run_reproducer = o->run_reproducer,
    .borrow_text = true,
  };
  if (o->fix) return fix_piece(o, piece, &options, out->file);
  if (o->upgrade) return upgrade_piece(o, piece, &options, out->file);
  RungSession *session = rung_session_new(&options);
  if (!session) return report_out_of_memory();
  rung_set_tracing(session, o->explain);
  for (uint32_t i = 0; i < o->rule_count; i++)
    rung_add_rules(session, (RungStr){o->rule_texts[i].data ? o->rule_texts[i].data : "", o->rule_texts[i].size}, o->rule_files[i]);
  PassObserver watch = {.options = o, .piece = piece};
  double begin = seconds();
  bool ok = rung_set_text(session, text);
  double parsed = seconds(), run_end = parsed;
  if (expected)
    rung_expectations_match(expected, session, (uint32_t)piece->begin);
  else
    render_from(session, 0, o, piece);
  if (ok && o->verify_roundtrip) ok = verify_roundtrip(session, &options);
  if (ok && o->pipeline_and_passes) {
    fprintf(stderr, "<unknown>:0: error: '-pass-pipeline' option can't be used with individual pass options\n");
    ok = false;
  }
  Text own = {0};
  bool verify_each = o->verify_each, runs = o->pipeline != NULL;
  if (ok && o->run_reproducer) ok = take_reproducer(o, piece, session, &options, &own, &verify_each);
  runs |= own.data != NULL;
  if (ok && runs) {
    RungStr pipeline = own.data ? (RungStr){own.data, own.size} : (RungStr){o->pipeline, strlen(o->pipeline)};
    if (o->dump_pipeline && rung_check_pipeline(session, pipeline)) {
      RungStr shown = rung_pipeline_text(session);
      fprintf(stderr, "Pass Manager with %u passes:\n%.*s\n", (unsigned)rung_pipeline_size(session), (int)shown.size, shown.data);
    }
    if (o->crash_file && rung_check_pipeline(session, pipeline)) {   // passes change the module itself
      RungStr before = rung_print_reproducer(session, false, &(RungReproducer){.disable_threading = o->no_threads, .verify_each = verify_each}, &o->print);
      if (!before.data || !text_append(&watch.reproducer, before.data, before.size)) watch.out_of_memory = true;
    }
    watch.shows_messages = !expected;
    RungObserver observer = {on_pass, &watch, !o->explain};
    ok = rung_run(session, pipeline, &(RungRunOptions){.skip_verifier = !verify_each, .observer = &observer});
    run_end = seconds();
    if (o->explain) {
      rung_explain_run(session);
      RungStr said = rung_explanation(session);
      if (said.size) fprintf(stderr, "// -----// Explanation //----- //\n%.*s\n", (int)said.size, said.data);
    }
    if (o->statistics) report_statistics(o, session);
    if (expected)
      rung_expectations_match(expected, session, (uint32_t)piece->begin);
    else
      render_from(session, watch.shown, o, piece);
  }
  text_free(&own);
  if (ok) {
    const RungSink sink = {write_piece, out};
    uint32_t said = rung_diagnostic_count(session);
    ok = (!o->reproducer_file || write_reproducer(o, session, runs)) && rung_print_to(session, runs, &o->print, &sink);
    render_from(session, said, o, piece);
  }
  double end = seconds();
  report_times(&watch, parsed - begin, ok ? end - run_end : -1, end - begin);
  bool out_of_memory = rung_out_of_memory(session) || watch.out_of_memory;
  if (unreported_out_of_memory(session) || watch.out_of_memory || (out_of_memory && expected)) report_out_of_memory();
  rung_session_delete(session);
  return (ok || expected) && !out_of_memory && !watch.failed;
}

static bool explain_type(const Options *o, Output *out) {
  RungOptions options = {.allow_unregistered_dialects = o->allow_unregistered, .keep_unknown = o->keep_unknown, .edition_in = o->edition_in, .edition = o->print.edition, .dialects = o->dialects};
  RungSession *session = rung_session_new(&options);
  if (!session) return report_out_of_memory();
  RungTypeOptions how = {.bare_pointers = o->bare_pointers, .index_bits = (uint32_t)o->index_bits, .data_layout = o->data_layout};
  rung_explain_type(session, (RungStr){o->explain_type, strlen(o->explain_type)}, &how);
  bool ok = rung_fact_count(session) > 0;   // the reason why a type cannot be converted is an explanation, too
  RungStr text = rung_explanation(session);
  output_write(out, text);
  const Piece piece = {.file = rung_text(session)};
  render_from(session, 0, o, &piece);
  if (unreported_out_of_memory(session)) report_out_of_memory();
  if (rung_out_of_memory(session)) ok = false;
  rung_session_delete(session);
  return ok;
}

// The whole file or, when there is a marker, the parts between markers, without empty ones. A warning reports text that only
// looks like a marker. NULL: memory was refused.
static RungPart *split(const char *marker, const Piece *all, uint32_t *count) {
  const RungStr by = {marker ? marker : "", marker ? strlen(marker) : 0};
  const uint32_t found = rung_parts(all->file, by, NULL, 0);
  RungPart *parts = malloc((found + 1) * sizeof *parts);
  if (!parts || (!marker && !found) || rung_parts(all->file, by, parts, found) != found) {
    free(parts);
    return NULL;
  }
  *count = 0;
  for (uint32_t i = 0; i < found; i++) {
    if (!parts[i].is_near_miss) {
      parts[(*count)++] = parts[i];
      continue;
    }
    const RungDiagnostic miss = {
      .severity = RUNG_WARNING,
      .file = {all->file_name, strlen(all->file_name)},
      .line = parts[i].line + 1,
      .column = parts[i].column + 1,
      .has_range = true,
      .begin = parts[i].begin,
      .message = {"near miss with file split marker", 32},
    };
    render_message(stderr, all, &miss, 1);
  }
  return parts;
}

// The one part that --read-log=N asks for. NULL, which is said: there is none.
static RungPart *stage_of_log(const Options *o, const Piece *all, uint32_t *count) {
  RungPart *part = malloc(sizeof *part);
  *count = 1;
  if (part && find_in_log(all->file, o->log_stage, part)) return part;
  if (!part) report_out_of_memory();
  free(part);
  return NULL;
}

// Print the messages that are not as expected, from `*shown` on, and mark the text of expectations that were not met.
static void render_unexpected(const RungExpectations *expected, const Piece *whole, uint32_t *shown) {
  RungDiagnostic diag;
  for (; rung_expectations_diagnostic(expected, *shown, &diag); ++*shown)
    if (diag.severity == RUNG_ERROR) render_message(stderr, whole, &diag, diag.kind == RUNG_INFO_UNMET ? diag.end - diag.begin : 1);
}

// Read the input, process its pieces, write the results.
static bool process_input(const Options *o, Output *standard) {
  Text input = {0};
  bool ok = read_input(o->input, &input);
  if (ok && input.size >= 4 && !memcmp(input.data, "ML\xefR", 4)) {
    fprintf(stderr, "rung-opt: the input is bytecode, and Rung reads text: what LLVM's mlir-opt prints of it\n");
    ok = false;
  }
  Output file = {0}, *out = standard;
  if (ok && o->output && strcmp(o->output, "-")) {
    out = &file;
    file.file = open_file(o->output, "wb");
  }
  if (!out->file) {
    fprintf(stderr, "cannot open output file '%s': %s\n", o->output, strerror(errno));
    ok = false;
  }
  const char *name = !o->input || !strcmp(o->input, "-") ? "<stdin>" : o->input;
  const Piece whole = {.file_name = name, .file = {input.data ? input.data : "", input.size}, .end = input.size};
  uint32_t count = 0, shown = 0;
  RungPart *parts = NULL;
  RungExpectations *expected = NULL;
  bool lists = o->read_log && !*o->read_log;
  if (ok && lists) ok = list_log(whole.file, out->file);
  else if (ok && o->read_log) ok = (parts = stage_of_log(o, &whole, &count)) != NULL;
  else if (ok && !(parts = split(o->split_marker, &whole, &count))) ok = report_out_of_memory();
  if (ok && o->verify_diagnostics && !(expected = rung_expectations_new(whole.file, name, o->only_expected))) ok = report_out_of_memory();
  if (expected) render_unexpected(expected, &whole, &shown);
  // Every piece is processed, even if another one failed.
  bool begun = ok, writes_text = o->fix || o->upgrade, keeps_text = writes_text && !o->read_log;
  size_t written = 0;
  for (uint32_t i = 0; begun && i < count; i++) {
    Piece piece = whole;
    piece.begin = parts[i].begin;
    piece.end = parts[i].end;
    piece.line = parts[i].line;
    piece.column = parts[i].column;
    if (keeps_text) fwrite(input.data + written, 1, piece.begin - written, out->file);   // the markers
    else if (i) fprintf(out->file, "%s\n", o->output_marker);
    ok &= process(o, &piece, expected, out);
    if (expected) render_unexpected(expected, &whole, &shown);
    written = piece.end;
  }
  if (keeps_text && begun && written < input.size) fwrite(input.data + written, 1, input.size - written, out->file);
  if (expected) {
    ok &= rung_expectations_done(expected);
    render_unexpected(expected, &whole, &shown);
    if (rung_expectations_out_of_memory(expected)) report_out_of_memory();
    rung_expectations_delete(expected);
  }
  if (file.file) ok &= output_end(&file);
  // Remove the output file after a failure.
  struct stat about;
  if (!ok && !writes_text && file.file && !stat(o->output, &about) && S_ISREG(about.st_mode)) remove(o->output);
  free(parts);
  text_free(&input);
  return ok;
}

// `kind`: the word for the names that exist instead.
static bool refuse_edition(const char *name, const char *kind, bool is_read) {
  RungEdition edition;
  bool is_known = false;
  for (uint32_t i = 0; !is_known && rung_edition(i, &edition); i++) is_known = !strcmp(edition.name, name);
  fprintf(stderr, "rung-opt: %s '%s'%s; %s: ", is_known ? "edition" : "unknown edition", name, is_known ? " is not supported yet" : "", kind);
  const char *before = "";
  for (uint32_t i = 0; rung_edition(i, &edition); i++) {
    if (!(is_read ? edition.is_read : edition.is_printed)) continue;
    fprintf(stderr, "%s%s", before, edition.name);
    before = ", ";
  }
  fputc('\n', stderr);
  return false;
}

// --dialect: the files are read before the input is.
static bool read_dialects(Options *o) {
  bool ok = true;
  if (o->dialect_count && !(o->dialects = rung_dialects_new())) return report_out_of_memory();
  for (uint32_t i = 0; i < o->dialect_count; i++) {
    Text text = {0};
    if (!read_input(o->dialect_files[i], &text)) return false;
    const Piece piece = {.file_name = o->dialect_files[i], .file = {text.data ? text.data : "", text.size}, .end = text.size};
    ok &= rung_add_dialect(o->dialects, piece.file, piece.file_name);
    RungDiagnostic diag;
    for (uint32_t n = 0; rung_dialects_diagnostic(o->dialects, n, &diag); n++) render_message(stderr, &piece, &diag, 1);
    text_free(&text);
  }
  return ok;
}

// --rules and --apply-rules.
static bool read_rules(Options *o) {
  for (uint32_t i = 0; i < o->rule_count; i++)
    if (!read_input(o->rule_files[i], &o->rule_texts[i])) return false;
  return true;
}

// False: no rule rewrites that operation.
static bool list_rules(const char *of) {
  RungRule found;
  const char *set = "";
  bool any = false;
  for (uint32_t i = 0; rung_rule(i, &found); i++) {
    if (*of && (strlen(of) != found.root.size || memcmp(of, found.root.data, found.root.size) != 0)) continue;
    if (strcmp(set, found.set) != 0) printf("%s%s:\n", any ? "\n" : "", found.set);
    printf("%s\n", found.text);
    set = found.set;
    any = true;
  }
  if (!any) fprintf(stderr, "rung-opt: there is no rule for '%s'\n", of);
  return any;
}

// Do what the command line asks for. `out` is stdout.
static bool run(const Options *o, Output *out) {
  if (o->help) return options_help(stdout);
  if (o->version) {
    printf("Rung %s (reads and prints what LLVM 22.1's mlir-opt does)\n", rung_version());
    return true;
  }
  if (o->list_rules) return list_rules(o->list_rules);
  if (o->list_passes) {
    RungPass pass;
    for (uint32_t i = 0; rung_pass(i, &pass); i++) printf("%-46s%s\n", pass.name, pass.summary);
    return true;
  }
  if (o->print.edition && !rung_edition_exists(o->print.edition))
    return refuse_edition(o->print.edition, "editions", false);
  if (o->edition_in && !rung_edition_is_read(o->edition_in))
    return refuse_edition(o->edition_in, "editions that are read", true);
  if (o->edition_in && o->keep_unknown) {
    fprintf(stderr, "rung-opt: --edition-in reads exactly what that release reads; --keep-unknown reads more: give one of them\n");
    return false;
  }
  const char *conflict = o->fix && o->upgrade ? "--upgrade" : o->fix || o->upgrade ? fix_conflict(o) : NULL;
  if (conflict) {
    fprintf(stderr, "rung-opt: %s prints the text as written and runs nothing; it does not go with %s\n", o->fix ? "--fix" : "--upgrade", conflict);
    return false;
  }
  if (o->crash_file && o->verify_diagnostics) {
    fprintf(stderr, "rung-opt: --mlir-pass-pipeline-crash-reproducer does not go with --verify-diagnostics\n");
    return false;
  }
  if (o->read_log && (o->split_marker || o->verify_diagnostics)) {
    fprintf(stderr, "rung-opt: --read-log does not go with %s\n", o->split_marker ? "--split-input-file" : "--verify-diagnostics");
    return false;
  }
  if (o->read_log && !*o->read_log && (o->pipeline || o->fix || o->upgrade)) {
    fprintf(stderr, "rung-opt: --read-log lists the dumps and runs nothing; --read-log=N reads one of them\n");
    return false;
  }
  return o->explain_type ? explain_type(o, out) : process_input(o, out);
}

int main(int argc, char **argv) {
  static char errors[1 << 16];   // messages go out in blocks, not byte by byte
  setvbuf(stderr, errors, _IOFBF, sizeof errors);
  Options o;
  Output out = {.file = stdout};
  bool ok = options_parse(&o, argc, argv) && read_dialects(&o) && read_rules(&o) && run(&o, &out);
  options_free(&o);
  if (!output_end(&out)) ok = false;
  // A failure of stderr cannot be reported anywhere.
  if (fflush(stderr) || ferror(stderr)) ok = false;
  return ok ? 0 : 1;
}
