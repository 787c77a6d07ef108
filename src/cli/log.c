// --read-log: the dumps of --mlir-print-ir-after-all in the input.
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

// All dumps, owned by the caller. NULL, which is said: there are none, or memory was refused.
static RungLogStage *read_stages(RungStr text, uint32_t *count) {
  uint32_t capacity = 1024;
  RungLogStage *stages = malloc(capacity * sizeof *stages);
  while (stages && (*count = rung_log_stages(text, stages, capacity)) > capacity) {
    free(stages);
    stages = malloc((capacity = *count) * sizeof *stages);
  }
  if (!stages) {
    report_out_of_memory();
  } else if (!*count) {
    fprintf(stderr, "rung-opt: there is no dump in the input; the header of one is '// -----// IR Dump After NAME (name) //----- //'\n");
  } else {
    return stages;
  }
  free(stages);
  return NULL;
}

// "2-6", "2", "none"
static int write_lines(char *out, size_t size, const RungLogStage *stage) {
  if (!stage->line_count) return snprintf(out, size, "none");
  if (stage->line_count == 1) return snprintf(out, size, "%u", (unsigned)stage->line + 1);
  return snprintf(out, size, "%u-%u", (unsigned)stage->line + 1, (unsigned)(stage->line + stage->line_count));
}

static int operation_width(const RungLogStage *stage) {
  return (int)(stage->anchor.size + (stage->anchor.size && stage->symbol.size) + (stage->symbol.size ? stage->symbol.size + 1 : 0));
}

bool list_log(RungStr text, FILE *out) {
  enum { MOST = 48 };   // a longer operation moves its pass to the right
  uint32_t count;
  RungLogStage *stages = read_stages(text, &count);
  int widest = 9, widest_lines = 5;
  char lines[32];
  for (uint32_t i = 0; stages && i < count; i++) {
    int width = operation_width(&stages[i]);
    if (width > widest && width <= MOST) widest = width;
    width = write_lines(lines, sizeof lines, &stages[i]);
    if (width > widest_lines) widest_lines = width;
  }
  if (stages) fprintf(out, "stage  %-*s  chain  %-*s  pass\n", widest_lines, "lines", widest, "operation");
  for (uint32_t i = 0; stages && i < count; i++) {
    const RungLogStage *stage = &stages[i];
    write_lines(lines, sizeof lines, stage);
    fprintf(out, "%5u  %-*s  %5u  ", (unsigned)i + 1, widest_lines, lines, (unsigned)stage->chain + 1);
    fprintf(out, "%.*s%s%s%.*s", (int)stage->anchor.size, stage->anchor.data, stage->anchor.size && stage->symbol.size ? " " : "",
            stage->symbol.size ? "@" : "", (int)stage->symbol.size, stage->symbol.data);
    int width = operation_width(stage);
    fprintf(out, "%*s  %s %.*s", width < widest ? widest - width : 0, "", stage->after ? "after" : "before", (int)stage->pass.size, stage->pass.data);
    if (stage->argument.size) fprintf(out, " (%.*s)", (int)stage->argument.size, stage->argument.data);
    fputs(stage->failed ? ", failed\n" : "\n", out);
  }
  free(stages);
  return stages != NULL;
}

bool find_in_log(RungStr text, int64_t number, RungPart *out) {
  uint32_t count;
  RungLogStage *stages = read_stages(text, &count);
  if (!stages) return false;
  bool found = number >= 1 && number <= count;
  if (found) {
    const RungLogStage *stage = &stages[number - 1];
    *out = (RungPart){.begin = stage->begin, .end = stage->end, .line = stage->line};
  } else {
    fprintf(stderr, "rung-opt: there is no stage %lld in the log, which has %u\n", (long long)number, (unsigned)count);
  }
  free(stages);
  return found;
}
