// Makes a table in memory, and the definitions that C code uses: see load.h.
#include "records/load.h"

#include "records/table.h"

typedef struct Loader {
  Arena *arena;
  const LoadInput *input;
  TableBuilder table;
  RecordTable *head;
  const TypeDef **types;
  const AttrDef **attrs;
  const EnumDef **enums;
} Loader;

#define error(self, word, ...) table_error(&(self)->table, (word), __VA_ARGS__)

static const char *text_of(Loader *self, Str text) { return text.data ? arena_str(self->arena, text).data : NULL; }

// ---------------------------------------------------------------------------------------------
// Definitions

static void make_enum(Loader *self, const Decl *d, EnumDef *out) {
  Str cases = enum_cases(self->arena, d);
  *out = (EnumDef){
      .name = text_of(self, model_cpp_name(self->table.model, d)),
      .cases = cases.data,
      .count = self->arena->mem->exhausted ? 0 : d->items.count,
      .bits = (uint8_t)enum_storage_width(d),
      .is_bits = d->is_bits,
      .separator = text_of(self, d->separator.text),
      .quoted = decl_clause(d, "quoted") != NULL,
      .summary = text_of(self, d->field_summary.text),
      .older = enum_older_cases(self->arena, d).data,
  };
}

// Read the default of a parameter: an integer, a bool or a case of its enum.
static bool read_default(Loader *self, const Member *m, const TableParam *param, uint64_t *out) {
  Str text = m->value.text;
  ParamKind kind = (ParamKind)param->def.kind;
  if (param->enum_def) return enum_value(self->enums[param->enum_def], text, (int64_t *)out);
  if (kind == PARAM_BOOL) {
    *out = text.data[0] == 't';
    return str_is(text, "true") || str_is(text, "false");
  }
  if (kind == PARAM_UINT && text.data[0] == '-') return false;
  bool negative = text.size && text.data[0] == '-';
  uint64_t value = 0;
  for (size_t i = negative; i < text.size; i++) {
    if (!char_is_digit(text.data[i]) || value > UINT64_MAX / 10 - 1) return false;
    value = value * 10 + (uint64_t)(text.data[i] - '0');
  }
  *out = negative ? 0 - value : value;
  uint64_t most = kind == PARAM_UINT ? UINT64_MAX : INT64_MAX;
  if (param->def.bits && param->def.bits < 64) most = ((uint64_t)1 << (param->def.bits - (kind == PARAM_INT))) - 1;
  return text.size > negative && value <= most;
}

static const ParamsDef *make_params(Loader *self, const Decl *d) {
  ParamsDef *out = arena_new(self->arena, ParamsDef, 1);
  ParamDef *params = arena_new(self->arena, ParamDef, d->params.count);
  if (d->params.count > PARAMS_MAX) error(self, &d->name, "'%.*s' has more than %d parameters", STR_ARG(d->name.text), PARAMS_MAX);
  for (uint32_t i = 0; params && i < d->params.count; i++) {
    const Member *m = &d->params.data[i];
    TableParam param;
    if (!table_param(&self->table, m, &param)) continue;
    params[i] = param.def;
    if (param.holds_strings) params[i].def = &attr_defs[ATTR_STRING];
    if (param.enum_def) params[i].def = self->enums[param.enum_def];
    if (param.attr_def) params[i].def = self->attrs[param.attr_def];
    if (m->value.text.data && !read_default(self, m, &param, &params[i].default_word) && !self->arena->mem->exhausted)
      error(self, &m->value, "'%.*s' is no value of this parameter", STR_ARG(m->value.text));
  }
  *out = (ParamsDef){.table = self->head, .params = params, .count = params ? d->params.count : 0,
                     .format = text_of(self, d->format.text), .class_name = text_of(self, d->name.text)};
  return out;
}

// Flags of a dialect that need no C function.
static uint32_t flags_of(Loader *self, const Decl *d) {
  static const struct { DeclKind kind; const char *name; uint32_t flag; } words[] = {
      {DECL_TYPE, "vector-element", TYPE_VECTOR_ELEMENT}, {DECL_TYPE, "memref-element", TYPE_MEMREF_ELEMENT},
      {DECL_ATTRIBUTE, "alias", ATTR_HAS_ALIAS}};
  uint32_t flags = 0;
  for (uint32_t i = 0; i < d->clauses.count; i++) {
    const Term *clause = &d->clauses.data[i];
    bool known = false;
    for (size_t k = 0; k < countof(words); k++) {
      if (words[k].kind != d->kind || !str_is(clause->name.text, words[k].name)) continue;
      flags |= words[k].flag;
      known = true;
    }
    if (!known) error(self, &clause->name, "'%.*s' needs functions of C, which a dialect that is added has not", STR_ARG(clause->name.text));
  }
  return flags;
}

static void make_type(Loader *self, const Decl *d, TypeDef *out) {
  *out = (TypeDef){
      .dialect = text_of(self, self->table.dialect->name),
      .name = text_of(self, d->mnemonic.text),
      .kind = TYPE_DIALECT,
      .flags = flags_of(self, d),
      .summary = text_of(self, d->summary.text),
      .params = make_params(self, d),
  };
}

static void make_attr(Loader *self, const Decl *d, AttrDef *out) {
  *out = (AttrDef){
      .dialect = text_of(self, self->table.dialect->name),
      .name = text_of(self, d->mnemonic.text),
      .kind = ATTR_DIALECT,
      .flags = flags_of(self, d),
      .summary = text_of(self, d->summary.text),
      .params = make_params(self, d),
  };
}

// Make room for all of them first, since parameters may name enums and attributes that are declared later.
static bool make_definitions(Loader *self) {
  TableBuilder *t = &self->table;
  self->types = arena_new(self->arena, const TypeDef *, t->types.count + 1);
  self->attrs = arena_new(self->arena, const AttrDef *, t->attr_defs.count + 1);
  self->enums = arena_new(self->arena, const EnumDef *, t->enums.count + 1);
  TypeDef *types = arena_new(self->arena, TypeDef, t->types.count);
  AttrDef *attrs = arena_new(self->arena, AttrDef, t->attr_defs.count);
  EnumDef *enums = arena_new(self->arena, EnumDef, t->enums.count);
  if (!self->types || !self->attrs || !self->enums || !types || !attrs || !enums) return false;
  for (uint32_t i = 1; i < t->types.count; i++) self->types[i] = t->types.data[i].decl ? &types[i] : t->types.data[i].def;
  for (uint32_t i = 1; i < t->attr_defs.count; i++) self->attrs[i] = t->attr_defs.data[i].decl ? &attrs[i] : t->attr_defs.data[i].def;
  for (uint32_t i = 1; i < t->enums.count; i++) self->enums[i] = t->enums.data[i].decl ? &enums[i] : t->enums.data[i].def;
  for (uint32_t i = 1; i < t->enums.count; i++)
    if (t->enums.data[i].decl) make_enum(self, t->enums.data[i].decl, &enums[i]);
  for (uint32_t i = 1; i < t->types.count; i++)
    if (t->types.data[i].decl) make_type(self, t->types.data[i].decl, &types[i]);
  for (uint32_t i = 1; i < t->attr_defs.count; i++)
    if (t->attr_defs.data[i].decl) make_attr(self, t->attr_defs.data[i].decl, &attrs[i]);
  return true;
}

// Parameters name constraints of the base, which are then copied: before the table is put together.
static void note_params(Loader *self, const DialectSource *source) {
  for (uint32_t i = 0; i < source->syntax.decls.count; i++) {
    const Decl *d = &source->syntax.decls.data[i];
    TableParam param;
    for (uint32_t k = 0; k < d->params.count; k++) table_param(&self->table, &d->params.data[k], &param);
  }
}

// ---------------------------------------------------------------------------------------------
// The table

static RecordFn *function_of(Loader *self, const TableFunction *f) {
  if (f->function) return f->function;
  for (const LoadFunction *known = self->input->functions; known && known->name; known++)
    if (str_is(f->name.text, known->name)) return known->function;
  if (f->name.text.data) error(self, &f->name, "there is no function '%.*s'", STR_ARG(f->name.text));
  return NULL;
}

static bool place(Loader *self) {
  TableBuilder *t = &self->table;
  RecordFn **functions = arena_new(self->arena, RecordFn *, t->functions.count);
  for (uint32_t i = 1; functions && i < t->functions.count; i++) functions[i] = function_of(self, &t->functions.data[i]);
  self->head = functions ? table_place(t, functions) : NULL;
  return self->head != NULL;
}

// Its own definitions of a kind, ended by NULL.
#define own_list(self, type, list, made)                                                     \
  const type **own_##list = arena_new((self)->arena, const type *, (self)->table.list.count + 1); \
  for (uint32_t i_ = 1, n_ = 0; own_##list && i_ < (self)->table.list.count; i_++)            \
    if ((self)->table.list.data[i_].decl) own_##list[n_++] = (made)[i_];

static const DialectDef *make_dialect(Loader *self, const DialectSource *source) {
  const Decl *head = &source->syntax.decls.data[0];
  DialectDef *out = arena_new(self->arena, DialectDef, 1);
  own_list(self, TypeDef, types, self->types)
  own_list(self, AttrDef, attr_defs, self->attrs)
  for (uint32_t i = 0; i < head->clauses.count; i++) {
    const Term *clause = &head->clauses.data[i];
    if (str_is(clause->name.text, "allows-unknown-ops")) out->allows_unknown_ops = true;
    else if (str_is(clause->name.text, "allows-unknown-types")) out->allows_unknown_types = true;
    else if (!str_is(clause->name.text, "namespace"))
      error(self, &clause->name, "a dialect that is added says 'allows-unknown-ops', 'allows-unknown-types' or 'namespace' here, not '%.*s'", STR_ARG(clause->name.text));
  }
  out->name = text_of(self, source->name);
  out->summary = head->summary.text.data ? text_of(self, head->summary.text) : "";
  out->ops = table_ops(self->head) + 1;   // the first is none
  for (uint32_t i = 1; i < self->table.ops.count; i++) *(self->table.ops.data[i].until ? &out->older_count : &out->op_count) += 1;
  out->types = own_types;
  out->attrs = own_attr_defs;
  return out;
}

// Check the defaults of attributes by reading them as they will be read.
static void check_defaults(Loader *self, const DialectDef *made) {
  const DialectSource *source = self->table.dialect;
  bool any = false;
  for (uint32_t i = 0; i < made->op_count; i++) any = any || made->ops[i].flags & DEF_HAS_DEFAULTS;
  Context *ctx = any && self->input->is_default ? self->input->new_context((size_t)256 << 20) : NULL;
  if (!ctx) return;
  context_add_dialect(ctx, made);
  for (uint32_t i = 0; i < made->op_count; i++) {
    const Decl *d = source->ops.data[i];
    for (uint32_t k = 0; k < made->ops[i].attr_count && k < d->attrs.count; k++)
      if (d->attrs.data[k].value.text.data && !self->input->is_default(ctx, &made->ops[i], k))
        error(self, &d->attrs.data[k].value, "'%.*s' is no %.*s", STR_ARG(d->attrs.data[k].value.text), STR_ARG(d->attrs.data[k].type.name.text));
  }
  context_free(ctx);
}

const DialectDef *load_dialect(Arena *arena, Diags *diags, const LoadInput *input) {
  RecordModel model;
  uint32_t errors = diags->error_count;
  Str text = arena_str(arena, input->text), name = arena_str(arena, input->name);
  if (text.size != input->text.size) return NULL;
  model_init(&model, arena, diags, input->base);
  model.refuses_functions = !input->functions;
  if (!model_add(&model, name, text)) return NULL;
  const Decl *first = &model.dialects.data[0]->syntax.decls.data[0];
  if (input->is_taken && input->is_taken(first->name.text)) {
    syntax_error(diags, &model.dialects.data[0]->syntax, first->name.at, "there is a dialect '%.*s' already", STR_ARG(first->name.text));
    return NULL;
  }
  Loader loader = {.arena = arena, .input = input}, *self = &loader;
  const DialectSource *source = model.dialects.data[0];
  FormatDirectives directives;
  format_directives_init(&directives, arena);
  directives.are_checked = true;
  if (input->directives) format_directives_add(&directives, input->directives);
  table_init(&self->table, &model);
  table_add(&self->table, source);
  note_params(self, source);
  const DialectDef *out = NULL;
  if (!arena->mem->exhausted && diags->error_count == errors && table_fits(&self->table, &source->syntax.decls.data[0].name) && place(self) && make_definitions(self)) {
    self->head->types = self->types;
    self->head->attr_defs = self->attrs;
    self->head->enums = self->enums;
    out = make_dialect(self, source);
    if (!arena->mem->exhausted) table_check_formats(&self->table, self->head, &directives);
    if (diags->error_count == errors && !arena->mem->exhausted) check_defaults(self, out);
  }
  table_free(&self->table);
  return diags->error_count == errors && !arena->mem->exhausted ? out : NULL;
}
