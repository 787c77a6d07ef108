// rung-opt: read MLIR, verify it, run passes, print it. Shaped like mlir-opt.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

// --- Files

static bool read_stream(FILE *in, Text *out) {
  // A file's size is known: read it in one go. One more byte tells that it did not grow.
  long size = fseek(in, 0, SEEK_END) ? 0 : ftell(in);
  if (size > 0 && (out->data = malloc((size_t)size + 1))) {
    rewind(in);
    out->cap = (size_t)size + 1;
    out->size = fread(out->data, 1, out->cap, in);
    if (out->size < out->cap) return !ferror(in);
  }
  char buffer[1 << 16];
  size_t n;
  while ((n = fread(buffer, 1, sizeof buffer, in)) > 0) text_append(out, buffer, n);
  return !ferror(in);
}

static bool read_input(const char *path, Text *out) {
  if (!path || !strcmp(path, "-")) return read_stream(stdin, out);
  FILE *in = fopen(path, "rb");
  if (!in) {
    fprintf(stderr, "cannot open input file '%s': %s\n", path, strerror(errno));
    return false;
  }
  bool ok = read_stream(in, out);
  fclose(in);
  return ok;
}

// --- Watching passes

typedef struct PassTime {
  char *name;
  double seconds;
} PassTime;

typedef struct Watch {
  const Options *options;
  double started;
  PassTime *times;
  size_t time_count;
} Watch;

static bool list_has(const char *list, RungStr name) {
  for (const char *p = list; p && *p;) {
    size_t size = strcspn(p, ",");
    if (size == name.size && !memcmp(p, name.data, size)) return true;
    p += size + (p[size] == ',');
  }
  return false;
}

static void dump(Watch *self, RungSession *session, const RungPassEvent *event, const char *when) {
  fprintf(stderr, "// -----// IR Dump %s %.*s%s (%.*s)", when, (int)event->class_name.size,
          event->class_name.data, event->failed ? " Failed" : "", (int)event->pass.size,
          event->pass.data);
  bool whole = self->options->print_module_scope;
  if (whole && event->symbol.size)
    fprintf(stderr, " ('%.*s' operation: @%.*s)", (int)event->anchor.size, event->anchor.data,
            (int)event->symbol.size, event->symbol.data);
  fputs(" //----- //\n", stderr);
  RungStr text = rung_observer_print(session, whole, &self->options->print);
  fwrite(text.data, 1, text.size, stderr);
  fputs("\n", stderr);
}

static void on_pass(void *data, RungSession *session, const RungPassEvent *event) {
  Watch *self = data;
  const Options *o = self->options;
  if (!event->after) {
    if (o->print_before_all || list_has(o->print_before, event->pass))
      dump(self, session, event, "Before");
    self->started = seconds();
    return;
  }
  if (o->timing) {
    PassTime *grown = realloc(self->times, (self->time_count + 1) * sizeof *grown);
    char *name = malloc(event->class_name.size + 1);
    if (grown && name) {
      memcpy(name, event->class_name.data, event->class_name.size);
      name[event->class_name.size] = 0;
      self->times = grown;
      self->times[self->time_count++] = (PassTime){name, seconds() - self->started};
    }
  }
  if (event->failed) {
    if (o->print_after_failure || o->print_after_all) dump(self, session, event, "After");
    return;
  }
  bool wanted = o->print_after_all || list_has(o->print_after, event->pass);
  if (wanted && !(o->print_after_change && !event->changed)) dump(self, session, event, "After");
}

static void report_times(Watch *self, double parse, double print, double total) {
  if (self->options->timing) {
    static const char rule[] = "===-------------------------------------------------------------------------===\n";
    fprintf(stderr, "%s                         ... Execution time report ...\n%s", rule, rule);
    fprintf(stderr, "  Total Execution Time: %.4f seconds\n\n  ----CPU Time----  ----Name----\n", total);
    double rest = total - parse - print, whole = total > 0 ? total : 1;
    fprintf(stderr, "  %8.4f (%5.1f%%)  Parser\n", parse, 100 * parse / whole);
    for (size_t i = 0; i < self->time_count; i++) {
      fprintf(stderr, "  %8.4f (%5.1f%%)  %s\n", self->times[i].seconds,
              100 * self->times[i].seconds / whole, self->times[i].name);
      rest -= self->times[i].seconds;
    }
    fprintf(stderr, "  %8.4f (%5.1f%%)  Output\n", print, 100 * print / whole);
    fprintf(stderr, "  %8.4f (%5.1f%%)  Rest\n", rest, 100 * rest / whole);
    fprintf(stderr, "  %8.4f (100.0%%)  Total\n", total);
  }
  for (size_t i = 0; i < self->time_count; i++) free(self->times[i].name);
  free(self->times);
}

// --- One piece of input

// Print, parse that, print again: the second text must be the first one.
static bool roundtrips(RungSession *session, const RungOptions *options, bool generic,
                       bool debug_info) {
  RungPrintOptions print = rung_print_options();
  print.generic = generic;
  print.debug_info = debug_info;
  RungStr text = rung_print(session, &print);
  Text first = {0};
  text_append(&first, text.data, text.size);
  RungSession *again = rung_session_new(options);
  bool ok = again && rung_set_text(again, (RungStr){first.data, first.size});
  if (ok) {
    RungStr second = rung_print(again, &print);
    ok = second.size == first.size && !memcmp(second.data, first.data, second.size);
    if (!ok)
      fprintf(stderr, "<unknown>:0: error: roundTrip testing roundtripped module differs from reference:\n<<<<<<Reference\n%s=====\n%.*s>>>>>roundtripped\n",
              first.data, (int)second.size, second.data);
  } else if (again) {
    for (uint32_t i = 0; i < rung_diagnostic_count(again); i++)
      render_diagnostic(stderr, again, i, true);
    fprintf(stderr, "<unknown>:0: error: failed to parse the printed module during round-trip testing\n");
  }
  rung_session_delete(again);
  text_free(&first);
  return ok;
}

static bool verify_roundtrip(RungSession *session, const RungOptions *options) {
  bool ok = true;
  for (int form = 0; form < 4 && ok; form++)
    ok = roundtrips(session, options, form & 1, form & 2);
  return ok;
}

static void render_all(const RungSession *session, const Options *options) {
  for (uint32_t i = 0; i < rung_diagnostic_count(session); i++)
    render_diagnostic(stderr, session, i, options->show_hints);
}

static void write_piece(void *data, RungStr piece) { fwrite(piece.data, 1, piece.size, data); }

// Parse, verify, run, print one chunk of the input. True when all went well.
static bool process(const Options *o, RungStr text, const char *name, uint32_t line_offset,
                    FILE *out) {
  RungOptions options = {
    .allow_unregistered_dialects = o->allow_unregistered,
    .edition_in = o->edition_in,
    .edition = o->print.edition,
    .file_name = name,
    .line_offset = line_offset,
    .no_implicit_module = o->no_implicit_module,
    .borrow_text = true,
  };
  RungSession *session = rung_session_new(&options);
  if (!session) {
    fprintf(stderr, "rung-opt: out of memory\n");
    return false;
  }
  rung_set_tracing(session, o->explain);
  Watch watch = {.options = o};
  Expectations *expected =
      o->verify_diagnostics ? expectations_read(text, name, line_offset) : NULL;
  double begin = seconds();
  bool ok = rung_set_text(session, text);
  double parsed = seconds(), run_end = parsed;
  if (expected)
    expectations_match(expected, session, stderr);
  else
    render_all(session, o);
  if (ok && o->verify_roundtrip) ok = verify_roundtrip(session, &options);
  if (ok && o->pipeline) {
    RungStr pipeline = {o->pipeline, strlen(o->pipeline)};
    if (o->dump_pipeline && rung_check_pipeline(session, pipeline)) {
      RungStr shown = rung_pipeline_text(session);
      fprintf(stderr, "Pass Manager:\n%.*s\n", (int)shown.size, shown.data);
    }
    RungObserver observer = {on_pass, &watch, !o->explain};
    ok = rung_run_observed(session, pipeline, o->verify_each, &observer);
    run_end = seconds();
    if (o->explain) {
      rung_explain_run(session);
      RungStr said = rung_explanation(session);
      fprintf(stderr, "// -----// Explanation //----- //\n%.*s\n", (int)said.size, said.data);
    }
    if (expected)
      expectations_match(expected, session, stderr);
    else
      render_all(session, o);
  }
  if (ok) {
    const RungSink sink = {write_piece, out};
    ok = rung_print_to(session, o->pipeline, &o->print, &sink);
    if (!ok) fprintf(stderr, "rung-opt: out of memory\n");
  }
  double end = seconds();
  report_times(&watch, parsed - begin, end - run_end, end - begin);
  if (expected) ok = expectations_done(expected, stderr);
  rung_session_delete(session);
  return ok;
}

static bool explain_type(const Options *o, FILE *out) {
  RungOptions options = {.allow_unregistered_dialects = o->allow_unregistered, .edition_in = o->edition_in};
  RungSession *session = rung_session_new(&options);
  if (!session) return false;
  RungTypeOptions how = {.bare_pointers = o->bare_pointers, .index_bits = (uint32_t)o->index_bits, .data_layout = o->data_layout};
  rung_explain_type(session, (RungStr){o->explain_type, strlen(o->explain_type)}, &how);
  bool ok = rung_fact_count(session) > 0;   // why a type cannot be converted is an explanation too
  RungStr text = rung_explanation(session);
  fwrite(text.data, 1, text.size, out);
  render_all(session, o);
  rung_session_delete(session);
  return ok;
}

// Where the next `// -----` line begins; size when there is none. `after` is the line's end.
static size_t find_split(RungStr text, size_t from, size_t *after) {
  static const char marker[] = "// -----";
  for (size_t i = from; i + sizeof marker - 1 <= text.size; i++) {
    if (memcmp(text.data + i, marker, sizeof marker - 1)) continue;
    size_t begin = i, end = i + sizeof marker - 1;
    while (begin > from && (text.data[begin - 1] == ' ' || text.data[begin - 1] == '\t')) begin--;
    if (begin > 0 && text.data[begin - 1] != '\n') continue;
    while (end < text.size && (text.data[end] == ' ' || text.data[end] == '\t' || text.data[end] == '\r')) end++;
    if (end < text.size && text.data[end] != '\n') continue;
    *after = end < text.size ? end + 1 : end;
    return begin;
  }
  *after = text.size;
  return text.size;
}

int main(int argc, char **argv) {
  static char errors[1 << 16];   // messages go out in blocks, not byte by byte
  setvbuf(stderr, errors, _IOFBF, sizeof errors);
  Options o;
  if (!options_parse(&o, argc, argv)) {
    options_free(&o);
    return 1;
  }
  if (o.help) {
    options_help(stdout);
    options_free(&o);
    return 0;
  }
  if (o.version) {
    printf("Rung %s (reads and prints what LLVM 22.1's mlir-opt does)\n", rung_version());
    options_free(&o);
    return 0;
  }
  RungPass pass;
  for (uint32_t i = 0; o.list_passes && rung_pass(i, &pass); i++)
    printf("%-40s%s\n", pass.name, pass.summary);
  if (o.list_passes) {
    options_free(&o);
    return 0;
  }
  if (o.print.edition && !rung_edition_exists(o.print.edition)) {
    fprintf(stderr, "rung-opt: unknown edition '%s'; editions: 2019, 2020, llvm13, llvm14, llvm16, llvm22\n", o.print.edition);
    options_free(&o);
    return 1;
  }
  if (o.edition_in && !rung_edition_is_read(o.edition_in)) {
    fprintf(stderr, "rung-opt: unknown edition '%s'; editions that are read: llvm22\n", o.edition_in);
    options_free(&o);
    return 1;
  }

  if (o.explain_type) {
    bool explained = explain_type(&o, stdout);
    options_free(&o);
    return explained ? 0 : 1;
  }

  Text input = {0};
  bool ok = read_input(o.input, &input), all_fine = true;
  FILE *out = o.output && strcmp(o.output, "-") ? fopen(o.output, "wb") : stdout;
  if (!out) {
    fprintf(stderr, "cannot open output file '%s': %s\n", o.output, strerror(errno));
    ok = false;
  }
  const char *name = !o.input || !strcmp(o.input, "-") ? "<stdin>" : o.input;
  RungStr text = {input.data ? input.data : "", input.size};
  uint32_t line = 0;
  for (size_t at = 0, after; ok && at <= text.size;) {
    size_t end = text.size;
    after = text.size;
    if (o.split_input) end = find_split(text, at, &after);
    bool last = end == text.size;
    if (at > 0) fputs("// -----\n", out);
    RungStr chunk = {text.data + at, end - at};
    // Every part is processed, whatever became of the others.
    all_fine = process(&o, chunk, name, line, out) && all_fine;
    if (last) break;
    for (size_t i = at; i < after; i++) line += text.data[i] == '\n';
    at = after;
  }
  ok = ok && all_fine;
  if (out && (out == stdout ? fflush(out) : fclose(out))) {
    fprintf(stderr, "cannot write the output: %s\n", strerror(errno));
    ok = false;
  }
  text_free(&input);
  options_free(&o);
  return ok ? 0 : 1;
}
