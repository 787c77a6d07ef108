// The chapter "editions" of rung.h.
#include "api/reading.h"

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

const char *rung_edition_of_text(const RungSession *self) {
  uint32_t release = 0;
  for (uint32_t i = 0; i < self->parts.count; i++) {
    uint32_t of_part = self->parts.data[i].older_release;
    if (of_part && (!release || of_part < release)) release = of_part;
  }
  return (release ? edition_of_release(release) : edition_current)->name;
}

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
      change.range = session_shifted(self, change.range);
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
