// Records as C: see emit.h.
#include "records/emit.h"

typedef struct Emit {
  StrBuf *out;
  RecordModel *model;
  const DialectSource *dialect;
  uint32_t nodes;           // constraints without a name so far
  StrBuf *shared;           // lists that operations share, written before them
  Map lists;                // their text -> number
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

// What follows is said by that place of the file.
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

static void put_enum_name(Emit *e, const Decl *d) {
  put_identifier(e, owner(e, d)->name);
  strbuf_char(e->out, '_');
  StrBuf *out = e->out;
  size_t begin = out->size;
  put_constant(e, d->name.text);
  for (size_t i = begin; i < out->size; i++)
    if (is_upper(out->data[i])) out->data[i] = (char)(out->data[i] + 32);
}

static void put_def_name(Emit *e, const Decl *d) {
  put_identifier(e, owner(e, d)->name);
  strbuf_char(e->out, '_');
  put_identifier(e, d->mnemonic.text);
  put(e, "%s", d->kind == DECL_TYPE ? "_type" : "_attr");
}

static void put_constraint_name(Emit *e, const Decl *d, bool is_type) {
  put(e, is_type ? "C_" : "AC_");
  put_identifier(e, owner(e, d)->name);   // dialects may name different things alike
  strbuf_char(e->out, '_');
  put_identifier(e, d->name.text);
}

// ---------------------------------------------------------------------------------------------
// Constraints

static void put_type_fields(Emit *e, const Node *n);
static void put_attr_fields(Emit *e, const Node *n);

static bool is_named(const Node *n) {
  return n->kind == NODE_NAMED || n->kind == NODE_TYPE_DEF || n->kind == NODE_ATTR_DEF || n->kind == NODE_ENUM;
}

// Whatever a node needs beside it is written before it.
static void put_parts(Emit *e, Node *n, bool is_type) {
  for (uint32_t i = 0; i < n->args.count; i++) {
    Node *arg = n->args.data[i];
    bool arg_is_type = is_type || n->kind == NODE_TYPE_ATTR;
    if (is_named(arg)) continue;
    put_parts(e, arg, arg_is_type);
    arg->id = ++e->nodes;
    put(e, "static const %s node_%u = {\"\"", arg_is_type ? "TypeConstraint" : "AttrConstraint", arg->id);
    if (arg_is_type) put_type_fields(e, arg);
    else put_attr_fields(e, arg);
    put(e, "};\n");
  }
}

static void put_reference(Emit *e, const Node *n, bool is_type) {
  put(e, "&");
  if (is_named(n)) put_constraint_name(e, n->decl, is_type);
  else put(e, "node_%u", n->id);
}

static void put_references(Emit *e, const Node *n, bool is_type) {
  put(e, "(const %s *const[]){", is_type ? "TypeConstraint" : "AttrConstraint");
  for (uint32_t i = 0; i < n->args.count; i++) {
    put_reference(e, n->args.data[i], is_type);
    put(e, ", ");
  }
  put(e, "NULL}");
}

static void put_shape(Emit *e, const Node *n) {
  static const char *const ranks[] = {"RANK_ANY", "RANK_0", "RANK_1", "RANK_NOT_0"};
  put(e, "&(const ShapedSpec){%s", n->symbol);
  if (n->args.count) {
    put(e, ", .element = ");
    put_reference(e, n->args.data[0], true);
  }
  if (n->rank) put(e, ", .rank = %s", ranks[n->rank]);
  if (n->is_static) put(e, ", .is_static = true");
  if (n->is_strided) put(e, ", .is_strided = true");
  if (n->is_fixed) put(e, ", .scalable = SCALABLE_NO");
  if (n->is_scalable) put(e, ", .scalable = SCALABLE_YES");
  if (n->lengths) put(e, ", .lengths = %u", n->lengths);
  put(e, "}");
}

// The kinds of types that formats read for a node, and the type they need not.
static void put_class(Emit *e, const Node *n) {
  if (!n) return;
  switch (n->kind) {
    case NODE_ALL_OF: put_class(e, vec_last(&n->args)); break;
    case NODE_TYPE_KIND: put(e, ", .kinds = 1u << %s", n->symbol); break;
    case NODE_SIGNLESS: case NODE_INTEGER_WIDTH: case NODE_INTEGER_WIDTHS: put(e, ", .kinds = 1u << TYPE_INTEGER"); break;
    case NODE_FLOAT_KIND: put(e, ", .kinds = 1u << TYPE_FLOAT"); break;
    case NODE_COMPLEX: put(e, ", .kinds = 1u << TYPE_COMPLEX"); break;
    case NODE_SHAPED: put(e, ", .kinds = %s", n->symbol); break;
    case NODE_TYPE_DEF:
      put(e, ", .type_def = &");
      put_def_name(e, n->decl);
      break;
    default: break;
  }
}

static void put_built(Emit *e, const Node *n) {
  if (n->kind == NODE_INTEGER_WIDTH) put(e, ", .build = value_type_i%u", n->width);
  if (n->kind == NODE_FLOAT_KIND && strcmp(n->symbol, "FLOAT_F32") == 0) put(e, ", .build = value_type_f32");
  if (n->kind == NODE_TYPE_KIND && strcmp(n->symbol, "TYPE_INDEX") == 0) put(e, ", .build = value_type_index");
}

static void put_type_fields(Emit *e, const Node *n) {
  switch (n->kind) {
    case NODE_ANY_TYPE: put(e, ", .check = check_any_type"); break;
    case NODE_TYPE_KIND: put(e, ", .check = check_kind, .data = (const void *)(uintptr_t)(%s + 1)", n->symbol); break;
    case NODE_FLOAT_KIND: put(e, ", .check = check_float_kind, .data = (const void *)(uintptr_t)%s", n->symbol); break;
    case NODE_SIGNLESS: put(e, ", .check = check_signless_int"); break;
    case NODE_INTEGER_WIDTHS:
      put(e, ", .check = check_int_widths, .data = (const void *)(uintptr_t)(%u%s)", n->width, n->symbol ? " | INT_NOT_SIGNED" : "");
      break;
    case NODE_INTEGER_WIDTH: put(e, ", .check = check_int_width, .data = (const void *)(uintptr_t)%u", n->width); break;
    case NODE_SHAPED:
      put(e, ", .check = check_shaped, .data = ");
      put_shape(e, n);
      break;
    case NODE_LIKE: case NODE_COMPLEX:
      put(e, n->kind == NODE_LIKE ? ", .check = check_like" : ", .check = check_complex");
      if (n->args.count) {
        put(e, ", .data = ");
        put_reference(e, n->args.data[0], true);
      }
      break;
    case NODE_TYPE_DEF:
      put(e, ", .check = check_type_def, .data = &");
      put_def_name(e, n->decl);
      break;
    case NODE_ANY_OF:
      put(e, ", .any_of = ");
      put_references(e, n, true);
      break;
    case NODE_NAMED:
      put(e, ", .any_of = (const TypeConstraint *const[]){");
      put_reference(e, n, true);
      put(e, ", NULL}");
      break;
    case NODE_ALL_OF:
      put(e, ", .check = check_all, .data = ");
      put_references(e, n, true);
      break;
    case NODE_CHECK: put(e, ", .check = %.*s", STR_ARG(n->text)); break;
    default: break;
  }
}

static const char *value_of(const Node *n) {
  static const char *const values[] = {"INT_ANY", "INT_POSITIVE", "INT_NON_NEGATIVE", "INT_POWER_OF_TWO", "INT_0_TO_3"};
  return values[n->value];
}

static uint32_t storage_width(const Decl *d) {
  uint32_t width = 0;
  for (size_t i = 1; i < d->storage.text.size; i++) width = width * 10 + (uint32_t)(d->storage.text.data[i] - '0');
  return width ? width : 32;
}

static void put_attr_kind(Emit *e, const char *symbol) { put(e, ", .check = check_attr_kind, .data = ATTR_KIND_DATA(%s)", symbol); }

// What decides whether an attribute is one.
static void put_attr_test(Emit *e, const Node *n) {
  switch (n->kind) {
    case NODE_ANY_ATTR: put(e, ", .check = check_any_attr"); break;
    case NODE_ATTR_KIND: put_attr_kind(e, n->symbol); break;
    case NODE_SYMBOL_NAME: put_attr_kind(e, "ATTR_STRING"); break;
    case NODE_UNIT: put_attr_kind(e, "ATTR_UNIT"); break;
    case NODE_UNIT_PROPERTY: put(e, ", .check = check_attr_unit_prop"); break;
    case NODE_INT_ATTR: put(e, ", .check = check_attr_int, .data = &(const IntSpec){%u, %s}", n->width, value_of(n)); break;
    case NODE_FLOAT_ATTR: put(e, ", .check = check_attr_float, .data = (const void *)(uintptr_t)%s", n->symbol); break;
    case NODE_TYPE_ATTR:
      put(e, ", .check = check_attr_type");
      if (!n->args.count) break;
      put(e, ", .data = ");
      put_reference(e, n->args.data[0], true);
      break;
    case NODE_TYPED_ATTR: put(e, ", .check = check_attr_typed"); break;
    case NODE_FLAT_SYMBOL: put(e, ", .check = check_attr_flat_symbol"); break;
    case NODE_ARRAY:
      put(e, ", .check = check_attr_array, .data = ");
      put_reference(e, n->args.data[0], false);
      break;
    case NODE_DENSE_ARRAY: put(e, ", .check = check_attr_dense_array, .data = (const void *)(uintptr_t)%u", n->width); break;
    case NODE_INT_ELEMENTS: put(e, ", .check = check_attr_int_elements, .data = (const void *)(uintptr_t)%u", n->width); break;
    case NODE_ENUM: put(e, ", .check = check_attr_enum"); break;
    case NODE_FLAGS: put(e, ", .check = check_attr_flags"); break;
    case NODE_ATTR_DEF:
      put(e, ", .check = check_attr_def, .attr_def = &");
      put_def_name(e, n->decl);
      break;
    case NODE_ALL_OF: case NODE_ANY_OF:
      put(e, n->kind == NODE_ALL_OF ? ", .check = check_attr_all, .data = " : ", .check = check_attr_any_of, .data = ");
      put_references(e, n, false);
      break;
    case NODE_NAMED:
      put(e, ", .check = check_attr_all, .data = (const AttrConstraint *const[]){");
      put_reference(e, n, false);
      put(e, ", NULL}");
      break;
    case NODE_CHECK: put(e, ", .check = %.*s", STR_ARG(n->text)); break;
    default: break;
  }
}

static void put_value_type(Emit *e, uint32_t width) {
  if (width) put(e, ", .value_type = value_type_i%u", width);
  else put(e, ", .value_type = value_type_index");
}

static void put_form(Emit *e, const char *form) { put(e, ", .form = %s", form); }

// How formats spell it, and what its storage can hold at all.
static void put_attr_form(Emit *e, const Node *n) {
  switch (n->kind) {
    case NODE_ATTR_KIND:
      if (strcmp(n->symbol, "ATTR_STRING") == 0) put_form(e, "ATTR_FORM_STRING");
      if (strcmp(n->symbol, "ATTR_SYMBOL_REF") == 0) put_form(e, "ATTR_FORM_SYMBOL");
      if (strcmp(n->symbol, "ATTR_ARRAY") == 0) put(e, ", .storage = 1u << ATTR_ARRAY");
      break;
    case NODE_SYMBOL_NAME: put_form(e, "ATTR_FORM_SYMBOL_NAME"); break;
    case NODE_UNIT: case NODE_UNIT_PROPERTY: put_form(e, "ATTR_FORM_UNIT"); break;
    case NODE_INT_ATTR:
      put_form(e, "ATTR_FORM_TYPED");
      put_value_type(e, n->width);
      if (!n->symbol) put(e, ", .storage = 1u << ATTR_INTEGER");
      break;
    case NODE_FLOAT_ATTR:
      put_form(e, "ATTR_FORM_TYPED");
      put(e, ", .value_type = value_type_%s, .storage = 1u << ATTR_FLOAT", strcmp(n->symbol, "FLOAT_F32") == 0 ? "f32" : "f64");
      break;
    case NODE_TYPE_ATTR:
      put_form(e, "ATTR_FORM_TYPE");
      if (n->args.count) put(e, ", .storage = 1u << ATTR_TYPE");
      break;
    case NODE_FLAT_SYMBOL: put_form(e, "ATTR_FORM_SYMBOL"); break;
    case NODE_ARRAY: put(e, ", .storage = 1u << ATTR_ARRAY"); break;
    case NODE_DENSE_ARRAY:
      put_form(e, "ATTR_FORM_DENSE_ARRAY");
      put_value_type(e, n->width);
      break;
    case NODE_INT_ELEMENTS:
      if (n->width) put(e, ", .storage = 1u << ATTR_DENSE");
      break;
    case NODE_ENUM: case NODE_FLAGS:
      put_form(e, n->kind == NODE_ENUM ? "ATTR_FORM_ENUM" : "ATTR_FORM_PROP");
      put_value_type(e, storage_width(n->decl));
      put(e, ", .enum_def = &");
      put_enum_name(e, n->decl);
      if (n->kind == NODE_FLAGS) put(e, ", .storage = 1u << ATTR_INTEGER");
      if (n->text.size) {
        put(e, ", .keyword = ");
        put_string(e, n->text);
      }
      break;
    case NODE_ATTR_DEF: put_form(e, "ATTR_FORM_DEF"); break;
    case NODE_ALL_OF:   // as its first part is spelled
      put_attr_form(e, n->args.data[0]);
      if (n->args.data[0]->kind == NODE_ENUM) put(e, ", .storage = 1u << ATTR_INTEGER");
      break;
    default: break;
  }
}

static void put_attr_fields(Emit *e, const Node *n) {
  put_attr_test(e, n);
  put_attr_form(e, n);
}

static void put_constraint(Emit *e, const Decl *d) {
  bool is_type = d->kind == DECL_TYPE_CONSTRAINT;
  Node *n = constraint_node(e->model, d);
  if (!n) return;
  put_parts(e, n, is_type);
  put(e, "const %s ", is_type ? "TypeConstraint" : "AttrConstraint");
  put_constraint_name(e, d, is_type);
  put(e, " = {");
  put_string(e, d->summary.text);
  if (is_type) {
    put_type_fields(e, n);
    const Term *class = decl_clause(d, "class");
    put_class(e, !class ? n : str_is(class->args.data[0].name.text, "any") ? NULL
                                : type_node(e->model, e->dialect, &class->args.data[0]));
    const Term *build = decl_clause(d, "build");
    if (build) put(e, ", .build = %.*s", STR_ARG(build->args.data[0].name.text));
    else put_built(e, n);
  } else {
    put_attr_test(e, n);
    if (!decl_clause(d, "form")) put_attr_form(e, n);
  }
  put(e, ", .name = ");
  put_string(e, d->name.text);
  put(e, "};\n");
}

// What messages say of an enum's integers.
static void put_cases_summary(Emit *e, const Decl *d) {
  put(e, "\"allowed %u-bit signless integer cases: ", storage_width(d));
  for (uint32_t i = 0; i < d->items.count; i++) put(e, "%s%lld", i ? ", " : "", (long long)d->items.data[i].value);
  put(e, "\"");
}

// A type, an attribute or an enum is a constraint, too.
static void put_own_constraint(Emit *e, const Decl *d) {
  bool is_type = d->kind == DECL_TYPE;
  put(e, "const %s ", is_type ? "TypeConstraint" : "AttrConstraint");
  put_constraint_name(e, d, is_type);
  put(e, " = {");
  if (d->kind == DECL_ENUM && !d->summary.text.data) put_cases_summary(e, d);
  else put_string(e, d->summary.text);
  Node n = {.kind = is_type ? NODE_TYPE_DEF : d->kind == DECL_ENUM ? NODE_ENUM : NODE_ATTR_DEF, .decl = d};
  if (is_type) {
    put_type_fields(e, &n);
    put_class(e, &n);
  } else {
    put_attr_fields(e, &n);
  }
  put(e, ", .name = ");
  put_string(e, d->name.text);
  put(e, "};\n");
}

// ---------------------------------------------------------------------------------------------
// Enums, types and attributes

static void put_enum(Emit *e, const Decl *d) {
  put(e, "const EnumDef ");
  put_enum_name(e, d);
  put(e, " = {.name = ");
  put_string(e, model_cpp_name(e->model, d));
  put(e, ", .bits = %u", storage_width(d));
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
  put(e, ", ENUM_CASES(");
  for (uint32_t i = 0; i < d->items.count; i++) {
    put(e, "%s{", i ? ", " : "");
    put_string(e, d->items.data[i].name.text);
    put(e, ", %lld}", (long long)d->items.data[i].value);
  }
  put(e, ")};\n");
}

typedef struct ParamWord {
  const char *name, *kind, *cpp;
  uint32_t bits;
} ParamWord;

// Parameters of no declared type, by their C++ types.
static const ParamWord *param_word(Str name) {
  static const ParamWord table[] = {
      {"Attribute", "PARAM_ATTR", "Attribute", 0}, {"Type", "PARAM_TYPE", "Type", 0},
      {"StringAttr", "PARAM_STRING", "StringAttr", 0}, {"StringRef", "PARAM_STRING", "::llvm::StringRef", 0},
      {"uint64_t", "PARAM_UINT", "uint64_t", 0}, {"uint32_t", "PARAM_UINT", "uint32_t", 32},
      {"unsigned", "PARAM_UINT", "unsigned", 32}, {"int64_t", "PARAM_INT", "int64_t", 0}, {"int", "PARAM_INT", "int", 32},
      {"bool", "PARAM_BOOL", "bool", 0}, {"DenseI32ArrayAttr", "PARAM_DENSE_I32", "DenseI32ArrayAttr", 0},
  };
  for (size_t i = 0; i < countof(table); i++)
    if (str_is(name, table[i].name)) return &table[i];
  return NULL;
}

static void put_param(Emit *e, const Member *m) {
  const Term *type = &m->type;
  Str name = type->name.text, cpp = m->text.text;
  const char *kind = NULL;
  const Decl *of = NULL;
  uint32_t bits = 0;
  bool is_array = str_is(name, "ArrayRef"), is_field = str_is(name, "field"), is_optional = str_is(name, "optional");
  bool is_name = str_is(name, "name"), is_braced = is_array && type->args.count == 2 && str_is(type->args.data[1].name.text, "braced");
  if (type->args.count) name = type->args.data[0].name.text;
  const ParamWord *word = param_word(name);
  if (is_optional) kind = "PARAM_OPT_INT";
  else if (is_array && word) kind = strcmp(word->kind, "PARAM_TYPE") == 0 ? "PARAM_TYPE_ARRAY"
                                    : strcmp(word->kind, "PARAM_UINT") == 0 || strcmp(word->kind, "PARAM_INT") == 0 ? "PARAM_INT_ARRAY"
                                    : "PARAM_ATTR_ARRAY";
  else if (word) kind = word->kind;
  if (word) {
    bits = is_array ? 0 : word->bits;
    if (!cpp.data) cpp = is_array ? arena_printf(e->model->arena, "::llvm::ArrayRef<%s>", word->cpp) : str_from(word->cpp);
  } else if (!is_optional) {
    of = model_attr(e->model, e->dialect, name);
    if (!of) {
      syntax_error(e->model->diags, &e->dialect->syntax, type->name.at, "there is no type of parameters '%.*s'", STR_ARG(name));
      return;
    }
    kind = is_array ? "PARAM_ATTR_ARRAY" : of->kind == DECL_ENUM ? (is_name ? "PARAM_NAME" : "PARAM_ENUM")
           : of->kind == DECL_ATTRIBUTE ? "PARAM_ATTR_DEF" : "PARAM_ATTR_CLASS";
    if (!cpp.data) cpp = of->kind == DECL_ENUM ? model_cpp_name(e->model, of) : name;
    if (!m->text.text.data && is_array) cpp = arena_printf(e->model->arena, "::llvm::ArrayRef<%.*s>", STR_ARG(cpp));
  }
  put(e, "{");
  put_string(e, m->name.text);
  put(e, ", %s, 0%s%s%s", kind, m->arity == ARITY_OPTIONAL ? " | PARAM_OPTIONAL" : "", m->value.text.data ? " | PARAM_DEFAULT" : "",
      is_field ? " | PARAM_FIELD" : "");
  if (is_braced) put(e, " | PARAM_BRACED");
  if (bits) put(e, ", .bits = %u", bits);
  if (m->value.text.data) put(e, ", .default_word = (uint64_t)%.*s", STR_ARG(m->value.text));
  if (is_array && word && strcmp(word->kind, "PARAM_STRING") == 0) put(e, ", .def = &attr_defs[ATTR_STRING]");
  if (of && of->kind == DECL_ENUM) {
    put(e, ", .def = &");
    put_enum_name(e, of);
  } else if (of && of->kind == DECL_ATTRIBUTE) {
    put(e, ", .def = &");
    put_def_name(e, of);
  } else if (of) {
    put(e, ", .constraint = &");
    put_constraint_name(e, of, false);
  }
  put(e, ", .cpp = ");
  put_string(e, cpp);
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
    put(e, "_params = {");
    if (d->params.count) {
      put(e, "PARAMS(");
      for (uint32_t i = 0; i < d->params.count; i++) {
        if (i) put(e, ", ");
        put_param(e, &d->params.data[i]);
      }
      put(e, "), ");
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
// Operations

// Begin a list that operations of the same text share, and end it: `.operands = list_7, .operand_count = 2`.
static StrBuf *begin_list(Emit *e, StrBuf *text) {
  StrBuf *out = e->out;
  strbuf_init(text, e->model->arena->mem);
  e->out = text;
  return out;
}

static void end_list(Emit *e, StrBuf *out, StrBuf *text, const char *type, const char *field, uint32_t count) {
  e->out = out;
  Str whole = arena_printf(e->model->arena, "%s %.*s", type, STR_ARG(strbuf_view(text)));
  strbuf_free(text);
  MapEntry *entry = map_put_str(&e->lists, whole);
  if (!entry->value) {
    entry->value = e->lists.count;
    size_t skip = strlen(type) + 1;
    strbuf_printf(e->shared, "static const %s list_%u[] = {%.*s};\n", type, (unsigned)entry->value,
                  STR_ARG(str_slice(whole, skip, whole.size)));
  }
  put(e, ",\n   .%ss = list_%u, .%s_count = %u", field, (unsigned)entry->value, field, count);
}

static void put_values(Emit *e, const char *field, const MemberVec *list) {
  static const char *const arities[] = {"SINGLE", "OPTIONAL", "VARIADIC", "VARIADIC_OF_VARIADIC"};
  if (!list->count) return;
  StrBuf text, *out = begin_list(e, &text);
  for (uint32_t i = 0; i < list->count; i++) {
    const Member *m = &list->data[i];
    put(e, "%s{", i ? ", " : "");
    put_string(e, m->name.text);
    put(e, ", &");
    put_constraint_name(e, model_type(e->model, e->dialect, m->type.name.text), true);
    if (m->arity) put(e, ", %s", arities[m->arity]);
    if (m->segments.text.data) {
      put(e, ", ");
      put_string(e, m->segments.text);
    }
    put(e, "}");
  }
  end_list(e, out, &text, "ValueDef", field, list->count);
}

// `none` of an attribute that holds an enum is `#arith.fastmath<none>`.
static void put_default(Emit *e, const Member *m, const Decl *type) {
  Str text = m->value.text;
  bool is_case = type->kind == DECL_ATTRIBUTE && text.data[0] != '#' && text.data[0] != '<';
  if (is_case)
    text = arena_printf(e->model->arena, "#%.*s.%.*s<%.*s>", STR_ARG(owner(e, type)->name), STR_ARG(type->mnemonic.text), STR_ARG(text));
  put_string(e, text);
}

static void put_attrs(Emit *e, const MemberVec *list) {
  if (!list->count) return;
  StrBuf text, *out = begin_list(e, &text);
  for (uint32_t i = 0; i < list->count; i++) {
    const Member *m = &list->data[i];
    const Decl *type = model_attr(e->model, e->dialect, m->type.name.text);
    put(e, "%s{", i ? ", " : "");
    put_string(e, m->name.text);
    put(e, ", &");
    put_constraint_name(e, type, false);
    put(e, ", 0%s%s%s", m->arity == ARITY_OPTIONAL ? " | ATTR_OPTIONAL" : "", m->value.text.data ? " | ATTR_DEFAULT" : "",
        m->is_property ? " | ATTR_PROP" : "");
    if (m->value.text.data) {
      put(e, ", ");
      put_default(e, m, type);
    }
    put(e, "}");
  }
  end_list(e, out, &text, "OpAttrDef", "attr", list->count);
}

typedef struct RegionWord {
  const char *name, *words;
  bool has_min, has_max;
} RegionWord;

static void put_regions(Emit *e, const MemberVec *list) {
  static const RegionWord table[] = {{"AnyRegion", NULL, false, false}, {"SizedRegion", "region with", true, true},
                                     {"MaxSizedRegion", "region with at most", false, true},
                                     {"MinSizedRegion", "region with at least", true, false}};
  if (!list->count) return;
  StrBuf text, *out = begin_list(e, &text);
  for (uint32_t i = 0; i < list->count; i++) {
    const Member *m = &list->data[i];
    const RegionWord *word = NULL;
    for (size_t k = 0; k < countof(table); k++)
      if (str_is(m->type.name.text, table[k].name)) word = &table[k];
    bool sized = word && (word->has_min || word->has_max);
    if (!word || m->type.args.count != sized) {
      syntax_error(e->model->diags, &e->dialect->syntax, m->type.name.at, "a region is AnyRegion, SizedRegion<n>, MinSizedRegion<n> or MaxSizedRegion<n>");
      e->out = out;
      strbuf_free(&text);
      return;
    }
    Str n = sized ? m->type.args.data[0].name.text : STR("0");
    put(e, "%s{", i ? ", " : "");
    put_string(e, m->name.text);
    put(e, ", %.*s, %.*s, %s", STR_ARG(word->has_min ? n : STR("0")), STR_ARG(word->has_max ? n : STR("0")),
        m->arity == ARITY_ANY ? "true" : "false");
    if (sized) put(e, ", .summary = \"%s %.*s blocks\"", word->words, STR_ARG(n));
    put(e, "}");
  }
  end_list(e, out, &text, "RegionDef", "region", list->count);
}

static void put_successors(Emit *e, const MemberVec *list) {
  if (!list->count) return;
  StrBuf text, *out = begin_list(e, &text);
  for (uint32_t i = 0; i < list->count; i++) {
    const Member *m = &list->data[i];
    put(e, "%s{", i ? ", " : "");
    put_string(e, m->name.text);
    put(e, ", %s", m->arity == ARITY_ANY ? "true" : "false");
    if (m->segments.text.data) {
      put(e, ", ");
      put_string(e, m->segments.text);
    }
    put(e, "}");
  }
  end_list(e, out, &text, "SuccessorDef", "successor", list->count);
}

static void put_names(Emit *e, const Term *t, uint32_t begin, uint32_t end) {
  put(e, "{");
  for (uint32_t i = begin; i < end; i++) {
    if (i > begin) put(e, ", ");
    put_string(e, t->args.data[i].name.text);
  }
  put(e, begin == end ? "0}" : "}");
}

static void put_relation(Emit *e, const Term *t, const RelationWord *word) {
  put(e, "{%s, ", word->symbol);
  if (word->summary_end) {
    put_names(e, t, 0, t->args.count);
    put(e, ", \"all of {");
    for (uint32_t i = 0; i < t->args.count; i++) put(e, "%s%.*s", i ? ", " : "", STR_ARG(t->args.data[i].name.text));
    put(e, "} have same %s\"}", word->summary_end);
    return;
  }
  put_names(e, t, 1, 1u + word->values);
  put(e, ", ");
  put_string(e, t->args.data[0].name.text);
  const Term *functions = &t->args.data[1 + word->values];
  bool ranged = word->functions == 2;
  const char *fields[2] = {!word->values ? "check" : ranged ? "transform_all" : "transform", ranged ? "check" : "count"};
  for (uint32_t i = 0; 1 + word->values + i < t->args.count; i++) {
    put(e, ", .%s = %.*s", fields[i], STR_ARG(functions[i].name.text));
  }
  put(e, "}");
}

static void put_relations(Emit *e, const Decl *d) {
  uint32_t count = 0;
  StrBuf text, *out = begin_list(e, &text);
  for (uint32_t i = 0; i < d->traits.count; i++) {
    const RelationWord *word = relation_word(d->traits.data[i].name.text);
    if (!word) continue;
    if (count++) put(e, ", ");
    put_relation(e, &d->traits.data[i], word);
  }
  if (count) {
    end_list(e, out, &text, "Relation", "relation", count);
  } else {
    e->out = out;
    strbuf_free(&text);
  }
}

static void put_traits(Emit *e, const Decl *d) {
  bool any = false;
  const Term *parents = NULL;
  for (uint32_t i = 0; i < d->traits.count; i++) {
    const Term *t = &d->traits.data[i];
    if (str_is(t->name.text, "HasParent")) parents = t;
    const TraitWord *word = trait_word(t->name.text);
    if (!word) continue;
    put(e, "%s%s", any ? " | " : ",\n   .traits = ", word->symbols);
    any = true;
  }
  if (!parents) return;
  put(e, ",\n   PARENTS(");
  for (uint32_t i = 0; i < parents->args.count; i++) {
    if (i) put(e, ", ");
    put_string(e, parents->args.data[i].name.text);
  }
  put(e, ")");
}

static const Term *implicit_terminator(const Decl *d) {
  for (uint32_t i = 0; i < d->traits.count; i++)
    if (str_is(d->traits.data[i].name.text, "SingleBlockImplicitTerminator")) return &d->traits.data[i].args.data[0];
  return NULL;
}

static void put_hooks(Emit *e, const Decl *d) {
  bool any = false;
  for (uint32_t i = 0; i < d->clauses.count; i++) {
    const Term *clause = &d->clauses.data[i];
    const HookWord *word = hook_word(clause->name.text);
    put(e, any ? ",\n" : ",\n   .hooks = &(const OpHooks){\n");
    any = true;
    put_line(e, clause->name.at);
    if (word) {
      put(e, "    .%s = %.*s", word->field, STR_ARG(clause->args.data[0].name.text));
    } else if (str_is(clause->name.text, "local-verifier")) {
      put(e, "    .verify_is_local = true");
    } else if (clause->args.count) {
      put(e, str_is(clause->name.text, "default-dialect") ? "    .default_dialect = "
                                                           : "    .result_names = suggest_result_name, .result_name = ");
      put_string(e, clause->args.data[0].name.text);
    }
  }
  const Term *terminator = implicit_terminator(d);
  if (terminator) {
    put(e, any ? ", .implicit_terminator = " : ",\n   .hooks = &(const OpHooks){.implicit_terminator = ");
    put_string(e, terminator->name.text);
    any = true;
  }
  if (any) put(e, "}");
}

static void put_old_forms(Emit *e, const Decl *d) {
  if (!d->old_forms.count) return;
  put(e, ",\n   .forms = (const OpForm[]){");
  for (uint32_t i = 0; i < d->old_forms.count; i++) {
    const OldForm *form = &d->old_forms.data[i];
    put(e, "{1, %.*s, ", STR_ARG(form->release.text));
    if (form->name.text.data) put_string(e, form->name.text);
    else put(e, "NULL");
    put(e, ", ");
    if (form->format.text.data) put_string(e, form->format.text);
    else put(e, "NULL");
    put(e, ", NULL}, ");
  }
  put(e, "{0}}");
}

static void put_op(Emit *e, const Decl *d) {
  put(e, "  {OP(");
  put_string(e, arena_printf(e->model->arena, "%.*s.%.*s", STR_ARG(e->dialect->name), STR_ARG(d->name.text)));
  put(e, ", ");
  put_string(e, d->summary.text);
  put(e, "), .opcode = OP_");
  put_constant(e, e->dialect->name);
  strbuf_char(e->out, '_');
  put_constant(e, d->name.text);
  put_values(e, "operand", &d->operands);
  put_values(e, "result", &d->results);
  put_attrs(e, &d->attrs);
  put_regions(e, &d->regions);
  put_successors(e, &d->successors);
  put_relations(e, d);
  put_traits(e, d);
  if (d->format.text.data) {
    put(e, ",\n   FORMAT(");
    put_string(e, d->format.text);
    put(e, ")");
  }
  put_hooks(e, d);
  put_old_forms(e, d);
  put(e, "},\n");
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

static void put_dialect(Emit *e) {
  const DialectSource *s = e->dialect;
  static const struct { const char *clause, *field; } functions[] = {
      {"parse-type", "parse_type"}, {"print-type", "print_type"}, {"parse-attr", "parse_attr"}, {"print-attr", "print_attr"},
      {"verify-op-attr", "verify_op_attr"}, {"verify-arg-attr", "verify_arg_attr"}, {"verify-result-attr", "verify_result_attr"},
      {"materialize-constant", "materialize_constant"}, {"alias-of-attr", "alias_of_attr"}, {"alias-of-type", "alias_of_type"},
      {"init", "init"}};
  static const struct { const char *clause, *field; } flags[] = {
      {"allows-unknown-ops", "allows_unknown_ops"}, {"allows-unknown-types", "allows_unknown_types"}, {"was-std", "was_std"},
      {"takes-resources", "takes_resources"}};
  const Decl *head = &s->syntax.decls.data[0];
  put_list(e, "TypeDef", "types", (const Decl *const *)s->types.data, s->types.count);
  put_list(e, "AttrDef", "attrs", (const Decl *const *)s->attrs.data, s->attrs.count);
  put(e, "const DialectDef %.*s_dialect = {.name = \"%.*s\", .summary = ", STR_ARG(s->name), STR_ARG(s->name));
  put_string(e, head->summary.text);
  if (s->ops.count) put(e, ", .ops = %.*s_ops, .op_count = countof(%.*s_ops)", STR_ARG(s->name), STR_ARG(s->name));
  put(e, ", .types = %.*s_types, .attrs = %.*s_attrs", STR_ARG(s->name), STR_ARG(s->name));
  for (size_t i = 0; i < countof(flags); i++)
    if (decl_clause(head, flags[i].clause)) put(e, ", .%s = true", flags[i].field);
  for (size_t i = 0; i < countof(functions); i++) put_function(e, head, functions[i].clause, functions[i].field);
  put(e, "};\n");
}

void emit_records(StrBuf *out, RecordModel *model, const DialectSource *dialect) {
  Emit emit = {.out = out, .model = model, .dialect = dialect}, *e = &emit;
  const Syntax *file = &dialect->syntax;
  put(e, "// Made from %.*s.ops: do not edit.\n#include \"ops/%.*s.h\"\n\n#include \"asm/params.h\"\n#include \"dialects/common/relations.h\"\n\n",
      STR_ARG(dialect->name), STR_ARG(dialect->name));
  for (uint32_t i = 0; i < file->decls.count; i++) {
    const Decl *d = &file->decls.data[i];
    switch (d->kind) {
      case DECL_ENUM:
        put_enum(e, d);
        put_own_constraint(e, d);
        break;
      case DECL_TYPE: case DECL_ATTRIBUTE:
        put_def(e, d);
        put_own_constraint(e, d);
        break;
      case DECL_TYPE_CONSTRAINT: case DECL_ATTR_CONSTRAINT: put_constraint(e, d); break;
      default: break;
    }
  }
  if (dialect->ops.count) {
    StrBuf ops;
    strbuf_init(&ops, model->arena->mem);
    map_init(&e->lists, model->arena);
    e->shared = out;
    e->out = &ops;
    for (uint32_t i = 0; i < dialect->ops.count; i++) put_op(e, dialect->ops.data[i]);
    e->out = out;
    put(e, "static const OpDef %.*s_ops[] = {\n%.*s};\n", STR_ARG(dialect->name), STR_ARG(strbuf_view(&ops)));
    strbuf_free(&ops);
  }
  put_dialect(e);
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
      {DECL_DIALECT, "parse-attr", "DialectParseAttrFn"}, {DECL_DIALECT, "print-attr", "DialectPrintAttrFn"},
      {DECL_DIALECT, "verify-op-attr", "VerifyOpAttrFn"}, {DECL_DIALECT, "verify-arg-attr", "VerifyMemberAttrFn"},
      {DECL_DIALECT, "verify-result-attr", "VerifyMemberAttrFn"}, {DECL_DIALECT, "materialize-constant", "MaterializeFn"},
      {DECL_DIALECT, "alias-of-attr", "AliasOfAttrFn"}, {DECL_DIALECT, "alias-of-type", "AliasOfTypeFn"}, {DECL_DIALECT, "init", "DialectInitFn"}};
  for (size_t i = 0; i < countof(table); i++) {
    const Term *clause = d->kind == table[i].kind ? decl_clause(d, table[i].clause) : NULL;
    if (clause && clause->args.count) put_prototype(e, table[i].type, &clause->args.data[0].name);
  }
}

static void put_op_prototypes(Emit *e, const Decl *d) {
  for (uint32_t i = 0; i < d->clauses.count; i++) {
    const HookWord *word = hook_word(d->clauses.data[i].name.text);
    if (word) put_prototype(e, word->prototype, &d->clauses.data[i].args.data[0].name);
  }
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
    put_constant(e, d->name.text);
    strbuf_char(e->out, '_');
    put_constant(e, d->attrs.data[i].name.text);
  }
  put(e, " };\n");
}

void emit_header(StrBuf *out, RecordModel *model, const DialectSource *dialect) {
  Emit emit = {.out = out, .model = model, .dialect = dialect}, *e = &emit;
  const Syntax *file = &dialect->syntax;
  uint32_t number = 0;
  while (number < model->dialects.count && model->dialects.data[number] != dialect) number++;
  put(e, "// Made from %.*s.ops: do not edit.\n#ifndef RUNG_OPS_", STR_ARG(dialect->name));
  put_constant(e, dialect->name);
  put(e, "_H\n#define RUNG_OPS_");
  put_constant(e, dialect->name);
  put(e, "_H\n\n#include \"dialects/common/constraints.h\"\n\n");
  for (uint32_t i = 0; i < number; i++) put(e, "#include \"ops/%.*s.h\"\n", STR_ARG(model->dialects.data[i]->name));
  put(e, "extern const DialectDef %.*s_dialect;\n// Ended by NULL.\nextern const TypeDef *const %.*s_types[];\nextern const AttrDef *const %.*s_attrs[];\n",
      STR_ARG(dialect->name), STR_ARG(dialect->name), STR_ARG(dialect->name));
  if (dialect->ops.count) {
    put(e, "enum {\n");
    for (uint32_t i = 0; i < dialect->ops.count; i++) {
      put(e, "  OP_");
      put_constant(e, dialect->name);
      strbuf_char(out, '_');
      put_constant(e, dialect->ops.data[i]->name.text);
      put(e, " = %u << OPCODE_DIALECT_SHIFT | %u,\n", number + 1, i);
    }
    put(e, "};\n");
  }
  for (uint32_t i = 0; i < file->decls.count; i++) {
    const Decl *d = &file->decls.data[i];
    bool is_type = d->kind == DECL_TYPE_CONSTRAINT || d->kind == DECL_TYPE;
    if (d->kind == DECL_ENUM) put_values_of_enum(e, d);
    if (d->kind == DECL_TYPE || d->kind == DECL_ATTRIBUTE) {
      put(e, "extern const %s ", d->kind == DECL_TYPE ? "TypeDef" : "AttrDef");
      put_def_name(e, d);
      put(e, ";\n");
    }
    if (d->kind != DECL_OP && d->kind != DECL_CLASS && d->kind != DECL_DIALECT) {
      put(e, "extern const %s ", is_type ? "TypeConstraint" : "AttrConstraint");
      put_constraint_name(e, d, is_type);
      put(e, ";\n");
    }
    const Term *layout = d->kind == DECL_TYPE ? decl_clause(d, "layout") : NULL;
    if (layout) put(e, "extern const struct TypeLayout %.*s;\n", STR_ARG(layout->args.data[0].name.text));
    if (d->kind == DECL_OP) {
      put_slots(e, d);
      put_op_prototypes(e, d);
    } else {
      put_clause_prototypes(e, d);
    }
    if (d->kind == DECL_TYPE_CONSTRAINT || d->kind == DECL_ATTR_CONSTRAINT)
      put_check_prototypes(e, constraint_node(model, d), is_type);
  }
  put(e, "#endif\n");
}
