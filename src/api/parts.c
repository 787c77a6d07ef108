// The parts of a text: what markers divide, or the dumps of a log.
#include "api/reading.h"

#include "dialects/registry.h"
#include "ops/builtin.h"
#include "service/log.h"

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

void session_find_parts(RungSession *self, Diags *said) {
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
