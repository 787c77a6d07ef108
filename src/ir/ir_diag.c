// Messages about operations: their place and the notes mlir-opt adds.
#include "ir/ir_diag.h"

#include "ir/verifier.h"

// --- Places

// How deep locations nest before they count as unknown.
#define MAX_LOC_DEPTH 256u

static const FileLoc *as_file(A loc) { return attr_kind(loc) == ATTR_LOC_FILE ? (const FileLoc *)loc : NULL; }

// The position a message at `loc` shows (findLocToShow of upstream's SourceMgrDiagnosticHandler):
// of a call site its callee, of a fused location the first that has one.
static const FileLoc *shown_file(A loc, uint32_t depth) {
  if (!loc || depth > MAX_LOC_DEPTH) return NULL;
  switch (attr_kind(loc)) {
    case ATTR_LOC_FILE: return as_file(loc);
    case ATTR_LOC_NAME: return shown_file(((const NameLoc *)loc)->child, depth + 1);
    case ATTR_LOC_CALLSITE: return shown_file(((const CallSiteLoc *)loc)->callee, depth + 1);
    case ATTR_LOC_FUSED: {
      const FusedLoc *fused = (const FusedLoc *)loc;
      const FileLoc *file = NULL;
      for (uint64_t i = 0; i < fused->count && !file; i++) file = shown_file(fused->items[i], depth + 1);
      return file;
    }
    default: return NULL;
  }
}

// The first position anywhere in `loc`, which is shown when there is no better one.
static const FileLoc *any_file(A loc, uint32_t depth) {
  const FileLoc *file = shown_file(loc, depth);
  if (file || !loc || depth > MAX_LOC_DEPTH) return file;
  switch (attr_kind(loc)) {
    case ATTR_LOC_NAME: return any_file(((const NameLoc *)loc)->child, depth + 1);
    case ATTR_LOC_CALLSITE: return any_file(((const CallSiteLoc *)loc)->caller, depth + 1);
    case ATTR_LOC_FUSED: {
      const FusedLoc *fused = (const FusedLoc *)loc;
      for (uint64_t i = 0; i < fused->count && !file; i++) file = any_file(fused->items[i], depth + 1);
      return file;
    }
    default: return NULL;
  }
}

// The byte that line and column of a location in this very file mean. False: the text has no such place.
static bool find_position(Module *module, uint32_t line, uint32_t column, uint32_t *out) {
  Source *source = &module->source;
  source_line_col(source, &module->arena, 0);  // builds the line table
  if (!column || line <= source->line_offset || line - source->line_offset > source->line_count) return false;
  if (line == source->line_offset + 1 && column <= source->column_offset) return false;
  if (line == source->line_offset + 1) column -= source->column_offset;
  uint64_t begin = source->line_starts[line - source->line_offset - 1], at = begin + column - 1;
  if (at > source->text.size || (at > begin && memchr(source->text.data + begin, '\n', (size_t)(at - begin)))) return false;
  *out = (uint32_t)at;
  return true;
}

static void place_at(Module *module, Diag *diag, const FileLoc *file, Range src) {
  uint32_t at;
  diag->file = attr_str(file->file);
  diag->line = file->line;
  diag->column = file->column;
  diag->has_range = str_equal(diag->file, module->source.name) && find_position(module, file->line, file->column, &at);
  if (diag->has_range) diag->range = at == src.begin ? src : (Range){at, at < module->source.text.size ? at + 1 : at};
}

void diag_place(Module *module, Diag *diag, Loc loc) {
  if (!loc.attr) {
    LineCol at = source_line_col(&module->source, &module->arena, loc.src.begin);
    diag->file = module->source.name;
    diag->line = at.line;
    diag->column = at.column;
    diag->range = loc.src;
    diag->has_range = true;
    return;
  }
  const FileLoc *file = shown_file(loc.attr, 0);
  if (!file) file = any_file(loc.attr, 0);
  if (file) {
    place_at(module, diag, file, loc.src);
    return;
  }
  // An editor can still show the place in the text.
  diag->range = loc.src;
  diag->has_range = loc.src.end > loc.src.begin;
}

// A location without a file position shows in the text instead: `loc("name"): message`.
static void prefix_location(Module *module, StrBuf *text, Loc loc) {
  if (!loc.attr || attr_kind(loc.attr) == ATTR_LOC_UNKNOWN || any_file(loc.attr, 0)) return;
  strbuf_str(text, str_from(attr_text(module->context, loc.attr)));
  strbuf_lit(text, ": ");
}

// --- Call stacks

static const CallSiteLoc *call_site(A loc, uint32_t depth) {
  if (!loc || depth > MAX_LOC_DEPTH) return NULL;
  switch (attr_kind(loc)) {
    case ATTR_LOC_CALLSITE: return (const CallSiteLoc *)loc;
    case ATTR_LOC_NAME: return call_site(((const NameLoc *)loc)->child, depth + 1);
    case ATTR_LOC_FUSED: {
      const FusedLoc *fused = (const FusedLoc *)loc;
      const CallSiteLoc *site = NULL;
      for (uint64_t i = 0; i < fused->count && !site; i++) site = call_site(fused->items[i], depth + 1);
      return site;
    }
    default: return NULL;
  }
}

#define CALL_STACK_LIMIT 10u

static void add_call_stack(Module *module, Diag *diag, Loc loc) {
  const CallSiteLoc *site = loc.attr ? call_site(loc.attr, 0) : NULL;
  for (uint32_t i = 0; site && i < CALL_STACK_LIMIT; i++) {
    const FileLoc *file = shown_file(site->caller, 0);
    if (file) {
      Diag *note = diag_note(module->context->diags, diag);
  loc.attr = loc_attr_given(module->context, loc);
      place_at(module, note, file, (Range){0, 0});
      note->message = STR("called from");
    }
    site = call_site(site->caller, 0);
  }
}

// --- Messages

// The name of the operation in the edition of messages.
static Str spelled_name(const Context *ctx, const Operation *op) {
  const OpForm *form = ctx->spelling ? op_form(op->def, ctx->spelling->release) : NULL;
  return form && form->name ? str_from(def_text(op->def, form->name)) : op_name(op);
}

static void set_text(Module *module, Diag *diag, Loc loc, const Operation *named, const char *format, va_list args) {
  Diags *diags = module->context->diags;
  StrBuf text;
  strbuf_init(&text, diags->arena->mem);
  prefix_location(module, &text, loc);
  if (named) strbuf_printf(&text, "'%.*s' op ", STR_ARG(spelled_name(module->context, named)));
  strbuf_vprintf(&text, format, args);
  diag->message = arena_str(diags->arena, strbuf_view(&text));
  strbuf_free(&text);
}

Str op_text(Module *module, const Operation *op) {
  Context *ctx = module->context;
  if (!ctx->text_hooks || !ctx->text_hooks->op) return STR("");
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  ctx->text_hooks->op(module, &text, op);
  Str result = arena_str(ctx->diags->arena, strbuf_view(&text));
  strbuf_free(&text);
  return result;
}

static Diag *report(Module *module, Severity severity, Loc loc, const Operation *about, const Operation *named,
                    const char *format, va_list args) {
  Context *ctx = module->context;
  Diag *diag = diags_add(ctx->diags, severity, ctx->stage);
  loc.attr = loc_attr_given(ctx, loc);
  set_text(module, diag, loc, named, format, args);
  diag_place(module, diag, loc);
  add_call_stack(module, diag, loc);
  if (about && severity == SEVERITY_ERROR && !ctx->no_op_notes && ctx->text_hooks && ctx->text_hooks->op) {
    Str text = op_text(module, about);
    diag_note_at(module, diag, loc, "see current operation: %.*s", STR_ARG(text));
  }
  return diag;
}

#define REPORT(severity, loc, about, named)                                   \
  va_list args;                                                               \
  va_start(args, format);                                                     \
  Diag *diag = report(module, (severity), (loc), (about), (named), format, args); \
  va_end(args);                                                               \
  return diag

Diag *op_error(Module *module, const Operation *op, const char *format, ...) {
  REPORT(SEVERITY_ERROR, op->loc, op, op);
}

Diag *op_error_plain(Module *module, const Operation *op, const char *format, ...) {
  REPORT(SEVERITY_ERROR, op->loc, op, NULL);
}

bool verify_fail(const Verifier *v, const Operation *op, const char *format, ...) {
  va_list args;
  va_start(args, format);
  report(v->module, SEVERITY_ERROR, op->loc, op, op, format, args);
  va_end(args);
  return false;
}

bool verify_fail_plain(const Verifier *v, const Operation *op, const char *format, ...) {
  va_list args;
  va_start(args, format);
  report(v->module, SEVERITY_ERROR, op->loc, op, NULL, format, args);
  va_end(args);
  return false;
}

Diag *diag_at(Module *module, Severity severity, Loc loc, const char *format, ...) {
  REPORT(severity, loc, NULL, NULL);
}

void diag_note_at(Module *module, Diag *diag, Loc loc, const char *format, ...) {
  va_list args;
  va_start(args, format);
  Diag *note = diag_note(module->context->diags, diag);
  set_text(module, note, loc, NULL, format, args);
  diag_place(module, note, loc);
  va_end(args);
}
