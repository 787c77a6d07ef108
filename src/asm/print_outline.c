// Prints operations one at a time, without their contents and with the names of their source, to change some operations of a
// text and keep the rest.
#include "asm/printer_impl.h"

struct Outline {
  Printer printer;
  const OutlineHost *host;
  U32Vec named;   // the aliases in use
};

void outline_ops(Printer *p, const Block *block, bool terminator) {
  Outline *self = (Outline *)p;   // its printer comes first
  block_each_op(block, op) {
    bool is_elided = op == block->last && !terminator && op_has(op, TRAIT_TERMINATOR);
    if (p->ctx->mem.exhausted) return;
    switch (self->host->child(self->host->data, op, is_elided)) {
      case OUTLINE_SKIP: break;
      case OUTLINE_MARK: strbuf_char(p->out, OUTLINE_CHILD); break;
      case OUTLINE_PRINT:
        print_line(p, op);
        strbuf_char(p->out, '\n');
        break;
    }
  }
}

Range outline_name(Printer *p, const Value *value) {
  const OutlineHost *host = ((Outline *)p)->host;
  return host->name(host->data, value);
}

Outline *outline_new(Module *module, StrBuf *out, const OutlineHost *host) {
  Outline *self = arena_new(&module->arena, Outline, 1);
  if (!self) return NULL;
  printer_init(&self->printer, module->context, module, out, NULL);
  self->printer.outlines = self->printer.use_aliases = true;
  self->host = host;
  names_from_source(&self->printer, module->op);
  return self;
}

void outline_free(Outline *self) { printer_free(&self->printer); }

void outline_op(Outline *self, const Operation *op) {
  const Operation *parent = op_parent(op);
  self->printer.default_dialect = parent ? default_dialect_inside(&self->printer, parent) : STR("builtin");
  print_line(&self->printer, op);
}

void outline_type(Outline *self, T type) { print_type_impl(&self->printer, type); }
void outline_attr(Outline *self, A attr) { print_attr_impl(&self->printer, attr, TYPE_ELIDE_NEVER); }

void outline_use_alias(Outline *self, const void *key, Str name, bool is_type) {
  Printer *p = &self->printer;
  MapEntry *entry = map_put(&p->alias_index, map_key(key));
  if (!entry->value) {
    vec_push(&p->arena, &p->aliases, ((AliasInfo){.key = key, .is_type = is_type, .is_printed = true}));
    entry->value = p->aliases.count;
  }
  p->aliases.data[entry->value - 1].name = name;
  vec_push(&p->arena, &self->named, (uint32_t)entry->value - 1);
}

void outline_drop_aliases(Outline *self) {
  for (uint32_t i = 0; i < self->named.count; i++) self->printer.aliases.data[self->named.data[i]].name.size = 0;
  vec_clear(&self->named);
}
