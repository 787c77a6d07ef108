// The chapter "text" of rung.h.
#include "api/text.h"

#include <stdlib.h>

#include "api/reading.h"
#include "ops/builtin.h"

bool rung_set_text(RungSession *self, RungStr text) {
  uint32_t chosen = self->part;
  session_drop_modules(self);
  added_dialects_release(&self->dialects);
  session_begin_call(self);
  self->out_of_memory = self->mem.was_exhausted = false;
  self->parts.count = 0;
  self->part = self->shift = 0;
  self->module_valid = self->result_valid = false;
  session_forget_file_names(self);
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
  return session_read_parts(self, chosen);
}

RungStr rung_text(const RungSession *self) { return out_str(self->text); }

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

bool rung_choose_part(RungSession *self, uint32_t i) {
  if (i >= self->parts.count) return false;
  return i == self->part || session_read_again(self, i);
}

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

OperationCounts session_count_operations(RungSession *self, Module *module) {
  OperationCounts counts = {.arena = &self->arena, .top = op_is(module->op, OP_BUILTIN_MODULE) ? module->op : NULL};
  map_init(&counts.by_def, &self->arena);
  op_walk_pre(module->op, count_operation, &counts);
  return counts;
}

bool rung_operation_count(RungSession *self, uint32_t i, RungOperationCount *out) {
  if (!self->module || !self->module->op) return false;
  if (!self->counts) {
    OperationCounts counts = session_count_operations(self, self->module);
    self->counts = counts.items.data;
    self->count_count = counts.items.count;
  }
  if (i >= self->count_count) return false;
  *out = self->counts[i];
  return true;
}
