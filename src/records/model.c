// Names looked up and classes merged: see model.h.
#include "records/model.h"

void model_init(RecordModel *self, Arena *arena, Diags *diags, const RecordTable *base) {
  *self = (RecordModel){.arena = arena, .diags = diags, .base = base};
  map_init(&self->imported_types, arena);
  map_init(&self->imported_attrs, arena);
}

typedef enum NameKind { NAME_TYPE, NAME_ATTR, NAME_CLASS } NameKind;

static const Map *names_of(const DialectSource *s, NameKind kind) {
  return kind == NAME_TYPE ? &s->type_names : kind == NAME_ATTR ? &s->attr_names : &s->class_names;
}

static const Decl *find_name(const RecordModel *self, const DialectSource *from, Str name, NameKind kind) {
  const Decl *found = map_get_str(names_of(from, kind), name);
  if (found) return found;
  uint32_t i = 0;
  while (i < self->dialects.count && self->dialects.data[i] != from) i++;
  while (!found && i-- > 0) found = map_get_str(names_of(self->dialects.data[i], kind), name);
  return found;
}

// The number of the base's constraint of that name; 0: it has none.
static uint32_t number_in_base(const RecordTable *base, Str name, bool is_type) {
  uint32_t count = is_type ? base->type_constraint_count : base->attr_constraint_count;
  for (uint32_t i = 1; i < count; i++)
    if (str_is(name, base->strings + (is_type ? base->type_constraints[i].name : base->attr_constraints[i].name))) return i;
  return 0;
}

static const Decl *import(RecordModel *self, Str name, bool is_type) {
  if (!self->base || !name.size) return NULL;
  MapEntry *entry = map_put_str(is_type ? &self->imported_types : &self->imported_attrs, name);
  uint32_t number = entry->value ? 0 : number_in_base(self->base, name, is_type);
  if (number) {
    Decl *d = arena_new(self->arena, Decl, 1);
    d->kind = is_type ? DECL_TYPE_CONSTRAINT : DECL_ATTR_CONSTRAINT;
    d->name.text = name;
    d->imported = (uint16_t)number;
    entry->value = (uintptr_t)d;
  }
  return (const Decl *)entry->value;
}

const Decl *model_type(RecordModel *self, const DialectSource *from, Str name) {
  const Decl *found = find_name(self, from, name, NAME_TYPE);
  return found ? found : import(self, name, true);
}

const Decl *model_attr(RecordModel *self, const DialectSource *from, Str name) {
  const Decl *found = find_name(self, from, name, NAME_ATTR);
  return found ? found : import(self, name, false);
}

uint32_t model_interface(const RecordModel *self, Str name) {
  for (uint32_t i = 0; i < self->interfaces.count; i++)
    if (str_equal(self->interfaces.data[i]->name.text, name)) return i + 1;
  return 0;
}

uint32_t interface_method(const Decl *interface, Str name) {
  uint32_t i = 0;
  while (i < interface->methods.count && !str_equal(interface->methods.data[i].name.text, name)) i++;
  return i;
}

uint32_t model_first_opcode(const RecordModel *self, const DialectSource *dialect) {
  uint32_t next = 1;
  for (uint32_t i = 0;; i++) {
    const DialectSource *s = self->dialects.data[i];
    if (s->is_pack) next = (next + OPCODE_CHUNK - 1) / OPCODE_CHUNK * OPCODE_CHUNK + 1;
    if (s == dialect) return next;
    next += s->ops.count;
  }
}

uint32_t model_first_pack(const RecordModel *self) {
  uint32_t i = 0;
  while (i < self->with_records && !self->dialects.data[i]->is_pack) i++;
  return i;
}

const DialectSource *model_dialect_of(const RecordModel *self, const Decl *decl) {
  for (uint32_t i = 0; i < self->dialects.count; i++) {
    const Syntax *file = &self->dialects.data[i]->syntax;
    if (decl >= file->decls.data && decl < file->decls.data + file->decls.count) return self->dialects.data[i];
  }
  return NULL;
}

Str model_cpp_name(const RecordModel *self, const Decl *enumeration) {
  if (enumeration->cpp_name.text.data) return enumeration->cpp_name.text;
  const DialectSource *dialect = model_dialect_of(self, enumeration);
  return arena_printf(self->arena, "%.*s::%.*s", STR_ARG(dialect->cpp_namespace), STR_ARG(enumeration->name.text));
}

const Term *decl_clause(const Decl *decl, const char *name) {
  for (uint32_t i = 0; i < decl->clauses.count; i++)
    if (str_is(decl->clauses.data[i].name.text, name)) return &decl->clauses.data[i];
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// Names

typedef struct Adding {
  RecordModel *model;
  DialectSource *dialect;
  uint32_t errors;          // before
} Adding;

#define error(a, place, ...) syntax_error((a)->model->diags, &(a)->dialect->syntax, (place), __VA_ARGS__)

// Letters, digits and '_', not a digit first; behind `dialect.` anything of these, '.' and '$'.
static void check_name(Adding *a, const Word *name, bool dotted) {
  bool ok = name->text.size && (dotted || !char_is_digit(name->text.data[0]));
  for (size_t i = 0; ok && i < name->text.size; i++) {
    char c = name->text.data[i];
    ok = char_is_alnum(c) || c == '_' || (dotted && (c == '$' || (c == '.' && i)));
  }
  if (!ok)
    error(a, name->at, dotted ? "'%.*s' is no name: it has letters, digits, '_', '$' and '.'"
                              : "'%.*s' is no name: it has letters, digits and '_', and begins with no digit", STR_ARG(name->text));
}

static void declare(Adding *a, Map *map, const Decl *d) {
  MapEntry *entry = map_put_str(map, d->name.text);
  if (entry->value) error(a, d->name.at, "'%.*s' is declared already", STR_ARG(d->name.text));
  else entry->value = (uintptr_t)d;
}

// A case's name and its value are its own.
static void check_enum(Adding *a, const Decl *d) {
  Map names, values;
  map_init(&names, a->model->arena);
  map_init(&values, a->model->arena);
  if (!d->items.count && !d->is_broken) error(a, d->name.at, "enum '%.*s' has no cases", STR_ARG(d->name.text));
  for (uint32_t i = 0; i < d->items.count; i++) {
    const Word *name = &d->items.data[i].name;
    uint64_t value = (uint64_t)d->items.data[i].value;
    MapEntry *entry = map_put_str(&names, name->text);
    if (entry->value) error(a, name->at, "there is a case '%.*s' already", STR_ARG(name->text));
    entry->value = 1;
    entry = map_put_str(&values, arena_str(a->model->arena, (Str){(const char *)&value, sizeof value}));
    if (entry->value && !d->is_bits)
      error(a, name->at, "'%.*s' has the value of '%.*s'", STR_ARG(name->text), STR_ARG(d->items.data[entry->value - 1].name.text));
    else entry->value = i + 1;
  }
}

static void declare_all(Adding *a) {
  RecordModel *m = a->model;
  DialectSource *s = a->dialect;
  Map mnemonics[2];   // of types, of attributes
  for (uint32_t i = 0; i < countof(mnemonics); i++) map_init(&mnemonics[i], m->arena);
  for (uint32_t i = 0; i < s->syntax.decls.count; i++) {
    Decl *d = &s->syntax.decls.data[i];
    bool is_type = d->kind == DECL_TYPE;
    if (d->kind == DECL_OP) check_name(a, &d->name, true);
    else check_name(a, &d->name, false);
    if ((is_type || d->kind == DECL_ATTRIBUTE) && d->mnemonic.text.data) {
      check_name(a, &d->mnemonic, true);
      MapEntry *entry = map_put_str(&mnemonics[is_type], d->mnemonic.text);
      if (entry->value) error(a, d->mnemonic.at, "'%c%.*s' is declared already", is_type ? '!' : '#', STR_ARG(d->mnemonic.text));
      entry->value = 1;
    }
    switch (d->kind) {
      case DECL_INTERFACE:
        if (m->base) error(a, d->at, "an interface needs functions of C, which a dialect that is added has not");
        else if (model_interface(m, d->name.text)) error(a, d->name.at, "interface '%.*s' is declared already", STR_ARG(d->name.text));
        else vec_push(m->arena, &m->interfaces, d);
        break;
      case DECL_DIALECT: case DECL_INTERFACES:
        if (i) error(a, d->at, "a file describes one dialect");
        break;
      case DECL_ENUM:
        vec_push(m->arena, &s->enums, d);
        check_enum(a, d);
        declare(a, &s->attr_names, d);
        break;
      case DECL_TYPE_CONSTRAINT:
        vec_push(m->arena, &s->constraints, d);
        declare(a, &s->type_names, d);
        break;
      case DECL_ATTR_CONSTRAINT:
        vec_push(m->arena, &s->constraints, d);
        declare(a, &s->attr_names, d);
        break;
      case DECL_TYPE:
        vec_push(m->arena, &s->types, d);
        declare(a, &s->type_names, d);
        break;
      case DECL_ATTRIBUTE:
        vec_push(m->arena, &s->attrs, d);
        declare(a, &s->attr_names, d);
        break;
      case DECL_CLASS: declare(a, &s->class_names, d); break;
      case DECL_OP: vec_push(m->arena, &s->ops, d); break;
    }
  }
}

// ---------------------------------------------------------------------------------------------
// Classes

#define append(arena, to, from) \
  for (uint32_t k_ = 0; k_ < (from)->count; k_++) vec_push((arena), (to), (from)->data[k_])


enum { MAX_METHODS = 32 };   // of an interface
enum { MAX_CLASSES = 64, MAX_CLASS_DEPTH = 16 };   // of a declaration

// The classes around the one being merged.
typedef struct Merging {
  const struct Merging *outer;
  const Decl *class;
  uint32_t depth, *count;
} Merging;

static bool is_under_way(const Merging *m, const Decl *class) {
  for (; m; m = m->outer)
    if (m->class == class) return true;
  return false;
}

// Put the clauses of the classes, in order, before those of the declaration itself.
static void merge(Adding *a, Decl *out, const Decl *d, const Merging *around) {
  Arena *arena = a->model->arena;
  for (uint32_t i = 0; i < d->bases.count && *around->count <= MAX_CLASSES; i++) {
    const Term *base = &d->bases.data[i];
    const Decl *class = find_name(a->model, a->dialect, base->name.text, NAME_CLASS);
    const Merging inner = {around, class, around->depth + 1, around->count};
    if (!class) error(a, base->name.at, "there is no class '%.*s'", STR_ARG(base->name.text));
    else if (base->args.count) error(a, base->name.at, "class '%.*s' takes no arguments", STR_ARG(base->name.text));
    else if (is_under_way(around, class)) error(a, base->name.at, "class '%.*s' is one of its own classes", STR_ARG(base->name.text));
    else if (++*around->count > MAX_CLASSES || inner.depth > MAX_CLASS_DEPTH)
      error(a, d->name.at, "'%.*s' has too many classes", STR_ARG(d->name.text));
    else merge(a, out, class, &inner);
  }
  append(arena, &out->traits, &d->traits);
  append(arena, &out->operands, &d->operands);
  append(arena, &out->results, &d->results);
  append(arena, &out->attrs, &d->attrs);
  append(arena, &out->regions, &d->regions);
  append(arena, &out->successors, &d->successors);
  append(arena, &out->old_forms, &d->old_forms);
  append(arena, &out->clauses, &d->clauses);
  append(arena, &out->answers, &d->answers);
  if (d->format.text.data) out->format = d->format;
}

static Decl merged(Adding *a, const Decl *d) {
  uint32_t count = 0;
  const Merging none = {.class = d, .count = &count};
  Decl whole = *d;
  memset(&whole.traits, 0, sizeof whole.traits);
  memset(&whole.operands, 0, sizeof whole.operands);
  memset(&whole.results, 0, sizeof whole.results);
  memset(&whole.attrs, 0, sizeof whole.attrs);
  memset(&whole.regions, 0, sizeof whole.regions);
  memset(&whole.successors, 0, sizeof whole.successors);
  memset(&whole.old_forms, 0, sizeof whole.old_forms);
  memset(&whole.clauses, 0, sizeof whole.clauses);
  memset(&whole.answers, 0, sizeof whole.answers);
  whole.format = (Word){0};
  merge(a, &whole, d, &none);
  return whole;
}

static void flatten(Adding *a, Decl *d) {
  if (d->bases.count) *d = merged(a, d);
}

static bool has_trait(const Decl *d, const char *name) {
  for (uint32_t i = 0; i < d->traits.count; i++)
    if (str_is(d->traits.data[i].name.text, name)) return true;
  return false;
}

// The attributes that hold the sizes of segments come last.
static void add_segments(Adding *a, Decl *d, const char *trait, const char *name) {
  if (!has_trait(d, trait)) return;
  Member m = {.name = {str_from(name), d->at}, .type = {.name = {STR("DenseI32ArrayAttr"), d->at}}};
  vec_push(a->model->arena, &d->attrs, m);
}

// ---------------------------------------------------------------------------------------------
// Checks

static bool has_member(const MemberVec *list, Str name) {
  for (uint32_t i = 0; i < list->count; i++)
    if (str_equal(list->data[i].name.text, name)) return true;
  return false;
}

static void check_trait(Adding *a, const Decl *d, const Term *t) {
  Str name = t->name.text;
  if (trait_word(name)) {
    if (t->args.count) error(a, t->name.at, "trait '%.*s' takes no arguments", STR_ARG(name));
    return;
  }
  if (str_is(name, "HasParent") || str_is(name, "SingleBlockImplicitTerminator")) {
    if (!t->args.count) error(a, t->name.at, "trait '%.*s' takes the name of an operation", STR_ARG(name));
    return;
  }
  const RelationWord *word = relation_word(name);
  if (!word) {
    error(a, t->name.at, "there is no trait '%.*s'", STR_ARG(name));
    return;
  }
  uint32_t i = 0;
  if (!word->summary_end && (!t->args.count || !t->args.data[i++].is_text)) {
    error(a, t->name.at, "the first argument of '%.*s' is what it says, between quotes", STR_ARG(name));
    return;
  }
  uint32_t want = i + word->values + word->functions;
  bool counts = word->functions == 1 && word->values == 2 && t->args.count == want + 1;   // how many values the second name has
  if (word->values == 0xFF ? !t->args.count : t->args.count != want && !counts) {
    error(a, t->name.at, word->values == 0xFF ? "'%.*s' takes one value or more" : "'%.*s' takes %u arguments", STR_ARG(name), want);
    return;
  }
  uint32_t values = word->values == 0xFF ? t->args.count : word->values;
  for (uint32_t k = 0; k < values; k++) {
    const Word *value = &t->args.data[i + k].name;
    if (!has_member(&d->operands, value->text) && !has_member(&d->results, value->text) && !has_member(&d->attrs, value->text))
      error(a, value->at, "there is no operand, result or attribute '%.*s'", STR_ARG(value->text));
  }
}

// Whether `answers` has the methods of an interface, each once and no other.
static void check_methods(Adding *a, const Decl *interface, const Answers *answers) {
  bool given[MAX_METHODS] = {0};
  for (uint32_t i = 0; i + 1 < answers->words.count; i += 2) {
    const Word *word = &answers->words.data[i];
    uint32_t method = interface_method(interface, word->text);
    if (method == interface->methods.count)
      error(a, word->at, "interface '%.*s' has no method '%.*s'", STR_ARG(interface->name.text), STR_ARG(word->text));
    else if (given[method]) error(a, word->at, "'%.*s' is given already", STR_ARG(word->text));
    else given[method] = true;
  }
  for (uint32_t i = 0; i < interface->methods.count; i++) {
    const Member *m = &interface->methods.data[i];
    if (!given[i] && m->arity != ARITY_OPTIONAL)
      error(a, answers->name.at, "interface '%.*s' asks for a function '%.*s'", STR_ARG(interface->name.text), STR_ARG(m->name.text));
  }
}

static void check_implements(Adding *a, const Answers *answers) {
  const Word *name = &answers->name;
  uint32_t number = model_interface(a->model, name->text);
  if (a->model->base) error(a, name->at, "'implements' needs functions of C, which a dialect that is added has not");
  else if (!number) error(a, name->at, "there is no interface '%.*s'", STR_ARG(name->text));
  else check_methods(a, a->model->interfaces.data[number - 1], answers);
}

// What a trait answers for all its operations.
static void check_interface(Adding *a, const Decl *d) {
  if (d->methods.count > MAX_METHODS) error(a, d->name.at, "an interface has no more than %d methods", MAX_METHODS);
  else
    for (uint32_t i = 0; i < d->answers.count; i++) {
      const Word *trait = &d->answers.data[i].name;
      if (!trait_word(trait->text)) error(a, trait->at, "there is no trait '%.*s'", STR_ARG(trait->text));
      else check_methods(a, d, &d->answers.data[i]);
    }
}

static bool has_no_arguments(Adding *a, const Term *term) {
  if (term->args.count) error(a, term->name.at, "the name of a constraint stands here: declare one that says '%.*s<...>'", STR_ARG(term->name.text));
  return !term->args.count;
}

// The names of one kind of members; `names` has those seen.
static void check_names(Adding *a, const MemberVec *list, Map *names) {
  for (uint32_t i = 0; i < list->count; i++) {
    const Word *name = &list->data[i].name;
    if (!name->text.data) continue;
    check_name(a, name, false);
    MapEntry *entry = map_put_str(names, name->text);
    if (entry->value) error(a, name->at, "there is a '%.*s' already", STR_ARG(name->text));
    entry->value = 1;
  }
}

static void check_values(Adding *a, const MemberVec *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    const Word *name = &list->data[i].type.name;
    if (has_no_arguments(a, &list->data[i].type) && !model_type(a->model, a->dialect, name->text)) error(a, name->at, "there is no type constraint '%.*s'", STR_ARG(name->text));
  }
}

static void check_op(Adding *a, const Decl *d) {
  Map names;
  map_init(&names, a->model->arena);
  const MemberVec *lists[] = {&d->operands, &d->results, &d->attrs, &d->regions, &d->successors};
  for (size_t i = 0; i < countof(lists); i++) check_names(a, lists[i], &names);
  for (uint32_t i = 0; i < d->traits.count; i++) check_trait(a, d, &d->traits.data[i]);
  for (uint32_t i = 0; i < d->answers.count; i++) check_implements(a, &d->answers.data[i]);
  check_values(a, &d->operands);
  check_values(a, &d->results);
  for (uint32_t i = 0; i < d->attrs.count; i++) {
    const Word *name = &d->attrs.data[i].type.name;
    if (has_no_arguments(a, &d->attrs.data[i].type) && !model_attr(a->model, a->dialect, name->text)) error(a, name->at, "there is no attribute constraint '%.*s'", STR_ARG(name->text));
  }
  for (uint32_t i = 0; i < d->clauses.count; i++) {
    const Term *clause = &d->clauses.data[i];
    bool is_hook = hook_word(clause->name.text) != NULL;
    bool is_flag = str_is(clause->name.text, "local-verifier");
    bool is_snippet = str_is(clause->name.text, "snippet");
    bool takes_name = str_is(clause->name.text, "default-dialect") || str_is(clause->name.text, "name-results") || str_is(clause->name.text, "lowered-by") || is_snippet;
    bool is_release = str_is(clause->name.text, "older-groups");
    if (!is_hook && !is_flag && !takes_name && !is_release)
      error(a, clause->name.at, "there is no clause '%.*s'", STR_ARG(clause->name.text));
    else if (is_release && clause->args.count != 2 && clause->args.count != 4)
      error(a, clause->name.at, "'older-groups' takes a release and how many groups there were, and where of today's how many are new");
    else if (clause->args.count != takes_name && !is_hook && !is_release)
      error(a, clause->name.at, is_snippet ? "'%.*s' takes a text" : takes_name ? "'%.*s' takes a name" : "'%.*s' takes nothing", STR_ARG(clause->name.text));
    else if (is_hook && clause->args.count != 1)
      error(a, clause->name.at, "'%.*s' takes the name of a function", STR_ARG(clause->name.text));
  }
}

// Today's by name, then older ones.
static int compare_ops(const Decl *a, const Decl *b) {
  if (!a->until_release != !b->until_release) return a->until_release ? 1 : -1;
  int order = str_compare(a->name.text, b->name.text);
  return order ? order : (int)a->until_release - (int)b->until_release;
}

// Two sorted runs to one; of what is equal, the first stays first.
static void merge_runs(Decl **out, Decl **a, uint32_t a_count, Decl **b, uint32_t b_count) {
  while (a_count && b_count) {
    bool first = compare_ops(*a, *b) <= 0;
    *out++ = first ? *a++ : *b++;
    first ? a_count-- : b_count--;
  }
  if (a_count) memcpy(out, a, sizeof *out * a_count);
  if (b_count) memcpy(out, b, sizeof *out * b_count);
}

// Sort by name, so that today's operations can be found by binary search.
static void sort_ops(DialectSource *s, Arena *arena, Diags *diags) {
  uint32_t count = s->ops.count;
  Decl **from = s->ops.data, **to = arena_new(arena, Decl *, count);
  if (!to) return;
  for (uint32_t size = 1; size < count; size *= 2) {
    for (uint32_t at = 0; at < count; at += 2 * size) {
      uint32_t left = count - at < size ? count - at : size, right = count - at - left < size ? count - at - left : size;
      merge_runs(to + at, from + at, left, from + at + left, right);
    }
    Decl **swapped = from;
    from = to;
    to = swapped;
  }
  if (from != s->ops.data) memcpy(s->ops.data, from, sizeof *from * count);
  for (uint32_t i = 1; i < count; i++) {
    const Word *name = &s->ops.data[i]->name;
    if (!compare_ops(s->ops.data[i - 1], s->ops.data[i]))
      syntax_error(diags, &s->syntax, name->at, "operation '%.*s' is declared already", STR_ARG(name->text));
  }
}

bool model_add(RecordModel *self, Str file_name, Str text) {
  uint32_t errors = self->diags->error_count;
  DialectSource *s = arena_new(self->arena, DialectSource, 1);
  map_init(&s->type_names, self->arena);
  map_init(&s->attr_names, self->arena);
  map_init(&s->class_names, self->arena);
  syntax_read(&s->syntax, self->arena, self->diags, file_name, text);
  if (self->arena->mem->exhausted) return false;
  Adding adding = {self, s, errors}, *a = &adding;
  const Decl *head = s->syntax.decls.count ? &s->syntax.decls.data[0] : NULL;
  s->is_library = head && head->kind == DECL_INTERFACES && !self->base;
  if (!head || (head->kind != DECL_DIALECT && !s->is_library)) {
    if (self->diags->error_count == errors) error(a, head ? head->at : ((Range){0, 0}), "a file begins with 'dialect'");
    return false;
  }
  s->name = head->name.text;
  s->is_names_only = decl_clause(head, "names-only") != NULL;
  const Term *space = decl_clause(head, "namespace");
  s->cpp_namespace = space && space->args.count ? space->args.data[0].name.text : arena_printf(self->arena, "::mlir::%.*s", STR_ARG(s->name));
  vec_push(self->arena, &self->dialects, s);
  declare_all(a);
  sort_ops(s, self->arena, self->diags);
  for (uint32_t i = 0; i < s->syntax.decls.count; i++)
    if (s->syntax.decls.data[i].kind == DECL_CLASS) merged(a, &s->syntax.decls.data[i]);   // unused ones too
  for (uint32_t i = 0; i < s->syntax.decls.count; i++) {
    const Decl *d = &s->syntax.decls.data[i];
    Map names;
    map_init(&names, self->arena);
    check_names(a, &d->params, &names);
    check_names(a, &d->methods, &names);
    if (d->kind == DECL_INTERFACE) check_interface(a, d);
    if (d->kind == DECL_DIALECT)
      for (uint32_t k = 0; k < d->answers.count; k++) check_implements(a, &d->answers.data[k]);
    if (d->params.count && !d->format.text.data && !d->clauses.count && !d->is_broken)
      error(a, d->name.at, "'%.*s' has parameters and no format", STR_ARG(d->name.text));
  }
  for (uint32_t i = 0; i < s->ops.count && !self->arena->mem->exhausted; i++) {
    flatten(a, s->ops.data[i]);
    add_segments(a, s->ops.data[i], "AttrSizedOperandSegments", "operandSegmentSizes");
    add_segments(a, s->ops.data[i], "AttrSizedResultSegments", "resultSegmentSizes");
    if (!s->ops.data[i]->is_broken) check_op(a, s->ops.data[i]);
  }
  return self->diags->error_count == errors && !self->arena->mem->exhausted;
}
