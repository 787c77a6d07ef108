// Records as C: see emit.h.
#include "records/emit.h"

typedef struct Emit {
  StrBuf *out;
  RecordModel *model;
  const DialectSource *dialect;
  TableBuilder *table;
  Str records;   // what the table is named in C
} Emit;

#define put(e, ...) strbuf_printf((e)->out, __VA_ARGS__)

// An identifier of a name: `mlir.global` is mlir_global.
static void put_identifier(Emit *e, Str name) {
  for (size_t i = 0; i < name.size; i++) strbuf_char(e->out, char_is_alnum(name.data[i]) ? name.data[i] : '_');
}

static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 32) : c; }
static bool is_lower(char c) { return (c >= 'a' && c <= 'z') || char_is_digit(c); }
static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// A constant's: `CmpIPredicate` is CMP_I_PREDICATE, `mlir.global` MLIR_GLOBAL.
static void put_constant(Emit *e, Str name) {
  for (size_t i = 0; i < name.size; i++) {
    char c = name.data[i], before = i ? name.data[i - 1] : 0, after = i + 1 < name.size ? name.data[i + 1] : 0;
    if (is_upper(c) && (is_lower(before) || (is_upper(before) && after >= 'a' && after <= 'z'))) strbuf_char(e->out, '_');
    strbuf_char(e->out, char_is_alnum(c) ? upper(c) : '_');
  }
}

static void put_string(Emit *e, Str text) {
  strbuf_char(e->out, '"');
  for (size_t i = 0; i < text.size; i++) {
    char c = text.data[i];
    if (c == '"' || c == '\\') strbuf_char(e->out, '\\');
    if (c == '\n') strbuf_lit(e->out, "\\n");
    else strbuf_char(e->out, c);
  }
  strbuf_char(e->out, '"');
}

// Write a #line directive: what follows comes from that place of the file.
static void put_line(Emit *e, Range at) {
  const Syntax *file = &e->dialect->syntax;
  Source source = {.name = file->name, .text = file->text};
  ArenaMark mark = arena_mark(e->model->arena);
  put(e, "#line %u ", source_line_col(&source, e->model->arena, at.begin).line);
  arena_release(e->model->arena, mark);
  put_string(e, file->name);
  strbuf_char(e->out, '\n');
}

static const DialectSource *owner(const Emit *e, const Decl *decl) { return model_dialect_of(e->model, decl); }

static void put_lower(Emit *e, Str name) {
  size_t begin = e->out->size;
  put_constant(e, name);
  for (size_t i = begin; i < e->out->size; i++)
    if (is_upper(e->out->data[i])) e->out->data[i] = (char)(e->out->data[i] + 32);
}

static void put_enum_name(Emit *e, const Decl *d) {
  put_identifier(e, owner(e, d)->name);
  strbuf_char(e->out, '_');
  put_lower(e, d->name.text);
}

static void put_def_name(Emit *e, const Decl *d) {
  put_identifier(e, owner(e, d)->name);
  strbuf_char(e->out, '_');
  put_identifier(e, d->mnemonic.text);
  put(e, "%s", d->kind == DECL_TYPE ? "_type" : "_attr");
}

// INTR_ABS, INTR_ABS_UNTIL_16
static void put_op_constant(Emit *e, const Decl *d) {
  put_constant(e, d->name.text);
  if (d->until_release) put(e, "_UNTIL_%u", d->until_release);
}

// Texts one behind the other, each with its NUL.
static void put_texts(Emit *e, Str texts) {
  for (size_t at = 0; at < texts.size;) {
    Str text = str_from(texts.data + at);
    at += text.size + 1;
    put(e, "  ");
    put_string(e, text);
    if (at < texts.size) put(e, " \"\\0\"\n");
  }
}

// The table with what every text needs, or the one of a pack.
static Str records_name(Arena *arena, const TableBuilder *table) {
  return table->pack ? arena_printf(arena, "%.*s_records", STR_ARG(table->pack->name)) : STR("rung_records");
}

// ---------------------------------------------------------------------------------------------
// Enums, types and attributes

static void put_enum(Emit *e, const Decl *d) {
  put(e, "const EnumDef ");
  put_enum_name(e, d);
  put(e, " = {.name = ");
  put_string(e, model_cpp_name(e->model, d));
  put(e, ", .bits = %u", enum_storage_width(d));
  if (d->is_bits) put(e, ", .is_bits = true");
  if (d->separator.text.data) {
    put(e, ", .separator = ");
    put_string(e, d->separator.text);
  }
  if (decl_clause(d, "quoted")) put(e, ", .quoted = true");
  if (d->field_summary.text.data) {
    put(e, ", .summary = ");
    put_string(e, d->field_summary.text);
  }
  Str older = enum_older_cases(e->table->arena, d);
  if (older.size) {
    put(e, ", .older =\n");
    put_texts(e, older);
  }
  put(e, ", .count = %u, .cases =\n", d->items.count);
  put_texts(e, enum_cases(e->table->arena, d));
  put(e, "};\n");
}

static void put_param(Emit *e, const Member *m) {
  TableParam param;
  e->table->dialect = e->dialect;
  if (!table_param(e->table, m, &param)) return;
  const ParamDef *p = &param.def;
  put(e, "{\"%s\", %u, %u", p->name, p->kind, p->flags);
  if (p->bits) put(e, ", .bits = %u", p->bits);
  if (p->since) put(e, ", .since = %u", p->since);
  if (param.default_word.data) put(e, ", .default_word = (uint64_t)%.*s", STR_ARG(param.default_word));
  if (param.holds_strings) put(e, ", .def = &attr_defs[ATTR_STRING]");
  if (param.enum_def) {
    put(e, ", .def = &");
    put_enum_name(e, e->table->enums.data[param.enum_def].decl);
  } else if (param.attr_def) {
    put(e, ", .def = &");
    put_def_name(e, e->table->attr_defs.data[param.attr_def].decl);
  }
  if (p->constraint) put(e, ", .constraint = %u", p->constraint);
  if (p->cpp) put(e, ", .cpp = \"%s\"", p->cpp);
  put(e, "}");
}

static void put_function(Emit *e, const Decl *d, const char *clause, const char *field) {
  const Term *hook = decl_clause(d, clause);
  if (!hook || !hook->args.count) return;
  put(e, ",\n");
  put_line(e, hook->name.at);
  put(e, "  .%s = %.*s", field, STR_ARG(hook->args.data[0].name.text));
}

static void put_def(Emit *e, const Decl *d) {
  bool is_type = d->kind == DECL_TYPE;
  bool has_params = d->format.text.data || d->params.count;
  if (has_params) {
    put(e, "static const ParamsDef ");
    put_def_name(e, d);
    put(e, "_params = {.table = &%.*s.head, ", STR_ARG(e->records));
    if (d->params.count) {
      put(e, ".count = %u, .params = (const ParamDef[]){", d->params.count);
      for (uint32_t i = 0; i < d->params.count; i++) {
        if (i) put(e, ", ");
        put_param(e, &d->params.data[i]);
      }
      put(e, "}, ");
    }
    if (d->format.text.data) {
      put(e, ".format = ");
      put_string(e, d->format.text);
      put(e, ", ");
    }
    put(e, ".class_name = ");
    put_string(e, d->name.text);
    put_function(e, d, "verify", "verify");
    put(e, "};\n");
  }
  put(e, "const %s ", is_type ? "TypeDef" : "AttrDef");
  put_def_name(e, d);
  put(e, " = {.dialect = ");
  put_string(e, e->dialect->name);
  put(e, ", .name = ");
  put_string(e, d->mnemonic.text);
  put(e, ", .kind = %s, .flags = 0", is_type ? "TYPE_DIALECT" : "ATTR_DIALECT");
  if (decl_clause(d, "mutable")) put(e, is_type ? " | TYPE_MUTABLE" : " | ATTR_MUTABLE");
  if (decl_clause(d, "vector-element")) put(e, " | TYPE_VECTOR_ELEMENT");
  if (decl_clause(d, "memref-element")) put(e, " | TYPE_MEMREF_ELEMENT");
  if (decl_clause(d, "parameters")) put(e, " | TYPE_HAS_PARAMETERS");
  if (decl_clause(d, "alias")) put(e, " | ATTR_HAS_ALIAS");
  if (decl_clause(d, "poison")) put(e, " | ATTR_IS_POISON");
  put(e, ", .summary = ");
  put_string(e, d->summary.text);
  put_function(e, d, "parse", "parse");
  put_function(e, d, "print", "print");
  put_function(e, d, "value-type", "value_type");
  const Term *layout = decl_clause(d, "layout");
  if (layout) put(e, ", .layout = &%.*s", STR_ARG(layout->args.data[0].name.text));
  if (has_params) {
    put(e, ", .params = &");
    put_def_name(e, d);
    put(e, "_params");
  }
  put(e, "};\n");
}

// ---------------------------------------------------------------------------------------------
// Dialects

static void put_list(Emit *e, const char *type, const char *suffix, const Decl *const *list, uint32_t count) {
  put(e, "const %s *const %.*s_%s[] = {", type, STR_ARG(e->dialect->name), suffix);
  for (uint32_t i = 0; i < count; i++) {
    put(e, "&");
    put_def_name(e, list[i]);
    put(e, ", ");
  }
  put(e, "NULL};\n");
}

// Names behind each other, with a space between.
static void put_names(Emit *e, const Decl *head, const char *clause, const char *field) {
  const Term *names = decl_clause(head, clause);
  if (!names) return;
  put(e, ", .%s = \"", field);
  for (uint32_t i = 0; i < names->args.count; i++) put(e, "%s%.*s", i ? " " : "", STR_ARG(names->args.data[i].name.text));
  put(e, "\"");
}

static void put_flags(Emit *e, const Decl *head) {
  static const struct { const char *clause, *field; } flags[] = {
      {"allows-unknown-ops", "allows_unknown_ops"}, {"allows-unknown-types", "allows_unknown_types"},
      {"was-std", "was_std"}, {"takes-resources", "takes_resources"}};
  for (size_t i = 0; i < countof(flags); i++)
    if (decl_clause(head, flags[i].clause)) put(e, ", .%s = true", flags[i].field);
  put_names(e, head, "depends", "depends");
  const Term *until = decl_clause(head, "until");
  if (until) put(e, ", .older_last = %.*s, .older_name = \"%.*s\"", STR_ARG(until->args.data[0].name.text), STR_ARG(until->args.data[1].name.text));
  put_names(e, head, "lowered-by", "lowered_by");
}

static void put_pattern_sets(Emit *e, const Decl *head) {
  const Term *sets = decl_clause(head, "canonicalization");
  if (!sets) return;
  for (uint32_t i = 0; i < sets->args.count; i++) {
    put_line(e, sets->args.data[i].name.at);
    put(e, "extern const struct PatternSet %.*s;\n", STR_ARG(sets->args.data[i].name.text));
  }
  put(e, "static const struct PatternSet *const %.*s_canonicalization_sets[] = {", STR_ARG(e->dialect->name));
  for (uint32_t i = 0; i < sets->args.count; i++) put(e, "&%.*s, ", STR_ARG(sets->args.data[i].name.text));
  put(e, "NULL};\n");
}

static void put_dialect(Emit *e) {
  const DialectSource *s = e->dialect;
  static const struct { const char *clause, *field; } functions[] = {
      {"parse-type", "parse_type"}, {"print-type", "print_type"}, {"print-vector", "print_vector"}, {"parse-attr", "parse_attr"}, {"print-attr", "print_attr"},
      {"verify-op-attr", "verify_op_attr"}, {"verify-arg-attr", "verify_arg_attr"}, {"verify-result-attr", "verify_result_attr"},
      {"materialize-constant", "materialize_constant"}, {"alias-of-attr", "alias_of_attr"}, {"alias-of-type", "alias_of_type"},
      {"init", "init"}};
  const Decl *head = &s->syntax.decls.data[0];
  put_pattern_sets(e, head);
  for (uint32_t i = 0; e->table->pack && i < e->table->dialect_answers.count; i++) {
    const TableDialectAnswers *row = &e->table->dialect_answers.data[i];
    put(e, "extern const %.*s %.*s_answers_%u;\n", STR_ARG(e->model->interfaces.data[row->interface - 1]->name.text), STR_ARG(e->records), row->answer);
  }
  put(e, "const DialectDef %.*s_dialect = {.name = \"%.*s\", .summary = ", STR_ARG(s->name), STR_ARG(s->name));
  put_string(e, head->summary.text);
  uint32_t today = 0;
  while (today < s->ops.count && !s->ops.data[today]->until_release) today++;
  uint32_t first = model_first_opcode(e->model, s);
  if (s->ops.count) put(e, ", .ops = &%.*s.ops[%u], .op_count = %u, .first_opcode = %u", STR_ARG(e->records), first - e->table->first_opcode, today, first);
  if (today < s->ops.count) put(e, ", .older_count = %u", s->ops.count - today);
  if (!s->is_names_only || s->is_pack) put(e, ", .table = &%.*s.head", STR_ARG(e->records));
  if (!s->is_names_only) put(e, ", .types = %.*s_types, .attrs = %.*s_attrs", STR_ARG(s->name), STR_ARG(s->name));
  if (decl_clause(head, "canonicalization")) put(e, ", .canonicalization = %.*s_canonicalization_sets", STR_ARG(s->name));
  if (s->is_names_only) put(e, ", .is_name_only = true");
  put_flags(e, head);
  for (size_t i = 0; i < countof(functions); i++) put_function(e, head, functions[i].clause, functions[i].field);
  if (head->answers.count) {
    put(e, ", .answers = (const DialectAnswer[]){");
    for (uint32_t i = 0; i < e->table->dialect_answers.count; i++) {
      const TableDialectAnswers *row = &e->table->dialect_answers.data[i];
      if (row->dialect == s) put(e, "{%u, &%.*s_answers_%u}, ", row->interface, STR_ARG(e->records), row->answer);
    }
    put(e, "{0}}");
  }
  put(e, "};\n");
}

// ---------------------------------------------------------------------------------------------
// The table

#define put_rows(e, type, name, vec, format, ...)                                        \
  do {                                                                                   \
    put((e), "static const %s %s[] = {\n", (type), (name));                              \
    for (uint32_t i = 0; i < (vec)->count; i++) {                                        \
      const __typeof__(*(vec)->data) *r = &(vec)->data[i];                               \
      put((e), "  {" format "},\n", __VA_ARGS__);                                        \
    }                                                                                    \
    put((e), (vec)->count ? "};\n" : "  {0}};\n");                                       \
  } while (0)

static void put_numbers(Emit *e) {
  put(e, "static const uint16_t lists[] = {");
  for (uint32_t i = 0; i < e->table->lists.count; i++) put(e, "%s%u,", i % 24 ? " " : "\n  ", e->table->lists.data[i]);
  put(e, "\n};\n");
}

static void put_definitions(Emit *e) {
  TableBuilder *t = e->table;
  put(e, "static const TypeDef *const types[] = {NULL");
  for (uint32_t i = 1; i < t->types.count; i++) {
    put(e, ",\n  &");
    put_def_name(e, t->types.data[i].decl);
  }
  put(e, "};\nstatic const AttrDef *const attr_definitions[] = {NULL");
  for (uint32_t i = 1; i < t->attr_defs.count; i++) {
    put(e, ",\n  &");
    put_def_name(e, t->attr_defs.data[i].decl);
  }
  put(e, "};\nstatic const EnumDef *const enums[] = {NULL");
  for (uint32_t i = 1; i < t->enums.count; i++) {
    put(e, ",\n  &");
    put_enum_name(e, t->enums.data[i].decl);
  }
  put(e, "};\nstatic RecordFn *const functions[] = {NULL");
  for (uint32_t i = 1; i < t->functions.count; i++) {
    const TableFunction *f = &t->functions.data[i];
    e->dialect = f->dialect;
    put(e, ",\n");
    put_line(e, f->name.at);
    put(e, "  (RecordFn *)%.*s", STR_ARG(f->name.text));
  }
  put(e, "};\n");
}

// Structs of functions, and which trait has which.
static void put_answers(Emit *e) {
  TableBuilder *t = e->table;
  for (uint32_t i = 1; i < t->answers.count; i++) {
    const Decl *interface = e->model->interfaces.data[t->answers.data[i].interface - 1];
    put(e, "%sconst %.*s %.*s_answers_%u = {", e->table->pack ? "" : "static ", STR_ARG(interface->name.text), STR_ARG(e->records), i);
    for (uint32_t k = 0; k < interface->methods.count; k++) {
      uint32_t function = t->lists.data[t->answers.data[i].functions + k];
      put(e, "%s", k ? ", " : "");
      if (function) put(e, "%.*s", STR_ARG(t->functions.data[function].name.text));
      else put(e, "NULL");
    }
    put(e, "};\n");
  }
  put(e, "static const void *const answers[] = {NULL");
  for (uint32_t i = 1; i < t->answers.count; i++) put(e, ", &%.*s_answers_%u", STR_ARG(e->records), i);
  put(e, "};\nstatic const TraitAnswers trait_answers[] = {\n");
  for (uint32_t i = 0; i < t->trait_answers.count; i++) {
    const TraitAnswers *row = &t->trait_answers.data[i];
    put(e, "  {%lluu, %u, %u, %u},\n", (unsigned long long)row->traits, row->trait, row->interface, row->answer);
  }
  put(e, "  {0}};\n");
}

static void put_table(Emit *e) {
  TableBuilder *t = e->table;
  put(e, "static const char strings[] =\n");
  put_texts(e, strbuf_view(&t->strings));
  put(e, ";\n");
  put_numbers(e);
  put_rows(e, "ValueDef", "values", &t->values, "%u, %u, %u, %u", r->name, r->type, r->arity, r->segments);
  put_rows(e, "OpAttrDef", "attrs", &t->attrs, "%u, %u, %u, %u, %u", r->name, r->default_value, r->type, r->flags, r->since);
  put_rows(e, "RegionDef", "regions", &t->regions, "%u, %u, %u, %u, %u", r->name, r->summary, r->min_blocks, r->max_blocks, r->variadic);
  put_rows(e, "SuccessorDef", "successors", &t->successors, "%u, %u, %u", r->name, r->operands, r->variadic);
  put_rows(e, "Relation", "relations", &t->relations, "%u, %u, %u, {%u, %u, %u, %u, %u, %u, %u, %u}, %u, %u, %u, %u", r->summary, r->kind, r->count,
           r->values[0], r->values[1], r->values[2], r->values[3], r->values[4], r->values[5], r->values[6], r->values[7], r->transform, r->check, r->value_count,
           r->transform_all);
  put_rows(e, "OpForm", "forms", &t->forms, "%u, %u, %u, %u", r->last, r->name, r->format, r->why);
  put_rows(e, "OpMore", "more", &t->more, "%u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u", r->result_name, r->implicit_terminator, r->default_dialect, r->snippet, r->parents, r->lowered_by, r->older_attrs,
           r->parent_count, r->older_attr_count, r->groups_last, r->groups_then, r->groups_before, r->groups_new);
  put_rows(e, "OlderAttr", "older_attrs", &t->older_attrs, "%u, %u, %u, %u, %u", r->name, r->enum_def, r->slot, r->last, r->then);
  put_rows(e, "TypeConstraint", "type_constraints", &t->type_constraints, "%u, %u, %u, %u, %u, %lluu, %u, %u, %u, %u, %u, %u, %u, %u, %u",
           r->summary, r->name, r->data, r->kinds, r->ranks, (unsigned long long)r->lengths, r->type_class, r->type_def, r->parts, r->function,
           r->build_function, r->build, r->part_count, r->test, r->shape);
  put_rows(e, "AttrConstraint", "attr_constraints", &t->attr_constraints, "%u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u", r->summary,
           r->name, r->keyword, r->data, r->storage, r->enum_def, r->attr_def, r->parts, r->function, r->part_count, r->test, r->form,
           r->value_type);
  put_definitions(e);
  put_answers(e);
  put(e, "const struct %.*s %.*s = {{strings, lists, values, attrs, regions, successors, relations, forms, more, older_attrs,\n"
         "  type_constraints, attr_constraints, types, attr_definitions, enums, functions, answers, trait_answers, %u, %u, %u, %u}, {\n",
      STR_ARG(e->records), STR_ARG(e->records), t->trait_answers.count, t->ops.count, t->type_constraints.count, t->attr_constraints.count);
  for (uint32_t i = 0; i < t->ops.count; i++) {
    const OpDef *r = &t->ops.data[i];
    put(e, "  {&%.*s.head, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, ", STR_ARG(e->records), r->name, r->name_size, r->opcode, r->hooks, r->until, r->since, r->flags,
        r->form_count, r->hook_mask, r->format);
    put(e, "%u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, ", r->operands, r->results, r->attrs, r->regions, r->successors, r->relations,
        r->operand_count, r->result_count, r->attr_count, r->region_count, r->successor_count, r->relation_count);
    put(e, "%u, %u, %u, %u, %u, %u, %u, %u, %lluu},\n", r->variable_operand, r->variable_result, r->forms, r->more, r->interfaces, r->interface_count, r->trait_count, r->trait_list, (unsigned long long)r->traits);
  }
  put(e, "}};\n");
}

// Every dialect, ended by NULL: those with records, then those known by name only.
static void put_registry(Emit *e) {
  put(e, "const DialectDef *const all_dialects[] = {\n");
  for (uint32_t i = 0; i < e->model->dialects.count; i++) {
    const DialectSource *s = e->model->dialects.data[i];
    if (s->is_library) continue;
    if (i < e->model->with_records) put(e, "  &%.*s_dialect,\n", STR_ARG(s->name));
    else {
      put(e, "  &(const DialectDef){.name = \"%.*s\", .is_name_only = true", STR_ARG(s->name));
      put_flags(e, &s->syntax.decls.data[0]);
      put(e, "},\n");
    }
  }
  put(e, "  NULL,\n};\n");
}

// The records of each table, by their opcodes: the rows of a table that are not used are empty.
static void put_opcodes(Emit *e, TableBuilder *const *tables, uint32_t count) {
  put(e, "static const OpDef *const opcode_chunks[] = {\n");
  uint32_t chunks = 0;
  for (uint32_t i = 0; i < count; i++) {
    Str name = records_name(e->model->arena, tables[i]);
    for (; chunks * OPCODE_CHUNK < tables[i]->first_opcode + tables[i]->ops.count; chunks++)
      put(e, "  &%.*s.ops[%u],\n", STR_ARG(name), chunks * OPCODE_CHUNK - tables[i]->first_opcode);
  }
  put(e, "};\nconst OpcodeSpace rung_opcodes = {opcode_chunks, %u};\n", chunks);
}

static void put_records_type(Emit *e, const TableBuilder *table) {
  Str name = records_name(e->model->arena, table);
  uint32_t rows = (table->ops.count + OPCODE_CHUNK - 1) / OPCODE_CHUNK * OPCODE_CHUNK;
  put(e, "struct %.*s {\n  RecordTable head;\n  OpDef ops[%u];\n};\nextern const struct %.*s %.*s;\n", STR_ARG(name), rows, STR_ARG(name), STR_ARG(name));
}

static void put_definitions_and_table(Emit *e, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to; i++) {
    e->dialect = e->model->dialects.data[i];
    const Syntax *file = &e->dialect->syntax;
    for (uint32_t k = 0; k < file->decls.count; k++) {
      const Decl *d = &file->decls.data[k];
      if (d->kind == DECL_ENUM) put_enum(e, d);
      if (d->kind == DECL_TYPE || d->kind == DECL_ATTRIBUTE) put_def(e, d);
    }
  }
  put_table(e);
  for (uint32_t i = from; i < to; i++) {
    const DialectSource *s = e->dialect = e->model->dialects.data[i];
    if (s->is_library || s->is_names_only) continue;
    put_list(e, "TypeDef", "types", (const Decl *const *)s->types.data, s->types.count);
    put_list(e, "AttrDef", "attrs", (const Decl *const *)s->attrs.data, s->attrs.count);
  }
}

// Dialects are in no pack: they are known before theirs is there.
static void put_dialect_of_each(Emit *e, TableBuilder *const *tables) {
  for (uint32_t i = 0, first_pack = model_first_pack(e->model); i < e->model->with_records; i++) {
    e->dialect = e->model->dialects.data[i];
    e->table = tables[i < first_pack ? 0 : i - first_pack + 1];
    e->records = records_name(e->model->arena, e->table);
    if (!e->dialect->is_library) put_dialect(e);
  }
}

static void put_beginning(Emit *e, uint32_t dialect_count) {
  put(e, "// Made from the `.ops` files: do not edit.\n");
  for (uint32_t i = 0; i < dialect_count; i++) put(e, "#include \"ops/%.*s.h\"\n", STR_ARG(e->model->dialects.data[i]->name));
  put(e, "\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#pragma GCC diagnostic ignored \"-Wmissing-field-initializers\"\n");
}

void emit_records(StrBuf *out, RecordModel *model, TableBuilder *const *tables, uint32_t table_count) {
  Emit emit = {.out = out, .model = model, .table = tables[0], .records = records_name(model->arena, tables[0])}, *e = &emit;
  put_beginning(e, model->with_records);
  for (uint32_t i = 0; i < table_count; i++) put_records_type(e, tables[i]);
  put_definitions_and_table(e, 0, model_first_pack(model));
  put_dialect_of_each(e, tables);
  put_registry(e);
  put_opcodes(e, tables, table_count);
}

void emit_pack(StrBuf *out, RecordModel *model, TableBuilder *table) {
  Emit emit = {.out = out, .model = model, .table = table, .records = records_name(model->arena, table)}, *e = &emit;
  uint32_t i = 0;
  while (model->dialects.data[i] != table->pack) i++;
  put_beginning(e, i + 1);
  put_records_type(e, table);
  put_definitions_and_table(e, i, i + 1);
}

// ---------------------------------------------------------------------------------------------
// Headers

static void put_prototype(Emit *e, const char *type, const Word *function) {
  put_line(e, function->at);
  put(e, "%s %.*s;\n", type, STR_ARG(function->text));
}

// Functions that a constraint's tests are.
static void put_check_prototypes(Emit *e, const Node *n, bool is_type) {
  if (!n) return;
  if (n->kind == NODE_CHECK) put_prototype(e, is_type ? "TypeCheckFn" : "AttrCheckFn", &n->term->args.data[0].name);
  for (uint32_t i = 0; i < n->args.count; i++) put_check_prototypes(e, n->args.data[i], is_type || n->kind == NODE_TYPE_ATTR);
}

static void put_clause_prototypes(Emit *e, const Decl *d) {
  static const struct { DeclKind kind; const char *clause, *type; } table[] = {
      {DECL_TYPE, "parse", "TypeParseFn"}, {DECL_TYPE, "print", "TypePrintFn"}, {DECL_TYPE, "verify", "ParamsVerifyFn"},
      {DECL_ATTRIBUTE, "parse", "AttrParseFn"}, {DECL_ATTRIBUTE, "print", "AttrPrintFn"}, {DECL_ATTRIBUTE, "verify", "ParamsVerifyFn"},
      {DECL_ATTRIBUTE, "value-type", "AttrTypeFn"}, {DECL_TYPE_CONSTRAINT, "build", "TypeBuildFn"},
      {DECL_DIALECT, "parse-type", "DialectParseTypeFn"}, {DECL_DIALECT, "print-type", "DialectPrintTypeFn"},
      {DECL_DIALECT, "print-vector", "DialectPrintTypeFn"},
      {DECL_DIALECT, "parse-attr", "DialectParseAttrFn"}, {DECL_DIALECT, "print-attr", "DialectPrintAttrFn"},
      {DECL_DIALECT, "verify-op-attr", "VerifyOpAttrFn"}, {DECL_DIALECT, "verify-arg-attr", "VerifyMemberAttrFn"},
      {DECL_DIALECT, "verify-result-attr", "VerifyMemberAttrFn"}, {DECL_DIALECT, "materialize-constant", "MaterializeFn"},
      {DECL_DIALECT, "alias-of-attr", "AliasOfAttrFn"}, {DECL_DIALECT, "alias-of-type", "AliasOfTypeFn"}, {DECL_DIALECT, "init", "DialectInitFn"}};
  for (size_t i = 0; i < countof(table); i++) {
    const Term *clause = d->kind == table[i].kind ? decl_clause(d, table[i].clause) : NULL;
    if (clause && clause->args.count) put_prototype(e, table[i].type, &clause->args.data[0].name);
  }
}

// `LoopLikeOpInterface` is LoopLike where it is a part of a name.
static Str short_name(const Decl *interface) {
  Str name = interface->name.text;
  static const char *const ends[] = {"OpInterface", "Interface"};
  for (size_t i = 0; i < countof(ends); i++) {
    size_t size = strlen(ends[i]);
    if (name.size > size && memcmp(name.data + name.size - size, ends[i], size) == 0) return (Str){name.data, name.size - size};
  }
  return name;
}

static void put_answer_prototypes(Emit *e, const Decl *interface, const Answers *answers) {
  for (uint32_t i = 0; i + 1 < answers->words.count; i += 2) {
    uint32_t method = interface_method(interface, answers->words.data[i].text);
    if (method < interface->methods.count) put_prototype(e, arena_printf(e->model->arena, "%.*s", STR_ARG(interface->methods.data[method].type.name.text)).data, &answers->words.data[i + 1]);
  }
}

// Its number, its struct, how one asks for it, and the functions that answer for traits.
static void put_interface(Emit *e, const Decl *d) {
  Str name = d->name.text, root = short_name(d);
  put(e, "\n// %.*s\nenum { INTERFACE_", STR_ARG(d->summary.text));
  put_constant(e, root);
  put(e, " = %u };\ntypedef struct %.*s {\n", model_interface(e->model, name), STR_ARG(name));
  for (uint32_t i = 0; i < d->methods.count; i++) {
    const Member *m = &d->methods.data[i];
    put(e, "  %.*s *%.*s;   // %.*s%s\n", STR_ARG(m->type.name.text), STR_ARG(m->name.text), STR_ARG(m->text.text), m->arity == ARITY_OPTIONAL ? "; or NULL" : "");
  }
  // A dialect as a whole is asked what begins with "Dialect".
  bool of_dialect = str_starts_with(root, STR("Dialect"));
  put(e, "} %.*s;\nstatic inline const %.*s *ask_", STR_ARG(name), STR_ARG(name));
  put_lower(e, root);
  put(e, of_dialect ? "(const DialectDef *dialect) { return (const %.*s *)dialect_interface(dialect, INTERFACE_"
                    : "(const OpDef *def) { return (const %.*s *)def_interface(def, INTERFACE_", STR_ARG(name));
  put_constant(e, root);
  put(e, "); }\n");
  for (uint32_t i = 0; i < d->answers.count; i++) put_answer_prototypes(e, d, &d->answers.data[i]);
}

static void put_implement_prototypes(Emit *e, const Decl *d) {
  for (uint32_t i = 0; i < d->answers.count; i++) {
    uint32_t number = model_interface(e->model, d->answers.data[i].name.text);
    if (number) put_answer_prototypes(e, e->model->interfaces.data[number - 1], &d->answers.data[i]);
  }
}

static void put_op_prototypes(Emit *e, const Decl *d) {
  for (uint32_t i = 0; i < d->clauses.count; i++) {
    const HookWord *word = hook_word(d->clauses.data[i].name.text);
    if (word) put_prototype(e, word->prototype, &d->clauses.data[i].args.data[0].name);
  }
  put_implement_prototypes(e, d);
  for (uint32_t i = 0; i < d->traits.count; i++) {
    const Term *t = &d->traits.data[i];
    const RelationWord *word = relation_word(t->name.text);
    if (!word || !word->functions) continue;
    const Term *functions = &t->args.data[1 + word->values];
    put_prototype(e, !word->values ? "RelationCheckFn" : word->functions == 2 ? "RelationTypesFn" : "RelationTypeFn", &functions[0].name);
    if (2u + word->values < t->args.count)
      put_prototype(e, word->functions == 2 ? "RelationCheckFn" : "RelationCountFn", &functions[1].name);
  }
}

static void put_values_of_enum(Emit *e, const Decl *d) {
  bool any = false;
  put(e, "enum {");
  for (uint32_t i = 0; i < d->items.count; i++) {
    Str name = d->items.data[i].name.text;
    int64_t value = d->items.data[i].value;
    if (value != (int32_t)value) continue;   // C's enums hold no more
    put(e, "%s", any ? ", " : " ");
    any = true;
    put_constant(e, e->dialect->name);
    strbuf_char(e->out, '_');
    put_constant(e, d->name.text);
    strbuf_char(e->out, '_');
    put_constant(e, name.size ? name : STR("NONE"));
    put(e, " = %lld", (long long)value);
  }
  put(e, " };\nextern const EnumDef ");
  put_enum_name(e, d);
  put(e, ";\n");
}

// Attributes by their place in Operation.props.
static void put_slots(Emit *e, const Decl *d) {
  if (!d->attrs.count) return;
  put(e, "enum {");
  for (uint32_t i = 0; i < d->attrs.count; i++) {
    put(e, "%s", i ? ", " : " ");
    put_constant(e, e->dialect->name);
    strbuf_char(e->out, '_');
    put_op_constant(e, d);
    strbuf_char(e->out, '_');
    put_constant(e, d->attrs.data[i].name.text);
  }
  put(e, " };\n");
}

// Include the headers of the interfaces that operations of the dialect implement: they have the types of the functions.
static void put_used_interfaces(Emit *e) {
  for (uint32_t k = 0; k < e->model->dialects.count; k++) {
    const DialectSource *library = e->model->dialects.data[k];
    bool is_used = false;
    for (uint32_t i = 0; library->is_library && library != e->dialect && !is_used && i <= e->dialect->ops.count; i++) {
      const Decl *d = i ? e->dialect->ops.data[i - 1] : &e->dialect->syntax.decls.data[0];
      for (uint32_t n = 0; n < d->answers.count; n++) {
        uint32_t number = model_interface(e->model, d->answers.data[n].name.text);
        is_used |= number && owner(e, e->model->interfaces.data[number - 1]) == library;
      }
    }
    if (is_used) put(e, "#include \"ops/%.*s.h\"\n", STR_ARG(library->name));
  }
}

void emit_header(StrBuf *out, RecordModel *model, const DialectSource *dialect) {
  Emit emit = {.out = out, .model = model, .dialect = dialect}, *e = &emit;
  const Syntax *file = &dialect->syntax;
  put(e, "// Made from %.*s.ops: do not edit.\n#ifndef RUNG_OPS_", STR_ARG(dialect->name));
  put_constant(e, dialect->name);
  put(e, "_H\n#define RUNG_OPS_");
  put_constant(e, dialect->name);
  put(e, "_H\n\n#include \"ir/opdef.h\"\n");
  const Term *header = decl_clause(&file->decls.data[0], "header");
  if (header) put(e, "#include \"%.*s\"\n", STR_ARG(header->args.data[0].name.text));
  put_used_interfaces(e);
  if (!dialect->is_library) put(e, "\nextern const DialectDef %.*s_dialect;\n// Ended by NULL.\nextern const TypeDef *const %.*s_types[];\nextern const AttrDef *const %.*s_attrs[];\n",
      STR_ARG(dialect->name), STR_ARG(dialect->name), STR_ARG(dialect->name));
  uint32_t first = model_first_opcode(model, dialect);
  if (dialect->ops.count) {
    put(e, "enum {\n");
    for (uint32_t i = 0; i < dialect->ops.count; i++) {
      put(e, "  OP_");
      put_constant(e, dialect->name);
      strbuf_char(out, '_');
      put_op_constant(e, dialect->ops.data[i]);
      put(e, " = %u,\n", first + i);
    }
    put(e, "};\nenum { OPS_");
    put_constant(e, dialect->name);
    put(e, "_BEGIN = %u, OPS_", first);
    put_constant(e, dialect->name);
    put(e, "_END = %u };\n", first + dialect->ops.count);
  }
  for (uint32_t i = 0; i < file->decls.count; i++) {
    const Decl *d = &file->decls.data[i];
    bool is_type = d->kind == DECL_TYPE_CONSTRAINT || d->kind == DECL_TYPE;
    if (d->kind == DECL_INTERFACE) put_interface(e, d);
    if (d->kind == DECL_ENUM) put_values_of_enum(e, d);
    if (d->kind == DECL_TYPE || d->kind == DECL_ATTRIBUTE) {
      put(e, "extern const %s ", d->kind == DECL_TYPE ? "TypeDef" : "AttrDef");
      put_def_name(e, d);
      put(e, ";\n");
    }
    const Term *layout = d->kind == DECL_TYPE ? decl_clause(d, "layout") : NULL;
    if (layout) put(e, "extern const struct TypeLayout %.*s;\n", STR_ARG(layout->args.data[0].name.text));
    if (d->kind == DECL_OP) {
      put_slots(e, d);
      put_op_prototypes(e, d);
    } else if (d->kind == DECL_DIALECT && d->answers.count) {
      put_clause_prototypes(e, d);
      put_implement_prototypes(e, d);
    } else {
      put_clause_prototypes(e, d);
    }
    if (d->kind == DECL_TYPE_CONSTRAINT || d->kind == DECL_ATTR_CONSTRAINT)
      put_check_prototypes(e, constraint_node(model, d), is_type);
  }
  put(e, "#endif\n");
}
