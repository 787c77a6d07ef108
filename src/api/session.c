// Making sessions and what all entries do at their beginning and end: the chapter "start here" of rung.h.
#include "api/session.h"

#include <stdlib.h>

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
  self->traced_rules = RUNG_NOWHERE;
  strbuf_init(&self->printed, &self->mem);
  strbuf_init(&self->pipeline_text, &self->mem);
  diags_init(&self->diags, &self->arena);
  if (!rung_set_options(self, options)) {
    rung_session_delete(self);
    return NULL;
  }
  return self;
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

void session_forget_file_names(RungSession *self) {
  free_names(self->file_name->next);
  self->file_name->next = NULL;
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
  const Edition *edition_in = set.edition_in ? edition_by_name(str_from(set.edition_in)) : NULL, *edition_out = NULL;
  if (set.edition_in && (set.keep_unknown || !edition_in || !edition_in->is_read)) return false;
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
  self->edition_in = edition_in;
  self->edition_out = edition_out;
  return true;
}

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
