// Implements source.h and diag.h.
#include "support/source.h"

#include "support/diag.h"

LineCol source_line_col(Source *self, Arena *arena, uint32_t offset) {
  if (!self->line_starts) {
    U32Vec starts = {0};
    vec_push(arena, &starts, 0);
    for (uint32_t i = 0; i < self->text.size; i++)
      if (self->text.data[i] == '\n') vec_push(arena, &starts, i + 1);
    self->line_starts = starts.data;
    self->line_count = starts.count;
  }
  uint32_t low = 0, high = self->line_count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (self->line_starts[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return (LineCol){low + 1 + self->line_offset, offset - self->line_starts[low] + 1 + (low ? 0 : self->column_offset)};
}

void diags_init(Diags *self, Arena *arena) { *self = (Diags){.arena = arena, .limit = 10000}; }

Diag *diags_add(Diags *self, Severity severity, DiagStage stage) {
  Diag *diag = arena_new(self->arena, Diag, 1);
  diag->severity = severity;
  diag->stage = stage;
  self->error_count += severity == SEVERITY_ERROR;
  if (self->limit && self->count >= self->limit) return diag;
  self->count++;
  if (self->last)
    self->last->next = diag;
  else
    self->first = diag;
  self->last = diag;
  return diag;
}

void diags_rollback(Diags *self, const Diags *before) {
  *self = *before;
  if (self->last) self->last->next = NULL;
}

const Diag *diags_nth(Diags *self, uint32_t i) {
  if (i >= self->count) return NULL;
  if (!self->asked || i < self->asked_index) {
    self->asked = self->first;
    self->asked_index = 0;
  }
  while (self->asked && self->asked_index < i) {
    self->asked = self->asked->next;
    self->asked_index++;
  }
  return self->asked;
}

void diag_vtext(Diags *self, Diag *diag, const char *format, va_list args) {
  diag->message = arena_vprintf(self->arena, format, args);
}

void diag_text(Diags *self, Diag *diag, const char *format, ...) {
  va_list args;
  va_start(args, format);
  diag_vtext(self, diag, format, args);
  va_end(args);
}

Diag *diag_note(Diags *self, Diag *diag) {
  Diag *note = arena_new(self->arena, Diag, 1);
  note->severity = SEVERITY_NOTE;
  note->stage = diag->stage;
  Diag **end = &diag->notes;
  while (*end) end = &(*end)->next;
  *end = note;
  return note;
}

void diag_vhint(Diags *self, Diag *diag, const char *format, va_list args) {
  Diag *note = diag_note(self, diag);
  note->is_hint = true;
  note->lists_fixes = diag->fixes != NULL;
  note->file = diag->file;
  note->line = diag->line;
  note->column = diag->column;
  note->has_range = diag->has_range;
  note->range = diag->range;
  diag_vtext(self, note, format, args);
}

void diag_hint(Diags *self, Diag *diag, const char *format, ...) {
  va_list args;
  va_start(args, format);
  diag_vhint(self, diag, format, args);
  va_end(args);
}

Fix *diag_fix(Diags *self, Diag *diag, Range range, Str text, bool is_safe, const char *title, ...) {
  Fix *fix = arena_new(self->arena, Fix, 1);
  va_list args;
  va_start(args, title);
  Str words = arena_vprintf(self->arena, title, args);
  va_end(args);
  *fix = (Fix){.range = range, .text = arena_str(self->arena, text), .title = words, .is_safe = is_safe};
  Fix **end = &diag->fixes;
  while (*end) end = &(*end)->next;
  *end = fix;
  return fix;
}
