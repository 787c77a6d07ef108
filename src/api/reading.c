// Reading the parts of a text into contexts, a text with errors once more without what is around the IR in it.
#include "api/reading.h"

#include "asm/foreign.h"
#include "asm/surroundings.h"
#include "dialects/registry.h"
#include "asm/printer.h"
#include "editions/upgrade.h"
#include "export/bytecode/bytecode.h"
#include "ir/verify.h"

#if defined(__wasm__)
#define DEFAULT_MEMORY_LIMIT ((size_t)1 << 30)
#else
#define DEFAULT_MEMORY_LIMIT ((size_t)4 << 30)
#endif

static void need_pack(void *data, const DialectDef *dialect) {
  const RungOptions *options = &((const RungSession *)data)->options;
  options->need_pack(options->need_pack_data, (RungStr){dialect->name, strlen(dialect->name)});
}

static bool make_context(RungSession *self) {
  size_t limit = self->options.memory_limit ? self->options.memory_limit : DEFAULT_MEMORY_LIMIT;
  self->ctx = context_with_all_dialects(limit);
  if (!self->ctx) return false;
  for (uint32_t i = 0; i < self->dialects.count; i++) context_add_dialect(self->ctx, self->dialects.dialects[i]->def);
  if (self->options.need_pack) self->ctx->need_pack = need_pack, self->ctx->need_pack_data = self;
  self->ctx->diags = &self->diags;
  return true;
}

// What an older release wrote as bytes, in generic form: the rest is done as with a text of that release.
static bool text_of_older_bytes(RungSession *self, Str bytes, const Edition *edition, Str *out) {
  if (!make_context(self)) return false;
  self->ctx->allow_unregistered = true;
  self->ctx->stage = DIAG_SYNTAX;
  Module *module = module_new(self->ctx, (Source){.name = str_from(self->file_name->text)});
  bool ok = module && bytecode_read(module, bytes, true);
  if (ok) {
    StrBuf text;
    PrintOptions print = PRINT_OPTIONS_DEFAULT;
    print.generic = print.debug_info = true;
    print.edition = edition;
    strbuf_init(&text, &self->ctx->mem);
    print_module(&text, module, module->op, &print);
    *out = arena_str(&self->arena, strbuf_view(&text));
    strbuf_free(&text);
  }
  if (ok) {
    module_free(module);
    context_free(self->ctx);
    self->ctx = NULL;
  } else self->module = module;   // as far as it could be read
  return ok;
}

// Parse and verify into a new context. `text` is that of the chosen part, or as long: places are the same. False: an error was
// reported.
static bool read_text(RungSession *self, Str text, const U32Vec *pieces, bool is_cut_off) {
  const TextPart *part = &self->parts.data[self->part].text;
  BytecodeInfo info = {0};
  const Edition *edition = self->edition_in;
  bool is_bytes = bytecode_is(text);
  if (is_bytes && !session_can_export(self)) return false;
  if (is_bytes) bytecode_info(text, &info);   // what is wrong is said by the reading
  if (is_bytes && info.release && (!edition || edition == edition_current)) edition = edition_of_release(info.release);
  if (is_bytes && edition && edition != edition_current) {
    is_bytes = false;
    if (!text_of_older_bytes(self, text, edition, &text)) return false;
  }
  if (!make_context(self)) return false;
  bool any_dialect = self->options.allow_unregistered_dialects || self->options.keep_unknown;
  self->ctx->allow_unregistered = any_dialect;
  const Edition *wanted = self->edition_out ? self->edition_out : self->edition_in;
  self->ctx->edition = wanted == edition_current ? NULL : wanted;
  self->ctx->spelling = edition == edition_current ? NULL : edition;
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
    .edition = edition,
    .notes = self->takes_notes ? &self->notes : NULL,
  };
  self->notes = (SourceNotes){.arena = &self->module->arena};
  if (self->reads_nothing) return true;
  self->ctx->stage = DIAG_SYNTAX;
  if (is_bytes) self->module->source.text = (Str){"", 0};
  bool ok = is_bytes ? bytecode_read(self->module, text, false) : parse_module(self->module, &options);
  if (self->module->op && !self->ctx->mem.exhausted) {
    ok = module_upgrade(self->module, wanted ? wanted : edition_current) && ok;
    self->ctx->stage = DIAG_VERIFIER;
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

Range session_shifted(const RungSession *self, Range range) { return (Range){range.begin + self->shift, range.end + self->shift}; }

bool session_in_part(const RungSession *self, uint32_t *offset) {
  if (!self->parts.count || *offset < self->shift || *offset > self->parts.data[self->part].text.end) return false;
  *offset -= self->shift;
  return true;
}

void session_shift_messages(RungSession *self, Diag *diag) {
  for (; diag; diag = diag->next) {
    diag->range = session_shifted(self, diag->range);
    for (Fix *fix = diag->fixes; fix; fix = fix->next) fix->range = session_shifted(self, fix->range);
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
  if (!ok && self->options.keep_unknown && self->ctx && !session_is_out_of_memory(self) && !bytecode_is(part_text(self))) ok = read_without_surroundings(self, part_text(self));
  if (!self->ctx || self->out_of_memory || session_is_out_of_memory(self)) {
    session_drop_modules(self);   // the module may be incomplete
    const Diag *said = self->diags.last;   // by the parser, perhaps
    ok = said && said->out_of_memory ? false : session_report_out_of_memory(self);
  }
  session_shift_messages(self, self->diags.first);
  return self->module_valid = ok && self->diags.error_count == 0;
}

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

static void append_messages(Diags *to, const Diags *from) {
  if (!from->first) return;
  if (to->last) to->last->next = from->first;
  else to->first = from->first;
  to->last = from->last;
  to->count += from->count;
  to->error_count += from->error_count;
}

bool session_read_parts(RungSession *self, uint32_t chosen) {
  Diags all;
  diags_init(&all, &self->arena);
  session_find_parts(self, &all);
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
