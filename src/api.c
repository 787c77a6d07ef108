// rung.h over the layers below: sessions, their texts and messages, printing.
#include "api_session.h"

#include "asm/foreign.h"
#include "asm/kept.h"
#include "asm/surroundings.h"
#include "dialects/llvm/types.h"
#include "dialects/registry.h"
#include "editions/upgrade.h"
#include "ir/verify.h"
#include "ops/builtin.h"
#include "service/log.h"
#include "service/summary.h"

#if defined(__wasm__)
#define DEFAULT_MEMORY_LIMIT ((size_t)1 << 30)
#else
#define DEFAULT_MEMORY_LIMIT ((size_t)4 << 30)
#endif
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
  arena_init(&self->rules_arena, &self->mem);
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

void session_drop_modules(RungSession *self) {
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

static void free_names(FileName *name) {
  while (name) {
    FileName *next = name->next;
    free(name);
    name = next;
  }
}

void rung_session_delete(RungSession *self) {
  if (!self) return;
  session_drop_modules(self);
  added_dialects_release(&self->dialects);
  strbuf_free(&self->printed);
  strbuf_free(&self->pipeline_text);
  arena_free(&self->arena);
  arena_free(&self->rules_arena);
  arena_free(&self->parts_arena);
  mem_free(&self->mem);
  free(self->text_copy);
  free_names(self->file_name);
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
  FileName *named = self->file_name;
  if (!named || strcmp(named->text, name) != 0) {
    if (!(named = malloc(sizeof *named + size))) return false;
    memcpy(named->text, name, size);
    named->next = self->file_name;
  }
  Str marker = str_from(set.split_marker);
  char *own = malloc(marker.size + 1);
  if (!own) {
    if (named != self->file_name) free(named);
    return false;
  }
  if (marker.size) memcpy(own, marker.data, marker.size);
  free((char *)(uintptr_t)self->split_marker.data);
  self->split_marker = (Str){own, marker.size};
  self->file_name = named;
  self->options = set;
  self->options.split_marker = NULL;
  self->options.file_name = named->text;
  self->options.edition_in = self->options.edition = NULL;
  self->edition_in = set.edition_in ? edition_by_name(str_from(set.edition_in)) : NULL;
  self->edition_out = edition_out;
  return true;
}

// Drop the messages and stages of the last call.
void session_begin_call(RungSession *self) {
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
  self->completions = (Completions){0};
  self->fixes_made.data = NULL;
  self->fixes_made.count = self->fixes_made.cap = 0;
  if (self->ctx) self->ctx->diags = &self->diags;
}

bool session_report(RungSession *self, const char *message) {
  Diag *diag = diags_add(&self->diags, SEVERITY_ERROR, DIAG_SYNTAX);
  diag_text(&self->diags, diag, "%s", message);
  return false;
}

bool session_report_out_of_memory(RungSession *self) {
  self->out_of_memory = true;
  Diag *diag = diags_add(&self->diags, SEVERITY_ERROR, DIAG_SYNTAX);
  diag->out_of_memory = true;
  diag_text(&self->diags, diag, "%s", mem_reason(self->ctx && self->ctx->mem.exhausted ? &self->ctx->mem : &self->mem));
  return false;
}

bool session_is_out_of_memory(const RungSession *self) {
  return self->mem.exhausted || (self->ctx && self->ctx->mem.exhausted);
}

bool rung_out_of_memory(const RungSession *self) {
  return self->out_of_memory || self->mem.was_exhausted || session_is_out_of_memory(self);
}

// Parse and verify into a new context. `text` is that of the chosen part, or as long: places are the same. False: an error was
// reported.
static bool read_text(RungSession *self, Str text, const U32Vec *pieces, bool is_cut_off) {
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
    .name = str_from(self->file_name->text),
    .text = text,
    .line_offset = self->options.line_offset + part->line,
    .column_offset = (part->line ? 0 : self->options.column_offset) + part->column,
  });
  if (!self->module) return false;
  bool is_own = text.data >= self->text.data && text.data <= self->text.data + self->text.size;
  if (!is_own) self->module->source.text = arena_str(&self->module->arena, text);   // others do not live as long as the module
  ParseOptions options = {
    .allow_unregistered = any_dialect,
    .keep_unknown = self->options.keep_unknown,
    .no_implicit_module = self->options.no_implicit_module,
    .run_reproducer = self->options.run_reproducer,
    .pieces = pieces,
    .is_cut_off = is_cut_off,
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

// A reading that is kept while another one is tried.
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

static void take_up(RungSession *self, const Reading *reading) {
  self->ctx = reading->ctx;
  self->module = reading->module;
  self->diags = reading->diags;
  if (self->ctx) self->ctx->diags = &self->diags;
}

// Read again as asked into an empty session. False: memory ran out.
static bool read_again(RungSession *self, Str text, const U32Vec *pieces, bool is_cut_off) {
  read_text(self, text, pieces, is_cut_off);
  bool failed = !self->ctx || self->ctx->mem.exhausted || self->ctx->mem.was_exhausted;
  if (failed) self->out_of_memory = true;   // the result of the reading is not known
  return !failed;
}

// Read again as asked, and keep the reading if it has at most so many errors, else the one before. True: it is the new one.
static bool read_better(RungSession *self, Str text, const U32Vec *pieces, bool is_cut_off, uint32_t most) {
  Reading before = put_by(self);
  bool better = read_again(self, text, pieces, is_cut_off) && self->diags.error_count <= most;
  Reading other = before;
  if (!better) {
    other = put_by(self);
    take_up(self, &before);
  }
  drop_reading(self, &other);
  return better;
}

// Read the pieces of the text on their own, if something is defined twice and that helps.
static bool read_pieces(RungSession *self, const Surroundings *found) {
  return self->diags.error_count && self->ctx->has_redefinition && found->pieces.count && !self->out_of_memory &&
         read_better(self, found->text, &found->pieces, false, self->diags.error_count - 1);
}

// Read without the text that readings fail at, as long as that helps: a failure may hide others. True: pieces were read.
static bool read_without_failures(RungSession *self, Surroundings *found, uint32_t rounds) {
  enum { PATIENCE = 3 };
  Reading best = {0};   // when it is not the session's
  bool apart = false, best_apart = false;
  for (uint32_t waited = 0; rounds > 0 && waited < PATIENCE && self->diags.error_count && surroundings_find(found, &self->diags, false); rounds--) {
    Reading before = put_by(self);
    if (!best.ctx) best = before;
    else drop_reading(self, &before);
    if (!read_again(self, found->text, NULL, false)) break;
    apart = read_pieces(self, found);
    waited++;
    if (self->diags.error_count >= best.diags.error_count) continue;
    waited = 0;
    drop_reading(self, &best);
    best = (Reading){0};
    best_apart = apart;
    surroundings_accept(found);
  }
  surroundings_reject(found);
  if (!best.ctx) return best_apart;
  Reading worse = put_by(self);
  drop_reading(self, &worse);
  take_up(self, &best);
  return best_apart;
}

static void place_diag(RungSession *self, Diag *diag, Range range) {
  diag->has_range = true;
  diag->range = range;
  LineCol place = source_line_col(&self->module->source, &self->module->arena, range.begin);
  diag->file = str_from(self->file_name->text);
  diag->line = place.line;
  diag->column = place.column;
}

// An info message about a range of the text; `%s`-free formats only.
static void inform(RungSession *self, DiagInfo info, Range range, const char *format, uint32_t count) {
  Diag *diag = diags_add(&self->diags, SEVERITY_INFO, DIAG_SYNTAX);
  diag->info = (uint8_t)info;
  diag->about = count;
  place_diag(self, diag, range);
  diag_text(&self->diags, diag, format, count);
}

static void inform_of_aside(RungSession *self, const Surroundings *found) {
  enum { MOST = 100 };
  static const char *const formats[][2] = {   // of one, of several
    [ASIDE_LINES] = {"%u line ignored (not MLIR)", "%u lines ignored (not MLIR)"},
    [ASIDE_PREFIXES] = {"prefix of %u line ignored", "prefix of %u lines ignored"},
    [ASIDE_BEFORE] = {"text before the MLIR in this line ignored"},
    [ASIDE_AFTER] = {"text after the MLIR in this line ignored"},
    [ASIDE_CLOSERS] = {"closing brackets in this line ignored: nothing in the text opens them"},
    [ASIDE_SPACES] = {"%u no-break space read as a plain one", "%u no-break spaces read as plain ones"},
    [ASIDE_COMMENTS] = {"%u C comment ignored", "%u C comments ignored"},
    [ASIDE_LINE_ENDS] = {"%u backslash at the end of a line ignored", "%u backslashes at the ends of lines ignored"},
  };
  uint32_t rest = 0;
  for (uint32_t i = 0; i < found->aside.count; i++) {
    const Aside *aside = &found->aside.data[i];
    if (i >= MOST) rest += aside->lines;
    else inform(self, DIAG_INFO_ASIDE, aside->range, formats[aside->kind][aside->lines > 1], aside->lines);
  }
  if (rest) inform(self, DIAG_INFO_ASIDE, found->aside.data[MOST].range, "from here on, text in %u more lines ignored", rest);
}

// The text has errors: perhaps because there is more than IR in it, or several pieces of IR, or because an end is missing.
static bool read_without_surroundings(RungSession *self, Str text) {
  enum { ROUNDS = 8, LONG_TEXT = 1 << 22, ROUNDS_OF_LONG_TEXT = 2 };
  Surroundings found;
  if (!surroundings_begin(&found, &self->arena, text)) return false;
  bool cut_off = false;
  bool apart = read_without_failures(self, &found, text.size > LONG_TEXT ? ROUNDS_OF_LONG_TEXT : ROUNDS);
  surroundings_find(&found, NULL, false);
  if (!apart) apart = read_pieces(self, &found);
  if (self->diags.error_count && !self->out_of_memory) {
    bool more = surroundings_find(&found, &self->diags, true);
    bool ends_open = found.is_cut_off;
    if ((more || ends_open) && read_better(self, found.text, apart ? &found.pieces : NULL, ends_open, 0)) {
      surroundings_accept(&found);
      cut_off = ends_open;
    }
    surroundings_reject(&found);
    surroundings_find(&found, NULL, true);
  }
  Range range;
  bool looks = !self->out_of_memory && (self->diags.error_count || found.aside.count);
  const char *language = looks ? foreign_language(text, self->diags.error_count > 0, &range) : NULL;
  if (language) {
    diags_init(&self->diags, &self->arena);
    Diag *diag = diags_add(&self->diags, SEVERITY_ERROR, DIAG_SYNTAX);
    place_diag(self, diag, range);
    diag_text(&self->diags, diag, "this looks like %s", language);
    return false;
  }
  inform_of_aside(self, &found);
  if (apart)
    inform(self, DIAG_INFO_PIECES, (Range){found.pieces.data[0], found.pieces.data[0]}, "read as %u separate modules", found.pieces.count + 1);
  if (cut_off) {
    uint32_t end = (uint32_t)text.size;
    while (end > 1 && (text.data[end - 1] == ' ' || text.data[end - 1] == '\n' || text.data[end - 1] == '\r' || text.data[end - 1] == '\t')) end--;
    inform(self, DIAG_INFO_HOLE, (Range){end - 1, end}, "the text ends inside of a region: what follows was left out", 1);
  }
  return self->diags.error_count == 0;
}

// Positions in the part become positions in the whole text.
static Range shifted(const RungSession *self, Range range) { return (Range){range.begin + self->shift, range.end + self->shift}; }

void session_shift_messages(RungSession *self, Diag *diag) {
  for (; diag; diag = diag->next) {
    diag->range = shifted(self, diag->range);
    for (Fix *fix = diag->fixes; fix; fix = fix->next) fix->range = shifted(self, fix->range);
    if (self->split_marker.size || self->options.split_log) diag->file = arena_str(&self->arena, diag->file);   // perhaps of a context that is about to go
    session_shift_messages(self, diag->notes);
  }
}

static Str part_text(const RungSession *self) {
  const TextPart *part = &self->parts.data[self->part].text;
  return str_slice(self->text, part->begin, part->end);
}

// Read the part into the session's context, which must be empty. True: it has no errors.
bool session_read_part(RungSession *self, uint32_t i) {
  self->part = i;
  self->shift = self->parts.data[i].text.begin;
  self->module_valid = self->result_valid = false;
  diags_init(&self->diags, &self->arena);
  bool ok = read_text(self, part_text(self), NULL, false);
  if (!ok && self->options.keep_unknown && self->ctx && !session_is_out_of_memory(self)) ok = read_without_surroundings(self, part_text(self));
  if (!self->ctx || self->out_of_memory || session_is_out_of_memory(self)) {
    session_drop_modules(self);   // the module may be incomplete
    const Diag *said = self->diags.last;   // by the parser, perhaps
    ok = said && said->out_of_memory ? false : session_report_out_of_memory(self);
  }
  session_shift_messages(self, self->diags.first);
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

static void find_dumps(Arena *arena, Str text, LogStages *out) { service_log_stages(arena, text, def_name(op_by_opcode(OP_BUILTIN_MODULE)), out); }

static RungLogStage out_dump(const LogStage *stage) {
  return (RungLogStage){
    .begin = stage->begin,
    .end = stage->end,
    .line = stage->line,
    .line_count = stage->line_count,
    .header_begin = stage->header_begin,
    .header_end = stage->header_end,
    .after = stage->is_after,
    .failed = stage->failed,
    .pass = out_str(stage->pass),
    .argument = out_str(stage->argument),
    .anchor = out_str(stage->anchor),
    .symbol = out_str(stage->symbol),
    .chain = stage->chain,
  };
}

// The dumps of a log are its parts. A dump may begin in the line of its header.
static void find_log_parts(RungSession *self) {
  LogStages found = {0};
  find_dumps(&self->parts_arena, self->text, &found);
  RungLogStage *dumps = arena_new(&self->parts_arena, RungLogStage, found.count + 1);
  for (uint32_t i = 0; dumps && i < found.count; i++) {
    const LogStage *stage = &found.data[i];
    dumps[i] = out_dump(stage);
    uint32_t line = stage->begin;
    while (line > 0 && self->text.data[line - 1] != '\n') line--;
    TextPart part = {.begin = stage->begin, .end = stage->end, .line = stage->line, .column = stage->begin - line};
    vec_push(&self->parts_arena, &self->parts, ((SessionPart){.text = part, .dump = &dumps[i]}));
  }
}

// Find the parts of the text. A warning reports text that only looks like a marker.
static void find_parts(RungSession *self, Diags *said) {
  TextParts found = {0};
  arena_reset(&self->parts_arena);
  self->parts.data = NULL;
  self->parts.count = self->parts.cap = 0;
  if (self->options.split_log && !self->reads_nothing) find_log_parts(self);
  if (self->parts.count) return;
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
    diag->file = str_from(self->file_name->text);
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
    part->ok = session_read_part(self, i);
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
    session_drop_modules(self);
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
  session_drop_modules(self);
  added_dialects_release(&self->dialects);
  session_begin_call(self);
  self->out_of_memory = self->mem.was_exhausted = false;
  self->parts.count = 0;
  self->part = self->shift = 0;
  self->module_valid = self->result_valid = false;
  free_names(self->file_name->next);   // nothing points to those any more
  self->file_name->next = NULL;
  if (!added_dialects_use(self->options.dialects, &self->dialects)) return session_report_out_of_memory(self);
  if (text.size > UINT32_MAX - 1) return session_report(self, "the text is too large: 4 GiB is the limit");
  free(self->text_copy);
  self->text_copy = NULL;
  self->text = (Str){0};
  if (!self->options.borrow_text) {
    self->text_copy = malloc(text.size + 1);
    if (!self->text_copy) return session_report_out_of_memory(self);
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
    .first_diagnostic = part->first_diagnostic, .diagnostic_count = part->diagnostic_count, .dump = part->dump,
  };
  return true;
}

uint32_t rung_chosen_part(const RungSession *self) { return self->part; }

// Read a part again without reporting anything.
bool session_read_again(RungSession *self, uint32_t i) {
  Diags said = self->diags;
  self->counts = NULL;
  session_drop_modules(self);
  session_read_part(self, i);
  self->diags = said;
  if (self->ctx) self->ctx->diags = &self->diags;
  return self->ctx != NULL;
}

bool rung_choose_part(RungSession *self, uint32_t i) {
  if (i >= self->parts.count) return false;
  return i == self->part || session_read_again(self, i);
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

uint32_t rung_log_stages(RungStr text, RungLogStage *out, uint32_t capacity) {
  Mem mem;
  Arena arena;
  LogStages found = {0};
  if (!mem_init(&mem, 0)) return 0;
  arena_init(&arena, &mem);
  find_dumps(&arena, in_str(text), &found);
  for (uint32_t i = 0; out && i < found.count && i < capacity; i++) out[i] = out_dump(&found.data[i]);
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
    .kind = (RungInfo)diag->info,
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

const Diag *nth_diagnostic(const Diag *diag, uint32_t n) {
  while (diag && n--) diag = diag->next;
  return diag;
}

bool rung_diagnostic(const RungSession *self, uint32_t i, RungDiagnostic *out) {
  return api_fill_diagnostic(nth_diagnostic(self->diags.first, i), out);
}

bool rung_diagnostic_note(const RungSession *self, uint32_t i, uint32_t n, RungDiagnostic *out) {
  const Diag *diag = nth_diagnostic(self->diags.first, i);
  return api_fill_diagnostic(diag ? nth_diagnostic(diag->notes, n) : NULL, out);
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
  const Diag *diag = nth_diagnostic(self->diags.first, i);
  const Fix *fix = diag ? diag->fixes : NULL;
  while (fix && n--) fix = fix->next;
  if (!fix) return false;
  *out = out_fix(fix);
  return true;
}

RungStr rung_fixed_text(RungSession *self) {
  vec_clear(&self->fixes_made);
  // The first safe repair of each message, by place. Messages of a later stage may follow from earlier errors.
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
  if (session_is_out_of_memory(self)) {   // a part of it is none
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
    if (!session_read_again(self, i)) break;
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
  bool ok = self->ctx && session_read_again(self, chosen);
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
  if (session_is_out_of_memory(self)) return (RungStr){0};
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

// `map` (may be NULL) receives the origins of the output.
RungStr session_print(RungSession *self, Module *module, Operation *op, bool valid,
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
  Module *said = valid && module->op == op ? module_as_said(module, o.edition, o.generic) : module;
  print_module(&self->printed, said, said == module ? op : said->op, &o);
  if (said != module) module_free(said);
  if (session_is_out_of_memory(self)) return (RungStr){NULL, 0};
  return out_str(strbuf_view(&self->printed));
}

// True: the form asked for cannot be printed, which is reported. An operation kept as written has only one form.
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
  diag_at(module, SEVERITY_ERROR, kept->loc, "'%.*s' cannot be printed %s: Rung doesn't know its dialect", STR_ARG(op_name(kept)),
          wanted.generic ? "in generic form" : "for another edition");
  return true;
}

bool session_refuses_form(RungSession *self, bool result, const RungPrintOptions *options) {
  const Diag *last = self->diags.last;
  bool refused = says_no_to_form(self, result, options);
  session_shift_messages(self, last ? last->next : self->diags.first);
  return refused;
}

RungStr rung_print(RungSession *self, const RungPrintOptions *options) {
  if (session_refuses_form(self, false, options)) return (RungStr){NULL, 0};
  return session_print(self, self->module, self->module ? self->module->op : NULL, self->module_valid, options, NULL);
}

RungStr rung_print_result(RungSession *self, const RungPrintOptions *options) {
  if (session_refuses_form(self, true, options)) return (RungStr){NULL, 0};
  return session_print(self, self->result, self->result ? self->result->op : NULL, self->result_valid, options, NULL);
}

static void flush(StrBuf *out, void *data) {
  const RungSink *sink = data;
  if (out->size) sink->write(sink->data, out_str(strbuf_view(out)));
  out->size = 0;
}

bool rung_print_to(RungSession *self, bool result, const RungPrintOptions *options, const RungSink *sink) {
  Module *module = result ? self->result : self->module;
  if (session_refuses_form(self, result, options)) return false;
  if (!module || !module->op) return true;
  PrintOptions o = print_options(self, options);
  bool valid = result ? self->result_valid : self->module_valid;
  o.generic |= !valid;
  if (result && self->result_is_typed && !o.edition) o.edition = last_typed_edition();
  o.flush = flush;
  o.flush_data = (void *)(uintptr_t)sink;
  self->printed.size = 0;
  Module *said = valid ? module_as_said(module, o.edition, o.generic) : module;
  print_module(&self->printed, said, said->op, &o);
  if (said != module) module_free(said);
  flush(&self->printed, o.flush_data);
  return session_is_out_of_memory(self) ? session_report_out_of_memory(self) : true;
}
