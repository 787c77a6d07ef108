// The command line: one table of flags, and every pass by its name.
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

bool report_out_of_memory(void) {
  fputs("rung-opt: out of memory\n", stderr);
  return false;
}

static const char default_marker[] = "// -----";

typedef enum FlagKind {
  FLAG_BOOL,       // without a value: true
  FLAG_STRING,
  FLAG_MARKER,     // a string; without a value: that of upstream
  FLAG_UINT,       // of 32 bits, kept in 64
  FLAG_LONG,
  FLAG_PASSES,     // names with ',' between them
  FLAG_DIALECT,    // a file, any number of times
  FLAG_RULES,      // the same; those of `apply-rules` are a pass as well
} FlagKind;

typedef struct Flag {
  const char *name;
  FlagKind kind;
  size_t offset;
  const char *help;
} Flag;

#define AT(field) offsetof(Options, field)
static const Flag flags[] = {
    // name                                   kind         place                          help
    {"o", FLAG_STRING, AT(output), "write the result to this file instead of stdout"},
    {"allow-unregistered-dialect", FLAG_BOOL, AT(allow_unregistered), "accept operations, types and attributes of unknown dialects"},
    {"keep-unknown", FLAG_BOOL, AT(keep_unknown), "let operations of unknown dialects pass through unchanged, and ignore text that is not MLIR"},
    {"split-input-file", FLAG_MARKER, AT(split_marker), "process what is between markers, '// -----' or the ones given, on its own"},
    {"output-split-marker", FLAG_STRING, AT(output_marker), "text to print between the results of --split-input-file (default: // -----)"},
    {"verify-diagnostics", FLAG_STRING, AT(diagnostics_mode), "check messages against 'expected-error {{…}}' comments; only-expected: unexpected messages are allowed"},
    {"verify-each", FLAG_BOOL, AT(verify_each), "run the verifier after each pass (default: on)"},
    {"run-reproducer", FLAG_BOOL, AT(run_reproducer), "run the pipeline of the reproducer in the input"},
    {"mlir-generate-reproducer", FLAG_STRING, AT(reproducer_file), "after the run, write its result and its pipeline to this file, as a reproducer"},
    {"mlir-pass-pipeline-crash-reproducer", FLAG_STRING, AT(crash_file), "when a pass fails, write what was read and the pipeline to this file, as a reproducer"},
    {"verify-roundtrip", FLAG_BOOL, AT(verify_roundtrip), "print, parse again and compare before anything else"},
    {"emit-bytecode", FLAG_BOOL, AT(emit_bytecode), "write bytecode instead of text; bytecode is read without being told"},
    {"emit-bytecode-version", FLAG_UINT, AT(bytecode_version), "the version of bytecode to write, 0 to 6 (default: 6)"},
    {"no-implicit-module", FLAG_BOOL, AT(no_implicit_module), "the file must hold one top-level operation"},
    {"pass-pipeline", FLAG_STRING, AT(pipeline), "passes as text: 'builtin.module(func.func(cse))'"},
    {"dump-pass-pipeline", FLAG_BOOL, AT(dump_pipeline), "print the pipeline on stderr before running it"},
    {"edition", FLAG_STRING, AT(print.edition), "edition to print: llvm22 (default, or that of --edition-in), llvm19, llvm16, llvm14, llvm13, 2020, llvm11, 2019"},
    {"edition-in", FLAG_STRING, AT(edition_in), "read exactly what this edition reads (default: every edition)"},
    {"dialect", FLAG_DIALECT, 0, "also read a dialect's records from this file; may be given again"},
    {"rules", FLAG_RULES, 0, "read rewrite rules from this file, for the pass apply-rules; may be given again"},
    {"apply-rules", FLAG_RULES, 0, "the same, and run them here among the passes"},
    {"fix", FLAG_BOOL, AT(fix), "print the text as written, with errors repaired where the repair is beyond doubt; run nothing"},
    {"upgrade", FLAG_STRING, AT(upgrade), "print the text as written, with older forms brought up to date; types: only types, in any text"},
    {"read-log", FLAG_STRING, AT(read_log), "list the dumps in a log of --mlir-print-ir-after-all; with a number, read that one as the input"},
    {"hints", FLAG_BOOL, AT(show_hints), "add Rung's own hints to messages (default: on)"},
    {"explain", FLAG_BOOL, AT(explain), "say on stderr what each pass did and why, and which operations are left"},
    {"explain-type", FLAG_STRING, AT(explain_type), "show how a type becomes one of the llvm dialect; reads no file"},
    {"explain-bare-pointers", FLAG_BOOL, AT(bare_pointers), "… for functions that take bare pointers"},
    {"explain-index-bitwidth", FLAG_UINT, AT(index_bits), "… with an index of this many bits"},
    {"explain-data-layout", FLAG_STRING, AT(data_layout), "… under this data layout: 'p:32:32-i64:32'"},
    {"mlir-print-op-generic", FLAG_BOOL, AT(print.generic), "print operations in generic form"},
    {"mlir-print-debuginfo", FLAG_BOOL, AT(print.debug_info), "print locations"},
    {"mlir-pretty-debuginfo", FLAG_BOOL, AT(print.pretty_debug_info), "print locations in a readable form"},
    {"mlir-print-local-scope", FLAG_BOOL, AT(print.local_scope), "print without aliases"},
    {"mlir-print-value-users", FLAG_BOOL, AT(print.value_users), "print the users of values as comments"},
    {"mlir-use-nameloc-as-prefix", FLAG_BOOL, AT(print.name_locations), "name values after their name locations"},
    {"mlir-print-skip-regions", FLAG_BOOL, AT(print.skip_regions), "leave regions out"},
    {"mlir-print-unique-ssa-ids", FLAG_BOOL, AT(print.unique_ids), "number values uniquely in the whole output"},
    {"mlir-elide-elementsattrs-if-larger", FLAG_UINT, AT(print.elide_elements_larger), "elide elements attributes with more elements"},
    {"mlir-elide-resource-strings-if-larger", FLAG_UINT, AT(print.elide_resources_larger), "elide resources with longer strings"},
    {"mlir-print-elementsattrs-with-hex-if-larger", FLAG_LONG, AT(print.hex_elements_larger), "print larger elements attributes as hex (default: 100)"},
    {"mlir-print-ir-before-all", FLAG_BOOL, AT(print_before_all), "print the IR before each pass"},
    {"mlir-print-ir-after-all", FLAG_BOOL, AT(print_after_all), "print the IR after each pass"},
    {"mlir-print-ir-before", FLAG_PASSES, AT(print_before), "print the IR before these passes"},
    {"mlir-print-ir-after", FLAG_PASSES, AT(print_after), "print the IR after these passes"},
    {"mlir-print-ir-after-change", FLAG_BOOL, AT(print_after_change), "print after passes only when they changed the IR"},
    {"mlir-print-ir-after-failure", FLAG_BOOL, AT(print_after_failure), "print the IR after a pass that failed"},
    {"mlir-print-ir-module-scope", FLAG_BOOL, AT(print_module_scope), "print the whole module, not only the op of the pass"},
    {"mlir-print-ir-tree-dir", FLAG_STRING, AT(tree_dir), "print to files in this folder instead of stderr"},
    {"mlir-timing", FLAG_BOOL, AT(timing), "report how long parser, passes and printer took"},
    {"mlir-timing-display", FLAG_STRING, AT(timing_display), "report times as the pipeline is nested, or the longest first"},
    {"mlir-output-format", FLAG_STRING, AT(output_format), "how times are reported"},
    {"mlir-pass-statistics", FLAG_BOOL, AT(statistics), "report what passes counted"},
    {"mlir-pass-statistics-display", FLAG_STRING, AT(statistics_display), "report statistics as the pipeline is nested, or by name"},
    {"mlir-disable-threading", FLAG_BOOL, AT(no_threads), "accepted: Rung has one thread anyway"},
    {"trace-rules", FLAG_LONG, AT(trace_line), "explain, and say of the operations on this line which rules were tried and why they do not apply"},
    {"list-rules", FLAG_STRING, AT(list_rules), "list Rung's own rewrite rules; with an operation, those that rewrite it"},
    {"show-passes", FLAG_BOOL, AT(list_passes), "list the passes"},
    {"list-passes", FLAG_BOOL, AT(list_passes), "the same"},
    {"help", FLAG_BOOL, AT(help), "this text"},
    {"h", FLAG_BOOL, AT(help), "the same"},
    {"version", FLAG_BOOL, AT(version), "Rung's version"},
};

static const Flag *find_flag(const char *name, size_t size) {
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (strlen(flags[i].name) == size && memcmp(flags[i].name, name, size) == 0) return &flags[i];
  return NULL;
}

static bool find_pass(const char *name, size_t size, RungPass *out) {
  for (uint32_t i = 0; rung_pass(i, out); i++)
    if (strlen(out->name) == size && memcmp(out->name, name, size) == 0) return true;
  return false;
}

// Flags with two values.
static const char *const choices[][3] = {
    {"verify-diagnostics", "all", "only-expected"},
    {"upgrade", "all", "types"},
    {"mlir-timing-display", "tree", "list"},
    {"mlir-output-format", "text", "json"},
    {"mlir-pass-statistics-display", "pipeline", "list"},
};

static bool may_stand_alone(const Flag *flag) {
  return flag->kind == FLAG_BOOL || flag->kind == FLAG_MARKER || flag->kind == FLAG_PASSES || flag->offset == AT(diagnostics_mode) ||
         flag->offset == AT(upgrade) || flag->offset == AT(list_rules) || flag->offset == AT(read_log);
}

// Flags of LLVM 22's mlir-opt that Rung does not have; an error says so.
static const char *const other_flags[] = {
    "elide-resource-data-from-bytecode", "irdl-file", "load-dialect-plugin", "load-pass-plugin", "log-actions-to",
    "mlir-debug-counter", "mlir-diagnostic-verbosity-level", "mlir-disable-diagnostic-notes",
    "mlir-pass-pipeline-local-reproducer", "mlir-print-op-on-diagnostic",
    "mlir-print-stacktrace-on-diagnostic", "mlir-very-unsafe-disable-verifier-on-parsing", "profile-actions-to",
    "show-dialects",
};

static bool is_other_flag(const char *name, size_t size) {
  for (size_t i = 0; i < sizeof other_flags / sizeof *other_flags; i++)
    if (strlen(other_flags[i]) == size && !memcmp(other_flags[i], name, size)) return true;
  return false;
}

// How many letters have to be put in, taken out or changed; more than `limit` when it is more.
static size_t edit_distance(const char *name, size_t size, const char *other, size_t limit) {
  size_t row[64], count = strlen(other);
  if (count >= sizeof row / sizeof *row || size > count + limit || count > size + limit) return limit + 1;
  for (size_t k = 0; k <= count; k++) row[k] = k;
  for (size_t i = 0; i < size; i++) {
    size_t diagonal = row[0]++;
    for (size_t k = 0; k < count; k++) {
      size_t best = diagonal + (name[i] != other[k]);
      diagonal = row[k + 1];
      if (row[k] + 1 < best) best = row[k] + 1;
      if (diagonal + 1 < best) best = diagonal + 1;
      row[k + 1] = best;
    }
  }
  return row[count];
}

static void say_unknown(const char *arg, const char *name, size_t size) {
  fprintf(stderr, "rung-opt: Unknown command line argument '%s'.  Try: 'rung-opt --help'\n", arg);
  if (rung_pass_exists_upstream((RungStr){name, size})) {
    fprintf(stderr, "rung-opt: '%.*s' is a pass of LLVM 22's mlir-opt that Rung does not have yet\n", (int)size, name);
    return;
  }
  if (is_other_flag(name, size)) {
    fprintf(stderr, "rung-opt: '%.*s' is a flag of LLVM 22's mlir-opt that Rung does not have\n", (int)size, name);
    return;
  }
  size_t best = size / 3;
  const char *meant = NULL;
  RungPass pass;
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    size_t distance = edit_distance(name, size, flags[i].name, best);
    if (distance <= best && (distance < best || !meant)) best = distance, meant = flags[i].name;
  }
  for (uint32_t i = 0; rung_pass(i, &pass); i++) {
    size_t distance = edit_distance(name, size, pass.name, best);
    if (distance <= best && (distance < best || !meant)) best = distance, meant = pass.name;
  }
  if (meant) fprintf(stderr, "rung-opt: Did you mean '--%s%s'?\n", meant, name + size);
}

// "-o", "--cse": as upstream names a flag in messages.
static bool say_wrong(const Flag *flag, const char *format, int size, const char *value) {
  fprintf(stderr, "rung-opt: for the -%s%s option: ", flag->name[1] ? "-" : "", flag->name);
  fprintf(stderr, format, size, value);
  fputc('\n', stderr);
  return false;
}

static bool parse_bool(const char *text, bool *out) {
  *out = !*text || !strcmp(text, "1") || !strcmp(text, "true") || !strcmp(text, "TRUE") || !strcmp(text, "True");
  return *out || !strcmp(text, "0") || !strcmp(text, "false") || !strcmp(text, "FALSE") || !strcmp(text, "False");
}

// Decimal, 0x…, 0b…, 0o… or 0…, up to `max`; with a sign when that is for signed numbers.
static bool parse_number(const char *text, bool is_signed, unsigned long long max, int64_t *out) {
  bool negative = is_signed && *text == '-';
  const char *digits = text + negative;
  int radix = 10;
  if (digits[0] == '0' && digits[1]) {
    char c = digits[1];
    radix = c == 'x' || c == 'X' ? 16 : c == 'b' || c == 'B' ? 2 : 8;
    digits += radix != 8 || c == 'o' ? 2 : 1;
  }
  if (!isxdigit((unsigned char)*digits)) return false;
  char *end;
  errno = 0;
  unsigned long long number = strtoull(digits, &end, radix);
  if (*end || errno || number > max) return false;
  *out = negative ? -(int64_t)number : (int64_t)number;
  return true;
}

// `value` NULL: none was given.
static bool set_flag(Options *self, const Flag *flag, const char *value) {
  char *place = (char *)self + flag->offset;
  switch (flag->kind) {
    case FLAG_BOOL:
      return parse_bool(value ? value : "", (bool *)place) ||
             say_wrong(flag, "'%.*s' is invalid value for boolean argument! Try 0 or 1", (int)strlen(value), value);
    case FLAG_UINT:
      return parse_number(value, false, UINT32_MAX, (int64_t *)place) ||
             say_wrong(flag, "'%.*s' value invalid for uint argument!", (int)strlen(value), value);
    case FLAG_LONG:
      return parse_number(value, true, INT64_MAX, (int64_t *)place) ||
             say_wrong(flag, "'%.*s' value invalid for long argument!", (int)strlen(value), value);
    case FLAG_DIALECT:
      if (self->dialect_count == MAX_DIALECTS) return say_wrong(flag, "there are too many: '%.*s'", (int)strlen(value), value);
      self->dialect_files[self->dialect_count++] = value;
      return true;
    case FLAG_RULES:
      for (uint32_t i = 0; i < self->rule_count; i++)
        if (!strcmp(self->rule_files[i], value)) return true;
      if (self->rule_count == MAX_DIALECTS) return say_wrong(flag, "there are too many: '%.*s'", (int)strlen(value), value);
      self->rule_files[self->rule_count++] = value;
      return true;
    case FLAG_PASSES:   // may be given again
      for (const char *p = value ? value : "";; p++) {
        size_t length = strcspn(p, ",");
        RungPass pass;
        if (!find_pass(p, length, &pass) && !rung_pass_exists_upstream((RungStr){p, length}))
          return say_wrong(flag, "Cannot find option named '%.*s'!", (int)length, p);
        p += length;
        if (!*p) break;
      }
      if (((Text *)place)->size) text_add((Text *)place, ",");
      return text_add((Text *)place, value) || report_out_of_memory();
    case FLAG_MARKER:
      *(const char **)place = value && *value ? value : default_marker;
      return true;
    case FLAG_STRING:
      *(const char **)place = value ? value : "";
      if (flag->offset == AT(read_log) && value && *value && !parse_number(value, false, UINT32_MAX, &self->log_stage))
        return say_wrong(flag, "'%.*s' is not the number of a stage!", (int)strlen(value), value);
      for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        if (strcmp(choices[i][0], flag->name) || (may_stand_alone(flag) && (!value || !*value))) continue;
        if (strcmp(choices[i][1], value) && strcmp(choices[i][2], value)) return say_wrong(flag, "Cannot find option named '%.*s'!", (int)strlen(value), value);
      }
      return true;
  }
  return false;
}

// Passes named one by one become one pipeline, without an anchor.
static bool add_pass(Text *pipeline, const RungPass *pass, const char *options) {
  if (pipeline->size) text_add(pipeline, ",");
  text_add(pipeline, pass->name);
  if (!options || !*options) return !pipeline->out_of_memory;
  bool braces = *options == '{' && options[strlen(options) - 1] == '}';
  text_add(pipeline, braces ? "" : "{");
  text_add(pipeline, options);
  return text_add(pipeline, braces ? "" : "}");
}

// `--apply-rules=FILE` stands for the pass with that file.
static bool add_rules_pass(Text *pipeline, const char *file) {
  const char *quote = strchr(file, '"') ? "'" : "\"";
  if (pipeline->size) text_add(pipeline, ",");
  text_add(pipeline, "apply-rules{file=");
  text_add(pipeline, quote);
  text_add(pipeline, file);
  text_add(pipeline, quote);
  return text_add(pipeline, "}");
}

bool options_parse(Options *self, int argc, char **argv) {
  *self = (Options){.print = rung_print_options(), .verify_each = true, .show_hints = true, .bytecode_version = RUNG_BYTECODE_VERSION, .output_marker = default_marker};
  Text passes = {0};
  bool ok = true, only_files = false;
  int files = 0;
  for (int i = 1; i < argc; i++) {
    const char *arg = argv[i];
    if (arg[0] != '-' || !arg[1] || only_files) {
      files++;
      self->input = arg;
      continue;
    }
    if (!strcmp(arg, "--")) {
      only_files = true;
      continue;
    }
    const char *name = arg + (arg[1] == '-' ? 2 : 1);
    size_t size = strcspn(name, "=");
    const char *value = name[size] ? name + size + 1 : NULL;
    const Flag *flag = find_flag(name, size);
    RungPass pass;
    if (flag) {
      if (!may_stand_alone(flag) && !value && !(value = argv[++i])) {
        ok = say_wrong(flag, "requires a value!%.*s", 0, "");
        break;
      }
      ok &= set_flag(self, flag, value);
      if (flag->kind == FLAG_RULES && strcmp(flag->name, "rules") != 0 && !add_rules_pass(&passes, value)) {
        ok = report_out_of_memory();
        break;
      }
    } else if (find_pass(name, size, &pass)) {
      if (!add_pass(&passes, &pass, value)) {
        ok = report_out_of_memory();
        break;
      }
    } else {
      say_unknown(arg, name, size);
      ok = false;
    }
  }
  if (files > 1) {
    fprintf(stderr, "rung-opt: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: rung-opt --help\n");
    ok = false;
  }
  self->upgrades_types = self->upgrade && !strcmp(self->upgrade, "types");
  self->verify_diagnostics = self->diagnostics_mode != NULL;
  self->only_expected = self->verify_diagnostics && !strcmp(self->diagnostics_mode, "only-expected");
  self->from_flags = !self->pipeline;
  self->pipeline_and_passes = self->pipeline && passes.size;
  if (self->pipeline) {          // argv's text is replaced by a copy
    Text copy = {0};
    if (!text_add(&copy, self->pipeline)) ok = report_out_of_memory();
    self->pipeline = copy.data;
    text_free(&passes);
  } else if (passes.size || self->dump_pipeline) {
    if (!text_add(&passes, "") && ok) ok = report_out_of_memory();
    self->pipeline = passes.data;
  }
  return ok;
}

void options_free(Options *self) {
  rung_dialects_delete(self->dialects);
  for (uint32_t i = 0; i < self->rule_count; i++) text_free(&self->rule_texts[i]);
  text_free(&self->print_before);
  text_free(&self->print_after);
  free(self->pipeline);
}

// One line: "  --name=<n>     help".
static void help_line(FILE *out, int indent, const char *dashes, const char *name, const char *value, const char *help) {
  int size = fprintf(out, "%*s%s%s%s", indent, "", dashes, name, value);
  fprintf(out, "%*s  %s\n", size < 54 ? 54 - size : 0, "", help);
}

static bool help_option(FILE *out, const RungPassOption *option) {
  Text value = {0}, help = {0};
  text_add(&value, "=");
  for (const char *const *choice = option->choices; choice && *choice; choice++) {
    if (choice != option->choices) text_add(&value, "|");
    text_add(&value, *choice);
  }
  if (!option->choices) {
    text_add(&value, "<");
    text_add(&value, option->type);
    text_add(&value, ">");
  }
  text_add(&help, option->summary);
  if (*option->default_text) {
    text_add(&help, " (default: ");
    text_add(&help, option->default_text);
    text_add(&help, ")");
  }
  bool ok = !value.out_of_memory && !help.out_of_memory;
  if (ok) help_line(out, 6, "", option->name, value.data, help.data);
  text_free(&value);
  text_free(&help);
  return ok || report_out_of_memory();
}

bool options_help(FILE *out) {
  static const char *const values[] = {
    [FLAG_BOOL] = "", [FLAG_STRING] = "=<text>", [FLAG_MARKER] = "[=<text>]", [FLAG_UINT] = "=<n>", [FLAG_LONG] = "=<n>",
    [FLAG_PASSES] = "=<passes>", [FLAG_DIALECT] = "=<file>", [FLAG_RULES] = "=<file>",
  };
  fprintf(out, "rung-opt [file|-] [flags]: parse, verify, transform and print MLIR\n\nFlags (one dash or two):\n");
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    char value[64];
    snprintf(value, sizeof value, "%s", flags[i].offset == AT(read_log) ? "[=<n>]" : flags[i].offset == AT(list_rules) ? "[=<op>]" : values[flags[i].kind]);
    for (size_t k = 0; k < sizeof choices / sizeof *choices; k++) {
      bool open = may_stand_alone(&flags[i]);
      if (!strcmp(choices[k][0], flags[i].name))
        snprintf(value, sizeof value, "%s=%s|%s%s", open ? "[" : "", choices[k][1], choices[k][2], open ? "]" : "");
    }
    help_line(out, 2, flags[i].name[1] ? "--" : "-", flags[i].name, value, flags[i].help);
  }
  fprintf(out, "\nPasses (--name or --name='option=value …'), run in the order given:\n");
  RungPass pass;
  RungPassOption option;
  for (uint32_t i = 0; rung_pass(i, &pass); i++) {
    help_line(out, 2, "--", pass.name, "", pass.summary);
    for (uint32_t k = 0; rung_pass_option(i, k, &option); k++)
      if (!help_option(out, &option)) return false;
  }
  return true;
}
