// The build's own program: checks every `.ops` file and writes, for each dialect, a header (opcodes, slots of attributes,
// values of enums, prototypes of the functions that records name), and all records as one table in C.
//   rung-generate OUT_DIR FILE.ops… [--packs FILE.ops…] [--names FILE.ops] [--rules RULES_DIR FILE.rules…]
// The files come in the order in which they name each other; each of those behind --packs has a table of its own, in NAME_records.c.
// The file of --names has heads of dialects that are known by name only, one behind the other. Files of rules are checked against all records; each becomes a header and a source.
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

// A file that would not change is left alone, so nothing that depends on it is built again.
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

static bool write_text(const char *folder, Arena *arena, Str name, StrBuf *text) {
  Str path = arena_printf(arena, "%s/%.*s", folder, STR_ARG(name));
  bool ok = write_file(path.data, strbuf_view(text));
  if (!ok) fprintf(stderr, "%s: cannot be written\n", path.data);
  strbuf_free(text);
  return ok;
}

static void some_function(void) {}

// Directives are C functions, which this program does not have; it takes those that formats name to exist.
static const RecordTable *place(TableBuilder *table) {
  RecordFn **functions = arena_new(table->arena, RecordFn *, table->functions.count);
  for (uint32_t i = 1; functions && i < table->functions.count; i++) functions[i] = some_function;
  const RecordTable *placed = functions ? table_place(table, functions) : NULL;
  if (placed) table_check_formats(table, placed, NULL);
  return placed;
}

static int compare_texts(const void *a, const void *b) { return str_compare(*(const Str *)a, *(const Str *)b); }

// Sort the strings so that similar ones are neighbours, which compresses better: members' names, then formats.
static void add_texts(TableBuilder *table, const DialectSource *const *dialects, uint32_t count) {
  VEC(Str) formats = {0};
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t k = 0; k < dialects[i]->ops.count; k++) {
      const Decl *d = dialects[i]->ops.data[k];
      const MemberVec *members[] = {&d->operands, &d->results, &d->attrs, &d->regions, &d->successors};
      for (size_t m = 0; m < countof(members); m++)
        for (uint32_t n = 0; n < members[m]->count; n++) table_text(table, members[m]->data[n].name.text);
      vec_push(table->arena, &formats, d->format.text);
    }
  }
  if (formats.count) qsort(formats.data, formats.count, sizeof *formats.data, compare_texts);
  for (uint32_t i = 0; i < formats.count; i++) table_text(table, formats.data[i]);
}

// ---------------------------------------------------------------------------------------------
// Rules

typedef struct RuleFiles {
  const char *folder;
  char **paths;
  int count;
} RuleFiles;

typedef struct KnownOps {
  RecordModel *model;
  VEC(const OpDef *) ops;   // today's
  VEC(const TableBuilder *) builders;   // of each
  Map names;                // their numbers, from 1
} KnownOps;

static uint32_t number_of(const KnownOps *known, Str name) { return (uint32_t)(uintptr_t)map_get_str(&known->names, name); }

static const OpDef *find_op(void *data, Str name) {
  const KnownOps *known = data;
  uint32_t number = number_of(known, name);
  return number ? known->ops.data[number - 1] : NULL;
}

static Str name_at(void *data, uint32_t i) {
  const KnownOps *known = data;
  return i < known->ops.count ? def_name(known->ops.data[i]) : (Str){0};
}

// The enum that an attribute is, or that is its only parameter.
static const Decl *enum_of(const KnownOps *known, const OpDef *def, const AttrConstraint *constraint) {
  const TableBuilder *table = known->builders.data[number_of(known, def_name(def)) - 1];
  if (constraint->enum_def) return table->enums.data[constraint->enum_def].decl;
  const Decl *d = constraint->attr_def ? table->attr_defs.data[constraint->attr_def].decl : NULL;
  if (!d || d->params.count != 1) return NULL;
  const Decl *type = model_attr(known->model, model_dialect_of(known->model, d), d->params.data[0].type.name.text);
  return type && type->kind == DECL_ENUM ? type : NULL;
}

static bool enum_case(void *data, const OpDef *def, uint32_t slot, Str name, int64_t *out) {
  const Decl *d = enum_of(data, def, def_attr_type(def, slot));
  for (uint32_t i = 0; d && i < d->items.count; i++) {
    if (!str_equal(d->items.data[i].name.text, name)) continue;
    *out = d->items.data[i].value;
    return true;
  }
  return false;
}

// `dialects/arith/arith.rules` is arith, `passes/math/expand.rules` is math_expand.
static Str rules_name(Arena *arena, const char *path) {
  Str text = str_from(path);
  size_t base = text.size, end = text.size;
  while (base && path[base - 1] != '/') base--;
  while (end > base && path[end] != '.') end--;
  size_t folder = base ? base - 1 : 0;
  while (folder && path[folder - 1] != '/') folder--;
  Str name = str_slice(text, base, end), parent = str_slice(text, folder, base ? base - 1 : 0);
  return str_equal(name, parent) ? name : arena_printf(arena, "%.*s_%.*s", STR_ARG(parent), STR_ARG(name));
}

static bool write_rules(const RuleFiles *files, KnownOps *known) {
  Arena *arena = known->model->arena;
  if (!files->folder) return true;   // there are none
  StrBuf sources, list;
  strbuf_init(&sources, arena->mem);
  strbuf_init(&list, arena->mem);
  strbuf_lit(&sources, "// Made from the `.rules` files: do not edit.\n#include \"records/rules.h\"\n\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n");
  strbuf_lit(&list, "const RuleSources rule_sources[] = {\n");
  for (int i = 0; i < files->count; i++) {
    size_t size;
    char *text = read_file(files->paths[i], &size);
    RuleFile file;
    if (!text) {
      fprintf(stderr, "%s: cannot be read\n", files->paths[i]);
      return false;
    }
    RuleInput input = {.arena = arena, .diags = known->model->diags, .name = str_from(files->paths[i]), .text = {text, size}, .data = known,
                       .find = find_op, .name_at = name_at, .enum_case = enum_case};
    if (!rules_compile(&file, &input)) continue;   // errors are printed at the end
    Str name = rules_name(arena, files->paths[i]);
    emit_rule_sources(&sources, &list, &file, name, arena);
    StrBuf out;
    strbuf_init(&out, arena->mem);
    emit_rules_header(&out, &file, name);
    if (!write_text(files->folder, arena, arena_printf(arena, "%.*s.h", STR_ARG(name)), &out)) return false;
    strbuf_init(&out, arena->mem);
    emit_rules(&out, &file, name);
    if (!write_text(files->folder, arena, arena_printf(arena, "%.*s.c", STR_ARG(name)), &out)) return false;
  }
  strbuf_str(&sources, strbuf_view(&list));
  strbuf_lit(&sources, "  {0}};\n");
  return write_text(files->folder, arena, STR("sources.c"), &sources);
}

static void know(KnownOps *known, const TableBuilder *table, const RecordTable *placed) {
  const OpDef *ops = table_ops(placed);
  for (uint32_t i = 1; i < placed->op_count; i++) {
    if (ops[i].until) continue;
    vec_push(known->model->arena, &known->ops, &ops[i]);
    vec_push(known->model->arena, &known->builders, table);
    map_put_str(&known->names, def_name(&ops[i]))->value = known->ops.count;
  }
}

// The table of a pack, or of all dialects that are none. A pack has its own of what it takes from others, and of what traits answer.
static TableBuilder *new_table(RecordModel *model, uint32_t from, uint32_t to) {
  TableBuilder *table = arena_new(model->arena, TableBuilder, 1);
  if (!table) return NULL;
  table_init(table, model);
  const DialectSource *first = model->dialects.data[from];
  if (first->is_pack) table->pack = first, table->first_opcode = model_first_opcode(model, first) - 1;
  add_texts(table, (const DialectSource *const *)model->dialects.data + from, to - from);
  for (uint32_t i = 0; first->is_pack && i < from; i++)
    if (model->dialects.data[i]->is_library) table_add(table, model->dialects.data[i]);
  for (uint32_t i = from; i < to; i++) table_add(table, model->dialects.data[i]);
  return table;
}

static bool write_all(const char *folder, RecordModel *model, const RuleFiles *rules) {
  Arena *arena = model->arena;
  StrBuf out;
  VEC(TableBuilder *) tables = {0};
  KnownOps known = {.model = model};
  map_init(&known.names, arena);
  bool ok = true;
  for (uint32_t from = 0, to = model_first_pack(model); from < model->with_records; from = to, to++) {
    TableBuilder *table = new_table(model, from, to);
    const RecordTable *placed = table ? place(table) : NULL;
    if (!placed) return false;
    know(&known, table, placed);
    vec_push(arena, &tables, table);
  }
  if (!model->diags->error_count && rules->folder) ok = write_rules(rules, &known);
  for (uint32_t i = 0; i < tables.count && ok && !model->diags->error_count; i++) {
    strbuf_init(&out, arena->mem);
    if (i) emit_pack(&out, model, tables.data[i]);
    else emit_records(&out, model, tables.data, tables.count);
    ok = write_text(folder, arena, i ? arena_printf(arena, "%.*s_records.c", STR_ARG(tables.data[i]->pack->name)) : STR("records.c"), &out);
  }
  for (uint32_t i = 0; i < tables.count; i++) table_free(tables.data[i]);
  for (uint32_t i = 0; i < model->with_records && ok && !model->diags->error_count; i++) {
    strbuf_init(&out, arena->mem);
    emit_header(&out, model, model->dialects.data[i]);
    ok = write_text(folder, arena, arena_printf(arena, "%.*s.h", STR_ARG(model->dialects.data[i]->name)), &out);
  }
  return ok;
}

// Adds the heads of a file, each as if it stood alone in it.
static void add_names(RecordModel *model, Str path, Str text) {
  for (size_t at = 0, end; at < text.size; at = end) {
    end = at + 1;
    while (end < text.size && (text.data[end - 1] != '\n' || !str_starts_with(str_slice(text, end, text.size), STR("dialect")))) end++;
    Str alone = arena_str(model->arena, str_slice(text, 0, end));   // with lines before it, so that places are right
    if (!alone.data || !str_starts_with(str_slice(text, at, end), STR("dialect"))) continue;
    for (size_t i = 0; i < at; i++)
      if (alone.data[i] != '\n') ((char *)(uintptr_t)alone.data)[i] = ' ';
    if (model_add(model, path, alone)) model->dialects.data[model->dialects.count - 1]->is_names_only = true;
  }
}

int main(int argc, char **argv) {
  Mem mem;
  Arena arena;
  Diags diags;
  RecordModel model;
  if (argc < 3 || !mem_init(&mem, 0)) return 2;
  arena_init(&arena, &mem);
  diags_init(&diags, &arena);
  model_init(&model, &arena, &diags, NULL);
  model.with_records = UINT32_MAX;
  bool is_pack = false;
  RuleFiles rules = {0};
  for (int i = 2; i < argc; i++) {
    if (strcmp(argv[i], "--packs") == 0) {
      is_pack = true;
      continue;
    }
    bool of_names = strcmp(argv[i], "--names") == 0 && i + 1 < argc;
    if (of_names) model.with_records = model.dialects.count;
    i += of_names;
    if (strcmp(argv[i], "--rules") == 0 && i + 1 < argc) {
      rules = (RuleFiles){argv[i + 1], argv + i + 2, argc - i - 2};
      break;
    }
    size_t size;
    char *text = read_file(argv[i], &size);
    if (!text) {
      fprintf(stderr, "%s: cannot be read\n", argv[i]);
      return 2;
    }
    if (of_names) add_names(&model, str_from(argv[i]), (Str){text, size});
    else if (model_add(&model, str_from(argv[i]), (Str){text, size})) model.dialects.data[model.dialects.count - 1]->is_pack = is_pack;
  }
  if (!diags.error_count) model_check_heads(&model);
  bool ok = !mem.exhausted;
  if (model.with_records > model.dialects.count) model.with_records = model.dialects.count;
  if (ok && !diags.error_count) ok = write_all(argv[1], &model, &rules);
  for (const Diag *d = diags.first; d; d = d->next)
    fprintf(stderr, "%.*s:%u:%u: error: %.*s\n", STR_ARG(d->file), d->line, d->column, STR_ARG(d->message));
  return ok && !diags.error_count ? 0 : 1;
}
