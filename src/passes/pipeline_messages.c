// Messages about the text of a pipeline, and the repairs they offer.
#include "passes/pipeline_impl.h"

#include "support/nearest.h"

bool pipeline_fail(Context *ctx, const char *format, ...) {
  va_list args;
  va_start(args, format);
  Diag *diag = diags_add(ctx->diags, SEVERITY_ERROR, DIAG_PASSES);
  diag_vtext(ctx->diags, diag, format, args);
  va_end(args);
  return false;
}

// The message of an option about its value, which is a line of its own.
bool pipeline_fail_option(Context *ctx, const char *format, ...) {
  va_list args;
  va_start(args, format);
  Diag *diag = diags_add(ctx->diags, SEVERITY_ERROR, DIAG_PASSES);
  diag_vtext(ctx->diags, diag, format, args);
  diag->headline = (uint32_t)diag->message.size;
  va_end(args);
  return false;
}

// A text that is read as far as it goes: say where in it the last message belongs. False: it is not read so.
bool pipeline_place(PipelineText *p, Str at) {
  Diag *diag = p->ctx->diags->last;
  if (!p->reading || !diag) return false;
  diag->has_range = true;
  diag->range.begin = (uint32_t)(at.data - p->text.data);
  diag->range.end = diag->range.begin + (uint32_t)at.size;
  diag->headline = 0;
  while (diag->message.size && diag->message.data[diag->message.size - 1] == '\n') diag->message.size--;
  return true;
}

static bool contains(Str text, Str part) {
  for (size_t i = 0; part.size >= 4 && i + part.size <= text.size; i++)
    if (!memcmp(text.data + i, part.data, part.size)) return true;
  return false;
}

void candidates_consider(Candidates *self, const char *candidate) {
  uint32_t limit = edits_allowed(self->name), distance = edit_distance(self->name, str_from(candidate), limit);
  if (distance > limit && contains(str_from(candidate), self->name)) distance = limit + 1;
  else if (distance > limit) return;
  if (!self->count || distance < self->distance) self->count = 0, self->distance = distance;
  if (distance == self->distance && self->count < countof(self->found)) self->found[self->count++] = candidate;
}

// The names become repairs of the last message.
void pipeline_offer(PipelineText *p, const Candidates *names, Str at) {
  Diags *diags = p->ctx->diags;
  const uint32_t begin = (uint32_t)(at.data - p->text.data);
  for (uint32_t i = 0; diags->last && i < names->count; i++)
    diag_fix(diags, diags->last, (Range){begin, begin + (uint32_t)at.size}, str_from(names->found[i]), names->count == 1, "write `%s`", names->found[i]);
}

// Say what was being parsed when the last message was reported.
bool pipeline_fail_more(Context *ctx, const char *format, Str name, Str options) {
  Diag *diag = ctx->diags->last;
  if (!diag) return false;
  StrBuf text;
  strbuf_init(&text, &ctx->mem);
  strbuf_str(&text, diag->message);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  strbuf_printf(&text, format, STR_ARG(name), STR_ARG(options));
#pragma GCC diagnostic pop
  diag_text(ctx->diags, diag, "%.*s", (int)text.size, text.data);
  strbuf_free(&text);
  return false;
}

void pipeline_explain_missing(Context *ctx, Str name) {
  Diags *diags = ctx->diags;
  if (!pass_is_known_upstream(name) || !diags->last) return;
  diag_hint(diags, diags->last, "'%.*s' exists in LLVM 22's mlir-opt; Rung does not have it yet", STR_ARG(name));
}

// A name of older releases still works, and says what it is called today.
void pipeline_note_old_name(Context *ctx, Pipeline *pipeline, const PassDef *def) {
  if (!def->now) return;
  pipeline->typed_pointers |= def->typed_pointers;
  Diag *diag = diags_add(ctx->diags, SEVERITY_REMARK, DIAG_PASSES);
  diag_text(ctx->diags, diag, "'%s' is the name in older releases of %s%s", def->name, def->now,
            def->typed_pointers ? "; as in those, pointers have element types, unless an edition without them is asked for" : "");
}
