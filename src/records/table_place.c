// Puts a finished table together in memory and compiles its formats: see table.h.
#include "records/table.h"

RecordTable *table_place(TableBuilder *b, RecordFn *const *functions) {
  size_t ops = sizeof(OpDef) * b->ops.count;
  RecordTable *table = arena_alloc(b->arena, sizeof *table + ops);
  Str strings = arena_str(b->arena, strbuf_view(&b->strings));
  if (!table || strings.size != b->strings.size) return NULL;
  for (uint32_t i = 0; i < b->ops.count; i++) b->ops.data[i].table = table;
  memcpy(table + 1, b->ops.data, ops);
  table->strings = strings.data;
  table->functions = functions;
  table->op_count = b->ops.count;
  table_connect(b, table);
  return table;
}

void table_connect(const TableBuilder *b, RecordTable *table) {
  table->lists = b->lists.data;
  if (b->model->base) {   // what traits answer
    table->answers = b->model->base->answers;
    table->trait_answers = b->model->base->trait_answers;
    table->trait_answer_count = b->model->base->trait_answer_count;
  }
  table->values = b->values.data;
  table->attrs = b->attrs.data;
  table->regions = b->regions.data;
  table->successors = b->successors.data;
  table->relations = b->relations.data;
  table->forms = b->forms.data;
  table->more = b->more.data;
  table->older_attrs = b->older_attrs.data;
  table->type_constraints = b->type_constraints.data;
  table->attr_constraints = b->attr_constraints.data;
  table->type_constraint_count = b->type_constraints.count;
  table->attr_constraint_count = b->attr_constraints.count;
}

// ---------------------------------------------------------------------------------------------
// Formats

static void report(TableBuilder *b, const Word *format, const char *error, uint32_t at) {
  if (error) syntax_error(b->model->diags, &b->dialect->syntax, syntax_place(&b->dialect->syntax, format, at), "in this format: %s", error);
}

static void check_op(TableBuilder *b, const Decl *d, const OpDef *def, const FormatDirectives *directives) {
  if (d->format.text.data) {
    const Format *f = format_compile_text(b->arena, directives, def, def->format ? def_format(def) : "");   // an empty text has no place in the table
    report(b, &d->format, f->error, f->error_at);
  }
  for (uint32_t i = 0; i < d->old_forms.count; i++) {
    const Word *text = &d->old_forms.data[i].format;
    if (!text->text.data) continue;
    const Format *f = format_compile_text(b->arena, directives, def, text->text.data);
    report(b, text, f->error, f->error_at);
  }
}

static void check_definition(TableBuilder *b, const Decl *d, const FormatDirectives *directives) {
  ParamDef params[PARAMS_MAX];
  ParamsDef def = {.params = params, .count = d->params.count, .format = d->format.text.data};
  if (!def.format || def.count > PARAMS_MAX) return;
  memset(params, 0, sizeof params);
  for (uint32_t i = 0; i < def.count; i++) {
    const Member *m = &d->params.data[i];
    params[i].name = arena_str(b->arena, m->name.text).data;
    params[i].flags = (uint8_t)((m->arity == ARITY_OPTIONAL ? PARAM_OPTIONAL : 0) | (m->value.text.data ? PARAM_DEFAULT : 0));
  }
  const ParamFormat *f = param_format_compile(b->arena, directives, &def);
  report(b, &d->format, f->error, f->error_at);
}

void table_check_formats(TableBuilder *b, const RecordTable *table, const FormatDirectives *directives) {
  const OpDef *def = table_ops(table) + 1;
  for (uint32_t i = 0; i < b->dialects.count; i++) {
    b->dialect = b->dialects.data[i];
    const Syntax *file = &b->dialect->syntax;
    for (uint32_t k = 0; k < file->decls.count; k++)
      if (file->decls.data[k].kind == DECL_TYPE || file->decls.data[k].kind == DECL_ATTRIBUTE) check_definition(b, &file->decls.data[k], directives);
    for (uint32_t k = 0; k < b->dialect->ops.count; k++) check_op(b, b->dialect->ops.data[k], def++, directives);
  }
}
