// The table of intrinsics: how it is read.
#include "export/llvm_ir/writer.h"
#include "export/op_table.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
static const char table[] =
#include "export/llvm_ir/intrinsics.def"
  ;
#pragma GCC diagnostic pop

// Behind each letter, what LLVM says of functions of the class.
#define NO_CALLBACK "nocallback nofree "
#define ANY_TIME "nosync nounwind speculatable willreturn memory("
#define NO_SYNC "nosync nounwind willreturn"
#define MAY_SYNC "nounwind willreturn"
static const char classes[] =
  "P" "nocallback nocreateundeforpoison nofree " ANY_TIME "none)\0"
  "p" NO_CALLBACK ANY_TIME "none)\0"
  "l" NO_CALLBACK ANY_TIME "inaccessiblemem: readwrite)\0"
  "O" "nocallback nocreateundeforpoison nofree " NO_SYNC " memory(none)\0"
  "n" NO_CALLBACK NO_SYNC " memory(none)\0"
  "i" NO_CALLBACK NO_SYNC " memory(inaccessiblemem: readwrite)\0"
  "r" NO_CALLBACK NO_SYNC " memory(inaccessiblemem: read)\0"
  "w" NO_CALLBACK NO_SYNC " memory(inaccessiblemem: write)\0"
  "x" NO_CALLBACK NO_SYNC " memory(argmem: readwrite)\0"
  "a" NO_CALLBACK NO_SYNC " memory(argmem: read)\0"
  "A" NO_CALLBACK NO_SYNC " memory(argmem: write)\0"
  "b" NO_CALLBACK NO_SYNC " memory(argmem: readwrite, inaccessiblemem: readwrite)\0"
  "R" NO_CALLBACK NO_SYNC " memory(read)\0"
  "W" NO_CALLBACK NO_SYNC " memory(write)\0"
  "f" NO_CALLBACK NO_SYNC "\0"
  "s" NO_CALLBACK "nosync nounwind strictfp willreturn memory(inaccessiblemem: readwrite)\0"
  "C" "convergent " NO_CALLBACK NO_SYNC " memory(none)\0"
  // That may wait for other threads,
  "S" NO_CALLBACK MAY_SYNC "\0"
  "c" NO_CALLBACK MAY_SYNC " memory(argmem: readwrite)\0"
  "F" NO_CALLBACK MAY_SYNC " memory(argmem: write)\0"
  "B" NO_CALLBACK MAY_SYNC " memory(argmem: readwrite, inaccessiblemem: readwrite)\0"
  "I" NO_CALLBACK MAY_SYNC " memory(inaccessiblemem: readwrite)\0"
  // that all of a wave do,
  "v" "convergent " NO_CALLBACK MAY_SYNC "\0"
  "N" "convergent " NO_CALLBACK MAY_SYNC " memory(none)\0"
  "e" "convergent " NO_CALLBACK MAY_SYNC " memory(argmem: read)\0"
  "E" "convergent " NO_CALLBACK MAY_SYNC " memory(argmem: readwrite, inaccessiblemem: readwrite)\0"
  "V" "convergent nocallback nocreateundeforpoison nofree " NO_SYNC " memory(none)\0"
  "y" "convergent nocallback nocreateundeforpoison nofree " MAY_SYNC " memory(none)\0"
  "k" "convergent " MAY_SYNC " memory(argmem: readwrite)\0"
  "K" "convergent " MAY_SYNC " memory(argmem: readwrite, inaccessiblemem: readwrite)\0"
  // and that may do more.
  "u" "nounwind\0"
  "m" "nomerge nounwind\0"
  "d" "nounwind memory(none)\0"
  "D" "nounwind memory(argmem: read)\0"
  "t" "cold noreturn nounwind memory(inaccessiblemem: write)\0";

const char *intrinsic_class(char letter) {
  const char *at = classes;
  while (*at && *at != letter) at += strlen(at) + 1;
  return *at ? at + 1 : at;
}

// "llvm.amdgcn.ballot" of "ballot" in rocdl's family. `?` stays where an operand decides.
static void put_place_name(StrBuf *out, const OpTablePlace *self) {
  const char *given = memchr(self->name, '=', self->size), *end = self->name + self->size;
  if (given++) {
    strbuf_bytes(out, given, (size_t)(end - given));
    return;
  }
  const char *prefix = strchr(self->family, ' ') + 1;
  strbuf_bytes(out, prefix, strcspn(prefix, "\n"));
  for (const char *at = self->name; at < end; at++) strbuf_char(out, *at == '_' ? '.' : *at);
}

// A column, which a zero ends from now on; what follows begins at `*at`.
static const char *column(char **at) {
  char *begin = *at, *end = begin + strcspn(begin, " ");
  if (*end) *end++ = 0;
  *at = end;
  return *begin == '-' ? "" : begin;
}

static const IrIntrinsicRow *read_row(Writer *w, const OpTablePlace *place) {
  IrIntrinsicRow *row = arena_new(&w->arena, IrIntrinsicRow, 1);
  char *at = (char *)(uintptr_t)arena_str(&w->arena, (Str){place->line, strcspn(place->line, ":")}).data;
  if (!row || !at) return NULL;
  size_t begin = w->scratch.size;
  put_place_name(&w->scratch, place);
  row->name = arena_str(&w->arena, str_slice(strbuf_view(&w->scratch), begin, w->scratch.size));
  w->scratch.size = begin;
  row->attributes = intrinsic_class(*column(&at));
  row->overloads = column(&at);
  row->arguments = column(&at);
  row->parameters = at;
  return row;
}

const IrIntrinsicRow *intrinsic_row(Writer *w, const Operation *op) {
  MapEntry *known = map_find(&w->rows, map_key(op->def));
  if (known) return (const IrIntrinsicRow *)known->value;
  const IrIntrinsicRow *row = NULL;
  bool is_other = op_is_of(w->ctx, op, &llvm_dialect) && (!op_code(op) || op->def->until);   // of today's records
  OpTablePlace place = {.name = table};
  if (!is_other && op_table_find(&place, op_name(op))) row = read_row(w, &place);
  map_set(&w->rows, op->def, row);
  return row;
}

const IrIntrinsicRow *intrinsic_row_named(Writer *w, Str name) {
  OpTablePlace best = {.name = NULL};
  StrBuf *own = &w->scratch;
  size_t best_size = 0;
  for (OpTablePlace place = {.name = table}; op_table_next(&place);) {
    own->size = 0;
    put_place_name(own, &place);
    if (own->size <= best_size || name.size < own->size || (name.size > own->size && name.data[own->size] != '.')) continue;
    size_t i = 0;
    while (i < own->size && (own->data[i] == name.data[i] || own->data[i] == '?')) i++;
    if (i < own->size) continue;
    best = place;
    best_size = i;
  }
  return best.name ? read_row(w, &best) : NULL;
}
