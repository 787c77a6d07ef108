// The build's own program: checks every `.ops` file and writes, for each dialect, a header (opcodes, slots of attributes,
// values of enums, prototypes of the functions that records name) and the records as C.
//   rung-generate OUT_DIR FILE.ops…      the files in the order in which they name each other
#include <stdio.h>
#include <stdlib.h>

#include "records/emit.h"

// A whole file; NULL: it cannot be read.
static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  char *text = NULL;
  size_t room = 0, n;
  *size = 0;
  do {
    if (*size + 65536 > room) text = realloc(text, room = room * 2 + 65536);
    n = text ? fread(text + *size, 1, room - *size, file) : 0;
    *size += n;
  } while (n);
  fclose(file);
  return text;
}

// Left alone when it says the same: what depends on it is not built again.
static bool write_file(const char *path, Str text) {
  size_t size;
  char *old = read_file(path, &size);
  bool same = old && size == text.size && memcmp(old, text.data, size) == 0;
  free(old);
  if (same) return true;
  FILE *file = fopen(path, "wb");
  if (!file) return false;
  bool ok = fwrite(text.data, 1, text.size, file) == text.size;
  return fclose(file) == 0 && ok;
}

static bool write_dialect(const char *folder, const RecordModel *model, const DialectSource *dialect, Mem *mem) {
  static const char *const suffixes[] = {"h", "c"};
  bool ok = true;
  for (int i = 0; i < 2; i++) {
    StrBuf out;
    strbuf_init(&out, mem);
    (i ? emit_records : emit_header)(&out, (RecordModel *)model, dialect);
    Str path = arena_printf(model->arena, "%s/%.*s.%s", folder, STR_ARG(dialect->name), suffixes[i]);
    if (!model->diags->error_count) ok &= write_file(path.data, strbuf_view(&out));
    if (!ok) fprintf(stderr, "%s: cannot be written\n", path.data);
    strbuf_free(&out);
  }
  return ok;
}

int main(int argc, char **argv) {
  Mem mem;
  Arena arena;
  Diags diags;
  RecordModel model;
  if (argc < 3 || !mem_init(&mem, 0)) return 2;
  arena_init(&arena, &mem);
  diags_init(&diags, &arena);
  model_init(&model, &arena, &diags);
  for (int i = 2; i < argc; i++) {
    size_t size;
    char *text = read_file(argv[i], &size);
    if (!text) {
      fprintf(stderr, "%s: cannot be read\n", argv[i]);
      return 2;
    }
    model_add(&model, str_from(argv[i]), (Str){text, size});
  }
  bool ok = !mem.exhausted;
  for (uint32_t i = 0; ok && i < model.dialects.count && !diags.error_count; i++)
    ok = write_dialect(argv[1], &model, model.dialects.data[i], &mem);
  for (const Diag *d = diags.first; d; d = d->next)
    fprintf(stderr, "%.*s:%u:%u: error: %.*s\n", STR_ARG(d->file), d->line, d->column, STR_ARG(d->message));
  return ok && !diags.error_count ? 0 : 1;
}
