// The chapter "messages" of rung.h: diagnostics, their repairs, and what comments expect.
#include <stdlib.h>

#include "api/session.h"
#include "service/expectations.h"
#include "service/summary.h"

const char *rung_severity_name(RungSeverity severity) { return severity_name((Severity)severity); }

// Asking moves a mark in the list, which no caller sees.
static const Diag *nth_message(const RungSession *self, uint32_t i) { return diags_nth((Diags *)(uintptr_t)&self->diags, i); }

uint32_t rung_diagnostic_count(const RungSession *self) { return self->diags.count; }

bool rung_diagnostic(const RungSession *self, uint32_t i, RungDiagnostic *out) {
  return out_diagnostic(nth_message(self, i), out);
}

bool rung_diagnostic_note(const RungSession *self, uint32_t i, uint32_t n, RungDiagnostic *out) {
  const Diag *diag = nth_message(self, i);
  return out_diagnostic(diag ? nth_diagnostic(diag->notes, n) : NULL, out);
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
  const Diag *diag = nth_message(self, i);
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

// ---------------------------------------------------------------------------------------------
// Expectations

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
  return out_diagnostic(diags_nth((Diags *)(uintptr_t)&self->diags, i), out);
}
