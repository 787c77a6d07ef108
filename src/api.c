// rung.h over the layers below.
#include "rung.h"

#include <stdlib.h>

#include "api_dialects.h"
#include "asm/kept.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "asm/surroundings.h"
#include "convert/llvm/explain_type.h"
#include "dialects/llvm/types.h"
#include "dialects/registry.h"
#include "editions/changes.h"
#include "editions/upgrade.h"
#include "ir/edition.h"
#include "ir/verify.h"
#include "ops/builtin.h"
#include "passes/explain_run.h"
#include "passes/pipeline.h"
#include "service/changed_lines.h"
#include "service/expectations.h"
#include "service/hover.h"
#include "service/parts.h"
#include "service/summary.h"
#include "service/tokens.h"
#include "service/type_at.h"

#if defined(__wasm__)
#define DEFAULT_MEMORY_LIMIT ((size_t)1 << 30)
#else
#define DEFAULT_MEMORY_LIMIT ((size_t)4 << 30)
#endif

// A part of the text, and which messages of the call that set it are its own.
typedef struct SessionPart {
  TextPart text;
  bool ok;
  uint32_t first_diagnostic, diagnostic_count;
  uint32_t older_release;   // see Module
} SessionPart;

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
  Str split_marker;     // owned; empty: the text is one part
  Arena parts_arena;
  VEC(SessionPart) parts;
  uint32_t part;        // the chosen one: what the module is made of; positions in it begin at `shift` of the text
  uint32_t shift;
  char *text_copy;      // NULL when the text is borrowed
  UsedDialects dialects;   // added ones that contexts of the text know
  Context *ctx;         // NULL before the first text
  Module *module;
  Module *result;       // of the last run; NULL before
  StrBuf printed, pipeline_text;
  Pipeline pipeline;    // the last one; in `arena`
  PipelineReading reading;   // of `pipeline_read_text`, by rung_read_pipeline(); both in `arena`
  Str pipeline_read_text;
  RungStage *stages;
  uint32_t stage_count;
  const RungOperationCount *counts;   // of the text's module; NULL: not yet
  uint32_t count_count;
  size_t peak;
  bool out_of_memory;         // memory ran out for a context that is gone
  Operation *observed;  // the op of the running observer call
  bool tracing;
  ExplainLog log;       // of the last run, when it was traced
  Facts facts;          // of the last explanation
  SourceNotes notes;    // of the text, when it is to be upgraded; in the module's memory
  bool takes_notes, reads_nothing;   // ways to set a text
  TextChangeVec changes;   // by the last rung_upgraded_text(), in the module's memory
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
  arena_init(&self->parts_arena, &self->mem);
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
  self->notes = (SourceNotes){0};
  self->changes = (TextChangeVec){0};
}

void rung_session_delete(RungSession *self) {
  if (!self) return;
  drop_modules(self);
  added_dialects_release(&self->dialects);
  strbuf_free(&self->printed);
  strbuf_free(&self->pipeline_text);
  arena_free(&self->arena);
  arena_free(&self->parts_arena);
  mem_free(&self->mem);
  free(self->text_copy);
  free(self->file_name);
  free((char *)(uintptr_t)self->split_marker.data);
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
  Str marker = str_from(set.split_marker);
  char *own = malloc(marker.size + 1);
  if (!own) {
    free(copy);
    return false;
  }
  if (marker.size) memcpy(own, marker.data, marker.size);
  free((char *)(uintptr_t)self->split_marker.data);
  self->split_marker = (Str){own, marker.size};
  free(self->file_name);
  self->file_name = copy;
  self->options = set;
  self->options.split_marker = NULL;
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
  self->reading = (PipelineReading){0};
  self->pipeline_read_text = (Str){0};
  self->stages = NULL;
  self->stage_count = 0;
  self->counts = NULL;
  self->count_count = 0;
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

// Parse and verify into a new context. `text` is that of the chosen part, or as long: places are the same. False: an error was
// reported.
static bool read_text(RungSession *self, Str text, const U32Vec *pieces) {
  const TextPart *part = &self->parts.data[self->part].text;
  size_t limit = self->options.memory_limit ? self->options.memory_limit : DEFAULT_MEMORY_LIMIT;
  self->ctx = context_with_all_dialects(limit);
  if (!self->ctx) return false;
  for (uint32_t i = 0; i < self->dialects.count; i++) context_add_dialect(self->ctx, self->dialects.dialects[i]->def);
  bool any_dialect = self->options.allow_unregistered_dialects || self->options.keep_unknown;
  self->ctx->diags = &self->diags;
  self->ctx->allow_unregistered = any_dialect;
  const Edition *wanted = self->edition_out ? self->edition_out : self->edition_in;
  self->ctx->edition = wanted == edition_current ? NULL : wanted;
  self->ctx->spelling = self->edition_in == edition_current ? NULL : self->edition_in;
  self->ctx->no_op_notes = self->options.no_operation_notes;
  self->module = module_new(self->ctx, (Source){
    .name = str_from(self->file_name),
    .text = text,
    .line_offset = self->options.line_offset + part->line,
    .column_offset = (part->line ? 0 : self->options.column_offset) + part->column,
  });
  if (!self->module) return false;
  ParseOptions options = {
    .allow_unregistered = any_dialect,
    .keep_unknown = self->options.keep_unknown,
    .no_implicit_module = self->options.no_implicit_module,
    .pieces = pieces,
    .edition = self->edition_in,
    .notes = self->takes_notes ? &self->notes : NULL,
  };
  self->notes = (SourceNotes){.arena = &self->module->arena};
  if (self->reads_nothing) return true;
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
static bool read_without_surroundings(RungSession *self, Str text) {
  Surroundings found;
  if (!surroundings_find(&found, &self->arena, text)) return false;
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

// Positions in the part become positions in the whole text.
static Range shifted(const RungSession *self, Range range) { return (Range){range.begin + self->shift, range.end + self->shift}; }

static void shift_messages(RungSession *self, Diag *diag) {
  for (; diag; diag = diag->next) {
    diag->range = shifted(self, diag->range);
    for (Fix *fix = diag->fixes; fix; fix = fix->next) fix->range = shifted(self, fix->range);
    if (self->split_marker.size) diag->file = arena_str(&self->arena, diag->file);   // perhaps of a context that is about to go
    shift_messages(self, diag->notes);
  }
}

static Str part_text(const RungSession *self) {
  const TextPart *part = &self->parts.data[self->part].text;
  return str_slice(self->text, part->begin, part->end);
}

// Read the part into the session's context. What was there before is to be gone. True: it has no errors.
static bool read_part(RungSession *self, uint32_t i) {
  self->part = i;
  self->shift = self->parts.data[i].text.begin;
  self->module_valid = self->result_valid = false;
  diags_init(&self->diags, &self->arena);
  bool ok = read_text(self, part_text(self), NULL);
  if (!ok && self->options.keep_unknown && self->ctx && !is_out_of_memory(self)) ok = read_without_surroundings(self, part_text(self));
  if (!self->ctx || self->out_of_memory || is_out_of_memory(self)) {
    drop_modules(self);   // what was built may be incomplete
    const Diag *said = self->diags.last;   // by the parser, perhaps
    ok = said && said->out_of_memory ? false : report_out_of_memory(self);
  }
  shift_messages(self, self->diags.first);
  return self->module_valid = ok && self->diags.error_count == 0;
}

static void append_messages(Diags *to, const Diags *from) {
  if (!from->first) return;
  if (to->last) to->last->next = from->first;
  else to->first = from->first;
  to->last = from->last;
  to->count += from->count;
  to->error_count += from->error_count;
}

// Find the parts of the text. What only looks like a marker is said.
static void find_parts(RungSession *self, Diags *said) {
  TextParts found = {0};
  arena_reset(&self->parts_arena);
  self->parts.data = NULL;
  self->parts.count = self->parts.cap = 0;
  service_parts(&self->parts_arena, self->text, self->reads_nothing ? STR("") : self->split_marker, &found);
  for (uint32_t i = 0; i < found.count; i++) {
    const TextPart *part = &found.data[i];
    if (!part->is_near_miss) {
      vec_push(&self->parts_arena, &self->parts, (SessionPart){.text = *part});
      continue;
    }
    Diag *diag = diags_add(said, SEVERITY_WARNING, DIAG_SYNTAX);
    diag->has_range = true;
    diag->range = (Range){part->begin, part->begin < self->text.size ? part->begin + 1 : part->begin};
    diag->file = str_from(self->file_name);
    diag->line = part->line + 1 + self->options.line_offset;
    diag->column = part->column + 1;
    diag_text(said, diag, "near miss with file split marker");
  }
  if (!self->parts.count) vec_push(&self->parts_arena, &self->parts, (SessionPart){.text = {.end = 0}});
}

// Read the text's parts; the messages of all, and the module of the chosen one, stay.
static bool read_parts(RungSession *self, uint32_t chosen) {
  Diags all;
  diags_init(&all, &self->arena);
  find_parts(self, &all);
  if (chosen >= self->parts.count) chosen = self->parts.count - 1;
  Reading kept = {0};   // of the chosen part
  SourceNotes notes = {0};
  bool ok = true, lost = false;
  for (uint32_t i = 0; i < self->parts.count; i++) {
    SessionPart *part = &self->parts.data[i];
    part->ok = read_part(self, i);
    part->first_diagnostic = all.count;
    part->diagnostic_count = self->diags.count;
    append_messages(&all, &self->diags);
    ok &= part->ok;
    part->older_release = self->module ? self->module->older_release : 0;
    lost |= !self->ctx;
    if (i == chosen) {
      notes = self->notes;
      kept = put_by(self);
    }
    drop_modules(self);
    if (lost) break;   // there is no memory for the others either
  }
  self->diags = all;
  self->part = chosen;
  self->shift = self->parts.data[chosen].text.begin;
  self->ctx = kept.ctx;
  self->module = kept.module;
  self->notes = notes;
  self->module_valid = self->parts.data[chosen].ok;
  if (self->ctx) self->ctx->diags = &self->diags;
  return ok && !lost && self->diags.error_count == 0;
}

bool rung_set_text(RungSession *self, RungStr text) {
  uint32_t chosen = self->part;
  drop_modules(self);
  added_dialects_release(&self->dialects);
  begin_call(self);
  self->out_of_memory = self->mem.was_exhausted = false;
  self->parts.count = 0;
  self->part = self->shift = 0;
  self->module_valid = self->result_valid = false;
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
  return read_parts(self, chosen);
}

bool rung_part(const RungSession *self, uint32_t i, RungPart *out) {
  if (i >= self->parts.count) return false;
  const SessionPart *part = &self->parts.data[i];
  *out = (RungPart){
    .begin = part->text.begin, .end = part->text.end, .line = part->text.line, .column = part->text.column, .ok = part->ok,
    .first_diagnostic = part->first_diagnostic, .diagnostic_count = part->diagnostic_count,
  };
  return true;
}

uint32_t rung_chosen_part(const RungSession *self) { return self->part; }

// Read a part again without a word.
static bool read_again(RungSession *self, uint32_t i) {
  Diags said = self->diags;
  drop_modules(self);
  read_part(self, i);
  self->diags = said;
  if (self->ctx) self->ctx->diags = &self->diags;
  return self->ctx != NULL;
}

bool rung_choose_part(RungSession *self, uint32_t i) {
  if (i >= self->parts.count) return false;
  return i == self->part || read_again(self, i);
}

uint32_t rung_parts(RungStr text, RungStr marker, RungPart *out, uint32_t capacity) {
  Mem mem;
  Arena arena;
  TextParts found = {0};
  if (!mem_init(&mem, 0)) return 0;
  arena_init(&arena, &mem);
  service_parts(&arena, in_str(text), in_str(marker), &found);
  for (uint32_t i = 0; out && i < found.count && i < capacity; i++) {
    const TextPart *part = &found.data[i];
    out[i] = (RungPart){.begin = part->begin, .end = part->end, .line = part->line, .column = part->column, .is_near_miss = part->is_near_miss};
  }
  uint32_t count = mem.exhausted ? 0 : found.count;
  arena_free(&arena);
  mem_free(&mem);
  return count;
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

// --- Upgrading

static Str kept_str(RungSession *self, Str text) { return arena_str(&self->parts_arena, text); }

// Of each part in turn; the chosen one is there again afterwards.
static bool changes_of_parts(RungSession *self) {
  TextChangeVec all = {0};
  uint32_t chosen = self->part;
  self->takes_notes = true;
  for (uint32_t i = 0; i < self->parts.count; i++) {
    if (!read_again(self, i)) break;
    changes_of_module(self->module, &self->notes, self->module_valid, &self->changes);
    for (uint32_t k = 0; k < self->changes.count; k++) {
      TextChange change = self->changes.data[k];
      change.range = shifted(self, change.range);
      change.text = kept_str(self, change.text);
      change.before = kept_str(self, change.before);
      change.after = kept_str(self, change.after);
      change.why = kept_str(self, change.why);
      vec_push(&self->parts_arena, &all, change);
    }
  }
  self->takes_notes = false;
  bool ok = self->ctx && read_again(self, chosen);
  self->changes = all;
  return ok;
}

RungStr rung_upgraded_text(RungSession *self, RungStr text, RungUpgrade what) {
  bool only_types = what == RUNG_UPGRADE_TYPES;
  self->takes_notes = !only_types;
  self->reads_nothing = only_types;
  bool ok = rung_set_text(self, text);
  self->takes_notes = self->reads_nothing = false;
  self->printed.size = 0;
  if (!self->module) return (RungStr){0};
  if (only_types) changes_of_types(self->module, self->edition_out, &self->changes);
  else if (self->parts.count == 1) changes_of_module(self->module, &self->notes, ok, &self->changes);
  else if (!changes_of_parts(self)) return (RungStr){0};
  changes_apply(self->text, &self->changes, &self->printed);
  if (is_out_of_memory(self)) return (RungStr){0};
  return out_str(strbuf_view(&self->printed));
}

bool rung_change(const RungSession *self, uint32_t i, RungChange *out) {
  if (i >= self->changes.count) return false;
  const TextChange *c = &self->changes.data[i];
  *out = (RungChange){c->range.begin, c->range.end, out_str(c->text), out_str(c->before), out_str(c->after), out_str(c->why), c->since};
  return true;
}

const char *rung_edition_of_text(const RungSession *self) {
  uint32_t release = 0;
  for (uint32_t i = 0; i < self->parts.count; i++) {
    uint32_t of_part = self->parts.data[i].older_release;
    if (of_part && (!release || of_part < release)) release = of_part;
  }
  return (release ? edition_of_release(release) : edition_current)->name;
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
  Module *said = valid && module->op == op ? module_as_said(module, o.edition) : module;
  print_module(&self->printed, said, said == module ? op : said->op, &o);
  if (said != module) module_free(said);
  if (is_out_of_memory(self)) return (RungStr){NULL, 0};
  return out_str(strbuf_view(&self->printed));
}

static RungStr print_op_text(RungSession *self, Module *module, Operation *op, bool valid,
                             const RungPrintOptions *options) {
  return print_mapped(self, module, op, valid, options, NULL);
}

// True: the form asked for cannot be printed, which is reported. What is kept as written has one form only.
static bool says_no_to_form(RungSession *self, bool result, const RungPrintOptions *options) {
  Module *module = result ? self->result : self->module;
  bool valid = result ? self->result_valid : self->module_valid;
  if (options && options->edition && !rung_edition_exists(options->edition)) {
    Diag *diag = diags_add(&self->diags, SEVERITY_ERROR, DIAG_SYNTAX);
    diag_text(&self->diags, diag, "edition '%s' is not supported", options->edition);
    return true;
  }
  if (!module || !module->op) return false;
  PrintOptions wanted = print_options(self, options);
  if (valid && wanted.edition && !module_can_be_said(module, wanted.edition, result)) return true;
  if (!options || !self->ctx->has_kept) return false;
  Operation *kept = wanted.generic || wanted.edition ? kept_find(module->op, false) : NULL;
  if (!kept) return false;
  diag_at(module, SEVERITY_ERROR, kept->loc, "'%.*s' is kept as written: it has no %s", STR_ARG(op_name(kept)),
          wanted.generic ? "generic form" : "form of another edition");
  return true;
}

static bool refuses_form(RungSession *self, bool result, const RungPrintOptions *options) {
  const Diag *last = self->diags.last;
  bool refused = says_no_to_form(self, result, options);
  shift_messages(self, last ? last->next : self->diags.first);
  return refused;
}

RungStr rung_print(RungSession *self, const RungPrintOptions *options) {
  if (refuses_form(self, false, options)) return (RungStr){NULL, 0};
  return print_op_text(self, self->module, self->module ? self->module->op : NULL,
                       self->module_valid, options);
}

RungStr rung_print_result(RungSession *self, const RungPrintOptions *options) {
  if (refuses_form(self, true, options)) return (RungStr){NULL, 0};
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
  if (refuses_form(self, result, options)) return false;
  if (!module || !module->op) return true;
  PrintOptions o = print_options(self, options);
  bool valid = result ? self->result_valid : self->module_valid;
  o.generic |= !valid;
  if (result && self->result_is_typed && !o.edition) o.edition = last_typed_edition();
  o.flush = flush;
  o.flush_data = (void *)(uintptr_t)sink;
  self->printed.size = 0;
  Module *said = valid ? module_as_said(module, o.edition) : module;
  print_module(&self->printed, said, said->op, &o);
  if (said != module) module_free(said);
  flush(&self->printed, o.flush_data);
  return !is_out_of_memory(self);
}

// --- Passes

typedef struct RunState {
  RungSession *session;
  const RungObserver *observer;
  RungRunOptions options;
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
    bool nowhere = entry->src.end == 0;
    out[4 * i + 2] = nowhere ? 0 : entry->src.begin + self->shift;
    out[4 * i + 3] = nowhere ? 0 : entry->src.end + self->shift;
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
}

typedef struct OperationCounts {
  Arena *arena;
  const Operation *top;
  Map by_def;               // record -> index + 1
  VEC(RungOperationCount) items;
} OperationCounts;

static WalkResult count_operation(Operation *op, void *data) {
  OperationCounts *self = data;
  if (op == self->top) return WALK_ADVANCE;
  MapEntry *entry = map_put(&self->by_def, map_key(op->def));
  if (!entry) return WALK_STOP;
  if (!entry->value) {
    vec_push(self->arena, &self->items, (RungOperationCount){out_str(op_name(op)), 0});
    entry->value = self->items.count;
  }
  if (entry->value) self->items.data[entry->value - 1].count++;
  return WALK_ADVANCE;
}

static OperationCounts count_operations(RungSession *self, Module *module) {
  OperationCounts counts = {.arena = &self->arena, .top = op_is(module->op, OP_BUILTIN_MODULE) ? module->op : NULL};
  map_init(&counts.by_def, &self->arena);
  op_walk_pre(module->op, count_operation, &counts);
  return counts;
}

bool rung_operation_count(RungSession *self, uint32_t i, RungOperationCount *out) {
  if (!self->module || !self->module->op) return false;
  if (!self->counts) {
    OperationCounts counts = count_operations(self, self->module);
    self->counts = counts.items.data;
    self->count_count = counts.items.count;
  }
  if (i >= self->count_count) return false;
  *out = self->counts[i];
  return true;
}

// What the pass before left, if there is one.
static const RungStage *last_stage(const RunState *run) {
  return run->stages.count ? &run->stages.data[run->stages.count - 1] : NULL;
}

static bool keep_stage(void *data, const PassInstance *pass, Module *module, const PassDone *what) {
  RunState *run = data;
  RungSession *self = run->session;
  const RungStage *before = last_stage(run);
  StrBuf name;
  strbuf_init(&name, &self->mem);
  pass_instance_print(pass, &name);
  RungStage stage = {
    .name = out_str(str_from(pass->def->name)),
    .pass = out_str(arena_str(&self->arena, strbuf_view(&name))),
    .runs = what->runs,
    .changed = what->changed,
    .failed = what->failed,
  };
  strbuf_free(&name);
  if (!what->changed && before) {
    stage.operations = before->operations;
    stage.operation_count = before->operation_count;
  } else {
    OperationCounts counts = count_operations(self, module);
    stage.operations = counts.items.data;
    stage.operation_count = counts.items.count;
  }
  uint32_t number = run->stages.count;
  bool is_asked = !run->options.print_to || (number >= run->options.print_from && number < run->options.print_to);
  if (run->options.stages == RUNG_STAGES_PRINTED && is_asked && !what->failed) {
    OutputMap map = {.arena = &self->arena};
    RungStr text = print_mapped(self, module, module->op, true, NULL, self->tracing ? &map : NULL);
    stage.text = out_str(arena_str(&self->arena, in_str(text)));
    stage.origins = origins_of(self, &map);
    stage.origin_count = map.entries.count;
  }
  vec_push(&self->arena, &run->stages, stage);
  return run->stages.count != run->options.until;
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

bool rung_run(RungSession *self, RungStr text, const RungRunOptions *options) {
  RunState state = {.session = self, .options = options ? *options : (RungRunOptions){0}};
  const RungObserver *observer = state.options.observer;
  state.observer = observer;
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
  self->log.by_pass = state.options.stages != RUNG_STAGES_NONE;
  PassHooks hooks = {
    .data = &state,
    .verify_each = !state.options.skip_verifier,
    .before = before_pass,
    .after = after_pass,
    .done = state.options.stages ? keep_stage : NULL,
    .explain = self->tracing ? &self->log : NULL,
    .exact_changes = state.options.stages != RUNG_STAGES_NONE,
    .typed_pointers = self->result_is_typed,
  };
  self->result_valid = true;
  bool ok = pipeline_run(&self->pipeline, module, &hooks);
  if (ok && is_out_of_memory(self)) ok = report_out_of_memory(self);   // what was said or kept of the run is not complete
  shift_messages(self, self->diags.first);
  self->result_valid = ok;
  self->stages = state.stages.data;
  self->stage_count = state.stages.count;
  return ok;
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

bool rung_read_pipeline(RungSession *self, RungStr pipeline) {
  begin_call(self);
  if (!self->ctx) rung_set_text(self, (RungStr){"", 0});
  if (!self->ctx) return false;
  Pipeline scratch;
  pipeline_init(&scratch, &self->arena, STR(""));
  self->pipeline_read_text = arena_str(&self->arena, in_str(pipeline));
  bool ok = pipeline_read(&scratch, self->ctx, self->pipeline_read_text, &self->reading);
  return is_out_of_memory(self) ? report_out_of_memory(self) : ok;
}

RungStr rung_read_pipeline_text(const RungSession *self) { return out_str(self->pipeline_read_text); }

bool rung_pipeline_element(const RungSession *self, uint32_t i, RungPipelineElement *out) {
  if (i >= self->reading.elements.count) return false;
  const PipelineElement *element = &self->reading.elements.data[i];
  *out = (RungPipelineElement){
    .depth = element->depth,
    .is_nest = element->is_nest,
    .pass = -1,
    .text = out_str(element->text),
    .name = out_str(element->name),
    .options = out_str(element->options),
    .inner = out_str(element->inner),
    .option_count = element->option_count,
  };
  for (int32_t n = 0; element->def && out->pass < 0; n++)
    if (all_passes[n] == element->def) out->pass = n;
  return true;
}

bool rung_pipeline_element_option(const RungSession *self, uint32_t i, uint32_t n, RungPipelineOption *out) {
  if (i >= self->reading.elements.count || n >= self->reading.elements.data[i].option_count) return false;
  const PipelineOption *option = &self->reading.options.data[self->reading.elements.data[i].first_option + n];
  *out = (RungPipelineOption){option->slot, out_str(option->text), out_str(option->name), out_str(option->written), out_str(option->value)};
  return true;
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

RungStr rung_pipeline_text(const RungSession *self) {
  return out_str(strbuf_view(&self->pipeline_text));
}

uint32_t rung_stage_count(const RungSession *self) { return self->stage_count; }

bool rung_stage(const RungSession *self, uint32_t i, RungStage *out) {
  if (i >= self->stage_count) return false;
  *out = self->stages[i];
  return true;
}

// --- Expectations

struct RungExpectations {
  Mem mem;
  Arena arena;
  Diags diags;
  Expectations *items;
};

RungExpectations *rung_expectations_new(RungStr text, const char *file_name, bool only_expected) {
  RungExpectations *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  if (!mem_init(&self->mem, 0)) {
    free(self);
    return NULL;
  }
  arena_init(&self->arena, &self->mem);
  diags_init(&self->diags, &self->arena);
  self->items = expectations_read(&self->arena, in_str(text), arena_str(&self->arena, str_from(file_name)), only_expected, &self->diags);
  return self;
}

void rung_expectations_delete(RungExpectations *self) {
  if (!self) return;
  arena_free(&self->arena);
  mem_free(&self->mem);
  free(self);
}

void rung_expectations_match(RungExpectations *self, const RungSession *session, uint32_t offset) {
  expectations_match(self->items, &session->diags, offset);
}

bool rung_expectations_done(RungExpectations *self) {
  bool ok = expectations_done(self->items);
  return ok && !self->mem.exhausted;
}

bool rung_expectations_out_of_memory(const RungExpectations *self) { return self->mem.exhausted; }

bool rung_expectations_diagnostic(const RungExpectations *self, uint32_t i, RungDiagnostic *out) {
  return api_fill_diagnostic(nth(self->diags.first, i), out);
}

bool rung_verify_diagnostics(RungSession *self, RungStr pipeline, bool only_expected) {
  begin_call(self);
  if (!self->parts.count) return report(self, "there is no text to check");
  const uint32_t chosen = self->part;
  const bool op_notes = self->options.no_operation_notes;
  Diags said;
  diags_init(&said, &self->arena);
  Expectations *expected = expectations_read(&self->arena, self->text, str_from(self->file_name), only_expected, &said);
  bool readable = true, fits = true;
  self->options.no_operation_notes = true;
  for (uint32_t i = 0; i < self->parts.count && readable && fits; i++) {
    drop_modules(self);
    bool ok = read_part(self, i);
    fits = self->ctx != NULL;
    expectations_match(expected, &self->diags, 0);
    if (!fits || !ok || !pipeline.size) continue;
    diags_init(&self->diags, &self->arena);
    readable = parse_pipeline(self, pipeline);
    if (!readable) break;
    const PassHooks hooks = {.verify_each = true, .typed_pointers = self->edition_out ? self->edition_out->typed_pointers : self->pipeline.typed_pointers};
    pipeline_run(&self->pipeline, self->module, &hooks);
    shift_messages(self, self->diags.first);
    fits = !is_out_of_memory(self);
    expectations_match(expected, &self->diags, 0);
  }
  bool ok = expectations_done(expected);
  if (readable) self->diags = said;
  self->options.no_operation_notes = op_notes;
  fits = read_again(self, chosen) && fits;
  if (!fits || is_out_of_memory(self)) return report_out_of_memory(self);
  return ok && readable;
}

// --- Explanations

static void begin_facts(RungSession *self, Module *module) {
  facts_init(&self->facts, self->ctx, module, &self->arena);
}

static bool explain_in(RungSession *self, T type, const RungTypeOptions *options, const Edition *edition) {
  ExplainTypeOptions o = {.typed_pointers = edition && edition->typed_pointers};
  if (options && options->index_bits > INTEGER_MAX_WIDTH) {
    Diag *diag = diags_add(&self->diags, SEVERITY_ERROR, DIAG_PASS);
    diag_text(&self->diags, diag, "an index of %u bits is too wide: integer types have at most %u bits", options->index_bits, INTEGER_MAX_WIDTH);
    return false;
  }
  Str problem;
  if (options && !llvm_check_data_layout(self->ctx, str_from(options->data_layout), &problem)) {
    diag_text(&self->diags, diags_add(&self->diags, SEVERITY_ERROR, DIAG_PASS), "invalid data layout descriptor: %.*s", STR_ARG(problem));
    return false;
  }
  if (options) {
    o.bare_pointers = options->bare_pointers;
    o.index_bits = options->index_bits;
    o.data_layout = str_from(options->data_layout);
    o.no_c_interface = options->no_c_interface;
    o.spellings = options->spellings;
  }
  Pipeline pipeline;
  if (options && options->pipeline && read_quietly(self, &pipeline, str_from(options->pipeline))) {
    const PipelineConversion said = pipeline_conversion(&pipeline);
    const PassRun run = {.instance = said.types};
    if (said.types && option_index(said.types->def, STR("use-bare-ptr-memref-call-conv")) >= 0)
      o.bare_pointers = pass_bool(&run, "use-bare-ptr-memref-call-conv");
    if (said.types && option_index(said.types->def, STR("index-bitwidth")) >= 0) o.index_bits = (uint32_t)pass_int(&run, "index-bitwidth");
    if (said.data_layout.size && llvm_check_data_layout(self->ctx, said.data_layout, &problem)) o.data_layout = said.data_layout;
    if (!self->edition_out && pipeline.typed_pointers) o.typed_pointers = true;
  }
  return explain_type(&self->facts, type, &o);
}

// In the spelling of the edition that is wanted.
static bool explain(RungSession *self, T type, const RungTypeOptions *options) {
  const Edition *edition = self->edition_out ? self->edition_out : self->edition_in, *spelling = self->ctx->spelling;
  self->ctx->spelling = edition == edition_current ? NULL : edition;
  bool ok = explain_in(self, type, options, edition);
  self->ctx->spelling = spelling;
  return ok;
}

bool rung_explain_type(RungSession *self, RungStr type, const RungTypeOptions *options) {
  if (!self->ctx) rung_set_text(self, (RungStr){"", 0});
  begin_call(self);
  if (!self->ctx) return false;
  begin_facts(self, self->module);
  T parsed = parse_type_text(self->ctx, arena_str(&self->arena, in_str(type)));
  return parsed && explain(self, parsed, options);
}

// Of an offset in the whole text that in the chosen part; false: it is in another.
static bool in_part(const RungSession *self, uint32_t *offset) {
  if (!self->parts.count || *offset < self->shift || *offset > self->parts.data[self->part].text.end) return false;
  *offset -= self->shift;
  return true;
}

bool rung_explain_type_at(RungSession *self, uint32_t offset, const RungTypeOptions *options) {
  begin_call(self);
  if (!self->ctx || !self->module || !in_part(self, &offset)) return false;
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
    .role = (RungFactRole)fact->role,
    .field = (RungFactField)fact->field,
    .depth = fact->depth,
    .rule = out_str(fact->rule),
    .text = out_str(fact->text),
    .is_code = fact->role == ROLE_DECLARATION || (fact->text.size && memchr(fact->text.data, '\n', fact->text.size)),
    .count = fact->count,
    .from = out_str(fact->from),
    .to = out_str(fact->to),
    .pass = out_str(fact->pass),
    .has_range = fact->has_src,
    .begin = fact->has_src ? fact->src.begin + self->shift : 0,
    .end = fact->has_src ? fact->src.end + self->shift : 0,
    .has_bytes = fact->has_bytes,
    .offset = fact->offset,
    .size = fact->size,
    .align = fact->align,
    .has_position = fact->has_position,
    .position = fact->position,
    .has_dimension = fact->has_dimension,
    .dimension = fact->dimension,
    .has_value = fact->has_value,
    .value = fact->value,
    .line = fact->line,
    .argument = out_str(fact->argument),
    .edition = out_str(str_from(fact->edition)),
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
  if (module && !refuses_form(self, result, options)) print_mapped(self, module, module->op, result ? self->result_valid : self->module_valid, options, &map);
  const uint32_t *out = origins_of(self, &map);
  if (out) *count = map.entries.count;
  return out;
}

// --- Editing

bool rung_hover(RungSession *self, uint32_t offset, RungHover *out) {
  Hover hover;
  if (!self->module || !in_part(self, &offset) || !service_hover(self->module, &self->arena, offset, &hover)) return false;
  *out = (RungHover){hover.range.begin + self->shift, hover.range.end + self->shift, out_str(hover.title), out_str(hover.text)};
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
  const char *anchor = def->anchor ? def_name(op_by_opcode(def->anchor)).data : NULL;
  *out = (RungPass){def->name, def->summary, anchor, def->works_on, def->makes, def->now};
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
