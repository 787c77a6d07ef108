// Intrinsics of targets: operations of dialects that are instructions of one kind of machine.
#include "export/llvm_ir/intrinsics.h"

#include "export/llvm_ir/writer.h"

// One text and not a table of pointers: a page has a fifth of the bytes to load.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
static const char lines[] =
#include "export/llvm_ir/targets.def"
  ;
#pragma GCC diagnostic pop

static const struct { char letter; const char *attributes; } classes[] = {
  {'P', PURE},
  {'p', PURE_POISON},
  {'O', PURE_ONCE},
  {'n', SIMPLE_NONE},
  {'u', NOUNWIND_ONLY},
  {'-', NO_ATTRIBUTES},
  {'i', INACCESSIBLE},
  {'r', INACCESSIBLE_READ},
  {'w', INACCESSIBLE_WRITE},
  {'a', ARG_READ},
  {'A', ARG_WRITE},
  {'R', READ},
  {'W', WRITE},
  {'c', COPY},
  {'b', PREFETCH},
  {'f', STACK},
  {'S', SYNC},
  {'B', SYNC_BOTH},
  {'I', SYNC_INACCESSIBLE},
  {'v', WAVE},
  {'V', WAVE_PURE},
  {'y', WAVE_PURE_SYNC},
  {'N', WAVE_NONE},
  {'e', WAVE_READ},
  {'E', WAVE_BOTH},
  {'k', WAVE_CALLS},
  {'K', WAVE_CALLS_BOTH},
};

// A column of a line, which ends before `end`; what follows begins at `*at`.
static const char *column(Arena *arena, const char **at, const char *end) {
  const char *begin = *at, *stop = begin;
  while (stop < end && *stop != ' ') stop++;
  *at = stop < end ? stop + 1 : end;
  return stop - begin == 1 && *begin == '-' ? "" : arena_str(arena, (Str){begin, (size_t)(stop - begin)}).data;
}

static const IrIntrinsicRow *read_line(Writer *w, const char *begin, const char *end) {
  IrIntrinsicRow *row = arena_new(&w->arena, IrIntrinsicRow, 1);
  const char *at = begin;
  if (!row) return NULL;
  char *op = (char *)(uintptr_t)column(&w->arena, &at, end), *name = strchr(op, '=');
  if (name) *name++ = 0;
  *row = (IrIntrinsicRow){.op = op, .name = name, .attributes = ""};
  for (size_t i = 0; i < countof(classes); i++)
    if (classes[i].letter == *at) row->attributes = classes[i].attributes;
  at += 2;
  row->overloads = column(&w->arena, &at, end);
  row->arguments = column(&w->arena, &at, end);
  if (!*row->arguments) row->arguments = NULL;
  if (at < end) row->parameters = arena_str(&w->arena, (Str){at, (size_t)(end - at)}).data;
  return row;
}

static const char *end_of(const char *line) { return strchr(line, '\n'); }

const IrIntrinsicRow *target_row(Writer *w, Str op) {
  MapEntry *known = map_find_str(&w->targets, op);
  const IrIntrinsicRow *row = NULL;
  size_t low = 0, high = sizeof lines - 1;   // where lines begin
  if (known) return (const IrIntrinsicRow *)known->value;
  while (low < high && !row) {
    size_t middle = (low + high) / 2;
    while (middle > low && lines[middle - 1] != '\n') middle--;
    const char *line = lines + middle, *end = end_of(line);
    int order = str_compare(op, (Str){line, strcspn(line, " =")});
    if (!order) row = read_line(w, line, end);
    if (order < 0) high = middle;
    else low = (size_t)(end + 1 - lines);
  }
  map_put_str(&w->targets, arena_str(&w->arena, op))->value = (uintptr_t)row;
  return row;
}

const IrIntrinsicRow *target_row_named(Writer *w, Str name) {
  const IrIntrinsicRow *best = NULL;
  size_t best_size = 0;
  for (const char *line = lines; *line; line = end_of(line) + 1) {
    const IrIntrinsicRow *row = read_line(w, line, end_of(line));
    if (!row || !row_has_name(row, name, &w->scratch) || w->scratch.size <= best_size) continue;
    best = row;
    best_size = w->scratch.size;
  }
  return best;
}

void put_row_name(StrBuf *out, const IrIntrinsicRow *row, const Operation *op) {
  static const struct { const char *op, *name; } families[] = {
    {"arm_neon.intr.", "llvm.aarch64.neon."}, {"arm_sme.intr.", "llvm.aarch64.sme."}, {"arm_sve.intr.", "llvm.aarch64.sve."}, {"nvvm.", "llvm.nvvm."},
    {"rocdl.", "llvm.amdgcn."}, {"", ""},
  };
  if (row->name) {
    for (const char *at = row->name; *at; at++) {
      T kind = op && *at == '?' && op->operand_count > 1 ? op_operand_type(op, 1) : NULL;
      strbuf_char(out, !kind ? *at : type_is_vector(kind) ? 'v' : type_is_float(kind) ? 'f' : 'x');
    }
    return;
  }
  size_t family = 0;
  while (!str_starts_with(str_from(row->op), str_from(families[family].op))) family++;
  strbuf_str(out, str_from(families[family].name));
  for (const char *at = row->op + strlen(families[family].op); *at; at++) strbuf_char(out, *at == '_' ? '.' : *at);
}

bool row_has_name(const IrIntrinsicRow *row, Str name, StrBuf *own) {
  own->size = 0;
  put_row_name(own, row, NULL);
  if (name.size < own->size || (name.size > own->size && name.data[own->size] != '.')) return false;
  for (size_t i = 0; i < own->size; i++)
    if (own->data[i] != name.data[i] && own->data[i] != '?') return false;
  return true;
}

bool is_fenced(const IrIntrinsicRow *row) { return row->parameters && !strcmp(row->parameters, "fenced"); }
