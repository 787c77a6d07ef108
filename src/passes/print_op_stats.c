// print-op-stats: how many operations there are of each name (after mlir/lib/Transforms/OpStats.cpp).
#include <stdlib.h>

#include "ir/ir_diag.h"
#include "rewrite/pass.h"
#include "support/strbuf.h"

static const PassOption option_json = {"json", OPTION_BOOL, "false", NULL, "print the stats as JSON"};

typedef struct OpCount {
  Str name;
  uint64_t count;
} OpCount;

typedef struct Counting {
  PassRun *pass;
  Map by_name;       // const OpDef * -> its place in `all`, from 1
  VEC(OpCount) all;
} Counting;

static WalkResult count(Operation *op, void *data) {
  Counting *self = data;
  MapEntry *entry = map_put(&self->by_name, map_key(op->def));
  if (!entry->value) {
    vec_push(self->pass->arena, &self->all, (OpCount){.name = op_name(op)});
    entry->value = self->all.count;
  }
  if (entry->value) self->all.data[entry->value - 1].count++;
  return WALK_ADVANCE;
}

static int by_name(const void *a, const void *b) { return str_compare(((const OpCount *)a)->name, ((const OpCount *)b)->name); }

static Str dialect_of(Str name) { return name_has_dot(name) ? name_dialect(name) : (Str){"", 0}; }

// Dialects stand right-aligned in front of their dots, the counts in a column.
static void print_table(const Counting *self, StrBuf *out) {
  size_t widest_dialect = 0, widest_name = 0;
  for (uint32_t i = 0; i < self->all.count; i++) {
    Str name = self->all.data[i].name, dialect = dialect_of(name);
    if (dialect.size > widest_dialect) widest_dialect = dialect.size;
    if (name_without_dialect(name).size > widest_name) widest_name = name_without_dialect(name).size;
  }
  strbuf_lit(out, "Operations encountered:\n-----------------------\n");
  for (uint32_t i = 0; i < self->all.count; i++) {
    OpCount entry = self->all.data[i];
    Str dialect = dialect_of(entry.name), rest = name_without_dialect(entry.name);
    size_t before = dialect.size ? widest_dialect + 2 - dialect.size : widest_dialect + 3;
    strbuf_pad(out, ' ', before);
    strbuf_str(out, entry.name);
    strbuf_pad(out, ' ', widest_name - rest.size);
    strbuf_lit(out, " , ");
    strbuf_u64(out, entry.count);
    strbuf_char(out, '\n');
  }
}

static void print_json(const Counting *self, StrBuf *out) {
  strbuf_lit(out, "{\n");
  for (uint32_t i = 0; i < self->all.count; i++) {
    strbuf_lit(out, "  \"");
    strbuf_str(out, self->all.data[i].name);
    strbuf_lit(out, "\" : ");
    strbuf_u64(out, self->all.data[i].count);
    if (i + 1 < self->all.count) strbuf_char(out, ',');
    strbuf_char(out, '\n');
  }
  strbuf_lit(out, "}\n");
}

// Several records may have one name.
static void sort_by_name(Counting *self) {
  uint32_t kept = 0;
  qsort(self->all.data, self->all.count, sizeof *self->all.data, by_name);
  for (uint32_t i = 0; i < self->all.count; i++) {
    OpCount entry = self->all.data[i];
    if (kept && str_equal(self->all.data[kept - 1].name, entry.name)) self->all.data[kept - 1].count += entry.count;
    else self->all.data[kept++] = entry;
  }
  self->all.count = kept;
}

static bool run(PassRun *pass, Operation *op) {
  Counting self = {.pass = pass};
  map_init(&self.by_name, pass->arena);
  op_walk_pre(op, count, &self);
  if (pass->ctx->mem.exhausted) return false;
  sort_by_name(&self);
  StrBuf out = {0};
  strbuf_init(&out, &pass->ctx->mem);
  if (pass_bool(pass, &option_json)) print_json(&self, &out);
  else print_table(&self, &out);
  Diag *diag = diag_at(pass->module, SEVERITY_INFO, op->loc, "%.*s", STR_ARG(strbuf_view(&out)));
  diag->info = DIAG_INFO_PRINTED;
  strbuf_free(&out);
  return !pass->ctx->mem.exhausted;
}

const PassDef print_op_stats_pass = {
  .name = "print-op-stats", .class_name = "PrintOpStats", .summary = "Print statistics of operations", .run = run, PASS_OPTIONS(&option_json),
};
