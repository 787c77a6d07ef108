// The chapter "edit" of rung.h: what an editor asks.
#include "api/reading.h"
#include "service/changed_lines.h"
#include "service/hover.h"
#include "service/tokens.h"

bool rung_hover(RungSession *self, uint32_t offset, RungHover *out) {
  Hover hover;
  if (!self->module || !session_in_part(self, &offset) || !service_hover(self->module, &self->arena, offset, &hover)) return false;
  *out = (RungHover){hover.range.begin + self->shift, hover.range.end + self->shift, out_str(hover.title), out_str(hover.text)};
  return true;
}

const char *rung_completion_kind_name(RungCompletionKind kind) { return completion_kind_name((CompletionKind)kind); }

RungCompletions rung_complete(RungSession *self, uint32_t offset) {
  const RungCompletions none = {offset, offset, 0, true};
  self->completions = (Completions){0};
  if (!self->module || !session_in_part(self, &offset)) return none;
  Str part = str_slice(self->text, self->shift, self->parts.data[self->part].text.end);
  service_complete(self->module, &self->arena, part, offset, self->edition_in, &self->completions);
  const Completions *found = &self->completions;
  return (RungCompletions){found->range.begin + self->shift, found->range.end + self->shift, found->count, found->are_all};
}

bool rung_completion(const RungSession *self, uint32_t i, RungCompletion *out) {
  if (i >= self->completions.count) return false;
  const Completion *item = &self->completions.items[i];
  *out = (RungCompletion){(RungCompletionKind)item->kind, out_str(item->label), out_str(item->detail), out_str(item->insert), item->is_snippet};
  return true;
}

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
