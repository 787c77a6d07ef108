// Watching passes: the IR around them, how long they take, what they count, a reproducer of the one that fails.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/files.h"
#include "cli/observe.h"

double seconds(void) {
  struct timespec now;
  if (!timespec_get(&now, TIME_UTC)) return 0;
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

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

uint32_t render_from(const RungSession *session, uint32_t first, const Options *options, const Piece *piece) {
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

void on_pass(void *data, RungSession *session, const RungPassEvent *event) {
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

void report_times(PassObserver *self, double parse, double print, double total) {
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

void report_statistics(const Options *o, RungSession *session) {
  const char *display = o->statistics_display;
  RungStr text = rung_statistics(session, display && !strcmp(display, "list"));
  fprintf(stderr, "%s                         ... Pass statistics report ...\n%s%.*s\n", rule, rule, (int)text.size, text.data);
}
