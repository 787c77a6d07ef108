// rung-opt: read MLIR, verify it, run passes, print it. Shaped like mlir-opt.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/files.h"
#include "cli/observe.h"

// --- One piece of input

// Return whether memory ran out without a message that says so.
static bool unreported_out_of_memory(const RungSession *session) {
  RungDiagnostic diag;
  if (!rung_out_of_memory(session)) return false;
  uint32_t count = rung_diagnostic_count(session);
  return !(count && rung_diagnostic(session, count - 1, &diag) && diag.out_of_memory);
}

// Print, or write bytecode; read that and print again: the text must be that of the module.
static bool roundtrips(RungSession *session, const RungOptions *options, bool generic, bool debug_info, bool bytecode) {
  RungPrintOptions print = rung_print_options();
  print.generic = generic;
  print.debug_info = debug_info;
  RungStr text = rung_print(session, &print);
  Text first = {0}, bytes = {0};
  bool has_text = text.data && text_append(&first, text.data, text.size);
  RungStr written = has_text && bytecode ? rung_bytecode(session, false, RUNG_BYTECODE_VERSION) : (RungStr){0};
  if (!has_text || (bytecode && (!written.data || !text_append(&bytes, written.data, written.size)))) {
    text_free(&first);
    text_free(&bytes);
    return report_out_of_memory();
  }
  const Text *from = bytecode ? &bytes : &first;
  RungSession *again = rung_session_new(options);
  if (!again) report_out_of_memory();
  bool ok = again && rung_set_text(again, (RungStr){from->data, from->size});
  if (ok) {
    RungStr second = rung_print(again, &print);
    ok = second.size == first.size && !memcmp(second.data, first.data, second.size);
    if (rung_out_of_memory(again))
      ok = report_out_of_memory();
    else if (!ok)
      fprintf(stderr, "<unknown>:0: error: roundTrip testing roundtripped module differs from reference:\n<<<<<<Reference\n%s=====\n%.*s>>>>>roundtripped\n",
              first.data, (int)second.size, second.data);
  } else if (again) {
    const Piece printed = {.file = {from->data, from->size}, .end = from->size};
    for (uint32_t i = 0; i < rung_diagnostic_count(again); i++)
      render_diagnostic(stderr, &printed, again, i, true);
    if (unreported_out_of_memory(again)) report_out_of_memory();
    fprintf(stderr, "<unknown>:0: error: failed to parse the printed module during round-trip testing\n");
  }
  rung_session_delete(again);
  text_free(&first);
  text_free(&bytes);
  return ok;
}

static bool verify_roundtrip(RungSession *session, const RungOptions *options) {
  bool ok = true, kept = false;   // operations kept as written have no generic form, and no bytecode
  RungDiagnostic diag;
  for (uint32_t i = 0; rung_diagnostic(session, i, &diag); i++) kept |= diag.kind == RUNG_INFO_KEPT || diag.kind == RUNG_INFO_HOLE;
  for (int form = 0; form < 4 && ok; form++)
    ok = (kept && form & 1) || roundtrips(session, options, form & 1, form & 2, false);
  ok = ok && (kept || roundtrips(session, options, false, true, true));
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

static bool write_bytecode(const Options *o, RungSession *session, bool result, const RungSink *sink) {
  if (o->bytecode_version < 0 || o->bytecode_version > RUNG_BYTECODE_VERSION) {
    fprintf(stderr, "rung-opt: cannot write bytecode of version %lld; there are versions 0 to %d\n", (long long)o->bytecode_version, RUNG_BYTECODE_VERSION);
    return false;
  }
  RungStr bytes = rung_bytecode(session, result, (uint32_t)o->bytecode_version);
  if (bytes.data) sink->write(sink->data, bytes);
  if (!bytes.data && rung_out_of_memory(session)) report_out_of_memory();
  return bytes.data != NULL;
}

// Where a line of the text begins, counted from 1.
static uint32_t line_offset(RungStr text, int64_t line) {
  size_t at = 0;
  for (; line > 1 && at < text.size; at++)
    if (text.data[at] == '\n') line--;
  return line == 1 ? (uint32_t)at : RUNG_NOWHERE;
}

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
  rung_set_tracing(session, o->explain || o->trace_line);
  if (o->trace_line) rung_trace_rules(session, line_offset(text, o->trace_line - (int64_t)piece->line));
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
    RungObserver observer = {on_pass, &watch, !o->explain && !o->trace_line};
    ok = rung_run(session, pipeline, &(RungRunOptions){.skip_verifier = !verify_each, .observer = &observer});
    run_end = seconds();
    if (o->explain || o->trace_line) {
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
    ok = !o->reproducer_file || write_reproducer(o, session, runs);
    if (o->emit_bytecode) ok = ok && write_bytecode(o, session, runs, &sink);
    else ok = ok && rung_print_to(session, runs, &o->print, &sink);
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
  const bool is_whole = ok && is_bytecode((RungStr){input.data, input.size});   // has no parts
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
  else if (ok && !(parts = split(is_whole ? NULL : o->split_marker, &whole, &count))) ok = report_out_of_memory();
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
