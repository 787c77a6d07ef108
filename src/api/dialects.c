// Dialects that are added at run time: see rung.h.
#include "api/dialects.h"

#include <stdlib.h>

#include "api/out.h"
#include "dialects/common/custom.h"
#include "dialects/registry.h"
#include "ops/builtin.h"
#include "asm/format.h"
#include "records/load.h"

struct RungDialects {
  Mem mem;             // of the list and of messages
  Arena arena;
  Diags diags;         // of the last rung_add_dialect()
  VEC(AddedDialect *) added;
  const AddedDialect *last;   // added by that call; NULL: none
};

enum { DIALECT_MEMORY_LIMIT = 256 << 20 };

RungDialects *rung_dialects_new(void) {
  RungDialects *self = calloc(1, sizeof *self);
  if (!self || !mem_init(&self->mem, 0)) {
    free(self);
    return NULL;
  }
  arena_init(&self->arena, &self->mem);
  diags_init(&self->diags, &self->arena);
  return self;
}

static void release(AddedDialect *dialect) {
  if (--dialect->uses) return;
  arena_free(&dialect->arena);
  mem_free(&dialect->mem);
  free(dialect);
}

void rung_dialects_delete(RungDialects *self) {
  if (!self) return;
  for (uint32_t i = 0; i < self->added.count; i++) release(self->added.data[i]);
  free(self->added.data);
  arena_free(&self->arena);
  mem_free(&self->mem);
  free(self);
}

static bool is_taken(Str name) {
  for (const DialectDef *const *dialect = all_dialects; *dialect; dialect++)
    if (str_is(name, (*dialect)->name)) return true;
  return false;
}

static bool is_default(Context *ctx, const OpDef *def, uint32_t slot) {
  A attr = op_default_attr(ctx, def, slot);
  return attr && attr_satisfies(def->table, def_attr_type(def, slot), attr);
}

static bool report(RungDialects *self, const char *text) {
  diag_text(&self->diags, diags_add(&self->diags, SEVERITY_ERROR, DIAG_SYNTAX), "%s", text);
  return false;
}

static bool report_out_of_memory(RungDialects *self) {
  Diag *diag = diags_add(&self->diags, SEVERITY_ERROR, DIAG_SYNTAX);
  diag->out_of_memory = true;
  diag_text(&self->diags, diag, "out of memory");
  return false;
}

// Messages outlive the dialect they are about.
static void keep_messages(RungDialects *self, const Diags *from) {
  for (const Diag *d = from->first; d; d = d->next) {
    Diag *kept = diags_add(&self->diags, d->severity, d->stage);
    Diag *next = kept->next;
    *kept = *d;
    kept->next = next;
    kept->file = arena_str(&self->arena, d->file);
    kept->message = arena_str(&self->arena, d->message);
  }
  self->diags.error_count = from->error_count;
}

static AddedDialect *read_dialect(RungDialects *self, RungStr text, const char *file_name) {
  AddedDialect *made = calloc(1, sizeof *made);
  if (!made || !mem_init(&made->mem, DIALECT_MEMORY_LIMIT)) {
    free(made);
    return NULL;
  }
  made->uses = 1;
  arena_init(&made->arena, &made->mem);
  Diags diags;
  diags_init(&diags, &made->arena);
  diags.limit = 100;
  const LoadInput input = {
      .name = str_from(file_name ? file_name : "<stdin>"),
      .text = {text.data, text.size},
      .base = builtin_dialect.ops->table,
      .directives = shared_directives,
      .is_taken = is_taken,
      .new_context = context_with_all_dialects,
      .is_default = is_default,
  };
  made->def = load_dialect(&made->arena, &diags, &input);
  keep_messages(self, &diags);
  if (made->def) return made;
  if (!diags.error_count) report_out_of_memory(self);
  release(made);
  return NULL;
}

bool rung_add_dialect(RungDialects *self, RungStr text, const char *file_name) {
  arena_free(&self->arena);
  arena_init(&self->arena, &self->mem);
  diags_init(&self->diags, &self->arena);
  self->mem.was_exhausted = false;
  self->last = NULL;
  if (text.size > UINT32_MAX - 1) return report(self, "the text is too large: 4 GiB is the limit");
  AddedDialect *made = read_dialect(self, text, file_name);
  if (!made) return self->diags.error_count ? false : report_out_of_memory(self);
  for (uint32_t i = 0; i < self->added.count; i++) {
    if (strcmp(self->added.data[i]->def->name, made->def->name) != 0) continue;
    release(self->added.data[i]);
    self->added.data[i] = made;
    self->last = made;
    return true;
  }
  AddedDialect **grown = realloc(self->added.data, sizeof *grown * (self->added.count + 1));
  if (!grown) {
    release(made);
    return report_out_of_memory(self);
  }
  self->added.data = grown;
  self->added.data[self->added.count++] = made;
  self->last = made;
  return true;
}

bool rung_remove_dialect(RungDialects *self, RungStr name) {
  for (uint32_t i = 0; i < self->added.count; i++) {
    if (!str_is((Str){name.data, name.size}, self->added.data[i]->def->name)) continue;
    if (self->last == self->added.data[i]) self->last = NULL;
    release(self->added.data[i]);
    self->added.count--;
    memmove(&self->added.data[i], &self->added.data[i + 1], sizeof *self->added.data * (self->added.count - i));
    return true;
  }
  return false;
}

static RungStr name_of(const AddedDialect *dialect) { return (RungStr){dialect->def->name, strlen(dialect->def->name)}; }

RungStr rung_added_dialect(const RungDialects *self) { return self->last ? name_of(self->last) : (RungStr){NULL, 0}; }

RungStr rung_dialect_name(const RungDialects *self, uint32_t i) {
  return i < self->added.count ? name_of(self->added.data[i]) : (RungStr){NULL, 0};
}

uint32_t rung_dialects_diagnostic_count(const RungDialects *self) { return self->diags.count; }

bool rung_dialects_diagnostic(const RungDialects *self, uint32_t i, RungDiagnostic *out) {
  const Diag *diag = self->diags.first;
  while (diag && i--) diag = diag->next;
  return out_diagnostic(diag, out);
}

// ---------------------------------------------------------------------------------------------
// For sessions

bool added_dialects_use(const RungDialects *from, UsedDialects *out) {
  *out = (UsedDialects){0};
  if (!from || !from->added.count) return true;
  out->dialects = malloc(sizeof *out->dialects * from->added.count);
  if (!out->dialects) return false;
  for (; out->count < from->added.count; out->count++) {
    out->dialects[out->count] = from->added.data[out->count];
    out->dialects[out->count]->uses++;
  }
  return true;
}

void added_dialects_release(UsedDialects *used) {
  for (uint32_t i = 0; i < used->count; i++) release(used->dialects[i]);
  free(used->dialects);
  *used = (UsedDialects){0};
}
