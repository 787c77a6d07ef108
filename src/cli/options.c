// The command line: one table of flags, and every pass by its name.
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

void text_append(Text *self, const char *data, size_t size) {
  if (self->size + size + 1 > self->cap) {
    size_t cap = self->cap ? self->cap * 2 : 256;
    while (cap < self->size + size + 1) cap *= 2;
    char *grown = realloc(self->data, cap);
    if (!grown) return;
    self->data = grown;
    self->cap = cap;
  }
  memcpy(self->data + self->size, data, size);
  self->size += size;
  self->data[self->size] = 0;
}

void text_add(Text *self, const char *text) { text_append(self, text, strlen(text)); }

void text_free(Text *self) {
  free(self->data);
  *self = (Text){0};
}

typedef enum FlagKind { FLAG_BOOL, FLAG_STRING, FLAG_INT, FLAG_PASSES } FlagKind;

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
    {"split-input-file", FLAG_BOOL, AT(split_input), "process the parts between '// -----' lines on their own"},
    {"verify-diagnostics", FLAG_BOOL, AT(verify_diagnostics), "check messages against 'expected-error {{…}}' comments"},
    {"verify-each", FLAG_BOOL, AT(verify_each), "run the verifier after each pass (default: on)"},
    {"verify-roundtrip", FLAG_BOOL, AT(verify_roundtrip), "print, parse again and compare before anything else"},
    {"no-implicit-module", FLAG_BOOL, AT(no_implicit_module), "the file must hold one top-level operation"},
    {"pass-pipeline", FLAG_STRING, AT(pipeline), "passes as text: 'builtin.module(func.func(cse))'"},
    {"dump-pass-pipeline", FLAG_BOOL, AT(dump_pipeline), "print the pipeline on stderr before running it"},
    {"edition", FLAG_STRING, AT(print.edition), "edition to print: llvm22; up to llvm16 pointers have types: !llvm.ptr<f32>"},
    {"edition-in", FLAG_STRING, AT(edition_in), "read exactly what this edition reads (default: every edition)"},
    {"hints", FLAG_BOOL, AT(show_hints), "add Rung's own hints to messages (default: on)"},
    {"explain", FLAG_BOOL, AT(explain), "say on stderr what each pass did and why, and what is left"},
    {"explain-type", FLAG_STRING, AT(explain_type), "show how a type becomes one of the llvm dialect; reads no file"},
    {"explain-bare-pointers", FLAG_BOOL, AT(bare_pointers), "… for functions that take bare pointers"},
    {"explain-index-bitwidth", FLAG_INT, AT(index_bits), "… with an index of this many bits"},
    {"explain-data-layout", FLAG_STRING, AT(data_layout), "… under this data layout: 'p:32:32-i64:32'"},
    {"mlir-print-op-generic", FLAG_BOOL, AT(print.generic), "print operations in generic form"},
    {"mlir-print-debuginfo", FLAG_BOOL, AT(print.debug_info), "print locations"},
    {"mlir-pretty-debuginfo", FLAG_BOOL, AT(print.pretty_debug_info), "print locations in a readable form"},
    {"mlir-print-local-scope", FLAG_BOOL, AT(print.local_scope), "print without aliases"},
    {"mlir-print-value-users", FLAG_BOOL, AT(print.value_users), "print the users of values as comments"},
    {"mlir-use-nameloc-as-prefix", FLAG_BOOL, AT(print.name_locations), "name values after their name locations"},
    {"mlir-print-skip-regions", FLAG_BOOL, AT(print.skip_regions), "leave regions out"},
    {"mlir-print-unique-ssa-ids", FLAG_BOOL, AT(print.unique_ids), "number values uniquely in the whole output"},
    {"mlir-elide-elementsattrs-if-larger", FLAG_INT, AT(print.elide_elements_larger), "elide elements attributes with more elements"},
    {"mlir-elide-resource-strings-if-larger", FLAG_INT, AT(print.elide_resources_larger), "elide resources with longer strings"},
    {"mlir-print-elementsattrs-with-hex-if-larger", FLAG_INT, AT(print.hex_elements_larger), "print larger elements attributes as hex (default: 100)"},
    {"mlir-print-ir-before-all", FLAG_BOOL, AT(print_before_all), "print the IR before each pass"},
    {"mlir-print-ir-after-all", FLAG_BOOL, AT(print_after_all), "print the IR after each pass"},
    {"mlir-print-ir-before", FLAG_PASSES, AT(print_before), "print the IR before these passes"},
    {"mlir-print-ir-after", FLAG_PASSES, AT(print_after), "print the IR after these passes"},
    {"mlir-print-ir-after-change", FLAG_BOOL, AT(print_after_change), "print after passes only when they changed the IR"},
    {"mlir-print-ir-after-failure", FLAG_BOOL, AT(print_after_failure), "print the IR after a pass that failed"},
    {"mlir-print-ir-module-scope", FLAG_BOOL, AT(print_module_scope), "print the whole module, not only the op of the pass"},
    {"mlir-print-ir-tree-dir", FLAG_STRING, AT(tree_dir), "print to files in this folder instead of stderr"},
    {"mlir-timing", FLAG_BOOL, AT(timing), "report how long parser, passes and printer took"},
    {"mlir-timing-display", FLAG_STRING, AT(timing_display), "tree (as the pipeline is nested) or list (by time)"},
    {"mlir-output-format", FLAG_STRING, AT(output_format), "text or json: how times are reported"},
    {"mlir-pass-statistics", FLAG_BOOL, AT(statistics), "report what passes counted"},
    {"mlir-pass-statistics-display", FLAG_STRING, AT(statistics_display), "pipeline (as it is nested) or list (by name)"},
    {"mlir-disable-threading", FLAG_BOOL, AT(no_threads), "accepted: Rung has one thread anyway"},
    {"show-passes", FLAG_BOOL, AT(list_passes), "list the passes"},
    {"help", FLAG_BOOL, AT(help), "this text"},
    {"h", FLAG_BOOL, AT(help), "this text"},
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

static bool parse_bool(const char *text, bool *out) {
  *out = !strcmp(text, "1") || !strcmp(text, "true") || !strcmp(text, "TRUE") || !strcmp(text, "True");
  return *out || !strcmp(text, "0") || !strcmp(text, "false") || !strcmp(text, "FALSE") || !strcmp(text, "False");
}

static bool set_flag(Options *self, const Flag *flag, const char *value) {
  char *place = (char *)self + flag->offset;
  switch (flag->kind) {
    case FLAG_BOOL: {
      bool on = true;
      if (value && !parse_bool(value, &on)) {
        fprintf(stderr, "rung-opt: for the --%s option: '%s' is invalid value for boolean argument! Try 0 or 1\n", flag->name, value);
        return false;
      }
      *(bool *)place = on;
      return true;
    }
    case FLAG_INT: {
      char *end;
      long long number = strtoll(value, &end, 0);
      if (!*value || *end) {
        fprintf(stderr, "rung-opt: for the --%s option: '%s' value invalid for integer argument!\n", flag->name, value);
        return false;
      }
      *(int64_t *)place = number;
      return true;
    }
    case FLAG_PASSES:   // may be given again
      for (const char *p = value; *p;) {
        size_t length = strcspn(p, ",");
        RungPass pass;
        if (!find_pass(p, length, &pass) && !rung_pass_exists_upstream((RungStr){p, length})) {
          fprintf(stderr, "rung-opt: for the --%s option: Cannot find option named '%.*s'!\n", flag->name, (int)length, p);
          return false;
        }
        p += length + (p[length] == ',');
      }
      if (((Text *)place)->size) text_add((Text *)place, ",");
      text_add((Text *)place, value);
      return true;
    case FLAG_STRING:
      *(const char **)place = value;
      return true;
  }
  return false;
}

// Passes named one by one become one pipeline; one for another anchor gets a nest of its own.
static void add_pass(Text *pipeline, const RungPass *pass, const char *options) {
  const char *nest = pass->anchor && strcmp(pass->anchor, "builtin.module") ? pass->anchor : NULL;
  text_add(pipeline, pipeline->size ? "," : "builtin.module(");
  if (nest) {
    text_add(pipeline, nest);
    text_add(pipeline, "(");
  }
  text_add(pipeline, pass->name);
  if (options && *options) {
    bool braces = *options == '{' && options[strlen(options) - 1] == '}';
    text_add(pipeline, braces ? "" : "{");
    text_add(pipeline, options);
    text_add(pipeline, braces ? "" : "}");
  }
  if (nest) text_add(pipeline, ")");
}

bool options_parse(Options *self, int argc, char **argv) {
  *self = (Options){.print = rung_print_options(), .verify_each = true, .show_hints = true};
  Text passes = {0};
  bool ok = true;
  for (int i = 1; i < argc && ok; i++) {
    const char *arg = argv[i];
    if (arg[0] != '-' || !arg[1]) {
      if (self->input) {
        fprintf(stderr, "rung-opt: Too many positional arguments specified!\n");
        ok = false;
      }
      self->input = arg;
      continue;
    }
    const char *name = arg + (arg[1] == '-' ? 2 : 1);
    const char *equal = strchr(name, '=');
    size_t size = equal ? (size_t)(equal - name) : strlen(name);
    const char *value = equal ? equal + 1 : NULL;
    const Flag *flag = find_flag(name, size);
    RungPass pass;
    if (flag) {
      if (flag->kind != FLAG_BOOL && !value) {
        if (i + 1 >= argc) {
          fprintf(stderr, "rung-opt: for the --%s option: requires a value!\n", flag->name);
          ok = false;
          break;
        }
        value = argv[++i];
      }
      ok = set_flag(self, flag, value);
    } else if (find_pass(name, size, &pass)) {
      add_pass(&passes, &pass, value);
    } else {
      fprintf(stderr, "rung-opt: Unknown command line argument '%s'.  Try: 'rung-opt --help'\n", arg);
      if (rung_pass_exists_upstream((RungStr){name, size}))
        fprintf(stderr, "rung-opt: '%.*s' is a pass of LLVM 22's mlir-opt that Rung does not have yet\n", (int)size, name);
      ok = false;
    }
  }
  const char *statistics = self->statistics_display, *timing = self->timing_display;
  if (ok && statistics && strcmp(statistics, "list") && strcmp(statistics, "pipeline")) {
    fprintf(stderr, "rung-opt: for the --mlir-pass-statistics-display option: Cannot find option named '%s'!\n", statistics);
    ok = false;
  }
  if (ok && timing && strcmp(timing, "list") && strcmp(timing, "tree")) {
    fprintf(stderr, "rung-opt: for the --mlir-timing-display option: Cannot find option named '%s'!\n", timing);
    ok = false;
  }
  if (ok && self->pipeline && passes.size) {
    fprintf(stderr, "<unknown>:0: error: '-pass-pipeline' option can't be used with individual pass options\n");
    ok = false;
  }
  if (self->pipeline) {          // argv's text becomes our own
    Text copy = {0};
    text_add(&copy, self->pipeline);
    self->pipeline = copy.data;
  } else if (passes.size) {
    text_add(&passes, ")");
    self->pipeline = passes.data;
    passes = (Text){0};
  }
  text_free(&passes);
  return ok;
}

void options_free(Options *self) {
  text_free(&self->print_before);
  text_free(&self->print_after);
  free(self->pipeline);
}

void options_help(FILE *out) {
  fprintf(out, "rung-opt [file|-] [flags]: parse, verify, transform and print MLIR\n\nFlags (one dash or two):\n");
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    fprintf(out, "  --%-46s%s\n", flags[i].name, flags[i].help);
  fprintf(out, "\nPasses (--name or --name='option=value …'), run in the order given:\n");
  RungPass pass;
  for (uint32_t i = 0; rung_pass(i, &pass); i++) fprintf(out, "  --%-46s%s\n", pass.name, pass.summary);
}
