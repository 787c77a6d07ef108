// rung.h over the layers below.
#include "rung.h"

#include <stdlib.h>

#include "api_dialects.h"
#include "asm/kept.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "asm/surroundings.h"
#include "convert/llvm/explain_type.h"
#include "dialects/registry.h"
#include "editions/upgrade.h"
#include "ir/edition.h"
#include "ir/verify.h"
#include "ops/builtin.h"
#include "passes/explain_run.h"
#include "passes/pipeline.h"
#include "service/changed_lines.h"
#include "service/hover.h"
#include "service/summary.h"
#include "service/tokens.h"
#include "service/type_at.h"

#if defined(__wasm__)
#define DEFAULT_MEMORY_LIMIT ((size_t)1 << 30)
#else
#define DEFAULT_MEMORY_LIMIT ((size_t)4 << 30)
#endif

// A session holds one context for the text and what was made of it. A new text gets a new context,
// so that nothing of an older text (bodies of identified structs, say) shows through.
struct RungSession {
  RungOptions options;
  const Edition *edition_in;    // NULL: every one is read
  const Edition *edition_out;   // NULL: that of edition_in, or the current one
  char *file_name;
  Mem mem;              // of the session itself: text, messages, printed output
  Arena arena;          // messages and stages of the last call
  Diags diags;
  Str text;
  char *text_copy;      // NULL when the text is borrowed
  UsedDialects dialects;   // added ones that contexts of the text know
  Context *ctx;         // NULL before the first text
  Module *module;
  Module *result;       // of the last run; NULL before
  StrBuf printed, pipeline_text;
  Pipeline pipeline;    // the last one; in `arena`
  RungStage *stages;
  uint32_t stage_count;
  size_t peak;
  bool out_of_memory;         // memory ran out for a context that is gone
  Operation *observed;  // the op of the running observer call
  bool tracing;
  ExplainLog log;       // of the last run, when it was traced
  Facts facts;          // of the last explanation
  VEC(const Fix *) fixes_made;   // by the last rung_fixed_text(), in order
  bool result_is_typed; // pointers of the result may say what they point to
  // Custom forms are for operations that verify; others are printed in generic form, as upstream does.
  bool module_valid, result_valid;
};

static RungStr out_str(Str s) { return (RungStr){s.data, s.size}; }
static ALWAYS_INLINE Str in_str(RungStr s) { return (Str){s.data, s.size}; }

// --- Sessions

RungSession *rung_session_new(const RungOptions *options) {
  RungSession *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  if (!mem_init(&self->mem, 0)) {
    free(self);
    return NULL;
  }
  arena_init(&self->arena, &self->mem);
  strbuf_init(&self->printed, &self->mem);
  strbuf_init(&self->pipeline_text, &self->mem);
  diags_init(&self->diags, &self->arena);
  if (!rung_set_options(self, options)) {
    rung_session_delete(self);
    return NULL;
  }
  return self;
}

bool rung_edition(uint32_t i, RungEdition *out) {
  const Edition *edition = all_editions;
  while (edition->name && i--) edition++;
  if (!edition->name) return false;
  *out = (RungEdition){edition->name, edition->is_read, edition->is_printed};
  return true;
}

bool rung_edition_exists(const char *name) {
  const Edition *edition = edition_by_name(str_from(name));
  return edition && edition->is_printed;
}

bool rung_edition_is_read(const char *name) {
  const Edition *edition = edition_by_name(str_from(name));
  return edition && edition->is_read;
}

// The newest edition whose pointers say what they point to.
static const Edition *last_typed_edition(void) {
  const Edition *edition = edition_current;
  while (!edition->typed_pointers) edition--;
  return edition;
}

static void drop_modules(RungSession *self) {
  if (!self->ctx) return;
  if (self->ctx->mem.peak > self->peak) self->peak = self->ctx->mem.peak;
  self->out_of_memory |= self->ctx->mem.exhausted;
  if (self->result != self->module) module_free(self->result);
  if (self->module) module_free(self->module);
  context_free(self->ctx);
  self->ctx = NULL;
  self->module = self->result = NULL;
}

void rung_session_delete(RungSession *self) {
  if (!self) return;
  drop_modules(self);
  added_dialects_release(&self->dialects);
  strbuf_free(&self->printed);
  strbuf_free(&self->pipeline_text);
  arena_free(&self->arena);
  mem_free(&self->mem);
  free(self->text_copy);
  free(self->file_name);
  free(self);
}

bool rung_set_options(RungSession *self, const RungOptions *options) {
  RungOptions set = options ? *options : (RungOptions){0};
  const Edition *edition_out = NULL;
  if (set.edition_in && (set.keep_unknown || !rung_edition_is_read(set.edition_in))) return false;
  if (set.edition && (!(edition_out = edition_by_name(str_from(set.edition))) || !edition_out->is_printed)) return false;
  const char *name = set.file_name ? set.file_name : "<stdin>";
  size_t size = strlen(name) + 1;
  char *copy = malloc(size);
  if (!copy) return false;
  memcpy(copy, name, size);
  free(self->file_name);
  self->file_name = copy;
  self->options = set;
  self->options.file_name = copy;
  self->options.edition_in = self->options.edition = NULL;
  self->edition_in = set.edition_in ? edition_by_name(str_from(set.edition_in)) : NULL;
  self->edition_out = edition_out;
  return true;
}

// Forget the messages and stages of the last call.
static void begin_call(RungSession *self) {
  arena_reset(&self->arena);
  mem_recover(&self->mem);
  diags_init(&self->diags, &self->arena);
  self->pipeline = (Pipeline){0};
  self->stages = NULL;
  self->stage_count = 0;
  self->log = (ExplainLog){.arena = &self->arena};
  self->facts = (Facts){0};
  self->fixes_made.data = NULL;
  self->fixes_made.count = self->fixes_made.cap = 0;
  if (self->ctx) self->ctx->diags = &self->diags;
}

static bool report(RungSession *self, const char *message) {
  Diag *diag = diags_add(&self->diags, SEVERITY_ERROR, DIAG_SYNTAX);
  diag_text(&self->diags, diag, "%s", message);
  return false;
}

static bool report_out_of_memory(RungSession *self) {
  self->out_of_memory = true;
  Diag *diag = diags_add(&self->diags, SEVERITY_ERROR, DIAG_SYNTAX);
  diag->out_of_memory = true;
  diag_text(&self->diags, diag, "out of memory");
  return false;
}

static bool is_out_of_memory(const RungSession *self) {
  return self->mem.exhausted || (self->ctx && self->ctx->mem.exhausted);
}

bool rung_out_of_memory(const RungSession *self) {
  return self->out_of_memory || self->mem.was_exhausted || is_out_of_memory(self);
}

// Parse and verify into a new context. `text` is the session's, or as long: places are the same. False: an error was reported.
static bool read_text(RungSession *self, Str text, const U32Vec *pieces) {
  size_t limit = self->options.memory_limit ? self->options.memory_limit : DEFAULT_MEMORY_LIMIT;
  self->ctx = context_with_all_dialects(limit);
  if (!self->ctx) return false;
  for (uint32_t i = 0; i < self->dialects.count; i++) context_add_dialect(self->ctx, self->dialects.dialects[i]->def);
  bool any_dialect = self->options.allow_unregistered_dialects || self->options.keep_unknown;
  self->ctx->diags = &self->diags;
  self->ctx->allow_unregistered = any_dialect;
  const Edition *wanted = self->edition_out ? self->edition_out : self->edition_in;
  self->ctx->edition = wanted == edition_current ? NULL : wanted;
  self->ctx->no_op_notes = self->options.no_operation_notes;
  self->module = module_new(self->ctx, (Source){
    .name = str_from(self->file_name),
    .text = text,
    .line_offset = self->options.line_offset,
    .column_offset = self->options.column_offset,
  });
  if (!self->module) return false;
  ParseOptions options = {
    .allow_unregistered = any_dialect,
    .keep_unknown = self->options.keep_unknown,
    .no_implicit_module = self->options.no_implicit_module,
    .pieces = pieces,
    .edition = self->edition_in,
  };
  self->ctx->stage = DIAG_SYNTAX;
  bool ok = parse_module(self->module, &options);
  if (self->module->op && !self->ctx->mem.exhausted) {
    ok = module_upgrade(self->module, wanted ? wanted : edition_current) && ok;
    self->ctx->stage = DIAG_VERIFY;
    ok = verify_op(self->module, self->module->op) && ok;
  }
  return ok && self->diags.error_count == 0;
}

// A reading put by while another one is tried.
typedef struct Reading {
  Context *ctx;
  Module *module;
  Diags diags;
} Reading;

static Reading put_by(RungSession *self) {
  Reading reading = {self->ctx, self->module, self->diags};
  self->ctx = NULL;
  self->module = NULL;
  diags_init(&self->diags, &self->arena);
  return reading;
}

static void drop_reading(RungSession *self, const Reading *reading) {
  if (!reading->ctx) return;
  if (reading->ctx->mem.peak > self->peak) self->peak = reading->ctx->mem.peak;
  if (reading->module) module_free(reading->module);
  context_free(reading->ctx);
}

// Read again as asked; of both readings the one with fewer errors stays. True: it is the new one.
static bool read_better(RungSession *self, Str text, const U32Vec *pieces) {
  Reading before = put_by(self);
  read_text(self, text, pieces);
  bool failed = !self->ctx || self->ctx->mem.exhausted || self->ctx->mem.was_exhausted;
  if (failed) self->out_of_memory = true;   // what the text would have been nobody knows
  bool better = !failed && self->diags.error_count < before.diags.error_count;
  if (better) {
    drop_reading(self, &before);
    return true;
  }
  Reading after = put_by(self);
  drop_reading(self, &after);
  self->ctx = before.ctx;
  self->module = before.module;
  self->diags = before.diags;
  self->ctx->diags = &self->diags;
  return false;
}

// An information about a range of the text; `%s`-free formats only.
static void inform(RungSession *self, DiagInfo info, Range range, const char *format, uint32_t count) {
  Diag *diag = diags_add(&self->diags, SEVERITY_INFORMATION, DIAG_SYNTAX);
  diag->info = (uint8_t)info;
  diag->about = count;
  diag->has_range = true;
  diag->range = range;
  LineCol place = source_line_col(&self->module->source, &self->module->arena, range.begin);
  diag->file = str_from(self->file_name);
  diag->line = place.line;
  diag->column = place.column;
  diag_text(&self->diags, diag, format, count);
}

// The text has errors: perhaps because there is more than IR in it, or several pieces of IR.
static bool read_without_surroundings(RungSession *self) {
  Surroundings found;
  if (!surroundings_find(&found, &self->arena, self->text)) return false;
  bool aside = found.aside.count && read_better(self, found.text, NULL);
  bool apart = self->diags.error_count && self->ctx->has_redefinition && found.pieces.count &&
               read_better(self, found.text, &found.pieces);
  if (aside || apart)
    for (uint32_t i = 0; i < found.aside.count; i++) {
      Range range = found.aside.data[i];
      LineCol first = source_line_col(&self->module->source, &self->module->arena, range.begin);
      LineCol last = source_line_col(&self->module->source, &self->module->arena, range.end ? range.end - 1 : 0);
      uint32_t lines = last.line - first.line + 1;
      bool prefixes = found.has_prefixes && i == 0;
      if (prefixes) range.end = found.first_prefix_end;
      inform(self, DIAG_INFO_ASIDE, range, prefixes ? "what %u lines begin with is set aside" :
             lines == 1 ? "%u line is set aside: it is no IR" : "%u lines are set aside: they are no IR", lines);
    }
  if (apart)
    inform(self, DIAG_INFO_PIECES, (Range){found.pieces.data[0], found.pieces.data[0]}, "%u pieces are read one by one, each into a module of its own", found.pieces.count + 1);
  return self->diags.error_count == 0;
}

bool rung_set_text(RungSession *self, RungStr text) {
  drop_modules(self);
  added_dialects_release(&self->dialects);
  begin_call(self);
  self->out_of_memory = self->mem.was_exhausted = false;
  if (!added_dialects_use(self->options.dialects, &self->dialects)) return report_out_of_memory(self);
  if (text.size > UINT32_MAX - 1) return report(self, "the text is too large: 4 GiB is the limit");
  free(self->text_copy);
  self->text_copy = NULL;
  self->text = (Str){0};
  if (!self->options.borrow_text) {
    self->text_copy = malloc(text.size + 1);
    if (!self->text_copy) return report_out_of_memory(self);
    if (text.size) memcpy(self->text_copy, text.data, text.size);
    text.data = self->text_copy;
  }
  self->text = in_str(text);
  self->module_valid = self->result_valid = false;

  bool ok = read_text(self, self->text, NULL);
  if (!ok && self->options.keep_unknown && self->ctx && !is_out_of_memory(self)) ok = read_without_surroundings(self);
  if (!self->ctx || self->out_of_memory || is_out_of_memory(self)) {
    drop_modules(self);   // what was built may be incomplete
    const Diag *said = self->diags.last;   // by the parser, perhaps
    ok = said && said->out_of_memory ? false : report_out_of_memory(self);
  }
  return self->module_valid = ok && self->diags.error_count == 0;
}

RungStr rung_text(const RungSession *self) { return out_str(self->text); }

size_t rung_peak_memory(const RungSession *self) {
  size_t peak = self->ctx && self->ctx->mem.peak > self->peak ? self->ctx->mem.peak : self->peak;
  return peak + self->mem.peak + self->text.size;
}

// --- Diagnostics

const char *rung_severity_name(RungSeverity severity) { return severity_name((Severity)severity); }

uint32_t rung_diagnostic_count(const RungSession *self) { return self->diags.count; }

bool api_fill_diagnostic(const Diag *diag, RungDiagnostic *out) {
  if (!diag) return false;
  *out = (RungDiagnostic){
    .severity = (RungSeverity)diag->severity,
    .has_range = diag->has_range,
    .is_hint = diag->is_hint,
    .phase = (RungPhase)diag->stage,
    .kind = (RungInformation)diag->info,
    .about = diag->about,
    .begin = diag->range.begin,
    .end = diag->range.end,
    .file = out_str(diag->file),
    .line = diag->line,
    .column = diag->column,
    .message = out_str(diag->message),
    .label = diag_label(diag),
    .lists_fixes = diag->lists_fixes,
    .out_of_memory = diag->out_of_memory,
    .headline = diag->headline,
  };
  for (const Diag *note = diag->notes; note; note = note->next) out->note_count++;
  for (const Fix *fix = diag->fixes; fix; fix = fix->next) out->fix_count++;
  return true;
}

static const Diag *nth(const Diag *diag, uint32_t n) {
  while (diag && n--) diag = diag->next;
  return diag;
}

bool rung_diagnostic(const RungSession *self, uint32_t i, RungDiagnostic *out) {
  return api_fill_diagnostic(nth(self->diags.first, i), out);
}

bool rung_diagnostic_note(const RungSession *self, uint32_t i, uint32_t n, RungDiagnostic *out) {
  const Diag *diag = nth(self->diags.first, i);
  return api_fill_diagnostic(diag ? nth(diag->notes, n) : NULL, out);
}

RungStr rung_summary(RungSession *self) {
  self->printed.size = 0;
  diags_summary(&self->diags, &self->printed);
  return out_str(strbuf_view(&self->printed));
}

static RungFix out_fix(const Fix *fix) {
  return (RungFix){fix->range.begin, fix->range.end, out_str(fix->text), out_str(fix->title), fix->is_safe};
}

bool rung_diagnostic_fix(const RungSession *self, uint32_t i, uint32_t n, RungFix *out) {
  const Diag *diag = nth(self->diags.first, i);
  const Fix *fix = diag ? diag->fixes : NULL;
  while (fix && n--) fix = fix->next;
  if (!fix) return false;
  *out = out_fix(fix);
  return true;
}

RungStr rung_fixed_text(RungSession *self) {
  vec_clear(&self->fixes_made);
  // The first safe one of each message, by place. What a later stage complains about may follow from errors before it.
  const Diag *first = self->diags.first;
  while (first && first->severity != SEVERITY_ERROR) first = first->next;
  for (const Diag *diag = first; diag; diag = diag->next) {
    const Fix *fix = diag->stage == first->stage ? diag->fixes : NULL;
    while (fix && !fix->is_safe) fix = fix->next;
    if (!fix || fix->range.end > self->text.size) continue;
    vec_push(&self->arena, &self->fixes_made, fix);
    uint32_t i = self->fixes_made.count - 1;
    for (; i > 0 && self->fixes_made.data[i - 1]->range.begin > fix->range.begin; i--) self->fixes_made.data[i] = self->fixes_made.data[i - 1];
    self->fixes_made.data[i] = fix;
  }
  self->printed.size = 0;
  uint32_t at = 0, made = 0;
  for (uint32_t i = 0; i < self->fixes_made.count; i++) {
    const Fix *fix = self->fixes_made.data[i];
    if (made && (fix->range.begin < at || fix->range.begin == self->fixes_made.data[made - 1]->range.begin)) continue;
    strbuf_str(&self->printed, str_slice(self->text, at, fix->range.begin));
    strbuf_str(&self->printed, fix->text);
    at = fix->range.end;
    self->fixes_made.data[made++] = fix;
  }
  self->fixes_made.count = made;
  strbuf_str(&self->printed, str_slice(self->text, at, self->text.size));
  if (is_out_of_memory(self)) {   // a part of it is none
    self->out_of_memory = true;
    vec_clear(&self->fixes_made);
    return (RungStr){0};
  }
  return out_str(strbuf_view(&self->printed));
}

bool rung_fix_made(const RungSession *self, uint32_t n, RungFix *out) {
  if (n >= self->fixes_made.count) return false;
  *out = out_fix(self->fixes_made.data[n]);
  return true;
}

// --- Printing

RungPrintOptions rung_print_options(void) {
  return (RungPrintOptions){
    .elide_elements_larger = -1,
    .elide_resources_larger = -1,
    .hex_elements_larger = 100,
  };
}

static PrintOptions print_options(const RungSession *self, const RungPrintOptions *from) {
  RungPrintOptions o = from ? *from : rung_print_options();
  PrintOptions options = PRINT_OPTIONS_DEFAULT;
  options.generic = o.generic;
  options.debug_info = o.debug_info;
  options.pretty_debug_info = o.pretty_debug_info;
  options.local_scope = o.local_scope;
  options.value_users = o.value_users;
  options.nameloc_prefix = o.name_locations;
  options.skip_regions = o.skip_regions;
  options.unique_ssa_ids = o.unique_ids;
  options.elide_elements_larger = o.elide_elements_larger;
  options.elide_resources_larger = o.elide_resources_larger;
  options.hex_elements_larger = o.hex_elements_larger;
  const Edition *edition = o.edition ? edition_by_name(str_from(o.edition)) : self->edition_out ? self->edition_out : self->edition_in;
  if (edition != edition_current) options.edition = edition;
  return options;
}

// `map` (may be NULL) receives what came from where.
static RungStr print_mapped(RungSession *self, Module *module, Operation *op, bool valid,
                            const RungPrintOptions *options, OutputMap *map) {
  self->printed.size = 0;
  if (options && options->edition && !rung_edition_exists(options->edition)) return (RungStr){NULL, 0};
  if (!module || !op) return (RungStr){"", 0};
  PrintOptions o = print_options(self, options);
  o.generic |= !valid;
  o.map = map;
  o.no_external_resources = self->observed != NULL;
  if (module == self->result && self->result_is_typed && !o.edition) o.edition = last_typed_edition();
  // The output is about as long as the text: growing the buffer step by step would copy it.
  if (module->op == op) strbuf_reserve(&self->printed, self->text.size + self->text.size / 4);
  print_module(&self->printed, module, op, &o);
  if (is_out_of_memory(self)) return (RungStr){NULL, 0};
  return out_str(strbuf_view(&self->printed));
}

static RungStr print_op_text(RungSession *self, Module *module, Operation *op, bool valid,
                             const RungPrintOptions *options) {
  return print_mapped(self, module, op, valid, options, NULL);
}

// True: the form asked for cannot be printed, which is reported. What is kept as written has one form only.
static bool refuses_form(RungSession *self, Module *module, const RungPrintOptions *options) {
  if (options && options->edition && !rung_edition_exists(options->edition)) {
    Diag *diag = diags_add(&self->diags, SEVERITY_ERROR, DIAG_SYNTAX);
    diag_text(&self->diags, diag, "edition '%s' is not supported", options->edition);
    return true;
  }
  if (!module || !module->op) return false;
  PrintOptions wanted = print_options(self, options);
  if (wanted.edition && !module_can_be_said(module, wanted.edition)) return true;
  if (!options || !self->ctx->has_kept) return false;
  Operation *kept = wanted.generic || wanted.edition ? kept_find(module->op, false) : NULL;
  if (!kept) return false;
  diag_at(module, SEVERITY_ERROR, kept->loc, "'%.*s' is kept as written: it has no %s", STR_ARG(op_name(kept)),
          wanted.generic ? "generic form" : "form of another edition");
  return true;
}

RungStr rung_print(RungSession *self, const RungPrintOptions *options) {
  if (refuses_form(self, self->module, options)) return (RungStr){NULL, 0};
  return print_op_text(self, self->module, self->module ? self->module->op : NULL,
                       self->module_valid, options);
}

RungStr rung_print_result(RungSession *self, const RungPrintOptions *options) {
  if (refuses_form(self, self->result, options)) return (RungStr){NULL, 0};
  return print_op_text(self, self->result, self->result ? self->result->op : NULL,
                       self->result_valid, options);
}

static void flush(StrBuf *out, void *data) {
  const RungSink *sink = data;
  if (out->size) sink->write(sink->data, out_str(strbuf_view(out)));
  out->size = 0;
}

bool rung_print_to(RungSession *self, bool result, const RungPrintOptions *options, const RungSink *sink) {
  Module *module = result ? self->result : self->module;
  if (refuses_form(self, module, options)) return false;
  if (!module || !module->op) return true;
  PrintOptions o = print_options(self, options);
  o.generic |= !(result ? self->result_valid : self->module_valid);
  if (result && self->result_is_typed && !o.edition) o.edition = last_typed_edition();
  o.flush = flush;
  o.flush_data = (void *)(uintptr_t)sink;
  self->printed.size = 0;
  print_module(&self->printed, module, module->op, &o);
  flush(&self->printed, o.flush_data);
  return !is_out_of_memory(self);
}

// --- Passes

typedef struct RunState {
  RungSession *session;
  const RungObserver *observer;
  bool keep_stages;
  VEC(RungStage) stages;
} RunState;

static void tell(RunState *run, const PassInstance *pass, Operation *op, bool after, bool changed,
                 bool failed) {
  if (!run->observer) return;
  RungPassEvent event = {
    .pass = out_str(str_from(pass->def->name)),
    .class_name = out_str(str_from(pass->def->class_name)),
    .anchor = out_str(op_name(op)),
    .symbol = out_str(symbol_name(op)),
    .nest = out_str(pass->nest),
    .number = pass->number,
    .after = after,
    .changed = changed,
    .failed = failed,
  };
  run->session->observed = op;
  run->observer->event(run->observer->data, run->session, &event);
  run->session->observed = NULL;
}

// The pairs of ranges as they go out. What has no source (a module nobody wrote) points nowhere: 0, 0.
static const uint32_t *origins_of(RungSession *self, const OutputMap *map) {
  uint32_t count = map->entries.count;
  uint32_t *out = count ? arena_alloc(&self->arena, sizeof *out * 4 * (size_t)count) : NULL;
  for (uint32_t i = 0; out && i < count; i++) {
    const OutputMapEntry *entry = &map->entries.data[i];
    out[4 * i] = entry->out_begin;
    out[4 * i + 1] = entry->out_end;
    out[4 * i + 2] = entry->src.begin;
    out[4 * i + 3] = entry->src.end;
  }
  return out;
}

static void before_pass(void *data, const PassInstance *pass, Module *module, Operation *op) {
  (void)module;
  tell(data, pass, op, false, false, false);
}

// Whether the module verifies, without a word.
static bool is_valid(RungSession *self, Module *module) {
  Arena arena;
  Diags suppressed, *diags = self->ctx->diags;
  arena_init(&arena, &self->mem);
  diags_init(&suppressed, &arena);
  self->ctx->diags = &suppressed;
  bool ok = verify_op(module, module->op);
  self->ctx->diags = diags;
  arena_free(&arena);
  return ok;
}

static void after_pass(void *data, const PassInstance *pass, Module *module, Operation *op,
                       bool changed, bool failed) {
  RunState *run = data;
  RungSession *self = run->session;
  self->result_valid = !failed || (run->observer && is_valid(self, module));
  tell(run, pass, op, true, changed, failed);
  if (!run->keep_stages || failed) return;
  StrBuf name;
  strbuf_init(&name, &self->mem);
  pass_instance_print(pass, &name);
  OutputMap map = {.arena = &self->arena};
  RungStr text = print_mapped(self, module, module->op, true, NULL, self->tracing ? &map : NULL);
  vec_push(&self->arena, &run->stages, (RungStage){
    .name = out_str(str_from(pass->def->name)),
    .pass = out_str(arena_str(&self->arena, strbuf_view(&name))),
    .text = out_str(arena_str(&self->arena, in_str(text))),
    .changed = changed,
    .origins = origins_of(self, &map),
    .origin_count = map.entries.count,
  });
  strbuf_free(&name);
}

static bool parse_pipeline(RungSession *self, RungStr text) {
  Pipeline *pipeline = &self->pipeline;
  bool flags = self->options.flag_pipelines && self->module && self->module->op;
  pipeline_init(pipeline, &self->arena, flags ? op_name(self->module->op) : def_name(context_op_of(self->ctx, OP_BUILTIN_MODULE)));
  pipeline->from_flags = flags;
  if (!pipeline_parse(pipeline, self->ctx, arena_str(&self->arena, in_str(text)))) return false;
  self->pipeline_text.size = 0;
  pipeline_print(pipeline, &self->pipeline_text);
  return true;
}

static bool run(RungSession *self, RungStr text, bool verify_each, bool keep_stages,
                const RungObserver *observer) {
  begin_call(self);
  if (!self->ctx || !self->module || !self->module->op)
    return report(self, "there is no module to run passes on");
  if (!self->module_valid) return report(self, "passes run on a module without errors only");
  if (self->result != self->module) module_free(self->result);
  self->result = NULL;
  if (!parse_pipeline(self, text)) return false;
  Module *module = self->module;
  if (!observer || !observer->in_place) {
    module = module_new(self->ctx, self->module->source);
    if (!module) return report_out_of_memory(self);
    module->resources = self->module->resources;
    module->op = op_clone(module, self->module->op, NULL);
  }
  self->result = module;
  self->result_is_typed = self->edition_out ? self->edition_out->typed_pointers : self->pipeline.typed_pointers;
  RunState state = {.session = self, .observer = observer, .keep_stages = keep_stages};
  PassHooks hooks = {
    .data = &state,
    .verify_each = verify_each,
    .before = before_pass,
    .after = after_pass,
    .explain = self->tracing ? &self->log : NULL,
    .exact_changes = keep_stages,
    .typed_pointers = self->result_is_typed,
  };
  self->result_valid = true;
  bool ok = pipeline_run(&self->pipeline, module, &hooks);
  if (ok && is_out_of_memory(self)) ok = report_out_of_memory(self);   // what was said or kept of the run is not complete
  self->result_valid = ok;
  self->stages = state.stages.data;
  self->stage_count = state.stages.count;
  return ok;
}

bool rung_run(RungSession *self, RungStr pipeline, bool keep_stages) {
  return run(self, pipeline, true, keep_stages, NULL);
}

bool rung_run_observed(RungSession *self, RungStr pipeline, bool verify_each,
                       const RungObserver *observer) {
  return run(self, pipeline, verify_each, false, observer);
}

RungStr rung_observer_print(RungSession *self, bool whole_module, const RungPrintOptions *options) {
  if (!self->result) return (RungStr){"", 0};
  return print_op_text(self, self->result, whole_module ? self->result->op : self->observed,
                       self->result_valid, options);
}

bool rung_observer_scope(const RungSession *self, uint32_t level, RungScope *out) {
  const Operation *op = self->observed;
  while (op && level--) op = op_parent(op);
  if (op) *out = (RungScope){out_str(op_name(op)), out_str(symbol_name(op)), op};
  return op != NULL;
}

RungStr rung_statistics(RungSession *self, bool as_list) {
  self->printed.size = 0;
  pipeline_print_statistics(&self->pipeline, as_list, &self->printed);
  return out_str(strbuf_view(&self->printed));
}

uint32_t rung_pipeline_size(const RungSession *self) {
  uint32_t count = 0;
  for (const PassInstance *pass = self->pipeline.first; pass; pass = pass->next) count++;
  return count;
}

bool rung_check_pipeline(RungSession *self, RungStr pipeline) {
  begin_call(self);
  if (!self->ctx) rung_set_text(self, (RungStr){"", 0});
  if (!self->ctx) return false;
  return parse_pipeline(self, pipeline);
}

RungStr rung_pipeline_add(RungSession *self, RungStr pipeline, RungStr pass, RungStr before) {
  begin_call(self);
  if (!self->ctx) rung_set_text(self, (RungStr){"", 0});
  self->printed.size = 0;
  Pipeline scratch;
  pipeline_init(&scratch, &self->arena, STR(""));
  if (!self->ctx || !pipeline_add(&scratch, self->ctx, in_str(pipeline), in_str(pass), in_str(before), &self->printed) || is_out_of_memory(self))
    return (RungStr){NULL, 0};
  return out_str(strbuf_view(&self->printed));
}

// A pipeline read without a word about it.
static bool read_quietly(RungSession *self, Pipeline *pipeline, Str text) {
  Diags suppressed, *diags = self->ctx->diags;
  diags_init(&suppressed, &self->arena);
  self->ctx->diags = &suppressed;
  pipeline_init(pipeline, &self->arena, def_name(context_op_of(self->ctx, OP_BUILTIN_MODULE)));
  bool ok = pipeline_parse(pipeline, self->ctx, text);
  self->ctx->diags = diags;
  return ok;
}

uint32_t rung_stage_estimate(RungSession *self, RungStr text) {
  Pipeline pipeline;
  if (!self->module || !read_quietly(self, &pipeline, in_str(text))) return 0;
  return pipeline_count_runs(&pipeline, self->module);
}

RungStr rung_pipeline_text(const RungSession *self) {
  return out_str(strbuf_view(&self->pipeline_text));
}

uint32_t rung_stage_count(const RungSession *self) { return self->stage_count; }

bool rung_stage(const RungSession *self, uint32_t i, RungStage *out) {
  if (i >= self->stage_count) return false;
  *out = self->stages[i];
  return true;
}

// --- Explanations

static void begin_facts(RungSession *self, Module *module) {
  facts_init(&self->facts, self->ctx, module, &self->arena);
}

static bool explain(RungSession *self, T type, const RungTypeOptions *options) {
  ExplainTypeOptions o = {.typed_pointers = self->edition_out && self->edition_out->typed_pointers};
  if (options && options->index_bits > INTEGER_MAX_WIDTH) {
    Diag *diag = diags_add(&self->diags, SEVERITY_ERROR, DIAG_PASS);
    diag_text(&self->diags, diag, "an index of %u bits is too wide: integer types have at most %u bits", options->index_bits, INTEGER_MAX_WIDTH);
    return false;
  }
  if (options) {
    o.bare_pointers = options->bare_pointers;
    o.index_bits = options->index_bits;
    o.data_layout = str_from(options->data_layout);
  }
  Pipeline pipeline;
  const PassInstance *pass = options && options->pipeline && read_quietly(self, &pipeline, str_from(options->pipeline))
                               ? pipeline_function_conversion(&pipeline) : NULL;
  if (pass) {
    const PassRun run = {.instance = pass};
    o.bare_pointers = pass_bool(&run, "use-bare-ptr-memref-call-conv");
    if (option_index(pass->def, STR("index-bitwidth")) >= 0) o.index_bits = (uint32_t)pass_int(&run, "index-bitwidth");
  }
  return explain_type(&self->facts, type, &o);
}

bool rung_explain_type(RungSession *self, RungStr type, const RungTypeOptions *options) {
  if (!self->ctx) rung_set_text(self, (RungStr){"", 0});
  begin_call(self);
  if (!self->ctx) return false;
  begin_facts(self, self->module);
  T parsed = parse_type_text(self->ctx, arena_str(&self->arena, in_str(type)));
  return parsed && explain(self, parsed, options);
}

bool rung_explain_type_at(RungSession *self, uint32_t offset, const RungTypeOptions *options) {
  begin_call(self);
  if (!self->ctx || !self->module) return false;
  begin_facts(self, self->module);
  Range range;
  T type = service_type_at(self->module, &self->arena, offset, &range);
  if (!type) return false;
  bool ok = explain(self, type, options);
  if (self->facts.items.count) {
    self->facts.items.data[0].has_src = true;
    self->facts.items.data[0].src = range;
  }
  return ok;
}

void rung_set_tracing(RungSession *self, bool on) { self->tracing = on; }

void rung_explain_run(RungSession *self) {
  if (!self->result) return;
  begin_facts(self, self->result);
  explain_run(&self->facts, &self->log);
}

uint32_t rung_fact_count(const RungSession *self) { return self->facts.items.count; }

bool rung_fact(const RungSession *self, uint32_t i, RungFact *out) {
  if (i >= self->facts.items.count) return false;
  const Fact *fact = &self->facts.items.data[i];
  *out = (RungFact){
    .kind = (RungFactKind)fact->kind,
    .depth = fact->depth,
    .rule = out_str(fact->rule),
    .text = out_str(fact->text),
    .is_code = fact->text.size && memchr(fact->text.data, '\n', fact->text.size),
    .count = fact->count,
    .from = out_str(fact->from),
    .to = out_str(fact->to),
    .pass = out_str(fact->pass),
    .has_range = fact->has_src,
    .begin = fact->src.begin,
    .end = fact->src.end,
    .has_bytes = fact->has_bytes,
    .offset = fact->offset,
    .size = fact->size,
  };
  return true;
}

RungStr rung_explanation(RungSession *self) {
  self->printed.size = 0;
  facts_print(&self->facts, &self->printed);
  return out_str(strbuf_view(&self->printed));
}

const uint32_t *rung_origins(RungSession *self, bool result, const RungPrintOptions *options, uint32_t *count) {
  Module *module = result ? self->result : self->module;
  OutputMap map = {.arena = &self->arena};
  *count = 0;
  if (module && !refuses_form(self, module, options)) print_mapped(self, module, module->op, result ? self->result_valid : self->module_valid, options, &map);
  const uint32_t *out = origins_of(self, &map);
  if (out) *count = map.entries.count;
  return out;
}

// --- Editing

bool rung_hover(RungSession *self, uint32_t offset, RungHover *out) {
  Hover hover;
  if (!self->module || !service_hover(self->module, &self->arena, offset, &hover)) return false;
  *out = (RungHover){hover.range.begin, hover.range.end, out_str(hover.title), out_str(hover.text)};
  return true;
}

// --- Languages and records

uint32_t rung_tokens(RungStr text, uint32_t *state, uint32_t *out, uint32_t capacity) {
  return service_tokens(in_str(text), state, out, capacity);
}

const char *rung_token_class_name(RungTokenClass token_class) { return token_class_name((TokenClass)token_class); }

uint32_t rung_changed_lines(RungSession *self, RungStr before, RungStr after, uint32_t *out, uint32_t capacity) {
  Arena scratch;
  arena_init(&scratch, &self->mem);
  uint32_t count = service_changed_lines(&scratch, in_str(before), in_str(after), out, capacity);
  arena_free(&scratch);
  return count;
}

static const PassDef *nth_pass(uint32_t i) {
  const PassDef *def = all_passes[0];
  for (uint32_t n = 0; def && n < i; n++) def = all_passes[n + 1];
  return def;
}

bool rung_pass_option(uint32_t pass, uint32_t i, RungPassOption *out) {
  static const char *const types[] = {
    [OPTION_BOOL] = "bool", [OPTION_INT] = "int", [OPTION_LONG] = "int", [OPTION_UINT] = "uint", [OPTION_WIDTH] = "uint", [OPTION_STRING] = "text",
    [OPTION_ENUM] = "choice", [OPTION_LIST] = "list", [OPTION_INT_LIST] = "list",
  };
  const PassDef *def = nth_pass(pass);
  if (!def || i >= def->option_count) return false;
  const PassOption *option = &def->options[i];
  *out = (RungPassOption){option->name, option->summary, types[option->kind], option->default_text ? option->default_text : "", option->values};
  return true;
}

bool rung_pass(uint32_t i, RungPass *out) {
  const PassDef *def = nth_pass(i);
  if (!def) return false;
  *out = (RungPass){def->name, def->summary, def->anchor ? def_name(op_by_opcode(def->anchor)).data : NULL};
  return true;
}

bool rung_pipeline(uint32_t i, RungPipeline *out) {
  const PipelinePreset *preset = pipeline_presets;
  while (preset->name && i--) preset++;
  if (!preset->name) return false;
  *out = (RungPipeline){preset->name, preset->title, preset->text};
  return true;
}

bool rung_pass_exists_upstream(RungStr name) { return pass_is_known_upstream(in_str(name)); }

const char *rung_version(void) { return RUNG_VERSION; }
