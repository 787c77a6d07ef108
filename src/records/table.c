// Records as rows of a table: see table.h.
#include "records/table.h"

void table_init(TableBuilder *b, RecordModel *model) {
  *b = (TableBuilder){.model = model, .arena = model->arena};
  strbuf_init(&b->strings, model->arena->mem);
  map_init(&b->texts, b->arena);
  map_init(&b->rows, b->arena);
  map_init(&b->numbers, b->arena);
  map_init(&b->functions_by_name, b->arena);
  strbuf_char(&b->strings, 0);   // 0 is no text, list, function, definition
  vec_push(b->arena, &b->lists, 0);
  vec_push(b->arena, &b->types, ((TableDef){0}));
  vec_push(b->arena, &b->attr_defs, ((TableDef){0}));
  vec_push(b->arena, &b->enums, ((TableDef){0}));
  vec_push(b->arena, &b->functions, ((TableFunction){0}));
  vec_push(b->arena, &b->answers, ((TableAnswers){0}));
  vec_push(b->arena, &b->more, ((OpMore){0}));
  vec_push(b->arena, &b->older_attrs, ((OlderAttr){0}));
  vec_push(b->arena, &b->type_constraints, ((TypeConstraint){0}));
  vec_push(b->arena, &b->attr_constraints, ((AttrConstraint){0}));
  vec_push(b->arena, &b->type_costs, 0);
  vec_push(b->arena, &b->attr_costs, 0);
  vec_push(b->arena, &b->ops, ((OpDef){0}));
}

void table_free(TableBuilder *b) { strbuf_free(&b->strings); }

void table_error(TableBuilder *b, const Word *at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  syntax_verror(b->model->diags, &b->dialect->syntax, at->at, format, args);
  va_end(args);
}

// ---------------------------------------------------------------------------------------------
// Texts, lists, functions

static uint32_t append_text(TableBuilder *b, Str text) {
  uint32_t at = (uint32_t)b->strings.size;
  strbuf_str(&b->strings, text);
  strbuf_char(&b->strings, 0);
  return at;
}

uint32_t table_text(TableBuilder *b, Str text) {
  if (!text.size) return 0;
  MapEntry *known = map_put_str(&b->texts, text);
  if (!known->value) known->value = append_text(b, text);
  return (uint32_t)known->value;
}

static uint32_t text_of(TableBuilder *b, const Word *word) { return word->text.data ? table_text(b, word->text) : 0; }

// Find equal rows of that kind; SIZE_MAX when there are none, after noting `next` as their place.
static size_t same_rows(TableBuilder *b, char kind, const void *rows, size_t size, size_t next) {
  char *key = arena_alloc_raw(b->arena, size + 1);
  if (!key) return 0;
  key[0] = kind;
  memcpy(key + 1, rows, size);
  MapEntry *known = map_put_str(&b->rows, (Str){key, size + 1});
  if (known->value) return known->value - 1;
  known->value = next + 1;
  return SIZE_MAX;
}

// Adds `count` rows of `size` bytes to a vector, or finds them; 0 without any.
static uint16_t add_rows(TableBuilder *b, char kind, void *vec, const void *rows, size_t size, uint32_t count) {
  typedef VEC(void) AnyVec;
  size_t next = ((AnyVec *)vec)->count;
  size_t found = count ? same_rows(b, kind, rows, size * count, next) : 0;
  if (found != SIZE_MAX) return (uint16_t)found;
  for (uint32_t i = 0; i < count; i++) memcpy(vec_slot_(b->arena, vec, size), (const char *)rows + size * i, size);
  return (uint16_t)next;
}

uint16_t table_list(TableBuilder *b, const uint16_t *numbers, uint32_t count) { return add_rows(b, 'l', &b->lists, numbers, sizeof *numbers, count); }

uint16_t table_function(TableBuilder *b, const Word *name) {
  if (b->model->refuses_functions) {
    table_error(b, name, "a dialect that is added has no functions of C: '%.*s'", STR_ARG(name->text));
    return 0;
  }
  MapEntry *known = map_put_str(&b->functions_by_name, name->text);
  if (!known->value) {
    known->value = b->functions.count;
    vec_push(b->arena, &b->functions, ((TableFunction){*name, b->dialect, NULL}));
  }
  return (uint16_t)known->value;
}

uint16_t table_def(TableBuilder *b, const Decl *d) {
  bool is_type = d->kind == DECL_TYPE, is_enum = d->kind == DECL_ENUM;
  const TableDef *list = is_type ? b->types.data : is_enum ? b->enums.data : b->attr_defs.data;
  uint32_t count = is_type ? b->types.count : is_enum ? b->enums.count : b->attr_defs.count;
  for (uint32_t i = 1; i < count; i++)
    if (list[i].decl == d) return (uint16_t)i;
  TableDef def = {d, NULL};
  if (is_type) vec_push(b->arena, &b->types, def);
  else if (is_enum) vec_push(b->arena, &b->enums, def);
  else vec_push(b->arena, &b->attr_defs, def);
  return (uint16_t)count;
}

// ---------------------------------------------------------------------------------------------
// Enums and parameters

static bool decimal(Str text, uint32_t limit, uint32_t *out) {
  *out = 0;
  for (size_t i = 0; i < text.size; i++) {
    if (!char_is_digit(text.data[i]) || *out > limit) return false;
    *out = *out * 10 + (uint32_t)(text.data[i] - '0');
  }
  return text.size && *out <= limit;
}

uint32_t enum_storage_width(const Decl *d) {
  uint32_t width;
  Str storage = d->storage.text;
  return storage.size && decimal(str_slice(storage, 1, storage.size), 64, &width) && width ? width : 32;
}

Str enum_cases(Arena *arena, const Decl *d) {
  StrBuf out;
  strbuf_init(&out, arena->mem);
  int64_t next = 0;
  for (uint32_t i = 0; i < d->items.count; i++) {
    const EnumItem *item = &d->items.data[i];
    bool is_told = item->value != next || (item->name.text.size && item->name.text.data[0] == '=');
    if (is_told) strbuf_printf(&out, "=%llu ", (unsigned long long)item->value);
    strbuf_str(&out, item->name.text);
    strbuf_char(&out, '\0');
    next = enum_value_behind(item->value, d->is_bits);
  }
  Str text = arena_str(arena, strbuf_view(&out));
  strbuf_free(&out);
  return text;
}

Str enum_older_cases(Arena *arena, const Decl *d) {
  StrBuf out;
  strbuf_init(&out, arena->mem);
  for (uint32_t i = 0; i < d->items.count; i++) {
    const EnumItem *item = &d->items.data[i];
    if (!item->until_release) continue;
    strbuf_printf(&out, "%u %.*s", item->until_release, STR_ARG(item->older.text));
    strbuf_char(&out, '\0');
    strbuf_str(&out, item->name.text);
    strbuf_char(&out, '\0');
  }
  if (out.size) strbuf_char(&out, '\0');
  Str text = out.size ? arena_str(arena, strbuf_view(&out)) : (Str){0};
  strbuf_free(&out);
  return text;
}

Str enum_summary(TableBuilder *b, const Decl *d) {
  if (d->kind != DECL_ENUM || d->summary.text.data) return d->summary.text;
  StrBuf out;
  strbuf_init(&out, b->arena->mem);
  strbuf_printf(&out, "allowed %u-bit signless integer cases: ", enum_storage_width(d));
  for (uint32_t i = 0; i < d->items.count; i++) strbuf_printf(&out, "%s%lld", i ? ", " : "", (long long)d->items.data[i].value);
  Str text = arena_str(b->arena, strbuf_view(&out));
  strbuf_free(&out);
  return text;
}

typedef struct ParamWord {
  const char *name;
  ParamKind kind;
  const char *cpp;
  uint8_t bits;
} ParamWord;

// Parameters of no declared type, by their C++ types.
static const ParamWord *param_word(Str name) {
  static const ParamWord table[] = {
      {"Attribute", PARAM_ATTR, "Attribute", 0}, {"Type", PARAM_TYPE, "Type", 0},
      {"StringAttr", PARAM_STRING, "StringAttr", 0}, {"StringRef", PARAM_STRING, "::llvm::StringRef", 0},
      {"uint64_t", PARAM_UINT, "uint64_t", 0}, {"uint32_t", PARAM_UINT, "uint32_t", 32},
      {"unsigned", PARAM_UINT, "unsigned", 32}, {"int64_t", PARAM_INT, "int64_t", 0}, {"int", PARAM_INT, "int", 32},
      {"bool", PARAM_BOOL, "bool", 0}, {"DenseI32ArrayAttr", PARAM_DENSE_I32, "DenseI32ArrayAttr", 0},
      {"AffineMap", PARAM_AFFINE_MAP, "AffineMap", 0},
  };
  for (size_t i = 0; i < countof(table); i++)
    if (str_is(name, table[i].name)) return &table[i];
  return NULL;
}

// The kind of a list of such items; false: there are no lists of them.
static bool array_of(ParamKind kind, uint8_t *out) {
  *out = kind == PARAM_TYPE ? PARAM_TYPE_ARRAY : kind == PARAM_UINT || kind == PARAM_INT ? PARAM_INT_ARRAY : PARAM_ATTR_ARRAY;
  return kind == PARAM_TYPE || kind == PARAM_UINT || kind == PARAM_INT || kind == PARAM_ATTR || kind == PARAM_STRING;
}

// `ArrayRef<Type>`, `ArrayRef<Type, braced>`, `field<Enum>`, `name<Enum>`, `optional<uint64_t>`: what is around the type.
static bool check_wrapper(TableBuilder *b, const Term *type) {
  Str name = type->name.text;
  bool is_array = str_is(name, "ArrayRef"), known = is_array || str_is(name, "field") || str_is(name, "optional") ||
                  (str_is(name, "name") && !b->model->base);
  if (!known && type->args.count) table_error(b, &type->name, "'%.*s' takes no arguments", STR_ARG(name));
  else if (known && !type->args.count) table_error(b, &type->name, "'%.*s' takes a type", STR_ARG(name));
  else if (type->args.count > 1 && !(is_array && type->args.count == 2 && str_is(type->args.data[1].name.text, "braced")))
    table_error(b, &type->args.data[1].name, "only 'braced' may stand here, of a list");
  else if (type->args.count && type->args.data[0].args.count) table_error(b, &type->args.data[0].name, "'%.*s' takes no arguments", STR_ARG(type->args.data[0].name.text));
  else return true;
  return false;
}

static bool takes_default(const ParamDef *p) {
  return p->kind == PARAM_INT || p->kind == PARAM_UINT || p->kind == PARAM_BOOL || p->kind == PARAM_ENUM || p->kind == PARAM_NAME;
}

// 0: none is given.
static uint8_t release_of(TableBuilder *b, const Word *word) {
  uint32_t release = 0;
  if (word->text.data && !decimal(word->text, UINT8_MAX, &release)) table_error(b, word, "'%.*s' is no release", STR_ARG(word->text));
  return (uint8_t)release;
}

bool table_param(TableBuilder *b, const Member *m, TableParam *out) {
  const Term *type = &m->type;
  Str name = type->name.text, cpp = m->text.text;
  ParamDef *p = &out->def;
  bool is_array = str_is(name, "ArrayRef"), is_name = str_is(name, "name"), is_optional = str_is(name, "optional"), is_field = str_is(name, "field");
  *out = (TableParam){.def.name = arena_str(b->arena, m->name.text).data, .default_word = m->value.text};
  if (!check_wrapper(b, type)) return false;
  p->since = release_of(b, &m->since);
  if (m->arity == ARITY_OPTIONAL) p->flags |= PARAM_OPTIONAL;
  if (m->value.text.data) p->flags |= PARAM_DEFAULT;
  if (is_field) p->flags |= PARAM_FIELD;
  if (type->args.count == 2) p->flags |= PARAM_BRACED;
  const Word *of_type = type->args.count ? &type->args.data[0].name : &type->name;
  name = of_type->text;
  const ParamWord *word = param_word(name);
  const Decl *of = word ? NULL : model_attr(b->model, b->dialect, name);
  bool ok = is_optional ? word && (word->kind == PARAM_UINT || word->kind == PARAM_INT) : word || of;
  if (!ok) {
    table_error(b, of_type, b->model->base ? "there is no type of parameters '%.*s': it is Type, Attribute, StringAttr, StringRef, int, int64_t, unsigned, "
                            "uint32_t, uint64_t, bool, or an enum, an attribute or a constraint" : "there is no type of parameters '%.*s'", STR_ARG(name));
    return false;
  }
  if (is_optional) {
    p->kind = PARAM_OPT_INT;
  } else if (word) {
    p->kind = (uint8_t)word->kind;
    p->bits = word->bits;
    if (is_array) {
      p->bits = 0;
      ok = array_of(word->kind, &p->kind);
      out->holds_strings = word->kind == PARAM_STRING;
    }
    ok = ok && !is_name && !is_field;
    if (!cpp.data) cpp = is_array ? arena_printf(b->arena, "::llvm::ArrayRef<%s>", word->cpp) : str_from(word->cpp);
  } else {
    ok = of->kind == DECL_ENUM ? !is_array : !is_name && !is_field;
    p->kind = is_array ? PARAM_ATTR_ARRAY : of->kind == DECL_ENUM ? (is_name ? PARAM_NAME : PARAM_ENUM)
              : of->kind == DECL_ATTRIBUTE ? PARAM_ATTR_DEF : PARAM_ATTR_CLASS;
    if (!cpp.data) cpp = of->kind == DECL_ENUM ? model_cpp_name(b->model, of) : name;
    if (!m->text.text.data && is_array) cpp = arena_printf(b->arena, "::llvm::ArrayRef<%.*s>", STR_ARG(cpp));
    if (of->kind == DECL_ENUM) out->enum_def = table_def(b, of);
    else if (of->kind == DECL_ATTRIBUTE) out->attr_def = table_def(b, of);
    else p->constraint = table_constraint(b, of);
  }
  if (!ok) table_error(b, of_type, "there is no '%.*s' of '%.*s'", STR_ARG(type->name.text), STR_ARG(name));
  else if (m->value.text.data && !takes_default(p)) {
    table_error(b, &m->value, "only integers, bools and enums have a value that need not be written");
    ok = false;
  }
  p->cpp = cpp.data ? arena_str(b->arena, cpp).data : NULL;
  return ok;
}

// ---------------------------------------------------------------------------------------------
// Operations

enum { MAX_MEMBERS = 60 };   // REF_INDEX has room for 64

static uint8_t index_of(const MemberVec *list, Str name) {
  for (uint32_t i = 0; i < list->count; i++)
    if (str_equal(list->data[i].name.text, name)) return (uint8_t)i;
  return NO_INDEX;
}

static void add_values(TableBuilder *b, const Decl *d, const MemberVec *list, uint16_t *first, uint8_t *count) {
  ValueDef rows[MAX_MEMBERS];
  memset(rows, 0, sizeof rows);
  for (uint32_t i = 0; i < list->count; i++) {
    const Member *m = &list->data[i];
    const Decl *type = model_type(b->model, b->dialect, m->type.name.text);
    rows[i].name = text_of(b, &m->name);
    rows[i].type = type ? table_constraint(b, type) : 0;
    rows[i].arity = (uint8_t)m->arity;   // SINGLE, OPTIONAL, … are in the same order
    rows[i].segments = m->segments.text.data ? index_of(&d->attrs, m->segments.text) : NO_INDEX;
    if (m->segments.text.data && rows[i].segments == NO_INDEX) table_error(b, &m->segments, "there is no attribute '%.*s'", STR_ARG(m->segments.text));
  }
  *first = add_rows(b, 'v', &b->values, rows, sizeof *rows, list->count);
  *count = (uint8_t)list->count;
}

// `none` of an attribute that holds an enum is `#arith.fastmath<none>`, or `#amdgpu<mfma_perm_b none>`, as its format says.
static uint32_t default_text(TableBuilder *b, const Member *m, const Decl *type) {
  Str text = m->value.text;
  bool is_case = type->kind == DECL_ATTRIBUTE && text.data[0] != '#' && text.data[0] != '<';
  bool is_bare = type->format.text.size && type->format.text.data[0] == '$';
  if (is_case)
    text = arena_printf(b->arena, is_bare ? "#%.*s<%.*s %.*s>" : "#%.*s.%.*s<%.*s>", STR_ARG(model_dialect_of(b->model, type)->name), STR_ARG(type->mnemonic.text), STR_ARG(text));
  return table_text(b, text);
}

static void add_attrs(TableBuilder *b, const Decl *d, OpDef *op) {
  OpAttrDef rows[MAX_MEMBERS];
  memset(rows, 0, sizeof rows);
  for (uint32_t i = 0; i < d->attrs.count; i++) {
    const Member *m = &d->attrs.data[i];
    const Decl *type = model_attr(b->model, b->dialect, m->type.name.text);
    if (!type) continue;   // reported
    rows[i].name = text_of(b, &m->name);
    rows[i].type = table_constraint(b, type);
    rows[i].flags = (uint8_t)((m->arity == ARITY_OPTIONAL ? ATTR_OPTIONAL : 0) | (m->value.text.data ? ATTR_DEFAULT : 0) |
                              (m->is_property ? ATTR_PROP : 0));
    rows[i].since = release_of(b, &m->since);
    if (m->value.text.data) rows[i].default_value = default_text(b, m, type);
  }
  op->attrs = add_rows(b, 'a', &b->attrs, rows, sizeof *rows, d->attrs.count);
  op->attr_count = (uint8_t)d->attrs.count;
}

static void add_older_attr(TableBuilder *b, const OldAttr *old, uint8_t slot, OlderAttr *out) {
  static const struct { const char *word; AttrThen then; } words[] = {{"array", THEN_ARRAY}, {"sizes", THEN_SIZES}, {"vector", THEN_VECTOR}, {"tensor", THEN_TENSOR}, {"wrapped", THEN_WRAPPED}, {"flag", THEN_FLAG}, {"text", THEN_TEXT}, {"wide", THEN_WIDE}};
  *out = (OlderAttr){.name = text_of(b, &old->name), .slot = slot, .last = release_of(b, &old->release)};
  if (!old->as.text.data) return;
  for (size_t i = 0; i < countof(words); i++)
    if (str_is(old->as.text, words[i].word)) {
      out->then = (uint8_t)words[i].then;
      return;
    }
  const Decl *of = model_attr(b->model, b->dialect, old->as.text);
  if (of && of->kind == DECL_ENUM) out->then = THEN_ENUM, out->enum_def = table_def(b, of);
  else table_error(b, &old->as, "an attribute was an array, sizes, a vector, a tensor, wrapped, a flag, text, wide, or of an enum");
}

static void add_older_attrs(TableBuilder *b, const Decl *d, OpMore *more) {
  OlderAttr rows[MAX_MEMBERS];
  uint32_t count = 0;
  memset(rows, 0, sizeof rows);
  for (uint32_t i = 0; i < d->attrs.count; i++)
    for (uint32_t k = 0; k < d->attrs.data[i].older.count; k++)
      add_older_attr(b, &d->attrs.data[i].older.data[k], (uint8_t)i, &rows[count++]);
  more->older_attrs = add_rows(b, 'A', &b->older_attrs, rows, sizeof *rows, count);
  more->older_attr_count = (uint8_t)count;
}

typedef struct RegionWord {
  const char *name, *words;
  bool has_min, has_max;
} RegionWord;

static void add_regions(TableBuilder *b, const Decl *d, OpDef *op) {
  static const RegionWord table[] = {{"AnyRegion", NULL, false, false}, {"SizedRegion", "region with", true, true},
                                     {"MaxSizedRegion", "region with at most", false, true},
                                     {"MinSizedRegion", "region with at least", true, false}};
  RegionDef rows[MAX_MEMBERS];
  memset(rows, 0, sizeof rows);
  for (uint32_t i = 0; i < d->regions.count; i++) {
    const Member *m = &d->regions.data[i];
    const RegionWord *word = NULL;
    for (size_t k = 0; k < countof(table); k++)
      if (str_is(m->type.name.text, table[k].name)) word = &table[k];
    bool sized = word && word->words;
    uint32_t n = 0;
    if (!word || m->type.args.count != sized || (sized && (!decimal(m->type.args.data[0].name.text, 255, &n) || !n))) {
      table_error(b, &m->type.name, "a region is AnyRegion, SizedRegion<n>, MinSizedRegion<n> or MaxSizedRegion<n>, n from 1 to 255");
      return;
    }
    if (m->arity == ARITY_OPTIONAL || m->arity == ARITY_GROUPS) table_error(b, &m->type.name, "a region is one or, with '...', any number");
    if (m->arity == ARITY_ANY && i + 1 < d->regions.count) table_error(b, &m->type.name, "only the last region can be any number of regions");
    rows[i].name = text_of(b, &m->name);
    rows[i].min_blocks = word->has_min ? (uint8_t)n : 0;
    rows[i].max_blocks = word->has_max ? (uint8_t)n : 0;
    rows[i].variadic = m->arity == ARITY_ANY;
    if (sized) rows[i].summary = table_text(b, arena_printf(b->arena, "%s %u blocks", word->words, n));
  }
  op->regions = add_rows(b, 'r', &b->regions, rows, sizeof *rows, d->regions.count);
  op->region_count = (uint8_t)d->regions.count;
}

static void add_successors(TableBuilder *b, const Decl *d, OpDef *op) {
  SuccessorDef rows[MAX_MEMBERS];
  memset(rows, 0, sizeof rows);
  for (uint32_t i = 0; i < d->successors.count; i++) {
    const Member *m = &d->successors.data[i];
    rows[i].name = text_of(b, &m->name);
    rows[i].variadic = m->arity == ARITY_ANY;
    if (m->arity == ARITY_ANY && i + 1 < d->successors.count) table_error(b, &m->name, "only the last successor can be any number of successors");
    rows[i].operands = m->segments.text.data ? index_of(&d->operands, m->segments.text) : NO_INDEX;
    if (m->segments.text.data && rows[i].operands == NO_INDEX) table_error(b, &m->segments, "there is no operand '%.*s'", STR_ARG(m->segments.text));
  }
  op->successors = add_rows(b, 's', &b->successors, rows, sizeof *rows, d->successors.count);
  op->successor_count = (uint8_t)d->successors.count;
}

// What a relation names; that it is there was checked.
static uint8_t ref_of(const Decl *d, Str name) {
  uint8_t i = index_of(&d->operands, name);
  if (i != NO_INDEX) return (uint8_t)(REF_OPERAND | i);
  i = index_of(&d->results, name);
  return i != NO_INDEX ? (uint8_t)(REF_RESULT | i) : (uint8_t)(REF_ATTR | index_of(&d->attrs, name));
}

static void set_relation(TableBuilder *b, const Decl *d, const Term *t, const RelationWord *word, Relation *out) {
  out->kind = (uint8_t)word->kind;
  uint32_t begin = word->summary_end ? 0 : 1;
  uint32_t end = word->summary_end ? t->args.count : begin + word->values;
  if (end - begin > RELATION_VALUES) {
    table_error(b, &t->name, "'%.*s' takes %d values at most", STR_ARG(t->name.text), RELATION_VALUES);
    return;
  }
  for (uint32_t i = begin; i < end; i++) out->values[out->count++] = ref_of(d, t->args.data[i].name.text);
  if (word->summary_end) {
    StrBuf text;
    strbuf_init(&text, b->arena->mem);
    strbuf_lit(&text, "all of {");
    for (uint32_t i = 0; i < t->args.count; i++) strbuf_printf(&text, "%s%.*s", i ? ", " : "", STR_ARG(t->args.data[i].name.text));
    strbuf_printf(&text, "} have %s", word->summary_end);
    out->summary = table_text(b, strbuf_view(&text));
    strbuf_free(&text);
    return;
  }
  out->summary = table_text(b, t->args.data[0].name.text);
  bool ranged = word->functions == 2;
  uint16_t *functions[2] = {!word->values ? &out->check : ranged ? &out->transform_all : &out->transform, ranged ? &out->check : &out->value_count};
  for (uint32_t i = 0; i < 2 && end + i < t->args.count; i++) *functions[i] = table_function(b, &t->args.data[end + i].name);
}

static void add_relations(TableBuilder *b, const Decl *d, OpDef *op) {
  Relation rows[MAX_MEMBERS];
  uint32_t count = 0;
  memset(rows, 0, sizeof rows);
  for (uint32_t i = 0; i < d->traits.count; i++) {
    const RelationWord *word = relation_word(d->traits.data[i].name.text);
    if (word) set_relation(b, d, &d->traits.data[i], word, &rows[count++]);
  }
  op->relations = add_rows(b, 'R', &b->relations, rows, sizeof *rows, count);
  op->relation_count = (uint8_t)count;
}

typedef struct TraitIds {
  uint16_t list[MAX_MEMBERS];
  uint32_t count;
} TraitIds;

static void add_trait_id(TableBuilder *b, TraitIds *ids, const Term *t, uint32_t id) {
  if (ids->count < MAX_MEMBERS) ids->list[ids->count++] = (uint16_t)id;
  else table_error(b, &t->name, "an operation has %d traits at most, with those that traits bring along", MAX_MEMBERS);
}

static void add_traits(TableBuilder *b, const Decl *d, OpDef *op, OpMore *more) {
  TraitIds ids = {.count = 0};
  for (uint32_t i = 0; i < d->traits.count; i++) {
    const Term *t = &d->traits.data[i];
    const TraitWord *word = trait_word(t->name.text);
    for (uint64_t bits = word ? word->bits : 0; bits; bits &= bits - 1) add_trait_id(b, &ids, t, (uint32_t)__builtin_ctzll(bits));
    if (word) op->traits |= word->bits;
    if (word && !word->bits) add_trait_id(b, &ids, t, word->number);
    if (str_is(t->name.text, "SingleBlockImplicitTerminator")) {
      more->implicit_terminator = table_text(b, t->args.data[0].name.text);
      add_trait_id(b, &ids, t, TRAIT_ID_IMPLICIT_TERMINATOR);
    }
    if (t->args.count > MAX_MEMBERS) table_error(b, &t->name, "'%.*s' takes %d names at most", STR_ARG(t->name.text), MAX_MEMBERS);
    if (!str_is(t->name.text, "HasParent") || t->args.count > MAX_MEMBERS) continue;
    add_trait_id(b, &ids, t, TRAIT_ID_HAS_PARENT);
    more->parents = (uint32_t)b->strings.size;
    more->parent_count = (uint8_t)t->args.count;
    for (uint32_t k = 0; k < t->args.count; k++) append_text(b, t->args.data[k].name.text);
  }
  op->trait_list = table_list(b, ids.list, ids.count);
  op->trait_count = (uint16_t)ids.count;
}

static void add_clauses(TableBuilder *b, const Decl *d, OpDef *op, OpMore *more) {
  uint16_t functions[HOOK_COUNT] = {0}, list[HOOK_COUNT];
  uint32_t count = 0;
  for (uint32_t i = 0; i < d->clauses.count; i++) {
    const Term *clause = &d->clauses.data[i];
    const HookWord *word = hook_word(clause->name.text);
    Str argument = clause->args.count ? clause->args.data[0].name.text : (Str){0};
    if (word && clause->args.count) {
      functions[word->hook] = table_function(b, &clause->args.data[0].name);
    } else if (str_is(clause->name.text, "local-verifier")) {
      op->flags |= DEF_LOCAL_VERIFIER;
    } else if (str_is(clause->name.text, "default-dialect")) {
      more->default_dialect = table_text(b, argument);
    } else if (str_is(clause->name.text, "lowered-by")) {
      more->lowered_by = table_text(b, argument);
    } else if (str_is(clause->name.text, "snippet")) {
      more->snippet = table_text(b, argument);
    } else if (str_is(clause->name.text, "older-groups")) {
      more->groups_last = release_of(b, &clause->args.data[0].name);
      more->groups_then = more->groups_before = release_of(b, &clause->args.data[1].name);
      if (clause->args.count == 4) {
        more->groups_before = release_of(b, &clause->args.data[2].name);
        more->groups_new = release_of(b, &clause->args.data[3].name);
      }
    } else if (argument.data) {   // name-results
      more->result_name = table_text(b, argument);
    }
  }
  for (uint32_t i = 0; i < HOOK_COUNT; i++) {
    if (!functions[i]) continue;
    op->hook_mask |= 1u << i;
    list[count++] = functions[i];
  }
  op->hooks = table_list(b, list, count);
}

// ---------------------------------------------------------------------------------------------
// Interfaces

static uint16_t add_answers(TableBuilder *b, uint32_t interface, const Answers *given) {
  const Decl *d = b->model->interfaces.data[interface - 1];
  uint16_t functions[MAX_MEMBERS] = {0};
  for (uint32_t i = 0; i + 1 < given->words.count; i += 2) {
    uint32_t method = interface_method(d, given->words.data[i].text);
    if (method < countof(functions)) functions[method] = table_function(b, &given->words.data[i + 1]);
  }
  TableAnswers row = {(uint16_t)interface, table_list(b, functions, d->methods.count)};
  return add_rows(b, 'i', &b->answers, &row, sizeof row, 1);
}

static void add_trait_answers(TableBuilder *b, const Decl *d) {
  uint32_t interface = model_interface(b->model, d->name.text);
  for (uint32_t i = 0; i < d->answers.count; i++) {
    const TraitWord *word = trait_word(d->answers.data[i].name.text);
    if (word) vec_push(b->arena, &b->trait_answers, ((TraitAnswers){word->bits, word->number, (uint16_t)interface, add_answers(b, interface, &d->answers.data[i])}));
  }
}

static void add_dialect_answers(TableBuilder *b, const Decl *head) {
  for (uint32_t i = 0; i < head->answers.count; i++) {
    uint32_t interface = model_interface(b->model, head->answers.data[i].name.text);
    if (interface) vec_push(b->arena, &b->dialect_answers, ((TableDialectAnswers){b->dialect, (uint16_t)interface, add_answers(b, interface, &head->answers.data[i])}));
  }
}

// A number and its answer; a later one takes the place of an earlier.
static void put_answer(uint16_t *pairs, uint32_t *count, uint32_t interface, uint16_t answer, bool replaces) {
  uint32_t i = 0;
  while (i < *count && pairs[2 * i] != interface) i++;
  if (i == MAX_MEMBERS || (i < *count && !replaces)) return;
  if (i == *count) ++*count;
  pairs[2 * i] = (uint16_t)interface;
  pairs[2 * i + 1] = answer;
}

static bool has_method(const Answers *answers, const char *method) {
  for (uint32_t i = 0; i < answers->words.count; i += 2)
    if (str_is(answers->words.data[i].text, method)) return true;
  return false;
}

static bool has_traits(const TableBuilder *b, const OpDef *op, const TraitAnswers *row) {
  if (row->traits) return (op->traits & row->traits) == row->traits;
  for (uint32_t i = 0; i < op->trait_count; i++)
    if (b->lists.data[op->trait_list + i] == row->trait) return true;
  return false;
}

// What the record says, then what its traits answer.
static void add_interfaces(TableBuilder *b, const Decl *d, OpDef *op) {
  uint16_t pairs[2 * MAX_MEMBERS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < d->answers.count; i++) {
    uint32_t interface = model_interface(b->model, d->answers.data[i].name.text);
    if (interface) put_answer(pairs, &count, interface, add_answers(b, interface, &d->answers.data[i]), true);
    if (str_is(d->answers.data[i].name.text, "InferTypeOpInterface") && has_method(&d->answers.data[i], "infer")) op->flags |= DEF_INFERS;
  }
  const RecordTable *base = b->model->base;
  const TraitAnswers *rows = base ? base->trait_answers : b->trait_answers.data;
  for (uint32_t i = 0; i < (base ? base->trait_answer_count : b->trait_answers.count); i++)
    if (has_traits(b, op, &rows[i])) put_answer(pairs, &count, rows[i].interface, rows[i].answer, false);
  op->interfaces = table_list(b, pairs, 2 * count);
  op->interface_count = (uint8_t)count;
}

static void add_forms(TableBuilder *b, const Decl *d, OpDef *op) {
  OpForm rows[MAX_MEMBERS];
  memset(rows, 0, sizeof rows);
  for (uint32_t i = 0; i < d->old_forms.count; i++) {
    const OldForm *form = &d->old_forms.data[i];
    uint32_t release;
    if (!decimal(form->release.text, UINT16_MAX, &release)) {
      table_error(b, &form->release, "'%.*s' is no release", STR_ARG(form->release.text));
      continue;
    }
    rows[i] = (OpForm){(uint16_t)release, text_of(b, &form->name), form->is_generic ? FORM_GENERIC : text_of(b, &form->format), text_of(b, &form->why)};
  }
  op->forms = add_rows(b, 'f', &b->forms, rows, sizeof *rows, d->old_forms.count);
  op->form_count = (uint8_t)d->old_forms.count;
}

static bool is_too_much(TableBuilder *b, const Decl *d) {
  uint32_t older = 0;
  for (uint32_t i = 0; i < d->attrs.count; i++) older += d->attrs.data[i].older.count;
  const uint32_t counts[] = {older, d->operands.count, d->results.count, d->attrs.count, d->regions.count, d->successors.count, d->old_forms.count,
                             d->traits.count, d->answers.count};
  for (size_t i = 0; i < countof(counts); i++) {
    if (counts[i] <= MAX_MEMBERS) continue;
    table_error(b, &d->name, "'%.*s' has more than %d of a kind", STR_ARG(d->name.text), MAX_MEMBERS);
    return true;
  }
  return false;
}

static uint8_t variable_entry(const MemberVec *list) {
  uint8_t found = NO_INDEX;
  for (uint32_t i = 0; i < list->count; i++)
    if (list->data[i].arity != ARITY_ONE) found = found == NO_INDEX ? (uint8_t)i : MANY;
  return found;
}

// Which values are which must be told from how many there are.
static void check_variable(TableBuilder *b, const MemberVec *list, uint8_t entry, bool is_told, const char *what, const char *trait) {
  if (entry != MANY || is_told) return;
  uint32_t i = list->count - 1;
  while (list->data[i].arity == ARITY_ONE) i--;
  const Word *at = list->data[i].name.text.data ? &list->data[i].name : &list->data[i].type.name;
  table_error(b, at, "several %ss with '?' or '...' need the trait AttrSized%sSegments or SameVariadic%sSize", what, trait, trait);
}

static bool has_defaults(const Decl *d) {
  for (uint32_t i = 0; i < d->attrs.count; i++)
    if (d->attrs.data[i].value.text.data && d->attrs.data[i].arity != ARITY_OPTIONAL) return true;
  return false;
}

static bool has_older(const TableBuilder *b, const Decl *d) {
  bool found = d->old_forms.count > 0;
  for (uint32_t i = b->dialect->ops.count; i > 0 && b->dialect->ops.data[i - 1]->until_release; i--)
    found = found || str_equal(b->dialect->ops.data[i - 1]->name.text, d->name.text);
  return found;
}

// A dialect's clause holds for all its operations that do not have the clause themselves.
static uint8_t dialect_since(TableBuilder *b) {
  const Term *since = decl_clause(&b->dialect->syntax.decls.data[0], "since");
  uint32_t release = 0;
  if (since && (since->args.count != 1 || !decimal(since->args.data[0].name.text, UINT8_MAX, &release))) table_error(b, &since->name, "this is no release");
  return (uint8_t)release;
}

static void add_op(TableBuilder *b, const Decl *d) {
  OpDef op = {.opcode = (uint16_t)((b->first_opcode + b->ops.count) | (b->model->base ? OPCODE_USER : 0))};
  OpMore more = {0};
  Str name = arena_printf(b->arena, "%.*s.%.*s", STR_ARG(b->dialect->name), STR_ARG(d->name.text));
  op.name = append_text(b, name);
  op.name_size = (uint32_t)name.size;
  append_text(b, d->summary.text);
  if (is_too_much(b, d)) {
    vec_push(b->arena, &b->ops, op);
    return;
  }
  op.until = d->until_release;
  op.since = d->since_release ? d->since_release : dialect_since(b);
  op.format = text_of(b, &d->format);
  add_values(b, d, &d->operands, &op.operands, &op.operand_count);
  add_values(b, d, &d->results, &op.results, &op.result_count);
  add_attrs(b, d, &op);
  add_older_attrs(b, d, &more);
  add_regions(b, d, &op);
  add_successors(b, d, &op);
  add_relations(b, d, &op);
  add_traits(b, d, &op, &more);
  add_clauses(b, d, &op, &more);
  add_interfaces(b, d, &op);
  add_forms(b, d, &op);
  if (has_defaults(d)) op.flags |= DEF_HAS_DEFAULTS;
  if (has_older(b, d)) op.flags |= DEF_HAS_OLDER;
  check_variable(b, &d->operands, variable_entry(&d->operands), op.traits & (TRAIT_ATTR_SIZED_OPERANDS | TRAIT_SAME_VARIADIC_OPERAND_SIZE), "operand", "Operand");
  check_variable(b, &d->results, variable_entry(&d->results), op.traits & (TRAIT_ATTR_SIZED_RESULTS | TRAIT_SAME_VARIADIC_RESULT_SIZE), "result", "Result");
  op.variable_operand = op.traits & TRAIT_ATTR_SIZED_OPERANDS ? MANY : variable_entry(&d->operands);
  op.variable_result = op.traits & TRAIT_ATTR_SIZED_RESULTS ? MANY : variable_entry(&d->results);
  static const OpMore none;
  if (memcmp(&more, &none, sizeof more) != 0) op.more = add_rows(b, 'm', &b->more, &more, sizeof more, 1);
  vec_push(b->arena, &b->ops, op);
}

void table_add(TableBuilder *b, const DialectSource *dialect) {
  b->dialect = dialect;
  vec_push(b->arena, &b->dialects, dialect);
  const Syntax *file = &dialect->syntax;
  for (uint32_t i = 0; i < file->decls.count && !b->arena->mem->exhausted; i++) {
    const Decl *d = &file->decls.data[i];
    if (d->kind == DECL_TYPE || d->kind == DECL_ATTRIBUTE || d->kind == DECL_ENUM) table_def(b, d);
    if (d->kind == DECL_INTERFACE) add_trait_answers(b, d);
    else if (d->kind == DECL_DIALECT) add_dialect_answers(b, d);
    else if (d->kind != DECL_INTERFACES && d->kind != DECL_CLASS && d->kind != DECL_OP) table_constraint(b, d);
  }
  if (!table_fits(b, &file->decls.data[0].name)) return;
  for (uint32_t i = 0; i < dialect->ops.count && !b->arena->mem->exhausted; i++) {
    add_op(b, dialect->ops.data[i]);
    if (!table_fits(b, &dialect->ops.data[i]->name)) return;
  }
}

// Numbers of rows are of 16 bits. What goes beyond is noticed behind the record that does, before anything reads them.
bool table_fits(TableBuilder *b, const Word *at) {
  const struct { uint32_t count; const char *what; } rows[] = {
      {b->lists.count, "entries of lists"}, {b->values.count, "operands and results"}, {b->attrs.count, "attributes of operations"},
      {b->regions.count, "regions"}, {b->successors.count, "successors"}, {b->relations.count, "relations"}, {b->forms.count, "older forms"},
      {b->more.count, "operations with rare clauses"}, {b->older_attrs.count, "older attributes"},
      {b->type_constraints.count, "constraints of types"}, {b->attr_constraints.count, "constraints of attributes"}, {b->types.count, "types"},
      {b->attr_defs.count, "attributes"}, {b->enums.count, "enums"}, {b->functions.count, "functions of C"}, {b->answers.count, "answers of interfaces"},
      {b->first_opcode + b->ops.count, "operations"}};
  for (size_t i = 0; i < countof(rows); i++) {
    uint32_t most = i + 1 == countof(rows) ? OPCODE_USER - 1u : UINT16_MAX;
    if (rows[i].count <= most) continue;
    table_error(b, at, "there is no room for '%.*s': all dialects together have at most %u %s", STR_ARG(at->text), most, rows[i].what);
    return false;
  }
  return true;
}
